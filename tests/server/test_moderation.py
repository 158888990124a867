"""Moderation: reports from the table, what moderators see and do, who is told, and who may not judge."""

from __future__ import annotations

import re
from typing import Any

import pytest
from sqlalchemy import select

from server.apart import run
from server.conftest import running
from server.people import Person, Place, new_id, two_people
from server.test_account_end import store_later, sweep
from server.test_friends import members, say
from shapan.server.people.members import LEAVING
from shapan.server.settings import LimitSettings, Rate, Settings
from shapan.server.store.account import AccountRow, LoginRow
from shapan.server.store.backend import Backend
from shapan.server.store.fault import Conflict
from shapan.server.store.moderation import KEPT, Line, Report
from shapan.server.store.people import now
from shapan.server.store.person import BLANK
from shapan.server.store.schema import SESSIONS, TICKETS
from shapan.server.store.storage import Store
from shapan.server.store.writer import StoreError

OPEN = {"game": "pig", "seats": [{"kind": "me"}, {"kind": "open"}]}


@pytest.fixture
def settings(settings: Settings) -> Settings:
    settings.accounts = "on"
    settings.password_memory = 8
    settings.appeals = "help@play.example"
    return settings


def moderator(place: Place, name: str = "Noor") -> Person:
    person = members(place, name)[0]

    async def give() -> None:
        row = await place.hub.store.accounts.account_called(name.lower())
        assert row is not None
        await place.hub.store.accounts.set_role(row.id, "moderator")

    place.client.blocking_portal.call(give)
    person.form("/account/login", {"name": name, "password": "seven slow herons"})
    assert person.get("/moderation").status_code == 200
    return person


def report(person: Person, match: str, who: str, text: str = "insults") -> Any:
    return person.form(f"/report/{match}", {"who": who, "text": text})


def cases(person: Person) -> list[str]:
    return re.findall(r'href="/moderation/([\w-]+)"', person.get("/moderation").text)


def act(person: Person, match: str, what: str, reason: str = "Be kind.", days: str = "7") -> Any:
    data = {"report": cases(person)[0], "what": what, "days": days, "reason": reason}
    return person.form(f"/tables/{match}/moderation", data)


def test_a_message_is_reported_and_its_writer_muted_and_told(place: Place) -> None:
    ling, tomas, match = two_people(place)
    noor = moderator(place)
    for number in range(25):
        tomas.act(match, "chat", id=f"t{number}", text=f"rude {number}")
    ling.act(match, "chat", id="a", text="stop that")
    page = ling.get(f"/report/{match}").text
    assert "rude 24" in page and "rude 5" not in page and "stop that" not in page
    assert f'"report":"/report/{match}"' in ling.get(f"/match/{match}").text
    for who in ("0", "1.3", "7", "x", "", "1.26", "1.99999999999999"):
        assert report(ling, match, who).status_code == 422, who
    assert report(ling, match, "1.25", " ").status_code == report(ling, match, "1", "x" * 501).status_code == 422
    assert report(ling, match, "1.25").headers["location"] == f"/report/{match}?said=1"
    case = noor.get(f"/moderation/{cases(noor)[0]}").text
    assert "insults" in case and "stop that" in case and case.count("rude") == 19 and "A guest without" in case
    assert act(noor, match, "mute", reason=" ").status_code == act(noor, match, "mute", days="9999").status_code == 422
    assert act(noor, match, "mute").headers["location"] == "/moderation?said=mute"
    said = tomas.act(match, "chat", id="z", text="what")
    assert said.status_code == 403 and "Be kind." in said.text
    assert ling.act(match, "chat", id="b", text="thanks").status_code == 200
    told = tomas.get("/sanctions").text
    assert "Muted until" in told and "Be kind." in told and "help@play.example" in told and "Ling" not in told
    assert "/sanctions" in tomas.get("/").text and "/sanctions" not in ling.get("/").text
    listed = noor.get("/moderation").text
    assert "Be kind." in listed and cases(noor) == []
    assert tomas.post("/matches", OPEN).status_code == 201, "who is muted plays on"
    key = re.findall(r'name="sanction" value="([\w-]+)"', listed)[0]
    noor.form("/moderation/lift", {"sanction": key})
    assert tomas.act(match, "chat", id="y", text="sorry").status_code == 200
    assert "Lifted" in noor.get("/moderation").text, "all of it is written down"


def test_no_sign_that_nobody_can_read_is_stored(place: Place) -> None:
    ling, _, match = two_people(place)
    noor = moderator(place)
    assert report(ling, match, "1", "insu\0lts").status_code == 400, "no form holds NUL"
    assert report(ling, match, "1", "\x01\x85").status_code == 422
    assert report(ling, match, "1", "in\x01sul\x85ts\nand more").status_code == 303
    assert "insults\nand more" in noor.get(f"/moderation/{cases(noor)[0]}").text
    assert act(noor, match, "mute", reason="\x02").status_code == 422
    assert act(noor, match, "mute", reason="Be\x02 kind.").status_code == 303
    assert "Be kind." in noor.get("/moderation").text


def test_what_cannot_be_swept_keeps_nothing_else_from_it(place: Place, monkeypatch: pytest.MonkeyPatch) -> None:
    accounts = place.hub.store.accounts
    monkeypatch.setattr("shapan.server.store.account._unused", lambda _: SESSIONS.c.made == 2**70)

    async def keep() -> None:
        await accounts.keep_ticket("k" * 64, "any", None, 1)

    async def tickets() -> int:
        return len(await accounts._rows(select(TICKETS)))

    place.client.blocking_portal.call(keep)
    assert place.client.blocking_portal.call(tickets) == 1
    with pytest.raises(StoreError):
        sweep(place)
    assert place.client.blocking_portal.call(tickets) == 0


def test_who_is_suspended_finishes_matches_and_begins_none(place: Place) -> None:
    ling, tomas, amina = members(place, "Ling", "Tomas", "Amina")
    opened = ling.post("/matches", OPEN).json()
    match = opened["id"]
    tomas.form(opened["joins"][0]["url"], {"name": ""})
    for person in (ling, tomas):
        person.ready(match)
    noor = moderator(place)
    report(ling, match, "1")
    assert act(noor, match, "suspend", "Cheating.").status_code == 303
    assert tomas.post("/matches", OPEN).status_code == 403
    refused = tomas.form("/tables", {"game": "pig", "kind.0": "me", "kind.1": "open"})
    assert refused.headers["location"] == "/sanctions" and "Suspended until" in tomas.get("/sanctions").text
    link = amina.post("/matches", OPEN).json()["joins"][0]["url"]
    assert tomas.form(link, {"name": ""}).headers["location"] == "/sanctions"
    assert tomas.post(f"/api{link}", {"name": ""}).status_code == 403
    assert say(tomas, "ask", "Ling").status_code == 422
    asked = ling if ling.frame(match)["decision"] else tomas
    target = asked.frame(match)["decision"]["targets"][0]["code"]
    assert asked.answer(match, target).status_code == 200
    assert tomas.act(match, "leave", id=new_id(), seat=1).status_code == 200
    assert tomas.post("/matches", OPEN).status_code == tomas.act(match, "rematch", id=new_id()).status_code == 403
    export = tomas.get("/account/export").json()
    assert export["sanctions"][0]["reason"] == "Cheating." and "Ling" not in str(export["sanctions"])
    assert ling.get("/account/export").json()["reports"][0]["text"] == "insults"


def test_who_sits_at_a_table_or_watches_it_does_not_judge_it(place: Place) -> None:
    ling, _, match = two_people(place)
    noor, kofi = moderator(place), moderator(place, "Kofi")
    report(ling, match, "1")
    with noor.stream(match) as stream:
        stream.receive_json(timeout=10)
        refused = act(noor, match, "mute")
        assert refused.status_code == 422 and "watch it" in refused.text
    assert act(noor, match, "mute").status_code == 422, "nor a moment later"
    opened = kofi.post("/matches", OPEN).json()
    ling.form(opened["joins"][0]["url"], {"name": "Ling"})
    assert act(kofi, match, "mute").status_code == 303
    report(ling, opened["id"], "0")
    (key,) = cases(noor)
    assert cases(kofi) == [] and "insults" not in kofi.get("/moderation").text, "who is reported does not see by whom"
    assert kofi.get(f"/moderation/{key}").status_code == 404 and "insults" in noor.get(f"/moderation/{key}").text
    about_himself = kofi.form(f"/tables/{opened['id']}/moderation", {"report": key, "what": "close"})
    assert about_himself.status_code == 404 and cases(noor) == [key]
    report(kofi, opened["id"], "1")
    frame = kofi.frame(match)
    assert frame["decision"] is None, "a moderator sees what a spectator sees"


def test_nobody_lifts_what_followed_a_report_of_theirs_or_lies_upon_them(place: Place) -> None:
    noor, kofi, mira = (moderator(place, name) for name in ("Noor", "Kofi", "Mira"))
    opened = noor.post("/matches", OPEN).json()
    kofi.form(opened["joins"][0]["url"], {"name": ""})
    report(noor, opened["id"], "1")
    refused = act(noor, opened["id"], "close")
    assert refused.status_code == 422, "nor does who reports judge"
    assert act(mira, opened["id"], "mute").status_code == 303
    (key,) = re.findall(r'name="sanction" value="([\w-]+)"', mira.get("/moderation").text)
    for person in (noor, kofi):
        assert person.form("/moderation/lift", {"sanction": key}).headers["location"] == "/moderation"
        assert "Muted until" in kofi.get("/sanctions").text
    assert mira.form("/moderation/lift", {"sanction": key}).headers["location"] == "/moderation?said=lift"
    assert "Muted until" not in kofi.get("/sanctions").text


def test_only_moderators_find_the_pages(place: Place) -> None:
    ling, tomas, match = two_people(place)
    noor = moderator(place)
    report(ling, match, "1")
    key = cases(noor)[0]
    for person in (ling, tomas, place.person(), members(place, "Amina")[0]):
        unknown = person.get("/nowhere")
        for path in ("/moderation", f"/moderation/{key}"):
            assert (person.get(path).status_code, "insults" in person.get(path).text) == (unknown.status_code, False)
        data = {"report": key, "what": "close"}
        assert person.form(f"/tables/{match}/moderation", data).status_code == 404
        assert person.form("/moderation/lift", {"sanction": "x"}).status_code == 404
    assert place.person().get(f"/report/{match}").headers["location"].startswith("/account/login")
    assert noor.get("/moderation/nowhere").status_code == 404
    assert noor.form("/tables/elsewhere/moderation", {"report": key, "what": "close"}).status_code == 404


def test_reports_are_bounded_and_there_are_none_without_accounts(settings: Settings) -> None:
    settings.limits = LimitSettings(reporting=Rate(1 / 86_400, 1))
    with running(settings) as place:
        ling, _, match = two_people(place)
        assert [report(ling, match, "1").status_code for _ in range(2)] == [303, 429]
    settings.accounts = "off"
    with running(settings) as place:
        ling, _, match = two_people(place)
        for path in ("/moderation", "/moderation/x", "/sanctions", f"/report/{match}"):
            assert ling.get(path).status_code == 404
        assert '"report"' not in ling.get(f"/match/{match}").text


def test_who_is_deleted_is_in_no_report(place: Place, monkeypatch: pytest.MonkeyPatch) -> None:
    ling, tomas, amina = members(place, "Ling", "Tomas", "Amina")
    table = {"game": "planet_masters", "seats": [{"kind": "me"}, {"kind": "open"}, {"kind": "open"}]}
    opened = ling.post("/matches", table).json()
    for person, join in zip((tomas, amina), opened["joins"], strict=True):
        person.form(join["url"], {"name": ""})
    tomas.act(opened["id"], "chat", id="a", text="my number is 5550123")
    report(ling, opened["id"], "1.1")
    noor = moderator(place)
    assert act(noor, opened["id"], "mute", "For Tomas.").status_code == 303
    report(ling, opened["id"], "2")
    tomas.form("/account/delete", {})
    store_later(monkeypatch, LEAVING + 1)
    sweep(place)
    text = noor.get("/moderation").text + noor.get(f"/moderation/{cases(noor)[0]}").text
    assert "Tomas" not in text and "5550123" not in text and BLANK in text and "gone-" in text


def test_who_reports_much_hides_the_reports_of_nobody_else(backend: Backend, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("shapan.server.store.moderation._MOST", 3)

    async def work() -> None:
        store = Store(backend)
        await store.start()
        try:
            for number, who in enumerate(["flood"] * 4 + ["ling", "tomas"]):
                kept = Report(f"r{number}", "m", who, "noor" if who == "tomas" else "t", "T", None, "why", [], number)
                await store.moderation.keep_report(kept)
            reports, more = await store.moderation.open_reports()
            assert ([one.id for one in reports], more) == (["r0", "r4", "r5"], 3)
            reports, more = await store.moderation.open_reports(without="noor")
            assert ([one.id for one in reports], more) == (["r0", "r4", "r1"], 2)
        finally:
            await store.stop()

    run(work())


def test_the_page_of_reports_tells_of_those_behind(place: Place, monkeypatch: pytest.MonkeyPatch) -> None:
    ling, tomas, match = two_people(place)
    noor = moderator(place)
    monkeypatch.setattr("shapan.server.store.moderation._MOST", 1)
    for person, who in ((ling, "1"), (tomas, "0")):
        assert report(person, match, who).status_code == 303
    assert len(cases(noor)) == 1 and "And 1 more" in noor.get("/moderation").text
    assert act(noor, match, "close").status_code == 303
    assert len(cases(noor)) == 1 and "more, shown" not in noor.get("/moderation").text


def test_reports_are_kept_alike_by_both_databases(backend: Backend, monkeypatch: pytest.MonkeyPatch) -> None:
    async def work() -> None:
        store = Store(backend)
        await store.start()
        try:
            row = AccountRow("a" * 64, "Noor", "noor", 1, 1, 1)
            await store.accounts.sign_up(row, [], LoginRow("a" * 64, "", 1, row.id), None)
            kept = Report("r", "m", "s", "t", "Tomas", None, "why", [Line(1, "Tomas", "说")], now())
            await store.moderation.keep_report(kept)
            assert await store.moderation.open_reports() == ([kept], 0)
            await store.moderation.act(row.id, kept, "suspend", now() + 100, "so")
            with pytest.raises(Conflict):
                await store.moderation.act(row.id, kept, "mute", now() + 100, "again")
            [found] = await store.moderation.sanctions_of("t")
            await store.moderation.lift(row.id, found.id)
            with pytest.raises(Conflict):
                await store.moderation.lift(row.id, found.id)
            assert await store.moderation.sanctions_of("t") == [] and await store.moderation.sanctions_of(
                "t", over=True
            )
            assert sorted((one.what, by) for one, by in await store.moderation.acts()) == [
                ("lift", "Noor"),
                ("suspend", "Noor"),
            ]
            at = now() + KEPT + 200
            monkeypatch.setattr("shapan.server.store.moderation.now", lambda: at)
            await store.moderation.tidy()
            assert await store.moderation.report("r") is None and await store.moderation.acts() == []
        finally:
            await store.stop()

    run(work())
