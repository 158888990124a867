"""Match files of fair tables, and what `shapan verify` finds in them: each forgery is refused and named."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from copy import deepcopy
from pathlib import Path
from typing import Any

import msgspec
import pytest

from server.conftest import running
from server.fair import begin, fair_table, file_of, hold_chance, play_pig, prepare
from server.people import Data
from server.test_seats import wait
from shapan.cli.command import run
from shapan.engine.chance import Stream
from shapan.engine.match import Match, random_answer
from shapan.engine.registry import find
from shapan.server.match.seed import canonical, commitment, digest, match_key, seen_digest
from shapan.server.replay.matchfile import digest_of
from shapan.server.replay.verification import SeenRecord, Sight, findings
from shapan.server.settings import Settings

VECTORS = Path(__file__).parents[1] / "fair_vectors.json"


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Data, list[Data]]]:
    """The file of a match that came about in the second round, and what the browsers of its people have kept."""
    folder = tmp_path_factory.mktemp("fair")
    settings = Settings(
        data=folder,
        bot_delay=0.0,
        countdown=0.0,
        tick=0,
        hosts=("testserver.local",),
        reviews=False,
        limits=None,
    )
    with pytest.MonkeyPatch.context() as monkeypatch, running(settings) as place:
        hold_chance(monkeypatch)
        people = fair_table(place, "reveal", "me", "open", "bot:random", options={"target": 40}, undo="strict")
        prepare(people)
        people[0].reveal()
        people[1].person.ready(people[1].match, ready=False)
        wait(place, lambda: len(place.hub.house.rooms[people[0].match].fair.rounds) > 1)
        people[0].table = ""
        begin(people)
        play_pig(people)
        yield file_of(people), [one.record() for one in people]


def states(file: Data, *seen: Data) -> dict[str, str]:
    return {one.name: one.state for one in findings(file, [("seen", one) for one in seen])}


def test_a_file_proves_seeds_table_key_play_and_chance(played: tuple[Data, list[Data]]) -> None:
    file, records = played
    found = findings(file, [("one", records[0]), ("other", records[1])])
    assert [one.name for one in found] == ["seeds", "table", "key", "play", "chance", "seen", "seen"]
    assert {one.state for one in found} == {"ok"}
    assert found[0].text.endswith("void rounds before: 1 (a seed did not come: 0, the table changed: 1)")
    assert file["table"]["names"][1] == "Guest 0" and len(records[0]["marks"]) > 10


# Forgeries


def last(file: Data) -> Data:
    found: Data = file["fair"]["rounds"][-1]
    return found


def bound(file: Data, **changed: Any) -> None:
    """Write anew what the table was bound to."""
    last(file)["table"] = canonical({**json.loads(last(file)["table"]), **changed})


def other_seed(file: Data) -> None:
    last(file)["seeds"][0]["seed"] = bytes(32).hex()


def other_commit(file: Data) -> None:
    kept = last(file)["seeds"][1]
    kept["seed"] = bytes(32).hex()
    kept["commit"] = commitment(file["fair"]["match"], 1, 1, bytes(32)).hex()


def other_secret(file: Data) -> None:
    last(file)["secret"] = bytes(32).hex()


def other_server(file: Data) -> None:
    """A server that picks its seed at the end, with the key that comes of it."""
    one = last(file)
    one["secret"] = bytes(32).hex()
    one["server"] = commitment(file["fair"]["match"], 1, 255, bytes(32)).hex()
    seeds = {kept["seat"]: bytes.fromhex(kept["seed"]) for kept in one["seeds"]}
    file["key"] = match_key(file["fair"]["match"], 1, bytes(32), seeds).hex()


def dropped_person(file: Data) -> None:
    one = last(file)
    one["seeds"].pop()
    seeds = {kept["seat"]: bytes.fromhex(kept["seed"]) for kept in one["seeds"]}
    file["key"] = match_key(file["fair"]["match"], 1, bytes.fromhex(one["secret"]), seeds).hex()
    bound(file, commits={"0": one["seeds"][0]["commit"]})


def swapped_seats(file: Data) -> None:
    one, other = last(file)["seeds"]
    one["seat"], other["seat"] = other["seat"], one["seat"]


def other_seats(file: Data) -> None:
    """A bot that is told to be a person."""
    bound(file, seats=[{"bot": "", "kind": "player"}] * 3)


def dropped_round(file: Data) -> None:
    file["fair"]["rounds"].pop(0)


def dropped_round_renumbered(file: Data) -> None:
    dropped_round(file)
    last(file)["round"] = 0


def other_void_round(file: Data) -> None:
    """A seed that came, told as one that did not."""
    file["fair"]["rounds"][0]["void"] = "late"


def other_option(file: Data) -> None:
    file["options"]["target"] = 50


def other_undo(file: Data) -> None:
    file["undo"] = "friendly"


def other_game(file: Data) -> None:
    file["game"] = "leduc"


def other_rules(file: Data) -> None:
    file["rules_version"] += 1


def other_key(file: Data) -> None:
    file["key"] = bytes(32).hex()


def other_record(file: Data) -> None:
    answers = [record for record in file["log"] if record.get("by") == "player"]
    answers[3]["answer"] = [3 << 40 ^ answers[3]["answer"][0]]


def dropped_record(file: Data) -> None:
    file["log"].pop(2)


def cut_short(file: Data) -> None:
    file["log"].pop()


def longer(file: Data) -> None:
    file["log"].append(file["log"][-1])


def not_canonical(file: Data) -> None:
    last(file)["table"] = json.dumps(json.loads(last(file)["table"]))


def more_in_the_table(file: Data) -> None:
    bound(file, salt=7)


FORGERIES: dict[Callable[[Data], None], tuple[str, str]] = {
    other_seed: ("seeds", "round 1: the seed of seat 0 is not the one it committed to"),
    other_commit: ("table", "commits is not what the table was bound to"),
    other_secret: ("seeds", "round 1: the server's seed is not the one it committed to"),
    other_server: ("table", "server is not what the table was bound to"),
    dropped_person: ("table", "commits is not of the people at the table"),
    swapped_seats: ("seeds", "the seed of seat 1 is not the one it committed to"),
    other_seats: ("table", "commits is not of the people at the table"),
    dropped_round: ("seeds", "round 0 is missing"),
    dropped_round_renumbered: ("seeds", "the server's seed is not the one it committed to"),
    other_void_round: ("table", "before is not what the table was bound to"),
    other_option: ("table", "options is not what the table was bound to"),
    other_undo: ("table", "undo is not what the table was bound to"),
    other_game: ("table", "game is not what the table was bound to"),
    other_rules: ("table", "rules_version is not what the table was bound to"),
    other_key: ("key", "the key of the match is not made of the seeds"),
    other_record: ("play", "does not fit the rules"),
    dropped_record: ("play", "does not fit the rules"),
    cut_short: ("play", "the match does not come to its end"),
    longer: ("play", "a record after the end of the match"),
    not_canonical: ("table", "not written in the canonical way"),
    more_in_the_table: ("table", "cannot be read"),
}


@pytest.mark.parametrize("forge", FORGERIES, ids=lambda forge: forge.__name__)
def test_a_forgery_is_refused_and_named(played: tuple[Data, list[Data]], forge: Callable[[Data], None]) -> None:
    file = deepcopy(played[0])
    forge(file)
    file["digest"] = digest_of(file)  # who forges a file writes this anew
    name, words = FORGERIES[forge]
    wrong = {one.name: one.text for one in findings(file) if one.state == "differs"}
    assert words in wrong.get(name, ""), wrong


def test_a_file_that_was_damaged_is_told_so(played: tuple[Data, list[Data]]) -> None:
    file = deepcopy(played[0])
    file["table"]["made"] += 1
    assert states(file)["file"] == "differs"


def test_what_a_browser_kept_finds_what_the_file_alone_cannot_show(played: tuple[Data, list[Data]]) -> None:
    file, records = played
    mine = records[0]
    for change in (
        {"seeds": {"0": bytes(32).hex()}},
        {"seeds": {"2": bytes(32).hex()}},
        {"server": bytes(32).hex()},
        {"table": bytes(32).hex()},
        {"match": "another"},
        {"round": 0},
        {"marks": [*mine["marks"][:-1], [mine["marks"][-1][0], bytes(32).hex()]]},
        {"marks": [*mine["marks"], [mine["marks"][-1][0] + 1, bytes(32).hex()]]},
    ):
        assert states(file, {**mine, **change})["seen"] == "differs", change
    spectator = {"format": "shapan-seen-1", "match": mine["match"], "round": 1, "viewer": 3, "marks": []}
    assert states(file, spectator)["seen"] == "ok"


# The command


def test_records_that_agree_with_each_other_speak_against_the_file(played: tuple[Data, list[Data]]) -> None:
    file, (mine, other) = played

    def said(*records: tuple[str, Data]) -> list[str]:
        return [one.text for one in findings(file, records) if one.name == "records"]

    lie = {"table": "ab" * 32}
    (found,) = said(("a", {**mine, **lie}), ("b", {**other, **lie}))
    assert found.startswith("a and b kept the same table, unlike the file: abab")
    assert said(("a", mine), ("b", other)) == [], "they agree with the file too"
    assert said(("a", {**mine, **lie}), ("b", {**other, "table": "cd" * 32})) == [], "one of them is wrong, or both"
    assert said(("a", {**mine, **lie}), ("b", other)) == []
    assert said(("a", {**mine, **lie}), ("again", {**mine, **lie})) == [], "the same record twice is one witness"
    assert said(("a", {**mine, **lie}), ("b", {**other, **lie, "match": "another"})) == []
    assert len(said(("a", {**mine, **lie, "server": "ef" * 32}), ("b", {**other, **lie, "server": "ef" * 32}))) == 2


def verify(tmp_path: Path, file: Any, *seen: Data) -> int:
    path = tmp_path / "match.json"
    path.write_text(json.dumps(file))
    words = ["verify", str(path)]
    for number, record in enumerate(seen):
        kept = tmp_path / f"seen-{number}.json"
        kept.write_text(json.dumps(record))
        words += ["--seen", str(kept)]
    return run(words)


def test_the_command_ends_with_0_1_or_2(
    played: tuple[Data, list[Data]], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file, records = played
    assert verify(tmp_path, file, *records) == 0
    told = capsys.readouterr().out
    assert told.count("\nok") + 1 == 7 and told.count("not shown") == 4
    wrong = deepcopy(file)
    other_key(wrong)
    assert verify(tmp_path, wrong) == 1
    assert "differs   key" in capsys.readouterr().out
    plain = {name: value for name, value in file.items() if name not in ("fair", "digest")}
    assert verify(tmp_path, plain) == 2
    assert "this match had no fair dice: there is nothing to check" in capsys.readouterr().out
    old = deepcopy(file)
    old["rules_version"] += 1
    bound(old, rules_version=old["rules_version"])
    old.pop("digest")
    assert verify(tmp_path, old, records[0]) == 1, "the browser kept another table"
    assert verify(tmp_path, old) == 2
    assert "here is version" in capsys.readouterr().out
    bads: tuple[Any, ...] = ([], {"format": 1}, {**file, "fair": {"mode": "seeds"}}, {**file, "fair": 7}, "x")
    for bad in bads:
        assert verify(tmp_path, bad) == 2
        assert capsys.readouterr().err.startswith("shapan: ")
    assert verify(tmp_path, file, {**records[0], "viewer": 9}) == 2
    assert verify(tmp_path, file, {**records[0], "marks": [[1, 2, 3]]}) == 2
    assert run(["verify", str(tmp_path / "none.json")]) == 2


# Vectors


def test_the_vectors_that_the_browser_has_too() -> None:
    vectors = json.loads(VECTORS.read_text())
    for one in vectors["digests"]:
        parts = [bytes.fromhex(part["hex"]) if isinstance(part, dict) else part for part in one["parts"]]
        assert digest(one["use"], *parts).hex() == one["digest"]
    for one in vectors["commitments"]:
        assert commitment(one["match"], one["round"], one["seat"], bytes.fromhex(one["seed"])).hex() == one["commit"]
    for one in vectors["keys"]:
        seeds = {int(seat): bytes.fromhex(seed) for seat, seed in one["seeds"].items()}
        assert match_key(one["match"], one["round"], bytes.fromhex(one["secret"]), seeds).hex() == one["key"]
    for one in vectors["canonical"]:
        assert canonical(one["value"]) == one["text"]
    for one in vectors["seen"]:
        found = bytes(32)
        for event, expected in zip(one["events"], one["digests"], strict=True):
            found = seen_digest(found, event)
            assert found.hex() == expected


def test_numbers_that_are_not_whole_have_no_canonical_form() -> None:
    for value in (1.5, [1.0], {"a": {"b": 2.5}}):
        with pytest.raises(ValueError, match="not whole"):
            canonical(value)


def test_each_field_of_a_commitment_counts() -> None:
    seed = bytes(range(32))
    one = commitment("match", 0, 1, seed)
    others = [
        commitment("match2", 0, 1, seed),
        commitment("match", 1, 1, seed),
        commitment("match", 0, 2, seed),
        commitment("match", 0, 1, seed[::-1]),
        digest("shapan-key", "match", 0, 1, seed),
        digest("shapan-commit", "match", 0, 1, seed, b""),
        digest("shapan-commit", "matc", b"h\0\0\0\0\0\0\0\0", 1, seed),
    ]
    assert one not in others and len(set(others)) == len(others)


# What is seen


GAMES = {"pig": 400, "leduc": 400, "planet_masters": 400, "battlestar": 120, "starcraft": 120, "battlefield": 120}
GAMES["malifaux"] = 120


@pytest.mark.parametrize("name", GAMES)
def test_an_event_keeps_its_words(name: str) -> None:
    """A browser keeps digests of events as they were told, and `shapan verify` makes them again at another moment."""
    game = find(name)
    match = Match(game, max(2, game.min_seats), {}, b"the same each run")
    told: dict[int, list[str]] = {viewer: [] for viewer in range(match.seats + 1)}
    stream = Stream(name)
    for _ in range(GAMES[name]):
        if match.over:
            break
        decision = match.decisions[min(match.decisions)]
        codes = random_answer(decision.prompt, match.live, decision.seat, decision.arg, stream)
        match.answer(decision.seat, codes)
        for viewer, known in told.items():
            known.extend(map(canonical, msgspec.to_builtins(match.events_for(viewer, len(known)))))
    for viewer, known in told.items():
        assert known == [canonical(event) for event in msgspec.to_builtins(match.events_for(viewer))]


def test_what_was_seen_and_taken_back_is_found_too() -> None:
    """An undo takes events away; what a browser had seen before it stands in its record."""
    game = find("planet_masters")
    match = Match(game, 3, {}, b"the same each run", "friendly")
    stream, marks, undone = Stream("undo"), [], 0
    for _ in range(60):
        seat = min(match.decisions)
        before = match.event_count(seat)
        decision = match.decisions[seat]
        match.answer(seat, random_answer(decision.prompt, match.live, seat, decision.arg, stream))
        marks.append(mark(match))
        if match.event_count(seat) > before and match.may_undo(seat) and undone < 5:
            match.apply({"undo": seat})
            undone += 1
            marks.append(mark(match))
    assert not match.over and undone == 5 and len({count for count, _ in marks}) > 20
    record = SeenRecord("shapan-seen-1", "m", match.seats, marks=marks)
    again, sight = Match(game, 3, {}, b"the same each run", "friendly"), Sight(record)
    for entry in match.log:
        again.apply(entry, verify=True)
        sight.follow(again)
    assert sight.met == len(marks)


def mark(match: Match[Any]) -> tuple[int, str]:
    """Return what the browser of a spectator keeps of a moment."""
    found = bytes(32)
    events = msgspec.to_builtins(match.events_for(match.seats))
    for event in events:
        found = seen_digest(found, [event["key"], event["rule"], event["with"]])
    return len(events), found.hex()
