"""Reviews: complete, of numbers 0..1, from what the deciding seat knew; as data, gone on with after a restart."""

from __future__ import annotations

import threading
import time as clock
from bisect import bisect_right
from collections.abc import Callable
from typing import Any

import msgspec
import pytest
from sqlalchemy import create_engine, delete, update

from server.conftest import running
from server.people import PIG_HOLD, PIG_ROLL, Data, Person, Place, new_id
from server.test_twin_frames import game_of, hidden
from shapan import bots
from shapan.bots.advice import Care
from shapan.engine.chance import Stream
from shapan.engine.match import FRIENDLY, Match
from shapan.engine.registry import find
from shapan.engine.scene import Phrase
from shapan.engine.segment import BOT, PLAYER
from shapan.games.planet_masters.actions import DO_END, DO_PASS
from shapan.server.hub import hint as hinting
from shapan.server.replay import review as reviewing
from shapan.server.replay import review_queue as reviewing_queue
from shapan.server.replay.review import Choice, NoReview, Plan, ReviewEnd, ReviewPoint, plan, point, points
from shapan.server.replay.turning_point import Turning
from shapan.server.settings import Settings
from shapan.server.store.row import MatchRow
from shapan.server.store.schema import MATCHES, REVIEW_POINTS, REVIEWS


def played(place: Place, game: str = "pig", **options: Any) -> tuple[Person, str]:
    """Play a match to its end: a person at the first seat, a bot at the other."""
    ling = place.person()
    match = ling.open(game, "me", "bot:random", **options)["id"]
    finish(ling, match)
    return ling, match


def finish(ling: Person, match: str, answer: Callable[[Data], int] | None = None) -> None:
    for _ in range(3000):
        frame = ling.frame(match)
        if frame["outcome"]:
            return
        if frame["decision"]:
            targets = [target["code"] for target in frame["decision"]["targets"]]
            rolled = [zone["count"] for zone in frame["scene"].get("zones", ()) if zone["id"] == "rolled"]
            code = targets[-1] if rolled and rolled[0] >= 6 else targets[0]
            assert ling.answer(match, answer(frame) if answer else code).status_code == 200
    raise AssertionError("no end")


def made(person: Person, match: str, least: int = 0) -> Data:
    """Return the review of a match once it is done, or once it has so many points."""
    review: Data = {}
    for _ in range(1200):
        answer = person.get(f"/api/matches/{match}/review")
        assert answer.status_code == 200, answer.text
        review = answer.json()
        if review["state"] in ("done", "none") or 0 < least <= review["done"]:
            return review
        clock.sleep(0.05)
    raise AssertionError(f"never done: {review['state']}, {review['done']} of {review['total']}")


def check(review: Data, replay: Data, seats: int) -> None:
    """A review is complete: every decision of a person at its place in the recording, numbers in 0..1, and the end."""
    assert review["state"] == "done" and review["done"] == review["total"] == len(review["points"]) > 0
    positions = [one["position"] for one in review["points"]]
    assert positions == sorted(positions)
    for one in review["points"]:
        assert len(one["chances"]) == seats
        figures = [*one["chances"], one["chosen"]["chance"], one["best"]["chance"], one["gain"]]
        assert all(0 <= figure <= 1 for figure in figures), one
        assert one["best"]["chance"] == one["chances"][one["seat"]] >= one["chosen"]["chance"]
        assert abs(one["best"]["chance"] - one["chosen"]["chance"] - one["gain"]) < 2e-4
        assert one["chosen"]["labels"] and one["best"]["labels"] and one["looks"] >= 100
        at = bisect_right(replay["at"], one["position"]) - 1  # a step that shows nothing new is no frame
        assert one["seat"] in replay["frames"][at]["waiting"], "the point lies beside its decision"
    assert review["end"]["position"] == replay["at"][-1]
    assert len(review["end"]["chances"]) == seats


@pytest.mark.parametrize(("game", "options", "measure"), [("pig", {"target": 20}, "chance"), ("leduc", {}, "score")])
def test_a_review_is_complete(place: Place, game: str, options: Data, measure: str) -> None:
    ling, match = played(place, game, **options)
    review = made(ling, match)
    check(review, ling.get(f"/api/matches/{match}/replay?seat=2").json(), 2)
    assert review["measure"] == measure
    log = place.hub.house.rooms[match].match.log
    own = [record for record in log if record.get("by") == PLAYER]
    assert len([one for one in review["points"] if one["person"]]) == len(own)
    if game == "pig":
        winner = place.hub.house.rooms[match].match.outcome
        assert winner is not None
        assert review["end"]["chances"] == [float(seat in winner.winners) for seat in range(2)]
        assert all(abs(sum(one["chances"]) - 1) < 1e-3 for one in review["points"])
    again = ling.get(f"/api/matches/{match}/review").json()
    assert again == review, "it is made once"


def test_what_was_taken_back_is_not_in_it(place: Place) -> None:
    ling = place.person()
    match = ling.open("pig", "me", "hot", target=10)["id"]
    for _ in range(2):  # also back to the very beginning
        assert ling.answer(match, PIG_HOLD).status_code == 200
        assert ling.act(match, "undo", id=new_id()).status_code == 200
    finish(ling, match, lambda frame: PIG_HOLD if _rolled(frame) >= 2 else PIG_ROLL)
    review = made(ling, match)
    check(review, ling.get(f"/api/matches/{match}/replay?seat=2").json(), 2)
    kept = [one["chosen"]["codes"] for one in review["points"]]
    log = [record["answer"] for record in place.hub.house.rooms[match].match.log if "answer" in record]
    assert kept == log[2:]


def test_an_answer_withdrawn_from_among_others_is_not_in_it() -> None:
    """Of three who answer at once one takes his answer back; what the others said stands."""
    game = game_of("skill_check")
    match: Match[Any] = Match(game, game.max_seats, {}, b"withdrawn")
    rng, withdrawn, standing = Stream(4), list[int](), list[int]()
    while not match.over:
        seats = sorted(match.decisions)
        match.answer(seats[0], bots.answer(bots.find("random"), match, seats[0], rng), by=PLAYER)
        if len(seats) > 2 and match.may_retract(seats[0]):
            decision = match.decisions[seats[1]]
            if decision.prompt.only_answer(match.live, seats[1], decision.arg) is None:
                standing.append(len(match.log))
            match.answer(seats[1], bots.answer(bots.find("random"), match, seats[1], rng), by=PLAYER)
            withdrawn.append(len(match.log) - 2)
            match.undo(seats[0])
            match.answer(seats[0], bots.answer(bots.find("random"), match, seats[0], rng), by=PLAYER)
    assert withdrawn and standing, "nobody was asked together with two others"
    row = MatchRow("withdrawn", game.name, game.rules_version, match.seats, {}, FRIENDLY, b"withdrawn", "")
    numbers = [number for number, _ in plan(row, match.log, game).places]
    given = [number for number, record in enumerate(match.log) if "answer" in record and number not in withdrawn]
    assert numbers == sorted(numbers) and set(numbers) <= set(given)
    assert set(standing) <= set(numbers), "what the others answered stands"


def _rolled(frame: Data) -> int:
    return int(next(zone["count"] for zone in frame["scene"]["zones"] if zone["id"] == "rolled"))


# Who may see it


def test_it_is_shown_after_the_end_only(place: Place) -> None:
    ling = place.person()
    match = ling.open("pig", "me", "hot", target=10)["id"]
    for person in (ling, place.person()):
        answer = person.get(f"/api/matches/{match}/review")
        assert answer.status_code == 409 and answer.json() == {"reason": "on"}
    assert not place.hub.reviews._queue
    finish(ling, match)
    assert made(place.person(), match)["state"] == "done", "who may see the replay may see this"
    assert ling.get("/api/matches/none/review").status_code == 404


# From what the seat knew


@pytest.mark.parametrize("name", ["leduc", "planet_masters", "face_down", "skill_check"])
def test_twin_worlds_have_the_same_points(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(reviewing, "QUICK", Care(passes=25, best=2, again=6))
    game = game_of(name)
    other = 0
    for seed in range(10 if name == "leduc" else 3):
        match: Match[Any] = Match(game, game.min_seats, {}, f"review {seed}")
        rng = Stream(seed)
        for step in range(6):
            if match.over:
                break
            seat = rng.choice(match.waiting)
            codes = bots.answer(bots.find("random"), match, seat, rng)
            record = match.check(seat, codes, by=BOT)
            twin = match.sample(seat, f"{seed} {step}")
            true, same = (msgspec.json.encode(point(one, record, 3, "twin")) for one in (match, twin))
            assert true == same, f"{name}, seed {seed}, step {step}: the review tells seat {seat} what was hidden"
            other += hidden(match) != hidden(twin)
            match.apply(record)
    assert other, "no world differed from the truth: nothing has been tested"


def test_a_person_is_judged_by_a_deeper_look_than_his_hint() -> None:
    own, hint = reviewing.CARE, hinting.CARE
    assert own.passes > hint.passes
    assert own.again > hint.again
    assert own.best >= hint.best
    assert own.seconds > hint.seconds


def test_what_is_left_unspent_or_undone_is_said_and_where_the_better_lay(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(reviewing, "QUICK", Care(passes=25, best=2, again=6))
    found, wastes = [], set[str]()
    match: Match[Any] = Match(find("planet_masters"), 3, {}, "waste")
    rng = Stream("waste")
    for _ in range(400):
        if match.over or {"unspent.points", "unspent.nothing"} <= wastes:
            break
        seat = match.waiting[0]
        kind = match.decisions[seat].prompt.key
        codes = bots.answer(bots.find("random"), match, seat, rng)
        stops = [code for code in match.legal(seat) if code in (DO_END, DO_PASS)]
        if stops and kind not in wastes:
            wastes.add(kind)
            one = point(match, match.check(seat, stops[:1], by=BOT), 0, "unspent")
            assert one.unspent is not None
            wastes.add(one.unspent.key)
            if one.unspent.key == "unspent.points":
                assert one.unspent.words["number"] == match.view(seat).points > 0
            found.append(one)
        match.answer(seat, codes, by=BOT)
    assert {"unspent.points", "unspent.nothing"} <= wastes
    assert any(one.places for one in found), "some better answer lay on the table"


# As data, in pieces


def test_pieces_in_any_order_give_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(reviewing, "_walked", [])
    game = find("leduc")
    match: Match[Any] = Match(game, 2, {}, b"pieces")
    while not match.over:
        seat = match.waiting[0]
        match.answer(seat, bots.answer(bots.find("random"), match, seat), by=PLAYER)
    row = MatchRow("pieces", "leduc", game.rules_version, 2, {}, FRIENDLY, b"pieces", "")
    places = plan(row, match.log).places
    assert len(places) >= 2

    def all_of(cut: int) -> list[ReviewPoint]:
        return [*points(row, match.log, places[:cut]), *points(row, match.log, places[cut:])]

    whole = points(row, match.log, places)
    assert all_of(1) == whole
    assert points(row, match.log, places[1:]) == whole[1:], "back from the end"


def test_a_restart_goes_on_where_it_was(settings: Settings, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("shapan.server.replay.review_queue.PIECE", 1)
    with running(settings) as place:
        ling, match = played(place, target=30)
        before = made(ling, match, least=2)
        assert before["state"] == "making" and before["done"] < before["total"]
        cookie = ling.cookie
    with running(settings) as place:
        assert place.hub.reviews._now == match or match in place.hub.reviews._queue, "it goes on unasked"
        ling = place.person(cookie)
        review = made(ling, match)
        check(review, ling.get(f"/api/matches/{match}/replay?seat=2").json(), 2)


@pytest.mark.parametrize("unasked", [True, False])
def test_it_is_made_at_the_end_unasked(settings: Settings, monkeypatch: pytest.MonkeyPatch, unasked: bool) -> None:
    settings.reviews = unasked
    queued: list[str] = []
    with running(settings) as place:
        monkeypatch.setattr(place.hub.reviews, "queue", queued.append)
        _, match = played(place, target=10)
        while place.hub._keeper.keeping or place.hub.house.rooms[match].row.status == "on":
            clock.sleep(0.01)
    assert queued == [match] * unasked


def test_it_needs_no_rules_once_it_is_made(place: Place) -> None:
    ling, match = played(place, target=10)
    review = made(ling, match)
    change(place, update(MATCHES).where(MATCHES.c.id == match).values(rules_version=0))
    place.hub.house.rooms.clear()
    assert made(ling, match) == review


def test_a_match_of_other_rules_has_none(place: Place) -> None:
    ling, match = played(place, target=10)
    change(place, update(MATCHES).where(MATCHES.c.id == match).values(rules_version=0))
    assert made(ling, match)["state"] == "none"
    assert ling.get(f"/api/matches/{match}/review").json()["state"] == "none"


def change(place: Place, statement: Any) -> None:
    """Change the database as nobody does."""
    engine = create_engine(f"sqlite:///{place.hub.settings.database}")
    with engine.begin() as connection:
        connection.execute(statement)
    engine.dispose()


def test_a_lost_point_is_made_again(settings: Settings) -> None:
    with running(settings) as place:
        ling, match = played(place, "leduc")
        review = made(ling, match)
        table = REVIEW_POINTS.c
        change(place, delete(REVIEW_POINTS).where(table.match == match, table.number == review["total"] - 1))
        change(place, update(REVIEWS).where(REVIEWS.c.match == match).values(state="making"))
        assert made(ling, match) == review


def test_the_queue_is_bounded_and_who_waits_goes_first(place: Place, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("shapan.server.replay.review_queue.MAX_WAITING", 3)
    reviews = type(place.hub.reviews)(place.hub.store)  # one that does not work
    assert [reviews.queue(name) for name in ("a", "b", "c", "d")] == [True, True, True, False]
    assert reviews.queue("b", first=True) and reviews._queue == ["b", "a", "c"]
    assert reviews.queue("a") and reviews._queue == ["b", "a", "c"]


def test_one_that_nobody_waits_for_gives_way(place: Place, monkeypatch: pytest.MonkeyPatch) -> None:
    reviews, done, held = place.hub.reviews, list[str](), threading.Event()
    monkeypatch.setattr("shapan.server.replay.review_queue.PIECE", 1)
    finished, work = reviewing_queue._finish, reviews._thinkers.run

    def slowly(*args: Any, **named: Any) -> Any:  # the first piece waits until the other match has been asked for
        held.wait(20)
        return work(*args, **named)

    def noted(match: str) -> Any:
        done.append(match)
        return finished(match)

    monkeypatch.setattr(reviews._thinkers, "run", slowly)
    monkeypatch.setattr(reviewing_queue, "_finish", noted)
    ling, unasked = played(place, "leduc")
    _, asked = played(place, "leduc")
    assert ling.get(f"/api/matches/{asked}/review").json()["state"] == "waiting"
    held.set()
    assert made(ling, asked)["state"] == "done" and done == [asked]
    assert made(ling, unasked)["state"] == "done" and done == [asked, unasked]


def test_who_looks_at_a_match_gets_no_secret_of_its_table(place: Place, monkeypatch: pytest.MonkeyPatch) -> None:
    """It may be on another machine."""
    reviews, rows = place.hub.reviews, list[MatchRow]()
    work = reviews._thinkers.run

    def noted(task: Any, row: MatchRow, *args: Any, **named: Any) -> Any:
        rows.append(row)
        return work(task, row, *args, **named)

    monkeypatch.setattr(reviews._thinkers, "run", noted)
    ling, match = played(place, "leduc")
    kept = place.hub.house.rooms[match].row
    assert kept.owner and kept.secret
    assert made(ling, match)["state"] == "done"
    assert {(row.id, row.owner, row.secret) for row in rows} == {(match, "", b"")}


def test_it_may_take_longer_than_what_people_wait_for(place: Place, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("shapan.server.match.thinking.PATIENCE", 0.0)
    ling, match = played(place, "leduc")
    assert made(ling, match)["state"] == "done"


def test_what_a_person_decided_comes_first_and_is_shown_as_it_comes(
    place: Place, monkeypatch: pytest.MonkeyPatch
) -> None:
    reviews, steps = place.hub.reviews, threading.Semaphore(0)
    work = reviews._thinkers.run

    def by_steps(task: Any, *args: Any, **named: Any) -> Any:
        if task is points:
            steps.acquire(timeout=60)
        return work(task, *args, **named)

    monkeypatch.setattr(reviews._thinkers, "run", by_steps)
    ling, match = played(place, "leduc")
    own = sum(record.get("by") == PLAYER for record in place.hub.house.rooms[match].match.log)
    review: Data = {}
    for number in range(1, own + 1):
        steps.release()
        review = made(ling, match, number)
        assert [one["person"] for one in review["points"]] == [True] * number and review["done"] == number
        assert 0 <= review["seconds"] <= reviewing.CARE.seconds * review["total"]
    assert review["state"] == "making" and review["total"] > own and review["end"]
    for _ in range(review["total"]):
        steps.release()
    done = made(ling, match)
    check(done, ling.get(f"/api/matches/{match}/replay?seat=2").json(), 2)
    assert done["seconds"] is None and done["ahead"] == 0


def test_the_pace_is_learnt_and_told() -> None:
    pace, turned = reviewing_queue.Pace(), Turning()
    whole = Plan([(0, 0), (1, 1), (2, 2)], ReviewEnd(3, []), "chance", turned, [1])
    assert pace.seconds(whole, ()) == reviewing.CARE.seconds + 2 * reviewing.QUICK.seconds
    choice = Choice([1], [], 0.5)
    slow = ReviewPoint(1, 0, True, Phrase("x"), "", [], choice, choice, 0.0, 9)
    for _ in range(40):
        pace.note([slow], 50.0)
    assert 50 <= pace.seconds(whole, {0, 2}) <= 51 and pace.seconds(whole, {0, 1, 2}) == 0


def test_who_waits_is_told_what_comes_first(place: Place) -> None:
    reviews = type(place.hub.reviews)(place.hub.store)  # one that does not work
    for name in "abc":
        reviews.queue(name)
    assert [reviews._ahead(name) for name in "abc"] == [0, 1, 2]


def test_a_match_that_is_not_over_has_no_plan() -> None:
    game = find("pig")
    row = MatchRow("on", "pig", game.rules_version, 2, {}, FRIENDLY, b"on", "")
    with pytest.raises(NoReview):
        plan(row, [])


def test_of_many_moves_of_bots_some_are_passed_over(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(reviewing, "MAX_OTHERS", 10)
    game = find("pig")
    match: Match[Any] = Match(game, 2, {}, b"long")
    while not match.over:
        seat = match.waiting[0]
        by = PLAYER if seat else BOT
        match.answer(seat, bots.answer(bots.find("greedy"), match, seat), by=by)
    row = MatchRow("long", "pig", game.rules_version, 2, {}, FRIENDLY, b"long", "")
    places = plan(row, match.log).places
    seats = [match.log[number]["seat"] for number, _ in places]
    assert seats.count(1) == [record["seat"] for record in match.log].count(1), "people's are all looked at"
    assert 5 <= seats.count(0) <= 10
