"""Other rules under a match that is on: going on from its last quiet point by the rules of today, openly.

What is told of the old rules is only data: state, events, answers. A state that has another form today, a component
that has come or gone, a rule that fails: then the match does not go on. Answers given since the quiet point are given
again as long as they are legal; where one is not, the match goes back to the last quiet point that was reached, with
other chance to come, for what fell behind it has been seen.

The change is a record of the log with the whole quiet point in it: a replay begins there, for nobody can play again
what came before.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from shapan.engine.chance import derive
from shapan.engine.decision import Closed, Frozen
from shapan.engine.event import Event, History
from shapan.engine.match import Match
from shapan.engine.saving import KEY, fits, last_change, shape
from shapan.engine.segment import CHANCE, ENGINE, LEFT, Segment


@dataclass(slots=True)
class Checkpoint:
    """Where a match can go on: how many records it had, under which version of the rules, and its quiet point.

    Without a quiet point it is the beginning of the match.
    """

    number: int
    version: int
    quiet: Mapping[str, Any] | None = None

    def later(self, log: Sequence[Mapping[str, Any]]) -> Checkpoint:
        """Return the last change of the rules in a log if it is later than this, else this."""
        place = last_change(log)
        return self if place < self.number else Checkpoint(place + 1, log[place][KEY], log[place]["quiet"])


def change(fresh: Match[Any], log: Sequence[dict[str, Any]], kept: Checkpoint) -> dict[str, Any]:
    """Return the record by which a match goes on under the rules of today. Raises Frozen where it cannot.

    `fresh` is the match as it begins today, which is used up.
    """
    match = fresh
    kept = kept.later(log)
    if kept.version >= match.game.rules_version:
        raise Frozen("the rules are not newer than those it was played by")
    try:
        answers = [] if kept.quiet is None else _put_back(match, kept.quiet)
        begun = kept.number
        back = not (_again(match, answers) and _again(match, log[begun:]))
        if back:
            _go_back(match, log)
        most = len(log) - begun + 1  # so many decisions can have been opened since
        match.ordinals = [ordinal + most for ordinal in match.ordinals]
        match.decisions = {}
        match._open_decisions()
        match.epochs = [epoch + 1 for epoch in match.epochs]
        _check(match)
        quiet = match.save()["quiet"]
    except Frozen:
        raise
    except Exception as error:  # whatever the rules of today do with a state that is not theirs
        raise Frozen(f"the rules of today cannot go on from it ({type(error).__name__})") from error
    return {KEY: match.game.rules_version, "was": kept.version, "back": back, "quiet": quiet}


def _put_back(match: Match[Any], quiet: Mapping[str, Any]) -> list[dict[str, Any]]:
    """Set a match to a saved quiet point, and return the answers given since as records."""
    begin = match.game.start(match.given_options, match.seats, match.key)
    if "shape" not in quiet or not fits(quiet["shape"], shape(match.game, begin)):
        raise Frozen("what lies on the table has another form under the rules of today")
    if quiet["forfeit"] is not None or match.open_chance:
        raise Frozen("this match cannot go on under other rules")
    dump, entries, first = quiet["stretches"][-1]
    match.segments = [Segment(begin.load(dump), [], first)]
    match.history = History(Event.load(event) for event in quiet["history"][:first])
    match.ordinals = list(quiet["ordinals"])
    match.epochs = list(quiet["epochs"])
    match.left = set(quiet["left"])
    match.gone = set(quiet.get("gone", quiet["left"]))
    match.leaving = list(quiet["leaving"])
    match.decisions = {}
    match._run()
    answers = []
    for value, seats, pairs, _ in entries:
        by = dict(pairs)
        if CHANCE in by:
            raise Frozen("this match cannot go on under other rules")
        # An answer to one seat stands alone, those of several seats stand in a row.
        rows = value if len(seats) > 1 or _is_row_of_rows(value) else [value]
        answers += [_answer(seat, row, by[seat]) for seat, row in zip(seats, rows, strict=True)]
    given, by = dict(quiet["given"]), dict(quiet["by"])
    answers += [_answer(seat, row, by[seat]) for seat, row in given.items()]
    return [answer for answer in answers if answer["by"] not in (ENGINE, LEFT)]


def _is_row_of_rows(value: Any) -> bool:
    return isinstance(value, list) and bool(value) and isinstance(value[0], list)


def _answer(seat: int, value: Any, by: str) -> dict[str, Any]:
    return {"answer": list(value) if isinstance(value, list) else [value], "seat": seat, "by": by}


def _again(match: Match[Any], records: Iterable[Mapping[str, Any]]) -> bool:
    """Carry records out again, as far as they are possible; return whether all of them were."""
    for record in records:
        if "answer" not in record:
            try:
                match.apply(dict(record))
            except (Frozen, Closed):
                return False
            continue
        decision = match.decisions.get(record["seat"])
        codes = list(record["answer"])
        if decision is None or not decision.prompt.are_codes(codes):
            return False
        if not decision.prompt.allows(match.live, decision.seat, decision.arg, codes):
            if match.pending is not None and match.pending.together:
                continue  # asked again; that it was not possible any more is for nobody to know
            return False
        match.apply({**record, "ordinal": decision.ordinal, "answer": codes})
    return True


def _go_back(match: Match[Any], log: Sequence[dict[str, Any]]) -> None:
    """Set a match to its last quiet point, with other chance to come."""
    last = match.segments[-1]
    snapshot = last.snapshot.copy()
    snapshot.chance.rekey(derive(match.key, f"{KEY} {match.game.rules_version} {len(log)}"))
    match.segments = [Segment(snapshot, [], last.first_event)]
    match.history.cut(last.first_event)
    match.decisions = {}
    match._run()


def _check(match: Match[Any]) -> None:
    """Raise Frozen unless all is there that the game counts, every question has an answer, everybody a view."""
    game = match.game
    begin = game.start(match.given_options, match.seats, match.key)
    if match.start is None and game.conserved(match.live) != game.conserved(begin):
        raise Frozen("the rules of today count other components")
    for viewer in range(match.seats + 1):
        match.frame(viewer)
    for seat in match.decisions:
        if not match.legal(seat):
            raise Frozen("the rules of today leave somebody without an answer")
    if match.pending is None and match.outcome is None:
        raise Frozen("the rules of today find neither a question nor an end")
