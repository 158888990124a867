"""Backends: what differs between the databases in which a server keeps its matches."""

from __future__ import annotations

from contextlib import AbstractContextManager
from typing import Any, Protocol

from sqlalchemy import Executable, Table
from sqlalchemy.dialects import postgresql, sqlite
from sqlalchemy.engine import Connection, Engine
from sqlalchemy.ext.asyncio import AsyncEngine

READERS = 4
"""Connections to read with that stay open."""
PATIENCE = 5.0
"""Seconds that a read waits for a connection that is free."""


class Backend(Protocol):
    """A database: how it is opened, held and brought up to date."""

    def writing(self, *, patient: bool = False) -> Engine:
        """Return the engine of the one writer; a `patient` one lets a statement take as long as it needs."""

    def reading(self) -> AsyncEngine:
        """Return an engine of some connections to read with."""

    def migrate(self) -> str | None:
        """Bring the database to the present schema; return which it had. Raises Fault, SchemaError if it is newer."""

    def serving(self) -> AbstractContextManager[None]:
        """Hold the database as the one server that serves it. Raises InUse or Fault."""

    def sharing(self) -> AbstractContextManager[None]:
        """Hold the database against being replaced while something is added to it. Raises InUse or Fault."""

    def alone(self) -> AbstractContextManager[None]:
        """Hold the database against all others. Raises InUse or Fault."""

    def remains(self, match: str) -> dict[str, list[dict[str, Any]]]:
        """Return all rows of a match by table as they are stored, without secrets and what can be made again."""


def upsert(
    connection: Connection, table: Table, key: dict[str, Any], values: dict[str, Any], **first: Any
) -> Executable:
    """Return the statement that stores a row in place of one of the same key, which keeps what is `first`."""
    make = {"sqlite": sqlite.insert, "postgresql": postgresql.insert}[connection.dialect.name]
    statement: Any = make(table).values(**key, **values, **first)
    stored: Executable = statement.on_conflict_do_update(index_elements=list(key), set_=values)
    return stored
