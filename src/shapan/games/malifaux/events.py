"""What is told of a match of Malifaux, each with its rule (13.6)."""

from __future__ import annotations

from typing import Final

from shapan.engine.event import Events
from shapan.engine.kinds import Count, Enum, Flag
from shapan.games.malifaux import names, roster
from shapan.games.malifaux.records import FLIPS

EVENTS: Final = Events()
_NUMBER: Final = Count(99)
MAX_CHANGE: Final = 9
_CHANGE: Final = Enum(
    tuple("+" * net if net > 0 else "\N{MINUS SIGN}" * -net for net in range(-MAX_CHANGE, MAX_CHANGE + 1))
)
"""Changes of a net from -9 to 9, so many signs each."""
_FLIP: Final = Enum(FLIPS, "flip")

# MFX-1, MFX-2, MFX-3: cards
FLIPPED: Final = EVENTS.add("flipped", "MFX-1.4", seat=names.SEAT, kind=_FLIP, card=names.CARD, number=_NUMBER)
MODIFIED: Final = EVENTS.add("modified", "MFX-1.5", model=names.MODEL, change=_CHANGE, reason=roster.REASON)
TOOK: Final = EVENTS.add("took", "MFX-1.6", seat=names.SEAT, card=names.CARD)
DISCARDED: Final = EVENTS.add("discarded", "MFX-2.4", seat=names.SEAT, card=names.CARD)
DREW: Final = EVENTS.add("drew", "MFX-2.2", secret={"card": names.CARD}, seat=names.SEAT)
SHUFFLED: Final = EVENTS.add("shuffled", "MFX-1.8", seat=names.SEAT, number=_NUMBER)
CHEATED: Final = EVENTS.add("cheated", "MFX-3.1", seat=names.SEAT, kind=_FLIP, card=names.CARD)
CHEATED_DOWN: Final = EVENTS.add("cheated_down", "MFX-3.1", secret={"card": names.CARD}, seat=names.SEAT)
SHOWN: Final = EVENTS.add("shown", "MFX-1.10", seat=names.SEAT, card=names.CARD)
SUIT_CHOSEN: Final = EVENTS.add("suit_chosen", "MFX-1.2", seat=names.SEAT, suit=names.SUIT)

# MFX-4, MFX-5: duels
ATTACKED: Final = EVENTS.add("attacked", "MFX-8.6", model=names.MODEL, action=roster.ACTION, target=names.MODEL)
ACTED: Final = EVENTS.add("acted", "MFX-8.6", model=names.MODEL, action=roster.ACTION)
TESTED: Final = EVENTS.add("tested", "MFX-4.7", model=names.MODEL, stat=Enum(names.STATS, "stat"), tn=_NUMBER)
SUCCEEDED: Final = EVENTS.count_by(
    EVENTS.add("succeeded", "MFX-4.4", model=names.MODEL, total=_NUMBER, against=_NUMBER), "against"
)
FAILED: Final = EVENTS.count_by(
    EVENTS.add("failed", "MFX-4.4", model=names.MODEL, total=_NUMBER, against=_NUMBER), "against"
)
FIZZLED: Final = EVENTS.add("fizzled", "MFX-8.31", model=names.MODEL)
TRIGGERED: Final = EVENTS.add("triggered", "MFX-5.1", model=names.MODEL, trigger=roster.TRIGGER)
RELENTED: Final = EVENTS.add("relented", "MFX-4.6", model=names.MODEL)
FOCUS_USED: Final = EVENTS.add("focus_used", "MFX-12.9", model=names.MODEL)
REDIRECTED: Final = EVENTS.add("redirected", "MFX-4.9", model=names.MODEL, target=names.MODEL)

# MFX-6: damage
SUFFERED: Final = EVENTS.add("suffered", "MFX-6.6", model=names.MODEL, number=_NUMBER, health=_NUMBER)
UNHURT: Final = EVENTS.add("unhurt", "MFX-6.8", model=names.MODEL)
HEALED: Final = EVENTS.add("healed", "MFX-6.10", model=names.MODEL, number=_NUMBER)
KILLED: Final = EVENTS.add("killed", "MFX-6.14", model=names.MODEL, by=names.MODEL)
BLASTED: Final = EVENTS.add("blasted", "MFX-6.12", at=names.POINT, way=names.WAY)

# MFX-7: the turn
TURN_BEGUN: Final = EVENTS.add("turn_begun", "MFX-7.2", turn=names.TURN)
TOKENS_SPENT: Final = EVENTS.add("tokens_spent", "MFX-7.2", seat=names.SEAT, number=_NUMBER)
INITIATIVE_WON: Final = EVENTS.add("initiative_won", "MFX-7.2", seat=names.SEAT)
INITIATIVE_TIED: Final = EVENTS.add("initiative_tied", "MFX-7.2")
TOKENS_GAINED: Final = EVENTS.add("tokens_gained", "MFX-7.2", seat=names.SEAT, number=_NUMBER)
TOKENS_LOST: Final = EVENTS.add("tokens_lost", "MFX-12.5", seat=names.SEAT, number=_NUMBER)
ACTIVATED: Final = EVENTS.add("activated", "MFX-7.3", model=names.MODEL)
PASSED: Final = EVENTS.add("passed", "MFX-7.3", seat=names.SEAT)
CHAINED: Final = EVENTS.add("chained", "MFX-7.8", model=names.MODEL, by=names.MODEL)
ACTIVATION_ENDED: Final = EVENTS.add("activation_ended", "MFX-8.1", model=names.MODEL)
TURN_ENDED: Final = EVENTS.add("turn_ended", "MFX-7.5", turn=names.TURN)

# MFX-8: general actions
WALKED: Final = EVENTS.add("walked", "MFX-8.20", model=names.MODEL, at=names.POINT, way=names.WAY)
CHARGED: Final = EVENTS.add("charged", "MFX-8.21", model=names.MODEL)
DISENGAGED: Final = EVENTS.add("disengaged", "MFX-8.22", model=names.MODEL)
STRUCK_AT: Final = EVENTS.add("struck_at", "MFX-8.22", model=names.MODEL, target=names.MODEL)
INTERACTED: Final = EVENTS.add("interacted", "MFX-8.23", model=names.MODEL, use=roster.INTERACT)
CONCENTRATED: Final = EVENTS.add("concentrated", "MFX-8.24", model=names.MODEL)
ASSISTED: Final = EVENTS.add("assisted", "MFX-8.25", model=names.MODEL, target=names.MODEL)
DEMOLISHED: Final = EVENTS.add("demolished", "MFX-8.26", model=names.MODEL, terrain=names.PIECE)

# MFX-9: soulstones
STONE_USED: Final = EVENTS.add("stone_used", "MFX-9.2", seat=names.SEAT, what=Enum(roster.STONE_USES, "stone_use"))
STONES_CHANGED: Final = EVENTS.add("stones_changed", "MFX-9.4", seat=names.SEAT, left=names.STONES)

# MFX-10, MFX-11: set-up
SCENARIO_FLIPPED: Final = EVENTS.add("scenario_flipped", "MFX-10.2", card=names.CARD)
DEPLOYMENT_IS: Final = EVENTS.add("deployment_is", "MFX-10.2", deployment=names.DEPLOYMENT)
STRATEGY_IS: Final = EVENTS.add("strategy_is", "MFX-10.2", strategy=names.STRATEGY)
SCHEME_IN_POOL: Final = EVENTS.add("scheme_in_pool", "MFX-10.3", scheme=names.SCHEME)
ATTACKER_IS: Final = EVENTS.add("attacker_is", "MFX-10.4", seat=names.SEAT)
ZONE_TAKEN: Final = EVENTS.add("zone_taken", "MFX-10.5", seat=names.SEAT, zone=names.ZONE)
LEADER_NAMED: Final = EVENTS.add("leader_named", "MFX-10.6", seat=names.SEAT, leader=roster.MODEL)
HIRED: Final = EVENTS.add("hired", "MFX-11.9", seat=names.SEAT, model=roster.MODEL)
POOL_IS: Final = EVENTS.add("pool_is", "MFX-11.9", seat=names.SEAT, stones=names.STONES)
DEPLOYED: Final = EVENTS.add(
    "deployed", "MFX-10.7", seat=names.SEAT, model=names.MODEL, x=names.COORDINATE, y=names.COORDINATE
)
SCHEMES_CHOSEN: Final = EVENTS.add(
    "schemes_chosen", "MFX-10.8", secret={"one": names.SCHEME, "two": names.SCHEME}, seat=names.SEAT
)

# MFX-12, MFX-13: models and markers
GAINED: Final = EVENTS.count_by(
    EVENTS.add("gained", "MFX-12.9", model=names.MODEL, condition=names.CONDITION, number=_NUMBER), "number"
)
"""With number 0: a condition without a value."""
ENDED: Final = EVENTS.count_by(
    EVENTS.add("ended", "MFX-12.9", model=names.MODEL, condition=names.CONDITION, left=_NUMBER), "left"
)
MOVED: Final = EVENTS.add("moved", "MFX-13.8", model=names.MODEL, at=names.POINT, way=names.WAY)
PUSHED: Final = EVENTS.add("pushed", "MFX-13.7", model=names.MODEL, at=names.POINT, way=names.WAY)
PLACED: Final = EVENTS.add("placed", "MFX-13.9", model=names.MODEL, at=names.POINT, way=names.WAY)
HURT_BY_GROUND: Final = EVENTS.add("hurt_by_ground", "MFX-13.5", model=names.MODEL)
MARKER_DROPPED: Final = EVENTS.add(
    "marker_dropped", "MFX-13.15", marker=names.MARKER, type=roster.MARKER, at=names.POINT, way=names.WAY
)
MARKER_REMOVED: Final = EVENTS.add("marker_removed", "MFX-13.15", marker=names.MARKER, type=roster.MARKER)
BURIED: Final = EVENTS.add("buried", "MFX-12.7", model=names.MODEL)
UNBURIED: Final = EVENTS.add("unburied", "MFX-12.7", model=names.MODEL, at=names.POINT, way=names.WAY)
SUMMONED: Final = EVENTS.add("summoned", "MFX-12.5", model=names.MODEL, at=names.POINT, way=names.WAY)
REPLACED: Final = EVENTS.add("replaced", "MFX-12.6", old=names.MODEL, model=names.MODEL)
TOKEN_GAINED: Final = EVENTS.add("token_gained", "MFX-14.2", model=names.MODEL, token=roster.TOKEN, number=_NUMBER)
TOKEN_LOST: Final = EVENTS.add("token_lost", "MFX-14.2", model=names.MODEL, token=roster.TOKEN, number=_NUMBER)
LASTS: Final = EVENTS.add("lasts", "MFX-7.7", model=names.MODEL, action=roster.ACTION)

# MFX-14 to MFX-16: points and the end
TURF_WAR: Final = EVENTS.add("turf_war_scored", "MFX-14.1", seat=names.SEAT, points=names.POINTS)
PLANT_EXPLOSIVES: Final = EVENTS.add("plant_explosives_scored", "MFX-14.2", seat=names.SEAT, points=names.POINTS)
CORRUPTED_IDOLS: Final = EVENTS.add("corrupted_idols_scored", "MFX-14.3", seat=names.SEAT, points=names.POINTS)
CORRUPTED_IDOLS_DROPPED: Final = EVENTS.add(
    "idol_dropped", "MFX-14.3", marker=names.MARKER, at=names.POINT, way=names.WAY
)
RECKONING: Final = EVENTS.add("reckoning_scored", "MFX-14.4", seat=names.SEAT, points=names.POINTS)
STRATEGY_SCORED: Final = (TURF_WAR, PLANT_EXPLOSIVES, CORRUPTED_IDOLS, RECKONING)
MARKER_TURNED: Final = EVENTS.count_by(
    EVENTS.add("marker_turned", "MFX-14.1", marker=names.MARKER, seat=names.SEAT, neutral=Flag()), "neutral"
)
SCHEME_REVEALED: Final = EVENTS.add("scheme_revealed", "MFX-15", seat=names.SEAT, scheme=names.SCHEME)
END_POINT: Final = EVENTS.add("end_point", "MFX-15", seat=names.SEAT, scheme=names.SCHEME)
WON: Final = EVENTS.add("won", "MFX-16.1", seat=names.SEAT)
DRAWN: Final = EVENTS.add("drawn", "MFX-16.1")
LEFT: Final = EVENTS.add("left", "MFX-16.3", seat=names.SEAT)
