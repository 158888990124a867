"""What the tests of the adapters play: every registered game, and the toy games with the hard kinds of decisions."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from engine.toys.face_down import GAME as FACE_DOWN
from engine.toys.fate_duel import GAME as FATE_DUEL
from engine.toys.order_stacks import GAME as ORDER_STACKS
from engine.toys.skill_check import GAME as SKILL_CHECK
from shapan.adapters.play import Play
from shapan.adapters.setting import Setting
from shapan.engine.chance import Stream
from shapan.engine.game import Game
from shapan.engine.registry import games

REGISTERED: dict[str, Game[Any]] = games()
TOYS: dict[str, Game[Any]] = {game.name: game for game in (FACE_DOWN, FATE_DUEL, ORDER_STACKS, SKILL_CHECK)}
ALL: dict[str, Game[Any]] = {**REGISTERED, **TOYS}


def settings() -> list[Setting]:
    """Return every game with the fewest and with the most seats."""
    return [Setting(game, seats) for game in ALL.values() for seats in sorted({game.min_seats, game.max_seats})]


def label(value: Any) -> str:
    """Return the name of a setting in a test's name."""
    return f"{value.game.name}-{value.seats}" if isinstance(value, Setting) else str(value)


def step(play: Play, rng: Stream) -> None:
    """Let whoever is waited for act at random."""
    seat = rng.choice(play.waiting)
    if seat < 0:
        play.fall(rng.choice(play.match.outcomes())[0])
    else:
        play.act(seat, rng.choice(list(play.offered(seat))))


def moments(setting: Setting, seed: int, most: int, *, open_chance: bool = False) -> Iterator[Play]:
    """Play on at random, and yield before each step, at most so often; begin again at the end of a match."""
    rng, matches = Stream(f"moments {seed}"), 0
    play = Play(setting, seed, open_chance)
    for _ in range(most):
        if play.over:
            matches += 1
            play = Play(setting, f"{seed} {matches}", open_chance)
        yield play
        step(play, rng)
