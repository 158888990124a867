"""A whole position: its words, and `internal`, what they do not say, so that what is printed loads again.

The words are those of `Game.write_position`. `internal` has only what reading them back does not give: facts of the
state at the last quiet point, and what has been answered and has fallen since, where rules stand inside a step.
"""

# Stays plain: a part of scenario.py

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial
from typing import Any, Final

from shapan.engine.chance import Chance, ScriptError, key_of
from shapan.engine.expectation import is_row, rows_of
from shapan.engine.game import Game, PositionError
from shapan.engine.match import Match
from shapan.engine.part import field_names
from shapan.engine.position import Given
from shapan.engine.segment import Entry, Segment, StepTable, Suspend
from shapan.engine.state import State
from shapan.engine.table import Finished
from shapan.engine.zone import EVERYONE

KEY: Final = "internal"
FIELDS: Final = ("rules_version", "base", "state", "left", "gone", "since", "given", "fell")
WORDS: Final = "words"
SETUP: Final = "setup"
NOT_KEPT: Final = ("seats", "chance", "info", "learned")
"""Fields that a position never has: the seed is no part of it, and nobody has learned anything when it begins."""
BROKEN: Final = (ArithmeticError, AssertionError, AttributeError, LookupError, TypeError, ValueError)
"""What rules raise of a state that no match can come to."""

Words = dict[str, Any]


def words_of(match: Match[Any]) -> Words:
    """Return the words of a match as it stands, hidden facts and pending answers included; none without such a form."""
    pending = match.pending
    return _words(match.game, match.live, {} if pending is None or not pending.together else pending.given)


def _words(game: Game[Any], state: State, given: Mapping[int, Sequence[int]]) -> Words:
    try:
        return game.write_position(state, given)
    except PositionError:
        return {}


def write_whole(match: Match[Any]) -> Words:
    """Return the position of a match as it stands, in a form that `begin` reads."""
    words, segment, pending = words_of(match), match.segments[-1], match.pending
    kept = _kept(match.game, words, segment.snapshot, match.options)
    if match.left:
        kept["left"] = sorted(match.left)
    if match.gone - match.left:
        kept["gone"] = sorted(match.gone - match.left)
    if segment.entries:
        kept["since"] = [[entry.seats, entry.value] for entry in segment.entries]
    if pending is not None and pending.given:
        kept["given"] = [[seat, pending.given[seat]] for seat in sorted(pending.given)]
    fallen = _fallen(match)
    if fallen:
        kept["fell"] = fallen
    return {**words, KEY: _headed(match.game, kept)} if kept else words


def write_quiet(game: Game[Any], state: State, options: Mapping[str, Any]) -> Words:
    """Return the position of a state at a quiet point, which `read_quiet` reads."""
    words = _words(game, state, {})
    kept = _kept(game, words, state, options)
    return {**words, KEY: _headed(game, kept)} if kept else words


def read_quiet(game: Game[Any], data: Mapping[str, Any], options: Mapping[str, Any], seats: int) -> State:
    """Return the state of a position at its quiet point, with options that are checked. Raises PositionError."""
    return _read(game, data, options, seats).state


def begin(
    game: Game[Any],
    data: Mapping[str, Any],
    options: Mapping[str, Any],
    seats: int,
    seed: int | str | bytes = 1,
    by_hand: bool = False,
    scripts: Sequence[list[int] | None] = (),
) -> Match[Any]:
    """Return a match that stands at a position, with options that are given. Raises PositionError or ScriptError.

    `scripts` say what falls from there on.
    """
    start = _read(game, data, game.resolve(options, seats), seats)
    state = start.state
    state.chance = Chance(key_of(seed), len(game.streams))
    if any(script is not None for script in scripts):
        game.check_scripts(state, scripts)
    state.chance.scripts = start.falls(game, scripts)
    state.chance.leads = bool(start.fell)
    if KEY not in data:
        return Match(game, seats, options, seed, state=state, hashes=False, by_hand=by_hand)
    try:
        match = _stand(game, start, options, seats, seed, by_hand)
        right = [words_of(match), *([] if start.entries or start.given else [_words(game, state, {})])]
    except (*BROKEN, ScriptError) as error:
        raise _broken(f"does not hold together: {type(error).__name__}: {error}") from None
    words = {name: value for name, value in data.items() if name != KEY}
    if words not in right:
        path, here, there = next(_differences(words, right[0], ""), ("", None, None))
        says = f"{here!r} stands here, {there!r} comes of `{KEY}`: leave that out to read the words alone"
        raise PositionError(f"position.{path}", says)
    return match


def _stand(
    game: Game[Any], start: Start, options: Mapping[str, Any], seats: int, seed: int | str | bytes, by_hand: bool
) -> Match[Any]:
    """Return a match at a position, with the answers given since its quiet point."""
    quiet = start.state.copy()
    match = Match(game, seats, options, seed, state=start.state, hashes=False, by_hand=by_hand)
    if start.entries or start.given or start.left or start.gone:
        match.left, match.gone = set(start.left), {*start.left, *start.gone}
        match.stand(quiet, start.entries, start.given)
    return match


# What the words do not say


def canonical(state: State) -> State:
    """Return a copy of a state whose groups of cards in the dark are numbered from 1 on, in the same order."""
    new = state.copy()
    zones = new.all_zones()
    used = sorted({group for zone in zones for group in zone.groups if group})
    number = {group: place for place, group in enumerate([0, *used])}
    for zone in zones:
        zone.groups[:] = [number[group] for group in zone.groups]
    new.groups = len(number)
    return new


def _kept(game: Game[Any], words: Words, state: State, options: Mapping[str, Any]) -> dict[str, Any]:
    """Return what a quiet state has beyond its words: facts by field, and whether the words can be read at all."""
    try:
        base, kept = _read_words(game, words, options, state.seats), {}
    except PositionError:
        base, kept = game.bare_position(words, options, state.seats), {"base": SETUP}
    names = field_names(type(state))
    rows = zip(names, canonical(base).dump(), canonical(state).dump(), strict=True)
    differs = {name: there for name, here, there in rows if name not in NOT_KEPT and here != there}
    return {**kept, **({"state": differs} if differs else {})}


def _headed(game: Game[Any], kept: dict[str, Any]) -> dict[str, Any]:
    return {"rules_version": game.rules_version, "base": WORDS, **kept}


class _Noting(StepTable[Any]):
    """A table that notes what falls."""

    def note(self, stream: int, value: int) -> int:
        self.fallen.setdefault(stream, []).append(value)
        return value

    def roll(self, stream: int, sides: int = 6) -> int:
        return self.note(stream, super().roll(stream, sides))

    def draw(self, stream: int, pool: Sequence[int]) -> int:
        return self.note(stream, super().draw(stream, pool))

    fallen: dict[int, list[int]]


def _fallen(match: Match[Any]) -> dict[str, list[int]]:
    """Return by stream what has fallen since the last quiet point of a match."""
    last, game = match.segments[-1], match.game
    if match.pending is None and match.live.agenda:  # it rests, at a quiet point
        return {}
    segment = Segment(last.snapshot, list(last.entries), last.first_event, last.mark_at, last.mark)
    args = (game.events, game.resample, match.open_chance, not match.by_hand)
    table = _Noting(segment.snapshot.copy(), segment, *args)
    table.fallen = {}
    try:
        if table.state.agenda:
            game.advance(table.state, table)
    except (Suspend, Finished):
        pass
    return {name: table.fallen[stream] for stream, name in enumerate(game.streams) if stream in table.fallen}


# Reading


@dataclass(slots=True)
class Start:
    """Where a match begins: a quiet state, and what has been answered and has fallen since."""

    state: State
    entries: list[Entry] = field(default_factory=list)
    given: dict[int, list[int]] = field(default_factory=dict)
    left: list[int] = field(default_factory=list)
    gone: list[int] = field(default_factory=list)
    fell: dict[str, list[int]] = field(default_factory=dict)

    def falls(self, game: Game[Any], scripts: Sequence[list[int] | None]) -> list[list[int] | None]:
        """Return scripts with what has fallen before them."""
        if not self.fell:
            return list(scripts) if any(script is not None for script in scripts) else []
        rows = []
        for stream, name in enumerate(game.streams):
            script = scripts[stream] if scripts else None
            rows.append([*self.fell.get(name, []), *(script or [])] if script or name in self.fell else None)
        return rows


def _read(game: Game[Any], data: Mapping[str, Any], options: Mapping[str, Any], seats: int) -> Start:
    words = {name: value for name, value in data.items() if name != KEY}
    if KEY not in data:
        return Start(_read_alone(game, words, options, seats))
    kept = data[KEY]
    _check(game, kept, seats)
    base = kept.get("base", WORDS)
    state = (game.bare_position if base == SETUP else partial(_read_words, game))(words, options, seats)
    start = Start(_ready(_overlaid(game, state, kept.get("state", {})), seats))
    start.left, start.gone, start.fell = kept.get("left", []), kept.get("gone", []), kept.get("fell", {})
    start.given = {seat: list(codes) for seat, codes in kept.get("given", [])}
    for asked, value in kept.get("since", []):
        start.entries.append(Entry(value, list(asked), dict.fromkeys(asked, "player"), -1))
    return start


def _ready(state: State, seats: int) -> State:
    state.seats, state.learned = seats, [0] * (seats + 1)
    return state


def _read_words(game: Game[Any], words: Words, options: Mapping[str, Any], seats: int) -> State:
    """Return the state that words say, whatever stands in figures."""
    return _ready(game.read_position(Given(words), options, seats), seats)


def _read_alone(game: Game[Any], words: Words, options: Mapping[str, Any], seats: int) -> State:
    """Return the state that words say; what follows from facts may be given if it is right."""
    given = Given(words)
    state = _ready(game.read_position(given, options, seats), seats)
    if given.derived:
        right = game.write_position(state, {})
        for path in given.derived:
            pair = _at(words, path), _at(right, path)
            if _is_heap(game, path, *pair):
                continue
            for at, here, there in _differences(*pair, path):
                raise PositionError(f"position.{at}", f"range: is {there!r}, not {here!r}", "range")
    return state


def _is_heap(game: Game[Any], path: str, here: Any, there: Any) -> bool:
    """Return whether two lists hold the same words, in a game in which their order means nothing."""
    if not isinstance(here, list) or not isinstance(there, list) or is_row(path.rpartition(".")[2], rows_of(game)):
        return False
    return all(isinstance(word, str) for word in (*here, *there)) and sorted(here) == sorted(there)


def _at(data: Any, path: str) -> Any:
    for word in path.split("."):
        data = data[int(word)] if isinstance(data, list) else data.get(word)
    return data


def _overlaid(game: Game[Any], state: State, rows: Mapping[str, Any]) -> State:
    """Return a state with other values of some fields, as they were dumped."""
    state, names = canonical(state), field_names(type(state))
    dump = state.dump()
    for name, value in rows.items():
        if name not in names or name in NOT_KEPT:
            raise _broken(f"there is no fact {name!r}", "state")
        dump[names.index(name)] = value
    try:
        new = state.load(dump)
        if not _stands(game, new, state):
            raise _broken("has steps, seats or cards that do not exist", "state")
        new.encoded()
    except PositionError:
        raise
    except BROKEN as error:
        raise _broken(f"is damaged: {type(error).__name__}", "state") from None
    return new


def _stands(game: Game[Any], state: State, base: State) -> bool:
    """Return whether the frame of a state is whole: steps of the agenda, rows of zones."""
    steps = all(step and 0 <= step[0] <= len(game.steps) for step in state.agenda)
    zones = all(
        len(zone.cards) == len(zone.masks) == len(zone.groups)
        and all(
            0 <= group < state.groups and (group or mask == EVERYONE)
            for group, mask in zip(zone.groups, zone.masks, strict=True)
        )
        for zone in state.all_zones()
    )
    return steps and zones and game.conserved(state) == game.conserved(base)


def _check(game: Game[Any], kept: Any, seats: int) -> None:
    """Refuse what cannot be `internal`, before anything is made of it."""
    if not isinstance(kept, dict):
        raise _broken("needs an object")
    for name in kept:
        if name not in FIELDS:
            raise _broken("there is no such field", name)
    if kept.get("rules_version") != game.rules_version:
        says = f"{kept.get('rules_version')!r} is not {game.rules_version}, the version of these rules"
        raise _broken(f"{says}: leave `{KEY}` out to read the words alone", "rules_version")
    if kept.get("base", WORDS) not in (WORDS, SETUP):
        raise _broken(f"is not {WORDS} or {SETUP}", "base")
    shapes = {
        "state": isinstance(kept.get("state", {}), dict),
        "left": _are_seats(kept.get("left", []), seats),
        "gone": _are_seats(kept.get("gone", []), seats),
        "since": _are_pairs(kept.get("since", []), lambda one: _are_seats(one, seats) and bool(one)),
        "given": _are_pairs(kept.get("given", []), lambda one: _are_seats([one], seats)),
        "fell": isinstance(kept.get("fell", {}), dict)
        and all(name in game.streams and _are_numbers(row) for name, row in kept.get("fell", {}).items()),
    }
    for name, good in shapes.items():
        if not good:
            raise _broken("is damaged", name)


def _are_numbers(row: Any) -> bool:
    return isinstance(row, list) and all(isinstance(one, int) and not isinstance(one, bool) for one in row)


def _are_seats(row: Any, seats: int) -> bool:
    return _are_numbers(row) and all(0 <= one < seats for one in row)


def _are_pairs(rows: Any, fits: Any) -> bool:
    return isinstance(rows, list) and all(isinstance(row, list) and len(row) == 2 and fits(row[0]) for row in rows)


def _broken(says: str, name: str = "") -> PositionError:
    return PositionError(f"position.{KEY}.{name}" if name else f"position.{KEY}", says)


def _differences(here: Any, there: Any, path: str) -> Any:
    """Yield path and both values of what is not the same in two written forms."""
    if isinstance(here, dict) and isinstance(there, dict):
        for name in dict.fromkeys([*here, *there]):
            if name not in here or name not in there:
                yield f"{path}.{name}".strip("."), here.get(name), there.get(name)
            else:
                yield from _differences(here[name], there[name], f"{path}.{name}".strip("."))
    elif isinstance(here, list) and isinstance(there, list) and len(here) == len(there):
        for place, pair in enumerate(zip(here, there, strict=True)):
            yield from _differences(*pair, f"{path}.{place}".strip("."))
    elif here != there or type(here) is not type(there):
        yield path, here, there
