"""What the lobby shows: the matches of a guest, and the games."""

from __future__ import annotations

import re
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass
from typing import Any, Final

from shapan.engine import text
from shapan.engine.game import VOID, Game
from shapan.engine.length import duration
from shapan.engine.origin import Origin, origin_of
from shapan.engine.registry import UnknownGame, find, games
from shapan.server.api.quick import BEGINNER, Setup, bot_counts, setup_of, short_match, strengths, usual_setup
from shapan.server.hub.hub import Hub
from shapan.server.hub.length import LengthInfo
from shapan.server.hub.listing import ListedTable
from shapan.server.match.frame import compose, is_awaited, shown_to
from shapan.server.match.guide import guide_minutes, has_guide
from shapan.server.match.lifecycle import SLOW, Damaged, MatchNotFound
from shapan.server.match.message import FrameMessage, SeatingInfo
from shapan.server.match.room import Room
from shapan.server.pages.damaged import DamagedMatch, damaged_match, is_damaged
from shapan.server.pages.rendering import moment
from shapan.server.pages.tableform import clock_words
from shapan.server.store.last_table import last_tables
from shapan.server.words import NAMES, bot_name, listed, say, seat_name

_NO_CLOCK: Final = 2**60


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


def bots_words(count: int, language: str) -> str:
    """Return a number of bots in words."""
    return say(language, "ui.one_bot" if count == 1 else "ui.some_bots", count=count)


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


def main_title(title: str) -> str:
    """Return a title without what stands behind a colon."""
    return re.split("[:：]", title)[0]


def titled(game: Game[Any], number: int, language: str) -> str:
    """Return the name of a game with the round that it is in, called as the game calls it; 0: it has not begun."""
    texts = text.catalogue(game, language)
    title = main_title(texts.get("game.name", game.name))
    called = texts.get("game.round", say(language, "ui.round"))
    return f"{title} · {called.replace('{round}', str(number))}" if number > 0 else title


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
