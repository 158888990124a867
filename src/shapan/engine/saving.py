"""Keeping a match: plain data of its options, seed and log, and of its quiet point with what came since.

The numbers in it stand for what the game declares, in this order: the shape says what, to tell data of other rules.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import is_dataclass
from typing import Any

from shapan.engine.annotations import annotation_types
from shapan.engine.decision import Decision, Frozen
from shapan.engine.event import Event, History
from shapan.engine.game import Game, Outcome
from shapan.engine.part import texts_of
from shapan.engine.run import Run
from shapan.engine.segment import Entry, Segment

KEY = "rules"
"""The field by which a change of the rules is known among the records."""
_GROWS = ("steps", "events", "results")
_SHAPES: dict[tuple[Game[Any], type], dict[str, Any]] = {}


def saved(match: Run[Any]) -> dict[str, Any]:
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
                for s in match.segments
            ],
            "history": [event.dump() for event in match.history],
            "given": [] if pending is None else sorted(pending.given.items()),
            "by": [] if pending is None else sorted(pending.by.items()),
            "ordinals": match.ordinals[:],
            "open": [[d.seat, d.ordinal] for d in match.decisions.values()],
            "epochs": match.epochs[:],
            "left": sorted(match.left),
            "gone": sorted(match.gone),
            "leaving": match.leaving[:],
            "forfeit": None if match.forfeited is None else match.forfeited.write(),
            "hash": match.ask_hash(),
        },
    }


def restore(match: Run[Any], data: Mapping[str, Any]) -> None:
    """Bring a new match to the saved quiet point. Raises Frozen if it leads elsewhere under the rules of today."""
    quiet = data["quiet"]
    begin = match.game.start(match.given_options, match.seats, match.key)
    if "shape" in quiet and not fits(quiet["shape"], shape(match.game, begin)):
        raise Frozen("what lies on the table has another form under the rules of today")
    match.log = list(data["log"])
    match.changed_at = last_change(match.log)
    match.segments = [
        Segment(
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
    match.gone = set(quiet.get("gone", quiet["left"]))
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


def last_change(log: Sequence[Mapping[str, Any]]) -> int:
    """Return the place of the last change of the rules in a log, -1 without one."""
    return next((place for place in range(len(log) - 1, -1, -1) if KEY in log[place]), -1)


def shape(game: Game[Any], state: Any) -> dict[str, Any]:
    """Return what the numbers of a saved match stand for: fields, steps, streams, events, results by their names."""
    known = _SHAPES.get((game, type(state)))
    if known is None:
        known = _SHAPES[game, type(state)] = _shape(game, state)
    return known


def _shape(game: Game[Any], state: Any) -> dict[str, Any]:
    return {
        "state": _fields(type(state)),
        "streams": list(game.streams),
        "steps": [getattr(step, "__name__", type(step).__name__) for step in game.steps],
        "events": [[kind.key, *(name for name, _ in (*kind.parameters, *kind.secret))] for kind in game.events.types],
        "results": list(game.results),
    }


def _fields(cls: type) -> list[Any]:
    """Return name and annotation of the fields of a class, with those of records in them, whether there are any now."""
    types = annotation_types(cls)
    rows: list[Any] = []
    for name, text in texts_of(cls):
        inner = [one for one in (types[name], *getattr(types[name], "__args__", ())) if is_dataclass(one)]
        rows.append([name, text, *[_fields(one) for one in inner if isinstance(one, type)]])
    return rows


def fits(old: Mapping[str, Any], new: Mapping[str, Any]) -> bool:
    """Tell whether numbers saved under one shape mean the same under another, which may have more at the ends."""
    same = all(old[name] == new[name] for name in new if name not in _GROWS)
    return same and all(new[name][: len(old[name])] == old[name] for name in _GROWS)
