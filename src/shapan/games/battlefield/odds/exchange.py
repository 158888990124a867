"""The exchange of combat rows as a matrix game (section 10): how both sides mix their rows, and what comes of it.

It hangs on few things that all see: power against guard in both directions, keywords that change the table, what both
units can still lose. Each such situation is solved once.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from itertools import permutations
from typing import Final, NamedTuple, TypeAlias

from shapan.games.battlefield import abilities, formulas, names
from shapan.games.battlefield.odds.matrix import solve
from shapan.games.battlefield.records import DURABILITY, OWNED, USES
from shapan.games.battlefield.rules import combat
from shapan.games.battlefield.state import Battlefield

Row: TypeAlias = "tuple[int, ...]"
Positions: TypeAlias = "tuple[tuple[int, int, int, int], ...]"
ROWS: Final[tuple[Row, ...]] = tuple(permutations(range(4), 3))
"""BF-7.4: the full rows. A shorter one is never better: Rest and Defend are at least as good as no card at all."""
LONG_ROWS: Final[tuple[Row, ...]] = tuple(permutations(range(4), 4))
ROWS_OF: Final = (ROWS, LONG_ROWS)
"""The rows of a side, by whether it may lay four cards."""
NO_CARD: Final = len(names.COMBAT_CARDS)
"""The place of `NOTHING` behind the cards, in `positions`."""
SPAN: Final = names.UNIT_DURABILITY + 1
"""An end is one number: so many times the durability of the attacker's unit, and that of the defender's."""


class Fighter(NamedTuple):
    """One side of an exchange, as far as it matters there."""

    case: int
    """Its power against the guard of the other: `combat.OVER`, `EVEN`, `UNDER`."""
    bursts: bool
    """Whether its Self-destruct gets through a Defend of the other."""
    durability: int
    marksman: bool = False
    extra: int = 0
    """What its Self-destruct takes more."""
    surgeon: bool = False
    plated: bool = False


class Stakes(NamedTuple):
    """What both sides play for, in units of the attacker's unit: all of it is open, so they reckon with the same."""

    kill: float = 1.0
    """The fall of the defender's unit."""
    hurt: float = 0.08
    """A point of durability that it loses, where more attackers may come."""


EVEN_STAKES: Final = Stakes()
OWN_HURT: Final = 0.04
"""A point that the attacker's unit loses: no more than that, for it is whole again behind the battle."""


@dataclass(slots=True, frozen=True)
class Exchange:
    """An exchange solved: how often each side lays each of its rows, and the chances that units fall."""

    attacker: tuple[float, ...]
    """By place in `ROWS_OF[fourth]`; 0 of those that are not laid."""
    defender: tuple[float, ...]
    """By place in `ROWS`."""
    kills: float
    """The chance that the defender's unit falls."""
    dies: float
    """The chance that the attacker's unit falls."""
    worth: float
    """What the exchange is worth to the attacker, by its stakes."""


class Traits(NamedTuple):
    """What a unit brings to any exchange, in a view."""

    power: int
    guard: int
    keywords: int
    durability: int
    martyr: bool
    """Black Sun Order: its Self-destruct takes one more."""
    plated: bool


def traits(state: Battlefield, unit: int) -> Traits:
    """Return what a unit brings to an exchange; of a view as of a state, for all of it is open."""
    mask = abilities.keywords(state, unit)
    return Traits(
        formulas.power(state, unit),
        formulas.guard(state, unit),
        mask,
        state.of(unit, DURABILITY),
        formulas.has_talent(state, state.of(unit, OWNED), names.BLACK_SUN_ORDER),
        bool(mask & names.PLATING) and not state.of(unit, USES) & names.USED_PLATING,
    )


def fighters(state: Battlefield, attacker: int, defender: int) -> tuple[Fighter, Fighter]:
    """Return the two sides of a fight of two units, attacker first."""
    one, other, by = traits(state, attacker), traits(state, defender), state.rules.less_or_equal
    return fighter(one, other, less_or_equal=by), fighter(other, one, less_or_equal=by)


def fighter(one: Traits, enemy: Traits, *, less_or_equal: bool) -> Fighter:
    """Return one side of a fight by what both units bring to it."""
    twice, mask = 2 * one.power, one.keywords
    return Fighter(
        combat.case_of(one.power, enemy.guard, mask, enemy.keywords),
        enemy.guard < twice or (enemy.guard == twice and less_or_equal),
        one.durability,
        mask & names.MARKSMAN != 0,
        (mask & names.DEMOLITION != 0) + one.martyr,
        mask & names.SURGEON != 0,
        one.plated,
    )


@cache
def exchange(attacker: Fighter, defender: Fighter, stakes: Stakes = EVEN_STAKES, *, fourth: bool = False) -> Exchange:
    """Return the solution of an exchange; with `fourth` the attacker may lay four cards."""
    ends = _ends(attacker, defender, fourth)
    worths = [worth(attacker, defender, stakes, end // SPAN, end % SPAN) for end in range(SPAN * SPAN)]
    solution = solve([[worths[end] for end in row] for row in ends])
    kills = dies = 0.0
    for row, weight in zip(ends, solution.rows, strict=True):
        for end, other in zip(row, solution.columns, strict=True):
            kills += weight * other * (end % SPAN == 0)
            dies += weight * other * (end < SPAN)
    return Exchange(_played(solution.rows), _played(solution.columns), kills, dies, solution.value)


@cache
def _ends(attacker: Fighter, defender: Fighter, fourth: bool) -> tuple[tuple[int, ...], ...]:
    """Return the ends of all rows against all; they do not hang on what is at stake."""
    table = positions(attacker, defender)
    return tuple(
        [tuple([_carried(table, attacker, defender, row, other) for other in ROWS]) for row in ROWS_OF[fourth]]
    )


def _played(weights: list[float]) -> tuple[float, ...]:
    """Return the weights of rows without those that are nothing but rounding."""
    return tuple([weight if weight > 1e-6 else 0.0 for weight in weights])


def worth(attacker: Fighter, defender: Fighter, stakes: Stakes, left: int, right: int) -> float:
    """Return what an end (durability of both) is worth to the attacker."""
    hurt = stakes.hurt * (defender.durability - right) - OWN_HURT * (attacker.durability - left)
    return stakes.kill * (right == 0) - (left == 0) + hurt


def play(attacker: Fighter, defender: Fighter, row: Row, other: Row) -> tuple[int, int]:
    """BF-7.5: return the durability of both when two rows are laid."""
    return divmod(_carried(positions(attacker, defender), attacker, defender, row, other), SPAN)


def _carried(table: Positions, attacker: Fighter, defender: Fighter, row: Row, other: Row) -> int:
    """BF-7.5: return the end of two rows."""
    left, right = attacker.durability, defender.durability
    plated, covered = attacker.plated, defender.plated
    mine, theirs = len(row), len(other)
    for place in range(max(mine, theirs)):
        one = row[place] if place < mine else NO_CARD
        two = other[place] if place < theirs else NO_CARD
        lost, gained, taken, won = table[(NO_CARD + 1) * one + two]
        if lost and plated:
            lost, plated = lost - 1, False
        if taken and covered:
            taken, covered = taken - 1, False
        left = max(0, min(names.UNIT_DURABILITY, left - lost + gained))
        right = max(0, min(names.UNIT_DURABILITY, right - taken + won))
        if not (left and right):
            break
    return SPAN * left + right


def shown(one: int, other: int) -> int:
    """Return the place of two cards, or `NOTHING`, in `positions`."""
    return one % (NO_CARD + 1) * (NO_CARD + 1) + other % (NO_CARD + 1)


@cache
def positions(attacker: Fighter, defender: Fighter) -> Positions:
    """BF-7.5.1, 7.5.2: return by both cards (`shown`) what both lose and gain, Plating apart."""
    sides = (attacker, defender)
    cards = (*range(NO_CARD), names.NOTHING)
    return tuple([_position(sides, (one, other)) for one in cards for other in cards])


def _position(sides: tuple[Fighter, Fighter], shown: tuple[int, int]) -> tuple[int, int, int, int]:
    """Return loss and gain of the first, then of the second."""
    changes, found = _changes(sides, shown[0], shown[1]), []
    for side in (0, 1):
        enemy, loss, gain = sides[1 - side], max(0, -changes[side]), max(0, changes[side])
        if shown[1 - side] == names.ATTACK_C and shown[side] == names.REST_C:
            loss += enemy.marksman
        if shown[1 - side] == names.SELF_DESTRUCT_C and loss:
            loss += enemy.extra
        gain += shown[side] == names.REST_C and gain and sides[side].surgeon
        found += [loss, gain]
    return found[0], found[1], found[2], found[3]


def _changes(sides: tuple[Fighter, Fighter], own: int, enemy: int) -> tuple[int, int]:
    """BF-7.5.1: what table 4.1 says of two cards."""
    pair = (own, enemy)
    for side in (0, 1):
        if pair[1 - side] == names.DEFEND_C and pair[side] in (names.ATTACK_C, names.SELF_DESTRUCT_C):
            case = sides[side].case if pair[side] == names.ATTACK_C else int(sides[side].bursts)
            change = combat.TABLE[pair[side], names.DEFEND_C, case]
            return change if side == 0 else (change[1], change[0])
    return combat.TABLE[own, enemy, 0]
