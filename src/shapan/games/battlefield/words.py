"""13.1: how units are named: `militia@salt_flats`, `militia@salt_flats#2`, `militia` where there is one, `hidden@…`."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from shapan.engine.kinds import UNKNOWN, Kind
from shapan.engine.words import Words
from shapan.games.battlefield import names
from shapan.games.battlefield.records import ABOARD, AT, OPEN, TAG
from shapan.games.battlefield.state import Battlefield

HIDDEN = "hidden"


def name_of(state: Battlefield, unit: int) -> str | None:
    """13.1: the name of a unit: its card, where it stands, which of several alike; `hidden` where it is not known."""
    if unit not in state.units.marks[TAG]:
        return None
    card = state.card(unit)
    at = state.of(unit, AT)
    word = names.CARDS[card] if card != UNKNOWN else HIDDEN
    alike = [one for one in like(state, at) if state.card(one) == card]
    number = alike.index(unit) + 1
    return f"{word}@{names.TERRITORIES[at]}" + (f"#{number}" if number > 1 else "")


def like(state: Battlefield, territory: int) -> list[int]:
    """Return all units and crews in a territory, in their order."""
    marks = state.units.marks
    return [unit for unit, at in zip(marks[TAG], marks[AT], strict=True) if at == territory]


def target_name(state: Battlefield, target: int) -> str | None:
    """13.4: the name of what an Attack card is aimed at: a unit or a territory."""
    if target >= names.UNIT.size:
        return names.TERRITORIES[target - names.UNIT.size]
    return name_of(state, target)


def find(state: Battlefield, word: Any) -> int:
    """Return the unit of a name. Raises ValueError: no name, none there, several."""
    if not isinstance(word, str):
        raise ValueError(f"{word!r} is not the name of a unit")
    card, _, place = word.partition("@")
    territory, _, number = place.partition("#")
    found = named(state, card, territory)
    if place and number:
        found = found[int(number) - 1 : int(number)] if number.isdecimal() and int(number) else []
    elif place:
        found = found[:1]
    if len(found) != 1:
        raise ValueError(f"{word!r} is {'no unit on the table' if not found else 'the name of several units'}")
    return found[0]


def named(state: Battlefield, card: str, territory: str) -> Sequence[int]:
    """Return the units of a card, in a territory if one is named; `hidden` are those that lie face down."""
    marks = state.units.marks
    rows = zip(marks[TAG], state.units.cards, marks[AT], marks[OPEN], marks[ABOARD], strict=True)
    if territory and territory not in names.TERRITORIES:
        raise ValueError(f"{territory!r} is no territory")
    return [
        unit
        for unit, one, at, is_open, _ in rows
        if (not is_open if card == HIDDEN else names.CARDS[one] == card)
        and (not territory or names.TERRITORIES[at] == territory)
    ]


class UnitWords(Words):
    """The words of units and targets in a position; all else by its kind."""

    def __init__(self, state: Battlefield) -> None:
        self.state = state

    def word(self, kind: Kind, value: int) -> Any:
        if kind is names.UNIT:
            return name_of(self.state, value)
        if kind is names.ASKED:
            return name_of(self.state, self.state.putting)
        return target_name(self.state, value) if kind is names.TARGET else super().word(kind, value)

    def number(self, kind: Kind, word: Any) -> int:
        if kind is names.UNIT:
            return find(self.state, word)
        if kind is names.ASKED:
            if find(self.state, word) != self.state.putting:
                raise ValueError(f"{word!r} is not the unit that is asked for")
            return 0
        if kind is names.TARGET:
            if word in names.TERRITORIES:
                return names.UNIT.size + names.TERRITORIES.index(word)
            return find(self.state, word)
        return super().number(kind, word)
