"""Keeping a match: plain data of its options, seed and log, and of its quiet point with what came since."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from shapan.engine.change import fits, last_change, shape
from shapan.engine.decision import Decision, Frozen
from shapan.engine.event import Event, History
from shapan.engine.game import Outcome
from shapan.engine.stretch import Entry, Stretch

if TYPE_CHECKING:
    from shapan.engine.match import Match


def saved(match: Match[Any]) -> dict[str, Any]:
    """Return the match as plain data: seed, options, the log, and the quiet point with what came since."""
    pending = match.pending
    return {
        "format": 1,
        "game": match.game.name,
        "rules_version": match.game.rules_version,
        "seats": match.seats,
        "options": match.given_options,
        "key": match.key.hex(),
        "undo": match.undo_mode,
        "open_chance": match.open_chance,
        "hashes": match.hashes,
        "start": match.start,
        "log": list(match.log),
        "quiet": {
            "shape": shape(match.game, match.live),
            "stretches": [
                [
                    s.snapshot.dump(),
                    [[e.value, e.seats, sorted(e.by.items()), e.info] for e in s.entries],
                    s.first_event,
                ]
                for s in match.stretches
            ],
            "history": [event.dump() for event in match.history],
            "given": [] if pending is None else sorted(pending.given.items()),
            "by": [] if pending is None else sorted(pending.by.items()),
            "ordinals": match.ordinals[:],
            "open": [[d.seat, d.ordinal] for d in match.decisions.values()],
            "epochs": match.epochs[:],
            "left": sorted(match.left),
            "leaving": match.leaving[:],
            "forfeit": None if match.forfeited is None else match.forfeited.write(),
            "hash": match.ask_hash(),
        },
    }


def restore(match: Match[Any], data: Mapping[str, Any]) -> None:
    """Bring a new match to the saved quiet point. Raises Frozen if it leads elsewhere under the rules of today."""
    quiet = data["quiet"]
    begin = match.game.start(match.given_options, match.seats, match.key)
    if "shape" in quiet and not fits(quiet["shape"], shape(match.game, begin)):
        raise Frozen("what lies on the table has another form under the rules of today")
    match.log = list(data["log"])
    match.changed_at = last_change(match.log)
    match.stretches = [
        Stretch(
            begin.load(dump),
            [Entry(value, list(seats), dict(pairs), info) for value, seats, pairs, info in entries],
            first,
        )
        for dump, entries, first in quiet["stretches"]
    ]
    match.history = History(Event.load(event) for event in quiet["history"])
    match.ordinals = list(quiet["ordinals"])
    match.epochs = list(quiet["epochs"])
    match.left = set(quiet["left"])
    match.leaving = list(quiet["leaving"])
    if quiet["forfeit"] is not None:
        parts = quiet["forfeit"]
        match.forfeited = Outcome(
            parts["result"],
            parts["ranks"],
            parts["winners"],
            parts.get("scores", []),
        )
    match.decisions = {}
    match._run_once()
    if match.pending is not None:
        match.pending.given = {seat: list(codes) for seat, codes in quiet["given"]}
        match.pending.by = dict(quiet["by"])
        if match.pending.prompt is not None and match.forfeited is None:
            prompt, arg = match.pending.prompt, match.pending.arg
            match.decisions = {seat: Decision(seat, ordinal, prompt, arg) for seat, ordinal in quiet["open"]}
    if match.ask_hash() != quiet["hash"]:
        raise Frozen("the saved quiet point leads to another question or another state")
