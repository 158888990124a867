"""What is sent compressed: long texts that hold no secrets of a seat beside words of others, to who understands it."""

from __future__ import annotations

import asyncio
import gzip
from typing import Final

from litestar import MediaType
from litestar.response import Response

from shapan.server.web.context import Asked

PACKED_FROM: Final = 1_000
"""Bytes from which compressing is worth its time."""
PACKED: Final = {"content-encoding": "gzip", "vary": "accept-encoding"}
_LEVEL: Final = 5


def takes_gzip(request: Asked) -> bool:
    """Tell whether who asks understands gzip: it is named, or all are, and not with the weight 0 (RFC 9110, 12.5.3)."""
    named: dict[str, bool] = {}
    for part in request.headers.get("accept-encoding", "").lower().split(","):
        name, *weights = (word.strip() for word in part.split(";"))
        named[name] = not any(weight.startswith("q=") and not weight[2:].strip("0.") for weight in weights)
    return named.get("gzip", named.get("*", False))


async def packed(request: Asked, body: bytes) -> Response[bytes]:
    """Return JSON, compressed where that helps and is understood."""
    headers = {"vary": "accept-encoding"}
    if len(body) >= PACKED_FROM and takes_gzip(request):
        body = await asyncio.to_thread(gzip.compress, body, _LEVEL)
        headers = PACKED
    return Response(body, media_type=MediaType.JSON, headers=headers)
