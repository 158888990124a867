"""`shapan new-game`: a small game of dice or of cards that runs, to begin one's own from.

Inside a checkout of Shapan it becomes a folder of `src/shapan/games`, which is found by scanning; elsewhere a package
of its own with an entry point.
"""

from __future__ import annotations

import keyword
import re
import shlex
import sys
from collections.abc import Sequence
from importlib.resources import files
from importlib.resources.abc import Traversable
from pathlib import Path
from typing import Final

from shapan.cli import called
from shapan.cli.errors import UsageError, did_you_mean
from shapan.engine import registry
from shapan.engine.text import WRITTEN
from shapan.installing import installing

MAX_LETTERS = 32
KINDS: Final = ("dice", "cards")
"""What a new game can begin with, each a folder of the template."""


def new_game(
    name: str,
    /,
    *,
    dir: Path | None = None,  # noqa: A002 - the word of the command line
    kind: str = KINDS[0],
    languages: str | None = None,
) -> None:
    """Write a small game of dice or cards that runs, to begin your own from.

    Parameters
    ----------
    name
        Its name in code: small letters, digits and underscores, such as dice_duel.
    kind
        What it begins with: dice, all open, or cards, with hidden hands, a stock and discards; without it dice.
    dir
        Where to write; without it here. Inside a checkout of Shapan the game goes to src/shapan/games.
    languages
        Languages of its words: en, zh-Hans, or both with a comma; without it en, inside a checkout both. Traditional
        Chinese follows from zh-Hans, and a language that is not there shows another one.

    """
    name = _checked(name)
    if kind not in KINDS:
        raise UsageError(f"--kind: {kind!r} is not one of {', '.join(KINDS)}{did_you_mean(kind, KINDS)}")
    chosen = None if languages is None else _languages(languages)
    base = (dir or Path()).absolute()
    if not base.is_dir():
        raise UsageError(f"--dir: there is no folder {base}")
    inside = (base / "src" / "shapan" / "games").is_dir()
    package = f"shapan.games.{name}" if inside else name
    written = _texts(name, kind, package, inside, chosen or (WRITTEN if inside else WRITTEN[:1]))
    root = base if inside else base / name
    for folder in _folders(name, inside):
        if (root / folder).exists():
            raise UsageError(f"{root / folder} is there already; nothing was written")
    for path, text in written.items():
        (root / path).parent.mkdir(parents=True, exist_ok=True)
        (root / path).write_text(text, encoding="utf-8")
    print(f"{name} is in {root / _folders(name, inside)[0]}")
    for line in _next_steps(name, root, inside):
        print(line)


def _next_steps(name: str, root: Path, inside: bool) -> list[str]:
    """Return what to type next, as it works where this was called."""
    if inside:
        return [
            "Try it:",
            *(f"  ./scripts/play {word} {name}" for word in ("play", "check")),
            f"  ./scripts/test tests/games/{name}",
        ]
    where = Path(name) if root == Path.cwd() / name else root
    own = called.command()
    return [
        "Install it beside Shapan, once (what you change in its files counts at once):",
        f"  {installing(['-e', str(where)])}",
        "Then play it, and hold it to the laws of the engine:",
        *(f"  {own} {word} {name}" for word in ("play", "check")),
        f"Its own tests: {shlex.quote(str(where / 'tests'))}, with pytest.",
    ]


def _languages(given: str) -> tuple[str, ...]:
    """Return the languages that were named."""
    named = [word.strip() for word in given.split(",")]
    for word in named:
        if word not in WRITTEN:
            raise UsageError(f"--languages: {word!r} is none of {', '.join(WRITTEN)}")
    return tuple(language for language in WRITTEN if language in named)


def _checked(name: str) -> str:
    """Return a name that can be a package's and is not taken."""
    fixed = name.replace("-", "_")
    if not re.fullmatch(r"[a-z][a-z0-9_]*", fixed) or keyword.iskeyword(fixed) or len(fixed) > MAX_LETTERS:
        raise UsageError(
            f"{name!r} cannot be a game's name; small letters, digits and underscores, a letter first, "
            f"at most {MAX_LETTERS}, and no word of Python, such as dice_duel"
        )
    if fixed in registry.games():
        raise UsageError(f"there is a game {fixed!r} already")
    if fixed in sys.stdlib_module_names or fixed == "shapan":
        raise UsageError(f"{fixed!r} is the name of a module of Python or Shapan; choose another")
    return fixed


def _folders(name: str, inside: bool) -> list[str]:
    """Return what must not be there yet, below the root."""
    return [f"src/shapan/games/{name}", f"tests/games/{name}"] if inside else ["."]


def files_of(languages: Sequence[str]) -> list[str]:
    """Return the files of a new game with words in some languages, as they lie in its folder."""
    words = [path for language in languages for path in (f"texts/{language}.toml", f"rulebook.{language}.md")]
    return ["__init__.py", "game.py", *words]


def _texts(name: str, kind: str, package: str, inside: bool, languages: tuple[str, ...]) -> dict[str, str]:
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
    paths = {f"{home}/{path}": path for path in files_of(languages)}
    paths[f"{tests}/test_{name}.py"] = "test_game.py"
    if not inside:
        paths["pyproject.toml"] = "pyproject.toml"
    return {path: _filled(kind, source, words) for path, source in paths.items()}


def _filled(kind: str, source: str, words: dict[str, str]) -> str:
    """Return a file of a template, or of all of them, with its words put in; sources have `.in` behind their name."""
    template: Traversable = files("shapan.cli") / "template"
    places = (place / name for place in (template / kind, template) for name in (source, source + ".in"))
    found = next(place for place in places if place.is_file())
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
