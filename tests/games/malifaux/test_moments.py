"""Moments, dossiers and the end of Malifaux: made from what was told, the same for all who were told the same."""

from __future__ import annotations

from collections import Counter
from functools import cache
from typing import Any

import msgspec
import pytest

from games.malifaux.duels import ANSWERS, CHEAT_THEIRS, face_down, struck
from shapan.engine.chance import Stream
from shapan.engine.match import Match, random_answer
from shapan.engine.moment import Moment
from shapan.games.malifaux import events, names
from shapan.games.malifaux.game import MALIFAUX
from shapan.games.malifaux.state import Malifaux


def moments(match: Match[Any], viewer: int, *kinds: int) -> list[Moment]:
    """Return the moments of a viewer, of some kinds of events if they are named."""
    told = match.told(viewer)
    made = match.moments_for(viewer)
    return [
        one for event, one in zip(told, made, strict=True) if one is not None and (not kinds or event.kind in kinds)
    ]


def key_of(phrase: Any) -> str:
    return "" if phrase is None else phrase.key


@cache
def finished(seed: int, **options: str) -> Match[Any]:
    """Return a match that was played to its end at random."""
    match: Match[Any] = Match(MALIFAUX, 2, {"terrain_layout": "open", **options}, seed=seed, hashes=False)
    rng = Stream(f"moments {seed}")
    while not match.over:
        seat = rng.choice(match.waiting)
        decision = match.decisions[seat]
        match.answer(seat, random_answer(decision.prompt, match.live, seat, decision.arg, rng))
    return match


@pytest.mark.rule("MFX-4.5", "MFX-1.5")
def test_a_duel_that_is_over_can_be_looked_at_again_as_a_whole() -> None:
    test, duel = moments(struck(len(ANSWERS)), 0, events.SUCCEEDED, events.FAILED)
    assert duel.quiet and duel.compares and duel.duel is not None and test.duel is not None
    mine, theirs = duel.duel.sides
    assert [(side.value, side.was, side.won) for side in (mine, theirs)] == [(17, 9, True), (12, None, False)]
    assert [part.value for side in (mine, theirs) for part in side.parts] == [6, 4]
    assert [key_of(piece.label) for piece in mine.pieces] == ["fate_card.c1", "fate_card.m3", "fate_card.c11"]
    assert [piece.flags for piece in mine.pieces] == [["idle"], ["idle"], []]
    assert [sign.label.words["reason"]["term"] for sign in mine.signs] == ["reason.by_focused"]
    (followed,) = duel.duel.prospects
    assert key_of(followed.verdict) == "duel.wins_by"
    assert {key_of(line) for line in followed.beside} == {
        "event.focus_used", "event.flipped", "event.stone_used", "event.suffered",
    }  # fmt: skip
    assert [(side.value, side.won) for side in test.duel.sides] == [(14, True), (12, False)]


def test_who_watches_and_who_fought_see_the_same_duel() -> None:
    match = struck(len(ANSWERS))
    seen = [moments(match, viewer, events.SUCCEEDED)[-1] for viewer in (0, 1, 2)]
    assert len({msgspec.json.encode(one.duel) for one in seen}) == 1
    assert [one.beats[-1].tone for one in seen] == ["good", "bad", ""]


def test_a_card_that_is_cheated_in_is_staged_for_the_others() -> None:
    match = struck(CHEAT_THEIRS)
    assert not moments(match, 0, events.CHEATED)
    for viewer in (1, 2):
        (one,) = moments(match, viewer, events.CHEATED)
        assert key_of(one.pieces[0].label) == "fate_card.c11" and one.seats == [0]


@pytest.mark.parametrize("seed", [1, 3])
def test_a_match_is_told_in_moments_that_fit_its_events(seed: int) -> None:
    match = finished(seed)
    kinds = Counter(event.kind for event in match.told(2))
    for viewer in (0, 1, 2):
        assert len(moments(match, viewer, events.KILLED)) == kinds[events.KILLED]
        ended = kinds[events.SUCCEEDED] + kinds[events.FAILED]
        assert len(moments(match, viewer, events.SUCCEEDED, events.FAILED)) == ended > 10
        assert len(moments(match, viewer, events.TURN_ENDED)) == kinds[events.TURN_ENDED] - 1
    activated = [len(moments(match, viewer, events.ACTIVATED)) for viewer in (0, 1, 2)]
    assert activated[0] + activated[1] == kinds[events.ACTIVATED] and not activated[2]
    jokers = sum(event.kind == events.FLIPPED and event.open[2] >= names.BLACK_JOKER for event in match.told(2))
    assert len(moments(match, 2, events.FLIPPED)) == jokers


@pytest.mark.parametrize("seed", [1, 3])
def test_what_a_duel_tells_again_adds_up(seed: int) -> None:
    """MFX-4.1: stat and card make the total, of both sides."""
    told = [one.duel for one in moments(finished(seed), 2, events.SUCCEEDED, events.FAILED)]
    for duel in told:
        assert duel is not None
        for side in duel.sides:
            if side.seat >= 0:
                mark = int(side.pieces[-1].mark)
                assert side.value == mark + side.parts[0].value and 0 <= side.parts[0].value <= 12


@pytest.mark.rule("MFX-16.1")
@pytest.mark.parametrize("seed", [1, 3])
def test_the_end_shows_points_schemes_and_killings(seed: int) -> None:
    match = finished(seed)
    outcome = match.outcome
    assert outcome is not None
    view: Malifaux = match.view(2)
    closing = MALIFAUX.closing(view, outcome, match.told(2))
    assert closing is not None and len(closing.standings) == 2
    for one in closing.standings:
        assert one.values[0] == one.values[1] + one.values[2] == view.points(one.seat)
        assert len(one.pieces) == 2 and one.values[4] == len(view.in_play(one.seat))
    killed = sum(event.kind == events.KILLED for event in match.told(2))
    assert sum(one.values[3] for one in closing.standings) == killed
    assert sum(fact.value for fact in closing.figures) == sum(view.points(seat) for seat in (0, 1))
    assert MALIFAUX.ending(view, outcome).key in ("ending.win", "ending.draw")


@pytest.mark.rule("MFX-16.1")
def test_at_the_end_of_a_draw_nobody_stands_behind_the_other() -> None:
    played = ((match, match.outcome) for seed in range(60) for match in [finished(seed)])
    match, outcome = next((match, end) for match, end in played if end is not None and end.result == "draw")
    closing = MALIFAUX.closing(match.view(2), outcome, match.told(2))
    assert closing is not None and not closing.lost and not closing.margin
    assert {piece.owner for piece in closing.won} == {seat for seat in (0, 1) if match.live.in_play(seat)}


@pytest.mark.rule("MFX-7.5")
def test_points_of_the_first_turn_are_told_where_they_are_scored() -> None:
    played = (finished(seed, scoring_first_turn="yes") for seed in range(20))
    match = next(match for match in played if any(row[0] == 1 for row in match.live.scored))
    view, outcome = match.view(2), match.outcome
    assert outcome is not None
    first = sum(row[0] == 1 for row in view.scored)
    told = [one for one in moments(match, 2, events.TURN_ENDED) if one.staging == "capture"]
    assert sum(side.value or 0 for side in told[0].sides) == first and len(told[0].notes) == first
    closing = MALIFAUX.closing(view, outcome, match.told(2))
    assert closing is not None
    assert (closing.figures[0].name, closing.figures[0].value) == ("turn1", first)
    assert sum(fact.value for fact in closing.figures) == sum(view.points(seat) for seat in (0, 1))


@pytest.mark.rule("MFX-16.1")
def test_a_card_that_was_laid_face_down_is_one_that_was_cheated_in() -> None:
    match = face_down({"seat": 1, "do": "keep"})
    match.leave(0)
    outcome = match.outcome
    assert outcome is not None
    closing = MALIFAUX.closing(match.view(2), outcome, match.told(2))
    assert closing is not None
    assert {one.seat: one.values[5] for one in closing.standings} == {0: 1, 1: 0}


def test_dossiers_count_what_all_have_seen() -> None:
    match = finished(3)
    first, second = match.dossiers()
    kinds = Counter(event.kind for event in match.told(2))
    fights = [dossier.sums[0].words for dossier in (first, second)]
    assert sum(words["attacks"] for words in fights) == kinds[events.ATTACKED]
    assert fights[0]["killed"] == fights[1]["lost"] and fights[1]["killed"] == fights[0]["lost"]
    cheated = [dossier.sums[1].words["cheated"] for dossier in (first, second)]
    assert sum(cheated) == kinds[events.CHEATED]


def test_schemes_are_in_no_moment_before_they_are_revealed() -> None:
    match = struck(len(ANSWERS))
    for viewer in (0, 1, 2):
        assert b"scheme." not in msgspec.json.encode(moments(match, viewer))
    assert b"scheme." not in msgspec.json.encode(match.dossiers())
