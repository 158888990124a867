"""Numbers that an answer changes for sure: cards of the hand, resources, durability that is restored."""
# Stays plain: draws for people

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from shapan.engine.becoming import Change
from shapan.games.battlefield import abilities, actions, formulas, names
from shapan.games.battlefield.abilities import EFFECTS
from shapan.games.battlefield.board.offers import land_id
from shapan.games.battlefield.rules import units
from shapan.games.battlefield.state import Battlefield

_BOUGHT: Final = (actions.PLACE, actions.PLACE_CREWED, actions.EQUIP)
_PLAYED: Final = (
    actions.DISCARD, actions.GIVEN_UP, actions.RETREAT, actions.FULL_RETREAT, actions.TACTICAL_EVASION,
    actions.TEAR_UP_TREATY, actions.SPY_HAND, actions.SPY_UNIT, actions.BLOCKADE, actions.AIRDROP, actions.ATTACK_CARD,
)  # fmt: skip
"""Each takes one card out of the hand, and brings none."""


def changes(view: Battlefield, seat: int, code: int) -> Iterator[Change]:
    """Yield what an answer adds to hand, resources and durability."""
    family = actions.ACTIONS.of(code)
    if family in _BOUGHT:
        price = formulas.price(view, seat, family.value(code))
        yield Change(f"panel:{seat}", view.resources[seat], -price, "resources")
        yield _card(view, seat)
    elif family in _PLAYED or (family is actions.MOVE and _is_played(view, seat, code)):
        yield _card(view, seat)
    elif family is actions.REFIT:
        territory = actions.REFIT.value(code)
        durability, most = view.durability[territory], formulas.maximum(view, territory)
        gained = min(1 + EFFECTS.amount(view, abilities.REFIT, seat), most - durability)
        yield Change(f"zone:{land_id(territory)}", durability, gained)
        yield _card(view, seat)


def _card(view: Battlefield, seat: int) -> Change:
    return Change(f"panel:{seat}", len(view.hands[seat]), -1, "hand")


def _is_played(view: Battlefield, seat: int, code: int) -> bool:
    """BF-6.1: return whether a Move takes its card whatever a host says."""
    _, to, way = actions.MOVE.values(code)
    if way == actions.BY_DROP:
        return True
    return way == actions.BY_CARD and units.stay_in(view, seat, to) != names.INTRUDER
