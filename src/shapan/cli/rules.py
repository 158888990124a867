"""`shapan rules`: a game's rulebook, the words of one rule, or its rulings."""

from __future__ import annotations

import os
from typing import Any

from rich.console import Group, RenderableType
from rich.markdown import Markdown
from rich.table import Table
from rich.text import Text

from shapan.cli import arguments
from shapan.cli.errors import UsageError
from shapan.cli.screen import screen
from shapan.cli.text_renderer import near_rules, rule_of, rules_of
from shapan.engine.game import Game
from shapan.engine.text import catalogue, rule_text, rulebook
from shapan.engine.text import rulings as rulings_of


def rules(game: str, rule: str | None = None, /, *, rulings: bool = False, language: str | None = None) -> None:
    """Print a game's rulebook, one rule of it, or its rulings on disputed rules.

    Parameters
    ----------
    game
        The game; `shapan games` lists them.
    rule
        A rule number with or without its prefix: PM-3.4 or 3.4.
    rulings
        Print the rulings: how Shapan decides what the rules leave open.
    language
        en, zh-Hans or zh-Hant; without it that of the system.

    """
    found = arguments.game_of(game)
    spoken = arguments.language_of(language)
    console = screen()
    if rule is not None and rulings:
        raise UsageError("--rulings prints all rulings of a game: leave out the rule number")
    if rule is not None:
        console.print(_rule(found, rule, spoken))
        return
    text = _rulings(found, spoken) if rulings else _book(found, spoken)
    if console.is_terminal:
        os.environ.setdefault("LESS", "-FRX")  # colours, and no paging of what fits on the screen
        with console.pager(styles=True):
            console.print(text)
    else:
        console.print(text)


def _book(game: Game[Any], language: str) -> RenderableType:
    """Return the rulebook, or what a game without one says of itself: name, subject, titles of its rules."""
    if book := rulebook(game, language):
        return Markdown(book)
    texts = catalogue(game, language)
    table = Table.grid(padding=(0, 2))
    for number in rules_of(game):
        table.add_row(Text(number, style="bold"), texts.get(f"rule.{number}", ""))
    name = Text(texts.get("game.name", game.name), style="bold")
    return Group(name, Text(texts.get("game.about", "")), "", table)


def _rulings(game: Game[Any], language: str) -> RenderableType:
    text = rulings_of(game, language)
    if not text:
        raise UsageError(f"{game.name} has no rulings")
    return Markdown(text)


def _rule(game: Game[Any], word: str, language: str) -> RenderableType:
    number = rule_of(game, word)
    if number is None:
        raise UsageError(f"{game.name} has no rule {word!r}; near it: {', '.join(near_rules(game, word))}")
    title = catalogue(game, language).get(f"rule.{number}", "")
    if text := rule_text(game, number, language):
        return Group(Text(title, style="bold"), Markdown(text)) if title else Markdown(text)
    return Text.assemble((number, "bold"), "  ", title)
