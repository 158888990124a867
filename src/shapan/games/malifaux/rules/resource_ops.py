"""Operations about cards, soulstones, pass tokens and tokens of models."""

from __future__ import annotations

from shapan.engine.kinds import UNKNOWN
from shapan.engine.table import Table
from shapan.engine.zone import EVERYONE
from shapan.games.malifaux import actions, events, formulas, names, value
from shapan.games.malifaux.cards import words
from shapan.games.malifaux.cards.operations import Discard, Draw, PassToken, Reveal, Stone, Token
from shapan.games.malifaux.context import Source
from shapan.games.malifaux.records import Choice
from shapan.games.malifaux.rules import choices, fate, ops, order
from shapan.games.malifaux.rules.ops import op
from shapan.games.malifaux.state import Malifaux

# Cards, stones, tokens


@op(Draw)
def _draw(state: Malifaux, table: Table[Malifaux], here: Source, effect: Draw) -> None:
    seat = value.player(state, here, effect.side)
    fate.draw(state, table, seat, value.value(state, here, effect.n))
    here.deed.drawers += (seat,)


@op(Discard)
def _discard(state: Malifaux, table: Table[Malifaux], here: Source, effect: Discard) -> None:
    seat, number = value.player(state, here, effect.side), value.value(state, here, effect.n)
    if effect.random:
        for _ in range(min(number, len(state.hands[seat].cards))):
            fate.discard(state, table, seat, table.draw_shown(actions.HAND + seat, state.hands[seat], EVERYONE))
        return
    if effect.optional and (not state.hands[seat].cards or not choices.ask_yes(state, table, seat, here)):
        return
    fate.discard_own(state, table, seat, number)


@op(Reveal)
def _reveal(state: Malifaux, table: Table[Malifaux], here: Source, effect: Reveal) -> None:
    """Crews 7.18: the top cards are shown; some go, then what follows, then the rest."""
    seat, number = value.player(state, here, effect.side), value.value(state, here, effect.n)
    deed, row = here.deed, state.flipped[seat]
    deed.shown = ()
    for _ in range(number):
        card = fate.turn_up(state, table, seat, row)
        if card != UNKNOWN:
            deed.shown += (card,)
            table.tell(events.SHOWN, seat, card)
    word = effect.discard
    suit = here.number if word == "chosen" else words.SUITS.index(word) if word else UNKNOWN
    gone = [card for card in deed.shown if names.SUIT_OF[card] == suit] if word else []
    for card in gone:
        fate.discard_flipped(state, seat, card)
    ops.effects(state, table, here, effect.then)
    rest = [card for card in deed.shown if card not in gone]
    for card in rest:
        if card not in row.cards:
            continue
        if effect.rest == "hand":
            state.move(row, row.cards.index(card), state.hands[seat])
        elif effect.rest == "discard":
            fate.discard_flipped(state, seat, card)
    if effect.rest == "hand":
        here.deed.drawers += (seat,)
    elif effect.rest == "top":
        back_on_top(state, table, here.seat, seat, here.me)


def back_on_top(state: Malifaux, table: Table[Malifaux], chooser: int, seat: int, model: int) -> None:
    """Crews 7.18, Rake the Eyes: shown cards go back on top of the deck in a chosen order, the last uppermost."""
    row = state.flipped[seat]
    shown = list(row.cards)
    state.choice = Choice(model=model, options=list(range(len(shown))), marks=shown)
    places = table.pick_many(order.ask_order, chooser) if len(shown) > 1 else list(range(len(shown)))
    for place in places:
        state.move(row, row.cards.index(shown[place]), state.tops[seat], 0)


@op(Stone)
def _stone(state: Malifaux, table: Table[Malifaux], here: Source, effect: Stone) -> None:
    seat = value.player(state, here, effect.side)
    state.stones[seat] = max(0, state.stones[seat] + value.value(state, here, effect.n))
    table.tell(events.STONES_CHANGED, seat, state.stones[seat])


@op(PassToken)
def _pass_token(state: Malifaux, table: Table[Malifaux], here: Source, effect: PassToken) -> None:
    seat, number = value.player(state, here, effect.side), value.value(state, here, effect.n)
    number = max(number, -state.pass_tokens[seat])
    state.pass_tokens[seat] += number
    if number:
        table.tell(events.TOKENS_GAINED if number > 0 else events.TOKENS_LOST, seat, abs(number))


@op(Token)
def _token(state: Malifaux, table: Table[Malifaux], here: Source, effect: Token) -> None:
    token, number = names.TOKENS.index(effect.name), value.value(state, here, effect.n)
    for model in choices.whom(state, table, here, effect.who):
        formulas.change_token(state, model, token, max(number, -state.token(model, token)))
        table.tell(events.TOKEN_GAINED if number > 0 else events.TOKEN_LOST, model, token, abs(number))
