"""View -> scene (section 9): the table as the browser, the terminal and the printer draw it."""
# Stays plain: draws for people

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Final

from shapan.engine.prompt import Prompt
from shapan.engine.scene import Phrase, Scene, Target
from shapan.games.battlefield import state as steps
from shapan.games.battlefield.board.fight import make_affair, make_duels
from shapan.games.battlefield.board.hand import make_combat, make_hand, make_piles
from shapan.games.battlefield.board.offers import BoardPrompt
from shapan.games.battlefield.board.players import make_panel, make_reading
from shapan.games.battlefield.board.prints import all_cards as all_cards
from shapan.games.battlefield.board.ring import make_ring
from shapan.games.battlefield.board.words import choices as choices
from shapan.games.battlefield.board.words import label as label
from shapan.games.battlefield.board.words import question as question
from shapan.games.battlefield.state import Battlefield

_STEPS: Final = ("draw", "development", "battle", "post_battle", "end")
_STEP: Final = {
    steps.TURN_START: 0, steps.DRAW: 0, steps.DEVELOPMENT: 1, steps.BATTLE: 2, steps.FIGHT: 2, steps.POST_BATTLE: 3,
    steps.END_OF_TURN: 4,
}  # fmt: skip
"""By step of a turn, which of the five that are shown it belongs to."""


def make_scene(
    view: Battlefield,
    viewer: int,
    legal: Sequence[int],
    prompt: Prompt[Any] | None,
    target: Callable[[Any, int], Target],
) -> Scene:
    """Return the whole table for a viewer with his legal codes, each made into a target (view, code)."""
    asked = BoardPrompt(view, viewer, legal, prompt, target)
    begun = view.ring > 0
    living = view.living()
    scene = Scene(
        round=view.round,
        steps=[Phrase(f"board.step_{name}") for name in _STEPS],
        step=_STEP.get(view.step, -1),
        active=view.active if begun else -1,
        turns=[*([view.active] if view.active in living else []), *view.others(view.active)] if begun else [],
        zones=[make_ring(view, asked), *make_combat(view, viewer, asked), *make_piles(view)],
        panels=[make_panel(view, seat, asked) for seat in range(view.seats)],
        affair=make_affair(view),
        duels=make_duels(view),
        hand=make_hand(view, viewer, asked),
        reading=make_reading(view, prompt),
    )
    scene.buttons = asked.offers.buttons()
    return scene
