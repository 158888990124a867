"""Cards of StarCraft: combat cards with the copies of technologies (D8, D9), technologies, events (D10).

What a combat card does in a skirmish is a row of `Ability`: whose front-line unit it asks for, what, by how much. It is
read here from the notation of `data/combat.toml` and `data/technologies.toml` and worked out in `strength.py`.
"""

from __future__ import annotations

from typing import Any, Final, NamedTuple

from shapan.engine.kinds import UNKNOWN, Cards, Enum
from shapan.games.starcraft import names

# Technologies, D9

_TECHNOLOGIES: Final = names.table("technologies")
TECHNOLOGIES: Final[tuple[str, ...]] = tuple(_TECHNOLOGIES)
(
    STIM_PACKS, BUNKER, NUKE, LOCKDOWN, CLOAKING_FIELD, SPIDER_MINES, CHARON_BOOSTERS, SIEGE_MODE, DEFENSIVE_MATRIX,
    EMP_SHOCKWAVE, IRRADIATE, YAMATO_GUN,
    LEG_ENHANCEMENTS, SINGULARITY_CHARGE, PSIONIC_STORM, HALLUCINATION, SUMMON_ARCHON, INCREASED_REAVER_CAPACITY,
    INCREASED_CARRIER_CAPACITY, STASIS_FIELD, RECALL, SHIELD_BATTERY, KHAYDARIN_CORE,
    BURROW, METABOLIC_BOOST, CHITINOUS_PLATING, PARASITE, ENSNARE, SPAWN_BROODLING, PLAGUE, DARK_SWARM, CONSUME,
    IMPROVED_FLYER_ATTACK, GUARDIAN_ASPECT,
) = range(len(TECHNOLOGIES))  # fmt: skip
TECH_RACE: Final[tuple[int, ...]] = tuple(names.RACES.index(row["race"]) for row in _TECHNOLOGIES.values())
TECH_COST: Final[tuple[tuple[int, int], ...]] = tuple(
    (row["cost"][0], row["cost"][1]) for row in _TECHNOLOGIES.values()
)
COPIES: Final[tuple[int, ...]] = tuple(row["copies"] for row in _TECHNOLOGIES.values())
IN_PLAY: Final[tuple[bool, ...]] = tuple(row["kind"] == "P" for row in _TECHNOLOGIES.values())
"""By technology, whether it lies in the play area and is no combat card (SC-7.3)."""
TECHS_OF: Final[tuple[tuple[int, ...], ...]] = tuple(
    tuple(tech for tech, own in enumerate(TECH_RACE) if own == race) for race in range(len(names.RACES))
)
_TECH_UNITS: Final[tuple[tuple[int, ...], ...]] = tuple(
    tuple(names.UNITS.index(unit) for unit in row["units"]) for row in _TECHNOLOGIES.values()
)
TECH_UNITS: Final[tuple[int, ...]] = tuple(sum(1 << unit for unit in units) for units in _TECH_UNITS)
"""By technology, the units that it names, as a mask."""
UNLOCKS: Final = ((names.ARCHON, SUMMON_ARCHON), (names.GUARDIAN, GUARDIAN_ASPECT))
TECH_OF_UNIT: Final[tuple[int, ...]] = tuple(dict(UNLOCKS).get(unit, UNKNOWN) for unit in range(len(names.UNITS)))
"""SC-5.6: the technology that a unit needs, -1 for none."""

# Combat cards, those of D8, then copies of standard technologies, then of reinforcements

_COMBAT: Final = names.table("combat")
_COPIED: Final = [
    (tech, copy)
    for kind in ("C", "R")
    for tech, row in enumerate(_TECHNOLOGIES.values())
    if row["kind"] == kind
    for copy in range(row["copies"])
]
CARDS: Final[tuple[str, ...]] = (
    *_COMBAT,
    *(TECHNOLOGIES[tech] if COPIES[tech] == 1 else f"{TECHNOLOGIES[tech]}_{copy + 1}" for tech, copy in _COPIED),
)
PRINTED_CARDS: Final = len(_COMBAT)
TECH_OF: Final[tuple[int, ...]] = (*(UNKNOWN for _ in _COMBAT), *(tech for tech, _ in _COPIED))
"""By combat card, the technology that it is a copy of, -1 of those of D8."""
CARDS_OF_TECH: Final[tuple[tuple[int, ...], ...]] = tuple(
    tuple(card for card, own in enumerate(TECH_OF) if own == tech) for tech in range(len(TECHNOLOGIES))
)
STANDARD: Final[tuple[bool, ...]] = tuple(
    tech < 0 or list(_TECHNOLOGIES.values())[tech]["kind"] == "C" for tech in TECH_OF
)
"""By combat card, whether it is a standard one and no reinforcement."""
CARD_RACE: Final[tuple[int, ...]] = (
    *(names.RACES.index(row["race"]) for row in _COMBAT.values()),
    *(TECH_RACE[tech] for tech, _ in _COPIED),
)
DECKS: Final[tuple[tuple[int, ...], ...]] = tuple(
    tuple(card for card in range(PRINTED_CARDS) if CARD_RACE[card] == race) for race in range(len(names.RACES))
)
"""By race, its combat deck at the start (18 cards)."""
_ROWS: Final[list[dict[str, Any]]] = [
    *({"units": row["icons"], **row, "effects": row["abilities"]} for row in _COMBAT.values()),
    *(
        {**row, "major": row["majors"][copy] if "majors" in row else [0, 0], "minor": row.get("minor", [0, 0])}
        for tech, copy in _COPIED
        for row in [list(_TECHNOLOGIES.values())[tech]]
    ),
]
ICONS: Final[tuple[int, ...]] = tuple(sum(1 << names.UNITS.index(unit) for unit in row["units"]) for row in _ROWS)
"""By combat card, the units that it names, as a mask."""
MAJOR: Final[tuple[tuple[int, int], ...]] = tuple((row["major"][0], row["major"][1]) for row in _ROWS)
MINOR: Final[tuple[tuple[int, int], ...]] = tuple((row["minor"][0], row["minor"][1]) for row in _ROWS)
"""By combat card, attack and health."""
NEEDS_FRONT: Final[tuple[bool, ...]] = tuple(row.get("need") == "FLU" for row in _ROWS)
"""By reinforcement, whether the named unit must be the front-line unit (need FLU) and not any of the skirmish."""

# What cards do in a skirmish

EFFECTS: Final = (
    "attack", "flyers", "health", "splash", "cloaking", "detector", "attack 0", "support 0", "no_ground_target",
    "cancel standard", "cancel reinforcement", "lose ground", "scourge_dive", "nuke",
)  # fmt: skip
(
    ATTACK, FLYERS, HEALTH, SPLASH, CLOAKING, DETECTOR, ATTACK_ZERO, SUPPORT_ZERO, NO_GROUND_TARGET,
    CANCEL_STANDARD, CANCEL_REINFORCEMENT, LOSE_GROUND, SCOURGE_DIVE, DETONATE,
) = range(len(EFFECTS))  # fmt: skip
CASES: Final = ("", "bio", "veh", "ranged", "undetected", "always")
ANY_CASE, OF_ORGANIC, OF_VEHICLE, OF_RANGED, UNDETECTED, ALWAYS = range(len(CASES))
SPLASHES: Final = ("G", "F", "GF", "MZZ")
SPLASH_GROUND, SPLASH_FLYING, SPLASH_ANY, SPLASH_SMALL = range(len(SPLASHES))
SMALL: Final = (names.MARINE, names.ZEALOT, names.ZERGLING)
"""D8: the victims of a splash MZZ."""
ANYBODY: Final = -1


class Ability(NamedTuple):
    """What a card does: for which front-line unit (-1 for any), which effect, by how much, in which case."""

    unit: int
    effect: int
    number: int
    case: int


def read_ability(text: str) -> Ability:
    """Return an ability from the notation of the data. Raises ValueError for a word that does not exist."""
    who, colon, what = text.rpartition(": ")
    case = next((number for number, word in enumerate(CASES) if word and what.endswith(f" {word}")), ANY_CASE)
    what = what.removesuffix(f" {CASES[case]}") if case else what
    unit = names.UNITS.index(who) if colon and who not in ("front", "side", "foe") else ANYBODY
    if what in EFFECTS:
        return Ability(unit, EFFECTS.index(what), 0, case)
    word, number = what.split(" ")
    value = SPLASHES.index(number) if word == "splash" else int(number)
    return Ability(unit, EFFECTS.index(word), value, case)


ABILITIES: Final[tuple[tuple[Ability, ...], ...]] = tuple(
    tuple(read_ability(text) for text in row["effects"]) for row in _ROWS
)
"""By combat card, what it does."""
CANCELS: Final[tuple[int, ...]] = tuple(
    next((one.effect for one in row if one.effect in (CANCEL_STANDARD, CANCEL_REINFORCEMENT)), UNKNOWN)
    for row in ABILITIES
)
"""By combat card, what it cancels; -1 for nothing (SC-9.7.3)."""

# Technologies of the play area and kept events that are used at the start of a battle, SC-9.2

STARTERS: Final = (BUNKER, CHARON_BOOSTERS, LEG_ENHANCEMENTS, SHIELD_BATTERY, CONSUME)

# Events, D10: a kind for each stage in which there are copies

_EVENTS: Final = names.table("events")
EVENT_NAMES: Final[tuple[str, ...]] = tuple(_EVENTS)
(
    TACTICAL_DRILLS, SUPPLY_DROP, FIELD_ENGINEERS, VOLUNTEERS, JUMP_LANE_SHIFT, PROSPECTING, EMERGENCY_AIRLIFT, RETREAT,
    INTELLIGENCE_REPORT, EXTENDED_COMMAND, LICENSED_RESEARCH, REINFORCEMENTS, EXPANSION_PLAN, AIR_DEFENSE_PROGRAM,
    FLAWLESS_DEFENSE_PLAN, BLOODBATH, BREAKTHROUGH, FORWARD_MOMENTUM, THE_END_DRAWS_NEAR, ELITE_REINFORCEMENTS, TRIUMPH,
    ORBITAL_STRIKE, SABOTAGE,
) = range(len(EVENT_NAMES))  # fmt: skip
_STAGED: Final = [
    (event, stage, number)
    for event, row in enumerate(_EVENTS.values())
    for stage, number in enumerate(row["copies"])
    if number
]
EVENTS: Final[tuple[str, ...]] = tuple(
    EVENT_NAMES[event] + (f".{names.STAGES[stage]}" if sum(one == event for one, _, _ in _STAGED) > 1 else "")
    for event, stage, _ in _STAGED
)
EVENT_OF: Final[tuple[int, ...]] = tuple(event for event, _, _ in _STAGED)
"""By event card, which event it is."""
STAGE_OF: Final[tuple[int, ...]] = tuple(stage for _, stage, _ in _STAGED)
EVENT_DECK: Final[tuple[tuple[int, ...], ...]] = tuple(
    tuple(card for card, (_, own, number) in enumerate(_STAGED) if own == stage for _ in range(number))
    for stage in range(len(names.STAGES))
)
"""By stage, its event cards."""
KEPT: Final = (RETREAT, INTELLIGENCE_REPORT, EXTENDED_COMMAND, FLAWLESS_DEFENSE_PLAN, BLOODBATH)
"""Events that stay in the play area when they are played."""


def number_of(card: int, name: str) -> int:
    """Return a number of an event card's effect; of several, that of its stage."""
    value = _EVENTS[EVENT_NAMES[EVENT_OF[card]]][name]
    return int(value[STAGE_OF[card]] if isinstance(value, list) else value)


DRAWS: Final[tuple[int, ...]] = tuple(
    number_of(card, "draw") if event in (TACTICAL_DRILLS, THE_END_DRAWS_NEAR) else 0
    for card, event in enumerate(EVENT_OF)
)
"""By event card, how many combat cards it lets draw."""
POINTS: Final[tuple[int, ...]] = tuple(
    number_of(card, "points") if event in (THE_END_DRAWS_NEAR, TRIUMPH, FORWARD_MOMENTUM) else 0
    for card, event in enumerate(EVENT_OF)
)
MAX_COST: Final[tuple[int, ...]] = tuple(
    number_of(card, "cost") if event in (VOLUNTEERS, BREAKTHROUGH, ELITE_REINFORCEMENTS) else 0
    for card, event in enumerate(EVENT_OF)
)
"""By event card, what the units that it places, or the technology that it gives, may cost together."""
WORKERS: Final[tuple[int, ...]] = tuple(
    number_of(card, "workers") if event in (SUPPLY_DROP, SABOTAGE) else 0 for card, event in enumerate(EVENT_OF)
)
"""By event card, how many workers it brings, or takes out of a pool."""
HEALTH_GAINED: Final[tuple[int, ...]] = tuple(
    number_of(card, "health") if event == FLAWLESS_DEFENSE_PLAN else 0 for card, event in enumerate(EVENT_OF)
)
"""By event card, by how much the health of front-line units is greater."""
LANDING: Final[tuple[tuple[tuple[int, int], ...], ...]] = tuple(
    tuple((names.UNITS.index(unit), number) for unit, number in _EVENTS["reinforcements"][race].items())
    for race in names.RACES
)
"""By race, the units that Reinforcements brings."""

CARD: Final = Enum(CARDS, "combat_card")
TECHNOLOGY: Final = Enum(TECHNOLOGIES, "technology")
EVENT: Final = Enum(EVENTS, "event_card")
STARTER: Final = Enum(
    [
        *(TECHNOLOGIES[tech] for tech in STARTERS),
        *(EVENTS[card] for card, event in enumerate(EVENT_OF) if event in KEPT and event != EXTENDED_COMMAND),
    ],
    "starter",
)
"""What a start-of-battle ability comes from: a technology, or a kept event card."""
EVENT_OF_STARTER: Final[tuple[int, ...]] = tuple(EVENT.numbers.get(name, UNKNOWN) for name in STARTER.names)
"""By start-of-battle ability, its event card, -1 for a technology."""
HAND: Final = Cards(CARDS, 40, "combat_card")
PILE: Final = Cards(CARDS, 40, "combat_card")
EVENT_PILE: Final = Cards(EVENTS, 70, "event_card")
