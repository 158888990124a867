"""What is known of each card: what it strikes with, how it stands blows, whether it scores."""

from __future__ import annotations

from typing import Final, NamedTuple

from shapan.games.malifaux import names, roster
from shapan.games.malifaux.bots.worths import ANY_TRIGGER, TRIGGERS
from shapan.games.malifaux.cards.action import Action
from shapan.games.malifaux.cards.effect import Effect
from shapan.games.malifaux.cards.model import Model
from shapan.games.malifaux.cards.operations import Damage
from shapan.games.malifaux.geometry.unit import INCH

MOVES: Final = frozenset({"move", "push", "place"})


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


def _damage(action: Action) -> Damage | None:
    hits = (one for one in action.effects if isinstance(one, Damage))
    return next((one for one in hits if one.who.single() == "target"), None)


def _track(effect: Damage | None) -> tuple[int, int, int]:
    if effect is None:
        return 0, 0, 0
    row = effect.amount.track()
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
    return effect.op in MOVES or any(moves(one) for row in effect.branches for one in row)


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
        "hard_to_wound" in action.ignores or (blow is not None and "hard_to_wound" in blow.ignore),
        beside, tuple(one for one in beside if not moves(one)), _triggers(action, held),
    )  # fmt: skip


def _parameter(card: Model, ability: str) -> int:
    """Return the number that a card gives an ability, 0 where it has it not."""
    found = card.ability(ability)
    return next((one for _, one in found.parameters if isinstance(one, int)), 0) if found is not None else 0


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
