"""PettingZoo: every game as an AEC environment, one agent a seat; games whose seats all decide at once in parallel too.

    from shapan.adapters.pettingzoo_env import env
    table = env("leduc")

Agents are `seat_0`, `seat_1` and so on. Observations are {"observation", "action_mask"} and are built only when they
are asked for; rewards come at the end, -1..1.
"""

from __future__ import annotations

from typing import Any, Final

from shapan.adapters.extra import need

need("pettingzoo", "pettingzoo")

from gymnasium import spaces
from gymnasium.utils import seeding
from pettingzoo import AECEnv, ParallelEnv
from pettingzoo.utils import OrderEnforcingWrapper

from shapan.adapters.picture import picture
from shapan.adapters.play import LeanPlay
from shapan.adapters.setting import Setting
from shapan.adapters.spaces import ENTRIES, Form, action_space, check_render_mode, step_limit
from shapan.engine.game import Game

Observation = dict[str, Any]

FLAT: Final = Form()

SEEDS: Final = 16
"""So many seeds are drawn at once."""


def env(
    game: str | Game[Any],
    seats: int | None = None,
    render_mode: str | None = None,
    max_steps: int | None = None,
    skip_forced: bool = False,
    observation: str = "flat",
    entries: int = ENTRIES,
    **options: Any,
) -> AECEnv[str, Observation, int | None]:
    """Return a game as an AEC environment; `options` are its ruleset options, such as `target=50`.

    A match is truncated after `max_steps` actions (by default the game's bound on decisions). An action that is not
    legal raises IllegalAction, naming the rule, and changes nothing. With `skip_forced` agents are asked only where
    they have a choice: what is the only legal action is taken for them, and is no step. `observation` is `flat`, or
    `sparse` with room for so many `entries`.
    """
    return OrderEnforcingWrapper(
        raw_env(game, seats, render_mode, max_steps, skip_forced, observation, entries, **options)
    )


def raw_env(
    game: str | Game[Any],
    seats: int | None = None,
    render_mode: str | None = None,
    max_steps: int | None = None,
    skip_forced: bool = False,
    observation: str = "flat",
    entries: int = ENTRIES,
    **options: Any,
) -> SeatsEnv:
    """Return the environment of `env` without the wrapper that watches the order of calls."""
    form = Form(observation, entries)
    return SeatsEnv(Setting(game, seats, options), render_mode, max_steps, skip_forced, form)


def parallel_env(
    game: str | Game[Any],
    seats: int | None = None,
    render_mode: str | None = None,
    max_steps: int | None = None,
    observation: str = "flat",
    entries: int = ENTRIES,
    **options: Any,
) -> SimultaneousEnv:
    """Return a game whose seats all decide at once as a parallel environment. Raises ValueError for other games."""
    return SimultaneousEnv(Setting(game, seats, options), render_mode, max_steps, form=Form(observation, entries))


class _Seats:
    """What both kinds of environment have: agents, spaces, a match and its end."""

    def __init__(
        self,
        setting: Setting,
        render_mode: str | None,
        max_steps: int | None,
        skip_forced: bool = False,
        form: Form = FLAT,
    ) -> None:
        check_render_mode(render_mode)
        self.setting = setting
        self.skips_forced = skip_forced
        self.form = form
        self.render_mode = render_mode
        self.max_steps = step_limit(setting, max_steps)
        self.metadata = {
            "name": setting.id.replace("-", "_"),
            "render_modes": ["ansi"],
            "is_parallelizable": setting.game.simultaneous,
            "render_fps": 1,
        }
        self.possible_agents = [f"seat_{seat}" for seat in range(setting.seats)]
        self.agents: list[str] = []
        self.numbers = {agent: seat for seat, agent in enumerate(self.possible_agents)}
        self.observation_spaces = {agent: form.space(setting) for agent in self.possible_agents}
        self.action_spaces = {agent: action_space(setting) for agent in self.possible_agents}
        self._random = seeding.np_random(None)[0]
        self._seeds: list[bytes] = []
        """Seeds of the next matches, the last one first; drawn many at once, for a draw costs as much as a step."""
        self.play: LeanPlay | None = None
        """The match, for programs that want to look behind the curtain; no agent does."""

    def observation_space(self, agent: str) -> spaces.Dict:
        """Return the space of what an agent sees, the same object at each call."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Discrete[Any]:
        """Return the space of what an agent may do, the same object at each call."""
        return self.action_spaces[agent]

    def render(self) -> str | None:
        """Return the table as text, seen by the seat that is asked, if `render_mode` is "ansi"."""
        if self.render_mode is None or self.play is None:
            return None
        waiting = self.play.waiting
        return picture(self.play.match, waiting[0] if waiting else self.setting.seats)

    def close(self) -> None:
        """Do nothing: nothing was opened."""

    def _start(self, seed: int | None) -> LeanPlay:
        if seed is not None:
            self._random = seeding.np_random(seed)[0]
            self._seeds = []
        if not self._seeds:
            drawn = self._random.bytes(16 * SEEDS)
            self._seeds = [drawn[16 * number : 16 * number + 16] for number in reversed(range(SEEDS))]
        self.agents = self.possible_agents[:]
        self.play = LeanPlay(self.setting, self._seeds.pop(), self.play)
        if self.skips_forced:
            self.play.skip_forced()
        return self.play

    def _end(self, play: LeanPlay) -> tuple[bool, bool, list[float]]:
        """Return whether the match is over, whether it is cut off, and the reward of each seat."""
        outcome = play.match.outcome
        if play.over and outcome is not None:
            cut_off = self.setting.cut_off(outcome)
            return not cut_off, cut_off, play.rewards()
        return False, play.steps >= self.max_steps, [0.0] * self.setting.seats


class SeatsEnv(_Seats, AECEnv[str, Observation, int | None]):
    """A game whose agents act one after another. Seats that are asked at once answer in turn and see nothing of it.

    An answer of several picks is several steps of the same agent.
    """

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Start a match. With a seed all that follows is the same each time; without, the next match of the row."""
        play = self._start(seed)
        agents = self.agents
        self.rewards = dict.fromkeys(agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(agents, 0.0)
        self.terminations = dict.fromkeys(agents, False)
        self.truncations = dict.fromkeys(agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in agents}
        self._skip_agent_selection = None
        while play.over:  # nobody had a choice in all of it
            play = self._start(None)
        self.agent_selection = self.possible_agents[play.waiting[0]]

    def observe(self, agent: str) -> Observation:
        """Return what an agent sees now, built at this moment."""
        assert self.play is not None
        return self.form.observed(self.play, self.numbers[agent])

    def step(self, action: int | None) -> None:
        """Take an action for the agent that is asked, None for one whose match is over."""
        agent, play = self.agent_selection, self.play
        assert play is not None
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        if action is None:
            raise play.refused(self.numbers[agent], action)
        play.act(self.numbers[agent], action)
        if self.skips_forced:
            play.skip_forced()
        self._cumulative_rewards[agent] = 0.0
        waiting = play.waiting
        if waiting and play.steps < self.max_steps:
            self.agent_selection = self.possible_agents[waiting[0]]
            return
        over, cut_off, rewards = self._end(play)
        self.rewards = dict(zip(self.agents, rewards, strict=True))
        self.terminations = dict.fromkeys(self.agents, over)
        self.truncations = dict.fromkeys(self.agents, cut_off)
        self._accumulate_rewards()
        self._deads_step_first()


class SimultaneousEnv(_Seats, ParallelEnv[str, Observation, int]):
    """A game whose agents all act at once.

    Where the engine answers for a seat, or its picks are complete before those of others, its mask is empty and its
    action counts for nothing.
    """

    def __init__(self, setting: Setting, render_mode: str | None, max_steps: int | None, form: Form = FLAT) -> None:
        super().__init__(setting, render_mode, max_steps, form=form)
        if not setting.game.simultaneous:
            raise ValueError(
                f"{setting.game.name}: not all seats are asked at once; use env() instead of parallel_env()"
            )

    def reset(
        self, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[dict[str, Observation], dict[str, dict[str, Any]]]:
        """Start a match. With a seed all that follows is the same each time; without, the next match of the row."""
        self._start(seed)
        return self._observed(), {agent: {} for agent in self.agents}

    def step(
        self, actions: dict[str, int]
    ) -> tuple[dict[str, Observation], dict[str, float], dict[str, bool], dict[str, bool], dict[str, dict[str, Any]]]:
        """Take an action for each agent. Raises IllegalAction, and nothing has changed, if one is not legal."""
        play, agents = self.play, self.agents
        assert play is not None
        asked = play.waiting
        for seat in asked:
            action = actions.get(self.possible_agents[seat])
            if action not in play.offered(seat):
                raise play.refused(seat, action)
        for seat in asked:
            play.act(seat, actions[self.possible_agents[seat]])
        over, cut_off, rewards = self._end(play)
        seen = self._observed()
        if over or cut_off:
            self.agents = []
        return (
            seen,
            dict(zip(agents, rewards, strict=True)),
            dict.fromkeys(agents, over),
            dict.fromkeys(agents, cut_off),
            {agent: {} for agent in agents},
        )

    def _observed(self) -> dict[str, Observation]:
        assert self.play is not None
        return {agent: self.form.observed(self.play, self.numbers[agent]) for agent in self.agents}
