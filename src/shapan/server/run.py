"""Running the server by uvicorn: a free port, the browser, an end without waiting for open streams."""

from __future__ import annotations

import asyncio
import errno
import gc
import io
import logging
import signal
import socket
import sys
import threading
import webbrowser
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType

import segno
import uvicorn
from litestar import Litestar

from shapan.native.looks import building
from shapan.server.app import create_app
from shapan.server.logs import logging_as
from shapan.server.metrics import serving_metrics, watch_loop
from shapan.server.settings import Settings
from shapan.server.store.choice import backend_of
from shapan.server.store.fault import Fault
from shapan.server.web.deadline import DeadlineProtocol
from shapan.server.web.network import lan_addresses

LOG = logging.getLogger("shapan.server")
_PORTS = 50
_PATIENCE = 3
MAX_MESSAGE = 4096
"""Bytes of a message on a stream; what clients send there is not read."""
_COLLECTIONS = (2_000, 10, 20)
"""Thresholds of the garbage collector: a move leaves next to no cycles, and a full collection stops everybody."""
_EVERYWHERE = "0.0.0.0"  # noqa: S104 - asked for by --lan


class _Server(uvicorn.Server):
    """Tells the streams that the server stops, and the browser that it has started."""

    def __init__(
        self, config: uvicorn.Config, app: Litestar, address: str, browse: bool, *, watched: bool = False
    ) -> None:
        super().__init__(config)
        self._watched = watched
        self._watch: asyncio.Task[None] | None = None
        self._app = app
        self._address = address
        self._browse = browse
        self.interrupted = False
        """Whether Ctrl+C was pressed."""

    def handle_exit(self, sig: int, frame: FrameType | None) -> None:
        """Take note of a signal to stop."""
        self.interrupted = self.interrupted or sig == signal.SIGINT
        super().handle_exit(sig, frame)

    @contextmanager
    def heeding(self) -> Iterator[None]:
        """Heed Ctrl+C before the loop runs too, where it would tear the start in two; raise it once all has ended."""
        if threading.current_thread() is not threading.main_thread():  # where no signals come
            yield
            return
        before = signal.signal(signal.SIGINT, self.handle_exit)
        try:
            yield
        finally:
            signal.signal(signal.SIGINT, before)
        if self.interrupted:
            raise KeyboardInterrupt

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        """Start, then open the browser."""
        await super().startup(sockets)
        gc.collect()
        gc.freeze()  # what has been loaded stays: to look through it again and again would hold everybody up
        gc.set_threshold(*_COLLECTIONS)
        if self._watched:
            self._watch = asyncio.create_task(watch_loop(), name="shapan-loop")
        if self.started and self._browse:
            threading.Thread(target=webbrowser.open, args=(self._address,), daemon=True).start()

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        """Let the streams end, then stop."""
        if self._watch is not None:
            self._watch.cancel()
        self._app.state.hub.stop_streams()
        await super().shutdown(sockets)


def serve(settings: Settings) -> None:
    """Serve until a signal comes. Prints the address, and which port was taken instead of a busy one. Raises Fault."""
    with logging_as(settings.log), backend_of(settings).serving():
        _serve(settings)


def _serve(settings: Settings) -> None:
    app = create_app(settings)
    host = _EVERYWHERE if settings.lan else settings.host
    listener, port = _listen(host, settings.port, _PORTS if settings.next_port else 1)
    if settings.port not in (0, port):
        sys.stderr.write(f"Port {settings.port} is busy; using {port}.\n")
    address = f"http://{'127.0.0.1' if host == _EVERYWHERE else _written(host)}:{port}/"
    lines = [f"Shapan: {address}"]
    if settings.lan:
        others = [f"http://{other}:{port}/" for other in lan_addresses()]
        lines += [f"In your network: {other}" for other in others]
        if others and sys.stdout.isatty():
            lines.append(terminal_code(others[0]))
    if settings.secure:
        lines += [f"Behind its proxy: https://{name}/" for name in settings.hosts]
    _tell(settings, *lines)
    config = uvicorn.Config(
        app,
        http=DeadlineProtocol,
        log_level="warning",
        log_config=None,  # setting up logging closes the handlers of all others, and with them their streams
        ws_ping_interval=settings.ping,
        ws_ping_timeout=settings.ping,
        ws_max_size=MAX_MESSAGE,
        limit_concurrency=settings.max_connections,
        timeout_graceful_shutdown=_PATIENCE,
        server_header=False,
        proxy_headers=settings.secure,
        forwarded_allow_ips=list(settings.proxies),  # given, so that no variable of the environment widens it
    )
    if settings.home:
        logging.getLogger("uvicorn.error").addFilter(_is_told)
    with listener, serving_metrics(settings.metrics, app.state.hub) as metrics:
        if metrics:
            _tell(settings, f"Metrics: {metrics}")
        server = _Server(config, app, address, not settings.no_open, watched=bool(metrics))
        with server.heeding(), building(settings.build_native):
            server.run(sockets=[listener])
    if not server.started:
        raise Fault("the server could not start; the lines above say why")


def _is_told(record: logging.LogRecord) -> bool:
    """Leave out what uvicorn says of each stream that was answered by a status: such are sent on."""
    return record.msg != "ASGI callable returned without completing handshake."


def _tell(settings: Settings, *lines: str) -> None:
    """Say what people want to know at the start: in the log where programs read it."""
    if settings.log == "json":
        for line in lines:
            LOG.info("%s", line)
    else:
        sys.stdout.write("\n".join(lines) + "\n")
        sys.stdout.flush()


def terminal_code(link: str) -> str:
    """Return the QR code of a link in half blocks, for the cameras of those around the screen."""
    out = io.StringIO()
    segno.make(link, error="l", micro=False).terminal(out, border=2, compact=True)
    return out.getvalue().rstrip("\n")


def _written(host: str) -> str:
    return f"[{host}]" if ":" in host else host


def _listen(host: str, port: int, most: int = _PORTS) -> tuple[socket.socket, int]:
    """Return a bound socket: on the wanted port or one of the next (0: any), `most` in all. Raises Fault."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    numbers = range(port, min(port + most, 65_536)) if port else range(1)
    forbidden = False
    for number in numbers:
        listener = socket.socket(family, socket.SOCK_STREAM)
        listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            listener.bind((host, number))
            listener.listen(128)
        except OSError as error:
            listener.close()
            if error.errno not in (errno.EADDRINUSE, errno.EACCES):
                raise Fault(f"cannot listen on {host}, port {number} ({error.strerror}): choose another host") from None
            forbidden = forbidden or error.errno == errno.EACCES
        else:
            return listener, listener.getsockname()[1]
    which = f"port {port} is" if len(numbers) == 1 else f"all ports from {port} to {numbers[-1]} are"
    why = "busy or not allowed" if forbidden else "busy"
    raise Fault(f"{which} {why}: choose another with --port, or --port 0 for any that is free")
