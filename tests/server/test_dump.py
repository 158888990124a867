"""Backups of PostgreSQL: the same promises as those of a file, and no password where others see it."""

from __future__ import annotations

import os
import shutil
import stat
import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest
from alembic import command
from alembic.config import Config
from sqlalchemy import create_engine, inspect

from server import cluster
from server.conftest import running
from server.people import pig_choice
from server.test_backup import played
from shapan.server.settings import Settings
from shapan.server.store import archive, dump
from shapan.server.store import backup as keeper
from shapan.server.store.fault import Fault, InUse, SchemaError
from shapan.server.store.postgres import Postgres
from shapan.server.store.revision import take_back
from shapan.server.store.schema import REVISION


@pytest.fixture
def database() -> str:
    return "postgres"


@pytest.fixture
def place(settings: Settings) -> Postgres:
    return Postgres.at(settings.postgres)


def execute(place: Postgres, *statements: str) -> list[tuple[object, ...]]:
    engine = create_engine(place.url)
    found: list[tuple[object, ...]] = []
    with engine.begin() as connection:
        for statement in statements:
            done = connection.exec_driver_sql(statement)
            found = [tuple(row) for row in done] if done.returns_rows else []
    engine.dispose()
    return found


def state(place: Postgres) -> dict[str, object]:
    """Return the rows of all tables, by schema and table."""
    engine = create_engine(place.url)
    with engine.connect() as connection:
        found: dict[str, object] = {
            f"{schema}.{table}": sorted(map(repr, connection.exec_driver_sql(f'SELECT * FROM "{schema}"."{table}"')))
            for schema in inspect(connection).get_schema_names()
            if schema != "information_schema"
            for table in inspect(connection).get_table_names(schema)
        }
    engine.dispose()
    return found


def test_a_backup_made_while_the_server_plays_is_whole_and_restorable(
    settings: Settings, place: Postgres, tmp_path: Path
) -> None:
    copy = tmp_path / "copy.dump"
    with running(settings) as table:
        ling = table.person()
        match = ling.open("pig", "me", "hot", target=300)["id"]
        for _ in range(5):
            ling.answer(match, pig_choice(ling.frame(match)))
        before = ling.frame(match)
        assert dump.backup(place, copy).matches == 1
        ling.answer(match, pig_choice(before))
    assert [path.name for path in tmp_path.iterdir() if path.name.startswith("copy")] == ["copy.dump"]
    assert stat.S_IMODE(copy.stat().st_mode) == 0o600
    done = dump.restore(place, copy, force=True)
    assert (done.matches, done.kept) == (1, "shapan_before_restore")
    with running(settings) as table:
        ling = table.person(ling.cookie)
        assert ling.frame(match) == before
        assert ling.answer(match, pig_choice(before)).status_code == 200
    assert execute(place, "SELECT count(*) FROM shapan_before_restore.records") == [(6,)]
    assert dump.restore(place, copy, force=True).kept == "shapan_before_restore_2"
    dump.backup(place, tmp_path / "again")
    assert set(archive.entries(tmp_path / "again").values()) == {"public"}


def test_a_backup_goes_to_another_database(settings: Settings, place: Postgres, socket: str, tmp_path: Path) -> None:
    cookie, match, before = played(settings)
    dump.backup(place, tmp_path / "copy")
    for number, fresh in enumerate((cluster.make(socket, "elsewhere"), cluster.new(socket))):
        settings.postgres = fresh
        assert dump.restore(Postgres.at(fresh), tmp_path / "copy").kept is None, number
        assert {name.partition(".")[0] for name in state(Postgres.at(fresh))} == {"public"}
        with running(settings) as table:
            assert table.person(cookie).frame(match) == before


def test_a_backup_overwrites_nothing_and_is_of_shapan(place: Postgres, socket: str, tmp_path: Path) -> None:
    (tmp_path / "copy").write_text("dear diary")
    with pytest.raises(Fault, match="is there already"):
        dump.backup(place, tmp_path / "copy")
    assert (tmp_path / "copy").read_text() == "dear diary"
    with pytest.raises(Fault, match="there is no folder"):
        dump.backup(place, tmp_path / "no" / "copy")
    empty = Postgres.at(cluster.make(socket, "nothing_in_it"))
    with pytest.raises(Fault, match="is an empty database"):
        dump.backup(empty, tmp_path / "other")
    execute(empty, "CREATE TABLE songs (title text)")
    with pytest.raises(Fault, match="of another program"):
        dump.backup(empty, tmp_path / "other")
    assert [path.name for path in tmp_path.iterdir()] == ["copy"]


def torn(path: Path) -> None:
    path.write_bytes(path.read_bytes()[:-3000])


def flipped(path: Path) -> None:
    """Spoil the rows of the table that is stored last, in the middle of what is packed."""
    body = bytearray(path.read_bytes())
    body[len(body) // 2 : len(body) // 2 + 600] = bytes(600)
    path.write_bytes(body)


SPOILT: list[tuple[Callable[[Path], object], str]] = [
    (torn, "damaged|has failed"),
    (flipped, "damaged|has failed"),
    (lambda path: path.write_bytes(path.read_bytes()[:200]), "has failed"),
    (lambda path: path.write_text("a letter " * 999), "no backup of a PostgreSQL database"),
    (lambda path: path.write_bytes(b""), "no backup of a PostgreSQL database"),
    (lambda path: path.unlink(), "there is no file"),
]


def test_an_unfit_backup_changes_nothing(settings: Settings, place: Postgres, tmp_path: Path) -> None:
    played(settings)
    dump.backup(place, tmp_path / "copy")
    before = state(place)
    for spoil, says in SPOILT:
        shutil.copy(tmp_path / "copy", tmp_path / "spoilt")
        spoil(tmp_path / "spoilt")
        with pytest.raises(Fault, match=says):
            dump.restore(place, tmp_path / "spoilt", force=True)
        assert state(place) == before


CHANGED = [
    ("UPDATE alembic_version SET version_num = '9999'", "schema 9999"),
    ("DROP TABLE chat", "has no table chat"),
    ("ALTER TABLE records ADD COLUMN wish text", "has other columns in records"),
    ("DROP TABLE records CASCADE", "another program"),
    ("UPDATE records SET body = '{' WHERE number = 0", r"records \('.*', 0\), body: is no JSON"),
    ("UPDATE matches SET options = 'none'", r"matches \('.*'\), options: is no JSON"),
]


def test_a_database_changed_by_others_is_not_restored(
    settings: Settings, place: Postgres, socket: str, tmp_path: Path
) -> None:
    played(settings)
    target = Postgres.at(cluster.new(socket))
    before = state(target)
    for number, (statement, says) in enumerate(CHANGED):
        changed = Postgres.at(cluster.make(socket, f"changed_{number}", str(place.url.database)))
        execute(changed, statement)
        with pytest.raises(Fault, match=says):
            dump.restore(target, plain_dump(changed, tmp_path), force=True)
        assert state(target) == before


def plain_dump(place: Postgres, folder: Path) -> Path:
    """Return what `pg_dump -Fc` makes, as people make it who do not know of `shapan db`."""
    environment = {**os.environ, **place.environment()}
    subprocess.run(["pg_dump", "-Fc", "-f", str(folder / "plain")], check=True, env=environment)
    return folder / "plain"


def test_nothing_in_a_backup_is_run(settings: Settings, place: Postgres, socket: str, tmp_path: Path) -> None:
    played(settings)
    execute(
        place,
        "CREATE FUNCTION strike() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN DELETE FROM seats; RETURN NEW; END'",
        "CREATE TRIGGER strike AFTER INSERT ON records EXECUTE FUNCTION strike()",
        "CREATE VIEW peek AS SELECT * FROM matches",
    )
    target = Postgres.at(cluster.new(socket))
    dump.restore(target, plain_dump(place, tmp_path))
    engine = create_engine(target.url)
    assert inspect(engine).get_view_names() == []
    engine.dispose()
    assert execute(target, "SELECT count(*) FROM pg_trigger WHERE tgname = 'strike'") == [(0,)]
    assert execute(target, "SELECT count(*) FROM pg_proc WHERE proname = 'strike'") == [(0,)]
    assert execute(target, "SELECT count(*) FROM seats") == [(2,)]


def test_damaged_rows_are_taken_only_if_that_is_wanted(settings: Settings, place: Postgres, tmp_path: Path) -> None:
    played(settings)
    execute(place, "UPDATE matches SET options = 'none'")
    dump.backup(place, tmp_path / "copy")
    with pytest.raises(Fault, match="--damaged takes the backup as it is"):
        dump.restore(place, tmp_path / "copy", force=True)
    assert dump.restore(place, tmp_path / "copy", force=True, damaged=True).matches == 1


def test_a_restore_needs_force_and_no_server(settings: Settings, place: Postgres, tmp_path: Path) -> None:
    played(settings)
    dump.backup(place, tmp_path / "copy")
    before = state(place)
    with pytest.raises(Fault, match="--force"):
        dump.restore(place, tmp_path / "copy")
    with place.serving():
        for act in (lambda: dump.restore(place, tmp_path / "copy", force=True), lambda: dump.upgrade(place)):
            with pytest.raises(InUse, match="another server"):
                act()
    with place.unpacking(), pytest.raises(InUse, match="being unpacked"):
        dump.restore(place, tmp_path / "copy", force=True)
    assert state(place) == before


def test_what_a_killed_restore_left_is_no_obstacle(settings: Settings, place: Postgres, tmp_path: Path) -> None:
    played(settings)
    dump.backup(place, tmp_path / "copy")
    execute(place, "CREATE SCHEMA shapan_scratch", "CREATE TABLE shapan_scratch.matches (id text)")
    dump.backup(place, tmp_path / "second")
    dump.restore(place, tmp_path / "second", force=True)
    assert execute(place, "SELECT count(*) FROM pg_namespace WHERE nspname = 'shapan_scratch'") == [(0,)]


def test_a_newer_database_is_replaced_whole_and_kept(settings: Settings, place: Postgres, tmp_path: Path) -> None:
    cookie, match, before = played(settings)
    dump.backup(place, tmp_path / "copy")
    execute(
        place,
        "UPDATE alembic_version SET version_num = '9999'",
        "CREATE TABLE wishes (match varchar(32) REFERENCES matches (id))",
    )
    with pytest.raises(SchemaError, match="9999"):
        dump.backup(place, tmp_path / "newer")
    dump.restore(place, tmp_path / "copy", force=True)
    assert execute(place, "SELECT count(*) FROM shapan_before_restore.wishes") == [(0,)]
    with running(settings) as table:
        assert table.person(cookie).frame(match) == before


def test_no_process_of_the_old_database_is_at_home_in_the_new_one(
    settings: Settings, place: Postgres, tmp_path: Path
) -> None:
    played(settings)
    process = "INSERT INTO processes (name, version, rules, began) VALUES ('p1', '1', '{}', 0)"
    execute(place, process, "UPDATE matches SET home = 1")
    dump.backup(place, tmp_path / "copy")
    dump.restore(place, tmp_path / "copy", force=True)
    assert execute(place, "SELECT home FROM matches") == [(None,)]
    execute(place, process)
    assert execute(place, "SELECT count(*) FROM processes") == [(1,)]


def test_a_backup_of_an_older_schema_is_brought_up_to_date(socket: str, tmp_path: Path) -> None:
    older, changed = (Postgres.at(cluster.make(socket, name, cluster.TEMPLATE)) for name in ("older", "older_changed"))
    for place in (older, changed):
        engine = create_engine(place.url)
        with engine.begin() as connection:
            take_back(connection, "0013", older_columns(tmp_path / "older.sqlite3", "0013"))
        engine.dispose()
    row = "('m', 'pig', 1, 2, '{}', 'strict', 'key', 'ling', 'on', 5, 5)"
    names = "id, game, rules_version, seats, options, undo, key, owner, status, made, touched"
    execute(older, f"INSERT INTO matches ({names}) VALUES {row}", "INSERT INTO records VALUES ('m', 0, '{}', NULL, 6)")
    assert dump.backup(older, tmp_path / "copy").revision == "0013"
    target = Postgres.at(cluster.new(socket))
    assert dump.restore(target, tmp_path / "copy").matches == 1
    assert execute(target, "SELECT version_num FROM alembic_version") == [(REVISION,)]
    assert execute(target, "SELECT body, home FROM records JOIN matches ON match = id") == [("{}", None)]
    assert columns_of(target) == columns_of(Postgres.at(cluster.new(socket)))
    execute(changed, "ALTER TABLE records DROP COLUMN decision")
    with pytest.raises(Fault, match="has other columns in records"):
        dump.restore(target, plain_dump(changed, tmp_path), force=True)


def older_columns(path: Path, revision: str) -> dict[str, set[str]]:
    """Return which columns an older schema has, by table."""
    path.unlink(missing_ok=True)
    engine = create_engine(f"sqlite:///{path}")
    with engine.begin() as connection:
        config = Config()
        config.set_main_option("script_location", "shapan.server.store:migrations")
        config.attributes["connection"] = connection
        command.upgrade(config, revision)
        found = inspect(connection)
        columns = {name: {column["name"] for column in found.get_columns(name)} for name in found.get_table_names()}
    engine.dispose()
    return columns


def columns_of(place: Postgres) -> list[tuple[object, ...]]:
    """Return all columns and indexes, as PostgreSQL describes them."""
    names = "table_name, column_name, data_type, collation_name, is_nullable, column_default, character_maximum_length"
    where = "table_schema = 'public' ORDER BY table_name, column_name"
    found = execute(place, f"SELECT {names} FROM information_schema.columns WHERE {where}")
    return found + execute(place, "SELECT indexdef FROM pg_indexes WHERE schemaname = 'public' ORDER BY indexdef")


def test_an_upgrade_tells_the_schema_before_and_now(settings: Settings, place: Postgres) -> None:
    played(settings, 0)
    had, now = dump.upgrade(place)
    assert (had, now.revision, now.matches) == (REVISION, REVISION, 1)


def program(folder: Path, name: str, body: str) -> None:
    folder.mkdir(exist_ok=True)
    (folder / name).write_text(f"#!/bin/sh\n{body}\n")
    (folder / name).chmod(0o755)


def test_a_missing_or_older_program_is_named(
    settings: Settings, place: Postgres, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    played(settings, 0)
    monkeypatch.setenv("PATH", str(tmp_path / "bin"))
    with pytest.raises(Fault, match="pg_dump is not installed: install the client programs"):
        dump.backup(place, tmp_path / "copy")
    program(tmp_path / "bin", "pg_dump", "echo 'pg_dump (PostgreSQL) 9.6.24'")
    with pytest.raises(Fault, match=r"pg_dump is of version 9, the server of version \d+: install postgresql-client-"):
        dump.backup(place, tmp_path / "copy")
    assert not [path for path in tmp_path.iterdir() if path.name.startswith("copy")]


def test_a_password_is_in_no_command_line_and_no_message(
    settings: Settings, place: Postgres, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    played(settings, 0)
    for address in (
        settings.postgres.replace("postgres@", "postgres:hush-hush@"),
        settings.postgres + "&password=hush-hush",
    ):
        place = Postgres.at(address)
        assert "hush-hush" not in str(place) + repr(place) + " ".join(place.words())
        assert place.environment()["PGPASSWORD"] == "hush-hush"
        real, seen = shutil.which("pg_dump"), tmp_path / "seen"
        program(tmp_path / "bin", "pg_dump", f'echo "$@" >>{seen}\nexec {real} "$@"')
        monkeypatch.setenv("PATH", f"{tmp_path / 'bin'}:{os.environ['PATH']}")
        copy = tmp_path / f"copy{len(address)}"
        dump.backup(place, copy)
        assert "--format=custom" in seen.read_text() and "hush-hush" not in seen.read_text()
        program(
            tmp_path / "bin", "pg_dump", f'[ "$1" = --version ] && exec {real} "$1"\necho "$PGPASSWORD" >&2; exit 1'
        )
        (tmp_path / "bin" / "pg_dump").write_text(
            f'#!/bin/sh\n[ "$1" != --version ] || exec {real} "$1"\necho "pg_dump: error: no route" >&2; exit 1\n'
        )
        with pytest.raises(Fault, match=r"pg_dump has failed \(no route\)") as caught:
            dump.backup(place, tmp_path / "other")
        assert "hush-hush" not in str(caught.value) and not (tmp_path / "other.part").exists()
        monkeypatch.undo()


def test_each_kind_of_backup_goes_to_its_own_kind(settings: Settings, place: Postgres, tmp_path: Path) -> None:
    played(settings, 0)
    dump.backup(place, tmp_path / "dump")
    with pytest.raises(Fault, match="backup of a PostgreSQL database: name that with --database"):
        keeper.restore(tmp_path / "data" / "shapan.sqlite3", tmp_path / "dump")
    settings.postgres = ""
    played(settings, 0)
    with pytest.raises(Fault, match="shapan db move"):
        dump.restore(place, settings.database, force=True)
