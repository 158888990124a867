"""`shapan verify`: what a match file proves of its dice, offline."""

from __future__ import annotations

from importlib.util import find_spec
from pathlib import Path
from typing import Annotated

from cyclopts import Parameter
from rich.text import Text

from shapan.cli import match_files
from shapan.cli.errors import UsageError
from shapan.cli.screen import screen
from shapan.engine.trouble import while_reading

_STYLES = {"ok": "green", "differs": "bold red", "unchecked": "yellow"}
_WIDTH = max(map(len, _STYLES)) + 1


def verify(file: Path, /, *, seen: Annotated[list[Path] | None, Parameter(negative=())] = None) -> int:
    """Check the fair dice of a finished match, without a network: seeds, table, key, every record, every draw.

    Exit code 0 if everything holds, 1 if something differs, 2 if there is nothing to check or something cannot be.

    Parameters
    ----------
    file
        A match file, downloaded in the browser once the match is over.
    seen
        What a player's browser has kept of the match; can be given several times.

    """
    if find_spec("shapan.server.replay.verification") is None:
        raise UsageError(
            "matches of the browser are not part of this build; check the match with: shapan replay --verify"
        )
    from shapan.server.replay.matchfile import MAX_BYTES, BadFile
    from shapan.server.replay.verification import FAILS, HOLDS, NOT_SHOWN, findings

    data = match_files.read_json(file, MAX_BYTES)
    records = [(path.name, match_files.read_json(path, MAX_BYTES)) for path in seen or ()]
    try:
        with while_reading(file):
            found = findings(data, records)
    except BadFile as error:
        raise UsageError(f"{file}: {error}") from None
    console = screen(soft_wrap=True)
    for one in found:
        console.print(Text.assemble((f"{one.state:{_WIDTH}}", _STYLES[one.state]), f"{one.name:7} {one.text}"))
    states = {one.state for one in found}
    if states == {HOLDS}:
        for line in NOT_SHOWN:
            console.print(Text(f"{'not shown':{_WIDTH}}{line}", style="dim"))
        return 0
    return 1 if FAILS in states else 2
