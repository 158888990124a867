"""Words, action families and events of Planet Masters (glossary, sections 5 and 13 of the spec)."""

from __future__ import annotations

from typing import Any, Final

from shapan.engine.actions import Actions
from shapan.engine.event import Events
from shapan.engine.kinds import Count, Enum, Seat

MOST_SEATS: Final = 6
MOST_COLONIES: Final = 12
MOST_WEAPONS: Final = 18

# Faces (4.1 to 4.3)

EXHAUSTED: Final = 0
RESOURCE: Final = 1
INFLUENCE: Final = 2
MARINES: Final = 3
RACE: Final = 4
CRUISER: Final = 0
BATTLESHIP: Final = 1
FORTRESS: Final = 2
FIGHTER: Final = 3
DEFENSE_SYSTEM: Final = 4
TRANSPORTER: Final = 5
PLANET_FACES: Final = ("exhausted", "resource", "influence", "marines", "race")
WEAPON_FACES: Final = (
    "cruiser",
    "battleship",
    "fortress",
    "fighter",
    "defense_system",
    "transporter",
)
RACES: Final = ("gaia", "mors", "roachkin", "pacal", "matrix", "freewalkers")
GAIA: Final = 0
MORS: Final = 1
ROACHKIN: Final = 2
PACAL: Final = 3
MATRIX: Final = 4
FREEWALKERS: Final = 5

# Dice (section 2): one numbering for all colours, so that a die has one word everywhere

FIRST_COLONY: Final = MOST_SEATS
FIRST_WEAPON: Final = MOST_SEATS + MOST_COLONIES
DICE: Final = (
    tuple(f"b{seat}" for seat in range(MOST_SEATS))
    + tuple(f"w{number + 1}" for number in range(MOST_COLONIES))
    + tuple(f"r{number + 1}" for number in range(MOST_WEAPONS))
)

SEAT: Final = Seat(MOST_SEATS)
DIE: Final = Enum(DICE)
PLANET: Final = Enum(PLANET_FACES, "face")
WEAPON: Final = Enum(WEAPON_FACES, "face")
RACE_ID: Final = Enum(RACES, "race")
VOTE: Final = Enum(("no", "yes"), "label")
POINTS: Final = Count(99)
ROUNDS: Final = Count(9_999)

ACTIONS: Final = Actions(done=False)
CHOOSE_RACE: Final = ACTIONS.family(1, "choose_race", race=RACE_ID)
BUILD: Final = ACTIONS.family(2, "build")
REROLL: Final = ACTIONS.family(3, "reroll", die=DIE)
END: Final = ACTIONS.family(4, "end")
MANAGE: Final = ACTIONS.family(5, "manage", die=DIE)
CONQUER: Final = ACTIONS.family(6, "conquer", defender=SEAT)
COUNCIL: Final = ACTIONS.family(7, "council", candidate=SEAT)
PASS: Final = ACTIONS.family(8, "pass")
CANCEL: Final = ACTIONS.family(9, "cancel")
ALLOW: Final = ACTIONS.family(10, "allow")
INVASION: Final = ACTIONS.family(11, "invasion", die=DIE)
DESTRUCTION: Final = ACTIONS.family(12, "destruction", die=DIE)
PRESSURE: Final = ACTIONS.family(13, "pressure")
DECLINE: Final = ACTIONS.family(14, "decline")
DISCARD: Final = ACTIONS.family(15, "discard", die=DIE)
YES: Final = ACTIONS.family(16, "yes")
NO: Final = ACTIONS.family(17, "no")
LOSE: Final = ACTIONS.family(18, "lose", die=DIE)

DO_BUILD: Final = BUILD.code()
DO_END: Final = END.code()
DO_PASS: Final = PASS.code()
DO_CANCEL: Final = CANCEL.code()
DO_ALLOW: Final = ALLOW.code()
DO_PRESSURE: Final = PRESSURE.code()
DO_DECLINE: Final = DECLINE.code()
DO_YES: Final = YES.code()
DO_NO: Final = NO.code()

# The random streams of 13.3


class Pips(Count):
    """The number that a die shows, 1..6.

    [ruling] Another number is an error at its place, `rolls.die.0`, also when it is never drawn (13.3).
    """

    def __init__(self) -> None:
        super().__init__(6)

    def number(self, word: Any) -> int:
        if word == 0 and not isinstance(word, bool):
            raise ValueError(f"{word!r} is not an integer 1..6")
        return super().number(word)


STREAM_FIRST: Final = 0
STREAM_RACE: Final = 1
STREAM_DIE: Final = 2
STREAMS: Final = {"first_player": SEAT, "race": RACE_ID, "die": Pips()}

# The events of 13.5

EVENTS: Final = Events()
E_FIRST_PLAYER: Final = EVENTS.add("first_player", "PM-1.3", seat=SEAT)
E_RACE_TAKEN: Final = EVENTS.add("race_taken", "PM-1.4", seat=SEAT, race=RACE_ID)
E_HOME_ROLLED: Final = EVENTS.add("home_rolled", "PM-1.5", seat=SEAT, face=PLANET)
E_TURN_BEGINS: Final = EVENTS.add("turn_begins", "PM-2.1", seat=SEAT, round=ROUNDS)
E_POINTS: Final = EVENTS.add("points", "PM-3.1", seat=SEAT, points=POINTS)
E_WEAPON_BUILT: Final = EVENTS.add("weapon_built", "PM-3.2", seat=SEAT, face=WEAPON)
E_WEAPON_REROLLED: Final = EVENTS.add("weapon_rerolled", "PM-3.2", seat=SEAT, before=WEAPON, face=WEAPON)
E_TRANSPORTER: Final = EVENTS.add("transporter", "PM-3.4", seat=SEAT)
E_COLONY_GAINED: Final = EVENTS.add("colony_gained", "PM-3.5", seat=SEAT, face=PLANET)
E_GAIN_LOST: Final = EVENTS.add("gain_lost", "PM-3.6", seat=SEAT)
E_BATCH: Final = EVENTS.add("batch_rerolled", "PM-4.1", seat=SEAT, count=POINTS)
E_KEPT: Final = EVENTS.add("planets_kept", "PM-4.1", seat=SEAT)
E_DIE_REROLLED: Final = EVENTS.add("die_rerolled", "PM-4.1", seat=SEAT, before=PLANET, face=PLANET)
E_SURVIVAL: Final = EVENTS.add("survival_pressure", "PM-4.2", seat=SEAT)
E_PASSED: Final = EVENTS.add("passed", "PM-5.0", seat=SEAT)
E_ATTACK: Final = EVENTS.add("attack_named", "PM-5.1", seat=SEAT, defender=SEAT)
E_INFLUENCE: Final = EVENTS.add("influence_compared", "PM-5.2", seat=SEAT, mine=POINTS, defender=SEAT, theirs=POINTS)
E_CANCELLED: Final = EVENTS.add("cancelled", "PM-5.2", seat=SEAT, attacker=SEAT)
E_ALLOWED: Final = EVENTS.add("allowed", "PM-5.2", seat=SEAT, attacker=SEAT)
E_POWERS: Final = EVENTS.add("powers_compared", "PM-5.3", seat=SEAT, attack=POINTS, defender=SEAT, defense=POINTS)
E_ATTACK_WON: Final = EVENTS.add("attack_won", "PM-5.3", seat=SEAT, defender=SEAT)
E_ATTACK_FAILED: Final = EVENTS.add("attack_failed", "PM-5.3", seat=SEAT, defender=SEAT)
E_INVASION: Final = EVENTS.add("invasion", "PM-5.4", seat=SEAT, defender=SEAT, before=PLANET, face=PLANET)
E_DESTRUCTION: Final = EVENTS.add("destruction", "PM-5.4", seat=SEAT, defender=SEAT, face=WEAPON)
E_PRESSURE: Final = EVENTS.add("pressure", "PM-5.4", seat=SEAT, defender=SEAT, before=PLANET, face=PLANET)
E_DECLINED: Final = EVENTS.add("spoils_declined", "PM-5.4", seat=SEAT)
E_DISCARDED: Final = EVENTS.add("excess_discarded", "PM-5.4", seat=SEAT, face=WEAPON)
E_MOTION: Final = EVENTS.add("motion", "PM-5.6", seat=SEAT, candidate=SEAT)
E_VOTE_OPEN: Final = EVENTS.add("vote_open", "PM-5.8", seat=SEAT, vote=VOTE, votes=POINTS)
E_VOTES: Final = EVENTS.add("votes_shown", "PM-5.8", seat=SEAT, vote=VOTE, votes=POINTS)
E_MOTION_PASSED: Final = EVENTS.add("motion_passed", "PM-5.9", candidate=SEAT, yes=POINTS, no=POINTS)
E_MOTION_FAILED: Final = EVENTS.add("motion_failed", "PM-5.9", candidate=SEAT, yes=POINTS, no=POINTS)
E_NOTHING: Final = EVENTS.add("nothing_to_lose", "PM-5.10", seat=SEAT)
E_LOST: Final = EVENTS.add("weapon_lost", "PM-5.9", seat=SEAT, face=WEAPON)
E_WON: Final = EVENTS.add("won", "PM-6.1", seat=SEAT)
E_CAP: Final = EVENTS.add("cap", "PM-6.5", round=ROUNDS)
E_LEFT: Final = EVENTS.add("replaced_by_bot", "PM-E25", seat=SEAT)
