"""Moderation: people report others at their table, and moderators mute or suspend them for a while.

Moderators see what was said, never a match from inside; and who sits at a table or watches it does not judge it.
"""

from __future__ import annotations

import secrets
from typing import Final
from unicodedata import category

from shapan.engine.text import catalogue
from shapan.server.match.chat import NAMED, Spoken
from shapan.server.match.room import Room
from shapan.server.people.members import Denied
from shapan.server.settings import Settings
from shapan.server.store.fault import Conflict
from shapan.server.store.moderation import MUTE, SUSPEND, Line, Report
from shapan.server.store.people import now
from shapan.server.store.reserves import gone_seat
from shapan.server.store.storage import Store
from shapan.server.words import seat_name, words

KEPT_LINES: Final = 20
"""How many of the latest messages are kept with a report."""
LONGEST: Final = 500
DAYS: Final = (1, 7, 30, 365)
ACTS: Final = (MUTE, SUSPEND, "close")


class Moderation:
    """Reports and what comes of them."""

    def __init__(self, store: Store, settings: Settings) -> None:
        self._store = store
        self._kept = store.moderation
        self._limits = settings.limits

    async def report(
        self, room: Room, session: str, seat: int, message: int | None, text: str, address: str, language: str
    ) -> None:
        """Keep a report of a person at a table, or of a message of theirs. Raises Denied."""
        about, text = reportable(room, session).get(seat), readable(text)
        if about is None:
            raise Denied("report", "who")
        if not 1 <= len(text) <= LONGEST:
            raise Denied("report", "text")
        said = room.chat.messages[-KEPT_LINES:]
        if message is not None and not any(one.number == message and one.seat == seat for one in said):
            raise Denied("report", "message")
        if self._limits is not None:
            wanted = {f"reporting:{session}": self._limits.reporting}
            if address:
                wanted[f"reporting-from:{address}"] = self._limits.reporting
            if wait := await self._store.quotas.take(wanted, now() * 1000):
                raise Denied("report", "wait", wait)
        _, named = _people(room)[seat]
        lines = lines_of(room, language)
        key = secrets.token_urlsafe(12)
        await self._kept.keep_report(Report(key, room.row.id, session, about, named, message, text, lines, now()))

    async def act(self, moderator: str, report: Report, room: Room | None, what: str, days: int, reason: str) -> None:
        """Do something about a report, which is closed by it. Raises Denied."""
        if what not in ACTS or (what != "close" and days not in DAYS):
            raise Denied("act", "what")
        reason = readable(reason)
        if what != "close" and not 1 <= len(reason) <= LONGEST:
            raise Denied("act", "reason")
        if moderator in (report.about, report.session):
            raise Denied("act", "own")
        if room is not None and (room.seats.seats_of(moderator) or room.reserves.is_former(moderator)):
            raise Denied("act", "there")
        if room is not None and room.seats.presence.is_watching(moderator):
            raise Denied("act", "there")
        try:
            await self._kept.act(moderator, report, what, now() + days * 86_400, reason[:LONGEST])
        except Conflict:
            raise Denied("act", "closed") from None


def readable(text: str) -> str:
    """Return a text without what is no sign of it: control characters but line breaks and tabs, blanks at its ends."""
    return "".join(letter for letter in text if letter in "\n\r\t" or category(letter) != "Cc").strip()


def reportable(room: Room, session: str | None) -> dict[int, str]:
    """Return the seats whose people can be reported by someone, with who they are; also who had one (`gone_seat`)."""
    return {seat: about for seat, (about, _) in _people(room).items() if about not in ("", session)}


def _people(room: Room) -> dict[int, tuple[str, str]]:
    """Return who has a seat, or had it, and what they are called, by the seat under which stands what they say."""
    found = {row.seat: (row.session or "", row.name or f"#{row.seat + 1}") for row in room.seats}
    for one in room.reserves.formers:
        if not one.moved:
            found[gone_seat(one.number)] = (one.person, one.name or f"#{one.seat + 1}")
    return found


def in_words(room: Room, message: Spoken, language: str) -> str:
    """Return the words of a message with the names of those who are named in it."""
    text = message.text
    for mention in room.chat.told(message).mentions:
        known = mention.seat >= 0
        name = seat_name(language, mention.seat, room.seats[mention.seat].whose, mention.name) if known else "…"
        text = text.replace(NAMED, f"@{name}", 1)
    return text


def lines_of(room: Room, language: str) -> list[Line]:
    """Return what was said last at a table, set phrases in words, with whose it was."""
    texts = {**words(language), **catalogue(room.match.game, language)}
    found, people = [], _people(room)
    for one in room.chat.messages[-KEPT_LINES:]:
        whose, _ = people.get(one.seat, ("", ""))
        text = in_words(room, one, language) or texts.get(one.phrase or "", one.phrase or "")
        found.append(Line(one.number, one.name, text, whose, one.phrase or ""))
    return found
