"""Costs (crews 1): what an action, ability, trigger or effect is paid with."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from shapan.games.malifaux.cards.row import Row
from shapan.games.malifaux.cards.selector import Selector
from shapan.games.malifaux.cards.selector_reader import read_selector
from shapan.games.malifaux.cards.words import TOKENS

COSTS: Final = ("discard", "stone", "pass_token", "token", "remove_marker", "damage", "any_of")
"""What can be paid; [ruling] `any_of` leaves the choice of one of several costs to who pays."""
PAYERS: Final = ("self", "target")


@dataclass(frozen=True, slots=True)
class Cost:
    """One cost: so many cards, stones, pass tokens, tokens of a name or damage, a marker, or one of several costs.

    Who pays is the side of self or that of the target.
    """

    kind: str
    amount: int = 0
    by: str = "self"
    token: str = ""
    marker: Selector | None = None
    any_of: tuple[Cost, ...] = ()


def read_costs(row: Row, key: str) -> tuple[Cost, ...]:
    """Read a list of costs, all of which are paid; nothing is none."""
    return tuple(_cost(item) for item in row.rows(key))


def _cost(row: Row) -> Cost:
    kinds = [kind for kind in COSTS if row.has(kind)]
    if len(kinds) != 1:
        raise row.fault("", f"needs exactly one of {', '.join(COSTS)}")
    kind = kinds[0]
    by = row.word("by", PAYERS, "self")
    cost = Cost(kind, by=by)
    if kind == "token":
        token = row.row(kind)
        cost = Cost(kind, token.whole("n", 1, 99, 1), by, token.word("name", TOKENS))
        token.close()
    elif kind == "remove_marker":
        cost = Cost(kind, 1, by, marker=read_selector(row, kind))
    elif kind == "any_of":
        cost = Cost(kind, by=by, any_of=read_costs(row, kind))
        if len(cost.any_of) < 2:
            raise row.fault(kind, "needs two costs at least")
    else:
        cost = Cost(kind, row.whole(kind, 1, 99), by)
    row.close()
    return cost
