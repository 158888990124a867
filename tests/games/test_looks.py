"""Places that are looked at tell what there is to know of them, and why they are no answer now."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from games.random_play import matches, questions
from shapan.engine.chance import Stream
from shapan.engine.match import Match
from shapan.engine.offers import things
from shapan.engine.prompt import Prompt
from shapan.engine.scene import Scene, Zone
from shapan.server.match.visible_state import visible_state

PRINTED = (("battlefield", "zone:land"), ("starcraft", "zone:planet."), ("battlestar", "zone:location."))
REFUSED = (("starcraft", "place_order"), ("starcraft", "choose_order"), ("battlestar", "move"))
MATCHES, MOST = 8, 500


def scenes(name: str) -> Iterator[tuple[Match[Any], int, Prompt[Any], Scene]]:
    """Yield the tables of whoever is asked in random matches."""
    rng = Stream(8)
    for match in matches(name, "looks", MATCHES):
        for seat, asked, codes in questions(match, rng, MOST):
            yield match, seat, asked.prompt, visible_state(match, seat, match.event_count(seat)).scene
            match.answer(seat, codes)


@pytest.mark.parametrize(("name", "place"), PRINTED)
def test_place_has_a_print(name: str, place: str) -> None:
    found = next(
        [thing for where, thing in things(scene) if where.startswith(place) and isinstance(thing, Zone)]
        for _, _, _, scene in scenes(name)
        if any(where.startswith(place) for where, _ in things(scene))
    )
    assert all(zone.print is not None and zone.print.kind is not None for zone in found if "free" not in zone.flags)


@pytest.mark.parametrize(("name", "question"), REFUSED)
def test_place_that_is_no_answer_says_why(name: str, question: str) -> None:
    for match, seat, prompt, scene in scenes(name):
        zones = [thing for _, thing in things(scene) if isinstance(thing, Zone) and thing.why_not is not None]
        if prompt.key != question or not zones:
            continue
        arg = match.decisions[seat].arg
        for zone in zones:
            assert not zone.targets
            reason = (
                prompt.why_not_next(match.live, seat, arg, (), zone.would)
                if prompt.many
                else prompt.reason(match.live, seat, arg, zone.would)
            )
            assert zone.why_not is not None
            assert zone.why_not.key == f"why_not.{reason.key}"
        return
    raise AssertionError(f"{name}: no place is refused at {question}")


def test_board_that_is_no_answer_says_why() -> None:
    for _, seat, prompt, scene in scenes("battlestar"):
        boards = {panel.seat: panel for panel in scene.panels}
        if prompt.key == "order_target" and boards[seat].why_not is not None:
            assert not boards[seat].targets
            assert any(panel.targets and panel.why_not is None for panel in boards.values())
            return
    raise AssertionError("nobody is asked for the target of an order")
