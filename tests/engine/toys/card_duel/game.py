"""Card Duel: two seats with five cards each. Both play one in secret at the same time; the higher one scores."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar, Final

from shapan.engine.actions import Actions
from shapan.engine.deck import hidden, open_row, own
from shapan.engine.event import Events
from shapan.engine.fact import NOBODY, by_seat, fact
from shapan.engine.game import Game
from shapan.engine.kinds import Cards, Count, Enum, Seat
from shapan.engine.prompt import Prompt
from shapan.engine.question import question
from shapan.engine.state import State
from shapan.engine.table import Table
from shapan.engine.zone import Zone

NUMBERS: Final = tuple(str(number) for number in range(1, 13))
HAND: Final = 5
CARD, HELD, SEAT, POINTS = Enum(NUMBERS), Cards(NUMBERS, HAND, table=""), Seat(2), Count(15)

ACTIONS = Actions()
PLAY: Final = ACTIONS.family(1, "play", card=CARD)

EVENTS = Events()
DEALT: Final = EVENTS.add("dealt", "CD-1", {"card": CARD}, seat=SEAT)
PLAYED: Final = EVENTS.add("played", "CD-2", seat=SEAT, card=CARD)
SCORED: Final = EVENTS.add("scored", "CD-3", seat=SEAT, points=POINTS, total=POINTS)

CARDS: Final = 0
MATCH: Final = 1


@dataclass(slots=True, eq=False)
class CardDuelState(State):
    """What lies on the table."""

    MAX_SEATS: ClassVar[int] = 2

    round: int = fact(Count(HAND), start=0)
    points: list[int] = by_seat(POINTS, start=0)
    stock: Zone = fact(Cards(NUMBERS, len(NUMBERS), table=""), start=hidden, sees=NOBODY)
    hands: list[Zone] = by_seat(HELD, at="hand", start=own)
    played: list[Zone] = by_seat(HELD, start=lambda seat: open_row())


@question("play", "CD-2", PLAY)
def ask_card(state: CardDuelState, seat: int, arg: int) -> Sequence[int]:
    """CD-2: any card in hand."""
    return state.hands[seat].cards


def match_step(state: CardDuelState, table: Table[CardDuelState]) -> None:
    """CD-1..4: the deal, five tricks, the end."""
    for seat in (0, 1) * HAND:  # CD-1
        card = table.deal(CARDS, state.stock, state.hands[seat])
        table.tell(DEALT, seat, priv=1 << seat, secret=(card,))
    for number in range(1, HAND + 1):
        state.round = number
        cards = [PLAY.value(code) for code in table.ask_all(ask_card, (0, 1))]  # CD-2
        for seat, card in enumerate(cards):
            state.move(state.hands[seat], state.hands[seat].cards.index(card), state.played[seat])
            table.tell(PLAYED, seat, card)
        best = int(cards[1] > cards[0])  # CD-3
        state.points[best] += number
        table.tell(SCORED, best, number, state.points[best])
    table.finish(0, [1, 2] if state.points[0] > state.points[1] else [2, 1])  # CD-4


class CardDuel(Game[CardDuelState]):
    """The definition: every part of the game is named here once."""

    name = "card_duel"
    prefix = "CD"
    simultaneous = True
    streams = {"cards": CARD}
    actions = ACTIONS
    events = EVENTS
    prompts = (ask_card,)
    view_class = CardDuelState
    steps = (match_step,)

    def setup(self, options: Mapping[str, Any], seats: int) -> CardDuelState:
        state = CardDuelState(seats=seats, agenda=[(MATCH,)])
        state.stock = state.deck(list(range(len(NUMBERS))))
        return state

    def rate(self, view: Any, prompt: Prompt[Any], seat: int, arg: int, code: int, picked: Sequence[int]) -> float:
        return -float(PLAY.value(code))  # low cards first: late tricks score more


GAME = CardDuel()
