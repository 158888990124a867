"""Several server processes on one database, in one process of Python, and what the database says of them."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from litestar.testing import TestClient
from sqlalchemy import create_engine, select, text

from server.people import Person, Place
from shapan.server.app import create_app
from shapan.server.settings import Settings
from shapan.server.store.home import LOCKS
from shapan.server.store.postgres import Postgres
from shapan.server.store.schema import MATCHES, PROCESSES


def settings(address: str, folder: Path, name: str, **rest: Any) -> Settings:
    return Settings(
        data=folder / "data",
        postgres=address,
        home=name,
        bot_delay=0.0,
        countdown=0.0,
        tick=rest.pop("tick", 0),
        hosts=("testserver.local",),
        reviews=False,
        limits=None,
        **rest,
    )


@contextmanager
def process(address: str, folder: Path, name: str, **rest: Any) -> Iterator[Place]:
    app = create_app(settings(address, folder, name, **rest))
    with TestClient(app, base_url="http://testserver.local") as client:
        yield Place(client)


def rows(address: str, query: Any) -> list[Any]:
    engine = create_engine(Postgres.at(address).url)
    with engine.begin() as connection:
        found = connection.execute(query)
        kept = list(found.all()) if found.returns_rows else []
    engine.dispose()
    return kept


def end_session(address: str, name: str) -> None:
    """End the session by which a process writes, and wait until its lock is free."""
    (one,) = rows(address, select(PROCESSES.c.id).where(PROCESSES.c.name == name))
    locks = text(f"SELECT pid FROM pg_locks WHERE locktype = 'advisory' AND classid = {LOCKS} AND objid = {one.id}")
    (holder,) = rows(address, locks)
    rows(address, text(f"SELECT pg_terminate_backend({holder.pid}, 5000)"))
    assert rows(address, locks) == []


def home(address: str, match: str) -> str | None:
    query = select(PROCESSES.c.name).join(MATCHES, MATCHES.c.home == PROCESSES.c.id).where(MATCHES.c.id == match)
    found = rows(address, query)
    return found[0].name if found else None


def also(person: Person, place: Place) -> Person:
    """Return a person at another process, as the proxy would lead him there."""
    return Person(place, person.cookie)


def sent_on(answer: Any, name: str) -> bool:
    return answer.status_code == 421 and answer.headers["x-accel-redirect"] == f"@{name}"
