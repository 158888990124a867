"""Wording of notices: game, table, that it is one's turn, a link. Nothing of what has happened."""

from __future__ import annotations

import re
from typing import Any, Final

import msgspec

from shapan.engine import text
from shapan.server.match.room import Room
from shapan.server.store.reserves import gone_seat
from shapan.server.store.turn import RESERVE, TABLE, Delivery
from shapan.server.words import listed, say, seat_name

_MARKS: Final = re.compile(r"([\\*_~`|>#\[\]()<@:-])")
"""What Discord reads as more than a letter."""

_BEHIND: Final = {"turn": "?story", "reminder": "?story", "mention": "?chat"}
"""Opens the table with what happened since the last move, or with its chat."""


class Notice(msgspec.Struct):
    """A notice in words."""

    kind: str
    """turn, ready, reminder, reserve (asked to take a seat over), table (whose turn it is), mention, invited, or taken
    (another person has the seat)."""
    match: str
    game: str
    title: str
    """What the game is called."""
    text: str
    table: list[str]
    """Who plays at the table; of a person's notice, who else does."""
    asked: list[str]
    """Of a table's notice: who is asked, as all see."""
    path: str

    @property
    def tag(self) -> str:
        """What it takes the place of in a browser: what was said before of the same."""
        return f"{self.match}.{self.kind}" if self.kind in ("mention", "invited", "taken") else self.match


def notice_of(room: Room, delivery: Delivery, language: str) -> Notice:
    """Return a notice in the words of a language."""
    game = room.match.game
    title = re.split("[:：]", text.catalogue(game, language).get("game.name", game.name))[0]
    is_table = delivery.notice is None and delivery.seat == TABLE
    own = [] if is_table else room.seats.seats_of(delivery.person)
    names = {row.seat: seat_name(language, row.seat, row.whose, row.name) for row in room.seats}
    table = [names[row.seat] for row in room.seats if row.session is not None and row.seat not in own]
    asked: list[str] = []
    if is_table:
        kind = "table"
        asked = [names[seat] for seat in room.match.waiting if room.seats.is_person(seat)]
    else:
        kind = "reminder" if delivery.kind == "turn" and delivery.stage > 1 else delivery.kind
    for one in room.reserves.formers:  # what they wrote before another had the seat is told as theirs
        names[gone_seat(one.number)] = seat_name(language, one.seat, "player", one.name)
    name = names.get(delivery.seat, delivery.who)
    said = say(language, f"ui.notice_{kind}", names=listed(language, asked), name=name)
    path = f"/match/{room.row.id}{_BEHIND.get(kind, '')}"
    if kind == "invited":
        path = f"/invitation/{room.row.id}"
    if kind == RESERVE:
        path = f"/tables/{room.row.id}/reserve"
    return Notice(kind, room.row.id, game.name, title, said, table, asked, path)


def one_line(notice: Notice, language: str) -> str:
    """Return a notice in one line."""
    line = f"{notice.title}{say(language, 'ui.colon')}{notice.text}"
    if notice.asked or not notice.table:
        return line
    return f"{line} · {say(language, 'ui.with_company', names=listed(language, notice.table))}"


def as_json(notice: Notice, origin: str, name: str) -> dict[str, Any]:
    """Return a notice for programs; `name` is the same however often it is sent."""
    told = {**msgspec.structs.asdict(notice), "id": name, "url": origin + notice.path}
    del told["path"]
    return told


def as_discord(notice: Notice, origin: str, language: str) -> dict[str, Any]:
    """Return a notice as Discord takes it: names can neither call people nor be links."""
    line = _MARKS.sub(r"\\\1", one_line(notice, language))
    return {"content": f"{line}\n{origin}{notice.path}", "allowed_mentions": {"parse": []}}
