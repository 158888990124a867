"""BF-11: when the match is over, and who has won it."""

from __future__ import annotations

from typing import Final, NoReturn

from shapan.engine.kinds import UNKNOWN
from shapan.games.battlefield import events, formulas, names
from shapan.games.battlefield.state import Battlefield, Table

RESULTS: Final = ("win", "draw")
WIN, DRAW = range(len(RESULTS))
GOALS: Final = ("conquest", "just_world", "nuclear_doomsday", "round_limit")
CONQUEST, JUST_WORLD, DOOMSDAY, ROUND_LIMIT = range(len(GOALS))


def check_victory(state: Battlefield, table: Table, just: int = UNKNOWN) -> None:
    """BF-11.5, 11.6: end the match if a goal is reached: Just World, then Conquest, then Nuclear Doomsday.

    `just` is who has eliminated the Heir BOSS, -1 for nobody.
    """
    living = state.living()
    if just >= 0 and state.is_in(just):
        table.tell(events.JUST_WORLD, just)
        end(state, table, just, JUST_WORLD)
    if len(living) == 1:
        table.tell(events.CONQUEST, living[0])
        end(state, table, living[0], CONQUEST)
    if not living:
        end_in_draw(state, table)
    source = state.titles[names.SOURCE_OF_DISASTER]
    if source >= 0 and is_doomsday(state):
        table.tell(events.DOOMSDAY, source)
        end(state, table, source, DOOMSDAY)


def is_doomsday(state: Battlefield) -> bool:
    """BF-11.3: whether as many territories are trophies as are left on the map. Goals are played with titles only."""
    return state.rules.titles and sum(len(zone) for zone in state.trophies) >= len(state.land)


def check_round_limit(state: Battlefield, table: Table, following: int) -> None:
    """BF-11.4: after the last round, when the turn would go to a seat that is not higher, the living are ranked."""
    if state.round < state.rules.max_rounds or following > state.active:
        return
    best = ranking(state)[0]
    table.tell(events.ROUND_LIMIT, best, state.round)
    end(state, table, best, ROUND_LIMIT)


def standing(state: Battlefield, seat: int) -> tuple[int, int, int, int, int]:
    """BF-11.4: territories, total durability, resource cards, units on the table, the later seat."""
    return (
        len(state.domain(seat)),
        formulas.total_durability(state, seat),
        state.resources[seat],
        len(state.units_of(seat)),
        seat,
    )


def ranking(state: Battlefield) -> list[int]:
    """BF-11.4: the living seats, first the one that stands best."""
    rows = sorted([standing(state, seat) for seat in state.living()], reverse=True)
    return [row[-1] for row in rows]


def end(state: Battlefield, table: Table, winner: int, goal: int) -> NoReturn:
    """13.5: one seat wins; then the living by BF-11.4, then the fallen, later out first."""
    state.goal = goal
    order = [winner, *(seat for seat in ranking(state) if seat != winner)]
    ranks = [0] * state.seats
    for place, seat in enumerate(order):
        ranks[seat] = place + 1
    rank_fallen(state, ranks, len(order))
    table.finish(WIN, ranks)


def end_in_draw(state: Battlefield, table: Table) -> NoReturn:
    """BF-8.6: nobody is left; those who fell by this card share the win."""
    table.tell(events.NOBODY_LEFT)
    ranks = [0] * state.seats
    rank_fallen(state, ranks, 0)
    table.finish(DRAW, ranks)


def rank_fallen(state: Battlefield, ranks: list[int], before: int) -> None:
    """13.5: rank those who are out behind so many others: later out first, together out equal."""
    for seat, fell in enumerate(state.fell):
        if fell:
            ranks[seat] = before + 1 + sum(other > fell for other in state.fell)
