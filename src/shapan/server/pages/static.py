"""Static files: read when the server starts, so that later neither a lack of handles nor an update touches them."""

from __future__ import annotations

import gzip
from hashlib import blake2b
from pathlib import Path
from typing import Any, Final

from litestar import get
from litestar.exceptions import NotFoundException
from litestar.handlers.base import BaseRouteHandler
from litestar.params import FromPath
from litestar.response import Response

from shapan.server.web.context import Asked
from shapan.server.web.packing import PACKED, PACKED_FROM, takes_gzip

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
_OTHER: Final = "application/octet-stream"


def static_route(folder: Path) -> BaseRouteHandler:
    """Return the handler of `/static`: the files that a folder holds now, by their names in it and nothing else.

    They are compressed once, here, for all who understand that.
    """
    kept = {path.relative_to(folder).as_posix(): path.read_bytes() for path in folder.rglob("*") if path.is_file()}
    tags = {name: f'"{blake2b(body, digest_size=12).hexdigest()}"' for name, body in kept.items()}

    smaller = {name: gzip.compress(body, mtime=0) for name, body in kept.items() if len(body) >= PACKED_FROM}
    smaller = {name: body for name, body in smaller.items() if len(body) < len(kept[name])}

    @get("/static/{name:path}", include_in_schema=False)
    async def get_static(request: Asked, name: FromPath[str]) -> Response[Any]:
        name = name.removeprefix("/")
        if name not in kept:
            raise NotFoundException("Not Found")
        headers = {"etag": tags[name]}
        if name in smaller:
            headers["vary"] = "accept-encoding"
        if name in smaller and takes_gzip(request):
            # What is sent otherwise is another thing to who keeps it.
            headers = {"etag": f'"gzip-{tags[name][1:]}', **PACKED}
        if headers["etag"] in request.headers.get("if-none-match", ""):
            return Response(None, status_code=304, headers=headers)
        body = smaller[name] if "content-encoding" in headers else kept[name]
        return Response(body, media_type=KINDS.get(Path(name).suffix, _OTHER), headers=headers)

    return get_static
