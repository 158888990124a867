"""Reads selectors, numbers and conditions (crews 2.2, 2.3): each may stand inside another."""

from __future__ import annotations

from typing import Any, Final

from shapan.games.malifaux.cards import words
from shapan.games.malifaux.cards.amount import Amount
from shapan.games.malifaux.cards.data import told
from shapan.games.malifaux.cards.expression import COMPARISONS, parse
from shapan.games.malifaux.cards.expression_tree import Comparison, Expression, number
from shapan.games.malifaux.cards.expression_words import FLAG
from shapan.games.malifaux.cards.kinds import read, reads
from shapan.games.malifaux.cards.row import Row, shown
from shapan.games.malifaux.cards.selector import REACHES, Selector

MOST: Final = 9_999


@reads("who")
def read_selector(row: Row, key: str) -> Selector:
    """Read a field that holds a selector."""
    value = row.raw(key)
    if isinstance(value, str):
        if value not in words.WHO and value not in row.names:
            raise row.fault(key, f"needs a selector or one of {', '.join(words.WHO)}, not {shown(value)}")
        return Selector(side=value)
    inner = row.inside(key, value)
    reaches = [reach for reach in REACHES if inner.has(reach)]
    if len(reaches) > 1:
        raise inner.fault(reaches[1], f"cannot stand beside {reaches[0]}")
    reach = reaches[0] if reaches else ""
    return read(Selector, inner, reach=reach, inches=read_number(inner, reach) if reach else None)


@reads("selectors")
def _selectors(row: Row, key: str) -> tuple[Selector, ...]:
    values = row.values(key)
    holder = row.numbered(key, values)
    return tuple(read_selector(holder, str(at)) for at in range(len(values)))


def _singles(row: Row) -> tuple[str, ...]:
    """Return the words of single things, and the models that may be named beside them."""
    return (*words.WHO, *sorted(row.names))


@reads("single")
def _single(row: Row, key: str) -> str:
    return row.word(key, _singles(row))


@reads("singles")
def _several(row: Row, key: str) -> tuple[str, ...]:
    return row.words(key, _singles(row))


@reads("side")
def _side(row: Row, key: str) -> str:
    return row.word(key, (*words.SIDES, *_singles(row)))


@reads("number")
def read_number(row: Row, key: str) -> Expression:
    """Read a field that holds a number: an integer, an expression, or `{"number_of": selector}` [ruling]."""
    return _expression(row, key, row.raw(key))[0]


@reads("condition")
def read_condition(row: Row, key: str) -> Expression:
    """Read a field that holds a condition: an expression that is true or false, a `number_of` that finds something, or
    `{"all": [condition, …]}` [ruling].
    """
    tree, gives = _expression(row, key, row.raw(key))
    if gives != FLAG and tree.op != "number_of":
        raise row.fault(key, "needs a condition that is true or false, not a number")
    return tree


def _expression(row: Row, key: str, value: Any) -> tuple[Expression, str]:
    if isinstance(value, int) and not isinstance(value, bool):
        if abs(value) > MOST:
            raise row.fault(key, f"needs a number of -{MOST} to {MOST}, not {shown(value)}")
        return number(value), "number"
    if isinstance(value, str):
        return told(row, key, value, parse, "expression")
    if not isinstance(value, dict):
        raise row.fault(key, f"needs a number or an expression, not {shown(value)}")
    inner = row.inside(key, value)
    if inner.has("number_of"):
        tree = Expression("number_of", selector=read_selector(inner, "number_of"))
        inner.close()
        return tree, "number"
    parts = inner.values("all")
    if not parts:
        raise row.fault(key, "needs number_of with a selector, or all with a list of conditions")
    holder = inner.numbered("all", parts)
    tree = Expression("all", parts=tuple(read_condition(holder, str(at)) for at in range(len(parts))))
    inner.close()
    return tree, FLAG


@reads("comparison")
def _comparison(row: Row, key: str) -> Comparison:
    value = row.fields[key]
    if isinstance(value, int) and not isinstance(value, bool):
        return Comparison("=", _expression(row, key, value)[0])
    words_of = value.strip() if isinstance(value, str) else ""
    for sign in sorted(COMPARISONS, key=len, reverse=True):
        if words_of.startswith(sign):
            return Comparison(sign, told(row, key, words_of[len(sign) :], parse, "comparison")[0])
    raise row.fault(key, f"needs a comparison as '< sz(self)', not {shown(value)}")


@reads("amount")
def _amount(row: Row, key: str) -> Amount:
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
