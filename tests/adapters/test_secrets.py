"""Hidden information: nothing that an adapter hands out differs between two worlds that a seat cannot tell apart."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from adapters.plays import label, moments, settings
from shapan.adapters.picture import picture
from shapan.adapters.play import Play
from shapan.adapters.recall import MAX_SLOTS, RecallTensor, information_state, observation_text
from shapan.adapters.setting import Setting
from shapan.games.leduc.game import LeducGame


def handed_out(play: Play, seat: int, tensor: RecallTensor | None) -> list[Any]:
    """Everything that a program in the place of a seat can ask for."""
    return [
        play.observe(seat).tobytes(),
        play.mask(seat).tobytes(),
        list(play.offered(seat)),
        observation_text(play, seat),
        information_state(play, seat),
        picture(play.match, seat),
        play.waiting,
        None if tensor is None else tensor.row(play, seat).tobytes(),
    ]


@pytest.mark.parametrize("open_chance", [False, True], ids=["keyed", "open"])
@pytest.mark.parametrize("setting", settings(), ids=label)
def test_worlds_that_a_seat_cannot_tell_apart_look_the_same_to_it(setting: Setting, open_chance: bool) -> None:
    tensor = RecallTensor(setting) if setting.game.max_decisions <= MAX_SLOTS else None
    other_worlds = 0
    for number, play in enumerate(moments(setting, 7, 90, open_chance=open_chance)):
        play.remembers = True
        seat = number % setting.seats
        true = handed_out(play, seat, tensor)
        for seed in range(2):
            world = play.sample(seat, f"{number} {seed}")
            assert handed_out(world, seat, tensor) == true
            other_worlds += world.match.live.encoded() != play.match.live.encoded()
    if setting.game.name not in {"pig", "planet_masters"}:
        assert other_worlds  # else the test would compare the truth with itself


def test_a_sampled_world_can_be_played_on() -> None:
    setting = Setting("leduc")
    for play in moments(setting, 3, 12):
        world = play.sample(play.waiting[0], 1)
        while not world.over:
            world.act(world.waiting[0], next(iter(world.offered(world.waiting[0]))))
        assert sum(world.rewards()) == 0


def test_masks_of_others_are_empty() -> None:
    play = Play(Setting("leduc"), 1)
    assert np.any(play.mask(0)) and not np.any(play.mask(1))


class Leaky(LeducGame):
    """Leduc whose views show each hand to everybody."""

    def view(self, state: Any, viewer: int) -> Any:
        view = super().view(state, viewer)
        view.hands = [hand.seen(seat) for seat, hand in enumerate(state.hands)]
        return view


def test_a_planted_leak_is_found() -> None:
    found = set()
    for number, play in enumerate(moments(Setting(Leaky()), 7, 20, open_chance=True)):
        seat = number % 2
        true, other = handed_out(play, seat, None), handed_out(play.sample(seat, number), seat, None)
        found |= {place for place, (mine, yours) in enumerate(zip(true, other, strict=True)) if mine != yours}
    assert found == {0, 3, 4, 5}  # observation, what is seen, what is remembered, picture


@pytest.mark.parametrize("setting", settings(), ids=label)
def test_what_a_seat_remembers_only_grows(setting: Setting) -> None:
    """So no two ways to one information state differ in what the seat was told or did: perfect recall."""
    before: list[list[str]] = [[] for _ in range(setting.seats)]
    for play in moments(setting, 13, 80, open_chance=True):
        if not play.match.log:
            before = [[] for _ in range(setting.seats)]
        for seat in range(setting.seats):
            lines = information_state(play, seat).splitlines()[:-1]
            assert lines[: len(before[seat])] == before[seat]
            assert sum(line.startswith("> ") for line in lines) == len(play.answers[seat])
            before[seat] = lines
