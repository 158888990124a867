"""People at a server: each with a cookie of his own, playing by the API only."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import count
from typing import Any
from urllib.parse import urlencode

from litestar import Litestar
from litestar.testing import TestClient

from shapan.engine.match import Match
from shapan.server.hub.hub import Hub

PIG_ROLL = 1 << 40
PIG_HOLD = 2 << 40
_IDS = count(1)

Data = dict[str, Any]


class NoBots:
    """A source of bots that has none."""

    def names(self) -> list[str]:
        return []

    def answer(self, name: str, match: Match[Any], seat: int, ends: float, gone: Any) -> list[int]:
        raise AssertionError

    def close(self) -> None:
        """Nothing is kept."""


class Place:
    """A running server."""

    def __init__(self, client: TestClient[Litestar]) -> None:
        self.client = client

    @property
    def hub(self) -> Hub:
        hub = self.client.app.state.hub
        assert isinstance(hub, Hub)
        return hub

    def begin(self, match: str) -> None:
        """Let a match go on with open seats, as one that was stored before tables waited for their people."""
        portal = self.client.blocking_portal

        async def go() -> None:
            room = await self.hub.room(match)
            await self.hub.store.set_status(match, "on")
            room.outdate()
            await self.hub.room(match)

        portal.call(go)

    def person(self, cookie: str = "") -> Person:
        return Person(self, cookie)


class Person:
    """Somebody with a browser."""

    def __init__(self, place: Place, cookie: str = "") -> None:
        self.place = place
        self.cookie = cookie
        self.headers = {"x-shapan": "1", "sec-fetch-site": "same-origin", "origin": "http://testserver.local"}

    def _headers(self, extra: dict[str, str] | None = None) -> dict[str, str]:
        cookie = {"cookie": self.cookie} if self.cookie else {}
        return {**self.headers, **cookie, **(extra or {})}

    def request(self, method: str, path: str, **rest: Any) -> Any:
        headers = self._headers(rest.pop("headers", None))
        answer = self.place.client.request(method, path, headers=headers, follow_redirects=False, **rest)
        for name, value in self.place.client.cookies.items():
            kept = [part for part in self.cookie.split("; ") if part and not part.startswith(f"{name}=")]
            self.cookie = "; ".join([*kept, f"{name}={value}"])
        self.place.client.cookies.clear()
        return answer

    def get(self, path: str, **rest: Any) -> Any:
        return self.request("GET", path, **rest)

    def post(self, path: str, data: Data) -> Any:
        return self.request("POST", path, json=data)

    def form(self, path: str, data: dict[str, str]) -> Any:
        headers = {"content-type": "application/x-www-form-urlencoded"}
        return self.request("POST", path, content=urlencode(data), headers=headers)

    def open(self, game: str, *seats: str, undo: str = "friendly", **options: Any) -> Data:
        """Open a match; a seat is `me`, `open`, `hot` or `bot:<name>`."""
        rows = [dict(zip(("kind", "bot"), seat.split(":"), strict=False)) for seat in seats]
        answer = self.post("/matches", {"game": game, "seats": rows, "options": options, "undo": undo})
        assert answer.status_code == 201, answer.text
        opened: Data = answer.json()
        return opened

    def frame(self, match: str, query: str = "") -> Data:
        answer = self.get(f"/api/matches/{match}/frame{query}")
        assert answer.status_code == 200, answer.text
        frame: Data = answer.json()
        return frame

    def answer(self, match: str, *codes: int, name: str = "", ordinal: int = 0, **rest: Any) -> Any:
        """Answer the open decision, by default with its ordinal and a new id."""
        if not ordinal:
            ordinal = self.frame(match)["decision"]["ordinal"]
        data = {"id": name or new_id(), "ordinal": ordinal, "codes": list(codes), **rest}
        return self.post(f"/api/matches/{match}/answers", data)

    def ready(self, match: str, ready: bool = True) -> None:
        """Be ready to begin, or not any more."""
        answer = self.act(match, "ready", id=new_id(), ready=ready)
        assert answer.status_code == 200, answer.text

    def act(self, match: str, what: str, **data: Any) -> Any:
        return self.post(f"/api/matches/{match}/{what}", data)

    @contextmanager
    def stream(self, match: str, query: str = "") -> Iterator[Any]:
        with self.place.client.websocket_connect(
            f"/api/matches/{match}/stream{query}", headers=self._headers()
        ) as stream:
            yield stream


def assert_clocked(page: str, count: int) -> None:
    """Hold that a page tells so many moments, each so that a browser can tell it by the clock of its reader."""
    moment = r"\d{4}-\d\d-\d\d \d\d:\d\d UTC"
    told = re.findall(rf'<time datetime="\d{{4}}-\d\d-\d\dT\d\d:\d\dZ" data-at>{moment}</time>', page)
    assert len(told) == len(re.findall(moment, page)) == count


def new_id() -> str:
    return f"test-{next(_IDS)}"


def pig_choice(frame: Data) -> int:
    """Roll until 10 are there."""
    rolled = next(zone["count"] for zone in frame["scene"]["zones"] if zone["id"] == "rolled")
    return PIG_HOLD if rolled >= 10 else PIG_ROLL


def two_people(place: Place, **options: Any) -> tuple[Person, Person, str]:
    """Return two people at one pig table that has begun, the second by invitation."""
    ling, tomas = place.person(), place.person()
    opened = ling.open("pig", "me", "open", **options)
    answer = tomas.form(opened["joins"][0]["url"], {"name": "Tomas"})
    assert answer.status_code == 303 and answer.headers["location"] == opened["url"]
    for person in (ling, tomas):
        person.ready(opened["id"])
    return ling, tomas, opened["id"]
