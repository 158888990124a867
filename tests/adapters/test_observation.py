"""Observations: the derived numbers, their names and ranges, and a game that has its own."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
import pytest

from adapters.plays import label, moments, settings
from shapan.adapters.encoder import Encoder
from shapan.adapters.observation import ARGUMENT_BITS
from shapan.adapters.play import Play
from shapan.adapters.setting import Setting
from shapan.engine.decision import Decision
from shapan.engine.game import Game
from shapan.engine.view import columns, tensor
from shapan.games.leduc.game import LeducGame

DERIVED = [setting for setting in settings() if type(setting.game).observe is Game.observe]
"""Those without an observation of their own; the numbers of a big table that has one would be too many to derive."""


@pytest.mark.parametrize("setting", DERIVED, ids=label)
def test_rows_written_sparsely_are_the_tensors_of_the_views(setting: Setting) -> None:
    cls = setting.game.view_class
    assert cls is not None
    encoder = Encoder(cls, setting.seats)
    assert encoder.width == len(columns(cls))
    for play in moments(setting, 2, 40):
        for seat in range(setting.seats):
            view = play.match.view(seat)
            row = np.zeros(encoder.width, np.float32)
            encoder.write(view, seat, row)
            assert np.array_equal(row, np.array(tensor(view, setting.seats, seat), np.float32))


@pytest.mark.parametrize("setting", settings(), ids=label)
def test_every_column_has_a_name_and_numbers_stay_between_0_and_1(setting: Setting) -> None:
    names = setting.observation.names()
    assert len(names) == len(set(names)) == setting.observation.width
    for play in moments(setting, 3, 120):
        for seat in range(setting.seats):
            row = play.observe(seat)
            assert row.shape == (setting.observation.width,) and row.dtype == np.float32
            assert row.min() >= 0.0 and row.max() <= 1.0


@pytest.mark.parametrize("setting", settings(), ids=label)
def test_every_question_has_a_column_of_its_own(setting: Setting) -> None:
    """Also two that share a key, as do the shots of Weapons Control and of Maximum Firepower in Battlestar."""
    names, prompts = setting.observation.names(), setting.game.prompts
    columns = [place for place, name in enumerate(names) if name.startswith("prompt=")]
    assert len(columns) == len(prompts)
    view = Play(setting, 1).match.view(0)
    for column, prompt in zip(columns, prompts, strict=True):
        asked = Decision(0, 0, prompt, (1 << ARGUMENT_BITS) - 1)
        row = setting.observation.row(view, 0, [0], asked)
        assert [place for place in columns if row[place]] == [column]
        assert names[column].removeprefix("prompt=").startswith(prompt.key)
        assert all(row[place] for place, name in enumerate(names) if name.startswith("argument.bit"))


def column(play: Play, seat: int, name: str) -> float:
    return float(play.observe(seat)[play.setting.observation.names().index(name)])


def test_the_observer_is_seat_0_of_what_it_sees() -> None:
    play = Play(Setting("pig", 3), 1)
    play.act(0, 1)
    while play.waiting == [0]:
        play.act(0, 2)
    assert play.waiting == [1]
    assert [column(play, seat, "observer=1") for seat in range(3)] == [0, 1, 0]
    assert [column(play, seat, "asked+0") for seat in range(3)] == [0, 1, 0]
    assert [column(play, seat, "asked+1") for seat in range(3)] == [1, 0, 0]
    assert [column(play, seat, "turn=+2") for seat in range(3)] == [0, 0, 1]
    assert [column(play, seat, "prompt=roll_or_hold") for seat in range(3)] == [0, 1, 0]


def test_what_is_not_known_is_a_value_of_its_own() -> None:
    play = Play(Setting("leduc"), 1)
    assert column(play, 0, "seats[1].hand:face down") == 1 and column(play, 0, "seats[0].hand:face down") == 0
    known = [column(play, 0, f"seats[0].hand:{rank}") for rank in ("jack", "queen", "king")]
    assert sorted(known) == [0, 0, 1]


def test_picks_of_an_answer_that_is_not_complete_are_seen_by_their_seat_alone() -> None:
    setting = Setting("planet_masters")
    names = setting.observation.names()
    for play in moments(setting, 5, 2_000):
        if play.picked:
            (seat, picks), other = next(iter(play.picked.items())), 1 - next(iter(play.picked))
            rows = {who: [name for name, x in zip(names, play.observe(who), strict=True) if x] for who in (seat, other)}
            said = {"picked " + setting.index.names[setting.index.places[code]] for code in picks}
            assert said <= set(rows[seat])
            assert not any(name.startswith("picked ") for name in rows[other])
            if len(picks) > 1:
                return
    raise AssertionError("nobody has picked two dice")


def test_the_argument_of_a_question_and_its_candidates_are_columns() -> None:
    setting = next(setting for setting in settings() if setting.game.name == "fate_duel")
    names, width = setting.observation.names(), setting.observation.width
    assert sum(name.startswith("argument.bit") for name in names) == ARGUMENT_BITS
    play = Play(setting, 1)
    seat = play.waiting[0]
    row = dict(zip(names, play.observe(seat), strict=True))
    family = setting.game.actions.by_name["deploy"]
    first, code = next(iter(play.offered(seat).items()))
    assert setting.index.names[first] == "deploy #0" and row["deploy #0"] == 1
    for (name, kind), value in zip(family.parameters, family.values(code), strict=True):
        assert row[f"deploy #0 {name}"] == pytest.approx(value / (kind.size - 1))
    assert width == len(names)


class Counting(LeducGame):
    """Leduc with an observation of its own."""

    observation_version = 3

    def observe(self, view: Any, seats: int, seat: int) -> Sequence[float]:
        return [view.paid[seat] / 13, len(view.bets) / 8]

    def observation_names(self, seats: int) -> Sequence[str]:
        return ["my chips", "bets so far"]


def test_a_game_may_have_an_observation_of_its_own() -> None:
    setting = Setting(Counting())
    assert setting.id == "leduc-v3"
    assert setting.observation.names()[:2] == ["my chips", "bets so far"]
    play = Play(setting, 1)
    play.act(0, 3)  # raise
    assert play.observe(0)[:2] == pytest.approx([3 / 13, 1 / 8])
    assert play.observe(1)[:2] == pytest.approx([1 / 13, 1 / 8])
