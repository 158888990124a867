"""Memos: what the person of a seat writes for themselves is kept for them, and told to no one else."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest
from sqlalchemy import func, select

from server.conftest import running
from server.people import Data, Person, Place, new_id, two_people
from server.test_accounts import sign_up
from server.test_seat_link import link_of
from shapan.server.settings import Settings
from shapan.server.store.schema import MEMOS

SECRET = "Tomas bluffs with the blue general\n他在说谎"


def memo(person: Person, match: str, seat: int) -> Data:
    answer = person.get(f"/api/matches/{match}/memo?seat={seat}")
    assert answer.status_code == 200, answer.text
    found: Data = answer.json()
    return found


def write(person: Person, match: str, text: str, version: int = 0, seat: int = 0) -> Any:
    return person.post(f"/api/matches/{match}/memo", {"text": text, "version": version, "seat": seat})


PARTS = ("frame", "chat", "dossiers", "replay", "since", "fair", "memo")
PAGES = ("/match/{}", "/match/{}/waiting", "/replay/{}", "/", "/tables")


def all_of(person: Person, match: str) -> list[str]:
    """Return all that the API tells a person of a match."""
    return [person.get(f"/api/matches/{match}/{part}").text for part in PARTS]


def test_it_is_kept_for_seat_and_person_and_read_on_any_device(settings: Settings) -> None:
    with running(settings) as place:
        ling, tomas, match = two_people(place)
        assert memo(ling, match, 0) == {"text": "", "version": 0}
        assert write(ling, match, SECRET).json() == {"text": SECRET, "version": 1}
        assert write(ling, match, f"{SECRET}!", 1).json()["version"] == 2
        assert memo(tomas, match, 1)["text"] == ""
        cookie = ling.cookie
    with running(settings) as place:  # the process was lost, and this is another browser of theirs
        assert memo(place.person(cookie), match, 0) == {"text": f"{SECRET}!", "version": 2}


def test_who_writes_upon_an_older_one_is_told_and_a_repeat_is_not(place: Place) -> None:
    ling, _, match = two_people(place)
    write(ling, match, "first")
    assert write(ling, match, "first").json() == {"text": "first", "version": 1}, "its answer was lost on the way"
    late = write(ling, match, "from the telephone")
    assert late.status_code == 409 and late.json() == {"reason": "changed"}
    assert memo(ling, match, 0)["text"] == "first"
    assert write(ling, match, "", 1).json() == {"text": "", "version": 2}


@pytest.mark.parametrize(
    ("text", "fits"), [("x" * 4000, True), ("x" * 4001, False), ("a\tb\nc", True), ("a\x00b", False)]
)
def test_it_is_plain_text_of_a_bounded_length(place: Place, text: str, *, fits: bool) -> None:
    ling, _, match = two_people(place)
    answer = write(ling, match, text)
    assert (answer.status_code == 200) is fits
    assert fits or text not in answer.text
    assert memo(ling, match, 0)["text"] == (text if fits else "")


def test_no_one_else_reads_it_nor_learns_that_there_is_one(place: Place) -> None:
    """Twins: what others and spectators are shown is the same to the byte whether something is written or not."""
    ling, tomas, match = two_people(place)
    stranger = place.person()
    stranger.get("/")
    with tomas.stream(match) as stream:
        stream.receive_json(timeout=10)
        before = [all_of(person, match) for person in (tomas, stranger)]
        assert write(ling, match, SECRET).status_code == 200
        assert [all_of(person, match) for person in (tomas, stranger)] == before
        assert ling.post(f"/api/matches/{match}/chat", {"id": new_id(), "text": "hello", "seat": 0}).status_code == 200
        sent = [stream.receive_json(timeout=10)]
        while sent[-1]["type"] != "chat":
            sent.append(stream.receive_json(timeout=10))
    assert "blue general" not in str(sent)
    for person, seat in ((tomas, 0), (stranger, 0), (stranger, 1)):
        assert person.get(f"/api/matches/{match}/memo?seat={seat}").status_code == 403
        assert write(person, match, "mine", 1, seat).status_code == 403
    assert memo(ling, match, 0)["text"] == SECRET
    shown = [person.get(page.format(match)).text for page in PAGES for person in (ling, tomas, stranger)]
    assert "blue general" not in "".join([*shown, *all_of(ling, match)[:-1]]), "nor in a frame of their own"


def test_it_stays_readable_when_the_match_is_over(place: Place) -> None:
    ling, tomas, match = two_people(place)
    write(ling, match, SECRET)
    assert tomas.act(match, "leave", id=new_id(), seat=1).status_code == 200
    if not ling.frame(match)["outcome"]:
        assert ling.act(match, "claim", id=new_id(), seat=0).status_code == 200
    assert ling.frame(match)["outcome"]
    assert memo(ling, match, 0)["text"] == SECRET
    assert write(ling, match, "afterwards", 1).status_code == 200
    for path in (f"/api/matches/{match}/file", f"/api/matches/{match}/replay"):
        assert "afterwards" not in tomas.get(path).text and "afterwards" not in ling.get(path).text


def test_it_goes_with_the_seat_to_another_device_of_its_person(place: Place) -> None:
    ling, _, match = two_people(place)
    write(ling, match, SECRET)
    phone = place.person()
    assert phone.form(link_of(ling, match), {}).status_code == 303
    assert memo(phone, match, 0)["text"] == SECRET
    assert ling.get(f"/api/matches/{match}/memo?seat=0").status_code == 403


def test_it_stays_with_who_wrote_it_where_a_seat_goes_to_anyone_else(place: Place) -> None:
    """Only the link of the person, and the log-in of who was a guest, prove who sits down: no other way may move it."""
    ling, tomas, match = two_people(place)
    write(ling, match, SECRET)
    other = place.person()
    assert other.form(link_of(tomas, match), {}).status_code == 303
    room = place.hub.house.rooms[match]
    session = room.seats[1].session

    async def take() -> None:
        await room.reseat(0, "taken", lambda: msgspec.structs.replace(room.seats[0], session=session))

    place.client.blocking_portal.call(take)
    assert memo(other, match, 0) == {"text": "", "version": 0}
    assert write(other, match, "mine").json()["version"] == 1
    assert ling.get(f"/api/matches/{match}/memo?seat=0").status_code == 403


def test_people_at_one_screen_have_one_each(place: Place) -> None:
    ling = place.person()
    match = ling.open("pig", "me", "hot")["id"]
    write(ling, match, "of the first", seat=0)
    write(ling, match, "of the second", seat=1)
    assert [memo(ling, match, seat)["text"] for seat in (0, 1)] == ["of the first", "of the second"]


def rows(place: Place) -> int:
    async def count() -> int:
        async with place.hub.store.reading() as connection:
            return await connection.scalar(select(func.count()).select_from(MEMOS)) or 0

    found: int = place.client.blocking_portal.call(count)
    return found


def test_before_the_match_begins_there_is_none(place: Place) -> None:
    ling = place.person()
    match = ling.open("pig", "me", "open")["id"]
    assert write(ling, match, SECRET).json() == {"reason": "waiting"}
    assert rows(place) == 0


class TestAccounts:
    """With accounts: what is written is in the export, and goes with the account."""

    @pytest.fixture
    def settings(self, settings: Settings) -> Settings:
        settings.accounts = "on"
        return settings

    def test_it_is_in_the_export_of_its_person_alone(self, place: Place) -> None:
        ling, tomas, match = two_people(place)
        write(ling, match, SECRET)
        sign_up(ling)
        sign_up(tomas, "Tomas")
        (told,) = ling.get("/account/export").json()["memos"]
        assert (told["match"], told["seat"], told["text"]) == (match, 0, SECRET)
        assert tomas.get("/account/export").json()["memos"] == []

    def test_it_goes_with_the_account(self, place: Place) -> None:
        ling, _, match = two_people(place)
        write(ling, match, SECRET)
        sign_up(ling)
        person = ling.get("/account/export").json()["memos"]
        assert person and rows(place) == 1
        place.client.blocking_portal.call(gone, place, ling)
        assert rows(place) == 0


async def gone(place: Place, ling: Person) -> None:
    from shapan.server.store.person import forget
    from shapan.server.store.schema import ACCOUNTS

    async with place.hub.store.reading() as connection:
        person = await connection.scalar(select(ACCOUNTS.c.id).where(ACCOUNTS.c.name == "Ling"))
    await place.hub.store.writer.do(lambda writing: forget(writing, str(person), "gone-1"))
