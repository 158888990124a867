"""What a match can be at, by number: the step of a turn, what the die is rolled for, what a check is of."""

from __future__ import annotations

from typing import Final

from shapan.games.battlestar import names

# Steps of a turn (13.1)

STEP_WORDS: Final = ("setup", "start", "receive", "movement", "action", "crisis", "activate", "jump", "end", "over")
SETUP, START, RECEIVE, MOVEMENT, ACTION, CRISIS_STEP, ACTIVATE, JUMP_STEP, END, OVER = range(len(STEP_WORDS))

# What a roll is for, and what a check is of

ROLLS: Final = (
    "none", "viper_attack", "galactica_attack", "nuke", "raider_on_viper", "raider_on_galactica",
    "basestar_on_galactica", "centurion_attack", "ftl", "scout", "card", "destination", "quorum", "mutiny",
    "human_fleet",
)  # fmt: skip
(
    NO_ROLL, VIPER_ATTACK, GALACTICA_ATTACK, NUKE_ATTACK, RAIDER_ON_VIPER, RAIDER_ON_GALACTICA, BASESTAR_ON_GALACTICA,
    CENTURION_ATTACK, FTL_ROLL, SCOUT_ROLL, CARD_ROLL, DESTINATION_ROLL, QUORUM_ROLL, MUTINY_ROLL, HUMAN_FLEET_ROLL,
) = range(len(ROLLS))  # fmt: skip

CHECKS: Final = ("none", "crisis", "super_crisis", "administration", "admirals_quarters", "brig")
NO_CHECK, OF_CRISIS, OF_SUPER, OF_ADMINISTRATION, OF_QUARTERS, OF_BRIG = range(len(CHECKS))


def check_of(of: int, card: int) -> int:
    """Return what a check is of, as a number of `names.CHECK_OF`."""
    if of == OF_CRISIS:
        return card
    return len(names.CRISES) + (card if of == OF_SUPER else len(names.SUPER_CRISES) + of - OF_ADMINISTRATION)
