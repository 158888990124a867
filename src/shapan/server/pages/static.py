"""Static files: read when the server starts, so that later neither a lack of handles nor an update touches them."""

from __future__ import annotations

from hashlib import blake2b
from pathlib import Path
from typing import Any, Final

from litestar import get
from litestar.exceptions import NotFoundException
from litestar.handlers.base import BaseRouteHandler
from litestar.params import FromPath
from litestar.response import Response

from shapan.server.web.context import Asked

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
    """Return the handler of `/static`: the files that a folder holds now, by their names in it and nothing else."""
    kept = {path.relative_to(folder).as_posix(): path.read_bytes() for path in folder.rglob("*") if path.is_file()}
    tags = {name: f'"{blake2b(body, digest_size=12).hexdigest()}"' for name, body in kept.items()}

    @get("/static/{name:path}", include_in_schema=False)
    async def get_static(request: Asked, name: FromPath[str]) -> Response[Any]:
        name = name.removeprefix("/")
        if name not in kept:
            raise NotFoundException("Not Found")
        headers = {"etag": tags[name]}
        if tags[name] in request.headers.get("if-none-match", ""):
            return Response(None, status_code=304, headers=headers)
        return Response(kept[name], media_type=KINDS.get(Path(name).suffix, _OTHER), headers=headers)

    return get_static
