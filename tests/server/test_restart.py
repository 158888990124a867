"""What survives: restarts, kills between store and apply, damaged data, two servers on one folder."""

from __future__ import annotations

import asyncio
import re
import sqlite3
from collections.abc import Awaitable, Callable

import msgspec
import pytest

from server.apart import run
from server.conftest import running
from server.people import PIG_HOLD, PIG_ROLL, Data, Person, Place, new_id, pig_choice
from shapan.engine.registry import find
from shapan.server.hub.bot import InstalledBots
from shapan.server.hub.hub import Hub
from shapan.server.match.lifecycle import MatchClosed, Stale
from shapan.server.match.room import Room
from shapan.server.settings import Settings
from shapan.server.store.row import SeatRow
from shapan.server.store.sqlite import Sqlite, migrate
from shapan.server.store.storage import Store
from shapan.server.store.writer import StoreError


def begun(place: Place, answers: int = 12) -> tuple[Person, str]:
    """Return somebody in the middle of a match at one screen."""
    ling = place.person()
    match = ling.open("pig", "me", "hot", target=200)["id"]
    for _ in range(answers):
        ling.answer(match, pig_choice(ling.frame(match)))
    return ling, match


def sql(settings: Settings, text: str, *values: object) -> list[tuple[object, ...]]:
    with sqlite3.connect(settings.database) as connection:
        rows = connection.execute(text, values).fetchall()
    connection.close()
    return rows


def test_a_match_goes_on_after_a_restart(settings: Settings) -> None:
    with running(settings) as place:
        ling, match = begun(place)
        before = ling.frame(match)
    with running(settings) as place:
        ling = place.person(ling.cookie)
        assert ling.frame(match) == before
        assert ling.answer(match, pig_choice(before)).status_code == 200
        assert ling.answer(match, 0, name="unknown", ordinal=1).status_code == 409


def test_a_repeat_is_known_after_a_restart(settings: Settings) -> None:
    with running(settings) as place:
        ling, match = begun(place, 0)
        ling.answer(match, PIG_ROLL, name="once")
        before = ling.frame(match)
    with running(settings) as place:
        ling = place.person(ling.cookie)
        assert ling.answer(match, PIG_ROLL, name="once", ordinal=1).json() == {"ok": True}
        assert ling.frame(match) == before


def test_a_snapshot_is_only_a_short_cut(settings: Settings) -> None:
    with running(settings) as place:
        ling, match = begun(place)
        before = ling.frame(match)
    assert sql(settings, "SELECT number FROM snapshots") == [(7,)]
    for damage in (
        "UPDATE snapshots SET digest = 'other'",
        "UPDATE snapshots SET body = x'7b7d'",
        "UPDATE snapshots SET body = CAST(json_set(CAST(body AS TEXT), '$.rules_version', 0) AS BLOB)",
        "DELETE FROM snapshots",
    ):
        sql(settings, damage)
        with running(settings) as place:
            assert place.person(ling.cookie).frame(match) == before, damage


def test_a_record_stored_but_not_applied_is_applied_after_the_kill(settings: Settings) -> None:
    with running(settings) as place:
        ling, match = begun(place, 3)
        before = ling.frame(match)
        room = place.hub.house.rooms[match]
        record = room.answers.checked(before["viewer"], before["decision"]["ordinal"], [PIG_ROLL])
    sql(
        settings,
        "INSERT INTO records VALUES (?, ?, ?, ?, 0)",
        match,
        3,
        msgspec.json.encode(record).decode(),
        f"{before['viewer']}:lost",
    )
    with running(settings) as place:
        ling = place.person(ling.cookie)
        after = ling.frame(match)
        assert after["log_length"] > before["log_length"]
        repeat = ling.answer(match, PIG_ROLL, name="lost", ordinal=before["decision"]["ordinal"])
        assert repeat.json() == {"ok": True} and ling.frame(match) == after


def tampered(settings: Settings, change: Callable[[Data], Data], number: int = 1) -> Data:
    """Return the frame of a match one of whose records was changed while the server was away."""
    with running(settings) as place:
        ling, match = begun(place)
    [(body,)] = sql(settings, "SELECT body FROM records WHERE number = ?", number)
    record = msgspec.json.encode(change(msgspec.json.decode(str(body)))).decode()
    sql(settings, "UPDATE records SET body = ? WHERE number = ?", record, number)
    with running(settings) as place:
        ling = place.person(ling.cookie)
        frame = ling.frame(match)
        answer = ling.act(match, "answers", id=new_id(), ordinal=1, codes=[PIG_ROLL])
        assert answer.status_code == 409 and answer.json() == {"reason": "frozen"}
        assert ling.act(match, "undo", id=new_id()).json() == {"reason": "frozen"}
        assert ling.get("/").status_code == 200
        assert frame["decision"] is None and frame["waiting"] == [] and not frame["may_undo"]
    return frame


@pytest.mark.parametrize(
    "change",
    [
        lambda record: {**record, "answer": [PIG_HOLD]},
        lambda record: {**record, "answer": [77]},
        lambda record: {**record, "hash": "0000000000000000"},
        lambda record: {**record, "seat": 1 - record["seat"]},
        lambda record: {"undo": 0},
        lambda record: {"surprise": 0},
        lambda record: {"answer": "x"},
    ],
)
def test_a_tampered_record_freezes_the_match(
    settings: Settings, change: Callable[[Data], Data], caplog: pytest.LogCaptureFixture
) -> None:
    frozen = tampered(settings, change)["frozen"]
    assert frozen["reason"] in ("unfit", "failed") and len(frozen) == 1
    assert re.search(r"is frozen at record [12]\b", caplog.text)


def test_a_torn_record_freezes_the_match(settings: Settings, caplog: pytest.LogCaptureFixture) -> None:
    with running(settings) as place:
        ling, match = begun(place)
    sql(settings, "UPDATE records SET body = substr(body, 1, 9) WHERE number = 4")
    with running(settings) as place:
        assert place.person(ling.cookie).frame(match)["frozen"] == {"reason": "damaged"}
    assert "is frozen at record 4" in caplog.text


def test_a_match_of_a_game_that_is_gone_is_not_found(settings: Settings) -> None:
    with running(settings) as place:
        ling, match = begun(place, 1)
    sql(settings, "UPDATE matches SET game = 'gone'")
    with running(settings) as place:
        ling = place.person(ling.cookie)
        assert ling.get(f"/api/matches/{match}/frame").status_code == 404
        assert ling.get("/").status_code == 200


def test_a_match_whose_options_are_gone_is_not_found(settings: Settings) -> None:
    with running(settings) as place:
        ling, match = begun(place, 1)
    sql(settings, "UPDATE matches SET options = ?", '{"gone": 1}')
    with running(settings) as place:
        ling = place.person(ling.cookie)
        assert ling.get(f"/api/matches/{match}/frame").status_code == 404
        assert ling.get("/").status_code == 200


# Below HTTP: two hubs on one store, requests that go away, writes that are not confirmed


def with_hubs(settings: Settings, test: Callable[[Hub, Hub], Awaitable[None]]) -> None:
    async def main() -> None:
        settings.data.mkdir()
        migrate(settings.database)
        stores = [Store(Sqlite(settings.database)) for _ in range(2)]
        hubs = [Hub(store, settings, InstalledBots()) for store in stores]
        for store in stores:
            await store.start()
        try:
            await test(*hubs)
        finally:
            for hub, store in zip(hubs, stores, strict=True):
                await hub.close()
                await store.stop()

    run(main())


async def opened(hub: Hub) -> Room:
    seats = [SeatRow(seat, "player", session="ling") for seat in range(2)]
    return await hub.open(find("pig"), seats, {"target": 200}, "strict", "ling")


async def roll(hub: Hub, match: str, name: str) -> None:
    async def change(room: Room) -> None:
        [decision] = room.match.decisions.values()
        await room.answer(decision.seat, [PIG_ROLL], decision.ordinal, name)

    await hub.act(match, change)


def test_two_servers_on_one_folder_do_not_play_two_matches(settings: Settings) -> None:
    async def test(one: Hub, two: Hub) -> None:
        match = (await opened(one)).row.id
        await two.room(match)
        for number in range(6):
            await roll(two if number % 2 else one, match, f"id-{number}")
        logs = [(await hub.fresh_room(match)).match.log for hub in (one, two)]
        assert logs[0] == logs[1] and len(logs[0]) == 6

    with_hubs(settings, test)


def test_an_answer_is_finished_though_its_request_goes_away(settings: Settings) -> None:
    async def test(hub: Hub, _: Hub) -> None:
        room = await opened(hub)
        task = asyncio.ensure_future(room.answer(0, [PIG_ROLL], 1, "gone"))
        await asyncio.sleep(0)
        task.cancel()
        await asyncio.gather(task, return_exceptions=True)
        await room.settle()
        assert len(room.match.log) == 1 == await hub.store.head(room.row.id)

    with_hubs(settings, test)


def test_a_write_that_is_not_confirmed_makes_the_room_read_again(settings: Settings) -> None:
    async def test(hub: Hub, _: Hub) -> None:
        room = await opened(hub)
        append = hub.store.append

        async def unsure(match: str, number: int, body: bytes, decision: str | None) -> None:
            await append(match, number, body, decision)
            raise StoreError("power cut")

        hub.store.append = unsure  # type: ignore[method-assign]
        with pytest.raises(StoreError):
            await room.answer(0, [PIG_ROLL], 1, "unsure")
        hub.store.append = append  # type: ignore[method-assign]
        assert room.stale and not room.match.log
        with pytest.raises(Stale):
            await room.answer(0, [PIG_ROLL], 1, "unsure")
        again = await hub.room(room.row.id)
        assert again is not room and len(again.match.log) == 1
        await again.answer(0, [PIG_ROLL], 1, "unsure")
        with pytest.raises(MatchClosed):
            await again.answer(0, [PIG_ROLL], 1, "new")
        assert len(again.match.log) == 1

    with_hubs(settings, test)


def test_rooms_that_nobody_watches_are_forgotten_and_read_again(settings: Settings) -> None:
    settings.max_rooms = 2

    async def test(hub: Hub, _: Hub) -> None:
        rooms = [await opened(hub) for _ in range(4)]
        await roll(hub, rooms[0].row.id, "a")
        assert len(hub.house.rooms) == 2 and rooms[0].row.id in hub.house.rooms
        assert len((await hub.room(rooms[1].row.id)).match.log) == 0
        assert len((await hub.room(rooms[0].row.id)).match.log) == 1

    with_hubs(settings, test)
