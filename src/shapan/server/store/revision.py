"""Revisions: the schema of a database is made, told, and brought to the present one, on either kind of database."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import Any

from sqlalchemy import Column, MetaData, Select, String, Table, insert, inspect, select, update
from sqlalchemy.engine import Connection

from shapan.server.store.fault import SchemaError
from shapan.server.store.schema import METADATA, REVISION

_NOTED = Table("alembic_version", MetaData(), Column("version_num", String(32), primary_key=True))
"""Where Alembic notes the schema."""
_NOTED.primary_key.name = "alembic_version_pkc"


def known_revisions() -> set[str]:
    """Return the schemas that this program knows."""
    from alembic.script import ScriptDirectory

    return {item.revision for item in ScriptDirectory.from_config(_config()).walk_revisions()}


def check_known(revision: str | None, place: object) -> None:
    """Raise SchemaError for a schema that this program does not know."""
    if revision is not None and revision != REVISION and revision not in known_revisions():
        raise SchemaError(f"{place} has schema {revision}, this Shapan knows up to {REVISION}: use a newer Shapan")


def revision_of(connection: Connection) -> str | None:
    """Return which schema a database has, None if it notes none."""
    if not inspect(connection).has_table(_NOTED.name):
        return None
    return connection.execute(noted_revision()).scalar()


def noted_revision() -> Select[str]:
    """Return the statement that reads which schema a database notes."""
    return select(_NOTED.c.version_num)


def make_schema(connection: Connection) -> None:
    """Make the present schema at once: to load Alembic and take all its steps is a quarter second more."""
    METADATA.create_all(connection, checkfirst=False)
    _NOTED.create(connection)
    connection.execute(insert(_NOTED).values(version_num=REVISION))


def upgrade(connection: Connection, place: object) -> None:
    """Bring a schema to the present one by Alembic, which is loaded only when there is something to do.

    Raises SchemaError.
    """
    from alembic.command import upgrade as run

    check_known(revision_of(connection), place)
    config = _config()
    config.attributes["connection"] = connection
    run(config, REVISION)


def take_back(connection: Connection, revision: str, columns: Mapping[str, Collection[str]]) -> None:
    """Take out of a present schema without rows what an older one does not have, and note that it is the older one."""
    for table in METADATA.sorted_tables:
        if table.name not in columns:
            connection.exec_driver_sql(f'DROP TABLE "{table.name}" CASCADE')
            continue
        for column in table.columns:
            if column.name not in columns[table.name]:
                connection.exec_driver_sql(f'ALTER TABLE "{table.name}" DROP COLUMN "{column.name}" CASCADE')
    connection.execute(update(_NOTED).values(version_num=revision))


def _config() -> Any:
    from alembic.config import Config

    config = Config()
    config.set_main_option("script_location", "shapan.server.store:migrations")
    return config
