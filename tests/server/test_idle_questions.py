"""Questions that bring nothing: the table may decline them for who plays alone with bots, and for nobody else."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import count
from typing import Any

import pytest

from engine.driving import listed
from engine.tiny import PICK, Tiny
from server.bells import ringing
from server.people import Data, Person, Place, new_id
from server.test_quiet_passes import LedOn, alone, asked, choose, own
from server.windows import room_of
from shapan.engine.actions import DONE
from shapan.engine.prompt import Prompt
from shapan.engine.scene import Phrase

IDLE, WORTH_IT = 0, 1
"""The number chosen before a window says whether its bell can bring anything."""


class Idle(LedOn):
    """Led on by a game that knows when a bell brings nothing: after an even number."""

    def why_idle(self, view: Any, prompt: Prompt[Tiny], seat: int, arg: int, legal: Sequence[int]) -> Phrase | None:
        idle = prompt.key == "ring" and view.notes and view.notes[-1] % 2 == IDLE
        return Phrase("prompt.ring") if idle else None

    def decline_key(
        self, view: Any, prompt: Prompt[Tiny], seat: int, arg: int, legal: Sequence[int]
    ) -> tuple[tuple[Any, ...], int] | None:
        return (("bell",), 0) if prompt.key == "ring" else None

    def decides(self, view: Any, prompt: Prompt[Tiny], seat: int, arg: int, legal: Sequence[int]) -> bool:
        return prompt.key != "ring"


@pytest.fixture(autouse=True)
def _games(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    keys = (f"key {number}".encode() for number in count())
    monkeypatch.setattr("shapan.server.hub.new_table.new_key", lambda: next(keys))
    with ringing(), listed(Idle()):
        yield


def decline(person: Person, match: str, declined: bool = True) -> None:
    decision = person.frame(match)["decision"]
    body = {"id": new_id(), "ordinal": decision["ordinal"], "codes": [DONE], "declined": declined}
    assert person.act(match, "answers", **body).json() == {"ok": True}


def order(person: Person, match: str, until: str, answer: str = "pass") -> None:
    body = {"id": new_id(), "kind": "ring", "answer": answer, "until": until}
    assert person.act(match, "orders", **body).json() == {"ok": True}


def why(frame: Data) -> str:
    idle = frame["decision"]["idle"]
    return "" if idle is None else str(idle["key"])


def test_a_question_that_brings_nothing_says_why_and_undo_goes_past_it(place: Place) -> None:
    person, match = alone(place, bell=True)
    frame = choose(place, person, match, IDLE)
    assert why(frame) == "prompt.ring" and frame["decision"]["forced"] is False
    assert len(frame["decision"]["targets"]) > 1, "who wants to is asked all the same"
    decline(person, match)
    assert own(place, match) == [([PICK.code(IDLE)], "player"), ([DONE], "forced")]
    assert person.act(match, "undo", id=new_id()).json() == {"ok": True}
    assert asked(place, person, match)["decision"]["kind"] == "number"


def test_who_passes_himself_has_chosen_to(place: Place) -> None:
    person, match = alone(place, bell=True)
    choose(place, person, match, IDLE)
    decline(person, match, declined=False)
    assert own(place, match)[-1] == ([DONE], "player")


def test_a_client_declines_nothing_that_may_bring_something(place: Place) -> None:
    person, match = alone(place, bell=True)
    assert why(choose(place, person, match, WORTH_IT)) == ""
    decline(person, match)
    assert own(place, match)[-1] == ([DONE], "player"), "it was his answer: undo leads back to it"


@pytest.mark.parametrize("until", ["turn", "match"])
def test_alone_an_order_declines_a_kind_of_window(place: Place, until: str) -> None:
    person, match = alone(place, bell=True)
    choose(place, person, match, WORTH_IT)
    assert person.frame(match)["orders"] == []
    order(person, match, until)
    frame = person.frame(match)
    assert why(frame) == "ui.window_ordered" and [row["until"] for row in frame["orders"]] == [until]
    decline(person, match)
    assert own(place, match)[-1] == ([DONE], "forced")


def test_under_the_eyes_of_a_spectator_he_is_asked(place: Place) -> None:
    person, match = alone(place, bell=True)
    assert why(choose(place, person, match, IDLE)) == "prompt.ring"
    place.person().frame(match)
    assert why(person.frame(match)) == ""
    decline(person, match)
    assert own(place, match)[-1] == ([DONE], "player")


def test_with_other_people_he_is_asked(place: Place) -> None:
    person = place.person()
    seats = [{"kind": "me"}, {"kind": "me"}, {"kind": "bot", "bot": "greedy"}]
    match = person.post("/matches", {"game": "led_on", "seats": seats}).json()["id"]
    room = room_of(place, match)
    frame = asked(place, person, match)
    person.answer(match, PICK.code(IDLE))
    assert frame["decision"]["kind"] == "number" and room.match.pending is not None
    assert room.match.pending.prompt is not None and room.match.pending.prompt.key == "ring"
    assert room.answers.why_idle(0) is None and room.answers.why_idle(1) is None


def test_what_was_declined_is_not_asked_again_until_somebody_takes_it_back(place: Place) -> None:
    person, match = alone(place, bell=True)
    assert why(choose(place, person, match, WORTH_IT)) == ""
    decline(person, match, declined=False)
    frame = choose(place, person, match, WORTH_IT)
    assert why(frame) == "ui.window_declined" and not frame["decision"].get("by_order")
    decline(person, match)
    assert own(place, match)[-1] == ([DONE], "forced")
    assert person.act(match, "undo", id=new_id()).json() == {"ok": True}  # the choice that led to it
    assert why(choose(place, person, match, WORTH_IT)) == ""


def test_an_order_to_be_asked_only_if_it_decides(place: Place) -> None:
    person, match = alone(place, bell=True)
    assert why(choose(place, person, match, WORTH_IT)) == ""
    order(person, match, "match", "decides")
    frame = person.frame(match)
    assert why(frame) == "ui.window_undecided" and frame["decision"]["by_order"] is True
    assert [row["answer"] for row in frame["orders"]] == ["decides"]
    order(person, match, "match", "ask")
    assert why(person.frame(match)) == ""


def test_with_other_people_that_order_would_tell_what_a_hand_holds(place: Place) -> None:
    person = place.person()
    seats = [{"kind": "me"}, {"kind": "me"}, {"kind": "bot", "bot": "greedy"}]
    match = person.post("/matches", {"game": "led_on", "seats": seats}).json()["id"]
    asked(place, person, match)
    refused = person.act(match, "orders", id=new_id(), kind="ring", answer="decides", seat=0)
    assert refused.status_code == 422 and refused.json()["field"] == "answer"


class Ended(LedOn):
    """Led on by a game that knows of a question without a way to decline that one answer is left."""

    name = "ended"

    def idle_answer(
        self, view: Any, prompt: Prompt[Tiny], seat: int, arg: int, legal: Sequence[int]
    ) -> list[int] | None:
        return [PICK.code(WORTH_IT)] if prompt.key == "number" else None

    def why_idle(self, view: Any, prompt: Prompt[Tiny], seat: int, arg: int, legal: Sequence[int]) -> Phrase | None:
        return Phrase("prompt.number")


def test_a_question_without_a_way_to_decline_gets_the_answer_that_is_left(place: Place) -> None:
    with listed(Ended()):
        person = place.person()
        seats = [{"kind": "me"}, {"kind": "bot", "bot": "greedy"}, {"kind": "bot", "bot": "greedy"}]
        match = person.post("/matches", {"game": "ended", "seats": seats}).json()["id"]
        assert why(asked(place, person, match)) == "prompt.number"
        decline(person, match)
        assert own(place, match) == [([PICK.code(WORTH_IT)], "forced")]


def test_who_is_not_alone_gives_it_himself(place: Place) -> None:
    with listed(Ended()):
        person = place.person()
        seats = [{"kind": "me"}, {"kind": "me"}, {"kind": "bot", "bot": "greedy"}]
        match = person.post("/matches", {"game": "ended", "seats": seats}).json()["id"]
        assert why(asked(place, person, match)) == ""
