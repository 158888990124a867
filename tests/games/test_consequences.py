"""Answers of several picks say what they bring about before they are given, and some how they are best completed."""

from __future__ import annotations

from typing import Any

import pytest

from games.random_play import matches, questions
from shapan.engine.chance import Stream
from shapan.engine.match import Match
from shapan.engine.previews import draw_scene, list_offers
from shapan.engine.registry import find
from shapan.engine.scene import Line
from shapan.server.match.offer import next_picks

TOLD = (
    ("planet_masters", "manage", "follow.rolled"),
    ("battlefield", "layout", "follow.laid"),
    ("battlefield", "development", "follow.bare"),
    ("starcraft", "move", "follow.battle"),
    ("battlestar", "contribute", "follow.check"),
    ("malifaux", "action", "follow.actions"),
)
COMPLETED = (("malifaux", "charge"), ("malifaux", "act"), ("battlefield", "attack_card_fervor"))
MATCHES, MOST = 16, 900


def lines(name: str, question: str, key: str) -> tuple[Match[Any], int, list[int], list[Line]]:
    """Return a question of random matches with the picks of an answer whose consequences have a line."""
    rng = Stream(6)
    for match in matches(name, "consequences", MATCHES):
        for seat, asked, codes in questions(match, rng, MOST):
            if asked.prompt.key == question:
                told = match.game.follows(match.view(seat), asked.prompt, seat, asked.arg, codes)
                if any(line.when.key == key for line in told):
                    return match, seat, codes, told
            match.answer(seat, codes)
    raise AssertionError(f"{name} {question} never tells {key}")


@pytest.mark.parametrize(("name", "question", "key"), TOLD)
def test_picks_tell_what_they_bring_about(name: str, question: str, key: str) -> None:
    match, seat, codes, told = lines(name, question, key)
    assert next_picks(match, seat, codes).follows == told
    world = match.sample(seat, 1)
    asked = world.decisions[seat]
    assert world.game.follows(world.view(seat), asked.prompt, seat, asked.arg, codes) == told


def test_laid_territories_are_counted_of_those_dealt() -> None:
    """BF-1.4: four are dealt, however many places two columns have."""
    told = lines("battlefield", "layout", "follow.laid")[3]
    assert told[0].what is not None
    assert (told[0].what.words["number"], told[0].what.words["most"]) == (4, 4)


def test_battle_that_is_told_begins() -> None:
    match, seat, codes, told = lines("starcraft", "move", "follow.battle")
    areas = {line.when.words["area"]["key"].partition(".")[2] for line in told if line.when.key == "follow.battle"}
    before = match.event_count(seat)
    match.answer(seat, codes)
    attacked = {
        row["with"]["area"]["term"].partition(".")[2]
        for row in match.events_for(seat, before)
        if row["key"] == "attacked"
    }
    assert attacked
    assert attacked <= areas


@pytest.mark.parametrize(("name", "family"), COMPLETED)
def test_first_pick_is_offered_with_the_rest(name: str, family: str) -> None:
    game, rng = find(name), Stream(6)
    for match in matches(name, "completed", MATCHES):
        for seat, asked, answer in questions(match, rng, MOST):
            codes = [code for code in match.legal(seat) if code and game.actions.of(code).name == family]
            if codes:
                scene = draw_scene(game, match.view(seat), seat, codes, asked.prompt, asked.arg)
                made = list_offers(game, match.view(seat), seat, codes, asked.prompt, scene, asked.arg, is_drawn=True)
                rests = [target for target, _ in made if target.follow]
                if rests:
                    for target in rests:
                        assert asked.prompt.allows(match.live, seat, asked.arg, [target.code, *target.follow])
                    return
            match.answer(seat, answer)
    raise AssertionError(f"{name} never completes {family}")
