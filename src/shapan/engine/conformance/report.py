"""What the kit tried and what failed: counts by check, examples with their place."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from math import log
from typing import Any

from shapan.engine.conformance.causes import PAGE, cause_of, explained, where
from shapan.engine.conformance.compare import encode

MAX_EXAMPLES = 5
MAX_VALUES = 64
MAX_LINES = 20


@dataclass(slots=True)
class Failure:
    """One failure: the check, where it happened (seed, seats, options, decision, seat, prompt), what differed."""

    check: str
    place: dict[str, Any]
    detail: str

    def write(self) -> dict[str, Any]:
        """Return the failure as JSON."""
        cause = cause_of(self.check)
        known = {} if cause is None else {"wrong": cause.wrong, "often": cause.usual, "more": f"{PAGE}#{cause.anchor}"}
        return {"check": self.check, "place": self.place, "detail": self.detail, **known}


@dataclass(slots=True)
class Check:
    """One law: how often it was tried, how often it failed, the first failures."""

    name: str
    tried: int = 0
    failed: int = 0
    examples: list[Failure] = field(default_factory=list)

    def write(self) -> dict[str, Any]:
        """Return the check as JSON."""
        return {
            "name": self.name,
            "tried": self.tried,
            "failed": self.failed,
            "examples": [example.write() for example in self.examples],
        }


class Found(BaseException):
    """What a run was to look for has been found. No `Exception`: what catches a game's faults lets it pass."""


class Interrupted(KeyboardInterrupt):
    """A run of the kit that somebody has stopped, with what it had tried by then."""

    def __init__(self, report: Report) -> None:
        super().__init__()
        self.report = report


class Report:
    """The result of a run of the kit on one game."""

    def __init__(self, game: str) -> None:
        self.game = game
        self.size: dict[str, int] = {}
        """Matches, decisions and seed that the run was called with: the same ones repeat it."""
        self.until: Callable[[Failure], bool] | None = None
        """Tells the failure that ends the run."""
        self.checks: dict[str, Check] = {}
        self.lines: dict[str, str] = {}
        """By key of a question the file and line of its function."""
        self.notes: list[str] = []
        """What an author should know and no law forbids, a line each."""
        self.plain: list[str] = []
        """Lines of rules that leave the native subset: no failures, unless the game says that it is inside."""
        self.hidden: dict[str, int] = {}
        """For each hidden item (`deck unseen by 0`) how many values resampling gave it."""
        self.matches = 0
        self.decisions = 0
        self.segment_asks = 0
        self.segment_ms = 0.0

    @property
    def passed(self) -> bool:
        """Whether nothing failed."""
        return not any(check.failed for check in self.checks.values())

    @property
    def failures(self) -> list[Failure]:
        """The kept examples of all failures."""
        return [example for check in self.checks.values() for example in check.examples]

    def failed(self) -> list[str]:
        """Return the names of the checks that failed."""
        return [name for name, check in self.checks.items() if check.failed]

    def so_far(self) -> str:
        """Return in a few words what has been tried, and what of it failed."""
        failed = self.failed()
        how = f"{len(failed)} failed: {', '.join(failed)}" if failed else "none failed"
        return f"{self.matches} matches, {self.decisions} decisions, {len(self.checks)} laws of which {how}"

    def expect(
        self,
        name: str,
        holds: bool,
        place: Callable[[], dict[str, Any]] | dict[str, Any],
        detail: str,
        *words: object,
    ) -> bool:
        """Count one try of a check and return whether it holds.

        Only if it does not, the place is made and `words` are put into the braces of `detail`. Raises Found for the
        failure that `until` tells.
        """
        check = self.checks.get(name)
        if check is None:
            check = self.checks[name] = Check(name)
        check.tried += 1
        if not holds:
            check.failed += 1
            if len(check.examples) < MAX_EXAMPLES:
                where = place if isinstance(place, dict) else place()
                failure = Failure(name, where, detail.format(*words) if words else detail)
                check.examples.append(failure)
                if self.until is not None and self.until(failure):
                    raise Found
        return holds

    def write(self) -> dict[str, Any]:
        """Return the report as JSON."""
        return {
            "game": self.game,
            "passed": self.passed,
            "checks": [check.write() for _, check in sorted(self.checks.items())],
            "notes": self.notes,
            "plain": self.plain,
            "hidden": [{"item": item, "distinct": distinct} for item, distinct in sorted(self.hidden.items())],
            "longest_segment": {
                "asks": self.segment_asks,
                "ms": round(self.segment_ms, 3),
            },
            "matches": self.matches,
            "decisions": self.decisions,
            "size": self.size,
        }

    def __str__(self) -> str:
        verdict = "passed" if self.passed else "FAILED"
        segment = f"{self.segment_asks} asks, {self.segment_ms:.1f} ms"
        lines = [
            f"{self.game}: {verdict} ({self.matches} matches, {self.decisions} decisions, longest segment {segment})"
        ]
        lines += [f"  note: {note}" for note in self.notes]
        held = [(name, check) for name, check in sorted(self.checks.items()) if not check.failed]
        lines += [f"  {name:<24} tried {check.tried:>8}  ok" for name, check in held]
        lines += [f"  hidden {item}: {count} values" for item, count in sorted(self.hidden.items())]
        lines += [f"  would play plain: {line}" for line in self.plain[:MAX_LINES]]
        if len(self.plain) > MAX_LINES:
            lines.append(f"  would play plain: and {len(self.plain) - MAX_LINES} lines more")
        for name, check in sorted(self.checks.items()):  # last, where a terminal ends
            if check.failed:
                lines.append(f"  {name:<24} tried {check.tried:>8}  FAILED {check.failed}")
                lines += [f"      {line}" for line in explained(name)]
                lines += [f"      {where(one.place, self.lines)}: {one.detail}" for one in check.examples[:3]]
        if self.size:
            lines.append("  the same run again: " + " ".join(f"--{name} {value}" for name, value in self.size.items()))
        return "\n".join(lines)


class Varied:
    """How much each hidden item varied over all resamples of a run of the kit."""

    def __init__(self) -> None:
        self.values: dict[str, set[bytes]] = {}
        self._odds: dict[str, dict[str, float]] = {}
        """By match, logarithm of the chance that the item stayed the same at one moment by chance alone: the least."""
        self.same: dict[str, bool] = {}

    def odds(self, item: str) -> float:
        """Return the logarithm of the chance that an item stayed the same in all matches by chance alone.

        One moment of each counts: what something a viewer knows has settled stays settled through a match.
        """
        return sum(self._odds.get(item, {}).values())

    def add(self, match: str, item: str, values: list[Any], alike: float) -> None:
        """Count the values of one moment of a match; `alike` is at least the chance that one value equals another."""
        seen = {encode(value) for value in values}
        known = self.values.setdefault(item, set())
        if len(known) < MAX_VALUES:
            known |= seen
        self.same[item] = self.same.get(item, True) and len(seen) == 1
        if 0 < alike < 1:
            found = self._odds.setdefault(item, {})
            found[match] = min(found.get(match, 0.0), (len(values) - 1) * log(alike))
