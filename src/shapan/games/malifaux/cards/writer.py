"""Writes effects as a file has them: for positions, which hold what lasts. Reading it again gives the same."""

from __future__ import annotations

from typing import Any

from shapan.games.malifaux.cards.amount import Amount
from shapan.games.malifaux.cards.effect import Effect
from shapan.games.malifaux.cards.expression_tree import Comparison, Expression
from shapan.games.malifaux.cards.expression_words import EXPRESSION_WORDS, FUNCTIONS
from shapan.games.malifaux.cards.kinds import CardStruct, parameters
from shapan.games.malifaux.cards.part import AbilityPart, Release
from shapan.games.malifaux.cards.selector import Selector


def written(effect: Effect) -> dict[str, Any]:
    """Return an effect as an object of a file, defaults written out."""
    return {"op": effect.op} | {name: _value(value) for name, value in effect.values.items()}


def written_part(part: AbilityPart) -> dict[str, Any]:
    """Return a part of an ability."""
    return _fields(part) | {"scope": {part.scope: part.inches} if part.scope in {"aura", "within"} else part.scope}


def _fields(thing: CardStruct) -> dict[str, Any]:
    """Return an object of a file: without what has its default, but for what its struct says is written anyway."""
    row = {one: getattr(thing, one.attribute) for one in parameters(type(thing))}
    return {
        one.name: _value(value)
        for one, value in row.items()
        if value is not None and value != () and (value != one.default or one.name in thing.written)
    }


def _selector(selector: Selector) -> Any:
    """Return a selector: a word if it is no more than that."""
    row = _fields(selector)
    if selector.inches is not None:
        row[selector.reach] = written_expression(selector.inches)
    return selector.side if len(row) == 1 and selector.single() else row


def _release(release: Release) -> dict[str, Any]:
    return _fields(release) | {"on_pass" if release.test else "effects": _value(release.effects)}


def written_expression(tree: Expression) -> Any:
    """Return an expression: an integer, a line of text, or the object of a `number_of` or `all`."""
    if tree.selector is not None:
        return {"number_of": _selector(tree.selector)}
    if tree.op == "all":
        return {"all": [written_expression(part) for part in tree.parts]}
    return tree.value if tree.is_fixed() else _text(tree)


def _text(tree: Expression) -> str:
    parts = [_text(part) for part in tree.parts]
    if tree.op == "number":
        return str(tree.value)
    if tree.op == "constant":
        return tree.word
    if tree.op == "call":
        takes = EXPRESSION_WORDS[tree.word].takes
        return f"{tree.word}({', '.join(tree.arguments)})" if takes else tree.word
    if tree.op in FUNCTIONS:
        return f"{tree.op}({', '.join(parts)})"
    if tree.op == "not":
        return f"(not {parts[0]})"
    if tree.op == "in":
        return f"({parts[0]} in ({', '.join(parts[1:])}))"
    return f"({parts[0]} {tree.op} {parts[1]})"


def _value(value: object) -> Any:
    if isinstance(value, Effect):
        return written(value)
    if isinstance(value, AbilityPart):
        return written_part(value)
    if isinstance(value, Selector):
        return _selector(value)
    if isinstance(value, Release):
        return _release(value)
    if isinstance(value, CardStruct):
        return _fields(value)
    if isinstance(value, Amount):
        bands = [written_expression(part) for part in value.bands]
        return bands if value.is_flipped else bands[0]
    if isinstance(value, Comparison):
        return f"{value.sign} {written_expression(value.right)}"
    if isinstance(value, Expression):
        return written_expression(value)
    return [_value(item) for item in value] if isinstance(value, tuple) else value
