"""How faults are planted: variants of a game, doors between rules and table, wider views and states, edited copies.

Nothing here changes a game: a plant makes a subclass with a fault in it, and the conformance kit has to find it.
"""

from __future__ import annotations

import copy
import re
from collections.abc import Callable, Container, Sequence
from dataclasses import Field, dataclass, field, fields, make_dataclass
from typing import Annotated, Any, NoReturn

from conformance.sizes import size_of
from engine.toys.face_down import GAME as FACE_DOWN
from engine.toys.fate_duel import GAME as FATE_DUEL
from engine.toys.order_stacks import GAME as ORDERS
from engine.toys.skill_check import GAME as SKILL
from shapan.engine.actions import DONE
from shapan.engine.conformance import Failure
from shapan.engine.event import Events
from shapan.engine.fact import fact
from shapan.engine.game import Game
from shapan.engine.kinds import Kind
from shapan.engine.part import Part
from shapan.engine.prompt import Prompt
from shapan.engine.registry import find
from shapan.engine.table import Table
from shapan.engine.zone import EVERYONE

__all__ = ["FACE_DOWN", "FATE_DUEL", "LEDUC", "ORDERS", "PIG", "PLANETS", "SKILL"]

LEDUC, PIG, PLANETS = find("leduc"), find("pig"), find("planet_masters")
TOYS = (SKILL, ORDERS, FATE_DUEL, FACE_DOWN)
REAL = (LEDUC, PIG, PLANETS)

Edit = tuple[str, str, str]
"""(file of the game's package, old text, new text)"""


@dataclass(frozen=True)
class Plant:
    """One fault in one game, the checks of which one must find it, and how large a run it takes."""

    number: int
    name: str
    game: Game[Any]
    make: Callable[[Game[Any]], Game[Any]]
    finds: tuple[str, ...]
    where: tuple[str, ...]
    """Keys that the place of a finding must have."""
    says: str
    """A pattern that place or detail of a finding must hold: what differed."""
    matches: int
    decisions: int
    edits: tuple[Edit, ...] = ()

    @property
    def id(self) -> str:
        return f"{self.number:02}-{self.name}-{self.game.name}"


PLANTS: list[Plant] = []

IN_MATCH = ("seed", "seats", "decision")


def shown(plant: Plant, failure: Failure) -> bool:
    """Tell whether a failure shows a plant: found by one of its checks, with its place and what differed."""
    return (
        failure.check in plant.finds
        and all(key in failure.place for key in plant.where)
        and re.search(plant.says, f"{failure.place} {failure.detail}") is not None
    )


def plant(
    number: int,
    *games: Game[Any],
    finds: str,
    says: str = "",
    where: tuple[str, ...] = IN_MATCH,
    size: tuple[int, int] | None = None,
    edits: tuple[Edit, ...] = (),
) -> Callable[[Callable[[Game[Any]], Game[Any]]], Callable[[Game[Any]], Game[Any]]]:
    """Register a plant for some games. `finds` lists the checks of which one must find it, with `says` in its words.

    `size` sets matches and decisions, for a plant that needs other ones than `sizes.toml` gives its game.
    """

    def register(make: Callable[[Game[Any]], Game[Any]]) -> Callable[[Game[Any]], Game[Any]]:
        for game in games:
            taken = size or ((1, 1) if edits else size_of("plants", game.name))
            PLANTS.append(Plant(number, make.__name__, game, make, tuple(finds.split()), where, says, *taken, edits))
        return make

    return register


def variant(game: Game[Any], **parts: Any) -> Game[Any]:
    """Return a game of a subclass with other parts; words, rulebook and data stay those of the original."""
    cls = type(game)
    return type(f"Planted{cls.__name__}", (cls,), {"__module__": cls.__module__, **parts})()


def altered(prompt: Prompt[Any], **parts: Any) -> Prompt[Any]:
    """Return a prompt of a subclass with other fields or functions."""
    new = copy.copy(prompt)
    new.__class__ = type(f"Planted{type(prompt).__name__}", (type(prompt),), parts)
    for name, part in parts.items():
        vars(new).pop(name, None)  # a question has as its own what others have from their class
        if not callable(part):
            setattr(new, name, part)
    return new


class Door(Table[Any]):
    """A table that hands everything on to the real one; plants override what they spoil.

    A new one is made whenever a step runs, so its attributes live as long as the local variables of the step.
    """

    def __init__(self, inner: Table[Any], prompts: dict[str, Prompt[Any]]) -> None:
        super().__init__(inner.state)
        self.on = inner.on
        self.inner = inner
        self.prompts = prompts

    def own(self, prompt: Prompt[Any]) -> Prompt[Any]:
        return self.prompts.get(prompt.key, prompt)

    def ask(self, prompt: Prompt[Any], seat: int, arg: int = 0) -> int:
        return self.inner.ask(self.own(prompt), seat, arg)

    def ask_all(self, prompt: Prompt[Any], seats: Sequence[int], arg: int = 0) -> list[int]:
        return self.inner.ask_all(self.own(prompt), seats, arg)

    def ask_many(self, prompt: Prompt[Any], seat: int, arg: int = 0) -> list[int]:
        return self.inner.ask_many(self.own(prompt), seat, arg)

    def ask_all_many(self, prompt: Prompt[Any], seats: Sequence[int], arg: int = 0) -> list[list[int]]:
        return self.inner.ask_all_many(self.own(prompt), seats, arg)

    def roll(self, stream: int, sides: int = 6) -> int:
        return self.inner.roll(stream, sides)

    def draw(self, stream: int, pool: Sequence[int]) -> int:
        return self.inner.draw(stream, pool)

    def tell(
        self,
        kind: int,
        a: int = -1,
        b: int = -1,
        c: int = -1,
        d: int = -1,
        to: int = EVERYONE,
        priv: int = 0,
        secret: tuple[int, ...] = (),
    ) -> None:
        self.inner.tell(kind, a, b, c, d, to, priv, secret)
        self.told(kind, a, b)

    def ask_able(self, prompt: Prompt[Any], seats: Sequence[int], arg: int, able: Container[int]) -> list[int]:
        """Ask only those of some seats that are able to react; for the others it is as if they had passed."""
        asked = [seat for seat in seats if seat in able]
        codes = dict(zip(asked, Door.ask_all(self, prompt, asked, arg), strict=True)) if asked else {}
        return [codes.get(seat, DONE) for seat in seats]

    def told(self, kind: int, a: int, b: int) -> None:
        """Do something after an event: a fault in the rule that has just told it."""

    def finish(self, result: int, ranks: list[int], scores: list[int] | None = None) -> NoReturn:
        self.inner.finish(result, ranks, scores)


def through(
    game: Game[Any],
    door: type[Door] = Door,
    prompts: Sequence[Prompt[Any]] = (),
    **parts: Any,
) -> Game[Any]:
    """Return a game whose rules speak to the table through a door, with prompts exchanged by key."""
    exchanged = {prompt.key: prompt for prompt in prompts}

    def wrap(step: Callable[..., None]) -> Callable[..., None]:
        def walk(state: Any, table: Table[Any], *numbers: int) -> None:
            step(state, door(table, exchanged), *numbers)

        return walk

    return variant(
        game,
        steps=tuple(wrap(step) for step in parts.pop("steps", game.steps)),
        prompts=tuple(exchanged.get(prompt.key, prompt) for prompt in game.prompts),
        **parts,
    )


def stepped(game: Game[Any], number: int, step: Callable[..., None]) -> tuple[Callable[..., None], ...]:
    """Return the steps of a game with one (by its number on the agenda) replaced."""
    return (*game.steps[: number - 1], step, *game.steps[number:])


def shows(game: Game[Any], name: str, kind: Kind, value: Callable[[Any, int], Any]) -> Game[Any]:
    """Return a game whose views have one field more: value(state, viewer)."""
    old = game.view_class
    assert old is not None
    space = {"__module__": old.__module__}
    row: Any = (name, Any, fact(kind, start=None)) if issubclass(old, Part) else (name, Annotated[Any, kind])
    wide: Any = make_dataclass("View", [row], bases=(old,), slots=True, namespace=space)
    names = [item.name for item in fields(old)]

    def view(self: Game[Any], state: Any, viewer: int) -> Any:
        narrow = game.view(state, viewer)
        seen = wide.__new__(wide)
        for part in names:
            if hasattr(narrow, part):
                setattr(seen, part, getattr(narrow, part))
        setattr(seen, name, value(state, viewer))
        return seen

    return variant(game, view=view, view_class=wide)


def grown(game: Game[Any], copies: Callable[[Any, Any], Any] | None = None, **extra: Any) -> Game[Any]:
    """Return a game whose states have more fields, ints or lists; `copies(state, copy)` spoils its copies.

    A declaration in place of a value declares a field anew that the states have already.
    """
    start = game.setup(game.resolve({}, game.min_seats), game.min_seats)
    old = type(start)
    names = [item.name for item in fields(old)]
    rows: list[tuple[str, Any, Any]] = [
        (name, "int", field(default=first))
        if isinstance(first, int)
        else (name, Any, extra.pop(name))
        if isinstance(first, Field)
        else (name, "list[int]", field(default_factory=list))
        for name, first in [*extra.items()]
    ]
    space: dict[str, Any] = {"__module__": old.__module__}
    if copies is not None:

        def spoiled(self: Any) -> Any:
            return copies(self, old.copy(self))

        space["copy"] = spoiled
    wide: Any = make_dataclass(old.__name__, rows, bases=(old,), slots=True, eq=False, namespace=space)

    def widened(narrow: Any) -> Any:
        state = wide.__new__(wide)
        for name in names:
            setattr(state, name, getattr(narrow, name))
        for name, first in extra.items():
            setattr(state, name, first if isinstance(first, int) else list(first))
        return state

    def setup(self: Game[Any], options: Any, seats: int) -> Any:
        return widened(game.setup(options, seats))

    def read_position(self: Game[Any], data: Any, options: Any, seats: int) -> Any:
        return widened(game.read_position(data, options, seats))

    view_class = wide if game.view_class is old else game.view_class
    return variant(game, setup=setup, read_position=read_position, view_class=view_class)


def more_events(game: Game[Any], key: str, rule: str) -> tuple[Events, int]:
    """Return the events of a game with one more, and its number."""
    events = Events()
    events.types = list(game.events.types)
    return events, events.add(key, rule)
