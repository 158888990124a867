"""The proxy before several processes: a configuration of nginx that brings each request to the process it is for.

A request is sent to the process that the id of its match falls to. Which process plays the match may differ: then that
one answers with the other's name, and nginx sends the same request there, marked, so that it never comes back at once.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from textwrap import indent
from typing import Final

_NAME: Final = re.compile(r"[a-z][a-z0-9]{0,15}")
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
    return _NAME.fullmatch(word) is not None


def nginx(names: Sequence[str], processes: Mapping[str, str], *, plain: int = 0) -> str:
    """Return a configuration for a site of these names, whose processes listen at these addresses, by name.

    With `plain` it is served on that port without TLS, as behind another proxy or for a trial.
    """
    first = "\n".join(f"    server {address} max_fails=1 fail_timeout=1s;" for address in processes.values())
    parts = [
        "# Made by `shapan proxy-config`, for the http block: a file in /etc/nginx/conf.d is in it.",
        """map $uri $shapan_match {
    "~^/(?:api/matches|match|replay|damaged)/(?<id>[^/]+)" $id;
    default $request_id;
}
map $http_upgrade $shapan_connection {
    default upgrade;
    "" "";
}""",
        f"upstream shapan {{\n    hash $shapan_match consistent;\n{first}\n    keepalive 64;\n}}",
        *(_upstream(name, processes) for name in processes),
        _server(names, processes, plain),
    ]
    return "\n\n".join(parts) + "\n"


def _upstream(name: str, processes: Mapping[str, str]) -> str:
    """Return where requests for one process go: to it, and to another while it does not answer."""
    others = [address for other, address in processes.items() if other != name]
    lines = [f"server {processes[name]} max_fails=1 fail_timeout=1s;", *(f"server {one} backup;" for one in others)]
    return f"upstream shapan_{name} {{\n{indent(chr(10).join(lines), '    ')}\n    keepalive 64;\n}}"


def _server(names: Sequence[str], processes: Mapping[str, str], plain: int) -> str:
    to = _TO.format(port=f":{plain}" if plain not in (0, 80) else "")
    places = [
        f'location / {{\n    proxy_pass http://shapan;\n    proxy_set_header X-Sent "";\n{indent(to, "    ")}\n}}'
    ]
    places += [
        f"location @{name} {{\n    proxy_pass http://shapan_{name};\n"
        f"    proxy_set_header X-Sent @{name};\n{indent(to, '    ')}\n}}"
        for name in processes
    ]
    called = " ".join(names)
    if plain:
        return _block([f"listen {plain};", f"server_name {called};", _BOUNDS, *places])
    secure = [
        "listen 443 ssl http2;",
        f"server_name {called};",
        f"ssl_certificate /etc/letsencrypt/live/{names[0]}/fullchain.pem;",
        f"ssl_certificate_key /etc/letsencrypt/live/{names[0]}/privkey.pem;",
        'add_header Strict-Transport-Security "max-age=31536000" always;',
        "limit_conn shapan 128;",
        _BOUNDS,
        *places,
    ]
    moved = ["listen 80;", f"server_name {called};", "return 301 https://$host$request_uri;"]
    zone = "limit_conn_zone $binary_remote_addr zone=shapan:1m;"
    return f"{zone}\n\n{_block(moved)}\n\n{_block(secure)}"


def _block(lines: Sequence[str]) -> str:
    inner = indent("\n".join(lines), "    ")
    return f"server {{\n{inner}\n}}"
