"""Which tests a worker begins with, where several work."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Final, Protocol, TypeVar

BROWSER: Final = Path(__file__).parent / "browser"
TOGETHER: Final = {"test_camera.py", "test_confirm.py", "test_desk.py", "test_intents.py"}
"""Modules that show the questions of all games (`browser.shown`): a process plays ninety matches to find them."""


class Item(Protocol):
    """A test of Pytest."""

    @property
    def path(self) -> Path:
        """Its file."""


T = TypeVar("T", bound=Item)


def dealt(items: Sequence[T], workers: int) -> list[T]:
    """Return tests so that each of several workers, who begin with an equal segment each, begins with browser tests.

    They are many and wait much; as one segment, which Pytest makes of all that share a browser, they would keep one
    worker busy to the end. A module stays together, in the order there was, and `TOGETHER` are as one.
    """
    browser, others = [list[T]() for _ in range(workers)], list[T]()
    modules: dict[Path, int] = {}
    for item in items:
        if BROWSER in item.path.parents:
            module = BROWSER if item.path.name in TOGETHER else item.path
            browser[modules.setdefault(module, len(modules)) % workers].append(item)
        else:
            others.append(item)
    ordered: list[T] = []
    for number, own in enumerate(browser):
        left = len(items) * (number + 1) // workers - len(ordered) - len(own)
        ordered += own + others[: max(0, left)]
        del others[: max(0, left)]
    return ordered + others
