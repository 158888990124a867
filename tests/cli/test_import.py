"""Match files taken into the data folder: everything is checked before anything is written."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Callable
from pathlib import Path
from shlex import quote
from typing import Any

import pytest

from cli.conftest import Shapan
from shapan.engine.chance import Stream
from shapan.engine.decision import random_answer
from shapan.engine.match import Match
from shapan.engine.registry import find
from shapan.server.replay import matchfile
from shapan.server.store.row import MatchRow, SeatRow, Stored

Data = dict[str, Any]


def played(seed: str = "file", answers: int = 10_000) -> Match[Any]:
    """Return a pig match with an undo in it."""
    match: Match[Any] = Match(find("pig"), 2, {"target": 30}, b"key", "friendly")
    rng = Stream(seed)
    while not match.over and answers:
        answers -= 1
        seat = rng.choice(sorted(match.decisions))
        decision = match.decisions[seat]
        match.answer(seat, random_answer(decision.prompt, match.live, seat, decision.arg, rng))
        if match.may_undo(seat) and not any("undo" in record for record in match.log):
            match.undo(seat)
    return match


def content(match: Match[Any]) -> Data:
    """Return a match as the server writes it."""
    row = MatchRow("x", "pig", 1, 2, match.given_options, match.undo_mode, match.key, "")
    seats = [SeatRow(0, "player", "Ling"), SeatRow(1, "bot", "Bot 2", "greedy")]
    records: list[tuple[str, str | None]] = [(json.dumps(record), None) for record in match.log]
    data: Data = json.loads(matchfile.written(Stored(row, seats, records, None), 1_700_000_000))
    return data


@pytest.fixture
def file(tmp_path: Path) -> Path:
    path = tmp_path / "match.shapan.json"
    path.write_text(json.dumps(content(played())), encoding="utf-8")
    return path


def rows(data: Path, table: str) -> list[tuple[Any, ...]]:
    with sqlite3.connect(data / "shapan.sqlite3") as connection:
        found = connection.execute(f"SELECT * FROM {table}").fetchall()
    connection.close()
    return found


def test_a_match_file_is_taken_once(file: Path, data: Path, shapan: Shapan) -> None:
    count = len(json.loads(file.read_text())["log"])
    done = shapan("import", file, "--data", data)
    assert done.code == 0 and not done.err
    assert f"imported: pig, 2 seats, {count} records; watch it: shapan --data {quote(str(data))}, then " in done.out
    assert done.out.split()[-1].startswith("http://127.0.0.1:8642/replay/")
    before = {table: rows(data, table) for table in ("matches", "seats", "records", "recordings", "recorded_parts")}
    assert len(before["records"]) == count and len(before["matches"]) == 1 and before["recorded_parts"]
    again = shapan("import", file, "--data", data)
    assert again.code == 0 and "is here already, nothing was changed" in again.out
    assert again.out.split()[-1] == done.out.split()[-1]
    assert {table: rows(data, table) for table in before} == before


def test_a_match_file_can_be_replayed(file: Path, shapan: Shapan) -> None:
    told = shapan("replay", file)
    assert told.code == 0 and "Ling" in told.out and "Bot 2" in told.out and "Seat 1" not in told.out
    proved = shapan("replay", file, "--verify")
    assert proved.code == 0 and "the same questions in the same states" in proved.out


def test_a_finished_match_of_the_terminal_can_be_taken(tmp_path: Path, data: Path, shapan: Shapan) -> None:
    path = tmp_path / "terminal.json"
    table = {"people": [0], "bots": {"1": "greedy"}, "language": "en", "told": {"0": 4}, "over": True}
    path.write_text(json.dumps({**played().save(), "table": table}), encoding="utf-8")
    done = shapan("import", path, "--data", data)
    assert done.code == 0, done.err
    assert "imported: pig" in done.out


def test_the_help_says_where_matches_lie(shapan: Shapan) -> None:
    text = " ".join(shapan("replay", "--help").out.replace("│", " ").split())
    for folder in ("~/.local/share/shapan", "~/Library/Application Support/shapan", "AppData\\Local\\shapan"):
        assert folder in text


def changed(**fields: Any) -> Callable[[Data], Data]:
    return lambda data: {**data, **fields}


def record(place: int, **fields: Any) -> Callable[[Data], Data]:
    def change(data: Data) -> Data:
        data["log"][place].update(fields)
        return data

    return change


def appended(*records: Data) -> Callable[[Data], Data]:
    return lambda data: {**data, "log": data["log"] + list(records)}


def without(name: str) -> Callable[[Data], Data]:
    return lambda data: {field: value for field, value in data.items() if field != name}


def cut(data: Data) -> Data:
    return {**data, "log": data["log"][:-1]}


def other_answer(data: Data) -> Data:
    first = data["log"][0]["answer"]
    first[0] = (3 << 40) - first[0]
    return data


def extra(data: Data) -> Data:
    return {**data, "log": [*data["log"], data["log"][-1]]}


LAST = {"answer": [1 << 40], "seat": 0, "ordinal": 1, "by": "player", "hash": "0" * 16}
WRONG: list[tuple[str, Callable[[Data], Data], str]] = [
    ("other format", changed(format=2), "format: Invalid enum value 2"),
    ("other game", changed(game="chess"), "game: there is no game 'chess'"),
    ("another known game", changed(game="leduc", options={}), "log.0: "),
    ("other rules", changed(rules_version=7), "rules_version: played by version 7 of the rules; here is version 1"),
    ("unknown field", changed(score=3), "contains unknown field"),
    ("missing key", without("key"), "missing required field"),
    ("key no number", changed(key="zz"), "key: "),
    ("key of another match", changed(key="00"), "log."),
    ("too many seats", changed(seats=9), "seats: "),
    ("seats no number", changed(seats="two"), "seats: Expected int, got str"),
    ("seats a yes", changed(seats=True), "seats: Expected int, got bool"),
    ("unknown option", changed(options={"goal": 3}), "options.goal: "),
    ("option out of range", changed(options={"target": 1}), "options.target: "),
    ("option of another type", changed(options={"target": [[]]}), "options.target: "),
    ("other undo", changed(undo="never"), "undo: "),
    ("log no list", changed(log={}), "log: Expected array, got object"),
    ("empty log", changed(log=[]), "log: the match is not over"),
    ("not finished", cut, "log: the match is not over; only finished matches can be taken"),
    ("record no object", changed(log=[3]), "log.0: Expected object, got int"),
    ("unknown record", changed(log=[{"cheat": 1}]), "log.0: not a record; known: answer, undo, retract, leave"),
    ("unknown field in a record", record(1, at=3), "log.1: "),
    ("wrong hash", record(3, hash="0" * 16), "log.3: does not fit the rules"),
    ("hash no hash", record(3, hash="nothing"), "log.3.hash: "),
    ("seat too high", record(2, seat=5), "log.2.seat: 5 is not a seat 0..1"),
    ("seat below", record(2, seat=-1), "log.2.seat: "),
    ("other answer", other_answer, "log."),
    ("answer no code", record(0, answer=["roll"]), "log.0.answer.0: Expected int, got str"),
    ("huge code", record(0, answer=[2**80]), "log.0"),
    ("answer that cannot be", record(0, answer=[77]), "log.0: does not fit the rules"),
    ("by nobody", record(0, by="god"), "log.0.by: "),
    ("record after the end", extra, "a record after the end of the match"),
    ("answer after the end", appended(LAST), "a record after the end of the match"),
    ("leaving after the end", appended({"leave": 0}), "a record after the end of the match"),
    ("undo after the end", appended({"undo": 0}), "a record after the end of the match"),
    ("undo of nothing", lambda data: {**data, "log": [{"undo": 0}]}, "log.0: does not fit the rules"),
    ("a start of its own", changed(start=[1]), "only matches from the usual set-up"),
    ("open chance", changed(open_chance=True), "only matches from the usual set-up"),
    ("names too few", changed(table={"names": ["Ling"]}), "table.names: 1 names for 2 seats"),
    ("name too long", changed(table={"names": ["L" * 41, ""]}), "table.names.0: "),
    ("name with a control sign", changed(table={"names": ["a\u202eb", ""]}), "table.names.0: holds signs"),
    ("half a sign", changed(table={"names": ["\ud800", ""]}), "table.names.0: holds signs"),
    ("a field half a sign", changed(**{"\ud800": 1}), ": holds signs that no match file has"),
    ("a record of half a sign", changed(log=[{"undo": 0, "\ud800": 1}]), "log.0: holds signs that no match file has"),
    ("bot at no seat", changed(table={"bots": {"4": "greedy"}}), "table.bots"),
    ("bot with a control sign", changed(table={"bots": {"1": "a\u202eb"}}), "table.bots.1: holds signs"),
    ("unknown field in the table", changed(table={"notes": 1}), "table: "),
    ("a number without end", changed(options={"target": 10**400}), "options.target: "),
]


@pytest.mark.parametrize("row", WRONG, ids=lambda row: row[0])
def test_a_broken_file_is_refused_in_one_line(
    row: tuple[str, Callable[[Data], Data], str], file: Path, data: Path, shapan: Shapan
) -> None:
    _, change, says = row
    whole = json.loads(file.read_text())
    del whole["digest"]  # what is wrong must be found without it
    file.write_text(json.dumps(change(whole)), encoding="utf-8")
    refused(file, data, shapan, says)


RAW: list[tuple[str, Callable[[bytes], bytes], str]] = [
    ("empty", lambda text: b"", "not JSON"),
    ("truncated", lambda text: text[: len(text) // 2], "not JSON"),
    ("one sign short", lambda text: text[:-1], "not JSON"),
    ("not JSON", lambda text: b"PK\x03\x04", "not JSON"),
    ("not UTF-8", lambda text: b"\xff" + text, "not UTF-8 text"),
    ("a list", lambda text: b"[" + text + b"]", "not a match file"),
    ("too deep", lambda text: b"[" * 100_000, "nested too deeply"),
    ("a name changed", lambda text: text.replace(b"Ling", b"Lang"), "digest: the file was changed or damaged"),
    ("huge", lambda text: text + b" " * (matchfile.MAX_BYTES + 1), "too long: at most"),
    ("two files in one", lambda text: text + text, "not JSON"),
]


@pytest.mark.parametrize("row", RAW, ids=lambda row: row[0])
def test_a_damaged_file_is_refused_in_one_line(
    row: tuple[str, Callable[[bytes], bytes], str], file: Path, data: Path, shapan: Shapan
) -> None:
    _, change, says = row
    file.write_bytes(change(file.read_bytes()))
    refused(file, data, shapan, says)


def refused(file: Path, data: Path, shapan: Shapan, says: str) -> None:
    done = shapan("import", file, "--data", data)
    assert done.code == 2, done.out
    assert done.err.startswith(f"shapan: {file}: ") and done.err.count("\n") == 1
    assert says in done.err and "Traceback" not in done.err and not done.out
    assert not data.exists()


def test_every_flipped_bit_is_found(file: Path) -> None:
    """Change one bit at many places: the file is refused, or says the same in other signs."""
    text, rng, found = file.read_bytes(), Stream("bits"), 0
    for _ in range(150):
        place, bit = rng.number(len(text)), rng.number(7)
        damaged = bytearray(text)
        damaged[place] ^= 1 << bit
        try:
            data = json.loads(bytes(damaged))
        except ValueError:
            continue
        found += 1
        if not isinstance(data, dict) or data == json.loads(text):
            continue
        if "digest" not in data:
            data["digest"] = ""
        with pytest.raises(matchfile.BadFile):
            matchfile.checked(data)
    assert found > 30


def test_a_refused_file_leaves_the_data_as_they_are(file: Path, data: Path, shapan: Shapan) -> None:
    assert shapan("import", file, "--data", data).code == 0
    before = {table: rows(data, table) for table in ("matches", "seats", "records", "recordings", "recorded_parts")}
    file.write_text(file.read_text()[:-1] + "]")
    assert shapan("import", file, "--data", data).code == 2
    assert {table: rows(data, table) for table in before} == before


def test_there_is_no_such_file(tmp_path: Path, shapan: Shapan) -> None:
    done = shapan("import", tmp_path / "none.json")
    assert done.code == 2 and "there is no file" in done.err
    assert shapan("import", tmp_path).code == 2
    assert shapan("import").code == 2
