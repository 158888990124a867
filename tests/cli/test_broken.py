"""Games and bots of packages that do not load: each is named with file and line, and everything else goes on."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from cli.conftest import Shapan

GAMES = ("wrong_name", "wrong_syntax", "no_text", "bad_text", "no_word", "wrong_length")
ASKED = """
import json, sys
from contextlib import redirect_stderr, redirect_stdout
from io import StringIO
from shapan.cli import run

done = {}
for words in json.loads(sys.argv[1]):
    with redirect_stdout(StringIO()) as out, redirect_stderr(StringIO()) as err:
        code = run(words)
    done[" ".join(words)] = [code, out.getvalue(), err.getvalue()]

from shapan.engine.registry import games
from shapan.server.pages.preload import load
from shapan.server.pages.trouble import all_faults

load()
done["lobby"] = [sorted(games()), dict(all_faults()), ""]
print(json.dumps(done))
"""


def installed(site: Path, name: str, entries: str) -> None:
    """Let a distribution be there that names entry points."""
    info = site / f"{name}-1.0.dist-info"
    info.mkdir(parents=True)
    (info / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {name}\nVersion: 1.0\n", "utf-8")
    (info / "entry_points.txt").write_text(entries, "utf-8")


@pytest.fixture
def site(tmp_path: Path, shapan: Shapan) -> Path:
    """A folder of packages, each as `shapan new-game` writes it but for one mistake."""
    site = tmp_path / "site"
    for name in GAMES:
        assert shapan("new-game", name, "--dir", tmp_path, "--languages", "en,zh-Hans").code == 0
        installed(site, name, f"[shapan.games]\n{name} = {name}:GAME\n")
        (tmp_path / name / "src" / name).rename(site / name)
    with (site / "wrong_name" / "game.py").open("a", encoding="utf-8") as file:
        file.write("\nOTHER = Gaem\n")
    with (site / "wrong_syntax" / "game.py").open("a", encoding="utf-8") as file:
        file.write("\ndef f(:\n")
    for language in ("en", "zh-Hans"):
        (site / "no_text" / "texts" / f"{language}.toml").unlink()
    (site / "bad_text" / "texts" / "zh-Hans.toml").write_text("[game]\nname = \n", "utf-8")
    (site / "no_word" / "texts" / "en.toml").write_text("[game]\nname = 3\n", "utf-8")
    (site / "wrong_length" / "lengths.toml").write_text('seats = "two"\n', "utf-8")
    installed(site, "keen", "[shapan.bots]\nkeen = keen:Keen\ngone = nowhere.bots:Gone\ngreedy2 = twin:Greedy\n")
    (site / "keen.py").write_text("from shapan.bots import Bot\n\n\nclass Keen(Bto):\n    name = 'keen'\n", "utf-8")
    (site / "twin.py").write_text("from shapan.bots.bot import GreedyBot as Greedy\n", "utf-8")
    return site


def test_what_does_not_load_is_named_with_file_and_line_and_everything_else_goes_on(site: Path, tmp_path: Path) -> None:
    commands = [["games"], ["games", "--json"], *(["check", name, "--matches", "1"] for name in GAMES)]
    commands += [["simulate", "pig", "--bots", name, "--matches", "1"] for name in ("keen", "gone", "greedy")]
    ended = subprocess.run(
        [sys.executable, "-c", ASKED, json.dumps(commands)],
        env={**os.environ, "PYTHONPATH": str(site), "LANG": "C.UTF-8"},
        cwd=tmp_path,
        capture_output=True,
        text=True,
        check=False,
    )
    assert ended.returncode == 0, ended.stderr
    done = json.loads(ended.stdout)
    line = len((site / "wrong_name" / "game.py").read_text("utf-8").splitlines())
    says = {
        "wrong_name": f"{site}/wrong_name/game.py, line {line}: NameError: name 'Gaem' is not defined",
        "wrong_syntax": f"{site}/wrong_syntax/game.py, line {line}: SyntaxError: ",
        "no_text": f"{site}/no_text/texts/en.toml: there is no such file",
        "bad_text": f"{site}/bad_text/texts/zh-Hans.toml: not TOML: Invalid value (at line 2, column 8)",
        "no_word": f"{site}/no_word/texts/en.toml: game.name: needs a text in a table",
        "wrong_length": f"{site}/wrong_length/lengths.toml: Expected `int`, got `str` - at `$.seats`",
    }
    bots = {
        "keen": f"{site}/keen.py, line 4: NameError: name 'Bto' is not defined",
        "gone": "ModuleNotFoundError: No module named 'nowhere'",
        "greedy2": "twin:Greedy: there is a bot 'greedy' already",
    }
    code, out, err = done["games"]
    assert code == 0 and "planet_masters" in out and "wrong_length" in out and "wrong_name" not in out
    for name in ("wrong_name", "wrong_syntax", "no_text", "no_word"):
        assert f"shapan: {name}: {says[name]}" in err
    for name, text in bots.items():
        assert f"shapan: bot {name}: {text}" in err
    assert {"name": "wrong_name", "error": says["wrong_name"]} in json.loads(done["games --json"][1])
    for name in GAMES:
        code, out, err = done[f"check {name} --matches 1"]
        assert code == (2 if name in ("wrong_name", "wrong_syntax") else 1) and says[name] in err, err
        assert err.count("\n") == 1 and not out
    for name in ("keen", "gone"):
        code, _, err = done[f"simulate pig --bots {name} --matches 1"]
        assert code == 2 and f"the bot '{name}' cannot be loaded: {bots[name]}" in err
    assert done["simulate pig --bots greedy --matches 1"][0] == 0
    playable, told, _ = done["lobby"]
    assert {"pig", "planet_masters", "wrong_length", "no_text"} <= set(playable)
    assert not {"wrong_name", "wrong_syntax", "bad_text", "no_word"} & set(playable)
    for name, text in {**says, **bots}.items():
        assert told[name].startswith(text)
