"""What the viewer's answers would make of damage, and of other flips for an amount (D15, D18 to D20)."""
# Stays plain: draws for people

from __future__ import annotations

from collections.abc import Iterator, Sequence

from shapan.engine.kinds import UNKNOWN
from shapan.engine.phrases import say
from shapan.engine.scene import Phrase, Prospect
from shapan.games.malifaux import actions, names, roster
from shapan.games.malifaux.board import harms
from shapan.games.malifaux.board.offers import BoardPrompt
from shapan.games.malifaux.board.pieces import fate_card
from shapan.games.malifaux.odds import flips, reckoning
from shapan.games.malifaux.records import DAMAGE, REDUCE, Blow, Flip
from shapan.games.malifaux.rules import stones
from shapan.games.malifaux.state import Malifaux
from shapan.games.malifaux.words import label


def by_worth(legal: Sequence[int]) -> list[int]:
    """Return codes as they are read: what keeps or takes a card first, then the cards of the hand, the best on top."""
    return sorted(
        legal, key=lambda code: -names.VALUE[actions.CHEAT.values(code)[0]] if actions.CHEAT.has(code) else -99
    )


def of_flip(view: Malifaux, asked: BoardPrompt) -> list[Prospect]:
    """Return what the viewer's answers would make of a flip that belongs to no duel."""
    if view.flip is not None and asked.key in ("cheat", "card"):
        return [*_banded(view, view.flip, asked)]
    return of_blow(view, view.blow, asked) if view.blow is not None else []


def of_blow(view: Malifaux, blow: Blow, asked: BoardPrompt) -> list[Prospect]:
    """MFX-6.6: return how damage stands, before its flip and after it, and what answers make of it."""
    harm = reckoning.Harm(blow.seat, blow.model, list(blow.bands), [(one[0], one[1]) for one in blow.mods])
    lying = Prospect(say("duel", "as_it_lies"))
    flip = view.flip
    is_flipping = flip is not None and flip.kind in (DAMAGE, REDUCE)
    is_reducing = asked.key == "reduce" or (is_flipping and asked.key in ("cheat", "card"))
    if blow.number >= 0:
        lying.head = say("duel", "to_suffer" if is_reducing else "damage_is", number=blow.number)
    else:
        harms.foretell(view, lying, harm)
        if blow.card >= 0 or (is_flipping and asked.key in ("cheat", "card")):
            lying.chances = []
    most = blow.number if blow.number >= 0 else max(blow.bands) + 1
    if blow.number < 0 or is_reducing:  # it is over once nobody may reduce it
        may_block = blow.number < 0 and blow.card < 0 and not is_flipping
        lying.beside = harms.cares(view, blow.model, most, may_block=may_block)
    if asked.key == "block":
        return [lying, *_blocked(view, harm, asked)]
    if asked.key == "reduce":
        return [lying, *_reduced(view, blow, asked)]
    if flip is not None and asked.key in ("cheat", "card"):
        return [lying, *_banded(view, flip, asked)]
    return [lying]


def _blocked(view: Malifaux, harm: reckoning.Harm, asked: BoardPrompt) -> Iterator[Prospect]:
    """D18: the damage flip without and with the - of a soulstone."""
    for code in (actions.DECLINE, actions.BLOCK):
        if code not in asked.legal:
            continue
        made = Prospect(_stone_word(view, code, "no_block"), code)
        mods = [*harm.mods, *([(-1, roster.BY_BLOCK)] if code == actions.BLOCK else [])]
        harms.foretell(view, made, reckoning.Harm(harm.seat, harm.model, harm.bands, mods))
        yield made


def _reduced(view: Malifaux, blow: Blow, asked: BoardPrompt) -> Iterator[Prospect]:
    """D20: the damage as it is, and after a soulstone's flip."""
    seat, health = view.models.sides[blow.model], view.models.health[blow.model]
    for code in (actions.DECLINE, actions.REDUCE):
        if code not in asked.legal:
            continue
        made = Prospect(_stone_word(view, code, "no_reduce"), code)
        made.lines = [_left(health, blow.number)]
        if code == actions.REDUCE:
            made.head = say("duel", "damage_left")
            left = [max(0, blow.number - one) for one in stones.REDUCED]
            made.chances = harms.band_chances(view, seat, 0, left, is_damage=False)
            most, least = (max(0, health - number) for number in (left[names.SEVERE], left[names.WEAK]))
            key = "health_between" if least < most else "health_falls"
            words = {"now": health, "then": most, "least": least, "most": most}
            made.lines = [say("duel", key, **words), say("duel", "stones_left", number=view.stones[seat] - 1)]
        yield made


def _stone_word(view: Malifaux, code: int, declined: str) -> Phrase:
    """Return what an answer is called that uses a soulstone or does not."""
    return say("duel", declined) if code == actions.DECLINE else label(view, actions.ACTIONS.of(code), code)


def _left(health: int, number: int) -> Phrase:
    """Return the Health before and after some damage."""
    return say("duel", "health_falls" if number < health else "health_gone", now=health, then=max(0, health - number))


def _banded(view: Malifaux, flip: Flip, asked: BoardPrompt) -> Iterator[Prospect]:
    """D15, D19: what each card would bring in a flip for an amount, or for the initiative."""
    is_damage = flip.kind == DAMAGE
    for code in by_worth(asked.legal):
        card = _card_of(code, flip)
        if card == UNKNOWN:
            continue
        made = Prospect(say("fate_card", names.CARDS[card]), code, fate_card(f"band{code}", card))
        if code == actions.KEEP:
            made.label = say("action", "keep")
        if flip.bands:
            made.value = flips.amount(flip.bands, card, is_damage=is_damage)
            made.verdict = harms.band_word(card)
            made.lines = _after(view, flip, made.value)
        elif not flip.bands:
            made.value = names.VALUE[card] + view.token_bids[flip.seat]
            made.verdict, made.mood = _initiative(view, flip.seat, made.value)
        yield made


def _card_of(code: int, flip: Flip) -> int:
    """Return the card that would count by an answer; -1 for one that names none."""
    if actions.CHEAT.has(code):
        return actions.CHEAT.values(code)[0]
    if actions.TAKE.has(code):
        return actions.TAKE.value(code)
    return flip.result if code == actions.KEEP else UNKNOWN


def _after(view: Malifaux, flip: Flip, number: int) -> list[Phrase]:
    """Return what becomes of a model's Health by a flip of damage or of a soulstone."""
    blow = view.blow
    if blow is None or flip.kind not in (DAMAGE, REDUCE):
        return []
    if flip.kind == DAMAGE:
        return [say("duel", "before_reductions")]
    return [_left(view.models.health[blow.model], max(0, blow.number - number))]


def _initiative(view: Malifaux, seat: int, value: int) -> tuple[Phrase | None, str]:
    """MFX-7.2 C: return how a value for the initiative stands against the other one."""
    cards = view.flipped[1 - seat].cards
    if not cards:
        return None, ""
    other = names.VALUE[cards[-1]] + view.token_bids[1 - seat]
    if value == other:
        return say("duel", "flip_again"), ""
    return (say("duel", "wins_by", number=value - other), "good") if value > other else (
        say("duel", "loses_by", number=other - value), "bad",
    )  # fmt: skip
