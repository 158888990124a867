"""One of several things, which one shows while a match runs: constants by their place, lists by where they lie."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import Any

from shapan.native.loops import Loops
from shapan.native.types import INT, LeavesSubset, Type, is_number, list_of, maybe
from shapan.native.value import NOTHING, Root, Value, type_of


class Choices(Loops):
    """One of several constants, lists or records."""

    def chosen(self, choices: Sequence[Any], at: str) -> Value:
        """Return one of several constants by a text for its place, which is worked out once."""
        first = choices[0]
        if all(
            one is first or (type(one) is type(first) and is_number(type_of(one)) and one == first) for one in choices
        ):
            return self.known(first)
        kind = type_of(tuple(choices))
        if kind.name == "list":
            row = self.unit.row(tuple(choices), kind)
            return Value(f"{row}.a[{at}]", kind.inner[0], is_lasting=True)
        return Value(at, self.unit.item(choices))

    def choices(self, value: Value) -> Sequence[Any]:
        """Return the constants of which a value is one, where it is one of several or known."""
        if value.type.name == "item":
            return self.unit.choices(value.type)
        return [value.constant] if value.known else []

    def mapped(self, value: Value, function: Callable[[Any], Any]) -> Value:
        """Return what a function makes of one of several constants; a match in which it fails is left.

        Raises LeavesSubset where it can make nothing of any.
        """
        made: list[Any] = []
        found, why = NOTHING, ""
        for one in self.unit.choices(value.type):
            try:
                made.append(function(one))
                found = made[-1] if found is NOTHING else found
            except (ArithmeticError, AttributeError, LookupError, TypeError, ValueError) as error:
                made.append(NOTHING)
                why = f"{type(error).__name__}: {error}"
        if not why:
            return self.chosen(made, value.text)
        if found is NOTHING:
            raise LeavesSubset(2, f"of one of several constants: {why}")
        at = f"sound({self.known(tuple(one is not NOTHING for one in made)).text}, {value.text})"
        return self._unless_it_fails(self.chosen([found if one is NOTHING else one for one in made], at), at, why)

    def _unless_it_fails(self, value: Value, at: str, why: str) -> Value:
        """Return a value whose place is looked at even where it is the same for all."""
        if value.known and not is_number(value.type):
            raise LeavesSubset(2, f"of one of several constants: {why}")
        return replace(value, text=f"({at}, {value.text})", constant=NOTHING) if value.known else value

    def among(self, whole: Any, place: Value) -> Value:
        """Return what a constant row or mapping has at a place that is not known."""
        if isinstance(whole, Mapping):
            if place.type.name == "item":
                return self.mapped(place, lambda key: whole[key])
            keys, values = list(whole), list(whole.values())
            if keys and place.type == list_of(INT) and type_of(tuple(keys)) == list_of(list_of(INT)):
                return self.chosen(values, f"place_by_row({self.known(tuple(keys)).text}, {place.text})")
            if not keys or any(type(key) is not int for key in keys):
                raise LeavesSubset(2, "a mapping by something else than integers")
            asked = self.fitted(place, INT)
            if keys == list(range(len(keys))):
                return self.chosen(values, f"place_by_key<{len(keys)}>({asked})")
            return self.chosen(values, f"{self.known(tuple(keys)).text}.index({asked})")
        if not isinstance(whole, (tuple, list)) or not whole:
            raise LeavesSubset(2, "a place of such a constant")
        return self.chosen(whole, f"place_among<{len(whole)}>({self.fitted(place, INT)})")

    def either_constant(self, test: str, body: Value, other: Value) -> Value:
        """Return one of two things that are constants, or each one of several."""
        ways, ends = [self.choices(body), self.choices(other)], [value.text for value in (body, other)]
        if not all(ways):
            raise LeavesSubset(1, f"either {body.type} or {other.type}")
        first = ends[0] if len(ways[0]) > 1 else "0"
        last = f"{len(ways[0])} + {ends[1]}" if len(ways[1]) > 1 else f"{len(ways[0])}"
        return self.chosen([*ways[0], *ways[1]], f"({test} ? {first} : {last})")

    def either(self, start: str, values: list[Value], kind: Type) -> Value:
        """Return one of two lists or records, which is meant itself; a new one lies in a room of its own."""
        texts: list[str] = []
        roots: set[Root] = set()
        for value in values:
            roots |= value.roots
            if kind.name == "maybe":
                if value.type.name not in ("maybe", "None") and not value.place:
                    raise LeavesSubset(1, "a new list or record, or None")
                texts.append(self.fitted(value, kind))
            elif value.place and value.type == kind:
                texts.append(f"&({value.text})")
            else:
                if value.place:
                    raise LeavesSubset(4, f"one of two rows of several types: {value.type} and {kind}")
                text = self.addressed(replace(value, place=False), kind)
                room = frozenset([("local", text[1:].partition(" ")[0])])
                self.story.fill(room)
                roots |= room
                texts.append(f"&{text}")
        pointer = f"{start} {' : '.join(texts)})"
        text = pointer if kind.name == "maybe" else f"(*{pointer})"
        return Value(text, replace(kind, is_fixed=False), True, roots=frozenset(roots))

    def first_that_is_full(self, first: Value, last: Value, kind: Type, is_all: bool) -> Value:
        """Return `a or b`, `a and b` of two lists: one of them, which is meant itself."""
        text = f"&({first.text})" if first.place and first.type == kind else f"&{self.addressed(first, kind)}"
        pointer, roots = self.temporary(maybe(kind)), first.roots
        if not first.place:
            room = frozenset([("local", text[2:].partition(" ")[0])])
            self.story.fill(room)
            roots = roots | room
        one = Value(f"(*{pointer})", kind, True, roots=roots)
        ways = [last, one] if is_all else [one, last]
        return self.either(f"(({pointer} = {text})->n ?", ways, kind)
