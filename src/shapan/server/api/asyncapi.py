"""The stream's description of itself (AsyncAPI 3.0): OpenAPI knows no WebSockets."""

from __future__ import annotations

from functools import cache
from typing import Any, Final

import msgspec
from litestar import get
from litestar.handlers.base import BaseRouteHandler
from litestar.response import Response

from shapan import __version__
from shapan.server.api.own import TurnsMessage
from shapan.server.match.message import ChatNews, FrameMessage, Ping

_MESSAGES: Final = {
    "frame": (FrameMessage, "What the viewer may know, whole, with the events since the last one; one comes at once."),
    "chat": (ChatNews, "What was said at the table."),
    "ping": (Ping, "A sign of life where nothing else is sent."),
}
_OWN: Final = {
    "turns": (TurnsMessage, "The matches that wait for the guest; with `lobby` also whenever the lobby has news."),
    "ping": _MESSAGES["ping"],
}
_NUMBERS: Final = {
    "after": "number of events that are known",
    "epoch": "epoch of the last frame; without it all events come",
    "seat": "the seat to look from, for who holds several",
    "chat": "number of the last message of the chat that is known",
}
_LOBBY: Final = {"type": "integer", "description": "1: listed tables concern the client too"}
MEDIA_TYPE: Final = "application/vnd.aai.asyncapi+json"


@cache
def described() -> dict[str, Any]:
    """Return the document."""
    known = {**_MESSAGES, **_OWN}
    kinds = [kind for kind, _ in known.values()]
    _, schemas = msgspec.json.schema_components(kinds, ref_template="#/components/schemas/{name}")
    query = {name: {"type": "integer", "description": text} for name, text in _NUMBERS.items()}
    return {
        "asyncapi": "3.0.0",
        "info": {
            "title": "Shapan",
            "version": __version__,
            "description": "The stream of a match, and that of a guest. All else is in openapi.json.",
        },
        "channels": {
            "stream": {
                "address": "/api/matches/{match_id}/stream",
                "parameters": {"match_id": {"description": "the match"}},
                "bindings": {"ws": {"method": "GET", "query": {"type": "object", "properties": query}}},
                "messages": {name: {"$ref": f"#/components/messages/{name}"} for name in _MESSAGES},
            },
            "own": {
                "address": "/api/me/stream",
                "bindings": {"ws": {"method": "GET", "query": {"type": "object", "properties": {"lobby": _LOBBY}}}},
                "messages": {name: {"$ref": f"#/components/messages/{name}"} for name in _OWN},
            },
        },
        "operations": {
            "follow": {
                "action": "send",
                "channel": {"$ref": "#/channels/stream"},
                "messages": [{"$ref": f"#/channels/stream/messages/{name}"} for name in _MESSAGES],
                "summary": "What the server sends. Nothing is read from the client.",
            },
            "follow_own": {
                "action": "send",
                "channel": {"$ref": "#/channels/own"},
                "messages": [{"$ref": f"#/channels/own/messages/{name}"} for name in _OWN],
                "summary": "What the server sends to a guest about all his matches. Nothing is read from him.",
            },
        },
        "components": {
            "messages": {
                name: {"summary": text, "payload": {"$ref": f"#/components/schemas/{kind.__name__}"}}
                for name, (kind, text) in known.items()
            },
            "schemas": schemas,
        },
    }


@get("/schema/asyncapi.json", include_in_schema=False, sync_to_thread=False, media_type=MEDIA_TYPE)
def get_asyncapi() -> Response[bytes]:
    """Return the description of the stream."""
    return Response(msgspec.json.encode(described()), media_type=MEDIA_TYPE)


ROUTES: list[BaseRouteHandler] = [get_asyncapi]
