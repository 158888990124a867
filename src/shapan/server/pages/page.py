"""Pages made on the server: lobby, rules, and the page that loads the table."""

from __future__ import annotations

import asyncio
import re
import secrets
from collections.abc import Sequence
from functools import cache
from pathlib import Path
from typing import Any, Final

import msgspec
from litestar import get, post
from litestar.datastructures import Cookie
from litestar.exceptions import HTTPException
from litestar.handlers.base import BaseRouteHandler
from litestar.params import FromPath, FromQuery
from litestar.response import Redirect, Response
from markupsafe import Markup

from shapan.engine import text
from shapan.engine.text import LANGUAGES
from shapan.server.api.form import read_form
from shapan.server.api.library import game_of
from shapan.server.api.match import joins_of
from shapan.server.api.opening import Unfit, open_match, usual_seats
from shapan.server.hub.hub import Hub
from shapan.server.hub.listing import ListedTable, listed_tables
from shapan.server.match.room import Room
from shapan.server.name import LONGEST, tidy
from shapan.server.pages import lobby, matchcards, rulebook
from shapan.server.pages.cover import symbols_address
from shapan.server.pages.friends import FriendsInLobby, friends_in_lobby
from shapan.server.pages.invitations import invitations
from shapan.server.pages.record import standing
from shapan.server.pages.rendering import THEME_COOKIE, THEMES, YEAR, Form, Page, back, render
from shapan.server.pages.tableform import table_form
from shapan.server.pages.trouble import all_faults
from shapan.server.people import news
from shapan.server.people.rating import has_ratings
from shapan.server.store.clubs import PREFIX
from shapan.server.store.kept import kept
from shapan.server.store.result import decision_seconds, guided_by, results_of
from shapan.server.store.row import TOURNAMENT, MatchRow
from shapan.server.web import limit
from shapan.server.web.context import Asked, TheHub, TheSessions, language_of, session_of
from shapan.server.web.guard import HEADER, HEADER_VALUE
from shapan.server.web.network import address_of, from_here, only_here
from shapan.server.web.packing import packed_page
from shapan.server.web.session import Guest
from shapan.server.words import COOKIE, NAMES

STATIC: Final = Path(__file__).parent.parent / "static"
ENTRY: Final = "src/main.ts"
STYLE: Final = "style.css"
"""The one sheet of the table and the replay."""
_TOKEN: Final = re.compile(r"[\w.-]{1,100}", re.ASCII)
"""The token of an invitation, as far as its letters tell."""
_FINISHED: Final = 4
_LISTED: Final = 20


@get("/", include_in_schema=False)
async def get_lobby(request: Asked, hub: TheHub, sessions: TheSessions) -> Response[bytes]:
    """Return the lobby."""
    language = language_of(request)
    guest = await sessions.find(request)
    session = None if guest is None else guest.id
    cards = await lobby.game_cards(language, hub, session)
    free, running, friends = await _tables(hub, guest, language)
    matches = [] if session is None else await matchcards.match_cards(hub, session, language)
    own = [] if session is None else await results_of(hub.store, session)
    guided = set() if session is None else await guided_by(hub.store, session)
    others = 0 if session is None else await news.count(hub, session)
    page = render(
        request,
        "lobby.html",
        cards=[card for card in cards if not card.tutorial and card.origin is None],
        by_others=[card for card in cards if card.origin is not None],
        tutorials=[card for card in cards if card.tutorial and card.origin is None],
        first=lobby.first_choice(cards, guided),
        standing=standing(own, await decision_seconds(hub.store, own), language),
        matches=[card for card in matches if not card.over],
        finished=[card for card in matches if card.over and not card.damaged][:_FINISHED],
        damaged=[card for card in matches if card.damaged],
        calls=sum(card.mine and not card.reserve for card in matches) + others,
        open_tables=lobby.table_rows(free, language),
        new_id=secrets.token_urlsafe(12),
        running=lobby.table_rows(running, language),
        invitations=await invitations(hub, guest, language),
        friends=friends,
        sanctioned=await _is_sanctioned(hub, session),
        name="" if guest is None else guest.name,
        accounts=hub.settings.accounts == "on",
        member=guest is not None and guest.is_member,
        faults=[(name, says if from_here(request) else "") for name, says in all_faults()],
    )
    return await packed_page(request, page)


async def _is_sanctioned(hub: Hub, session: str | None) -> bool:
    """Return whether moderators have laid something upon someone, which they are told of."""
    if session is None or hub.settings.accounts == "off":
        return False
    return bool(await hub.store.moderation.sanctions_of(session))


async def _tables(
    hub: Hub, guest: Guest | None, language: str
) -> tuple[list[ListedTable], list[ListedTable], FriendsInLobby | None]:
    """Return the tables that someone finds in the lobby, those under way, and what a member is told of friends.

    Those of friends are among what is told of them.
    """
    if guest is None or not guest.is_member:
        return *await listed_tables(hub, None if guest is None else guest.id, _LISTED), None
    ties = await hub.store.ties.of(guest.id)
    free, running = await listed_tables(hub, guest.id, _LISTED, {tie.account: tie.name for tie in ties.friends})
    friends = friends_in_lobby(ties, [*free, *running], language)
    return [row for row in free if not row.is_friends], [row for row in running if not row.is_friends], friends


@get("/tables/new", include_in_schema=False)
async def get_new(
    request: Asked,
    hub: TheHub,
    sessions: TheSessions,
    game: FromQuery[str] = "",
    seats: FromQuery[str] = "",
    circle: FromQuery[str] = "",
) -> Response[bytes]:
    """Return the form of a new table with all options of a game; with `seats=open` or a `circle` one for people."""
    guest = await sessions.find(request)
    return await _new_table(request, hub, guest, game, people=seats == "open", circle=circle)


async def _new_table(
    request: Asked,
    hub: Hub,
    guest: Guest | None,
    game: str,
    form: dict[str, str] | None = None,
    unfit: Unfit | None = None,
    *,
    people: bool = False,
    circle: str = "",
) -> Response[bytes]:
    """Return the page of a new table, if need be with a form that does not fit."""
    language = language_of(request)
    cards = await lobby.game_cards(language, hub, None if guest is None else guest.id)
    chosen = next((card for card in cards if card.name == game), cards[0])
    name = "" if guest is None else guest.name
    of_member = guest is not None and guest.is_member
    clubs = [(club.circle, club.name) for club in await hub.store.clubs.of(guest.id)] if guest and of_member else []
    if form is None and any(circle == one for one, _ in clubs):
        form = {
            "kind.0": "me",
            **dict.fromkeys((f"kind.{seat}" for seat in range(1, usual_seats(game_of(chosen.name)))), "open"),
        }
        form |= {"listed": circle, "name.0": name}
    page = render(
        request,
        "new.html",
        200 if unfit is None else 422,
        here="/tables/new",
        cards=cards,
        chosen=chosen,
        people=people,
        form=table_form(
            game_of(chosen.name),
            language,
            hub.source.names(),
            name,
            form,
            unfit,
            people=people,
            member=of_member,
            rates=has_ratings(),
            meets=hub.settings.accounts == "on",
            clubs=clubs,
        ),
        new_id=secrets.token_urlsafe(12),
    )
    return await packed_page(request, page)


@get("/lobby/live", include_in_schema=False)
async def get_live(request: Asked, hub: TheHub, sessions: TheSessions) -> Response[bytes]:
    """Return what changes in the lobby while it is open: the user's matches and the listed tables."""
    language = language_of(request)
    guest = await sessions.find(request)
    session = None if guest is None else guest.id
    free, running, friends = await _tables(hub, guest, language)
    matches = [] if session is None else await matchcards.match_cards(hub, session, language)
    page = render(
        request,
        "lobby_live.html",
        invitations=await invitations(hub, guest, language),
        matches=[card for card in matches if not card.over],
        open_tables=lobby.table_rows(free, language),
        running=lobby.table_rows(running, language),
        accounts=hub.settings.accounts == "on",
        friends=friends,
    )
    return await packed_page(request, page)


@post("/tables", include_in_schema=False, status_code=303, opt=limit.OPENING)
async def post_table(request: Asked, hub: TheHub, sessions: TheSessions, data: Form) -> Response[Any]:
    """Open a match from the lobby; what does not fit comes back with the form as it was sent."""
    form = {str(name): str(value) for name, value in data.items()}
    game = game_of(form.get("game", ""))
    cookies: list[Cookie] = []
    try:
        new = read_form(game, form)
        named = next((seat.name for seat in new.seats if seat.kind == "me"), "")
        guest, cookies = await sessions.admit(request, tidy(named))
        room = await open_match(hub, new, guest, language_of(request))
    except Unfit as unfit:
        answer = await _new_table(request, hub, await sessions.find(request), game.name, form, unfit)
        answer.cookies.extend(cookies)
        return answer
    behind = f"?back={form['back']}" if form.get("guide") and _TOKEN.fullmatch(form.get("back", "")) else ""
    return Redirect(f"/match/{room.row.id}{behind}", status_code=303, cookies=cookies)


@post("/tables/{match_id:str}/again", include_in_schema=False, status_code=303, opt=limit.OPENING)
async def post_again(request: Asked, hub: TheHub, sessions: TheSessions, match_id: FromPath[str]) -> Response[Any]:
    """Open the next match of a finished table, or find the one that is open already."""
    new = await hub.rematch(await hub.room(match_id), await session_of(request, sessions))
    return Redirect(f"/match/{new}", status_code=303)


@post("/language", include_in_schema=False, status_code=303)
async def post_language(data: Form) -> Response[Any]:
    """Choose a language and go back."""
    return _choose("language", LANGUAGES, COOKIE, data)


@post("/theme", include_in_schema=False, status_code=303)
async def post_theme(data: Form) -> Response[Any]:
    """Choose the dark or the light theme and go back."""
    return _choose("theme", THEMES, THEME_COOKIE, data)


def _choose(what: str, known: Sequence[str], cookie: str, data: dict[str, Any]) -> Response[Any]:
    value = str(data.get(what, ""))
    if value not in known:
        raise HTTPException(detail=f"there is no such {what}", status_code=400)
    kept = Cookie(cookie, value=value, path="/", max_age=YEAR, samesite="lax")
    return Redirect(back(data.get("next")), status_code=303, cookies=[kept])


@get("/rules", include_in_schema=False)
async def get_rules(request: Asked, hub: TheHub) -> Response[bytes]:
    """All rulebooks."""
    cards = await lobby.game_cards(language_of(request), hub)
    return await packed_page(request, render(request, "rules.html", cards=cards))


@get("/rules/{game:str}", include_in_schema=False)
async def get_rulebook(request: Asked, game: FromPath[str]) -> Response[bytes]:
    """One rulebook."""
    definition = game_of(game)
    language = language_of(request)
    texts = text.catalogue(definition, language)
    book = await asyncio.to_thread(rulebook.book, definition.name, language)  # a long one takes a tenth of a second
    page = render(
        request,
        "rulebook.html",
        title=texts.get("game.name", definition.name),
        book=book,
        html=Markup(book.html) if book else "",  # noqa: S704 - made by our renderer without raw HTML
        titles=rulebook.titles(texts),
        answers=False,
        beside=f"/rules/{definition.name}/rulings" if text.rulings(definition, "en") else "",
    )
    return await packed_page(request, page)


@get("/rules/{game:str}/rulings", include_in_schema=False)
async def get_rulings(request: Asked, game: FromPath[str]) -> Response[bytes]:
    """Return the answers of one game to disputed questions."""
    definition = game_of(game)
    language = language_of(request)
    book = await asyncio.to_thread(rulebook.answers, definition.name, language)
    if book is None:
        raise HTTPException(detail="this game has no rulings", status_code=404)
    page = render(
        request,
        "rulebook.html",
        title=text.catalogue(definition, language).get("game.name", definition.name),
        book=book,
        html=Markup(book.html),  # noqa: S704 - made by our renderer without raw HTML
        answers=True,
        beside=f"/rules/{definition.name}",
    )
    return await packed_page(request, page)


@get("/match/{match_id:str}", include_in_schema=False)
async def get_match(
    request: Asked, hub: TheHub, sessions: TheSessions, match_id: FromPath[str], back: FromQuery[str] = ""
) -> Page:
    """Return the table; `back` is the invitation to which a guided match leads back."""
    room = await hub.fresh_room(match_id)
    files = client_files()
    title = text.catalogue(room.match.game, language_of(request)).get("game.name", room.match.game.name)
    if files is None:
        return render(request, "not_built.html", 503, title=title)
    behind = f"/join/{back}" if _TOKEN.fullmatch(back) else ""
    boot = boot_data(request, room, await session_of(request, sessions), behind)
    return render(request, "table.html", title=title, boot=boot, script=files[0], style=files[1])


@post("/name", include_in_schema=False, status_code=303)
async def post_name(request: Asked, sessions: TheSessions, data: Form) -> Response[Any]:
    """Keep the name that a guest wants to go by, and go back."""
    _, cookies = await sessions.admit(request, tidy(str(data.get("name", ""))[:LONGEST]))
    return Redirect(back(data.get("next")), status_code=303, cookies=cookies)


def tournament_address(row: MatchRow) -> str:
    """Return where the page of the tournament is that has opened a table."""
    return f"/club/{row.circle.removeprefix(PREFIX)}/tournament/{row.owner.removeprefix(TOURNAMENT)}"


def boot_data(request: Asked, room: Room, session: str | None, behind: str = "") -> Markup:
    """Return what the client needs at once, as JSON that cannot end its element."""
    joins = joins_of(room, session)
    data: dict[str, Any] = {
        "match": room.row.id,
        "game": room.match.game.name,
        "symbols": symbols_address(room.match.game),
        "rulings": bool(text.rulings(room.match.game, "en")),
        "language": language_of(request),
        "languages": [{"code": code, "name": NAMES[code]} for code in LANGUAGES],
        "csrf": {"header": HEADER, "value": HEADER_VALUE},
        "joins": joins,
        **({"back": behind} if behind else {}),
        **(
            {"date": {"at": room.row.date, "url": f"/tables/{room.row.id}/date.ics"}}
            if room.row.date is not None
            else {}
        ),
        **({"tournament": tournament_address(room.row)} if room.row.is_of_tournament else {}),
        **({"report": f"/report/{room.row.id}"} if request.app.state.members is not None else {}),
    }
    if joins or (room.course.waiting and room.seats.is_host(session)):
        address = address_of(request, request.app.state.hub.settings)
        data |= {"address": address, "only_here": only_here(address)}
    safe = msgspec.json.encode(data).decode().replace("<", "\\u003c").replace("&", "\\u0026")
    return Markup(safe)  # noqa: S704 - no tag can begin in it


def client_files(folder: Path = STATIC / "dist", entry: str = ENTRY) -> tuple[str, str] | None:
    """Return script and style sheet of the client as it was built when first asked, None if it was not."""
    return _client_files(folder, entry)


@cache
def _client_files(folder: Path, entry: str) -> tuple[str, str] | None:
    for place in (folder / "manifest.json", folder / ".vite" / "manifest.json"):
        try:
            manifest = msgspec.json.decode(place.read_bytes())
            return f"/static/dist/{manifest[entry]['file']}", f"/static/dist/{manifest[STYLE]['file']}"
        except (OSError, msgspec.DecodeError, KeyError):
            continue
    return None


@get("/privacy", include_in_schema=False)
async def get_kept(request: Asked) -> Page:
    """Return what is kept of people, and until when."""
    return render(request, "kept.html", here="/privacy", kept=kept(accounts=request.app.state.members is not None))


ROUTES: list[BaseRouteHandler] = [
    get_lobby,
    get_live,
    get_new,
    post_table,
    post_again,
    post_language,
    post_theme,
    post_name,
    get_rules,
    get_rulebook,
    get_rulings,
    get_kept,
    get_match,
]
