"""What happened: the events of the log, in the order of the rulebook. Each names its rule (section 3 of the spec)."""

from __future__ import annotations

from typing import Final

from shapan.engine.event import Events
from shapan.engine.kinds import Enum
from shapan.games.battlestar import names, step_codes

ROLL: Final = Enum(step_codes.ROLLS, "roll")
BOX_NAME: Final = Enum(("A", "B"), "box")
_BOXES: Final = [row["id"] for part in ("way_out", "choice") for row in names.CRISIS_ROWS[part]]
BOX_EFFECT: Final = Enum([f"{name}_{box}" for name in _BOXES for box in "ab"], "outcome")
"""What a box of a crisis says."""
RESULT: Final = Enum(("fail", "partial", "pass"), "check_result")
TITLE_NAME: Final = Enum(("president", "admiral"), "title")
DECK: Final = Enum(("crisis", "destination"), "deck")
WHERE: Final = Enum(("top", "bottom"), "deck_place")
ORDER: Final = Enum(("two_actions", "move_and_act"), "order")
TURNED: Final = Enum(("cylon", "human"), "turned")
SIDE: Final = Enum(("cylons", "humans"), "side")
ONCE: Final = Enum(names.CHARACTERS, "once")
"""Once-a-game abilities, by character."""
REASON: Final = Enum(("resource", "boarding", "damage", "final_jump"), "end_reason")

EVENTS: Final = Events()
_add = EVENTS.add

# BSG-2: set-up
FIRST: Final = _add("first_player", "BSG-2.2", seat=names.SEAT)
CHARACTER: Final = _add("character_picked", "BSG-2.3", seat=names.SEAT, character=names.CHARACTER)
PLACED: Final = _add("character_placed", "BSG-2.4", seat=names.SEAT, place=names.PLACE)
LOYALTY: Final = _add("loyalty_dealt", "BSG-2.6", {"card": names.LOYALTY}, seat=names.SEAT)
SET_UP: Final = _add("ships_set_up", "BSG-2.10")

# BSG-3: the turn
TURN: Final = _add("turn_begins", "BSG-3.0", seat=names.SEAT, turn=names.NUMBER)
ALCOHOLIC: Final = _add("alcoholic", "BSG-W1", seat=names.SEAT, card=names.SKILL)
HELO_BACK: Final = _add("helo_back", "BSG-3.0", seat=names.SEAT)
DREW: Final = _add("drew_skill", "BSG-3.1", {"card": names.SKILL}, seat=names.SEAT, type=names.TYPE)
NO_DRAW: Final = _add("skill_deck_empty", "BSG-16.2", seat=names.SEAT, type=names.TYPE)
STAYED: Final = _add("stayed", "BSG-3.2", seat=names.SEAT)
TURN_CUT: Final = _add("turn_cut", "BSG-3.8", seat=names.SEAT)
TURN_ENDS: Final = _add("turn_ends", "BSG-3.7", seat=names.SEAT)

# BSG-4: moves
MOVED: Final = _add("moved", "BSG-4.1", seat=names.SEAT, place=names.PLACE)
FLEW: Final = _add("pilot_flew", "BSG-4.3", seat=names.SEAT, area=names.AREA)
PAID: Final = _add("paid_card", "BSG-4.1", seat=names.SEAT, card=names.SKILL)

# BSG-5: actions
LOCATION: Final = _add("location_action", "BSG-5.2", seat=names.SEAT, location=names.LOCATION)
PLAYED: Final = _add("skill_played", "BSG-5.14", seat=names.SEAT, card=names.PLAYED)
ABILITY: Final = _add("ability_used", "BSG-5.13", seat=names.SEAT, ability=ONCE)
PASSED: Final = _add("action_passed", "BSG-5.1", seat=names.SEAT)
ORDERED: Final = _add("executive_order", "BSG-5.5", seat=names.SEAT, other=names.SEAT)
ORDER_CHOICE: Final = _add("order_taken", "BSG-5.5", seat=names.SEAT, order=ORDER)
RECON: Final = _add("recon", "BSG-W12", seat=names.SEAT)
ENGINEER: Final = _add("maintenance_engineer", "BSG-5.7", seat=names.SEAT)
BOARDED: Final = _add("boarded_viper", "BSG-5.8", seat=names.SEAT, area=names.AREA)
SCOUTED: Final = _add("scouted_crisis", "BSG-5.10", {"card": names.CRISIS}, seat=names.SEAT)
SCOUTED_DESTINATION: Final = _add("scouted_destination", "BSG-5.10", {"card": names.DESTINATION}, seat=names.SEAT)
LEFT_ON: Final = _add("card_left", "BSG-5.10", seat=names.SEAT, deck=DECK, where=WHERE)
REPAIRED: Final = _add("repaired", "BSG-5.11", seat=names.SEAT, location=names.LOCATION)
VIPERS_REPAIRED: Final = _add("vipers_repaired", "BSG-5.11", seat=names.SEAT, number=names.NUMBER)
CIVILIANS_SEEN: Final = _add(
    "civilians_seen", "BSG-R25", {"token": names.CIVILIAN_TOKEN}, seat=names.SEAT, area=names.AREA
)
CIVILIAN_SHIFTED: Final = _add("civilian_shifted", "BSG-R25", seat=names.SEAT, area=names.AREA, to=names.AREA)

# BSG-6: dice
ROLLED: Final = _add("rolled", "BSG-6.1", seat=names.SEAT, roll=ROLL, face=names.FACE, result=names.FACE)
ROLL_CHANGED: Final = _add("roll_changed", "BSG-6.1", seat=names.SEAT, roll=ROLL, face=names.FACE, result=names.FACE)
PLANNED: Final = _add("strategic_planning", "BSG-W2", seat=names.SEAT, card=names.PLAYED)
EVADED: Final = _add("evasive_maneuvers", "BSG-W3", seat=names.SEAT, card=names.PLAYED)
ECO: Final = _add("eco_officer", "BSG-W3", seat=names.SEAT)

# BSG-7: crises
VISIONS: Final = _add("religious_visions", "BSG-7.1", {"card": names.CRISIS}, seat=names.SEAT)
CRISIS: Final = _add("crisis_revealed", "BSG-7.2", seat=names.SEAT, card=names.CRISIS)
NO_CRISIS: Final = _add("no_crisis", "BSG-16.2", seat=names.SEAT)
SUPER: Final = _add("super_crisis_played", "BSG-7.9", seat=names.SEAT, card=names.SUPER_CRISIS)
TWO_SEEN: Final = _add("crises_looked_at", "BSG-7.10", {"card": names.CRISIS}, seat=names.SEAT)
CRISIS_DROPPED: Final = _add("crisis_discarded", "BSG-7.10", seat=names.SEAT, card=names.CRISIS)
SECRET_DESTINY: Final = _add("secret_destiny", "BSG-W4", seat=names.SEAT, card=names.CRISIS)
_add("box_chosen", "BSG-7.3", seat=names.SEAT, box=BOX_NAME)
_add("moral_compass", "BSG-W5", seat=names.SEAT, box=BOX_NAME)
STAYS: Final = _add("crisis_stays", "BSG-7.7", card=names.CRISIS)
SUPER_STAYS: Final = _add("super_crisis_stays", "BSG-7.7", card=names.SUPER_CRISIS)
THIRTY_THREE: Final = _add("thirty_three_gone", "BSG-7.7", card=names.CRISIS)
EXTRA: Final = _add("another_crisis", "BSG-7.8", seat=names.SEAT)

# BSG-8: checks
CHECK: Final = _add("check_begins", "BSG-SC0", of=names.CHECK_OF, difficulty=names.SIGNED)
CHECK_TARGET: Final = _add("check_target", "BSG-8.13", of=names.CHECK_OF, seat=names.SEAT)
INTUITION: Final = _add("mysterious_intuition", "BSG-W6", seat=names.SEAT, result=RESULT)
COMMITTEE: Final = _add("investigative_committee", "BSG-W7", seat=names.SEAT, card=names.PLAYED)
RESEARCH: Final = _add("scientific_research", "BSG-W7", seat=names.SEAT, card=names.PLAYED)
DIFFICULTY: Final = _add("difficulty_changed", "BSG-SC1", seat=names.SEAT, difficulty=names.SIGNED)
DESTINY: Final = _add("destiny_added", "BSG-SC2", number=names.NUMBER)
PUT: Final = EVENTS.count_by(_add("cards_put", "BSG-SC3", seat=names.SEAT, number=names.NUMBER), "number")
PUT_OPEN: Final = _add("card_put_openly", "BSG-SC3", seat=names.SEAT, card=names.SKILL)
DESTINY_OPEN: Final = _add("destiny_openly", "BSG-SC2", card=names.SKILL)
DEVOTION: Final = _add("blind_devotion", "BSG-W8", seat=names.SEAT, type=names.TYPE)
SHOWN: Final = _add("check_card", "BSG-SC5", card=names.SKILL)
EMERGENCY: Final = _add("declare_emergency", "BSG-W9", seat=names.SEAT, card=names.PLAYED)
TOTAL: Final = _add("check_total", "BSG-SC8", total=names.SIGNED, difficulty=names.SIGNED, result=RESULT)
AUTHORITY: Final = _add("command_authority", "BSG-W10", seat=names.SEAT, number=names.NUMBER)

# BSG-9: space
ICON: Final = _add("activated", "BSG-9.1", icon=names.ICON)
LAUNCHED: Final = _add("cylons_launched", "BSG-9.5", unit=names.UNIT, area=names.AREA, number=names.NUMBER)
PLACED_UNITS: Final = _add("units_placed", "BSG-7.6", unit=names.UNIT, area=names.AREA, number=names.NUMBER)
RAIDER_MOVED: Final = _add("raider_moved", "BSG-9.1", area=names.AREA, to=names.AREA)
HEAVY_MOVED: Final = _add("heavy_moved", "BSG-9.3", area=names.AREA, to=names.AREA)
BOARDED_GALACTICA: Final = _add("heavy_boarded", "BSG-9.3", area=names.AREA)
CENTURION: Final = _add("centurion_moved", "BSG-9.3", space=names.NUMBER, to=names.NUMBER)
CENTURION_NEW: Final = _add("centurion_added", "BSG-9.3", number=names.NUMBER)
VIPER_HIT: Final = _add("viper_damaged", "BSG-9.8", area=names.AREA, pilot=names.SEAT)
VIPER_LOST: Final = _add("viper_destroyed", "BSG-9.8", area=names.AREA, pilot=names.SEAT)
RESERVE_VIPERS_HIT: Final = _add("reserve_vipers_damaged", "BSG-9.8", number=names.NUMBER)
UNIT_LOST: Final = _add("unit_destroyed", "BSG-9.9", unit=names.UNIT, area=names.AREA)
CENTURION_LOST: Final = _add("centurion_destroyed", "BSG-9.9", space=names.NUMBER)
BASESTAR_HIT: Final = _add("basestar_damaged", "BSG-9.10", area=names.AREA, token=names.BASESTAR_TOKEN)
GALACTICA_HIT: Final = _add("galactica_damaged", "BSG-9.11", token=names.DAMAGE_TOKEN)
CIVILIAN_LOST: Final = _add("civilian_destroyed", "BSG-9.12", area=names.AREA, token=names.CIVILIAN_TOKEN)
PILE_CIVILIAN_LOST: Final = _add("pile_civilian_destroyed", "BSG-9.12", token=names.CIVILIAN_TOKEN)
VIPER_LAUNCHED: Final = _add("viper_launched", "BSG-9.13", seat=names.SEAT, area=names.AREA)
VIPER_FLEW: Final = _add("viper_flew", "BSG-9.13", seat=names.SEAT, area=names.AREA, to=names.AREA)
VIPER_ATTACKS: Final = _add("viper_attacks", "BSG-9.13", seat=names.SEAT, area=names.AREA, unit=names.UNIT)
PILOT_MOVED: Final = _add("pilot_moved", "BSG-9.14", seat=names.SEAT, area=names.AREA)
PILOT_ATTACKS: Final = _add("pilot_attacks", "BSG-9.14", seat=names.SEAT, area=names.AREA, unit=names.UNIT)
PILOT_LAUNCHED: Final = _add("pilot_launched", "BSG-9.15", seat=names.SEAT, area=names.AREA)
GALACTICA_ATTACKS: Final = _add("galactica_attacks", "BSG-9.7", seat=names.SEAT, area=names.AREA, unit=names.UNIT)
VIPER_RECALLED: Final = _add("viper_recalled", "BSG-9.15", seat=names.SEAT, area=names.AREA)
VIPERS_RECALLED: Final = _add("vipers_recalled", "BSG-R9", number=names.NUMBER)
RAPTORS_LOST: Final = _add("raptors_lost", "BSG-9.17", number=names.NUMBER)
RAPTORS_BACK: Final = _add("raptors_back", "BSG-9.17", number=names.NUMBER)
VIPERS_BACK: Final = _add("vipers_back", "BSG-14.4", number=names.NUMBER)
NUKE: Final = _add("nuke_launched", "BSG-9.18", seat=names.SEAT, area=names.AREA)
NUKE_GONE: Final = _add("nuke_removed", "BSG-9.18", seat=names.SEAT)

# BSG-10 to 12: places, loyalty, Cylons
SICKBAY: Final = _add("sent_to_sickbay", "BSG-10.1", seat=names.SEAT)
BRIG: Final = _add("sent_to_brig", "BSG-10.2", seat=names.SEAT)
OUT_OF_BRIG: Final = _add("left_brig", "BSG-10.3", seat=names.SEAT, place=names.PLACE)
LOOKED: Final = _add("loyalty_looked_at", "BSG-11.2", {"card": names.LOYALTY}, seat=names.SEAT, other=names.SEAT)
LOYALTY_PLACE: Final = _add("loyalty_place", "BSG-11.2", seat=names.SEAT, place=names.NUMBER)
SLEEPER: Final = _add("sleeper_phase", "BSG-11.3")
SYMPATHIZER: Final = _add("sympathizer", "BSG-11.4", seat=names.SEAT, turned=TURNED)
SYMPATHIZER_HANDED: Final = _add("sympathizer_handed", "BSG-11.5", seat=names.SEAT, other=names.SEAT)
LOOK_REFUSED: Final = _add("look_refused", "BSG-R13", seat=names.SEAT, other=names.SEAT)
HANDED: Final = _add("loyalty_handed_over", "BSG-12.7", {"card": names.LOYALTY}, seat=names.SEAT, other=names.SEAT)
REVEALED: Final = _add("revealed", "BSG-12.2", seat=names.SEAT, card=names.LOYALTY)
SUPER_DRAWN: Final = _add("super_crisis_drawn", "BSG-12.2", {"card": names.SUPER_CRISIS}, seat=names.SEAT)
WITH_CYLONS: Final = _add("joined_cylons", "BSG-12.2", seat=names.SEAT, place=names.PLACE)
SUPER_NEW: Final = _add("super_crisis_exchanged", "BSG-12.10", {"card": names.SUPER_CRISIS}, seat=names.SEAT)
SUPER_DROPPED: Final = _add("super_crisis_discarded", "BSG-12.10", seat=names.SEAT, card=names.SUPER_CRISIS)
DAMAGE_SEEN: Final = _add("damage_seen", "BSG-R41", {"token": names.DAMAGE_TOKEN}, seat=names.SEAT)
HAND_SEEN: Final = _add("hand_seen", "BSG-12.8", {"card": names.SKILL}, seat=names.SEAT, other=names.SEAT)
CARD_TAKEN: Final = _add("card_taken", "BSG-12.8", {"card": names.SKILL}, seat=names.SEAT, other=names.SEAT)

# BSG-13: titles and Quorum
TITLE: Final = _add("title_given", "BSG-13.1", seat=names.SEAT, title=TITLE_NAME)
QUORUM_DRAWN: Final = _add("quorum_drawn", "BSG-13.6", {"card": names.QUORUM}, seat=names.SEAT)
QUORUM_PLAYED: Final = _add("quorum_played", "BSG-13.6", seat=names.SEAT, card=names.QUORUM)
QUORUM_ATTACHED: Final = _add("quorum_attached", "BSG-13.6", seat=names.SEAT, card=names.QUORUM)
QUORUM_GONE: Final = _add("quorum_removed", "BSG-13.6", card=names.QUORUM)
QUORUM_SPENT: Final = _add("quorum_spent", "BSG-13.6", card=names.QUORUM)
MUTINY: Final = _add("mutiny_failed", "BSG-13.5", seat=names.SEAT)

# BSG-14: the jump
TRACK: Final = _add("track_moved", "BSG-3.6", to=names.NUMBER)
JUMP: Final = _add("fleet_jumps", "BSG-14.1", distance=names.NUMBER)
FINAL_JUMP: Final = _add("final_jump", "BSG-14.2")
DESTINATION_SEEN: Final = _add("destinations_looked_at", "BSG-14.3", {"card": names.DESTINATION}, seat=names.SEAT)
DESTINATION: Final = _add(
    "destination_chosen", "BSG-14.3", seat=names.SEAT, card=names.DESTINATION, distance=names.NUMBER
)
RISK: Final = _add("risk_taken", "BSG-14.4", seat=names.SEAT)
NO_RISK: Final = _add("risk_declined", "BSG-14.4", seat=names.SEAT)

# BSG-15, 16: resources, limits, the end
GAINED: Final = _add("resource_gained", "BSG-15.1", resource=names.DIAL, number=names.NUMBER, now=names.NUMBER)
LOST: Final = _add("resource_lost", "BSG-15.1", resource=names.DIAL, number=names.NUMBER, now=names.NUMBER)
DISCARDED: Final = _add("discarded", "BSG-16.7", seat=names.SEAT, card=names.SKILL)
SHUFFLED: Final = _add("deck_rebuilt", "BSG-16.2")
DESTINY_BUILT: Final = _add("destiny_rebuilt", "BSG-16.3")
FUEL_PAID: Final = _add("fuel_paid", "BSG-R11", seat=names.SEAT)
SHOWN_LOYALTY: Final = _add("loyalty_shown", "BSG-15.5", seat=names.SEAT, card=names.LOYALTY)
END: Final = _add("match_over", "BSG-15.2", reason=REASON, side=SIDE)
LEFT: Final = _add("replaced_by_bot", "BSG-1.2", seat=names.SEAT)

# Of later versions, behind all others so that saved numbers keep their meaning; matches of before hold `box_chosen` and
# `moral_compass`, which did not say what the box does.
BOX: Final = _add("box_taken", "BSG-7.3", seat=names.SEAT, box=BOX_NAME, effect=BOX_EFFECT)
COMPASS: Final = _add("box_switched", "BSG-W5", seat=names.SEAT, box=BOX_NAME, effect=BOX_EFFECT)


def box_effect(crisis: int, box: int) -> int:
    """Return which of `BOX_EFFECT` a box of a crisis is, 0 being A."""
    return BOX_EFFECT.numbers[f"{names.CRISES[crisis]}_{'ab'[box]}"]


def has_box(crisis: int, box: int) -> bool:
    """Tell whether a crisis has a box, 0 being A."""
    return f"{names.CRISES[crisis]}_{'ab'[box]}" in BOX_EFFECT.numbers
