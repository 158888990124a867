"""What pages and API tell of this program, read when the server starts.

Later nothing of it opens a file: who sits at a table is served also where so many connections are open that the system
gives no more handles.
"""

from __future__ import annotations

import logging
from functools import cache
from typing import Final

from shapan.bots import broken
from shapan.engine import registry
from shapan.engine.origin import origin_of, unreadable
from shapan.engine.registry import games, set_aside
from shapan.engine.text import LANGUAGES, trouble_with
from shapan.server.pages import page, replay
from shapan.server.pages.rendering import load_templates
from shapan.server.pages.trouble import load_game
from shapan.server.words import words

LOG: Final = logging.getLogger("shapan.server")


@cache
def load() -> None:
    """Read texts, rulebooks, pictures, figures, templates, packages and the names of the client's files, each once.

    What is drawn from them, the page of a rulebook say, is drawn when somebody first asks for it.
    """
    load_templates()
    for entry in (page.ENTRY, replay.ENTRY):
        page.client_files(entry=entry)
    for language in LANGUAGES:
        words(language)
    for game in games().values():
        try:
            load_game(game)
            origin_of(game)
        except (Exception, SystemExit) as error:  # noqa: BLE001 - a game may be somebody else's
            set_aside(game.name, trouble_with(game, error))
    for name, says in (*registry.broken().items(), *broken().items()):
        LOG.warning("%s is left out: %s", name, says)
    for name, says in unreadable().items():
        LOG.warning("%s: %s", name, says)
