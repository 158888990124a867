"""What cards, units and modules make of a skirmish: attack, health, targets, cloaking (SC-9.7, SC-10, D8, D9).

Plain functions of the battle as it lies: rules, the table and bots ask them alike. A *line* is one side of a skirmish,
`skirmish * 2 + side`; that of the other side is `line ^ 1`.
"""

from __future__ import annotations

from shapan.engine.kinds import UNKNOWN
from shapan.games.starcraft import cards, names
from shapan.games.starcraft.records import ATTACKER, DEFENDER, UNIT_KINDS, Battle
from shapan.games.starcraft.state import StarCraft

NO_CARD = (4, 4)
"""SC-9.6: attack and health of a front-line unit without any card."""


def seat_of(battle: Battle, side: int) -> int:
    """Return whose side it is."""
    return battle.attacker if side == ATTACKER else battle.defender


def crew(battle: Battle, line: int) -> list[int]:
    """Return the units of a line, the front-line unit first, each kind of its supporters once."""
    at = line * UNIT_KINDS
    there = [unit for unit in range(UNIT_KINDS) if battle.supports[at + unit]]
    return there if battle.fronts[line] < 0 else [battle.fronts[line], *there]


def mask_of(battle: Battle, line: int) -> int:
    """Return the units of a line as a mask."""
    mask = 0
    for unit in crew(battle, line):
        mask |= 1 << unit
    return mask


def standard(battle: Battle, line: int) -> int:
    """Return the standard card of a line, -1 for none, or one that is not known."""
    return battle.standard[line].first


def matches(battle: Battle, line: int) -> bool:
    """SC-9.7.4: tell whether the standard card shows the front-line unit, so that its major values count."""
    card, front = standard(battle, line), battle.fronts[line]
    return card >= 0 and front >= 0 and bool(cards.ICONS[card] >> front & 1)


def passes(battle: Battle, line: int) -> bool:
    """SC-9.7.4: tell whether the reinforcement finds the unit it needs."""
    return finds_unit(battle, line, battle.reinforcement[line].first)


def finds_unit(battle: Battle, line: int, card: int) -> bool:
    """SC-9.7.4: tell whether a reinforcement would find the unit it needs in a line."""
    if card < 0:
        return False
    if cards.NEEDS_FRONT[card]:
        return battle.fronts[line] >= 0 and bool(cards.ICONS[card] >> battle.fronts[line] & 1)
    return bool(cards.ICONS[card] & mask_of(battle, line))


def abilities(battle: Battle, line: int) -> list[cards.Ability]:
    """Return what the cards of a line do: those of a matching standard card, and of a reinforcement in force."""
    return [*abilities_of(battle, line, STANDARD), *abilities_of(battle, line, REINFORCEMENT)]


STANDARD, REINFORCEMENT = 1, 2
"""The two cards of a line, in a mask."""


def abilities_of(battle: Battle, line: int, which: int) -> list[cards.Ability]:
    """Return what one of the cards of a line does."""
    if which == STANDARD and matches(battle, line):
        front = battle.fronts[line]
        return [one for one in cards.ABILITIES[standard(battle, line)] if one.unit in (cards.ANYBODY, front)]
    if which == REINFORCEMENT and battle.passed[line & 1] and battle.reinforcement[line].cards:
        return list(cards.ABILITIES[battle.reinforcement[line].first])
    return []


def has_effect(battle: Battle, line: int, effect: int) -> bool:
    """Tell whether the cards of a line have an effect, in whatever case."""
    return any(one.effect == effect for one in abilities(battle, line))


def has_base(state: StarCraft, battle: Battle, side: int) -> bool:
    """Tell whether a side has its base in the contested area (SC-9.18: nobody else's counts)."""
    return state.bases[battle.area] == seat_of(battle, side)


def has_air_support(state: StarCraft, battle: Battle, side: int) -> bool:
    """SC-5.9: tell whether air support works for a side."""
    return has_base(state, battle, side) and state.modules[seat_of(battle, side)][names.AIR_SUPPORT] > 0


# Targets


def targets(battle: Battle, line: int, unit: int) -> int:
    """Return what a unit of a line can target, as a mask; dark_swarm takes ground from ranged ones."""
    mask = names.TARGETS[unit]
    if names.RANGED[unit] and has_effect(battle, line ^ 1, cards.NO_GROUND_TARGET):
        mask &= ~names.GROUND_TARGET
    return mask


def hits(unit: int, foe: int) -> bool:
    """SC-9.7.5: tell whether a unit can target another one, whatever cards are laid."""
    return bool(names.TARGETS[unit] & (names.FLYING_TARGET if names.FLYING[foe] else names.GROUND_TARGET))


def can_target(battle: Battle, line: int, unit: int, foe: int) -> bool:
    """SC-9.7.5, SC-9.7.6: tell whether a unit of a line can target a unit of the other side."""
    wanted = names.FLYING_TARGET if names.FLYING[foe] else names.GROUND_TARGET
    return bool(targets(battle, line, unit) & wanted)


# Attack and health, SC-9.7.5


def support(battle: Battle, line: int) -> int:
    """SC-9.7.5: return what supporters add that can target the opposing front-line unit."""
    foe = battle.fronts[line ^ 1]
    if foe < 0 or has_effect(battle, line ^ 1, cards.SUPPORT_ZERO):
        return 0
    total, at = 0, line * UNIT_KINDS
    for unit in range(UNIT_KINDS):
        number = battle.supports[at + unit]
        if number and names.SUPPORT[unit] and can_target(battle, line, unit, foe):
            total += number * names.SUPPORT[unit]
    return total


def attack(state: StarCraft, battle: Battle, line: int) -> int:
    """SC-9.7.5: return the final attack of a line."""
    side, front, foe = line & 1, battle.fronts[line], battle.fronts[line ^ 1]
    if front < 0 or foe < 0:
        return 0
    for one in abilities(battle, line ^ 1):
        if one.effect == cards.ATTACK_ZERO and (one.case == cards.ANY_CASE or names.VEHICLE[front]):
            return 0
    card, flies = standard(battle, line), names.FLYING[foe]
    value = (cards.MAJOR[card] if matches(battle, line) else cards.MINOR[card])[0] if card >= 0 else NO_CARD[0]
    for one in abilities(battle, line):
        holds = one.case == cards.ANY_CASE or names.ORGANIC[foe]
        if (one.effect == cards.ATTACK and holds) or (one.effect == cards.FLYERS and flies):
            value += one.number
    if flies and has_air_support(state, battle, side):
        value += 1
    if battle.special and side == ATTACKER:
        value += 1
    return max(0, value + support(battle, line))


def health(battle: Battle, line: int) -> int:
    """SC-9.7.5: return the final health of a line, without metabolic_boost."""
    side, front, card = line & 1, battle.fronts[line], standard(battle, line)
    value = (cards.MAJOR[card] if matches(battle, line) else cards.MINOR[card])[1] if card >= 0 else NO_CARD[1]
    value += sum([one.number for one in abilities(battle, line) if one.effect == cards.HEALTH])
    if front >= 0 and battle.fortified[side] >> front & 1:
        value += 1
    return max(0, value + battle.hardened[side])


def boost(state: StarCraft, battle: Battle, line: int) -> int:
    """D9, metabolic_boost: health of an attacking zergling that is strong enough against a ground unit."""
    foe = battle.fronts[line ^ 1]
    owns = state.technologies[seat_of(battle, line & 1)][cards.METABOLIC_BOOST]
    if not owns or line & 1 == DEFENDER or battle.fronts[line] != names.ZERGLING or foe < 0 or names.FLYING[foe]:
        return 0
    return 2 if attack(state, battle, line) >= health(battle, line ^ 1) else 0


# Keywords, SC-10


def detects(state: StarCraft, battle: Battle, line: int) -> bool:
    """SC-10.2: tell whether a line has a detector."""
    side = line & 1
    there = crew(battle, line)
    if any(names.DETECTOR[unit] for unit in there) or has_air_support(state, battle, side):
        return True
    if names.QUEEN in there and state.technologies[seat_of(battle, side)][cards.PARASITE]:
        return True
    return keeps_effect(battle, line, cards.DETECTOR)


def keeps_effect(battle: Battle, line: int, effect: int) -> bool:
    """SC-9.8: tell whether cards of a line have an effect now: while a skirmish is resolved, those of no other one."""
    return battle.fighting in (UNKNOWN, line // 2) and has_effect(battle, line, effect)


def is_cloaked(state: StarCraft, battle: Battle, line: int, unit: int, is_front: bool) -> bool:
    """SC-10.1, SC-10.2: tell whether a unit of a line has cloaking: by its card, or by another unit's veil."""
    if detects(state, battle, line ^ 1):
        return False
    if is_front and keeps_effect(battle, line, cards.CLOAKING):
        return True
    arbiters = battle.supports[line * UNIT_KINDS + names.ARBITER] + (battle.fronts[line] == names.ARBITER)
    return arbiters > (unit == names.ARBITER)


FRONT = 1 << UNIT_KINDS
"""The front-line unit, in a mask of units with cloaking."""


def cloaked(state: StarCraft, battle: Battle, line: int) -> int:
    """SC-10.1: return the units of a line that have cloaking, as a mask: supporters by kind, and `FRONT`."""
    mask = FRONT if battle.fronts[line] >= 0 and is_cloaked(state, battle, line, battle.fronts[line], True) else 0
    at = line * UNIT_KINDS
    for unit in range(UNIT_KINDS):
        if battle.supports[at + unit] and is_cloaked(state, battle, line, unit, False):
            mask |= 1 << unit
    return mask


def in_reach(battle: Battle, line: int) -> int:
    """SC-9.7.6: return the opposing supporters that the front-line unit of a line can target, as a mask."""
    at, mask = (line ^ 1) * UNIT_KINDS, 0
    for unit in range(UNIT_KINDS):
        if battle.supports[at + unit] and can_target(battle, line, battle.fronts[line], unit):
            mask |= 1 << unit
    return mask


def splashes(state: StarCraft, battle: Battle, line: int) -> list[cards.Ability]:
    """SC-9.10: return the splashes of a line's cards; those that a detector stops are left out."""
    return [one for one in abilities(battle, line) if can_splash(state, battle, line, one)]


def can_splash(state: StarCraft, battle: Battle, line: int, one: cards.Ability) -> bool:
    """SC-9.10: tell whether an ability is a splash that no detector stops."""
    return one.effect == cards.SPLASH and not (one.case == cards.UNDETECTED and detects(state, battle, line ^ 1))


def splash_cards(state: StarCraft, battle: Battle, line: int, always: bool) -> int:
    """SC-9.7.8: return which cards of a line have a splash, as a mask; if `always`, one that needs no victim."""
    mask = 0
    for which in (STANDARD, REINFORCEMENT):
        for one in abilities_of(battle, line, which):
            if can_splash(state, battle, line, one) and (not always or one.case == cards.ALWAYS):
                mask |= which
    return mask


def is_victim(splash: int, case: int, unit: int) -> bool:
    """SC-9.10: tell whether a splash can destroy a unit."""
    if case == cards.OF_ORGANIC and not names.ORGANIC[unit]:
        return False
    if splash == cards.SPLASH_SMALL:
        return unit in cards.SMALL
    if splash == cards.SPLASH_ANY:
        return True
    return names.FLYING[unit] == (splash == cards.SPLASH_FLYING)
