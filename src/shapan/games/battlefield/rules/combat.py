"""BF-7.4, 7.5: combat cards are laid in secret, and shown one position after the other."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from shapan.engine.kinds import UNKNOWN
from shapan.engine.question import picks, question
from shapan.engine.row import listed
from shapan.games.battlefield import abilities, actions, events, fight_stats, formulas, names
from shapan.games.battlefield.records import AT, BY_FIGHT, DURABILITY, OWNED, USES, Attack
from shapan.games.battlefield.rules import cards, danger
from shapan.games.battlefield.state import Battlefield, Table

ROW: Final = 3
OVER, EVEN, UNDER = 1, 0, -1
WEAK, STRONG = 1, 0
_CASES: Final = {"over": OVER, "even": EVEN, "under": UNDER, "weak": WEAK, "strong": STRONG, "": 0}
_NUMBER: Final = {**{name: number for number, name in enumerate(names.COMBAT_CARDS)}, "nothing": names.NOTHING}
TABLE: Final[dict[tuple[int, int, int], tuple[int, int]]] = {
    (_NUMBER[row["own"]], _NUMBER[row["enemy"]], _CASES[row.get("when", "")]): tuple(row["change"])
    for row in names.table("combat")["rows"]
}
"""4.1: by own card, enemy card and case, what happens to the own unit and to the enemy."""

# BF-7.4: laying


def lay_rows(state: Battlefield, table: Table) -> None:
    """BF-7.4: the attacker may pay for a fourth card; then both lay a row in secret and at once."""
    attack = state.attack
    assert attack is not None
    seats = (state.of(attack.attacker, OWNED), state.of(attack.target, OWNED))
    able = state.has_modification(seats[0], names.NUCLEAR_REACTOR) and state.resources[seats[0]]
    if able and table.ask(ask_fourth, seats[0]) == actions.PAY:
        cards.pay(state, seats[0], 1)
        attack.fourth = 1
        table.tell(events.FOURTH, seats[0])
    laid = table.ask_all_many(ask_row, seats)
    for seat, row in zip(seats, laid, strict=True):
        for code in row:
            one = state.combat_sets[seat]
            state.move(one, one.cards.index(actions.ROW.value(code)), state.rows[seat])
    table.tell(events.ROWS_LAID, seats[0], seats[1], len(state.rows[seats[0]]), len(state.rows[seats[1]]))
    units = (attack.attacker, attack.target)
    power, guard, against_power, against_guard = [
        min(number, events.UNLIMITED)
        for unit in units
        for number in (formulas.power(state, unit), formulas.guard(state, unit))
    ]
    table.tell(events.FORCES, power, guard, against_power, against_guard)
    if table.on:
        tell_standing(state, table, units)


@question("fourth_card", "BF-7.4", actions.PAYING, open=True, reaction=True, plan=True, decline="pass")
def ask_fourth(state: Battlefield, seat: int, arg: int) -> Sequence[int]:
    """D16: whether the attacker pays for a fourth card."""
    return [0, actions.PAY]


@picks("combat_row", "BF-7.4", actions.ROW, rows=listed("cards", actions.ROW), ordered=True, secret=True, tallied=True)
def ask_row(state: Battlefield, seat: int, arg: int, picked: Sequence[int]) -> Sequence[int]:
    """D17: up to three different cards, four for who has paid, in the order of the positions."""
    attack = state.attack
    most = ROW + 1 if attack is not None and attack.fourth and state.of(attack.attacker, OWNED) == seat else ROW
    if len(picked) == most:
        return []
    return [0, *(code for code in actions.ROW.codes if code not in picked)]


def take_back(state: Battlefield, seats: Sequence[int]) -> None:
    """BF-7.5.6: combat cards never leave their owner; those not shown go back unseen.

    What was shown is one of four again: else all would know it when it is laid face down once more, and showing it
    would tell nothing, so that the seat could take its row back when it has seen the other.
    """
    for seat in seats:
        own = state.combat_sets[seat]
        state.move_all(state.rows[seat], own)
        if own.masks.count(own.sees) != len(own.masks):
            state.shuffle(own)


# BF-7.5: showing


def resolve(state: Battlefield, table: Table) -> int:
    """BF-7.4 to 7.6: the fight of the attack under way; return how many of the two sides fell, as a mask."""
    attack = state.attack
    assert attack is not None
    state.engage()
    lay_rows(state, table)
    seats = (state.of(attack.attacker, OWNED), state.of(attack.target, OWNED))
    positions = max(len(state.rows[seat]) for seat in seats)
    while attack.revealed < positions and not is_decided(state, attack):
        show_position(state, table, attack, seats)
    left = (state.of(attack.attacker, DURABILITY), state.of(attack.target, DURABILITY))
    table.tell(events.FIGHT_OVER, *left)
    destroyed = fall(state, table, attack)
    take_back(state, seats)
    return destroyed


def tell_standing(state: Battlefield, table: Table, units: tuple[int, int]) -> None:
    """BF-7.5: all of both units that decides the fight lies open: how far they are apart, durability, keywords."""
    at = state.of(units[0], AT)
    gap = formulas.gap(state, units[0], state.of(units[1], AT))
    brought = (standing_of(state, units[0], units[1]), standing_of(state, units[1], units[0]))
    table.tell(events.MET, at, min(gap, events.UNLIMITED), brought[0], brought[1])


def standing_of(state: Battlefield, unit: int, other: int) -> int:
    """BF-7.5.1 to 7.5.4: what a unit brings to a fight against another, as one number (`standing`)."""
    mask, owner = abilities.keywords(state, unit), state.of(unit, OWNED)
    if state.of(unit, USES) & names.USED_PLATING:
        mask &= ~names.PLATING
    case, twice, held = compare(state, unit, other), 2 * formulas.power(state, unit), formulas.guard(state, other)
    if case == UNDER and state.rules.power_vs_power and formulas.power(state, unit) >= formulas.power(state, other):
        case = EVEN
    found = state.of(unit, DURABILITY) | (case + 1) * fight_stats.CASE
    if held < twice or (held == twice and state.rules.less_or_equal):
        found |= fight_stats.BURSTS
    for keyword, bit in fight_stats.KEYWORDS:
        if mask & keyword:
            found |= bit
    if formulas.has_talent(state, owner, names.BLACK_SUN_ORDER):
        found |= fight_stats.MARTYR
    if state.has_modification(owner, names.ZEUS_SHIELD):
        found |= fight_stats.SHIELDED
    return found


def is_decided(state: Battlefield, attack: Attack) -> bool:
    """BF-7.5.6: whether a unit is at 0, which stops the fight."""
    return not (state.of(attack.attacker, DURABILITY) and state.of(attack.target, DURABILITY))


def show_position(state: Battlefield, table: Table, attack: Attack, seats: tuple[int, int]) -> None:
    """BF-7.5.1 to 7.5.5: one position is shown, and both units change at once."""
    place = attack.revealed
    shown = [names.NOTHING, names.NOTHING]
    for side in (0, 1):
        row = state.rows[seats[side]]
        if place < len(row):
            shown[side] = state.reveal(row, place)
    attack.revealed += 1
    units = (attack.attacker, attack.target)
    losses, gains = outcome(state, units, (shown[0], shown[1]))
    plated, coins = [False, False], [UNKNOWN, UNKNOWN]
    for side in (0, 1):
        less = saved_by_plating(state, units[side], losses[side])
        plated[side] = less < losses[side]
        losses[side], coins[side] = saved_by_shield(state, table, units[side], less)
    for side in (0, 1):
        left = state.of(units[side], DURABILITY) - losses[side] + gains[side]
        state.put(units[side], DURABILITY, max(0, min(names.UNIT_DURABILITY, left)))
        if shown[side] == names.NOTHING:
            table.tell(events.UNMET, seats[side], losses[side], gains[side])
        else:
            table.tell(events.REVEALED, seats[side], shown[side], losses[side], gains[side])
    for side in (0, 1):
        if plated[side]:
            table.tell(events.PLATED, seats[side], state.card(units[side]))
        if coins[side] >= 0:
            table.tell(events.SHIELD_TOSSED, seats[side], coins[side])


def outcome(state: Battlefield, units: tuple[int, int], shown: tuple[int, int]) -> tuple[list[int], list[int]]:
    """BF-7.5.1, 7.5.2: loss and gain of both units by table 4.1 and the keywords that change it."""
    changes = changes_of(state, units, shown)
    losses = [max(0, -changes[0]), max(0, -changes[1])]
    gains = [max(0, changes[0]), max(0, changes[1])]
    for side in (0, 1):
        unit = units[side]
        if shown[side] == names.ATTACK_C and shown[1 - side] == names.REST_C:
            losses[1 - side] += abilities.has(state, unit, names.MARKSMAN)
        if shown[side] == names.SELF_DESTRUCT_C and losses[1 - side]:
            owner = state.of(unit, OWNED)
            losses[1 - side] += abilities.has(state, unit, names.DEMOLITION)
            losses[1 - side] += formulas.has_talent(state, owner, names.BLACK_SUN_ORDER)
        if shown[side] == names.REST_C and gains[side]:
            gains[side] += abilities.has(state, unit, names.SURGEON)
    return losses, gains


def changes_of(state: Battlefield, units: tuple[int, int], shown: tuple[int, int]) -> tuple[int, int]:
    """BF-7.5.1: what table 4.1 says of two cards, for the numbers of the two units now."""
    for side in (0, 1):
        one, other = units[side], units[1 - side]
        if shown[side] == names.ATTACK_C and shown[1 - side] == names.DEFEND_C:
            case = compare(state, one, other)
            change = TABLE[names.ATTACK_C, names.DEFEND_C, case]
            if case == UNDER and state.rules.power_vs_power:
                change = (-int(formulas.power(state, one) < formulas.power(state, other)), 0)
            return change if side == 0 else (change[1], change[0])
        if shown[side] == names.SELF_DESTRUCT_C and shown[1 - side] == names.DEFEND_C:
            twice, held = 2 * formulas.power(state, one), formulas.guard(state, other)
            weak = held < twice or (held == twice and state.rules.less_or_equal)
            change = TABLE[names.SELF_DESTRUCT_C, names.DEFEND_C, WEAK if weak else STRONG]
            return change if side == 0 else (change[1], change[0])
    return TABLE[shown[0], shown[1], 0]


def compare(state: Battlefield, attacker: int, defender: int) -> int:
    """BF-7.5.2: power against guard; when equal, Assault and Bulwark decide, and cancel each other."""
    power, guard = formulas.power(state, attacker), formulas.guard(state, defender)
    return case_of(power, guard, abilities.keywords(state, attacker), abilities.keywords(state, defender))


def case_of(power: int, guard: int, attacking: int, defending: int) -> int:
    """BF-7.5.2: the same of numbers and keywords."""
    if power != guard:
        return OVER if power > guard else UNDER
    return int(attacking & names.ASSAULT != 0) - int(defending & names.BULWARK != 0)


def saved_by_plating(state: Battlefield, unit: int, loss: int) -> int:
    """BF-7.5.3, 4.5: the first single point that a unit with Plating would lose in a battle phase is ignored."""
    if not loss or not abilities.has(state, unit, names.PLATING) or state.of(unit, USES) & names.USED_PLATING:
        return loss
    state.put(unit, USES, state.of(unit, USES) | names.USED_PLATING)
    return loss - 1


def saved_by_shield(state: Battlefield, table: Table, unit: int, loss: int) -> tuple[int, int]:
    """BF-7.5.4: Zeus Shield: the first time in a fight that its unit would still lose 1 or more, a coin is tossed.

    Return what is lost, and the coin: -1 where none is tossed.
    """
    owner, attack = state.of(unit, OWNED), state.attack
    assert attack is not None
    if not loss or attack.shielded or not state.has_modification(owner, names.ZEUS_SHIELD):
        return loss, UNKNOWN
    attack.shielded = 1
    coin = table.draw(actions.COIN_STREAM, (0, 1))
    return loss - coin, coin


def fall(state: Battlefield, table: Table, attack: Attack) -> int:
    """BF-7.5.6, 7.6: the attacker's unit first, then the defender's; return which were destroyed, as a mask."""
    units = (attack.attacker, attack.target)
    owners = (state.of(units[0], OWNED), state.of(units[1], OWNED))
    down = [state.of(unit, DURABILITY) == 0 for unit in units]
    caught = [danger.is_intercepted(state, units[side], units[1 - side]) for side in (0, 1)]
    destroyed = 0
    for side in (0, 1):
        if down[side] and danger.endanger(
            state, table, units[side], BY_FIGHT, owners[1 - side], intercepted=caught[side]
        ):
            destroyed |= 1 << side
    return destroyed
