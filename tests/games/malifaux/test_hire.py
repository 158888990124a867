"""MFX-11.3 to 11.5: what a model costs that the printed set has not: out of keyword, of another faction."""

from __future__ import annotations

from dataclasses import replace

import pytest

from shapan.games.malifaux import roster
from shapan.games.malifaux.cards.model import Model
from shapan.games.malifaux.rules.hire import price

LEADER = roster.LIBRARY.model("lady_justice")
PRINTED = roster.LIBRARY.model("exorcist")


def changed(keywords: tuple[str, ...], factions: tuple[str, ...], *more: str) -> Model:
    return replace(PRINTED, keywords=keywords, factions=factions, characteristics=("living", *more))


@pytest.mark.parametrize(
    ("card", "cost"),
    [
        (changed(("marshal",), ("guild",)), 6),
        (changed(("marshal",), ("neverborn",)), 6),
        (changed(("witch_hunter",), ("guild",)), 7),
        (changed(("witch_hunter",), ("guild",), "versatile"), 6),
        (changed(("witch_hunter",), ("neverborn",)), -1),
        (changed(("witch_hunter",), ("neverborn",), "versatile"), -1),
        (changed(("witch_hunter",), ("neverborn", "guild")), 7),
        (LEADER, -1),
    ],
)
def test_price(card: Model, cost: int) -> None:
    assert price(LEADER, "guild", card) == cost
