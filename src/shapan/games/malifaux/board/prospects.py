"""What each answer of the viewer would make of a duel or flip (D14 to D20): totals, damage, triggers, replies."""
# Stays plain: draws for people

from __future__ import annotations

from collections.abc import Iterator

from shapan.engine.kinds import UNKNOWN
from shapan.engine.phrases import say, seat_of
from shapan.engine.scene import Chance, Phrase, Prospect
from shapan.games.malifaux import actions, names, roster
from shapan.games.malifaux.board import amounts, harms
from shapan.games.malifaux.board.amounts import by_worth
from shapan.games.malifaux.board.offers import BoardPrompt
from shapan.games.malifaux.board.pieces import fate_card
from shapan.games.malifaux.odds import flips, margins, reckoning
from shapan.games.malifaux.odds.reckoning import Outcome
from shapan.games.malifaux.records import ACTING, RESISTING, Blow, Duel
from shapan.games.malifaux.rules import fate
from shapan.games.malifaux.state import Malifaux
from shapan.games.malifaux.words import label


def of_duel(view: Malifaux, one: Duel, asked: BoardPrompt) -> list[Prospect]:
    """Return how a duel stands as it lies, and what the viewer's answers would make of it."""
    lying = as_it_lies(view, one, asked)
    if asked.key == "modify":
        return [lying, *_modified(view, one, asked)]
    if not reckoning.is_flipped(one):
        return [lying, *(_taken(view, one, asked) if asked.key == "card" else [])]
    if asked.key == "cheat" and one.success < 0:
        return [lying, *_cheats(view, one, asked, lying)]
    if asked.key == "trigger":
        return [lying, *_triggers(view, one, asked)]
    if one.success > 0 and view.blow is not None:
        return [*_blown(view, one, asked, view.blow)]
    return [lying]


def _blown(view: Malifaux, one: Duel, asked: BoardPrompt, blow: Blow) -> Iterator[Prospect]:
    """Return how the damage of a duel that was won stands, under the verdict of the duel."""
    side = max(ACTING, reckoning.own_side(view, one, asked.viewer))
    for made in amounts.of_blow(view, blow, asked):
        if made.code < 0:
            made.verdict, made.mood = _verdict(one, side, Outcome(list(one.totals), True)), ""
        yield made


# MFX-4: the duel


def as_it_lies(view: Malifaux, one: Duel, asked: BoardPrompt) -> Prospect:
    """Return how a duel stands: its chances before the flips, then who is ahead and what comes of that."""
    side = max(ACTING, reckoning.own_side(view, one, asked.viewer))
    made = Prospect(say("duel", "as_it_lies"))
    if reckoning.is_flipped(one):
        card = one.cards[side]
        if UNKNOWN not in one.cards:
            told = reckoning.with_card(view, one, side, card)
            _tell(view, one, side, told, made)
        return made
    if not one.nets:
        _chance(view, one, side, 0, made)
    return made


def _tell(view: Malifaux, one: Duel, side: int, told: Outcome, made: Prospect) -> None:
    """Put on a prospect its total; who is ahead, by how much, and the damage, unless the other card lies face down."""
    made.value = told.totals[side]
    if UNKNOWN in one.cards:
        return
    good = told.won == (side == ACTING)
    made.mood = "good" if good else "bad"
    made.verdict = _verdict(one, side, told)
    if told.won and (harm := reckoning.harm_of(view, one, told.totals)) is not None:
        harms.foretell(view, made, harm)
        worst = max(harm.bands) + (len(harm.bands) > 1)
        made.beside += harms.cares(view, harm.model, worst)
    elif not told.won and reckoning.harm_of(view, one, told.totals) is not None:
        made.beside.append(say("duel", "no_harm"))


def _verdict(one: Duel, side: int, told: Outcome) -> Phrase:
    """MFX-4.2, 4.4: return in a few words how a side stands."""
    if len(one.stats) == 1:
        return say("duel", "passes" if told.won else "fails")
    margin = told.margin if side == ACTING else -told.margin
    if told.won != (side == ACTING):
        if margin > 0:
            return say("duel", "misses_tn", tn=one.tn)
        return say("duel", "loses_by", number=-margin) if margin else say("duel", "tie_lost")
    return say("duel", "wins_by", number=margin) if margin > 0 else say("duel", "tie_won")


def _chance(view: Malifaux, one: Duel, side: int, more: int, made: Prospect, against: int = 0) -> None:
    """Put on a prospect how likely a side is ahead after the flips, before anybody cheats, with more + or -."""
    nets = [_net(view, one, place, more if place == side else against) for place in range(len(one.stats))]
    falls = [flips.flip_of(view, one.seats[place], net) for place, net in enumerate(nets)]
    if not all(falls) or one.tn_suits:
        return
    least = one.tn - one.stats[ACTING]
    if len(falls) == 1:
        good, of = flips.at_least(falls[ACTING], least), sum(falls[ACTING])
    else:
        good, of = margins.opposed(falls[ACTING], falls[RESISTING], one.stats[ACTING] - one.stats[RESISTING], least)
        if side == RESISTING:
            good = of - good
    made.head = say("duel", "before_cheating")
    made.chances = [
        Chance(say("duel", "succeeds"), good, of, good=True),
        Chance(say("duel", "does_not"), of - good, of),
    ]
    made.signs = [harms.sign_of(change, reason) for at, change, reason in one.mods if at == side]


def _net(view: Malifaux, one: Duel, side: int, more: int) -> int:
    return fate.capped(view, sum(change for at, change, _ in one.mods if at == side) + more)


def _modified(view: Malifaux, one: Duel, asked: BoardPrompt) -> Iterator[Prospect]:
    """D14: what a soulstone and Focused do to the chances."""
    side = _asked_side(one, asked)
    for code in sorted(asked.legal, key=_is_suit):
        if code <= 0:
            continue
        made = Prospect(label(view, actions.ACTIONS.of(code), code), code)
        plus = code == actions.FOCUSED or (actions.STONE.has(code) and actions.STONE.value(code) == actions.PLUS)
        _chance(view, one, side, int(plus), made)
        if actions.STONE.has(code) and actions.STONE.value(code) != actions.PLUS:
            made.lines = _opened(view, one, side, actions.STONE.value(code)) or [say("duel", "wakes_none")]
        if code == actions.FOCUSED and side == ACTING:
            made.lines.append(say("duel", "focus_harm"))
        yield made


def _is_suit(code: int) -> bool:
    """Tell whether a code is a soulstone for a suit, which is read after what changes the chances."""
    return actions.STONE.has(code) and actions.STONE.value(code) != actions.PLUS


def _asked_side(one: Duel, asked: BoardPrompt) -> int:
    """Return the side that is asked: of two sides of one player the first that has not flipped or decided."""
    sides = [place for place, seat in enumerate(one.seats) if seat == asked.viewer]
    if len(sides) > 1:
        if reckoning.is_flipped(one):
            return next((place for place in one.waiting if place in sides), sides[0])
        return next((place for place in sides if place >= len(one.cards)), sides[0])
    return sides[0] if sides else ACTING


def _opened(view: Malifaux, one: Duel, side: int, suit: int) -> list[Phrase]:
    """MFX-5.1: return the triggers for which a suit of a soulstone is enough, whatever card is flipped."""
    deed = reckoning.deed_of(view, one)
    given = one.given[side] + names.ONE_SUIT[suit]
    found = reckoning.declarable(view, one, side, reckoning.suits_of(view, one, side, given, deed), deed)
    return [_opens(name) for name in found]


def _opens(trigger: str) -> Phrase:
    """Return that a trigger may be declared, with what it does."""
    ability = trigger in roster.ABILITIES
    name = f"{'ability' if ability else 'trigger'}.{trigger}"
    text = f"{'ability_help' if ability else 'trigger_help'}.{trigger}"
    return say("duel", "opens", trigger={"term": name}, text={"term": text})


def _taken(view: Malifaux, one: Duel, asked: BoardPrompt) -> Iterator[Prospect]:
    """D15: what each of the flipped cards comes to."""
    side = len(one.cards)
    for code in asked.legal:
        if actions.TAKE.has(code):
            card = actions.TAKE.value(code)
            made = Prospect(say("fate_card", names.CARDS[card]), code, fate_card(f"take{card}", card))
            made.value = one.stats[side] + names.VALUE[card]
            deed, suit = reckoning.deed_of(view, one), names.SUIT_OF[card]
            given = one.given[side] + (names.ONE_SUIT[suit] if suit >= 0 else 0)
            final = reckoning.suits_of(view, one, side, given, deed)
            made.lines = [_opens(name) for name in reckoning.declarable(view, one, side, final, deed)]
            yield made


def _cheats(view: Malifaux, one: Duel, asked: BoardPrompt, lying: Prospect) -> Iterator[Prospect]:
    """D16: what each card of the hand would make of a duel, and what the other side could answer."""
    side = _asked_side(one, asked)
    for code in by_worth(asked.legal):
        if code == actions.KEEP:
            told = reckoning.with_card(view, one, side, one.cards[side])
            made = Prospect(say("action", "keep"), code)
            _tell(view, one, side, told, made)
        elif actions.CHEAT.has(code):
            card, down = actions.CHEAT.values(code)
            made = Prospect(say("fate_card", names.CARDS[card]), code, fate_card(f"cheat{card}.{down}", card))
            if down:
                made.label = label(view, actions.CHEAT, code)
            told = reckoning.with_card(view, one, side, card)
            _tell(view, one, side, told, made)
        else:
            continue
        made.lines = [*(_opens(name) for name in told.triggers), *_answers(view, one, side, told)]
        yield made


def _answers(view: Malifaux, one: Duel, side: int, told: Outcome) -> list[Phrase]:
    """MFX-3.2, 3.5: return what the other side would need then to be ahead."""
    if len(one.stats) == 1 or told.won != (side == ACTING) or UNKNOWN in one.cards:
        return []
    other, flipped = 1 - side, one.cards[side]
    seat = seat_of(one.seats[other])
    if not reckoning.may_still_cheat(view, one, other, flipped):
        return [say("duel", "no_answer", seat=seat)]
    need = reckoning.least_to_turn(view, one, side, told.totals)
    if need > names.VALUE[names.RED_JOKER]:
        return [say("duel", "cannot_turn", seat=seat)]
    key = "needs_red" if need == names.VALUE[names.RED_JOKER] else "needs"
    return [say("duel", key, seat=seat, number=max(0, need))]


def _triggers(view: Malifaux, one: Duel, asked: BoardPrompt) -> Iterator[Prospect]:
    """D17: what each trigger that may be declared does, with the damage flip that it changes."""
    hits = UNKNOWN not in one.cards and reckoning.with_card(view, one, ACTING, one.cards[ACTING]).won
    plain = reckoning.harm_of(view, one, list(one.totals)) if hits else None
    for code in asked.legal:
        if actions.TRIGGER.has(code):
            name = roster.TRIGGERS[actions.TRIGGER.value(code)]
            table = "ability_help" if name in roster.ABILITIES else "trigger_help"
            made = Prospect(label(view, actions.TRIGGER, code), code, lines=[say(table, name)])
            found = reckoning.trigger_of(view, one, name)
            harm = None if plain is None or found is None else reckoning.harm_of(view, one, list(one.totals), found)
            if harm is not None and harm != plain:
                harms.foretell(view, made, harm)
            yield made
        elif code == actions.NO_TRIGGER:
            yield Prospect(say("action", "no_trigger"), code)
