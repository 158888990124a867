"""SC-1: factions, the galaxy, starting forces and cards. Each decides for himself, from the first player clockwise."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from shapan.engine.actions import DONE
from shapan.engine.kinds import UNKNOWN
from shapan.engine.prompt import Prompt, Reason
from shapan.engine.question import question
from shapan.engine.table import Table
from shapan.engine.zone import Zone
from shapan.games.starcraft import actions, agenda, cards, events, formulas, names, space
from shapan.games.starcraft.rules import drawing
from shapan.games.starcraft.state import PLACE_PLANET, PLACE_Z, PLANNING, START_FORCES, StarCraft

MIDDLE = names.MAX_SIDE
WIDTH = 2 * MIDDLE + 1


def first_step(state: StarCraft, table: Table[StarCraft]) -> None:
    """SC-1.3: chance names the first player; then factions, planets, z-axis routes, forces and cards."""
    state.first_player = table.draw(actions.FIRST_PLAYER, list(range(state.seats)))
    state.active = state.first_player
    table.tell(events.FIRST, state.first_player)
    for seat in reversed(state.in_turn()):
        state.push(agenda.FACTION_STEP, seat)


@question("faction", "SC-1.4", actions.FACTION, open=True, why="faction_taken")
def ask_faction(state: StarCraft, seat: int, arg: int) -> Sequence[int]:
    """d_faction: one of the factions that nobody plays."""
    return [faction for faction in range(len(names.FACTIONS)) if faction not in state.factions]


def faction_step(state: StarCraft, table: Table[StarCraft], seat: int) -> None:
    """SC-1.4: pick a faction, or, by an option and in teams, get one at random."""
    if state.rules.random_factions or state.rules.teams:
        faction = table.draw(actions.FACTIONS, ask_faction.options(state, seat, 0))
    else:
        faction = table.pick(ask_faction, seat)
    take_faction(state, seat, faction)
    table.tell(events.FACTION_TAKEN, seat, faction)
    if UNKNOWN not in state.factions:
        state.push(agenda.TILES_STEP)


def take_faction(state: StarCraft, seat: int, faction: int) -> None:
    """SC-1.5, SC-1.11: the printed building, workers, the combat deck, the technology deck of a faction."""
    state.factions[seat] = faction
    state.levels[seat][names.PRINTED[faction]] = 1
    state.pool[seat] = names.START_WORKERS[faction]
    race = names.RACE_OF[faction]
    for card in cards.DECKS[race]:
        take_from_box(state, card, state.decks[seat])
    state.shuffle(state.decks[seat])
    for tech in cards.TECHS_OF[race]:
        for card in cards.CARDS_OF_TECH[tech]:
            take_from_box(state, card, state.technology_decks[seat])


def take_from_box(state: StarCraft, card: int, target: Zone) -> None:
    """SC-1.5: take a combat card that belongs to a faction."""
    state.move(state.box, state.box.cards.index(card), target)


# The galaxy, SC-1.7


def tiles_step(state: StarCraft, table: Table[StarCraft]) -> None:
    """SC-1.7.1: each draws two planets and shows them; the others leave the game."""
    for seat in state.in_turn():
        for _ in range(2):
            planet = table.deal(actions.PLANETS, state.planet_pile, state.tiles[seat])
            table.tell(events.PLANET_DRAWN, seat, planet)
    state.step = PLACE_PLANET
    state.push(agenda.PLANET_STEP, state.first_player)


class AskPlanet(Prompt[StarCraft]):
    """d_place_planet, SC-1.7.2: which planet, in which cell, how turned; which routes where pieces are short.

    [ruling] Of turns that put slots on the same sides the least is offered: which of them it is makes no difference.
    """

    key = "place_planet"
    rule = "SC-1.7.2"
    open = True
    many = True
    families = (actions.PLACE_PLANET, actions.JOIN)
    rows = actions.PLACE_PLANET_ROWS

    def next(self, state: StarCraft, seat: int, arg: int, picked: Sequence[int]) -> Sequence[int]:
        if not picked:
            return spots(state, seat)
        forced = joins_of(state, picked[0])
        left = space.pieces_left(state)
        if len(forced) <= left:
            return [DONE]
        if len(picked) > left:
            return []
        chosen = picked[-1] if len(picked) > 1 else 0
        rest = [actions.JOIN.codes[route] for route in forced if actions.JOIN.codes[route] > chosen]
        return rest[: len(rest) - (left - len(picked))]

    def test_next(self, state: StarCraft, seat: int, arg: int, picked: Sequence[int], code: int) -> bool:
        if not picked:
            return code in spots(state, seat)
        return actions.JOIN.has(code) and code not in picked and actions.JOIN.value(code) in joins_of(state, picked[0])

    def limits(self, state: StarCraft, seat: int, arg: int, picked: Sequence[int]) -> Reason | None:
        """SC-1.7.3: all possible joins are made, as far as there are routes."""
        if not picked:
            return None
        forced, left = joins_of(state, picked[0]), space.pieces_left(state)
        if len(picked) == 1 and len(forced) <= left:
            return None
        if len(picked) - 1 != min(len(forced), left):
            return Reason("SC-1.7.3", "join_missing", path="routes")
        return None

    def why_not_next(self, state: StarCraft, seat: int, arg: int, picked: Sequence[int], code: int) -> Reason:
        if picked:
            return Reason("SC-1.7.3", "no_such_join")
        planet, _, _, turn = actions.PLACE_PLANET.values(code) if actions.PLACE_PLANET.has(code) else [UNKNOWN] * 4
        if planet not in state.tiles[seat].cards:
            return Reason("SC-1.7.2", "not_your_planet")
        return Reason("SC-1.7.2", "no_touch" if turn in names.TURNS[planet] else "same_turn")


def joins_of(state: StarCraft, code: int) -> list[int]:
    """Return the routes that come with an answer to `place_planet`."""
    planet, x, y, turn = actions.PLACE_PLANET.values(code)
    return space.joins(state, planet, x, y, turn)


def spots(state: StarCraft, seat: int) -> list[int]:
    """SC-1.7.2, SC-1.7.6: return where a seat may place its planets; without a route only if neither can be joined."""
    there = space.placed(state)
    tiles = state.tiles[seat].cards
    if not there:
        return [
            actions.PLACE_PLANET.code(planet, MIDDLE, MIDDLE, turn) for planet in tiles for turn in names.TURNS[planet]
        ]
    lone, joined = [], []
    for planet in tiles:
        for x, y, sides in free_cells(state, there):
            first = actions.PLACE_PLANET.code(planet, x, y, 0)
            for turn in names.TURNS[planet]:
                code = first + (turn << actions.PLACE_PLANET.shifts[3])
                lone.append(code)
                if sides & names.TURNED[planet][turn]:
                    joined.append(code)
    return joined if joined and space.pieces_left(state) else lone


class Cell(NamedTuple):
    """A cell of the galaxy, with the sides at which a planet in it can be joined, as a mask."""

    x: int
    y: int
    sides: int


def free_cells(state: StarCraft, there: list[int]) -> list[Cell]:
    """Return the free cells beside planets, row by row."""
    found: list[int] = []
    for planet in there:
        for side in range(4):
            x, y = state.cell_x[planet] + names.SIDE_X[side], state.cell_y[planet] + names.SIDE_Y[side]
            at = y * WIDTH + x
            if 0 <= x < WIDTH and 0 <= y < WIDTH and at not in found and space.planet_at(state, x, y) < 0:
                found.append(at)
    return [Cell(at % WIDTH, at // WIDTH, space.open_sides(state, at % WIDTH, at // WIDTH)) for at in sorted(found)]


ask_planet = AskPlanet()


@question("place_base", "SC-1.7", actions.PLACE_BASE, actions.ACTIONS.of(actions.LATER), open=True)
def ask_base(state: StarCraft, seat: int, arg: int) -> Sequence[int]:
    """d_place_base, SC-1.7.4, SC-1.7.5: an area of the planet `arg`, or in the first round later."""
    areas = [actions.PLACE_BASE.codes[area] for area in names.AREAS_OF[arg]]
    return [*areas, actions.LATER] if state.placing_round == 1 else areas


def planet_step(state: StarCraft, table: Table[StarCraft], seat: int) -> None:
    """SC-1.7.2 to SC-1.7.5: place a planet with its routes, and perhaps the base; then the next player."""
    state.active = seat
    picks = table.ask_many(ask_planet, seat)
    planet, x, y, turn = actions.PLACE_PLANET.values(picks[0])
    routes = [actions.JOIN.value(code) for code in picks[1:]]
    if not routes and space.pieces_left(state):
        routes = space.joins(state, planet, x, y, turn)
    tiles = state.tiles[seat]
    state.move(tiles, tiles.cards.index(planet), state.planets)
    state.cell_x[planet], state.cell_y[planet], state.turns[planet] = x, y, turn
    for route in routes:
        state.links[route] = 1
    table.tell(events.PLANET_PLACED, seat, planet)
    if not formulas.bases_of(state, seat):
        code = table.ask(ask_base, seat, planet)
        if code != actions.LATER:
            area = actions.PLACE_BASE.value(code)
            state.bases[area] = seat
            table.tell(events.BASE_PLACED, seat, area)
    go_on_placing(state, seat)


def go_on_placing(state: StarCraft, seat: int) -> None:
    """SC-1.7.5: the second round runs backwards, from the last player on; then come the z-axis routes."""
    if state.placing_round == 1:
        if state.next_in(seat) != state.first_player:
            state.push(agenda.PLANET_STEP, state.next_in(seat))
            return
        state.placing_round = 2
        state.push(agenda.PLANET_STEP, seat)
    elif seat != state.first_player:
        state.push(agenda.PLANET_STEP, (seat - 1) % state.seats)
    else:
        begin_z(state)


# SC-1.8: z-axis routes


def begin_z(state: StarCraft) -> None:
    """SC-1.8, SC-1.9 to SC-1.11: what is left of the set-up, from the first player clockwise."""
    state.step = PLACE_Z
    state.active = state.first_player
    state.push(agenda.FORCES_BEGIN_STEP)
    for seat in reversed(state.in_turn()):
        state.push(agenda.Z_STEP, seat)


@question("place_z", "SC-1.8", actions.PLACE_Z, open=True, why="z_not_free")
def ask_z(state: StarCraft, seat: int, arg: int) -> Sequence[int]:
    """d_place_z: the slots of the major and the minor end, on two planets."""
    free, codes = space.free_slots(state), actions.PLACE_Z.rows
    return [codes[major][minor] for major in free for minor in free if major // 4 != minor // 4]


def z_step(state: StarCraft, table: Table[StarCraft], seat: int) -> None:
    """SC-1.8: place the pair of a seat; without two free slots it leaves the game."""
    state.active = seat
    route, free = names.FIRST_Z + seat, space.free_slots(state)
    if not free or free[0] // 4 == free[-1] // 4:
        table.tell(events.Z_OUT, seat, route)
        return
    major, minor = actions.PLACE_Z.values(table.ask(ask_z, seat))
    state.z_ends[2 * seat], state.z_ends[2 * seat + 1] = major, minor
    table.tell(events.Z_PLACED, seat, route, major, minor)


# SC-1.9 to SC-1.11: resource cards, starting forces, cards


def forces_begin_step(state: StarCraft, table: Table[StarCraft]) -> None:
    """SC-1.9: each takes the card of the area with his base; by an option all cards of that planet."""
    for seat in state.in_turn():
        take_first_cards(state, seat)
    state.step = START_FORCES
    state.push(agenda.HANDS_STEP)
    for seat in reversed(state.in_turn()):
        state.push(agenda.FORCES_STEP, seat)


def take_first_cards(state: StarCraft, seat: int) -> None:
    """SC-1.9: take the resource cards that come with the bases of a seat."""
    for base, owner in enumerate(state.bases):
        if owner != seat:
            continue
        for area in names.AREAS_OF[names.PLANET_OF[base]]:
            wanted = area == base or state.rules.whole_planet_cards
            free = state.holders[area] < 0 and state.depletion[area] != names.DEPLETED
            if wanted and free and names.KIND[area] != names.CONQUEST:
                state.holders[area] = seat


def hands_step(state: StarCraft, table: Table[StarCraft]) -> None:
    """SC-1.11: six combat cards each, terrans eight; then the first round."""
    for seat in state.in_turn():
        drawing.draw_combat(state, table, seat, names.HAND_LIMIT[state.factions[seat]])
    state.step = PLANNING
    state.push(agenda.ROUND_STEP)


def opening_step(state: StarCraft, table: Table[StarCraft], seats: int) -> None:
    """13.3: hands that a position leaves out (a mask of seats) are drawn, from a stream of their own."""
    for seat in state.living():
        for _ in range(names.HAND_LIMIT[state.factions[seat]] if seats >> seat & 1 else 0):
            if state.decks[seat].cards:
                table.deal(actions.OPENING, state.decks[seat], state.hands[seat])
