"""BSG-7: crisis cards, from the draw to the discard."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from shapan.engine.question import question
from shapan.engine.zone import kinds_among
from shapan.games.battlestar import actions, cards, events, names, step_codes
from shapan.games.battlestar.effects import DECIDER, EFFECTS
from shapan.games.battlestar.records import Check
from shapan.games.battlestar.rules import checks, decks, dice, hands, jump, record, space, vipers
from shapan.games.battlestar.state import Battlestar, Table

A: Final = 0
B: Final = 1


def draw_crisis(state: Battlestar, table: Table) -> None:
    """BSG-7.1, 3.4: the current player draws a crisis, and it is resolved; its icons are left for 3.5 and 3.6."""
    seat = state.active
    if not draw_for(state, table, seat):
        table.tell(events.NO_CRISIS, seat)
        state.crisis_done = -1
        return
    reveal_crisis(state, table, seat)
    state.crisis_done = state.crisis_now.cards[0]
    resolve(state, table)


def draw_for(state: Battlestar, table: Table, seat: int) -> bool:
    """BSG-7.1: one card; Roslin draws two, keeps one, and puts the other under the deck unseen (Religious Visions)."""
    drawn = state.crisis_drawn
    if state.is_character(seat, names.ROSLIN):
        decks.draw_seen(state, table, seat, state.crisis, drawn, 2, events.VISIONS)
    else:
        decks.take(state, table, state.crisis, drawn)
    if not len(drawn):
        return False
    keep_one(state, table, seat)
    state.move_all(drawn, state.crisis.bottom)
    return True


def keep_one(state: Battlestar, table: Table, seat: int) -> None:
    """Move one of the drawn crises to the place where it is resolved; of several the seat chooses."""
    drawn = state.crisis_drawn
    card = drawn.cards[0]
    if len(drawn) > 1:  # who draws one card has nothing to choose, and has not seen it
        card = table.pick(ask_keep, seat)
    state.move(drawn, drawn.cards.index(card), state.crisis_now)


@question("keep_crisis", "BSG-7.1", actions.KEEP_CRISIS, secret=True, why="not_drawn")
def ask_keep(state: Battlestar, seat: int, arg: int) -> Sequence[int]:
    """D-9, D-22: which of the crises seen is resolved."""
    return kinds_among(state.crisis_drawn.cards)


def reveal_crisis(state: Battlestar, table: Table, seat: int) -> None:
    """BSG-7.2: show the card; W4: Starbuck may replace it; then Baltar, if he is the drawer, draws a skill card."""
    table.tell(events.CRISIS, seat, state.crisis_now.cards[0])
    secret_destiny(state, table, seat)
    if state.is_character(seat, names.BALTAR) and not state.at_caprica:
        hands.draw_cards(state, table, seat, 1, hands.ALL_TYPES)


def secret_destiny(state: Battlestar, table: Table, seat: int) -> None:
    """W4: the card is thrown away and a new one drawn for the same player: a single one even for Roslin."""
    user, _ = dice.use_once(state, table, ASK_SECRET_DESTINY)
    if user < 0:
        return
    card = state.move(state.crisis_now, 0, state.crisis.discards)
    table.tell(events.SECRET_DESTINY, user, card)
    if state.rules.two_cards_for_roslin and not state.at_caprica:
        draw_for(state, table, seat)
    else:
        decks.take(state, table, state.crisis, state.crisis_now)
    table.tell(events.CRISIS, seat, state.crisis_now.cards[0])


ASK_SECRET_DESTINY: Final = dice.AbilityWindow("W4", actions.SECRET_DESTINY, names.STARBUCK)
"""W4: Secret Destiny."""


# Resolving


def resolve(state: Battlestar, table: Table) -> None:
    """BSG-7.3 to 7.7: resolve the crisis on the table, and discard it unless it stays.

    [ruling] It stays from the end of its resolution on: a jump in its own W11 does not end it.
    """
    kind = state.crisis_now.cards[0]
    card = cards.CRISIS_CARDS[kind]
    if card.kind == cards.ATTACK:
        cylon_attack(state, table, card)
    elif card.kind == cards.CHECK:
        crisis_check(state, table, card, kind, step_codes.OF_CRISIS)
    else:
        choose_box(state, table, card, kind)
        carry_out_box(state, table, card, kind)
    state.box = state.chooser = -1
    if card.stays >= 0:
        keep_in_play(state, table)
    elif len(state.crisis_now):
        state.move(state.crisis_now, 0, state.crisis.discards)


@EFFECTS.op("keep")
def keep_in_play(state: Battlestar, table: Table) -> None:
    """BSG-7.7: the card stays in play for good."""
    if len(state.super_now):
        card = state.move(state.super_now, 0, state.supers_in_play)
        table.tell(events.SUPER_STAYS, card)
    elif len(state.crisis_now):
        card = state.move(state.crisis_now, 0, state.crises_in_play)
        table.tell(events.STAYS, card)


@EFFECTS.op("kobol")
def keep_beside_kobol(state: Battlestar, table: Table) -> None:
    """BSG-14.7: Legendary Discovery lies beside Kobol: one distance more, and the objective is looked at."""
    keep_in_play(state, table)
    jump.add_distance(state, table, 1)


def crisis_check(state: Battlestar, table: Table, card: cards.Crisis, kind: int, of: int) -> None:
    """BSG-SC9: run the check of a crisis and carry out the box of its result."""
    result = checks.check(state, table, Check(of, kind, -1, card.types, card.difficulty, card.partial_from))
    if result == checks.PASS:
        EFFECTS.carry_out(state, table, card.on_pass)
    else:
        EFFECTS.carry_out(state, table, card.on_partial if result == checks.PARTIAL else card.on_fail)
    checks.after_check(state, table)


def choose_box(state: Battlestar, table: Table, card: cards.Crisis, kind: int) -> None:
    """BSG-7.3, 7.4: the named player picks a box."""
    state.chooser = DECIDER.one(state, card.chooser)
    state.box = table.pick(ask_box, state.chooser, kind)
    table.tell(events.BOX, state.chooser, state.box, events.box_effect(kind, state.box))
    chosen = table.is_own(state.chooser)
    if chosen and card.kind == cards.CHOICE and box_is_legal(state, kind, 1 - state.box):
        record.record_choice(state, card, state.box)


def carry_out_box(state: Battlestar, table: Table, card: cards.Crisis, kind: int) -> None:
    """W5: Helo may switch the box to the other legal one; then it is carried out, A of a way out being a check."""
    seat, _ = dice.use_once(state, table, ASK_COMPASS, able=box_is_legal(state, kind, 1 - state.box))
    if seat >= 0:
        state.box = 1 - state.box
        table.tell(events.COMPASS, seat, state.box, events.box_effect(kind, state.box))
    if state.box == B:
        EFFECTS.carry_out(state, table, card.box_b)
    elif card.kind == cards.CHOICE:
        EFFECTS.carry_out(state, table, card.box_a)
    else:
        crisis_check(state, table, card, kind, step_codes.OF_CRISIS)


def box_is_legal(state: Battlestar, kind: int, box: int) -> bool:
    """BSG-1.5, 7.3: every box may be picked, but Build Cylon Detector A needs a nuke."""
    return not (kind == cards.BUILD_CYLON_DETECTOR and box == A and not state.nukes)


@question("box", "BSG-7.3", actions.CHOOSE_BOX, open=True, why="no_nuke")
def ask_box(state: Battlestar, seat: int, arg: int) -> Sequence[int]:
    """D-11: the box of a crisis; `arg` is the card."""
    return [box for box in range(actions.BOX.size) if box_is_legal(state, arg, box)]


ASK_COMPASS: Final = dice.AbilityWindow("W5", actions.MORAL_COMPASS, names.HELO)
"""W5: Moral Compass."""


def cylon_attack(state: Battlestar, table: Table, card: cards.Crisis) -> None:
    """BSG-7.6: activate what is there, place the ships, W11, then the special rule."""
    for icon in card.activate:
        space.activate(state, table, icon)
    state.fresh_raiders = sum(number for _, unit, number in card.ships if unit == names.RAIDER)
    state.fresh_raiders = min(state.fresh_raiders, state.supply(names.RAIDER))
    space.place_ships(state, table, card.ships)
    vipers.alert_pilot(state, table)
    EFFECTS.carry_out(state, table, card.special)


@EFFECTS.op("extra_crisis")
def one_more_crisis(state: Battlestar, table: Table) -> None:
    """BSG-7.8: after the Activate step of this card another crisis comes; at Caprica only under an option."""
    if not state.at_caprica or state.rules.second_crisis_at_caprica:
        state.extra_crisis = 1


def comes_again(state: Battlestar) -> bool:
    """BSG-7.8: tell, once, whether another crisis comes after the one that has been carried out."""
    comes, state.extra_crisis = bool(state.extra_crisis), 0
    return comes


def super_crisis(state: Battlestar, table: Table, seat: int) -> None:
    """BSG-7.9: a Super Crisis is resolved like a crisis; no character's ability changes the card or its check."""
    kind = state.move(state.super_hands[seat], 0, state.super_now)
    table.tell(events.SUPER, seat, kind)
    card = cards.SUPER_CARDS[kind]
    if card.kind == cards.ATTACK:
        cylon_attack(state, table, card)
    else:
        crisis_check(state, table, card, kind, step_codes.OF_SUPER)
    if len(state.super_now):
        state.move(state.super_now, 0, state.supers.discards)
