"""The numbers of bots by name: read from a package's table of data, each name one that the game has."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from shapan.engine.data import DataError
from shapan.engine.worths import read_worths

TABLES = {"ships": ("viper", "raider"), "cards": ("scout",)}


@pytest.fixture
def package(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, request: pytest.FixtureRequest) -> str:
    """Return the name of a package whose file of numbers is the parameter."""
    name = f"game_{abs(hash(request.node.name))}"
    (tmp_path / name / "data").mkdir(parents=True)
    (tmp_path / name / "__init__.py").write_text("")
    (tmp_path / name / "data" / "bots.toml").write_text(request.param)
    monkeypatch.syspath_prepend(tmp_path)
    return name


@pytest.mark.parametrize("package", ["[ships]\nviper = 2\nraider = -0.5\n[cards]\n"], indirect=True)
def test_each_table_has_its_numbers_and_may_leave_names_out(package: str) -> None:
    assert read_worths(package, TABLES) == {"ships": {"viper": 2.0, "raider": -0.5}, "cards": {}}


@pytest.mark.parametrize(
    ("package", "message"),
    [
        ("[ships]\n", "bots.toml: cards: this table is missing"),
        ("[ships]\n[cards]\n[people]\n", "bots.toml: people: there is no such table"),
        ("[ships]\nshuttle = 1\n[cards]\n", "bots.toml: ships.shuttle: the game has no such thing"),
        ("[ships]\nviper = true\n[cards]\n", "bots.toml: ships.viper: True is no number"),
        ("ships = 1\n[cards]\n", "bots.toml: ships: 1 is no table"),
        ("[ships\n", "bots.toml: Expected"),
    ],
    indirect=["package"],
)
def test_what_does_not_fit_is_named(package: str, message: str) -> None:
    with pytest.raises(DataError, match=message):
        read_worths(package, TABLES)


@pytest.mark.parametrize("package", ["[ships]\nviper = 2\n[cards]\n"], indirect=True)
def test_a_complete_table_lacks_no_name(package: str) -> None:
    with pytest.raises(DataError, match=re.escape("bots.toml: ships.raider: this number is missing")):
        read_worths(package, TABLES, complete=("ships",))
