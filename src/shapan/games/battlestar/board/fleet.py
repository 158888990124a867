"""The map: Galactica among the six areas of space, Colonial One, the Cylon locations, Reserves (section 9)."""
# Stays plain: draws for people

from __future__ import annotations

from typing import Final

from shapan.engine.kinds import UNKNOWN
from shapan.engine.scene import Phrase, Piece, Zone
from shapan.games.battlestar.board.offers import Offers
from shapan.games.battlestar.board.words import name_of, say
from shapan.games.battlestar.cards import COLONIAL_ONE_PLACES, CYLON_PLACES, GALACTICA, HAZARDOUS
from shapan.games.battlestar.names import (
    AREAS,
    BASESTAR_TOKEN,
    CHARACTERS,
    CIVILIAN_TOKEN,
    CIVILIANS,
    CRISES,
    DAMAGED_LOCATIONS,
    LOCATION,
    LOCATIONS,
    NUKES,
    SPACE,
    SUPER_CRISES,
)
from shapan.games.battlestar.view import View

WIDTH: Final = 1200
HEIGHT: Final = 620
_ROOM: Final = (124, 84)
_ROOMS: Final = {
    "ftl_control": (218, 205),
    "weapons_control": (350, 160),
    "command": (350, 250),
    "communications": (482, 160),
    "admirals_quarters": (482, 250),
    "research_lab": (614, 160),
    "hangar_deck": (614, 250),
    "armory": (746, 205),
    "sickbay": (878, 160),
    "brig": (878, 250),
}
_AREAS: Final = (
    (0, 140, 190, 220),
    (90, 0, 500, 132),
    (610, 0, 500, 132),
    (1030, 140, 170, 220),
    (610, 372, 500, 132),
    (90, 372, 500, 132),
)
_GLYPHS: Final = {
    "ftl_control": "d-jump",
    "weapons_control": "b-attack",
    "command": "k-LE",
    "communications": "i-chat",
    "admirals_quarters": "i-admiral",
    "research_lab": "k-EN",
    "hangar_deck": "k-PI",
    "armory": "b-defend",
    "sickbay": "i-med",
    "brig": "i-brig",
    "press_room": "i-chat",
    "presidents_office": "i-crown",
    "administration": "v-vote",
}
_GROUND: Final = (
    "M176 247 L330 178 L330 148 L432 128 H1000 L1022 150 V344 L1000 366 H432 L330 346 V316 Z "  # hull
    "M352 128 L376 108 H948 L972 128 M352 366 L376 386 H948 L972 366 "  # flight pods
    "M0 120 L176 214 M0 378 L176 282 M600 0 V108 M600 386 V506 M1200 120 L1022 204 M1200 378 L1022 292 "  # areas
    "M470 398 V420 M462 412 L470 420 L478 412 M730 398 V420 M722 412 L730 420 L738 412"  # launch tubes
)


def make_map(view: View, offers: Offers) -> Zone:
    """Return the board of places with all ships and people on it."""
    zones = [
        *(_area(view, area, offers) for area in range(AREAS)),
        *(_room(view, place, (*_ROOMS[LOCATIONS[place]], *_ROOM), offers) for place in GALACTICA),
        Zone("colonial_one", "bay", say("ship", "colonial_one"), at=[0, 512, 400, 108]),
        *(
            _room(view, place, (8 + 130 * number, 538, 124, 76), offers)
            for number, place in enumerate(COLONIAL_ONE_PLACES)
        ),
        Zone("cylon_locations", "bay", say("ship", "cylon_locations"), at=[410, 512, 530, 108]),
        *(_room(view, place, (418 + 130 * number, 538, 124, 76), offers) for number, place in enumerate(CYLON_PLACES)),
        _reserves(view, offers),
    ]
    return Zone("map", "map", say("board", "map"), zones=zones, size=[WIDTH, HEIGHT], shape=_GROUND)


def person(view: View, seat: int) -> Piece:
    """Return the token of a character."""
    board = view.seats[seat]
    words = {"seat": {"seat": seat}, "character": {"term": f"character_short.{CHARACTERS[board.character]}"}}
    return Piece(f"person{seat}", "person", label=Phrase("board.person", words), owner=seat)


def _here(view: View, place: int) -> list[int]:
    return [seat for seat, board in enumerate(view.seats) if board.character >= 0 and board.at == place]


def _room(view: View, place: int, at: tuple[int, int, int, int], offers: Offers) -> Zone:
    """Return a location with who is there; a damaged or closed one says so."""
    name = LOCATIONS[place]
    flags = []
    if any(DAMAGED_LOCATIONS[token] == place for token in view.damaged if token < len(DAMAGED_LOCATIONS)):
        flags.append("damaged")
    if place in HAZARDOUS:
        flags.append("hazard")
    bomb = len(CRISES) + SUPER_CRISES.index("bomb_on_colonial_1")
    if place in COLONIAL_ONE_PLACES and any(row.card == bomb for row in view.in_play):
        flags.append("closed")
    return Zone(
        f"location.{name}",
        "room",
        name_of(LOCATION, place),
        say("location_help", name),
        _GLYPHS.get(name, ""),
        pieces=[person(view, seat) for seat in _here(view, place)],
        targets=offers.take("location", place),
        at=list(at),
        flags=flags,
    )


def _area(view: View, area: int, offers: Offers) -> Zone:
    """Return an area of space: basestars with their damage, Cylon ships and vipers with counts, pilots, civilians."""
    there = view.space[area]
    pieces = []
    for number, tokens in enumerate(there.basestars):
        ship = _ship(f"basestar{area}.{number}", "basestar", 1)
        ship.hits = len(tokens)
        ship.flags = [BASESTAR_TOKEN.names[token] for token in tokens]
        ship.targets = offers.take("basestar", area, number)
        pieces.append(ship)
    for name, count in (("raider", there.raiders), ("heavy", there.heavies), ("viper", there.vipers)):
        if count:
            ship = _ship(f"{name}{area}", name, count)
            ship.targets = offers.take(name, area)
            pieces.append(ship)
    for seat in _here(view, SPACE + area):
        ship = person(view, seat)
        ship.kind, ship.face = "ship", "s-viper"
        ship.targets = offers.take("pilot", seat)
        pieces.append(ship)
    pieces += [_civilian(area, number, token, offers) for number, token in enumerate(there.civilians)]
    return Zone(
        f"area{area}",
        "area",
        Phrase("board.area", {"number": area}),
        say("board_help", "tube_area" if area in (4, 5) else "area"),
        pieces=pieces,
        targets=offers.take("area", area),
        at=list(_AREAS[area]),
    )


def _ship(name: str, unit: str, count: int) -> Piece:
    return Piece(name, "ship", f"s-{unit}", say("unit", unit), say("unit_help", unit), count=count)


def _civilian(area: int, number: int, token: int, offers: Offers) -> Piece:
    """Return a civilian ship: face down but for who has looked at it."""
    piece = Piece(f"civilian{area}.{number}", "tile", "s-civilian", say("unit", "civilian"))
    if token == UNKNOWN:
        piece.flags = ["unseen"]
        piece.help = say("unit_help", "civilian")
    else:
        piece.flags = ["known"]
        piece.label = name_of(CIVILIAN_TOKEN, token)
        piece.help = say("civilian_help", CIVILIANS[token])
    piece.targets = offers.take("civilian", area, number)
    return piece


def _reserves(view: View, offers: Offers) -> Zone:
    """Return what stands ready, what is damaged, and the nukes."""
    rows = [
        ("reserve_vipers", "viper", view.vipers_reserves, ""),
        ("damaged_vipers", "viper", view.vipers_damaged, "damaged"),
        ("raptors", "raptor", view.raptors, ""),
        ("nukes", "nuke", view.nukes, ""),
    ]
    pieces = []
    for name, unit, count, flag in rows:
        if count:
            piece = _ship(name, unit, count)
            piece.flags = [flag] if flag else []
            pieces.append(piece)
            if name == "nukes":
                piece.targets = offers.take("nukes")
    help_words = {"lost": view.vipers_destroyed, "civilians": view.civilian_pile, "nukes": NUKES - view.nukes}
    return Zone(
        "reserves",
        "bay",
        say("board", "reserves"),
        Phrase("board_help.reserves", help_words),
        pieces=pieces,
        at=[950, 512, 250, 108],
    )
