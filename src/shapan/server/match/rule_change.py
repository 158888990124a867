"""Stored matches whose rules have changed: going on under those of today, and reading such a match back.

What the engine says of it stands in `shapan.engine.rules_migration`.
"""

from __future__ import annotations

import logging
from contextlib import suppress
from hashlib import sha256
from typing import Any

import msgspec

from shapan.engine.decision import Frozen
from shapan.engine.game import Game
from shapan.engine.rules_migration import Checkpoint, change
from shapan.engine.saving import KEY
from shapan.server.match.guide import begin
from shapan.server.match.room import Room
from shapan.server.store.row import Stored

LOG = logging.getLogger("shapan.server")


def under_new_rules(stored: Stored, game: Game[Any]) -> dict[str, Any] | None:
    """Return the record by which a stored match goes on under newer rules; None where it cannot, and is frozen."""
    row = stored.match
    try:
        log = [msgspec.json.decode(body, type=dict[str, Any]) for body, _ in stored.records]
        return change(begin(game, row), log, _kept(stored))
    except Frozen as error:
        LOG.info("match %s does not go on under the rules of today: %s", row.id, error)
    except Exception:  # a torn record, options that the game of today refuses
        LOG.warning("match %s cannot go on under the rules of today", row.id, exc_info=True)
    return None


def changed_to(stored: Stored) -> int:
    """Return the version of the rules to which a stored match has changed last; 0 if it never has."""
    for body, _ in reversed(stored.records):
        if f'"{KEY}"' in body:
            with suppress(msgspec.DecodeError, KeyError, ValueError):
                return int(msgspec.json.decode(body, type=dict[str, Any])[KEY])
    return 0


def _kept(stored: Stored) -> Checkpoint:
    """Return the quiet point of the snapshot, or the beginning of the match without one that belongs to its log."""
    kept = stored.snapshot
    if kept is None or len(stored.records) < kept.number:
        return Checkpoint(0, stored.match.rules_version)
    digest = sha256(b"".join(body.encode() + b"\n" for body, _ in stored.records[: kept.number]))
    if digest.hexdigest() != kept.digest:
        return Checkpoint(0, stored.match.rules_version)
    data = msgspec.json.decode(kept.body, type=dict[str, Any])
    return Checkpoint(kept.number, data["rules_version"], data["quiet"])


def pass_over(room: Room, records: list[tuple[str, str | None]]) -> None:
    """Let a room stand before the last change of the rules, if its log has one: what came before is only data."""
    place = next((at for at in range(len(records) - 1, -1, -1) if f'"{KEY}"' in records[at][0]), -1)
    try:
        room.match.skip_to_change([msgspec.json.decode(body, type=dict[str, Any]) for body, _ in records[: place + 1]])
    except msgspec.DecodeError:
        return
    for number, (body, name) in enumerate(records[: len(room.match.log)]):
        room.digest.update(body.encode() + b"\n")
        if name is not None:
            room.decisions[name] = number
