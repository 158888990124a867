"""Battlestar's reaction windows at a table of people: who is asked and what is sent depends on no hand."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from server.people import Place
from shapan.engine.chance import Stream
from shapan.engine.match import FRIENDLY, Match, random_answer
from shapan.engine.segment import BOT
from shapan.games.battlestar.game import GAME
from shapan.server.match.frame import compose
from shapan.server.match.room import Room
from shapan.server.store.row import MatchRow, Sealed, SeatRow

WINDOWS = 200
SEATS = 4


def sent(match: Match[Any], viewer: int, others: list[int]) -> bytes:
    """Return what a viewer is sent while a window is open that some others have answered."""
    row = MatchRow("twin", GAME.name, GAME.rules_version, SEATS, {}, FRIENDLY, b"", "owner")
    seats = [SeatRow(seat, "player", f"P{seat}", session=f"s{seat}") for seat in range(SEATS)]
    room = Room(row, seats, match, None, lambda: 0.0)  # type: ignore[arg-type]  # nothing is stored here
    room.window.note(
        [Sealed(seat, match.decisions[seat].ordinal, [match.legal(seat)[-1]], "player") for seat in others]
    )
    assert room.window.held is not None and sorted(room.window.held.sealed) == sorted(others)
    return msgspec.json.encode(compose(room, viewer, f"s{viewer}", match.event_count(viewer)))


@pytest.mark.parametrize("setting", ["all_humans", "standing_orders"])
def test_a_window_is_the_same_in_every_world_that_a_seat_holds_for_possible(setting: str) -> None:
    windows = able = 0
    for number in range(20):
        match: Match[Any] = Match(
            GAME, SEATS, {"reaction_prompts": setting}, f"windows {number}", FRIENDLY, hashes=False
        )
        rng = Stream(f"windows {number}")
        while not match.over and windows < WINDOWS:
            pending = match.pending
            if pending is not None and pending.prompt is not None and pending.prompt.reaction and not pending.given:
                windows += 1
                viewer = rng.number(SEATS)
                world = match.sample(viewer, f"world {windows}")
                others = [seat for seat in match.decisions if seat != viewer]
                assert sorted(world.decisions) == sorted(match.decisions), "the same seats are asked"
                assert sent(match, viewer, others) == sent(world, viewer, others[:1])
                able += [len(match.legal(seat)) > 1 for seat in others] != [
                    len(world.legal(seat)) > 1 for seat in others
                ]
            seat = rng.choice(sorted(match.decisions))
            decision = match.decisions[seat]
            match.answer(seat, random_answer(decision.prompt, match.live, seat, decision.arg, rng), BOT)
    assert windows == WINDOWS
    assert able > 20, "in some of the worlds other seats could have reacted"


def test_all_three_settings_at_a_table(place: Place) -> None:
    ling = place.person()
    rows = [{"kind": "me"}, {"kind": "open"}, {"kind": "bot"}]
    for setting in ("all_humans", "standing_orders", "holders_only"):
        wanted: Any = {"game": "battlestar", "seats": rows, "options": {"reaction_prompts": setting}}
        answer = ling.post("/matches", wanted)
        if setting == "holders_only":
            assert answer.status_code == 422 and answer.json()["field"] == "options.reaction_prompts"
        else:
            assert answer.status_code == 201
            place.begin(answer.json()["id"])
            assert ling.frame(answer.json()["id"])["orders"] == []
    alone = [{"kind": "me"}, {"kind": "bot"}, {"kind": "bot"}]
    wanted = {"game": "battlestar", "seats": alone, "options": {"reaction_prompts": "holders_only"}}
    answer = ling.post("/matches", wanted)
    assert answer.status_code == 201 and ling.frame(answer.json()["id"])["orders"] == []
