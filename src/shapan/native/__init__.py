"""Rules that run in C++, translated from the very text that Python runs: random matches by the thousand.

    from shapan.native import playouts
    for match in playouts("planet_masters", 4, range(1000)):
        print(match.decisions, match.ranks)

What cannot be translated or compiled, plain Python plays, with the same results.
"""

from shapan.native.answers import Playout
from shapan.native.library import why_plain
from shapan.native.playouts import playouts

__all__ = ["Playout", "playouts", "why_plain"]
