"""The dossiers: checks and what ran against them, boxes, looks, titles, custody, actions; and what they come to."""
# Stays plain: draws for people

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, Final

from shapan.engine.dossier import AGAINST, FOR, Cause, Dossier, Entry, Recorder, listed, logged
from shapan.engine.moment import Seen, Told
from shapan.engine.scene import Phrase
from shapan.games.battlestar import events, names
from shapan.games.battlestar.board.staging import worths_of
from shapan.games.battlestar.board.words import term_of
from shapan.games.battlestar.cards import CRISIS_CARDS, SUPER_CARDS
from shapan.games.battlestar.events import EVENTS
from shapan.games.battlestar.state import Battlestar

_SILENT: Final = 4
"""Checks of crises after which it is told that somebody has put no card into any."""
_IDLE: Final = 2


# BSG-8: checks


def _open_cylons(told: Told) -> set[int]:
    return {seen.open[0] for seen in told.before() if seen.kind in (events.REVEALED, events.WITH_CYLONS)}


def check(told: Told) -> Iterable[Entry]:
    """BSG-SC3, SC5: how many cards each seat gave, and how many of those shown neither Destiny nor a Cylon explains.

    A card against a crisis that Destiny, or a Cylon who has revealed, may have given is nobody's. Of the rest all who
    put cards in are named together; one alone only for what the others together cannot have given.
    """
    total, _, result = told.now.open
    begun = told.last(events.CHECK)
    if begun is None:
        return
    told_of = [*told.before(events.CHECK)][::-1]
    of = begun.open[0]
    table, name = term_of(names.CHECK_OF, of)
    words: dict[str, Any] = {"of": {"term": f"{table}.{name}"}, "result": events.RESULT.phrase(result)}
    put = {seen.open[0]: seen.open[1] for seen in told_of if seen.kind == events.PUT}
    crisis = of < len(CRISIS_CARDS) + len(SUPER_CARDS)
    shown = [seen.open[0] for seen in told_of if seen.kind == events.SHOWN]
    worths = worths_of(of, shown, told_of, total - names.ZERO) if crisis else None
    cylons = _open_cylons(told)
    faceup = any(seen.kind == events.COMMITTEE for seen in told_of)
    for seat, number in put.items():
        if seat in cylons:
            continue
        text, marks = "check_none", {"checks": int(crisis)}
        if number:
            text, marks = "check_put", {"checks": int(crisis), "put": int(crisis), "cards": number * crisis}
        entry = Entry(seat, "checks", Phrase(f"dossier.{text}", {**words, "number": number}), "BSG-SC3", marks=marks)
        if worths is not None and number:
            worth_of = dict(zip(shown, worths, strict=True))
            own = [seen.open[1] for seen in told_of if seen.kind == events.PUT_OPEN and seen.open[0] == seat]
            if faceup:
                _faceup(entry, sum(worth_of.get(card, 0) < 0 for card in own))
            else:
                _strays(entry, told_of, put, cylons, sum(worth < 0 for worth in worths))
        yield entry


def _faceup(entry: Entry, against: int) -> None:
    """Investigative Committee: what a seat gave lay open."""
    entry.text.words["against"] = against
    entry.text.key = "dossier.check_open"
    if against:
        entry.tone = AGAINST
        entry.marks |= {"own": against, "strays": 1}
    else:
        entry.tone = FOR


def _strays(entry: Entry, told_of: list[Seen], put: dict[int, int], cylons: set[int], against: int) -> None:
    destiny = sum(seen.open[0] for seen in told_of if seen.kind == events.DESTINY)
    given = sum(number for seat, number in put.items() if seat in cylons)
    strays = against - destiny - given
    if strays <= 0:
        return
    givers = [seat for seat, number in put.items() if number and seat not in cylons]
    others = sum(put[seat] for seat in givers if seat != entry.seat)
    words = entry.text.words
    words |= {"against": against, "most": against - strays, "strays": strays, "names": listed(givers)}
    entry.tone, entry.marks["strays"] = AGAINST, 1
    entry.text.key = "dossier.check_cylons" if given else "dossier.check_strays"
    if strays > others:
        words["own"] = strays - others
        entry.marks["own"] = strays - others
        entry.text.key = "dossier.check_own"


# The others


def _log(head: str, *whose: str, tone: str = "", mark: str = "") -> Recorder:
    record = logged(EVENTS, head, *whose, tone=tone)

    def marked(told: Told) -> list[Entry]:
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
        marks: dict[str, int] = dict.fromkeys(("checks", "put", "cards", "strays", "own", "idle"), 0)
        for entry in dossier.entries:
            for name, number in entry.marks.items():
                marks[name] += number
            entry.marks = {}
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
