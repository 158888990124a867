"""Numbers that an answer changes for sure: cards of the hand, soulstones, pass tokens (MFX-2, 3, 7, 9)."""
# Stays plain: draws for people

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from shapan.engine.becoming import Change
from shapan.games.malifaux import actions as a
from shapan.games.malifaux.state import Malifaux

_CARDS: Final = (a.CARD, a.CHEAT, a.COST, a.PAY, a.BY_CARD)
_STONES: Final = (a.BLOCK, a.REDUCE, a.PAY_STONE, a.STONE_DRAW)


def changes(view: Malifaux, seat: int, code: int) -> Iterator[Change]:
    """Yield what an answer takes from hand, soulstones and pass tokens."""
    family = a.ACTIONS.of(code)
    if family in _CARDS:
        yield Change(f"panel:{seat}", len(view.hands[seat]), -1, "hand")
    elif family is a.STONE or code in _STONES:
        yield Change(f"panel:{seat}", view.stones[seat], -1, "stones")
    elif code in (a.PASS, a.BY_TOKEN):
        yield Change(f"panel:{seat}", view.pass_tokens[seat], -1, "pass_tokens")
    elif family is a.TOKENS:
        yield Change(f"panel:{seat}", view.pass_tokens[seat], -a.TOKENS.value(code), "pass_tokens")
