"""Whole answers by name: what is kept of them, what counts as the same, and that old folders are read without them."""

from __future__ import annotations

import json
import random
from collections import Counter
from pathlib import Path
from typing import Any

import polars as pl
import pytest

from lab.conftest import Runs
from shapan.engine.registry import find
from shapan.lab import results
from shapan.lab.answers import named, read_name
from shapan.lab.errors import LabError
from shapan.lab.folder import MARK
from shapan.lab.plan import Plan, digest_of
from shapan.lab.playout import play
from shapan.lab.report.choices import ANSWER, effects
from shapan.lab.report.wording import Wording
from shapan.lab.rows import write

PIG = Plan("pig", 2, [["greedy", "random"]], {"target": 20}, "x", 30)
MASTERS = Plan("planet_masters", 3, [["greedy", "random", "random"]], {}, "a", 40)


@pytest.mark.parametrize(
    ("entry", "name"),
    [
        ({"do": "hold"}, "hold"),
        ({"do": "attack", "planet": "terra", "fleets": 2}, "attack(planet=terra, fleets=2)"),
        ({"do": "pay", "by": {"ace": 2, "king": 1}}, "pay(by=3)"),
        ({"do": "stand", "units": {"ridge": {"scout": 1, "tank": 1}}}, "stand(units=2)"),
        ({"do": "take", "cards": ["ace", "queen"], "open": True}, "take(cards=2, open=yes)"),
        ({"do": "walk", "at": [25_000, 9_000]}, "walk"),
        ({"do": "charge", "model": 0, "target": 2, "path": [[5, 6], [7, 900]]}, "charge(model=0, target=2, path=2)"),
        ({"do": "bid", "amount": 350, "last": None}, "bid"),
    ],
)
def test_words_and_small_numbers_stay_and_of_lists_how_many(entry: dict[str, Any], name: str) -> None:
    assert named(entry) == name
    word, fields = read_name(name)
    assert word == entry["do"] and set(fields) <= set(entry)


def test_every_decision_is_one_answer_of_its_seat() -> None:
    for plan in (MASTERS, Plan("battlestar", 3, [["greedy"] * 3], {}, "a", 1)):
        rows = write(plan, 0, 1)
        (played,) = play(plan, 0, 1)
        counted: Counter[tuple[int, str]] = Counter()
        for seat, kind, times in zip(rows.answers["seat"], rows.answers["kind"], rows.answers["times"], strict=True):
            counted[seat, kind] += times
        assert counted == Counter((seat, prompt.key) for prompt, seat, _ in played.chosen)
        assert len(played.answers) == len(played.chosen)
        assert sum(max(0, len(codes) - 1) for codes in played.answers) == len(played.picks)


def test_targets_and_numbers_are_in_the_names() -> None:
    answers = set(write(MASTERS, 0, 10).answers["answer"])
    assert {"manage(dice=1)", "manage(dice=2)", "build"} <= answers
    assert any(name.startswith("choose_race(race=") for name in answers)


@pytest.mark.parametrize(
    ("language", "name", "said"),
    [
        ("en", "choose_race(race=gaia)", "Gaia"),
        ("en", "manage(dice=2)", "dice: 2"),
        ("zh-Hans", "manage(dice=2)", "2）"),
    ],
)
def test_a_page_says_them_in_the_words_of_the_game(language: str, name: str, said: str) -> None:
    assert said in Wording(find("planet_masters"), language).answer(name)


def test_a_planted_answer_is_found_and_one_of_the_same_word_is_told_apart() -> None:
    chance = random.Random(4)
    seats, answers = [], []
    for match in range(300):
        winner = chance.randrange(2)
        for seat in range(2):
            seats.append({"match": match, "seat": seat, "bot": "greedy", "won": seat == winner})
            for fleets in (1, 2):
                times = chance.randrange(1, 5) + 2 * (fleets == 2 and seat == winner)
                name = f"attack(planet=terra, fleets={fleets})"
                answers.append({"match": match, "seat": seat, "kind": "action", "answer": name, "times": times})
    plan = {"game": "pig", "seats": 2, "lineups": [["greedy"] * 2], "tables": {}, "variant": ""}
    none = pl.DataFrame({"match": range(300)})
    found = results.Results(plan, 300, none.lazy(), pl.DataFrame(seats).lazy(), pl.DataFrame(answers).lazy())
    one, two = sorted((effect for effect in effects(found) if effect.what == ANSWER), key=lambda effect: effect.word)
    assert two.clear and two.low < 0.8 < two.high
    assert not one.clear and (one.kind, one.matches) == ("action", 300)


def test_a_folder_of_schema_1_is_read_without_answers_and_no_run_goes_on_in_it(make: Runs) -> None:
    place = make(PIG)
    plan = {**json.loads((place / "plan.json").read_text("utf-8")), "schema": 1}
    (place / "plan.json").write_text(json.dumps(plan), "utf-8")
    (place / "answers.parquet").unlink()
    said = json.dumps({"schema": 1, "plan": digest_of(plan), "matches": PIG.matches})
    for table in ("matches", "seats"):
        path = place / f"{table}.parquet"
        pl.read_parquet(path).write_parquet(path, metadata={MARK: said})
    found = results.load(place)
    assert found.answers is None and found.count == PIG.matches
    assert not [effect for effect in effects(found) if effect.what == ANSWER]
    with pytest.raises(LabError, match="holds another plan: schema is 1 there, 2 here; name a new folder"):
        make(PIG)
    assert not [path for path in Path(place).iterdir() if path.name.startswith(".")]
