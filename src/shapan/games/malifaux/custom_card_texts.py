"""Words of a player's own cards: names and texts stand in the files, the printed ones' in the texts of the game.

What a file says no text of has words made of its effects.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from typing import Final

from shapan.engine.text import glossary, texts_of
from shapan.engine.traditional import SIMPLIFIED, TRADITIONAL, traditional
from shapan.games.malifaux import roster
from shapan.games.malifaux.cards.name import Name
from shapan.games.malifaux.wording.library import generated, names_of

_PACKAGE: Final = "shapan.games.malifaux"


def _named() -> Iterator[tuple[str, Name]]:
    """Yield all that cards name and say, by the key of its text."""
    library = roster.LIBRARY
    yield from names_of(library)
    yield from library.texts.items()
    yield from generated(library).items()
    yield f"option_value.card_set.{roster.CARD_SET}", Name("With own cards", "含自制卡牌")


@cache
def texts(language: str) -> dict[str, str]:
    """Return the texts of a player's own cards in a language: Chinese where the files have it, else English."""
    known = texts_of(_PACKAGE, "en")
    return {key: _said(name, language) for key, name in _named() if key not in known}


def _said(name: Name, language: str) -> str:
    if language == SIMPLIFIED:
        return name.zh_hans or name.en
    if language == TRADITIONAL:
        return name.zh_hant or (traditional(name.zh_hans, glossary(_PACKAGE)) if name.zh_hans else name.en)
    return name.en
