"""How a table is opened for strangers, and what they find of it."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from hashlib import blake2b
from pathlib import Path
from typing import Any

import pytest
from alembic.command import upgrade
from alembic.config import Config
from sqlalchemy import create_engine, event, text

from server.apart import run
from server.conftest import Time, running
from server.people import PIG_ROLL, Person, Place, new_id
from shapan.engine.registry import find
from shapan.server.api.form import read_form
from shapan.server.api.opening import Unfit
from shapan.server.hub.listing import ListedTable, listed_tables
from shapan.server.match.chat import latest
from shapan.server.settings import Settings
from shapan.server.store.people import hash_of
from shapan.server.store.sqlite import Sqlite, migrate
from shapan.server.store.storage import Store

DAY = 24 * 3600
OPEN = {"game": "pig", "seats": [{"kind": "me", "name": "Ling"}, {"kind": "open"}]}


def opened(person: Person, **change: Any) -> dict[str, Any]:
    answer = person.post("/matches", {**OPEN, **change})
    assert answer.status_code == 201, answer.text
    data: dict[str, Any] = answer.json()
    return data


def lists(place: Place, session: str | None = None) -> tuple[list[ListedTable], list[ListedTable]]:
    return place.client.blocking_portal.call(listed_tables, place.hub, session)


def test_a_listed_table_is_found_until_its_seats_are_taken(place: Place) -> None:
    ling, tomas = place.person(), place.person()
    opened(ling)
    match = opened(ling, listed=True, pace=120, chat="phrases", options={"target": 50})["id"]
    [table], running = lists(place)
    assert running == [] and (table.owner, table.pace) == ("Ling", 120)
    assert table.options == {"target": 50} and table.taken == [True, False] and not table.mine
    assert tomas.form(table.join, {"name": "Tomas"}).headers["location"] == table.watch == f"/match/{match}"
    free, [table] = lists(place, place.hub.house.rooms[match].seats[1].session)
    assert free == [] and table.taken == [True, True] and table.mine and not table.join


def test_options_at_their_default_are_not_named(place: Place) -> None:
    usual = next(option.default for option in find("pig").options if option.name == "target")
    opened(place.person(), listed=True, options={"target": usual})
    [table], _ = lists(place)
    assert table.options == {}


def test_a_table_that_nobody_touches_is_forgotten(time: Time, place: Place) -> None:
    opened(place.person(), listed=True)
    with closing(sqlite3.connect(place.hub.settings.database)) as connection, connection:
        connection.execute("UPDATE matches SET touched = ?", (int(time.seconds),))  # the store has a clock of its own
    time.seconds += 13 * DAY
    assert len(lists(place)[0]) == 1
    time.seconds += 2 * DAY
    assert lists(place) == ([], [])


def test_a_match_that_is_over_is_not_listed(place: Place) -> None:
    ling = place.person()
    match = opened(ling, listed=True, seats=[{"kind": "me"}, {"kind": "hot"}], options={"target": 10})["id"]
    assert [table.watch for table in lists(place)[1]] == [f"/match/{match}"]
    while (frame := ling.frame(match))["outcome"] is None:
        ling.act(match, "answers", id=new_id(), ordinal=frame["decision"]["ordinal"], codes=[_choice(frame)])
    place.client.blocking_portal.call(place.hub.house.rooms[match].keep_snapshot)
    assert lists(place) == ([], [])


def _choice(frame: dict[str, Any]) -> int:
    rolled = next(zone["count"] for zone in frame["scene"]["zones"] if zone["id"] == "rolled")
    return 2 * PIG_ROLL if rolled >= 10 else PIG_ROLL


@pytest.mark.parametrize("change", [{"pace": 3}, {"pace": -1}, {"pace": 10**9}, {"chat": "loud"}, {"listed": "maybe"}])
def test_settings_that_cannot_be_are_refused(standing: Place, change: dict[str, Any]) -> None:
    answer = standing.person().post("/matches", {**OPEN, **change})
    assert answer.status_code in (400, 422) and next(iter(change)) in answer.text


def test_the_form_sets_pace_listing_and_chat() -> None:
    form = {"kind.0": "me", "kind.1": "open", "pace": "30", "listed": "on", "chat": "off"}
    new = read_form(find("pig"), form)
    assert (new.pace, new.listed, new.chat) == (30, True, "off")
    usual = read_form(find("pig"), {"kind.0": "me", "kind.1": "open"})
    assert (usual.pace, usual.listed, usual.chat) == (0, False, "free")
    for bad in ({"pace": "soon"}, {"pace": "-4"}, {"pace": "9" * 30}, {"chat": "loud"}, {"undo": "never"}):
        with pytest.raises(Unfit) as error:
            read_form(find("pig"), {**form, **bad})
        assert error.value.field == next(iter(bad))


def test_a_match_of_the_first_schema_lives_on(tmp_path: Path) -> None:
    path = tmp_path / "old"
    engine = create_engine(f"sqlite:///{path}")
    with engine.begin() as connection:
        connection.execute(text("PRAGMA foreign_keys=ON"))
        config = Config()
        config.set_main_option("script_location", "shapan.server.store:migrations")
        config.attributes["connection"] = connection
        upgrade(config, "0001")
    engine.dispose()
    with sqlite3.connect(path) as raw:
        raw.execute("INSERT INTO matches VALUES ('m', 'pig', 1, 2, '{}', 'strict', x'00', 'ling', 'on', 5, 5)")
        raw.execute("INSERT INTO seats VALUES ('m', 0, 'player', 'Ling', '', 'ling', NULL)")
    raw.close()
    migrate(path)

    async def read() -> None:
        store = Store(Sqlite(path))
        stored = await store.stored("m")
        assert stored is not None and (stored.match.pace, stored.match.listed, stored.match.chat) == (0, False, "free")
        assert stored.seats[0].name == "Ling" and await latest(store, "m") == []
        await store.stop()

    run(read())


def test_a_link_from_before_invitations_had_a_secret_still_leads_to_its_seat(
    settings: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(
        "shapan.server.pages.page.client_files", lambda **_: ("/static/dist/main.js", "/static/dist/style.css")
    )
    settings.data.mkdir()
    engine = create_engine(f"sqlite:///{settings.database}")
    with engine.begin() as connection:
        config = Config()
        config.set_main_option("script_location", "shapan.server.store:migrations")
        config.attributes["connection"] = connection
        upgrade(config, "0006")
    engine.dispose()
    key = bytes(range(16))
    token = blake2b(b"invitation m 1", key=key, digest_size=16).hexdigest()
    with closing(sqlite3.connect(settings.database)) as raw, raw:
        row = ("m", "pig", find("pig").rules_version, 2, "{}", "strict", key, hash_of("a" * 43), "on", 5, 5)
        columns = "id, game, rules_version, seats, options, undo, key, owner, status, made, touched"
        raw.execute(f"INSERT INTO matches ({columns}) VALUES ({','.join('?' * len(row))})", row)
        raw.execute("INSERT INTO sessions (hash, name, made) VALUES (?, 'Ling', 5)", (hash_of("a" * 43),))
        raw.execute("INSERT INTO seats VALUES ('m', 0, 'player', 'Ling', '', ?, NULL)", (hash_of("a" * 43),))
        raw.execute("INSERT INTO seats VALUES ('m', 1, 'open', '', '', NULL, ?)", (hash_of(token),))
    with running(settings) as place:
        assert f"/join/{token}" in place.person(f"shapan={'a' * 43}").get("/match/m").text
        tomas = place.person()
        assert tomas.frame("m")["seating"] is None and tomas.frame("m")["scene"], "it had begun without him"
        assert tomas.form(f"/join/{token}", {"name": "Tomas"}).headers["location"] == "/match/m"
        assert tomas.frame("m")["seats"][1]["kind"] == "you"


def test_many_listed_tables_cost_no_more_questions(place: Place) -> None:
    asked: list[str] = []
    event.listen(place.hub.store._read.sync_engine, "before_cursor_execute", lambda *rest: asked.append(rest[2]))
    place.person().get("/")  # how long games take is asked once in some minutes
    counts = []
    for _ in range(2):
        for _ in range(6):
            seats = [{"kind": "me"}, {"kind": "open"}]
            place.person().post("/matches", {"game": "pig", "listed": True, "seats": seats})
        asked.clear()
        assert place.person().get("/").status_code == 200
        counts.append(len(asked))
    assert 0 < counts[0] == counts[1]
