"""Those who ask too much are told to wait; bodies and streams are bounded; every refusal has its form."""

from __future__ import annotations

import time
from collections.abc import Iterator
from typing import Any

import pytest
from litestar.exceptions import WebSocketDisconnect

from server.apart import run
from server.conftest import running
from server.people import PIG_ROLL, Person, Place, new_id
from shapan.server.bucket import Buckets
from shapan.server.settings import LimitSettings, Rate, Settings
from shapan.server.web.limit import POLICY, TOO_MANY_STREAMS, LimitRequests, Limits, address_of

PIG = {"game": "pig", "seats": [{"kind": "me"}, {"kind": "hot"}]}
NEVER = 1e-6
"""A rate so slow that no second token comes while a test runs."""


class Clock:
    def __init__(self) -> None:
        self.now = 0.0

    def __call__(self) -> float:
        return self.now


def strict(settings: Settings, **limits: Any) -> Settings:
    wide = Rate(1000, 1000)
    settings.limits = LimitSettings(**{"change": wide, "opening": wide, "read": wide, **limits})
    return settings


@pytest.fixture
def narrow(settings: Settings) -> Iterator[Place]:
    with running(strict(settings, change=Rate(NEVER, 3), opening=Rate(NEVER, 2), streams=2)) as place:
        yield place


def test_a_bucket_is_emptied_at_once_and_fills_at_its_rate() -> None:
    clock = Clock()
    bucket = Buckets(Rate(2, 3), clock)
    assert [bucket.take("a") for _ in range(5)] == [0, 0, 0, 0.5, 0.5]
    assert bucket.take("b") == 0
    clock.now = 0.5
    assert [bucket.take("a"), bucket.take("a")] == [0, 0.5]
    clock.now = 1000
    assert [bucket.take("a") for _ in range(4)] == [0, 0, 0, 0.5]


def test_who_asked_long_ago_is_forgotten(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("shapan.server.bucket._MAX_KEPT", 10)
    bucket = Buckets(Rate(1, 1), Clock())
    assert not any(bucket.take(str(name)) for name in range(100))
    assert len(bucket._kept) == 10 and bucket.take("99") and not bucket.take("0")


@pytest.mark.parametrize(
    ("host", "name"),
    [
        ("127.0.0.1", ""),
        ("::1", ""),
        ("::ffff:127.0.0.1", ""),
        ("192.0.2.7", "192.0.2.7"),
        ("::ffff:192.0.2.7", "192.0.2.7"),
        ("2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"),
        ("testclient", "testclient"),
    ],
)
def test_an_address_is_counted_by_what_its_owner_cannot_change(host: str, name: str) -> None:
    assert address_of((host, 1)) == name


def test_no_address_is_not_counted() -> None:
    assert address_of(None) == "" and not any(Limits(LimitSettings()).wait("change", "", "") for _ in range(9999))


def test_guests_of_one_address_have_a_bound_together() -> None:
    limits = Limits(LimitSettings(change=Rate(NEVER, 3), address_factor=2))
    waits = [limits.wait("change", f"guest {number}", "192.0.2.7") for number in range(8)]
    assert [bool(wait) for wait in waits] == [False] * 6 + [True] * 2
    assert not limits.wait("change", "guest 9", "192.0.2.8")


def roll(person: Person, match: str, name: str) -> Any:
    return person.post(f"/api/matches/{match}/answers", {"id": name, "ordinal": 1, "codes": [PIG_ROLL]})


def test_too_many_changes_are_told_to_wait_and_change_nothing(narrow: Place) -> None:
    ling, tomas = narrow.person(), narrow.person()
    match = ling.open("pig", "me", "hot")["id"]
    assert roll(ling, match, "once").status_code == 200
    before = ling.frame(match)
    assert [roll(ling, match, "once").status_code for _ in range(3)] == [200, 200, 429]
    answer = roll(ling, match, new_id())
    assert answer.json() == {"status_code": 429, "detail": "too many requests, wait a little"}
    assert int(answer.headers["retry-after"]) >= 1 and "content-security-policy" in answer.headers
    assert ling.frame(match) == before
    assert tomas.open("pig", "me", "hot")["id"]


def test_too_many_new_matches_are_told_to_wait(narrow: Place) -> None:
    ling = narrow.person()
    answers = [ling.post("/matches", PIG).status_code for _ in range(4)]
    assert answers == [201, 201, 201, 429]  # with the first he had no cookie, and only his address was counted
    answer = ling.form("/tables", {"game": "pig", "kind.0": "me", "kind.1": "hot"})
    assert answer.status_code == 429 and answer.headers["retry-after"]
    assert answer.headers["content-type"].startswith("text/html") and "Slow down a little" in answer.text


def test_too_many_reads_are_told_to_wait_but_files_come(settings: Settings) -> None:
    with running(strict(settings, read=Rate(NEVER, 2), address_factor=1)) as place:
        ling = place.person()
        assert [ling.get("/api/games").status_code for _ in range(3)] == [200, 200, 429]
        assert ling.get("/").status_code == 429
        assert ling.get("/static/site.css").status_code == 200


@pytest.mark.parametrize("path", ["/nothing", "/rules/pig/more", "/api/nothing", "/static"])
def test_what_is_not_there_is_counted_too(settings: Settings, path: str) -> None:
    with running(strict(settings, read=Rate(NEVER, 2), change=Rate(NEVER, 1), address_factor=1)) as place:
        ling = place.person()
        answers = [ling.get(path) for _ in range(4)]
        assert [answer.status_code for answer in answers] == [404, 404, 429, 429]
        assert int(answers[-1].headers["retry-after"]) >= 1 and "content-security-policy" in answers[-1].headers
        assert ling.get("/").status_code == 429
        assert [ling.post("/rules", {}).status_code for _ in range(2)] == [405, 429]


def test_usual_play_meets_no_limit(settings: Settings) -> None:
    settings.limits = LimitSettings()
    with running(settings) as place:
        ling = place.person()
        match = ling.open("pig", "me", "hot", target=900)["id"]
        assert [ling.answer(match, PIG_ROLL).status_code for _ in range(30)] == [200] * 30


def test_streams_are_bounded_and_a_closed_one_makes_room(narrow: Place) -> None:
    ling, tomas = narrow.person(), narrow.person()
    match = ling.open("pig", "me", "hot")["id"]
    tomas.open("pig", "me", "hot")
    with ling.stream(match) as one:
        assert one.receive_json(timeout=10)["frame"] == 1
        with ling.stream(match) as two:
            assert two.receive_json(timeout=10)["frame"] == 1
            with ling.stream(match) as three, pytest.raises(WebSocketDisconnect) as ended:
                three.receive_json(timeout=10)
            assert ended.value.code == TOO_MANY_STREAMS
            with tomas.stream(match) as other:
                assert other.receive_json(timeout=10)["spectator"]
        for _ in range(100):
            with ling.stream(match) as again:
                try:
                    assert again.receive_json(timeout=10)["frame"] == 1
                    break
                except WebSocketDisconnect:  # the server has not yet seen the other's end
                    time.sleep(0.05)
        else:
            raise AssertionError("a stream that has ended is still counted")


def test_a_client_that_does_not_stop_talking_is_hung_up_on(settings: Settings) -> None:
    with running(strict(settings, talk=Rate(NEVER, 3))) as place:
        ling = place.person()
        match = ling.open("pig", "me", "hot")["id"]
        with ling.stream(match) as stream:
            assert stream.receive_json(timeout=10)["frame"] == 1
            for _ in range(3):
                stream.send_text("hello")
            ling.answer(match, PIG_ROLL)
            assert stream.receive_json(timeout=10)["frame"] == 2
            stream.send_text("hello again")
            with pytest.raises(WebSocketDisconnect) as ended:
                stream.receive_json(timeout=10)
            assert ended.value.code == POLICY
        assert ling.frame(match)["viewer"] in (0, 1)


def test_a_refused_stream_is_counted_off_again() -> None:
    async def app(scope: Any, receive: Any, send: Any) -> None:
        raise RuntimeError("fails")

    limits = Limits(LimitSettings())
    scope: Any = {"type": "websocket", "headers": [], "client": ("192.0.2.7", 1), "state": {}}

    async def nothing(*_: Any) -> Any:
        return {"type": "websocket.connect"}

    with pytest.raises(RuntimeError):
        run(LimitRequests(app, limits, "shapan")(scope, nothing, nothing))
    assert not limits._open["streams"]


@pytest.mark.parametrize("length", [70_000, 5_000_000])
@pytest.mark.parametrize("counted", [True, False])
def test_long_bodies_are_refused(place: Place, length: int, counted: bool) -> None:
    ling = place.person()
    match = ling.open("pig", "me", "hot")["id"]
    body = b'{"id": "' + b"x" * length + b'"}'

    def pieces() -> Iterator[bytes]:
        for start in range(0, len(body), 10_000):
            yield body[start : start + 10_000]

    for path in ("/matches", f"/api/matches/{match}/answers"):
        headers = {"content-type": "application/json"}
        answer = ling.request("POST", path, content=body if counted else pieces(), headers=headers)
        assert answer.status_code == 413 and set(answer.json()) == {"status_code", "detail"}, answer.text
    headers = {"content-type": "application/x-www-form-urlencoded"}
    assert ling.request("POST", "/tables", content=body if counted else pieces(), headers=headers).status_code == 413


def test_every_refusal_is_described(place: Place) -> None:
    paths = place.person().get("/schema/openapi.json").json()["paths"]
    assert len(paths) > 8
    for path, operations in paths.items():
        for method, operation in operations.items():
            wanted = {"429", "503"} if method == "get" else {"400", "403", "413", "422", "429", "503"}
            if "{match_id}" in path:
                wanted |= {"400", "404"} | ({"409"} if method == "post" else set())
            described = operation["responses"]
            assert wanted <= set(described), (path, method, wanted - set(described))
            for status, response in described.items():
                assert response["content"]["application/json"]["schema"], (path, status)


@pytest.mark.parametrize("path", ["/api/matches/{match}/replay", "/api/matches/{match}/file", "/replays"])
def test_what_is_costly_to_read_has_a_limit_of_its_own(settings: Settings, path: str) -> None:
    with running(strict(settings, replay=Rate(NEVER, 1))) as place:
        ling = place.person()
        match = ling.post("/matches", PIG).json()["id"]
        assert ling.get(path.format(match=match)).status_code != 429
        assert ling.get(path.format(match=match)).status_code == 429
        assert ling.frame(match)["viewer"] == 0


def test_five_people_behind_one_address_open_and_join_tables(settings: Settings) -> None:
    settings.limits = LimitSettings()
    with running(settings) as place:
        people = [place.person() for _ in range(5)]
        tables = []
        for person in people:
            assert person.get("/").status_code == 200
            tables.append(person.open("pig", "me", *["open"] * 4))
        for host, table in zip(people, tables, strict=True):
            others = [person for person in people if person is not host]
            for person, join in zip(others, table["joins"], strict=True):
                assert person.get(join["url"]).status_code == 200
                assert person.form(join["url"], {"name": "Guest"}).status_code == 303
            for person in people:
                person.ready(table["id"])
                assert person.frame(table["id"])["seating"] is None or person is not people[-1]
        newcomers = [place.person() for _ in range(5)]
        for person in newcomers:
            opened = person.open("pig", "me", "hot")
            assert person.answer(opened["id"], PIG_ROLL).status_code == 200


def test_a_crowd_without_cookies_is_bounded_by_its_address(settings: Settings) -> None:
    with running(strict(settings, opening=Rate(NEVER, 1))) as place:
        statuses = [place.person().post("/matches", PIG).status_code for _ in range(9)]
    assert statuses == [201] * 8 + [429]
