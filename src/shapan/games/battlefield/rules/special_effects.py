"""BF-8.2 to 8.8: what the special attacks do."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final

from shapan.engine.kinds import UNKNOWN
from shapan.engine.question import picks
from shapan.engine.row import listed
from shapan.engine.zone import kinds_among
from shapan.games.battlefield import abilities, actions, events, formulas, names, space
from shapan.games.battlefield.abilities import EFFECTS
from shapan.games.battlefield.records import ABOARD, AT, BY_ASSASSINATION, BY_BOMB, OPEN, OWNED
from shapan.games.battlefield.rules import capture, danger, ending, titles, units
from shapan.games.battlefield.state import Battlefield, Table


def hydrogen_uranium_bomb(state: Battlefield, table: Table, seat: int, code: int) -> None:
    """BF-8.2: all units there are about to be destroyed, the territory leaves the map as a trophy."""
    territory = actions.HYDROGEN.value(code)
    owner = state.holders[territory]
    state.doomed = [unit for unit in state.standing_at(territory) if is_struck(state, unit, hidden=True)]
    danger.endanger_all(state, table, BY_BOMB, seat)
    for unit in state.standing_at(territory):
        if not formulas.is_evading(state, unit):
            danger.remove(state, table, unit)
        elif not moves_off(state, table, unit, territory):
            units.disband(state, table, unit)
    take_trophy(state, table, seat, territory)
    if state.rules.last_territory and not state.domain(owner):
        EFFECTS.call(capture.ELIMINATE, state, table, owner, seat if seat != owner else UNKNOWN)
    ending.check_victory(state, table)


def take_trophy(state: Battlefield, table: Table, seat: int, territory: int) -> None:
    """BF-8.2: a territory leaves the map, and lies with the player of the bomb."""
    space.take_away(state, territory)
    state.move(state.land, state.land.cards.index(territory), state.trophies[seat])
    space.survey(state)
    table.tell(events.TROPHY, seat, territory)


def moves_off(state: Battlefield, table: Table, unit: int, territory: int) -> bool:
    """BF-8.2, 8.6: a unit leaves ground that is lost for another own territory, if its owner has one."""
    owner = state.of(unit, OWNED)
    to = units.put_anywhere(state, table, owner, unit, away=True)
    if to >= 0:
        units.tell_ejected(state, table, unit, territory)
    return to >= 0


def neutron_bomb(state: Battlefield, table: Table, seat: int, code: int) -> None:
    """BF-8.3: all open units there are about to be destroyed, empty open vehicles are; the ground is not touched."""
    territory = actions.NEUTRON.value(code)
    state.doomed = [unit for unit in state.standing_at(territory) if is_struck(state, unit, hidden=False)]
    danger.endanger_all(state, table, BY_BOMB, seat)
    for unit in state.standing_at(territory):
        if state.of(unit, OPEN) and state.is_empty_vehicle(unit) and not formulas.is_evading(state, unit):
            danger.remove(state, table, unit)
    ending.check_victory(state, table)


def is_struck(state: Battlefield, unit: int, *, hidden: bool) -> bool:
    """BF-8.2, 8.3: return whether a bomb deals with a unit: not under Evasion, no open vehicle without a crew."""
    if formulas.is_evading(state, unit):
        return False
    return not state.is_empty_vehicle(unit) if state.of(unit, OPEN) else hidden


def divine_punishment(state: Battlefield, table: Table, seat: int, code: int) -> None:
    """BF-8.4: all points at once; then captures in an order of the player's choice."""
    punish(state, table, seat)
    if len(state.fallen_land) > 1:
        state.fallen_land = table.pick_many(ask_capture_order, seat)
    while state.fallen_land:
        territory = state.fallen_land.pop(0)
        if state.holders[territory] not in (UNKNOWN, seat) and not state.durability[territory]:
            fallen = max(state.fell)
            capture.capture(state, table, seat, territory)
            if max(state.fell) > fallen:
                titles.on_judgement(state, table, seat)


def punish(state: Battlefield, table: Table, seat: int) -> None:
    """BF-8.4: each territory loses its points, but those of the seat stay at 1."""
    special = state.special
    assert special is not None
    for territory in kinds_among(special.points):
        loss = special.points.count(territory)
        least = int(state.holders[territory] == seat)
        state.durability[territory] = max(least, state.durability[territory] - loss)
        table.tell(events.LAND_HIT, territory, loss, state.durability[territory])
    state.fallen_land = [one for one in kinds_among(special.points) if not state.durability[one]]


def captures_left(state: Battlefield, seat: int, arg: int) -> int:
    """BF-8.4: how many territories are still to be captured."""
    return len(state.fallen_land)


@picks(
    "capture_order", "BF-8.4", actions.CAPTURED, ordered=True, open=True,
    rows=listed("territories", actions.CAPTURED), number=captures_left,
)  # fmt: skip
def ask_capture_order(state: Battlefield, seat: int, arg: int, picked: Sequence[int]) -> Sequence[int]:
    """D21: the order of the captures."""
    return [code for one in state.fallen_land if (code := actions.CAPTURED.codes[one]) not in picked]


def emp(state: Battlefield, table: Table, seat: int, code: int) -> None:
    """BF-8.5: modifications and vehicles of a player fail until the end of his next turn."""
    state.harmed_by[actions.EMP.value(code)][names.PULSED] = seat
    table.tell(events.HARMED, seat, actions.EMP.value(code), names.PULSED)


def network_intrusion(state: Battlefield, table: Table, seat: int, code: int) -> None:
    """BF-8.7: no strategy cards from the hand of a player until the end of his next turn."""
    state.harmed_by[actions.INTRUSION.value(code)][names.INTRUDED] = seat
    table.tell(events.HARMED, seat, actions.INTRUSION.value(code), names.INTRUDED)


def biochemical_diffusion(state: Battlefield, table: Table, seat: int, code: int) -> None:
    """BF-8.6: every capital loses 1 at once; others' that fall are captured, then the own may fall to nobody."""
    spread(state, table, seat)
    fallen = [
        other for other in state.living() if state.capitals[other] >= 0 and not state.durability[state.capitals[other]]
    ]
    state.verdict = sum(1 << other for other in fallen)
    state.falling, state.just = 1 + max(state.fell), UNKNOWN
    for other in state.others(seat):
        if state.verdict >> other & 1 and state.is_in(other):
            capture.capture(state, table, seat, state.capitals[other])
    if state.verdict >> seat & 1:
        fall_alone(state, table, seat)
    state.verdict = UNKNOWN
    ending.check_victory(state, table, state.just)


def spread(state: Battlefield, table: Table, seat: int) -> None:
    """BF-8.6: every capital loses 1 at once."""
    for other in state.living():
        capital = state.capitals[other]
        if capital >= 0:
            state.durability[capital] = max(0, state.durability[capital] - 1)
            table.tell(events.LAND_HIT, capital, 1, state.durability[capital])


def fall_alone(state: Battlefield, table: Table, seat: int) -> None:
    """BF-8.6: the own capital has fallen: its player is eliminated by nobody.

    [ruling] With `elimination` = all_territories the capital leaves the game, and he is out only if it was his last.
    """
    if state.rules.last_territory and len(state.domain(seat)) > 1:
        territory = state.capitals[seat]
        for unit in state.standing_at(territory):
            if not moves_off(state, table, unit, territory):
                units.disband(state, table, unit)
        space.take_away(state, territory)
        state.move(state.land, state.land.cards.index(territory), state.removed)
        space.survey(state)
        table.tell(events.LAND_GONE, seat, territory)
    else:
        EFFECTS.call(capture.ELIMINATE, state, table, seat, UNKNOWN)


def assassination(state: Battlefield, table: Table, seat: int, code: int) -> None:
    """BF-8.8: an own character goes into the target's domain, and another of that domain's owner may die by a coin."""
    unit, to, target = actions.ASSASSINATION.values(code)
    if state.of(unit, ABOARD) >= 0:
        danger.step_off(state, table, unit)
    at = state.of(unit, AT)
    units.stand(state, unit, to, units.stay_in(state, seat, to))
    table.tell(events.INFILTRATED, seat, state.card(unit), at, to)
    sharp = abilities.has(state, unit, names.ASSASSIN)
    coin = table.draw(actions.COIN_STREAM, (0, 1))
    if sharp:
        coin |= table.draw(actions.COIN_STREAM, (0, 1))
    table.tell(events.ASSASSINATION, seat, state.card(unit), state.card(target), coin)
    if coin:
        danger.endanger(state, table, target, BY_ASSASSINATION, seat)


EFFECT_OF: Final[dict[int, Callable[[Battlefield, Table, int, int], None]]] = {
    names.HYDROGEN_URANIUM_BOMB: hydrogen_uranium_bomb,
    names.NEUTRON_BOMB: neutron_bomb,
    names.DIVINE_PUNISHMENT: divine_punishment,
    names.EMP: emp,
    names.BIOCHEMICAL_DIFFUSION: biochemical_diffusion,
    names.NETWORK_INTRUSION: network_intrusion,
    names.ASSASSINATION: assassination,
}
