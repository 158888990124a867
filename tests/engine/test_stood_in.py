"""Who gave an answer: events say so where it was not the person of the seat, and rules take no default for a choice."""

from __future__ import annotations

from typing import Any

import pytest

from engine.tiny import CHOSE, EVENTS, FELL, NUMBER, PICK, Tiny, TinyGame, choose, pick
from shapan.engine.dossier import AGAINST, dossiers_of, logged, public
from shapan.engine.event import Event
from shapan.engine.match import Match
from shapan.engine.sampler import Sampler, WorldTable
from shapan.engine.segment import BOT, CLOCK, FORCED, LEFT, PLAYER
from shapan.engine.table import Table


def together(*seats: int) -> Any:
    """Return a step: some seats pick a number at once, which is told of each."""

    def step(state: Tiny, table: Table[Tiny]) -> None:
        for seat, code in zip(seats, table.ask_all(NUMBER, seats), strict=True):
            table.tell(CHOSE, seat, PICK.value(code))

    return step


def fallen(state: Tiny, table: Table[Tiny]) -> None:
    """Ask a seat, then tell of the number without the seat, twice."""
    number = PICK.value(table.ask(NUMBER, 0))
    for _ in range(2):
        table.tell(FELL, number)


def judged(state: Tiny, table: Table[Tiny]) -> None:
    """Note whether a number was picked, or given for want of an answer."""
    table.ask(NUMBER, 0)
    state.notes.append(int(table.is_own(0)))
    table.ask(NUMBER, 1)
    state.notes.append(10 + table.is_own(1))


def by(match: Match[Any], viewer: int = 0) -> list[str]:
    return [event.by for event in match.told(viewer)]


@pytest.mark.parametrize(("given_by", "told"), [(CLOCK, CLOCK), (BOT, BOT), (PLAYER, ""), (FORCED, "")])
def test_an_event_says_who_gave_the_answer(given_by: str, told: str) -> None:
    match = Match(TinyGame(choose(0), choose(1), choose(0)), 2)
    match.answer(0, PICK.code(1), given_by)
    assert by(match) == [told]
    pick(match, 1, 2)
    again = Match.load(match.game, match.save())
    replayed = Match.load(match.game, match.save(), replay=True)
    for one in (match, again, replayed, match.clone()):
        assert by(one) == [told, ""]
    assert all("by" not in row for row in match.events_for(0))


def test_who_has_left_is_answered_for() -> None:
    match = Match(TinyGame(choose(0), choose(1)), 2)
    match.leave(0)
    assert by(match)[0] == LEFT


def test_of_several_who_are_asked_each_is_told_apart() -> None:
    match = Match(TinyGame(together(0, 1, 2), choose(0)), 3)
    match.answer(0, PICK.code(1))
    match.answer(1, PICK.code(1), CLOCK)
    match.answer(2, PICK.code(1), BOT)
    assert by(match) == ["", CLOCK, BOT]


def test_an_event_without_a_seat_tells_the_answer_before_it_and_no_other() -> None:
    match = Match(TinyGame(fallen, choose(1)), 2)
    match.answer(0, PICK.code(1), CLOCK)
    assert by(match) == [CLOCK, ""]


@pytest.mark.parametrize("given_by", [PLAYER, BOT, CLOCK])
def test_rules_take_no_default_for_a_choice_nor_do_worlds(given_by: str) -> None:
    match = Match(TinyGame(judged, choose(0)), 2)
    match.answer(0, PICK.code(0), given_by)
    own = int(given_by != CLOCK)
    assert match.live.notes == [own]
    assert match.sample(1, 1).live.notes == [own]

    class Last(WorldTable[Tiny]):
        def answer(self, prompt: Any, seat: int, arg: int) -> int:
            return PICK.code(0)

    world = Sampler(match, 1).play(1, Last())
    assert world.notes[:2] == [own, 11]
    match.answer(1, PICK.code(0), given_by)
    assert match.live.notes[1] == 10 + own


def test_a_dossier_counts_nothing_that_nobody_chose() -> None:
    told = [Event(CHOSE, (0, number), 0b111, 0, (), given_by) for number, given_by in enumerate(("", BOT, CLOCK, LEFT))]
    recorder = logged(EVENTS, "choices", tone=AGAINST, chosen=1)
    [dossier, _] = dossiers_of(EVENTS, {CHOSE: recorder}, 2, public(told, 2))
    assert [(entry.by, entry.tone, entry.marks) for entry in dossier.entries] == [
        ("", AGAINST, {"chosen": 1}),
        (BOT, AGAINST, {"chosen": 1}),
        (CLOCK, "", {}),
        (LEFT, "", {}),
    ]
