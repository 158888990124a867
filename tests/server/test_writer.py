from __future__ import annotations

import asyncio
import gc
import sqlite3
import subprocess
import sys
import threading
import warnings
from collections.abc import Awaitable, Callable
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import create_engine, text
from sqlalchemy.engine import Connection

from server.apart import run
from shapan.server.store import storage
from shapan.server.store.backend import Backend
from shapan.server.store.fault import Conflict, SchemaError
from shapan.server.store.row import MatchRow, SeatRow
from shapan.server.store.schema import METADATA, REVISION
from shapan.server.store.sqlite import Facts, Sqlite, facts_of, migrate
from shapan.server.store.storage import Store
from shapan.server.store.writer import StoreError


def with_store(backend: Backend, test: Callable[[Store], Awaitable[None]]) -> None:
    async def main() -> None:
        store = Store(backend)
        await store.start()
        try:
            match = MatchRow("m", "pig", 1, 2, {}, "strict", b"key", "ling")
            await store.add_match(match, [SeatRow(0, "player", session="ling"), SeatRow(1, "open", token_hash="t")])
            await test(store)
        finally:
            await store.stop()

    run(main())


async def hold(store: Store) -> threading.Event:
    """Hold the writer up until the event is set, so that what comes meanwhile is one batch."""
    entered, gate = threading.Event(), threading.Event()

    def job(_: Connection) -> None:
        entered.set()
        gate.wait(10)

    held = asyncio.ensure_future(store.writer.do(job))
    held.add_done_callback(lambda done: done.exception())
    await asyncio.to_thread(entered.wait, 10)
    return gate


def test_a_conflict_fails_alone_in_its_batch(backend: Backend) -> None:
    async def test(store: Store) -> None:
        await store.append("m", 0, b"{}", "a")
        gate = await hold(store)
        batch = asyncio.gather(
            store.append("m", 1, b"{}", "b"),
            store.append("m", 1, b"{}", "c"),
            store.append("m", 2, b"{}", "a"),
            store.append("m", 2, b"{}", None),
            return_exceptions=True,
        )
        await asyncio.sleep(0)
        gate.set()
        assert [type(result) for result in await batch] == [type(None), Conflict, Conflict, type(None)]
        assert await store.head("m") == 3

    with_store(backend, test)


def test_appends_of_one_batch_fail_alone_whatever_is_wrong_with_them(backend: Backend) -> None:
    async def test(store: Store) -> None:
        other = MatchRow("n", "pig", 1, 1, {}, "strict", b"key", "ling")
        await store.add_match(other, [SeatRow(0, "player", session="ling")])
        for absent in (False, True):
            gate, first = await hold(store), await store.head("m")
            batch = asyncio.gather(
                store.append("m", first, b"{}", f"a{first}"),
                store.append("m", first, b"{}", f"a{first}"),  # said twice
                store.append("absent" if absent else "n", first, b"{}", None),
                store.append("n", first + 7, b"{}", f"b{first}"),
                store.append("n", first + 8, b"{}", f"b{first}"),  # another number, the same decision
                return_exceptions=True,
            )
            await asyncio.sleep(0)
            gate.set()
            wanted = [type(None), Conflict, Conflict if absent else type(None), type(None), Conflict]
            assert [type(result) for result in await batch] == wanted
            stored = await store.stored("m")
            assert stored and [decision for _, decision in stored.records] == [f"a{at}" for at in range(first + 1)]
        assert await store.head("n") == 3

    with_store(backend, test)


@pytest.mark.parametrize("last", [True, False])
def test_a_value_that_cannot_be_stored_fails_alone_in_its_batch(backend: Backend, last: bool) -> None:
    async def test(store: Store) -> None:
        gate = await hold(store)
        batch = asyncio.gather(
            store.append("m", 0, b"{}", "a"),
            store.append("m", 2**70, b"{}", "b"),
            *([] if last else [store.writer.do(lambda _: 7), store.append("m", 1, b"{}", "c")]),
            return_exceptions=True,
        )
        await asyncio.sleep(0)
        gate.set()
        good = [type(None), int, type(None)][: 1 if last else 3]
        assert [type(result) for result in await batch] == [good[0], StoreError, *good[1:]]
        with pytest.raises(StoreError):  # as a batch of its own
            await store.append("m", 2**70, b"{}", "d")
        assert await store.head("m") == (1 if last else 2)

    with_store(backend, test)


def test_a_seat_is_taken_once(backend: Backend) -> None:
    async def test(store: Store) -> None:
        await store.take_seat("m", 1, "tomas", lambda rows: "Tomas", b"")
        with pytest.raises(Conflict):
            await store.take_seat("m", 1, "devi", lambda rows: "Devi", b"")
        assert [(row.kind, row.name) for row in await store.seats("m")] == [("player", ""), ("player", "Tomas")]

    with_store(backend, test)


def test_no_seat_is_taken_by_a_link_renewed_meanwhile(backend: Backend) -> None:
    async def test(store: Store) -> None:
        with pytest.raises(Conflict):
            await store.take_seat("m", 1, "tomas", lambda rows: "Tomas", b"that of before")
        assert [row.kind for row in await store.seats("m")] == ["player", "open"]

    with_store(backend, test)


def test_a_batch_that_fails_is_told_and_the_writer_goes_on(backend: Backend) -> None:
    def broken(_: Connection) -> None:
        raise OSError("disk full")

    async def test(store: Store) -> None:
        gate = await hold(store)
        batch = asyncio.gather(store.append("m", 0, b"{}", None), store.writer.do(broken), return_exceptions=True)
        await asyncio.sleep(0)
        gate.set()
        assert [type(result) for result in await batch] == [StoreError, StoreError]
        assert await store.head("m") == 0
        await store.append("m", 0, b"{}", None)
        assert await store.head("m") == 1

    with_store(backend, test)


@pytest.mark.filterwarnings("ignore::pytest.PytestUnhandledThreadExceptionWarning")
def test_a_writer_that_dies_fails_all_who_wait(backend: Backend) -> None:
    def deadly(_: Connection) -> None:
        raise SystemExit

    async def test(store: Store) -> None:
        gate = await hold(store)
        batch = asyncio.gather(store.append("m", 0, b"{}", None), store.writer.do(deadly), return_exceptions=True)
        await asyncio.sleep(0)
        gate.set()
        results = await asyncio.wait_for(batch, 5)
        assert [type(result) for result in results] == [StoreError, StoreError]
        with pytest.raises(StoreError):
            await store.append("m", 0, b"{}", None)
        assert await store.head("m") == 0

    with_store(backend, test)


def test_what_is_queued_is_written_before_the_end(backend: Backend) -> None:
    async def test(store: Store) -> None:
        appended = [asyncio.ensure_future(store.append("m", number, b"{}", None)) for number in range(20)]
        await asyncio.sleep(0)
        await store._thread.stop()
        await asyncio.gather(*appended)
        assert await store.head("m") == 20
        with pytest.raises(StoreError):
            await store.append("m", 20, b"{}", None)

    with_store(backend, test)


def test_a_write_that_takes_too_long_is_not_waited_for(backend: Backend) -> None:
    async def test(store: Store) -> None:
        gate = threading.Event()

        def slow(_: Connection) -> None:
            gate.wait(10)

        store._thread._limit = 0.01
        with pytest.raises(StoreError):
            await store.writer.do(slow)
        gate.set()
        store._thread._limit = 10
        await store.append("m", 0, b"{}", None)

    with_store(backend, test)


def test_the_log_is_durable_and_written_ahead(tmp_path: Path) -> None:
    async def test(store: Store) -> None:
        def pragmas(connection: Connection) -> list[object]:
            names = ("journal_mode", "synchronous", "foreign_keys")
            return [connection.execute(text(f"PRAGMA {name}")).scalar() for name in names]

        assert await store.writer.do(pragmas) == ["wal", 2, 1]

    migrate(tmp_path / "a")
    with_store(Sqlite(tmp_path / "a"), test)


def shape(path: Path) -> dict[str, object]:
    """Return what the tables of a database are: columns, indexes and foreign keys, whatever their order."""
    with closing(sqlite3.connect(path)) as raw:

        def ask(pragma: str, name: str) -> list[tuple[Any, ...]]:
            return raw.execute(f"SELECT * FROM pragma_{pragma}(?)", (name,)).fetchall()

        def columns(index: str) -> list[str]:
            return [name for _, _, name in ask("index_info", index)]

        names = [name for (name,) in raw.execute("SELECT name FROM sqlite_schema WHERE type = 'table'")]
        return {
            name: (
                sorted(column[1:] for column in ask("table_info", name)),
                sorted((index[2:], columns(index[1])) for index in ask("index_list", name)),
                sorted(key[2:] for key in ask("foreign_key_list", name)),
                "AUTOINCREMENT" in raw.execute("SELECT sql FROM sqlite_schema WHERE name = ?", (name,)).fetchone()[0],
            )
            for name in names
        } | {"else": raw.execute("SELECT type FROM sqlite_schema WHERE type NOT IN ('table', 'index')").fetchall()}


def test_migrations_make_the_schema_of_a_new_database(tmp_path: Path) -> None:
    from alembic.autogenerate import compare_metadata
    from alembic.command import upgrade
    from alembic.config import Config
    from alembic.runtime.migration import MigrationContext
    from alembic.script import ScriptDirectory

    new, old = tmp_path / "new", tmp_path / "old"
    assert migrate(new) is None and migrate(new) == REVISION
    assert new.stat().st_mode & 0o077 == 0
    assert ScriptDirectory(str(Path(storage.__file__).parent / "migrations")).get_heads() == [REVISION]
    engine = create_engine(f"sqlite:///{old}")
    with engine.begin() as connection:
        config = Config()
        config.set_main_option("script_location", "shapan.server.store:migrations")
        config.attributes["connection"] = connection
        upgrade(config, "0001")
    assert migrate(old) == "0001"
    with engine.connect() as connection:
        assert compare_metadata(MigrationContext.configure(connection), METADATA) == []
    engine.dispose()
    assert shape(new) == shape(old)
    assert facts_of(new) == facts_of(old) == Facts(REVISION, 0)


def test_a_start_on_new_or_present_data_does_without_alembic(tmp_path: Path) -> None:
    program = """
import sys
from pathlib import Path
from shapan.server.app import create_app
from shapan.server.settings import Settings
for _ in range(2):
    create_app(Settings(data=Path(sys.argv[1])))
print([name for name in ("alembic", "mako") if name in sys.modules])
"""
    done = subprocess.run([sys.executable, "-c", program, str(tmp_path)], capture_output=True, text=True, check=True)
    assert done.stdout.split() == ["[]"]


def test_a_newer_schema_is_refused(tmp_path: Path) -> None:
    migrate(tmp_path / "a")
    engine = create_engine(f"sqlite:///{tmp_path / 'a'}")
    with engine.begin() as connection:
        connection.execute(text("UPDATE alembic_version SET version_num = '9999'"))
    engine.dispose()
    with pytest.raises(SchemaError, match="9999"):
        migrate(tmp_path / "a")


@pytest.mark.usefixtures("own_garbage")
@pytest.mark.parametrize("late", ["while it stops", "after it"])
def test_who_still_reads_when_a_store_stops_leaves_no_connection_open(backend: Backend, late: str) -> None:
    async def main() -> None:
        store, begun, stopped = Store(backend), asyncio.Event(), asyncio.Event()
        await store.start()

        async def read() -> None:
            async with store.reading() as connection:
                await connection.execute(text("SELECT 1"))
                begun.set()
                await stopped.wait()

        reading = asyncio.create_task(read()) if late == "while it stops" else None
        if reading:
            await begun.wait()
        await store.stop()
        stopped.set()
        await (reading or read())

    with warnings.catch_warnings(record=True) as warned:
        warnings.simplefilter("always", ResourceWarning)
        run(main())
        gc.collect()
    assert [str(warning.message) for warning in warned] == []
