"""The events of Planet Masters (13.5)."""

from __future__ import annotations

from typing import Final

from shapan.engine.event import Events
from shapan.games.planet_masters import names

EVENTS: Final = Events()
FIRST_PLAYER: Final = EVENTS.add("first_player", "PM-1.3", seat=names.SEAT)
RACE_TAKEN: Final = EVENTS.add("race_taken", "PM-1.4", seat=names.SEAT, race=names.RACE_ID)
HOME_ROLLED: Final = EVENTS.add("home_rolled", "PM-1.5", seat=names.SEAT, face=names.PLANET)
TURN_BEGINS: Final = EVENTS.add("turn_begins", "PM-2.1", seat=names.SEAT, round=names.ROUNDS)
POINTS: Final = EVENTS.add("points", "PM-3.1", seat=names.SEAT, points=names.POINTS)
WEAPON_BUILT: Final = EVENTS.add("weapon_built", "PM-3.2", seat=names.SEAT, face=names.WEAPON)
WEAPON_REROLLED: Final = EVENTS.add(
    "weapon_rerolled", "PM-3.2", seat=names.SEAT, before=names.WEAPON, face=names.WEAPON
)
TRANSPORTER: Final = EVENTS.add("transporter", "PM-3.4", seat=names.SEAT)
COLONY_GAINED: Final = EVENTS.add("colony_gained", "PM-3.5", seat=names.SEAT, face=names.PLANET)
GAIN_LOST: Final = EVENTS.add("gain_lost", "PM-3.6", seat=names.SEAT)
BATCH: Final = EVENTS.add("batch_rerolled", "PM-4.1", seat=names.SEAT, count=names.POINTS)
KEPT: Final = EVENTS.add("planets_kept", "PM-4.1", seat=names.SEAT)
DIE_REROLLED: Final = EVENTS.add("die_rerolled", "PM-4.1", seat=names.SEAT, before=names.PLANET, face=names.PLANET)
SURVIVAL: Final = EVENTS.add("survival_pressure", "PM-4.2", seat=names.SEAT)
PASSED: Final = EVENTS.add("passed", "PM-5.0", seat=names.SEAT)
ATTACK: Final = EVENTS.add("attack_named", "PM-5.1", seat=names.SEAT, defender=names.SEAT)
INFLUENCE: Final = EVENTS.add(
    "influence_compared", "PM-5.2", seat=names.SEAT, mine=names.POINTS, defender=names.SEAT, theirs=names.POINTS
)
CANCELLED: Final = EVENTS.add("cancelled", "PM-5.2", seat=names.SEAT, attacker=names.SEAT)
ALLOWED: Final = EVENTS.add("allowed", "PM-5.2", seat=names.SEAT, attacker=names.SEAT)
POWERS: Final = EVENTS.add(
    "powers_compared", "PM-5.3", seat=names.SEAT, attack=names.POINTS, defender=names.SEAT, defense=names.POINTS
)
ATTACK_WON: Final = EVENTS.add("attack_won", "PM-5.3", seat=names.SEAT, defender=names.SEAT)
ATTACK_FAILED: Final = EVENTS.add("attack_failed", "PM-5.3", seat=names.SEAT, defender=names.SEAT)
INVASION: Final = EVENTS.add(
    "invasion", "PM-5.4", seat=names.SEAT, defender=names.SEAT, before=names.PLANET, face=names.PLANET
)
DESTRUCTION: Final = EVENTS.add("destruction", "PM-5.4", seat=names.SEAT, defender=names.SEAT, face=names.WEAPON)
PRESSURE: Final = EVENTS.add(
    "pressure", "PM-5.4", seat=names.SEAT, defender=names.SEAT, before=names.PLANET, face=names.PLANET
)
DECLINED: Final = EVENTS.add("spoils_declined", "PM-5.4", seat=names.SEAT)
DISCARDED: Final = EVENTS.add("excess_discarded", "PM-5.4", seat=names.SEAT, face=names.WEAPON)
MOTION: Final = EVENTS.add("motion", "PM-5.6", seat=names.SEAT, candidate=names.SEAT)
VOTE_OPEN: Final = EVENTS.add("vote_open", "PM-5.8", seat=names.SEAT, vote=names.VOTE, votes=names.POINTS)
VOTES: Final = EVENTS.add("votes_shown", "PM-5.8", seat=names.SEAT, vote=names.VOTE, votes=names.POINTS)
MOTION_PASSED: Final = EVENTS.add("motion_passed", "PM-5.9", candidate=names.SEAT, yes=names.POINTS, no=names.POINTS)
MOTION_FAILED: Final = EVENTS.add("motion_failed", "PM-5.9", candidate=names.SEAT, yes=names.POINTS, no=names.POINTS)
NOTHING: Final = EVENTS.add("nothing_to_lose", "PM-5.10", seat=names.SEAT)
LOST: Final = EVENTS.add("weapon_lost", "PM-5.9", seat=names.SEAT, face=names.WEAPON)
WON: Final = EVENTS.add("won", "PM-6.1", seat=names.SEAT)
CAP: Final = EVENTS.add("cap", "PM-6.5", round=names.ROUNDS)
LEFT: Final = EVENTS.add("replaced_by_bot", "PM-E25", seat=names.SEAT)
