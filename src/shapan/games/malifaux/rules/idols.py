"""MFX-14.3, 14.6: Corrupted Idols: where strategy markers come, and what touching one does."""

from __future__ import annotations

from collections.abc import Sequence

from shapan.engine.kinds import UNKNOWN
from shapan.engine.question import question
from shapan.engine.table import Table
from shapan.games.malifaux import actions, events, names, places, roster, whereabouts
from shapan.games.malifaux.context import Source
from shapan.games.malifaux.geometry import zone
from shapan.games.malifaux.geometry.disc import overlaps
from shapan.games.malifaux.geometry.spot import centreline_spots, marker_fits
from shapan.games.malifaux.geometry.unit import CENTRE, INCH, length, point_at
from shapan.games.malifaux.records import OF_ENDS, Choice
from shapan.games.malifaux.rules import choices, damage, fate, markers
from shapan.games.malifaux.state import Malifaux

FROM_END = 8000
"""MFX-14.3: 8 inches along the line."""


def drop_idol(state: Malifaux, table: Table[Malifaux], card: int) -> None:
    """MFX-14.3: the suit of the winner's initiative card says where on the centreline; a joker flips again.

    [ruling] The idol is neutral: it is the strategy that drops it, no effect of a player.
    """
    seat = state.initiative
    while names.SUIT_OF[card] == names.NOBODY:
        card = fate.turn_up(state, table, seat, state.flipped[seat])
        if card == UNKNOWN:
            return
        table.tell(events.SHOWN, seat, card)
        fate.discard_flipped(state, seat, card)
    upper, r = seat != state.lower, roster.radius_of(names.STRATEGY_MARKER)
    suit = names.SUIT_OF[card]
    if suit == names.RAM:
        wanted = (CENTRE, CENTRE)
    elif suit == names.CROW:
        side = choices.option(state, table, seat, Choice(), 2, rules=OF_ENDS)
        wanted = zone.centreline_edge(state.deployment, upper, side, r)
    else:
        side = zone.LEFT if suit == names.MASK else zone.RIGHT
        wanted = zone.centreline_point(state.deployment, upper, side, FROM_END)
    at = free_spot(state, table, seat, *wanted)
    if at is not None:
        marker = markers.add(state, names.STRATEGY_MARKER, *at, names.NOBODY)
        table.tell(events.CORRUPTED_IDOLS_DROPPED, marker, whereabouts.spot(*at), whereabouts.place(state, *at, r))


def objects(state: Malifaux, x: int, y: int, r: int) -> list[tuple[int, int, int]]:
    """MFX-14.3: return the markers and models that lie where a marker is wanted."""
    rows, models = state.markers, state.models
    found = [
        (rows.xs[one], rows.ys[one], roster.radius_of(type_))
        for one, type_ in enumerate(rows.types)
        if type_ >= 0 and overlaps(x, y, r, rows.xs[one], rows.ys[one], roster.radius_of(type_))
    ]
    return found + [
        (models.xs[one], models.ys[one], models.radii[one])
        for one in state.up()
        if overlaps(x, y, r, models.xs[one], models.ys[one], models.radii[one])
    ]


def is_free(state: Malifaux, x: int, y: int, r: int) -> bool:
    """MFX-14.3: tell whether nothing lies or stands where a marker would lie."""
    return not objects(state, x, y, r) and marker_fits(state.field(), x, y, r)


def free_spot(state: Malifaux, table: Table[Malifaux], seat: int, x: int, y: int) -> tuple[int, int] | None:
    """MFX-14.6: return the wanted place, or one on the centreline that touches what lies there; None for none."""
    r = roster.radius_of(names.STRATEGY_MARKER)
    if is_free(state, x, y, r):
        return x, y
    legal = [at for at in beside(state, x, y, r) if is_free(state, *at, r)]
    if not legal:
        return None
    if len(legal) == 1:
        return legal[0]
    options = [number for at in legal for number in at]
    return choices.spot(state, table, seat, Choice(model=UNKNOWN, options=options, rules=places.LISTED))


def beside(state: Malifaux, x: int, y: int, r: int) -> list[tuple[int, int]]:
    """MFX-14.6: return the spots on the centreline that touch what lies at a place, at most two.

    [ruling] Where a marker or model and Impassable ground lie there, that with a centre is touched.
    """
    there = objects(state, x, y, r)
    if not there:
        return centreline_spots(state.field(), state.deployment, x, y, r)
    ox, oy, other = min(there, key=lambda one: ((one[0] - x) ** 2 + (one[1] - y) ** 2, one))
    ends = [zone.centreline_end(state.deployment, False, side) for side in (zone.LEFT, zone.RIGHT)]
    spots = [spot for end in ends for spot in [touching(ox, oy, other + r, x, y, *end)] if spot is not None]
    return list(dict.fromkeys(spots))


def touching(ox: int, oy: int, reach: int, x: int, y: int, ex: int, ey: int) -> tuple[int, int] | None:
    """MFX-14.6: return the point of the line from a place to an end at which a disc touches an object, by bisection."""
    far = length(x, y, ex, ey)
    low, high = 0, far
    while high - low > 1:
        middle = (low + high) // 2
        px, py = point_at(x, y, ex, ey, middle)
        if (px - ox) ** 2 + (py - oy) ** 2 < reach * reach:
            low = middle
        else:
            high = middle
    px, py = point_at(x, y, ex, ey, high)
    return (px, py) if (px - ox) ** 2 + (py - oy) ** 2 >= reach * reach else None


@question("idol", "MFX-14.3", actions.IDOL, open=True)
def ask_idol(state: Malifaux, seat: int, arg: int) -> Sequence[int]:
    """D25: the damage that the model `arg` suffers, and so many inches the marker goes at most."""
    return range(min(3, state.models.health[arg]) + 1)


def touch(state: Malifaux, table: Table[Malifaux], here: Source, marker: int) -> None:
    """MFX-14.3, D25: irreducible damage, not stopped by Hard to Kill; then the marker is dropped up to so far away.

    [ruling] So far from centre to centre; where no spot is legal it stays, else 0 damage would take it off the table.
    """
    model, rows = here.me, state.markers
    number = table.pick(ask_idol, here.seat, model)
    here.deed.ignores += ("hard_to_kill",)
    if number:
        damage.hurt(state, table, here, model, number, irreducible=True)
    own = roster.radius_of(names.STRATEGY_MARKER)
    choice = Choice(
        model=model, x=rows.xs[marker], y=rows.ys[marker], r=own, radius=own, most=number * INCH - own - own,
        rules=places.IS_MARKER | places.NO_MODEL,
    )  # fmt: skip
    rows.types[marker] = UNKNOWN
    at = choices.spot(state, table, here.seat, choice)
    rows.types[marker] = names.STRATEGY_MARKER
    if at is None:
        return
    rows.xs[marker], rows.ys[marker] = at
    table.tell(
        events.MARKER_DROPPED, marker, rows.types[marker], whereabouts.spot(*at), whereabouts.place(state, *at, own)
    )
