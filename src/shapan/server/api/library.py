"""What the API tells about games: options, texts, rules."""

from __future__ import annotations

from typing import Any, Final

import msgspec
from litestar import get
from litestar.exceptions import NotFoundException
from litestar.handlers.base import BaseRouteHandler
from litestar.openapi.datastructures import ResponseSpec
from litestar.params import FromPath
from litestar.response import Response

from shapan.engine.game import Game
from shapan.engine.piece import Piece
from shapan.engine.registry import UnknownGame, find, games
from shapan.engine.text import LANGUAGES, catalogue, rule_text
from shapan.server.api.refusal import MISSING, READ
from shapan.server.match.guide import has_guide
from shapan.server.web.context import Asked, TheHub
from shapan.server.web.packing import packed
from shapan.server.words import personality_words, words


class OptionInfo(msgspec.Struct):
    """An option of a game; its texts are `option.<name>`, `option_help.<name>`, `option_value.<name>.<value>`."""

    name: str
    default: Any
    values: list[str | int]
    least: int | None
    most: int | None
    list_of: list[str]
    length: int
    rule: str
    common: bool
    refused: str


class GameInfo(msgspec.Struct):
    """A game that can be played here."""

    game: str
    prefix: str
    rules_version: int
    min_seats: int
    max_seats: int
    tutorial: bool
    guide: bool
    """Whether there is a guided first match."""
    options: list[OptionInfo]


class Games(msgspec.Struct):
    """All games and bots of this server."""

    games: list[GameInfo]
    bots: list[str]


_TELL: Final = "tell."
"""Before a game's own words for what is said of somebody, in place of `ui.tell.*`."""


class RuleInfo(msgspec.Struct):
    """One rule in one language."""

    rule: str
    title: str
    text: str


def game_of(name: str) -> Game[Any]:
    """Return a game by name. Raises 404."""
    try:
        return find(name)
    except UnknownGame:
        raise NotFoundException("there is no such game") from None


def _texts(game: Game[Any], language: str) -> dict[str, str]:
    if language not in LANGUAGES:
        raise NotFoundException("there is no such language")
    return catalogue(game, language)


@get("/api/games", responses=READ, operation_id="games", tags=["games"])
async def get_games(hub: TheHub) -> Games:
    """Return all games and bots."""
    return Games([_info(game) for game in games().values()], hub.source.names())


def _info(game: Game[Any]) -> GameInfo:
    options = [
        OptionInfo(
            option.name,
            option.default,
            list(option.values),
            option.least,
            option.most,
            list(option.list_of),
            option.length,
            option.rule,
            option.common,
            option.refused,
        )
        for option in game.options
    ]
    return GameInfo(
        game.name,
        game.prefix,
        game.rules_version,
        game.min_seats,
        game.max_seats,
        game.tutorial,
        has_guide(game),
        options,
    )


@get(
    "/api/games/{game:str}/texts/{lang:str}",
    responses={
        **MISSING,
        200: ResponseSpec(dict[str, str], generate_examples=False, description="each text by its key"),
    },
    operation_id="texts",
    tags=["games"],
)
async def get_texts(request: Asked, hub: TheHub, game: FromPath[str], lang: FromPath[str]) -> Response[bytes]:
    """Return all texts of a game in a language, and the program's words under `ui.*`; a game's `tell` comes first.

    How long it takes (`game.length`) is what the lobby says: of matches played here, where there are enough.
    """
    found = game_of(game)
    texts = _texts(found, lang)
    length = await hub.lengths.describe(found, lang)
    if length is not None:
        texts = {**texts, "game.length": length.text}
    told = {f"ui.{key}": text for key, text in texts.items() if key.startswith(_TELL)}
    return await packed(
        request, msgspec.json.encode({**texts, **words(lang), **personality_words(lang, found), **told})
    )


@get(
    "/api/games/{game:str}/cards",
    responses={**MISSING, 200: ResponseSpec(list[Piece], generate_examples=False, description="a card of each kind")},
    operation_id="cards",
    tags=["games"],
)
async def get_cards(request: Asked, game: FromPath[str]) -> Response[bytes]:
    """Return a card of each kind that a game has, face up: what pieces name in `card` is among them."""
    return await packed(request, msgspec.json.encode(game_of(game).cards()))


@get("/api/games/{game:str}/rules/{lang:str}/{rule:str}", responses=MISSING, operation_id="rule", tags=["games"])
async def get_rule(game: FromPath[str], lang: FromPath[str], rule: FromPath[str]) -> RuleInfo:
    """Return title and text of one rule."""
    found = game_of(game)
    title = _texts(found, lang).get(f"rule.{rule}", "")
    text = rule_text(found, rule, lang) if len(rule) <= 32 else ""
    if not title and not text:
        raise NotFoundException("there is no such rule")
    return RuleInfo(rule, title, text)


ROUTES: list[BaseRouteHandler] = [get_games, get_texts, get_cards, get_rule]
