from __future__ import annotations

import asyncio
import threading
from collections.abc import Awaitable, Callable
from pathlib import Path

import pytest
from sqlalchemy import create_engine, text
from sqlalchemy.engine import Connection

from server.apart import run
from shapan.server import storage
from shapan.server.database import SchemaError, migrate
from shapan.server.schema import METADATA, REVISION
from shapan.server.storage import MatchRow, SeatRow, Store
from shapan.server.writer import Conflict, StoreError


def with_store(path: Path, test: Callable[[Store], Awaitable[None]]) -> None:
    async def main() -> None:
        migrate(path)
        store = Store(path)
        await store.start()
        try:
            match = MatchRow("m", "pig", 1, 2, {}, "strict", b"key", "ling")
            await store.add_match(match, [SeatRow(0, "player", session="ling"), SeatRow(1, "open", token_hash="t")])
            await test(store)
        finally:
            await store.stop()

    run(main())


def test_a_conflict_fails_alone_in_its_batch(tmp_path: Path) -> None:
    async def test(store: Store) -> None:
        await store.append("m", 0, b"{}", "a")
        results = await asyncio.gather(
            store.append("m", 1, b"{}", "b"),
            store.append("m", 1, b"{}", "c"),
            store.append("m", 2, b"{}", "a"),
            store.append("m", 2, b"{}", None),
            return_exceptions=True,
        )
        assert [type(result) for result in results] == [type(None), Conflict, Conflict, type(None)]
        assert await store.head("m") == 3

    with_store(tmp_path / "a", test)


def test_a_seat_is_taken_once(tmp_path: Path) -> None:
    async def test(store: Store) -> None:
        await store.take_seat("m", 1, "tomas", "Tomas")
        with pytest.raises(Conflict):
            await store.take_seat("m", 1, "devi", "Devi")
        assert [(row.kind, row.name) for row in await store.seats("m")] == [("player", ""), ("player", "Tomas")]

    with_store(tmp_path / "a", test)


def test_a_batch_that_fails_is_told_and_the_writer_goes_on(tmp_path: Path) -> None:
    def broken(_: Connection) -> None:
        raise OSError("disk full")

    async def test(store: Store) -> None:
        results = await asyncio.gather(
            store.append("m", 0, b"{}", None), store.writer.do(broken), return_exceptions=True
        )
        assert [type(result) for result in results] == [StoreError, StoreError]
        assert await store.head("m") == 0
        await store.append("m", 0, b"{}", None)
        assert await store.head("m") == 1

    with_store(tmp_path / "a", test)


def test_a_writer_that_dies_fails_all_who_wait(tmp_path: Path) -> None:
    gate = threading.Event()

    def endless(_: Connection) -> None:
        gate.wait(10)

    async def test(store: Store) -> None:
        jobs = [asyncio.ensure_future(store.writer.do(endless))]
        await asyncio.sleep(0.01)
        jobs.append(asyncio.ensure_future(store.append("m", 0, b"{}", None)))
        await asyncio.sleep(0.01)
        assert store.writer._task is not None
        store.writer._task.cancel()
        results = await asyncio.wait_for(asyncio.gather(*jobs, return_exceptions=True), 5)
        assert [type(result) for result in results] == [StoreError, StoreError]
        with pytest.raises(StoreError):
            await store.append("m", 0, b"{}", None)
        gate.set()

    with_store(tmp_path / "a", test)


def test_a_write_that_takes_too_long_is_not_waited_for(tmp_path: Path) -> None:
    async def test(store: Store) -> None:
        gate = threading.Event()

        def slow(_: Connection) -> None:
            gate.wait(10)

        store.writer._limit = 0.01
        with pytest.raises(StoreError):
            await store.writer.do(slow)
        gate.set()
        store.writer._limit = 10
        await store.append("m", 0, b"{}", None)

    with_store(tmp_path / "a", test)


def test_the_log_is_durable_and_written_ahead(tmp_path: Path) -> None:
    async def test(store: Store) -> None:
        def pragmas(connection: Connection) -> list[object]:
            names = ("journal_mode", "synchronous", "foreign_keys")
            return [connection.execute(text(f"PRAGMA {name}")).scalar() for name in names]

        assert await store.writer.do(pragmas) == ["wal", 2, 1]

    with_store(tmp_path / "a", test)


def test_migrations_make_the_schema(tmp_path: Path) -> None:
    from alembic.autogenerate import compare_metadata
    from alembic.runtime.migration import MigrationContext
    from alembic.script import ScriptDirectory

    migrate(tmp_path / "own")
    assert (tmp_path / "own").stat().st_mode & 0o077 == 0
    assert ScriptDirectory(str(Path(storage.__file__).parent / "migrations")).get_heads() == [REVISION]
    migrate(tmp_path / "a")
    migrate(tmp_path / "a")
    engine = create_engine(f"sqlite:///{tmp_path / 'a'}")
    with engine.connect() as connection:
        assert compare_metadata(MigrationContext.configure(connection), METADATA) == []
    engine.dispose()


def test_a_newer_schema_is_refused(tmp_path: Path) -> None:
    migrate(tmp_path / "a")
    engine = create_engine(f"sqlite:///{tmp_path / 'a'}")
    with engine.begin() as connection:
        connection.execute(text("UPDATE alembic_version SET version_num = '9999'"))
    engine.dispose()
    with pytest.raises(SchemaError, match="9999"):
        migrate(tmp_path / "a")
