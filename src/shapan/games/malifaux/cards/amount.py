"""Amounts of damage, healing and shortening: fixed, or by the band of a flip (MFX-6.1, 6.10, 6.16)."""

from __future__ import annotations

from dataclasses import dataclass

from shapan.games.malifaux.cards.expression_tree import Expression


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
