"""What turned a match: only what changed at one step, lasted and has a name; the same for all, once it is over."""

from __future__ import annotations

import time as clock
from types import SimpleNamespace
from typing import Any

import pytest

from server.people import Data, Person, Place
from server.test_reviews import played
from shapan import bots
from shapan.engine.game import Outcome
from shapan.engine.match import FRIENDLY, Match
from shapan.engine.registry import find
from shapan.games.starcraft.actions import DESTROY_TRANSPORT
from shapan.games.starcraft.rules.destroying import own_pieces
from shapan.server.replay.review import Plan, plan
from shapan.server.replay.turning_point import LEAST, Course, lasting, lead_of, peak_of, swings_of, wavering
from shapan.server.store.row import MatchRow


def named(at: int) -> object:
    return at


def steps(*levels: tuple[float, int]) -> list[float]:
    """Return a curve of levels, each held for so long."""
    return [level for level, long in levels for _ in range(long)]


def test_a_step_that_lasts_is_a_swing_and_a_blip_is_none() -> None:
    curve = steps((0.3, 20), (0.9, 1), (0.3, 20), (0.6, 20), (0.5, 20))
    assert lasting(curve, 20, 5) == 0.0, "it went back at once"
    assert swings_of(curve, named) == [41, 61]
    assert lasting(curve, 41, 5) == pytest.approx(0.3)


def test_a_judgement_that_wavers_claims_nothing() -> None:
    restless = [0.5 + 0.06 * (-1) ** at for at in range(80)]
    assert wavering(restless) == pytest.approx(0.12)
    assert swings_of(restless, named) == []
    raised = [value + (0.2 if at >= 40 else 0.0) for at, value in enumerate(restless)]
    assert swings_of(raised, named) == [], "twice as much as usual is no swing"
    slow = [0.2 + 0.005 * at for at in range(100)]
    assert swings_of(slow, named) == [], "no step of a slope turned it"


def test_at_most_three_in_order_and_none_without_a_name() -> None:
    curve = steps((0.1, 20), (0.3, 20), (0.2, 20), (0.6, 20), (0.9, 20))
    assert swings_of(curve, named) == [20, 60, 80], "the least of four is left out"
    assert swings_of(curve, lambda at: None if at == 60 else at) == [20, 40, 80]
    assert swings_of(steps((0.5, 20), (0.5 + LEAST / 2, 20)), named) == []


def test_the_best_of_a_seat_is_where_it_held() -> None:
    assert peak_of(steps((0.25, 20), (0.9, 1), (0.25, 10), (0.5, 10), (0.1, 20))) == 31
    assert peak_of(steps((0.25, 40), (0.1, 20))) == -1, "it never stood better than at its beginning"


def test_who_leads_leads_to_the_end() -> None:
    first, second = steps((0.6, 10), (0.4, 10), (0.7, 10)), steps((0.4, 10), (0.6, 10), (0.3, 10))
    assert lead_of([first, second], [0]) == 20
    assert lead_of([[0.6, 0.7], [0.4, 0.3]], [0]) == -1, "from the beginning"
    assert lead_of([first, first, second], [0, 1]) == 20, "both winners"


def of(game: str, seats: int, key: bytes) -> tuple[Match[Any], Plan]:
    match: Match[Any] = Match(find(game), seats, {}, key, FRIENDLY)
    mind = bots.find("greedy")
    while not match.over:
        seat = min(match.decisions)
        match.answer(seat, bots.answer(mind, match, seat))
    row = MatchRow("turned", game, match.game.rules_version, seats, {}, FRIENDLY, key, "")
    return match, plan(row, match.log)


@pytest.mark.parametrize(("game", "seats"), [("planet_masters", 4), ("battlestar", 4)])
def test_a_match_is_told_by_its_events(game: str, seats: int) -> None:
    match, made = of(game, seats, b"c1")
    told = match.events_for(seats)
    turning = made.turning
    assert turning.swings, "nothing turned it"
    assert [swing.position for swing in turning.swings] == sorted(swing.position for swing in turning.swings)
    for swing in turning.swings:
        assert abs(swing.after - swing.before) >= LEAST
        assert swing.round > 0, "the set-up turns nothing"
        assert {"key": swing.event.key, "rule": swing.event.rule, "with": swing.event.with_} in told
        assert swing.event.moment is None
        assert swing.position <= made.end.position
    assert match.outcome is not None
    assert not {peak.seat for peak in turning.peaks} & set(match.outcome.winners)


def test_who_win_together_have_their_chance_together() -> None:
    options = {"teams": "two"}
    match: Match[Any] = Match(find("starcraft"), 4, options, b"a", FRIENDLY)
    mind = bots.find("greedy")
    while not match.over:
        seat = min(match.decisions)
        gives_up = seat % 2 and match.decisions[seat].prompt.key == "choose_order"
        own = [code for code in own_pieces(match.live, seat) if not DESTROY_TRANSPORT.has(code)] if gives_up else []
        match.answer(seat, own[:1] or bots.answer(mind, match, seat))
    assert match.outcome is not None and match.outcome.winners == [0, 2]
    row = MatchRow("turned", "starcraft", match.game.rules_version, 4, options, FRIENDLY, b"a", "")
    assert plan(row, match.log).turning.swings[-1].after == 1.0


def test_who_lose_together_had_their_chance_together() -> None:
    """SC-13: what each mate has of the judgement is a part of what the team had."""
    match: Match[Any] = Match(find("starcraft"), 4, {"teams": "two"}, b"a", FRIENDLY)
    share = {"now": 0.0}
    game = SimpleNamespace(
        judge=lambda state: [0.5 - share["now"], share["now"], 0.5 - share["now"], share["now"]],
        team=match.game.team,
        landmarks=match.game.landmarks,
        independent_payoffs=match.game.independent_payoffs,
    )
    watched: Any = SimpleNamespace(
        game=game, seats=4, live=match.live, events_for=match.events_for, moments_for=match.moments_for,
        event_count=match.event_count,
    )  # fmt: skip
    course = Course(watched)
    for at, now in enumerate(steps((0.25, 20), (0.4, 20), (0.1, 20))):
        share["now"] = now
        course.note(at)
    made = course.turning([0.5, 0.0, 0.5, 0.0], Outcome("normal", [1, 3, 1, 3], [0, 2], []))
    assert [(peak.seat, peak.position, peak.chance) for peak in made.peaks] == [(1, 20, 0.8), (3, 20, 0.8)]


def asked(person: Person, match: str) -> Data:
    for _ in range(600):
        found: Data = person.get(f"/api/matches/{match}/turning").json()
        if found["state"] != "waiting":
            return found
        clock.sleep(0.05)
    raise AssertionError("never known")


def test_it_is_known_after_the_end_without_a_review(place: Place, monkeypatch: pytest.MonkeyPatch) -> None:
    other = place.person()
    on = other.open("pig", "me", "bot:random", target=10)["id"]
    assert other.get(f"/api/matches/{on}/turning").status_code == 409
    ling, match = played(place, "pig", target=10)
    monkeypatch.setattr(place.hub.reviews._planners, "run", lambda work, *args, **_: work(*args))
    found = asked(place.person(), match)
    assert found["state"] == "done" and found["measure"] == "chance"
    assert set(found["turning"]) == {"swings", "peaks", "lead"}
    assert asked(ling, match) == found, "the same for everybody"
    assert place.hub.reviews._now == "" and not place.hub.reviews._queue, "no decision is looked at for it"
