"""Positions (13.2): readable JSON <-> state. Inconsistent input is refused with path and rule, never repaired."""

from __future__ import annotations

from bisect import insort
from collections.abc import Mapping, Sequence
from typing import Any, Final

from shapan.engine import position
from shapan.engine.game import PositionError
from shapan.engine.kinds import Enum
from shapan.engine.view import write
from shapan.games.planet_masters import names
from shapan.games.planet_masters.formulas import excess
from shapan.games.planet_masters.ruleset import Ruleset
from shapan.games.planet_masters.state import (
    BUILDING,
    MANAGING,
    STEP_ACTION,
    STEP_END,
    STEP_MANAGE,
    STEP_SPEND,
    STEP_TURN,
    STEP_WORDS,
    PlanetMasters,
    new_state,
)

FIELDS: Final = (
    "step", "round", "first_player", "active", "points", "galaxy", "weapon_supply", "seats", "attack", "motion"
)  # fmt: skip
SEAT_FIELDS: Final = ("race", "home", "colonies", "fleet", "totals")


class Fields(position.Fields[PlanetMasters]):
    """The fields of a position."""

    def fail(self, path: str, message: str, error: str = "section 2") -> PositionError:
        """Return an error with the rule that is broken: what no rule says is said in section 2."""
        return PositionError(
            f"position.{path}" if path else "position", message, error if "." in error else "section 2"
        )

    def face(self, word: Any, kind: Enum, table: Sequence[int], path: str) -> int:
        """Return a face that the die has."""
        face = self.id(word, kind, path)
        if face not in table:
            raise self.fail(path, f"this die has no face {word} under the ruleset", "4.1")
        return face


def read_position(data: Mapping[str, Any], rules: Ruleset, seats: int) -> PlanetMasters:
    """Return the state in front of Build, Manage or Action of a turn, or inside Build.

    [ruling] A home die left out shows `exhausted`; where the ruleset has no such face it must be given (13.2).
    """
    given = Fields(data, new_state(rules, seats))
    given.known(data, FIELDS, "")
    for name in ("attack", "motion"):
        if data.get(name) is not None:
            raise given.fail(name, "may only be null in a position that is read")
    state, first = given.state, rules.first_player
    state.step = BUILDING + given.word("step", STEP_WORDS[BUILDING:-1], "build")
    state.round = given.integer(data, "round", 1, rules.max_rounds or names.ROUNDS.size - 1, 1)
    least, most = (0, seats - 1) if first < 0 else (first, first)  # PM-1.3
    state.first_player = given.integer(data, "first_player", least, most, least)
    state.active = given.integer(data, "active", 0, seats - 1, state.first_player)
    boards = data.get("seats", [{}] * seats)
    if not isinstance(boards, list) or len(boards) != seats:
        raise given.fail("seats", f"needs a list of {seats} objects")
    for seat, board in enumerate(boards):
        given.known(board, SEAT_FIELDS, f"seats.{seat}")
        home = board.get("home", names.PLANET_FACES[names.EXHAUSTED])
        state.faces[seat] = given.face(home, names.PLANET, rules.home_faces, f"seats.{seat}.home")
    read_races(given, boards)
    colony_faces = names.PLANET, rules.colony_faces
    read_dice(given, boards, "colonies", "galaxy", names.COLONY_ID, *colony_faces, state.galaxy, state.colonies)
    weapon_faces = names.WEAPON, rules.weapon_faces
    read_dice(given, boards, "fleet", "weapon_supply", names.WEAPON_ID, *weapon_faces, state.supply, state.fleet)
    check_numbers(given, boards)
    read_agenda(given)
    return state


def read_races(given: Fields, boards: Sequence[Mapping[str, Any]]) -> None:
    """PM-1.4: given races first; the rest take the first free ones in the order of 4.4."""
    races, rules = given.state.races, given.state.ruleset
    for seat, board in enumerate(boards):
        path, word = f"seats.{seat}.race", board.get("race")
        if not rules.races:
            if word is not None:
                raise given.fail(path, "races are off", "PM-1.4")
        elif "race" in board:
            races[seat] = given.id(word, names.RACE_ID, path)
            if not rules.race_duplicates and races.count(races[seat]) > 1:
                raise given.fail(path, f"{word} is taken twice", "PM-1.4")
    for seat in range(given.seats):
        if rules.races and races[seat] < 0:
            races[seat] = next(race for race in range(len(names.RACES)) if race not in races)


def read_dice(
    given: Fields,
    boards: Sequence[Mapping[str, Any]],
    name: str,
    heap_name: str,
    ids: Enum,
    faces: Enum,
    table: Sequence[int],
    pool: list[int],
    owned: Sequence[list[int]],
) -> None:
    """Lay the dice of one colour out of the pool; those without an id take the lowest that is named nowhere.

    [ruling] "Named nowhere" (13.2) also means: not in `galaxy` or `weapon_supply`. A fresh die may lie there at the
    start of a turn too: 13.2 asks only that it is the active seat's.
    """
    state, first = given.state, pool[0]
    heap = [first + number for number in given.cards(given.data, heap_name, ids)]
    rows = [
        (seat, row, f"seats.{seat}.{name}.{place}")
        for seat, board in enumerate(boards)
        for place, row in enumerate(given.rows(board, name, f"seats.{seat}."))
    ]
    named = {}
    for _, row, path in rows:
        given.known(row, ("id", "face", "fresh") if name == "colonies" else ("id", "face"), path)
        if "id" in row:
            die = named[path] = first + given.id(row["id"], ids, f"{path}.id")
            if die not in pool:
                raise given.fail(f"{path}.id", f"{row['id']} is no die of this match, or named twice")
            pool.remove(die)
    for seat, row, path in rows:
        if path in named:
            die = named[path]
        elif pool:
            die = next((die for die in pool if die not in heap), pool[0])
            pool.remove(die)
        else:
            raise given.fail(path, "there are no more dice of this colour")
        insort(owned[seat], die)
        state.faces[die] = given.face(row.get("face"), faces, table, f"{path}.face")
        if given.flag(row, "fresh", False, f"{path}."):
            if seat != state.active:
                raise given.fail(f"{path}.fresh", "only the active seat has fresh dice", "PM-2.2")
            state.fresh.append(die)
    if heap_name in given.data and sorted(heap) != pool:
        words = [names.DICE[die] for die in pool]
        raise given.fail(heap_name, f"no seat owns exactly {words}, but {given.data[heap_name]} are given")


def check_numbers(given: Fields, boards: Sequence[Mapping[str, Any]]) -> None:
    """PM-3.3, 3.7: fleets are within their limits, and totals may be given if they are right.

    [ruling] The error stands at the number that is wrong (13.2).
    """
    state = given.state
    for seat, board in enumerate(boards):
        if excess(state, seat) > 0:
            raise given.fail(f"seats.{seat}.fleet", "more weapon dice than planet dice", "PM-3.3")
        right, totals = write(state.totals(seat)), board.get("totals", {})
        given.known(totals, tuple(right), f"seats.{seat}.totals")
        for name, value in totals.items():
            if value != right[name] or type(value) is not int:
                raise given.fail(f"seats.{seat}.totals.{name}", f"is {right[name]}, not {value!r}", "section 3.7")


def read_agenda(given: Fields) -> None:
    """Read what comes next: the start of the turn, the rest of Build, Manage or Action."""
    state = given.state
    state.points = given.integer(given.data, "points", 0, state.totals(state.active).resources, 0)
    if state.points and state.step != BUILDING:
        raise given.fail("points", "points are left only in Build", "PM-3.1")
    if state.step == BUILDING and "points" not in given.data:
        state.agenda = [(STEP_TURN,)]
        return
    state.agenda = [(STEP_END,), (STEP_ACTION,)]
    if state.step <= MANAGING:
        state.push(STEP_MANAGE)
    if state.step == BUILDING:
        state.push(STEP_SPEND)
