"""A lean match, driven from outside: the rules wait on a stack of their own while a question is open.

No records, no events, no undo, and nothing runs twice: for loops that play millions of matches. The rules run in a
greenlet; an answer lets them go on where they asked. Same seed and same answers are the same match as `Match` plays.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Self

import greenlet

from shapan.engine.chance import key_of
from shapan.engine.decision import Closed, Decision, Frozen
from shapan.engine.game import Game
from shapan.engine.prompt import Prompt, S
from shapan.engine.segment import CHANCE, ENGINE, Pending
from shapan.engine.situation import Situation
from shapan.engine.table import Table, next_scripted

Answers = list[tuple[int, list[int]]]
"""Seat and codes of each answer, in the order in which they were given; for `CHANCE` the value that fell."""


class ParkedTable(Table[S]):
    """A table that hands the open question to whoever drives the match and waits for its answer."""

    __slots__ = ("driver", "fault", "game", "pending")

    def __init__(self, game: Game[S], state: S) -> None:
        super().__init__(state)
        self.game = game
        self.driver: greenlet.greenlet | None = None
        """Who waits for the rules to come to a question; None while the rules wait."""
        self.pending: Pending[S] | None = None
        self.fault: BaseException | None = None

    def ask(self, prompt: Prompt[S], seat: int, arg: int = 0) -> int:
        only = prompt.forced_answer(self.state, seat, arg)
        if only is not None:
            return only[0]
        return self.park(Pending(prompt, [seat], arg, many=False, together=False))  # type: ignore[no-any-return]

    def ask_many(self, prompt: Prompt[S], seat: int, arg: int = 0) -> list[int]:
        only = prompt.forced_answer(self.state, seat, arg)
        if only is not None:
            return only
        return self.park(Pending(prompt, [seat], arg, many=True, together=False))  # type: ignore[no-any-return]

    def ask_all(self, prompt: Prompt[S], seats: Sequence[int], arg: int = 0) -> list[int]:
        return [row[0] for row in self._ask_all(Pending(prompt, list(seats), arg, many=False, together=True))]

    def ask_all_many(self, prompt: Prompt[S], seats: Sequence[int], arg: int = 0) -> list[list[int]]:
        return self._ask_all(Pending(prompt, list(seats), arg, many=True, together=True))

    def _ask_all(self, pending: Pending[S]) -> list[list[int]]:
        prompt, given = pending.prompt, pending.given
        assert prompt is not None
        for seat in pending.seats:
            only = prompt.forced_answer(self.state, seat, pending.arg)
            if only is not None:
                given[seat] = only
                pending.by[seat] = ENGINE
        if len(given) < len(pending.seats):
            self.park(pending)
        return [given[seat][:] for seat in pending.seats]

    def park(self, pending: Pending[S]) -> Any:
        """Wait for the answer to a question and return it; for several seats at once, until `given` is complete."""
        self.pending = pending
        driver = self.driver
        assert driver is not None
        return driver.switch()


class OpenTable(ParkedTable[S]):
    """A parked table at which every draw is a question to the seat `CHANCE`."""

    __slots__ = ()

    def roll(self, stream: int, sides: int = 6) -> int:
        return self.draw(stream, range(1, sides + 1))

    def draw(self, stream: int, pool: Sequence[int]) -> int:
        chance = self.state.chance
        if chance.scripts and (script := chance.scripted(stream, pool)) is not None:
            value = next_scripted(script, stream, pool)
        else:
            open_ = Pending[S](None, [CHANCE], 0, many=False, together=False, stream=stream, pool=list(pool))
            value = self.park(open_)
        self.state.info += 1
        return value


def run_matches(table: ParkedTable[Any]) -> None:
    """Run the rules at one table after another, each to the end of its match: what a greenlet does.

    To make one costs as much as ten answers, so it is kept from match to match.
    """
    while True:
        state = table.state
        try:
            table.game.play_out(state, table)
        except greenlet.GreenletExit:  # nobody is left to answer
            raise
        except BaseException as fault:  # noqa: BLE001 - the driver's stack is where it belongs
            table.fault = fault
        state.agenda.clear()
        table.pending = None
        driver = table.driver
        assert driver is not None
        table = driver.switch()


class Stepper(Situation[S]):
    """A match without records. `again` begins another one under the same options, cheaper than the first.

    A copy, a pickle, and a match that goes on in another thread run once from the seed with the answers given.
    """

    def __init__(
        self,
        game: Game[S],
        seats: int,
        options: Mapping[str, Any] | None = None,
        seed: int | str | bytes = 1,
        open_chance: bool = False,
    ) -> None:
        self.game = game
        self.seats = seats
        self.given_options = dict(options or {})
        self.open_chance = open_chance
        self._start = game.start(self.given_options, seats, b"")
        self._rules: greenlet.greenlet | None = None
        self._begin(key_of(seed))

    def again(self, seed: int | str | bytes = 1) -> Self:
        """Return the beginning of another match. If this one is over, the new one has its stack."""
        new = object.__new__(type(self))
        new.game, new.seats, new.given_options = self.game, self.seats, self.given_options
        new.open_chance, new._start = self.open_chance, self._start
        new._rules = None
        if self.pending is None:
            new._rules, self._rules = self._rules, None
        new._begin(key_of(seed))
        return new

    def _begin(self, key: bytes) -> None:
        self.key = key
        self.log: Answers = []
        """The answers given so far; not to be changed."""
        self._run()

    @property
    def waiting(self) -> list[int]:
        """The seats whose answers are awaited, lowest first; `CHANCE` for an open draw."""
        return sorted(self.decisions) or ([] if self.pending is None else [CHANCE])

    # Answers

    def answer(self, seat: int, codes: Sequence[int] | int) -> None:
        """Check an answer and carry it out. Raises Refusal, and nothing has changed."""
        self.give(seat, self.checked(seat, [codes] if isinstance(codes, int) else codes))

    def give(self, seat: int, codes: list[int]) -> None:
        """Carry out an answer that is known to be legal. An error in the rules takes it back, and is raised."""
        if seat not in self.decisions and seat not in self.waiting:
            raise Closed("no such decision is open")
        self.log.append((seat, codes))
        try:
            self._take(seat, codes)
        except BaseException:
            self.log.pop()
            self._run_again()
            raise

    def fall(self, value: int) -> None:
        """Say what falls at an open draw. Raises Refusal for a value that cannot."""
        self._check_fall(value)
        self.give(CHANCE, [value])

    def _take(self, seat: int, codes: list[int]) -> None:
        pending = self.pending
        assert pending is not None
        if not pending.together:
            self._go_on(codes[:] if pending.many else codes[0])
            return
        pending.given[seat] = codes
        del self.decisions[seat]
        if not self.decisions:
            self._go_on(None)

    # The rules on their stack

    def _run(self) -> None:
        """Let the rules run from the beginning of the match to the first question."""
        state = self._start.copy()
        state.chance.rekey(self.key)
        self.live = state
        self.ordinals = [0] * self.seats
        self._table = OpenTable(self.game, state) if self.open_chance else ParkedTable(self.game, state)
        if self._rules is None:
            self._rules = greenlet.greenlet(run_matches)
        self._go_on(self._table)

    def _run_again(self) -> None:
        """Begin at the seed, on a new stack of this thread, and give all answers again."""
        self._rules = None
        self._run()
        for seat, codes in self.log:
            self._take(seat, codes)

    def _go_on(self, value: Any) -> None:
        """Let the rules go on with the value that `ask` returns, to the next open question or the end."""
        table, rules = self._table, self._rules
        assert rules is not None
        table.driver = greenlet.getcurrent()
        try:
            rules.switch(value)
        except greenlet.error:  # the stack is in the thread that made it
            self._run_again()
            return
        table.driver = None
        self.pending = pending = table.pending
        self.decisions = {}
        if pending is None:
            if table.fault is not None:
                self._raise(table)
        elif pending.prompt is not None:
            ordinals = self.ordinals
            for seat in pending.seats:
                if seat not in pending.given:
                    ordinals[seat] += 1
                    self.decisions[seat] = Decision(seat, ordinals[seat], pending.prompt, pending.arg)

    def _raise(self, table: ParkedTable[S]) -> None:
        fault, table.fault = table.fault, None
        assert fault is not None
        try:
            raise fault
        finally:
            del fault  # else it would hold this frame, and the frame it

    # Copies

    def clone(self) -> Self:
        """Return an independent match in the same situation."""
        new = object.__new__(type(self))
        new.__dict__.update(self.__dict__)
        new.log = self.log[:]
        new._run_again()
        return new

    def __copy__(self) -> Self:
        return self.clone()

    def __deepcopy__(self, memo: dict[int, Any]) -> Self:
        return self.clone()

    def __reduce__(self) -> tuple[Any, ...]:
        start = (self.game, self.seats, self.given_options, self.key, self.open_chance)
        return _stored, (start, self.game.rules_version, self.log)


def _stored(start: tuple[Any, ...], rules_version: int, log: Answers) -> Stepper[Any]:
    """Return a match that was pickled. Raises Frozen if the rules have changed since."""
    new: Stepper[Any] = Stepper(*start)
    if new.game.rules_version != rules_version:
        raise Frozen("the match was stored under other rules")
    new.log = list(log)
    new._run_again()
    return new
