"""What some picks bring about, before the answer is given: what starts, limits, what stays behind (`Scene.follows`)."""
# Stays plain: draws for people

from __future__ import annotations

from collections.abc import Sequence

from shapan.engine.phrases import say
from shapan.engine.scene import Line
from shapan.games.battlestar import actions
from shapan.games.battlestar.rules.record import worth
from shapan.games.battlestar.state import Battlestar


def follows(view: Battlestar, key: str, seat: int, picked: Sequence[int]) -> list[Line]:
    """BSG-SC6, BSG-16.7: return what the own cards add to a check, and how many stay in the hand."""
    cards = [actions.CARD.value(code) for code in picked if actions.CARD.has(code)]
    if not cards:
        return []
    lines = [Line(say("follow", "hand"), say("follow", "stay", number=len(view.hands[seat]) - len(cards)))]
    if key == "contribute" and view.check is not None:
        added = [worth(view.check, card) for card in cards]
        helps, hinders = sum(one for one in added if one > 0), -sum(one for one in added if one < 0)
        lines.insert(0, Line(say("follow", "check"), say("follow", "added", helps=helps, hinders=hinders)))
    return lines
