"""A kind of words that stand in several tables of the texts."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from shapan.engine.kinds import UNKNOWN, Enum


class LabelledEnum(Enum):
    """One of a fixed list of words, each named by a text of its own, such as actions of cards and general ones."""

    def __init__(self, names: Iterable[str], terms: Iterable[str]) -> None:
        super().__init__(names)
        self.terms = tuple(terms)

    def phrase(self, value: Any) -> Any:
        return None if value == UNKNOWN else {"term": self.terms[value]}
