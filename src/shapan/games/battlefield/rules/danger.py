"""BF-7.6, 7.11: a unit that is about to be destroyed: emergency retreat with helpers, tracking, destruction."""

from __future__ import annotations

from collections.abc import Sequence

from shapan.engine.actions import DONE
from shapan.engine.kinds import UNKNOWN
from shapan.engine.question import picks, question
from shapan.engine.row import listed
from shapan.games.battlefield import abilities, actions, events, names
from shapan.games.battlefield.records import (
    ABOARD,
    AT,
    BY_BOMB,
    BY_CAPTURE,
    BY_FIGHT,
    DURABILITY,
    OPEN,
    OWNED,
    SPENT,
    Danger,
)  # fmt: skip
from shapan.games.battlefield.rules import cards, units
from shapan.games.battlefield.state import Battlefield, Table

# BF-7.11: several at once


def endanger_all(state: Battlefield, table: Table, cause: int, opponent: int) -> None:
    """BF-7.11: deal with the doomed units owner by owner from the active player's right neighbour, him last."""
    for seat in (*state.others(state.active), state.active):
        own = doomed_of(state, seat)
        if len(own) > 1:
            order = table.pick_many(ask_order, seat, len(own))
            state.doomed = [*order, *(unit for unit in state.doomed if unit not in order)]
        while own := doomed_of(state, seat):
            state.doomed.remove(own[0])
            endanger(state, table, own[0], cause, opponent)
    state.doomed = []


def doomed_of(state: Battlefield, seat: int) -> list[int]:
    """Return the doomed units of a seat, in the order in which they are dealt with."""
    return [unit for unit in state.doomed if state.is_there(unit) and state.of(unit, OWNED) == seat]


@picks(
    "endangered_order", "BF-7.11", actions.ENDANGERED, number_bits=63, ordered=True, open=True,
    rows=listed("units", actions.ENDANGERED, word="order"),
)  # fmt: skip
def ask_order(state: Battlefield, seat: int, arg: int, picked: Sequence[int]) -> Sequence[int]:
    """D26: the order of the own units that are about to be destroyed; `arg` is their number."""
    return [code for unit in doomed_of(state, seat) if (code := actions.ENDANGERED.codes[unit]) not in picked]


# BF-7.6: one unit


def endanger(
    state: Battlefield, table: Table, unit: int, cause: int, opponent: int, *, intercepted: bool = False
) -> bool:
    """BF-7.6: a unit is about to be destroyed; return whether it was (of a crewed vehicle in a fight: the vehicle)."""
    if not state.of(unit, OPEN) and not surface(state, table, unit, cause):  # 1
        return False
    state.danger = Danger(unit, cause, opponent)
    table.tell(events.ENDANGERED, state.of(unit, OWNED), state.card(unit), state.of(unit, AT))
    saved = not intercepted and rescue(state, table)
    state.danger = None
    if saved:
        track(state, table, state.of(unit, OWNED), cause)
    else:
        destroy(state, table, unit, cause)
    return not saved


def surface(state: Battlefield, table: Table, unit: int, cause: int) -> bool:
    """BF-7.6.1: open a hidden unit and return whether it is in danger: a vehicle without a crew goes with the ground.

    [ruling] It takes its turn all the same: an order of fewer units would tell what lies face down. BF-4.5: it passes
    on hidden at a capture.
    """
    is_vehicle = state.is_empty_vehicle(unit)
    if is_vehicle and cause == BY_CAPTURE:
        units.show_kind(state, unit)
    else:
        units.show(state, unit)
        table.tell(events.OPENED, state.of(unit, OWNED), state.card(unit), state.of(unit, AT))
    return not is_vehicle


def rescue(state: Battlefield, table: Table) -> bool:
    """BF-7.6.2: emergency retreat: the owner gives what he will, one helper all that is missing."""
    danger = state.danger
    assert danger is not None
    unit = danger.unit
    owner, at = state.of(unit, OWNED), state.of(unit, AT)
    if not units.goals(state, owner, at):
        return False
    asked = [owner] if len(state.hands[owner]) or (state.resources[owner] and needs_resource(state)) else []
    _, offer = table.window(ask_retreat, asked)
    if offer != DONE:
        danger.card, danger.resource = actions.OFFER.values(offer)
        if danger.card:
            announce(state, owner)
    helper = UNKNOWN
    if not is_complete(state):
        helper, given = table.window(ask_assist, helpers(state))
        if helper < 0:
            take_back(state, owner)
            return False
        card, resource = actions.OFFER.values(given)
        if card:
            cards.discard(state, helper, names.RETREAT)
        cards.pay(state, helper, resource)
        table.tell(events.HELPED, helper, owner, card, resource)
    cards.pay(state, owner, danger.resource)
    state.move_all(state.offered, state.discard)
    to = units.put_anywhere(state, table, owner, unit, away=True)
    if state.of(unit, ABOARD) >= 0:  # BF-8.8: a crew leaves its vehicle by it
        step_off(state, table, unit)
    state.put(unit, DURABILITY, 1)
    table.tell(events.SAVED, owner, state.card(unit), at, to)
    return True


def needs_resource(state: Battlefield) -> bool:
    """BF-7.6.2: whether the retreat costs a resource card: not where a Medic stands by."""
    danger = state.danger
    assert danger is not None
    unit = danger.unit
    owner = state.of(unit, OWNED)
    return not any(
        other != unit and state.of(other, OWNED) == owner and abilities.has(state, other, names.MEDIC)
        for other in state.standing_at(state.of(unit, AT))
    )


def missing(state: Battlefield) -> tuple[int, int]:
    """BF-7.6.2: whether a Retreat card and a resource card are still missing."""
    danger = state.danger
    assert danger is not None
    return int(not danger.card), int(needs_resource(state) and not danger.resource)


def is_complete(state: Battlefield) -> bool:
    """BF-7.6.2: whether all that the retreat costs is given."""
    return missing(state) == (0, 0)


def helpers(state: Battlefield) -> list[int]:
    """BF-7.6.2: who may be able to help by what all know: in turn order, without the other side."""
    danger = state.danger
    assert danger is not None
    card, resource = missing(state)
    return [
        seat
        for seat in state.others(state.of(danger.unit, OWNED))
        if seat != danger.opponent and len(state.hands[seat]) >= card and state.resources[seat] >= resource
    ]


def announce(state: Battlefield, seat: int) -> None:
    """Lay an offered Retreat card open."""
    hand = state.hands[seat]
    state.move(hand, hand.cards.index(names.RETREAT), state.offered)


def take_back(state: Battlefield, seat: int) -> None:
    """BF-7.6.2: incomplete: what was offered is taken back; all have seen it."""
    state.move_all(state.offered, state.hands[seat])


def is_window_told(state: Battlefield, seat: int, arg: int) -> bool:
    """Tell whether all know of an empty window for a retreat that it is one: not where it is put to hide that."""
    return not state.rules.empty_windows


@question(
    "emergency_retreat",
    "BF-7.6",
    actions.OFFER,
    reaction=True,
    plan=True,
    forced=is_window_told,
    decline="pass",
    why="offer",
)
def ask_retreat(state: Battlefield, seat: int, arg: int) -> Sequence[int]:
    """D18, the owner: a Retreat card, a resource card, both, or nothing.

    [ruling] Where Medic works, no resource card can be given.
    """
    cards_given = (1, 0) if names.RETREAT in state.hands[seat].cards else (0,)
    paid = (1, 0) if state.resources[seat] and needs_resource(state) else (0,)
    return [DONE, *(actions.OFFER.code(card, pay) for card in cards_given for pay in paid if card or pay)]


@question(
    "assist_retreat", "BF-7.6", actions.OFFER, reaction=True, plan=True, forced=is_window_told, decline="pass",
    why="offer",
)  # fmt: skip
def ask_assist(state: Battlefield, seat: int, arg: int) -> Sequence[int]:
    """D18, a helper: all that is missing, or nothing."""
    card, resource = missing(state)
    able = (not card or names.RETREAT in state.hands[seat].cards) and state.resources[seat] >= resource
    return [DONE, actions.OFFER.code(card, resource)] if able else [DONE]


def step_off(state: Battlefield, table: Table, crew: int) -> None:
    """BF-8.8: a crew leaves its vehicle, which stays without one."""
    vehicle = state.of(crew, ABOARD)
    state.put(crew, ABOARD, UNKNOWN)
    units.pass_on(state, table, vehicle)


def track(state: Battlefield, table: Table, owner: int, cause: int) -> None:
    """BF-7.6.3: Fingerprint Tracking of the active player, of a bomb the Source of Disaster's (BF-10.6)."""
    tracker = state.active
    if cause == BY_BOMB and state.rules.titles:
        tracker = state.titles[names.SOURCE_OF_DISASTER]
    if tracker < 0 or tracker == owner or not len(state.hands[owner]):
        return
    if state.has_modification(tracker, names.FINGERPRINT_TRACKING):
        cards.steal(state, table, tracker, owner, events.TRACKED)


def destroy(state: Battlefield, table: Table, unit: int, cause: int) -> None:
    """BF-7.6.4: the card goes; in a fight a crew survives its vehicle, at a capture the vehicle its crew."""
    owner, at, crew = state.of(unit, OWNED), state.of(unit, AT), state.crew_of(unit)
    if crew >= 0:
        state.put(crew, ABOARD, UNKNOWN)
        if cause == BY_FIGHT:
            state.put(crew, DURABILITY, 1)
            state.put(crew, SPENT, state.of(unit, SPENT))
        else:
            remove(state, table, crew)
        if cause == BY_CAPTURE:
            return
    if state.of(unit, ABOARD) >= 0:
        step_off(state, table, unit)
    remove(state, table, unit)
    if crew >= 0 and cause == BY_FIGHT:
        table.tell(events.CREW_SURVIVES, owner, state.card(crew), at)


def remove(state: Battlefield, table: Table, unit: int) -> None:
    """BF-7.6.4, 4.5: a destroyed card goes to the discard pile; Expendable tosses a coin for its owner's hand."""
    owner, card, target = state.of(unit, OWNED), state.card(unit), state.discard
    if abilities.has(state, unit, names.EXPENDABLE):
        coin = table.draw(actions.COIN_STREAM, (0, 1))
        table.tell(events.EXPENDED, owner, card, coin)
        if coin:
            target = state.hands[owner]
    table.tell(events.DESTROYED, owner, card, state.of(unit, AT))
    units.leave(state, unit, target)


def is_intercepted(state: Battlefield, unit: int, enemy: int) -> bool:
    """4.5, Intercept: whether a unit cannot leave by a Retreat card; Catapult and Camouflage get it out."""
    owner = state.of(unit, OWNED)
    if any(state.has_modification(owner, card) for card in (names.CATAPULT, names.QUANTUM_CAMO)):
        return False
    return abilities.has(state, enemy, names.INTERCEPT)
