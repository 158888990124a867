"""Which thing or place of the table offers an answer, and where it leads on to (13.6)."""
# Stays plain: draws for people

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from shapan.engine import viewer_prompt as engine
from shapan.engine.actions import DONE, Family
from shapan.engine.offers import Places, placed
from shapan.engine.phrases import inner, say
from shapan.engine.scene import Phrase, Target
from shapan.games.starcraft import actions as a
from shapan.games.starcraft import cards, names, space
from shapan.games.starcraft.board.pieces import area_id, route_id, slot_id
from shapan.games.starcraft.board.prints import combat_card, faction_card, slots_told
from shapan.games.starcraft.board.words import planet_of
from shapan.games.starcraft.state import StarCraft

_PLACES: Final[Places] = {
    a.PLACE_PLANET: lambda planet, x, y, turn: ("tile", planet),
    **placed("area", a.PLACE_BASE, a.BUILD_BASE, a.FROM, a.WITHDRAW, a.RETREAT, a.P_AREA),
    a.PLACE_Z: lambda major, minor: ("slot", major),
    a.START_UNIT: lambda area, unit: ("shop", unit),
    a.START_TRANSPORT: lambda route: ("shop", "transport"),
    a.PLACE_ORDER: lambda order, planet: ("planet", planet),
    **placed("planet", a.REVEAL),
    a.DESTROY_UNIT: lambda unit, area: ("unit", area, unit),
    a.DESTROY_BASE: lambda area: ("base", area),
    a.DESTROY_TRANSPORT: lambda route: ("transport", route),
    **placed("source", a.PAY),
    a.BUILD_WORKER: lambda: ("shop", "worker"),
    a.BUILD_TRANSPORT: lambda route: ("shop", "transport"),
    a.BUILD_UNIT: lambda unit, area: ("shop", unit),
    a.BUILD_BUILDING: lambda building, level: ("building", building),
    **placed("module", a.BUILD_MODULE),
    a.LIFT_OFF: lambda source, to: ("area", to),
    a.MOVE: lambda unit, to, source: ("unit", source, unit),
    a.RECALL: lambda unit, source, to: ("unit", source, unit),
    **placed("technology", a.BUY_TECHNOLOGY, a.P_TECHNOLOGY),
    a.PAIR: lambda attacker, defender: ("fighter", attacker),
    **placed("fighter", a.FRONT, a.LOSE, a.EXCESS),
    a.SUPPORT: lambda skirmish, unit: ("fighter", unit),
    a.LOSE_AT: lambda unit, skirmish, front: ("fighter", unit),
    a.PLACE: lambda skirmish, card: ("hand", card),
    a.REINFORCE: lambda skirmish, card: ("hand", card),
    **placed("hand", a.DISCARD),
    **placed("event", a.PLAY),
    a.P_PLACE: lambda unit, area: ("area", area),
    **placed("route", a.P_ROUTE, a.P_ROUTES),
    **placed("slot", a.P_SLOT),
    **placed("panel", a.P_TARGET),
}
"""Where an answer is offered; the others are buttons."""

_BUTTONS_TOO: Final = {
    a.PLACE_BASE, a.REVEAL, a.BUILD_BASE, a.FRONT, a.LOSE, a.LOSE_AT, a.WITHDRAW, a.RETREAT, a.SUPPORT,
    a.RESOLVE,
}  # fmt: skip
"""Offered by a place and by a button: there are few, and the place may be small."""

_DECLINED: Final = ("obstructed", "lift_off", "recall", "research_draw", "technology", "start_of_battle")
"""Questions whose refusal says what is not done."""

_AREAS: Final = {a.BUILD_UNIT: 1, a.START_UNIT: 0, a.MOVE: 1, a.RECALL: 2}
"""By family, which of its parameters is the area to which it leads."""


def cell_id(x: int, y: int) -> str:
    """Return the id of a free cell of the galaxy."""
    return f"cell.{x - names.MAX_SIDE}.{y - names.MAX_SIDE}"


def onto(view: StarCraft, family: Family, values: Sequence[int]) -> list[str]:
    """Return the places to which an answer leads from where it is offered."""
    if family in _AREAS:
        return [f"zone:{area_id(values[_AREAS[family]])}"]
    if family is a.PLACE_PLANET:
        return [f"zone:{cell_id(values[1], values[2])}"]
    if family is a.PLACE_Z:
        return [f"zone:{slot_id(values[1])}"]
    if family in (a.BUILD_TRANSPORT, a.START_TRANSPORT):
        return [f"zone:{route_id(values[0])}"]
    if family is a.PAIR:
        return [f"piece:foe.{names.UNITS[values[1]]}"]
    return []


class BoardPrompt(engine.ViewerPrompt[StarCraft]):
    """The viewer and his answers, sorted to what offers them. Who draws a thing takes its targets."""

    places = _PLACES
    buttons_too = _BUTTONS_TOO

    def codes(self, family: Family) -> list[int]:
        """Return the answers of a family."""
        return [code for code in self.legal if family.has(code)]

    def told(self, code: int) -> Target:
        """Return an answer with where it may be carried, and the card that it is about."""
        made = super().told(code)
        if code == DONE:
            made.label = Phrase("action.done")
            return made
        family = a.ACTIONS.of(code)
        values = family.values(code)
        made.onto = onto(self.view, family, values)
        if code == a.PASS and self.key in _DECLINED:
            made.label = say("action", f"{self.key}_pass")
        if family in a.DESTROY:
            made.unmarked = True
        elif family is a.PLACE_PLANET:
            made.sides = space.slot_sides(values[0], values[3])
            made.help = slots_told("slots_open", made.sides)
        elif family is a.PLACE_Z:
            made.help = say("board", "z_built", planet=inner(planet_of(values[0] // len(names.SIDES))))
        elif family is a.PLACE_ORDER:
            made.mode = names.ORDERS[values[0]]
        elif family is a.FACTION:
            made.card = faction_card(f"choice.{names.FACTIONS[values[0]]}", values[0])
        elif family is a.TAKE_COPY:
            made.card = combat_card(f"choice.{cards.CARDS[values[0]]}", values[0])
        elif family in (a.USE, a.USE_ON_UNIT, a.USE_ON_WORKER):
            made.help = starter_text(values[0])
        elif family is a.PLAY and self.key == "event":
            made.help = say("event_text", cards.EVENTS[values[0]])
        return made


def starter_text(card: int) -> Phrase:
    """SC-9.2: return what a start-of-battle ability does: that of a technology, or of a kept event."""
    word = cards.STARTER.names[card]
    return say("technology_text" if card < len(cards.STARTERS) else "event_text", word)
