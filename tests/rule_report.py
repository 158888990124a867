"""Which tests name which rule, and how often random matches come upon it.

    uv run python tests/rule_report.py [GAME]

A rule is named by a test's `rule` mark, or by `case` and `why` of a scenario file. A game that is not listed yet is
found by the name of its package.
"""

from __future__ import annotations

import json
import re
import sys
from collections import Counter
from importlib import import_module
from pathlib import Path
from typing import Any

from shapan.engine.chance import Stream, derive
from shapan.engine.game import Game
from shapan.engine.options import OptionError
from shapan.engine.registry import UnknownGame, find, games
from shapan.engine.table import RandomTable
from shapan.engine.text import rule_numbers

TESTS = Path(__file__).parent
_MARK = re.compile(r"\brule\(([^)]*)\)")
_NUMBER = re.compile(r"[A-Z]{2,4}-[A-Z]*\d+(?:\.\d+)*")


class _Listener(RandomTable[Any]):
    """A random table that counts the event types told at it."""

    def __init__(self, state: Any, rng: Stream, told: Counter[int]) -> None:
        super().__init__(state, rng)
        self.on = True
        self.told = told

    def tell(self, kind: int, *parts: Any, **more: Any) -> None:
        self.told[kind] += 1


def named_rules() -> dict[str, set[str]]:
    """Return for each rule number the tests and scenario files that name it."""
    found: dict[str, set[str]] = {}
    for path in sorted(TESTS.rglob("test_*.py")):
        for marks in _MARK.findall(path.read_text("utf-8")):
            for number in _NUMBER.findall(marks):
                found.setdefault(number, set()).add(str(path.relative_to(TESTS)))
    for path in sorted(TESTS.rglob("scenarios/*.json")):
        data = json.loads(path.read_text("utf-8"))
        for number in _NUMBER.findall(f"{data.get('case', '')} {data.get('why', '')}"):
            found.setdefault(number, set()).add(str(path.relative_to(TESTS)))
    return found


def hits(game: Game[Any], matches: int = 60) -> Counter[str]:
    """Return how often random matches told an event of each rule."""
    told: Counter[int] = Counter()
    rng = Stream("rule report")
    numbers = [seats for seats in range(game.min_seats, game.max_seats + 1) if _plays(game, seats)]
    for number in range(matches):
        seats = numbers[number % len(numbers)]
        state = game.start({}, seats, derive(b"rule report", number))
        game.play_out(state, _Listener(state, rng, told))
    rules: Counter[str] = Counter()
    for kind, count in told.items():
        rules[game.events.types[kind].rule] += count
    return rules


def _plays(game: Game[Any], seats: int) -> bool:
    """Tell whether a number of players needs no option."""
    try:
        game.resolve({}, seats)
    except OptionError:
        return False
    return True


def game_named(name: str) -> Game[Any]:
    """Return a listed game, or the game of a package that shows none yet. Raises UnknownGame."""
    try:
        return find(name)
    except UnknownGame:
        if not name.replace("-", "_").isidentifier():
            raise
    try:
        game: Game[Any] = import_module(f"shapan.games.{name.replace('-', '_')}.game").GAME
    except ModuleNotFoundError:
        raise UnknownGame(f"there is no game {name!r}") from None
    return game


def summary() -> list[str]:
    """Return a line a game: rules, how many are named by a test, how many come up in random matches."""
    named = named_rules()
    lines = []
    for game in games().values():
        rules = rule_numbers(game)
        if rules:
            told = hits(game)
            count = sum(rule in named for rule in rules)
            seen = sum(rule in told for rule in rules)
            lines.append(f"{game.name}: {len(rules)} rules, {count} named by tests, {seen} told in random matches")
    return lines


def main() -> None:
    """Print the whole table."""
    named = named_rules()
    for game in [game_named(sys.argv[1])] if len(sys.argv) > 1 else games().values():
        told = hits(game)
        print(f"\n## {game.name}\n\n| rule | tests and scenarios | told in 60 random matches |\n| --- | --- | --- |")
        for rule in rule_numbers(game):
            print(f"| {rule} | {len(named.get(rule, ()))} | {told[rule] or ''} |")


if __name__ == "__main__":
    main()
