"""Since your last move: kept by the server for each seat, from what the seat itself was shown."""

from __future__ import annotations

from typing import Any

import pytest

from server.conftest import running
from server.people import PIG_HOLD, PIG_ROLL, Data, Person, Place, new_id, two_people
from shapan.server.match.last_move import last_of
from shapan.server.settings import Settings


def since(person: Person, match: str, query: str = "") -> Data:
    answer = person.get(f"/api/matches/{match}/since{query}")
    assert answer.status_code == 200, answer.text
    found: Data = answer.json()
    return found


def turn(place: Place, match: str, person: Person) -> None:
    """Roll once and hold, as far as it goes."""
    for code in (PIG_ROLL, PIG_HOLD):
        if person.frame(match)["decision"]:
            assert person.answer(match, code).status_code == 200


def test_the_last_move_is_that_of_the_seat_itself(place: Place) -> None:
    ling, tomas, match = two_people(place, target=300)
    assert ling.frame(match)["since"] is None and tomas.frame(match)["since"] is None
    turn(place, match, ling)
    own = ling.frame(match)
    assert own["since"] == own["log_length"] and tomas.frame(match)["since"] is None
    turn(place, match, tomas)
    later = ling.frame(match)
    assert later["since"] == own["since"] < later["log_length"]
    assert since(ling, match)["log"] == own["since"]
    assert since(tomas, match)["log"] == tomas.frame(match)["since"] > own["since"]


def test_it_survives_a_restart_with_and_without_a_snapshot(settings: Settings) -> None:
    settings.snapshot_every = 5
    with running(settings) as place:
        ling, tomas, match = two_people(place, target=300)
        for _ in range(3):
            turn(place, match, ling)
            turn(place, match, tomas)
        before = [(person.frame(match)["since"], since(person, match)) for person in (ling, tomas)]
        assert before[0][1]["stood"]
    for _ in range(2):
        with running(settings) as place:
            people = [place.person(person.cookie) for person in (ling, tomas)]
            assert [(person.frame(match)["since"], since(person, match)) for person in people] == before
            place.client.blocking_portal.call(forget_snapshot, place, match)


async def forget_snapshot(place: Place, match: str) -> None:
    from sqlalchemy import delete

    from shapan.server.store.schema import RECORDINGS, SNAPSHOTS

    def job(connection: Any) -> None:
        for table in (SNAPSHOTS, RECORDINGS):
            connection.execute(delete(table).where(table.c.match == match))

    await place.hub.store.writer.do(job)


def test_an_undo_takes_it_back_no_further_than_the_log(place: Place) -> None:
    ling = place.person()
    match = ling.open("planet_masters", "me", "hot", undo="friendly")["id"]
    for _ in range(30):
        frame = ling.frame(match)
        if frame["may_undo"]:
            break
        decision = frame["decision"]
        codes = [] if decision["done"] else [decision["targets"][0]["code"]]
        ling.answer(match, *codes)
    assert ling.act(match, "undo", id=new_id()).status_code == 200
    for seat in (0, 1):
        frame = ling.frame(match, f"?seat={seat}")
        assert frame["since"] is None or frame["since"] <= frame["log_length"]


@pytest.mark.usefixtures("plays_on")
def test_it_is_told_to_its_seat_alone_and_holds_what_that_seat_saw(place: Place) -> None:
    ling, tomas, match = two_people(place, target=300)
    turn(place, match, ling)
    assert tomas.get(f"/api/matches/{match}/since?seat=0").status_code == 403
    assert place.person().get(f"/api/matches/{match}/since").status_code == 403
    assert place.person().frame(match)["since"] is None
    ling.act(match, "leave", id=new_id())
    assert ling.get(f"/api/matches/{match}/since").status_code == 403


@pytest.mark.parametrize("game", ["battlestar", "malifaux", "starcraft", "battlefield", "planet_masters"])
def test_what_stood_is_what_the_frame_of_the_seat_showed(place: Place, game: str) -> None:
    ling = place.person()
    match = ling.open(game, *["me", *["hot"] * (2 if game != "malifaux" else 1)])["id"]
    frame = ling.frame(match)
    decision, seat = frame["decision"], frame["viewer"]
    codes = [] if decision["done"] else [decision["targets"][0]["code"]]
    answer = ling.answer(match, *codes, ordinal=decision["ordinal"], seat=seat)
    assert answer.status_code == 200, "the first answer of each of these games is one pick"
    shown = ling.frame(match, f"?seat={seat}")["scene"]
    pieces = {
        piece["id"]: [zone["id"], piece.get("face", "")] for zone in lying(shown) for piece in zone.get("pieces", [])
    }
    assert since(ling, match, f"?seat={seat}")["stood"] == pieces


def lying(scene: Data) -> list[Data]:
    found, left = (
        [],
        [*scene.get("zones", []), *(zone for panel in scene.get("panels", []) for zone in panel.get("zones", []))],
    )
    while left:
        zone = left.pop()
        found.append(zone)
        left += zone.get("zones", [])
    return found


def test_of_many_records_only_the_last_moves_are_drawn() -> None:
    records: list[Data] = [
        {"answer": [1], "seat": 0, "by": "player"},
        {"answer": [1], "seat": 1, "by": "player"},
        {"answer": [1], "seat": 0, "by": "clock"},
        {"undo": 0},
        {"answer": [1], "seat": 1, "by": "forced"},
        {"answer": [1], "seat": 1, "by": "player"},
    ]
    assert last_of(records) == {0, 5}
