"""What is known of each card: what it strikes with, how it stands blows, whether it scores."""

from __future__ import annotations

from typing import Final, NamedTuple

from shapan.games.malifaux import names, roster
from shapan.games.malifaux.cards.action import Action
from shapan.games.malifaux.cards.effect import Effect
from shapan.games.malifaux.cards.model import Model
from shapan.games.malifaux.geometry.unit import INCH

TRIGGERS: Final[dict[str, float]] = {
    "critical_strike": 1.2, "quick_reflexes": 2.0, "onslaught": 2.5, "rip_and_tear": 2.0, "sudden_strike": 2.0,
    "execute": 4.0, "into_dust": 3.0, "stunning_strike": 0.6, "severe_injury": 0.8, "maim": 0.6, "mutilate": 1.5,
    "unexpected_ferocity": 0.8, "siphon_essence": 1.0, "drink_blood": 1.2, "shove_aside": 1.6, "grab_on": 1.0,
    "draw_out_secrets": 1.5, "drain_magic": 0.8, "infect": 1.0, "zombify": 1.5, "mental_trauma": 1.2, "exorcism": 0.1,
    "glimpse_the_void": 2.0, "blank_stare": 1.5, "one_with_the_night": -1.0, "puncture": 1.2, "sweeping_strike": 1.0,
    "dropped_from_above": 1.2, "necrotic_decay": 0.8, "fade_away": 1.5, "counterattack": 2.5, "regret": 1.5,
    "balancing_the_scales": 2.0, "pull_back": 0.2, "wild_shot": 0.6, "swift_action": 1.5, "good_for_a_laugh": 0.6,
    "life_and_death": 0.2, "a_terrible_revelation": 0.8, "meat_for_the_young": 0.6, "daze": 0.8,
    "blood_sacrifice": 0.5, "dismember": 0.5, "pick_the_bones": 0.8,
}  # fmt: skip
"""What a trigger is worth when it happens, about; others `ANY_TRIGGER`."""
ANY_TRIGGER: Final = 0.5
MOVES: Final = frozenset({"move", "push", "place"})


DEEDS: Final[dict[str, float]] = {
    "masochistic_thoughts": -0.5, "annoying": 0.1, "enraged_by_insolence": 0.5, "undivided_attention": 0.5,
    "mourn_the_dead": 0.05, "negation_aura": 0.6, "aura_of_vengeance": 0.4, "life_from_blood": 0.4, "final_rest": 0.05,
    "the_enemy_down_below": -1.0, "the_risk_of_reason": -0.3, "regurgitate": -1.0, "equality_of_fate": 0.4,
}  # fmt: skip
"""What an action is worth whose effects do not tell it by themselves."""


class Strike(NamedTuple):
    """An attack of a card: what it is done with, how far, and the damage of its target by band."""

    action: Action
    number: int
    reach: int
    """In u."""
    melee: bool
    stat: int
    net: int
    resist: int
    """A number of `names.STATS`, -1 where nobody resists."""
    least: int
    """The value that the card needs for the target number; 0 for none."""
    suits: int
    """Suits that the target number needs and the stat has not, packed."""
    track: tuple[int, int, int]
    ignores_wounds: bool
    effects: tuple[Effect, ...]
    """What it does beside its damage."""
    still: tuple[Effect, ...]
    """The same without what moves somebody."""
    triggers: tuple[tuple[tuple[int, ...], float], ...]
    """Suits that the card must bring, and worth, of each trigger that is worth something; the dearest first."""


class Lore(NamedTuple):
    """What is known of one card."""

    strikes: tuple[Strike, ...]
    abilities: frozenset[str]
    hard_to_wound: bool
    hard_to_kill: bool
    armor: int
    terrifying: int
    black_blood: bool
    flies: bool
    scores: bool
    """Whether it can Interact and counts for schemes."""
    reach: int
    """In u, -1 for none."""


def _damage(action: Action) -> Effect | None:
    return next((one for one in action.effects if one.op == "damage" and one.who().single() == "target"), None)


def _track(effect: Effect | None) -> tuple[int, int, int]:
    if effect is None:
        return 0, 0, 0
    row = effect.amount().track()
    if len(row) == 3:
        return row[0], row[1], row[2]
    return (row[0],) * 3 if row else (0, 0, 0)


def _triggers(action: Action, held: int) -> tuple[tuple[tuple[int, ...], float], ...]:
    found = []
    for one in action.triggers:
        needed = names.packed(one.suits)
        lacking = [
            suit for suit in range(len(names.SUITS)) if names.suits_in(needed, suit) > names.suits_in(held, suit)
        ]
        worth = TRIGGERS.get(one.trigger.id, ANY_TRIGGER)
        if worth > 0:
            found.append((tuple(lacking), worth))
    return tuple(sorted(found, key=lambda row: -row[1]))


def moves(effect: Effect) -> bool:
    """Tell whether an effect, or one inside it, moves somebody."""
    inside = (effect.effects(), effect.effects("otherwise"), effect.effects("then"), effect.effects("on_fail"))
    return effect.op in MOVES or any(moves(one) for row in (*inside, *effect.options()) for one in row)


def strike_of(action: Action) -> Strike | None:
    """Return an attack as the bots reckon with it; None for what is none."""
    if not action.is_attack or action.stat is None:
        return None
    blow = _damage(action)
    beside = tuple(one for one in action.effects if one is not blow)
    needed, held = names.packed(action.tn.suits) if action.tn is not None else 0, names.packed(action.stat.suits)
    lacking = 0 if names.has_suits(held, needed) else needed
    return Strike(
        action, roster.ACTION.numbers[action.id], action.inches * INCH, action.range_type == "melee",
        action.stat.value, action.stat.mod, names.STATS.index(action.resist) if action.resist else -1,
        max(0, action.tn.value - action.stat.value) if action.tn is not None else 0, lacking, _track(blow),
        "hard_to_wound" in action.ignores or (blow is not None and "hard_to_wound" in blow.words("ignore")),
        beside, tuple(one for one in beside if not moves(one)), _triggers(action, held),
    )  # fmt: skip


def _parameter(card: Model, ability: str) -> int:
    """Return the number that a card gives an ability, 0 where it has it not."""
    found = card.ability(ability)
    if found is None:
        return 0
    for part in found.parts:
        for effect in part.effects:
            for name in ("amount", "tn"):
                if effect.has(name):
                    given = effect.values[name]
                    value = getattr(given, "value", None)
                    if value is None and hasattr(given, "bands"):
                        value = given.bands[0].value
                    return int(value or 0)
    return 0


def lore_of(card: Model) -> Lore:
    """Return what is known of a card."""
    abilities = frozenset(one.id for one in card.abilities)
    return Lore(
        tuple(strike for action in card.actions for strike in [strike_of(action)] if strike is not None),
        abilities, "hard_to_wound" in abilities, "hard_to_kill" in abilities, _parameter(card, "armor"),
        _parameter(card, "terrifying"), "black_blood" in abilities, "flight" in abilities,
        "insignificant" not in abilities, card.reach() * INCH,
    )  # fmt: skip


LORE: Final[tuple[Lore, ...]] = tuple(lore_of(card) for card in roster.MODELS)
