"""How many sit at each table of a round, and how many sit out."""

from __future__ import annotations


def table_sizes(players: int, seats: int, least: int) -> list[int]:
    """Return the sizes of the tables for so many players, the larger first; whom they leave over has a bye.

    No table has more than `seats` or fewer than `least`. As few as can be have a bye, there are as few tables as can
    be, and their sizes differ by one at most.
    """
    for sitting in range(players, least - 1, -1):
        tables = -(-sitting // seats)
        if tables * least <= sitting:
            size, larger = divmod(sitting, tables)
            return [size + 1] * larger + [size] * (tables - larger)
    return []


def usual_rounds(form: str, players: int, seats: int) -> int:
    """Return how many rounds a tournament has if its host says nothing.

    A round robin has enough for everyone to meet everyone. By Swiss it is as many as it takes until at most one has
    always won, at least three, and no more than can be played without meeting anyone twice.
    """
    if form == "robin":
        everyone = players - 1 + (players % 2 if seats == 2 else 0)
        return max(1, -(-everyone // (seats - 1)))
    rounds, leaders = 0, players
    while leaders > 1:
        leaders, rounds = -(-leaders // seats), rounds + 1
    return max(1, min(max(3, rounds), (players - 1) // (seats - 1)))
