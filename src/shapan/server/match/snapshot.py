"""Snapshots: a match as it stood after some records, kept so that not all of them must be played again.

A snapshot is only a short cut: whatever is wrong with one, the log decides.
"""

from __future__ import annotations

import logging
from typing import Any

import msgspec

from shapan.engine.game import Game
from shapan.engine.match import Match
from shapan.server.match.clock import Clock
from shapan.server.store.row import MatchRow, Snapshot

LOG = logging.getLogger("shapan.server")
Log = list[dict[str, Any]]


def written(match: Match[Any], digest: str, clock: dict[str, Any], moves: dict[str, Any]) -> Snapshot:
    """Return the snapshot of a match as it stands, with what its clock and its last moves have saved."""
    data = match.save()
    number = len(data.pop("log"))
    return Snapshot(number, digest, msgspec.json.encode({**data, "clock": clock, "moves": moves}))


def read(
    snapshot: Snapshot, game: Game[Any], row: MatchRow, log: Log
) -> tuple[Match[Any], Clock, dict[str, Any]] | None:
    """Return match, clock and last moves of a snapshot of a log, None if it is damaged or made under other rules."""
    try:
        data = msgspec.json.decode(snapshot.body, type=dict[str, Any])
        if data["rules_version"] != game.rules_version:
            return None
        match = Match.load(game, {**data, "log": log[: snapshot.number]})
        clock = Clock(row.pace, 0.0, row.bank, row.increment)
        if row.timed:
            clock.restore(data["clock"])
    except Exception:
        LOG.warning("the snapshot of match %s is not used", row.id, exc_info=True)
        return None
    return match, clock, data.get("moves", {})
