"""What came of a scenario, and what of it was not expected."""

# Stays plain: a part of scenario.py

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any


@dataclass(slots=True)
class Difference:
    """One expectation that did not come true."""

    path: str
    expected: Any
    got: Any

    def __str__(self) -> str:
        return f"{self.path}: expected {self.expected!r}, got {self.got!r}"


@dataclass(slots=True)
class Result:
    """What came of a scenario: its end, and the differences to what was expected (empty: all came true)."""

    differences: list[Difference] = field(default_factory=list)
    position: dict[str, Any] | None = None
    decisions: list[dict[str, Any]] = field(default_factory=list)
    events: list[dict[str, Any]] = field(default_factory=list)
    outcome: dict[str, Any] | None = None
    refused: str | None = None
    error: dict[str, str] | None = None

    @property
    def passed(self) -> bool:
        """Whether every expectation came true."""
        return not self.differences

    def differs(self, path: str, expected: Any, got: Any) -> None:
        """Note an expectation that did not come true."""
        self.differences.append(Difference(path, expected, got))

    def write(self) -> dict[str, Any]:
        """Return the result as JSON."""
        return {
            "passed": self.passed,
            "differences": [{"path": d.path, "expected": d.expected, "got": d.got} for d in self.differences],
            "position": self.position,
            "decisions": self.decisions,
            "events": self.events,
            "outcome": self.outcome,
            "refused": self.refused,
            "error": self.error,
        }
