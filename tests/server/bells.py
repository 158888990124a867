"""Bells, a game for tests of reaction windows: each round everybody holds a hidden card, and some cards are bells.

All are asked at once whether they ring; the first bell in order of seats rings, and is told. Then the cards are
gathered, shuffled and dealt again.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from contextlib import AbstractContextManager
from typing import Any, Final

from engine.driving import listed
from engine.tiny import CHOSE, NUMBER, PICK, PLAY, Tiny, TinyGame, deal
from shapan.engine.actions import DONE
from shapan.engine.options import Option
from shapan.engine.prompt import Prompt
from shapan.engine.table import Table

BELLS: Final = 3
"""The cards below this number are bells: in about one round of three a seat has one."""
ROUNDS: Final = 900


class Ring(Prompt[Tiny]):
    """A window: who has a bell may ring it."""

    key, rule, secret, reaction, plan, families = "ring", "TNY-9", True, True, True, (PLAY,)

    def legal(self, state: Tiny, seat: int, arg: int) -> Sequence[int]:
        return [DONE, *(PLAY.code(card) for card in state.hands[seat].cards if card < BELLS)]


class Knock(Ring):
    """The window of every fourth round."""

    key = "knock"


RING, KNOCK = Ring(), Knock()


def a_round(state: Tiny, table: Table[Tiny]) -> None:
    """Deal, ask, gather; the next round follows."""
    for hand in state.hands:
        table.deal(1, state.stock, hand)
    number = state.notes[0]
    seat, code = table.window(KNOCK if number % 4 == 3 else RING, range(state.seats))
    if seat >= 0:
        table.tell(CHOSE, seat, PLAY.value(code))
    for hand in state.hands:
        state.move(hand, 0, state.stock)
    state.shuffle(state.stock)
    state.info += 1
    state.notes = [number + 1]
    if number < ROUNDS:
        state.push(1)


class BellsGame(TinyGame):
    name = "bells"
    min_seats = 2
    prompts = (*TinyGame.prompts, RING, KNOCK)
    options = (Option("prompts", "all", ("all", "holders"), tells=("holders",), rule="TNY-9", common=True),)

    def __init__(self) -> None:
        super().__init__(a_round)

    def setup(self, options: Mapping[str, Any], seats: int) -> Tiny:
        state = super().setup(options, seats)
        state.notes = [0]
        return state


def led(state: Tiny, table: Table[Tiny]) -> None:
    """Let the first seat choose a number, which opens a window."""
    state.notes.append(PICK.value(table.ask(NUMBER, 0)))
    seat, code = table.window(RING, range(state.seats))
    if seat >= 0:
        table.tell(CHOSE, seat, PLAY.value(code))


class LedGame(BellsGame):
    """One window, to which an answer of the first seat leads."""

    name = "led"

    def __init__(self) -> None:
        TinyGame.__init__(self, deal(1), led)


BELLS_GAME: Final = BellsGame()
LED_GAME: Final = LedGame()


def ringing() -> AbstractContextManager[None]:
    """List the games for a while."""
    return listed(BELLS_GAME, LED_GAME)
