"""The command line called in-process, in a terminal of 100 columns and an English environment."""

from __future__ import annotations

import io
import itertools
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from pathlib import Path

import pytest

from shapan.cli import run


@dataclass
class Done:
    """How a call ended: exit code, standard output, standard error."""

    code: int
    out: str
    err: str


class Typed(io.StringIO):
    """A keyboard at which lines are typed, one whenever somebody asks."""

    def __init__(self, lines: Iterable[str]) -> None:
        super().__init__()
        self.lines = iter(lines)

    def readline(self, size: int | None = -1) -> str:  # type: ignore[override]
        line = next(self.lines, None)
        return "" if line is None else line + "\n"


Shapan = Callable[..., Done]


@pytest.fixture
def data(tmp_path: Path) -> Path:
    return tmp_path / "data"


@pytest.fixture
def shapan(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, data: Path) -> Shapan:
    for name in ("LC_ALL", "LC_MESSAGES", "FORCE_COLOR", "TTY_COMPATIBLE", "NO_COLOR"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("LANG", "C.UTF-8")
    monkeypatch.setenv("COLUMNS", "100")
    monkeypatch.setenv("XDG_DATA_HOME", str(data.parent / "home"))

    def call(*words: object, typed: Iterable[str] = ()) -> Done:
        monkeypatch.setattr("sys.stdin", Typed(typed))
        code = run([str(word) for word in words])
        captured = capsys.readouterr()
        return Done(code, captured.out, captured.err)

    return call


def anything() -> Iterable[str]:
    """Lines that answer every question sooner or later: the first option, or the first few."""
    return itertools.cycle(["1", "1 2", "1 2 3"])
