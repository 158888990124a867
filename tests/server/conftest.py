"""A server on a fresh data folder, and people who talk to it over HTTP as browsers do."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path

import pytest
from litestar.testing import TestClient

from server import cluster
from server.bells import ringing
from server.notices import Notices
from server.people import Place
from server.processes import process
from server.quick import quick_start
from server.receiver import Receiver, receiving
from shapan.engine.game import Game
from shapan.server.app import create_app
from shapan.server.monotonic import Steady
from shapan.server.settings import Settings
from shapan.server.store.backend import Backend
from shapan.server.store.postgres import Postgres
from shapan.server.store.sqlite import Sqlite, migrate

ON_BOTH = {
    "test_account_end": (
        "a_deletion_is_called_off",
        "who_is_deleted",
        "all_that_is_stored",
        "a_guest_who_logs_in",
        "a_finished_match_moves_too",
        "commands_list",
        "a_member_takes_over",
        "log_ins_are_listed",
    ),
    "test_accounts": (
        "a_guest_becomes",
        "only_hashes",
        "a_recovery_code",
        "new_codes",
        "what_one_logs_in_by",
        "logging_out",
        "names_that_look_alike",
        "a_name_is_changed_once",
        "tries_are_counted_for_each_account",
        "tries_and_new_accounts",
        "who_is_logged_in_reads_on",
    ),
    "test_chat": ("all_at_the_table", "a_repeat", "two_servers", "only_the_latest"),
    "test_fair": ("the_key_is_made", "a_crash_changes", "a_seed_that_does_not_come", "a_rematch", "a_file_that_was"),
    "test_former_players": ("what_they_did",),
    "test_own_play": ("own_matches", "a_median", "a_match_in_which"),
    "test_passkeys": ("a_passkey_lets_in", "an_answer_is_good_once", "a_guest_signs_up", "tries_with_passkeys"),
    "test_rehearsal": ("",),
    "test_reserves": ("who_leaves", "a_guest_who", "a_reserve_can", "who_declines"),
    "test_seat_link": ("a_link_moves", "the_link_stays", "the_table_goes_with", "the_link_survives"),
    "test_seats": ("who_leaves", "a_seat_is_handed", "seats_stand", "a_rematch", "nothing_is_left"),
    "test_window_orders": ("a_standing_order", "an_exception", "a_repeated_order"),
}
"""Which tests run on both kinds of database, by module and the beginnings of their names.

Others of these modules ask the store for nothing that these do not: on PostgreSQL the long tier runs them.
"""


@pytest.fixture(scope="session")
def new_database(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A database as a server makes it where there is none."""
    path = tmp_path_factory.mktemp("new") / "shapan.sqlite3"
    migrate(path)
    return path


@pytest.fixture(autouse=True, scope="module")
def _quick_start(new_database: Path) -> Iterator[None]:
    """Let applications start sooner."""
    with quick_start(new_database):
        yield


@pytest.fixture(autouse=True)
def _same_dice(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let the dice of all matches fall the same in each run."""
    monkeypatch.setattr("shapan.server.hub.new_table.new_key", lambda: b"the same each run")


@pytest.fixture(scope="session")
def socket() -> Iterator[str]:
    """The folder in which a server of PostgreSQL listens, with a database to copy."""
    programs = cluster.programs()
    if programs is None:
        (pytest.fail if os.environ.get("CI") else pytest.skip)("there is no PostgreSQL: install postgresql")
    with cluster.running(programs) as server:
        Postgres.at(cluster.make(server.socket, cluster.TEMPLATE)).migrate()
        yield server.socket


@pytest.fixture(params=["sqlite", "postgres"])
def backend(request: pytest.FixtureRequest, tmp_path: Path) -> Backend:
    """A new database of each kind."""
    if request.param == "postgres":
        return Postgres.at(cluster.new(request.getfixturevalue("socket")))
    fresh = Sqlite(tmp_path / "shapan.sqlite3")
    fresh.migrate()
    return fresh


@pytest.fixture
def address(socket: str) -> str:
    return cluster.new(socket)


@pytest.fixture
def two(address: str, tmp_path: Path) -> Iterator[list[Place]]:
    with ExitStack() as stack:
        yield [stack.enter_context(process(address, tmp_path, name)) for name in ("p1", "p2")]


@pytest.fixture
def bells() -> Iterator[None]:
    """List the games of bells."""
    with ringing():
        yield


@pytest.fixture
def database() -> str:
    """The kind of database of a server: a file, where a test does not run on both."""
    return "sqlite"


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    """Run the tests of what is stored on both kinds of database."""
    begins = ON_BOTH.get(metafunc.module.__name__.rpartition(".")[2])
    if begins is not None and "database" in metafunc.fixturenames:
        both = metafunc.function.__name__.removeprefix("test_").startswith(begins)
        marks = () if both else pytest.mark.long
        metafunc.parametrize("database", ["sqlite", pytest.param("postgres", marks=marks)])


@pytest.fixture
def settings(request: pytest.FixtureRequest, tmp_path: Path, database: str) -> Settings:
    return _settings(
        tmp_path / "data", cluster.new(request.getfixturevalue("socket")) if database == "postgres" else ""
    )


def _settings(data: Path, postgres: str = "") -> Settings:
    return Settings(
        data=data,
        postgres=postgres,
        bot_delay=0.0,
        countdown=0.0,
        tick=0,
        hosts=("testserver.local",),
        snapshot_every=7,
        reviews=False,
        limits=None,
    )


class Time(Steady):
    """A clock that a test sets: the time that passes, and by how much the machine's clock is ahead of it."""

    def __init__(self) -> None:
        self.seconds = 1_700_000_000.0
        self.ahead = 0.0
        super().__init__(lambda: self.seconds + self.ahead, lambda: self.seconds, max_gap=float("inf"))


@pytest.fixture
def time(settings: Settings) -> Time:
    """The server's clock, standing still; name it before `place`."""
    time = settings.now = Time()
    return time


@pytest.fixture
def slow(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let all clocks be slow ones, which run though nobody is at the table."""
    monkeypatch.setattr("shapan.server.match.table.SLOW", 0)


@contextmanager
def running(settings: Settings) -> Iterator[Place]:
    with TestClient(create_app(settings), base_url="http://testserver.local") as client:
        yield Place(client)


@pytest.fixture
def place(settings: Settings) -> Iterator[Place]:
    with running(settings) as place:
        yield place


@pytest.fixture(scope="module")
def standing(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Place]:
    """A server for all tests of a module that only look, or are refused: to make one takes longer than they do."""
    with running(_settings(tmp_path_factory.mktemp("standing") / "data")) as place:
        yield place


@pytest.fixture
def plays_on(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let a match of two go on when one of them has left, as one of more seats does."""
    monkeypatch.setattr(Game, "leave_ends", lambda self, state, gone: False)


@pytest.fixture(scope="session")
def listening() -> Iterator[Receiver]:
    with receiving() as receiver:
        yield receiver


@pytest.fixture
def receiver(listening: Receiver) -> Receiver:
    """A program of the tests' own that takes what a server sends out, as it is set up again for each test."""
    listening.received, listening.answers, listening.location = [], [], ""
    return listening


@pytest.fixture
def notices(place: Place, receiver: Receiver) -> Notices:
    return Notices(place, receiver)
