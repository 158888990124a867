"""Last moves: how far the log of each seat went, and where its pieces stood, when its person's last answer took effect.

So "since your last move" survives a reload, hours and another device. It is made from what the seat itself was shown
at that moment, and nobody else is told of it.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping
from typing import Any

import msgspec

from shapan.engine.match import Match
from shapan.engine.scene import Scene, Zone
from shapan.engine.segment import PLAYER

Stood = dict[str, tuple[str, str]]
"""By piece its zone and its face."""


class LastMove(msgspec.Struct):
    """How the table of a seat was when the answer of its person had taken effect."""

    log: int
    stood: Stood


class LastMoves:
    """The last moves of the seats of one match."""

    def __init__(self, match: Match[Any]) -> None:
        self._match = match
        self._moves: dict[int, LastMove] = {}

    def note(self, seat: int) -> None:
        """Take note that an answer of a seat's person has taken effect."""
        match = self._match
        scene = match.game.board(match.view(seat), seat, [], None)
        self._moves[seat] = LastMove(match.event_count(seat), dict(_standing(scene)))

    def of(self, seat: int) -> LastMove | None:
        """Return the last move of a seat, as far as its log still goes; None where its person has not moved."""
        move = self._moves.get(seat)
        if move is None:
            return None
        return LastMove(min(move.log, self._match.event_count(seat)), move.stood)

    def save(self) -> dict[str, Any]:
        """Return the last moves as plain data."""
        return {str(seat): [move.log, move.stood] for seat, move in self._moves.items()}

    def restore(self, data: Mapping[str, Any]) -> None:
        """Set the last moves as they were saved."""
        self._moves = {
            int(seat): LastMove(int(log), {piece: (zone, face) for piece, (zone, face) in stood.items()})
            for seat, (log, stood) in data.items()
        }


def is_move(record: Mapping[str, Any]) -> bool:
    """Return whether a record is an answer that a person has chosen."""
    return "answer" in record and record.get("by") == PLAYER


def last_of(records: Collection[Mapping[str, Any]]) -> set[int]:
    """Return the places of the last moves of all seats among some records."""
    places = {record["seat"]: place for place, record in enumerate(records) if is_move(record)}
    return set(places.values())


def _standing(scene: Scene) -> Iterator[tuple[str, tuple[str, str]]]:
    yield from _lying(scene.zones)
    for panel in scene.panels:
        yield from _lying(panel.zones)


def _lying(zones: Iterable[Zone]) -> Iterator[tuple[str, tuple[str, str]]]:
    for zone in zones:
        for piece in zone.pieces:
            yield piece.id, (zone.id, piece.face)
        yield from _lying(zone.zones)
