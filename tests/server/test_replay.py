"""Replays over the API: whose view is given to whom, match files, the list of finished matches."""

from __future__ import annotations

import gzip
import sqlite3
from pathlib import Path
from typing import Any

import msgspec
import pytest

from server.conftest import running
from server.people import PIG_ROLL, Data, Person, Place, pig_choice, two_people
from shapan.engine.match import Match
from shapan.engine.registry import find
from shapan.engine.scene import Phrase
from shapan.server.api.replay import Replay
from shapan.server.replay import matchfile
from shapan.server.settings import LimitSettings, Rate, Settings
from shapan.server.store.choice import backend_of
from shapan.server.words import say, seat_name

MOST = 400
LEDUC_CALL = 2 << 40


def finish(people: list[Person], match: str) -> None:
    for _ in range(MOST):
        frame = people[0].frame(match)
        if frame["outcome"]:
            return
        asked = people[frame["waiting"][0]]
        assert asked.answer(match, pig_choice(asked.frame(match))).status_code == 200
    raise AssertionError("no end")


def finished(place: Place) -> tuple[Person, Person, str]:
    ling, tomas, match = two_people(place, target=30)
    finish([ling, tomas], match)
    return ling, tomas, match


def replay(person: Person, match: str, query: str = "") -> Data:
    answer = person.get(f"/api/matches/{match}/replay{query}")
    assert answer.status_code == 200, answer.text
    data: Data = answer.json()
    return data


def leduc(place: Place) -> tuple[Person, Person, str]:
    """Return two people in the middle of a match with cards that only one of them may see."""
    ling, tomas = place.person(), place.person()
    opened = ling.open("leduc", "me", "open")
    tomas.form(opened["joins"][0]["url"], {"name": "Tomas"})
    match = opened["id"]
    for person in (ling, tomas):
        person.ready(match)
    for person in (ling, tomas):
        assert person.answer(match, LEDUC_CALL).status_code == 200
    return ling, tomas, match


def test_a_replay_is_what_the_schema_says(place: Place) -> None:
    ling, _, match = finished(place)
    answer = ling.get(f"/api/matches/{match}/replay", headers={"accept-encoding": "gzip"})
    assert answer.headers["content-encoding"] == "gzip"
    shown = msgspec.json.decode(answer.content, type=Replay)
    assert shown.over and shown.viewer == 0 and shown.viewers == [0, 1, 2]
    assert len(shown.at) == len(shown.frames) > 5
    assert shown.at == sorted(set(shown.at)) and shown.at[0] == 0
    assert isinstance(shown.frames[0].question, Phrase) and shown.frames[-1].outcome
    schema = ling.get("/schema/openapi.json").json()
    assert set(answer.json()) == set(schema["components"]["schemas"]["Replay"]["properties"])
    paths = schema["paths"]["/api/matches/{match_id}/replay"]["get"]["responses"]
    assert {"200", "400", "403", "404"} <= set(paths)
    assert paths["200"]["content"]["application/json"]["schema"]["$ref"].endswith("/Replay")


def test_plain_bytes_for_who_cannot_unpack(place: Place) -> None:
    ling, _, match = finished(place)
    plain = ling.get(f"/api/matches/{match}/replay", headers={"accept-encoding": "identity"})
    assert "content-encoding" not in plain.headers
    assert plain.json() == replay(ling, match)
    assert gzip.compress(plain.content)[:2] == b"\x1f\x8b"


def test_after_the_end_everybody_may_see_every_view(place: Place) -> None:
    ling, tomas, match = finished(place)
    stranger = place.person()
    assert replay(ling, match)["viewer"] == 0
    assert replay(tomas, match)["viewer"] == 1
    assert replay(stranger, match)["viewer"] == 2
    for person in (ling, tomas, stranger):
        for seat in range(3):
            assert replay(person, match, f"?seat={seat}")["viewer"] == seat


def test_a_running_match_shows_each_his_own_view_only(place: Place) -> None:
    ling, tomas, match = leduc(place)
    stranger = place.person()
    assert replay(ling, match)["viewer"] == replay(ling, match, "?seat=0")["viewer"] == 0
    assert replay(stranger, match)["viewer"] == replay(stranger, match, "?seat=2")["viewer"] == 2
    for person, seat in ((stranger, 0), (stranger, 1), (ling, 1), (ling, 2), (tomas, 0)):
        answer = person.get(f"/api/matches/{match}/replay?seat={seat}")
        assert answer.status_code == 403
        assert answer.json() == {"status_code": 403, "detail": "this view is open to others once the match is over"}
    shown = replay(stranger, match)
    assert shown["viewers"] == [2] and not shown["over"]
    assert shown["at"] == []  # positions would tell of steps that a spectator does not see


def test_a_running_match_betrays_no_card(place: Place) -> None:
    ling, tomas, match = leduc(place)
    live = place.hub.house.rooms[match].match
    assert not live.over and live.log
    cards = {seat: person.frame(match)["scene"] for seat, person in ((0, ling), (1, tomas))}
    assert cards[0] != cards[1]
    spectator = place.person().get(f"/api/matches/{match}/replay", headers={"accept-encoding": "identity"}).content
    assert b"dealt_secret" not in spectator and b"dealt" in spectator
    for seat, person in ((0, ling), (1, tomas)):
        own = person.get(f"/api/matches/{match}/replay", headers={"accept-encoding": "identity"}).content
        assert own.count(b"dealt_secret") == 1, seat
    # The same match with other hands: what a spectator is shown does not differ by a byte.
    shown = set()
    for number in range(40):
        other: Match[Any] = Match(find("leduc"), 2, {}, b"%d" % number, "friendly")
        for record in live.log:
            if other.decisions and not other.over:
                other.answer(record["seat"], record["answer"])
        if [event["with"] for event in other.events_for(2) if event["key"] == "turned"] == [
            event["with"] for event in live.events_for(2) if event["key"] == "turned"
        ]:
            shown.add(frames_of_spectator(other))
    assert shown == {frames_of_spectator(live)}


def frames_of_spectator(match: Match[Any]) -> bytes:
    from shapan.server.replay.recording import Reel, run, unpacked

    fresh: Match[Any] = Match(find("leduc"), 2, {}, match.key, "friendly")
    _, parts, _ = run(fresh, Reel(), match.log)
    rows = unpacked((part.first, part.body) for part in parts if part.viewer == 2)
    return msgspec.json.encode(rows)


def test_bad_requests(place: Place) -> None:
    ling, _, match = finished(place)
    for seat in ("-1", "65", "999999999999999999999", "x"):
        assert ling.get(f"/api/matches/{match}/replay?seat={seat}").status_code == 400, seat
    nobody = ling.get(f"/api/matches/{match}/replay?seat=3")
    assert nobody.status_code == 404 and nobody.json()["detail"] == "seat: 3 is not 0..2"
    for path in ("/api/matches/none/replay", "/api/matches/none/file", "/replay/none"):
        assert ling.get(path).status_code == 404


def test_the_file_comes_after_the_end_only(place: Place, tmp_path: Path) -> None:
    ling, tomas, match = two_people(place, target=30)
    answer = ling.get(f"/api/matches/{match}/file")
    assert answer.status_code == 409 and answer.json() == {"reason": "on"}
    finish([ling, tomas], match)
    answer = place.person().get(f"/api/matches/{match}/file")
    name = answer.headers["content-disposition"].partition("filename=")[2].strip('"')
    assert name.startswith("pig-20") and name.endswith(f"-{match}.shapan.json")
    data = answer.json()
    again = Match.load(find("pig"), data, replay=True)
    assert again.over and again.ask_hash() == place.hub.house.rooms[match].match.ask_hash()
    assert data["table"]["names"][1] == "Tomas" and data["table"]["people"] == [0, 1]
    found = matchfile.checked(data)
    assert found.reel.number == len(data["log"])
    assert msgspec.json.decode(answer.content, type=matchfile.MatchFile) == found.file


def test_a_match_whose_rules_fail_is_not_opened(place: Place, monkeypatch: pytest.MonkeyPatch) -> None:
    ling, tomas, match = two_people(place)

    def fail(*_: Any) -> None:
        raise RuntimeError("the rules fail")

    monkeypatch.setattr(find("pig"), "advance", fail, raising=False)
    ling.answer(match, PIG_ROLL)
    room = place.hub.house.rooms[match]
    assert room.frozen and room.match.over, "nothing is asked any more"
    place.client.blocking_portal.call(room.note_end)
    assert (room.row.status, room.over) == ("on", False)
    assert ling.get(f"/api/matches/{match}/file").json() == {"reason": "on"}
    assert tomas.get(f"/api/matches/{match}/replay?seat=0").status_code == 403


def test_a_match_goes_from_one_server_to_another(settings: Settings, tmp_path: Path) -> None:
    with running(settings) as place:
        ling, _, match = finished(place)
        data, whole = ling.get(f"/api/matches/{match}/file").json(), replay(ling, match)
    found = matchfile.checked(data)
    assert matchfile.keep(backend_of(settings), found) == (match, False)
    other = Settings(data=tmp_path / "other", hosts=settings.hosts, snapshot_every=7)
    name, new = matchfile.keep(backend_of(other), found)
    assert new and name != match
    assert matchfile.keep(backend_of(other), found) == (name, False)
    with running(other) as place:
        stranger = place.person()
        shown = replay(stranger, name, "?seat=0")
        assert shown["frames"] == whole["frames"] and shown["at"] == whole["at"]
        assert [seat["name"] for seat in shown["seats"]] == [seat["name"] for seat in whole["seats"]]
        assert stranger.get(f"/api/matches/{name}/file").json() == data
        page = stranger.get("/replays").text
        assert f"/replay/{name}" in page and "from a file" in page


@pytest.mark.parametrize("language", ["en", "zh-Hans", "zh-Hant"])
def test_the_list_of_finished_matches(place: Place, language: str) -> None:
    ling, tomas, match = finished(place)
    running_match = ling.open("pig", "me", "hot")["id"]
    winner = ling.frame(match)["outcome"]["winners"]
    for seat, person in enumerate((ling, tomas)):
        person.cookie += f"; language={language}"
        page = next(page for _ in range(MOST) if match in (page := person.get("/replays").text))
        assert f'href="/replay/{match}"' in page and f'href="/api/matches/{match}/file" download' in page
        assert running_match not in page and "ui." not in page
        other = ("Tomas", seat_name(language, 0, "player", ""))[seat]
        ended = say(language, "ui.you_won") if winner == [seat] else say(language, "ui.won_by", names=other)
        assert f"<p>{ended}</p>" in page
    assert match not in place.person().get("/replays").text


def test_the_replay_page_loads_its_own_script(place: Place, monkeypatch: pytest.MonkeyPatch) -> None:
    ling, _, match = finished(place)
    asked = []

    def files(**names: str) -> tuple[str, str]:
        asked.append(names["entry"])
        return "/static/dist/assets/replay.js", "/static/dist/assets/style.css"

    monkeypatch.setattr("shapan.server.pages.replay.client_files", files)
    page = ling.get(f"/replay/{match}")
    assert page.status_code == 200 and asked == ["src/replay.ts"]
    assert "/static/dist/assets/replay.js" in page.text and f'"match":"{match}"' in page.text


def test_the_key_leaves_with_the_file_only(settings: Settings) -> None:
    with running(settings) as place:
        ling, _, match = finished(place)
        key = b"the same each run".hex()
        with sqlite3.connect(settings.database) as connection:
            [(stored,)] = connection.execute("SELECT key FROM matches").fetchall()
        connection.close()
        assert stored.hex() == key
        for path in (f"/api/matches/{match}/replay", f"/replay/{match}", "/replays"):
            assert key not in ling.get(path).text
        assert ling.get(f"/api/matches/{match}/file").json()["key"] == key


def test_replays_are_counted_apart_for_they_are_much_work(settings: Settings) -> None:
    with running(settings) as place:
        ling, _, match = finished(place)
    settings.limits = LimitSettings(replay=Rate(1e-6, 2))
    with running(settings) as place:
        ling = place.person(ling.cookie)
        paths = [
            f"/api/matches/{match}/replay",
            f"/api/matches/{match}/file",
            "/replays",
            f"/api/matches/{match}/frame",
        ]
        answers = [ling.get(path) for path in paths]
        assert [answer.status_code for answer in answers] == [200, 200, 429, 200]
        assert int(answers[2].headers["retry-after"]) > 0
