"""MFX-7: the turn: start phase, activation phase, end phase."""

from __future__ import annotations

from collections.abc import Sequence

from shapan.engine.question import picks, question
from shapan.engine.table import Table
from shapan.games.malifaux import actions, agenda, events, names
from shapan.games.malifaux import state as steps
from shapan.games.malifaux.records import INITIATIVE, Activation
from shapan.games.malifaux.rules import (
    activation,
    conditions,
    ending,
    fate,
    hooks,
    lasting_ops,
    ops,
    scoring,
    strategies,
)
from shapan.games.malifaux.rules.fate import Cheat
from shapan.games.malifaux.rules.stones import STONE_DRAW, pay_stone
from shapan.games.malifaux.state import Malifaux

SEATS = (0, 1)


def turn_step(state: Malifaux, table: Table[Malifaux]) -> None:
    """MFX-7.2: a new turn begins."""
    state.turn += 1
    rows = state.models
    for row in (rows.activated, rows.summoned, rows.unburied):
        row[:] = [0] * len(row)
    state.used.clear()
    state.killed_cost[:] = [0, 0]
    state.token_bids[:] = [0, 0]
    lasting_ops.elapse(state, names.UNTIL_START_PHASE)
    table.tell(events.TURN_BEGUN, state.turn)
    state.push(agenda.DISCARD_STEP)


# MFX-7.2 A and B: cards


def discard_step(state: Malifaux, table: Table[Malifaux]) -> None:
    """MFX-7.2 A, MFX-2.5: by the option `refill` both may discard, in secret and at once."""
    state.step = steps.DISCARD
    state.push(agenda.DRAW_STEP)
    if not state.rules.refill:
        return
    seats = [seat for seat in SEATS if state.hands[seat].cards]
    rows = table.ask_all_many(fate.ask_discard_any, seats)
    state.disclose()
    for seat, row in zip(seats, rows, strict=True):
        for code in row:
            fate.discard(state, table, seat, actions.CARD.value(code))


def surplus(state: Malifaux, seat: int, arg: int) -> int:
    """MFX-2.2: return how many cards a hand holds above its maximum."""
    return max(0, len(state.hands[seat].cards) - hooks.hand_limit(state, seat))


@picks("discard", "MFX-2.2", actions.CARD, number=surplus, rows="cards", why="wrong_number")
def ask_surplus(state: Malifaux, seat: int, arg: int, picked: Sequence[int]) -> Sequence[int]:
    """D7: as many cards of one's own choice as are too many."""
    return fate.discards(state, seat, surplus(state, seat, arg), picked)


def draw_step(state: Malifaux, table: Table[Malifaux]) -> None:
    """MFX-2.2, 2.5: both draw; then both discard what is too much, in secret and at once."""
    state.step = steps.DRAW
    limits = [hooks.hand_limit(state, seat) for seat in SEATS]
    for seat in SEATS:
        held = len(state.hands[seat].cards)
        number = max(0, limits[seat] - held) if state.rules.refill else names.HAND_SIZE
        fate.draw(state, table, seat, number)
    seats = [seat for seat in SEATS if len(state.hands[seat].cards) > limits[seat]]
    rows = table.ask_all_many(ask_surplus, seats)
    state.disclose()
    for seat, row in zip(seats, rows, strict=True):
        for code in row:
            fate.discard(state, table, seat, actions.CARD.value(code))
    state.push(agenda.STONE_DRAW_STEP)


@question("stone_draw", "MFX-9.2", *(actions.ACTIONS.of(actions.STONE_DRAW), actions.ACTIONS.of(actions.DECLINE)),
          open=True, plan=True)  # fmt: skip
def ask_stone_draw(state: Malifaux, seat: int, arg: int) -> Sequence[int]:
    """D8: a stone for two cards, of which two go."""
    return [actions.DECLINE, actions.STONE_DRAW]


def stone_draw_step(state: Malifaux, table: Table[Malifaux]) -> None:
    """MFX-9.2 a, MFX-2.5: one player after the other, who had the initiative first."""
    state.step = steps.STONE_DRAW
    for seat in (state.initiative, 1 - state.initiative):
        if state.stones[seat] and table.ask(ask_stone_draw, seat) == actions.STONE_DRAW:
            pay_stone(state, table, seat, STONE_DRAW)
            fate.draw(state, table, seat, 2)
            fate.discard_own(state, table, seat, 2)
            fate.keep_limit(state, table, seat, hooks.hand_limit(state, seat))
    state.push(agenda.INITIATIVE_STEP)


# MFX-7.2 C: initiative


@question("tokens", "MFX-7.2", actions.TOKENS, open=True)
def ask_tokens(state: Malifaux, seat: int, arg: int) -> Sequence[int]:
    """D9: pass tokens that are discarded, one more on the initiative value for each."""
    return range(state.pass_tokens[seat] + 1)


def initiative_step(state: Malifaux, table: Table[Malifaux]) -> None:
    """MFX-7.2 C: both may first discard pass tokens, openly."""
    state.step = steps.INITIATIVE
    if not state.rules.no_initiative_tokens:
        for seat in (state.initiative, 1 - state.initiative):
            number = table.pick(ask_tokens, seat) if state.pass_tokens[seat] else 0
            if number:
                state.pass_tokens[seat] -= number
                state.token_bids[seat] = number
                table.tell(events.TOKENS_SPENT, seat, number)
    state.push(agenda.FLIP_STEP)


def flip_step(state: Malifaux, table: Table[Malifaux]) -> None:
    """MFX-7.2 C: both flip; the lower value decides first on cheating; equal values flip again."""
    flipped = [fate.flip(state, table, seat, INITIATIVE, 0) for seat in SEATS]
    result = flipped[:]
    worth = [names.VALUE[result[seat]] + state.token_bids[seat] for seat in SEATS]
    first = state.initiative if worth[0] == worth[1] else worth.index(min(worth))
    for seat in (first, 1 - first):
        assert state.flip is not None
        state.flip.seat, state.flip.cards, state.flip.result = seat, [flipped[seat]], result[seat]
        allowed = fate.may_cheat(state, seat, 0, flipped[seat], flipped[1 - seat])
        result[seat] = fate.cheat(state, table, seat, result[seat], Cheat(allowed))
    worth = [names.VALUE[result[seat]] + state.token_bids[seat] for seat in SEATS]
    for seat in SEATS:
        fate.discard_flipped(state, seat, result[seat])
    if worth[0] == worth[1]:
        table.tell(events.INITIATIVE_TIED)
        state.push(agenda.FLIP_STEP)
        return
    state.initiative = worth.index(max(worth))
    table.tell(events.INITIATIVE_WON, state.initiative)
    state.push(agenda.START_EFFECTS_STEP)
    if state.strategy == names.CORRUPTED_IDOLS:
        state.push(agenda.IDOL_STEP, result[state.initiative])


# MFX-7.2 D and E


def start_effects_step(state: Malifaux, table: Table[Malifaux]) -> None:
    """MFX-7.2 D: effects of the start phase, initiative player first."""
    state.step = steps.START_EFFECTS
    ops.at(state, table, "start_phase", state.in_play())
    state.push(agenda.PASS_TOKENS_STEP)


def pass_tokens_step(state: Malifaux, table: Table[Malifaux]) -> None:
    """MFX-7.2 E: who has fewer models in play gains the difference in pass tokens."""
    state.step = steps.PASS_TOKENS
    numbers = [len(state.in_play(seat)) for seat in SEATS]
    gap = numbers[1] - numbers[0]
    if gap:
        seat = 0 if gap > 0 else 1
        state.pass_tokens[seat] += abs(gap)
        table.tell(events.TOKENS_GAINED, seat, abs(gap))
    state.active = state.initiative
    state.push(agenda.ACTIVATION_STEP)


# MFX-7.3: the activation phase


def ready(state: Malifaux, seat: int) -> list[int]:
    """MFX-7.3, 7.4: return the models of a seat that can still be activated, buried ones among them."""
    rows = state.models
    sides, done = rows.sides, rows.activated
    return [
        model for model, health in enumerate(rows.health) if health > 0 and sides[model] == seat and not done[model]
    ]


def may_pass(state: Malifaux, seat: int) -> bool:
    """MFX-7.3: tell whether the active player may pass: with a token, and if the opponent has a ready model."""
    return state.pass_tokens[seat] > 0 and bool(ready(state, 1 - seat))


@question("activate", "MFX-7.3", actions.ACTIVATE, actions.ACTIONS.of(actions.PASS), open=True)
def ask_activate(state: Malifaux, seat: int, arg: int) -> Sequence[int]:
    """D10: a ready model, or a pass for a token."""
    codes = [actions.ACTIVATE.codes[model] for model in ready(state, seat)]
    return [*codes, actions.PASS] if may_pass(state, seat) else codes


def activation_step(state: Malifaux, table: Table[Malifaux]) -> None:
    """MFX-7.3: the active player activates a model or passes; who has none left is skipped."""
    state.step, state.activation = steps.ACTIVATION, None
    seat = state.active
    if not ready(state, seat):
        if not ready(state, 1 - seat):
            state.push(agenda.END_STEP)
            return
        state.active = seat = 1 - seat
    code = table.ask(ask_activate, seat)
    if code == actions.PASS:
        state.pass_tokens[seat] -= 1
        table.tell(events.PASSED, seat)
        state.active = 1 - seat
        state.push(agenda.ACTIVATION_STEP)
        return
    state.push(agenda.ACTIVATE_STEP, actions.ACTIVATE.value(code))


def activate_step(state: Malifaux, table: Table[Malifaux], model: int) -> None:
    """MFX-8.1 (1): an activation begins."""
    state.activation = Activation(model=model)
    table.tell(events.ACTIVATED, model)
    state.push(agenda.NEXT_STEP)
    state.push(agenda.ACTIVATION_END_STEP)
    state.push(agenda.ACTION_STEP)
    activation.begin(state, table, model)


def next_step(state: Malifaux, table: Table[Malifaux]) -> None:
    """MFX-7.8: chained activations come first; then the other player is active."""
    if state.chain:
        model = state.chain.pop(0)
        if state.is_in_play(model) and not state.models.activated[model]:
            state.push(agenda.ACTIVATE_STEP, model)
            return
        state.push(agenda.NEXT_STEP)
        return
    state.active = 1 - state.active
    state.push(agenda.ACTIVATION_STEP)


# MFX-7.5: the end phase


def end_step(state: Malifaux, table: Table[Malifaux]) -> None:
    """MFX-7.5 A: effects of the end phase and conditions, the initiative player's models first."""
    state.step, state.activation = steps.END, None
    state.push(agenda.SCORE_STEP)
    ops.at(state, table, "end_phase", state.in_play())
    for seat in (state.initiative, 1 - state.initiative):
        conditions.end_phase(state, table, seat)
    lasting_ops.elapse(state, names.UNTIL_END_PHASE)


def score_step(state: Malifaux, table: Table[Malifaux]) -> None:
    """MFX-7.5 B, MFX-15.2: points, but not in turn 1: initiative player first, strategy before schemes."""
    state.step = steps.SCORE
    state.push(agenda.CLEAN_STEP)
    if state.turn == 1 and not state.rules.scores_at_once:
        return
    for seat in (state.initiative, 1 - state.initiative):
        strategies.score(state, table, seat)
        scoring.reveal_at_end_of_turn(state, table, seat)


def clean_step(state: Malifaux, table: Table[Malifaux]) -> None:
    """MFX-7.5 C and D: the last turn ends the match; else the discard piles go into the decks."""
    lasting_ops.elapse(state, names.UNTIL_TURN)
    table.tell(events.TURN_ENDED, state.turn)
    if state.turn >= state.rules.turns:
        state.push(agenda.FINAL_STEP)
        return
    for seat in SEATS:
        fate.shuffle(state, table, seat)
    state.push(agenda.TURN_STEP)


def final_step(state: Malifaux, table: Table[Malifaux]) -> None:
    """MFX-7.5 C: the match is over: end points, then the result."""
    for seat in (state.initiative, 1 - state.initiative):
        scoring.end_points(state, table, seat)
    ending.finish(state, table)
