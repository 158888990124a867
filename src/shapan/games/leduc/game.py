"""Leduc poker, the yardstick with hidden cards: two seats, six cards, two rounds of betting.

Each seat has a card of its own; after the first round of betting one card for both is turned up. A pair with that
card wins, else the higher card. The rules are the common ones of this small game, so results can be compared.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final

from shapan.engine.actions import Actions
from shapan.engine.event import Events
from shapan.engine.game import Game, Outcome, PositionError
from shapan.engine.kinds import UNKNOWN
from shapan.engine.offers import Offers
from shapan.engine.prompt import Prompt
from shapan.engine.question import question
from shapan.engine.scene import Odds, Phrase, Scene, Target
from shapan.engine.table import Table
from shapan.games.leduc.board import bet_odds, make_ending, make_scene
from shapan.games.leduc.state import BET, BETS, CHIPS, RANK, SEAT, Leduc

DECK: Final = (0, 0, 1, 1, 2, 2)
SIZES: Final = (2, 4)
"""LED-3.3: by how much a raise raises, by round."""
WON: Final = 0
SHOWDOWN: Final = 1
SPLIT: Final = 2

ACTIONS = Actions()
FOLD: Final = ACTIONS.family(1, "fold").code()
CALL: Final = ACTIONS.family(2, "call").code()
RAISE: Final = ACTIONS.family(3, "raise").code()
CODES: Final = (FOLD, CALL, RAISE)
# By raises in this round: nobody folds before the first (LED-3.1), nobody raises after the second (LED-3.3). When time
# is up the first one is taken: call while it costs nothing, else fold.
LEGAL: Final = ((CALL, RAISE), CODES, (FOLD, CALL))

EVENTS = Events()
DEALT: Final = EVENTS.add("dealt", "LED-1", {"card": RANK}, seat=SEAT)
DID: Final = EVENTS.add("bet", "LED-3", seat=SEAT, bet=BET, chips=CHIPS)
TURNED: Final = EVENTS.add("turned", "LED-4", card=RANK)
SHOWN: Final = EVENTS.add("shown", "LED-5", seat=SEAT, card=RANK)
GAINED: Final = EVENTS.add("gained", "LED-6", seat=SEAT, chips=CHIPS)
SHARED: Final = EVENTS.add("shared", "LED-5.3")

CARDS: Final = 0
DEAL: Final = 1
BETTING: Final = 2


@question("bet", "LED-3", *ACTIONS.by_number.values(), open=True)
def ask_bet(state: Leduc, seat: int, arg: int) -> Sequence[int]:
    """Fold, call or raise; all may know which of them is possible."""
    return LEGAL[state.raises]


def deal_step(state: Leduc, table: Table[Leduc]) -> None:
    """LED-1: a card for each seat, which only that seat sees."""
    for seat in range(2):
        card = table.deal(CARDS, state.stock, state.hands[seat])
        table.tell(DEALT, seat, priv=1 << seat, secret=(card,))
    state.push(BETTING, 0)


def betting_step(state: Leduc, table: Table[Leduc], number: int, seat: int = 0, to_act: int = 2) -> None:
    """LED-3, LED-4: a round of betting, the second one after the public card; seat 0 begins."""
    state.round = number
    if to_act == 2:
        state.raises = 0
    if number and not len(state.public):
        public = table.deal(CARDS, state.stock, state.public)
        table.tell(TURNED, public)
    while to_act:
        state.turn, other = seat, 1 - seat
        bet = table.ask(ask_bet, seat)
        to_act -= 1
        if bet != FOLD:  # LED-3.2
            state.paid[seat] = state.paid[other]
        if bet == RAISE:  # LED-3.3
            state.paid[seat] += SIZES[number]
            state.raises += 1
            to_act = 1
        state.bets.append(CODES.index(bet))
        table.tell(DID, seat, state.bets[-1], state.paid[seat])
        if bet == FOLD:  # LED-3.1
            gain(state, table, other, WON)
        seat = other
    if number:
        showdown(state, table)
    state.push(BETTING, 1)


def showdown(state: Leduc, table: Table[Leduc]) -> None:
    """LED-5: both show their cards; a pair wins, else the higher card."""
    for seat, hand in enumerate(state.hands):
        table.tell(SHOWN, seat, state.reveal(hand, 0))
    mine, yours = (value(hand.cards[0], state.public.cards[0]) for hand in state.hands)
    if mine == yours:  # LED-5.3
        table.tell(SHARED)
        table.finish(SPLIT, [1, 1], [0, 0])
    gain(state, table, int(yours > mine), SHOWDOWN)


def gain(state: Leduc, table: Table[Leduc], seat: int, result: int) -> None:
    """LED-6: the winner gains what the other has paid."""
    chips = state.paid[1 - seat]
    table.tell(GAINED, seat, chips)
    table.finish(result, [1 + seat, 2 - seat], [-chips, chips] if seat else [chips, -chips])


def value(card: int, public: int) -> int:
    """LED-5.1, LED-5.2: what a hand is worth."""
    return 3 if card == public else card


def strength(card: int, public: int) -> int:
    """Return of 40 equally likely ways the cards may lie how many win, a shared one as half."""
    rest = list(DECK)
    rest.remove(card)
    if public == UNKNOWN:
        return sum(strength(card, other) for other in rest) // 5
    rest.remove(public)
    mine, others = value(card, public), [value(other, public) for other in rest]
    return 5 * sum((mine > other) + (mine >= other) for other in others)


class LeducGame(Game[Leduc]):
    """The definition: every part of the game is named here."""

    name = "leduc"
    prefix = "LED"
    native = True
    tutorial = True
    results = ("fold", "showdown", "split")
    max_score = 13
    max_decisions = 8
    observation_version = 2
    zero_sum = True
    streams = {"cards": RANK}
    actions = ACTIONS
    events = EVENTS
    prompts = (ask_bet,)
    view_class = Leduc
    landmarks = ("turned", "gained", "shared")
    steps = (deal_step, betting_step)

    def setup(self, options: Mapping[str, Any], seats: int) -> Leduc:
        state = Leduc(seats=seats, agenda=[(DEAL,)])
        state.stock = state.deck(list(DECK))
        return state

    def resume(self, state: Leduc) -> None:
        if any(state.hands[seat].size() != 1 for seat in range(2)):
            raise PositionError("position.seats", "each seat has a card", "LED-1")
        number, seat, to_act = 0, 0, 2
        for bet in state.bets:
            seat, to_act = 1 - seat, 1 if CODES[bet] == RAISE else to_act - 1
            if not to_act:
                number, seat, to_act = number + 1, 0, 2
        if (number, seat) != (state.round, state.turn):
            raise PositionError("position.bets", f"then seat {seat} bets in round {number}", "LED-3")
        state.agenda = [(BETTING, number, seat, to_act)]

    def measures(self, state: Leduc) -> dict[str, list[int]]:
        return {"paid": state.paid[:]}

    def evaluate(self, view: Leduc, seat: int) -> float:
        own = view.hands[seat].first
        return 0.5 if own == UNKNOWN else strength(own, view.public.first) / 40

    def rate(self, view: Leduc, prompt: Prompt[Leduc], seat: int, arg: int, code: int, picked: Sequence[int]) -> float:
        worth = self.evaluate(view, seat)
        return {FOLD: 0.35 - worth, CALL: 0.0, RAISE: worth - 0.6}[code]

    def board(self, view: Leduc, viewer: int, legal: Sequence[int], prompt: Prompt[Leduc] | None) -> Scene:
        def target(code: int) -> Target:
            return Target(code, self.label(view, code), Phrase(f"action_help.{BETS[CODES.index(code)]}"))

        return make_scene(view, Offers(legal, prompt, target, {}).buttons())

    def preview(self, view: Leduc, prompt: Prompt[Leduc], seat: int, code: int) -> Odds | None:
        return bet_odds(view, seat, CODES.index(code), SIZES[view.round])

    def ending(self, view: Leduc, outcome: Outcome) -> Phrase:
        return make_ending(view, outcome.winners[0], outcome.result)


GAME = LeducGame()
