"""The tables add up to the checksums of C14 and C10."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

import pytest

from shapan.engine.effects import Effect
from shapan.games.battlestar.cards import (
    ATTACK,
    CHECK,
    CHOICE,
    CIVILIAN_COPIES,
    CIVILIAN_LOSSES,
    CRISIS_CARDS,
    DESTINATION_CARDS,
    LOYALTY_COPIES,
    QUORUM_COPIES,
    SKILL_COPIES,
    SUPER_CARDS,
    WAY_OUT,
)
from shapan.games.battlestar.effects import EFFECTS, PICTURE
from shapan.games.battlestar.names import AREAS, DIALS, ICONS, STRENGTHS, TYPES, UNITS


def test_crises() -> None:
    every = [card for card in CRISIS_CARDS for _ in range(card.copies)]
    assert Counter(card.kind for card in every) == {CHECK: 25, WAY_OUT: 16, CHOICE: 19, ATTACK: 10}
    assert len(every) == 70 and sum(card.jump for card in every) == 40
    icons = Counter("none" if card.icon < 0 else ICONS[card.icon] for card in every)
    assert icons == {"R": 29, "B": 11, "H": 13, "L": 7, "none": 10}
    assert len({card.id.partition("#")[0] for card in every}) == 61


def test_checks() -> None:
    checks = [card for card in CRISIS_CARDS if card.kind in (CHECK, WAY_OUT)]
    assert len(checks) == 41 and sum(card.difficulty for card in checks) == 409
    colours = [sum(card.types >> type_ & 1 for card in checks) for type_ in range(len(TYPES))]
    assert dict(zip(TYPES, colours, strict=True)) == {"PO": 23, "LE": 26, "TA": 29, "PI": 10, "EN": 10}
    assert {card.id: card.partial_from for card in checks if card.partial_from >= 0} == {
        "elections_loom": 5,
        "hangar_accident": 7,
        "loss_of_a_friend": 7,
        "mandatory_testing": 9,
        "prisoner_revolt": 6,
        "resistance": 9,
        "terrorist_investigations": 6,
        "the_olympic_carrier": 8,
        "witch_hunt": 6,
    }


def test_attacks() -> None:
    ships: Counter[str] = Counter()
    for card in CRISIS_CARDS:
        for _, unit, number in card.ships:
            ships[UNITS[unit]] += number
    assert ships == {"basestar": 11, "raider": 42, "heavy": 12, "viper": 17, "civilian": 32}


def test_decks() -> None:
    assert sum(SKILL_COPIES) * len(TYPES) == 105
    assert sum(copies * strength for copies, strength in zip(SKILL_COPIES, STRENGTHS, strict=True)) * len(TYPES) == 225
    assert sum(QUORUM_COPIES) == 17 and sum(LOYALTY_COPIES) == 16 and len(SUPER_CARDS) == 5
    assert sum(card.copies for card in DESTINATION_CARDS) == 22
    assert sum(card.copies * card.distance for card in DESTINATION_CARDS) == 41


def test_civilian_ships() -> None:
    lost: Counter[str] = Counter()
    for copies, losses in zip(CIVILIAN_COPIES, CIVILIAN_LOSSES, strict=True):
        for effect in losses.effects:
            dial, number = effect.args
            lost[DIALS[dial]] -= copies * number
    assert sum(CIVILIAN_COPIES) == 12 and lost == {"population": 12, "fuel": 1, "morale": 1}


@pytest.mark.rule("BSG-13.8")
def test_every_card_that_places_ships_names_their_areas() -> None:
    rows = [ship for card in (*CRISIS_CARDS, *SUPER_CARDS) for ship in card.ships]
    for card in (*CRISIS_CARDS, *SUPER_CARDS):
        for box in (card.on_pass, card.on_partial, card.on_fail, card.box_a, card.box_b, card.special):
            rows += placed(box.effects)
    for destination in DESTINATION_CARDS:
        for cell in (destination.effects, destination.gain, destination.loss):
            rows += placed(cell.effects)
    assert len(rows) > 60
    assert all(0 <= area < AREAS and number > 0 for area, _, number in rows)


def placed(effects: Sequence[Effect]) -> list[tuple[int, int, int]]:
    """Return what the effects of a cell place, those behind a condition too."""
    rows: list[tuple[int, int, int]] = []
    for effect in effects:
        if effect.op == EFFECTS.number("place"):
            assert PICTURE.rows[effect.args[0]]
            rows += PICTURE.rows[effect.args[0]]
        rows += placed(effect.then)
    return rows
