"""Files damaged by chance: one change somewhere in what a file holds, the same for the same number."""

from __future__ import annotations

import copy
import json
import re
from collections.abc import Iterator
from random import Random
from typing import Any, Final

DEEP: Final = 5_000
VALUES: Final[tuple[Any, ...]] = (
    None,
    True,
    False,
    0,
    1,
    -1,
    7,
    64,
    2**31,
    2**63,
    -(2**63) - 1,
    10**40,
    0.5,
    1e300,
    float("nan"),
    float("inf"),
    "",
    "x",
    "0",
    "-1",
    "²",
    "\ud800",
    "\0",
    "(" * DEEP,
    "-" * DEEP,
    "not " * DEEP,
    "9" * DEEP,
    "a.b",
    "*",
    [],
    {},
    [[]],
    [{}],
    ["x", {}],
    [None],
    {"": 0},
    {"x": {}},
    {"card": []},
)
"""What a file may hold anywhere, whoever wrote it."""
STRANGE: Final[tuple[Any, ...]] = (
    [],
    {},
    5,
    -1,
    10**40,
    0.5,
    "x",
    "",
    "²",
    "9" * DEEP,
    None,
    True,
    "\ud800",
    [[]],
    [{}],
    {"x": 1},
)
"""One of each kind: these are tried at each place."""
_DEEP: Final = 400
"""So deep a list or object that what JSON can read may yet be too deep for who walks through it."""

Path = tuple[Any, ...]


def places(data: Any, path: Path = ()) -> Iterator[Path]:
    """Yield the paths of all values of some data, itself first."""
    yield path
    if isinstance(data, dict):
        for name, value in data.items():
            yield from places(value, (*path, name))
    elif isinstance(data, list):
        for place, value in enumerate(data):
            yield from places(value, (*path, place))


def at(data: Any, path: Path) -> Any:
    """Return the value at a path."""
    for step in path:
        data = data[step]
    return data


def damaged(data: Any, chance: Random, changes: int = 1) -> Any:
    """Return data with some changes, each at a place and of a kind that chance chooses."""
    data = copy.deepcopy(data)
    for _ in range(changes):
        data = _changed(data, chance)
    return data


def _changed(data: Any, chance: Random) -> Any:
    known = list(places(data))
    path = chance.choice(known)
    if not path:
        return copy.deepcopy(chance.choice(VALUES)) if chance.random() < 0.1 else _extended(data, chance, known)
    holder, step = at(data, path[:-1]), path[-1]
    kind = chance.randrange(8)
    if kind == 0:
        del holder[step]
    elif kind == 1:
        holder[step] = copy.deepcopy(at(data, chance.choice(known)))
    elif kind == 2:
        holder[step] = _deeper(holder[step], chance)
    elif kind == 3 and isinstance(holder, list):
        holder.insert(step, copy.deepcopy(holder[step]))
    elif kind == 3:
        holder[chance.choice(("x", "", "seats", "\ud800", "0", f"{step}s"))] = holder.pop(step)
    elif kind == 4 and isinstance(holder[step], int):
        holder[step] += chance.choice((-1, 1, 100, -holder[step]))
    elif kind == 4:
        holder[step] = [holder[step]]
    else:
        holder[step] = copy.deepcopy(chance.choice(VALUES))
    return data


def _extended(data: Any, chance: Random, known: list[Path]) -> Any:
    """Return an object with one more field, a list with one more value."""
    value = copy.deepcopy(at(data, chance.choice(known)))
    if isinstance(data, dict):
        data[chance.choice(("x", "", "start", "quiet", "table"))] = value
    elif isinstance(data, list):
        data.append(value)
    return data


def _deeper(value: Any, chance: Random) -> Any:
    for _ in range(chance.choice((1, 2, _DEEP))):
        value = [value] if chance.random() < 0.5 else {"x": value}
    return value


def garbled(text: str, chance: Random) -> str:
    """Return a text with a piece of it cut out, doubled, or replaced by what no file should hold."""
    first = chance.randrange(len(text) + 1)
    last = min(len(text), first + chance.randrange(1, 40))
    piece = chance.choice(
        ("", 2 * text[first:last], "[" * 100_000, '{"a":' * 100_000, "9" * DEEP, "\ud800", "\\ud800", "\0")
    )
    return text[:first] + piece + text[last:]


def shown(data: Any) -> str:
    """Return damaged data as the text of a file: lone surrogates as escapes."""
    return json.dumps(data)


_WORD: Final = re.compile(r'"[^"]*"|[A-Za-z_]+|\d+')
WORDS: Final = ('""', '"x"', "[]", "{}", "x", "-1", "1e400", "nan", "1979-05-27", "true", "[[1]]", "9" * DEEP, "a.b")


def swapped(text: str, chance: Random) -> str:
    """Return a text with one word or number in the place of another, for files that are not JSON."""
    found = chance.choice(list(_WORD.finditer(text)))
    return text[: found.start()] + chance.choice((*WORDS, *_WORD.findall(text))) + text[found.end() :]
