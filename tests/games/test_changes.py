"""Numbers that an answer is said to change are so once it has been given, whatever the world."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from games.random_play import matches, questions
from shapan.engine.answer_totals import number_of, places
from shapan.engine.chance import Stream
from shapan.engine.expectation import read_words
from shapan.engine.match import Match, random_answer
from shapan.engine.piece import LEFT
from shapan.engine.previews import draw_scene, list_offers
from shapan.engine.registry import find
from shapan.engine.scenario import Scenario
from shapan.engine.scene import Become

KEPT = (
    ("planet_masters", "build", "build"),
    ("planet_masters", "spoils", "destruction"),
    ("battlefield", "development", "place"),
    ("battlefield", "development", "refit"),
    ("battlefield", "development", "retreat"),
    ("starcraft", "move", "move"),
    ("starcraft", "pay", "pay"),
    ("starcraft", "build", "build_module"),
    ("starcraft", "build", "build_unit"),
    ("battlestar", "contribute", "cards"),
    ("battlestar", "move", "move_paying"),
    ("battlestar", "box", "box"),
    ("battlestar", "destination", "destination"),
    ("malifaux", "cheat", "cheat"),
    ("malifaux", "block", "block"),
    ("malifaux", "action", "concentrate"),
    ("malifaux", "reduce", "decline"),
    ("malifaux", "modify", "focused"),
)
RARE = (
    ("battlestar", "bsg-14.5-ftl-space-3-roll-7", ("zone:jump_track", "", 3, 0)),
    ("battlestar", "bsg-9.18-nuke-1", ("piece:nukes", "", 2, 1)),
    ("battlestar", "bsg-c-network_computers-b-track-back-by-one", ("zone:jump_track", "", 3, 2)),
    ("malifaux", "mfx-8.25-assist-lowers-burning", ("piece:model.1", "c-burning", 2, 1)),
    ("malifaux", "mfx-8.25-assist-by-a-flip", None),
)
"""What the last answer of a scenario is said to change, among other numbers."""
MATCHES, MOST, WANTED = 12, 900, 3
OPEN = {"risk", "restore"}
"""Questions that belong to what the answer does."""
GLYPHS = ("c-focused",)
SCENARIOS = Path(__file__).parent
BESIDE = {"battlefield": {"drew", "gained"}, "battlestar": {"activated", "drew_skill"}, "malifaux": {"drew"}}
"""By game, events that tell of something that changes numbers beside what the answer does."""


def told(match: Match[Any], seat: int, codes: list[int]) -> dict[tuple[str, str], Become]:
    """Return what the picks of an answer make of each number, the last one that says so."""
    asked, view, found = match.decisions[seat], match.view(seat), dict[tuple[str, str], Become]()
    for place, code in enumerate(codes):
        scene = match.game.board(view, seat, [code], asked.prompt)
        made = list_offers(match.game, view, seat, [code], asked.prompt, scene, asked.arg, codes[:place])
        for one in made[0][0].becomes:
            before = found.get((one.where, one.fact))
            assert before is None or before.now == one.was
            found[one.where, one.fact] = one
    return found


def settle(match: Match[Any], seat: int, rng: Stream) -> None:
    """Pay for what has been bought, where that is asked."""
    asked = match.decisions.get(seat)
    if asked is not None and asked.prompt.key == "pay":
        match.answer(seat, random_answer(asked.prompt, match.live, seat, asked.arg, rng))


def numbers(match: Match[Any], seat: int) -> dict[tuple[str, str], int | None]:
    """Return the numbers that a seat's table shows, by place and fact."""
    asked = match.decisions.get(seat)
    legal = match.legal(seat) if asked is not None else []
    prompt = None if asked is None else asked.prompt
    scene = draw_scene(match.game, match.view(seat), seat, legal, prompt, 0 if asked is None else asked.arg)
    found: dict[tuple[str, str], int | None] = {}
    for place, thing in places(scene).items():
        found[place, ""] = number_of(thing)
        base = getattr(thing, "base", None)
        for fact in [one.name for one in getattr(thing, "facts", [])] + ([LEFT, *GLYPHS] if base is not None else []):
            found[place, fact] = number_of(thing, fact)
    return found


@pytest.mark.parametrize(("name", "question", "family"), KEPT)
def test_answer_makes_of_numbers_what_it_says(name: str, question: str, family: str) -> None:
    game, rng, met = find(name), Stream(3), 0
    for number, match in enumerate(matches(name, "changes", MATCHES)):
        for seat, asked, codes in questions(match, rng, MOST):
            if met == WANTED:
                break
            wanted = asked.prompt.key == question and codes and codes[0]
            if not wanted or game.actions.of(codes[0]).name != family:
                match.answer(seat, codes)
                continue
            said, events = told(match, seat, codes), match.event_count(seat)
            world = match.sample(seat, number)
            assert told(world, seat, codes) == said
            match.answer(seat, codes)
            if question != "pay":
                settle(match, seat, rng)
            keys = {row["key"].removesuffix("_secret") for row in match.events_for(seat, events)}
            later = {one.prompt.key for one in match.decisions.values()} & OPEN
            if keys & BESIDE.get(name, set()) or later or not said:
                continue
            now = numbers(match, seat)
            for key, one in said.items():
                shown = now.get(key, 0 if key[0].startswith("piece:") else None)
                gone = key[0].startswith("piece:source.") or shown is None
                assert gone or shown == one.now, (codes, one, shown, sorted(keys))
            met += 1
    assert met == WANTED


@pytest.mark.parametrize(("name", "file", "change"), RARE)
def test_answer_says_what_it_changes_behind_what_is_asked_or_picked(
    name: str, file: str, change: tuple[str, str, int, int] | None
) -> None:
    found = said_last(name, file)
    assert change is None or change in found
    assert change is not None or not found


@pytest.mark.parametrize(("what", "was"), [("fuel", 8), ("food", 8), ("morale", 10)])
def test_answer_does_not_say_again_what_has_happened(what: str, was: int) -> None:
    """BSG-C1: Zarek's people are lost before he says for what."""
    found = said_last("battlestar", f"bsg-c-tom_zarek-unconventional-tactics-{what}")
    assert found == {("table", what, was, was + 1)}


def said_last(name: str, file: str) -> set[tuple[str, str, int, int]]:
    """Return what the last answer of a scenario is said to change: place, fact, old and new number."""
    game = find(name)
    data = json.loads((SCENARIOS / name / "scenarios" / f"{file}.json").read_text(encoding="utf-8"))
    *before, last = data["answers"]
    match = Scenario(game, {**data, "answers": before, "expect": {}}).played()
    asked = match.decisions[last["seat"]]
    found = told(match, last["seat"], read_words(game, match.live, asked.prompt, last, "answers"))
    return {(one.where, one.fact, one.was, one.now) for one in found.values()}
