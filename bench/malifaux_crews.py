"""Measure what crews of Malifaux are worth by what they consist of; prints and writes the weights that hiring reads.

uv run python bench/malifaux_crews.py --matches 60 --keep crews.jsonl --write    # into data/hiring.toml

Both seats are `greedy`, but their crews are drawn by chance: any that may be hired, with more or fewer stones kept. The
difference of points, four at most, is fitted to the difference of what is counted of both crews (`bots/hiring.py`), of
the stones kept and of the leaders: least squares, drawn to nothing as strongly as `RIDGE` measurements would.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import product
from pathlib import Path
from typing import Any, NamedTuple

from balance import parser, played

from shapan.bots import DecisionPoint, find
from shapan.engine.actions import DONE
from shapan.engine.chance import Stream, derive
from shapan.engine.table import PolicyTable
from shapan.games.malifaux import actions, roster
from shapan.games.malifaux.bots import hiring
from shapan.games.malifaux.game import MALIFAUX as GAME
from shapan.games.malifaux.rules import hire

LEADERS = tuple(crew.leader for crew in roster.CREWS if crew.size == 50)
SIZE = 50
KEPT = (2, 13)
"""So many stones, from and up to but not with, are kept by a drawn crew or a few more."""


class Fought(NamedTuple):
    """A match: leaders and crews by seat, what was played for, what was scored."""

    leaders: list[str]
    crews: list[list[str]]
    strategy: int
    pool: list[int]
    points: list[int]
    winners: list[int]


Job = tuple[int, int, int]
"""Leaders of both seats, number."""


def drawn(leader: str, rng: Stream) -> list[int]:
    """Return a crew drawn by chance: its totem, then who still may be hired, until nobody may."""
    model = roster.MODELS[roster.MODEL.numbers[leader]]
    budget = SIZE - KEPT[0] - rng.number(KEPT[1] - KEPT[0])
    crew = [card.number for card in roster.MODELS if card.totem_for == leader]
    while True:
        able = [
            card.number
            for card in roster.MODELS
            if card.station != "master"
            and not card.totem_for
            and hire.fault(model, model.faction, (), [*crew, card.number], budget) is None
        ]
        if not able:
            return sorted(crew)
        crew.append(rng.choice(able))


def play(job: Job) -> Fought:
    """Play one match with crews drawn by chance."""
    first, second, number = job
    leaders = (LEADERS[first], LEADERS[second])
    state = GAME.start({}, 2, derive(b"crews", first, second, number))
    bot, rng = find("greedy"), Stream(derive(b"crews bots", first, second, number))
    crews = [drawn(leader, rng) for leader in leaders]
    views: dict[int, Any] = {}

    def choose(state: Any, prompt: Any, seat: int, arg: int, options: Any, picked: Any) -> int:
        if prompt.key == "leader":
            card = roster.MODEL.numbers[leaders[seat]]
            return actions.LEADER.code(roster.FACTIONS.index(roster.MODELS[card].faction), card)
        if prompt.key == "hire":
            wanted = [actions.HIRED.codes[card] for card in crews[seat]]
            return wanted[len(picked)] if len(picked) < len(wanted) else DONE
        if not picked:
            views[seat] = GAME.view(state, seat)
        return bot.choose(DecisionPoint(GAME, views[seat], prompt, seat, arg, options, picked, rng))

    GAME.play_out(state, PolicyTable(state, choose))
    outcome = GAME.outcome(state)
    assert outcome is not None
    return Fought(
        list(leaders), [[roster.MODELS[card].id for card in crew] for crew in crews], state.strategy, list(state.pool),
        [state.points(seat) for seat in (0, 1)], list(outcome.winners),
    )  # fmt: skip


# The fit


RIDGE = 5.0
MOST = 4
"""Points of difference that count: who is that much ahead has won."""
DATA = Path(__file__).resolve().parent.parent / "src" / "shapan" / "games" / "malifaux" / "data" / "hiring.toml"


def counted(match: Fought, seat: int) -> list[float]:
    """Return what is counted of a seat: its crew, its stones, its leader."""
    leader = roster.MODELS[roster.MODEL.numbers[match.leaders[seat]]]
    numbers = [roster.MODEL.numbers[one] for one in match.crews[seat]]
    there = hiring.features(match.strategy, [roster.MODELS[number] for number in numbers])
    stones = hire.pool(leader, leader.faction, numbers, SIZE)
    return [*there.values(), stones, *(float(leader.id == one) for one in LEADERS)]


def solved(rows: list[list[float]], right: list[float]) -> list[float]:
    """Return what solves equations, by elimination with the largest pivot."""
    size = len(right)
    table = [[*row, value] for row, value in zip(rows, right, strict=True)]
    for at in range(size):
        pivot = max(range(at, size), key=lambda one: abs(table[one][at]))
        table[at], table[pivot] = table[pivot], table[at]
        for other in range(size):
            if other != at:
                factor = table[other][at] / table[at][at]
                table[other] = [x - factor * y for x, y in zip(table[other], table[at], strict=True)]
    return [table[at][size] / table[at][at] for at in range(size)]


def fitted(matches: Sequence[Fought]) -> list[tuple[float, float]]:
    """Return the weight of each thing that is counted, with its standard error."""
    rows = [[a - b for a, b in zip(counted(one, 0), counted(one, 1), strict=True)] for one in matches]
    leads = [float(max(-MOST, min(MOST, one.points[0] - one.points[1]))) for one in matches]
    size = len(rows[0])
    squares = [[sum(row[i] * row[j] for row in rows) + RIDGE * (i == j) for j in range(size)] for i in range(size)]
    found = solved(squares, [sum(row[i] * lead for row, lead in zip(rows, leads, strict=True)) for i in range(size)])
    rest = [lead - sum(x * y for x, y in zip(row, found, strict=True)) for row, lead in zip(rows, leads, strict=True)]
    spread = sum(one * one for one in rest) / len(rest)
    errors = [solved(squares, [float(i == j) for j in range(size)])[i] for i in range(size)]
    return [(weight, (spread * error) ** 0.5) for weight, error in zip(found, errors, strict=True)]


def main() -> None:
    """Play all matches, fit the weights, and write them."""
    flags = parser(DATA, "60").parse_args()
    jobs = [(*pair, number) for number in range(int(flags.matches)) for pair in product(range(len(LEADERS)), repeat=2)]
    matches = list(played(jobs, play, lambda match: Fought(*match), flags.keep, flags.jobs).values())
    told = [*hiring.FEATURES, "stones", *LEADERS]
    lines = [f"# Fitted to {len(matches)} matches of crews drawn by chance, in points of difference; behind each its",
             f"# standard error. Made by: uv run python bench/malifaux_crews.py --matches {flags.matches} --write",
             "[weights]"]  # fmt: skip
    found = dict(zip(told, fitted(matches), strict=True))
    lines += [f'"{name}" = {found[name][0]:.4f}  # ± {found[name][1]:.4f}' for name in hiring.FEATURES]
    rest = ", ".join(f"{name} {found[name][0]:.2f} ± {found[name][1]:.2f}" for name in told[len(hiring.FEATURES) :])
    text = "\n".join([*lines, f"# Beside them: {rest}."]) + "\n"
    print(text)
    if flags.write:
        DATA.write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main()
