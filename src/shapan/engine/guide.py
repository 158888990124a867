"""Guides: a guided first match as data of a game, `guide.toml` in its package.

A guide names a beginning (seats, options, position, what falls first), what the other seats answer so that the story is
the same for everybody, and the moments at which a coach speaks. The rules know nothing of it. Texts stand in the
game's texts under `guide.*`; what is said at a moment is found by `shapan.engine.coach`.
"""

from __future__ import annotations

import re
import tomllib
from functools import cache
from importlib.resources import files
from typing import Annotated, Any, Final

import msgspec

from shapan.engine.chance import key_of
from shapan.engine.game import Game, PositionError
from shapan.engine.match import FRIENDLY, Match
from shapan.engine.text import package_of

FILE: Final = "guide.toml"
PLACES: Final = ("piece", "zone", "panel", "fact", "goal", "button", "steps", "duel", "case")
"""What a note may point at: `piece:w1`, `zone:galaxy`, `panel:0`, `fact:0.attack` (of a seat's board), `fact:clock`
(of the table), `goal:0` (a seat's pips), `button:build` (an action family, or `done`), `steps` (of the turn), `duel`,
`case` (what the table is about)."""
NAMELESS: Final = ("steps", "duel", "case")

Key = Annotated[str, msgspec.Meta(pattern=r"^[a-z0-9_]+$")]
Times = Annotated[int, msgspec.Meta(ge=0)]
_LINE: Final = re.compile(r"^([\w.]+) (=|!=|<|<=|>|>=) ([\w.-]+)$")
_WORDS: Final = {"true": True, "false": False, "null": None}


class GuideError(ValueError):
    """A guide that cannot be: the message names the file and the place in it."""


class EventCondition(msgspec.Struct, frozen=True, forbid_unknown_fields=True, rename={"with_": "with"}):
    """How often the seat must have been told of an event: at least `times`, and at most `most` (-1: any number)."""

    event: str
    with_: dict[str, Any] = {}
    """Only events with these words count; a seat is its number, a term its word."""
    times: Times = 1
    most: int = -1


class When(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A moment, as the seat can see it: all that is named must hold."""

    kind: str = ""
    """The prompt that the seat is asked."""
    waiting: bool = False
    """The seat is not asked, and the match goes on."""
    over: bool = False
    """The match is over."""
    won: bool | None = None
    """The seat is among the winners, or is not."""
    told: list[EventCondition] = []
    view: list[str] = []
    """Comparisons of facts of the seat's view: `seats.0.totals.attack > seats.1.totals.defense`.

    Left stands a path, right a path (with a dot), a number or a word. A step into a list is an index or an `id`.
    """

    def lines(self) -> list[tuple[str, str, str]]:
        """Return the comparisons as (path, sign, path or word). Raises GuideError."""
        rows = []
        for line in self.view:
            found = _LINE.match(line)
            if found is None:
                raise GuideError(f"{line!r} is no comparison: path, one of = != < <= > >=, path or word")
            rows.append((found[1], found[2], found[3]))
        return rows


class Note(msgspec.Struct, forbid_unknown_fields=True):
    """One thing that the coach says: the text `guide.<text>`."""

    text: Key
    points: list[str] = []
    """What it points at; see PLACES."""
    words: dict[str, str] = {}
    """What stands in the braces of the text: `seat:1` for a name, `button:build` for what that button says (`done`: the
    one that ends the answer), else the path of a fact of the view."""
    when: When = When()
    """Left out unless this holds too."""

    def places(self) -> list[tuple[str, str]]:
        """Return what it points at as (kind, name). Raises GuideError."""
        rows = []
        for place in self.points:
            kind, _, name = place.partition(":")
            if kind not in PLACES or bool(name) == (kind in NAMELESS):
                raise GuideError(f"{place!r} is no place: one of {', '.join(PLACES)}, with a name")
            rows.append((kind, name))
        return rows


class Moment(msgspec.Struct, forbid_unknown_fields=True):
    """A moment of the match and what is said then: notes one after another, the advice with the last of them."""

    when: When
    notes: Annotated[list[Note], msgspec.Meta(min_length=1)]
    advise: dict[str, Any] | None = None
    """The answer to give, as scenarios write it. Where it is not legal, the moment does not hold."""
    aside: bool = False
    """Beside the story: for who has left it, or waits. Not counted in "3 of 12"."""


class Scripted(msgspec.Struct, forbid_unknown_fields=True):
    """What another seat answers at a moment, if that is legal; otherwise its bot decides."""

    seat: int
    when: When
    answer: dict[str, Any]


class Guide(msgspec.Struct, forbid_unknown_fields=True):
    """A guided first match."""

    names: Annotated[list[Key], msgspec.Meta(min_length=1)]
    """A text `guide.<name>` for each seat; that of the person is not shown."""
    moments: Annotated[list[Moment], msgspec.Meta(min_length=1)]
    seat: int = 0
    """The person's seat."""
    minutes: Annotated[int, msgspec.Meta(ge=1)] = 5
    """How long it takes who reads what is said."""
    options: dict[str, Any] = {}
    position: dict[str, Any] | None = None
    """Where the match begins; without one, with the set-up."""
    rolls: dict[str, list[Any]] = {}
    """What falls first, stream by stream; after that chance goes on by itself."""
    answers: list[Scripted] = []

    @property
    def seats(self) -> int:
        """The number of seats."""
        return len(self.names)

    def begin(self, game: Game[Any], key: int | str | bytes, undo: str = FRIENDLY) -> Match[Any]:
        """Return the match as it begins. Raises PositionError or OptionError."""
        options = game.resolve(self.options, self.seats)
        state = game.start(self.options, self.seats, key)
        if self.position is not None:
            loaded = game.read_position(self.position, options, self.seats)
            loaded.seats, loaded.learned, loaded.chance = state.seats, state.learned, state.chance
            state = loaded
        if self.rolls:
            state.chance.scripts = self._scripts(game)
            state.chance.leads = True
        return Match(game, self.seats, self.options, key_of(key), undo, state=state)

    def _scripts(self, game: Game[Any]) -> list[list[int] | None]:
        names = list(game.streams)
        scripts: list[list[int] | None] = [None] * len(names)
        for name, values in self.rolls.items():
            if name not in names:
                raise PositionError(f"rolls.{name}", f"there is no such stream; known: {', '.join(names)}")
            try:
                scripts[names.index(name)] = [game.streams[name].number(word) for word in values]
            except ValueError as error:
                raise PositionError(f"rolls.{name}", str(error)) from None
        return scripts


def read_guide(text: str) -> Guide:
    """Return the guide of a file's text. Raises GuideError with the place of the fault."""
    try:
        guide = msgspec.convert(tomllib.loads(text), Guide)
    except (tomllib.TOMLDecodeError, msgspec.ValidationError) as error:
        raise GuideError(f"{FILE}: {error}") from None
    if not 0 <= guide.seat < guide.seats:
        raise GuideError(f"{FILE}: seat {guide.seat} is not 0..{guide.seats - 1}")
    conditions = [("answers", place, row.when) for place, row in enumerate(guide.answers)]
    for number, moment in enumerate(guide.moments):
        conditions += [("moments", number, when) for when in (moment.when, *(note.when for note in moment.notes))]
        for note in moment.notes:
            _held(f"moments.{number}.{note.text}", note.places)
    for table, number, when in conditions:
        _held(f"{table}.{number}", when.lines)
    return guide


def _held(place: str, read: Any) -> None:
    try:
        read()
    except GuideError as error:
        raise GuideError(f"{FILE}: {place}: {error}") from None


@cache
def _guide(package: str) -> Guide | None:
    path = files(package) / FILE
    return read_guide(path.read_text(encoding="utf-8")) if path.is_file() else None


def guide_of(game: Game[Any]) -> Guide | None:
    """Return a game's guide, None if it has none. Raises GuideError for one that cannot be read."""
    return _guide(package_of(game))


def look_up(view: Any, path: str) -> Any:
    """Return a fact of a written view. Raises LookupError if there is no such fact."""
    here = view
    for step in path.split("."):
        if isinstance(here, dict):
            here = here[step]
        elif isinstance(here, list) and step.isdecimal():
            here = here[int(step)]
        elif isinstance(here, list):
            here = next((item for item in here if isinstance(item, dict) and item.get("id") == step), None)
            if here is None:
                raise LookupError(path)
        else:
            raise LookupError(path)
    return here


def compare(view: Any, path: str, sign: str, other: str) -> bool:
    """Tell whether a comparison holds in a written view; it does not where a fact is missing or no number."""
    try:
        left = look_up(view, path)
        right = look_up(view, other) if "." in other else _value(other)
        if sign in ("=", "!="):
            return bool(left == right) == (sign == "=")
        if not isinstance(left, int) or not isinstance(right, int):
            return False
    except LookupError:
        return False
    return {"<": left < right, "<=": left <= right, ">": left > right, ">=": left >= right}[sign]


def _value(word: str) -> Any:
    if word.lstrip("-").isdecimal():
        return int(word)
    return _WORDS.get(word, word)
