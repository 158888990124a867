"""Scenarios, replays, rules, the list of games, the kit, the version, and a reader who goes away."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from pathlib import Path

import pytest

from cli.conftest import Shapan, anything
from shapan import __version__
from shapan.cli.command import COMMANDS

SCENARIOS = Path(__file__).parent.parent / "games" / "planet_masters" / "scenarios"
FILES = sorted(SCENARIOS.glob("*.json"))
EXAMPLE = SCENARIOS / "pm-x02.json"


def changed(path: Path, **fields: object) -> dict[str, object]:
    data = json.loads(path.read_text(encoding="utf-8"))
    return {**data, **fields}


def test_every_scenario_is_as_expected(shapan: Shapan) -> None:
    done = shapan("scenario", *FILES, "--expect")
    assert (done.code, done.err) == (0, "")
    assert done.out.count("ok  ") == len(FILES)


@pytest.mark.parametrize("path", FILES[::7], ids=lambda path: path.stem)
def test_what_came_of_a_scenario(path: Path, shapan: Shapan) -> None:
    done = shapan("scenario", path, "--json")
    wrong_itself = "error" in json.loads(path.read_text(encoding="utf-8"))["expect"]
    assert done.code == (2 if wrong_itself else 0)
    if not wrong_itself:
        written = json.loads(done.out)
        assert written["file"] == str(path)
        assert written["position"]["seats"]


def test_a_scenario_told_to_people(shapan: Shapan) -> None:
    done = shapan("scenario", EXAMPLE)
    assert "Seat 1 gains a colony from the Galaxy: Resource  PM-3.5" in done.out
    assert "Decision: Seat 1 manage  PM-4.1" in done.out
    assert '"galaxy": ["w2"]' in done.out
    assert "1 号座位从银河系获得殖民星球骰：资源  PM-3.5" in shapan("scenario", EXAMPLE, "--language", "zh-Hans").out


def test_a_refused_answer_is_told(shapan: Shapan) -> None:
    refused = next(path for path in FILES if "refused" in json.loads(path.read_text(encoding="utf-8"))["expect"])
    done = shapan("scenario", refused)
    assert done.code == 0
    assert "Refused PM-" in done.out


def test_differences_are_listed(shapan: Shapan, tmp_path: Path) -> None:
    path = tmp_path / "other.json"
    path.write_text(json.dumps(changed(EXAMPLE, expect={"position": {"points": 3}, "outcome": {}})), encoding="utf-8")
    done = shapan("scenario", path, "--expect")
    assert done.code == 1
    assert "position.points: expected 3, got 0" in done.out
    written = json.loads(shapan("scenario", path, "--expect", "--json").out)
    assert written["differences"][0] == {"path": "position.points", "expected": 3, "got": 0}


def test_an_error_nobody_expected_is_a_difference(shapan: Shapan, tmp_path: Path) -> None:
    path = tmp_path / "other.json"
    path.write_text(json.dumps(changed(EXAMPLE, rolls={"die": []})), encoding="utf-8")
    assert shapan("scenario", path, "--expect").code == 1
    assert "rolls.die: " in shapan("scenario", path).err


def test_one_wrong_file_among_good_ones(shapan: Shapan, tmp_path: Path) -> None:
    (tmp_path / "wrong.json").write_text("{", encoding="utf-8")
    done = shapan("scenario", EXAMPLE, tmp_path / "wrong.json", EXAMPLE, "--expect")
    assert done.code == 2
    assert done.out.count("ok  ") == 2
    assert done.err.count("\n") == 1
    both = shapan("scenario", EXAMPLE, tmp_path / "wrong.json", EXAMPLE, "--json")
    assert len(json.loads(both.out)) == 2


@pytest.fixture
def match(shapan: Shapan, data: Path) -> Path:
    words = ("play", "planet-masters", "--seats", 2, "--seed", 5, "--option", "max_rounds=2", "--data", data)
    assert shapan(*words, typed=anything()).code == 0
    (path,) = (data / "matches").iterdir()
    return path


def test_replay_at_a_step(match: Path, shapan: Shapan) -> None:
    start = shapan("replay", match, "--step", 0)
    assert "After 0 of" in start.out
    assert "Seat 1 plays" not in start.out
    one = json.loads(shapan("replay", match, "--step", 1, "--json").out)
    assert (one["step"], one["game"], one["outcome"]) == (1, "planet_masters", None)
    assert one["position"]["seats"][0]["race"] == "gaia"
    whole = json.loads(shapan("replay", match, "--json").out)
    assert whole["step"] == whole["steps"]
    assert whole["outcome"]["winners"]
    assert len(whole["events"]) > len(one["events"])
    done = shapan("replay", match, "--step", 10_000)
    assert (done.code, done.out) == (2, "")
    assert f"--step: 10000 is not 0..{whole['steps']}" in done.err


def test_replay_verifies(match: Path, shapan: Shapan, tmp_path: Path) -> None:
    good = shapan("replay", match, "--verify")
    assert good.code == 0
    assert "the same questions in the same states" in good.out
    data = json.loads(match.read_text(encoding="utf-8"))
    path = tmp_path / "meddled.json"
    for change, says in (
        ({"log": [{**data["log"][0], "hash": "0" * 16}, *data["log"][1:]]}, "record 0: another question"),
        ({"log": data["log"][:-1]}, "the kept quiet point is not where the log leads"),
        ({"key": "00" * 16}, "another question"),
        ({"log": [{"dance": 1}]}, "an unknown record"),
    ):
        path.write_text(json.dumps({**data, **change}), encoding="utf-8")
        done = shapan("replay", path, "--verify")
        assert done.code == 1
        assert says in done.out


def test_an_unfinished_match_shows_its_table(shapan: Shapan, data: Path) -> None:
    shapan("play", "pig", "--data", data, "--seed", 1, typed=["1", "1"])
    (path,) = (data / "matches").iterdir()
    assert "Banked" in shapan("replay", path).out


def test_rules(shapan: Shapan) -> None:
    book = shapan("rules", "planet-masters")
    assert "Planet Masters" in book.out
    assert "PM-6.5" in book.out
    for word in ("3.4", "PM-3.4", "pm-3.4", "pm3.4"):
        assert "Each time you roll a Transporter" in shapan("rules", "planet_masters", word).out
    assert "运输母舰" in shapan("rules", "planet-masters", "3.4", "--language", "zh-Hans").out
    assert "運輸母艦" in shapan("rules", "planet-masters", "E4", "--language", "zh-HK").out


def test_rulings(shapan: Shapan) -> None:
    assert "Disputed rulings of Planet Masters" in shapan("rules", "planet-masters", "--rulings").out
    said = shapan("rules", "planet-masters", "--rulings", "--language", "zh-Hant").out
    assert "PM-" in said and "裁" in said
    both = shapan("rules", "planet-masters", "3.4", "--rulings")
    assert both.code == 2 and "leave out the rule number" in both.err
    none = shapan("rules", "pig", "--rulings")
    assert none.code == 2 and "pig has no rulings" in none.err


def test_rules_of_every_game_in_every_language(shapan: Shapan) -> None:
    for game in json.loads(shapan("games", "--json").out):
        for language in ("en", "zh-Hans", "zh-Hant"):
            assert shapan("rules", game["name"], "--language", language).out.strip()


def test_games(shapan: Shapan) -> None:
    listed = json.loads(shapan("games", "--json").out)
    assert {"pig", "planet_masters"} <= {game["name"] for game in listed}
    assert "Planet Masters  Roll planets and fleets" in shapan("games").out
    assert "星球主宰" in shapan("games", "--language", "zh-Hans").out


def test_check(shapan: Shapan) -> None:
    done = shapan("check", "planet-masters", "--matches", 1, "--decisions", 20, "--json")
    report = json.loads(done.out)
    assert report["game"] == "planet_masters"
    assert done.code == (0 if report["passed"] else 1)
    assert done.err == ""


def test_check_fails_with_exit_code_1(shapan: Shapan, monkeypatch: pytest.MonkeyPatch) -> None:
    from shapan.engine import conformance

    def failing(game: object, **settings: object) -> conformance.Report:
        report = conformance.Report("pig")
        report.expect("honest", False, {"seed": 1}, "it was not")
        return report

    monkeypatch.setattr(conformance, "check", failing)
    done = shapan("check", "pig")
    assert done.code == 1
    assert "FAILED" in done.out
    assert "it was not" in done.out


def test_check_runs_at_length_when_asked_to(shapan: Shapan, monkeypatch: pytest.MonkeyPatch) -> None:
    from shapan.engine import conformance

    sizes: list[tuple[int, int, int]] = []

    def passing(game: object, matches: int, decisions: int, seed: int, **more: object) -> conformance.Report:
        sizes.append((matches, decisions, seed))
        return conformance.Report("pig")

    monkeypatch.setattr(conformance, "check", passing)
    for words in ((), ("--long",), ("--long", "--matches", 3), ("--decisions", 7, "--seed", 2)):
        assert shapan("check", "pig", *words).code == 0
    assert sizes == [(*conformance.USUAL, 1), (*conformance.LONG, 1), (3, conformance.LONG[1], 1), (20, 7, 2)]


@pytest.mark.parametrize("words", [(), ("--json",)])
@pytest.mark.parametrize("broken", [False, True])
def test_an_interrupted_check_says_how_far_it_was(
    shapan: Shapan, monkeypatch: pytest.MonkeyPatch, words: tuple[str, ...], broken: bool
) -> None:
    from shapan.engine.conformance import kit

    looked: list[object] = []
    count = kit.Kit._count

    def stopped(self: kit.Kit, run: object) -> None:
        looked.append(run)
        if len(looked) == 12:
            self.report.expect("honest", not broken, {}, "")
            raise KeyboardInterrupt
        count(self, run)  # type: ignore[arg-type]

    monkeypatch.setattr(kit.Kit, "_count", stopped)
    done = shapan("check", "pig", *words)
    assert (done.code, done.out) == (130, "")
    ends = r"1 failed: honest" if broken else "none failed"
    assert re.fullmatch(
        rf"shapan: interrupted; pig so far: 1 matches, 11 decisions, \d+ laws of which {ends}\n", done.err
    )


def test_check_starts_from_the_positions_of_a_folder(shapan: Shapan, tmp_path: Path) -> None:
    pig = {"game": "pig", "seats": 2, "position": {"seats": [{"banked": 90}, {}]}}
    (tmp_path / "deep").mkdir()
    (tmp_path / "deep" / "start.json").write_text(json.dumps(pig))
    (tmp_path / "other.json").write_text(json.dumps({**pig, "game": "leduc"}))
    (tmp_path / "wrong.json").write_text(json.dumps({**pig, "expect": {"error": "position"}}))
    done = shapan("check", "pig", "--positions", tmp_path, "--decisions", 5, "--json")
    report = json.loads(done.out)
    assert (done.code, report["matches"], report["decisions"]) == (0, 1, 5)
    (tmp_path / "deep" / "start.json").write_text(json.dumps({**pig, "position": {"totals": "many"}}))
    done = shapan("check", "pig", "--positions", tmp_path)
    assert done.code == 1
    assert "position_begins" in done.out
    assert "deep/start.json" in done.out


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (("--positions", "nowhere"), "nowhere: not found"),
        (("--positions", ".", "--matches", 3), "--matches has no meaning with --positions"),
        (("--positions", ".", "--decisions", 0), "--decisions must be at least 1, not 0"),
        (("--positions", "."), "has no scenario of pig with a position"),
    ],
)
def test_check_says_what_is_wrong_with_positions(
    shapan: Shapan, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, words: tuple[object, ...], says: str
) -> None:
    monkeypatch.chdir(tmp_path)
    done = shapan("check", "pig", *words)
    assert done.code == 2
    assert says in done.err


def test_version(shapan: Shapan) -> None:
    done = shapan("--version")
    assert done.code == 0
    assert done.out.strip() in {f"shapan {__version__} (plain Python)", f"shapan {__version__} (compiled)"}


@pytest.mark.parametrize("command", ["", *COMMANDS])
def test_help(command: str, shapan: Shapan) -> None:
    done = shapan(*command.split(), "--help")
    assert done.code == 0
    assert "Usage: shapan" in done.out


def test_a_reader_who_goes_away() -> None:
    command = [sys.executable, "-m", "shapan", "rules", "planet-masters"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as process:
        assert process.stdout is not None
        assert process.stderr is not None
        process.stdout.close()
        assert process.stderr.read() == b""
    assert process.returncode in {0, 141}


def test_an_interrupt_is_130_and_quiet(shapan: Shapan, monkeypatch: pytest.MonkeyPatch) -> None:
    from shapan.cli import playout

    def interrupted(*parts: object) -> playout.Tally:
        raise KeyboardInterrupt

    monkeypatch.setattr(playout, "play", interrupted)
    done = shapan("simulate", "pig")
    assert (done.code, done.out, done.err) == (130, "", "")


def test_the_table_in_the_browser_gets_its_settings(
    shapan: Shapan, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    from shapan.server import run as server
    from shapan.server.settings import Settings

    served: list[Settings] = []
    monkeypatch.setattr(server, "serve", served.append)
    assert shapan("--port", 9000, "--no-open", "--lan", "--data", tmp_path / "here").code == 0
    assert shapan().code == 0
    (given, plain) = served
    assert (given.port, given.no_open, given.lan, given.data) == (9000, True, True, tmp_path / "here")
    assert (plain.port, plain.no_open, plain.lan) == (Settings().port, False, False)


def test_a_server_for_others_gets_its_settings(shapan: Shapan, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    from shapan.server import run as server
    from shapan.server.settings import Settings

    served: list[Settings] = []
    monkeypatch.setattr(server, "serve", served.append)
    file = tmp_path / "shapan.toml"
    file.write_text("port = 9000\nno_open = false\n")
    assert shapan("serve", "--config", file, "--name", "a.example", "--name", "b.example").code == 0
    done = shapan("serve", "--secure")
    assert done.code == 0 and done.err.startswith("shapan: --secure without --name: only localhost is answered")
    assert shapan("--port", 9001).code == 0
    (named, secure, plain) = served
    assert (named.port, named.hosts, named.no_open, named.next_port) == (9000, ("a.example", "b.example"), False, False)
    assert (secure.secure, secure.no_open, secure.next_port) == (True, True, False)
    assert (plain.port, plain.no_open, plain.next_port) == (9001, False, True)
    file.write_text("prot = 9000\n")
    for words in (("serve",), ("db", "upgrade")):
        done = shapan(*words, "--config", file)
        assert (
            done.code == 2 and done.err == f"shapan: {file}, line 1: there is no setting 'prot'; did you mean port?\n"
        )
    assert len(served) == 3
