"""Errors in code or files that are not ours, in one line that names file and line."""

from __future__ import annotations

import tomllib
import traceback
from collections.abc import Iterator
from contextlib import contextmanager
from importlib.resources import files
from importlib.util import find_spec
from pathlib import Path
from typing import Any, Final

_OF_IMPORT: Final = ("<frozen ", "importlib")
"""Files of the machinery that loads modules: never what is wrong."""
_LONGEST: Final = 300


def trouble_of(error: BaseException, folder: str = "") -> str:
    """Return an error in one line: its place, its kind, what it says.

    The place is the last one in a folder, if one is named, else the last one of all.
    """
    said = one_line(_said(error)) or "no more is known"
    said = said if len(said) <= _LONGEST else f"{said[:_LONGEST]}…"
    return f"{place_of(error, folder)}{type(error).__name__}: {said}"


def place_of(error: BaseException, folder: str = "") -> str:
    """Return "FILE, line N: " of an error, "" where none is known."""
    if isinstance(error, SyntaxError) and error.filename:
        return f"{error.filename}, line {error.lineno}: "
    frames = [
        frame
        for frame in traceback.extract_tb(error.__traceback__)
        if not any(word in frame.filename for word in _OF_IMPORT)
    ]
    inside = [frame for frame in frames if not folder or Path(frame.filename).is_relative_to(folder)]
    return f"{inside[-1].filename}, line {inside[-1].lineno}: " if inside else ""


def folder_of(module: str) -> str:
    """Return the folder of a module's package, "?" where none is found."""
    try:
        spec = find_spec(module)
    except (ImportError, ValueError, SyntaxError):
        spec = None
    return "?" if spec is None or not spec.origin else str(Path(spec.origin).parent)


def _said(error: BaseException) -> str:
    return error.msg if isinstance(error, SyntaxError) else str(error)


def one_line(words: str) -> str:
    """Return words in one line, of signs that can be shown."""
    return " ".join("".join(letter if letter.isprintable() else " " for letter in words).split())


@contextmanager
def while_reading(what: object) -> Iterator[None]:
    """Note on whatever fails inside what was read then: a file, a path in it."""
    try:
        yield
    except Exception as error:
        error.add_note(str(what))
        raise


class FileError(ValueError):
    """A file of a game's package that cannot be read: the file, the line if it is known, what is wrong."""


def toml_of(package: str, path: str) -> dict[str, Any] | None:
    """Return what a TOML file of a package says, None if there is no such file. Raises FileError."""
    file = files(package).joinpath(path)
    try:
        return tomllib.loads(file.read_text(encoding="utf-8")) if file.is_file() else None
    except UnicodeDecodeError as error:
        raise FileError(f"{file}: not UTF-8 text (byte {error.start})") from None
    except (ValueError, RecursionError) as error:
        raise FileError(f"{file}: not TOML: {error}") from None
