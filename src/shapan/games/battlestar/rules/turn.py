"""BSG-3: the turn, step by step. Between two steps is a quiet point."""

from __future__ import annotations

from typing import Final

from shapan.engine.actions import DONE
from shapan.games.battlestar import actions, events, names, step_codes
from shapan.games.battlestar.cards import CHARACTER_CARDS, CRISIS_CARDS
from shapan.games.battlestar.effects import act
from shapan.games.battlestar.rules import crises, decks, dice, ending, hands, jump, maintenance, moves, space
from shapan.games.battlestar.state import Battlestar, Table

BEFORE: Final = 2
"""Steps of the agenda before those of a turn, which follow in the order of `step_codes`."""
CYLON_DRAW: Final = 2
CYLON_DRAW_ALONE: Final = 3
"""Skill cards of a revealed Cylon in the variant without Sympathizer."""


def go_on(state: Battlestar, step: int) -> None:
    """Let a step of the turn come next, after a quiet point."""
    state.step = step
    state.agenda.append((BEFORE + step,))


def start_step(state: Battlestar, table: Table) -> None:
    """BSG-3.0: per-turn limits, Helo's return, Tigh's discard, who is piloting."""
    seat = state.active
    state.step, state.turn_over = step_codes.START, 0
    state.turn += 1
    state.turns[seat] += 1
    state.cut = state.order_used = state.eco_used = state.engineer_used = 0
    state.crisis_done, state.extra_crisis, state.acting = -1, 0, -1
    table.tell(events.TURN, seat, min(255, state.turn))
    if state.is_character(seat, names.HELO) and state.at[seat] == names.OFF and state.turns[seat] >= 2:
        state.at[seat] = names.HANGAR_DECK
        table.tell(events.HELO_BACK, seat)
    tigh = state.seat_of(names.TIGH)
    if tigh >= 0 and len(state.hands[tigh]) == 1:  # W1, R38
        card = state.hands[tigh].cards[0]
        decks.discard_card(state, tigh, card)
        table.tell(events.ALCOHOLIC, tigh, card)
    state.began_piloting = int(state.piloting(seat))
    go_on(state, step_codes.RECEIVE)


def receive_step(state: Battlestar, table: Table) -> None:
    """BSG-3.1: the cards of the skill set; one in Sickbay; a revealed Cylon two of any types."""
    seat = state.active
    if state.revealed[seat]:
        number = CYLON_DRAW_ALONE if state.rules.no_sympathizer else CYLON_DRAW
        hands.draw_cards(state, table, seat, number, hands.ALL_TYPES)
    elif state.at[seat] == names.SICKBAY:
        hands.draw_cards(state, table, seat, 1, hands.skill_set(state, seat))
    else:
        receive(state, table, seat)
    go_on(state, step_codes.MOVEMENT)


def receive(state: Battlestar, table: Table, seat: int) -> None:
    """BSG-3.1: the fixed cards, a split declared first; one card fewer where all play together (section 11).

    [ruling] In the cooperative variant the types of the fewer cards are free within the skill set; in Sickbay it is one
    card as ever, and the first hand of three stays.
    """
    card = CHARACTER_CARDS[state.characters[seat]]
    if state.rules.full_cooperative:
        hands.draw_cards(state, table, seat, sum(card.skills) + card.split_cards - 1, card.skill_set)
        return
    named: list[int] = []
    if card.split_cards:
        mask = sum(1 << type_ for type_ in card.split)
        named = table.pick_many(hands.ask_types, seat, mask << 4 | card.split_cards)
    for type_, number in enumerate(card.skills):
        for _ in range(number + named.count(type_)):
            decks.draw_skill(state, table, seat, type_)


def movement_step(state: Battlestar, table: Table) -> None:
    """BSG-3.2: one move, optional."""
    seat = state.active
    if not state.cut and moves.can_move(state, seat):
        moves.move(state, table, seat)
    two = state.is_character(seat, names.STARBUCK) and state.began_piloting
    state.actions = 2 if two else 1
    go_on(state, step_codes.ACTION)


def action_step(state: Battlestar, table: Table) -> None:
    """BSG-3.3: one action; Starbuck two, if she began the turn piloting (R4)."""
    seat = state.active
    if not state.cut and state.at[seat] != names.OFF:
        act(state, table, seat)
    state.acting = -1
    state.actions -= 1
    if state.actions > 0 and not state.cut:
        go_on(state, step_codes.ACTION)
        return
    state.actions = 0
    go_on(state, step_codes.CRISIS_STEP)


def crisis_step(state: Battlestar, table: Table) -> None:
    """BSG-3.4: draw and resolve a crisis; not in the Brig, not as a revealed Cylon."""
    seat = state.active
    state.crisis_done = -1
    skipped = state.cut or state.revealed[seat] or (state.in_brig(seat) and not state.rules.full_cooperative)
    if not skipped:
        crises.draw_crisis(state, table)
    state.acting = -1
    if state.crisis_done < 0 or state.cut:
        state.crisis_done = -1
        if state.cut:
            table.tell(events.TURN_CUT, seat)
        go_on(state, step_codes.END)
        return
    go_on(state, step_codes.ACTIVATE)


def activate_step(state: Battlestar, table: Table) -> None:
    """BSG-3.5: the bottom-left icon of the crisis; after it the second crisis that the card may bring."""
    icon = CRISIS_CARDS[state.crisis_done].icon
    if icon >= 0:
        space.activate(state, table, icon)
    if crises.comes_again(state):
        table.tell(events.EXTRA, state.active)
        go_on(state, step_codes.CRISIS_STEP)
        return
    go_on(state, step_codes.JUMP_STEP)


def jump_step(state: Battlestar, table: Table) -> None:
    """BSG-3.6: with the icon the fleet gets ready, and jumps from the last space."""
    if CRISIS_CARDS[state.crisis_done].jump:
        jump.move_track(state, table, 1)
    state.crisis_done = -1
    go_on(state, step_codes.END)


def end_step(state: Battlestar, table: Table) -> None:
    """BSG-3.7: Recon, hand limit, the resource check, the token to the left."""
    seat = state.active
    state.acting = -1
    recon(state, table, seat)
    hands.keep_limits(state, table, state.clockwise(seat) if state.rules.limit_every_turn else [seat])
    ending.check_resources(state, table)
    table.tell(events.TURN_ENDS, seat)
    state.active = (seat + 1) % state.seats
    state.turn_over = 1
    go_on(state, step_codes.START)


def recon(state: Battlestar, table: Table, seat: int) -> None:
    """W12: as her turn ends Boomer may see the top crisis, and keep it there or bury it."""
    able = state.is_character(seat, names.BOOMER) and 0 in maintenance.scoutable(state)
    user, code = dice.react(state, table, ASK_RECON, [seat] if able else [])
    if user >= 0 and code != DONE:
        table.tell(events.RECON, seat)
        maintenance.peek(state, table, seat, 0)


ASK_RECON: Final = dice.AbilityWindow("W12", actions.RECON, names.BOOMER)
"""W12: Recon."""
