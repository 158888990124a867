"""Variants: every number of a table reaches the rules, nothing reaches the game itself, and what is wrong is named."""

from __future__ import annotations

import json
import re
from copy import deepcopy
from dataclasses import asdict
from pathlib import Path
from typing import Any

import polars as pl
import pytest

from cli.conftest import Shapan
from cli.conftest import data as data  # noqa: PLC0414 - its fixtures
from cli.conftest import shapan as shapan  # noqa: PLC0414
from lab.conftest import Runs, hashes
from shapan.engine.data import DataError
from shapan.engine.registry import find, games
from shapan.lab.errors import LabError
from shapan.lab.plan import Plan
from shapan.lab.playout import play_one
from shapan.lab.rows import write
from shapan.lab.variant import read

GAME: Any = find("planet_masters")
PAGE = Path(__file__).parents[2] / "docs/how-to/run-a-lab.md"
PLACES = [
    (table.name, row, field) for table in GAME.data for row in table.rows for field in table.fields if not field.is_name
]


def plan_of(**tables: Any) -> Plan:
    return Plan(
        "planet_masters", 2, [["greedy", "greedy"]], {}, "v", 12, variant="mine" if tables else "", tables=tables
    )


@pytest.fixture
def file(tmp_path: Path) -> Path:
    """The example of the documentation."""
    text = re.search(r"```toml\n(.*?)```", PAGE.read_text("utf-8"), re.DOTALL)
    assert text is not None
    path = tmp_path / "my.toml"
    path.write_text(text[1], encoding="utf-8")
    return path


@pytest.mark.parametrize(("table", "row", "field"), PLACES, ids=lambda part: getattr(part, "name", part))
def test_every_value_of_a_table_reaches_the_rules(table: str, row: str, field: Any) -> None:
    old = next(data.rows for data in GAME.data if data.name == table)[row][field.name]
    if field.flag:
        new: Any = not old
    elif field.length:
        new = ["resource"] * 5
    else:
        new = field.most if old != field.most else field.least
    varied = GAME.varied("mine", {table: {row: {field.name: new}}})
    assert varied.tables[table][row][field.name] == new
    options = {"planet_faces": row} if field.length else {}
    state = varied.setup(varied.resolve(options, 2), 2)
    plain = GAME.setup(GAME.resolve(options, 2), 2)
    assert asdict(state.ruleset.numbers) != asdict(plain.ruleset.numbers)
    if field.length:
        assert state.ruleset.colony_faces != plain.ruleset.colony_faces


def test_sums_stay_below_what_views_have_room_for() -> None:
    """At most 13 planet dice and as many weapons are on one board; with all races on colonies each planet may count."""
    most = {(table.name, field.name): field.most for table in GAME.data for field in table.fields}
    for power in ("attack", "defense"):
        assert 13 * most["weapons", power] + 13 * max(1, most["races", power]) <= 99
    assert 1 + 13 * max(1, most["races", "votes"]) <= 99
    assert 13 * max(1, most["races", "resources"]) <= 99


def test_the_greatest_numbers_are_played_both_ways() -> None:
    races = {"resources": 3, "votes": 3, "attack": 3, "defense": 3, "gain": 1, "win_face": True}
    words = GAME.data[2].rows
    plan = plan_of(
        weapons={row: {"attack": 4, "defense": 4} for row in GAME.data[1].rows}, races=dict.fromkeys(words, races)
    )
    plan.options = {"colony_face_one": "race"}
    game, players = plan.definition(), plan.bots()
    for number in range(6):
        whole, stepped = (play_one(game, plan, number, players, way) for way in (False, True))
        assert whole.chosen == stepped.chosen
        assert whole.outcome == stepped.outcome


def test_weapons_without_power_win_no_attack() -> None:
    weak = plan_of(
        weapons={row: {"attack": 0} for row in GAME.data[1].rows}, races={"freewalkers": {"attack": 0, "defense": 0}}
    )
    chosen = write(weak, 0, 12).seats
    assert sum(chosen["chose.invasion"]) == sum(chosen["chose.destruction"]) == 0
    assert set(chosen["measure.attack"]) == {0}
    assert sum(write(plan_of(), 0, 12).seats["chose.invasion"]) > 0


def test_the_game_itself_stays_as_it_is(make: Runs) -> None:
    before = deepcopy(vars(GAME)), deepcopy(GAME.data)
    alone = hashes(make(plan_of(), "alone"))
    mine = plan_of(weapons={"cruiser": {"attack": 3}}, races={"gaia": {"name": "zorg"}})
    made = [hashes(make(mine, f"mine{jobs}", jobs)) for jobs in (1, 2)]
    assert made[0] == made[1]
    assert hashes(make(plan_of(), "after")) == alone
    assert alone["seats.parquet"] != made[0]["seats.parquet"]
    assert (vars(GAME), GAME.data) == before
    assert find("planet_masters") is GAME
    assert (GAME.variant, GAME.tables) == ("", {})
    again = GAME.varied("other", {"races": {"mors": {"votes": 3}}})
    assert again.tables["weapons"]["cruiser"]["attack"] == 1
    assert vars(type(GAME))["numbers"].abilities[1].votes == 0


def test_the_example_of_the_documentation_runs(shapan: Shapan, file: Path, tmp_path: Path) -> None:
    words = ("planet-masters", "--variant", file, "--matches", 20, "--jobs", 1, "--option", "max_rounds=40")
    done = shapan("lab", "run", *words, "--out", tmp_path / "out", "--json")
    assert (done.code, done.err) == (0, "")
    written = json.loads(done.out)
    assert written["variant"] == "zorg and heavy cruisers"
    assert "zorg" in written["wins_by_race"]
    assert "gaia" not in written["wins_by_race"]
    assert written["options"]["max_rounds"] == 40  # the command line goes before the file
    assert written["options"]["planet_faces"] == ["exhausted", "resource", "resource", "influence", "influence"]
    assert set(pl.read_parquet(tmp_path / "out" / "matches.parquet")["variant"]) == {"zorg and heavy cruisers"}
    other = shapan("lab", "run", *words[:1], *words[3:], "--out", tmp_path / "out")
    assert other.code == 2
    assert "holds another plan: " in other.err
    simulated = json.loads(shapan("simulate", *words, "--json").out)
    assert simulated["wins_by_race"] == written["wins_by_race"]


WRONG = [
    (
        "[tables.weapons.cruiser]\nattack = 9",
        "cruiser.attack: 9 is not allowed; allowed: an integer from 0 to 4 (PM-7.4)",
    ),
    ("[tables.weapons.cruiser]\nattack = true", "tables.weapons.cruiser.attack: True is not allowed"),
    ("[tables.weapons.cruiser]\npower = 1", "weapons.cruiser.power: there is no such entry; known: attack, defense"),
    ("[tables.weapons.dragon]\nattack = 1", "tables.weapons.dragon: there is no such entry; known: cruiser, "),
    ("[tables.spells]", "tables.spells: there is no such entry; known: planet_faces, weapons, races"),
    ("[tables.races]\ngaia = 3", "tables.races.gaia: 3 is not a table"),
    ("tables = 3", "tables: 3 is not a table"),
    ("[tables.races.gaia]\nwin_face = 1", "gaia.win_face: 1 is not allowed; allowed: true or false (PM-7.6)"),
    ("[tables.races.gaia]\nname = 'Z, org'", "tables.races.gaia.name: 'Z, org' is not allowed"),
    ("[tables.races.gaia]\nname = 'mors'", "tables.races.mors.name: two races are named mors (PM-1.4)"),
    ("[tables.planet_faces.a_xrrii]\nfaces = ['resource']", "planet_faces.a_xrrii.faces: ['resource'] is not allowed"),
    (
        "[tables.planet_faces.a_xrrii]\nfaces = ['marines', 'marines', 'marines', 'marines', 'marines']",
        "tables.planet_faces.a_xrrii.faces: without resource no player could ever build (PM-1.5)",
    ),
    ("[options]\nmax_round = 3", "options.max_round: there is no such option; known: "),
    ("[options]\nmax_rounds = -3", "max_rounds: -3 is not allowed; allowed: an integer from 0 to 9999 (PM-6.5)"),
    ("options = 3", "options: 3 is not a table"),
    ("game = 'pig'", "game: this is a variant of 'pig', not of planet_masters"),
    ("name = ''", "name: '' is no name"),
    ("name = 7", "name: 7 is no name"),
    ("colour = 1", "colour: there is no such entry; known: game, name, note, options, tables"),
    ("[tables", "not TOML: "),
]


@pytest.mark.parametrize(("text", "says"), WRONG, ids=[row[0] for row in WRONG])
def test_what_is_wrong_is_named_with_file_path_and_rule(text: str, says: str, tmp_path: Path) -> None:
    path = tmp_path / "my.toml"
    path.write_text(text, encoding="utf-8")
    with pytest.raises(LabError) as caught:
        read(path, GAME)
    assert str(caught.value).startswith(f"{path}: ")
    assert says in str(caught.value)
    assert "\n" not in str(caught.value)


def test_options_that_do_not_fit_the_seats_are_refused(shapan: Shapan, tmp_path: Path) -> None:
    path = tmp_path / "my.toml"
    path.write_text("[options]\nwin_planets = 6", encoding="utf-8")
    done = shapan("lab", "run", "planet-masters", "--variant", path, "--out", tmp_path / "out")
    assert (done.code, done.err) == (2, f"shapan: {path}: options.win_planets: 6 is not 2..3\n")
    missing = shapan("lab", "ladder", "pig", "--variant", tmp_path / "none.toml")
    assert (missing.code, missing.err) == (2, f"shapan: {tmp_path / 'none.toml'}: No such file or directory\n")


def test_games_without_tables_say_so() -> None:
    with pytest.raises(DataError, match=r"tables.dice: there is no such entry; known: none"):
        games()["pig"].varied("mine", {"dice": {}})
    assert games()["pig"].varied("mine", {}).variant == "mine"
