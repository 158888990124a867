"""Ids that files of cards name, and the texts that they bring: gathered while reading, looked up at the end."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass, field

from shapan.games.malifaux.cards.fault import CardFault
from shapan.games.malifaux.cards.name import Name


@dataclass(slots=True)
class References:
    """What was named while reading, to be looked up when all files are read."""

    found: list[tuple[str, str, str, str]] = field(default_factory=list)
    """File, path, what is named (model, marker, upgrade, ability, or a word of cards: keyword, characteristic), id."""
    texts: dict[str, Name] = field(default_factory=dict)
    """What actions, abilities and triggers do in words, by the key that texts of the program would have."""

    def note(self, file: str, path: str, kind: str, of: str) -> None:
        self.found.append((file, path, kind, of))

    def check(self, known: Mapping[str, Collection[str]]) -> None:
        """Look all of them up among the ids that are known of each kind. Raises CardFault."""
        for file, path, kind, of in self.found:
            if of not in known[kind]:
                raise CardFault(file, path, f"there is no {kind} {of!r}")
