"""Selectors (crews 2.2): which models, markers or pieces of terrain an effect means.

A selector is a word (`"target"`) or an object whose fields all have to hold. Fields that crews 2.2 does not have are
marked [ruling].
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Final

from shapan.games.malifaux.cards import words
from shapan.games.malifaux.cards.data import told
from shapan.games.malifaux.cards.expression import COMPARISONS, Expression, number, parse
from shapan.games.malifaux.cards.expression_words import FLAG
from shapan.games.malifaux.cards.row import Row

SELECTOR_FIELDS: Final = {
    "side": "friendly, enemy or any (to self), or the word of one thing: self, target, attacker …",
    "within": "base to base, in inches; LoS only with `los`. A number or an expression; `range` is that of the action",
    "aura": "within so many inches and LoS; the centre belongs to it unless `other` (MFX-12.18)",
    "pulse": "within so many inches and LoS, without the centre (MFX-12.18)",
    "of": "the centre of within, aura, pulse and los: a selector; without it self",
    "los": "has to be in LoS of the centre",
    "other": "not self",
    "except": "[ruling] nor these: words of single things",
    "keyword": "has a keyword",
    "characteristic": "has one of these characteristics",
    "not_characteristic": "has none of these",
    "station": "is of one of these stations",
    "not_station": "[ruling] is of none of these",
    "name": "is a model of this id; `self`: of the same name as self",
    "cost": "printed cost by a comparison: `> cost(self)`",
    "sz": "Sz by a comparison: `< sz(self)`",
    "engaged": "[ruling] is engaged, or is not",
    "engaged_by": "is engaged by this model: a word",
    "engaging": "[ruling] engages this model: a word",
    "buried": "is buried; without this field those on the table are meant",
    "activated": "has activated this turn, or has not",
    "leader": "[ruling] is a leader, or is not",
    "damaged": "[ruling] was damaged by the action that goes on (MFX-6.11)",
    "condition": "has a condition",
    "ability": "has an ability; it need not be known",
    "upgrade": "has an upgrade of this id or special word",
    "faction": "[ruling] is of a faction; `self`: of the home faction of self",
    "marker": "is a marker of one of these types; then `side` is that of its owner",
    "terrain": "is a piece of terrain, or a marker, with one of these traits",
    "half": "[ruling] lies on the own half or that of the enemy (MFX-10.10)",
    "count": "so many of them, chosen; without it all",
    "up_to": "[ruling] or fewer",
    "optional": "[ruling] of targets: it may be left out, and the rest of the action still happens (crews 7.17)",
    "chosen_by": "self or enemy: who chooses; without it the player of the effect",
    "when": "[ruling] an expression that has to hold of it; the word `it` is the candidate",
    "any_of": "[ruling] a list of selectors, one of which has to hold besides",
}
"""The fields of a selector object, with what they say."""
_REACHES: Final = ("within", "aura", "pulse")
FLAGS: Final = ("los", "other", "buried", "up_to", "optional")
ANSWERS: Final = ("engaged", "activated", "leader", "damaged")
"""Fields that are true, false or not there."""
IDS: Final = ("keyword", "name", "ability", "upgrade", "faction")
SINGLE: Final = ("engaged_by", "engaging")
WORDS: Final = {"condition": words.CONDITIONS, "half": words.AREAS, "chosen_by": ("self", "enemy")}
LISTS: Final = {
    "except": "excluded", "characteristic": "characteristics", "not_characteristic": "not_characteristics",
    "station": "stations", "not_station": "not_stations", "marker": "markers", "terrain": "terrain",
}  # fmt: skip
"""Fields that hold lists of words, with the attributes of a selector for them."""
_KNOWN: Final = {"station": words.STATIONS, "not_station": words.STATIONS, "terrain": words.TRAITS}
"""The words of those lists, where not any will do."""
COMPARED: Final = ("cost", "sz")


@dataclass(frozen=True, slots=True)
class Comparison:
    """A sign and what stands right of it: `< sz(self)`."""

    sign: str
    right: Expression


@dataclass(frozen=True, slots=True)
class Selector:
    """Which models, markers or terrain; see `SELECTOR_FIELDS`. What is None or empty does not matter."""

    side: str = "any"
    reach: str = ""
    inches: Expression | None = None
    of: Selector | None = None
    los: bool = False
    other: bool = False
    excluded: tuple[str, ...] = ()
    keyword: str = ""
    characteristics: tuple[str, ...] = ()
    not_characteristics: tuple[str, ...] = ()
    stations: tuple[str, ...] = ()
    not_stations: tuple[str, ...] = ()
    name: str = ""
    cost: Comparison | None = None
    sz: Comparison | None = None
    engaged: bool | None = None
    engaged_by: str = ""
    engaging: str = ""
    buried: bool = False
    activated: bool | None = None
    leader: bool | None = None
    damaged: bool | None = None
    condition: str = ""
    ability: str = ""
    upgrade: str = ""
    faction: str = ""
    markers: tuple[str, ...] = ()
    terrain: tuple[str, ...] = ()
    half: str = ""
    count: Expression | None = None
    up_to: bool = False
    optional: bool = False
    chosen_by: str = ""
    when: Expression | None = None
    any_of: tuple[Selector, ...] = ()

    def single(self) -> str:
        """Return the word (in positions: the id) of the one thing that is meant, or nothing."""
        return "" if self.side in words.SIDES else self.side


def read_selector(row: Row, key: str) -> Selector:
    """Read a field that holds a selector."""
    value = row.raw(key)
    if isinstance(value, str):
        if value not in words.WHO and value not in row.names:
            raise row.fault(key, f"needs a selector or one of {', '.join(words.WHO)}, not {value!r}")
        return Selector(side=value)
    return _selector(row.inside(key, value))


def _selector(row: Row) -> Selector:
    reaches = [reach for reach in _REACHES if row.has(reach)]
    if len(reaches) > 1:
        raise row.fault(reaches[1], f"cannot stand beside {reaches[0]}")
    if row.has("aura") or row.has("pulse"):
        row.flag("los")  # both have it anyway
    who = (*words.WHO, *sorted(row.names))
    values: dict[str, Any] = {key: row.flag(key) for key in FLAGS}
    values |= {key: row.maybe(key) for key in ANSWERS}
    values |= {key: row.identifier(key) if row.has(key) else "" for key in IDS}
    values |= {key: row.word(key, who, "") for key in SINGLE}
    values |= {key: row.word(key, choices, "") for key, choices in WORDS.items()}
    values |= {
        of: row.words(key, _KNOWN.get(key, who)) if key in _KNOWN or key == "except" else row.identifiers(key)
        for key, of in LISTS.items()
    }
    values |= {key: _comparison(row, key) for key in COMPARED}
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
        return number(value), "number"
    if isinstance(value, str):
        return told(row, key, value, parse, "expression")
    if not isinstance(value, dict):
        raise row.fault(key, f"needs a number or an expression, not {value!r}")
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
        return Comparison("=", number(value))
    words_of = value.strip() if isinstance(value, str) else ""
    for sign in sorted(COMPARISONS, key=len, reverse=True):
        if words_of.startswith(sign):
            return Comparison(sign, told(row, key, words_of[len(sign) :], parse, "comparison")[0])
    raise row.fault(key, f"needs a comparison as '< sz(self)', not {value!r}")
