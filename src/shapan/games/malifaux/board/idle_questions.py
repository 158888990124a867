"""What hangs on a question: whether anything that a seat could answer brings it more than to decline, by what it sees.

It says nothing of whether something is worth its card or stone: only where nothing can get better there is nothing to
ask. [ruling] What helps a side is taken by the table: to win a duel, a better margin, one more trigger that can happen,
more damage to an enemy and less to a model of one's own. Who wants the contrary tells the table always to ask.
"""
# Stays plain: asks for people

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Final

from shapan.engine.kinds import UNKNOWN
from shapan.engine.phrases import say
from shapan.engine.prompt import Prompt
from shapan.engine.scene import Phrase
from shapan.games.malifaux import actions, formulas, model_traits, names, roster, static
from shapan.games.malifaux.cards.action import Action
from shapan.games.malifaux.cards.operations import Conditioned, Heal
from shapan.games.malifaux.odds import flips, reckoning
from shapan.games.malifaux.odds.reckoning import Outcome
from shapan.games.malifaux.records import ACTING, DAMAGE, DUEL, HEAL, INITIATIVE, RESISTING, Duel, Flip
from shapan.games.malifaux.rules.stones import REDUCED
from shapan.games.malifaux.state import Malifaux

Reason = Callable[[Malifaux, int, int, Sequence[int]], str]
"""From view, seat, argument and answers why a question is idle; empty where it is not."""

_DECLINING: Final = {
    "cheat": actions.KEEP,
    "trigger": actions.NO_TRIGGER,
    "modify": actions.NOTHING,
    "relent": actions.RELENT,
    "action": actions.END,
    "tokens": actions.TOKENS.code(0),
    **dict.fromkeys(
        (
            "block",
            "reduce",
            "stone_draw",
            "may",
            "strike",
            "redirect",
            "chain",
            "free_action",
            "target",
            "reveal",
            "end_point",
        ),
        actions.DECLINE,
    ),
}
"""By question, the answer that changes nothing, or lets a friend's action happen."""


_WELCOME: Final = (names.FAST, names.FOCUSED, names.SHIELDED)
"""MFX-12.9: the conditions that nobody wants to end on a model of his own."""
_ENDING: Final = ("end_one", "end_all")
"""MFX-12.9: the modes that end conditions of the player's choice, or all."""


def idle_answer(view: Malifaux, prompt: Prompt[Any], seat: int, arg: int, legal: Sequence[int]) -> list[int] | None:
    """Return the answer with which a seat declines a question; None where it cannot."""
    code = _best_card(view, legal) if prompt.key == "card" else _DECLINING.get(prompt.key, UNKNOWN)
    return [code] if code in legal else None


def why_idle(view: Malifaux, prompt: Prompt[Any], seat: int, arg: int, legal: Sequence[int]) -> Phrase | None:
    """Return why nothing that a seat can answer but to decline brings it anything; None where something might."""
    reason = _REASONS.get(prompt.key)
    word = "" if reason is None else reason(view, seat, arg, legal)
    return say("idle", word) if word else None


# Cheating fate, by chapter 3


def _cheat(view: Malifaux, seat: int, arg: int, legal: Sequence[int]) -> str:
    """MFX-3.1: no card of the hand makes more of the flip."""
    flip_ = view.flip
    if flip_ is None:
        return ""
    hand = [actions.CHEAT.values(code)[0] for code in legal if actions.CHEAT.has(code)]
    if flip_.kind == DUEL:
        one = view.duel
        if one is None or not one.waiting:
            return ""
        side = one.waiting[0]
        if UNKNOWN in one.cards:
            return ""  # the other card lies face down: nobody knows who is ahead
        lying = reckoning.with_card(view, one, side, one.cards[side])
        better = any(_is_better(view, one, side, lying, reckoning.with_card(view, one, side, card)) for card in hand)
        return "" if better else "no_card_turns_it" if _succeeds(side, lying) is False else "no_card_adds"
    if flip_.kind == INITIATIVE:
        return _initiative(view, seat, hand)
    return "" if any(_brings_more(view, seat, flip_, card) for card in hand) else "no_card_adds"


def _succeeds(side: int, told: Outcome) -> bool:
    """MFX-5.2: tell whether a side has been successful: the resisting one if the action fails."""
    return told.won == (side == ACTING)


def _is_better(view: Malifaux, one: Duel, side: int, lying: Outcome, other: Outcome) -> bool:
    """Tell whether an outcome may be better for a side than another: won, safer, with more damage or triggers."""
    if _succeeds(side, other) != _succeeds(side, lying):
        return _succeeds(side, other)
    if _useful(view, one, side, other) - _useful(view, one, side, lying):
        return True
    if _succeeds(side, lying) and len(one.waiting) > 1 and other.totals[side] > lying.totals[side]:
        return True  # the other side has still to decide
    if not lying.won:
        return False
    now, then = (reckoning.harm_of(view, one, told.totals) for told in (lying, other))
    if now is None or then is None:
        return False
    more = then.net(view) - now.net(view)
    return more > 0 if side == ACTING else more < 0


def _useful(view: Malifaux, one: Duel, side: int, told: Outcome) -> set[str]:
    """MFX-5.3: return the triggers that could happen, when the duel ends so."""
    won = _succeeds(side, told)
    happens = {"declare": True, "resolved": True, "fail": not won, "resolving": told.won}
    return {name for name in told.triggers if happens.get(_timing(view, one, side, name), won)}


def _timing(view: Malifaux, one: Duel, side: int, name: str) -> str:
    """MFX-5.3: return when a trigger of a side happens."""
    if side == RESISTING:
        parts = roster.HOOKED[view.models.cards[one.target]].get("resist_trigger", ())
        return next((part.timing for ability, part in parts if ability == name), "declare")
    card = model_traits.action(view, one.model, one.action)
    printed = card.triggers if card is not None else ()
    return next((row.trigger.timing for row in printed if row.trigger.id == name), "declare")


def _initiative(view: Malifaux, seat: int, hand: Sequence[int]) -> str:
    """MFX-7.2 C: who is behind may draw level at least, who is level or has still to fear an answer may get ahead."""
    other, flip_ = view.flipped[1 - seat].cards, view.flip
    if not other or flip_ is None or view.strategy == names.CORRUPTED_IDOLS:
        return ""
    ahead = names.VALUE[flip_.result] + view.token_bids[seat]
    theirs = names.VALUE[other[-1]] + view.token_bids[1 - seat]
    if ahead > theirs:  # the lower value has decided before
        return "ahead"
    return "" if any(names.VALUE[card] + view.token_bids[seat] >= theirs + (ahead == theirs) for card in hand) else (
        "no_card_turns_it"
    )  # fmt: skip


def _brings_more(view: Malifaux, seat: int, flip_: Flip, card: int) -> bool:
    """MFX-6.1, 6.10, 9.5: tell whether a card makes more of a flip for an amount; of own damage, less."""
    is_damage = flip_.kind == DAMAGE
    now, then = (flips.amount(flip_.bands, one, is_damage=is_damage) for one in (flip_.result, card))
    if is_damage and view.blow is not None and view.models.sides[view.blow.model] == seat:
        return then < now
    if is_damage and _band(card) > _band(flip_.result):
        return True  # blasts
    return then > now


def _band(card: int) -> int:
    return names.BAND[names.VALUE[card]]


# Cards, triggers, friends, stones, actions


def _best_card(view: Malifaux, legal: Sequence[int]) -> int:
    """MFX-1.6: return the card of a flip that no other one betters in anything; -1 if each has something for it."""
    flip_, cards = view.flip, [actions.TAKE.value(code) for code in legal if actions.TAKE.has(code)]
    if flip_ is None or not cards:
        return UNKNOWN
    best = max(cards, key=lambda card: names.VALUE[card])
    if flip_.kind == DUEL:
        one = view.duel
        suits = {names.SUIT_OF[card] for card in cards}
        needed = one is None or any(_opens(view, one, suit) for suit in sorted(suits - {names.SUIT_OF[best]}))
        return UNKNOWN if needed else actions.TAKE.codes[best]
    if flip_.kind == HEAL or (flip_.kind == DAMAGE and view.blow is not None):
        if view.blow is not None and flip_.kind == DAMAGE and view.models.sides[view.blow.model] == flip_.seat:
            return UNKNOWN
        return actions.TAKE.codes[best]
    return UNKNOWN


def _opens(view: Malifaux, one: Duel, suit: int) -> bool:
    """MFX-4.2, 5.1: tell whether a suit of a card may open a trigger or meet a target number."""
    side = len(one.cards)
    if suit < 0 or side >= len(one.stats):
        return False
    deed = reckoning.deed_of(view, one)
    given = one.given[side] + names.ONE_SUIT[suit]
    final = reckoning.suits_of(view, one, side, given, deed)
    return bool(reckoning.declarable(view, one, side, final, deed)) or (
        side == ACTING and not names.has_suits(one.given[side], one.tn_suits)
    )


def _card(view: Malifaux, seat: int, arg: int, legal: Sequence[int]) -> str:
    return "best_card" if len(legal) > 1 else ""


def _trigger(view: Malifaux, seat: int, arg: int, legal: Sequence[int]) -> str:
    """MFX-5.3: none of the triggers could happen, as the duel stands."""
    one = view.duel
    if one is None or len(one.cards) < len(one.stats) or seat not in one.seats:
        return ""
    side = RESISTING if view.choice is not None and view.choice.model == one.target != one.model else ACTING
    if side >= len(one.stats):
        return ""
    told = reckoning.with_card(view, one, side, one.cards[side])
    listed = [roster.TRIGGER.names[actions.TRIGGER.value(code)] for code in legal if actions.TRIGGER.has(code)]
    told.triggers = listed
    return "" if _useful(view, one, side, told) else "no_trigger_happens"


def _relent(view: Malifaux, seat: int, arg: int, legal: Sequence[int]) -> str:
    """MFX-4.6: an action of one's own model at another, in one's own activation: who declares it wants it."""
    now = view.activation
    return "own_action" if now is not None and view.models.sides[now.model] == seat else ""


def _reduce(view: Malifaux, seat: int, arg: int, legal: Sequence[int]) -> str:
    """MFX-9.2 d: even the most that a stone takes away leaves enough to kill."""
    blow = view.blow
    if blow is None or blow.number < 0 or static.has_ability(view, blow.model, "hard_to_kill"):
        return ""
    return "dies_anyway" if blow.number - max(REDUCED) >= view.models.health[blow.model] else ""


def _action(view: Malifaux, seat: int, arg: int, legal: Sequence[int]) -> str:
    """MFX-8.5: beside the end of the activation there are only actions that change nothing now."""
    now = view.activation
    if now is None or actions.END not in legal or len(legal) < 2:
        return ""
    acts = [code for code in legal if code != actions.END]
    if not all(actions.ACT.has(code) for code in acts):
        return ""
    cards = [model_traits.action(view, now.model, actions.ACT.value(code)) for code in acts]
    return "nothing_to_do" if all(card is not None and _is_vain(view, now.model, card) for card in cards) else ""


def _is_vain(view: Malifaux, model: int, card: Action) -> bool:
    """MFX-8.32, 12.22: tell whether an action only ends conditions that a model has not, or heals one that is whole."""
    if card.is_attack or card.stat is not None or card.triggers:
        return False
    whole = view.models.health[model] >= formulas.max_health(view, model)
    free = not any(view.condition(model, one) for one in range(len(names.CONDITIONS)) if one not in _WELCOME)
    return all(
        (isinstance(effect, Heal) and effect.who.single() == "self" and whole)
        or (isinstance(effect, Conditioned) and effect.who.single() == "self" and free and effect.mode in _ENDING)
        for effect in card.effects
    )


def _scheme(view: Malifaux, seat: int, arg: int, legal: Sequence[int]) -> str:
    """MFX-15: the scheme that is asked for, lest others learn which it is, is not fulfilled."""
    return "not_fulfilled" if list(legal) == [actions.DECLINE] else ""


_REASONS: Final[dict[str, Reason]] = {
    "action": _action, "card": _card, "cheat": _cheat, "reduce": _reduce, "relent": _relent, "trigger": _trigger,
    "reveal": _scheme, "end_point": _scheme,
}  # fmt: skip
