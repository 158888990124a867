"""What a match of Malifaux keeps is what would be worked out anew, whatever has moved, died or begun to last."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from shapan.engine.chance import Stream
from shapan.engine.prompt import Prompt
from shapan.engine.table import RandomTable
from shapan.games.malifaux import formulas, melee, roster, static
from shapan.games.malifaux.context import ActionContext, Source
from shapan.games.malifaux.game import MALIFAUX
from shapan.games.malifaux.geometry import engagement, sight
from shapan.games.malifaux.geometry.disc import Bases
from shapan.games.malifaux.geometry.sight import Field
from shapan.games.malifaux.state import Malifaux

KEYS = sorted({key for row in roster.CHANGES for key, *_ in row})


def fresh(state: Malifaux) -> Field:
    rows = state.models
    bases = Bases(rows.xs, rows.ys, rows.radii, rows.sizes, rows.lifts)
    return Field(state.map.now(state.gone, state.strategy, state.markers), bases, not state.rules.models_let_see)


def held_by_cards(state: Malifaux, key: str, subject: int) -> list[int]:
    """Return whose cards change something of a model, looked up card by card."""
    found = []
    for holder, card in enumerate(state.models.cards):
        seat = state.models.sides[holder]
        for name, ability, part, effect in roster.CHANGES[card]:
            if name != key or state.models.health[holder] <= 0:
                continue
            if key != static.LOSES and ability in static.flag_words(state, holder, "loses_ability"):
                continue
            here = Source(holder, seat, ActionContext(seat), it=subject, tag=roster.TAG[ability])
            if static.in_scope(state, holder, part, subject, here) and static.concerns(state, here, effect, subject):
                found.append(holder)
    return found


class Looking(RandomTable[Malifaux]):
    """A table that looks now and then whether what is kept is right, before somebody answers."""

    looked = 0

    def ask_many(self, prompt: Prompt[Malifaux], seat: int, arg: int = 0) -> list[int]:
        state = self.state
        if state.turn and self.rng.number(6) == 0:
            self.looked += 1
            look(state)
        return super().ask_many(prompt, seat, arg)


def look(state: Malifaux) -> None:
    field, up = fresh(state), state.up()
    reaches = melee.reaches(state)
    assert [reaches[one] for one in state.in_play()] == [melee.reach(state, one) for one in state.in_play()]
    for model in up:
        foes = state.up(1 - state.models.sides[model])
        assert melee.engagers(state, model) == engagement.engaging(field, model, foes, reaches)
        for other in up:
            assert formulas.sees(state, model, other) == sight.sees(field, model, other)
    if not state.lasting:
        for key in KEYS:
            for model in up:
                assert [here.me for _, here, _ in static.holding(state, key, model)] == held_by_cards(state, key, model)


@pytest.mark.parametrize("seed", range(2))
def test_what_is_kept_is_right_all_through_random_matches(seed: int) -> None:
    state = MALIFAUX.start({"terrain_layout": ("crossroads", "dockside")[seed % 2]}, 2, seed)
    table = Looking(state, Stream(seed))
    MALIFAUX.play_out(state, table)
    assert table.looked > 5


def standing(places: Sequence[tuple[int, int]]) -> Malifaux:
    """Return a state with a model of each seat at some places."""
    state = MALIFAUX.start({}, 2, 1)
    rows = state.models
    for seat, (x, y) in enumerate(places):
        card = next(number for number in range(len(roster.MODELS)) if roster.reach_of(number) == 1)
        for row, value in (
            (rows.cards, card), (rows.sides, seat), (rows.xs, x), (rows.ys, y), (rows.radii, 591), (rows.sizes, 2),
            (rows.lifts, 0), (rows.health, 5),
        ):  # fmt: skip
            row.append(value)
    return state


def test_a_move_is_noticed_and_copies_do_not_mix() -> None:
    state = standing([(10000, 18000), (12000, 18000)])
    assert melee.engagers(state, 0) == [1]
    copy = state.copy()
    copy.models.xs[1] = 20000
    for _ in range(3):
        assert melee.engagers(copy, 0) == [] and melee.engagers(state, 0) == [1]
    state.models.health[1] = state.models.radii[1] = 0
    assert melee.engagers(state, 0) == []
