"""Where the commands print: Rich consoles made when they are needed, so that a changed standard output counts."""

from __future__ import annotations

from typing import Any

from shapan.cli.prose import Wrapping


class Screen(Wrapping):
    """A console that leaves a reader who has gone away to the command line's own end."""

    def on_broken_pipe(self) -> None:
        """Let `shapan.cli.command.run` end it quietly."""
        raise BrokenPipeError


def screen(**settings: Any) -> Screen:
    """Return a console for standard output."""
    return Screen(highlight=False, **settings)


def errors() -> Screen:
    """Return a console for standard error: progress, and nothing that a program would read."""
    return Screen(stderr=True, highlight=False)
