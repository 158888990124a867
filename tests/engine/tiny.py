"""Tiny games for tests of the engine: a game is a row of step functions, everything else is here."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass, field
from typing import Annotated, Any, ClassVar, Final

from shapan.engine.actions import DONE, Actions
from shapan.engine.chance import Stream
from shapan.engine.event import Events
from shapan.engine.game import Game
from shapan.engine.kinds import Cards, Count, Many, Seat
from shapan.engine.match import Match, random_answer
from shapan.engine.prompt import Prompt
from shapan.engine.row import listed
from shapan.engine.state import State
from shapan.engine.table import Table
from shapan.engine.zone import Zone

NAMES: Final = tuple("abcdefghij")
ACTIONS: Final = Actions()
PICK: Final = ACTIONS.family(1, "pick", number=Count(9))
PLAY: Final = ACTIONS.family(2, "play", card=Count(9))

EVENTS: Final = Events()
CHOSE: Final = EVENTS.add("chose", "TNY-1", seat=Seat(4), number=Count(9))
FELL: Final = EVENTS.add("fell", "TNY-2", number=Count(9))
DREW: Final = EVENTS.add("drew", "TNY-3", secret={"card": Count(9)}, seat=Seat(4))
LEFT: Final = EVENTS.add("left", "TNY-4", seat=Seat(4))


@dataclass(slots=True, eq=False)
class Tiny(State):
    notes: list[int] = field(default_factory=list)
    """Open numbers in the order noted."""
    stock: Zone = field(default_factory=Zone)
    hands: list[Zone] = field(default_factory=list)
    table: Zone = field(default_factory=Zone)


@dataclass(slots=True)
class View:
    notes: Annotated[list[int], Many(Count(999), 99)]
    stock: Annotated[int, Count(10)]
    hands: Annotated[list[list[int]], Many(Cards(NAMES, 10), 4, by_seat=True)]
    table: Annotated[list[int], Cards(NAMES, 10)]


class Number(Prompt[Tiny]):
    """One of arg numbers (3 if arg is 0); all may know which."""

    key, rule, open, families = "number", "TNY-1", True, (PICK,)

    def legal(self, state: Tiny, seat: int, arg: int) -> Sequence[int]:
        return [PICK.code(number) for number in range(arg or 3)]


class Hidden(Number):
    key, open = "hidden", False


class Secret(Number):
    key, open, secret = "secret", False, True


class Play(Prompt[Tiny]):
    """A card of the hand, or none."""

    key, rule, families = "play", "TNY-3", (PLAY,)

    def legal(self, state: Tiny, seat: int, arg: int) -> Sequence[int]:
        return [DONE, *(PLAY.code(card) for card in state.hands[seat].cards)]


class Row(Prompt[Tiny]):
    """Different numbers out of 4; at most arg of them."""

    key, rule, open, many, families = "row", "TNY-1", True, True, (PICK,)
    rows = listed("numbers", PICK)

    def next(self, state: Tiny, seat: int, arg: int, picked: Sequence[int]) -> Sequence[int]:
        codes = [PICK.code(n) for n in range(4) if PICK.code(n) not in picked]
        return [DONE, *codes] if len(picked) < arg else ()


class Subset(Row):
    key, ordered = "subset", False


NUMBER: Final = Number()
HIDDEN: Final = Hidden()
SECRET: Final = Secret()
PLAYING: Final = Play()
ROW: Final = Row()
SUBSET: Final = Subset()

Step = Callable[..., None]


class TinyGame(Game[Tiny]):
    """Runs its steps once each, in their order; `ends` says whether leaving ends the match."""

    name, prefix, package = "tiny", "TNY", "engine"
    min_seats, max_seats = 1, 4
    streams = {"die": Count(9), "cards": Count(9)}
    actions, events, view_class = ACTIONS, EVENTS, View
    prompts: ClassVar[tuple[Prompt[Any], ...]] = (NUMBER, HIDDEN, SECRET, PLAYING, ROW, SUBSET)
    results = ("done",)

    def __init__(self, *steps: Step, ends: bool = False) -> None:
        self.steps = (*steps, finish)  # type: ignore[misc]  # other games have one row of steps a class
        self.ends = ends

    def setup(self, options: Mapping[str, Any], seats: int) -> Tiny:
        state = Tiny()
        state.stock = state.deck(list(range(10)))
        state.hands = [Zone(sees=1 << seat) for seat in range(seats)]
        for number in range(len(self.steps), 0, -1):
            state.push(number)
        return state

    def view(self, state: Tiny, viewer: int) -> View:
        return View(
            list(state.notes),
            len(state.stock),
            [hand.known(viewer) for hand in state.hands],
            state.table.known(viewer),
        )

    def leave_ends(self, state: Tiny, gone: AbstractSet[int]) -> bool:
        return self.ends

    def on_leave(self, state: Tiny, table: Table[Tiny], seat: int) -> None:
        state.notes.append(100 + seat)
        table.tell(LEFT, seat)


def finish(state: Tiny, table: Table[Tiny]) -> None:
    """The last step: all share the first rank."""
    table.finish(0, [1] * state.seats)


def choose(seat: int, arg: int = 0, prompt: Prompt[Tiny] = NUMBER) -> Step:
    """Return a step: one seat picks a number, which is noted and told."""

    def step(state: Tiny, table: Table[Tiny]) -> None:
        number = PICK.value(table.ask(prompt, seat, arg))
        state.notes.append(number)
        table.tell(CHOSE, seat, number)

    return step


def quietly(seat: int, arg: int = 0) -> Step:
    """Return a step: one seat picks a number, which is noted and not told."""

    def step(state: Tiny, table: Table[Tiny]) -> None:
        state.notes.append(PICK.value(table.ask(NUMBER, seat, arg)))

    return step


def all_at_once(prompt: Prompt[Tiny] = SECRET) -> Step:
    """Return a step: all seats pick at once; the numbers are noted when all are in."""

    def step(state: Tiny, table: Table[Tiny]) -> None:
        seats = range(state.seats)
        for seat, code in zip(seats, table.ask_all(prompt, seats), strict=True):
            state.notes.append(PICK.value(code))
            table.tell(CHOSE, seat, PICK.value(code))

    return step


def roll(state: Tiny, table: Table[Tiny]) -> None:
    """A step: a die of four."""
    number = table.roll(0, 4)
    state.notes.append(number)
    table.tell(FELL, number)


def deal(count: int) -> Step:
    """Return a step: each seat draws cards in secret."""

    def step(state: Tiny, table: Table[Tiny]) -> None:
        for seat in range(state.seats):
            for _ in range(count):
                card = table.draw(1, state.stock.cards)
                place = state.stock.cards.index(card)
                state.move(state.stock, place, state.hands[seat])
                table.tell(DREW, seat, priv=1 << seat, secret=(card,))

    return step


def play(seat: int) -> Step:
    """Return a step: one seat plays a card openly, or none."""

    def step(state: Tiny, table: Table[Tiny]) -> None:
        code = table.ask(PLAYING, seat)
        if code != DONE:
            hand = state.hands[seat]
            state.move(hand, hand.cards.index(PLAY.value(code)), state.table)

    return step


def pick(match: Match[Any], seat: int, number: int, **more: Any) -> None:
    """Answer a number."""
    match.answer(seat, PICK.code(number), **more)


def play_on(match: Match[Any], seed: int | str, most: int = 10_000) -> int:
    """Answer at random for whoever is waited for, at most so often; return how often."""
    rng = Stream(f"play {seed}")
    for count in range(most):
        if match.over:
            return count
        seat = rng.choice(match.waiting)
        if seat < 0:
            match.fall(rng.choice(match.outcomes())[0])
            continue
        decision = match.decisions[seat]
        match.answer(seat, random_answer(decision.prompt, match.live, seat, decision.arg, rng))
    return most


def all_frames(match: Match[Any]) -> list[Any]:
    """Return what every viewer sees now."""
    return [match.frame(viewer) for viewer in range(match.seats + 1)]
