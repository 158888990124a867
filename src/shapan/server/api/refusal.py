"""What the API answers besides frames: refusals and their place in OpenAPI."""

from __future__ import annotations

import logging
from typing import Any, Final

import msgspec
from litestar import Request, Response
from litestar.openapi.datastructures import ResponseSpec
from sqlalchemy.exc import DBAPIError
from sqlalchemy.exc import TimeoutError as Crowded

from shapan.engine.ground import Leg
from shapan.engine.match import Refusal
from shapan.server.api.opening import Unfit
from shapan.server.match.chat import Unspeakable
from shapan.server.match.lifecycle import Elsewhere, MatchClosed, MatchNotFound, NotYours, Sanctioned, Stale
from shapan.server.match.refusal_path import PathRefusal
from shapan.server.store.fault import cause_of
from shapan.server.store.writer import StoreError
from shapan.server.web.forward import FORWARD, forwarding

LOG = logging.getLogger("shapan.server")


class RefusalInfo(msgspec.Struct, omit_defaults=True):
    """Why something is not possible: the rule, and the text `why_not.<key>`; of an answer what of it is to blame."""

    rule: str
    key: str
    words: dict[str, Any]
    path: str = ""
    """The field of the answer as it is written that is to blame, such as `cards` or `path.1`; empty if none is."""
    codes: list[int] = []
    """Those of the codes sent that lie in this field."""


class Verdict(RefusalInfo, omit_defaults=True):
    """Whether something is possible, the key empty if it is; of a point its code, and what it costs and is worth."""

    code: int = 0
    leg: Leg | None = None


class ShutInfo(msgspec.Struct):
    """Too late, or too early: closed, withdrawn, over, frozen, handed, on (not over), waiting (not begun), begun.

    Or changed elsewhere since: changed. Or too much: too_many_tables, storage_full, table_full.
    """

    reason: str


class UnfitInfo(msgspec.Struct):
    """Something that cannot be opened, said or seated: the field at fault."""

    field: str
    detail: str


class Detail(msgspec.Struct):
    """An error."""

    status_code: int
    detail: str


def spec(kind: Any, description: str) -> ResponseSpec:
    """Return how OpenAPI describes an answer."""
    return ResponseSpec(kind, generate_examples=False, description=description)


READ: Final = {
    429: spec(Detail, "too many requests; the header Retry-After says how many seconds to wait"),
    503: spec(Detail, "the store does not answer, or did not confirm; send it again, with the same id if there is one"),
}
MISSING: Final = {**READ, 404: spec(Detail, "no such match, game, language or rule")}
MATCH: Final = {**MISSING, 400: spec(Detail, "not a request of this form")}
_SENT: Final = {403: spec(Detail, "not a player of this match, or from another site"), 413: spec(Detail, "too long")}
CHANGE: Final = {
    **MATCH,
    **_SENT,
    409: spec(ShutInfo, "too late"),
    422: spec(RefusalInfo, "not possible"),
}
OPENING: Final = {
    **READ,
    **_SENT,
    400: MATCH[400],
    409: spec(ShutInfo, "too many tables under way, or too much kept"),
    422: spec(UnfitInfo, "the game refuses seats or options"),
}


def told(error: Refusal) -> RefusalInfo:
    """Return what is told of a refusal. Only a path that was found in the answer goes out."""
    reason = error.reason
    if isinstance(error, PathRefusal):
        return RefusalInfo(reason.rule, reason.key, reason.words, reason.path, error.codes)
    return RefusalInfo(reason.rule, reason.key, reason.words)


def verdict(error: Refusal) -> Verdict:
    """Return what is told of a refusal to who only asks."""
    return Verdict(**msgspec.structs.asdict(told(error)))


def _refusal(_: Request[Any, Any, Any], error: Refusal) -> Response[RefusalInfo]:
    return Response(told(error), status_code=422)


def _shut(_: Request[Any, Any, Any], error: MatchClosed) -> Response[ShutInfo]:
    return Response(ShutInfo(error.reason), status_code=409)


def _unfit(_: Request[Any, Any, Any], error: Unfit | Unspeakable) -> Response[UnfitInfo]:
    return Response(UnfitInfo(error.field, error.detail), status_code=422)


def _not_yours(_: Request[Any, Any, Any], error: NotYours) -> Response[Detail]:
    return Response(Detail(403, str(error)), status_code=403)


def _missing(_: Request[Any, Any, Any], error: MatchNotFound) -> Response[Detail]:
    return Response(Detail(404, str(error)), status_code=404)


def forward(_: Request[Any, Any, Any], error: Elsewhere) -> Response[None]:
    """Have the proxy forward the request to the process that plays the match."""
    return Response(None, status_code=FORWARD, headers=forwarding(error))


def _not_stored(_: Request[Any, Any, Any], error: Exception) -> Response[Detail]:
    return Response(
        Detail(503, "not stored; send it again with the same id"), status_code=503, headers={"retry-after": "1"}
    )


def _not_read(_: Request[Any, Any, Any], error: DBAPIError | Crowded) -> Response[Detail]:
    # The driver shows what it could not read, and that may be what somebody has said.
    LOG.error("the store does not answer: %s", cause_of(error) if isinstance(error, DBAPIError) else "it is crowded")
    return Response(
        Detail(503, "the store does not answer; try again later"), status_code=503, headers={"retry-after": "1"}
    )


HANDLERS: Final[dict[type[Exception], Any]] = {
    Refusal: _refusal,
    MatchClosed: _shut,
    Unfit: _unfit,
    Unspeakable: _unfit,
    NotYours: _not_yours,
    Sanctioned: _not_yours,
    MatchNotFound: _missing,
    StoreError: _not_stored,
    Stale: _not_stored,
    DBAPIError: _not_read,
    Crowded: _not_read,
}
