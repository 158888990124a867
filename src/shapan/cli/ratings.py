"""`shapan ratings`: makes the ratings of members again, also while the server runs."""

from __future__ import annotations

from typing import Any

from cyclopts import App, Parameter

from shapan.cli.account import with_store
from shapan.cli.database import ConfigFile, Data, Database
from shapan.cli.errors import UsageError
from shapan.installing import installing_extra

ratings = App(
    name="ratings",
    help="Look after the ratings of members. The server may run meanwhile.",
    default_parameter=Parameter(negative=(), show_default=False),
    help_format="plaintext",
)


@ratings.command
def rebuild(*, data: Data = None, database: Database = "", config: ConfigFile = None) -> None:
    """Make all ratings again from the rated matches, in the order in which they were rated."""
    from shapan.server.people.rating import has_ratings, rate

    if not has_ratings():
        raise UsageError(f"ratings need the extra online: {installing_extra('online')}")

    async def make(store: Any, _: Any) -> int:
        return int(await store.ratings.rebuild(rate))

    print(f"ratings made again from {with_store(make, data, database, config)} matches")
