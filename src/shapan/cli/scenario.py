"""`shapan scenario`: run scenario files, print what came of them, or hold them to what they expect."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any

from rich.console import Console
from rich.text import Text

from shapan.cli import arguments, match_files
from shapan.cli.errors import UsageError
from shapan.cli.screen import screen
from shapan.cli.text_renderer import TextRenderer
from shapan.engine import registry
from shapan.engine.result import Difference, Result
from shapan.engine.scenario import run
from shapan.engine.trouble import while_reading

MAX_LEGAL = 12
"""How many legal answers of a decision are printed for people."""


def scenario(
    first: Path,
    /,
    *more: Path,
    expect: bool = False,
    language: str | None = None,
    as_json: arguments.AsJson = False,
) -> int:
    """Run scenarios: set up a position, script what falls, give the answers, and see what comes of it.

    Parameters
    ----------
    first
        A scenario file.
    more
        More of them.
    expect
        Compare with what the files expect; exit code 1 if something else came.
    language
        Language of the events: en, zh-Hans or zh-Hant.
    as_json
        Print JSON: an object, or a list of them for several files.

    """
    spoken = arguments.language_of(language)
    console = screen(soft_wrap=True)
    worst = 0
    written = []
    for path in (first, *more):
        try:
            data, result = _run(path, expect)
        except UsageError as complaint:
            if not more:
                raise
            print(f"shapan: {complaint}", file=sys.stderr)
            worst = 2
            continue
        if expect and not result.passed:
            worst = max(worst, 1)
        if as_json:
            written.append({"file": str(path), **result.write()})
        elif expect:
            _print_verdict(console, path, result)
        else:
            _print_result(console, path, data, result, spoken)
    if as_json:
        print(json.dumps(written if more else written[0], ensure_ascii=False, indent=2))
    return worst


def _run(path: Path, expect: bool) -> tuple[dict[str, Any], Result]:
    """Return a file's data and what came of it. Raises Complaint for a file that is wrong, unless it is compared."""
    data = match_files.read_json(path)
    if not isinstance(data, dict):
        raise UsageError(f"{path}: a scenario is an object")
    try:
        with while_reading(path):
            result = run(arguments.with_warnings(registry.find(_name(data))), data, whole=not expect)
    except registry.UnknownGame as error:
        result = _no_game(data, str(error))
    if result.error is not None and not expect:
        raise UsageError(f"{path}: {_said(result.error)}")
    return data, result


def _name(data: dict[str, Any]) -> str:
    name = data.get("game")
    if name is None:
        raise registry.UnknownGame("the name of the game is missing")
    if not isinstance(name, str):
        raise registry.UnknownGame("needs the name of a game")
    return name


def _no_game(data: dict[str, Any], says: str) -> Result:
    """Return the result of a file without a game, which may be what it expects."""
    expect = data.get("expect")
    wanted = expect.get("error") if isinstance(expect, dict) else None
    place, part = (wanted.get("field", "game"), wanted.get("says", "")) if isinstance(wanted, dict) else (wanted, "")
    result = Result(error={"field": "game", "says": says, "rule": ""})
    if place != "game" or part not in says:
        result.differences.append(Difference("error", wanted, f"game: {says}"))
    return result


def _said(error: dict[str, str]) -> str:
    rule = f" ({error['rule']})" if error["rule"] else ""
    return f"{error['field']}: {error['says']}{rule}" if error["field"] else f"{error['says']}{rule}"


def _print_verdict(console: Console, path: Path, result: Result) -> None:
    if result.passed:
        console.print(Text.assemble(("ok      ", "green"), str(path)))
        return
    console.print(Text.assemble(("differs ", "bold red"), str(path)))
    for difference in result.differences:
        console.print(Text(f"  {difference}"))


def _print_result(console: Console, path: Path, data: dict[str, Any], result: Result, language: str) -> None:
    """Print events as sentences, what was refused, the decision that is open, the outcome, the position."""
    game = registry.find(data["game"])
    voice = TextRenderer(game, language, data["seats"])
    console.print(Text(str(path), style="bold underline"))
    for event in result.events:
        console.print(voice.event_line(event))
    if result.refused is not None:
        title = voice.rule_title(result.refused)
        console.print(Text.assemble(("Refused ", "bold red"), result.refused, f"  {title}" if title else ""))
    for decision in result.decisions:
        console.print(
            Text.assemble(
                "Decision: ", voice.seat(decision["seat"]), f" {decision['kind']}  ", (decision["rule"], "dim")
            )
        )
        for entry in decision["legal"][:MAX_LEGAL]:
            console.print(Text(f"  {json.dumps(entry, ensure_ascii=False)}"))
        if len(decision["legal"]) > MAX_LEGAL:
            console.print(Text(f"  and {len(decision['legal']) - MAX_LEGAL} more", style="dim"))
        if decision["picks"]:
            console.print(Text("  (one answer is made of several of these picks)", style="dim"))
    if result.outcome is not None:
        console.print(Text(f"Outcome: {json.dumps(result.outcome)}", style="bold"))
    console.print(Text("Position:"))
    console.print(Text(_readable(result.position)))


def _readable(data: Any, lead: str = "  ") -> str:
    """Return JSON with one line a field, and one a seat: short enough to read, whole enough to copy."""
    rows = []
    for key, value in (data or {}).items():
        if isinstance(value, list) and value and isinstance(value[0], dict):
            inner = ",\n".join(f"{lead}  {json.dumps(item, ensure_ascii=False)}" for item in value)
            rows.append(f"{lead}{json.dumps(key)}: [\n{inner}\n{lead}]")
        else:
            rows.append(f"{lead}{json.dumps(key)}: {json.dumps(value, ensure_ascii=False)}")
    return ",\n".join(rows)
