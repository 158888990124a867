"""Where a game comes from: the package that has brought it, if it is none of Shapan's own."""

from __future__ import annotations

from dataclasses import dataclass
from email.utils import parseaddr
from functools import cache
from importlib.metadata import PackageMetadata, entry_points
from typing import Any

from shapan.engine.game import Game


@dataclass(frozen=True, slots=True)
class Origin:
    """A package as its metadata describe it; what they leave out is empty."""

    name: str
    version: str
    summary: str
    author: str
    """Names alone: addresses of mail are left out."""
    url: str
    """A page on the web, by `http` or `https`."""


def origin_of(game: Game[Any]) -> Origin | None:
    """Return the package that has brought a game; None for one of Shapan itself."""
    module = type(game).__module__
    found = (origin for own, origin in _brought() if module == own or module.startswith(f"{own}."))
    return next(found, None)


@cache
def _brought() -> tuple[tuple[str, Origin], ...]:
    """Return module and package of all games by others: looked up once, as the registry does."""
    found = []
    for entry in entry_points(group="shapan.games"):
        if entry.dist is not None:
            said = entry.dist.metadata
            summary = str(said["Summary"]) if "Summary" in said else ""
            origin = Origin(entry.dist.name, entry.dist.version, summary, _author(said), _page(said))
            found.append((entry.value.partition(":")[0], origin))
    return tuple(found)


def _author(said: PackageMetadata) -> str:
    names = [*(said.get_all("Author") or ())]
    for line in said.get_all("Author-email") or ():
        names += [parseaddr(part)[0] for part in line.split(",")]
    return ", ".join(dict.fromkeys(filter(None, names)))


def _page(said: PackageMetadata) -> str:
    pages = [line.partition(", ")[2] for line in said.get_all("Project-URL") or ()]
    pages = [*(said.get_all("Home-page") or ()), *pages]
    return next((page for page in pages if page.startswith(("https://", "http://"))), "")
