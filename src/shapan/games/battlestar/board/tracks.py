"""Numbers of the whole table: the dials, the distance, and the tracks of the jump and of boarding (section 9)."""
# Stays plain: draws for people

from __future__ import annotations

from typing import Final

from shapan.engine.offers import Offers
from shapan.engine.scene import Fact, Phrase, Zone
from shapan.games.battlestar import names
from shapan.games.battlestar.board.fleet import ship
from shapan.games.battlestar.board.words import say
from shapan.games.battlestar.rules.jump import BLUE, KOBOL_DISTANCE
from shapan.games.battlestar.rules.resources import MOST
from shapan.games.battlestar.state import Battlestar

_GLYPHS: Final = ("d-fuel", "d-food", "d-morale", "d-pop")
JUMP_SPACES: Final = 6
BOARDING_SPACES: Final = 4
LOW: Final = 2
"""From here on a resource can be gone within a turn."""


def make_facts(view: Battlestar) -> list[Fact]:
    """Return the four dials with their red zones, and the distance."""
    dials = [
        Fact(name, say("resource", name), value, MOST, glyph, rule="BSG-15.2", danger=red)
        for name, value, glyph, red in zip(names.DIALS, view.dials, _GLYPHS, names.RED, strict=True)
    ]
    return [
        *dials,
        Fact("distance", say("board", "distance"), view.distance, KOBOL_DISTANCE, "f-planet", rule="BSG-14.3"),
    ]


def make_alarms(view: Battlestar) -> list[Phrase]:
    """Return what may soon end the match (BSG-15.2, 15.3), for players who have not learned to look at the dials."""
    alarms = [
        Phrase("alarm.resource", {"what": names.DIAL.phrase(dial), "count": value})
        for dial, value in enumerate(view.dials)
        if value <= LOW
    ]
    if view.boarding[BOARDING_SPACES - 1]:
        alarms.append(say("alarm", "boarding"))
    if len(view.damage_on) == len(names.DAMAGED_LOCATIONS) - 1:
        alarms.append(say("alarm", "damage"))
    if view.distance >= KOBOL_DISTANCE:
        alarms.append(say("alarm", "kobol"))
    return alarms


def make_tracks(view: Battlestar, offers: Offers) -> list[Zone]:
    """Return the Jump Preparation track and the boarding track."""
    spaces = [_jump_space(view, number) for number in range(JUMP_SPACES)]
    boarded = [_boarding_space(view, space, offers) for space in range(BOARDING_SPACES + 1)]
    return [_track("jump_track", "d-jump", spaces), _track("boarding_track", "s-centurion", boarded)]


def _track(name: str, glyph: str, spaces: list[Zone]) -> Zone:
    return Zone(name, "track", say("board", name), say("board_help", name), glyph, zones=spaces)


def _jump_space(view: Battlestar, number: int) -> Zone:
    """BSG-14.1, 14.2: from space 3 on the fleet can jump at a price, on the last it jumps by itself."""
    flags = ["danger"] if number < min(BLUE) else ["safe"]
    if number == view.track:
        flags.append("here")
    text = None
    if number in BLUE:
        label, text = (Phrase(f"board.{key}", {"number": BLUE[number]}) for key in ("cost_mark", "jump_cost"))
    elif number == JUMP_SPACES - 1:
        label, text = say("board", "auto_mark"), say("board", "jump_auto")
    else:
        label = Phrase("board.space_mark", {"number": number})
    return Zone(f"jump{number}", "space", label, text, "d-jump", flags=flags)


def _boarding_space(view: Battlestar, space: int, offers: Offers) -> Zone:
    """BSG-15.2: a centurion on the last space ends the match."""
    last = space == BOARDING_SPACES
    label = say("board", "lost_mark") if last else Phrase("board.space_mark", {"number": space})
    text = say("board", "boarded") if last else None
    zone = Zone(f"boarding{space}", "space", label, text, flags=["danger"] if last else [])
    if not last and view.boarding[space]:
        piece = ship(f"centurion{space}", "centurion", view.boarding[space], offers.take("centurion", space))
        zone.pieces.append(piece)
    return zone
