"""Open tables: filters, what a table says of itself, and its date in calendars."""

from __future__ import annotations

import re
from typing import Any

import pytest

from server.conftest import running
from server.people import Person, Place, assert_clocked
from server.test_friends import members, say
from shapan.server.hub.listing import ListedTable
from shapan.server.pages.tables import FILTERS, calendar, escaped, fits, folded, length_of
from shapan.server.settings import Settings

TABLE = ListedTable(
    "pig", "Ling", mine=False, taken=[True, False], join="/join/x", watch="/match/x", options={}, pace=0
)


@pytest.fixture
def settings(settings: Settings) -> Settings:
    settings.accounts = "on"
    settings.password_memory = 8
    return settings


def opened(person: Person, **rest: Any) -> str:
    answer = person.post(
        "/matches", {"game": "pig", "listed": True, "seats": [{"kind": "me"}, {"kind": "open"}], **rest}
    )
    assert answer.status_code == 201, answer.text
    link: str = answer.json()["joins"][0]["url"]
    return link


def test_a_filter_keeps_what_is_looked_for_and_what_says_nothing_of_itself() -> None:
    assert fits(TABLE, {}, 10) and fits(TABLE, {"language": "en", "experience": "new"}, 10)
    assert [fits(TABLE, {"length": one}, 60) for one in FILTERS["length"]] == [False, True, False]
    assert [length_of(minutes) for minutes in (45, 46, 119, 120)] == ["short", "middle", "middle", "long"]
    assert [fits(TABLE, {"speed": one}, 10) for one in FILTERS["speed"]] == [True, False]
    assert not fits(TABLE, {"game": "starcraft"}, 10) and not fits(TABLE, {"rated": "on"}, 10)


def test_tables_are_found_by_what_they_say(place: Place) -> None:
    ling, tomas = members(place, "Ling", "Tomas")
    quick, slow = opened(ling, language="en", experience="new"), opened(ling, pace=86_400, language="zh-Hans")
    rated, large = opened(ling, rated=True), opened(ling, game="planet_masters")
    links = {"quick": quick, "slow": slow, "rated": rated, "large": large}

    def found(query: str, person: Person = tomas) -> set[str]:
        page = person.get(f"/tables?{query}").text
        return {name for name, link in links.items() if link in page}

    assert found("") == set(links) == found("game=nonsense&speed=&rated=maybe")
    assert found("speed=days") == {"slow"} and found("game=planet_masters") == {"large"}
    assert found("language=en") == {"quick", "rated", "large"} and found("experience=old&game=pig") == {"slow", "rated"}
    assert found("rated=on") == {"rated"} and found("rated=on", place.person()) == {"rated"}
    assert "4 of 4" not in tomas.get("/tables?rated=on").text and "Beginners" in tomas.get("/tables").text
    say(ling, "block", "Tomas")
    assert found("") == set() and "0 of 0" in tomas.get("/tables").text, "nor is it counted"


def test_a_table_has_a_date_that_goes_into_calendars(place: Place) -> None:
    ling = members(place, "Ling")[0]
    form = {"game": "pig", "kind.0": "me", "kind.1": "open", "listed": "on", "date": "2026-12-05T19:30"}
    table = ling.form("/tables", form).headers["location"].rpartition("/")[2]
    answer = place.person().get(f"/tables/{table}/date.ics")
    assert (
        answer.headers["content-type"].startswith("text/calendar") and ".ics" in answer.headers["content-disposition"]
    )
    lines = answer.text.split("\r\n")
    assert "DTSTART:20261205T193000Z" in lines and f"UID:{table}@shapan" in lines
    assert f"URL:http://testserver.local/match/{table}" in lines
    assert (
        "date.ics" in ling.get(f"/match/{table}").text and "2026-12-05 19:30 UTC" in place.person().get("/tables").text
    )
    join = opened(ling, date=1_796_500_000)
    for page, moments in (("/tables", 2), ("/", 2), (join, 1)):
        assert_clocked(place.person().get(page).text, moments)
    here = ling.form("/tables", {**form, "date.ahead": "480"}).headers["location"].rpartition("/")[2]
    calendar_ = place.person().get(f"/tables/{here}/date.ics").text
    assert "DTSTART:20261205T113000Z" in calendar_, "the browser's clock is eight hours ahead"
    assert ling.form("/tables", {**form, "date.ahead": "noon"}).status_code == 422
    other = opened(ling)
    assert "date.ics" not in place.person().get(other).text
    bad = ling.form("/tables", {**form, "date": "tomorrow"})
    assert bad.status_code == 422
    assert ling.get("/tables/nowhere/date.ics").status_code == 404


def test_a_calendar_holds_any_title() -> None:
    title = "Malifaux; 沙盘, \\ " * 9
    text = calendar("m", 0, 0, title, "https://play.example/match/m", 1)
    assert all(len(line.encode()) <= 75 for line in text.split("\r\n"))
    unfolded = text.replace("\r\n ", "")
    [summary] = re.findall("SUMMARY:(.*)\r\n", unfolded)
    assert re.sub(r"\\(.)", r"\1", summary) == f"Shapan: {title}" and "DURATION:PT1M" in text
    assert escaped("a\nb") == "a\\nb" and folded("x" * 75) == ["x" * 75]


def test_without_accounts_none_of_it_is_there(settings: Settings) -> None:
    settings.accounts = "off"
    with running(settings) as place:
        ling = place.person()
        link = opened(ling)
        assert ling.get("/tables").status_code in (404, 405)
        assert ling.get("/tables/x/date.ics").status_code == 404
        assert 'name="experience"' not in ling.get("/tables/new").text and "date.ics" not in ling.get(link).text
        wanted = {"game": "pig", "seats": [{"kind": "me"}, {"kind": "open"}]}
        assert ling.post("/matches", {**wanted, "experience": "new"}).status_code == 422
        assert ling.post("/matches", {**wanted, "date": 5}).status_code == 422
