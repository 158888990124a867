"""The options that a careless bot draws from when it errs: not all in hiring (MFX-11), nor in cheating (D16).

Drawn from all options a crew would end at any model, often with two against nine. Errors are made in play.
"""

from __future__ import annotations

from collections.abc import Sequence

from shapan.engine.actions import DONE
from shapan.engine.kinds import UNKNOWN
from shapan.engine.prompt import Prompt
from shapan.games.malifaux import actions, names
from shapan.games.malifaux.bots import hiring
from shapan.games.malifaux.state import Malifaux


def mistakes(view: Malifaux, prompt: Prompt[Malifaux], seat: int, options: Sequence[int]) -> Sequence[int]:
    """Return the options that may be taken by mistake, all of them where none is set apart."""
    if prompt.key == "leader":
        return [code for code in options if code in actions.LIST_.codes] or options
    if prompt.key == "masters":
        return [DONE]
    if prompt.key == "hire":
        wanted = [actions.HIRED.codes[card] for card in hiring.best(view, seat)]
        return [code for code in options if code in wanted][:1] or [DONE]
    if prompt.key == "cheat":
        return [code for code in options if not _lowers(view, seat, code)] or options
    return options


def _lowers(view: Malifaux, seat: int, code: int) -> bool:
    """D16: tell whether a card would be spent to make one's own flip worse: not even a beginner does that."""
    flip = view.flip
    if flip is None or flip.seat != seat or not actions.CHEAT.has(code) or flip.result == UNKNOWN:
        return False
    return names.VALUE[actions.CHEAT.values(code)[0]] < names.VALUE[flip.result]
