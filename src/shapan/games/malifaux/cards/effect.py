"""Effects (crews 2): one operation with its parameters, as an interpreter takes it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TypeAlias

from shapan.games.malifaux.cards.action_filter import ActionFilter
from shapan.games.malifaux.cards.amount import Amount
from shapan.games.malifaux.cards.cost import Cost
from shapan.games.malifaux.cards.place import Place
from shapan.games.malifaux.cards.selector import Expression, Selector


@dataclass(frozen=True, slots=True)
class ReleaseTest:
    """What a buried model has to pass: a stat against a number."""

    stat: str
    tn: Expression


@dataclass(frozen=True, slots=True)
class Release:
    """When and how a buried model comes back: a hook, a test if there is one, and what happens (then)."""

    hook: str
    test: ReleaseTest | None
    effects: tuple[Effect, ...]


Value: TypeAlias = (
    "Selector | Amount | Expression | Place | ActionFilter | bool | str | tuple[int, ...] | tuple[str, ...]"
    " | tuple[Cost, ...] | tuple[Effect, ...] | tuple[tuple[Effect, ...], ...] | tuple[Release, ...]"
    " | tuple[AbilityPart, ...]"
)


@dataclass(frozen=True, slots=True)
class Effect:
    """An operation and its parameters. Those with a default are always there; of the others `has` tells.

    Each kind of parameter has its own way in, so that nobody need ask what it is.
    """

    op: str
    values: Mapping[str, Value]

    def has(self, name: str) -> bool:
        return name in self.values

    def who(self, name: str = "who") -> Selector:
        value = self.values[name]
        assert isinstance(value, Selector)
        return value

    def number(self, name: str) -> Expression:
        """Return a number or a condition."""
        value = self.values[name]
        assert isinstance(value, Expression)
        return value

    def amount(self, name: str = "amount") -> Amount:
        value = self.values[name]
        assert isinstance(value, Amount)
        return value

    def place(self, name: str = "where") -> Place:
        value = self.values[name]
        assert isinstance(value, Place)
        return value

    def filter(self, name: str = "filter") -> ActionFilter:
        value = self.values[name]
        assert isinstance(value, ActionFilter)
        return value

    def flag(self, name: str) -> bool:
        """Return true or false; nothing is false."""
        value = self.values.get(name, False)
        assert isinstance(value, bool)
        return value

    def word(self, name: str, default: str = "") -> str:
        """Return a word, an id or suits."""
        value = self.values.get(name, default)
        assert isinstance(value, str)
        return value

    def stat(self) -> str | int:
        """Return the stat of a test, or the number in its stead."""
        value = self.values["stat"]
        if isinstance(value, Expression):
            return value.value
        assert isinstance(value, str)
        return value

    def words(self, name: str) -> tuple[str, ...]:
        """Return a list of words or modifiers; nothing is none."""
        return tuple(item for item in self._row(name) if isinstance(item, str))

    def numbers(self, name: str) -> tuple[int, ...]:
        """Return a list of integers; nothing is none."""
        return tuple(item for item in self._row(name) if isinstance(item, int))

    def effects(self, name: str = "effects") -> tuple[Effect, ...]:
        """Return the effects inside; nothing is none."""
        return tuple(item for item in self._row(name) if isinstance(item, Effect))

    def costs(self, name: str = "costs") -> tuple[Cost, ...]:
        return tuple(item for item in self._row(name) if isinstance(item, Cost))

    def releases(self) -> tuple[Release, ...]:
        return tuple(item for item in self._row("release") if isinstance(item, Release))

    def options(self) -> tuple[tuple[Effect, ...], ...]:
        """Return the lists of effects one of which is chosen."""
        return tuple(
            tuple(inner for inner in item if isinstance(inner, Effect))
            for item in self._row("options")
            if isinstance(item, tuple)
        )

    def parts(self) -> tuple[AbilityPart, ...]:
        """Return the parts of an ability that `grant` gives."""
        return tuple(item for item in self._row("parts") if isinstance(item, AbilityPart))

    def _row(self, name: str) -> tuple[object, ...]:
        value = self.values.get(name, ())
        assert isinstance(value, tuple)
        return value


@dataclass(frozen=True, slots=True)
class AbilityPart:
    """What happens at one hook. An ability with two moments has two parts [ruling].

    The subject of the hook has to be in scope and of the side, and `when` has to hold. Of a `resist_trigger` it is also
    said with which stats the model has to resist, which suits it needs, and the timing.
    """

    hook: str
    scope: str
    inches: int
    side: str
    other: bool
    when: Expression | None
    optional: bool
    costs: tuple[Cost, ...]
    once: str
    stats: tuple[str, ...]
    suits: str
    timing: str
    effects: tuple[Effect, ...]
