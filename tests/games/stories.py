"""The story of a guided first match: who does as advised hears it, note by note, and wins."""

from __future__ import annotations

from typing import Any

from shapan.engine.coach import Coach, scripted
from shapan.engine.guide import guide_of


def hear(game: Any, most: int) -> None:
    """Follow the coach of a game to the end: every note comes once and in order, and few decisions win."""
    guide = guide_of(game)
    assert guide is not None
    match, shown, told = guide.begin(game, "story"), list[int](), list[int]()
    decisions = 0
    while not match.over:
        seat = min(match.decisions)
        advice = Coach(guide, match, guide.seat).advice()
        assert advice is not None
        assert None not in [word for note in advice.notes for word in note.text.words.values()]
        shown += [note.number for note in advice.notes if note.number and note.number not in shown]
        if seat != guide.seat:
            codes = scripted(guide, match, seat)
            match.answer(seat, match.default(seat) if codes is None else codes)
            continue
        assert advice.advised is not None, match.decisions[seat].prompt.key
        assert all(note.number for note in advice.notes), match.decisions[seat].prompt.key
        told += [note.number for note in advice.notes]
        assert len(set(told)) == len(told), "what was said at a question is not said again at the next"
        decisions += 1
        match.answer(seat, advice.advised)
    last = Coach(guide, match, guide.seat).advice()
    assert last is not None
    assert shown + [note.number for note in last.notes] == list(range(1, last.total + 1))
    assert match.outcome is not None and match.outcome.winners == [guide.seat]
    assert decisions <= most
