"""What lies on the table of fate duel."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated, ClassVar, Final

from engine.toys.fate_duel import names
from shapan.engine.deck import hidden, own
from shapan.engine.fact import NOBODY, OPENLY, Figure, by_seat, fact
from shapan.engine.kinds import UNKNOWN, Cards, Count, Flag, Many
from shapan.engine.lasting import lasting_on
from shapan.engine.state import State
from shapan.engine.view import Record
from shapan.engine.zone import Zone

# Steps of the agenda

PLACE_STEP: Final = 1
TURN_STEP: Final = 2
ACT_STEP: Final = 3
CLOSE_STEP: Final = 4


@dataclass(slots=True)
class Model:
    """A model as it is written."""

    x: Annotated[int, names.PLACE]
    y: Annotated[int, names.PLACE]
    wounds: Annotated[int, names.WOUNDS]
    acts: Annotated[int, names.ACTS]
    lasting: Annotated[list[int], Many(names.WHILE, len(names.WHILES))]


@dataclass(slots=True, eq=False)
class Fate(State):
    MAX_SEATS: ClassVar[int] = 2

    turns: int = 4
    turn: int = fact(names.TURN, start=0)
    active: int = fact(names.SEAT, start=0)
    xs: list[int] = fact(start=[UNKNOWN] * 4)
    ys: list[int] = fact(start=[UNKNOWN] * 4)
    wounds: list[int] = fact(start=[0] * 4)
    """What is left, by model; 0 is killed."""
    acts: list[int] = fact(start=[0] * 4)
    points: list[int] = by_seat(names.POINTS, start=0)
    abilities: int = fact(start=0)
    lasting: list[tuple[int, ...]] = fact(start=())
    """FTD-7.3: model, ability, the moment that ends it, how often."""
    attacker: int = fact(names.MODEL)
    target: int = fact(names.MODEL)
    cheated: list[int] = by_seat(Flag(), start=0)
    boost: int = 0
    """FTD-8.2: what spent cards add to the total of the attack under way."""
    decks: list[Zone] = by_seat(names.PILE, at="deck", sees=NOBODY, start=lambda seat: hidden())
    hands: list[Zone] = by_seat(Cards(names.NAMES, names.HAND + 1), at="hand", start=own)
    flips: list[Zone] = by_seat(Cards(names.NAMES, 1), at="flip", start=lambda seat: Zone())
    discards: list[Zone] = by_seat(names.PILE, start=lambda seat: Zone())

    FIGURES: ClassVar = (
        Figure("seats.*.models", Many(Record(Model), 2)),
        Figure("seats.*.deck_size", Count(len(names.NAMES)), "decks[{i}].size()", sees=OPENLY),
    )

    def models(self, seat: int) -> list[Model]:
        """Return the models of a seat as they are written."""
        return [
            Model(self.xs[one], self.ys[one], self.wounds[one], self.acts[one], lasting_on(self.lasting, one))
            for one in (2 * seat, 2 * seat + 1)
        ]


def is_up(state: Fate, model: int) -> bool:
    """FTD-1.3: a model stands on the table once it is placed and until it is killed."""
    return state.xs[model] >= 0 and state.wounds[model] > 0


def others(state: Fate, model: int) -> list[int]:
    """Return the other models on the table."""
    return [other for other in range(4) if other != model and is_up(state, other)]
