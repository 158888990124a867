"""What is kept of people: the page says so of every column there is, and what it promises is done."""

from __future__ import annotations

import re
from collections import Counter
from typing import Literal

import pytest
from sqlalchemy import select

from server.people import Person, Place
from shapan.engine.text import LANGUAGES
from shapan.server.settings import Settings
from shapan.server.store.account import GUEST_KEPT
from shapan.server.store.kept import KEPT, NOT_OF_PEOPLE, kept
from shapan.server.store.people import now
from shapan.server.store.schema import METADATA, SESSIONS

TITLES = {True: ("Your account", "Your log-ins"), False: ("Your tables", "What is said at the table")}


@pytest.fixture
def accounts(request: pytest.FixtureRequest) -> Literal["off", "on"]:
    return "on" if getattr(request, "param", "off") == "on" else "off"


@pytest.fixture
def settings(settings: Settings, accounts: Literal["off", "on"]) -> Settings:
    settings.accounts = accounts
    return settings


def test_every_column_belongs_to_one_topic() -> None:
    """A new one is to be told of: why it is kept, and until when."""
    told = Counter(name for one in KEPT for name in one.named())
    there = {
        f"{name}.{column.name}"
        for name, table in METADATA.tables.items()
        if name not in NOT_OF_PEOPLE
        for column in table.c
    }
    assert set(told) == there and set(told.values()) == {1}


@pytest.mark.parametrize("accounts", ["off", "on"], indirect=True)
def test_the_page_tells_what_this_server_keeps(place: Place, accounts: str) -> None:
    person = place.person("language=en")
    assert 'href="/privacy"' in person.get("/").text
    page = person.get("/privacy").text
    shown = kept(accounts=accounts == "on")
    assert page.count("<details><summary>") == len(shown)
    assert all(name in page for one in shown for name in one.named())
    assert all(title in page for title in TITLES[False])
    assert all((title in page) is (accounts == "on") for title in TITLES[True])
    for language in LANGUAGES:
        text = place.person(f"language={language}").get("/privacy").text
        assert not re.search(r"\bui\.\w+|\{\w+\}", text), language


def called(person: Person) -> str:
    """Return the name that the lobby has for somebody."""
    found = re.search(r'id="own-name"[^>]* value="([^"]*)"', person.get("/").text)
    assert found
    return found[1]


def test_guests_who_hold_nothing_are_forgotten(place: Place, monkeypatch: pytest.MonkeyPatch) -> None:
    """Those who hold a seat or a table, and those who come, stay."""
    gone, comes, sits, opened = (place.person() for _ in range(4))
    for person, name in ((gone, "Gone"), (comes, "Comes"), (sits, "Sits"), (opened, "Opened")):
        assert person.form("/name", {"name": name}).status_code == 303
    table = opened.open("pig", "hot", "open")
    assert sits.form(table["joins"][0]["url"], {"name": "Sits"}).status_code == 303
    begun = now()
    for days, who in ((60, [comes]), (120, [comes]), (150, [])):
        at = begun + days * 24 * 3600
        for module in ("store.account", "web.session"):
            monkeypatch.setattr(f"shapan.server.{module}.now", lambda at=at: at)
        assert all(called(person) == "Comes" for person in who)
        place.client.blocking_portal.call(place.client.app.state.sweep.run_once)
    assert GUEST_KEPT < 120 * 24 * 3600

    def names(connection: object) -> list[str]:
        return sorted(connection.execute(select(SESSIONS.c.name)).scalars())  # type: ignore[attr-defined]

    assert place.client.blocking_portal.call(place.hub.store.writer.do, names) == ["Comes", "Opened", "Sits"]
    assert [called(person) for person in (gone, comes, sits, opened)] == ["", "Comes", "Sits", "Opened"]
    assert gone.form("/name", {"name": "Back"}).status_code == 303
    assert called(gone) == "Back"
