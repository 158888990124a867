"""Size and shape of the source, held to the limits in pyproject.toml: `./scripts/house [--where]`.

Code lines are lines without blanks, docstrings, comments and imports, so that layout cannot change a figure. A game's
core is its code without board, bots, odds and geometry. Scatter is the number of files under a game's `rules/` that
name a rule number, averaged over all numbers named there. Imports inside functions count for circles, those for type
checkers do not. Each limit in `[tool.house]` has a goal beside it, to which it sinks.
"""

from __future__ import annotations

import argparse
import ast
import re
import sys
import tomllib
from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parent.parent
SHOWN = 8
"""How many places are listed for a figure."""
SLACK = 0.03
"""By what part of itself a figure may lie below its limit before the limit has to follow."""
UNLIMITED = frozenset({"migrations"})
"""Folders whose functions may be long: what they do is done once, and not changed later."""

PARTS = ("board", "bots", "odds", "geometry")
"""Folders of a game that are no part of its core."""

Places = list[tuple[float, str]]
"""Where a figure comes from: a number of lines or files, and what has it."""


@dataclass(frozen=True)
class Source:
    """A Python file, as it is measured."""

    path: Path
    text: str
    statements: list[ast.stmt]
    """All that run: those inside others too, but not those for type checkers only."""
    code: frozenset[int]
    """The numbers of its code lines."""

    @classmethod
    def read(cls, path: Path) -> Source:
        """Read a file; raise SyntaxError if it isn't Python."""
        text = path.read_text(encoding="utf-8")
        skipped: set[int] = set()
        run: list[ast.stmt] = []
        for node, is_run in statements(ast.parse(text)):
            if is_run:
                run.append(node)
            if isinstance(node, ast.Import | ast.ImportFrom) or _is_string(node):
                skipped.update(_lines(node))
        lines = [(at, line.strip()) for at, line in enumerate(text.splitlines(), 1) if at not in skipped]
        return cls(path, text, run, frozenset(at for at, line in lines if line and not line.startswith("#")))

    def functions(self) -> Iterator[tuple[int, str]]:
        """Yield each function with its code lines, those inside it included."""
        for node in self.statements:
            if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
                yield sum(at in self.code for at in _lines(node)), node.name


def statements(inside: ast.AST, *, is_run: bool = True) -> Iterator[tuple[ast.stmt, bool]]:
    """Yield the statements inside something, however deep, each with whether it runs or is for type checkers only."""
    if isinstance(inside, ast.If) and "TYPE_CHECKING" in ast.unparse(inside.test):
        is_run = False
    for name in ("body", "handlers", "orelse", "finalbody", "cases"):
        listed = getattr(inside, name, None)
        for node in listed if isinstance(listed, list) else []:
            if isinstance(node, ast.stmt):
                yield node, is_run
            yield from statements(node, is_run=is_run)


def _is_string(node: ast.stmt) -> bool:
    return isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant) and isinstance(node.value.value, str)


def _lines(node: ast.stmt) -> range:
    return range(node.lineno, (node.end_lineno or node.lineno) + 1)


# Import circles


def imports(sources: Mapping[str, Source]) -> dict[str, set[str]]:
    """Return for each module those of the others that it imports, inside functions too."""
    found: dict[str, set[str]] = {}
    for name, source in sources.items():
        named: set[str] = set()
        for node in source.statements:
            if isinstance(node, ast.Import):
                named.update(alias.name for alias in node.names)
            elif isinstance(node, ast.ImportFrom):
                package = _package(name, source, node)
                one_by_one = {f"{package}.{alias.name}" for alias in node.names}
                named |= one_by_one
                if not one_by_one <= sources.keys():
                    named.add(package)
        found[name] = (named & sources.keys()) - {name}
    return found


def _package(name: str, source: Source, node: ast.ImportFrom) -> str:
    """Return what something is imported from, relative imports resolved."""
    if not node.level:
        return node.module or ""
    up = node.level - (source.path.name == "__init__.py")
    parts = name.split(".")[: -up or None]
    return ".".join([*parts, *filter(None, [node.module])])


def circles(edges: Mapping[str, set[str]]) -> list[list[str]]:
    """Return the groups of modules that import each other, largest first."""
    reached = {name: _reached(edges, name) for name in edges}
    groups = {tuple(sorted(o for o in reached[name] if name in reached[o])) for name in edges if name in reached[name]}
    return sorted(map(list, groups), key=lambda one: (-len(one), one))


def _reached(edges: Mapping[str, set[str]], start: str) -> set[str]:
    found: set[str] = set()
    ahead = list(edges[start])
    while ahead:
        name = ahead.pop()
        if name not in found:
            found.add(name)
            ahead += edges[name]
    return found


# Games


@dataclass
class Game:
    """The figures of a game, and where they come from."""

    name: str
    words: int
    """Of its specification in docs/rules."""
    lines: Counter[str] = field(default_factory=Counter)
    """Code lines by `core` and by each of `PARTS`."""
    files: Places = field(default_factory=list)
    numbers: dict[str, set[str]] = field(default_factory=lambda: defaultdict(set))
    """By rule number, the files under `rules/` that name it."""

    def figures(self) -> dict[str, float]:
        """Return what is limited: lines per 1,000 words, files per number, percent of the core, lines."""
        core = self.lines["core"]
        scatter = sum(map(len, self.numbers.values())) / max(1, len(self.numbers))
        return {
            "core": round(core / max(1, self.words) * 1000),
            "scatter": round(scatter, 2),
            "board": round(100 * self.lines["board"] / max(1, core)),
            "bots": self.lines["bots"],
            "odds": self.lines["odds"],
        }

    def places(self, figure: str) -> Places:
        """Return where a figure comes from, the worst first."""
        if figure == "scatter":
            found: Places = [(len(at), f"{one}: {', '.join(sorted(at))}") for one, at in self.numbers.items()]
        else:
            found = [(lines, at) for lines, at in self.files if part(at) == figure]
        return worst(found)


def part(place: str) -> str:
    """Return to what a file of a game belongs, by its path in the folder of the game."""
    head = place.split("/", maxsplit=1)[0]
    return head if head in PARTS else "core"


def worst(places: Places) -> Places:
    """Return the first few by size."""
    return sorted(places, key=lambda one: (-one[0], one[1]))[:SHOWN]


def prefix(game: Source) -> str:
    """Return what the rule numbers of a game begin with, as its class says."""
    found = re.search(r'^ +prefix(?:: [^=]+)? = "(\w+)"$', game.text, re.MULTILINE)
    if found is None:
        raise ValueError(f"{game.path} names no prefix of rule numbers")
    return found[1]


def read_game(root: Path, folder: Path, sources: Mapping[str, Source]) -> Game | None:
    """Measure the game in a folder; return None if it has no specification in docs/rules."""
    name, rules = folder.name.replace("_", "-"), root / "docs" / "rules"
    specs = [*rules.glob(f"{name}.md"), *rules.glob(f"{name}-*.md")]
    if not specs:
        return None
    game = Game(folder.name, sum(len(spec.read_text(encoding="utf-8").split()) for spec in specs))
    mine = {str(one.path.relative_to(folder)): one for one in sources.values() if one.path.is_relative_to(folder)}
    # After the first number the prefix is left out: "MFX-8.2, 11.11".
    number = re.compile(rf"\b{prefix(mine['game.py'])}-(\d+(?:\.\d+)*)|(?<=[ ,(])(\d+\.\d+)(?=[,): ])")
    for place, source in mine.items():
        game.lines[part(place)] += len(source.code)
        game.files.append((len(source.code), place))
        for found in number.finditer(source.text if place.startswith("rules/") else ""):
            game.numbers[found[1] or found[2]].add(place)
    return game


# The whole


@dataclass
class House:
    """All that is measured of a source tree."""

    games: dict[str, Game]
    circles: list[list[str]]
    functions: Places
    files: Places

    @classmethod
    def read(cls, root: Path) -> House:
        """Measure the packages under `src` in a checkout."""
        src = root / "src"
        sources = {module(path.relative_to(src)): Source.read(path) for path in sorted(src.rglob("*.py"))}
        measured = [read_game(root, one.parent, sources) for one in sorted(src.glob("*/games/*/game.py"))]
        long = [one for one in sources.values() if not UNLIMITED & set(one.path.parts)]
        return cls(
            games={game.name: game for game in measured if game},
            circles=circles(imports(sources)),
            functions=[(n, f"{one.path.relative_to(root)}: {name}") for one in long for n, name in one.functions()],
            files=[(len(one.code), str(one.path.relative_to(root))) for one in long],
        )

    def figures(self) -> dict[str, dict[str, float]]:
        """Return all figures by `all` or the name of a game."""
        whole: dict[str, float] = {
            "circles": sum(map(len, self.circles)),
            "function": max((lines for lines, _ in self.functions), default=0),
            "file": max((lines for lines, _ in self.files), default=0),
        }
        return {"all": whole, **{name: game.figures() for name, game in self.games.items()}}

    def places(self, of: str, figure: str) -> Places:
        """Return where a figure comes from, the worst first."""
        if of != "all":
            return self.games[of].places(figure)
        if figure == "circles":
            return [(len(one), ", ".join(one)) for one in self.circles]
        return worst(self.functions if figure == "function" else self.files)


def module(path: Path) -> str:
    """Return the name of a module by its path under `src`."""
    return ".".join(path.with_suffix("").parts).removesuffix(".__init__")


def over(figures: Mapping[str, Mapping[str, float]], limits: Mapping[str, Any]) -> list[tuple[str, str]]:
    """Return the figures above their limits; raise KeyError for one without a limit."""
    return [(of, key) for of, row in figures.items() for key, now in row.items() if now > limits[of][key]["limit"]]


def loose(figures: Mapping[str, Mapping[str, float]], limits: Mapping[str, Any]) -> list[tuple[str, str, float]]:
    """Return the limits that have to sink, each with what it should be now: the figure, or the goal if that is more."""
    found = []
    for of, row in limits.items():
        for key, one in row.items():
            better = max(one["goal"], figures[of][key])
            if one["limit"] > better * (1 + SLACK):
                found.append((of, key, better))
    return found


TITLES = {
    "circles": "files in import circles",
    "function": "longest function, code lines",
    "file": "longest file, code lines",
    "core": "core per 1,000 words of spec",
    "scatter": "files per rule number",
    "board": "board in % of core",
    "bots": "bots, code lines",
    "odds": "odds, code lines",
}


def report(house: House, limits: Mapping[str, Any], *, where: bool = False) -> tuple[list[str], int]:
    """Return the lines to print and the exit code: 1 if a figure is above its limit."""
    figures = house.figures()
    lines = [f"{'':16}{'core':>8}" + "".join(f"{one:>10}" for one in PARTS) + "   in code lines"]
    for name, game in house.games.items():
        lines.append(f"{name:16}{game.lines['core']:8,}" + "".join(f"{game.lines[one]:10,}" for one in PARTS))
    lines.append(f"\n{'':46}{'now':>8}{'limit':>8}{'goal':>8}")
    above = over(figures, limits)
    for of, row in figures.items():
        for key, now in row.items():
            one, mark = limits[of][key], "   OVER" if (of, key) in above else ""
            lines.append(f"{of:16}{TITLES[key]:30}{now:8,g}{one['limit']:8,g}{one['goal']:8,g}{mark}")
    shown = [(of, key) for of, row in figures.items() for key in row] if where else above
    for of, key in shown:
        lines += [f"\n{of}, {TITLES[key]}:", *(f"  {number:6,g}  {at}" for number, at in house.places(of, key))]
    for of, key, better in loose(figures, limits):
        lines.append(f"\n{of}, {TITLES[key]}: lower the limit in pyproject.toml to {better:g}")
    return lines, int(bool(above))


def main() -> int:
    """Print the report on this checkout."""
    parser = argparse.ArgumentParser(description="Measure the source against the limits in pyproject.toml.")
    parser.add_argument("--where", action="store_true", help="list where each figure comes from, not only what is over")
    options = parser.parse_args()
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    lines, code = report(House.read(ROOT), project["tool"]["house"], where=options.where)
    print(*lines, sep="\n")
    return code


if __name__ == "__main__":
    sys.exit(main())
