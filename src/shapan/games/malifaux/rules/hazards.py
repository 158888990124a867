"""MFX-13.5, 13.29: Hazardous ground: which a model passes or acts in, and what it does to it."""

from __future__ import annotations

from shapan.engine.kinds import UNKNOWN
from shapan.engine.table import Table
from shapan.games.malifaux import events, names
from shapan.games.malifaux.context import AS_TERRAIN, ActionContext, Source
from shapan.games.malifaux.geometry.leg import hazards
from shapan.games.malifaux.geometry.terrain import is_in
from shapan.games.malifaux.rules import conditions, damage
from shapan.games.malifaux.state import Malifaux


def note(state: Malifaux, here: Source, model: int, ax: int, ay: int, bx: int, by: int) -> None:
    """MFX-13.5: note the Hazardous pieces that a model passes, for when the action or ability is over."""
    found = hazards(state.field(), ax, ay, bx, by, state.models.radii[model])
    if found:
        here.deed.hazards[model] = here.deed.hazards.get(model, 0) | found


def strike(state: Malifaux, table: Table[Malifaux], deed: ActionContext, *, acted: bool) -> None:
    """MFX-13.5, 13.29: Hazardous ground hurts who moved through it, and who acted in it; once for each piece."""
    pieces, rows = state.ground(), state.models
    if acted and deed.model >= 0 and state.is_up(deed.model):
        for place in pieces.hazardous:
            x, y, r = rows.xs[deed.model], rows.ys[deed.model], rows.radii[deed.model]
            if is_in(pieces.pieces[place], x, y, r):
                deed.hazards[deed.model] = deed.hazards.get(deed.model, 0) | 1 << place
    hurt = deed.hazards
    if not hurt:
        return
    deed.hazards = {}
    for model in sorted(hurt):
        for place in pieces.hazardous:
            if hurt[model] >> place & 1 and state.is_up(model):
                table.tell(events.HURT_BY_GROUND, model)
                hazard = pieces.pieces[place].hazard
                if hazard:
                    conditions.gain(state, table, model, names.CONDITIONS.index(hazard))
                else:
                    here = Source(UNKNOWN, rows.sides[model], ActionContext(rows.sides[model]), AS_TERRAIN)
                    damage.hurt(state, table, here, model, 1)
