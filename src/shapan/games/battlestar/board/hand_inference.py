"""What hands can have held by what all were told: the type of a card drawn is open, that of one put in is not (3.1)."""
# Stays plain: draws for people

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import product
from typing import Final, NamedTuple

from shapan.engine.moment import VisibleEvent
from shapan.games.battlestar import events, names
from shapan.games.battlestar.events import EVENTS

_TYPES: Final = range(len(names.TYPES))
_SETS: Final = [[type_ for type_ in _TYPES if mask[type_]] for mask in product((0, 1), repeat=len(_TYPES))]
_GONE: Final = frozenset(
    number
    for number, event in enumerate(EVENTS.types)
    if [kind for _, kind in event.parameters[1:]] in ([names.SKILL], [names.PLAYED]) and number != events.PUT_OPEN
)
"""Events by which a card leaves the hand of a seat face up: seat and card."""


class Giver(NamedTuple):
    """Who gave cards to a check: how many, and how many of each type at most."""

    number: int
    most: Sequence[int]


DESTINY: Final = (2,) * len(_TYPES)
"""BSG-16.3: two cards of each type, and no more than two of a deck go into a check."""
ANY: Final = (105,) * len(_TYPES)


def givers_of(told: Iterable[VisibleEvent]) -> dict[int, Giver]:
    """Return by seat what it gave to the last check of what was told, from the beginning of the match on.

    Of a match that did not begin with the set-up nobody knows what hands held.
    """
    found: dict[int, Giver] = {}
    most, size, shown = dict[int, list[int]](), dict[int, int](), list[int]()
    known = False

    def leave(seat: int, number: int) -> None:
        size[seat] -= number
        most[seat] = [min(held, max(0, size[seat])) for held in most[seat]]

    for seen in told:
        kind, open_ = seen.kind, seen.open
        if kind == events.SET_UP:
            known = True
        elif kind == events.CHECK:
            found, shown = {}, []
        elif kind == events.SHOWN:
            shown.append(open_[0])
        elif kind in _KNOWN:
            seat = open_[0]
            for other in open_[: 1 + (kind == events.CARD_TAKEN)]:
                most.setdefault(other, [0] * len(_TYPES))
                size.setdefault(other, 0)
            if kind == events.DREW:
                gained = [open_[1]]
            elif kind == events.AUTHORITY:
                gained = [names.type_of(card) for card in shown]
            elif kind == events.CARD_TAKEN:
                gained = [type_ for type_ in _TYPES if most[open_[1]][type_]]
                leave(open_[1], 1)
                size[seat] += 1 - len(gained)
            else:
                gained = []
            for type_ in gained:
                most[seat][type_] += 1
            size[seat] += len(gained)
            if kind == events.PUT:
                found[seat] = Giver(open_[1], tuple(most[seat]) if known else ANY)
                leave(seat, open_[1])
            elif kind in _GONE:
                most[seat][names.type_of(open_[1])] -= 1
                size[seat] -= 1
    return found


_KNOWN: Final = _GONE | {events.DREW, events.AUTHORITY, events.CARD_TAKEN, events.PUT}


def max_given(cards: Iterable[int], givers: Iterable[Giver]) -> int:
    """Return how many of some cards can have come from some givers at most: by their numbers, and by types.

    The least cut of the network from the cards over their types to the givers: the types of a set reach the givers.
    """
    wanted, sources = [0] * len(_TYPES), list(givers)
    for card in cards:
        wanted[names.type_of(card)] += 1
    return min(
        sum(wanted)
        - sum(wanted[type_] for type_ in kinds)
        + sum(min(one.number, sum(min(one.most[type_], wanted[type_]) for type_ in kinds)) for one in sources)
        for kinds in _SETS
    )
