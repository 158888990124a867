"""Laws of a guided first match: it can be told in three languages, fits what is seen, and ends."""

from __future__ import annotations

from itertools import count
from typing import Any

from shapan.engine.actions import DONE
from shapan.engine.chance import Stream, derive
from shapan.engine.coach import Advice, Coach, places_of, scripted
from shapan.engine.conformance.bound import goes_on, too_long
from shapan.engine.conformance.laws_text import Texts
from shapan.engine.conformance.report import Report
from shapan.engine.game import Game
from shapan.engine.guide import Guide, When
from shapan.engine.match import Match, random_answer

MAX_DECISIONS = 24
"""So many decisions of the person at most: a first match is short."""
STRAYS = 12
STRAY_ANSWERS = 120
"""So many matches are begun at random, as by somebody who does not listen, and so far each."""


def check_guide(game: Game[Any], guide: Guide, texts: Texts, report: Report, seed: int = 1) -> None:
    """Hold a guide to the laws: its words, the story as it is advised, and matches that leave it."""
    _words(game, guide, texts, report)
    _story(game, guide, report)
    for number in range(STRAYS):
        _stray(game, guide, report, f"guide.{seed}.{number}")


# Words


def _words(game: Game[Any], guide: Guide, texts: Texts, report: Report) -> None:
    if texts.on:
        for name in guide.names:
            wrong = texts.missing(f"guide.{name}", ())
            report.expect("guide_texts", not wrong, {"key": f"guide.{name}"}, "; ".join(wrong))
        for moment in guide.moments:
            for note in moment.notes:
                wrong = texts.missing(f"guide.{note.text}", note.words)
                report.expect("guide_texts", not wrong, {"key": f"guide.{note.text}"}, "; ".join(wrong))
    for note in (note for moment in guide.moments for note in moment.notes):
        unnamed = [point for point in note.points if point.startswith("button:") and point not in note.words.values()]
        report.expect(
            "guide_buttons", not unnamed, {"key": note.text}, "{} points at {} without its name", note.text, unnamed
        )
    conditions = [row.when for row in guide.answers]
    for moment in guide.moments:
        conditions += [moment.when, *(note.when for note in moment.notes)]
    for when in conditions:
        _names(game, when, report)


def _names(game: Game[Any], when: When, report: Report) -> None:
    """What a condition names exists in the game."""
    kinds = {prompt.key for prompt in game.prompts}
    if when.kind:
        report.expect("guide_names", when.kind in kinds, {"kind": when.kind}, "no such prompt")
    for told in when.told:
        event = next((event for event in game.events.types if told.event in (event.key, f"{event.key}_secret")), None)
        names = {name for name, _ in (*event.parameters, *event.secret)} if event else set()
        report.expect("guide_names", event is not None, {"event": told.event}, "no such event")
        wrong = sorted(set(told.with_) - names)
        report.expect("guide_names", not wrong, {"event": told.event}, f"no such words: {wrong}")


# The story


def _story(game: Game[Any], guide: Guide, report: Report) -> None:
    """Who does what is advised hears every note of the story in order and wins soon."""
    match = guide.begin(game, "guide")
    shown: list[int] = []
    decisions = 0
    total = 0
    place = _place(match, guide, "as advised")
    for number in count():
        place = _place(match, guide, "as advised")
        if not match.over and not goes_on(match, number, game.max_decisions):
            report.expect("guide_ends", False, place, too_long(match, number))
            return
        if match.over or guide.seat in match.decisions:
            advice = _advice(match, guide, report, place)
            if advice is not None:
                shown += [note.number for note in advice.notes]
                total = advice.total
            if match.over:
                break
            advised = None if advice is None else advice.advised
            if not report.expect("guide_advises", advised is not None, place, "no advice at a decision of the story"):
                return
            decisions += 1
            if not report.expect("guide_ends", decisions <= MAX_DECISIONS, place, f"more than {MAX_DECISIONS}"):
                return
            match.answer(guide.seat, advised or [])
        else:
            advice = _advice(match, guide, report, place)
            said = [] if advice is None else [note.number for note in advice.notes if note.number]
            shown += [number for number in said if number not in shown]
            _other(match, guide, None)
    report.expect("guide_shown", shown == list(range(1, total + 1)), place, "notes {} of {}", shown, total)
    outcome = match.outcome
    won = outcome is not None and guide.seat in outcome.winners
    report.expect("guide_wins", won, place, "who does what is advised does not win")


def _stray(game: Game[Any], guide: Guide, report: Report, seed: str) -> None:
    """Who answers at random is told nothing that does not fit."""
    rng = Stream(derive(b"stray", seed))
    match = guide.begin(game, seed)
    for _ in range(STRAY_ANSWERS):
        _advice(match, guide, report, _place(match, guide, seed))
        if match.over:
            return
        if guide.seat in match.decisions:
            _random(match, guide.seat, rng)
        else:
            _other(match, guide, rng)


def _other(match: Match[Any], guide: Guide, rng: Stream | None) -> None:
    """Answer for another seat: as the guide says, else at random or as the clock does."""
    seat = min(match.decisions)
    codes = scripted(guide, match, seat)
    if codes is not None:
        match.answer(seat, codes)
    elif rng is None:
        match.answer(seat, match.default(seat))
    else:
        _random(match, seat, rng)


def _random(match: Match[Any], seat: int, rng: Stream) -> None:
    decision = match.decisions[seat]
    match.answer(seat, random_answer(decision.prompt, match.live, seat, decision.arg, rng))


def _place(match: Match[Any], guide: Guide, seed: str) -> dict[str, Any]:
    decision = match.decisions.get(guide.seat)
    prompt = "" if decision is None else decision.prompt.key
    return {"seed": seed, "seats": guide.seats, "decision": len(match.log), "seat": guide.seat, "prompt": prompt}


def _advice(match: Match[Any], guide: Guide, report: Report, place: dict[str, Any]) -> Advice | None:
    """Return what the coach says: the places are there, the words known, the advice is legal."""
    advice = Coach(guide, match, guide.seat).advice()
    if advice is None:
        return None
    seat = guide.seat
    decision = match.decisions.get(seat)
    legal = [] if decision is None else match.legal(seat)
    scene = match.game.board(match.view(seat), seat, legal, None if decision is None else decision.prompt)
    there = places_of(scene) | {f"code:{code}" for code in (*legal, DONE)}
    for note in advice.notes:
        wrong = [point for point in note.points if point not in there]
        report.expect("guide_places", not wrong, place, "{} points at {}, which is not there", note.text.key, wrong)
        empty = sorted(name for name, word in note.text.words.items() if word is None)
        report.expect("guide_facts", not empty, place, "{} has nothing to say for {}", note.text.key, empty)
    if advice.advised is not None:
        fits = decision is not None and decision.prompt.allows(match.live, seat, decision.arg, advice.advised)
        report.expect("guide_legal", fits, place, "the advice {} is not legal", advice.advised)
    return advice
