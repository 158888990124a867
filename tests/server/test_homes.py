"""Several processes on one database: each match is played by one of them, and requests about it find that one."""

from __future__ import annotations

import asyncio
from pathlib import Path

import msgspec
import pytest
from sqlalchemy import insert, select, text, update

from server import apart
from server.people import PIG_ROLL, Place
from server.processes import also, home, process, rows, sent_on, settings
from server.test_new_rules import give_more
from shapan.engine.saving import KEY
from shapan.server.hub.budget import Budget
from shapan.server.monotonic import Steady
from shapan.server.settings import Rate, Settings
from shapan.server.store.choice import backend_of
from shapan.server.store.fault import Fault, InUse
from shapan.server.store.postgres import Postgres
from shapan.server.store.schema import MATCHES, PROCESSES, RECORDS
from shapan.server.store.storage import Store
from shapan.server.tally import TALLY


def test_who_is_asked_first_plays_a_match_and_the_others_send_requests_on(address: str, two: list[Place]) -> None:
    one, two_ = two
    ling = one.person()
    match = ling.open("pig", "me", "hot")["id"]
    assert home(address, match) is None
    there = also(ling, two_)
    frame = there.frame(match)
    assert home(address, match) == "p2"
    before = TALLY.sent_on
    for path in (f"/api/matches/{match}/frame", f"/match/{match}", f"/replay/{match}"):
        answer = ling.get(path)
        assert sent_on(answer, "p2") and "cache-control" not in answer.headers, path
    assert TALLY.sent_on == before + 3
    data = {"id": "roll-once", "ordinal": frame["decision"]["ordinal"], "codes": [PIG_ROLL]}
    assert sent_on(ling.post(f"/api/matches/{match}/answers", data), "p2")
    assert there.post(f"/api/matches/{match}/answers", data).status_code == 200
    assert there.frame(match)["log_length"] > frame["log_length"]


def test_an_address_that_does_not_name_its_match_is_sent_where_the_match_falls_to(
    address: str, two: list[Place]
) -> None:
    ling, tomas = two[0].person(), two[1].person()
    opened = ling.open("pig", "me", "open")
    match, link = opened["id"], opened["joins"][0]["url"]
    stray = tomas.get(link, headers={"x-match": "some-other-id"})
    assert sent_on(stray, "match") and stray.headers["x-match"] == match
    assert home(address, match) is None
    assert tomas.get(link, headers={"x-sent": "@match", "x-match": match}).status_code == 200
    assert home(address, match) == "p2"
    assert sent_on(ling.get(f"/match/{match}", headers={"x-match": match}), "p2")


def test_a_stream_is_sent_on_before_it_opens(address: str, two: list[Place]) -> None:
    one, two_ = two
    ling = one.person()
    match = ling.open("pig", "me", "hot")["id"]
    ling.frame(match)
    with ling.stream(match) as stream:
        assert stream.receive_json()["type"] == "frame"
    with also(ling, two_).stream(match) as refused:  # what stands in the answer that opens no stream
        assert dict(refused.extra_headers) == {b"x-accel-redirect": b"@p1"}


def test_invitations_and_the_lobby_find_a_match_of_another_process(address: str, two: list[Place]) -> None:
    one, two_ = two
    ling, tomas = one.person(), two_.person()
    opened = ling.open("pig", "me", "open")
    match, link = opened["id"], opened["joins"][0]["url"]
    ling.frame(match)
    assert home(address, match) == "p1"
    assert sent_on(tomas.form(link, {"name": "Tomas"}), "p1")
    assert also(tomas, one).form(link, {"name": "Tomas"}).status_code == 303
    lobby = also(ling, two_).get("/")
    assert lobby.status_code == 200 and match in lobby.text and "Tomas" in lobby.text
    assert home(address, match) == "p1"


def test_a_restored_backup_may_have_the_numbers_of_processes(address: str, tmp_path: Path) -> None:
    row = {"name": "p9", "version": "", "rules": "{}", "began": 0}
    rows(address, insert(PROCESSES).values([{"id": number, **row} for number in (1, 2)]))
    with process(address, tmp_path, "p1"):
        found = rows(address, select(PROCESSES.c.id).where(PROCESSES.c.name == "p1"))
        assert [one.id for one in found] == [3]


def test_processes_share_what_they_give_a_guest(address: str) -> None:
    async def run() -> None:
        time = Steady(lambda: 1_700_000_000.0, lambda: 5.0)
        stores = [Store(Postgres.at(address, name)) for name in ("p1", "p2")]
        budgets = [Budget(Rate(0.001, 10), time) for _ in stores]
        for store, budget in zip(stores, budgets, strict=True):
            await store.start()
            budget.share(store)
        one, other = budgets
        assert [one.take("ling") for _ in range(8)] == [True] * 8 and other.take("ling")
        await one.settle(stores[0])
        await other.settle(stores[1])
        assert [other.take("ling"), other.take("ling"), other.take("tomas")] == [True, False, True]
        await other.settle(stores[1])
        await one.settle(stores[0])  # has given nothing since: it is not asked
        assert one.take("ling") is True  # and so gives one too many, until the next count
        await one.settle(stores[0])
        assert one.take("ling") is False
        for store, budget in zip(stores, budgets, strict=True):
            await budget.close()
            await store.stop()

    apart.run(run())


def test_a_new_name_is_known_in_all_processes(address: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("shapan.server.web.session._HOLDS", -1.0)
    with process(address, tmp_path, "p1") as one, process(address, tmp_path, "p2") as two_:
        ling = one.person()
        ling.form("/name", {"name": "Ling"})
        there = also(ling, two_)
        assert "Ling" in there.get("/").text
        there.form("/name", {"name": "Mei"})
        assert "Mei" in ling.get("/").text
        ling.form("/name", {"name": "Ling"})
        assert "Ling" in there.get("/").text


def test_names_and_servers_do_not_meet(address: str, tmp_path: Path) -> None:
    first, same, other = (backend_of(settings(address, tmp_path, name)) for name in ("p1", "p1", "p2"))
    alone = Postgres.at(address)
    with first.serving(), other.serving():
        with pytest.raises(InUse, match="called p1"), same.serving():
            pass
        with pytest.raises(InUse, match="another server"), alone.serving():
            pass
        with pytest.raises(InUse, match="another server"), first.alone():
            pass
    with alone.serving(), pytest.raises(InUse, match="another server"), first.serving():
        pass
    with pytest.raises(Fault, match="--database"):
        backend_of(Settings(data=tmp_path, home="p1"))


def test_a_match_of_newer_rules_is_played_by_who_knows_them(address: str, two: list[Place]) -> None:
    ling = two[0].person()
    match = ling.open("pig", "me", "hot")["id"]
    rows(address, update(MATCHES).where(MATCHES.c.id == match).values(rules_version=99))
    assert ling.get(f"/api/matches/{match}/frame").status_code == 409
    rows(address, update(PROCESSES).where(PROCESSES.c.name == "p2").values(rules='{"pig": 99}'))
    assert sent_on(ling.get(f"/api/matches/{match}/frame"), "p2")


def test_who_only_looks_does_not_change_the_rules_of_a_match(
    address: str, two: list[Place], monkeypatch: pytest.MonkeyPatch
) -> None:
    """A new process shows matches that an old one plays: their rules change where they are played."""
    one, two_ = two
    ling = one.person()
    match = ling.open("pig", "me", "hot")["id"]
    ling.answer(match, PIG_ROLL)
    records = text(f"SELECT number FROM records WHERE match = '{match}'")
    before = rows(address, records)
    give_more(monkeypatch)
    lobby = also(ling, two_).get("/")
    assert match in lobby.text and f"/damaged/{match}" not in lobby.text
    assert rows(address, records) == before


def test_a_match_of_a_game_to_come_is_left_to_who_knows_it(address: str, two: list[Place]) -> None:
    ling = two[0].person()
    match = ling.open("pig", "me", "hot")["id"]
    rows(address, update(MATCHES).where(MATCHES.c.id == match).values(game="tomorrow"))
    assert ling.get(f"/api/matches/{match}/frame").status_code == 404 and home(address, match) is None
    rows(address, update(PROCESSES).where(PROCESSES.c.name == "p2").values(rules='{"tomorrow": 1}'))
    assert sent_on(ling.get(f"/api/matches/{match}/frame"), "p2")


def test_a_match_that_has_changed_to_newer_rules_is_left_to_who_knows_them(address: str, two: list[Place]) -> None:
    one, two_ = two
    ling = one.person()
    match = ling.open("pig", "me", "hot")["id"]
    ling.answer(match, PIG_ROLL)

    async def forget() -> None:
        one.hub.house._forget(await one.hub.room(match))

    one.client.blocking_portal.call(forget)
    body = msgspec.json.encode({KEY: 99, "was": 1, "back": False, "quiet": {}}).decode()
    rows(address, insert(RECORDS).values(match=match, number=1, body=body, made=0))
    lobby = also(ling, two_).get("/")
    assert match in lobby.text  # of a copy it is not asked who plays it
    rows(address, update(PROCESSES).where(PROCESSES.c.name == "p2").values(rules='{"pig": 99}'))
    assert sent_on(ling.get(f"/api/matches/{match}/frame"), "p2")

    async def left() -> None:
        await asyncio.gather(*one.hub.house.homes._leaving.values())

    one.client.blocking_portal.call(left)
    assert home(address, match) is None


def test_a_match_that_is_asked_for_stays_where_all_others_are_watched(address: str, tmp_path: Path) -> None:
    with process(address, tmp_path, "p1", max_rooms=1) as one:
        ling = one.person()
        first, second = (ling.open("pig", "me", "hot")["id"] for _ in range(2))
        with ling.stream(first) as stream:
            assert stream.receive_json()["type"] == "frame"
            assert ling.answer(second, PIG_ROLL).status_code == 200
            assert set(one.hub.house.rooms) == {first, second}
