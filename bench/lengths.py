"""Measure how long matches of our games take, alone with bots and among people; into `lengths.toml` of each game.

uv run python bench/lengths.py planet_masters battlestar pig leduc --write

A file with a table `[short]`, its `seats` and its `[short.options]`, offers a short match; it is measured too.

What is measured is how many questions a match of `greedy` asks, by seat and kind. Seconds follow from how long a bot's
slot is (`Settings`) and from how long people think, which is said below and stands in the files. As soon as enough
matches have been finished on a server, its lobby tells the median of those instead.
"""

from __future__ import annotations

import argparse
import json
import sys
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from statistics import median
from typing import Any

from shapan.bots import find, policy
from shapan.engine.chance import Stream, derive
from shapan.engine.game import Game
from shapan.engine.length import FILE
from shapan.engine.registry import find as game_called
from shapan.engine.table import PolicyTable
from shapan.server.api.opening import usual_seats
from shapan.server.hub.schedule import WINDOW_SHARE
from shapan.server.settings import Settings
from shapan.server.store.row import USUAL_WINDOW

GAMES = Path(__file__).resolve().parent.parent / "src" / "shapan" / "games"
PERSON = 0
ALONE = 15.0
"""Seconds that a person alone with bots thinks about a question."""
SHOWN = 2.0
"""Seconds for which the table shows him what a bot has answered."""
TOGETHER = 20.0
"""Seconds among people: they talk."""
GLANCE = 2.0
"""Seconds for a reaction window, which is mostly declined."""


@dataclass
class Counted:
    """How many questions a match asked: of the person and of others, windows apart."""

    own: int = 0
    others: int = 0
    own_windows: int = 0
    windows: int = 0

    @property
    def alone(self) -> float:
        """Return how many seconds it takes alone with bots."""
        slot = Settings(Path()).bot_delay
        person = self.own * ALONE + self.own_windows * GLANCE
        return person + self.others * (slot + SHOWN) + (self.windows - self.own_windows) * slot * WINDOW_SHARE

    @property
    def together(self) -> float:
        """Return how many seconds it takes among people, whose windows are held."""
        return (self.own + self.others) * TOGETHER + self.windows * max(GLANCE, USUAL_WINDOW / 1000)


class Counting(PolicyTable[Any]):
    """A table that counts what it asks; a window of several seats counts once, as it is held."""

    def __init__(self, state: Any, choose: Any) -> None:
        super().__init__(state, choose)
        self.counted = Counted()

    def ask(self, prompt: Any, seat: int, arg: int = 0) -> int:
        before = self.decisions
        code = super().ask(prompt, seat, arg)
        if self.decisions > before and not prompt.reaction:
            self._count(seat)
        return code

    def ask_many(self, prompt: Any, seat: int, arg: int = 0) -> list[int]:
        codes = super().ask_many(prompt, seat, arg)
        self._count(seat)
        return codes

    def window(self, prompt: Any, order: Any, arg: int = 0) -> tuple[int, int]:
        before = self.decisions
        own = PERSON in order and len(prompt.legal(self.state, PERSON, arg)) > 1
        reaction = super().window(prompt, order, arg)
        if self.decisions > before:
            self.counted.windows += 1
            self.counted.own_windows += own
        return reaction

    def _count(self, seat: int) -> None:
        if seat == PERSON:
            self.counted.own += 1
        else:
            self.counted.others += 1


def play(game: Game[Any], seats: int, number: int, options: Mapping[str, Any]) -> Counted:
    """Play one match."""
    state = game.start(options, seats, derive(b"length", seats, number))
    bots = dict.fromkeys(range(seats), find("greedy"))
    table = Counting(state, policy(game, bots, Stream(derive(b"bots", seats, number))))
    game.play_out(state, table)
    return table.counted


def minutes(seconds: list[float]) -> int:
    """Return the median in minutes."""
    return max(1, round(median(seconds) / 60))


def figures(game: Game[Any], seats: int, matches: int, options: Mapping[str, Any]) -> str:
    """Return what is measured of a kind of match, as lines of the file."""
    played = [play(game, seats, number, options) for number in range(matches)]
    return (
        f"seats = {seats}\n"
        f"matches = {matches}\n"
        f"questions = {round(median(one.own for one in played))} # of one person\n"
        f"alone = {minutes([one.alone for one in played])}\n"
        f"people = {minutes([one.together for one in played])}\n"
    )


def short_match(game: Game[Any], path: Path, matches: int) -> str:
    """Return what is measured of the short match that a game's file offers, without one nothing."""
    short = tomllib.loads(path.read_text(encoding="utf-8")).get("short") if path.is_file() else None
    if short is None:
        return ""
    options = "".join(f"{name} = {json.dumps(value)}\n" for name, value in short["options"].items())
    made = figures(game, short["seats"], matches, short["options"])
    return f"\n# The short match of the lobby.\n[short]\n{made}\n[short.options]\n{options}"


def main() -> None:
    """Measure games."""
    parser = argparse.ArgumentParser()
    parser.add_argument("games", nargs="+")
    parser.add_argument("--matches", type=int, default=100)
    parser.add_argument("--write", action="store_true", help=f"put the figures into {FILE} of the games")
    arguments = parser.parse_args()
    for name in arguments.games:
        game, path = game_called(name), GAMES / name / FILE
        seats = usual_seats(game)
        text = (
            f"# Minutes of a match with {seats} seats, median of {arguments.matches}: questions are counted,\n"
            "# seconds assumed.\n"
            f"# Made by: uv run python bench/lengths.py {name} --matches {arguments.matches} --write\n"
            f"# A person thinks {ALONE:g} s alone, {TOGETHER:g} s among people, {GLANCE:g} s about a window;\n"
            f"# what a bot answers is shown for {SHOWN:g} s.\n\n"
            f"{figures(game, seats, arguments.matches, {})}{short_match(game, path, arguments.matches)}"
        )
        print(text, file=sys.stdout)
        if arguments.write:
            path.write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main()
