"""The state: everything that lies on the table, and the knowledge of it.

A game's state is a slotted dataclass of integers, lists and zones on top of `State`. Copy, dump and load work on any
such class without a line in the game.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field, fields
from importlib import import_module
from importlib.util import find_spec
from types import GetSetDescriptorType, MemberDescriptorType
from typing import Any, Self

import msgspec
from mypy_extensions import mypyc_attr

from shapan.engine.chance import Chance, Stream
from shapan.engine.copier import BESIDE, copier_text, dumper_text
from shapan.engine.written import written
from shapan.engine.zone import EVERYONE, NOBODY, Zone

_NAMES: dict[type, tuple[str, ...]] = {}
_ZONE_NAMES: dict[type, tuple[str, ...]] = {}
_TEXTS: dict[type, tuple[tuple[str, str], ...]] = {}


def field_names(cls: type) -> tuple[str, ...]:
    """Return the names of a state class's fields, in their order."""
    names = _NAMES.get(cls)
    if names is None:
        names = _NAMES[cls] = tuple(item.name for item in fields(cls))
    return names


def texts_of(cls: type) -> tuple[tuple[str, str], ...]:
    """Return name and annotation of a state class's fields, in their order."""
    known = _TEXTS.get(cls)
    if known is None:
        texts = written(cls)
        known = _TEXTS[cls] = tuple((item.name, str(texts[item.name])) for item in fields(cls))
    return known


def zone_names(cls: type) -> tuple[str, ...]:
    """Return the names of a state class's fields that are zones or lists of zones, in their order."""
    names = _ZONE_NAMES.get(cls)
    if names is None:
        names = _ZONE_NAMES[cls] = tuple(name for name, text in texts_of(cls) if "Zone" in text)
    return names


def copy_value(value: Any) -> Any:
    """Return an independent copy of a value of a state, whatever it is."""
    kind = value.__class__
    if kind is list:
        if value and value[0].__class__ not in (int, bool, str, tuple):
            return [copy_value(item) for item in value]
        return value[:]
    if kind is int or kind is bool or kind is str or kind is tuple or value is None:
        return value
    if kind is dict:
        return {key: copy_value(item) for key, item in value.items()}
    return value.copy()


_COPIERS: dict[type, Callable[[Any], Any]] = {}
_DUMPERS: dict[type, Callable[[Any], list[Any]]] = {}
_PLAIN = ("int", "bool", "str", "bytes")


def copier_of(cls: type) -> Callable[[Any], Any]:
    """Return a function that copies states of a class; see `shapan.engine.copier`."""
    return _written_out(cls, "COPIERS", copier_text, "copy_value", copy_value)


def dumper_of(cls: type) -> Callable[[Any], list[Any]]:
    """Return a function that lists what states of a class hold; see `shapan.engine.copier`."""
    return _written_out(cls, "DUMPERS", dumper_text, "dump_value", dump_value)


def _written_out(
    cls: type,
    table: str,
    write: Callable[[str, str, Iterable[tuple[str, str]]], str],
    helper: str,
    helps: Callable[[Any], Any],
) -> Callable[[Any], Any]:
    """Return a function of a class: the one that the build has compiled, or else read in from its text."""
    file = getattr(sys.modules.get(cls.__module__), "__file__", None) or ".py"
    if not file.endswith(".py") and find_spec(cls.__module__ + BESIDE):
        found: dict[type, Callable[[Any], Any]] = getattr(import_module(cls.__module__ + BESIDE), table)
        if cls in found:
            return found[cls]
    names: dict[str, Any] = {cls.__name__: cls, helper: helps}
    text = write("written_out", cls.__name__, texts_of(cls))
    exec(f"from __future__ import annotations\n{text}", names)  # noqa: S102 - made of names of fields alone
    return names["written_out"]  # type: ignore[no-any-return]


_LISTERS: dict[type, Callable[[Any], list[Zone]]] = {}


def lister_of(cls: type) -> Callable[[Any], list[Zone]]:
    """Return a function that lists the zones of states of a class, written out from its annotations."""
    texts = dict(texts_of(cls))
    names = zone_names(cls)
    if any(texts[name] not in ("Zone", "list[Zone]") for name in names):
        return lambda state: [zone for _, zone in state.zones()]
    parts = [f"state.{name}" if texts[name] == "Zone" else f"*state.{name}" for name in names]
    return eval(f"lambda state: [{', '.join(parts)}]")  # type: ignore[no-any-return]  # noqa: S307 - field names alone


def dump_value(value: Any) -> Any:
    """Return a value of a state as plain data, whatever it is."""
    kind = value.__class__
    if kind is list or kind is tuple:
        return [dump_value(item) for item in value]
    if kind is dict:
        return [[key, dump_value(value[key])] for key in sorted(value)]
    return value.dump() if hasattr(value, "dump") else value


_LOADS: dict[str, Callable[[Any], Any]] = {
    **{f"list[{kind}]": list for kind in _PLAIN},
    "list[tuple[int, ...]]": lambda data: [tuple(row) for row in data],
    "list[list[int]]": lambda data: [list(row) for row in data],
    "tuple[int, ...]": tuple,
    "Chance": Chance.load,
    "Zone": Zone.load,
    "list[Zone]": lambda data: [Zone.load(row) for row in data],
    "dict[int, int]": dict,
}


def _load(kind: str, sample: Any, data: Any) -> Any:
    """Return the value of a dump by its annotation; values of other classes by the `load` of a sample."""
    if kind in _LOADS:
        return _LOADS[kind](data)
    if hasattr(sample, "load"):
        return sample.load(data)
    if kind not in _PLAIN:
        raise TypeError(f"a state cannot keep a field of the type {kind}")
    return data


@mypyc_attr(allow_interpreted_subclasses=True)
@dataclass(slots=True, eq=False)
class State:
    """What every game's state has: seats, chance, the agenda of steps to come, the count of new information."""

    seats: int = 0
    chance: Chance = field(default_factory=Chance)
    agenda: list[tuple[int, ...]] = field(default_factory=list)
    """Stack of steps to come: (step number, integers); the last one is next."""
    info: int = 0
    """Grows with each draw and each widening of knowledge; the horizon of undo."""
    learned: list[int] = field(default_factory=list)
    """For each viewer (spectators last), how often his knowledge has grown."""
    groups: int = 1
    """The next free group of cards exchanged in the dark."""
    result: int = -1
    """Index into the game's `results` once the match is over."""
    ranks: list[int] = field(default_factory=list)
    scores: list[int] = field(default_factory=list)

    def __init_subclass__(cls) -> None:
        """Let a subclass in Python keep the fields of a compiled class where compiled code looks for them."""
        for name, place in list(vars(cls).items()):
            if isinstance(place, MemberDescriptorType):  # made by dataclasses, which know nothing of compiled fields
                bases = cls.__mro__[1:]
                if any(isinstance(vars(base).get(name), GetSetDescriptorType) for base in bases):
                    delattr(cls, name)

    def push(self, *step: int) -> None:
        """Put a step on the agenda, to run before all that stand there."""
        self.agenda.append(step)

    def copy(self) -> Self:
        """Return an independent copy."""
        cls = self.__class__
        copier = _COPIERS.get(cls)
        if copier is None:
            copier = _COPIERS[cls] = copier_of(cls)
        return copier(self)  # type: ignore[no-any-return]

    def dump(self) -> list[Any]:
        """Return the state as lists of plain values, in the order of its fields."""
        return msgspec.msgpack.decode(self.encoded())  # type: ignore[no-any-return]

    def load(self, data: list[Any]) -> Self:
        """Return the state of a dump; this state, made with the same options and seats, gives the shape."""
        cls = self.__class__
        new = cls.__new__(cls)
        for (name, text), value in zip(texts_of(cls), data, strict=True):
            setattr(new, name, _load(text, getattr(self, name), value))
        return new

    def encoded(self) -> bytes:
        """Return the dump as bytes: equal states give equal bytes."""
        cls = self.__class__
        dumper = _DUMPERS.get(cls)
        if dumper is None:
            dumper = _DUMPERS[cls] = dumper_of(cls)
        return msgspec.msgpack.encode(dumper(self))

    # Zones and knowledge

    def zones(self) -> Iterator[tuple[str, Zone]]:
        """Yield all zones with their names, in the order of the fields: zones and lists of zones."""
        for name in zone_names(self.__class__):
            value = getattr(self, name)
            if value.__class__ is Zone:
                yield name, value
            elif value.__class__ is list and value and value[0].__class__ is Zone:
                for place, zone in enumerate(value):
                    yield f"{name}.{place}", zone

    def all_zones(self) -> list[Zone]:
        """Return all zones, in the order of `zones`."""
        cls = self.__class__
        lister = _LISTERS.get(cls)
        if lister is None:
            lister = _LISTERS[cls] = lister_of(cls)
        return lister(self)

    def deck(self, cards: list[int], sees: int = NOBODY, ordered: bool = False) -> Zone:
        """Return a new zone of cards in the dark, with a group of its own."""
        self.groups += 1
        return Zone(cards, sees, ordered, self.groups - 1)

    def widen(self, zone: Zone, place: int, viewers: int) -> None:
        """Let viewers (a mask) learn the card at a place; the only door through which knowledge grows."""
        old = zone.masks[place]
        new = old | viewers
        if new != old:
            zone.masks[place] = new
            if new == EVERYONE:
                zone.groups[place] = 0
            self._learn(new & ~old)

    def _learn(self, viewers: int) -> None:
        """Note that viewers (a mask) have learned something."""
        self.info += 1
        learned = self.learned
        for viewer in range(len(learned)):
            if viewers >> viewer & 1:
                learned[viewer] += 1

    def move(self, source: Zone, place: int, target: Zone, at: int = -1) -> int:
        """Move the card at a place to another zone (ordered: to position `at`, else to the end) and return it.

        Who knew it still does; who sees the target learns it. From a heap without order to a hidden place nobody can
        tell which card went: who knew only some cards of the heap knows none of them any more, and all its cards
        belong to one group from here on.
        """
        if not source.ordered and target.sees != EVERYONE and source.sees != EVERYONE:
            self._blur(source, target.sees)
        card = source.cards.pop(place)
        mask = source.masks.pop(place)
        group = source.groups.pop(place)
        known = mask | target.sees
        if known != mask:
            self._learn(known & ~mask)
            if known == EVERYONE:
                group = 0
        if at >= 0 and target.ordered:
            target.cards.insert(at, card)
            target.masks.insert(at, known)
            target.groups.insert(at, group)
        else:
            target.cards.append(card)
            target.masks.append(known)
            target.groups.append(group)
            target.tidy()
        return card

    def move_all(self, source: Zone, target: Zone) -> None:
        """Move all cards of a zone, first to last."""
        sees = target.sees
        if not source.ordered and sees != EVERYONE and source.sees != EVERYONE:
            while source.cards:
                self.move(source, 0, target)
            return
        for mask, group in zip(source.masks, source.groups, strict=True):
            known = mask | sees
            if known != mask:
                self._learn(known & ~mask)
            target.masks.append(known)
            target.groups.append(group if known != EVERYONE else 0)
        target.cards += source.cards
        source.clear()
        target.tidy()

    def look(self, zone: Zone, place: int, seat: int) -> int:
        """Let one seat look at a card and return it."""
        self.widen(zone, place, 1 << seat)
        return zone.cards[place]

    def reveal(self, zone: Zone, place: int) -> int:
        """Show a card to everyone and return it."""
        self.widen(zone, place, -1)
        return zone.cards[place]

    def disclose(self) -> None:
        """Note that secret answers become known to everyone now; called before a rule shows or uses them openly."""
        self._learn(EVERYONE)

    def shuffle(self, zone: Zone) -> None:
        """Forget who knows which card of the zone: from here on they are one group in the dark.

        No order is drawn: a card's place is decided when it is drawn, so draw from the zone (`Table.draw`) and do not
        take its first card. The old order is gone also where the zone is ordered.
        """
        self._one_group(zone)
        zone.masks = [zone.sees] * len(zone.cards)
        zone.cards.sort()

    def _blur(self, source: Zone, seen_by: int) -> None:
        """Before a card leaves a heap for a hidden place: see `move`."""
        masks, groups = source.masks, source.groups
        if masks.count(masks[0]) != len(masks):
            some, every = 0, EVERYONE
            for mask in masks:
                some |= mask
                every &= mask
            partial = some & ~every & ~seen_by
            if partial:
                masks[:] = [mask & ~partial for mask in masks]
        if groups.count(groups[0]) != len(groups):
            self._one_group(source)

    def blend(self, zone: Zone) -> None:
        """Let a heap be one before a card of it is shown: who knew only some of its cards knows none any more.

        Otherwise what is left in the dark would tell which of the cards somebody had seen, and where they came from.
        """
        masks, dark = zone.masks, [place for place, mask in enumerate(zone.masks) if mask != EVERYONE]
        every = EVERYONE
        for place in dark:
            every &= masks[place]
        groups = {zone.groups[place] for place in dark}
        if len(groups) > 1:
            for other in self.all_zones():
                if not groups.isdisjoint(other.groups):
                    other.groups[:] = [self.groups if group in groups else group for group in other.groups]
                    other.tidy()
            self.groups += 1
        if any(masks[place] != every for place in dark):
            for place in dark:
                masks[place] = every
        zone.tidy()

    def _one_group(self, zone: Zone) -> None:
        """Make the cards of a zone one group.

        Cards elsewhere that could have been exchanged with them join it, unless the zone holds all that is left.
        """
        old = set(zone.groups) - {0}
        for other in self.all_zones():
            if other.cards and other is not zone and not old.isdisjoint(other.groups):
                other.groups[:] = [self.groups if group in old else group for group in other.groups]
                other.tidy()
        zone.groups = [self.groups if zone.sees != EVERYONE else 0] * len(zone.cards)
        self.groups += 1

    def resample_zones(self, seat: int, rng: Stream, but: int = 0) -> None:
        """Deal all cards that a seat does not know again, group by group, in place and without memory.

        The cards of the group `but` are left to the game, which knows more about them.
        """
        unknown: dict[int, list[tuple[Zone, list[int]]]] = {}
        dark: list[Zone] = []
        for zone in self.all_zones():
            masks, groups = zone.masks, zone.groups
            if masks.count(EVERYONE) == len(masks):
                continue
            dark.append(zone)
            places = [place for place, mask in enumerate(masks) if not mask >> seat & 1]
            if not places:
                continue
            if not zone.ordered and masks.count(masks[0]) != len(masks):
                places.sort(key=masks.__getitem__)  # the order of places in it follows the cards: go by who knows them
            if groups.count(groups[0]) == len(groups):
                unknown.setdefault(groups[0], []).append((zone, places))
            else:
                for place in places:
                    unknown.setdefault(groups[place], []).append((zone, [place]))
        unknown.pop(but, None)
        for group in sorted(unknown):
            cards = sorted([zone.cards[place] for zone, places in unknown[group] for place in places])
            rng.shuffle(cards)
            at = 0
            for zone, places in unknown[group]:
                dealt = zone.cards
                for place in places:
                    dealt[place] = cards[at]
                    at += 1
        for zone in dark:
            zone.tidy()
