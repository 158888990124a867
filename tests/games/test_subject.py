"""What a question is about is drawn: who acts, who answers, where it is settled."""

from __future__ import annotations

import pytest

from games.random_play import matches, questions
from shapan.engine.chance import Stream
from shapan.engine.offers import things
from shapan.engine.previews import draw_scene
from shapan.engine.registry import find

SUBJECTS = (
    ("planet_masters", "cancel", ("panel:", "panel:")),
    ("battlefield", "emergency_retreat", ("piece:unit", "zone:land")),
    ("battlefield", "permission", ("piece:unit", "zone:land")),
    ("starcraft", "execute_or_event", ("zone:planet.",)),
    ("starcraft", "pairs", ("zone:area.", "zone:planet.", "panel:", "panel:")),
    ("battlestar", "action", ("piece:person", "zone:location.")),
    ("malifaux", "cheat", ("piece:model.", "piece:model.")),
    ("malifaux", "stone_draw", ("piece:hand.", "piece:hand.")),
)
MATCHES, MOST = 12, 900


def abouts(name: str, question: str, least: int) -> list[str]:
    """Return what a question of random matches is about, the first time that it is about so many places at least."""
    game, rng = find(name), Stream(9)
    for match in matches(name, "subject", MATCHES):
        for seat, asked, answer in questions(match, rng, MOST):
            if asked.prompt.key == question:
                scene = draw_scene(game, match.view(seat), seat, match.legal(seat), asked.prompt, asked.arg)
                there = {place for place, _ in things(scene)}
                assert scene.about == [place for place in dict.fromkeys(scene.about) if place in there]
                if len(scene.about) >= least:
                    return scene.about
            match.answer(seat, answer)
    raise AssertionError(f"{name} never asks {question}")


@pytest.mark.parametrize(("name", "question", "starts"), SUBJECTS)
def test_question_says_what_it_is_about(name: str, question: str, starts: tuple[str, ...]) -> None:
    about = abouts(name, question, len(starts))
    rest = list(about)
    for start in starts:
        found = next((place for place in rest if place.startswith(start)), None)
        assert found is not None, (start, about)
        rest.remove(found)
