"""One guest's tables, requests, storage and thoughts are bounded, and refusals say which bound was reached."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Iterator
from typing import Any

import pytest
from litestar.testing import TestClient

from server.conftest import Time, running
from server.people import PIG_HOLD, PIG_ROLL, Person, Place, new_id, pig_choice
from server.test_limits import NEVER, strict
from server.test_seats import reseat, wait
from shapan.engine.match import Match
from shapan.server.app import create_app
from shapan.server.settings import Rate, Settings
from shapan.server.words import words

HOT = {"game": "pig", "seats": [{"kind": "me"}, {"kind": "hot"}], "options": {"target": 10}}


def opened(person: Person, **rest: Any) -> Any:
    return person.post("/matches", {**HOT, **rest})


@pytest.fixture
def few(settings: Settings, time: Time) -> Iterator[Place]:
    with running(strict(settings, tables=2)) as place:
        yield place


def test_so_many_tables_may_be_under_way_and_the_end_of_one_makes_room(few: Place) -> None:
    ling = few.person()
    first = opened(ling).json()["id"]
    assert opened(ling).status_code == 201
    refused = opened(ling)
    assert refused.status_code == 409 and refused.json() == {"reason": "too_many_tables"}
    assert opened(few.person()).status_code == 201, "others have their own"
    while (frame := ling.frame(first))["outcome"] is None:
        ling.answer(first, pig_choice(frame))
    wait(few, lambda: few.hub.house.rooms[first].row.status == "over")
    assert opened(ling).status_code == 201
    again = ling.act(first, "rematch", id="again")
    assert again.status_code == 409 and again.json() == {"reason": "too_many_tables"}


def test_tables_that_wait_for_people_count_too(few: Place) -> None:
    ling = few.person()
    waiting = [{"kind": "me"}, {"kind": "open"}]
    assert [opened(ling, seats=waiting).status_code for _ in range(3)] == [201, 201, 409]


def test_a_table_at_which_nobody_plays_does_not_count_for_good(few: Place, monkeypatch: pytest.MonkeyPatch) -> None:
    ling = few.person()
    for _ in range(2):
        opened(ling)
    monkeypatch.setattr("shapan.server.hub.hub.A_DAY", -1)
    assert opened(ling).status_code == 201


@pytest.mark.parametrize("language", ["en", "zh-Hans", "zh-Hant"])
def test_a_form_is_answered_by_a_page_that_says_so(few: Place, language: str) -> None:
    ling = few.person()
    opened(ling), opened(ling)
    ling.cookie += f"; language={language}"
    page = ling.form("/tables", {"game": "pig", "kind.0": "me", "kind.1": "hot"})
    assert page.status_code == 409 and page.headers["content-type"].startswith("text/html")
    assert words(language)["ui.too_many_tables"] in page.text
    assert words(language)["ui.too_many_tables_help"] in page.text


def test_what_is_kept_of_ones_tables_is_bounded(settings: Settings) -> None:
    with running(strict(settings, storage=2000)) as place:
        ling, tomas = place.person(), place.person()
        match = opened(ling, options={"target": 900}).json()["id"]
        assert opened(ling).status_code == 201
        for _ in range(20):
            assert ling.answer(match, PIG_ROLL).status_code == 200
        refused = opened(ling)
        assert refused.status_code == 409 and refused.json() == {"reason": "storage_full"}
        assert opened(tomas).status_code == 201
        assert ling.answer(match, PIG_ROLL).status_code == 200, "what is open is played on"


def test_a_match_that_has_become_too_long_can_only_be_played_on(settings: Settings) -> None:
    with running(strict(settings, changes=6)) as place:
        ling = place.person()
        match = opened(ling, options={"target": 900}).json()["id"]
        for _ in range(3):
            assert ling.answer(match, PIG_HOLD).status_code == 200
            undone = ling.act(match, "undo", id=new_id())
            assert undone.status_code == 200
        for refused in (ling.act(match, "undo", id=new_id()), reseat(ling, match, 0, "bot")):
            assert refused.status_code == 409 and refused.json() == {"reason": "table_full"}
        assert ling.answer(match, PIG_HOLD).status_code == 200


def test_so_many_requests_may_be_open_at_a_time(settings: Settings, monkeypatch: pytest.MonkeyPatch) -> None:
    with running(strict(settings, requests=1)) as place:
        ling, tomas = place.person(), place.person()
        opened(ling), opened(tomas)
        begun, go_on = threading.Event(), threading.Event()

        async def slow(*_: Any) -> list[str]:
            begun.set()
            await asyncio.to_thread(go_on.wait, 60)
            return []

        monkeypatch.setattr(place.hub.store, "matches_of", slow)
        lobby = threading.Thread(target=ling.get, args=("/",))
        lobby.start()
        assert begun.wait(60)
        refused = Person(place, ling.cookie).get("/api/games")
        assert refused.status_code == 429 and refused.headers["retry-after"] == "1"
        assert tomas.get("/api/games").status_code == 200
        go_on.set()
        lobby.join()
        assert ling.get("/api/games").status_code == 200


class Noted:
    """Bots that note who answered."""

    def __init__(self) -> None:
        self.asked: list[str] = []

    def names(self) -> list[str]:
        return ["greedy", "general"]

    def answer(self, name: str, match: Match[Any], seat: int, ends: float, gone: Any) -> list[int]:
        self.asked.append(name)
        return [PIG_HOLD if match.live.rolled else PIG_ROLL]

    def close(self) -> None:
        """Nothing is kept."""


@pytest.mark.parametrize(("thoughts", "expected"), [(1000, None), (3, 3)])
def test_over_its_budget_of_thoughts_a_bot_answers_quickly(
    settings: Settings, thoughts: int, expected: int | None
) -> None:
    source = Noted()
    limited = strict(settings, thinking=Rate(NEVER, thoughts))
    with TestClient(create_app(limited, source), base_url="http://testserver.local") as client:
        place = Place(client)
        ling = place.person()
        ling.open("pig", "bot:general", "bot:general", target=30)
        # Both are asked at once: which of them is asked first is chance.
        wait(place, lambda: source.asked.count("greedy") >= 8 and source.asked.count("general") >= (expected or 8))
        assert expected in (None, source.asked.count("general"))
