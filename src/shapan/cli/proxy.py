"""`shapan proxy-config`: the configuration of nginx before several processes."""

from __future__ import annotations

import re
from typing import Annotated

from cyclopts import Parameter

from shapan.cli.errors import UsageError
from shapan.cli.integers import whole

_HOST = re.compile(r"[A-Za-z0-9]([A-Za-z0-9.-]{0,251}[A-Za-z0-9])?")
_ADDRESS = re.compile(r"(\[[0-9A-Fa-f:]+\]|[A-Za-z0-9.-]+):[0-9]{1,5}")
_FIRST_PORT = 8642
_MOST = 64


def proxy_config(
    *names: str,
    processes: Annotated[
        int,
        Parameter(converter=whole, help="Number of processes of this machine, at the ports from 8642 on."),
    ] = 2,
    process: Annotated[
        tuple[str, ...],
        Parameter(help="A process and where it listens, as in p1=10.0.0.5:8642; once for each of them."),
    ] = (),
    plain: Annotated[
        int, Parameter(converter=whole, help="Port to serve on without TLS; without it ports 80 and 443.")
    ] = 0,
) -> int:
    """Print a configuration of nginx for a site that several processes serve.

    Parameters
    ----------
    names
        The names by which the site is called, as in play.example.org.

    """
    from shapan.server.web.proxy import nginx

    if not names:
        raise UsageError("proxy-config: name the site, as in: shapan proxy-config play.example.org")
    for name in names:
        if not _HOST.fullmatch(name):
            raise UsageError(f"proxy-config: {name} is no name of a site, as play.example.org is")
    if not 1 <= processes <= _MOST:
        raise UsageError(f"--processes: {processes} is not a number 1..{_MOST}")
    if not 0 <= plain <= 65_535:
        raise UsageError(f"--plain: {plain} is not a port 1..65535")
    given = dict(_place(one) for one in process)
    if len(given) != len(process):
        raise UsageError("--process: each process has a name of its own")
    usual = {f"p{number + 1}": f"127.0.0.1:{_FIRST_PORT + number}" for number in range(processes)}
    print(nginx(names, given or usual, plain=plain), end="")
    return 0


def _place(words: str) -> tuple[str, str]:
    from shapan.server.web.proxy import is_name

    name, _, address = words.partition("=")
    if not is_name(name) or not _ADDRESS.fullmatch(address):
        raise UsageError(f"--process: {words} is not like p1=127.0.0.1:8642")
    return name, address
