"""The matches of a guest as cards of the lobby."""

from __future__ import annotations

from contextlib import suppress
from dataclasses import dataclass
from typing import Final

from shapan.engine import text
from shapan.engine.registry import UnknownGame, find
from shapan.server.hub.hub import Hub
from shapan.server.match.frame import compose, is_awaited, shown_to
from shapan.server.match.lifecycle import SLOW, Damaged, MatchNotFound
from shapan.server.match.message import FrameMessage, SeatingInfo
from shapan.server.match.room import Room
from shapan.server.pages.damaged import DamagedMatch, damaged_match, is_damaged
from shapan.server.pages.matchwords import bots_words, names_of, present_names, result, titled
from shapan.server.pages.timewords import time_words
from shapan.server.words import listed, say

_NO_CLOCK: Final = 2**60


@dataclass(slots=True)
class MatchCard:
    """One of the guest's matches: what it is about, and what is asked or how it ended."""

    id: str
    game: str
    title: str
    headline: str
    status: str
    mine: bool
    over: bool
    again: bool
    """Whether the guest may open the next match of this table."""
    left: int
    """Milliseconds left for the decision that is waited for; without a clock a number beyond all."""
    people: list[str]
    seating: bool = False
    """Whether players are still waited for."""
    company: str = ""
    """Who else plays: people by name, bots by number."""
    damaged: bool = False
    """Whether it cannot be played on; then `removable` says whether the guest may remove it."""
    removable: bool = False
    readable: bool = True
    """Whether its table can be shown."""
    slow: bool = False
    """Whether people come and go, so that the card leads to the page that says for whom it waits."""
    reserve: bool = False
    """Whether the guest waits to take over a seat there, so that the card leads to the page of reserves."""

    @property
    def page(self) -> str:
        """The address to which the card leads."""
        return f"/tables/{self.id}/reserve" if self.reserve else f"/match/{self.id}"


async def match_cards(hub: Hub, session: str, language: str, most: int = 18) -> list[MatchCard]:
    """Return a guest's latest matches, those first in which he is asked."""
    cards = []
    for match in await hub.store.matches_of(session, most):
        try:
            room = await hub.glance(match)
            card = _match_card(room, session, language)
            if is_damaged(room):
                card.damaged, card.removable = True, (await damaged_match(hub.store, match, session)).mine
        except (MatchNotFound, Damaged) as error:
            why = "ui.damaged_game" if isinstance(error, MatchNotFound) else "ui.damaged_unread"
            try:
                card = _damaged_card(match, await damaged_match(hub.store, match, session), why, language)
            except MatchNotFound:  # removed meanwhile
                continue
        cards.append(card)
    cards += await _reserve_cards(hub, session, language)
    return sorted(cards, key=lambda card: (card.over, not card.mine, card.seating, card.left))


async def _reserve_cards(hub: Hub, session: str, language: str) -> list[MatchCard]:
    """Return the tables at which a guest waits to take over a seat."""
    cards = []
    for one in await hub.store.reserves.of(session):
        try:
            room = await hub.glance(one.match)
        except (MatchNotFound, Damaged):
            continue
        own = room.reserves.of(session)
        if own is None or not room.reserves.is_on:
            continue
        asked = own.seat is not None and not own.hidden
        left = round(((own.until or 0) - room.now.wall(room.now())) * 1000) if asked else _NO_CLOCK
        cards.append(
            MatchCard(
                one.match,
                room.row.game,
                titled(room.match.game, 0, language),
                say(language, "ui.notice_reserve" if asked else "ui.reserve_card"),
                time_words(left, language) if asked else say(language, "ui.waiting"),
                mine=asked,
                over=False,
                again=False,
                left=left,
                people=names_of(room, language),
                reserve=True,
            )
        )
    return cards


def _damaged_card(match: str, found: DamagedMatch, why: str, language: str) -> MatchCard:
    """Return a match that cannot be read, with what is still known of it."""
    title = found.game
    with suppress(UnknownGame):
        title = text.catalogue(find(found.game), language).get("game.name", found.game)
    return MatchCard(
        match,
        found.game,
        title or "?",
        say(language, why),
        "",
        mine=False,
        over=True,
        again=False,
        left=_NO_CLOCK,
        people=[],
        damaged=True,
        removable=found.mine,
        readable=False,
    )


def _match_card(room: Room, session: str, language: str) -> MatchCard:
    match = room.match
    names = present_names(room, language)
    frame = compose(room, shown_to(room, session), session, looks_ahead=False)
    title = titled(match.game, frame.scene.round, language)
    if room.row.guide:
        title = f"{title} · {say(language, 'ui.guided_match')}"
    over = match.over or bool(room.frozen)
    seating = frame.seating
    mine = not over and is_awaited(room, session)
    headline = result(room, session, language) if over else _question(room, session, frame, language, names)
    left = _NO_CLOCK
    if frame.clock is not None and not over:
        left = min(frame.clock.left.values(), default=_NO_CLOCK)
    key = "ui.over" if room.over else "ui.frozen" if over else "ui.your_turn" if mine else "ui.waiting"
    if mine and seating is not None:
        key = "ui.room_not_ready"
    elif not (mine or over) and any(row.session == session and row.kind == "bot" for row in room.seats):
        key = "ui.lobby_bot_for_you"
    status = time_words(left, language) if mine and left < _NO_CLOCK else say(language, key)
    slow = room.row.pace >= SLOW and not over and seating is None
    if slow and not mine and left < _NO_CLOCK:
        status = say(language, "ui.queue_left", time=time_words(left, language))
    again = over and not room.frozen and bool(room.seats.stays_of(session))
    company = _company(room, session, language, names)
    return MatchCard(
        room.row.id,
        match.game.name,
        title,
        headline,
        status,
        mine,
        over,
        again,
        left,
        names,
        seating is not None,
        company,
        slow=slow,
    )


def _company(room: Room, session: str, language: str, names: list[str]) -> str:
    """Return who plays a match besides a guest, in words; nothing where that is nobody yet."""
    own = room.seats.seats_of(session)
    others = [names[row.seat] for row in room.seats if row.session is not None and row.seat not in own]
    bots = sum(row.session is None and row.kind == "bot" for row in room.seats)
    company = [*others, *([bots_words(bots, language)] if bots else [])]
    return say(language, "ui.with_company", names=listed(language, company)) if company else ""


def _question(room: Room, session: str, frame: FrameMessage, language: str, names: list[str]) -> str:
    """Return what is asked now, of the guest or of another player."""
    if frame.seating is not None:
        return _missing(room, session, frame.seating, language)
    if frame.decision is None and len(frame.waiting) > 1:
        return say(language, "ui.waiting_for", name=listed(language, [names[seat] for seat in frame.waiting]))
    asked = frame.question if frame.decision is None else frame.decision.question
    if asked is None:
        name = names[frame.waiting[0]] if frame.waiting else ""
        return say(language, "ui.waiting_for", name=name)
    return text.say(room.match.game, language, asked.key, asked.words, names)


def _missing(room: Room, session: str, seating: SeatingInfo, language: str) -> str:
    """Return who is still missing at a table that waits: those who are not ready, and how many seats are open."""
    names, mine = names_of(room, language), room.seats.seats_of(session)
    open_seats = [row.seat for row in room.seats if row.kind == "open"]
    absent = [row.seat for row in room.seats if row.seat not in (*seating.ready, *open_seats)]
    missing = [say(language, "ui.room_yourself")] if set(mine) & set(absent) else []
    missing += [names[seat] for seat in absent if seat not in mine]
    if open_seats:
        key = "ui.waiting_open_one" if len(open_seats) == 1 else "ui.waiting_open"
        missing.append(say(language, key, count=len(open_seats)))
    if not missing:
        return say(language, "ui.room_waits")
    return say(language, "ui.waiting_for", name=listed(language, missing))
