"""OpenSpiel: every game as `shapan_pig`, `shapan_leduc` and so on, registered when this module is imported.

    import shapan.adapters.openspiel_game
    game = pyspiel.load_game("shapan_battlefield(players=3,max_rounds=20)")

Games are sequential. Seats that are asked at once answer one after another without learning of each other's answers,
and an answer of several picks is several moves: the information sets are those of the real question, so algorithms
for games of imperfect information stay correct. Every draw is a chance node; where a stream has too many values, one
draw of a seed at the beginning stands for all draws. Returns come at the end, -1..1; a match that takes more than
`max_steps` actions ends without.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from shapan.adapters.extra import need

need("pyspiel", "openspiel")

import numpy as np
import pyspiel

from shapan.adapters.game_tree import CHANCE, MAX_OUTCOMES, SEEDS, SMALL, TERMINAL, Node, Tree
from shapan.adapters.picture import picture
from shapan.adapters.recall import RecallTensor, observation_text
from shapan.adapters.setting import Setting
from shapan.engine.game import Game
from shapan.engine.options import Option, OptionError
from shapan.engine.registry import find, games

_PLAYERS, _CHANCE, _STEPS = "players", "chance", "max_steps"
_REGISTERED: dict[str, type[SpielGame]] = {}


def register(game: str | Game[Any] | None = None) -> None:
    """Register a game with OpenSpiel, all games of the registry without an argument; twice does no harm."""
    for each in games().values() if game is None else [find(game) if isinstance(game, str) else game]:
        name = short_name(each)
        if name not in _REGISTERED:
            # A class and no function: OpenSpiel lets go of it after Python has ended, when functions can no longer end.
            parts = {"rules": each, "kind": _game_type(each)}
            made: type[SpielGame] = type(f"SpielGame_{each.name}", (SpielGame,), parts)
            _REGISTERED[name] = made
            pyspiel.register_game(made.kind, made)


def short_name(game: Game[Any]) -> str:
    """Return OpenSpiel's name of a game."""
    return f"shapan_{game.name}"


class SpielGame(pyspiel.Game):
    """A game under its options, as OpenSpiel knows games; `register` makes a subclass for each game."""

    rules: Game[Any]
    kind: pyspiel.GameType

    def __init__(self, params: dict[str, Any] | None = None) -> None:
        game, params = self.rules, params or {}
        seats = int(params.get(_PLAYERS, game.min_seats))
        options = {option.name: option for option in _options(game)}
        setting = Setting(game, seats, _given(options, params))
        explicit = _is_explicit(game, str(params.get(_CHANCE, "auto")))
        zero_sum = _sums_to_zero(game)
        max_picks = len(setting.index) if any(prompt.many for prompt in game.prompts) else 1
        most, bound = game.max_decisions * max_picks, int(params.get(_STEPS, 0))
        if bound < 0:
            raise ValueError(f"{_STEPS}: {bound} is not 0 (the game's own bound) or more")
        info = pyspiel.GameInfo(
            num_distinct_actions=len(setting.index),
            max_chance_outcomes=_max_outcomes(game) if explicit else SEEDS,
            num_players=seats,
            min_utility=-1.0,
            max_utility=1.0,
            utility_sum=0.0 if zero_sum else None,
            max_game_length=min(most, bound or most),
        )
        super().__init__(self.kind, info, params)
        self.setting = setting
        self.tree = Tree(setting, explicit, bound)
        self.recall_tensor = RecallTensor(setting) if game.max_decisions <= SMALL else None

    def new_initial_state(self) -> SpielState:
        """Return the beginning of a match."""
        return SpielState(self)

    def make_py_observer(
        self, iig_obs_type: pyspiel.IIGObservationType | None = None, params: dict[str, Any] | None = None
    ) -> Observer | None:
        """Return what watches states for a player, or None for a kind of observation that there is not."""
        kind = iig_obs_type or pyspiel.IIGObservationType(perfect_recall=False)
        if params:
            raise ValueError(f"observers take no parameters, given: {', '.join(params)}")
        if not kind.public_info or kind.private_info == pyspiel.PrivateInfoType.ALL_PLAYERS:
            return None
        if kind.private_info == pyspiel.PrivateInfoType.NONE:
            return None if kind.perfect_recall else PublicObserver(self)
        return RecallObserver(self) if kind.perfect_recall else Observer(self)


class SpielState(pyspiel.State):
    """A match at a moment. Copies share the node, which never changes."""

    def __init__(self, game: SpielGame) -> None:
        super().__init__(game)
        self.node: Node = game.tree.root()  # OpenSpiel makes each copy by this call first, so it must be cheap

    def current_player(self) -> int:
        """Return who acts: a seat, chance, or nobody at the end."""
        return self.node.actor

    def _legal_actions(self, player: int) -> list[int]:
        return self.node.legal()

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """Return what may fall, with probabilities."""
        return self.node.outcomes()

    def _apply_action(self, action: int) -> None:
        self.node = self.node.child(action)

    def _action_to_string(self, player: int, action: int) -> str:
        node = self.node
        return node.tree.setting.index.names[action] if player != CHANCE else node.name(action)

    def is_terminal(self) -> bool:
        """Return whether the match is over."""
        return self.node.actor == TERMINAL

    def returns(self) -> list[float]:
        """Return a reward -1..1 a seat at the end, before it zeros."""
        play = self.node.play
        return [0.0] * self.num_players() if play is None else play.rewards()

    def resample_from_infostate(self, player: int, sampler: Any) -> SpielState:
        """Return a state that a player cannot tell from this one; its history is empty, for it would tell the truth."""
        state: SpielState = self.get_game().new_initial_state()
        state.node = self.node.sample(player, int(sampler() * 2**53))
        return state

    def __str__(self) -> str:
        return " ".join(f"{item.player}:{item.action}" for item in self.full_history())

    def picture(self, player: int) -> str:
        """Return the table as text, as a player sees it."""
        assert self.node.play is not None
        return picture(self.node.play.match, player)


class Observer:
    """What a player sees now: as a row of numbers and as a line of JSON."""

    def __init__(self, game: SpielGame) -> None:
        self.tensor: Any = np.zeros(game.setting.observation.width, np.float32)
        self.dict = {"observation": self.tensor}

    def set_from(self, state: SpielState, player: int) -> None:
        """Fill the tensor."""
        if state.node.play is None:
            self.tensor.fill(0)
        else:
            self.tensor[:] = state.node.play.observe(player)

    def string_from(self, state: SpielState, player: int) -> str:
        """Return what a player sees."""
        return "" if state.node.play is None else observation_text(state.node.play, player)


class PublicObserver(Observer):
    """What everybody sees: only as a line of JSON."""

    def __init__(self, game: SpielGame) -> None:
        self.tensor = None
        self.dict = {}
        self.spectator = game.setting.seats

    def set_from(self, state: SpielState, player: int) -> None:
        """Do nothing: there is no tensor."""

    def string_from(self, state: SpielState, player: int) -> str:
        """Return what everybody sees."""
        return super().string_from(state, self.spectator)


class RecallObserver(Observer):
    """What a player remembers: every event it was told and every move it made; as numbers in small games."""

    def __init__(self, game: SpielGame) -> None:
        self.recall = game.recall_tensor
        self.tensor = None if self.recall is None else np.zeros(self.recall.width, np.float32)
        self.dict = {} if self.tensor is None else {"recall": self.tensor}

    def set_from(self, state: SpielState, player: int) -> None:
        """Fill the tensor, if there is one."""
        if self.recall is not None and state.node.play is not None:
            self.tensor[:] = self.recall.row(state.node.play, player)
        elif self.tensor is not None:
            self.tensor.fill(0)

    def string_from(self, state: SpielState, player: int) -> str:
        """Return all that a player remembers."""
        return "" if state.node.play is None else state.node.recall(player)


def _game_type(game: Game[Any]) -> pyspiel.GameType:
    kinds = pyspiel.GameType
    return kinds(
        short_name=short_name(game),
        long_name=f"Shapan: {game.name}-v{Setting(game).version}",
        dynamics=kinds.Dynamics.SEQUENTIAL,
        chance_mode=kinds.ChanceMode.EXPLICIT_STOCHASTIC if game.streams else kinds.ChanceMode.DETERMINISTIC,
        information=kinds.Information.IMPERFECT_INFORMATION,
        utility=kinds.Utility.ZERO_SUM if _sums_to_zero(game) else kinds.Utility.GENERAL_SUM,
        reward_model=kinds.RewardModel.TERMINAL,
        max_num_players=game.max_seats,
        min_num_players=game.min_seats,
        provides_information_state_string=True,
        provides_information_state_tensor=game.max_decisions <= SMALL,
        provides_observation_string=True,
        provides_observation_tensor=True,
        parameter_specification={
            _PLAYERS: game.min_seats,
            _CHANCE: "auto",
            _STEPS: 0,
            **{option.name: _default(option) for option in _options(game)},
        },
    )


def _sums_to_zero(game: Game[Any]) -> bool:
    return game.min_seats > 1 and (game.zero_sum or not (game.max_score or game.sides))


def _max_outcomes(game: Game[Any]) -> int:
    return max((kind.size for kind in game.streams.values()), default=0)


def _is_explicit(game: Game[Any], chance: str) -> bool:
    """Return whether draws are chance nodes: always with `explicit`, never with `seed`."""
    if chance not in {"auto", "explicit", "seed"}:
        raise OptionError(_CHANCE, f"{chance!r} is not auto, explicit or seed")
    if chance == "seed":
        return not game.streams
    return chance == "explicit" or _max_outcomes(game) <= MAX_OUTCOMES


_NUMBER: Final = "n"
"""Before a number of an option that takes words, too: `n5`; OpenSpiel would read `5` as no word."""
_BY_SEATS: Final = "by_seats"
_SEATS_NUMBER: Final = -1
"""For options whose default hangs on the number of seats, and for those of them that take numbers only."""

# Ruleset options as parameters: integers as integers, everything else in words


def _options(game: Game[Any]) -> list[Option]:
    """Return the options of a game; that of the number of seats is OpenSpiel's `players`."""
    return [option for option in game.options if option.name != _PLAYERS]


def _default(option: Option) -> int | str:
    value = option.default
    if value is None:
        return _BY_SEATS if option.values or option.length else _SEATS_NUMBER
    if isinstance(value, int) and all(isinstance(other, int) for other in option.values):
        return value
    if isinstance(value, int):
        return f"{_NUMBER}{value}"
    return "/".join(map(str, value)) if isinstance(value, list | tuple) else str(value)


def _given(options: Mapping[str, Option], params: Mapping[str, Any]) -> dict[str, Any]:
    """Return the options that are given; one whose default hangs on the seats is not where it is left at that."""
    return {
        name: _read(option, params[name])
        for name, option in options.items()
        if name in params and not (option.default is None and params[name] == _default(option))
    }


def _read(option: Option, value: Any) -> Any:
    """Return the value of a parameter. A list is written with slashes: OpenSpiel has other uses for commas."""
    if not isinstance(value, str):
        return option.check(value)
    return option.read(value.removeprefix(_NUMBER) if value[1:].isdigit() else value.replace("/", ","))


register()
