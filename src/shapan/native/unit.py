"""The whole of a game in C++: functions and questions, each written once, when it is asked for."""

from __future__ import annotations

import ast
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType
from typing import Any, Final

from shapan.engine.game import Game
from shapan.engine.prompt import Prompt
from shapan.engine.state import State
from shapan.native.scope import Signature
from shapan.native.source import Source, Sources
from shapan.native.staging import Layout
from shapan.native.statements import Statements
from shapan.native.texts import Texts
from shapan.native.types import (
    CONSTANT,
    EMPTY,
    LeavesSubset,
    Type,
    fixed,
    has_place,
    is_kept,
    is_number,
    list_of,
)
from shapan.native.value import NOTHING, Root, Value, type_of

TRIES: Final = 4
"""How often a function is read at most, for what is learned of it on the way."""


@dataclass(slots=True)
class Written:
    """A function that is written: its head and its lines."""

    head: str
    lines: list[str]


class Unit(Texts):
    """What is written of a game so far. `lines` of the subset that were left are noted, and the rest is read on."""

    def __init__(self, state: type[State], rating: Game[Any] | None = None, layout: Layout | None = None) -> None:
        super().__init__(state)
        self.layout = layout
        """How matches that are answered from outside are observed; None where all are played by themselves."""
        self.rating = rating
        """The game by whose ratings players go; None where all answer at random."""
        self.rated: set[str] = set()
        """The fields of the state that ratings read."""
        self.values_of_codes = False
        """Whether values of codes are asked for whose family is not known."""
        self.shared: set[type] = set()
        """Records of which one may be in two rows, so that they may not be changed."""
        self.changed: dict[type, str] = {}
        """Records that are changed, or asked whether they are the same, with the line."""
        self.sources = Sources()
        self.left: list[str] = []
        """Each line that leaves the subset, as `file:line: (number) reason`."""
        self.is_whole = True
        """Whether all has been translated that was asked for."""
        self.questions: dict[int, tuple[Prompt[Any], str]] = {}
        self.question_lines: dict[str, list[str]] = {}
        self.functions: dict[Any, Signature] = {}
        self.written: list[Written] = []

    def note(self, place: str, error: LeavesSubset) -> None:
        """Note a line that leaves the subset."""
        self.is_whole = False
        text = f"{place}: {error}"
        if text not in self.left and not error.follows:
            self.left.append(text)

    def share(self, kind: Type) -> bool:
        """Let things of a type be in two rows, if they are records of numbers that nothing changes; return whether."""
        if kind.name != "record" or kind.cls is None or not all(map(is_number, self.fields(kind.cls).values())):
            return False
        self.shared.add(kind.cls)
        return True

    def check_shared(self) -> None:
        """Note the lines that change records which may be in two rows."""
        for cls in self.shared & set(self.changed):
            self.note(self.changed[cls], LeavesSubset(4, f"a {cls.__name__} is changed that may be in two rows"))

    # Functions

    def write_once(self, head: str, lines: list[str]) -> None:
        """Write a function that is put together here, unless it is there."""
        if all(one.head != head for one in self.written):
            self.written.append(Written(head, lines))

    def function(
        self,
        function: Any,
        owner: Value | None = None,
        constants: Mapping[str, Any] = MappingProxyType({}),
        types: Sequence[Type] = (),
        kinds: Mapping[str, Type] = MappingProxyType({}),
        more: Sequence[Type] = (),
    ) -> Signature:
        """Return a function in C++; it is written if it is not yet. `owner` is the object of a method.

        `constants` are arguments by name that are known when the game is translated, `types` those of a lambda,
        `kinds` those by name that are narrower than what is annotated, `more` those behind the named ones.
        """
        known = owner.constant if owner is not None and owner.type == CONSTANT else NOTHING
        kind = None if owner is None or owner.type == CONSTANT else owner.type
        named = tuple((name, value if is_number(type_of(value)) else id(value)) for name, value in constants.items())
        key = (function, kind, id(known) if known is not NOTHING else 0, named, tuple(kinds.items()), tuple(more))
        signature = self.functions.get(key)
        if signature is not None:
            return signature
        source = self.sources.of(function)
        signature = self._signature(function, source, owner, constants, types, kinds, more)
        self.functions[key] = signature
        scope, lines = self._read(source, signature, more)
        if signature.again:
            scope.notes.append((source.place(source.node), LeavesSubset(1, "types that are not settled")))
        for place, error in scope.notes:
            self.note(place, error)
        signature.is_done = True
        if signature.is_recursive:
            lines.insert(0, "not_too_deep();")
        self.written.append(Written(self._head(signature), lines))
        return signature

    def _read(self, source: Source, signature: Signature, more: Sequence[Type]) -> tuple[Statements, list[str]]:
        """Return the lines of a function, read again as long as something is learned of it on the way."""
        tries = 0
        while True:
            signature.again, signature.is_place = False, None
            scope = self._scope(source, signature, more)
            lines, tries = scope.whole(), tries + 1
            if tries < TRIES and (signature.again or (signature.is_recursive and tries == 1)):
                continue  # what it fills and changes is known now to the calls of itself
            return scope, lines

    def _scope(self, source: Source, signature: Signature, more: Sequence[Type]) -> Statements:
        """Return what a function knows at its beginning."""
        scope = Statements(self, source, signature)
        scope.names = {
            name: Value(f"{name}_", one, has_place(one) or one.name == "maybe", roots=self._roots(name, one))
            for name, one in signature.parameters
        }
        scope.names.update({name: scope.known(value) for name, value in signature.constants.items()})
        rest = source.node.args.vararg
        if rest is not None:
            parts = tuple(Value(f"{rest.arg}_{place}_", kind, has_place(kind)) for place, kind in enumerate(more))
            scope.names[rest.arg] = Value("", fixed(list_of(more[0] if more else EMPTY)), parts=parts)
        return scope

    def _roots(self, name: str, kind: Type) -> frozenset[Root]:
        """Return where a parameter lies: somewhere."""
        if kind.is_fixed:
            return frozenset()
        is_somewhere = kind.name in ("list", "set", "maybe") or (kind.name == "record" and kind != self.state)
        return frozenset([("param", (name, kind))]) if is_somewhere else frozenset()

    def parameters(self, function: Any) -> list[str]:
        """Return the names of a function's parameters, in order."""
        arguments = self.sources.of(function).node.args
        return [one.arg for one in (*arguments.posonlyargs, *arguments.args, *arguments.kwonlyargs)]

    def rest_is_none(self, function: Any) -> None:
        """Raise LeavesSubset for a function that takes any number of arguments."""
        if self.sources.of(function).node.args.vararg is not None:
            raise LeavesSubset(3, "a call with as many arguments as a row has")

    def rest(self, function: Any) -> str:
        """Return the name of the parameter that takes all arguments behind the others."""
        rest = self.sources.of(function).node.args.vararg
        if rest is None:
            raise LeavesSubset(3, f"more arguments than {function.__qualname__} takes")
        return rest.arg

    def _signature(
        self,
        function: Any,
        source: Source,
        owner: Value | None,
        constants: Mapping[str, Any],
        types: Sequence[Type],
        kinds: Mapping[str, Type],
        more: Sequence[Type],
    ) -> Signature:
        node = source.node
        arguments = node.args
        if arguments.kwarg or (arguments.vararg and arguments.kwonlyargs):
            raise LeavesSubset(3, f"any number of arguments of {source.name}")
        ordered = [*arguments.posonlyargs, *arguments.args, *arguments.kwonlyargs]
        signature = Signature(f"f{len(self.functions)}_{source.name}", [], _defaults(function, arguments))
        for one in ordered:
            if owner is not None and one is ordered[0]:
                if owner.type == CONSTANT:
                    signature.constants[one.arg] = owner.constant
                else:
                    signature.parameters.append((one.arg, owner.type))
                continue
            if one.arg in constants:
                signature.constants[one.arg] = constants[one.arg]
                continue
            if one.arg in kinds:
                signature.parameters.append((one.arg, kinds[one.arg]))
                continue
            if one.annotation is None and isinstance(node, ast.Lambda) and len(types) >= len(ordered):
                signature.parameters.append((one.arg, types[ordered.index(one)]))
                continue
            if one.annotation is None:
                raise LeavesSubset(1, f"{one.arg} of {source.name} has no type")
            signature.parameters.append((one.arg, self.annotations.type_of(one.annotation, source.module)))
        if arguments.vararg:
            signature.parameters += [(f"{arguments.vararg.arg}_{place}", kind) for place, kind in enumerate(more)]
        if isinstance(node, ast.FunctionDef):
            if node.returns is None:
                raise LeavesSubset(1, f"what {source.name} returns has no type")
            signature.result = self.annotations.type_of(node.returns, source.module)
        return signature

    def _head(self, signature: Signature) -> str:
        parameters = ", ".join(
            f"{self.cpp(kind)} {'&' if is_kept(kind) else ''}{name}_" for name, kind in signature.parameters
        )
        result = self.cpp(signature.result)
        if signature.is_mixed:
            parameters += f"{', ' if parameters else ''}{result} &room_"
        is_reference = (signature.is_place or signature.is_mixed) and signature.result.name != "maybe"
        return f"static {result} {'&' if is_reference else ''}{signature.name}({parameters})"

    # Questions

    def question(self, prompt: Prompt[Any]) -> str:
        """Return the name of a question's class."""
        from shapan.native.questions import question_lines

        known = self.questions.get(id(prompt))
        if known is None:
            name = f"Q{len(self.questions)}_{prompt.key}"
            known = self.questions[id(prompt)] = prompt, name
            self.question_lines[name] = question_lines(self, prompt, name, len(self.questions) - 1)
        return known[1]


def _defaults(function: Any, arguments: ast.arguments) -> dict[str, Any]:
    """Return the defaults of a function's parameters."""
    ordered = [*arguments.posonlyargs, *arguments.args]
    values = getattr(function, "__defaults__", None) or ()
    named = dict(zip([one.arg for one in ordered[len(ordered) - len(values) :]], values, strict=True))
    return {**named, **(getattr(function, "__kwdefaults__", None) or {})}
