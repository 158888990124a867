"""SC-9.7, SC-9.8, SC-9.10, SC-9.15: skirmishes one after the other, then splash damage."""

from __future__ import annotations

from collections.abc import Sequence

from shapan.engine.kinds import UNKNOWN
from shapan.engine.question import question
from shapan.engine.table import Table
from shapan.games.starcraft import actions, cards, events, names, strength
from shapan.games.starcraft.records import ATTACKER, DEFENDER, SPLASH, UNIT_KINDS, Battle
from shapan.games.starcraft.rules import drawing, losing, research
from shapan.games.starcraft.state import StarCraft

SIDES = (ATTACKER, DEFENDER)


@question("skirmish_order", "SC-9.7", actions.RESOLVE, open=True, why="resolved_already")
def ask_skirmish(state: StarCraft, seat: int, arg: int) -> Sequence[int]:
    """d_skirmish_order: the skirmish that is resolved next."""
    battle = state.battle
    assert battle is not None
    return [number for number in range(battle.number) if not battle.resolved[number]]


def resolve_next(state: StarCraft, table: Table[StarCraft], battle: Battle) -> None:
    """SC-9.7: the attacker names a skirmish, and it is resolved."""
    battle.fighting = table.pick(ask_skirmish, battle.attacker)
    lines = (2 * battle.fighting, 2 * battle.fighting + 1)
    battle.passed[:] = [0, 0]
    for line in lines:
        show(state, table, battle, line)
    for line in lines:
        replace_lone(state, table, battle, line)
    for line in lines:
        cancel(state, table, battle, line)
    if battle.fronts[lines[0]] >= 0 and battle.fronts[lines[1]] >= 0:  # E41: nothing dies where one is unopposed
        match(state, table, battle)
        fight(state, table, battle)
    clear(state, battle)
    battle.resolved[battle.fighting] = 1
    battle.fighting = UNKNOWN
    losing.fill_front(state, table, battle)
    if all(battle.resolved[number] for number in range(battle.number)):
        battle.at = SPLASH


# SC-9.7.1 to SC-9.7.4: cards


def show(state: StarCraft, table: Table[StarCraft], battle: Battle, line: int) -> None:
    """SC-9.7.1: turn the cards of a line over."""
    seat = strength.seat_of(battle, line & 1)
    for zone in (battle.standard[line], battle.reinforcement[line]):
        if zone.cards:
            card = state.reveal(zone, 0)
            table.tell(events.SHOWN, seat, line // 2, card)


def replace_lone(state: StarCraft, table: Table[StarCraft], battle: Battle, line: int) -> None:
    """SC-9.7.2, E35: a reinforcement from the deck is discarded and replaced, until a standard card appears.

    [ruling] Where deck and discards hold none, the front-line unit fights without a card (SC-9.6): as many
    reinforcements as there are would only come round and round.
    """
    seat, zone = strength.seat_of(battle, line & 1), battle.standard[line]
    while zone.cards and not cards.STANDARD[zone.cards[0]]:
        rest = [*state.decks[seat].cards, *state.discards[seat].cards]
        if any(cards.STANDARD[card] for card in rest):
            replace(state, table, battle, line)
        else:
            drawing.discard_at(state, seat, zone)


def replace(state: StarCraft, table: Table[StarCraft], battle: Battle, line: int) -> None:
    """SC-9.7.2: discard the card of a line that lies there as its standard card; the top card of the deck comes."""
    seat, zone = strength.seat_of(battle, line & 1), battle.standard[line]
    drawing.discard_at(state, seat, zone)
    if drawing.draw_to(state, table, seat, zone) >= 0:
        card = state.reveal(zone, 0)
        table.tell(events.REPLACED, seat, line // 2, card)


def cancel(state: StarCraft, table: Table[StarCraft], battle: Battle, line: int) -> None:
    """SC-9.7.3: a cancelling reinforcement that passes its test takes away a card of the other side, A's first."""
    zone = battle.reinforcement[line]
    effect = cards.CANCELS[zone.cards[0]] if zone.cards else UNKNOWN
    if effect < 0 or not strength.passes(battle, line):
        return
    other, foe = line ^ 1, strength.seat_of(battle, (line ^ 1) & 1)
    if effect == cards.CANCEL_STANDARD:
        if battle.standard[other].cards:
            table.tell(events.CARD_CANCELLED, foe, line // 2, battle.standard[other].cards[0])
        replace(state, table, battle, other)
        replace_lone(state, table, battle, other)
    elif battle.reinforcement[other].cards:
        table.tell(events.CARD_CANCELLED, foe, line // 2, battle.reinforcement[other].cards[0])
        drawing.discard_at(state, foe, battle.reinforcement[other])


def match(state: StarCraft, table: Table[StarCraft], battle: Battle) -> None:
    """SC-9.7.4: standard cards match or not; reinforcements that do not pass are discarded without effect."""
    for side in SIDES:
        line, seat = 2 * battle.fighting + side, strength.seat_of(battle, side)
        zone = battle.reinforcement[line]
        if battle.standard[line].cards:
            table.tell(events.MATCHED, seat, battle.standard[line].cards[0], int(strength.matches(battle, line)))
        battle.passed[side] = int(strength.passes(battle, line))
        if zone.cards and not battle.passed[side]:
            table.tell(events.UNMATCHED, seat, zone.cards[0])
            drawing.discard_at(state, seat, zone)


# SC-9.7.5 to SC-9.7.7: compare, destroy


def fight(state: StarCraft, table: Table[StarCraft], battle: Battle) -> None:
    """SC-9.7.5 to SC-9.7.8: what the skirmish comes to; all that is compared was so before anything was destroyed."""
    lines = (2 * battle.fighting, 2 * battle.fighting + 1)
    fronts = [battle.fronts[line] for line in lines]
    attacks = [strength.attack(state, battle, line) for line in lines]
    healths = [strength.health(battle, line) for line in lines]
    for side in SIDES:
        seat = strength.seat_of(battle, side)
        table.tell(events.COMPARED, seat, fronts[side], attacks[side], healths[side])
    boosts = [strength.boost(state, battle, line) for line in lines]
    strong = [attacks[side] >= healths[1 - side] + boosts[1 - side] for side in SIDES]
    aimed = [strength.can_target(battle, lines[side], fronts[side], fronts[1 - side]) for side in SIDES]
    reach = [strength.in_reach(battle, line) for line in lines]
    veiled = [strength.cloaked(state, battle, line) for line in lines]
    swarming = [strength.has_effect(battle, line, cards.LOSE_GROUND) for line in lines]
    diving = [strength.has_effect(battle, line, cards.SCOURGE_DIVE) for line in lines]
    detonating = [strength.has_effect(battle, line, cards.DETONATE) for line in lines]
    splashing = [strength.splashes(state, battle, line) for line in lines]
    waiting = [strength.splash_cards(state, battle, line, False) for line in lines]
    steady = [strength.splash_cards(state, battle, line, True) for line in lines]
    falls = [int(strong[1 - side]) if aimed[1 - side] else UNKNOWN for side in SIDES]
    compared = [(fronts[side], attacks[side], healths[side] + boosts[side]) for side in SIDES]
    battle.outcomes.append(outcome_of(battle, lines, compared, falls))
    struck = [0, 0]
    for side in SIDES:
        if strong[side] and aimed[side]:
            lose_front(state, table, battle, lines[1 - side], veiled[1 - side], events.KILLED)
            struck[side] += 1
    for side in SIDES:
        if strong[side] and not aimed[side] and reach[side]:
            lose_supporter(state, table, battle, lines[1 - side], reach[side], veiled[1 - side])
            struck[side] += 1
    for side in SIDES:
        victims = on_the_ground(battle, lines[1 - side])
        if swarming[side] and victims:
            lose_any(state, table, battle, lines[1 - side], victims, veiled[1 - side])
            struck[side] += 1
    gone = [battle.fronts[line] < 0 and not withdraws(battle, line, fronts) for line in lines]
    losing.let_withdraw(state, table, battle)
    for side in SIDES:
        if diving[side] and battle.fronts[lines[side]] >= 0:
            dive(state, table, battle, lines[side])
        if detonating[side] and not gone[side]:
            detonate(state, table, battle, lines[side])
    for side in SIDES:
        for one in splashing[side]:
            if struck[side] or one.case == cards.ALWAYS:
                battle.splash.append((1 - side, one.number, one.case))
        battle.waiting[lines[side]] = waiting[side] if struck[side] else steady[side]


def outcome_of(
    battle: Battle, lines: Sequence[int], compared: Sequence[tuple[int, int, int]], falls: Sequence[int]
) -> tuple[int, ...]:
    """SC-9.7.5: return what all see of a comparison: by side front-line unit, attack, health, both cards, its fall."""
    outcome = [battle.fighting]
    for side, line in enumerate(lines):
        outcome += [*compared[side], strength.standard(battle, line), strength.support(battle, line), falls[side]]
    return tuple(outcome)


def withdraws(battle: Battle, line: int, fronts: Sequence[int]) -> bool:
    """D9, nuke: tell whether a destroyed front-line unit is about to withdraw, so that it was not destroyed."""
    return (line & 1, fronts[line & 1]) in battle.leaving


def lose_front(state: StarCraft, table: Table[StarCraft], battle: Battle, line: int, veiled: int, event: int) -> None:
    """SC-9.7.6: the front-line unit of a line is destroyed."""
    losing.kill(state, table, battle, line, battle.fronts[line], True, veiled, event)


def on_the_ground(battle: Battle, line: int) -> int:
    """D9, spawn_broodling: return the ground units of a line, as a mask."""
    mask = 0
    for unit in strength.crew(battle, line):
        if not names.FLYING[unit]:
            mask |= 1 << unit
    return mask


def lose_supporter(
    state: StarCraft, table: Table[StarCraft], battle: Battle, line: int, mask: int, veiled: int
) -> None:
    """SC-9.7.6: a side chooses which of its supporting units it loses."""
    seat = strength.seat_of(battle, line & 1)
    unit = losing.unit_of(losing.choose(table, seat, mask, losing.IN_SUPPORT, losing.BY_STRENGTH))
    losing.kill(state, table, battle, line, unit, False, veiled, events.KILLED)


def lose_any(state: StarCraft, table: Table[StarCraft], battle: Battle, line: int, mask: int, veiled: int) -> None:
    """D9, spawn_broodling, SC-9.15: a side chooses which of its units it loses, in front or in support."""
    seat = strength.seat_of(battle, line & 1)
    code = losing.choose(table, seat, mask, losing.IN_SKIRMISH, losing.BY_TECHNOLOGY)
    _, is_front = losing.spot_of(state, seat, losing.IN_SKIRMISH, code)
    losing.kill(state, table, battle, line, losing.unit_of(code), is_front, veiled, events.LOST_TO_CARD)


def dive(state: StarCraft, table: Table[StarCraft], battle: Battle, line: int) -> None:
    """D8, scourge_dive: the own front-line unit is destroyed, and with it an opposing one that flies."""
    veiled = [strength.cloaked(state, battle, line), strength.cloaked(state, battle, line ^ 1)]
    foe = battle.fronts[line ^ 1]
    lose_front(state, table, battle, line, veiled[0], events.LOST_TO_CARD)
    if foe >= 0 and names.FLYING[foe]:
        lose_front(state, table, battle, line ^ 1, veiled[1], events.LOST_TO_CARD)
    losing.let_withdraw(state, table, battle)


def detonate(state: StarCraft, table: Table[StarCraft], battle: Battle, line: int) -> None:
    """D9, nuke: all opposing units of the skirmish, and two more of the battle; the card returns (SC-10.5).

    [ruling] All die at once: who is hidden by another victim withdraws (SC-10.1).
    """
    other = line ^ 1
    seat = strength.seat_of(battle, other & 1)
    veils = [strength.cloaked(state, battle, place) for place in range(len(battle.fronts))]
    if battle.fronts[other] >= 0:
        lose_front(state, table, battle, other, veils[other], events.LOST_TO_CARD)
    for unit in range(UNIT_KINDS):
        for _ in range(battle.supports[other * UNIT_KINDS + unit]):
            losing.kill(state, table, battle, other, unit, False, veils[other], events.LOST_TO_CARD)
    for _ in range(NUKE_MORE):
        mask = losing.units_in(state, battle, other & 1)
        if mask:
            code = losing.choose(table, seat, mask, losing.IN_BATTLE, losing.BY_TECHNOLOGY)
            place, is_front = losing.spot_of(state, seat, losing.IN_BATTLE, code)
            losing.kill(state, table, battle, place, losing.unit_of(code), is_front, veils[place], events.LOST_TO_CARD)
    losing.let_withdraw(state, table, battle)
    owner, zone = strength.seat_of(battle, line & 1), battle.standard[line]
    state.move(zone, 0, state.technology_decks[owner])
    research.return_technology(state, owner, cards.NUKE)


NUKE_MORE = 2
"""D9, nuke: so many units more."""


def clear(state: StarCraft, battle: Battle) -> None:
    """SC-9.7.8: discard the cards of the skirmish, but for splash cards that wait."""
    for side in SIDES:
        line = 2 * battle.fighting + side
        seat = strength.seat_of(battle, side)
        if not battle.waiting[line] & strength.STANDARD:
            drawing.discard_at(state, seat, battle.standard[line])
        if not battle.waiting[line] & strength.REINFORCEMENT:
            drawing.discard_at(state, seat, battle.reinforcement[line])


def discard_line(state: StarCraft, battle: Battle, line: int) -> None:
    """SC-9.7.8: discard the cards of a line."""
    seat = strength.seat_of(battle, line & 1)
    drawing.discard_at(state, seat, battle.standard[line])
    drawing.discard_at(state, seat, battle.reinforcement[line])
