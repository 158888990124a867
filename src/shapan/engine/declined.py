"""What seats have declined: who plays alone is not asked the same again where no more hangs on it."""

# Stays plain: asks for people

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from shapan.engine.game import Game
from shapan.engine.prompt import Prompt


class Declined:
    """The questions of one match that were declined, by what hung on them, and how much at most (`Game.hangs_on`)."""

    def __init__(self, game: Game[Any]) -> None:
        self._game = game
        self._most: dict[tuple[int, tuple[Any, ...]], int] = {}

    def note(self, view: Any, prompt: Prompt[Any], seat: int, arg: int, legal: Sequence[int]) -> None:
        """Take note that a seat declines a question."""
        hung = self._game.hangs_on(view, prompt, seat, arg, legal)
        if hung is not None:
            on, much = hung
            self._most[seat, on] = max(much, self._most.get((seat, on), much))

    def holds(self, view: Any, prompt: Prompt[Any], seat: int, arg: int, legal: Sequence[int]) -> bool:
        """Tell whether a seat has declined a question on which the same hung, and no less."""
        hung = self._game.hangs_on(view, prompt, seat, arg, legal) if self._most else None
        return hung is not None and hung[1] <= self._most.get((seat, hung[0]), hung[1] - 1)

    def forget(self) -> None:
        """Forget all: somebody has taken an answer back."""
        self._most.clear()
