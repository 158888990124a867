"""The course of a match of order stacks: set-up, placing, carrying out, battle, the end."""

from __future__ import annotations

from engine.toys.order_stacks import actions, events, names
from engine.toys.order_stacks.questions import CHOOSE_CARD, LOOK_AT, MARCH_FROM, PLACE_TOKEN, TURN_TOKEN
from engine.toys.order_stacks.state import PLACING, ROUND, SCORE, TURNING, OrderStacks, spies_of, strength, top
from shapan.engine.actions import DONE
from shapan.engine.kinds import UNKNOWN
from shapan.engine.table import Table

# ORD-1, 2: set-up and placing


def start(state: OrderStacks, table: Table[OrderStacks]) -> None:
    """ORD-1: two units in the own area, two battle cards."""
    for seat in range(state.seats):
        for _ in range(2):
            draw_card(state, table, seat)  # ORD-1.2
    state.push(ROUND)


def round_step(state: OrderStacks, table: Table[OrderStacks]) -> None:
    """ORD-2: all tokens come home unseen; the first seat moves on each round."""
    first = state.round % state.seats
    state.round += 1
    for supply, spent in zip(state.supply, state.spent, strict=True):
        state.move_all(spent, supply)
        state.shuffle(supply)
    state.push(SCORE)
    state.push(TURNING, first)
    for number in reversed(range(names.PLACED * state.seats)):
        state.push(PLACING, (first + number) % state.seats)


def place_step(state: OrderStacks, table: Table[OrderStacks], seat: int) -> None:
    """ORD-2.1: one token, face down on top of a stack."""
    state.turn = seat
    code = table.ask(PLACE_TOKEN, seat)
    token, area = actions.PLACE.values(code)
    supply = state.supply[seat]
    state.move(supply, supply.cards.index(token), state.stacks[area])
    state.owners[area].append(seat)
    table.tell(events.PUT, seat, area, priv=1 << seat, secret=(token,))


# ORD-3: carrying out


def turn_step(state: OrderStacks, table: Table[OrderStacks], seat: int) -> None:
    """ORD-3: one token of the seat, then the next seat, until none lies on the stacks."""
    state.turn = seat
    if any(top(state, area) == seat for area in range(names.AREAS)):
        carry_out(state, table, seat, actions.TURN.value(table.ask(TURN_TOKEN, seat)))
    elif any(seat in owners for owners in state.owners):  # ORD-3.2
        table.tell(events.COVERED, seat)
        draw_card(state, table, seat)
    if any(state.owners):
        state.push(TURNING, (seat + 1) % state.seats)


def carry_out(state: OrderStacks, table: Table[OrderStacks], seat: int, area: int) -> None:
    """ORD-3.1: turn the token over, do it, lay it open before its owner."""
    stack = state.stacks[area]
    token = state.reveal(stack, len(stack) - 1)
    state.area = area
    table.tell(events.TURNED, seat, area, token)
    if token == names.BUILD:
        build(state, table, seat, area)
    elif token == names.SPY:
        spy(state, table, seat)
    else:
        march(state, table, seat, area)
    state.owners[area].pop()
    state.move(stack, len(stack) - 1, state.spent[seat])
    state.area = UNKNOWN


def build(state: OrderStacks, table: Table[OrderStacks], seat: int, area: int) -> None:
    """ORD-3.3: a unit more in an own or empty area."""
    if state.holder[area] in (seat, UNKNOWN) and state.units[area] < names.UNITS:
        change(state, area, seat, 1)
        table.tell(events.BUILT, seat, area)


def spy(state: OrderStacks, table: Table[OrderStacks], seat: int) -> None:
    """ORD-3.4: look once at the top token of another seat."""
    code = table.ask(LOOK_AT, seat)
    if code != DONE:
        area = actions.LOOK.value(code)
        stack = state.stacks[area]
        token = state.look(stack, len(stack) - 1, seat)
        table.tell(events.LOOKED, seat, area, priv=1 << seat, secret=(token,))


def march(state: OrderStacks, table: Table[OrderStacks], seat: int, area: int) -> None:
    """ORD-3.5: a unit of another own area comes here; against another seat it is a battle."""
    code = table.ask(MARCH_FROM, seat, area)
    if code == DONE:
        return
    source = actions.FROM.value(code)
    table.tell(events.MARCHED, seat, source, area)
    other = state.holder[area]
    if other in (seat, UNKNOWN):
        change(state, source, seat, -1)
        change(state, area, seat, 1)
    else:
        battle(state, table, seat, other, source, area)


# ORD-4: battle


def battle(
    state: OrderStacks,
    table: Table[OrderStacks],
    seat: int,
    other: int,
    source: int,
    area: int,
) -> None:
    """ORD-4: both draw, both choose at once; the higher card wins, a tie is the defender's."""
    state.attacker, state.defender = seat, other
    for fighter in (seat, other):  # ORD-4.1
        draw_card(state, table, fighter)
    codes = table.ask_all(CHOOSE_CARD, [seat, other], area)
    for fighter, code in zip((seat, other), codes, strict=True):  # ORD-4.2
        hand = state.hands[fighter]
        state.shuffle(hand)  # of which draw a card was, the others cannot tell
        state.move(hand, hand.cards.index(actions.FIGHT.value(code)), state.played[fighter])
        table.tell(events.FOUGHT, fighter, actions.FIGHT.value(code))
    if state.played[seat].cards[0] > state.played[other].cards[0]:  # ORD-4.3
        table.tell(events.LOST, other, area)
        change(state, area, other, -1)
        if not state.units[area]:
            change(state, source, seat, -1)
            change(state, area, seat, 1)
    else:
        table.tell(events.LOST, seat, source)
        change(state, source, seat, -1)
    for fighter in (seat, other):
        state.move_all(state.played[fighter], state.discards[fighter])
    state.attacker = state.defender = UNKNOWN


def draw_card(state: OrderStacks, table: Table[OrderStacks], seat: int) -> None:
    """ORD-4.1: from the own deck; an empty one is made of its discards."""
    deck = state.decks[seat]
    if not len(deck):
        state.move_all(state.discards[seat], deck)
        state.shuffle(deck)
    if len(deck):
        card = table.draw(seat, deck.cards)
        state.move(deck, deck.cards.index(card), state.hands[seat])
        table.tell(events.DREW, seat, priv=1 << seat, secret=(card,))


# ORD-5: the end


def score_step(state: OrderStacks, table: Table[OrderStacks]) -> None:
    """ORD-5: a point for each area; after the last round most points win, then most units."""
    for seat in range(state.seats):
        state.points[seat] += state.holder.count(seat)
        table.tell(events.SCORED, seat, state.points[seat])
    if state.round < state.rounds:
        state.push(ROUND)
        return
    worth = [100 * state.points[s] + strength(state, s) for s in range(state.seats)]
    table.finish(0, [1 + sum(o > w for o in worth) for w in worth], list(state.points))


def change(state: OrderStacks, area: int, seat: int, units: int) -> None:
    """Add units of a seat to an area; without units nobody holds it."""
    state.units[area] += units
    state.holder[area] = seat if state.units[area] else UNKNOWN


def fits(state: OrderStacks, group: int) -> bool:
    """ORD-2.2: tell whether the tokens of a group, which are those of one seat, can lie as they do."""
    for area in range(names.AREAS):
        for owner, other in zip(state.owners[area], state.stacks[area].groups, strict=False):
            if other == group:
                return spies_of(state, owner) <= names.MAX_SPIES
    return True
