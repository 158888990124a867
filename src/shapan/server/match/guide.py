"""The guided first match at the server: how it begins, what the coach says to the person, what the others answer."""

from __future__ import annotations

from typing import Any

from shapan.engine.coach import Coach, scripted
from shapan.engine.game import Game
from shapan.engine.guide import Guide, GuideError, guide_of
from shapan.engine.match import Match
from shapan.engine.point_answers import points_of
from shapan.engine.text import catalogue
from shapan.server.match.message import CoachNote, GuideInfo
from shapan.server.store.row import MatchRow, SeatRow


class NoGuide(Exception):
    """A game that has no guided first match, or none that can be read."""


def begin(game: Game[Any], row: MatchRow) -> Match[Any]:
    """Return a match as it begins. Raises NoGuide, or what the engine raises for seats and options."""
    if row.guide:
        return guide_for(game).begin(game, row.key, row.undo)
    return Match(game, row.seats, row.options, row.key, row.undo)


def guide_for(game: Game[Any]) -> Guide:
    """Return a game's guide. Raises NoGuide."""
    try:
        guide = guide_of(game)
    except GuideError as error:
        raise NoGuide(str(error)) from None
    if guide is None:
        raise NoGuide(f"{game.name} has no guided first match")
    return guide


def has_guide(game: Game[Any]) -> bool:
    """Tell whether a game offers a guided first match."""
    try:
        return guide_of(game) is not None
    except GuideError:
        return False


def guide_minutes(game: Game[Any]) -> int:
    """Return how many minutes the guided first match of a game takes, 0 where it has none."""
    return guide_for(game).minutes if has_guide(game) else 0


def guide_seats(game: Game[Any], bot: str, session: str, name: str, language: str) -> list[SeatRow]:
    """Return the seats of a guided match: the person, and named opponents played by a bot. Raises NoGuide."""
    guide = guide_for(game)
    texts = catalogue(game, language)
    return [
        SeatRow(seat, "player", name, session=session)
        if seat == guide.seat
        else SeatRow(seat, "bot", texts.get(f"guide.{word}", word), bot)
        for seat, word in enumerate(guide.names)
    ]


def guide_info(match: Match[Any], viewer: int, read: str = "") -> GuideInfo | None:
    """Return what the coach says to a viewer of a guided match: to the person, and to nobody else."""
    guide = guide_for(match.game)
    advice = Coach(guide, match, viewer).advice() if viewer == guide.seat else None
    if advice is None:
        return None
    notes = [CoachNote(note.number, note.text, note.points) for note in advice.notes]
    waits = "" if match.over else _unread(match, viewer, notes, read)
    return GuideInfo(advice.total, notes, advice.advised, waits, points_of(match.game.actions, advice.advised or []))


def _unread(match: Match[Any], seat: int, notes: list[CoachNote], read: str) -> str:
    """Return a mark of what is said while others are asked, empty where it has been read.

    What belongs to the story is to be read whenever it is said; what is beside it once after each own answer.
    """
    if seat in match.decisions:
        return ""
    own = f"{sum(record.get('seat') == seat for record in match.log)}:"
    mark = own + ",".join(note.text.key for note in notes)
    beside = not any(note.number for note in notes)
    return "" if mark == read or (beside and read.startswith(own)) else mark


def others_wait(match: Match[Any], read: str) -> bool:
    """Tell whether the others wait in a guided match: the person is asked, or has not read what is said to him."""
    guide = guide_for(match.game)
    if guide.seat in match.decisions:
        return True
    info = guide_info(match, guide.seat, read)
    return info is not None and info.waits != ""


def scripted_answer(match: Match[Any], seat: int) -> list[int] | None:
    """Return what the story lets another seat answer, None where its bot decides."""
    return scripted(guide_for(match.game), match, seat)
