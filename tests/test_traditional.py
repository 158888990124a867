"""Traditional Chinese follows from Simplified; what is written of it is only what the conversion would get wrong."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterable, Mapping
from importlib.resources import files
from pathlib import Path
from typing import NamedTuple

import pytest

from engine import toys
from shapan.engine import registry
from shapan.engine.text import catalogue, glossary, package_of, rulebook, texts_of, written
from shapan.engine.traditional import SIMPLIFIED, TRADITIONAL, traditional
from shapan.server import words

GAMES = [package_of(game) for game in registry.games().values() if package_of(game).startswith("shapan.")]
TOYS = [f"{toys.__name__}.{path.name}" for path in Path(toys.__file__).parent.iterdir() if (path / "texts").is_dir()]
FOLDERS = {"shapan.lab.report": "words", "shapan.server": "locale"}
PACKAGES = ["shapan.engine", "shapan.cli.play", *FOLDERS, *GAMES, *TOYS]


class Source(NamedTuple):
    """A package's texts as people write them."""

    simplified: dict[str, str]
    exceptions: dict[str, str]
    glossary: dict[str, str]
    """Everybody's words and its own."""
    book: str = ""


def source(package: str) -> Source:
    folder = FOLDERS.get(package, "texts")
    own = glossary(package, folder)
    if package == "shapan.server":
        return Source(words.written(SIMPLIFIED), words.written(TRADITIONAL), own)
    book = files(package) / f"rulebook.{SIMPLIFIED}.md"
    text = book.read_text(encoding="utf-8") if book.is_file() else ""
    return Source(written(package, SIMPLIFIED, folder), written(package, TRADITIONAL, folder), own, text)


def superfluous(one: Source) -> list[str]:
    """Name the exceptions that say what would be derived anyway."""
    said = {key: traditional(one.simplified[key], one.glossary) for key in one.exceptions if key in one.simplified}
    return [key for key, text in said.items() if text == one.exceptions[key]]


def unknown(one: Source) -> list[str]:
    """Name the exceptions to a text that there is not."""
    return sorted(set(one.exceptions) - set(one.simplified))


def idle(terms: Iterable[str], sources: Iterable[Source]) -> list[str]:
    """Name the words of a glossary without which all would read the same."""
    sources = list(sources)

    def changes(term: str, one: Source) -> bool:
        less = {key: word for key, word in one.glossary.items() if key != term}
        texts = [text for key, text in one.simplified.items() if key not in one.exceptions] + one.book.splitlines()
        return any(traditional(text, less) != traditional(text, one.glossary) for text in texts if term in text)

    return [term for term in terms if not any(changes(term, one) for one in sources)]


@pytest.mark.parametrize("package", PACKAGES)
def test_nothing_is_written_that_follows_by_itself(package: str) -> None:
    assert superfluous(source(package)) == []
    assert not (files(package) / f"rulebook.{TRADITIONAL}.md").is_file()


@pytest.mark.parametrize("package", PACKAGES)
def test_every_exception_is_to_a_text_that_there_is(package: str) -> None:
    assert source(package).simplified
    assert unknown(source(package)) == []


@pytest.mark.parametrize("package", PACKAGES)
def test_every_word_of_a_glossary_changes_something(package: str) -> None:
    if package == "shapan.engine":
        assert idle(glossary(package), map(source, PACKAGES)) == []
        return
    common = glossary("shapan.engine")
    own = [term for term, word in glossary(package, FOLDERS.get(package, "texts")).items() if common.get(term) != word]
    assert idle(own, [source(package)]) == []


def test_what_is_too_much_is_found() -> None:
    planted = Source(
        {"action.roll": "掷骰", "action.stop": "停手", "label.points": "得分"},
        {"action.roll": "擲骰", "action.stop": "收手", "action.gone": "沒有"},
        {"掷": "擲", "停": "停"},
    )
    assert (superfluous(planted), unknown(planted)) == (["action.roll"], ["action.gone"])
    assert idle(planted.glossary, [planted]) == ["掷", "停"]
    needed = Source({"label.order": "命令"}, {}, {"命令": "指令"}, book="发布命令")
    assert (superfluous(needed), unknown(needed), idle(needed.glossary, [needed])) == ([], [], [])


def test_hardly_anything_is_written_twice() -> None:
    sources = [source(package) for package in PACKAGES]
    texts, exceptions = (sum(len(part) for part in parts) for parts in list(zip(*sources, strict=True))[:2])
    assert texts > 3000 and exceptions < texts / 40


def test_exceptions_stand_above_the_glossary_and_that_above_the_conversion(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    place = tmp_path / "a_game_of_others" / "texts"
    place.mkdir(parents=True)
    (place.parent / "__init__.py").touch()
    (place / "zh-Hans.toml").write_text('[event]\nwon = "“{seat}”获胜"\ntold = "服务器记录"\nsaid = "说法"\n')
    (place / "zh-Hant.toml").write_text('[glossary]\n"服务" = "無"\n"服务器" = "伺服器"\n[event]\nsaid = "用語"\n')
    monkeypatch.syspath_prepend(str(tmp_path))
    said = {"event.won": "「{seat}」獲勝", "event.told": "伺服器紀錄", "event.said": "用語"}
    assert texts_of("a_game_of_others", TRADITIONAL) == said


@pytest.mark.parametrize(
    ("simplified", "said"),
    [("发现头发", "發現頭髮"), ("{count} 张牌", "{count} 張牌"), ("", ""), ("PM-3.4：`rounds`", "PM-3.4：`rounds`")],
)
def test_characters_are_chosen_by_their_word(simplified: str, said: str) -> None:
    words: Mapping[str, str] = {}
    assert traditional(simplified, words) == said


def test_rulebooks_follow_too() -> None:
    for game in registry.games().values():
        book = rulebook(game, TRADITIONAL)
        assert len(book.splitlines()) == len(rulebook(game, SIMPLIFIED).splitlines())
        assert set(catalogue(game, TRADITIONAL)) == set(catalogue(game, SIMPLIFIED))
        assert not set("规则张获") & set(book)


def test_readers_of_other_languages_do_not_load_the_converter() -> None:
    program = """
import sys
from shapan.engine.registry import games
from shapan.engine.text import catalogue, rulebook
from shapan.server.words import words
for language in ("en", "zh-Hans", "zh-Hant"):
    words(language)
    for game in games().values():
        catalogue(game, language), rulebook(game, language)
    print("opencc" in sys.modules)
"""
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert done.stdout.split() == ["False", "False", "True"]
