"""The command `shapan`: one module a command, loaded when it is asked for."""

from shapan.cli.command import app, main, run

__all__ = ["app", "main", "run"]
