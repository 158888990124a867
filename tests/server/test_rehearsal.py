"""`shapan db check`: a backup is proved on either kind of database, without anything being touched."""

from __future__ import annotations

import sqlite3
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from pathlib import Path

import pytest
from sqlalchemy import create_engine, inspect

from server.test_backup import played
from shapan.cli.command import run
from shapan.server.settings import Settings


class Commands:
    """`shapan db` on the database of some settings; it runs in a thread, as other tests leave a loop in this one."""

    def __init__(self, settings: Settings, capsys: pytest.CaptureFixture[str]) -> None:
        self.settings, self.capsys = settings, capsys

    def __call__(self, *words: object) -> tuple[int, str, str]:
        place = ["--data", str(self.settings.data)]
        if self.settings.postgres:
            place = ["--database", self.settings.postgres]
        elif words[0] == "check":
            place = []
        self.capsys.readouterr()
        with ThreadPoolExecutor(1) as pool:
            code = pool.submit(run, ["db", *map(str, words), *place]).result()
        return code, *self.capsys.readouterr()


@pytest.fixture
def shapan_db(settings: Settings, capsys: pytest.CaptureFixture[str]) -> Commands:
    return Commands(settings, capsys)


def test_a_backup_is_made_checked_and_put_back_on_both(settings: Settings, shapan_db: Commands, tmp_path: Path) -> None:
    for _ in range(2):
        played(settings, 9)
    copy = tmp_path / "copy"
    code, out, err = shapan_db("backup", copy)
    assert (code, err) == (0, "") and out.startswith(f"{copy}: 2 matches, schema ") and out.endswith("checked\n")
    assert shapan_db("check", copy)[:2] == (0, f"{copy}: 2 matches, each row read; 2 matches played again\n")
    code, out, _ = shapan_db("check", copy, "--matches", 1)
    assert out == f"{copy}: 2 matches, each row read; 1 match played again\n"
    code, _, err = shapan_db("restore", copy)
    assert code == 2 and err.startswith("shapan: ") and "--force" in err and err.count("\n") == 1
    code, out, _ = shapan_db("restore", copy, "--force")
    assert code == 0 and "2 matches from" in out and "The old database is kept as " in out
    code, out, _ = shapan_db("upgrade")
    assert code == 0 and "(already), 2 matches" in out


def change(settings: Settings, statement: str) -> None:
    if not settings.postgres:
        with closing(sqlite3.connect(settings.database)) as connection:
            connection.execute(statement)
            connection.commit()
        return
    engine = create_engine(settings.postgres.replace("postgresql://", "postgresql+psycopg://"))
    with engine.begin() as connection:
        connection.exec_driver_sql(statement)
        assert "shapan_scratch" not in inspect(connection).get_schema_names()
    engine.dispose()


def test_a_backup_that_does_not_play_is_found(settings: Settings, shapan_db: Commands, tmp_path: Path) -> None:
    _, match, _ = played(settings, 9)
    changes = [
        ("DELETE FROM records WHERE number = 6", f"match {match} has other records than its snapshot stands for"),
        ("DELETE FROM snapshots", f"match {match} does not fit the rules at record 6"),
        ("UPDATE matches SET rules_version = 0", ""),
        ("UPDATE matches SET options = 'none'", f"matches ('{match}'), options: is no JSON"),
    ]
    for number, (statement, says) in enumerate(changes):
        change(settings, statement)
        assert shapan_db("backup", tmp_path / str(number))[0] == 0
        code, out, err = shapan_db("check", tmp_path / str(number))
        if says:
            assert (code, out) == (2, "") and says in err, err
        else:
            assert code == 0 and "0 matches played again, 1 of other rules left out" in out
    change(settings, "DELETE FROM records")


def test_a_dump_needs_a_database_to_be_checked_in(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "copy").write_bytes(b"PGDMP and so on")
    assert run(["db", "check", str(tmp_path / "copy")]) == 2
    assert "name that with --database" in capsys.readouterr().err
