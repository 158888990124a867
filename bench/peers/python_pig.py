"""Pig with OpenSpiel's Python API, written by its rules: the peer for a game of equal rules in the same language."""

from __future__ import annotations

from typing import Any

import pyspiel

_TYPE = pyspiel.GameType(
    short_name="bench_python_pig",
    long_name="Pig in Python",
    dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
    chance_mode=pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC,
    information=pyspiel.GameType.Information.PERFECT_INFORMATION,
    utility=pyspiel.GameType.Utility.ZERO_SUM,
    reward_model=pyspiel.GameType.RewardModel.TERMINAL,
    max_num_players=2,
    min_num_players=2,
    provides_information_state_string=False,
    provides_information_state_tensor=False,
    provides_observation_string=True,
    provides_observation_tensor=False,
)
_INFO = pyspiel.GameInfo(
    num_distinct_actions=2,
    max_chance_outcomes=6,
    num_players=2,
    min_utility=-1.0,
    max_utility=1.0,
    utility_sum=0.0,
    max_game_length=10_000,
)
_OUTCOMES = [(number, 1 / 6) for number in range(6)]


class PigGame(pyspiel.Game):
    def __init__(self, params: Any = None) -> None:
        super().__init__(_TYPE, _INFO, params or {})

    def new_initial_state(self) -> PigState:
        return PigState(self)

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> None:
        return None


class PigState(pyspiel.State):
    def __init__(self, game: PigGame) -> None:
        super().__init__(game)
        self.turn, self.sum, self.banked, self.rolling, self.over = 0, 0, [0, 0], False, False

    def current_player(self) -> int:
        if self.over:
            return int(pyspiel.PlayerId.TERMINAL)
        return int(pyspiel.PlayerId.CHANCE) if self.rolling else self.turn

    def _legal_actions(self, player: int) -> list[int]:
        return [0, 1]

    def chance_outcomes(self) -> list[tuple[int, float]]:
        return _OUTCOMES

    def _apply_action(self, action: int) -> None:
        if self.rolling:
            self.rolling = False
            if action == 0:
                self.sum, self.turn = 0, 1 - self.turn
            else:
                self.sum += action + 1
        elif action == 0:
            self.rolling = True
        else:
            self.banked[self.turn] += self.sum
            self.over = self.banked[self.turn] >= 100
            self.sum = 0
            if not self.over:
                self.turn = 1 - self.turn

    def is_terminal(self) -> bool:
        return self.over

    def returns(self) -> list[float]:
        if not self.over:
            return [0.0, 0.0]
        return [1.0, -1.0] if self.banked[0] >= 100 else [-1.0, 1.0]

    def __str__(self) -> str:
        return f"{self.turn} {self.sum} {self.banked}"


pyspiel.register_game(_TYPE, PigGame)
