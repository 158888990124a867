"""Personalities: which answers a bot likes more or less than the game rates them, by game, so that bots differ in play.

The rows are in `personalities.toml` of a game's package, tuned so that each personality is as strong as a bot without
one (docs/reference/bots.md). A rating above 0 is multiplied by `factor`, then `add` is added; ratings are all that a
personality changes, so it knows no more than the rating does: the view of its seat.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from importlib.resources import files
from typing import Any, Final, Literal, get_args

import msgspec

from shapan.engine.actions import PARAMETER_BITS, Family
from shapan.engine.game import Game
from shapan.engine.prompt import Prompt
from shapan.engine.text import package_of
from shapan.engine.trouble import FileError, toml_of

FILE: Final = "personalities.toml"
Name = Literal["bold", "careful", "treacherous"]
NAMES: Final[tuple[str, ...]] = get_args(Name)
"""All personalities; which of them a game has, its file says."""


class UnknownPersonality(LookupError):
    """No such personality in a game."""


class Leaning(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What a personality changes in the ratings of one family of answers."""

    personality: Name
    family: str
    question: str = ""
    """The key of the question; without one, all questions that take answers of the family."""
    values: dict[str, Any] = {}
    """Parameters that the answer must have, as in its JSON form; without any, all answers of the family."""
    factor: float = 1.0
    """Multiplies a rating above 0: what is worth less than nothing stays so."""
    add: float = 0.0


class Leanings(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """All rows of a file."""

    leanings: list[Leaning]


class Personality:
    """The leanings of one personality in one game, ready for use."""

    def __init__(self, game: Game[Any], rows: Sequence[Leaning]) -> None:
        self._rows: dict[tuple[str, int], list[tuple[Family, list[tuple[int, int]], float, float]]] = {}
        """By question and number of the family: the family, places and numbers of values, factor, amount."""
        for row in rows:
            for prompt in game.prompts:
                for family in prompt.families:
                    if family.name == row.family and row.question in ("", prompt.key):
                        said = (family, _values(family, row), row.factor, row.add)
                        self._rows.setdefault((prompt.key, family.number), []).append(said)

    def rate(self, prompt: Prompt[Any], code: int, rating: float) -> float:
        """Return what the rating of an option becomes."""
        for family, values, factor, add in self._rows.get((prompt.key, code >> PARAMETER_BITS), ()):
            if all(family.value(code, place) == number for place, number in values):
                rating = (rating * factor if rating > 0 else rating) + add
        return rating


def _values(family: Family, row: Leaning) -> list[tuple[int, int]]:
    """Return the values of a row as places and numbers. Raises ValueError."""
    kinds = {name: (place, kind) for place, (name, kind) in enumerate(family.parameters)}
    if odd := row.values.keys() - kinds.keys():
        raise ValueError(f"values.{min(odd)}: {family.name} has {', '.join(kinds) or 'no parameters'}")
    found = []
    for name, word in row.values.items():
        place, kind = kinds[name]
        try:
            found.append((place, kind.number(word)))
        except ValueError as error:
            raise ValueError(f"values.{name}: {error}") from None
    return found


@cache
def read_leanings(package: str) -> tuple[Leaning, ...]:
    """Return the rows in the file of a package; none without a file. Raises FileError."""
    data = toml_of(package, FILE)
    try:
        return () if data is None else tuple(msgspec.convert(data, Leanings).leanings)
    except msgspec.ValidationError as error:
        raise FileError(f"{files(package) / FILE}: {error}") from None


_READY: dict[str, dict[str, Personality]] = {}
"""By package and name."""


def personalities_of(game: Game[Any]) -> dict[str, Personality]:
    """Return the personalities that a game has, by name. Raises FileError, with file and field."""
    package = package_of(game)
    if package not in _READY:
        rows = read_leanings(package)
        for place, row in enumerate(rows):
            try:
                _check(game, row)
            except ValueError as error:
                raise FileError(f"{files(package) / FILE}: leanings[{place}].{error}") from None
        of_name = {name: [row for row in rows if row.personality == name] for name in NAMES}
        _READY[package] = {name: Personality(game, own) for name, own in of_name.items() if own}
    return _READY[package]


def _check(game: Game[Any], row: Leaning) -> None:
    """Raise ValueError, the field first, for a row that names what the game does not have."""
    asked = {prompt.key: prompt.families for prompt in game.prompts}
    if row.question and row.question not in asked:
        raise ValueError(f"question: {row.question!r} is not one of {', '.join(sorted(asked))}")
    families = asked[row.question] if row.question else [family for some in asked.values() for family in some]
    known = {family.name: family for family in families}
    if row.family not in known:
        raise ValueError(f"family: {row.family!r} is not one of {', '.join(sorted(known))}")
    _values(known[row.family], row)


def personality_of(game: Game[Any], name: str) -> Personality | None:
    """Return a personality by its name, None for no name. Raises UnknownPersonality."""
    if not name:
        return None
    known = personalities_of(game)
    if name not in known:
        raise UnknownPersonality(f"{game.name} has no personality {name!r}; known: {', '.join(known) or 'none'}")
    return known[name]


def lean(
    personality: Personality | None, prompt: Prompt[Any], options: Sequence[int], ratings: list[float]
) -> list[float]:
    """Return the ratings of some options as a personality likes them."""
    if personality is None:
        return ratings
    return [personality.rate(prompt, code, rating) for code, rating in zip(options, ratings, strict=True)]
