"""Effects: what cards and abilities do. An operation is said once, at the function that carries it out.

    EFFECTS: Final[Effects[Galaxy]] = Effects()
    WHOM: Final[Selector[Galaxy]] = Selector(me=lambda state, here, number: [state.active])

    @EFFECTS.op("draw", who=WHOM, number=AMOUNT)
    def draw(state, table, seat, number): ...          # in the notation: draw(me,2)

    @EFFECTS.op("poor", "if gold<{least}:", least=AMOUNT)
    def is_poor(state, table, least): ...              # a condition, for its words end in a colon

    SPY: Final = EFFECTS.cell("draw(me,2); if gold<3: draw(me,1)", "cards.toml, spy")
    EFFECTS.carry_out(state, table, SPY)               # in any chapter, above or below that of `draw`

Chapters register their operations while they are loaded. The game's definition then calls `close`, which reads all
cells and refuses a word that nobody has registered, with its place in the data.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final, Generic, TypeVar

from shapan.engine.kinds import Kind
from shapan.engine.prompt import S
from shapan.engine.table import Table

F = TypeVar("F", bound=Callable[..., Any])


class EffectError(ValueError):
    """A word that no operation has, or an operation without a function or a worth: place in the data, reason."""

    def __init__(self, place: str, message: str) -> None:
        super().__init__(f"{place}: {message}" if place else message)


@dataclass(slots=True, frozen=True)
class EffectSource:
    """Where an effect comes from: the card, model or seat whose it is, and whom its moment is about; -1 for none."""

    source: int = -1
    about: int = -1


NOWHERE: Final = EffectSource()


@dataclass(slots=True, frozen=True)
class Effect:
    """One step: the number of its operation, the values of its parameters, and what a condition governs."""

    op: int
    args: tuple[int, ...] = ()
    then: tuple[Effect, ...] = ()


@dataclass(slots=True, eq=False)
class Cell:
    """The effects that a text of the data names, `place` being where it stands; they are there after `close`."""

    text: str
    place: str
    effects: tuple[Effect, ...] = ()


class Amount(Kind):
    """A number with or without a sign, as the notation writes it: `3`, `+1`, `-2`."""

    def number(self, word: Any) -> int:
        return int(word)


AMOUNT: Final = Amount()


class Selector(Kind, Generic[S]):
    """Whom an effect concerns: words, some with a number; of several, as in `enemies near(3)`, all must mean one.

    A word is a plain function (state, here, number) that returns seats, models or cards by number, in the order in
    which they are concerned. A value is the number of a row of words; those of single words come first, in order.
    """

    def __init__(self, /, **words: Callable[[S, EffectSource, int], Sequence[int]]) -> None:
        self.words = list(words)
        self.functions = list(words.values())
        self.rows: list[tuple[tuple[int, int], ...]] = [((word, 0),) for word in range(len(words))]

    def number(self, word: Any) -> int:
        row: list[tuple[int, int]] = []
        for text in str(word).split() or [""]:
            found = re.fullmatch(r"(\w+)(?:\((\d+)\))?", text)
            if found is None or found[1] not in self.words:
                raise ValueError(f"{text!r} is not one of {', '.join(self.words)}")
            row.append((self.words.index(found[1]), int(found[2] or 0)))
        if tuple(row) not in self.rows:
            self.rows.append(tuple(row))
        return self.rows.index(tuple(row))

    def of(self, state: S, value: int, here: EffectSource = NOWHERE) -> list[int]:
        """Return whom a value means now."""
        rows = [self.functions[word](state, here, number) for word, number in self.rows[value]]
        return [one for one in rows[0] if all(one in row for row in rows)]

    def means(self, state: S, value: int, here: EffectSource) -> bool:
        """Tell whether a value means whom it is asked about now."""
        return all(here.about in self.functions[word](state, here, number) for word, number in self.rows[value])

    def one(self, state: S, value: int, here: EffectSource = NOWHERE) -> int:
        """Return the first whom a value means, -1 for nobody."""
        return next(iter(self.of(state, value, here)), -1)


class Operation:
    """An operation or condition: its words, its parameters and its function, once a chapter has registered it."""

    def __init__(self, name: str) -> None:
        self.name = name
        self.parts: list[str] = []
        """The words, and between them the names of parameters; empty without a notation."""
        self.kinds: list[Kind] = []
        self.who: Selector[Any] | None = None
        self.condition = False
        self.sourced = False
        self.function: Callable[..., Any] | None = None

    def read(self, text: str) -> tuple[int, ...] | None:
        """Return the parameters of a text, None if it has other words. Raises ValueError for a wrong parameter."""
        holes = [r"([+-]?\d+)" if isinstance(kind, Amount) else "(.+?)" for kind in self.kinds] + [""]
        words = zip(self.parts[::2], holes, strict=True)
        found = re.fullmatch("".join([re.escape(word) + hole for word, hole in words]), text)
        if found is None:
            return None
        return tuple([kind.number(word.strip()) for kind, word in zip(self.kinds, found.groups(), strict=True)])


class Effects(Generic[S]):
    """The operations of a game, and what its abilities do at which moment.

    For abilities `sources(state)` returns whose they are, in the state's order, and `held(state, source)` which ones a
    source has now. Both are open to all. A game with many sources says by `near(state, quantity, about)` which of them
    alone can change a quantity of somebody; by default all are asked.
    """

    def __init__(
        self,
        sources: Callable[[S], Sequence[int]] = lambda state: (),
        held: Callable[[S, int], Sequence[int]] = lambda state, source: (),
        near: Callable[[S, int, int], Sequence[int]] | None = None,
    ) -> None:
        self.sources = sources
        self.held = held
        self.near = near
        self.operations: list[Operation] = []
        self.cells: list[Cell] = []
        self.moments: list[str] = []
        self.abilities: list[dict[int, Cell]] = []
        self.amounts: dict[int, dict[int, tuple[Selector[S], int, int]]] = {}
        """By quantity and ability: whom it concerns, in which words, and by how much it changes it."""
        self._asked: set[int] = set()
        """The moments and quantities that chapters ask for."""
        self._closed = False

    def number(self, name: str) -> int:
        """Return the number of an operation, whose function may come later."""
        for number, operation in enumerate(self.operations):
            if operation.name == name:
                return number
        self.operations.append(Operation(name))
        return len(self.operations) - 1

    def op(self, name: str, words: str | None = None, sourced: bool = False, **kinds: Kind) -> Callable[[F], F]:
        """Register the function that carries an operation out: (state, table, parameters in the order of the words).

        `words` is the notation with parameters in braces, by default `name({a},{b})`; "" where chapters only `call`
        it. What ends in a colon is a condition: the function tells whether what follows in the cell is carried out.
        A first parameter `who`, a selector, calls the function for each whom it means. With `sourced` the function
        gets `EffectSource` before its parameters. Raises EffectError for a name that is taken, and for words that
        name other parameters than there are kinds.
        """
        operation = self.operations[self.number(name)]
        if operation.function is not None:
            raise EffectError("", f"{name!r} is registered twice")
        if words is None:
            words = f"{name}({','.join(f'{{{kind}}}' for kind in kinds)})" if kinds else name
        operation.parts = re.split(r"\{(\w+)\}", words.removesuffix(":")) if words else []
        if "who" in operation.parts[3::2]:
            raise EffectError("", f"{name!r}: who comes first")
        if sorted(operation.parts[1::2]) != sorted(kinds):
            raise EffectError("", f"{name!r}: {words!r} does not name each of its parameters once: {', '.join(kinds)}")
        operation.kinds = [kinds[part] for part in operation.parts[1::2]]
        operation.condition, operation.sourced = words.endswith(":"), sourced
        who = kinds.get("who")
        operation.who = who if isinstance(who, Selector) else None

        def registered(function: F) -> F:
            operation.function = function
            return function

        return registered

    def cell(self, text: str, place: str = "") -> Cell:
        """Return the effects of a text of the data: steps divided by `;`, each condition before all it governs.

        It is read by `close`, or at once where that has been called; see there for what is raised.
        """
        self.cells.append(Cell(text, place))
        if self._closed:
            self.cells[-1].effects = self._read(text, place)
        return self.cells[-1]

    def close(self) -> None:
        """Read all cells.

        Raises EffectError for an unknown word, a condition that governs nothing, an operation without a function, and
        a moment or quantity of an ability that no chapter asks for.
        """
        for operation in self.operations:
            if operation.function is None:
                raise EffectError("", f"nobody carries out {operation.name!r}")
        for cell in self.cells:
            cell.effects = self._read(cell.text, cell.place)
        for number, name in enumerate(self.moments):
            if number not in self._asked:
                raise EffectError("", f"no chapter asks for {name!r}, which an ability names")
        self._closed = True

    def _read(self, text: str, place: str) -> tuple[Effect, ...]:
        head, mark, rest = _divided(text)
        if not head and not mark:
            return ()
        number, args = self._step(head, mark == ":", place)
        then = self._read(rest, place)
        if mark == ":" and not then:
            raise EffectError(place, f"{head!r} governs nothing")
        return (Effect(number, args, then),) if mark == ":" else (Effect(number, args), *then)

    def _step(self, text: str, condition: bool, place: str) -> tuple[int, tuple[int, ...]]:
        """Return the number and parameters of a step; of several operations that with most letters of its own."""
        wrong = f"{text!r} is no {'condition' if condition else 'effect'}"
        for operation in sorted(self.operations, key=lambda one: -sum(map(len, one.parts[::2]))):
            if operation.parts and operation.condition == condition:
                try:
                    args = operation.read(text)
                except ValueError as error:
                    wrong += f"; {operation.name}: {error}"
                    continue
                if args is not None:
                    return self.operations.index(operation), args
        raise EffectError(place, wrong)

    # Carrying out

    def carry_out(self, state: S, table: Table[S], cell: Cell, here: EffectSource = NOWHERE) -> None:
        """Carry out the effects of a cell, strictly from left to right."""
        self._run(state, table, cell.effects, here)

    def call(self, number: int, state: S, table: Table[S], *args: int) -> None:
        """Call the function of an operation: how a chapter reaches one that stands above it."""
        function = self.operations[number].function
        assert function is not None
        function(state, table, *args)

    def _run(self, state: S, table: Table[S], effects: Sequence[Effect], here: EffectSource) -> None:
        for effect in effects:
            operation = self.operations[effect.op]
            function, first = operation.function, (here,) if operation.sourced else ()
            assert function is not None
            holds = False
            if operation.who is None:
                holds = bool(function(state, table, *first, *effect.args))
            else:
                for one in operation.who.of(state, effect.args[0], here):
                    holds = bool(function(state, table, *first, one, *effect.args[1:])) or holds
            if operation.condition and holds:
                self._run(state, table, effect.then, here)

    # Abilities: what they do at a moment, and by how much they change a quantity for as long as somebody has them

    def moment(self, name: str) -> int:
        """Return the number of a moment or quantity, for a chapter that asks for it (`at`, `amount`)."""
        self._asked.add(self._moment(name))
        return self._moment(name)

    def _moment(self, name: str) -> int:
        if name not in self.moments:
            self.moments.append(name)
        return self.moments.index(name)

    def ability(self, texts: Mapping[str, str], place: str = "") -> int:
        """Return the number of an ability, from the text of what it does by the name of each moment."""
        does = {self._moment(name): self.cell(text, f"{place}, {name}") for name, text in texts.items()}
        self.abilities.append(does)
        return len(self.abilities) - 1

    def gives(self, ability: int, quantity: str, number: int, whom: Selector[S], words: str) -> None:
        """Let an ability change a quantity of whom it concerns. Raises EffectError if it changes it already."""
        changed = self.amounts.setdefault(self._moment(quantity), {})
        if ability in changed:
            raise EffectError("", f"ability {ability} changes {quantity!r} twice")
        changed[ability] = (whom, whom.number(words), number)

    def at(self, state: S, table: Table[S], moment: int, about: int = -1) -> None:
        """Let all sources do, in the state's order, what their abilities do at a moment.

        Which abilities a source has is asked when its turn comes: one that is gone by then does nothing.
        """
        for source in self.sources(state):
            for ability in self.held(state, source):
                if moment in self.abilities[ability]:
                    self.carry_out(state, table, self.abilities[ability][moment], EffectSource(source, about))

    def amount(self, state: S, quantity: int, about: int) -> int:
        """Return by how much all abilities together change a quantity of somebody, as things are now."""
        total, near, changed = 0, self.near, self.amounts.get(quantity)
        if changed is None:
            return 0
        for source in self.sources(state) if near is None else near(state, quantity, about):
            for ability in self.held(state, source):
                if ability in changed:
                    whom, words, number = changed[ability]
                    if whom.means(state, words, EffectSource(source, about)):
                        total += number
        return total


def _divided(text: str) -> tuple[str, str, str]:
    """Return the first step of a text, the mark behind it and the rest; marks in brackets belong to a step."""
    depth = 0
    for place, letter in enumerate(text):
        depth += (letter == "(") - (letter == ")")
        if letter in ";:" and not depth:
            return text[:place].strip(), letter, text[place + 1 :]
    return text.strip(), "", ""
