"""Numbers that an answer changes for sure: cards of hands, resources, durability of territories."""
# Stays plain: draws for people

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from shapan.engine.answer_totals import Change
from shapan.games.battlefield import actions
from shapan.games.battlefield.board.offers import land_id
from shapan.games.battlefield.board.trials import tried
from shapan.games.battlefield.state import Battlefield

_ASKED: Final = ("restore", "development", "fight", "arius_attack", "arius_special", "fourth_card", "trade_offer")
"""Questions whose answers are tried."""
_DISCARDED: Final = (actions.DISCARD, actions.GIVEN_UP)
_BEHIND: Final = (*_DISCARDED, actions.GOING, actions.CLAUSE, actions.PRICE, actions.POINTS)
"""Picks that are no answer alone."""


def changes(view: Battlefield, seat: int, key: str, code: int) -> Iterator[Change]:
    """Yield what an answer adds to hands, resources and durability before anyone else or chance decides."""
    family = actions.ACTIONS.of(code)
    if family in _DISCARDED:
        yield Change(f"panel:{seat}", len(view.hands[seat]), -1, "hand")
    if key not in _ASKED or family in _BEHIND or code == actions.NO:
        return
    new = tried(view, seat, key, code).sure
    # What is announced comes back if it is declined.
    back = 0 if family is actions.EQUIP else len(new.offered) - len(view.offered)
    for one in range(view.seats):
        yield Change(f"panel:{one}", view.resources[one], new.resources[one] - view.resources[one], "resources")
        was, now = len(view.hands[one]), len(new.hands[one]) + back * (one == seat)
        yield Change(f"panel:{one}", was, now - was, "hand")
    for territory, (was, now) in enumerate(zip(view.durability, new.durability, strict=True)):
        if now != was:
            yield Change(f"zone:{land_id(territory)}", was, now - was)
