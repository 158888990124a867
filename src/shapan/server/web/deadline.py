"""Deadlines of requests: who sends his header or body a letter at a time does not hold a connection for long."""

from __future__ import annotations

from asyncio.events import TimerHandle
from typing import ClassVar

from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol


class DeadlineProtocol(HttpToolsProtocol):
    """Uvicorn's HTTP, which waits for the next request only, ending connections whose request does not arrive whole."""

    header_within: ClassVar[float] = 10.0
    """Seconds from the begin of a connection, and from each request's first byte, to the end of its header."""
    body_within: ClassVar[float] = 30.0
    """Seconds from there to the end of its body."""

    _deadline: TimerHandle | None = None
    _read = False
    """Whether a header has ended since the last look."""
    _inside = False
    """Whether a request is half read."""

    def connection_made(self, transport: object) -> None:
        """Begin to wait for a request."""
        super().connection_made(transport)  # type: ignore[arg-type]
        self._wait(self.header_within)

    def data_received(self, data: bytes) -> None:
        """Read on; what comes between requests, empty lines too, begins the next one."""
        between, self._read = not self._inside, False
        super().data_received(data)
        if between and not self._read and self._deadline is None and not self.transport.is_closing():
            self._wait(self.header_within)

    def on_message_begin(self) -> None:
        """Take note of a request that begins."""
        self._inside = True
        self._wait(self.header_within)
        super().on_message_begin()

    def on_headers_complete(self) -> None:
        """Take note of a header that is whole."""
        self._read = True
        self._wait(self.body_within)
        super().on_headers_complete()

    def on_message_complete(self) -> None:
        """Take note of a request that is whole."""
        self._inside = False
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

    def _wait(self, seconds: float) -> None:
        self._settle()
        self._deadline = self.loop.call_later(seconds, self.transport.close)

    def _settle(self) -> None:
        if self._deadline is not None:
            self._deadline.cancel()
            self._deadline = None
