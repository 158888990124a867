"""Which events are staged for whom: a secret only for who may know it, and in words of every language."""

from __future__ import annotations

from collections import Counter
from functools import cache
from typing import Any

import pytest

from games.staged import played, staged, unsaid
from shapan.engine.event import Event
from shapan.engine.match import Match
from shapan.engine.moment import EventHistory
from shapan.games.battlestar import events, names, step_codes
from shapan.games.battlestar.board.moments import MOMENTS, role
from shapan.games.battlestar.cards import CRISIS_CARDS
from shapan.games.battlestar.game import GAME

ALL = 0b111111
KEYS = ("one", "two", "three")


@cache
def match_of(key: str) -> Match[Any]:
    return played(GAME, 4, key, "greedy")


def at(viewer: int, *rows: tuple[int, tuple[int, ...]], secret: tuple[int, ...] = (), to: int = ALL) -> EventHistory:
    """Return what a viewer was told, at its last event, whose secret seat 0 alone knows."""
    told = [Event(kind, open_, to, 0, ()) for kind, open_ in rows]
    told[-1] = Event(rows[-1][0], rows[-1][1], to, 1 if secret else 0, secret)
    return EventHistory(viewer, told, len(told) - 1)


@pytest.mark.parametrize("key", KEYS)
def test_everything_staged_is_said(key: str) -> None:
    match = match_of(key)
    for viewer in (0, 4):
        shown = staged(match, viewer)
        assert [line for _, moment in shown for line in unsaid(GAME, moment)] == []
        assert all(len(moment.beats) == 3 and 1_000 <= moment.length <= 1_800 for _, moment in shown)


@pytest.mark.parametrize("key", KEYS)
def test_a_role_is_shown_to_its_seat_alone(key: str) -> None:
    match = match_of(key)
    assert [name for name, moment in staged(match, 4) if moment.private] == []
    for viewer in range(4):
        roles = [moment for _, moment in staged(match, viewer) if moment.staging == "role"]
        assert roles
        assert all(moment.private and moment.waits and moment.seats == [viewer] for moment in roles)
    # All else is public: it is staged for everybody alike, but for who gains by it.
    public = [[name for name, moment in staged(match, viewer) if not moment.private] for viewer in range(5)]
    assert all(row == public[4] for row in public)


def test_matches_stage_what_decides_them() -> None:
    found = Counter(moment.staging for key in KEYS for _, moment in staged(match_of(key), 0))
    assert {"role", "check", "journey"} <= set(found)


@pytest.mark.parametrize(
    ("cards", "key"),
    [
        ((names.NOT_A_CYLON,), "role_human"),
        ((names.CYLON_MORALE,), "role_cylon"),
        ((names.CYLON_BRIG, names.NOT_A_CYLON), "role_cylon"),
        ((names.NOT_A_CYLON, names.SYMPATHIZER), "role_sympathizer"),
    ],
)
def test_a_role_is_that_of_all_own_cards(cards: tuple[int, ...], key: str) -> None:
    told = [Event(events.LOYALTY, (0,), ALL, 1, (card,)) for card in cards]
    last = role(EventHistory(0, told, len(told) - 1))
    assert last is not None
    assert last.beats[1].title.key == f"moment.{key}"
    assert len(last.pieces) == len(cards)
    # Of cards dealt together only the last one tells, and nobody else is told anything.
    assert len(cards) < 2 or role(EventHistory(0, told, 0)) is None
    assert role(EventHistory(1, told, len(told) - 1)) is None


def test_a_later_card_shows_itself_and_counts_the_earlier_one() -> None:
    told = [
        Event(events.LOYALTY, (0,), ALL, 1, (names.CYLON_DAMAGE,)),
        Event(events.TURN, (0, 1), ALL, 0, ()),
        Event(events.SLEEPER, (), ALL, 0, ()),
        Event(events.LOYALTY, (0,), ALL, 1, (names.NOT_A_CYLON,)),
    ]
    moment = role(EventHistory(0, told, 3))
    assert moment is not None
    assert moment.beats[1].title.key == "moment.role_cylon"
    assert [piece.suit.label.key for piece in moment.pieces if piece.suit and piece.suit.label] == ["moment.is_human"]


def test_the_die_of_a_jump_in_haste() -> None:
    rows = ((events.TRACK, (3,)), (events.ROLLED, (1, step_codes.FTL_ROLL, 6, 6)))
    moment = MOMENTS[events.ROLLED](at(0, *rows))
    assert moment is not None
    assert moment.beats[0].text is not None
    assert moment.beats[0].text.words == {"least": 6, "number": 3}
    assert (moment.beats[2].title.key, moment.beats[2].tone) == ("moment.haste_lost", "bad")
    assert [face.mark for face in moment.faces if face.good] == ["7", "8"]
    assert [face.mark for face in moment.faces if face.fell] == ["6"]
    kept = MOMENTS[events.ROLL_CHANGED](
        at(0, (events.TRACK, (3,)), (events.ROLL_CHANGED, (1, step_codes.FTL_ROLL, 6, 8)))
    )
    assert kept is not None
    assert (kept.beats[2].title.key, kept.beats[2].tone) == ("moment.haste_kept", "good")
    shot = (events.ROLLED, (1, step_codes.VIPER_ATTACK, 6, 6))
    assert MOMENTS[events.ROLLED](at(0, shot)) is None


def test_what_is_bad_for_the_fleet_is_good_for_who_has_turned() -> None:
    rows = (
        (events.REVEALED, (2, names.CYLON_MORALE)),
        (events.TRACK, (4,)),
        (events.ROLLED, (1, step_codes.FTL_ROLL, 1, 1)),
    )
    tones = [moment.beats[2].tone for viewer in (1, 2) if (moment := MOMENTS[events.ROLLED](at(viewer, *rows)))]
    assert tones == ["bad", "good"]


def test_a_jump_leaves_behind_what_still_flies() -> None:
    raider, basestar = names.UNITS.index("raider"), names.UNITS.index("basestar")
    rows = (
        (events.PLACED_UNITS, (basestar, 0, 1)),
        (events.LAUNCHED, (raider, 0, 2)),
        (events.UNIT_LOST, (raider, 0)),
        (events.JUMP, (3,)),
    )
    moment = MOMENTS[events.JUMP](at(0, *rows))
    assert moment is not None
    assert [piece.face for piece in moment.left] == ["s-basestar", "s-raider"]
    assert moment.beats[2].title.key == "moment.choosing"
    calm = MOMENTS[events.JUMP](at(0, (events.JUMP, (3,)), (events.JUMP, (5,))))
    assert calm is not None
    assert calm.left == []
    assert calm.beats[1].title.key == "moment.leaves"


def test_a_check_shows_its_cards_with_their_signs() -> None:
    of = next(number for number, row in enumerate(CRISIS_CARDS) if row.partial_from >= 0)
    crisis = CRISIS_CARDS[of]
    helps = next(card for card in range(len(names.SKILLS)) if crisis.types >> names.type_of(card) & 1)
    hinders = next(card for card in range(len(names.SKILLS)) if not crisis.types >> names.type_of(card) & 1)
    total = names.strength_of(helps) - names.strength_of(hinders)
    rows = (
        (events.CHECK, (of, names.ZERO + crisis.difficulty)),
        (events.SHOWN, (helps,)),
        (events.SHOWN, (hinders,)),
        (events.TOTAL, (names.ZERO + total, names.ZERO + crisis.difficulty, 0)),
    )
    moment = MOMENTS[events.TOTAL](at(0, *rows))
    assert moment is not None
    assert [piece.flags for piece in moment.pieces] == [[], ["against"]]
    assert moment.total == total
    assert [upshot.stands for upshot in moment.scale] == [True, False, False]
    assert [upshot.least for upshot in moment.scale][1:] == [crisis.partial_from, crisis.difficulty]
    assert unsaid(GAME, moment) == []


def test_a_used_up_resource_is_staged_and_a_lower_one_is_not() -> None:
    assert MOMENTS[events.LOST](at(0, (events.LOST, (0, 1, 1)))) is None
    moment = MOMENTS[events.LOST](at(0, (events.LOST, (0, 1, 0))))
    assert moment is not None
    assert unsaid(GAME, moment) == []


@pytest.mark.parametrize("key", KEYS)
def test_the_end_shows_who_was_who(key: str) -> None:
    match = match_of(key)
    assert match.outcome is not None
    closing = GAME.closing(match.view(4), match.outcome, match.told(4))
    assert closing is not None
    assert unsaid(GAME, closing) == []
    assert [standing.seat for standing in closing.standings] == [0, 1, 2, 3]
    cylons = {standing.seat for standing in closing.standings if standing.tone == "bad"}
    won = set(match.outcome.winners)
    assert won == (cylons if match.outcome.result == "cylons" else set(range(4)) - cylons)
    figures = {fact.name: fact for fact in closing.figures}
    assert figures["checks"].value <= figures["checks"].most
    (margin,) = closing.margin
    if match.outcome.result == "humans":
        least = min(figures[name].value for name in names.DIALS)
        assert (margin.key, margin.words["number"]) == ("closing.scarce", least)
    else:
        left = figures["distance"].value < 8
        assert margin.key == ("closing.travelled" if left else "closing.one_jump")
    assert all(standing.pieces for standing in closing.standings)


@pytest.mark.rule("BSG-SC3")
def test_a_check_says_who_gave_how_many_cards() -> None:
    match = match_of("one")
    checks = [moment for _, moment in staged(match, 4) if moment.staging == "check"]
    assert checks
    assert all(moment.compares for moment in checks)
    for moment in checks:
        given = {side.seat: side.value for side in moment.sides}
        assert sum(value or 0 for value in given.values()) == len(moment.pieces)
        assert -1 in given
