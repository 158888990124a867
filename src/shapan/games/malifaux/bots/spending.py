"""Soulstones and Focused: before a duel, against a damage flip, against damage (MFX-9, MFX-12.9)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from shapan.engine.actions import DONE
from shapan.games.malifaux import actions, names
from shapan.games.malifaux.bots import effects, fighting
from shapan.games.malifaux.bots.dueling import REAL, TESTED, Bout, beside, best_trigger, bout
from shapan.games.malifaux.bots.mind import RATE, Mind
from shapan.games.malifaux.odds import flips
from shapan.games.malifaux.records import ACTING, RESISTING
from shapan.games.malifaux.rules.stones import REDUCED

CHEATED: Final = 0.2
"""By how much damage is more that its maker may cheat."""


@RATE.picks("modify")
def _modify(mind: Mind, arg: int, picked: tuple[int, ...]) -> Mapping[int, float]:
    one = bout(mind)
    if one is None:
        return {}
    plus, focused = _plus(mind, one)
    if picked:
        return {DONE: 0.0, actions.FOCUSED: focused}
    rated = {
        actions.NOTHING: 0.0,
        actions.FOCUSED: focused,
        actions.STONE.codes[actions.PLUS]: plus - mind.stone - REAL,
    }
    for suit in range(len(names.SUITS)):
        rated[actions.STONE.codes[suit]] = _suit(mind, one, suit) - mind.stone - REAL
    return rated


def _plus(mind: Mind, one: Bout) -> tuple[float, float]:
    """Return what a + of a stone, and what Focused is worth to the own side before the flips."""
    if one.strike is None or one.target < 0:
        if one.action is None or one.side == RESISTING:
            return 0.5 * TESTED, -1.0
        chance = effects.chance(mind, one.action, one.model)
        return (1.0 - chance) * chance * beside(mind, one) * 2.0, -1.0
    plain = fighting.blow(mind, one.model, one.strike, one.target)
    better = fighting.blow(mind, one.model, one.strike, one.target, one.side == ACTING or -1)
    gain = abs(better.worth - plain.worth)
    if one.side == ACTING:
        return gain, gain + 0.25 * plain.damage - 0.3
    return gain, gain - 0.6


def _suit(mind: Mind, one: Bout, suit: int) -> float:
    """Return what a suit is worth that a stone adds."""
    if one.action is None or one.side == RESISTING or one.action.stat is None:
        return 0.0
    held = names.packed(one.action.stat.suits)
    with_it = held + names.ONE_SUIT[suit]
    hit = (
        fighting.blow(mind, one.model, one.strike, one.target).hits
        if one.strike is not None and one.target >= 0
        else 0.6
    )
    found = hit * (best_trigger(one, with_it) - best_trigger(one, held)) * (1.0 - mind.suited(mind.seat, suit))
    tn = one.action.tn
    if (
        tn is not None
        and names.has_suits(with_it, names.packed(tn.suits))
        and not names.has_suits(held, names.packed(tn.suits))
    ):
        chance = flips.passes(mind.decks[mind.seat], one.action.stat.mod, tn.value - one.action.stat.value)
        found += chance * (1.0 - mind.suited(mind.seat, suit)) * beside(mind, one)
    return found


@RATE("block", actions.ACTIONS.of(actions.BLOCK))
def _block(mind: Mind) -> float:
    """MFX-9.2c: a - to the damage flip that is to come, and nobody cheats it then."""
    blow = mind.view.blow
    if blow is None:
        return -REAL
    net, deck = sum(change for change, _ in blow.mods), mind.decks[blow.seat]
    weak, moderate, severe = blow.bands
    without, blocked = (fighting.harm(mind, (weak, moderate, severe), blow.model, deck, net - more) for more in (0, 1))
    cheated = CHEATED * without if net == 0 and mind.view.hands[mind.foe].cards else 0.0
    return without - blocked + cheated - mind.stone - REAL


@RATE("reduce", actions.ACTIONS.of(actions.REDUCE))
def _reduce(mind: Mind) -> float:
    """MFX-9.2d: 1, 2 or 3 less of the damage that is known."""
    blow = mind.view.blow
    if blow is None:
        return -REAL
    falls = zip(flips.bands(mind.decks[mind.seat], 0), flips.amounts(REDUCED, is_damage=False), strict=True)
    left = sum(chance * mind.loss(blow.model, max(0, blow.number - less)) for chance, less in falls)
    return mind.loss(blow.model, blow.number) - left - mind.stone - REAL


RATE.always(0.0, "block", actions.ACTIONS.of(actions.DECLINE))
RATE.always(0.0, "reduce", actions.ACTIONS.of(actions.DECLINE))
