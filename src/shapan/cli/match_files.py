"""Matches of the terminal as files: what `Match.save` gives, and who sits where under `table`."""

from __future__ import annotations

import json
import os
import secrets
import time
from pathlib import Path
from typing import Any

from shapan.cli.errors import UsageError

MAX_BYTES = 64 * 1024 * 1024
"""Bytes of a file that the terminal reads: many times those of the longest match."""
NEEDED = {"format": int, "game": str, "rules_version": int, "seats": int, "options": dict, "key": str, "undo": str}


def new_path(folder: Path, game: str) -> Path:
    """Return the path of a new match in the data folder, named by game and moment."""
    moment = time.strftime("%Y-%m-%d-%H%M%S")
    return folder / "matches" / f"{game}-{moment}-{secrets.token_hex(2)}.json"


def write(path: Path, data: dict[str, Any]) -> None:
    """Write a match so that the file is at every moment the old one or the new one, whole."""
    path.parent.mkdir(parents=True, exist_ok=True)
    beside = path.with_name(path.name + ".new")
    try:
        beside.write_text(json.dumps(data, ensure_ascii=False, separators=(",", ":")), encoding="utf-8")
        os.replace(beside, path)  # noqa: PTH105 - Path.replace says less of what is meant
    except BaseException as error:
        beside.unlink(missing_ok=True)
        if isinstance(error, OSError):
            error.filename = str(path)
        raise


def read_json(path: Path, most: int = MAX_BYTES) -> Any:
    """Return what a JSON file of at most so many bytes holds. More is never read: the file may have no end."""
    try:
        with path.open("rb") as file:
            content = file.read(most + 1)
        if len(content) > most:
            raise UsageError(f"{path}: too long: at most {most} bytes are read")
        text = content.decode("utf-8-sig")
    except FileNotFoundError:
        raise UsageError(f"there is no file {path}") from None
    except UnicodeDecodeError as error:
        raise UsageError(f"{path}: not UTF-8 text (byte {error.start})") from None
    except OSError as error:
        raise UsageError(f"{path}: {error.strerror}") from None
    try:
        return json.loads(text)
    except json.JSONDecodeError as error:
        raise UsageError(f"{path}: line {error.lineno}, column {error.colno}: not JSON: {error.msg}") from None
    except (RecursionError, ValueError):
        raise UsageError(f"{path}: not JSON that can be read: nested too deeply, or a number too long") from None


def read(path: Path) -> dict[str, Any]:
    """Return a saved match, checked in its outline."""
    data = read_json(path)
    if not isinstance(data, dict) or "log" not in data:
        raise UsageError(f"{path}: not a saved match")
    for name, kind in {**NEEDED, "log": list}.items():
        if not isinstance(data.get(name), kind) or isinstance(data[name], bool):
            raise UsageError(f"{path}: {name}: missing, or not what a saved match has there")
    try:
        bytes.fromhex(data["key"])
    except ValueError:
        raise UsageError(f"{path}: key: not a hexadecimal number") from None
    for place, record in enumerate(data["log"]):
        if not isinstance(record, dict):
            raise UsageError(f"{path}: log.{place}: not a record")
    return data


def latest(folder: Path, game: str | None) -> Path:
    """Return the match of the data folder that was played last and is not over."""
    found = sorted(
        (folder / "matches").glob(f"{game or '*'}-*.json"), key=lambda path: (path.stat().st_mtime, path.name)
    )
    for path in reversed(found):
        if not read(path).get("table", {}).get("over"):
            return path
    of = f" of {game}" if game else ""
    raise UsageError(f"no unfinished match{of} is kept in {folder / 'matches'}")
