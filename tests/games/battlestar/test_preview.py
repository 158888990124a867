"""What Battlestar says will come of an answer: played in worlds that the seat holds possible, and compared."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from functools import cache
from typing import Any

import pytest

from shapan import bots
from shapan.bots.registry import PROPOSED
from shapan.engine.actions import DONE
from shapan.engine.match import Match
from shapan.engine.scene import Odds
from shapan.engine.view import write
from shapan.games.battlestar import actions, events, names
from shapan.games.battlestar.game import GAME

rule = pytest.mark.rule
MATCHES = 10
EACH = 8
"""Answers of each kind that are played."""
WORLDS = 3
FALLS = 60
"""Worlds in which a die falls, so that each of its faces is seen."""
FAR = 60
"""Answers after which what was told has come, or does not come."""
KINDS = ("W2", "W3", "W5", "W9", "contribute", "box", "gain", "pay_fuel", "destination", "cylon_fleet", "keep_crisis")


@cache
def asked() -> list[tuple[Match[Any], int, int, Odds]]:
    """Return answers to questions of matches of greedy bots with what is told of them; nobody changes the matches."""
    found = list[tuple[Match[Any], int, int, Odds]]()
    often = Counter[tuple[str, str]]()
    for number in range(MATCHES):
        match = Match(GAME, 5, {}, seed=f"outlook {number}", hashes=False)
        while not match.over:
            seat = match.waiting[0]
            prompt, view = match.decisions[seat].prompt, match.view(seat)
            for code in match.legal(seat) if prompt.key in KINDS and fresh(match) else ():
                told = GAME.preview(view, prompt, seat, code)
                if told is not None and often[prompt.key, told.summary.key] < EACH:
                    often[prompt.key, told.summary.key] += 1
                    found.append((match.clone(), seat, code, told))
            match.answer(seat, bots.answer(PROPOSED, match, seat), by="bot")
    return found


def fresh(match: Match[Any]) -> bool:
    """Tell whether nobody has answered yet: in a window somebody else could come first."""
    return match.pending is not None and not match.pending.given


def worlds(match: Match[Any], seat: int, code: int, number: int) -> Iterator[Match[Any]]:
    """Yield worlds that a seat holds possible, in which it has given an answer and nobody else reacts to it."""
    for seed in range(number):
        world = match.sample(seat, seed)
        if world.decisions[seat].prompt.many:
            rest = [code]
            while options := world.legal(seat, rest):
                if DONE in options:
                    break
                rest.append(options[0])
            world.answer(seat, rest)
        else:
            world.answer(seat, [code])
        yield world


def go_on(world: Match[Any]) -> bool:
    """Let the next question be declined, or answered as the clock does."""
    if world.over:
        return False
    seat = world.waiting[0]
    decision = world.decisions[seat]
    if decision.prompt.reaction and DONE in world.legal(seat):
        world.answer(seat, [DONE])
    else:
        world.answer(seat, world.default(seat))
    return True


def told_since(world: Match[Any], since: int, *kinds: int) -> list[tuple[int, ...]]:
    """Return what has happened since then of some kinds."""
    return [event.open for event in world.told(world.seats)[since:] if event.kind in kinds]


def until(world: Match[Any], since: int, *kinds: int) -> list[tuple[int, ...]]:
    """Go on until something of these kinds has happened."""
    for _ in range(FAR):
        if found := told_since(world, since, *kinds):
            return found
        if not go_on(world):
            break
    return told_since(world, since, *kinds)


def check_fact(world: Match[Any], since: int, key: str, words: dict[str, Any]) -> None:
    """Compare one fact with what comes of it in a world."""
    if key == "odds.dial":
        dial = names.DIALS.index(words["dial"]["term"].partition(".")[2])
        if words["was"] != words["now"]:
            turned = until(world, since, events.GAINED, events.LOST)
            assert (dial, abs(words["now"] - words["was"]), words["now"]) in turned
    elif key == "odds.distance":
        for _ in range(FAR):
            if world.live.distance != words["was"] or not go_on(world):
                break
        assert world.live.distance in (words["now"], words["was"]) and (
            world.over or words["now"] == world.live.distance
        )
    elif key == "odds.raiders_act":
        assert sum(world.live.to_act) <= words["number"]


@cache
def played() -> Counter[str]:
    seen = Counter[str]()
    for match, seat, code, told in asked():
        key, words = told.summary.key.removeprefix("odds."), told.summary.words
        since = match.event_count(match.seats)
        seen[key] += 1
        if key == "roll_least":
            results = dict[int, set[int]]()
            for world in worlds(match, seat, code, FALLS):
                *_, face, result = until(world, since, events.ROLLED, events.ROLL_CHANGED)[0]
                results.setdefault(face, set()).add(result)
            assert set(results) == set(range(1, names.DIE + 1))
            for least, times in [(words["least"], words["times"])] + [
                (chance.label.words["least"], chance.times) for chance in told.chances
            ]:
                assert sum(min(fell) >= least for fell in results.values()) == times
                assert all(len(fell) == 1 for fell in results.values())
        for world in worlds(match, seat, code, WORLDS):
            if key.startswith(("lower_", "stands_")):
                *_, result = until(world, since, events.TOTAL)[0]
                assert key.endswith(("fails", "partly", "passes")[result])
            elif key.startswith("facts_"):
                for part in words.values():
                    check_fact(world, since, part["key"], part["words"])
            elif key.startswith("counts_"):
                check = world.live.check
                if check is None or check.open:
                    continue
                void = check.void
                while world.live.check is not None and not world.live.check.shown.cards and go_on(world):
                    pass
                shown = world.live.check
                if shown is None or shown.void != void:
                    continue
                card = actions.CARD.value(code)
                assert card in shown.shown.cards
                sign = {"for": 1, "against": -1, "nothing": 0}[key.removeprefix("counts_")]
                others = list(shown.shown.cards)
                others.remove(card)
                rest = sum(value_of(world, other) for other in others)
                assert shown.total == rest + sign * words["number"]
    return seen


def value_of(world: Match[Any], card: int) -> int:
    """BSG-SC6, said once more: the strength, for or against."""
    check, (type_, strength) = world.live.check, names.TYPE_AND_STRENGTH[card]
    if type_ == check.void:
        return 0
    good = check.types >> type_ & 1 or (check.research and type_ == names.EN) or (check.ones and strength == 1)
    return int(strength if good else -strength)


@rule("BSG-W9")
@rule("BSG-W2")
@rule("BSG-SC6")
def test_what_is_told_of_an_answer_comes_true() -> None:
    seen = played()
    for key in ("roll_least", "lower_passes", "lower_fails", "stands_fails", "counts_for", "counts_against", "facts_2"):
        assert seen[key], (key, seen)


def test_it_is_the_same_in_every_world_that_the_seat_holds_possible() -> None:
    for match, seat, code, told in asked():
        prompt = match.decisions[seat].prompt
        for seed in range(WORLDS):
            world = match.sample(seat, seed)
            assert write(world.view(seat)) == write(match.view(seat))
            assert GAME.preview(world.view(seat), prompt, seat, code) == told
