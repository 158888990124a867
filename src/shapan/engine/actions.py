"""Action families: integers with a declared meaning that is the same in every state.

A code is `family number * 2**40 + parameters in bit fields` and stays below 2**53, so that browsers can read it.
Family numbers are written in the source and never reused: logs and trained networks survive new families.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from operator import lt
from typing import Any, Final, TypeAlias

from mypy_extensions import mypyc_attr

from shapan.engine.kinds import Kind
from shapan.engine.words import PLAIN, Words

DONE: Final = 0
"""The code that ends a row of picks, passes a reaction window, says "no"."""

Codes: TypeAlias = tuple[int, ...]  # compiled: tuple[Any, ...]
CodeRows: TypeAlias = list[list[int]]  # compiled: list[list[Any]]
"""Codes that are made once. A code is too large for a shared integer: read as a number and put into a list of answers,
compiled code would make the object anew."""

PARAMETER_BITS: Final = 40
_PARAMETER_MASK: Final = 2**PARAMETER_BITS - 1
_FEW_BITS: Final = 14


@dataclass(slots=True)
class Form:
    """How a family is written: the word of `do`, fixed fields, defaults of parameters, fields that join several."""

    word: str = ""
    """By default the family's name."""
    fixed: dict[str, Any] = field(default_factory=dict)
    defaults: dict[str, int] = field(default_factory=dict)
    joined: dict[str, tuple[str, ...]] = field(default_factory=dict)


class Family:
    """One kind of action, such as `conquer(defender)`.

    `tested` families carry integers in the game's own unit; their legality is a test, not a list.
    """

    def __init__(
        self, number: int, name: str, parameters: dict[str, Kind], tested: bool = False, form: Form | None = None
    ) -> None:
        if not 0 < number < 2**13:
            raise ValueError(f"family {name}: number {number} is not 1..8191")
        self.number = number
        self.name = name
        self.tested = tested
        self.form = form or Form()
        self.form.word = self.form.word or name
        self.alone = not self.form.fixed
        """Whether its word says all: no other family of the game bears it, and no field is fixed."""
        self.base = number << PARAMETER_BITS
        self.parameters = tuple(parameters.items())
        self.shifts: list[int] = []
        self.masks: list[int] = []
        shift = 0
        for _, kind in self.parameters:
            bits = max(1, (kind.size - 1).bit_length())
            self.shifts.append(shift)
            self.masks.append(2**bits - 1)
            shift += bits
        if shift > PARAMETER_BITS:
            raise ValueError(f"family {name}: its parameters need {shift} bits, {PARAMETER_BITS} are there")
        self._made: dict[tuple[int, ...], int] = {}
        """Codes that were asked for, of a family that has few."""
        self._few = shift <= _FEW_BITS
        single = self.parameters[0][1].size if len(self.parameters) == 1 and not tested else 0
        self.codes: Codes = tuple(self.base | value for value in range(single))
        """All codes of a listed family with one parameter, by its value."""
        first, second = [kind.size for _, kind in self.parameters] if self._few and len(parameters) == 2 else (0, 0)
        self.rows: CodeRows = [[self.code(one, other) for other in range(second)] for one in range(first)]
        """All codes of a family with two parameters that has few, by the first value, then by the second."""

    def code(self, *values: int) -> int:
        """Return the code of this action with these parameter values."""
        if self._few and (known := self._made.get(values)) is not None:
            return known
        code = self.base
        shifts, masks = self.shifts, self.masks
        if len(values) != len(shifts):
            raise ValueError(f"family {self.name}: {len(values)} values for {len(shifts)} parameters")
        for place, value in enumerate(values):
            if not 0 <= value <= masks[place]:
                raise ValueError(f"family {self.name}: {value} does not fit 0..{masks[place]}")
            code |= value << shifts[place]
        if self._few:
            self._made[values] = code
        return code

    def has(self, code: int) -> bool:
        """Tell whether a code is of this family."""
        return code >> PARAMETER_BITS == self.number

    def fits(self, code: int) -> bool:
        """Tell whether a code of this family is the code of its parameters: each within its kind, no bit beside them.

        Lists hold such codes only; where a test decides, a sender may have set other bits.
        """
        values = self.values(code)
        sizes = (kind.size for _, kind in self.parameters)
        return self.code(*values) == code and all(map(lt, values, sizes))

    def value(self, code: int, place: int = 0) -> int:
        """Return one parameter of a code of this family."""
        return code >> self.shifts[place] & self.masks[place]

    def values(self, code: int) -> tuple[int, ...]:
        """Return all parameters of a code of this family."""
        shifts, masks = self.shifts, self.masks
        if len(shifts) == 2:  # the usual case, with no list between
            return code >> shifts[0] & masks[0], code >> shifts[1] & masks[1]
        return tuple([code >> shift & masks[place] for place, shift in enumerate(shifts)])


@mypyc_attr(allow_interpreted_subclasses=True)
class Actions:
    """The families of one game, with their JSON form `{"do": name, parameter: word}`."""

    def __init__(self, done: bool = True) -> None:
        self.done = done
        """Whether {"do": "done"} is an answer of this game: some question may be declined, some window passed."""
        self.by_number: dict[int, Family] = {}
        self.by_name: dict[str, Family] = {}
        self.by_word: dict[str, list[Family]] = {}

    def family(
        self, __number: int, __name: str, form: Form | None = None, tested: bool = False, **parameters: Kind
    ) -> Family:
        """Declare a family; without a form it is written as its name with its parameters.

        Raises ValueError if its number, its name or a parameter's name is taken.
        Underscores and no `/`: mypyc would give their names to both, and a parameter may be a `number` too.
        """
        number, name = __number, __name
        if "seat" in parameters or "do" in parameters:
            raise ValueError(f"family {name}: `seat` and `do` are who answers and what, no parameters")
        if number in self.by_number or name in self.by_name:
            raise ValueError(f"family {number} {name}: number or name is taken")
        family = Family(number, name, parameters, tested, form)
        self.by_number[number] = self.by_name[name] = family
        same = self.by_word.setdefault(family.form.word, [])
        same.append(family)
        if len(same) > 1:
            for other in same:
                other.alone = False
        return family

    def of(self, code: int) -> Family:
        """Return the family of a code. Raises KeyError for a code of no family."""
        return self.by_number[code >> PARAMETER_BITS]

    def write(self, code: int, words: Words = PLAIN) -> dict[str, Any]:
        """Return a code as JSON; `DONE` is {"do": "done"}."""
        if code == DONE:
            return {"do": "done"}
        family = self.of(code)
        rows = zip(family.parameters, family.values(code), strict=True)
        return {"do": family.name, **{name: words.word(kind, value) for (name, kind), value in rows}}

    def read(self, entry: Mapping[str, Any], words: Words = PLAIN) -> int:
        """Return the code of a JSON form. Raises ValueError whose first argument is the field, second the reason."""
        name = entry.get("do")
        if name == "done" and self.done and "done" not in self.by_name:
            return DONE
        family = self.by_name.get(name) if isinstance(name, str) else None
        if family is None:
            raise ValueError("do", f"{name!r} is not one of {', '.join(sorted(self.by_name))}")
        values = []
        for part, kind in family.parameters:
            if part not in entry:
                raise ValueError(part, f"{name} needs {part!r}")
            try:
                values.append(words.number(kind, entry[part]))
            except ValueError as error:
                raise ValueError(part, str(error)) from None
        for part in entry:
            if part not in ("seat", "do") and part not in dict(family.parameters):
                raise ValueError(part, f"{name} has no field {part!r}")
        return family.code(*values)
