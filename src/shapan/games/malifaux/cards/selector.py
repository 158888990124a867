"""Selectors and expressions (crews 2.2, 2.3): which models, markers or pieces of terrain an effect means, and how many.

A selector is a word (`"target"`) or an object whose fields all have to hold. Fields that crews 2.2 does not have are
marked [ruling].
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from shapan.games.malifaux.cards import words

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
COMPARED: Final = ("cost", "sz")


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
