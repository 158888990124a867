"""A review: what each decision of a finished match was worth, from what the seat knew that made it.

This is the work itself, done in a process of its own, a few decisions at a time: the match is played once more to the
decision, and a search looks ahead from there in worlds that its seat held for possible.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

import msgspec

from shapan.bots.advice import Care, Rated, advise, measure
from shapan.bots.search import shares
from shapan.engine.actions import DONE
from shapan.engine.game import VOID, Game
from shapan.engine.match import Match
from shapan.engine.offers import things
from shapan.engine.registry import find
from shapan.engine.sampler import Sampler
from shapan.engine.saving import KEY
from shapan.engine.scene import Phrase
from shapan.engine.segment import PLAYER
from shapan.server.match.guide import begin
from shapan.server.match.offer import offered
from shapan.server.match.thinking import Measure
from shapan.server.replay.recording import Mark, Recorder, Reel
from shapan.server.replay.turning_point import Course, Turning
from shapan.server.store.row import MatchRow

CARE: Final = Care(passes=900, best=4, again=300, seconds=5.0)
"""For decisions of people: deeper than the hint that they could have had, so that it is no judge in its own cause."""
QUICK: Final = Care(passes=150, best=2, again=60, seconds=2.0)
"""For decisions of bots, which only draw the curve."""
MAX_OTHERS: Final = 240
"""Decisions of bots that are looked at: of more, some are passed over. Those of people are all looked at."""
Log = Sequence[dict[str, Any]]


class NoReview(Exception):
    """A match that the rules of today cannot follow from its beginning."""


class Choice(msgspec.Struct):
    """An answer: its codes, what they are called, and what it was worth to who gave it, 0..1."""

    codes: list[int]
    labels: list[Phrase]
    chance: float


class ReviewPoint(msgspec.Struct):
    """A decision: at which position of the recordings, whose, what was asked, chosen and thought best.

    `chances` has a figure for every seat if the best is chosen, as far as the deciding seat could know. `gain` is what
    the best would have been worth more than what was chosen; `even`: by no more than chance makes of it. `unspent` says
    what was left undone or unspent by it. `places` are where the best lay on the table, as its seat saw it.
    """

    position: int
    seat: int
    person: bool
    question: Phrase
    rule: str
    chances: list[float]
    chosen: Choice
    best: Choice
    gain: float
    looks: int
    even: bool = False
    unspent: Phrase | None = None
    places: list[str] = []


class ReviewEnd(msgspec.Struct):
    """The end of the match: its position in the recordings, and what it was for every seat."""

    position: int
    chances: list[float]


class Plan(msgspec.Struct, array_like=True):
    """What is to be looked at: records with their positions, and the end of the match."""

    places: list[tuple[int, int]]
    end: ReviewEnd
    measure: Measure
    turning: Turning = msgspec.field(default_factory=Turning)
    """What turned it; nothing in plans of before there was such a thing."""
    own: list[int] = []
    """Which of the places are decisions of people, in order."""


class Line(Recorder):
    """Finds for each record its position in the match as it was finally played, as recordings count it."""

    def __init__(self, match: Match[Any]) -> None:
        self.course = Course(match)
        super().__init__(match, Reel())

    def _push(self) -> None:
        match = self._match
        self.course.note(self._next)
        given = [] if match.pending is None else sorted(match.pending.given)
        told = len(match.history) + len(match.events)
        self._marks.append(Mark(self._next, told, match.ask_hash(), given, [], []))

    @property
    def position(self) -> int:
        """Where the match stands now."""
        return self._marks[-1].position

    def before(self, position: int) -> bool:
        """Tell whether a position lies before the match as it stands now: after an undo there are two of its state."""
        if position >= self.position:
            return False
        mark, now = self._marks[position], self._marks[-1]
        return (mark.events, mark.ask, mark.given) != (now.events, now.ask, now.given)


def plan(row: MatchRow, log: Log, game: Game[Any] | None = None) -> Plan:
    """In a worker: return what is to be looked at in a finished match. Raises NoReview."""
    match = _begun(row, log, game)
    line = Line(match)
    kept: list[tuple[int, int, bool]] = []
    for number, record in enumerate(log):
        at, seat = line.position, record.get("seat", -1)
        decision = match.decisions.get(seat)
        alone = decision is None or decision.prompt.only_answer(match.live, seat, decision.arg) is not None
        line.take(record)
        if "answer" in record:
            kept.append((number, at, alone))
        elif "undo" in record:
            kept = [place for place in kept if line.before(place[1])]
        elif "retract" in record:  # what others have answered to the same question stands
            withdrawn = [one for one, *_ in kept if log[one]["seat"] == record["retract"]][-1:]
            kept = [(one, min(at, line.position - 1), sole) for one, at, sole in kept if one not in withdrawn]
    outcome = match.outcome
    if outcome is None:
        raise NoReview("the match is not over")
    if outcome.result == VOID:
        raise NoReview("the match was called off")
    places = [(number, at) for number, at, alone in kept if not alone]
    others = [place for place in places if log[place[0]]["by"] != PLAYER]
    every = -(-len(others) // MAX_OTHERS) or 1
    passed = set(others) - set(others[::every])
    places = [place for place in places if place not in passed]
    kind: Measure = "score" if measure(match.game) == "score" else "chance"
    final = shares(match.game, outcome)
    own = [number for number, place in enumerate(places) if log[place[0]]["by"] == PLAYER]
    return Plan(places, ReviewEnd(line.position, final), kind, line.course.turning(final, outcome), own)


_walked: list[tuple[str, Match[Any]]] = []
"""In a worker: the match that it looked at last, as far as it went."""


def points(row: MatchRow, log: Log, places: Sequence[tuple[int, int]]) -> list[ReviewPoint]:
    """In a worker: return the points of some decisions, in order. Raises NoReview."""
    name, match = _walked.pop() if _walked else ("", None)
    if match is None or name != row.id or len(match.log) > places[0][0]:
        match = _begun(row, log)
    found = []
    for number, position in places:
        for record in log[len(match.log) : number]:
            match.apply(record, verify=True)
        found.append(point(match, log[number], position, f"review {number}"))
    _walked.append((row.id, match))
    return found


def point(match: Match[Any], record: dict[str, Any], position: int, seed: str) -> ReviewPoint:
    """Return the point of a decision that is open in a match and was answered by a record."""
    seat = record["seat"]
    decision, game = match.decisions[seat], match.game
    person = record["by"] == PLAYER
    advice = advise(Sampler(match, seat), seed, CARE if person else QUICK, record["answer"])
    best, chosen = advice.answers[0], advice.asked_about
    assert chosen is not None
    view = match.view(seat)

    def choice(rated: Rated) -> Choice:
        labels = [game.label(view, code) for code in rated.codes or [DONE]]
        return Choice(rated.codes, labels, round(rated.worth[seat], 4))

    return ReviewPoint(
        position,
        seat,
        person,
        game.question(view, decision.prompt, seat, decision.arg),
        decision.prompt.rule,
        [round(worth, 4) for worth in best.worth],
        choice(chosen),
        choice(best),
        round(max(0.0, best.worth[seat] - chosen.worth[seat]), 4),
        advice.looks,
        chosen.even,
        game.unspent(view, decision.prompt, seat, record["answer"]),
        _places(match, seat, best.codes),
    )


def _places(match: Match[Any], seat: int, codes: Sequence[int]) -> list[str]:
    """Return the places of the table at which some codes were offered to a seat."""
    scene = match.game.board(match.view(seat), seat, offered(match, seat), match.decisions[seat].prompt)
    return [place for place, thing in things(scene) if any(target.code in codes for target in thing.targets)]


def _begun(row: MatchRow, log: Log, game: Game[Any] | None = None) -> Match[Any]:
    game = game or find(row.game)
    if row.rules_version != game.rules_version or any(KEY in record for record in log):
        raise NoReview("it was played under other rules")
    return begin(game, row)
