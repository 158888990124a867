"""Reserves: who may wait for a seat, who is asked for it, what goes with it and what does not."""

from __future__ import annotations

import asyncio
from functools import partial
from typing import Any

import pytest
from sqlalchemy import insert, select, update

from server.conftest import Time, running
from server.notices import Notices, hook
from server.notices import told as sent
from server.people import PIG_HOLD, PIG_ROLL, Data, Person, Place, new_id
from server.receiver import Receiver
from server.test_accounts import log_in, sign_up
from server.test_clubs import founded
from server.test_friends import members, say
from server.test_memos import memo, write
from server.test_profile import page
from server.test_ratings import rated
from server.test_seat_link import link_of
from server.test_seats import look, reseat
from shapan.engine.game import Outcome
from shapan.server.match.attendance import offer as offer_seat
from shapan.server.match.reserve import MAX_RESERVES
from shapan.server.people.rating import rate
from shapan.server.settings import LimitSettings, Settings
from shapan.server.store.moderation import SUSPEND
from shapan.server.store.people import now
from shapan.server.store.rating import MU, SIGMA
from shapan.server.store.schema import FORMER_PLAYERS, ORDERS, PLANS, RESERVES, SANCTIONS

DAY = 86_400


def table(place: Place, *names: str, seats: int = 3, **rest: Any) -> tuple[list[Person], str]:
    """Return people at a table of Pig by days that has begun, listed unless said otherwise."""
    people = [place.person() for _ in range(seats)]
    rows = [{"kind": "me"}, *({"kind": "open"} for _ in people[1:])]
    wanted = {"game": "pig", "seats": rows, "pace": DAY, "listed": True, "options": {"target": 60}, **rest}
    answer = people[0].post("/matches", wanted)
    assert answer.status_code == 201, answer.text
    opened = answer.json()
    for person, join, name in zip(people[1:], opened["joins"], [*names, "Tomas", "Vera", "Noor"], strict=False):
        assert person.form(join["url"], {"name": name}).status_code == 303
    for person in people:
        person.ready(opened["id"])
    match: str = opened["id"]
    return people, match


def sit(host: Person, *others: Person, **rest: Any) -> str:
    """Return a table of members by days that has begun."""
    rows_ = [{"kind": "me"}, *({"kind": "open"} for _ in others)]
    wanted = {"game": "pig", "seats": rows_, "pace": DAY, "listed": True, "options": {"target": 60}, **rest}
    opened = host.post("/matches", wanted).json()
    for person, join in zip(others, opened["joins"], strict=True):
        assert person.form(join["url"], {"name": ""}).status_code == 303
    for person in (host, *others):
        person.ready(opened["id"])
    match: str = opened["id"]
    return match


def step(person: Person, match: str, what: str = "join", **rest: Any) -> Any:
    return person.act(match, "reserve", id=new_id(), step=what, **rest)


def waits(place: Place, match: str, *names: str) -> list[Person]:
    """Return reserves of a table, in line."""
    found = [place.person() for _ in names]
    for person, name in zip(found, names, strict=True):
        answer = step(person, match, name=name)
        assert answer.status_code == 200, answer.text
    return found


def told(person: Person, match: str) -> Data:
    found: Data = person.frame(match)["reserves"]
    return found


def kinds(person: Person, match: str) -> list[str]:
    return [seat["kind"] for seat in person.frame(match)["seats"]]


def offer(person: Person, match: str, offered: bool = True) -> Any:
    return person.act(match, "offer", id=new_id(), offered=offered)


def rows(place: Place, table_: Any, match: str) -> list[Any]:
    async def find() -> list[Any]:
        async with place.hub.store.reading() as connection:
            return list((await connection.execute(select(table_).where(table_.c.match == match))).mappings())

    found = place.client.blocking_portal.call(find)
    return sorted(found, key=lambda row: row.get("number", 0))


def pass_on(place: Place, match: str, people: list[Person], seat: int) -> None:
    """Let people roll and hold until a seat is asked."""
    for _ in range(20):
        room = place.hub.house.rooms[match]
        if room.match.waiting == [seat]:
            return
        asked = room.match.waiting[0]
        people[asked].answer(match, PIG_HOLD if room.match.live.rolled else PIG_ROLL)
    raise AssertionError("the seat is not asked")


def at_once(place: Place, *works: Any) -> list[Any]:
    """Let several things begin at the same moment; return what came of each, or what it raised."""

    async def both() -> list[Any]:
        return await asyncio.gather(*(work() for work in works), return_exceptions=True)

    return place.client.blocking_portal.call(both)


def recruit(place: Place) -> None:
    place.client.blocking_portal.call(place.hub.recruiter.look)


def test_who_leaves_is_replaced_by_the_first_reserve_who_accepts(place: Place) -> None:
    (ling, tomas, vera), match = table(place)
    mia, noor = waits(place, match, "Mia", "Noor")
    assert told(tomas, match)["people"] == [{"name": "Mia", "asked": None}, {"name": "Noor", "asked": None}]
    assert (told(mia, match)["mine"], told(vera, match)["mine"]) == ("waits", "")
    assert tomas.act(match, "leave", id=new_id()).json() == {"ok": True}
    recruit(place)
    assert (told(mia, match)["mine"], told(noor, match)["mine"]) == ("asked", "waits")
    assert step(noor, match, "accept").json() == {"reason": "closed"}, "it is not their turn"
    assert step(mia, match, "accept").json() == {"ok": True}
    assert step(mia, match, "accept").json() == {"ok": True}, "a repeat changes nothing"
    assert kinds(mia, match) == ["player", "you", "player"] and kinds(tomas, match) == ["player"] * 3
    frame = ling.frame(match)
    assert frame["seats"][1]["name"] == "Mia" and frame["reserves"]["people"] == [{"name": "Noor", "asked": None}]
    notes = [(note["key"], note["seat"], note.get("called", "")) for note in frame["notes"]]
    assert notes == [("left", 1, "Tomas"), ("replaced", 1, "Tomas")]
    room = place.hub.house.rooms[match]
    assert not room.match.gone and {"replace": 1} in room.match.log
    pass_on(place, match, [ling, mia, vera], 1)
    assert mia.answer(match, PIG_ROLL).status_code == 200, "the seat is theirs to play"


def test_who_has_gone_does_not_come_back_on_another_seat(place: Place) -> None:
    (ling, tomas, vera), match = table(place)
    (mia,) = waits(place, match, "Mia")
    tomas.act(match, "leave", id=new_id())
    assert step(tomas, match).status_code == 403, "they have left, and know what they saw"
    recruit(place)
    assert step(mia, match, "accept").status_code == 200
    assert step(tomas, match).status_code == step(ling, match).status_code == 403
    link = link_of(vera, match)
    phone = place.person()
    assert phone.form(link, {}).status_code == 303
    assert step(vera, match).status_code == 403, "nor as the log-in from which the seat was moved"
    assert vera.get(f"/tables/{match}/reserve").status_code == 403
    assert told(tomas, match)["may"] is told(vera, match)["may"] is False
    assert place.person().form(link, {}).status_code == 303, "a link to one's own seat stays good"


def test_a_seat_is_offered_and_its_person_plays_on_until_someone_accepts(place: Place) -> None:
    (ling, tomas, _), match = table(place)
    (mia,) = waits(place, match, "Mia")
    assert step(mia, match, "accept").json() == {"reason": "closed"}, "no seat is free"
    assert offer(ling, match).json() == {"ok": True} and told(tomas, match)["offered"] == [0]
    assert told(mia, match)["mine"] == "asked" and ling.frame(match)["decision"]
    assert offer(ling, match, False).json() == {"ok": True}, "one may change one's mind"
    assert told(mia, match)["mine"] == "waits" and step(mia, match, "accept").json() == {"reason": "closed"}
    offer(ling, match)
    assert ling.answer(match, PIG_ROLL).status_code == 200
    assert step(mia, match, "accept").status_code == 200
    assert kinds(mia, match)[0] == "you" and told(tomas, match)["offered"] == []
    host = [seat["host"] for seat in tomas.frame(match)["seats"]]
    assert host == [False, True, False], "the table goes to who has sat there longest"
    assert ling.answer(match, PIG_ROLL, ordinal=9).status_code == 403
    assert mia.act(match, "offer", id=new_id(), offered=True, seat=1).status_code == 403


def test_nothing_that_only_the_one_before_may_know_goes_with_the_seat(settings: Settings, time: Time) -> None:
    with running(settings) as place:
        (_, tomas, _), match = table(place, game="battlestar", window=4, options={})
        (mia,) = waits(place, match, "Mia")
        plan = {"kind": "contribute", "choices": [{"how": "decline"}], "otherwise": "decline"}
        planned = [{"key": "p", "plan": plan, "unless": False}]
        assert tomas.act(match, "plans", id=new_id(), plans=planned).status_code == 200
        assert tomas.act(match, "orders", id=new_id(), answer="pass").status_code == 200
        write(tomas, match, "Vera is a Cylon", seat=1)
        tomas.form(f"/match/{match}/night", {"seat": "1", "zone": "+08:00", "begins": "22:00", "hours": "8"})
        back = link_of(tomas, match)
        said = tomas.act(match, "chat", id=new_id(), text="I have to go").json()
        seen = tomas.frame(match)
        offer(tomas, match)
        assert step(mia, match, "accept").status_code == 200
        frame = mia.frame(match)
        assert frame["scene"] == seen["scene"] and frame["events"]["list"] == seen["events"]["list"]
        assert frame["plans"] == [] and frame["orders"] == [] and memo(mia, match, 1)["text"] == ""
        assert not rows(place, PLANS, match) and not rows(place, ORDERS, match)
        assert tomas.get(back).status_code == 404, "the link of the one before is of no use"
        assert [(one["seat"], one["name"]) for one in mia.get(f"/api/matches/{match}/chat").json()["chat"]] == [
            (-1, "Tomas")
        ]
        assert said["seat"] == 1
        assert tomas.frame(match)["spectator"] and tomas.get(f"/api/matches/{match}/memo?seat=1").status_code == 403
        room = place.hub.house.rooms[match]
        assert (room.seats[1].night, room.seats[1].back, room.seats[1].offered) == ("", None, False)
    with running(settings) as place:
        mia.place = tomas.place = place
        assert mia.frame(match)["seats"][1]["kind"] == "you" and mia.frame(match)["plans"] == []
        assert step(tomas, match).status_code == 403


def test_before_they_accept_reserves_see_what_spectators_see(time: Time, place: Place) -> None:
    """Twin worlds: the same table with a reserve who is asked and one who only looks on."""
    (_, tomas, _), match = table(place, game="battlestar", options={}, window=4)
    (mia,) = waits(place, match, "Mia")
    stranger = place.person()
    parts = ("frame", "chat", "dossiers", "replay", "fair", "since", "memo")

    def seen(person: Person) -> list[Any]:
        found = [person.get(f"/api/matches/{match}/{part}") for part in parts]
        frame = found[0].json()
        for name in ("mine", "may"):
            del frame["reserves"][name]
        pages = [person.get(page.format(match)) for page in ("/match/{}/waiting", "/replay/{}")]
        return [frame, *((one.status_code, one.text) for one in (*found[1:], *pages))]

    stranger.frame(match)  # everyone has looked on once
    for ask in (False, True):
        if ask:
            offer(tomas, match)
            assert told(mia, match)["mine"] == "asked"
        assert seen(mia) == seen(stranger)
        assert mia.frame(match, "?seat=1")["viewer"] == 3, "the seat is not theirs yet"
        assert mia.act(match, "answers", id=new_id(), ordinal=1, codes=[1]).status_code == 403


def test_late_ones_are_replaced_and_may_come_back_before(time: Time, place: Place, slow: None) -> None:
    people, match = table(place)
    (mia,) = waits(place, match, "Mia")
    for _ in range(2):
        pass_on(place, match, people, 1)
        time.seconds += DAY + 1
        look(place)
    recruit(place)
    frame = people[0].frame(match)
    assert [seat["late"] for seat in frame["seats"]] == [False, True, False]
    assert told(mia, match)["mine"] == "asked"
    assert reseat(people[1], match, 1, "me").status_code == 200, "they sit down again"
    assert step(mia, match, "accept").json() == {"reason": "closed"}
    recruit(place)
    assert told(mia, match)["mine"] == "waits"


def test_two_seats_are_for_two_and_one_seat_for_one(place: Place) -> None:
    (ling, tomas, vera), match = table(place)
    mia, noor = waits(place, match, "Mia", "Noor")
    offer(ling, match)
    offer(tomas, match)
    assert [one["asked"] for one in told(vera, match)["people"]] == [0, 1]
    people = [row.person for row in place.hub.house.rooms[match].reserves.rows]
    accept = place.hub.recruiter.accept
    done = at_once(place, *(partial(accept, match, person) for person in people * 2))
    assert done == [None] * 4
    assert kinds(mia, match) == ["you", "player", "player"] and kinds(noor, match) == ["player", "you", "player"]
    assert len(rows(place, FORMER_PLAYERS, match)) == 2 and not rows(place, RESERVES, match)


@pytest.mark.parametrize("keeps_first", [False, True])
def test_who_returns_at_the_same_moment_has_the_seat_or_has_it_not(place: Place, keeps_first: bool) -> None:
    (_ling, tomas, _), match = table(place)
    (_mia,) = waits(place, match, "Mia")
    offer(tomas, match)
    room = place.hub.house.rooms[match]
    person, former = room.reserves.rows[0].person, room.seats[1].session

    async def keep() -> None:
        await place.hub.act(match, lambda one: offer_seat(one, former, 1, offered=False))

    accept = partial(place.hub.recruiter.accept, match, person)
    kept, taken = at_once(place, keep, accept) if keeps_first else at_once(place, accept, keep)[::-1]
    assert (kept is None) is not (taken is None), "one of them has the seat"
    seats = place.hub.house.rooms[match].seats
    assert [row.session for row in seats].count(former if kept is None else person) == 1
    assert len({row.session for row in seats}) == 3


def test_a_restart_between_question_and_answer_changes_nothing(settings: Settings, time: Time) -> None:
    with running(settings) as place:
        (ling, tomas, _), match = table(place)
        mia, noor = waits(place, match, "Mia", "Noor")
        tomas.act(match, "leave", id=new_id())
        recruit(place)
        until = rows(place, RESERVES, match)[0]["until"]
        assert until == int(time.seconds) + DAY
    with running(settings) as place:
        ling.place = mia.place = noor.place = place
        recruit(place)
        assert [row["until"] for row in rows(place, RESERVES, match)] == [until, None]
        time.seconds += DAY + 1
        recruit(place)
        assert step(mia, match, "accept").json() == {"reason": "closed"}, "a day has passed"
        assert [one["name"] for one in told(ling, match)["people"]] == ["Noor"]
        assert told(noor, match)["mine"] == "asked"
    with running(settings) as place:  # it stops once more, and nobody opens the table
        noor.place = place
        assert step(noor, match, "accept").status_code == 200 and kinds(noor, match)[1] == "you"


def test_who_declines_waits_no_more_and_the_next_is_asked(place: Place) -> None:
    (_, tomas, _), match = table(place)
    mia, noor = waits(place, match, "Mia", "Noor")
    offer(tomas, match)
    assert step(mia, match, "leave").status_code == 200
    assert (told(mia, match)["mine"], told(noor, match)["mine"]) == ("", "asked")
    assert step(mia, match).status_code == 200 and told(mia, match)["mine"] == "waits", "one may come again, behind"


def test_the_host_allows_reserves_and_by_days_it_is_usual(place: Place) -> None:
    _, live = table(place, pace=0)
    assert place.person().frame(live)["reserves"] is None and step(place.person(), live).status_code == 403
    for rest, allowed in (({}, True), ({"pace": 0}, False), ({"pace": 0, "reserves": "on"}, True)):
        _, match = table(place, **rest)
        assert (place.person().frame(match)["reserves"] is not None) is allowed, rest
    _, off = table(place, reserves="off")
    assert step(place.person(), off).status_code == 403
    ling = place.person()
    opened = ling.open("pig", "me", "open")
    match = opened["id"]
    assert ling.frame(match)["seating"]["reserves"] is False
    assert ling.act(match, "table", id=new_id(), reserves=True).status_code == 200
    assert ling.frame(match)["seating"]["reserves"] is True


def test_a_private_table_is_waited_at_by_the_link_of_its_host(place: Place) -> None:
    (ling, tomas, _), match = table(place, listed=False)
    assert step(place.person(), match, name="Mia").status_code == 404
    assert place.person().get(f"/tables/{match}/reserve").status_code == 404
    link = told(ling, match)["link"]
    assert link.startswith(f"/tables/{match}/reserve?link=") and told(tomas, match)["link"] == ""
    assert f'{link}"' in ling.get(link).text, "their own page gives them the link to pass on"
    assert "readonly" not in tomas.get(link).text
    mia = place.person()
    assert mia.get(link).status_code == 200 and "readonly" not in mia.get(link).text
    here, _, token = link.partition("?link=")
    assert mia.form(here, {"step": "join", "name": "Mia", "link": token}).status_code == 303
    assert told(mia, match)["mine"] == "waits" and "Mia" in mia.get(here).text


def test_a_table_has_so_many_reserves_and_a_person_so_many_tables(settings: Settings) -> None:
    with running(settings) as place:
        _, match = table(place)
        waits(place, match, *(f"R{number}" for number in range(MAX_RESERVES)))
        full = step(place.person(), match, name="Late")
        assert (full.status_code, full.json()) == (409, {"reason": "too_many_reserves"})
        settings.limits = LimitSettings(reserve_of=1)
        _, other = table(place)
        _, third = table(place)
        (mia,) = waits(place, other, "Mia")
        many = step(mia, third)
        assert (many.status_code, many.json()) == (409, {"reason": "too_many_tables"})


def test_a_seat_that_is_open_in_the_waiting_room_is_asked_for_too(place: Place) -> None:
    ling, tomas = place.person(), place.person()
    rows_ = [{"kind": "me"}, {"kind": "open"}]
    opened = ling.post("/matches", {"game": "pig", "seats": rows_, "pace": DAY, "listed": True}).json()
    match = opened["id"]
    tomas.form(opened["joins"][0]["url"], {"name": "Tomas"})
    mia, noor = waits(place, match, "Mia", "Noor")
    assert told(mia, match)["mine"] == "waits"
    assert tomas.act(match, "leave", id=new_id()).status_code == 200
    recruit(place)
    assert told(mia, match)["mine"] == "asked"
    assert step(mia, match, "accept").status_code == 200 and kinds(mia, match) == ["player", "you"]
    assert told(noor, match)["mine"] == "waits"
    assert step(tomas, match, name="Tomas").status_code == 200, "before the beginning there is nothing to know"


def test_reserves_are_told_by_the_channels_of_turns(place: Place) -> None:
    (_, tomas, _), match = table(place)
    (_mia,) = waits(place, match, "Mia")
    notices = Notices(place)
    notices.wait(600)
    offer(tomas, match)
    notices.follow()
    person = place.hub.house.rooms[match].reserves.rows[0].person
    turns = [turn for turn in notices.turns() if turn.person == person]
    assert [(turn.kind, turn.seat) for turn in turns] == [("reserve", -3)]
    offer(tomas, match, False)
    notices.follow()
    assert not [turn for turn in notices.turns() if turn.person == person]


def test_whose_seat_was_taken_is_told_by_whom_and_who_has_left_is_not(
    notices: Notices, receiver: Receiver, plays_on: None
) -> None:
    place = notices.place
    (ling, tomas, vera), match = table(place)
    for person in (ling, tomas, vera):
        hook(person, receiver)
    mia, noor = waits(place, match, "Mia", "Noor")
    offer(tomas, match)
    assert step(mia, match, "accept").status_code == 200
    vera.act(match, "leave", id=new_id())
    recruit(place)
    assert step(noor, match, "accept").status_code == 200
    notices.wait(10)
    found = [message.told for message in sent(receiver) if message.told["kind"] == "taken"]
    assert [one["text"] for one in found] == ["Mia has taken over your seat"]
    assert found[0]["url"] == f"http://testserver.local/match/{match}"
    assert "Mia has taken over your seat" in tomas.get("/notices").text
    assert not [one for one in (ling, vera) if "taken over" in one.get("/notices").text]
    with tomas.stream(match) as stream:
        stream.receive_json(timeout=10)
    assert "taken over" not in tomas.get("/notices").text, "they have seen the table"


def test_pages_say_it_and_do_it_without_scripts(place: Place) -> None:
    (_, tomas, _), match = table(place)
    here = f"/tables/{match}/reserve"
    mia = place.person()
    assert 'value="join"' in mia.get(here).text
    mia.form(here, {"step": "join", "name": "Mia"})
    assert tomas.form(here, {"step": "offer", "seat": "1"}).headers["location"] == here
    assert 'value="accept"' in mia.get(here).text and 'value="keep"' in tomas.get(here).text
    assert mia.form(here, {"step": "accept"}).headers["location"] == f"/match/{match}?story"
    again = mia.form(here, {"step": "accept"})
    assert again.status_code == 303
    late = place.person().form(here, {"step": "accept"})
    assert late.status_code in (303, 409)


@pytest.fixture
def members_only(settings: Settings) -> None:
    settings.accounts = "on"
    settings.password_memory = 8


@pytest.mark.usefixtures("members_only")
def test_whoever_is_blocked_waits_without_being_seen_or_asked(place: Place) -> None:
    """To the blocked it is as if they only had to wait; a member who has blocked someone there is passed over too."""
    ling, tomas, vera, mia, noor = members(place, "Ling", "Tomas", "Vera", "Mia", "Noor")
    match = sit(ling, tomas, vera)
    say(tomas, "block", "Mia")
    say(noor, "block", "Vera")
    assert [step(one, match).json() for one in (mia, noor)] == [{"ok": True}] * 2
    assert told(mia, match)["mine"] == "waits" and [one["name"] for one in told(mia, match)["people"]] == ["Mia"]
    assert told(ling, match)["people"] == told(tomas, match)["people"] == []
    ling.act(match, "leave", id=new_id())
    recruit(place)
    assert told(mia, match)["mine"] == told(noor, match)["mine"] == "waits"
    assert step(mia, match, "accept").json() == {"reason": "closed"}
    say(tomas, "unblock", "Mia")
    say(ling, "block", "Mia")
    place.client.blocking_portal.call(place.hub.recruiter.recruit, match)
    assert told(mia, match)["mine"] == "asked", "who has left is no company any more"
    say(vera, "block", "Mia")
    assert step(mia, match, "accept").json() == {"reason": "closed"}, "blocked at the last moment"


@pytest.mark.usefixtures("members_only")
def test_a_table_of_a_club_is_waited_at_by_its_members(place: Place) -> None:
    ling, tomas, mia, noor = members(place, "Ling", "Tomas", "Mia", "Noor")
    club, link = founded(ling)
    for one in (tomas, mia):
        one.form(link, {})
    match = sit(ling, tomas, circle=f"club-{club.rpartition('/')[2]}", listed=False)
    assert step(mia, match).status_code == 200 and told(ling, match)["people"][0]["name"] == "Mia"
    assert step(noor, match).status_code == noor.get(f"/tables/{match}/reserve").status_code == 404
    assert f"/tables/{match}/reserve" in mia.get("/").text, "the lobby shows where one waits"


@pytest.mark.usefixtures("members_only")
def test_a_guest_who_waits_goes_on_as_the_member_they_are(place: Place) -> None:
    (_ling, tomas, _), match = table(place)
    (mia,) = waits(place, match, "Mia")
    offer(tomas, match)
    sign_up(mia, "Mia")
    assert step(mia, match, "accept").status_code == 200 and kinds(mia, match)[1] == "you"
    member = place.person()
    sign_up(member, "Tom")
    assert log_in(tomas, "Tom").status_code == 303
    tomas.form("/account/seats", {"next": "/"})
    assert step(tomas, match).status_code == 403, "the guest had a seat"
    export = member.get("/account/export").json()
    assert [one["match"] for one in export["given_up"]] == [match]


@pytest.mark.usefixtures("members_only")
@pytest.mark.parametrize("wins", [True, False])
def test_a_reserve_can_only_gain_and_who_has_gone_has_left(place: Place, wins: bool) -> None:
    people = members(place, "Ling", "Tomas", "Vera", "Mia")
    ling, tomas, vera, mia = people
    match = sit(ling, tomas, vera, rated=True)
    assert step(place.person(), match, name="Guest").status_code == 403, "only members wait at a rated table"
    assert step(mia, match).status_code == 200
    tomas.act(match, "leave", id=new_id())
    recruit(place)
    assert step(mia, match, "accept").status_code == 200
    room = place.hub.house.rooms[match]
    assert room.row.rated == "on"
    winner = 1 if wins else 0
    room.match.forfeited = Outcome("win", [1 if seat == winner else 2 for seat in range(3)], [winner], [])
    place.client.blocking_portal.call(room.note_end)
    ratings = rated(place)
    assert ratings["Tomas"][0].mu < MU and ratings["Tomas"][0].matches == 1
    assert (ratings["Mia"][0].mu > MU) is wins and ratings["Mia"][0].matches == int(wins)
    assert wins or (ratings["Mia"][0].mu, ratings["Mia"][0].sigma) == (MU, SIGMA)
    before = {name: [(one.mu, one.sigma, one.matches) for one in rows] for name, rows in ratings.items()}
    place.client.blocking_portal.call(place.hub.store.ratings.rebuild, rate)
    assert {name: [(one.mu, one.sigma, one.matches) for one in rows] for name, rows in rated(place).items()} == before
    assert "left early" in page(ling, "Tomas") and "0% (matches: 1)" in page(ling, "Tomas")
    assert "100% (matches: 1)" in page(ling, "Mia") and "Matches with a timeout: 1." not in page(ling, "Mia")


@pytest.mark.usefixtures("members_only")
def test_the_list_is_as_long_for_who_is_hidden_as_for_all_others(place: Place) -> None:
    """Else a blocked one would be let in where all others find the list full, or see more there than can be."""
    ling, tomas, mia, noor = members(place, "Ling", "Tomas", "Mia", "Noor")
    match = sit(ling, tomas)
    for one in ("Mia", "Noor"):
        say(tomas, "block", one)
    assert step(mia, match).json() == {"ok": True}
    waits(place, match, *(f"R{number}" for number in range(MAX_RESERVES)))
    assert [one["name"] for one in told(mia, match)["people"]] == ["Mia", *(f"R{n}" for n in range(MAX_RESERVES - 1))]
    assert len(told(ling, match)["people"]) == MAX_RESERVES
    full = [step(one, match, name="Late") for one in (noor, place.person())]
    assert [(one.status_code, one.json()) for one in full] == [(409, {"reason": "too_many_reserves"})] * 2


@pytest.mark.usefixtures("members_only")
def test_who_turns_out_to_have_had_a_seat_is_not_asked_any_more(place: Place) -> None:
    """A member who waits, and logs in where they sat there as a guest and have gone."""
    (ling, tomas, vera), match = table(place)
    member, noor = place.person(), place.person()
    sign_up(member, "Tom")
    assert step(noor, match, name="Noor").status_code == step(member, match).status_code == 200
    offer(tomas, match)
    assert step(noor, match, "accept").status_code == 200
    offer(vera, match)
    assert told(member, match)["mine"] == "asked"
    log_in(tomas, "Tom")
    tomas.form("/account/seats", {"next": "/"})
    assert step(member, match, "accept").json() == {"reason": "closed"}
    recruit(place)
    assert told(ling, match)["people"] == []


def test_a_table_that_is_only_shown_asks_nobody_and_is_not_read_again_and_again(place: Place, time: Time) -> None:
    (_, tomas, _), match = table(place)
    (mia,) = waits(place, match, "Mia")
    offer(tomas, match)
    room = place.hub.house.rooms[match]
    room.freeze("failed")
    time.seconds += DAY + 1
    recruit(place)
    assert told(mia, match)["mine"] == "waits"
    at = int(time.seconds)
    assert place.client.blocking_portal.call(partial(place.hub.store.reserves.due, at, None, 9, shared=False)) == []


def test_a_table_at_which_nobody_can_be_asked_costs_no_other(
    place: Place, time: Time, monkeypatch: pytest.MonkeyPatch
) -> None:
    tables = sorted([table(place), table(place)], key=lambda one: one[1])  # in this order they are looked at
    people = [waits(place, match, "Mia", "Noor") for _, match in tables]
    for (_, tomas, _), match in tables:
        offer(tomas, match)
    time.seconds += DAY + 1
    recruit_, tried = place.hub.recruiter.recruit, []

    async def fail(match: str) -> None:
        tried.append(match)
        if match == tables[0][1]:
            raise ZeroDivisionError
        await recruit_(match)

    monkeypatch.setattr(place.hub.recruiter, "recruit", fail)
    recruit(place)
    assert told(people[1][1], tables[1][1])["mine"] == "asked"
    recruit(place)
    assert tried.count(tables[0][1]) == 1


def test_the_lobby_of_a_reserve_is_told_that_they_are_asked(place: Place) -> None:
    """A notice waits as long as a page is open that calls them."""
    (_, tomas, _), match = table(place)
    (_mia,) = waits(place, match, "Mia")
    person = place.hub.house.rooms[match].reserves.rows[0].person
    with place.hub.calls.listening(person, lobby=True) as listener:
        assert not listener.rung.is_set()
        offer(tomas, match)
        assert listener.rung.is_set()


def test_the_bell_of_a_reserve_counts_the_seat_that_is_theirs_to_take(place: Place) -> None:
    (_, tomas, _), match = table(place)
    (mia,) = waits(place, match, "Mia")
    for offered in (False, True):
        offer(tomas, match, offered)
        with place.client.websocket_connect("/api/me/stream", headers={**mia.headers, "cookie": mia.cookie}) as stream:
            assert stream.receive_json(timeout=10)["news"] == int(offered)
        assert ('<b class="count">1</b>' in mia.get("/").text) == offered


def test_nobody_is_asked_for_a_seat_that_the_table_has_no_more(settings: Settings) -> None:
    with running(settings) as place:
        ling = place.person()
        wanted = {"game": "pig", "seats": [{"kind": "me"}, {"kind": "open"}, {"kind": "open"}], "pace": DAY}
        match = ling.post("/matches", {**wanted, "listed": True}).json()["id"]
        mia, noor = waits(place, match, "Mia", "Noor")
        assert [one["asked"] for one in told(ling, match)["people"]] == [1, 2]
        assert ling.act(match, "seats", id=new_id(), change="drop", seat=2).status_code == 200
        assert [one["asked"] for one in told(ling, match)["people"]] == [1, None]
        assert step(noor, match, "accept").json() == {"reason": "closed"}
        assert noor.get(f"/tables/{match}/reserve").status_code == 200
        damaged = update(RESERVES).where(RESERVES.c.match == match).values(until=None)
        place.client.blocking_portal.call(place.hub.store.writer.do, lambda connection: connection.execute(damaged))
    with running(settings) as place:
        mia.place = place
        assert told(mia, match)["mine"] == "waits", "who is asked without end holds the seat for ever"
        recruit(place)
        assert told(mia, match)["mine"] == "asked"


@pytest.mark.usefixtures("members_only")
def test_who_is_suspended_is_told_so(place: Place) -> None:
    ling, tomas, mia = members(place, "Ling", "Tomas", "Mia")
    match = sit(ling, tomas)

    async def suspend() -> None:
        row = await place.hub.store.accounts.account_called("mia")
        assert row is not None
        sanction = {
            "id": "s",
            "about": row.id,
            "name": "Mia",
            "kind": SUSPEND,
            "reason": "Be kind.",
            "made": now(),
            "until": now() + DAY,
        }
        await place.hub.store.writer.do(lambda connection: connection.execute(insert(SANCTIONS).values(sanction)))

    place.client.blocking_portal.call(suspend)
    here = f"/tables/{match}/reserve"
    for answer in (mia.get(here), mia.form(here, {"step": "join"})):
        assert (answer.status_code, answer.headers["location"]) == (303, "/sanctions")
    assert step(mia, match).status_code == 403
