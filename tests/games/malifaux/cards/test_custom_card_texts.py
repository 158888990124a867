"""A player's own file, as `docs/how-to/design-a-model.md` has it: it is checked, played, and named in every language.

The cards are read when the program starts, so each test starts one.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from shapan.games.malifaux.cards import loader
from shapan.games.malifaux.cards.__main__ import main
from shapan.games.malifaux.cards.loader import OWN, card_set, playing, standard

HOW_TO = Path(__file__).parents[4] / "docs/how-to"
FOLDER = HOW_TO / "models"
FILE = FOLDER / "own_models.json"
SCENARIO = HOW_TO / "own_models_scenario.json"

PLAYED = f"""
import json
from pathlib import Path
from shapan.engine.scenario import run
from shapan.engine.text import catalogue
from shapan.games.malifaux.game import MALIFAUX
data = json.loads(Path({str(SCENARIO)!r}).read_text("utf-8"))
print(json.dumps({{
    "differences": [str(one) for one in run(MALIFAUX, data).differences],
    "names": [catalogue(MALIFAUX, language)["model.quarry_hound"] for language in ("en", "zh-Hans", "zh-Hant")],
    "said": catalogue(MALIFAUX, "en")["card_action_help.howl"],
    "left_out": MALIFAUX.left_out(),
    "option": MALIFAUX.resolve({{}}, 2)["card_set"],
    "text": catalogue(MALIFAUX, "en")["option_value.card_set." + MALIFAUX.resolve({{}}, 2)["card_set"]],
}}))
"""


def started(folder: Path) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-c", PLAYED],
        env={**os.environ, OWN: str(folder)},
        capture_output=True,
        text=True,
        check=False,
    )


def test_the_example_is_played_with_its_words() -> None:
    done = started(FOLDER)
    assert done.returncode == 0, done.stderr
    told = json.loads(done.stdout)
    assert told["differences"] == []
    assert told["names"] == ["Quarry Hound", "采石场猎犬", "採石場獵犬"]
    assert told["said"].startswith("Each enemy in the pulse tests Wp 12")
    assert told["option"].startswith("beta_2019_03_22_")
    assert told["text"] == "With own cards"


def test_a_wrong_file_is_left_out_with_file_and_field_and_the_others_are_played_with(tmp_path: Path) -> None:
    (tmp_path / "bad.json").write_text('{"format": "malifaux-models", "version": 2}', "utf-8")
    (tmp_path / "deep.json").write_text("[" * 100_000, "utf-8")
    (tmp_path / "own.json").write_text(FILE.read_text("utf-8"), "utf-8")
    (tmp_path / "twice.json").write_text(FILE.read_text("utf-8"), "utf-8")
    done = started(tmp_path)
    assert done.returncode == 0, done.stderr
    told = json.loads(done.stdout)
    assert told["differences"] == [] and told["option"].startswith("beta_2019_03_22_")
    said = "\n".join(told["left_out"])
    assert len(told["left_out"]) == 3
    assert f"{tmp_path}/bad.json, version: needs 1, not 2" in said
    assert f"{tmp_path}/deep.json: is no JSON that can be read: nested too deeply" in said
    assert f"{tmp_path}/twice.json, " in said and "stands in own.json already" in said


def test_the_check_lists_what_it_has_read(capsys: pytest.CaptureFixture[str]) -> None:
    assert main([str(FILE)]) == 0
    said = capsys.readouterr().out
    assert said.startswith("quarry_hound: Quarry Hound, minion, cost 5: Iron Jaws, Howl\n")
    note = (
        "note: iron_jaws has no text: players read words made of its effects.\n  en: The target suffers 2/3/4 damage.\n"
    )
    assert note in said
    assert said.endswith("\nAll right.\n")
    page = (HOW_TO / "design-a-model.md").read_text(encoding="utf-8")
    assert said.partition("\n")[2].removesuffix("All right.\n") in page


@pytest.mark.parametrize(
    ("old", "new", "says"),
    [
        ('"cost": 5', '"cost": 25', "quarry_hound.cost: needs an integer 0 to 20, not 25"),
        ('"ref": "drag_down"', '"ref": "drag_up"', "actions.0.triggers.0.ref: there is no trigger 'drag_up'"),
        ('"hook": "activation_start"', '"hook": "dawn"', "scent_of_fear.hook: needs one of "),
        ('"op": "test"', '"op": "ask"', "quarry_hound.actions.1.effects.0.op: needs one of "),
        ('"id": "quarry_hound"', '"id": "seamus"', "models.0.id: 'seamus' stands in redchapel.json already"),
        ('"stat": {"value": 5}, ', "", "quarry_hound.actions.0.stat: is needed by an attack"),
        ('"name": "focused"', '"name": "angry"', "scent_of_fear.effects.0.name: needs one of "),
        ('"name": "focused", "value": 1', '"name": "adversary", "arg": "elf"', "effects.0.arg: there is no word 'elf'"),
        ('"op": "condition", "who": "target", "name": "staggered"',
         '"op": "token", "who": "target", "name": "rage", "n": 1',
         "drag_down.effects.0.name: needs one of explosive, grow, not 'rage'"),
        ('"hook": "activation_start"', '"hook": "hire"', "quarry_hound"),
    ],
)  # fmt: skip
def test_the_check_names_file_field_and_what_would_be_right(
    old: str, new: str, says: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    text = FILE.read_text("utf-8")
    assert old in text
    if new == '"hook": "hire"':
        text = text.replace('"op": "condition", "who": "self", "name": "focused", "value": 1',
                            '"op": "modify", "who": "self", "subject": "hire_cost", "value": -1')  # fmt: skip
        says = "scent_of_fear.hook: hire changes costs for helping_hand alone (MFX-11.8)"
    path = tmp_path / "mine.json"
    path.write_text(text.replace(old, new, 1), "utf-8")
    assert main([str(path)]) == 1
    said = capsys.readouterr().err
    assert said.startswith(f"{path}, ")
    assert says in said
    assert "sections 1 and 2" in said


def test_no_file_and_a_file_that_is_not_there(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main([]) == 2
    assert "FILE" in capsys.readouterr().out
    assert main([str(tmp_path / "none.json")]) == 1


def test_own_files_are_those_of_the_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(loader, "own_cards", loader.own_cards.__wrapped__)
    monkeypatch.delenv(OWN, raising=False)
    assert loader.own_cards() == loader.OwnCards([], ())
    assert card_set() == "beta_2019_03_22"
    assert playing.__wrapped__() is standard()
    monkeypatch.setenv(OWN, str(tmp_path / "none"))
    assert loader.own_cards().faults == (f"{tmp_path / 'none'}: is no folder, as {OWN} says",)
    assert card_set() == "beta_2019_03_22"
    (tmp_path / "b.json").write_text("{}", "utf-8")
    (tmp_path / "a.json").write_text(FILE.read_text("utf-8"), "utf-8")
    (tmp_path / "notes.txt").write_text("no cards", "utf-8")
    monkeypatch.setenv(OWN, str(tmp_path))
    assert [name for name, _ in loader.own_cards().files] == ["a.json"]
    assert loader.own_cards().faults == (f"{tmp_path}/b.json, format: is needed",)
    assert playing.__wrapped__().model("quarry_hound").number == len(standard().models)
    assert card_set() != "beta_2019_03_22"


def test_each_command_of_the_page_runs_in_a_checkout() -> None:
    page = (HOW_TO / "design-a-model.md").read_text(encoding="utf-8")
    commands = [line for block in page.split("```sh\n")[1:] for line in block.partition("```")[0].splitlines()]
    assert len(commands) == 3 and commands.pop().endswith(" shapan")  # the last one starts a server
    ways = {".venv/bin/python": [sys.executable], "shapan": [sys.executable, "-m", "shapan"]}
    for command in commands:
        words = command.split()
        given = dict(word.split("=", 1) for word in words if "=" in word)
        first, *rest = [word for word in words if "=" not in word]
        done = subprocess.run(
            [*ways[first], *rest], cwd=HOW_TO.parents[1], env={**os.environ, **given}, capture_output=True, check=False
        )
        assert done.returncode == 0, (command, done.stderr)
