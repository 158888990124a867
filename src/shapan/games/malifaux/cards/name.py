"""Names of models, actions, abilities and triggers. They are shown and never tested (crews 7.8)."""

from __future__ import annotations

from dataclasses import dataclass

from shapan.games.malifaux.cards.row import Row


@dataclass(frozen=True, slots=True)
class Name:
    """A name in English and Chinese. Without a Traditional one it follows from the Simplified, else it is English."""

    en: str
    zh_hans: str = ""
    zh_hant: str = ""


def read_name(row: Row, of: str) -> Name:
    """Read the field `name`; without it the name is made of the id."""
    return read_words(row, "name", 60) if row.has("name") else Name(of.replace("_", " ").title())


def read_words(row: Row, key: str, most: int) -> Name:
    """Read a text of at most so many letters in English and, if it is there, in Chinese."""
    inner = row.row(key)
    words = Name(
        inner.text("en", most),
        inner.text("zh_hans", most) if inner.has("zh_hans") else "",
        inner.text("zh_hant", most) if inner.has("zh_hant") else "",
    )
    inner.close()
    return words
