"""Quotes: a message refers to a line of the log, which each finds in their own; nobody learns of another's line."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import msgspec
import pytest

from server.people import PIG_ROLL, Person, Place, new_id, two_people
from server.test_twin_frames import game_of, play_and_compare
from shapan import bots
from shapan.engine.chance import Stream
from shapan.engine.match import FRIENDLY, Match
from shapan.server.match.chat import Refs, Spoken, Unspeakable
from shapan.server.match.quote import lines_of, quote_of

MATCHES = {"leduc": 12, "face_down": 2, "fate_duel": 2, "skill_check": 2}


def quoting(match: Match[Any]) -> list[Spoken]:
    """Return messages with which each seat quotes every line of its log that it can."""
    messages: list[Spoken] = []
    for seat in range(match.seats):
        for line in range(match.event_count(seat)):
            try:
                quote = quote_of(match, seat, line, match.epochs[seat])
            except Unspeakable:
                continue
            messages.append(Spoken(len(messages) + 1, seat, "", "look", None, 0, refs=Refs(quote=quote)))
    return messages


def told(match: Match[Any], viewer: int) -> bytes:
    """Return what a viewer is told of what the others quote."""
    messages = [one for one in quoting(match) if one.seat != viewer]
    return msgspec.json.encode([lines_of(match, viewer, messages), len(messages)])


@pytest.mark.parametrize("name", MATCHES)
def test_a_quote_tells_the_same_in_every_world_that_its_reader_holds_for_possible(name: str) -> None:
    others = [
        play_and_compare(game_of(name), f"quotes {name} {number}", told, number)[1] for number in range(MATCHES[name])
    ]
    assert any(others), "no world differed from the truth: nothing has been tested"


def test_what_spectators_do_not_see_is_refused_and_all_else_is_read_by_everyone() -> None:
    match: Match[Any] = Match(game_of("leduc"), 2, {}, "quotes", FRIENDLY)
    seat = min(match.decisions)
    match.answer(seat, bots.answer(bots.find("greedy"), match, seat))
    messages = quoting(match)
    assert len(messages) == 2 * match.event_count(match.seats) > 0
    found: dict[str, int] = {}
    for viewer in range(match.seats + 1):
        found = lines_of(match, viewer, messages)
        for one in messages:
            assert one.refs is not None and one.refs.quote is not None
            line = match.told(viewer)[found[str(one.number)]]
            assert line is match.told(match.seats)[one.refs.quote.line]
    match.events.append(replace(match.told(0)[0], to=1, priv=0))
    own = match.event_count(0) - 1
    with pytest.raises(Unspeakable, match="line"):
        quote_of(match, 0, own, match.epochs[0])
    assert [lines_of(match, viewer, messages) for viewer in range(3)] == [found] * 3, "others count no line of it"


def quote(person: Person, match: str, line: int, epoch: int | None = None, **rest: Any) -> Any:
    now = person.frame(match)["epoch"] if epoch is None else epoch
    return person.act(match, "chat", id=new_id(), text="see", line=line, epoch=now, **rest)


def test_each_reads_the_line_in_their_own_log_until_it_is_taken_back(place: Place) -> None:
    ling, tomas, match = two_people(place)
    stranger = place.person()
    asked = ling if ling.frame(match)["decision"] else tomas
    asked.answer(match, PIG_ROLL)
    last = ling.frame(match)["log_length"] - 1
    assert last >= 0
    said = quote(ling, match, last)
    assert said.status_code == 200 and said.json()["quote"] is True
    assert "line" not in said.json() and "refs" not in said.text
    rows = ling.frame(match)["events"]["list"]
    for reader in (ling, tomas, stranger):
        lines = reader.get(f"/api/matches/{match}/quotes").json()["lines"]
        assert reader.frame(match)["events"]["list"][lines["1"]] == rows[last]
    for line, epoch in ((last + 1, None), (last, 9)):
        answer = quote(ling, match, line, epoch)
        assert answer.status_code == 422 and answer.json()["field"] == "taken"
    assert quote(stranger, match, 0).status_code == 403
    assert ling.get("/api/matches/nothing/quotes").status_code == 404


def test_before_a_match_begins_there_is_nothing_to_quote(place: Place) -> None:
    ling = place.person()
    match = ling.open("pig", "me", "open")["id"]
    assert quote(ling, match, 0, 0).status_code == 422
    assert ling.get(f"/api/matches/{match}/quotes").json() == {"lines": {}}


def test_after_an_undo_no_other_line_takes_the_place_of_what_was_quoted() -> None:
    match: Match[Any] = Match(game_of("planet_masters"), 2, {"race_choice": "choose"}, "undone", FRIENDLY)
    rng = Stream("undone")
    for _ in range(200):
        seat = rng.choice(sorted(match.decisions))
        before = match.event_count(match.seats)
        match.answer(seat, bots.answer(bots.find("random"), match, seat))
        if match.over:
            break
        if match.event_count(match.seats) > before and match.may_undo(seat):
            messages = [one for one in quoting(match) if one.refs and one.refs.quote and one.refs.quote.line >= before]
            assert len(lines_of(match, match.seats, messages)) == len(messages) > 0
            match.undo(seat)
            assert lines_of(match, match.seats, messages) == {}
            return
    pytest.fail("nothing of this match can be undone that all have seen")
