"""The phrase: what a table says, without a language in it."""

# Stays plain: msgspec makes its Structs from classes of Python

from __future__ import annotations

from typing import Any

import msgspec


class Phrase(msgspec.Struct, omit_defaults=True):
    """A text key with parameters: numbers, words, {"seat": n} or {"term": "table.word"}."""

    key: str
    words: dict[str, Any] = {}
