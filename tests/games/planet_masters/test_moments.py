"""Which events of Planet Masters are staged, and with what numbers and words."""

from __future__ import annotations

from collections import Counter
from functools import cache
from typing import Any

from games.staged import played, staged, unsaid
from shapan.engine.match import Match
from shapan.engine.scene import Phrase
from shapan.games.planet_masters.game import GAME

KEYS = ("one", "two", "three", "four")


@cache
def match_of(key: str) -> Match[Any]:
    return played(GAME, 3, key, max_rounds=9)


def rows(key: str, viewer: int = 3) -> list[tuple[str, Any]]:
    return staged(match_of(key), viewer)


def test_matches_stage_rolls_votes_and_attacks_in_words() -> None:
    found = Counter(name for key in KEYS for name, _ in rows(key))
    assert {"home_rolled", "motion_passed", "motion_failed", "attack_failed", "invasion", "pressure"} <= set(found)
    assert [line for key in KEYS for _, moment in rows(key) for line in unsaid(GAME, moment)] == []


def test_the_opening_roll_is_one_moment_with_all_home_dice() -> None:
    for key in KEYS:
        [moment] = [moment for name, moment in rows(key) if name == "home_rolled"]
        assert sorted(piece.owner for piece in moment.pieces) == [0, 1, 2]
        assert all(piece.face for piece in moment.pieces)


def test_the_votes_of_a_moment_add_up_to_its_verdict() -> None:
    votes = [moment for key in KEYS for _, moment in rows(key) if moment.staging == "vote"]
    assert votes
    for moment in votes:
        sums = Counter[str]()
        for piece in moment.pieces:
            sums[piece.label.key] += int(piece.mark)
        yes, no = moment.sides
        assert (sums["label.yes"], sums["label.no"]) == (yes.value, no.value)
        assert yes.won == (yes.value > no.value)
        assert no.won != yes.won


def test_an_attack_has_its_winner_and_its_tone() -> None:
    seen = 0
    for key in KEYS:
        for (name, moment), (_, mine) in zip(rows(key), rows(key, 0), strict=True):
            if name not in ("invasion", "attack_failed"):
                continue
            attack, defense = moment.sides
            assert attack.won == (name == "invasion") == (attack.value > defense.value)
            winner, loser = moment.seats
            assert moment.beats[2].tone == ""
            assert mine.beats[2].tone == {winner: "good", loser: "bad"}.get(0, "")
            seen += 1
    assert seen


def test_nothing_is_staged_for_one_viewer_alone() -> None:
    for key in KEYS:
        assert [name for name, _ in rows(key, 0)] == [name for name, _ in rows(key)]
        assert not any(moment.private or moment.waits for _, moment in rows(key, 0))


def test_the_end_is_a_table_with_the_winner_first() -> None:
    for key in KEYS:
        match = match_of(key)
        assert match.outcome is not None
        closing = GAME.closing(match.view(3), match.outcome, match.told(3))
        assert closing is not None
        assert unsaid(GAME, closing) == []
        assert closing.standings[0].seat in match.outcome.winners
        nearest, needed = closing.standings[1], match.live.ruleset.win_planets
        words = {"seat": {"seat": nearest.seat}, "count": nearest.progress.count(1), "of": needed}
        assert closing.margin[0] == Phrase("closing.nearest", words)
        assert all(0 < phrase.words["short"] <= 2 for phrase in closing.margin[1:])
        assert all(len(standing.values) == len(closing.columns) for standing in closing.standings)
        assert all(len(standing.pieces) == match.live.totals(standing.seat).planets for standing in closing.standings)
