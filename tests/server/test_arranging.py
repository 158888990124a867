"""What the host changes in the waiting room: clock, visibility, chat, seats, names, links; and who was removed."""

from __future__ import annotations

from typing import Any

import pytest

from server.conftest import Time, running
from server.people import Data, Person, Place, new_id
from server.test_chat import heard
from server.test_listing import lists
from server.test_waiting_room import has_begun, waiting
from shapan.server.match.arrangement import TableSettings, renew_links
from shapan.server.match.arrangement import set_table as set_table_of
from shapan.server.match.lifecycle import MatchNotFound
from shapan.server.settings import Settings

PHRASES = TableSettings(chat="phrases")
A_DAY = 24 * 3600


def set_table(person: Person, match: str, **what: object) -> Data:
    answer = person.act(match, "table", id=new_id(), **what)
    return {"status": answer.status_code, **answer.json()}


def seats(person: Person, match: str, change: str, **rest: int) -> Data:
    answer = person.act(match, "seats", id=new_id(), change=change, **rest)
    return {"status": answer.status_code, **answer.json()}


def kinds(person: Person, match: str) -> list[str]:
    return [seat["kind"] for seat in person.frame(match)["seats"]]


def names(person: Person, match: str) -> list[str]:
    return [seat["name"] for seat in person.frame(match)["seats"]]


def test_the_host_changes_clock_visibility_and_chat(place: Place, settings: Settings) -> None:
    ling, tomas, opened = waiting(place)
    match = opened["id"]
    seating = ling.frame(match)["seating"]
    assert seating["listed"] is False and A_DAY in seating["paces"] and 0 in seating["paces"]
    assert seating["seats_range"] == [2, 6]
    assert set_table(tomas, match, pace=60)["status"] == 403
    for pace in (-1, 2, 10**9):
        assert set_table(ling, match, pace=pace)["field"] == "pace"
    assert lists(place) == ([], [])
    assert set_table(ling, match, pace=A_DAY, listed=True, chat="off")["status"] == 200
    frame = tomas.frame(match)
    assert frame["seating"]["pace"] == A_DAY and frame["seating"]["listed"] and frame["chat"] == "off"
    assert frame["seating"]["paces"] == [] and frame["seating"]["seats_range"] == []
    assert [table.pace for table in lists(place)[0]] == [A_DAY]
    refused = tomas.act(match, "chat", id=new_id(), text="hello")
    assert refused.status_code == 422
    with running(settings) as again:  # it is stored
        frame = again.person(ling.cookie).frame(match)
        assert frame["seating"]["pace"] == A_DAY and frame["chat"] == "off"


def test_another_clock_asks_the_others_again_whether_they_are_ready(place: Place) -> None:
    ling, tomas, opened = waiting(place, "me", "open")
    match = opened["id"]
    tomas.ready(match)
    assert set_table(ling, match, chat="phrases", listed=True)["status"] == 200
    assert ling.frame(match)["seating"]["ready"] == [1]
    assert set_table(ling, match, pace=60)["status"] == 200
    assert ling.frame(match)["seating"]["ready"] == []
    ling.ready(match)
    assert not has_begun(place, match)
    tomas.ready(match)
    assert has_begun(place, match)
    assert ling.frame(match)["clock"]["limit"] == 60
    assert set_table(ling, match, pace=0) == {"status": 409, "reason": "begun"}


def test_streams_go_on_when_the_table_is_changed(place: Place) -> None:
    ling, tomas, opened = waiting(place)
    with tomas.stream(opened["id"]) as stream:
        assert stream.receive_json(timeout=10)["seating"]["pace"] == 0
        set_table(ling, opened["id"], pace=120)
        assert stream.receive_json(timeout=10)["seating"]["pace"] == 120
        seats(ling, opened["id"], "add")
        assert len(stream.receive_json(timeout=10)["seats"]) == 4


def test_seats_come_and_go(place: Place) -> None:
    ling, tomas, opened = waiting(place)
    match = opened["id"]
    tomas.ready(match)
    assert seats(tomas, match, "add")["status"] == 403
    assert seats(ling, match, "add")["status"] == 200
    frame = ling.frame(match)
    assert [seat["kind"] for seat in frame["seats"]] == ["you", "player", "open", "open"]
    assert [row["seat"] for row in frame["seating"]["invitations"]] == [2, 3]
    assert frame["seating"]["ready"] == []
    for count in (5, 6):
        assert seats(ling, match, "add")["status"] == 200 and len(kinds(ling, match)) == count
    assert seats(ling, match, "add")["field"] == "seats"  # Planet Masters has six at most
    assert seats(ling, match, "drop", seat=1)["status"] == 403
    assert seats(ling, match, "drop", seat=9)["field"] == "seat"
    for _ in range(4):
        assert seats(ling, match, "drop", seat=2)["status"] == 200
    assert seats(ling, match, "drop", seat=1)["status"] == 403
    assert kinds(tomas, match) == ["player", "you"]
    for person in (ling, tomas):
        person.ready(match)
    assert has_begun(place, match) and len(ling.frame(match)["seats"]) == 2


def test_a_seat_that_was_added_is_taken_by_its_link(place: Place) -> None:
    ling, tomas, opened = waiting(place)
    match = opened["id"]
    seats(ling, match, "add")
    link = ling.frame(match)["seating"]["invitations"][-1]["url"]
    devi = place.person()
    assert devi.form(link, {"name": "Devi"}).status_code == 303
    assert kinds(devi, match) == ["player", "player", "open", "you"]
    seats(ling, match, "drop", seat=2)  # those behind it move up, with their people
    assert kinds(devi, match) == ["player", "player", "you"] and names(devi, match) == ["", "Tomas", "Devi"]
    assert kinds(tomas, match) == ["player", "you", "player"]


def test_two_change_places(place: Place) -> None:
    ling, tomas, opened = waiting(place)
    match = opened["id"]
    assert seats(ling, match, "swap", seat=0, other=2)["status"] == 200
    assert kinds(ling, match) == ["open", "player", "you"]
    frame = ling.frame(match)
    assert frame["viewer"] == 2 and frame["seating"]["host"] and frame["seating"]["host_seat"] == 2
    devi = place.person()
    assert devi.form(frame["seating"]["invitations"][0]["url"], {"name": "Devi"}).status_code == 303
    assert names(tomas, match) == ["Devi", "Tomas", ""]


def test_seats_are_renamed(place: Place) -> None:
    ling, tomas, opened = waiting(place, "me", "open", "bot:random")

    def rename(person: Person, seat: int, name: str) -> int:
        answer = person.act(opened["id"], "name", id=new_id(), seat=seat, name=name)
        assert isinstance(answer.status_code, int)
        return answer.status_code

    assert rename(tomas, 1, "Devi") == 200 and rename(ling, 0, "Devi") == 200
    assert names(ling, opened["id"])[:2] == ["Devi 2", "Devi"]
    assert rename(ling, 2, "Robot") == 200 and names(ling, opened["id"])[2] == "Robot"
    assert rename(tomas, 2, "No") == 403 and rename(ling, 1, "No") == 403
    assert rename(tomas, 1, "\u200b") == 422
    assert rename(tomas, 1, "") == 200 and names(ling, opened["id"])[1] == ""


def test_who_is_muted_keeps_the_name(place: Place) -> None:
    ling, tomas, opened = waiting(place)
    for deed, status in (("mute", 403), ("unmute", 200)):
        assert ling.act(opened["id"], "people", id=new_id(), seat=1, deed=deed).status_code == 200
        answer = tomas.act(opened["id"], "name", id=new_id(), seat=1, name=f"after {deed}")
        assert answer.status_code == status
    assert names(ling, opened["id"])[1] == "after unmute"


def test_who_is_muted_stays_so_when_he_goes_and_sits_down_again(place: Place) -> None:
    ling, tomas, opened = waiting(place)
    match = opened["id"]

    def again(name: str) -> bool:
        assert tomas.act(match, "leave", id=new_id()).status_code == 200
        free = [seat["kind"] for seat in ling.frame(match)["seats"]].index("open")
        url = next(one["url"] for one in ling.frame(match)["seating"]["invitations"] if one["seat"] == free)
        assert tomas.form(url, {"name": name}).status_code == 303
        seat = ling.frame(match)["seats"][free]
        assert (seat["name"] == name) != seat["muted"], "a name could say what he may not"
        written = tomas.act(match, "chat", id=new_id(), text="hm").status_code
        assert (written == 422) == seat["muted"]
        return bool(seat["muted"])

    def deal(deed: str) -> None:
        seat = next(n for n, one in enumerate(ling.frame(match)["seats"]) if n and one["kind"] == "player")
        assert ling.act(match, "people", id=new_id(), seat=seat, deed=deed).status_code == 200

    deal("mute")
    assert again("Tom") and again("Tomas"), "each time"
    deal("unmute")
    assert not again("Toma"), "until he may write again"
    deal("mute")
    assert again("Tomi")


def test_what_was_said_goes_with_the_seats(place: Place, settings: Settings) -> None:
    ling, tomas, opened = waiting(place)
    match = opened["id"]

    def said(person: Person) -> list[tuple[str, int]]:
        return [(row["text"], row["seat"]) for row in person.get(f"/api/matches/{match}/chat").json()["chat"]]

    devi = place.person()
    assert devi.form(opened["joins"][1]["url"], {"name": "Devi"}).status_code == 303
    for person, text in ((ling, "from ling"), (tomas, "from tomas"), (devi, "from devi")):
        assert person.act(match, "chat", id=new_id(), text=text).status_code == 200
    with ling.stream(match) as stream:
        assert [row["seat"] for row in heard(stream)] == [0, 1, 2]
        assert seats(ling, match, "swap", seat=0, other=2)["status"] == 200
        assert [row["seat"] for row in heard(stream)] == [2, 1, 0], "it is sent again with the new seats"
    assert said(devi) == [("from ling", 2), ("from tomas", 1), ("from devi", 0)]
    assert tomas.act(match, "leave", id=new_id()).status_code == 200
    assert seats(ling, match, "drop", seat=1)["status"] == 200
    now = [("from ling", 1), ("from tomas", -1), ("from devi", 0)]
    assert said(ling) == now
    with running(settings) as again:  # it is stored
        assert said(again.person(ling.cookie)) == now


def test_notes_go_with_the_seats_that_they_are_about(place: Place) -> None:
    ling, tomas, opened = waiting(place)
    match = opened["id"]

    def notes() -> list[tuple[str, int, int]]:
        return [(note["key"], note["seat"], note["by"]) for note in tomas.frame(match)["notes"]]

    def mute(deed: str) -> int:
        seat = next(one["seat"] for one in ling.frame(match)["seats"] if one["kind"] == "player")
        return int(ling.act(match, "people", id=new_id(), seat=seat, deed=deed).status_code)

    assert mute("mute") == 200 and notes() == [("muted", 1, 0)]
    assert seats(ling, match, "add")["status"] == 200
    assert mute("unmute") == 200 and notes() == [("muted", 1, 0), ("unmuted", 1, 0)]
    assert seats(ling, match, "swap", seat=1, other=3)["status"] == 200
    assert notes() == [("muted", 3, 0), ("unmuted", 3, 0)]
    for _ in range(2):
        assert seats(ling, match, "drop", seat=1)["status"] == 200
    assert mute("mute") == 200 and notes() == [("muted", 1, 0), ("unmuted", 1, 0), ("muted", 1, 0)]
    assert set_table(ling, match, chat="phrases")["status"] == 200 and len(notes()) == 3
    devi = place.person()
    seats(ling, match, "add")
    assert devi.form(ling.frame(match)["seating"]["invitation"], {"name": "Devi"}).status_code == 303
    assert ling.act(match, "people", id=new_id(), seat=2, deed="remove").status_code == 200
    assert notes()[-1] == ("removed", 2, 0)
    assert seats(ling, match, "drop", seat=2)["status"] == 200
    assert len(notes()) == 3, "the seat that was told of is gone"


def test_a_repeat_changes_nothing(place: Place) -> None:
    ling, _, opened = waiting(place)
    for _ in range(2):
        answer = ling.act(opened["id"], "seats", id="once", change="add")
        assert answer.status_code == 200
    assert len(kinds(ling, opened["id"])) == 4
    for _ in range(2):
        answer = ling.act(opened["id"], "seats", id="gone", change="drop", seat=3)
        assert answer.status_code == 200, "also when the seat is gone by it"
    assert len(kinds(ling, opened["id"])) == 3


def test_renewed_links_are_dead_with_a_clear_page(place: Place) -> None:
    ling, tomas, opened = waiting(place)
    match = opened["id"]
    before = ling.frame(match)["seating"]
    assert tomas.act(match, "links", id=new_id()).status_code == 403
    assert place.person().act(match, "links", id=new_id()).status_code == 403
    assert ling.act(match, "links", id=new_id()).status_code == 200
    after = ling.frame(match)["seating"]
    assert before["invitation"] != after["invitation"]
    devi = place.person()
    for old in (before["invitation"], before["invitations"][0]["url"]):
        for answer in (devi.get(old), devi.form(old, {"name": "Devi"})):
            assert answer.status_code in (404, 410) and "renew" in answer.text
        assert devi.post(f"/api{old}", {"name": "Devi"}).status_code == 404
    assert devi.get(before["invitation"]).status_code == 410
    assert devi.form(after["invitation"], {"name": "Devi"}).status_code == 303
    assert kinds(devi, match)[2] == "you"


def test_who_was_removed_is_told_and_his_links_are_dead(place: Place) -> None:
    ling, tomas, opened = waiting(place)
    match = opened["id"]
    seating = ling.frame(match)["seating"]
    with tomas.stream(match) as stream:
        assert not stream.receive_json(timeout=10)["removed"]
        answer = ling.act(match, "people", id=new_id(), seat=1, deed="remove")
        assert answer.json() == {"done": True}
        while not (frame := stream.receive_json(timeout=10))["removed"]:
            pass
        assert frame["spectator"]
    assert tomas.frame(match)["removed"] and not ling.frame(match)["removed"]
    assert not place.person().frame(match)["removed"]
    again = place.person()  # the same person, in another browser
    for old in (opened["joins"][0]["url"], opened["joins"][1]["url"], seating["invitation"]):
        assert again.form(old, {"name": "Tomas"}).status_code in (404, 410)
    new = ling.frame(match)["seating"]["invitation"]
    assert tomas.get(new).status_code == 403 and tomas.get(seating["invitation"]).status_code == 403
    assert place.person().form(new, {"name": "Devi"}).status_code == 303


def test_somebody_who_takes_a_seat_meanwhile_is_kept(place: Place, monkeypatch: pytest.MonkeyPatch) -> None:
    ling, _, opened = waiting(place)
    match = opened["id"]
    portal = place.client.blocking_portal

    secret = place.hub.house.rooms[match].row.secret

    async def elsewhere() -> None:
        """Another process gives the seat away; this one does not know of it yet."""
        await place.hub.store.take_seat(match, 2, "f" * 64, lambda rows: "Devi", secret)

    portal.call(elsewhere)
    assert seats(ling, match, "add")["status"] == 200
    assert names(ling, match) == ["", "Tomas", "Devi", ""]


@pytest.mark.parametrize("change", ["links", "chat"])
def test_the_table_changes_while_somebody_sits_down(place: Place, monkeypatch: pytest.MonkeyPatch, change: str) -> None:
    ling, _, opened = waiting(place)
    match, hub = opened["id"], place.hub
    token = ling.frame(match)["seating"]["invitation"].rpartition("/")[2]
    invited, take_seat = hub.invited, hub.store.take_seat

    async def arranged() -> None:
        room = await hub.room(match)
        host = room.row.owner
        await (
            renew_links(room, host, "meanwhile")
            if change == "links"
            else set_table_of(room, host, PHRASES, "meanwhile")
        )
        await hub.room(match)  # its people are shown the new one at once

    async def renewed_behind(*asked: Any) -> tuple[str, int] | None:
        found = await invited(*asked)
        await arranged()
        return found

    async def changed_before(*given: Any, **rest: Any) -> None:
        await arranged()
        await take_seat(*given, **rest)

    if change == "links":
        monkeypatch.setattr(hub, "invited", renewed_behind)
        with pytest.raises(MatchNotFound):
            place.client.blocking_portal.call(hub.sit, token, "f" * 64, "Devi")
        assert kinds(ling, match)[2] == "open"
    else:
        monkeypatch.setattr(hub.store, "take_seat", changed_before)
        place.client.blocking_portal.call(hub.sit, token, "f" * 64, "Devi")
        assert names(ling, match)[2] == "Devi"


def test_a_table_that_was_changed_begins_by_itself(time: Time, settings: Settings) -> None:
    settings.countdown = 3
    with running(settings) as place:
        ling, tomas, opened = waiting(place, "me", "open")
        ling.ready(opened["id"])
        set_table(ling, opened["id"], pace=30)
        tomas.ready(opened["id"])
        assert ling.frame(opened["id"])["seating"]["starts"] == 3000


@pytest.mark.parametrize("way", ["add", "open"])
def test_hints_of_a_table_for_one_are_off_once_another_can_sit_down(place: Place, way: str) -> None:
    ling = place.person()
    match = ling.open("planet_masters", "me", "bot:greedy", "bot:greedy", "open")["id"]
    assert ling.act(match, "seat", id=new_id(), seat=3, to="bot").status_code == 200
    assert set_table(ling, match, hints=True)["status"] == 200 and ling.frame(match)["hints"]

    def another(seat: int) -> None:
        if way == "add":
            assert seats(ling, match, "add")["status"] == 200
        else:
            assert ling.act(match, "seat", id=new_id(), seat=seat, to="open").status_code == 200

    another(1)
    assert not ling.frame(match)["hints"], "he was to play against bots alone"
    assert set_table(ling, match, hints=True)["status"] == 200
    another(2)
    assert ling.frame(match)["hints"], "its host has said so for several"
    tomas = place.person()
    assert set_table(tomas, match, hints=False)["status"] == 403
