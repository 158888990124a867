"""Fair dice at the server: commit, bind, reveal, begin; what comes to nothing, and what nobody is told."""

from __future__ import annotations

import logging
from secrets import token_bytes
from types import SimpleNamespace
from typing import Any

import msgspec
import pytest

from server.conftest import Time, running
from server.fair import Browser, begin, fair_table, file_of, hold_chance, play_pig, prepare
from server.people import Data, Place, new_id
from server.test_seats import reseat, wait
from shapan.server.match.seed import SERVER, commitment, match_key, table_digest
from shapan.server.settings import Settings


@pytest.fixture(autouse=True)
def _same_seeds(monkeypatch: pytest.MonkeyPatch) -> None:
    hold_chance(monkeypatch)


def waits(one: Browser) -> bool:
    return one.person.frame(one.match)["seating"] is not None


def look(place: Place) -> None:
    place.client.blocking_portal.call(place.hub.watch.look)


@pytest.mark.parametrize("mode", ["seeds", "reveal"])
def test_the_key_is_made_of_all_seeds(place: Place, mode: str) -> None:
    people = fair_table(place, mode, "me", "open", "bot:random")
    begin(people)
    play_pig(people)
    file = file_of(people)
    last = file["fair"]["rounds"][-1]
    seeds = {kept["seat"]: bytes.fromhex(kept["seed"]) for kept in last["seeds"]}
    assert seeds == {0: people[0].seeds[0, 0], 1: people[1].seeds[0, 1]}, "bots give no seeds"
    assert match_key(people[0].match, 0, bytes.fromhex(last["secret"]), seeds).hex() == file["key"]
    assert table_digest(last["table"]).hex() == people[1].table


def test_it_begins_only_when_all_have_committed_and_revealed(place: Place) -> None:
    people = fair_table(place)
    for one in people:
        one.person.ready(one.match)
    assert waits(people[0]) and people[0].person.frame(people[0].match)["seating"]["ready"] == []
    prepare(people)
    told = people[0].fair()
    assert told["table"] and told["revealed"] == [] and 0 < told["left"] <= 30_000
    people[1].reveal()
    assert people[0].fair()["revealed"] == [1] and waits(people[0])
    people[0].reveal()
    assert not waits(people[0])


def test_a_table_is_bound_to_what_all_can_see(place: Place) -> None:
    people = fair_table(place, "reveal", "me", "open", "bot:random", undo="strict")
    prepare(people)
    told = people[1].fair()
    assert told["digest"] == table_digest(told["table"]).hex()
    bound = msgspec.json.decode(told["table"])
    assert (bound["match"], bound["game"], bound["undo"], bound["round"]) == (people[0].match, "pig", "strict", 0)
    assert [seat["kind"] for seat in bound["seats"]] == ["player", "player", "bot"]
    assert bound["server"] == told["server"] and bound["commits"] == told["commits"]
    assert bound["commits"]["1"] == commitment(people[0].match, 0, 1, people[1].seeds[0, 1]).hex()


def test_what_does_not_belong_here_is_refused(place: Place) -> None:
    people = fair_table(place)
    one, other = people
    early = {"round": 0, "seat": 0, "seed": bytes(32).hex()}
    assert one.tell(**early).json() == {"reason": "closed"}, "nothing is bound"
    assert one.tell(round=0, seat=1, commit=bytes(32).hex()).status_code == 403
    assert one.tell(round=1, seat=0, commit=bytes(32).hex()).json() == {"reason": "closed"}
    assert one.tell(round=0, seat=0).json()["field"] == "commit"
    assert one.tell(round=0, seat=0, commit="ab").status_code == 400
    told = one.tell(round=0, seat=0, commit=bytes(32).hex(), seed=bytes(32).hex()).json()
    assert told["field"] == "seed", "with reveal it is told only once the table is bound"
    assert place.person().act(one.match, "seed", round=0, commit=bytes(32).hex()).status_code == 403
    prepare(people)
    assert one.tell(round=0, seat=0, commit=bytes(32).hex()).json() == {"reason": "closed"}, "bound"
    assert other.tell(round=0, seat=1, seed=bytes(32).hex()).json()["field"] == "seed"
    one.reveal()
    one.reveal()
    other.reveal()
    assert other.tell(round=0, seat=1, seed=bytes(32).hex()).json() == {"reason": "begun"}


def test_where_seeds_are_told_at_once_nobody_chooses_again(place: Place) -> None:
    people = fair_table(place, "seeds")
    people[0].commit()
    seed = bytes(32)
    again = {"round": 0, "seat": 0, "commit": commitment(people[0].match, 0, 0, seed).hex(), "seed": seed.hex()}
    assert people[0].tell(**again).json() == {"reason": "closed"}
    assert people[1].tell(round=0, seat=1, commit=bytes(32).hex(), seed=seed.hex()).json()["field"] == "seed"
    assert people[1].tell(round=0, seat=1, commit=bytes(32).hex()).json()["field"] == "seed"


def test_a_seed_that_does_not_come_makes_the_round_void(time: Time, place: Place) -> None:
    people = fair_table(place)
    prepare(people)
    people[0].reveal()
    time.seconds += 29
    for one in people:
        one.fair()  # they are still here
    look(place)
    assert people[0].fair()["voided"] == 0
    time.seconds += 2
    look(place)
    told = people[0].fair()
    assert (told["voided"], told["round"], told["commits"], told["table"]) == (1, 1, {}, "")
    frame = people[0].person.frame(people[0].match)
    assert frame["seating"]["ready"] == []
    begin(people)
    play_pig(people)
    rounds = file_of(people)["fair"]["rounds"]
    assert [one["void"] for one in rounds] == ["late", ""]
    assert [kept["seed"] is None for kept in rounds[0]["seeds"]] == [False, True]
    assert rounds[0]["seeds"][0]["seed"] != rounds[1]["seeds"][0]["seed"], "all make new seeds"


def test_people_who_come_and_go_have_a_day(time: Time, place: Place) -> None:
    people = fair_table(place, pace=24 * 3600)
    prepare(people)
    time.seconds += 23 * 3600
    look(place)
    assert people[0].fair()["voided"] == 0
    time.seconds += 2 * 3600
    look(place)
    assert people[0].fair()["voided"] == 1


def test_who_leaves_between_makes_the_round_void(place: Place) -> None:
    people = fair_table(place, "reveal", "me", "open", "open")
    prepare(people)
    people[0].reveal()
    assert people[2].person.act(people[2].match, "leave", id=new_id()).status_code == 200
    look(place)
    told = people[0].fair()
    assert told["voided"] == 1 and told["commits"] == {} and waits(people[0])
    assert reseat(people[0].person, people[0].match, 2, "bot", bot="random").status_code == 200
    begin(people[:2])
    assert people[0].fair()["voided"] == 1


def test_who_is_not_ready_any_more_makes_it_void_too(place: Place) -> None:
    people = fair_table(place)
    prepare(people)
    people[1].person.ready(people[1].match, ready=False)
    look(place)
    assert people[0].fair()["voided"] == 1


@pytest.mark.parametrize(("mode", "void"), [("seeds", 1), ("reveal", 0)])
def test_a_seed_that_was_told_is_not_lost_without_a_trace(place: Place, mode: str, void: int) -> None:
    """Where the server knows a seed, it could let people change places until the dice suit somebody."""
    people = fair_table(place, mode)
    for one in people:
        one.commit()
    swapped = {"id": new_id(), "change": "swap", "seat": 0, "other": 1}
    assert people[0].person.act(people[0].match, "seats", **swapped).status_code == 200
    look(place)
    wait(place, lambda: len(place.hub.house.rooms[people[0].match].fair.rounds) == 1 + void)
    assert people[0].fair()["commits"] == {}
    begin(people)
    assert people[0].fair()["voided"] == void


@pytest.mark.parametrize("mode", ["seeds", "reveal"])
def test_a_crash_changes_nothing(settings: Settings, mode: str) -> None:
    with running(settings) as place:
        people = fair_table(place, mode)
        people[0].commit()
    with running(settings) as place:
        again(people, place)
        told = people[0].fair()
        assert list(told["commits"]) == ["0"] and told["server"] == people[0].server
        prepare(people)
        if mode == "reveal":
            people[0].reveal()
    with running(settings) as place:
        again(people, place)
        if mode == "reveal":
            told = people[1].fair()
            assert told["revealed"] == [0] and told["table"] and told["voided"] == 0
            people[1].reveal()
        assert not waits(people[0])
    with running(settings) as place:
        again(people, place)
        play_pig(people)
        assert file_of(people)["fair"]["rounds"][-1]["seeds"][0]["seed"] == people[0].seeds[0, 0].hex()


def again(people: list[Browser], place: Place) -> None:
    """Let people come back to a server that was started again."""
    for one in people:
        one.person.place = place


def test_a_late_crash_gives_time_again(time: Time, settings: Settings) -> None:
    with running(settings) as place:
        people = fair_table(place)
        prepare(people)
    time.seconds += 3600
    with running(settings) as place:
        again(people, place)
        assert people[0].fair()["voided"] == 0
        for one in people:
            one.reveal()
        assert not waits(people[0])


def test_only_tables_of_people_have_fair_dice(place: Place) -> None:
    ling = place.person()
    for seats in (["me", "bot"], ["me", "hot"], ["me"]):
        rows = [{"kind": kind} for kind in seats]
        refused = ling.post("/matches", {"game": "pig", "seats": rows, "fair": "reveal"})
        assert refused.status_code == 422 and refused.json()["field"] == "fair"
    opened = ling.open("pig", "me", "open")
    assert ling.frame(opened["id"])["fair"] is None
    data = {"round": 0, "seat": 0, "commit": bytes(32).hex()}
    assert ling.act(opened["id"], "seed", **data).json() == {"reason": "closed"}
    assert ling.get(f"/api/matches/{opened['id']}/fair").json() == {"fair": None, "key": ""}


def test_a_rematch_has_fair_dice_too(place: Place) -> None:
    people = fair_table(place, "seeds")
    begin(people)
    play_pig(people)
    answer = people[0].person.act(people[0].match, "rematch", id=new_id())
    for one in people:
        one.match = answer.json()["id"]
        one.seeds = {}
    begin(people)
    assert people[0].fair()["mode"] == "seeds"


def test_a_file_that_was_imported_still_proves_its_dice(place: Place) -> None:
    from shapan.server.replay import matchfile

    people = fair_table(place)
    begin(people)
    play_pig(people)
    file = file_of(people)
    file["table"]["made"] += 1
    del file["digest"]
    with pytest.raises(matchfile.BadFile, match=r"^fair: "):
        matchfile.checked({**file, "key": bytes(32).hex()})
    name, new = matchfile.keep(place.hub.store.backend, matchfile.checked({**file, "log": file["log"]}))
    assert not new and name == people[0].match
    place.client.blocking_portal.call(place.hub.house.remove, name)
    name, new = matchfile.keep(place.hub.store.backend, matchfile.checked(file))
    assert new and name != people[0].match
    people[0].match = name
    assert file_of(people)["fair"] == file["fair"]


# What nobody is told


def told_of(one: Browser) -> bytes:
    """Return all that a browser can ask for."""
    paths = ("frame", "fair", "chat?after=0", "replay?seat=0", "file", "review", "dossiers")
    answers = [one.person.get(f"/api/matches/{one.match}/{path}").content for path in paths]
    with one.person.stream(one.match) as stream:
        answers.append(stream.receive_text().encode())
    answers += [one.person.get(path).content for path in ("/metrics", "/", f"/match/{one.match}")]
    return b"\n".join(answers)


def test_no_seed_is_told_before_the_end(place: Place, caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.DEBUG)
    people = fair_table(place)
    room = place.hub.house.rooms[people[0].match]
    secrets = {room.fair.current.secret.hex()}

    def check(where: str) -> None:
        told = b"".join(told_of(one) for one in people).decode() + caplog.text
        for secret in secrets:
            assert secret not in told, where
            assert repr(bytes.fromhex(secret)) not in told, where

    check("before anybody has committed")
    for one in people:
        one.commit()
        secrets |= {seed.hex() for seed in one.seeds.values()}
    check("before the table is bound")
    prepare(people)
    people[0].reveal()
    check("while one seed is missing")
    people[1].reveal()
    place.client.blocking_portal.call(place.hub.room, people[0].match)
    secrets.add(place.hub.house.rooms[people[0].match].row.key.hex())
    check("while the match is on")
    assert people[0].tell(round=0, seat=0, seed=bytes(32).hex()).json() == {"reason": "begun"}
    play_pig(people)
    told = told_of(people[1]).decode()
    assert all(secret in told for secret in secrets), "once it is over all is told"


def test_two_matches_that_differ_only_in_the_servers_seed_are_told_alike(
    place: Place, monkeypatch: pytest.MonkeyPatch
) -> None:
    """With its commitment and the key held fast, nothing that is told may depend on the seed."""
    one_id = SimpleNamespace(token_urlsafe=lambda _: "twin", token_bytes=token_bytes)
    monkeypatch.setattr("shapan.server.hub.new_table.secrets", one_id)
    monkeypatch.setattr("shapan.server.match.fairness.match_key", lambda *_: bytes(32))
    real = commitment

    def held(match: str, round_: int, seat: int, seed: bytes) -> bytes:
        return real(match, round_, seat, bytes(32) if seat == SERVER else seed)

    monkeypatch.setattr("shapan.server.match.fairness.commitment", held)
    monkeypatch.setattr("shapan.server.replay.fairfile.commitment", held)
    worlds: list[list[Any]] = []
    for secret in (b"one", b"two"):
        monkeypatch.setattr("shapan.server.match.fairness.new_seed", lambda secret=secret: secret * 10 + b"..")
        people = fair_table(place)
        seen: list[Any] = []
        for number, one in enumerate(people):
            one.seeds = {(0, seat): bytes([number]) * 32 for seat in (0, 1)}

        def see(seen: list[Any] = seen, people: list[Browser] = people) -> None:
            for one in people:
                frame: Data = one.person.frame(one.match)
                if frame["seating"]:
                    for name in ("invitation", "invitations"):
                        frame["seating"].pop(name)
                    frame["fair"].pop("left")
                seen.append([frame, one.person.get(f"/api/matches/{one.match}/fair").json()])

        see()
        prepare(people)
        see()
        for one in people:
            one.reveal()
        see()
        for _ in range(6):
            for one in people:
                if (frame := one.person.frame(one.match))["decision"]:
                    one.person.answer(one.match, 1 << 40, ordinal=frame["decision"]["ordinal"])
            see()
        worlds.append(seen)
        place.client.blocking_portal.call(place.hub.house.remove, "twin")
    assert worlds[0] == worlds[1]
