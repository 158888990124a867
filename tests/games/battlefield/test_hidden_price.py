"""Section 6, ruling 5: what others can conclude of a hidden unit: its price, and what came of its placing."""

from __future__ import annotations

from typing import Any

import pytest

from shapan.engine.result import Result
from shapan.engine.scenario import Scenario
from shapan.games.battlefield import formulas, names
from shapan.games.battlefield.game import GAME
from shapan.games.battlefield.records import PAID, TERMS

COST_1 = {"militia", "rifle_squad", "scouts", "demolition_team"}
COST_2_TROOPS = {
    "engineer_company", "paratroopers", "mechanized_infantry", "ew_company", "medic_unit", "drone_swarm",
    "shield_guard",
}  # fmt: skip
COST_2_CHARACTERS = {"gu_zhuo", "wen_heqian", "bai_shu"}
COST_3_CHARACTERS = {"mu_wuxiang", "duan_ju"}
COST_3_TROOPS = {"sniper_team", "assault_platoon", "heavy_infantry", "flak_battalion"}
COST_3_VEHICLES = {"patrol_frame", "main_battle_tank", "gunship", "orbital_shuttle"}


def possible(faction: str, card: str, used: list[str], richest: bool) -> set[str]:
    """Return what a unit can be that seat 0 has placed face down, as seat 1 sees it."""
    seats: list[dict[str, Any]] = [
        {"faction": faction, "hand": [card], "resources": 9, "used": used,
         "territories": {"neon_city": {"side": "left", "capital": True}}},
        {"faction": "free_cities", "resources": 1 if richest else 9,
         "territories": {"dome_city": {"side": "left", "capital": True}}},
        {"faction": "northern_bastion", "territories": {"white_tower": {"side": "left", "capital": True}}},
    ]  # fmt: skip
    position = {"step": "development", "round": 2, "active": 0, "seats": seats}
    answer = {"seat": 0, "do": "place", "card": card, "territory": "neon_city", "open": False}
    scenario = Scenario(GAME, {"game": "battlefield", "seats": 3, "position": position, "answers": [answer]})
    scenario.play(Result())
    view = scenario.match.view(1)
    (unit,) = view.tags()
    paid, terms = view.of(unit, PAID), view.of(unit, TERMS)
    return {names.CARDS[one] for one in range(len(names.CARDS)) if formulas.could_be(one, paid, terms)}


@pytest.mark.parametrize(
    ("faction", "card", "used", "richest", "kinds"),
    [
        ("verdant_pact", "militia", [], False, COST_1),
        ("verdant_pact", "shield_guard", [], False, COST_2_TROOPS | COST_2_CHARACTERS | {"armored_carrier"}),
        # Economic Hegemony: one less, and never less than 0
        ("verdant_pact", "shield_guard", [], True, COST_2_TROOPS | COST_2_CHARACTERS | {"armored_carrier"}),
        ("iron_federation", "shield_guard", [], True, COST_1 | COST_2_TROOPS | {"armored_carrier"}),
        # Mass Production: the first troop or vehicle for one less; a character would not have used it up
        ("iron_federation", "shield_guard", [], False, COST_2_TROOPS | {"armored_carrier"}),
        ("iron_federation", "militia", ["mass_production"], False, COST_1),
        ("iron_federation", "gu_zhuo", [], False, COST_2_CHARACTERS),
        # Wings and Launch Field: a card was drawn, so it has Flight
        ("sky_league", "gunship", [], False, {"gunship", "orbital_shuttle"}),
        ("sky_league", "gunship", ["launch_field"], False,
         COST_2_TROOPS - {"drone_swarm"} | COST_2_CHARACTERS | {"armored_carrier", "gunship", "orbital_shuttle"}),
        # Charisma: a card was drawn, so it is a character
        ("dawn_mandate", "mu_wuxiang", [], False, COST_3_CHARACTERS),
        ("dawn_mandate", "sniper_team", [], False, COST_3_TROOPS | COST_3_VEHICLES),
    ],
)  # fmt: skip
def test_what_can_lie_there_agrees_with_all_that_was_seen(
    faction: str, card: str, used: list[str], richest: bool, kinds: set[str]
) -> None:
    assert possible(faction, card, used, richest) == kinds


def test_of_a_unit_whose_placing_nobody_saw_the_price_is_a_bound() -> None:
    """A position tells no terms: it cost what was paid, or up to 4 more."""
    paid_1 = {one for one in names.UNITS if formulas.could_be(one, 1, -1)}
    assert paid_1 == {one for one in names.UNITS if 1 <= names.COST[one] <= 5}
    assert {names.COST[one] for one in names.UNITS if formulas.could_be(one, 4, -1)} == {4, 5}
    assert not formulas.could_be(names.CARDS.index("attack"), 0, -1)


@pytest.mark.parametrize("others", [[], ["scouts"]])
def test_what_passes_on_hidden_is_a_vehicle_to_all(others: list[str]) -> None:
    """BF-4.5: all saw that it stayed face down on captured ground; worlds of who does not see it keep to that."""
    hidden = [{"card": card, "open": False, "paid": 3} for card in ["gunship", *others]]
    attacked = {"side": "left", "durability": 1, "units": hidden}
    stands: dict[str, Any] = {"side": "right", "units": [{"card": "rifle_squad"}]}
    capital = {"side": "left", "capital": True}
    seats: list[dict[str, Any]] = [
        {"faction": "verdant_pact", "territories": {"neon_city": capital, "ironport": stands}},
        {"faction": "free_cities", "territories": {"dome_city": {**capital, "side": "right"}, "salt_flats": attacked}},
    ]
    position = {"step": "fight", "round": 2, "active": 0, "attack_open": True, "seats": seats}
    answers: list[dict[str, Any]] = [{"seat": 0, "do": "attack", "unit": "rifle_squad", "target": "salt_flats"}]
    if others:
        answers.append({"seat": 1, "do": "order", "units": ["gunship", *others]})
    scenario = Scenario(GAME, {"game": "battlefield", "seats": 2, "position": position, "answers": answers})
    scenario.play(Result())
    match = scenario.match
    place = next(place for place, mask in enumerate(match.live.units.masks) if not mask >> 2 & 1)
    cards = {match.sample(2, seed).live.units.cards[place] for seed in range(30)}
    assert {names.KIND[card] for card in cards} == {names.VEHICLE}
    assert len(cards) > 1
