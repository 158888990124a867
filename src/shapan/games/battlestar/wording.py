"""What questions say: numbers, cards and checks that their texts name, from what the one who reads them sees."""

from __future__ import annotations

from typing import Any, Final

from shapan.games.battlestar import actions, events, names
from shapan.games.battlestar.rules.hands import due
from shapan.games.battlestar.state import Battlestar

OF_A_CHECK: Final = frozenset(("contribute", "W6", "W7", "W8", "W9", "W10"))
OF_A_ROLL: Final = frozenset(("W2", "W3"))
NUMBERED: Final = {"pick_vipers": 255, "damage_tokens": 255, "shortage": 255, "draw_types": 15}
"""Questions whose argument holds a number: which bits of it."""


def words_of(view: Battlestar, key: str, seat: int, arg: int) -> dict[str, Any]:
    """Return the words of a question, by its key; a fact that the reader does not see gives none."""
    words: dict[str, Any] = {"seat": {"seat": seat}}
    if key in NUMBERED:
        words["number"] = arg & NUMBERED[key]
    if key == "shortage":
        words["unit"] = names.UNIT.phrase(arg >> 8)
    elif key == "discard":
        words["number"] = due(view, seat, arg)
        words["kept"] = len(view.hands[seat]) - words["number"]
    elif key == "box":
        words["card"] = names.CRISIS.phrase(arg)
    elif key == "W4":
        words["card"] = names.CRISIS.phrase(view.crisis_now.first)
    elif key == "W5":
        words["box"] = actions.BOX.phrase(view.box)
        words["effect"] = events.BOX_EFFECT.phrase(events.box_effect(view.crisis_now.first, view.box))
    elif key == "risk":
        words["card"] = names.DESTINATION.phrase(view.kobol.cards[-1])
    elif key == "take_card":
        words["other"] = {"seat": arg}
    elif key in OF_A_ROLL and view.roll is not None:
        words |= {"roll": events.ROLL.phrase(view.roll.of), "face": view.roll.face}
    elif key in OF_A_CHECK and view.check is not None:
        words["of"] = names.CHECK_OF.phrase(view.check.what())
        words["difficulty"] = names.SIGNED.phrase(view.check.level())
        words["total"] = names.SIGNED.phrase(view.check.sum())
    return words
