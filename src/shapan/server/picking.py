"""What people may pick: where the order of picks does not matter, in any order.

Rules offer such picks rising, so that every answer is found once: a card is left out where too few lie behind it. A
person points at whatever he likes; what fits is a pick with which what he has picked can still become an answer.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

from shapan.engine.actions import DONE
from shapan.engine.match import Match, Refusal

MOST_LOOKS: Final = 500
"""Rows looked at for one pick; what is not found among them is not offered."""


def offered(match: Match[Any], seat: int) -> list[int]:
    """Return the codes that a person may choose or pick first."""
    prompt = match.decisions[seat].prompt
    return match.legal(seat) if prompt.ordered or not prompt.many else _all(match, seat)


def following(match: Match[Any], seat: int, picked: Sequence[int]) -> tuple[list[int], bool]:
    """Return the next picks, and whether the answer may stop after those made. Raises Refusal if these do not fit."""
    decision = match.decisions[seat]
    prompt, arg = decision.prompt, decision.arg
    if prompt.ordered:
        for place, code in enumerate(picked):
            if code == DONE or code not in prompt.next(match.live, seat, arg, picked[:place]):
                raise Refusal(prompt.reason(match.live, seat, arg, code))
        legal = list(prompt.next(match.live, seat, arg, picked))
        return [code for code in legal if code != DONE], DONE in legal or not legal
    for place, code in enumerate(picked):
        if code == DONE or not _can_end(match, seat, picked[: place + 1]):
            raise Refusal(prompt.reason(match.live, seat, arg, code))
    whole = prompt.allows(match.live, seat, arg, list(picked))
    if whole and not match.legal(seat, sorted(picked)):
        return [], True
    return [code for code in _all(match, seat) if code != DONE and _can_end(match, seat, [*picked, code])], whole


def _all(match: Match[Any], seat: int) -> list[int]:
    """Return every code that some answer holds: the row of the least picks meets them all, for what follows grows."""
    row: list[int] = []
    found = match.legal(seat)
    options = found
    while rest := [code for code in options if code != DONE]:
        row.append(rest[0])
        options = match.legal(seat, row)
        found = [*found, *(code for code in options if code != DONE and code not in found)]
    return found


def _can_end(match: Match[Any], seat: int, picked: Sequence[int]) -> bool:
    """Tell whether some answer holds all these picks."""
    looks = 0

    def ends(row: list[int], wanted: list[int]) -> bool:
        nonlocal looks
        looks += 1
        if looks > MOST_LOOKS:
            return False
        options = match.legal(seat, row)
        if not wanted and (not options or DONE in options):
            return True
        if wanted and wanted[0] in options and ends([*row, wanted[0]], wanted[1:]):
            return True
        others = [code for code in options if code != DONE and (not wanted or code < wanted[0])]
        return any(ends([*row, code], wanted) for code in others)

    return ends([], sorted(picked))
