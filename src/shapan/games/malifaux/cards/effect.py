"""Effects (crews 2): one operation with its parameters, as an interpreter takes it; `operations` has them all."""
# Stays plain: msgspec reads what its classes declare

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any, ClassVar

from shapan.games.malifaux.cards.kinds import CardStruct


class Effect(CardStruct, frozen=True, kw_only=True, tag_field="op"):
    """An operation; each has a class of its own with its parameters."""

    op: ClassVar[str]

    @property
    def values(self) -> dict[str, Any]:
        """Return the parameters that are given or have a default, by name."""
        row = {name: getattr(self, name) for name in self.__struct_fields__}
        return {name: value for name, value in row.items() if value is not None and value != ()}

    @property
    def branches(self) -> list[tuple[Effect, ...]]:
        """Return the lists of effects inside it: of an option, of a part of an ability, of a release each its own."""
        found: list[Any] = []
        for value in self.values.values():
            if isinstance(value, tuple):
                is_row = isinstance(value[0], Effect)
                found += [value] if is_row else [getattr(one, "effects", one) for one in value]
        return [row for row in found if isinstance(row, tuple) and row and isinstance(row[0], Effect)]


def walked(effects: Iterable[Effect]) -> Iterator[Effect]:
    """Yield effects with those inside them, in the order in which they are written."""
    for effect in effects:
        yield effect
        for row in effect.branches:
            yield from walked(row)
