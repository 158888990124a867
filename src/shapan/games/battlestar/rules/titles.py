"""BSG-13: President and Admiral, and the lines of succession (C13)."""

from __future__ import annotations

from shapan.games.battlestar import events
from shapan.games.battlestar.cards import CHARACTER_CARDS
from shapan.games.battlestar.effects import EFFECTS, WHOM
from shapan.games.battlestar.state import Battlestar, Table

PRESIDENT = 0
ADMIRAL = 1


def first_in_line(state: Battlestar, title: int, seats: list[int]) -> int:
    """Return who of some seats is highest in the line of succession (C13); -1 for none (R39)."""
    highest, best = -1, 0
    for seat in seats:
        card = CHARACTER_CARDS[state.characters[seat]]
        rank = card.president_rank if title == PRESIDENT else card.admiral_rank
        if highest < 0 or rank < best:
            highest, best = seat, rank
    return highest


@EFFECTS.op("president", who=WHOM)
def give_president(state: Battlestar, table: Table, seat: int) -> None:
    """BSG-13.2: the title with the whole Quorum hand; the new President sees it, the old one remembers it."""
    if seat == state.president:  # 13.7
        return
    state.president = seat
    hand = state.quorum_hand
    hand.sees = 1 << seat if seat >= 0 else 0
    if seat >= 0:
        for place in range(len(hand)):
            state.widen(hand, place, 1 << seat)
        hand.tidy()
        table.tell(events.TITLE, seat, PRESIDENT)


def give_admiral(state: Battlestar, table: Table, seat: int) -> None:
    """BSG-13.3: the title, and the nukes with it."""
    if seat == state.admiral:  # 13.7
        return
    state.admiral = seat
    if seat >= 0:
        table.tell(events.TITLE, seat, ADMIRAL)


def admiral_line(state: Battlestar) -> int:
    """BSG-13.3: the highest human in line who is not in the Brig; if all are, the highest of all."""
    humans = state.humans()
    free = [seat for seat in humans if not state.in_brig(seat)]
    return first_in_line(state, ADMIRAL, free or humans)


def admiral_enters_brig(state: Battlestar, table: Table, seat: int) -> None:
    """BSG-13.3: an Admiral who enters the Brig loses the title at once."""
    if seat == state.admiral:
        give_admiral(state, table, admiral_line(state))


def somebody_leaves_brig(state: Battlestar, table: Table, seat: int) -> None:
    """BSG-13.3: where the Admiral himself sits in the Brig, who leaves it first gets the title."""
    if state.admiral >= 0 and state.in_brig(state.admiral) and not state.revealed[seat]:
        give_admiral(state, table, seat)


def titles_pass_on(state: Battlestar, table: Table, seat: int) -> None:
    """BSG-13.4: the titles of who is no human any more go to the next in line."""
    if state.president == seat:
        give_president(state, table, first_in_line(state, PRESIDENT, state.humans()))
    if state.admiral == seat:
        give_admiral(state, table, admiral_line(state))
