"""Mentions: who is named in a message, whatever they are called then, and who of them is told of it when."""

from __future__ import annotations

from typing import Any

import pytest

from server.conftest import running
from server.notices import Notices, hook, told
from server.people import Person, Place, new_id
from server.receiver import Receiver
from server.test_friends import members
from server.test_friends import say as tie
from shapan.server.settings import Settings

HERE = "\ufffc"
SLOW = 24 * 3600
HOUR = 3600


@pytest.fixture
def settings(settings: Settings) -> Settings:
    settings.accounts = "on"
    settings.password_memory = 8
    return settings


def table(place: Place, *people: Person, pace: int = SLOW, begun: bool = True) -> str:
    """Return a table of some people, where their turns are told to nobody: they say that they are ready later."""
    first, *others = people
    seats = [{"kind": "me"}, *({"kind": "open"} for _ in others)]
    opened = first.post("/matches", {"game": "pig", "seats": seats, "pace": pace}).json()
    for one, join in zip(others, opened["joins"], strict=True):
        assert one.form(join["url"], {"name": ""}).status_code == 303
    for one in people if begun else ():
        one.ready(opened["id"])
    return str(opened["id"])


def write(person: Person, match: str, *seats: int, text: str = "", **rest: Any) -> Any:
    said = text or f"look here {HERE * len(seats)}"
    return person.act(match, "chat", id=new_id(), text=said, mentions=list(seats), **rest)


def mentions(person: Person, match: str) -> list[Any]:
    return [row["mentions"] for row in person.get(f"/api/matches/{match}/chat").json()["chat"]]


def sent(receiver: Receiver) -> list[Any]:
    """Return the notices of messages that were received since, without what says whose turn it is."""
    return [found for found in (message.told for message in told(receiver)) if found["kind"] == "mention"]


def test_who_is_named_stands_in_the_message_as_a_person(place: Place) -> None:
    ling, tomas = members(place, "Ling", "Tomas")
    match = table(place, ling, tomas)
    answer = write(ling, match, 1, text=f"well, {HERE}?")
    assert answer.status_code == 200
    assert answer.json()["text"] == f"well, {HERE}?" and answer.json()["mentions"] == [{"seat": 1, "name": "Tomas"}]
    with tomas.stream(match) as stream:
        while (news := stream.receive_json(timeout=10))["type"] != "chat":
            pass
    assert news["chat"] == [answer.json()], "no one is told more of it"
    assert ling.get(f"/api/matches/{match}/chat").json() == {"chat": [answer.json()]}


@pytest.mark.parametrize(
    ("text", "seats", "field"),
    [
        (f"{HERE}", [0], "mentions"),
        (f"{HERE}", [2], "mentions"),
        (f"{HERE}", [3], "mentions"),
        (f"{HERE}", [-1], "mentions"),
        (f"{HERE}", [9], "mentions"),
        ("hello", [1], "mentions"),
        (f"{HERE}{HERE}", [1], "mentions"),
        (HERE * 4, [1, 1, 1, 1], "mentions"),
    ],
)
def test_only_others_who_sit_there_are_named_and_few_of_them(
    place: Place, text: str, seats: list[int], field: str
) -> None:
    ling, tomas = members(place, "Ling", "Tomas")
    opened = ling.post(
        "/matches",
        {
            "game": "pig",
            "seats": [{"kind": "me"}, {"kind": "open"}, {"kind": "bot", "bot": "random"}, {"kind": "open"}],
        },
    ).json()
    tomas.form(opened["joins"][0]["url"], {"name": ""})
    answer = write(ling, opened["id"], *seats, text=text)
    assert answer.status_code == 422 and answer.json()["field"] == field
    assert write(place.person(), opened["id"], 0).status_code == 403, "who only watches writes nothing"
    phrase = {"id": new_id(), "phrase": "ui.say.thanks", "mentions": [1]}
    assert ling.act(opened["id"], "chat", **phrase).status_code == 422
    assert mentions(ling, opened["id"]) == []


def test_a_mention_goes_with_its_person(settings: Settings) -> None:
    with running(settings) as place:
        ling, tomas, vera = *members(place, "Ling", "Tomas"), place.person()
        match = table(place, ling, tomas, vera, begun=False)
        write(ling, match, 1, 2)
        assert mentions(ling, match)[0][1]["name"] == ""
        assert vera.act(match, "name", id=new_id(), seat=2, name="Vera").status_code == 200
        assert mentions(ling, match) == [[{"seat": 1, "name": "Tomas"}, {"seat": 2, "name": "Vera"}]]
        ling.act(match, "seats", id=new_id(), change="swap", seat=1, other=2)
        assert mentions(ling, match) == [[{"seat": 2, "name": "Tomas"}, {"seat": 1, "name": "Vera"}]]
        vera.act(match, "leave", id=new_id())
        assert mentions(ling, match) == [[{"seat": 2, "name": "Tomas"}, {"seat": -1, "name": ""}]]
        new = place.person()
        new.form(ling.frame(match)["seating"]["invitation"], {"name": "Vera"})
        assert mentions(ling, match) == [[{"seat": 2, "name": "Tomas"}, {"seat": -1, "name": ""}]], "another Vera"
        link = tomas.act(match, "back", seat=2).json()["url"]
        other = place.person()
        assert other.form(link, {}).status_code == 303
        assert mentions(ling, match)[0][0] == {"seat": 2, "name": "Tomas"}
    with running(settings) as place:
        assert mentions(place.person(ling.cookie), match)[0][0] == {"seat": 2, "name": "Tomas"}


def test_who_is_named_and_not_there_is_told_once_of_all_that_comes_in_a_while(
    notices: Notices, receiver: Receiver
) -> None:
    ling, tomas = members(notices.place, "Ling", "Tomas")
    match = table(notices.place, ling, tomas)
    hook(tomas, receiver)
    hook(ling, receiver)
    write(ling, match, 1)
    notices.wait(60)
    write(ling, match, 1, text=f"a secret word for {HERE}")
    assert sent(receiver) == []
    notices.wait(70)
    (found,) = sent(receiver)
    assert found.pop("id")
    assert found == {
        "kind": "mention",
        "match": match,
        "game": "pig",
        "title": "Pig",
        "text": "Ling wrote to you in the chat",
        "table": ["Ling"],
        "asked": [],
        "url": f"http://testserver.local/match/{match}?chat",
    }
    page = tomas.get("/notices").text
    assert "Ling wrote to you in the chat" in page and "a secret word" not in page
    assert "wrote to you" not in ling.get("/notices").text
    for _ in range(3):
        write(ling, match, 1)
        notices.wait(HOUR // 4)
    assert sent(receiver) == [], "a quiet hour"
    notices.wait(HOUR)
    write(ling, match, 1)
    notices.wait(130)
    assert len(sent(receiver)) == 1


def test_who_wrote_is_named_by_their_own_name_once_another_has_the_seat(notices: Notices, receiver: Receiver) -> None:
    place = notices.place
    ling, tomas, vera, mia = members(place, "Ling", "Tomas", "Vera", "Mia")
    match = table(place, ling, tomas, vera)
    link = ling.frame(match)["reserves"]["link"].partition("link=")[2]
    assert mia.act(match, "reserve", id=new_id(), step="join", link=link).status_code == 200
    hook(ling, receiver)
    hook(vera, receiver)
    write(tomas, match, 0)
    notices.wait(130)
    write(tomas, match, 2)
    assert tomas.act(match, "offer", id=new_id(), offered=True).status_code == 200
    assert mia.act(match, "reserve", id=new_id(), step="accept").status_code == 200
    notices.wait(130)
    assert [found["text"] for found in sent(receiver)] == ["Tomas wrote to you in the chat"] * 2
    for person in (ling, vera):
        page = person.get("/notices").text
        assert "Tomas wrote to you" in page and "Mia wrote to you" not in page


def test_who_looks_at_the_table_is_told_nothing(notices: Notices, receiver: Receiver) -> None:
    ling, tomas = members(notices.place, "Ling", "Tomas")
    match = table(notices.place, ling, tomas)
    hook(tomas, receiver)
    with tomas.stream(match) as stream:
        stream.receive_json(timeout=10)
        write(ling, match, 1)
    notices.wait(200)
    assert sent(receiver) == [], "they were there"
    write(ling, match, 1)
    with tomas.stream(match) as stream:
        stream.receive_json(timeout=10)
    notices.wait(200)
    assert sent(receiver) == [], "they have looked since"
    write(ling, match, 1)
    notices.wait(200)
    assert len(sent(receiver)) == 1 and "wrote to you" in tomas.get("/notices").text
    with tomas.stream(match) as stream:
        stream.receive_json(timeout=10)
    assert "wrote to you" not in tomas.get("/notices").text


def test_nobody_is_told_what_someone_writes_whom_they_have_blocked_or_muted(
    notices: Notices, receiver: Receiver
) -> None:
    ling, tomas, vera = members(notices.place, "Ling", "Tomas", "Vera")
    match = table(notices.place, ling, tomas, vera)
    for person in (tomas, vera):
        hook(person, receiver)
    tie(tomas, "block", "Ling")
    assert vera.act(match, "hearing", seat=0, heard=False).status_code == 200
    first = write(ling, match, 1, 2)
    assert first.json()["mentions"] == [{"seat": 1, "name": "Tomas"}, {"seat": 2, "name": "Vera"}]
    notices.wait(200)
    assert sent(receiver) == []
    vera.act(match, "hearing", seat=0, heard=True)
    tie(tomas, "unblock", "Ling")
    write(ling, match, 1, 2)
    tie(tomas, "block", "Ling")
    notices.wait(200)
    assert len(sent(receiver)) == 1, "who blocks them before they are told is not told either"
    assert "muted" not in ling.get(f"/api/matches/{match}/frame").text.replace('"muted":false', "")
    assert ling.act(match, "hearing", seat=7, heard=False).status_code == 422
    assert notices.place.person().act(match, "hearing", seat=0, heard=False).status_code == 403


def test_a_muted_writer_reaches_nobody(notices: Notices, receiver: Receiver) -> None:
    ling, tomas = members(notices.place, "Ling", "Tomas")
    match = table(notices.place, ling, tomas)
    hook(ling, receiver)
    assert ling.act(match, "people", id=new_id(), seat=1, deed="mute").status_code == 200
    assert write(tomas, match, 0).status_code == 422
    notices.wait(200)
    assert sent(receiver) == []


def test_where_one_is_told_is_ones_own_choice(notices: Notices, receiver: Receiver) -> None:
    ling, tomas, guest = *members(notices.place, "Ling", "Tomas"), notices.place.person()
    slow, quick = (table(notices.place, ling, tomas, guest, pace=pace) for pace in (SLOW, 60))
    for person, path in ((tomas, "/tomas"), (guest, "/guest")):
        hook(person, receiver, path)

    def reached() -> list[tuple[str, str]]:
        for match in (slow, quick):
            write(ling, match, 1, 2)
        notices.wait(130)
        notices.wait(2 * HOUR)
        found = [(message.path, message.told) for message in told(receiver)]
        return sorted((path, note["match"]) for path, note in found if note["kind"] == "mention")

    assert reached() == [("/tomas", slow)], "members at slow tables, guests nowhere"
    for person in (tomas, guest):
        assert person.form("/notices/mentions", {"where": "all"}).status_code == 303
    both = sorted((slow, quick))
    assert reached() == [*(("/guest", one) for one in both), *(("/tomas", one) for one in both)]
    tomas.form("/notices/mentions", {"where": "off"})
    guest.form("/notices/mentions", {"where": "anywhere"})
    assert reached() == [("/guest", one) for one in both]
    assert 'value="off" checked' in tomas.get("/notices").text


def test_who_has_gone_is_told_nothing_and_cannot_be_named(notices: Notices, receiver: Receiver) -> None:
    ling, tomas, vera = members(notices.place, "Ling", "Tomas", "Vera")
    match = table(notices.place, ling, tomas, vera)
    hook(tomas, receiver)
    write(ling, match, 1)
    tomas.act(match, "leave", id=new_id())
    notices.wait(200)
    assert sent(receiver) == []
    assert write(ling, match, 1).status_code == 422


def test_a_deleted_member_is_named_nowhere(notices: Notices) -> None:
    place = notices.place
    ling, tomas = members(place, "Ling", "Tomas")
    match = table(place, ling, tomas)
    write(ling, match, 1)
    told_before = tomas.get("/account").text
    assert "Tomas" in told_before

    async def forget() -> None:
        room = await place.hub.room(match)
        person = room.seats[1].session or ""
        await place.hub.store.accounts.forget(person)
        place.hub.forget_people({person: "gone"})

    notices.call(forget)
    assert "Tomas" not in ling.get(f"/api/matches/{match}/chat").text
