"""Numbers that an answer changes for sure: dials, the way of the fleet, cards, ships, nukes (BSG-4 to 15)."""
# Stays plain: draws for people

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Final

from shapan.engine.actions import DONE
from shapan.engine.becoming import Change
from shapan.engine.effects import Cell
from shapan.engine.piece import TABLE
from shapan.games.battlestar import actions, names
from shapan.games.battlestar.cards import CRISIS_CARDS, DESTINATION_CARDS, WAY_OUT
from shapan.games.battlestar.effects import EFFECTS
from shapan.games.battlestar.rules.crises import ASK_COMPASS, box_is_legal
from shapan.games.battlestar.rules.dice import owner_of
from shapan.games.battlestar.rules.resources import MOST
from shapan.games.battlestar.state import Battlestar

Turns = Sequence[tuple[int, int]]
"""How dials are turned one after another: which, and by how much."""


def changes(view: Battlestar, seat: int, key: str, code: int) -> Iterator[Change]:
    """Yield what an answer adds to dials and distance, to the own hand, and to ships that stand together."""
    turned = {} if key == "box" and _may_switch(view, code) else turned_by(view, turns_of(view, key, code), sure=True)
    for dial, now in turned.items():
        yield Change(TABLE, view.dials[dial], now - view.dials[dial], names.DIALS[dial])
    if code == DONE:
        return
    family = actions.ACTIONS.of(code)
    if family in (actions.CARD, actions.MOVE_PAYING) or (key == "action" and _is_spent(code)):
        yield Change(f"panel:{seat}", len(view.hands[seat]), -1, "hand")
    elif family is actions.LAUNCH:
        yield from _vipers(view, "reserve_vipers", -1)
        yield from _vipers(view, actions.LAUNCH.value(code), 1)
    elif family is actions.FLY_UNMANNED:
        start, to = actions.FLY_UNMANNED.values(code)
        yield from _vipers(view, start, -1)
        yield from _vipers(view, to, 1)
    elif family is actions.VIPER_IN:
        yield from _vipers(view, actions.VIPER_IN.value(code), -1)
        yield from _vipers(view, "damaged_vipers", 1)
    elif family is actions.REPAIR_VIPERS:
        number = actions.REPAIR_VIPERS.value(code)
        yield from _vipers(view, "damaged_vipers", -number)
        yield from _vipers(view, "reserve_vipers", number)
    elif family is actions.RESTORE:
        vipers, raptor = actions.RESTORE.values(code)
        yield from _vipers(view, "reserve_vipers", vipers)
        yield Change("piece:raptors", view.raptors, raptor)
    elif family is actions.PICK_DESTINATION:
        yield Change(TABLE, view.distance, DESTINATION_CARDS[actions.PICK_DESTINATION.value(code)].distance, "distance")
        yield Change("zone:jump_track", view.track, -view.track)


def turns_of(view: Battlestar, key: str, code: int) -> Turns:
    """Return how an answer turns dials before anything is asked, rolled or decided."""
    make = _TURNS.get(key)
    return () if make is None else make(view, code)


def turned_by(view: Battlestar, turns: Turns, *, sure: bool = False) -> dict[int, int]:
    """BSG-15.1: return where dials come to stand; `sure`: those only that move by it."""
    now = dict[int, int]()
    for dial, number in turns:
        now[dial] = max(0, min(MOST, now.get(dial, view.dials[dial]) + number))
    return {dial: value for dial, value in now.items() if not sure or value != view.dials[dial]}


def _cell(cell: Cell) -> Turns:
    """Return how a cell turns dials first, without those that it may turn again behind a condition."""
    turning = [EFFECTS.operations[effect.op].name == "dial" for effect in cell.effects]
    first = turning.index(False) if False in turning else len(turning)
    open_ = {effect.args[0] for effect, turns in zip(cell.effects[first:], turning[first:], strict=True) if turns}
    return [(dial, number) for dial, number in (effect.args for effect in cell.effects[:first]) if dial not in open_]


def _box(view: Battlestar, box: int) -> Turns:
    """BSG-7.3: what a box of the crisis does at once; the first box of a way out is a check."""
    card = CRISIS_CARDS[view.crisis_now.first]
    if not box and card.kind == WAY_OUT:
        return ()
    return _cell(card.box_b if box else card.box_a)


def _compass(view: Battlestar, code: int) -> Turns:
    return _box(view, view.box if code == DONE else 1 - view.box) if view.crisis_now.cards else ()


def _destination(view: Battlestar, code: int) -> Turns:
    if not actions.PICK_DESTINATION.has(code):
        return ()
    return _cell(DESTINATION_CARDS[actions.PICK_DESTINATION.value(code)].effects)


_TURNS: Final[dict[str, Callable[[Battlestar, int], Turns]]] = {
    "box": lambda view, code: _box(view, actions.CHOOSE_BOX.value(code)),
    "W5": _compass,
    "gain": lambda view, code: [(names.POPULATION, -1), (actions.GAIN.value(code), 1)],  # BSG-5.13
    "pay_fuel": lambda view, code: () if code == DONE else [(names.FUEL, -1)],  # BSG-R11
    "destination": _destination,
}


def _may_switch(view: Battlestar, code: int) -> bool:
    """BSG-W5: tell whether someone may still reverse the choice of a box."""
    other = 1 - actions.CHOOSE_BOX.value(code)
    return owner_of(view, ASK_COMPASS) >= 0 and box_is_legal(view, view.crisis_now.first, other)


def _is_spent(code: int) -> bool:
    """C2: tell whether a card leaves the hand as an action, and brings none."""
    return actions.PLAY.has(code) and names.type_of(actions.PLAY.value(code)) != names.PO


def _vipers(view: Battlestar, where: str | int, by: int) -> Iterator[Change]:
    """Yield how vipers of a place get more or fewer: of Reserves, of the damaged ones, of an area."""
    if isinstance(where, int):
        yield Change(f"piece:viper{where}", view.vipers[where], by)
    else:
        yield Change(f"piece:{where}", view.reserves() if where == "reserve_vipers" else view.vipers_damaged, by)
