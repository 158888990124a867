"""What is answered by the ratings of a game alone: by bots that look no further, and in roll-outs."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from shapan.engine.actions import DONE
from shapan.engine.chance import Stream
from shapan.engine.prompt import Prompt


def draw_best(prompt: Prompt[Any], options: Sequence[int], ratings: Sequence[float], rng: Stream) -> int:
    """Return the option that is rated best, ties drawn; of picks without order the one of `first_above_stop`."""
    if is_unordered(prompt):
        return first_above_stop(options, ratings)
    best = max(ratings)
    return rng.choice([code for code, rating in zip(options, ratings, strict=True) if rating == best])


def is_unordered(prompt: Prompt[Any]) -> bool:
    """Tell whether an answer is made of picks whose order means nothing."""
    return prompt.many and not prompt.ordered


def first_above_stop(options: Sequence[int], ratings: Sequence[float]) -> int:
    """Return the first option offered that is rated above `DONE`, `DONE` where there is none.

    Picks without order are offered in rising order only: who began with the best rated would do without all before it.
    Where the answer may not stop it is the best rated.
    """
    if DONE not in options:
        return options[ratings.index(max(ratings))]
    least = ratings[options.index(DONE)]
    return next((code for code, rating in zip(options, ratings, strict=True) if rating > least), DONE)
