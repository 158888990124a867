"""Worlds to think in: what a seat holds for possible, played on at once at a table of the thinker's own.

A sampler holds the truth before its mark; a thinker gets the worlds behind it and nothing else.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Final, Generic

from mypy_extensions import mypyc_attr

from shapan.engine.actions import DONE
from shapan.engine.game import Game
from shapan.engine.match import Match
from shapan.engine.prompt import Prompt, S
from shapan.engine.segment import CHANCE, NO_CHOICE, PLAYER, Mark, Segment, world_keys
from shapan.engine.table import Finished, Table

_NOBODY: Final[frozenset[int]] = frozenset()


class Cut(BaseException):
    """Enough has been seen of a world; leaves the rules from any depth."""


@mypyc_attr(allow_interpreted_subclasses=True)
class WorldTable(Table[S]):
    """A table at which a sampled world is played on.

    Up to the open question it repeats what was answered; there everything that the seat cannot know is dealt again,
    and from then on the methods `answer…` decide. Subclasses write those, and may raise Cut in them. Events are told to
    a subclass that writes `tell`, from the beginning of the segment; `on` is for it to set.
    """

    __slots__ = (
        "_at",
        "_clocked",
        "_defaults",
        "_gone",
        "_mark",
        "_open_chance",
        "_replaying",
        "_resample",
        "_segment",
    )

    def __init__(self) -> None:
        self._replaying = False

    # For subclasses

    def begun(self) -> None:
        """Take note that the world has been dealt: `state` is what the seat holds for possible now."""

    def answer(self, prompt: Prompt[S], seat: int, arg: int) -> int:
        """Return a seat's answer to an open question."""
        raise NotImplementedError

    def answer_all(self, prompt: Prompt[S], seats: Sequence[int], arg: int) -> list[int]:
        """Return the answers of several seats that know nothing of each other's."""
        raise NotImplementedError

    def answer_many(self, prompt: Prompt[S], seat: int, arg: int) -> list[int]:
        """Return the picks of a seat."""
        raise NotImplementedError

    def answer_all_many(self, prompt: Prompt[S], seats: Sequence[int], arg: int) -> list[list[int]]:
        """Return the picks of several seats that know nothing of each other's."""
        raise NotImplementedError

    # What the rules see

    def enter(self, state: S, segment: Segment[S], mark: Mark, game: Game[S], gone: frozenset[int]) -> None:
        """Sit down at the beginning of a segment; `gone` are the seats that have left and play their defaults."""
        self.state, self.on = state, False
        self._segment, self._mark, self._resample = segment, mark, game.resample
        self._at, self._replaying, self._gone = 0, True, gone
        self._defaults: frozenset[int] = frozenset()
        self._clocked: frozenset[int] = frozenset()
        self._open_chance = False

    def ask(self, prompt: Prompt[S], seat: int, arg: int = 0) -> int:
        if self._replaying and (value := self._next()) is not None:
            return value  # type: ignore[no-any-return]
        self._clocked = _NOBODY
        if seat in self._gone:
            return prompt.default(self.state, seat, arg)
        return self.answer(prompt, seat, arg)

    def ask_all(self, prompt: Prompt[S], seats: Sequence[int], arg: int = 0) -> list[int]:
        if not seats:
            return []
        if self._replaying and (value := self._next()) is not None:
            return list(value)
        absent = self._absent()
        if absent.isdisjoint(seats):
            return self.answer_all(prompt, seats, arg)
        present = [seat for seat in seats if seat not in absent]
        given = dict(zip(present, self.answer_all(prompt, present, arg), strict=True)) if present else {}
        return [given[seat] if seat in given else prompt.default(self.state, seat, arg) for seat in seats]

    def ask_many(self, prompt: Prompt[S], seat: int, arg: int = 0) -> list[int]:
        if self._replaying and (value := self._next()) is not None:
            return list(value)
        self._clocked = _NOBODY
        if seat in self._gone:
            return prompt.default_many(self.state, seat, arg)
        return self.answer_many(prompt, seat, arg)

    def ask_all_many(self, prompt: Prompt[S], seats: Sequence[int], arg: int = 0) -> list[list[int]]:
        if not seats:
            return []
        if self._replaying and (value := self._next()) is not None:
            return [list(row) for row in value]
        absent = self._absent()
        if absent.isdisjoint(seats):
            return self.answer_all_many(prompt, seats, arg)
        present = [seat for seat in seats if seat not in absent]
        given = dict(zip(present, self.answer_all_many(prompt, present, arg), strict=True)) if present else {}
        return [given[seat] if seat in given else prompt.default_many(self.state, seat, arg) for seat in seats]

    def roll(self, stream: int, sides: int = 6) -> int:
        if self._replaying:
            return self._fallen() if self._open_chance else super().roll(stream, sides)
        state = self.state  # in a world that has been dealt no script says what falls
        state.info += 1
        return state.chance.number(stream, sides) + 1

    def draw(self, stream: int, pool: Sequence[int]) -> int:
        if self._replaying:
            return self._fallen() if self._open_chance else super().draw(stream, pool)
        state = self.state
        state.info += 1
        return pool[state.chance.number(stream, len(pool))]

    # The way to the mark

    def _absent(self) -> frozenset[int]:
        """Return the seats that give their default: who has left, and once those for whom the clock answered."""
        absent = self._gone | self._defaults
        self._clocked, self._defaults = self._defaults, _NOBODY
        return absent

    def is_own(self, seat: int) -> bool:
        if not self._replaying:
            return seat not in self._gone and seat not in self._clocked
        for place in range(self._at - 1, -1, -1):
            by = self._segment.entries[place].by
            if CHANCE not in by:
                return by.get(seat, PLAYER) not in NO_CHOICE
        return True

    def _next(self) -> Any:
        """Return the next answer that was given, or None when the open question is reached and the world dealt."""
        segment, at = self._segment, self._at
        if segment.mark is not None and at == segment.mark_at:
            self._deal(segment.mark)
        if at < len(segment.entries):
            self._at += 1
            return segment.entries[at].value
        self._deal(self._mark)
        self._replaying = False
        self.begun()
        return None

    def _deal(self, mark: Mark) -> None:
        mark.deal(self.state, self._resample)

    def _fallen(self) -> int:
        """Return what fell at an open draw before the open question."""
        self.state.info += 1
        self._at += 1
        return int(self._segment.entries[self._at - 1].value)


class Sampler(Generic[S]):
    """What a thinker may have of a match: its seat's view and question, and worlds that the seat holds for possible."""

    __slots__ = ("_match", "arg", "game", "ordinal", "prompt", "seat", "seats")

    def __init__(self, match: Match[S], seat: int) -> None:
        """Sample for a seat that is asked; the match must not be changed while the sampler is in use."""
        decision = match.decisions[seat]
        self._match = match
        self.game, self.seats, self.seat = match.game, match.seats, seat
        self.prompt, self.arg, self.ordinal = decision.prompt, decision.arg, decision.ordinal

    def legal(self, picked: Sequence[int] = ()) -> list[int]:
        """Return the options of the seat, or its next picks."""
        return self._match.legal(self.seat, picked)

    def answer(self, choose: Callable[[Sequence[int], Sequence[int]], int]) -> list[int]:
        """Return a whole answer: its code, or its picks, each chosen from the options and the picks before it."""
        picked: list[int] = []
        while options := self.legal(picked):
            code = choose(options, picked)
            if not self.prompt.many:
                return [code]
            if code == DONE:
                break
            picked.append(code)
        return picked

    def view(self) -> Any:
        """Return what the seat sees."""
        return self._match.view(self.seat)

    def play(self, seed: int | str | bytes, table: WorldTable[S]) -> S:
        """Play the world of a seed on at a table, to its end or to a Cut, and return its state."""
        match = self._match
        segment = match.segments[-1]
        state = segment.snapshot.copy()
        table.enter(state, segment, Mark(self.seat, *world_keys(seed)), match.game, frozenset(match.left))
        table._open_chance = match.open_chance
        pending = match.pending
        if pending is not None and pending.together:
            table._defaults = frozenset(seat for seat, by in pending.by.items() if by in NO_CHOICE)
        try:
            if match.leaving:  # who has left is dealt with at the next quiet point
                match.game.advance(state, table)
                for seat in match.leaving:
                    state.push(0, seat)
            match.game.play_out(state, table)
        except (Cut, Finished):
            pass
        return state


def match_of(sampler: Sampler[S]) -> Match[S]:
    """Return the match behind a sampler: the truth, for tables that play on what it deals, never for who thinks."""
    return sampler._match
