"""Logs as JSON: one object a line, each request by its route, and nothing that somebody said, holds or is let in by."""

from __future__ import annotations

import io
import json
import logging
import signal
import subprocess
import sys
import threading
import urllib.request
import warnings
from collections.abc import Callable, Iterator
from pathlib import Path
from time import sleep
from typing import Any

import pytest

from server.conftest import running
from server.people import Place, new_id, pig_choice
from server.test_log_secrets import token, trouble
from shapan.engine.decision import Frozen
from shapan.server.logs import logging_as
from shapan.server.settings import Settings
from shapan.server.store.damage import DamagedRow
from shapan.server.web.access import cut

Lines = Callable[[], list[dict[str, Any]]]


@pytest.fixture
def lines(settings: Settings) -> Iterator[Lines]:
    """What was logged so far, while the most talkative loggers are at their most talkative."""
    settings.log = "json"
    written = io.StringIO()
    names = ["sqlalchemy.engine", "aiosqlite", "uvicorn.error", "asyncio", "litestar", ""]
    levels = {name: logging.getLogger(name).level for name in names}
    with logging_as("json", written):
        for name in names:
            logging.getLogger(name).setLevel(logging.DEBUG)
        yield lambda: [json.loads(line) for line in written.getvalue().splitlines()]
    for name, level in levels.items():
        logging.getLogger(name).setLevel(level)


def test_a_table_with_chat_and_invitation_leaves_no_secret_in_the_log(settings: Settings, lines: Lines) -> None:
    with running(settings) as place:
        ling, tomas = place.person(), place.person()
        opened = ling.open("pig", "me", "open", target=100)
        match, invitation = opened["id"], opened["joins"][0]["url"].rsplit("/", 1)[1]
        assert tomas.get(f"/join/{invitation}").status_code == 200
        assert tomas.form(f"/join/{invitation}", {"name": "Tomas-of-Arden"}).status_code == 303
        for person in (ling, tomas):
            person.ready(match)
        said = "I hold the blue general"
        assert ling.act(match, "chat", id=new_id(), text=said).status_code < 300
        back = tomas.act(match, "back").json()["url"].rsplit("/", 1)[1]
        tomas.get(f"/back/{back}")
        with tomas.stream(match) as stream:
            stream.receive_json(timeout=10)
        for _ in range(4):
            asked = ling if ling.frame(match)["decision"] else tomas
            asked.answer(match, pig_choice(asked.frame(match)))
        tomas.request(invitation[:6], "/")
        assert trouble(settings, ling, match) == {503}
    told = lines()
    secrets = [token(ling), token(tomas), invitation, back, said, "Tomas-of-Arden", "the same each run"]
    assert not [secret for secret in secrets if secret in json.dumps(told)]
    assert not [line for line in told if "INSERT" in line["message"]], "others' chatter"
    failed = next(line["message"] for line in told if line["level"] == "error")
    assert failed.startswith("a batch of 1 writes failed")
    requests = [line for line in told if line["logger"] == "shapan.request"]
    assert {"/join/{token}", "/api/matches/{match_id}/chat"} <= {line["route"] for line in requests}
    streams = [line for line in requests if line["status"] == 101]
    assert [line["route"] for line in streams] == ["/api/matches/{match_id}/stream"]
    assert all(line["request"] and line["seconds"] >= 0 for line in requests)
    assert {line["client"] for line in requests} <= {"", "127.0.0.0/24"}
    assert len({line["request"] for line in requests}) == len(requests)


def test_an_error_tells_its_kind_and_place_and_not_its_words(
    settings: Settings, lines: Lines, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def fails(*_: object) -> None:
        raise ValueError("the hidden card is a joker")

    with running(settings) as place:
        monkeypatch.setattr(place.hub, "room", fails)
        monkeypatch.setattr(place.hub, "fresh_room", fails)
        place.client.raise_server_exceptions = False  # type: ignore[attr-defined]
        assert place.person().get("/api/matches/unknown/frame").status_code == 500
    [error] = [line for line in lines() if line["level"] == "error"]
    assert error["message"] == "/api/matches/{match_id}/frame failed" and error["error"] == "ValueError"
    assert error["places"][-1].endswith(" fails") and error["request"]
    assert "joker" not in json.dumps(lines())


def test_errors_in_a_line_are_told_by_their_kind(lines: Lines) -> None:
    log = logging.getLogger("shapan.server")
    log.info("match %s does not go on: %s", "m", Frozen("the hidden card is a joker"))
    log.warning("match %s is damaged: %s", "m", DamagedRow("records: `body` is missing"))
    log.info("100%")
    told = [line["message"] for line in lines()]
    assert told == ["match m does not go on: Frozen", "match m is damaged: records: `body` is missing", "100%"]


def test_a_thread_that_ends_and_a_warning_are_lines_too(lines: Lines) -> None:
    def fails() -> None:
        raise ValueError("the hidden card is a joker")

    thread = threading.Thread(target=fails, name="of-a-test")
    thread.start()
    thread.join()
    with warnings.catch_warnings():
        warnings.simplefilter("always")
        warnings.showwarning("old way of 203.0.113.77", DeprecationWarning, "file.py", 5)
    ended, warned = lines()
    assert (ended["level"], ended["message"], ended["error"]) == (
        "critical",
        "thread of-a-test has ended",
        "ValueError",
    )
    assert warned["logger"] == "py.warnings" and "203.0.113.0/24" in warned["message"]
    assert "joker" not in json.dumps(lines())


def test_what_other_programs_say_is_cut(lines: Lines) -> None:
    other = logging.getLogger("uvicorn.error")
    other.warning("no answer to 203.0.113.77:80 or 2001:db8:aa:bb::1 at 12:30:45\nfuture: exception=said('hush')")
    other.info("203.0.113.77 has come")
    logging.getLogger("shapan.server").debug("of no matter")
    [line] = lines()
    assert line["message"] == "no answer to 203.0.113.0/24:80 or 2001:db8:aa::/48 at 12:30:45"
    assert (line["level"], line["logger"], "request" in line) == ("warning", "uvicorn.error", False)


@pytest.mark.parametrize("secure", [False, True])
def test_the_id_of_a_request_is_the_proxys_only_behind_one(secure: bool, settings: Settings, lines: Lines) -> None:
    settings.secure = secure
    ids = ["a" * 32, "short", "with space and more", "b" * 65, "c" * 20]
    with running(settings) as place:
        for name in ids:
            place.client.get("/api/games", headers={"x-request-id": name})
        place.client.get("/healthz")
    told = [line["request"] for line in lines() if line["logger"] == "shapan.request"]
    assert len(told) == len(set(told)) == len(ids)
    assert set(told) & set(ids) == ({ids[0], ids[-1]} if secure else set())


def test_what_a_request_began_goes_on_without_its_id(settings: Settings, lines: Lines, place: Place) -> None:
    ling = place.person()
    match = ling.open("pig", "bot:greedy", "me", target=100)["id"]
    logging.getLogger("shapan.server").info("between requests")
    place.hub.source.answer = lambda *_: 1 / 0  # type: ignore[assignment, method-assign]
    for _ in range(5000):  # until it is the bot's turn, however long that takes here
        frame = ling.frame(match)
        if frame["decision"]:
            ling.answer(match, pig_choice(frame))
        elif any("error" in line for line in lines()):
            break
        else:
            sleep(0.01)
    told = [line for line in lines() if line["logger"] == "shapan.server"]
    assert "ZeroDivisionError" in [line.get("error") for line in told]
    assert not [line for line in told if "request" in line]


@pytest.mark.parametrize(
    ("address", "network"),
    [
        ("203.0.113.77", "203.0.113.0/24"),
        ("::ffff:203.0.113.77", "203.0.113.0/24"),
        ("2001:db8:1:2:3::4", "2001:db8:1::/48"),
        ("testclient", ""),
    ],
)
def test_addresses_are_cut(address: str, network: str) -> None:
    assert cut(address) == network


def test_the_server_logs_its_start_and_each_request(tmp_path: Path) -> None:
    words = ["serve", "--data", str(tmp_path), "--port", "0", "--log", "json"]
    with subprocess.Popen(
        [sys.executable, "-m", "shapan", *words], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    ) as process:
        assert process.stderr
        begun = json.loads(process.stderr.readline())
        address = begun["message"].removeprefix("Shapan: ")
        with urllib.request.urlopen(f"{address}api/games", timeout=20) as answer:
            assert answer.status == 200
        process.send_signal(signal.SIGTERM)
        out, errors = process.communicate(timeout=30)
    [line] = [json.loads(line) for line in errors.splitlines()]
    assert (begun["level"], out) == ("info", "")
    assert (line["method"], line["route"], line["status"], line["client"]) == ("GET", "/api/games", 200, "127.0.0.0/24")
