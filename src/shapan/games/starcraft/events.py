"""What is told of a match of StarCraft, each with its rule."""

from __future__ import annotations

from typing import Final

from shapan.engine.event import Events
from shapan.engine.kinds import Count, Enum
from shapan.games.starcraft import cards, names

EVENTS: Final = Events()
_NUMBER: Final = Count(99)
_VALUE: Final = Count(99)

# SC-1: set-up
FIRST: Final = EVENTS.add("first", "SC-1.3", seat=names.SEAT)
FACTION_TAKEN: Final = EVENTS.add("faction_taken", "SC-1.4", seat=names.SEAT, faction=names.FACTION)
PLANET_DRAWN: Final = EVENTS.add("planet_drawn", "SC-1.7", seat=names.SEAT, planet=names.PLANET)
PLANET_PLACED: Final = EVENTS.add("planet_placed", "SC-1.7", seat=names.SEAT, planet=names.PLANET)
BASE_PLACED: Final = EVENTS.add("base_placed", "SC-1.7", seat=names.SEAT, area=names.AREA)
Z_PLACED: Final = EVENTS.add(
    "z_placed", "SC-1.8", seat=names.SEAT, route=names.ROUTE, major=names.SLOT, minor=names.SLOT
)
Z_OUT: Final = EVENTS.add("z_out", "SC-1.8", seat=names.SEAT, route=names.ROUTE)
FORCES_PLACED: Final = EVENTS.add("forces_placed", "SC-1.10", seat=names.SEAT, planet=names.PLANET)
COMBAT_DRAWN: Final = EVENTS.add("combat_drawn", "SC-1.11", secret={"card": cards.CARD}, seat=names.SEAT)
RESHUFFLED: Final = EVENTS.add("reshuffled", "SC-7.5", seat=names.SEAT, number=_NUMBER)

# SC-2, SC-3: planning and execution
ROUND_BEGUN: Final = EVENTS.add("round_begun", "SC-1.12", round=names.ROUND, seat=names.SEAT)
ORDER_PLACED: Final = EVENTS.add(
    "order_placed", "SC-2.1", secret={"order": names.ORDER}, seat=names.SEAT, planet=names.PLANET
)
REVEALED: Final = EVENTS.add("revealed", "SC-3.1", seat=names.SEAT, order=names.ORDER, planet=names.PLANET)
EVENT_INSTEAD: Final = EVENTS.add("event_instead", "SC-3.2", seat=names.SEAT, stage=names.STAGE)
EVENT_OBSTRUCTED: Final = EVENTS.add("event_obstructed", "SC-3.3", seat=names.SEAT, stage=names.STAGE)
EVENT_RESEARCH: Final = EVENTS.add("event_research", "SC-7.2", seat=names.SEAT, stage=names.STAGE)
OBSTRUCTED_PASS: Final = EVENTS.add("obstructed_pass", "SC-3.3", seat=names.SEAT)
NO_EVENTS_LEFT: Final = EVENTS.add("no_events_left", "SC-3.5", seat=names.SEAT)
UNIT_DESTROYED: Final = EVENTS.add("unit_destroyed", "SC-3.6", seat=names.SEAT, unit=names.UNIT, area=names.AREA)
BASE_DESTROYED: Final = EVENTS.add("base_destroyed", "SC-3.6", seat=names.SEAT, area=names.AREA)
TRANSPORT_DESTROYED: Final = EVENTS.add("transport_destroyed", "SC-3.6", seat=names.SEAT, route=names.ROUTE)
ORDER_DISCARDED: Final = EVENTS.add(
    "order_discarded", "SC-3.8", seat=names.SEAT, order=names.ORDER, planet=names.PLANET
)
NOTHING_DONE: Final = EVENTS.add("nothing_done", "SC-3.7", seat=names.SEAT, order=names.ORDER, planet=names.PLANET)

# SC-4, SC-5: payment and building
PAID: Final = EVENTS.add("paid", "SC-4.1", seat=names.SEAT, source=names.SOURCE, number=_NUMBER)
FORCED: Final = EVENTS.add("forced", "SC-4.3", seat=names.SEAT, area=names.AREA)
DEPLETED: Final = EVENTS.add("depleted", "SC-4.3", seat=names.SEAT, area=names.AREA, workers=_NUMBER)
WORKER_BUILT: Final = EVENTS.add("worker_built", "SC-5.2", seat=names.SEAT)
TRANSPORT_BUILT: Final = EVENTS.add("transport_built", "SC-5.3", seat=names.SEAT, route=names.ROUTE)
UNIT_BUILT: Final = EVENTS.add("unit_built", "SC-5.4", seat=names.SEAT, unit=names.UNIT, area=names.AREA)
UNIT_MERGED: Final = EVENTS.add("unit_merged", "SC-5.6", seat=names.SEAT, unit=names.UNIT, area=names.AREA)
BUILDING_BUILT: Final = EVENTS.add(
    "building_built", "SC-5.7", seat=names.SEAT, building=names.BUILDING, level=names.LEVEL
)
MODULE_BUILT: Final = EVENTS.add("module_built", "SC-5.7", seat=names.SEAT, module=names.MODULE)
BASE_BUILT: Final = EVENTS.add("base_built", "SC-5.8", seat=names.SEAT, area=names.AREA)

# SC-6, SC-7: mobilize and research
LIFTED: Final = EVENTS.add("lifted", "SC-6.8", seat=names.SEAT, source=names.AREA, area=names.AREA)
MOVED: Final = EVENTS.add("moved", "SC-6.2", seat=names.SEAT, unit=names.UNIT, source=names.AREA, area=names.AREA)
RECALLED: Final = EVENTS.add("recalled", "SC-6.8", seat=names.SEAT, unit=names.UNIT, source=names.AREA, area=names.AREA)
NOTHING_MOVED: Final = EVENTS.add("nothing_moved", "SC-6.11", seat=names.SEAT, order=names.ORDER, planet=names.PLANET)
TECHNOLOGY_BOUGHT: Final = EVENTS.add("technology_bought", "SC-7.3", seat=names.SEAT, technology=cards.TECHNOLOGY)
COPY_TAKEN: Final = EVENTS.add("copy_taken", "SC-7.4", seat=names.SEAT, card=cards.CARD)

# SC-9, SC-10: battle
ATTACKED: Final = EVENTS.add("attacked", "SC-9.1", seat=names.SEAT, defender=names.SEAT, area=names.AREA)
ABILITY_USED: Final = EVENTS.add("ability_used", "SC-9.2", seat=names.SEAT, card=cards.STARTER)
CANCELLED: Final = EVENTS.add("cancelled", "SC-9.2", seat=names.SEAT, area=names.AREA)
PAIRED: Final = EVENTS.add("paired", "SC-9.4", skirmish=names.SKIRMISH, attacker=names.UNIT, defender=names.UNIT)
SUPPORTED: Final = EVENTS.add("supported", "SC-9.5", seat=names.SEAT, unit=names.UNIT, skirmish=names.SKIRMISH)
PLACED: Final = EVENTS.add("placed", "SC-9.6", secret={"card": cards.CARD}, seat=names.SEAT, skirmish=names.SKIRMISH)
PLACED_OPEN: Final = EVENTS.add("placed_open", "SC-9.17", seat=names.SEAT, skirmish=names.SKIRMISH, card=cards.CARD)
REINFORCED: Final = EVENTS.add(
    "reinforced", "SC-9.6", secret={"card": cards.CARD}, seat=names.SEAT, skirmish=names.SKIRMISH
)
REINFORCED_OPEN: Final = EVENTS.add(
    "reinforced_open", "SC-9.17", seat=names.SEAT, skirmish=names.SKIRMISH, card=cards.CARD
)
TOP_PLACED: Final = EVENTS.add("top_placed", "SC-9.6", seat=names.SEAT, skirmish=names.SKIRMISH)
SHOWN: Final = EVENTS.add("shown", "SC-9.7.1", seat=names.SEAT, skirmish=names.SKIRMISH, card=cards.CARD)
REPLACED: Final = EVENTS.add("replaced", "SC-9.7.2", seat=names.SEAT, skirmish=names.SKIRMISH, card=cards.CARD)
CARD_CANCELLED: Final = EVENTS.add(
    "card_cancelled", "SC-9.7.3", seat=names.SEAT, skirmish=names.SKIRMISH, card=cards.CARD
)
MATCHED: Final = EVENTS.add(
    "matched", "SC-9.7.4", seat=names.SEAT, card=cards.CARD, major=Enum(("minor", "major"), "label")
)
UNMATCHED: Final = EVENTS.add("unmatched", "SC-9.7.4", seat=names.SEAT, card=cards.CARD)
COMPARED: Final = EVENTS.add("compared", "SC-9.7.5", seat=names.SEAT, unit=names.UNIT, attack=_VALUE, health=_VALUE)
KILLED: Final = EVENTS.add("killed", "SC-9.7.6", seat=names.SEAT, unit=names.UNIT, area=names.AREA)
LOST_TO_CARD: Final = EVENTS.add("lost_to_card", "SC-9.7.7", seat=names.SEAT, unit=names.UNIT, area=names.AREA)
LOST_AT_START: Final = EVENTS.add("lost_at_start", "SC-9.2", seat=names.SEAT, unit=names.UNIT, area=names.AREA)
NEW_FRONT: Final = EVENTS.add("new_front", "SC-9.7", seat=names.SEAT, unit=names.UNIT, skirmish=names.SKIRMISH)
SPLASHED: Final = EVENTS.add("splashed", "SC-9.10", seat=names.SEAT, unit=names.UNIT, area=names.AREA)
WITHDRAWN: Final = EVENTS.add("withdrawn", "SC-10.1", seat=names.SEAT, unit=names.UNIT, area=names.AREA)
NO_WAY_OUT: Final = EVENTS.add("no_way_out", "SC-10.1", seat=names.SEAT, unit=names.UNIT)
RETREATED: Final = EVENTS.add("retreated", "SC-9.12", seat=names.SEAT, unit=names.UNIT, area=names.AREA)
LOST_IN_RETREAT: Final = EVENTS.add("lost_in_retreat", "SC-9.12", seat=names.SEAT, unit=names.UNIT, area=names.AREA)
HELD: Final = EVENTS.add("held", "SC-9.11", area=names.AREA, holder=names.SEAT)

# SC-11: regrouping
BASE_LOST: Final = EVENTS.add("base_lost", "SC-11.1", seat=names.SEAT, area=names.AREA)
TRANSPORT_LOST: Final = EVENTS.add("transport_lost", "SC-11.1", seat=names.SEAT, route=names.ROUTE)
CARD_LOST: Final = EVENTS.count_by(
    EVENTS.add("card_lost", "SC-11.2", seat=names.SEAT, area=names.AREA, workers=_NUMBER), "workers"
)
CARD_GAINED: Final = EVENTS.add("card_gained", "SC-11.3", seat=names.SEAT, area=names.AREA)
SCORED: Final = EVENTS.add("scored", "SC-11.5", seat=names.SEAT, points=_NUMBER, total=names.POINTS)
EVENT_PLAYED: Final = EVENTS.add("event_played", "SC-11.8", seat=names.SEAT, event=cards.EVENT)
NO_EVENT: Final = EVENTS.add("no_event", "SC-11.8", seat=names.SEAT, held=Enum(("cards", "nothing"), "held"))
EVENT_DISCARDED: Final = EVENTS.add("event_discarded", "SC-11.8", seat=names.SEAT, event=cards.EVENT)
GAINED_POINTS: Final = EVENTS.add("gained_points", "SC-D10", seat=names.SEAT, points=_NUMBER, total=names.POINTS)
GAINED_WORKERS: Final = EVENTS.count_by(
    EVENTS.add("gained_workers", "SC-D10", seat=names.SEAT, number=_NUMBER), "number"
)
UNIT_LANDED: Final = EVENTS.add("unit_landed", "SC-D10", seat=names.SEAT, unit=names.UNIT, area=names.AREA)
TRANSPORT_LANDED: Final = EVENTS.add("transport_landed", "SC-D10", seat=names.SEAT, route=names.ROUTE)
BASE_LANDED: Final = EVENTS.add("base_landed", "SC-D10", seat=names.SEAT, area=names.AREA)
RESTORED: Final = EVENTS.add("restored", "SC-D10", seat=names.SEAT, area=names.AREA)
SHIFTED: Final = EVENTS.add("shifted", "SC-D10", seat=names.SEAT, route=names.ROUTE, end=names.END, slot=names.SLOT)
STRUCK: Final = EVENTS.add("struck", "SC-D10", seat=names.SEAT, unit=names.UNIT, area=names.AREA)
SABOTAGED: Final = EVENTS.count_by(
    EVENTS.add("sabotaged", "SC-D10", seat=names.SEAT, target=names.SEAT, number=_NUMBER), "number"
)
DISCARDED: Final = EVENTS.add("discarded", "SC-11.9", seat=names.SEAT, card=cards.CARD)
FIRST_PASSED: Final = EVENTS.add("first_passed", "SC-11.10", seat=names.SEAT)

# SC-12: the end
ELIMINATED: Final = EVENTS.add("eliminated", "SC-12.5", seat=names.SEAT)
WON_BY_POINTS: Final = EVENTS.add("won_by_points", "SC-12.2", seat=names.SEAT, points=names.POINTS)
WON_SPECIALLY: Final = EVENTS.add("won_specially", "SC-12.3", seat=names.SEAT, special=Enum(names.SPECIALS, "special"))
END_REACHED: Final = EVENTS.add("end_reached", "SC-12.4", seat=names.SEAT, points=names.POINTS)
LAST_LEFT: Final = EVENTS.add("last_left", "SC-12.5", seat=names.SEAT)
CAPPED: Final = EVENTS.add("capped", "SC-12.8", seat=names.SEAT, round=names.ROUND)
LEFT: Final = EVENTS.add("left", "SC-3", seat=names.SEAT)
