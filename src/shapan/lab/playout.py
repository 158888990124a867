"""Playing the matches of a plan: a playout where no bot thinks, else a stepped match.

Both ways give the same match for bots that do not think: they draw from one stream for the match, and are asked by the
same table on the state as it then is.
"""

from __future__ import annotations

import traceback
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any, Final

from shapan import bots
from shapan.bots import Bot
from shapan.engine.actions import DONE
from shapan.engine.chance import Stream, derive
from shapan.engine.game import Game, Outcome
from shapan.engine.match import Match
from shapan.engine.prompt import Prompt, S
from shapan.engine.segment import BOT
from shapan.engine.state import State
from shapan.engine.table import Policy, PolicyTable
from shapan.lab import watchdog
from shapan.lab.errors import LabError, MatchError
from shapan.lab.in_cpp import AT_ONCE, quick
from shapan.lab.plan import Plan
from shapan.native.looks import use

PATIENCE: Final = 10
"""A match is given up after so many times the decisions that the game declares as its bound."""
_LAST: Final = 1_000
"""So many decisions before that say who keeps it going."""

Choice = tuple[Prompt[Any], int, int]
"""Prompt, seat and code."""
Watch = Callable[[Any], None]
"""watch(state): is shown the state whenever a bot is asked that has a choice."""


class Endless(Exception):
    """A bot never lets the match end."""


@dataclass(slots=True)
class Played:
    """A match that was played."""

    number: int
    lineup: Sequence[str]
    state: State
    outcome: Outcome | None
    chosen: Sequence[Choice]
    """The first code of the answer to each decision, in their order; `DONE` for an answer without picks."""
    picks: Sequence[Choice]
    """The further codes of answers made of several picks."""
    answers: Sequence[tuple[int, ...]]
    """The answer to each decision whole: all its codes."""


class CountingTable(PolicyTable[S]):
    """A table that keeps what was chosen where there was a choice."""

    __slots__ = ("asked", "chosen", "most", "picks", "watch", "whole")

    def __init__(self, state: S, policy: Policy[S], most: int, watch: Watch | None = None) -> None:
        super().__init__(state, policy)
        self.watch = watch
        self.chosen: list[Choice] = []
        self.picks: list[Choice] = []
        self.whole: list[tuple[int, ...]] = []
        self.most = most
        self.asked: tuple[Prompt[S], int] | None = None
        """Which question of which seat a bot was at when it failed."""

    @property
    def answers(self) -> int:
        """How many answers have been given."""
        return len(self.chosen) + len(self.picks)

    @contextmanager
    def asking(self, prompt: Prompt[S], seat: int) -> Iterator[None]:
        """Keep who is asked what if that fails."""
        try:
            yield
        except BaseException:
            self.asked = prompt, seat
            raise

    def choose(self, prompt: Prompt[S], seat: int, arg: int, options: Sequence[int], picked: Sequence[int]) -> int:
        try:
            return self.policy(self.state, prompt, seat, arg, options, picked)
        except BaseException:  # as in `asking`, which costs more than most answers
            self.asked = prompt, seat
            raise

    def ask(self, prompt: Prompt[S], seat: int, arg: int = 0) -> int:
        options = prompt.legal(self.state, seat, arg)
        if len(options) == 1:
            return options[0]
        self.show()
        code = self.choose(prompt, seat, arg, options, ())
        self.chosen.append((prompt, seat, code))
        self.whole.append((code,))
        if len(self.chosen) > self.most:
            raise Endless
        return code

    def ask_many(self, prompt: Prompt[S], seat: int, arg: int = 0) -> list[int]:
        picked: list[int] = []
        choice = False
        while options := prompt.offers(self.state, seat, arg, picked):
            if len(options) == 1:
                code = options[0]
            else:
                if not choice:
                    self.show()
                choice = True
                code = self.choose(prompt, seat, arg, options, picked)
            if code == DONE:
                break
            picked.append(code)
        if choice:
            self.note(prompt, seat, picked)
        return picked

    def show(self) -> None:
        """Show the state to whoever watches."""
        if self.watch is not None:
            self.watch(self.state)

    def note(self, prompt: Prompt[S], seat: int, codes: Sequence[int]) -> None:
        """Keep an answer."""
        self.chosen.append((prompt, seat, codes[0] if codes else DONE))
        self.whole.append(tuple(codes))
        self.picks += [(prompt, seat, code) for code in codes[1:]]
        if len(self.chosen) > self.most:
            raise Endless


def play(plan: Plan, first: int, count: int, watch: Watch | None = None) -> Iterator[Played]:
    """Play the matches `first`, `first` + 1 and so on, in C++ where that can be, which makes no difference.

    Raises MatchError for one that cannot be played.
    """
    game, by_name = plan.definition(), plan.bots()
    fast = quick(plan) if watch is None else None
    for begin in range(first, first + count, AT_ONCE):
        numbers = range(begin, min(begin + AT_ONCE, first + count))
        for number, ended in zip(numbers, [None] * len(numbers) if fast is None else fast.play(numbers), strict=True):
            if ended is None:
                yield play_one(game, plan, number, by_name, watch=watch)
            else:
                state, chosen, picks, whole = ended
                yield Played(number, plan.lineup(number), state, game.outcome(state), chosen, picks, whole)


@contextmanager
def _failures(plan: Plan, number: int, table: CountingTable[Any]) -> Iterator[None]:
    """Turn what goes wrong in a match into one line: which match, which bot at which question, and where."""
    named = f"match {number} of seed {plan.seed!r}"
    lineup = plan.lineup(number)
    try:
        with watchdog.watched(plan.patience, lambda: table.answers):
            yield
    except Endless:
        often = Counter((prompt.key, seat) for prompt, seat, _ in table.chosen[-_LAST:]).most_common(3)
        who = ", ".join(f"{lineup[seat]} at seat {seat} ({key})" for (key, seat), _ in often)
        raise MatchError(
            f"{named} is not over after {table.most:,} decisions; the last ones are most often by {who}"
        ) from None
    except watchdog.Stuck as error:
        told = f"has not answered {table.asked[0].key}" if table.asked else "the rules have asked nobody"
        told = f"{_who(table, lineup)}{told} for {plan.patience:g} s ({_place(error)})"
        raise MatchError(f"{named} stands still: {told}") from None
    except Exception as error:  # a bot or a game of somebody: say which match, and where
        says = f"{type(error).__name__}: {error} ({_place(error)})"
        raise MatchError(f"{named} failed: {_who(table, lineup, ': ')}{says}") from error


def _who(table: CountingTable[Any], lineup: Sequence[str], behind: str = " ") -> str:
    """Return which bot was asked, with a separator behind it; "" where none was."""
    return f"{lineup[table.asked[1]]} at seat {table.asked[1]}{behind}" if table.asked else ""


def _place(error: BaseException) -> str:
    """Return file and line of an error, the last ones that are none of the clock's."""
    place = [frame for frame in traceback.extract_tb(error.__traceback__) if frame.filename != watchdog.__file__][-1]
    return f"{place.filename}, line {place.lineno}"


def play_one(
    game: Game[Any],
    plan: Plan,
    number: int,
    by_name: Mapping[str, Bot],
    stepped: bool = False,
    watch: Watch | None = None,
) -> Played:
    """Play one match of a plan; with `stepped` as a stepped match also where nobody thinks."""
    key, lineup = plan.key(number), plan.lineup(number)
    players = {seat: by_name[name] for seat, name in enumerate(lineup)}
    policy = bots.policy(game, players, Stream(derive(key, "bots")))
    most = PATIENCE * game.max_decisions
    if stepped or any(bot.thinks for bot in players.values()):
        match = Match(game, plan.seats, plan.options, key, hashes=False)
        table = CountingTable(match.live, policy, most, watch)
        with _failures(plan, number, table):
            _answer_all(match, table, players)
        return Played(number, lineup, match.live, match.outcome, table.chosen, table.picks, table.whole)
    state = game.start(plan.options, plan.seats, key)
    table = CountingTable(state, policy, most, watch)
    with _failures(plan, number, table):
        game.play_out(state, table)
    return Played(number, lineup, state, game.outcome(state), table.chosen, table.picks, table.whole)


def replay(plan: Plan, number: int, hashes: bool = True) -> Match[Any]:
    """Play one match of a plan as a stepped match; with `hashes` as one that can be kept."""
    game, key = plan.definition(), plan.key(number)
    try:
        by_name = plan.bots()
    except bots.UnknownBot as error:
        raise LabError(str(error)) from None
    players = {seat: by_name[name] for seat, name in enumerate(plan.lineup(number))}
    policy = bots.policy(game, players, Stream(derive(key, "bots")))
    if any(bot.thinks for bot in players.values()):
        use()
    match = Match(game, plan.seats, plan.options, key, hashes=hashes)
    table = CountingTable(match.live, policy, PATIENCE * game.max_decisions)
    with _failures(plan, number, table):
        _answer_all(match, table, players)
    return match


def _answer_all(match: Match[Any], table: CountingTable[Any], players: Mapping[int, Bot]) -> None:
    while not match.over:
        _answer(match, table, players)


def _answer(match: Match[Any], table: CountingTable[Any], players: Mapping[int, Bot]) -> None:
    """Answer the open question for the first of its seats that has not answered, in the order of the rules."""
    pending = match.pending
    assert pending is not None
    seat = next(seat for seat in pending.seats if seat not in pending.given)
    decision = match.decisions[seat]
    prompt, arg = decision.prompt, decision.arg
    table.state = match.live
    if not players[seat].thinks:
        codes = table.ask_many(prompt, seat, arg) if prompt.many else [table.ask(prompt, seat, arg)]
    else:
        options = [] if prompt.many else match.legal(seat)
        only = prompt.only_answer(match.live, seat, arg) if prompt.many else options if len(options) == 1 else None
        if only is None:
            table.show()
        codes = only or []
        if only is None:
            with table.asking(prompt, seat):
                codes = bots.answer(players[seat], match, seat)
            table.note(prompt, seat, codes)
    match.answer(seat, codes, by=BOT)
