"""Tournaments of a club: signed up for, paired once, played at private tables, counted by the stated rules."""

from __future__ import annotations

import asyncio
import re
from typing import Any

import pytest
from sqlalchemy import insert, update

from server.apart import run
from server.people import Person, Place, new_id
from server.test_clubs import founded
from server.test_friends import members, plain
from server.test_ratings import end, play
from shapan.server.match.lifecycle import MatchNotFound
from shapan.server.settings import Settings
from shapan.server.store.account import AccountRow, LoginRow
from shapan.server.store.backend import Backend
from shapan.server.store.fault import Conflict
from shapan.server.store.people import now
from shapan.server.store.postgres import Postgres
from shapan.server.store.schema import SANCTIONS, TOURNAMENTS
from shapan.server.store.storage import Store
from shapan.server.store.tournaments import Tournament, Whole
from shapan.server.tournament.points import POINT
from shapan.server.tournament.runner import results_of

FORM = {"game": "pig", "name": "Autumn Cup", "form": "swiss", "seats": "2", "rounds": "2", "auto": "off"}
TARGET = {"option.target": "10"}


@pytest.fixture
def settings(settings: Settings) -> Settings:
    settings.accounts = "on"
    settings.password_memory = 8
    return settings


def club_of(place: Place, *names: str) -> tuple[str, list[Person]]:
    people = members(place, *names)
    club, link = founded(people[0])
    for person in people[1:]:
        assert person.form(link, {}).status_code == 303
    return club, people


def made(host: Person, club: str, **rest: str) -> str:
    answer = host.form(f"{club}/tournaments/new", {**FORM, **TARGET, **rest})
    assert answer.status_code == 303, plain(answer.text)
    address: str = answer.headers["location"].partition("?")[0]
    return address


def do(person: Person, address: str, what: str, number: int = 0) -> int:
    data = {"what": what, "number": str(number)}
    if what == "close" and (shown := re.search(r'name="round" value="(\d+)"', person.get(address).text)):
        data["round"] = shown[1]
    status: int = person.form(f"{address}/players" if what == "remove" else address, data).status_code
    return status


def whole(place: Place, address: str) -> Whole:
    """Let the server take its steps, and return the tournament as it is stored then."""

    async def look() -> Whole:
        await place.client.app.state.runner.run_once()
        found = await place.hub.store.tournaments.find(address.rpartition("/")[2])
        assert found is not None
        return found

    return place.client.blocking_portal.call(look)


def matches(seen: Whole) -> list[str]:
    return [board.match for board in seen.boards if board.round == seen.tournament.round]


def at(seen: Whole, match: str) -> list[str]:
    """Return the names of those at a table, by seat."""
    board = next(board for board in seen.boards if board.match == match)
    names = {player.number: player.name for player in seen.players}
    here = [chair for chair in seen.chairs if (chair.round, chair.board) == (board.round, board.board)]
    return [names[chair.number] for chair in here]


def points(seen: Whole) -> dict[str, int]:
    names = {player.number: player.name for player in seen.players}
    found = dict.fromkeys(names.values(), 0)
    for chair in seen.chairs:
        found[names[chair.number]] += chair.points or 0
    return found


def test_a_tournament_is_played_to_its_end(place: Place) -> None:
    club, people = club_of(place, "Ling", "Tomas", "Amina")
    by_name = dict(zip(("Ling", "Tomas", "Amina"), people, strict=True))
    ling, tomas, amina = people
    address = made(ling, club)
    assert "Autumn Cup" in tomas.get(club).text and "for the host" not in tomas.get(address).text.lower()
    assert do(ling, address, "close") == do(ling, address, "next") == do(ling, address, "pause") == 409
    assert do(ling, address, "start") == 409, "one player is too few"
    for person in people:
        assert do(person, address, "enter") == do(person, address, "enter") == 303
    assert do(tomas, address, "start") == 303 and not whole(place, address).tournament.round, "no host"
    assert do(ling, address, "start") == 303 and do(ling, address, "start") == 409
    seen = whole(place, address)
    [match] = matches(seen)
    assert amina.get(f"/match/{match}").status_code == 200 and match in amina.get(address).text
    one, other = (by_name[name] for name in at(seen, match))
    assert one.frame(match)["viewer"] == 0 and other.frame(match)["viewer"] == 1
    for person in (one, other):
        assert person.act(match, "leave", id=new_id()).status_code in (403, 409), "its seats stay theirs"
        deeds = [deed for info in person.frame(match)["seats"] for deed in info["deeds"]]
        assert (
            not {"remove", "bot"} & set(deeds) and person.act(match, "table", id=new_id(), pace=30).status_code == 403
        )
        person.ready(match)
    frame = play(match, one, other)
    end(place, match)
    seen = whole(place, address)
    winner = at(seen, match)[frame["outcome"]["winners"][0]]
    bye = ({*by_name} - {*at(seen, match)}).pop()
    assert points(seen) == {**dict.fromkeys(by_name, 0), winner: POINT, bye: POINT} and not seen.running
    assert do(ling, address, "next") == 303
    seen = whole(place, address)
    assert bye in at(seen, matches(seen)[0]), "no one has two byes"
    assert do(ling, address, "close") == 303
    seen = whole(place, address)
    assert seen.tournament.state == "over" and sum(points(seen).values()) == 3 * POINT, "no one came: no one gets any"
    page = tomas.get(address).text
    assert page.count('<th scope="row">') == 3 and "Ling started the tournament." in page and "didn&#39;t come" in page
    told = by_name[winner].get("/account/export").json()["tournaments"]
    assert told[0]["name"] == "Autumn Cup" and told[0]["rounds"][0]["points"] == POINT
    assert match not in tomas.get("/replays").text or winner == "Tomas" or "Tomas" in at(seen, match)
    assert match not in members(place, "Stranger")[0].get("/replays").text


def test_a_host_closes_pauses_removes_and_ends(place: Place) -> None:
    names = ("Ling", "Tomas", "Amina", "Noor")
    club, people = club_of(place, *names)
    address = made(people[0], club, form="robin", rounds="0", auto="on", pace="600+10")
    for person in people:
        do(person, address, "enter")
    assert do(people[0], address, "start") == 303
    seen = whole(place, address)
    assert seen.tournament.rounds == 3 and len(matches(seen)) == 2
    assert place.hub.house.rooms[matches(seen)[0]].row.bank == 600
    ready, away = at(seen, matches(seen)[0])
    people[names.index(ready)].ready(matches(seen)[0])
    begun = at(seen, matches(seen)[1])
    for name in begun:
        people[names.index(name)].ready(matches(seen)[1])
    while people[names.index(begun[0])].frame(matches(seen)[1]).get("seating"):
        whole(place, address)
    assert do(people[0], address, "pause") == 303 and do(people[0], address, "close") == 303
    seen = whole(place, address)
    assert points(seen) == {ready: POINT, away: 0, **dict.fromkeys(begun, POINT // 2)}, "as they stand"
    frames = [people[0].frame(match) for match in matches(seen)]
    assert [frame["outcome"] and frame["outcome"]["result"] for frame in frames] == ["void", None], "one had not begun"
    assert [frame["seating"] for frame in frames] == [None, None] and frames[1]["waiting"]
    assert all([note["key"] for note in frame["notes"]] == ["round_closed"] for frame in frames)
    assert seen.tournament.round == 1, "no round begins in a pause"
    assert do(people[0], address, "remove", 2) == do(people[0], address, "resume") == 303
    seen = whole(place, address)
    assert seen.tournament.round == 2 and [player.state for player in seen.players] == ["in", "removed", "in", "in"]
    assert do(people[1], address, "enter") == 409 and do(people[2], address, "withdraw") == 303
    assert sum(chair.round == 2 for chair in seen.chairs) == 3
    assert do(people[0], address, "end") == 303 and whole(place, address).tournament.state == "over"
    assert do(people[0], address, "resume") == 409


def test_a_round_is_closed_only_by_who_has_seen_it(place: Place) -> None:
    """A second click, or one on an old page, does not close the round that has begun since."""
    club, people = club_of(place, "Ling", "Tomas")
    address = made(people[0], club, auto="on")
    for person in people:
        do(person, address, "enter")
    do(people[0], address, "start")
    late = {"what": "close", "round": "1"}
    assert people[0].form(address, late).status_code == 303
    assert whole(place, address).tournament.round == 2
    for data in (late, {"what": "close"}, {"what": "close", "round": "x"}, {"what": "close", "round": "3"}):
        assert people[0].form(address, data).status_code == 409
    assert whole(place, address).running


def test_a_closed_table_that_could_not_be_called_off_is_at_the_next_look(
    place: Place, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Another process had it, or the database did not answer."""
    club, people = club_of(place, "Ling", "Tomas")
    address = made(people[0], club)
    for person in people:
        do(person, address, "enter")
    do(people[0], address, "start")
    [match] = matches(whole(place, address))

    async def elsewhere(*_: Any) -> None:
        raise MatchNotFound

    with monkeypatch.context() as change:
        change.setattr(place.hub, "act", elsewhere)
        assert do(people[0], address, "close") == 303
    assert people[0].frame(match)["seating"]
    whole(place, address)
    frame = people[0].frame(match)
    assert frame["outcome"]["result"] == "void" and len(frame["notes"]) == 1
    whole(place, address)
    assert len(people[0].frame(match)["notes"]) == 1
    assert f'"tournament":"{address}"' in people[0].get(f"/match/{match}").text
    assert f'/match/{match}"' in people[0].get(address).text and "Called off" in people[0].get("/").text


def test_a_form_that_is_sent_twice_makes_one_tournament(place: Place) -> None:
    club, (ling, tomas) = club_of(place, "Ling", "Tomas")
    page = ling.get(f"{club}/tournaments/new").text
    shown = re.search(r'name="id" value="([^"]+)"', page)
    assert shown and made(ling, club, id=shown[1]) == made(ling, club, id=shown[1])
    assert made(ling, club, id="another") != made(ling, club) != made(ling, club)
    other, _ = founded(tomas)
    assert made(tomas, other, id=shown[1]).rpartition("/")[2] not in ling.get(club).text


def test_a_host_may_remove_many_at_once(place: Place) -> None:
    """Who removes players opens no tables: it is not counted as if they did."""
    club, people = club_of(place, "Ling", "Tomas")
    address = made(people[0], club)
    do(people[1], address, "enter")
    assert {do(people[0], address, "remove", number) for number in range(20, 0, -1)} == {303}
    assert [player.state for player in whole(place, address).players] == ["removed"]
    assert people[0].form(address, {"what": "remove", "number": "1"}).status_code == 303, "nothing is done there"
    assert do(people[1], address, "remove", 1) == 303 and people[0].get(address).text.count("Ling removed Tomas.") == 1


def test_a_damaged_tournament_costs_no_other(place: Place) -> None:
    club, (ling,) = club_of(place, "Ling")
    addresses = [made(ling, club, name=f"Cup {number}") for number in range(2)]
    do(ling, addresses[1], "enter")

    async def spoil() -> None:
        spoilt = TOURNAMENTS.c.id == addresses[0].rpartition("/")[2]
        statement = update(TOURNAMENTS).where(spoilt).values(options="{", state="on")
        await place.hub.store.writer.do(lambda connection: connection.execute(statement))

    place.client.blocking_portal.call(spoil)
    page = ling.get(club)
    assert page.status_code == 200 and "Cup 1" in page.text and "Cup 0" not in page.text
    assert ling.get(addresses[0]).status_code == ling.form(addresses[0], {"what": "end"}).status_code == 404
    assert whole(place, addresses[1]).players and ling.get("/account/export").status_code == 200


def test_no_round_begins_while_a_host_ends_it_all(place: Place, monkeypatch: pytest.MonkeyPatch) -> None:
    club, people = club_of(place, "Ling", "Tomas")
    address = made(people[0], club, auto="on")
    for person in people:
        do(person, address, "enter")
    do(people[0], address, "start")
    runner = place.client.app.state.runner
    close = runner.close_round

    async def close_and_look(*given: Any) -> bool:
        """Close a round, and let the server look at all tournaments right behind it."""
        done: bool = await close(*given)
        await runner.run_once()
        return done

    monkeypatch.setattr(runner, "close_round", close_and_look)
    assert do(people[0], address, "end") == do(people[0], address, "end") == 303
    seen = whole(place, address)
    assert (seen.tournament.state, seen.tournament.round, seen.running) == ("over", 1, False)
    assert plain(people[0].get(address).text).count("Ling ended the tournament.") == 1


def test_who_comes_back_to_the_club_before_it_begins_can_sign_up_again(place: Place) -> None:
    club, (ling, tomas) = club_of(place, "Ling", "Tomas")
    address = made(ling, club)
    assert do(tomas, address, "enter") == 303 and tomas.form(club, {"what": "leave"}).status_code == 303
    link = re.search(r"/club/join/[^\s\"<]+", ling.get(club).text)
    assert link and tomas.form(link[0], {}).status_code == 303
    assert [player.state for player in whole(place, address).players] == ["out"]
    assert do(tomas, address, "enter") == 303
    assert [player.state for player in whole(place, address).players] == ["in"]


def test_a_match_that_was_called_off_counts_for_nothing_at_once(place: Place) -> None:
    """Also while it is not noted yet that it was."""
    club, people = club_of(place, "Ling", "Tomas")
    address = made(people[0], club)
    for person in people:
        do(person, address, "enter")
    do(people[0], address, "start")
    [match] = matches(whole(place, address))
    for person in people:
        person.ready(match)
    while people[0].frame(match).get("seating"):
        whole(place, address)
    room = place.hub.house.rooms[match]
    room.match.void([0])
    assert room.over and not room.row.voided and not results_of(room)


def test_who_is_suspended_neither_signs_up_nor_opens_tables(place: Place) -> None:
    club, people = club_of(place, "Ling", "Tomas", "Amina")
    address = made(people[0], club)
    for person in people[1:]:
        do(person, address, "enter")
    [about] = [
        key
        for key, name in place.client.blocking_portal.call(place.hub.store.clubs.members, club[6:])
        if name == "Ling"
    ]
    row = {
        "id": "s",
        "about": about,
        "name": "Ling",
        "kind": "suspend",
        "reason": "so",
        "made": now(),
        "until": now() + 1000,
    }

    async def suspend() -> None:
        await place.hub.store.writer.do(lambda connection: connection.execute(insert(SANCTIONS).values(row)))

    place.client.blocking_portal.call(suspend)
    assert do(people[0], address, "enter") == do(people[0], address, "start") == 409
    answer = people[0].form(f"{club}/tournaments/new", {**FORM, **TARGET})
    assert answer.status_code == 422 and "account is suspended" in plain(answer.text)
    assert whole(place, address).tournament.round == 0


def test_only_members_of_the_club_learn_of_it(place: Place) -> None:
    club, (ling, tomas) = club_of(place, "Ling", "Tomas")
    [stranger] = members(place, "Stranger")
    address = made(ling, club)
    ghost = address[:-3] + "AAA"
    for person, status in ((stranger, 404), (place.person(), 303)):
        assert person.get(address).status_code == person.get(ghost).status_code == status
        assert person.form(address, {"what": "enter"}).status_code == status
    assert tomas.get(f"{club}/tournaments/new").status_code == 404 == tomas.get(ghost).status_code
    assert ling.get(f"{club}/tournaments/new").status_code == 200
    assert not whole(place, address).players


@pytest.mark.parametrize(
    "wrong",
    [
        {"name": ""},
        {"seats": "9"},
        {"rounds": "31"},
        {"until": "2001-01-01T10:00"},
        {"form": "cup"},
        {"game": "x"},
        {"pace": "600+1"},
        {"game": "battlestar", "seats": "3", "option.reaction_prompts": "holders_only"},
    ],
)
def test_what_does_not_fit_comes_back_with_the_form(place: Place, wrong: dict[str, str]) -> None:
    club, [ling] = club_of(place, "Ling")
    answer = ling.form(f"{club}/tournaments/new", {**FORM, **wrong})
    assert answer.status_code == 422 and 'role="alert"' in answer.text
    assert not re.search(r"\bui\.\w+|\{\w+\}", answer.text)


@pytest.mark.parametrize("language", ["en", "zh-Hans", "zh-Hant"])
def test_its_pages_have_words_in_each_language(place: Place, language: str) -> None:
    club, people = club_of(place, "Ling", "Tomas", "Amina")
    address = made(people[0], club)
    for person in people:
        do(person, address, "enter")
    people[0].cookie += f"; language={language}"
    pages = [people[0].get(path).text for path in (club, f"{club}/tournaments/new", address)]
    do(people[0], address, "start")
    pages += [people[0].get(address).text]
    do(people[0], address, "close")
    pages += [people[0].get(f"{address}?said=close").text]
    assert not [found for page in pages for found in re.findall(r"\bui\.\w+|\{\w+\}", page)]


def test_each_step_is_taken_once_by_both_databases(backend: Backend) -> None:
    """Whoever else has seen the same takes none; and who goes leaves someone in the standings."""

    async def work() -> None:
        store = Store(backend)
        await store.start()
        try:
            ids = [letter * 64 for letter in "abc"]
            for name in ids:
                row = AccountRow(name, f"Name {name[0]}", name[0], 1, 1, 1)
                await store.accounts.sign_up(row, [], LoginRow(name, "", 1, name), None)
            club = await store.clubs.make("Club", ids[0])
            for name in ids[1:]:
                await store.clubs.join(club, name)
            new = Tournament("t" * 16, club, "Cup", "pig", {}, 2, 2, 0, "swiss", 0, "seed", "open", 1, True, 0, now())
            await store.tournaments.make(new)
            await store.tournaments.make(new)
            assert await store.tournaments.due() == [new.id] and not await store.tournaments.begun()
            await asyncio.gather(*(store.tournaments.enter(new.id, name) for name in (*ids, *ids)))
            seen = await store.tournaments.find(new.id)
            assert seen is not None and sorted(one.account for one in seen.players) == ids
            tries = [store.tournaments.begin_round(seen, 2, [(1, 2)], [3], POINT) for _ in range(3)]
            done = await asyncio.gather(*tries, return_exceptions=True)
            assert sorted(type(one).__name__ for one in done) == ["Conflict", "Conflict", "NoneType"]
            seen = await store.tournaments.find(new.id)
            assert seen is not None and len(seen.boards) == 1 and len(seen.chairs) == 3 and seen.running
            [board] = seen.boards
            assert await store.tournaments.due() == await store.tournaments.begun() == [new.id], "a table is planned"
            await store.tournaments.opened(new.id, board)
            assert await store.tournaments.due() == [new.id], "its match is gone"
            assert await store.tournaments.never_begun() == []
            await store.tournaments.close_round(new.id, 1, 2)
            assert (await store.tournaments.find(new.id)).running  # type: ignore[union-attr]
            for worth in (POINT, 0):
                await store.tournaments.record(new.id, board, "over", {0: (worth, "played"), 1: (0, "played")})
            await store.tournaments.close_round(new.id, 1, 2)
            seen = await store.tournaments.find(new.id)
            assert (
                seen is not None and not seen.running and [chair.points for chair in seen.chairs] == [POINT, POINT, 0]
            )
            await store.accounts.forget(ids[1])
            with pytest.raises(Conflict):
                await store.tournaments.begin_round(seen, 2, [(1, 2)], [3], POINT)
            seen = await store.tournaments.find(new.id)
            assert seen is not None
            gone = next(one for one in seen.players if one.account == ids[1])
            assert gone.gone and not gone.here and gone.state == "out" and gone.name.startswith("gone-")
            for name in (ids[0], ids[2]):
                await store.accounts.forget(name)
            assert await store.tournaments.find(new.id) is None, "the last one to leave ends the club"
        finally:
            await store.stop()

    run(work())


def test_who_withdraws_while_another_process_pairs_them_stays_in_the_standings(address: str) -> None:
    """Else a seat of the round would be of no one, and its pages could not be shown."""

    async def work() -> None:
        backend = Postgres.at(address)
        store, engine = Store(backend), backend.writing()
        await store.start()
        try:
            row = AccountRow("a" * 64, "Ling", "ling", 1, 1, 1)
            await store.accounts.sign_up(row, [], LoginRow(row.id, "", 1, row.id), None)
            club = await store.clubs.make("Club", row.id)
            new = Tournament("t" * 16, club, "Cup", "pig", {}, 2, 2, 0, "swiss", 0, "seed", "open", 1, True, 0, now())
            await store.tournaments.make(new)
            await store.tournaments.enter(new.id, row.id)
            with engine.begin() as other:
                other.execute(update(TOURNAMENTS).values(round=1, state="on"))
                withdrawn = asyncio.create_task(store.tournaments.withdraw(new.id, row.id))
                await asyncio.wait({withdrawn}, timeout=0.3)
            await withdrawn
            seen = await store.tournaments.find(new.id)
            assert seen is not None and [player.state for player in seen.players] == ["out"]
        finally:
            engine.dispose()
            await store.stop()

    run(work())


def test_a_sign_up_that_ends_begins_the_tournament_unless_too_few_came(place: Place) -> None:
    club, (ling, tomas) = club_of(place, "Ling", "Tomas")
    address = made(ling, club, until="2100-01-01T10:00")
    key = address.rpartition("/")[2]
    do(ling, address, "enter")

    async def past(until: int) -> None:
        statement = update(TOURNAMENTS).where(TOURNAMENTS.c.id == key).values(until=until)
        await place.hub.store.writer.do(lambda connection: connection.execute(statement))

    assert whole(place, address).tournament.state == "open"
    place.client.blocking_portal.call(past, 1)
    seen = whole(place, address)
    assert (seen.tournament.state, seen.tournament.until) == ("open", None)
    do(tomas, address, "enter")
    place.client.blocking_portal.call(past, 1)
    seen = whole(place, address)
    assert seen.tournament.state == "on" and ling.frame(matches(seen)[0])["viewer"] in (0, 1)


def test_a_table_that_was_planned_before_a_crash_is_opened_after_it(
    place: Place, monkeypatch: pytest.MonkeyPatch
) -> None:
    club, people = club_of(place, "Ling", "Tomas")
    address = made(people[0], club)
    for person in people:
        do(person, address, "enter")
    runner = place.client.app.state.runner

    async def nothing(_: Any) -> None:
        """Leave all tables planned."""

    with monkeypatch.context() as patch:
        patch.setattr(runner, "_open_tables", nothing)
        do(people[0], address, "start")
    seen = whole(place, address)
    [board] = whole(place, address).boards
    assert board.match == seen.boards[0].match and board.state == "open"
    assert people[0].frame(board.match)["viewer"] in (0, 1)
