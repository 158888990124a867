"""Words of a player's own cards: names and texts stand in his files, the printed ones' in the texts of the game."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from typing import Final

from shapan.engine.text import glossary, texts_of
from shapan.engine.traditional import SIMPLIFIED, TRADITIONAL, traditional
from shapan.games.malifaux import roster
from shapan.games.malifaux.cards.name import Name

_PACKAGE: Final = "shapan.games.malifaux"


def _named() -> Iterator[tuple[str, Name]]:
    """Yield all that cards name, by the key of its text."""
    library = roster.LIBRARY
    for model in library.models:
        yield f"model.{model.id}", model.name
        for table, found in (
            ("faction", model.factions),
            ("keyword", model.keywords),
            ("characteristic", model.characteristics),
        ):
            for word in found:
                yield f"{table}.{word}", Name(word.replace("_", " ").title())
        for ability in model.abilities:
            yield f"ability.{ability.id}", ability.name
        for action in model.actions:
            for one in action.triggers:
                yield f"trigger.{one.trigger.id}", one.trigger.name
    for of, name in zip(library.action_ids, library.action_names, strict=True):
        yield f"card_action.{of}", name
    for marker in library.markers:
        yield f"marker.{marker.id}", marker.name
    yield from library.texts.items()
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
