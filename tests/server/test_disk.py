"""A full disk: what cannot be stored is refused in a known form, nothing of it is kept, and play goes on later."""

from __future__ import annotations

import sqlite3
import sys
from contextlib import closing
from pathlib import Path
from typing import Any

import httpx
import pytest
from sqlalchemy import text
from sqlalchemy.engine import Connection
from sqlalchemy.exc import TimeoutError as Crowded

from server.conftest import running
from server.people import PIG_ROLL, Place, new_id, pig_choice
from server.test_run import server
from shapan.server.settings import Settings

REFUSED = {"status_code": 503, "detail": "not stored; send it again with the same id"}


def bound(place: Place, more: int | None) -> None:
    """Let the database grow by so many pages, or as it likes."""

    def job(connection: Connection) -> None:
        pages = connection.execute(text("PRAGMA page_count")).scalar_one()
        connection.execute(text(f"PRAGMA max_page_count={1 << 30 if more is None else pages + more}"))

    place.client.blocking_portal.call(place.hub.store.writer.do, job)


def numbers(database: Path) -> list[int]:
    with closing(sqlite3.connect(database)) as connection:
        return [number for (number,) in connection.execute("SELECT number FROM records ORDER BY 1")]


@pytest.fixture(params=[0, 1])
def more(request: pytest.FixtureRequest) -> int:
    return int(request.param)


def test_a_full_disk_refuses_answers_and_loses_nothing(settings: Settings, more: int) -> None:
    with running(settings) as place:
        ling, tomas = place.person(), place.person()
        match = ling.open("pig", "me", "hot", target=900)["id"]
        bound(place, more)
        stored = 0
        while True:
            before = ling.frame(match)
            name = new_id()
            choice = pig_choice(before)
            answer = ling.answer(match, choice, name=name, ordinal=before["decision"]["ordinal"])
            if answer.status_code != 200:
                break
            stored += 1
        assert answer.status_code == 503 and answer.json() == REFUSED and answer.headers["retry-after"]
        assert ling.frame(match) == before and len(numbers(settings.database)) == stored
        with ling.stream(match) as stream:
            assert stream.receive_json(timeout=10)["decision"] == before["decision"]
        long = {"game": "pig", "seats": [{"kind": "me", "name": "x" * 40}] * 2}
        refused = {tomas.post("/matches", long).status_code for _ in range(40)}
        assert 503 in refused <= {201, 503}
        small = {"game": "pig", "kind.0": "me", "kind.1": "hot"}
        page = tomas.form("/tables", small)
        while page.status_code == 303:  # a smaller one may still have found room
            page = tomas.form("/tables", small)
        assert page.status_code == 503 and "sqlite" not in page.text.lower() and "Nothing was stored" in page.text
        bound(place, None)
        again = ling.answer(match, choice, name=name, ordinal=before["decision"]["ordinal"])
        assert again.json() == {"ok": True} and ling.frame(match) != before
        for _ in range(10):
            ling.answer(match, pig_choice(ling.frame(match)))
        end = ling.frame(match)
        assert tomas.open("pig", "me", "hot")["id"]
    assert numbers(settings.database) == list(range(stored + 11))
    with running(settings) as place:
        assert place.person(ling.cookie).frame(match) == end


@pytest.mark.slow
@pytest.mark.skipif(sys.platform != "linux", reason="only Linux can bound the files of another process")
def test_a_server_whose_files_cannot_grow_goes_on_when_they_can(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    import resource

    monkeypatch.setenv("PYTHONDONTWRITEBYTECODE", "1")  # it would be cut off, too, and stay so

    with server(tmp_path) as (process, address), httpx.Client(base_url=address, headers={"x-shapan": "1"}) as ling:
        seats = [{"kind": "me"}, {"kind": "hot"}]
        match = ling.post("/matches", json={"game": "pig", "seats": seats, "options": {"target": 900}}).json()["id"]

        def answer(name: str) -> httpx.Response:
            frame: Any = ling.get(f"/api/matches/{match}/frame").json()
            body = {"id": name, "ordinal": frame["decision"]["ordinal"], "codes": [PIG_ROLL]}
            return ling.post(f"/api/matches/{match}/answers", json=body)

        for number in range(5):
            assert answer(f"before-{number}").status_code == 200
        size = (tmp_path / "shapan.sqlite3-wal").stat().st_size  # the database itself may be longer
        resource.prlimit(process.pid, resource.RLIMIT_FSIZE, (size, resource.RLIM_INFINITY))
        before = ling.get(f"/api/matches/{match}/frame").json()
        for _ in range(3):
            refused = answer("during")
            assert refused.status_code == 503 and refused.json() == REFUSED
        assert ling.get(f"/api/matches/{match}/frame").json() == before
        resource.prlimit(process.pid, resource.RLIMIT_FSIZE, (resource.RLIM_INFINITY, resource.RLIM_INFINITY))
        assert answer("during").status_code == 200 == answer("after").status_code
        process.kill()
        process.wait()
    assert numbers(tmp_path / "shapan.sqlite3") == list(range(7))


def test_who_finds_all_connections_taken_is_told_to_come_again(place: Place, monkeypatch: pytest.MonkeyPatch) -> None:
    """Nothing is damaged by it, and whoever asks once more finds his match."""
    ling = place.person()
    match = ling.open("pig", "me", "hot")["id"]

    def taken(_: str) -> Any:
        raise Crowded("all taken")

    for where in ("stored", "head"):
        place.hub.house.rooms.clear()
        with monkeypatch.context() as patch:
            patch.setattr(place.hub.store, where, taken)
            answer = ling.get(f"/api/matches/{match}/frame")
            assert (answer.status_code, answer.headers["retry-after"]) == (503, "1"), where
    assert ling.frame(match)["decision"]
