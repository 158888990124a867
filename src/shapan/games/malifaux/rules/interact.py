"""MFX-8.23: Interact, with its uses by strategies and schemes: who may, what follows, why not, what it does."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from shapan.engine.actions import DONE
from shapan.engine.kinds import UNKNOWN
from shapan.engine.prompt import Reason
from shapan.engine.table import Table
from shapan.games.malifaux import actions, events, formulas, melee, model_traits, names, places, roster, select, static
from shapan.games.malifaux.context import Actor, Source
from shapan.games.malifaux.records import Choice
from shapan.games.malifaux.rules import (
    conditions,
    explosives,
    idols,
    markers,
    placement_refusals,
    removing,
    scoring,
    strategies,
    verbs,
)
from shapan.games.malifaux.rules.verbs import Verb
from shapan.games.malifaux.state import Malifaux

_STRATEGIES: Final = {
    roster.TURN: names.TURF_WAR, roster.PLANT: names.PLANT_EXPLOSIVES, roster.DEFUSE: names.PLANT_EXPLOSIVES,
    roster.IDOL: names.CORRUPTED_IDOLS,
}  # fmt: skip
"""By use of Interact, the strategy that it belongs to."""
SCHEME_APART = 4000
"""MFX-8.23: so near no two friendly scheme markers are dropped."""
DROPS: Final = (roster.DROP, roster.PLANT)
"""The uses of Interact that drop a marker."""


class Interact(Verb):
    """MFX-8.23: drop a scheme marker, remove those in contact, or a use named by strategy or scheme."""

    def may(self, state: Malifaux, who: Actor, code: int) -> bool:
        use = actions.INTERACT.value(code)
        return is_played(state, use) and may_interact(state, who.model) and may_use(state, who.model, use)

    def refused(self, state: Malifaux, who: Actor, code: int) -> Reason:
        engaged = state.is_up(who.model) and melee.is_engaged(state, who.model)
        return Reason("MFX-8.23", "engaged" if engaged else "no_contact")

    def next(self, state: Malifaux, who: Actor, picked: Sequence[int]) -> Sequence[int]:
        use = actions.INTERACT.value(picked[0])
        if use == roster.REMOVE or len(picked) > 1:
            return []
        if use in DROPS:
            choice = marker_choice(state, who.model, use)
            return [actions.SPOT.code(x, y) for x, y in places.spots(state, choice, 8)]
        if use == roster.DELIVER:
            return [actions.TARGET.codes[one] for one in messages(state, who.model)]
        if use == roster.TURN:
            there = strategies.turnable(state, who.model)
        else:
            there = markers.touching(state, who.model, names.STRATEGY_MARKER)
        return [actions.MARKER.codes[one] for one in there]

    def drawn(self, state: Malifaux, who: Actor, picked: Sequence[int], number: int) -> int:
        use = actions.INTERACT.value(picked[0])
        if use not in DROPS:
            return super().drawn(state, who, picked, number)
        if len(picked) > 1:
            return DONE
        at = places.drawn_spot(state, marker_choice(state, who.model, use), number)
        assert at is not None
        return actions.SPOT.code(*at)

    def leads(self, picked: Sequence[int], code: int) -> bool:
        return actions.SPOT.has(code) and len(picked) == 1

    def fault(self, state: Malifaux, who: Actor, picked: Sequence[int], code: int) -> Reason | None:
        use = actions.INTERACT.value(picked[0])
        if use not in DROPS:
            return Reason("MFX-8.23", "not_possible")
        choice = marker_choice(state, who.model, use)
        x, y = actions.SPOT.values(code)
        why = places.spot_fault(state, choice, x, y)
        return placement_refusals.spot(state, "MFX-8.23", choice, x, y, why) if why else None

    def refused_part(self, state: Malifaux, who: Actor, picked: Sequence[int], code: int) -> Reason:
        return Reason("MFX-8.23", "no_contact")

    def do(self, state: Malifaux, table: Table[Malifaux], here: Source, picks: Sequence[int]) -> None:
        model = here.me
        use = actions.INTERACT.value(picks[0])
        table.tell(events.INTERACTED, model, use)
        crew = state.models.sides[model]
        if use in DROPS:
            type_ = names.SCHEME_MARKER if use == roster.DROP else names.STRATEGY_MARKER
            if use == roster.PLANT:
                explosives.change(state, table, model, -1)
            x, y = actions.SPOT.values(picks[1])
            markers.drop(state, table, type_, x, y, crew)
        elif use == roster.REMOVE:
            for marker in scheme_markers_touching(state, model):
                removing.remove(state, table, here, marker, model)
        elif use == roster.TURN:
            strategies.turn(state, table, crew, actions.MARKER.value(picks[1]))
        elif use == roster.DEFUSE:
            removing.remove(state, table, here, actions.MARKER.value(picks[1]), model)
            explosives.change(state, table, model, 1)
        elif use == roster.IDOL:
            idols.touch(state, table, here, actions.MARKER.value(picks[1]))
        elif use == roster.DELIVER:
            deliver(state, table, crew, actions.TARGET.value(picks[1]))
            conditions.lower(state, table, model, names.DISTRACTED)  # E16: it targets an enemy


def may_interact(state: Malifaux, model: int) -> bool:
    """MFX-8.23, 12.8: tell whether a model may Interact at all: not after Disengage, not Insignificant.

    Which uses an engaged model still has: `may_use`.
    """
    now = state.activation
    gone = now is not None and now.model == model and now.disengaged
    return not gone and not static.has_flag(state, model, "cannot_interact")


def is_played(state: Malifaux, use: int) -> bool:
    """MFX-8.23, 14: tell whether strategy and schemes of this match know a use of Interact."""
    if use == roster.DELIVER:
        return names.DELIVER_MESSAGE in state.pool
    return _STRATEGIES.get(use, UNKNOWN) in (UNKNOWN, state.strategy)


def may_use(state: Malifaux, model: int, use: int) -> bool:
    """MFX-8.23: tell whether a model that may Interact can do so in some way."""
    if use == roster.DELIVER:
        return bool(messages(state, model))
    if use == roster.PLANT:
        if not state.token(model, names.EXPLOSIVE):
            return False
    elif use != roster.DROP:
        there = scheme_markers_touching if use == roster.REMOVE else strategy_markers_touching
        if not there(state, model):
            return False
    if melee.is_engaged(state, model):
        return False
    if use in DROPS:
        return bool(places.spots(state, marker_choice(state, model, use), 1))
    return use != roster.TURN or bool(strategies.turnable(state, model))


def strategy_markers_touching(state: Malifaux, model: int) -> list[int]:
    """Return the strategy markers in contact."""
    return markers.touching(state, model, names.STRATEGY_MARKER)


def scheme_markers_touching(state: Malifaux, model: int) -> list[int]:
    """MFX-8.23 b, E24: return all scheme markers in contact, whoever owns them; Mourn the Dead lets corpses be such."""
    there = markers.touching(state, model, names.CORPSE_MARKER) if state.lasting else []
    corpses = [one for seat in range(names.SEATS) for one in select.counted_as_schemes(state, seat)] if there else []
    return [*markers.touching(state, model, names.SCHEME_MARKER), *(one for one in there if one in corpses)]


def marker_choice(state: Malifaux, model: int, use: int) -> Choice:
    """MFX-8.23 a: return what a marker must obey that Interact drops, be there a place for it or not.

    In contact, and more than 4 inches from one's other scheme markers, 6 from one's other explosives. Friendly is what
    the crew of the model has, whoever controls it (MFX-12.2).
    """
    rows, seat = state.models, state.models.sides[model]
    type_ = names.SCHEME_MARKER if use == roster.DROP else names.STRATEGY_MARKER
    distance = SCHEME_APART if use == roster.DROP else explosives.APART
    more = select.counted_as_schemes(state, seat) if use == roster.DROP else []
    return Choice(
        model=model, x=rows.xs[model], y=rows.ys[model], r=rows.radii[model], radius=roster.radius_of(type_),
        rules=places.CONTACT | places.IS_MARKER | places.APART, size=distance, least=seat,
        marks=[*state.marker_list(type_, seat), *more],
    )  # fmt: skip


def messages(state: Malifaux, model: int) -> list[int]:
    """MFX-15, Deliver a Message: return the enemy leaders and masters within 1 inch that Interact may target.

    It is open to every seat while the scheme is in the pool: else doing it would tell who has chosen it. The target
    does not count as engaging.
    """
    if not is_played(state, roster.DELIVER) or strategies.is_ignored(state, model):
        return []
    found = []
    for foe in state.up(1 - state.models.sides[model]):
        leads = state.models.leaders[foe] or model_traits.station(state, foe) == "master"
        if not leads or not formulas.is_within(state, model, foe, 1):
            continue
        if all(one == foe for one in melee.engagers(state, model)):
            found.append(foe)
    return found


def deliver(state: Malifaux, table: Table[Malifaux], crew: int, target: int) -> None:
    """MFX-15, Deliver a Message: who has picked this target may reveal the scheme."""
    state.messaged = target
    scoring.reveal_at(state, table, crew, names.DELIVER_MESSAGE)
    state.messaged = UNKNOWN


verbs.VERBS.update(dict.fromkeys(actions.INTERACT.codes, Interact()))
