"""What Battlestar holds for questions that bring a seat nothing: compared with what the rules then do."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from functools import cache
from typing import Any

import pytest

from shapan import bots
from shapan.bots.registry import PROPOSED
from shapan.engine.actions import DONE
from shapan.engine.chance import Stream
from shapan.engine.match import Match, random_answer
from shapan.games.battlestar import actions, names, step_codes
from shapan.games.battlestar.game import GAME
from shapan.games.battlestar.rules.ending import is_cylon

rule = pytest.mark.rule
MATCHES = (0, 5, 9, 15)
"""Matches in which each question is met, and a check that two points turn."""


def asked() -> Iterator[tuple[Match[Any], int, str]]:
    """Yield every question of matches of greedy bots that can be declined and answered, and why it is idle, or ""."""
    for number in MATCHES:
        match = Match(GAME, 5, {}, seed=f"stakes {number}", hashes=False)
        while not match.over:
            seat = match.waiting[0]
            decision, legal = match.decisions[seat], match.legal(seat)
            if DONE in legal and len(legal) > 1:
                why = GAME.why_idle(match.view(seat), decision.prompt, seat, decision.arg, legal)
                yield match, seat, "" if why is None else why.key
            match.answer(seat, bots.answer(PROPOSED, match, seat), by="bot")


def result_after(match: Match[Any], seat: int, code: int) -> int:
    """Return how the check under way ends if a seat answers so and nobody else reacts."""
    other = Match.load(GAME, match.save())
    other.answer(seat, [code])
    while other.live.last_check is None:
        for waiting in list(other.waiting):
            other.answer(waiting, [DONE])
    return int(other.live.last_check.result)


def off_of(match: Match[Any], seat: int) -> list[int]:
    """Return what each reaction to a raider's attack takes off the next roll: two for a pilot, once."""
    roll = match.live.roll
    evades = roll.pilot >= 0 and not roll.evaded
    return [roll.evaded + 2 * (actions.PLAY.has(code) and evades) for code in match.legal(seat) if code != DONE]


def settled(match: Match[Any], seat: int) -> str:
    """Return how a check ends whatever is put in, tried in worlds with random cards from here on; "" if it differs."""
    ends = set[int]()
    for number in range(6):
        world = match.sample(seat, number)
        chance = Stream(number)
        while world.live.last_check is None and not world.over:
            for waiting in list(world.waiting):
                asked = world.decisions[waiting]
                world.answer(waiting, random_answer(asked.prompt, world.live, waiting, asked.arg, chance))
        ends.add(int(world.live.last_check.result))
    return ("fails", "partly", "passes")[ends.pop()] if len(ends) == 1 else ""


def nobody_has_reacted(match: Match[Any]) -> bool:
    return match.pending is not None and all(codes == [DONE] for codes in match.pending.given.values())


def same_again(match: Match[Any], seat: int) -> tuple[tuple[Any, ...], tuple[Any, ...]] | None:
    """Return what a question is told from others by, and what must then be the same by the rules of asking again."""
    decision, state = match.decisions[seat], match.live
    hung = GAME.decline_key(match.view(seat), decision.prompt, seat, decision.arg, match.legal(seat))
    if hung is None:
        return None
    once = decision.prompt.key in ("W5", "W6", "W8")
    facts: tuple[Any, ...] = (decision.prompt.key, is_cylon(state, seat), state.distance if once else state.turns[seat])
    if decision.prompt.key in ("W2", "W3"):
        roll = state.roll
        facts += (
            roll.planned + roll.bonus - roll.evaded,
            roll.pilot if roll.of == step_codes.RAIDER_ON_VIPER else None,
        )
    return (seat, *hung[0]), facts


@cache
def found() -> Counter[tuple[str, str]]:
    """Return how often each question was idle for each reason; what each reason says is held against the rules."""
    seen: Counter[tuple[str, str]] = Counter()
    hung: dict[tuple[Any, ...], tuple[Any, ...]] = {}
    last: Match[Any] | None = None
    for match, seat, why in asked():
        if match is not last:
            last = match
            hung.clear()
        key, state = match.decisions[seat].prompt.key, match.live
        seen[key, why] += 1
        if not why and (same := same_again(match, seat)) is not None:
            seen[key, "again"] += same[0] in hung
            assert hung.setdefault(*same) == same[1]
        cylon = is_cylon(state, seat)
        near = key == "W9" and abs(state.check.total - state.check.difficulty) <= 3
        if key == "W9" and nobody_has_reacted(match) and (not why or near or seen[key, why] <= 3):
            declared = next(code for code in match.legal(seat) if code != DONE)
            changed = result_after(match, seat, declared) != result_after(match, seat, DONE)
            wanted = not cylon or state.check.of not in (step_codes.OF_CRISIS, step_codes.OF_SUPER)
            assert (why == "") == (changed and wanted)
        elif key == "W3" and state.roll.of == step_codes.RAIDER_ON_VIPER:
            result = max(1, min(8, state.roll.face + state.roll.planned + state.roll.bonus - state.roll.evaded))
            again = 8 - min(off_of(match, seat)) if cylon else 1 - max(off_of(match, seat))
            rung, best = ((one >= 5) + (one >= 8) for one in (result, again))  # C12: 5 to 7 damaged, 8 destroyed
            assert (why == "") == (best > rung if cylon else best < rung)
        elif key == "W2" and state.roll.of == step_codes.RAIDER_ON_VIPER:
            assert (why == "") == cylon
        elif key == "contribute" and state.check.of == step_codes.OF_CRISIS:
            check = state.check
            helps = {
                check.types >> card // 5 & 1
                or (check.research and card // 5 == names.EN)
                or (check.ones and not card % 5)
                for card in state.hands[seat].cards
            }
            wanted = any(bool(one) is not cylon for one in helps)
            assert (why in ("idle.none_for", "idle.none_against")) == (not wanted)
            if wanted and why and seen[key, why] <= 2:
                assert settled(match, seat) == why.removeprefix("idle.").removesuffix("_anyway")
    return seen


@rule("BSG-W9")
@rule("BSG-W3")
@rule("BSG-W2")
@rule("BSG-SC3")
def test_what_is_held_for_idle_changes_nothing_and_all_else_is_asked() -> None:
    """Each reason is met, each question is also asked, and what is told for the same question is the same."""
    seen = found()
    for key in ("W2", "W3", "W9", "contribute"):
        assert seen[key, ""], key
    for key, why in (("W2", "higher_harms"), ("W3", "rolled_well"), ("W9", "passes"), ("W9", "fails")):
        assert seen[key, f"idle.{why}"], why
    assert all(seen[key, "again"] for key in ("W2", "W3", "W5", "W7", "W8"))
    assert seen["contribute", "idle.none_for"] and seen["contribute", "idle.none_against"]


@rule("BSG-W2")
@rule("BSG-W3")
def test_what_changes_a_shot_makes_it_another_question() -> None:
    """A shot with a Strategic Planning on it has other chances, also where its number would have come to the same."""
    shots = (step_codes.VIPER_ATTACK, step_codes.GALACTICA_ATTACK, step_codes.CENTURION_ATTACK)
    met = ((match, seat) for match, seat, _ in asked() if match.live.roll is not None and match.live.roll.of in shots)
    match, seat = next(one for one in met if one[0].decisions[one[1]].prompt.key == "W2")
    decision, view = match.decisions[seat], match.view(seat)
    for face in (0, names.DIE):  # before the roll, and where it hits as it is
        keys = list[tuple[Any, ...]]()
        for planned in (0, 2):
            view.roll.face, view.roll.planned = face, planned
            hung = GAME.decline_key(view, decision.prompt, seat, decision.arg, match.legal(seat))
            assert hung is not None
            keys.append(hung[0])
        assert keys[0] != keys[1]
        assert keys[0][-1] == keys[1][-1], "what it reaches is the same"


def test_what_others_hold_does_not_matter() -> None:
    """A seat learns nothing by what it is not asked: in another world that looks alike to it the reason is the same."""
    for number, (match, seat, why) in zip(range(100), asked(), strict=False):
        decision, world = match.decisions[seat], match.live.copy()
        GAME.resample(world, seat, Stream(number))
        again = GAME.why_idle(GAME.view(world, seat), decision.prompt, seat, decision.arg, match.legal(seat))
        assert ("" if again is None else again.key) == why
