"""MFX-15: schemes: which may be chosen, what reveals them, what they are worth at the end."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from shapan.engine.kinds import UNKNOWN
from shapan.engine.question import picks
from shapan.engine.table import Table
from shapan.games.malifaux import actions, agenda, events, formulas, melee, names, roster, select
from shapan.games.malifaux import state as steps
from shapan.games.malifaux.cards.model import Model
from shapan.games.malifaux.geometry import zone
from shapan.games.malifaux.geometry.disc import within
from shapan.games.malifaux.geometry.terrain import is_within
from shapan.games.malifaux.geometry.unit import CENTRE, INCH, TABLE
from shapan.games.malifaux.records import ANY_CARD, NO_PICK
from shapan.games.malifaux.rules import ops
from shapan.games.malifaux.rules.strategies import is_ignored
from shapan.games.malifaux.state import ENEMY_PICK, OWN_PICK, Malifaux

SEATS: Final = (0, 1)
CORNERS: Final = ((0, 0), (TABLE, 0), (0, TABLE), (TABLE, TABLE))
NEEDED: Final = {
    names.DETONATE_CHARGES: (2, 2), names.BREAKTHROUGH: (1, 3), names.HARNESS_LEY_LINE: (3, 3),
    names.SEARCH_RUINS: (2, 3), names.DIG_GRAVES: (1, 3), names.POWER_RITUAL: (1, 3),
}  # fmt: skip
"""MFX-15: of schemes that remove markers: how many for the reveal, and at the end."""
AT_END_OF_TURN: Final = (
    names.DETONATE_CHARGES, names.BREAKTHROUGH, names.HARNESS_LEY_LINE, names.SEARCH_RUINS, names.HOLD_UP,
    names.TAKE_PRISONER, names.POWER_RITUAL, names.OUTFLANK, names.ASSASSINATE, names.CLAIM_JUMP,
)  # fmt: skip
"""MFX-15: those that are revealed at the end of a turn; the others at a moment of their own."""


# Choosing them (MFX-10.8, 15.3)


PICKED: Final = (names.TAKE_PRISONER, names.DELIVER_MESSAGE, names.CLAIM_JUMP, names.VENDETTA)
"""MFX-15.3: the schemes with secret picks."""


def note_cards(state: Malifaux) -> None:
    """MFX-15.5: note with which cards the models stand there while schemes are chosen."""
    rows = state.models
    rows.first_cards[:] = [
        card if state.is_in_play(model) and not is_ignored(state, model) else NO_PICK
        for model, card in enumerate(rows.cards)
    ]


def possible_picks(state: Malifaux, seat: int, scheme: int) -> list[tuple[int, int]]:
    """MFX-15.3 to 15.5: return the secret picks that were legal when schemes were chosen, as the models are now."""
    if scheme not in PICKED:
        return [(UNKNOWN, UNKNOWN)]
    rows = state.models
    there = [
        model for model, card in enumerate(rows.first_cards) if card != NO_PICK and rows.replaced_by[model] == UNKNOWN
    ]
    own = [model for model in there if rows.sides[model] == seat and _is_own_pick(state, scheme, model)]
    foes = [model for model in there if rows.sides[model] != seat and _is_enemy_pick(state, scheme, model)]
    if scheme == names.CLAIM_JUMP:
        return [(model, UNKNOWN) for model in own]
    if scheme == names.VENDETTA:
        return [(model, foe) for model in own for foe in foes if _is_dearer(state, foe, model)]
    return [(UNKNOWN, foe) for foe in foes]


def _first_card(state: Malifaux, model: int) -> Model | None:
    """MFX-15.5: return the card that a model had when schemes were chosen, None if it may have been any."""
    number = state.models.first_cards[model]
    return None if number == ANY_CARD else roster.MODELS[number]


def _is_own_pick(state: Malifaux, scheme: int, model: int) -> bool:
    card = _first_card(state, model)
    if scheme == names.VENDETTA:
        return card is None or not card.is_totem
    return not state.models.leaders[model]


def _is_enemy_pick(state: Malifaux, scheme: int, model: int) -> bool:
    card, leads = _first_card(state, model), state.models.leaders[model]
    if scheme == names.DELIVER_MESSAGE:
        return card is None or leads > 0 or card.station == "master"
    if scheme == names.TAKE_PRISONER:
        return card is None or card.station in {"minion", "enforcer"}
    return not leads


def _is_dearer(state: Malifaux, one: int, other: int) -> bool:
    """MFX-15.8: return whether one model cost more than another when schemes were chosen, or may have."""
    dear, cheap = _first_card(state, one), _first_card(state, other)
    return dear is None or cheap is None or dear.cost > cheap.cost


@picks("schemes", "MFX-10.8", actions.SCHEME, number=2, rows="schemes", ordered=True, secret=True)
def ask_schemes(state: Malifaux, seat: int, arg: int, picked: Sequence[int]) -> Sequence[int]:
    """D5: two schemes of the pool, each with its secret picks."""
    chosen = [actions.SCHEME.value(code, 0) for code in picked]
    return [
        actions.SCHEME.code(scheme, pick_code(own, foe))
        for scheme in state.pool
        if scheme not in chosen
        for own, foe in possible_picks(state, seat, scheme)
    ]


def pick_code(own: int, foe: int) -> int:
    """MFX-10.8: return the picks of a scheme as an answer has them: one model comes first, whoever has it."""
    return names.packed_picks(own, foe) if own >= 0 else names.packed_picks(foe, UNKNOWN)


def schemes_step(state: Malifaux, table: Table[Malifaux]) -> None:
    """MFX-10.8: both choose two schemes in secret."""
    state.step = steps.SCHEMES
    note_cards(state)
    rows = table.ask_all_many(ask_schemes, SEATS)
    for seat, row in zip(SEATS, rows, strict=True):
        chosen = [actions.SCHEME.values(code) for code in row]
        for scheme, packed in chosen:
            one, other = names.picks_in(packed)
            of_enemy = scheme in (names.TAKE_PRISONER, names.DELIVER_MESSAGE)
            choose(state, seat, scheme, *((UNKNOWN, one) if of_enemy else (one, other)))
        table.tell(events.SCHEMES_CHOSEN, seat, priv=1 << seat, secret=(chosen[0][0], chosen[1][0]))
    state.push(agenda.BEGIN_STEP)
    state.push(agenda.EXPLOSIVES_STEP)
    for seat in (state.attacker, 1 - state.attacker):
        ops.at(state, table, "after_deploy", state.up(seat))


def choose(state: Malifaux, seat: int, scheme: int, own: int, foe: int) -> None:
    """MFX-10.8: lay a chosen scheme before its seat, with what it picks."""
    row = state.schemes[seat]
    state.move(state.scheme_cards[seat], state.scheme_cards[seat].cards.index(scheme), row)
    place = len(row.cards) - 1
    row.marks[OWN_PICK][place], row.marks[ENEMY_PICK][place] = own, foe
    if state.rules.open_schemes:
        state.reveal(row, place)


def place_of(state: Malifaux, seat: int, scheme: int) -> int:
    """MFX-10.8: return the place of a scheme among those of a seat, -1 if it has not chosen it."""
    row = state.schemes[seat].cards
    return row.index(scheme) if scheme in row else UNKNOWN


def is_revealed(state: Malifaux, seat: int, place: int) -> bool:
    """MFX-15: tell whether the scheme at a place was revealed."""
    return bool(state.revealed[seat] >> place & 1)


def pick(state: Malifaux, seat: int, place: int, which: int) -> int:
    """MFX-15.3: return a secret pick of the scheme at a place; -1 for none."""
    return state.schemes[seat].marks[which][place]


# What there is (MFX-15: markers are friendly scheme markers)


def own_markers(state: Malifaux, seat: int) -> list[int]:
    """MFX-15: return the friendly scheme markers of a seat; Mourn the Dead lets corpses count as such."""
    return [*state.marker_list(names.SCHEME_MARKER, seat), *select.counted_as_schemes(state, seat)]


def _spot(state: Malifaux, marker: int) -> tuple[int, int, int]:
    rows = state.markers
    return rows.xs[marker], rows.ys[marker], roster.radius_of(rows.types[marker])


def _base(state: Malifaux, model: int) -> tuple[int, int, int]:
    rows = state.models
    return rows.xs[model], rows.ys[model], rows.radii[model]


def _counted(state: Malifaux, seat: int) -> list[int]:
    """MFX-15.4: return the models of a seat on the table that count for schemes."""
    return [model for model in state.up(seat) if not is_ignored(state, model)]


def _in_enemy_zone(state: Malifaux, seat: int, x: int, y: int, r: int) -> bool:
    return zone.is_in_zone(state.deployment, seat == state.lower, x, y, r)


def _holds_zone(state: Malifaux, seat: int) -> bool:
    """Breakthrough: an own model in the enemy zone with no enemy within 3 inches."""
    for model in _counted(state, seat):
        if _in_enemy_zone(state, seat, *_base(state, model)) and not any(
            formulas.is_within(state, model, foe, 3) for foe in _counted(state, 1 - seat)
        ):
            return True
    return False


def _different(groups: Sequence[Sequence[int]], needed: int) -> bool:
    """Tell whether so many different things can be told apart, one for each of some markers (a matching)."""
    taken: dict[int, int] = {}

    def place(one: int, tried: set[int]) -> bool:
        for thing in groups[one]:
            if thing not in tried:
                tried.add(thing)
                if thing not in taken or place(taken[thing], tried):
                    taken[thing] = one
                    return True
        return False

    return sum(place(one, set()) for one in range(len(groups))) >= needed


def touched(state: Malifaux, seat: int, scheme: int, marker: int) -> list[int]:
    """MFX-15: return the different things that a marker counts for: pieces, corpses, corners, or itself."""
    return touched_at(state, seat, scheme, *_spot(state, marker), marker)


def touched_at(state: Malifaux, seat: int, scheme: int, x: int, y: int, r: int, marker: int) -> list[int]:
    """MFX-15: return the different things that a marker would count for at a place."""
    if scheme == names.BREAKTHROUGH:
        return [marker] if _in_enemy_zone(state, seat, x, y, r) else []
    if scheme == names.HARNESS_LEY_LINE:
        return [marker] if zone.touches_centreline(state.deployment, x, y, r) else []
    if scheme == names.SEARCH_RUINS:
        if not zone.is_on_half(state.deployment, seat == state.lower, x, y):
            return []
        ground = state.field().ground
        return [place for place, piece in enumerate(ground.pieces) if is_within(piece, x, y, r, 0)]
    if scheme == names.DIG_GRAVES:
        graves = [*state.marker_list(names.CORPSE_MARKER), *state.marker_list(names.SCRAP_MARKER)]
        return [grave for grave in graves if within(x, y, r, *_spot(state, grave), INCH)]
    if scheme == names.POWER_RITUAL:
        return [
            place for place, (cx, cy) in enumerate(CORNERS)
            if within(x, y, r, cx, cy, 0, 3 * INCH)
        ]  # fmt: skip
    return [marker]


def own_corners(state: Malifaux, seat: int) -> list[int]:
    """MFX-15, Power Ritual: return the corners that lie in the own zone."""
    upper = seat != state.lower
    return [place for place, (x, y) in enumerate(CORNERS) if zone.is_in_zone(state.deployment, upper, x, y, 0)]


def suits(state: Malifaux, seat: int, scheme: int, chosen: Sequence[int], *, end: bool) -> bool:
    """MFX-15: tell whether some markers are those that a scheme removes, for the reveal or at the end."""
    number = NEEDED[scheme][int(end)]
    if len(set(chosen)) != number or len(chosen) != number:
        return False
    if scheme == names.DIG_GRAVES and not end:
        return all(marker in state.graves for marker in chosen)
    groups = [touched(state, seat, scheme, marker) for marker in chosen]
    if scheme == names.DETONATE_CHARGES:
        return any(all(_near_model(state, foe, marker, 2) for marker in chosen) for foe in _counted(state, 1 - seat))
    if scheme == names.POWER_RITUAL:
        own = own_corners(state, seat)
        if not end:
            groups = [[corner for corner in group if corner not in own] for group in groups]
            return _different(groups, 1)
        others = [[corner for corner in group if corner not in own] or group for group in groups]
        if not _different(groups, number):
            return False
        return _corners_good(groups, own, number) if own else bool(others)
    if not _different(groups, number):
        return False
    return scheme != names.BREAKTHROUGH or end or _holds_zone(state, seat)


def _corners_good(groups: Sequence[Sequence[int]], own: Sequence[int], number: int) -> bool:
    """Power Ritual: tell whether the markers stand for different corners, at most one of them in the own zone."""
    for kept in [None, *own]:
        allowed = [[corner for corner in group if corner not in own or corner == kept] for group in groups]
        if _different(allowed, number):
            return True
    return False


def _near_model(state: Malifaux, model: int, marker: int, inches: int) -> bool:
    x, y, r = _spot(state, marker)
    return within(x, y, r, *_base(state, model), inches * INCH)


def useful(state: Malifaux, seat: int, scheme: int, *, end: bool) -> list[int]:
    """MFX-15: return the markers that a scheme could remove."""
    if scheme == names.DIG_GRAVES and not end:
        return list(state.graves)
    found = [marker for marker in own_markers(state, seat) if touched(state, seat, scheme, marker)]
    if scheme == names.DETONATE_CHARGES:
        foes = _counted(state, 1 - seat)
        found = [marker for marker in found if any(_near_model(state, foe, marker, 2) for foe in foes)]
    return found


def can_choose(state: Malifaux, seat: int, scheme: int, end: bool, picked: list[int]) -> bool:
    """MFX-15: tell whether some picked markers can still become those that a scheme removes."""
    there = state.graves if scheme == names.DIG_GRAVES and not end else own_markers(state, seat)
    if not picked and len(there) < NEEDED[scheme][int(end)]:
        return False
    return _can_choose(state, seat, scheme, end, picked, useful(state, seat, scheme, end=end))


def _can_choose(state: Malifaux, seat: int, scheme: int, end: bool, picked: list[int], among: list[int]) -> bool:
    number = NEEDED[scheme][int(end)]
    if len(picked) == number:
        return suits(state, seat, scheme, picked, end=end)
    last = picked[-1] if picked else -1
    left = [marker for marker in among if marker > last]
    if len(left) < number - len(picked):
        return False
    return any(_can_choose(state, seat, scheme, end, [*picked, marker], among) for marker in left)


# The conditions of schemes without markers


def holds(state: Malifaux, seat: int, place: int, *, end: bool) -> bool:
    """MFX-15: tell whether the condition of the scheme at a place is met now, for the reveal or at the end."""
    scheme = state.schemes[seat].cards[place]
    if scheme in NEEDED:
        return can_choose(state, seat, scheme, end, [])
    own, foe = pick(state, seat, place, OWN_PICK), pick(state, seat, place, ENEMY_PICK)
    return meets(state, seat, scheme, own, foe, end=end, shown=is_revealed(state, seat, place))


def meets(state: Malifaux, seat: int, scheme: int, own: int, foe: int, *, end: bool, shown: bool) -> bool:
    """MFX-15: tell whether a scheme that removes no markers would be met with these picks."""
    if scheme == names.HOLD_UP:
        held = [(one, melee.engagers(state, one)) for one in _counted(state, 1 - seat)]
        groups = [
            [one for one, by in held if model in by and formulas.cost(state, one) > formulas.cost(state, model)]
            for model in _counted(state, seat)
        ]
        return _different(groups, 2)
    if scheme == names.TAKE_PRISONER:
        if not state.is_in_play(foe):
            return end and shown and _killed_by_friend(state, foe)
        if all(is_ignored(state, model) for model in melee.engagers(state, foe)):
            return False
        near = [other for other in state.up(1 - seat) if other != foe and formulas.is_within(state, foe, other, 4)]
        return end or all(is_ignored(state, other) for other in near)
    if scheme == names.OUTFLANK:
        ends = [zone.centreline_end(state.deployment, False, side) for side in (zone.LEFT, zone.RIGHT)]
        groups = [
            [side for side, (x, y) in enumerate(ends) if within(x, y, 0, *_base(state, model), 3 * INCH)]
            for model in _counted(state, seat)
        ]
        return _different(groups, 2)
    if scheme == names.ASSASSINATE:
        leaders = [model for model, one in enumerate(state.models.leaders) if one and state.models.sides[model] != seat]
        if end:
            return not any(state.is_in_play(model) for model in leaders)
        return any(
            state.is_in_play(model) and 2 * state.models.health[model] <= formulas.max_health(state, model)
            for model in leaders
        )
    if scheme == names.DELIVER_MESSAGE:
        if not end:
            return False
        if not state.is_in_play(foe):
            return shown and _killed_by_friend(state, foe)
        return state.is_up(foe) and any(_near_model(state, foe, marker, 2) for marker in own_markers(state, seat))
    if scheme == names.CLAIM_JUMP:
        if not state.is_up(own) or not within(*_base(state, own), CENTRE, CENTRE, 0, 2 * INCH):
            return False
        if end:
            return 2 * state.models.health[own] >= formulas.max_health(state, own)
        return not any(formulas.is_within(state, own, other, 3) for other in _counted(state, 1 - seat))
    assert scheme == names.VENDETTA
    return end and state.is_in_play(own) and not state.is_in_play(foe)


def _killed_by_friend(state: Malifaux, model: int) -> bool:
    """MFX-15, E42: tell whether a model was killed by one friendly to it."""
    by = state.models.killed_by[model]
    return by >= 0 and state.are_friends(by, model)
