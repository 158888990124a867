"""Positions (13.2): readable JSON <-> state. Inconsistent input is refused with path and rule, never repaired."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from shapan.engine.game import PositionError
from shapan.engine.kinds import UNKNOWN, Enum
from shapan.engine.view import write
from shapan.games.planet_masters import names
from shapan.games.planet_masters.formulas import fleet_limit, resources
from shapan.games.planet_masters.ruleset import Ruleset
from shapan.games.planet_masters.state import (
    ACTING,
    BUILDING,
    MANAGING,
    STEP_ACTION,
    STEP_END,
    STEP_MANAGE,
    STEP_SPEND,
    STEP_TURN,
    PlanetMasters,
    new_state,
)
from shapan.games.planet_masters.view import make_view, show_votes

_FIELDS = (
    "step",
    "round",
    "first_player",
    "active",
    "points",
    "galaxy",
    "weapon_supply",
    "seats",
)
_STEPS = {"build": BUILDING, "manage": MANAGING, "action": ACTING}


def write_position(state: PlanetMasters, answers: Mapping[int, Sequence[int]]) -> dict[str, Any]:
    """Return the position with all its fields, votes of an unfinished vote included."""
    view = make_view(state)
    show_votes(view, answers)
    position = write(view)
    del position["rules"]
    return position


def read_position(data: Mapping[str, Any], rules: Ruleset, seats: int) -> PlanetMasters:
    """Return the state in front of Build, Manage or Action of a turn, or inside Build."""
    reader = _Reader(rules, seats)
    return reader.read(data)


def _fail(field: str, message: str, rule: str = "section 2") -> PositionError:
    return PositionError(f"position.{field}" if field else "position", message, rule)


class _Reader:
    """Reads one position; keeps the dice named so far, on boards and in the heaps."""

    def __init__(self, rules: Ruleset, seats: int) -> None:
        self.rules = rules
        self.seats = seats
        self.state = new_state(rules, seats)
        self.named: set[int] = set()
        self.in_heaps: set[int] = set()

    def read(self, data: Mapping[str, Any]) -> PlanetMasters:
        known = {*_FIELDS, "attack", "motion"}
        _check_fields(data, known, "")
        for name in ("attack", "motion"):
            if data.get(name) is not None:
                raise _fail(name, "may only be null in a position that is read")
        state = self.state
        step = data.get("step", "build")
        if not isinstance(step, str) or step not in _STEPS:
            raise _fail("step", f"{step!r} is not one of build, manage, action")
        state.step = _STEPS[step]
        state.round = self._integer(data, "round", 1, 1, names.ROUNDS.size - 1)
        if self.rules.max_rounds and state.round > self.rules.max_rounds:
            raise _fail(
                "round",
                f"{state.round} is above max_rounds, {self.rules.max_rounds}",
                "PM-6.5",
            )
        first = self.rules.first_player
        state.first_player = self._integer(data, "first_player", max(first, 0), 0, self.seats - 1)
        if first >= 0 and state.first_player != first:
            raise _fail("first_player", f"the option says {first}", "PM-1.3")
        state.active = self._integer(data, "active", state.first_player, 0, self.seats - 1)
        for name in ("galaxy", "weapon_supply"):
            self._name_heap(data.get(name))
        self._boards(data.get("seats", [{} for _ in range(self.seats)]))
        self._heap(
            data,
            "galaxy",
            state.galaxy,
            names.FIRST_COLONY,
            rules_count=self.rules.colony_dice,
        )
        self._heap(
            data,
            "weapon_supply",
            state.supply,
            names.FIRST_WEAPON,
            rules_count=self.rules.weapon_dice,
        )
        self._totals(data)
        self._agenda(data)
        return state

    def _integer(
        self,
        data: Mapping[str, Any],
        name: str,
        default: int,
        least: int,
        most: int,
    ) -> int:
        value = data.get(name, default)
        if isinstance(value, bool) or not isinstance(value, int) or not least <= value <= most:
            raise _fail(name, f"{value!r} is not an integer from {least} to {most}")
        return value

    # Boards

    def _boards(self, boards: Any) -> None:
        if not isinstance(boards, list) or len(boards) != self.seats:
            raise _fail("seats", f"needs a list of {self.seats} objects")
        for seat, board in enumerate(boards):
            _check_fields(board, {"race", "home", "colonies", "fleet", "totals"}, f"seats.{seat}")
        self._name_dice(boards)
        self._races(boards)
        for seat, board in enumerate(boards):
            home = self._face(
                board,
                f"seats.{seat}.home",
                "home",
                names.PLANET,
                self.rules.home_faces,
                names.EXHAUSTED,
            )
            self.state.faces[seat] = home
            self._dice(board, seat, "colonies")
            self._dice(board, seat, "fleet")
            if len(self.state.fleet[seat]) > fleet_limit(self.state, seat):
                raise _fail(f"seats.{seat}.fleet", "more weapon dice than planet dice", "PM-3.3")

    def _races(self, boards: Sequence[Mapping[str, Any]]) -> None:
        """PM-1.4: given races first; the rest take the first free ones in the order of 4.4."""
        races = self.state.races
        for seat, board in enumerate(boards):
            if "race" not in board:
                continue
            path = f"seats.{seat}.race"
            if not self.rules.races:
                if board["race"] is not None:
                    raise _fail(path, "races are off", "PM-1.4")
                continue
            try:
                races[seat] = names.RACE_ID.number(board["race"])
            except ValueError as error:
                raise _fail(path, str(error), "PM-1.4") from None
            if not self.rules.race_duplicates and races.count(races[seat]) > 1:
                raise _fail(path, f"{board['race']} is taken twice", "PM-1.4")
        if self.rules.races:
            for seat in range(self.seats):
                if races[seat] < 0:
                    races[seat] = next(race for race in range(len(names.RACES)) if race not in races)

    def _name_dice(self, boards: Sequence[Mapping[str, Any]]) -> None:
        for seat, board in enumerate(boards):
            for name in ("colonies", "fleet"):
                rows = board.get(name, [])
                if not isinstance(rows, list):
                    raise _fail(f"seats.{seat}.{name}", "needs a list")
                for place, row in enumerate(rows):
                    path = f"seats.{seat}.{name}.{place}"
                    _check_fields(
                        row,
                        {"id", "face", "fresh"} if name == "colonies" else {"id", "face"},
                        path,
                    )
                    if "id" in row:
                        self._take(row["id"], name == "colonies", f"{path}.id")

    def _name_heap(self, words: Any) -> None:
        """Note the dice that a heap names, so that no die without an id takes one of them.

        [ruling] "Named nowhere" (13.2) also means: not in `galaxy` or `weapon_supply`.
        """
        if isinstance(words, list):
            self.in_heaps.update(names.DICE.index(word) for word in words if word in names.DICE)

    def _take(self, word: Any, colony: bool, path: str) -> int:
        """Note that a die is named. Each die of the match lies in one place only."""
        first, count = (
            (names.FIRST_COLONY, self.rules.colony_dice) if colony else (names.FIRST_WEAPON, self.rules.weapon_dice)
        )
        words = names.DICE[first : first + count]
        if word not in words:
            raise _fail(path, f"{word!r} is not one of {words[0]}..{words[-1]}")
        die = names.DICE.index(word)
        if die in self.named:
            raise _fail(path, f"{word} is named twice")
        self.named.add(die)
        return die

    def _face(
        self,
        row: Mapping[str, Any],
        path: str,
        name: str,
        kind: Enum,
        table: tuple[int, ...],
        default: int = UNKNOWN,
    ) -> int:
        """Return a face that the die has.

        [ruling] A home die left out shows `exhausted`; where the ruleset has no such face it must be given (13.2).
        """
        word = row.get(name, kind.word(default))
        try:
            face = kind.number(word)
        except ValueError as error:
            raise _fail(path, "needs a face" if word is None else str(error), "4.1") from None
        if face not in table:
            raise _fail(path, f"this die has no face {word} under the ruleset", "4.1")
        return face

    def _dice(self, board: Mapping[str, Any], seat: int, name: str) -> None:
        """Lay a seat's dice; those without an id take the lowest that is named nowhere."""
        state, colony = self.state, name == "colonies"
        pool = state.galaxy if colony else state.supply
        for place, row in enumerate(board.get(name, [])):
            path = f"seats.{seat}.{name}.{place}"
            if "id" in row:
                die = names.DICE.index(row["id"])
            else:
                free = [die for die in pool if die not in self.named]
                free = [die for die in free if die not in self.in_heaps] or free
                if not free:
                    raise _fail(path, "there are no more dice of this colour")
                die = free[0]
                self.named.add(die)
            pool.remove(die)
            table = self.rules.colony_faces if colony else self.rules.weapon_faces
            state.faces[die] = self._face(row, f"{path}.face", "face", names.PLANET if colony else names.WEAPON, table)
            if colony:
                state.give_colony(seat, die)
                self._fresh(row, die, seat, path)
            else:
                state.fleet[seat].append(die)
                state.fleet[seat].sort()

    def _fresh(self, row: Mapping[str, Any], die: int, seat: int, path: str) -> None:
        """Mark a fresh die.

        [ruling] A fresh die may lie there at the start of a turn too: 13.2 asks only that it is the active seat's.
        """
        fresh = row.get("fresh", False)
        if not isinstance(fresh, bool):
            raise _fail(f"{path}.fresh", f"{fresh!r} is not true or false")
        if fresh:
            if seat != self.state.active:
                raise _fail(f"{path}.fresh", "only the active seat has fresh dice", "PM-2.2")
            self.state.fresh.append(die)

    def _heap(
        self,
        data: Mapping[str, Any],
        name: str,
        heap: list[int],
        first: int,
        rules_count: int,
    ) -> None:
        """The dice that no seat owns: if given, exactly those."""
        given = data.get(name)
        if name not in data:
            return
        words = [names.DICE[die] for die in heap]
        if not isinstance(given, list):
            raise _fail(name, "needs a list of dice")
        for place, word in enumerate(given):
            if word not in names.DICE[first : first + rules_count]:
                raise _fail(f"{name}.{place}", f"{word!r} is no die of this heap")
        if sorted(given) != sorted(words):
            raise _fail(name, f"no seat owns exactly {words}, but {given} are given")

    def _totals(self, data: Mapping[str, Any]) -> None:
        """Totals may be given if they are right.

        [ruling] The error stands at the number that is wrong (13.2).
        """
        for seat, board in enumerate(data.get("seats", [])):
            if "totals" in board:
                right = write(make_view(self.state))["seats"][seat]["totals"]
                _check_fields(board["totals"], set(right), f"seats.{seat}.totals")
                for name, value in board["totals"].items():
                    if value != right[name] or type(value) is not int:
                        raise _fail(
                            f"seats.{seat}.totals.{name}",
                            f"is {right[name]}, not {value!r}",
                            "section 3.7",
                        )

    def _agenda(self, data: Mapping[str, Any]) -> None:
        """What comes next: the start of the turn, the rest of Build, Manage or Action."""
        state = self.state
        if "points" in data:
            state.points = self._integer(data, "points", 0, 0, resources(state, state.active))
            if state.points and state.step != BUILDING:
                raise _fail("points", "points are left only in Build", "PM-3.1")
        state.agenda = [(STEP_END,), (STEP_ACTION,)]
        if state.step != ACTING:
            state.push(STEP_MANAGE)
        if state.step == BUILDING:
            if "points" in data:
                state.push(STEP_SPEND)
            else:
                state.agenda = [(STEP_TURN,)]


def _check_fields(data: Any, known: set[str], path: str) -> None:
    if not isinstance(data, Mapping):
        raise _fail(path, "needs an object")
    for name in data:
        if name not in known:
            raise _fail(
                f"{path}.{name}" if path else name,
                f"there is no such field; known: {', '.join(sorted(known))}",
            )
