"""Bots pause before an answer that people follow, and not in the many windows in which somebody may react."""

from __future__ import annotations

from shapan.engine.chance import Stream
from shapan.engine.match import Match, random_answer
from shapan.games.battlestar.game import GAME
from shapan.server.hub.bot import pauses


def test_bots_answer_reaction_windows_at_once() -> None:
    match = Match(GAME, 4, {}, "pauses", hashes=False)
    rng = Stream("pauses")
    seen: set[bool] = set()
    while not match.over and len(seen) < 2:
        windows = {match.decisions[seat].prompt.reaction for seat in match.waiting}
        assert pauses(match, match.waiting) is (windows != {True})
        seen |= windows
        seat = rng.choice(match.waiting)
        decision = match.decisions[seat]
        match.answer(seat, random_answer(decision.prompt, match.live, seat, decision.arg, rng))
    assert seen == {True, False}
