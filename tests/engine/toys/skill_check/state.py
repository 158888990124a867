"""What lies on the table of skill check, and what is asked of it."""

from __future__ import annotations

from dataclasses import dataclass, field

from engine.toys.skill_check import names
from shapan.engine.kinds import UNKNOWN
from shapan.engine.state import State
from shapan.engine.zone import Zone

# Streams: a deck of skill cards has the number of its type
LOYALTY_DECK, CRISIS_DECK, DESTINY, DIE = 5, 6, 7, 8
START, TURN, CHECK = 1, 2, 3


@dataclass(slots=True, eq=False)
class SkillCheck(State):
    goal: int = 3
    hull: int = 3
    max_hull: int = 3
    passed: int = 0
    failed: int = 0
    scans: int = 0
    """How often a loyalty card may still be looked at."""
    chief: int = 0
    actor: int = 0
    """Who acts: the chief or whom he has ordered to."""
    stage: int = names.NONE
    crisis: int = UNKNOWN
    bonus: int = 0
    """What scouts add to the check."""
    planned: int = 0
    """What a plan adds to the die."""
    die: int = 0
    put: list[int] = field(default_factory=list)
    """By seat, how many cards it has put into the check."""
    sure: list[int] = field(default_factory=list)
    """By seat and type, how many cards of the type the hand holds at least: what all can follow from open draws."""
    loyalties: Zone = field(default_factory=Zone)
    loyalty: list[Zone] = field(default_factory=list)
    decks: list[Zone] = field(default_factory=list)
    discards: list[Zone] = field(default_factory=list)
    hands: list[Zone] = field(default_factory=list)
    destiny: Zone = field(default_factory=Zone)
    pile: Zone = field(default_factory=Zone)
    """The check face down, in the order in which cards were put in."""
    shown: Zone = field(default_factory=Zone)
    """The check face up, sorted, so that nobody learns who put in what."""
    crises: Zone = field(default_factory=Zone)
    crises_past: Zone = field(default_factory=Zone)


def value(card: int, one: int, two: int) -> int:
    """SKC-5.6: a card of one of the two types counts for the check, any other against it."""
    number = names.KINDS[card % 4]
    return number if card // 4 in (one, two) else -number


def has_cards(state: SkillCheck, type_: int) -> bool:
    return len(state.decks[type_]) + len(state.discards[type_]) > 0


def any_cards(state: SkillCheck) -> bool:
    return any(has_cards(state, type_) for type_ in range(5))


def in_order(state: SkillCheck, first: int) -> list[int]:
    return [(first + turn) % state.seats for turn in range(state.seats)]


def knows(state: SkillCheck, seat: int, other: int) -> bool:
    return state.loyalty[other].known(seat)[0] != UNKNOWN


def is_unmasked(state: SkillCheck, seat: int) -> bool:
    """Tell whether everybody knows the seat as the traitor."""
    return state.loyalty[seat].known(state.seats) == [names.TRAITOR]
