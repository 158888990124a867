"""The proxy before several processes: a configuration of nginx that brings each request to the process it is for.

A request is sent to the process that the id of its match falls to. Which process plays the match may differ: then that
one answers with the other's name, and nginx sends the same request there, marked, so that it never comes back at once.
An address that does not name its match, such as an invitation's, leads to any process; that one tells the id.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from textwrap import indent
from typing import Final

from shapan.server.hub.home import BY_MATCH

IDLE: Final = 4
"""Seconds until nginx closes a connection that it does not use: before the process does, or a request meets its end."""
_NAME: Final = re.compile(r"[a-z][a-z0-9]{0,15}")
_MAPS: Final = """map $uri $shapan_match {
    "~^/(?:api/matches|match|replay|damaged|tables)/(?<id>[^/]+)" $id;
    default $request_id;
}
map $http_upgrade $shapan_connection {
    default upgrade;
    "" "";
}"""
_TO: Final = """proxy_next_upstream error timeout non_idempotent;
proxy_next_upstream_tries 2;
proxy_http_version 1.1;
proxy_set_header Upgrade $http_upgrade;
proxy_set_header Connection $shapan_connection;
proxy_set_header Host $host{port};
proxy_set_header X-Forwarded-For $remote_addr;
proxy_set_header X-Forwarded-Proto $scheme;
proxy_set_header X-Request-ID $request_id;
proxy_connect_timeout 1s;
proxy_read_timeout 20s;"""
"""Streams give a sign of life every three seconds; in twenty PostgreSQL has let go of a process that hangs."""
_BOUNDS: Final = """# Shapan compresses what has no secrets in it; the length of the rest would give them away.
gzip off;
# Addresses hold invitations.
access_log off;
client_header_timeout 10s;
client_body_timeout 30s;
client_max_body_size 1m;
# For those who watch the server, from inside.
location = /healthz { return 404; }
location = /readyz { return 404; }"""


def is_name(word: str) -> bool:
    """Tell whether a process may be called so: a letter, and up to 15 letters or digits, none of them large."""
    return _NAME.fullmatch(word) is not None and word != BY_MATCH


def nginx(names: Sequence[str], processes: Mapping[str, str], *, plain: int = 0) -> str:
    """Return a configuration for a site of these names, whose processes listen at these addresses, by name.

    With `plain` it is served on that port without TLS, as behind another proxy or for a trial.
    """
    parts = [
        "# Made by `shapan proxy-config`, for the http block: a file in /etc/nginx/conf.d is in it.",
        _MAPS,
        _upstream("shapan", processes.values(), key="$shapan_match"),
        _upstream(f"shapan_{BY_MATCH}", processes.values(), key="$shapan_found"),
        *(_upstream(f"shapan_{name}", _first(name, processes)) for name in processes),
        *_servers(names, processes, plain),
    ]
    return "\n\n".join(parts) + "\n"


def _first(name: str, processes: Mapping[str, str]) -> list[str]:
    """Return where requests for one process go: to it, and to another while it does not answer."""
    others = (address for other, address in processes.items() if other != name)
    return [processes[name], *(f"{address} backup" for address in others)]


def _upstream(name: str, addresses: Iterable[str], key: str = "") -> str:
    """Return a group of processes, of which the `key` chooses one."""
    bounds = "max_fails=1 fail_timeout=1s"
    lines = [f"server {one};" if one.endswith(" backup") else f"server {one} {bounds};" for one in addresses]
    by_key = [f"hash {key} consistent;"] if key else []
    return _block(f"upstream {name}", [*by_key, *lines, "keepalive 64;", f"keepalive_timeout {IDLE}s;"])


def _servers(names: Sequence[str], processes: Mapping[str, str], plain: int) -> list[str]:
    to = _TO.format(port=f":{plain}" if plain not in (0, 80) else "")
    found = "set $shapan_found $upstream_http_x_match;"
    places = [
        _block("location /", ["proxy_pass http://shapan;", *_way('""', "$shapan_match"), to]),
        _block(
            f"location @{BY_MATCH}",
            [found, f"proxy_pass http://shapan_{BY_MATCH};", *_way(f"@{BY_MATCH}", "$shapan_found"), to],
        ),
        *(
            _block(f"location @{name}", [f"proxy_pass http://shapan_{name};", *_way(f"@{name}"), to])
            for name in processes
        ),
    ]
    called = f"server_name {' '.join(names)};"
    if plain:
        return [_block("server", [f"listen {plain};", called, _BOUNDS, *places])]
    secure = [
        "listen 443 ssl http2;",
        called,
        f"ssl_certificate /etc/letsencrypt/live/{names[0]}/fullchain.pem;",
        f"ssl_certificate_key /etc/letsencrypt/live/{names[0]}/privkey.pem;",
        'add_header Strict-Transport-Security "max-age=31536000" always;',
        "limit_conn shapan 128;",
        _BOUNDS,
        *places,
    ]
    return [
        "limit_conn_zone $binary_remote_addr zone=shapan:1m;",
        _block("server", ["listen 80;", called, "return 301 https://$host$request_uri;"]),
        _block("server", secure),
    ]


def _way(sent: str, match: str = '""') -> list[str]:
    """Return how the process is told the way of a request; what comes from outside under these names is lost."""
    return [f"proxy_set_header X-Sent {sent};", f"proxy_set_header X-Match {match};"]


def _block(head: str, lines: Iterable[str]) -> str:
    inner = indent("\n".join(lines), "    ")
    return f"{head} {{\n{inner}\n}}"
