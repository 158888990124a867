"""Which thing or place of the table offers an answer, and what the answer is called there."""
# Stays plain: draws for people

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Final

from shapan.engine.actions import DONE
from shapan.engine.offers import Key, Offers, Places, placed
from shapan.engine.prompt import Prompt
from shapan.engine.scene import Phrase, Target
from shapan.games.battlestar import actions as a
from shapan.games.battlestar import names
from shapan.games.battlestar.board.prints import character_card
from shapan.games.battlestar.board.words import help_of, say, sheet, skill_of
from shapan.games.battlestar.state import Battlestar


def _ship(unit: int, area: int, number: int) -> Key:
    name = names.UNITS[unit]
    return (name, area, number) if unit in (names.BASESTAR, names.CIVILIAN) else (name, area)


def _place(place: int) -> Key:
    return ("location", place) if place < names.SPACE else ("area", place - names.SPACE)


_PLACES: Final[Places] = {
    **placed("area", a.LAUNCH_AREA, a.FLY, a.LAUNCH, a.BOARD),
    **placed("location", a.GO),
    **placed("hand", a.PLAY, a.CARD),
    **placed("quorum", a.PLAY_QUORUM, a.PUT_BOTTOM),
    **placed("destination", a.PICK_DESTINATION, a.PUT_UNDER),
    **placed("crisis", a.KEEP_CRISIS),
    **placed("super", a.PLAY_SUPER),
    **placed("loyalty", a.REVEAL),
    **placed("token", a.TOKEN),
    **placed("panel", a.WHO),
    **placed("pilot", a.VIPER_OF),
    **placed("viper", a.VIPER_IN),
    **placed("raider", a.DESTROY_RAIDER),
    **placed("heavy", a.DESTROY_HEAVY),
    **placed("centurion", a.SHOOT_CENTURION, a.DESTROY_CENTURION),
    **placed("civilian", a.LOOK_CIVILIAN, a.PICK_CIVILIAN),
    **placed("nukes", a.NUKE),
    a.MOVE: _place,
    a.MOVE_PAYING: lambda place, card: _place(place),
    a.DRAW: lambda type_: ("deck", f"skill{type_}"),
    a.DRAW_QUORUM: lambda: ("deck", "quorum"),
    a.SCOUT: lambda deck: ("deck", a.DECK.names[deck]),
    a.TARGET: lambda area, unit, number: _ship(unit, area, number),
    a.FLY_UNMANNED: lambda start, to: ("viper", start),
    a.ATTACK_UNMANNED: lambda area, unit, number: _ship(unit, area, number),
    a.SHORT_AREA: lambda unit, area: ("area", area),
}
"""Where an answer is offered; the others are buttons."""

_BUTTONS_TOO: Final = {
    a.ACT_LOCATION, a.DRAW, a.DRAW_QUORUM, a.NUKE, a.REVEAL, a.SCOUT, a.SHORT_AREA, a.PLAY_SUPER, a.LAUNCH
}  # fmt: skip
"""Offered by a place and by a button: the place may be small, folded away, or named several times."""

_SKILLS: Final = (a.PLAY, a.TAKE)
_TOLD: Final = (a.PLAY_QUORUM, a.PUT_BOTTOM, a.REVEAL, a.KEEP_CRISIS, a.PICK_DESTINATION, a.PUT_UNDER, a.GO)
"""Answers that say what their card does, or what is done at their place."""

_DECLINES: Final = {"action": "nothing", "handover_target": "keep", "sympathizer_target": "keep", "exchange": "keep"}
"""What it is called to decline, by question, where the word of the notation says too little."""


def make_offers(
    view: Battlestar, viewer: int, legal: Sequence[int], prompt: Prompt[Any] | None, target: Callable[..., Target]
) -> Offers:
    """Return the viewer's answers, each made into a target (view, code), sorted to what offers them."""
    places: Places = _PLACES
    if legal and viewer < view.seats:
        at = view.at[viewer]
        places = {
            **_PLACES,
            a.ACT_LOCATION: lambda: _place(at),
            a.ATTACK: lambda unit, number: _ship(unit, at - names.SPACE, number),
        }
    return Offers(legal, prompt, lambda code: _told(view, viewer, prompt, target(view, code)), places, _BUTTONS_TOO)


def _at_place(view: Battlestar, viewer: int) -> Phrase:
    """Return what is done at a place; for who has to pay for it first, that too (C1)."""
    place = help_of(names.PLACE, view.at[viewer])
    if not view.is_character(viewer, names.ROSLIN):
        return place
    words = {name: {"term": f"{name}.laura_roslin"} for name in ("drawback", "drawback_help")}
    return Phrase("use.location_after", {**words, "help": {"term": place.key}})


def _told(view: Battlestar, viewer: int, prompt: Prompt[Any] | None, target: Target) -> Target:
    """Return an answer with what its card or place says of it, and where a ship may be carried."""
    if target.code == DONE:
        if prompt is not None:
            target.label = say("action", _DECLINES.get(prompt.key, prompt.decline))
        return target
    family = a.ACTIONS.of(target.code)
    values = family.values(target.code)
    if family is a.CARD:
        target.help = skill_of(values[0])
    elif family in _SKILLS:
        target.help = skill_of(values[0], "skill_help")
    elif family in _TOLD:
        target.help = help_of(family.parameters[0][1], values[0])
    elif family is a.PICK_CHARACTER:
        target.help = sheet(values[0])
        target.card = character_card(f"choice.{names.CHARACTERS[values[0]]}", values[0])
    elif family is a.ACT_LOCATION:
        place = {"place": names.PLACE.phrase(view.at[viewer])}
        target.label = say("use", "brig") if view.in_brig(viewer) else Phrase("use.location", place)
        target.help = _at_place(view, viewer)
    elif family is a.ABILITY:
        word = names.CHARACTERS[view.characters[viewer]]
        target.label = Phrase("use.ability", {"ability": {"term": f"once.{word}"}})
        target.help = say("once_help", word)
    elif family is a.CHOOSE_BOX and len(view.crisis_now):
        target.help = say("outcome", f"{names.CRISES[view.crisis_now.first]}_{'ab'[values[0]]}")
    elif family is a.FLY_UNMANNED:
        target.onto = [f"zone:area{values[1]}"]
    return target
