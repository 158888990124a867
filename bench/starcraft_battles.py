"""Battles of equal cost in StarCraft, played by the real rules, for the table of section 10 of the spec.

Armies are drawn at random from the units of a race that fight by themselves and need no technology; both cost exactly
the same. Attackers have at most 6 units, defenders at most 4; from cost 8 on at least a third of the units can meet
flyers, and in every other battle each side has bought two technologies with combat cards. Both sides are `greedy`.
"""

from __future__ import annotations

from contextlib import suppress
from random import Random
from typing import Any, NamedTuple

from shapan.bots import find, policy
from shapan.engine.chance import Chance, Stream, derive, key_of
from shapan.engine.table import PolicyTable
from shapan.games.starcraft import cards, names
from shapan.games.starcraft.game import GAME
from shapan.games.starcraft.state import StarCraft

PAIRINGS = (("terran", "protoss"), ("terran", "zerg"), ("protoss", "zerg"))
TIERS = ((4, 6), (8, 10), (12, 14))
DEAREST = (2, 3, 99)
"""By tier, what a unit may cost at most: cheap units fight first, dear ones late."""
MAX_UNITS = (6, 4)
"""Of the attacker, of the defender."""
AREA = names.AREAS.index("pridewater_1")
"""An area for four units; the two others of its planet stay empty."""
FACTION = {"terran": "raynor", "protoss": "tassadar", "zerg": "overmind"}
HOMES = ("torus", "antiga_prime")
MEETING = 3
"""One unit in so many can meet flyers, from the second tier on."""


class Fought(NamedTuple):
    """A battle from the first race's side: 1 for the better trade, for the area, 0.5 for none, 0 for the worse."""

    trade: float
    held: float


def army(rng: Random, race: str, tier: int, cost: int, most: int) -> list[int]:
    """Return units of a race that cost exactly so much together, within the figures that there are."""
    number = names.RACES.index(race)
    able = [
        unit
        for unit in range(names.FIRST_UNIT[number], names.END_UNIT[number])
        if not names.ASSIST[unit] and not names.TECH_REQUIRED[unit] and names.TOTAL_COST[unit] <= DEAREST[tier]
    ]
    while True:
        found: list[int] = []
        while sum(names.TOTAL_COST[unit] for unit in found) < cost:
            found.append(rng.choice(able))
        fits = sum(names.TOTAL_COST[unit] for unit in found) == cost and len(found) <= most
        in_box = all(found.count(unit) <= names.FIGURES[unit] for unit in found)
        against_air = sum(bool(names.TARGETS[unit] & names.FLYING_TARGET) for unit in found)
        if fits and in_box and (not tier or against_air * MEETING >= len(found)):
            return found


def bought(rng: Random, race: str) -> list[str]:
    """Return two technologies that bring combat cards."""
    able = [cards.TECHNOLOGIES[tech] for tech in cards.TECHS_OF[names.RACES.index(race)] if not cards.IN_PLAY[tech]]
    return sorted(rng.sample(able, 2))


def position(rng: Random, races: tuple[str, str], tier: int, cost: int, skilled: bool) -> StarCraft:
    """Return a battle about to begin; seat 0 is the attacker."""
    area, seats = names.AREAS[AREA], []
    for seat, race in enumerate(races):
        units = army(rng, race, tier, cost, MAX_UNITS[seat])
        row: dict[str, Any] = {
            "faction": FACTION[race],
            "bases": [f"{HOMES[seat]}_1"],
            "units": {area: {names.UNITS[unit]: units.count(unit) for unit in units}},
        }
        if skilled:
            row["technologies"] = bought(rng, race)
        seats.append(row)
    galaxy = [
        {"planet": HOMES[0], "at": [-1, 0]},
        {"planet": "pridewater", "at": [0, 0]},
        {"planet": HOMES[1], "at": [1, 0]},
    ]
    data = {
        "step": "battle", "round": 3, "active": 0, "galaxy": galaxy, "seats": seats,
        "battle": {"area": area, "attacker": 0, "defender": 1, "at": "start"},
    }  # fmt: skip
    return GAME.read_position(data, GAME.resolve({}, 2), 2)


class Over(Exception):
    """The battle is over: a question came that is none of it."""


def fight(job: tuple[str, str, int, int]) -> Fought:
    """Fight one battle; each race attacks in every other one."""
    first, second, tier, number = job
    rng = Random(f"{first}-{second}-{tier}-{number}")
    cost = TIERS[tier][number // 2 % 2]
    is_first = number % 2 == 0
    races = (first, second) if is_first else (second, first)
    state = position(rng, races, tier, cost, tier > 0 and number // 4 % 2 == 1)
    state.chance, state.learned = Chance(key_of(derive(b"battle", number)), len(GAME.streams)), [0] * 3
    before = [_cost(state, seat) for seat in (0, 1)]
    inner = policy(GAME, dict.fromkeys(range(2), find("greedy")), Stream(derive(b"bots", number)))

    def choose(state: Any, prompt: Any, seat: int, arg: int, options: Any, picked: Any) -> int:
        if state.battle is None:
            raise Over
        return inner(state, prompt, seat, arg, options, picked)

    with suppress(Over):
        GAME.play_out(state, PolicyTable(state, choose))
    lost = [before[seat] - _cost(state, seat) for seat in (0, 1)]
    held = float(state.strength(0, AREA) > 0) - float(state.strength(1, AREA) > 0)
    sign = 1 if is_first else -1
    return Fought(_half(sign * (lost[1] - lost[0])), _half(sign * held))


def _cost(state: StarCraft, seat: int) -> int:
    kinds = len(names.UNITS)
    return sum(number * names.TOTAL_COST[place % kinds] for place, number in enumerate(state.units[seat]))


def _half(difference: float) -> float:
    return 0.5 if not difference else float(difference > 0)
