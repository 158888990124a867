"""The map: Galactica among the six areas of space, Colonial One, the Cylon locations, Reserves (section 9)."""
# Stays plain: draws for people

from __future__ import annotations

from typing import Final

from shapan.engine.kinds import UNKNOWN
from shapan.engine.offers import Offers
from shapan.engine.scene import Phrase, Piece, Print, Target, Zone
from shapan.games.battlestar import actions as a
from shapan.games.battlestar import names
from shapan.games.battlestar.board.words import help_of, name_of, say
from shapan.games.battlestar.cards import BOMB_ON_COLONIAL_1, COLONIAL_ONE_PLACES, CYLON_PLACES, GALACTICA, HAZARDOUS
from shapan.games.battlestar.rules.attacks import is_damaged
from shapan.games.battlestar.state import Battlestar

_MAP: Final = names.table("map")
_SHIPS: Final = {"colonial_one": COLONIAL_ONE_PLACES, "cylon_locations": CYLON_PLACES}


def make_map(view: Battlestar, offers: Offers) -> Zone:
    """Return the board of places with all ships and people on it."""
    galactica, colonial_one, cylon = (
        [_room(view, place, offers) for place in places] for places in (GALACTICA, COLONIAL_ONE_PLACES, CYLON_PLACES)
    )
    zones = [
        *(_area(view, area, offers) for area in range(names.AREAS)),
        *galactica,
        _bay("colonial_one", say("ship", "colonial_one")),
        *colonial_one,
        _bay("cylon_locations", say("ship", "cylon_locations")),
        *cylon,
        _reserves(view, offers),
    ]
    return Zone("map", "map", say("board", "map"), zones=zones, size=_MAP["size"], art="x-hull", scenery="space")


def _bay(name: str, label: Phrase) -> Zone:
    return Zone(name, "bay", label, at=_MAP["bays"][name]["at"], art=_MAP["bays"][name].get("art", ""))


def person(view: Battlestar, seat: int) -> Piece:
    """Return the token of a character."""
    return Piece(f"person{seat}", "person", label=Phrase("board.person", {"seat": {"seat": seat}}), owner=seat)


def _room(view: Battlestar, place: int, offers: Offers) -> Zone:
    """Return a location with who is there; a damaged or closed one says so."""
    name = names.LOCATIONS[place]
    bombed = place in COLONIAL_ONE_PLACES and BOMB_ON_COLONIAL_1 in view.supers_in_play.cards
    flags = {"damaged": is_damaged(view, place), "hazard": place in HAZARDOUS, "closed": bombed}
    return Zone(
        f"location.{name}",
        "room",
        name_of(names.LOCATION, place),
        help_of(names.LOCATION, place),
        _MAP["rooms"][name].get("glyph", ""),
        pieces=[person(view, seat) for seat in range(view.seats) if view.at[seat] == place],
        targets=offers.take("location", place),
        at=_MAP["rooms"][name]["at"],
        flags=[flag for flag, on in flags.items() if on],
        would=offers.would((a.MOVE, place), (a.GO, place)),
        print=Print(kind=say("ship", _ship_of(place)), text=help_of(names.LOCATION, place)),
    )


def _ship_of(place: int) -> str:
    return next((name for name, places in _SHIPS.items() if place in places), "galactica")


def _area(view: Battlestar, area: int, offers: Offers) -> Zone:
    """Return an area of space: basestars with their damage, Cylon ships and vipers with counts, pilots, civilians."""
    pieces = []
    for number, tokens in enumerate(view.basestar_tokens(area)):
        piece = ship(f"basestar{area}.{number}", "basestar", 1, offers.take("basestar", area, number))
        piece.kind, piece.hits = "flagship", len(tokens)
        piece.flags = [names.BASESTAR_TOKEN.names[token] for token in tokens]
        pieces.append(piece)
    for name, ships in (("raider", view.raiders), ("heavy", view.heavies), ("viper", view.vipers)):
        if ships[area]:
            pieces.append(ship(f"{name}{area}", name, ships[area], offers.take(name, area)))
    for seat in view.pilots_in(area):
        piece = person(view, seat)
        piece.kind, piece.face, piece.targets = "ship", "s-viper", offers.take("pilot", seat)
        pieces.append(piece)
    pieces += [_civilian(area, number, token, offers) for number, token in enumerate(view.civilians[area].cards)]
    return Zone(
        f"area{area}",
        "area",
        Phrase("board.area", {"number": area}),
        say("board_help", "tube_area" if area in names.TUBES else "area"),
        pieces=pieces,
        targets=offers.take("area", area),
        at=_MAP["areas"][area]["at"],
        shape=_MAP["areas"][area]["border"],
    )


def ship(name: str, unit: str, count: int, targets: list[Target]) -> Piece:
    """Return units that stand together."""
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
        ship(name, unit, count, offers.take(name))
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
    zone = _bay("reserves", say("board", "reserves"))
    zone.help, zone.pieces = Phrase("board_help.reserves", gone), pieces
    return zone
