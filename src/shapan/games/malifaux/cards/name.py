"""Names of models, actions, abilities and triggers. They are shown and never tested (crews 7.8)."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Name:
    """A name in English and Chinese. Without a Traditional one it follows from the Simplified, else it is English."""

    en: str
    zh_hans: str = ""
    zh_hant: str = ""
