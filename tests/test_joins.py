"""No two full stops on end: every text of games, program and terminal, filled with values that end with one."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from shapan.engine.registry import games
from shapan.engine.text import LANGUAGES, catalogue, joined, say, texts_of
from shapan.server import words

HOLE = re.compile(r"\{(\w+)\}")
DOUBLE = re.compile(r"(?<!\.)[.。][.。,，;；:：、](?!\.)|[!?！？][”’」』]?[.。](?!\.)")
QUOTED = re.compile(r"“[^”]*”|「[^」]*」")
"""What is quoted, such as the label of a button, keeps its own mark before that of the sentence."""
VALUES = {"en": ("a value.", "Ours!"), "zh-Hans": ("一个值。", "归我们！"), "zh-Hant": ("一個值。", "歸我們！")}
CLIENT = Path(__file__).parents[1] / "web" / "src"


def wrong(language: str, texts: dict[str, str], said: dict[tuple[str, str], str]) -> Iterator[str]:
    """Yield what has two marks on end that a text itself has not."""
    for (key, value), text in said.items():
        if DOUBLE.search(QUOTED.sub("", text)) and not DOUBLE.search(QUOTED.sub("", texts[key])):
            yield f"{language} {key} with {value!r}: {text!r}"


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_text_of_a_game_ends_a_sentence_twice(language: str) -> None:
    for game in games().values():
        texts = catalogue(game, language)
        said = {
            (key, value): say(game, language, key, dict.fromkeys(HOLE.findall(text), value))
            for key, text in texts.items()
            for value in VALUES[language]
            if "{" in text
        }
        assert said
        assert not list(wrong(language, texts, said)), game.name


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_word_of_the_program_ends_a_sentence_twice(language: str) -> None:
    texts = words.words(language)
    said = {
        (key, value): words.say(language, key, **dict.fromkeys(HOLE.findall(text), value))
        for key, text in texts.items()
        for value in VALUES[language]
        if "{" in text
    }
    assert len(said) > 100
    assert not list(wrong(language, texts, said))


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_text_has_two_full_stops_of_its_own(language: str) -> None:
    packages = {text for game in games().values() for text in catalogue(game, language).values()}
    all_texts = packages | {*words.words(language).values()} | {*texts_of("shapan.cli.play", language).values()}
    assert [text for text in all_texts if re.search(r"(?<!\.)\.\.(?!\.)|。。|[!?！？][.。]", text)] == []


@pytest.mark.parametrize(
    ("before", "after", "together"),
    [
        ("It ends.", ".", "It ends."),
        ("完了。", "。", "完了。"),
        ("Ours!", ". Next", "Ours! Next"),
        ("It ends.", ", then", "It ends, then"),
        ("wait...", ", then", "wait..., then"),
        ("wait…", ".", "wait…"),
        ("“Run.”", ".", "“Run.”"),
        ("3", ".", "3."),
        ("a", "...", "a..."),
        ("", ".", "."),
    ],
)
def test_two_pieces_are_joined_with_one_stop(before: str, after: str, together: str) -> None:
    assert joined(before, after) == together


def test_the_client_joins_sentences_by_one_function() -> None:
    """`inOneBreath` gives each sentence one end; a full stop as separator doubles those that have one."""
    joins = re.compile(r"join\([^)]*full_stop|full_stop[^)]*\)\}?`")
    files = [path for path in CLIENT.rglob("*") if path.suffix in {".ts", ".svelte"}]
    assert files
    assert [path.name for path in files if joins.search(path.read_text(encoding="utf-8"))] == []
