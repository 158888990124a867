"""SC-9.2: start-of-battle abilities of technologies and kept events: the attacker may use one, then the defender."""

from __future__ import annotations

from collections.abc import Sequence

from shapan.engine.prompt import Prompt, Reason
from shapan.engine.table import Table
from shapan.games.starcraft import actions, cards, events, names, strength
from shapan.games.starcraft.records import ATTACKER, CANCELLED, DEFENDER, Battle
from shapan.games.starcraft.rules import drawing, losing, research, retreat
from shapan.games.starcraft.state import StarCraft

OF_DEFENDER = (cards.RETREAT, cards.FLAWLESS_DEFENSE_PLAN)
"""Kept events that only the defender uses."""


def starter(name: str) -> int:
    """Return the number of a technology or event card among the start-of-battle abilities."""
    return cards.STARTER.numbers[name]


def technology_of(card: int) -> int:
    """Return the technology of a start-of-battle ability, -1 for an event."""
    return cards.STARTERS[card] if card < len(cards.STARTERS) else -1


def event_of(card: int) -> int:
    """Return the event card of a start-of-battle ability, -1 for a technology."""
    return cards.EVENT_OF_STARTER[card]


class AskStart(Prompt[StarCraft]):
    """d_start_of_battle: one ability, or none."""

    key = "start_of_battle"
    rule = "SC-9.2"
    open = True
    families = (actions.USE, actions.USE_ON_WORKER, actions.USE_ON_UNIT, actions.ACTIONS.of(actions.PASS))

    def legal(self, state: StarCraft, seat: int, arg: int) -> Sequence[int]:
        battle = state.battle
        assert battle is not None
        side = int(seat == battle.defender)
        found = [actions.PASS]
        for card, tech in enumerate(cards.STARTERS):
            if not state.technologies[seat][tech] or not works(state, battle, side, tech):
                continue
            if tech != cards.CONSUME:
                found.append(actions.USE.codes[card])
                continue
            found += [actions.USE_ON_UNIT.code(card, unit) for unit in state.kinds(seat, battle.area)]
            if state.pool[seat]:
                found.append(actions.USE_ON_WORKER.codes[card])
        for card in range(len(cards.STARTERS), cards.STARTER.size):
            if event_of(card) in state.kept[seat].cards and event_works(state, battle, side, event_of(card)):
                found.append(actions.USE.codes[card])
        return found

    def why_not(self, state: StarCraft, seat: int, arg: int, code: int) -> Reason:
        return Reason("SC-9.2", "no_ability")


def works(state: StarCraft, battle: Battle, side: int, tech: int) -> bool:
    """D9: tell whether a technology of a side has an effect at the start of a battle."""
    own, foe = losing.units_in(state, battle, side), losing.units_in(state, battle, 1 - side)
    if tech in (cards.BUNKER, cards.SHIELD_BATTERY):
        return strength.has_base(state, battle, side)
    if not own & cards.TECH_UNITS[tech]:
        return False
    if tech == cards.CHARON_BOOSTERS:
        return side == DEFENDER and any(foe >> unit & 1 and names.FLYING[unit] for unit in range(len(names.UNITS)))
    if tech == cards.LEG_ENHANCEMENTS:
        return any(foe >> unit & 1 and not names.FLYING[unit] for unit in range(len(names.UNITS)))
    return True


def event_works(state: StarCraft, battle: Battle, side: int, card: int) -> bool:
    """D10: tell whether a kept event has an effect at the start of a battle."""
    event = cards.EVENT_OF[card]
    if event in OF_DEFENDER and side != DEFENDER:
        return False
    if event == cards.RETREAT:
        seat = strength.seat_of(battle, side)
        return bool(losing.free_areas(state, seat, names.PLANET_OF[battle.area], battle.area))
    return True


ask_start = AskStart()


def use_abilities(state: StarCraft, table: Table[StarCraft], battle: Battle) -> None:
    """SC-9.2: the attacker may use one ability, then the defender."""
    for side in (ATTACKER, DEFENDER):
        seat = strength.seat_of(battle, side)
        if state.strength(seat, battle.area) and len(ask_start.legal(state, seat, 0)) > 1:
            code = table.ask(ask_start, seat)
            if code != actions.PASS:
                use(state, table, battle, side, code)


def use(state: StarCraft, table: Table[StarCraft], battle: Battle, side: int, code: int) -> None:
    """SC-9.2: carry out an ability."""
    seat = strength.seat_of(battle, side)
    family = actions.ACTIONS.of(code)
    card = family.value(code, 0)
    table.tell(events.ABILITY_USED, seat, card)
    tech = technology_of(card)
    if tech < 0:
        use_event(state, table, battle, side, event_of(card))
    elif tech in (cards.BUNKER, cards.SHIELD_BATTERY):
        battle.fortified[side] |= cards.TECH_UNITS[tech]
    elif tech == cards.CONSUME:
        consume(state, table, battle, seat, code)
    else:
        research.return_technology(state, seat, tech)
        strike(state, table, battle, 1 - side, tech)


def consume(state: StarCraft, table: Table[StarCraft], battle: Battle, seat: int, code: int) -> None:
    """D9, consume: a unit of the battle or a worker of the pool for three combat cards."""
    if actions.USE_ON_WORKER.has(code):
        state.pool[seat] -= 1
    else:
        unit = actions.USE_ON_UNIT.value(code, 1)
        state.change(seat, battle.area, unit, -1)
        table.tell(events.LOST_AT_START, seat, unit, battle.area)
    drawing.draw_combat(state, table, seat, research.COMBAT_CARDS)


def strike(state: StarCraft, table: Table[StarCraft], battle: Battle, side: int, tech: int) -> None:
    """D9, charon_boosters, leg_enhancements: a side loses a flying unit, or a ground unit of lowest total cost."""
    seat = strength.seat_of(battle, side)
    units = [unit for unit in state.kinds(seat, battle.area) if names.FLYING[unit] == (tech == cards.CHARON_BOOSTERS)]
    if tech == cards.LEG_ENHANCEMENTS:
        least = min([names.TOTAL_COST[unit] for unit in units])
        units = [unit for unit in units if names.TOTAL_COST[unit] == least]
    mask = sum([1 << unit for unit in units])
    unit = losing.unit_of(losing.choose(table, seat, mask, losing.IN_AREA, losing.BY_TECHNOLOGY))
    state.change(seat, battle.area, unit, -1)
    table.tell(events.LOST_AT_START, seat, unit, battle.area)


def use_event(state: StarCraft, table: Table[StarCraft], battle: Battle, side: int, card: int) -> None:
    """D10: use a kept event, which is discarded."""
    seat = strength.seat_of(battle, side)
    kept = state.kept[seat]
    state.move(kept, kept.cards.index(card), state.event_discard)
    event = cards.EVENT_OF[card]
    if event == cards.INTELLIGENCE_REPORT:
        battle.exposed[1 - side] = 1
    elif event == cards.FLAWLESS_DEFENSE_PLAN:
        battle.hardened[side] += cards.HEALTH_GAINED[card]
    elif event == cards.BLOODBATH:
        battle.bloodbath[1 - side] += 1
    else:
        battle.calm = CANCELLED
        table.tell(events.CANCELLED, seat, battle.area)
        retreat.evacuate(state, table, battle, side)
