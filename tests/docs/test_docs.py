"""The documentation stays true: Python runs, excerpts are the source, scenarios pass, links lead somewhere."""

from __future__ import annotations

import json
import re
import shlex
import sys
import tomllib
from dataclasses import dataclass
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

from shapan.bots import Bot, policy
from shapan.cli import app
from shapan.engine.annotations import annotation_texts
from shapan.engine.chance import Stream
from shapan.engine.game import Game
from shapan.engine.registry import find, games
from shapan.engine.scenario import run
from shapan.engine.table import PolicyTable

ROOT = Path(__file__).parents[2]
DOCS = ROOT / "docs"
READMES = [ROOT / "README.md", ROOT / "README.zh-Hans.md"]
# The specifications of games in docs/rules are no pages written here.
PAGES = sorted(path for path in DOCS.rglob("*.md") if DOCS / "rules" not in path.parents)
TEXTS = [*READMES, *PAGES]
_FENCE = re.compile(r"^```(\w+)([^\n]*)\n(.*?)^```$", re.MULTILINE | re.DOTALL)
_LINK = re.compile(r"\]\(([^)\s]+)\)|src=\"([^\"]+)\"")
_HEADING = re.compile(r"^#+ +(.+)$", re.MULTILINE)


@dataclass(slots=True)
class Block:
    language: str
    title: str
    text: str


def blocks(path: Path) -> list[Block]:
    found = []
    for language, rest, text in _FENCE.findall(path.read_text("utf-8")):
        title = re.search(r'title="([^"]+)"', rest)
        found.append(Block(language, title[1] if title else "", text))
    return found


def name(path: Path) -> str:
    return str(path.relative_to(ROOT))


@pytest.mark.parametrize("path", TEXTS, ids=name)
def test_python_blocks_run_in_their_order(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    page = ModuleType("page")
    monkeypatch.setitem(sys.modules, "page", page)
    for block in blocks(path):
        if block.language == "python" and not block.title:
            exec(compile(block.text, name(path), "exec", dont_inherit=True), vars(page))
    for thing in list(vars(page).values()):
        if isinstance(thing, type) and issubclass(thing, Bot) and thing.__module__ == "page":
            leduc = find("leduc")
            state = leduc.start({}, 2, 1)
            leduc.play_out(state, PolicyTable(state, policy(leduc, dict.fromkeys((0, 1), thing()), Stream(1))))


@pytest.mark.parametrize("path", TEXTS, ids=name)
def test_excerpts_stand_in_their_files(path: Path) -> None:
    for block in blocks(path):
        if block.title:
            source = (ROOT / block.title).read_text("utf-8")
            lines = [line for line in block.text.splitlines() if line]
            assert all(line in source.splitlines() for line in lines), block.text
            if block.language == "python":
                assert block.text in source, block.text


@pytest.mark.parametrize(
    ("page", "path"),
    [
        ("first-game.md", "src/shapan/games/pig/game.py"),
        ("first-card-game.md", "src/shapan/games/leduc/state.py"),
        ("first-card-game.md", "src/shapan/games/leduc/game.py"),
        ("first-card-game.md", "src/shapan/games/leduc/board.py"),
        ("hundred-lines.md", "tests/engine/toys/card_duel/game.py"),
    ],
)
def test_the_tutorials_leave_no_line_of_their_games_out(page: str, path: str) -> None:
    shown = [block.text for block in blocks(DOCS / "tutorial" / page) if block.title == path]
    lines = [line for text in shown for line in text.splitlines() if line]
    assert lines == [line for line in (ROOT / path).read_text("utf-8").splitlines() if line]


def test_the_client_is_shown_whole() -> None:
    shown = [block.text for block in blocks(DOCS / "how-to" / "write-a-client.md") if block.language == "python"]
    assert shown == [(DOCS / "how-to" / "client.py").read_text("utf-8")]


@pytest.mark.parametrize("path", TEXTS, ids=name)
def test_scenarios_come_true(path: Path) -> None:
    for block in blocks(path):
        if block.language == "json":
            data = json.loads(block.text)
            result = run(find(data["game"]), data)
            assert result.passed, result.differences


def commands(path: Path) -> list[list[str]]:
    """Return the lines of shell blocks that call `shapan`, `./scripts/play` standing for it."""
    found = []
    for block in blocks(path):
        if block.language == "sh":
            for line in block.text.splitlines():
                words = shlex.split(line, comments=True)
                if words and words[0] in ("shapan", "./scripts/play"):
                    found.append(words[1:])
                elif words and words[0].startswith("./"):
                    assert (ROOT / words[0]).is_file(), line
    return found


@pytest.mark.parametrize("path", TEXTS, ids=name)
def test_commands_are_understood(path: Path) -> None:
    for words in commands(path):
        app.parse_args(words, exit_on_error=False, print_error=False)
        if len(words) > 1 and words[0] in ("play", "simulate", "check", "rules") and words[1] != "my_game":
            assert words[1] in games() or words[1].startswith("-")


@pytest.mark.parametrize("path", TEXTS, ids=name)
def test_links_lead_somewhere(path: Path) -> None:
    for link in map("".join, _LINK.findall(path.read_text("utf-8"))):
        if link.startswith(("http:", "https:", "mailto:")):
            continue
        where, _, anchor = link.partition("#")
        target = (path.parent / where).resolve() if where else path
        assert target.exists(), link
        if anchor:
            heads = [
                re.sub(r"[^\w -]", "", head).strip().lower() for head in _HEADING.findall(target.read_text("utf-8"))
            ]
            assert anchor in [head.replace(" ", "-") for head in heads], link


def test_the_definition_of_a_game_leaves_no_attribute_out() -> None:
    page = (DOCS / "reference/engine.md").read_text("utf-8")
    chapter = page.partition("## The definition of a game\n")[2].partition("\n## ")[0]
    named = re.findall(r"`(\w+)`", " ".join(row.split("|")[1] for row in chapter.splitlines() if row.startswith("| `")))
    assert sorted(named) == sorted(annotation_texts(Game))


def test_pictures_are_small_and_all_shown() -> None:
    shown = {link for path in READMES for link in map("".join, _LINK.findall(path.read_text("utf-8")))}
    pictures = sorted(path.relative_to(ROOT).as_posix() for path in (DOCS / "images").iterdir())
    assert pictures == sorted(link for link in shown if link.endswith(".png"))
    assert all((ROOT / picture).stat().st_size < 200_000 for picture in pictures)


def test_every_page_is_in_the_table_of_contents() -> None:
    config = tomllib.loads((ROOT / "zensical.toml").read_text("utf-8"))

    def leaves(part: Any) -> list[str]:
        if isinstance(part, str):
            return [part]
        return [leaf for inner in (part.values() if isinstance(part, dict) else part) for leaf in leaves(inner)]

    named = leaves(config["project"]["nav"])
    assert sorted(named) == sorted(str(path.relative_to(DOCS)) for path in DOCS.rglob("*.md"))


def test_the_list_of_games_is_that_of_the_registry() -> None:
    for path in (DOCS / "index.md", *READMES):
        listed = re.findall(r"^\| `(\w+)` \| (\d)(?:(?: to | 至 |–)(\d))? ", path.read_text("utf-8"), re.MULTILINE)
        assert {row[0]: (int(row[1]), int(row[2] or row[1])) for row in listed} == {
            game.name: (game.min_seats, game.max_seats) for game in games().values()
        }, name(path)


@pytest.mark.parametrize("path", [*TEXTS, ROOT / "CONTRIBUTING.md"], ids=name)
def test_the_command_has_one_name(path: Path) -> None:
    """The script of a checkout starts it; what it is told is said to `shapan`. No index has it to install."""
    text = path.read_text("utf-8")
    assert re.findall(r"scripts/play (?!--)\w[^`\n]*", text) == [], "say `shapan`"
    assert re.findall(r"uv run shapan|pip install '?\"?shapan[\[\s'\"]", text) == [], "docs/how-to/install.md says how"


def test_both_readmes_name_the_same_commands() -> None:
    assert commands(READMES[0]) == commands(READMES[1])


def test_files_named_in_text_are_there() -> None:
    """A path in backticks, in pages and docstrings, is the end of one in this checkout: no old name stays."""
    folders = ("src", "tests", "docs", "scripts", "bench", "deploy", "web/src", "web/tests")
    paths = [path for folder in folders for path in (ROOT / folder).rglob("*.*") if "node_modules" not in path.parts]
    there = {f"/{path.relative_to(ROOT).as_posix()}" for path in [*paths, *ROOT.glob("*.*")]}
    ends = {end for path in there for end in (path[place:] for place, sign in enumerate(path) if sign == "/")}
    texts = [path for path in [*paths, *ROOT.glob("*.md")] if path.suffix in {".py", ".md"} and path.is_file()]
    named = {
        (path.relative_to(ROOT).as_posix(), name)
        for path in texts
        for name in re.findall(r"`((?:[\w.-]+/)*[\w-]+\.(?:py|toml|ts|svelte))`", path.read_text(encoding="utf-8"))
    }
    assert len(named) > 100
    assert sorted((path, name) for path, name in named if f"/{name}" not in ends) == []
