"""The reference of the server names every page and form that there is."""

from __future__ import annotations

import re
from pathlib import Path

from server.conftest import running
from shapan.server.settings import Settings

REFERENCE = Path(__file__).parents[2] / "docs" / "reference" / "server-api.md"
PARAMETER = re.compile(r"\{[^}]*\}")


def test_every_address_stands_in_the_reference(settings: Settings) -> None:
    settings.accounts = "on"
    settings.mail_host, settings.mail_from = "127.0.0.1", "shapan@play.example"
    text = PARAMETER.sub("{}", REFERENCE.read_text("utf-8"))
    with running(settings) as place:
        paths = {PARAMETER.sub("{}", route.path) for route in place.client.app.routes}
    pages = {path for path in paths if not path.startswith(("/api/", "/static", "/schema"))}
    assert len(pages) > 50
    assert {path for path in pages if not re.search(rf"{re.escape(path)}(?![\w/{{])", text)} == set()
