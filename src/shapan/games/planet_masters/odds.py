"""What may come of a choice, from the view alone: the faces that may fall, the numbers that are compared.

Chances are exact: a die has six equal sides, so all are counted in sixths, or in powers of six for several dice. A
summary never promises what depends on the choice of another player; it names it ("may cancel").
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from typing import Any, Final

from shapan.engine.actions import DONE, Family
from shapan.engine.scene import Chance, Odds, Phrase
from shapan.games.planet_masters import actions, names
from shapan.games.planet_masters.face import face_label, glyph
from shapan.games.planet_masters.formulas import beats, is_complete, is_win_face, may_cancel, tally, wins
from shapan.games.planet_masters.rules.manage import manageable
from shapan.games.planet_masters.ruleset import ANY_TIME, END_OF_OWN_TURN
from shapan.games.planet_masters.state import PlanetMasters

SIDES: Final = 6


def odds_of(view: PlanetMasters, viewer: int, code: int) -> Odds | None:
    """Return the odds of an action for the seat that may take it; None where nothing falls and nothing is compared."""
    if code == DONE:
        return None
    family = actions.ACTIONS.of(code)
    make = _MAKERS.get(family)
    return None if make is None else make(view, viewer, family.value(code) if family.parameters else -1)


# Races


def raced(view: PlanetMasters, seat: int, race: int) -> Odds:
    """PM-1.4: what the ability gives while the home die shows the race face."""
    return Odds(Phrase(f"odds.race_{names.RACES[race]}"), rule="PM-1.4")


# Dice


def rolled_weapon(view: PlanetMasters, seat: int, die: int) -> Odds:
    """PM-3.2: what a weapon die, or a new one, may show; a Transporter may bring a colony, the last one the victory."""
    faces, attack = view.ruleset.weapon_faces, view.ruleset.numbers.attack
    power = attack[view.faces[die]] if die >= 0 else 0
    colony = faces.count(names.TRANSPORTER) if view.galaxy else 0
    wanted = {face for face in faces if attack[face] > power} | ({names.TRANSPORTER} if colony else set())
    chances = _chances(view, seat, names.WEAPON_FACES, faces, wanted)
    if colony and _complete(view, seat, view.planets(seat), 1):
        good = _good(view, seat, view.ruleset.colony_faces)
        return Odds(Phrase("odds.wins_by_colony", {"times": colony * good, "of": SIDES**2}), chances, "PM-6.1")
    more, less = (sum(attack[face] > power for face in faces), sum(attack[face] < power for face in faces))
    key = ("build" if die < 0 else "reroll") + ("" if colony else "_only")
    return Odds(Phrase(f"odds.{key}", {"colony": colony, "more": more, "less": less}), chances, "PM-3.2")


def rerolled_planet(view: PlanetMasters, seat: int, die: int) -> Odds:
    """PM-4.1: what a planet die may show instead, and whether all that stand in the way may turn together."""
    faces = _faces(view, die == seat)
    chances = _planet_chances(view, seat, faces)
    good = _good(view, seat, faces)
    blocking = [other for other in view.planets(seat) if not is_win_face(view, seat, other)]
    if die not in blocking:
        return Odds(Phrase("odds.leaves_win_face", {"times": SIDES - good}), chances, "PM-7.6")
    rest = [other for other in view.planets(seat) if other not in blocking]
    if _complete(view, seat, rest, len(blocking)) and not _held(view, seat):
        times = 1
        for other in blocking:
            times *= _good(view, seat, _faces(view, other == seat))
        if len(blocking) == 1:
            return Odds(Phrase("odds.wins", {"times": times}), chances, "PM-6.1")
        words = {"count": len(blocking), "times": times, "of": SIDES ** len(blocking)}
        return Odds(Phrase("odds.wins_together", words), chances, "PM-6.1")
    if _gains(view, seat) and names.RACE in faces:
        words = {"times": good, "colony": faces.count(names.RACE)}
        return Odds(Phrase("odds.win_face_or_colony", words), chances, "PM-4.2")
    return Odds(Phrase("odds.win_face", {"times": good}), chances, "PM-7.6")


def invaded(view: PlanetMasters, seat: int, die: int) -> Odds:
    """PM-5.4: what the colony may show on the attacker's table; whoever may win by it is named."""
    defender, faces = _defender(view), view.ruleset.colony_faces
    chances = _planet_chances(view, seat, faces)
    good = _good(view, seat, faces)
    if _complete(view, seat, view.planets(seat), 1):
        return Odds(Phrase("odds.wins", {"times": good}), chances, "PM-6.1")
    if _complete(view, defender, [other for other in view.planets(defender) if other != die], 0):
        return Odds(Phrase("odds.lets_win", {"defender": {"seat": defender}}), chances, "PM-6.2")
    return Odds(Phrase("odds.win_face", {"times": good}), chances, "PM-5.4")


def pressed(view: PlanetMasters, seat: int, code: int) -> Odds:
    """PM-5.4: what the defender's home die may show; good is what does not count for him. He may win by it (PM-E18)."""
    defender, faces = _defender(view), view.ruleset.home_faces
    bad = {face for face in faces if not wins(view, defender, face)}
    chances, good = _chances(view, defender, names.PLANET_FACES, faces, bad), _good(view, defender, faces)
    words: dict[str, Any] = {"times": SIDES - good, "defender": {"seat": defender}}
    if _complete(view, defender, view.planets(defender)[1:], 1):
        return Odds(Phrase("odds.pressure_lets_win", {**words, "times": good}), chances, "PM-E18")
    return Odds(Phrase("odds.pressure", words), chances, "PM-5.4")


def helps_defender(view: PlanetMasters, seat: int, code: int) -> bool:
    """Tell whether a spoil may only help who was beaten: his home die cannot become worse, or he may win by it."""
    family = actions.ACTIONS.of(code)
    if family is actions.PRESSURE:
        defender = _defender(view)
        useless = not wins(view, defender, view.faces[view.planets(defender)[0]])
        return useless or _complete(view, defender, view.planets(defender)[1:], 1)
    if family is not actions.INVASION or _complete(view, seat, view.planets(seat), 1):
        return False
    return _complete(
        view, _defender(view), [die for die in view.planets(_defender(view)) if die != family.value(code)], 0
    )


def _faces(view: PlanetMasters, home: bool) -> Sequence[int]:
    return view.ruleset.home_faces if home else view.ruleset.colony_faces


def _good(view: PlanetMasters, seat: int, faces: Sequence[int]) -> int:
    """Return how many sides of a planet die count for the victory of a seat."""
    return sum(wins(view, seat, face) for face in faces)


def _planet_chances(view: PlanetMasters, seat: int, faces: Sequence[int]) -> list[Chance]:
    gains = _gains(view, seat)
    wanted = {face for face in faces if wins(view, seat, face) or (gains and face == names.RACE)}
    return _chances(view, seat, names.PLANET_FACES, faces, wanted)


def _chances(
    view: PlanetMasters, seat: int, words: Sequence[str], faces: Sequence[int], wanted: Collection[int]
) -> list[Chance]:
    race = view.races[seat]
    return [
        Chance(face_label(race, words[face]), faces.count(face), SIDES, glyph(race, words[face]), face in wanted)
        for face in dict.fromkeys(faces)
    ]


def _gains(view: PlanetMasters, seat: int) -> bool:
    """PM-4.2: whether a die that the seat rolls to the race face brings a colony."""
    return view.ability(seat).gain > 0 and bool(view.galaxy)


def _held(view: PlanetMasters, seat: int) -> bool:
    """PM-4.1: whether a die that stands in the way may not be rerolled in this turn."""
    free = manageable(view, seat)
    return any(die not in free and not is_win_face(view, seat, die) for die in view.colonies[seat])


def _complete(view: PlanetMasters, seat: int, kept: Sequence[int], rolled: int) -> bool:
    """PM-6.1, PM-6.7: whether the seat wins at the check point of this roll if the dice that are rolled fall well."""
    check = view.ruleset.win_check
    if check == END_OF_OWN_TURN or (check != ANY_TIME and seat != view.active):
        return False
    return is_complete(view, seat, kept, rolled)


# Powers


def conquered(view: PlanetMasters, seat: int, other: int) -> Odds:
    """PM-5.2, PM-5.3: attack against defence, and before it influence against influence."""
    mine, theirs = view.totals(seat), view.totals(other)
    words: dict[str, Any] = {"attack": mine.attack, "defense": theirs.defense, "defender": {"seat": other}}
    if not beats(mine, theirs):
        return Odds(Phrase("odds.attack_fails", words), rule="PM-5.3")
    if may_cancel(view, mine, theirs):
        words |= {"mine": mine.influence, "theirs": theirs.influence}
        return Odds(Phrase("odds.attack_cancelled", words), rule="PM-5.2")
    return Odds(Phrase("odds.attack_wins", words), rule="PM-5.3")


def allowed(view: PlanetMasters, seat: int, code: int) -> Odds:
    """PM-5.3: what becomes of the attack that is not cancelled."""
    mine, theirs = view.totals(seat if view.attack is None else view.attack.attacker), view.totals(seat)
    key = "odds.allow_loses" if beats(mine, theirs) else "odds.allow_holds"
    return Odds(Phrase(key, {"attack": mine.attack, "defense": theirs.defense}), rule="PM-5.3")


def destroyed(view: PlanetMasters, seat: int, die: int) -> Odds:
    """PM-5.4: what power the defender loses."""
    words = _powers(view, die) | {"defender": {"seat": _defender(view)}}
    return Odds(Phrase("odds.takes_power" if words["defense"] else "odds.takes_no_power", words), rule="PM-5.4")


def given_up(view: PlanetMasters, seat: int, die: int) -> Odds:
    """PM-5.5: what power goes back to the supply with a weapon die."""
    words = _powers(view, die)
    return Odds(Phrase("odds.costs_power" if words["defense"] else "odds.costs_no_power", words), rule="PM-5.5")


def _powers(view: PlanetMasters, die: int) -> dict[str, Any]:
    face, numbers = view.faces[die], view.ruleset.numbers
    return {"attack": numbers.attack[face], "defense": numbers.defense[face]}


def _defender(view: PlanetMasters) -> int:
    return -1 if view.attack is None else view.attack.defender


# Votes


def proposed(view: PlanetMasters, seat: int, candidate: int) -> Odds:
    """PM-5.9: whether the own votes carry the motion, or those of the candidate stop it."""
    mine, total = view.totals(seat).votes, _all_votes(view)
    words: dict[str, Any] = {"mine": mine, "total": total, "need": total // 2 + 1, "candidate": {"seat": candidate}}
    if not view.fleet[candidate]:
        return Odds(Phrase("odds.council_idle", words), rule="PM-5.10")
    theirs = view.totals(candidate).votes
    if 2 * mine > total:
        return Odds(Phrase("odds.council_passes", words), rule="PM-5.9")
    if candidate != seat and 2 * theirs >= total:
        return Odds(Phrase("odds.council_stopped", {**words, "theirs": theirs}), rule="PM-5.9")
    return Odds(Phrase("odds.council", words), rule="PM-5.9")


def voted(view: PlanetMasters, seat: int, vote: int) -> Odds | None:
    """PM-5.9: how far a yes or a no goes, with the votes that are known; a tie fails."""
    motion = view.motion
    if motion is None:
        return None
    total = _all_votes(view)
    words: dict[str, Any] = {"total": total, "candidate": {"seat": motion.candidate}}
    if not view.fleet[motion.candidate]:
        return Odds(Phrase("odds.council_idle", words), rule="PM-5.10")
    votes = motion.votes.copy()
    votes[seat] = vote
    sums = tally(view, votes)
    if 2 * sums[1] > total:
        key = "vote_passes"
    elif 2 * sums[0] >= total:
        key = "vote_fails"
    else:
        key = "vote_yes" if vote else "vote_no"
    need = total // 2 + 1 if vote else total - total // 2
    return Odds(Phrase(f"odds.{key}", {**words, "votes": sums[vote], "need": need}), rule="PM-5.9")


def _all_votes(view: PlanetMasters) -> int:
    return sum(view.totals(seat).votes for seat in range(view.seats))


_MAKERS: Final[dict[Family, Callable[[PlanetMasters, int, int], Odds | None]]] = {
    actions.CHOOSE_RACE: raced,
    actions.BUILD: rolled_weapon,
    actions.REROLL: rolled_weapon,
    actions.MANAGE: rerolled_planet,
    actions.CONQUER: conquered,
    actions.COUNCIL: proposed,
    actions.ALLOW: allowed,
    actions.INVASION: invaded,
    actions.DESTRUCTION: destroyed,
    actions.PRESSURE: pressed,
    actions.DISCARD: given_up,
    actions.LOSE: given_up,
    actions.YES: lambda view, seat, _: voted(view, seat, 1),
    actions.NO: lambda view, seat, _: voted(view, seat, 0),
}
