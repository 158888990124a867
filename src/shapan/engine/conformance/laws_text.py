"""Laws of words: everything that can be shown has a text in every language of the game, with placeholders that fit."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from shapan.engine.conformance.report import Report
from shapan.engine.expectation import is_row, keeps_order, rows_of
from shapan.engine.game import Game
from shapan.engine.kinds import BySeat, Cards, Enum, Kind, Many
from shapan.engine.shape import GROUPS, LIST, LISTS, NUMBERED
from shapan.engine.sparse_table import SparseTable
from shapan.engine.text import languages_of, own_catalogue, own_rule_numbers, rule_numbers, untranslated
from shapan.engine.view import Group, Record, kinds_of

_HOLE = re.compile(r"\{(\w+)\}")


class Texts:
    """The texts and rule numbers of a game. With `on` false (toy games) only rule numbers are checked."""

    def __init__(self, game: Game[Any], on: bool) -> None:
        self.game = game
        self.on = on
        self.catalogues = {language: own_catalogue(game, language) for language in languages_of(game)} if on else {}
        self.book = set(rule_numbers(game))
        self.prefix = f"{game.prefix}-"
        self.rules = self.book | declared_rules(game)
        if on:
            self.rules |= {key.removeprefix("rule.") for key in self.first if key.startswith("rule.")}
        self._done: dict[tuple[str, tuple[str, ...]], list[str]] = {}

    @property
    def first(self) -> dict[str, str]:
        """The texts in the game's first language."""
        return next(iter(self.catalogues.values()))

    def knows(self, rule: str) -> bool:
        """Tell whether there is such a rule; without rulebook and texts the game's prefix has to do."""
        return rule in self.rules or (not self.book and not self.on and rule.startswith(self.prefix))

    def has(self, key: str) -> bool:
        """Tell whether the game has a text that it may leave out."""
        return any(key in texts for texts in self.catalogues.values())

    def missing(self, key: str, words: Iterable[str]) -> list[str]:
        """Return what is wrong with a text: missing in a language, empty, or with a hole that nothing fills."""
        known = set(words)
        wrong = []
        for language, texts in self.catalogues.items():
            if not texts.get(key):
                wrong.append(f"{language}: no text {key}")
            else:
                holes = sorted(set(_HOLE.findall(texts[key])) - known)
                wrong += [f"{language}: {key} needs {{{hole}}}" for hole in holes]
        return wrong

    def wrong(self, key: str, words: Mapping[str, Any]) -> list[str]:
        """Return what is wrong with a text and the words that it was shown with; looked up once."""
        mark = key, tuple(sorted(words))
        if mark not in self._done:
            self._done[mark] = self.missing(key, words)
        return self._done[mark]


def declared_rules(game: Game[Any]) -> set[str]:
    """Return the rule numbers that events, prompts and options name."""
    rules = {event.rule for event in game.events.types} | {prompt.rule for prompt in game.prompts}
    return (rules | {option.rule for option in game.options}) - {""}


def check_rules(game: Game[Any], texts: Texts, report: Report) -> None:
    """Every event and prompt names its rule; where there is a rulebook it has the rules, in every language."""
    for event in game.events.types:
        report.expect("rules_named", bool(event.rule), {"event": event.key}, "an event without a rule")
    for prompt in game.prompts:
        report.expect("rules_named", bool(prompt.rule), {"prompt": prompt.key}, "a prompt without a rule")
    if not texts.book:
        return
    for rule in sorted(declared_rules(game)):
        report.expect("rules_in_book", rule in texts.book, {"rule": rule}, "not in the rulebook")
    for language in languages_of(game):
        numbers = own_rule_numbers(game, language)
        other = sorted(texts.book ^ set(numbers))
        report.expect("rules_in_book", not other, {"language": language}, f"not in both languages: {other[:5]}")
        twice = sorted({rule for rule in numbers if numbers.count(rule) > 1})
        report.expect("rules_in_book", not twice, {"language": language}, f"twice: {twice[:5]}")


def check_lists(game: Game[Any], report: Report) -> None:
    """A game that names the lists with an order (`rows`) names each whose order an answer keeps, and no other."""
    rows = rows_of(game)
    for prompt in game.prompts if rows is not None else ():
        for row in prompt.rows if prompt.many else ():
            for part in row.parts:
                if not part.name or part.shape not in {LIST, LISTS, NUMBERED, GROUPS}:
                    continue
                keeps, named = keeps_order(prompt, part), is_row(part.name, rows, row.word)
                place = {"prompt": prompt.key, "list": f"{row.word}.{part.name}"}
                report.expect("answer_rows", keeps == named, place, f"order kept: {keeps}; in rows: {named}")


def check_texts(game: Game[Any], texts: Texts, report: Report) -> None:
    """All declared keys have texts in the game's languages, and these have the same keys and placeholders."""
    lacking = untranslated(game)
    report.notes += [f"languages: {lacking}"] if lacking else []
    for key, words in sorted(declared_keys(game).items()):
        wrong = texts.missing(key, words)
        report.expect("texts_there", not wrong, {"key": key}, "; ".join(wrong))
    for term in sorted(set(declared_terms(game))):
        wrong = texts.missing(term, ())
        report.expect("texts_terms", not wrong, {"key": term}, "; ".join(wrong))
    for language, rows in texts.catalogues.items():
        other = sorted(set(rows) ^ set(texts.first))
        report.expect("texts_same_keys", not other, {"language": language}, f"not in both: {other[:5]}")
        for key in sorted(set(rows) & set(texts.first)):
            same = sorted(_HOLE.findall(rows[key])) == sorted(_HOLE.findall(texts.first[key]))
            report.expect("texts_same_holes", same, {"language": language, "key": key}, f"{rows[key]!r}")


def declared_keys(game: Game[Any]) -> dict[str, list[str]]:
    """Return the text keys that the game's declarations need, with the words their texts may use."""
    keys: dict[str, list[str]] = {"game.name": [], "game.tagline": [], "game.about": [], "game.length": []}
    for event in game.events.types:
        open_words = [name for name, _ in event.parameters]
        keys[f"event.{event.key}"] = open_words
        if event.counted:
            keys[f"event.{event.key}_none"] = open_words
        if event.secret:
            keys[f"event.{event.key}_secret"] = open_words + [name for name, _ in event.secret]
    if type(game).label is Game.label:
        for family in game.actions.by_number.values():
            keys[f"action.{family.name}"] = [name for name, _ in family.parameters]
    for option in game.options:
        keys[f"option.{option.name}"] = []
        keys[f"option_help.{option.name}"] = []
    return keys


def declared_terms(game: Game[Any]) -> Iterator[str]:
    """Yield the text keys of all words that parameters and views can show by a term."""
    for event in game.events.types:
        for _, kind in (*event.parameters, *event.secret):
            yield from _terms(kind)
    for family in game.actions.by_number.values():
        for _, kind in family.parameters:
            yield from _terms(kind)
    if game.view_class is not None and type(game).board is not Game.board:
        for _, kind in kinds_of(game.view_class):
            yield from _terms(kind)


def _terms(kind: Kind) -> Iterator[str]:
    if isinstance(kind, Enum) and kind.table:
        yield from (f"{kind.table}.{name}" for name in kind.names)
    elif isinstance(kind, Cards):
        yield from _terms(kind.card)
    elif isinstance(kind, (Many, BySeat)):
        yield from _terms(kind.kind)
    elif isinstance(kind, SparseTable):
        for inner in (kind.name, *kind.kinds):
            yield from _terms(inner)
    elif isinstance(kind, Record):
        for _, inner in kinds_of(kind.cls):
            yield from _terms(inner)
    elif isinstance(kind, Group):
        for one in kind.shown:
            yield from _terms(one.kind)
