"""`shapan import`: takes a match file into the data folder, once all of it has been checked."""

from __future__ import annotations

import os
from importlib.util import find_spec
from pathlib import Path
from shlex import join
from typing import Annotated, Any

from cyclopts import Parameter

from shapan.cli import match_files
from shapan.cli.database import Database
from shapan.cli.errors import UsageError
from shapan.engine.trouble import while_reading


def import_match(
    file: Path,
    /,
    *,
    data: Annotated[Path | None, Parameter(help="Folder in which matches are kept.")] = None,
    database: Database = "",
) -> int:
    """Take a match file into the data folder, to be watched in the browser under Replays.

    The file is checked before anything is written: its form, the version of the rules, and every record by playing the
    match again. A match that is there already is left as it is.

    Parameters
    ----------
    file
        A match downloaded in the browser, or a finished one of `shapan play`.

    """
    if find_spec("shapan.server.replay.matchfile") is None:
        raise UsageError("the table in the browser is not part of this build; watch the match with: shapan replay")
    from shapan.server.config import settings_of
    from shapan.server.replay import matchfile
    from shapan.server.store.choice import backend_of
    from shapan.server.store.fault import Fault

    content = _content(file, matchfile.MAX_BYTES)
    try:
        with while_reading(file):
            match = matchfile.checked(content)
    except matchfile.BadFile as error:
        raise UsageError(f"{file}: {error}") from None
    try:
        settings = settings_of({"data": data, "database": database or None}, environment=os.environ)
        backend = backend_of(settings)
        name, new = matchfile.keep(backend, match)
    except Fault as error:
        raise UsageError(str(error)) from None
    how = "imported" if new else "is here already, nothing was changed"
    count = len(match.file.log)
    where = (
        ["--database", str(backend)] if settings.postgres else [] if data is None else ["--data", str(settings.data)]
    )
    start = join(["shapan", *where])
    address = f"http://127.0.0.1:{settings.port}/replay/{name}"
    what = f"{match.file.game}, {match.file.seats} seats, {count} records"
    print(f"{file}: {how}: {what}; watch it: {start}, then {address}")
    return 0


def _content(file: Path, most: int) -> dict[str, Any]:
    """Return what a file holds, if it can be a match."""
    content = match_files.read_json(file, most)
    if not isinstance(content, dict):
        raise UsageError(f"{file}: not a match file")
    return content
