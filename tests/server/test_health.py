"""What a load balancer asks: whether the server runs, and whether it is ready; in words that give nothing away."""

from __future__ import annotations

import asyncio
import logging
import time
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import create_engine
from sqlalchemy.engine import Connection

from server import cluster
from server.apart import run
from server.conftest import running
from server.people import Place
from server.test_backup import newer
from shapan.server.settings import LimitSettings, Rate, Settings
from shapan.server.store.backend import Backend
from shapan.server.store.postgres import Postgres
from shapan.server.store.storage import Store
from shapan.server.web.health import Health


def test_a_server_that_runs_is_alive_and_ready(place: Place) -> None:
    for path in ("/healthz", "/readyz"):
        answer = place.client.get(path)
        assert (answer.status_code, answer.text) == (200, "ok\n")
        assert answer.headers["cache-control"] == "no-store"
        head = place.client.head(path)
        assert (head.status_code, head.text, head.headers["content-length"]) == (200, "", "3")
        refused = place.client.post(path, headers={"x-shapan": "1"})
        assert (refused.status_code, refused.headers["allow"]) == (405, "GET, HEAD")


def test_a_load_balancer_asks_by_address_as_often_as_it_likes(settings: Settings) -> None:
    settings.limits = LimitSettings(read=Rate(0.001, 1), address_factor=1)
    with running(settings) as place:
        place.client.headers["host"] = "10.1.2.3:8642"
        for path in ("/healthz", "/readyz") * 5:
            assert place.client.get(path).status_code == 200
        for path in ("/api/games", "/healthz/", "/readyz/more", "//healthz"):
            assert place.client.get(path).status_code == 400, path


def test_a_server_that_stops_is_alive_and_not_ready(place: Place) -> None:
    place.hub.house.stop_streams()
    assert place.client.get("/healthz").text == "ok\n"
    answer = place.client.get("/readyz")
    assert (answer.status_code, answer.text) == (503, "the server stops\n")


def test_a_database_of_a_newer_version_is_told(settings: Settings) -> None:
    with running(settings) as place:
        newer(settings.database)
        answer = place.client.get("/readyz")
    assert (answer.status_code, answer.text) == (503, "the database has the schema of another version of Shapan\n")


def looked(backend: Backend, meddle: Any, within: float = 5.0) -> list[str]:
    """Return what a server says of a database, before and after something was done to it."""

    async def main() -> list[str]:
        store = Store(backend)
        await store.start()
        try:
            health = Health(store, lambda: False, within)
            found = [await health.trouble()]
            await meddle(store)
            health._at = float("-inf")
            return [*found, await health.trouble()]
        finally:
            await store.stop()

    return run(main())


def test_a_database_that_hangs_is_waited_for_no_longer_than_promised(backend: Backend) -> None:
    async def hold_up(store: Store) -> None:
        def sleep(_: Connection) -> None:
            time.sleep(0.4)

        asyncio.ensure_future(store.writer.do(sleep)).add_done_callback(lambda done: done.result())
        await asyncio.sleep(0)

    assert looked(backend, hold_up, 0.2) == ["", "the database does not answer within 0.2 s"]


def test_a_database_that_is_gone_is_told_without_its_address(socket: str, caplog: pytest.LogCaptureFixture) -> None:
    database = Postgres.at(cluster.new(socket))

    async def drop(_: Store) -> None:
        engine = create_engine(Postgres.at(cluster.address(socket, "postgres")).url, isolation_level="AUTOCOMMIT")
        with engine.connect() as connection:
            connection.exec_driver_sql(f'DROP DATABASE "{database.url.database}" WITH (FORCE)')
        engine.dispose()

    caplog.set_level(logging.WARNING, "shapan.server")
    assert looked(database, drop) == ["", "the database does not answer"]
    assert "not ready: the database does not answer" in [record.message for record in caplog.records]


def test_however_often_is_asked_the_database_is_looked_at_once_a_second(tmp_path: Path, backend: Backend) -> None:
    async def main() -> int:
        store, count = Store(backend), 0
        await store.start()
        do = store.writer.do

        async def counted(job: Any) -> Any:
            nonlocal count
            count += 1
            return await do(job)

        store.writer.do = counted  # type: ignore[method-assign]
        try:
            health = Health(store, lambda: False)
            health_of = [health.trouble() for _ in range(50)]
            assert set(await asyncio.gather(*health_of)) == {""}
            assert await health.trouble() == ""
        finally:
            await store.stop()
        return count

    assert run(main()) == 1
