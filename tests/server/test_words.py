from __future__ import annotations

import re
from pathlib import Path
from typing import get_args, get_type_hints

import pytest

from shapan.engine.text import LANGUAGES
from shapan.server.match.message import FrozenInfo
from shapan.server.words import choose, known, listed, say, seat_name, words

LOCALE = Path(__file__).parents[2] / "src" / "shapan" / "server" / "locale"


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_word_is_there_in_every_language_with_the_same_placeholders(language: str) -> None:
    english, others = words("en"), words(language)
    assert set(others) == set(english)
    for key, text in english.items():
        assert text and key.startswith("ui.")
        assert set(re.findall(r"\{\w+\}", others[key])) == set(re.findall(r"\{\w+\}", text)), key


def test_traditional_words_are_not_simplified_ones() -> None:
    simplified = set("开规则语继续选项练习为运东车边这还请输轮战书记录离线胜赢览应会个队类")
    wrong = {key: text for key, text in words("zh-Hant").items() if simplified & set(text)}
    assert not wrong


def test_every_reason_to_stop_is_said_in_words() -> None:
    reasons = get_args(get_type_hints(FrozenInfo)["reason"])
    assert reasons and not {f"ui.frozen_{reason}" for reason in reasons} - set(words("en"))


def test_every_reason_that_comes_too_late_or_too_early_is_said_in_words() -> None:
    sources = [path.read_text() for path in LOCALE.parent.rglob("*.py")]
    found = [rest for text in sources for rest in re.findall(r"\bMatchClosed\((.*)", text)]
    reasons = {name for rest in found for name in re.findall(r"\"(\w+)\"", rest)}
    assert {"over", "withdrawn", "closed"} <= reasons
    assert not [reason for reason in sorted(reasons) if f"ui.shut_{reason}" not in words("en")]


def test_only_what_is_final_for_sure_is_said_to_be() -> None:
    for key in ("ui.binds_{}", "ui.armed_{}"):
        may, final = key.format("may"), key.format("final")
        assert re.search("may|might", words("en")[may]) and "cannot" in words("en")[final]
        assert all("可能" in words(one)[may] and "可能" not in words(one)[final] for one in LANGUAGES if one != "en")


def test_names_are_listed_with_the_comma_of_the_language() -> None:
    assert [listed(language, ["Ling", "Tomas"]) for language in LANGUAGES] == [
        "Ling, Tomas",
        "Ling、Tomas",
        "Ling、Tomas",
    ]


def test_languages_are_known_by_their_tags() -> None:
    tags = {"zh-TW": "zh-Hant", "zh_HK": "zh-Hant", "zh-Hant-MO": "zh-Hant", "zh-Hans-HK": "zh-Hans", "zh": "zh-Hans"}
    assert {tag: known(tag) for tag in tags} == tags
    assert known("en-US") == "en" and known("de") is None
    assert choose("zh-Hant", "en") == "zh-Hant" and choose("xx", "") == "en"


def test_an_unknown_word_shows_its_key() -> None:
    assert say("en", "ui.never") == "ui.never" and say("en", "ui.seat", number=3) == "Seat 3"


@pytest.mark.parametrize("folder", ["en", "zh_Hans", "zh_Hant"])
def test_no_key_stands_in_two_files(folder: str) -> None:
    found: dict[str, str] = {}
    for path in sorted((LOCALE / folder / "LC_MESSAGES").glob("*.po")):
        for key in re.findall(r'^msgid "(ui\.[^"]+)"', path.read_text(encoding="utf-8"), re.MULTILINE):
            assert key not in found, f"{key} stands in {found[key]} and in {path.name}: one would hide the other"
            found[key] = path.name


@pytest.mark.parametrize(
    ("language", "kind", "said"),
    [
        ("en", "bot", "Bot 2"),
        ("zh-Hans", "bot", "电脑 2"),
        ("zh-Hant", "bot", "電腦 2"),
        ("zh-Hans", "player", "玩家 2"),
    ],
)
def test_a_seat_without_a_name_is_called_by_its_number_in_the_readers_language(
    language: str, kind: str, said: str
) -> None:
    assert seat_name(language, 1, kind, "") == said
    assert seat_name(language, 1, kind, "Ling") == "Ling"
