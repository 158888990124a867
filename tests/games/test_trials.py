"""An answer is tried out on what its seat sees, and no further than the seat can know what comes of it."""

from __future__ import annotations

from typing import Any

import pytest

from games.random_play import matches, questions
from shapan.engine.chance import Stream
from shapan.engine.match import Match
from shapan.engine.table import Table
from shapan.engine.trial import FIRST, Trial, suppose
from shapan.engine.view import write
from shapan.games.battlefield import actions, events
from shapan.games.battlefield.board import trials as battlefield
from shapan.games.battlefield.rules import cards, turn
from shapan.games.battlefield.state import Battlefield
from shapan.games.battlestar.board import trials as battlestar

TRIALS: dict[str, Any] = {"battlefield": battlefield, "battlestar": battlestar}
"""By game, the module that tries its answers."""
TRIED = (
    ("battlefield", "development"),
    ("battlefield", "fight"),
    ("battlestar", "action"),
    ("battlestar", "box"),
)
SEEN = ("brig_target", "contribute", "cylon_fleet", "destination", "W2", "W3", "W7", "W8", "W9", "W10")
"""Questions of Battlestar in the middle of something that hangs on hidden cards."""


def asked(name: str, key: str, most: int) -> list[tuple[Match[Any], int, int]]:
    """Return worlds of random matches in which a question is asked, with its seat and an answer's first code."""
    found = list[tuple[Match[Any], int, int]]()
    for match in matches(name, "trials", 2 if name == "battlefield" else 12):
        for seat, decision, codes in questions(match, Stream(2), 700):
            if decision.prompt.key == key and codes:
                found.append((match.clone(), seat, codes[0]))
                if len(found) == most:
                    return found
            match.answer(seat, codes)
    return found


@pytest.mark.parametrize("name", ["battlefield", "battlestar", "starcraft"])
def test_supposed_table_holds_what_the_view_holds(name: str) -> None:
    for match in matches(name, "supposed", 1):
        for number, (seat, _, codes) in enumerate(questions(match, Stream(1), 120)):
            if number % 40 == 0:
                view = match.view(seat)
                assert write(suppose(view)) == write(view)
            match.answer(seat, codes)


@pytest.mark.parametrize(("name", "key"), [*TRIED, *(("battlestar", key) for key in SEEN)])
def test_trial_depends_on_nothing_that_the_seat_cannot_see(name: str, key: str) -> None:
    tried, seen = TRIALS[name].tried, 0
    for match, seat, code in asked(name, key, 20 if name == "battlestar" else 40):
        view, info = match.view(seat), match.live.info
        trial = tried(view, seat, key, code)
        world = match.sample(seat, seen)
        other = tried(world.view(seat), seat, key, code)
        assert (trial.events, trial.asked, write(trial.state)) == (other.events, other.asked, write(other.state))
        assert match.live.info == info
        assert write(view) == write(match.view(seat))
        seen += 1
    assert seen >= (1 if key in SEEN else 20)


@pytest.mark.parametrize(("name", "key"), TRIED)
def test_what_is_told_of_a_trial_happens(name: str, key: str) -> None:
    """Until something is asked or drawn, the match goes as the trial has."""
    seen, module = 0, TRIALS[name]
    for match, seat, code in asked(name, key, 40):
        asks = match.decisions[seat]
        many = name == "battlefield" and actions.TRADE.has(code)
        if many or not asks.prompt.allows(match.live, seat, asks.arg, [code]):
            continue
        trial, since = module.Tried(match.view(seat), seat, [code]), match.event_count(match.seats)
        trial.run(module.RULES[key], seat)
        match.answer(seat, [code])
        happened = [(one.kind, one.open) for one in match.told(match.seats)[since:]]
        told = [
            (kind, numbers[: len(open_)]) for (kind, numbers), (_, open_) in zip(trial.events, happened, strict=False)
        ]
        assert told == happened[: len(told)]
        seen += len(told)
    assert seen >= 20


def begun() -> tuple[Match[Any], Battlefield]:
    """Return a match in its first turn, and what seat 0 sees of it."""
    (match,) = matches("battlefield", "trials", 1)
    for seat, decision, codes in questions(match, Stream(3), 50):
        if decision.prompt.key == "development":
            break
        match.answer(seat, codes)
    return match, match.view(0)


def test_drawn_cards_are_counted_and_not_known() -> None:
    _, view = begun()
    trial = Trial(view, 0, ()).run(cards.draw, 0, 2)
    assert trial.told(events.DREW) == [(0, -1, -1, -1)] * 2
    assert trial.state.hands[0].cards[-2:] == [-1, -1]


def test_trial_stops_at_chance_and_at_what_others_answer() -> None:
    _, view = begun()

    def roll(state: Battlefield, table: Table[Battlefield]) -> None:
        table.tell(events.INCOME, 0, 1)
        table.roll(actions.DIE)
        table.tell(events.INCOME, 0, 2)

    assert [numbers[1] for _, numbers in Trial(view, 0, ()).run(roll).events] == [1]

    def ask(state: Battlefield, table: Table[Battlefield]) -> None:
        table.ask(turn.ask_council, 1)
        table.tell(events.INCOME, 0, 1)

    stopped = Trial(view, 0, ()).run(ask)
    assert (stopped.asked, stopped.events) == ([("open_council", 1)], [])
    replied = Trial(view, 0, (), {"open_council": actions.NO}).run(ask)
    assert len(replied.events) == 1


def test_what_is_sure_ends_at_the_first_reply() -> None:
    _, view = begun()

    def pay(state: Battlefield, table: Table[Battlefield]) -> None:
        cards.pay(state, 0, 1)
        table.ask(turn.ask_council, 1)
        cards.pay(state, 0, 1)

    trial = Trial(view, 0, (), {"open_council": actions.NO}).run(pay)
    was = view.resources[0]
    assert (trial.sure.resources[0], trial.state.resources[0], view.resources[0]) == (was - 1, was - 2, was)


def test_first_answer_of_another_seat_is_given_only_where_all_know_what_is_possible() -> None:
    _, view = begun()

    def ask(state: Battlefield, table: Table[Battlefield]) -> None:
        table.ask(turn.ask_council, 1)
        table.tell(events.INCOME, 0, 1)

    assert not turn.ask_council.open
    assert Trial(view, 0, (), {"open_council": FIRST}).run(ask).events == []
