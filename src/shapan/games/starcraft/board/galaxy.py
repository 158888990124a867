"""The galaxy (SC-1): tiles with order stacks, areas with what stands there, routes with transports, z-axis ends."""
# Stays plain: draws for people

from __future__ import annotations

from typing import Final

from shapan.engine.kinds import UNKNOWN
from shapan.engine.phrases import Word, inner, say, seat_of, term
from shapan.engine.scene import Phrase, Piece, Zone
from shapan.games.starcraft import actions, formulas, names, space
from shapan.games.starcraft.board.layout import Layout
from shapan.games.starcraft.board.offers import BoardPrompt, cell_id
from shapan.games.starcraft.board.pieces import (
    AREA_GLYPHS,
    area_id,
    base,
    counter,
    route_id,
    slot_id,
    stack_of,
    tile_id,
    transport,
)
from shapan.games.starcraft.board.prints import planet_card
from shapan.games.starcraft.board.words import planet_of, sentences
from shapan.games.starcraft.rules.forces import home
from shapan.games.starcraft.state import StarCraft

_DEPLETION_FLAGS: Final = ("", "partial", "depleted")


def make_galaxy(view: StarCraft, asked: BoardPrompt) -> Zone:
    """Return the galaxy: for each planet its tile, its areas and its routes, then where a planet may be laid.

    The planet that an order or a battle is about stands first, with those beside it: in rows it is read first.
    """
    layout = Layout(view, asked)
    zones: list[Zone] = []
    for planet in _planets(view):
        zones.append(_tile(view, planet, layout, asked))
        zones += [_area(view, area, layout, asked) for area in names.AREAS_OF[planet]]
        zones += _routes(view, planet, layout, asked)
        zones += _slots(view, planet, layout, asked)
    zones += [
        Zone(cell_id(x, y), "vacant", say("board", "free_cell"), at=layout.cell(x, y), flags=["free"])
        for x, y in layout.free
    ]
    return Zone("galaxy", "map", say("label", "galaxy"), zones=zones, size=layout.size, shape=layout.lines())


def _about(view: StarCraft) -> int:
    """Return the planet of the order under way, or none."""
    return UNKNOWN if view.order is None else view.order.planet


def _planets(view: StarCraft) -> list[int]:
    """Return the planets of the galaxy, that of the order under way first, then those beside it."""
    placed = space.placed(view)
    first = _about(view)
    if first not in placed:
        return placed
    near = space.neighbours(view, first)
    return sorted(placed, key=lambda planet: (planet != first, planet not in near))


def _tile(view: StarCraft, planet: int, layout: Layout, asked: BoardPrompt) -> Zone:
    """Return the ground of a planet with its order stack."""
    zone = Zone(
        tile_id(planet), "tile", planet_of(planet), _tile_help(view, planet), pieces=stack_of(view, planet),
        at=layout.tile(planet), targets=asked.take("planet", planet), print=planet_card("", planet).print,
        scenery=names.SCENERY[planet],
    )  # fmt: skip
    if planet == (home(view, asked.viewer) if asked.key == "start_forces" else _about(view)):
        zone.flags = ["here"]
    tokens = view.supply[asked.viewer].cards if asked.viewer < view.seats else []
    if asked.key == "place_order" and tokens and not zone.targets:
        zone.would = actions.PLACE_ORDER.code(tokens[0], planet)
    elif asked.key == "choose_order" and not zone.targets:
        zone.would = actions.REVEAL.codes[planet]
    return zone


def _tile_help(view: StarCraft, planet: int) -> Phrase:
    """SC-1.2, SC-2.3: return how many orders lie on a planet, and which planets are beside it."""
    near = space.neighbours(view, planet)
    told = [say("board", "orders_here", number=len(view.stacks[planet]))]
    told += [say("board", "beside", planet=inner(planet_of(other))) for other in near]
    return sentences(told)


def _area(view: StarCraft, area: int, layout: Layout, asked: BoardPrompt) -> Zone:
    """Return an area: what it gives, units and limit, who is there, whose card it is."""
    owner = formulas.controller(view, area)
    there = [seat for seat in range(view.seats) if view.strength(seat, area)]
    pieces: list[Piece] = []
    for seat in there:
        for unit in view.kinds(seat, area):
            targets = asked.take("unit", area, unit) if seat == asked.viewer else []
            pieces.append(
                counter(
                    f"unit{seat}.{names.AREAS[area]}.{names.UNITS[unit]}",
                    unit, seat, view.number(seat, area, unit), targets,
                )
            )  # fmt: skip
    if view.bases[area] >= 0:
        seat = view.bases[area]
        targets = asked.take("base", area) if seat == asked.viewer else []
        pieces.append(base(f"base.{names.AREAS[area]}", seat, targets))
    holder, depletion = view.holders[area], view.depletion[area]
    if holder >= 0 and holder != owner:
        pieces.append(_card(area, holder))
    flags = {
        "contested": owner < 0 and bool(there),
        _DEPLETION_FLAGS[depletion]: depletion != names.NORMAL,
        "here": view.battle is not None and view.battle.area == area,
    }
    number = max([view.strength(seat, area) for seat in there], default=0)
    return Zone(
        area_id(area),
        "plot",
        say("board", "area", **_kind(area), number=number, limit=names.UNIT_LIMIT[area]),
        _area_help(view, area, number),
        "t-depleted" if depletion == names.DEPLETED else AREA_GLYPHS[names.KIND[area]],
        owner,
        pieces,
        count=number,
        most=names.UNIT_LIMIT[area],
        mark=str(names.VALUE[area]),
        at=layout.area(area),
        flags=[flag for flag, on in flags.items() if on],
        targets=asked.take("area", area),
    )


def _card(area: int, holder: int) -> Piece:
    """Return the resource card of an area whose holder does not control it."""
    glyph = AREA_GLYPHS[names.KIND[area]]
    return Piece(
        f"card.{names.AREAS[area]}", "plate", glyph, say("board", "card_of", seat=seat_of(holder)), owner=holder
    )


def _kind(area: int) -> Word:
    """Return what an area gives and how much, as words of a text."""
    return {"kind": term("area_kind", names.AREA_KINDS[names.KIND[area]]), "value": names.VALUE[area]}


def _area_help(view: StarCraft, area: int, number: int) -> Phrase:
    """Return what an area gives, how many units of a player it has, whose it and its card are, and how it is worn."""
    owner, holder = formulas.controller(view, area), view.holders[area]
    told = [say("board", "area_gives", **_kind(area), number=number, limit=names.UNIT_LIMIT[area])]
    if owner >= 0:
        told.append(say("board", "controlled_by", seat=seat_of(owner)))
    if holder >= 0:
        told.append(say("board", "card_held", seat=seat_of(holder), workers=view.mined[area]))
    if view.depletion[area] != names.NORMAL:
        told.append(say("board", names.DEPLETIONS[view.depletion[area]]))
    return sentences(told)


def _routes(view: StarCraft, planet: int, layout: Layout, asked: BoardPrompt) -> list[Zone]:
    """Return the routes that are told with a planet: to planets of greater number, and ends of z-axis routes."""
    zones = []
    for other in range(planet + 1, len(names.PLANETS)):
        route = names.ROUTE_OF[planet][other]
        if view.links[route]:
            label = say("board", "route_to", planet=inner(planet_of(other)))
            zones.append(_route(view, route, Zone(route_id(route), "link", label, at=layout.between(route)), asked))
    for end, slot in enumerate(view.z_ends):
        if slot < 0 or slot // 4 != planet:
            continue
        z, other = end // 2, view.z_ends[end ^ 1] // 4
        side_on = bool(names.SIDE_X[slot % 4])
        label = say("board", "z_end_short" if side_on else "z_end", number=z + 1, planet=inner(planet_of(other)))
        route = names.FIRST_Z + z
        major = end % 2 == 0
        ends = [route_id(route), f"{route_id(route)}.minor"]
        zone = Zone(ends[1 - major], "gate", label, at=layout.gate(slot), mark=f"Z{z + 1}", pair=ends[int(major)])
        zone.help = say(
            "board", "z_help", number=z + 1, planet=inner(planet_of(other)), end=term("end", names.ENDS[end % 2])
        )
        zones.append(_route(view, route, zone, asked) if major else zone)
    return zones


def _route(view: StarCraft, route: int, zone: Zone, asked: BoardPrompt) -> Zone:
    """Return a route with the transports on it."""
    zone.targets = asked.take("route", route)
    for seat in range(view.seats):
        if view.carriers[route] >> seat & 1:
            targets = asked.take("transport", route) if seat == asked.viewer else []
            zone.pieces.append(transport(f"transport{seat}.{names.ROUTES[route]}", seat, targets))
    return zone


def _slots(view: StarCraft, planet: int, layout: Layout, asked: BoardPrompt) -> list[Zone]:
    """SC-1.8: return the free slots of a planet where the viewer is asked about them."""
    if not asked.asks(actions.PLACE_Z, actions.P_SLOT):
        return []
    return [
        Zone(
            slot_id(slot), "link", say("slot", names.SLOT.names[slot]), at=layout.slot(slot), flags=["free"],
            glyph="t-zaxis", targets=asked.take("slot", slot),
        )
        for slot in space.free_slots(view)
        if slot // 4 == planet
    ]  # fmt: skip
