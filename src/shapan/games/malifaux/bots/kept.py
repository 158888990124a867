"""Values that are worked out once for a view, whoever asks for them."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Concatenate, ParamSpec, Protocol, TypeVar

P = ParamSpec("P")
R = TypeVar("R")


class Keeper(Protocol):
    """An object that keeps such values, by function and arguments."""

    kept: dict[Any, Any]


K = TypeVar("K", bound=Keeper)


def kept(function: Callable[Concatenate[K, P], R]) -> Callable[Concatenate[K, P], R]:
    """Keep what a function says of its keeper, which is never None.

    The other arguments are given by place and can be hashed.
    """

    def found(keeper: K, /, *args: P.args, **kwargs: P.kwargs) -> R:
        key = (function, *args)
        value: R | None = keeper.kept.get(key)
        if value is None:
            value = keeper.kept[key] = function(keeper, *args, **kwargs)
        return value

    return found
