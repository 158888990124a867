"""Selectors (crews 2.2): which models, markers or pieces of terrain an effect means, and how many.

A selector is a word (`"target"`) or an object whose fields all have to hold. Fields that crews 2.2 does not have are
marked [ruling].
"""
# Stays plain: msgspec makes its Structs from classes of Python

from __future__ import annotations

from typing import Annotated, Final

from msgspec import field

from shapan.games.malifaux.cards import words
from shapan.games.malifaux.cards.expression_tree import Comparison, Expression
from shapan.games.malifaux.cards.kinds import CardStruct, Kind

REACHES: Final = ("within", "aura", "pulse")
Switch = Annotated[bool, Kind("flag")]
Answer = Annotated[bool | None, Kind("answer")]
Id = Annotated[str, Kind("id")]
Ids = Annotated[tuple[str, ...], Kind("ids")]
Single = Annotated[str, Kind("single")]


class Selector(CardStruct, frozen=True):
    """Which models, markers or terrain: all that is said has to hold. What is None or empty does not matter."""

    side: Annotated[str, Kind("side")] = "any"
    """Friendly, enemy or any (to self), or the word of one thing: self, target, attacker."""
    reach: str = ""
    """One of three fields: `within`, base to base, LoS only with `los`; `aura`, with LoS, its centre belongs to it
    unless `other`; `pulse`, with LoS, without its centre (MFX-12.18)."""
    inches: Expression | None = None
    """In inches; an expression too. `range` is that of the action."""
    of: Annotated[Selector | None, Kind("who")] = None
    """The centre of within, aura, pulse and los: a selector; without it self."""
    los: Switch = False
    """Has to be in LoS of the centre."""
    other: Switch = False
    """Not self."""
    excluded: Annotated[tuple[str, ...], Kind("singles")] = field(name="except", default=())
    """`except`: [ruling] nor these: words of single things."""
    keyword: Id = ""
    """Has a keyword."""
    characteristics: Ids = field(name="characteristic", default=())
    """`characteristic`: has one of these characteristics."""
    not_characteristics: Ids = field(name="not_characteristic", default=())
    """`not_characteristic`: has none of these."""
    stations: Annotated[tuple[str, ...], Kind("words", words.STATIONS)] = field(name="station", default=())
    """`station`: is of one of these stations."""
    not_stations: Annotated[tuple[str, ...], Kind("words", words.STATIONS)] = field(name="not_station", default=())
    """`not_station`: [ruling] is of none of these."""
    name: Id = ""
    """Is a model of this id; `self`: of the same name as self."""
    cost: Annotated[Comparison | None, Kind("comparison")] = None
    """Printed cost by a comparison: `> cost(self)`."""
    sz: Annotated[Comparison | None, Kind("comparison")] = None
    """Sz by a comparison: `< sz(self)`."""
    engaged: Answer = None
    """[ruling] is engaged, or is not."""
    engaged_by: Single = ""
    """Is engaged by this model: a word."""
    engaging: Single = ""
    """[ruling] engages this model: a word."""
    buried: Switch = False
    """Is buried; without this field those on the table are meant."""
    activated: Answer = None
    """Has activated this turn, or has not."""
    leader: Answer = None
    """[ruling] is a leader, or is not."""
    damaged: Answer = None
    """[ruling] was damaged by the action that goes on (MFX-6.11)."""
    condition: Annotated[str, Kind("word", words.CONDITIONS)] = ""
    """Has a condition."""
    ability: Id = ""
    """Has an ability; it need not be known."""
    upgrade: Id = ""
    """Has an upgrade of this id or special word."""
    faction: Id = ""
    """[ruling] is of a faction; `self`: of the home faction of self."""
    markers: Ids = field(name="marker", default=())
    """`marker`: is a marker of one of these types; then `side` is that of its owner."""
    terrain: Annotated[tuple[str, ...], Kind("words", words.TRAITS)] = ()
    """Is a piece of terrain, or a marker, with one of these traits."""
    half: Annotated[str, Kind("word", words.AREAS)] = ""
    """[ruling] lies on the own half or that of the enemy (MFX-10.10)."""
    count: Annotated[Expression | None, Kind("number")] = None
    """So many of them, chosen; without it all."""
    up_to: Switch = False
    """[ruling] or fewer."""
    optional: Switch = False
    """[ruling] of targets: it may be left out, and the rest of the action still happens (crews 7.17)."""
    chosen_by: Annotated[str, Kind("word", ("self", "enemy"))] = ""
    """Self or enemy: who chooses; without it the player of the effect."""
    when: Annotated[Expression | None, Kind("condition")] = None
    """[ruling] an expression that has to hold of it; the word `it` is the candidate."""
    any_of: Annotated[tuple[Selector, ...], Kind("selectors")] = ()
    """[ruling] a list of selectors, one of which has to hold besides."""

    written = ("side",)

    def single(self) -> str:
        """Return the word (in positions: the id) of the one thing that is meant, or nothing."""
        return "" if self.side in words.SIDES else self.side
