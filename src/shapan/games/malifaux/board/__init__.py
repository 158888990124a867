"""View -> scene (section 9): the table as the browser, the terminal and the printer draw it."""
# Stays plain: draws for people

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Final

from shapan.engine.phrases import say
from shapan.engine.prompt import Prompt
from shapan.engine.scene import Phrase, Scene, Target
from shapan.games.malifaux import state as steps
from shapan.games.malifaux.board.aiming import aim as aim
from shapan.games.malifaux.board.aiming import leg as leg
from shapan.games.malifaux.board.cards import all_cards as all_cards
from shapan.games.malifaux.board.choosing import make_deeds
from shapan.games.malifaux.board.closing import closing as closing
from shapan.games.malifaux.board.closing import ending as ending
from shapan.games.malifaux.board.dossier import DOSSIERS as DOSSIERS
from shapan.games.malifaux.board.dossier import sum_up as sum_up
from shapan.games.malifaux.board.duel import make_duels
from shapan.games.malifaux.board.ground import make_ground
from shapan.games.malifaux.board.hand import make_decks, make_hand
from shapan.games.malifaux.board.hiring import make_muster
from shapan.games.malifaux.board.idle_questions import idle_answer as idle_answer
from shapan.games.malifaux.board.idle_questions import why_idle as why_idle
from shapan.games.malifaux.board.moments import LANDMARKS as LANDMARKS
from shapan.games.malifaux.board.moments import MOMENTS as MOMENTS
from shapan.games.malifaux.board.offers import BoardPrompt
from shapan.games.malifaux.board.offers import done_label as done_label
from shapan.games.malifaux.board.players import make_panel
from shapan.games.malifaux.board.preview import measure as measure
from shapan.games.malifaux.board.preview import preview as preview
from shapan.games.malifaux.board.preview import target_lines as target_lines
from shapan.games.malifaux.board.scoring import make_case
from shapan.games.malifaux.board.secrets import make_pool
from shapan.games.malifaux.state import Malifaux

_SETTING_UP: Final = ("zones", "crews", "deployment", "schemes")
_PARTS: Final = ("start_phase", "activations", "end_phase")
_OF_SETTING_UP: Final = {
    steps.SCENARIO: 0, steps.ZONE: 0, steps.LEADER: 1, steps.HIRE: 1, steps.DEPLOY: 2, steps.SCHEMES: 3,
    steps.EXPLOSIVES: 3,
}  # fmt: skip
"""By step of the set-up, which of the four that are shown it belongs to."""


def make_scene(
    view: Malifaux,
    viewer: int,
    legal: Sequence[int],
    prompt: Prompt[Any] | None,
    target: Callable[[Any, int], Target],
) -> Scene:
    """Return the whole table for a viewer with his legal codes, each made into a target (view, code)."""
    asked = BoardPrompt(view, viewer, legal, prompt, target)
    named, step = _steps(view)
    scene = Scene(
        round=view.turn,
        steps=named,
        step=step,
        active=view.active if view.turn else -1,
        case=make_case(view, viewer),
        zones=[
            make_ground(view, asked),
            *make_deeds(view, asked),
            *make_pool(view, asked.key, asked.take),
            *make_decks(view, viewer),
        ],
        panels=[make_panel(view, seat, asked) for seat in range(view.seats)],
        hand=make_hand(view, viewer, asked),
    )
    scene.muster = make_muster(view, asked)
    scene.duels = make_duels(view, asked)
    scene.buttons = asked.offers.buttons()
    return scene


def _steps(view: Malifaux) -> tuple[list[Phrase], int]:
    """Return the steps of the set-up, or MFX-7.1: the three phases of a turn; and which of them it is."""
    if view.step in _OF_SETTING_UP and not view.turn:
        return [say("board", f"step_{name}") for name in _SETTING_UP], _OF_SETTING_UP[view.step]
    phase = 0 if view.step < steps.ACTIVATION else 2 if view.step >= steps.END else 1
    return [say("board", f"step_{name}") for name in _PARTS], phase
