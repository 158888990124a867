"""On how many faces rolls do what is asked of them: as all faces of the die say (BSG-6.1, C12)."""

from __future__ import annotations

import re
from itertools import product

import pytest

from shapan.games.battlestar import names, step_codes
from shapan.games.battlestar.cards import AMBUSH, CRISIS_CARDS, DESTINATION_CARDS
from shapan.games.battlestar.game import GAME
from shapan.games.battlestar.odds.rolls import faces, nuke, rungs_of, shot
from shapan.games.battlestar.records import Roll
from shapan.games.battlestar.rules.attacks import needed


def tried(least: int, bonus: int) -> int:
    """Return on how many faces a roll is great enough; a result is from 1 to 8 whatever changes it (BSG-6.1)."""
    return sum(max(1, min(names.DIE, face + bonus)) >= least for face in range(1, names.DIE + 1))


@pytest.mark.rule("BSG-6.1")
def test_faces_are_counted_as_all_of_them_are_tried() -> None:
    for least, bonus in product(range(2, names.DIE + 1), range(-9, 10)):
        assert faces(least, bonus) == tried(least, bonus)
    assert all(card.reach >= 2 for card in DESTINATION_CARDS if card.reach)


@pytest.mark.rule("BSG-9.7", "BSG-9.18")
@pytest.mark.parametrize("ambush", [False, True])
def test_shots_count_what_is_printed_ambush_and_structural_damage(ambush: bool) -> None:
    state = GAME.start({}, 3, 1)
    state.basestars = [[4], [4, names.STRUCTURAL_DAMAGE]]
    state.crises_in_play.cards = [AMBUSH] if ambush else []
    targets = [(names.RAIDER, 0, 0), (names.HEAVY, 0, 0), (names.BASESTAR, 0, 0), (names.BASESTAR, 1, 2)]
    for (unit, number, more), galactica, manned in product(targets, (False, True), (False, True)):
        of = step_codes.GALACTICA_ATTACK if galactica else step_codes.VIPER_ATTACK
        bonus = more - 2 * (ambush and not manned)
        assert shot(state, 4, unit, number, galactica=galactica, manned=manned) == tried(needed(of, unit), bonus)
    assert [nuke(state, 4, number) for number in (0, 1)] == [tried(3, 0), tried(3, 2)]


@pytest.mark.rule("BSG-6.1")
def test_a_card_that_rolls_has_the_threshold_that_is_printed() -> None:
    state = GAME.start({}, 3, 1)
    rolling = 0
    for number, card in enumerate(CRISIS_CARDS):
        cells = (card.on_pass, card.on_partial, card.on_fail, card.box_a, card.box_b)
        printed = {int(found[1]) for cell in cells for found in re.finditer(r"roll<=(\d)", cell.text)}
        state.crisis_now.cards = [number]
        assert rungs_of(state, Roll(step_codes.CARD_ROLL, 0)) == [most + 1 for most in sorted(printed)], card.id
        rolling += bool(printed)
    assert rolling == 7
