"""Golden logs: two seeded matches of every game play again to the same bytes.

`pytest tests/golden --regen` writes them anew after a change of results; the game's `rules_version` must then have
grown, and the reason belongs into the commit message.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from shapan.bots import answer, find
from shapan.engine.game import Game
from shapan.engine.match import Match
from shapan.engine.registry import games

FOLDER = Path(__file__).parent


def cases() -> list[tuple[str, str, int]]:
    """Two matches a game: fewest seats with greedy bots, most seats with random ones."""
    rows = []
    for name, game in games().items():
        rows += [(name, "greedy", game.min_seats), (name, "random", game.max_seats)]
    return rows


def record(game: Game[Any], bot: str, seats: int) -> dict[str, Any]:
    """Play the match; return its log, all that was told to a spectator, and how it ended."""
    match = Match(game, seats, {}, seed=f"golden-{bot}-{seats}")
    while not match.over and len(match.log) < 400:
        seat = match.waiting[0]
        match.answer(seat, answer(find(bot), match, seat), by="bot")
    saved = match.save()
    return {
        "game": game.name,
        "rules_version": game.rules_version,
        "seats": seats,
        "options": {},
        "key": saved["key"],
        "undo": saved["undo"],
        "log": saved["log"],
        "events": match.events_for(seats),
        "outcome": None if match.outcome is None else match.outcome.write(),
        "hash": match.ask_hash(),
    }


@pytest.mark.parametrize(("name", "bot", "seats"), cases())
def test_golden_match_plays_again(name: str, bot: str, seats: int, request: pytest.FixtureRequest) -> None:
    game = games()[name]
    path = FOLDER / f"{name}-{bot}-{seats}.json"
    if request.config.getoption("--regen"):
        path.write_text(json.dumps(record(game, bot, seats), indent=None, separators=(",", ":")) + "\n", "utf-8")
    golden = json.loads(path.read_text("utf-8"))
    assert golden["rules_version"] == game.rules_version
    match = Match.load(game, golden, replay=True)  # raises Frozen at the first difference
    assert match.events_for(seats) == golden["events"]
    assert (None if match.outcome is None else match.outcome.write()) == golden["outcome"]
    assert match.ask_hash() == golden["hash"]
    assert json.loads(json.dumps(record(game, bot, seats))) == golden
