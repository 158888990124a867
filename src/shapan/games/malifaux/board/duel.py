"""The duel under way (MFX-4) as a comparison: both sides with stats, cards, changes and totals; its course.

Other flips that somebody is asked about (damage, initiative, soulstones) are shown in the same way.
"""
# Stays plain: draws for people

from __future__ import annotations

from typing import Any, Final

from shapan.engine.kinds import UNKNOWN
from shapan.engine.phrases import say, term
from shapan.engine.scene import Duel as Comparison
from shapan.engine.scene import Fact, Phrase, Side
from shapan.games.malifaux import names, roster
from shapan.games.malifaux.board.amounts import of_flip
from shapan.games.malifaux.board.harms import sign_of
from shapan.games.malifaux.board.offers import BoardPrompt
from shapan.games.malifaux.board.pieces import fate_card, model_name
from shapan.games.malifaux.board.prospects import of_duel
from shapan.games.malifaux.odds import reckoning
from shapan.games.malifaux.records import ACTING, DAMAGE, FLIPS, REDUCE, Duel
from shapan.games.malifaux.records import DUEL as DUEL_FLIP
from shapan.games.malifaux.state import INITIATIVE as INITIATIVE_STEP
from shapan.games.malifaux.state import Malifaux

STEPS: Final = ("modify", "flip", "cheat", "triggers", "compare", "damage")
MODIFY, FLIP, CHEAT, TRIGGERS, COMPARE, HARM = range(len(STEPS))
_FLIP_KEYS: Final = frozenset({"cheat", "card", "block", "reduce"})


def make_duels(view: Malifaux, asked: BoardPrompt) -> list[Comparison]:
    """Return what is compared now: a duel until nothing more comes of it, else a flip that somebody decides about."""
    if reckoning.is_on(view):
        assert view.duel is not None
        return [duel_of(view, view.duel, asked)]
    if view.step == INITIATIVE_STEP and any(zone.cards for zone in view.flipped):
        return [_initiative(view, asked)]
    if asked.key in _FLIP_KEYS:
        return [_harm(view, asked)]
    return []


# The duel


def step_of(view: Malifaux, one: Duel) -> int:
    """MFX-4.5: return in which of its steps a duel is."""
    if not one.nets:
        return MODIFY
    if not reckoning.is_flipped(one):
        return FLIP
    if one.success < 0:
        return CHEAT if one.waiting else TRIGGERS
    return COMPARE if view.blow is None else HARM


def duel_of(view: Malifaux, one: Duel, asked: BoardPrompt) -> Comparison:
    """Return a duel that goes on; who acts on one of his own that does not resist stands alone (MFX-4.6)."""
    sides = [_side(view, one, place) for place in range(len(one.stats))]
    if len(sides) == 1 and (one.tn >= 0 or one.tn_suits):
        tn = Side(say("duel", "target_number"), one.tn if one.tn >= 0 else None)
        if one.tn_suits:
            tn.note = say("duel", "with_suits", suits=_suits(one.tn_suits))
        sides.append(tn)
    made = Comparison(sides, title=title_of(one), rule="MFX-4.4" if len(one.stats) > 1 else "MFX-4.3")
    made.steps = [say("duel", f"step_{name}") for name in STEPS]
    made.step = step_of(view, one)
    made.note = _before(one)
    if reckoning.is_flipped(one):
        _compare(view, one, made)
    made.prospects = of_duel(view, one, asked)
    made.own = _own(view, one, asked)
    return made


def _own(view: Malifaux, one: Duel, asked: BoardPrompt) -> int:
    """Return the side whose total the prospects are about; none once they are about its damage (MFX-6.6)."""
    if one.success > 0 and view.blow is not None:
        return UNKNOWN
    own = reckoning.own_side(view, one, asked.viewer)
    return ACTING if own == UNKNOWN else own


def title_of(one: Duel) -> Phrase:
    """Return what a duel is about: an action, or a test of a stat."""
    if one.action == UNKNOWN:
        return (
            say("duel", "test", stat=term("stat", names.STATS[one.tested]))
            if one.tested >= 0
            else say("flip_title", "duel")
        )
    key = "opposed" if len(one.stats) > 1 else "simple"
    return say("duel", key, action={"term": roster.ACTION.terms[one.action]})


def _before(one: Duel) -> Phrase | None:
    """MFX-4.9: return the test that was passed before; of an opposed duel with a target number that."""
    if one.passed:
        stat, tn, card, total = one.passed
        words = {"stat": term("stat", names.STATS[stat]), "card": term("fate_card", names.CARDS[card])}
        return say("duel", "passed", tn=tn, total=total, **words)
    if one.tn >= 0 and len(one.stats) > 1:
        suits = one.tn_suits
        return say("duel", "tn_suits" if suits else "tn", tn=one.tn, **({"suits": _suits(suits)} if suits else {}))
    return None


def _suits(packed: int) -> Any:
    """Return packed suits as a part of a phrase."""
    found = [suit for suit in range(len(names.SUITS)) for _ in range(names.suits_in(packed, suit))]
    words = [term("suit", names.SUITS[suit]) for suit in found]
    made = words[0]
    for word in words[1:]:
        made = {"key": "common.list", "words": {"first": made, "rest": word}}
    return made


def _side(view: Malifaux, one: Duel, place: int) -> Side:
    """MFX-4.1: return a side: stat and card, total, every + and -, how many cards its hand holds."""
    model, seat = reckoning.model_of(one, place), one.seats[place]
    side = Side(model_name(view, model), seat=seat)
    side.parts = [Fact("stat", _stat_name(one, place), one.stats[place], rule="MFX-4.1")]
    if one.given[place]:
        side.parts += [
            Fact(
                f"suit{suit}",
                say("suit", names.SUITS[suit]),
                names.suits_in(one.given[place], suit),
                glyph=_SUIT_GLYPHS[suit],
            )
            for suit in range(len(names.SUITS))
            if names.suits_in(one.given[place], suit)
        ]
    side.signs = [sign_of(change, reason) for at, change, reason in one.mods if at == place]
    side.note = say("duel", "cards_in_hand", number=len(view.hands[seat]))
    if place < len(one.cards):
        side.pieces = [fate_card(f"duel{place}", one.cards[place])]
        side.pieces[0].owner = seat
        side.value = one.totals[place] if one.cards[place] >= 0 else None
    elif view.flip is not None and view.flip.kind == DUEL_FLIP and view.flip.seat == seat and place == len(one.cards):
        side.pieces = [fate_card(f"flip{seat}.{at}", card) for at, card in enumerate(view.flipped[seat].cards)]
    return side


_SUIT_GLYPHS: Final = ("m-ram", "m-tome", "m-mask", "m-crow")


def _stat_name(one: Duel, place: int) -> Phrase:
    """Return what a side's number is: that of its action, else a stat."""
    if place == ACTING and one.action != UNKNOWN:
        return Phrase(roster.ACTION.terms[one.action])
    return say("stat", names.STATS[one.tested]) if one.tested >= 0 else say("flip_title", "duel")


def _compare(view: Malifaux, one: Duel, made: Comparison) -> None:
    """MFX-4.4: put both totals beside each other."""
    if UNKNOWN in one.cards:
        return
    won = one.success if one.success >= 0 else int(reckoning.with_card(view, one, ACTING, one.cards[ACTING]).won)
    if len(one.stats) > 1 and None not in [side.value for side in made.sides]:
        first, second = one.totals
        made.sign = ">" if first > second else "<" if first < second else "="
    elif len(made.sides) > len(one.stats):
        made.sign = "≥" if won else "<"
    if one.success >= 0:
        for side, good in zip(made.sides, (bool(won), not won), strict=False):
            side.won = good


# Other flips


def _initiative(view: Malifaux, asked: BoardPrompt) -> Comparison:
    """MFX-7.2 C: return the flips for the initiative, with the pass tokens that were spent for it."""
    sides = []
    for seat in range(view.seats):
        cards = view.flipped[seat].cards
        side = Side(say("common", "value", value={"seat": seat}), seat=seat)
        side.pieces = [fate_card(f"initiative{seat}.{at}", card) for at, card in enumerate(cards)]
        if view.token_bids[seat]:
            side.parts = [Fact("pass_tokens", say("label", "pass_tokens"), view.token_bids[seat], glyph="x-pass")]
        if cards:
            side.value = names.VALUE[cards[-1]] + view.token_bids[seat]
        side.note = say("duel", "cards_in_hand", number=len(view.hands[seat]))
        sides.append(side)
    made = Comparison(sides, title=say("flip_title", "initiative"), rule="MFX-7.2")
    first, second = (side.value for side in sides)
    if first is not None and second is not None:
        made.sign = ">" if first > second else "<" if first < second else "="
    made.own = asked.viewer if asked.viewer < view.seats else UNKNOWN
    made.prospects = of_flip(view, asked)
    return made


def _harm(view: Malifaux, asked: BoardPrompt) -> Comparison:
    """MFX-6.6, 9.2: return a flip besides duels: for damage by an ability, for healing, for a soulstone."""
    flip, blow = view.flip, view.blow
    about_blow = asked.key in ("block", "reduce") or (flip is not None and flip.kind in (DAMAGE, REDUCE))
    kind = "damage" if asked.key in ("block", "reduce") or flip is None else FLIPS[flip.kind]
    made = Comparison([], title=say("flip_title", kind), rule="MFX-6.6")
    if flip is not None and asked.key in ("cheat", "card"):
        side = Side(say("flip_title", kind), seat=flip.seat)
        side.pieces = [
            fate_card(f"flip{flip.seat}.{at}", card) for at, card in enumerate(view.flipped[flip.seat].cards)
        ]
        made.sides.append(side)
    if about_blow and blow is not None:
        side = Side(model_name(view, blow.model), view.models.health[blow.model], view.models.sides[blow.model])
        side.note = say("label", "health")
        side.signs = [sign_of(one[0], one[1]) for one in blow.mods]
        made.sides.append(side)
    made.prospects = of_flip(view, asked)
    return made
