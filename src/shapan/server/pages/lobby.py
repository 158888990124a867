"""What the lobby shows: the games, and the tables that are open."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from shapan.engine import text
from shapan.engine.game import Game
from shapan.engine.length import duration
from shapan.engine.origin import Origin, origin_of
from shapan.engine.registry import find, games
from shapan.server.api.quick import BEGINNER, Setup, bot_counts, setup_of, short_match, strengths, usual_setup
from shapan.server.hub.hub import Hub
from shapan.server.hub.length import LengthInfo
from shapan.server.hub.listing import ListedTable
from shapan.server.match.guide import guide_minutes, has_guide
from shapan.server.pages.matchwords import bots_words, main_title
from shapan.server.pages.rendering import moment
from shapan.server.pages.timewords import clock_words
from shapan.server.store.last_table import last_tables
from shapan.server.words import NAMES, bot_name, listed, say


@dataclass(slots=True)
class ShortMatch:
    """The short match that a game offers: how long it takes, against how many bots, and what differs in it."""

    length: str
    bots: str
    about: str


@dataclass(slots=True)
class GameCard:
    """A game in the lobby."""

    name: str
    title: str
    tagline: str
    length: str
    """How long it takes as its maker says."""
    told: LengthInfo | None
    """How long it takes as it was measured."""
    players: str
    seats: str
    """How many play it, in figures."""
    usual: int
    """How many bots there are for whom the length was measured."""
    tutorial: bool
    rules: int
    guide: bool
    guide_minutes: int
    """How long the guided match takes."""
    setup: Setup
    """What the card opens if nothing is changed."""
    bots: list[tuple[int, str]]
    levels: list[tuple[str, str]]
    short: ShortMatch | None
    origin: Origin | None
    """The package that has brought it; None for a game of Shapan's own."""

    @property
    def main_title(self) -> str:
        """The title without what stands behind a colon."""
        return main_title(self.title)

    @property
    def minutes(self) -> int:
        """How long it takes, for sorting."""
        return self.told.minutes if self.told else 2**30


@dataclass(slots=True)
class TableRow:
    """A table that strangers may join or watch."""

    game: str
    title: str
    host: str
    seats: list[bool]
    """For each seat whether somebody has it."""
    free: str
    taken: str
    rules: str
    pace: str
    rated: bool
    about: str
    """What the table says of itself: language, experience, date."""
    mine: bool
    link: str


async def game_cards(language: str, hub: Hub, session: str | None = None) -> list[GameCard]:
    """Return all games: first those with a guide, short before long; then those by others, and those to learn with."""
    names = hub.source.names()
    last = {} if session is None else await _last_setups(hub, session, names)
    told = {name: await hub.lengths.describe(game, language) for name, game in games().items()}
    cards = [
        _card(game, language, told[name], last.get(name) or usual_setup(game), names) for name, game in games().items()
    ]
    return sorted(cards, key=_place_of)


def _place_of(card: GameCard) -> tuple[bool, bool, bool, float, str]:
    by_others = card.origin is not None
    return card.tutorial and not by_others, by_others, not card.guide, card.minutes, card.title


def first_choice(cards: list[GameCard], guided: set[str]) -> tuple[str, str]:
    """Return the game and the button that the lobby proposes where no match waits.

    It is the guided match of the first game whose guide the guest has not finished, after all of them the first game.
    """
    guides = [card.name for card in cards if card.guide and card.name not in guided]
    return (guides[0], "learn") if guides else (cards[0].name, "play") if cards else ("", "")


async def _last_setups(hub: Hub, session: str, names: Sequence[str]) -> dict[str, Setup]:
    """Return by game how a guest last played it against bots."""
    found: dict[str, Setup] = {}
    for table in await last_tables(hub.store, session):
        game = games().get(table.game)
        setup = None if game is None else setup_of(game, table.bots, table.options, names)
        if setup is not None:
            found.setdefault(table.game, setup)
    return found


def _card(game: Game[Any], language: str, told: LengthInfo | None, setup: Setup, names: Sequence[str]) -> GameCard:
    texts = text.catalogue(game, language)
    least, most = game.min_seats, game.max_seats
    return GameCard(
        name=game.name,
        title=texts.get("game.name", game.name),
        tagline=texts.get("game.tagline", ""),
        length=texts.get("game.length", ""),
        told=told,
        players=say(language, "ui.seats_exact" if least == most else "ui.seats_range", least=least, most=most),
        seats=str(most) if least == most else f"{least}–{most}",
        usual=usual_setup(game).bots,
        tutorial=game.tutorial,
        rules=len(text.rule_numbers(game)) or sum(key.startswith("rule.") for key in texts),
        guide=has_guide(game),
        guide_minutes=guide_minutes(game),
        setup=setup,
        bots=[(count, bots_words(count, language)) for count in bot_counts(game)],
        levels=[(name, _level(name, language)) for name in strengths(names)],
        short=_short(game, language),
        origin=origin_of(game),
    )


def _level(name: str, language: str) -> str:
    return say(language, "ui.beginner") if name == BEGINNER else bot_name(language, name)[0]


def _short(game: Game[Any], language: str) -> ShortMatch | None:
    short = short_match(game)
    if short is None:
        return None
    texts = text.catalogue(game, language)
    about = [
        f"{texts.get(f'option.{name}', name)}{say(language, 'ui.colon')}"
        f"{texts.get(f'option_value.{name}.{value}', value)}"
        for name, value in short.options.items()
    ]
    return ShortMatch(duration(texts, short.alone), bots_words(short.seats - 1, language), listed(language, about))


def _about(table: ListedTable, language: str) -> str:
    """Return what a table says of itself, in words."""
    said = [NAMES[table.language]] if table.language in NAMES else []
    said += [say(language, f"ui.experience_{table.experience}")] if table.experience else []
    said += [moment(table.date)] if table.date is not None else []
    return " · ".join(said)


def table_rows(tables: Sequence[ListedTable], language: str) -> list[TableRow]:
    """Return listed tables as rows of the lobby."""
    return [_table_row(table, language) for table in tables]


def _table_row(table: ListedTable, language: str) -> TableRow:
    changed = len(table.options)
    key = "ui.default_rules" if not changed else "ui.changed_rule" if changed == 1 else "ui.changed_rules"
    return TableRow(
        game=table.game,
        title=text.catalogue(find(table.game), language).get("game.name", table.game),
        host=table.owner or say(language, "ui.player_number", number=1),
        seats=table.taken,
        free=say(language, "ui.seats_free", count=table.taken.count(False)),
        taken=say(language, "ui.seats_taken", count=table.taken.count(True), of=len(table.taken)),
        rules=say(language, key, count=changed),
        pace=clock_words(table.pace, table.bank, table.increment, language),
        rated=table.rated,
        about=_about(table, language),
        mine=table.mine,
        link=table.watch if table.mine or not table.join else table.join,
    )
