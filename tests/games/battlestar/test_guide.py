"""The guided first match: as advised it tells its story and is won; left, it still says what is so."""

from __future__ import annotations

from typing import Any

import pytest

from shapan import bots
from shapan.engine.chance import Stream
from shapan.engine.coach import Advice, Coach, places_of, scripted
from shapan.engine.conformance.laws_guide import check_guide
from shapan.engine.conformance.laws_text import Texts
from shapan.engine.conformance.report import Report
from shapan.engine.guide import Guide, guide_of
from shapan.engine.match import Match, random_answer
from shapan.engine.segment import BOT
from shapan.engine.text import LANGUAGES, catalogue
from shapan.games.battlestar.game import GAME

GREEDY = bots.find("greedy")


def the_guide() -> Guide:
    guide = guide_of(GAME)
    assert guide is not None
    return guide


def others_answer(match: Match[Any]) -> None:
    """Let one of the others answer: as the guide says, else as the installed bot does."""
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
    for note in advice.notes:
        assert set(note.points) <= places_of(scene), note
        assert None not in note.text.words.values()
    return advice


@pytest.mark.parametrize("number", range(10))
def test_who_listens_hears_the_whole_story_and_wins_beside_greedy_bots(number: int) -> None:
    match = the_guide().begin(GAME, f"listens {number}")
    shown: list[int] = []
    questions: list[str] = []
    while not match.over:
        advice = heard(match)
        shown += [note.number for note in advice.notes if note.number and note.number not in shown]
        if 0 in match.decisions:
            questions.append(match.decisions[0].prompt.key)
            assert advice.advised is not None
            match.answer(0, advice.advised)
        else:
            others_answer(match)
    last = heard(match)
    assert [*shown, *(note.number for note in last.notes)] == list(range(1, last.total + 1))
    assert match.outcome is not None and match.outcome.winners == [0, 1]
    orders = ["viper_order", "viper_order"]
    assert questions == ["move", "action", *orders, "contribute", "W9", "look_target", "move", "action"]
    told = {event["key"] for event in match.events_for(0)}
    assert {"unit_destroyed", "check_total", "loyalty_looked_at_secret", "revealed", "final_jump"} <= told


def test_the_kit_finds_nothing_wrong_with_it() -> None:
    report = Report(GAME.name)
    check_guide(GAME, the_guide(), Texts(GAME, on=True), report)
    assert not report.failures, report.failures


@pytest.mark.parametrize("number", range(12))
def test_who_does_as_he_likes_is_told_what_is_so(number: int) -> None:
    rng = Stream(f"stray {number}")
    match = the_guide().begin(GAME, f"stray {number}")
    for _ in range(120):
        advice = heard(match)
        if match.over:
            return
        if 0 not in match.decisions:
            others_answer(match)
            continue
        decision = match.decisions[0]
        listens = advice.advised is not None and rng.number(3) > 0
        own = random_answer(decision.prompt, match.live, 0, decision.arg, rng)
        match.answer(0, advice.advised or [] if listens else own)


def test_nothing_hidden_is_said_before_it_is_seen() -> None:
    """Whether the first officer is loyal changes no note before his card has been looked at."""
    notes = []
    for loyalty in (["cylon_morale"], ["not_a_cylon"]):
        guide = the_guide()
        assert guide.position is not None
        seats = [dict(seat) for seat in guide.position["seats"]]
        seats[2]["loyalty"] = loyalty
        state = GAME.read_position({**guide.position, "seats": seats}, GAME.resolve(guide.options, 3), 3)
        match = guide.begin(GAME, "same")
        state.seats, state.learned, state.chance = match.live.seats, match.live.learned, match.live.chance
        match = Match(GAME, 3, guide.options, match.key, state=state)
        said = []
        while match.decisions.get(0) is None or match.decisions[0].prompt.key != "look_target":
            advice = Coach(guide, match, 0).advice()
            assert advice is not None
            said.append(advice.notes)
            if 0 in match.decisions:
                match.answer(0, advice.advised or [])
            else:
                others_answer(match)
        notes.append(said)
    assert notes[0] == notes[1]


def test_reading_takes_a_few_minutes_and_all_languages_have_all_notes() -> None:
    texts = catalogue(GAME, "en")
    notes = [note.text for moment in the_guide().moments if not moment.aside for note in moment.notes]
    assert 2.5 < sum(len(texts[f"guide.{note}"].split()) for note in notes) / 200 < 4
    assert max(len(texts[f"guide.{note}"]) for note in notes) <= 180, "one idea a note"
    keys = {f"guide.{name}" for name in the_guide().names}
    keys |= {f"guide.{note.text}" for moment in the_guide().moments for note in moment.notes}
    for language in LANGUAGES:
        assert keys == {key for key in catalogue(GAME, language) if key.startswith("guide.")}
