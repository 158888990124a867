"""13.2: the units of a written position."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from shapan.engine.position import Fields
from shapan.engine.zone import EVERYONE, Zone
from shapan.games.battlefield import names, pacts
from shapan.games.battlefield.records import (
    ABOARD,
    AT,
    DURABILITY,
    EVASION,
    OPEN,
    OWNED,
    PAID,
    SPENT,
    STAY,
    TAG,
    USES,
)  # fmt: skip
from shapan.games.battlefield.rules import units
from shapan.games.battlefield.state import FIGHT, Battlefield

UNIT: Final = (
    "card", "owner", "open", "durability", "crew", "stay", "evasion", "spent", "used", "paid", "known_to",
)  # fmt: skip
CREW: Final = ("card", "used")


class UnitFields(Fields[Battlefield]):
    """How the units of a position are taken."""

    def claim(self, zone: Zone, card: int, target: Zone, path: str) -> None:
        """Move a card out of a heap; `copies`, at the field that names it, if it is not there any more."""
        if card not in zone.cards:
            raise self.fail(path, "more of it than there are", "copies")
        self.state.move(zone, zone.cards.index(card), target)

    def read_garrisons(self, seat: int, row: Mapping[str, Any]) -> None:
        """Read the units that stand in the territories of a seat."""
        for word, one in row["territories"].items():
            territory = names.TERRITORIES.index(word)
            path = f"seats.{seat}.territories.{word}"
            for place, entry in enumerate(self.rows(one, "units", f"{path}.")):
                self.read_unit(seat, territory, entry, f"{path}.units.{place}")

    def read_unit(self, host: int, territory: int, one: Mapping[str, Any], path: str) -> None:
        """Read a unit with its crew."""
        state = self.state
        self.known(one, UNIT, path)
        owner = self.integer(one, "owner", 0, self.seats - 1, host, f"{path}.")
        is_open = self.flag(one, "open", True, f"{path}.")
        unit = self.enter(one, owner, territory, path)
        card = state.card(unit)
        crew = one.get("crew")
        if names.KIND[card] == names.VEHICLE and owner != host and (crew is None or not is_open):
            raise self.fail(f"{path}.owner", "such a vehicle is its host's", "units")
        if crew is not None:
            self.read_crew(unit, crew, is_open, f"{path}.crew")
        self.read_stay(unit, one, host, path)
        self.read_state(unit, one, path)
        if is_open:
            for other in (unit, state.crew_of(unit)):
                if other >= 0:
                    units.show(state, other)
        else:
            self.read_hidden(unit, one, path)

    def enter(self, one: Mapping[str, Any], owner: int, territory: int, path: str) -> int:
        """Lay the card of a unit or crew on the table, and return its number."""
        state = self.state
        if "card" not in one:
            raise self.fail(f"{path}.card", "is missing", "missing")
        card = self.id(one["card"], names.CARD, f"{path}.card")
        if names.KIND[card] < names.TROOP:
            raise self.fail(f"{path}.card", "is no unit", "bad_value")
        if card not in state.basic_pile.cards:
            raise self.fail(f"{path}.card", "more of it than there are", "copies")
        unit = units.enter(state, state.basic_pile, card, owner, territory)
        state.units.masks[-1] = 1 << owner
        return unit

    def read_crew(self, vehicle: int, one: Any, is_open: bool, path: str) -> None:
        """Read the crew of a vehicle: an open troop or character."""
        state = self.state
        self.known(one, CREW, path)
        if names.KIND[state.card(vehicle)] != names.VEHICLE or not is_open:
            raise self.fail(path, "only an open vehicle has a crew", "units")
        marks = state.units.marks
        at = marks[TAG].index(vehicle)
        crew = self.enter(one, marks[OWNED][at], marks[AT][at], path)
        if names.KIND[state.card(crew)] == names.VEHICLE:
            raise self.fail(f"{path}.card", "is no troop or character", "units")
        state.put(crew, ABOARD, vehicle)
        state.put(crew, USES, self.read_uses(one, path))

    def read_stay(self, unit: int, one: Mapping[str, Any], host: int, path: str) -> None:
        """Read how a unit stands in a foreign domain."""
        state, word = self.state, one.get("stay")
        owner = state.of(unit, OWNED)
        if word is not None and word not in names.STAYS[1:]:
            raise self.fail(f"{path}.stay", f"is not one of {', '.join(names.STAYS[1:])}", "bad_value")
        if owner == host:
            if word is not None:
                raise self.fail(f"{path}.stay", "stands in its own domain", "units")
            return
        stay = names.STAYS.index(word) if word is not None else names.INTRUDER
        if stay == names.GUEST and not one.get("open", True):
            raise self.fail(path, "a guest that is hidden", "units")
        for other in (unit, state.crew_of(unit)):
            if other >= 0:
                state.put(other, STAY, stay)

    def read_state(self, unit: int, one: Mapping[str, Any], path: str) -> None:
        """Read durability, marker, spent attack and uses."""
        state = self.state
        durability = self.integer(one, "durability", 1, names.UNIT_DURABILITY, names.UNIT_DURABILITY, f"{path}.")
        if durability < names.UNIT_DURABILITY and state.step != FIGHT:
            raise self.fail(f"{path}.durability", "is 3 outside a Fight", "durability")
        state.put(unit, DURABILITY, durability)
        if one.get("evasion") is not None:
            state.put(unit, EVASION, self.integer(one, "evasion", 0, self.seats - 1, 0, f"{path}."))
        state.put(unit, SPENT, int(self.flag(one, "spent", False, f"{path}.")))
        state.put(unit, USES, self.read_uses(one, path))

    def read_uses(self, one: Mapping[str, Any], path: str) -> int:
        """Return what a unit has used, as a mask."""
        mask = 0
        for place, word in enumerate(self.rows(one, "used", f"{path}.")):
            if word not in names.UNIT_USES:
                raise self.fail(f"{path}.used.{place}", f"is not one of {', '.join(names.UNIT_USES)}", "unknown_id")
            mask |= 1 << names.UNIT_USES.index(word)
        return mask

    def read_hidden(self, unit: int, one: Mapping[str, Any], path: str) -> None:
        """Read what was paid for a hidden unit, and who has looked at it; one that was turned everybody has seen."""
        state = self.state
        cost = names.COST[state.card(unit)]
        paid = cost if one.get("paid") is None else self.integer(one, "paid", 0, names.PRICE.size - 1, cost, f"{path}.")
        state.put(unit, PAID, paid)
        at = state.units.marks[TAG].index(unit)
        seen = one.get("known_to", [])
        if not isinstance(seen, list):
            raise self.fail(f"{path}.known_to", "needs a list")
        for place, seat in enumerate(seen):
            if isinstance(seat, bool) or not isinstance(seat, int) or not 0 <= seat < self.seats:
                raise self.fail(f"{path}.known_to.{place}", f"{seat!r} is no seat", "bad_value")
            state.units.masks[at] |= 1 << seat
        owner = state.of(unit, OWNED)
        for row in pacts.binding(state, owner, names.SHOW_HIDDEN):
            state.units.masks[at] |= 1 << pacts.partner(row, owner)
        if state.of(unit, USES) & names.TURNED:
            state.units.masks[at] = EVERYONE

    def check_limits(self) -> None:
        """BF-4.6: refuse more open copies of a vehicle than may lie on the table."""
        state = self.state
        for card in names.UNITS:
            rows = zip(state.units.cards, state.units.marks[OPEN], strict=True)
            number = sum(one == card and is_open for one, is_open in rows)
            if names.LIMIT[card] and number > names.LIMIT[card]:
                raise self.fail("seats", f"{number} open {names.CARDS[card]}, {names.LIMIT[card]} may be", "limit")
