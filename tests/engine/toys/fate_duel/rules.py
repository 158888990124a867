"""The course of a match of fate duel: placing, turns, acts, the duel, damage, the end."""

from __future__ import annotations

from engine.toys.fate_duel import actions, events, names
from engine.toys.fate_duel.abilities import ARMOUR, BEGINS, DYING, EFFECTS, ENDS, FIGHTING, HURT, MODELS
from engine.toys.fate_duel.geometry import in_centre
from engine.toys.fate_duel.questions import ACTING, CHEATING, DEPLOYING, DISCARDING, WALKING
from engine.toys.fate_duel.state import ACT_STEP, CLOSE_STEP, TURN_STEP, Fate, is_up
from shapan.engine.actions import DONE
from shapan.engine.effects import AMOUNT
from shapan.engine.kinds import UNKNOWN
from shapan.engine.lasting import elapse
from shapan.engine.table import Table
from shapan.engine.zone import Zone


def place_step(state: Fate, table: Table[Fate], number: int) -> None:
    """FTD-1.2: one model is placed."""
    model = names.PLACING[number]
    code = table.ask(DEPLOYING, model // 2, model)
    state.xs[model], state.ys[model] = actions.DEPLOY.values(code)
    table.tell(events.PLACED, model, state.xs[model], state.ys[model])


def turn_step(state: Fate, table: Table[Fate], number: int) -> None:
    """FTD-2: discard in secret and at once, draw to six, begin."""
    state.turn = number
    state.acts[:] = [2 if is_up(state, model) else 0 for model in range(4)]
    table.tell(events.TURN_BEGUN, number)
    seats = [seat for seat in (0, 1) if len(state.hands[seat])]
    rows = table.ask_all_many(DISCARDING, seats)  # FTD-2.2
    for seat, row in zip(seats, rows, strict=True):
        for code in row:
            card = actions.DISCARD.value(code)
            hand = state.hands[seat]
            state.move(hand, hand.cards.index(card), state.discards[seat])
            table.tell(events.DISCARDED, seat, card)
    for seat in (0, 1):  # FTD-2.3
        while len(state.hands[seat]) < names.HAND:
            draw(state, table, 2 * seat, 1)
    EFFECTS.at(state, table, BEGINS)
    state.push(ACT_STEP, (number + 1) % 2)


def act_step(state: Fate, table: Table[Fate], seat: int) -> None:
    """FTD-3: one act of one seat."""
    state.active = seat
    code = table.ask(ACTING, seat)
    if actions.WALK.has(code):
        state.acts[actions.WALK.value(code)] -= 1
        walk(state, table, seat, actions.WALK.value(code))
    elif actions.ATTACK.has(code):
        state.acts[actions.ATTACK.value(code)] -= 1
        duel(state, table, *actions.ATTACK.values(code))
    else:
        state.acts[2 * seat] = state.acts[2 * seat + 1] = 0
        table.tell(events.PASSED, seat)
    push_next(state, seat)


def push_next(state: Fate, seat: int) -> None:
    """FTD-3.1: the other seat acts next if it has acts left, else this one, else the turn ends."""
    for turn in (1 - seat, seat):
        if state.acts[2 * turn] or state.acts[2 * turn + 1]:
            state.push(ACT_STEP, turn)
            return
    state.push(CLOSE_STEP)


def walk(state: Fate, table: Table[Fate], seat: int, model: int) -> None:
    """FTD-3.2: a path of at most 5 inches."""
    for code in table.ask_many(WALKING, seat, model):
        state.xs[model], state.ys[model] = actions.STEP.values(code)
        table.tell(events.WALKED, model, state.xs[model], state.ys[model])


def duel(state: Fate, table: Table[Fate], attacker: int, target: int) -> None:
    """FTD-4: both flip, the loser may cheat first, the attacker wins ties."""
    state.attacker, state.target = attacker, target
    state.cheated[:] = [0, 0]
    table.tell(events.ATTACKED, attacker, target)
    for seat in (attacker // 2, target // 2):  # FTD-4.1
        card = take(state, table, seat, state.flips[seat])
        table.tell(events.FLIPPED, seat, card)
    loser = target // 2 if margin(state) >= 0 else attacker // 2
    cheat(state, table, loser)  # FTD-4.3
    cheat(state, table, 1 - loser)
    won_by = margin(state)
    for seat in (0, 1):
        state.move_all(state.flips[seat], state.discards[seat])
    state.attacker = state.target = UNKNOWN
    if won_by < 0:  # FTD-4.5
        table.tell(events.MISSED, attacker)
    else:
        damage(state, table, target, 1 + (won_by > 5) + (won_by > 10))


def margin(state: Fate) -> int:
    """FTD-4.4: the attacker's total less the target's; a total is fight value plus card."""
    return total(state, state.attacker) + state.boost - total(state, state.target)


def total(state: Fate, model: int) -> int:
    """FTD-4.4: fight value plus the card that lies there."""
    return names.FIGHT[model] + EFFECTS.amount(state, FIGHTING, model) + names.VALUE[state.flips[model // 2].cards[0]]


def may_cheat(state: Fate, seat: int) -> bool:
    """FTD-4.2: not after a Black Joker, not against a flipped Red Joker, not without a hand."""
    own, enemy = state.flips[seat].cards[0], state.flips[1 - seat].cards[0]
    beaten = enemy == names.RED and not state.cheated[1 - seat]
    return own != names.BLACK and not beaten and len(state.hands[seat]) > 0


def cheat(state: Fate, table: Table[Fate], seat: int) -> None:
    """FTD-4.2: a card from the hand takes the place of the flipped one, face up at once."""
    if not may_cheat(state, seat):
        return
    code = table.ask(CHEATING, seat)
    if code != DONE:
        hand, card = state.hands[seat], actions.CHEAT.value(code)
        state.move_all(state.flips[seat], state.discards[seat])
        state.move(hand, hand.cards.index(card), state.flips[seat])
        state.cheated[seat] = 1
        table.tell(events.CHEATED, seat, card)


@EFFECTS.op("damage", who=MODELS, wounds=AMOUNT)
def damage(state: Fate, table: Table[Fate], model: int, wounds: int) -> None:
    """FTD-5: the target loses wounds; without any left it is killed, and all killed is the end."""
    if not is_up(state, model):
        return
    wounds = min(max(1, wounds - EFFECTS.amount(state, ARMOUR, model)), state.wounds[model])
    state.wounds[model] -= wounds
    table.tell(events.DAMAGED, model, wounds)
    EFFECTS.at(state, table, HURT, model)
    elapse(state.lasting, HURT, model)
    if state.wounds[model] == 0 and state.xs[model] >= 0:  # FTD-5.2
        EFFECTS.at(state, table, DYING, model)
        state.xs[model] = state.ys[model] = UNKNOWN
        state.acts[model] = 0
        table.tell(events.KILLED, model)
        if state.wounds[model ^ 1] == 0:  # FTD-6.2
            winner = 1 - model // 2
            table.tell(events.WON, winner)
            table.finish(0, [1 + (seat != winner) for seat in (0, 1)])


@EFFECTS.op("draw", who=MODELS, number=AMOUNT)
def draw(state: Fate, table: Table[Fate], model: int, number: int) -> None:
    """FTD-2.3: cards for the seat of a model."""
    seat = model // 2
    for _ in range(number):
        card = take(state, table, seat, state.hands[seat])
        table.tell(events.DREW, seat, priv=1 << seat, secret=(card,))


def close_step(state: Fate, table: Table[Fate]) -> None:
    """FTD-6: points for models near the centre; after the last turn the points decide."""
    elapse(state.lasting, ENDS)
    for model in range(4):
        if is_up(state, model) and in_centre(state, model):
            state.points[model // 2] += 1
            table.tell(events.SCORED, model // 2, state.points[model // 2])
    if state.turn < state.turns:
        state.push(TURN_STEP, state.turn + 1)
        return
    ranks = [1 + (state.points[seat] < state.points[1 - seat]) for seat in (0, 1)]
    if ranks != [1, 1]:
        table.tell(events.WON, ranks.index(1))
    table.finish(1, ranks, state.points[:])


def take(state: Fate, table: Table[Fate], seat: int, target: Zone) -> int:
    """FTD-2.4: a card from the own deck, which is made anew from the discards when it has run out."""
    deck = state.decks[seat]
    if not deck.cards:
        state.move_all(state.discards[seat], deck)
        state.shuffle(deck)
        table.tell(events.RESHUFFLED, seat)
    card = table.draw(seat, deck.cards)
    return state.move(deck, deck.cards.index(card), target)
