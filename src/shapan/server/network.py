"""Addresses of this machine in its networks."""

from __future__ import annotations

import contextlib
import socket
from typing import Any


def lan_addresses() -> list[str]:
    """Return this machine's addresses in its networks, the one it sends from first."""
    found: set[Any] = set()
    first: list[str] = []
    with contextlib.suppress(OSError):
        found |= {row[4][0] for row in socket.getaddrinfo(socket.gethostname(), None, socket.AF_INET)}
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe, contextlib.suppress(OSError):
        probe.connect(("192.0.2.1", 9))  # sends nothing; asks which address would be used
        first = [str(probe.getsockname()[0])]
    addresses = [*first, *sorted(str(address) for address in found if str(address) not in first)]
    return [address for address in addresses if not address.startswith("127.")]
