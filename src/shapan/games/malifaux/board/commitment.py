"""Which answers can be taken back by what their giver sees: those after which he is asked on and nothing is flipped."""
# Stays plain: draws for people

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from shapan.games.malifaux import actions
from shapan.games.malifaux.geometry.leg import hazards
from shapan.games.malifaux.rules import options, setup
from shapan.games.malifaux.state import Malifaux

_QUIET: Final = tuple(actions.ACTIONS.of(code) for code in (actions.WALK, actions.CHARGE, actions.CONCENTRATE))
"""MFX-8.23 to 8.26: general actions that no flip settles."""


def binds(view: Malifaux, key: str, seat: int, picked: Sequence[int], code: int) -> bool:
    """Return whether an answer binds."""
    if picked:  # of what an action begins with it has been said
        return key == "action" and _passes_hazards(view, picked, code)
    if key == "activate":
        return not actions.ACTIVATE.has(code) or _starts_with_effects(view, actions.ACTIVATE.value(code))
    if key == "deploy":
        return not _deploys_on(view, seat)
    if key == "action":
        now = view.activation
        return now is None or actions.ACTIONS.of(code) not in _QUIET or options.left(view, now.model) < 2
    return True


def _starts_with_effects(view: Malifaux, model: int) -> bool:
    """MFX-8.1 (1), 12.7: return whether something happens before the first action: a flip, a draw, a question."""
    hooked = view.roll().hooks.get("activation_start")
    lasts = bool(view.lasting) and "activation_start" in view.lasts().hooks
    return bool(view.models.buried[model]) or lasts or (hooked is not None and hooked.acts_at(model))


def _passes_hazards(view: Malifaux, picked: Sequence[int], code: int) -> bool:
    """MFX-13.5: return whether a leg leads through Hazardous ground: who is hurt there may fall, or draw."""
    family = next((one for one in (actions.LEG, actions.SPOT, actions.PUSH) if one.has(code)), None)
    now = view.activation
    if family is None or now is None:
        return False
    rows, model = view.models, now.model
    ax, ay = actions.LEG.values(picked[-1]) if actions.LEG.has(picked[-1]) else (rows.xs[model], rows.ys[model])
    x, y = family.values(code)
    return bool(hazards(view.field(), ax, ay, x, y, rows.radii[model]))


def _deploys_on(view: Malifaux, seat: int) -> bool:
    """MFX-10.7: return whether the same player deploys the next model, too."""
    left = len(setup.waiting(view, seat))
    number = len(view.in_play(seat))
    half = (number + 1) // 2
    if seat == view.attacker and number - left < half:
        return number - left + 1 < half
    return left > 1
