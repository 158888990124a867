"""The extras that adapters need, and the one line that says how to get a missing one."""

from __future__ import annotations

from importlib import import_module
from types import ModuleType

from shapan.installing import installing_extra


class MissingExtra(ImportError):
    """A library that an adapter is a door to is not installed."""


def need(library: str, extra: str) -> ModuleType:
    """Return a library. Raises MissingExtra with the command that installs it."""
    try:
        return import_module(library)
    except ModuleNotFoundError as error:
        if error.name != library.partition(".")[0]:
            raise
        raise MissingExtra(f"{library} is not installed; run: {installing_extra(extra)}", name=library) from None
