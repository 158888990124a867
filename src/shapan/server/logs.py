"""Logs as JSON, one object a line on standard error: what happened, in which request, and where an error came from.

What an error says is left out, as it may hold what somebody has said or what a card is; its kind and the places in the
program are told. Of other programs' lines the first is taken, with addresses cut.
"""

from __future__ import annotations

import logging
import re
import sys
import threading
import time
import traceback
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import PurePath
from typing import Any, Final, TextIO

import msgspec

from shapan.server.store.damage import DamagedRow
from shapan.server.store.fault import Fault
from shapan.server.web.access import cut, request_id

OURS: Final = "shapan"
SERVER: Final = "shapan.server"
_HARMLESS: Final = (Fault, DamagedRow)
"""Errors whose words show nothing of what was read."""
_ADDRESS: Final = re.compile(
    r"\b\d{1,3}(?:\.\d{1,3}){3}\b|(?<![\w:])[0-9a-fA-F]{0,4}(?::[0-9a-fA-F]{0,4}){2,7}(?![\w:])"
)
_PLACES: Final = 12
"""Places of the program that are told of an error, the innermost."""


class JsonFormatter(logging.Formatter):
    """Writes a record as a JSON object in one line."""

    def format(self, record: logging.LogRecord) -> str:
        """Return the line of a record."""
        at = f"{time.strftime('%Y-%m-%dT%H:%M:%S', time.gmtime(record.created))}.{int(record.msecs):03}Z"
        told: dict[str, Any] = {"time": at, "level": record.levelname.lower(), "logger": record.name}
        told["message"] = _ours(record) if is_ours(record) else _bare(record.getMessage())
        if request := request_id():
            told["request"] = request
        told |= getattr(record, "fields", {})
        if record.exc_info and record.exc_info[1] is not None:
            told |= _of_error(record.exc_info[1])
        return msgspec.json.encode(told).decode()


class Wanted(logging.Filter):
    """Lets through what the server says, and warnings of others."""

    def filter(self, record: logging.LogRecord) -> bool:
        """Return whether a record is logged."""
        return record.levelno >= (logging.INFO if is_ours(record) else logging.WARNING)


def is_ours(record: logging.LogRecord) -> bool:
    """Return whether a record is of this program."""
    return record.name.partition(".")[0] == OURS


@contextmanager
def logging_as(kind: str, stream: TextIO | None = None) -> Iterator[None]:
    """Log as `json` while it lasts; as `text` nothing is changed."""
    if kind != "json":
        yield
        return
    handler, root, ours = logging.StreamHandler(stream or sys.stderr), logging.getLogger(), logging.getLogger(OURS)
    handler.setFormatter(JsonFormatter())
    handler.addFilter(Wanted())
    before, hook = ours.level, threading.excepthook
    ours.setLevel(logging.INFO)
    root.addHandler(handler)
    threading.excepthook = _of_thread
    logging.captureWarnings(True)
    try:
        yield
    finally:
        logging.captureWarnings(False)
        threading.excepthook = hook
        root.removeHandler(handler)
        ours.setLevel(before)


def _ours(record: logging.LogRecord) -> str:
    """Return what the server says, with the kinds of errors in place of words that may show something."""
    given = record.args if isinstance(record.args, tuple) else ()
    kept = [
        arg if isinstance(arg, _HARMLESS) or not isinstance(arg, BaseException) else type(arg).__name__ for arg in given
    ]
    return str(record.msg) % tuple(kept) if kept else record.getMessage()


def _of_thread(ended: threading.ExceptHookArgs) -> None:
    name = "" if ended.thread is None else ended.thread.name
    error = None if ended.exc_value is None else (ended.exc_type, ended.exc_value, ended.exc_traceback)
    logging.getLogger(SERVER).critical("thread %s has ended", name, exc_info=error)


def _bare(message: str) -> str:
    """Return the first line of what another program says, with addresses cut."""
    first = message.strip().partition("\n")[0]
    return _ADDRESS.sub(lambda found: cut(found[0]) or found[0], first)


def _of_error(error: BaseException) -> dict[str, Any]:
    """Return the kind of an error and the places it came through, the last of them where it was raised."""
    frames = traceback.extract_tb(error.__traceback__)[-_PLACES:]
    places = [f"{PurePath(frame.filename).name}:{frame.lineno} {frame.name}" for frame in frames]
    cause = error.__cause__ or (None if error.__suppress_context__ else error.__context__)
    told = {"error": type(error).__name__, "places": places}
    return told if cause is None else {**told, "cause": type(cause).__name__}
