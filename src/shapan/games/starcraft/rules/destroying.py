"""SC-3.6, SC-3.9: what somebody destroys of his own; questions that let him do so."""

from __future__ import annotations

from collections.abc import Sequence

from shapan.engine.actions import Family
from shapan.engine.kinds import UNKNOWN
from shapan.engine.prompt import Prompt, Reason
from shapan.engine.table import Table
from shapan.games.starcraft import actions, events, names, space
from shapan.games.starcraft.records import UNIT_KINDS
from shapan.games.starcraft.rules import ending
from shapan.games.starcraft.state import StarCraft


def is_own(state: StarCraft, seat: int, code: int) -> bool:
    """SC-3.6: tell whether a code destroys something that the seat has."""
    if actions.DESTROY_UNIT.has(code) and actions.DESTROY_UNIT.fits(code):
        unit, area = actions.DESTROY_UNIT.values(code)
        return state.number(seat, area, unit) > 0
    if actions.DESTROY_BASE.has(code) and actions.DESTROY_BASE.fits(code):
        return state.bases[actions.DESTROY_BASE.value(code)] == seat
    if actions.DESTROY_TRANSPORT.has(code) and actions.DESTROY_TRANSPORT.fits(code):
        return bool(state.carriers[actions.DESTROY_TRANSPORT.value(code)] >> seat & 1)
    return False


def own_pieces(state: StarCraft, seat: int) -> list[int]:
    """SC-3.6: return the codes that destroy each kind of thing a seat has."""
    codes = [
        actions.DESTROY_UNIT.code(place % UNIT_KINDS, place // UNIT_KINDS)
        for place, number in enumerate(state.units[seat])
        if number
    ]
    codes += [actions.DESTROY_BASE.code(area) for area, owner in enumerate(state.bases) if owner == seat]
    codes += [
        actions.DESTROY_TRANSPORT.code(route) for route in space.routes(state) if state.carriers[route] >> seat & 1
    ]
    return codes


class Window(Prompt[StarCraft]):
    """A question of the active player in which he may destroy something of his own instead (SC-3.9).

    A test decides that: few ever want to, so it is offered to people and left out of the lists that bots look at.
    """

    open = True
    many = True
    at_once = True

    def __init__(self, key: str, rule: str, families: Sequence[Family], why: str = "not_possible") -> None:
        super().__init__()
        self.key, self.rule, self.why = key, rule, why
        self.families = (*families, *actions.DESTROY)

    def options(self, state: StarCraft, seat: int, arg: int) -> Sequence[int]:
        """Return the answers beside destroying."""
        raise NotImplementedError

    def next(self, state: StarCraft, seat: int, arg: int, picked: Sequence[int]) -> Sequence[int]:
        return () if picked else self.options(state, seat, arg)

    def all_next(self, state: StarCraft, seat: int, arg: int, picked: Sequence[int]) -> Sequence[int]:
        found = self.next(state, seat, arg, picked)
        return found if picked else [*found, *own_pieces(state, seat)]

    def test_next(self, state: StarCraft, seat: int, arg: int, picked: Sequence[int], code: int) -> bool:
        return code in self.next(state, seat, arg, picked) or (not picked and is_own(state, seat, code))

    def only_answer(self, state: StarCraft, seat: int, arg: int) -> list[int] | None:
        """Return nothing: who is in has a unit or a base that he might destroy (SC-12.5)."""
        return None

    def why_not(self, state: StarCraft, seat: int, arg: int, code: int) -> Reason:
        if actions.destroys(code):
            return Reason("SC-3.6", "not_yours")
        return Reason(self.rule, self.why)


def ask(state: StarCraft, table: Table[StarCraft], prompt: Window, seat: int, arg: int = 0) -> int:
    """SC-3.9: ask until something else is answered than destroying; -1 if nothing is left of the seat (SC-12.7)."""
    while True:
        code = table.ask_many(prompt, seat, arg)[0]
        if not actions.destroys(code):
            return code
        destroy(state, table, seat, code)
        if state.eliminated[seat]:
            return UNKNOWN


def destroy(state: StarCraft, table: Table[StarCraft], seat: int, code: int) -> None:
    """SC-3.6, SC-10.7: destroy a unit, base or transport of one's own; it goes back to the stock.

    [ruling] Of units that were built in this order and older ones (SC-5.6) the newest is destroyed: they look alike.
    """
    if actions.DESTROY_UNIT.has(code):
        unit, area = actions.DESTROY_UNIT.values(code)
        state.change(seat, area, unit, -1)
        forget_new(state, unit, area)
        table.tell(events.UNIT_DESTROYED, seat, unit, area)
    elif actions.DESTROY_BASE.has(code):
        area = actions.DESTROY_BASE.value(code)
        state.bases[area] = UNKNOWN
        table.tell(events.BASE_DESTROYED, seat, area)
    else:
        route = actions.DESTROY_TRANSPORT.value(code)
        state.carriers[route] &= ~(1 << seat)
        table.tell(events.TRANSPORT_DESTROYED, seat, route)
    ending.check_eliminated(state, table)


def forget_new(state: StarCraft, unit: int, area: int) -> None:
    """SC-5.6: a unit that was built in this order, and could be destroyed for another later, is gone."""
    order = state.order
    if order is not None and unit in names.MERGED and order.fresh[area]:
        order.fresh[area] -= 1


def is_last_piece(view: StarCraft, code: int) -> bool:
    """SC-3.9, SC-12.5: tell whether the active player would be out who destroys this."""
    seat = view.active
    pieces = sum(view.units[seat]) + view.bases.count(seat) if 0 <= seat < view.seats else 0
    return pieces == 1 and is_own(view, seat, code)
