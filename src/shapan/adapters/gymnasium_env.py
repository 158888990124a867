"""Gymnasium: every game from one seat; bots of Shapan sit at the others.

    from shapan.adapters.gymnasium_env import make
    table = make("leduc", seat=0, bots="greedy")

Importing this module also registers `shapan/leduc-v2` and so on with `gymnasium.make` and `gymnasium.make_vec`.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, cast

from shapan.adapters.extra import need

need("gymnasium", "gymnasium")

import gymnasium
import numpy as np
from gymnasium.envs.registration import EnvSpec
from numpy.typing import NDArray

from shapan import bots as players
from shapan.adapters.picture import picture
from shapan.adapters.play import AnyPlay, IllegalAction, LeanPlay, Play
from shapan.adapters.setting import Setting
from shapan.adapters.spaces import ENTRIES, Form, action_space, check_render_mode, step_limit
from shapan.bots import Bot
from shapan.engine.game import Game
from shapan.engine.match import Match
from shapan.engine.registry import games
from shapan.engine.segment import BOT

Observation = dict[str, Any]
Bots = str | Bot | Mapping[int, str | Bot]
"""One bot for all other seats, or a bot for each of them by seat."""

NAMESPACE = "shapan"


def make(game: str | Game[Any], **arguments: Any) -> gymnasium.Env[Observation, int]:
    """Return a game from one seat, as `gymnasium.make` does; the arguments are those of `SeatEnv`."""
    setting = Setting(game)
    if games().get(setting.game.name) is not setting.game:  # known to this process alone: no id leads to it
        spec = EnvSpec(f"{NAMESPACE}/{setting.id}", f"{__name__}:SeatEnv", kwargs={"game": setting.game})
        return gymnasium.make(spec, **arguments)
    return gymnasium.make(_register(setting), **arguments)


class SeatEnv(gymnasium.Env[Observation, int]):
    """A match in which one seat is the learner's and bots have the others.

    `seat` is the learner's place, None for another one each match. `options` are ruleset options, such as `target=50`.
    An action that is not legal is refused: nothing changes, the reward is 0 and `info["refused"]` names the rule; with
    `illegal="raise"` it raises IllegalAction. A match is truncated after `max_steps` actions of the learner (by
    default the game's bound on decisions), and where the rules cut it off. Matches that end before the learner is
    asked anything are passed over.

    With `skip_forced` the learner is asked only where it has a choice: what is the only legal action is taken for it,
    and is no step. `observation` is `flat`, or `sparse` with room for so many `entries`.
    """

    metadata = {"render_modes": ["ansi"], "render_fps": 1}

    def __init__(
        self,
        game: str | Game[Any],
        seat: int | None = 0,
        seats: int | None = None,
        bots: Bots = "greedy",
        render_mode: str | None = None,
        max_steps: int | None = None,
        illegal: str = "refuse",
        skip_forced: bool = False,
        observation: str = "flat",
        entries: int = ENTRIES,
        **options: Any,
    ) -> None:
        check_render_mode(render_mode)
        if illegal not in {"refuse", "raise"}:
            raise ValueError(f"illegal: {illegal!r} is not 'refuse' or 'raise'")
        self.setting = Setting(game, seats, options)
        if seat is not None and not 0 <= seat < self.setting.seats:
            raise ValueError(f"seat: {seat} is not 0..{self.setting.seats - 1}")
        self.given_seat = seat
        self.seat = seat or 0
        """The learner's seat in this match."""
        self.bots = _bots(bots, self.setting.seats, seat)
        self.render_mode = render_mode
        self.max_steps = step_limit(self.setting, max_steps)
        self.illegal = illegal
        self.skips_forced = skip_forced
        self.form = Form(observation, entries)
        self.observation_space = self.form.space(self.setting)
        self.action_space = action_space(self.setting)
        self.steps = 0
        self.play: AnyPlay | None = None
        """The match, for programs that want to look behind the curtain; the learner does not."""

    def reset(self, *, seed: int | None = None, options: dict[str, Any] | None = None) -> tuple[Observation, Any]:
        """Start a match and let the bots play until the learner is asked."""
        super().reset(seed=seed)
        self.steps = 0
        while True:
            if self.given_seat is None:
                self.seat = int(self.np_random.integers(self.setting.seats))
            play = self.play = self._match(self.np_random.bytes(16))
            self._let_bots_play(play)
            if not play.over:
                return self.form.observed(play, self.seat), {}

    def step(self, action: int) -> tuple[Observation, float, bool, bool, dict[str, Any]]:
        """Take an action of the learner and let the bots play until it is asked again or the match is over."""
        play = self.play
        assert play is not None
        self.steps += 1
        info: dict[str, Any] = {}
        try:
            play.act(self.seat, action)
        except IllegalAction as refused:
            if self.illegal == "raise":
                raise
            info["refused"] = str(refused)
        else:
            self._let_bots_play(play)
        outcome = play.match.outcome
        if play.over and outcome is not None:
            cut_off = self.setting.cut_off(outcome)
            return self.form.observed(play, self.seat), play.rewards()[self.seat], not cut_off, cut_off, info
        return self.form.observed(play, self.seat), 0.0, False, self.steps >= self.max_steps, info

    def action_masks(self) -> NDArray[np.bool_]:
        """Return which actions may be taken now, as libraries with masked policies ask for it."""
        assert self.play is not None
        return self.play.mask(self.seat).astype(np.bool_)

    def render(self) -> str | None:
        """Return the table as text, as the learner sees it, if `render_mode` is "ansi"."""
        if self.render_mode is None or self.play is None:
            return None
        return picture(self.play.match, self.seat)

    def _match(self, seed: bytes) -> AnyPlay:
        """Return a new match: one without records, unless a bot wants to look ahead from it."""
        if any(bot.thinks or type(bot).reply is not Bot.reply for bot in self.bots.values()):
            return Play(self.setting, seed)
        return LeanPlay(self.setting, seed, self.play if isinstance(self.play, LeanPlay) else None)

    def _let_bots_play(self, play: AnyPlay) -> None:
        match = cast("Match[Any]", play.match)  # who does not look ahead asks for nothing that only a `Match` has
        while True:
            while others := [seat for seat in match.waiting if seat != self.seat]:
                for seat in others:
                    play.answer(seat, players.answer(self.bots[seat], match, seat), BOT)
            if not self.skips_forced or play.over or not play.forced(self.seat):
                return


def _bots(given: Bots, seats: int, learner: int | None) -> dict[int, Bot]:
    """Return a bot for each seat but the learner's. Raises UnknownBot, or ValueError for a seat without a bot."""
    found = {}
    for seat in range(seats):
        if seat == learner:
            continue
        bot = given.get(seat) if isinstance(given, Mapping) else given
        if bot is None:
            raise ValueError(f"bots: there is none for seat {seat}")
        found[seat] = players.find(bot) if isinstance(bot, str) else bot
    return found


def _register(setting: Setting) -> str:
    name = f"{NAMESPACE}/{setting.id}"
    if name not in gymnasium.registry:
        gymnasium.register(name, entry_point=f"{__name__}:SeatEnv", kwargs={"game": setting.game.name})
    return name


for _game in games().values():
    _register(Setting(_game))
