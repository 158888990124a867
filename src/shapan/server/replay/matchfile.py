"""Match files: a finished match as one JSON file that anybody can check, replay and take into his own data folder.

A file is what the engine's `Match.save` gives, without its quiet point, and who sat where under `table`. What comes in
is checked to the last record: it is played again by the rules of today, and every hash must fit.
"""

from __future__ import annotations

import re
import secrets
import time
from contextlib import suppress
from dataclasses import dataclass
from hashlib import sha256
from typing import Annotated, Any, Final, Literal

import msgspec
from sqlalchemy import insert, select
from sqlalchemy.engine import Connection

from shapan.engine.chance import ScriptError
from shapan.engine.game import Game, PositionError
from shapan.engine.match import Closed, Frozen, Match, Refusal
from shapan.engine.options import OptionError
from shapan.engine.registry import UnknownGame, find
from shapan.engine.saving import KEY
from shapan.server.replay import fairfile, recording_store
from shapan.server.replay.fairfile import FairPart
from shapan.server.replay.recording import Part, Recorder, Reel
from shapan.server.store import fair
from shapan.server.store.backend import Backend
from shapan.server.store.row import MatchRow, SeatRow, Stored
from shapan.server.store.schema import MATCHES, RECORDS, SEATS
from shapan.server.store.storage import match_values

MAX_BYTES: Final = 16 * 1024 * 1024
MAX_RECORDS: Final = 200_000
SUFFIX: Final = ".shapan.json"
_PLACE = re.compile(r" - at `\$?([^`]*)`$")
UNFIT: Final = (Closed, Frozen, Refusal, ScriptError, LookupError, TypeError, ValueError, AttributeError)
"""What a record raises that the rules cannot follow."""

Seat = Annotated[int, msgspec.Meta(ge=0, le=63)]
Word = Annotated[str, msgspec.Meta(max_length=64)]


class BadFile(Exception):
    """A match file that cannot be taken: the field at fault and what is wrong with it."""

    def __init__(self, field: str, detail: str) -> None:
        super().__init__(f"{field}: {detail}" if field else detail)


class Table(msgspec.Struct, forbid_unknown_fields=True):
    """Who sat where; a match of the terminal has more to say than one of the browser."""

    people: list[Seat] = []
    bots: dict[Word, Word] = {}
    names: list[Annotated[str, msgspec.Meta(max_length=40)]] = []
    made: Annotated[int, msgspec.Meta(ge=0, le=2**40)] = 0
    over: bool = True
    language: Word = ""
    told: dict[Word, int] = {}


class MatchFile(msgspec.Struct, forbid_unknown_fields=True):
    """A match as a file."""

    format: Literal[1]
    game: Word
    rules_version: Annotated[int, msgspec.Meta(ge=0, le=2**31)]
    seats: Annotated[int, msgspec.Meta(ge=1, le=64)]
    options: dict[Word, Any]
    key: Annotated[str, msgspec.Meta(pattern="^([0-9a-f]{2}){1,32}$")]
    undo: Literal["friendly", "strict"]
    log: Annotated[list[dict[str, Any]], msgspec.Meta(max_length=MAX_RECORDS)]
    open_chance: bool = False
    hashes: bool = True
    start: Any = None
    table: Table = msgspec.field(default_factory=Table)
    quiet: Any = None
    digest: Word = ""
    fair: FairPart | None = None
    """How the key was made, where people made it together with the server."""


class AnswerRecord(msgspec.Struct, forbid_unknown_fields=True):
    """An answer."""

    answer: Annotated[list[int], msgspec.Meta(max_length=512)]
    seat: Seat
    ordinal: Annotated[int, msgspec.Meta(ge=1, le=2**31)]
    by: Literal["player", "bot", "clock", "forced"]
    hash: Annotated[str, msgspec.Meta(pattern="^[0-9a-f]{16}$")]


class UndoRecord(msgspec.Struct, forbid_unknown_fields=True):
    """The last answer of a seat is taken back."""

    undo: Seat


class RetractRecord(msgspec.Struct, forbid_unknown_fields=True):
    """The answer of a seat to a question put to several is taken back."""

    retract: Seat


class LeaveRecord(msgspec.Struct, forbid_unknown_fields=True):
    """A seat leaves for good; a bot may play it since. If others have removed it, the match may go on by the bot."""

    leave: Seat
    bot: bool = False
    removed: bool = False


class ReplaceRecord(msgspec.Struct, forbid_unknown_fields=True):
    """Somebody else plays on for a seat that has left."""

    replace: Seat


class ClaimRecord(msgspec.Struct, forbid_unknown_fields=True):
    """A seat claims the victory over those who have left."""

    claim: Seat


class VoidRecord(msgspec.Struct, forbid_unknown_fields=True):
    """Those who still play have called the match off."""

    void: list[Seat]
    """The seats that have agreed."""


_RECORDS: Final[dict[str, type[msgspec.Struct]]] = {
    "answer": AnswerRecord,
    "undo": UndoRecord,
    "retract": RetractRecord,
    "leave": LeaveRecord,
    "replace": ReplaceRecord,
    "claim": ClaimRecord,
    "void": VoidRecord,
}


@dataclass(slots=True)
class Checked:
    """A match file that holds: what it says, and the recording made while it was checked."""

    file: MatchFile
    reel: Reel
    parts: list[Part]


def file_name(row: MatchRow, made: int) -> str:
    """Return the name under which a match is downloaded."""
    return f"{row.game}-{time.strftime('%Y-%m-%d', time.gmtime(made))}-{row.id}{SUFFIX}"


def written(stored: Stored, made: int, start: Any = None) -> bytes:
    """Return the file of a stored match; `start` is the position it began with, if not with the usual set-up."""
    row = stored.match
    data: dict[str, Any] = {
        "format": 1,
        "game": row.game,
        "rules_version": row.rules_version,
        "seats": row.seats,
        "options": row.options,
        "key": row.key.hex(),
        "undo": row.undo,
        "open_chance": False,
        "hashes": True,
        "start": start,
        "table": {
            "people": [seat.seat for seat in stored.seats if seat.kind != "bot"],
            "bots": {str(seat.seat): seat.bot for seat in stored.seats if seat.kind == "bot"},
            "names": [seat.name for seat in stored.seats],
            "made": made,
            "over": True,
        },
        "log": [msgspec.json.decode(body) for body, _ in stored.records],
    }
    if (part := fairfile.fair_part(row, stored.rounds, over=True)) is not None:
        data["fair"] = msgspec.to_builtins(part)
    return msgspec.json.encode({**data, "digest": digest_of(data)})


def digest_of(data: dict[str, Any]) -> str:
    """Return the digest of a file's content: a file that was damaged on its way has another."""
    rest = {name: value for name, value in data.items() if name != "digest"}
    return sha256(msgspec.json.encode(rest, order="deterministic")).hexdigest()


def checked(data: Any) -> Checked:
    """Check a match file to its last record. Raises BadFile."""
    file = converted(data, MatchFile, "")
    try:
        fits = not file.digest or file.digest == digest_of(data)
    except (UnicodeEncodeError, OverflowError):
        raise BadFile("", "holds signs or numbers that no match file has") from None
    if not fits:
        raise BadFile("digest", "the file was changed or damaged after it was written")
    if file.open_chance or not file.hashes or file.start is not None:
        raise BadFile("", "only matches from the usual set-up with hashes and closed chance can be taken")
    try:
        game = find(file.game)
    except UnknownGame as error:
        raise BadFile("game", str(error)) from None
    if file.rules_version != game.rules_version:
        detail = f"played by version {file.rules_version} of the rules; here is version {game.rules_version}"
        raise BadFile("rules_version", detail)
    recorder = Recorder(begun(file, game), Reel())
    _check_table(file)
    _check_fair(file)
    for place, record in enumerate(file.log):
        check_record(record, place, file.seats)
        if recorder.over:
            raise BadFile(f"log.{place}", "a record after the end of the match")
        try:
            recorder.take(record)
        except UNFIT as error:
            raise BadFile(f"log.{place}", f"does not fit the rules: {said(error)}") from None
    if not recorder.over:
        raise BadFile("log", "the match is not over; only finished matches can be taken")
    return Checked(file, *recorder.done())


def _check_table(file: MatchFile) -> None:
    table = file.table
    if len(table.names) not in (0, file.seats):
        raise BadFile("table.names", f"{len(table.names)} names for {file.seats} seats")
    for place, name in enumerate(table.names):
        if not name.isprintable():
            raise BadFile(f"table.names.{place}", "holds signs that cannot be shown")
    for seat, name in table.bots.items():
        if seat not in {str(number) for number in range(file.seats)}:
            raise BadFile(f"table.bots.{seat[:8]!a}", f"not a seat 0..{file.seats - 1}")
        if not name.isprintable():
            raise BadFile(f"table.bots.{seat}", "holds signs that cannot be shown")


def _check_fair(file: MatchFile) -> None:
    if file.fair is None:
        return
    try:
        fairfile.check_seeds(file.fair)
        fairfile.check_table(file.fair, file)
        fairfile.check_key(file.fair, file.key)
    except fairfile.Unproved as error:
        raise BadFile("fair", str(error)) from None


def begun(file: MatchFile, game: Game[Any]) -> Match[Any]:
    """Return the match of a file as it begins. Raises BadFile."""
    try:
        return Match(game, file.seats, file.options, bytes.fromhex(file.key), file.undo)
    except OptionError as error:
        raise BadFile(f"options.{error.field}", error.message) from None
    except PositionError as error:
        raise BadFile(error.field, error.message) from None
    except UNFIT as error:
        raise BadFile("options", f"not options of this game: {said(error)}") from None


def check_record(record: dict[str, Any], place: int, seats: int) -> None:
    """Raise BadFile unless something is a record of a match."""
    if KEY in record:
        raise BadFile(f"log.{place}", "the rules changed here; what came before cannot be proved by the rules of today")
    kind = next((kind for name, kind in _RECORDS.items() if name in record), None)
    if kind is None:
        raise BadFile(f"log.{place}", f"not a record; known: {', '.join(_RECORDS)}")
    entry = converted(record, kind, f"log.{place}")
    for name in ("seat", "undo", "retract", "leave", "replace", "claim"):
        seat = getattr(entry, name, 0)
        if seat >= seats:
            raise BadFile(f"log.{place}.{name}", f"{seat} is not a seat 0..{seats - 1}")
    if isinstance(entry, VoidRecord) and any(seat >= seats for seat in entry.void):
        raise BadFile(f"log.{place}.void", f"holds what is not a seat 0..{seats - 1}")


def converted(data: Any, kind: Any, path: str) -> Any:
    """Return data of a file in a structure. Raises BadFile, which names the field."""
    try:
        return msgspec.convert(data, kind)
    except UnicodeEncodeError:
        raise BadFile(path, "holds signs that no match file has") from None
    except msgspec.ValidationError as error:
        text = str(error)
        found = _PLACE.search(text)
        inner = "" if found is None else found[1].replace("[", ".").replace("]", "").strip(".")
        field = ".".join(part for part in (path, inner) if part)
        raise BadFile(field, _PLACE.sub("", text).replace("`", "").replace("Object", "the file", not path)) from None


def said(error: BaseException) -> str:
    """Return what is told of a record that does not fit."""
    return str(error) if isinstance(error, (Closed, Frozen, Refusal)) else f"damaged ({type(error).__name__})"


def keep(backend: Backend, match: Checked) -> tuple[str, bool]:
    """Store a checked match as a finished one. Returns its id, and whether it is new; a known one stays.

    Raises Fault where the database cannot be used.
    """
    with backend.sharing():
        backend.migrate()
        engine = backend.writing()
        try:
            with engine.begin() as connection:
                known = _known(connection, match.file)
                return (known, False) if known else (_add(connection, match), True)
        finally:
            engine.dispose()


def _known(connection: Connection, file: MatchFile) -> str:
    """Return the id of a stored match with the same key and the same records, empty if there is none."""
    key = bytes.fromhex(file.key)
    found = connection.execute(select(MATCHES.c.id).where(MATCHES.c.key == key, MATCHES.c.game == file.game)).scalars()
    for name in found.all():
        bodies = connection.execute(select(RECORDS.c.body).where(RECORDS.c.match == name).order_by(RECORDS.c.number))
        with suppress(msgspec.DecodeError, TypeError, ValueError):  # a damaged one is another one
            if [msgspec.json.decode(body) for body in bodies.scalars()] == file.log:
                return str(name)
    return ""


def _add(connection: Connection, match: Checked) -> str:
    file, name, now = match.file, secrets.token_urlsafe(9), int(time.time())
    row = MatchRow(
        name, file.game, file.rules_version, file.seats, file.options, file.undo, bytes.fromhex(file.key), "", "over"
    )
    if file.fair is not None:
        row.fair = file.fair.mode
    made = file.table.made or now
    connection.execute(insert(MATCHES).values(match_values(row, made, now)))
    seats = [_seat(file.table, seat) for seat in range(file.seats)]
    connection.execute(insert(SEATS), [{"match": name, **msgspec.structs.asdict(seat)} for seat in seats])
    fair.add_rounds(connection, name, [] if file.fair is None else fairfile.rows_of(file.fair))
    rows = [
        {"match": name, "number": number, "body": msgspec.json.encode(record).decode(), "made": made}
        for number, record in enumerate(file.log)
    ]
    if rows:
        connection.execute(insert(RECORDS), rows)
    for statement, values_of in recording_store.write(name, match.reel, match.parts):
        connection.execute(statement, values_of)
    return name


def _seat(table: Table, seat: int) -> SeatRow:
    bot = table.bots.get(str(seat), "")
    name = table.names[seat] if table.names else ""
    return SeatRow(seat, "bot" if bot else "player", " ".join(name.split()), bot)
