"""Chat: what the people at a table say to each other. It is stored, pushed to all who watch, and never logged."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Mapping
from contextlib import suppress
from typing import Any, Final

import msgspec
from sqlalchemy import delete, insert, select
from sqlalchemy.engine import Connection

from shapan.engine.game import Game
from shapan.engine.text import catalogue
from shapan.server.name import unfit, unseen, without_piles
from shapan.server.store import damage
from shapan.server.store.fault import Conflict
from shapan.server.store.person import BLANK
from shapan.server.store.row import MatchRow, SeatRow
from shapan.server.store.schema import CHAT
from shapan.server.store.storage import Store
from shapan.server.store.writer import StoreError
from shapan.server.words import words

MAX_CHAT: Final = 200
"""How many of the latest messages of a table are kept in memory and sent."""
NO_SEAT: Final = -1
"""The seat of a message whose seat is not at the table any more, or whose writer is not (`gone_seat`)."""
MAX_STORED: Final = 1000
"""How many of the latest messages of a table are stored; the id of an older one is not known any more."""
LONGEST: Final = 300
"""Characters of a message."""
NAMED: Final = "\ufffc"
"""Stands in the words of a message where a person of the table is named."""
MAX_NAMED: Final = 3
"""So many people of the table may be named in one message."""
_PREFIX: Final = "ui.say."
_OWN: Final = "say."
"""Before the phrases that a game brings."""
_TRIES: Final = 5


class Mention(msgspec.Struct):
    """A person of the table who is named in a message: their seat (-1: they have gone) and what they are called."""

    seat: int
    name: str = ""


class Quote(msgspec.Struct):
    """A line of the log, as it is stored: its place in the log of spectators, and by what that is known up to it."""

    line: int
    mark: str


class Refs(msgspec.Struct, omit_defaults=True):
    """What a message refers to, as it is stored: the person and the seat of each who is named in it, and a line."""

    to: list[tuple[str, int]] = []
    quote: Quote | None = None


class ChatMessage(msgspec.Struct):
    """Something said at a table: words, or a set phrase by its key, with what fills it; `at` in milliseconds.

    In the words U+FFFC stands for each of those who are mentioned.
    """

    number: int
    seat: int
    name: str
    text: str
    phrase: str | None
    at: int
    words: dict[str, Any] | None = None
    mentions: list[Mention] = []
    quote: bool = False
    """Whether it quotes a line of the log; each reader asks for the line in their own log."""


class Spoken(ChatMessage):
    """A message as a table keeps it. Nobody is told what it refers to but by `Chat.told`."""

    refs: Refs | None = None


class Unspeakable(Exception):
    """Something that may not be said here: the field at fault and why."""

    def __init__(self, field: str, detail: str) -> None:
        super().__init__(f"{field}: {detail}")
        self.field = field
        self.detail = detail


def phrases(game: Game[Any]) -> list[str]:
    """Return the keys of the set phrases: the game's own, then those of every table."""
    own = [key for key in catalogue(game, "en") if key.startswith(_OWN)]
    return own + [key for key in words("en") if key.startswith(_PREFIX)]


def checked(game: Game[Any], mode: str, text: str | None, phrase: str | None, named: int = 0) -> tuple[str, str | None]:
    """Return what is said, trimmed: words or a phrase. Raises Unspeakable for what the table does not allow.

    In words as many people are `named` as there are places for them.
    """
    if mode == "off":
        raise Unspeakable("chat", "this table has no chat")
    if (text is None) == (phrase is None):
        raise Unspeakable("text", "either text or phrase")
    if (text or "").count(NAMED) != named:
        raise Unspeakable("mentions", "one U+FFFC in the text for each")
    if phrase is not None:
        if phrase not in phrases(game):
            raise Unspeakable("phrase", f"there is no such phrase; known: {', '.join(phrases(game))}")
        return "", phrase
    if mode == "phrases":
        raise Unspeakable("text", "this table has set phrases only")
    said = (text or "").strip()
    if not 1 <= len(said) <= LONGEST:
        raise Unspeakable("text", f"1 to {LONGEST} characters")
    if any(map(unfit, said)):
        raise Unspeakable("text", "no control characters and no line breaks")
    if unseen(said):
        raise Unspeakable("text", "nothing of it can be seen")
    if without_piles(said) != said:
        raise Unspeakable("text", "too many marks upon one letter")
    return said, None


class Chat:
    """What was said at one table, where the `rows` of its seats are those that it finds there."""

    def __init__(self, row: MatchRow, messages: list[Spoken], store: Store, rows: Callable[[], list[SeatRow]]) -> None:
        self.messages = messages
        self._rows = rows
        self.listeners: set[Callable[[], None]] = set()
        self._row = row
        self._store = store
        self._lock = asyncio.Lock()
        self._taken = 0
        """The highest number that was found to be taken, also by a message that cannot be read."""
        self.arrangement = 0
        """Grows when seats move and messages with them: who has read them reads them again."""

    @property
    def busy(self) -> bool:
        """Whether something is being said."""
        return self._lock.locked()

    @property
    def last(self) -> int:
        """The number of the last message."""
        return self.messages[-1].number if self.messages else 0

    def after(self, number: int) -> list[ChatMessage]:
        """Return what was said behind a message, as all are told it."""
        return [self.told(message) for message in self.messages if message.number > number]

    def told(self, message: Spoken) -> ChatMessage:
        """Return a message as all are told it: who is named in it is called as they are now."""
        shown = {name: getattr(message, name) for name in ChatMessage.__struct_fields__}
        refs = message.refs or Refs()
        told: dict[str, Any] = {"mentions": [self._mention(*one) for one in refs.to], "quote": refs.quote is not None}
        told["seat"] = max(message.seat, NO_SEAT)
        return ChatMessage(**{**shown, **told})

    def _mention(self, person: str, seat: int) -> Mention:
        """Return where somebody sits now: at their seat, at another one if it is not theirs any more."""
        rows = self._rows()
        theirs = [row for row in rows if row.session == person]
        found = next((row for row in theirs if row.seat == seat), next(iter(theirs), None))
        return Mention(NO_SEAT) if found is None else Mention(found.seat, found.name)

    async def say(
        self,
        seat: SeatRow,
        said: str,
        what: tuple[str, str | None],
        at: float,
        words: dict[str, Any] | None = None,
        refs: Refs | None = None,
    ) -> Spoken:
        """Store a message and tell all who listen; one with the id `said` of an earlier one is that one."""
        async with self._lock:
            for _ in range(_TRIES):
                number = max(self.last, self._taken) + 1
                message = Spoken(number, seat.seat, seat.name, what[0], what[1], round(at * 1000), words, refs=refs)
                try:
                    await keep(self._store, self._row.id, message, said)
                except Conflict:
                    self._take(await latest(self._store, self._row.id, self.last))
                    earlier = await find(self._store, self._row.id, said)
                    if earlier is not None:
                        return earlier
                    self._taken = await highest(self._store, self._row.id)
                except StoreError:
                    self._take(await latest(self._store, self._row.id, self.last))
                    raise
                else:
                    self._take([message])
                    return message
        raise StoreError("the chat is being changed elsewhere")

    def go_on(self, other: Chat) -> None:
        """Go on in a room that was read again, in place of its own: its process may write by another session now."""
        self._store, self._rows = other._store, other._rows

    def rearrange(self, places: Mapping[int, int]) -> None:
        """Let messages go with their seats when those of a waiting table move to other places."""
        self.messages = [
            msgspec.structs.replace(message, seat=places.get(message.seat, NO_SEAT)) for message in self.messages
        ]
        self.arrangement += 1
        for listener in tuple(self.listeners):
            listener()

    def unseat(self, seat: int, gone: int) -> None:
        """Let what was said from a seat stay with who said it, as it is stored: another person has the seat now."""
        self.rearrange({**{one.seat: one.seat for one in self.messages}, seat: gone})

    def blank(self, seat: int, name: str) -> None:
        """Blank what was said from a seat, whose person has gone and is called otherwise now, as it is stored."""
        self.messages = [
            msgspec.structs.replace(message, name=name, text=BLANK, phrase=None, words=None, refs=None)
            if message.seat == seat
            else message
            for message in self.messages
        ]
        self.arrangement += 1

    def follow(self, old: str, new: str) -> None:
        """Let messages that are written to someone go with their seat to another session, as they are stored."""
        for message in self.messages:
            if message.refs is not None:
                message.refs.to = [(new if person == old else person, seat) for person, seat in message.refs.to]

    def call_anew(self) -> None:
        """Let who has read messages in which people are named read them again: one is called otherwise, or has gone."""
        if any(message.refs is not None for message in self.messages):
            self.arrangement += 1
            for listener in tuple(self.listeners):
                listener()

    def _take(self, messages: list[Spoken]) -> None:
        self.messages = [*self.messages, *messages][-MAX_CHAT:]
        for listener in tuple(self.listeners):
            listener()


# In the store


async def keep(store: Store, match: str, message: Spoken, said: str) -> None:
    """Store what was said. Raises Conflict if its number or its id `said` is taken."""

    def job(connection: Connection) -> None:
        row = msgspec.structs.asdict(message)
        del row["mentions"], row["quote"]
        for name in ("words", "refs"):
            held = getattr(message, name)
            row[name] = None if held is None else msgspec.json.encode(held).decode()
        connection.execute(insert(CHAT).values(match=match, said=said, **row))
        old = message.number - MAX_STORED
        connection.execute(delete(CHAT).where(CHAT.c.match == match, CHAT.c.number <= old))

    await store.writer.do(job)


async def latest(store: Store, match: str, after: int = 0) -> list[Spoken]:
    """Return what was said last, behind message `after`."""
    async with store.reading() as connection:
        rows = await connection.execute(
            select(CHAT)
            .where(CHAT.c.match == match, CHAT.c.number > after)
            .order_by(CHAT.c.number.desc())
            .limit(MAX_CHAT)
        )
        return list(damage.readable(rows, _message))[::-1]


async def highest(store: Store, match: str) -> int:
    """Return the highest number of a message at a table, 0 without any."""
    async with store.reading() as connection:
        numbers = await connection.scalars(select(CHAT.c.number).where(CHAT.c.match == match))
        return max((number for number in numbers if isinstance(number, int)), default=0)


async def find(store: Store, match: str, said: str) -> Spoken | None:
    """Return the message with an id, or None."""
    async with store.reading() as connection:
        row = (await connection.execute(select(CHAT).where(CHAT.c.match == match, CHAT.c.said == said))).one_or_none()
        with suppress(damage.DamagedRow):
            return None if row is None else _message(row)
        return None


def _message(row: Any) -> Spoken:
    """Return a message as it is stored. Raises DamagedRow."""
    words = None if row.words is None else damage.decoded("chat", "words", row.words, dict[str, Any])
    refs = None if row.refs is None else damage.decoded("chat", "refs", row.refs, Refs)
    fields = {name: getattr(row, name) for name in Spoken.__struct_fields__ if name not in ("mentions", "quote")}
    message = damage.checked("chat", Spoken, {**fields, "words": words, "refs": None})
    message.refs = refs
    return message
