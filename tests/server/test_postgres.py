"""What is of PostgreSQL alone: addresses, faults, one server at a time, a lost session."""

from __future__ import annotations

import asyncio
from concurrent.futures import Future, ThreadPoolExecutor
from pathlib import Path

import pytest
from sqlalchemy import create_engine, delete, select, text
from sqlalchemy.engine import Connection

from server import cluster
from server.apart import run
from server.conftest import ON_BOTH
from shapan.server.settings import Settings
from shapan.server.store.account import _unused
from shapan.server.store.backend import Backend
from shapan.server.store.choice import backend_of
from shapan.server.store.fault import Fault, InUse, SchemaError
from shapan.server.store.move import move
from shapan.server.store.person import forget_strangers
from shapan.server.store.postgres import Postgres
from shapan.server.store.row import MatchRow, SeatRow, Snapshot
from shapan.server.store.schema import MATCHES, METADATA, REVISION, SESSIONS
from shapan.server.store.sqlite import Sqlite
from shapan.server.store.storage import Store
from shapan.server.store.writer import StoreError


@pytest.fixture
def database(socket: str) -> Postgres:
    return Postgres.at(cluster.new(socket))


def execute(database: Postgres, statement: str) -> None:
    engine = create_engine(database.url)
    with engine.begin() as connection:
        connection.exec_driver_sql(statement)
    engine.dispose()


def test_each_beginning_names_a_test_that_runs_on_both() -> None:
    for module, begins in ON_BOTH.items():
        text = Path(__file__).with_name(f"{module}.py").read_text(encoding="utf-8")
        assert [begin for begin in begins if f"def test_{begin}" not in text] == [], module


def test_settings_choose_the_database(tmp_path: Path) -> None:
    assert str(backend_of(Settings(data=tmp_path))) == str(tmp_path / "shapan.sqlite3")
    address = "postgresql://ling:hidden@example.org/games"
    chosen = backend_of(Settings(postgres=address))
    assert "example.org/games" in str(chosen) and "hidden" not in str(chosen) + repr(chosen)


@pytest.mark.parametrize("address", ["", "games", "sqlite:///x", "postgresql://host", "mysql://host/name", "http://["])
def test_what_is_no_address_is_a_fault(address: str) -> None:
    with pytest.raises(Fault, match="postgresql://user@host/name"):
        Postgres.at(address)


def test_a_new_database_has_the_present_schema_and_an_old_one_is_left_as_it_is(socket: str) -> None:
    from alembic.autogenerate import compare_metadata
    from alembic.runtime.migration import MigrationContext

    database = Postgres.at(cluster.make(socket, "fresh"))
    assert [database.migrate(), database.migrate()] == [None, REVISION]
    engine = create_engine(database.url)
    with engine.connect() as connection:
        assert compare_metadata(MigrationContext.configure(connection), METADATA) == []
    engine.dispose()


def test_faults_name_the_database_and_the_remedy(socket: str) -> None:
    foreign, newer = (Postgres.at(cluster.make(socket, name)) for name in ("foreign", "newer"))
    execute(foreign, "CREATE TABLE stars (name text)")
    with pytest.raises(Fault, match=r"^postgresql://.*of another program"):
        foreign.migrate()
    newer.migrate()
    execute(newer, "UPDATE alembic_version SET version_num = '9999'")
    with pytest.raises(SchemaError, match=r"^postgresql://.*9999"):
        newer.migrate()
    with pytest.raises(Fault, match="cannot be reached"):
        Postgres.at(cluster.address(socket, "nowhere")).migrate()
    with pytest.raises(Fault, match=r"cannot be reached \(\S.*\S\)"):
        Postgres.at("postgresql://ling@127.0.0.1:1/games").migrate()


def test_a_pool_between_is_refused(database: Postgres, monkeypatch: pytest.MonkeyPatch) -> None:
    """PgBouncer names processes of its own making, whose statements a client may cancel."""
    monkeypatch.setattr("psycopg.ConnectionInfo.backend_pid", property(lambda _: 670_697_420))
    with pytest.raises(Fault, match="PgBouncer"), database.serving():
        pass


def test_a_database_has_one_server(database: Postgres) -> None:
    with database.serving():
        with pytest.raises(InUse, match="another server"), database.serving():
            pass
        with database.sharing():
            pass
    with database.serving():
        pass


def test_texts_are_compared_by_their_bytes(database: Postgres) -> None:
    engine = create_engine(database.url)
    with engine.begin() as connection:
        for name in ("a", "B", "_", "Z", "é"):
            connection.execute(text("INSERT INTO sessions (hash, name, made) VALUES (:name, '', 0)"), {"name": name})
        found = connection.execute(text("SELECT hash FROM sessions ORDER BY hash")).scalars().all()
    engine.dispose()
    assert found == sorted(["a", "B", "_", "Z", "é"])


@pytest.mark.parametrize("wrong", ["NUL \0", "x" * 5000, "slow"])
def test_a_value_that_is_not_taken_or_a_slow_statement_fails_alone(database: Postgres, wrong: str) -> None:
    def job(connection: Connection) -> None:
        if wrong == "slow":
            connection.execute(text("SET LOCAL statement_timeout = 20"))
            connection.execute(text("SELECT pg_sleep(60)"))
        connection.execute(text("INSERT INTO sessions (hash, name, made) VALUES (:name, '', 0)"), {"name": wrong})

    async def main() -> None:
        store = Store(database)
        await store.start()
        try:
            row = MatchRow("m", "pig", 1, 1, {}, "strict", b"key", "ling")
            await store.add_match(row, [SeatRow(0, "player", session="ling")])
            batch = [store.append("m", 0, b"{}", "a"), store.writer.do(job), store.append("m", 1, b"{}", "b")]
            results = await asyncio.gather(*batch, return_exceptions=True)
            assert [type(result) for result in results] == [type(None), StoreError, type(None)]
            assert await store.head("m") == 2
        finally:
            await store.stop()

    run(main())


def test_what_is_forgotten_is_found_by_joins_not_by_a_look_at_all_for_each(database: Postgres) -> None:
    engine = create_engine(database.url)
    with engine.connect() as connection:
        for statement in (delete(SESSIONS).where(_unused(0)), *forget_strangers()):
            told = statement.compile(engine, compile_kwargs={"literal_binds": True})
            plan = "\n".join(connection.exec_driver_sql(f"EXPLAIN {told}").scalars())
            assert "Anti Join" in plan and "SubPlan" not in plan, plan
    engine.dispose()


END_OTHERS = "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE pid <> pg_backend_pid()"


def test_a_lost_session_fails_what_was_under_way_and_the_next_is_stored(database: Postgres) -> None:
    async def main() -> None:
        store = Store(database)
        await store.start()
        try:
            row = MatchRow("m", "pig", 1, 1, {}, "strict", b"key", "ling")
            await store.add_match(row, [SeatRow(0, "player", session="ling")])
            await store.append("m", 0, b"{}", "a")
            await asyncio.to_thread(
                execute,
                database,
                "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE pid <> pg_backend_pid()",
            )
            with pytest.raises(StoreError):
                await store.append("m", 1, b"{}", "b")
            await store.append("m", 1, b"{}", "b")
            assert await store.head("m") == 2
        finally:
            await store.stop()

    run(main())


def test_what_is_left_of_a_match_is_shown_without_secrets(database: Postgres) -> None:
    async def main() -> None:
        store = Store(database)
        await store.start()
        try:
            row = MatchRow("m", "pig", 1, 1, {}, "strict", b"\xff\x00", "ling", secret=b"hush")
            await store.add_match(row, [SeatRow(0, "player", session="ling", token_hash="t")])
            await store.append("m", 0, b"{}", "a")
        finally:
            await store.stop()

    run(main())
    found = database.remains("m")
    assert found["records"][0]["body"] == "{}" and found["matches"][0]["key"] == {"hex": "ff00"}
    assert not {"secret", "owner", "session", "token_hash"} & {
        name for rows in found.values() for row in rows for name in row
    }


def filled(database: Backend) -> None:
    """Store something of every kind."""

    async def main() -> None:
        store = Store(database)
        await store.start()
        try:
            for number in range(3):
                name = f"m{number}"
                row = MatchRow(name, "pig", 1, 2, {"target": 7}, "strict", bytes([number, 255, 0]), "ling", listed=True)
                await store.add_match(
                    row, [SeatRow(0, "player", "凌", session="ling"), SeatRow(1, "bot", bot="random")]
                )
                for place in range(600):
                    await store.append(name, place, b'{"roll":"\xe5\xa5\xbd\\u0000"}', f"0:{place}")
                await store.keep_snapshot(name, Snapshot(5, "d", b"\x00\xff"))
                await store.keep_note(name, (1, "{}"))
            await store.keep_session("ling", "Ling")
        finally:
            await store.stop()

    run(main())


def rows_of(database: Backend) -> dict[str, list[tuple[object, ...]]]:
    engine = database.writing()
    with engine.connect() as connection:
        found = {
            table.name: [tuple(row) for row in connection.execute(select(table).order_by(*table.primary_key))]
            for table in METADATA.sorted_tables
        }
    engine.dispose()
    return found


def test_all_that_is_kept_moves_there_and_back(database: Postgres, tmp_path: Path) -> None:
    file, back = Sqlite(tmp_path / "one" / "a.sqlite3"), Sqlite(tmp_path / "two" / "b.sqlite3")
    (tmp_path / "one").mkdir()
    file.migrate()
    filled(file)
    told: list[tuple[str, int]] = []
    done = move(file, database, lambda table, rows: told.append((table, rows)))
    assert (done.matches, dict(told)["records"]) == (3, 1800)
    move(database, back)
    assert rows_of(file) == rows_of(database) == rows_of(back)
    with pytest.raises(Fault, match="has something in it already"):
        move(file, database)
    for one in (file, database):
        with pytest.raises(Fault, match="the database itself"):
            move(one, one)
    with pytest.raises(Fault, match="there is no database"):
        move(Sqlite(tmp_path / "c"), database)


def test_a_move_waits_for_no_server_and_leaves_nothing_half_done(database: Postgres, tmp_path: Path) -> None:
    file = Sqlite(tmp_path / "a.sqlite3")
    file.migrate()
    filled(file)
    for held in (file, database):
        with held.serving(), pytest.raises(InUse):
            move(file, database)
    engine = file.writing()
    with engine.begin() as connection:
        connection.exec_driver_sql("UPDATE records SET made = 'never' WHERE match = 'm1' AND number = 9")
    engine.dispose()
    with pytest.raises(Fault, match=r"records \('m1', 9\), made"):
        move(file, database)
    assert not any(rows_of(database).values())


def test_a_write_that_is_undone_because_others_wait_for_it_is_written_again(database: Postgres) -> None:
    """PostgreSQL lets one of those fail who wait for one another: here the writer, as the other has more patience."""
    touch = "UPDATE matches SET touched = {} WHERE id = '{}'"
    waits = text("SELECT count(*) FROM pg_stat_activity WHERE wait_event_type = 'Lock'")
    tries = 0

    async def test() -> None:
        store = Store(database)
        await store.start()
        for match in ("one", "two"):
            await store.add_match(MatchRow(match, "pig", 1, 1, {}, "strict", b"key", "ling"), [SeatRow(0, "player")])
        engine = create_engine(database.url)
        with engine.connect() as other, engine.connect() as watch:
            other.exec_driver_sql("SET deadlock_timeout = '100s'")
            other.exec_driver_sql(touch.format(1, "two"))

            def finish() -> None:
                other.exec_driver_sql(touch.format(1, "one"))  # waits for the writer
                other.commit()

            with ThreadPoolExecutor(1) as pool:

                def job(connection: Connection) -> int:
                    nonlocal tries
                    tries += 1
                    connection.exec_driver_sql(touch.format(2, "one"))
                    if tries == 1:
                        ended.append(pool.submit(finish))
                        while not watch.execute(waits).scalar_one():
                            watch.rollback()
                    connection.exec_driver_sql(touch.format(2, "two"))  # waits for the other
                    return tries

                ended: list[Future[None]] = []
                assert await store.writer.do(job) in (2, 3), "who waits for a row is not always its next owner"
                await asyncio.to_thread(ended[0].result)
        engine.dispose()
        async with store.reading() as connection:
            assert list(await connection.scalars(select(MATCHES.c.touched))) == [2, 2]
        await store.stop()

    run(test())
