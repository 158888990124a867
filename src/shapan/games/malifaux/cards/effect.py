"""Effects (crews 2): one operation with its parameters, as an interpreter takes it; `operations` has them all."""
# Stays plain: msgspec reads what its classes declare

from __future__ import annotations

from typing import Any, ClassVar

from msgspec import Struct

from shapan.games.malifaux.cards.amount import Amount
from shapan.games.malifaux.cards.selector import Expression, Selector


class Effect(Struct, frozen=True, kw_only=True, tag_field="op"):
    """An operation; each has a class of its own with its parameters.

    By the names that they have in files they are read by those who take effects of any kind: words, bots, pictures.
    """

    op: ClassVar[str]
    attributes: ClassVar[dict[str, str]]
    """By the name of a parameter in files, its attribute."""

    @property
    def values(self) -> dict[str, Any]:
        """Return the parameters that are given or have a default, by their names in files."""
        row = {name: getattr(self, attribute) for name, attribute in self.attributes.items()}
        return {name: value for name, value in row.items() if value is not None and value != ()}

    def has(self, name: str) -> bool:
        value = self._value(name)
        return value is not None and value != ()

    def _value(self, name: str) -> Any:
        return getattr(self, self.attributes.get(name, ""), None)

    def who(self, name: str = "who") -> Selector:
        found: Selector = self._value(name)
        return found

    def number(self, name: str) -> Expression:
        """Return a number or a condition."""
        found: Expression = self._value(name)
        return found

    def amount(self, name: str = "amount") -> Amount:
        found: Amount = self._value(name)
        return found

    def flag(self, name: str) -> bool:
        """Return true or false; nothing is false."""
        return self._value(name) is True

    def word(self, name: str, default: str = "") -> str:
        """Return a word, an id or suits."""
        return self._value(name) or default

    def words(self, name: str) -> tuple[str, ...]:
        """Return a list of words or modifiers; nothing is none."""
        return self._value(name) or ()

    def effects(self, name: str = "effects") -> tuple[Effect, ...]:
        """Return the effects inside; nothing is none."""
        return self._value(name) or ()

    def options(self) -> tuple[tuple[Effect, ...], ...]:
        """Return the lists of effects one of which is chosen."""
        return self._value("options") or ()
