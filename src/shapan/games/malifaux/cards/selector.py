"""Selectors and expressions (crews 2.2, 2.3): which models, markers or pieces of terrain an effect means, and how many.

A selector is a word (`"target"`) or an object whose fields all have to hold. Fields that crews 2.2 does not have are
marked [ruling].
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from shapan.games.malifaux.cards import words

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
    """Which models, markers or terrain: all that is said has to hold. What is None or empty does not matter."""

    side: str = "any"
    """Friendly, enemy or any (to self), or the word of one thing: self, target, attacker."""
    reach: str = ""
    """One of three fields: `within`, base to base, LoS only with `los`; `aura`, with LoS, its centre belongs to it
    unless `other`; `pulse`, with LoS, without its centre (MFX-12.18)."""
    inches: Expression | None = None
    """In inches; an expression too. `range` is that of the action."""
    of: Selector | None = None
    """The centre of within, aura, pulse and los: a selector; without it self."""
    los: bool = False
    """Has to be in LoS of the centre."""
    other: bool = False
    """Not self."""
    excluded: tuple[str, ...] = ()
    """`except`: [ruling] nor these: words of single things."""
    keyword: str = ""
    """Has a keyword."""
    characteristics: tuple[str, ...] = ()
    """`characteristic`: has one of these characteristics."""
    not_characteristics: tuple[str, ...] = ()
    """`not_characteristic`: has none of these."""
    stations: tuple[str, ...] = ()
    """`station`: is of one of these stations."""
    not_stations: tuple[str, ...] = ()
    """`not_station`: [ruling] is of none of these."""
    name: str = ""
    """Is a model of this id; `self`: of the same name as self."""
    cost: Comparison | None = None
    """Printed cost by a comparison: `> cost(self)`."""
    sz: Comparison | None = None
    """Sz by a comparison: `< sz(self)`."""
    engaged: bool | None = None
    """[ruling] is engaged, or is not."""
    engaged_by: str = ""
    """Is engaged by this model: a word."""
    engaging: str = ""
    """[ruling] engages this model: a word."""
    buried: bool = False
    """Is buried; without this field those on the table are meant."""
    activated: bool | None = None
    """Has activated this turn, or has not."""
    leader: bool | None = None
    """[ruling] is a leader, or is not."""
    damaged: bool | None = None
    """[ruling] was damaged by the action that goes on (MFX-6.11)."""
    condition: str = ""
    """Has a condition."""
    ability: str = ""
    """Has an ability; it need not be known."""
    upgrade: str = ""
    """Has an upgrade of this id or special word."""
    faction: str = ""
    """[ruling] is of a faction; `self`: of the home faction of self."""
    markers: tuple[str, ...] = ()
    """`marker`: is a marker of one of these types; then `side` is that of its owner."""
    terrain: tuple[str, ...] = ()
    """Is a piece of terrain, or a marker, with one of these traits."""
    half: str = ""
    """[ruling] lies on the own half or that of the enemy (MFX-10.10)."""
    count: Expression | None = None
    """So many of them, chosen; without it all."""
    up_to: bool = False
    """[ruling] or fewer."""
    optional: bool = False
    """[ruling] of targets: it may be left out, and the rest of the action still happens (crews 7.17)."""
    chosen_by: str = ""
    """Self or enemy: who chooses; without it the player of the effect."""
    when: Expression | None = None
    """[ruling] an expression that has to hold of it; the word `it` is the candidate."""
    any_of: tuple[Selector, ...] = ()
    """[ruling] a list of selectors, one of which has to hold besides."""

    def single(self) -> str:
        """Return the word (in positions: the id) of the one thing that is meant, or nothing."""
        return "" if self.side in words.SIDES else self.side
