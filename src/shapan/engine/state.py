"""The state: everything that lies on the table, and the knowledge of it.

A game's state is a slotted dataclass on top of `State`: integers, lists, zones and parts, declared as facts.
"""

from __future__ import annotations

from bisect import insort
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any, ClassVar, Final

from mypy_extensions import mypyc_attr

from shapan.engine.chance import Chance, Stream
from shapan.engine.fact import SEATS, declared, fact, filled
from shapan.engine.marked_zone import MarkedZone, carry
from shapan.engine.part import Part
from shapan.engine.zone import EVERYONE, NOBODY, Zone

_BY_SEAT: dict[type, list[tuple[str, Any]]] = {}
"""By class the fields with one entry a seat, and what an entry begins with."""

MAX_DEALS: Final = 1_000
"""How often a group is dealt before no deal of it is held to fit."""


@mypyc_attr(allow_interpreted_subclasses=True)
@dataclass(slots=True, eq=False)
class State(Part):
    """What every game's state has: seats, chance, the agenda of steps to come, the count of new information."""

    MAX_SEATS: ClassVar[int] = 8
    """The most seats that play, for written forms of a fixed length."""

    seats: int = fact(start=0)
    chance: Chance = field(default_factory=Chance)
    agenda: list[tuple[int, ...]] = field(default_factory=list)
    """Stack of steps to come: (step number, integers); the last one is next."""
    info: int = 0
    """Grows with each draw and each widening of knowledge; the horizon of undo."""
    learned: list[int] = field(default_factory=list)
    """For each viewer (spectators last), how often his knowledge has grown."""
    groups: int = 1
    """The next free group of cards exchanged in the dark."""
    result: int = fact()
    """Index into the game's `results` once the match is over."""
    ranks: list[int] = fact(start=())
    scores: list[int] = fact(start=())

    def __post_init__(self) -> None:
        """Fill the lists by seat with their starts."""
        cls = type(self)
        rows = _BY_SEAT.get(cls)
        if rows is None:
            rows = _BY_SEAT[cls] = [(name, one.start) for name, one in declared(cls) if one.rows == SEATS]
        for name, start in rows:
            if not getattr(self, name):
                setattr(self, name, filled(start, self.seats))

    def push(self, *step: int) -> None:
        """Put a step on the agenda, to run before all that stand there."""
        self.agenda.append(step)

    # Zones and knowledge

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
            self.learn(new & ~old)

    def learn(self, viewers: int) -> None:
        """Note that viewers (a mask) have learned something."""
        self.info += 1
        learned = self.learned
        if viewers == EVERYONE:
            self.learned = [count + 1 for count in learned]
        elif learned and not viewers & (viewers - 1):  # one alone, as whoever draws a card
            learned[viewers.bit_length() - 1] += 1
        else:
            for viewer in range(len(learned)):
                if viewers >> viewer & 1:
                    learned[viewer] += 1

    def move(self, source: Zone, place: int, target: Zone, at: int = -1) -> int:
        """Move the card at a place to another zone (ordered: to position `at`, else to the end) and return it.

        Who knew it still does; who sees the target learns it. From a heap without order to a hidden place nobody can
        tell which card went: who knew only some cards of the heap knows none of them any more, and all its cards
        belong to one group from here on. Nor can anybody tell which of several alike went, or from which group, where
        the card is seen to go: whoever knew one of them knows one less.
        """
        sees = target.sees
        if not source.ordered and source.sees != EVERYONE:
            masks, groups = source.masks, source.groups
            if masks.count(masks[0]) != len(masks) or groups.count(groups[0]) != len(masks):
                if sees != EVERYONE:
                    self._blur(source, sees)
                place = self._one_alike(source, place)
        card = source.cards.pop(place)
        mask = source.masks.pop(place)
        group = source.groups.pop(place)
        known = mask | sees
        if known != mask:
            self.learn(known & ~mask)
            if known == EVERYONE:
                group = 0
        if at >= 0 and target.ordered:
            target.cards.insert(at, card)
            target.masks.insert(at, known)
            target.groups.insert(at, group)
        else:
            cards, masks, groups = target.cards, target.masks, target.groups
            masks.append(known)
            groups.append(group)
            if target.ordered:
                cards.append(card)
            elif masks.count(known) == len(masks) and groups.count(group) == len(masks):
                insort(cards, card)  # where all places are alike only the cards have an order
            else:
                cards.append(card)
                target.tidy()
        if type(source) is not Zone or type(target) is not Zone:  # half the price of `isinstance`, at every move
            carry(source, place, target, at)
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
                self.learn(known & ~mask)
            target.masks.append(known)
            target.groups.append(group if known != EVERYONE else 0)
        target.cards += source.cards
        if isinstance(source, MarkedZone) or isinstance(target, MarkedZone):
            for _ in source.cards:
                carry(source, 0, target, -1)
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
        self.learn(EVERYONE)

    def shuffle(self, zone: Zone) -> None:
        """Forget who knows which card of the zone: from here on they are one group in the dark.

        No order is drawn: a card's place is decided when it is drawn, so draw from the zone (`Table.draw`) and do not
        take its first card. The old order is gone also where the zone is ordered, and what lay beside the cards.
        """
        self._one_group(zone)
        zone.masks = [zone.sees] * len(zone.cards)
        zone.cards.sort()
        if isinstance(zone, MarkedZone):
            zone.unmark()

    def _blur(self, source: Zone, seen_by: int) -> None:
        """Before a card leaves a heap whose places are not alike for a hidden place: see `move`."""
        masks, groups = source.masks, source.groups
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
        self._merge({zone.groups[place] for place in dark})
        if any(masks[place] != every for place in dark):
            for place in dark:
                masks[place] = every
        zone.tidy()

    def _one_alike(self, source: Zone, place: int) -> int:
        """Before a card leaves a heap: let it be the one of its like that is known best, and return its place."""
        card, masks, groups = source.cards[place], source.masks, source.groups
        alike = [at for at, other in enumerate(source.cards) if other == card]
        best = alike[0]
        for at in alike:
            if masks[best] != EVERYONE and (masks[at] == EVERYONE or masks[at].bit_count() > masks[best].bit_count()):
                best = at
        for at in alike:  # whoever knew another one instead knows one less, too
            if masks[at] & ~masks[best]:
                masks[best], masks[at] = masks[best] | masks[at], masks[best] & masks[at]
        mask = masks[best]
        if mask != EVERYONE:
            self._merge({group for group in groups if group})
        source.tidy()
        return next(at for at, other in enumerate(source.cards) if other == card and masks[at] == mask)

    def _merge(self, groups: set[int]) -> None:
        """Make several groups one, wherever their cards lie."""
        if len(groups) < 2:
            return
        for other in self.all_zones():
            if not groups.isdisjoint(other.groups):
                other.groups[:] = [self.groups if group in groups else group for group in other.groups]
                other.tidy()
        self.groups += 1

    def _one_group(self, zone: Zone) -> None:
        """Make the cards of a zone one group.

        Cards elsewhere that could have been exchanged with them join it, unless the zone holds all that is left.
        """
        old = {group for group in zone.groups if group}
        for other in self.all_zones():
            groups = other.groups
            if groups and other is not zone and any(group in groups for group in old):
                groups[:] = [self.groups if group in old else group for group in groups]
                other.tidy()
        zone.groups = [self.groups if zone.sees != EVERYONE else 0] * len(zone.cards)
        self.groups += 1

    def resample_zones(
        self, seat: int, rng: Stream, but: int = 0, fits: Callable[[Any, int], bool] | None = None
    ) -> None:
        """Deal all cards that a seat does not know again, group by group, in place and without memory.

        The cards of the group `but` are left to the game, which knows more about them, and so is what lies hidden
        beside them (`MarkedZone.deal_marks`). `fits` tells of a state whether a group can lie as it does, by what
        everybody knows: it is dealt until it fits. Raises ValueError if it does not in `MAX_DEALS`.

        What third seats know is dropped where the seat cannot follow it: of a hand that it does not see only the
        holder and the seat itself know cards, and what counts how often others have learned something begins anew.
        """
        unknown: dict[int, list[tuple[Zone, list[int]]]] = {}
        dark: list[Zone] = []
        self.info = 0
        self.learned[:] = [count if viewer == seat else 0 for viewer, count in enumerate(self.learned)]
        for zone in self.all_zones():
            masks, groups = zone.masks, zone.groups
            if masks.count(EVERYONE) == len(masks):
                continue
            dark.append(zone)
            if zone.sees != NOBODY and not zone.ordered and not zone.sees >> seat & 1:
                _drop_third(zone, seat)
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
            _deal(unknown[group], rng)
        if fits is not None:  # after all groups: a test of one never finds true cards in another
            for group in sorted(unknown):
                tries = 1
                while not fits(self, group):
                    if tries == MAX_DEALS:
                        raise ValueError(f"group {group}: no deal of {tries} fits; the game has to deal it by itself")
                    _deal(unknown[group], rng)
                    tries += 1
        for zone in dark:
            zone.tidy()


def _drop_third(hand: Zone, seat: int) -> None:
    """Let nobody but who sees a hand and one other seat know a card of it, unless everybody does.

    A card that leaves the hand, or a look by chance, fell on one of those that a third seat knows, or did not. Neither
    the seat is told which, so it cannot know how many of the others the third one knows, nor whether its own is one.
    """
    masks, sees = hand.masks, hand.sees
    if masks.count(sees) == len(masks):
        return
    own = 1 << seat
    for place, mask in enumerate(masks):
        if mask != EVERYONE:
            masks[place] = sees | mask & own


def _deal(places_of: list[tuple[Zone, list[int]]], rng: Stream) -> None:
    """Deal the cards at some places among them; the result does not depend on how they lay."""
    cards = sorted([zone.cards[place] for zone, places in places_of for place in places])
    rng.shuffle(cards)
    at = 0
    for zone, places in places_of:
        dealt = zone.cards
        for place in places:
            dealt[place] = cards[at]
            at += 1
        if isinstance(zone, MarkedZone):
            zone.deal_marks(places, rng)
