"""What of an answer is to blame: the server's reply names its field, and nothing that is not the asker's own."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from engine.driving import listed
from engine.toys.fate_duel.actions import DEPLOY, DISCARD
from engine.toys.fate_duel.whole import ACTING, AT, CHARGE, GAME, PASS, SPEND, STEP, WALK
from server.people import Person, Place
from shapan.engine.actions import DONE
from shapan.engine.prompt import Reason

SPOTS = (3_000, 3_000), (3_000, 9_000), (9_000, 9_000), (9_000, 3_000)
"""Where the models are placed in turn: 0 stands before 2, within a charge."""
CHARGED = [CHARGE.code(0), AT.code(2)]
NEAR, SHORT, FAR = STEP.code(3_000, 7_000), STEP.code(3_000, 4_000), STEP.code(3_000, 11_000)


@pytest.fixture(autouse=True)
def _listed() -> Iterator[None]:
    with listed(GAME):
        yield


@pytest.fixture
def ling(place: Place) -> Person:
    return place.person()


@pytest.fixture
def match(ling: Person) -> str:
    """Return a match in which seat 0 is asked for its first act."""
    name: str = ling.open(GAME.name, "me", "hot")["id"]
    for spot in SPOTS:
        assert ling.answer(name, DEPLOY.code(*spot)).status_code == 200
    while (decision := ling.frame(name)["decision"])["kind"] != "act" or ling.frame(name)["viewer"]:
        codes = [PASS.code()] if decision["kind"] == "act" else []
        assert ling.answer(name, *codes).status_code == 200
    return name


def hand(place: Place, match: str, seat: int = 0) -> list[int]:
    cards: list[int] = place.hub.house.rooms[match].match.live.hands[seat].cards
    return list(cards)


def refused(answer: Any) -> dict[str, Any]:
    assert answer.status_code == 422, answer.text
    told: dict[str, Any] = answer.json()
    return told


@pytest.mark.parametrize(
    ("legs", "rule", "path", "blamed"),
    [
        ([SHORT], "FTD-8.3", "path", [SHORT]),  # stops short of the target: only the whole breaks it
        ([SHORT, FAR], "FTD-3.2", "path.1", [FAR]),
        ([], "FTD-8.3", "path", []),  # what is missing has no codes
    ],
)
def test_a_wrong_answer_names_its_field_and_the_codes_in_it(
    ling: Person, match: str, legs: list[int], rule: str, path: str, blamed: list[int]
) -> None:
    told = refused(ling.answer(match, *CHARGED, *legs))
    assert (told["rule"], told["path"], told.get("codes", [])) == (rule, path, blamed)


def test_a_card_that_is_not_there_is_named_by_its_place(place: Place, ling: Person, match: str) -> None:
    own = min(hand(place, match))
    foreign = next(card for card in range(own, 54) if card not in hand(place, match))
    told = refused(ling.answer(match, *CHARGED, NEAR, SPEND.code(own), SPEND.code(foreign)))
    assert (told["rule"], told["path"], told["codes"]) == ("FTD-8.2", "cards.1", [SPEND.code(foreign)])


def test_the_verb_lies_in_the_answer_itself(ling: Person, match: str) -> None:
    told = refused(ling.answer(match, CHARGE.code(2), AT.code(0), NEAR))
    assert (told["path"], told["codes"]) == ("do", [CHARGE.code(2)])


def test_what_blames_no_field_names_none(ling: Person, match: str) -> None:
    for codes in ([WALK.code(0)], []):
        told = refused(ling.answer(match, *codes))
        assert set(told) == {"rule", "key", "words"}


def test_a_pick_that_may_not_follow_is_blamed_at_once(ling: Person, match: str) -> None:
    ordinal = ling.frame(match)["decision"]["ordinal"]
    told = refused(ling.act(match, "picks", ordinal=ordinal, picked=[WALK.code(0), SHORT, FAR]))
    assert (told["rule"], told["path"], told["codes"]) == ("FTD-3.2", "path.1", [FAR])
    assert ling.act(match, "picks", ordinal=ordinal, picked=[WALK.code(0), SHORT]).json()["done"]


def test_why_is_asked_behind_picks(ling: Person, match: str) -> None:
    ordinal = ling.frame(match)["decision"]["ordinal"]

    def why(code: int, *picked: int) -> tuple[str, str, list[int]]:
        told = ling.act(match, "why", ordinal=ordinal, code=code, picked=picked).json()
        return told["key"], told.get("path", ""), told.get("codes", [])

    assert why(DONE, *CHARGED, SHORT) == ("out_of_reach", "path", [SHORT])
    assert why(FAR, *CHARGED, SHORT) == ("too_far", "path.1", [FAR])
    assert why(NEAR, *CHARGED) == why(DONE, *CHARGED, NEAR) == why(CHARGE.code(0)) == ("", "", [])
    assert why(CHARGE.code(2)) == ("not_possible", "do", [CHARGE.code(2)])
    assert refused(ling.act(match, "why", ordinal=ordinal, code=DISCARD.code(3), picked=CHARGED))


def test_a_path_that_is_none_of_the_answer_is_kept_back(
    place: Place, ling: Person, match: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Rules that blamed something else would tell where it lies: what goes out is checked against the form."""
    secret = f"seats.1.hand.{hand(place, match, 1)[0]}"
    for path in (secret, "cards.ace", "cards.7", "path.0.x.y", "path.-1", "target.hand", "picks.9", "."):
        monkeypatch.setattr(type(ACTING), "limits", lambda *_, path=path: Reason("FTD-8.3", "out_of_reach", {}, path))
        told = refused(ling.answer(match, *CHARGED, NEAR))
        assert set(told) == {"rule", "key", "words"}, path
        assert "hand" not in str(told)
