"""The map: Galactica among the six areas of space, Colonial One, the Cylon locations, Reserves (section 9)."""
# Stays plain: draws for people

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from shapan.engine.kinds import UNKNOWN
from shapan.engine.offers import Offers
from shapan.engine.scene import Phrase, Piece, Target, Zone
from shapan.games.battlestar import actions as a
from shapan.games.battlestar import names
from shapan.games.battlestar.board.words import help_of, name_of, say
from shapan.games.battlestar.cards import BOMB_ON_COLONIAL_1, COLONIAL_ONE_PLACES, CYLON_PLACES, GALACTICA, HAZARDOUS
from shapan.games.battlestar.rules.attacks import is_damaged
from shapan.games.battlestar.state import Battlestar

WIDTH: Final = 1200
HEIGHT: Final = 584
_ROOMS: Final = {
    "ftl_control": (206, 186, 94, 91),
    "weapons_control": (304, 137, 126, 91),
    "command": (304, 234, 126, 91),
    "communications": (434, 137, 194, 91),
    "admirals_quarters": (434, 234, 194, 91),
    "research_lab": (632, 137, 110, 91),
    "hangar_deck": (632, 234, 110, 91),
    "armory": (746, 186, 100, 91),
    "sickbay": (850, 137, 128, 91),
    "brig": (850, 234, 128, 91),
}
_AREAS: Final = (
    (0, 126, 180, 212),
    (90, 0, 500, 104),
    (610, 0, 500, 104),
    (1020, 126, 180, 212),
    (610, 366, 500, 98),
    (90, 366, 500, 98),
)
_BORDERS: Final = (
    "M0 360 L176 262",
    "M0 106 L176 202",
    "M600 0 V96",
    "M1200 106 L1024 194",
    "M1200 360 L1024 270",
    "M600 370 V464",
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
_BAY_WIDTHS: Final = ((100, 138, 168), (100, 120, 118, 150))
"""Of the rooms on Colonial One and of the Cylon locations: their longest words stand in one line."""
_GROUND: Final = (
    "M170 231 L200 176 H300 L304 132 L324 122 H990 L1008 140 V322 L990 340 H324 L304 330 L300 286 H200 Z "  # hull
    "M372 122 L394 100 H930 L952 122 Z M372 340 L394 362 H930 L952 340 Z "  # flight pods
    "M470 370 V392 M462 384 L470 392 L478 384 M730 370 V392 M722 384 L730 392 L738 384"  # launch tubes
)


def make_map(view: Battlestar, offers: Offers) -> Zone:
    """Return the board of places with all ships and people on it."""
    zones = [
        *(_area(view, area, offers) for area in range(names.AREAS)),
        *(_room(view, place, _ROOMS[names.LOCATIONS[place]], offers) for place in GALACTICA),
        Zone("colonial_one", "bay", say("ship", "colonial_one"), at=[0, 468, 424, 116]),
        *(
            _room(view, place, at, offers)
            for place, at in zip(COLONIAL_ONE_PLACES, _row(5, _BAY_WIDTHS[0]), strict=True)
        ),
        Zone("cylon_locations", "bay", say("ship", "cylon_locations"), at=[434, 468, 510, 116]),
        *(_room(view, place, at, offers) for place, at in zip(CYLON_PLACES, _row(439, _BAY_WIDTHS[1]), strict=True)),
        _reserves(view, offers),
    ]
    return Zone("map", "map", say("board", "map"), zones=zones, size=[WIDTH, HEIGHT], shape=_GROUND)


def _row(left: int, widths: Sequence[int]) -> list[tuple[int, int, int, int]]:
    """Return the places of rooms that stand side by side in a bay."""
    return [(left + sum(widths[:number]) + 4 * number, 498, width, 82) for number, width in enumerate(widths)]


def person(view: Battlestar, seat: int) -> Piece:
    """Return the token of a character."""
    character = f"character_short.{names.CHARACTERS[view.characters[seat]]}"
    words = {"seat": {"seat": seat}, "character": {"term": character}}
    return Piece(f"person{seat}", "person", label=Phrase("board.person", words), owner=seat)


def _room(view: Battlestar, place: int, at: tuple[int, int, int, int], offers: Offers) -> Zone:
    """Return a location with who is there; a damaged or closed one says so."""
    name = names.LOCATIONS[place]
    flags = []
    if is_damaged(view, place):
        flags.append("damaged")
    if place in HAZARDOUS:
        flags.append("hazard")
    if place in COLONIAL_ONE_PLACES and BOMB_ON_COLONIAL_1 in view.supers_in_play.cards:
        flags.append("closed")
    return Zone(
        f"location.{name}",
        "room",
        name_of(names.LOCATION, place),
        help_of(names.LOCATION, place),
        _GLYPHS.get(name, ""),
        pieces=[person(view, seat) for seat in range(view.seats) if view.at[seat] == place],
        targets=offers.take("location", place),
        at=list(at),
        flags=flags,
        would=offers.would((a.MOVE, place), (a.GO, place)),
    )


def _area(view: Battlestar, area: int, offers: Offers) -> Zone:
    """Return an area of space: basestars with their damage, Cylon ships and vipers with counts, pilots, civilians."""
    pieces = []
    for number, tokens in enumerate(view.basestar_tokens(area)):
        ship = _ship(f"basestar{area}.{number}", "basestar", 1, offers.take("basestar", area, number))
        ship.kind, ship.hits = "flagship", len(tokens)
        ship.flags = [names.BASESTAR_TOKEN.names[token] for token in tokens]
        pieces.append(ship)
    for name, ships in (("raider", view.raiders), ("heavy", view.heavies), ("viper", view.vipers)):
        if ships[area]:
            pieces.append(_ship(f"{name}{area}", name, ships[area], offers.take(name, area)))
    for seat in view.pilots_in(area):
        ship = person(view, seat)
        ship.kind, ship.face = "ship", "s-viper"
        ship.targets = offers.take("pilot", seat)
        pieces.append(ship)
    pieces += [_civilian(area, number, token, offers) for number, token in enumerate(view.civilians[area].cards)]
    return Zone(
        f"area{area}",
        "area",
        Phrase("board.area", {"number": area}),
        say("board_help", "tube_area" if area in names.TUBES else "area"),
        pieces=pieces,
        targets=offers.take("area", area),
        at=list(_AREAS[area]),
        shape=_BORDERS[area],
    )


def _ship(name: str, unit: str, count: int, targets: list[Target]) -> Piece:
    return Piece(name, "ship", f"s-{unit}", say("unit", unit), say("unit_help", unit), count=count, targets=targets)


def _civilian(area: int, number: int, token: int, offers: Offers) -> Piece:
    """Return a civilian ship: face down but for who has looked at it."""
    piece = Piece(f"civilian{area}.{number}", "tile", "s-civilian", targets=offers.take("civilian", area, number))
    if token == UNKNOWN:
        piece.flags, piece.label, piece.help = ["unseen"], say("unit", "civilian"), say("unit_help", "civilian")
    else:
        kind = names.CIVILIAN_TOKEN
        piece.flags, piece.label, piece.help = ["known"], name_of(kind, token), help_of(kind, token)
    return piece


def _reserves(view: Battlestar, offers: Offers) -> Zone:
    """Return what stands ready, what is damaged, and the nukes."""
    pieces = [
        _ship(name, unit, count, offers.take(name))
        for name, unit, count in (
            ("reserve_vipers", "viper", view.reserves()),
            ("damaged_vipers", "viper", view.vipers_damaged),
            ("raptors", "raptor", view.raptors),
            ("nukes", "nuke", view.nukes),
        )
        if count
    ]
    for piece in pieces:
        piece.flags = ["damaged"] if piece.id == "damaged_vipers" else []
    gone = {"lost": view.vipers_destroyed, "civilians": len(view.civilian_pile), "nukes": names.NUKES - view.nukes}
    label, text = say("board", "reserves"), Phrase("board_help.reserves", gone)
    return Zone("reserves", "bay", label, text, pieces=pieces, at=[954, 468, 246, 116])
