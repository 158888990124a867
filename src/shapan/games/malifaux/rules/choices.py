"""D12, D21, D22, D30, D32: what effects ask: models, markers, yes or no, options, places, ways, what is paid."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from shapan.engine.kinds import UNKNOWN
from shapan.engine.prompt import Prompt, Reason
from shapan.engine.question import question
from shapan.engine.table import Table
from shapan.games.malifaux import actions, places, select, value
from shapan.games.malifaux.cards.selector import Selector
from shapan.games.malifaux.context import Source
from shapan.games.malifaux.records import Choice
from shapan.games.malifaux.rules import placement_refusals
from shapan.games.malifaux.state import Malifaux

_DECLINE: Final = actions.ACTIONS.of(actions.DECLINE)

# Models and markers: D12.


@question("target", "MFX-8.6", actions.TARGET, actions.MARKER, _DECLINE, open=True, why="not_a_target")
def ask_target(state: Malifaux, seat: int, arg: int) -> Sequence[int]:
    """D12: a model inside an effect, or with `arg` & 1 a marker; with `arg` & 2 it may be left.

    Above it 1 + the tag of what asks.
    """
    choice = state.asked()
    family = actions.MARKER if arg & 1 else actions.TARGET
    codes = [family.codes[one] for one in choice.options]
    return [actions.DECLINE, *codes] if arg & 2 else codes


def one_of(
    state: Malifaux, table: Table[Malifaux], seat: int, model: int, options: Sequence[int], *, marker: bool = False,
    may_leave: bool = False, tag: int = UNKNOWN,
) -> int:  # fmt: skip
    """D12: let a seat choose a model or marker; -1 where there is none, or it leaves it. `tag` is what asks."""
    if not options:
        return UNKNOWN
    if len(options) == 1 and not may_leave:
        return options[0]
    state.choice = Choice(model=model, options=list(options))
    code = table.ask(ask_target, seat, marker | may_leave << 1 | (tag + 1) << 2)
    if code == actions.DECLINE:
        return UNKNOWN
    return (actions.MARKER if marker else actions.TARGET).value(code)


# Yes or no, options, numbers: D22.


@question("may", "MFX-8.5", *(actions.ACTIONS.of(actions.YES), _DECLINE), open=True)
def ask_may(state: Malifaux, seat: int, arg: int) -> Sequence[int]:
    """D22: whether an optional effect happens; `arg` is 1 + the tag of what it comes of, 0 where that has none."""
    return [actions.DECLINE, actions.YES]


def ask_yes(state: Malifaux, table: Table[Malifaux], seat: int, here: Source) -> bool:
    """D22: ask whether an optional effect happens."""
    state.choice = Choice(model=here.me, about=here.it)
    return table.ask(ask_may, seat, here.tag + 1) == actions.YES


@question("choose", "MFX-8.5", actions.CHOOSE, open=True)
def ask_choose(state: Malifaux, seat: int, arg: int) -> Sequence[int]:
    """D22: one of some options by its number, from the least (`arg`, low byte) to the greatest (above).

    `Choice.options` are the cards of models or the kinds of cost that they stand for, `about` is the tag of what asks.
    """
    return range(arg & 255, (arg >> 8 & 255) + 1)


def option(
    state: Malifaux, table: Table[Malifaux], seat: int, choice: Choice, number: int, least: int = 0, rules: int = 0
) -> int:
    """D22: let a seat choose one of some options; return its number."""
    if number - least == 1:
        return least
    choice.rules = rules
    state.choice = choice
    return table.pick(ask_choose, seat, least | (number - 1) << 8)


@question("choose_condition", "MFX-8.32", actions.CONDITION, open=True)
def ask_condition(state: Malifaux, seat: int, arg: int) -> Sequence[int]:
    """MFX-8.32: the condition that an effect ends."""
    return list(state.asked().options)


# Payment: D32.


@question("pay", "MFX-5.1", actions.PAY, *(actions.ACTIONS.of(actions.PAY_STONE), actions.ACTIONS.of(actions.SUFFER)))
def ask_pay(state: Malifaux, seat: int, arg: int) -> Sequence[int]:
    """D32: a card, with `arg` & 1 or a stone, or to suffer it; above it 1 + the tag of what asks.

    `Choice.model` is who suffers it, `options` its damage by band; none where it is killed.
    """
    cards = [actions.PAY.codes[card] for card in state.hands[seat].cards]
    stone = [actions.PAY_STONE] if arg & 1 and state.stones[seat] else []
    return [actions.SUFFER, *cards, *stone]


# Places: D21, D30.


class Spot(Prompt[Malifaux]):
    """D21, D30: a place for a marker or model: a test, no list."""

    key = "spot"
    rule = "MFX-13.9"
    open = True
    families = (actions.SPOT,)

    def test(self, state: Malifaux, seat: int, arg: int, code: int) -> bool:
        return actions.SPOT.has(code) and not places.spot_fault(state, state.asked(), *actions.SPOT.values(code))

    def why_not(self, state: Malifaux, seat: int, arg: int, code: int) -> Reason:
        choice = state.asked()
        fault = places.spot_fault(state, choice, *actions.SPOT.values(code)) if actions.SPOT.has(code) else ""
        if not fault:
            return Reason(self.rule, "not_possible")
        x, y = actions.SPOT.values(code)
        return placement_refusals.spot(state, self.rule, choice, x, y, fault)

    def candidates(self, state: Malifaux, seat: int, arg: int, most: int) -> Sequence[int]:
        return [actions.SPOT.code(x, y) for x, y in places.spots(state, state.asked(), most)]

    def any(self, state: Malifaux, seat: int, arg: int, number: int) -> int:
        at = places.drawn_spot(state, state.asked(), number)
        assert at is not None
        return actions.SPOT.code(*at)


ask_spot: Final = Spot()
DRAWN: Final = 25
"""One in so many pushes that random play may leave are left."""


def spot(state: Malifaux, table: Table[Malifaux], seat: int, choice: Choice) -> tuple[int, int] | None:
    """D21, D30: let a seat choose a place; None where there is no legal one."""
    state.choice = choice
    if not places.spots(state, choice, 1):
        return None
    x, y = actions.SPOT.values(table.ask(ask_blast if choice.rules & places.BLASTED else ask_spot, seat))
    return x, y


class Blast(Spot):
    """D21: a place for a blast marker."""

    key = "blast"
    rule = "MFX-6.12"


ask_blast: Final = Blast()


def is_there(state: Malifaux, model: int, code: int) -> bool:
    """E48: tell whether a push is aimed at where the model stands."""
    x, y = actions.PUSH.values(code)
    return (x, y) == (state.models.xs[model], state.models.ys[model])


class Push(Prompt[Malifaux]):
    """D12: where a push goes: straight to a point not farther than allowed; or with `arg` 1 none at all.

    Without `arg` 1 the point gives only the direction (MFX-13.7).
    """

    key = "push"
    rule = "MFX-13.7"
    open = True
    families = (actions.PUSH, _DECLINE)

    def test(self, state: Malifaux, seat: int, arg: int, code: int) -> bool:
        if code == actions.DECLINE or self.stays(state, code):
            return bool(arg & 1)
        return actions.PUSH.has(code) and not self.fault(state, code)

    def stays(self, state: Malifaux, code: int) -> bool:
        """E48: tell whether an answer is a push of nothing."""
        return actions.PUSH.has(code) and is_there(state, state.asked().model, code)

    def fault(self, state: Malifaux, code: int) -> str:
        return places.push_fault(state, state.asked(), *actions.PUSH.values(code))

    def why_not(self, state: Malifaux, seat: int, arg: int, code: int) -> Reason:
        fault, choice = self.fault(state, code) if actions.PUSH.has(code) else "not_possible", state.asked()
        if fault != "too_far":
            return Reason(self.rule, fault)
        x, y = actions.PUSH.values(code)
        return placement_refusals.too_far(state, choice.model, x, y, choice.most)

    def candidates(self, state: Malifaux, seat: int, arg: int, most: int) -> Sequence[int]:
        choice = state.asked()
        if arg & 1:
            return [actions.DECLINE, *(actions.PUSH.code(*at) for at in places.push_aims(state, choice, most - 1))]
        return [
            actions.PUSH.code(*at) for at in places.push_aims(state, choice, most) or [places.any_aim(state, choice)]
        ]

    def any(self, state: Malifaux, seat: int, arg: int, number: int) -> int:
        choice = state.asked()
        if choice.about >= 0 or choice.rules & places.THROUGH:
            codes = self.candidates(state, seat, arg, DRAWN)
            return codes[number % len(codes)]
        number, stays = number // DRAWN, number % DRAWN
        at = None if arg & 1 and not stays else places.drawn_push(state, choice.model, choice.most, number)
        if at is None and arg & 1:
            return actions.DECLINE
        return actions.PUSH.code(*(at or places.any_aim(state, choice)))


ask_push: Final = Push()


# Whom (crews 2.2), and in which order (D23)


def whom(state: Malifaux, table: Table[Malifaux], here: Source, selector: Selector) -> list[int]:
    """Crews 2.2: return the models that an effect concerns: all that are meant, or so many of them as are chosen."""
    found = select.found(state, here, selector)
    if selector.count is None or selector.markers:
        return found
    number, seat = value.value(state, here, selector.count), here.seat
    if selector.chosen_by == "enemy":
        seat = 1 - here.seat
    chosen: list[int] = []
    while found and len(chosen) < number:
        one = one_of(state, table, seat, here.me, found, may_leave=selector.up_to, tag=here.tag)
        if one < 0:
            break
        chosen.append(one)
        found = [other for other in found if other != one]
    return chosen


def one_marker(state: Malifaux, table: Table[Malifaux], here: Source, selector: Selector) -> int:
    """Crews 2.2: return the marker that an effect concerns, by choice of its player; -1 for none."""
    word = selector.single()
    if word:
        return value.marker_of(here, word)
    lying = select.markers(state, here, selector)
    return one_of(state, table, here.seat, here.me, lying, marker=True, tag=here.tag)
