"""The form by which the owner of a club sets a tournament up."""

from __future__ import annotations

import secrets
from base64 import urlsafe_b64encode
from collections.abc import Mapping
from hashlib import blake2b
from typing import Any, Final
from urllib.parse import quote

from litestar import get, post
from litestar.exceptions import NotFoundException
from litestar.handlers.base import BaseRouteHandler
from litestar.params import FromPath, FromQuery
from litestar.response import Redirect, Response

from shapan.engine.game import Game, PositionError
from shapan.engine.options import OptionError, settled, telling
from shapan.engine.registry import UnknownGame, find
from shapan.server.api.form import read_form
from shapan.server.api.opening import Unfit, check_clock
from shapan.server.hub.hub import Hub
from shapan.server.hub.new_table import TELLS
from shapan.server.match.lifecycle import Sanctioned
from shapan.server.name import LONGEST
from shapan.server.pages.accountform import member_asked, to_login
from shapan.server.pages.clubs import club_asked
from shapan.server.pages.control import MAX_SEGMENTS, Control
from shapan.server.pages.lobby import game_cards
from shapan.server.pages.rendering import Form, render
from shapan.server.pages.tableform import table_form
from shapan.server.people.names import normal, wrong_name
from shapan.server.store.clubs import Club
from shapan.server.store.fault import Conflict
from shapan.server.store.moderation import SUSPEND
from shapan.server.store.people import now
from shapan.server.store.tournaments import MAX_TOURNAMENTS, Tournament
from shapan.server.tournament.runner import min_seats
from shapan.server.web import limit
from shapan.server.web.context import Asked, TheHub, TheSessions, language_of
from shapan.server.web.packing import packed_page
from shapan.server.web.session import Guest
from shapan.server.words import say

MAX_ROUNDS: Final = 30
_FORMS: Final = ("swiss", "robin")


@get("/club/{key:str}/tournaments/new", include_in_schema=False)
async def get_new_tournament(
    request: Asked, hub: TheHub, sessions: TheSessions, key: FromPath[str], game: FromQuery[str] = ""
) -> Response[Any]:
    """Return the form of a new tournament, for the club's owner."""
    member = await member_asked(request, sessions)
    if member is None:
        return to_login(f"/club/{quote(key)}/tournaments/new")
    await _owned(request, hub, member, key)
    return await _new_page(request, hub, game, {})


@post("/club/{key:str}/tournaments/new", include_in_schema=False, status_code=303, opt=limit.OPENING)
async def post_new_tournament(
    request: Asked, hub: TheHub, sessions: TheSessions, key: FromPath[str], data: Form
) -> Response[Any]:
    """Set a tournament up."""
    member = await member_asked(request, sessions)
    if member is None:
        return to_login(f"/club/{quote(key)}/tournaments/new")
    club = await _owned(request, hub, member, key)
    form = {str(name): str(value) for name, value in data.items()}
    chosen = form.get("game", "")
    try:
        new = _read(club, member, form)
        await hub.check_sanctions(member.id, SUSPEND)
        await hub.store.tournaments.make(new)
    except UnknownGame:
        return await _new_page(request, hub, chosen, form, Unfit("game", ""))
    except Unfit as error:
        return await _new_page(request, hub, chosen, form, error)
    except Conflict:
        return await _new_page(request, hub, chosen, form, Unfit("many", ""))
    except Sanctioned:
        return await _new_page(request, hub, chosen, form, Unfit("suspended", ""))
    return Redirect(f"/club/{club.id}/tournament/{new.id}?said=made", status_code=303)


async def _owned(request: Asked, hub: Hub, member: Guest, key: str) -> Club:
    """Return a club of its owner. Raises 404 for everyone else."""
    club = await club_asked(request, hub, member, key)
    if club.owner != member.id:
        raise NotFoundException
    return club


def _id_of(member: Guest, given: str) -> str:
    """Return the id of a tournament by that of the form: the same form sent twice makes one."""
    named = blake2b(f"tournament {member.id} {given}".encode(), digest_size=12).digest()
    return urlsafe_b64encode(named).decode() if given else secrets.token_urlsafe(12)


def _read(club: Club, member: Guest, form: Mapping[str, str]) -> Tournament:
    """Return the tournament that a form asks for. Raises Unfit or UnknownGame."""
    game = find(form.get("game", ""))
    name = form.get("name", "")[: LONGEST + 1]
    if wrong_name(name):
        raise Unfit("name", "not a name")
    new = read_form(game, {name: value for name, value in form.items() if name.startswith("option.") or name == "pace"})
    check_clock(new.pace, new.bank, new.increment)
    date = read_form(game, {"date": form.get("until", ""), "date.ahead": form.get("until.ahead", "")}).date
    if date is not None and date <= now():
        raise Unfit("until", "over")
    made = Tournament(
        id=_id_of(member, form.get("id", "")),
        club=club.id,
        name=normal(name),
        game=game.name,
        options=new.options,
        seats=_count(form, "seats", game.max_seats, least=max(2, game.min_seats)),
        least=2,
        pace=new.pace,
        form=form.get("form", ""),
        rounds=_count(form, "rounds", MAX_ROUNDS),
        seed=secrets.token_hex(16),
        state="open",
        until=date,
        auto=form.get("auto", "on") == "on",
        round=0,
        made=now(),
        bank=new.bank,
        increment=new.increment,
    )
    if made.form not in _FORMS:
        raise Unfit("form", "unknown")
    if names := telling(game.options, settled(game.options, made.options, made.seats)):
        raise Unfit(f"options.{names[0]}", TELLS)
    try:
        made.least = min_seats(made)
    except OptionError as error:
        raise Unfit(f"options.{error.field}", error.message) from None
    except PositionError as error:
        raise Unfit("seats", error.message) from None
    return made


def _count(form: Mapping[str, str], field_: str, most: int, least: int = 0) -> int:
    """Return a number of a form; 0 where nothing was sent and that is allowed. Raises Unfit."""
    text = form.get(field_, "").strip() or "0"
    if not text.isascii() or not text.isdigit() or len(text) > 3 or not least <= int(text) <= most:
        raise Unfit(field_, f"not a number from {least} to {most}")
    return int(text)


async def _new_page(
    request: Asked, hub: Hub, chosen: str, form: Mapping[str, str], unfit: Unfit | None = None
) -> Response[Any]:
    language = language_of(request)
    cards = [card for card in await game_cards(language, hub) if not card.tutorial or card.name == chosen]
    card = next((card for card in cards if card.name == chosen), cards[0])
    game = find(card.name)
    made = table_form(game, language, [], form=dict(form), unfit=unfit)
    controls = _controls(game, language)
    controls.append(next(way for way in made.ways if way.name == "pace"))
    for control in controls[:-1]:
        if control.name in form and (not control.choices or form[control.name] in dict(control.choices)):
            control.value = form[control.name]
    problem = ""
    if unfit is not None:
        known = ("name", "until", "rounds", "many", "suspended")
        problem = (
            say(language, f"ui.denied_tournament_{unfit.field}", most=MAX_ROUNDS, count=MAX_TOURNAMENTS)
            if unfit.field in known
            else made.error or say(language, "ui.form_wrong")
        )
    options = [*made.common, *made.rest]
    page = render(
        request,
        "newtournament.html",
        422 if unfit else 200,
        cards=cards,
        chosen=card,
        new_id=secrets.token_urlsafe(12),
        controls=controls,
        options=options,
        open_options=any(option.value != option.default or option.error for option in options),
        name=form.get("name", "")[:LONGEST],
        wrong_name=unfit is not None and unfit.field == "name",
        problem=problem,
    )
    return await packed_page(request, page)


def _controls(game: Game[Any], language: str) -> list[Control]:
    """Return what is to be set of a tournament besides the game's options and the clock."""

    def made(name: str, kind: str, usual: str, choices: list[tuple[str, str]]) -> Control:
        label, told = say(language, f"ui.tournament_{name}"), say(language, f"ui.tournament_{name}_help")
        return Control(name, label, told, "", kind, usual, usual, choices)

    seats = range(max(2, game.min_seats), game.max_seats + 1)
    kind = "segments" if len(seats) <= MAX_SEGMENTS else "select"
    rounds = made("rounds", "number", "0", [])
    rounds.least, rounds.most = 0, MAX_ROUNDS
    until = made("until", "datetime-local", "", [])
    until.here = say(language, "ui.tournament_until_here")
    return [
        made("form", "segments", "swiss", [(one, say(language, f"ui.tournament_{one}")) for one in _FORMS]),
        made("seats", kind, str(seats[0]), [(str(count), str(count)) for count in seats]),
        rounds,
        until,
        made("auto", "segments", "on", [(one, say(language, f"ui.tournament_auto_{one}")) for one in ("on", "off")]),
    ]


ROUTES: Final[list[BaseRouteHandler]] = [get_new_tournament, post_new_tournament]
