"""A table as it would be with a model at another place, to ask the rules what could be done from there."""
# Stays plain: draws for people

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from shapan.games.malifaux.state import Malifaux


@contextmanager
def standing_at(view: Malifaux, model: int, x: int, y: int) -> Iterator[None]:
    """Put a model of a view to a place for as long as the block runs, and then back: nobody else sees it."""
    rows = view.models
    before = rows.xs[model], rows.ys[model], rows.lifts[model]
    rows.xs[model], rows.ys[model] = x, y
    if view.map.elevation:
        rows.lifts[model] = view.field().ground.lift(x, y)
    try:
        yield
    finally:
        rows.xs[model], rows.ys[model], rows.lifts[model] = before
