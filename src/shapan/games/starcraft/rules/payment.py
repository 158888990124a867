"""SC-4: workers are put onto resource cards to pay; cards may be forced."""

from __future__ import annotations

from collections.abc import Sequence

from shapan.engine.actions import DONE
from shapan.engine.kinds import UNKNOWN
from shapan.engine.prompt import Prompt, Reason
from shapan.engine.table import Table
from shapan.games.starcraft import actions, events, formulas, names
from shapan.games.starcraft.state import StarCraft

GAS_BITS = 8
"""The cost of a question of payment: minerals in the lowest bits of `arg`, gas above them."""


def can_pay(state: StarCraft, seat: int, cost: tuple[int, int], discount: int = UNKNOWN) -> bool:
    """SC-4.5, SC-5.10: tell whether a seat can pay a cost in whole, with a discount of a resource that it contains."""
    return covers(purse(state, seat), cost, discount)


def purse(state: StarCraft, seat: int) -> tuple[int, int, int]:
    """SC-4.5: return what a seat can pay: minerals, gas, and both together."""
    minerals, gas = formulas.available(state, seat)
    return minerals, gas, state.pool[seat]


def covers(purse: tuple[int, int, int], cost: tuple[int, int], discount: int = UNKNOWN) -> bool:
    """SC-4.5: tell whether a purse suffices for a cost in whole."""
    minerals, gas = lowered(cost, discount)
    return minerals <= purse[0] and gas <= purse[1] and minerals + gas <= purse[2]


def lowered(cost: tuple[int, int], discount: int) -> tuple[int, int]:
    """SC-5.10, D10: return a cost that is one of a resource less; -1 for none."""
    if discount < 0:
        return cost
    return cost[0] - (discount == names.MINERALS), cost[1] - (discount == names.GAS)


def usual(state: StarCraft, seat: int, cost: tuple[int, int]) -> list[int]:
    """SC-4.1, SC-4.3: return the cards, rising, that a cost is mostly paid with.

    Permanent cards first, then those with most room; what has to be forced last of all, the least card.
    """
    row: list[int] = []
    for kind in (names.MINERALS, names.GAS):
        number = cost[kind]
        own = [source for source in formulas.sources(state, seat) if names.SOURCE_KIND[source] == kind]
        own.sort(key=lambda source: (source < formulas.AREAS, -formulas.capacity(source)))
        for source in own:
            room = min(number, max(0, formulas.capacity(source) - formulas.working(state, seat, source)))
            row += [source] * room
            number -= room
        for depth in (names.NORMAL, names.PARTIAL):
            for source in sorted([one for one in own if one < formulas.AREAS], key=lambda one: names.VALUE[one]):
                if (
                    number
                    and state.depletion[source] <= depth
                    and row.count(source) < formulas.most_on(state, seat, source)
                ):
                    row.append(source)
                    number -= 1
    return sorted(row)


class AskPayment(Prompt[StarCraft]):
    """d_pay, SC-4.1: how many workers on which cards, forced ones included; `arg` is the cost."""

    key = "pay"
    plan = True
    rule = "SC-4.1"
    open = True
    many = True
    ordered = False
    families = (actions.PAY,)
    rows = actions.PAY_ROWS

    def lengths(self, state: StarCraft, seat: int, arg: int) -> tuple[int, int]:
        """SC-4.5: a worker for each resource of the cost."""
        number = (arg & 255) + (arg >> GAS_BITS)
        return number, number

    def next(self, state: StarCraft, seat: int, arg: int, picked: Sequence[int]) -> Sequence[int]:
        need, put = [arg & 255, arg >> GAS_BITS], [0] * len(names.SOURCES)
        last = 0
        for code in picked:
            source = actions.PAY.value(code)
            put[source] += 1
            need[names.SOURCE_KIND[source]] -= 1
            last = max(last, source)
        if sum(need) <= 0:
            return [DONE]
        found: list[int] = []
        room = [0, 0]
        for source in reversed(formulas.sources(state, seat)):  # what lies behind must suffice for the rest
            kind = names.SOURCE_KIND[source]
            free = formulas.most_on(state, seat, source) - put[source]
            if source < last:
                break
            room[kind] += free
            if (
                free > 0
                and need[kind] > 0
                and room[names.MINERALS] >= need[names.MINERALS]
                and room[names.GAS] >= need[names.GAS]
            ):
                found.append(actions.PAY.codes[source])
        found.reverse()
        return found

    def can_hold(self, state: StarCraft, seat: int, arg: int, picked: Sequence[int]) -> bool | None:
        """SC-4.1: no card beyond what it takes, no resource beyond its cost: the rest is found on the others."""
        spent = [0, 0]
        for code in picked:
            spent[names.SOURCE_KIND[actions.PAY.value(code)]] += 1
        known = self.all_picks(state, seat, arg)
        fits = all(
            code in known and picked.count(code) <= formulas.most_on(state, seat, actions.PAY.value(code))
            for code in picked
        )
        return fits and spent[names.MINERALS] <= arg & 255 and spent[names.GAS] <= arg >> GAS_BITS

    def all_picks(self, state: StarCraft, seat: int, arg: int) -> Sequence[int]:
        """SC-4.1: every card that takes a worker for a resource of the cost, whatever the others could give."""
        need = [arg & 255, arg >> GAS_BITS]
        return [
            actions.PAY.codes[source]
            for source in formulas.sources(state, seat)
            if need[names.SOURCE_KIND[source]] and formulas.most_on(state, seat, source)
        ]

    def proposal(self, state: StarCraft, seat: int, arg: int) -> list[int]:
        return [actions.PAY.codes[source] for source in usual(state, seat, (arg & 255, arg >> GAS_BITS))]

    def default_many(self, state: StarCraft, seat: int, arg: int) -> list[int]:
        return self.proposal(state, seat, arg)

    def why_not_next(self, state: StarCraft, seat: int, arg: int, picked: Sequence[int], code: int) -> Reason:
        """13.8: over the capacity of a card without forcing it: SC-4.3; a wrong sum: SC-4.5."""
        source = actions.PAY.value(code) if actions.PAY.has(code) else UNKNOWN
        if source not in formulas.sources(state, seat):
            return Reason("SC-4.5", "wrong_sum")
        if picked.count(code) >= formulas.most_on(state, seat, source):
            return Reason("SC-4.3", "card_full")
        kind = names.SOURCE_KIND[source]
        price = (arg & 255, arg >> GAS_BITS)[kind]
        laid = sum(names.SOURCE_KIND[actions.PAY.value(pick)] == kind for pick in picked)
        return Reason("SC-4.5", "not_in_price" if not price else "paid_up" if laid >= price else "wrong_sum")

    def why_not_many(self, state: StarCraft, seat: int, arg: int, codes: Sequence[int]) -> Reason:
        for code in codes:
            source = actions.PAY.value(code) if actions.PAY.has(code) else UNKNOWN
            if source in formulas.sources(state, seat) and codes.count(code) > formulas.most_on(state, seat, source):
                return Reason("SC-4.3", "card_full", path="on")
        return Reason("SC-4.5", "wrong_sum", path="on")


ask_payment = AskPayment()


def pay(state: StarCraft, table: Table[StarCraft], seat: int, minerals: int, gas: int) -> None:
    """SC-4.1 to SC-4.3: pay a cost; nothing is asked where there is nothing to pay."""
    if minerals + gas == 0:
        return
    for code in table.ask_many(ask_payment, seat, minerals | gas << GAS_BITS):
        put_worker(state, table, seat, actions.PAY.value(code))


def put_worker(state: StarCraft, table: Table[StarCraft], seat: int, source: int) -> None:
    """SC-4.1, SC-4.3: put a worker onto a card; one more than it has room for forces it."""
    state.pool[seat] -= 1
    table.tell(events.PAID, seat, source, 1)
    if source >= len(names.AREAS):
        state.permanent[seat][source - len(names.AREAS)] += 1
        return
    is_forced = state.mined[source] >= names.VALUE[source]
    state.mined[source] += 1
    if is_forced and state.depletion[source] == names.NORMAL:
        state.depletion[source] = names.PARTIAL
        table.tell(events.FORCED, seat, source)
    elif is_forced:
        state.depletion[source] = names.DEPLETED
        state.holders[source] = UNKNOWN
        workers, state.mined[source] = state.mined[source], 0
        state.unavailable[seat] += workers
        table.tell(events.DEPLETED, seat, source, workers)


def has_worker_room(state: StarCraft, area: int) -> bool:
    """SC-4.2: tell whether a worker can go onto a card without forcing it."""
    return state.mined[area] < names.VALUE[area]
