"""Ways to a place that is pointed at first: legal, complete as far as there is one way, the best first."""

from __future__ import annotations

import pytest

from browser.prepared import Played, asked, played
from shapan.engine.actions import DONE
from shapan.engine.offers import things
from shapan.engine.prompt import Prompt
from shapan.server.match.offer import following, offered
from shapan.server.match.way import row_of, ways_at, ways_to

QUESTIONS = (
    ("malifaux", 2, "action"),
    ("starcraft", 3, "start_forces"),
    ("battlefield", 3, "development"),
)


def _found(match: Played) -> dict[str, list[list[int]]]:
    """Return by place that offers nothing itself what can be done to it."""
    view, legal = match.view(0), offered(match, 0)
    scene = match.game.board(view, 0, legal, match.decisions[0].prompt)
    idle = dict.fromkeys(place for place, thing in things(scene) if not thing.targets)
    return {place: rows for place in idle if (rows := ways_to(match, 0, place))}


@pytest.mark.parametrize(("game", "seats", "kind"), QUESTIONS)
def test_each_way_is_an_answer_or_its_beginning(game: str, seats: int, kind: str) -> None:
    match = played(game, seats, lambda one: asked(one, 0, kind) and len(offered(one, 0)) > 2, key=b"w1")
    decision = match.decisions[0]
    prompt: Prompt = decision.prompt
    found = _found(match)
    assert len(found) > 3
    for place, rows in found.items():
        assert len({tuple(row) for row in rows}) == len(rows), place
        for row in rows:
            if prompt.many:
                following(match, 0, row)  # refuses what cannot be picked
            else:
                assert prompt.allows(match.live, 0, decision.arg, row)
            assert [one.code for one in row_of(match, 0, prompt, row).picks] == row
            assert DONE not in row or not prompt.many


def test_who_points_at_an_enemy_is_told_who_can_do_what_to_it() -> None:
    """Malifaux: attacks with their target, a charge with its end."""
    match = played("malifaux", 2, lambda one: asked(one, 0, "action") and len(_found(one)) > 0, key=b"w2")
    rows = next(iter(_found(match).values()))
    assert all(len(row) > 1 for row in rows)


def test_who_points_at_the_ground_is_told_who_can_go_there() -> None:
    match = played("malifaux", 2, lambda one: asked(one, 0, "action"), key=b"w2")
    decision = match.decisions[0]
    aim = match.game.aim(match.view(0), decision.prompt, 0, decision.arg, [offered(match, 0)[0]])
    start = aim.start if aim is not None else [0, 0]
    rows = [
        row
        for dx, dy in ((3000, 0), (-3000, 0), (0, 3000), (0, -3000))
        for row in ways_at(match, 0, [start[0] + dx, start[1] + dy])
    ]
    assert rows
    assert all(decision.prompt.allows(match.live, 0, decision.arg, row) for row in rows)
    assert ways_at(match, 0, [10**9, 10**9]) == []
