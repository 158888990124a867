"""Words of games: `texts/<lang>.toml`, `rulebook.<lang>.md` and `rulings.<lang>.md` in a game's package.

Of Traditional Chinese there are exceptions only. One language is enough: what a game does not say in a language, it
says in another that it has. A phrase is a text key with parameters; here it becomes a sentence.
Keys are dotted (`event.colony_gained`, `action.build`, `face.resource`), placeholders stand in braces.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from functools import cache
from importlib.resources import files
from typing import Any, Protocol

from shapan.engine.length import length_text, measured
from shapan.engine.scene import Phrase
from shapan.engine.traditional import SIMPLIFIED, TRADITIONAL, traditional
from shapan.engine.trouble import FileError, folder_of, one_line, toml_of, trouble_of

LANGUAGES = ("en", SIMPLIFIED, TRADITIONAL)
WRITTEN = ("en", SIMPLIFIED)
"""Languages with files of their own; Traditional Chinese follows."""
_COMMON = "shapan.engine"
"""Its texts are those of every game, and its glossary that of the whole program."""
_GLOSSARY = "glossary"
_HOLE = re.compile(r"\{(\w+)\}")
_ENDED = re.compile(r"[.。!?！？…][\"'”’」』)）]*$")
_BEGINS = re.compile(r"[^.;!?。；！？]*[:：](?!\d)")
_COLON = re.compile(r"[:：](?!\d)[^.;!?。；！？:：]*(: |：)$")
_ENDS = {": ": ". ", "：": "。"}
_STOPPED = re.compile(r"(?<![.。…])[.。]$")
_STOPS, _GOES_ON = (".", "。"), tuple(",;:，；：、")
_TOUCH = re.compile(r"[㐀-鿿][A-Za-z\d+−-]|[A-Za-z\d%][㐀-鿿]")
_RULE_LEAD = re.compile(r"\*\*([A-Z]{2,4}-[A-Z]*\d+(?:\.\d+)*)\*\*")


class Packed(Protocol):
    """A game, as far as its texts ask."""

    @property
    def package(self) -> str:
        """The Python package that holds texts, rulebook and data; if it names none, that of its class."""
        raise NotImplementedError

    @property
    def languages(self) -> tuple[str, ...]:
        """Languages in which the game is to be complete; empty: those of which there is a file."""
        raise NotImplementedError

    def own_texts(self, language: str) -> Mapping[str, str]:
        """Return names of things that the game has not from its package: of a player's own cards."""
        raise NotImplementedError


class Grouped(Packed, Protocol):
    """A game, as far as names in statistics ask."""

    @property
    def grouped_as(self) -> Mapping[str, str]:
        """By grouping, the texts by which its words are named, if they are not called like it."""
        raise NotImplementedError


def package_of(game: Packed) -> str:
    """Return the package that holds a game's texts, rulebook and data."""
    return game.package or type(game).__module__.rpartition(".")[0]


@cache
def texts_of(package: str, language: str, folder: str = "texts") -> dict[str, str]:
    """Return the texts of a package's folder in a language, by dotted key.

    Those of Traditional Chinese follow from the Simplified ones; its file holds what is to be said otherwise.
    """
    own = written(package, language, folder)
    if language != TRADITIONAL:
        return own
    words = glossary(package, folder)
    return {key: traditional(text, words) for key, text in written(package, SIMPLIFIED, folder).items()} | own


def written(package: str, language: str, folder: str = "texts") -> dict[str, str]:
    """Return what the file of a language says, by dotted key."""
    tables = _tables(package, f"{folder}/{language}.toml")
    for path in _no_texts(tables):
        raise FileError(f"{files(package)}/{folder}/{language}.toml: {path}: needs a text in a table")
    return {
        f"{table}.{key}": text for table, rows in tables.items() if table != _GLOSSARY for key, text in rows.items()
    }


def _no_texts(tables: Mapping[str, Any]) -> list[str]:
    """Return the paths of what is no text in a table."""
    found = []
    for table, rows in tables.items():
        if not isinstance(rows, dict):
            found.append(table)
        else:
            found += [f"{table}.{key}" for key, text in rows.items() if not isinstance(text, str)]
    return found


def trouble_with(game: Packed, error: BaseException) -> str:
    """Return in one line what is wrong with a game of which an error came: the file, the line if it is known."""
    if isinstance(error, FileError):
        return one_line(str(error))
    return trouble_of(error, folder_of(package_of(game)))


def languages_of(game: Packed) -> tuple[str, ...]:
    """Return the languages that a game has, or is to have: those that it names, else those of which there is a file."""
    if game.languages:
        return tuple(language for language in LANGUAGES if language in game.languages)
    there = [language for language in WRITTEN if _has_file(package_of(game), language)] or ["en"]
    return (*there, TRADITIONAL) if SIMPLIFIED in there else tuple(there)


def _has_file(package: str, language: str) -> bool:
    return files(package).joinpath(f"texts/{language}.toml").is_file()


def missing_texts(game: Packed) -> list[str]:
    """Return what is said of files of texts that should be there: one at least, and those of languages that are named.

    Traditional Chinese follows from Simplified.
    """
    package, wanted = package_of(game), languages_of(game)
    needed = {SIMPLIFIED if language == TRADITIONAL else language for language in wanted}
    paths = [files(package).joinpath(f"texts/{language}.toml") for language in WRITTEN if language in needed]
    unknown = sorted(set(game.languages) - set(LANGUAGES))
    said = [f"languages: there is no language {name!r}; known: {', '.join(LANGUAGES)}" for name in unknown]
    return said + [f"{path}: there is no such file" for path in paths if not path.is_file()]


def untranslated(game: Packed) -> str:
    """Return in one line which texts a game lacks in which language, and where they are taken from; "" if none.

    Traditional Chinese lacks what Simplified lacks, and is not named for it.
    """
    package, said = package_of(game), []
    texts = {language: texts_of(package, language) for language in WRITTEN}
    every: set[str] = set().union(*texts.values())
    for language in WRITTEN:
        lacks = sorted(every - texts[language].keys() - texts_of(_COMMON, language).keys())
        if lacks:
            which = "has no texts" if len(lacks) == len(every) else f"lacks {len(lacks)} of {len(every)} texts"
            named = "" if len(lacks) == len(every) else f" ({', '.join(lacks[:3])}{' ...' if lacks[3:] else ''})"
            said.append(f"{language} {which}{named} and shows those in {_instead(language)}")
    return "; ".join(said)


def _instead(language: str) -> str:
    """Return the language in which is said what has no words in one."""
    return SIMPLIFIED if language == "en" else "en"


@cache
def glossary(package: str, folder: str = "texts") -> dict[str, str]:
    """Return the Traditional words of a package for Simplified ones: everybody's, and its own."""
    common = _tables(_COMMON, f"texts/{TRADITIONAL}.toml")[_GLOSSARY]
    return common | _tables(package, f"{folder}/{TRADITIONAL}.toml").get(_GLOSSARY, {})


@cache
def _tables(package: str, path: str) -> dict[str, dict[str, str]]:
    return toml_of(package, path) or {}


@cache
def _catalogue(package: str, language: str) -> dict[str, str]:
    texts = texts_of(package, _instead(language)) | texts_of(_COMMON, language) | texts_of(package, language)
    known = measured(package)
    return texts if known is None else texts | {"game.length": length_text(texts, known.alone, known.people)}


def catalogue(game: Packed, language: str) -> dict[str, str]:
    """Return all texts of a game in a language, by dotted key; what it does not say there, in one that it has.

    Raises KeyError for an unknown language.
    """
    if language not in LANGUAGES:
        raise KeyError(language)
    own = game.own_texts(language)
    texts = _catalogue(package_of(game), language)
    return {**texts, **own} if own else texts


def own_catalogue(game: Packed, language: str) -> dict[str, str]:
    """Return the texts of a game in a language without those that it shows from another one."""
    return {
        key: text
        for key, text in catalogue(game, language).items()
        if key in texts_of(_COMMON, language) or key in texts_of(package_of(game), language) or key == "game.length"
    } | dict(game.own_texts(language))


def group_word(game: Grouped, language: str, group: str, word: str) -> str | None:
    """Return what a word of a grouping for statistics is called; None where the game has no text for it."""
    return catalogue(game, language).get(f"{game.grouped_as.get(group, group)}.{word}")


def hint(game: Packed, label: Phrase) -> Phrase | None:
    """Return what an action brings about: `action_help.<name>` for a label `action.<name>`, if the game has it."""
    key = f"action_help.{label.key.partition('.')[2]}"
    package = package_of(game)
    return Phrase(key, label.words) if any(key in texts_of(package, language) for language in WRITTEN) else None


@cache
def _document(package: str, name: str, language: str) -> str:
    path = files(package) / f"{name}.{language}.md"
    if path.is_file():
        try:
            return path.read_text(encoding="utf-8")
        except UnicodeDecodeError as error:
            raise FileError(f"{path}: not UTF-8 text (byte {error.start})") from None
    return traditional(_document(package, name, SIMPLIFIED), glossary(package)) if language == TRADITIONAL else ""


def _readable(game: Packed, name: str, language: str) -> str:
    package = package_of(game)
    return _document(package, name, language) or _document(package, name, _instead(language))


def rulebook(game: Packed, language: str) -> str:
    """Return a game's rulebook in a language as Markdown, else in one that it has, empty if it has none."""
    return _readable(game, "rulebook", language)


def rulings(game: Packed, language: str) -> str:
    """Return a game's answers to disputed questions as Markdown, found like the rulebook, empty if it has none."""
    return _readable(game, "rulings", language)


def rule_numbers(game: Packed, language: str = "en") -> list[str]:
    """Return the rule numbers that lead paragraphs of a rulebook, in its order."""
    return _RULE_LEAD.findall(rulebook(game, language))


def own_rule_numbers(game: Packed, language: str) -> list[str]:
    """Return the same of the rulebook in this language and no other."""
    return _RULE_LEAD.findall(_document(package_of(game), "rulebook", language))


def rule_text(game: Packed, rule: str, language: str) -> str:
    """Return the paragraph of one rule in a rulebook, empty if there is none."""
    pattern = re.compile(
        rf"^.*\*\*{re.escape(rule)}\*\*.*(?:\n(?!\s*$|.*\*\*[A-Z]{{2,4}}-|#|\|).*)*",
        re.MULTILINE,
    )
    found = pattern.search(rulebook(game, language))
    return found.group(0).strip() if found else ""


def say(
    game: Packed,
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
    text = texts.get(key, key)
    said, end = "", 0
    for hole in _HOLE.finditer(text):
        if hole[1] in known:
            value = known[hole[1]]
            said, filled = _apart(said, text[end : hole.start()]), word(value)
            if isinstance(value, Mapping) and "seat" not in value and (_BEGINS.match(filled) or _COLON.search(said)):
                said = _ended(said)
            said = _apart(said, filled)
            end = hole.end()
    return _apart(said, text[end:])


def joined(before: str, after: str) -> str:
    """Join two pieces of a sentence: no full stop follows another mark that ends it, and none stands before a comma."""
    if after.startswith(_STOPS) and not after.startswith("...") and _ENDED.search(before):
        return before + after[1:]
    return _STOPPED.sub("", before) + after if after.startswith(_GOES_ON) else before + after


def _ended(before: str) -> str:
    """End with a full stop, not with a colon, what stands beside a clause that has one."""
    for colon, stop in _ENDS.items():
        before = f"{before.removesuffix(colon)}{stop}" if before.endswith(colon) else before
    return before


def _apart(before: str, after: str) -> str:
    """Join what is put together: between Chinese letters and Latin ones or numbers there is a space."""
    return f"{before} {after}" if _TOUCH.fullmatch(before[-1:] + after[:1]) else joined(before, after)


def seat_name(game: Packed, language: str, seat: int, names: Sequence[str]) -> str:
    """Return a seat's name, or "Seat 1" and so on."""
    if 0 <= seat < len(names):
        return names[seat]
    return catalogue(game, language)["common.seat"].replace("{number}", str(seat + 1))
