"""Amounts of damage, healing and shortening: fixed, or by the band of a flip (MFX-6.1, 6.10, 6.16)."""

from __future__ import annotations

from dataclasses import dataclass

from shapan.games.malifaux.cards.row import Row
from shapan.games.malifaux.cards.selector import Expression
from shapan.games.malifaux.cards.selector_reader import read_number


@dataclass(frozen=True, slots=True)
class Amount:
    """Either one number for all, or one each for weak, moderate and severe, which needs a flip."""

    bands: tuple[Expression, ...]

    @property
    def is_flipped(self) -> bool:
        """Whether a flip says which number it is."""
        return len(self.bands) == 3

    def track(self) -> tuple[int, ...]:
        """Return the printed numbers, if that is what they are, else nothing."""
        return tuple(part.value for part in self.bands) if all(part.is_fixed() for part in self.bands) else ()


def read_amount(row: Row, key: str) -> Amount:
    """Read a number, three numbers or an expression."""
    value = row.raw(key)
    if isinstance(value, list):
        if len(value) != 3 or not all(isinstance(part, int) and not isinstance(part, bool) for part in value):
            raise row.fault(key, "needs a number, three numbers or an expression")
        holder = row.numbered(key, value)
        return Amount(tuple(read_number(holder, str(at)) for at in range(3)))
    if isinstance(value, bool) or not isinstance(value, int | str | dict):
        raise row.fault(key, "needs a number, three numbers or an expression")
    return Amount((read_number(row, key),))
