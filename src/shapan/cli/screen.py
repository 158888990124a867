"""Where the commands print: Rich consoles made when they are needed, so that a changed standard output counts."""

from __future__ import annotations

from typing import Any, Final

from rich.measure import Measurement
from rich.table import Table

from shapan.cli.text_wrap import Wrapping

WIDEST: Final = 10_000


class Screen(Wrapping):
    """A console that leaves a reader who has gone away to the command line's own end."""

    def on_broken_pipe(self) -> None:
        """Let `shapan.cli.command.run` end it quietly."""
        raise BrokenPipeError

    def whole(self, table: Table) -> None:
        """Print a table with all that stands in it, wider than the screen if need be: no number is cut short."""
        width = self.width
        self.width = max(width, Measurement.get(self, self.options.update(max_width=WIDEST), table).maximum)
        try:
            self.print(table)
        finally:
            self.width = width


def screen(**settings: Any) -> Screen:
    """Return a console for standard output."""
    return Screen(highlight=False, **settings)


def errors() -> Screen:
    """Return a console for standard error: progress, and nothing that a program would read."""
    return Screen(stderr=True, highlight=False)
