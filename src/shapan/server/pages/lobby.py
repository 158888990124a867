"""What the lobby shows: the matches of a guest, and the games."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass
from typing import Any, Final

from shapan.engine import text
from shapan.engine.game import Game
from shapan.engine.registry import UnknownGame, find, games
from shapan.server.hub.hub import Hub
from shapan.server.hub.length import LengthInfo, Lengths
from shapan.server.hub.listing import ListedTable
from shapan.server.match.course import Damaged, Missing
from shapan.server.match.frame import compose, is_awaited, shown_to
from shapan.server.match.guide import guide_minutes, has_guide
from shapan.server.match.message import FrameMessage, SeatingInfo
from shapan.server.match.room import Room
from shapan.server.pages.damaged import DamagedMatch, damaged_match, is_damaged
from shapan.server.pages.tableform import pace_words
from shapan.server.words import listed, say, seat_name

_NO_CLOCK: Final = 2**60


@dataclass(slots=True)
class GameCard:
    """A game in the lobby."""

    name: str
    title: str
    tagline: str
    about: str
    length: str
    """How long it takes as its maker says."""
    told: LengthInfo | None
    """How long it takes as it was measured."""
    players: str
    tutorial: bool
    least: int
    most: int
    rules: int
    guide: bool
    guide_minutes: int
    """How long the guided match takes."""

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
    rules: str
    pace: str
    mine: bool
    link: str


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
    damaged: bool = False
    """Whether it cannot be played on; then `removable` says whether the guest may remove it."""
    removable: bool = False
    readable: bool = True
    """Whether its table can be shown."""


async def game_cards(language: str, known: Lengths) -> list[GameCard]:
    """Return all games: first those with a guide, the short ones before the long; the ones to learn with last."""
    cards = [_card(game, language, await known.describe(game, language)) for game in games().values()]
    return sorted(cards, key=lambda card: (card.tutorial, not card.guide, card.minutes, card.title))


def _card(game: Game[Any], language: str, told: LengthInfo | None) -> GameCard:
    texts = text.catalogue(game, language)
    key = "ui.seats_exact" if game.least_seats == game.most_seats else "ui.seats_range"
    return GameCard(
        name=game.name,
        title=texts.get("game.name", game.name),
        tagline=texts.get("game.tagline", ""),
        about=texts.get("game.about", ""),
        length=texts.get("game.length", ""),
        told=told,
        players=say(language, key, least=game.least_seats, most=game.most_seats),
        tutorial=game.tutorial,
        least=game.least_seats,
        most=game.most_seats,
        rules=len(text.rule_numbers(game)) or sum(key.startswith("rule.") for key in texts),
        guide=has_guide(game),
        guide_minutes=guide_minutes(game),
    )


async def match_cards(hub: Hub, session: str, language: str, most: int = 18) -> list[MatchCard]:
    """Return a guest's latest matches, those first in which he is asked."""
    cards = []
    for match in await hub.store.matches_of(session, most):
        try:
            room = await hub.room(match)
            card = _match_card(room, session, language)
            if is_damaged(room):
                card.damaged, card.removable = True, (await damaged_match(hub.store, match, session)).mine
        except (Missing, Damaged) as error:
            why = "ui.damaged_game" if isinstance(error, Missing) else "ui.damaged_unread"
            try:
                card = _damaged_card(match, await damaged_match(hub.store, match, session), why, language)
            except Missing:  # removed meanwhile
                continue
        cards.append(card)
    return sorted(cards, key=lambda card: (card.over, not card.mine, card.left))


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


def titled(game: Game[Any], number: int, language: str) -> str:
    """Return the name of a game with the round that it is in, called as the game calls it; 0: it has not begun."""
    texts = text.catalogue(game, language)
    title = texts.get("game.name", game.name)
    called = texts.get("game.round", say(language, "ui.round"))
    return f"{title} · {called.replace('{round}', str(number))}" if number > 0 else title


def _match_card(room: Room, session: str, language: str) -> MatchCard:
    match = room.match
    names = present_names(room, language)
    frame = compose(room, shown_to(room, session), session)
    title = titled(match.game, frame.scene.round, language)
    over = match.over or bool(room.frozen)
    seating = frame.seating
    mine = not over and is_awaited(room, session)
    headline = result(room, session, language) if over else _question(room, session, frame, language, names)
    left = _NO_CLOCK
    if frame.clock is not None and not over:
        left = min((frame.clock.left[str(seat)] for seat in frame.waiting), default=_NO_CLOCK)
    key = "ui.over" if room.over else "ui.frozen" if over else "ui.your_turn" if mine else "ui.waiting"
    if mine and seating is not None:
        key = "ui.room_not_ready"
    elif not (mine or over) and any(row.session == session and row.kind == "bot" for row in room.seats):
        key = "ui.lobby_bot_for_you"
    status = time_words(left, language) if mine and left < _NO_CLOCK else say(language, key)
    again = over and not room.frozen and bool(room.seats.stays_of(session))
    return MatchCard(room.row.id, match.game.name, title, headline, status, mine, over, again, left, names)


def time_words(left: int, language: str) -> str:
    """Return the time left for a decision, in words: seconds at the end, else minutes, hours or days."""
    seconds = max(0, left) // 1000
    for length, least, key in ((86_400, 172_800, "ui.pace_days"), (3600, 7200, "ui.pace_hours")):
        if seconds >= least:
            return say(language, key, count=seconds // length)
    return f"{seconds // 60}:{seconds % 60:02}"


def _question(room: Room, session: str, frame: FrameMessage, language: str, names: list[str]) -> str:
    """Return what is asked now, of the guest or of somebody else."""
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


def present_names(room: Room, language: str) -> list[str]:
    """Return what the seats are called, and of people for whom a bot plays that it does."""
    return [
        say(language, "ui.name_bot", name=name) if row.session is not None and row.kind in ("bot", "left") else name
        for row, name in zip(room.seats, names_of(room, language), strict=True)
    ]


def names_of(room: Room, language: str) -> list[str]:
    """Return what the seats of a match are called, in order."""
    return [seat_name(language, row.seat, row.kind, row.name) for row in room.seats]


def result(room: Room, session: str | None, language: str) -> str:
    """Return how a match ended; of one that the rules of today cannot follow only that it did, or was stopped."""
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
        rules=say(language, key, count=changed),
        pace=pace_words(table.pace, language),
        mine=table.mine,
        link=table.watch if table.mine or not table.join else table.join,
    )
