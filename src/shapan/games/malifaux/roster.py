"""The cards of the printed set, numbered for answers and states: kinds, and what rules look up again and again."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from hashlib import blake2b
from typing import Final

from shapan.engine.kinds import Enum
from shapan.games.malifaux import names
from shapan.games.malifaux.cards import words
from shapan.games.malifaux.cards.action import Action
from shapan.games.malifaux.cards.crew import ready_crews
from shapan.games.malifaux.cards.effect import Effect, walked
from shapan.games.malifaux.cards.loader import card_set, playing
from shapan.games.malifaux.cards.marker_type import MarkerType
from shapan.games.malifaux.cards.model import Model
from shapan.games.malifaux.cards.operations import Bury, Changing, Flag, Grant, Modify, Replace
from shapan.games.malifaux.cards.part import AbilityPart
from shapan.games.malifaux.cards.selector import Selector
from shapan.games.malifaux.cards.upgrade import Upgrade
from shapan.games.malifaux.cards.writer import written
from shapan.games.malifaux.geometry.terrain import mask_of
from shapan.games.malifaux.geometry.unit import radius_of as radius_of_base
from shapan.games.malifaux.labelled_enum import LabelledEnum

LIBRARY: Final = playing()
CARD_SET: Final[str] = card_set()
MODELS: Final[tuple[Model, ...]] = LIBRARY.models
UPGRADES: Final[tuple[Upgrade, ...]] = LIBRARY.upgrades
MARKER_TYPES: Final[tuple[MarkerType, ...]] = LIBRARY.markers
"""The first four are the scheme, strategy, corpse and scrap markers (`names.MARKERS`)."""
MARKER: Final[Enum] = Enum((marker.id for marker in MARKER_TYPES), "marker")

FACTIONS: Final[tuple[str, ...]] = tuple(dict.fromkeys(faction for model in MODELS for faction in model.factions))
FACTION: Final[Enum] = Enum(FACTIONS, "faction")
MODEL: Final[Enum] = Enum((model.id for model in MODELS), "model")
GENERAL_ACTIONS: Final[tuple[str, ...]] = words.GENERAL_ACTIONS
WALK, CHARGE, DISENGAGE, INTERACT_ACTION, CONCENTRATE, ASSIST, DEMOLISH, SLAM = range(len(GENERAL_ACTIONS))
CARD_ACTIONS: Final = tuple(dict.fromkeys(LIBRARY.action_ids))
ACTION: Final[LabelledEnum] = LabelledEnum(
    (*CARD_ACTIONS, *GENERAL_ACTIONS),
    (*(f"card_action.{name}" for name in CARD_ACTIONS), *(f"general_action.{name}" for name in GENERAL_ACTIONS)),
)
GENERAL: Final = len(CARD_ACTIONS)
"""From this number of `ACTION` on they are the general ones."""
_RESIST: Final = [
    ability.id for model in MODELS for ability in model.abilities
    if any(part.hook == "resist_trigger" for part in ability.parts)
]  # fmt: skip
TRIGGERS: Final[tuple[str, ...]] = tuple(dict.fromkeys([
    *(trigger.id for trigger in LIBRARY.triggers),
    *(one.trigger.id for model in MODELS for action in model.actions for one in action.triggers), *_RESIST,
]))  # fmt: skip
ABILITIES: Final = tuple(dict.fromkeys(ability.id for model in MODELS for ability in model.abilities))
TRIGGER: Final[LabelledEnum] = LabelledEnum(
    TRIGGERS, (f"{'ability' if name in ABILITIES else 'trigger'}.{name}" for name in TRIGGERS)
)
"""The triggers of actions, and the abilities that are triggers of who resists (crews 7.16)."""
TAGS: Final[tuple[str, ...]] = tuple(dict.fromkeys([*ABILITIES, *TRIGGERS, *CARD_ACTIONS, *GENERAL_ACTIONS]))
"""What an event may come of: abilities, triggers and actions, by one number."""
TAG: Final = {name: number for number, name in enumerate(TAGS)}
OF_TOKENS, OF_MARKER = len(TAGS), len(TAGS) + 1
"""What a model or marker is chosen for that comes of no card: who takes tokens, which marker is turned."""
REASONS: Final = (
    "printed", "lasting", "generated", "by_focused", "by_stone", "by_block", "by_distracted", "by_adversary",
    "friendly_fire_at", "concealed", "covered", "margin", "by_trigger", "by_test", "more_engaged", "turned",
)  # fmt: skip
"""MFX-1.5: why a flip has a + or a -, besides abilities."""
(
    PRINTED, LASTS, GENERATED, BY_FOCUSED, BY_STONE, BY_BLOCK, BY_DISTRACTED, BY_ADVERSARY, FRIENDLY_FIRE, CONCEALED,
    COVERED, MARGIN, BY_TRIGGER, BY_TEST, MORE_ENGAGED, TURNED_TO_PLUS,
) = range(len(TAGS), len(TAGS) + len(REASONS))  # fmt: skip


def term_of(tag: int) -> str:
    """Return the text that names what an event comes of."""
    name = TAGS[tag]
    if name in ABILITIES:
        return f"ability.{name}"
    kind = TRIGGER if name in TRIGGERS else ACTION
    return kind.terms[kind.numbers[name]]


REASON: Final[LabelledEnum] = LabelledEnum(
    (*TAGS, *REASONS), (*(term_of(tag) for tag in range(len(TAGS))), *(f"reason.{name}" for name in REASONS))
)
STATS: Final = words.STATS
TOKEN: Final[Enum] = Enum(words.TOKENS, "token")
INTERACT: Final[Enum] = Enum(("drop", "remove", "turn", "plant", "defuse", "idol", "deliver"), "interact")
DROP, REMOVE, TURN, PLANT, DEFUSE, IDOL, DELIVER = range(INTERACT.size)
STONE_USES: Final[tuple[str, ...]] = ("draw", "enhance", "block", "reduce", "pay")
CREWS: Final = ready_crews()
CREW_LIST: Final[Enum] = Enum((crew.id for crew in CREWS), "crew")
"""The ready lists (crews 3)."""

ADVERSARY_WORDS: Final = tuple(
    dict.fromkeys(word for model in MODELS for word in (*model.keywords, *model.characteristics, model.id))
)
"""MFX-12.9: what Adversary can name."""


def word_of_action(number: int) -> str:
    """Return the id of an action by its number."""
    return ACTION.names[number]


def action_of(card: int, number: int) -> Action | None:
    """Return the action of a card that has a number, None where it has no such action."""
    return _ACTIONS[card].get(number)


_ACTIONS: Final = [{ACTION.numbers[action.id]: action for action in model.actions} for model in MODELS]


ABILITIES_OF: Final = [frozenset(ability.id for ability in model.abilities) for model in MODELS]
"""By card, its abilities."""


def reach_of(card: int) -> int:
    """MFX-13.13: return the longest printed range of a card's melee actions in inches, -1 without one."""
    return _REACHES[card]


_REACHES: Final = [model.reach() for model in MODELS]


def radius_of(type_: int) -> int:
    """Return the radius of a type of marker."""
    return _RADII[type_]


_RADII: Final = [radius_of_base(marker.base) for marker in MARKER_TYPES]
TRAITS: Final = [mask_of(list(marker.traits)) for marker in MARKER_TYPES]
TRAITED: Final = frozenset(type_ for type_, mask in enumerate(TRAITS) if mask)
"""The types of markers that have traits by their cards."""
RADIUS: Final = [radius_of_base(model.base) for model in MODELS]
"""By card, the radius of its base."""

# Static abilities, by what they change: most cards change little of anything


def _parts(model: Model) -> Iterator[tuple[str, AbilityPart]]:
    for ability in model.abilities:
        for part in ability.parts:
            yield ability.id, part


def key_of(effect: Changing) -> str:
    """Return what a lasting or static effect changes, as one word."""
    return f"modify {effect.subject}" if isinstance(effect, Modify) else f"flag {effect.name}"


def word_of(effect: Changing) -> str:
    """Return the word that a flag is about, the suits that a modifier adds; "" for a number."""
    return effect.value if isinstance(effect.value, str) else ""


Change = tuple[str, str, AbilityPart, Changing]
"""What is changed, by which ability, its part, the effect."""
CHANGES: Final[list[list[Change]]] = [
    [
        (key_of(effect), ability, part, effect)
        for ability, part in _parts(model)
        if part.hook == "static"
        for effect in part.effects
        if isinstance(effect, Modify | Flag)
    ]
    for model in MODELS
]
"""By card its static effects: most cards have few, and most of what could be changed nobody changes."""
LOSABLE: Final = frozenset(
    word_of(effect) for rows in CHANGES for key, _, _, effect in rows if key == "flag loses_ability"
)
"""The abilities that some static effect of a card takes away."""
HOOKED: Final[list[dict[str, list[tuple[str, AbilityPart]]]]] = []
"""By card and by hook."""
for _model in MODELS:
    _hooks: dict[str, list[tuple[str, AbilityPart]]] = {}
    for _ability, _part in _parts(_model):
        _hooks.setdefault(_part.hook, []).append((_ability, _part))
    HOOKED.append(_hooks)

# What lasts for a while is kept by number


def _text_of(effect: Effect) -> str:
    return json.dumps(written(effect), sort_keys=True)


COUNTED: Final[dict[str, int]] = {}
"""MFX-1.2: by trigger, one of each suit that its effects count, packed: more of it than is needed matters, too."""
for _action in (action for model in MODELS for action in model.actions):
    for _one in _action.triggers:
        _text = " ".join(_text_of(effect) for effect in _one.trigger.effects)
        _letters = "".join(suit[0] for suit in words.SUITS if f"count({suit})" in _text)
        COUNTED[_one.trigger.id] = names.packed(_letters)

_WORD: Final = re.compile(r"[a-z_]+(?!\w*\":)")


def names_word(effect: Effect, word: str) -> bool:
    """Tell whether an effect, or one inside it, is about a single thing: the target, the attacker."""
    return word in _WORD.findall(_text_of(effect))


def _printed(model: Model) -> tuple[Effect, ...]:
    """Return the effects of the actions, triggers and abilities of a card."""
    triggers = [one.trigger for action in model.actions for one in action.triggers]
    return (
        *(effect for action in model.actions for effect in action.effects),
        *(effect for trigger in triggers for effect in trigger.effects),
        *(effect for _, part in _parts(model) for effect in part.effects),
    )


def is_of_kind(card: Model, s: Selector) -> bool:
    """Crews 7.1: return whether a card has the keyword, station and characteristics that a selector asks for."""
    if (s.keyword and s.keyword not in card.keywords) or (s.stations and card.station not in s.stations):
        return False
    return not s.characteristics or not set(s.characteristics).isdisjoint(card.characteristics)


def _replacements(effect: Replace) -> set[int]:
    """MFX-12.6: return the cards that an effect can put in the place of a model, whatever its sizes and costs say."""
    given = effect.model
    if isinstance(given, str):
        return {MODEL.numbers[given]}
    return {card.number for card in MODELS if is_of_kind(card, given)}


REPLACEMENTS: Final = frozenset(
    card
    for model in MODELS
    for effect in walked(_printed(model))
    if isinstance(effect, Replace)
    for card in _replacements(effect)
)
"""MFX-12.6: the cards that can come in the place of others."""


LASTING: Final[dict[int, Effect]] = dict(
    enumerate(
        effect
        for model in MODELS
        for effect in walked(_printed(model))
        if isinstance(effect, Modify | Flag | Grant | Bury)
    )
)
"""The effects that may last, by number; positions may add to them (13.3, `lasting`)."""


_OF_TEXT: Final[dict[str, int]] = {}
for _number, _effect in LASTING.items():
    _OF_TEXT.setdefault(_text_of(_effect), _number)
_CARDS: Final = len(LASTING)


LastingChange = tuple[str, AbilityPart | None, Changing]
_CHANGED: Final[dict[int, list[LastingChange]]] = {}


def granted(number: int) -> tuple[AbilityPart, ...]:
    """Return the parts of abilities that a lasting effect grants, by its number."""
    effect = LASTING[number]
    return effect.parts if isinstance(effect, Grant) else ()


def lasting_changes(number: int) -> list[LastingChange]:
    """Return what a lasting effect changes, by its number: itself, or the static effects of what it grants."""
    found = _CHANGED.get(number)
    if found is None:
        effect = LASTING[number]
        found = _CHANGED[number] = [(key_of(effect), None, effect)] if isinstance(effect, Modify | Flag) else [
            (key_of(inner), part, inner)
            for part in granted(number)
            if part.hook == "static"
            for inner in part.effects
            if isinstance(inner, Modify | Flag)
        ]  # fmt: skip
    return found


def lasting_number(effect: Effect) -> int:
    """Return the number of an effect that lasts; one that no card has: a number of its words."""
    text = _text_of(effect)
    known = _OF_TEXT.get(text)
    if known is None:
        known = _CARDS + int.from_bytes(blake2b(text.encode(), digest_size=6).digest(), "big")
        _OF_TEXT[text], LASTING[known] = known, effect
    return known
