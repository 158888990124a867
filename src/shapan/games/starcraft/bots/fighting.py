"""What a battle is reckoned to come to before any card is laid: from the mean values of each unit's cards (D8)."""

from __future__ import annotations

from collections.abc import Sequence
from math import exp
from typing import Final, NamedTuple

from shapan.games.starcraft import cards, names
from shapan.games.starcraft.bots.mind import POWER
from shapan.games.starcraft.bots.worths import BLIND, MATCHED, SPREAD
from shapan.games.starcraft.records import UNIT_KINDS
from shapan.games.starcraft.strength import hits


def _mean(unit: int, side: int) -> tuple[float, float]:
    """Return attack and health of a unit on a side, over the standard cards of its race."""
    own = [card for card in cards.DECKS[names.UNIT_RACE[unit]] if cards.STANDARD[card]]
    shown = [card for card in own if cards.ICONS[card] >> unit & 1]
    minor = [sum(cards.MINOR[card][value] for card in own) / len(own) for value in (0, 1)]
    if not shown:
        return minor[0], minor[1]
    major = [sum(cards.MAJOR[card][value] for card in shown) / len(shown) for value in (0, 1)]
    share = MATCHED[side]
    return share * major[0] + (1 - share) * minor[0], share * major[1] + (1 - share) * minor[1]


VALUES: Final = tuple(tuple(_mean(unit, side) for unit in range(UNIT_KINDS)) for side in (0, 1))
"""By side and unit, attack and health."""


class Expected(NamedTuple):
    """What comes of a battle: whether the attacker holds the area, and what each side loses, by strength."""

    won: float
    lost: float
    destroyed: float


def chance(attack: float, health: float) -> float:
    """Return how likely an attack is to be as great as a health, both being means."""
    return 1.0 / (1.0 + exp(-(attack - health + 0.5) / SPREAD))


def in_front(units: Sequence[int]) -> list[int]:
    """SC-9.4: return the units that can be front-line units, the strongest first."""
    able = [unit for unit in units if not names.ASSIST[unit]]
    return sorted(able, key=lambda unit: -POWER[unit]) or list(units[:1])


def paired(attackers: Sequence[int], defenders: Sequence[int], number: int) -> list[tuple[int, int]]:
    """Return front-line units in pairs: each defender, the strongest first, gets an attacker that can hit it."""
    left, found = list(attackers), []
    for foe in defenders[:number]:
        able = [unit for unit in left if hits(unit, foe)] or left
        best = max([chance(VALUES[0][one][0], VALUES[1][foe][1]) for one in able])
        likely = [one for one in able if chance(VALUES[0][one][0], VALUES[1][foe][1]) == best]
        unit = min(likely, key=lambda one: POWER[one])
        left.remove(unit)
        found.append((unit, foe))
    return found


def expected(attackers: Sequence[int], defenders: Sequence[int], bonus: float = 0.0) -> Expected:
    """SC-9: return what a battle of these units comes to; `bonus` is added to each attack of the attacker."""
    fronts, foes = in_front(attackers), in_front(defenders)
    number = min(len(fronts), len(foes))
    if not number:
        return Expected(float(bool(fronts)), 0.0, 0.0)
    pairs = paired(fronts, foes, number)
    helping = [list(attackers), list(defenders)]
    for one, other in pairs:
        helping[0].remove(one)
        helping[1].remove(other)
    added = [sum(names.SUPPORT[unit] for unit in side) / number for side in helping]
    won, fall, lost, destroyed = 1.0, 1.0, 0.0, 0.0
    for unit, foe in pairs:
        kills = chance(VALUES[0][unit][0] + added[0] + bonus, VALUES[1][foe][1])
        dies = chance(VALUES[1][foe][0] + added[1], VALUES[0][unit][1])
        kills *= 1.0 if hits(unit, foe) else BLIND
        dies *= 1.0 if hits(foe, unit) else BLIND
        won, fall = won * kills, fall * dies
        lost, destroyed = lost + dies * POWER[unit], destroyed + kills * POWER[foe]
    if [unit for unit in helping[1] if not names.ASSIST[unit]]:
        won *= 0.1
    if not helping[0]:
        won *= 1.0 - fall
    return Expected(won, lost, destroyed)
