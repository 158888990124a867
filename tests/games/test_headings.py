"""Answers say how they are drawn; long lists have headings, short ones none."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from games.random_play import matches, questions
from shapan.engine.chance import Stream
from shapan.engine.previews import MAX_UNGROUPED, draw_scene, list_offers
from shapan.engine.registry import find
from shapan.engine.scene import Target

LISTS = (
    ("planet_masters", "action", {"group.conquer", "group.council"}),
    ("battlefield", "development", {"group.hand", "group.orders", "group.units"}),
    ("starcraft", "build", {"group.buildings", "group.modules"}),
    ("battlestar", "move", {"location.command"}),
    ("malifaux", "action", {"group.general", "group.attack"}),
)
DRAWN = (
    ("planet_masters", "conquer", "attack"),
    ("battlefield", "move", "move"),
    ("battlefield", "place", "place"),
    ("starcraft", "move", "move"),
    ("starcraft", "build_unit", "place"),
    ("battlestar", "move", "move"),
    ("malifaux", "walk", "move"),
    ("malifaux", "cost", "pay"),
)
MATCHES, MOST = 6, 500


def targets(name: str) -> Iterator[tuple[str, list[Target]]]:
    """Yield the questions of random matches with what they offer first, and one pick later."""
    game, rng = find(name), Stream(5)
    for match in matches(name, "headings", MATCHES):
        for seat, asked, answer in questions(match, rng, MOST):
            prompt, view, codes = asked.prompt, match.view(seat), match.legal(seat)
            scene = draw_scene(game, view, seat, codes, prompt, asked.arg)
            codes = [code for code in codes if code or not prompt.many]
            yield prompt.key, [made for made, _ in list_offers(game, view, seat, codes, prompt, scene, asked.arg)]
            if len(answer) > 1:
                behind = [code for code in match.legal(seat, answer[:1]) if code]
                scene = game.board(view, seat, behind, prompt)
                told = list_offers(game, view, seat, behind, prompt, scene, asked.arg, answer[:1])
                yield prompt.key, [made for made, _ in told]
            match.answer(seat, answer)


@pytest.mark.parametrize(("name", "question", "keys"), LISTS)
def test_long_list_has_headings(name: str, question: str, keys: set[str]) -> None:
    met = set[str]()
    for key, made in targets(name):
        groups = {target.group.key for target in made if target.group is not None}
        assert not groups or len(made) > MAX_UNGROUPED
        met |= groups if key == question else set()
        if keys <= met:
            break
    assert keys <= met


@pytest.mark.parametrize(("name", "family", "verb"), DRAWN)
def test_answer_says_how_it_is_drawn(name: str, family: str, verb: str) -> None:
    actions = find(name).actions
    found = next(
        target.verb
        for _, made in targets(name)
        for target in made
        if target.code and actions.of(target.code).name == family
    )
    assert found == verb
