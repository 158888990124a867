"""What there is in Malifaux: seats, cards of the fate deck, conditions, strategies, schemes; their words and kinds."""

from __future__ import annotations

from functools import cache
from typing import Final

from shapan.engine.kinds import Cards, Count, Enum, Seat
from shapan.games.malifaux.cards import words
from shapan.games.malifaux.geometry.unit import TABLE

SEATS: Final = 2
SEAT: Final = Seat(SEATS)
NOBODY: Final = -1

# The fate deck (MFX-1)

SUITS: Final = ("r", "t", "m", "c")
"""Ram, tome, mask, crow."""
RAM, TOME, MASK, CROW = range(len(SUITS))
CARDS: Final = (*(f"{suit}{value}" for suit in SUITS for value in range(1, 14)), "bj", "rj")
BLACK_JOKER: Final = 52
RED_JOKER: Final = 53
VALUE: Final = (*(value for _ in SUITS for value in range(1, 14)), 0, 14)
"""MFX-1.2: what a card is worth."""
SUIT_OF: Final = (*(suit for suit in range(len(SUITS)) for _ in range(1, 14)), NOBODY, NOBODY)
SUIT: Final = Enum(SUITS, "suit")
CARD: Final = Enum(CARDS, "fate_card")
PILE: Final = Cards(CARDS, len(CARDS), "fate_card")
HAND: Final = Cards(CARDS, len(CARDS), "fate_card")
HAND_SIZE: Final = 6
"""MFX-2.1: the most cards of a hand."""

WEAK, MODERATE, SEVERE = range(3)
"""MFX-1.3: the bands."""
BAND: Final = tuple(WEAK if value <= 5 else MODERATE if value <= 10 else SEVERE for value in range(15))

SUIT_BITS: Final = 4
"""Suits of a duel are counted in one integer: so many bits for each."""
ONE_SUIT: Final = tuple(1 << SUIT_BITS * suit for suit in range(len(SUITS)))


@cache
def packed(letters: str) -> int:
    """Return suits, one letter each, as one integer."""
    return sum(ONE_SUIT[SUITS.index(letter)] for letter in letters)


def suits_in(packed_suits: int, suit: int) -> int:
    """Return how often a suit is among packed ones."""
    return packed_suits >> SUIT_BITS * suit & 15


def has_suits(packed_suits: int, needed: int) -> bool:
    """MFX-4.2, 5.1: tell whether all needed suits are there, each as often as it is needed."""
    return not needed or all(suits_in(packed_suits, suit) >= suits_in(needed, suit) for suit in range(len(SUITS)))


def letters_of(packed_suits: int) -> str:
    """Return packed suits as letters, in the order r t m c."""
    return "".join(letter * suits_in(packed_suits, suit) for suit, letter in enumerate(SUITS))


# Models

MAX_MODELS: Final = 96
"""So many rows of models there can be, dead ones among them."""
MODEL: Final[Count] = Count(MAX_MODELS - 1)
MAX_MARKERS: Final = 255
MARKER: Final[Count] = Count(MAX_MARKERS)
THING: Final[Count] = Count(MAX_MODELS + MAX_MARKERS)
"""A model, or from `MAX_MODELS` on a marker."""
MAX_PIECES: Final = 63
PIECE: Final = Count(MAX_PIECES)
COORDINATE: Final = Count(TABLE)
POINT: Final = Count((TABLE + 1) ** 2 - 1)
"""A point of the table as one number."""
WAY: Final = Count(1 << 24)
"""Where something went or lies, as people say it."""
STATS: Final = ("df", "wp", "mv", "sz")
DF, WP, MV, SZ = range(len(STATS))

CONDITIONS: Final = (
    "adversary", "burning", "distracted", "fast", "focused", "injured", "poison", "shielded", "slow", "staggered",
    "stunned",
)  # fmt: skip
(
    ADVERSARY, BURNING, DISTRACTED, FAST, FOCUSED, INJURED, POISON, SHIELDED, SLOW, STAGGERED, STUNNED,
) = range(len(CONDITIONS))  # fmt: skip
CONDITION: Final = Enum(CONDITIONS, "condition")
VALUED: Final = frozenset({BURNING, DISTRACTED, FOCUSED, INJURED, POISON, SHIELDED})
"""MFX-12.9: conditions with a value, which adds up."""
ASSISTED: Final = (BURNING, DISTRACTED, INJURED)
"""MFX-8.25: those that Assist lowers."""
MAX_OF_CONDITION: Final = 99

TOKENS: Final = words.TOKENS
EXPLOSIVE, GROW = range(len(TOKENS))

# Markers

MARKERS: Final = ("scheme", "corpse", "scrap", "strategy")
"""The types of the rules; those of a player's own file follow them."""
SCHEME_MARKER, CORPSE_MARKER, SCRAP_MARKER, STRATEGY_MARKER = range(len(MARKERS))

# The encounter (MFX-10, MFX-14, MFX-15)

STRATEGIES: Final[tuple[str, ...]] = ("turf_war", "plant_explosives", "corrupted_idols", "reckoning")
TURF_WAR, PLANT_EXPLOSIVES, CORRUPTED_IDOLS, RECKONING = range(len(STRATEGIES))
STRATEGY: Final = Enum(STRATEGIES, "strategy")
DEPLOYMENTS: Final[tuple[str, ...]] = ("standard", "flank", "wedge", "corner")
DEPLOYMENT: Final = Enum(DEPLOYMENTS, "deployment")
SCHEMES: Final[tuple[str, ...]] = (
    "detonate_charges", "breakthrough", "harness_ley_line", "search_ruins", "dig_graves", "hold_up", "take_prisoner",
    "power_ritual", "outflank", "assassinate", "deliver_message", "claim_jump", "vendetta",
)  # fmt: skip
(
    DETONATE_CHARGES, BREAKTHROUGH, HARNESS_LEY_LINE, SEARCH_RUINS, DIG_GRAVES, HOLD_UP, TAKE_PRISONER, POWER_RITUAL,
    OUTFLANK, ASSASSINATE, DELIVER_MESSAGE, CLAIM_JUMP, VENDETTA,
) = range(len(SCHEMES))  # fmt: skip
SCHEME: Final = Enum(SCHEMES, "scheme")
_PICK: Final = MAX_MODELS + 1


def packed_picks(own: int, foe: int) -> int:
    """Return the secret picks of a scheme, -1 for none, as one integer."""
    return (own + 1) * _PICK + foe + 1


def picks_in(packed_: int) -> tuple[int, int]:
    """Return the picks in an integer: a model of one's own, one of the enemy's; -1 for none."""
    own, foe = divmod(packed_, _PICK)
    return own - 1, foe - 1


PICKS: Final = Count(_PICK * _PICK - 1)
"""Two models, which words of the match write (13.5)."""
POOL: Final = 5
"""MFX-10.3: so many schemes to choose from."""
ZONES: Final = ("lower", "upper")
ZONE: Final = Enum(ZONES, "zone")
TURNS: Final = 5
TURN: Final = Count(TURNS)
POINTS: Final = Count(8)
STONES: Final = Count(99)
NUMBER: Final = Count(99)
ORDERED: Final = Count(99)
"""A place among things whose order is asked: a model, or the ability of one."""
OPTION: Final = Count(99)
"""One of the options of a choice (D22): a number, or what it stands for."""

# What lasts (MFX-7.7)

UNTIL: Final = ("activation", "end_phase", "turn", "start_phase")
UNTIL_ACTIVATION, UNTIL_END_PHASE, UNTIL_TURN, UNTIL_START_PHASE = range(len(UNTIL))
"""When what an action has left on a model ends."""
UNTIL_UNBURIED: Final = 9
"""With the burial of a model."""
SPANS: Final = {name: number for number, name in enumerate(UNTIL)}
