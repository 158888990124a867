"""The choice of a database: a file in the data folder, or PostgreSQL where the settings name one."""

from __future__ import annotations

from shapan.server.settings import Settings
from shapan.server.store.backend import Backend
from shapan.server.store.fault import Fault
from shapan.server.store.postgres import Postgres
from shapan.server.store.sqlite import Sqlite


def backend_of(settings: Settings) -> Backend:
    """Return the database of a server. Raises Fault for an address that is none, or several on one file."""
    if settings.home and not settings.postgres:
        raise Fault("several processes need a database of PostgreSQL: name it by --database")
    return Postgres.at(settings.postgres, settings.home) if settings.postgres else Sqlite(settings.database)
