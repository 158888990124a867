"""The guided first match of StarCraft: as advised it tells its story, note by note, and is won."""

from __future__ import annotations

from shapan.engine.coach import Coach, scripted
from shapan.engine.guide import guide_of
from shapan.games.starcraft.game import GAME

MOST = 24


def test_who_listens_hears_the_whole_story_and_wins() -> None:
    guide = guide_of(GAME)
    assert guide is not None
    match, shown, decisions, total = guide.begin(GAME, "story"), list[int](), 0, 0
    while not match.over:
        seat = min(match.decisions)
        if seat != guide.seat:
            codes = scripted(guide, match, seat)
            match.answer(seat, match.default(seat) if codes is None else codes)
            continue
        advice = Coach(guide, match, seat).advice()
        assert advice is not None and advice.advised is not None, match.decisions[seat].prompt.key
        assert None not in [word for note in advice.notes for word in note.text.words.values()]
        shown, total, decisions = shown + [note.number for note in advice.notes], advice.total, decisions + 1
        match.answer(seat, advice.advised)
    last = Coach(guide, match, guide.seat).advice()
    assert last is not None
    assert shown + [note.number for note in last.notes] == list(range(1, total + 1))
    assert match.outcome is not None and match.outcome.winners == [guide.seat]
    assert decisions <= MOST
