"""The templates and names of one language (`wording/<language>.toml`), and what they are filled with."""
# Stays plain: draws for people

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from typing import Final

from shapan.engine.text import texts_of

PACKAGE: Final = "shapan.games.malifaux"
_HOLE: Final = re.compile(r"\{(\w+)\}")
_TOUCH: Final = re.compile(r"(?<=[㐀-鿿])(?=[A-Za-z\d+−])|(?<=[A-Za-z\d%+])(?=[㐀-鿿])")


class Phrasebook:
    """Says things in one language. What it has no words for is said by its plain name, and noted in `lacking`."""

    def __init__(self, language: str, own_names: Mapping[str, str]) -> None:
        self.texts = texts_of(PACKAGE, language, "wording")
        self.names = {**own_names, **texts_of(PACKAGE, language)}
        self.lacking: list[str] = []

    def has(self, key: str) -> bool:
        return key in self.texts

    def say(self, key: str, **words: str) -> str:
        """Return a template with its holes filled; without one, the last word of its key with all that it would say."""
        template = self.texts.get(key)
        if template is None:
            self.lacking.append(key)
            said = ", ".join(f"{name}: {word}" for name, word in words.items())
            plain = key.rpartition(".")[2].replace("_", " ")
            return f"{plain} ({said})" if said else plain
        for hole in _HOLE.findall(template):
            if hole not in words:
                self.lacking.append(f"{key} {{{hole}}}")
        return _HOLE.sub(lambda hole: words.get(hole.group(1), hole.group(1)), template)

    def name(self, word: str, *tables: str) -> str:
        """Return what a word is called in the first table that has it; one of a file's own is called like its id."""
        for table in tables:
            for texts in (self.texts, self.names):
                if f"{table}.{word}" in texts:
                    return texts[f"{table}.{word}"]
        self.lacking.append(f"{'/'.join(tables)}.{word}")
        return word.replace("_", " ").title()

    def joined(self, parts: Iterable[str], joint: str) -> str:
        """Return phrases with a joint between them: comma, or, and, pause."""
        return self.texts[f"joint.{joint}"].join(parts)

    def sentences(self, clauses: Iterable[str]) -> str:
        """Return clauses as sentences, with spaces between Chinese and other letters."""
        made = [self.say("joint.sentence", clause=f"{one[:1].upper()}{one[1:]}") for one in clauses if one]
        return _TOUCH.sub(" ", self.joined(made, "sentences"))
