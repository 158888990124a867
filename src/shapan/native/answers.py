"""Answers that follow from the key of a match, and matches played with them: in plain Python, the reference."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from hashlib import blake2b
from struct import Struct
from typing import Any, Final, NamedTuple

from shapan.bots.bot import GreedyBot, policy
from shapan.engine.chance import Stream
from shapan.engine.game import Game
from shapan.engine.state import State
from shapan.engine.table import PolicyTable, RandomTable

STREAM: Final = 255
"""The number of the stream that answers come from; a game's own are fewer."""
_BLOCK: Final = Struct("<16I")


class Answers(Stream):
    """A stream beside those of a match, from the same key: what is answered does not depend on other matches."""

    __slots__ = ("_key",)

    def __init__(self, key: bytes) -> None:
        super().__init__(b"")
        self._key = key

    def refill(self) -> None:
        """Compute the next block of sixteen numbers."""
        text = (self._block << 8 | STREAM).to_bytes(8, "little")
        self.left[:] = _BLOCK.unpack(blake2b(text, key=self._key, digest_size=64).digest())
        self._block += 1


class Playout(NamedTuple):
    """How a match ended: decisions, index into the game's results, rank and score by seat."""

    decisions: int
    result: int
    ranks: tuple[int, ...]
    scores: tuple[int, ...]
    """0 where the game counts no scores."""


def play_plain(
    game: Game[Any], start: State, keys: Iterable[bytes], bot: str = "random"
) -> Iterator[tuple[Playout, State]]:
    """Yield how matches from one beginning end and their last states, each with its key.

    Every answer is as likely as another (`random`), or goes by the game's ratings (`greedy`).
    """
    for key in keys:
        state = start.copy()
        state.chance.rekey(key)
        table: PolicyTable[Any] = RandomTable(state, Answers(key))
        if bot == "greedy":
            table = PolicyTable(state, policy(game, dict.fromkeys(range(state.seats), GreedyBot()), Answers(key)))
        game.play_out(state, table)
        nothing = [0] * state.seats
        yield (
            Playout(table.decisions, state.result, tuple(state.ranks or nothing), tuple(state.scores or nothing)),
            state,
        )
