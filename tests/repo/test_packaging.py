"""What pyproject.toml promises: pins, packed files, one version."""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
import tarfile
import tomllib
import zipfile
from pathlib import Path

import pytest

import shapan
from hatch_build import NODE_PACKAGE, OUTPUT, URL, absolute, links
from scripts import pins

ROOT = Path(__file__).resolve().parent.parent.parent
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))


def git(*arguments: str) -> list[str]:
    """What git prints, in lines; outside a checkout (an unpacked sdist) there is nothing to test."""
    done = subprocess.run(["git", *arguments], cwd=ROOT, capture_output=True, text=True, check=False)
    if done.returncode not in {0, 1}:
        pytest.skip("not in a git checkout")
    return done.stdout.splitlines()


def test_the_version_is_that_of_the_package():
    assert shapan.__version__ == PROJECT["project"]["version"]


def test_no_lock_with_addresses_is_tracked():
    assert git("ls-files", "--", "*uv.lock") == []
    assert "resolved" not in (ROOT / "web" / "package-lock.json").read_text(encoding="utf-8")


def test_the_built_client_is_ignored_by_git_and_packed():
    assert git("check-ignore", f"{OUTPUT}/manifest.json") == [f"{OUTPUT}/manifest.json"]
    assert [Path(folder) for folder in PROJECT["tool"]["hatch"]["build"]["artifacts"]] == [OUTPUT]


def test_the_client_is_among_the_cache_keys():
    keys = PROJECT["tool"]["uv"]["cache-keys"]
    assert {"dir": str(OUTPUT)} in keys
    assert {"file": "web/src/**"} in keys


@pytest.mark.parametrize("kind", [pins.RUN, pins.BUILD])
def test_every_requirement_is_pinned(kind):
    pinned = {pins.name_of(pin) for pin in pins.pins(PROJECT)[kind]}
    wanted = {pins.name_of(requirement) for requirement in pins.requirements(PROJECT)[kind]}
    assert wanted <= pinned


def test_the_pinned_node_is_the_one_of_the_hook():
    assert NODE_PACKAGE in pins.BUILD_EXTRAS
    assert NODE_PACKAGE in PROJECT["dependency-groups"]["dev"]


def test_pins_are_exact():
    assert all("==" in pin for listed in pins.pins(PROJECT).values() for pin in listed)


def test_differences_of_pins_are_named():
    assert pins.differences(["a==1", "b==2"], ["b==2", "c==3"]) == ["not pinned: a==1", "pinned, but not needed: c==3"]
    assert pins.differences(["a==1"], ["a==1"]) == []


def test_pins_are_put_in_their_place():
    text = f'[tool.uv]\nx = 1\n{pins.RUN} = [\n  "old==1",\n]\n{pins.BUILD} = []\n\n[tool.y]\nz = ["kept"]\n'
    new = pins.with_pins(text, {pins.RUN: ["a==1 ; sys_platform == 'win32'"], pins.BUILD: ["b==2"]})
    tables = tomllib.loads(new)["tool"]
    assert tables["uv"] == {"x": 1, pins.RUN: ["a==1 ; sys_platform == 'win32'"], pins.BUILD: ["b==2"]}
    assert tables["y"] == {"z": ["kept"]}


def test_names_are_normalized():
    assert pins.name_of("Mypy_Extensions>=1.1") == "mypy-extensions"
    assert pins.name_of("psycopg[binary]>=3") == "psycopg"


LINK = re.compile(r'\]\(([^)\s]+)\)|src="([^"]+)"')


def test_links_and_pictures_of_the_long_description_lead_to_where_the_sources_are():
    text = absolute((ROOT / "README.md").read_text(encoding="utf-8"), "https://example.org/shapan")
    found = ["".join(link) for link in LINK.findall(text)]
    assert all(link.startswith("https://") for link in found)
    pictures = [link for link in found if link.endswith(".png")]
    assert pictures and all(link.startswith("https://example.org/shapan/raw/HEAD/docs/images/") for link in pictures)
    for link in found:
        path = re.sub(r"^https://example.org/shapan/(raw|blob)/HEAD/", "", link)
        assert path.startswith("https:") or (ROOT / path).exists(), link
    assert all((ROOT / link.partition("/blob/HEAD/")[2]).is_file() for link in links("").values() if "/blob/" in link)


def test_without_an_address_the_long_description_has_no_link_that_leads_nowhere():
    text = absolute((ROOT / "README.md").read_text(encoding="utf-8"), "")
    assert [link for link in LINK.findall(text) if not "".join(link).startswith("https:")] == []
    assert "docs/images" not in text and "## Documentation" in text


def test_the_page_of_the_package_follows_the_setting():
    command = [sys.executable, "-m", "hatchling", "metadata"]
    for url in ("", "https://example.org/shapan/"):
        done = subprocess.run(
            command, cwd=ROOT, env={**os.environ, URL: url}, capture_output=True, text=True, check=True
        )
        page = json.loads(done.stdout)
        assert page.get("urls", {}) == (links(url.rstrip("/")) if url else {})
        assert page["readme"]["text"] == absolute((ROOT / "README.md").read_text(encoding="utf-8"), url.rstrip("/"))


def test_classifiers_name_the_versions_of_python():
    named = [line.rpartition(" :: 3.")[2] for line in PROJECT["project"]["classifiers"] if " :: 3." in line]
    least = PROJECT["project"]["requires-python"].removeprefix(">=3.")
    assert named[0] == least and named == sorted(named, key=int)


def build(root: Path, kind: str, folder: Path) -> Path:
    """Build a package with this environment's hatchling."""
    command = [sys.executable, "-m", "hatchling", "build", "--target", kind, "--directory", str(folder)]
    done = subprocess.run(command, cwd=root, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    (built,) = folder.iterdir()
    return built


@pytest.mark.slow
def test_the_packages_carry_the_client(tmp_path):
    with tarfile.open(build(ROOT, "sdist", tmp_path / "sdist")) as sdist:
        sdist.extractall(tmp_path / "unpacked", filter="data")
    (unpacked,) = (tmp_path / "unpacked").iterdir()
    with zipfile.ZipFile(build(unpacked, "wheel", tmp_path / "wheel")) as wheel:
        names = set(wheel.namelist())
        client = "shapan/server/static/dist/"
        entry = json.loads(wheel.read(f"{client}manifest.json"))["src/main.ts"]["file"]
    assert {"shapan/__init__.py", "shapan/py.typed", client + entry} <= names
    assert not [name for name in names if not name.startswith(("shapan/", "shapan-"))]
    # The sdist brought the client along, so its wheel was made without npm.
    assert not (unpacked / "web" / "node_modules").exists()
    (built,) = (tmp_path / "wheel").iterdir()
    assert installed(built, tmp_path) == f"shapan {shapan.__version__} (plain Python)\n"
    a_stranger_begins(tmp_path)


def a_stranger_begins(folder: Path) -> None:
    """In that environment, outside any checkout, each line that `new-game` prints works as it stands."""
    uv = shutil.which("uv") or str(ROOT / ".uv" / "bin" / "uv")
    away = folder / "away"
    away.mkdir()
    around = {name: value for name, value in os.environ.items() if name not in ("UV", "VIRTUAL_ENV")}
    around |= {"PATH": f"{folder / 'empty' / 'bin'}:{Path(uv).parent}:/usr/bin:/bin", "XDG_DATA_HOME": str(away)}

    def typed(line: str, answers: str = "") -> str:
        done = subprocess.run(
            line, shell=True, cwd=away, env=around, input=answers, capture_output=True, text=True, check=False
        )
        assert done.returncode == 0, f"{line}\n{done.stdout}{done.stderr}"
        return done.stdout

    printed = typed("shapan new-game dice_trio")
    install, play, check = (line.strip() for line in printed.splitlines() if line.startswith("  "))
    assert (away / "dice_trio" / "src" / "dice_trio" / "game.py").is_file()
    typed(install)
    assert play == "shapan play dice_trio" and check == "shapan check dice_trio"
    assert "over" in typed(f"{play} --seed 1", "1\n2\n" * 60)
    assert "dice_trio: passed" in typed(f"{check} --matches 3 --decisions 40")
    assert "shapan-dice-trio 0.1.0" in typed("shapan games --others")


def installed(wheel: Path, folder: Path) -> str:
    """Install a wheel into an empty environment, with the pinned versions; return what its `--version` prints."""
    uv = shutil.which("uv") or str(ROOT / ".uv" / "bin" / "uv")
    python = folder / "empty" / "bin" / "python"
    pinned = folder / "pins.txt"
    pinned.write_text("\n".join(pins.pins(PROJECT)[pins.RUN]), encoding="utf-8")
    install = ["pip", "install", "--quiet", "--python", str(python), "--constraint", str(pinned), str(wheel)]
    for arguments in (["venv", "--quiet", str(folder / "empty")], install):
        subprocess.run([uv, *arguments], cwd=folder, check=True)
    command = [str(python.with_name("shapan")), "--version"]
    return subprocess.run(command, cwd=folder, capture_output=True, text=True, check=True).stdout
