"""A balance test: one or several sets of rules are played until it is clear whether seats and groups win fairly.

    balance.json     what is asked and, once it is clear, the answers
    set1/, set2/ ..  the matches of each set, as `shapan lab run` keeps them

Every question has its own sequential test (`shapan.lab.sequential`); the risk is divided among them.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import ExitStack
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final

import polars as pl

from shapan.lab import sequential
from shapan.lab.errors import LabError
from shapan.lab.files import put_json, read_known, sweep
from shapan.lab.folder import TABLES_OF, Folder
from shapan.lab.plan import Plan
from shapan.lab.rows import SCHEMA, Shape, write
from shapan.lab.run import Engine, faults, fill
from shapan.lab.sequential import OPEN, Question
from shapan.lab.shares import SEAT, Table, column_of, counted, differences

NAME: Final = "balance.json"
SHARE, DIFFERENCE = "share", "difference"


@dataclass(slots=True)
class Setup:
    """A set of rules: its name and what is played."""

    name: str
    plan: Plan


@dataclass(slots=True)
class BalanceQuestion:
    """A question: the share of a word in a set, or its difference to the share in the first set."""

    kind: str
    set: int
    topic: str
    word: str
    question: Question

    def write(self, names: Sequence[str]) -> dict[str, Any]:
        """Return question and answer as JSON; shares and differences are numbers, not percents."""
        question = self.question
        low, high = question.measure()
        mean = sequential.mean_of(question.counts)
        turned = [2 * value - 1 for value in (mean, low, high)] if self.kind == DIFFERENCE else [mean, low, high]
        return {
            "kind": self.kind,
            "set": names[self.set],
            **({"against": names[0]} if self.kind == DIFFERENCE else {}),
            "topic": self.topic,
            "word": self.word,
            "verdict": question.verdict,
            "decided_after": question.decided,
            "fair": 0.0 if self.kind == DIFFERENCE else round(question.fair, 6),
            **dict(zip(("value", "low", "high"), (round(value, 6) for value in turned), strict=True)),
            "matches": sum(question.counts.values()),
        }


@dataclass(slots=True)
class Trial:
    """What is asked: of which sets and topics, by which margin (0.05 is five points), at which risk."""

    setups: list[Setup]
    topics: list[str]
    margin: float
    risk: float
    asked: list[BalanceQuestion] = field(default_factory=list)
    matches: int = 0
    """Matches of each set, once it is over."""

    def settings(self) -> dict[str, Any]:
        """Return what fixes the answers, as JSON."""
        return {
            "schema": SCHEMA,
            "game": self.setups[0].plan.game,
            "seats": self.setups[0].plan.seats,
            "sets": [{"name": setup.name, "plan": setup.plan.digest()} for setup in self.setups],
            "topics": self.topics,
            "margin": self.margin,
            "risk": self.risk,
        }

    def write(self) -> dict[str, Any]:
        """Return the test with its answers, as JSON."""
        names = [setup.name for setup in self.setups]
        most = self.setups[0].plan.matches
        return {
            **self.settings(),
            "most": most,
            "matches": self.matches,
            "questions": [asked.write(names) for asked in self.asked],
        }

    # Looking

    def begin(self, tables: list[list[Table]], leads: list[list[Table]]) -> None:
        """Fix the questions: every word that came up so far, each with its part of the risk."""
        fair = 1 / self.setups[0].plan.seats
        found: list[BalanceQuestion] = []
        for kind, rows, middle, margin in (
            (SHARE, tables, fair, self.margin),
            (DIFFERENCE, leads, 0.5, self.margin / 2),
        ):
            for number, row in enumerate(rows, int(kind == DIFFERENCE)):
                for topic, table in zip(self.topics, row, strict=True):
                    found += [
                        BalanceQuestion(kind, number, topic, word, Question(middle, margin, 1.0)) for word in table
                    ]
        for asked in found:
            asked.question.risk = self.risk / len(found)
        self.asked = found

    def look(self, frames: list[pl.LazyFrame]) -> bool:
        """Look at the tables of seats of all sets so far. Tell whether every question is answered."""
        number = self.setups[0].plan.seats
        tables = [[counted(frame, topic, number) for topic in self.topics] for frame in frames]
        leads = [[differences(frame, frames[0], topic, number) for topic in self.topics] for frame in frames[1:]]
        if not self.asked:
            self.begin(tables, leads)
        for asked in self.asked:
            topic = self.topics.index(asked.topic)
            table = tables[asked.set][topic] if asked.kind == SHARE else leads[asked.set - 1][topic]
            asked.question.look(table.get(asked.word, {}))
        return all(asked.question.verdict != OPEN for asked in self.asked)


def weigh(trial: Trial, place: Path, engine: Engine, progress: Callable[[int], None]) -> Trial:
    """Play until every question is answered, or until the plans end, and keep the answers. Raises Fault."""
    _fit(trial)
    _claim(trial, place)
    most = trial.setups[0].plan.matches
    with ExitStack() as stack:
        folders = [
            stack.enter_context(Folder(place / f"set{number}", setup.plan))
            for number, setup in enumerate(trial.setups, 1)
        ]
        workers: dict[int, Any] = {}
        for upto in sequential.looks(most):
            for number, folder in enumerate(folders):
                if folder.whole() is None:
                    with faults(folder.path):
                        if number not in workers and folder.missing(upto):
                            workers[number] = stack.enter_context(engine(write, folder.plan))
                        if number in workers:
                            fill(folder, workers[number], upto, progress)
                elif (folder.whole() or upto) < upto:
                    raise LabError(
                        f"{place}: it ended after {folder.whole()} matches, as another test; name a new folder"
                    )
            trial.matches = upto
            progress(upto)
            columns = ["match", "won", *(column_of(topic) for topic in trial.topics)]
            frames = [folder.scan("seats", upto).select(columns).collect() for folder in folders]
            if trial.look([frame.lazy() for frame in frames]):
                break
        for folder in folders:
            with faults(folder.path):
                folder.put_together(trial.matches)
    put_json(place / NAME, trial.write())
    return trial


def _fit(trial: Trial) -> None:
    known = [SEAT, *Shape(trial.setups[0].plan).groups]
    for topic in trial.topics:
        if topic not in known:
            raise LabError(f"there is nothing called {topic!r} to compare; known: {', '.join(known)}")


def _claim(trial: Trial, place: Path) -> None:
    """Write down what is asked, or hold what is written there against it."""
    path = place / NAME
    if not path.exists():
        if place.exists() and (not place.is_dir() or set(place.iterdir()) - {path.with_name(f".{NAME}")}):
            raise LabError(f"{place}: there is something else already; name a new folder")
        place.mkdir(parents=True, exist_ok=True)
        put_json(path, {**trial.settings(), "questions": []})
        return
    sweep(place)
    found = read(place)
    for name, value in trial.settings().items():
        if found.get(name) != value:
            raise LabError(f"{place} holds another test: its {name} is not what is asked for; name a new folder")


def read(place: Path) -> dict[str, Any]:
    """Return what a folder holds of a balance test. Raises Fault if it is none, or of another schema."""
    return read_known(place / NAME, "a balance test", "there is no balance test", *TABLES_OF)
