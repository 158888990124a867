"""Files that chance has damaged: each is read, or refused in words with its place. Nothing else comes of it.

A failure names its number and keeps the file: with `DAMAGE=NUMBER` before it, the test repeats that one alone.
"""

from __future__ import annotations

import copy
import json
import os
import re
from collections.abc import Callable
from contextlib import redirect_stdout
from functools import cache, partial
from io import StringIO
from pathlib import Path
from random import Random
from typing import Any, Final

import pytest

from cli.damage import STRANGE, at, damaged, garbled, places, shown, swapped
from shapan.cli.errors import UsageError
from shapan.cli.play.command import _kept
from shapan.cli.replay import replay
from shapan.cli.scenario import scenario
from shapan.engine.registry import find, games
from shapan.engine.scenario import run
from shapan.games.malifaux.cards.data import text_of
from shapan.games.malifaux.cards.fault import CardFault
from shapan.games.malifaux.cards.loader import load, standard_files
from shapan.lab.errors import LabError
from shapan.lab.variant import read as read_variant
from shapan.server.replay.matchfile import BadFile, checked

TESTS: Final = Path(__file__).parent.parent
OWN: Final = TESTS.parent / "docs" / "how-to" / "models" / "own_models.json"
RECORDS: Final = 10
"""So much of a log is enough: what is wrong with a record is found where it stands."""


def numbers(short: int, long: int) -> pytest.MarkDecorator:
    """Let a test damage so many files, or in the long tier so many."""
    return pytest.mark.parametrize("count", [short, pytest.param(long, marks=pytest.mark.long)])


VARIANT: Final = """\
game = "planet_masters"
name = "strong-cruisers"
note = "more of everything"

[options]
max_rounds = 60

[tables.weapons.cruiser]
attack = 2

[tables.races.gaia]
name = "gaians"
"""


@cache
def scenarios(game: str) -> list[Path]:
    """The scenarios of a game; of one that has none a small one."""
    return sorted((TESTS / "games" / game / "scenarios").glob("*.json"))


def damaged_scenario(game: str, chance: Random) -> str:
    known = scenarios(game)
    data: Any = {"game": game, "seats": 2, "seed": 3, "answers": [], "position": {"seats": [{}, {}]}, "expect": {}}
    if known:
        data = json.loads(chance.choice(known).read_bytes())
    if chance.random() < 0.1:
        return garbled(shown(data), chance)
    return shown(damaged(data, chance, chance.choice((1, 1, 1, 2))))


@cache
def matches(game: str) -> list[dict[str, Any]]:
    files = [json.loads(path.read_bytes()) for path in sorted((TESTS / "golden").glob(f"{game}-*.json"))]
    names = ("game", "rules_version", "seats", "options", "key", "undo")
    return [
        {
            "format": 1,
            **{name: file[name] for name in names},
            "log": file["log"][:RECORDS],
            "table": {"people": [0], "bots": {"1": "greedy"}, "names": ["Ling"] * file["seats"], "over": True},
        }
        for file in files
    ]


def damaged_match(game: str, chance: Random) -> str:
    data = chance.choice(matches(game))
    if chance.random() < 0.1:
        return garbled(shown(data), chance)
    if chance.random() < 0.5:  # what stands outside the log is less than what stands in it
        outside = damaged({**data, "log": []}, chance)
        return shown(
            {**outside, "log": outside.get("log") or data["log"][:3]} if isinstance(outside, dict) else outside
        )
    return shown(damaged(data, chance))


def damaged_cards(_: str, chance: Random) -> str:
    text = OWN.read_text("utf-8")
    return garbled(text, chance) if chance.random() < 0.1 else shown(damaged(json.loads(text), chance))


def damaged_variant(_: str, chance: Random) -> str:
    return garbled(VARIANT, chance) if chance.random() < 0.2 else swapped(VARIANT, chance)


def read_scenario(path: Path) -> None:
    scenario(path)
    scenario(path, expect=True, as_json=True)


def read_match(path: Path) -> None:
    """Replay the file, prove it, and take it as if it came from somebody else."""
    ways: list[Callable[[], object]] = [
        lambda: replay(path),
        lambda: replay(path, as_json=True),
        lambda: replay(path, verify=True),
        lambda: _kept(path, None, path.parent, None),
    ]
    for way in ways:
        said = refusal(way, (UsageError,))
        assert said is None or str(path) in said or "there is no game" in said, said
    try:
        data = json.loads(path.read_text("utf-8"))
    except (ValueError, RecursionError):
        return
    checked(data)


def read_cards(path: Path) -> None:
    load([*standard_files(), (path.name, text_of(path))])


def read_variants(path: Path) -> None:
    read_variant(path, find("planet_masters"))


def refusal(read: Callable[[], object], allowed: tuple[type[Exception], ...]) -> str | None:
    """Return what is said of a file that is refused, None for one that is read."""
    try:
        read()
    except allowed as error:
        return str(error)
    return None


def hold(
    what: Callable[[str, Random], str],
    read: Callable[[Path], object],
    allowed: tuple[type[Exception], ...],
    name: str,
    count: int,
    folder: Path,
) -> None:
    """Damage and read some files; the first that is neither read nor refused fails, with the way to repeat it."""
    alone = os.environ.get("DAMAGE")
    for number in range(count) if alone is None else [int(alone)]:
        path = folder / f"{name}-{number}.json"
        path.write_text(what(name, Random(f"{what.__name__} {name} {number}")), "utf-8", "surrogatepass")
        try:
            with redirect_stdout(StringIO()):
                said = refusal(partial(read, path), allowed)
            assert said is None or (said and "\n" not in said), said
        except Exception as error:
            test = os.environ["PYTEST_CURRENT_TEST"].partition(" ")[0]
            raise AssertionError(f"{path}; again: DAMAGE={number} ./scripts/test '{test}'") from error
        path.unlink()


@numbers(8, 600)
@pytest.mark.parametrize("game", games())
def test_scenarios(game: str, count: int, tmp_path: Path) -> None:
    hold(damaged_scenario, read_scenario, (UsageError,), game, count, tmp_path)


@pytest.mark.long
@pytest.mark.parametrize("game", [game for game in games() if scenarios(game)])
def test_each_place_of_scenarios(game: str) -> None:
    """At each kind of place that the files of a game have, each of the values that do not belong there."""
    seen: set[str] = set()
    for file in scenarios(game):
        data = json.loads(file.read_bytes())
        for path in places(data):
            key = f"{re.sub('[0-9]+', '*', '.'.join(map(str, path)))} {type(at(data, path)).__name__}"
            if path[:1] == ("answers",) and len(path) > 1:
                key = f"{data['answers'][path[1]].get('do')}: {key}"
            if not path or key in seen:
                continue
            seen.add(key)
            for value in STRANGE:
                changed = copy.deepcopy(data)
                at(changed, path[:-1])[path[-1]] = copy.deepcopy(value)
                try:
                    shown(run(find(game), changed).write())
                except Exception as error:
                    raise AssertionError(f"{file.name}, {path}: {value!a}") from error


@numbers(2, 60)
@pytest.mark.parametrize("game", games())
def test_match_files(game: str, count: int, tmp_path: Path) -> None:
    hold(damaged_match, read_match, (BadFile,), game, count, tmp_path)


@numbers(3, 80)
def test_cards_of_malifaux(count: int, tmp_path: Path) -> None:
    hold(damaged_cards, read_cards, (CardFault,), "malifaux", count, tmp_path)


@numbers(40, 3_000)
def test_variants_of_planet_masters(count: int, tmp_path: Path) -> None:
    hold(damaged_variant, read_variants, (LabError,), "planet_masters", count, tmp_path)
