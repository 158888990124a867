"""What is told of a match of order stacks."""

from __future__ import annotations

from engine.toys.order_stacks import names
from shapan.engine.event import Events

EVENTS = Events()
DREW = EVENTS.add("drew", "ORD-1.2", {"card": names.CARD}, seat=names.SEAT)
PUT = EVENTS.add("put", "ORD-2.1", {"token": names.TOKEN}, seat=names.SEAT, area=names.AREA)
TURNED = EVENTS.add("turned", "ORD-3.1", seat=names.SEAT, area=names.AREA, token=names.TOKEN)
COVERED = EVENTS.add("covered", "ORD-3.2", seat=names.SEAT)
BUILT = EVENTS.add("built", "ORD-3.3", seat=names.SEAT, area=names.AREA)
LOOKED = EVENTS.add("looked", "ORD-3.4", {"token": names.TOKEN}, seat=names.SEAT, area=names.AREA)
MARCHED = EVENTS.add("marched", "ORD-3.5", seat=names.SEAT, source=names.AREA, area=names.AREA)
FOUGHT = EVENTS.add("fought", "ORD-4.2", seat=names.SEAT, card=names.CARD)
LOST = EVENTS.add("lost", "ORD-4.3", seat=names.SEAT, area=names.AREA)
SCORED = EVENTS.add("scored", "ORD-5.1", seat=names.SEAT, points=names.NUMBER)
