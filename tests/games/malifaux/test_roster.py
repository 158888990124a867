"""Effects that last are kept by number; those of positions get theirs from their words (13.3, `lasting`)."""

from __future__ import annotations

import pytest

from shapan.games.malifaux import roster
from shapan.games.malifaux.cards.effect import Effect
from shapan.games.malifaux.cards.effect_reader import read_effects_of_position
from shapan.games.malifaux.cards.operations import OPERATIONS
from shapan.games.malifaux.game import MALIFAUX
from shapan.games.malifaux.rules.ops import OPS


def own(value: int) -> Effect:
    row = {"op": "modify", "who": "self", "subject": "duel", "value": value, "scope": "activation"}
    (effect,) = read_effects_of_position([row], "test", "effects", frozenset(), {})
    return effect


def test_effects_of_cards_have_their_places() -> None:
    assert all(roster.LASTING[roster.lasting_number(effect)] == effect for effect in list(roster.LASTING.values()))


def test_the_number_of_an_own_effect_does_not_depend_on_what_was_read_before(monkeypatch: pytest.MonkeyPatch) -> None:
    numbers = {}
    for order in ((71, 72), (72, 71)):
        with monkeypatch.context() as apart:
            apart.setattr(roster, "LASTING", dict(roster.LASTING))
            apart.setattr(roster, "_OF_TEXT", dict(roster._OF_TEXT))
            numbers[order] = {value: roster.lasting_number(own(value)) for value in order}
    assert numbers[71, 72] == numbers[72, 71]
    assert len(set(numbers[71, 72].values())) == 2


def test_every_operation_is_carried_out_by_a_chapter() -> None:
    assert MALIFAUX.steps  # the chapters are loaded with the game
    assert set(OPS) == set(OPERATIONS)
