"""A bot that hangs, or that never lets a match end, is named with its match and seat, and the folder goes on later."""

from __future__ import annotations

import signal
import time
from pathlib import Path
from typing import Any

import pytest

from shapan import bots
from shapan.bots import registry as module
from shapan.engine.registry import find
from shapan.lab.errors import LabError
from shapan.lab.folder import Folder
from shapan.lab.plan import Plan
from shapan.lab.playout import play, replay
from shapan.lab.results import load
from shapan.lab.run import run
from shapan.lab.workers import Workers

SOON = 1.0
"""Seconds: what hangs takes longer, however fast the machine is."""


@pytest.fixture(autouse=True)
def plain(monkeypatch: pytest.MonkeyPatch) -> None:
    """Play in Python, where rules are replaced: C++ that another test has built knows the true ones."""
    monkeypatch.setattr("shapan.lab.playout.quick", lambda plan: None)


class Hanging(bots.Bot):
    """Catches all that a bot may catch, and never comes back."""

    name = "hanging"

    def choose(self, decision: bots.DecisionPoint) -> int:
        while True:
            try:
                time.sleep(0.01)
            except Exception:  # noqa: BLE001 - just that must not help
                continue


class Musing(Hanging):
    """The same, of a bot that plays on in its head."""

    name = "musing"
    thinks = True


class Mended(bots.Bot):
    """The same bot, mended."""

    name = "hanging"

    def choose(self, decision: bots.DecisionPoint) -> int:
        return decision.options[-1]


@pytest.fixture(autouse=True)
def _listed(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let a test add bots without leaving them behind."""
    monkeypatch.setattr(module, "_BOTS", dict(module._BOTS))
    for bot in (Hanging(), Musing()):
        bots.register(bot)


def plan_of(*names: str, matches: int = 4, patience: float = SOON, game: str = "pig") -> Plan:
    return Plan(game, len(names), [list(names)], {}, "a", matches, patience=patience)


@pytest.mark.parametrize("name", ["hanging", "musing"])
def test_a_bot_that_hangs_is_named_with_match_seat_question_and_place(name: str) -> None:
    who = rf"{name} at seat 1 has not answered roll_or_hold for 1 s"
    says = rf"match 2 of seed 'a' stands still: {who} \(.*test_watchdog.py, line"
    with pytest.raises(LabError, match=says):
        list(play(plan_of("random", name), 2, 1))


def test_it_is_named_too_where_a_match_is_played_again() -> None:
    with pytest.raises(LabError, match="match 1 of seed 'a' stands still: hanging at seat 0 has not answered"):
        replay(plan_of("hanging", "random"), 1)


def test_rules_that_ask_nobody_are_named_by_their_place(monkeypatch: pytest.MonkeyPatch) -> None:
    def for_ever(state: Any, table: Any) -> None:
        while True:
            time.sleep(0.01)

    monkeypatch.setattr(find("leduc"), "play_out", for_ever)
    with pytest.raises(LabError, match=r"stands still: the rules have asked nobody for 1 s \(.*test_watchdog.py"):
        list(play(plan_of("random", "random", game="leduc"), 0, 1))


def test_a_clock_is_put_back_as_it_was() -> None:
    before, timer = signal.getsignal(signal.SIGALRM), signal.getitimer(signal.ITIMER_REAL)
    list(play(plan_of("random", "random", patience=60), 0, 1))
    assert signal.getsignal(signal.SIGALRM) is before
    assert signal.getitimer(signal.ITIMER_REAL)[1] == timer[1]
    assert signal.getitimer(signal.ITIMER_REAL)[0] <= timer[0]


def test_bots_that_never_let_a_match_end_are_named() -> None:
    class Bold(bots.Bot):
        name = "bold"

        def choose(self, decision: bots.DecisionPoint) -> int:
            return decision.options[0]

    bots.register(Bold())
    says = (
        r"match 0 of seed 'a' is not over after 200,000 decisions; .* by bold at seat \d \(roll_or_hold\), bold at seat"
    )
    with pytest.raises(LabError, match=says):
        list(play(plan_of("bold", "bold"), 0, 1))


def test_a_bot_that_fails_is_named() -> None:
    class Broken(bots.Bot):
        name = "broken"

        def choose(self, decision: bots.DecisionPoint) -> int:
            return 1 // len(decision.picked)

    bots.register(Broken())
    with pytest.raises(LabError, match=r"match 3 of seed 'a' failed: broken at seat 1: ZeroDivisionError: .*, line"):
        list(play(plan_of("random", "broken"), 3, 1))


def test_a_folder_is_not_stuck_the_same_plan_goes_on_with_a_mended_bot(tmp_path: Path) -> None:
    plan = Plan("pig", 2, [["random", "greedy"], ["random", "hanging"]], {"target": 10}, "a", 6, patience=SOON)
    says = rf"match 1 of .* hanging at seat 1 .*; what is finished is kept in {tmp_path / 'out'}: once this is fixed"
    with Folder(tmp_path / "out", plan) as folder, pytest.raises(LabError, match=says):
        run(folder, Workers, lambda there: None)
    assert [path.name for path in (tmp_path / "out" / "parts").iterdir()] == ["000000000-000000000"]
    bots.register(Mended())
    with Folder(tmp_path / "out", plan) as folder:
        run(folder, Workers, lambda there: None)
    assert load(tmp_path / "out").count == 6


def test_how_long_a_plan_waits_is_no_part_of_it() -> None:
    assert plan_of("random", "random", patience=1).digest() == plan_of("random", "random", patience=0).digest()
