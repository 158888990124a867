"""Reaction windows and who sits where: seats handed over, taken again or left, two in one browser, a rematch."""

from __future__ import annotations

import re
from typing import Any

import pytest
from litestar.testing import TestClient

from engine.tiny import PICK
from server.conftest import Time, running
from server.people import NoBots, Person, Place, new_id
from server.test_seats import look, reseat, wait
from server.windows import open_moment, order, passes, records, room_of, table
from shapan.engine.actions import DONE
from shapan.server.app import create_app
from shapan.server.settings import Settings

pytestmark = pytest.mark.usefixtures("bells")


def seen(match: str, *viewers: Person) -> list[str]:
    """Return all that some people can ask for without acting: frame, replay, lobby; without the notes."""
    texts = [viewer.get(f"/api/matches/{match}/{what}").text for viewer in viewers for what in ("frame", "replay")]
    texts = [re.sub(r'"notes":\[\{"number".*?\}\],', '"notes":[],', text) for text in texts]
    return [*texts, *(re.sub(r'name="id" value="[^"]+"', "", viewer.get("/").text) for viewer in viewers)]


def test_what_is_refused_to_others_does_not_depend_on_the_answer(time: Time, place: Place) -> None:
    (ling, tomas, _), match = table(place, hints="on")
    asked: list[tuple[str, dict[str, Any]]] = [
        ("answers", {"codes": [DONE]}),
        ("picks", {"picked": []}),
        ("why", {"code": DONE}),
        ("hint", {}),
        ("undo", {}),
        ("orders", {"answer": "pass"}),
    ]
    said: dict[str, set[tuple[int, str]]] = {what: set() for what, _ in asked}
    for _ in range(2):
        for what, data in asked:
            for person in (ling, place.person()):
                for ordinal in (1, 2):
                    sent = data if what in ("undo", "orders") else {**data, "ordinal": ordinal}
                    refused = person.act(match, what, id=new_id(), seat=1, **sent)
                    said[what].add((refused.status_code, refused.json()["detail"]))
        if room_of(place, match).window.is_asked(1):
            passes(tomas, match)
    wanted = {(403, "this is not your seat"), (403, "you are not a player of this match")}
    assert said == {what: wanted for what, _ in asked}


def test_a_seat_that_changes_hands_in_a_window_tells_nothing_of_its_answer(time: Time, place: Place) -> None:
    (ling, tomas, mia), match = table(place)
    others = (ling, mia, place.person())
    before = seen(match, *others)
    order(tomas, match, kind="knock")
    passes(tomas, match)
    assert reseat(tomas, match, 1, "bot").status_code == 200
    look(place)
    handed = tomas.frame(match)
    assert (handed["window"]["own"], handed["orders"], handed["may_undo"]) == ("", None, False)
    assert tomas.act(match, "undo", id=new_id()).json() == order(tomas, match).json() == {"reason": "handed"}
    with_answer = seen(match, *others)
    reseat(tomas, match, 1, "me")
    assert seen(match, *others) == before
    assert tomas.frame(match)["window"]["own"] == "answered" and len(tomas.frame(match)["orders"]) == 1
    assert tomas.act(match, "undo", id=new_id()).status_code == 200
    reseat(tomas, match, 1, "bot")
    wait(place, lambda: room_of(place, match).window.is_sealed(1))
    assert seen(match, *others) == with_answer, "whether he had answered before cannot be seen"
    reseat(tomas, match, 1, "me")
    assert seen(match, *others) == before
    assert not tomas.frame(match)["may_undo"], "what the bot has answered stands"
    assert tomas.act(match, "undo", id=new_id()).status_code == 422
    for person in others[:2]:
        assert reseat(person, match, 1, "me").status_code == 403
    for viewer in others:
        assert [note["key"] for note in viewer.frame(match)["notes"]] == ["bot", "back"] * 2


def test_who_left_orders_nothing_any_more_and_his_answer_stands(time: Time, place: Place) -> None:
    (ling, tomas, mia), match = table(place)
    order(mia, match)
    passes(tomas, match)
    for person in (tomas, mia):
        assert person.act(match, "leave", id=new_id()).status_code == 200
        assert person.frame(match)["orders"] is None
        assert order(person, match).json() == person.act(match, "undo", id=new_id()).json() == {"reason": "closed"}
    wait(place, lambda: room_of(place, match).window.is_sealed(2))
    passes(ling, match)
    open_moment(time, place)
    left, answers = records(place, match)[:2], records(place, match)[2:5]
    assert left == [{"leave": 1, "bot": True}, {"leave": 2, "bot": True}]
    assert [record["by"] for record in answers] == ["player", "player", "bot"]


@pytest.mark.parametrize("sealed", [(), (1,), (0, 1)])
def test_without_bots_a_leaving_shows_no_held_answer(time: Time, settings: Settings, sealed: tuple[int, ...]) -> None:
    with TestClient(create_app(settings, NoBots()), base_url="http://testserver.local") as client:
        place = Place(client)
        people, match = table(place)
        for seat in sealed:
            passes(people[seat], match)
        people[2].act(match, "leave", id=new_id())
        for viewer in (people[2], place.person()):
            frame = viewer.frame(match)
            assert (frame["waiting"], frame["answered"], frame["window"]["own"]) == ([0, 1], [2], "")
        for seat in {0, 1} - set(sealed):
            passes(people[seat], match)
        open_moment(time, place)
        assert [record.get("seat") for record in records(place, match)] == [None, 0, 1]


def test_two_seats_in_one_browser(time: Time, place: Place) -> None:
    ling, tomas = place.person(), place.person()
    opened = ling.open("bells", "me", "hot", "open")
    match = opened["id"]
    tomas.form(opened["joins"][0]["url"], {})
    for person in (ling, tomas):
        person.ready(match)
    before = seen(match, tomas)
    order(ling, match, seat=1)
    first, second = (ling.frame(match, f"?seat={seat}") for seat in (0, 1))
    assert (first["orders"], first["window"]["own"], first["waiting"]) == ([], "", [0, 1, 2])
    assert (len(second["orders"]), second["window"]["own"], second["waiting"]) == (1, "order", [0, 2])
    ling.answer(match, DONE, seat=0)
    assert ling.frame(match, "?seat=0")["answered"] == [0]
    assert ling.frame(match, "?seat=1") == second
    assert ling.act(match, "undo", id=new_id(), seat=1).status_code == 422, "each takes back his own answer only"
    assert seen(match, tomas) == before


def test_orders_are_not_taken_to_the_rematch(time: Time, place: Place) -> None:
    (ling, tomas), match = table(place, 2, game="led")
    order(tomas, match)
    ling.answer(match, PICK.code(1))
    passes(ling, match)
    open_moment(time, place)
    assert ling.frame(match)["outcome"] is not None
    again = ling.act(match, "rematch", id=new_id()).json()["id"]
    place.begin(again)
    assert tomas.frame(again)["orders"] == []
    ling.answer(again, PICK.code(1))
    assert tomas.frame(again)["decision"] is not None


def test_an_answer_to_a_window_that_was_taken_back_stays_forgotten_after_a_restart(
    time: Time, settings: Settings
) -> None:
    with running(settings) as place:
        (ling, tomas), match = table(place, 2, game="led")
        ling.answer(match, PICK.code(1))
        passes(tomas, match)
        ling.act(match, "undo", id=new_id())
        ling.answer(match, PICK.code(2))
    with running(settings) as place:
        ling, tomas = place.person(ling.cookie), place.person(tomas.cookie)
        assert tomas.frame(match)["window"]["own"] == "" and tomas.frame(match)["decision"]["ordinal"] == 2
        passes(ling, match)
        open_moment(time, place)
        assert tomas.frame(match)["outcome"] is None, "he is waited for"


def test_nothing_of_others_can_be_had_before_the_end(time: Time, place: Place) -> None:
    (ling, tomas, _), match = table(place)
    passes(tomas, match)
    for person, allowed in ((ling, 0), (tomas, 1), (place.person(), 3)):
        for viewer in range(4):
            answer = person.get(f"/api/matches/{match}/replay?seat={viewer}")
            assert answer.status_code == (200 if viewer == allowed else 403)
        shown = person.get(f"/api/matches/{match}/replay").json()
        assert (shown["viewers"], shown["at"]) == ([allowed], [])
        for what in ("file", "review"):
            assert person.get(f"/api/matches/{match}/{what}").json() == {"reason": "on"}
