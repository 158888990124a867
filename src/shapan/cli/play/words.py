"""The program's words on the playing screen, which stand beside the game's own words in the same language."""

from __future__ import annotations

from shapan.engine.text import texts_of


def words(language: str) -> dict[str, str]:
    """Return the words of the screen in a language, by key."""
    texts = texts_of("shapan.cli.play", language)
    return {key.removeprefix("play."): text for key, text in texts.items()}
