"""Pages made on the server: lobby, rules, invitations, errors, and the page that loads the table."""

from __future__ import annotations

import logging
from functools import cache
from pathlib import Path
from typing import Any, Final

import msgspec
from jinja2 import Environment, PackageLoader, StrictUndefined
from litestar import get, post
from litestar.datastructures import Cookie
from litestar.enums import MediaType
from litestar.exceptions import HTTPException
from litestar.handlers.base import BaseRouteHandler
from litestar.params import FromPath, FromQuery, URLEncodedBody
from litestar.response import Redirect, Response
from markupsafe import Markup

from shapan.engine import text
from shapan.engine.text import LANGUAGES
from shapan.server import limits, lobby, rulebook
from shapan.server.answers import HANDLERS as ANSWERS
from shapan.server.answers import Detail
from shapan.server.api import joins_of
from shapan.server.context import Asked, TheHub, TheSessions, language_of, session_of
from shapan.server.guard import HEADER, HEADER_VALUE
from shapan.server.hub import Missing
from shapan.server.library import game_of
from shapan.server.opening import open_match, read_form
from shapan.server.room import Room
from shapan.server.words import COOKIE, NAMES, say
from shapan.server.writer import Conflict

LOG = logging.getLogger("shapan.server")
STATIC: Final = Path(__file__).parent / "static"
ENTRY: Final = "src/main.ts"
_YEAR = 365 * 24 * 3600

Form = URLEncodedBody[dict[str, Any]]
Page = Response[str]


@cache
def _templates() -> Environment:
    return Environment(
        loader=PackageLoader("shapan.server"),
        autoescape=True,
        trim_blocks=True,
        lstrip_blocks=True,
        undefined=StrictUndefined,
    )


def render(request: Asked, template: str, status: int = 200, **values: Any) -> Page:
    """Return a page in the language of a request."""
    language = language_of(request)

    def t(key: str, **parameters: object) -> str:
        return say(language, key, **parameters)

    html = (
        _templates()
        .get_template(template)
        .render(
            t=t,
            language=language,
            languages=[(code, NAMES[code]) for code in LANGUAGES],
            here=request.url.path,
            theme="light" if request.cookies.get("theme") == "light" else "dark",
            **values,
        )
    )
    return Response(html, status_code=status, media_type=MediaType.HTML)


@get("/", include_in_schema=False)
async def get_lobby(request: Asked, hub: TheHub, sessions: TheSessions, game: FromQuery[str] = "") -> Page:
    """The lobby."""
    language = language_of(request)
    guest = await sessions.find(request)
    cards = lobby.game_cards(language)
    chosen = next((card for card in cards if card.name == game), cards[0])
    common, rest = lobby.controls(game_of(chosen.name), language)
    return render(
        request,
        "lobby.html",
        cards=cards,
        chosen=chosen,
        common=common,
        rest=rest,
        bots=lobby.bot_choices(hub.source.names(), language),
        matches=[] if guest is None else await lobby.match_cards(hub, guest.id, language),
        name="" if guest is None else guest.name,
    )


@post("/tables", include_in_schema=False, status_code=303, opt=limits.OPENING)
async def post_table(request: Asked, hub: TheHub, sessions: TheSessions, data: Form) -> Response[Any]:
    """Open a match from the lobby's form."""
    form = {str(name): str(value) for name, value in data.items()}
    new = read_form(game_of(form.get("game", "")), form)
    named = next((seat.name for seat in new.seats if seat.kind == "me"), "")
    guest, cookies = await sessions.admit(request, " ".join(named.split()))
    room = await open_match(hub, new, guest, language_of(request))
    return Redirect(f"/match/{room.row.id}", status_code=303, cookies=cookies)


@post("/language", include_in_schema=False, status_code=303)
async def post_language(request: Asked, data: Form) -> Response[Any]:
    """Choose a language and go back."""
    language = str(data.get("language", ""))
    back = str(data.get("next", "/"))
    if language not in LANGUAGES:
        raise HTTPException(detail="there is no such language", status_code=400)
    if not back.startswith("/") or back.startswith("//") or "\\" in back:
        back = "/"
    cookie = Cookie(COOKIE, value=language, path="/", max_age=_YEAR, samesite="lax")
    return Redirect(back, status_code=303, cookies=[cookie])


@get("/rules", include_in_schema=False)
async def get_rules(request: Asked) -> Page:
    """All rulebooks."""
    return render(request, "rules.html", cards=lobby.game_cards(language_of(request)))


@get("/rules/{game:str}", include_in_schema=False)
async def get_rulebook(request: Asked, game: FromPath[str]) -> Page:
    """One rulebook."""
    definition = game_of(game)
    language = language_of(request)
    texts = text.catalogue(definition, language)
    book = rulebook.book(definition.name, language)
    return render(
        request,
        "rulebook.html",
        title=texts.get("game.name", definition.name),
        book=book,
        html=Markup(book.html) if book else "",  # noqa: S704 - made by our renderer without raw HTML
        titles=rulebook.titles(texts),
    )


@get("/match/{match_id:str}", include_in_schema=False)
async def get_match(request: Asked, hub: TheHub, sessions: TheSessions, match_id: FromPath[str]) -> Page:
    """The table."""
    room = await hub.fresh_room(match_id)
    files = client_files()
    title = text.catalogue(room.match.game, language_of(request)).get("game.name", room.match.game.name)
    if files is None:
        return render(request, "not_built.html", 503, title=title)
    boot = boot_data(request, room, await session_of(request, sessions))
    return render(request, "table.html", title=title, boot=boot, script=files[0], styles=files[1])


def boot_data(request: Asked, room: Room, session: str | None) -> Markup:
    """Return what the client needs at once, as JSON that cannot end its element."""
    data = {
        "match": room.row.id,
        "game": room.match.game.name,
        "language": language_of(request),
        "languages": [{"code": code, "name": NAMES[code]} for code in LANGUAGES],
        "csrf": {"header": HEADER, "value": HEADER_VALUE},
        "joins": joins_of(room, session),
    }
    safe = msgspec.json.encode(data).decode().replace("<", "\\u003c").replace("&", "\\u0026")
    return Markup(safe)  # noqa: S704 - no tag can begin in it


def client_files(folder: Path = STATIC / "dist", entry: str = ENTRY) -> tuple[str, list[str]] | None:
    """Return script and styles of the built client by Vite's manifest, None if it is not built."""
    for place in (folder / "manifest.json", folder / ".vite" / "manifest.json"):
        try:
            manifest = msgspec.json.decode(place.read_bytes())
            styles = [f"/static/dist/{name}" for name in _styles(manifest, entry, set())]
            return f"/static/dist/{manifest[entry]['file']}", styles
        except (OSError, msgspec.DecodeError, KeyError):
            continue
    return None


def _styles(manifest: Any, name: str, seen: set[str]) -> list[str]:
    """Return the styles of a chunk and of those it imports."""
    if name in seen:
        return []
    seen.add(name)
    chunk = manifest[name]
    return [
        *chunk.get("css", []),
        *(style for other in chunk.get("imports", []) for style in _styles(manifest, other, seen)),
    ]


@get("/join/{token:str}", include_in_schema=False)
async def get_join(request: Asked, hub: TheHub, sessions: TheSessions, token: FromPath[str]) -> Response[Any]:
    """Ask whoever follows an invitation for a name."""
    place = await hub.store.seat_of_token(token)
    if place is None:
        raise Missing("there is no such invitation")
    room = await hub.fresh_room(place[0])
    guest = await sessions.find(request)
    if guest is not None and room.seats_of(guest.id):
        return Redirect(f"/match/{room.row.id}", status_code=303)
    title = text.catalogue(room.match.game, language_of(request)).get("game.name", "")
    taken = room.seats[place[1]].kind != "open"
    return render(
        request,
        "join.html",
        409 if taken else 200,
        title=title,
        taken=taken,
        match=room.row.id,
        seat=place[1] + 1,
        name="" if guest is None else guest.name,
    )


@post("/join/{token:str}", include_in_schema=False, status_code=303)
async def post_join(
    request: Asked, hub: TheHub, sessions: TheSessions, token: FromPath[str], data: Form
) -> Response[Any]:
    """Take the open seat of an invitation."""
    place = await hub.store.seat_of_token(token)
    if place is None:
        raise Missing("there is no such invitation")
    name = " ".join(str(data.get("name", "")).split())[:40]
    guest, cookies = await sessions.admit(request, name)
    name = guest.name or say(language_of(request), "ui.player_number", number=place[1] + 1)
    try:
        await hub.sit(token, guest.id, name)
    except Conflict:
        return Redirect(f"/join/{token}", status_code=303, cookies=cookies)
    return Redirect(f"/match/{place[0]}", status_code=303, cookies=cookies)


# Errors, as pages for people and as JSON for scripts


_SAID: Final = {
    404: ("ui.not_found", "ui.not_found_help"),
    413: ("ui.refused", "ui.too_long_help"),
    429: ("ui.busy", "ui.busy_help"),
    503: ("ui.failed", "ui.not_stored_help"),
}
"""Title and explanation of the errors that a person may meet."""


def _is_api(request: Asked) -> bool:
    return request.url.path.startswith(("/api/", "/schema", "/matches", "/static/"))


def _http_error(request: Asked, error: Exception) -> Response[Any]:
    status = error.status_code if isinstance(error, HTTPException) else 500
    detail = error.detail if isinstance(error, HTTPException) else "internal error"
    if status >= 500:
        LOG.error("%s failed", request.url.path, exc_info=error)
        detail = "internal error"
    extra = getattr(error, "extra", None)
    if extra:
        detail = f"{detail} {msgspec.json.encode(extra).decode()}"
    answer: Response[Any] = (
        Response(Detail(status, detail), status_code=status)
        if _is_api(request)
        else _error_page(request, status, detail)
    )
    for name, value in (getattr(error, "headers", None) or {}).items():
        answer.set_header(name, value)
    return answer


def _error_page(request: Asked, status: int, detail: str) -> Page:
    title, explained = _SAID.get(status, ("ui.failed", "ui.failed_help") if status >= 500 else ("ui.refused", ""))
    said = say(language_of(request), explained) if explained else detail
    return render(request, "error.html", status, key=title, detail=said)


def _either(json: Any) -> Any:
    """Return a handler that answers scripts by JSON and people by a page."""

    def handle(request: Asked, error: Exception) -> Response[Any]:
        answer: Response[Any] = json(request, error)
        if _is_api(request):
            return answer
        return _error_page(request, answer.status_code or 500, str(error))

    return handle


HANDLERS: Final[dict[Any, Any]] = {
    **{kind: _either(handler) for kind, handler in ANSWERS.items()},
    HTTPException: _http_error,
    Exception: _http_error,
}

ROUTES: list[BaseRouteHandler] = [
    get_lobby,
    post_table,
    post_language,
    get_rules,
    get_rulebook,
    get_match,
    get_join,
    post_join,
]
