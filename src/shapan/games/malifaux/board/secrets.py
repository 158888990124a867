"""D5: the schemes that can be chosen (MFX-10.8, 15.3): a form of scheme and secret picks."""
# Stays plain: draws for people

from __future__ import annotations

from shapan.engine.kinds import UNKNOWN
from shapan.engine.phrases import say
from shapan.engine.scene import Choice, Phrase
from shapan.games.malifaux import actions, names
from shapan.games.malifaux.board.pieces import model_name
from shapan.games.malifaux.state import Malifaux


def scheme_choices(view: Malifaux, code: int) -> list[Choice]:
    """MFX-15.3: return what an answer says: the scheme, and whom of either crew it picks."""
    scheme, packed = actions.SCHEME.values(code)
    made = [Choice(say("label", "scheme"), say("scheme", names.SCHEMES[scheme]))]
    for model in names.picks_in(packed):
        if model != UNKNOWN:
            own = view.models.sides[model] == view.viewer
            made.append(Choice(say("label", "own" if own else "enemy"), model_name(view, model)))
    return made if len(made) > 1 else [*made, Choice(say("label", "pick"), say("board", "no_pick"))]


def scheme_text(code: int) -> Phrase:
    """Return what the scheme of an answer is about."""
    return say("scheme_help", names.SCHEMES[actions.SCHEME.values(code)[0]])
