"""Fate duel: abilities of models, and what lasts for a while."""

from __future__ import annotations

from typing import Any

import pytest

from engine.driving import refused, step
from engine.fate_duel_table import at_table
from engine.toys.fate_duel import GAME
from engine.toys.fate_duel.abilities import BRACED, EFFECTS, ENDS, FIGHTING, HURT, SLOWED
from engine.toys.fate_duel.actions import STEP, WALK
from engine.toys.fate_duel.events import DAMAGED, DREW, KILLED, LASTS
from engine.toys.fate_duel.names import EPS
from engine.toys.fate_duel.rules import close_step, damage
from engine.toys.fate_duel.state import TURN_STEP, Fate
from shapan.engine.chance import Stream
from shapan.engine.match import Match
from shapan.engine.table import Table

# FTD-7: abilities

ON = {"abilities": "on"}


class Told(Table[Fate]):
    """A table that keeps what is told."""

    def __init__(self, state: Fate) -> None:
        super().__init__(state)
        self.rows: list[tuple[int, ...]] = []

    def tell(self, kind: int, a: int = -1, b: int = -1, *more: Any, **words: Any) -> None:
        self.rows.append((kind, a, b))


def standing(*at: tuple[int, int], **changes: Any) -> Told:
    """Return a table with models at these points, with abilities."""
    state = GAME.start(ON, 2, 1)
    state.xs, state.ys = [x for x, _ in at], [y for _, y in at]
    for name, value in changes.items():
        setattr(state, name, value)
    return Told(state)


@pytest.mark.rule("FTD-7.1", "FTD-7.2")
def test_abilities_answer_one_another_until_nobody_is_left_to_answer() -> None:
    """0 and 3 have black blood: each wound of one hurts the other, and that one's wound the first again."""
    table = standing((3_000, 3_000), (11_000, 11_000), (11_000, 1_000), (4_500, 3_000), wounds=[3, 4, 4, 2])
    damage(table.state, table, 0, 1)
    assert table.state.wounds == [0, 4, 4, 0]
    assert [row[:2] for row in table.rows if row[0] in (DAMAGED, KILLED)] == [
        (DAMAGED, 0),
        (DAMAGED, 3),
        (DAMAGED, 0),
        (DAMAGED, 3),
        (DAMAGED, 0),
        (KILLED, 0),
        (KILLED, 3),
    ]
    assert [row[:2] for row in table.rows if row[0] == DREW] == [(DREW, 1)], "model 3 has last words"
    assert len(table.state.hands[1]) == 1


@pytest.mark.rule("FTD-7.2")
def test_a_row_of_words_means_only_whom_all_of_them_mean() -> None:
    """2 frightens enemies that are hurt within two inches of it, not friends and not those farther off."""
    near = ((3_000, 3_000), (9_000, 9_000), (5_000, 3_000), (11_000, 1_000))
    for model, slowed in ((0, [0]), (1, []), (3, [])):
        table = standing(*near)
        damage(table.state, table, model, 1)
        assert [row[0] for row in table.state.lasting] == slowed
        assert [row[1:] for row in table.rows if row[0] == LASTS] == [(one, SLOWED) for one in slowed]


@pytest.mark.rule("FTD-7.2")
def test_a_quantity_is_read_from_the_table_as_it_is() -> None:
    table = standing((3_000, 3_000), (5_000, 3_000), (3_000, 6_000), (6_000, 9_000))
    assert [EFFECTS.amount(table.state, FIGHTING, model) for model in range(4)] == [2, 0, 0, 0]
    table.state.xs[0] = 1_000
    table.state.xs[1] = 9_000
    assert EFFECTS.amount(table.state, FIGHTING, 0) == 0


@pytest.mark.rule("FTD-7.3")
def test_what_lasts_ends_with_the_turn_or_after_so_many_hits() -> None:
    match = at_table(hands=(["ram_1"] * 1, ["crow_1"] * 1), options=ON, agenda=(TURN_STEP, 1))
    for seat in (0, 1):
        match.answer(seat, [])
    assert match.live.lasting == [(1, BRACED, HURT, 2)]
    models = [model for seat in match.frame(2).view["seats"] for model in seat["models"]]
    assert [model["lasting"] for model in models] == [[], ["braced"], [], []]
    table = Told(match.live.copy())
    for left in (3, 2):
        damage(table.state, table, 1, 2)
        assert table.state.wounds[1] == left
    assert table.state.lasting == []
    damage(table.state, table, 1, 2)
    assert table.state.wounds[1] == 0
    slowed = at_table(options=ON, lasting=[(0, SLOWED, ENDS, 1), (2, BRACED, HURT, 1)])
    slowed.answer(0, WALK.code(0))
    assert refused(slowed, 0, [STEP.code(3_000, 3_000 + 3_000 + EPS + 1)])[0] == "FTD-3.2"
    state = slowed.live.copy()
    close_step(state, Told(state))
    assert state.lasting == [(2, BRACED, HURT, 1)]


def test_a_match_with_abilities_is_saved_and_keeps_the_laws() -> None:
    rng, saved = Stream("abilities"), 0
    for seed in range(12):
        match = Match(GAME, 2, ON, seed=seed)
        while not match.over:
            step(match, rng)
            if match.live.lasting and not match.over:
                assert Match.load(GAME, match.save()).live.encoded() == match.live.encoded()
                saved += 1
    assert saved > 20
