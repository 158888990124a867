"""The dossiers: checks and what ran against them, boxes, looks, titles, custody, actions; and what they come to."""
# Stays plain: draws for people

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, Final

from shapan.engine.dossier import AGAINST, FOR, Cause, Dossier, Entry, Recorder, logged
from shapan.engine.moment import EventHistory, VisibleEvent
from shapan.engine.phrases import chain, seat_of
from shapan.engine.scene import Phrase
from shapan.games.battlestar import events, names
from shapan.games.battlestar.board.hand_inference import DESTINY, Giver, givers_of, max_given
from shapan.games.battlestar.board.staging import worths_of
from shapan.games.battlestar.board.words import term_of
from shapan.games.battlestar.cards import CRISIS_CARDS, SUPER_CARDS
from shapan.games.battlestar.events import EVENTS
from shapan.games.battlestar.state import Battlestar

_SILENT: Final = 4
"""Checks of crises after which it is told that somebody has put no card into any."""
_IDLE: Final = 2


# BSG-8: checks


def _open_cylons(told: EventHistory) -> set[int]:
    return {seen.open[0] for seen in told.before() if seen.kind in (events.REVEALED, events.WITH_CYLONS)}


def check(told: EventHistory) -> Iterable[Entry]:
    """BSG-SC3, SC5: how many cards each seat gave, and how many of those shown neither Destiny nor a Cylon explains.

    A card against a crisis that Destiny, or a Cylon who has revealed, may have given is nobody's. Of the rest all are
    named together who put cards in and can have held one of those against it, by the types of the cards they drew; one
    alone only for what the others together cannot have given, or for more cards than he can have held that help.
    """
    total, _, result = told.now.open
    begun = told.last(events.CHECK)
    if begun is None:
        return
    since_check = [*told.before(events.CHECK)][::-1]
    of = begun.open[0]
    table, name = term_of(names.CHECK_OF, of)
    words: dict[str, Any] = {"of": {"term": f"{table}.{name}"}, "result": events.RESULT.phrase(result)}
    put = givers_of([*told.before()][::-1])
    crisis = of < len(CRISIS_CARDS) + len(SUPER_CARDS)
    shown = [seen.open[0] for seen in since_check if seen.kind == events.SHOWN]
    worths = worths_of(of, shown, since_check, total - names.ZERO) if crisis else None
    cylons = _open_cylons(told)
    late = {seen.open[0]: seen.by for seen in since_check if seen.kind == events.PUT and seen.by}
    faceup = any(seen.kind == events.COMMITTEE for seen in since_check)
    strays = None if worths is None else _Strays(since_check, shown, worths, put, cylons)
    for seat, (number, _) in put.items():
        if seat in cylons:
            continue
        text, marks = "check_none", {"checks": int(crisis)}
        if number:
            text, marks = "check_put", {"checks": int(crisis), "put": int(crisis), "cards": number * crisis}
        entry = Entry(seat, "checks", Phrase(f"dossier.{text}", {**words, "number": number}), "BSG-SC3", marks=marks)
        if strays is not None and number:
            own = [seen.open[1] for seen in since_check if seen.kind == events.PUT_OPEN and seen.open[0] == seat]
            if faceup:
                _faceup(entry, sum(card in strays.against for card in own))
            else:
                strays.enter(entry)
        yield entry.given_by(late[seat]) if seat in late else entry


def _faceup(entry: Entry, against: int) -> None:
    """Investigative Committee: what a seat gave lay open."""
    entry.text.words["against"] = against
    entry.text.key = "dossier.check_open"
    if against:
        entry.tone = AGAINST
        entry.marks |= {"own": against, "strays": 1}
    else:
        entry.tone = FOR


class _Strays:
    """The cards against a check, and who can have given them."""

    def __init__(
        self,
        since_check: list[VisibleEvent],
        shown: list[int],
        worths: list[int],
        put: dict[int, Giver],
        cylons: set[int],
    ) -> None:
        self.against = [card for card, worth in zip(shown, worths, strict=True) if worth < 0]
        self._helping = [card for card, worth in zip(shown, worths, strict=True) if worth >= 0]
        destiny = Giver(sum(seen.open[0] for seen in since_check if seen.kind == events.DESTINY), DESTINY)
        self._given = any(one.number for seat, one in put.items() if seat in cylons)
        self._innocent = [destiny, *(one for seat, one in put.items() if seat in cylons)]
        self._put = {seat: one for seat, one in put.items() if one.number and seat not in cylons}
        self._whole = len(shown) == destiny.number + sum(one.number for one in put.values())
        self._able = [seat for seat, one in self._put.items() if max_given(self.against, [one])]
        self._number = self._least([*self._put])

    def _least(self, seats: list[int]) -> int:
        """Return how many of the cards against the check some seats must have given."""
        inside = [one for seat, one in self._put.items() if seat in seats]
        outside = [*self._innocent, *(one for seat, one in self._put.items() if seat not in seats)]
        least = len(self.against) - max_given(self.against, outside)
        if self._whole:
            least = max(least, sum(one.number for one in inside) - max_given(self._helping, inside))
        return max(0, least)

    def enter(self, entry: Entry) -> None:
        """Say in the entry of a seat what it may have given, if there is something to say."""
        if not self._number:
            return
        against = len(self.against)
        entry.text.words |= {"against": against, "most": against - self._number, "strays": self._number}
        if entry.seat not in self._able:
            entry.text.key = "dossier.check_clear"
            return
        entry.text.words["names"] = chain([seat_of(seat) for seat in self._able])
        entry.tone, entry.marks["strays"] = AGAINST, 1
        entry.text.key = "dossier.check_cylons" if self._given else "dossier.check_strays"
        if own := self._least([entry.seat]):
            entry.text.words["own"] = entry.marks["own"] = own
            entry.text.key = "dossier.check_own"


# The others


def _log(head: str, *whose: str, tone: str = "", mark: str = "") -> Recorder:
    record = logged(EVENTS, head, *whose, tone=tone)

    def marked(told: EventHistory) -> list[Entry]:
        entries = [*record(told)]
        for entry in entries if mark else ():
            entry.marks[mark] = 1
        return entries

    return marked


DOSSIERS: Final[dict[int, Recorder]] = {
    events.TOTAL: check,
    **dict.fromkeys((events.COMMITTEE, events.RESEARCH, events.EMERGENCY), _log("checks")),
    **dict.fromkeys((events.BOX, events.COMPASS, events.SECRET_DESTINY), _log("choices")),
    **dict.fromkeys((events.CRISIS_DROPPED, events.DESTINATION, events.RISK, events.NO_RISK), _log("choices")),
    **dict.fromkeys((events.LOOKED, events.LOOK_REFUSED, events.HANDED), _log("looks", "seat", "other")),
    **dict.fromkeys((events.SCOUTED, events.SCOUTED_DESTINATION, events.LEFT_ON, events.TWO_SEEN), _log("looks")),
    **dict.fromkeys((events.VISIONS, events.DESTINATION_SEEN, events.CIVILIANS_SEEN), _log("looks")),
    **dict.fromkeys((events.TITLE, events.QUORUM_PLAYED, events.MUTINY, events.NUKE), _log("office")),
    **dict.fromkeys((events.BRIG, events.OUT_OF_BRIG, events.SICKBAY), _log("custody")),
    events.PASSED: _log("actions", tone=AGAINST, mark="idle"),
    events.ORDERED: _log("actions", "seat", "other"),
    events.ABILITY: _log("actions"),
    **dict.fromkeys((events.REVEALED, events.SYMPATHIZER), _log("side")),
}


# What it comes to


def sum_up(view: Battlestar, dossiers: list[Dossier]) -> None:
    """Sum up: cards in checks, strays, the open record, which is what bots suspect by; and causes to suspect."""
    for dossier in dossiers:
        marks = dict.fromkeys(("checks", "put", "cards", "strays", "own", "idle"), 0) | dossier.take_marks()
        seat = dossier.seat
        dossier.open = bool(view.revealed[seat])
        if dossier.open:
            continue
        dossier.weight = view.fouls[seat]
        words: dict[str, Any] = dict(marks)
        dossier.sums.append(Phrase("dossier.sum_checks", words))
        if marks["put"]:
            dossier.sums.append(Phrase("dossier.sum_strays", words))
        record = abs(dossier.weight)
        side = "even" if not dossier.weight else "against" if dossier.weight > 0 else "for"
        dossier.sums.append(Phrase(f"dossier.sum_{side}", {"number": f"{record // 10}.{record % 10}"}))
        dossier.causes = [*_causes(marks, words)]


def _causes(marks: dict[str, int], words: dict[str, Any]) -> Iterable[Cause]:
    def cause(name: str, *, own: bool = False, tone: str = AGAINST) -> Cause:
        said = Phrase(f"cause_own.{name}", words) if own else None
        return Cause(name, Phrase(f"cause.{name}", words), said, tone)

    if marks["own"]:
        yield cause("own")
    if marks["strays"]:
        yield cause("strays", own=True)
    if marks["idle"] >= _IDLE:
        yield cause("idle")
    if marks["checks"] >= _SILENT and not marks["put"]:
        yield cause("silent", own=True)
    if marks["put"] and not marks["strays"]:
        yield cause("clean", own=True, tone=FOR)
