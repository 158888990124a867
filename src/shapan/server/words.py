"""Words of the program in three languages: gettext catalogues whose msgids are dotted keys (`ui.undo`).

The `.po` files are read by Babel when a language is first asked for; nothing is compiled, so nothing can be stale.
Those of Traditional Chinese hold what its conversion from Simplified would not say well.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import cache
from importlib.resources import files
from typing import Any

from babel.messages.pofile import read_po

from shapan.bots.personality import personalities_of
from shapan.bots.registry import has_personality, of_personality, parted, ranks
from shapan.engine.game import Game
from shapan.engine.text import LANGUAGES, glossary, joined
from shapan.engine.traditional import SIMPLIFIED, TRADITIONAL, traditional

NAMES = {"en": "English", "zh-Hans": "简体中文", "zh-Hant": "繁體中文"}
COOKIE = "language"
_UNNAMED = {"bot": "ui.bot_number", "open": "ui.seat"}
_HOLE = re.compile(r"\{(\w+)\}")
_TRADITIONAL = {"hant", "tw", "hk", "mo"}


@cache
def words(language: str) -> dict[str, str]:
    """Return all words of the program in a language, by key; what is not translated is in English."""
    texts = {} if language == "en" else dict(words("en"))
    if language == TRADITIONAL:
        own = glossary("shapan.server", "locale")
        texts |= {key: traditional(text, own) for key, text in written(SIMPLIFIED).items()}
    return texts | written(language)


@cache
def written(language: str) -> dict[str, str]:
    """Return what the files of a language say, by key."""
    texts = {}
    folder = files("shapan.server") / "locale" / language.replace("-", "_") / "LC_MESSAGES"
    for path in sorted(folder.iterdir(), key=lambda item: item.name):
        if path.name.endswith(".po"):
            with path.open("rb") as file:
                for message in read_po(file):
                    if message.id and message.string:
                        texts[str(message.id)] = str(message.string)
    return texts


def say(language: str, key: str, **parameters: object) -> str:
    """Return a text with its placeholders filled; an unknown key is returned as it is."""
    text = words(language).get(key, key)
    said, end = "", 0
    for hole in _HOLE.finditer(text):
        if hole[1] in parameters:
            said = joined(joined(said, text[end : hole.start()]), str(parameters[hole[1]]))
            end = hole.end()
    return joined(said, text[end:])


def bot_name(language: str, name: str) -> tuple[str, str]:
    """Return a bot's name in words and how it plays; a bot that we do not know keeps its own name."""
    texts = words(language)
    base, personality = parted(name)
    if not personality or name != f"{base}/{personality}":
        return texts.get(f"ui.bot_{name}", name), texts.get(f"ui.bot_{name}_help", "")
    said, told = bot_name(language, base)
    return say(language, "ui.bot_with", bot=said, personality=texts[f"ui.personality_{personality}"]), told


def personality_words(language: str, game: Game[Any]) -> dict[str, str]:
    """Return the names of bots with each personality of a game, and what a table tells of them, by key."""
    texts, found = words(language), dict[str, str]()
    for base in ranks():
        for name in (of_personality(base, one) for one in personalities_of(game)):
            if has_personality(game, name):
                found[f"ui.bot_{name}"], _ = bot_name(language, name)
                told = texts[f"ui.bot.{base}"].replace(bot_name(language, base)[0], found[f"ui.bot_{name}"], 1)
                found[f"ui.bot.{name}"] = told
    return found


def seat_name(language: str, seat: int, kind: str, name: str) -> str:
    """Return what a seat is called: by its person, else by its number in the reader's language."""
    return name or say(language, _UNNAMED.get(kind, "ui.player_number"), number=seat + 1)


def listed(language: str, names: Iterable[str]) -> str:
    """Return names one after another, with the comma of a language."""
    return say(language, "ui.comma").join(names)


def known(tag: str) -> str | None:
    """Return our language for a language tag (`zh-TW`, `zh_CN`, `en-GB`), None for others."""
    parts = tag.strip().replace("_", "-").lower().split("-")
    if parts[0] == "zh":
        return "zh-Hant" if _TRADITIONAL & set(parts[1:]) and "hans" not in parts else "zh-Hans"
    return "en" if parts[0] == "en" else None


def choose(cookie: str | None, accept: str) -> str:
    """Return the language of a request: the cookie's, else the best of `Accept-Language`, else English."""
    if cookie in LANGUAGES:
        return str(cookie)
    offers: list[tuple[float, int, str]] = []
    for place, part in enumerate(accept.split(",")[:32]):
        tag, _, quality = part.partition(";")
        language = known(tag)
        try:
            weight = float(quality.strip().removeprefix("q=") or 1)
        except ValueError:
            weight = 0.0
        if language and weight > 0:
            offers.append((-weight, place, language))
    return min(offers)[2] if offers else "en"
