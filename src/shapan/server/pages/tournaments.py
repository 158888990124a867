"""The page of a club's tournament: sign-up, who meets whom, standings, and what its host sees to. Plain forms."""

from __future__ import annotations

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

from shapan.engine.registry import UnknownGame, find
from shapan.engine.text import catalogue
from shapan.server.hub.hub import Hub
from shapan.server.match.lifecycle import Sanctioned
from shapan.server.pages.accountform import member_asked, to_login
from shapan.server.pages.clubs import club_asked
from shapan.server.pages.rendering import Form, Page, moment, render
from shapan.server.pages.timewords import clock_words
from shapan.server.store.clubs import Club
from shapan.server.store.damage import DamagedRow
from shapan.server.store.fault import Conflict
from shapan.server.store.moderation import SUSPEND
from shapan.server.store.tournaments import MAX_PLAYERS, Chair, Entrant, Tournament, Whole
from shapan.server.tournament.points import NO_SHOW, OUT, POINT
from shapan.server.tournament.runner import Runner
from shapan.server.tournament.standing import Played, standings
from shapan.server.web import limit
from shapan.server.web.context import Asked, TheHub, TheSessions, language_of
from shapan.server.web.packing import packed_page
from shapan.server.web.session import Guest
from shapan.server.words import listed, say

TheRunner = NamedDependency[Runner]
_SAID: Final = ("made", "enter", "withdraw", "start", "next", "close", "pause", "resume", "end", "remove")


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
    try:
        whole = await hub.store.tournaments.find(which) if which.isascii() and which.isprintable() else None
    except DamagedRow:
        raise NotFoundException from None
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
    """Return a tournament: sign-up, rounds, standings, rules."""
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
            "at": moment(deed.made),
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
        until=moment(one.until) if one.until else "",
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
    """Sign up or withdraw; the club's owner also starts, pairs, closes a round, pauses, ends it."""
    member = await member_asked(request, sessions)
    if member is None:
        return to_login(f"/club/{quote(key)}/tournament/{quote(which)}")
    club = await club_asked(request, hub, member, key)
    whole = await _tournament(hub, club, which)
    what, place = str(data.get("what", "")), f"/club/{club.id}/tournament/{which}"
    try:
        if what in ("enter", "withdraw"):
            await _take_part(hub, member, which, what)
        elif what not in _SAID or what in ("made", "remove") or club.owner != member.id:
            return Redirect(place, status_code=303)
        else:
            await _host(hub, runner, member, whole, what, _number(data, "round"))
    except Conflict:
        return await _again(request, hub, member, club, which, "late")
    except Sanctioned:
        return await _again(request, hub, member, club, which, "suspended")
    except _Few:
        return await _again(request, hub, member, club, which, "few")
    return Redirect(f"{place}?said={what}", status_code=303)


@post("/club/{key:str}/tournament/{which:str}/players", include_in_schema=False, status_code=303)
async def post_tournament_player(
    request: Asked, hub: TheHub, sessions: TheSessions, key: FromPath[str], which: FromPath[str], data: Form
) -> Response[Any]:
    """Remove a player: for the club's owner. It opens no table, so many can be removed quickly."""
    member = await member_asked(request, sessions)
    if member is None:
        return to_login(f"/club/{quote(key)}/tournament/{quote(which)}")
    club = await club_asked(request, hub, member, key)
    await _tournament(hub, club, which)
    place = f"/club/{club.id}/tournament/{which}"
    if club.owner != member.id:
        return Redirect(place, status_code=303)
    await hub.store.tournaments.remove(which, _number(data, "number"), member.id)
    return Redirect(f"{place}?said=remove", status_code=303)


class _Few(Exception):
    """There are too few players for a table."""


async def _again(request: Asked, hub: Hub, member: Guest, club: Club, which: str, problem: str) -> Page:
    told = say(language_of(request), f"ui.denied_tournament_{problem}", most=MAX_PLAYERS)
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


async def _host(hub: Hub, runner: Runner, member: Guest, whole: Whole, what: str, round_: int) -> None:
    """Do what a host asks for, about the round that they saw; written down.

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


ROUTES: Final[list[BaseRouteHandler]] = [get_tournament, post_tournament, post_tournament_player]
