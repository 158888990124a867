"""Numbers that an answer changes for sure: cards of the hand, vipers that start or fly, nukes (BSG-4, 8, 9)."""
# Stays plain: draws for people

from __future__ import annotations

from collections.abc import Iterator

from shapan.engine.becoming import Change
from shapan.games.battlestar import actions
from shapan.games.battlestar.state import Battlestar


def changes(view: Battlestar, seat: int, code: int) -> Iterator[Change]:
    """Yield what an answer adds to the own hand and to ships that stand together."""
    family = actions.ACTIONS.of(code)
    if family in (actions.CARD, actions.MOVE_PAYING):
        yield Change(f"panel:{seat}", len(view.hands[seat]), -1, "hand")
    elif family is actions.LAUNCH:
        area = actions.LAUNCH.value(code)
        yield Change("piece:reserve_vipers", view.reserves(), -1)
        yield Change(f"piece:viper{area}", view.vipers[area], 1)
    elif family is actions.FLY_UNMANNED:
        start, to = actions.FLY_UNMANNED.values(code)
        yield Change(f"piece:viper{start}", view.vipers[start], -1)
        yield Change(f"piece:viper{to}", view.vipers[to], 1)
