"""People at tables with fair dice: they commit and reveal as browsers do."""

from __future__ import annotations

from itertools import count
from secrets import token_bytes
from types import SimpleNamespace
from typing import Any

import pytest

from server.people import Data, Person, Place, pig_choice
from shapan.server.match.seed import START, commitment, seen_digest


def hold_chance(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let the ids of matches and the server's seeds, and so the dice, be the same in each run."""
    ids, seeds = count(1), count(1)
    made = SimpleNamespace(token_urlsafe=lambda _: f"match-{next(ids)}", token_bytes=token_bytes)
    monkeypatch.setattr("shapan.server.hub.new_table.secrets", made)
    monkeypatch.setattr("shapan.server.match.fairness.new_seed", lambda: bytes([next(seeds)]) * 32)


class Browser:
    """Somebody whose browser makes seeds, and keeps what it was shown."""

    def __init__(self, place: Place) -> None:
        self.person: Person = place.person()
        self.match = ""
        self.seeds: dict[tuple[int, int], bytes] = {}
        """By round and seat."""
        self.digests = [START]
        self.epoch = 0
        self.marks: list[tuple[int, str]] = []
        self.server = self.table = ""

    def fair(self) -> Data:
        told: Data = self.person.frame(self.match)["fair"]
        return told

    def seats(self) -> list[int]:
        return [seat["seat"] for seat in self.person.frame(self.match)["seats"] if seat["kind"] == "you"]

    def tell(self, **data: Any) -> Any:
        return self.person.act(self.match, "seed", **data)

    def commit(self) -> None:
        """Commit to a seed for each own seat that has not yet."""
        told = self.fair()
        self.server = told["server"]
        for seat in self.seats():
            if str(seat) not in told["commits"]:
                seed = self.seeds.setdefault((told["round"], seat), bytes([64 + told["round"], seat]) * 16)
                data = {"round": told["round"], "seat": seat}
                data["commit"] = commitment(self.match, told["round"], seat, seed).hex()
                answer = self.tell(**data, **({"seed": seed.hex()} if told["mode"] == "seeds" else {}))
                assert answer.status_code == 200, answer.text

    def reveal(self) -> None:
        """Reveal the seeds of the own seats."""
        told = self.fair()
        self.table = told["digest"]
        for seat in self.seats():
            answer = self.tell(round=told["round"], seat=seat, seed=self.seeds[told["round"], seat].hex())
            assert answer.status_code == 200, answer.text

    def look(self) -> Data:
        """Keep what is shown now."""
        frame = self.person.frame(self.match)
        self.table = self.table or frame["fair"]["digest"]
        digests = [START]
        for event in frame["events"]["list"]:
            digests.append(seen_digest(digests[-1], [event["key"], event["rule"], event["with"]]))
        self.marks.append((len(digests) - 1, digests[-1].hex()))
        return frame

    def record(self) -> Data:
        """Return what the browser has kept."""
        frame = self.person.frame(self.match)
        number = frame["fair"]["round"]
        seeds = {str(seat): seed.hex() for (round_, seat), seed in self.seeds.items() if round_ == number}
        return {
            "format": "shapan-seen-1",
            "match": self.match,
            "viewer": frame["viewer"],
            "round": number,
            "server": self.server,
            "table": self.table,
            "seeds": seeds,
            "marks": self.marks,
        }


def fair_table(place: Place, mode: str = "reveal", *seats: str, game: str = "pig", **rest: Any) -> list[Browser]:
    """Return the people of a table with fair dice: all seats are taken, nobody has committed to anything."""
    rows = [dict(zip(("kind", "bot"), seat.split(":"), strict=False)) for seat in seats or ("me", "open")]
    host = Browser(place)
    short = {"options": {"target": 20}} if game == "pig" else {}
    opened = host.person.post("/matches", {"game": game, "seats": rows, "fair": mode, **short, **rest})
    assert opened.status_code == 201, opened.text
    people = [host]
    for number, join in enumerate(opened.json()["joins"]):
        people.append(Browser(place))
        assert people[-1].person.form(join["url"], {"name": f"Guest {number}"}).status_code == 303
    for one in people:
        one.match = opened.json()["id"]
    return people


def prepare(people: list[Browser]) -> None:
    """Let all commit and be ready."""
    for one in people:
        one.commit()
        one.person.ready(one.match)


def begin(people: list[Browser]) -> None:
    """Let the match begin."""
    prepare(people)
    if people[0].fair()["mode"] == "reveal":
        for one in people:
            one.reveal()
    assert people[0].person.frame(people[0].match)["seating"] is None


def play_pig(people: list[Browser]) -> None:
    """Play a match of Pig to its end; all keep what they see."""
    while True:
        frames = [one.look() for one in people]
        if frames[0]["outcome"]:
            return
        for one, frame in zip(people, frames, strict=True):
            if frame["decision"]:
                answer = one.person.answer(one.match, pig_choice(frame), ordinal=frame["decision"]["ordinal"])
                assert answer.status_code == 200, answer.text


def file_of(people: list[Browser]) -> Data:
    """Return the match file."""
    answer = people[0].person.get(f"/api/matches/{people[0].match}/file")
    assert answer.status_code == 200, answer.text
    file: Data = answer.json()
    return file
