"""What a question is about besides what can be chosen: who acts, who answers, where it is settled (`Scene.about`)."""
# Stays plain: draws for people

from __future__ import annotations

from collections.abc import Iterator

from shapan.games.battlefield.board.offers import land_id, unit_id
from shapan.games.battlefield.board.words import LAND
from shapan.games.battlefield.records import AT
from shapan.games.battlefield.state import Battlefield


def about(view: Battlefield, key: str, arg: int) -> list[str]:
    """Return the sides of an attack and its ground, a unit in danger, for sale or on its way, the seats of a treaty."""
    return [*_fight(view), *_deal(view), *_asked(view, key, arg)]


def _fight(view: Battlefield) -> Iterator[str]:
    """BF-7.3, BF-7.6, BF-8.1: who attacks whom where, and who is about to be destroyed."""
    one, special = view.attack, view.special
    if one is not None:
        yield from _unit(view, one.attacker)
        if one.target < LAND:
            yield from _unit(view, one.target)
        yield f"zone:{land_id(one.ground)}"
    if special is not None:
        yield from (
            f"zone:{land_id(ground)}" for ground in dict.fromkeys((special.ground, *special.points)) if ground >= 0
        )
        yield from (f"panel:{seat}" for seat in (view.active, special.target) if seat >= 0)
    if view.danger is not None:
        yield from _unit(view, view.danger.unit)


def _deal(view: Battlefield) -> Iterator[str]:
    """BF-6.4, BF-12.1: a unit for sale with both players, the two of a treaty."""
    if view.deal is not None:
        yield from _unit(view, view.deal.unit)
        yield from (f"panel:{seat}" for seat in (view.deal.seller, view.deal.buyer))
    yield from (f"panel:{seat}" for row in view.proposal[:1] for seat in row[:2])


def _asked(view: Battlefield, key: str, arg: int) -> Iterator[str]:
    """BF-6.1: who asks to come in, who carries somebody, who has to be put somewhere."""
    if key in ("permission", "carry", "look"):
        yield from _unit(view, arg)
    yield from _unit(view, view.putting)


def _unit(view: Battlefield, unit: int) -> Iterator[str]:
    """Yield a unit, and the territory in which it stands."""
    if unit >= 0 and view.is_there(unit):
        yield f"piece:{unit_id(unit)}"
        yield f"zone:{land_id(view.of(unit, AT))}"
