"""PM-5.6..5.11: council. Everybody votes (D8); a candidate who is voted down loses a weapon die (D9)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from shapan.engine.prompt import Prompt, Reason
from shapan.engine.table import Table
from shapan.games.planet_masters.actions import (
    DO_NO,
    DO_YES,
    E_LOST,
    E_MOTION,
    E_MOTION_FAILED,
    E_MOTION_PASSED,
    E_NOTHING,
    E_VOTE_OPEN,
    E_VOTES,
    LOSE,
    NO,
    YES,
)
from shapan.games.planet_masters.formulas import votes
from shapan.games.planet_masters.rules.conquer import weakest
from shapan.games.planet_masters.state import PlanetMasters


def council(state: PlanetMasters, table: Table[PlanetMasters], proposer: int, candidate: int) -> None:
    """PM-5.6..5.10: one motion; it uses up the Action step."""
    state.proposer, state.candidate = proposer, candidate
    state.votes = [-1] * state.seats
    table.tell(E_MOTION, proposer, candidate)
    take_votes(state, table, proposer)
    yes = no = 0
    for seat, vote in enumerate(state.votes):
        if vote:
            yes += votes(state, seat)
        else:
            no += votes(state, seat)
    if yes > no:  # PM-5.9: a tie fails
        table.tell(E_MOTION_PASSED, candidate, yes, no)
        lose_weapon(state, table, candidate)
    else:
        table.tell(E_MOTION_FAILED, candidate, yes, no)
    state.proposer = state.candidate = -1
    state.votes = []


def take_votes(state: PlanetMasters, table: Table[PlanetMasters], proposer: int) -> None:
    """PM-5.7, PM-5.8, PM-5.11: everybody votes, at once and hidden until all are in; or one after another.

    [ruling] Votes are told from the seat after the proposer on; given at once, their order means nothing.
    """
    order = [(proposer + 1 + turn) % state.seats for turn in range(state.seats)]
    if state.ruleset.sequential:
        for seat in order:
            state.votes[seat] = int(table.ask(ASK_VOTE_OPENLY, seat) == DO_YES)
            table.tell(E_VOTE_OPEN, seat, state.votes[seat], votes(state, seat))
        return
    answers = table.ask_all(ASK_VOTE, range(state.seats))
    state.disclose()
    for seat, answer in enumerate(answers):
        state.votes[seat] = int(answer == DO_YES)
    if table.on:
        for seat in order:
            table.tell(E_VOTES, seat, state.votes[seat], votes(state, seat))


def lose_weapon(state: PlanetMasters, table: Table[PlanetMasters], candidate: int) -> None:
    """PM-5.9, PM-5.10: the candidate gives up a weapon die of his choice, if he has one."""
    if not state.fleet[candidate]:
        table.tell(E_NOTHING, candidate)
        return
    die = LOSE.value(table.ask(ASK_LOSE, candidate))
    table.tell(E_LOST, candidate, state.faces[die])
    state.to_supply(candidate, die)


def may_be_candidate(state: PlanetMasters, proposer: int, candidate: int) -> bool:
    """PM-5.6: any player, unless an option bars the proposer himself or players without weapon dice."""
    if candidate == proposer and not state.ruleset.council_self:
        return False
    return state.ruleset.council_unarmed or bool(state.fleet[candidate])


class AskVote(Prompt[PlanetMasters]):
    """D8: yes or no with all votes together."""

    key = "vote"
    rule = "PM-5.7"
    open = True
    secret = True
    families = (YES, NO)

    def legal(self, state: PlanetMasters, seat: int, arg: int) -> Sequence[int]:
        return (DO_YES, DO_NO)

    def default(self, state: PlanetMasters, seat: int, arg: int) -> int:
        return DO_NO


class AskVoteOpenly(AskVote):
    """D8 with `vote_mode`=sequential: every vote is seen at once."""

    secret = False


class AskLose(Prompt[PlanetMasters]):
    """D9: one own weapon die."""

    key = "lose_weapon"
    rule = "PM-5.9"
    open = True
    families = (LOSE,)

    def legal(self, state: PlanetMasters, seat: int, arg: int) -> Sequence[int]:
        return [LOSE.codes[die] for die in state.fleet[seat]]

    def default(self, state: PlanetMasters, seat: int, arg: int) -> int:
        return LOSE.codes[weakest(state, seat)[0]]

    def why_not(self, state: PlanetMasters, seat: int, arg: int, code: int) -> Reason:
        return Reason("PM-5.9", "not_own_weapon")


ASK_VOTE: Final = AskVote()
ASK_VOTE_OPENLY: Final = AskVoteOpenly()
ASK_LOSE: Final = AskLose()
