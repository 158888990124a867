"""MFX-11.3 to 11.5: what a model costs that the printed set has not; who hires nobody can say so."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from shapan.engine.actions import DONE
from shapan.engine.match import Match
from shapan.engine.registry import find
from shapan.games.malifaux import actions, roster
from shapan.games.malifaux.cards.model import Model
from shapan.games.malifaux.rules.hire import price
from shapan.server.match.visible_state import visible_state

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


def test_no_more_masters_and_an_empty_crew_can_be_answered_with_nothing_chosen() -> None:
    match = Match(find("malifaux"), 2, seed=1)
    leader = roster.MODEL.numbers["hayreddin"]
    asked: list[str] = []
    while len(asked) < 2:
        seat = match.waiting[0]
        key, legal = match.decisions[seat].prompt.key, match.legal(seat)
        if key in ("masters", "hire"):
            asked.append(key)
            seen = visible_state(match, seat).decision
            assert seen is not None and seen.done and all(target.code != DONE for target in seen.targets)
            match.answer(seat, [])
        elif key == "leader" and seat:
            match.answer(seat, [next(code for code in legal if actions.LIST_.has(code))])
        elif key == "leader":
            match.answer(
                seat,
                [
                    next(
                        code for code in legal if actions.LEADER.has(code) and leader in actions.LEADER.values(code)[1:]
                    )
                ],
            )
        else:
            match.answer(seat, [legal[0]])
    assert asked == ["masters", "hire"]


@pytest.mark.rule("MFX-11.10")
def test_upgrades_are_not_hired() -> None:
    """No card of the printed set is one, and hiring offers models alone."""
    match = Match(find("malifaux"), 2, seed=1)
    while match.decisions[match.waiting[0]].prompt.key != "hire":
        seat = match.waiting[0]
        match.answer(seat, [] if match.decisions[seat].prompt.key == "masters" else [match.legal(seat)[0]])
    offered = [code for code in match.legal(match.waiting[0]) if code != DONE]
    assert offered and all(actions.HIRED.has(code) for code in offered)
    assert roster.LIBRARY.upgrades == ()
