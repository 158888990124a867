"""Verification: what a match file proves of its dice, with nothing but the file and what players have kept of it.

See docs/design/fair-dice.md.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Annotated, Any, Final, Literal

import msgspec

from shapan.engine.match import Match
from shapan.engine.registry import UnknownGame, find
from shapan.engine.saving import KEY
from shapan.server.match.seed import START, canonical, seen_digest, table_digest
from shapan.server.replay import matchfile
from shapan.server.replay.fairfile import FairPart, Hex, Round, Unproved, check_key, check_seeds, check_table
from shapan.server.replay.matchfile import BadFile, MatchFile

MAX_MARKS: Final = 100_000
HOLDS: Final = "ok"
FAILS: Final = "differs"
OPEN: Final = "unchecked"

NOT_SHOWN: Final = (
    "whether the operator, who knows the key during the match, told a player hidden cards or what would fall",
    "whether a bot looked at what its seat cannot see",
    "who the people were, whose names are as the server tells them",
    "that seeds were those of their people: each sees it from their own record (--seen)",
)
"""What no file can show."""


class SeenRecord(msgspec.Struct, forbid_unknown_fields=True):
    """What a browser has kept of a match: what it committed to, and digests of all it was shown, event by event."""

    format: Literal["shapan-seen-1"]
    match: Annotated[str, msgspec.Meta(max_length=32)]
    viewer: matchfile.Seat
    round: Round = 0
    server: Hex | None = None
    """By what the server had committed to its seed when this browser told its own commitment."""
    table: Hex | None = None
    seeds: dict[matchfile.Word, Hex] = {}
    """By own seat the seed."""
    marks: Annotated[list[tuple[Annotated[int, msgspec.Meta(ge=0)], Hex]], msgspec.Meta(max_length=MAX_MARKS)] = []
    """How many events it had been shown, and their digest, in the order in which it saw them."""


@dataclass(frozen=True, slots=True)
class Finding:
    """One thing that was checked: whether it holds (`ok`, `differs`, `unchecked`), and in words what was found."""

    name: str
    state: str
    text: str


@dataclass(slots=True)
class Sight:
    """What a viewer was shown as a file tells it, held against what his browser kept."""

    record: SeenRecord
    digests: list[bytes] = field(default_factory=lambda: [START])
    epoch: int = 0
    met: int = 0
    """How many marks have been found."""

    def follow(self, match: Match[Any]) -> None:
        """Take note of what the viewer is shown now."""
        viewer = self.record.viewer
        count = match.event_count(viewer)
        if match.epochs[viewer] != self.epoch or count < len(self.digests) - 1:
            self.epoch, self.digests = match.epochs[viewer], [START]
        for event in msgspec.to_builtins(match.events_for(viewer, len(self.digests) - 1)):
            told = [event["key"], event["rule"], event["with"]]
            self.digests.append(seen_digest(self.digests[-1], told))
        marks = self.record.marks
        while self.met < len(marks) and self._is_met(*marks[self.met]):
            self.met += 1

    def _is_met(self, count: int, digest: str) -> bool:
        return count < len(self.digests) and self.digests[count].hex() == digest


def findings(data: Any, seen: Sequence[tuple[str, Any]] = ()) -> list[Finding]:
    """Return what a file proves, and whether what players have kept (by name) fits it. Raises BadFile.

    The first finding is `fair` and unchecked where there is nothing to check.
    """
    file = _read(data)
    records = [(name, _record(name, one)) for name, one in seen]
    if file.fair is None:
        return [Finding("fair", OPEN, "this match had no fair dice: there is nothing to check")]
    found = [_whole(file, data), *_protocol(file.fair, file)]
    for name, record in records:
        if record.viewer > file.seats:
            raise BadFile(f"{name}: viewer", f"{record.viewer} is not a seat 0..{file.seats - 1} or a spectator")
    sights = [Sight(record) for _, record in records]
    played, match = _play(file, sights)
    found.append(played)
    if match is not None and played.state == HOLDS:
        found.append(Finding("chance", HOLDS, _draws(match)))
    for (name, record), sight in zip(records, sights, strict=True):
        found.append(_seen(name, record, file.fair, sight if played.state == HOLDS else None))
    found += _agreed(records, file.fair)
    return [one for one in found if one.text]


def _read(data: Any) -> MatchFile:
    file: MatchFile = matchfile.converted(data, MatchFile, "")
    if file.open_chance or not file.hashes or file.start is not None:
        raise BadFile("", "only matches from the usual set-up with hashes and closed chance can be checked")
    return file


def _record(name: str, data: Any) -> SeenRecord:
    try:
        record: SeenRecord = matchfile.converted(data, SeenRecord, "")
    except BadFile as error:
        raise BadFile("", f"{name}: {error}") from None
    return record


def _whole(file: MatchFile, data: Any) -> Finding:
    """Return whether the file is as it was written; nothing is said of one that is."""
    fits = not file.digest or file.digest == matchfile.digest_of(data)
    return Finding("file", HOLDS if fits else FAILS, "" if fits else "the file was changed after it was written")


def _protocol(part: FairPart, file: MatchFile) -> list[Finding]:
    found = []
    for name, check in (("seeds", _seeds), ("table", _table), ("key", _key)):
        try:
            found.append(Finding(name, HOLDS, check(part, file)))
        except Unproved as error:
            found.append(Finding(name, FAILS, str(error)))
    return found


def _seeds(part: FairPart, _: MatchFile) -> str:
    people, void = check_seeds(part)
    told = {"seeds": "told at once", "reveal": "revealed once the table was bound"}[part.mode]
    late = sum(one.void == "late" for one in part.rounds)
    again = (
        f"; void rounds before: {void} (a seed did not come: {late}, the table changed: {void - late})" if void else ""
    )
    return f"the server and {people} players committed to their seeds, which were {told}{again}"


def _table(part: FairPart, file: MatchFile) -> str:
    return f"game, rules, options, seats and commitments are what the table was bound to: {check_table(part, file)}"


def _key(part: FairPart, file: MatchFile) -> str:
    check_key(part, file.key)
    return "the key of all chance is made of these seeds"


def _play(file: MatchFile, sights: Sequence[Sight]) -> tuple[Finding, Match[Any] | None]:
    """Play the match again, with those who look on."""
    try:
        game = find(file.game)
    except UnknownGame as error:
        return Finding("play", OPEN, error.public), None
    if file.rules_version != game.rules_version:
        here = f"here is version {game.rules_version}"
        return Finding("play", OPEN, f"played by version {file.rules_version} of the rules; {here}"), None
    if any(KEY in record for record in file.log):
        return Finding("play", OPEN, "the rules changed during the match; the old ones are not here"), None
    try:
        match = matchfile.begun(file, game)
    except BadFile as error:
        return Finding("play", FAILS, str(error)), None
    for sight in sights:
        sight.follow(match)
    for place, record in enumerate(file.log):
        try:
            matchfile.check_record(record, place, file.seats)
            if match.over:
                return Finding("play", FAILS, f"log.{place}: a record after the end of the match"), None
            match.apply(record, verify=True)
        except BadFile as error:
            return Finding("play", FAILS, str(error)), None
        except matchfile.UNFIT as error:
            return Finding("play", FAILS, f"log.{place}: does not fit the rules: {matchfile.said(error)}"), None
        for sight in sights:
            sight.follow(match)
    if not match.over:
        return Finding("play", FAILS, "the match does not come to its end"), None
    return Finding("play", HOLDS, f"{len(file.log)} records: the same questions and results"), match


def _draws(match: Match[Any]) -> str:
    counts = zip(match.game.streams, match.live.chance.counts, strict=True)
    told = ", ".join(f"{name} {count}" for name, count in counts)
    return f"all draws come from the key: {told or 'none'}"


def _seen(name: str, record: SeenRecord, part: FairPart, sight: Sight | None) -> Finding:
    """Hold what a browser has kept against a file."""
    last = part.rounds[-1]
    seeds = {str(kept.seat): kept.seed for kept in last.seeds}
    told: dict[str, tuple[Any, Any]] = {
        "match": (record.match, part.match),
        "round": (record.round, last.round),
        "server": (record.server or last.server, last.server),
        "seeds": ({**seeds, **record.seeds}, seeds),
        "table": (record.table or _bound(part), _bound(part)),
    }
    wrong = [field for field, (kept, found) in told.items() if kept != found]
    if wrong:
        return Finding("seen", FAILS, f"{name}: {', '.join(wrong)} is not what the browser kept")
    if sight is None:
        return Finding("seen", OPEN, f"{name}: the match could not be played again")
    if sight.met < len(record.marks):
        count = record.marks[sight.met][0]
        return Finding("seen", FAILS, f"{name}: what was seen up to event {count} is not in the file")
    count = max((count for count, _ in record.marks), default=0)
    return Finding("seen", HOLDS, f"{name}: {len(record.seeds)} seeds of their own, {count} events, as they were seen")


def _agreed(records: Sequence[tuple[str, SeenRecord]], part: FairPart) -> list[Finding]:
    """Return what several players kept alike of this very table, where the file tells something else of it."""
    last = part.rounds[-1]
    told = {"server": last.server, "table": _bound(part)}
    kept: dict[tuple[str, str], dict[tuple[int, str], str]] = {}
    for name, record in records:
        if (record.match, record.round) == (part.match, last.round):
            for what, mark in (("server", record.server), ("table", record.table)):
                if mark and mark != told[what]:
                    kept.setdefault((what, mark), {})[record.viewer, canonical(record.seeds)] = name
    return [
        Finding("records", FAILS, f"{' and '.join(names.values())} kept the same {what}, unlike the file: {mark}")
        for (what, mark), names in kept.items()
        if len(names) > 1
    ]


def _bound(part: FairPart) -> str:
    return table_digest(part.rounds[-1].table).hex()
