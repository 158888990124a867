"""13: how models, markers and pieces of terrain are named in a match: by the ids that the position gives them."""

from __future__ import annotations

from typing import Any

from shapan.engine.kinds import UNKNOWN, Kind
from shapan.engine.words import Words
from shapan.games.malifaux import names, roster
from shapan.games.malifaux.state import Malifaux


class MatchWords(Words):
    """The words of what lies on the table of a match; all else by its kind."""

    def __init__(self, state: Malifaux) -> None:
        self.state = state

    def ids(self, kind: Kind) -> list[str] | None:
        """Return the ids of a kind of things, by number; None for kinds that have words of their own."""
        if kind is names.MODEL:
            return self.state.models.ids
        if kind is names.THING:
            models = self.state.models.ids
            return [*models, *[""] * (names.MOST_MODELS - len(models)), *(self.ids(names.MARKER) or [])]
        if kind is names.MARKER:
            rows = self.state.markers
            return [name if type_ != UNKNOWN else "" for name, type_ in zip(rows.ids, rows.types, strict=True)]
        if kind is names.ORDERED:
            return self.ordered()
        return [piece.name for piece in self.state.map.pieces] if kind is names.PIECE else None

    def ordered(self) -> list[str]:
        """Return the ids of what is put in order now: of abilities, of their models where one ability occurs twice.

        What effects that last do has no name: it bears the id of its model alone.
        """
        choice = self.state.choice
        if choice is None:
            return []
        models = [self.state.models.ids[holder] for holder in choice.holders]
        abilities = [roster.TAGS[tag] if tag != UNKNOWN else "" for tag in choice.marks]
        if abilities and all(abilities) and len(set(abilities)) == len(abilities):
            return abilities
        if len(set(models)) == len(models):
            return models
        found = [f"{model} {ability}".strip() for model, ability in zip(models, abilities, strict=True)]
        return [
            word if word not in found[:place] else f"{word}_{1 + found[:place].count(word)}"
            for place, word in enumerate(found)
        ]

    def word(self, kind: Kind, value: int) -> Any:
        if kind is names.PICKS:
            picked = [self.word(names.MODEL, one) for one in names.picks_in(value) if one >= 0]
            return None if not picked else picked[0] if len(picked) == 1 else picked
        ids = self.ids(kind)
        if ids is None:
            return super().word(kind, value)
        return ids[value] if 0 <= value < len(ids) else None

    def number(self, kind: Kind, word: Any) -> int:
        if kind is names.PICKS:
            return self.picks(word)
        ids = self.ids(kind)
        if ids is None:
            return super().number(kind, word)
        if not isinstance(word, str) or word not in ids:
            raise ValueError(f"{word!r} is not one of {', '.join(name for name in ids if name)}")
        return ids.index(word)

    def picks(self, word: Any) -> int:
        """Return the secret picks of a scheme: one model, or one's own and one of the enemy's."""
        if word is None:
            return 0
        if isinstance(word, list):
            if len(word) != 2:
                raise ValueError("needs one's own model and one of the enemy's")
            return names.packed_picks(*(self.number(names.MODEL, one) for one in word))
        model = self.number(names.MODEL, word)
        return names.packed_picks(model, UNKNOWN)
