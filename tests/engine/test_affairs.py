"""Affairs: events of one battle bear one name, whoever asks when."""

from __future__ import annotations

from typing import Any

import pytest

from shapan.engine.affairs import Affairs
from shapan.engine.chance import Stream
from shapan.engine.event import Event
from shapan.engine.match import Match, random_answer
from shapan.engine.registry import find
from shapan.server.match.visible_state import visible_state

CRISIS, CHECK, CARD, TURN, OPENED, BATTLE = range(6)
AFFAIRS = Affairs(({CRISIS: "crisis", BATTLE: "battle"}, {CHECK: "check"}), (TURN,), (OPENED,))


def told(*events: tuple[int, ...]) -> list[Event]:
    return [Event(kind, tuple(rest), 1, 0, ()) for kind, *rest in events]


def test_an_inner_affair_is_part_of_the_outer_one() -> None:
    events = told((CARD,), (CRISIS, 0), (CARD,), (CHECK,), (CARD,), (TURN,), (CHECK,), (CARD,), (CRISIS, 1))
    assert AFFAIRS.of(events) == ["", *["crisis.1"] * 4, "", "check.6", "check.6", "crisis.8"]


def test_another_of_the_same_level_begins_anew() -> None:
    assert AFFAIRS.of(told((BATTLE, 0), (CARD,), (BATTLE, 0), (CHECK,))) == ["battle.0"] * 2 + ["battle.2"] * 2


def test_an_act_of_who_began_it_ends_it_and_that_of_another_does_not() -> None:
    assert AFFAIRS.of(told((BATTLE, 0), (OPENED, 1), (OPENED, 0), (CARD,))) == ["battle.0", "battle.0", "", ""]


def test_it_is_the_same_from_any_number_on() -> None:
    events = told((CRISIS, 0), (CARD,), (TURN,), (BATTLE, 1), (CHECK,), (OPENED, 0), (CARD,), (OPENED, 1), (CARD,))
    every = AFFAIRS.of(events)
    assert [AFFAIRS.of(events, after) for after in range(len(events) + 1)] == [
        every[after:] for after in range(len(events) + 1)
    ]


NAMED = (
    ("planet_masters", {"attack_named", "powers_compared"}, {"turn_begins"}),
    ("battlefield", {"attacked_unit", "rows_laid", "fight_over"}, {"turn_begun", "placed"}),
    ("starcraft", {"attacked", "compared", "held"}, {"revealed", "round_begun"}),
    ("battlestar", {"check_begins", "cards_put", "check_total"}, {"turn_begins"}),
    ("malifaux", {"attacked", "succeeded"}, {"activated", "walked"}),
)


@pytest.mark.parametrize(("name", "inside", "outside"), NAMED)
def test_events_of_a_battle_or_check_share_an_affair(name: str, inside: set[str], outside: set[str]) -> None:
    game, rng = find(name), Stream(2)
    for number in range(12):
        match: Match[Any] = Match(game, min(3, game.max_seats), {}, f"affairs{number}")
        match.hashes = False
        for _ in range(900):
            if match.over:
                break
            seat = rng.choice(match.waiting)
            asked = match.decisions[seat]
            match.answer(seat, random_answer(asked.prompt, match.live, seat, asked.arg, rng))
        rows = visible_state(match, match.seats).events
        assert not {row.key for row in rows if row.affair} & outside
        assert all(row.affair for row in rows if row.key in inside and row.key != "succeeded")
        by_affair: dict[str, set[str]] = {}
        for row in rows:
            by_affair.setdefault(row.affair, set()).add(row.key)
        if any(inside <= keys for affair, keys in by_affair.items() if affair):
            return
    raise AssertionError(f"{name}: no affair has all of {sorted(inside)}")
