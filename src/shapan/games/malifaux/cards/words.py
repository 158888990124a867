"""Words of the cards: suits, stations, ranges, conditions and the like, as the specification spells them.

The order of a table is its numbering. What files of players may add to (keywords, characteristics) is not
listed: any snake_case word will do for those.
"""

from __future__ import annotations

from typing import Final

TOKENS: Final = ("explosive", "grow")
SUITS: Final = ("ram", "tome", "mask", "crow")
FACTIONS: Final = ("guild", "resurrectionist", "neverborn")
"""The factions of the printed models; files may name others."""
STATIONS: Final = ("master", "henchman", "enforcer", "minion")
BASES: Final = (30, 40, 50)
KINDS: Final = ("attack", "tactical")
RANGES: Final = ("melee", "projectile", "normal", "aura", "pulse", "self")
RESISTS: Final = ("df", "wp", "mv", "sz")
STATS: Final = RESISTS
CONDITIONS: Final = (
    "adversary", "burning", "distracted", "fast", "focused", "injured", "poison", "shielded", "slow", "staggered",
    "stunned",
)  # fmt: skip
"""MFX-12.9."""
VALUED: Final = ("burning", "distracted", "focused", "injured", "poison", "shielded")
"""MFX-12.9: the conditions that have a value, which adds up."""
GENERAL_ACTIONS: Final = ("walk", "charge", "disengage", "interact", "concentrate", "assist", "demolish", "slam")
"""MFX-8.20 to 8.26, and C14."""
TRAITS: Final = (
    "blocking", "concealing", "dense", "destructible", "hazardous", "impassable", "severe", "climbable",
)  # fmt: skip
"""MFX-13.5."""
TIMINGS: Final = ("declare", "resolving", "success", "resolved", "kill", "fail")
"""MFX-5.3."""
SOURCES: Final = ("action", "trigger", "ability", "condition", "terrain")
"""What an event comes of."""
FLIPS: Final = ("duel", "initiative", "damage", "heal", "reduce", "disengage")
"""MFX-3.3."""
IGNORES: Final = (
    "friendly_fire", "concealment", "cover", "los", "range", "hard_to_wound", "hard_to_kill", "armor", "incorporeal",
)  # fmt: skip
"""Crews 1: what an action may ignore; those after `range` are abilities."""
ONCE: Final = ("activation", "turn", "game")
MODS: Final = ("+", "-")
"""Modifiers of a flip, as they are printed."""

WHO: Final = (
    "self", "target", "attacker", "resister", "killed", "killer", "source", "it", "chosen", "new", "marker",
)  # fmt: skip
"""Single things, named by their part in what goes on. `self` has the action, trigger or ability; `target` is that of
the action (a model or a marker); `attacker` takes the action that goes on, `resister` resists it; `source` is the model
that caused the event or gave the effect; `it` is the subject of the hook, or the model of several that an effect has
come to; `chosen` was picked by `choose`; `new` came by `summon` or `replace`; `marker` was named with the action, or is
that of the event. Those that crews 2.2 does not have are a [ruling]: texts need them."""
SIDES: Final = ("any", "friendly", "enemy")
"""Seen from `self` (MFX-12.2)."""
PLAYERS: Final = ("self", "enemy", "target", "attacker", "it", "killed")
"""Whose hand, deck, stones: the player of this model, or its opponent."""
DIRECTIONS: Final = ("toward", "away", "free")
AREAS: Final = ("own", "enemy")
"""Of zones and halves of the table, seen from `self`."""
TARGET_RULES: Final = ("same", "different", "any")
"""Of a generated action: the target of the action that generates it, another one, or either."""
MODES: Final = ("gain", "lower", "end", "end_one", "end_all")
RESTS: Final = ("top", "hand", "discard")
"""[ruling] Where revealed cards go that are not discarded; `top`: in any order of the player of the effect."""
MOMENTS: Final = ("now", "after_action")
"""[ruling] When a `sequence` is carried out."""
PARAMETERS: Final = ("number", "model", "keyword")
"""[ruling] What an ability of the library may leave to the model that has it, as the X of Armor X."""
