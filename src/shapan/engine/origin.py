"""Where a game comes from: the package that has brought it, if it is none of Shapan's own."""

from __future__ import annotations

from dataclasses import dataclass
from email.utils import parseaddr
from functools import cache
from importlib.metadata import EntryPoint, PackageMetadata, entry_points
from typing import Any, Final

from shapan.engine.game import Game
from shapan.engine.trouble import trouble_of

_UNREADABLE: Final[dict[str, str]] = {}


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


def unreadable() -> dict[str, str]:
    """Return what is wrong with packages whose metadata cannot be read, by the module that they have brought.

    Their games can be played; of the package only its module is known.
    """
    _brought()
    return dict(_UNREADABLE)


@cache
def _brought() -> tuple[tuple[str, Origin], ...]:
    """Return module and package of all games by others: looked up once, as the registry does."""
    _UNREADABLE.clear()
    found = []
    for entry in entry_points(group="shapan.games"):
        module = entry.value.partition(":")[0]
        try:
            origin = _said_by(entry)
        except Exception as error:  # noqa: BLE001 - one package's files are no reason to leave out those of others
            _UNREADABLE[module] = f"the metadata of its package cannot be read: {trouble_of(error, '?')}"
            origin = Origin(module.partition(".")[0], "", "", "", "")
        if origin is not None:
            found.append((module, origin))
    return tuple(found)


def _said_by(entry: EntryPoint) -> Origin | None:
    """Return the package of an entry point; None where it belongs to none. Raises whatever its files lead to."""
    if entry.dist is None:
        return None
    said = entry.dist.metadata
    if "Name" not in said:
        raise ValueError("they name no package")
    version, summary = (str(said[word]) if word in said else "" for word in ("Version", "Summary"))
    return Origin(str(said["Name"]), version, summary, _author(said), _page(said))


def _author(said: PackageMetadata) -> str:
    names = [*(said.get_all("Author") or ())]
    for line in said.get_all("Author-email") or ():
        names += [parseaddr(part)[0] for part in line.split(",")]
    return ", ".join(dict.fromkeys(filter(None, names)))


def _page(said: PackageMetadata) -> str:
    pages = [line.partition(", ")[2] for line in said.get_all("Project-URL") or ()]
    pages = [*(said.get_all("Home-page") or ()), *pages]
    return next((page for page in pages if page.startswith(("https://", "http://"))), "")
