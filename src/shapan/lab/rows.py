"""The rows of the result tables: which columns a game has, and what a played match puts into them.

Plain lists, so that workers need nothing but the engine. `docs/reference/lab-results.md` describes the columns.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import chain
from typing import Any, Final

from shapan.engine.actions import DONE, Actions, Family
from shapan.engine.game import Game
from shapan.engine.kinds import Enum
from shapan.lab.answers import Answers
from shapan.lab.plan import Plan, plain
from shapan.lab.playout import Played, play

SCHEMA: Final = 2
"""Raised whenever a table or a column comes, goes, or changes its name, type or meaning."""

MAX_WORDS: Final = 16
"""Choices are counted word by word where a family has one parameter with at most so many words."""

COUNT, SMALL, WORD, FLAG, REAL, WHOLE = "u32", "u8", "str", "bool", "f64", "i64"


class Choices:
    """The names under which choices are counted: each family, and each word of a small one."""

    def __init__(self, actions: Actions) -> None:
        self.actions = actions
        self.names: list[str] = ["done"] if actions.done and "done" not in actions.by_name else []
        for family in actions.by_number.values():
            self.names.append(family.name)
            self.names += [f"{family.name}.{word}" for word in self._words(family)]
        self._known: dict[int, tuple[str, ...]] = {DONE: ("done",) if "done" in self.names else ()}

    @staticmethod
    def _words(family: Family) -> tuple[str, ...]:
        kinds = [kind for _, kind in family.parameters]
        if len(kinds) == 1 and isinstance(kinds[0], Enum) and kinds[0].size <= MAX_WORDS and not family.tested:
            return kinds[0].names
        return ()

    def of(self, code: int) -> tuple[str, ...]:
        """Return the names of a code, the narrowest last."""
        names = self._known.get(code)
        if names is None:
            family = self.actions.of(code)
            words = self._words(family)
            names = (family.name, f"{family.name}.{words[family.value(code)]}") if words else (family.name,)
            if len(self._known) < 10_000:
                self._known[code] = names
        return names


class Shape:
    """The columns of the tables for a plan, by name, with their types."""

    def __init__(self, plan: Plan) -> None:
        game = plan.definition()
        state = game.start(plan.options, plan.seats, plan.key(0))
        self.kinds = list(dict.fromkeys(prompt.key for prompt in game.prompts))
        self.groups, self.measures = list(game.groups(state)), list(game.measures(state))
        self.choices = Choices(game.actions)
        self.matches = {
            "match": COUNT,
            "game": WORD,
            "rules_version": COUNT,
            "variant": WORD,
            "options": WORD,
            "seats": SMALL,
            "seed": WORD,
            "result": WORD,
            "capped": FLAG,
            "rounds": COUNT,
            "decisions": COUNT,
            **{f"decisions.{kind}": COUNT for kind in self.kinds},
        }
        self.seats = {
            "match": COUNT,
            "seat": SMALL,
            "bot": WORD,
            **{f"group.{name}": WORD for name in self.groups},
            "rank": SMALL,
            "won": FLAG,
            "return": REAL,
            "score": WHOLE,
            **{f"measure.{name}": WHOLE for name in self.measures},
            "decisions": COUNT,
            **{f"first.{kind}": WORD for kind in self.kinds},
            **{f"chose.{name}": COUNT for name in self.choices.names},
        }
        self.answers = {"match": COUNT, "seat": SMALL, "kind": WORD, "answer": WORD, "times": COUNT}

    @property
    def tables(self) -> dict[str, dict[str, str]]:
        """The columns by table."""
        return {"matches": self.matches, "seats": self.seats, "answers": self.answers}


Columns = dict[str, list[Any]]


@dataclass(slots=True)
class Rows:
    """The rows of the matches `first` to `first` + `count` - 1, column by column."""

    first: int
    count: int
    matches: Columns = field(default_factory=dict)
    seats: Columns = field(default_factory=dict)
    answers: Columns = field(default_factory=dict)


class Writer:
    """Writes played matches as rows."""

    def __init__(self, plan: Plan) -> None:
        self.plan = plan
        self.game: Game[Any] = plan.definition()
        self.shape = Shape(plan)
        self.answers = Answers(self.game.actions)
        self.options = plain(self.game.resolve(plan.options, plan.seats))

    def rows(self, first: int, count: int) -> Rows:
        """Play matches and return their rows."""
        matches: Columns = {name: [] for name in self.shape.matches}
        seats: Columns = {name: [] for name in self.shape.seats}
        answers: Columns = {name: [] for name in self.shape.answers}
        for played in play(self.plan, first, count):
            by_seat = Counter((seat, prompt.key) for prompt, seat, _ in played.chosen)
            _append(matches, self._match(played, by_seat))
            for row in self._seats(played, by_seat):
                _append(seats, row)
            for row in self._answers(played):
                _append(answers, row)
        return Rows(first, count, matches, seats, answers)

    def _answers(self, played: Played) -> Iterator[dict[str, Any]]:
        """Yield how often each seat has given which kind of answer, in the order of seats, questions and names."""
        whole = zip(played.chosen, played.answers, strict=True)
        counted = Counter((seat, prompt.key, self.answers.name(prompt, codes)) for (prompt, seat, _), codes in whole)
        for (seat, kind, answer), times in sorted(counted.items()):
            yield {"match": played.number, "seat": seat, "kind": kind, "answer": answer, "times": times}

    def _match(self, played: Played, by_seat: Counter[tuple[int, str]]) -> dict[str, Any]:
        game, state, outcome = self.game, played.state, played.outcome
        row: dict[str, Any] = {
            "match": played.number,
            "game": self.plan.game,
            "rules_version": game.rules_version,
            "variant": self.plan.variant,
            "options": self.options,
            "seats": self.plan.seats,
            "seed": self.plan.seed,
            "result": None if outcome is None else outcome.result,
            "capped": outcome is None or outcome.result in game.cut_off,
            "rounds": game.rounds(state),
            "decisions": len(played.chosen),
        }
        for kind in self.shape.kinds:
            row[f"decisions.{kind}"] = 0
        for (_, kind), times in by_seat.items():
            row[f"decisions.{kind}"] += times
        return row

    def _seats(self, played: Played, by_seat: Counter[tuple[int, str]]) -> Iterator[dict[str, Any]]:
        game, state, outcome, shape = self.game, played.state, played.outcome, self.shape
        groups, measures = game.groups(state), game.measures(state)
        returns = None if outcome is None else game.returns(outcome)
        first = {(seat, prompt.key): code for prompt, seat, code in reversed(played.chosen)}
        chose: list[Counter[str]] = [Counter() for _ in played.lineup]
        for (seat, code), times in Counter((s, c) for _, s, c in chain(played.chosen, played.picks)).items():
            for name in shape.choices.of(code):
                chose[seat][name] += times
        for seat, bot in enumerate(played.lineup):
            row = {
                "match": played.number,
                "seat": seat,
                "bot": bot,
                "rank": None if outcome is None else outcome.ranks[seat],
                "won": outcome is not None and seat in outcome.winners,
                "return": None if returns is None else returns[seat],
                "score": outcome.scores[seat] if outcome is not None and outcome.scores else None,
                "decisions": sum(by_seat[seat, kind] for kind in shape.kinds),
            }
            row |= {f"group.{name}": groups[name][seat] for name in shape.groups}
            row |= {f"measure.{name}": measures[name][seat] for name in shape.measures}
            for kind in shape.kinds:
                names = shape.choices.of(first[seat, kind]) if (seat, kind) in first else ()
                row[f"first.{kind}"] = names[-1] if names else None
            row |= {f"chose.{name}": chose[seat][name] for name in shape.choices.names}
            yield row


def _append(columns: Columns, row: dict[str, Any]) -> None:
    for name, column in columns.items():
        column.append(row[name])


def write(plan: Plan, first: int, count: int) -> Rows:
    """Play matches and return their rows: what a worker is asked to do."""
    return Writer(plan).rows(first, count)
