"""BF-7.1 to 7.3: Attack cards, what a unit may aim at, and the windows after a declaration."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from shapan.engine.actions import DONE
from shapan.engine.kinds import UNKNOWN
from shapan.engine.prompt import Reason
from shapan.engine.question import question
from shapan.games.battlefield import abilities, actions, events, formulas, names, pacts, space
from shapan.games.battlefield.records import ABOARD, AT, EVASION, OPEN, OWNED, SPENT, STAY, TAG, Attack
from shapan.games.battlefield.rules import capture, cards, combat, danger, titles, units
from shapan.games.battlefield.rules.always_asked import AlwaysAsked
from shapan.games.battlefield.state import Battlefield, Table

LAND: Final = names.UNIT.size
"""The target that is the first territory."""

# BF-7.2: targets


def targets(state: Battlefield, seat: int) -> list[tuple[int, int]]:
    """BF-7.2: what an Attack card of a seat may aim at, reach apart: the target, and the territory where it is."""
    open_to = [other != seat and pacts.may_aim_at(state, seat, other) for other in range(state.seats)]
    if True not in open_to:
        return []
    cards, marks = state.units.cards, state.units.marks
    tags, owners, stays, opened, evading = marks[TAG], marks[OWNED], marks[STAY], marks[OPEN], marks[EVASION]
    aboard, escorts = marks[ABOARD], has_escorts(state)
    grounds: list[list[int]] = [[] for _ in names.TERRITORIES]
    for place, at in enumerate(marks[AT]):
        if aboard[place] < 0:
            grounds[at].append(place)
    is_outer, found = [False] * len(names.TERRITORIES), []
    for territory in space.outer(state):
        is_outer[territory] = True
    for territory, holder in enumerate(state.holders):
        if holder != seat and not is_outer[territory]:
            continue
        places, garrisoned = grounds[territory], False
        for place in places:
            unit, owner = tags[place], owners[place]
            if not opened[place] or (names.KIND[cards[place]] == names.VEHICLE and unit not in marks[ABOARD]):
                continue
            if owner == holder or stays[place] == names.GUEST:
                garrisoned = True
            if open_to[owner] and evading[place] < 0:
                if escorts and len(places) > 1 and formulas.is_escorted(state, unit, [tags[one] for one in places]):
                    continue
                found.append((unit, territory))
        if open_to[holder] and not garrisoned and pacts.may_hit_land(state, seat, territory):
            found.append((LAND + territory, territory))
    return found


def has_escorts(state: Battlefield) -> bool:
    """4.5, Escort: whether a card with it lies on the table, so that it is worth a closer look."""
    return any(card >= 0 and names.PRINTED[card] & names.ESCORT for card in state.units.cards)


def attackers(state: Battlefield, seat: int, *, afresh: bool = False) -> list[int]:
    """BF-7.1: the own open units that can still attack, `afresh` spent ones too: with a crew, if they are vehicles."""
    able = state.open_units(seat)
    return able if afresh else [unit for unit in able if not state.of(unit, SPENT)]


def pairs(state: Battlefield, seat: int, *, afresh: bool = False, first: bool = False) -> list[int]:
    """BF-7.1, 7.2: the codes of all attacks that a seat can declare, `afresh` if it were the first of its units.

    With `first` no more than those of the first unit that has any.
    """
    able = attackers(state, seat, afresh=afresh)
    aims = targets(state, seat) if able else []
    codes: list[int] = []
    if not aims:
        return codes
    screens = {territory: formulas.screen(state, territory) for _, territory in aims}
    for unit in able:
        reach, at = formulas.reach(state, unit), state.of(unit, AT)
        walks = not abilities.flies(state, unit)
        near = [False] * len(names.TERRITORIES)
        for territory, screen in screens.items():
            wooded = walks and formulas.is_wooded(territory)
            if space.distance(state, at, territory) + screen + wooded <= reach:
                near[territory] = True
        row = actions.ATTACK.rows[unit]
        codes += [row[target] for target, territory in aims if near[territory]]
        if first and codes:
            break
    return codes


def why_no_attack(state: Battlefield, seat: int, unit: int, target: int) -> Reason:
    """13.6: the first rule that an attack breaks."""
    if not state.is_there(unit) or unit not in attackers(state, seat):
        return units.why_hidden(state, seat, unit) or Reason("BF-7.1", "cannot_attack")
    if target < LAND and not state.is_there(target):
        return Reason("BF-7.2", "no_target")
    territory = target - LAND if target >= LAND else state.of(target, AT)
    owner = state.holders[territory] if target >= LAND else state.of(target, OWNED)
    if owner == seat or owner < 0:
        return Reason("BF-7.2", "no_target")
    if target >= LAND and formulas.is_garrisoned(state, territory):
        return Reason("BF-7.2", "garrisoned")
    if target < LAND and not (state.of(target, OPEN) and not state.is_empty_vehicle(target)):
        return Reason("BF-7.2", "no_target")
    if target < LAND and formulas.is_evading(state, target):
        return Reason("BF-7.2", "evading")
    if target < LAND and formulas.is_shielded(state, target):
        return Reason("BF-7.2", "escorted")
    if not pacts.may_aim_at(state, seat, owner) or (target >= LAND and not pacts.may_hit_land(state, seat, territory)):
        return pacts.forbidden()
    if state.holders[territory] != seat and not space.is_outer(state, territory):
        return Reason("BF-2.4", "not_outer")
    return Reason("BF-2.6", "out_of_reach")


# BF-7.1: an Attack card


def open_card(state: Battlefield, table: Table, seat: int) -> None:
    """BF-7.1: an Attack card is played; with a Nuclear Reactor the own units may attack anew."""
    state.attack_open = 0
    if state.has_modification(seat, names.NUCLEAR_REACTOR):
        for unit in state.units_of(seat):
            state.put(unit, SPENT, 0)
    table.tell(events.ATTACK_CARD, seat)


def can_open_card(state: Battlefield, seat: int) -> bool:
    """BF-7.1: whether an Attack card would have a legal pair of unit and target."""
    afresh = state.has_modification(seat, names.NUCLEAR_REACTOR)
    return bool(pairs(state, seat, afresh=afresh, first=True))


class AskDeclare(AlwaysAsked):
    """D12: which unit attacks what next; closing only after the first attack."""

    key = "declare"
    rule = "BF-7.1"
    decline = "close"
    families = (actions.ATTACK,)

    def legal(self, state: Battlefield, seat: int, arg: int) -> Sequence[int]:
        codes = pairs(state, seat)
        return [DONE, *codes] if state.attack_open or not codes else codes

    def why_not(self, state: Battlefield, seat: int, arg: int, code: int) -> Reason:
        """13.6: why an attack cannot be declared."""
        if code == DONE:
            return Reason("BF-7.1", "attack_first")
        return why_no_attack(state, seat, *actions.ATTACK.values(code))


ASK_DECLARE: Final = AskDeclare()


# BF-7.3: one attack


def attack(state: Battlefield, table: Table, seat: int, unit: int, target: int) -> None:
    """BF-7.3: a unit attacks: deflection, nullification, evasive retreat; then the fight, or the territory is hit."""
    declare(state, table, seat, unit, target)
    deflect(state, table, seat)
    if not nullify(state, table, seat) and not evade(state, table, seat):
        carry_on(state, table, seat)
    state.attack = None


def declare(state: Battlefield, table: Table, seat: int, unit: int, target: int) -> None:
    """BF-7.3.1: the attack is declared, and spent whatever comes of it."""
    ground = target - LAND if target >= LAND else state.of(target, AT)
    state.attack = Attack(unit, target, ground)
    state.put(unit, SPENT, 1)
    state.attack_open = 1
    if target >= LAND:
        table.tell(events.ATTACKED_LAND, seat, state.card(unit), ground, state.holders[ground])
    else:
        table.tell(events.ATTACKED_UNIT, seat, state.card(unit), state.card(target), ground)
    titles.on_attack(state, table, seat)


def victim(state: Battlefield) -> int:
    """BF-7.3: the owner of the present target."""
    one = state.attack
    assert one is not None
    return state.holders[one.ground] if one.target >= LAND else state.of(one.target, OWNED)


def deflect(state: Battlefield, table: Table, seat: int) -> None:
    """BF-7.3.2: the target's owner may discard a card and name another open unit in that domain."""
    one, owner = state.attack, victim(state)
    assert one is not None
    if not state.has_modification(owner, names.TARGET_DEFLECTOR) or not len(state.hands[owner]):
        return
    if not deflections(state, seat):
        return
    _, code = table.window(ask_deflect, [owner], seat)
    if code == DONE:
        return
    card, one.target = actions.DEFLECT.values(code)
    cards.discard(state, owner, card)
    one.ground = state.of(one.target, AT)
    table.tell(events.DEFLECTED, owner, card, state.card(one.target), one.ground)


def deflections(state: Battlefield, seat: int) -> list[int]:
    """BF-7.3.2: the units to which an attack of a seat can be turned."""
    one = state.attack
    assert one is not None
    domain = state.holders[one.ground]
    return [
        unit
        for unit in state.tags()
        if unit != one.target
        and state.holders[state.of(unit, AT)] == domain
        and state.of(unit, OWNED) != seat
        and state.of(unit, OPEN)
        and units.is_whole(state, unit)
        and not formulas.is_evading(state, unit)
    ]


@question("deflect", "BF-7.3", actions.DEFLECT, reaction=True, plan=True, decline="pass", why="deflection")
def ask_deflect(state: Battlefield, seat: int, arg: int) -> Sequence[int]:
    """D13: a card of the hand, and the unit that is attacked instead; `arg` is the attacker's seat."""
    hand = state.hands[seat].cards
    kinds = [card for place, card in enumerate(hand) if card not in hand[:place]]
    return [DONE, *(actions.DEFLECT.code(card, unit) for card in kinds for unit in deflections(state, arg))]


def nullify(state: Battlefield, table: Table, seat: int) -> bool:
    """BF-7.3.3: let the holder of Arius Field pay 1 to nullify the attack; return whether he does.

    Not against Smart Rifle or Quantum Camouflage.
    """
    owner = victim(state)
    if any(state.has_modification(seat, card) for card in (names.SMART_RIFLE, names.QUANTUM_CAMO)):
        return False
    if not state.has_modification(owner, names.ARIUS_FIELD) or not state.resources[owner]:
        return False
    if table.window(ask_arius, [owner])[0] < 0:
        return False
    cards.pay(state, owner, 1)
    table.tell(events.NULLIFIED, owner, 1)
    return True


@question("arius_attack", "BF-7.3", actions.PAYING, open=True, reaction=True, plan=True, decline="pass")
def ask_arius(state: Battlefield, seat: int, arg: int) -> Sequence[int]:
    """D14: pay 1 to nullify the attack."""
    return [DONE, actions.PAY]


def evade(state: Battlefield, table: Table, seat: int) -> bool:
    """BF-7.3.4: let the unit that is attacked retreat by a Retreat card, without payment; return whether it does."""
    one = state.attack
    assert one is not None
    if one.target >= LAND:
        return False
    owner, at = state.of(one.target, OWNED), state.of(one.target, AT)
    if not len(state.hands[owner]) or not units.goals(state, owner, at):
        return False
    if danger.is_intercepted(state, one.target, one.attacker):
        return False
    _, code = table.window(ask_evade, [owner])
    if code == DONE:
        return False
    to = actions.EVADE.value(code)
    cards.play(state, table, owner, names.RETREAT)
    units.stand(state, one.target, to)
    table.tell(events.EVADED, owner, state.card(one.target), at, to)
    return True


@question(
    "evasive_retreat", "BF-7.3", actions.EVADE, reaction=True, plan=True, forced=danger.is_window_told, decline="pass",
    why="evasion",
)  # fmt: skip
def ask_evade(state: Battlefield, seat: int, arg: int) -> Sequence[int]:
    """D15: a Retreat card, and the own territory to which the unit goes."""
    if names.RETREAT not in state.hands[seat].cards:
        return [-1]
    one = state.attack
    assert one is not None
    return [-1, *units.goals(state, seat, state.of(one.target, AT))]


def carry_on(state: Battlefield, table: Table, seat: int) -> None:
    """BF-7.3.5: a territory loses durability; with a unit there is a fight, and what the satellite sees of it."""
    one = state.attack
    assert one is not None
    if one.target >= LAND:
        capture.hit(state, table, seat, one.ground, formulas.blow(state, one.attacker), events.LAND_HIT)
        return
    ground = state.of(one.target, AT)
    destroyed = combat.resolve(state, table)
    sees_it = destroyed & 2 and state.has_modification(seat, names.STRATEGIC_SATELLITE)
    if sees_it and state.holders[ground] not in (UNKNOWN, seat):
        capture.hit(state, table, seat, ground, 1, events.SATELLITE)  # BF-7.7
    one.fighting = 0
