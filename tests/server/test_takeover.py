"""A match changes its process: nothing gets lost, nobody else writes to it, and its clock goes on."""

from __future__ import annotations

import asyncio
import re
import threading
import time
from collections.abc import Awaitable, Callable
from contextlib import suppress
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import msgspec
import pytest
from prometheus_client import generate_latest
from sqlalchemy import select, text, update

from server.conftest import Time
from server.fair import fair_table, file_of, play_pig, prepare
from server.people import PIG_ROLL, Person, Place
from server.processes import also, end_session, home, process, rows, sent_on
from shapan.server.hub.home import Homes
from shapan.server.hub.hub import Hub
from shapan.server.hub.rooms import Rooms
from shapan.server.match.lifecycle import Stale
from shapan.server.metrics import registry_of
from shapan.server.replay.fairfile import FairPart, check_seeds
from shapan.server.store.home import NEVER
from shapan.server.store.schema import MATCHES, PROCESSES
from shapan.server.store.storage import Store
from shapan.server.store.writer import StoreError
from shapan.server.tally import TALLY


def test_a_process_whose_session_has_ended_writes_nothing_more(address: str, two: list[Place]) -> None:
    one, two_ = two
    ling = one.person()
    match = ling.open("pig", "me", "hot")["id"]
    ling.answer(match, PIG_ROLL)
    ordinal = ling.frame(match)["decision"]["ordinal"]
    end_session(address, "p1")
    there = also(ling, two_)
    assert there.answer(match, PIG_ROLL, ordinal=ordinal).status_code == 200
    assert home(address, match) == "p2"
    # The old home still thinks that it is its match, and tries to write by a new session.
    statuses = {ling.answer(match, PIG_ROLL, ordinal=ordinal).status_code for _ in range(3)}
    assert statuses <= {421, 503} and 421 in statuses
    assert len(rows(address, text(f"SELECT number FROM records WHERE match = '{match}'"))) == 2


def test_a_lost_session_is_made_again_and_goes_on_with_its_matches(address: str, two: list[Place]) -> None:
    ling = two[0].person()
    match = ling.open("pig", "me", "hot")["id"]
    ordinal = ling.frame(match)["decision"]["ordinal"]
    end_session(address, "p1")
    data = {"id": "again", "ordinal": ordinal, "codes": [PIG_ROLL]}
    answers = [ling.post(f"/api/matches/{match}/answers", data).status_code for _ in range(3)]
    assert answers[-1] == 200 and set(answers) <= {200, 503}
    assert home(address, match) == "p1"


@pytest.mark.parametrize("game", ["planet_masters", "battlestar", "malifaux"])
def test_frames_are_the_same_whichever_process_plays_the_match(address: str, two: list[Place], game: str) -> None:
    """Also of a window that is held, with what is sealed in it: nobody can tell where his match is played."""
    one, two_ = two
    ling = one.person()
    seats = ["me", "hot"] if game == "malifaux" else ["me", "hot", "hot"]
    match = ling.open(game, *seats)["id"]
    for _ in range(40):
        frames = [ling.frame(match, f"?seat={seat}") for seat in range(len(seats))]
        asked = next((frame for frame in frames if frame["decision"]), None)
        if asked is None:  # all have answered a window that is held: what is sealed waits for its time
            assert game == "battlestar"
            break
        room = one.client.blocking_portal.call(one.hub.room, match)
        codes = room.match.default(asked["viewer"])
        ling.answer(match, *codes, ordinal=asked["decision"]["ordinal"], seat=asked["viewer"])

    def seen(person: Person) -> list[bytes]:
        frames = [person.get(f"/api/matches/{match}/frame?seat={seat}").content for seat in range(len(seats))]
        return [re.sub(rb'"left":\d+', b"", frame) for frame in frames]  # a window begins anew

    before = seen(ling)
    end_session(address, "p1")
    after = seen(also(ling, two_))
    assert home(address, match) == "p2" and after == before


def test_a_request_that_was_sent_on_waits_for_the_end_of_a_home(address: str, two: list[Place]) -> None:
    ling, two_ = two[0].person(), two[1]
    match = ling.open("pig", "me", "hot")["id"]
    ling.frame(match)
    there = also(ling, two_)
    begun = time.monotonic()
    portal = two_.client.blocking_portal

    async def end_soon() -> None:
        await asyncio.sleep(0.3)
        await asyncio.to_thread(end_session, address, "p1")

    ending = portal.start_task_soon(end_soon)
    answer = there.get(f"/api/matches/{match}/frame", headers={"x-sent": "@p1"})
    ending.result()
    assert answer.status_code == 200 and time.monotonic() - begun >= 0.3
    assert home(address, match) == "p2"


def test_a_process_that_stops_leaves_its_matches_to_others(address: str, tmp_path: Path) -> None:
    with process(address, tmp_path, "p2") as two_:
        with process(address, tmp_path, "p1") as one:
            ling = one.person()
            match = ling.open("pig", "me", "hot")["id"]
            ling.frame(match)
        assert home(address, match) is None
        assert [row.name for row in rows(address, select(PROCESSES.c.name))] == ["p2"]
        (row,) = rows(address, select(MATCHES.c.due).where(MATCHES.c.id == match))
        assert row.due == NEVER
        also(ling, two_).frame(match)
        assert home(address, match) == "p2"


def test_clocks_of_a_dead_process_go_on_in_another(address: str, tmp_path: Path) -> None:
    with process(address, tmp_path, "p1") as one:
        ling = one.person()
        seats = [{"kind": "me"}, {"kind": "hot"}]
        wanted = {"game": "pig", "seats": seats, "pace": 86400}
        match = ling.post("/matches", wanted).json()["id"]
        ling.frame(match)
        end_session(address, "p1")
        rows(address, update(MATCHES).where(MATCHES.c.id == match).values(due=None))
        with process(address, tmp_path, "p2") as two_:
            two_.client.blocking_portal.call(two_.hub.watch.look)
            time.sleep(1.1)
            for _ in range(2):
                two_.client.blocking_portal.call(two_.hub.watch.look)
            assert home(address, match) == "p2"


def test_clocks_go_on_while_matches_of_others_are_read(
    address: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    reading = threading.Event()

    async def read_for_ever(_: Homes) -> list[str]:
        reading.set()
        await asyncio.Event().wait()
        return []

    clock = Time()
    with process(address, tmp_path, "p1", now=clock, tick=0.01) as one:
        ling = one.person()
        match = open_slow(ling)
        ling.frame(match)
        monkeypatch.setattr(Homes, "orphans", read_for_ever)
        clock.seconds += 2
        assert reading.wait(60)
        clock.seconds += 86400
        until = time.monotonic() + 60
        while not one.hub.house.rooms[match].match.log:
            assert time.monotonic() < until, "nobody was answered for"
            time.sleep(0.01)


@pytest.mark.parametrize(("ahead", "warned"), [(-7.0, True), (0.0, False), (7.0, True)])
def test_a_clock_that_is_off_is_told(
    address: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
    ahead: float,
    warned: bool,
) -> None:
    monkeypatch.setattr("shapan.server.store.home.time", SimpleNamespace(time=lambda: time.time() + ahead))
    monkeypatch.setattr(TALLY, "ahead", 0.0)
    with process(address, tmp_path, "p1") as one:
        (told,) = re.findall(
            r"^shapan_clock_ahead_seconds (\S+)$", generate_latest(registry_of(one.hub)).decode(), re.MULTILINE
        )
    assert abs(float(told) - ahead) < 0.5  # unless the machine stops for a second between two looks at a clock
    assert ("the clock of this machine is" in caplog.text) is warned


def open_slow(person: Person) -> str:
    wanted = {"game": "pig", "seats": [{"kind": "me"}, {"kind": "hot"}], "pace": 86400}
    return str(person.post("/matches", wanted).json()["id"])


def look_around(place: Place) -> None:
    place.hub.watch._swept -= 2
    place.client.blocking_portal.call(place.hub.watch.look)


def test_a_match_that_could_not_be_read_is_taken_over_later(
    address: str, two: list[Place], monkeypatch: pytest.MonkeyPatch
) -> None:
    one, two_ = two
    match = open_slow(one.person())

    async def fail(*_: Any) -> None:
        raise OSError("no more files")

    with monkeypatch.context() as patch:
        patch.setattr(Store, "stored", fail)
        look_around(one)
    look_around(two_)
    assert home(address, match) == "p2" and match in two_.hub.house.rooms


def test_matches_of_unknown_rules_do_not_keep_others_waiting(address: str, two: list[Place]) -> None:
    one = two[0]
    ling = one.person()
    unknown = [open_slow(ling) for _ in range(21)]
    for number, match in enumerate(unknown):
        other = {"rules_version": 99} if number % 2 else {"game": "tomorrow"}
        rows(address, update(MATCHES).where(MATCHES.c.id == match).values(**other))
    match = open_slow(ling)
    look_around(one)
    assert home(address, match) == "p1"
    assert {home(address, other) for other in unknown} == {None}


def test_people_go_on_talking_after_a_lost_session(address: str, two: list[Place]) -> None:
    """Where somebody watches, what was said stays in memory: it is written by the new session from then on."""
    one = two[0]
    ling = one.person()
    match = ling.open("pig", "me", "hot")["id"]
    with ling.stream(match) as stream:
        assert stream.receive_json()["type"] == "frame"
        assert ling.act(match, "chat", id="first", text="hello").status_code == 200
        end_session(address, "p1")
        for _ in range(3):
            ling.act(match, "chat", id="second", text="again")
        assert ling.act(match, "chat", id="second", text="again").status_code == 200
        assert home(address, match) == "p1"
    said = rows(address, text(f"SELECT text FROM chat WHERE match = '{match}' ORDER BY number"))
    assert [row.text for row in said] == ["hello", "again"]


def during(monkeypatch: pytest.MonkeyPatch, kind: type, name: str, once: Callable[[], Awaitable[None]]) -> None:
    """Let something happen once, right after a method has come to its end."""
    usual, left = getattr(kind, name), [once]

    async def call(*args: Any, **rest: Any) -> Any:
        result = await usual(*args, **rest)
        if left:
            await left.pop()()
        return result

    monkeypatch.setattr(kind, name, call)


def test_a_match_that_is_left_while_it_is_read_is_claimed_again(
    address: str, two: list[Place], monkeypatch: pytest.MonkeyPatch
) -> None:
    one = two[0]
    ling = one.person()
    match = ling.open("pig", "me", "hot")["id"]

    async def leave() -> None:
        one.hub.house.homes.leave(match, None)

    during(monkeypatch, Rooms, "_read", leave)
    ling.frame(match)
    assert home(address, match) == "p1" and match in one.hub.house.rooms


def test_a_match_that_is_lost_while_it_is_read_is_not_shown_as_it_was(
    address: str, two: list[Place], monkeypatch: pytest.MonkeyPatch
) -> None:
    one, two_ = two
    ling = one.person()
    match = ling.open("pig", "me", "hot")["id"]

    async def lose() -> None:
        await asyncio.to_thread(end_session, address, "p1")
        with suppress(StoreError):
            await one.hub.house.homes._give_sign()
        assert (await asyncio.to_thread(also(ling, two_).answer, match, PIG_ROLL)).status_code == 200

    during(monkeypatch, Rooms, "_read", lose)
    assert sent_on(ling.get(f"/api/matches/{match}/since"), "p2")


def test_nobody_sits_down_at_a_table_that_another_process_plays_by_now(
    address: str, two: list[Place], monkeypatch: pytest.MonkeyPatch
) -> None:
    one, two_ = two
    ling, tomas = one.person(), one.person()
    opened = ling.open("pig", "me", "open")
    match, link = opened["id"], opened["joins"][0]["url"]
    ling.frame(match)
    tomas.get(link)

    async def lose() -> None:
        await asyncio.to_thread(end_session, address, "p1")
        with suppress(StoreError):
            await one.hub.house.homes._give_sign()
        await asyncio.to_thread(also(ling, two_).frame, match)

    with monkeypatch.context() as patch:
        during(patch, Hub, "room", lose)
        answer = tomas.form(link, {"name": "Tomas"})
    assert answer.status_code == 503 or answer.headers["location"] == link
    assert sent_on(tomas.form(link, {"name": "Tomas"}), "p2")
    assert also(tomas, two_).form(link, {"name": "Tomas"}).headers["location"] == f"/match/{match}"
    assert "Tomas" in [seat["name"] for seat in also(ling, two_).frame(match)["seats"]]


def test_a_room_that_was_forgotten_writes_nothing_more(two: list[Place]) -> None:
    """Who has it still in hand is told to ask for the match again."""
    one = two[0]
    match = one.person().open("pig", "me", "hot")["id"]

    async def answer() -> None:
        room = await one.hub.room(match)
        one.hub.house._forget(room)
        with pytest.raises(Stale):
            await room.answer(0, [PIG_ROLL], 1, "late")

    one.client.blocking_portal.call(answer)


def test_what_is_kept_beside_the_records_may_be_refused(two: list[Place]) -> None:
    """Another process plays the match: it keeps the snapshot, and notes the end."""
    one = two[0]
    match = one.person().open("pig", "me", "hot")["id"]

    async def keep() -> None:
        room = await one.hub.room(match)
        room._store = one.hub.store.at_home(0)
        await room.keep_snapshot()
        assert room.snapshot_at == 0

    one.client.blocking_portal.call(keep)


def test_all_matches_are_given_up_at_once(two: list[Place], monkeypatch: pytest.MonkeyPatch) -> None:
    """A database that is away lets a process wait once when it stops, not once for each match."""
    one = two[0]
    ling = one.person()
    matches = [ling.open("pig", "me", "hot")["id"] for _ in range(3)]
    for match in matches:
        ling.frame(match)
    homes, all_wait, waiting = one.hub.house.homes, asyncio.Event(), []

    async def give_up(match: str, home: int | None, due: int) -> None:
        waiting.append(match)
        if len(waiting) == len(matches):
            all_wait.set()
        await asyncio.wait_for(all_wait.wait(), 5)
        raise StoreError("it is away")

    monkeypatch.setattr(homes._store.homes, "give_up", give_up)
    one.client.blocking_portal.call(homes.stop, dict.fromkeys(matches))
    assert sorted(waiting) == sorted(matches)


def test_nothing_is_claimed_behind_the_end(address: str, two: list[Place]) -> None:
    one = two[0]
    match = one.person().open("pig", "me", "hot")["id"]

    async def claim() -> None:
        await one.hub.house.homes.stop({})
        with pytest.raises(StoreError):
            await one.hub.room(match)

    one.client.blocking_portal.call(claim)
    (row,) = rows(address, select(MATCHES.c.home).where(MATCHES.c.id == match))
    assert row.home is None


def test_fair_dice_are_made_on_by_another_process(address: str, two: list[Place]) -> None:
    """What was committed to, agreed on and revealed is stored: a process that takes over goes on with it."""
    one, two_ = two
    people = fair_table(one)
    match = people[0].match
    prepare(people)
    people[0].reveal()
    before = people[1].fair()
    end_session(address, "p1")
    for person in people:
        person.person = also(person.person, two_)
    after = people[1].fair()
    assert home(address, match) == "p2"
    assert {**after, "left": 0} == {**before, "left": 0} and after["revealed"] == [0]
    people[1].reveal()
    assert people[0].person.frame(match)["seating"] is None and people[0].fair()["voided"] == 0
    play_pig(people)
    part = msgspec.convert(file_of(people)["fair"], FairPart)
    assert check_seeds(part) == (2, 0)


@pytest.mark.parametrize("dies", [True, False])
def test_who_is_cut_off_by_a_take_over_has_an_hour_with_a_slow_clock(address: str, tmp_path: Path, dies: bool) -> None:
    clock = Time()
    clock.seconds = float(int(time.time()))  # what is stored carries the machine's time
    with process(address, tmp_path, "p2", now=clock) as two_:
        with process(address, tmp_path, "p1", now=clock) as one:
            ling = one.person()
            match = open_slow(ling)
            ling.frame(match)
            clock.seconds += 86400 - 10
            if dies:
                end_session(address, "p1")
                assert also(ling, two_).frame(match)["clock"]["left"]["0"] == pytest.approx(3600_000, abs=5000)
        if not dies:
            assert also(ling, two_).frame(match)["clock"]["left"]["0"] == pytest.approx(3600_000, abs=5000)
        assert home(address, match) == "p2"
