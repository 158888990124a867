"""What a seat sees of a match as one row of numbers 0..1, and the names of its columns.

First the view (by the game's `observe`), then the question: which seat of the match the observer is, who is asked,
which prompt, its argument, the picks made so far of an answer of several, and the parameters of candidates. Nothing
goes in but the view and what every frame tells the seat.
"""

from __future__ import annotations

from array import array
from collections.abc import Mapping, Sequence
from typing import Any, Final

import numpy as np

from shapan.adapters.action_index import CANDIDATES, ActionIndex
from shapan.adapters.encoder import Encoder, Numbers, Row
from shapan.engine.decision import Decision
from shapan.engine.game import Game

ARGUMENT_BITS: Final = 16
"""So many low bits of a question's argument are columns."""


class Observation:
    """The layout of a game's observations for a number of seats."""

    def __init__(self, game: Game[Any], seats: int, index: ActionIndex) -> None:
        self.game = game
        self.seats = seats
        self.index = index
        self.prompts = {prompt: place for place, prompt in enumerate(game.prompts)}
        """Of each question its column, also of those that share a key."""
        own = type(game).observe is not Game.observe
        self._encoder = None if own or game.view_class is None else Encoder(game.view_class, seats)
        self.view_width = len(game.observation_names(seats)) if self._encoder is None else self._encoder.width
        many = any(prompt.many for prompt in game.prompts)
        self._asked = self.view_width + seats
        self._prompt = self._asked + seats
        self._argument = self._prompt + len(self.prompts)
        self._picks = self._argument + ARGUMENT_BITS
        self._candidates = self._picks + (len(index) if many else 0)
        self.width = self._candidates + sum(CANDIDATES * (1 + len(f.parameters)) for f in index.families)
        self._blank = array("f", bytes(4 * self.width))

    @property
    def is_derived(self) -> bool:
        """Whether the columns of the view follow from its declarations; a game may have columns of its own."""
        return self._encoder is not None

    @property
    def places(self) -> tuple[int, int, int, int, int, int]:
        """How many columns the view takes; where who is asked, the question, its argument and the picks begin; all."""
        return self.view_width, self._asked, self._prompt, self._argument, self._picks, self.width

    def names(self) -> list[str]:
        """Return a name for each column."""
        names = [
            *self.game.observation_names(self.seats),
            *(f"observer={seat}" for seat in range(self.seats)),
            *(f"asked+{turn}" for turn in range(self.seats)),
            *(f"prompt={key}" for key in numbered([prompt.key for prompt in self.prompts])),
            *(f"argument.bit{bit}" for bit in range(ARGUMENT_BITS)),
        ]
        if self._candidates > self._picks:
            names += [f"picked {name}" for name in self.index.names]
        for family in self.index.families:
            for place in range(CANDIDATES):
                names.append(f"{family.name} #{place}")
                names += [f"{family.name} #{place} {name}" for name, _ in family.parameters]
        return names

    def row(
        self,
        view: Any,
        seat: int,
        waiting: Sequence[int],
        decision: Decision[Any] | None = None,
        offered: Mapping[int, int] | None = None,
        picked: Sequence[int] = (),
    ) -> Row:
        """Return the row of a seat: its view, who is asked, and its own open decision with what is offered."""
        row = self._blank[:]
        if self._encoder is None:
            row[: self.view_width] = array("f", self.game.observe(view, self.seats, seat))
        else:
            self._encoder.write(view, seat, row)
        self._asking(row, seat, waiting, decision, offered, picked)
        return np.frombuffer(row, np.float32)

    def entries(
        self,
        view: Any,
        seat: int,
        waiting: Sequence[int],
        decision: Decision[Any] | None = None,
        offered: Mapping[int, int] | None = None,
        picked: Sequence[int] = (),
    ) -> dict[int, float]:
        """Return the numbers of `row` that are not 0, by column."""
        found: dict[int, float] = {}
        if self._encoder is None:
            found.update((at, x) for at, x in enumerate(self.game.observe(view, self.seats, seat)) if x)
        else:
            self._encoder.write(view, seat, found)
        self._asking(found, seat, waiting, decision, offered, picked)
        return found

    def _asking(
        self,
        row: Numbers,
        seat: int,
        waiting: Sequence[int],
        decision: Decision[Any] | None,
        offered: Mapping[int, int] | None,
        picked: Sequence[int],
    ) -> None:
        row[self.view_width + seat] = 1.0
        for other in waiting:
            if other >= 0:
                row[self._asked + (other - seat) % self.seats] = 1.0
        if decision is not None:
            self._question(row, decision, offered or {}, picked)

    def _question(
        self, row: Numbers, decision: Decision[Any], offered: Mapping[int, int], picked: Sequence[int]
    ) -> None:
        row[self._prompt + self.prompts[decision.prompt]] = 1.0
        argument = decision.arg & ((1 << ARGUMENT_BITS) - 1)
        while argument:
            bit = argument & -argument
            row[self._argument + bit.bit_length() - 1] = 1.0
            argument ^= bit
        for place, code in enumerate(picked, 1):  # later picks weigh more, so that the order can be read
            if code in self.index.places:
                row[self._picks + self.index.places[code]] = place / len(picked)
        if self.index.families:
            self._write_candidates(row, offered)

    def _write_candidates(self, row: Numbers, offered: Mapping[int, int]) -> None:
        """Write what stands behind the places that mean another action at each decision."""
        at = self._candidates
        for family in self.index.families:
            first, step = self.index.wide[family.number], 1 + len(family.parameters)
            for place in range(CANDIDATES):
                code = offered.get(first + place)
                if code is None:
                    break
                start = at + place * step
                row[start] = 1.0
                for shift, value in enumerate(family.values(code), 1):
                    row[start + shift] = value / max(1, family.parameters[shift - 1][1].size - 1)
            at += CANDIDATES * step


def numbered(words: Sequence[str]) -> list[str]:
    """Return words that are there several times with their number from the second on."""
    return [word if word not in words[:at] else f"{word} #{words[:at].count(word)}" for at, word in enumerate(words)]
