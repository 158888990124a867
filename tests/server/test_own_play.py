"""What the lobby tells a guest of himself and of how long games take: from the store, and of nobody else."""

from __future__ import annotations

import re

import pytest

from server.people import Person, Place
from shapan.engine.registry import find
from shapan.server.pages import length
from shapan.server.pages.length import ENOUGH, duration, measured
from shapan.server.store.result import lengths


def played_out(place: Place, person: Person) -> str:
    match = str(person.open("leduc", "me", "bot:random")["id"])
    with person.stream(match) as stream:
        while not (frame := stream.receive_json())["outcome"]:
            if frame["decision"]:
                person.answer(match, frame["decision"]["targets"][-1]["code"], ordinal=frame["decision"]["ordinal"])
    place.client.blocking_portal.call(place.hub.house.rooms[match].note_end)
    return match


def test_own_matches_are_counted_and_nobody_else_s(place: Place) -> None:
    ling, tomas = place.person(), place.person()
    assert "Nothing finished yet" in ling.get("/").text
    matches = [played_out(place, ling) for _ in range(2)]
    tomas.open("leduc", "me", "bot:random")
    page = ling.get("/").text
    counts = [int(number) for number in re.findall(r"<span><b>(\d+)</b>", page)]
    won = sum(0 in place.hub.house.rooms[match].match.outcome.winners for match in matches)  # type: ignore[union-attr]
    assert counts == [2, won]
    assert f"{won} of 2" in page
    assert "Nothing finished yet" in tomas.get("/").text


def test_a_median_of_matches_here_takes_the_place_of_what_was_measured(
    place: Place, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(length, "_KEPT", -1.0)
    ling = place.person()
    assert "from 100 matches of bots" in ling.get("/").text
    for _ in range(ENOUGH):
        played_out(place, ling)
    found = place.client.blocking_portal.call(lengths, place.hub.store, "leduc")
    assert len(found) == ENOUGH and {one.people for one in found} == {1}
    assert f"median of {ENOUGH} matches played here" in place.person().get("/").text


def test_the_name_is_kept_for_one_click(place: Place) -> None:
    ling = place.person()
    assert ling.form("/name", {"name": " Ling  Wu "}).status_code == 303
    assert 'value="Ling Wu"' in ling.get("/").text
    match = ling.form("/tables", {"game": "pig", "kind.0": "me", "kind.1": "bot"}).headers["location"][7:]
    assert ling.frame(match)["seats"][0]["name"] == "Ling Wu"


@pytest.mark.parametrize("game", ["planet_masters", "battlestar", "pig", "leduc"])
def test_lengths_are_measured(game: str) -> None:
    known = measured(find(game))
    assert known is not None and known.matches >= 100 and known.people >= known.alone >= 1


def test_lengths_in_words() -> None:
    assert [duration(minutes, "en") for minutes in (12, 60, 88, 130)] == ["12 min", "1 h", "1 h 30 min", "2 h 15 min"]
