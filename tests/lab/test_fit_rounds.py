"""Judgements fitted in rounds: searches go by what was fitted, the better weights stay, and nothing is lost."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable
from math import log
from pathlib import Path
from typing import Any, ClassVar

import polars as pl
import pytest

from cli.conftest import Done, Shapan
from cli.conftest import data as data  # noqa: PLC0414 - its fixtures
from cli.conftest import shapan as shapan  # noqa: PLC0414
from engine.tiny import PICK, Tiny, TinyGame, choose
from lab.conftest import hashes, nothing
from shapan import bots
from shapan.engine import registry
from shapan.engine.judgement import Judgement
from shapan.engine.table import Table
from shapan.lab import judgement_fit, judgement_rounds, rows
from shapan.lab.judgement_rounds import Rounds, Setup
from shapan.lab.pairs import pairs_of, values_of
from shapan.lab.plan import Plan
from shapan.lab.playout import play
from shapan.lab.rerun import plan_of

SEARCH = "search:8/depth=0"


class Tombola(TinyGame):
    """Each picks a number openly; there are as many lots as four to the power of it, and one of them wins."""

    name, min_seats, max_seats = "tombola", 2, 3
    judgement: ClassVar[Judgement] = Judgement(("number",), (-1.0,))

    def __init__(self) -> None:
        super().__init__(choose(0), choose(1), *(choose(0) for _ in range(3)))
        self.steps = (*self.steps[:-1], self.draw)  # type: ignore[misc]  # one row of steps a class in other games

    def features(self, state: Tiny) -> list[list[float]]:
        return [[float(state.notes[seat]) if seat < len(state.notes) else 1.0] for seat in range(state.seats)]

    @staticmethod
    def draw(state: Tiny, table: Table[Tiny]) -> None:
        winner = table.draw(0, [seat for seat in range(state.seats) for _ in range(4 ** state.notes[seat])])
        table.finish(0, [1 if seat == winner else 2 for seat in range(state.seats)])


@pytest.fixture
def tombola(monkeypatch: pytest.MonkeyPatch) -> type[Tombola]:
    monkeypatch.setattr(registry, "_EXTRA", {})
    registry.register(Tombola())
    return Tombola


@pytest.fixture
def fit(shapan: Shapan, tombola: object, tmp_path: Path) -> Callable[..., Done]:
    def call(out: str = "out", **more: object) -> Done:
        asked = {"bots": f"{SEARCH},random", "seats": 2, "matches": 60, "rounds": 2, "pairs": 30, "jobs": 1, **more}
        words = [word for name, value in asked.items() for word in (f"--{name}", value) if word is not None]
        return shapan("lab", "fit", "tombola", *words, "--out", tmp_path / out)

    return call


def test_a_search_goes_by_the_weights_of_its_plan(tombola: type[Tombola]) -> None:
    names = [f"{SEARCH}@{whose}" for whose in ("more", "less")]
    plan = Plan("tombola", 2, [names, names[::-1]], {}, "1", 8, judgements={"more": [2.0], "less": [-2.0]})
    for played in play(plan, 0, 8):
        first = dict(zip(played.lineup, [code for _, _, (code,) in numbers(played)], strict=True))
        assert first == {names[0]: PICK.code(2), names[1]: PICK.code(0)}
    assert tombola.judgement.weights == [-1.0]
    with pytest.raises(bots.UnknownBot, match="less"):
        Plan("tombola", 2, [names], {}, "1", 1).bots()
    with pytest.raises(bots.UnknownBot, match="'random' does not search"):
        Plan("tombola", 2, [["random@less"] * 2], {}, "1", 1, judgements={"less": [-2.0]}).bots()


def numbers(played: Any) -> list[Any]:
    """The first two answers of a match."""
    pairs = zip(played.chosen, played.answers, strict=True)
    return [(prompt, seat, codes) for (prompt, seat, _), codes in pairs][:2]


def test_better_weights_are_kept_and_the_next_round_goes_by_them(fit: Callable[..., Done], tmp_path: Path) -> None:
    done = fit(json=None)
    assert done.code == 0, done.err
    found = json.loads(done.out)
    one, two = found["rounds"]
    assert found["in_use"] == [-1.0]
    assert (one["against"], one["kept"], one["verdict"]) == ("in-use", True, "more")
    assert one["low"] > 0.5
    assert one["losses"]["best"] == one["losses"]["in_use"]
    assert (two["against"], two["kept"], found["best"]) == ("1", False, "1"), "the same once more wins no more"
    assert two["losses"]["best"] != two["losses"]["in_use"]
    assert two["earlier"] == one["positions"]
    out = tmp_path / "out"
    assert (out / "judgement.toml").read_bytes() == (out / "round1" / "judgement.toml").read_bytes()
    plan = json.loads((out / "round2" / "2-seats" / "positions.json").read_text())["plan"]
    best, old = f"{SEARCH}@1", f"{SEARCH}@in-use"
    assert plan["judgements"] == {"in-use": [-1.0], "1": [one["weights"]["number"]]}
    assert plan["lineups"][::2] == [[best, best], [best, old], [old, best]], "the best against each of the others"
    assert plan["lineups"][1::2] == [["random", "random"]] * 3
    pairs = out / "round2" / "2-seats-pairs"
    assert {**plan_of(pairs).write(), "schema": rows.SCHEMA} == json.loads((pairs / "plan.json").read_text())


def test_weights_that_win_less_are_not_kept(
    fit: Callable[..., Done], tombola: type[Tombola], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A sign that lets nothing but the wrong way leaves the candidate at 0: it plays by chance, and loses."""
    monkeypatch.setattr(tombola, "judgement", Judgement(("-number",), (log(4),)))
    done = fit(rounds=1)
    assert done.code == 0, done.err
    assert "against the weights in use: " in done.out
    assert "not kept: less than half" in done.out
    assert done.out.endswith("Nothing fitted has won more: the game plays as before\n")
    assert not (tmp_path / "out" / "judgement.toml").exists()
    assert (tmp_path / "out" / "round1" / "judgement.toml").exists()


def test_rounds_go_on_where_they_were_stopped(
    fit: Callable[..., Done], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def stopping(real: Callable[..., Any], at: int) -> Callable[..., Any]:
        calls: list[int] = []

        def call(plan: Plan, first: int, count: int) -> Any:
            calls.append(first)
            if len(calls) == at:
                raise KeyboardInterrupt
            return real(plan, first, count)

        return call

    for module, name, at in (
        (judgement_fit, "gather", 2),
        (judgement_rounds, "write", 3),
        (judgement_fit, "gather", 2),
    ):
        with monkeypatch.context() as patch:
            patch.setattr(module, name, stopping(getattr(module, name), at))
            done = fit()
            assert done.code == 130
            assert f"what is finished is kept in {tmp_path / 'out'}, and the same command goes on" in done.err
    assert fit().code == fit(out="whole").code == 0
    assert hashes(tmp_path / "out") == hashes(tmp_path / "whole")
    for module, name in ((judgement_fit, "gather"), (judgement_rounds, "write")):
        monkeypatch.setattr(module, name, None)
    assert fit().out == fit(out="whole").out.replace("whole", "out"), "nothing is played again"
    assert fit(rounds=1).out.count("Round") == 1


def test_other_rounds_are_refused(
    fit: Callable[..., Done], tombola: type[Tombola], monkeypatch: pytest.MonkeyPatch
) -> None:
    assert fit(rounds=1, pairs=4).code == 0
    assert "holds other rounds: their pairs is not what is asked for" in fit(rounds=1, pairs=5).err
    assert "holds other rounds: their plans is not" in fit(seed=2, rounds=1, pairs=4).err
    assert "there is something else already" in fit(".", rounds=1, pairs=4).err
    monkeypatch.setattr(tombola, "judgement", Judgement(("number",), (-2.0,)))
    assert "holds other rounds: their in_use is not" in fit(rounds=1, pairs=4).err
    assert "too few matches" in fit("few", matches=2).err


@pytest.mark.parametrize(
    ("asked", "says"),
    [
        ({"bots": "random"}, "--rounds needs a bot that searches with a number of passes"),
        ({"bots": "general,random"}, "--rounds needs a bot that searches with a number of passes"),
        ({"pairs": 0}, "--pairs: 0 is not 1 or more"),
        ({"rounds": -1}, "--rounds: -1 is not 0 or more"),
    ],
)
def test_rounds_that_tell_nothing_are_refused(
    fit: Callable[..., Done], tmp_path: Path, asked: dict[str, Any], says: str
) -> None:
    done = fit(**asked)
    assert (done.code, done.out) == (2, "")
    assert says in done.err
    assert not (tmp_path / "out").exists()


def test_the_number_of_processes_makes_no_difference(tmp_path: Path) -> None:
    for jobs in (1, 2):
        plan = Plan("planet_masters", 2, [["search:2", "greedy"]], {}, "1", 30)
        rounds = Rounds(tmp_path / str(jobs), Setup([plan], ["search:2", "greedy"], 6, 0.2), jobs)
        rounds.run(1, nothing)
    assert hashes(tmp_path / "1") == hashes(tmp_path / "2")


def test_a_pair_is_one_deal_with_the_seats_exchanged() -> None:
    for seats, lineups in ((2, 2), (3, 6), (4, 6)):
        plan = pairs_of(Plan("planet_masters", seats, [], {}, "1", 1), "one", "other", 9)
        assert (plan.matches, len(plan.lineups)) == (18, lineups)
        assert [plan.key(match) for match in (0, 2)] == [plan.key(match) for match in (1, 3)]
        assert plan.key(1) != plan.key(2)
        for match in range(0, 18, 2):
            seated = zip(plan.lineup(match), plan.lineup(match + 1), strict=True)
            assert all({first, second} == {"one", "other"} for first, second in seated)


def test_what_a_pair_is_worth() -> None:
    won = {0: (1, 0), 1: (1, 0), 2: (1, 0), 3: (0, 1), 4: (0, 0), 5: (0, 1)}
    names = [("one", "other"), ("other", "one")]
    table = [
        {
            "match": match,
            "seat": seat,
            "bot": names[match % 2][seat],
            "won": bool(who[seat]),
            "return": 2.0 * who[seat] - 1,
        }
        for match, who in won.items()
        for seat in (0, 1)
    ]
    assert values_of(pl.DataFrame(table), "one", 2, independent=False) == Counter({0.5: 1, 1.0: 1, 0.75: 1})
    assert values_of(pl.DataFrame(table), "other", 2, independent=False) == Counter({0.5: 1, 0.0: 1, 0.25: 1})
    assert values_of(pl.DataFrame(table), "one", 2, independent=True) == Counter({0.5: 1, 1.0: 1, 0.75: 1})
    lost = pl.DataFrame([{**row, "won": False, "return": -1.0} for row in table])
    assert values_of(lost, "one", 2, independent=True) == Counter({0.5: 3})
