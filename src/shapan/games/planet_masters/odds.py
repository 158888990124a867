"""What may come of a choice, from the view alone: the faces that may fall, the numbers that are compared.

Chances are exact: a die has six equal sides, so all are counted in sixths, or in powers of six for several dice. A
summary never promises what depends on the choice of another player; it names it ("may cancel").
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Final

from shapan.engine.scene import Chance, Odds, Phrase
from shapan.games.planet_masters import actions, names
from shapan.games.planet_masters.face import face_label, glyph, is_complete, planets_of, weapon_face, wins
from shapan.games.planet_masters.ruleset import ANY_TIME, END_OF_OWN_TURN
from shapan.games.planet_masters.view import View

SIDES: Final = 6


def odds_of(view: View, viewer: int, code: int) -> Odds | None:
    """Return the odds of an action for the seat that may take it; None where nothing falls and nothing is compared."""
    family = actions.ACTIONS.of(code)
    make = _MAKERS.get(family.name)
    return None if make is None else make(view, viewer, family.value(code) if family.parameters else code)


# Races


def raced(view: View, seat: int, race: int) -> Odds:
    """PM-1.4: what the ability gives while the home die shows the race face."""
    return Odds(Phrase(f"odds.race_{names.RACES[race]}"), rule="PM-1.4")


# Dice


def built(view: View, seat: int, code: int) -> Odds:
    """PM-3.2: what a new weapon die may show."""
    return _weapon_roll(view, seat, -1)


def rerolled_weapon(view: View, seat: int, die: int) -> Odds:
    """PM-3.2: what a weapon die may show instead."""
    return _weapon_roll(view, seat, weapon_face(view, die))


def _weapon_roll(view: View, seat: int, before: int) -> Odds:
    """PM-3.4, PM-6.2: a Transporter may bring a colony, and the last colony the victory."""
    faces = view.rules.weapon_faces
    attack = view.rules.numbers.attack
    power = attack[before] if before >= 0 else 0
    colony = faces.count(names.TRANSPORTER) if view.galaxy else 0
    wanted = {face for face in faces if attack[face] > power} | ({names.TRANSPORTER} if colony else set())
    chances = [
        _chance(view, seat, names.WEAPON_FACES[face], faces.count(face), face in wanted)
        for face in dict.fromkeys(faces)
    ]
    words: dict[str, Any] = {
        "colony": colony,
        "more": sum(attack[face] > power for face in faces),
        "less": sum(attack[face] < power for face in faces),
    }
    key = "build" if before < 0 else "reroll"
    if not colony:
        key += "_only"
    elif _complete(view, seat, planets_of(view, seat), 1):
        good = sum(wins(view, view.seats[seat], face) for face in view.rules.colony_faces)
        return Odds(Phrase("odds.wins_by_colony", {"times": colony * good, "of": SIDES**2}), chances, "PM-6.1")
    return Odds(Phrase(f"odds.{key}", words), chances, "PM-3.2")


def rerolled_planet(view: View, seat: int, die: int) -> Odds:
    """PM-4.1: what a planet die may show instead, and whether all that stand in the way may turn together."""
    board = view.seats[seat]
    rows = planets_of(view, seat)
    faces = _faces(view, die == seat)
    chances = _planet_chances(view, seat, faces)
    good = sum(wins(view, board, face) for face in faces)
    blocking = [row for row in rows if not wins(view, board, row[1])]
    if all(row[0] != die for row in blocking):
        return Odds(Phrase("odds.leaves_win_face", {"times": SIDES - good}), chances, "PM-7.6")
    if _complete(view, seat, [row for row in rows if row not in blocking], len(blocking)) and not _held(view, seat):
        times = 1
        for row in blocking:
            times *= sum(wins(view, board, face) for face in _faces(view, row[0] == seat))
        if len(blocking) == 1:
            return Odds(Phrase("odds.wins", {"times": times}), chances, "PM-6.1")
        words = {"count": len(blocking), "times": times, "of": SIDES ** len(blocking)}
        return Odds(Phrase("odds.wins_together", words), chances, "PM-6.1")
    if _gains(view, seat) and names.RACE in faces:
        words = {"times": good, "colony": faces.count(names.RACE)}
        return Odds(Phrase("odds.win_face_or_colony", words), chances, "PM-4.2")
    return Odds(Phrase("odds.win_face", {"times": good}), chances, "PM-7.6")


def invaded(view: View, seat: int, die: int) -> Odds:
    """PM-5.4: what the colony may show on the attacker's table; whoever may win by it is named."""
    defender = _defender(view)
    faces = view.rules.colony_faces
    chances = _planet_chances(view, seat, faces)
    good = sum(wins(view, view.seats[seat], face) for face in faces)
    if _complete(view, seat, planets_of(view, seat), 1):
        return Odds(Phrase("odds.wins", {"times": good}), chances, "PM-6.1")
    if _complete(view, defender, [row for row in planets_of(view, defender) if row[0] != die], 0):
        return Odds(Phrase("odds.lets_win", {"defender": {"seat": defender}}), chances, "PM-6.2")
    return Odds(Phrase("odds.win_face", {"times": good}), chances, "PM-5.4")


def pressed(view: View, seat: int, code: int) -> Odds:
    """PM-5.4: what the defender's home die may show; good is what does not count for him. He may win by it (PM-E18)."""
    defender = _defender(view)
    board = view.seats[defender]
    faces = view.rules.home_faces
    chances = [
        _chance(view, defender, names.PLANET_FACES[face], faces.count(face), not wins(view, board, face))
        for face in dict.fromkeys(faces)
    ]
    good = sum(wins(view, board, face) for face in faces)
    words: dict[str, Any] = {"times": SIDES - good, "defender": {"seat": defender}}
    if _complete(view, defender, planets_of(view, defender)[1:], 1):
        return Odds(Phrase("odds.pressure_lets_win", {**words, "times": good}), chances, "PM-E18")
    return Odds(Phrase("odds.pressure", words), chances, "PM-5.4")


def _faces(view: View, home: bool) -> Sequence[int]:
    return view.rules.home_faces if home else view.rules.colony_faces


def _planet_chances(view: View, seat: int, faces: Sequence[int]) -> list[Chance]:
    board = view.seats[seat]
    gains = _gains(view, seat)
    return [
        _chance(
            view,
            seat,
            names.PLANET_FACES[face],
            faces.count(face),
            wins(view, board, face) or (gains and face == names.RACE),
        )
        for face in dict.fromkeys(faces)
    ]


def _chance(view: View, seat: int, word: str, times: int, good: bool) -> Chance:
    race = view.seats[seat].race
    return Chance(face_label(race, word), times, SIDES, glyph(race, word), good)


def _gains(view: View, seat: int) -> bool:
    """PM-4.2: whether a die that the seat rolls to the race face brings a colony."""
    race = view.seats[seat].race
    return race >= 0 and view.rules.numbers.race_gain[race] > 0 and bool(view.galaxy)


def _held(view: View, seat: int) -> bool:
    """PM-4.1: whether a die that stands in the way may not be rerolled in this turn."""
    board = view.seats[seat]
    return not view.rules.reroll_fresh and any(die.fresh and not wins(view, board, die.face) for die in board.colonies)


def _complete(view: View, seat: int, kept: Sequence[tuple[int, int]], rolled: int) -> bool:
    """PM-6.1, PM-6.7: whether the seat wins at the check point of this roll if the dice that are rolled fall well."""
    check = view.rules.win_check
    if check == END_OF_OWN_TURN or (check != ANY_TIME and seat != view.active):
        return False
    return is_complete(view, seat, kept, rolled)


# Powers


def conquered(view: View, seat: int, other: int) -> Odds:
    """PM-5.2, PM-5.3: attack against defence, and before it influence against influence."""
    mine, theirs = view.seats[seat].totals, view.seats[other].totals
    words: dict[str, Any] = {"attack": mine.attack, "defense": theirs.defense, "defender": {"seat": other}}
    if mine.attack <= theirs.defense:
        return Odds(Phrase("odds.attack_fails", words), rule="PM-5.3")
    if view.rules.influence_cancel and theirs.influence > mine.influence:
        words |= {"mine": mine.influence, "theirs": theirs.influence}
        return Odds(Phrase("odds.attack_cancelled", words), rule="PM-5.2")
    return Odds(Phrase("odds.attack_wins", words), rule="PM-5.3")


def allowed(view: View, seat: int, code: int) -> Odds:
    """PM-5.3: what becomes of the attack that is not cancelled."""
    attack = view.seats[seat if view.attack is None else view.attack.attacker].totals.attack
    defense = view.seats[seat].totals.defense
    key = "odds.allow_loses" if attack > defense else "odds.allow_holds"
    return Odds(Phrase(key, {"attack": attack, "defense": defense}), rule="PM-5.3")


def destroyed(view: View, seat: int, die: int) -> Odds:
    """PM-5.4: what power the defender loses."""
    face = weapon_face(view, die)
    words = {
        "attack": view.rules.numbers.attack[face],
        "defense": view.rules.numbers.defense[face],
        "defender": {"seat": _defender(view)},
    }
    return Odds(Phrase("odds.takes_power" if words["defense"] else "odds.takes_no_power", words), rule="PM-5.4")


def given_up(view: View, seat: int, die: int) -> Odds:
    """PM-5.5: what power goes back to the supply with a weapon die."""
    face = weapon_face(view, die)
    words = {"attack": view.rules.numbers.attack[face], "defense": view.rules.numbers.defense[face]}
    return Odds(Phrase("odds.costs_power" if words["defense"] else "odds.costs_no_power", words), rule="PM-5.5")


def _defender(view: View) -> int:
    return -1 if view.attack is None else view.attack.defender


# Votes


def proposed(view: View, seat: int, candidate: int) -> Odds:
    """PM-5.9: whether the own votes carry the motion, or those of the candidate stop it."""
    mine, total = view.seats[seat].totals.votes, _all_votes(view)
    words: dict[str, Any] = {"mine": mine, "total": total, "need": total // 2 + 1, "candidate": {"seat": candidate}}
    if not view.seats[candidate].fleet:
        return Odds(Phrase("odds.council_idle", words), rule="PM-5.10")
    theirs = view.seats[candidate].totals.votes
    if 2 * mine > total:
        return Odds(Phrase("odds.council_passes", words), rule="PM-5.9")
    if candidate != seat and 2 * theirs >= total:
        return Odds(Phrase("odds.council_stopped", {**words, "theirs": theirs}), rule="PM-5.9")
    return Odds(Phrase("odds.council", words), rule="PM-5.9")


def voted_yes(view: View, seat: int, code: int) -> Odds | None:
    """PM-5.9: how far a yes goes, with the votes that are known."""
    return _vote(view, seat, 1)


def voted_no(view: View, seat: int, code: int) -> Odds | None:
    """PM-5.9: how far a no goes, with the votes that are known; a tie fails."""
    return _vote(view, seat, 0)


def _vote(view: View, seat: int, vote: int) -> Odds | None:
    motion = view.motion
    if motion is None:
        return None
    total = _all_votes(view)
    words: dict[str, Any] = {"total": total, "candidate": {"seat": motion.candidate}}
    if not view.seats[motion.candidate].fleet:
        return Odds(Phrase("odds.council_idle", words), rule="PM-5.10")
    sums = [0, 0]
    for other, given in {**motion.votes, seat: vote}.items():
        sums[given] += view.seats[other].totals.votes
    if 2 * sums[1] > total:
        key = "vote_passes"
    elif 2 * sums[0] >= total:
        key = "vote_fails"
    else:
        key = "vote_yes" if vote else "vote_no"
    need = total // 2 + 1 if vote else total - total // 2
    return Odds(Phrase(f"odds.{key}", {**words, "votes": sums[vote], "need": need}), rule="PM-5.9")


def _all_votes(view: View) -> int:
    return sum(board.totals.votes for board in view.seats)


_MAKERS: Final[dict[str, Callable[[View, int, int], Odds | None]]] = {
    actions.CHOOSE_RACE.name: raced,
    actions.BUILD.name: built,
    actions.REROLL.name: rerolled_weapon,
    actions.MANAGE.name: rerolled_planet,
    actions.CONQUER.name: conquered,
    actions.COUNCIL.name: proposed,
    actions.ALLOW.name: allowed,
    actions.INVASION.name: invaded,
    actions.DESTRUCTION.name: destroyed,
    actions.PRESSURE.name: pressed,
    actions.DISCARD.name: given_up,
    actions.LOSE.name: given_up,
    actions.YES.name: voted_yes,
    actions.NO.name: voted_no,
}
