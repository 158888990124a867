"""`shapan` without a command: the table in the browser, for this machine or the network at home."""

from __future__ import annotations

from importlib.util import find_spec
from pathlib import Path
from typing import Annotated

from cyclopts import Parameter

from shapan.cli.complaint import Complaint
from shapan.cli.database import Database
from shapan.cli.whole import whole

MOST_PORT = 65_535


def table(
    *,
    port: Annotated[
        int | None,
        Parameter(converter=whole, help="Port to listen on; a busy one moves on to the next."),
    ] = None,
    no_open: Annotated[bool, Parameter(help="Do not open the browser.")] = False,
    lan: Annotated[bool, Parameter(help="Let other machines of the network join.")] = False,
    data: Annotated[Path | None, Parameter(help="Folder in which matches are kept.")] = None,
    database: Database = "",
) -> int:
    """Start the table in the browser."""
    if port is not None and not 0 <= port <= MOST_PORT:
        raise Complaint(f"--port: {port} is not a port 0..{MOST_PORT}")
    if find_spec("shapan.server.run") is None:
        raise Complaint("the table in the browser is not part of this build; play in the terminal: shapan play GAME")
    from shapan.server.run import serve
    from shapan.server.settings import Settings
    from shapan.server.store.fault import Fault

    settings = Settings(lan=lan, no_open=no_open, postgres=database)
    if port is not None:
        settings.port = port
    if data is not None:
        settings.data = data.expanduser().absolute()
    try:
        serve(settings)
    except Fault as fault:
        raise Complaint(str(fault)) from None
    return 0
