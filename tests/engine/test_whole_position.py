"""Positions that are printed load again: words, and what they do not say."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest

from shapan.engine.chance import Stream
from shapan.engine.game import Game, PositionError
from shapan.engine.match import Match, random_answer
from shapan.engine.registry import find, games
from shapan.engine.scenario import run
from shapan.engine.whole_position import KEY, begin, write_whole

FILES = 12
GAMES = Path(__file__).parents[1] / "games"


def plain(data: Any) -> Any:
    return json.loads(json.dumps(data))


def played(game: Game[Any], seats: int, answers: int, seed: str = "1") -> Match[Any]:
    match, rng = Match(game, seats, seed=seed, hashes=False), Stream(seed)
    for _ in range(answers):
        seat = rng.choice(match.waiting)
        asked = match.decisions[seat]
        match.answer(seat, random_answer(asked.prompt, match.live, seat, asked.arg, rng))
    return match


@pytest.mark.parametrize("name", games())
def test_what_a_scenario_prints_is_a_position(name: str) -> None:
    game = find(name)
    files = [json.loads(path.read_bytes()) for path in sorted((GAMES / name / "scenarios").glob("*.json"))]
    tried = 0
    for data in files[:: max(1, len(files) // FILES)]:
        if "error" in data.get("expect", {}):
            continue
        printed = plain(run(game, data, whole=True).position)
        options = data.get("options", {})
        again = begin(game, printed, options, data["seats"], by_hand=game.lenient)
        if again.pending is not None and run(game, data).decisions:  # where rules rest, they go on from there
            assert plain(write_whole(again)) == printed, data.get("case")
        begun = {"game": name, "seats": data["seats"], "options": options, "position": printed}
        assert run(game, begun).error is None, data.get("case")
        tried += 1
    assert tried or not files


def test_words_can_be_changed_beside_what_they_do_not_say() -> None:
    pig = find("pig")
    data = plain(write_whole(played(pig, 2, 7)))
    data["seats"][0]["banked"] = 7
    assert begin(pig, data, {}, 2).live.banked[0] == 7
    data["seats"][0]["banked"] = -1
    with pytest.raises(PositionError, match=r"position\.seats\.0\.banked"):
        begin(pig, data, {}, 2)


def test_words_against_the_rest_are_refused_at_their_path() -> None:
    planets = find("planet_masters")
    data = plain(write_whole(played(planets, 3, 30)))
    data["seats"][1]["totals"]["votes"] += 1
    with pytest.raises(PositionError, match=r"position\.seats\.1\.totals\.votes"):
        begin(planets, data, {}, 3)


@pytest.mark.parametrize(
    ("name", "value", "path"),
    [
        ("rules_version", 99, "rules_version"),
        ("base", "nothing", "base"),
        ("state", {"no_such_fact": 1}, "state"),
        ("state", {"agenda": [[99]]}, "state"),
        ("state", {"agenda": "x"}, "state"),
        ("state", [], "state"),
        ("since", [[[9], 1]], "since"),
        ("since", [1], "since"),
        ("given", [["0", []]], "given"),
        ("left", [7], "left"),
        ("fell", {"no_such_stream": [1]}, "fell"),
        ("fell", {"die": ["x"]}, "fell"),
        ("more", 1, "more"),
    ],
)
def test_a_damaged_rest_is_an_error_at_its_field(name: str, value: Any, path: str) -> None:
    pig = find("pig")
    data = plain(write_whole(played(pig, 2, 7)))
    data[KEY] = {**data[KEY], name: value}
    result = run(pig, {"game": "pig", "seats": 2, "position": data})
    assert result.error is not None and result.error["field"] == f"position.{KEY}.{path}"


@pytest.mark.parametrize("value", [None, [], "x", {"rules_version": 1, "since": [[[0], 0], [[0], "x"], [[0], [[]]]]}])
def test_whatever_stands_there_is_an_error_of_the_file(value: Any) -> None:
    pig = find("pig")
    data = {**plain(write_whole(played(pig, 2, 7))), KEY: value}
    result = run(pig, {"game": "pig", "seats": 2, "position": data})
    assert result.error is not None and result.error["field"].startswith("position")


def test_a_position_keeps_votes_that_are_given_and_who_has_left() -> None:
    planets = find("planet_masters")
    for answers in range(200, 400):
        match = played(planets, 4, answers, "votes")
        pending = match.pending
        if pending is not None and pending.together and pending.given and pending.given.keys() != {*pending.seats}:
            break
    else:
        pytest.fail("no vote is open")
    again = begin(planets, plain(write_whole(match)), {}, 4)
    assert again.pending is not None and again.pending.given == pending.given
    seat = next(seat for seat in range(4) if seat not in match.waiting)
    match.leave(seat)
    assert begin(planets, plain(write_whole(match)), {}, 4).left == {seat}


@pytest.mark.parametrize(
    ("name", "seats", "figure"),
    [("battlefield", 3, "counts.discard"), ("battlestar", 3, "picked"), ("planet_masters", 3, "seats.0.totals.votes")],
)
def test_words_alone_are_read_with_their_figures(name: str, seats: int, figure: str) -> None:
    game, read, wrong = find(name), 0, 0
    for answers in range(60, 260, 20):
        match = played(game, seats, answers, "words")
        data = plain(game.write_position(match.segments[-1].snapshot, {}))
        if data.get("check") or data.get("last_check"):
            data = {key: value for key, value in data.items() if key not in ("check", "last_check")}
        try:
            begin(game, data, {}, seats)
        except PositionError:
            continue
        read += 1
        *path, last = figure.split(".")
        here = data
        for word in path:
            here = here[int(word)] if isinstance(here, list) else here[word]
        here[last] = here[last][::-1][:1] if isinstance(here[last], list) else here[last] + 1
        with pytest.raises(PositionError, match=re.escape(f"position.{figure}")):
            begin(game, data, {}, seats)
        wrong += 1
    assert read >= 3 and wrong == read
