"""BF-12: treaties: proposing, answering, tearing up, running out."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, TypeAlias

from shapan.engine.kinds import UNKNOWN
from shapan.engine.prompt import Reason
from shapan.engine.question import question
from shapan.games.battlefield import abilities, actions, events, names, pacts
from shapan.games.battlefield.abilities import EFFECTS
from shapan.games.battlefield.records import (
    C_NUMBER,
    C_PROPOSER,
    C_TARGET,
    C_TYPE,
    C_UNTIL,
    OPEN,
    OWNED,
    TAG,
    Treaty,
)  # fmt: skip
from shapan.games.battlefield.rules import cards, guests, orders, strategy, units
from shapan.games.battlefield.state import Battlefield, Table

ONE_SIDED: Final = (names.GIFT, names.TRIBUTE, names.STATION)
"""BF-12.7: clauses that bind one side only."""
NUMBERED: Final = {names.TRIBUTE: 3, names.GIFT: 10}
"""4.11: clauses with a number, and the greatest."""
VOID_AT_TWO: Final = (names.NON_AGGRESSION, names.NO_SPECIAL, names.JOINT_TARGET, names.NO_TARGET_CAPITAL)
"""BF-12.5: by an option, clauses that end when two players are left."""
AT_ONCE: Final = (names.GIFT, names.TEXT)
"""4.11: clauses that last for no rounds."""

# Proposing


def envoys(state: Battlefield, seat: int) -> list[int]:
    """BF-6.6, 4.5: by what a seat can propose a treaty now: a Treaty card, an Envoy once a turn."""
    found = [0] if strategy.can_play(state, seat, names.STRATEGIC_TREATY) else []
    if not state.uses[seat] & names.USED_ENVOY and any(
        abilities.has(state, unit, names.ENVOY) and abilities.is_at_home(state, unit)
        for unit in state.bearers(seat, names.ENVOY)
    ):
        found.append(1)
    return found


def proposals(state: Battlefield, seat: int) -> list[int]:
    """BF-12.1, 12.7: to whom a seat can propose a treaty, and by what."""
    return [actions.STRATEGIC_TREATY.code(other, by) for by in envoys(state, seat) for other in state.others(seat)]


Clause: TypeAlias = "tuple[int, ...]"
"""A clause as it is offered: type, bound side, rounds, number, third seat."""


def clauses_of(codes: Sequence[int]) -> list[Clause]:
    """Return the clauses among some picks."""
    return [actions.CLAUSE.values(code)[:5] for code in codes if actions.CLAUSE.has(code)]


def fault(state: Battlefield, seat: int, other: int, before: Sequence[Clause], clause: Clause) -> str:
    """BF-12.2, 12.7, 12.5, 12.3: the rule that a clause breaks behind others, empty if it can be offered."""
    kind, side, rounds, number, third = clause
    if side == names.BOTH and kind in ONE_SIDED:
        return "BF-12.7"
    if bool(number) != (kind in NUMBERED) or number > NUMBERED.get(kind, 0):
        return "BF-12.2"
    if not 1 <= rounds <= names.MAX_CLAUSE_ROUNDS and rounds != names.UNTIL_TORN:
        return "BF-12.2"
    if rounds != names.UNTIL_TORN and kind in AT_ONCE:
        return "BF-12.2"
    if kind == names.JOINT_TARGET:
        if third in (seat, other) or third >= state.seats or not state.is_in(third):
            return "BF-12.7"
    elif third != actions.NOBODY:
        return "BF-12.2"
    if kind == names.GIFT and state.resources[(seat, other)[side]] < number + gifts(before, side):
        return "BF-12.2"
    if state.rules.void_at_two and kind in VOID_AT_TWO and len(state.living()) == 2:
        return "BF-12.5"
    return "BF-12.7" if is_there_already(before, clause) else ""


def may_follow(state: Battlefield, seat: int, proposal: int, picked: Sequence[int], code: int) -> bool:
    """BF-12.2: whether a clause can be offered behind others."""
    other, clauses = actions.STRATEGIC_TREATY.value(proposal), clauses_of([*picked, code])
    return len(clauses) <= names.MAX_CLAUSES and not fault(state, seat, other, clauses[:-1], clauses[-1])


def gifts(before: Sequence[Clause], side: int) -> int:
    """4.11: what a side gives by the clauses before."""
    return sum(one[3] for one in before if one[0] == names.GIFT and one[1] == side)


def is_there_already(before: Sequence[Clause], clause: Clause) -> bool:
    """BF-12.7: whether a type stands there for a same side, with the same parameters but for the rounds."""
    return any(
        one[0] == clause[0] and one[3:] == clause[3:] and (one[1] == clause[1] or names.BOTH in (one[1], clause[1]))
        for one in before
    )


def next_clauses(
    state: Battlefield, seat: int, proposal: int, picked: Sequence[int], *, every: bool = False
) -> list[int]:
    """BF-12.2: the clauses that can be offered next: every one, or those worth offering."""
    if len(picked) == names.MAX_CLAUSES:
        return []
    other, before = actions.STRATEGIC_TREATY.value(proposal), clauses_of(picked)
    thirds = [*(one for one in state.others(seat) if one != other), actions.NOBODY]
    doubtful = (names.GIFT, *VOID_AT_TWO) if state.rules.void_at_two else (names.GIFT,)
    return [
        code
        for row, code in (_CLAUSES if every else _WORTH)
        if row[-1] in thirds
        and not (
            fault(state, seat, other, before, row) if row[0] in doubtful else before and is_there_already(before, row)
        )
    ]


_CLAUSES: Final = tuple(
    ((kind, side, rounds, number, third), actions.CLAUSE.code(kind, side, rounds, number, third, 0))
    for kind in range(len(names.CLAUSES))
    for side in ((names.PROPOSER, names.TARGET_SIDE) if kind in ONE_SIDED else range(len(names.BOUND)))
    for rounds in (names.UNTIL_TORN, *(() if kind in AT_ONCE else range(1, names.MAX_CLAUSE_ROUNDS + 1)))
    for number in (range(1, NUMBERED[kind] + 1) if kind in NUMBERED else (0,))
    for third in (range(names.MAX_SEATS) if kind == names.JOINT_TARGET else (actions.NOBODY,))
)
"""4.11: every clause, each with its code; a form shows them in this order."""
_WORTH: Final = tuple(sorted(one for one in _CLAUSES if one[0][2] in (2, 5, names.UNTIL_TORN)))
"""Those worth offering: for a short time, a long one, until torn."""


def propose(state: Battlefield, table: Table, seat: int, row: Sequence[int]) -> None:
    """BF-12.1: up to four clauses are proposed to one player, who answers yes or no."""
    other, by = actions.STRATEGIC_TREATY.values(row[0])
    if by:
        state.uses[seat] |= names.USED_ENVOY
    else:
        cards.play(state, table, seat, names.STRATEGIC_TREATY)
    state.proposal = [offered(state, seat, other, code) for code in row[1:]]
    table.tell(events.PROPOSED, seat, other, len(state.proposal), to=told(state, seat, other))
    for code in row[1:]:
        kind, side, rounds, number, third, _ = actions.CLAUSE.values(code)
        event, about = (events.CLAUSE, number) if third == actions.NOBODY else (events.CLAUSE_AGAINST, third)
        table.tell(event, kind, side, rounds, about, to=told(state, seat, other))
    if table.ask(ask_treaty, other, seat) == actions.YES:
        sign(state, table, seat, other)
    else:
        table.tell(events.TREATY_REFUSED, other, seat, to=told(state, seat, other))
    state.proposal = []


def told(state: Battlefield, seat: int, other: int) -> int:
    """BF-12.6: who learns of a treaty, as a mask: all, by an option the parties alone."""
    return 1 << seat | 1 << other if state.rules.secret_treaties else -1


def offered(state: Battlefield, seat: int, other: int, code: int) -> Treaty:
    """BF-12.2: a clause as it is kept; one for N rounds ends after the round N from now."""
    kind, side, rounds, number, third, _ = actions.CLAUSE.values(code)
    until = UNKNOWN if rounds == names.UNTIL_TORN else state.round + rounds
    return (seat, other, kind, side, until, number, UNKNOWN if third == actions.NOBODY else third)


@question("treaty_offer", "BF-12.1", *actions.YES_OR_NO, open=True)
def ask_treaty(state: Battlefield, seat: int, arg: int) -> Sequence[int]:
    """D7: whether the clauses on the table are accepted; `arg` is who proposes them."""
    return [actions.YES, actions.NO]


ask_treaty.by_default(orders.declined)


def sign(state: Battlefield, table: Table, seat: int, other: int) -> None:
    """BF-12.1: the treaty holds, and replaces an older one between the two; gifts are given, hidden units shown."""
    drop(state, table, seat, other)
    state.treaties += state.proposal
    table.tell(events.TREATY_MADE, seat, other, to=told(state, seat, other))
    for row in state.proposal:
        giver = pacts.bound(row)[0]
        taker = pacts.partner(row, giver)
        if row[C_TYPE] == names.GIFT:
            table.tell(events.GIFT, giver, taker, cards.give(state, giver, taker, row[C_NUMBER]))
        if row[C_TYPE] == names.SHOW_HIDDEN:
            for one in pacts.bound(row):
                show_hidden(state, table, one, pacts.partner(row, one))
    guests.expel(state, table)


def show_hidden(state: Battlefield, table: Table, owner: int, viewer: int) -> None:
    """4.11, Show hidden units: the other party sees them from now on."""
    marks = state.units.marks
    for unit, is_open in zip(marks[TAG][:], marks[OPEN][:], strict=True):
        if not is_open and state.of(unit, OWNED) == owner:
            units.look_at_unit(state, table, viewer, unit)


# Ending


def tear_up(state: Battlefield, table: Table, seat: int, other: int) -> None:
    """BF-12.4: the whole treaty ends at once; guests under it are ejected."""
    cards.play(state, table, seat, names.TEAR_UP_TREATY)
    table.tell(events.TORN, seat, other, to=told(state, seat, other))
    drop(state, table, seat, other)
    guests.expel(state, table)


def drop(state: Battlefield, table: Table, seat: int, other: int) -> None:
    """BF-12.4: no clause between two seats is left."""
    state.permitted = guests.permissions(state)
    state.treaties = [row for row in state.treaties if not pacts.is_between(row, seat, other)]


def run_out(state: Battlefield, table: Table) -> None:
    """BF-3.1, 12.2: clauses whose last round is over end."""
    ended = [row for row in state.treaties if 0 <= row[C_UNTIL] < state.round]
    if ended:
        end_clauses(state, table, ended)


def end_clauses(state: Battlefield, table: Table, ended: Sequence[Treaty]) -> None:
    """BF-12.2: some clauses end, and with them what they permit."""
    state.permitted = guests.permissions(state)
    state.treaties = [row for row in state.treaties if row not in ended]
    for row in ended:
        parties = told(state, row[C_PROPOSER], row[C_TARGET])
        table.tell(events.CLAUSE_ENDED, row[C_PROPOSER], row[C_TARGET], row[C_TYPE], to=parties)
    guests.expel(state, table)


@EFFECTS.op("last_two", "")
def check_last_two(state: Battlefield, table: Table) -> None:
    """BF-12.5: by an option, clauses against attacks end when only two players are left."""
    if state.rules.void_at_two and len(state.living()) == 2:
        ended = [row for row in state.treaties if row[C_TYPE] in VOID_AT_TWO]
        if ended:
            end_clauses(state, table, ended)


def why_not(state: Battlefield, seat: int, codes: Sequence[int]) -> Reason:
    """13.6: the rule that a proposal breaks."""
    if codes[0] not in proposals(state, seat):
        other = actions.STRATEGIC_TREATY.value(codes[0])
        wrong = other == seat or other >= state.seats or not state.is_in(other)
        return Reason("BF-12.7" if wrong else "BF-6.5", "no_treaty")
    other, picked = actions.STRATEGIC_TREATY.value(codes[0]), list(codes[1:])
    if not 1 <= len(picked) <= names.MAX_CLAUSES:
        return Reason("BF-12.1", "clauses")
    clauses = clauses_of(picked)
    for place, clause in enumerate(clauses):
        rule = fault(state, seat, other, clauses[:place], clause)
        if rule:
            return Reason(rule, "clause", path=f"clauses.{place}")
    return Reason("BF-12.1", "clauses")
