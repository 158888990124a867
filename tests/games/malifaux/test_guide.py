"""The guided first match of Malifaux: as advised it tells its story, note by note, and is won."""

from __future__ import annotations

from shapan.engine.coach import Coach, scripted
from shapan.engine.guide import guide_of
from shapan.games.malifaux.game import MALIFAUX

MOST = 24


def test_who_listens_hears_the_whole_story_and_wins() -> None:
    guide = guide_of(MALIFAUX)
    assert guide is not None
    match, shown, decisions, total = guide.begin(MALIFAUX, "story"), list[int](), 0, 0
    while not match.over:
        seat = min(match.decisions)
        advice = Coach(guide, match, guide.seat).advice()
        assert advice is not None
        notes = [note for note in advice.notes if note.number and note.number not in shown]
        shown, total = shown + [note.number for note in notes], advice.total
        assert None not in [word for note in advice.notes for word in note.text.words.values()]
        if seat != guide.seat:
            codes = scripted(guide, match, seat)
            match.answer(seat, match.default(seat) if codes is None else codes)
            continue
        assert advice.advised is not None, match.decisions[seat].prompt.key
        assert all(note.number for note in advice.notes), match.decisions[seat].prompt.key
        decisions += 1
        match.answer(seat, advice.advised)
    last = Coach(guide, match, guide.seat).advice()
    assert last is not None
    assert shown + [note.number for note in last.notes] == list(range(1, total + 1))
    assert match.outcome is not None and match.outcome.winners == [guide.seat]
    assert decisions <= MOST
