"""What a game may name, every table draws: landscapes have a colour, outlines and stations a shape."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from shapan.engine.pictures import OUTLINES, SCENERY, STATIONS
from shapan.games.battlefield import names as battlefield
from shapan.games.planet_masters.ruleset import SCENERY as WORLDS
from shapan.games.starcraft import names as starcraft

CLIENT = Path(__file__).resolve().parents[2] / "web/src"


def keys(path: str, start: str) -> set[str]:
    """Return the keys of an object in a file of the client."""
    text = (CLIENT / path).read_text(encoding="utf-8")
    return set(re.findall(r"^ +(\w+): ", text[text.index(start) :].partition("};")[0], re.MULTILINE))


def test_each_landscape_has_a_colour() -> None:
    style = (CLIENT / "styles/scenery.css").read_text(encoding="utf-8")
    assert {*re.findall(r"\.land-(\w+) \{", style), "space"} == set(SCENERY)


def test_each_outline_and_station_is_drawn() -> None:
    assert keys("parts/table/Counter.svelte", "const EDGES") == set(OUTLINES)
    assert keys("lib/station.ts", "export const ORNAMENTS") == set(STATIONS)


@pytest.mark.parametrize("named", [starcraft.SCENERY, battlefield.TERRAINS, WORLDS], ids=["planets", "lands", "worlds"])
def test_games_name_landscapes_that_are_drawn(named: tuple[str, ...]) -> None:
    assert set(named) <= set(SCENERY)


def test_no_two_planets_look_alike() -> None:
    assert len(set(starcraft.SCENERY)) == len(starcraft.PLANETS)
