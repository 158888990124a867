"""A table as it would be: a copy of a view on which rules can be tried out, with nothing on it that the view hides."""
# Stays plain: draws for people

from __future__ import annotations

from dataclasses import fields
from typing import Any

from shapan.engine.marked_zone import MarkedZone
from shapan.engine.part import Part
from shapan.engine.zone import EVERYONE, Zone
from shapan.games.battlefield import names
from shapan.games.battlefield.records import Attack
from shapan.games.battlefield.state import Battlefield


def suppose(view: Battlefield) -> Battlefield:
    """Return a table as a viewer sees it, to be changed at will; cards that he does not know are -1 on it."""
    new = Battlefield(seats=view.seats, rules=view.rules)
    for one in fields(Battlefield):
        if one.name not in _OWN and hasattr(view, one.name):
            setattr(new, one.name, _copied(getattr(view, one.name), getattr(new, one.name, None)))
    return new


_OWN = frozenset(("viewer", "rules", "chance", "agenda", "info", "learned", "groups"))
"""What a supposed table has for itself."""


def _copied(value: Any, blank: Any) -> Any:
    if isinstance(value, Zone):
        zone = blank.copy() if isinstance(blank, MarkedZone) else Zone(sees=EVERYONE, ordered=True)
        zone.cards, zone.masks, zone.groups = list(value.cards), [EVERYONE] * len(value), [0] * len(value)
        if isinstance(zone, MarkedZone):
            zone.marks = [list(row) for row in value.marks]  # type: ignore[attr-defined]
        return zone
    if isinstance(value, list):
        return [_copied(one, None) for one in value] if value and isinstance(value[0], list | Zone) else value[:]
    return value.copy() if isinstance(value, Part) else value


def supposed_attack(view: Battlefield, unit: int, target: int, ground: int) -> Battlefield:
    """BF-7.10: return the table in the fight of two units, where Jam, Hack and what needs a fight work."""
    new = suppose(view)
    new.attack = Attack(unit, target, ground)
    if target < names.UNIT.size:
        new.engage()
    return new
