"""The tables of StarCraft add up to the sums that its specification prints, and say what its tables say."""

from __future__ import annotations

import re
import tomllib
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

ROOT = Path(__file__).parents[3]
DATA = ROOT / "src/shapan/games/starcraft/data"
SPEC = (ROOT / "docs/rules/starcraft-cards.md").read_text(encoding="utf-8")
RACES = ("terran", "protoss", "zerg")
EFFECT = re.compile(
    r"(attack|health|flyers) \+\d( bio)?|attack 0( veh)?|support 0|cloaking|detector|cancel (standard|reinforcement)|"
    r"splash (G|F|GF|MZZ)( bio| undetected| always)?|lose ground|no_ground_target ranged|scourge_dive"
)


def table(name: str) -> dict[str, Any]:
    return tomllib.loads((DATA / f"{name}.toml").read_text(encoding="utf-8"))


def spec_rows(section: str) -> list[list[str]]:
    """Return the cells of all tables of a section of the specification, without heads."""
    text = SPEC.split(f"\n## {section} ")[1].split("\n## ")[0]
    rows = [[cell.strip() for cell in line.strip().strip("|").split("|")] for line in text.splitlines() if "|" in line]
    return [row for row in rows if re.fullmatch(r"[a-z_0-9]+", row[0]) and row[0] not in ("id", "race")]


PIECES, FACTIONS, UNITS, BUILDINGS = table("pieces"), table("factions"), table("units"), table("buildings")
MODULES, PLANETS, COMBAT, TECHNOLOGIES, EVENTS = (
    table(name) for name in ("modules", "planets", "combat", "technologies", "events")
)
SEATS = Counter(row["race"] for row in FACTIONS["faction"].values())


@pytest.mark.rule("SC-D1")
def test_two_factions_of_each_race_begin_with_what_they_have() -> None:
    assert SEATS == {"terran": 2, "protoss": 2, "zerg": 2}
    assert {row["special"] for row in FACTIONS["faction"].values()} == set(FACTIONS["special"])
    for row in FACTIONS["faction"].values():
        race = FACTIONS["race"][row["race"]]
        assert row["hand"] == race["hand"] and set(race["printed"]) <= set(race["abilities"])
        assert BUILDINGS[row["building"]]["levels"][0]["printed"]
        assert all(UNITS[unit]["race"] == row["race"] for unit in row["units"])
        assert all(number <= UNITS[unit]["count"] for unit, number in row["units"].items())
    least = min(sum(area["limit"] for area in planet["areas"]) for planet in PLANETS.values())
    assert least == 6 and max(sum(row["units"].values()) for row in FACTIONS["faction"].values()) == 5  # SC-1.16


@pytest.mark.rule("SC-D2", "SC-D11")
def test_stock_and_pieces_of_the_table() -> None:
    factions = len(FACTIONS["faction"])
    assert {kind: row["tokens"] * factions for kind, row in PIECES["stock"].items()} == {
        "worker": 90,
        "transport": 42,
        "base": 36,
    }
    special = {order: n for order, n in PIECES["orders"].items() if order.startswith("special_")}
    assert (sum(PIECES["orders"].values()) - sum(special.values())) * factions == 36
    assert sum(special.values()) * factions == 18
    assert PIECES["table"]["planet_tokens"] == len(PLANETS) == 12


@pytest.mark.rule("SC-D3")
def test_figures_and_where_units_come_from() -> None:
    figures = {race: sum(row["count"] for row in UNITS.values() if row["race"] == race) for race in RACES}
    assert figures == {"terran": 30, "protoss": 27, "zerg": 33}
    assert sum(figures[race] * SEATS[race] for race in RACES) == 180
    unlocked = {
        (level["unlocks"], building, number)
        for building, row in BUILDINGS.items()
        for number, level in enumerate(row["levels"], 1)
    }
    assert unlocked == {(unit, row["building"], row["level"]) for unit, row in UNITS.items() if "building" in row}
    made = {row["technology"]: unit for unit, row in UNITS.items() if "technology" in row}
    assert made == {"summon_archon": "archon", "guardian_aspect": "guardian"}
    for row in UNITS.values():
        assert ("tech" in row["traits"]) == ("technology" in row)
        assert not ("assist" in row["traits"] and (row["targets"] or row["support"]))
        assert ("range" in row) == bool(row["targets"])


@pytest.mark.rule("SC-D3")
def test_units_are_those_of_the_specification() -> None:
    rows = [row for row in spec_rows("D3") if len(row) == 14]
    assert [row[0] for row in rows] == list(UNITS)
    letters = {"ground": "G", "flying": "F"}
    for unit, _, _, count, cost, kind, targets, support, assist, ability, bio, veh, reach, source in rows:
        row = UNITS[unit]
        assert (row["count"], row["cost"]) == (int(count), [int(cost[0]), int(cost[2])]), unit
        assert (row["class"], row["support"]) == (kind, int(support[0])), unit
        assert "".join(letters[one] for one in row["targets"]) == targets.strip("–"), unit
        said = {"assist": assist == "yes", "bio": bio == "y", "veh": veh == "y"}
        said |= {trait: ability.startswith(trait) for trait in ("detector", "veil", "tech")}
        assert {trait for trait, there in said.items() if there} == set(row["traits"]), unit
        assert row.get("range", "–")[0].upper() == reach, unit
        if "building" in row:
            assert source == f"{row['building']} {'I' * row['level']}", unit
        else:
            destroyed = " ".join(f"destroy {number} {other}" for other, number in row["destroys"].items())
            assert source == f"technology {row['technology']}" and cost.endswith(destroyed), unit


@pytest.mark.rule("SC-D4")
def test_buildings() -> None:
    rows = [row for row in spec_rows("D4") if len(row) == 6]
    printed = ("printed", "on the sheet")
    levels = [
        [row["race"], building, "I" * number, cost, level["unlocks"], token]
        for building, row in BUILDINGS.items()
        for number, level in enumerate(row["levels"], 1)
        for cost, token in [printed if "printed" in level else ("/".join(map(str, level["cost"])), "1")]
    ]
    assert sorted(levels) == sorted(rows)
    tokens = Counter(row[0] for row in levels if row[5] == "1")
    assert tokens == {"terran": 8, "protoss": 6, "zerg": 6}
    assert sum(tokens[race] * SEATS[race] for race in RACES) == 40


@pytest.mark.rule("SC-D5")
def test_modules() -> None:
    tokens = {race: sum(row["tokens"][race] for row in MODULES["module"].values()) for race in RACES}
    assert tokens == {"terran": 8, "protoss": 7, "zerg": 4}
    assert sum(tokens[race] * SEATS[race] for race in RACES) == 38
    for module, cost, *numbers, _ in (row for row in spec_rows("D5") if len(row) == 6):
        row = MODULES["module"][module]
        assert "/".join(map(str, row["cost"])) == cost
        assert [row["tokens"][race] for race in RACES] == [int(number) for number in numbers]


@pytest.mark.rule("SC-D6", "SC-D7")
def test_planets_and_resource_cards() -> None:
    areas = [area for planet in PLANETS.values() for area in planet["areas"]]
    kinds = Counter(area["kind"] for area in areas)
    assert len(areas) == 37
    assert kinds == {"minerals": 15, "gas": 11, "conquest": 11}
    assert sum(area["value"] for area in areas if area["kind"] == "conquest") == 13
    assert all(2 <= len(planet["areas"]) <= 4 for planet in PLANETS.values())
    for planet, _, slots, *said, _ in spec_rows("D6"):
        row = PLANETS[planet]
        told = [f"{area['kind'][0].upper()}{area['value']} lim{area['limit']}" for area in row["areas"]]
        assert (slots.split(), [one for one in said if one != "–"]) == (row["slots"], told), planet


@pytest.mark.rule("SC-D8")
def test_combat_cards() -> None:
    assert Counter(row["race"] for row in COMBAT.values()) == dict.fromkeys(RACES, 18)
    assert sum(SEATS[row["race"]] for row in COMBAT.values()) == 108
    said = re.findall(r"^\| ([TPZ]\d+) \| ([^|]+) \| (\S+) \| (\S+) \| ([^|]+) \|", SPEC, re.MULTILINE)
    assert [row[0] for row in said] == list(COMBAT)
    matching: Counter[str] = Counter()
    for card, icons, major, minor, text in said:
        row = COMBAT[card]
        matching.update(row["icons"])
        assert icons.split(", ") == row["icons"], card
        assert [major, minor] == ["/".join(map(str, row[part])) for part in ("major", "minor")], card
        notes = [note.split(": ") for note in row["abilities"]]
        assert all(EFFECT.fullmatch(effect) for _, effect in notes), card
        assert {who for who, _ in notes} <= {"front", *row["icons"]}, card
        effects = sorted(part.strip() for part in re.split(r"[,;]", re.sub(r"\w+: ", "", text)) if part.strip() != "–")
        assert effects == sorted(effect.replace("flyers", "vsF") for _, effect in notes), card
    fighting = {unit for unit, row in UNITS.items() if "assist" not in row["traits"]}
    assert set(matching) == fighting and all(3 <= number <= 6 for number in matching.values())


@pytest.mark.rule("SC-D9")
def test_technologies() -> None:
    copies = {race: sum(row["copies"] for row in TECHNOLOGIES.values() if row["race"] == race) for race in RACES}
    assert copies == {"terran": 21, "protoss": 20, "zerg": 22}
    assert sum(copies[race] * SEATS[race] for race in RACES) == 126
    rows = [row for row in spec_rows("D9") if len(row) == 8]
    assert [row[0] for row in rows] == list(TECHNOLOGIES)
    for technology, _, number, cost, kind, units, text, _ in rows:
        row = TECHNOLOGIES[technology]
        assert (row["copies"], "/".join(map(str, row["cost"])), row["kind"]) == (int(number), cost, kind), technology
        named = [] if units == "–" else re.sub(r", (FLU|ANY)$", "", units).split(", ")
        assert row["units"] == (
            [unit for unit in UNITS if UNITS[unit]["race"] == row["race"]] if units == "all" else named
        )
        assert row.get("need", "") == (units[-3:] if kind == "R" else ""), technology
        assert row.get("returns", False) == ("rtd" in text), technology
        if kind == "C":
            values = ["/".join(map(str, pair)) for pair in [*row["majors"], row["minor"]]]
            assert len(row["majors"]) == row["copies"], technology
            assert re.findall(r"\d+/\d+", text) == values, technology
        for effect in row["effects"]:
            who, _, what = effect.rpartition(": ")
            assert EFFECT.fullmatch(what) if who else effect == technology, effect
            assert who in ("", "front", "side", "foe"), effect


@pytest.mark.rule("SC-D10")
def test_events() -> None:
    stages = [sum(row["copies"][stage] for row in EVENTS.values()) for stage in range(3)]
    assert stages == [25, 25, 20] and sum(stages) == 70
    rows = spec_rows("D10")
    assert [row[0] for row in rows] == list(EVENTS)
    for event, one, two, three, text, _ in rows:
        row = EVENTS[event]
        assert row["copies"] == [int(one), int(two), int(three)], event
        assert row.get("keep", "") == next((word for word in ("once", "perm") if f"keep {word}" in text), ""), event
    assert EVENTS["the_end_draws_near"]["copies"] == [0, 0, 3]


@pytest.mark.rule("SC-1.16")
def test_each_planet_has_room_for_all_units_that_a_faction_begins_with() -> None:
    limits = [[area["limit"] for area in row["areas"]] for row in table("planets").values()]
    most = max(sum(row["units"].values()) for row in table("factions")["faction"].values())
    assert (min(map(sum, limits)), most) == (6, 5)
    assert min(map(len, limits)) == 2
