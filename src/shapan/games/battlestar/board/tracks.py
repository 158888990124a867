"""Numbers of the whole table: the dials, the distance, and the tracks of the jump and of boarding (section 9)."""
# Stays plain: draws for people

from __future__ import annotations

from typing import Final

from shapan.engine.offers import Offers
from shapan.engine.scene import Fact, Phrase, Piece, Zone
from shapan.games.battlestar import names
from shapan.games.battlestar.board.words import say
from shapan.games.battlestar.state import Battlestar

_GLYPHS: Final = ("d-fuel", "d-food", "d-morale", "d-pop")
MOST: Final = 15
JUMP_SPACES: Final = 6
JUMP_COSTS: Final = {3: 3, 4: 1}
FIRST_JUMP: Final = 3
BOARDING_SPACES: Final = 4
TO_KOBOL: Final = 8
LOW: Final = 2
"""From here on a resource can be gone within a turn."""


def make_facts(view: Battlestar) -> list[Fact]:
    """Return the four dials with their red zones, and the distance."""
    dials = [
        Fact(name, say("resource", name), value, MOST, glyph, rule="BSG-15.2", danger=red)
        for name, value, glyph, red in zip(names.DIALS, view.dials, _GLYPHS, names.RED, strict=True)
    ]
    return [*dials, Fact("distance", say("board", "distance"), view.distance, TO_KOBOL, "f-planet", rule="BSG-14.3")]


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
    if view.distance >= TO_KOBOL:
        alarms.append(say("alarm", "kobol"))
    return alarms


def make_tracks(view: Battlestar, offers: Offers) -> list[Zone]:
    """Return the Jump Preparation track and the boarding track."""
    return [
        Zone(
            "jump_track",
            "track",
            say("board", "jump_track"),
            say("board_help", "jump_track"),
            "d-jump",
            zones=[_jump_space(view, number) for number in range(JUMP_SPACES)],
        ),
        Zone(
            "boarding_track",
            "track",
            say("board", "boarding_track"),
            say("board_help", "boarding_track"),
            "s-centurion",
            zones=[_boarding_space(view, space, offers) for space in range(BOARDING_SPACES + 1)],
        ),
    ]


def _jump_space(view: Battlestar, number: int) -> Zone:
    """BSG-14.1, 14.2: from space 3 on the fleet can jump at a price, on the last it jumps by itself."""
    flags = ["danger"] if number < FIRST_JUMP else ["safe"]
    if number == view.track:
        flags.append("here")
    text = None
    if number in JUMP_COSTS:
        label, text = (Phrase(f"board.{key}", {"number": JUMP_COSTS[number]}) for key in ("cost_mark", "jump_cost"))
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
        piece = Piece(
            f"centurion{space}",
            "ship",
            "s-centurion",
            say("unit", "centurion"),
            say("unit_help", "centurion"),
            count=view.boarding[space],
            targets=offers.take("centurion", space),
        )
        zone.pieces.append(piece)
    return zone
