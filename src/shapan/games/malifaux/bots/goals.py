"""What there is to do for points: places where a model has to stand, or to stand and Interact (MFX-14, MFX-15).

Each goal is one thing that one model can do. Models are given goals by worth and way, so that no two run for one.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Final, NamedTuple

from shapan.engine.kinds import UNKNOWN
from shapan.games.malifaux import formulas, names, roster, static
from shapan.games.malifaux.bots import places, ways
from shapan.games.malifaux.bots.kept import kept
from shapan.games.malifaux.geometry import zone
from shapan.games.malifaux.geometry.unit import CENTRE, INCH, MARKER
from shapan.games.malifaux.rules import schemes, strategies
from shapan.games.malifaux.rules.strategies import MAX_POINTS
from shapan.games.malifaux.state import ENEMY_PICK, OWN_PICK

if TYPE_CHECKING:
    from shapan.games.malifaux.bots.mind import Mind

POINT: Final = 10.0
"""A victory point, in the measure of `mind`."""
AWAY: Final = 0.8
"""What is left of the worth of a goal with each action of the way to it."""
TO_DO: Final = 0.8
"""What a goal is worth to who stands there and has not done it yet."""
NOT_THERE: Final = 0.7
"""What it is worth to stand near a place where one has to stand."""
TOO_FAR: Final = 0.1
LATER: Final = 0.6
"""What of a point a marker is worth that counts at the end of the match."""
CLEARED: Final = 2.0
ADVANCE: Final = 2.5
"""What it is worth to stand in the middle rather than at home, beside all else."""
MORE_GOALS: Final = 0.35
"""What a second goal of a model counts."""


class Goal(NamedTuple):
    """One thing to do: what it is worth, where, how near (u, from the base), and with how many actions there."""

    worth: float
    points: tuple[places.Point, ...]
    slack: int
    acts: int
    group: str
    limit: int
    """How many goals of the group are wanted."""
    who: frozenset[int] | None = None


def goals_of(mind: Mind) -> list[Goal]:
    """Return all goals of a seat: its strategy, then its schemes; the pool of all while none is chosen."""
    found = list(_of_strategy(mind))
    row = mind.view.schemes[mind.seat]
    for place in range(len(row.cards)):
        found += _of_scheme(mind, place)
    found += cleared(mind)
    return [goal for goal in found if goal.points and goal.limit > 0]


def away(mind: Mind, goal: Goal, model: int, x: int, y: int) -> float:
    """Return how far a model that stood somewhere would be from where a goal is done, on foot or in flight, in u."""
    least, px, py = min([((x - px) * (x - px) + (y - py) * (y - py), px, py) for px, py in goal.points])
    radius = roster.RADIUS[mind.view.models.cards[model]]
    straight = float(max(0.0, least**0.5 - radius - goal.slack))
    if straight > 0 and not mind.lore(model).flies:
        straight += ways.detour(mind, radius, x, y, px, py)
    return straight


def pull(mind: Mind, goal: Goal, model: int, x: int, y: int, left: int = UNKNOWN) -> float:
    """Return what a goal is worth to a model that stood somewhere: the less the longer the way.

    `left` are the actions that it has there in this turn; by default those that it has now.
    """
    stride = max(INCH, mind.stride(model))
    actions = away(mind, goal, model, x, y) / stride
    found = goal.worth * float(AWAY**actions) * (TO_DO if goal.acts else 1.0 if actions <= 0 else NOT_THERE)
    can = supply(mind, model) if left == UNKNOWN else left + 2.0 * mind.turns_left
    return found if actions + goal.acts <= can + 0.05 else found * TOO_FAR


@kept
def supply(mind: Mind, model: int) -> float:
    """Return how many actions a model still has in the match."""
    view, now = mind.view, mind.view.activation
    limit = static.action_limit(view, model) if view.is_up(model) else 2
    if now is not None and now.model == model:
        here = max(0, limit - now.actions)
    else:
        here = 0 if view.models.activated[model] else limit
    return float(here + limit * mind.turns_left)


def assigned(mind: Mind) -> dict[int, list[Goal]]:
    """Return the goals of each own model: the best first, as many of a group as are wanted.

    Each model is given one before any is given a second one, so that none stands idle for another's sake.
    """
    rows, pairs = mind.view.models, []
    for place, goal in enumerate(mind.goals):
        for model in mind.own:
            if (goal.who is None or model in goal.who) and mind.lore(model).scores:
                pairs.append((pull(mind, goal, model, rows.xs[model], rows.ys[model]), -model, place))
    pairs.sort(reverse=True)
    found: dict[int, list[Goal]] = {model: [] for model in mind.own}
    groups: dict[str, int] = {}
    taken: set[int] = set()
    for most in (1, 2):
        for _, negative, place in pairs:
            goal, model = mind.goals[place], -negative
            if place in taken or groups.get(goal.group, 0) >= goal.limit or len(found[model]) >= most:
                continue
            taken.add(place)
            groups[goal.group] = groups.get(goal.group, 0) + 1
            found[model].append(goal)
    return found


# Strategies (MFX-14).


def _of_strategy(mind: Mind) -> Iterator[Goal]:
    view, seat = mind.view, mind.seat
    had, there = view.strategy_points[seat], strategies.count(view, seat)
    missing = had + 1 - there
    if min(had, view.strategy_points[mind.foe]) >= MAX_POINTS:
        return
    share = wanted(mind, missing) if had < MAX_POINTS else 0.0
    theirs, spared = strategies.count(view, mind.foe), 0.0
    if theirs > view.strategy_points[mind.foe] and view.strategy_points[mind.foe] < MAX_POINTS:
        spared = 0.45 * POINT / (theirs - view.strategy_points[mind.foe])
    rows = view.markers
    if view.strategy == names.TURF_WAR:
        for marker in view.marker_list(names.STRATEGY_MARKER):
            owner = rows.owners[marker]
            if owner != seat:
                neutral = owner == names.NOBODY
                worth = share * (1.0 if neutral else 0.6) + (0.0 if neutral else spared)
                yield Goal(worth, ((rows.xs[marker], rows.ys[marker]),), MARKER, 1, f"turf{marker}", 1)
    elif view.strategy == names.PLANT_EXPLOSIVES:
        holders = frozenset(model for model in mind.own if view.token(model, names.EXPLOSIVE))
        points = places.planting(view, seat)
        for _ in range(min(len(holders), 4)):
            yield Goal(share, points, MARKER, 1, "plant", max(1, missing + mind.turns_left), holders)
        for marker in view.marker_list(names.STRATEGY_MARKER, mind.foe):
            if zone.is_on_half(view.deployment, seat != view.lower, rows.xs[marker], rows.ys[marker]):
                yield Goal(spared + 1.0, ((rows.xs[marker], rows.ys[marker]),), MARKER, 1, f"defuse{marker}", 1)
    elif view.strategy == names.CORRUPTED_IDOLS:
        for marker in view.marker_list(names.STRATEGY_MARKER):
            x, y = rows.xs[marker], rows.ys[marker]
            if not places.is_deep(view, 1 - seat, x, y):
                worth = share + (spared if places.is_deep(view, seat, x, y) else 0.0)
                worth *= 1.0 if places.inches_to_go(view, seat, x, y) <= 3 else 0.3
                yield Goal(worth, ((x, y),), MARKER, 1, f"idol{marker}", 1)


def wanted(mind: Mind, missing: int) -> float:
    """Return what one more thing is worth of which so many are missing for the next point."""
    if missing > 0:
        return 1.1 * POINT / float(missing**0.7)
    return (0.55 if mind.turns_left > 0 else 0.1) * POINT * float(0.6 ** (-missing))


# Schemes (MFX-15).


def _of_scheme(mind: Mind, place: int) -> Iterator[Goal]:
    view, seat = mind.view, mind.seat
    row, shown = view.schemes[seat], bool(view.revealed[seat] >> place & 1)
    scheme = row.cards[place]
    if scheme in schemes.NEEDED:
        yield from _with_markers(mind, scheme, shown)
        return
    own, foe = row.marks[OWN_PICK][place], row.marks[ENEMY_PICK][place]
    last = mind.turns_left == 0
    worth = POINT * ((0.0 if shown else 0.9) + (0.9 if last else 0.35))
    if scheme == names.OUTFLANK:
        for side in (zone.LEFT, zone.RIGHT):
            at = zone.centreline_end(view.deployment, False, side)
            yield Goal(0.55 * worth, (at,), 3 * INCH, 0, f"flank{side}", 1)
    elif scheme == names.CLAIM_JUMP and own >= 0 and view.is_up(own):
        yield Goal(worth, ((CENTRE, CENTRE),), 2 * INCH, 0, "claim", 1, frozenset((own,)))
    elif scheme == names.TAKE_PRISONER and foe >= 0 and view.is_up(foe):
        yield from _beside(mind, foe, 0.9 * worth, "prisoner", 1)
    elif scheme == names.DELIVER_MESSAGE and foe >= 0 and view.is_up(foe):
        at = (view.models.xs[foe], view.models.ys[foe])
        slack = view.models.radii[foe] + INCH
        if not shown:
            yield Goal(POINT, (at,), slack, 1, "message", 1)
        elif not mind.lies_near(foe, names.SCHEME_MARKER, 2):
            yield Goal(POINT * (0.9 if last else 0.3), (at,), slack + 2 * MARKER + INCH, 1, "beside", 1)
    elif scheme == names.HOLD_UP:
        for model in mind.foes:
            if mind.lore(model).scores:
                cheaper = [one for one in mind.own if formulas.cost(view, one) < formulas.cost(view, model)]
                yield from _beside(mind, model, 0.5 * worth, f"hold{model}", 1, frozenset(cheaper))


def _beside(
    mind: Mind, foe: int, worth: float, group: str, limit: int, who: frozenset[int] | None = None
) -> Iterator[Goal]:
    """Yield a goal to engage an enemy, which needs a reach."""
    able = frozenset(one for one in mind.own if mind.lore(one).reach >= 0 and (who is None or one in who))
    rows = mind.view.models
    if able:
        yield Goal(worth, ((rows.xs[foe], rows.ys[foe]),), rows.radii[foe] + INCH // 2, 0, group, limit, able)


def _with_markers(mind: Mind, scheme: int, shown: bool) -> Iterator[Goal]:
    """Yield the markers that a scheme still wants, first for its reveal, then for its end."""
    view, seat = mind.view, mind.seat
    first, last = schemes.NEEDED[scheme]
    lying = [
        marker for marker in view.marker_list(names.SCHEME_MARKER, seat) if schemes.touched(view, seat, scheme, marker)
    ]
    there = places.different(view, seat, scheme, lying)
    missing = 0 if shown else max(0, first - there)
    later = last + (0 if shown else first) - there - missing
    if later > 2.0 * mind.turns_left + 2:
        later = 0
    if scheme == names.BREAKTHROUGH and not shown and there:
        yield Goal(1.1 * POINT, places.in_zone(view, seat), 0, 0, "hold_zone", 1)
    if missing + later <= 0:
        return
    for points, slack in places.wanted(mind, scheme, lying):
        if missing:
            yield Goal(1.05 * POINT / missing**0.6, points, slack, 1, f"scheme{scheme}", missing)
        if later > 0:
            yield Goal(LATER * POINT / later**0.6, points, slack, 1, f"later{scheme}", later)


def cleared(mind: Mind) -> Iterator[Goal]:
    """Yield the scheme markers of the enemy, which lie there for something."""
    view, rows = mind.view, mind.view.markers
    late = min(1.0, 0.4 + mind.left)
    for marker in view.marker_list(names.SCHEME_MARKER, mind.foe):
        yield Goal(CLEARED * late, ((rows.xs[marker], rows.ys[marker]),), MARKER, 1, f"clear{marker}", 1)


# What goals are worth to a model that stands somewhere


def errand(mind: Mind, model: int, x: int, y: int, left: int = UNKNOWN) -> float:
    """Return what it is worth to a model to be at a place, with so many actions left there, by what it has to do."""
    return duty(mind, model, x, y, left) + ADVANCE * min(1.2, places.progress(mind.view, mind.seat, x, y)) * min(
        1.0, 0.2 + mind.left
    )


def duty(mind: Mind, model: int, x: int, y: int, left: int = UNKNOWN) -> float:
    """Return what the goals of a model are worth from a place, with so many actions left there."""
    return sum(
        pull(mind, goal, model, x, y, left) * (MORE_GOALS if place else 1.0)
        for place, goal in enumerate(mind.tasks.get(model, ()))
    )


def drift(mind: Mind, model: int, distance: int) -> float:
    """Return what it is worth to a model to come so far straight to its first goal, or to the middle."""
    rows = mind.view.models
    x, y = rows.xs[model], rows.ys[model]
    tasks = mind.tasks.get(model, ())
    aim = min(tasks[0].points, key=lambda at: (at[0] - x) ** 2 + (at[1] - y) ** 2) if tasks else (CENTRE, CENTRE)
    whole = ((aim[0] - x) ** 2 + (aim[1] - y) ** 2) ** 0.5
    if not whole:
        return 0.0
    share = min(1.0, distance / whole)
    to = (round(x + (aim[0] - x) * share), round(y + (aim[1] - y) * share))
    return max(0.0, errand(mind, model, *to) - errand(mind, model, x, y))
