"""Words of games: `texts/<lang>.toml` and `rulebook.<lang>.md` in a game's package.

A phrase is a text key with parameters; here it becomes a sentence. Keys are dotted (`event.colony_gained`,
`action.build`, `face.resource`), placeholders stand in braces.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Mapping, Sequence
from functools import cache
from importlib.resources import files
from typing import Any

from shapan.engine.game import Game

LANGUAGES = ("en", "zh-Hans", "zh-Hant")
_HOLE = re.compile(r"\{(\w+)\}")
_RULE_LEAD = re.compile(r"\*\*([A-Z]{2,4}-[A-Z]*\d+(?:\.\d+)?)\*\*")

_COMMON: dict[str, dict[str, str]] = {
    "en": {
        "action.done": "Done",
        "common.nobody": "nobody",
        "common.seat": "Seat {number}",
        "why_not.not_possible": "Not possible now",
        "why_not.not_asked": "You are not asked for this now",
        "why_not.no_undo": "Nothing can be taken back: something was drawn or revealed, or somebody answered",
        "why_not.cannot_fall": "This cannot fall here",
    },
    "zh-Hans": {
        "action.done": "完成",
        "common.nobody": "无人",
        "common.seat": "{number} 号座位",
        "why_not.not_possible": "现在不能这样做",
        "why_not.not_asked": "现在没有询问你这项决定",
        "why_not.no_undo": "无法撤销：已有抽取、揭示，或他人已作答",
        "why_not.cannot_fall": "此处不可能出现该结果",
    },
    "zh-Hant": {
        "action.done": "完成",
        "common.nobody": "無人",
        "common.seat": "{number} 號座位",
        "why_not.not_possible": "現在不能這樣做",
        "why_not.not_asked": "現在沒有詢問你這項決定",
        "why_not.no_undo": "無法復原：已有抽取、揭示，或他人已作答",
        "why_not.cannot_fall": "此處不可能出現該結果",
    },
}


def package_of(game: Game[Any]) -> str:
    """Return the package that holds a game's texts, rulebook and data."""
    return game.package or type(game).__module__.rpartition(".")[0]


@cache
def _catalogue(package: str, language: str) -> dict[str, str]:
    path = files(package) / "texts" / f"{language}.toml"
    texts = dict(_COMMON[language])
    if path.is_file():
        for table, rows in tomllib.loads(path.read_text(encoding="utf-8")).items():
            for key, value in rows.items():
                texts[f"{table}.{key}"] = value
    return texts


def catalogue(game: Game[Any], language: str) -> dict[str, str]:
    """Return all texts of a game in a language, by dotted key. Raises KeyError for an unknown language."""
    if language not in LANGUAGES:
        raise KeyError(language)
    return _catalogue(package_of(game), language)


def rulebook(game: Game[Any], language: str) -> str:
    """Return a game's rulebook in a language as Markdown, empty if it has none."""
    path = files(package_of(game)) / f"rulebook.{language}.md"
    return path.read_text(encoding="utf-8") if path.is_file() else ""


def rule_numbers(game: Game[Any], language: str = "en") -> list[str]:
    """Return the rule numbers that lead paragraphs of a rulebook, in its order."""
    return _RULE_LEAD.findall(rulebook(game, language))


def rule_text(game: Game[Any], rule: str, language: str) -> str:
    """Return the paragraph of one rule in a rulebook, empty if there is none."""
    pattern = re.compile(
        rf"^.*\*\*{re.escape(rule)}\*\*.*(?:\n(?!\s*$|.*\*\*[A-Z]{{2,4}}-|#|\|).*)*",
        re.MULTILINE,
    )
    found = pattern.search(rulebook(game, language))
    return found.group(0).strip() if found else ""


def say(
    game: Game[Any],
    language: str,
    key: str,
    words: Mapping[str, Any] | None = None,
    names: Sequence[str] = (),
) -> str:
    """Return a phrase as a sentence; an unknown key is returned as it is, so that tests find it."""
    texts = catalogue(game, language)

    def word(value: Any) -> str:
        if isinstance(value, Mapping):
            if "seat" in value:
                return seat_name(game, language, value["seat"], names)
            if "term" in value:
                return texts.get(str(value["term"]), str(value["term"]))
            if "key" in value:
                return say(game, language, str(value["key"]), value.get("words"), names)
        return texts["common.nobody"] if value is None else str(value)

    known = words or {}
    return _HOLE.sub(
        lambda hole: word(known[hole[1]]) if hole[1] in known else hole[0],
        texts.get(key, key),
    )


def seat_name(game: Game[Any], language: str, seat: int, names: Sequence[str]) -> str:
    """Return a seat's name, or "Seat 1" and so on."""
    if 0 <= seat < len(names):
        return names[seat]
    return catalogue(game, language)["common.seat"].replace("{number}", str(seat + 1))
