"""Writes effects as a file has them: for positions, which hold what lasts. Reading it again gives the same."""

from __future__ import annotations

from typing import Any

from shapan.games.malifaux.cards import selector as fields
from shapan.games.malifaux.cards.action_filter import ActionFilter
from shapan.games.malifaux.cards.amount import Amount
from shapan.games.malifaux.cards.cost import Cost
from shapan.games.malifaux.cards.effect import Effect
from shapan.games.malifaux.cards.expression_words import EXPRESSION_WORDS, FUNCTIONS
from shapan.games.malifaux.cards.part import AbilityPart, Release
from shapan.games.malifaux.cards.place import Place
from shapan.games.malifaux.cards.selector import Expression, Selector


def written(effect: Effect) -> dict[str, Any]:
    """Return an effect as an object of a file, defaults written out."""
    return {"op": effect.op} | {name: _value(value) for name, value in effect.values.items()}


def written_part(part: AbilityPart) -> dict[str, Any]:
    """Return a part of an ability."""
    scope: Any = {part.scope: part.inches} if part.scope in {"aura", "within"} else part.scope
    row: dict[str, Any] = {"hook": part.hook, "scope": scope, "side": part.side}
    if part.hook == "resist_trigger":
        row |= {"stats": list(part.stats), "suits": part.suits, "timing": part.timing}
    if part.when is not None:
        row["when"] = written_expression(part.when)
    row |= {key: True for key, held in (("other", part.other), ("optional", part.optional)) if held}
    if part.once:
        row["once"] = part.once
    if part.costs:
        row["costs"] = [written_cost(cost) for cost in part.costs]
    return row | {"effects": [written(effect) for effect in part.effects]}


def written_cost(cost: Cost) -> dict[str, Any]:
    """Return a cost."""
    value: Any = cost.amount
    if cost.kind == "token":
        value = {"name": cost.token, "n": cost.amount}
    elif cost.marker is not None:
        value = written_selector(cost.marker)
    elif cost.any_of:
        value = [written_cost(one) for one in cost.any_of]
    return {cost.kind: value, "by": cost.by}


def written_selector(selector: Selector) -> Any:
    """Return a selector: a word if it is no more than that."""
    row: dict[str, Any] = {"side": selector.side}
    if selector.inches is not None:
        row[selector.reach] = written_expression(selector.inches)
    if selector.of is not None:
        row["of"] = written_selector(selector.of)
    row |= {key: True for key in fields.FLAGS if getattr(selector, key)}
    row |= {key: getattr(selector, key) for key in fields.ANSWERS if getattr(selector, key) is not None}
    row |= {
        key: getattr(selector, key) for key in (*fields.IDS, *fields.SINGLE, *fields.WORDS) if getattr(selector, key)
    }
    row |= {key: list(getattr(selector, of)) for key, of in fields.LISTS.items() if getattr(selector, of)}
    for key in fields.COMPARED:
        comparison = getattr(selector, key)
        if comparison is not None:
            row[key] = f"{comparison.sign} {written_expression(comparison.right)}"
    for key, expression in (("count", selector.count), ("when", selector.when)):
        if expression is not None:
            row[key] = written_expression(expression)
    if selector.any_of:
        row["any_of"] = [written_selector(one) for one in selector.any_of]
    return selector.side if len(row) == 1 and selector.single() else row


def written_expression(tree: Expression) -> Any:
    """Return an expression: an integer, a line of text, or the object of a `number_of` or `all`."""
    if tree.selector is not None:
        return {"number_of": written_selector(tree.selector)}
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


def _place(place: Place) -> dict[str, Any]:
    row: dict[str, Any] = {}
    for key, selector in (("contact", place.contact), ("of", place.of)):
        if selector is not None:
            row[key] = written_selector(selector)
    if place.within is not None:
        row["within"] = written_expression(place.within)
    row |= {key: True for key, held in (("completely", place.completely), ("los", place.los)) if held}
    return row | {key: area for key, area in (("zone", place.zone), ("half", place.half)) if area}


def _filter(found: ActionFilter) -> dict[str, Any]:
    row: dict[str, Any] = {"bonus": found.bonus, "names_model": found.names_model}
    row["attaches_upgrade"] = found.attaches_upgrade
    if found.kind:
        row["kind"] = found.kind
    lists = (("range", found.ranges), ("general", found.general), ("actions", found.actions))
    return row | {key: list(items) for key, items in lists if items}


def _release(release: Release) -> dict[str, Any]:
    effects = [written(effect) for effect in release.effects]
    if release.test is None:
        return {"hook": release.hook, "effects": effects}
    test = {"stat": release.test.stat, "tn": written_expression(release.test.tn)}
    return {"hook": release.hook, "test": test, "on_pass": effects}


def _value(value: object) -> Any:
    if isinstance(value, Selector):
        return written_selector(value)
    if isinstance(value, Amount):
        bands = [written_expression(part) for part in value.bands]
        return bands if value.is_flipped else bands[0]
    if isinstance(value, Expression):
        return written_expression(value)
    if isinstance(value, Place):
        return _place(value)
    if isinstance(value, ActionFilter):
        return _filter(value)
    if isinstance(value, Effect):
        return written(value)
    if isinstance(value, Cost):
        return written_cost(value)
    if isinstance(value, Release):
        return _release(value)
    if isinstance(value, AbilityPart):
        return written_part(value)
    return [_value(item) for item in value] if isinstance(value, tuple) else value
