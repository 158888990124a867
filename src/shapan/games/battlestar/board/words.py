"""Words of the table: names of cards, places and people as phrases."""
# Stays plain: draws for people

from __future__ import annotations

from typing import Final

from shapan.engine.kinds import Kind
from shapan.engine.scene import Phrase, Suit
from shapan.games.battlestar import names

SUITS: Final = [
    Suit(letters, tone + 1, f"k-{letters}", Phrase(f"skill_type.{letters}")) for tone, letters in enumerate(names.TYPES)
]


def say(table: str, name: str) -> Phrase:
    """Return the phrase of a word of a table."""
    return Phrase(f"{table}.{name}")


def term_of(kind: Kind, value: int) -> tuple[str, str]:
    """Return the table and the name of a card, place or other thing of a kind."""
    table, name = kind.phrase(value)["term"].split(".")
    return table, name


def name_of(kind: Kind, value: int) -> Phrase:
    """Return what a card, place or other thing is called."""
    return say(*term_of(kind, value))


def help_of(kind: Kind, value: int) -> Phrase:
    """Return what a card does, or what is done at a place."""
    table, name = term_of(kind, value)
    return say(f"{table}_help", name)


def skill_of(card: int, table: str = "skill") -> Phrase:
    """Return the name of what a skill card does, or another text of it."""
    return Phrase(f"{table}.{names.SKILL_IDS[names.type_of(card)][names.is_rare(card)]}")


def place_of(place: int) -> Phrase:
    """Return where somebody is: a location, in a viper, off the board."""
    if names.SPACE <= place < names.OFF:
        return Phrase("board.in_viper", {"number": place - names.SPACE})
    return name_of(names.PLACE, place)


def sheet(character: int, spent: bool = False) -> Phrase:
    """Return what a character can do: its ability, its action for once in the game, its drawback."""
    words = {
        name: {"term": f"{name}.{names.CHARACTERS[character]}"}
        for name in ("ability", "ability_help", "once", "once_help", "drawback", "drawback_help")
    }
    return Phrase("board.sheet_spent" if spent else "board.sheet", words)
