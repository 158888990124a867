"""The dossiers (MFX-1 to 16): what all have seen of each seat: attacks, cards, losses, points; how its cards fell.

Nobody is suspected here: causes are for being careful of a seat.
"""
# Stays plain: draws for people

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from shapan.engine.dossier import SIGN, Cause, Dossier, Entry, Recorder, logged, phrase_of
from shapan.engine.moment import EventHistory
from shapan.engine.scene import Phrase
from shapan.games.malifaux import events, names
from shapan.games.malifaux.board.hand import gone
from shapan.games.malifaux.events import EVENTS
from shapan.games.malifaux.state import Malifaux
from shapan.games.malifaux.words import MatchWords


def of_model(head: str, **marks: int) -> Recorder:
    """Return what enters the line of the log of an event about a model in the dossier of its crew."""

    def record(told: EventHistory) -> Iterable[Entry]:
        assert isinstance(told.words, MatchWords)
        seat = told.words.side(told.now.open[0])
        line = phrase_of(EVENTS, told.now, told.words)
        yield Entry(seat, head, line, EVENTS.types[told.now.kind].rule, marks=dict(marks))

    return record


def killed(told: EventHistory) -> Iterable[Entry]:
    """MFX-6.14: a model is killed: a loss of one crew, a victim of the other."""
    assert isinstance(told.words, MatchWords)
    seat = told.words.side(told.now.open[0])
    line = phrase_of(EVENTS, told.now, told.words)
    yield Entry(seat, "losses", line, "MFX-6.14", marks={"lost": 1})
    yield Entry(1 - seat, "attacks", line, "MFX-6.14", marks={"killed": 1})


def flipped(told: EventHistory) -> Iterable[Entry]:
    """MFX-1.2: a joker that is flipped."""
    seat, _, card, _ = told.now.open
    if card in (names.BLACK_JOKER, names.RED_JOKER):
        line = phrase_of(EVENTS, told.now, told.words)
        yield Entry(seat, "cards", line, "MFX-1.2", marks={"jokers": 1})


DOSSIERS: Final[dict[int, Recorder]] = {
    events.ATTACKED: of_model("attacks", attacks=1),
    events.KILLED: killed,
    events.SUMMONED: of_model("losses", summoned=1),
    events.FLIPPED: flipped,
    events.CHEATED: logged(EVENTS, "cards", cheated=1),
    events.STONE_USED: logged(EVENTS, "cards", stones=1),
    events.SUFFERED: of_model("losses", hits=1),
    **dict.fromkeys(events.STRATEGY_SCORED, logged(EVENTS, "points", strategy=1)),
    **dict.fromkeys((events.SCHEME_REVEALED, events.END_POINT), logged(EVENTS, "points", schemes=1)),
}


def sum_up(view: Malifaux, dossiers: list[Dossier]) -> None:
    """Sum up: attacks and killings, cards and stones spent, what is gone of the fate deck, points."""
    best = max((view.points(seat) for seat in range(view.seats)), default=0)
    for dossier in dossiers:
        marks, seat = dossier.take_marks(), dossier.seat
        fights = {name: marks.get(name, 0) for name in ("attacks", "killed", "lost", "summoned")}
        spent = {name: marks.get(name, 0) for name in ("cheated", "stones", "jokers")}
        dossier.sums = [
            Phrase("dossier.sum_fights", fights), Phrase("dossier.sum_spent", {**spent, "left": view.stones[seat]}),
            gone(view, seat),
        ]  # fmt: skip
        dossier.weight = SIGN * view.points(seat)
        if view.turn:
            dossier.causes = [*_causes(view, seat, best, fights)]


def _causes(view: Malifaux, seat: int, best: int, fights: dict[str, int]) -> Iterable[Cause]:
    """Return what makes a seat one to be careful of."""
    points, other = view.points(seat), view.points(1 - seat)
    if points == best > other:
        yield Cause("leads", Phrase("cause.leads", {"number": points - other}), Phrase("cause_own.leads"))
    if view.stones[seat] > view.stones[1 - seat]:
        yield Cause("stones", Phrase("cause.stones", {"number": view.stones[seat]}), Phrase("cause_own.stones"))
    if fights["killed"] > fights["lost"]:
        yield Cause("killer", Phrase("cause.killer", {"number": fights["killed"]}), Phrase("cause_own.killer"))
