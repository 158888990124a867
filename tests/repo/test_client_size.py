"""The browser table stays small: all its scripts together, and those that come before a page or table is seen."""

import gzip
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

import msgspec
import pytest

STATIC = Path(__file__).parents[2] / "src/shapan/server/static"
DIST = STATIC / "dist"
MAIN = "src/main.ts"
STAGES = ("src/parts/map/Field.svelte", "src/parts/table/Boards.svelte")
# Bytes as they are sent. A part that few tables need belongs to `parts/later.ts` or a file of its own.
ALL, TABLE, LOBBY = 257_500, 150_000, 45_000


def sent(path: Path) -> int:
    """Bytes of a file as the server sends them."""
    return len(gzip.compress(path.read_bytes(), 9))


@pytest.fixture(scope="module")
def built() -> dict[str, Any]:
    """The files of the built client by their sources."""
    if not (DIST / "manifest.json").is_file():
        pytest.skip("the browser table is not built")
    found: dict[str, Any] = msgspec.json.decode((DIST / "manifest.json").read_bytes())
    return {name: file for name, file in found.items() if file["file"].endswith(".js")}


def fetched(built: dict[str, Any], names: Iterable[str]) -> Iterator[str]:
    """These and what they import at once."""
    for name in names:
        yield name
        yield from fetched(built, built[name].get("imports", []))


def test_all_scripts_together(built: dict[str, Any]) -> None:
    size = sum(sent(path) for path in (DIST / "assets").glob("*.js"))
    assert size <= ALL, f"{size} bytes of scripts are more than {ALL}"


@pytest.mark.parametrize("stage", STAGES)
def test_scripts_before_a_table_is_seen(built: dict[str, Any], stage: str) -> None:
    size = sum(sent(DIST / built[name]["file"]) for name in set(fetched(built, [MAIN, stage])))
    assert size <= TABLE, f"{size} bytes before a table with {stage} is seen are more than {TABLE}"


def test_scripts_of_the_lobby() -> None:
    assert sent(STATIC / "site.js") <= LOBBY
