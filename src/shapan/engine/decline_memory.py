"""What seats have declined: who plays alone is not asked the same again where no more hangs on it."""

# Stays plain: asks for people

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from shapan.engine.game import Game
from shapan.engine.prompt import Prompt


class DeclineMemory:
    """The questions of one match that were declined, by what hung on them, and how much at most (`Game.decline_key`).

    They are kept with the answers that were declined: a question with another answer among its own is asked.
    """

    def __init__(self, game: Game[Any]) -> None:
        self._game = game
        self._refused: dict[tuple[int, tuple[Any, ...]], list[tuple[int, frozenset[int]]]] = {}

    def note(self, view: Any, prompt: Prompt[Any], seat: int, arg: int, legal: Sequence[int]) -> None:
        """Take note that a seat declines a question."""
        hung = self._game.decline_key(view, prompt, seat, arg, legal)
        if hung is not None:
            on, much = hung
            self._refused.setdefault((seat, on), []).append((much, frozenset(legal)))

    def holds(self, view: Any, prompt: Prompt[Any], seat: int, arg: int, legal: Sequence[int]) -> bool:
        """Tell whether a seat has declined all these answers where the same hung on them, and no less."""
        hung = self._game.decline_key(view, prompt, seat, arg, legal) if self._refused else None
        if hung is None:
            return False
        on, much = hung
        return any(much <= most and answers.issuperset(legal) for most, answers in self._refused.get((seat, on), ()))

    def forget(self) -> None:
        """Forget all: somebody has taken an answer back."""
        self._refused.clear()
