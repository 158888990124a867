"""The page of a member: what they played in public, how it ended, and whether they stay to the end."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Final
from urllib.parse import quote

from litestar import get, post
from litestar.handlers.base import BaseRouteHandler
from litestar.params import FromQuery
from litestar.response import Redirect, Response

from shapan.server.hub.hub import Hub
from shapan.server.name import LONGEST
from shapan.server.pages.accountform import member_asked, to_login
from shapan.server.pages.friends import TheFriends
from shapan.server.pages.record import PlayerRecord, ending_of, standing, title_of
from shapan.server.pages.rendering import Form, Page, day, render
from shapan.server.people.friends import SAID, Friends
from shapan.server.people.names import folded, normal
from shapan.server.people.rating import shown_rating
from shapan.server.store.account import AccountRow
from shapan.server.store.profile import SHOWS, Played, may_see, played_by, seats_of, show_matches, shows_matches
from shapan.server.store.rating import Rating
from shapan.server.web.context import Asked, TheHub, TheSessions, language_of
from shapan.server.web.session import Guest
from shapan.server.words import say, seat_name

_HERE: Final = "/member"
_LISTED: Final = 20
_FAVOURITES: Final = 3


@dataclass(slots=True)
class FinishedMatch:
    """A finished match in the list."""

    id: str
    game: str
    title: str
    day: str
    people: list[str]
    ending: str
    """won, drawn, lost, void; left where the member went before the end, and bot where one played for them."""


@dataclass(slots=True)
class ShownRating:
    """A rating: of which matches, how high, and how far it may be off."""

    title: str
    pool: str
    points: int
    off: int
    sure: bool
    matches: int


@dataclass(slots=True)
class Profile:
    """What someone may see of a member."""

    name: str
    since: str
    standing: PlayerRecord
    favourites: list[str]
    matches: list[FinishedMatch]
    played: int
    """How many matches are counted in what follows."""
    stayed: int
    """Of a hundred matches those that the member stayed in to the end."""
    late: int
    """Matches in which time ran out."""
    ratings: list[ShownRating]


@get(_HERE, include_in_schema=False)
async def get_member(
    request: Asked,
    hub: TheHub,
    sessions: TheSessions,
    friends: TheFriends,
    name: FromQuery[str] = "",
    said: FromQuery[str] = "",
) -> Response[Any]:
    """Return the page of a member; without a name the user's own."""
    viewer = await member_asked(request, sessions)
    if not name:
        return to_login(_HERE) if viewer is None else Redirect(f"{_HERE}?name={quote(viewer.name)}", status_code=303)
    row = await hub.store.accounts.account_called(folded(normal(name[:LONGEST])))
    if row is None or row.state != "on":
        return render(request, "error.html", 404, number=404, key="ui.error_member", here=_HERE)
    return await _member_page(request, hub, friends, row, viewer, said)


async def _member_page(
    request: Asked, hub: Hub, friends: Friends, row: AccountRow, viewer: Guest | None, said: str
) -> Page:
    own = viewer is not None and viewer.id == row.id
    return render(
        request,
        "member.html",
        here=_HERE,
        profile=await profile_of(hub, row, None if viewer is None else viewer.id, language_of(request)),
        own=own,
        member=viewer is not None,
        tie="" if viewer is None or own else await friends.tie(viewer.id, row.id),
        shows=await shows_matches(hub.store, row.id) if own else "",
        said=said if said in (*SAID, *(f"shows_{one}" for one in SHOWS)) else "",
    )


async def profile_of(hub: Hub, row: AccountRow, viewer: str | None, language: str) -> Profile:
    """Return what a viewer may see of a member; the same is done whatever there is."""
    theirs = await hub.store.ties.friends(viewer or "")
    played = await played_by(hub.store, row.id, viewer, theirs)
    counted = [one for one in played if not one.voided]
    stands = standing([one.result for one in counted if not one.left], None, language)
    latest = played[:_LISTED]
    ratings = await hub.store.ratings.of(row.id) if await may_see(hub.store, row.id, viewer, theirs) else []
    seats = await seats_of(hub.store, [one.result.match for one in latest])

    def shown(one: Played) -> FinishedMatch:
        result = one.result
        others = [seat for seat in seats.get(result.match, []) if seat.seat != result.seat]
        people = [seat_name(language, seat.seat, seat.whose, seat.name) for seat in others]
        ending = "void" if one.voided else "left" if one.left else "bot" if result.stood_in else ending_of(result)
        return FinishedMatch(result.match, result.game, title_of(result.game, language), day(one.at), people, ending)

    left = sum(one.left for one in counted)
    return Profile(
        row.name,
        day(row.made)[:7],
        stands,
        [game.title for game in stands.games[:_FAVOURITES]],
        [shown(one) for one in latest],
        len(counted),
        round(100 * (len(counted) - left) / len(counted)) if counted else 100,
        sum(one.late for one in counted),
        [_shown_rating(one, language) for one in ratings],
    )


def _shown_rating(rating: Rating, language: str) -> ShownRating:
    game, speed, seats = rating.pool.split(":")
    pool = say(
        language,
        "ui.rating_pool",
        speed=say(language, f"ui.speed_{speed}"),
        seats=say(language, f"ui.rating_seats_{seats}"),
    )
    return ShownRating(title_of(game, language), pool, *shown_rating(rating.mu, rating.sigma), rating.matches)


@post(_HERE, include_in_schema=False, status_code=303)
async def post_member(request: Asked, hub: TheHub, sessions: TheSessions, data: Form) -> Response[Any]:
    """Set who sees one's own finished matches."""
    member = await member_asked(request, sessions)
    if member is None:
        return to_login(_HERE)
    shows = str(data.get("shows", ""))
    if shows in SHOWS:
        await show_matches(hub.store, member.id, shows)
    return Redirect(f"{_HERE}?name={quote(member.name)}&said=shows_{shows}", status_code=303)


ROUTES: Final[list[BaseRouteHandler]] = [get_member, post_member]
