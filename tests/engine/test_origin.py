"""Which package has brought a game, as its metadata say."""

from __future__ import annotations

from collections.abc import Iterator
from importlib.metadata import PathDistribution
from pathlib import Path
from typing import Any

import pytest

from shapan.engine import origin
from shapan.engine.registry import find

MOST = """Metadata-Version: 2.4
Name: shapan-coup
Version: 1.2.0
Summary: Bluff, and call bluffs
Author: Ling
Author-email: Ling <ling@example.org>, Bo Li <bo@example.org>
Project-URL: Source, ftp://example.org/coup
Project-URL: Homepage, https://example.org/coup
"""
LEAST = "Metadata-Version: 2.4\nName: shapan-coup\nVersion: 0.1.0\n"


@pytest.fixture(autouse=True)
def _anew() -> Iterator[None]:
    origin._brought.cache_clear()
    yield
    origin._brought.cache_clear()


def brought(monkeypatch: pytest.MonkeyPatch, folder: Path, metadata: str, module: str) -> None:
    """Let a package with these metadata have brought the game of a module."""
    info = folder / "shapan_coup.dist-info"
    info.mkdir()
    (info / "METADATA").write_text(metadata, "utf-8")
    (info / "entry_points.txt").write_text(f"[shapan.games]\ncoup = {module}:GAME\n", "utf-8")
    monkeypatch.setattr(origin, "entry_points", lambda group: PathDistribution(info).entry_points.select(group=group))


def test_a_game_of_this_program_has_none() -> None:
    assert origin.origin_of(find("pig")) is None


@pytest.mark.parametrize(
    ("metadata", "said"),
    [
        (MOST, ("shapan-coup", "1.2.0", "Bluff, and call bluffs", "Ling, Bo Li", "https://example.org/coup")),
        (LEAST, ("shapan-coup", "0.1.0", "", "", "")),
    ],
)
def test_a_package_is_named_without_addresses_of_mail_and_with_a_page_of_the_web(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, metadata: str, said: tuple[Any, ...]
) -> None:
    brought(monkeypatch, tmp_path, metadata, "shapan.games.pig")
    assert origin.origin_of(find("pig")) == origin.Origin(*said)
    assert origin.origin_of(find("leduc")) is None
