"""What some picks bring about, before the answer is given: what starts, limits, what stays behind (`Scene.follows`)."""
# Stays plain: draws for people

from __future__ import annotations

from collections.abc import Sequence

from shapan.engine.phrases import say
from shapan.engine.scene import Line
from shapan.games.planet_masters import actions
from shapan.games.planet_masters.state import PlanetMasters


def follows(view: PlanetMasters, seat: int, picked: Sequence[int]) -> list[Line]:
    """PM-4.1, PM-5.4: return how many planets are rolled and stay, or how many weapon dice are left."""
    rolled = sum(actions.MANAGE.has(code) for code in picked)
    given = sum(actions.DISCARD.has(code) for code in picked)
    if rolled:
        kept = len(view.planets(seat)) - rolled
        return [Line(say("follow", "rolled", number=rolled), say("follow", "kept", number=kept))]
    if given:
        left = view.totals(seat).fleet - given
        limit = view.totals(seat).fleet_limit
        return [Line(say("follow", "fleet"), say("follow", "of", number=left, most=limit))]
    return []
