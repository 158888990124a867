"""Addresses of this machine in its networks, and the one under which others reach the server."""

from __future__ import annotations

import contextlib
import socket
from typing import Any, Final

from shapan.server.settings import Settings
from shapan.server.web.context import Asked
from shapan.server.web.host import host_of, split_host

_HERE: Final = frozenset({"localhost", "127.0.0.1", "[::1]"})


def lan_addresses() -> list[str]:
    """Return this machine's addresses in its networks, the one it sends from first."""
    found: set[Any] = set()
    first: list[str] = []
    with contextlib.suppress(OSError):
        found |= {row[4][0] for row in socket.getaddrinfo(socket.gethostname(), None, socket.AF_INET)}
    with contextlib.suppress(OSError), socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        probe.connect(("192.0.2.1", 9))  # sends nothing; asks which address would be used
        first = [str(probe.getsockname()[0])]
    addresses = [*first, *sorted(str(address) for address in found if str(address) not in first)]
    return [address for address in addresses if not address.startswith("127.")]


def from_here(request: Asked) -> bool:
    """Return whether a request comes from this machine, by a name of its own: no one else is shown paths of files."""
    client = request.scope.get("client")
    name, _ = split_host(host_of(request.scope)) or ("", "")
    return client is not None and client[0] in ("127.0.0.1", "::1") and name in _HERE


def address_of(request: Asked, settings: Settings) -> str:
    """Return the address under which others reach this server, without a slash at its end.

    It is the one that the request came to; but where the network is served and the request came from this very
    machine, it is the machine's address in the network.
    """
    name, port = split_host(host_of(request.scope)) or ("localhost", "")
    if settings.lan and name in _HERE:
        name = next(iter(lan_addresses()), name)
    return f"{request.scope['scheme']}://{name}{port}"


def only_here(address: str) -> bool:
    """Tell whether an address works on this machine only."""
    host = address.partition("//")[2]
    return any(host == name or host.startswith(f"{name}:") for name in _HERE)
