"""One damaged match costs nobody else anything: each column of each table is damaged in turn.

All damaged matches are copies of two good ones, in one database, so that one server reads them all.
"""

from __future__ import annotations

import logging
import sqlite3
from contextlib import closing
from itertools import count
from typing import Any

import msgspec
import pytest
from sqlalchemy import Column, LargeBinary, String

from server.conftest import running
from server.people import PIG_HOLD, PIG_ROLL, Person, Place, new_id
from shapan.engine.scene import Phrase
from shapan.games.pig import game as pig
from shapan.server.match.waiting_room import MUTED, REMOVED, UNMUTED, mark_id
from shapan.server.pages.matchcards import match_cards
from shapan.server.pages.replay import finished
from shapan.server.replay.review import Choice, Plan, ReviewEnd, ReviewPoint
from shapan.server.settings import Settings
from shapan.server.store.backup import backup, restore
from shapan.server.store.damage import remains, tables_of
from shapan.server.store.fault import Fault
from shapan.server.store.people import hash_of
from shapan.server.store.schema import MATCHES

_SPOILT = count(2**62)
DERIVED = ("snapshots", "recordings", "recorded_parts", "reviews", "review_points")
ENDS = {"over": ("replay", "review", "turning", "file"), "on": ("frame",)}
"""What is read of a match that is over, and of one under way."""


def bad_values(column: Column[Any]) -> list[object]:
    """Return what does not belong into a column: no text, torn JSON, a number out of bounds, words for a number."""
    number = next(_SPOILT)
    if isinstance(column.type, (String, LargeBinary)):
        return [b"\xff\xfe" + str(number).encode(), f"{{{number}"]
    return [f"word {number}", number]


def token(person: Person) -> str:
    return person.cookie.partition("shapan=")[2].partition(";")[0]


def prepared(settings: Settings) -> tuple[str, str, str]:
    """Lay a finished match with its review and one under way into a new database; return the cookie and their ids."""
    with running(settings) as place:
        ling = place.person()
        over = ling.open("pig", "me", "hot", target=10)["id"]
        while not (frame := ling.frame(over))["outcome"]:
            rolled = next(zone["count"] for zone in frame["scene"]["zones"] if zone["id"] == "rolled")
            ling.answer(over, PIG_HOLD if rolled else PIG_ROLL)
        seats = [{"kind": "me"}, {"kind": "hot"}]
        on = ling.post("/matches", {"game": "pig", "seats": seats, "pace": 86400, "listed": True}).json()["id"]
        ling.answer(on, PIG_ROLL)
        assert ling.act(on, "chat", id=new_id(), seat=0, text="Well").status_code in (200, 201)
        assert ling.get(f"/api/matches/{over}/replay").status_code == 200
        cookie = ling.cookie
    choice = Choice([PIG_ROLL], [], 0.5)
    point = ReviewPoint(0, 0, True, Phrase("roll"), "", [0.5, 0.5], choice, choice, 0.0, 100)
    plan = Plan([(0, 0)], ReviewEnd(3, [1.0, 0.0]), "chance")
    with closing(sqlite3.connect(settings.database)) as raw:
        raw.execute("INSERT INTO reviews VALUES (?, 'done', 1, ?)", (over, msgspec.msgpack.encode(plan)))
        raw.execute("INSERT INTO review_points VALUES (?, 0, ?)", (over, msgspec.json.encode(point)))
        for match in (over, on):
            raw.execute("INSERT OR IGNORE INTO notes VALUES (?, 1, ?)", (match, '{"number":1,"key":"undo","seat":0}'))
            raw.execute("INSERT OR IGNORE INTO sealed VALUES (?, 0, 1, '[1]', 'player')", (match,))
            raw.execute("INSERT OR IGNORE INTO orders VALUES (?, 0, '', 'pass', '')", (match,))
            raw.execute("INSERT OR IGNORE INTO plans VALUES (?, 0, 0, '{}')", (match,))
            raw.execute("INSERT OR IGNORE INTO changes VALUES (?, '0:x', 5)", (match,))
        raw.commit()
    return cookie, over, on


def copy(raw: sqlite3.Connection, match: str, name: str) -> None:
    """Copy a match under another id."""
    for table in tables_of():
        key = "id" if table is MATCHES else "match"
        columns = [column.name for column in table.columns]
        unique = {"token_hash", "back"}
        shown = ["?" if column == key else "NULL" if column in unique else f'"{column}"' for column in columns]
        names = ", ".join(f'"{column}"' for column in columns)
        query = f'INSERT INTO "{table.name}" ({names}) SELECT {", ".join(shown)} FROM "{table.name}" WHERE "{key}" = ?'
        raw.execute(query, (name, match))


def damaged(settings: Settings, kinds: dict[str, str], each: int) -> list[tuple[str, str]]:
    """Damage copies of matches, each in one column; return their ids, and what was damaged.

    Of what does not belong into a column there are `each` values: of two the one, and in the next column the other.
    """
    made, turn = [], count()
    with closing(sqlite3.connect(settings.database)) as raw:
        for kind, match in kinds.items():
            for table in tables_of():
                key = "id" if table is MATCHES else "match"
                for column in table.columns if kind == "over" or table.name not in DERIVED else ():
                    if column.name in (key, "owner", "session"):  # whose it is then nobody knows
                        continue
                    values = bad_values(column)
                    first = next(turn) % len(values) if each < len(values) else 0
                    for number, value in enumerate(values[first : first + each]):
                        name = f"{kind}:{table.name}:{column.name}:{number}"
                        copy(raw, match, name)
                        query = f'UPDATE OR IGNORE "{table.name}" SET "{column.name}" = ? WHERE "{key}" = ?'
                        raw.execute(query, (value, name))
                        made.append((name, f"{table.name}.{column.name} = {value!r}"))
        raw.commit()
    return made


@pytest.mark.parametrize("each", [1, pytest.param(2, marks=pytest.mark.long)])
def test_no_damaged_row_takes_others_with_it(settings: Settings, each: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(logging.root.manager, "disable", logging.CRITICAL)  # of hundreds of matches
    cookie, over, on = prepared(settings)
    cases = damaged(settings, {"over": over, "on": on}, each)
    with running(settings) as place:
        ling = place.person(cookie)
        call = place.client.blocking_portal.call
        cards = call(match_cards, place.hub, hash_of(token(ling)), "en", 10_000)
        assert {card.id for card in cards} == {over, on, *(name for name, _ in cases)}, "all are listed"
        unread = {card.id for card in cards if card.damaged}
        assert {over, on}.isdisjoint(unread) and len(unread) > 10 * each
        assert all(card.removable for card in cards if card.damaged)
        call(finished, place.hub, hash_of(token(ling)), "en")
        call(place.hub.watch.look)
        call(place.hub.reviews.close)  # what is asked for is not made: there are hundreds
        faults = []
        for name, what in cases:
            pages = [f"/api/matches/{name}/{end}" for end in ENDS[name.partition(":")[0]]]
            if name in unread:
                pages += [f"/match/{name}", f"/replay/{name}", f"/damaged/{name}/file"]
            for page in pages:
                status = ling.get(page).status_code
                if status not in ((200,) if page.startswith("/damaged") else (200, 404, 409)):
                    faults.append((status, page, what))
        assert not faults, faults
        assert ling.get("/").status_code == ling.get("/replays").status_code == 200
        assert ling.answer(on, PIG_ROLL).status_code == 200, "those beside them go on"
        for name in sorted(unread)[:3]:
            assert ling.form(f"/damaged/{name}/remove", {}).status_code == 303
            assert ling.get(f"/api/matches/{name}/frame").status_code == 404
        assert not any(remains(settings.database, min(unread)).values())
        place.hub.house.rooms.clear()


@pytest.fixture
def ruined(settings: Settings) -> tuple[str, str, str]:
    """Return the cookie of a person, a finished match and one under way, both damaged."""
    cookie, over, on = prepared(settings)
    with closing(sqlite3.connect(settings.database)) as raw:
        raw.execute("UPDATE matches SET options = '{'")
        raw.commit()
    return cookie, over, on


def test_the_lobby_offers_file_and_removal(settings: Settings, ruined: tuple[str, str, str]) -> None:
    cookie, over, on = ruined
    with running(settings) as place:
        ling, vera = place.person(cookie), place.person()
        lobby = ling.get("/").text
        for match in (over, on):
            assert f"/damaged/{match}/file" in lobby and f"/damaged/{match}/remove" in lobby
            assert ling.get(f"/api/matches/{match}/frame").json() == {"reason": "damaged"}
            assert ling.get(f"/match/{match}").status_code == 409
            vera.post("/matches", {"game": "pig", "seats": [{"kind": "me"}, {"kind": "hot"}]})
            assert vera.get(f"/damaged/{match}/file").status_code == 403
            assert vera.form(f"/damaged/{match}/remove", {}).status_code == 403
        kept = ling.get(f"/damaged/{over}/file").json()
        assert kept["matches"][0]["options"] == "{" and kept["matches"][0]["key"] and kept["records"]
        assert ling.form(f"/damaged/{over}/remove", {}).headers["location"] == "/"
        assert f"/damaged/{over}/" not in ling.get("/").text


def test_a_good_match_is_neither_exported_so_nor_removed(place: Place) -> None:
    ling = place.person()
    match = ling.open("pig", "me", "hot")["id"]
    assert ling.get(f"/damaged/{match}/file").status_code == 409
    assert ling.form(f"/damaged/{match}/remove", {}).status_code == 409
    assert ling.frame(match)["decision"]


def test_before_its_end_a_file_tells_no_dice_to_come_and_no_answers_of_others(settings: Settings) -> None:
    with running(settings) as place:
        ling, tomas = place.person(), place.person()
        opened = ling.open("pig", "me", "open")
        match = opened["id"]
        assert tomas.form(opened["joins"][0]["url"], {"name": "Tomas"}).status_code == 303
        for person in (ling, tomas):
            person.ready(match)
        for _ in range(6):
            asked = ling if ling.frame(match)["decision"] else tomas
            assert asked.answer(match, PIG_HOLD).status_code == 200
    with closing(sqlite3.connect(settings.database)) as raw:
        [(key,)] = raw.execute("SELECT key FROM matches").fetchall()
        secrets = [
            value for row in raw.execute("SELECT session, token_hash, back FROM seats") for value in row if value
        ]
        raw.execute("UPDATE matches SET pace = 'quick'")
        raw.commit()
    with running(settings) as place:
        for seat, cookie in ((1, tomas.cookie), (0, ling.cookie)):
            person = place.person(cookie)
            answer = person.get(f"/damaged/{match}/file")
            records: list[Any] = answer.json()["records"]
            assert len(records) == 3 and all(f'"seat":{seat}' in record["body"] for record in records)
            assert key.hex() not in answer.text and not any(secret in answer.text for secret in secrets)
            assert person.form(f"/damaged/{match}/remove", {}).status_code == (403 if seat else 303)


def test_a_game_that_is_gone_is_listed(settings: Settings) -> None:
    cookie, over, on = prepared(settings)
    with closing(sqlite3.connect(settings.database)) as raw:
        raw.execute("UPDATE matches SET game = 'hide_and_seek' WHERE id = ?", (on,))
        raw.commit()
    with running(settings) as place:
        ling = place.person(cookie)
        lobby = ling.get("/").text
        assert "hide_and_seek" in lobby and f"/damaged/{on}/remove" in lobby and f"/replay/{over}" in lobby
        assert ling.get(f"/match/{on}").status_code == 404


def test_a_table_that_cannot_be_read_costs_only_its_rows(settings: Settings, ruined: tuple[str, str, str]) -> None:
    match = ruined[1]
    whole = remains(settings.database, match)
    with closing(sqlite3.connect(settings.database)) as connection:
        connection.execute("DROP TABLE notes")
    assert remains(settings.database, match) == {**whole, "notes": []} and whole["records"]


def test_a_backup_keeps_damaged_rows(settings: Settings, ruined: tuple[str, str, str]) -> None:
    target = settings.data / "copy.sqlite3"
    backup(settings.database, target)
    with pytest.raises(Fault, match="cannot be read"):
        restore(settings.database, target, force=True)
    restore(settings.database, target, force=True, damaged=True)
    with running(settings) as place:
        assert f"/damaged/{ruined[1]}/file" in place.person(ruined[0]).get("/").text


@pytest.mark.parametrize("name", [b"\xff\xfe", 7, "\ufffd"])
def test_a_name_that_is_none_costs_only_the_name(settings: Settings, name: object) -> None:
    cookie, over, on = prepared(settings)
    with closing(sqlite3.connect(settings.database)) as raw:
        raw.execute("UPDATE sessions SET name = ?, made = 'long ago'", (name,))
        raw.execute("UPDATE matches SET owner = x'ff' WHERE id = ?", (over,))
        raw.commit()
    with running(settings) as place:
        ling, vera = place.person(cookie), place.person()
        for person in (ling, vera):
            assert person.get("/").status_code == person.get("/replays").status_code == 200
        assert ling.answer(on, PIG_ROLL).status_code == 200
        assert f"/damaged/{over}/remove" in ling.get("/").text, "whose it was nobody knows, but he sat there"


def spoil(settings: Settings, query: str, *given: object) -> None:
    with closing(sqlite3.connect(settings.database)) as raw:
        raw.execute(query, given)
        raw.commit()


def test_before_its_end_a_file_tells_nothing_that_follows_from_the_key_nor_what_a_bot_did_since(
    settings: Settings,
) -> None:
    with running(settings) as place:
        people = [place.person() for _ in range(3)]
        opened = people[0].open("pig", "me", "open", "open", target=500)
        match = opened["id"]
        for person, join in zip(people[1:], opened["joins"], strict=True):
            person.form(join["url"], {"name": ""})
        for person in people:
            person.ready(match)
        for person in people:
            person.answer(match, PIG_HOLD)
        assert people[0].act(match, "leave", id=new_id()).status_code == 200
        while not people[1].frame(match)["decision"]:
            pass  # a bot plays the seat that is left
    spoil(settings, "UPDATE matches SET pace = 'quick'")
    with running(settings) as place:
        for seat, person in enumerate(people):
            records = place.person(person.cookie).get(f"/damaged/{match}/file").json()["records"]
            bodies = [msgspec.json.decode(row["body"]) for row in records]
            assert [(body["seat"], body["by"]) for body in bodies] == [(seat, "player")]
            assert not any("hash" in body for body in bodies)


def test_what_cannot_be_read_stops_nothing_that_is_told_behind_it(settings: Settings) -> None:
    cookie, _, on = prepared(settings)
    spoil(settings, "UPDATE notes SET body = '{'")
    spoil(settings, "UPDATE chat SET seat = 'word'")
    with running(settings) as place:
        ling = place.person(cookie)
        assert ling.frame(on)["notes"] == [] and ling.get(f"/api/matches/{on}/chat").json() == {"chat": []}
        assert ling.act(on, "seat", id=new_id(), seat=0, to="bot").status_code == 200
        assert [note["key"] for note in ling.frame(on)["notes"]] == ["bot"]
        said = ling.act(on, "chat", id=new_id(), seat=0, text="Well")
        assert said.status_code in (200, 201) and said.json()["number"] == 2


def test_a_finished_match_that_other_rules_do_not_follow_stays(
    settings: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    cookie, over, _ = prepared(settings)
    spoil(settings, "DELETE FROM snapshots")
    monkeypatch.setattr(pig.ask_roll_or_hold, "key", "another")
    with running(settings) as place:
        ling = place.person(cookie)
        assert ling.frame(over)["frozen"] == {"reason": "unfit"}
        assert f"/damaged/{over}/" not in ling.get("/").text
        assert ling.form(f"/damaged/{over}/remove", {}).status_code == 409
        assert ling.get(f"/damaged/{over}/file").status_code == 409
        assert ling.get(f"/api/matches/{over}/file").status_code == 200


def test_who_opened_a_table_without_a_seat_alone_may_remove_it(settings: Settings) -> None:
    with running(settings) as place:
        host, tomas, devi = place.person(), place.person(), place.person()
        opened = host.open("pig", "open", "open")
        for person, join in zip((tomas, devi), opened["joins"], strict=True):
            assert person.form(join["url"], {"name": ""}).status_code == 303
    spoil(settings, "UPDATE matches SET pace = 'quick'")
    with running(settings) as place:
        for person, status in ((tomas, 403), (devi, 403), (host, 303)):
            answer = place.person(person.cookie).form(f"/damaged/{opened['id']}/remove", {})
            assert answer.status_code == status


def test_the_file_of_a_finished_match_names_no_session(settings: Settings) -> None:
    cookie, over, _ = prepared(settings)
    with running(settings) as place:
        session = hash_of(token(place.person(cookie)))
    for mark in (REMOVED, MUTED, UNMUTED):
        spoil(settings, "INSERT INTO changes VALUES (?, ?, 5)", over, mark_id("0:kick" + mark[1], mark, session))
    spoil(settings, "UPDATE matches SET pace = 'quick'")
    with running(settings) as place:
        file = place.person(cookie).get(f"/damaged/{over}/file").text
        assert file.count('"0:kick') == 3 and session[:8] not in file


def test_the_file_of_a_finished_match_tells_of_each_table_what_all_may_know(settings: Settings) -> None:
    """What a new table holds is told to no one until somebody decides who may know it."""
    cookie, over, _ = prepared(settings)
    spoil(settings, "INSERT INTO memos VALUES (?, 1, 'another', 'Ling bluffs', 1, 5)", over)
    spoil(settings, "INSERT INTO plans VALUES (?, 5, 0, '{}')", over)
    spoil(settings, "UPDATE matches SET pace = 'quick'")
    with running(settings) as place:
        file = place.person(cookie).get(f"/damaged/{over}/file")
    kept = file.json()
    shown = {"matches", "seats", "records", "chat", "changes", "notes", "sealed", "orders", "plans"}
    assert kept.keys() == {"format", *shown, "fair_rounds", "fair_seeds", "rating_changes"}
    assert "bluffs" not in file.text and [row["seat"] for row in kept["plans"]] == [0]


def test_who_removes_a_match_takes_nothing_from_the_standings_of_a_tournament(settings: Settings) -> None:
    cookie, over, _ = prepared(settings)
    spoil(settings, "INSERT INTO tournament_tables VALUES ('cup', 1, 1, ?, 'over')", over)
    spoil(settings, "UPDATE matches SET pace = 'quick'")
    with running(settings) as place:
        assert place.person(cookie).form(f"/damaged/{over}/remove", {}).status_code == 303
    with closing(sqlite3.connect(settings.database)) as raw:
        assert raw.execute("SELECT state FROM tournament_tables").fetchall() == [("over",)]
