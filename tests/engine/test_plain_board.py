"""The board that a game has without writing one."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated, Any

import msgspec

from shapan.engine.kinds import UNKNOWN, Cards, Count, Die, Many, Seat
from shapan.engine.plain_board import plain_scene
from shapan.engine.scene import Phrase

NAMES = ("jack", "queen")


@dataclass(slots=True)
class View:
    turn: Annotated[int, Seat(2)]
    die: Annotated[int, Die(6)]
    pot: Annotated[int, Count(9)]
    table: Annotated[list[int], Cards(NAMES, 3)]
    score: Annotated[list[int], Many(Count(9), 2, by_seat=True)]
    hands: Annotated[list[list[int]], Many(Cards(NAMES, 3), 2, by_seat=True)]


def scene(die: int = 4) -> dict[str, Any]:
    view = View(1, die, 7, [1], [3, UNKNOWN], [[0, UNKNOWN], []])
    made = plain_scene(view, [5, 6], lambda _, code: Phrase(f"action.{code}"))
    written: dict[str, Any] = msgspec.to_builtins(made)
    return written


def test_counts_dice_and_cards_stand_in_the_middle() -> None:
    zones = {zone["id"]: zone for zone in scene()["zones"]}
    assert zones["pot"]["count"] == 7
    assert zones["die"]["pieces"][0]["face"] == "4"
    assert zones["table"]["pieces"][0]["label"]["key"] == "card.queen"


def test_a_die_not_yet_rolled_is_blank() -> None:
    zones = {zone["id"]: zone for zone in scene(die=0)["zones"]}
    assert "face" not in zones["die"]["pieces"][0]


def test_a_seat_has_its_counts_and_cards_and_hidden_ones_lie_face_down() -> None:
    first, second = scene()["panels"]
    assert [fact["value"] for fact in first["facts"]] == [3]
    assert "facts" not in second
    known, hidden = first["zones"][0]["pieces"]
    assert known["label"]["key"] == "card.jack"
    assert hidden["flags"] == ["face_down"]
    assert "label" not in hidden
    assert second["state"] == ["turn"]


def test_every_legal_action_is_a_button() -> None:
    assert [button["code"] for button in scene()["buttons"]] == [5, 6]


def test_a_game_without_a_view_has_only_buttons() -> None:
    made = plain_scene(None, [5], lambda _, code: Phrase(f"action.{code}"))
    assert len(made.buttons) == 1
    assert not made.panels
