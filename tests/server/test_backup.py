"""Backups: made while a server plays, refused where they would hurt, put back with the old database kept."""

from __future__ import annotations

import sqlite3
import subprocess
import sys
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import pytest

from server.conftest import running
from server.people import pig_choice
from shapan.server.settings import Settings
from shapan.server.store import backup as keeper
from shapan.server.store.fault import Fault, InUse, SchemaError
from shapan.server.store.sqlite import using


def played(settings: Settings, answers: int = 5) -> tuple[str, str, dict[str, object]]:
    """Return cookie, match and frame of a match begun on a server that is gone."""
    with running(settings) as place:
        ling = place.person()
        match = ling.open("pig", "me", "hot", target=300)["id"]
        for _ in range(answers):
            ling.answer(match, pig_choice(ling.frame(match)))
        return ling.cookie, match, ling.frame(match)


def state(folder: Path) -> dict[str, bytes]:
    """Return the files of a data folder without the lock."""
    return {path.name: path.read_bytes() for path in folder.iterdir() if path.name != "shapan.lock"}


def test_a_backup_made_while_the_server_plays_is_whole_and_restorable(settings: Settings, tmp_path: Path) -> None:
    copy = tmp_path / "copy.sqlite3"
    with running(settings) as place:
        ling = place.person()
        match = ling.open("pig", "me", "hot", target=300)["id"]
        for _ in range(5):
            ling.answer(match, pig_choice(ling.frame(match)))
        before = ling.frame(match)
        assert keeper.backup(settings.database, copy).matches == 1
        ling.answer(match, pig_choice(before))
    assert [path.name for path in tmp_path.iterdir() if path.name.startswith("copy")] == ["copy.sqlite3"]
    assert copy.stat().st_mode & 0o077 == 0
    done = keeper.restore(settings.database, copy, force=True)
    assert done.matches == 1 and done.kept and done.kept.name == "shapan.sqlite3.before-restore"
    with running(settings) as place:
        ling = place.person(ling.cookie)
        assert ling.frame(match) == before
        assert ling.answer(match, pig_choice(before)).status_code == 200
    with closing(sqlite3.connect(done.kept)) as connection:
        assert connection.execute("SELECT count(*) FROM records").fetchone() == (6,)
    again = keeper.restore(settings.database, copy, force=True)
    assert again.kept and again.kept.name == "shapan.sqlite3.before-restore.2"


def test_a_backup_goes_to_another_folder(settings: Settings, tmp_path: Path) -> None:
    cookie, match, before = played(settings)
    keeper.backup(settings.database, tmp_path / "copy")
    settings.data = tmp_path / "elsewhere" / "data"
    assert keeper.restore(settings.database, tmp_path / "copy").kept is None
    with running(settings) as place:
        assert place.person(cookie).frame(match) == before


def test_a_backup_overwrites_nothing(settings: Settings, tmp_path: Path) -> None:
    played(settings, 0)
    (tmp_path / "copy").write_text("dear diary")
    with pytest.raises(Fault, match="is there already"):
        keeper.backup(settings.database, tmp_path / "copy")
    assert (tmp_path / "copy").read_text() == "dear diary"
    with pytest.raises(Fault, match="there is no folder"):
        keeper.backup(settings.database, tmp_path / "no" / "copy")
    with pytest.raises(Fault, match="there is no database"):
        keeper.backup(tmp_path / "nothing", tmp_path / "other")


def test_a_damaged_database_gives_no_backup(settings: Settings, tmp_path: Path) -> None:
    played(settings)
    body = bytearray(settings.database.read_bytes())
    body[4096:8192] = bytes(4096)
    settings.database.write_bytes(body)
    with pytest.raises(Fault, match="is damaged"):
        keeper.backup(settings.database, tmp_path / "copy")
    assert not [path for path in tmp_path.iterdir() if path.name.startswith("copy")]


def newer(path: Path) -> None:
    with closing(sqlite3.connect(path)) as connection:
        connection.execute("UPDATE alembic_version SET version_num = '9999'")
        connection.commit()


def other(path: Path) -> None:
    path.unlink()
    with closing(sqlite3.connect(path)) as connection:
        connection.execute("CREATE TABLE songs (title TEXT)")


def torn(path: Path) -> None:
    path.write_bytes(path.read_bytes()[:9000])


@pytest.mark.parametrize(
    ("spoil", "says"),
    [
        (newer, "schema 9999"),
        (other, "another program"),
        (torn, "damaged"),
        (lambda path: path.write_text("a letter " * 999), "not a database"),
        (lambda path: path.write_bytes(b""), "empty"),
        (lambda path: path.unlink(), "there is no file"),
    ],
)
def test_an_unfit_backup_changes_nothing(
    settings: Settings, tmp_path: Path, spoil: Callable[[Path], None], says: str
) -> None:
    played(settings)
    keeper.backup(settings.database, tmp_path / "copy")
    spoil(tmp_path / "copy")
    before = state(settings.data)
    with pytest.raises(Fault, match=says):
        keeper.restore(settings.database, tmp_path / "copy", force=True)
    assert state(settings.data) == before


def test_a_restore_needs_force_where_matches_are(settings: Settings, tmp_path: Path) -> None:
    played(settings)
    keeper.backup(settings.database, tmp_path / "copy")
    before = state(settings.data)
    with pytest.raises(Fault, match="--force"):
        keeper.restore(settings.database, tmp_path / "copy")
    with pytest.raises(Fault, match="the database itself"):
        keeper.restore(settings.database, settings.database, force=True)
    assert state(settings.data) == before


def test_nothing_is_restored_or_upgraded_under_a_running_server(settings: Settings, tmp_path: Path) -> None:
    played(settings)
    keeper.backup(settings.database, tmp_path / "copy")
    before = state(settings.data)
    with using(settings.data):
        with pytest.raises(InUse, match="a server is running"):
            keeper.restore(settings.database, tmp_path / "copy", force=True)
        with pytest.raises(InUse, match="a server is running"):
            keeper.upgrade(settings.database)
    assert state(settings.data) == before


def test_a_damaged_database_is_kept_with_its_log_and_replaced(settings: Settings, tmp_path: Path) -> None:
    cookie, match, before = played(settings)
    keeper.backup(settings.database, tmp_path / "copy")
    settings.database.write_text("spilled coffee")
    log = settings.database.with_name("shapan.sqlite3-wal")
    log.write_bytes(b"an old log")
    done = keeper.restore(settings.database, tmp_path / "copy", force=True)
    assert done.kept and done.kept.read_text() == "spilled coffee" and not log.exists()
    with running(settings) as place:
        assert place.person(cookie).frame(match) == before


def test_an_upgrade_tells_the_schema_before_and_now(settings: Settings) -> None:
    played(settings, 0)
    had, now = keeper.upgrade(settings.database)
    assert had == now.revision and now.matches == 1
    newer(settings.database)
    with pytest.raises(SchemaError, match="9999"):
        keeper.upgrade(settings.database)


def test_the_commands_say_what_they_did(settings: Settings, tmp_path: Path) -> None:
    played(settings)

    def call(*words: object) -> tuple[int, str, str]:
        command = [sys.executable, "-m", "shapan", "db", *map(str, words), "--data", str(settings.data)]
        ended = subprocess.run(command, capture_output=True, text=True, timeout=60, check=False)
        return ended.returncode, ended.stdout, ended.stderr

    copy = tmp_path / "copy"
    code, out, _ = call("backup", copy)
    assert code == 0 and out.startswith(f"{copy}: 1 match, schema ")
    code, _, err = call("restore", copy)
    assert code == 2 and err.startswith("shapan: ") and "--force" in err
    code, out, _ = call("restore", copy, "--force")
    assert code == 0 and f"The old database is kept as {settings.database}.before-restore" in out
    code, out, _ = call("upgrade")
    assert code == 0 and "(already), 1 match" in out


def changed(path: Path, *statements: str) -> Path:
    """Return a copy of a database in which something was changed by hand."""
    copy = path.parent.with_name("changed.sqlite3")
    with closing(sqlite3.connect(path)) as read, closing(sqlite3.connect(copy)) as write:
        read.backup(write)
        for statement in statements:
            write.execute(statement)
        write.commit()
    return copy


def assert_refused(settings: Settings, copy: Path, says: str, *, damaged: bool = False) -> str:
    """Require that a backup is refused and the data kept as it was; return the complaint."""
    before = state(settings.data)
    with pytest.raises(Fault, match=says) as caught:
        keeper.restore(settings.database, copy, force=True, damaged=damaged)
    assert state(settings.data) == before
    return str(caught.value)


@pytest.mark.parametrize(
    ("statement", "says"),
    [
        ("CREATE TRIGGER more AFTER INSERT ON matches BEGIN DELETE FROM records; END", "has a trigger 'more'"),
        ("CREATE VIEW peek AS SELECT * FROM matches", "has a view 'peek'"),
        ("CREATE VIRTUAL TABLE words USING fts5(body)", "has a virtual table 'words'"),
    ],
)
def test_a_backup_that_would_do_something_by_itself_is_refused(
    statement: str, says: str, settings: Settings, tmp_path: Path
) -> None:
    played(settings)
    copy = changed(settings.database, statement)
    for damaged in (False, True):
        assert_refused(settings, copy, says, damaged=damaged)


DAMAGED_ROWS = [
    (
        "UPDATE records SET body = CAST(x'7bff' AS TEXT) WHERE number = 2",
        r"records \('.*', 2\), body: is no UTF-8 text",
    ),
    ("UPDATE records SET body = '{' WHERE number = 0", r"records \('.*', 0\), body: is no JSON"),
    ("UPDATE matches SET options = 'none'", r"matches \('.*'\), options: is no JSON"),
    ("UPDATE matches SET seats = 'two'", "seats: is no whole number"),
    ("UPDATE seats SET name = CAST(x'ff' AS TEXT)", "name: is no UTF-8 text"),
]


@pytest.mark.parametrize(("statement", "says"), DAMAGED_ROWS, ids=[row[1] for row in DAMAGED_ROWS])
def test_a_backup_with_a_row_that_cannot_be_read_is_taken_only_if_that_is_wanted(
    statement: str, says: str, settings: Settings, tmp_path: Path
) -> None:
    played(settings)
    copy = changed(settings.database, statement)
    assert str(copy) in assert_refused(settings, copy, says + ".*; --damaged takes the backup as it is")
    assert keeper.restore(settings.database, copy, force=True, damaged=True).matches == 1
