"""The board that a game has without writing one."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass
from functools import partial
from itertools import islice
from typing import Annotated, Any, ClassVar

import msgspec
import pytest

from conformance.plants.base import variant
from engine.driving import advance
from shapan.engine.actions import DONE, Actions
from shapan.engine.chance import Stream
from shapan.engine.deck import open_row, own
from shapan.engine.fact import EVERYBODY, OPENLY, by_seat, declared
from shapan.engine.kinds import UNKNOWN, BySeat, Cards, Count, Die, Enum, Flag, Kind, Many, Seat
from shapan.engine.match import Match
from shapan.engine.offers import things
from shapan.engine.part import Part
from shapan.engine.plain_board import plain_scene
from shapan.engine.prompt import Prompt
from shapan.engine.question import question
from shapan.engine.registry import find, games
from shapan.engine.scene import Phrase, Scene, Target
from shapan.engine.sparse_table import SparseTable
from shapan.engine.state import State
from shapan.engine.view import Record, kinds_of
from shapan.engine.zone import EVERYONE, Zone

NAMES = ("jack", "queen")


@dataclass(slots=True)
class View:
    turn: Annotated[int, Seat(2)]
    die: Annotated[int, Die(6)]
    pot: Annotated[int, Count(9)]
    table: Annotated[list[int], Cards(NAMES, 3)]
    score: Annotated[list[int], Many(Count(9), 2, by_seat=True)]
    hands: Annotated[list[list[int]], Many(Cards(NAMES, 3), 2, by_seat=True)]


def scene(die: int = 4) -> dict[str, Any]:
    view = View(1, die, 7, [1], [3, UNKNOWN], [[0, UNKNOWN], []])
    made = plain_scene(view, 0, [5, 6], None, lambda _, code: Target(code, Phrase(f"action.{code}")))
    written: dict[str, Any] = msgspec.to_builtins(made)
    return written


def test_counts_dice_and_cards_stand_in_the_middle() -> None:
    zones = {zone["id"]: zone for zone in scene()["zones"]}
    assert zones["pot"]["count"] == 7
    assert zones["die"]["pieces"][0]["face"] == "4"
    assert zones["table"]["pieces"][0]["label"]["key"] == "card.queen"


def test_a_die_not_yet_rolled_is_blank() -> None:
    zones = {zone["id"]: zone for zone in scene(die=0)["zones"]}
    assert "face" not in zones["die"]["pieces"][0]


def test_a_seat_has_its_counts_and_cards_and_hidden_ones_lie_face_down() -> None:
    first, second = scene()["panels"]
    assert [fact["value"] for fact in first["facts"]] == [3]
    assert "facts" not in second
    known, hidden = first["zones"][0]["pieces"]
    assert known["label"]["key"] == "card.jack"
    assert hidden["flags"] == ["face_down"]
    assert "label" not in hidden
    assert second["state"] == ["turn"]


def test_every_legal_action_is_a_button() -> None:
    assert [button["code"] for button in scene()["buttons"]] == [5, 6]


def test_a_game_without_a_view_has_only_buttons() -> None:
    made = plain_scene(None, 0, [5], None, lambda _, code: Target(code, Phrase(f"action.{code}")))
    assert len(made.buttons) == 1
    assert not made.panels


# What every view holds is on the board


def others(kind: Kind, value: Any) -> Iterator[Any]:
    """Yield copies of a value with one fact in it changed; nothing known of a fact is no fact."""
    if isinstance(value, Zone):
        yield from (changed(value, "cards", cards) for cards in others(kind, value.cards))
    elif isinstance(kind, Flag):
        yield type(value)(1 - value if value >= 0 else 1)
    elif kind.size > 1:
        yield (value + 1) % kind.size if value >= 0 else 1
    elif isinstance(kind, Record):
        for name, inner in varied(value) if value is not None else ():
            yield from (changed(value, name, part) for part in others(inner, getattr(value, name)))
    elif isinstance(kind, BySeat):
        for seat in value or ():
            yield from ({**value, seat: part} for part in others(kind.kind, value[seat]))
    elif isinstance(kind, SparseTable):
        for place, (_, inner, item) in enumerate(kind.parts(value)):
            yield from ([*value[:place], part, *value[place + 1 :]] for part in others(inner, item))
    elif value is not None:
        assert isinstance(kind, Many | Cards)
        inner = kind.card if isinstance(kind, Cards) else kind.kind
        for place, item in enumerate(value):
            row = type(value)  # a compiled class takes no list for a tuple
            yield from (row([*value[:place], part, *value[place + 1 :]]) for part in others(inner, item))


def changed(record: Any, name: str, value: Any) -> Any:
    """Return a copy with another value: field by field, for `copy` does not see the fields of a compiled class."""
    made: Any = type(record)
    new = made.__new__(made)
    for cls in made.__mro__:
        for field, place in vars(cls).items():
            kept = hasattr(place, "__set__") and not isinstance(place, property) and not field.startswith("__")
            if kept and hasattr(record, field):
                with suppress(AttributeError):  # compiled, what is computed looks like a field
                    setattr(new, field, getattr(record, field))
    setattr(new, name, value)
    return new


def drawn(view: Any) -> bytes:
    return msgspec.json.encode(plain_scene(view, 0, [], None, lambda _, code: Target(code, Phrase(f"action.{code}"))))


def varied(view: Any) -> list[tuple[str, Kind]]:
    """Return the fields of a view with their kinds; of a state as seen those that all see."""
    if not isinstance(view, Part):
        return list(kinds_of(type(view)))
    facts = [
        (name, one) for name, one in declared(type(view)) if one.kind is not None and one.sees in (EVERYBODY, OPENLY)
    ]
    return [(name, Many(one.kind, 99) if one.rows else one.kind) for name, one in facts if one.kind is not None]


TOYS = ("card_duel", "face_down", "fate_duel", "order_stacks", "skill_check")
GAMES = {**games(), **{name: __import__(f"engine.toys.{name}.game", fromlist=["GAME"]).GAME for name in TOYS}}


@pytest.mark.parametrize("name", GAMES)
def test_every_fact_of_a_view_is_on_the_board(name: str) -> None:
    """A board that drops a field is the same board when that field changes."""
    game = GAMES[name]
    match = Match(game, game.min_seats, seed=5)
    rng = Stream(5)
    dropped, tried = set(), Counter[str]()
    for _ in range(12):
        view = match.view(0)
        was = drawn(view)
        for field, kind in varied(view):
            for value in islice(others(kind, getattr(view, field)), 40):
                tried[field] += 1
                if drawn(changed(view, field, value)) == was:
                    dropped.add(f"{field}: {getattr(view, field)} -> {value}")
        advance(match, rng, 4)
    assert not dropped
    assert len(tried) >= len(varied(match.view(0))) * 2 // 3


def test_buttons_tell_what_they_bring_about_where_the_game_says_it() -> None:
    match = Match(find("pig"), 2, {}, 1)
    made = match.game.board(match.view(0), 0, match.legal(0), match.decisions[0].prompt)
    assert [target.help for target in made.buttons] == [Phrase("action_help.roll"), Phrase("action_help.hold")]
    assert find("leduc").target(None, DONE).help is None


# Where a question stands


@dataclass(slots=True, eq=False)
class Parlour(State):
    """Hands, discards that lie in their order, and cards that a seat has laid down openly."""

    MAX_SEATS: ClassVar[int] = 2

    hands: list[Zone] = by_seat(Cards(NAMES, 3), at="hand", start=own)
    discards: list[Zone] = by_seat(Cards(NAMES, 9), start=lambda seat: open_row())
    laid: list[Zone] = by_seat(Cards(NAMES, 9), start=lambda seat: Zone())


def parlour(hand: list[int], gone: list[int], names: Sequence[int], buttons: bool = False) -> Scene:
    """Return the table of seat 0, who is to name a card, with a hand and with cards that lie open before it."""
    state = Parlour(seats=2)
    state.hands[0] = Zone(hand, sees=1, group=1)
    for zone in (state.discards[0], state.laid[0]):
        zone.cards, zone.masks, zone.groups = list(gone), [EVERYONE] * len(gone), [0] * len(gone)
    actions = Actions()
    name = actions.family(1, "name", card=Enum(NAMES, "card"))
    prompt: Prompt[Any] = question("name", "X-1", name)(lambda state, seat, arg: names)
    legal = [name.code(card) for card in names]
    say = partial(Target, label=Phrase("action.name"))
    return plain_scene(state.seen(0), 0, legal, prompt, lambda _, code: say(code), {name} if buttons else ())


def offering(made: Scene) -> dict[str, int]:
    """Return how many answers each place offers."""
    lies = {place: len(thing.targets) for place, thing in things(made) if thing.targets}
    return lies | ({"buttons": len(made.buttons)} if made.buttons else {})


def test_a_card_in_the_hand_offers_to_be_played() -> None:
    assert offering(parlour([0, 1], [0], [0, 1])) == {"piece:seats.hand0.0": 1, "piece:seats.hand0.1": 1}


def test_a_question_with_an_answer_that_lies_nowhere_is_all_buttons() -> None:
    assert offering(parlour([0], [], [0, 1])) == {"buttons": 2}


def test_what_lies_open_beside_a_hand_is_no_hand() -> None:
    assert offering(parlour([0], [0, 1], [0, 1])) == {"buttons": 2}
    assert offering(parlour([1], [1, 1], [1])) == {"piece:seats.hand0.0": 1}


def test_a_family_can_ask_for_buttons() -> None:
    assert offering(parlour([0, 1], [], [0, 1], buttons=True)) == {"buttons": 2}


def test_who_is_out_of_the_match_is_marked_on_its_board() -> None:
    def still_in(self: object, state: object, seat: int) -> bool:
        return seat != 1

    game = variant(find("pig"), still_in=still_in)
    match = Match(game, 3, seed=1)
    panels = game.board(match.view(0), 0, match.legal(0), match.decisions[0].prompt).panels
    assert ["out" in panel.state for panel in panels] == [False, True, False]
