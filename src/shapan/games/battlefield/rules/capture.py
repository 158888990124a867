"""BF-7.7 to 7.9: a territory loses durability, and is captured at 0; laying what was won (BF-2.5)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from shapan.engine.question import question
from shapan.games.battlefield import abilities, actions, events, formulas, names, space
from shapan.games.battlefield.abilities import EFFECTS
from shapan.games.battlefield.records import BY_CAPTURE, OPEN, OWNED
from shapan.games.battlefield.rules import cards, danger, guests, titles, units
from shapan.games.battlefield.state import Battlefield, Table

ELIMINATE: Final = EFFECTS.number("eliminate")


def hit(state: Battlefield, table: Table, seat: int, territory: int, loss: int, event: int) -> None:
    """BF-7.3.5, 7.7: a territory loses durability; at 0 the seat that took the last point captures it."""
    state.durability[territory] = max(0, state.durability[territory] - loss)
    if event == events.SATELLITE:
        table.tell(event, seat, territory, state.durability[territory])
    else:
        table.tell(event, territory, loss, state.durability[territory])
    if not state.durability[territory]:
        capture(state, table, seat, territory)


def capture(state: Battlefield, table: Table, seat: int, territory: int) -> None:
    """BF-7.8: a territory at 0 goes to the seat whose action took the last point, in eight steps."""
    loser, falls = state.holders[territory], brings_down(state, territory)
    if not state.has_token(territory) or state.rules.last_territory:  # 1; the units in a capital: BF-8.9
        state.doomed = [
            unit
            for unit in state.standing_at(territory)
            if state.of(unit, OWNED) == loser and not (state.of(unit, OPEN) and state.is_empty_vehicle(unit))
        ]
        danger.endanger_all(state, table, BY_CAPTURE, seat)
    state.holders[territory] = seat
    for unit in state.standing_at(territory):
        if state.of(unit, OWNED) == seat:
            units.stand(state, unit, territory)
        elif state.is_empty_vehicle(unit):  # 2
            units.pass_on(state, table, unit)
    guests.eject_all(state, table, territory)  # 3
    if territory in state.capitals:  # 4
        state.capitals[state.capitals.index(territory)] = -1
    state.holders[territory] = -1
    lay(state, table, seat, territory)  # 5
    bonus = EFFECTS.amount(state, abilities.LAID, seat)
    state.durability[territory] = formulas.half(state, territory, bonus)
    table.tell(events.CAPTURED, seat, loser, territory, state.durability[territory])
    titles.on_capture(state, table, seat, territory)  # 6
    if falls:
        EFFECTS.call(ELIMINATE, state, table, loser, seat)  # 7, 8


def brings_down(state: Battlefield, territory: int) -> bool:
    """BF-7.8: return whether its player is out with a territory: with the capital, by an option with the last one."""
    if state.rules.last_territory:
        return len(state.domain(state.holders[territory])) == 1
    return state.has_token(territory)


def lay(state: Battlefield, table: Table, seat: int, territory: int) -> None:
    """BF-2.5: a seat lays a territory that it has won or drawn into an empty place of its highest layer."""
    code = table.ask(ask_lay, seat, territory)
    layer, side, slot = actions.LAY.values(code)
    space.lay(state, seat, territory, (layer, side, slot))
    space.survey(state)


@question("lay", "BF-2.5", actions.LAY, open=True, why="no_such_place")
def ask_lay(state: Battlefield, seat: int, arg: int) -> Sequence[int]:
    """D19: layer, side and slot for the territory `arg`."""
    return [actions.LAY.code(*place) for place in space.free_places(state, seat)]


def expand(state: Battlefield, table: Table, seat: int) -> None:
    """BF-3.8: draw a territory and lay it, half whole; for the Drift Fleet whole, with a card drawn."""
    territory = draw_territory(state, table)
    table.tell(events.LAND_DRAWN, seat, territory)
    lay(state, table, seat, territory)
    settlers = formulas.has_talent(state, seat, names.DRIFT_FLEET)
    most = formulas.maximum(state, territory)
    state.durability[territory] = most if settlers else formulas.half(state, territory)
    table.tell(events.EXPANDED, seat, territory, state.durability[territory])
    if settlers:
        cards.draw(state, table, seat, 1)


def draw_territory(state: Battlefield, table: Table) -> int:
    """BF-3.8: the top card of the territory pile.

    Of those that nobody has seen `pile_left` lie in it, and nobody knows which: each of them is drawn as often as that.
    """
    unseen, returned = state.territory_pile.cards, state.returned.cards
    pool = [card for card in unseen for _ in range(state.pile_left)]
    pool += [card for card in returned for _ in unseen or (0,)]
    territory = table.draw(actions.TERRITORY_PILE, pool)
    source = state.returned if territory in returned else state.territory_pile
    state.pile_left -= source is state.territory_pile
    return state.move(source, source.cards.index(territory), state.land)


def pile_size(state: Battlefield) -> int:
    """BF-3.8: how many cards the territory pile has."""
    return state.pile_left + len(state.returned)
