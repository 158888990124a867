"""An option that is one of some integers: in the form, in the API, on the command line, in the laboratory."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from engine.driving import listed
from engine.toys.fate_duel import GAME
from server.people import Place
from shapan.cli.arguments import options_of
from shapan.cli.errors import UsageError
from shapan.lab.errors import LabError
from shapan.lab.variant import read
from shapan.server.pages.tableform import table_form

FORM = {"game": "fate_duel", "kind.0": "me", "kind.1": "hot"}


@pytest.fixture(autouse=True)
def _listed() -> Iterator[None]:
    with listed(GAME):
        yield


def test_the_form_offers_each_integer() -> None:
    form = table_form(GAME, "en", [])
    control = next(control for control in form.rest if control.name == "option.wounds")
    assert (control.kind, control.value) == ("segments", "4")
    assert control.choices == [("2", "2"), ("4", "4"), ("7", "7")]


def test_a_table_is_opened_with_one_and_with_no_other(place: Place) -> None:
    ann = place.person()
    opened = ann.form("/tables", {**FORM, "option.wounds": "7"})
    assert opened.status_code == 303
    name = opened.headers["location"].rpartition("/")[2]
    assert place.hub.house.rooms[name].row.options == {"wounds": 7}
    for wrong in ("5", "x", "07x"):
        assert ann.form("/tables", {**FORM, "option.wounds": wrong}).status_code == 422
    assert (
        ann.post(
            "/matches", {"game": "fate_duel", "seats": [{"kind": "me"}, {"kind": "hot"}], "options": {"wounds": 5}}
        ).status_code
        == 422
    )


def test_the_api_lists_them(place: Place) -> None:
    told = place.person().get("/api/games").json()
    game = next(game for game in told["games"] if game["game"] == "fate_duel")
    option = next(option for option in game["options"] if option["name"] == "wounds")
    assert (option["values"], option["least"], option["default"]) == ([2, 4, 7], None, 4)


def test_the_command_line_reads_them_and_names_them() -> None:
    assert options_of(GAME, ["wounds=7"], 2, 0) == {"wounds": 7}
    with pytest.raises(UsageError, match=r"--option wounds: '5' is not allowed; allowed: 2, 4, 7$"):
        options_of(GAME, ["wounds=5"], 2, 0)


def test_a_variant_of_the_laboratory_may_set_one(tmp_path: Path) -> None:
    file = tmp_path / "tough.toml"
    file.write_text('game = "fate_duel"\nname = "tough"\n[options]\nwounds = 7\n', encoding="utf-8")
    assert read(file, GAME).options == {"wounds": 7}
    file.write_text('game = "fate_duel"\nname = "tough"\n[options]\nwounds = 6\n', encoding="utf-8")
    with pytest.raises(LabError, match=r"options\.wounds: 6 is not allowed; allowed: 2, 4, 7"):
        read(file, GAME)
