"""Words that the position gives: a unit is named by its card, its place and, among equal ones, a number."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Annotated, Any, Final

import pytest

from shapan.engine.actions import Actions, Form
from shapan.engine.conformance import check
from shapan.engine.event import Events
from shapan.engine.game import Game
from shapan.engine.kinds import Count, Enum, Kind, Many, Seat
from shapan.engine.match import Match
from shapan.engine.prompt import Prompt
from shapan.engine.row import listed
from shapan.engine.scenario import run
from shapan.engine.state import State
from shapan.engine.table import Table
from shapan.engine.words import Words

CARDS: Final = ("militia", "archers")
PLACES: Final = ("salt_flats", "ford")
UNIT: Final = Count(5)
"""A unit: its number on the muster roll, which never changes."""

ACTIONS: Final = Actions()
RALLY: Final = ACTIONS.family(1, "rally", unit=UNIT)
MARCH: Final = ACTIONS.family(2, "march", Form(defaults={"to": 0}), unit=UNIT, to=Enum(PLACES))
EVENTS: Final = Events()
RALLIED: Final = EVENTS.add("rallied", "ROL-1", seat=Seat(2), unit=UNIT)


@dataclass(slots=True, eq=False)
class Roll(State):
    cards: list[int] = field(default_factory=lambda: [0, 0, 1, 0])
    """By unit, its card."""
    places: list[int] = field(default_factory=lambda: [0, 0, 0, 1])


@dataclass(slots=True)
class View:
    cards: Annotated[list[int], Many(Enum(CARDS), 6)]
    places: Annotated[list[int], Many(Enum(PLACES), 6)]


class RollWords(Words):
    """`archers` where there is one, `militia@ford` where there is one at a place, `militia@salt_flats#2`."""

    def __init__(self, state: Roll) -> None:
        self.names: list[str] = []
        for unit, (card, place) in enumerate(zip(state.cards, state.places, strict=True)):
            same = [other for other in range(len(state.cards)) if state.cards[other] == card]
            here = [other for other in same if state.places[other] == place]
            name = CARDS[card]
            name += f"@{PLACES[place]}" if len(same) > 1 else ""
            self.names.append(name + (f"#{1 + here.index(unit)}" if len(here) > 1 else ""))

    def word(self, kind: Kind, value: int) -> Any:
        return self.names[value] if kind is UNIT and value < len(self.names) else super().word(kind, value)

    def number(self, kind: Kind, word: Any) -> int:
        if kind is not UNIT:
            return super().number(kind, word)
        if word not in self.names:
            raise ValueError(f"{word!r} is not one of {', '.join(self.names)}")
        return self.names.index(word)

    def phrase(self, kind: Kind, value: int) -> Any:
        return CARDS[0 if value != 2 else 1] if kind is UNIT else super().phrase(kind, value)


class One(Prompt[Roll]):
    key, rule, open, families = "rally", "ROL-1", True, (RALLY,)

    def legal(self, state: Roll, seat: int, arg: int) -> Sequence[int]:
        return [RALLY.code(unit) for unit in range(len(state.cards))]


class Order(Prompt[Roll]):
    key, rule, families = "order", "ROL-2", (MARCH,)

    def legal(self, state: Roll, seat: int, arg: int) -> Sequence[int]:
        return [MARCH.code(unit, to) for unit in range(len(state.cards)) for to in (0, 1)]


class Some(Prompt[Roll]):
    key, rule, many, ordered, families = "some", "ROL-3", True, False, (RALLY,)
    rows = listed("units", RALLY)

    def next(self, state: Roll, seat: int, arg: int, picked: Sequence[int]) -> Sequence[int]:
        codes = ONE.legal(state, seat, arg)
        return [code for code in codes[1:] if code > picked[0]] if len(picked) == 1 else codes[: 3 * (not picked)]


ONE, ORDER, SOME = One(), Order(), Some()


def rally(state: Roll, table: Table[Roll]) -> None:
    """ROL-1: a unit is rallied."""
    table.tell(RALLIED, 0, RALLY.value(table.ask(ONE, 0)))
    state.push(2)


def march(state: Roll, table: Table[Roll]) -> None:
    """ROL-2: a unit marches, and is called by its new place."""
    unit, to = MARCH.values(table.ask(ORDER, 1))
    state.places[unit] = to
    state.push(3)


def some(state: Roll, table: Table[Roll]) -> None:
    """ROL-3: two units are chosen."""
    table.ask_many(SOME, 0)
    table.finish(0, [1, 1])


class RollGame(Game[Roll]):
    name, prefix = "roll", "ROL"
    actions, events, view_class = ACTIONS, EVENTS, View
    prompts = (ONE, ORDER, SOME)
    steps = (rally, march, some)
    rows = frozenset()

    def setup(self, options: Mapping[str, Any], seats: int) -> Roll:
        return Roll(agenda=[(1,)])

    def view(self, state: Roll, viewer: int) -> View:
        return View(list(state.cards), list(state.places))

    def words(self, state: Roll) -> Words:
        return RollWords(state)


GAME: Final = RollGame()
FIRST: Final = {"seat": 0, "do": "rally", "unit": "militia@salt_flats#2"}
SECOND: Final = {"seat": 1, "do": "march", "unit": "militia@salt_flats#1", "to": "ford"}


def played(*answers: dict[str, Any], **expect: Any) -> Any:
    return run(GAME, {"game": "roll", "seats": 2, "answers": list(answers), "expect": expect})


def test_answers_are_read_and_written_in_words_of_the_position() -> None:
    names = ["militia@salt_flats#1", "militia@salt_flats#2", "archers", "militia@ford"]
    result = played(decision={"seat": 0, "legal": [{"do": "rally", "unit": name} for name in names], "exact": True})
    assert result.passed, result.differences
    assert [entry["unit"] for entry in result.decisions[0]["legal"]] == names
    result = played(FIRST, decision={"seat": 1, "kind": "order"}, events=["ROL-1"])
    assert result.passed and result.events[0]["with"] == {"seat": {"seat": 0}, "unit": "militia"}


def test_a_piece_that_moves_is_called_by_its_new_place() -> None:
    here = {"do": "rally", "units": ["militia@salt_flats", "archers"]}
    gone = {"do": "rally", "units": ["militia@salt_flats#1", "archers"]}
    result = played(FIRST, SECOND, decision={"seat": 0, "legal": [here], "illegal": [gone], "options": 6})
    assert result.passed, result.differences


@pytest.mark.parametrize(("word", "field"), [("militia", "unit"), ("militia@ford#1", "unit"), (2, "unit")])
def test_a_word_that_the_position_does_not_give_is_an_error_at_its_place(word: Any, field: str) -> None:
    error = played({**FIRST, "unit": word}).error
    assert error["field"] == f"answers.0.{field}" and "archers" in error["says"]


def test_codes_stay_what_they_are() -> None:
    match = Match(GAME, 2)
    match.answer(0, RALLY.code(1))
    assert match.log[0]["answer"] == [RALLY.code(1)]
    assert ACTIONS.write(RALLY.code(1)) == {"do": "rally", "unit": 1}


def test_the_laws_hold_with_words_of_the_position() -> None:
    assert check(GAME, 4, 20, texts=False).passed
