"""13.3: what each seat has in a written position."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from shapan.engine.position import Fields
from shapan.games.starcraft import cards, formulas, names, space
from shapan.games.starcraft.rules import research, setup
from shapan.games.starcraft.state import BATTLE, PLACE_PLANET, PLACE_Z, PLANNING, START_FORCES, StarCraft

SEAT: Final = (
    "faction", "eliminated", "units", "bases", "transports", "pool", "unavailable", "cards", "workers_on", "buildings",
    "modules", "technologies", "hand", "discard", "events", "kept", "points", "revealed", "tiles", "recall_used",
)  # fmt: skip
OUT: Final = ("faction", "eliminated")


class SeatFields(Fields[StarCraft]):
    """How the seats of a position are taken."""

    unopened: int = 0
    """The seats whose hand is left out, as a mask."""

    def read_factions(self, rows: list[Mapping[str, Any]]) -> None:
        """Read factions, by default the free ones in the order of D1; and who is out."""
        state = self.state
        given = [
            self.id(row["faction"], names.FACTION, f"seats.{seat}.faction") if "faction" in row else -1
            for seat, row in enumerate(rows)
        ]
        for seat, row in enumerate(rows):
            path = f"seats.{seat}"
            out = self.flag(row, "eliminated", False, f"{path}.")
            self.known(row, OUT if out else SEAT, path)
            free = [one for one in range(len(names.FACTIONS)) if one not in given]
            faction = given[seat] if given[seat] >= 0 else free[0]
            if given.count(faction) > 1:
                raise self.fail(f"{path}.faction", "is played twice", "SC-1.4")
            given[seat] = faction
            setup.take_faction(state, seat, faction)
            state.eliminated[seat] = int(out)
            if out:
                state.pool[seat] = 0

    # Pieces

    def read_pieces(self, seat: int, row: Mapping[str, Any]) -> None:
        """Read bases, units, transports, buildings, modules, technologies, tiles."""
        state, path = self.state, f"seats.{seat}."
        for place, area in enumerate(self.cards(row, "bases", names.AREA, path)):
            at = f"{path}bases.{place}"
            self.is_in_galaxy(area, at)
            planet = names.PLANET_OF[area]
            if state.bases[area] >= 0 or formulas.base_on(state, seat, planet) >= 0:
                raise self.fail(f"{path}bases", "one a planet, and one an area", "SC-5.8")
            state.bases[area] = seat
        if formulas.bases_of(state, seat) > names.BASES:
            raise self.fail(f"{path}bases", f"more than {names.BASES}", "D2")
        self.read_units(seat, row)
        for place, route in enumerate(self.cards(row, "transports", names.ROUTE, path)):
            if not space.is_there(state, route) or state.carriers[route] >> seat & 1:
                raise self.fail(f"{path}transports.{place}", "no such route, or a second one on it", "SC-5.3")
            state.carriers[route] |= 1 << seat
        if formulas.transports_of(state, seat) > names.TRANSPORTS:
            raise self.fail(f"{path}transports", f"more than {names.TRANSPORTS}", "D2")
        for place, planet in enumerate(self.cards(row, "tiles", names.PLANET, path)):
            self.take(state.planet_pile, planet, state.tiles[seat], f"{path}tiles.{place}")
        self.read_upgrades(seat, row)
        state.points[seat] = self.integer(row, "points", 0, names.POINTS.size - 1, 0, path)
        state.recall_used[seat] = int(self.flag(row, "recall_used", False, path))

    def read_units(self, seat: int, row: Mapping[str, Any]) -> None:
        """Read units by area."""
        state, path = self.state, f"seats.{seat}.units"
        units = row.get("units", {})
        self.known(units, names.AREAS, path)
        for name, counts in units.items():
            area = names.AREAS.index(name)
            self.is_in_galaxy(area, f"{path}.{name}")
            self.known(counts, names.UNITS, f"{path}.{name}")
            for unit in counts:
                number = names.UNITS.index(unit)
                if names.UNIT_RACE[number] != state.race(seat):
                    raise self.fail(f"{path}.{name}.{unit}", "is of another race", "D3")
                most = names.FIGURES[number]
                state.change(seat, area, number, self.integer(counts, unit, 1, most, 1, f"{path}.{name}."))
                if state.stock(seat, number) < 0:
                    raise self.fail(f"{path}.{name}.{unit}", f"more than {most}", "D3")

    def is_in_galaxy(self, area: int, path: str) -> None:
        """Refuse an area whose planet is not there."""
        if self.state.cell_x[names.PLANET_OF[area]] < 0:
            raise self.fail(path, "its planet is not in the galaxy", "SC-1.7")

    def read_upgrades(self, seat: int, row: Mapping[str, Any]) -> None:
        """Read buildings, modules and technologies (SC-5.7, SC-7.3)."""
        state, path = self.state, f"seats.{seat}."
        race = state.race(seat)
        given = row.get("buildings", {})
        self.known(given, names.BUILDINGS, f"{path}buildings")
        for name in given:
            building = names.BUILDINGS.index(name)
            level = self.integer(given, name, 0, names.MAX_LEVELS, 0, f"{path}buildings.")
            own = names.BUILDING_RACE[building] == race
            if not own or not state.levels[seat][building] <= level <= len(names.LEVEL_COSTS[building]):
                raise self.fail(f"{path}buildings.{name}", "no such level", "SC-5.7")
            state.levels[seat][building] = level
        given = row.get("modules", {})
        self.known(given, names.MODULES, f"{path}modules")
        for name in given:
            module = names.MODULES.index(name)
            number = self.integer(given, name, 0, 9, 0, f"{path}modules.")
            state.modules[seat][module] = number
            if number > names.MODULE_TOKENS[race][module] or sum(state.modules[seat]) > names.MODULE_SPACES[race]:
                raise self.fail(f"{path}modules.{name}", "no space or no token", "SC-5.7")
        for place, tech in enumerate(self.cards(row, "technologies", cards.TECHNOLOGY, path)):
            if cards.TECH_RACE[tech] != race or state.technologies[seat][tech]:
                raise self.fail(f"{path}technologies.{place}", "of another race, or twice", "SC-7.3")
            state.technologies[seat][tech] = 1
            research.add_copies(state, seat, tech)
        state.shuffle(state.decks[seat])

    def check_areas(self) -> None:
        """SC-6.4, SC-6.5: units of two seats, or too many of one, stand only where the battle is."""
        state = self.state
        given = self.data.get("battle")
        battle = given.get("area") if isinstance(given, dict) and state.step == BATTLE else None
        for area, name in enumerate(names.AREAS):
            there = [seat for seat in range(self.seats) if state.strength(seat, area)]
            for seat in there:
                extra = 2 if name == battle and seat == state.active else 0
                if state.strength(seat, area) > names.UNIT_LIMIT[area] + extra:
                    raise self.fail(f"seats.{seat}.units.{name}", "above the unit limit", "SC-6.4")
            if len(there) > 1 and name != battle:
                raise self.fail(f"seats.{there[1]}.units.{name}", "units of two players", "SC-6.5")

    # Workers and cards

    def read_cards(self, seat: int, row: Mapping[str, Any]) -> None:
        """Read resource cards with the workers on them, combat cards, orders that were shown."""
        state, path = self.state, f"seats.{seat}."
        if "cards" in row:
            for place, area in enumerate(self.cards(row, "cards", names.AREA, path)):
                at = f"{path}cards.{place}"
                free = state.holders[area] < 0 and state.depletion[area] != names.DEPLETED
                if names.KIND[area] == names.CONQUEST or not free:
                    raise self.fail(at, "no such card, or held twice", "SC-4.2")
                state.holders[area] = seat
        elif state.step not in (PLACE_PLANET, PLACE_Z):
            setup.take_first_cards(state, seat)
        state.unavailable[seat] = self.integer(row, "unavailable", 0, names.WORKERS, 0, path)
        state.pool[seat] = self.integer(row, "pool", 0, names.WORKERS, state.pool[seat], path)
        self.read_workers(seat, row)
        self.read_hand(seat, row)
        for place, order in enumerate(self.cards(row, "revealed", names.ORDER, path)):
            supply = state.supply[seat]
            if order not in supply.cards:
                raise self.fail(f"{path}revealed.{place}", "more tokens than there are", "SC-2.1")
            state.move(supply, supply.cards.index(order), state.revealed[seat])

    def read_workers(self, seat: int, row: Mapping[str, Any]) -> None:
        """Read workers on cards (SC-4.2, SC-4.3)."""
        state, path = self.state, f"seats.{seat}.workers_on"
        given = row.get("workers_on", {})
        self.known(given, names.SOURCES, path)
        for name in given:
            source = names.SOURCES.index(name)
            number = self.integer(given, name, 0, names.WORKERS, 0, f"{path}.")
            if source not in formulas.sources(state, seat):
                raise self.fail(f"{path}.{name}", "the card is not held", "SC-4.2")
            forced = source < len(names.AREAS) and state.depletion[source] == names.PARTIAL
            if number > formulas.capacity(source) + forced:
                raise self.fail(f"{path}.{name}", "more than its capacity", "SC-4.2")
            if source < len(names.AREAS):
                state.mined[source] = number
            else:
                state.permanent[seat][source - len(names.AREAS)] = number
        if formulas.workers_of(state, seat) > names.WORKERS:
            raise self.fail(f"seats.{seat}.pool", f"more than {names.WORKERS} workers", "D2")

    def read_hand(self, seat: int, row: Mapping[str, Any]) -> None:
        """Read hand and discards; all other cards of the seat are in the deck."""
        state, path = self.state, f"seats.{seat}."
        for name, zone in (("hand", state.hands[seat]), ("discard", state.discards[seat])):
            for place, card in enumerate(self.cards(row, name, cards.CARD, path)):
                deck = state.decks[seat]
                if card not in deck.cards:
                    raise self.fail(f"{path}{name}.{place}", "is not a card of this seat, or lies elsewhere", "SC-7.3")
                state.move(deck, deck.cards.index(card), zone)
        if "hand" not in row and state.step >= PLANNING:
            self.unopened |= 1 << seat

    def check_seats(self) -> None:
        """SC-12.5: after set-up each seat that is in has a unit or a base; tiles are there to be placed."""
        state = self.state
        for seat in state.living():
            if state.step > START_FORCES and formulas.is_gone(state, seat):
                raise self.fail(f"seats.{seat}", "has neither unit nor base", "SC-12.5")
        if state.step == PLACE_PLANET and not state.tiles[state.active].cards:
            raise self.fail(f"seats.{state.active}.tiles", "is missing")
