"""Crews 2.1: the operations of the effect language, each registered by the chapter that carries it out."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from shapan.engine.table import Table
from shapan.games.malifaux.cards.effect import Effect
from shapan.games.malifaux.context import Here
from shapan.games.malifaux.state import Malifaux

Carry = Callable[[Malifaux, Table[Malifaux], Here, Effect], None]
OPS: Final[dict[str, Carry]] = {}


def op(name: str) -> Callable[[Carry], Carry]:
    """Register the function that carries an operation out."""

    def registered(function: Carry) -> Carry:
        OPS[name] = function
        return function

    return registered
