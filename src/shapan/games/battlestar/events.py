"""What happened: the events of the log, in the order of the rulebook. Each names its rule (section 3 of the spec)."""

from __future__ import annotations

from typing import Final

from shapan.engine.event import Events
from shapan.engine.kinds import Enum
from shapan.games.battlestar.names import (
    AREA,
    BASESTAR_TOKEN,
    CHARACTER,
    CHARACTERS,
    CHECK_OF,
    CIVILIAN_TOKEN,
    CRISIS,
    DAMAGE_TOKEN,
    DESTINATION,
    DIAL,
    FACE,
    ICON,
    LOCATION,
    LOYALTY,
    NUMBER,
    PLACE,
    PLAYED,
    QUORUM,
    SEAT,
    SIGNED,
    SKILL,
    SUPER_CRISIS,
    TYPE,
    UNIT,
)
from shapan.games.battlestar.occasions import ROLLS

ROLL: Final = Enum(ROLLS, "roll")
BOX: Final = Enum(("A", "B"), "box")
RESULT: Final = Enum(("fail", "partial", "pass"), "check_result")
TITLE: Final = Enum(("president", "admiral"), "title")
DECK: Final = Enum(("crisis", "destination"), "deck")
WHERE: Final = Enum(("top", "bottom"), "deck_place")
ORDER: Final = Enum(("two_actions", "move_and_act"), "order")
TURNED: Final = Enum(("cylon", "human"), "turned")
SIDE: Final = Enum(("cylons", "humans"), "side")
ONCE: Final = Enum(CHARACTERS, "once")
"""Once-a-game abilities, by character."""
REASON: Final = Enum(("resource", "boarding", "damage", "final_jump"), "end_reason")

EVENTS: Final = Events()
_add = EVENTS.add

# BSG-2: set-up
E_FIRST: Final = _add("first_player", "BSG-2.2", seat=SEAT)
E_CHARACTER: Final = _add("character_picked", "BSG-2.3", seat=SEAT, character=CHARACTER)
E_PLACED: Final = _add("character_placed", "BSG-2.4", seat=SEAT, place=PLACE)
E_LOYALTY: Final = _add("loyalty_dealt", "BSG-2.6", {"card": LOYALTY}, seat=SEAT)
E_SET_UP: Final = _add("ships_set_up", "BSG-2.10")

# BSG-3: the turn
E_TURN: Final = _add("turn_begins", "BSG-3.0", seat=SEAT, turn=NUMBER)
E_ALCOHOLIC: Final = _add("alcoholic", "BSG-W1", seat=SEAT, card=SKILL)
E_HELO_BACK: Final = _add("helo_back", "BSG-3.0", seat=SEAT)
E_DREW: Final = _add("drew_skill", "BSG-3.1", {"card": SKILL}, seat=SEAT, type=TYPE)
E_NO_DRAW: Final = _add("skill_deck_empty", "BSG-16.2", seat=SEAT, type=TYPE)
E_STAYED: Final = _add("stayed", "BSG-3.2", seat=SEAT)
E_TURN_CUT: Final = _add("turn_cut", "BSG-3.8", seat=SEAT)
E_TURN_ENDS: Final = _add("turn_ends", "BSG-3.7", seat=SEAT)

# BSG-4: moves
E_MOVED: Final = _add("moved", "BSG-4.1", seat=SEAT, place=PLACE)
E_FLEW: Final = _add("pilot_flew", "BSG-4.3", seat=SEAT, area=AREA)
E_PAID: Final = _add("paid_card", "BSG-4.1", seat=SEAT, card=SKILL)

# BSG-5: actions
E_LOCATION: Final = _add("location_action", "BSG-5.2", seat=SEAT, location=LOCATION)
E_PLAYED: Final = _add("skill_played", "BSG-5.14", seat=SEAT, card=PLAYED)
E_ABILITY: Final = _add("ability_used", "BSG-5.13", seat=SEAT, ability=ONCE)
E_PASSED: Final = _add("action_passed", "BSG-5.1", seat=SEAT)
E_ORDERED: Final = _add("executive_order", "BSG-5.5", seat=SEAT, other=SEAT)
E_ORDER_CHOICE: Final = _add("order_taken", "BSG-5.5", seat=SEAT, order=ORDER)
E_RECON: Final = _add("recon", "BSG-W12", seat=SEAT)
E_ENGINEER: Final = _add("maintenance_engineer", "BSG-5.7", seat=SEAT)
E_BOARDED: Final = _add("boarded_viper", "BSG-5.8", seat=SEAT, area=AREA)
E_SCOUTED: Final = _add("scouted_crisis", "BSG-5.10", {"card": CRISIS}, seat=SEAT)
E_SCOUTED_DESTINATION: Final = _add("scouted_destination", "BSG-5.10", {"card": DESTINATION}, seat=SEAT)
E_LEFT_ON: Final = _add("card_left", "BSG-5.10", seat=SEAT, deck=DECK, where=WHERE)
E_REPAIRED: Final = _add("repaired", "BSG-5.11", seat=SEAT, location=LOCATION)
E_VIPERS_REPAIRED: Final = _add("vipers_repaired", "BSG-5.11", seat=SEAT, number=NUMBER)
E_CIVILIANS_SEEN: Final = _add("civilians_seen", "BSG-R25", {"token": CIVILIAN_TOKEN}, seat=SEAT, area=AREA)
E_CIVILIAN_SHIFTED: Final = _add("civilian_shifted", "BSG-R25", seat=SEAT, area=AREA, to=AREA)

# BSG-6: dice
E_ROLLED: Final = _add("rolled", "BSG-6.1", seat=SEAT, roll=ROLL, face=FACE, result=FACE)
E_ROLL_CHANGED: Final = _add("roll_changed", "BSG-6.1", seat=SEAT, roll=ROLL, face=FACE, result=FACE)
E_PLANNED: Final = _add("strategic_planning", "BSG-W2", seat=SEAT, card=PLAYED)
E_EVADED: Final = _add("evasive_maneuvers", "BSG-W3", seat=SEAT, card=PLAYED)
E_ECO: Final = _add("eco_officer", "BSG-W3", seat=SEAT)

# BSG-7: crises
E_VISIONS: Final = _add("religious_visions", "BSG-7.1", {"card": CRISIS}, seat=SEAT)
E_CRISIS: Final = _add("crisis_revealed", "BSG-7.2", seat=SEAT, card=CRISIS)
E_NO_CRISIS: Final = _add("no_crisis", "BSG-16.2", seat=SEAT)
E_SUPER: Final = _add("super_crisis_played", "BSG-7.9", seat=SEAT, card=SUPER_CRISIS)
E_TWO_SEEN: Final = _add("crises_looked_at", "BSG-7.10", {"card": CRISIS}, seat=SEAT)
E_CRISIS_DROPPED: Final = _add("crisis_discarded", "BSG-7.10", seat=SEAT, card=CRISIS)
E_SECRET_DESTINY: Final = _add("secret_destiny", "BSG-W4", seat=SEAT, card=CRISIS)
E_BOX: Final = _add("box_chosen", "BSG-7.3", seat=SEAT, box=BOX)
E_COMPASS: Final = _add("moral_compass", "BSG-W5", seat=SEAT, box=BOX)
E_STAYS: Final = _add("crisis_stays", "BSG-7.7", card=CRISIS)
E_SUPER_STAYS: Final = _add("super_crisis_stays", "BSG-7.7", card=SUPER_CRISIS)
E_THIRTY_THREE: Final = _add("thirty_three_gone", "BSG-7.7", card=CRISIS)
E_EXTRA: Final = _add("another_crisis", "BSG-7.8", seat=SEAT)

# BSG-8: checks
E_CHECK: Final = _add("check_begins", "BSG-SC0", of=CHECK_OF, difficulty=SIGNED)
E_CHECK_TARGET: Final = _add("check_target", "BSG-8.13", of=CHECK_OF, seat=SEAT)
E_INTUITION: Final = _add("mysterious_intuition", "BSG-W6", seat=SEAT, result=RESULT)
E_COMMITTEE: Final = _add("investigative_committee", "BSG-W7", seat=SEAT, card=PLAYED)
E_RESEARCH: Final = _add("scientific_research", "BSG-W7", seat=SEAT, card=PLAYED)
E_DIFFICULTY: Final = _add("difficulty_changed", "BSG-SC1", seat=SEAT, difficulty=SIGNED)
E_DESTINY: Final = _add("destiny_added", "BSG-SC2", number=NUMBER)
E_PUT: Final = EVENTS.count_by(_add("cards_put", "BSG-SC3", seat=SEAT, number=NUMBER), "number")
E_PUT_OPEN: Final = _add("card_put_openly", "BSG-SC3", seat=SEAT, card=SKILL)
E_DESTINY_OPEN: Final = _add("destiny_openly", "BSG-SC2", card=SKILL)
E_DEVOTION: Final = _add("blind_devotion", "BSG-W8", seat=SEAT, type=TYPE)
E_SHOWN: Final = _add("check_card", "BSG-SC5", card=SKILL)
E_EMERGENCY: Final = _add("declare_emergency", "BSG-W9", seat=SEAT, card=PLAYED)
E_TOTAL: Final = _add("check_total", "BSG-SC8", total=SIGNED, difficulty=SIGNED, result=RESULT)
E_AUTHORITY: Final = _add("command_authority", "BSG-W10", seat=SEAT, number=NUMBER)

# BSG-9: space
E_ICON: Final = _add("activated", "BSG-9.1", icon=ICON)
E_LAUNCHED: Final = _add("cylons_launched", "BSG-9.5", unit=UNIT, area=AREA, number=NUMBER)
E_PLACED_UNITS: Final = _add("units_placed", "BSG-7.6", unit=UNIT, area=AREA, number=NUMBER)
E_RAIDER_MOVED: Final = _add("raider_moved", "BSG-9.1", area=AREA, to=AREA)
E_HEAVY_MOVED: Final = _add("heavy_moved", "BSG-9.3", area=AREA, to=AREA)
E_BOARDED_GALACTICA: Final = _add("heavy_boarded", "BSG-9.3", area=AREA)
E_CENTURION: Final = _add("centurion_moved", "BSG-9.3", space=NUMBER, to=NUMBER)
E_CENTURION_NEW: Final = _add("centurion_added", "BSG-9.3", number=NUMBER)
E_VIPER_HIT: Final = _add("viper_damaged", "BSG-9.8", area=AREA, pilot=SEAT)
E_VIPER_LOST: Final = _add("viper_destroyed", "BSG-9.8", area=AREA, pilot=SEAT)
E_RESERVE_VIPERS_HIT: Final = _add("reserve_vipers_damaged", "BSG-9.8", number=NUMBER)
E_UNIT_LOST: Final = _add("unit_destroyed", "BSG-9.9", unit=UNIT, area=AREA)
E_CENTURION_LOST: Final = _add("centurion_destroyed", "BSG-9.9", space=NUMBER)
E_BASESTAR_HIT: Final = _add("basestar_damaged", "BSG-9.10", area=AREA, token=BASESTAR_TOKEN)
E_GALACTICA_HIT: Final = _add("galactica_damaged", "BSG-9.11", token=DAMAGE_TOKEN)
E_CIVILIAN_LOST: Final = _add("civilian_destroyed", "BSG-9.12", area=AREA, token=CIVILIAN_TOKEN)
E_PILE_CIVILIAN_LOST: Final = _add("pile_civilian_destroyed", "BSG-9.12", token=CIVILIAN_TOKEN)
E_VIPER_LAUNCHED: Final = _add("viper_launched", "BSG-9.13", seat=SEAT, area=AREA)
E_VIPER_FLEW: Final = _add("viper_flew", "BSG-9.13", seat=SEAT, area=AREA, to=AREA)
E_VIPER_ATTACKS: Final = _add("viper_attacks", "BSG-9.13", seat=SEAT, area=AREA, unit=UNIT)
E_PILOT_MOVED: Final = _add("pilot_moved", "BSG-9.14", seat=SEAT, area=AREA)
E_PILOT_ATTACKS: Final = _add("pilot_attacks", "BSG-9.14", seat=SEAT, area=AREA, unit=UNIT)
E_PILOT_LAUNCHED: Final = _add("pilot_launched", "BSG-9.15", seat=SEAT, area=AREA)
E_GALACTICA_ATTACKS: Final = _add("galactica_attacks", "BSG-9.7", seat=SEAT, area=AREA, unit=UNIT)
E_VIPER_RECALLED: Final = _add("viper_recalled", "BSG-9.15", seat=SEAT, area=AREA)
E_VIPERS_RECALLED: Final = _add("vipers_recalled", "BSG-R9", number=NUMBER)
E_RAPTORS_LOST: Final = _add("raptors_lost", "BSG-9.17", number=NUMBER)
E_RAPTORS_BACK: Final = _add("raptors_back", "BSG-9.17", number=NUMBER)
E_VIPERS_BACK: Final = _add("vipers_back", "BSG-14.4", number=NUMBER)
E_NUKE: Final = _add("nuke_launched", "BSG-9.18", seat=SEAT, area=AREA)
E_NUKE_GONE: Final = _add("nuke_removed", "BSG-9.18", seat=SEAT)

# BSG-10 to 12: places, loyalty, Cylons
E_SICKBAY: Final = _add("sent_to_sickbay", "BSG-10.1", seat=SEAT)
E_BRIG: Final = _add("sent_to_brig", "BSG-10.2", seat=SEAT)
E_OUT_OF_BRIG: Final = _add("left_brig", "BSG-10.3", seat=SEAT, place=PLACE)
E_LOOKED: Final = _add("loyalty_looked_at", "BSG-11.2", {"card": LOYALTY}, seat=SEAT, other=SEAT)
E_SLEEPER: Final = _add("sleeper_phase", "BSG-11.3")
E_SYMPATHIZER: Final = _add("sympathizer", "BSG-11.4", seat=SEAT, turned=TURNED)
E_SYMPATHIZER_HANDED: Final = _add("sympathizer_handed", "BSG-11.5", seat=SEAT, other=SEAT)
E_LOOK_REFUSED: Final = _add("look_refused", "BSG-R13", seat=SEAT, other=SEAT)
E_HANDED: Final = _add("loyalty_handed_over", "BSG-12.7", {"card": LOYALTY}, seat=SEAT, other=SEAT)
E_REVEALED: Final = _add("revealed", "BSG-12.2", seat=SEAT, card=LOYALTY)
E_SUPER_DRAWN: Final = _add("super_crisis_drawn", "BSG-12.2", {"card": SUPER_CRISIS}, seat=SEAT)
E_WITH_CYLONS: Final = _add("joined_cylons", "BSG-12.2", seat=SEAT, place=PLACE)
E_SUPER_NEW: Final = _add("super_crisis_exchanged", "BSG-12.10", {"card": SUPER_CRISIS}, seat=SEAT)
E_SUPER_DROPPED: Final = _add("super_crisis_discarded", "BSG-12.10", seat=SEAT, card=SUPER_CRISIS)
E_DAMAGE_SEEN: Final = _add("damage_seen", "BSG-R41", {"token": DAMAGE_TOKEN}, seat=SEAT)
E_HAND_SEEN: Final = _add("hand_seen", "BSG-12.8", {"card": SKILL}, seat=SEAT, other=SEAT)
E_CARD_TAKEN: Final = _add("card_taken", "BSG-12.8", {"card": SKILL}, seat=SEAT, other=SEAT)

# BSG-13: titles and Quorum
E_TITLE: Final = _add("title_given", "BSG-13.1", seat=SEAT, title=TITLE)
E_QUORUM_DRAWN: Final = _add("quorum_drawn", "BSG-13.6", {"card": QUORUM}, seat=SEAT)
E_QUORUM_PLAYED: Final = _add("quorum_played", "BSG-13.6", seat=SEAT, card=QUORUM)
E_QUORUM_ATTACHED: Final = _add("quorum_attached", "BSG-13.6", seat=SEAT, card=QUORUM)
E_QUORUM_GONE: Final = _add("quorum_removed", "BSG-13.6", card=QUORUM)
E_QUORUM_SPENT: Final = _add("quorum_spent", "BSG-13.6", card=QUORUM)
E_MUTINY: Final = _add("mutiny_failed", "BSG-13.5", seat=SEAT)

# BSG-14: the jump
E_TRACK: Final = _add("track_moved", "BSG-3.6", to=NUMBER)
E_JUMP: Final = _add("fleet_jumps", "BSG-14.1", distance=NUMBER)
E_FINAL_JUMP: Final = _add("final_jump", "BSG-14.2")
E_DESTINATION_SEEN: Final = _add("destinations_looked_at", "BSG-14.3", {"card": DESTINATION}, seat=SEAT)
E_DESTINATION: Final = _add("destination_chosen", "BSG-14.3", seat=SEAT, card=DESTINATION, distance=NUMBER)
E_RISK: Final = _add("risk_taken", "BSG-14.4", seat=SEAT)
E_NO_RISK: Final = _add("risk_declined", "BSG-14.4", seat=SEAT)

# BSG-15, 16: resources, limits, the end
E_GAINED: Final = _add("resource_gained", "BSG-15.1", resource=DIAL, number=NUMBER, now=NUMBER)
E_LOST: Final = _add("resource_lost", "BSG-15.1", resource=DIAL, number=NUMBER, now=NUMBER)
E_DISCARDED: Final = _add("discarded", "BSG-16.7", seat=SEAT, card=SKILL)
E_SHUFFLED: Final = _add("deck_rebuilt", "BSG-16.2")
E_DESTINY_BUILT: Final = _add("destiny_rebuilt", "BSG-16.3")
E_FUEL_PAID: Final = _add("fuel_paid", "BSG-R11", seat=SEAT)
E_SHOWN_LOYALTY: Final = _add("loyalty_shown", "BSG-15.5", seat=SEAT, card=LOYALTY)
E_END: Final = _add("match_over", "BSG-15.2", reason=REASON, side=SIDE)
E_LEFT: Final = _add("replaced_by_bot", "BSG-1.2", seat=SEAT)
