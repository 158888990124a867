"""Bells: what a table calls when something has happened that others look after, such as bots, windows, the lobby."""

from __future__ import annotations

from collections.abc import Callable


class Bells:
    """The calls of a table; by default no one is called."""

    def __init__(self) -> None:
        self.watchers: set[Callable[..., None]] = set()
        self.bot_bell: Callable[[], None] = _nothing
        self.window_bell: Callable[[], None] = _nothing
        self.plan_bell: Callable[[], None] = _nothing
        self.start_bell: Callable[[], None] = _nothing
        self.talk_bell: Callable[[], None] = _nothing
        self.lobby_bell: Callable[[str | None], None] = _unheard
        """Rings for who looks at the lobby: for all whose table it is, or for one session alone."""
        self.turn_bell: Callable[[], None] = _nothing
        """Rings when someone else may be asked, by what all can see."""
        self.reseated: Callable[[], None] = _nothing
        """Called when a seat has changed hands."""
        self.keeper: Callable[[], None] = _nothing


def _nothing() -> None:
    pass


def _unheard(only: str | None) -> None:
    pass
