"""What was expected of a scenario and did not come true."""

# Stays plain: a part of scenario.py

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any


@dataclass(slots=True)
class Difference:
    """One expectation that did not come true."""

    path: str
    expected: Any
    got: Any

    def __str__(self) -> str:
        return f"{self.path}: expected {self.expected!r}, got {self.got!r}"


def missing_of(paths: Sequence[str], view: Any, path: str, found: list[Difference]) -> None:
    """Note each dotted path that leads to something in a view where nothing may be."""
    for dotted in paths:
        got: Any = view
        for part in dotted.split("."):
            if isinstance(got, list):
                got = got[int(part)] if part.isdigit() and int(part) < len(got) else None
            else:
                got = got.get(part) if isinstance(got, dict) else None
        if got is not None:
            found.append(Difference(f"{path}.{dotted}", None, got))


def compare(wanted: Any, got: Any, path: str, found: list[Difference]) -> None:
    """Compare what is named: objects by named fields, lists complete and in order with partial entries."""
    if isinstance(wanted, dict) and isinstance(got, dict):
        for name, value in wanted.items():
            if name not in got:
                found.append(Difference(f"{path}.{name}", value, "no such field"))
            else:
                compare(value, got[name], f"{path}.{name}", found)
    elif isinstance(wanted, list) and isinstance(got, list):
        if len(wanted) != len(got) and not path.endswith(".seats"):
            found.append(Difference(path, wanted, got))
        for place, pair in enumerate(zip(wanted, got, strict=False)):
            compare(*pair, f"{path}.{place}", found)
    elif wanted != got or isinstance(wanted, bool) != isinstance(got, bool):
        found.append(Difference(path, wanted, got))
