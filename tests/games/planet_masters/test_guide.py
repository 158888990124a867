"""The guided first match: as advised it tells its story and is won; left, it still says what is so."""

from __future__ import annotations

from typing import Any

import pytest

from shapan import bots
from shapan.engine.chance import Stream
from shapan.engine.coach import Advice, Coach, places_of, scripted
from shapan.engine.guide import Guide, guide_of
from shapan.engine.match import Match, random_answer
from shapan.engine.segment import BOT
from shapan.engine.text import LANGUAGES, catalogue, say
from shapan.games.planet_masters import GAME

GREEDY = bots.find("greedy")
WORDS_A_MINUTE = 200


def the_guide() -> Guide:
    guide = guide_of(GAME)
    assert guide is not None
    return guide


def others_play(match: Match[Any]) -> None:
    """Let the others answer until the person is asked: as the guide says, else as the installed bot does."""
    while not match.over and 0 not in match.decisions:
        assert heard(match).advised is None
        seat = min(match.decisions)
        codes = scripted(the_guide(), match, seat)
        match.answer(seat, bots.answer(GREEDY, match, seat) if codes is None else codes, by=BOT)


def heard(match: Match[Any]) -> Advice:
    """Return what is said now, which fits what is seen."""
    advice = Coach(the_guide(), match, 0).advice()
    assert advice is not None, "the coach is never without a word"
    decision = match.decisions.get(0)
    legal = [] if decision is None else match.legal(0)
    scene = GAME.board(match.view(0), 0, legal, None if decision is None else decision.prompt)
    there = places_of(scene) | {f"code:{code}" for code in legal}
    for note in advice.notes:
        assert set(note.points) <= there, note
        assert None not in note.text.words.values()
    if advice.advised is not None:
        assert decision is not None
        assert decision.prompt.allows(match.live, 0, decision.arg, advice.advised)
    return advice


def test_who_listens_hears_the_whole_story_and_wins() -> None:
    match = the_guide().begin(GAME, "first")
    shown: list[int] = []
    questions: list[str] = []
    while not match.over:
        advice = heard(match)
        shown += [note.number for note in advice.notes]
        assert advice.advised is not None
        questions.append(match.decisions[0].prompt.key)
        match.answer(0, advice.advised)
        others_play(match)
    last = heard(match)
    assert [*shown, *(note.number for note in last.notes)] == list(range(1, last.total + 1))
    assert match.outcome is not None and match.outcome.winners == [0]
    assert questions == ["build", "manage", "action", "vote", "vote", "cancel", "build", "manage", "action", "spoils"]
    told = {event["key"] for event in match.events_for(0)}
    assert {"weapon_built", "die_rerolled", "motion_passed", "cancelled", "transporter", "invasion", "won"} <= told


def test_reading_takes_two_minutes() -> None:
    texts = catalogue(GAME, "en")
    notes = [note.text for moment in the_guide().moments if not moment.aside for note in moment.notes]
    minutes = sum(len(texts[f"guide.{note}"].split()) for note in notes) / WORDS_A_MINUTE
    assert 1.5 < minutes < 2.5
    assert max(len(texts[f"guide.{note}"]) for note in notes) <= 150, "one idea a note"


@pytest.mark.parametrize("number", range(50))
def test_who_does_as_he_likes_is_told_what_is_so(number: int) -> None:
    rng = Stream(f"stray {number}")
    match = the_guide().begin(GAME, f"stray {number}")
    for _ in range(60):
        advice = heard(match)
        if match.over:
            return
        decision = match.decisions[0]
        listens = advice.advised is not None and rng.number(3) > 0
        own = random_answer(decision.prompt, match.live, 0, decision.arg, rng)
        match.answer(0, advice.advised or [] if listens else own)
        others_play(match)


def test_after_an_undo_the_same_is_said_again() -> None:
    match = the_guide().begin(GAME, "undo")
    for _ in range(2):
        match.answer(0, heard(match).advised or [])
    before = heard(match)
    match.answer(0, before.advised or [])
    assert match.may_undo(0)
    match.undo(0)
    assert heard(match) == before


def test_the_numbers_that_are_said_are_those_on_the_table() -> None:
    match = the_guide().begin(GAME, "numbers")
    for _ in range(2):
        match.answer(0, heard(match).advised or [])
    strong = heard(match).notes[1]
    assert say(GAME, "en", strong.text.key, strong.text.words, ["You", "Mira", "Tomas"]).endswith(
        "you have 2, Mira has 4."
    )


def test_all_notes_are_there_in_all_languages() -> None:
    keys = {f"guide.{name}" for name in the_guide().names}
    keys |= {f"guide.{note.text}" for moment in the_guide().moments for note in moment.notes}
    for language in LANGUAGES:
        assert keys == {key for key in catalogue(GAME, language) if key.startswith("guide.")}
