"""Static files: read when the server starts, so that later neither a lack of handles nor an update touches them."""

from __future__ import annotations

import gzip
from collections.abc import Mapping
from hashlib import blake2b
from pathlib import Path
from typing import Any, Final

from litestar import get
from litestar.exceptions import NotFoundException
from litestar.handlers.base import BaseRouteHandler
from litestar.params import FromPath
from litestar.response import Response

from shapan.server.web.context import Asked
from shapan.server.web.packing import PACKED_FROM, takes

KINDS: Final = {
    ".css": "text/css; charset=utf-8",
    ".ico": "image/x-icon",
    ".js": "text/javascript; charset=utf-8",
    ".json": "application/json",
    ".map": "application/json",
    ".png": "image/png",
    ".svg": "image/svg+xml",
    ".txt": "text/plain; charset=utf-8",
    ".webmanifest": "application/manifest+json",
    ".woff2": "font/woff2",
}
"""Media types by the end of a name: what the machine believes of them may be wrong."""
CODINGS: Final = {"br": ".br", "gzip": ".gz"}
"""Codings, the best first, and the ends of the names of files that are packed by them."""
_OTHER: Final = "application/octet-stream"


def static_route(folder: Path) -> BaseRouteHandler:
    """Return the handler of `/static`: the files that a folder holds now, by their names in it and nothing else.

    The built client brings its files compressed as well (`CODINGS`); the others are packed once, here, by gzip.
    """
    kept = {path.relative_to(folder).as_posix(): path.read_bytes() for path in folder.rglob("*") if path.is_file()}
    bodies = {name: _codings(name, kept) for name in kept if not _packs(name, kept)}
    tags = {name: blake2b(kept[name], digest_size=12).hexdigest() for name in bodies}

    @get("/static/{name:path}", include_in_schema=False)
    async def get_static(request: Asked, name: FromPath[str]) -> Response[Any]:
        name = name.removeprefix("/")
        if name not in bodies:
            raise NotFoundException("Not Found")
        found, headers = bodies[name], {"etag": f'"{tags[name]}"'}
        coding = next((one for one in CODINGS if one in found and takes(request, one)), "")
        if len(found) > 1:
            headers["vary"] = "accept-encoding"
        if coding:
            # What is sent packed is another thing to who keeps it.
            headers |= {"etag": f'"{coding}-{tags[name]}"', "content-encoding": coding}
        if headers["etag"] in request.headers.get("if-none-match", ""):
            return Response(None, status_code=304, headers=headers)
        return Response(found[coding], media_type=KINDS.get(Path(name).suffix, _OTHER), headers=headers)

    return get_static


def _packs(name: str, kept: Mapping[str, bytes]) -> bool:
    """Tell whether a file is another one, packed."""
    return any(name.endswith(end) and name.removesuffix(end) in kept for end in CODINGS.values())


def _codings(name: str, kept: Mapping[str, bytes]) -> dict[str, bytes]:
    """Return a file by the codings it can be sent in, "" for as it is; none that does not make it smaller."""
    body = kept[name]
    made = {coding: kept[name + end] for coding, end in CODINGS.items() if name + end in kept}
    if not made and len(body) >= PACKED_FROM:
        made = {"gzip": gzip.compress(body, mtime=0)}
    return {"": body} | {coding: packed for coding, packed in made.items() if len(packed) < len(body)}
