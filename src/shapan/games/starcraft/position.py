"""13.2, 13.3: written positions as they are read. What breaks a rule is refused with its path; nothing is repaired."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from shapan.engine.zone import Zone
from shapan.games.starcraft import agenda, cards, formulas, names, space
from shapan.games.starcraft.position_seats import SEAT, SeatFields
from shapan.games.starcraft.records import Battle, Order
from shapan.games.starcraft.rules import planning
from shapan.games.starcraft.state import (
    BATTLE,
    EXECUTION,
    ORDER,
    PLACE_PLANET,
    PLACE_Z,
    PLANNING,
    REGROUP,
    SETUP,
    START_FORCES,
    STEPS,
)  # fmt: skip

TOP: Final = (
    "step", "round", "first_player", "active", "placing_round", "galaxy", "routes", "z_routes", "depletion",
    "event_deck", "event_discard", "end_cards", "stacks", "order", "battle", "seats",
)  # fmt: skip


class Reader(SeatFields):
    """A position of StarCraft; cards that are named leave the heaps of the set-up."""

    def read(self) -> None:
        """Read all that is given, and put on the agenda what comes next. Raises PositionError."""
        self.known(self.data, TOP, "")
        state = self.state
        state.agenda.clear()
        state.step = self.word("step", STEPS, "setup")
        state.round = self.integer(self.data, "round", 1, names.ROUND.size - 1, 1)
        state.first_player = self.integer(self.data, "first_player", 0, self.seats - 1, 0)
        state.active = self.integer(self.data, "active", 0, self.seats - 1, self.who_acts())
        state.placing_round = self.integer(self.data, "placing_round", 1, 2, 1)
        rows = self.seat_rows()
        if state.step == SETUP:
            state.push(agenda.FIRST_STEP)
            return
        self.read_factions(rows)
        self.read_galaxy()
        self.read_routes()
        self.read_depletion()
        for seat, row in enumerate(rows):
            if state.is_in(seat):
                self.read_pieces(seat, row)
        self.check_areas()
        for seat, row in enumerate(rows):
            if state.is_in(seat):
                self.read_cards(seat, row)
        self.read_stacks()
        self.read_events(rows)
        self.check_seats()
        if state.step == BATTLE:
            self.read_battle()
        self.read_agenda()

    def who_acts(self) -> int:
        """Return the seat of the order or the attacker where a position gives one, else the first player."""
        for name, field in (("order", "seat"), ("battle", "attacker")):
            one = self.data.get(name)
            seat = one.get(field) if isinstance(one, dict) else None
            if isinstance(seat, int) and not isinstance(seat, bool) and 0 <= seat < self.seats:
                return seat
        return self.state.first_player

    def seat_rows(self) -> list[Mapping[str, Any]]:
        """Return the objects of the seats."""
        rows = self.rows(self.data, "seats")
        if rows and len(rows) != self.seats:
            raise self.fail("seats", f"needs {self.seats} objects")
        for seat, row in enumerate(rows):
            self.known(row, SEAT, f"seats.{seat}")
        return rows or [{} for _ in range(self.seats)]

    # The galaxy

    def read_galaxy(self) -> None:
        """Read where planets lie."""
        state = self.state
        rows = self.rows(self.data, "galaxy")
        if not rows and state.step > PLACE_PLANET:
            raise self.fail("galaxy", "is missing")
        for place, one in enumerate(rows):
            path = f"galaxy.{place}"
            self.known(one, ("planet", "at", "turn"), path)
            planet = self.id(one.get("planet"), names.PLANET, f"{path}.planet")
            at = one.get("at")
            if not isinstance(at, list) or len(at) != 2:
                raise self.fail(f"{path}.at", "needs [x, y]")
            x, y = (self.coordinate(word, f"{path}.at.{number}") for number, word in enumerate(at))
            if space.planet_at(state, x, y) >= 0:
                raise self.fail(f"{path}.at", "two planets in one cell", "SC-1.7")
            self.take(state.planet_pile, planet, state.planets, f"{path}.planet")
            state.cell_x[planet], state.cell_y[planet] = x, y
            state.turns[planet] = self.integer(one, "turn", 0, 3, 0, f"{path}.")

    def coordinate(self, word: Any, path: str) -> int:
        """Return a coordinate as it is kept."""
        try:
            return names.CELL.number(word)
        except ValueError as error:
            raise self.fail(path, str(error)) from None

    def read_routes(self) -> None:
        """Read normal routes, by default one at every pair of facing slots; then z-axis routes."""
        state = self.state
        facing = self.facing_routes()
        given = [
            self.id(word, names.ROUTE, f"routes.{place}") for place, word in enumerate(self.rows(self.data, "routes"))
        ]
        for place, route in enumerate(given if "routes" in self.data else facing):
            if route not in facing:
                raise self.fail(f"routes.{place}", "no two slots face each other", "SC-1.7")
            state.links[route] = 1
        if space.pieces_left(state) < 0:
            raise self.fail("routes", f"more than {names.NORMAL_ROUTES}", "D11")
        for name, one in self.part("z_routes", names.ROUTES[names.FIRST_Z :]).items():
            path, z = f"z_routes.{name}", names.ROUTES.index(name) - names.FIRST_Z
            self.known(one, names.ENDS, path)
            for end, word in enumerate(names.ENDS):
                slot = self.id(one.get(word), names.SLOT, f"{path}.{word}")
                if slot not in space.free_slots(state):
                    raise self.fail(f"{path}.{word}", "no free slot", "SC-1.8")
                state.z_ends[2 * z + end] = slot
            if state.z_ends[2 * z] // 4 == state.z_ends[2 * z + 1] // 4:
                raise self.fail(path, "joins a planet with itself", "SC-1.8")

    def facing_routes(self) -> list[int]:
        """Return the routes between planets whose facing sides have slots."""
        state = self.state
        found: list[int] = []
        for planet in space.placed(state):
            found += space.joins(state, planet, state.cell_x[planet], state.cell_y[planet], state.turns[planet])
        return sorted(set(found))

    def read_depletion(self) -> None:
        """Read depletion tokens."""
        for name, word in self.part("depletion", names.AREAS).items():
            if word not in names.DEPLETIONS[1:]:
                raise self.fail(f"depletion.{name}", f"{word!r} is not partial or depleted")
            if names.KIND[names.AREAS.index(name)] == names.CONQUEST:
                raise self.fail(f"depletion.{name}", "has no resource card", "SC-4.3")
            self.state.depletion[names.AREAS.index(name)] = names.DEPLETIONS.index(word)

    # Orders

    def read_stacks(self) -> None:
        """Read stacks, and the order that is carried out."""
        state = self.state
        for name, one in self.part("stacks", names.PLANETS).items():
            planet = names.PLANETS.index(name)
            if state.cell_x[planet] < 0:
                raise self.fail(f"stacks.{name}", "is not in the galaxy", "SC-2.2")
            if not isinstance(one, list):
                raise self.fail(f"stacks.{name}", "needs a list")
            for place, token in enumerate(one):
                path = f"stacks.{name}.{place}"
                self.known(token, ("seat", "order"), path)
                seat = self.integer(token, "seat", 0, self.seats - 1, -1, f"{path}.")
                order = self.id(token.get("order"), names.ORDER, f"{path}.order")
                self.take_token(seat, order, state.stacks[planet], path)
                state.stacks[planet].marks[0][place] = seat
        if state.step == ORDER:
            one = self.data.get("order")
            self.known(one, ("seat", "order", "planet"), "order")
            assert isinstance(one, dict)
            seat = self.integer(one, "seat", 0, self.seats - 1, -1, "order.")
            order = self.id(one.get("order"), names.ORDER, "order.order")
            planet = self.id(one.get("planet"), names.PLANET, "order.planet")
            self.take_token(seat, order, state.revealed[seat], "order")
            state.order = Order(seat=seat, order=order, planet=planet)
            state.active = seat
        for seat in range(self.seats):
            if planning.orders_placed(state, seat) > names.ORDERS_A_ROUND:
                raise self.fail("stacks", f"seat {seat} has more than four orders", "SC-2.1")
            if state.is_in(seat):
                limit = formulas.special_limit(state, seat)
                state.specials[seat] = max(limit, planning.specials_placed(state, seat))

    def take_token(self, seat: int, order: int, target: Zone, path: str) -> None:
        """Take an order token out of the supply of a seat."""
        supply = self.state.supply[seat]
        if order not in supply.cards:
            raise self.fail(path, "more tokens than there are", "SC-2.1")
        self.state.move(supply, supply.cards.index(order), target)

    # Events

    def read_events(self, rows: list[Mapping[str, Any]]) -> None:
        """Read event cards that lie somewhere, then how many are left in the deck."""
        state = self.state
        for place, card in enumerate(self.cards(self.data, "event_discard", cards.EVENT)):
            self.take_event(card, state.event_discard, f"event_discard.{place}")
        end_card = next(card for card, event in enumerate(cards.EVENT_OF) if event == cards.THE_END_DRAWS_NEAR)
        for _ in range(self.integer(self.data, "end_cards", 0, 3, 0)):
            self.take_event(end_card, state.end_cards, "end_cards")
        for seat, row in enumerate(rows):
            for name, zone in (("events", state.drawn[seat]), ("kept", state.kept[seat])):
                for place, card in enumerate(self.cards(row, name, cards.EVENT, f"seats.{seat}.")):
                    self.take_event(card, zone, f"seats.{seat}.{name}.{place}")
        given = self.part("event_deck", names.STAGES)
        for stage, name in enumerate(names.STAGES):
            most = len(state.event_heaps[stage])
            default = max(0, state.events_left[stage])
            number = self.integer(given, name, 0, len(cards.EVENT_DECK[stage]), min(most, default), "event_deck.")
            if number > most:
                raise self.fail(f"event_deck.{name}", f"only {most} are left", "D10")
            state.events_left[stage] = number

    def take_event(self, card: int, target: Zone, path: str) -> None:
        """Take an event card out of its heap."""
        stage = cards.STAGE_OF[card]
        heap = self.state.event_heaps[stage]
        if card not in heap.cards:
            raise self.fail(path, "more of it than there are", "D10")
        self.state.move(heap, heap.cards.index(card), target)
        self.state.events_left[stage] -= 1

    # Battle, agenda

    def read_battle(self) -> None:
        """13.4: read the battle under way; the order token is off its stack."""
        from shapan.games.starcraft.position_battle import read_battle

        battle: Battle = read_battle(self)
        order = names.SPECIAL_MOBILIZE if battle.special else names.MOBILIZE
        supply = self.state.supply[battle.attacker]
        if order in supply.cards:
            self.state.move(supply, supply.cards.index(order), self.state.revealed[battle.attacker])
        planet = names.PLANET_OF[battle.area]
        self.state.order = Order(seat=battle.attacker, order=order, planet=planet)
        self.state.active = battle.attacker

    def read_agenda(self) -> None:
        """Put on the agenda what comes next; before it the hands that are left out are drawn."""
        state = self.state
        order = state.in_turn()
        later = order[order.index(state.active) :] if state.active in order else []
        if state.step == PLACE_PLANET:
            state.push(agenda.PLANET_STEP, state.active)
        elif state.step == PLACE_Z:
            state.push(agenda.FORCES_BEGIN_STEP)
            for seat in reversed(later):
                if state.z_ends[2 * seat] < 0:
                    state.push(agenda.Z_STEP, seat)
        elif state.step == START_FORCES:
            state.push(agenda.HANDS_STEP)
            for seat in reversed(later):
                state.push(agenda.FORCES_STEP, seat)
        elif state.step == PLANNING:
            state.push(agenda.PLANNING_STEP)
        elif state.step == EXECUTION:
            state.push(agenda.TURN_STEP)
        elif state.step in (ORDER, BATTLE):
            state.push(agenda.END_TURN_STEP)
            state.push(agenda.EXECUTE_STEP if state.step == ORDER else agenda.BATTLE_STEP)
        elif state.step >= REGROUP:
            state.push(agenda.REGROUP_STEP)
        if state.step >= PLANNING and self.unopened:
            state.push(agenda.OPENING_STEP, self.unopened)
