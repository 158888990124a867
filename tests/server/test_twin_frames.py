"""Twin worlds at the table: what a seat is sent would be the same bytes, whatever it cannot know were otherwise.

Some hundred matches of bots are played as the server plays them, for seats and for a spectator. At each step some
frames are composed twice: from the true match, and from a world in which everything hidden from the viewer was dealt
again. A difference is a leak.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import msgspec
import pytest

from shapan import bots
from shapan.engine.chance import Chance, Stream
from shapan.engine.game import Game
from shapan.engine.match import FRIENDLY, Match
from shapan.engine.registry import find
from shapan.engine.segment import BOT
from shapan.server.match.frame import compose
from shapan.server.match.room import Room
from shapan.server.match.visible_state import visible_state
from shapan.server.store.row import MatchRow, SeatRow

MATCHES = {"leduc": 175, "planet_masters": 5, "pig": 10, "face_down": 6, "fate_duel": 6, "order_stacks": 6}
MATCHES |= {"skill_check": 6, "battlestar": 1, "battlefield": 1}
"""So many that each number of seats comes, and each question of small games; the long tier has ten times as many."""
LATEST_EVENTS = 8
LATEST, EVERY = 24, 40
"""Of long matches the frames of the first steps and of each so many later ones are compared."""


def game_of(name: str) -> Game[Any]:
    """Return a game by name: one that is installed, or a toy of the engine's tests."""
    try:
        return find(name)
    except LookupError:
        module = __import__(f"engine.toys.{name}", fromlist=["GAME"])
        game: Game[Any] = module.GAME
        return game


def room_of(match: Match[Any]) -> Room:
    """Return a room round a match, with a person at seat 0 and bots at the others."""
    row = MatchRow("twin", match.game.name, match.game.rules_version, match.seats, {}, FRIENDLY, b"", "owner")
    seats = [SeatRow(0, "player", "Ling", session="ling")]
    seats += [SeatRow(seat, "bot", f"Bot {seat + 1}", "greedy") for seat in range(1, match.seats)]
    return Room(row, seats, match, None, lambda: 0.0)  # type: ignore[arg-type]  # nothing is stored here


def sent(match: Match[Any], viewer: int) -> bytes:
    """Return what a viewer is sent, as the stream writes it."""
    after = max(0, match.event_count(viewer) - LATEST_EVENTS)
    return msgspec.json.encode(compose(room_of(match), viewer, "ling" if viewer == 0 else None, after))


def play_and_compare(
    game: Game[Any], seed: str, compose: Callable[[Match[Any], int], bytes], number: int = 0
) -> tuple[int, bool]:
    """Play one match of bots; return the number of frames compared and whether the world of one was another one.

    The number says with how many seats: with most at first, then each other number in turn.
    """
    rng = Stream(seed)
    seats = game.max_seats - number % (game.max_seats - game.min_seats + 1)
    match: Match[Any] = Match(game, seats, {}, seed, FRIENDLY)
    compared, other, steps = 0, False, 0
    mind = bots.find("random" if game.max_decisions < 2000 or not rng.number(8) else "greedy")
    while not match.over:
        steps += 1
        if steps < LATEST or not steps % EVERY:
            for viewer in range(seats + 1):
                world = match.sample(viewer, f"{seed}.{steps}")
                true, twin = compose(match, viewer), compose(world, viewer)
                assert true == twin, f"{game.name}, {seed!r}, step {steps}: viewer {viewer} is sent what is hidden"
                compared += 1
                other = other or hidden(world) != hidden(match)
        seat = rng.choice(sorted(match.decisions))
        match.answer(seat, bots.answer(mind, match, seat), by=BOT)
    return compared, other


def hidden(match: Match[Any]) -> tuple[bytes, dict[int, list[int]]]:
    """Return what some viewers cannot know: the state but for the dice to come, and answers not yet shown."""
    state = match.live.copy()
    state.chance = Chance()
    pending = match.pending
    return state.encoded(), {} if pending is None else {seat: list(codes) for seat, codes in pending.given.items()}


@pytest.mark.parametrize("times", [1, pytest.param(10, marks=pytest.mark.long)])
@pytest.mark.parametrize("name", MATCHES)
def test_a_seat_is_sent_the_same_in_every_world_that_it_holds_for_possible(name: str, times: int) -> None:
    game = game_of(name)
    compared, other, matches = 0, False, times * MATCHES[name]
    for number in range(matches):
        frames, differing = play_and_compare(game, f"world {name} {number}", sent, number)
        compared, other = compared + frames, other or differing
    assert compared >= 8 * matches
    assert other or name == "pig", "no world differed from the truth: nothing has been tested"


def test_the_comparison_finds_a_frame_that_tells_too_much() -> None:
    def leaking(match: Match[Any], viewer: int) -> bytes:
        return msgspec.json.encode([visible_state(match, viewer), hidden(match)[0]])

    with pytest.raises(AssertionError, match="sent what is hidden"):
        play_and_compare(find("leduc"), "leak", leaking)
