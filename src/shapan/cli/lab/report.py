"""`shapan lab report`: a page about the results in a folder."""

from __future__ import annotations

from pathlib import Path

from shapan.cli import arguments
from shapan.cli.errors import UsageError
from shapan.cli.lab.command import needs, unfinished
from shapan.server.words import bot_name


def report(folder: Path, /, *, language: str | None = None) -> None:
    """Write a page about the results in a folder: who wins, how long it takes, what stands out, which match to watch.

    The page is one file, report.html, which needs neither a network nor scripts; its figures (SVG, PNG) and tables
    (CSV) lie beside it in the folder report. A page in Chinese has the language in its name.

    Parameters
    ----------
    folder
        The folder of a `lab run`, `lab ladder` or `lab balance`.
    language
        en, zh-Hans or zh-Hant; without it that of the system.

    """
    needs("polars", "altair", "vl_convert")
    from shapan.lab import balance
    from shapan.lab.errors import LabError
    from shapan.lab.report import writing
    from shapan.lab.report.wording import Wording
    from shapan.lab.rerun import plan_of

    chosen = arguments.language_of(language)
    try:
        with unfinished("the page"):
            first = folder / "set1" if (folder / balance.NAME).exists() else folder
            wording = Wording(plan_of(first).definition(), chosen, lambda name: _bot(chosen, name))
            path = writing.write(writing.page_of(folder, wording), folder, wording)
    except LabError as fault:
        raise UsageError(str(fault)) from None
    print(f"{path}: open it in a browser; its figures and tables are in {path.with_suffix('')}")


def _bot(language: str, name: str) -> str:
    """Return what a bot is called, with the name that commands know it by."""
    said, _ = bot_name(language, name)
    return name if said == name else f"{said} ({name})"
