"""What some picks bring about, before the answer is given: what starts, limits, what stays behind (`Scene.follows`)."""
# Stays plain: draws for people

from __future__ import annotations

from collections.abc import Sequence

from shapan.engine.phrases import say
from shapan.engine.scene import Line
from shapan.games.malifaux import actions as a
from shapan.games.malifaux import model_traits
from shapan.games.malifaux.rules import acting
from shapan.games.malifaux.state import Malifaux


def follows(view: Malifaux, key: str, seat: int, picked: Sequence[int]) -> list[Line]:
    """MFX-8.2, MFX-2.2: return how many actions the model has left afterwards, how many cards the hand keeps."""
    given = sum(a.CARD.has(code) or a.COST.has(code) or a.PAY.has(code) for code in picked)
    hand = len(view.hands[seat]) - given
    lines = [Line(say("follow", "hand"), say("follow", "stay", number=hand))] if given else []
    now = view.activation
    if key != "action" or now is None or not picked or picked[0] == a.END:
        return lines
    action = model_traits.action(view, now.model, a.ACT.value(picked[0])) if a.ACT.has(picked[0]) else None
    left = acting.left(view, now.model) - (0 if action is not None and action.bonus else 1)
    return [Line(say("follow", "actions"), say("follow", "left", number=max(0, left))), *lines]
