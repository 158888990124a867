"""What scenario files of StarCraft cannot say: what is not told, and how a match ends when somebody leaves."""

from __future__ import annotations

from typing import Any

from shapan.engine.scenario import run
from shapan.games.starcraft.game import GAME

GALAXY = [
    {"planet": "torus", "at": [-1, 0]},
    {"planet": "abaddon", "at": [0, 0]},
    {"planet": "antiga_prime", "at": [1, 0]},
]


def told(key: str, pool: int, *answers: dict[str, Any]) -> int:
    """Return how often an event is told in a Build order of a seat with a base and some workers."""
    seats = [
        {"faction": "raynor", "bases": ["torus_4"], "pool": pool, "cards": []},
        {"faction": "overmind", "bases": ["antiga_prime_1"]},
    ]
    order = {"seat": 0, "order": "build", "planet": "torus"}
    result = run(
        GAME,
        {
            "game": "starcraft",
            "seats": 2,
            "position": {"step": "order", "order": order, "galaxy": GALAXY, "seats": seats},
            "answers": [{"seat": 0, **answer} for answer in answers],
            "expect": {"refused": None},
        },
    )
    assert not result.differences
    return sum(event["key"] == key for event in result.events)


def test_sc_3_7_an_order_that_could_do_nothing_tells_so() -> None:
    assert told("nothing_done", 0) == 1


def test_sc_3_7_an_order_that_bought_something_was_not_without_effect() -> None:
    assert told("worker_built", 1, {"do": "build_worker"}) == 1
    assert told("nothing_done", 1, {"do": "build_worker"}) == 0


def test_sc_13_a_mate_who_fell_wins_with_his_team_when_the_last_enemy_leaves() -> None:
    seats = [
        {"faction": "raynor", "bases": ["torus_4"]},
        {"faction": "overmind", "bases": ["antiga_prime_1"]},
        {"faction": "mengsk", "eliminated": True},
        {"faction": "tassadar", "eliminated": True},
    ]
    position = {"step": "planning", "galaxy": GALAXY, "seats": seats}
    state = GAME.read_position(position, GAME.resolve({"teams": "two"}, 4), 4)
    assert GAME.leave_ends(state, 1)
    outcome = GAME.forfeit(state, 1)
    assert (outcome.winners, outcome.ranks) == ([0, 2], [1, 3, 1, 3])
