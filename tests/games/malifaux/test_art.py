"""Each thing of Malifaux that a table can show has a drawing, named by its word in the rules."""

from __future__ import annotations

import re

import pytest

from shapan.games.malifaux import names, roster
from shapan.games.malifaux.cards import words
from shapan.games.malifaux.game import MALIFAUX
from shapan.server.pages.cover import cover, symbols

DRAWN = set(re.findall(r'<symbol id="([^"]+)"', symbols(MALIFAUX).decode()))
FEW = {
    "a": {*words.RANGES, "tactical"} - {"self"},
    "m": {"ram", "tome", "mask", "crow", "joker", "scheme", "corpse", "scrap", "flag"},
    "t": {"blocking", "concealing", "dense", "destruct", "hazard", "impass", "severe", "climbable"},
    "x": {"stone", "pass", "hand", "deck", "discard", "health"},
}
"""Kinds of action (what goes nowhere has the sign of what is no attack), suits and markers, traits of terrain, and
what a seat has."""
MANY = {
    "c": names.CONDITIONS,
    "d": names.DEPLOYMENTS,
    "e": tuple(model.id for model in roster.MODELS),
    "f": roster.FACTIONS,
    "g": (*words.GENERAL_ACTIONS, "end"),
    "h": names.SCHEMES,
    "k": names.TOKENS,
    "st": (*words.STATIONS, "totem"),
    "y": names.STRATEGIES,
}
KINDS = {**FEW, **MANY}


@pytest.mark.parametrize("kind", sorted(KINDS))
def test_everything_is_drawn_and_nothing_else(kind: str) -> None:
    assert {name.partition("-")[2] for name in DRAWN if name.partition("-")[0] == kind} == set(KINDS[kind])


def test_every_drawing_is_of_a_known_kind() -> None:
    assert {name.partition("-")[0] for name in DRAWN} == set(KINDS)


def test_the_cover_is_one_of_its_own() -> None:
    assert b"<svg" in cover(MALIFAUX) and b"var(" not in cover(MALIFAUX)
