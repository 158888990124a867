"""Judgements fitted in rounds: bots search by what is known so far, and what they play is fitted to; the better stays.

    rounds.json            what is asked, and what came of each round that is over
    round1/2-seats/        the positions of the round's matches with so many seats (`shapan.lab.positions`)
    round1/judgement.toml  the weights fitted to these and to the positions of earlier rounds
    round1/2-seats-pairs/  the matches of these weights against the best so far, as `shapan lab run` keeps them
    judgement.toml         the best weights, once some are better than those in use

In the matches of a round searches by the best weights so far meet searches by each of the earlier ones, the best among
them, so that what beats one of them does not forget how to play another.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from contextlib import ExitStack
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from typing import Any, Final

import numpy as np
import polars as pl

from shapan import bots
from shapan.bots.search_bot import SearchBot
from shapan.engine.judgement import FILE
from shapan.lab import logit, sequential
from shapan.lab.errors import LabError
from shapan.lab.files import put, put_json, read_known, sweep
from shapan.lab.folder import Folder
from shapan.lab.judgement_fit import Found, check_enough, parts_of, positions_of, weigh, weights_text
from shapan.lab.logit import Groups
from shapan.lab.pairs import COLUMNS, pairs_of, values_of
from shapan.lab.plan import JUDGED, Plan
from shapan.lab.rows import write
from shapan.lab.run import faults, fill
from shapan.lab.sequential import MORE, OPEN, Question
from shapan.lab.workers import local

NAME: Final = "rounds.json"
SCHEMA: Final = 1
RISK: Final = 0.05
"""How often weights that are no better may be taken for better, of each round."""
MARGIN: Final = 0.05
"""Weights that win less than so much more than half are not looked for any longer."""
FADES: Final = (1.0, 0.5, 0.25, 0.0)
"""How much positions of a round may weigh, of those of the next one; which it is, the matches held out tell."""
IN_USE: Final = "in-use"

Record = dict[str, Any]
"""What came of a round, as JSON."""


@dataclass(slots=True)
class Setup:
    """What is asked: the plans, one for each number of seats, whose line-ups name the bots."""

    plans: Sequence[Plan]
    names: Sequence[str]
    """The bots: at least one that searches, with a number of passes; the first such one plays the pairs."""
    pairs: int
    """At most so many of each number of seats."""
    share: float
    """Of the matches that are held out."""

    def write(self) -> dict[str, Any]:
        """Return it as JSON, with the weights in use, where the rounds begin."""
        judgement = self.plans[0].definition().judgement
        return {
            "schema": SCHEMA,
            "plans": [plan.write() for plan in self.plans],
            "bots": list(self.names),
            "pairs": self.pairs,
            "held_out": self.share,
            "features": list(judgement.features),
            "in_use": list(judgement.weights),
        }

    def search(self) -> str:
        """Return the bot that plays the pairs. Raises Fault if there is none."""
        for name in self.names:
            if searches(name):
                return name
        raise LabError("no bot of them searches with a number of passes, such as search:100")


def searches(name: str) -> bool:
    """Tell whether a bot goes by a judgement; one that stops by the clock does not count."""
    bot = bots.find(name)
    return isinstance(bot, SearchBot) and not bot.budget.seconds


class Rounds:
    """The rounds of a folder. Raises Fault for a folder of something else."""

    def __init__(self, place: Path, setup: Setup, jobs: int) -> None:
        self.place, self.setup, self.jobs = place, setup, jobs
        self.game = setup.plans[0].definition()
        self.search = setup.search()
        check_enough(setup.plans, setup.share)
        with faults(place):
            self.records = _claimed(place, setup.write())

    # Names of bots

    def weights(self, before: int) -> dict[str, list[float]]:
        """Return the weights that are known before a round, by name, the oldest first."""
        used = list(self.game.judgement.weights)
        fitted = {str(record["round"]): list(record["weights"].values()) for record in self.records[: before - 1]}
        return {**({IN_USE: used} if used else {}), **fitted}

    def best(self, before: int) -> str:
        """Return whose weights are the best before a round; "" for none: the game judges without."""
        kept = [str(record["round"]) for record in self.records[: before - 1] if record["kept"]]
        return kept[-1] if kept else IN_USE if self.game.judgement.weights else ""

    def _lineups(self, number: int, seats: int) -> list[list[str]]:
        """Return who plays in a round: the bots in turns, searches by the best weights against each of the others."""
        best = self.best(number)
        rows: list[list[list[str]]] = []
        for name in self.setup.names:
            one = _judged(name, best)
            rows.append([[one] * seats])
            if searches(name):
                for other in self.weights(number):
                    if other != best:
                        rest = _judged(name, other)
                        rows[-1] += [[one if seat == at else rest for seat in range(seats)] for at in range(seats)]
        most = max(map(len, rows))
        return [row[turn % len(row)] for turn in range(most) for row in rows]

    def _plans(self, number: int) -> list[Plan]:
        return [
            replace(
                plan,
                lineups=self._lineups(number, plan.seats),
                judgements=self.weights(number),
                seed=f"{plan.seed}:round{number}",
            )
            for plan in self.setup.plans
        ]

    # Rounds

    def total(self) -> int:
        """Return how many matches a round has at most."""
        return sum(plan.matches + 2 * self.setup.pairs for plan in self.setup.plans)

    def run(self, number: int, progress: Callable[[int], None]) -> Record:
        """Play a round, of which the earlier ones are over, and return what came of it. Raises Fault.

        What is finished is kept, and a round that is over is not played again.
        """
        if len(self.records) >= number:
            return self.records[number - 1]
        with ExitStack() as stack:
            found, record = self._fitted(number, stack, progress)
            record |= self._compared(number, found, stack, progress)
        self.records.append(record)
        text = _text(found, record).encode()
        with faults(self.place):
            put(self.place / f"round{number}" / FILE, text)
            if record["kept"]:
                put(self.place / FILE, text)
            put_json(self.place / NAME, {**self.setup.write(), "rounds": self.records})
        return record

    def _fitted(self, number: int, stack: ExitStack, progress: Callable[[int], None]) -> tuple[Found, Record]:
        """Fit to the positions of a round and of those before; what these weigh, the matches held out tell."""
        plans, share = self._plans(number), self.setup.share
        played = [
            positions_of(self.place / f"round{one}", self._plans(one), self.jobs, stack, _nothing)
            for one in range(1, number)
        ]
        data = positions_of(self.place / f"round{number}", plans, self.jobs, stack, progress)
        tried = []
        for fade in FADES if played else FADES[:1]:
            earlier = [
                replace(one, weight=one.weight * fade**age)
                for age, groups in enumerate(reversed(played), 1)
                for one in parts_of(groups, share)[0]
                if fade
            ]
            tried.append((fade, weigh(self.game, plans, data, share, earlier)))
        fade, found = min(tried, key=lambda one: one[1].losses["fitted"])
        best, held = self.best(number), parts_of(data, share)[1]
        losses = dict(found.losses)
        if best:
            losses["best"] = logit.loss(held, np.array(self.weights(number)[best]))
        return found, {
            "round": number,
            "positions": found.positions,
            "earlier": sum(_positions(groups) for groups in played),
            "fade": fade,
            "held_out": found.held_out,
            "losses": losses,
            "weights": found.weights,
            "against": best,
        }

    def _pairs(self, number: int, found: Found) -> list[Plan]:
        """Return the pairs of the weights fitted in a round and the best before, for each number of seats."""
        best, name = self.best(number), str(number)
        one, other = _judged(self.search, name), _judged(self.search, best)
        weights = {**self.weights(number), name: list(found.weights.values())}
        return [
            replace(
                pairs_of(plan, one, other, self.setup.pairs),
                judgements={whose: weights[whose] for whose in (best, name) if whose},
                seed=f"{plan.seed}:pairs{number}",
            )
            for plan in self.setup.plans
        ]

    def _compared(self, number: int, found: Found, stack: ExitStack, progress: Callable[[int], None]) -> Record:
        """Let the fitted weights play the best so far, until it is clear whether they win more than half."""
        plans, one = self._pairs(number, found), _judged(self.search, str(number))
        inside, begun = self.place / f"round{number}", sum(plan.matches for plan in self.setup.plans)
        folders = [stack.enter_context(Folder(inside / f"{plan.seats}-seats-pairs", plan)) for plan in plans]
        workers: dict[int, Any] = {}
        upto, by_seats, question = 0, list[Counter[float]](), Question(0.5, MARGIN, RISK)
        for upto in sequential.looks(self.setup.pairs):
            done = begun
            for place, folder in enumerate(folders):
                with faults(folder.path):
                    if folder.missing(2 * upto):
                        if place not in workers:
                            workers[place] = stack.enter_context(local(write, folder.plan, self.jobs))
                        fill(folder, workers[place], 2 * upto, partial(_told, progress, done))
                done += 2 * upto
            by_seats = [self._values(folder, upto, one) for folder in folders]
            question.look(sum(by_seats, Counter()))
            if question.verdict != OPEN:
                break
        for folder in folders:
            with faults(folder.path):
                folder.put_together(2 * upto)
        low, high = question.measure()
        progress(self.total())
        return {
            "pairs": upto,
            "share": sequential.mean_of(question.counts),
            "low": low,
            "high": high,
            "by_seats": {
                str(plan.seats): sequential.mean_of(values) for plan, values in zip(plans, by_seats, strict=True)
            },
            "verdict": question.verdict,
            "kept": question.verdict == MORE,
        }

    def _values(self, folder: Folder, upto: int, one: str) -> Counter[float]:
        frame = folder.scan("seats", 2 * upto).select(COLUMNS).collect()
        assert isinstance(frame, pl.DataFrame)
        return values_of(frame, one, folder.plan.seats, self.game.independent_payoffs)


def _judged(name: str, whose: str) -> str:
    """Return a bot by the weights that a plan names; bots that do not search stay as they are."""
    return f"{name}{JUDGED}{whose}" if whose and searches(name) else name


def _positions(groups: Sequence[Groups]) -> int:
    return round(sum(len(one.rows) * one.weight for one in groups))


def _text(found: Found, record: Record) -> str:
    seats = ", ".join(map(str, found.seats))
    losses = ", ".join(f"{name.replace('_', ' ')} {loss:.4f}" for name, loss in record["losses"].items())
    won, pairs = 100 * record["share"], record["pairs"]
    remarks = [
        f"Fitted by `shapan lab fit {found.game} --rounds` in round {record['round']}, with {seats} seats.",
        f"Log loss in its matches held out: {losses}.",
        f"They won {won:.1f} % of {pairs} pairs of matches against {against(record)}.",
    ]
    return weights_text(found.weights, *remarks)


def against(record: Record) -> str:
    """Return against what the weights of a round were held, in words."""
    known = {IN_USE: "the weights in use", "": "a search without weights"}
    return known.get(record["against"], f"the weights of round {record['against']}")


def _nothing(number: int) -> None:
    """Show no progress: it is that of a round that is over."""


def _told(progress: Callable[[int], None], before: int, number: int) -> None:
    progress(before + number)


def _claimed(place: Path, asked: dict[str, Any]) -> list[Record]:
    """Write down what is asked, or hold it against what is written there; return the rounds that are over."""
    path = place / NAME
    if not path.exists():
        if place.exists() and (not place.is_dir() or set(place.iterdir()) - {path.with_name(f".{NAME}")}):
            raise LabError(f"{place}: there is something else already; name a new folder")
        place.mkdir(parents=True, exist_ok=True)
        put_json(path, {**asked, "rounds": []})
        return []
    sweep(place)
    found = read_known(path, "rounds of a fit", "there are no rounds", SCHEMA)
    for name, value in asked.items():
        if found.get(name) != value:
            raise LabError(f"{place} holds other rounds: their {name} is not what is asked for; name a new folder")
    records: list[Record] = found["rounds"]
    return records
