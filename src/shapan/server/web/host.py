"""The `Host` of a request: read strictly, and compared with the names under which the server is reached."""

from __future__ import annotations

import ipaddress
import re
import socket
from typing import Any, Final

from shapan.server.settings import Settings

_HOST: Final = re.compile(r"(\[[0-9a-f:.]{2,45}\]|[a-z0-9](?:[a-z0-9._-]{0,252}))(?::([0-9]{1,5}))?", re.IGNORECASE)
_MAX_PORT: Final = 65_535


def split_host(host: str) -> tuple[str, str] | None:
    """Return name (in small letters, IPv6 in brackets) and port (with its colon, or empty); None if it is no host."""
    found = _HOST.fullmatch(host)
    if found is None or int(found[2] or 0) > _MAX_PORT:
        return None
    return found[1].lower(), f":{found[2]}" if found[2] else ""


def host_of(scope: Any) -> str:
    """Return the one `Host` of a request as it was sent, empty if there is none or another one too."""
    sent = [value for name, value in scope["headers"] if name.lower() == b"host"]
    return sent[0].decode("latin-1") if len(sent) == 1 else ""


class Hosts:
    """The names under which the server is reached."""

    def __init__(self, settings: Settings) -> None:
        self._names = {"localhost", "127.0.0.1", "[::1]", *(name.lower() for name in settings.hosts)}
        self._addresses = settings.lan
        if settings.lan:
            name = socket.gethostname().lower()
            self._names |= {name, f"{name}.local"}

    def knows(self, host: str) -> bool:
        """Tell whether a `Host` header names this server."""
        parts = split_host(host)
        if parts is None:
            return False
        if parts[0] in self._names:
            return True
        if not self._addresses:
            return False
        try:
            ipaddress.ip_address(parts[0].strip("[]"))
        except ValueError:
            return False
        return True
