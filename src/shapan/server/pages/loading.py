"""What pages and API tell of this program, read when the server starts.

Later nothing of it opens a file: who sits at a table is served also where so many connections are open that the system
gives no more handles.
"""

from __future__ import annotations

from functools import cache

from shapan.bots.odds import odds_of
from shapan.engine.length import measured
from shapan.engine.registry import games
from shapan.engine.text import LANGUAGES, catalogue, package_of, rulebook, rulings
from shapan.server.match.guide import has_guide
from shapan.server.pages import cover, page, replay
from shapan.server.pages.rendering import load_templates
from shapan.server.words import words


@cache
def load() -> None:
    """Read texts, rulebooks, pictures, figures, templates and the names of the client's files, each once.

    What is drawn from them, the page of a rulebook say, is drawn when somebody first asks for it.
    """
    load_templates()
    for entry in (page.ENTRY, replay.ENTRY):
        page.client_files(entry=entry)
    for language in LANGUAGES:
        words(language)
    for game in games().values():
        has_guide(game)
        measured(package_of(game))
        odds_of(game)
        cover.cover(game)
        cover.symbols(game)
        for language in LANGUAGES:
            catalogue(game, language)
            rulebook(game, language)
            rulings(game, language)
