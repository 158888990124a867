"""Lenient scenarios: for games of many windows and forced steps, so that a file names only what somebody decides.

Answers that are the only ones may be left out, or written all the same. Reaction windows are passed unless the next
answer fits one. Without further answers the run ends where the game rests (the end of a turn) or at the first question
with several answers. Lists of positions are heaps but for those that the game names.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from shapan.engine.actions import DONE
from shapan.engine.chance import ScriptError
from shapan.engine.difference import Difference, missing_of
from shapan.engine.expectation import Expectation
from shapan.engine.game import Game, PositionError
from shapan.engine.match import Decision, Match, Refusal
from shapan.engine.prompt import Prompt, Reason, S
from shapan.engine.scenario import Result, Scenario
from shapan.engine.view import write

DECISION_FIELDS = ("seat", "kind", "legal", "illegal", "exact")
_MOST_ANSWERS = 20_000


class LenientScenario(Scenario[S]):
    """A checked scenario of a game whose scenarios are lenient."""

    def play(self, result: Result) -> None:
        """Begin, give the answers one by one; the last one may be refused."""
        try:
            self.match = self._begin()
            self.taken: list[tuple[int, list[int], Prompt[S]]] = []
            """Answers that were the only ones, since the last one of the file, with their prompts."""
            for place, entry in enumerate(self.answers):
                self._answer(place, entry, result)
            if result.refused is None:
                self._settle()
        except ScriptError as error:
            raise PositionError(f"rolls.{list(self.game.streams)[error.stream]}", f"script_dry: {error}") from None
        match = self.match
        result.position = self.position()
        result.decisions = [self._written(decision) for decision in match.decisions.values()]
        result.events = match.events_for(self.seats)
        result.outcome = None if match.outcome is None else match.outcome.write()

    def _match(self, state: S | None, given: Mapping[str, Any], seed: int | str) -> Match[S]:
        return Match(self.game, self.seats, given, seed, state=state, hashes=False, by_hand=True)

    # Answers

    def _answer(self, place: int, entry: Any, result: Result) -> None:
        path = f"answers.{place}"
        seat = self._seat_of(entry, path)
        if self._already(seat, entry):
            return
        self._advance(seat, entry)
        match = self.match
        try:
            codes = self.read_answer(seat, entry, path)
            window = match.pending if self._is_window() else None
            match.answer(seat, codes)
            self.taken = []
            if window is not None and match.pending is window and codes != [DONE]:
                self._pass()  # the others are asked anew after a reaction
        except Refusal as refusal:
            if place + 1 < len(self.answers) or "refused" not in self.expect:
                raise PositionError(path, f"refused by {refusal.reason.rule}") from None
            result.refused = refusal.reason.rule

    def _already(self, seat: int, entry: Mapping[str, Any]) -> bool:
        """Tell whether an answer was taken already, for there was no other."""
        for number, (other, codes, prompt) in enumerate(self.taken):
            read = _codes(prompt, self.game, entry) if other == seat and prompt.takes(entry) else None
            if read is not None and sorted(read) == sorted(codes):
                del self.taken[: number + 1]
                return True
        return False

    def _advance(self, seat: int, entry: Mapping[str, Any]) -> None:
        """Go on to the question that an answer is for: past windows it does not fit, and past forced answers."""
        match = self.match
        while match.outcome is None:
            if not match.decisions:
                match.go_on()
                continue
            if self._is_window():
                if self._fits(seat, entry):
                    return
                self._pass()
            elif not self._take_forced(seat, entry):
                return

    def _settle(self) -> None:
        """With no answer left: pass windows but one that is expected, take forced answers, and stop there."""
        match = self.match
        expected = self.expect.get("decision")
        while match.decisions:
            if self._is_window():
                decision = match.decisions.get((expected or {}).get("seat", -1))
                if decision is not None and decision.prompt.key == (expected or {}).get("kind"):
                    return
                self._pass()
            elif not self._take_forced(-1, {}):
                return

    def _is_window(self) -> bool:
        return all(decision.prompt.reaction for decision in self.match.decisions.values())

    def _pass(self) -> None:
        for seat in list(self.match.decisions):
            self.match.answer(seat, DONE)

    def _fits(self, seat: int, entry: Mapping[str, Any]) -> bool:
        """Tell whether an answer is legal in the open window of its seat."""
        decision = self.match.decisions.get(seat)
        if decision is None or not decision.prompt.takes(entry):
            return False
        codes = _codes(decision.prompt, self.game, entry)
        return codes is not None and decision.prompt.allows(self.match.live, seat, decision.arg, codes)

    def _take_forced(self, seat: int, entry: Mapping[str, Any]) -> bool:
        """Give the answers of all who have only one, and tell whether there was any; the file may give it itself."""
        match, found = self.match, False
        for other, decision in list(match.decisions.items()):
            codes = decision.prompt.only_answer(match.live, other, decision.arg)
            if codes is None or (other == seat and self._fits(seat, entry)):
                continue
            self.taken.append((other, codes, decision.prompt))
            match.answer(other, codes)
            found = True
        return found

    def read_answer(self, seat: int, entry: Mapping[str, Any], path: str) -> list[int]:
        asked = self.match.decisions.get(seat)
        if asked is not None and not asked.prompt.takes(entry):
            known = any(prompt.takes(entry) for prompt in self.game.prompts)
            if known:
                raise Refusal(Reason(asked.prompt.rule, "not_asked"))
        return super().read_answer(seat, entry, path)

    def expectation(self) -> LenientExpectation[S]:
        """Return what is expected of it, once it is played."""
        return LenientExpectation(self)


class LenientExpectation(Expectation[S]):
    """The part `expect` of a lenient scenario: lists are heaps, answers may be parts of answers."""

    def compare(self, result: Result) -> None:
        """Compare with `expect`; only what it names."""
        expect, found = self.expect, result.differences
        if "error" in expect:
            found.append(Difference("error", expect["error"], None))
            return
        self._compare_refused(expect.get("refused"), result)
        if "position" in expect:
            self._same(expect["position"], result.position, "position", found)
        if "decision" in expect:
            self._compare_decision(expect["decision"], found)
        for rule in expect.get("events", []):
            told = {self.game.events.types[event.kind].rule for event in (*self.match.history, *self.match.events)}
            if rule not in told:
                found.append(Difference("events", rule, sorted(told)))
        if "outcome" in expect:
            self._same(expect["outcome"], self._outcome(result), "outcome", found)
        views = expect.get("view", [])
        for place, wanted in enumerate(views if isinstance(views, list) else [views]):
            self._compare_view(wanted, f"view.{place}", found)

    def _outcome(self, result: Result) -> dict[str, Any] | None:
        return None if result.outcome is None else {**result.outcome, **self.game.reason(self.match.live)}

    def _compare_refused(self, wanted: Any, result: Result) -> None:
        got = result.refused
        if wanted is True:
            fits = got is not None
        elif isinstance(wanted, list):
            fits = got in wanted
        else:
            fits = wanted == got
        if not fits:
            result.differences.append(Difference("refused", wanted, got))

    def _same(self, wanted: Any, got: Any, path: str, found: list[Difference]) -> None:
        """Compare what is named: objects by named fields, `seats` by place, rows in order, other lists as heaps."""
        name = path.rpartition(".")[2]
        if isinstance(wanted, dict) and isinstance(got, list):
            got = {str(place): value for place, value in enumerate(got)}
        if isinstance(wanted, dict) and isinstance(got, dict):
            for key, value in wanted.items():
                if key in got:
                    self._same(value, got[key], f"{path}.{key}", found)
                elif value is not None:
                    found.append(Difference(f"{path}.{key}", value, "no such field"))
        elif isinstance(wanted, list) and isinstance(got, list) and (name == "seats" or name in self.game.rows):
            if len(wanted) != len(got) and name != "seats":
                found.append(Difference(path, wanted, got))
            for place, pair in enumerate(zip(wanted, got, strict=False)):
                self._same(*pair, f"{path}.{place}", found)
        elif isinstance(wanted, list) and isinstance(got, list):
            self._same_heap(wanted, got, path, found)
        elif wanted != got or isinstance(wanted, bool) != isinstance(got, bool):
            found.append(Difference(path, wanted, got))

    def _same_heap(self, wanted: Sequence[Any], got: Sequence[Any], path: str, found: list[Difference]) -> None:
        left = list(got)
        for value in wanted:
            for other in left:
                trial: list[Difference] = []
                self._same(value, other, f"{path}.one", trial)
                if not trial:
                    left.remove(other)
                    break
            else:
                found.append(Difference(path, wanted, list(got)))
                return
        if left:
            found.append(Difference(path, wanted, list(got)))

    def _compare_decision(self, wanted: Any, found: list[Difference]) -> None:
        decisions = self.match.decisions
        if wanted is None:
            if decisions:
                got = [f"{seat}: {decision.prompt.key}" for seat, decision in decisions.items()]
                found.append(Difference("decision", None, got))
            return
        for name in wanted:
            if name not in DECISION_FIELDS:
                raise PositionError(f"expect.decision.{name}", "there is no such field")
        seat = wanted.get("seat", min(decisions, default=-1))
        decision = decisions.get(seat)
        if decision is None:
            got = [f"{other}: {one.prompt.key}" for other, one in decisions.items()]
            found.append(Difference("decision", wanted, got))
            return
        if wanted.get("kind", decision.prompt.key) != decision.prompt.key:
            found.append(Difference("decision.kind", wanted["kind"], decision.prompt.key))
            return
        self._compare_options(wanted, decision, found)

    def _compare_options(self, wanted: Mapping[str, Any], decision: Decision[S], found: list[Difference]) -> None:
        options: list[dict[str, Any]] = []
        for place, entry in enumerate(wanted.get("legal", [])):
            if not self._is_option(decision, entry, options):
                found.append(Difference(f"decision.legal.{place}", entry, "not an option"))
        for place, entry in enumerate(wanted.get("illegal", [])):
            if self._is_option(decision, entry, options):
                found.append(Difference(f"decision.illegal.{place}", entry, "an option"))
        if wanted.get("exact") and "legal" in wanted:
            every, rows = self.every_answer(decision), rows_of(self.game)
            unnamed = [one for one in every if not any(is_part(entry, one, rows) for entry in wanted["legal"])]
            if unnamed:
                found.append(Difference("decision.exact", wanted["legal"], unnamed[:8]))

    def _is_option(self, decision: Decision[S], entry: Mapping[str, Any], options: list[dict[str, Any]]) -> bool:
        """Tell whether an answer is accepted, or is part of one that is."""
        prompt = decision.prompt
        if prompt.takes(entry):
            codes = _codes(prompt, self.game, entry)
            if codes is not None and prompt.allows(self.match.live, decision.seat, decision.arg, codes):
                return True
        if not options:
            options += self.every_answer(decision)
        return any(is_part(entry, one, rows_of(self.game)) for one in options)

    def every_answer(self, decision: Decision[S]) -> list[dict[str, Any]]:
        """Return all answers of a decision as they are written, up to a bound."""
        prompt, state, seat, arg = decision.prompt, self.match.live, decision.seat, decision.arg
        if not prompt.many:
            return [prompt.write(self.game.actions, [code]) for code in prompt.legal(state, seat, arg)]
        found: list[dict[str, Any]] = []
        rows: list[list[int]] = [[]]
        while rows and len(found) < _MOST_ANSWERS:
            picked = rows.pop()
            options = prompt.offers(state, seat, arg, picked)
            if (not options or DONE in options) and (picked or DONE in options):
                found.append(prompt.write(self.game.actions, picked))
            rows += [[*picked, code] for code in options if code != DONE]
        return found

    def _compare_view(self, wanted: Mapping[str, Any], path: str, found: list[Difference]) -> None:
        seat = wanted.get("seat", "spectator")
        viewer = self.seats if seat == "spectator" else seat
        view = {**write(self.match.view(viewer)), "decision": self._decision_seen(viewer)}
        self._same(wanted.get("has", {}), view, path, found)
        missing_of(wanted.get("hasnt", []), view, path, found)

    def _decision_seen(self, viewer: int) -> dict[str, Any] | None:
        """Return who is asked what, and the options for who decides."""
        for seat, decision in self.match.decisions.items():
            shown: dict[str, Any] = {"seat": seat, "kind": decision.prompt.key}
            if seat == viewer:
                shown["legal"] = self.every_answer(decision)
            return shown
        return None


def rows_of(game: Game[Any]) -> frozenset[str]:
    """Return the fields whose lists have an order: those that a game names, and those of several parameters."""
    return game.rows.union(*(family.form.joined for family in game.actions.by_number.values()))


def is_part(part: Any, whole: Any, rows: frozenset[str], name: str = "") -> bool:
    """Tell whether an answer with fields left out is part of a whole one; lists are heaps but for rows."""
    if isinstance(part, dict) and isinstance(whole, dict):
        rest = [(key, value) for key, value in part.items() if key != "seat"]
        return all(key in whole and is_part(value, whole[key], rows, key) for key, value in rest)
    if isinstance(part, list) and isinstance(whole, list) and name not in rows:
        return sorted(map(str, part)) == sorted(map(str, whole))
    return bool(part == whole)


def _codes(prompt: Any, game: Any, entry: Mapping[str, Any]) -> list[int] | None:
    """Return the codes of an answer as it is written, None where a question cannot read it."""
    try:
        return list(prompt.read(game.actions, entry))
    except ValueError:
        return None
