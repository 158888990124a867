"""What an environment is of: a game, a number of seats and ruleset options, checked before anything is built."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property
from typing import Any, Self

from shapan.adapters.action_index import ActionIndex
from shapan.adapters.observation import Observation
from shapan.engine.game import Game, Outcome
from shapan.engine.registry import find


class Setting:
    """A game for so many seats under these options.

    Raises UnknownGame, PositionError (`seats`) or OptionError, each naming what is wrong and what there is.
    """

    def __init__(self, game: str | Game[Any], seats: int | None = None, options: Mapping[str, Any] | None = None):
        self.game = find(game) if isinstance(game, str) else game
        self.seats = self.game.min_seats if seats is None else seats
        self.game.check_seats(self.seats)
        self.options = dict(options or {})
        self.game.resolve(self.options, self.seats)
        self.event_lines: dict[tuple[int, tuple[int, ...], tuple[int, ...] | None], str] = {}
        """Events in words, as far as they have been said."""

    @property
    def version(self) -> int:
        """The environment's version: rises with each change of the rules' results or of what is observed."""
        return self.game.rules_version + self.game.observation_version - 1

    @property
    def id(self) -> str:
        """Name and version, such as `planet_masters-v1`."""
        return f"{self.game.name}-v{self.version}"

    @cached_property
    def index(self) -> ActionIndex:
        """The table of action numbers."""
        return ActionIndex(self.game)

    @cached_property
    def observation(self) -> Observation:
        """The layout of observations."""
        return Observation(self.game, self.seats, self.index)

    def rewards(self, outcome: Outcome) -> list[float]:
        """Return a reward -1..1 a seat."""
        return [float(reward) for reward in self.game.returns(outcome)]

    def cut_off(self, outcome: Outcome) -> bool:
        """Tell whether the match was cut off and nobody has won it."""
        return outcome.result in self.game.cut_off

    def __reduce__(self) -> tuple[type[Self], tuple[Any, ...]]:
        return type(self), (self.game, self.seats, self.options)

    def __deepcopy__(self, memo: dict[int, Any]) -> Self:
        return self
