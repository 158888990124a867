"""Judgement for bots, from the view alone: `rate` for one option (greedy play), `evaluate` for a whole table.

The plan is that of section 10: until the Galaxy is empty every point is a chance of a colony; then power and influence
take colonies from the leader. It knows the ways out of the deadlock: council with a lead in votes, surplus resources
turned into influence, weapons rolled on while the Galaxy lasts, planets rerolled when there is nothing to build with.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

from shapan.engine.actions import DONE
from shapan.engine.prompt import Prompt
from shapan.games.planet_masters import actions, names
from shapan.games.planet_masters.face import is_complete, planets_of, wins
from shapan.games.planet_masters.ruleset import ANY_TIME, END_OF_OWN_TURN
from shapan.games.planet_masters.view import Board, View

WORTH: Final = (11, 20, 30, 4, 8, 0)
"""Worth of a weapon face in tenths of a point of attack, in the order of 4.2."""
MEAN_WORTH: Final = 12
COLONY_WORTH: Final = 20
"""What the sixth of a colony adds to a roll while the Galaxy is not empty; more than a fortress loses."""


def rate(view: View, prompt: Prompt[Any], seat: int, code: int, picked: Sequence[int]) -> float:
    """Rate an option for a seat; 0 is the worth of doing nothing."""
    return _RATINGS[prompt.key](view, seat, code)


def rate_race(view: View, seat: int, code: int) -> int:
    """All races are taken as equal."""
    return 0


def rate_build(view: View, seat: int, code: int) -> int:
    """Build to the limit; then reroll the worst weapon, any weapon while a colony may come of it.

    Whoever has won once the turn ends (PM-6.7) rolls nothing that might bring a colony on a wrong face.
    """
    if view.galaxy and wins_at_the_end(view, seat):
        return 0 if code == actions.DO_END else -1
    if code == actions.DO_BUILD:
        return 100
    if not actions.REROLL.has(code):
        return 0
    die = actions.REROLL.value(code) - names.FIRST_WEAPON
    face = next(weapon.face for weapon in view.seats[seat].fleet if weapon.id == die)
    return MEAN_WORTH - WORTH[face] + (COLONY_WORTH if view.galaxy else 0)


def rate_manage(view: View, seat: int, code: int) -> int:
    """Reroll what does not count for victory, and surplus influence or resource on the way there."""
    return int(code != DONE and actions.MANAGE.value(code) in rerolls(view, seat))


def rerolls(view: View, seat: int) -> list[int]:
    """Return the planet dice worth rerolling, as numbers of `actions.DICE`."""
    board = view.seats[seat]
    free = view.rules.reroll_fresh
    dice = [(seat, board.home)]
    dice += [(die.id + names.FIRST_COLONY, die.face) for die in board.colonies if free or not die.fresh]
    bad = [die for die, face in dice if not wins(view, board, face)]
    if board.totals.planets >= view.win_planets:
        return bad
    if not guards_on_race(view, board):
        bad += [die for die, face in dice[1:] if face == names.RACE and wins(view, board, face)]
    resources = [
        die for die, face in dice if face == names.RESOURCE or (face == names.RACE and gives_resource(view, board))
    ]
    others = [die for die, face in dice if die not in resources and die not in bad]
    least, most = wanted_resources(view, seat)
    if len(resources) > most:
        bad += resources[: len(resources) - most]
    elif len(resources) < least:
        bad += others[: len(others) - (board.totals.planets - least)]
    return bad


def wanted_resources(view: View, seat: int) -> tuple[int, int]:
    """Return how many resource planets a seat wants at least and at most.

    About 60 % while the Galaxy lasts. Then: as it is while somebody can be invaded; none while the power is there and
    only the influence lacks; else enough to build with.
    """
    board = view.seats[seat]
    planets = board.totals.planets
    some = max(1, (planets * 3 + 2) // 5)
    if view.galaxy:
        return some, some
    prey = [other for other in rivals(view, seat) if view.seats[other].colonies and beats(view, seat, other)]
    if any(not may_cancel(view, seat, other) for other in prey):
        return 0, planets
    if prey:
        return 0, 0
    full = board.totals.fleet == board.totals.fleet_limit
    if full and all(WORTH[weapon.face] >= WORTH[names.BATTLESHIP] for weapon in board.fleet):
        return 0, planets // 2
    return some, some


def gives_resource(view: View, board: Board) -> bool:
    """Tell whether the home die on `race` gives a point in Build (PM-7.1)."""
    return board.race >= 0 and view.rules.numbers.race_resources[board.race] > 0


def guards_on_race(view: View, board: Board) -> bool:
    """Tell whether a colony on `race` that counts for victory does more (PM-E26): builds, or keeps an attacker away."""
    return gives_resource(view, board) or (view.rules.pacal_influence and board.race == names.PACAL)


def rate_action(view: View, seat: int, code: int) -> int:
    """Invade the leader if possible, else destroy, else call a council on the leader.

    An attack that would win but may be cancelled costs nothing but the action (PM-E33), so it is better than none.
    """
    if actions.CONQUER.has(code):
        other = actions.CONQUER.value(code)
        if not beats(view, seat, other):
            return -1
        board = view.seats[other]
        if may_cancel(view, seat, other):
            return 1 if board.colonies or board.fleet else -1
        if board.colonies:
            return 100 + danger(view, other)
        return 50 + board.totals.attack if board.fleet else -1
    if actions.COUNCIL.has(code):
        other = actions.COUNCIL.value(code)
        if other == seat or not view.seats[other].fleet or not would_pass(view, seat, other):
            return -1
        return 10 + danger(view, other)
    return 0


def wins_at_the_end(view: View, seat: int) -> bool:
    """Tell whether the seat wins if its turn ends as the planets lie, and not before (PM-6.7)."""
    return view.rules.win_check == END_OF_OWN_TURN and is_complete(view, seat, planets_of(view, seat))


def rivals(view: View, seat: int) -> list[int]:
    """Return the other seats."""
    return [other for other in range(len(view.seats)) if other != seat]


def beats(view: View, seat: int, other: int) -> bool:
    """Tell whether an attack would win (PM-5.3)."""
    return view.seats[seat].totals.attack > view.seats[other].totals.defense


def may_cancel(view: View, seat: int, other: int) -> bool:
    """Tell whether the defender has the influence to cancel (PM-5.2), if the match knows cancelling."""
    return view.rules.influence_cancel and view.seats[other].totals.influence > view.seats[seat].totals.influence


def danger(view: View, seat: int) -> int:
    """Return how near a seat is to victory: planets first, then win faces, then power."""
    totals = view.seats[seat].totals
    return 4 * totals.planets + 2 * totals.win_faces + min(totals.attack, 3)


def would_pass(view: View, seat: int, candidate: int) -> bool:
    """Tell whether a motion would pass if everybody votes as this bot does."""
    yes = no = 0
    for voter in range(len(view.seats)):
        if voter == seat or votes_yes(view, voter, candidate):
            yes += view.seats[voter].totals.votes
        else:
            no += view.seats[voter].totals.votes
    return yes > no


def votes_yes(view: View, seat: int, candidate: int) -> bool:
    """Against others who own at least as many colonies as oneself."""
    if seat == candidate:
        return False
    return view.seats[candidate].totals.planets >= view.seats[seat].totals.planets


def rate_cancel(view: View, seat: int, code: int) -> int:
    """Always cancel."""
    return int(code == actions.DO_CANCEL)


def rate_spoils(view: View, seat: int, code: int) -> int:
    """A colony, best one on a win face; else the strongest weapon; else shake a home die that counts.

    Nothing that would let the defender win, and no colony that might spoil a win at the end of the turn (PM-6.7).
    """
    attack = view.attack
    defender = attack.defender if attack is not None else seat
    board = view.seats[defender]
    if actions.INVASION.has(code):
        left = [row for row in planets_of(view, defender) if row[0] != actions.INVASION.value(code)]
        if wins_at_the_end(view, seat) or (view.rules.win_check == ANY_TIME and is_complete(view, defender, left)):
            return -1
        face = next(die.face for die in board.colonies if die.id == actions.INVASION.value(code) - names.FIRST_COLONY)
        return 101 if wins(view, board, face) else 100
    if actions.DESTRUCTION.has(code):
        face = next(die.face for die in board.fleet if die.id == actions.DESTRUCTION.value(code) - names.FIRST_WEAPON)
        return 40 + WORTH[face]
    if code == actions.DO_PRESSURE:
        if view.rules.win_check == ANY_TIME and is_complete(view, defender, planets_of(view, defender)[1:], 1):
            return -1
        return 1 if wins(view, board, board.home) else -1
    return 0


def rate_discard(view: View, seat: int, code: int) -> int:
    """Give up the least worthy dice."""
    board = view.seats[seat]
    excess = board.totals.fleet - board.totals.fleet_limit
    return int(actions.DISCARD.value(code) in worst(board)[:excess])


def rate_lose(view: View, seat: int, code: int) -> int:
    """Give up the least worthy die."""
    return int(actions.LOSE.value(code) in worst(view.seats[seat])[:1])


def worst(board: Board) -> list[int]:
    """Return the weapon dice of a board, the least worthy first, as numbers of `actions.DICE`."""
    return [die.id + names.FIRST_WEAPON for die in sorted(board.fleet, key=lambda die: (WORTH[die.face], die.id))]


def rate_vote(view: View, seat: int, code: int) -> int:
    """Yes against others who own at least as many colonies; the own motion always."""
    motion = view.motion
    if motion is None or motion.candidate == seat:
        return int(code != actions.DO_YES)
    yes = motion.proposer == seat or votes_yes(view, seat, motion.candidate)
    return int((code == actions.DO_YES) == yes)


_RATINGS: Final = {
    "choose_race": rate_race,
    "build": rate_build,
    "manage": rate_manage,
    "action": rate_action,
    "cancel": rate_cancel,
    "spoils": rate_spoils,
    "discard_excess": rate_discard,
    "vote": rate_vote,
    "lose_weapon": rate_lose,
}
