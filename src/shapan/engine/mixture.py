"""Mixed answers: where a fixed one would be read, the game says how often each is given (`Game.mixture`)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from shapan.engine.chance import Stream
from shapan.engine.game import Game
from shapan.engine.prompt import Prompt


def draw_mixed(
    game: Game[Any],
    view: Any,
    prompt: Prompt[Any],
    seat: int,
    arg: int,
    options: Sequence[int],
    picked: Sequence[int],
    rng: Stream,
) -> int | None:
    """Return an option of a secret or open question, drawn as often as the game wants it; None: the best rated."""
    weights = game.mixture(view, prompt, seat, arg, picked) if prompt.secret or prompt.open else {}
    fitting = {code: weights[code] for code in options if weights.get(code, 0.0) > 0.0} if weights else {}
    return rng.drawn(fitting) if fitting else None
