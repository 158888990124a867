"""Rulebooks and rulings as pages: Markdown to HTML, a numbered rule is an anchor, every mention of one a link."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cache
from typing import Any

from markdown_it import MarkdownIt
from markdown_it.token import Token

from shapan.engine.game import Game
from shapan.engine.registry import find
from shapan.engine.text import rule_numbers, rulebook, rulings

_HEADINGS = ("h2", "h3")


@dataclass(slots=True, frozen=True)
class Book:
    """A document in one language: its HTML, and (anchor, heading, level) for the contents."""

    html: str
    contents: tuple[tuple[str, str, str], ...]


@cache
def book(game: str, language: str) -> Book | None:
    """Return a game's rulebook, in another language if there is none in this one, None if there is none at all."""
    definition = find(game)
    return _drawn(definition, language, rulebook(definition, language))


@cache
def answers(game: str, language: str) -> Book | None:
    """Return a game's rulings, with links into its rulebook; like `book` where there are none in the language."""
    definition = find(game)
    return _drawn(definition, language, rulings(definition, language), f"/rules/{game}")


def _drawn(definition: Game[Any], language: str, text: str, page: str = "") -> Book | None:
    """Return a document drawn; rules are on another page, if one is named."""
    if not text:
        return None
    markdown = MarkdownIt("commonmark", {"html": False}).enable("table")
    tokens = markdown.parse(text)
    contents = _number_headings(tokens)
    rules = set(rule_numbers(definition, language)) | set(rule_numbers(definition, "en"))
    _mark_rules(tokens, rules, page)
    return Book(markdown.renderer.render(tokens, markdown.options, {}), tuple(contents))


def _number_headings(tokens: list[Token]) -> list[tuple[str, str, str]]:
    contents: list[tuple[str, str, str]] = []
    for place, token in enumerate(tokens):
        if token.type == "heading_open" and token.tag in _HEADINGS:
            anchor = f"section-{len(contents) + 1}"
            token.attrSet("id", anchor)
            contents.append((anchor, tokens[place + 1].content, token.tag))
    return contents


def _mark_rules(tokens: list[Token], rules: set[str], page: str) -> None:
    """Give the lead of each rule its number as anchor, and turn other mentions into links."""
    mention = re.compile("|".join(sorted((rf"\b{re.escape(rule)}\b(?!\.?\d)" for rule in rules), reverse=True)) or "$^")
    anchored: set[str] = set()
    for token in tokens:
        if token.type != "inline" or token.children is None:
            continue
        children: list[Token] = []
        inside = 0
        for child in token.children:
            text = child.content
            if child.type == "link_open":
                inside += 1
            elif child.type == "link_close":
                inside -= 1
            is_lead = bool(children) and children[-1].type == "strong_open" and text in rules and text not in anchored
            if is_lead:
                children[-1].attrSet("id", text)
                children[-1].attrSet("class", "lead")
                anchored.add(text)
            if child.type == "text" and not inside and not is_lead:
                children += _linked(child, mention, page)
            else:
                children.append(child)
        token.children = children


def _linked(token: Token, mention: re.Pattern[str], page: str) -> list[Token]:
    parts: list[Token] = []
    last = 0
    for found in mention.finditer(token.content):
        rule = found.group(0)
        parts += [
            _text(token.content[last : found.start()]),
            Token("link_open", "a", 1, attrs={"href": f"{page}#{rule}"}),
            _text(rule),
            Token("link_close", "a", -1),
        ]
        last = found.end()
    return [*parts, _text(token.content[last:])] if parts else [token]


def _text(content: str) -> Token:
    token = Token("text", "", 0)
    token.content = content
    return token


def titles(texts: dict[str, Any]) -> list[tuple[str, str]]:
    """Return (rule, title) of all rules that a catalogue names, for games without a rulebook."""
    return [(key.removeprefix("rule."), str(text)) for key, text in texts.items() if key.startswith("rule.")]
