"""BF-12.6: by an option only the two parties learn of a treaty: not by views, worlds, numbers or the log do others."""

from __future__ import annotations

from functools import cache

import pytest

from shapan import bots
from shapan.engine.chance import Stream
from shapan.engine.match import Match
from shapan.games.battlefield import names
from shapan.games.battlefield.game import GAME
from shapan.games.battlefield.records import C_TYPE
from shapan.games.battlefield.state import Battlefield

SEATS = 3
MATCHES = {"on": 3, "off": 1}
MOST = 600
EVERY = 2
"""One in so many moments at which there is a treaty is looked at, and each at which one is offered."""


@cache
def tables(secret: str) -> tuple[list[Match[Battlefield]], list[Match[Battlefield]]]:
    """Return tables at which somebody has a treaty, or is asked to sign one; and the matches at their end."""
    found, ends = [], []
    for number in range(MATCHES[secret]):
        match: Match[Battlefield] = Match(GAME, SEATS, {"secret_treaties": secret}, f"treaties {number}", hashes=False)
        rng, met = Stream(number), 0
        for _ in range(MOST):
            if match.over:
                break
            seat = match.waiting[0]
            if match.live.treaties or match.live.proposal:
                met += 1
                if met % EVERY == 1 or match.live.proposal:
                    found.append(match.clone())
            match.answer(seat, bots.answer(bots.find("random"), match, seat, rng))
        ends.append(match)
    return found, ends


def of_others(state: Battlefield, viewer: int) -> list[tuple[int, ...]]:
    return [row for row in [*state.treaties, *state.proposal] if viewer not in row[:2]]


@pytest.mark.rule("BF-12.6")
def test_a_view_holds_treaties_of_its_viewer_and_no_others() -> None:
    met = 0
    for match in tables("on")[0]:
        for viewer in range(SEATS + 1):
            view, others = match.view(viewer), of_others(match.live, viewer)
            met += bool(others)
            assert not of_others(view, viewer), "clauses of others"
            own = [row for row in match.live.treaties if row not in others]
            assert view.treaties == own
    assert met > 50


@pytest.mark.rule("BF-12.6")
def test_all_see_them_without_the_option() -> None:
    for match in tables("off")[0]:
        for viewer in range(SEATS + 1):
            assert match.view(viewer).treaties == match.live.treaties
            assert match.view(viewer).proposal == match.live.proposal


@pytest.mark.rule("BF-12.6")
def test_worlds_of_others_hold_no_clause_but_those_by_which_guests_stand() -> None:
    met = 0
    for number, match in enumerate(tables("on")[0]):
        for viewer in range(SEATS + 1):
            world = match.live.copy()
            GAME.resample(world, viewer, Stream(number))
            hidden = [row for row in world.treaties if viewer not in row[:2]]
            met += bool(of_others(match.live, viewer))
            assert all(row[C_TYPE] == names.STATION for row in hidden)
            assert bool(world.proposal) == bool(match.live.proposal), "that somebody is asked is seen"
            assert all(row[C_TYPE] == names.NON_AGGRESSION for row in world.proposal if viewer not in row[:2])
            assert GAME.view(world, viewer).treaties == match.view(viewer).treaties
    assert met > 10


@pytest.mark.rule("BF-12.6")
def test_what_learning_programs_see_is_the_same_whatever_others_have_signed() -> None:
    met = 0
    for match in tables("on")[0]:
        for viewer in range(SEATS):
            without = match.live.copy()
            without.treaties = [row for row in without.treaties if viewer in row[:2]]
            met += without.treaties != match.live.treaties
            rows = [GAME.observe(GAME.view(state, viewer), SEATS, viewer) for state in (match.live, without)]
            assert rows[0] == rows[1]
    assert met > 5


@pytest.mark.rule("BF-12.6")
def test_others_read_nothing_of_it_in_the_log() -> None:
    told = {"proposed", "clause", "clause_against", "treaty_made", "treaty_refused"}
    made = 0
    for match in tables("on")[1]:
        made += sum(event["key"] == "treaty_made" for viewer in range(SEATS) for event in match.events_for(viewer))
        assert not any(event["key"] in told for event in match.events_for(SEATS))
    assert made
