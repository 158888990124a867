"""Every text of a game is said by something.

A name is said where it is in a string of the code or in the data, or is put together of such words (`f"{card}_pass"`).
A section that the code names only in `say("section", "name")`, with the names written out, has no other names.
"""

from __future__ import annotations

import ast
import re
import tomllib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import Any

import pytest

SOURCE = Path(__file__).parents[2] / "src" / "shapan"
CLIENT = SOURCE.parents[1] / "web" / "src"
SHARED = ("engine", "server", "bots", "cli")
HOLE = "\0"
WORD = re.compile(r"\w+")
COMPOSED = re.compile(
    r"rule\..+"  # of every rule that has a number
    r"|(skill_card|fate_card)\.[A-Za-z]+\d+|stone\.\+"  # suit or type, and value
    r"|(area|source|combat_card(_text)?)\.\w+_\d"  # of planets and cards, numbered
    r"|prompt\.pay_\w+|closing\.(behind_\w+_team|president_admiral)|odds\.loses_\w+"  # of parts
    r"|tell\.accuse"  # where the client says what it has no word for itself
)
"""Keys that are put together of more than words with something between them."""


@dataclass
class Said:
    """What code and data say."""

    words: set[str] = field(default_factory=set)
    """All words in strings, but for docstrings, and in data."""
    strings: set[str] = field(default_factory=set)
    patterns: set[str] = field(default_factory=set)
    """Strings that are put together, with a hole for each part that is filled in; keys have their section."""
    named: set[str] = field(default_factory=set)
    """Keys that are written out in calls of `say`."""

    def __or__(self, other: Said) -> Said:
        return Said(
            self.words | other.words,
            self.strings | other.strings,
            self.patterns | other.patterns,
            self.named | other.named,
        )

    def read(self, tree: ast.Module) -> None:
        """Add what a module says."""
        known: set[int] = set()
        for node in ast.walk(tree):
            match node:
                case ast.Expr(value=ast.Constant() as docstring):
                    known.add(id(docstring))
                case ast.Call(func=ast.Name(id="say"), args=[ast.Constant(value=str(section)) as first, second, *_]):
                    if isinstance(second, ast.Constant | ast.JoinedStr):
                        known.add(id(first))
                    if isinstance(second, ast.Constant):
                        self.named.add(f"{section}.{second.value!s}")
                    elif isinstance(second, ast.JoinedStr):
                        self.patterns.add(f"{section}.{pattern(second)}")
                case ast.JoinedStr():
                    known.update(map(id, node.values))
                    self.patterns.add(pattern(node))
                    self.words.update(WORD.findall(pattern(node)))
        for node in ast.walk(tree):
            if isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in known:
                self.strings.add(node.value)
                self.words.update(WORD.findall(node.value))
                if node.value.startswith("_"):  # put behind a key
                    self.patterns.add(HOLE + node.value)

    def unsaid(self, keys: Iterator[str]) -> Iterator[str]:
        """Yield those of some keys that nothing says."""
        open_sections = {one.partition(".")[0] for one in (*self.strings, *self.patterns)}
        closed = {one.partition(".")[0] for one in self.named} - open_sections
        spoken = [one for one in self.patterns if re.search("[A-Za-z]", one)]
        patterns = [re.compile(re.escape(one).replace(re.escape(HOLE), "(.+)")) for one in spoken]
        for key in keys:
            section, name = key.partition(".")[0], key.rpartition(".")[2]
            if COMPOSED.fullmatch(key) or key in self.strings | self.named:
                continue
            if section not in closed and self.is_known(name):
                continue
            found = (one.fullmatch(text) for one in patterns for text in (key, name))
            if not any(one is not None and all(map(self.is_known, one.groups())) for one in found):
                yield key

    def is_known(self, text: str) -> bool:
        """Tell whether a text is one of the words, or several with something between them: `riots#1`."""
        words = WORD.findall(text)
        return bool(words) and self.words.issuperset(words)


def pattern(node: ast.JoinedStr) -> str:
    """Return a string that is put together, with holes."""
    return "".join(str(part.value) if isinstance(part, ast.Constant) else HOLE for part in node.values)


def leaves(table: Mapping[str, Any], above: str = "") -> Iterator[str]:
    """Yield the keys of all texts: `section.name`."""
    for name, value in table.items():
        if isinstance(value, dict):
            yield from leaves(value, f"{above}{name}.")
        else:
            yield f"{above}{name}"


@cache
def said_in_client() -> Said:
    """Read the code of the client, which asks for texts as `side.log` or `ui.side.log`."""
    made = Said()
    for path in sorted({*CLIENT.rglob("*.ts"), *CLIENT.rglob("*.svelte")}):
        if ".test." in path.name:
            continue
        text = path.read_text("utf-8")
        made.strings.update(one.removeprefix("ui.") for one in re.findall(r"[\"'`]([\w.]+)[\"'`]", text))
        filled = [re.sub(r"\$\{[^}]*\}", HOLE, one) for one in re.findall(r"`([\w.]*\$\{[^}`]*\}[\w.]*)`", text)]
        made.patterns.update(one.removeprefix("ui.") for one in filled)
    made.words.update(word for one in made.strings for word in WORD.findall(one))
    return made


@cache
def said_in(folder: Path) -> Said:
    """Read all code and data in a folder, but for the texts themselves."""
    made = Said()
    for path in sorted(folder.rglob("*")):
        if {"texts", "static", "locale"}.isdisjoint(path.parts):
            if path.suffix == ".py":
                made.read(ast.parse(path.read_text("utf-8")))
            elif path.suffix in {".toml", ".json"}:
                made.words.update(WORD.findall(path.read_text("utf-8")))
    return made


@pytest.mark.parametrize("game", sorted(path.parents[1].name for path in SOURCE.glob("games/*/texts/en.toml")))
def test_every_text_is_said(game: str) -> None:
    folder = SOURCE / "games" / game
    said = said_in(folder) | said_in_client()
    for name in SHARED:
        said |= said_in(SOURCE / name)
    keys = leaves(tomllib.loads((folder / "texts" / "en.toml").read_text("utf-8")))
    assert list(said.unsaid(keys)) == []


def test_what_nothing_says_is_found() -> None:
    said = Said()
    said.read(
        ast.parse('say("lost", "admiral"); fact("on"); say("end", f"{card}_pass"); roles = "admiral president riots"')
    )
    keys = ["lost.admiral", "lost.president", "odds.on", "odds.cards_decide", "end.riots_pass", "end.riots_fail"]
    assert list(said.unsaid(iter(keys))) == ["lost.president", "odds.cards_decide", "end.riots_fail"]


@pytest.mark.parametrize("folder", ["engine/texts", "cli/play/texts"])
def test_every_text_of_the_program_is_said(folder: str) -> None:
    said = said_in_client()
    for one in (*SHARED, "games"):
        said |= said_in(SOURCE / one)
    keys = leaves(tomllib.loads((SOURCE / folder / "en.toml").read_text("utf-8")))
    assert list(said.unsaid(keys)) == []
