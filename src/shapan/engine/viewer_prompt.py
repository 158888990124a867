"""What the viewer of a table is asked: his question with its answers, sorted to the things that offer them.

A game with a board says in a class of its own which thing offers which answers, and what an answer is offered with.
"""
# Stays plain: draws for people

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from typing import Any, ClassVar, Generic, TypeVar

from shapan.engine.actions import Family
from shapan.engine.offers import Offers, Places
from shapan.engine.prompt import Prompt
from shapan.engine.scene import Target

V = TypeVar("V")


class ViewerPrompt(Generic[V]):
    """The viewer and his answers. Who draws a thing takes its targets."""

    places: ClassVar[Places] = {}
    """Where an answer is offered; the others are buttons."""
    buttons_too: ClassVar[Collection[Family]] = ()
    """Offered by a thing and by a button."""

    def __init__(
        self,
        view: V,
        viewer: int,
        legal: Sequence[int],
        prompt: Prompt[Any] | None,
        target: Callable[[Any, int], Target],
    ) -> None:
        self.view, self.viewer, self.prompt = view, viewer, prompt
        self.legal = list(legal)
        self._target = target
        self.offers = Offers(legal, prompt, self.told, self.places, self.buttons_too)

    @property
    def key(self) -> str:
        """Return the question that the viewer is asked, or nothing."""
        return "" if self.prompt is None else self.prompt.key

    def take(self, *key: Any) -> list[Target]:
        """Return the targets of a thing or place that is drawn."""
        return self.offers.take(*key)

    def asks(self, *families: Family) -> bool:
        """Tell whether the viewer is asked a question that is about some family."""
        return self.prompt is not None and any(family in self.prompt.families for family in families)

    def told(self, code: int) -> Target:
        """Return an answer as it is offered."""
        return self._target(self.view, code)
