"""PM-5.1..5.5: conquer. The defender may cancel (D5), the winner takes spoils (D6), excess is discarded (D7)."""

from __future__ import annotations

from bisect import insort
from collections.abc import Sequence
from typing import Final

from shapan.engine.prompt import Prompt, Reason
from shapan.engine.question import question
from shapan.engine.row import listed
from shapan.engine.table import Table
from shapan.games.planet_masters import actions, events, names
from shapan.games.planet_masters.formulas import beats, excess, is_win_face, may_cancel
from shapan.games.planet_masters.rules.build import colony_effect, roll_colony
from shapan.games.planet_masters.rules.ending import check_point
from shapan.games.planet_masters.state import Attack, PlanetMasters, Totals

WEAKEST_FIRST: Final = (
    names.TRANSPORTER,
    names.FIGHTER,
    names.CRUISER,
    names.DEFENSE_SYSTEM,
    names.BATTLESHIP,
    names.FORTRESS,
)
"""The order in which a weapon die is given up when time is up (section 5)."""


def conquer(state: PlanetMasters, table: Table[PlanetMasters], attacker: int, defender: int) -> None:
    """PM-5.1..5.4: one attack; it uses up the Action step whatever comes of it (PM-E12)."""
    attack = state.attack = Attack(attacker, defender)
    table.tell(events.ATTACK, attacker, defender)
    mine, theirs = state.totals(attacker), state.totals(defender)
    if not cancel(state, table, attack, mine, theirs):  # PM-5.2
        table.tell(events.POWERS, attacker, mine.attack, defender, theirs.defense)
        if beats(mine, theirs):  # PM-5.3
            table.tell(events.ATTACK_WON, attacker, defender)
            take_spoils(state, table, attacker, defender)
        else:
            table.tell(events.ATTACK_FAILED, attacker, defender)
    state.attack = None


def cancel(state: PlanetMasters, table: Table[PlanetMasters], attack: Attack, mine: Totals, theirs: Totals) -> bool:
    """PM-5.2: a defender with more influence may cancel, before any power is compared.

    [ruling] The comparison is told before every attack, also where nobody can cancel, so that the log says why.
    """
    attacker, defender = attack.attacker, attack.defender
    table.tell(events.INFLUENCE, attacker, mine.influence, defender, theirs.influence)
    if not may_cancel(state, mine, theirs):
        return False
    if table.ask(ask_cancel, defender) == actions.DO_CANCEL:
        table.tell(events.CANCELLED, defender, attacker)
        return True
    table.tell(events.ALLOWED, defender, attacker)
    return False


def take_spoils(state: PlanetMasters, table: Table[PlanetMasters], attacker: int, defender: int) -> None:
    """PM-5.4: exactly one of invasion, destruction, pressure, or nothing."""
    choice = table.ask(ask_spoils, attacker)
    if actions.INVASION.has(choice):
        invade(state, table, attacker, defender, actions.INVASION.value(choice))
    elif actions.DESTRUCTION.has(choice):
        die = actions.DESTRUCTION.value(choice)
        table.tell(events.DESTRUCTION, attacker, defender, state.faces[die])
        state.to_supply(defender, die)
    elif choice == actions.DO_PRESSURE:
        press(state, table, attacker, defender)
    else:
        table.tell(events.DECLINED, attacker)


def invade(state: PlanetMasters, table: Table[PlanetMasters], attacker: int, defender: int, die: int) -> None:
    """PM-5.4 a: the colony is rolled onto the attacker's table; check point; then the defender's excess.

    [ruling] A chain of gains from the captured die (PM-E26) ends before the check point, as PM-0.5 wants it.
    """
    before = state.faces[die]
    state.colonies[defender].remove(die)
    insort(state.colonies[attacker], die)
    face = roll_colony(state, table, die)
    table.tell(events.INVASION, attacker, defender, before, face)
    colony_effect(state, table, attacker, face)
    check_point(state, table)  # PM-E15: before the defender discards
    discard_excess(state, table, defender)


def discard_excess(state: PlanetMasters, table: Table[PlanetMasters], defender: int) -> None:
    """PM-5.4, PM-E14: fleet beyond the new limit goes to the supply, the defender's own choice."""
    if excess(state, defender) > 0:
        for die in table.pick_many(ASK_DISCARD, defender):
            table.tell(events.DISCARDED, defender, state.faces[die])
            state.to_supply(defender, die)


def press(state: PlanetMasters, table: Table[PlanetMasters], attacker: int, defender: int) -> None:
    """PM-5.4 c: the defender rerolls his home die; gains are ignored; he himself may win by it (PM-E18)."""
    before = state.faces[defender]
    state.faces[defender] = state.ruleset.home_faces[table.roll(actions.STREAM_DIE) - 1]
    table.tell(events.PRESSURE, attacker, defender, before, state.faces[defender])
    check_point(state, table)


def attacked(state: PlanetMasters) -> int:
    """Return the defender of the attack under way."""
    assert state.attack is not None
    return state.attack.defender


@question("cancel", "PM-5.2", actions.CANCEL, actions.ALLOW, open=True, plan=True)
def ask_cancel(state: PlanetMasters, seat: int, arg: int) -> Sequence[int]:
    """D5: cancel the attack or allow it."""
    return (actions.DO_CANCEL, actions.DO_ALLOW)


@question("spoils", "PM-5.4", actions.INVASION, actions.DESTRUCTION, actions.PRESSURE, actions.DECLINE, open=True)
def ask_spoils(state: PlanetMasters, seat: int, arg: int) -> Sequence[int]:
    """D6: one colony, one weapon die, a reroll of the home die, or nothing (PM-E17)."""
    defender = attacked(state)
    codes = [actions.INVASION.codes[die] for die in state.colonies[defender]]
    codes += [actions.DESTRUCTION.codes[die] for die in state.fleet[defender]]
    return [*codes, actions.DO_PRESSURE, actions.DO_DECLINE]


@ask_spoils.by_default
def best_spoils(state: PlanetMasters, seat: int, arg: int) -> int:
    """Section 5: a colony, on a win face first; else the strongest weapon die; else pressure.

    [ruling] "On a win face" means as it lies, so by the race of the defender (PM-7.6, PM-E26).
    """
    defender = attacked(state)
    colonies, fleet = state.colonies[defender], state.fleet[defender]
    good = [die for die in colonies if is_win_face(state, defender, die)] or colonies
    if good:
        return actions.INVASION.codes[good[0]]
    if fleet:
        return actions.DESTRUCTION.codes[strongest(state, defender)]
    return actions.DO_PRESSURE


@ask_spoils.refusal
def why_no_spoils(state: PlanetMasters, seat: int, arg: int, code: int) -> Reason:
    """PM-5.4: only what the defender has."""
    return Reason("PM-5.4", "not_his_colony" if actions.INVASION.has(code) else "not_his_weapon")


class AskDiscard(Prompt[PlanetMasters]):
    """D7: exactly the excess, own choice."""

    key = "discard_excess"
    rule = "PM-5.4"
    open = True
    many = True
    ordered = False
    families = (actions.DISCARD,)
    rows = listed("dice", actions.DISCARD)

    def lengths(self, state: PlanetMasters, seat: int, arg: int) -> tuple[int, int]:
        return excess(state, seat), excess(state, seat)

    def next(self, state: PlanetMasters, seat: int, arg: int, picked: Sequence[int]) -> Sequence[int]:
        fleet = state.fleet[seat]
        left = excess(state, seat) - len(picked)
        if left <= 0:
            return []
        first = fleet.index(actions.DISCARD.value(picked[-1])) + 1 if picked else 0
        return [actions.DISCARD.codes[die] for die in fleet[first : len(fleet) - left + 1]]

    def default_many(self, state: PlanetMasters, seat: int, arg: int) -> list[int]:
        return [actions.DISCARD.codes[die] for die in weakest(state, seat)[: excess(state, seat)]]

    def why_not(self, state: PlanetMasters, seat: int, arg: int, code: int) -> Reason:
        return Reason("PM-5.4", "not_own_weapon")

    def why_not_many(self, state: PlanetMasters, seat: int, arg: int, codes: Sequence[int]) -> Reason:
        if any(actions.DISCARD.value(code) not in state.fleet[seat] for code in codes):
            return self.why_not(state, seat, arg, codes[0])
        if any(codes.count(code) > 1 for code in codes):
            return Reason("PM-5.4", "die_twice")
        return Reason("PM-5.4", "wrong_count", {"count": excess(state, seat)})


ASK_DISCARD: Final = AskDiscard()


def weakest(state: PlanetMasters, seat: int) -> list[int]:
    """Return a seat's weapon dice, the weakest first, equal ones by id."""
    return [die for face in WEAKEST_FIRST for die in state.fleet[seat] if state.faces[die] == face]


def strongest(state: PlanetMasters, seat: int) -> int:
    """Return a seat's strongest weapon die, of equal ones the lowest id."""
    best = state.faces[weakest(state, seat)[-1]]
    return next(die for die in state.fleet[seat] if state.faces[die] == best)
