"""The words of expressions (crews 2.3): each with what it takes and gives. Those marked [ruling] are additions."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from shapan.games.malifaux.cards import words

NUMBER: Final = "number"
FLAG: Final = "flag"


@dataclass(frozen=True, slots=True)
class ExpressionWord:
    """A word of expressions: what it gives (`number`, `flag`, or a word of a table), what stands in its brackets.

    An argument with a default may be left out; only the last ones have defaults.
    """

    gives: str
    takes: tuple[str, ...]
    defaults: tuple[str, ...]
    text: str


CONSTANTS: Final = {
    "source": words.SOURCES, "action_range": words.RANGES, "action_kind": words.KINDS, "duel_stat": words.STATS,
    "flip_kind": words.FLIPS,
}  # fmt: skip
"""By word that gives a word, those it can give; it is only compared with them: `source in (action, trigger)`."""


def _number(text: str, *takes: str, default: str = "") -> ExpressionWord:
    return ExpressionWord(NUMBER, takes, (default,) if default else (), text)


def _flag(text: str, *takes: str, default: str = "") -> ExpressionWord:
    return ExpressionWord(FLAG, takes, (default,) if default else (), text)


def _word(name: str, text: str) -> ExpressionWord:
    return ExpressionWord(name, (), (), text)


EXPRESSION_WORDS: Final = {
    "count": _number("How often a suit stands in the final suits of the duel of self.", "suit"),
    "revealed": _number("How many of the cards revealed last have a suit.", "suit"),
    "damage_suffered": _number(
        "Damage suffered (MFX-6.6): in after_damage by that event, else of the action or trigger that goes on.",
        "who",
        default="target",
    ),
    "condition": _number("The value of a condition; 1 for one without value, 0 without it.", "who", "condition"),
    "health": _number("Health.", "who", default="self"),
    "max_health": _number("Health as printed.", "who", default="self"),
    "sz": _number("Size.", "who", default="self"),
    "mv": _number("Movement, conditions taken into account.", "who", default="self"),
    "cost": _number("The printed cost (MFX-15.8).", "who", default="self"),
    "hand": _number("Cards in hand.", "player"),
    "vp": _number("Victory points.", "player"),
    "removed_count": _number("Markers removed by this action so far."),
    "damaged_count": _number("Models other than self that this action has damaged so far."),
    "chosen_number": _number("The number named with the action or trigger, or chosen by `choose`."),
    "charged_this_activation": _flag("Whether it has Charged in this activation.", "who", default="self"),
    "activated": _flag("Whether it has activated this turn (MFX-E6).", "who", default="self"),
    "cheated": _flag("Whether its player cheated a flip of its in this action.", "who", default="self"),
    "damaged_enemy": _flag("Whether it has damaged an enemy in this activation.", "who", default="self"),
    "killed_enemy": _flag("Whether it has killed an enemy in this activation.", "who", default="self"),
    "source": _word("source", "What the event comes of."),
    # [ruling] Additions: what the texts of the 33 models ask for besides.
    "df": _number("Defense, conditions taken into account.", "who", default="self"),
    "wp": _number("Willpower, conditions taken into account.", "who", default="self"),
    "token": _number("Tokens of a name.", "who", "id"),
    "stones": _number("Soulstones in the pool.", "player"),
    "pass_tokens": _number("Pass tokens.", "player"),
    "healed": _number("In after_heal: how much was healed."),
    "range": _number("The printed inches of the action that goes on."),
    "margin": _number("The acting total less the resisting one (MFX-6.2)."),
    "action_range": _word("action_range", "The type of range of the action that goes on, as it is taken (MFX-E5)."),
    "action_kind": _word("action_kind", "Whether the action that goes on is an attack."),
    "duel_stat": _word("duel_stat", "The stat that the model in question uses in the duel."),
    "flip_kind": _word("flip_kind", "What the flip is for."),
    "action": _flag("Whether the action that goes on has this id; general actions have theirs.", "id"),
    "tag": _flag("Whether the event comes of the ability, trigger or action of this id, or has this tag.", "id"),
    "marker_type": _flag("Whether the marker of the event is of this type.", "id"),
    "has_target": _flag("Whether the action has a target: it may be left out if the selector says `optional`."),
    "enemy_activation": _flag("Whether a model of the enemy is active."),
    "enemy": _flag("Whether it is an enemy of self.", "who"),
    "friendly": _flag("Whether it is friendly to self.", "who"),
    "same": _flag("Whether both are the same model.", "who", "who"),
    "active": _flag("Whether it is its activation.", "who", default="self"),
    "engaged": _flag("Whether it is engaged (MFX-13.13).", "who", default="self"),
    "engages": _flag("Whether the first engages the second (MFX-13.13).", "who", "who"),
    "buried": _flag("Whether it is buried.", "who", default="self"),
    "unburied_this_turn": _flag("Whether it has unburied this turn.", "who", default="self"),
    "leader": _flag("Whether it is the leader of its crew.", "who", default="self"),
    "killed": _flag("Whether this action has killed it.", "who", default="target"),
    "characteristic": _flag("Whether it has, or is treated as having, a characteristic.", "who", "id"),
    "keyword": _flag("Whether it has a keyword.", "who", "id"),
    "station": _flag("Whether it is of a station.", "who", "id"),
    "ability": _flag("Whether it has an ability.", "who", "id"),
    "upgrade": _flag("Whether it has an upgrade of this id or special word.", "who", "id"),
    "name": _flag("Whether it is a model of this id.", "who", "id"),
}
FUNCTIONS: Final = {"min": 2, "max": 2, "div_up": 2, "div_down": 2}
"""Arithmetic written as a call, with the number of arguments; + - * = != < <= > >= `in` and or not stand between."""
