"""What some picks bring about, before the answer is given: what starts, limits, what stays behind (`Scene.follows`)."""
# Stays plain: draws for people

from __future__ import annotations

from collections.abc import Sequence

from shapan.engine.phrases import inner, listed, say, seat_of
from shapan.engine.scene import Line
from shapan.games.starcraft import actions, formulas
from shapan.games.starcraft.board.words import area_of
from shapan.games.starcraft.state import StarCraft


def follows(view: StarCraft, seat: int, picked: Sequence[int]) -> list[Line]:
    """SC-6.3 to SC-6.6: return the battles that moves start, with both numbers, and own bases that they leave alone."""
    moves = [actions.MOVE.values(code) for code in picked if actions.MOVE.has(code)]
    lines = []
    for area in dict.fromkeys(to for _, to, _ in moves):
        foe = formulas.enemy_units(view, seat, area)
        if foe >= 0:
            own = view.strength(seat, area) + sum(to == area for _, to, _ in moves)
            there = say("follow", "against", number=own, foes=view.strength(foe, area), seat=seat_of(foe))
            lines.append(Line(say("follow", "battle", area=inner(area_of(area))), there))
        elif view.bases[area] not in (-1, seat):
            lines.append(
                Line(
                    say("follow", "base", area=inner(area_of(area))),
                    say("follow", "lost_by", seat=seat_of(view.bases[area])),
                )
            )
    left = [
        source
        for source in dict.fromkeys(start for _, _, start in moves)
        if view.bases[source] == seat
        and view.strength(seat, source) == sum(start == source for _, _, start in moves)
        and all(to != source for _, to, _ in moves)
    ]
    return [*lines, *([Line(say("follow", "alone"), listed([area_of(area) for area in left]))] if left else [])]
