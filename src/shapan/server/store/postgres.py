"""PostgreSQL: the database of a site that others look after.

It is named by its address, as in `postgresql://shapan@localhost/shapan`; what that leaves out, such as a password,
comes from where PostgreSQL's own programs take it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, ExitStack, contextmanager, suppress
from dataclasses import dataclass, replace
from typing import Any, Final

from sqlalchemy import URL, create_engine, event, func, inspect, make_url, select
from sqlalchemy.engine import Connection, Engine
from sqlalchemy.exc import ArgumentError, DBAPIError
from sqlalchemy.ext.asyncio import AsyncEngine, create_async_engine

from shapan.server.store.backend import PATIENCE, READERS
from shapan.server.store.damage import shown_rows
from shapan.server.store.fault import Fault, InUse, cause_of
from shapan.server.store.home import LIMITS, register
from shapan.server.store.revision import make_schema, revision_of, upgrade
from shapan.server.store.schema import REVISION
from shapan.server.store.writer import HOME

_LOCKS: Final = 8642
"""The first number of the advisory locks of servers."""
_NAMES: Final = 8644
"""The first number of the locks of names, of which each is one process."""
_SERVING, _MIGRATING, _UNPACKING = 0, 1, 2
"""The second: of the one server, of who changes the schema, and of who unpacks a backup."""
_OLDEST: Final = 140_000
"""Server versions from 14 on are known to do."""
_LIMITS: Final = {
    "application_name": "shapan",
    "connect_timeout": 5,
    # A statement that hangs holds up everybody; what is confirmed is on the disk.
    "options": "-c statement_timeout=5s -c idle_in_transaction_session_timeout=10s -c synchronous_commit=on",
}
_PATIENT: Final = {
    "application_name": "shapan",
    "connect_timeout": 5,
    # To bring a large database up to date, or to copy it, may take its time.
    "options": "-c statement_timeout=0 -c idle_in_transaction_session_timeout=0",
}


@dataclass(frozen=True, slots=True, repr=False)
class Postgres:
    """A database of a PostgreSQL server."""

    url: URL
    schema: str = ""
    """The schema of its tables, if it is not the one that the server chooses."""
    home: str = ""
    """The name of this process among several that serve the database; empty where it is alone."""

    def __str__(self) -> str:
        hidden = {name: "***" for name in self.url.query if "password" in name}
        shown = self.url.set(drivername="postgresql").update_query_dict(hidden)
        return shown.render_as_string(hide_password=True)

    def __repr__(self) -> str:
        return f"Postgres({str(self)!r})"

    @classmethod
    def at(cls, address: str, home: str = "") -> Postgres:
        """Return the database at an address, with `home` as one process of several. Raises Fault."""
        try:
            url = make_url(address)
        except ArgumentError:
            raise Fault("the address of a database is like postgresql://user@host/name") from None
        if url.drivername not in ("postgresql", "postgres") or not url.database:
            raise Fault("the address of a database is like postgresql://user@host/name, with the name of a database")
        try:
            import psycopg  # noqa: F401 - SQLAlchemy loads it by its name
        except ImportError:
            raise Fault("a database of PostgreSQL needs psycopg: install shapan[postgres]") from None
        return cls(url.set(drivername="postgresql+psycopg"), home=home)

    def writing(self, *, patient: bool = False) -> Engine:
        """Return the engine of the one writer; a `patient` one lets a statement take as long as it needs."""
        limits = self._given(_PATIENT if patient else _LIMITS)
        if self.home:
            limits = {**limits, "options": f"{limits['options']} {LIMITS}"}
        engine = create_engine(self.url, pool_size=1, max_overflow=0, hide_parameters=True, connect_args=limits)
        if self.home:
            event.listen(engine, "connect", self._register)
        return engine

    def _register(self, connection: Any, record: Any) -> None:
        """Be a process of its own with each new session by which is written."""
        record.info[HOME] = register(connection, self.home)

    def reading(self) -> AsyncEngine:
        """Return an engine whose transactions see one state of the database."""
        return create_async_engine(
            self.url,
            pool_size=READERS,
            pool_timeout=PATIENCE,
            pool_pre_ping=True,
            isolation_level="REPEATABLE READ",
            hide_parameters=True,
            connect_args=self._given(_LIMITS),
        )

    def migrate(self) -> str | None:
        """Bring the database to the present schema; return which it had. Raises Fault, SchemaError if it is newer."""
        with self._connected() as connection, connection.begin():
            # Two servers that start together would both make the tables.
            connection.execute(select(func.pg_advisory_xact_lock(_LOCKS, _MIGRATING)))
            version = connection.exec_driver_sql("SHOW server_version_num").scalar_one()
            if int(version) < _OLDEST:
                raise Fault(f"{self} is of PostgreSQL {int(version) // 10_000}: version 14 or a newer one is needed")
            had = revision_of(connection)
            if had is None:
                if inspect(connection).get_table_names():
                    raise Fault(f"{self} is the database of another program: name another one, an empty one")
                make_schema(connection)
            elif had != REVISION:
                upgrade(connection, self)
            return had

    @contextmanager
    def serving(self) -> Iterator[None]:
        """Hold the database as the one server that serves it, or as one process of several. Raises InUse or Fault."""
        lock = func.pg_try_advisory_lock_shared if self.home else func.pg_try_advisory_lock
        used = "is in use, another server runs on it: use that one, or another database"
        with self._locked(lock(_LOCKS, _SERVING), used), ExitStack() as stack:
            if self.home:
                name = func.pg_try_advisory_lock(_NAMES, func.hashtext(self.home))
                stack.enter_context(
                    self._locked(name, f"has a process called {self.home} already: give this one another name")
                )
            yield

    @contextmanager
    def sharing(self) -> Iterator[None]:
        """Add to the data, also while a server runs: PostgreSQL keeps them apart."""
        yield

    def alone(self) -> AbstractContextManager[None]:
        """Hold the database against all servers. Raises InUse or Fault."""
        return replace(self, home="").serving()

    def remains(self, match: str) -> dict[str, list[dict[str, Any]]]:
        """Return all rows of a match by table as they are stored, without secrets and what can be made again."""
        with self._connected() as connection:
            return shown_rows(connection, match)

    # Backups

    def within(self, schema: str) -> Postgres:
        """Return what is in another schema of this database, as a database."""
        return replace(self, schema=schema)

    def words(self) -> list[str]:
        """Return how PostgreSQL's programs are told of this database, beside their environment. Raises Fault."""
        rest = self._parameters(lambda option: not option.envvar)
        if hidden := [name for name in rest if "password" in name]:
            raise Fault(f"{self}: {hidden[0]} cannot be kept from others in a command: put it in a service file")
        from psycopg.conninfo import make_conninfo

        return [f"--dbname={make_conninfo(**rest)}"] if rest else []

    def environment(self) -> dict[str, str]:
        """Return the environment in which PostgreSQL's programs find this database; a command line is read by all."""
        from psycopg.pq import Conninfo

        names = {option.keyword.decode(): option.envvar for option in Conninfo.get_defaults()}
        given = self._parameters(lambda option: bool(option.envvar))
        return {(names[name] or b"").decode(): value for name, value in given.items()}

    def _parameters(self, wanted: Callable[[Any], bool]) -> dict[str, str]:
        from psycopg.pq import Conninfo

        known = {option.keyword.decode() for option in Conninfo.get_defaults() if wanted(option)}
        _, given = self.url.get_dialect()().create_connect_args(self.url)
        return {name: str(value) for name, value in given.items() if name in known}

    @contextmanager
    def snapshot(self) -> Iterator[tuple[Connection, str]]:
        """Give a connection that sees one state of the database, and the name by which others see the same one."""
        with self._connected() as connection:
            connection.execution_options(isolation_level="REPEATABLE READ")
            with connection.begin():
                yield connection, str(connection.exec_driver_sql("SELECT pg_export_snapshot()").scalar_one())

    @contextmanager
    def transaction(self) -> Iterator[Connection]:
        """Give a connection for one change. Raises Fault, and then nothing of it is kept."""
        with self._connected() as connection, connection.begin():
            yield connection

    @contextmanager
    def unpacking(self) -> Iterator[None]:
        """Be the only one who unpacks a backup in this database. Raises InUse or Fault."""
        lock = func.pg_try_advisory_lock(_LOCKS, _UNPACKING)
        with self._locked(lock, "is in use, a backup is being unpacked in it: wait until that has ended"):
            yield

    @contextmanager
    def _locked(self, lock: Any, complaint: str) -> Iterator[None]:
        """Hold an advisory lock, which is tried to be had. Raises InUse, which says why it cannot be, or Fault."""
        with self._connected() as connection:
            with connection.begin():
                if is_pooled(connection):
                    raise Fault(f"{self} is reached through a pool such as PgBouncer: name PostgreSQL's own address")
                held = connection.scalar(select(lock))
            if not held:
                raise InUse(f"{self} {complaint}")
            try:
                yield
            finally:  # a session that just ends gives its locks back some milliseconds later
                with suppress(DBAPIError), connection.begin():
                    connection.execute(select(func.pg_advisory_unlock_all()))

    def _given(self, limits: dict[str, Any]) -> dict[str, Any]:
        """Return what connections are made with: they see the schema of these tables."""
        if not self.schema:
            return limits
        return {**limits, "options": f"{limits['options']} -c search_path={self.schema}"}

    @contextmanager
    def _connected(self) -> Iterator[Connection]:
        """Give a connection for one matter. Raises Fault where there is none, or where the database refuses."""
        engine = create_engine(self.url, hide_parameters=True, connect_args=self._given(_PATIENT))
        try:
            with engine.connect() as connection:
                yield connection
        except DBAPIError as error:
            raise self._fault(error) from None
        finally:
            engine.dispose()

    def _fault(self, error: DBAPIError) -> Fault:
        """Return an error of PostgreSQL as what it means for whoever runs the server."""
        state = str(getattr(error.orig, "sqlstate", None) or "")
        said = cause_of(error).strip().splitlines()[-1].strip()
        if state.startswith("53"):
            return Fault(f"{self} has no room or no connection left ({said}): make some")
        if state == "42501":
            return Fault(f"{self} does not let this user make tables ({said}): let him own the database")
        if state.startswith("28"):
            return Fault(f"{self} does not let this user in ({said}): look at his name and password")
        if not state or state.startswith(("08", "57", "3D")):
            return Fault(f"{self} cannot be reached ({said}): is PostgreSQL running there, with this database?")
        return Fault(f"{self} cannot be used ({said})")


def is_pooled(connection: Connection) -> bool:
    """Tell whether others use the session of a connection too: locks of a session mean nothing then.

    A pool tells each connection a process of its own making, so that one can be told to cancel a statement.
    """
    driver: Any = connection.connection.driver_connection
    return bool(driver.info.backend_pid != connection.scalar(select(func.pg_backend_pid())))


def quoted(name: Any) -> str:
    """Return a name as a statement has it."""
    return '"' + str(name).replace('"', '""') + '"'
