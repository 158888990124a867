"""PM-5.6..5.11: council. Everybody votes (D8); a candidate who is voted down loses a weapon die (D9)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from shapan.engine.question import question
from shapan.engine.table import Table
from shapan.games.planet_masters import actions, events
from shapan.games.planet_masters.formulas import tally, votes
from shapan.games.planet_masters.rules.conquer import weakest
from shapan.games.planet_masters.state import NOT_GIVEN, SECRET, Motion, PlanetMasters


def council(state: PlanetMasters, table: Table[PlanetMasters], proposer: int, candidate: int) -> None:
    """PM-5.6..5.10: one motion; it uses up the Action step."""
    motion = state.motion = Motion(proposer, candidate, [NOT_GIVEN] * state.seats)
    table.tell(events.MOTION, proposer, candidate)
    take_votes(state, table, motion)
    no, yes = tally(state, motion.votes)
    if yes > no:  # PM-5.9: a tie fails
        table.tell(events.MOTION_PASSED, candidate, yes, no)
        lose_weapon(state, table, candidate)
    else:
        table.tell(events.MOTION_FAILED, candidate, yes, no)
    state.motion = None


def take_votes(state: PlanetMasters, table: Table[PlanetMasters], motion: Motion) -> None:
    """PM-5.7, PM-5.8, PM-5.11: everybody votes, at once and hidden until all are in; or one after another.

    [ruling] Votes are told from the seat after the proposer on; given at once, their order means nothing.
    """
    if state.ruleset.sequential:
        for seat in order_of_votes(state, motion):
            motion.votes[seat] = int(table.ask(ask_vote_openly, seat) == actions.DO_YES)
            table.tell(events.VOTE_OPEN, seat, motion.votes[seat], votes(state, seat))
        return
    answers = table.ask_all(ask_vote, range(state.seats))
    state.disclose()
    for seat, answer in enumerate(answers):
        motion.votes[seat] = int(answer == actions.DO_YES)
    if table.on:
        for seat in order_of_votes(state, motion):
            table.tell(events.VOTES, seat, motion.votes[seat], votes(state, seat))


def order_of_votes(state: PlanetMasters, motion: Motion) -> list[int]:
    """PM-5.8: the seats from the one after the proposer on."""
    return [(motion.proposer + 1 + turn) % state.seats for turn in range(state.seats)]


def show_votes(state: PlanetMasters, answers: Mapping[int, Sequence[int] | None]) -> None:
    """Add the votes of a vote that is not complete: that a seat has voted, and what, where that is known."""
    if state.motion is not None:
        for seat, codes in answers.items():
            state.motion.votes[seat] = SECRET if codes is None else int(codes[0] == actions.DO_YES)


def lose_weapon(state: PlanetMasters, table: Table[PlanetMasters], candidate: int) -> None:
    """PM-5.9, PM-5.10: the candidate gives up a weapon die of his choice, if he has one."""
    if not state.fleet[candidate]:
        table.tell(events.NOTHING, candidate)
        return
    die = table.pick(ask_lose, candidate)
    table.tell(events.LOST, candidate, state.faces[die])
    state.to_supply(candidate, die)


def may_be_candidate(state: PlanetMasters, proposer: int, candidate: int) -> bool:
    """PM-5.6: any player, unless an option bars the proposer himself or players without weapon dice."""
    if candidate == proposer and not state.ruleset.council_self:
        return False
    return state.ruleset.council_unarmed or bool(state.fleet[candidate])


@question("vote", "PM-5.7", actions.YES, actions.NO, open=True, secret=True, plan=True)
def ask_vote(state: PlanetMasters, seat: int, arg: int) -> Sequence[int]:
    """D8: yes or no with all votes together."""
    return (actions.DO_YES, actions.DO_NO)


@question("vote", "PM-5.7", actions.YES, actions.NO, open=True, plan=True)
def ask_vote_openly(state: PlanetMasters, seat: int, arg: int) -> Sequence[int]:
    """D8 with `vote_mode`=sequential: every vote is seen at once."""
    return (actions.DO_YES, actions.DO_NO)


@ask_vote.by_default
@ask_vote_openly.by_default
def vote_no(state: PlanetMasters, seat: int, arg: int) -> int:
    """Section 5: no."""
    return actions.DO_NO


@question("lose_weapon", "PM-5.9", actions.LOSE, open=True, why="not_own_weapon")
def ask_lose(state: PlanetMasters, seat: int, arg: int) -> Sequence[int]:
    """D9: one own weapon die."""
    return state.fleet[seat]


@ask_lose.by_default
def lose_the_weakest(state: PlanetMasters, seat: int, arg: int) -> int:
    """Section 5: the weakest."""
    return weakest(state, seat)[0]
