"""Questions of the game: prompts whose answers are written as section 13.5 of the spec says.

The spec uses one word for answers that differ in their fields (`attack` of the own viper and of another one), and
leaves fields out that have one value only. Each family therefore has a form: its word, and which fields may be missing.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, ClassVar, Final

from shapan.engine.actions import DONE, Actions, Family
from shapan.engine.kinds import Kind, number_of
from shapan.engine.prompt import Prompt, Reason
from shapan.games.battlestar.state import Battlestar


@dataclass(slots=True)
class Form:
    """How a family is written: the word of `do`, fixed fields, and defaults of fields that may be left out."""

    word: str
    fixed: dict[str, Any] = field(default_factory=dict)
    defaults: dict[str, int] = field(default_factory=dict)


FORMS: Final[dict[str, Form]] = {}
"""Forms of the families whose name is not their word, by family name."""


def family(actions: Actions, number: int, name: str, form: Form | None = None, **parameters: Kind) -> Family:
    """Declare a family with its form; without one its name is its word."""
    FORMS[name] = form or Form(name)
    return actions.family(number, name, False, **parameters)


def codes_of(family: Family, words: Sequence[Any], path: str) -> list[int]:
    """Return the codes of a list of words of a family of one parameter. Raises ValueError(field, reason)."""
    kind = family.parameters[0][1]
    return [family.code(number_of(kind, word, f"{path}.{place}")) for place, word in enumerate(words)]


class Question(Prompt[Battlestar]):
    """A question of Battlestar. `decline` is the word for `DONE`: pass, stop, no, stay."""

    decline: ClassVar[str] = "pass"
    list_field: ClassVar[str] = ""
    """For an answer of several picks: the field that lists them; each pick an object, a word or a row."""
    word: ClassVar[str] = ""
    """For an answer of several picks: the word of `do`."""

    def why(self, state: Battlestar, seat: int, arg: int, code: int) -> Reason:
        """Return why a code of the families of this question, or `DONE`, is not legal now."""
        return super().why_not(state, seat, arg, code)

    def why_not(self, state: Battlestar, seat: int, arg: int, code: int) -> Reason:
        if code == DONE or any(family.has(code) and family.fits(code) for family in self.families):
            return self.why(state, seat, arg, code)
        return super().why_not(state, seat, arg, code)

    def write(self, actions: Actions, codes: Any) -> dict[str, Any]:
        if self.many:
            return self.write_many(codes)
        return self.write_one(codes[0])

    def write_one(self, code: int) -> dict[str, Any]:
        """Return one code as the spec writes it."""
        if code == DONE:
            return {"do": self.decline}
        family = next(item for item in self.families if item.has(code))
        form = FORMS[family.name]
        words = {
            name: kind.word(value) for (name, kind), value in zip(family.parameters, family.values(code), strict=True)
        }
        return {"do": form.word, **form.fixed, **words}

    def write_many(self, codes: Any) -> dict[str, Any]:
        """Return picks of one family of one parameter as a list of words."""
        family = self.families[0]
        kind = family.parameters[0][1]
        return {
            "do": self.word or FORMS[family.name].word,
            self.list_field: [kind.word(family.value(c)) for c in codes],
        }

    def takes(self, entry: Mapping[str, Any]) -> bool:
        name = entry.get("do")
        if self.many:
            return name == (self.word or FORMS[self.families[0].name].word)
        if name == self.decline or (self.reaction and name == "pass"):
            return True
        return any(self._fits(item, entry) for item in self.families)

    def _fits(self, family: Family, entry: Mapping[str, Any]) -> bool:
        form = FORMS[family.name]
        if entry.get("do") != form.word:
            return False
        if any(entry.get(name) != value for name, value in form.fixed.items()):
            return False
        own = {name for name, _ in family.parameters}
        needed = own - set(form.defaults)
        given = set(entry) - {"do", "seat"} - set(form.fixed)
        return needed <= given <= own

    def read(self, actions: Actions, entry: Mapping[str, Any]) -> list[int]:
        if self.many:
            return self.read_many(entry)
        if entry.get("do") == self.decline or (self.reaction and entry.get("do") == "pass"):
            for name in entry:
                if name not in ("do", "seat"):
                    raise ValueError(name, f"{entry['do']} has no field {name!r}")
            return [DONE]
        for item in self.families:
            if self._fits(item, entry):
                return [self.read_one(item, entry)]
        names = sorted({FORMS[item.name].word for item in self.families})
        if entry.get("do") not in names:
            raise ValueError("do", f"{entry.get('do')!r} is not one of {', '.join(names)}")
        raise ValueError("do", f"{entry.get('do')} has other fields: {_fields(self.families, entry)}")

    def read_one(self, family: Family, entry: Mapping[str, Any]) -> int:
        """Return the code of an entry that fits a family. Raises ValueError(field, reason)."""
        form, values = FORMS[family.name], []
        for name, kind in family.parameters:
            if name not in entry:
                values.append(form.defaults[name])
                continue
            values.append(number_of(kind, entry[name], name))
        return family.code(*values)

    def read_many(self, entry: Mapping[str, Any]) -> list[int]:
        """Return the codes of a list of words of the one family."""
        return codes_of(self.families[0], self.rows(entry), self.list_field)

    def rows(self, entry: Mapping[str, Any]) -> list[Any]:
        """Return the list of an entry of several picks. Raises ValueError(field, reason)."""
        rows = entry.get(self.list_field)
        if not isinstance(rows, list):
            raise ValueError(self.list_field, f"{entry.get('do')} needs the list {self.list_field!r}")
        for name in entry:
            if name not in ("do", "seat", self.list_field):
                raise ValueError(name, f"{entry.get('do')} has no field {name!r}")
        return rows


def _fields(families: tuple[Family, ...], entry: Mapping[str, Any]) -> str:
    """Return the fields that an answer with this word may have."""
    rows = [
        "+".join(name for name, _ in item.parameters) or "none"
        for item in families
        if FORMS[item.name].word == entry.get("do")
    ]
    return " or ".join(rows)
