"""The client confuses no two offers: its law is tried on tables of real matches of all games.

`web/src/lib/apart.test.ts` is the law; here matches are played until each kind of question was asked a few times.
"""

from __future__ import annotations

import os
import subprocess
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec

import hatch_build
from shapan import bots
from shapan.engine.actions import DONE
from shapan.engine.match import Match, Refusal
from shapan.engine.registry import find
from shapan.server.match.offer import next_picks
from shapan.server.match.visible_state import visible_state

WEB = Path(__file__).parents[2] / "web"
PLAYED = {
    "planet_masters": (3, 120), "battlestar": (4, 160), "battlefield": (3, 300), "starcraft": (3, 300),
    "malifaux": (2, 160),
}  # fmt: skip
"""By game, seats and answers."""
EACH = 3
"""So many tables of one kind of question."""
FOLLOWED = 6
"""So many first picks of a question whose followers are looked at."""


def samples(name: str, seats: int, answers: int) -> Iterator[dict[str, Any]]:
    """Yield what a client gets at questions of a match that greedy bots play."""
    match: Match[Any] = Match(find(name), seats, {}, b"offers", "friendly")
    mind, seen = bots.find("greedy"), Counter[str]()
    for _ in range(answers):
        if match.over:
            return
        seat = min(match.decisions)
        prompt = match.decisions[seat].prompt
        if seen[prompt.key] < EACH:
            seen[prompt.key] += 1
            found = visible_state(match, seat, match.event_count(seat))
            assert found.decision is not None
            codes = [target.code for target in found.decision.targets if target.code != DONE]
            following = dict(_followers(match, seat, codes)) if prompt.many else {}
            yield {"game": name, "decision": found.decision, "scene": found.scene, "next": following}
        match.answer(seat, bots.answer(mind, match, seat))


def _followers(match: Match[Any], seat: int, codes: list[int]) -> Iterator[tuple[str, Any]]:
    for code in codes[:: max(1, len(codes) // FOLLOWED)]:
        try:
            yield str(code), next_picks(match, seat, [code])
        except Refusal:
            continue


def test_no_two_offers_of_a_real_table_are_confused(tmp_path: Path) -> None:
    rows = [row for name, (seats, answers) in PLAYED.items() for row in samples(name, seats, answers)]
    assert {row["game"] for row in rows} == set(PLAYED)
    assert any(row["next"] for row in rows)
    file = tmp_path / "scenes.json"
    file.write_bytes(msgspec.json.encode(rows))
    node = hatch_build.find_node().folder / "node"
    vitest = [str(node), "node_modules/vitest/vitest.mjs", "run", "--project", "library", "src/lib/apart.test.ts"]
    env = {**os.environ, "VITE_SCENES": str(file), "NO_COLOR": "1"}
    done = subprocess.run(vitest, cwd=WEB, env=env, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout[-4000:] + done.stderr[-2000:]
