"""Names of Battlefield and their numbers: identifiers of the spec (sections 1, 4 and 13.1), in its order.

Everything that an action, an event, a view or a position names is one of these kinds; data tables of `data/` give the
identifiers, so that a card is spelled in one place.
"""

from __future__ import annotations

import tomllib
from importlib.resources import files
from typing import Any, Final

from shapan.engine.kinds import Cards, Count, Enum, Kind, Seat

MAX_SEATS: Final = 6
_DATA: Final = files("shapan.games.battlefield").joinpath("data")


def table(name: str) -> dict[str, Any]:
    """Return a data file of the game."""
    return tomllib.loads(_DATA.joinpath(f"{name}.toml").read_text(encoding="utf-8"))


UNIT_ROWS: Final = table("units")
CARD_ROWS: Final = {**table("cards"), **UNIT_ROWS}
TERRITORY_ROWS: Final = table("territories")
FACTION_ROWS: Final = table("factions")

# Cards of the basic pile (4.5 to 4.9): 77 kinds, 150 cards

KINDS: Final = ("order", "strategy", "modification", "special", "troop", "character", "vehicle")
ORDER, STRATEGY, MODIFICATION, SPECIAL, TROOP, CHARACTER, VEHICLE = range(len(KINDS))
CARDS: Final[tuple[str, ...]] = tuple(CARD_ROWS)
KIND: Final[tuple[int, ...]] = tuple(KINDS.index(row["kind"]) for row in CARD_ROWS.values())
COST: Final[tuple[int, ...]] = tuple(row.get("cost", 0) for row in CARD_ROWS.values())
COPIES: Final[tuple[int, ...]] = tuple(row["copies"] for row in CARD_ROWS.values())
BASIC_PILE: Final[tuple[int, ...]] = tuple(card for card, copies in enumerate(COPIES) for _ in range(copies))
UNITS: Final[tuple[int, ...]] = tuple(card for card, kind in enumerate(KIND) if kind >= TROOP)
MAX_UNITS: Final = sum(COPIES[card] for card in UNITS)
(
    ATTACK, RETREAT, MOVE, REFIT, TRADE,
    FULL_RETREAT, TACTICAL_EVASION, STRATEGIC_TREATY, TEAR_UP_TREATY, ESPIONAGE, ECONOMIC_BLOCKADE, TACTICAL_RELOAD,
    SUPPORT_POLICY, AIRDROP, SABOTAGE,
    COMBAT_ENGINE, DEATH_SYSTEM, ZEUS_SHIELD, NUCLEAR_REACTOR, QUANTUM_CAMO, CHASSIS_UPGRADE, ARIUS_FIELD,
    FINGERPRINT_TRACKING, TARGET_DEFLECTOR, CATAPULT, STRATEGIC_SATELLITE, SMART_RIFLE, CENTRAL_BRAIN,
    HYDROGEN_URANIUM_BOMB, NEUTRON_BOMB, DIVINE_PUNISHMENT, EMP, BIOCHEMICAL_DIFFUSION, NETWORK_INTRUSION,
    ASSASSINATION,
) = range(UNITS[0])  # fmt: skip

LOYALTY: Final[tuple[int, ...]] = tuple(row.get("loyalty", 0) for row in CARD_ROWS.values())
LIMIT: Final[tuple[int, ...]] = tuple(row.get("limit", 0) for row in CARD_ROWS.values())
"""BF-4.6: by card, how many copies of a vehicle lie open on the whole table."""
NUMBERS: Final[tuple[tuple[int, int, int], ...]] = tuple(
    (row.get("power", 0), row.get("guard", 0), row.get("range", 0)) for row in CARD_ROWS.values()
)
"""Printed power, guard and range by card."""

# Keywords (4.5), talents and capital effects (4.4)

KEYWORDS: Final = (
    "flight", "siege2", "plating", "assault", "bulwark", "marksman", "demolition", "intercept", "jam", "hack", "escort",
    "flak", "home_guard", "recon", "repair", "mobile", "drop", "medic", "expendable", "stealth", "carrier", "shuttle",
    "command", "warden", "ace", "engineer", "spymaster", "envoy", "financier", "surgeon", "assassin", "staff",
    "mercenary",
)  # fmt: skip
(
    FLIGHT, SIEGE2, PLATING, ASSAULT, BULWARK, MARKSMAN, DEMOLITION, INTERCEPT, JAM, HACK, ESCORT,
    FLAK, HOME_GUARD, RECON, REPAIR, MOBILE, DROP, MEDIC, EXPENDABLE, STEALTH, CARRIER, SHUTTLE,
    COMMAND, WARDEN, ACE, ENGINEER, SPYMASTER, ENVOY, FINANCIER, SURGEON, ASSASSIN, STAFF,
    MERCENARY,
) = (1 << number for number in range(len(KEYWORDS)))  # fmt: skip
"""Masks: what a unit has is a sum of them."""
PRINTED: Final[tuple[int, ...]] = tuple(
    sum(1 << KEYWORDS.index(word) for word in row.get("keywords", ())) for row in CARD_ROWS.values()
)
"""The printed keywords by card, as a mask."""

FACTIONS: Final[tuple[str, ...]] = tuple(FACTION_ROWS)
(
    IRON_FEDERATION, SKY_LEAGUE, GOLDEN_CONSORTIUM, NORTHERN_BASTION, SHADOW_BUREAU, CRIMSON_LEGION, MACHINE_SYNOD,
    DRIFT_FLEET, VERDANT_PACT, FREE_CITIES, BLACK_SUN_ORDER, DAWN_MANDATE,
) = range(len(FACTIONS))  # fmt: skip

# Terrain and territories: 4.2 and 4.3

TERRAINS: Final = ("city", "plain", "mountain", "forest", "sea", "desert", "orbit")
CITY, PLAIN, MOUNTAIN, FOREST, SEA, DESERT, ORBIT = range(len(TERRAINS))
TERRITORIES: Final[tuple[str, ...]] = tuple(TERRITORY_ROWS)
TERRAIN: Final[tuple[int, ...]] = tuple(TERRAINS.index(row["terrain"]) for row in TERRITORY_ROWS.values())
FORT: Final[tuple[int, ...]] = tuple(row["fort"] for row in TERRITORY_ROWS.values())
SIDES: Final = ("left", "right")
LEFT, RIGHT = range(len(SIDES))
SLOTS: Final = 3
MAX_LAYERS: Final = 5
"""30 territories of one domain are five full layers."""
MAX_DURABILITY: Final = 13
"""A fort of 6 with the greatest `capital_bonus`, and Citadel."""

# Combat cards (4.0)

COMBAT_CARDS: Final = ("attack_c", "defend_c", "rest_c", "self_destruct_c")
ATTACK_C, DEFEND_C, REST_C, SELF_DESTRUCT_C = range(len(COMBAT_CARDS))
NOTHING: Final = -1
"""What a card faces where the other row is shorter."""
UNIT_DURABILITY: Final = 3

# Titles (4.10), clauses (4.11), effects that last (13.2)

TITLES: Final = (
    "anti_peace", "peace_envoy", "loser", "heir_boss", "economic_hegemony", "source_of_disaster", "god_decider",
)  # fmt: skip
ANTI_PEACE, PEACE_ENVOY, LOSER, HEIR_BOSS, ECONOMIC_HEGEMONY, SOURCE_OF_DISASTER, GOD_DECIDER = range(len(TITLES))
CLAUSES: Final = (
    "non_aggression", "no_special", "no_target_capital", "station", "tribute", "gift", "joint_target",
    "no_hostile_cards", "show_hidden", "text",
)  # fmt: skip
(
    NON_AGGRESSION, NO_SPECIAL, NO_TARGET_CAPITAL, STATION, TRIBUTE, GIFT, JOINT_TARGET, NO_HOSTILE_CARDS, SHOW_HIDDEN,
    TEXT,
) = range(len(CLAUSES))  # fmt: skip
BOUND: Final = ("proposer", "target", "both")
PROPOSER, TARGET_SIDE, BOTH = range(len(BOUND))
HARMS: Final = ("economic_blockade", "emp", "network_intrusion")
BLOCKADED, PULSED, INTRUDED = range(len(HARMS))
"""What lies on a seat until the end of its next turn."""
MAX_CLAUSES: Final = 4
MAX_CLAUSE_ROUNDS: Final = 10
UNTIL_TORN: Final = 100
"""BF-12.2: in an answer, instead of a number of rounds."""
MAX_RESOURCES: Final = 60
HAND_LIMIT: Final = 7

# Uses that come back with a turn or phase (13.2)

USES: Final = (
    "mass_production", "launch_field", "bribe", "exchange", "free_port", "envoy", "trade", "fervor", "staff",
)  # fmt: skip
(
    USED_MASS_PRODUCTION, USED_LAUNCH_FIELD, USED_BRIBE, USED_EXCHANGE, USED_FREE_PORT, USED_ENVOY, USED_TRADE,
    USED_FERVOR, USED_STAFF,
) = (1 << number for number in range(len(USES)))  # fmt: skip
UNIT_USES: Final = ("mobile", "shuttle", "boarded", "left", "plating", "turned")
USED_MOBILE, USED_SHUTTLE, BOARDED, LEFT_VEHICLE, USED_PLATING, TURNED = (
    1 << number for number in range(len(UNIT_USES))
)
STAYS: Final = ("home", "guest", "intruder")
HOME, GUEST, INTRUDER = range(len(STAYS))
"""How a unit stands where it stands (BF-4.7, 4.8): in its own domain, with permission, without."""


class UnitKind(Kind):
    """A unit on the table, by a number that it keeps as long as it lies there; the position gives its word."""

    size = MAX_UNITS


class TargetKind(Kind):
    """What an Attack card is aimed at: a unit, or behind those a territory."""

    size = MAX_UNITS + len(TERRITORIES)


class AskedKind(Kind):
    """The unit that a question is about: the only one that its answer can name."""

    size = 1


class TextKind(Kind):
    """4.11: the words of a text clause. They bind nobody and are said in the chat: a position keeps none."""

    size = 1

    def word(self, value: Any) -> Any:
        return ""

    def number(self, word: Any) -> int:
        if not isinstance(word, str) or len(word) > MAX_TEXT:
            raise ValueError(f"needs a text of at most {MAX_TEXT} letters")
        return 0


class RoundsKind(Count):
    """BF-12.2: for how many rounds a clause is offered; texts say `rounds.until_torn` where it is for none."""

    def phrase(self, value: Any) -> Any:
        if value == UNTIL_TORN:
            return {"key": "rounds.until_torn"}
        return {"key": "rounds.some", "words": {"number": value}}


class ThirdKind(Count):
    """BF-12.2: the third player of a clause; a word that is no seat is nobody."""

    def phrase(self, value: Any) -> Any:
        return value if value == self.size - 1 else {"seat": value}


MAX_TEXT: Final = 200
FREE_TEXT: Final = TextKind()
ASKED: Final = AskedKind()
SEAT: Final = Seat(MAX_SEATS)
CARD: Final = Enum(CARDS, "card")
PILE: Final = Cards(CARDS, len(BASIC_PILE))
MODIFICATIONS: Final = Cards(CARDS, 2)
COMBAT: Final = Enum(COMBAT_CARDS, "combat")
COMBAT_ROW: Final = Cards(COMBAT_CARDS, len(COMBAT_CARDS), "combat")
TERRITORY: Final = Enum(TERRITORIES, "territory")
LAND: Final = Cards(TERRITORIES, len(TERRITORIES), "territory")
FACTION: Final = Enum(FACTIONS, "faction")
FACTION_CARDS: Final = Cards(FACTIONS, len(FACTIONS), "faction")
TITLE: Final = Enum(TITLES, "title")
CLAUSE: Final = Enum(CLAUSES, "clause")
HARM: Final = Enum(HARMS, "card")
THIRD: Final = ThirdKind(7)
BOUND_SIDE: Final = Enum(BOUND, "bound")
UNIT: Final = UnitKind()
TARGET: Final = TargetKind()
DURABILITY: Final = Count(MAX_DURABILITY)
RESOURCES: Final = Count(MAX_RESOURCES)
ROUND: Final = Count(999)
ROUNDS: Final = RoundsKind(UNTIL_TORN)
PRICE: Final = Count(10)
