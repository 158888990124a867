"""What questions say: numbers, cards and checks that their texts name, from what the one who reads them sees."""

from __future__ import annotations

from typing import Any, Final

from shapan.games.battlestar import actions, events, names, step_codes
from shapan.games.battlestar.rules.hands import TO_THE_LIMIT, due, hand_limit, kept
from shapan.games.battlestar.rules.locations import TERMINAL_ILLNESS
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
        words |= {"number": due(view, seat, arg), "kept": kept(view, seat, arg), "cause": cause_of(view, seat, arg)}
    elif key == "box":
        words["card"] = names.CRISIS.phrase(arg)
    elif key == "attach_target":
        words["card"] = names.QUORUM.phrase(view.quorum_now.first)
    elif key == "W4" and view.crisis_now.cards:
        words["card"] = names.CRISIS.phrase(view.crisis_now.first)
    elif key == "W5" and view.crisis_now.cards and events.has_box(view.crisis_now.first, view.box):
        words["box"] = actions.BOX.phrase(view.box)
    elif key == "risk":
        words["card"] = names.DESTINATION.phrase(view.kobol.cards[-1])
    elif key == "take_card":
        words["other"] = {"seat": arg}
    elif key in OF_A_ROLL and view.roll is not None:
        words |= {"roll": roll_of(view), "face": view.roll.face}
    elif key in OF_A_CHECK and view.check is not None:
        words["of"] = names.CHECK_OF.phrase(view.check.what())
        words["difficulty"] = names.SIGNED.phrase(view.check.level())
        words["total"] = names.SIGNED.phrase(view.check.sum())
    return words


def cause_of(view: Battlestar, seat: int, number: int) -> Any:
    """Return what makes a seat discard so many cards: the hand limit, a card, a trait, or that it reveals itself."""
    if number == TO_THE_LIMIT:
        return {"key": "discarding.hand_limit", "words": {"number": hand_limit(view, seat)}}
    if view.super_now.cards:
        return names.SUPER_CRISIS.phrase(view.super_now.first)
    if view.crisis_now.cards:
        return names.CRISIS.phrase(view.crisis_now.first)
    if view.revealed[seat]:
        return {"key": "discarding.revealed"}
    if view.is_character(seat, names.ROSLIN) and number == TERMINAL_ILLNESS:
        return {"key": "drawback.laura_roslin"}
    return {"key": "discarding.sickbay"}


def roll_of(view: Battlestar) -> Any:
    """Return what the die is rolled for: the card that asks for it, or what happens."""
    assert view.roll is not None
    if view.roll.of == step_codes.QUORUM_ROLL and view.quorum_now.cards:
        return names.QUORUM.phrase(view.quorum_now.first)
    if view.roll.of == step_codes.CARD_ROLL and view.crisis_now.cards:
        return names.CRISIS.phrase(view.crisis_now.first)
    if view.roll.of == step_codes.DESTINATION_ROLL and view.kobol.cards:
        return names.DESTINATION.phrase(view.kobol.cards[-1])
    return events.ROLL.phrase(view.roll.of)
