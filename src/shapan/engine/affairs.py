"""Affairs: which battle, check or duel an event belongs to, so that a log can tell it in one line.

Made from what a viewer has been told and from nothing else: of events that he has not seen he learns nothing.
"""

# Stays plain: told to people

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence

from shapan.engine.event import Event


class Affairs:
    """The affairs of a game: events that begin one, events that none goes on behind.

    `levels` has by event the name of the affair that it begins, the widest level first: a battle begins in place of
    one that runs, and a check within a crisis is part of the crisis. An event of `breaks` belongs to none; one of
    `own_breaks` neither, where it begins with the seat that the affair begins with.
    """

    def __init__(
        self,
        levels: Sequence[Mapping[int, str]] = (),
        breaks: Collection[int] = (),
        own_breaks: Collection[int] = (),
    ) -> None:
        self._begins = {kind: (depth, name) for depth, level in enumerate(levels) for kind, name in level.items()}
        self._breaks = frozenset(breaks)
        self._own_breaks = frozenset(own_breaks)

    def of(self, told: Sequence[Event], after: int = 0) -> list[str]:
        """Return the affair of each event of a viewer from number `after` on, empty for none: `battle.17`.

        The number is that of the event that began it, so that the name is the same whenever it is asked for.
        """
        if not self._begins:
            return [""] * (len(told) - after)
        found = list[str]()
        name, depth, first = "", 0, -1
        for place in range(self._known(told, after), len(told)):
            event = told[place]
            begun = self._begins.get(event.kind)
            if self._ends(event, told[first] if name else None):
                name = ""
            elif begun is not None and (not name or begun[0] <= depth):
                depth, first, name = begun[0], place, f"{begun[1]}.{place}"
            if place >= after:
                found.append(name)
        return found

    def _known(self, told: Sequence[Event], after: int) -> int:
        """Return a place up to `after` before which no affair runs that is still on there."""
        return next((place for place in range(min(after, len(told) - 1), 0, -1) if told[place].kind in self._breaks), 0)

    def _ends(self, event: Event, begun: Event | None) -> bool:
        """Return whether an event ends what runs, and belongs to none."""
        if event.kind in self._breaks:
            return True
        is_own = begun is not None and event.open[:1] == begun.open[:1]
        return event.kind in self._own_breaks and is_own
