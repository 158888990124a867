"""Laws tried from given positions: what one match in a thousand meets by chance is where these begin.

    report = check_positions(find("pig"), [("name", {"game": "pig", "seats": 2, "position": {...}})])

A scenario's options, position and answers lead to the moment that it is about; what falls and what comes after is
random. Its `rolls` and `expect` are not used.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any

from shapan.engine.actions import DONE
from shapan.engine.chance import derive
from shapan.engine.conformance import laws_end, laws_match
from shapan.engine.conformance.bound import goes_on
from shapan.engine.conformance.kit import LAWS, Kit
from shapan.engine.conformance.plan import Setting
from shapan.engine.conformance.play import Run, Tools
from shapan.engine.conformance.report import Interrupted, Report
from shapan.engine.expectation import is_legal, read_words
from shapan.engine.game import Game
from shapan.engine.match import FRIENDLY, STRICT, Match
from shapan.engine.position import PositionError
from shapan.engine.scenario import Scenario
from shapan.engine.segment import BOT, PLAYER

FROM_POSITIONS = 12
"""How many decisions are looked at from each position, those of its own answers included."""


def check_positions(
    game: Game[Any],
    scenarios: Iterable[tuple[str, Mapping[str, Any]]],
    decisions: int = FROM_POSITIONS,
    seed: int = 1,
    progress: Callable[[int], None] | None = None,
    texts: bool = True,
) -> Report:
    """Try the laws on `decisions` decisions from each of some named scenarios and return what failed.

    A scenario that cannot begin is the failure `position_begins`, with its name and the field that is wrong. The same
    scenarios, number and seed give the same run. Raises Interrupted for a KeyboardInterrupt, with the report so far.
    """
    kit = PositionKit(game, seed, progress, texts, None)
    kit.report.size = {"decisions": decisions, "seed": seed}
    try:
        for name, data in scenarios:
            kit.try_from(name, data, decisions)
    except KeyboardInterrupt:
        raise Interrupted(kit.report) from None
    return kit.report


class Guided(Run):
    """A match that gives a scenario's answers where they are asked for and legal, and random ones between and after."""

    def __init__(
        self, tools: Tools, setting: Setting, seed: str, style: int, match: Match[Any], entries: Iterable[Any]
    ) -> None:
        super().__init__(tools, setting, seed, style, match=match)
        self.entries = list(entries)

    def choose(self) -> tuple[int, list[int], str]:
        """Choose the next answer of the file if it fits; until all are given, pass windows that it does not name."""
        match = self.match
        while self.entries:
            entry = self.entries[0]
            seat = entry.get("seat") if isinstance(entry, dict) else None
            decision = match.decisions.get(seat) if isinstance(seat, int) else None
            if decision is not None and is_legal(self.game, match, decision, entry):
                self.focus = decision.seat, decision.prompt.key
                del self.entries[0]
                codes = read_words(self.game, match.live, decision.prompt, entry, "")
                return decision.seat, codes, BOT if self.undo_mode == FRIENDLY and decision.seat % 2 else PLAYER
            first = match.decisions[match.waiting[0]]
            if not first.prompt.reaction or not first.prompt.allows(match.live, first.seat, first.arg, [DONE]):
                break
            self.focus = first.seat, first.prompt.key
            return first.seat, [DONE], PLAYER
        return super().choose()


class PositionKit(Kit):
    """The kit on matches that begin in given positions. `Run.seed` and places in messages name the scenario."""

    def try_from(self, name: str, data: Mapping[str, Any], decisions: int) -> None:
        """Try the laws on decisions from one position."""
        place = {"scenario": name, "seed": self.seed}
        label = f"position.{self.seed}.{name}"
        kept = {key: data[key] for key in ("game", "seats", "options", "position") if key in data}
        try:
            match = Scenario(self.game, {**kept, "seed": label}).begin()
        except PositionError as error:
            self.report.expect("position_begins", False, place, str(error))
            return
        number = int.from_bytes(derive(b"style", label)[:4], "little")
        match.undo_mode = FRIENDLY if number % 4 == 3 else STRICT
        setting = Setting(match.seats, match.given_options)
        made: list[Run] = []
        entries = data.get("answers", [])
        if not self._guard(
            "play",
            place,
            lambda: made.append(Guided(self.tools, setting, label, number, match, entries)),
        ):
            return
        self.report.matches += 1
        self._guard("play", made[0].place, lambda: self._from(made[0], decisions))

    def _from(self, run: Run, most: int) -> None:
        for _ in range(most):
            if not goes_on(run.match, run.decision, most):
                break
            self.report.decisions += 1
            self.say(self.report.decisions)
            for law in LAWS:
                if not (law.worlds and run.tells) and (law.often == 1 or run.some(law.often)):
                    self._guard(law.name, run.place, lambda law=law: law.check(run))  # type: ignore[misc]
            self._advance(run)
            run.look()
        if run.match.over:
            self._guard("outcome", run.place, lambda: laws_end.outcome(run))
        self._guard("load", run.place, lambda: laws_match.saved(run))
