"""Which package has brought a game, as its metadata say."""

from __future__ import annotations

from collections.abc import Iterator
from importlib.metadata import EntryPoint, PathDistribution
from pathlib import Path
from typing import Any

import pytest

from shapan.cli.games import games
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


def brought(monkeypatch: pytest.MonkeyPatch, folder: Path, **packages: str | bytes | None) -> None:
    """Let each game of this program be brought by a package with such metadata; None for one without any."""
    entries: list[EntryPoint] = []
    for game, metadata in packages.items():
        info = folder / f"shapan_{game}.dist-info"
        info.mkdir()
        if metadata is not None:
            (info / "METADATA").write_bytes(metadata if isinstance(metadata, bytes) else metadata.encode())
        (info / "entry_points.txt").write_text(f"[shapan.games]\n{game} = shapan.games.{game}:GAME\n", "utf-8")
        entries += PathDistribution(info).entry_points
    monkeypatch.setattr(origin, "entry_points", lambda group: [one for one in entries if one.group == group])


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
    brought(monkeypatch, tmp_path, pig=metadata)
    assert origin.origin_of(find("pig")) == origin.Origin(*said)
    assert origin.origin_of(find("leduc")) is None


@pytest.mark.parametrize("metadata", [None, b"\xff\xfe\x00", "Metadata-Version: 2.4\n", ""])
def test_a_package_whose_metadata_cannot_be_read_is_named_and_all_others_are_there(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, metadata: str | bytes | None
) -> None:
    brought(monkeypatch, tmp_path, leduc=metadata, pig=MOST)
    said = origin.origin_of(find("pig"))
    assert said is not None and said.author == "Ling, Bo Li"
    assert origin.origin_of(find("leduc")) == origin.Origin("shapan", "", "", "", "")
    assert list(origin.unreadable()) == ["shapan.games.leduc"]
    assert str(tmp_path) not in origin.unreadable()["shapan.games.leduc"] or metadata is None


def test_a_page_of_games_goes_on_where_metadata_cannot_be_read(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    brought(monkeypatch, tmp_path, leduc=None, pig=MOST)
    games(others=True)
    shown = capsys.readouterr()
    assert "shapan-coup 1.2.0" in shown.out and "leduc" in shown.out
    assert "shapan: shapan.games.leduc: the metadata of its package cannot be read" in shown.err
