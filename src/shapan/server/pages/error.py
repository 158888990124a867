"""Errors: as pages with words that help for people, as JSON for scripts."""

from __future__ import annotations

import logging
from typing import Any, Final

import msgspec
from litestar.exceptions import HTTPException
from litestar.response import Redirect, Response

from shapan.server.api.refusal import HANDLERS as ANSWERS
from shapan.server.api.refusal import Detail, forward
from shapan.server.match.lifecycle import Damaged, Elsewhere, MatchFull, Sanctioned
from shapan.server.pages.rendering import Page, render
from shapan.server.web.context import Asked

LOG = logging.getLogger("shapan.server")
_KNOWN: Final = frozenset({400, 403, 404, 405, 409, 413, 422, 429, 500, 503})


def _is_api(request: Asked) -> bool:
    # Not by the address: what is no host, of which this speaks too, makes none.
    return str(request.scope["path"]).startswith(("/api/", "/schema", "/matches", "/static"))


def _http_error(request: Asked, error: Exception) -> Response[Any]:
    if "route_handler" not in dict(request.scope):  # nothing of this server was meant, and so no middleware has seen it
        try:
            request.app.state.check_unrouted(request)
        except HTTPException as refused:
            error = refused
    status = error.status_code if isinstance(error, HTTPException) else 500
    detail = error.detail if isinstance(error, HTTPException) else "internal error"
    if status >= 500:
        # Not the address itself: an invitation's is a secret.
        LOG.error("%s failed", request.scope.get("path_template") or "a request", exc_info=error)
        detail = "internal error"
    extra = getattr(error, "extra", None)
    if extra:
        detail = f"{detail} {msgspec.json.encode(extra).decode()}"
    answer: Response[Any] = (
        Response(Detail(status, detail), status_code=status) if _is_api(request) else error_page(request, status)
    )
    for name, value in (getattr(error, "headers", None) or {}).items():
        answer.set_header(name, value)
    return answer


def error_page(request: Asked, status: int, key: str = "") -> Page:
    """Return the page of an error: what has happened, and what one can do about it; with words of its own by key."""
    known = status if status in _KNOWN else 500 if status >= 500 else 400
    return render(request, "error.html", status, number=status, key=key or f"ui.error_{known}")


def _either(json: Any) -> Any:
    """Return a handler that answers scripts by JSON and people by a page."""

    def handle(request: Asked, error: Exception) -> Response[Any]:
        answer: Response[Any] = json(request, error)
        key = f"ui.{error.reason}" if isinstance(error, (MatchFull, Damaged)) else ""
        if isinstance(error, Sanctioned) and not _is_api(request):
            return Redirect("/sanctions", status_code=303)
        return answer if _is_api(request) else error_page(request, answer.status_code or 500, key)

    return handle


HANDLERS: Final[dict[Any, Any]] = {
    **{kind: _either(handler) for kind, handler in ANSWERS.items()},
    Elsewhere: forward,
    HTTPException: _http_error,
    Exception: _http_error,
}
