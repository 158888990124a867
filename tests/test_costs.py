"""What the tests cost is told by game and kind, with the budget; what is over it is marked."""

from __future__ import annotations

import subprocess
import sys

import pytest

from costs import BUDGET, KINDS, PARTS, REST, WHOLE, Costs, Meter, _below, _seconds, pace, place_of, spent


@pytest.mark.parametrize(
    ("test", "game", "kind"),
    [
        ("tests/games/pig/test_scenarios.py::test_x[1]", "pig", "scenarios"),
        ("tests/games/planet_masters/test_odds.py::test_x", "planet_masters", "rest"),
        ("tests/games/battlestar/test_worlds.py::test_x", "battlestar", "worlds"),
        ("tests/conformance/test_plants.py::test_x[kept-leduc]", "leduc", "kit"),
        ("tests/conformance/test_plants.py::test_x[kept-fate_duel]", "toys", "kit"),
        ("tests/engine/test_face_down.py::test_x", "toys", "rest"),
        ("tests/golden/test_golden.py::test_x[pig-2-random]", "pig", "adapters and goldens"),
        ("tests/server/test_windows_battlestar.py::test_x", "battlestar", "server"),
        ("tests/server/test_twin_frames.py::test_x", "no game", "worlds"),
        ("tests/lab/test_run.py::test_x", "no game", "lab"),
        ("tests/test_costs.py::test_x", "no game", "rest"),
    ],
)
def test_a_test_has_a_game_and_a_kind(test: str, game: str, kind: str) -> None:
    assert place_of(test) == (game, kind)


def test_a_budget_that_is_exceeded_is_marked() -> None:
    costs = Costs()
    costs.add("tests/games/pig/test_worlds.py::test_x", BUDGET["worlds"] + 1)
    costs.add("tests/games/leduc/test_worlds.py::test_x", BUDGET["worlds"] - 1)
    costs.add("tests/lab/test_run.py::test_y", 300)
    rows = {line.split("  ")[0]: line for line in costs.lines()}
    assert "!41" in rows["pig"]
    assert "39" in rows["leduc"] and "!" not in rows["leduc"]
    assert "300" in rows["no game"] and "!" not in rows["no game"]
    assert "380 of" in rows["all"]
    costs.add("tests/lab/test_run.py::test_z", 20)
    lines = list(costs.lines())
    assert "   300.0  tests/lab/test_run.py::test_y" in lines and "   320.0  tests/lab/test_run.py" in lines


def test_the_budgets_of_all_kinds_make_the_whole() -> None:
    assert set(PARTS) == {*KINDS, REST}
    assert sum(PARTS.values()) == WHOLE


def test_a_run_that_is_over_the_budget_of_all_says_so() -> None:
    costs = Costs()
    costs.add("tests/server/test_api.py::test_x", PARTS["server"] + 1)
    costs.add("tests/games/pig/test_worlds.py::test_x", WHOLE - PARTS["server"] - 1)
    assert not [line for line in costs.lines() if line.startswith("OVER")], "what is just within it is no fault"
    costs.add("tests/games/pig/test_worlds.py::test_x", 50)
    worlds = WHOLE - PARTS["server"] - 1 + 50 - PARTS["worlds"]
    assert f"OVER BUDGET by 50 processor seconds: worlds {worlds}, server 1" in list(costs.lines())


def test_on_a_slower_machine_the_budgets_are_larger() -> None:
    costs = Costs(pace=2.0)
    costs.add("tests/games/pig/test_worlds.py::test_x", 2 * BUDGET["worlds"] - 1)
    costs.add("tests/server/test_api.py::test_x", 2 * WHOLE - 2 * BUDGET["worlds"])
    lines = list(costs.lines())
    assert not [line for line in lines if line.startswith("OVER") or "!79" in line]
    costs.add("tests/games/pig/test_worlds.py::test_x", 2)
    rows = {line.split("  ")[0]: line for line in costs.lines()}
    assert "!81" in rows["pig"] and f"of {2 * WHOLE}" in rows["all"]
    assert any(name.startswith("OVER BUDGET by 1 ") for name in rows)


def test_the_pace_of_a_machine_is_that_of_its_best_try() -> None:
    assert 0 < pace(times=3) < 100


def test_seconds_of_running_and_of_ended_processes_count() -> None:
    # The system counts in hundredths of a second and cuts off what is below: two thirds of the work must be there.
    work = "import time\nwhile time.process_time() < 0.3: pass\n"
    before = spent()
    subprocess.run([sys.executable, "-c", work], check=True)
    assert spent() - before >= 0.2
    before = spent()
    with subprocess.Popen(
        [sys.executable, "-c", f"{work}print(flush=True)\ninput()"], stdin=subprocess.PIPE, stdout=subprocess.PIPE
    ) as child:
        assert child.stdout is not None
        child.stdout.readline()
        assert not sys.platform.startswith("linux") or spent() - before >= 0.2


def test_a_process_that_ends_between_two_looks_counts_once() -> None:
    meter = Meter()
    work = "import time\nwhile time.process_time() < 0.3: pass\nprint(flush=True)\ninput()"
    before = meter.spent()
    with subprocess.Popen([sys.executable, "-c", work], stdin=subprocess.PIPE, stdout=subprocess.PIPE) as child:
        assert child.stdout is not None
        child.stdout.readline()
        running = meter.spent() - before  # more than `OFTEN` has passed: it is looked at
    ended = meter.spent() - before
    assert not sys.platform.startswith("linux") or running >= 0.2
    assert 0.2 <= ended < running + 0.2


def test_a_process_that_ends_while_it_is_looked_at_costs_nothing_more() -> None:
    gone = str(2**22 + 1)  # above the greatest number of a process
    assert not list(_below(gone))
    assert _seconds(gone) == 0.0
