"""The caller of a request about one match: who asks, which seats are theirs, and how a change is made for them."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Iterator, Mapping
from contextlib import contextmanager
from typing import Any

from litestar import post
from litestar.di import NamedDependency
from litestar.exceptions import PermissionDeniedException
from litestar.handlers import HTTPRouteHandler
from litestar.params import FromPath

from shapan.engine.game import PositionError
from shapan.engine.options import OptionError
from shapan.server.api.opening import Unfit
from shapan.server.api.refusal import CHANGE
from shapan.server.hub.hub import Hub
from shapan.server.match.frame import shown_to
from shapan.server.match.room import Room
from shapan.server.name import tidy
from shapan.server.web.context import Asked, TheHub, TheSessions, session_of


class Caller:
    """Who asks something of one match."""

    def __init__(self, hub: Hub, match: str, session: str | None) -> None:
        self.hub = hub
        self.match = match
        self.session = session

    async def room(self) -> Room:
        """Return the room of the match. Raises Missing."""
        return await self.hub.room(self.match)

    async def seat(self, wanted: int | None) -> tuple[Room, int]:
        """Return the room, and the seat that the caller speaks for. Raises Missing or 403."""
        room = await self.room()
        return room, seat_of(room, self.session, wanted)

    async def act(self, change: Callable[[Room], Awaitable[None]]) -> None:
        """Make a change. Raises what the change raises."""
        await self.hub.act(self.match, change)

    async def act_once(self, name: str, change: Callable[[Room], Awaitable[None]]) -> None:
        """Make a change as a player, unless it was made under this id already. Raises 403, and what it raises."""

        async def once(room: Room) -> None:
            if not room.done(seats_of(room, self.session), name):
                await change(room)

        await self.act(once)


TheCaller = NamedDependency[Caller]


async def provide_caller(request: Asked, hub: TheHub, sessions: TheSessions, match_id: FromPath[str]) -> Caller:
    """Return the caller of a request."""
    return Caller(hub, match_id, await session_of(request, sessions))


def post_change(
    action: str,
    tag: str,
    *,
    name: str = "",
    responses: Mapping[int, Any] = CHANGE,
    opt: Mapping[str, Any] | None = None,
) -> Callable[[Callable[..., Any]], HTTPRouteHandler]:
    """Return the decorator of a handler by which something is changed or asked of one match."""
    return post(
        f"/api/matches/{{match_id:str}}/{action}",
        status_code=200,
        responses=responses,
        operation_id=name or action,
        tags=[tag],
        opt=opt,
    )


def seats_of(room: Room, session: str | None) -> list[int]:
    """Return a guest's seats. Raises 403 without any."""
    mine = room.seats.seats_of(session)
    if not mine:
        raise PermissionDeniedException("you are not a player of this match")
    return mine


def seat_of(room: Room, session: str | None, wanted: int | None) -> int:
    """Return the seat that a guest speaks for. Raises 403 if it is not theirs."""
    mine = seats_of(room, session)
    if wanted is not None and wanted not in mine:
        raise PermissionDeniedException("this is not your seat")
    if wanted is not None:
        return wanted
    shown = shown_to(room, session)
    return shown if shown in mine else mine[0]


def check_seat(room: Room, seat: int, field: str = "seat") -> None:
    """Raise Unfit unless the match has a seat."""
    if seat >= room.row.seats:
        raise Unfit(field, f"this match has the seats 0 to {room.row.seats - 1}")


def clean_name(name: str) -> str:
    """Return a name without what cannot be shown. Raises Unfit if nothing of it is left."""
    tidied = tidy(name)
    if name.strip() and not tidied:
        raise Unfit("name", "nothing of it can be seen")
    return tidied


@contextmanager
def unfit_seats() -> Iterator[None]:
    """Raise Unfit where the game refuses a number of seats, or its options with them."""
    try:
        yield
    except OptionError as error:
        raise Unfit(f"options.{error.field}", error.message) from None
    except PositionError as error:
        raise Unfit(error.field, error.message) from None
