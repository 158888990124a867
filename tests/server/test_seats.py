"""Seats that bots take over, people who come and go, the rematch."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from contextlib import ExitStack
from typing import Any

import pytest
from litestar.testing import TestClient

from server.conftest import Time, running
from server.people import PIG_HOLD, PIG_ROLL, Data, NoBots, Person, Place, new_id, pig_choice, two_people
from shapan.engine.game import Game
from shapan.server.app import create_app
from shapan.server.settings import Settings


def look(place: Place) -> None:
    place.client.blocking_portal.call(place.hub.watch.look)


def wait(place: Place, true: Callable[[], bool]) -> None:
    """Wait until something that the server does by itself has happened."""

    async def poll() -> None:
        async with asyncio.timeout(10):
            while True:
                if true():
                    return
                await asyncio.sleep(0.005)

    place.client.blocking_portal.call(poll)


def reseat(person: Person, match: str, seat: int, to: str, name: str = "", **rest: Any) -> Any:
    return person.act(match, "seat", id=name or new_id(), seat=seat, to=to, **rest)


def until(stream: Any, fits: Any) -> Data:
    """Read a stream up to a frame that fits."""
    while True:
        frame: Data = stream.receive_json(timeout=10)
        if "scene" in frame and fits(frame):
            return frame


@pytest.mark.usefixtures("plays_on")
def test_who_leaves_is_played_on_by_a_bot_for_good(place: Place) -> None:
    ling, tomas, match = two_people(place)
    ling.answer(match, PIG_ROLL)
    with tomas.stream(match) as stream:
        assert ling.act(match, "leave", id="gone").json() == {"ok": True}
        frame = until(stream, lambda frame: frame["seats"][0]["kind"] == "left" and frame["decision"])
        tomas.answer(match, PIG_HOLD)
        until(stream, lambda frame: frame["decision"] and len(frame["events"]["list"]) > 0)
    assert frame["seats"][0]["bot"] and frame["seats"][0]["may"] == []
    assert ling.act(match, "leave", id="gone").json() == {"ok": True}
    assert ling.act(match, "leave", id="again").json() == {"reason": "closed"}
    assert ling.frame(match)["decision"] is None
    assert reseat(ling, match, 0, "me").json() == {"reason": "closed"}
    assert ling.act(match, "chat", id=new_id(), text="hm").status_code == 403
    for query in ("", "?seat=0"):
        looking = ling.frame(match, query)
        assert (looking["viewer"], looking["spectator"]) == (2, True), "what the bot is dealt is nobody's"
    assert ling.get(f"/api/matches/{match}/replay?seat=0").status_code == 403
    assert ling.get(f"/api/matches/{match}/replay").json()["viewer"] == 2
    room = place.hub.house.rooms[match]
    assert not room.match.left and room.match.gone == {0} and room.match.log[-1]["by"] == "bot"


@pytest.mark.usefixtures("plays_on")
def test_without_bots_who_leaves_is_answered_for(settings: Settings) -> None:
    with TestClient(create_app(settings, NoBots()), base_url="http://testserver.local") as client:
        place = Place(client)
        ling, tomas, match = two_people(place)
        assert ling.frame(match)["seats"][0]["may"] == ["leave"]
        assert reseat(ling, match, 0, "bot").status_code == 422
        ling.act(match, "leave", id="gone")
        assert ling.act(match, "leave", id="again").json() == {"reason": "closed"}
        assert tomas.frame(match)["seats"][0]["kind"] == "left"
        for _ in range(5):
            tomas.answer(match, PIG_HOLD)
        assert tomas.frame(match)["decision"]


def test_where_leaving_ends_the_match_it_is_forfeited(place: Place, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Game, "leave_ends", lambda self, state, gone: True)
    ling, tomas, match = two_people(place)
    ling.act(match, "leave", id="gone")
    assert tomas.frame(match)["outcome"]["winners"] == [1]
    assert place.hub.house.rooms[match].match.log == [{"leave": 0}]


def test_a_seat_is_handed_to_a_bot_and_taken_back(place: Place) -> None:
    ling, tomas, match = two_people(place)
    assert ling.frame(match)["seats"][0]["may"] == ["bot", "leave"]
    assert tomas.frame(match)["seats"][0]["may"] == []
    with tomas.stream(match) as stream:
        assert reseat(ling, match, 0, "bot", "hand", bot="random").json() == {"ok": True}
        frame = until(stream, lambda frame: frame["decision"])
    assert frame["seats"][0]["kind"] == "bot" and frame["seats"][0]["bot"] == "random"
    away = ling.frame(match)
    assert away["viewer"] == 0 and away["seats"][0]["may"] == ["take", "leave"] and not away["may_undo"]
    for what, data in (
        ("answers", {"id": new_id(), "ordinal": 1, "codes": [PIG_ROLL]}),
        ("undo", {"id": new_id()}),
        ("picks", {"ordinal": 1, "picked": []}),
        ("why", {"ordinal": 1, "code": 0}),
    ):
        assert ling.act(match, what, **data).json() == {"reason": "handed"}, what
    assert reseat(ling, match, 0, "bot").json() == {"reason": "handed"}
    assert reseat(ling, match, 0, "me", "take").json() == {"ok": True}
    assert reseat(ling, match, 0, "bot", "hand").json() == {"ok": True}, "a repeat changes nothing"
    seat = tomas.frame(match)["seats"][0]
    assert (seat["kind"], seat["bot"]) == ("player", "") and ling.frame(match)["seats"][0]["kind"] == "you"
    tomas.answer(match, PIG_HOLD)
    while ling.frame(match)["decision"] is None:
        tomas.answer(match, PIG_HOLD)
    assert ling.answer(match, PIG_ROLL).status_code == 200


def test_what_may_not_be_done_with_a_seat_is_refused(time: Time, place: Place) -> None:
    ling, tomas, match = two_people(place)
    stranger = place.person()
    assert reseat(stranger, match, 0, "bot").status_code == 403
    assert reseat(tomas, match, 0, "bot").status_code == 403
    assert reseat(tomas, match, 0, "me").status_code == 403
    assert reseat(ling, match, 1, "me").status_code == 403
    assert reseat(ling, match, 1, "bot").status_code == 403, "its player was here a moment ago"
    for data, field in (({"seat": 9, "to": "bot"}, "seat"), ({"seat": 0, "to": "bot", "bot": "deep"}, "bot")):
        answer = ling.act(match, "seat", id=new_id(), **data)
        assert answer.status_code == 422 and answer.json()["field"] == field
    assert ling.act(match, "seat", id=new_id(), seat=0, to="you").status_code == 400
    assert [seat["kind"] for seat in ling.frame(match)["seats"]] == ["you", "player"]


def test_the_owner_gives_a_seat_to_a_bot_when_nobody_comes(place: Place) -> None:
    ling = place.person()
    opened = ling.open("pig", "me", "open")
    match = opened["id"]
    place.begin(match)
    assert ling.frame(match)["seats"][1]["may"] == ["bot"]
    assert reseat(ling, match, 1, "bot").json() == {"ok": True}
    tomas = place.person()
    tomas.form(opened["joins"][0]["url"], {"name": "Tomas"})
    assert tomas.frame(match)["spectator"] and ling.frame(match)["seats"][1]["kind"] == "bot"


def test_who_is_away_is_shown_and_after_two_minutes_replaced(time: Time, place: Place) -> None:
    ling, tomas, match = two_people(place)
    stranger = place.person()
    room = place.hub.house.rooms[match]
    with ExitStack() as streams:
        mine = streams.enter_context(ling.stream(match))
        mine.receive_json(timeout=10)  # before the stranger comes, or it may count him already and nothing new is sent
        streams.enter_context(stranger.stream(match)).receive_json(timeout=10)
        with tomas.stream(match) as stream:
            stream.receive_json(timeout=10)
            time.seconds += 1000
            look(place)
            frame = until(mine, lambda frame: frame["watchers"] == 1)
            assert not frame["seats"][1]["away"] and frame["seats"][1]["may"] == []
        wait(place, lambda: len(room.watchers) == 2)
        time.seconds += 2
        look(place)
        assert not ling.frame(match)["seats"][1]["away"]
        time.seconds += 2
        look(place)
        assert until(mine, lambda frame: frame["seats"][1]["away"])["seats"][1]["may"] == []
        assert reseat(ling, match, 1, "bot").status_code == 403
        time.seconds += 120
        look(place)
        assert until(mine, lambda frame: frame["seats"][1]["may"])["seats"][1]["may"] == ["bot"]
        assert place.person().frame(match)["seats"][1]["may"] == []
        assert reseat(ling, match, 1, "bot").json() == {"ok": True}
    assert tomas.frame(match)["seats"][1]["may"] == ["take", "leave"]
    assert reseat(tomas, match, 1, "me").json() == {"ok": True}
    assert not ling.frame(match)["seats"][1]["away"]


def test_presence_alone_changes_nothing_else(time: Time, place: Place) -> None:
    ling, tomas, match = two_people(place)
    with tomas.stream(match) as two, ling.stream(match) as one:
        one.receive_json(timeout=10)
        two.receive_json(timeout=10)
        time.seconds += 100
        here = place.person().frame(match)
    wait(place, lambda: not place.hub.house.rooms[match].watchers)
    time.seconds += 11
    gone = place.person().frame(match)
    assert [seat.pop("away") for seat in here["seats"]] == [False, False]
    assert [seat.pop("away") for seat in gone["seats"]] == [True, True]
    assert here == gone


@pytest.mark.usefixtures("plays_on")
def test_seats_stand_after_a_restart(settings: Settings) -> None:
    with running(settings) as place:
        ling, tomas, match = two_people(place)
        reseat(ling, match, 0, "bot", "hand")
        tomas.act(match, "leave", id="gone")
    with running(settings) as place:
        ling, tomas = place.person(ling.cookie), place.person(tomas.cookie)
        frame = ling.frame(match)
        assert [seat["kind"] for seat in frame["seats"]] == ["bot", "left"] or frame["outcome"]
        if frame["outcome"] is None:
            assert reseat(ling, match, 0, "me").json() == {"ok": True}
            assert reseat(ling, match, 0, "bot", "hand").json() == {"ok": True}
            assert ling.frame(match)["seats"][0]["kind"] == "you"
        assert tomas.act(match, "leave", id="gone").json() == {"ok": True}


def finished(place: Place, **rest: Any) -> tuple[Person, Person, Data]:
    """Return two people and the frame of their match, which is over."""
    ling, tomas = place.person(), place.person()
    seats = [{"kind": "me", "name": "Ling"}, {"kind": "open"}, {"kind": "bot", "bot": "random"}, {"kind": "hot"}]
    opened = ling.post("/matches", {"game": "pig", "seats": seats, "options": {"target": 10}, **rest}).json()
    tomas.form(opened["joins"][0]["url"], {"name": "Tomas"})
    match = opened["id"]
    for person in (ling, tomas):
        person.ready(match)
    assert ling.act(match, "rematch", id="early").json() == {"reason": "on"}
    with ling.stream(match) as stream:
        while True:
            frame: Data = stream.receive_json(timeout=10)
            if frame["outcome"]:
                return ling, tomas, frame
            for person in (ling, tomas):
                mine = person.frame(match)
                if mine["decision"]:
                    person.answer(match, pig_choice(mine), ordinal=mine["decision"]["ordinal"])


def test_a_rematch_has_the_same_people_and_settings(place: Place) -> None:
    ling, tomas, frame = finished(place, pace=60, chat="phrases", undo="strict", listed=True)
    match = frame["match"]
    assert place.person().act(match, "rematch", id="x").status_code == 403
    with ling.stream(match) as stream:
        stream.receive_json(timeout=10)
        new = tomas.act(match, "rematch", id="once").json()
        assert until(stream, lambda frame: frame["rematch"])["rematch"] == {"id": new["id"], "by": 1}
    assert new["url"] == f"/match/{new['id']}"
    assert ling.act(match, "rematch", id="twice").json() == new == tomas.act(match, "rematch", id="once").json()
    for person in (ling, tomas):
        assert person.frame(new["id"])["seating"], "who is there has to say so"
        person.ready(new["id"])
    again = ling.frame(new["id"])
    assert [seat["kind"] for seat in again["seats"]] == ["you", "player", "bot", "you"]
    assert [seat["name"] for seat in again["seats"]] == [seat["name"] for seat in frame["seats"]]
    assert tomas.frame(new["id"])["viewer"] == 1 and again["clock"]["limit"] == 60 and again["chat"] == "phrases"
    row = place.hub.house.rooms[new["id"]].row
    assert (row.options, row.undo, row.listed, row.rematch) == ({"target": 10}, "strict", True, None)


@pytest.mark.parametrize("listed", [False, True])
def test_strangers_find_the_rematch_of_a_listed_table_only(place: Place, listed: bool) -> None:
    ling, tomas, frame = finished(place, listed=listed)
    match, stranger = frame["match"], place.person()
    stranger.open("pig", "me", "hot")
    with stranger.stream(match) as stream:
        assert stream.receive_json(timeout=10)["rematch"] is None
        new = ling.act(match, "rematch", id="a").json()["id"]
        if listed:
            assert until(stream, lambda frame: frame["rematch"])["rematch"]["id"] == new
    for other in (stranger, place.person()):
        pages = (
            f"/api/matches/{match}/frame",
            f"/match/{match}",
            f"/api/matches/{match}/replay",
            "/",
        )
        told = [other.get(page).text for page in pages]
        assert [new in words for words in told] == [listed, False, False, listed]
    assert tomas.frame(match)["rematch"]["id"] == new


def test_a_rematch_is_known_after_a_restart(settings: Settings) -> None:
    with running(settings) as place:
        ling, tomas, frame = finished(place)
        new = ling.act(frame["match"], "rematch", id="a").json()
    with running(settings) as place:
        tomas = place.person(tomas.cookie)
        assert tomas.act(frame["match"], "rematch", id="b").json() == new
        assert tomas.frame(frame["match"])["rematch"] == {"id": new["id"], "by": 0}
        assert tomas.frame(new["id"])["viewer"] == 1


@pytest.mark.usefixtures("plays_on")
def test_who_left_is_a_bot_in_the_rematch(place: Place) -> None:
    ling, tomas, match = two_people(place, target=10)
    tomas.act(match, "leave", id="gone")
    with ling.stream(match) as stream:
        frame = until(stream, lambda frame: frame["decision"] or frame["outcome"])
        while not frame["outcome"]:
            if frame["decision"]:
                ling.answer(match, pig_choice(frame), ordinal=frame["decision"]["ordinal"])
            frame = until(stream, lambda frame: True)
    assert tomas.act(match, "rematch", id="x").status_code == 403
    new = ling.act(match, "rematch", id="x").json()["id"]
    assert [seat["kind"] for seat in ling.frame(new)["seats"]] == ["you", "bot"] and tomas.frame(new)["spectator"]


def test_who_conceded_a_match_of_two_is_a_bot_in_the_rematch(place: Place) -> None:
    ling, tomas, match = two_people(place, target=10)
    assert tomas.act(match, "leave", id="gone").status_code == 200
    assert ling.frame(match)["outcome"]["winners"] == [0]
    new = ling.act(match, "rematch", id="x").json()["id"]
    assert [seat["kind"] for seat in ling.frame(new)["seats"]] == ["you", "bot"] and tomas.frame(new)["spectator"]


def test_a_shared_screen_stays_with_who_is_there_until_another_of_its_people_is_asked(place: Place) -> None:
    ling, mira = place.person(), place.person()
    opened = ling.open("pig", "me", "hot", "open", target=10)
    mira.form(opened["joins"][0]["url"], {"name": "Mira"})
    match, viewers = opened["id"], []
    for person in (ling, mira):
        person.ready(match)
    with ling.stream(match) as stream:
        frame = until(stream, lambda frame: frame["decision"])
        while not frame["outcome"]:
            viewers.append((frame["viewer"], frame["waiting"]))
            person = mira if frame["waiting"] == [2] else ling
            person.answer(match, PIG_HOLD if frame["waiting"] != [1] else pig_choice(frame))
            frame = until(stream, lambda frame: True)
        assert frame["outcome"]["winners"] == [1]
    assert {(0, (0,)), (1, (1,)), (1, (2,))} == {(viewer, tuple(waiting)) for viewer, waiting in viewers}
    assert frame["viewer"] == 1, "who has won sees it, without taking the screen again"


def test_nothing_is_left_behind(time: Time, place: Place) -> None:
    ling, _, match = two_people(place)
    room = place.hub.house.rooms[match]
    with ling.stream(match) as mine, place.person().stream(match) as theirs:
        mine.receive_json(timeout=10)
        theirs.receive_json(timeout=10)
        assert room.seats.watching == 1
    wait(place, lambda: not room.watchers)
    assert room.seats.watching == 0 and not room.chat.listeners and room.idle


def test_whose_seat_a_bot_plays_is_asked_nothing(settings: Settings) -> None:
    settings.bot_delay = 1000
    with running(settings) as place:
        ling, _, match = two_people(place)
        asked = ling.frame(match)
        assert asked["decision"]["ordinal"] == 1
        assert reseat(ling, match, 0, "bot").status_code == 200
        frame = ling.frame(match)
        assert frame["viewer"] == 0 and frame["waiting"] == [0]
        assert frame["decision"] is None and not frame["may_undo"] and not frame["scene"].get("buttons")
        assert ling.answer(match, PIG_ROLL, ordinal=1).json() == {"reason": "handed"}


def played(person: Person, bots: list[str], *, won: bool) -> str:
    """Play Pig against bots until the person has won, or has lost, and return that match."""
    seats = [{"kind": "me"}, *({"kind": "bot", "bot": bot} for bot in bots)]
    for _ in range(40):
        match: str = person.post("/matches", {"game": "pig", "seats": seats, "options": {"target": 10}}).json()["id"]
        with person.stream(match) as stream:
            frame: Data = stream.receive_json(timeout=10)
            while not frame["outcome"]:
                if frame["decision"]:
                    person.answer(match, pig_choice(frame), ordinal=frame["decision"]["ordinal"])
                frame = until(stream, lambda frame: frame["decision"] or frame["outcome"])
        if (frame["outcome"]["winners"] == [0]) == won:
            return match
    raise AssertionError("the same result forty times")


def test_who_wins_alone_is_offered_the_bots_above(place: Place) -> None:
    ling = place.person()
    match = played(ling, ["random", "random"], won=True)
    rows = place.hub.house.rooms[match].seats.rows[1:]
    for bots, offered in (
        (["random", "random"], "novice"),
        (["novice", "cadet"], None),
        (["general", "general"], None),
        (["careless:5", "careless:5"], None),
        (["cadet", "cadet"], "greedy"),
    ):
        for row, bot in zip(rows, bots, strict=True):
            row.bot = bot  # as if these had played
        assert ling.frame(match)["stronger"] == offered and place.person().frame(match)["stronger"] is None
    new = ling.act(match, "rematch", id="again", stronger=True).json()["id"]
    assert [row.bot for row in place.hub.house.rooms[new].seats.rows] == ["", "greedy", "greedy"]
    assert ling.frame(match)["stronger"] is None


def test_who_loses_is_offered_no_stronger_bots(place: Place) -> None:
    ling = place.person()
    match = played(ling, ["random"], won=False)
    assert ling.frame(match)["stronger"] is None
    again = ling.act(match, "rematch", id="again", stronger=True)
    assert (again.status_code, again.json()) == (409, {"reason": "closed"})
    assert ling.act(match, "rematch", id="as-before").status_code == 200


def test_who_wins_against_people_is_offered_no_stronger_bots(place: Place) -> None:
    ling, tomas, frame = finished(place)
    assert [person.frame(frame["match"])["stronger"] for person in (ling, tomas)] == [None, None]
