"""Numbers that an answer changes for sure: dials, the way of the fleet, cards, ships, nukes (BSG-4 to 15)."""
# Stays plain: draws for people

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Final

from shapan.engine.actions import DONE
from shapan.engine.answer_totals import Change
from shapan.engine.effects import Cell
from shapan.engine.piece import TABLE
from shapan.games.battlestar import actions, names
from shapan.games.battlestar.cards import CRISIS_CARDS, DESTINATION_CARDS, WAY_OUT
from shapan.games.battlestar.effects import EFFECTS
from shapan.games.battlestar.rules.crises import ASK_COMPASS, box_is_legal
from shapan.games.battlestar.rules.dice import owner_of
from shapan.games.battlestar.rules.jump import AUTO_JUMP, KOBOL_DISTANCE
from shapan.games.battlestar.rules.resources import MOST
from shapan.games.battlestar.state import Battlestar

Turns = Sequence[tuple[int, int]]
"""How dials are turned one after another: which, and by how much."""
_SURE: Final = frozenset({"dial", "track"})
"""Operations behind which others are as sure."""


def changes(view: Battlestar, seat: int, key: str, code: int) -> Iterator[Change]:
    """Yield what an answer adds to dials and distance, to the own hand, and to ships that stand together."""
    if key != "box" or not _may_switch(view, code):
        for dial, now in turned_by(view, turns_of(view, key, code), sure=True).items():
            yield Change(TABLE, view.dials[dial], now - view.dials[dial], names.DIALS[dial])
        yield Change("zone:jump_track", view.track, _track(view, seat, key, code) - view.track)
    if code == DONE:
        return
    family = actions.ACTIONS.of(code)
    if family in (actions.CARD, actions.MOVE_PAYING) or (key == "action" and _is_spent(code)):
        yield Change(f"panel:{seat}", len(view.hands[seat]), -1, "hand")
    elif family is actions.NUKE or key == "nuke_target":
        yield Change("piece:nukes", view.nukes, -1)
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
    named = [(EFFECTS.operations[effect.op].name, effect.args) for effect in cell.effects]
    first = next((place for place, (op, _) in enumerate(named) if op not in _SURE), len(named))
    open_ = {args[0] for op, args in named[first:] if op == "dial"}
    return [(args[0], args[1]) for op, args in named[:first] if op == "dial" and args[0] not in open_]


def _box(view: Battlestar, key: str, code: int) -> Cell | None:
    """BSG-7.3, W5: what the chosen box of the crisis does at once; the first box of a way out is a check."""
    if key == "W5" and not view.crisis_now.cards:
        return None
    box = actions.CHOOSE_BOX.value(code) if key == "box" else view.box if code == DONE else 1 - view.box
    card = CRISIS_CARDS[view.crisis_now.first]
    if not box and card.kind == WAY_OUT:
        return None
    return card.box_b if box else card.box_a


def _boxed(key: str) -> Callable[[Battlestar, int], Turns]:
    def turns(view: Battlestar, code: int) -> Turns:
        cell = _box(view, key, code)
        return () if cell is None else _cell(cell)

    return turns


def _track(view: Battlestar, seat: int, key: str, code: int) -> int:
    """BSG-3.6, 14.3, 14.6: return where an answer brings the fleet token: behind a jump to the start."""
    if key in ("box", "W5"):
        cell, to = _box(view, key, code), view.track
        for effect in () if cell is None else cell.effects:
            op = EFFECTS.operations[effect.op].name
            if op not in _SURE:
                break
            if op == "track":
                to = max(0, min(AUTO_JUMP, to + effect.args[0]))
        jumps = to == AUTO_JUMP
    else:
        # Roslin is asked for her cards first.
        from_control = view.at[seat] == names.FTL_CONTROL and not view.is_character(seat, names.ROSLIN)
        leaves = key == "action" and code == actions.ACT_LOCATION.code() and from_control
        jumps, to = leaves or actions.PICK_DESTINATION.has(code), view.track
    if not jumps:
        return to
    return view.track if view.distance >= KOBOL_DISTANCE else 0


def _destination(view: Battlestar, code: int) -> Turns:
    if not actions.PICK_DESTINATION.has(code):
        return ()
    return _cell(DESTINATION_CARDS[actions.PICK_DESTINATION.value(code)].effects)


_TURNS: Final[dict[str, Callable[[Battlestar, int], Turns]]] = {
    "box": _boxed("box"),
    "W5": _boxed("W5"),
    "gain": lambda view, code: [(actions.GAIN.value(code), 1)],  # BSG-C1: the population has been lost by then
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
