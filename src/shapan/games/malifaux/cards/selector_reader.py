"""Reads selectors, numbers and conditions (crews 2.2, 2.3): each may stand inside another."""

from __future__ import annotations

from typing import Any, Final

from shapan.games.malifaux.cards import selector as fields
from shapan.games.malifaux.cards import words
from shapan.games.malifaux.cards.data import told
from shapan.games.malifaux.cards.expression import COMPARISONS, parse
from shapan.games.malifaux.cards.expression_words import FLAG
from shapan.games.malifaux.cards.row import Row, shown
from shapan.games.malifaux.cards.selector import Comparison, Expression, Selector, number

MOST: Final = 9_999
_REACHES: Final = ("within", "aura", "pulse")
_KNOWN: Final = {"station": words.STATIONS, "not_station": words.STATIONS, "terrain": words.TRAITS}
"""The words of those lists, where not any will do."""


def read_selector(row: Row, key: str) -> Selector:
    """Read a field that holds a selector."""
    value = row.raw(key)
    if isinstance(value, str):
        if value not in words.WHO and value not in row.names:
            raise row.fault(key, f"needs a selector or one of {', '.join(words.WHO)}, not {shown(value)}")
        return Selector(side=value)
    return _selector(row.inside(key, value))


def _selector(row: Row) -> Selector:
    reaches = [reach for reach in _REACHES if row.has(reach)]
    if len(reaches) > 1:
        raise row.fault(reaches[1], f"cannot stand beside {reaches[0]}")
    if row.has("aura") or row.has("pulse"):
        row.flag("los")  # both have it anyway
    who = (*words.WHO, *sorted(row.names))
    values: dict[str, Any] = {key: row.flag(key) for key in fields.FLAGS}
    values |= {key: row.maybe(key) for key in fields.ANSWERS}
    values |= {key: row.identifier(key) if row.has(key) else "" for key in fields.IDS}
    values |= {key: row.word(key, who, "") for key in fields.SINGLE}
    values |= {key: row.word(key, choices, "") for key, choices in fields.WORDS.items()}
    values |= {
        of: row.words(key, _KNOWN.get(key, who)) if key in _KNOWN or key == "except" else row.identifiers(key)
        for key, of in fields.LISTS.items()
    }
    values |= {key: _comparison(row, key) for key in fields.COMPARED}
    selector = Selector(
        side=row.word("side", (*words.SIDES, *who), "any"),
        reach=reaches[0] if reaches else "",
        inches=read_number(row, reaches[0]) if reaches else None,
        of=read_selector(row, "of") if row.has("of") else None,
        count=read_number(row, "count") if row.has("count") else None,
        when=read_condition(row, "when") if row.has("when") else None,
        any_of=read_selectors(row, "any_of"),
        **values,
    )
    row.close()
    return selector


def read_selectors(row: Row, key: str) -> tuple[Selector, ...]:
    """Read a list of selectors; nothing is none."""
    values = row.values(key)
    holder = row.numbered(key, values)
    return tuple(read_selector(holder, str(at)) for at in range(len(values)))


def read_number(row: Row, key: str) -> Expression:
    """Read a field that holds a number: an integer, an expression, or `{"number_of": selector}` [ruling]."""
    return _expression(row, key, row.raw(key))[0]


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


def _comparison(row: Row, key: str) -> Comparison | None:
    if not row.has(key):
        return None
    value = row.fields[key]
    if isinstance(value, int) and not isinstance(value, bool):
        return Comparison("=", _expression(row, key, value)[0])
    words_of = value.strip() if isinstance(value, str) else ""
    for sign in sorted(COMPARISONS, key=len, reverse=True):
        if words_of.startswith(sign):
            return Comparison(sign, told(row, key, words_of[len(sign) :], parse, "comparison")[0])
    raise row.fault(key, f"needs a comparison as '< sz(self)', not {shown(value)}")
