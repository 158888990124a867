"""Paths into views, as scenarios name them: whether there could ever be something there to be hidden.

A scenario says of a view that it has not what it names. A path that leads nowhere would hold whatever the view shows,
so what it names must be somewhere: in a view of the game, in a position, or in the file itself.
"""

# Stays plain: a part of scenario.py

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final

from shapan.engine.form import OWN, fields_of
from shapan.engine.game import Game
from shapan.engine.state import State
from shapan.engine.view import schema

DECISION: Final = "decision"
"""What a view of a scenario has beside its own fields: who is asked what, with the options for who decides."""


def leads_somewhere(game: Game[Any], path: str, seats: int) -> bool:
    """Tell whether a dotted path leads to what a view may have or hide."""
    words = path.split(".")
    if words[0] == DECISION:
        return _in_decision(game, words[1:])
    if words[0] in {"seed", *game.streams}:
        return len(words) == 1
    if words[0] == "rolls":
        return len(words) == 1 or (len(words) == 2 and words[1] in game.streams)
    return any(_leads(one, words, seats) for one in _schemas(game))


def _schemas(game: Game[Any]) -> list[dict[str, Any]]:
    """Return the schema of a game's views, and that of its positions where it has them: most of what is hidden."""
    cls = game.view_class
    if cls is None:
        return []
    return [schema(cls), schema(cls, position=True)] if issubclass(cls, State) else [schema(cls)]


def _leads(part: Mapping[str, Any], words: Sequence[str], seats: int, name: str = "") -> bool:
    """Tell whether something may stand at a path below a part of a schema, which is called `name`."""
    if "anyOf" in part:
        return any(_leads(one, words, seats, name) for one in part["anyOf"])
    if not words:
        return True
    word, *rest = words
    if word in part.get("properties", {}):
        return _leads(part["properties"][word], rest, seats, word)
    if "items" in part:
        most = seats if name == "seats" else part.get("maxItems")
        return _is_place(word) and (most is None or int(word) < most) and _leads(part["items"], rest, seats)
    other = part.get("additionalProperties")
    if not isinstance(other, Mapping):
        return False
    known = part.get("propertyNames")
    return (known is None or word in known["enum"]) and _leads(other, rest, seats)


def _in_decision(game: Game[Any], words: Sequence[str]) -> bool:
    """Tell whether a path below the decision of a view leads somewhere: into an option as far as its field."""
    match words:
        case [] | ["seat" | "kind" | "legal"]:
            return True
        case ["legal", place]:
            return _is_place(place)
        case ["legal", place, field, *_]:
            return _is_place(place) and field in _answer_fields(game)
    return False


def _answer_fields(game: Game[Any]) -> set[str]:
    """Return the fields that some answer of a game has."""
    found = {*OWN, "picks"}
    for family in game.actions.by_number.values():
        found |= {*fields_of(family), *family.form.fixed}
    for part in (part for prompt in game.prompts for row in prompt.rows for part in row.parts):
        found |= {part.name, *part.common}
    return found


def _is_place(word: str) -> bool:
    return word.isascii() and word.isdecimal()
