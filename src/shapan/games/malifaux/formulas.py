"""Numbers that follow from the state: stats, conditions, distances, and who sees whom."""

from __future__ import annotations

from shapan.engine.kinds import UNKNOWN
from shapan.games.malifaux import names, roster
from shapan.games.malifaux.geometry import cover, sight
from shapan.games.malifaux.geometry.disc import within
from shapan.games.malifaux.geometry.sight import sees_from
from shapan.games.malifaux.geometry.unit import EPS, INCH
from shapan.games.malifaux.records import CONDITION_COUNT, TOKEN_COUNT
from shapan.games.malifaux.state import Malifaux

# Stats and conditions: MFX-12.


def stat(state: Malifaux, model: int, which: int) -> int:
    """MFX-12.1, 12.9, 12.10: return a stat after changes; never below 0."""
    card = roster.MODELS[state.models.cards[model]]
    value = (card.df, card.wp, card.mv, card.sz)[which] + by_upgrades(state, model, names.STATS[which])
    if which in (names.DF, names.WP):
        value -= state.condition(model, names.INJURED)
    elif which == names.MV and state.condition(model, names.STAGGERED):
        value -= 2
    return max(0, value)


def by_upgrades(state: Malifaux, model: int, name: str) -> int:
    """Crews 1: return by how much the upgrades of a model change a number of its card."""
    if not state.upgrades:
        return 0
    return sum(
        change.by
        for one, upgrade in state.upgrades
        if one == model
        for change in roster.UPGRADES[upgrade].stats
        if change.stat == name
    )


def stat_suits(state: Malifaux, model: int, which: int) -> int:
    """Return the suits printed on a resisting stat, packed."""
    card = roster.MODELS[state.models.cards[model]]
    return names.packed(card.df_suits if which == names.DF else card.wp_suits if which == names.WP else "")


def change_condition(state: Malifaux, model: int, condition: int, number: int) -> None:
    """Add to the value of a condition, or take from it; never below 0."""
    at = model * CONDITION_COUNT + condition
    rows = state.models.conditions
    rows[at] = max(0, min(names.MAX_OF_CONDITION, rows[at] + number))


def set_condition(state: Malifaux, model: int, condition: int, value: int) -> None:
    """Set the value of a condition."""
    state.models.conditions[model * CONDITION_COUNT + condition] = value


def change_token(state: Malifaux, model: int, token: int, number: int) -> None:
    """Give a model tokens, or take them."""
    state.models.tokens[model * TOKEN_COUNT + token] += number


def max_health(state: Malifaux, model: int) -> int:
    """Return the Health that a model begins with, and what upgrades add to it."""
    return max(1, roster.MODELS[state.models.cards[model]].health + by_upgrades(state, model, "health"))


def cost(state: Malifaux, model: int) -> int:
    """MFX-15.8: return the printed cost."""
    return roster.MODELS[state.models.cards[model]].cost


# Distance and sight: MFX-13.


def is_within(state: Malifaux, one: int, other: int, inches: int) -> bool:
    """MFX-13.27: tell whether two models are within so many inches of each other."""
    rows = state.models
    r, other_r = rows.radii[one], rows.radii[other]
    if not r or not other_r:
        return False
    dx, dy = rows.xs[other] - rows.xs[one], rows.ys[other] - rows.ys[one]
    most = r + other_r + inches * INCH + EPS
    return dx * dx + dy * dy <= most * most


def is_near_marker(state: Malifaux, model: int, marker: int, distance: int) -> bool:
    """Tell whether a model is within a distance (u) of a marker."""
    rows, markers = state.models, state.markers
    r = roster.radius_of(markers.types[marker])
    return rows.radii[model] > 0 and within(
        rows.xs[model], rows.ys[model], rows.radii[model], markers.xs[marker], markers.ys[marker], r, distance
    )


def sees(state: Malifaux, one: int, other: int) -> bool:
    """MFX-13.11: tell whether there is a line of sight between two models."""
    return state.standing().sees(one, other)


def sees_marker(state: Malifaux, model: int, marker: int) -> bool:
    """MFX-13.11: tell whether a model sees a marker."""
    markers = state.markers
    r = roster.radius_of(markers.types[marker])
    return sight.sees_marker(state.field(), model, markers.xs[marker], markers.ys[marker], r)


def sees_place(state: Malifaux, model: int, x: int, y: int, r: int, size: int, gone: int = UNKNOWN) -> bool:
    """MFX-8.33: tell whether a model would see a base at a place; `gone` is one that is there no more."""
    rows = state.models
    return sees_from(
        state.field(), rows.xs[model], rows.ys[model], rows.radii[model], rows.sizes[model], rows.lifts[model],
        x, y, r, size, 0, model, gone,
    )  # fmt: skip


def is_concealed(state: Malifaux, one: int, other: int) -> bool:
    """MFX-13.12: tell whether the second model is concealed from the first."""
    return cover.is_concealed(state.field(), one, other)


def is_covered(state: Malifaux, one: int, other: int) -> bool:
    """MFX-13.12: tell whether the second model has cover against the first."""
    return cover.is_covered(state.field(), one, other)
