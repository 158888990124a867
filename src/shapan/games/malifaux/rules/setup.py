"""MFX-10: setting up an encounter, in its order."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from shapan.engine.actions import DONE
from shapan.engine.kinds import UNKNOWN
from shapan.engine.prompt import Prompt, Reason
from shapan.engine.question import question
from shapan.engine.table import Table
from shapan.games.malifaux import actions, agenda, events, names, roster
from shapan.games.malifaux import state as steps
from shapan.games.malifaux.geometry.spot import (
    deployment_spots,
    drawn_deployment,
    has_room,
    spot_beside_zone,
    stand_fault,
)  # fmt: skip
from shapan.games.malifaux.geometry.zone import is_completely_in_zone
from shapan.games.malifaux.rules import fate, hire, killing, placement_refusals, strategies
from shapan.games.malifaux.state import Malifaux

SEATS: Final = (0, 1)
OFFERED: Final = 24
DRAWN: Final = 48
"""Random play deploys at one of so many places, or at the next that is free: toward the middle of the table."""


# Scenario (MFX-10.2 to 10.4)


def neutral_suit(state: Malifaux, table: Table[Malifaux]) -> int:
    """MFX-10.2: flip a neutral card for its suit; jokers again."""
    while True:
        card = table.draw(actions.NEUTRAL, range(len(names.CARDS)))
        table.tell(events.SCENARIO_FLIPPED, card)
        if names.SUIT_OF[card] != names.NOBODY:
            return names.SUIT_OF[card]


def scenario_step(state: Malifaux, table: Table[Malifaux]) -> None:
    """MFX-10.2, 10.3: deployment, strategy and the scheme pool."""
    rules = state.rules
    state.deployment = rules.deployment if rules.deployment >= 0 else neutral_suit(state, table)
    table.tell(events.DEPLOYMENT_IS, state.deployment)
    state.strategy = rules.strategy if rules.strategy >= 0 else neutral_suit(state, table)
    table.tell(events.STRATEGY_IS, state.strategy)
    state.pool = list(rules.pool)
    if not rules.pool:
        left = list(range(len(names.CARDS)))
        while len(state.pool) < names.POOL:
            card = table.draw(actions.NEUTRAL, left)
            left.remove(card)
            table.tell(events.SCENARIO_FLIPPED, card)
            value = names.VALUE[card]
            if names.SUIT_OF[card] != names.NOBODY and value - 1 not in state.pool:
                state.pool.append(value - 1)
    for scheme in state.pool:
        table.tell(events.SCHEME_IN_POOL, scheme)
    state.push(agenda.ATTACKER_STEP)


def attacker_step(state: Malifaux, table: Table[Malifaux]) -> None:
    """MFX-10.4: both flip without cheating; the higher value is the Attacker."""
    cards = [fate.turn_up(state, table, seat, state.flipped[seat]) for seat in SEATS]
    for seat in SEATS:
        table.tell(events.FLIPPED, seat, 1, cards[seat], 1)
    values = [names.VALUE[card] for card in cards]
    for seat in SEATS:
        fate.discard_flipped(state, seat, cards[seat])
        fate.shuffle(state, table, seat)  # MFX-10.11: set-up flips use whole decks
    if values[0] == values[1]:
        state.push(agenda.ATTACKER_STEP)
        return
    state.attacker = state.initiative = values.index(max(values))
    table.tell(events.ATTACKER_IS, state.attacker)
    state.push(agenda.ZONE_STEP)


# Zone, leader, crew: MFX-10.5, 10.6.


@question("zone", "MFX-10.5", actions.ZONE, open=True)
def ask_zone(state: Malifaux, seat: int, arg: int) -> Sequence[int]:
    """D1: the Attacker picks a zone."""
    return [0, 1]


def zone_step(state: Malifaux, table: Table[Malifaux]) -> None:
    """MFX-10.5: the Defender has the opposite zone."""
    state.step = steps.ZONE
    zone = table.pick(ask_zone, state.attacker)
    state.lower = state.attacker if zone == 0 else 1 - state.attacker
    table.tell(events.ZONE_TAKEN, state.attacker, zone)
    state.push(agenda.LEADER_STEP)


def leader_step(state: Malifaux, table: Table[Malifaux]) -> None:
    """MFX-10.6 F: faction and leader in secret, shown at the same time; or a ready list."""
    state.step = steps.LEADER
    codes = table.ask_all(hire.ask_leader, SEATS)
    state.disclose()
    for seat, code in zip(SEATS, codes, strict=True):
        if actions.LIST_.has(code):
            crew = roster.CREWS[actions.LIST_.value(code)]
            state.lists[seat] = crew.number
            state.factions[seat] = roster.FACTIONS.index(crew.faction)
            state.leader_models[seat] = roster.MODEL.numbers[crew.leader]
        else:
            state.factions[seat], state.leader_models[seat] = actions.LEADER.values(code)
        table.tell(events.LEADER_NAMED, seat, state.leader_models[seat])
    state.push(agenda.MASTERS_STEP)


def masters_step(state: Malifaux, table: Table[Malifaux]) -> None:
    """MFX-10.6 G: extra masters are chosen and shown."""
    state.step = steps.HIRE
    seats = [seat for seat in SEATS if state.lists[seat] < 0 and len(hire.ask_masters.next(state, seat, 0, [])) > 1]
    rows = table.ask_all_many(hire.ask_masters, seats)
    state.disclose()
    for seat, row in zip(seats, rows, strict=True):
        state.masters[seat] = [actions.MASTER.value(code) for code in row]
        for card in state.masters[seat]:
            table.tell(events.HIRED, seat, card)
    state.push(agenda.HIRE_STEP)


def hire_step(state: Malifaux, table: Table[Malifaux]) -> None:
    """MFX-10.6 H and I: both hire in secret; the crews are shown."""
    state.step = steps.HIRE
    seats = [seat for seat in SEATS if state.lists[seat] < 0]
    rows = table.ask_all_many(hire.ask_hire, seats)
    state.disclose()
    hired: list[list[int]] = [[], []]
    for seat in SEATS:
        if state.lists[seat] >= 0:
            hired[seat] = [roster.MODEL.numbers[name] for name in roster.CREWS[state.lists[seat]].models]
    for seat, row in zip(seats, rows, strict=True):
        hired[seat] = [*state.masters[seat], *(actions.HIRED.value(code) for code in row)]
    for seat in SEATS:
        leader = roster.MODELS[state.leader_models[seat]]
        model = killing.add_model(state, leader.number, seat, UNKNOWN, UNKNOWN)
        state.models.leaders[model] = 1
        for card in hired[seat]:
            killing.add_model(state, card, seat, UNKNOWN, UNKNOWN)
            if card not in state.masters[seat]:
                table.tell(events.HIRED, seat, card)
        faction = roster.FACTIONS[state.factions[seat]]
        state.stones[seat] = hire.pool(leader, faction, hired[seat], state.rules.size, state.rules.most_stones)
        table.tell(events.POOL_IS, seat, state.stones[seat])
    state.active = state.attacker
    state.push(agenda.DEPLOY_STEP)


# Deployment: MFX-10.7.


def waiting(state: Malifaux, seat: int) -> list[int]:
    """MFX-10.7: return the models of a seat that are not deployed yet."""
    rows = state.models
    return [model for model in state.in_play(seat) if not rows.radii[model] and not rows.buried[model]]


def is_deployable(state: Malifaux, seat: int, model: int) -> bool:
    """MFX-10.11: tell whether the zone of a seat has room for a model that is not deployed yet."""
    return has_room(state.field(), state.deployment, seat != state.lower, roster.RADIUS[state.models.cards[model]])


def deployable(state: Malifaux, seat: int) -> list[int]:
    """MFX-10.7, 10.11: return the models of a seat that are not deployed yet and for which its zone has room."""
    return [model for model in waiting(state, seat) if is_deployable(state, seat, model)]


class Deploy(Prompt[Malifaux]):
    """D4: a model, then its place, completely within the zone."""

    key = "deploy"
    rule = "MFX-10.7"
    open = True
    many = True
    families = (actions.DEPLOY, actions.SPOT)
    rows = actions.DEPLOY_ROWS

    def next(self, state: Malifaux, seat: int, arg: int, picked: Sequence[int]) -> Sequence[int]:
        if not picked:
            return [actions.DEPLOY.codes[model] for model in deployable(state, seat)]
        if len(picked) > 1:
            return []
        left = waiting(state, seat)
        r = roster.RADIUS[state.models.cards[actions.DEPLOY.value(picked[0])]]
        most = max(1, OFFERED // len(left))
        spots = deployment_spots(state.field(), state.deployment, seat != state.lower, r, most)
        return [actions.SPOT.code(x, y) for x, y in spots]

    def test_next(self, state: Malifaux, seat: int, arg: int, picked: Sequence[int], code: int) -> bool:
        if not picked:
            return actions.DEPLOY.has(code) and actions.DEPLOY.value(code) in deployable(state, seat)
        return len(picked) == 1 and actions.SPOT.has(code) and self.fault(state, seat, picked, code) is None

    def fault(self, state: Malifaux, seat: int, picked: Sequence[int], code: int) -> Reason | None:
        """MFX-10.7, 13.3: return why a model may not be deployed at a place; None if it may."""
        x, y = actions.SPOT.values(code)
        r = roster.RADIUS[state.models.cards[actions.DEPLOY.value(picked[0])]]
        if not is_completely_in_zone(state.deployment, seat != state.lower, x, y, r):
            return Reason("MFX-10.7", "outside_zone")
        fault, what = stand_fault(state.field(), x, y, r)
        return placement_refusals.standing(state, "MFX-10.7", fault, what) if fault else None

    def why_not_next(self, state: Malifaux, seat: int, arg: int, picked: Sequence[int], code: int) -> Reason:
        is_spot = len(picked) == 1 and actions.SPOT.has(code)
        fault = self.fault(state, seat, picked, code) if is_spot else None
        return fault or Reason("MFX-10.7", "not_possible")

    def any_next(self, state: Malifaux, seat: int, arg: int, picked: Sequence[int], number: int) -> int:
        if len(picked) > 1:
            return DONE
        if not picked:
            left = waiting(state, seat)
            for k in range(len(left)):
                model = left[(number + k) % len(left)]
                if is_deployable(state, seat, model):
                    return actions.DEPLOY.codes[model]
        r = roster.RADIUS[state.models.cards[actions.DEPLOY.value(picked[0])]]
        at = drawn_deployment(state.field(), state.deployment, seat != state.lower, r, number, DRAWN)
        assert at is not None
        return actions.SPOT.code(*at)

    def automatic(self, state: Malifaux, seat: int, arg: int) -> bool:
        """Return whether there may be more places than the one offered."""
        return False


ask_deploy: Final = Deploy()


def deploy_step(state: Malifaux, table: Table[Malifaux]) -> None:
    """MFX-10.7: the Attacker half, the Defender all, the Attacker the rest; one model after the other."""
    state.step = steps.DEPLOY
    seat = next_to_deploy(state)
    strategies.set_up(state)
    if seat == UNKNOWN:
        state.push(agenda.SCHEMES_STEP)
        return
    state.active = seat
    model = waiting(state, seat)[0]
    upper = seat != state.lower
    if any(is_deployable(state, seat, model) for model in waiting(state, seat)):
        deployed, spot = table.ask_many(ask_deploy, seat)
        model, (x, y) = actions.DEPLOY.value(deployed), actions.SPOT.values(spot)
    else:
        found = spot_beside_zone(state.field(), state.deployment, upper, roster.RADIUS[state.models.cards[model]])
        assert found is not None
        x, y = found
    rows = state.models
    rows.xs[model], rows.ys[model], rows.radii[model] = x, y, roster.RADIUS[rows.cards[model]]
    killing.lift(state, model)
    table.tell(events.DEPLOYED, seat, model, x, y)
    state.push(agenda.DEPLOY_STEP)


def next_to_deploy(state: Malifaux) -> int:
    """MFX-10.7: return who deploys the next model, -1 when all stand."""
    attacker = state.attacker
    all_of_them = len(state.in_play(attacker))
    left = len(waiting(state, attacker))
    if all_of_them - left < (all_of_them + 1) // 2:
        return attacker
    if waiting(state, 1 - attacker):
        return 1 - attacker
    return attacker if left else UNKNOWN


def begin_step(state: Malifaux, table: Table[Malifaux]) -> None:
    """MFX-10.9: the first turn."""
    state.initiative = state.attacker
    state.push(agenda.TURN_STEP)
