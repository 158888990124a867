"""What is sent compressed, to clients that understand it: long texts, pages and pictures.

Whoever sees how long compressed answers are, and has words of his choice in them, could guess secrets that stand in
the same answer: a right guess makes it shorter (the attack is called BREACH). Three rules keep that out:

* Streams, frames and the pages of single links (a seat, an invitation) are never compressed: they hold secrets.
* A page that shows words of others beside things that are the guest's own is compressed in pieces that know nothing of
  each other: the template puts `APART` between them, and no piece refers to what stands in another.
* What is the same for everybody (style sheets, pictures, rulebooks) has no secrets.
"""

from __future__ import annotations

import asyncio
import gzip
import zlib
from functools import lru_cache
from typing import Final

from litestar import MediaType
from litestar.response import Response

from shapan.server.web.context import Asked

PACKED_FROM: Final = 1_000
"""Bytes from which compressing is worth its time."""
PACKED: Final = {"content-encoding": "gzip", "vary": "accept-encoding"}
APART: Final = "\x1e"
"""Between the pieces of a page: a sign that no name and no text can have, and that is not sent."""
_LEVEL: Final = 5
_GZIP: Final = 31
"""For zlib: the largest window, and the frame of gzip around it."""


def takes(request: Asked, coding: str) -> bool:
    """Tell whether who asks understands a coding: it or all are named, not with the weight 0 (RFC 9110, 12.5.3)."""
    named: dict[str, bool] = {}
    for part in request.headers.get("accept-encoding", "").lower().split(","):
        name, *weights = (word.strip() for word in part.split(";"))
        named[name] = not any(weight.startswith("q=") and not weight[2:].strip("0.") for weight in weights)
    return named.get(coding, named.get("*", False))


async def packed(request: Asked, body: bytes) -> Response[bytes]:
    """Return JSON, compressed where that helps and is understood."""
    headers = {"vary": "accept-encoding"}
    if len(body) >= PACKED_FROM and takes(request, "gzip"):
        body = await asyncio.to_thread(gzip.compress, body, _LEVEL)
        headers = PACKED
    return Response(body, media_type=MediaType.JSON, headers=headers)


async def packed_page(request: Asked, page: Response[str]) -> Response[bytes]:
    """Return a page, compressed piece by piece where that is understood; cookies and headers stay."""
    pieces = [piece.encode() for piece in page.content.split(APART)]
    packs = sum(map(len, pieces)) >= PACKED_FROM and takes(request, "gzip")
    body = await asyncio.to_thread(packed_apart, pieces) if packs else b"".join(pieces)
    headers = {**page.headers, **(PACKED if packs else {"vary": "accept-encoding"})}
    answer: Response[bytes] = Response(
        body, status_code=page.status_code, media_type=MediaType.HTML, headers=headers, cookies=page.cookies
    )
    return answer


def packed_apart(pieces: list[bytes]) -> bytes:
    """Return pieces as one compressed body, in which none refers to another."""
    packer = zlib.compressobj(_LEVEL, zlib.DEFLATED, _GZIP)
    body = b"".join(packer.compress(piece) + packer.flush(zlib.Z_FULL_FLUSH) for piece in pieces if piece)
    return body + packer.flush()


@lru_cache(maxsize=64)
def _packed_once(body: bytes) -> bytes:
    return gzip.compress(body, mtime=0)


def packed_picture(request: Asked, body: bytes, media_type: str) -> Response[bytes]:
    """Return a picture that is the same for everybody, compressed once."""
    if len(body) >= PACKED_FROM and takes(request, "gzip"):
        return Response(_packed_once(body), media_type=media_type, headers=PACKED)
    return Response(body, media_type=media_type, headers={"vary": "accept-encoding"})
