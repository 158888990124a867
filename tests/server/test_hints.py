"""Hints: from what the seat may know, for who sits there and is asked, and nobody else sees anything of them."""

from __future__ import annotations

from typing import Any

import pytest

from server.people import PIG_HOLD, PIG_ROLL, Data, Person, Place, new_id, two_people
from server.test_twin_frames import game_of, hidden
from shapan import bots
from shapan.bots.advice import CHANCE, SCORE, Advice, Care, Rated, advise, measure
from shapan.engine.actions import DONE
from shapan.engine.chance import Stream
from shapan.engine.match import Match
from shapan.engine.registry import find
from shapan.engine.sampler import Sampler
from shapan.engine.segment import BOT
from shapan.games.malifaux import actions
from shapan.server.hub.hint import written
from shapan.server.hub.hub import Hub

CARE = Care(passes=25, best=3, again=6)


def ask(person: Person, match: str, **data: Any) -> Any:
    if "ordinal" not in data:
        data["ordinal"] = person.frame(match)["decision"]["ordinal"]
    return person.post(f"/api/matches/{match}/hint", data)


def hinted(person: Person, match: str) -> Data:
    answer = ask(person, match)
    assert answer.status_code == 200, answer.text
    hint: Data = answer.json()
    return hint


def open_with(person: Person, hints: str, *kinds: str) -> str:
    seats = [dict(zip(("kind", "bot"), kind.split(":"), strict=False)) for kind in kinds]
    answer = person.post("/matches", {"game": "pig", "seats": seats, "hints": hints})
    assert answer.status_code == 201, answer.text
    return str(answer.json()["id"])


# What a hint says


def test_a_hint_has_the_answers_best_first(place: Place) -> None:
    ling = place.person()
    match = ling.open("pig", "me", "bot:random")["id"]
    frame = ling.frame(match)
    assert frame["hints"]
    hint = hinted(ling, match)
    assert hint["ordinal"] == frame["decision"]["ordinal"] and hint["measure"] == "chance"
    assert sorted(answer["codes"] for answer in hint["answers"]) == [[PIG_ROLL], [PIG_HOLD]]
    chances = [answer["chance"] for answer in hint["answers"]]
    assert chances == sorted(chances, reverse=True) and 0 < chances[-1] < chances[0] < 1
    assert hint["answers"][0]["codes"] == [PIG_ROLL], "to hold with nothing rolled gives the turn away"
    assert hint["answers"][0]["labels"] == [{"key": "action.roll"}]
    assert hint["looks"] >= sum(answer["looks"] for answer in hint["answers"])


def test_an_answer_of_several_picks_has_the_best_rows() -> None:
    match = Match(find("planet_masters"), 2, seed=5)
    rng = Stream(5)
    seat = match.waiting[0]
    for _ in range(400):
        seat = match.waiting[0]
        if match.decisions[seat].prompt.many and len(match.legal(seat)) > 2:
            break
        match.answer(seat, bots.answer(bots.find("greedy"), match, seat, rng), by=BOT)
    hint = written(match, seat, 1, advise(Sampler(match, seat), "rows", Care(150, 3, 20)))
    assert len(hint.answers) >= 2
    for answer in hint.answers:
        match.check(seat, answer.codes)
        assert len(answer.labels) == max(1, len(answer.codes)) and 0 <= answer.chance <= 1
    assert len({tuple(answer.codes) for answer in hint.answers}) == len(hint.answers)


def test_points_of_an_answer_are_told_to_the_unit() -> None:
    match = Match(find("malifaux"), 2, seed=3)
    rng, legs = Stream(3), actions.LEG
    while True:
        seat = match.waiting[0]
        codes = bots.answer(bots.find("greedy"), match, seat, rng)
        if any(code != DONE and legs.has(code) for code in codes):
            break
        match.answer(seat, codes, by=BOT)
    hint = written(match, seat, 1, Advice([Rated(codes, 9, [0.5, 0.5]), Rated([actions.END], 9, [0.5, 0.5])], 18))
    walk, end = hint.answers
    assert [list(at) for at in walk.at] == [list(legs.values(code)) if legs.has(code) else [] for code in codes]
    assert end.at == []


@pytest.mark.parametrize(("name", "means"), [("pig", CHANCE), ("planet_masters", CHANCE), ("leduc", SCORE)])
def test_the_figures_say_what_they_mean(name: str, means: str) -> None:
    assert measure(find(name)) == means


# What it may not tell


@pytest.mark.parametrize(
    "name", ["leduc", "planet_masters", "battlestar", "face_down", "fate_duel", "order_stacks", "skill_check"]
)
def test_twin_worlds_give_the_same_hint(name: str) -> None:
    game = game_of(name)
    other = 0
    for seed in range(12 if name == "leduc" else 3):
        match: Match[Any] = Match(game, game.min_seats, {}, f"hint {seed}")
        rng = Stream(seed)
        for step in range(6):
            if match.over:
                break
            seat = rng.choice(match.waiting)
            twin = match.sample(seat, f"{seed} {step}")
            told = [written(one, seat, 1, advise(Sampler(one, seat), "twin", CARE)) for one in (match, twin)]
            assert told[0] == told[1], f"{name}, seed {seed}, step {step}: a hint for seat {seat} tells what is hidden"
            other += hidden(match) != hidden(twin)
            match.answer(seat, bots.answer(bots.find("random"), match, seat, rng), by=BOT)
    assert other, "no world differed from the truth: nothing has been tested"


def test_nobody_else_learns_of_a_hint(place: Place) -> None:
    ling, tomas = place.person(), place.person()
    opened = ling.post("/matches", {"game": "pig", "seats": [{"kind": "me"}, {"kind": "open"}], "hints": "on"}).json()
    match = opened["id"]
    assert tomas.form(opened["joins"][0]["url"], {"name": "Tomas"}).status_code == 303
    for person in (ling, tomas):
        person.ready(match)
    asked, other = (ling, tomas) if ling.frame(match)["decision"] else (tomas, ling)
    room = place.hub.house.rooms[match]
    before = other.frame(match), place.person().frame(match), len(room.match.log), set(room.changes)
    with other.stream(match) as stream:
        assert stream.receive_json(timeout=10)["frame"] == 1
        hinted(asked, match)
        code = asked.frame(match)["decision"]["targets"][0]["code"]
        assert asked.answer(match, code).status_code == 200
        while "frame" not in (second := stream.receive_json(timeout=10)):
            pass  # a beat, where this takes its time
        assert second["frame"] == 2 and second["events"]["list"], "a frame came that no answer has brought"
    assert before[2] == 0 and room.changes == before[3]
    assert "hint" not in repr(before[:2]).replace("'hints': True", "")


# Who may have one


def test_hints_are_for_who_is_asked(place: Place) -> None:
    ling, tomas = place.person(), place.person()
    match = open_with(ling, "on", "me", "hot")
    frame = ling.frame(match)
    ordinal, seat = frame["decision"]["ordinal"], frame["viewer"]
    assert ask(tomas, match, ordinal=ordinal).status_code == 403
    assert ask(tomas, match, ordinal=ordinal, seat=seat).status_code == 403
    answer = ask(ling, match, ordinal=ordinal, seat=1 - seat)
    assert answer.status_code == 409 and answer.json() == {"reason": "closed"}
    assert ask(ling, match, ordinal=ordinal + 1).json() == {"reason": "closed"}
    assert ask(ling, "none", ordinal=1).status_code == 404
    assert ling.act(match, "seat", id=new_id(), seat=seat, to="bot").status_code == 200
    assert ask(ling, match, ordinal=ordinal, seat=seat).json() == {"reason": "handed"}


def test_a_finished_match_gives_none(place: Place) -> None:
    ling = place.person()
    seats = [{"kind": "me"}, {"kind": "hot"}]
    new = {"game": "pig", "seats": seats, "options": {"target": 10}, "hints": "on"}
    match = ling.post("/matches", new).json()["id"]
    while not (frame := ling.frame(match))["outcome"]:
        rolled = next(zone["count"] for zone in frame["scene"]["zones"] if zone["id"] == "rolled")
        ling.answer(match, PIG_HOLD if rolled >= 4 else PIG_ROLL)
    answer = ask(ling, match, ordinal=1)
    assert answer.status_code == 409 and answer.json() == {"reason": "over"}


@pytest.mark.parametrize(
    ("hints", "kinds", "given"),
    [
        ("", ("me", "bot:random"), True),
        ("", ("me", "hot"), False),
        ("", ("me", "open"), False),
        ("on", ("me", "hot"), True),
        ("off", ("me", "bot:random"), False),
    ],
)
def test_the_table_says_whether_there_are_hints(place: Place, hints: str, kinds: tuple[str, ...], given: bool) -> None:
    ling = place.person()
    match = open_with(ling, hints, *kinds)
    frame = ling.frame(match)
    assert frame["hints"] is given
    if not given:
        answer = ask(ling, match, ordinal=1)
        assert answer.status_code == 422 and answer.json()["field"] == "hints"


def test_the_form_asks_and_the_rematch_keeps_it(place: Place) -> None:
    ling = place.person()
    assert 'name="hints"' in ling.get("/tables/new?game=pig").text
    form = {"game": "pig", "kind.0": "me", "kind.1": "hot", "option.target": "10", "hints": "on"}
    match = ling.form("/tables", form).headers["location"].rpartition("/")[2]
    while not (frame := ling.frame(match))["outcome"]:
        assert frame["hints"]
        rolled = next(zone["count"] for zone in frame["scene"]["zones"] if zone["id"] == "rolled")
        ling.answer(match, PIG_HOLD if rolled >= 4 else PIG_ROLL)
    again = ling.post(f"/api/matches/{match}/rematch", {"id": new_id()}).json()["id"]
    assert ling.frame(again)["hints"]
    assert ling.form("/tables", {**form, "hints": "perhaps"}).status_code == 422


# When it comes too late, or cannot be made


def test_a_hint_that_comes_too_late_is_dropped(place: Place, monkeypatch: pytest.MonkeyPatch) -> None:
    ling = place.person()
    match = open_with(ling, "on", "me", "hot")
    make = place.hub.hints._make

    async def slow(world: Match[Any], seat: int, ordinal: int, seed: str) -> Any:
        room = await place.hub.room(match)
        await room.answer(seat, [PIG_ROLL], ordinal, "meanwhile")
        return await make(world, seat, ordinal, seed)

    monkeypatch.setattr(place.hub.hints, "_make", slow)
    answer = ask(ling, match)
    assert answer.status_code == 409 and answer.json() == {"reason": "closed"}


def test_a_table_lives_on_when_no_hint_can_be_made(place: Place, monkeypatch: pytest.MonkeyPatch) -> None:
    ling = place.person()
    match = open_with(ling, "on", "me", "hot")

    def late(world: Match[Any], seat: int, seed: str) -> Any:
        raise TimeoutError

    monkeypatch.setattr(place.hub.hints, "_thought", late)
    answer = ask(ling, match)
    assert answer.status_code == 503 and int(answer.headers["retry-after"]) > 0
    assert ling.answer(match, PIG_ROLL).status_code == 200


def test_many_hints_at_once_are_refused(place: Place, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("shapan.server.hub.hint.MAX_WAITING", 0)
    ling = place.person()
    answer = ask(ling, open_with(ling, "on", "me", "hot"))
    assert answer.status_code == 429 and int(answer.headers["retry-after"]) > 0


def test_hints_do_not_wait_behind_bots(place: Place) -> None:
    hub: Hub = place.hub
    assert hub.hints._thinkers is not getattr(hub.source, "_thinkers", None)


def test_an_earlier_database_gives_none(place: Place) -> None:
    ling, _, match = two_people(place)
    assert ling.frame(match)["hints"] is False
