"""View -> scene (section 9): the table as the browser, the terminal and the printer draw it."""
# Stays plain: draws for people

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Final

from shapan.engine.game import Outcome
from shapan.engine.prompt import Prompt
from shapan.engine.scene import Phrase, Scene, Target
from shapan.games.battlestar import names
from shapan.games.battlestar.board.cards import make_decks, make_drawn, make_hand
from shapan.games.battlestar.board.case import make_case
from shapan.games.battlestar.board.closing import make_closing as make_closing
from shapan.games.battlestar.board.fleet import make_map
from shapan.games.battlestar.board.idle_questions import decides as decides
from shapan.games.battlestar.board.idle_questions import decline_key as decline_key
from shapan.games.battlestar.board.idle_questions import why_idle as why_idle
from shapan.games.battlestar.board.moments import MOMENTS as MOMENTS
from shapan.games.battlestar.board.offers import make_offers
from shapan.games.battlestar.board.players import make_panel
from shapan.games.battlestar.board.preview import preview as preview
from shapan.games.battlestar.board.prompt_card import make_reading
from shapan.games.battlestar.board.tracks import make_alarms, make_facts, make_tracks
from shapan.games.battlestar.state import Battlestar

_STEPS: Final = ("receive", "movement", "action", "crisis", "activate", "jump")
_FIRST_STEP: Final = 2
"""The number of the first of these in `step_codes.STEP_WORDS`."""


def make_scene(
    view: Battlestar, viewer: int, legal: Sequence[int], prompt: Prompt[Any] | None, target: Callable[..., Target]
) -> Scene:
    """Return the whole table for a viewer with his legal codes, each made into a target (view, code)."""
    offers = make_offers(view, viewer, legal, prompt, target)
    step = view.step - _FIRST_STEP
    scene = Scene(
        round=view.turn,
        steps=[Phrase(f"board.step_{name}") for name in _STEPS],
        step=step if 0 <= step < len(_STEPS) else -1,
        active=view.active,
        turns=[] if view.active < 0 else view.clockwise(view.active),
        facts=make_facts(view),
        zones=[
            *make_tracks(view, offers),
            make_map(view, offers),
            *make_drawn(view, offers),
            *make_decks(view, offers),
        ],
        panels=[make_panel(view, seat, viewer, offers) for seat in range(view.seats)],
        case=make_case(view, is_asked=prompt is not None),
        reading=[] if prompt is None else make_reading(view, prompt.key),
        hand=make_hand(view, viewer, offers),
        alarms=make_alarms(view),
    )
    scene.buttons = offers.buttons()
    return scene


def ending(view: Battlestar, outcome: Outcome) -> Phrase | None:
    """Return which side won and by what (BSG-15.2 to 15.5); None for an ending that is not of the rules."""
    if outcome.result == "humans":
        return Phrase("ending.humans")
    if outcome.result != "cylons":
        return None
    empty = [name for name, left in zip(names.DIALS, view.dials, strict=True) if not left]
    damaged = len(view.damage_on) == len(names.DAMAGED_LOCATIONS)
    return Phrase(f"ending.cylons_{empty[0] if empty else 'damage' if damaged else 'boarding'}")
