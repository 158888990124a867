"""The program of a log-in, in two words: by them people know which of their devices it is; no more of it is kept."""

from __future__ import annotations

from typing import Final

_PROGRAMS: Final = (
    *(("Edg", "Edge"), ("OPR", "Opera"), ("SamsungBrowser", "Samsung Internet"), ("MicroMessenger", "WeChat")),
    *(("Firefox", "Firefox"), ("FxiOS", "Firefox"), ("CriOS", "Chrome"), ("Chrome", "Chrome"), ("Safari", "Safari")),
)
"""What stands in the header, and what it is: the first counts, since browsers name their forebears too."""
_SYSTEMS: Final = (
    *(("iPhone", "iPhone"), ("iPad", "iPad"), ("Android", "Android"), ("Windows", "Windows")),
    *(("Mac OS", "macOS"), ("CrOS", "ChromeOS"), ("Linux", "Linux")),
)


def describe_agent(header: str) -> str:
    """Return browser and system of a `User-Agent`, as far as they are known ones."""
    found = (next((name for sign, name in known if sign in header), "") for known in (_PROGRAMS, _SYSTEMS))
    return ", ".join(filter(None, found))
