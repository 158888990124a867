"""Words of a match: its title, the names of its seats, how it ended."""

from __future__ import annotations

import re
from typing import Any

from shapan.engine import text
from shapan.engine.game import VOID, Game
from shapan.server.match.room import Room
from shapan.server.words import listed, say, seat_name


def main_title(title: str) -> str:
    """Return a title without what stands behind a colon."""
    return re.split("[:：]", title)[0]


def titled(game: Game[Any], number: int, language: str) -> str:
    """Return the name of a game with the round that it is in, called as the game calls it; 0: it has not begun."""
    texts = text.catalogue(game, language)
    title = main_title(texts.get("game.name", game.name))
    called = texts.get("game.round", say(language, "ui.round"))
    return f"{title} · {called.replace('{round}', str(number))}" if number > 0 else title


def present_names(room: Room, language: str) -> list[str]:
    """Return what the seats are called, and of people for whom a bot plays that it does."""
    return [
        say(language, "ui.name_bot", name=name) if row.session is not None and row.kind in ("bot", "left") else name
        for row, name in zip(room.seats, names_of(room, language), strict=True)
    ]


def names_of(room: Room, language: str) -> list[str]:
    """Return what the seats of a match are called, in order."""
    return [seat_name(language, row.seat, row.whose, row.name) for row in room.seats]


def result(room: Room, session: str | None, language: str) -> str:
    """Return how a match ended; of one that the rules of today cannot follow only that it did, or was stopped."""
    ended = room.match.outcome
    if room.row.voided or (ended is not None and ended.result == VOID):
        return say(language, "ui.void")
    if room.frozen:
        return say(language, "ui.over" if room.over else "ui.frozen_help")
    outcome = room.match.outcome
    winners = [] if outcome is None else outcome.winners
    if outcome is None or not winners or room.match.game.is_drawn(winners, room.match.seats):
        nobody = say(language, "ui.won_by_nobody")  # where the game does not say who won besides its seats
        words = text.catalogue(room.match.game, language)
        return nobody if outcome is None else words.get(f"result.{outcome.result}", nobody)
    mine = [seat for seat in room.seats.seats_of(session) if room.seats[seat].kind == "player"]
    if len(mine) == 1 and mine[0] in winners:
        return say(language, "ui.you_won" if len(winners) == 1 else "ui.you_won_too")
    names = names_of(room, language)
    return say(language, "ui.won_by", names=listed(language, [names[seat] for seat in winners]))


def bots_words(count: int, language: str) -> str:
    """Return a number of bots in words."""
    return say(language, "ui.one_bot" if count == 1 else "ui.some_bots", count=count)
