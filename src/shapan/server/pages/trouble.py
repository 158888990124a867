"""Errors in games, bots and a player's own files, for the lobby and `shapan check`."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import Any

from shapan.bots import broken
from shapan.bots.handicap import handicap_of
from shapan.engine import registry
from shapan.engine.game import Game
from shapan.engine.guide import GuideError, guide_of
from shapan.engine.length import measured, read_lengths
from shapan.engine.registry import games
from shapan.engine.text import LANGUAGES, catalogue, missing_texts, package_of, rulebook, rulings, trouble_with
from shapan.engine.trouble import FileError, one_line
from shapan.server.match.guide import has_guide
from shapan.server.pages import cover, tableform


def load_game(game: Game[Any]) -> None:
    """Read all files of a game that pages need. Raises whatever its code and files raise."""
    has_guide(game)
    measured(package_of(game))
    handicap_of(game)
    cover.cover(game)
    cover.preview(game)
    cover.symbols(game)
    for language in LANGUAGES:
        catalogue(game, language)
        rulebook(game, language)
        rulings(game, language)
    tableform.table_form(game, LANGUAGES[0], [])
    faults_of(game)  # kept, so that the lobby opens no file when it is asked for


@cache
def faults_of(game: Game[Any]) -> tuple[str, ...]:
    """Return what is wrong with the files of a game that goes on all the same, a line each."""
    found = [*missing_texts(game), *game.left_out()]
    readers: tuple[Callable[[], object], ...] = (lambda: guide_of(game), lambda: read_lengths(package_of(game)))
    for read in readers:
        try:
            read()
        except (GuideError, FileError) as error:
            found.append(one_line(str(error)))
    return tuple(found)


def check_files(game: Game[Any]) -> list[str]:
    """Return all that is wrong with the files of a game."""
    try:
        load_game(game)
    except (Exception, SystemExit) as error:  # noqa: BLE001 - a game may be somebody else's
        return [trouble_with(game, error)]
    return list(faults_of(game))


def all_faults() -> list[tuple[str, str]]:
    """Return what is wrong with games and bots here: their names, and a line each."""
    wrong = [(name, says) for found in (registry.broken(), broken()) for name, says in found.items()]
    return wrong + [(game.name, says) for game in games().values() for says in faults_of(game)]
