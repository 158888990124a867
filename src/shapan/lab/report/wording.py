"""Words of a report: those of its own, and the game's names for seats, groups, questions and choices."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from functools import cache, cached_property
from typing import Any

from shapan.engine.data import standard
from shapan.engine.game import Game
from shapan.engine.kinds import Enum
from shapan.engine.text import catalogue, group_word, texts_of
from shapan.lab.answers import read_name
from shapan.lab.shares import SEAT

_HOLE = re.compile(r"\{(\w+)\}")
_RULES = {"no variant": "rules_plain", "default rules": "rules_usual"}
_BETWEEN = re.compile(r"(?<=[\u4e00-\u9fff]) (?=[\u4e00-\u9fff])")
"""A space between two Chinese characters: there for a name in Latin letters that was none."""
_CLAUSE = re.compile(r"[,，:：;；。?？]")


@cache
def own_words(language: str) -> dict[str, str]:
    """Return the words of reports in a language."""
    texts = texts_of("shapan.lab.report", language, "words")
    return {key.removeprefix("report."): text for key, text in texts.items()}


class Wording:
    """Says things in one language. `bot_name` turns the name of a bot into words."""

    def __init__(self, game: Game[Any], language: str, bot_name: Callable[[str], str] = str) -> None:
        self.game = game
        self.language = language
        self.texts = catalogue(game, language)
        self.words = own_words(language)
        self.bot_name = bot_name

    def say(self, key: str, **parameters: object) -> str:
        """Return a sentence of the report."""
        said = _HOLE.sub(lambda hole: str(parameters.get(hole[1], hole[0])), self.words[key])
        return _BETWEEN.sub("", said)

    # Numbers

    def percent(self, share: float) -> str:
        """Return a share in percent, with one decimal."""
        return self.say("percent", number=f"{100 * share:.1f}")

    def interval(self, low: float, high: float) -> str:
        """Return two shares as an interval of percents."""
        return self.say("interval", low=f"{100 * low:.1f}", high=f"{100 * high:.1f}")

    def points(self, low: float, high: float, decimals: int = 1) -> str:
        """Return two differences as an interval of points, with signs."""
        return self.say("interval", low=signed(100 * low, decimals), high=signed(100 * high, decimals))

    # Names

    @property
    def game_name(self) -> str:
        """The name of the game."""
        return self.texts.get("game.name", self.game.name)

    def seat(self, seat: int) -> str:
        """Return the name of a seat, counted from 0."""
        return self.texts["common.seat"].replace("{number}", str(seat + 1))

    def topic(self, topic: str) -> str:
        """Return what a topic compares."""
        if topic in {SEAT, "bot"}:
            return self.say(f"wins_{topic}")
        return self.texts.get(f"label.{topic}", _plain(topic))

    def word(self, topic: str, word: str) -> str:
        """Return the name of a word of a topic."""
        if topic == SEAT:
            return self.seat(int(word))
        if topic == "bot":
            return self.bot_name(word)
        return group_word(self.game, self.language, topic, word) or _plain(word)

    def kind(self, kind: str) -> str:
        """Return a short name of a kind of question: the part of its text that holds for every such question."""
        text = self.texts.get(f"prompt.{kind}", _plain(kind))
        clauses, at = [], 0
        for mark in [*(found.end() for found in _CLAUSE.finditer(text)), len(text)]:
            clauses.append(text[at:mark])
            at = mark
        hole = next((place for place, clause in enumerate(clauses) if _HOLE.search(clause)), len(clauses))
        kept = "".join(clauses[:hole]) if hole else text
        return _HOLE.sub("…", kept).strip(" ,，:：;；。?？")

    def choice(self, name: str) -> str:
        """Return the name of a choice, such as `build` or `choose_race.gaia`."""
        family, _, word = name.partition(".")
        text = self.texts.get(f"action.{family}") or self._prompt_of(family)
        return _HOLE.sub(lambda hole: self.texts.get(f"{hole[1]}.{word}", word) if word else "…", text).strip()

    def answer(self, name: str) -> str:
        """Return the name of a whole answer, such as `attack(planet=terra, fleets=2)`: "Attack Terra (fleets: 2)"."""
        word, fields = read_name(name)
        text = self.texts.get(f"action.{word}") or self._prompt_of(word)
        shown = {field: self._value(field, value) for field, value in fields.items()}
        holes = set(_HOLE.findall(text))
        text = _HOLE.sub(lambda hole: shown.get(hole[1], "…"), text).strip()
        english = self.language == "en"
        more = (", " if english else "、").join(self._field(*one) for one in shown.items() if one[0] not in holes)
        return text if not more else f"{text} ({more})" if english else f"{text}（{more}）"

    def _field(self, field: str, value: str) -> str:
        """Return a field of an answer with its value; the value alone where texts have no name for the field."""
        if self.language == "en":
            return f"{self.texts.get(f'label.{field}', _plain(field))}: {value}"
        return f"{self.texts[f'label.{field}']}：{value}" if f"label.{field}" in self.texts else value

    def _value(self, field: str, value: str) -> str:
        """Return a word of an answer by the game's texts; one that they do not know as it is."""
        if value in ("yes", "no"):
            return self.texts.get(f"common.{value}", value)
        tables = (field, *self._tables.get(field, ()))
        return next((self.texts[key] for table in tables if (key := f"{table}.{value}") in self.texts), _plain(value))

    @cached_property
    def _tables(self) -> dict[str, list[str]]:
        """Where texts name the words of a parameter, by its name."""
        found: dict[str, list[str]] = {}
        for family in self.game.actions.by_number.values():
            for parameter, kind in family.parameters:
                if isinstance(kind, Enum) and kind.table:
                    found.setdefault(parameter, []).append(kind.table)
        return found

    def _prompt_of(self, name: str) -> str:
        return self.kind(name) if f"prompt.{name}" in self.texts else _plain(name)

    def result(self, result: str) -> str:
        """Return the name of an ending."""
        if not result:
            return self.say("no_end")
        return self.texts.get(f"label.{result}", self.texts.get(f"result.{result}", _plain(result)))

    def option(self, name: str, value: Any) -> str:
        """Return an option with its value."""
        title = self.texts.get(f"option.{name}", _plain(name))
        listed = self._listed(name, value) if isinstance(value, list) else str(value)
        colon = ": " if self.language == "en" else "："
        return f"{title}{colon}{self.texts.get(f'option_value.{name}.{value}', listed)}"

    def _listed(self, name: str, words: list[str]) -> str:
        """Return a list of words, each by its own text, or by that of the face it is."""
        keys = (f"option_value.{name}.{{}}", "face.{}")
        texts = [[self.texts.get(key.format(word)) for key in keys] for word in words]
        return self.say("comma").join(
            next(filter(None, found), _plain(word)) for word, found in zip(words, texts, strict=True)
        )

    def rules(self, name: str) -> str:
        """Return the name of a set of rules; of those without a name of their own, in this language."""
        return self.say("comma").join(self.say(_RULES[part]) if part in _RULES else part for part in name.split(", "))

    def unusual(self, plan: Mapping[str, Any]) -> list[str]:
        """Return what of a plan differs from the game as it is: options, then values of tables with what they were."""
        usual = self.game.resolve({}, int(plan["seats"]))
        named = [self.option(name, value) for name, value in plan["options"].items() if usual.get(name) != value]
        before = standard(self.game.data)
        for table, rows in plan["tables"].items():
            for row, values in rows.items():
                was = before[table][row]
                named += [f"{table}.{row}.{name}: {_told(was[name])} → {_told(new)}" for name, new in values.items()]
        return named


def signed(number: float, decimals: int = 1) -> str:
    """Return a number with its sign."""
    shown = f"{number:+.{decimals}f}"
    return shown.replace("-", "−") if float(shown) else shown[1:]


def _told(value: Any) -> str:
    return ", ".join(map(str, value)) if isinstance(value, list | tuple) else str(value)


def _plain(name: str) -> str:
    return name.replace("_", " ")
