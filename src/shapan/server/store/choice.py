"""The choice of a database: a file in the data folder, or PostgreSQL where the settings name one."""

from __future__ import annotations

from shapan.server.settings import Settings
from shapan.server.store.backend import Backend
from shapan.server.store.postgres import Postgres
from shapan.server.store.sqlite import Sqlite


def backend_of(settings: Settings) -> Backend:
    """Return the database of a server. Raises Fault for an address that is none."""
    return Postgres.at(settings.postgres) if settings.postgres else Sqlite(settings.database)
