"""The dossiers: who attacked whom, who voted against whom, how near each is to winning; and what it comes to.

All of it is open. Causes are for stopping a seat: there are no sides to suspect, only somebody who is about to win.
"""
# Stays plain: draws for people

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, Final

from shapan.engine.dossier import FOR, SIGN, Cause, Dossier, Entry, Recorder, logged
from shapan.engine.moment import EventHistory
from shapan.engine.scene import Phrase
from shapan.games.planet_masters import events
from shapan.games.planet_masters.centre import course
from shapan.games.planet_masters.events import EVENTS
from shapan.games.planet_masters.state import PlanetMasters

_NEAR: Final = 3
"""Who has not more than this part of the way before him is near to winning."""
_OFTEN: Final = 2
"""Attacks on one seat, or votes against one, that are told."""
_WON: Final = 3
"""Attacks won that are told, whoever lost them."""
_CALM: Final = 4
"""The round from which it is told that somebody has attacked nobody."""
_VICTORY: Final = SIGN * 3 // 10
"""What an attack won weighs."""
_STEP: Final = SIGN // 5
"""What a step to victory weighs."""
_YES: Final = events.EVENTS.types[events.VOTES].parameters[1][1].number("yes")

_fought = logged(EVENTS, "attacks", "seat", "defender")
_stopped = logged(EVENTS, "attacks", "seat", "attacker")
_voted = logged(EVENTS, "votes")


def attack(told: EventHistory) -> Iterable[Entry]:
    """PM-5.3: an attack, in the dossiers of both; counted for who attacked."""
    attacker, defender = told.now.open
    for entry in _fought(told):
        if entry.seat == attacker:
            entry.marks = {f"on{defender}": 1, "won": int(told.now.kind == events.ATTACK_WON)}
        yield entry


def cancelled(told: EventHistory) -> Iterable[Entry]:
    """PM-5.2: an attack that came to nothing, in the dossiers of both."""
    defender, attacker = told.now.open
    for entry in _stopped(told):
        if entry.seat == attacker:
            entry.marks = {f"on{defender}": 1}
        yield entry


def vote(told: EventHistory) -> Iterable[Entry]:
    """PM-5.8: a vote; one for a motion is one against its candidate, but for his own."""
    motion = told.last(events.MOTION)
    for entry in _voted(told):
        if motion is not None and told.now.open[1] == _YES and motion.open[1] != entry.seat:
            entry.marks = {f"against{motion.open[1]}": 1}
        yield entry


DOSSIERS: Final[dict[int, Recorder]] = {
    **dict.fromkeys((events.ATTACK_WON, events.ATTACK_FAILED), attack),
    events.CANCELLED: cancelled,
    events.ALLOWED: logged(EVENTS, "attacks"),
    events.MOTION: _voted,
    **dict.fromkeys((events.VOTE_OPEN, events.VOTES), vote),
}


def sum_up(view: PlanetMasters, dossiers: list[Dossier]) -> None:
    """Sum up: planets that count, attacks and votes; the open record is how near a seat is, and what it has won."""
    way = course(view)
    for dossier in dossiers:
        marks = dossier.take_marks()
        seat = dossier.seat
        left, won = way.most - way.reached[seat], marks.get("won", 0)
        attacks, against = _by_seat(marks, "on"), _by_seat(marks, "against")
        words: dict[str, Any] = {"good": way.reached[seat], "need": way.most, "won": won}
        words |= {"attacks": sum(attacks.values()), "votes": sum(against.values())}
        dossier.sums = [Phrase(f"dossier.sum_{name}", words) for name in ("planets", "attacks", "votes")]
        near = _NEAR * left <= way.most
        dossier.weight = (SIGN if near else 0) + _STEP * way.reached[seat] + _VICTORY * won
        rival = next((one for one in range(view.seats) if one != seat and way.reached[one] >= way.reached[seat]), -1)
        calm = not attacks and view.round >= _CALM
        dossier.causes = [*_against(words, near, rival, attacks, against), *_in_favour(words, calm, near)]


def _by_seat(marks: dict[str, int], name: str) -> dict[int, int]:
    """Return how often something was done to whom."""
    return {int(key.removeprefix(name)): number for key, number in marks.items() if key.startswith(name)}


def _against(
    words: dict[str, Any], near: bool, rival: int, attacks: dict[int, int], against: dict[int, int]
) -> Iterable[Cause]:
    if near:
        own = None if rival < 0 else Phrase("cause_own.near", {"other": {"seat": rival}})
        yield Cause("near", Phrase("cause.near", words), own)
    if words["won"] >= _WON:
        yield Cause("won", Phrase("cause.won", words))
    for name, done in (("attacks", attacks), ("votes", against)):
        whom = max(done, key=lambda seat: (done[seat], -seat), default=-1)
        if whom >= 0 and done[whom] >= _OFTEN:
            told = {"other": {"seat": whom}, "times": done[whom]}
            yield Cause(name, Phrase(f"cause.{name}", told))


def _in_favour(words: dict[str, Any], calm: bool, near: bool) -> Iterable[Cause]:
    if calm:
        yield Cause("calm", Phrase("cause.calm"), Phrase("cause_own.calm"), FOR)
    if not near:
        yield Cause("far", Phrase("cause.far", words), Phrase("cause_own.far", words), FOR)
