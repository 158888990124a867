"""Expressions (crews 2.3) as trees: how many, how far, or whether something holds."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from shapan.games.malifaux.cards.selector import Selector


@dataclass(frozen=True, slots=True)
class Expression:
    """A node of an expression: what it does, and of what.

    `number` has a value, `constant` a word of a table, `call` a word of the vocabulary with the words in its brackets,
    `number_of` a selector whose models or markers it counts; all others work on their parts.
    """

    op: str
    value: int = 0
    word: str = ""
    arguments: tuple[str, ...] = ()
    parts: tuple[Expression, ...] = ()
    selector: Selector | None = None

    def is_fixed(self) -> bool:
        """Say whether it is a number that is known already."""
        return self.op == "number"


def number(value: int) -> Expression:
    """Return the expression of an integer."""
    return Expression("number", value)


@dataclass(frozen=True, slots=True)
class Comparison:
    """A sign and what stands right of it: `< sz(self)`."""

    sign: str
    right: Expression
