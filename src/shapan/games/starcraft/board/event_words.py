"""SC-11.8: the buttons of an event card: what is built, bought, placed or struck by each choice."""
# Stays plain: draws for people

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from shapan.engine.actions import DONE
from shapan.engine.phrases import inner, listed, say, term
from shapan.engine.scene import Phrase
from shapan.games.starcraft import actions as a
from shapan.games.starcraft import cards, formulas, names
from shapan.games.starcraft.board.pieces import unlocked_by
from shapan.games.starcraft.board.words import area_of, cost_of, label, unit_of
from shapan.games.starcraft.rules import event_choices
from shapan.games.starcraft.state import StarCraft

_AT_AREA: Final = {
    cards.PROSPECTING: "restore",
    cards.EXPANSION_PLAN: "build_base",
    cards.ORBITAL_STRIKE: "strike",
}
"""By event, what is done in the area that is chosen; the others place units there."""


def label_after(view: StarCraft, seat: int, picked: Sequence[int], code: int) -> Phrase | None:
    """Return what a choice of an event brings, named with what was chosen before it; None for other answers."""
    if code == DONE or not picked or not a.PLAY.has(picked[0]):
        return None
    card, parts = a.PLAY.value(picked[0]), picked[1:]
    family = a.ACTIONS.of(code)
    if family is a.P_BUILDING:
        return _build(view, seat, a.P_BUILDING.value(code))
    if family is a.P_LEVEL:
        return _build(view, seat, event_choices.value(parts, a.P_BUILDING))
    if family is a.P_DISCOUNT:
        cost = event_choices.price([*parts, code])
        return say("event_choice", "pay", what=inner(_bought(view, seat, parts)), cost=inner(cost_of(cost)))
    if family is a.P_TECHNOLOGY:
        bought = cards.EVENT_OF[card] == cards.LICENSED_RESEARCH
        return say("event_choice", "buy" if bought else "take", what=inner(label(view, code)))
    if family is a.P_AREA:
        return _in_area(view, seat, card, [*parts, code])
    return None


def _level(view: StarCraft, seat: int, building: int) -> Phrase:
    """Return the next level of a building."""
    level = view.levels[seat][building] + 1
    return say(
        "board", "building", building=term("building", names.BUILDINGS[building]), level=term("level", str(level))
    )


def _build(view: StarCraft, seat: int, building: int) -> Phrase:
    """SC-5.4: return which level is built, and which units it unlocks."""
    level, made = view.levels[seat][building] + 1, inner(_level(view, seat, building))
    units = [unit_of(unit) for unit in unlocked_by(building, level, level)]
    if not units:
        return say("event_choice", "build", what=made)
    return say("event_choice", "build_for", what=made, units=inner(listed(units)))


def _bought(view: StarCraft, seat: int, parts: Sequence[int]) -> Phrase:
    """Return what is paid for."""
    building = event_choices.value(parts, a.P_BUILDING)
    if building >= 0:
        return _level(view, seat, building)
    module = event_choices.value(parts, a.P_MODULE)
    if module >= 0:
        return say("module", names.MODULES[module])
    return say("technology", cards.TECHNOLOGIES[event_choices.value(parts, a.P_TECHNOLOGY)])


def _in_area(view: StarCraft, seat: int, card: int, parts: Sequence[int]) -> Phrase:
    """Return what happens in the area that is chosen."""
    event, area = cards.EVENT_OF[card], event_choices.value(parts, a.P_AREA)
    if event in _AT_AREA:
        return say("event_choice", _AT_AREA[event], area=inner(area_of(area)))
    units = [unit for unit, _ in event_choices.landings(view, seat, card, parts)]
    if len(units) > formulas.room(view, seat, area):
        return say("event_choice", "land_some", area=inner(area_of(area)))
    return say("event_choice", "land", units=inner(listed(_counted(units))), area=inner(area_of(area)))


def _counted(units: Sequence[int]) -> list[Phrase]:
    kinds = sorted(set(units))
    return [say("board", "so_many", number=units.count(unit), what=inner(unit_of(unit))) for unit in kinds]
