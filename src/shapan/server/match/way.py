"""Ways: what a person can do to a place that he points at before he has chosen anything."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import msgspec

from shapan.engine import previews, toward
from shapan.engine.match import Match
from shapan.engine.point_answers import code_at, takes_points
from shapan.engine.prompt import Prompt
from shapan.engine.scene import Target
from shapan.server.match.offer import offered


class Way(msgspec.Struct):
    """An answer, or the beginning of one: its picks, each with what comes of it behind those before it."""

    picks: list[Target]


class Ways(msgspec.Struct):
    """What can be done to a place, the best first."""

    ways: list[Way]


def ways_to(match: Match[Any], seat: int, place: str) -> list[list[int]]:
    """Return the rows that lead to a place, by what a seat sees."""
    decision = match.decisions[seat]
    return toward.ways(match.game, match.view(seat), seat, decision.prompt, decision.arg, offered(match, seat), place)


def ways_at(match: Match[Any], seat: int, at: Sequence[int]) -> list[list[int]]:
    """Return the rows that have a point as their second pick, such as a walk to it."""
    decision = match.decisions[seat]
    prompt, arg = decision.prompt, decision.arg
    if not prompt.many or not takes_points(prompt):
        return []
    found = []
    for first in offered(match, seat):
        code = code_at(prompt, match.live, seat, arg, [first], at)
        if code is not None and prompt.test_next(match.live, seat, arg, [first], code):
            found.append([first, code])
    view = match.view(seat)
    rates = {row[0]: match.game.rate(view, prompt, seat, arg, row[0], []) for row in found}
    return sorted(found, key=lambda row: rates[row[0]], reverse=True)[: toward.MAX_WAYS]


def row_of(match: Match[Any], seat: int, prompt: Prompt[Any], row: Sequence[int]) -> Way:
    """Return a row in words."""
    view, arg = match.view(seat), match.decisions[seat].arg
    picks = []
    for place, code in enumerate(row):
        scene = match.game.board(view, seat, [code], prompt)
        picks += [
            target
            for target, _ in previews.list_offers(match.game, view, seat, [code], prompt, scene, arg, row[:place])
        ]
    return Way(picks)
