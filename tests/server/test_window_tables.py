"""Reaction windows at all sorts of tables: with bots, hot seats, a clock, another length, an option that tells."""

from __future__ import annotations

from typing import Any

import pytest

from server.conftest import Time
from server.people import Place
from server.test_seats import wait
from server.windows import open_moment, passes, records, room_of, table
from shapan.engine.actions import DONE
from shapan.engine.match import Match
from shapan.server.match.answer import Answers

pytestmark = pytest.mark.usefixtures("bells")


def test_bots_answer_in_time_or_pass(time: Time, place: Place, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(place.hub.source, "answer", lambda *_: (_ for _ in ()).throw(RuntimeError("never")))
    monkeypatch.setattr(Answers, "asked_of_bots", lambda answers: [])
    (ling, tomas), match = table(place, 2, "random")
    passes(ling, match), passes(tomas, match)
    open_moment(time, place)
    assert [(record["seat"], record["by"]) for record in records(place, match)] == [
        (0, "player"),
        (1, "player"),
        (2, "bot"),
    ]


def test_bots_that_look_ahead_leave_windows_to_one_that_answers_at_once(
    time: Time, place: Place, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: list[str] = []

    def noted(name: str, match: Match[Any], seat: int, ends: float, gone: Any) -> list[int]:
        asked.append(name)
        return [DONE]

    monkeypatch.setattr(place.hub.source, "answer", noted)
    (ling, _), match = table(place, 2, "general")
    wait(place, lambda: room_of(place, match).window.is_sealed(2))
    assert asked == ["greedy"] and ling.frame(match)["waiting"] == [0, 1, 2]
    (alone,), match = table(place, 1, "general")
    wait(place, lambda: len(asked) > 1)
    assert asked[1] == "greedy" and alone.frame(match)["window"] is None


def test_one_person_with_bots_waits_for_nothing(time: Time, place: Place) -> None:
    (ling,), match = table(place, 1, "random")
    assert ling.frame(match)["window"] is None
    passes(ling, match)
    assert records(place, match)


def test_hot_seats_count_as_people_and_come_one_after_another(time: Time, place: Place) -> None:
    ling = place.person()
    match = ling.open("bells", "me", "hot")["id"]
    assert ling.frame(match)["window"]["length"] == 4000
    assert ling.frame(match)["viewer"] == 0
    passes(ling, match)
    assert ling.frame(match)["viewer"] == 1 and ling.frame(match)["decision"] is not None
    passes(ling, match)
    assert records(place, match) == []
    open_moment(time, place)
    assert len(records(place, match)) == 2


def test_the_clock_answers_in_windows_and_a_bot_sits_in(time: Time, place: Place) -> None:
    (ling, *_), match = table(place, pace=5, window=8)
    passes(ling, match)
    open_moment(time, place, 6)
    assert records(place, match) == [], "the window lasts longer than the clock"
    open_moment(time, place, 2)
    assert [record["by"] for record in records(place, match)] == ["player", "clock", "clock"]
    passes(ling, match)
    open_moment(time, place, 8)
    kinds = [seat["kind"] for seat in ling.frame(match)["seats"]]
    assert kinds == ["you", "bot", "bot"]


def test_an_option_that_tells_is_for_one_person(place: Place) -> None:
    ling = place.person()
    for rows in (["me", "open"], ["me", "hot"], ["open", "open", "bot"]):
        seats = [{"kind": kind} for kind in rows]
        refused = ling.post("/matches", {"game": "bells", "seats": seats, "options": {"prompts": "holders"}})
        assert refused.status_code == 422
        assert refused.json()["field"] == "options.prompts" and "one person" in refused.json()["detail"]
    for rows in (["me", "bot"], ["open", "bot"], ["bot", "bot"]):
        seats = [{"kind": kind} for kind in rows]
        assert ling.post("/matches", {"game": "bells", "seats": seats, "options": {"prompts": "holders"}}).is_success


def test_the_form_says_so_at_the_option(place: Place) -> None:
    ling = place.person()
    sent = {"game": "bells", "kind.0": "me", "kind.1": "hot", "option.prompts": "holders", "window": "8"}
    refused = ling.form("/tables", sent)
    assert refused.status_code == 422 and refused.text.count("only for tables with one human player") >= 2
    assert 'name="window" value="8" checked' in refused.text
    assert ling.form("/tables", {**sent, "option.prompts": "all", "window": "x"}).status_code == 422
    opened = ling.form("/tables", {**sent, "option.prompts": "all"})
    assert opened.status_code == 303
    assert ling.frame(opened.headers["location"].split("/")[-1])["window"]["length"] == 8000


def test_the_length_of_windows_is_set_with_the_table(time: Time, place: Place) -> None:
    (ling, _), match = table(place, 2, window=8)
    assert ling.frame(match)["window"]["length"] == 8000
    bad = ling.post("/matches", {"game": "bells", "seats": [{"kind": "me"}, {"kind": "hot"}], "window": 0})
    assert bad.status_code == 400
