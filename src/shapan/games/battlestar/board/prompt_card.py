"""The card that a question is about, to be read beside it."""
# Stays plain: draws for people

from __future__ import annotations

from typing import Final

from shapan.engine.kinds import UNKNOWN, Kind
from shapan.engine.scene import Piece
from shapan.games.battlestar import names, step_codes
from shapan.games.battlestar.board.prints import card
from shapan.games.battlestar.state import Battlestar

_OF_A_DESTINATION: Final = frozenset(("risk", "restore"))
_OF_A_ROLL: Final = frozenset(("W2", "W3"))
_OF_A_DECK: Final = frozenset(("top_or_bottom",))


def make_reading(view: Battlestar, key: str) -> list[Piece]:
    """Return the cards that a question is about, as far as its reader sees them; none for one about no card."""
    found: tuple[Kind, int] | None = None
    if key in _OF_A_DESTINATION or (key in _OF_A_ROLL and _rolls_for(view, "destination")):
        found = (names.DESTINATION, arrived(view))
    elif key in _OF_A_DECK:
        tops = ((names.CRISIS, view.crisis_drawn), (names.DESTINATION, view.destination_drawn))
        seen = [(kind, one) for kind, zone in tops for one in zone.cards if one != UNKNOWN]
        tops_known = ((names.CRISIS, view.crisis.top.first), (names.DESTINATION, view.destination.top.first))
        seen += [(kind, one) for kind, one in tops_known if one != UNKNOWN]
        found = seen[0] if len(seen) == 1 else None
    elif view.check is None:  # a check has a panel of its own, which says all of its card
        for kind, zone in (
            (names.SUPER_CRISIS, view.super_now),
            (names.CRISIS, view.crisis_now),
            (names.QUORUM, view.quorum_now),
        ):
            if len(zone):
                found = (kind, zone.first)
                break
    if found is None or found[1] == UNKNOWN:
        return []
    return [card(f"read.{key}", *found)]


def arrived(view: Battlestar) -> int:
    """Return the destination that the fleet has just reached, `UNKNOWN` before the first."""
    return view.kobol.cards[-1] if len(view.kobol) else UNKNOWN


def _rolls_for(view: Battlestar, occasion: str) -> bool:
    return view.roll is not None and step_codes.ROLLS[view.roll.of] == occasion
