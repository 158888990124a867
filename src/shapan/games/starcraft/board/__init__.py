"""View -> scene (section 9): the table as the browser, the terminal and the printer draw it."""
# Stays plain: draws for people

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Final

from shapan.engine.phrases import say
from shapan.engine.prompt import Prompt
from shapan.engine.scene import Mode, Phrase, Scene, Target
from shapan.games.starcraft import names
from shapan.games.starcraft import state as steps
from shapan.games.starcraft.board.battle import make_affair, make_duels, make_reading
from shapan.games.starcraft.board.decks import make_alarms, make_decks, make_piles, make_track
from shapan.games.starcraft.board.galaxy import make_galaxy
from shapan.games.starcraft.board.offers import BoardPrompt
from shapan.games.starcraft.board.players import make_panel
from shapan.games.starcraft.board.preview import preview as preview
from shapan.games.starcraft.board.prints import all_cards as all_cards
from shapan.games.starcraft.board.trays import make_hand, make_trays
from shapan.games.starcraft.board.words import label as label
from shapan.games.starcraft.board.words import question as question
from shapan.games.starcraft.records import PHASES
from shapan.games.starcraft.state import StarCraft

_PHASES: Final = ("planning", "execution", "regrouping")


def make_scene(
    view: StarCraft,
    viewer: int,
    legal: Sequence[int],
    prompt: Prompt[Any] | None,
    target: Callable[[Any, int], Target],
) -> Scene:
    """Return the whole table for a viewer with his legal codes, each made into a target (view, code)."""
    asked = BoardPrompt(view, viewer, legal, prompt, target)
    begun = view.step >= steps.PLANNING
    order = view.in_turn()
    named, step = _steps(view)
    scene = Scene(
        round=view.round if begun else 0,
        steps=named,
        step=step,
        active=view.active,
        turns=_from(order, view.active) if begun and view.step < steps.REGROUP else [],
        zones=[
            *make_track(view),
            make_galaxy(view, asked),
            *make_trays(view, asked),
            *make_decks(view),
            *(make_piles(view, viewer) if viewer < view.seats else []),
        ],
        panels=[make_panel(view, seat, asked) for seat in range(view.seats)],
        affair=make_affair(view),
        duels=make_duels(view, viewer, asked.key),
        modes=_modes(view, viewer) if asked.key == "place_order" else [],
        hand=make_hand(view, asked),
        reading=make_reading(view, asked.key),
        alarms=make_alarms(view),
    )
    scene.buttons = asked.offers.buttons()
    return scene


def _steps(view: StarCraft) -> tuple[list[Phrase], int]:
    """Return the phases of a round; in a battle its steps take their place."""
    if view.battle is not None:
        return [say("battle_step", name) for name in PHASES], view.battle.at
    step = -1
    if view.step >= steps.REGROUP:
        step = 2
    elif view.step >= steps.PLANNING:
        step = int(view.step > steps.PLANNING)
    return [say("phase", name) for name in _PHASES], step


def _from(order: list[int], seat: int) -> list[int]:
    """Return the seats in their order from one of them on."""
    if seat not in order:
        return order
    at = order.index(seat)
    return [*order[at:], *order[:at]]


def _modes(view: StarCraft, viewer: int) -> list[Mode]:
    """SC-2.1, 2.5: the kinds of orders, each with how many tokens are left."""
    left = view.supply[viewer].cards
    return [
        Mode(
            word,
            say("order_short", word),
            say("board", "orders_left", number=left.count(order)),
        )
        for order, word in enumerate(names.ORDERS)
        if order in left
    ]
