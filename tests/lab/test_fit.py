"""Fitting a judgement: known weights come back, what is held out is judged better than blindly, nothing is lost."""

from __future__ import annotations

import io
import json
import tomllib
from collections.abc import Callable
from math import log
from pathlib import Path
from typing import Any, ClassVar

import numpy as np
import pytest

from cli.conftest import Done, Shapan
from cli.conftest import data as data  # noqa: PLC0414 - its fixtures
from cli.conftest import shapan as shapan  # noqa: PLC0414
from engine.tiny import Tiny, TinyGame, all_at_once, quietly
from lab.conftest import hashes
from shapan.engine import registry
from shapan.engine.judgement import Judgement, weights_of
from shapan.engine.table import Table
from shapan.lab import judgement_fit, logit, positions
from shapan.lab.plan import Plan


class Lottery(TinyGame):
    """All pick numbers at once; then there are as many lots as two to the power of the number, and one of them wins."""

    name, min_seats, max_seats = "lottery", 2, 3
    judgement: ClassVar[Judgement] = Judgement(("number", "-nothing"))
    scale = 1.0

    def __init__(self) -> None:
        super().__init__(all_at_once(), *(quietly(0) for _ in range(7)))
        self.steps = (*self.steps[:-1], self.draw)  # type: ignore[misc]  # one row of steps a class in other games

    def features(self, state: Tiny) -> list[list[float]]:
        known = len(state.notes) >= state.seats
        return [[self.scale * state.notes[seat] if known else 0.0, 0.0] for seat in range(state.seats)]

    @staticmethod
    def draw(state: Tiny, table: Table[Tiny]) -> None:
        winner = table.draw(0, [seat for seat in range(state.seats) for _ in range(2 ** state.notes[seat])])
        table.finish(0, [1 if seat == winner else 2 for seat in range(state.seats)])


@pytest.fixture
def lottery(monkeypatch: pytest.MonkeyPatch) -> type[Lottery]:
    monkeypatch.setattr(registry, "_EXTRA", {})
    registry.register(Lottery())
    return Lottery


@pytest.fixture
def fit(shapan: Shapan, lottery: object, tmp_path: Path) -> Callable[..., Done]:
    def call(*words: object, matches: int = 60, out: str = "out") -> Done:
        bots = [] if "--bots" in words else ["--bots", "random"]
        line = [*bots, "--jobs", 1, "--matches", matches, "--out", tmp_path / out]
        return shapan("lab", "fit", "lottery", *line, *words)

    return call


def drawn(weights: list[float], seats: int, apart: bool) -> logit.Groups:
    """Positions whose winners were drawn by some weights, four of each match."""
    rng = np.random.default_rng(5)
    rows = rng.normal(size=(4_000, seats, len(weights)))
    rows[..., 0] = 1.0
    sums = rows @ np.array(weights)
    if apart:
        won = (rng.random(sums.shape) < 1 / (1 + np.exp(-sums))).astype(float)
    else:
        won = np.eye(seats)[(sums + rng.gumbel(size=sums.shape)).argmax(axis=1)]
    return logit.groups_of(np.repeat(np.arange(1_000, dtype=np.uint32), 4), rows, won, apart)


def test_known_weights_come_back() -> None:
    apart = logit.fit([drawn([-0.5, 1.0, 0.0, -2.0], 2, True)], [0] * 4, 1e-4)
    assert apart == pytest.approx([-0.5, 1.0, 0.0, -2.0], abs=0.12)
    shared = logit.fit([drawn([0.0, 1.0, -0.3], 2, False), drawn([0.0, 1.0, -0.3], 4, False)], [0] * 3, 1e-4)
    assert shared == pytest.approx([0.0, 1.0, -0.3], abs=0.1)


def test_a_feature_weighs_only_the_way_that_its_sign_says() -> None:
    data = [drawn([0.5, 1.0, -0.3], 2, True)]
    fitted = logit.fit(data, [0, -1, -1], 1e-4)
    assert fitted[1] == 0
    assert fitted[2] == pytest.approx(-0.3, abs=0.1)
    assert logit.loss(data, fitted) > logit.loss(data, logit.fit(data, [0] * 3, 1e-4))


def test_a_constant_is_what_is_known_without_a_look_at_the_table() -> None:
    data = [drawn([0.5, 1.0, -0.3], 2, True)]
    weights = logit.constant(data, 1e-4)
    share = data[0].shares[:, 0].mean()
    assert weights == pytest.approx([log(share / (1 - share)), 0, 0], abs=0.01)
    assert logit.loss(data, weights) == pytest.approx(-share * log(share) - (1 - share) * log(1 - share), abs=1e-3)
    even = [drawn([0.0, 1.0], 4, False)]
    even[0].rows[..., 0] = np.random.default_rng(6).normal(size=even[0].rows.shape[:2])
    assert logit.loss(even, logit.constant(even, 1e-4)) == pytest.approx(log(4))


def test_positions_of_one_match_are_one_trial() -> None:
    """Each position four times in its match says no more about the gain than once."""
    data = drawn([0.5, 1.0], 2, True)
    data.match = np.repeat(np.arange(len(data.rows) // 2, dtype=np.uint32), 2)
    often = np.repeat(np.arange(len(data.rows)), 4)
    four = logit.Groups(data.match[often], data.rows[often], data.shares[often], data.weight)
    good, none = np.array([0.5, 1.0]), np.zeros(2)
    assert logit.gain([four], good, none) == pytest.approx(logit.gain([data], good, none))
    assert logit.gain([data], none, good)[0] == pytest.approx(-logit.gain([data], good, none)[0])


def test_what_is_said_comes_true_as_often() -> None:
    for apart, seats in ((True, 2), (False, 3)):
        data = [drawn([0.0, 1.5], seats, apart)]
        rows = logit.calibration(data, np.array([0.0, 1.5]), apart)
        assert sum(row["times"] for row in rows) == 4_000 * seats
        assert [row["from"] for row in rows] == [number / 10 for number in range(10)]
        assert all(abs(row["said"] - row["true"]) < 0.06 for row in rows)


def test_a_share_of_matches_is_held_out_whole() -> None:
    held = judgement_fit.is_held_out(np.array([number for number in range(1_000) for _ in range(3)]), 0.2)
    assert held.sum() == 600
    assert (held.reshape(-1, 3).sum(axis=1) % 3 == 0).all()
    assert judgement_fit.is_held_out(np.arange(10), 0.5).tolist() == [False, True] * 5


def taken(game: str, seats: int, bot: str) -> Any:
    """The positions of match 2."""
    return np.load(io.BytesIO(positions.gather(Plan(game, seats, [[bot] * seats], {}, "1", 3), 2, 1)[1]))


def test_a_game_with_a_horizon_is_looked_at_once_a_round() -> None:
    found = taken("battlestar", 3, "greedy")
    turns = 30 * np.abs(found["rows"][:, 0, registry.find("battlestar").judgement.features.index("turns")])
    assert turns == pytest.approx(np.arange(1, len(turns) + 1))
    assert len(turns) > 10
    assert set(found["match"]) == {2}
    assert (np.abs(found["rows"]).max(axis=1) == np.abs(found["rows"]).min(axis=1)).all(), "sides are opposed"
    last, won = found["rows"][-1, :, 0], found["shares"][-1]
    assert ((last == last[won.argmax()]) == (won == 1)).all(), "whoever is on the winner's side in the end has won"


def test_a_game_with_a_pace_of_its_own_is_looked_at_once_a_step() -> None:
    """Malifaux is looked at at each activation, and each turn has several."""
    found = taken("malifaux", 2, "random")
    points = found["rows"][:, 0, registry.find("malifaux").judgement.features.index("points")]
    assert len(points) > 25 and (np.diff(points) >= 0).all()


def test_a_match_that_nobody_won_is_worth_the_same_to_all(
    lottery: type[Lottery], monkeypatch: pytest.MonkeyPatch
) -> None:
    assert set(taken("lottery", 2, "random")["shares"].flat) == {0, 1}
    monkeypatch.setattr(Lottery, "draw", staticmethod(lambda state, table: table.finish(0, [2] * state.seats)))
    registry.register(Lottery())
    assert set(taken("lottery", 2, "random")["shares"].flat) == {0.5}


def test_the_lots_of_a_lottery_are_found(fit: Callable[..., Done], tmp_path: Path) -> None:
    done = fit("--json", matches=300)
    assert done.code == 0, done.err
    found = json.loads(done.out)
    assert found["weights"]["number"] == pytest.approx(log(2), abs=0.15)
    assert found["weights"]["nothing"] == 0
    assert found["losses"]["fitted"] < found["losses"]["constant"] - 0.05
    assert found["losses"]["constant"] == pytest.approx((log(2) + log(3)) / 2, abs=0.02), "both sizes have as many"
    assert found["gain"][0] > found["gain"][1] > 0
    assert 0.15 < found["held_out"] / found["positions"] < 0.25
    text = (tmp_path / "out" / "judgement.toml").read_text()
    assert weights_of(tomllib.loads(text), ("number", "nothing")) == list(found["weights"].values())
    assert not list(tmp_path.rglob(".*"))


def test_the_same_command_gives_the_same_files_and_plays_nothing_again(
    fit: Callable[..., Done], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert fit().code == fit(out="other").code == 0
    assert fit("--seed", 2, out="seed").code == 0
    whole, other, seed = (hashes(tmp_path / name) for name in ("out", "other", "seed"))
    assert whole == other
    assert whole["judgement.toml"] != seed["judgement.toml"]
    monkeypatch.setattr(judgement_fit, "gather", None)
    assert fit("--held-out", 0.4).code == 0
    assert hashes(tmp_path / "out")["judgement.toml"] != whole["judgement.toml"]


def test_an_interrupt_keeps_what_is_finished(
    fit: Callable[..., Done], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    real = positions.gather
    played: list[tuple[int, int]] = []

    def stopping(plan: Any, first: int, count: int) -> Any:
        played.append((plan.seats, first))
        if played[-1] == (3, 25) and played.count((3, 25)) == 1:
            raise KeyboardInterrupt
        return real(plan, first, count)

    monkeypatch.setattr(judgement_fit, "gather", stopping)
    done = fit()
    out = tmp_path / "out"
    says = f"shapan: stopped; what is finished is kept in {out}, and the same command goes on\n"
    assert (done.code, done.out, done.err) == (130, "", says)
    assert sorted(path.name for path in out.iterdir()) == ["2-seats", "3-seats"]
    assert fit().code == 0
    assert played == [(2, 0), (2, 25), (2, 50), (3, 0), (3, 25), (3, 25), (3, 50)]
    fit(out="whole")
    assert hashes(out) == hashes(tmp_path / "whole")


def test_positions_of_other_features_are_refused(
    fit: Callable[..., Done], lottery: type[Lottery], monkeypatch: pytest.MonkeyPatch
) -> None:
    assert fit().code == 0
    with monkeypatch.context() as patch:
        patch.setattr(lottery, "scale", 2.0)
        assert "another set of positions: its print is not what is asked for" in fit().err
    monkeypatch.setattr(lottery, "judgement", Judgement(("number", "luck")))
    assert "another set of positions: its features is not what is asked for" in fit().err


def test_weights_are_put_into_the_game_only_when_told(
    fit: Callable[..., Done], lottery: type[Lottery], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    package = tmp_path / "lottery_package"
    package.mkdir()
    (package / "__init__.py").touch()
    monkeypatch.syspath_prepend(tmp_path)
    monkeypatch.setattr(lottery, "package", "lottery_package")
    assert "not in use: --write puts them into the game" in fit().out
    assert not (package / "data").exists()
    done = fit("--write")
    assert "in use from now on" in done.out
    written = (package / "data" / "judgement.toml").read_bytes()
    assert written == (tmp_path / "out" / "judgement.toml").read_bytes()


def test_weights_in_use_stand_beside_the_fitted_ones(
    fit: Callable[..., Done], lottery: type[Lottery], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(lottery, "judgement", Judgement(("number", "nothing"), (log(2), 0.0)))
    found = json.loads(fit("--json", "--seats", "2", matches=100).out)
    assert found["in_use"] == {"number": log(2), "nothing": 0.0}
    assert found["losses"]["in_use"] < found["losses"]["constant"]
    assert found["gain"][0] == pytest.approx(found["losses"]["in_use"] - found["losses"]["fitted"])


def test_what_cannot_be_fitted_is_said_in_one_line(fit: Callable[..., Done], shapan: Shapan, tmp_path: Path) -> None:
    for line, says in (
        (["--seats", "2,5"], "lottery is played with 2 to 3 seats, not with 5"),
        (["--seats", "two"], "--seats: 'two' is no whole number"),
        (["--seats", ","], "--seats needs numbers, such as 2,3,4"),
        (["--held-out", "1"], "--held-out: 1 is not more than 0 and less than 1"),
        (["--bots", "gredy"], "there is no bot 'gredy'"),
    ):
        done = fit(*line)
        assert (done.code, done.out) == (2, ""), line
        assert says in done.err
        assert done.err.count("\n") == 1
    assert "too few matches: some must be held out" in fit(matches=2).err
    assert "two at the least" in fit("--seats", 2, matches=9).err, "one match cannot tell how far off the gain may be"
    assert not (tmp_path / "out").exists(), "said before anything is played"
    assert "pig has no judgement to fit" in shapan("lab", "fit", "pig").err


def test_a_judgement_without_features_is_said_in_one_line(fit: Callable[..., Done], lottery: type[Lottery]) -> None:
    class Uncounted(TinyGame):
        name = "lottery"
        judgement = Lottery.judgement

    registry.register(Uncounted())
    done = fit()
    assert (done.code, done.out) == (2, "")
    assert done.err == "shapan: lottery names what its judgement weighs, and counts it nowhere (Game.features)\n"


@pytest.mark.parametrize(
    ("features", "says"),
    [
        (lambda game, state: [[1.0]] * state.seats, "seat 0 1 numbers; 2 are named in judgement"),
        (lambda game, state: [[1.0, 0.0]], "1 rows for 2 seats"),
        (lambda game, state: [[1.0, float("nan")]] * state.seats, "seat 0 nan for 'nothing', which is no finite"),
        (lambda game, state: [[1 / len(state.decks), 0.0]] * state.seats, "AttributeError"),
    ],
)
def test_features_that_are_not_those_of_the_judgement_are_said_in_one_line(
    fit: Callable[..., Done], lottery: type[Lottery], monkeypatch: pytest.MonkeyPatch, features: Any, says: str
) -> None:
    monkeypatch.setattr(lottery, "features", features)
    done = fit("--seats", 2)
    assert (done.code, done.out) == (2, "")
    assert says in done.err
    assert done.err.count("\n") == 1
