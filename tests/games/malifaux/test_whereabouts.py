"""MFX-13: the log says where something went or lies by who is near, not by coordinates."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from shapan.engine.scenario import run
from shapan.engine.text import say
from shapan.games.malifaux import names, whereabouts
from shapan.games.malifaux.game import MALIFAUX
from shapan.games.malifaux.position.reader import Reader
from shapan.games.malifaux.state import Malifaux
from shapan.games.malifaux.words import MatchWords

NEKIMA, LILITU, BELLE = range(3)
POSITION = {
    "step": "activation",
    "turn": 1,
    "seats": [
        {"models": [{"model": "nekima", "at": [18000, 18000]}, {"model": "lilitu", "at": [26000, 18000]}]},
        {"models": [{"model": "rotten_belle", "at": [18000, 30000]}]},
    ],
}


def position(*models: tuple[int, int, int]) -> Malifaux:
    """Return the position with some models elsewhere."""
    state = MALIFAUX.setup(MALIFAUX.resolve({"terrain_layout": "open"}, 2), 2)
    Reader(POSITION, state).read()
    for model, x, y in models:
        state.models.xs[model], state.models.ys[model] = x, y
    return state


def told(state: Malifaux, way: int, language: str = "en") -> str:
    """Return the line of a walk of Nekima."""
    said = MatchWords(state)
    words = {"model": said.phrase(names.MODEL, NEKIMA), "way": said.phrase(names.WAY, way)}
    return say(MALIFAUX, language, "event.walked", words)


@pytest.mark.parametrize(
    ("to", "line"),
    [
        ((18000, 23000), "Nekima walks 5″ toward Rotten Belle"),
        ((18000, 28000), "Nekima walks 10″ up to Rotten Belle"),
        ((18000, 12000), "Nekima walks 6″ away from Rotten Belle"),
        ((22000, 18000), "Nekima walks 4″ toward Lilitu"),
        ((14000, 18000), "Nekima walks 4″"),
        ((18000, 18000), "Nekima walks nowhere"),
    ],
)
def test_a_walk_is_told_by_its_length_and_by_whom_it_leads_to(to: tuple[int, int], line: str) -> None:
    state = position((NEKIMA, *to))
    far = abs(to[0] - 18000) + abs(to[1] - 18000)
    assert told(state, whereabouts.way(state, NEKIMA, 18000, 18000, far)) == line


def test_the_length_is_that_of_the_way_in_tenths_of_an_inch() -> None:
    state = position((NEKIMA, 18000, 23000))
    assert told(state, whereabouts.way(state, NEKIMA, 18000, 18000, 6849)) == "Nekima walks 6.8″ toward Rotten Belle"
    assert told(state, whereabouts.way(state, NEKIMA, 18000, 18000, 6849), "zh-Hans") == "奈琪玛移动 6.8″，朝向腐烂美人"


@pytest.mark.parametrize(
    ("at", "line"),
    [
        ((18000, 16000), "An idol appears beside Nekima"),
        ((18000, 10000), "An idol appears 6.4″ from Nekima"),
    ],
)
def test_a_place_is_told_by_who_is_nearest(at: tuple[int, int], line: str) -> None:
    state = position()
    where = MatchWords(state).phrase(names.WAY, whereabouts.place(state, *at, 591))
    assert say(MALIFAUX, "en", "event.idol_dropped", {"way": where}) == line


def test_whoever_comes_to_a_place_is_not_near_himself() -> None:
    state = position()
    said, model, tenths = whereabouts.unpacked(
        whereabouts.place(state, 18000, 18000, state.models.radii[NEKIMA], NEKIMA)
    )
    assert (whereabouts.SAID[said], model) == ("apart", LILITU) and tenths > 0


def test_a_point_in_one_number_keeps_its_coordinates_for_a_replay() -> None:
    assert MatchWords(position()).phrase(names.POINT, whereabouts.spot(25170, 9000)) == "25.17 / 9"


@pytest.mark.rule("MFX-14.3")
def test_an_idol_that_comes_is_told_once() -> None:
    path = Path(__file__).parent / "scenarios" / "mfx-14.3-an-idol-is-neutral.json"
    told = [event["key"] for event in run(MALIFAUX, json.loads(path.read_text("utf-8"))).events]
    assert told.count("idol_dropped") == 1 and "marker_dropped" not in told
