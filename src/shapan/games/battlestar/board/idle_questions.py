"""What hangs on a reaction: whether any that a seat has can better what comes of it for its side, by what it sees.

It says nothing of whether it is worth the card: only where the result cannot get any better is there nothing to ask.
[ruling] What helps a side is taken by the cards: to pass the check of a crisis, to hit Cylons, not to be hit. Who
wants the contrary tells the table always to ask.
"""
# Stays plain: draws for people

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Final

from shapan.engine.actions import DONE
from shapan.engine.effects import Cell
from shapan.engine.kinds import UNKNOWN
from shapan.engine.phrases import say
from shapan.engine.prompt import Prompt
from shapan.engine.scene import Phrase
from shapan.games.battlestar import actions, names, step_codes
from shapan.games.battlestar.board.trials import tried
from shapan.games.battlestar.cards import CHOICE, CRISIS_CARDS, SUPER_CARDS, WAY_OUT
from shapan.games.battlestar.effects import DECIDER
from shapan.games.battlestar.odds.rolls import result_of, rungs_of
from shapan.games.battlestar.records import Check, Roll
from shapan.games.battlestar.rules.checks import EMERGENCY, limit_of, result_at
from shapan.games.battlestar.rules.ending import is_cylon
from shapan.games.battlestar.rules.record import POINT, toll, worth
from shapan.games.battlestar.state import Battlestar

ENDS: Final = ("fails", "partly", "passes")
"""How a check ends, by its result."""
_AGAINST_FLEET: Final = (
    step_codes.RAIDER_ON_VIPER,
    step_codes.RAIDER_ON_GALACTICA,
    step_codes.BASESTAR_ON_GALACTICA,
    step_codes.HUMAN_FLEET_ROLL,
)
"""Rolls of which the high results harm the fleet."""


def why_idle(view: Battlestar, prompt: Prompt[Battlestar], seat: int, legal: Sequence[int]) -> Phrase | None:
    """Return why nothing that a seat can answer but to pass brings its side anything; None where something might."""
    reason = _REASONS.get(prompt.key)
    return None if reason is None else reason(view, seat, legal)


# The die


def _rolled(view: Battlestar, seat: int) -> tuple[Roll, bool, Callable[[int], int]]:
    """Return the roll, whether the side of a seat wants high results, and how many rungs a result reaches."""
    roll = view.roll
    assert roll is not None
    rungs = rungs_of(view, roll)
    wants_high = is_cylon(view, seat) == (roll.of in _AGAINST_FLEET)
    return roll, wants_high, lambda result: sum(result >= least for least in rungs)


def _with(view: Battlestar, seat: int, key: str, code: int) -> Roll:
    """Return the roll as it is with an answer."""
    roll = tried(view, seat, key, code).state.roll
    assert roll is not None
    return roll


def _before_roll(view: Battlestar, seat: int, legal: Sequence[int]) -> Phrase | None:
    """W2: two points more, where the seat's side wants a high result and they can make another one."""
    roll, wants_high, rung = _rolled(view, seat)
    if roll.of == step_codes.MUTINY_ROLL:  # who the Admiral is to be is nobody else's to judge
        return None
    if not wants_high:
        return say("idle", "higher_harms")
    faces, planned = range(1, names.DIE + 1), _with(view, seat, "W2", legal[-1])
    same = all(rung(result_of(roll, face)) == rung(result_of(planned, face)) for face in faces)
    return say("idle", "higher_same") if same else None


def _after_roll(view: Battlestar, seat: int, legal: Sequence[int]) -> Phrase | None:
    """W3: another roll, where the best that it can bring is better than the result for the seat's side."""
    roll, wants_high, rung = _rolled(view, seat)
    if roll.of == step_codes.MUTINY_ROLL:
        return None
    best = names.DIE if wants_high else 1
    reached = [rung(result_of(_with(view, seat, "W3", code), best)) for code in legal if code != DONE]
    now = rung(result_of(roll, roll.face))
    better = max(reached) > now if wants_high else min(reached) < now
    return None if better else say("idle", "rolled_well")


# Boxes


def _compass(view: Battlestar, seat: int, legal: Sequence[int]) -> Phrase | None:
    """W5: the other box, where it is not the own choice, nor the milder one by the open measure of what boxes cost.

    Of a check instead of a box it is only known that it costs the fleet no more than its worse end.
    """
    if not view.crisis_now.cards:
        return None
    card = CRISIS_CARDS[view.crisis_now.first]
    if DECIDER.one(view, card.chooser) == seat:
        return say("idle", "own_choice")
    ends = [(card.on_pass, card.on_fail) if card.kind == WAY_OUT else (card.box_a,), (card.box_b,)]
    costs = [[toll(view, cell.effects) for cell in cells] for cells in ends]
    chosen, other = costs[view.box], costs[1 - view.box]
    if is_cylon(view, seat):
        return say("idle", "dearer_chosen") if min(chosen) > max(other) else None
    return say("idle", "milder_chosen") if max(chosen) < min(other) else None


# Checks


def known_of(check: Check) -> list[int]:
    """Return the cards of a check that a seat knows: its own, and those that lie open."""
    return [card for card in check.pile.cards if card != UNKNOWN]


def _bounds(view: Battlestar, seat: int) -> tuple[int, int]:
    """Return between what the total of a check lies whatever others put in, without what a seat has still to add.

    Any card that it does not know may count five, for or against the check, and Blind Devotion may void any.
    """
    check = view.running()
    known = [worth(check, card) for card in known_of(check)]
    unknown = len(check.pile) - len(known)
    while seat != view.active:
        seat = (seat + 1) % view.seats
        unknown += min(limit_of(view, seat), len(view.hands[seat]))
    most = names.STRENGTHS[-1] * unknown
    return sum(min(0, one) for one in known) - most, sum(max(0, one) for one in known) + most


def _settled(check: Check, low: int, high: int) -> Phrase | None:
    """Return how a check ends in any case with a total between two numbers; None where it hangs on something."""
    end = result_at(check, low)
    return say("idle", f"{ENDS[end]}_anyway") if end == result_at(check, high, EMERGENCY) else None


def _put_in(view: Battlestar, seat: int, legal: Sequence[int]) -> Phrase | None:
    """BSG-SC3: cards for the check of a crisis, where one of the hand counts for what the seat's side wants."""
    check, most = view.running(), limit_of(view, seat)
    counts = sorted(worth(check, card) for card in view.hands[seat].cards)
    least, best = sum(min(0, one) for one in counts[:most]), sum(max(0, one) for one in counts[-most:])
    cylon = is_cylon(view, seat)
    if _is_crisis(check) and not (least if cylon else best):
        return say("idle", "none_against" if cylon else "none_for")
    low, high = _bounds(view, seat)
    return _settled(check, low + least, high + best)


def _before_cards(view: Battlestar, seat: int, legal: Sequence[int]) -> Phrase | None:
    """W7: only cards that would not help the seat's side are left: nobody else's to judge at a location's check."""
    check = view.running()
    if not _is_crisis(check) or not all(actions.PLAY.has(code) for code in legal[1:]):
        return None
    if is_cylon(view, seat):
        return say("idle", "helps_check")
    types = {names.type_of(actions.PLAY.value(code)) for code in legal[1:]}
    return say("idle", "counts_already") if types <= {names.EN} and check.types >> names.EN & 1 else None


def _devotion(view: Battlestar, seat: int, legal: Sequence[int]) -> Phrase | None:
    """W8: where all cards lie open, a type without which the check ends otherwise; else what is not settled."""
    check = view.running()
    settled = _settled(check, *_bounds(view, view.active))
    if settled is not None or len(known_of(check)) < len(check.pile):
        return settled
    totals = [known_total(tried(view, seat, "W8", code).state.running()) for code in legal]
    ends = [{result_at(check, total, less) for total in totals} for less in (0, EMERGENCY)]
    return say("idle", "no_type") if max(map(len, ends)) == 1 else None


def known_total(check: Check) -> int:
    """Return what the cards of a check add up to that a seat knows."""
    return sum(worth(check, card) for card in known_of(check))


def _emergency(view: Battlestar, seat: int, legal: Sequence[int]) -> Phrase | None:
    """W9: two points off the difficulty, where they make a pass of the total and the seat's side wants one."""
    check = view.running()
    if result_at(check, check.total) == result_at(check, check.total, EMERGENCY):
        return say("idle", "passes" if check.total >= check.difficulty else "fails")
    return say("idle", "helps_check") if _is_crisis(check) and is_cylon(view, seat) else None


def _is_crisis(check: Check) -> bool:
    """Tell whether it is the check of a card: all know what it is to the fleet to pass it."""
    return check.of in (step_codes.OF_CRISIS, step_codes.OF_SUPER)


_REASONS: Final[dict[str, Callable[[Battlestar, int, Sequence[int]], Phrase | None]]] = {
    "W2": _before_roll,
    "W3": _after_roll,
    "W5": _compass,
    "contribute": _put_in,
    "W7": _before_cards,
    "W8": _devotion,
    "W9": _emergency,
}


# The same again

_SHOTS: Final = (step_codes.VIPER_ATTACK, step_codes.GALACTICA_ATTACK, step_codes.CENTURION_ATTACK)
_REPEATED: Final = (
    *(*_SHOTS, step_codes.SCOUT_ROLL),
    *(step_codes.RAIDER_ON_VIPER, step_codes.RAIDER_ON_GALACTICA, step_codes.BASESTAR_ON_GALACTICA),
)
"""Rolls that come again and again within a turn."""
_ONCE: Final = ("W5", "W6", "W8")
"""Windows of abilities that are used once in a match (BSG-5.13)."""
_PRIZE: Final = {names.RAIDER: 0, names.HEAVY: 1, names.CENTURION: 1, names.BASESTAR: 2}


def decline_key(
    view: Battlestar, prompt: Prompt[Battlestar], seat: int, legal: Sequence[int]
) -> tuple[tuple[Any, ...], int] | None:
    """Return what a reaction hangs on up to the own next turn, and how much: fights and crises ask over and over.

    A roll is the same again with the same chances and its result of as little use. [ruling] Who keeps a card where
    much hangs on it keeps it where less does: at a smaller ship, in the check of a crisis of which fewer points of
    dials hang (by the open measure), for a box that saves fewer. What can be used once in a match is kept so until the
    fleet jumps.
    """
    until = view.distance if prompt.key in _ONCE else view.turns[seat]
    same = (until, is_cylon(view, seat), prompt.key)
    roll, check = view.roll, view.check
    if prompt.key == "W5" and view.crisis_now.cards:
        card = CRISIS_CARDS[view.crisis_now.first]
        return same, _points(view, card.box_a if card.kind == CHOICE else card.on_fail, card.box_b)
    if prompt.key in ("W6", "W7", "W8") and check is not None:
        if not _is_crisis(check):
            return (*same, check.what(), check.target), 0
        card = (CRISIS_CARDS if check.of == step_codes.OF_CRISIS else SUPER_CARDS)[check.card]
        return same, _points(view, card.on_fail, card.on_pass)
    if prompt.key not in ("W2", "W3") or roll is None or roll.of not in _REPEATED:
        return None
    reached = _rolled(view, seat)[2](result_of(roll, roll.face)) if roll.face else -1
    if roll.of in _SHOTS:
        return (*same, step_codes.VIPER_ATTACK, roll.changed(), reached), _PRIZE.get(roll.unit, 0)
    return (*same, roll.of, roll.pilot, roll.changed(), reached), 0


def _points(view: Battlestar, one: Cell, other: Cell) -> int:
    return abs(toll(view, one.effects) - toll(view, other.effects)) // POINT


# What tips the scale

_UNSURE: Final = ("W4", "W10")
"""Windows in which nothing is settled: another card comes, cards change hands."""


def decides(view: Battlestar, prompt: Prompt[Battlestar], seat: int, legal: Sequence[int]) -> bool:
    """Tell whether a reaction settles something, or makes an even chance or better of a worse one."""
    if prompt.key in ("W2", "W3"):
        return _tips(view, seat, legal)
    if prompt.key == "W7":
        return not all(actions.PLAY.has(code) for code in legal[1:])
    if prompt.key == "W8":
        return len(known_of(view.running())) == len(view.running().pile)
    return prompt.key not in _UNSURE


def _tips(view: Battlestar, seat: int, legal: Sequence[int]) -> bool:
    """Tell whether one of the thresholds of a roll is reached rarely as it is, and half of the time with an answer."""
    roll, wants_high, rung = _rolled(view, seat)
    faces = range(1, names.DIE + 1)

    def times(of: Sequence[int], step: int, thrown: Roll) -> int:
        """Return on how many faces in twice eight a step is reached, or missed by whom that suits."""
        return sum((rung(result_of(thrown, face)) > step) == wants_high for face in of) * 2 * names.DIE // len(of)

    before = faces if not roll.face else (roll.face,)
    others = [_with(view, seat, "W3" if roll.face else "W2", code) for code in legal if code != DONE]
    steps = range(len(rungs_of(view, roll)))
    return any(times(before, step, roll) < names.DIE <= times(faces, step, other) for step in steps for other in others)
