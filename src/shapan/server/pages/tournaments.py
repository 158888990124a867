"""Tournaments of a club: set up, sign up, who meets whom, standings, and what its host sees to. Plain forms."""

from __future__ import annotations

import secrets
import time
from collections.abc import Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any, Final
from urllib.parse import quote

from litestar import get, post
from litestar.di import NamedDependency
from litestar.exceptions import NotFoundException
from litestar.handlers.base import BaseRouteHandler
from litestar.params import FromPath, FromQuery
from litestar.response import Redirect, Response

from shapan.engine.game import Game, PositionError
from shapan.engine.options import OptionError, settled, telling
from shapan.engine.registry import UnknownGame, find
from shapan.engine.text import catalogue
from shapan.server.api.form import read_form
from shapan.server.api.opening import Unfit, check_clock
from shapan.server.hub.hub import TELLS, Hub
from shapan.server.match.course import Sanctioned
from shapan.server.name import LONGEST
from shapan.server.pages.accountform import member_asked, to_login
from shapan.server.pages.clubs import club_asked
from shapan.server.pages.lobby import game_cards
from shapan.server.pages.rendering import Form, Page, render
from shapan.server.pages.tableform import MOST_SEGMENTS, Control, clock_words, table_form
from shapan.server.people.naming import normal, wrong_name
from shapan.server.store.clubs import Club
from shapan.server.store.fault import Conflict
from shapan.server.store.moderation import SUSPEND
from shapan.server.store.people import now
from shapan.server.store.tournaments import MOST_PLAYERS, MOST_TOURNAMENTS, Chair, Entrant, Tournament, Whole
from shapan.server.tournament.points import NO_SHOW, OUT, POINT
from shapan.server.tournament.runner import Runner, least_seats
from shapan.server.tournament.standing import Played, standings
from shapan.server.web import limit
from shapan.server.web.context import Asked, TheHub, TheSessions, language_of
from shapan.server.web.packing import packed_page
from shapan.server.web.session import Guest
from shapan.server.words import listed, say

TheRunner = NamedDependency[Runner]
MOST_ROUNDS: Final = 30
_SAID: Final = ("made", "enter", "withdraw", "start", "next", "close", "pause", "resume", "end", "remove")
_FORMS: Final = ("swiss", "robin")


# Setting up


@get("/club/{key:str}/tournaments/new", include_in_schema=False)
async def get_new_tournament(
    request: Asked, hub: TheHub, sessions: TheSessions, key: FromPath[str], game: FromQuery[str] = ""
) -> Response[Any]:
    """The form of a new tournament, for the club's owner."""
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
        new = _read(club, form)
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


def _read(club: Club, form: Mapping[str, str]) -> Tournament:
    """Return the tournament that a form asks for. Raises Unfit or UnknownGame."""
    game = find(form.get("game", ""))
    name = form.get("name", "")[: LONGEST + 1]
    if wrong_name(name):
        raise Unfit("name", "not a name")
    new = read_form(game, {name: value for name, value in form.items() if name.startswith("option.") or name == "pace"})
    check_clock(new.pace, new.bank, new.increment)
    date = read_form(game, {"date": form.get("until", "")}).date if form.get("until", "").strip() else None
    if date is not None and date <= now():
        raise Unfit("until", "over")
    made = Tournament(
        id=secrets.token_urlsafe(12),
        club=club.id,
        name=normal(name),
        game=game.name,
        options=new.options,
        seats=_count(form, "seats", game.most_seats, least=max(2, game.least_seats)),
        least=2,
        pace=new.pace,
        form=form.get("form", ""),
        rounds=_count(form, "rounds", MOST_ROUNDS),
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
        made.least = least_seats(made)
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
            say(language, f"ui.denied_tournament_{unfit.field}", most=MOST_ROUNDS, count=MOST_TOURNAMENTS)
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

    seats = range(max(2, game.least_seats), game.most_seats + 1)
    kind = "segments" if len(seats) <= MOST_SEGMENTS else "select"
    rounds = made("rounds", "number", "0", [])
    rounds.least, rounds.most = 0, MOST_ROUNDS
    return [
        made("form", "segments", "swiss", [(one, say(language, f"ui.tournament_{one}")) for one in _FORMS]),
        made("seats", kind, str(seats[0]), [(str(count), str(count)) for count in seats]),
        rounds,
        made("until", "datetime-local", "", []),
        made("auto", "segments", "on", [(one, say(language, f"ui.tournament_auto_{one}")) for one in ("on", "off")]),
    ]


# The page of a tournament


@dataclass(slots=True)
class PlayerRow:
    """A player at a table, in the list or in the standings."""

    name: str
    number: int = 0
    points: str = ""
    mark: str = ""
    state: str = ""
    removable: bool = False
    mine: bool = False
    place: int = 0
    by_lot: bool = False
    strength: str = ""
    direct: str = ""
    wins: int = 0


@dataclass(slots=True)
class BoardRow:
    """A table of a round."""

    state: str
    players: list[PlayerRow]
    link: str
    word: str
    mine: bool


@dataclass(slots=True)
class RoundRow:
    """A round, with its tables and who has a bye, by name."""

    number: int
    boards: list[BoardRow] = field(default_factory=list)
    byes: str = ""


async def _tournament(hub: Hub, club: Club, which: str) -> Whole:
    """Return a tournament of a club. Raises 404 if there is none."""
    whole = await hub.store.tournaments.find(which) if which.isascii() and which.isprintable() else None
    if whole is None or whole.tournament.club != club.id:
        raise NotFoundException
    return whole


@get("/club/{key:str}/tournament/{which:str}", include_in_schema=False)
async def get_tournament(
    request: Asked,
    hub: TheHub,
    sessions: TheSessions,
    key: FromPath[str],
    which: FromPath[str],
    said: FromQuery[str] = "",
) -> Response[Any]:
    """A tournament: sign-up, rounds, standings, rules."""
    member = await member_asked(request, sessions)
    if member is None:
        return to_login(f"/club/{quote(key)}/tournament/{quote(which)}")
    club = await club_asked(request, hub, member, key)
    whole = await _tournament(hub, club, which)
    language = language_of(request)
    told = say(language, f"ui.tournament_said_{said}") if said in _SAID else ""
    return await packed_page(request, await _page(request, hub, member, club, whole, said=told))


async def _page(
    request: Asked, hub: Hub, member: Guest, club: Club, whole: Whole, said: str = "", problem: str = ""
) -> Page:
    language, one = language_of(request), whole.tournament
    names = {player.number: _name(player, language) for player in whole.players}
    mine = next((player for player in whole.players if player.account == member.id), None)
    own = club.owner == member.id
    deeds = [
        {
            "at": _moment(deed.made),
            "text": say(
                language, f"ui.tournament_deed_{deed.what}", who=deed.name, whom=names.get(deed.about or 0, "")
            ),
        }
        for deed in await hub.store.tournaments.deeds(one.id)
    ]
    players = [
        PlayerRow(names[player.number], player.number, state=_state(player, language), removable=player.state == "in")
        for player in whole.players
    ]
    return render(
        request,
        "tournament.html",
        409 if problem else 200,
        here=f"/club/{club.id}/tournament/{one.id}",
        club=club,
        one=one,
        own=own,
        mine="" if mine is None else mine.state,
        running=whole.running,
        told=_told(one, language),
        until=_moment(one.until) if one.until else "",
        rounds=_rounds(whole, names, 0 if mine is None else mine.number, language),
        standing=_standing(whole, names, 0 if mine is None else mine.number, language),
        players=players,
        rules=_rules(one, language),
        deeds=deeds,
        said=said,
        problem=problem,
    )


def _told(one: Tournament, language: str) -> str:
    """Return in a line what is played and how."""
    try:
        title = catalogue(find(one.game), language).get("game.name", one.game)
    except UnknownGame:
        title = one.game
    form = say(language, f"ui.tournament_{one.form}")
    return " · ".join(
        (
            title,
            form,
            say(language, "ui.tournament_by", count=one.seats),
            clock_words(one.pace, one.bank, one.increment, language),
        )
    )


def _name(player: Entrant, language: str) -> str:
    return say(language, "ui.tournament_someone") if player.gone else player.name


def _state(player: Entrant, language: str) -> str:
    if player.state == "in":
        return "" if player.here else say(language, "ui.tournament_away")
    return say(language, f"ui.tournament_{player.state}")


def _moment(seconds: int) -> str:
    return time.strftime("%Y-%m-%d %H:%M UTC", time.gmtime(seconds))


def _points(parts: int | Fraction | None) -> str:
    """Return points as they are shown: with two decimals at most."""
    return "" if parts is None else _decimal(Fraction(parts) / POINT)


def _decimal(number: Fraction) -> str:
    return f"{float(number):.2f}".rstrip("0").rstrip(".")


def _rounds(whole: Whole, names: Mapping[int, str], mine: int, language: str) -> list[RoundRow]:
    """Return the rounds, the latest first."""
    found = []
    for number in range(whole.tournament.round, 0, -1):
        row = RoundRow(number)
        chairs = [chair for chair in whole.chairs if chair.round == number]
        row.byes = listed(language, [names[chair.number] for chair in chairs if not chair.board])
        for board in (board for board in whole.boards if board.round == number):
            here = [chair for chair in chairs if chair.board == board.board]
            open_ = board.state in ("planned", "open")
            at_it = any(chair.number == mine for chair in here)
            word = "ui.tournament_play" if at_it and open_ else "ui.watch" if open_ else "ui.tournament_look"
            row.boards.append(
                BoardRow(
                    say(language, f"ui.tournament_board_{board.state}"),
                    [_seat(chair, names, language) for chair in here],
                    f"/match/{board.match}" if board.state != "planned" else "",
                    say(language, word),
                    at_it and open_,
                )
            )
        found.append(row)
    return found


def _seat(chair: Chair, names: Mapping[int, str], language: str) -> PlayerRow:
    mark = say(language, f"ui.tournament_mark_{chair.mark}") if chair.mark in (OUT, NO_SHOW) else ""
    return PlayerRow(names[chair.number], points=_points(chair.points), mark=mark)


def _standing(whole: Whole, names: Mapping[int, str], mine: int, language: str) -> list[PlayerRow]:
    """Return the standings, the first one first."""
    played: dict[tuple[int, int], list[Chair]] = {}
    given: dict[int, int] = {}
    void = {(board.round, board.board) for board in whole.boards if board.state == "void"}
    for chair in whole.chairs:
        if not chair.board:
            given[chair.number] = given.get(chair.number, 0) + (chair.points or 0)
        elif chair.points is not None and (chair.round, chair.board) not in void:
            played.setdefault((chair.round, chair.board), []).append(chair)
    tables = [
        Played([chair.number for chair in chairs], [chair.points or 0 for chair in chairs])
        for chairs in played.values()
    ]
    states = {player.number: _state(player, language) for player in whole.players}
    return [
        PlayerRow(
            names[row.player],
            row.player,
            points=_points(row.points),
            state=states[row.player],
            mine=row.player == mine,
            place=row.place,
            by_lot=row.by_lot and bool(played),
            strength=_points(row.strength),
            direct=_decimal(row.direct),
            wins=row.wins,
        )
        for row in standings(names, tables, given, whole.tournament.seed)
    ]


def _rules(one: Tournament, language: str) -> list[str]:
    bye = "ui.tournament_rule_bye_two" if one.seats == 2 else "ui.tournament_rule_bye_more"
    keys = [f"ui.tournament_rule_{one.form}", "ui.tournament_rule_points", bye, "ui.tournament_rule_gone"]
    return [say(language, key) for key in (*keys, "ui.tournament_rule_closed", "ui.tournament_rule_leave")]


# What is done


@post("/club/{key:str}/tournament/{which:str}", include_in_schema=False, status_code=303, opt=limit.OPENING)
async def post_tournament(
    request: Asked,
    hub: TheHub,
    sessions: TheSessions,
    runner: TheRunner,
    key: FromPath[str],
    which: FromPath[str],
    data: Form,
) -> Response[Any]:
    """Sign up or withdraw; the club's owner also starts, pairs, closes a round, pauses, removes someone, ends it."""
    member = await member_asked(request, sessions)
    if member is None:
        return to_login(f"/club/{quote(key)}/tournament/{quote(which)}")
    club = await club_asked(request, hub, member, key)
    whole = await _tournament(hub, club, which)
    what, place = str(data.get("what", "")), f"/club/{club.id}/tournament/{which}"
    try:
        if what in ("enter", "withdraw"):
            await _take_part(hub, member, which, what)
        elif what not in _SAID or what == "made" or club.owner != member.id:
            return Redirect(place, status_code=303)
        else:
            await _host(hub, runner, member, whole, what, _number(data, "number"), _number(data, "round"))
    except Conflict:
        return await _again(request, hub, member, club, which, "late")
    except Sanctioned:
        return await _again(request, hub, member, club, which, "suspended")
    except _Few:
        return await _again(request, hub, member, club, which, "few")
    return Redirect(f"{place}?said={what}", status_code=303)


class _Few(Exception):
    """There are too few players for a table."""


async def _again(request: Asked, hub: Hub, member: Guest, club: Club, which: str, problem: str) -> Page:
    told = say(language_of(request), f"ui.denied_tournament_{problem}", most=MOST_PLAYERS)
    return await _page(request, hub, member, club, await _tournament(hub, club, which), problem=told)


async def _take_part(hub: Hub, member: Guest, which: str, what: str) -> None:
    """Sign a member up, or let them withdraw. Raises Conflict or Sanctioned."""
    if what == "enter":
        await hub.check_sanctions(member.id, SUSPEND)
        await hub.store.tournaments.enter(which, member.id)
    else:
        await hub.store.tournaments.withdraw(which, member.id)


def _number(data: Mapping[str, Any], name: str) -> int:
    """Return a number of a form, 0 for what is none."""
    text = str(data.get(name, ""))
    return int(text) if text.isascii() and text.isdigit() and len(text) < 5 else 0


async def _host(hub: Hub, runner: Runner, member: Guest, whole: Whole, what: str, number: int, round_: int) -> None:
    """Do what a host asks for, about a player or the round that they saw; written down.

    Raises Conflict, Sanctioned or _Few.
    """
    store, one = hub.store.tournaments, whole.tournament
    if what in ("start", "next"):
        await hub.check_sanctions(member.id, SUSPEND)
        if one.state != ("open" if what == "start" else "on"):
            raise Conflict("it stands otherwise")
        if not await runner.begin(one.id):
            raise _Few
        await store.note(one.id, what, member.id)
    elif what == "close":
        if not await runner.close_round(one.id, round_):  # by then the next one may have begun
            raise Conflict("that round is not on")
        await store.note(one.id, what, member.id)
    elif what == "pause":
        await store.turn(one.id, what, ["on"], "paused", member.id)
    elif what == "resume":
        await store.turn(one.id, what, ["paused"], "on", member.id)
    elif what == "end":
        if one.state != "over":
            await store.turn(one.id, what, ["open", "on", "paused"], "over", member.id)
        await runner.close_round(one.id)  # only now: no round follows on it any more
    else:
        await store.remove(one.id, number, member.id)


ROUTES: Final[list[BaseRouteHandler]] = [get_new_tournament, post_new_tournament, get_tournament, post_tournament]
