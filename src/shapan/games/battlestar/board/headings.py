"""How answers are drawn and under which heading they stand in a list."""
# Stays plain: draws for people

from __future__ import annotations

from typing import Final

from shapan.engine.actions import Family
from shapan.engine.scene import Phrase
from shapan.games.battlestar import actions as a
from shapan.games.battlestar import names
from shapan.games.battlestar.board.words import SUITS, place_of

VERBS: Final[dict[Family, str]] = {
    **dict.fromkeys((a.MOVE, a.MOVE_PAYING, a.FLY, a.FLY_UNMANNED, a.GO, a.SHIFT_CIVILIAN, a.BOARD), "move"),
    **dict.fromkeys((a.ATTACK, a.TARGET, a.SHOOT_CENTURION, a.ATTACK_UNMANNED, a.NUKE), "attack"),
    **dict.fromkeys((a.DESTROY_RAIDER, a.DESTROY_HEAVY, a.DESTROY_CENTURION), "attack"),
    **dict.fromkeys((a.LAUNCH, a.LAUNCH_AREA, a.SHORT_AREA, a.PUT_BOTTOM, a.PUT_UNDER), "place"),
    **dict.fromkeys((a.CARD, a.PICK_CIVILIAN, a.VIPER_IN, a.VIPER_OF), "pay"),
    a.GIVE_TITLE: "give",
    **dict.fromkeys((a.LOOK_CIVILIAN, a.SCOUT), "look"),
}
_HEADINGS: Final[dict[Family, str]] = {
    **dict.fromkeys((a.ACT_LOCATION, a.FLY, a.ATTACK), "here"),
    a.MOVE: "free",
    **dict.fromkeys((a.PLAY, a.TAKE), "skills"),
    **dict.fromkeys((a.DRAW_QUORUM, a.PLAY_QUORUM, a.NUKE), "title"),
    **dict.fromkeys((a.ABILITY, a.REVEAL), "own"),
}


def group(code: int) -> Phrase | None:
    """Return the heading of an answer: the place that a card is paid for, the kind of a card, else whose it is."""
    family = a.ACTIONS.of(code)
    if family is a.MOVE_PAYING:
        return place_of(family.value(code))
    if family is a.CARD:
        return SUITS[names.type_of(a.CARD.value(code))].label
    word = _HEADINGS.get(family)
    return None if word is None else Phrase(f"group.{word}")
