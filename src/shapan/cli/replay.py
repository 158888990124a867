"""`shapan replay`: a saved match again: its log as sentences, the table at a step, or the proof that it still fits."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from rich.console import Console
from rich.text import Text

from shapan.cli import arguments, match_files
from shapan.cli.draw import Drawing, is_empty, plain_view
from shapan.cli.errors import UsageError
from shapan.cli.integers import WholeOrNone
from shapan.cli.screen import screen
from shapan.cli.text_renderer import TextRenderer
from shapan.engine.chance import ScriptError
from shapan.engine.game import Game, PositionError
from shapan.engine.match import Closed, Frozen, Match, Refusal
from shapan.engine.options import OptionError
from shapan.engine.saving import last_change
from shapan.engine.trouble import while_reading
from shapan.engine.whole_position import write_whole
from shapan.server.words import listed, seat_name

UNFIT = (Closed, Frozen, Refusal, ScriptError, LookupError, TypeError, ValueError, AttributeError)
"""What a log raises that the rules of today cannot follow, or that has been meddled with."""


def replay(
    file: Path,
    /,
    *,
    step: WholeOrNone = None,
    verify: bool = False,
    language: str | None = None,
    as_json: arguments.AsJson = False,
) -> int:
    r"""Replay a saved match as somebody who watched it would tell it.

    Parameters
    ----------
    file
        A match kept by `shapan play`, in the folder `matches` of the data folder (on Linux ~/.local/share/shapan, on
        macOS ~/Library/Application Support/shapan, on Windows AppData\Local\shapan), or a match file downloaded in
        the browser from its page Replays.
    step
        Stop after so many records of its log and show the table as it then stood.
    verify
        Play the whole log again and compare the hash of every question; exit code 1 if one differs.
    language
        en, zh-Hans or zh-Hant; without it that of the system.
    as_json
        Print JSON: the events, the outcome, the position where the game has written ones.

    """
    data = match_files.read(file)
    with while_reading(file):
        return _replay(data, file, step, verify, language, as_json)


def _replay(
    data: dict[str, Any], file: Path, step: int | None, verify: bool, language: str | None, as_json: bool
) -> int:
    game = arguments.game_of(data["game"])
    most = len(data["log"])
    if step is not None and not 0 <= step <= most:
        raise UsageError(f"--step: {step} is not 0..{most}; the log has {most} records")
    console = screen(soft_wrap=True)
    if verify:
        return _verify(game, data, file, console)
    match = _begun(game, data, file)
    changed = last_change(data["log"])
    if step is not None and step <= changed:
        raise UsageError(f"--step: the rules changed at record {changed}; what came before it cannot be played again")
    match.skip_to_change(data["log"])
    begun = len(match.log)
    for place, record in enumerate(data["log"][begun : most if step is None else step], begun):
        try:
            match.apply(record)
        except UNFIT as error:
            raise UsageError(f"{file}: log.{place}: does not fit the rules: {_said(error)}") from None
    if as_json:
        print(json.dumps(_written(match, most), ensure_ascii=False, indent=2))
        return 0
    spoken = arguments.language_of(language)
    _print(match, spoken, console, step, most, _names(data, match.seats, spoken), _people(data, match.seats))
    return 0


def _begun(game: Game[Any], data: dict[str, Any], file: Path) -> Match[Any]:
    try:
        return Match.load(game, {**data, "log": [], "rules_version": None})
    except OptionError as error:
        raise UsageError(f"{file}: options.{error.field}: {error.message}") from None
    except PositionError as error:
        raise UsageError(f"{file}: {error}") from None
    except UNFIT as error:
        raise UsageError(f"{file}: start: {_said(error)}") from None


def _said(error: BaseException) -> str:
    return str(error) if isinstance(error, (Closed, Frozen, Refusal, ScriptError)) else f"damaged ({error!r})"


def _verify(game: Game[Any], data: dict[str, Any], file: Path, console: Console) -> int:
    """Play the log again with its hashes, and hold the kept quiet point against where it led."""
    count = len(data["log"])
    _begun(game, data, file)
    try:
        match = Match.load(game, data, replay=True)
        if "quiet" in data and data["quiet"]["hash"] != match.ask_hash():
            raise Frozen("the kept quiet point is not where the log leads")
    except UNFIT as error:
        console.print(Text.assemble(("differs ", "bold red"), f"{file}: {_said(error)}"))
        return 1
    what = f"{count} records" if match.changed_at < 0 else f"records {match.changed_at} to {count - 1}"
    since = "" if match.changed_at < 0 else "; the rules changed there, so what came before proves nothing"
    console.print(Text.assemble(("ok      ", "green"), f"{file}: {what}, the same questions in the same states{since}"))
    return 0


def _written(match: Match[Any], most: int) -> dict[str, Any]:
    outcome = match.outcome
    try:
        position = write_whole(match)
    except PositionError:
        position = None
    return {
        "game": match.game.name,
        "seats": match.seats,
        "options": match.given_options,
        "step": len(match.log),
        "steps": most,
        "events": [
            {**row, "by": event.by} if event.by else row
            for row, event in zip(match.events_for(match.seats), match.told(match.seats), strict=True)
        ],
        "waiting": match.waiting,
        "position": position,
        "outcome": None if outcome is None else outcome.write(),
    }


def _names(data: dict[str, Any], seats: int, language: str) -> list[str]:
    """Return the names that a match file gives the seats, empty ones where it tells nothing of who sat there."""
    table = data.get("table")
    names = table.get("names") if isinstance(table, dict) else None
    good = isinstance(names, list) and len(names) == seats and all(isinstance(name, str) for name in names)
    if good and isinstance(names, list):
        return names
    bots = table.get("bots") if isinstance(table, dict) else None
    if not isinstance(bots, dict):
        return [""] * seats
    return [seat_name(language, seat, "bot" if str(seat) in bots else "player", "") for seat in range(seats)]


def _people(data: dict[str, Any], seats: int) -> list[int]:
    """Return the seats that a match file does not give to bots; none where it tells nothing of who sat there."""
    table = data.get("table")
    bots = table.get("bots") if isinstance(table, dict) else None
    return [seat for seat in range(seats) if str(seat) not in bots] if isinstance(bots, dict) else []


def _print(
    match: Match[Any], language: str, console: Console, step: int | None, most: int, names: list[str], people: list[int]
) -> None:
    voice = TextRenderer(match.game, language, match.seats)
    voice.names = [given_name or number for given_name, number in zip(names, voice.names, strict=True)]
    voice.call(match.game.board(match.view(match.seats), match.seats, [], None).panels)
    for line in voice.event_lines(match, match.seats, people=people):
        console.print(line)
    if step is not None or not match.over:
        scene = match.game.board(match.view(match.seats), match.seats, [], None)
        console.print()
        console.print(Text(f"After {len(match.log)} of {most} records", style="dim"))
        view = match.view(match.seats)
        drawn = plain_view(view) if is_empty(scene) else Drawing(voice).scene(scene, match.seats, console.width)
        console.print(drawn)
    outcome = match.outcome
    if outcome is not None:
        winners = [] if match.game.is_drawn(outcome.winners, match.seats) else outcome.winners
        won_by = listed(language, [voice.seats[seat] for seat in winners])
        said = voice.term(f"label.{outcome.result}", f"result.{outcome.result}") or outcome.result
        console.print(Text(f"{said}: {won_by}" if won_by else said, style="bold"))
