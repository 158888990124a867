"""What is told of a match of skill check."""

from __future__ import annotations

from engine.toys.skill_check import names
from shapan.engine.event import Events

EVENTS = Events()
DEALT = EVENTS.add("dealt", "SKC-1.1", {"loyalty": names.LOYALTY}, seat=names.SEAT)
DREW = EVENTS.add("drew", "SKC-2.1", {"card": names.CARD}, seat=names.SEAT, type=names.TYPE)
SPIED = EVENTS.add("spied", "SKC-3.1", {"loyalty": names.LOYALTY}, seat=names.SEAT, other=names.SEAT)
ORDERED = EVENTS.add("ordered", "SKC-3.2", seat=names.SEAT, other=names.SEAT)
REPAIRED = EVENTS.add("repaired", "SKC-3.3", hull=names.NUMBER)
UNMASKED = EVENTS.add("unmasked", "SKC-3.5", seat=names.SEAT, hull=names.NUMBER)
PLAYED = EVENTS.add("played", "SKC-4.1", seat=names.SEAT, card=names.CARD)
ROLLED = EVENTS.add("rolled", "SKC-4.2", number=names.NUMBER)
OPENED = EVENTS.add("opened", "SKC-5.1", crisis=names.CRISIS, difficulty=names.NUMBER)
PUT_IN = EVENTS.add("put_in", "SKC-5.3", seat=names.SEAT, count=names.NUMBER)
SHOWN = EVENTS.add("shown", "SKC-5.5", card=names.CARD)
PASSED = EVENTS.add("passed", "SKC-5.6", total=names.NUMBER, passed=names.NUMBER)
FAILED = EVENTS.add("failed", "SKC-5.6", total=names.NUMBER, hull=names.NUMBER)
TEAM = EVENTS.add("team", "SKC-6.1", seat=names.SEAT, loyalty=names.LOYALTY)
