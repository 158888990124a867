"""Reads names, and what cards say of themselves to people."""

from __future__ import annotations

from shapan.games.malifaux.cards.name import Name
from shapan.games.malifaux.cards.row import Row


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


def read_text(row: Row, table: str, of: str) -> None:
    """Read the field `text`: what a card says of itself to people."""
    if row.has("text"):
        row.references.texts[f"{table}.{of}"] = read_words(row, "text", 400)
