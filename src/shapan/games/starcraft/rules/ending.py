"""SC-12: victory by points, special victories, the end of the events, elimination, a round limit; SC-13 teams."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NoReturn

from shapan.engine.kinds import UNKNOWN
from shapan.engine.table import Table
from shapan.games.starcraft import cards, events, formulas, names
from shapan.games.starcraft.ruleset import ALDARIS_POINTS, TARGET_POINTS
from shapan.games.starcraft.state import StarCraft

RESULTS = ("normal", "special", "end_game", "elimination", "round_cap")
NORMAL, SPECIAL, END_GAME, ELIMINATION, ROUND_CAP = range(len(RESULTS))
ENDS_TO_END = 2
"""SC-12.4: so many end cards beside the board end the game."""

# SC-12.1: ranking


def team_of(state: StarCraft, seat: int) -> list[int]:
    """SC-13: return the seats of a team that are in; without teams the seat alone."""
    return [other for other in state.living() if state.are_mates(seat, other)]


def standing(state: StarCraft, seat: int) -> list[int]:
    """SC-12.1, SC-13: return what a seat is ranked by, in teams added up."""
    rows = [formulas.standing(state, other) for other in team_of(state, seat)]
    return [sum([row[place] for row in rows]) for place in range(5)]


def best(state: StarCraft, seats: Sequence[int]) -> list[int]:
    """SC-12.1: return those of some seats that nobody of them is ahead of."""
    rows = [standing(state, seat) for seat in seats]
    return [seat for seat, row in zip(seats, rows, strict=True) if not any(other > row for other in rows)]


def finish(state: StarCraft, table: Table[StarCraft], result: int, winners: Sequence[int], event: int) -> NoReturn:
    """13.9: the match is over: winners are first, then the others by SC-12.1, the eliminated share the last place."""
    won = [seat for seat in range(state.seats) if any(state.are_mates(seat, other) for other in winners)]
    rest = [seat for seat in state.living() if seat not in won]
    rows = [standing(state, seat) for seat in rest]
    ranks = [1 if seat in won else len(won) + len(rest) + 1 for seat in range(state.seats)]
    for seat, row in zip(rest, rows, strict=True):
        ranks[seat] = len(won) + 1 + sum([other > row for other in rows])
    for seat in won:
        if event == events.CAPPED:
            table.tell(event, seat, state.round)
        elif event == events.LAST_LEFT:
            table.tell(event, seat)
        elif event == events.WON_SPECIALLY:
            table.tell(event, seat, state.factions[who_fulfilled(state, seat)])
        else:
            table.tell(event, seat, points_of(state, seat))
    state.disclose()
    table.finish(result, ranks)


def who_fulfilled(state: StarCraft, seat: int) -> int:
    """SC-12.3, SC-13: return who of the team of a seat has won specially, the seat itself where nobody has."""
    for other in (seat, *team_of(state, seat)):
        if state.fulfilled >> other & 1:
            return other
    return seat


# SC-12.2: normal victory


def check_normal(state: StarCraft, table: Table[StarCraft]) -> None:
    """SC-12.2: whoever has most points wins if somebody has reached the target."""
    if state.rules.galactic_conquest:
        return
    there = [seat for seat in state.living() if points_of(state, seat) >= formulas.target(state, seat)]
    if there:
        seats = there if state.rules.official_aldaris else state.living()
        finish(state, table, NORMAL, best(state, seats), events.WON_BY_POINTS)


def points_of(state: StarCraft, seat: int) -> int:
    """SC-13: return the points of a seat, of a team those of both."""
    return sum([state.points[other] for other in team_of(state, seat)])


# SC-12.3: special victories


def progress(state: StarCraft, seat: int) -> tuple[int, int]:
    """SC-12.3, D1: return how much of the condition of its faction a seat has, and how much it needs; 0, 0 for none."""
    faction = state.factions[seat]
    mine = formulas.controlled(state, seat)
    if faction == names.RAYNOR:
        resources = [area for area in mine if names.KIND[area] != names.CONQUEST]
        return len(resources), at_most(state, RESOURCE_AREAS, is_conquest=False)
    if faction == names.QUEEN_OF_BLADES:
        conquest = [area for area in mine if names.KIND[area] == names.CONQUEST]
        return len(conquest), at_most(state, CONQUEST_AREAS, is_conquest=True)
    if faction == names.MENGSK:
        return whole_planets(state, mine), WHOLE_PLANETS
    if faction == names.OVERMIND:
        return formulas.bases_of(state, seat), BASE_PLANETS
    if faction == names.TASSADAR:
        others = [len(formulas.controlled(state, other)) for other in state.living() if other != seat]
        return len(mine), max([*others, 0]) + 1
    return 0, 0


RESOURCE_AREAS, CONQUEST_AREAS, WHOLE_PLANETS, BASE_PLANETS = 6, 3, 2, 3
"""D1: what sv_raynor, sv_queen, sv_mengsk and sv_overmind ask for."""


def has_won_specially(state: StarCraft, seat: int) -> bool:
    """SC-12.3: tell whether a seat fulfils the condition of its faction."""
    have, need = progress(state, seat)
    return 0 < need <= have


def at_most(state: StarCraft, number: int, *, is_conquest: bool) -> int:
    """SC-12.3: return how many areas of a kind must be held; all of them where the board has fewer."""
    on_board = [
        area
        for area in range(len(names.AREAS))
        if state.cell_x[names.PLANET_OF[area]] >= 0 and (names.KIND[area] == names.CONQUEST) == is_conquest
    ]
    return max(1, min(number, len(on_board)))


def whole_planets(state: StarCraft, mine: list[int]) -> int:
    """D1, sv_mengsk: return how many planets are controlled in each of their areas."""
    return sum([all(area in mine for area in areas) for areas in names.AREAS_OF])


def check_special(state: StarCraft, table: Table[StarCraft]) -> None:
    """SC-12.3: in stage III whoever fulfils his condition wins."""
    if state.rules.galactic_conquest or state.rules.no_specials or formulas.stage(state) != names.STAGE_III:
        return
    there = [seat for seat in state.living() if has_won_specially(state, seat)]
    if there:
        for seat in there:
            state.fulfilled |= 1 << seat
        finish(state, table, SPECIAL, best(state, there), events.WON_SPECIALLY)


# SC-12.4: the end of the events


def check_end_cards(state: StarCraft, table: Table[StarCraft]) -> None:
    """SC-12.4: two end cards beside the board end the game."""
    if len(state.end_cards) < ENDS_TO_END:
        return
    feared = formulas.aldaris(state)
    if feared >= 0 and aldaris_wins(state):
        finish(state, table, END_GAME, [feared], events.END_REACHED)
    finish(state, table, END_GAME, best(state, state.living()), events.END_REACHED)


def aldaris_wins(state: StarCraft) -> bool:
    """SC-12.4, SC-13: tell whether Aldaris wins the end of the events: by an option always, else if all are level."""
    if state.rules.official_aldaris:
        return True
    teams = 2 if state.rules.teams else 1
    least, most = TARGET_POINTS * teams, ALDARIS_POINTS * teams
    return all(least <= points_of(state, seat) < most for seat in state.living())


# SC-12.5 to SC-12.7: elimination


def check_eliminated(state: StarCraft, table: Table[StarCraft]) -> None:
    """SC-12.5: who has neither bases nor units is out; the last one left wins at once."""
    gone = [seat for seat in state.living() if formulas.is_gone(state, seat)]
    if not gone:
        return
    if len(gone) == len(state.living()):
        finish(state, table, ELIMINATION, best(state, state.living()), events.LAST_LEFT)
    for seat in gone:
        eliminate(state, table, seat)
    left = state.living()
    if all(state.are_mates(left[0], seat) for seat in left):
        finish(state, table, ELIMINATION, left, events.LAST_LEFT)


def eliminate(state: StarCraft, table: Table[StarCraft], seat: int) -> None:
    """SC-12.7: pieces, cards and points of a seat leave the game; end cards beside the board stay."""
    state.eliminated[seat] = 1
    for route, carriers in enumerate(state.carriers):
        state.carriers[route] = carriers & ~(1 << seat)
    for area, holder in enumerate(state.holders):
        if holder == seat:
            state.holders[area], state.mined[area] = UNKNOWN, 0
    state.pool[seat] = state.unavailable[seat] = 0
    state.permanent[seat][:] = [0, 0]
    state.technologies[seat][:] = [0] * len(cards.TECHNOLOGIES)
    state.points[seat] = 0
    state.move_all(state.hands[seat], state.decks[seat])
    state.move_all(state.discards[seat], state.decks[seat])
    state.shuffle(state.decks[seat])
    state.move_all(state.kept[seat], state.events_out)
    drawn = state.drawn[seat]
    for stage, heap in enumerate(state.event_heaps):
        for place in range(len(drawn) - 1, -1, -1):
            if cards.STAGE_OF[drawn.cards[place]] == stage:
                state.move(drawn, place, heap)
    table.tell(events.ELIMINATED, seat)


# SC-12.8: round limit


def check_cap(state: StarCraft, table: Table[StarCraft]) -> None:
    """SC-12.8: after the last round of a limit most points win."""
    if state.rules.round_cap and state.round >= state.rules.round_cap:
        finish(state, table, ROUND_CAP, best(state, state.living()), events.CAPPED)
