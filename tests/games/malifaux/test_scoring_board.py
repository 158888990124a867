"""What strategy and schemes of Malifaux would score, as the table tells it: by the scenarios of the rules."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from shapan.engine.previews import draw_scene, ground_of
from shapan.engine.scene import Case, Scene
from shapan.engine.text import say
from shapan.games.malifaux import GAME, names
from shapan.games.malifaux.rules import schemes
from shapan.games.malifaux.state import Malifaux

SCENARIOS = Path(__file__).parent / "scenarios"
AT_END = tuple(names.SCHEMES[scheme].replace("_", "-") for scheme in schemes.AT_END_OF_TURN)
REVEALS = sorted(path.stem for name in AT_END for path in SCENARIOS.glob(f"mfx-scheme-{name}-reveals.json"))
STAYS = sorted(path.stem for name in AT_END for path in SCENARIOS.glob(f"mfx-scheme-{name}-does-not-reveal.json"))


def scenario(name: str) -> Malifaux:
    data = json.loads((SCENARIOS / f"{name}.json").read_text(encoding="utf-8"))
    return GAME.read_position(data["position"], GAME.resolve(data.get("options", {}), 2), 2)


def table(state: Malifaux, viewer: int) -> Scene:
    return draw_scene(GAME, state.seen(viewer), viewer, [], None)


def case(state: Malifaux, viewer: int) -> Case:
    found = table(state, viewer).case
    assert found is not None
    return found


def text(phrase: Any) -> str:
    return say(GAME, "en", phrase.key, phrase.words)


@pytest.mark.rule("MFX-15.2")
@pytest.mark.parametrize("name", REVEALS)
def test_a_scheme_that_can_be_revealed_says_so(name: str) -> None:
    told = case(scenario(name), 0).upshots
    assert [one.mood for one in told] == ["good"] and text(told[0].label).endswith(
        "could be revealed now at the end of this turn"
    )


@pytest.mark.rule("MFX-15.2")
@pytest.mark.parametrize("name", STAYS)
def test_a_scheme_that_cannot_be_revealed_says_so(name: str) -> None:
    told = case(scenario(name), 0).upshots
    assert [(one.mood, text(one.label).endswith("not met yet")) for one in told] == [("", True)]


@pytest.mark.rule("MFX-15")
@pytest.mark.parametrize("name", [*REVEALS, *STAYS])
def test_the_other_player_sees_nothing_of_a_scheme_that_is_not_revealed(name: str) -> None:
    state = scenario(name)
    mine, other = table(state, 0), table(state, 1)
    assert other.case is not None and not other.case.upshots
    counting = [mark for zone in other.zones for piece in zone.pieces if piece.base for mark in piece.base.marks]
    assert not any(mark.label.key.startswith("scoring") for mark in counting)
    ground, theirs = ground_of(mine), ground_of(other)
    assert ground is not None and theirs is not None
    assert not any(ring.label.key.startswith("scheme.") for ring in theirs.rings)


@pytest.mark.parametrize(
    ("name", "inches"), [("power_ritual", {3}), ("outflank", {3}), ("claim_jump", {2}), ("breakthrough", set())]
)
def test_where_a_scheme_is_fulfilled_is_marked_for_who_has_it(name: str, inches: set[int]) -> None:
    state = scenario(f"mfx-scheme-{name.replace('_', '-')}-reveals")
    ground = ground_of(table(state, 0))
    assert ground is not None
    assert {ring.radius // 1000 for ring in ground.rings if ring.label.key == f"scheme.{name}"} == inches


def test_markers_and_models_that_count_bear_the_sign_of_the_scheme() -> None:
    state = scenario("mfx-scheme-detonate-charges-reveals")
    signed = [
        piece.id
        for zone in table(state, 0).zones
        for piece in zone.pieces
        if piece.base and any(mark.glyph == "h-detonate_charges" for mark in piece.base.marks)
    ]
    useful = schemes.useful(state, 0, names.DETONATE_CHARGES, end=False)
    assert signed == [f"marker.{marker}" for marker in useful] and len(signed) >= 2


@pytest.mark.rule("MFX-16.1")
def test_points_are_told_by_turn() -> None:
    state = scenario("mfx-scheme-breakthrough-reveals")
    assert case(state, 0).tally is None, "nobody has any"
    state.turn = 3
    state.scored = [(2, 0, -1), (2, 1, -1), (3, 0, names.BREAKTHROUGH)]
    state.strategy_points, state.scheme_points = [1, 1], [1, 0]
    told = case(state, 1).tally
    assert told is not None and [text(head) for head in told.heads] == ["1", "2", "3"]
    assert [(row.seat, row.values, row.total) for row in told.rows] == [(0, [0, 1, 1], 2), (1, [0, 1, 0], 1)]


@pytest.mark.rule("MFX-7.5")
@pytest.mark.parametrize(("turn", "told"), [(1, "scoring starts in turn 2"), (2, "would score")])
def test_nobody_is_promised_points_for_the_strategy_in_the_first_turn(turn: int, told: str) -> None:
    state = scenario(REVEALS[0])
    state.strategy, state.turn = names.RECKONING, turn
    state.killed_cost = [9, 9]
    sentence = case(state, 0).help
    assert sentence is not None and told in text(sentence)
