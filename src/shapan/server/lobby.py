"""What the lobby shows: matches of a guest, games, and the form that opens a table."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from shapan.engine import text
from shapan.engine.game import Game
from shapan.engine.options import Option
from shapan.engine.registry import games
from shapan.server.guided import has_guide
from shapan.server.hub import Hub, Missing
from shapan.server.room import Room
from shapan.server.words import say, words

_SEGMENTS = 3
_LISTED = 40
_USUAL_SEATS = 3


@dataclass(slots=True)
class Control:
    """One option in the form: `kind` is segments, select or number."""

    name: str
    label: str
    help: str
    rule: str
    kind: str
    default: str
    choices: list[tuple[str, str]] = field(default_factory=list)
    least: int | None = None
    most: int | None = None


@dataclass(slots=True)
class GameCard:
    """A game in the lobby."""

    name: str
    title: str
    tagline: str
    about: str
    length: str
    players: str
    tutorial: bool
    least: int
    most: int
    usual: int
    prefix: str
    guide: bool


@dataclass(slots=True)
class MatchCard:
    """One of the guest's matches: what it is about, and what is asked."""

    id: str
    game: str
    headline: str
    status: str
    mine: bool
    people: list[str]


def game_cards(language: str) -> list[GameCard]:
    """Return all games, the ones to learn with last."""
    cards = [_card(game, language) for game in games().values()]
    return sorted(cards, key=lambda card: (card.tutorial, card.title))


def _card(game: Game[Any], language: str) -> GameCard:
    texts = text.catalogue(game, language)
    key = "ui.seats_exact" if game.least_seats == game.most_seats else "ui.seats_range"
    return GameCard(
        name=game.name,
        title=texts.get("game.name", game.name),
        tagline=texts.get("game.tagline", ""),
        about=texts.get("game.about", ""),
        length=texts.get("game.length", ""),
        players=say(language, key, least=game.least_seats, most=game.most_seats),
        tutorial=game.tutorial,
        least=game.least_seats,
        most=game.most_seats,
        usual=min(max(game.least_seats, _USUAL_SEATS), game.most_seats),
        prefix=game.prefix,
        guide=has_guide(game),
    )


def controls(game: Game[Any], language: str) -> tuple[list[Control], list[Control]]:
    """Return the controls of a game's options: those shown at first, and the rest."""
    common: list[Control] = []
    rest: list[Control] = []
    for option in game.options:
        control = None if option.refused else _control(game, option, language)
        if control is not None:
            (common if option.common else rest).append(control)
    return common, rest


def _control(game: Game[Any], option: Option, language: str) -> Control | None:
    """Return the control of an option, None if a form cannot set it (a list, or what the seats decide)."""
    if option.default is None or isinstance(option.default, list):
        return None
    texts = text.catalogue(game, language)

    def named(value: object) -> tuple[str, str]:
        return str(value), texts.get(f"option_value.{option.name}.{value}", str(value))

    control = Control(
        option.name,
        texts.get(f"option.{option.name}", option.name),
        texts.get(f"option_help.{option.name}", ""),
        option.rule,
        "number",
        str(option.default),
        least=option.least,
        most=option.most,
    )
    numbers: list[int] = []
    if option.least is not None:
        if option.most is None or option.most - option.least > _LISTED:
            return control
        numbers = list(range(option.least, option.most + 1))
    control.choices = [named(value) for value in (*option.values, *numbers)]
    control.kind = "segments" if len(control.choices) <= _SEGMENTS else "select"
    return control


def bot_choices(names: list[str], language: str) -> list[tuple[str, str]]:
    """Return (form value, label) of all bots."""
    known = words(language)
    return [(f"bot:{name}", say(language, "ui.bot", name=known.get(f"ui.bot_{name}", name))) for name in names]


async def match_cards(hub: Hub, session: str, language: str, most: int = 12) -> list[MatchCard]:
    """Return a guest's latest matches, those first in which he is asked."""
    cards = []
    for row in await hub.store.matches_of(session, most):
        try:
            cards.append(_match_card(await hub.room(row.id), session, language))
        except Missing:
            continue
    return sorted(cards, key=lambda card: not card.mine)


def _match_card(room: Room, session: str, language: str) -> MatchCard:
    game = room.match.game
    names = [row.name or say(language, "ui.seat", number=row.seat + 1) for row in room.seats]
    headline, status = _headline(room, session, language, names)
    mine = not room.frozen and any(seat in room.match.decisions for seat in room.seats_of(session))
    title = text.catalogue(game, language).get("game.name", game.name)
    return MatchCard(room.row.id, title, headline, status, mine, names)


def _headline(room: Room, session: str, language: str, names: list[str]) -> tuple[str, str]:
    """Return what a match is about now, and its status in words."""
    match = room.match
    if room.frozen:
        return say(language, "ui.frozen"), say(language, "ui.frozen")
    if match.outcome is not None or match.over:
        winners = [] if match.outcome is None else [names[seat] for seat in match.outcome.winners]
        return say(language, "ui.won_by", names=", ".join(winners)), say(language, "ui.over")
    frame = room.frame(room.viewer_of(session), session)
    asked = frame.question if frame.decision is None else frame.decision.question
    status = "ui.waiting" if frame.decision is None else "ui.your_turn"
    if asked is None:
        name = names[frame.waiting[0]] if frame.waiting else ""
        return say(language, "ui.waiting_for", name=name), say(language, status)
    return text.say(match.game, language, asked.key, asked.words, names), say(language, status)
