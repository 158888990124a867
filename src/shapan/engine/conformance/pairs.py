"""Pairs: each named thing put into each kind of event that scenarios bring about.

Faults of rules that are left need two things at once: an ability and the way in which its bearer leaves, a scheme and a
model that is replaced. Scenarios are about one of them each. An index of scenarios says which events they lead to and
what each is about; another name in its place is a pair, and the laws are tried on from there.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from shapan.engine.chance import Stream, derive
from shapan.engine.game import Game
from shapan.engine.match import Match
from shapan.engine.position import PositionError
from shapan.engine.scenario import Scenario

TRIES = 6
"""How many scenarios of an event are tried until the other name fits into one."""

Name = tuple[str, str]
"""A table of the game's texts and a name in it: `("unit", "zealot")`."""


@dataclass(slots=True)
class Pair:
    """A scenario changed so that two things meet: a name and an event, or a name and another name."""

    name: Name
    other: str
    """The event, or the other name."""
    file: str
    data: dict[str, Any]

    @property
    def label(self) -> str:
        """Name the pair in messages."""
        return f"{'.'.join(self.name)} x {self.other} from {self.file}"


Cell = tuple[Name, str] | tuple[Name, Name]
"""A name and the event that it is to meet, or two names."""


class Grid:
    """Which events the scenarios of a game lead to, which things they name, and what else could stand there."""

    def __init__(self, game: Game[Any], scenarios: Iterable[tuple[str, Mapping[str, Any]]]) -> None:
        self.game = game
        self.files: dict[str, Mapping[str, Any]] = {}
        self.words: dict[str, dict[str, None]] = {}
        """By file, the words of its position."""
        self.events: dict[str, dict[str, dict[Name, None]]] = {}
        """By event and file, of which things it is told."""
        self.names: dict[str, dict[str, None]] = {}
        """By table, the names that are told in any event."""
        for file, data in scenarios:
            self._add(file, data)
        everywhere = {word for words in self.words.values() for word in words}
        self.names = {table: names for table, names in self.names.items() if not everywhere.isdisjoint(names)}

    def _add(self, file: str, data: Mapping[str, Any]) -> None:
        """Play a scenario and note what is told of which things; one that is refused leads nowhere."""
        events = told(self.game, data)
        if events:
            self.files[file] = data
            self.words[file] = dict.fromkeys(_words(data.get("position")))
        for key, names in events.items():
            self.events.setdefault(key, {})[file] = dict.fromkeys(names)
            for table, name in names:
                self.names.setdefault(table, {})[name] = None

    def cells(self, tables: Iterable[tuple[str, str]] = ()) -> list[Cell]:
        """Return all pairs of a name and an event, and of names of two tables. Raises KeyError for a table unknown."""
        every = [(table, name) for table, names in sorted(self.names.items()) for name in sorted(names)]
        cells: list[Cell] = [(name, event) for event in sorted(self.events) for name in every]
        for one, two in tables:
            cells += [((one, first), (two, second)) for first in self.names[one] for second in self.names[two]]
        return cells

    def pair(self, cell: Cell, seed: int = 1) -> Pair | None:
        """Return a scenario in which the things of a cell meet; None if they fit into none of those tried."""
        name, other = cell
        rng = Stream(derive(b"pair", seed, name, other))
        files = [*self.events[other]] if isinstance(other, str) else [*self.files]
        rng.shuffle(files)
        tries = TRIES
        for file in files:
            data = self._changed(file, name, other)
            if data is not None:
                if begins(self.game, data):
                    return Pair(name, other if isinstance(other, str) else ".".join(other), file, data)
                tries -= 1
                if not tries:
                    break
        return None

    def _changed(self, file: str, name: Name, other: str | Name) -> dict[str, Any] | None:
        """Return a scenario with a name in it, what the event tells of first; with another one too if it is a name."""
        data: Mapping[str, Any] = self.files[file]
        words = [word for word in self.words[file] if word in self.names[name[0]]]
        if isinstance(other, str):
            words.sort(key=lambda word: (name[0], word) not in self.events[other][file])
            return replaced(data, words[0], name[1]) if words else None
        others = [word for word in self.words[file] if word in self.names[other[0]] and word != (words or [""])[0]]
        if not words or not others:
            return None
        return replaced(replaced(data, others[0], other[1]), words[0], name[1])

    def pairs(self, most: int, seed: int = 1, tables: Iterable[tuple[str, str]] = ()) -> Iterator[Pair]:
        """Yield at most so many pairs that fit, chosen by chance; the same number and seed give the same."""
        cells = self.cells(tables)
        Stream(derive(b"cells", seed)).shuffle(cells)
        for cell in cells:
            if most <= 0:
                return
            pair = self.pair(cell, seed)
            if pair is not None:
                yield pair
                most -= 1


def told(game: Game[Any], data: Mapping[str, Any]) -> dict[str, dict[Name, None]]:
    """Return what a scenario leads to: the key of each event with all named things in it, secret ones too."""
    try:
        scenario: Scenario[Any] = Scenario(game, {key: data[key] for key in data if key != "expect"})
        match: Match[Any] = scenario.played()
    except PositionError:
        return {}
    names = game.words(match.live)
    found: dict[str, dict[Name, None]] = {}
    for event in (*match.history, *match.events):
        phrase = game.events.phrase(event, _knower(event.priv), names)
        found.setdefault(game.events.types[event.kind].key, {}).update(dict.fromkeys(_terms(phrase["with"])))
    return found


def replaced(data: Mapping[str, Any], old: str, new: str) -> dict[str, Any]:
    """Return a scenario with one name for another in its position and its answers, without what would fall."""
    found = re.compile(rf"(?<!\w){re.escape(old)}(?!\w)")
    kept = {key: data[key] for key in ("game", "seats", "options") if key in data}
    return kept | {key: _put(data[key], found, new) for key in ("position", "answers") if key in data}


def _put(value: Any, old: re.Pattern[str], new: str) -> Any:
    if isinstance(value, str):
        return old.sub(new, value)
    if isinstance(value, list):
        return [_put(item, old, new) for item in value]
    if isinstance(value, dict):
        return {old.sub(new, key): _put(item, old, new) for key, item in value.items()}
    return value


def begins(game: Game[Any], data: Mapping[str, Any]) -> bool:
    """Return whether a match can begin in the position of a scenario."""
    try:
        Scenario(game, {**data, "answers": []}).begin()
    except PositionError:
        return False
    return True


def _knower(mask: int) -> int:
    """Return the first viewer of a mask, 0 for none."""
    return max(0, (mask & -mask).bit_length() - 1)


def _words(value: Any) -> Iterator[str]:
    """Yield the names in a position: whole words of its texts and keys."""
    if isinstance(value, str):
        yield from re.findall(r"\w+", value)
    elif isinstance(value, list):
        for item in value:
            yield from _words(item)
    elif isinstance(value, dict):
        for key, item in value.items():
            yield from _words(key)
            yield from _words(item)


def _terms(value: Any) -> Iterator[Name]:
    """Yield the terms of a phrase by table and name."""
    if isinstance(value, dict):
        term = value.get("term")
        if isinstance(term, str):
            table, _, name = term.partition(".")
            yield table, name
        for item in value.values():
            yield from _terms(item)
    elif isinstance(value, list):
        for item in value:
            yield from _terms(item)
