"""Scenarios: set up a position, script what falls, feed answers, look at what came of it.

The format is design section 5 with section 13 of each game's spec: rules as tests, bug reports as tests. A file that
is wrong in itself is an error at a path; an answer that the rules refuse is a refusal with a rule number.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final, Generic

from shapan.engine.actions import DONE
from shapan.engine.chance import ScriptError
from shapan.engine.expectation import (
    Expectation,
    check_expected,
    check_hidden,
    compare_error,
    is_legal,
    known_fields,
    read_words,
)
from shapan.engine.game import Game, PositionError
from shapan.engine.match import Decision, Match, Refusal
from shapan.engine.options import OptionError
from shapan.engine.prompt import Prompt, Reason, S
from shapan.engine.result import Result
from shapan.engine.trouble import while_reading
from shapan.engine.whole_position import begin, words_of, write_whole

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


def run(game: Game[Any], data: Any, whole: bool = False) -> Result:
    """Run a scenario and compare. Never raises for what stands in the file: errors are part of the result.

    With `whole` the position of the result has what its words do not say, too, so that it loads again.
    """
    result = Result()
    expect = data.get("expect") if isinstance(data, dict) else None
    try:
        scenario: Scenario[Any] = Scenario(game, data)
        scenario.play(result)
        if whole:
            result.position = write_whole(scenario.match)
        with while_reading("expect"):
            Expectation(game, scenario.match, scenario.expect, result).compare()
    except PositionError as error:
        result.error = {"field": error.field, "says": error.message, "rule": error.rule}
        compare_error(result, expect if isinstance(expect, dict) else {})
    return result


NOT_ASKED: Final = "not_asked"


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
        check_expected(self.expect, self.seats)
        check_hidden(game, self.expect, self.seats)
        try:
            self.options = game.resolve(_object(data, "options"), self.seats)
        except OptionError as error:
            raise PositionError(f"options.{error.field}", error.message) from None
        self.answers = data.get("answers", [])
        if not isinstance(self.answers, list):
            raise PositionError("answers", "answers are a list")
        self.scripts = self._scripts(_object(data, "rolls"))
        self.taken: list[tuple[int, list[int], Prompt[S]]] = []
        """Answers that were the only ones, since the last one of the file, with their prompts."""

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
            self.match = self.begin(by_hand=self.game.lenient)
            for place, entry in enumerate(self.answers):
                with while_reading(f"answers.{place}"):
                    self._answer(place, entry, result)
            if self.game.lenient and result.refused is None:
                self._settle()
        except ScriptError as error:
            raise PositionError(f"rolls.{list(self.game.streams)[error.stream]}", f"script_dry: {error}") from None
        result.position = words_of(self.match)
        match = self.match
        result.decisions = [self._written(decision) for decision in match.decisions.values()]
        result.events = match.events_for(self.seats)
        result.outcome = None if match.outcome is None else match.outcome.write()

    def played(self) -> Match[S]:
        """Return the match after the answers. Raises PositionError for a file that cannot be played."""
        self.play(Result())
        return self.match

    def begin(self, by_hand: bool = False) -> Match[S]:
        """Return the match as it begins. Raises PositionError for a position or scripts that cannot be.

        With `by_hand` the engine answers nothing, and the rules rest where the game says so.
        """
        data, game = self.data, self.game
        seed = data.get("seed", 1)
        if isinstance(seed, bool) or not isinstance(seed, (int, str)):
            raise PositionError("seed", f"{seed!r} is not an integer or a text")
        given = _object(data, "options")
        if "position" in data:
            words = _object(data, "position")
            with while_reading("position"):
                return begin(game, words, given, self.seats, seed, by_hand, self.scripts)
        state = game.start(given, self.seats, seed)
        if any(script is not None for script in self.scripts):
            game.check_scripts(state, self.scripts)
            state.chance.scripts = self.scripts
        return Match(game, self.seats, given, seed, state=state, hashes=False, by_hand=by_hand)

    def _answer(self, place: int, entry: Any, result: Result) -> None:
        path = f"answers.{place}"
        seat = self._seat_of(entry, path)
        if self._already(seat, entry):
            return
        missed = self._advance(seat, entry)
        match = self.match
        window = match.pending if self._is_window() else None
        try:
            codes = self._read(seat, entry, path)
            match.answer(seat, codes)
        except Refusal as refusal:
            if place + 1 < len(self.answers):
                raise PositionError(path, f"refused by {refusal.reason.rule}, but more answers follow") from None
            if missed is not None and refusal.reason.key == NOT_ASKED:
                self.match, refusal = missed
            result.refused = refusal.reason.rule
            return
        self.taken = []
        if window is not None and match.pending is window and codes != [DONE]:
            self._pass()  # the others are asked anew after a reaction

    def _seat_of(self, entry: Any, path: str) -> int:
        """Return who gives an answer."""
        if not isinstance(entry, dict):
            raise PositionError(path, "an answer is an object")
        seat = entry.get("seat")
        if isinstance(seat, bool) or not isinstance(seat, int) or not 0 <= seat < self.seats:
            raise PositionError(f"{path}.seat", f"{seat!r} is not a seat 0..{self.seats - 1}")
        return seat

    def _read(self, seat: int, entry: Mapping[str, Any], path: str) -> list[int]:
        """Return the codes of an answer of a seat.

        Raises PositionError for words that do not exist in this match, Refusal for a decision that is not asked.
        """
        game, live, asked = self.game, self.match.live, self.match.decisions.get(seat)
        if asked is not None and asked.prompt.takes(entry):
            return read_words(game, live, asked.prompt, entry, path)
        prompt = next((prompt for prompt in game.prompts if prompt.takes(entry)), None)
        if prompt is None:
            raise PositionError(f"{path}.do", f"{entry.get('do')!r} is no answer of this game")
        if asked is None or not game.lenient:
            read_words(game, live, prompt, entry, path)
        raise Refusal(Reason(game.refusal_rule(live), NOT_ASKED))

    # Going on without the file

    def _advance(self, seat: int, entry: Mapping[str, Any]) -> tuple[Match[S], Refusal] | None:
        """Go on to the question that an answer is for: past windows it does not fit, and past forced answers.

        Return the match at the first window that refused it, and why.
        """
        match, missed = self.match, None
        while match.outcome is None:
            if not match.decisions:
                match.go_on()
            elif self._is_window():
                if self._fits(seat, entry):
                    break
                missed = missed or self._missed(seat, entry)
                self._pass()
            elif not self._take_forced(seat, entry):
                break
        return missed

    def _missed(self, seat: int, entry: Mapping[str, Any]) -> tuple[Match[S], Refusal] | None:
        """Return the match as it stands at a window that an answer is for and that refuses it, and why."""
        decision = self.match.decisions.get(seat)
        if not self.game.windows_refuse or decision is None or not decision.prompt.takes(entry):
            return None
        before = self.match.clone()
        try:
            self.match.check(seat, read_words(self.game, self.match.live, decision.prompt, entry, ""))
        except Refusal as refusal:
            return before, refusal
        except PositionError:
            pass
        return None

    def _settle(self) -> None:
        """With no answer left: pass windows but one that is expected, take forced answers, and stop there."""
        match = self.match
        expected = self.expect.get("decision") or {}
        while match.decisions:
            if self._is_window():
                decision = match.decisions.get(expected.get("seat", -1))
                if decision is not None and decision.prompt.key == expected.get("kind"):
                    return
                self._pass()
            elif not self._take_forced(-1, {}):
                return

    def _is_window(self) -> bool:
        decisions = self.match.decisions
        return bool(decisions) and all(decision.prompt.reaction for decision in decisions.values())

    def _pass(self) -> None:
        for seat in list(self.match.decisions):
            self.match.answer(seat, DONE)

    def _fits(self, seat: int, entry: Mapping[str, Any]) -> bool:
        """Tell whether an answer is for the question that is open to its seat; in a lenient scenario, and legal."""
        decision = self.match.decisions.get(seat)
        if decision is None or not decision.prompt.takes(entry):
            return False
        return not self.game.lenient or is_legal(self.game, self.match, decision, entry)

    def _take_forced(self, seat: int, entry: Mapping[str, Any]) -> bool:
        """Give the answers of all who have only one, and tell whether there was any; the file may give it itself."""
        match, found = self.match, False
        for other, decision in list(match.decisions.items()) if self.game.lenient else ():
            codes = decision.prompt.only_answer(match.live, other, decision.arg)
            if codes is None or (other == seat and self._fits(seat, entry)):
                continue
            self.taken.append((other, codes, decision.prompt))
            match.answer(other, codes)
            found = True
        return found

    def _already(self, seat: int, entry: Mapping[str, Any]) -> bool:
        """Tell whether an answer was taken already, for there was no other."""
        for number, (other, codes, prompt) in enumerate(self.taken):
            if other == seat and prompt.takes(entry):
                try:
                    read = prompt.read(self.game.actions, entry, self.game.words(self.match.live))
                except ValueError:
                    continue
                if sorted(read) == sorted(codes):
                    del self.taken[: number + 1]
                    return True
        return False

    # Looking

    def _written(self, decision: Decision[S]) -> dict[str, Any]:
        prompt = decision.prompt
        first, words = self.match.legal(decision.seat), self.game.words(self.match.live)
        return {
            "seat": decision.seat,
            "kind": prompt.key,
            "rule": prompt.rule,
            "legal": [self.game.actions.write(code, words) for code in first],
            "picks": prompt.many,
        }


def _object(data: Mapping[str, Any], name: str) -> dict[str, Any]:
    value = data.get(name, {})
    if not isinstance(value, dict):
        raise PositionError(name, "needs an object")
    return value
