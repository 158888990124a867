"""What the boards of games say, put together: a word of a table, a phrase inside another, several as a list; facts."""
# Stays plain: says for people

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

from shapan.engine.scene import Chance, Odds, Phrase

Word = dict[str, Any]
"""A part of a phrase: {"seat": n}, {"term": "table.word"}, or a phrase inside it, {"key": ..., "words": ...}."""


def say(table: str, name: str, **values: Any) -> Phrase:
    """Return the phrase of a word of a table."""
    return Phrase(f"{table}.{name}", values)


def term(table: str, name: str) -> Word:
    """Return a word of a table, as a part of a phrase."""
    return {"term": f"{table}.{name}"}


def seat_of(seat: int) -> Word:
    """Return a player as a part of a phrase."""
    return {"seat": seat}


def inner(phrase: Phrase) -> Word:
    """Return a phrase as a part of another one."""
    return {"key": phrase.key, "words": phrase.words}


def chain(words: Sequence[Word], by: str = "common.list") -> Word:
    """Return parts as one part, joined by a phrase of `first` and `rest`. There is at least one."""
    return words[0] if len(words) == 1 else {"key": by, "words": {"first": words[0], "rest": chain(words[1:], by)}}


def listed(parts: Sequence[Phrase], by: str = "common.list") -> Phrase:
    """Return phrases as one, joined by a phrase of `first` and `rest`. There is at least one."""
    if len(parts) == 1:
        return parts[0]
    return Phrase(by, {"first": inner(parts[0]), "rest": chain([inner(part) for part in parts[1:]], by)})


# What comes of an answer: facts of the table `odds`, joined into one sentence


def fact(key: str, **words: Any) -> Phrase:
    """Return a fact of the table `odds`."""
    return Phrase(f"odds.{key}", words)


def changes(what: str, was: int, now: int) -> Phrase:
    """Return a number that changes: what it is of (`prospect.<what>`), before and after."""
    return fact("changes", what=term("prospect", what), was=was, now=now)


def tell(parts: Sequence[Phrase], rule: str, chances: Sequence[Chance] = (), most: int = 4) -> Odds | None:
    """Return facts as one sentence (`odds.facts_<number>`), the most important ones; None where there is none."""
    if not parts:
        return None
    words = {name: inner(part) for name, part in zip(_PLACES[:most], parts, strict=False)}
    return Odds(Phrase(f"odds.facts_{len(words)}", words), [*chances], rule)


_PLACES: Final = ("one", "two", "three", "four")
