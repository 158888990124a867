"""Reports: what they find in planted data, what stands on the page, in three languages; matches that come back."""

from __future__ import annotations

import csv
import json
import random
import re
from pathlib import Path
from xml.etree import ElementTree as ET

import polars as pl
import pytest

from cli.conftest import Shapan
from cli.conftest import data as data  # noqa: PLC0414 - its fixtures
from cli.conftest import shapan as shapan  # noqa: PLC0414
from lab.conftest import Runs
from shapan.engine.text import LANGUAGES
from shapan.installing import installing_extra
from shapan.lab import report as shapan_report
from shapan.lab.errors import LabError
from shapan.lab.plan import Plan
from shapan.lab.report import findings
from shapan.lab.report.choices import FAMILY, FIRST, effects
from shapan.lab.report.statistics import chance_of_share, clear, wilson
from shapan.lab.report.wording import Wording, own_words, signed
from shapan.lab.rerun import plan_of, rerun
from shapan.lab.results import Results, load

PIG = Plan("pig", 2, [["greedy", "random"]], {"target": 12}, "s", 60)
MASTERS = Plan("planet_masters", 3, [["greedy"] * 3], {"race_choice": "random"}, "r", 40)


# Formulas


def test_wilson_intervals_are_those_of_the_book() -> None:
    low, high = wilson(81, 263)
    assert (round(low, 4), round(high, 4)) == (0.2553, 0.3662)
    assert wilson(0, 0) == (0.0, 1.0)
    assert wilson(0, 20)[0] == 0.0
    assert wilson(20, 20)[1] == 1.0
    assert wilson(10, 20)[0] == pytest.approx(1 - wilson(10, 20)[1])


def test_wilson_intervals_hold_the_truth_as_often_as_they_say() -> None:
    chance = random.Random(3)
    held = 0
    for _ in range(1000):
        low, high = wilson(sum(chance.random() < 0.3 for _ in range(100)), 100)
        held += low <= 0.3 <= high
    assert 925 <= held <= 975


def test_many_comparisons_are_corrected() -> None:
    assert clear([0.04]) == [True]
    assert clear([0.04, 0.5]) == [False, False]
    assert clear([0.01, 0.04, 0.02]) == [True, True, True]  # 0.05 / 3, 0.05 / 2, 0.05
    assert clear([0.9, 0.001]) == [False, True]
    chance = random.Random(5)
    alarms = sum(any(clear([chance.random() for _ in range(20)])) for _ in range(1000))
    assert alarms <= 70
    assert chance_of_share(60, 100, 0.5) == pytest.approx(0.0455, abs=1e-4)


# Findings in planted data


def planted(seats: pl.DataFrame, matches: int, number: int = 2) -> Results:
    plan = {"game": "pig", "seats": number, "lineups": [["greedy"] * number], "tables": {}, "variant": ""}
    rows = pl.DataFrame({"match": range(matches), "rounds": [5] * matches, "decisions": [9] * matches})
    rows = rows.with_columns(capped=pl.lit(value=False), result=pl.lit("win"))
    return Results(plan, matches, rows.lazy(), seats.lazy())


def test_a_planted_choice_is_found_and_a_chance_one_is_not() -> None:
    chance = random.Random(8)
    rows = []
    for match in range(600):
        good = chance.random() < 0.7
        words = ["roll", "hold"]
        chance.shuffle(words)
        winner = words.index("roll") if good else words.index("hold")
        for seat in range(2):
            won = seat == winner
            rows.append(
                {"match": match, "seat": seat, "bot": "greedy", "won": won, "first.a": words[seat],
                 "first.b": chance.choice(["x", "y"]), "chose.roll": 10 + 5 * won + chance.randrange(9),
                 "chose.hold": chance.randrange(9)}
            )  # fmt: skip
    found = {(effect.what, effect.kind, effect.word): effect for effect in effects(planted(pl.DataFrame(rows), 600))}
    roll = found[FIRST, "a", "roll"]
    assert roll.clear
    assert roll.low < 0.4 < roll.high  # 70 % against 30 %
    assert found[FIRST, "a", "hold"].value == pytest.approx(-roll.value)
    assert not found[FIRST, "b", "x"].clear
    often = found[FAMILY, "roll", ""]
    assert often.clear
    assert often.winners - often.others == pytest.approx(5, abs=0.7)
    assert not found[FAMILY, "hold", ""].clear


def test_a_strong_bot_does_not_make_its_habits_look_good() -> None:
    chance = random.Random(9)
    rows = []
    for match in range(500):
        strong = chance.random() < 0.9
        for seat, (bot, won) in enumerate((("strong", strong), ("weak", not strong))):
            word = "roll" if chance.random() < (0.95 if bot == "strong" else 0.05) else "hold"
            rows.append({"match": match, "seat": seat, "bot": bot, "won": won, "first.a": word})
    found = [effect for effect in effects(planted(pl.DataFrame(rows), 500)) if effect.what == FIRST]
    assert len(found) == 2
    assert not any(effect.clear for effect in found)


def test_rates_lengths_and_endings_are_those_of_the_tables(make: Runs) -> None:
    results = load(make(PIG))
    seats = results.seats.collect()
    rates = {(rate.topic, rate.word): rate for rate in findings.rates(results)}
    assert rates["bot", "greedy"].share == pytest.approx(seats.filter(bot="greedy")["won"].mean())
    assert rates["bot", "greedy"].clear
    assert not rates["seat", "0"].counts  # the seats had different bots
    assert not rates["seat", "0"].clear
    rounds = next(length for length in findings.lengths(results) if length.unit == "rounds")
    column = results.matches.collect()["rounds"]
    assert rounds.quantiles["least"] == column.min()
    assert rounds.quantiles["most"] == column.max()
    assert rounds.quantiles["median"] == column.median()
    assert sum(times for _, times in rounds.counts) == 60
    assert [(end.result, end.matches) for end in findings.endings(results)] == [("win", 60)]
    assert findings.kinds(results)[0].share == 1.0
    shortest, longest = findings.extremes(results, list(rates.values()))[:2]
    assert (shortest.rounds, longest.rounds) == (column.min(), column.max())


def test_the_greatest_upset_is_a_win_of_the_weaker_bot(make: Runs) -> None:
    results = load(make(PIG))
    found = {extreme.why: extreme for extreme in findings.extremes(results, findings.rates(results))}
    wins = results.seats.collect().filter(pl.col("won") & (pl.col("bot") == "random")).height
    assert wins
    assert found["upset"].winners == [1]


# Pages


def report(shapan: Shapan, place: Path, language: str = "en", *, again: bool = True) -> str:
    """Return the page of a run; it takes seconds to draw, so one that is there may be enough (`again`)."""
    ending = "" if language == "en" else f".{language}"
    page = place / f"report{ending}.html"
    if page.exists() and not again:
        return page.read_text()
    done = shapan("lab", "report", str(place), "--language", language)
    assert done.code == 0, done.err
    return page.read_text()


@pytest.fixture(scope="module")
def masters(tmp_path_factory: pytest.TempPathFactory) -> Path:
    from lab.conftest import nothing
    from shapan.lab.folder import Folder
    from shapan.lab.run import run
    from shapan.lab.workers import local

    place = tmp_path_factory.mktemp("report") / "pm"
    with Folder(place, MASTERS) as folder:
        run(folder, lambda task, plan: local(task, plan, 1), nothing)
    return place


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_page_stands_alone_in_each_language(shapan: Shapan, masters: Path, language: str) -> None:
    text = report(shapan, masters, language, again=False)
    words = own_words(language)
    assert f'<html lang="{language}">' in text
    assert words["stands_out"] in text
    assert not re.search(r"<script|<link|<img|@import|url\(|src=", text)
    assert not re.search(r"https?://(?!www\.w3\.org/)", text)
    assert "{" not in re.sub(r"<style>.*?</style>", "", text, flags=re.DOTALL)
    assert text.count("<svg") == 9
    assert "prefers-color-scheme:light" in text
    assert "var(--info)" in text
    assert "#1D5FA8" not in text.split("</style>")[1].upper()
    if language != "en":
        body = re.sub(r"<style>.*?</style>|<code>.*?</code>|<svg.*?</svg>|<[^>]*>", " ", text, flags=re.DOTALL)
        latin = set(re.findall(r"[A-Za-z]{3,}", body)) - {
            "shapan",
            "lab",
            "report",
            "greedy",
            "zh",
            "SVG",
            "PNG",
            "CSV",
        }
        assert latin <= {"Hans", "Hant"}, latin


def test_figures_and_tables_lie_beside_the_page(shapan: Shapan, masters: Path) -> None:
    report(shapan, masters, again=False)
    found = {path.name for path in (masters / "report").iterdir()}
    for name in ("wins-seat", "wins-race", "length-rounds", "decisions", "ends", "families", "answers"):
        assert {f"{name}.svg", f"{name}.png", f"{name}.csv"} <= found
    ET.fromstring((masters / "report" / "wins-race.svg").read_text())
    assert (masters / "report" / "wins-race.png").read_bytes()[:4] == b"\x89PNG"
    assert pl.read_csv(masters / "report" / "wins-race.csv").height == 6
    assert not any(name.startswith(".") for name in found)


def test_a_page_is_the_same_each_time(shapan: Shapan, masters: Path) -> None:
    report(shapan, masters, again=False)
    before = {path: path.read_bytes() for path in masters.rglob("*") if path.is_file()}
    report(shapan, masters)
    assert {path: path.read_bytes() for path in masters.rglob("*") if path.is_file()} == before


def test_the_page_names_extreme_matches_with_commands_that_work(
    shapan: Shapan, masters: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    text = report(shapan, masters, again=False)
    monkeypatch.chdir(tmp_path)
    commands = [code.splitlines() for code in re.findall(r"<code>(.*?)</code>", text, re.DOTALL)]
    assert len(commands) == 4
    first, second = (line.split()[1:] for line in commands[0])
    made = shapan(*first)
    assert made.code == 0, made.err
    assert shapan("replay", first[-1], "--verify").code == 0
    taken = shapan(*second, "--data", str(tmp_path / "data"))
    assert taken.code == 0, taken.err
    assert "/replay/" in taken.out
    saved = json.loads(Path(first[-1]).read_text())
    assert saved["table"]["names"] == ["Sergeant 1", "Sergeant 2", "Sergeant 3"]


def test_a_match_again_is_the_one_that_was_kept(masters: Path) -> None:
    results, plan = load(masters), plan_of(masters)
    for number in (0, 17, 39):
        outcome = rerun(plan, results, number).outcome
        assert outcome is not None
        assert list(outcome.ranks) == results.seats.collect().filter(match=number)["rank"].to_list()
    other = Results(results.plan, results.count, results.matches.with_columns(rounds=pl.lit(99)), results.seats)
    with pytest.raises(LabError, match="match 3 came out differently this time: the bots have changed"):
        rerun(plan, other, 3)
    plan.tables, plan.variant = {"races": {}}, "mine"
    with pytest.raises(LabError, match="the variant 'mine' changes data"):
        rerun(plan, results, 0)


def test_a_balance_test_has_a_page_and_a_ladder_too(shapan: Shapan, tmp_path: Path) -> None:
    place = tmp_path / "b"
    line = ["lab", "balance", "pig", "--option", "target=10,25", "--margin", "12", "--jobs", "1", "--out", str(place)]
    assert shapan(*line).code == 0
    text = report(shapan, place)
    assert "more than its share of 50.0" in text
    assert "target=25, against target=10" in text
    assert "The test stopped by itself" in text
    assert (place / "report" / "difference2-seat.csv").exists()
    with (place / "report" / "beside.csv").open(encoding="utf-8-sig", newline="") as file:
        heads, decisions, *_, first, second = list(csv.reader(file))
    assert heads[1:] == ["target=10", "target=25"] and decisions[0] == "Decisions a match"
    assert float(decisions[1]) < float(decisions[2]), "a higher target takes longer"
    assert [row[0] for row in (first, second)] == ["Wins: Seat 1", "Wins: Seat 2"]
    assert "多少" not in report(shapan, place, "zh-Hant")
    assert "Pig" in report(shapan, place / "set1")
    climb = tmp_path / "l"
    assert shapan("lab", "ladder", "pig", "--bots", "greedy,random", "--matches", "40", "--jobs", "1", "--option",
                  "target=20", "--out", str(climb)).code == 0  # fmt: skip
    assert "How strong the bots are" in report(shapan, climb)
    (climb / "ladder.json").write_text("[{}]")
    assert "not a ladder" in shapan("lab", "report", str(climb)).err


def test_what_is_no_result_is_said_in_one_line(shapan: Shapan, make: Runs, tmp_path: Path) -> None:
    good = make(PIG)

    def says(text: str, *line: str) -> None:
        for command in line or ("report", "match"):
            done = shapan("lab", command, str(good), *(["3"] if command == "match" else []))
            assert done.code == 2, command
            assert text in done.err, (command, done.err)
            assert done.err.count("\n") == 1

    plan = (good / "plan.json").read_text()
    written = json.loads(plan)
    for change, text in (
        ({"schema": 99}, "the plan of a lab run of schema 99; this Shapan reads schema 1 and 2"),
        ({"rules_version": 77}, "played by version 77 of the rules of pig; here is version"),
        ({"game": "pog"}, "there is no game 'pog'"),
        ({"seats": None}, "plan.json: damaged"),
    ):
        rest = {name: value for name, value in {**written, **change}.items() if value is not None}
        (good / "plan.json").write_text(json.dumps(rest))
        says(text)
    (good / "plan.json").write_text(plan)
    seats = (good / "seats.parquet").read_bytes()
    (good / "seats.parquet").write_bytes(seats[:100])
    says("no Parquet file of a lab run")
    (good / "seats.parquet").unlink()
    says("this run is not finished")
    empty = tmp_path / "empty"
    empty.mkdir()
    assert "there is no lab run" in shapan("lab", "report", str(empty)).err
    (empty / "balance.json").write_text('{"schema": 1, "questions": []}')
    assert shapan("lab", "report", str(empty)).code == 2


def test_a_missing_extra_is_named(shapan: Shapan, make: Runs, monkeypatch: pytest.MonkeyPatch) -> None:
    from shapan.cli.lab import command

    place = make(PIG)
    monkeypatch.setattr(command, "find_spec", lambda name: None if name == "vl_convert" else True)
    done = shapan("lab", "report", str(place))
    assert done.code == 2
    assert f"this needs vl_convert, which is not installed: {installing_extra('lab')}" in done.err


# Words


def test_words_are_complete_with_the_same_holes() -> None:
    folder = Path(shapan_report.__file__).parent / "words"
    english = own_words("en")
    sources = "".join(path.read_text() for path in folder.parent.rglob("*") if path.suffix in {".py", ".jinja"})
    for language in LANGUAGES:
        words = own_words(language)
        assert list(words) == list(english)
        for key, sentence in words.items():
            assert set(re.findall(r"\{\w+\}", sentence)) == set(re.findall(r"\{\w+\}", english[key])), (language, key)
    for key in english:
        stem = re.sub(r"_(more|less|seat|bot|why|there|fair|open|one|line)+(_there)?$", "", key)
        assert f'"{key}"' in sources or stem in sources, key


def test_names_are_those_of_the_game() -> None:
    from shapan.engine.registry import find

    wording = Wording(find("planet_masters"), "en")
    assert wording.kind("cancel") == "Cancel the attack by …"
    assert wording.kind("vote") == "Vote"
    assert wording.kind("build") == "Build or reroll"
    assert wording.choice("choose_race.gaia") == "Play Gaia"
    assert wording.choice("reroll") == "Reroll …"
    assert wording.choice("manage") == "Choose planet dice to reroll, or keep all"
    assert wording.word("race", "gaia") == "Gaia"
    assert wording.word("race", "zorg_people") == "zorg people"
    assert wording.option("planet_faces", "d_mrrii") == "Planet faces: 1 marines, 2 resource, 2 influence"
    assert wording.result("") == "no end"


def test_what_differs_names_changed_tables() -> None:
    plan = {"seats": 3, "options": {}, "tables": {"weapons": {"cruiser": {"attack": 2}}}}
    said = Wording(MASTERS.definition(), "en").unusual(plan)
    assert len(said) == 1 and re.fullmatch(r"weapons\.cruiser\.attack: \d → 2", said[0])


def test_rules_and_lists_are_said_in_the_language_of_the_page() -> None:
    chinese = Wording(MASTERS.definition(), "zh-Hans")
    assert chinese.rules("no variant") == "原版游戏"
    assert chinese.rules("no variant, max_rounds=60") == "原版游戏、max_rounds=60"
    assert chinese.say("against", set="rush", other=chinese.rules("no variant")) == "rush，与原版游戏相比"
    assert Wording(MASTERS.definition(), "en").rules("rush") == "rush"
    assert chinese.option("weapon_faces", ["transporter", "defense_system"]).endswith("：运输母舰、防御系统")


def test_a_difference_that_is_none_has_no_sign() -> None:
    assert [signed(value, 0) for value in (-0.4, 0.4, -0.6, 0.6)] == ["0", "0", "−1", "+1"]


def test_habits_of_a_weak_bot_do_not_make_the_others_look_idle(make: Runs) -> None:
    plan = Plan("planet_masters", 3, [["greedy", "random", "greedy"]], {"race_choice": "random"}, "w", 80)
    found = [effect for effect in effects(load(make(plan))) if effect.what == FAMILY]
    assert len(found) > 5
    for effect in found:
        assert effect.others > 0
        assert effect.value == pytest.approx(effect.winners / effect.others - 1)  # so never less than -100 %
