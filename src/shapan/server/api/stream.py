"""Streams: a viewer's frames in order, over a WebSocket.

Messages are counted for this stream alone. A viewer who falls behind loses the frames he missed and gets one whole one.
"""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Callable
from contextlib import suppress
from typing import Any, Final

import msgspec
from litestar import WebSocket
from litestar.exceptions import WebSocketException

from shapan.server.hub.hub import Hub
from shapan.server.match.chat import ChatMessage
from shapan.server.match.frame import compose, shown_to
from shapan.server.match.lifecycle import Elsewhere
from shapan.server.match.message import ChatNews, EventList, FrameMessage, Ping
from shapan.server.match.room import Room
from shapan.server.tally import TALLY

BOUND: Final = 16
MAX_SILENCE: Final = 3.0
"""Seconds after which a stream looks whether its session holds, though there is nothing to send."""
GOING_AWAY: Final = 1001
RESTARTS: Final = 1012
LOGGED_OUT: Final = 4401
"""The close code of a stream whose log-in has ended: a new one is opened as whoever the browser is now."""


class Line:
    """What one viewer of a room is still to be sent."""

    def __init__(
        self, room: Room, session: str | None, seat: int | None, after: int = 0, epoch: int = 0, chat: int = 0
    ) -> None:
        self.room = room
        self._heard = chat
        self._arrangement = room.chat.arrangement
        self.session = session
        self.seat = seat
        self.woken = asyncio.Event()
        self.number = 0
        self._queue: deque[FrameMessage] = deque()
        self._behind = False
        self._viewer = self._there = shown_to(room, session, seat)
        self._last = b""
        fits = epoch == room.match.epochs[self._viewer] and after <= room.match.event_count(self._viewer)
        self._count = after if fits else 0

    def first(self) -> FrameMessage:
        """Return the first message."""
        message = self._compose()
        assert message is not None
        return self._numbered(message)

    def push(self, only: str | None = None) -> None:
        """Take note of a change of the room, with `only` of one that only the seats of this session can see."""
        if only is not None and only != self.session:
            return
        self.woken.set()
        if self._behind or self.room.stale:
            return
        if len(self._queue) >= BOUND:
            TALLY.dropped += len(self._queue) + 1
            self._queue.clear()
            self._behind = True
            return
        message = self._compose()
        if message is not None:
            self._queue.append(message)

    def take(self) -> FrameMessage | None:
        """Return the next message to send, or None."""
        if self._behind:
            self._behind = False
            self._viewer = -1
            message = self._compose()
        else:
            message = self._queue.popleft() if self._queue else None
        return None if message is None else self._numbered(message)

    def hear(self) -> list[ChatMessage]:
        """Return what was said and not yet sent."""
        chat = self.room.chat
        if chat.arrangement != self._arrangement:  # what was sent names seats that have moved
            self._heard, self._arrangement = 0, chat.arrangement
        messages = chat.after(self._heard)
        if messages:
            self._heard = messages[-1].number
        return messages

    def join(self) -> None:
        """Be told of changes."""
        self.room.show(self.session, stream=True)  # first: this stream need not be told
        self.room.watchers.add(self.push)
        self.room.chat.listeners.add(self.woken.set)

    def part(self) -> None:
        """Be told no more."""
        self.room.watchers.discard(self.push)
        self.room.chat.listeners.discard(self.woken.set)
        self.room.seats.presence.leave(self.session)

    def move(self, room: Room) -> None:
        """Go on with a room that was read again."""
        self.part()
        self.room = room
        self.join()
        self._behind = True

    def _numbered(self, message: FrameMessage) -> FrameMessage:
        self.number += 1
        return msgspec.structs.replace(message, frame=self.number)

    def _compose(self) -> FrameMessage | None:
        """Return the frame as it is now with the events not yet sent, or None if the viewer sees no change."""
        match = self.room.match
        viewer = self._there = shown_to(self.room, self.session, self.seat, self._there)
        start = 0 if viewer != self._viewer else min(self._count, match.event_count(viewer))
        message = compose(self.room, viewer, self.session, start)
        changed = start < self._count or bool(message.events.rows) or viewer != self._viewer
        self._viewer, self._count = viewer, message.log_length
        content = self._content(message)
        if not changed and content == self._last:
            return None
        self._last = content
        return message

    def _content(self, message: FrameMessage) -> bytes:
        """Return what a change of the frame is seen by: all but the events, and deadlines instead of what is left."""
        window = message.window
        seating = message.seating
        ends = (message.clock and self.room.clock.mark, window and self.room.window.moment, self.room.gathering.due)
        still = None if window is None else msgspec.structs.replace(window, left=0)
        before = None if seating is None else msgspec.structs.replace(seating, starts=None)
        void = None if message.void is None else msgspec.structs.replace(message.void, left=0)
        bare = msgspec.structs.replace(
            message, void=void, events=EventList(0, []), clock=None, window=still, seating=before
        )
        return msgspec.json.encode(bare) + str(ends).encode()


async def send_frames(
    socket: WebSocket[Any, Any, Any], hub: Hub, line: Line, holds: Callable[[], bool] = lambda: True
) -> None:
    """Send a viewer's frames, and what is said, until he leaves, the server stops, or another process plays on.

    It also ends once his session does not hold any more.
    """
    line.join()
    listening = asyncio.ensure_future(listen(socket))
    listening.add_done_callback(lambda _: line.woken.set())
    try:
        await send(socket, line.first())
        while not listening.done():
            if hub.closing:
                await socket.close(GOING_AWAY, "the server stops")
                return
            if not holds():
                await socket.close(LOGGED_OUT, "this log-in has ended")
                return
            if line.room.stale:
                line.move(await hub.room(line.room.row.id))
            if messages := line.hear():
                await send(socket, ChatNews(messages))
            message = line.take()
            if message is not None:
                await send(socket, message)
                continue
            try:
                async with asyncio.timeout(min(hub.settings.ping, MAX_SILENCE)):  # no task of its own, unlike wait_for
                    await line.woken.wait()
                line.woken.clear()
            except TimeoutError:
                await send(socket, Ping())
    except Elsewhere:
        await socket.close(RESTARTS, "another process plays this match now")
    except (WebSocketException, OSError, RuntimeError):
        pass  # the viewer has gone while we were sending
    finally:
        line.part()
        listening.cancel()
        with suppress(asyncio.CancelledError):
            await listening


async def send(socket: WebSocket[Any, Any, Any], message: msgspec.Struct) -> None:
    """Send a message."""
    await socket.send_text(msgspec.json.encode(message).decode())


async def listen(socket: WebSocket[Any, Any, Any]) -> None:
    """Wait until the viewer leaves; what he sends is not read."""
    with suppress(WebSocketException, RuntimeError):
        while (await socket.receive())["type"] != "websocket.disconnect":
            pass
