"""What is kept of people, by topic: which columns hold it, and until when. The page about it is made from this.

Its words are `ui.kept_TOPIC` and `ui.kept_TOPIC_help`, and those of the end `ui.kept_until_END`.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from shapan.server.store.schema import METADATA


@dataclass(frozen=True, slots=True)
class Kept:
    """A topic: what is kept, until when, and by table the columns that hold it, all of them with `*`."""

    topic: str
    until: str
    columns: Mapping[str, str]
    accounts: bool = False
    """Whether it is kept only by servers with accounts."""

    def named(self) -> list[str]:
        """Return its columns as `table.column`."""
        return [
            f"{table}.{column}"
            for table, names in self.columns.items()
            for column in (METADATA.tables[table].c.keys() if names == "*" else names.split())
        ]


PLAY: Final = (
    "records",
    "sealed",
    "snapshots",
    "recordings",
    "recorded_parts",
    "reviews",
    "review_points",
    "fair_rounds",
    "fair_seeds",
)
"""The tables that hold what was played."""
NOTICES: Final = ("turns", "deliveries", "notices", "hooks", "pushes", "notice_settings")
"""The tables that hold how people are told of things, and what they were told."""
TOURNAMENTS: Final = (
    "tournaments",
    "tournament_players",
    "tournament_rounds",
    "tournament_tables",
    "tournament_seats",
    "tournament_acts",
)
"""The tables that hold tournaments."""
KEPT: Final = (
    Kept("cookie", "guest", {"sessions": "hash name made seen"}),
    Kept("account", "account", {"accounts": "*"}, accounts=True),
    Kept("logins", "login", {"sessions": "account agent expires fresh ended"}, accounts=True),
    Kept("proofs", "account", {"credentials": "*", "tickets": "*"}, accounts=True),
    Kept("ties", "account", {"ties": "*"}, accounts=True),
    Kept("ratings", "account", {"ratings": "*"}, accounts=True),
    Kept("rated", "match", {"rating_changes": "*"}, accounts=True),
    Kept("clubs", "account", {"clubs": "*", "club_members": "*"}, accounts=True),
    Kept("tournaments", "account", dict.fromkeys(TOURNAMENTS, "*"), accounts=True),
    Kept("moderation", "year", {"reports": "*", "sanctions": "*", "audit": "*"}, accounts=True),
    Kept("mail", "account", {"addresses": "*"}, accounts=True),
    Kept("tries", "day", {"buckets": "*"}),
    Kept("tables", "match", {"matches": "*", "seats": "*", "changes": "*", "orders": "*", "plans": "*"}),
    Kept("reserves", "match", {"reserves": "*", "former_players": "*"}),
    Kept("play", "match", dict.fromkeys(PLAY, "*")),
    Kept("notices", "notice", dict.fromkeys(NOTICES, "*")),
    Kept("chat", "match", {"chat": "*", "notes": "*", "mutes": "*"}),
    Kept("memos", "match", {"memos": "*"}),
)
NOT_OF_PEOPLE: Final = frozenset({"processes", "server_keys"})
"""Tables that hold nothing of anyone."""


def kept(*, accounts: bool) -> list[Kept]:
    """Return what a server keeps, with accounts or without."""
    return [one for one in KEPT if accounts or not one.accounts]
