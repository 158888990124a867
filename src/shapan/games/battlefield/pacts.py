"""What treaties forbid and allow (4.11, BF-12.3). A clause is a row of `state.treaties`."""

from __future__ import annotations

from collections.abc import Sequence

from shapan.engine.part import ALL
from shapan.engine.prompt import Reason
from shapan.games.battlefield import names
from shapan.games.battlefield.records import C_NUMBER, C_PROPOSER, C_SIDE, C_TARGET, C_THIRD, C_TYPE, Treaty
from shapan.games.battlefield.state import Battlefield


def bound(row: Treaty) -> tuple[int, ...]:
    """BF-12.2: the seats that a clause binds."""
    both = (row[C_PROPOSER], row[C_TARGET])
    return both if row[C_SIDE] == names.BOTH else (both[row[C_SIDE]],)


def partner(row: Treaty, seat: int) -> int:
    """Return the other party of a clause."""
    return row[C_TARGET] if row[C_PROPOSER] == seat else row[C_PROPOSER]


def is_between(row: Treaty, seat: int, other: int) -> bool:
    """Tell whether a clause is of the treaty of two seats."""
    return row[C_PROPOSER] in (seat, other) and row[C_TARGET] in (seat, other)


def known(state: Battlefield, viewer: int, rows: Sequence[Treaty]) -> list[Treaty]:
    """BF-12.6: return the clauses that a viewer may know of some: all, by an option those of his own treaties."""
    if not state.rules.secret_treaties or viewer == ALL:
        return list(rows)
    return [row for row in rows if viewer in (row[C_PROPOSER], row[C_TARGET])]


def binding(state: Battlefield, seat: int, kind: int) -> list[Treaty]:
    """Return the clauses of a type that bind a seat."""
    return [row for row in state.treaties if row[C_TYPE] == kind and seat in bound(row)]


def binds(state: Battlefield, seat: int, other: int, kind: int) -> bool:
    """Tell whether a clause of a type binds a seat towards another."""
    return any(partner(row, seat) == other for row in binding(state, seat, kind))


def are_partners(state: Battlefield, seat: int, other: int) -> bool:
    """BF-12.1: whether two seats have a treaty."""
    return any(is_between(row, seat, other) for row in state.treaties)


def may_aim_at(state: Battlefield, seat: int, other: int) -> bool:
    """4.11: whether no clause keeps a seat from aiming at another, his units and territories.

    It binds towards other players only.
    """
    if seat == other:
        return True
    if binds(state, seat, other, names.NON_AGGRESSION):
        return False
    return all(row[C_THIRD] == other for row in binding(state, seat, names.JOINT_TARGET))


def may_aim_special(state: Battlefield, seat: int, other: int) -> bool:
    """4.11: whether a seat may name another, his unit or territory with a special attack."""
    return may_aim_at(state, seat, other) and not binds(state, seat, other, names.NO_SPECIAL)


def may_hit_land(state: Battlefield, seat: int, territory: int) -> bool:
    """4.11, Capital spared: whether a seat may aim at a territory that its partner may have as a capital."""
    holder = state.holders[territory]
    return not (state.capitals[holder] == territory and binds(state, seat, holder, names.NO_TARGET_CAPITAL))


def may_harm(state: Battlefield, seat: int, other: int) -> bool:
    """4.11, No hostile cards: whether a seat may choose another for Espionage, Sabotage and the like."""
    return not binds(state, seat, other, names.NO_HOSTILE_CARDS)


def may_bomb(state: Battlefield, seat: int, territory: int) -> bool:
    """BF-12.3: whether no clause keeps a seat from naming a territory with a special attack."""
    return may_aim_special(state, seat, state.holders[territory]) and may_hit_land(state, seat, territory)


def may_disable(state: Battlefield, seat: int, other: int) -> bool:
    """BF-12.3: whether a seat may name another with EMP or Network Intrusion, which are hostile cards too."""
    return may_aim_special(state, seat, other) and may_harm(state, seat, other)


def forbidden() -> Reason:
    """BF-12.3: the refusal of what a clause forbids."""
    return Reason("BF-12.3", "treaty")


def may_station(state: Battlefield, guest: int, host: int) -> bool:
    """4.11, Passage and station: whether units of a seat may stand in the domain of another by a clause."""
    return binds(state, host, guest, names.STATION)


def tribute_due(state: Battlefield, seat: int) -> list[tuple[int, int]]:
    """4.11, Tribute: to whom a seat owes how many resource cards in its draw phase, in the order of the treaties."""
    return [(partner(row, seat), row[C_NUMBER]) for row in binding(state, seat, names.TRIBUTE)]
