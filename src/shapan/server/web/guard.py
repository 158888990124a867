"""The guard: who may talk to the server, and what browsers may do with its pages.

Names in `Host` are listed (else a foreign page could reach a server at home by a name of its own); what changes
something must come from the same origin; pages run no script and no style but the server's own.
"""

from __future__ import annotations

from typing import Any, Final
from urllib.parse import urlsplit

from litestar.datastructures import MutableScopeHeaders
from litestar.exceptions import HTTPException, NotFoundException, PermissionDeniedException
from litestar.types import ASGIApp, Message, Receive, Scope, Send

from shapan.server.web.forward import FORWARD
from shapan.server.web.host import Hosts, host_of

HEADER: Final = "x-shapan"
HEADER_VALUE: Final = "1"
_SAFE: Final = frozenset({"GET", "HEAD", "OPTIONS"})
SCRIPTED: Final = ("/api/", "/matches")
"""What forms are not sent to."""
_FORMS: Final = ("application/x-www-form-urlencoded", "multipart/form-data")

POLICY: Final = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; "
    "font-src 'self'; worker-src 'self'; manifest-src 'self'; "
    "require-trusted-types-for 'script'; frame-ancestors 'none'; base-uri 'none'; form-action 'self'"
)
_HEADERS: Final = {
    "content-security-policy": POLICY,
    "x-content-type-options": "nosniff",
    "referrer-policy": "same-origin",
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
}


async def add_headers(message: Message, scope: Scope) -> None:
    """Put the safety headers on every answer; nothing but static files and pictures is kept by browsers."""
    if message["type"] == "http.response.start":
        headers = MutableScopeHeaders(message)
        for name, value in _HEADERS.items():
            headers[name] = value
        path = scope["path"]
        if path.startswith("/static/dist/assets/") and message["status"] < 400:
            headers["cache-control"] = "public, max-age=31536000, immutable"
        elif path.startswith("/games/"):
            headers["cache-control"] = "private, max-age=600"
        elif not path.startswith("/static/") and message["status"] != FORWARD:  # the proxy would keep it beside another
            headers["cache-control"] = "no-store"


class Guard:
    """The middleware that turns foreign requests away."""

    def __init__(self, app: ASGIApp, hosts: Hosts) -> None:
        self.app = app
        self._hosts = hosts

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Check a request and hand it on."""
        kind = str(scope["type"])
        if kind in ("http", "websocket"):
            headers = {name.decode("latin-1").lower(): value.decode("latin-1") for name, value in scope["headers"]}
            host = check_host(scope, self._hosts)
            _check_address(scope)
            if kind == "websocket" or str(_method(scope)) not in _SAFE:
                _check_origin(headers, host)
            if kind == "http" and str(_method(scope)) not in _SAFE:
                content = headers.get("content-type", "").partition(";")[0].strip().lower()
                form = content in _FORMS and not str(scope["path"]).startswith(SCRIPTED)
                if not form and headers.get(HEADER) != HEADER_VALUE:
                    raise PermissionDeniedException(f"the header {HEADER} is missing")
        await self.app(scope, receive, send)


def check_host(scope: Any, hosts: Hosts) -> str:
    """Return the host that a request names. Raises 400 unless it is one name of this server."""
    host = host_of(scope)
    if not hosts.knows(host):
        raise HTTPException(detail="this server is not known by that name", status_code=400)
    return host


def _check_address(scope: Any) -> None:
    """Raise 404 for a path with a NUL, 400 for a query with one: no browser sends it, and PostgreSQL stores none."""
    if "\0" in scope["path"]:
        raise NotFoundException
    if b"%00" in scope["query_string"] or b"\0" in scope["query_string"]:
        raise HTTPException(detail="the address holds a sign that is none (NUL)", status_code=400)


def _method(scope: Any) -> Any:
    return scope.get("method", "")


def _check_origin(headers: dict[str, str], host: str) -> None:
    """Raise PermissionDeniedException for a request that a browser sends for another site."""
    site = headers.get("sec-fetch-site")
    origin = headers.get("origin")
    if site is not None and site not in ("same-origin", "none"):
        raise PermissionDeniedException("the request comes from another site")
    if origin is not None and _place_of(origin) != host.lower():
        raise PermissionDeniedException("the request comes from another origin")


def _place_of(origin: str) -> str:
    try:
        return urlsplit(origin).netloc.lower()
    except ValueError:  # brackets that do not close
        return ""
