"""Which thing or place of the table offers an answer (13.5)."""
# Stays plain: draws for people

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Final

from shapan.engine.actions import Family
from shapan.engine.offers import Key, Offers, Places, placed
from shapan.engine.prompt import Prompt
from shapan.engine.scene import Target
from shapan.games.malifaux import actions as a
from shapan.games.malifaux import names
from shapan.games.malifaux.state import Malifaux


def _thing(value: int) -> Key:
    return ("model", value) if value < names.MOST_MODELS else ("marker", value - names.MOST_MODELS)


_PLACES: Final[Places] = {
    **placed("hand", a.CARD, a.CHEAT, a.COST, a.PAY, a.BY_CARD),
    a.CHEAT: lambda card, down: ("hand", card),
    **placed("flipped", a.TAKE),
    **placed("waiting", a.DEPLOY),
    **placed("model", a.TOKEN, a.ACTIVATE, a.TARGET, a.CHAIN),
    **placed("marker", a.MARKER, a.REMOVED),
    a.AIM: _thing,
}
"""Where an answer is offered; the others are buttons."""

_BUTTONS_TOO: Final = {a.TAKE, a.CHAIN}
"""Offered by a thing and by a button: the thing may be out of sight."""


class Asked:
    """The viewer and his answers, sorted to what offers them. Who draws a thing takes its targets."""

    def __init__(
        self,
        view: Malifaux,
        viewer: int,
        legal: Sequence[int],
        prompt: Prompt[Any] | None,
        target: Callable[[Any, int], Target],
    ) -> None:
        self.view, self.viewer, self.prompt = view, viewer, prompt
        self.legal = list(legal)
        self.offers = Offers(legal, prompt, lambda code: target(view, code), _PLACES, _BUTTONS_TOO)

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
