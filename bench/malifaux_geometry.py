"""What the predicates of Malifaux' geometry cost: `python -m bench.malifaux_geometry [FOLDER OF A COMPILED BUILD]`.

Microseconds of CPU a call, the least of several runs: sixteen models on the map `crossroads`, spread over the table as
in mid-game. The loop's own cost is taken off.
"""

from __future__ import annotations

import random
import sys
import time
from collections.abc import Callable
from typing import Any

if len(sys.argv) > 1:
    sys.path.insert(0, sys.argv[1])

from shapan.games.malifaux.geometry import (
    candidate,
    cover,
    disc,
    engagement,
    layout,
    leg,
    polygon,
    push,
    reach,
    sight,
    spot,
)
from shapan.games.malifaux.geometry.disc import Bases
from shapan.games.malifaux.geometry.leg import Near
from shapan.games.malifaux.geometry.sight import Field
from shapan.games.malifaux.geometry.terrain import Ground
from shapan.games.malifaux.geometry.unit import RADII, length, point_in_direction

Call = tuple[Any, ...]
SEATS = (list(range(8)), list(range(8, 16)))


def tables(chance: random.Random, count: int) -> list[Field]:
    """Tables with sixteen models that stand legally, eight of a side, drawn together toward the centre."""
    ground = Ground(layout.layout("crossroads"))
    made = []
    for _ in range(count):
        bases = Bases([], [], [], [], [])
        field = Field(ground, bases)
        while len(bases.x) < 16:
            x, y, r = chance.randrange(5000, 31000), chance.randrange(5000, 31000), chance.choice(RADII[:2])
            if spot.stands(field, x, y, r):
                bases.x.append(x)
                bases.y.append(y)
                bases.r.append(r)
                bases.size.append(chance.choice((1, 2, 2, 2, 3)))
                bases.lift.append(0)
        made.append(field)
    return made


def least(function: Callable[..., Any], calls: list[Call], rounds: int = 9) -> float:
    """Return the microseconds of a call."""

    def spent(what: Callable[..., Any]) -> float:
        begun = time.process_time()
        for call in calls:
            what(*call)
        return time.process_time() - begun

    def nothing(*_: Any) -> None:
        pass

    idle = min(spent(nothing) for _ in range(rounds))
    return (min(spent(function) for _ in range(rounds)) - idle) / len(calls) * 1e6


def near_of(field: Field, model: int, distance: int = 5000) -> Near:
    bases = field.bases
    return Near(field, model, bases.x[model], bases.y[model], bases.r[model], distance)


def first(slots: candidate.MoveSlots, number: int) -> candidate.Place | None:
    """The first legal place from a slot on, round the end."""
    places = (slots.place((number + k) % slots.count) for k in range(slots.count))
    return next((place for place in places if place), None)


def drawn(field: Field, model: int, number: int) -> candidate.Place | None:
    """One legal place of a Walk of 5 inches, from nothing."""
    near = near_of(field, model)
    enemies = [i for i in range(16) if (i < 8) != (model < 8)]
    seen = candidate.SeenPoints(near, [9000, 27000, 18000], [9000, 27000, 18000], [591] * 3, enemies, [1000] * 16, 1000)
    slots = candidate.MoveSlots(near, seen, 5000, [])
    return first(slots, number)


def listed(field: Field, model: int) -> list[candidate.Place]:
    near = near_of(field, model)
    enemies = [i for i in range(16) if (i < 8) != (model < 8)]
    seen = candidate.SeenPoints(near, [9000, 27000, 18000], [9000, 27000, 18000], [591] * 3, enemies, [1000] * 16, 1000)
    return candidate.candidates(candidate.MoveSlots(near, seen, 5000, []))


def match(field: Field, numbers: list[int]) -> int:
    """Play five turns of the geometry alone at random and return how many decisions they had; nobody is hurt.

    Each model in turn: who engages it; then three times, if it is engaged, whom it can hit; else a target within
    8 inches with concealment, cover and friendly fire, a walk, or a charge at somebody.
    """
    bases, decisions = field.bases, 0
    reaches = [(1000, 1000, 2000, 0)[i % 4] for i in range(16)]
    x, y = list(bases.x), list(bases.y)
    markers = ([9000, 27000, 18000, 9000, 27000], [9000, 27000, 18000, 27000, 9000], [591] * 5)
    for turn in range(5):
        for model in range(16):
            own, enemies = SEATS if model < 8 else SEATS[::-1]
            for action in range(3):
                number = numbers[(turn * 48 + model * 3 + action) % len(numbers)]
                decisions += 1
                held = engagement.engaging(field, model, enemies, reaches)
                if number % 3 == 0 or (held and number % 2):
                    wide = 1000 if held else 8000
                    targets = [
                        one
                        for one in enemies
                        if disc.within(
                            bases.x[model],
                            bases.y[model],
                            bases.r[model],
                            bases.x[one],
                            bases.y[one],
                            bases.r[one],
                            wide,
                        )
                    ]
                    if targets:
                        target = targets[number % len(targets)]
                        if not held:
                            cover.is_concealed(field, model, target)
                            cover.is_covered(field, model, target)
                            engagement.engaging(field, target, own, reaches)
                        continue
                near = near_of(field, model)
                seen = candidate.SeenPoints(near, *markers, enemies, reaches, reaches[model])
                if number % 5 or held:
                    slots = candidate.MoveSlots(near, seen, 5000, held)
                    place = first(slots, number)
                else:
                    place = candidate.PushSlots(near, seen, 5000).place(32 + number % 3)
                if place:
                    bases.x[model], bases.y[model] = place[0], place[1]
    bases.x[:], bases.y[:] = x, y
    return decisions


def main() -> None:
    chance = random.Random("bench")
    fields = tables(chance, 12)
    pairs = [(field, a, t) for field in fields for a in range(16) for t in range(16) if a != t]
    close = [
        (f, a, t)
        for f, a, t in pairs
        if disc.within(f.bases.x[a], f.bases.y[a], f.bases.r[a], f.bases.x[t], f.bases.y[t], f.bases.r[t], 12000)
    ]
    rows = [(f.bases.x[a], f.bases.y[a], f.bases.r[a], f.bases.x[t], f.bases.y[t], f.bases.r[t]) for f, a, t in pairs]
    legs = []
    for field in fields:
        for model in range(16):
            near = near_of(field, model)
            for k in range(0, 64, 4):
                legs.append((near, near.x, near.y, *point_in_direction(near.x, near.y, k, 5000)))
    slow = [call for call in legs if leg.leg_cost(*call) > length(*call[1:])]
    pieces = fields[0].ground.pieces
    square, octagon = pieces[0].parts[0], pieces[4].parts[0]
    beside = {
        "rectangle": [(square, chance.randrange(4000, 13000), chance.randrange(18000, 26000)) for _ in range(2000)],
        "octagon": [(octagon, chance.randrange(5500, 12500), chance.randrange(8500, 15500)) for _ in range(2000)],
    }
    print(f"{'what':48}{'microseconds':>14}")

    def line(name: str, function: Callable[..., Any], calls: list[Call]) -> None:
        print(f"{name:48}{least(function, calls):14.2f}", flush=True)

    line("within", disc.within, [(*row, 5000) for row in rows])
    for name, spots in beside.items():
        line(f"base near {name}", polygon.is_near, [(*call, 581) for call in spots])
        ways = [(part, x, y, x + chance.randrange(-4000, 4000), y + 3000) for part, x, y in spots]
        line(f"leg of 5 inches near {name}", polygon.is_near_leg, [(*call, 581) for call in ways])
        line(f"line touches {name}", polygon.touches_segment, ways)
    line("band made", sight.Band, rows)
    line("sees, all pairs", sight.sees, pairs)
    line("sees, pairs within 12 inches", sight.sees, close)
    line("concealed", cover.is_concealed, close)
    line("covered", cover.is_covered, close)
    line("what is near a mover", near_of, [(f, m) for f in fields for m in range(16)])
    line("leg of 5 inches free or not", leg.leg_is_free, legs)
    line("its cost, all", leg.leg_cost, legs)
    line("its cost, Severe among it", leg.leg_cost, slow)
    line("push of 5 inches to its end", push.push_end, [(n, bx, by, 5000) for n, _, _, bx, by in legs])
    line("stands", spot.stands, [(f, 9000 + 100 * k, 18000, 591) for f in fields for k in range(50)])
    models = [(field, model) for field in fields[:4] for model in range(16)]
    line("one place of a walk drawn", drawn, [(*call, chance.randrange(99)) for call in models])
    line("all candidates of a walk", listed, models)
    line(
        "area of reach, 0.5 inch", reach.reach_on_raster, [(near_of(fields[0], m), 5000, [], [], 500) for m in range(4)]
    )
    line("area of reach, 0.25 inch", reach.reach_on_raster, [(near_of(fields[0], m), 5000, [], []) for m in range(4)])
    numbers = [chance.randrange(1 << 20) for _ in range(1009)]
    spent = least(match, [(field, numbers[k:]) for k, field in enumerate(fields)])
    print(f"{'a decision of random play, geometry alone':48}{spent / match(fields[0], numbers):14.2f}")
    seeing = sum(sight.sees(*pair) for pair in pairs)
    print(f"{100 * seeing // len(pairs)} % of the pairs see each other; {len(slow)} of {len(legs)} legs are slowed")


if __name__ == "__main__":
    main()
