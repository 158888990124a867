"""Bounds of requests: who sends his header or body a letter at a time does not hold a connection for long.

Nor does a header without end fill the memory or hold others up: it is read no further than its bound.
"""

from __future__ import annotations

from asyncio.events import TimerHandle
from typing import ClassVar, Final

from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol, RequestResponseCycle

_LINE: Final = 32
"""What a line of a header counts beside its letters: each costs time, however short it is."""
_TOO_LONG: Final = b"HTTP/1.1 431 Request Header Fields Too Large\r\nconnection: close\r\ncontent-length: 0\r\n\r\n"


class TooLong(Exception):
    """A header with more lines than are read."""


class DeadlineProtocol(HttpToolsProtocol):
    """Uvicorn's HTTP, which waits for the next request only, ending connections whose request does not arrive whole."""

    header_within: ClassVar[float] = 10.0
    """Seconds from the begin of a connection, and from each request's first byte, to the end of its header."""
    body_within: ClassVar[float] = 30.0
    """Seconds from there to the end of its body."""
    max_header: ClassVar[int] = 64 * 1024
    """Bytes of a header, and 32 more for each of its lines; what follows the last piece of a body counts too."""
    max_body: ClassVar[int] = 1024 * 1024
    """Bytes of a body as it comes over the line; of what is in it, far less is read."""

    _deadline: TimerHandle | None = None
    _read = False
    """Whether a header has ended since the last look."""
    _inside = False
    """Whether a request is half read."""
    _inside_body = False
    _came = 0
    """Bytes that have come of a header, or of a body, that has not ended, but for those that came with its begin."""
    _listed = 0
    """What the lines of the header count."""

    def connection_made(self, transport: object) -> None:
        """Begin to wait for a request."""
        super().connection_made(transport)  # type: ignore[arg-type]
        self._wait(self.header_within)

    def data_received(self, data: bytes) -> None:
        """Read on; what comes between requests, empty lines too, begins the next one."""
        between, self._read = not self._inside, False
        self._came += len(data)
        super().data_received(data)
        if self.transport.is_closing():
            return
        if self._deadline is not None and self._came > (self.max_body if self._inside_body else self.max_header):
            self._refuse()
        elif between and not self._read and self._deadline is None:
            self._wait(self.header_within)

    def on_message_begin(self) -> None:
        """Take note of a request that begins."""
        self._inside, self._inside_body = True, False
        self._came = self._listed = 0
        self._wait(self.header_within)
        super().on_message_begin()

    def on_header(self, name: bytes, value: bytes) -> None:
        """Take note of a line of a header, or of what follows a body. Raises TooLong, which ends the connection."""
        self._listed += len(name) + len(value) + _LINE
        if self._listed > self.max_header:
            raise TooLong
        super().on_header(name, value)

    def on_headers_complete(self) -> None:
        """Take note of a header that is whole."""
        self._read = self._inside_body = True
        self._came = 0
        self._wait(self.body_within)
        super().on_headers_complete()

    def on_message_complete(self) -> None:
        """Take note of a request that is whole."""
        self._inside = self._inside_body = False
        self._came = 0
        self._settle()
        super().on_message_complete()

    def handle_websocket_upgrade(self) -> None:
        """Hand the connection to a stream, which has deadlines of its own."""
        self._settle()
        super().handle_websocket_upgrade()

    def connection_lost(self, exc: Exception | None) -> None:
        """Wait no longer."""
        self._settle()
        super().connection_lost(exc)

    def send_400_response(self, msg: str) -> None:
        """Answer what cannot be read, and end the connection."""
        if self._listed > self.max_header:
            self._refuse()
        else:
            super().send_400_response(msg)

    def _refuse(self) -> None:
        """End a connection on which too much has come; say so where no other answer is under way."""
        answering: RequestResponseCycle | None = self.cycle
        if not self._inside_body and (answering is None or answering.response_complete):
            self.transport.write(_TOO_LONG)
        self.transport.close()

    def _wait(self, seconds: float) -> None:
        self._settle()
        self._deadline = self.loop.call_later(seconds, self.transport.close)

    def _settle(self) -> None:
        if self._deadline is not None:
            self._deadline.cancel()
            self._deadline = None
