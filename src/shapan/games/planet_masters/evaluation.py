"""How options are rated for bots (greedy play), from the view alone; a whole table is judged in `judgement.py`.

The plan is that of section 10: until the Galaxy is empty every point is a chance of a colony; then power and influence
take colonies from the leader. It knows the ways out of the deadlock: council with a lead in votes, surplus resources
turned into influence, weapons rolled on while the Galaxy lasts, planets rerolled when there is nothing to build with.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final

from shapan.engine.actions import DONE
from shapan.games.planet_masters import actions, names
from shapan.games.planet_masters.formulas import beats, excess, is_complete, is_win_face, may_cancel, tally
from shapan.games.planet_masters.rules.manage import manageable
from shapan.games.planet_masters.ruleset import ANY_TIME, END_OF_OWN_TURN
from shapan.games.planet_masters.state import PlanetMasters

WORTH: Final = (11, 20, 30, 4, 8, 0)
"""Worth of a weapon face in tenths of a point of attack, in the order of 4.2."""
MEAN_WORTH: Final = 12
COLONY_WORTH: Final = 20
"""What the sixth of a colony adds to a roll while the Galaxy is not empty; more than a fortress loses."""


def rate_build(view: PlanetMasters, seat: int, code: int) -> int:
    """Build to the limit; then reroll the worst weapon, any weapon while a colony may come of it.

    Whoever has won once the turn ends (PM-6.7) rolls nothing that might bring a colony on a wrong face.
    """
    if view.galaxy and wins_at_the_end(view, seat):
        return 0 if code == actions.DO_END else -1
    if code == actions.DO_BUILD:
        return 100
    if not actions.REROLL.has(code):
        return 0
    return MEAN_WORTH - WORTH[view.faces[actions.REROLL.value(code)]] + (COLONY_WORTH if view.galaxy else 0)


def rate_manage(view: PlanetMasters, seat: int, code: int) -> int:
    """Reroll what does not count for victory, and surplus influence or resource on the way there."""
    return int(code != DONE and actions.MANAGE.value(code) in rerolls(view, seat))


def rerolls(view: PlanetMasters, seat: int) -> list[int]:
    """Return the planet dice worth rerolling, as numbers of `actions.DICE`."""
    faces, planets, dice = view.faces, view.planets(seat), manageable(view, seat)
    bad = [die for die in dice if not is_win_face(view, seat, die)]
    if len(planets) >= view.ruleset.win_planets:
        return bad
    if not guards_on_race(view, seat):
        bad += [die for die in dice[1:] if faces[die] == names.RACE and is_win_face(view, seat, die)]
    giving = (names.RESOURCE, names.RACE) if view.ability(seat).resources else (names.RESOURCE,)
    resources = [die for die in dice if faces[die] in giving]
    others = [die for die in dice if die not in resources and die not in bad]
    least, most = wanted_resources(view, seat)
    if len(resources) > most:
        bad += resources[: len(resources) - most]
    elif len(resources) < least:
        bad += others[: len(others) - (len(planets) - least)]
    return bad


def wanted_resources(view: PlanetMasters, seat: int) -> tuple[int, int]:
    """Return how many resource planets a seat wants at least and at most.

    About 60 % while the Galaxy lasts. Then: as it is while somebody can be invaded; none while the power is there and
    only the influence lacks; else enough to build with.
    """
    planets, fleet = len(view.planets(seat)), view.fleet[seat]
    some = max(1, (planets * 3 + 2) // 5)
    if view.galaxy:
        return some, some
    mine, rows = view.totals(seat), [view.totals(other) for other in range(view.seats) if other != seat]
    prey = [row for row in rows if row.planets > 1 and beats(mine, row)]
    if any(not may_cancel(view, mine, row) for row in prey):
        return 0, planets
    if prey:
        return 0, 0
    if len(fleet) == planets and all(WORTH[view.faces[die]] >= WORTH[names.BATTLESHIP] for die in fleet):
        return 0, planets // 2
    return some, some


def guards_on_race(view: PlanetMasters, seat: int) -> bool:
    """Tell whether a colony on `race` that counts for victory does more (PM-E26): builds, or keeps an attacker away."""
    return view.ability(seat).resources > 0 or (view.ruleset.pacal_influence and view.races[seat] == names.PACAL)


def rate_action(view: PlanetMasters, seat: int, code: int) -> int:
    """Invade the leader if possible, else destroy, else call a council on the leader.

    An attack that would win but may be cancelled costs nothing but the action (PM-E33), so it is better than none.
    """
    if actions.CONQUER.has(code):
        other = actions.CONQUER.value(code)
        mine, theirs = view.totals(seat), view.totals(other)
        if not beats(mine, theirs):
            return -1
        if may_cancel(view, mine, theirs):
            return 1 if view.colonies[other] or view.fleet[other] else -1
        if view.colonies[other]:
            return 100 + danger(view, other)
        return 50 + theirs.attack if view.fleet[other] else -1
    if actions.COUNCIL.has(code):
        other = actions.COUNCIL.value(code)
        if other == seat or not view.fleet[other] or not would_pass(view, seat, other):
            return -1
        return 10 + danger(view, other)
    return 0


def wins_at_the_end(view: PlanetMasters, seat: int) -> bool:
    """Tell whether the seat wins if its turn ends as the planets lie, and not before (PM-6.7)."""
    return view.ruleset.win_check == END_OF_OWN_TURN and is_complete(view, seat, view.planets(seat))


def danger(view: PlanetMasters, seat: int) -> int:
    """Return how near a seat is to victory: planets first, then win faces, then power."""
    totals = view.totals(seat)
    return 4 * totals.planets + 2 * totals.win_faces + min(totals.attack, 3)


def would_pass(view: PlanetMasters, seat: int, candidate: int) -> bool:
    """Tell whether a motion would pass if everybody votes as this bot does."""
    no, yes = tally(view, [int(voter == seat or votes_yes(view, voter, candidate)) for voter in range(view.seats)])
    return yes > no


def votes_yes(view: PlanetMasters, seat: int, candidate: int) -> bool:
    """Against others who own at least as many colonies as oneself."""
    if seat == candidate:
        return False
    return len(view.colonies[candidate]) >= len(view.colonies[seat])


def rate_spoils(view: PlanetMasters, seat: int, code: int) -> int:
    """Choose a colony, best one on a win face; else the strongest weapon; else shake a home die that counts.

    Nothing that would let the defender win, and no colony that might spoil a win at the end of the turn (PM-6.7).
    """
    defender = view.attack.defender if view.attack is not None else seat
    if actions.INVASION.has(code):
        taken = actions.INVASION.value(code)
        left = [die for die in view.planets(defender) if die != taken]
        if wins_at_the_end(view, seat) or (view.ruleset.win_check == ANY_TIME and is_complete(view, defender, left)):
            return -1
        return 101 if is_win_face(view, defender, taken) else 100
    if actions.DESTRUCTION.has(code):
        return 40 + WORTH[view.faces[actions.DESTRUCTION.value(code)]]
    if code == actions.DO_PRESSURE:
        if view.ruleset.win_check == ANY_TIME and is_complete(view, defender, view.colonies[defender], 1):
            return -1
        return 1 if is_win_face(view, defender, defender) else -1
    return 0


def rate_loss(view: PlanetMasters, seat: int, code: int) -> int:
    """Give up the least worthy dice: the excess, or one."""
    worst = sorted(view.fleet[seat], key=lambda die: (WORTH[view.faces[die]], die))
    return int(actions.ACTIONS.of(code).value(code) in worst[: max(1, excess(view, seat))])


def rate_vote(view: PlanetMasters, seat: int, code: int) -> int:
    """Yes against others who own at least as many colonies; the own motion always."""
    motion = view.motion
    if motion is None or motion.candidate == seat:
        return int(code != actions.DO_YES)
    yes = motion.proposer == seat or votes_yes(view, seat, motion.candidate)
    return int((code == actions.DO_YES) == yes)


RATINGS: Final[Mapping[str, Callable[[PlanetMasters, int, int], int]]] = {
    "choose_race": lambda view, seat, code: 0,  # all races are taken as equal
    "build": rate_build,
    "manage": rate_manage,
    "action": rate_action,
    "cancel": lambda view, seat, code: int(code == actions.DO_CANCEL),
    "spoils": rate_spoils,
    "discard_excess": rate_loss,
    "vote": rate_vote,
    "lose_weapon": rate_loss,
}
"""By question: how an option of a seat is rated; 0 is the worth of doing nothing."""
