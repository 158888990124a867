"""Effects of cards: the notation of C0, and whom it means. Each operation stands at the function that carries it out.

A cell such as `morale-1; roll<=4: population-2` is read when all chapters are there (`game.py`). A condition
(`roll<=4:`, `if food<6:`, `unless adm pays:`) governs everything that stands behind it in its cell.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any, Final

from shapan.engine.effects import Effects, EffectSource, Selector
from shapan.engine.kinds import Enum, Kind
from shapan.games.battlestar import names

if TYPE_CHECKING:
    from shapan.games.battlestar.state import Battlestar, Table  # which reads the cards, and so this

EFFECTS: Final[Effects[Battlestar]] = Effects()


# Roles


def holders(state: Battlestar, here: EffectSource, number: int) -> list[int]:
    """Return President and Admiral, by seat."""
    return [seat for seat in range(state.seats) if seat in (state.president, state.admiral)]


def everybody(state: Battlestar, here: EffectSource, number: int) -> list[int]:
    """Return the humans clockwise from the current player (R48)."""
    return [seat for seat in state.clockwise(state.active) if not state.revealed[seat]]


def human(state: Battlestar, seat: int) -> list[int]:
    """Return a seat if it is a human: effects never mean revealed Cylons (12.6), nor a title that lies unused (R39)."""
    return [seat] if seat >= 0 and not state.revealed[seat] else []


def decider(state: Battlestar, seat: int) -> list[int]:
    """Return the holder of a title, without one the current player (R39)."""
    return [state.active if seat < 0 else seat]


WHOM: Final[Selector[Battlestar]] = Selector(
    cur=lambda state, here, number: human(state, state.active),
    adm=lambda state, here, number: human(state, state.admiral),
    pres=lambda state, here, number: human(state, state.president),
    each=everybody,
)
"""Whom an effect means."""
DECIDER: Final[Selector[Battlestar]] = Selector(
    cur=lambda state, here, number: decider(state, state.active),
    adm=lambda state, here, number: decider(state, state.admiral),
    pres=lambda state, here, number: decider(state, state.president),
)
"""Who decides."""
CUR, ADM, PRES, EACH = range(4)
OWNER: Final[Selector[Battlestar]] = Selector(
    cur=lambda state, here, number: [state.active],
    any=lambda state, here, number: list(range(state.seats)),
    pres_or_adm=holders,
)
"""Whose cards are looked at."""
ANY: Final = OWNER.number("any")
PRES_OR_ADM: Final = OWNER.number("pres_or_adm")


# Ships

_LETTERS: Final = {"BS": names.BASESTAR, "R": names.RAIDER, "H": names.HEAVY, "V": names.VIPER, "C": names.CIVILIAN}
Picture = tuple[tuple[int, int, int], ...]
"""What is placed: rows of area, unit and number."""


class Pictures(Kind):
    """The pictures of ships that effects place, `0: BS 3R; 3: 2C`, by number."""

    def __init__(self) -> None:
        self.rows: list[Picture] = []

    def number(self, word: Any) -> int:
        self.rows.append(read_ships(word))
        return len(self.rows) - 1


def read_ships(text: str) -> Picture:
    """Return what a picture places. Raises ValueError for a word that is no ship."""
    rows = []
    for part in filter(None, (piece.strip() for piece in text.split(";"))):
        area, _, ships = part.partition(":")
        for word in ships.split():
            found = re.fullmatch(r"(\d*)(BS|[RHVC])", word)
            if found is None:
                raise ValueError(f"{word!r} is no ship")
            rows.append((int(area), _LETTERS[found[2]], int(found[1] or 1)))
    return tuple(rows)


PICTURE: Final = Pictures()
COLONIAL_ONE: Final = len(names.LOCATIONS)
"""The place that means every location of Colonial One."""

PLACES: Final = Enum((*names.LOCATIONS, "colonial_one"))


# What chapters below that of actions (BSG-5) begin

ACT: Final = EFFECTS.number("act")


def act(state: Battlestar, table: Table, seat: int) -> None:
    """BSG-5.1: one action of a seat, or a pass; see `rules.actions`."""
    EFFECTS.call(ACT, state, table, seat)
