"""The people of a position: characters, places, turns, titles, loyalty (13.2)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final

from shapan.engine.zone import NOBODY, Zone
from shapan.games.battlestar import names, step_codes
from shapan.games.battlestar.cards import CHARACTER_CARDS, CYLON_PLACES, LOYALTY_COPIES
from shapan.games.battlestar.position.cards import Given
from shapan.games.battlestar.rules.setup import FIRST_PRESIDENTS, LOYALTY_COUNTS
from shapan.games.battlestar.rules.titles import ADMIRAL, PRESIDENT, first_in_line
from shapan.games.battlestar.state import MAX_FOULS

SEAT_FIELDS: Final = (
    "character", "at", "hand", "loyalty", "open", "revealed", "super_crisis", "used", "turns", "fouls", "seen",
)  # fmt: skip


def read_people(given: Given) -> None:
    """Characters, places, what is revealed and used, turns."""
    state, rows = given.state, given.data.get("seats")
    if not isinstance(rows, list):
        raise given.fail("seats", "needs a list of seats")
    if len(rows) != given.seats:
        raise given.fail("seats", f"{len(rows)} seats are given, {given.seats} play", "count")
    for seat, row in enumerate(rows):
        path = f"seats.{seat}."
        given.known(row, SEAT_FIELDS, f"seats.{seat}")
        if "character" not in row:
            raise given.fail(f"{path}character", "is missing")
        character = given.id(row["character"], names.CHARACTER, f"{path}character")
        if character in state.characters:
            raise given.fail(f"{path}character", f"{names.CHARACTERS[character]} is there twice", "count")
        state.characters[seat] = character
        opened = given.cards(row, "open", names.LOYALTY, path)
        cylon = any(card in names.CYLON_CARDS for card in opened)
        state.revealed[seat] = int(given.flag(row, "revealed", cylon, path))
    given.facts("used")
    read_places(given, rows)


def read_places(given: Given, rows: Sequence[Mapping[str, Any]]) -> None:
    """Where everybody is, and how many turns each has begun."""
    state = given.state
    for seat, row in enumerate(rows):
        path = f"seats.{seat}.at"
        place = start_place(given, seat)
        if "at" in row:
            try:
                place = names.PLACE.number(row["at"])
            except ValueError as error:
                raise given.fail(path, str(error), "unknown_id") from None
        cylon_place = place in CYLON_PLACES
        if cylon_place != bool(state.revealed[seat]):
            raise given.fail(path, "humans and Cylons have places of their own", "place")
        character = state.characters[seat]
        if names.SPACE <= place < names.OFF and not CHARACTER_CARDS[character].pilot:
            raise given.fail(path, f"{names.CHARACTERS[character]} is no pilot", "place")
        if place == names.OFF and character != names.HELO:
            raise given.fail(path, "only Helo is off the board", "place")
        state.at[seat] = place
        begun = int(seat == state.active and state.step > step_codes.START)
        default = 2 if character == names.HELO and place != names.OFF else begun
        state.turns[seat] = given.integer(row, "turns", 0, 255, default, f"seats.{seat}.")
        state.fouls[seat] = given.integer(row, "fouls", -MAX_FOULS, MAX_FOULS, 0, f"seats.{seat}.")
    state.turn = sum(state.turns)


def start_place(given: Given, seat: int) -> int:
    """Return the place of a seat that names none."""
    state = given.state
    if state.revealed[seat]:
        return names.RESURRECTION_SHIP
    start = CHARACTER_CARDS[state.characters[seat]].start
    if state.characters[seat] == names.APOLLO:
        return names.SPACE + 4
    return names.OFF if start == "off" else names.LOCATIONS.index(start)


def read_titles(given: Given) -> None:
    """President and Admiral; by default as in the set-up (2.5)."""
    state, data = given.state, given.data
    humans = state.humans()
    free = [seat for seat in humans if not state.in_brig(seat)]
    president = first_in_line(state, PRESIDENT, humans)
    if not given.state.rules.president_by_succession:
        named = [names.CHARACTERS.index(name) for name in FIRST_PRESIDENTS]
        present = [seat for one in named for seat in humans if state.characters[seat] == one]
        president = present[0] if present else president
    state.president = holder(given, data, "president", president)
    state.admiral = holder(given, data, "admiral", first_in_line(state, ADMIRAL, free or humans))
    if state.admiral >= 0 and state.at[state.admiral] == names.BRIG and free:
        raise given.fail("admiral", "an Admiral in the Brig while a human is outside", "title")
    state.quorum_hand.sees = 1 << state.president if state.president >= 0 else NOBODY


def holder(given: Given, data: Mapping[str, Any], name: str, default: int) -> int:
    """Return a seat that may hold a title, -1 for null."""
    if name in data and data[name] is None:
        return -1
    if default < 0 and name not in data:
        return -1
    seat = given.integer(data, name, 0, given.seats - 1, max(default, 0))
    if given.state.revealed[seat]:
        raise given.fail(name, "a revealed Cylon holds no title", "title")
    return seat


def read_loyalty(given: Given) -> None:
    """Loyalty cards of the seats, face down and face up, and the deck that waits."""
    state, data = given.state, given.data
    left = list(LOYALTY_COPIES)
    hands: list[list[int]] = []
    opened: list[list[int]] = []
    for seat, row in enumerate(data["seats"]):
        default = (
            [] if state.revealed[seat] else [names.NOT_A_CYLON] * (2 if state.characters[seat] == names.BALTAR else 1)
        )
        if given.state.rules.full_cooperative or (given.state.rules.two_player and not state.sleeper_done):
            default = []
        hands.append(given.cards(row, "loyalty", names.LOYALTY, f"seats.{seat}.") if "loyalty" in row else default)
        opened.append(given.cards(row, "open", names.LOYALTY, f"seats.{seat}."))
        for card in (*hands[-1], *opened[-1]):
            left[card] -= 1
            if left[card] < 0:
                raise given.fail(f"seats.{seat}.loyalty", "more loyalty cards than there are", "count")
        if len(state.super_hands[seat]) and opened[-1] == [names.SYMPATHIZER]:
            raise given.fail(f"seats.{seat}.super_crisis", "a Sympathizer never gets one", "sympathizer")
    deck = given.cards(data, "loyalty_deck", names.LOYALTY) if "loyalty_deck" in data else waiting_cards(given, left)
    for place, card in enumerate(deck):
        left[card] -= 1
        if left[card] < 0:
            raise given.fail(f"loyalty_deck.{place}", "more loyalty cards than there are", "count")
    everything = sorted([*deck, *(card for hand in hands for card in hand)])
    pool = state.deck(everything)
    for seat in range(given.seats):
        for card in hands[seat]:
            state.move(pool, pool.cards.index(card), state.loyalty[seat])
        state.loyalty_open[seat] = Zone(opened[seat])
    state.loyalty_deck = pool
    state.shuffle(pool)
    state.loyalty_box = state.deck([kind for kind, number in enumerate(left) for _ in range(number)])


def waiting_cards(given: Given, left: Sequence[int]) -> list[int]:
    """Return the cards that wait for the Sleeper Agent phase: what 2.6 leaves after those of the seats."""
    state = given.state
    if state.sleeper_done or given.state.rules.full_cooperative or given.state.rules.two_player:
        return []
    loyal, cylons = LOYALTY_COUNTS[given.seats]
    loyal += (
        (names.BALTAR in state.characters) + (names.BOOMER in state.characters) + int(given.state.rules.no_sympathizer)
    )
    used = [copies - number for copies, number in zip(LOYALTY_COPIES, left, strict=True)]
    deck = [names.NOT_A_CYLON] * max(0, min(loyal - used[names.NOT_A_CYLON], left[names.NOT_A_CYLON]))
    free = [card for card in names.CYLON_CARDS if left[card]]
    deck += free[: max(0, cylons - sum(used[names.CYLON_BRIG : names.CYLON_DAMAGE + 1]))]
    return deck + [names.SYMPATHIZER] * int(given.state.rules.sympathizer and not used[names.SYMPATHIZER])


def read_looks(given: Given) -> None:
    """Read what seats know by looks."""
    state = given.state
    for seat, row in enumerate(given.data["seats"]):
        seen = row.get("seen", {})
        path = f"seats.{seat}.seen"
        given.known(seen, ("loyalty", "civilians"), path)
        looks = seen.get("loyalty") or {}
        given.known(looks, [str(other) for other in range(given.seats)], f"{path}.loyalty")
        for other in looks:
            zone = state.loyalty[int(other)]
            for card in given.cards(looks, other, names.LOYALTY, f"{path}.loyalty."):
                places = [p for p, kind in enumerate(zone.cards) if kind == card and not zone.masks[p] >> seat & 1]
                if not places:
                    raise given.fail(f"{path}.loyalty.{other}", "this card is not there", "count")
                state.look(zone, places[0], seat)
        for place, pair in enumerate(given.rows(seen, "civilians", f"{path}.")):
            if not isinstance(pair, list) or len(pair) != 2 or not all(type(n) is int for n in pair):
                raise given.fail(f"{path}.civilians.{place}", "needs an area and which ship of it")
            area, number = pair
            if not 0 <= area < names.AREAS or not 0 <= number < len(state.civilians[area]):
                raise given.fail(f"{path}.civilians.{place}", "there is no such ship", "count")
            state.look(state.civilians[area], number, seat)
