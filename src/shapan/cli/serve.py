"""`shapan` without a command: the table in the browser. `shapan serve`: the same for others, set up by a file."""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence
from importlib.util import find_spec
from pathlib import Path
from typing import Annotated, Any

from cyclopts import Parameter

from shapan.cli.database import ConfigFile, Database
from shapan.cli.errors import UsageError
from shapan.cli.integers import whole

MAX_PORT = 65_535
Data = Annotated[Path | None, Parameter(help="Folder in which matches are kept.")]
Cluster = Annotated[
    str | None,
    Parameter(help="Ray cluster that thinks for bots, HOST:PORT or auto; without it they think on this machine."),
]
Lan = Annotated[bool | None, Parameter(help="Let other machines of the network join.")]


def table(
    *,
    port: Annotated[
        int | None,
        Parameter(converter=whole, help="Port to listen on; a busy one moves on to the next."),
    ] = None,
    no_open: Annotated[bool | None, Parameter(help="Do not open the browser.")] = None,
    lan: Lan = None,
    data: Data = None,
    database: Database = "",
    ray: Cluster = None,
) -> int:
    """Start the table in the browser."""
    return _serve({"port": port, "no_open": no_open, "lan": lan, "data": data, "database": database, "ray": ray})


def serve(
    *,
    config: ConfigFile = None,
    name: Annotated[
        Sequence[str] | None,
        Parameter(help="Name by which the server is reached, such as play.example; may be given several times."),
    ] = None,
    secure: Annotated[
        bool | None, Parameter(help="Behind a proxy that speaks TLS: cookies for https only, addresses from the proxy.")
    ] = None,
    proxy: Annotated[
        Sequence[str] | None,
        Parameter(help="Address or network of a proxy that is believed; without it this machine. Several times too."),
    ] = None,
    host: Annotated[str | None, Parameter(help="Address to listen on; without it 127.0.0.1.")] = None,
    port: Annotated[int | None, Parameter(converter=whole, help="Port to listen on; without it 8642.")] = None,
    metrics: Annotated[
        str | None, Parameter(help="Address and port for Prometheus, such as 127.0.0.1:9100; without it none.")
    ] = None,
    log: Annotated[
        str | None, Parameter(help="How it logs: text, or json, one object a line with each request.")
    ] = None,
    home: Annotated[
        str | None, Parameter(help="Name of this process among several that serve one PostgreSQL database, as in p1.")
    ] = None,
    ray: Cluster = None,
    lan: Lan = None,
    data: Data = None,
    database: Database = "",
) -> int:
    """Serve matches to others, without a browser here. A busy port is an error.

    A setting can be given in a file (--config), in the environment (such as SHAPAN_PORT), or here, which counts most.
    """
    given = {"name": name, "secure": secure, "proxy": proxy, "host": host, "port": port, "lan": lan, "data": data}
    given |= {"metrics": metrics, "log": log, "home": home, "ray": ray, "database": database}
    return _serve(given, config, no_open=True, next_port=False)


def _serve(given: dict[str, Any], config: Path | None = None, **usual: Any) -> int:
    port = given["port"]
    if port is not None and not 0 <= port <= MAX_PORT:
        raise UsageError(f"--port: {port} is not a port 0..{MAX_PORT}")
    if find_spec("shapan.server.run") is None:
        raise UsageError("the table in the browser is not part of this build; play in the terminal: shapan play GAME")
    from shapan.server.config import settings_of
    from shapan.server.run import serve as run
    from shapan.server.store.fault import Fault

    try:
        settings = settings_of({**given, "database": given["database"] or None}, config, os.environ, **usual)
        if settings.secure and not settings.hosts:
            warning = (
                "--secure without --name: only localhost is answered; add the server's name, as in --name play.example"
            )
            print(f"shapan: {warning}", file=sys.stderr)
        run(settings)
    except Fault as fault:
        raise UsageError(str(fault)) from None
    return 0
