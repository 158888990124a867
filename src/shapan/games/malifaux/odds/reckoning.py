"""What a duel and its damage come to by what lies open: with another card, for who acts and for who resists.

The deed that goes on is put together from what the table keeps of it; all numbers are asked of the rules.
"""
# Stays plain: asked for people

from __future__ import annotations

from dataclasses import dataclass, field

from shapan.engine.kinds import UNKNOWN
from shapan.games.malifaux import model_traits, names, roster, select, static, value
from shapan.games.malifaux.cards.effect import Effect
from shapan.games.malifaux.cards.operations import Damage, If, Modify
from shapan.games.malifaux.cards.trigger import Trigger
from shapan.games.malifaux.context import AS_ACTION, ActionContext, Source
from shapan.games.malifaux.odds import flips
from shapan.games.malifaux.records import ACTING, RESISTING, Duel
from shapan.games.malifaux.rules import damage, duel, fate, lasting_ops, triggers
from shapan.games.malifaux.state import Malifaux

Mods = list[tuple[int, int]]
"""Each + and - with its reason."""


def is_on(view: Malifaux) -> bool:
    """Tell whether a duel goes on, from its first step until nothing more comes of it."""
    return view.duel is not None and not view.duel.over


def deed_of(view: Malifaux, one: Duel) -> ActionContext:
    """Return the deed that a duel belongs to, as far as all know it."""
    card = model_traits.action(view, one.model, one.action) if one.action != UNKNOWN else None
    deed = ActionContext(one.seats[ACTING], one.model, one.action, card, one.target, as_melee=bool(one.as_melee))
    deed.opposed, deed.relented, deed.focused = len(one.stats) > 1, bool(one.relented), one.focused
    deed.caused_by = one.caused_by
    deed.stats = [one.tested, UNKNOWN] if card is None else [UNKNOWN, one.tested]
    for place, total in enumerate(one.totals):
        deed.totals[place], deed.suits[place] = total, one.suits[place]
    return deed


def model_of(one: Duel, side: int) -> int:
    """Return the model of a side."""
    return one.target if side == RESISTING else one.model


def is_flipped(one: Duel) -> bool:
    """Tell whether the cards of a duel lie there."""
    return len(one.cards) == len(one.stats)


def own_side(view: Malifaux, one: Duel, viewer: int) -> int:
    """Return the side for which a viewer flips, the acting one if both; -1 for who watches."""
    return one.seats.index(viewer) if viewer in one.seats else UNKNOWN


@dataclass(slots=True)
class Outcome:
    """What a duel comes to with certain cards."""

    totals: list[int]
    won: bool
    """The acting side has succeeded (MFX-4.2, 4.4)."""
    triggers: list[str] = field(default_factory=list)
    """Triggers that the side may declare whose card it is."""

    @property
    def margin(self) -> int:
        """By how much the acting side is ahead; 0 of a duel with one side."""
        return self.totals[ACTING] - self.totals[RESISTING] if len(self.totals) > 1 else 0


def with_card(view: Malifaux, one: Duel, side: int, card: int) -> Outcome:
    """Return what a duel comes to when a card counts for a side, and the others as they lie (MFX-4.1 to 4.4)."""
    deed = deed_of(view, one)
    cards = [card if place == side else other for place, other in enumerate(one.cards)]
    totals = [
        one.stats[place] + (names.VALUE[other] if other >= 0 else 0) + changed(view, one, place, deed)
        for place, other in enumerate(cards)
    ]
    found: list[str] = []
    needed = one.tn < 0
    for suit in flips.suits_of(card):
        final = suits_of(view, one, side, one.given[side] + suit, deed)
        found += [name for name in declarable(view, one, side, final, deed) if name not in found]
        needed = needed or (side == ACTING and names.has_suits(final, one.tn_suits))
    if one.tn >= 0 and side != ACTING:
        needed = names.has_suits(one.suits[ACTING], one.tn_suits)
    won = needed and totals[ACTING] >= max(one.tn, 0) and (len(totals) == 1 or totals[ACTING] >= totals[RESISTING])
    return Outcome(totals, won, found)


def changed(view: Malifaux, one: Duel, side: int, deed: ActionContext) -> int:
    """Crews 7.19: return by how much the final total of a side is changed."""
    return static.total_change(view, model_of(one, side), deed)


def suits_of(view: Malifaux, one: Duel, side: int, given: int, deed: ActionContext) -> int:
    """Return the final suits of a side."""
    made = duel.Side(model_of(one, side), one.seats[side], one.stats[side], given)
    duel.final_suits(view, made, deed)
    return made.suits


def declarable(view: Malifaux, one: Duel, side: int, suits: int, deed: ActionContext) -> list[str]:
    """MFX-5.1, 5.4: return the triggers that a side may declare with some suits."""
    model = model_of(one, side)
    if deed.card is None or view.condition(model, names.STUNNED):
        return []
    before, deed.suits[side] = deed.suits[side], suits
    if side == ACTING:
        found = [trigger.id for trigger in triggers.able_own(view, deed, one.seats[side])]
    else:
        found = [ability for ability, _ in triggers.able_resisting(view, deed, one.seats[side])]
    deed.suits[side] = before
    return found


def least_to_turn(view: Malifaux, one: Duel, side: int, totals: list[int]) -> int:
    """MFX-4.2, 4.4: return the least card with which the other side than this would succeed, whatever its suits."""
    other = 1 - side
    needed = totals[side] + 1 if other == RESISTING else max(totals[side], one.tn)
    return needed - one.stats[other] - changed(view, one, other, deed_of(view, one))


def may_still_cheat(view: Malifaux, one: Duel, side: int, flipped: int) -> bool:
    """MFX-3.2: tell whether a side may still cheat, when the other one's flipped card is this, by what all know."""
    if side not in one.waiting or one.nets[side] < 0 or one.cards[side] == names.BLACK_JOKER:
        return False
    seat, model = one.seats[side], model_of(one, side)
    if not len(view.hands[seat]) or (flipped == names.RED_JOKER and not view.rules.red_joker_lets):
        return False
    return not static.has_flag(view, model, "cannot_cheat", deed_of(view, one))


# The damage that an attack brings


@dataclass(slots=True)
class Harm:
    """Damage that is about to be flipped for: whom it hits, its numbers by band, each + and - of the flip."""

    seat: int
    model: int
    bands: list[int]
    mods: Mods

    def net(self, view: Malifaux) -> int:
        """MFX-1.5: return what its + and - come to."""
        return fate.capped(view, sum(change for change, _ in self.mods))


def harm_of(view: Malifaux, one: Duel, totals: list[int], trigger: Trigger | None = None) -> Harm | None:
    """MFX-6.1 to 6.3: return what an attack does to its target when it succeeds with some totals; None if nothing.

    With what a trigger of the acting side changes of it (MFX-5.3).
    """
    deed = deed_of(view, one)
    if deed.card is None or deed.target < 0:
        return None
    deed.totals = [*totals, 0][:2]
    here = Source(deed.model, deed.seat, deed, AS_ACTION, roster.TAG[deed.card.id], it=deed.target)
    if trigger is not None:
        _foresee(view, deed, trigger)
    effect = _damaging(view, here, deed.card.effects)
    if effect is None:
        return None
    amount = effect.amount
    bands = [value.value(view, here, part) + deed.more_damage for part in amount.bands]
    printed = sum(1 if mod == "+" else -1 for mod in effect.flip_mods)
    mods = damage.flip_mods(view, here, deed.target, printed) if amount.is_flipped else []
    return Harm(deed.seat, deed.target, bands, mods)


def trigger_of(view: Malifaux, one: Duel, name: str) -> Trigger | None:
    """MFX-5.1: return a trigger of the action of a duel; None for another, such as one of the resisting side."""
    return next((trigger for _, trigger in triggers.own(deed_of(view, one)) if trigger.id == name), None)


def _foresee(view: Malifaux, deed: ActionContext, trigger: Trigger) -> None:
    """MFX-5.3: put on a deed what a `resolving` trigger changes of its damage, as `triggers.before_effects` will."""
    here = triggers.place_of(view, deed, ACTING, deed.seat, roster.TAG[trigger.id])
    waiting = list(trigger.effects if trigger.timing == "resolving" else ())
    while waiting:
        effect = waiting.pop(0)
        if isinstance(effect, If) and effect.condition is not None and triggers.changes_damage(effect):
            waiting[:0] = effect.effects if value.truth(view, here, effect.condition) else effect.otherwise
        else:
            _change(view, here, effect)


def _change(view: Malifaux, here: Source, effect: Effect) -> None:
    """Crews 2.4: change a number of the deed that goes on, if an effect is about one."""
    if not isinstance(effect, Modify) or effect.scope not in lasting_ops.FOR_THE_DEED:
        return
    if effect.when is None or value.truth(view, here, effect.when):
        lasting_ops.change_deed(view, here, effect, lasting_ops.read(view, here, effect))


def _damaging(view: Malifaux, here: Source, effects: tuple[Effect, ...]) -> Damage | None:
    """Return the effect of an action that damages its target first; what changes the deed before it does so."""
    for effect in effects:
        if isinstance(effect, Damage) and here.deed.target in select.found(view, here, effect.who):
            return effect
        _change(view, here, effect)
    return None
