"""What a scenario expects: its end, the decision then open, what was told, what may be seen; only what it names."""

# Stays plain: a part of scenario.py

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any, Generic, TypeVar

from shapan.engine.actions import DONE
from shapan.engine.difference import Difference, compare, missing_of
from shapan.engine.game import PositionError
from shapan.engine.match import Decision
from shapan.engine.prompt import Prompt
from shapan.engine.state import State
from shapan.engine.view import write

if TYPE_CHECKING:
    from shapan.engine.scenario import Result, Scenario

S = TypeVar("S", bound=State)

EXPECTED = ("position", "decision", "refused", "error", "events", "view", "outcome")
DECISION_FIELDS = ("seat", "kind", "seats", "legal", "illegal", "options")


class Expectation(Generic[S]):
    """The part `expect` of a scenario that has been played."""

    def __init__(self, scenario: Scenario[S]) -> None:
        self.scenario = scenario
        self.expect = scenario.expect
        self.game, self.match, self.seats = scenario.game, scenario.match, scenario.seats

    def compare(self, result: Result) -> None:
        """Compare with `expect`; only what it names."""
        expect, found = self.expect, result.differences
        if "error" in expect:
            found.append(Difference("error", expect["error"], None))
            return
        if expect.get("refused") != result.refused:
            found.append(Difference("refused", expect.get("refused"), result.refused))
        if "position" in expect:
            compare(expect["position"], result.position, "position", found)
        if "decision" in expect:
            self._compare_decision(expect["decision"], found)
        if "events" in expect:
            told = {event["rule"] for event in result.events}
            told |= {self.game.events.types[event.kind].rule for event in (*self.match.history, *self.match.events)}
            for rule in expect["events"]:
                if rule not in told:
                    found.append(Difference("events", rule, sorted(told)))
        if "outcome" in expect:
            compare(expect["outcome"], result.outcome, "outcome", found)
        if "view" in expect:
            views = expect["view"] if isinstance(expect["view"], list) else [expect["view"]]
            for place, wanted in enumerate(views):
                self._compare_view(wanted, f"view.{place}", found)

    def _compare_decision(self, wanted: Any, found: list[Difference]) -> None:
        match = self.match
        if wanted is None:
            if match.decisions:
                found.append(Difference("decision", None, sorted(match.decisions)))
            return
        known_fields(wanted, DECISION_FIELDS, "expect.decision")
        if not match.decisions:
            found.append(Difference("decision", wanted, None))
            return
        if "seats" in wanted and wanted["seats"] != sorted(match.decisions):
            found.append(Difference("decision.seats", wanted["seats"], sorted(match.decisions)))
        seat = wanted.get("seat", min(match.decisions))
        decision = match.decisions.get(seat)
        if decision is None:
            found.append(Difference("decision.seat", seat, sorted(match.decisions)))
            return
        if "kind" in wanted and wanted["kind"] != decision.prompt.key:
            found.append(Difference("decision.kind", wanted["kind"], decision.prompt.key))
        for name, right in (("legal", True), ("illegal", False)):
            for place, entry in enumerate(wanted.get(name, [])):
                if self._allows(decision, entry) != right:
                    found.append(
                        Difference(
                            f"decision.{name}.{place}",
                            entry,
                            "not an option" if right else "an option",
                        )
                    )
        if "options" in wanted:
            count = count_answers(decision.prompt, match.live, seat, decision.arg)
            if count != wanted["options"]:
                found.append(Difference("decision.options", wanted["options"], count))

    def _allows(self, decision: Decision[S], entry: Mapping[str, Any]) -> bool:
        prompt = decision.prompt
        if not prompt.takes(entry):
            return False
        try:
            codes = prompt.read(self.game.actions, entry)
            self.scenario.check_words(prompt, codes, "expect.decision")
        except ValueError:
            return False
        return prompt.allows(self.match.live, decision.seat, decision.arg, codes)

    def _compare_view(self, wanted: Mapping[str, Any], path: str, found: list[Difference]) -> None:
        known_fields(wanted, ("seat", "has", "hasnt"), f"expect.{path}")
        seat = wanted.get("seat", "spectator")
        viewer = self.seats if seat == "spectator" else seat
        view = write(self.match.view(viewer))
        compare(wanted.get("has", {}), view, path, found)
        missing_of(wanted.get("hasnt", []), view, path, found)


def compare_error(result: Result, expect: Mapping[str, Any]) -> None:
    """Note an error, unless one is expected at its path, or at its path with part of its message."""
    error = result.error
    assert error is not None
    wanted = expect.get("error")
    got = f"{error['field']}: {error['says']}"
    if wanted is None:
        result.differences.append(Difference("error", None, got))
    elif isinstance(wanted, str):
        if wanted != error["field"]:
            result.differences.append(Difference("error", wanted, got))
    elif wanted.get("field", error["field"]) != error["field"] or wanted.get("says", "") not in error["says"]:
        result.differences.append(Difference("error", wanted, got))


def count_answers(prompt: Prompt[S], state: S, seat: int, arg: int, most: int = 1_000_000) -> int:
    """Return the number of different complete answers, at most `most`."""
    if not prompt.many:
        return len(prompt.legal(state, seat, arg))
    count = 0
    rows: list[list[int]] = [[]]
    while rows and count < most:
        picked = rows.pop()
        options = prompt.offers(state, seat, arg, picked)
        if not options or DONE in options:
            count += 1
        rows += [[*picked, code] for code in options if code != DONE]
    return count


def known_fields(data: Any, known: Sequence[str], path: str) -> None:
    """Raise PositionError unless an object has no other fields than these."""
    if not isinstance(data, dict):
        raise PositionError(path, "needs an object")
    for name in data:
        if name not in known:
            where = f"{path}.{name}" if path else name
            raise PositionError(where, f"there is no such field; known: {', '.join(known)}")
