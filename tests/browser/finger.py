"""A finger on a phone: it goes down, moves by steps and is lifted, as the browser itself hears of it."""

from __future__ import annotations

from typing import Any

from playwright.sync_api import Page

PHONE: dict[str, Any] = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True}


class Finger:
    """One finger on a page."""

    def __init__(self, page: Page) -> None:
        self._devtools = page.context.new_cdp_session(page)
        self._at = (0.0, 0.0)

    def _touch(self, kind: str, *points: tuple[float, float]) -> None:
        there = [{"x": x, "y": y} for x, y in points]
        self._devtools.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": there})

    def down(self, x: float, y: float) -> None:
        self._at = (x, y)
        self._touch("touchStart", self._at)

    def move(self, dx: float, dy: float, steps: int = 4) -> None:
        """Move by so much, in steps."""
        x, y = self._at
        for step in range(1, steps + 1):
            self._at = (x + dx * step / steps, y + dy * step / steps)
            self._touch("touchMove", self._at)

    def up(self) -> None:
        self._touch("touchEnd")
