"""Writes moments of a game for the table without a server (web/src/demo): its frames, words and symbols in one file.

`python scripts/moments.py planet_masters [--seats 4] [--matches 4] [--seed 1]`; a game that is not in the registry is
named by its package: `PYTHONPATH=tests python scripts/moments.py engine.toys.face_down`. For each question of the game
there is the fullest table at which it was asked, then one that only waits, then the end; beside them every card of the
game, which `--matches 0` writes alone.
"""

from __future__ import annotations

import argparse
import json
from importlib import import_module
from pathlib import Path
from typing import Any

import msgspec

from shapan.engine.chance import Stream
from shapan.engine.foresight import Foresight
from shapan.engine.game import Game
from shapan.engine.match import Match, random_answer
from shapan.engine.registry import games
from shapan.engine.text import LANGUAGES, catalogue
from shapan.server.match.message import EventList, FrameMessage, SeatInfo
from shapan.server.match.visible_state import visible_state
from shapan.server.pages.cover import symbols
from shapan.server.words import seat_name, words

OUTPUT = Path(__file__).resolve().parent.parent / "web/.cache/moments"


def frame(match: Match[Any], viewer: int) -> FrameMessage:
    """Return what a seat sees, with all others played by people."""
    foresight = Foresight(match, viewer, alone=False) if viewer in match.decisions else None
    seen = visible_state(match, viewer, foresight=foresight)
    kinds = ["you" if seat == viewer else "player" for seat in range(match.seats)]
    return FrameMessage(
        match="demo",
        frame=1,
        epoch=seen.epoch,
        viewer=viewer,
        spectator=False,
        seats=[SeatInfo(seat, seat_name("en", seat, kind, ""), kind) for seat, kind in enumerate(kinds)],
        game=match.game.name,
        rules_version=match.game.rules_version,
        scene=seen.scene,
        events=EventList(0, seen.events),
        log_length=seen.log_length,
        decision=seen.decision,
        question=seen.question,
        waiting=seen.waiting,
        answered=seen.answered,
        may_undo=seen.may_undo,
        outcome=seen.outcome,
    )


def moments(game: Game[Any], seats: int, matches: int, seed: int) -> dict[str, FrameMessage]:
    """Return frames by question of the game, in its order, then `waiting` and `over`."""
    found: dict[str, tuple[int, FrameMessage]] = {}

    def keep(name: str, match: Match[Any], viewer: int) -> None:
        made = frame(match, viewer)
        full = len(msgspec.json.encode(made.scene))
        if name not in found or full > found[name][0]:
            found[name] = full, made

    for number in range(matches):
        match = Match(game, seats, seed=seed + number)
        rng = Stream(f"moments {seed + number}")
        while not match.over:
            seat = rng.choice(match.waiting)
            decision = match.decisions[seat]
            keep(decision.prompt.key, match, seat)
            keep("waiting", match, next((other for other in range(seats) if other not in match.waiting), seat))
            match.answer(seat, random_answer(decision.prompt, match.live, seat, decision.arg, rng))
        keep("over", match, 0)
    order = [*(prompt.key for prompt in game.prompts), "waiting", "over"]
    return {name: found[name][1] for name in order if name in found}


def game_of(name: str) -> Game[Any] | None:
    """Return a game of the registry, or that of a package; None if there is none."""
    found: Game[Any] | None = games().get(name)
    try:
        return found or getattr(import_module(name), "GAME", None)
    except ModuleNotFoundError:
        return None


def main() -> None:
    """Write the file."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("game")
    parser.add_argument("--seats", type=int)
    parser.add_argument("--matches", type=int, default=4)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--to", type=Path, default=OUTPUT, help="the folder that is written to")
    given = parser.parse_args()
    game = game_of(given.game)
    if game is None:
        parser.error(f"{given.game!r} is neither a game ({', '.join(games())}) nor a package with one")
    seats = given.seats or min(game.max_seats, max(game.min_seats, 4))
    folder = given.to
    folder.mkdir(parents=True, exist_ok=True)
    made = {
        "game": game.name,
        "frames": msgspec.to_builtins(moments(game, seats, given.matches, given.seed)),
        "cards": msgspec.to_builtins(game.cards()),
        "texts": {language: {**catalogue(game, language), **words(language)} for language in LANGUAGES},
    }
    (folder / "moments.json").write_text(json.dumps(made, ensure_ascii=False), encoding="utf-8")
    (folder / "symbols.svg").write_bytes(symbols(game) or b'<svg xmlns="http://www.w3.org/2000/svg"/>')
    print(f"{len(made['frames'])} moments of {game.name}: {', '.join(made['frames'])}")


if __name__ == "__main__":
    main()
