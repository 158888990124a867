"""What hangs on a reaction: whether any that a seat has can better what comes of it for its side, by what it sees.

It says nothing of whether it is worth the card: only where the result cannot get any better is there nothing to ask.
[ruling] What helps a side is taken by the cards: to pass the check of a crisis, to hit Cylons, not to be hit. Who
wants the contrary tells the table always to ask.
"""
# Stays plain: draws for people

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final

from shapan.engine.prompt import Prompt
from shapan.engine.scene import Phrase
from shapan.games.battlestar import actions, names, occasions
from shapan.games.battlestar.board.words import say
from shapan.games.battlestar.cards import CRISIS_CARDS
from shapan.games.battlestar.records import Check, Roll
from shapan.games.battlestar.rules.checks import EMERGENCY
from shapan.games.battlestar.rules.dice import PLANNING
from shapan.games.battlestar.rules.ending import is_cylon
from shapan.games.battlestar.rules.record import toll, worth
from shapan.games.battlestar.state import Battlestar

_ANY: Final = tuple(range(2, names.DIE + 1))
_RUNGS: Final[dict[int, Sequence[int]]] = {
    occasions.VIPER_ATTACK: (3, 7, 8),
    occasions.GALACTICA_ATTACK: (3, 5, 7),
    occasions.NUKE_ATTACK: (3, 7),
    occasions.RAIDER_ON_VIPER: (5, 8),
    occasions.RAIDER_ON_GALACTICA: (8,),
    occasions.BASESTAR_ON_GALACTICA: (4, 5),
    occasions.CENTURION_ATTACK: (7,),
    occasions.FTL_ROLL: (7,),
    occasions.SCOUT_ROLL: (3,),
    occasions.QUORUM_ROLL: (3, 4, 6),
    occasions.MUTINY_ROLL: (3,),
    occasions.HUMAN_FLEET_ROLL: (5,),
}
"""By what is rolled for, the results from which on something else happens, whatever is aimed at (C12, 1.2)."""
_AGAINST_FLEET: Final = (
    occasions.RAIDER_ON_VIPER,
    occasions.RAIDER_ON_GALACTICA,
    occasions.BASESTAR_ON_GALACTICA,
    occasions.HUMAN_FLEET_ROLL,
)
"""Rolls of which the high results harm the fleet."""


def why_idle(view: Battlestar, prompt: Prompt[Battlestar], seat: int, legal: Sequence[int]) -> Phrase | None:
    """Return why nothing that a seat can answer but to pass brings its side anything; None where something might."""
    reason = _REASONS.get(prompt.key)
    return None if reason is None else reason(view, seat, legal)


def _before_roll(view: Battlestar, seat: int, legal: Sequence[int]) -> Phrase | None:
    """W2: two points more, where the seat's side wants a high result and they can make another one."""
    roll = _rolled(view)
    if roll.of == occasions.MUTINY_ROLL:  # who the Admiral is to be is nobody else's to judge
        return None
    if not _wants_high(view, roll, seat):
        return say("idle", "higher_harms")
    results = [_result(roll, face) for face in range(1, names.DIE + 1)]
    if all(_rung(roll, result) == _rung(roll, min(names.DIE, result + PLANNING)) for result in results):
        return say("idle", "higher_same")
    return None


def _after_roll(view: Battlestar, seat: int, legal: Sequence[int]) -> Phrase | None:
    """W3: another roll, where the result can still get better for the seat's side."""
    roll = _rolled(view)
    if roll.of == occasions.MUTINY_ROLL:
        return None
    rung = _rung(roll, _result(roll, roll.face))
    best = _rung(roll, names.DIE) if _wants_high(view, roll, seat) else 0
    return say("idle", "rolled_well") if rung == best else None


def _rolled(view: Battlestar) -> Roll:
    assert view.roll is not None
    return view.roll


def _result(roll: Roll, face: int) -> int:
    return max(1, min(names.DIE, face + roll.changed() - names.ZERO))


def _rung(roll: Roll, result: int) -> int:
    """Return how many of the thresholds of a roll a result reaches."""
    return sum(result >= least for least in _RUNGS.get(roll.of, _ANY))


def rungs_of(roll: Roll) -> Sequence[int]:
    """Return the results from which on something else happens; none where the cards of the moment say it."""
    return _RUNGS.get(roll.of, ())


def _wants_high(view: Battlestar, roll: Roll, seat: int) -> bool:
    return is_cylon(view, seat) == (roll.of in _AGAINST_FLEET)


def _compass(view: Battlestar, seat: int, legal: Sequence[int]) -> Phrase | None:
    """W5: the other box, where it is not the dearer one to the fleet by the open measure of what boxes cost."""
    if not view.crisis_now.cards:
        return None
    boxes = CRISIS_CARDS[view.crisis_now.first]
    costs = [toll(view, box.effects) for box in (boxes.box_a, boxes.box_b)]
    gained = costs[view.box] - costs[1 - view.box]
    if is_cylon(view, seat):
        return say("idle", "dearer_chosen") if gained > 0 else None
    return say("idle", "milder_chosen") if gained < 0 else None


def _put_in(view: Battlestar, seat: int, legal: Sequence[int]) -> Phrase | None:
    """BSG-SC3: cards for the check of a crisis, where one of the hand counts for what the seat's side wants."""
    check, sign = view.running(), -1 if is_cylon(view, seat) else 1
    if not _is_crisis(check) or any(sign * worth(check, card) > 0 for card in view.hands[seat].cards):
        return None
    return say("idle", "none_against" if sign < 0 else "none_for")


def _before_cards(view: Battlestar, seat: int, legal: Sequence[int]) -> Phrase | None:
    """W7: only cards that would not help the seat's side are left: nobody else's to judge at a location's check."""
    check = view.running()
    if not _is_crisis(check) or not all(actions.PLAY.has(code) for code in legal[1:]):
        return None
    if is_cylon(view, seat):
        return say("idle", "helps_check")
    types = {names.type_of(actions.PLAY.value(code)) for code in legal[1:]}
    return say("idle", "counts_already") if types <= {names.EN} and check.types >> names.EN & 1 else None


def _emergency(view: Battlestar, seat: int, legal: Sequence[int]) -> Phrase | None:
    """W9: two points off the difficulty, where they make a pass of the total and the seat's side wants one."""
    check = view.running()
    if check.total >= check.difficulty:
        return say("idle", "passes")
    if check.total + EMERGENCY < check.difficulty:
        return say("idle", "fails")
    return say("idle", "helps_check") if _is_crisis(check) and is_cylon(view, seat) else None


def _is_crisis(check: Check) -> bool:
    """Tell whether it is the check of a card: all know what it is to the fleet to pass it."""
    return check.of in (occasions.OF_CRISIS, occasions.OF_SUPER)


_REASONS: Final[dict[str, Callable[[Battlestar, int, Sequence[int]], Phrase | None]]] = {
    "W2": _before_roll,
    "W3": _after_roll,
    "W5": _compass,
    "contribute": _put_in,
    "W7": _before_cards,
    "W9": _emergency,
}
