"""The art of a game, in its package: its cover `art/cover.svg`, and `art/symbols.svg`, what its table is drawn with.

`art/cover.png` is the same cover for chat programs, which show no SVG (`scripts/covers.py` draws it).

A page shows a cover as an image, so it can neither run anything nor see the page's style sheet. Its colours are
written `var(--token)`; they are those of the dark theme in both, for a cover is a picture with a ground of its own.
Symbols become a part of the page, which is why nothing but shapes may be in them. Their colours are set around them.
"""

from __future__ import annotations

import logging
import re
from collections.abc import Iterator
from functools import cache
from hashlib import sha256
from importlib.resources import files
from typing import Any, Final
from xml.etree import ElementTree as ET

from litestar import get
from litestar.exceptions import HTTPException
from litestar.handlers.base import BaseRouteHandler
from litestar.params import FromPath
from litestar.response import Response

from shapan.engine.game import Game
from shapan.engine.kinds import Cards, Grid, Kind
from shapan.engine.marked_cards import MarkedCards
from shapan.engine.text import package_of
from shapan.engine.view import Group, Record, shown_of
from shapan.server.api.library import game_of
from shapan.server.web.context import Asked
from shapan.server.web.packing import packed_picture

LOG = logging.getLogger("shapan.server")
MEDIA_TYPE: Final = "image/svg+xml"
PNG: Final = "image/png"
_SPACE: Final = "{http://www.w3.org/2000/svg}"
_SHAPES: Final = ("path", "circle", "ellipse", "rect", "line", "polyline", "polygon", "text", "tspan")
_FRAMES: Final = ("svg", "g", "defs", "symbol", "use", "title", "desc", "clipPath", "mask", "pattern")
_PAINTS: Final = ("linearGradient", "radialGradient", "stop")
_ELEMENTS: Final = frozenset((*_SHAPES, *_FRAMES, *_PAINTS))
_TOKEN = re.compile(r"var\(--([\w-]+)\)")
_NOTHING: Final = f'<svg xmlns="{_SPACE[1:-1]}" />'
_OUTSIDE = re.compile(r"url\(\s*['\"]?(?!#)|@import|javascript:|data:", re.IGNORECASE)


class Unsafe(ValueError):
    """A picture that holds more than shapes."""


def drawn(svg: str, colours: dict[str, str]) -> bytes:
    """Return a picture with its tokens replaced by colours. Raises Unsafe unless it is made of shapes only."""
    if "<!" in re.sub(r"<!--.*?-->", "", svg, flags=re.DOTALL):
        raise Unsafe("a document type or a section of raw text")
    unknown = sorted({name for name in _TOKEN.findall(svg) if name not in colours})
    if unknown:
        raise Unsafe(f"there is no token {', '.join(unknown)}")
    try:
        root = ET.fromstring(_TOKEN.sub(lambda found: colours[found[1]], svg))  # noqa: S314 - no entities
    except ET.ParseError as error:
        raise Unsafe(str(error)) from None
    if root.tag != f"{_SPACE}svg":
        raise Unsafe("it is no svg element")
    for element in root.iter():
        _check(element)
    ET.register_namespace("", _SPACE[1:-1])
    picture: bytes = ET.tostring(root, encoding="utf-8")
    return picture


def _check(element: Any) -> None:
    name = str(element.tag).removeprefix(_SPACE)
    if name not in _ELEMENTS:
        raise Unsafe(f"the element {name} is not allowed")
    for attribute, value in element.attrib.items():
        plain = str(attribute).rpartition("}")[2].lower()
        if plain.startswith("on") or plain == "style":
            raise Unsafe(f"the attribute {plain} is not allowed")
        if plain == "href" and not str(value).startswith("#"):
            raise Unsafe("a link leads out of the picture")
        if _OUTSIDE.search(str(value)):
            raise Unsafe(f"the attribute {plain} leads out of the picture")


@cache
def colours() -> dict[str, str]:
    """Return the colours of the dark theme by token."""
    sheet = (files("shapan.server") / "static" / "tokens.css").read_text(encoding="utf-8")
    dark = sheet.partition(":root{")[2].partition("}")[0]
    return dict(re.findall(r"--([\w-]+):(#[0-9A-Fa-f]{3,8})\b", dark))


@cache
def _cover(package: str) -> bytes | None:
    path = files(package) / "art" / "cover.svg"
    if not path.is_file():
        return None
    try:
        return drawn(path.read_text(encoding="utf-8"), colours())
    except (Unsafe, UnicodeDecodeError) as error:
        LOG.warning("the cover of %s is not shown: %s", package, error)
        return None


@cache
def _plain_cover(name: str) -> bytes:
    return drawn((files("shapan.server") / "static" / name).read_text(encoding="utf-8"), colours())


@cache
def _played_with(view_class: type | None) -> str:
    """Return the plain cover for what views hold: a board, else cards, else a die."""
    kinds = [] if view_class is None else list(_within(Record(view_class)))
    boards, cards = (any(isinstance(kind, sort) for kind in kinds) for sort in (Grid, Cards | MarkedCards))
    return "cover-board.svg" if boards else "cover-cards.svg" if cards else "cover.svg"


def _within(kind: Kind) -> Iterator[Kind]:
    """Yield a kind and all kinds of what it is made of."""
    yield kind
    shown = shown_of(kind.cls) if isinstance(kind, Record) else kind.shown if isinstance(kind, Group) else ()
    for inner in [getattr(kind, "kind", None), *(one.kind for one in shown)]:
        if isinstance(inner, Kind):
            yield from _within(inner)


def cover(game: Game[Any]) -> bytes:
    """Return the cover of a game, a plain one of what it is played with if it brings none that can be shown."""
    return _cover(package_of(game)) or _plain_cover(_played_with(game.view_class))


@cache
def _preview(package: str) -> bytes | None:
    path = files(package) / "art" / "cover.png"
    return path.read_bytes() if path.is_file() else None


def preview(game: Game[Any]) -> bytes | None:
    """Return the cover of a game as a PNG, None if it brings none."""
    return _preview(package_of(game))


@cache
def _symbols(package: str) -> bytes:
    path = files(package) / "art" / "symbols.svg"
    try:
        return drawn(path.read_text(encoding="utf-8") if path.is_file() else _NOTHING, {})
    except (Unsafe, UnicodeDecodeError) as error:
        LOG.warning("the symbols of %s are not shown: %s", package, error)
        return _NOTHING.encode()


def symbols(game: Game[Any]) -> bytes:
    """Return the symbols of a game, none if it brings none that can be shown."""
    return _symbols(package_of(game))


def symbols_address(game: Game[Any]) -> str:
    """Return where a page finds them: other symbols have another address, for browsers keep them."""
    return f"/games/{game.name}/symbols.svg?{sha256(symbols(game)).hexdigest()[:12]}"


@get("/games/{game:str}/symbols.svg", include_in_schema=False, media_type=MEDIA_TYPE)
async def get_symbols(request: Asked, game: FromPath[str]) -> Response[bytes]:
    """Return what the table of a game is drawn with."""
    return packed_picture(request, symbols(game_of(game)), MEDIA_TYPE)


@get("/games/{game:str}/cover.svg", include_in_schema=False, media_type=MEDIA_TYPE)
async def get_cover(request: Asked, game: FromPath[str]) -> Response[bytes]:
    """Return the cover of a game."""
    return packed_picture(request, cover(game_of(game)), MEDIA_TYPE)


@get("/games/{game:str}/cover.png", include_in_schema=False, media_type=PNG)
async def get_preview(game: FromPath[str]) -> Response[bytes]:
    """Return the cover of a game for previews in chat programs."""
    found = preview(game_of(game))
    if found is None:
        raise HTTPException(detail="this game has no such picture", status_code=404)
    return Response(found, media_type=PNG)


ROUTES: list[BaseRouteHandler] = [get_cover, get_preview, get_symbols]
