"""Opening a match: what may be asked for, and what the game allows."""

from __future__ import annotations

import secrets
from base64 import urlsafe_b64encode
from collections.abc import Sequence
from hashlib import blake2b
from typing import Annotated, Any, Final, Literal

import msgspec

from shapan.bots import has_personality, parted
from shapan.bots.handicap import ODDS, handicap_of
from shapan.bots.personality import personalities_of
from shapan.bots.registry import of_personality
from shapan.engine.game import Game, PositionError
from shapan.engine.match import FRIENDLY
from shapan.engine.options import OptionError
from shapan.engine.registry import UnknownGame, find
from shapan.server.hub.hub import Hub
from shapan.server.hub.new_table import TableSettings
from shapan.server.match.guide import NoGuide, guide_for, guide_seats
from shapan.server.match.lifecycle import MatchNotFound
from shapan.server.match.room import Room
from shapan.server.match.seats import waits
from shapan.server.name import LONGEST, tidy
from shapan.server.people.names import free_name
from shapan.server.people.rating import has_ratings
from shapan.server.store.clubs import PREFIX
from shapan.server.store.fault import Conflict
from shapan.server.store.moderation import SUSPEND
from shapan.server.store.row import CIRCLE, USUAL_WINDOW, SeatRow
from shapan.server.web.session import Guest

Id = Annotated[str, msgspec.Meta(pattern=r"^[A-Za-z0-9_-]{1,64}(?!\n)$")]
"""The id that a client makes for a change: with the same one it is a repeat. (`$` alone lets a last line end pass.)"""
Name = Annotated[str, msgspec.Meta(max_length=LONGEST)]
SeatKind = Literal["me", "bot", "open", "hot"]
UndoMode = Literal["friendly", "strict"]
ChatMode = Literal["free", "phrases", "off"]
HintMode = Literal["", "on", "off"]
TalkMode = Literal["on", "off"]
Personality = Literal["", "bold", "careful", "treacherous", "mixed"]
ReserveMode = Literal["", "on", "off"]
LateMode = Literal["bot", "default"]
FairMode = Literal["", "seeds", "reveal"]
Circle = Annotated[str, msgspec.Meta(pattern=CIRCLE)]
TalkLanguage = Literal["", "en", "zh-Hans", "zh-Hant"]
Experience = Literal["", "new", "old"]
MIXED: Final = "mixed"
MAX_DATE = 2**36
MAX_SEATS = 64
_USUAL_SEATS = 3
MIN_PACE = 5
MAX_PACE = 30 * 24 * 3600
MIN_BANK = 60
MAX_BANK = 6 * 3600
MAX_WINDOW = 60


class NewSeat(msgspec.Struct, forbid_unknown_fields=True):
    """A seat of a new match: me, bot, open (for whoever follows the link) or hot (another person at this screen)."""

    kind: SeatKind
    name: Name = ""
    bot: Annotated[str, msgspec.Meta(max_length=64)] = ""


class NewMatch(msgspec.Struct, forbid_unknown_fields=True):
    """A match to be opened."""

    game: Annotated[str, msgspec.Meta(max_length=64)]
    seats: Annotated[list[NewSeat], msgspec.Meta(max_length=MAX_SEATS)] = []
    options: dict[str, Any] = {}
    undo: UndoMode = "friendly"
    pace: Annotated[int, msgspec.Meta(ge=0, le=MAX_PACE)] = 0
    """Seconds a decision, 0 without a clock."""
    bank: Annotated[int, msgspec.Meta(ge=0, le=MAX_BANK)] = 0
    """Instead: seconds that each seat has for the whole match."""
    increment: Annotated[int, msgspec.Meta(ge=0, le=MAX_BANK)] = 0
    """With a bank: seconds that each decision adds, up to what it was at the start."""
    listed: bool = False
    """Whether strangers find the table in the lobby."""
    chat: ChatMode = "free"
    hints: HintMode = ""
    """Whether who is asked may ask for a hint; left open, where one person plays against bots."""
    window: Annotated[int, msgspec.Meta(ge=1, le=MAX_WINDOW)] = USUAL_WINDOW // 1000
    """Seconds that a reaction window lasts at least where several people play."""
    id: Id | None = None
    """With the id of an earlier one this session gets that one; without one each request opens another."""
    talk: TalkMode = "on"
    """Whether bots speak, in set phrases, where the game gives them something to say."""
    guide: bool = False
    """The guided first match: seats and options are the guide's, and none may be given."""
    fair: FairMode = ""
    """Whether people and server make the dice together: `seeds` told at once, or with `reveal` once all have agreed."""
    odds: Annotated[int, msgspec.Meta(ge=0, le=100)] = 0
    """The measured chance in percent that who plays alone is to have; 0: the bots are as strong as they are."""
    circle: Circle = ""
    """With `friends` a member's friends find the table in the lobby, though strangers do not; or a club of theirs."""
    rated: bool = False
    """Whether it counts for ratings: a listed table of members alone, without bots and hints."""
    language: TalkLanguage = ""
    """In which language its people talk; empty: any."""
    experience: Experience = ""
    """For whom it is: beginners (`new`), people who know the game (`old`), or all."""
    date: Annotated[int, msgspec.Meta(ge=1, le=MAX_DATE)] | None = None
    """When it is to be played, in seconds since 1970."""
    late: LateMode = "bot"
    """With a clock, who is late twice in a row: a bot sits in, or only default answers are given for them."""
    reserves: ReserveMode = ""
    """Whether people may wait as reserves to take over a seat; left open, where a decision has an hour or more."""
    personality: Personality = ""
    """How the bots play that can: all alike, or `mixed`, each in turn as the next of those that the game has."""


class Unfit(Exception):
    """A match that cannot be opened: the field at fault and what is wrong with it."""

    def __init__(self, field: str, detail: str) -> None:
        super().__init__(f"{field}: {detail}")
        self.field = field
        self.detail = detail


def check_clock(pace: int, bank: int, increment: int) -> None:
    """Raise Unfit for a clock that there is not. By the increment who has used up the bank plays on: it is needed."""
    if pace and not MIN_PACE <= pace <= MAX_PACE:
        raise Unfit("pace", f"a clock gives {MIN_PACE} to {MAX_PACE} seconds a decision; 0 is no clock")
    if bank and (pace or not MIN_BANK <= bank <= MAX_BANK):
        raise Unfit("bank", f"a bank holds {MIN_BANK} to {MAX_BANK} seconds, and takes the place of a pace")
    if (increment and not bank) or (bank and not MIN_PACE <= increment <= bank):
        detail = f"each decision adds {MIN_PACE} seconds to a bank or more, and no more than it holds"
        raise Unfit("increment", detail)


async def open_match(hub: Hub, new: NewMatch, guest: Guest, language: str) -> Room:
    """Open a match for a guest, or return the one that he opened with this id. Raises Unfit or Sanctioned."""
    await hub.check_sanctions(guest.id, SUSPEND)
    if new.id is None:
        return await _open(hub, new, guest, language, "")
    name = _name_of(guest.id, new.id)
    try:
        return await hub.room(name)
    except MatchNotFound:
        pass
    try:
        return await _open(hub, new, guest, language, name)
    except Conflict:  # a double click: the other one came first
        return await hub.room(name)


def _name_of(session: str, name: str) -> str:
    """Return the id of the match that a session opens with an id of its own; nobody else can tell it."""
    return urlsafe_b64encode(blake2b(f"table {session} {name}".encode(), digest_size=9).digest()).decode()


async def _open(hub: Hub, new: NewMatch, guest: Guest, language: str, name: str) -> Room:
    try:
        game = find(new.game)
    except UnknownGame as error:
        raise Unfit("game", error.public) from None
    check_clock(new.pace, new.bank, new.increment)
    bots = hub.source.names()
    if new.guide:
        return await _open_guide(hub, game, new, guest, language, name)
    seats = [_seat(game, seat, new_seat, guest, bots) for seat, new_seat in enumerate(new.seats)]
    if hub.settings.accounts == "on":
        for place, row in enumerate(seats):
            before = [other.name for other in seats[:place]]
            row.name = await free_name(hub.store.accounts, row.name, guest.id, before)
    await _check_table(hub, new, guest, seats)
    if new.personality:
        seats = _with_personality(game, new.personality, seats)
    if new.odds:
        seats = _with_odds(game, new, seats)
    reserves = None if not new.reserves else new.reserves == "on"
    try:
        return await hub.open(
            game, seats, new.options, new.undo, guest.id, name, rated=new.rated, reserves=reserves, **_settings(new)
        )
    except OptionError as error:
        raise Unfit(f"options.{error.field}", error.message) from None
    except PositionError as error:
        raise Unfit(error.field, error.message) from None


def _settings(new: NewMatch) -> TableSettings:
    return TableSettings(
        pace=new.pace,
        bank=new.bank,
        increment=new.increment,
        listed=new.listed,
        chat=new.chat,
        hints=gives_hints(new),
        talk=new.talk == "on",
        window=new.window * 1000,
        fair=new.fair,
        circle=new.circle,
        language=new.language,
        experience=new.experience,
        date=new.date,
        late=new.late,
    )


async def _check_table(hub: Hub, new: NewMatch, guest: Guest, seats: Sequence[SeatRow]) -> None:
    """Raise Unfit for what its host, its seats or this server do not allow."""
    if new.fair and not waits(seats):
        raise Unfit("fair", "fair dice are made in the waiting room: leave a seat open for someone else")
    if new.circle and not guest.is_member:
        raise Unfit("circle", "only members have friends and clubs")
    if new.circle.startswith(PREFIX) and not await _is_of_club(hub, new, guest):
        raise Unfit("circle", "you have no such club")
    if hub.settings.accounts == "off" and (new.language or new.experience or new.date is not None):
        raise Unfit("experience", "this server has no accounts, and nothing that goes with them")
    if new.rated:
        _check_rated(new, guest)


async def _is_of_club(hub: Hub, new: NewMatch, guest: Guest) -> bool:
    """Return whether a table is to be open to a club of its host, and to no one else."""
    club = await hub.store.clubs.club(new.circle.removeprefix(PREFIX), guest.id)
    return club is not None and not new.listed


def _check_rated(new: NewMatch, guest: Guest) -> None:
    """Raise Unfit for a table that cannot be rated."""
    if not guest.is_member or not has_ratings():
        raise Unfit("rated", "only matches of members are rated, on a server that rates")
    if [seat.kind for seat in new.seats].count("me") != 1 or any(seat.kind not in ("me", "open") for seat in new.seats):
        raise Unfit("rated", "a rated table has one seat for you, and open ones for other members")
    if not new.listed or new.hints == "on":
        raise Unfit("rated", "a rated table is listed and gives no hints")


def _with_personality(game: Game[Any], personality: str, seats: list[SeatRow]) -> list[SeatRow]:
    """Return the seats with a personality for each bot that can have one; mixed ones begin with any. Raises Unfit."""
    known = list(personalities_of(game))
    if not known or personality not in (*known, MIXED):
        raise Unfit("personality", f"{game.name} has: {', '.join(known) or 'none'}")
    first = secrets.randbelow(len(known))
    made = []
    for row in seats:
        one = known[(first + row.seat) % len(known)] if personality == MIXED else personality
        bot = of_personality(row.bot, one)
        fits = row.kind == "bot" and not parted(row.bot)[1] and has_personality(game, bot)
        made.append(msgspec.structs.replace(row, bot=bot) if fits else row)
    return made


def _with_odds(game: Game[Any], new: NewMatch, seats: list[SeatRow]) -> list[SeatRow]:
    """Return the seats with bots of the measured levels: all of one name, for a level by side must not show a side."""
    odds = handicap_of(game)
    if sum(seat.kind != "bot" for seat in new.seats) != 1 or new.seats[0].kind == "bot":
        raise Unfit("odds", "who chooses a chance plays alone with bots, in the first seat")
    if odds is None or odds.of(len(seats), new.odds) is None:
        raise Unfit("odds", f"for {len(seats)} seats no levels were measured that give a chance of {new.odds} %")
    return [SeatRow(row.seat, "bot", row.name, f"{ODDS}{new.odds}") if row.kind == "bot" else row for row in seats]


def gives_hints(new: NewMatch) -> bool:
    """Tell whether a new table gives hints: as was asked for, else where all but one seat are played by bots."""
    return new.hints == "on" or (not new.hints and sum(seat.kind != "bot" for seat in new.seats) <= 1)


async def _open_guide(hub: Hub, game: Game[Any], new: NewMatch, guest: Guest, language: str, name: str) -> Room:
    """Open the guided first match of a game for one person. Raises Unfit."""
    for field in (
        "seats",
        "options",
        "pace",
        "bank",
        "listed",
        "hints",
        "odds",
        "fair",
        "circle",
        "rated",
        "language",
        "experience",
        "date",
        "reserves",
        "personality",
    ):
        if getattr(new, field):
            raise Unfit(field, "a guided match has its own")
    bots = hub.source.names()
    if not bots:
        raise Unfit("guide", "there is no bot to play the others")
    try:
        seats = guide_seats(game, bots[0], guest.id, guest.name, language)
        return await hub.open(game, seats, guide_for(game).options, FRIENDLY, guest.id, name, guide=True)
    except NoGuide as error:
        raise Unfit("guide", str(error)) from None


def _seat(game: Game[Any], seat: int, new: NewSeat, guest: Guest, bots: list[str]) -> SeatRow:
    name = tidy(new.name)
    if new.name.strip() and not name:
        raise Unfit(f"seats.{seat}.name", "nothing of it can be seen")
    if new.kind == "bot":
        bot = new.bot or (bots[0] if bots else "")
        if parted(bot)[0] not in bots or not has_personality(game, bot):
            raise Unfit(f"seats.{seat}.bot", f"there is no bot {bot!r}; known: {', '.join(bots)}")
        return SeatRow(seat, "bot", name, bot)
    if new.kind == "open":
        return SeatRow(seat, "open", name)
    if new.kind == "me":
        name = tidy(guest.name) if guest.is_member or not name else name
    return SeatRow(seat, "player", name, session=guest.id)


def usual_seats(game: Game[Any]) -> int:
    """Return how many seats a table has if nobody says otherwise."""
    return min(max(game.min_seats, _USUAL_SEATS), game.max_seats)
