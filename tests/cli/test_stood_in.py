"""Who answered in place of a person, as the terminal tells it."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from cli.conftest import Shapan
from shapan.engine.match import Match
from shapan.engine.registry import find
from shapan.engine.segment import BOT, CLOCK


@pytest.fixture
def file(tmp_path: Path) -> Path:
    """A match in which a bot and then the clock roll for somebody; only the second seat is a bot's."""
    match = Match(find("pig"), 2, {}, 1)
    for given_by in (BOT, CLOCK):
        seat = min(match.decisions)
        match.answer(seat, match.legal(seat)[0], given_by)
    path = tmp_path / "match.json"
    path.write_text(json.dumps({**match.save(), "table": {"names": ["Ling", ""], "bots": {"1": "random"}}}))
    return path


def test_a_replay_marks_what_no_person_chose(file: Path, shapan: Shapan) -> None:
    done = shapan("replay", file)
    assert done.code == 0, done.err
    assert done.out.count("[by a bot]") == 1 and done.out.count("[time ran out]") == 1
    events = json.loads(shapan("replay", file, "--json").out)["events"]
    assert [event["by"] for event in events if "by" in event][-1] == CLOCK
