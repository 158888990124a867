"""Words of the table: names of cards, places and people as phrases, and the answers by name."""
# Stays plain: draws for people

from __future__ import annotations

from typing import Any, Final

from shapan.engine.actions import DONE
from shapan.engine.kinds import Enum
from shapan.engine.scene import Phrase, Suit
from shapan.games.battlestar import actions, names

SUITS: Final = [
    Suit(letters, tone + 1, f"k-{letters}", Phrase(f"skill_type.{letters}")) for tone, letters in enumerate(names.TYPES)
]


def say(table: str, name: str) -> Phrase:
    """Return the phrase of a word of a table."""
    return Phrase(f"{table}.{name}")


def name_of(kind: Enum, value: int) -> Phrase:
    """Return the name of a card, place or other thing of a kind."""
    return Phrase(f"{kind.table}.{kind.names[value]}")


def skill_id(card: int) -> str:
    """Return the identifier of what a skill card does."""
    return names.SKILL_IDS[names.type_of(card)][int(names.is_rare(card))]


def suit_of(card: int) -> Suit:
    """Return the type of a skill card as the table shows it."""
    return SUITS[names.type_of(card)]


def mark_of(card: int) -> str:
    """Return the number in the corner of a skill card."""
    return str(names.strength_of(card))


def place_of(place: int) -> Phrase:
    """Return where somebody is: a location, in a viper, off the board."""
    if names.SPACE <= place < names.OFF:
        return Phrase("board.in_viper", {"number": place - names.SPACE})
    return Phrase(names.PLACE.phrase(place)["term"])


def label(code: int, decline: str = "done") -> Phrase:
    """Return the button text of an answer: `action.<family>` with its parameters."""
    if code == DONE:
        return Phrase(f"action.{decline}")
    family = actions.ACTIONS.of(code)
    words: dict[str, Any] = {
        name: kind.phrase(value) for (name, kind), value in zip(family.parameters, family.values(code), strict=True)
    }
    return Phrase(f"action.{family.name}", words)


def sheet(character: str, spent: bool = False) -> Phrase:
    """Return what a character can do: its ability, its action for once in the game, its drawback."""
    words = {
        name: {"term": f"{name}.{character}"}
        for name in ("ability", "ability_help", "once", "once_help", "drawback", "drawback_help")
    }
    return Phrase("board.sheet_spent" if spent else "board.sheet", words)
