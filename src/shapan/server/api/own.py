"""The stream of a guest: at which of his tables it is his turn, and that the lobby has something new."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from contextlib import suppress
from typing import Any, Final, Literal

import msgspec
from litestar import WebSocket, websocket
from litestar.exceptions import WebSocketException
from litestar.handlers.base import BaseRouteHandler

from shapan.engine.text import catalogue
from shapan.server.api.match import Count
from shapan.server.api.stream import GOING_AWAY, LOGGED_OUT, MAX_SILENCE, listen, send
from shapan.server.hub.calls import Listener
from shapan.server.hub.hub import Hub
from shapan.server.match.frame import is_awaited
from shapan.server.match.lifecycle import Damaged, MatchNotFound
from shapan.server.match.message import Ping
from shapan.server.people import news
from shapan.server.web.context import TheHub, TheSessions, language_of

REST: Final = 0.5
"""Seconds between two messages at least, however much happens."""
_MOST: Final = 40
"""Matches that are looked at, the latest touched first."""


class TurnInfo(msgspec.Struct):
    """A match that waits for the guest: that he answers, or is ready."""

    match: str
    title: str
    """What the game is called."""
    url: str
    left: int | None
    """Milliseconds that are left to him, None without a clock."""


class TurnsMessage(msgspec.Struct):
    """The matches that wait for the guest, the most urgent first."""

    turns: list[TurnInfo]
    news: int
    """How much else waits for the guest: invitations, messages, seats that were taken, who would be a friend."""
    type: Literal["turns"] = "turns"


@websocket("/api/me/stream")
async def own_stream(socket: WebSocket[Any, Any, Any], hub: TheHub, sessions: TheSessions, lobby: Count = 0) -> None:
    """Send which matches wait for the guest as that changes; with `lobby` whenever the lobby has something new."""
    guest = await sessions.find(socket)
    await socket.accept()
    with hub.calls.listening(None if guest is None else guest.id, lobby=bool(lobby)) as listener:
        await _follow(socket, hub, listener, language_of(socket), lambda: sessions.holds(guest))


async def _follow(
    socket: WebSocket[Any, Any, Any], hub: Hub, listener: Listener, language: str, holds: Callable[[], bool]
) -> None:
    listening = asyncio.ensure_future(listen(socket))
    listening.add_done_callback(lambda _: listener.rung.set())
    sent: tuple[list[str], int] | None = None
    looks = Turns(hub, listener, language)
    try:
        while not listening.done():
            if hub.closing:
                await socket.close(GOING_AWAY, "the server stops")
                return
            if not holds():
                await socket.close(LOGGED_OUT, "this log-in has ended")
                return
            listener.rung.clear()
            listener.hidden = await hub.hidden_from(listener.session)
            turns = await looks.find()
            waits = 0 if listener.session is None else await news.count(hub, listener.session)
            now = [turn.match for turn in turns], waits
            if listener.lobby or now != sent:
                await send(socket, TurnsMessage(turns, waits))
            sent = now
            await asyncio.sleep(REST)
            while not listener.rung.is_set() and holds():
                try:
                    async with asyncio.timeout(min(hub.settings.ping, MAX_SILENCE)):
                        await listener.rung.wait()
                except TimeoutError:
                    await send(socket, Ping())
    except (WebSocketException, OSError, RuntimeError):
        pass  # he has gone while we were sending
    finally:
        listening.cancel()
        with suppress(asyncio.CancelledError):
            await listening


class Turns:
    """The matches that wait for a guest. Each is read once, and again only when it has rung."""

    def __init__(self, hub: Hub, listener: Listener, language: str) -> None:
        self._hub = hub
        self._listener = listener
        self._language = language
        self._known: dict[str, tuple[TurnInfo, float | None] | None] = {}
        """By match its turn and when its time is over; None for one that does not wait for the guest."""

    async def find(self) -> list[TurnInfo]:
        """Return the matches that wait now, those first in which the least time is left."""
        session = self._listener.session
        matches = [] if session is None else await self._hub.store.unfinished_of(session, _MOST)
        known, self._known = self._known, {}
        for match in matches:
            if match in known and match not in self._listener.matches:
                self._known[match] = known[match]
            else:
                self._known[match] = await self._read(match)
        now = self._hub.settings.now()
        found = [
            turn if end is None else msgspec.structs.replace(turn, left=max(0, round((end - now) * 1000)))
            for turn, end in filter(None, self._known.values())
        ]
        return sorted(found, key=lambda turn: (turn.left is None, turn.left or 0))

    async def _read(self, match: str) -> tuple[TurnInfo, float | None] | None:
        try:
            room = await self._hub.glance(match)
        except (MatchNotFound, Damaged):
            return None
        finally:
            self._listener.matches.discard(match)  # to be read into memory rings too
        if not is_awaited(room, self._listener.session):
            return None
        title = catalogue(room.match.game, self._language).get("game.name", room.row.game)
        timed = room.clock.runs and not room.course.waiting
        asked = [seat for seat in room.seats.seats_of(self._listener.session) if room.answers.waits_for_person(seat)]
        left = min((room.clock.left_to(seat, room.now()) for seat in asked), default=None) if timed else None
        return TurnInfo(match, title, f"/match/{match}", left), None if left is None else room.now() + left / 1000


ROUTES: list[BaseRouteHandler] = [own_stream]
