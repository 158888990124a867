"""The people of a position: characters, places, turns, titles (13.2)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final

from shapan.engine.zone import NOBODY
from shapan.games.battlestar import names, occasions
from shapan.games.battlestar.cards import CHARACTER_CARDS, CYLON_PLACES
from shapan.games.battlestar.position.fields import Fields
from shapan.games.battlestar.rules.setup import FIRST_PRESIDENTS
from shapan.games.battlestar.rules.titles import ADMIRAL, PRESIDENT, first_in_line
from shapan.games.battlestar.state import MOST_FOULS

SEAT_FIELDS: Final = (
    "character", "at", "hand", "loyalty", "open", "revealed", "super_crisis", "used", "turns", "fouls", "seen",
)  # fmt: skip


def read_people(given: Fields) -> None:
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


def read_places(given: Fields, rows: Sequence[Mapping[str, Any]]) -> None:
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
    active, after = state.active, state.step > occasions.START
    for seat, row in enumerate(rows):
        default = int(seat == active and after)
        if state.characters[seat] == names.HELO and state.at[seat] != names.OFF:
            default = 2
        state.turns[seat] = given.integer(row, "turns", 0, 255, default, f"seats.{seat}.")
        state.fouls[seat] = given.integer(row, "fouls", -MOST_FOULS, MOST_FOULS, 0, f"seats.{seat}.")
    state.turn = sum(state.turns)


def start_place(given: Fields, seat: int) -> int:
    """Return the place of a seat that names none."""
    state = given.state
    if state.revealed[seat]:
        return names.RESURRECTION_SHIP
    start = CHARACTER_CARDS[state.characters[seat]].start
    if state.characters[seat] == names.APOLLO:
        return names.SPACE + 4
    return names.OFF if start == "off" else names.LOCATIONS.index(start)


def read_titles(given: Fields) -> None:
    """President and Admiral; by default as in the set-up (2.5)."""
    state, data = given.state, given.data
    humans = state.humans()
    free = [seat for seat in humans if not state.in_brig(seat)]
    president = first_in_line(state, PRESIDENT, humans)
    if not given.rules.president_by_succession:
        named = [names.CHARACTERS.index(name) for name in FIRST_PRESIDENTS]
        present = [seat for one in named for seat in humans if state.characters[seat] == one]
        president = present[0] if present else president
    state.president = holder(given, data, "president", president)
    state.admiral = holder(given, data, "admiral", first_in_line(state, ADMIRAL, free or humans))
    if state.admiral >= 0 and state.at[state.admiral] == names.BRIG and free:
        raise given.fail("admiral", "an Admiral in the Brig while a human is outside", "title")
    state.quorum_hand.sees = 1 << state.president if state.president >= 0 else NOBODY


def holder(given: Fields, data: Mapping[str, Any], name: str, default: int) -> int:
    """Return a seat that may hold a title, -1 for null."""
    if name in data and data[name] is None:
        return -1
    if default < 0 and name not in data:
        return -1
    seat = given.integer(data, name, 0, given.seats - 1, max(default, 0))
    if given.state.revealed[seat]:
        raise given.fail(name, "a revealed Cylon holds no title", "title")
    return seat
