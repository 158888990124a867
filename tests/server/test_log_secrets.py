"""No secret reaches the log, however much is logged: neither a guest's cookie nor an invitation nor a match's key."""

from __future__ import annotations

import base64
import json
import logging
import signal
import sqlite3
import subprocess
import sys
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest
from websockets.sync.client import connect

from server.conftest import running
from server.notices import Notices
from server.people import PIG_ROLL, Person, new_id, pig_choice
from server.quick import ONLY_PIG
from server.test_run import PROGRAM, Caller
from shapan.server.notify.outside import Outside
from shapan.server.settings import Settings

KEY = b"the same each run"
SAID = "I hold the blue general"


class Everything(logging.Handler):
    """Keeps all that is logged, whole: message, arguments, trace-back."""

    def __init__(self) -> None:
        super().__init__(logging.DEBUG)
        self.setFormatter(logging.Formatter("%(name)s %(levelname)s %(message)s"))
        self.lines: list[str] = []

    def emit(self, record: logging.LogRecord) -> None:
        if record.name.startswith(("httpx", "httpcore")):  # the people's own side
            return
        self.lines.append(f"{self.format(record)} {record.args!r} {record.exc_info!r}")


@pytest.fixture
def heard() -> Iterator[Everything]:
    """Everything that any logger says, at the most talkative level, those of the database and uvicorn included."""
    handler, root = Everything(), logging.getLogger()
    names = ["shapan.server", "sqlalchemy.engine", "sqlalchemy.pool", "aiosqlite", "uvicorn", "litestar", "asyncio"]
    loggers = [root, *map(logging.getLogger, names)]
    levels = [(logger, logger.level) for logger in loggers]
    for logger in loggers:
        logger.setLevel(logging.DEBUG)
    root.addHandler(handler)
    yield handler
    root.removeHandler(handler)
    for logger, level in levels:
        logger.setLevel(level)


def token(person: Person) -> str:
    return person.cookie.partition("shapan=")[2].partition(";")[0]


def trouble(settings: Settings, ling: Person, match: str) -> set[int]:
    """Let writing fail under an answer, a new match and a new guest; return the statuses."""
    pig = {"game": "pig", "seats": [{"kind": "me"}, {"kind": "open"}]}
    tables = ("records", "matches", "sessions")
    with closing(sqlite3.connect(settings.database)) as connection:
        for table in tables:
            connection.execute(
                f"CREATE TRIGGER t_{table} BEFORE INSERT ON {table} BEGIN SELECT no_such_function(); END"
            )
        asked = ling.frame(match)["decision"] is not None
        answers = [ling.answer(match, PIG_ROLL)] if asked else []
        answers += [ling.post("/matches", pig), ling.place.person().post("/matches", pig)]
        for table in tables:
            connection.execute(f"DROP TRIGGER t_{table}")
    return {answer.status_code for answer in answers}


TALKATIVE = """
import logging
logging.basicConfig(level=logging.DEBUG)
logging.getLogger("shapan.server").debug("of everything")
"""


@pytest.mark.slow
def test_the_real_server_logs_no_secret_though_asked_for_everything(tmp_path: Path) -> None:
    command = [sys.executable, "-c", TALKATIVE + ONLY_PIG + PROGRAM, str(tmp_path), "0"]
    errors = tmp_path / "errors.txt"  # a pipe that nobody empties would hold the server up
    with (
        errors.open("w") as written,
        subprocess.Popen(command, stdout=subprocess.PIPE, stderr=written, text=True) as process,
    ):
        assert process.stdout
        ling = Caller(process.stdout.readline().removeprefix("Shapan: ").strip().rstrip("/"))
        opened = ling.call("/matches", {"game": "pig", "seats": [{"kind": "me"}, {"kind": "open"}]})
        hand = {"id": new_id(), "seat": 1, "to": "bot", "bot": "random"}
        ling.call(f"/api/matches/{opened['id']}/seat", hand)
        ling.call(f"/api/matches/{opened['id']}/ready", {"id": new_id(), "ready": True})
        ling.call(f"/api/matches/{opened['id']}/frame")
        address = f"{ling.address.replace('http', 'ws')}/api/matches/{opened['id']}/stream"
        with connect(address, additional_headers={"cookie": ling.cookie}, proxy=None) as stream:
            told = json.loads(stream.recv(timeout=10))
            assert told["viewer"] == 0
            while told["type"] != "frame" or told["decision"] is None:  # it begins some seconds after all are ready
                told = json.loads(stream.recv(timeout=20))
            ordinal = told["decision"]["ordinal"]
            body = {"id": new_id(), "ordinal": ordinal, "codes": [PIG_ROLL]}
            ling.call(f"/api/matches/{opened['id']}/answers", body)
        process.send_signal(signal.SIGTERM)
        out, _ = process.communicate(timeout=20)
    logged = errors.read_text()
    with closing(sqlite3.connect(tmp_path / "shapan.sqlite3")) as connection:
        [(key,)] = connection.execute("SELECT key FROM matches").fetchall()
    assert "DEBUG:shapan.server" in logged and "sqlalchemy" in logged, "what is asked for is not logged"
    secrets = [ling.cookie.partition("=")[2], opened["joins"][0]["url"].rsplit("/", 1)[1], key.hex(), repr(key)]
    assert not [secret for secret in secrets if secret in logged + out]


async def nowhere(host: str, port: int) -> list[str]:
    """Find no address."""
    raise OSError(f"{host} is not known")


def test_no_secret_is_logged(settings: Settings, heard: Everything) -> None:
    secrets: dict[str, str] = {
        "key": KEY.decode(),
        "key in hex": KEY.hex(),
        "key as base64": base64.b64encode(KEY).decode(),
    }
    with running(settings) as place:
        ling, tomas = place.person(), place.person()
        opened = ling.open("pig", "me", "open", target=100)
        invitation = opened["joins"][0]["url"].rsplit("/", 1)[1]
        match = opened["id"]
        assert tomas.get(f"/join/{invitation}").status_code == 200
        assert tomas.form(f"/join/{invitation}", {"name": "Tomas"}).status_code == 303
        for person in (ling, tomas):
            person.ready(match)
        secrets |= {"Ling's cookie": token(ling), "Tomas's cookie": token(tomas), "invitation": invitation}
        back = tomas.act(match, "back").json()["url"].rsplit("/", 1)[1]
        secrets["link back"] = back
        phone = place.person()
        assert phone.get(f"/back/{back}").status_code == 200
        assert phone.get(f"/back/{back}/qr.svg").status_code == 200
        assert phone.form(f"/back/{back}", {}).status_code == 303
        assert tomas.post(f"/api/back/{back}", {}).status_code == 200
        for _ in range(12):
            asked = ling if ling.frame(match)["decision"] else tomas
            assert asked.answer(match, pig_choice(asked.frame(match))).status_code == 200
        with tomas.stream(match) as stream:
            stream.receive_json(timeout=10)
        if tomas.act(match, "chat", id=new_id(), text=SAID).status_code in (200, 201):
            secrets["what was said"] = SAID
        assert ling.get(f"/match/{match}").status_code in (200, 503)
        assert ling.act(match, "undo", id=new_id()).status_code in (200, 422)
        for path, body in (("/matches", {"game": "nothing"}), (f"/api/matches/{match}/answers", {"id": "?"})):
            assert ling.post(path, body).status_code in (400, 422)
        place.person(f"shapan={token(ling)}").get("/join/unknown")
        notices = Notices(place)
        notices.reach(Outside(nowhere))
        secrets["webhook"] = f"https://hook.invalid/{'a-secret-path' * 2}"
        assert ling.form("/notices/hooks", {"url": secrets["webhook"]}).status_code == 303
        page = ling.get("/notices").text
        secrets["what webhooks are signed with"] = page.partition("<code>")[2].partition("</code>")[0]
        hook = page.partition('name="hook" value="')[2].partition('"')[0]
        assert ling.form("/notices/hooks/test", {"hook": hook}).status_code == 422
        secrets["address of a browser"] = f"https://push.invalid/{'another-secret-path' * 2}"
        secrets["secret of a browser"] = "BTBZMqHH6r4Tts7J_aSIgg"
        key = "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4"
        keys = {"p256dh": key, "auth": secrets["secret of a browser"]}
        sent = {"endpoint": secrets["address of a browser"], "keys": keys}
        assert all(person.post("/notices/push", sent).status_code == 200 for person in (ling, tomas))
        notices.wait(130)
        assert trouble(settings, ling, match) == {503}
    assert all(len(secret) >= 16 for secret in secrets.values()), secrets
    told = "\n".join(heard.lines)
    assert "INSERT INTO records" in told, "the database's own log was not heard"
    assert "a batch of 1 writes failed" in told and "a notice could not be sent by" in told
    assert {name for name, secret in secrets.items() if secret in told} == set()
