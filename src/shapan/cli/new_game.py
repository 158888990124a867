"""`shapan new-game`: a small dice game that runs, to begin one's own from.

Inside a checkout of Shapan it becomes a folder of `src/shapan/games`, which is found by scanning; elsewhere a package
of its own with an entry point.
"""

from __future__ import annotations

import keyword
import re
import sys
from importlib.resources import files
from importlib.resources.abc import Traversable
from pathlib import Path

from shapan.cli.complaint import Complaint
from shapan.engine import registry

GAME_FILES = (
    "__init__.py",
    "game.py",
    "texts/en.toml",
    "texts/zh-Hans.toml",
    "rulebook.en.md",
    "rulebook.zh-Hans.md",
)
MOST_LETTERS = 32


def new_game(name: str, /, *, dir: Path | None = None) -> None:  # noqa: A002 - the word of the command line
    """Write a small dice game that runs, to begin your own from.

    Parameters
    ----------
    name
        Its name in code: small letters, digits and underscores, such as dice_duel.
    dir
        Where to write; without it here. Inside a checkout of Shapan the game goes to src/shapan/games.

    """
    name = _checked(name)
    base = (dir or Path()).absolute()
    if not base.is_dir():
        raise Complaint(f"--dir: there is no folder {base}")
    inside = (base / "src" / "shapan" / "games").is_dir()
    package = f"shapan.games.{name}" if inside else name
    written = _texts(name, package, inside)
    root = base if inside else base / name
    for folder in _folders(name, inside):
        if (root / folder).exists():
            raise Complaint(f"{root / folder} is there already; nothing was written")
    for path, text in written.items():
        (root / path).parent.mkdir(parents=True, exist_ok=True)
        (root / path).write_text(text, encoding="utf-8")
    print(f"{name} is in {root / _folders(name, inside)[0]}")
    if inside:
        print("Try it:")
        for line in (f"play play {name}", f"play check {name}", f"test tests/games/{name}"):
            print(f"  ./scripts/{line}")
    else:
        print(f"Install it beside Shapan (uv pip install -e {name}), then: shapan play {name}; shapan check {name}")


def _checked(name: str) -> str:
    """Return a name that can be a package's and is not taken."""
    fixed = name.replace("-", "_")
    if not re.fullmatch(r"[a-z][a-z0-9_]*", fixed) or keyword.iskeyword(fixed) or len(fixed) > MOST_LETTERS:
        raise Complaint(
            f"{name!r} cannot be a game's name; small letters, digits and underscores, a letter first, "
            f"at most {MOST_LETTERS}, and no word of Python, such as dice_duel"
        )
    if fixed in registry.games():
        raise Complaint(f"there is a game {fixed!r} already")
    if fixed in sys.stdlib_module_names or fixed == "shapan":
        raise Complaint(f"{fixed!r} is the name of a module of Python or Shapan; choose another")
    return fixed


def _folders(name: str, inside: bool) -> list[str]:
    """Return what must not be there yet, below the root."""
    return [f"src/shapan/games/{name}", f"tests/games/{name}"] if inside else ["."]


def _texts(name: str, package: str, inside: bool) -> dict[str, str]:
    """Return the files to write, by path below the root."""
    words = {
        "NAME_TITLE": name.replace("_", " ").title(),
        "CLASSNAME": "".join(word.capitalize() for word in name.split("_")),
        "GAME_NAME": name,
        "PACKAGE": package,
        "DISTRIBUTION": f"shapan-{name.replace('_', '-').strip('-')}",
        "PREFIX": prefix_of(name),
    }
    home = f"src/shapan/games/{name}" if inside else f"src/{name}"
    tests = f"tests/games/{name}" if inside else "tests"
    paths = {f"{home}/{path}": path for path in GAME_FILES}
    paths[f"{tests}/test_{name}.py"] = "test_game.py"
    if not inside:
        paths["pyproject.toml"] = "pyproject.toml"
    return {path: _filled(source, words) for path, source in paths.items()}


def _filled(source: str, words: dict[str, str]) -> str:
    """Return a file of the template with its words put in; source files have `.in` behind their name there."""
    template: Traversable = files("shapan.cli") / "template"
    found = template / source
    if not found.is_file():
        found = template / (source + ".in")
    text = found.read_text(encoding="utf-8")
    for word, value in words.items():
        text = text.replace(word, value)
    return text


def prefix_of(name: str) -> str:
    """Return a prefix of two to four letters for the rule numbers that no game has yet."""
    taken = {game.prefix for game in registry.games().values()}
    letters = re.sub("[^A-Z]", "", name.upper())
    initials = "".join(word[0] for word in name.upper().split("_") if word and word[0].isalpha())
    tries = [initials[:4], letters[:3], letters[:4], letters[:2], (letters + "X")[:2]]
    tries += [f"{letters[:1]}{one}{two}" for one in "XYZQJ" for two in "ABCDEFGHIJKLMNOPQRSTUVWXYZ"]
    return next(word for word in tries if 2 <= len(word) <= 4 and word not in taken)
