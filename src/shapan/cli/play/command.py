"""`shapan play`: who sits where, a new match or a kept one, and how the sitting ends."""

from __future__ import annotations

import secrets
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Annotated, Any

from cyclopts import Parameter

from shapan import bots as bot_names
from shapan.cli import arguments, match_files
from shapan.cli.errors import UsageError
from shapan.cli.integers import WholeOrNone
from shapan.cli.play.seating import Seating
from shapan.cli.play.session import Quit, Session
from shapan.cli.screen import screen
from shapan.engine.game import Game
from shapan.engine.match import FRIENDLY, Frozen, Match
from shapan.engine.options import OptionError
from shapan.engine.trouble import while_reading


def play(
    game: str | None = None,
    /,
    *,
    seats: WholeOrNone = None,
    me: str | None = None,
    bots: str | None = None,
    seed: str | None = None,
    option: Sequence[str] = (),
    language: str | None = None,
    resume: Annotated[list[Path] | None, Parameter(consume_multiple=(0, 1))] = None,
    data: Path | None = None,
) -> int:
    """Play in the terminal: against bots, or several people at one keyboard.

    Parameters
    ----------
    game
        The game; `shapan games` lists them. Not needed with --resume.
    seats
        Number of seats; without it as many as people and bots are named, at least the game's least.
    me
        Seats played at this keyboard, counted from 1 as on the table: `1`, `1,3`, `all`, or `none` to watch; without it
        seat 1.
    bots
        Bots of the other seats: one name for all, or one for each; without it greedy.
    seed
        Text that fixes all chance; without it the match cannot be foreseen.
    option
        A rules option as NAME=VALUE; may be given several times.
    language
        en, zh-Hans or zh-Hant; without it that of the system.
    resume
        Go on with the match in a file; without a file, with the one that was played last.
    data
        Folder in which matches are kept.

    """
    folder = arguments.folder_of(data)
    if resume is not None:
        if seats is not None or seed is not None or option:
            raise UsageError("--resume goes on with a match as it was begun; --seats, --seed and --option do not fit")
        match, seating, path = _kept(resume[0] if resume else None, game, folder, language)
        if me is not None or bots is not None:
            seating.people, seating.bots = _sit(match.game, match.seats, me, bots)
    else:
        if game is None:
            raise UsageError("play needs a game; shapan games lists them")
        match, seating = _new(arguments.game_of(game), seats, me, bots, seed, option, language)
        path = match_files.new_path(folder, match.game.name)
    return _sitting(Session(match, seating, path, screen()))


def _sitting(session: Session) -> int:
    try:
        session.run()
    except Quit:
        code = 0
    except KeyboardInterrupt:
        print(file=sys.stderr)
        code = 130
    else:
        code = 0
    print(session.where(), file=sys.stderr)
    return code


def _new(
    game: Game[Any],
    seats: int | None,
    me: str | None,
    bots: str | None,
    seed: str | None,
    option: Sequence[str],
    language: str | None,
) -> tuple[Match[Any], Seating]:
    number = arguments.seats_of(game, _seats(game, me, bots) if seats is None else seats)
    people, machines = _sit(game, number, me, bots)
    options = arguments.options_of(game, option, number, len(people))
    key: str | bytes = secrets.token_bytes(16) if seed is None else seed
    match = Match(game, number, options, key, undo=FRIENDLY)
    return match, Seating(people, machines, arguments.language_of(language))


def _seats(game: Game[Any], me: str | None, bots: str | None) -> int:
    """Return the number of seats that the named people and bots fill, at least the game's least."""
    people = [int(word) for word in arguments.words_of(me or "1") if word.isascii() and word.isdigit()]
    machines = len(arguments.words_of(bots or ""))
    return max(game.min_seats, *people, len(people) + machines if machines > 1 else 0)


def _sit(game: Game[Any], seats: int, me: str | None, bots: str | None) -> tuple[list[int], dict[int, str]]:
    """Return the seats of people and the bots of the others."""
    people = _people(seats, me)
    others = [seat for seat in range(seats) if seat not in people]
    if bots is not None and not others:
        raise UsageError("--bots: people sit at all seats")
    names = [bot_names.names()[0]] if bots is None else arguments.bots_of(bots, game)
    return people, arguments.bots_for(names, others) if others else {}


def _people(seats: int, me: str | None) -> list[int]:
    if me is None:
        return [0]
    if me in {"all", "none"}:
        return list(range(seats)) if me == "all" else []
    people = []
    for word in arguments.words_of(me):
        if not (word.isascii() and word.isdigit() and 1 <= int(word) <= seats):
            raise UsageError(f"--me: {word!r} is not a seat 1..{seats}, all or none")
        people.append(int(word) - 1)
    if not people:
        raise UsageError(f"--me needs seats 1..{seats}, all or none")
    return sorted(set(people))


def _kept(path: Path | None, name: str | None, folder: Path, language: str | None) -> tuple[Match[Any], Seating, Path]:
    """Return a kept match, who sat there, and its file."""
    wanted = None if name is None else arguments.game_of(name).name
    path = match_files.latest(folder, wanted) if path is None else path.expanduser().absolute()
    data = match_files.read(path)
    with while_reading(path):
        return _loaded(data, wanted, path, language)


def _loaded(
    data: dict[str, Any], wanted: str | None, path: Path, language: str | None
) -> tuple[Match[Any], Seating, Path]:
    game = arguments.game_of(data["game"])
    if wanted not in {None, game.name}:
        raise UsageError(f"{path}: a match of {game.name}, not of {wanted}")
    try:
        match = Match.load(game, data)
        return match, _seating(data.get("table"), match, arguments.language_of(language) if language else None), path
    except (Frozen, OptionError) as error:
        raise UsageError(f"{path}: {error}") from None
    except (LookupError, TypeError, ValueError, AttributeError):
        raise UsageError(f"{path}: not a saved match, or a damaged one") from None


def _plays(game: Game[Any], name: Any) -> bool:
    """Return whether a bot of a saved match is still there."""
    known = isinstance(name, str) and bot_names.parted(name)[0] in bot_names.names()
    return known and bot_names.has_personality(game, name)


def _seating(table: Any, match: Match[Any], language: str | None) -> Seating:
    """Return the seating of a saved match; what is missing or wrong in it takes the defaults."""
    found = table if isinstance(table, dict) else {}
    people = [seat for seat in found.get("people", [0]) if seat in range(match.seats)]
    named = found.get("bots", {})
    machines = {
        seat: named[str(seat)] if _plays(match.game, named.get(str(seat))) else bot_names.names()[0]
        for seat in range(match.seats)
        if seat not in people
    }
    told = {int(viewer): int(count) for viewer, count in found.get("told", {}).items()}
    return Seating(people, machines, arguments.language_of(language or found.get("language")), told)
