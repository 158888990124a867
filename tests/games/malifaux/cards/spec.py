"""The tables of `docs/rules/malifaux-crews.md`, read for comparison with the data."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from pathlib import Path

ROOT = Path(__file__).parents[4]
CREWS = (ROOT / "docs/rules/malifaux-crews.md").read_text(encoding="utf-8")
RULES = (ROOT / "docs/rules/malifaux.md").read_text(encoding="utf-8")
SECTIONS = {"4.1": "guild", "4.2": "resurrectionist", "4.3": "neverborn"}


def identifier(name: str) -> str:
    """13: lower case, other signs than letters and digits become _, none at the ends, apostrophes dropped."""
    return re.sub(r"[^a-z0-9]+", "_", name.lower().replace("'", "")).strip("_")


def cells(line: str) -> list[str]:
    return [cell.strip() for cell in line.strip().strip("|").split("|")]


def section(text: str, head: str) -> str:
    level = head.split(" ", maxsplit=1)[0]
    return re.split(rf"^#{{1,{len(level)}}} ", text.split(f"\n{head}")[1], maxsplit=1, flags=re.MULTILINE)[0]


def table(text: str) -> list[list[str]]:
    """Return the rows of all tables of a text without heads and lines."""
    lines = [line.strip() for line in text.splitlines() if line.lstrip().startswith("|")]
    heads = {at - 1 for at, line in enumerate(lines) if line.startswith("|---")}
    return [cells(line) for at, line in enumerate(lines) if at not in heads and not line.startswith("|---")]


@dataclass
class PrintedAction:
    kind: str
    name: str
    range: str
    stat: str
    resist: str
    tn: str
    effect: str
    triggers: str

    @property
    def id(self) -> str:
        return identifier(self.name)


@dataclass
class PrintedModel:
    id: str
    name: str
    faction: str
    head: str
    abilities: list[str]
    actions: list[PrintedAction] = field(default_factory=list)

    def number(self, word: str) -> int:
        found = re.search(rf"\b{word} (\d+)", self.head)
        assert found, (self.name, word)
        return int(found.group(1))

    def suits(self, word: str) -> str:
        found = re.search(rf"\b{word} \d+([rtmc]*)", self.head)
        assert found, (self.name, word)
        return found.group(1)


def models() -> list[PrintedModel]:
    """Return the models of section 4, in order."""
    found: list[PrintedModel] = []
    faction = ""
    lines = CREWS.split("\n## 4. Models")[1].split("\n## 5.")[0].splitlines()
    for at, line in enumerate(lines):
        if place := re.match(r"### (4\.\d)", line):
            faction = SECTIONS.get(place.group(1), "")
        if given := re.match(r"\(faction (\w+)\)", line):
            faction = given.group(1).lower()
        if line.startswith("#### "):
            of = re.search(r"id `(\w+)`", lines[at + 1])
            assert of
            abilities = lines[at + 2].removeprefix("Abilities: ").split(", ")
            found.append(PrintedModel(of.group(1), line[5:], faction, lines[at + 1], abilities))
        elif line.startswith("|") and not line.startswith(("|---", "| kind")):
            found[-1].actions.append(PrintedAction(*cells(line)))
    return found


MODELS = models()
ABILITIES = [row[0] for row in table(section(CREWS, "## 5. "))]
TRIGGERS = {row[0]: row[1:] for row in table(section(CREWS, "## 6. "))}
