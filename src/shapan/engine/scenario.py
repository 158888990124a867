"""Scenarios: set up a position, script what falls, feed answers, look at what came of it.

The format is design section 5 with section 13 of each game's spec: rules as tests, bug reports as tests. A file that
is wrong in itself is an error at a path; an answer that the rules refuse is a refusal with a rule number.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Generic, TypeVar

from shapan.engine.actions import DONE
from shapan.engine.chance import Chance, ScriptError, key_of
from shapan.engine.difference import Difference
from shapan.engine.expectation import EXPECTED, Expectation, compare_error, known_fields
from shapan.engine.form import part_of
from shapan.engine.game import Game, PositionError
from shapan.engine.match import Decision, Match, Refusal
from shapan.engine.options import OptionError
from shapan.engine.prompt import Prompt, Reason
from shapan.engine.state import State

S = TypeVar("S", bound=State)

FIELDS = (
    "game",
    "seats",
    "options",
    "position",
    "rolls",
    "seed",
    "answers",
    "expect",
    "case",
    "why",
    "note",
)


@dataclass(slots=True)
class Result:
    """What came of a scenario: its end, and the differences to what was expected (empty: all came true)."""

    differences: list[Difference] = field(default_factory=list)
    position: dict[str, Any] | None = None
    decisions: list[dict[str, Any]] = field(default_factory=list)
    events: list[dict[str, Any]] = field(default_factory=list)
    outcome: dict[str, Any] | None = None
    refused: str | None = None
    error: dict[str, str] | None = None

    @property
    def passed(self) -> bool:
        """Whether every expectation came true."""
        return not self.differences

    def write(self) -> dict[str, Any]:
        """Return the result as JSON."""
        return {
            "passed": self.passed,
            "differences": [{"path": d.path, "expected": d.expected, "got": d.got} for d in self.differences],
            "position": self.position,
            "decisions": self.decisions,
            "events": self.events,
            "outcome": self.outcome,
            "refused": self.refused,
            "error": self.error,
        }


def kind_of(game: Game[Any]) -> type[Scenario[Any]]:
    """Return how a game's scenarios are played."""
    if not game.lenient:
        return Scenario
    from shapan.engine.lenient import LenientScenario

    return LenientScenario


def run(game: Game[Any], data: Any) -> Result:
    """Run a scenario and compare. Never raises for what stands in the file: errors are part of the result."""
    result = Result()
    expect = data.get("expect") if isinstance(data, dict) else None
    try:
        scenario = kind_of(game)(game, data)
        scenario.play(result)
        scenario.expectation().compare(result)
    except PositionError as error:
        result.error = {"field": error.field, "says": error.message, "rule": error.rule}
        compare_error(result, expect if isinstance(expect, dict) else {})
    return result


class Scenario(Generic[S]):
    """A checked scenario file, ready to play."""

    def __init__(self, game: Game[S], data: Any) -> None:
        if not isinstance(data, dict):
            raise PositionError("", "a scenario is an object")
        self.game = game
        self.data = data
        known_fields(data, FIELDS, "")
        if data.get("game") != game.name:
            raise PositionError("game", f"{data.get('game')!r} is not {game.name!r}")
        if "seats" not in data:
            raise PositionError("seats", "the number of seats is missing")
        game.check_seats(data["seats"])
        self.seats: int = data["seats"]
        self.expect = _object(data, "expect")
        known_fields(self.expect, EXPECTED, "expect")
        try:
            self.options = game.resolve(_object(data, "options"), self.seats)
        except OptionError as error:
            raise PositionError(f"options.{error.field}", error.message) from None
        self.answers = data.get("answers", [])
        if not isinstance(self.answers, list):
            raise PositionError("answers", "answers are a list")
        self.scripts = self._scripts(_object(data, "rolls"))

    def _scripts(self, rolls: Mapping[str, Any]) -> list[list[int] | None]:
        names = list(self.game.streams)
        scripts: list[list[int] | None] = [None] * len(names)
        for name, values in rolls.items():
            if name not in names:
                raise PositionError(
                    f"rolls.{name}",
                    f"there is no such stream; known: {', '.join(names)}",
                )
            if not isinstance(values, list):
                raise PositionError(f"rolls.{name}", "the values of a stream are a list")
            kind = self.game.streams[name]
            row = []
            for place, word in enumerate(values):
                try:
                    row.append(kind.number(word))
                except ValueError as error:
                    raise PositionError(f"rolls.{name}.{place}", str(error)) from None
            scripts[names.index(name)] = row
        return scripts

    # Playing

    def play(self, result: Result) -> None:
        """Begin, give the answers one by one; the last one may be refused."""
        try:
            self.match = self._begin()
            for place, entry in enumerate(self.answers):
                self._answer(place, entry, result)
        except ScriptError as error:
            raise PositionError(f"rolls.{list(self.game.streams)[error.stream]}", str(error)) from None
        match = self.match
        result.position = self.position()
        result.decisions = [self._written(decision) for decision in match.decisions.values()]
        result.events = match.events_for(self.seats)
        result.outcome = None if match.outcome is None else match.outcome.write()

    def _begin(self) -> Match[S]:
        data, game = self.data, self.game
        seed = data.get("seed", 1)
        if isinstance(seed, bool) or not isinstance(seed, (int, str)):
            raise PositionError("seed", f"{seed!r} is not an integer or a text")
        given = _object(data, "options")
        if "position" in data:
            state = game.read_position(_object(data, "position"), self.options, self.seats)
            state.seats, state.learned = self.seats, [0] * (self.seats + 1)
            state.chance = Chance(key_of(seed), len(game.streams))
        else:
            state = game.start(given, self.seats, seed)
        if any(script is not None for script in self.scripts):
            game.check_scripts(state, self.scripts)
            state.chance.scripts = self.scripts
        return self._match(state, given, seed)

    def _match(self, state: S | None, given: Mapping[str, Any], seed: int | str) -> Match[S]:
        return Match(self.game, self.seats, given, seed, state=state, hashes=False)

    def _answer(self, place: int, entry: Any, result: Result) -> None:
        path = f"answers.{place}"
        seat = self._seat_of(entry, path)
        self._pass_windows(entry)
        try:
            codes = self.read_answer(seat, entry, path)
            self.match.answer(seat, codes)
        except Refusal as refusal:
            if place + 1 < len(self.answers):
                raise PositionError(path, f"refused by {refusal.reason.rule}, but more answers follow") from None
            result.refused = refusal.reason.rule

    def _seat_of(self, entry: Any, path: str) -> int:
        """Return who gives an answer."""
        if not isinstance(entry, dict):
            raise PositionError(path, "an answer is an object")
        seat = entry.get("seat")
        if isinstance(seat, bool) or not isinstance(seat, int) or not 0 <= seat < self.seats:
            raise PositionError(f"{path}.seat", f"{seat!r} is not a seat 0..{self.seats - 1}")
        return seat

    def _pass_windows(self, entry: Mapping[str, Any]) -> None:
        """Reaction windows are passed for everybody unless the next answer is one of their seats' reactions."""
        match = self.match
        while match.decisions and all(decision.prompt.reaction for decision in match.decisions.values()):
            mine = match.decisions.get(entry.get("seat", -1))
            if mine is not None and mine.prompt.takes(entry):
                return
            for seat in list(match.decisions):
                match.answer(seat, DONE)

    def read_answer(self, seat: int, entry: Mapping[str, Any], path: str) -> list[int]:
        """Return the codes of an answer entry of a seat.

        Raises PositionError for words that do not exist in this match, Refusal for a decision that is not asked.
        """
        asked = self.match.decisions.get(seat)
        prompts = [asked.prompt, *self.game.prompts] if asked is not None else list(self.game.prompts)
        prompt = next((prompt for prompt in prompts if prompt.takes(entry)), None)
        if prompt is None:
            raise PositionError(f"{path}.do", f"{entry.get('do')!r} is no answer of this game")
        try:
            codes = prompt.read(self.game.actions, entry)
        except ValueError as error:
            raise PositionError(f"{path}.{error.args[0]}", str(error.args[1])) from None
        self.check_words(prompt, codes, path)
        if asked is None or not asked.prompt.takes(entry):
            raise Refusal(Reason(self.game.refusal_rule(self.match.live), "not_asked"))
        return codes

    def check_words(self, prompt: Prompt[S], codes: Sequence[int], path: str) -> None:
        """Raise PositionError unless every seat and piece named exists in this match."""
        for place, code in enumerate(codes):
            if code == DONE:
                continue
            family = self.game.actions.of(code)
            for (name, kind), value in zip(family.parameters, family.values(code), strict=True):
                if not self.game.exists(self.match.live, kind, value):
                    where = f"{part_of(prompt.rows, family) or 'picks'}.{place}" if prompt.many else name
                    raise PositionError(
                        f"{path}.{where}",
                        f"{kind.word(value)!r} does not exist in this match",
                    )

    # Looking

    def expectation(self) -> Expectation[S]:
        """Return what is expected of it, once it is played."""
        return Expectation(self)

    def position(self) -> dict[str, Any]:
        """Return the position as it stands, hidden facts and pending answers included."""
        pending = self.match.pending
        given = {} if pending is None or not pending.together else pending.given
        try:
            return self.game.write_position(self.match.live, given)
        except PositionError:
            return {}

    def _written(self, decision: Decision[S]) -> dict[str, Any]:
        prompt = decision.prompt
        first = self.match.legal(decision.seat)
        return {
            "seat": decision.seat,
            "kind": prompt.key,
            "rule": prompt.rule,
            "legal": [self.game.actions.write(code) for code in first],
            "picks": prompt.many,
        }


def _object(data: Mapping[str, Any], name: str) -> dict[str, Any]:
    value = data.get(name, {})
    if not isinstance(value, dict):
        raise PositionError(name, "needs an object")
    return value
