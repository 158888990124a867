"""What lasts for a while: abilities that end with a turn, a round or a use.

A state keeps them as a `list[tuple[int, ...]]`, a row for each: holder, ability, the moment that ends it (a number of
`Effects.moment`), how often that moment must come.
"""

from __future__ import annotations


def lasting_on(rows: list[tuple[int, ...]], holder: int) -> list[int]:
    """Return the abilities that somebody has for a while."""
    return [row[1] for row in rows if row[0] == holder]


def elapse(rows: list[tuple[int, ...]], moment: int, holder: int = -1) -> None:
    """Let a moment come (the end of a turn, a use), for one holder or for all: what has lasted long enough ends."""
    for place in reversed(range(len(rows))):
        one, ability, until, left = rows[place]
        if until == moment and holder in (-1, one):
            rows[place] = (one, ability, until, left - 1)
            if left <= 1:
                rows.pop(place)
