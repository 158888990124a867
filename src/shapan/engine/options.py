"""Ruleset options: what may be set before a match, with its check."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

_MAX_DIGITS: Final = 18
"""A longer number is no value of any option, and Python refuses to read very long ones."""


class OptionError(ValueError):
    """An option that does not exist or a value it cannot have; `field` is the option's name."""

    def __init__(self, field: str, message: str) -> None:
        super().__init__(f"options.{field}: {message}")
        self.field = field
        self.message = message


@dataclass(slots=True)
class Option:
    """One option: its values (words, integers, a range of these, or lists of words), default and rule number."""

    name: str
    default: Any
    values: tuple[str | int, ...] = ()
    """Words, and integers that are no range: `("auto", "off")`, `(25, 35, 50)`."""
    least: int | None = None
    most: int | None = None
    list_of: tuple[str, ...] = ()
    """Words of which a list of `length` is also a value."""
    length: int = 0
    rule: str = ""
    refused: str = ""
    """Why every value but the default is refused."""
    tells: tuple[Any, ...] = ()
    """Values with which questions show hidden facts on purpose, such as who holds a card. See `telling`."""
    among_bots: Any = None
    """What the default stands for where only bots play, and nobody could be told anything. See `settled`."""
    common: bool = False
    """Whether a form shows it at first."""
    flag: str = ""
    """What rules call it that the value is not the default. See `flags`."""
    seats: bool = False
    """Whether it is the number of seats, which is chosen with them."""

    def allowed(self) -> str:
        """Return the allowed values in words."""
        parts = [f'"{value}"' if isinstance(value, str) else str(value) for value in self.values]
        if self.least is not None:
            parts.append(f"an integer from {self.least}" + (f" to {self.most}" if self.most is not None else ""))
        if self.length:
            parts.append(f"a list of {self.length} out of {', '.join(self.list_of)}")
        return ", ".join(parts)

    def check(self, value: Any) -> Any:
        """Return the value. Raises OptionError naming the option and what is allowed."""
        if self.refused and value != self.default:
            raise OptionError(self.name, self.refused)
        if isinstance(value, str) and value in self.values:
            return value
        if isinstance(value, int) and not isinstance(value, bool) and (value in self.values or self._in_range(value)):
            return value
        if isinstance(value, (list, tuple)) and self._is_list(value):
            return list(value)
        raise OptionError(self.name, f"{value!r} is not allowed; allowed: {self.allowed()}")

    def _in_range(self, value: int) -> bool:
        return self.least is not None and value >= self.least and (self.most is None or value <= self.most)

    def _is_list(self, value: Sequence[Any]) -> bool:
        return len(value) == self.length > 0 and all(isinstance(w, str) and w in self.list_of for w in value)

    def read(self, text: str) -> Any:
        """Return the value of a text from a command line or a form (`3`, `on`, `a,b,c`), checked."""
        digits = text.removeprefix("-")
        counts = self.least is not None or any(isinstance(value, int) for value in self.values)
        if counts and digits.isascii() and digits.isdigit() and len(digits) <= _MAX_DIGITS:
            return self.check(int(text))
        if self.length and "," in text:
            return self.check([word.strip() for word in text.split(",")])
        return self.check(text)


def either(name: str, default: str, other: str, rule: str, flag: str) -> Option:
    """Return an option of two words; rules ask for the other one by the name of a flag."""
    return Option(name, default, (default, other), rule=rule, flag=flag)


def flags(options: Sequence[Option], values: Mapping[str, Any]) -> dict[str, bool]:
    """Return for the options that have a flag, by its name, whether their value is not the default."""
    return {option.flag: values[option.name] != option.default for option in options if option.flag}


def resolve(options: Sequence[Option], given: dict[str, Any]) -> dict[str, Any]:
    """Return all options with the given values checked and the rest at their defaults."""
    known = {option.name: option for option in options}
    for name in given:
        if name not in known:
            raise OptionError(name, f"there is no such option; known: {', '.join(known)}")
    return {name: known[name].check(given[name]) if name in given else known[name].default for name in known}


def telling(options: Sequence[Option], given: Mapping[str, Any]) -> list[str]:
    """Return the names of options whose values let questions show hidden facts on purpose.

    With such a value a seat can learn from who is asked what it could not learn otherwise, so sampled worlds need not
    ask the same seats as the match does, and the laws of knowledge are not tried.
    """
    return [option.name for option in options if given.get(option.name, option.default) in option.tells]


def settled(options: Sequence[Option], given: Mapping[str, Any], people: int) -> dict[str, Any]:
    """Return the options given, with what their defaults stand for where so many people play."""
    free = [option for option in options if option.among_bots is not None and not people]
    left = {
        option.name: option.among_bots for option in free if given.get(option.name, option.default) == option.default
    }
    return {**given, **left}
