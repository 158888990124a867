"""What operations of effects are worth to bots.

Rules must not import what bots think of them, so a worth stands with the bots, under the operation's name:

    HARM: Final[Worth[Mind]] = Worth(EFFECTS)

    @HARM("draw", "draw_random")
    def _draw(mind, who, number): ...      # the parameters as the notation has them; a condition gets the worth of
                                           # what it governs before them
    HARM.add(centurion=lambda mind, number: 2.0 * number)
    HARM.always(keep=0.8)
    HARM.check()                           # when all chapters are loaded: no operation without a worth
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Generic, TypeVar

from shapan.engine.effects import Effect, EffectError, Effects, F

M = TypeVar("M")


class EffectValues(Generic[M]):
    """Functions by the name of an operation."""

    def __init__(self, effects: Effects[Any]) -> None:
        self.operations = effects.operations
        self.functions: dict[str, Callable[..., float]] = {}
        self.numbers: dict[str, float] = {}

    def __call__(self, *names: str) -> Callable[[F], F]:
        """Register the function of some operations."""

        def registered(function: F) -> F:
            self.functions.update(dict.fromkeys(names, function))
            return function

        return registered

    def add(self, **functions: Callable[..., float]) -> None:
        """Register functions that are written in a line, by the name of their operation."""
        self.functions.update(functions)

    def always(self, **numbers: float) -> None:
        """Register operations that are worth the same whatever their parameters."""
        self.numbers.update(numbers)

    def check(self) -> None:
        """Raise EffectError if an operation of the notation has no worth, or a worth no operation."""
        names = {operation.name for operation in self.operations if operation.parts}
        if odd := sorted(names ^ (self.functions.keys() | self.numbers.keys())):
            raise EffectError("", f"no worth, or no operation: {', '.join(odd)}")

    def of(self, mind: M, effects: Sequence[Effect]) -> float:
        """Return what a row of effects is worth to a mind."""
        total = 0.0
        for effect in effects:
            operation = self.operations[effect.op]
            if operation.name in self.numbers:
                total += self.numbers[operation.name]
            elif operation.condition:
                total += self.functions[operation.name](mind, self.of(mind, effect.then), *effect.args)
            else:
                total += self.functions[operation.name](mind, *effect.args)
        return total
