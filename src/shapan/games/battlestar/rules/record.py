"""The open record of each seat, for bots, who do not remember: what spoke for a Cylon in checks, choices and actions.

It follows from what all see, and is kept in tenths of a card put against a crisis. [ruling: no rule asks for it;
nothing in the rules depends on it]
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from shapan.engine.actions import DONE
from shapan.engine.effects import Effect
from shapan.games.battlestar import actions, names, step_codes
from shapan.games.battlestar.cards import Crisis
from shapan.games.battlestar.effects import EACH, EFFECTS
from shapan.games.battlestar.records import Check
from shapan.games.battlestar.state import MAX_FOULS, Battlestar

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


def worth(check: Check, card: int) -> int:
    """BSG-SC6: the strength of a card for the check, or against it; nothing for the type of Blind Devotion."""
    type_, strength = names.TYPE_AND_STRENGTH[card]
    if type_ == check.void:
        return 0
    matches = check.types >> type_ & 1 or (check.research and type_ == names.EN) or (check.ones and strength == 1)
    return strength if matches else -strength


def record_fouls(state: Battlestar, check: Check) -> None:
    """Keep the record of the check of a crisis: cards against it beyond those that Destiny brings on average.

    Cards of an open check count for those who put them in, others are shared out alike among those who put cards in;
    a revealed Cylon is taken to have put in his against it.
    """
    if check.of not in (step_codes.OF_CRISIS, step_codes.OF_SUPER):
        return
    against = [worth(check, card) < 0 for card in check.pile.cards]
    found = [0] * state.seats
    if check.open:
        for owner, hostile in zip(check.owners, against, strict=True):
            if owner >= 0:
                found[owner] += 10 if hostile else -2
    else:
        matching = len(check.type_list())
        surplus = 10 * sum(against) - 4 * (len(names.TYPES) - matching)
        surplus -= 10 * sum(check.put[seat] for seat in range(state.seats) if state.revealed[seat])
        givers = [seat for seat in state.humans() if check.put[seat]]
        for seat in givers:
            found[seat] = surplus // len(givers)
    for seat in state.humans():
        add(state, seat, found[seat])


def record_choice(state: Battlestar, card: Crisis, box: int) -> None:
    """Keep the record of a choice between two boxes: who picks the one that costs more looks like a Cylon."""
    seat = state.chooser
    costs = [toll(state, card.box_a.effects), toll(state, card.box_b.effects)]
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
    state.fouls[seat] = max(-MAX_FOULS, min(MAX_FOULS, state.fouls[seat] + number))


def toll(state: Battlestar, effects: Sequence[Effect]) -> int:
    """Return what a box costs the fleet by a rough open measure: points of dials, more where few are left; cards."""
    total = 0
    for effect in effects:
        name = EFFECTS.operations[effect.op].name
        if name == "dial":
            dial, number = effect.args
            total -= number * (POINT + max(0, 6 - state.dials[dial]))
        elif name == "discard_hand":
            total += 4 * CARD
        elif name.startswith("discard"):
            each = name == "discard_each" or effect.args[0] == EACH
            total += CARD * effect.args[-1] * (len(state.humans()) if each else 1)
        elif name in ("place", "civilians_lost"):
            total += 2 * SHIPS
        else:
            total += OTHER
    return total
