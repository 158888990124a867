"""Trials: a rule carried out on the table as a seat sees it, as far as the seat can foresee what comes of it.

Nothing hidden lies on such a table and no chance is drawn at it, so a trial can tell nothing that the seat may not
know. It stops at chance and at questions, but for the answer that is tried and for replies that a game names.
"""
# Stays plain: draws for people

from __future__ import annotations

from collections.abc import Callable, Container, Mapping, Sequence
from contextlib import suppress
from functools import lru_cache
from typing import Any, Final, NoReturn, Self

from shapan.engine.actions import DONE
from shapan.engine.chance import Chance
from shapan.engine.kinds import UNKNOWN
from shapan.engine.marked_zone import MarkedZone
from shapan.engine.part import Part, field_names
from shapan.engine.prompt import Prompt, S
from shapan.engine.shared_constant import SharedConstant
from shapan.engine.table import Finished, Table
from shapan.engine.zone import EVERYONE, Zone

FIRST: Final = -1
"""As a reply: the first answer that is possible, where it does not matter which."""


class Unforeseen(BaseException):
    """The seat cannot know what comes next; leaves the rules from any depth."""


class Trial(Table[S]):
    """A table at which a seat tries an answer; `run` carries out the rule that asks for it."""

    def __init__(
        self,
        view: S,
        seat: int,
        answer: Sequence[int],
        replies: Mapping[str, int] | None = None,
        sure: Container[str] = (),
    ) -> None:
        """Begin with a copy of what a seat sees. `answer`, unless it is empty, is given to the seat's first question.

        `replies`: by the key of a question what is answered to it, a code or `FIRST`; of others' questions `FIRST` only
        where what is possible is public. `sure`: keys of those after whose reply the table is as sure as before it.
        """
        super().__init__(_supposed(view).copy())
        self.seat = seat
        self.answer: list[int] | None = list(answer) or None
        self.replies = replies or {}
        self.settled = sure
        self.asked: list[tuple[str, int]] = []
        """Key and seat of each question after the answer, the last one where it stopped, included."""
        self.events: list[tuple[int, tuple[int, int, int, int]]] = []
        """Kind and open numbers of what has happened."""
        self.sure = self.state
        """The table as it is for sure: before the first reply that is not."""

    def run(self, rule: Callable[..., Any], *about: Any) -> Self:
        """Carry out a rule (state, table, what it is about) as far as the seat can foresee."""
        with suppress(Unforeseen, Finished):
            rule(self.state, self, *about)
        return self

    def stop(self) -> NoReturn:
        """Leave the rules here: the seat cannot know what comes next."""
        raise Unforeseen

    def told(self, *kinds: int) -> list[tuple[int, int, int, int]]:
        """Return the open numbers of the events of some kinds."""
        return [numbers for kind, numbers in self.events if kind in kinds]

    # What rules ask

    def ask(self, prompt: Prompt[S], seat: int, arg: int = 0) -> int:
        return self._answered(prompt, seat, arg)[0]

    def ask_all(self, prompt: Prompt[S], seats: Sequence[int], arg: int = 0) -> list[int]:
        return [self.ask(prompt, seat, arg) for seat in seats]

    def ask_many(self, prompt: Prompt[S], seat: int, arg: int = 0) -> list[int]:
        return [code for code in self._answered(prompt, seat, arg) if code != DONE]

    def ask_all_many(self, prompt: Prompt[S], seats: Sequence[int], arg: int = 0) -> list[list[int]]:
        return [self.ask_many(prompt, seat, arg) for seat in seats]

    def _answered(self, prompt: Prompt[S], seat: int, arg: int) -> list[int]:
        """Return what a seat answers, or stop here."""
        if self.answer is not None and seat == self.seat:
            answer, self.answer = self.answer, None
            return answer
        forced = prompt.forced_answer(self.state, seat, arg) if seat == self.seat else None
        if forced is not None:
            return forced
        self.asked.append((prompt.key, seat))
        reply = self.replies.get(prompt.key)
        if reply is None or (reply == FIRST and seat != self.seat and not prompt.open):
            raise Unforeseen
        if self.sure is self.state and prompt.key not in self.settled:
            self.sure = self.state.copy()
        if reply != FIRST:
            return [reply]
        if prompt.many:
            return prompt.default_many(self.state, seat, arg)
        return [prompt.legal(self.state, seat, arg)[0]]

    # Chance

    def roll(self, stream: int, sides: int = 6) -> NoReturn:
        raise Unforeseen

    def draw(self, stream: int, pool: Sequence[int]) -> NoReturn:
        raise Unforeseen

    def deal(self, stream: int, source: Zone, target: Zone) -> int:
        """Move a card that nobody knows: how many are drawn can be foreseen, which ones cannot."""
        source.cards[0] = UNKNOWN
        return self.state.move(source, 0, target)

    def tell(
        self,
        kind: int,
        a: int = -1,
        b: int = -1,
        c: int = -1,
        d: int = -1,
        to: int = EVERYONE,
        priv: int = 0,
        secret: tuple[int, ...] = (),
    ) -> None:
        self.events.append((kind, (a, b, c, d)))


def suppose(view: S) -> S:
    """Return a table as a viewer sees it, to be changed at will; cards that the viewer does not know are -1 on it."""
    cls: Any = view.__class__
    new: S = cls.__new__(cls)
    new.viewer, new.chance, new.agenda, new.info, new.learned, new.groups = view.viewer, Chance(), [], 0, [], 1
    for name in field_names(cls):
        if name not in _OWN:
            value = getattr(view, name, None)
            if value.__class__ is not int:
                if isinstance(value, Part):
                    value = _part(value, getattr(_unplayed(view), name))
                elif value is None and not hasattr(view, name):
                    value = _copied(getattr(_unplayed(view), name))
                else:
                    value = _copied(value)
            setattr(new, name, value)
    return new


@lru_cache(maxsize=1)
def _supposed(view: Any) -> Any:
    """Return the table as a viewer sees it; the answers to a question are tried one after another."""
    return suppose(view)


def _unplayed(view: Any) -> Any:
    """Return a state before a match, which has what no viewer sees; one does for all matches with so many seats."""
    cls, seats = view.__class__, view.seats
    if (cls, seats) not in _UNPLAYED:
        fields = {name: getattr(view, name, None) for name in field_names(cls)}
        # Compiled fields take nothing in place of rules: any will do, for those of a view are its own.
        shared = {name: value for name, value in fields.items() if isinstance(value, SharedConstant)}
        _UNPLAYED[cls, seats] = cls(seats=seats, **shared)
    return _UNPLAYED[cls, seats]


_UNPLAYED: Final[dict[tuple[Any, int], Any]] = {}
_OWN: Final = frozenset(("chance", "agenda", "info", "learned", "groups"))
"""What no view has, and a supposed table has for itself."""


def _copied(value: Any) -> Any:
    kind = value.__class__
    if kind is list:
        if not value or value[0].__class__ is int or value[0].__class__ is tuple:
            return value.copy()
        return [_copied(one) for one in value]
    if kind is Zone or kind is MarkedZone:
        return _laid_open(value)
    return _part(value, None) if isinstance(value, Part) else value


def _part(seen: Part, unplayed: Part | None) -> Part:
    """Return a copy of a part; what its viewer does not see is as before a match."""
    new = seen.__class__.__new__(seen.__class__)
    for name in (*field_names(seen.__class__), "viewer"):
        source = seen if hasattr(seen, name) else unplayed or seen.__class__()
        setattr(new, name, _copied(getattr(source, name)))
    return new


def _laid_open(seen: Zone) -> Zone:
    """Return a zone with the cards that a viewer sees, in their places, and none that it can still learn."""
    size = len(seen.cards)
    new = seen.__class__.__new__(seen.__class__)
    new.cards, new.masks, new.groups = seen.cards.copy(), [EVERYONE] * size, [0] * size
    new.sees, new.ordered = EVERYONE, True
    if isinstance(seen, MarkedZone) and isinstance(new, MarkedZone):
        new.markers, new.marks = seen.markers, [row.copy() for row in seen.marks]
    return new
