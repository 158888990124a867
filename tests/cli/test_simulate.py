"""Bots against each other: the same tallies however the matches are split, and numbers that add up."""

from __future__ import annotations

import json
import statistics
from collections import Counter
from typing import Any

import pytest

from cli.conftest import Shapan
from shapan.cli.playout import Tally, count, median, quantile
from shapan.engine.registry import find
from shapan.engine.text import LANGUAGES, group_word
from shapan.lab.plan import Plan


def counted(shapan: Shapan, *words: object) -> dict[str, Any]:
    done = shapan("simulate", *words, "--json")
    assert (done.code, done.err) == (0, "")
    written = json.loads(done.out)
    assert isinstance(written, dict)
    return written


def test_jobs_change_nothing_but_speed(shapan: Shapan) -> None:
    words = ("planet-masters", "--matches", 21, "--bots", "greedy,random,greedy", "--seed", "x")
    one, two = counted(shapan, *words), counted(shapan, *words, "--jobs", 2)
    assert one.pop("decisions_per_second") > 0
    assert two.pop("decisions_per_second") > 0
    assert one == two
    other = counted(shapan, *words[:-1], "y")
    assert other["decisions"] != one["decisions"]


def test_numbers_add_up(shapan: Shapan) -> None:
    written = counted(shapan, "planet-masters", "--matches", 30, "--bots", "greedy,random")
    assert list(written)[:5] == ["game", "seats", "bots", "options", "seed"]
    assert (written["game"], written["seats"], written["bots"]) == ("planet_masters", 2, ["greedy", "random"])
    assert written["matches"] == sum(written["wins_by_seat"]) == 30
    assert written["wins_by_bot"]["greedy"] == {"wins": written["wins_by_seat"][0], "played": 30}
    assert sum(row["wins"] for row in written["wins_by_race"].values()) == 30
    assert sum(row["played"] for row in written["wins_by_race"].values()) == 60
    assert written["wins_by_bot"]["greedy"]["wins"] > 20
    assert 0 < written["rounds"]["median"] <= written["rounds"]["p95"]


def test_matches_are_the_same_however_they_are_split() -> None:
    plan = Plan("pig", 3, [["greedy"] * 3], {"target": 40}, "7", 9)
    whole, parts = count(plan, 0, 9), Tally()
    for first, number in ((6, 3), (0, 2), (2, 4)):
        parts.add(count(plan, first, number))
    assert whole == parts


def test_capped_is_any_other_result_than_the_first(shapan: Shapan) -> None:
    words = ("planet-masters", "--matches", 8, "--bots", "random", "--seats", 4, "--option", "max_rounds=2")
    written = counted(shapan, *words)
    assert written["capped"] == 8
    assert written["rounds"] == {"median": 2, "p95": 2}
    assert sum(written["wins_by_seat"]) >= 8


def test_a_table_for_people(shapan: Shapan) -> None:
    done = shapan("simulate", "planet-masters", "--matches", 10, "--bots", "greedy,random")
    assert done.code == 0
    for part in (
        "10 matches of planet_masters, 2 seats",
        "Seat 1 (greedy)",
        "Seat 2 (random)",
        "Roachkin",
        "capped: 0",
    ):
        assert part in done.out


@pytest.mark.parametrize("size", range(1, 30))
def test_quantiles(size: int) -> None:
    values = [(7 * place * place) % 11 for place in range(size)]
    assert median(Counter(values)) == statistics.median(values)
    assert quantile(Counter(values), 0.95) == sorted(values)[-(-95 * size // 100) - 1]


def test_groups_are_named_by_the_texts_of_the_game_in_the_language_of_the_environment(
    shapan: Shapan, monkeypatch: pytest.MonkeyPatch
) -> None:
    written = count(Plan("malifaux", 2, [["random"] * 2], {}, "1", 2), 0, 2)
    for language, table, seat in (("en_GB.UTF-8", "en", "Seat 1"), ("zh_CN.UTF-8", "zh-Hans", "1 号座位")):
        monkeypatch.setenv("LC_ALL", language)
        done = shapan("simulate", "malifaux", "--matches", 2, "--bots", "random")
        assert done.code == 0 and f"{seat} (random)" in done.out
        for leader in written.played["leader"]:
            name = group_word(find("malifaux"), table, "leader", leader)
            assert name is not None and name != leader and name in done.out and leader not in done.out


@pytest.mark.parametrize("name", ["battlefield", "battlestar", "malifaux", "planet_masters", "starcraft"])
def test_every_word_of_a_group_has_a_name(name: str) -> None:
    game = find(name)
    written = count(Plan(name, game.min_seats, [["random"] * game.min_seats], {}, "1", 1), 0, 1)
    words = [(group, word) for group, counts in written.played.items() if group != "bot" for word in counts]
    assert words and not [one for one in words for language in LANGUAGES if group_word(game, language, *one) is None]
