"""Things on the table: counters of units, bases, transports, order tokens, and which symbol each has."""
# Stays plain: draws for people

from __future__ import annotations

from typing import Final

from shapan.engine.kinds import UNKNOWN
from shapan.engine.phrases import inner, listed, say, seat_of, term
from shapan.engine.scene import Phrase, Piece, Target
from shapan.games.starcraft import names
from shapan.games.starcraft.board.words import cost_of, unit_of
from shapan.games.starcraft.state import StarCraft

_SHORT: Final = {"siege_tank": "siege", "science_vessel": "vessel", "high_templar": "templar"}
UNIT_GLYPHS: Final[tuple[str, ...]] = tuple(f"u-{_SHORT.get(unit, unit)}" for unit in names.UNITS)
AREA_GLYPHS: Final = ("t-mineral", "t-gas", "t-conquest")
RESOURCE_GLYPHS: Final = AREA_GLYPHS[:2]
ORDER_GLYPHS: Final = (
    "o-build", "o-mobilize", "o-research", "o-special_build", "o-special_mobilize", "o-special_research"
)  # fmt: skip
MODULE_GLYPHS: Final = ("t-supply", "t-lab", "t-flak")
BASE_GLYPH: Final = "t-base"
TRANSPORT_GLYPH: Final = "t-transport"
WORKER_GLYPH: Final = "t-worker"
LEVELS: Final = ("", "I", "II", "III")
_OUTLINES: Final = ("square", "gable", "arch")
"""By race, the upper edge of its counters."""
_TARGET_WORDS: Final = ("none", "ground", "flying", "both")


def area_id(area: int) -> str:
    """Return the id of an area on the map."""
    return f"area.{names.AREAS[area]}"


def tile_id(planet: int) -> str:
    """Return the id of a planet on the map."""
    return f"planet.{names.PLANETS[planet]}"


def route_id(route: int) -> str:
    """Return the id of a route on the map."""
    return f"route.{names.ROUTES[route]}"


def slot_id(slot: int) -> str:
    """Return the id of a free slot on the map."""
    planet, side = divmod(slot, 4)
    return f"slot.{names.PLANETS[planet]}.{names.SIDES[side]}"


def unit_help(unit: int) -> Phrase:
    """D3: return what a unit costs, what it is, what it hits and adds."""
    traits = [
        trait
        for trait, on in (
            ("assist", names.ASSIST[unit]), ("detector", names.DETECTOR[unit]), ("veil", names.VEIL[unit]),
            ("tech", names.TECH_REQUIRED[unit]),
        )
        if on
    ]  # fmt: skip
    told = say(
        "board",
        "unit_help",
        cost=inner(cost_of(names.UNIT_COST[unit])),
        way=term("trait", "flying" if names.FLYING[unit] else "ground"),
        hits=term("target", _TARGET_WORDS[names.TARGETS[unit]]),
        support=names.SUPPORT[unit],
    )
    for trait in traits:
        told = say("board", "joined", first=inner(told), rest=term("trait_text", trait))
    return told


def unlocked_by(building: int, first: int, last: int) -> list[int]:
    """D4: return the units that some levels of a building unlock."""
    return [unit for unit, (line, level) in enumerate(names.UNLOCKED_BY) if line == building and first <= level <= last]


def unlocks(building: int, first: int, last: int) -> Phrase:
    """SC-5.4: return which units some levels of a building unlock."""
    units = listed([unit_of(unit) for unit in unlocked_by(building, first, last)])
    return say("board", "unlocks", units=inner(units))


def house(name: str, building: int, level: int) -> Piece:
    """Return a level of a building; its picture is the last unit that it unlocks."""
    units = unlocked_by(building, 1, level)
    label = say(
        "board", "building", building=term("building", names.BUILDINGS[building]), level=term("level", str(level))
    )
    return Piece(name, "card", UNIT_GLYPHS[units[-1]] if units else "t-building", label)


def counter(name: str, unit: int, owner: int, count: int, targets: list[Target] | None = None) -> Piece:
    """Return units of a kind that stand together."""
    return Piece(
        name, "counter", UNIT_GLYPHS[unit], unit_of(unit), unit_help(unit), owner, count,
        flags=["flying"] if names.FLYING[unit] else [], targets=targets or [], outline=_OUTLINES[names.UNIT_RACE[unit]],
    )  # fmt: skip


def base(name: str, owner: int, targets: list[Target] | None = None) -> Piece:
    """Return a base."""
    told = say("board", "base_help", seat=seat_of(owner))
    return Piece(name, "plate", BASE_GLYPH, say("board", "base"), told, owner, targets=targets or [])


def transport(name: str, owner: int, targets: list[Target] | None = None) -> Piece:
    """Return a transport."""
    told = say("board", "transport_help", seat=seat_of(owner))
    return Piece(name, "plate", TRANSPORT_GLYPH, say("board", "transport"), told, owner, targets=targets or [])


def stack_of(view: StarCraft, planet: int) -> list[Piece]:
    """SC-2.3: return the orders on a planet, the top one last: a face where the viewer knows it, else whose it is."""
    stack, pieces = view.stacks[planet], []
    size = len(stack)
    for place, (order, owner) in enumerate(zip(stack.cards, stack.marks[0], strict=True)):
        piece = Piece(f"order.{names.PLANETS[planet]}.{place}", "order", owner=owner)
        where = say("board", "on_top" if place == size - 1 else "waits", number=size - 1 - place)
        if order == UNKNOWN:
            piece.flags = ["face_down"]
            piece.label = say("board", "order_of", seat=seat_of(owner), where=inner(where))
        else:
            piece.face, piece.flags = ORDER_GLYPHS[order], ["known"]
            word = names.ORDERS[order]
            piece.label = say(
                "board", "known_order", seat=seat_of(owner), order=term("order", word), where=inner(where)
            )
            piece.help = say("order_text", word)
        pieces.append(piece)
    return pieces
