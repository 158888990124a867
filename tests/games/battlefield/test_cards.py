"""The components of section 2 and the tables of section 4, counted."""

from __future__ import annotations

from collections import Counter

from shapan.games.battlefield import names
from shapan.games.battlefield.rules import combat


def test_basic_pile_has_its_cards() -> None:
    kinds = Counter(names.KINDS[names.KIND[card]] for card in names.BASIC_PILE)
    assert kinds == {
        "order": 56, "strategy": 19, "modification": 13, "special": 10, "troop": 26, "character": 12, "vehicle": 14
    }  # fmt: skip
    assert len(names.BASIC_PILE) == 150


def test_there_are_so_many_kinds() -> None:
    kinds = Counter(names.KINDS[kind] for kind in names.KIND)
    assert (kinds["troop"], kinds["character"], kinds["vehicle"]) == (20, 12, 10)
    assert (len(names.TERRITORIES), len(names.FACTIONS), len(names.KEYWORDS)) == (30, 12, 33)


def test_sums_of_the_tables() -> None:
    """A number that was mistyped changes a sum."""
    units = [*names.UNITS]
    assert sum(names.COST[card] for card in units) == 127
    assert [sum(names.NUMBERS[card][place] for card in units) for place in range(3)] == [109, 115, 76]
    assert sum(names.LOYALTY) == 46
    assert sum(names.LIMIT) == 12
    assert sum(names.FORT) == 123


def test_terrains_are_as_often() -> None:
    numbers = Counter(names.TERRAINS[terrain] for terrain in names.TERRAIN)
    assert numbers == {"city": 6, "plain": 5, "mountain": 5, "forest": 4, "sea": 4, "desert": 3, "orbit": 3}


def test_combat_table_is_its_own_mirror() -> None:
    """4.1: what is said of a pair from one side is said from the other."""
    for (own, enemy, case), (loss, hit) in combat.TABLE.items():
        assert combat.TABLE[enemy, own, case] == (hit, loss)
    assert len(combat.TABLE) == 31
