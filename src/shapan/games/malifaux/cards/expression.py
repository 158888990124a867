"""Expressions (crews 2.3): numbers and conditions of effects, read from a line of text into a small tree.

min(count(ram), 2)      source in (action, trigger)      health <= div_up(max_health, 2) and enemy(target)
"""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import partial
from typing import Final

from shapan.games.malifaux.cards import words
from shapan.games.malifaux.cards.expression_tree import Expression, number
from shapan.games.malifaux.cards.expression_words import CONSTANTS, EXPRESSION_WORDS, FLAG, FUNCTIONS, NUMBER
from shapan.games.malifaux.cards.row import shown

COMPARISONS: Final = ("=", "!=", "<", "<=", ">", ">=")
_TOKEN: Final = re.compile(r"\s*(\d+|[a-z][a-z0-9_]*|<=|>=|!=|[-+*=<>(),])")
MINUS: Final = "-"
OPENING: Final = "("
MAX_TOKENS: Final = 200
MAX_DIGITS: Final = 4
DEEPEST: Final = 20
"""Brackets, signs and words that stand in front of another part, in one another."""
_SIGNS: Final = str.maketrans({"−": "-", "×": "*", "≤": "<=", "≥": ">=", "≠": "!="})


def parse(text: str) -> tuple[Expression, str]:
    """Return the tree of a text and what it gives: `number` or `flag`. Raises ValueError with what is wrong."""
    reader = _Reader(text)
    tree, gives = reader.choice()
    reader.end()
    if gives not in {NUMBER, FLAG}:
        raise ValueError(f"{gives} is only compared with one of {', '.join(CONSTANTS[gives])}")
    return tree, gives


class _Reader:
    """Reads from left to right: or, and, not, comparison, sum, product, term."""

    def __init__(self, text: str) -> None:
        self.tokens: list[str] = []
        plain = text.translate(_SIGNS)
        at = 0
        while plain[at:].strip():
            found = _TOKEN.match(plain, at)
            if not found:
                raise ValueError(f"cannot read {shown(plain[at:].strip())}")
            self.tokens.append(found.group(1))
            at = found.end()
            if len(self.tokens) > MAX_TOKENS:
                raise ValueError(f"it is too long: at most {MAX_TOKENS} words, numbers and signs")
            if found.group(1).isdecimal() and len(found.group(1)) > MAX_DIGITS:
                raise ValueError(f"a number has too many digits: at most {MAX_DIGITS}")
        self.at = 0
        self.depth = 0

    def peek(self) -> str:
        return self.tokens[self.at] if self.at < len(self.tokens) else ""

    def take(self, *wanted: str) -> str:
        token = self.peek()
        if token not in wanted:
            raise ValueError(f"needs {' or '.join(wanted)} instead of {token or 'the end'!r}")
        self.at += 1
        return token

    def end(self) -> None:
        if self.peek():
            raise ValueError(f"{self.peek()!r} follows what was complete")

    def choice(self) -> tuple[Expression, str]:
        return self._deeper(partial(self._joined, "or", self.condition))

    def _deeper(self, read: Callable[[], tuple[Expression, str]]) -> tuple[Expression, str]:
        self.depth += 1
        if self.depth > DEEPEST:
            raise ValueError(f"it is nested too deeply: at most {DEEPEST} brackets")
        found = read()
        self.depth -= 1
        return found

    def condition(self) -> tuple[Expression, str]:
        return self._joined("and", self.denial)

    def _joined(self, word: str, part: Callable[[], tuple[Expression, str]]) -> tuple[Expression, str]:
        left, gives = part()
        while self.peek() == word:
            self.at += 1
            right, also = part()
            _plain(gives)
            _plain(also)
            left, gives = Expression(word, parts=(left, right)), FLAG
        return left, gives

    def denial(self) -> tuple[Expression, str]:
        if self.peek() != "not":
            return self.comparison()
        self.at += 1
        part, gives = self._deeper(self.denial)
        _plain(gives)
        return Expression("not", parts=(part,)), FLAG

    def comparison(self) -> tuple[Expression, str]:
        left, gives = self.sum()
        sign = self.peek()
        if sign == "in":
            self.at += 1
            self.take("(")
            parts = [left, self.constant(gives)]
            while self.peek() == ",":
                self.at += 1
                parts.append(self.constant(gives))
            self.take(")")
            return Expression("in", parts=tuple(parts)), FLAG
        if sign not in COMPARISONS:
            return left, gives
        self.at += 1
        if gives in CONSTANTS:
            if sign not in {"=", "!="}:
                raise ValueError(f"{gives} is a word: compare it with = or !=")
            return Expression(sign, parts=(left, self.constant(gives))), FLAG
        right, also = self.sum()
        _plain(also)
        return Expression(sign, parts=(left, right)), FLAG

    def constant(self, of: str) -> Expression:
        if of not in CONSTANTS:
            raise ValueError(f"only {', '.join(CONSTANTS)} are compared with words")
        token = self.take(*CONSTANTS[of])
        return Expression("constant", CONSTANTS[of].index(token), token)

    def sum(self) -> tuple[Expression, str]:
        return self._calculated(("+", "-"), self.product)

    def product(self) -> tuple[Expression, str]:
        return self._calculated(("*",), self.term)

    def _calculated(self, signs: tuple[str, ...], part: Callable[[], tuple[Expression, str]]) -> tuple[Expression, str]:
        left, gives = part()
        while self.peek() in signs:
            sign = self.take(*signs)
            right, also = part()
            _plain(gives)
            _plain(also)
            left, gives = Expression(sign, parts=(left, right)), NUMBER
        return left, gives

    def term(self) -> tuple[Expression, str]:
        token = self.peek()
        self.at += 1
        if token.isdecimal():
            return number(int(token)), NUMBER
        if token == MINUS:
            part, gives = self._deeper(self.term)
            _plain(gives)
            if part.is_fixed():
                return number(-part.value), NUMBER
            return Expression("-", parts=(number(0), part)), NUMBER
        if token == OPENING:
            inner, gives = self.choice()
            self.take(")")
            return inner, gives
        if token in FUNCTIONS:
            return self.function(token)
        if token not in EXPRESSION_WORDS:
            raise ValueError(f"{token or 'the end'!r} is no word of expressions; known: {', '.join(EXPRESSION_WORDS)}")
        return self.call(token)

    def function(self, name: str) -> tuple[Expression, str]:
        self.take("(")
        parts = []
        for at in range(FUNCTIONS[name]):
            if at:
                self.take(",")
            part, gives = self.choice()
            _plain(gives)
            parts.append(part)
        self.take(")")
        return Expression(name, parts=tuple(parts)), NUMBER

    def call(self, name: str) -> tuple[Expression, str]:
        word = EXPRESSION_WORDS[name]
        given: list[str] = []
        if self.peek() == "(":
            self.at += 1
            while self.peek() != ")":
                if given:
                    self.take(",")
                given.append(self.peek())
                self.at += 1
            self.at += 1
        missing = len(word.takes) - len(given)
        if missing < 0 or missing > len(word.defaults):
            wanted = f"{name}({', '.join(word.takes)})" if word.takes else name
            raise ValueError(f"needs {wanted}, not {len(given)} words in brackets")
        if missing:
            given.extend(word.defaults[-missing:])
        for kind, token in zip(word.takes, given, strict=True):
            choices = _CHOICES.get(kind)
            if choices and token not in choices:
                raise ValueError(f"{token!r} in {name} is none of {', '.join(choices)}")
            if not choices and not re.fullmatch(r"[a-z0-9][a-z0-9_]*", token):
                raise ValueError(f"{token!r} in {name} is no word")
        return Expression("call", word=name, arguments=tuple(given)), word.gives


_CHOICES: Final = {
    "who": words.WHO, "suit": words.SUITS, "player": words.PLAYERS, "condition": words.CONDITIONS,
}  # fmt: skip


def _plain(gives: str) -> None:
    if gives not in {NUMBER, FLAG}:
        raise ValueError(f"{gives} is only compared with one of {', '.join(CONSTANTS[gives])}")
