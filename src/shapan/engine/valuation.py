"""What a seat makes of its view, for ratings: worked out when it is asked for, and kept as long as the view is.

class Mind(Valuation[Battlefield]):
    @kept
    def worth(self, unit: int) -> float: ...

@kept
def best_offer(mind: Mind) -> Offer: ...     # of a function its first argument keeps it
"""
# Stays plain: makes methods of what it is given

from __future__ import annotations

from collections.abc import Callable
from functools import update_wrapper
from typing import Any, Final, Generic, TypeVar, cast

F = TypeVar("F", bound=Callable[..., Any])
V = TypeVar("V")
KEPT: Final = "is_kept"
"""The mark of a function whose results are kept."""
_MISSING: Final = object()


class Valuation(Generic[V]):
    """The judgement of one view for one seat."""

    def __init__(self, view: V, seat: int) -> None:
        self.view, self.seat = view, seat
        self.found: dict[Callable[..., Any], dict[tuple[int, ...], Any]] = {}
        """What has been worked out, by function and arguments."""


def kept(function: F) -> F:
    """Let a valuation keep what a function of it returns, by the other arguments: integers, never by name."""

    def asked(mind: Valuation[Any], *args: int) -> Any:
        rows = mind.found.get(function)
        if rows is None:
            rows = mind.found[function] = {}
        found = rows.get(args, _MISSING)
        if found is _MISSING:
            found = rows[args] = function(mind, *args)
        return found

    vars(asked)[KEPT] = True
    return cast("F", update_wrapper(asked, function))
