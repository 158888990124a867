"""Tables of the game of bells, and what people do in its windows."""

from __future__ import annotations

from typing import Any

from server.conftest import Time
from server.people import Data, Person, Place, new_id
from server.test_seats import look
from shapan.engine.actions import DONE
from shapan.server.match.room import Room

WINDOW = 4


def table(place: Place, people: int = 3, *bots: str, game: str = "bells", **rest: Any) -> tuple[list[Person], str]:
    """Return people at a table of the game of bells."""
    persons = [place.person() for _ in range(people)]
    rows = [{"kind": "me"}, *[{"kind": "open"}] * (people - 1), *({"kind": "bot", "bot": bot} for bot in bots)]
    opened = persons[0].post("/matches", {"game": game, "seats": rows, **rest}).json()
    for person, join in zip(persons[1:], opened["joins"], strict=True):
        person.form(join["url"], {})
    for person in persons if people > 1 else []:
        person.ready(opened["id"])
    return persons, opened["id"]


def room_of(place: Place, match: str) -> Room:
    return place.hub.house.rooms[match]


def records(place: Place, match: str) -> list[Data]:
    return room_of(place, match).match.log


def passes(person: Person, match: str, name: str = "") -> Any:
    return person.answer(match, DONE, name=name)


def open_moment(time: Time, place: Place, seconds: float = WINDOW) -> None:
    time.seconds += seconds
    look(place)


def order(person: Person, match: str, answer: str = "pass", kind: str = "", **rest: Any) -> Any:
    return person.act(match, "orders", id=new_id(), answer=answer, kind=kind, **rest)
