"""The open record of each seat, for bots, who do not remember: what spoke for a Cylon in checks, choices and actions.

It follows from what all see, and is kept in tenths of a card put against a crisis. [ruling: no rule asks for it;
nothing in the rules depends on it]
"""

from __future__ import annotations

from typing import Final

from shapan.engine.actions import DONE
from shapan.games.battlestar import actions, names, occasions
from shapan.games.battlestar.cards import Crisis
from shapan.games.battlestar.effects import EACH, OPERATIONS, Effects
from shapan.games.battlestar.state import MOST_FOULS, Battlestar

WORSE_BOX: Final = 12
"""What it counts to pick the box that costs the fleet more; the milder one counts half of it for the seat."""
IDLE: Final = 12
"""What it counts to pass; whether the hand held something else to do is not asked, for the record is open."""
IDLING: Final = 4
"""What an action counts that brings the fleet nothing yet: Launch Scout, Consolidate Power, drawing a Quorum card."""
BUSY: Final = 2
"""What any other action counts for the seat."""
POINT: Final = 8
CARD: Final = 1
SHIPS: Final = 6
OTHER: Final = 4


def worth(state: Battlestar, card: int) -> int:
    """BSG-SC6: the strength of a card for the check, or against it; nothing for the type of Blind Devotion."""
    type_, strength = names.type_of(card), names.strength_of(card)
    if type_ == state.void:
        return 0
    matches = state.check_types >> type_ & 1 or (state.research and type_ == names.EN) or (state.ones and strength == 1)
    return strength if matches else -strength


def record_fouls(state: Battlestar) -> None:
    """Keep the record of the check of a crisis: cards against it beyond those that Destiny brings on average.

    Cards of an open check count for those who put them in, others are shared out alike among those who put cards in;
    a revealed Cylon is taken to have put in his against it.
    """
    if state.check_of not in (occasions.OF_CRISIS, occasions.OF_SUPER):
        return
    against = [worth(state, card) < 0 for card in state.pile.cards]
    found = [0] * state.seats
    if state.check_open:
        for owner, hostile in zip(state.owners, against, strict=True):
            if owner >= 0:
                found[owner] += 10 if hostile else -2
    else:
        matching = sum(state.check_types >> type_ & 1 for type_ in range(len(names.TYPES)))
        surplus = 10 * sum(against) - 4 * (len(names.TYPES) - matching)
        surplus -= 10 * sum(state.put[seat] for seat in range(state.seats) if state.revealed[seat])
        givers = [seat for seat in state.humans() if state.put[seat]]
        for seat in givers:
            found[seat] = surplus // len(givers)
    for seat in state.humans():
        add(state, seat, found[seat])


def record_choice(state: Battlestar, card: Crisis, box: int) -> None:
    """Keep the record of a choice between two boxes: who picks the one that costs more looks like a Cylon."""
    seat = state.chooser
    costs = [toll(state, card.box_a), toll(state, card.box_b)]
    if seat < 0 or state.revealed[seat] or costs[0] == costs[1]:
        return
    add(state, seat, WORSE_BOX if costs[box] > costs[1 - box] else -WORSE_BOX // 2)


def record_action(state: Battlestar, seat: int, code: int) -> None:
    """Keep the record of an action: who does nothing, or next to nothing, looks like a Cylon."""
    if state.revealed[seat] or state.at[seat] in (names.BRIG, names.SICKBAY, names.OFF):
        return
    if code == DONE:
        add(state, seat, IDLE)
    elif code == actions.DRAW_QUORUM.code() or (
        actions.PLAY.has(code) and names.type_of(actions.PLAY.value(code)) in (names.TA, names.PO)
    ):
        add(state, seat, IDLING)
    else:
        add(state, seat, -BUSY)


def add(state: Battlestar, seat: int, number: int) -> None:
    """Add to the record of a seat, within its bounds."""
    state.fouls[seat] = max(-MOST_FOULS, min(MOST_FOULS, state.fouls[seat] + number))


def toll(state: Battlestar, effects: Effects) -> int:
    """Return what a box costs the fleet by a rough open measure: points of dials, more where few are left; cards."""
    total = 0
    for effect in effects:
        name = OPERATIONS[effect.operation]
        if name == "dial":
            left = state.dials[effect.what]
            total -= effect.number * (POINT + max(0, 6 - left))
        elif name.startswith("discard"):
            total += CARD * (effect.number or 4) * (len(state.humans()) if effect.who == EACH else 1)
        elif name in ("place", "civilians_lost"):
            total += 2 * SHIPS
        else:
            total += OTHER
    return total
