"""What cannot be understood: one line on standard error that says what would be right, exit code 2, nothing written."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from cli.conftest import Shapan
from shapan.engine.registry import find, games
from shapan.engine.scenario import run

ERRORS = [
    ("plai", "there is no command 'plai'", "did you mean play?"),
    ("--prot 80", "--prot", "--port"),
    ("--port 70000", "--port: 70000 is not a port"),
    ("play", "play needs a game"),
    ("play pgi", "there is no game 'pgi'; known:", "did you mean pig?"),
    ("play pig --seats 9", "pig is played with 2 to 6 seats, not with 9"),
    ("play pig --seats two", "--seats: 'two' is not a whole number"),
    ("play pig --seats 2.5", "--seats: '2.5' is not a whole number"),
    ("--port 80.5", "--port: '80.5' is not a whole number"),
    ("play pig --me 3 --seats 2", "--me: '3' is not a seat 1..2"),
    ("play pig --me 0", "--me: '0' is not a seat 1..2"),
    ("play pig --me ,", "--me needs seats"),
    ("play pig --bots greddy", "there is no bot 'greddy'; known: greedy", "did you mean greedy?"),
    ("play pig --bots ,", "--bots needs names"),
    ("play pig --seats 4 --bots greedy,random", "--bots names 2 bots for 3 seats"),
    ("play pig --me all --bots greedy", "people sit at all seats"),
    ("play pig --language klingon", "there is no language 'klingon'; known: en, zh-Hans, zh-Hant"),
    ("play pig --option target", "--option needs NAME=VALUE"),
    ("play pig --option tagret=20", "pig has no option 'tagret'; known: target", "did you mean target?"),
    ("play pig --option target=5", "--option target: '5' is not allowed; allowed: an integer from 10 to 1000"),
    ("play pig --option target=--5", "--option target: '--5' is not allowed"),
    ("play planet-masters --option vote_mode=sequental", "'sequental' is not allowed", "did you mean sequential?"),
    ("play planet-masters --option exp_technology=on", "--option exp_technology"),
    ("play planet-masters --option first_player=3", "first_player"),
    ("play pig --resume nothing.json", "there is no file"),
    ("play pig --resume --seats 3", "--resume goes on with a match as it was begun"),
    ("play --resume", "no unfinished match is kept in"),
    ("simulate pgi", "there is no game 'pgi'"),
    ("simulate pig --matches 0", "--matches: 0 is not 1 or more"),
    ("simulate pig --jobs -1", "--jobs"),
    ("simulate pig --bots greedy,random --seats 3", "--bots names 2 bots for 3 seats"),
    ("simulate pig --seats 1", "pig is played with 2 to 6 seats, not with 1"),
    ("lab rum pig", 'Unknown command "rum". Did you mean "run"?'),
    ("lab run pgi", "there is no game 'pgi'"),
    ("lab run pig --matches 0", "--matches: 0 is not 1 or more"),
    ("lab run pig --bots gredy", "there is no bot 'gredy'; known: greedy", "did you mean greedy?"),
    ("lab run pig --option tagret=9", "pig has no option 'tagret'", "did you mean target?"),
    ("lab run pig --seats 7", "pig is played with 2 to 6 seats, not with 7"),
    ("lab run pig --jobs -2", "--jobs: -2 is not 0 or more"),
    ("lab run pig --engine rya", "--engine: 'rya' is not one of local, ray; did you mean ray?"),
    ("lab ladder pig --bots greedy", "--bots: a ladder needs two bots or more, each named once"),
    ("lab ladder pig --bots greedy,greedy", "each named once"),
    ("lab ladder pig --until -1", "--until: -1 is not 0 or more"),
    ("lab ladder pig --seats 1", "pig is played with 2 to 6 seats, not with 1"),
    ("lab ladder pig --matches 0", "--matches: 0 is not 1 or more"),
    ("lab run pig --seats 2.5", "--seats: '2.5' is not a whole number"),
    ("lab run pig --matches=1e3", "--matches: '1e3' is not a whole number"),
    ("lab run pig --jobs 1.5", "--jobs: '1.5' is not a whole number"),
    ("lab ladder pig --matches 99.5", "--matches: '99.5' is not a whole number"),
    ("lab ladder pig --until 2.5", "--until: '2.5' is not a whole number"),
    ("lab ladder pig --seats 2.0", "--seats: '2.0' is not a whole number"),
    ("lab balance pig --matches 0x10", "--matches: '0x10' is not a whole number"),
    ("lab export pig --matches 1.5", "--matches: '1.5' is not a whole number"),
    ("lab match folder 2.5", "'2.5' is not a whole number"),
    ("simulate pig --matches 2.5", "--matches: '2.5' is not a whole number"),
    ("simulate pig --jobs 1.5", "--jobs: '1.5' is not a whole number"),
    ("check pig --seed 1.5", "--seed: '1.5' is not a whole number"),
    ("replay match.json --step 1.5", "--step: '1.5' is not a whole number"),
    ("lab run pig --cluster auto", "--cluster is for --engine ray"),
    ("check pgi", "there is no game 'pgi'"),
    ("check pig --matches 0", "--matches: 0 is not 1 or more"),
    ("check pig --decisions -4", "--decisions"),
    ("scenario", "argument"),
    ("scenario nothing.json", "there is no file nothing.json"),
    ("scenario .", ".: "),
    ("replay nothing.json", "there is no file nothing.json"),
    ("rules planet-masters PM-3.77", "planet_masters has no rule 'PM-3.77'; near it: PM-3.", "PM-3.2"),
    ("rules planet-masters nonsense", "has no rule 'nonsense'"),
    ("new-game 3dice", "'3dice' cannot be a game's name"),
    ("new-game class", "'class' cannot be a game's name"),
    ("new-game Würfel", "cannot be a game's name"),
    ("new-game pig", "there is a game 'pig' already"),
    ("new-game json", "is the name of a module"),
    ("new-game dice_duel --dir nowhere", "there is no folder"),
    ("games too many", "too many words: too many"),
]


@pytest.mark.parametrize("row", ERRORS, ids=lambda row: row[0])
def test_one_clear_line(row: tuple[str, ...], shapan: Shapan, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    words, *says = row
    done = shapan(*words.split())
    assert done.code == 2
    assert done.err.startswith("shapan: ")
    assert done.err.count("\n") == 1
    for part in says:
        assert part in done.err
    assert not done.out
    assert not list(tmp_path.iterdir())


WRONG_SCENARIOS = [
    ('{"game": "pig",\n "seats": }', "line 2, column 11: not JSON"),
    ("[]", "a scenario is an object"),
    ("{}", "game: the name of the game is missing"),
    ('{"game": 3}', "game: needs the name of a game"),
    ('{"game": "pgi"}', "game: there is no game 'pgi'"),
    ('{"game": "pig"}', "seats: "),
    ('{"game": "pig", "seats": 2, "colour": 1}', "colour: there is no such field"),
    ('{"game": "pig", "seats": 2, "answers": [{"seat": 7}]}', "answers.0.seat: 7 is not a seat 0..1"),
    (
        '{"game": "planet_masters", "seats": 2, "position": {"seats": [{"home": "fighter"}, {}]}}',
        "position.seats.0.home",
    ),
    ('{"game": "pig", "seats": 2, "rolls": {"die": [9]}}', "rolls.die.0: "),
]


@pytest.mark.parametrize(("text", "says"), WRONG_SCENARIOS, ids=[row[1] for row in WRONG_SCENARIOS])
def test_a_wrong_scenario_names_the_place(text: str, says: str, shapan: Shapan, tmp_path: Path) -> None:
    path = tmp_path / "wrong.json"
    path.write_text(text, encoding="utf-8")
    done = shapan("scenario", path)
    assert (done.code, done.out) == (2, "")
    assert done.err.startswith(f"shapan: {path}: {says}")
    assert done.err.count("\n") == 1


def test_not_text_at_all(shapan: Shapan, tmp_path: Path) -> None:
    path = tmp_path / "noise.json"
    path.write_bytes(b"\xff\xfe\x00\x81")
    assert "not UTF-8 text" in shapan("scenario", path).err
    path.write_text("[" * 100_000, encoding="utf-8")
    assert "not JSON" in shapan("scenario", path).err


SAVED = {"format": 1, "game": "pig", "rules_version": 1, "seats": 2, "options": {}, "key": "00", "undo": "strict"}


@pytest.mark.parametrize(
    ("change", "says"),
    [
        ({"log": None}, "log: missing"),
        ({"seats": True}, "seats: missing"),
        ({"key": "xyz"}, "key: not a hexadecimal number"),
        ({"log": [3]}, "log.0: not a record"),
        ({"game": "pgi"}, "there is no game 'pgi'"),
        ({"log": [{"answer": [1], "seat": 0}]}, "log.0: does not fit the rules"),
        ({"log": [{"dance": 1}]}, "log.0: does not fit the rules"),
        ({"seats": 17}, "seats: 17"),
        ({"options": {"target": 3}}, "options.target"),
    ],
)
def test_a_damaged_match_is_refused(change: dict[str, object], says: str, shapan: Shapan, tmp_path: Path) -> None:
    path = tmp_path / "match.json"
    path.write_text(json.dumps({**SAVED, "log": [], **change}), encoding="utf-8")
    done = shapan("replay", path)
    assert (done.code, done.out) == (2, "")
    assert says in done.err
    assert shapan("play", "--resume", path).code == 2
    assert path.read_text(encoding="utf-8") == json.dumps({**SAVED, "log": [], **change})


def test_a_file_that_is_no_match(shapan: Shapan, tmp_path: Path) -> None:
    path = tmp_path / "match.json"
    path.write_text("[1]", encoding="utf-8")
    assert "not a saved match" in shapan("replay", path).err


def test_a_folder_that_cannot_be_written(shapan: Shapan, tmp_path: Path) -> None:
    (tmp_path / "file").write_text("", encoding="utf-8")
    done = shapan("play", "pig", "--data", tmp_path / "file", typed=["1"])
    assert done.code == 2
    assert done.err.startswith("shapan: ")
    assert done.err.count("\n") == 1


@pytest.mark.parametrize("game", games())
@pytest.mark.parametrize("seats", [-1, 0, 1, 64])
def test_seats_that_cannot_play_are_one_line(shapan: Shapan, game: str, seats: int, tmp_path: Path) -> None:
    for command in (f"play {game}", f"simulate {game} --matches 1", f"lab run {game} --matches 1"):
        done = shapan(
            *command.split(), f"--seats={seats}", f"--out={tmp_path}" if "lab" in command else "--bots=random"
        )
        assert done.code == 2 and done.err.count("\n") == 1, done.err
        assert f"{game} is played with" in done.err and f"not with {seats}" in done.err
    file = tmp_path / "seats.json"
    file.write_text(json.dumps({"game": game, "seats": seats}))
    done = shapan("scenario", file)
    assert done.code == 2 and f"seats: {seats} is not" in done.err, done.err


def test_what_nobody_has_foreseen_is_one_line_too_and_shown_in_full_if_wanted(
    shapan: Shapan, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fails(*_: object) -> None:
        raise KeyError("gold\nfinger")

    monkeypatch.setattr(find("pig"), "read_position", fails)
    path = tmp_path / "scenario.json"
    path.write_text('{"game": "pig", "seats": 2, "position": {}}', encoding="utf-8")
    done = shapan("scenario", path)
    assert (done.code, done.out, done.err.count("\n")) == (2, "", 1)
    assert done.err.startswith(f"shapan: {path}: position: unexpected {__file__}, line ")
    assert done.err.endswith("KeyError: 'gold\\nfinger'; --debug shows more\n")
    full = shapan("--debug", "scenario", path)
    assert full.code == 2 and "Traceback (most recent call last)" in full.err
    assert full.err.splitlines()[-1].endswith("KeyError: 'gold\\nfinger'")
    assert shapan("scenario", path, "--debug").err == full.err


@pytest.mark.parametrize("command", ["import", "replay", "scenario"])
def test_a_file_without_an_end_is_not_read_to_it(command: str, shapan: Shapan) -> None:
    done = shapan(command, "/dev/zero")
    assert done.code == 2 and done.err.startswith("shapan: /dev/zero: too long: at most ")


SEATS_OF_NOTHING: list[dict[str, Any]] = [
    {"seats": [5, 6]},
    {"seats": ["x", {}]},
    {"seats": [{}, None]},
    {"seats": [[], {}]},
    {"seats": 5},
    {"in_play": [{"card": []}]},
    {"seats": [{"in_play": [{"card": []}]}, {}]},
]


@pytest.mark.parametrize("position", SEATS_OF_NOTHING, ids=json.dumps)
@pytest.mark.parametrize("game", games())
def test_what_stands_in_the_place_of_an_object_is_refused_where_it_stands(game: str, position: dict[str, Any]) -> None:
    result = run(find(game), {"game": game, "seats": 2, "position": position})
    assert result.error is not None and result.error["field"].startswith("position")
