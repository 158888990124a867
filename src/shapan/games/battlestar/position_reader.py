"""Positions as they are read (13.2). Inconsistent input is refused with path and rule, never repaired."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final

from shapan.engine.game import PositionError
from shapan.engine.kinds import Kind
from shapan.engine.zone import NOBODY, Zone
from shapan.games.battlestar.actions import STREAMS
from shapan.games.battlestar.cards import (
    ALONE_WITHOUT,
    CHARACTER_CARDS,
    CRISIS_CARDS,
    CYLON_PLACES,
    DESTINATION_CARDS,
    LEGENDARY_DISCOVERY,
    LOYALTY_COPIES,
    QUORUM_COPIES,
)
from shapan.games.battlestar.names import (
    APOLLO,
    AREAS,
    BALTAR,
    BASESTAR_TOKEN,
    BASESTARS,
    BOOMER,
    BRIG,
    CENTURIONS,
    CHARACTER,
    CHARACTERS,
    CIVILIAN_TOKEN,
    CRISIS,
    CYLON_BRIG,
    CYLON_DAMAGE,
    DAMAGE_TOKEN,
    DAMAGED_LOCATIONS,
    DESTINATION,
    DIALS,
    HEAVIES,
    HELO,
    LOCATIONS,
    LOYALTY,
    NOT_A_CYLON,
    OFF,
    PLACE,
    QUORUM,
    QUORUM_CARDS,
    RAIDERS,
    RAPTORS,
    RESURRECTION_SHIP,
    SKILL,
    SPACE,
    STARBUCK,
    SUPER_CRISIS,
    SYMPATHIZER,
    TYPES,
    VIPERS,
    type_of,
)
from shapan.games.battlestar.position import TURN_FLAGS
from shapan.games.battlestar.rules.fill import STEP_FILL
from shapan.games.battlestar.rules.setup import FIRST_PRESIDENTS, FIRST_SHIPS, LOYALTY_COUNTS, STEP_PICK
from shapan.games.battlestar.rules.titles import ADMIRAL, PRESIDENT, first_in_line
from shapan.games.battlestar.rules.turn import (
    STEP_ACTION,
    STEP_ACTIVATE,
    STEP_CRISIS,
    STEP_END,
    STEP_JUMP,
    STEP_MOVEMENT,
    STEP_RECEIVE,
    STEP_START,
)
from shapan.games.battlestar.ruleset import Ruleset
from shapan.games.battlestar.state import MOST_FOULS, SETUP, START, STEP_WORDS, Battlestar, new_state

STEPS: Final = (
    STEP_PICK,
    STEP_START,
    STEP_RECEIVE,
    STEP_MOVEMENT,
    STEP_ACTION,
    STEP_CRISIS,
    STEP_ACTIVATE,
    STEP_JUMP,
    STEP_END,
)
FIELDS: Final = (
    "step", "active", "first", "picked", "crisis", "actions", "began_piloting", "turn_used", *DIALS, "jump",
    "distance", "destinations", "sleeper_done", "nukes", "president", "admiral", "quorum_hand", "in_play", "space",
    "boarding", "damaged", "damage_removed", "vipers_damaged", "vipers_destroyed", "raptors", "civilians_destroyed",
    "destiny", "loyalty_deck", "decks", "discards", "removed", "seats",
)  # fmt: skip
SEAT_FIELDS: Final = (
    "character", "at", "hand", "loyalty", "open", "revealed", "super_crisis", "used", "turns", "fouls", "seen",
)  # fmt: skip
UNITS: Final = ("basestars", "raiders", "heavies", "vipers", "civilians")


def fail(path: str, message: str, error: str = "type") -> PositionError:
    """Return an error of 13.2: its word, the JSON path, what is wrong."""
    return PositionError(f"position.{path}" if path else "position", f"{error}: {message}", error)


class Reader:
    """Reads one position, field by field; what is named leaves the decks."""

    def __init__(self, rules: Ruleset, seats: int) -> None:
        self.rules = rules
        self.seats = seats
        self.state = new_state(rules, seats)
        self.missing_civilians = 0
        """Civilian ships of area 3 that the position leaves to chance."""

    def read(self, data: Mapping[str, Any]) -> Battlestar:
        """Return the state of a position. Raises PositionError."""
        self.data = data
        known(data, FIELDS, "")
        state = self.state
        state.step = self.word("step", STEP_WORDS[: len(STEPS)], "start")
        state.active = self.integer(data, "active", 0, self.seats - 1, 0)
        state.first = self.integer(data, "first", 0, self.seats - 1, 0)
        for name in ("first", "picked"):
            if name in data and state.step != SETUP:
                raise fail(name, "belongs to the step setup", "step")
        if state.step == SETUP:
            self.setup()
            return state
        self.dials()
        self.people()
        self.titles()
        self.ships()
        self.damage()
        self.quorum()
        self.crises()
        self.destinations()
        self.skills()
        self.loyalty()
        self.looks()
        self.turn()
        state.agenda = [(STEPS[state.step],), (STEP_FILL, self.missing_civilians, int("destiny" not in data))]
        return state

    # Parts of JSON

    def integer(self, data: Mapping[str, Any], name: str, least: int, most: int, default: int, path: str = "") -> int:
        """Return an integer of a range."""
        value = data.get(name, default)
        if isinstance(value, bool) or not isinstance(value, int):
            raise fail(f"{path}{name}", f"{value!r} is not an integer")
        if not least <= value <= most:
            raise fail(f"{path}{name}", f"{value} is not {least}..{most}", "range")
        return value

    def flag(self, data: Mapping[str, Any], name: str, default: bool, path: str = "") -> bool:
        """Return true or false."""
        value = data.get(name, default)
        if not isinstance(value, bool):
            raise fail(f"{path}{name}", f"{value!r} is not true or false")
        return value

    def word(self, name: str, words: Sequence[str], default: str) -> int:
        """Return the number of a word."""
        value = self.data.get(name, default)
        if not isinstance(value, str):
            raise fail(name, f"{value!r} is not a word")
        if value not in words:
            raise fail(name, f"{value!r} is not one of {', '.join(words)}", "unknown_id")
        return words.index(value)

    def cards(self, data: Mapping[str, Any], name: str, kind: Kind, path: str = "") -> list[int]:
        """Return a list of ids as numbers."""
        rows = data.get(name, [])
        if not isinstance(rows, list):
            raise fail(f"{path}{name}", "needs a list")
        return [self.id(word, kind, f"{path}{name}.{place}") for place, word in enumerate(rows)]

    def id(self, word: Any, kind: Kind, path: str) -> int:
        """Return the number of an id."""
        if not isinstance(word, str):
            raise fail(path, f"{word!r} is not an id")
        try:
            return kind.number(word)
        except ValueError as error:
            raise fail(path, str(error), "unknown_id") from None

    def take(self, zone: Zone, card: int, target: Zone, path: str) -> None:
        """Move a card out of a heap; `count`, at the field that lists it, if it is not there any more."""
        if card not in zone.cards:
            raise fail(path, "more of it than there are", "count")
        self.state.move(zone, zone.cards.index(card), target)

    # Set-up

    def setup(self) -> None:
        """A position before or during the choice of characters."""
        for name in self.data:
            if name not in ("step", "active", "first", "picked"):
                raise fail(name, "is not allowed in the step setup", "step")
        state = self.state
        order = state.clockwise(state.first)
        chosen = self.cards(self.data, "picked", CHARACTER)
        if len(chosen) > self.seats or len(set(chosen)) < len(chosen):
            raise fail("picked", "more characters than players, or one twice", "count")
        for seat, character in zip(order, chosen, strict=False):
            state.characters[seat] = character
        state.agenda = [(STEP_PICK,)]

    # Numbers

    def dials(self) -> None:
        """Dials, tracks, tokens that are counted."""
        state, data = self.state, self.data
        for dial, name in enumerate(DIALS):
            state.dials[dial] = self.integer(data, name, 0, 15, state.dials[dial])
        state.track = self.integer(data, "jump", 0, 4, 0)
        state.nukes = self.integer(data, "nukes", 0, 2, 2)
        state.raptors = self.integer(data, "raptors", 0, RAPTORS, RAPTORS)
        boarding = data.get("boarding", [0, 0, 0, 0])
        if not isinstance(boarding, list) or len(boarding) != 4:
            raise fail("boarding", "needs four numbers")
        row = {str(place): value for place, value in enumerate(boarding)}
        state.boarding = [self.integer(row, str(place), 0, CENTURIONS, 0, "boarding.") for place in range(4)]
        if sum(state.boarding) > CENTURIONS:
            raise fail("boarding", f"more than {CENTURIONS} centurions", "count")
        state.vipers_damaged = self.integer(data, "vipers_damaged", 0, VIPERS, 0)
        state.vipers_destroyed = self.integer(data, "vipers_destroyed", 0, VIPERS, 0)

    # People

    def people(self) -> None:
        """Characters, places, what is revealed and used, turns."""
        state, rows = self.state, self.data.get("seats")
        if not isinstance(rows, list):
            raise fail("seats", "needs a list of seats")
        if len(rows) != self.seats:
            raise fail("seats", f"{len(rows)} seats are given, {self.seats} play", "count")
        for seat, row in enumerate(rows):
            path = f"seats.{seat}."
            known(row, SEAT_FIELDS, f"seats.{seat}")
            if "character" not in row:
                raise fail(f"{path}character", "is missing")
            character = self.id(row["character"], CHARACTER, f"{path}character")
            if character in state.characters:
                raise fail(f"{path}character", f"{CHARACTERS[character]} is there twice", "count")
            state.characters[seat] = character
            opened = self.cards(row, "open", LOYALTY, path)
            cylon = any(CYLON_BRIG <= card <= CYLON_DAMAGE for card in opened)
            state.revealed[seat] = int(self.flag(row, "revealed", cylon, path))
            state.used[seat] = int(self.flag(row, "used", False, path))
        self.places(rows)

    def places(self, rows: Sequence[Mapping[str, Any]]) -> None:
        """Where everybody is, and how many turns each has begun."""
        state = self.state
        for seat, row in enumerate(rows):
            path = f"seats.{seat}.at"
            place = self.start_place(seat)
            if "at" in row:
                try:
                    place = PLACE.number(row["at"])
                except ValueError as error:
                    raise fail(path, str(error), "unknown_id") from None
            cylon_place = place in CYLON_PLACES
            if cylon_place != bool(state.revealed[seat]):
                raise fail(path, "humans and Cylons have places of their own", "place")
            character = state.characters[seat]
            if SPACE <= place < OFF and not CHARACTER_CARDS[character].pilot:
                raise fail(path, f"{CHARACTERS[character]} is no pilot", "place")
            if place == OFF and character != HELO:
                raise fail(path, "only Helo is off the board", "place")
            state.at[seat] = place
        active, after = state.active, state.step > START
        for seat, row in enumerate(rows):
            default = int(seat == active and after)
            if state.characters[seat] == HELO and state.at[seat] != OFF:
                default = 2
            state.turns[seat] = self.integer(row, "turns", 0, 255, default, f"seats.{seat}.")
            state.fouls[seat] = self.integer(row, "fouls", -MOST_FOULS, MOST_FOULS, 0, f"seats.{seat}.")
        state.turn = sum(state.turns)

    def start_place(self, seat: int) -> int:
        """Return the place of a seat that names none."""
        state = self.state
        if state.revealed[seat]:
            return RESURRECTION_SHIP
        start = CHARACTER_CARDS[state.characters[seat]].start
        if state.characters[seat] == APOLLO:
            return SPACE + 4
        return OFF if start == "off" else LOCATIONS.index(start)

    def titles(self) -> None:
        """President and Admiral; by default as in the set-up (2.5)."""
        state, data = self.state, self.data
        humans = state.humans()
        free = [seat for seat in humans if not state.in_brig(seat)]
        president = first_in_line(state, PRESIDENT, humans)
        if not self.rules.president_by_succession:
            named = [CHARACTERS.index(name) for name in FIRST_PRESIDENTS]
            present = [seat for one in named for seat in humans if state.characters[seat] == one]
            president = present[0] if present else president
        state.president = self.holder(data, "president", president)
        state.admiral = self.holder(data, "admiral", first_in_line(state, ADMIRAL, free or humans))
        if state.admiral >= 0 and state.at[state.admiral] == BRIG and free:
            raise fail("admiral", "an Admiral in the Brig while a human is outside", "title")
        state.quorum_hand.sees = 1 << state.president if state.president >= 0 else NOBODY

    def holder(self, data: Mapping[str, Any], name: str, default: int) -> int:
        """Return a seat that may hold a title, -1 for null."""
        if name in data and data[name] is None:
            return -1
        if default < 0 and name not in data:
            return -1
        seat = self.integer(data, name, 0, self.seats - 1, max(default, 0))
        if self.state.revealed[seat]:
            raise fail(name, "a revealed Cylon holds no title", "title")
        return seat

    # Ships

    def ships(self) -> None:
        """Space, the damaged box, civilian ships."""
        state, space = self.state, self.data.get("space")
        if space is None:
            self.first_ships()
        elif not isinstance(space, dict):
            raise fail("space", "needs an object of areas")
        else:
            for name, row in space.items():
                if name not in [str(area) for area in range(AREAS)]:
                    raise fail(f"space.{name}", "is no area 0..5", "unknown_field")
                self.area(int(name), row, f"space.{name}")
        for token in self.cards(self.data, "civilians_destroyed", CIVILIAN_TOKEN):
            self.take(state.civilian_pile, token, state.civilians_lost, "civilians_destroyed")
        if state.reserves() < 0:
            raise fail("space" if space is not None else "vipers_damaged", "more vipers than there are", "count")

    def first_ships(self) -> None:
        """The ships of the set-up (2.10), as far as the units last; civilian tokens are put down in the dark."""
        state = self.state
        for area, unit, number in FIRST_SHIPS:
            if unit == 0:
                state.basestars.append([area])
            elif unit == 1:
                state.raiders[area] = number
            elif unit == 3:
                state.vipers[area] = min(number, state.reserves())
        self.missing_civilians = 2

    def area(self, area: int, row: Any, path: str) -> None:
        """Read one area."""
        known(row, UNITS, path)
        state = self.state
        state.raiders[area] = self.integer(row, "raiders", 0, 255, 0, f"{path}.")
        state.heavies[area] = self.integer(row, "heavies", 0, 255, 0, f"{path}.")
        state.vipers[area] = self.integer(row, "vipers", 0, 255, 0, f"{path}.")
        if sum(state.raiders) > RAIDERS:
            raise fail("space", f"more than {RAIDERS} raiders", "count")
        if sum(state.heavies) > HEAVIES:
            raise fail("space", f"more than {HEAVIES} heavy raiders", "count")
        basestars = row.get("basestars", [])
        if not isinstance(basestars, list):
            raise fail(f"{path}.basestars", "needs a list")
        for place, tokens in enumerate(basestars):
            numbers = self.cards({str(place): tokens}, str(place), BASESTAR_TOKEN, f"{path}.basestars.")
            for token in numbers:
                if token not in state.basestar_pool:
                    raise fail("space", "a token twice", "count")
                state.basestar_pool.remove(token)
            state.basestars.append([area, *numbers])
        if len(state.basestars) > BASESTARS:
            raise fail("space", f"more than {BASESTARS} basestars", "count")
        for token in self.cards(row, "civilians", CIVILIAN_TOKEN, f"{path}."):
            self.take(state.civilian_pile, token, state.civilians[area], "space")

    def damage(self) -> None:
        """Damage tokens on Galactica and out of the game."""
        state = self.state
        for name, zone in (("damaged", state.damage_on), ("damage_removed", state.damage_gone)):
            for place, token in enumerate(self.cards(self.data, name, DAMAGE_TOKEN)):
                location = token < len(DAMAGED_LOCATIONS)
                if location != (name == "damaged"):
                    raise fail(f"{name}.{place}", "locations are damaged, fuel and food leave the game", "range")
                self.take(state.damage_pool, token, zone, name)

    # Cards

    def quorum(self) -> None:
        """Quorum cards in hand, attached, discarded, removed, under the deck."""
        state, data = self.state, self.data
        deck = state.quorum_deck
        removed = self.cards(data, "removed", QUORUM)
        for card in ALONE_WITHOUT if self.rules.full_cooperative else ():
            removed += [card] * (QUORUM_COPIES[card] - removed.count(card))
        for card in removed:
            self.take(deck, card, state.quorum_gone, "removed")
        for card in self.cards(data, "quorum_hand", QUORUM):
            self.take(deck, card, state.quorum_hand, "quorum_hand")
        discards = self.part("discards", (*TYPES, "quorum", "crisis", "destination", "super_crisis"))
        for card in self.cards(discards, "quorum", QUORUM, "discards."):
            self.take(deck, card, state.quorum_discards, "discards.quorum")
        for card in self.cards(discards, "crisis", CRISIS, "discards."):
            self.take(state.crisis_deck, card, state.crisis_discards, "discards.crisis")
        for card in self.cards(discards, "super_crisis", SUPER_CRISIS, "discards."):
            self.take(state.super_deck, card, state.super_discards, "discards.super_crisis")
        for type_, name in enumerate(TYPES):
            for place, card in enumerate(self.cards(discards, name, SKILL, "discards.")):
                path = f"discards.{name}.{place}"
                if type_of(card) != type_:
                    raise fail(path, "is of another type", "range")
                self.take(state.skill_decks[type_], card, state.skill_discards[type_], path)

    def part(self, name: str, names: Sequence[str]) -> Mapping[str, Any]:
        """Return an object of the position."""
        value = self.data.get(name, {})
        known(value, names, name)
        return value  # type: ignore[no-any-return]

    def crises(self) -> None:
        """Cards in play, Super Crises in hands, the crisis just resolved, known cards of decks."""
        state, data = self.state, self.data
        rows = data.get("in_play", [])
        if not isinstance(rows, list):
            raise fail("in_play", "needs a list")
        for place, row in enumerate(rows):
            known(row, ("card", "seat"), f"in_play.{place}")
            self.card_in_play(row, f"in_play.{place}")
        for seat, row in enumerate(data["seats"]):
            if row.get("super_crisis") is not None:
                path = f"seats.{seat}.super_crisis"
                self.take(
                    state.super_deck, self.id(row["super_crisis"], SUPER_CRISIS, path), state.super_hands[seat], path
                )
        self.crisis_done()
        decks = self.part("decks", ("crisis", "destination", "quorum", "super_crisis"))
        for name, kind, heap, top, bottom in (
            ("crisis", CRISIS, state.crisis_deck, state.crisis_top, state.crisis_bottom),
            ("destination", DESTINATION, state.destination_deck, state.destination_top, state.destination_bottom),
            ("quorum", QUORUM, state.quorum_deck, state.quorum_top, state.quorum_bottom),
            ("super_crisis", SUPER_CRISIS, state.super_deck, state.super_top, state.super_bottom),
        ):
            row = decks.get(name, {})
            known(row, ("top", "bottom"), f"decks.{name}")
            for where, zone in (("top", top), ("bottom", bottom)):
                for card in self.cards(row, where, kind, f"decks.{name}."):
                    self.take(heap, card, zone, f"decks.{name}.{where}")

    def card_in_play(self, row: Mapping[str, Any], path: str) -> None:
        """A crisis, Super Crisis or Quorum card that stays."""
        state, word = self.state, row.get("card")
        if word in CRISIS.numbers:
            self.take(state.crisis_deck, CRISIS.number(word), state.crises_in_play, "in_play")
        elif word in SUPER_CRISIS.numbers:
            self.take(state.super_deck, SUPER_CRISIS.number(word), state.supers_in_play, "in_play")
        else:
            card = self.id(word, QUORUM, f"{path}.card")
            self.take(state.quorum_deck, card, state.quorum_attached, "in_play")
            if QUORUM_CARDS[card] != "accept_prophecy":
                if "seat" not in row:
                    raise fail(f"{path}.seat", "is missing")
                state.holders[card] = self.integer(row, "seat", 0, self.seats - 1, 0, f"{path}.")

    def crisis_done(self) -> None:
        """The crisis just resolved lies on the discards."""
        state, data = self.state, self.data
        needed = STEP_WORDS[state.step] in ("activate", "jump")
        if needed != ("crisis" in data):
            raise fail("crisis", "is missing" if needed else "is not allowed in this step", "step")
        if needed:
            state.crisis_done = self.id(data["crisis"], CRISIS, "crisis")
            if state.crisis_done in state.crisis_deck.cards and CRISIS_CARDS[state.crisis_done].stays < 0:
                self.take(state.crisis_deck, state.crisis_done, state.crisis_discards, "crisis")

    def destinations(self) -> None:
        """Destinations beside Kobol, and the distance."""
        state, data = self.state, self.data
        for card in self.cards(data, "destinations", DESTINATION):
            self.take(state.destination_deck, card, state.kobol, "destinations")
        total = sum(DESTINATION_CARDS[card].distance for card in state.kobol.cards)
        total += int(LEGENDARY_DISCOVERY in state.crises_in_play.cards)
        state.distance = self.integer(data, "distance", 0, 40, total)
        if "destinations" in data and "distance" in data and state.distance != total:
            raise fail("distance", f"the cards beside Kobol are {total}", "count")
        state.sleeper_done = int(self.flag(data, "sleeper_done", state.distance >= 4))

    def skills(self) -> None:
        """Hands and the Destiny deck; what is left out of it is dealt in the first step."""
        state, data = self.state, self.data
        for seat, row in enumerate(data["seats"]):
            for card in self.cards(row, "hand", SKILL, f"seats.{seat}."):
                self.take(state.skill_decks[type_of(card)], card, state.hands[seat], f"seats.{seat}.hand")
            self.unsure(seat, len(state.hands[seat]))
        if "destiny" in data:
            for card in self.cards(data, "destiny", SKILL):
                self.take(state.skill_decks[type_of(card)], card, state.destiny, "destiny")
            self.unsure(state.seats, len(state.destiny))

    def unsure(self, row: int, size: int) -> None:
        """Nobody knows of which types the cards of a written hand are, or of a written Destiny deck."""
        self.state.likely[len(TYPES) * row : len(TYPES) * (row + 1)] = [size] * len(TYPES)

    # Loyalty

    def loyalty(self) -> None:
        """Loyalty cards of the seats, face down and face up, and the deck that waits."""
        state, data = self.state, self.data
        left = list(LOYALTY_COPIES)
        hands: list[list[int]] = []
        opened: list[list[int]] = []
        for seat, row in enumerate(data["seats"]):
            default = [] if state.revealed[seat] else [NOT_A_CYLON] * (2 if state.characters[seat] == BALTAR else 1)
            if self.rules.full_cooperative or (self.rules.two_player and not state.sleeper_done):
                default = []
            hands.append(self.cards(row, "loyalty", LOYALTY, f"seats.{seat}.") if "loyalty" in row else default)
            opened.append(self.cards(row, "open", LOYALTY, f"seats.{seat}."))
            for card in (*hands[-1], *opened[-1]):
                left[card] -= 1
                if left[card] < 0:
                    raise fail(f"seats.{seat}.loyalty", "more loyalty cards than there are", "count")
            if len(state.super_hands[seat]) and opened[-1] == [SYMPATHIZER]:
                raise fail(f"seats.{seat}.super_crisis", "a Sympathizer never gets one", "sympathizer")
        deck = self.cards(data, "loyalty_deck", LOYALTY) if "loyalty_deck" in data else self.rest(left)
        for place, card in enumerate(deck):
            left[card] -= 1
            if left[card] < 0:
                raise fail(f"loyalty_deck.{place}", "more loyalty cards than there are", "count")
        everything = sorted([*deck, *(card for hand in hands for card in hand)])
        pool = state.deck(everything)
        for seat in range(self.seats):
            for card in hands[seat]:
                state.move(pool, pool.cards.index(card), state.loyalty[seat])
            state.loyalty_open[seat] = Zone(opened[seat])
        state.loyalty_deck = pool
        state.shuffle(pool)
        state.loyalty_box = state.deck([kind for kind, number in enumerate(left) for _ in range(number)])

    def rest(self, left: Sequence[int]) -> list[int]:
        """Return the cards that wait for the Sleeper Agent phase: what 2.6 leaves after those of the seats."""
        state = self.state
        if state.sleeper_done or self.rules.full_cooperative or self.rules.two_player:
            return []
        loyal, cylons = LOYALTY_COUNTS[self.seats]
        loyal += (BALTAR in state.characters) + (BOOMER in state.characters) + int(self.rules.no_sympathizer)
        used = [copies - number for copies, number in zip(LOYALTY_COPIES, left, strict=True)]
        deck = [NOT_A_CYLON] * max(0, min(loyal - used[NOT_A_CYLON], left[NOT_A_CYLON]))
        free = [card for card in range(CYLON_BRIG, CYLON_DAMAGE + 1) if left[card]]
        deck += free[: max(0, cylons - sum(used[CYLON_BRIG : CYLON_DAMAGE + 1]))]
        return deck + [SYMPATHIZER] * int(self.rules.sympathizer and not used[SYMPATHIZER])

    def looks(self) -> None:
        """What seats know by looks."""
        state = self.state
        for seat, row in enumerate(self.data["seats"]):
            seen = row.get("seen", {})
            path = f"seats.{seat}.seen"
            known(seen, ("loyalty", "civilians"), path)
            for other, cards in (seen.get("loyalty") or {}).items():
                if not other.isdigit() or int(other) >= self.seats:
                    raise fail(f"{path}.loyalty.{other}", "is no seat", "unknown_id")
                zone = state.loyalty[int(other)]
                for card in self.cards({other: cards}, other, LOYALTY, f"{path}.loyalty."):
                    places = [p for p, kind in enumerate(zone.cards) if kind == card and not zone.masks[p] >> seat & 1]
                    if not places:
                        raise fail(f"{path}.loyalty.{other}", "this card is not there", "count")
                    state.look(zone, places[0], seat)
            for place, pair in enumerate(seen.get("civilians") or []):
                if not isinstance(pair, list) or len(pair) != 2 or not all(isinstance(n, int) for n in pair):
                    raise fail(f"{path}.civilians.{place}", "needs an area and which ship of it")
                area, number = pair
                if not 0 <= area < AREAS or not 0 <= number < len(state.civilians[area]):
                    raise fail(f"{path}.civilians.{place}", "there is no such ship", "count")
                state.look(state.civilians[area], number, seat)

    # The turn

    def turn(self) -> None:
        """Flags of the running turn."""
        state, data = self.state, self.data
        used = data.get("turn_used", [])
        if not isinstance(used, list):
            raise fail("turn_used", "needs a list")
        for place, word in enumerate(used):
            if word not in TURN_FLAGS:
                raise fail(f"turn_used.{place}", f"{word!r} is not one of {', '.join(TURN_FLAGS)}", "unknown_id")
            setattr(state, TURN_FLAGS[word], 1)
        state.began_piloting = int(self.flag(data, "began_piloting", state.piloting(state.active)))
        if "actions" in data and STEP_WORDS[state.step] != "action":
            raise fail("actions", "belongs to the step action", "step")
        two = state.is_character(state.active, STARBUCK) and state.began_piloting
        state.actions = self.integer(data, "actions", 1, 2, 2 if two else 1)


def known(data: Any, names: Sequence[str], path: str) -> None:
    """Refuse fields that do not exist."""
    if not isinstance(data, dict):
        raise fail(path, "needs an object")
    for name in data:
        if name not in names:
            raise fail(f"{path}.{name}" if path else name, "there is no such field", "unknown_field")


def check_scripts(state: Battlestar, scripts: Sequence[list[int] | None]) -> None:
    """13.3: a scripted card must be able to lie where it is drawn. Raises PositionError.

    Discards count only where a script is longer than what the deck holds without them.
    """
    piles = {
        "crisis": [state.crisis_top, state.crisis_deck, state.crisis_bottom],
        "super_crisis": [state.super_top, state.super_deck, state.super_bottom],
        "quorum": [state.quorum_top, state.quorum_deck, state.quorum_bottom],
        "destination": [state.destination_top, state.destination_deck, state.destination_bottom],
    }
    for (name, kind), script in zip(STREAMS.items(), scripts, strict=True):
        cards = [card for zone in piles.get(name, ()) for card in zone.cards]
        if script is None or len(script) > len(cards):
            continue
        for card in script:
            if card not in cards:
                raise PositionError(f"rolls.{name}", f"count: {kind.word(card)} is not in the deck so often", "count")
            cards.remove(card)
