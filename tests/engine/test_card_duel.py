"""Card Duel, the card game in 100 lines of the tutorial: its length, its rules, its secrets, the laws of the engine."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest

from conformance.plants.base import Door, through
from engine.toys import card_duel
from engine.toys.card_duel import GAME
from shapan.cli.new_game import files_of
from shapan.engine.conformance import USUAL, check
from shapan.engine.match import Match
from shapan.engine.scenario import run
from shapan.engine.text import LANGUAGES, WRITTEN, say
from shapan.engine.view import write

HOME = Path(card_duel.__file__).parent
# Dealt in turn: seat 0 has 1, 3, 5, 7, 9 and seat 1 has 2, 4, 6, 8, 10; 11 and 12 are left.
DEAL = [str(number) for number in range(1, 11)]


def dealt() -> Match[Any]:
    state = GAME.start({}, 2, 1)
    state.chance.scripts = [list(range(10))]
    return Match(GAME, 2, state=state)


def play(match: Match[Any], seat: int, card: int) -> None:
    match.answer(seat, GAME.actions.by_name["play"].code(card - 1))


def test_it_takes_at_most_100_lines_of_python_in_the_files_of_a_new_game() -> None:
    files = {str(path.relative_to(HOME)) for path in HOME.rglob("*") if path.suffix in (".py", ".toml", ".md")}
    assert files == set(files_of(WRITTEN))
    assert sum(len(path.read_text("utf-8").splitlines()) for path in HOME.rglob("*.py")) <= 100


def test_each_seat_sees_five_cards_of_its_own() -> None:
    match = dealt()
    hands = [[seat["hand"] for seat in write(match.view(viewer))["seats"]] for viewer in range(3)]
    mine, yours, dark = DEAL[::2], DEAL[1::2], [None] * 5
    assert hands == [[mine, dark], [dark, yours], [dark, dark]]
    assert "stock" not in write(match.view(2)) and len(match.live.stock) == 2


def test_nobody_sees_a_card_before_both_have_chosen() -> None:
    match = dealt()
    before = [(write(match.view(viewer)), match.events_for(viewer)) for viewer in (1, 2)]
    assert match.waiting == [0, 1]
    play(match, 0, 9)
    assert match.waiting == [1]
    assert [(write(match.view(viewer)), match.events_for(viewer)) for viewer in (1, 2)] == before
    play(match, 1, 2)
    assert [seat["played"] for seat in write(match.view(2))["seats"]] == [["9"], ["2"]]


def test_late_tricks_count_more() -> None:
    tricks = [(9, 2), (7, 4), (1, 6), (3, 8), (5, 10)]
    result = run(
        GAME,
        {
            "game": "card_duel",
            "seats": 2,
            "rolls": {"cards": DEAL},
            "answers": [
                {"seat": seat, "do": "play", "card": str(card)} for trick in tricks for seat, card in enumerate(trick)
            ],
            "expect": {"outcome": {"winners": [1]}, "events": ["CD-1", "CD-2", "CD-3"]},
        },
    )
    assert result.passed, result.differences
    totals = [event["with"]["total"] for event in result.events if event["key"] == "scored"]
    assert totals == [1, 3, 3, 7, 12]


def test_the_log_reads_well_in_every_language() -> None:
    match = dealt()
    play(match, 0, 9)
    play(match, 1, 2)
    for language in LANGUAGES:
        lines = [say(GAME, language, f"event.{event['key']}", event["with"]) for event in match.events_for(0)]
        assert len(lines) == 13 and not any("{" in line or "event." in line for line in lines)


def test_it_keeps_the_laws_of_shapan_check() -> None:
    report = check(GAME, *USUAL)
    assert report.passed, str(report)


@pytest.mark.plain
def test_asking_one_after_the_other_is_found_by_the_kit() -> None:
    class OneByOne(Door):
        def ask_all(self, prompt: Any, seats: Sequence[int], arg: int = 0) -> list[int]:
            return [self.ask(prompt, seat, arg) for seat in seats]

    report = check(through(GAME, OneByOne), 16, 240)
    assert "sample_error" in {failure.check for failure in report.failures}
    assert check(through(GAME), 16, 240).passed
