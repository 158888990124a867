"""Numbers that an answer changes for sure: cards of the hand, resources, durability that is restored."""
# Stays plain: draws for people

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from shapan.engine.actions import PARAMETER_BITS
from shapan.engine.answer_totals import Change
from shapan.games.battlefield import abilities, actions, formulas, names
from shapan.games.battlefield.abilities import EFFECTS
from shapan.games.battlefield.board.offers import land_id
from shapan.games.battlefield.board.supposing import suppose
from shapan.games.battlefield.rules import orders, special, units
from shapan.games.battlefield.state import Battlefield

_BOUGHT: Final = (actions.PLACE, actions.PLACE_CREWED, actions.EQUIP)
_PLAYED: Final = (
    actions.DISCARD, actions.GIVEN_UP, actions.RETREAT, actions.FULL_RETREAT, actions.TACTICAL_EVASION,
    actions.TEAR_UP_TREATY, actions.SPY_HAND, actions.SPY_UNIT, actions.BLOCKADE, actions.AIRDROP, actions.ATTACK_CARD,
)  # fmt: skip
"""Each takes one card out of the hand, and brings none."""


def changes(view: Battlefield, seat: int, key: str, code: int) -> Iterator[Change]:
    """Yield what an answer adds to hand, resources and durability."""
    family = actions.ACTIONS.of(code)
    if family in _BOUGHT:
        yield _paid(view, seat, formulas.price(view, seat, family.value(code)))
        yield _card(view, seat)
    elif code >> PARAMETER_BITS in special.CARD_OF:  # BF-8.1: paid for even if it has no effect
        yield _paid(view, seat, formulas.price(view, seat, special.CARD_OF[code >> PARAMETER_BITS]))
        yield _card(view, seat)
    elif family in _PLAYED or (family is actions.MOVE and _is_played(view, seat, code)):
        yield _card(view, seat)
    elif family is actions.REFIT:
        yield from _restored(view, actions.REFIT.value(code), 1 + EFFECTS.amount(view, abilities.REFIT, seat))
        yield _card(view, seat)
    elif family is actions.RESTORE:
        yield from _restored(view, actions.RESTORE.value(code, 1), 1)
    elif family is actions.BRIBE:
        yield _paid(view, seat, 1)
    elif family is actions.EXCHANGE:
        yield _card(view, seat)
        yield _paid(view, seat, -1)
    elif family is actions.PAYING:
        yield _paid(view, seat, 1 if key != "arius_special" or view.special is None else view.special.price)
    elif code == actions.YES and key == "trade_offer" and view.deal is not None:
        yield from _dealt(view)


def _restored(view: Battlefield, territory: int, number: int) -> Iterator[Change]:
    """BF-3.1, BF-6.2: durability that comes back, up to its maximum."""
    new = suppose(view)
    orders.restore(new, territory, number)
    was = view.durability[territory]
    yield Change(f"zone:{land_id(territory)}", was, new.durability[territory] - was)


def _dealt(view: Battlefield) -> Iterator[Change]:
    """BF-6.4: the price of a unit; a character may refuse."""
    deal = view.deal
    if deal is None or names.KIND[view.card(deal.unit)] == names.CHARACTER:
        return
    yield _paid(view, deal.buyer, deal.price)
    yield _paid(view, deal.seller, -deal.price)


def _paid(view: Battlefield, seat: int, price: int) -> Change:
    return Change(f"panel:{seat}", view.resources[seat], -price, "resources")


def _card(view: Battlefield, seat: int) -> Change:
    return Change(f"panel:{seat}", len(view.hands[seat]), -1, "hand")


def _is_played(view: Battlefield, seat: int, code: int) -> bool:
    """BF-6.1: return whether a Move takes its card whatever a host says."""
    _, to, way = actions.MOVE.values(code)
    if way == actions.BY_DROP:
        return True
    return way == actions.BY_CARD and units.stay_in(view, seat, to) != names.INTRUDER
