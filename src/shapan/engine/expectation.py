"""What a scenario expects: its end, the decision then open, what was told, what may be seen; only what it names.

Objects are compared by the fields they name. Lists are rows, complete and in order, or heaps, complete in any order:
`Game.rows` names the rows of a game that has heaps, in positions and within answers alike.
"""

# Stays plain: a part of scenario.py

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import islice
from typing import Any, Generic

from shapan.engine.actions import DONE
from shapan.engine.game import Game, PositionError
from shapan.engine.match import Decision, Match
from shapan.engine.prompt import Prompt, S
from shapan.engine.result import Difference, Result
from shapan.engine.row import part_of
from shapan.engine.shape import GROUPS, LIST, LISTS, Part
from shapan.engine.view import write
from shapan.engine.view_path import leads_somewhere
from shapan.engine.words import place_in

EXPECTED = ("position", "decision", "refused", "error", "events", "view", "outcome")
DECISION_FIELDS = ("seat", "kind", "seats", "legal", "illegal", "options", "exact")
MAX_COUNTED = 1_000_000
MAX_WRITTEN = 20_000


class Expectation(Generic[S]):
    """The part `expect` of a scenario that has been played."""

    def __init__(self, game: Game[S], match: Match[S], expect: Mapping[str, Any], result: Result) -> None:
        self.game = game
        self.match = match
        self.expect = expect
        self.result = result
        self.differs = result.differs
        self.rows = rows_of(game)

    def compare(self) -> None:
        """Compare with `expect`; only what it names."""
        expect, result = self.expect, self.result
        if "error" in expect:
            self.differs("error", expect["error"], None)
            return
        refused = expect.get("refused")
        rules = refused if isinstance(refused, list) else [refused]
        if result.refused not in rules and not (refused is True and result.refused is not None):
            self.differs("refused", refused, result.refused)
        if "position" in expect:
            self._same(expect["position"], result.position, "position")
        if "decision" in expect:
            self._compare_decision(expect["decision"])
        told = {self.game.events.types[event.kind].rule for event in (*self.match.history, *self.match.events)}
        for rule in expect.get("events", []):
            if rule not in told:
                self.differs("events", rule, sorted(told))
        if "outcome" in expect:
            reason = self.game.reason(self.match.live)
            self._same(expect["outcome"], None if result.outcome is None else {**result.outcome, **reason}, "outcome")
        for path, wanted in views_of(expect):
            self._compare_view(wanted, path)

    # Values

    def _same(self, wanted: Any, got: Any, path: str) -> None:
        self.result.differences += self._differences(wanted, got, path)

    def _differences(self, wanted: Any, got: Any, path: str) -> Iterator[Difference]:
        """Compare what is named: objects by named fields, `seats` by place, rows in order, other lists as heaps."""
        if isinstance(wanted, dict) and isinstance(got, list):
            got = {str(place): value for place, value in enumerate(got)}
        if isinstance(wanted, dict) and isinstance(got, dict):
            for name, value in wanted.items():
                if name in got:
                    yield from self._differences(value, got[name], f"{path}.{name}")
                elif value is not None or not self.game.lenient:
                    yield Difference(f"{path}.{name}", value, "no such field")
        elif isinstance(wanted, list) and isinstance(got, list):
            name = path.rpartition(".")[2]
            if name != "seats" and not is_row(name, self.rows):
                if not _is_heap(wanted, got, lambda one, other: not any(self._differences(one, other, path + ".one"))):
                    yield Difference(path, wanted, got)
                return
            if name != "seats" and len(wanted) != len(got):
                yield Difference(path, wanted, got)
            for place, pair in enumerate(zip(wanted, got, strict=False)):
                yield from self._differences(*pair, f"{path}.{place}")
        elif wanted != got or isinstance(wanted, bool) != isinstance(got, bool):
            yield Difference(path, wanted, got)

    # Decisions

    def _compare_decision(self, wanted: Any) -> None:
        decisions = self.match.decisions
        asked = [f"{seat}: {decision.prompt.key}" for seat, decision in sorted(decisions.items())]
        if wanted is None:
            if asked:
                self.differs("decision", None, asked)
            return
        if wanted.get("seats", sorted(decisions)) != sorted(decisions):
            self.differs("decision.seats", wanted["seats"], asked)
        decision = decisions.get(wanted.get("seat", min(decisions, default=-1)))
        if decision is None:
            self.differs("decision", wanted, asked)
            return
        if wanted.get("kind", decision.prompt.key) != decision.prompt.key:
            self.differs("decision.kind", wanted["kind"], decision.prompt.key)
            return
        for name, right in (("legal", True), ("illegal", False)):
            for place, entry in enumerate(wanted.get(name, [])):
                if self._is_option(decision, entry) != right:
                    self.differs(f"decision.{name}.{place}", entry, "not an option" if right else "an option")
        if "options" in wanted:
            count = sum(1 for _ in islice(answers_of(self.match, decision), MAX_COUNTED))
            if count != wanted["options"]:
                self.differs("decision.options", wanted["options"], count)
        if wanted.get("exact") and "legal" in wanted:
            every = self._written(decision)
            named = [*wanted["legal"], *(self._rewritten(decision, entry) for entry in wanted["legal"])]
            unnamed = [one for one in every if not any(is_part(entry, one, self.rows) for entry in named)]
            if unnamed:
                self.differs("decision.exact", wanted["legal"], unnamed[:8])

    def _is_option(self, decision: Decision[S], entry: Mapping[str, Any]) -> bool:
        """Tell whether an answer is accepted; in lenient scenarios it may be part of one that is."""
        return is_legal(self.game, self.match, decision, entry) or (
            self.game.lenient and any(is_part(entry, one, self.rows) for one in self._written(decision))
        )

    def _rewritten(self, decision: Decision[S], entry: Mapping[str, Any]) -> Mapping[str, Any]:
        """Return an answer as it would be written: an answer may be said in more than one way."""
        words = self.game.words(self.match.live)
        try:
            codes = decision.prompt.read(self.game.actions, entry, words)
        except ValueError:
            return entry
        return decision.prompt.write(self.game.actions, codes, words)

    def _written(self, decision: Decision[S]) -> list[dict[str, Any]]:
        """Return all answers of a decision as they are written, up to a bound."""
        rows = islice(answers_of(self.match, decision), MAX_WRITTEN)
        words = self.game.words(self.match.live)
        return [decision.prompt.write(self.game.actions, row, words) for row in rows]

    # Views

    def _compare_view(self, wanted: Any, path: str) -> None:
        seat = wanted.get("seat", "spectator")
        viewer = self.match.seats if seat == "spectator" else seat
        view = {**write(self.match.view(viewer)), "decision": self._decision_seen(viewer)}
        self._same(wanted.get("has", {}), view, path)
        for dotted in wanted.get("hasnt", []):
            got = _reach(view, dotted.split("."))
            if got is not None:
                self.differs(f"{path}.{dotted}", None, got)

    def _decision_seen(self, viewer: int) -> dict[str, Any] | None:
        """Return who is asked what, and the options for who decides."""
        for seat, decision in self.match.decisions.items():
            shown: dict[str, Any] = {"seat": seat, "kind": decision.prompt.key}
            if seat == viewer:
                shown["legal"] = self._written(decision)
            return shown
        return None


# Answers


def read_words(game: Game[S], state: S, prompt: Prompt[S], entry: Mapping[str, Any], path: str) -> list[int]:
    """Return the codes of an answer as it is written. Raises PositionError for words that do not exist in a match."""
    words = game.words(state)
    try:
        codes = prompt.read(game.actions, entry, words)
    except ValueError as error:
        raise PositionError(f"{path}.{error.args[0]}", str(error.args[1])) from None
    for place, code in enumerate(codes):
        family = None if code == DONE else game.actions.of(code)
        for (name, kind), value in zip(family.parameters, family.values(code), strict=True) if family else ():
            if not game.exists(state, kind, value):
                where = f"{part_of(prompt.rows, family) or 'picks'}.{place}" if family and prompt.many else name
                raise PositionError(f"{path}.{where}", f"{words.word(kind, value)!r} does not exist in this match")
    return codes


def is_legal(game: Game[S], match: Match[S], decision: Decision[S], entry: Mapping[str, Any]) -> bool:
    """Tell whether an answer as it is written is for a decision, and legal."""
    prompt = decision.prompt
    if not prompt.takes(entry):
        return False
    try:
        codes = read_words(game, match.live, prompt, entry, "")
    except PositionError:
        return False
    return prompt.allows(match.live, decision.seat, decision.arg, codes)


def answers_of(match: Match[S], decision: Decision[S]) -> Iterator[list[int]]:
    """Yield all answers of a decision: one code each, or the picks of complete rows."""
    prompt, state, seat, arg = decision.prompt, match.live, decision.seat, decision.arg
    if not prompt.many:
        yield from ([code] for code in prompt.legal(state, seat, arg))
        return
    rows: list[list[int]] = [[]]
    while rows:
        picked = rows.pop()
        options = prompt.offers(state, seat, arg, picked)
        if DONE in options or (picked and not options):
            yield picked
        rows += [[*picked, code] for code in options if code != DONE]


# Lists


def rows_of(game: Game[Any]) -> frozenset[str] | None:
    """Return the fields whose lists have an order: those that a game names, and those of several parameters."""
    joined = (family.form.joined for family in game.actions.by_number.values())
    return None if game.rows is None else game.rows.union(*joined, _lists_of_parameters(game))


def _lists_of_parameters(game: Game[Any]) -> set[str]:
    """Return the entries of lists whose entries are lists of parameters, such as `pair.pairs.one`."""
    rows = [row for prompt in game.prompts for row in prompt.rows]
    return {f"{row.word}.{part.name}.one" for row in rows for part in row.parts if part.shape == LISTS}


def keeps_order(prompt: Prompt[Any], part: Part) -> bool:
    """Return whether order means something in the list of a part: picks in their order, or groups by their place."""
    return part.shape == GROUPS or (part.shape in {LIST, LISTS} and prompt.ordered and not part.heap)


def is_row(name: str, rows: frozenset[str] | None, word: str = "") -> bool:
    """Tell whether the list of a field has an order: all have, unless a game names some; `word` is an answer's."""
    return rows is None or name in rows or f"{word}.{name}" in rows


def is_part(part: Any, whole: Any, rows: frozenset[str] | None, name: str = "", word: str = "") -> bool:
    """Tell whether an answer with fields left out is part of a whole one; lists are heaps but for rows."""
    if isinstance(part, dict) and isinstance(whole, dict):
        rest = [(key, value) for key, value in part.items() if key != "seat"]
        word = whole.get("do", "")
        return all(key in whole and is_part(value, whole[key], rows, key, word) for key, value in rest)
    if isinstance(part, list) and isinstance(whole, list):
        inner = f"{name}.one"
        if not is_row(name, rows, word):
            return _is_heap(part, whole, lambda one, other: is_part(one, other, rows, inner, word))
        pairs = zip(part, whole, strict=False)
        return len(part) == len(whole) and all(is_part(*pair, rows, inner, word) for pair in pairs)
    return bool(part == whole)


def _is_heap(wanted: Sequence[Any], got: Sequence[Any], same: Callable[[Any, Any], bool]) -> bool:
    """Tell whether two lists hold the same, in whatever order: each value takes the first one that fits."""
    left = list(got)
    for value in wanted:
        place = next((place for place, other in enumerate(left) if same(value, other)), -1)
        if place < 0:
            return False
        del left[place]
    return not left


def _reach(value: Any, path: Sequence[str]) -> Any:
    """Return what a path leads to in a view, None where there is nothing."""
    for part in path:
        if isinstance(value, list):
            place = place_in(part, -1)
            value = value[place] if 0 <= place < len(value) else None
        else:
            value = value.get(part) if isinstance(value, dict) else None
    return value


# The file itself


def check_expected(expect: Mapping[str, Any], seats: int) -> None:
    """Raise PositionError for what no match could fulfil, or any would: unknown fields, values of another sort."""
    known_fields(expect, EXPECTED, "expect")
    _needs(expect, "expect", position=_is_object, outcome=_is_object_or_none, events=_are_words)
    _needs(
        expect, "expect", refused=lambda value: value is None or value is True or _is_word(value) or _are_words(value)
    )
    _needs(expect, "expect", error=lambda value: _is_word(value) or _is_object(value))
    if _is_object(expect.get("error")):
        known_fields(expect["error"], ("field", "says"), "expect.error")
        _needs(expect["error"], "expect.error", field=_is_word, says=_is_word)

    def is_seat(value: Any) -> bool:
        return _is_number(value) and value < seats

    if (decision := expect.get("decision")) is not None:
        known_fields(decision, DECISION_FIELDS, "expect.decision")
        _needs(decision, "expect.decision", seat=is_seat, seats=lambda value: _is_list(value, is_seat), kind=_is_word)
        _needs(
            decision, "expect.decision", legal=_are_objects, illegal=_are_objects, options=_is_number, exact=_is_flag
        )
    for path, view in views_of(expect):
        known_fields(view, ("seat", "has", "hasnt"), f"expect.{path}")
        _needs(view, f"expect.{path}", seat=lambda value: value == "spectator" or is_seat(value))
        _needs(view, f"expect.{path}", has=_is_object, hasnt=_are_words)


def check_hidden(game: Game[Any], expect: Mapping[str, Any], seats: int) -> None:
    """Raise PositionError for a path of `hasnt` at which there can be nothing: every view would hold it."""
    for path, view in views_of(expect):
        for place, dotted in enumerate(view.get("hasnt", [])):
            if not leads_somewhere(game, dotted, seats):
                where = f"expect.{path}.hasnt.{place}"
                raise PositionError(where, f"{dotted!r} is a field of no view of this game, and of no position")


def views_of(expect: Mapping[str, Any]) -> list[tuple[str, Any]]:
    """Return the views that are expected, with their paths: one or a list of them."""
    views = expect.get("view", [])
    return [(f"view.{place}", view) for place, view in enumerate(views if isinstance(views, list) else [views])]


def _needs(data: Mapping[str, Any], path: str, **fits: Callable[[Any], bool]) -> None:
    """Raise PositionError for a field whose value is not of the sort that it needs."""
    for name, holds in fits.items():
        if name in data and not holds(data[name]):
            raise PositionError(f"{path}.{name}", f"{data[name]!r} cannot be expected here")


def _is_word(value: Any) -> bool:
    return isinstance(value, str)


def _is_flag(value: Any) -> bool:
    return isinstance(value, bool)


def _is_number(value: Any) -> bool:
    return isinstance(value, int) and not isinstance(value, bool) and value >= 0


def _is_object(value: Any) -> bool:
    return isinstance(value, dict)


def _is_object_or_none(value: Any) -> bool:
    return value is None or isinstance(value, dict)


def _is_list(value: Any, holds: Callable[[Any], bool]) -> bool:
    return isinstance(value, list) and all(holds(one) for one in value)


def _are_words(value: Any) -> bool:
    return _is_list(value, _is_word)


def _are_objects(value: Any) -> bool:
    return _is_list(value, _is_object)


def compare_error(result: Result, expect: Mapping[str, Any]) -> None:
    """Note an error, unless one is expected at its path, or at its path with part of its message."""
    error = result.error
    assert error is not None
    wanted = expect.get("error")
    fields: dict[str, Any] = wanted if isinstance(wanted, dict) else {"field": wanted}
    if fields.get("field", error["field"]) != error["field"] or str(fields.get("says", "")) not in error["says"]:
        result.differs("error", wanted, f"{error['field']}: {error['says']}")


def known_fields(data: Any, known: Sequence[str], path: str) -> None:
    """Raise PositionError unless an object has no other fields than these."""
    if not isinstance(data, dict):
        raise PositionError(path, "needs an object")
    for name in data:
        if name not in known:
            where = f"{path}.{name}" if path else name
            raise PositionError(where, f"there is no such field; known: {', '.join(known)}")
