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
_ROOMS: Final = {
    "ftl_control": (206, 205, 116, 84),
    "weapons_control": (330, 160, 116, 84),
    "command": (330, 250, 116, 84),
    "communications": (450, 160, 152, 84),
    "admirals_quarters": (450, 250, 152, 84),
    "research_lab": (606, 160, 122, 84),
    "hangar_deck": (606, 250, 122, 84),
    "armory": (734, 205, 112, 84),
    "sickbay": (852, 160, 124, 84),
    "brig": (852, 250, 124, 84),
}
_AREAS: Final = (
    (0, 140, 180, 220),
    (90, 0, 500, 122),
    (610, 0, 500, 122),
    (1020, 140, 180, 220),
    (610, 388, 500, 116),
    (90, 388, 500, 116),
)
_BORDERS: Final = (
    "M0 378 L176 276",
    "M0 116 L176 218",
    "M600 0 V100",
    "M1200 116 L1024 208",
    "M1200 378 L1024 286",
    "M600 394 V506",
)
"""The line before each area, going round with the clock."""
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
    "M170 247 L200 194 H318 L324 152 L350 142 H988 L1006 160 V334 L988 352 H350 L324 342 L318 300 H200 Z "  # hull
    "M372 142 L394 112 H930 L952 142 Z M372 352 L394 382 H930 L952 352 Z "  # flight pods
    "M470 394 V416 M462 408 L470 416 L478 408 M730 394 V416 M722 408 L730 416 L738 408"  # launch tubes
)


def make_map(view: View, offers: Offers) -> Zone:
    """Return the board of places with all ships and people on it."""
    zones = [
        *(_area(view, area, offers) for area in range(AREAS)),
        *(_room(view, place, _ROOMS[LOCATIONS[place]], offers) for place in GALACTICA),
        Zone("colonial_one", "bay", say("ship", "colonial_one"), at=[0, 508, 424, 112]),
        *(
            _room(view, place, (6 + 138 * number, 541, 134, 74), offers)
            for number, place in enumerate(COLONIAL_ONE_PLACES)
        ),
        Zone("cylon_locations", "bay", say("ship", "cylon_locations"), at=[434, 508, 510, 112]),
        *(_room(view, place, (440 + 125 * number, 541, 121, 74), offers) for number, place in enumerate(CYLON_PLACES)),
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
        ship.kind = "flagship"
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
        shape=_BORDERS[area],
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
        at=[954, 508, 246, 112],
    )
