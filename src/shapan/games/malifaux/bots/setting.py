"""Before the first turn: leader, crew, deployment, schemes with their picks, explosives (MFX-10, MFX-11)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from shapan.engine.actions import DONE
from shapan.engine.kinds import UNKNOWN
from shapan.games.malifaux import actions, formulas, names, roster
from shapan.games.malifaux.bots import hiring, places, ways
from shapan.games.malifaux.bots.card_profiles import LORE
from shapan.games.malifaux.bots.kept import kept
from shapan.games.malifaux.bots.mind import RATE, Mind
from shapan.games.malifaux.bots.worths import SCHEME
from shapan.games.malifaux.geometry.unit import CENTRE, INCH
from shapan.games.malifaux.rules import setup
from shapan.games.malifaux.rules.schemes import NEEDED, pick_code
from shapan.games.malifaux.rules.strategies import TURF
from shapan.games.malifaux.state import Malifaux

BEHIND: Final = 0.3
"""What each inch costs that a model deployed behind a wall has to go round it."""

# Leader (D2).


@RATE("leader", actions.LEADER)
def _leader(mind: Mind, faction: int, card: int) -> float:
    """D2: a master of the faction."""
    model = roster.MODELS[card]
    return (2.0 if model.station == "master" else 1.0) + (roster.FACTIONS[faction] == model.faction)


RATE.always(0.0, "leader", actions.LIST_)
RATE.always(0.0, "zone")

# Crew (D3).


@RATE.picks("masters")
def _masters(mind: Mind, arg: int, picked: tuple[int, ...]) -> Mapping[int, float]:
    """MFX-11.6: a second master costs what three models cost that can score."""
    return {DONE: 0.0}


@kept
def _crew(mind: Mind) -> list[int]:
    return hiring.best(mind.view, mind.seat)


@RATE.picks("hire")
def _hire(mind: Mind, arg: int, picked: tuple[int, ...]) -> Mapping[int, float]:
    """D3: the next card of the crew, in rising order."""
    wanted = [*_crew(mind)]
    for code in picked:
        card = actions.HIRED.value(code)
        if card in wanted:
            wanted.remove(card)
    return {DONE: 0.0, **dict.fromkeys([actions.HIRED.codes[card] for card in wanted], 1.0)}


# Deployment (D4).


@RATE.picks("deploy")
def _deploy(mind: Mind, arg: int, picked: tuple[int, ...]) -> Mapping[int, float]:
    """D4: the dearest first, the leader before all; then its place."""
    codes = setup.ask_deploy.next(mind.view, mind.seat, arg, picked)
    rows = mind.view.models
    if not picked:
        models = {code: actions.DEPLOY.value(code) for code in codes}
        return {code: roster.MODELS[rows.cards[one]].cost + 15.0 * rows.leaders[one] for code, one in models.items()}
    model = actions.DEPLOY.value(picked[0])
    return {code: _deployed(mind, model, *actions.SPOT.values(code)) for code in codes}


def _deployed(mind: Mind, model: int, x: int, y: int) -> float:
    """D4: forward and spread, the slow and the strong in the middle, runners toward what there is to score."""
    view, rows = mind.view, mind.view.models
    found = 3.0 * places.progress(view, mind.seat, x, y)
    card = roster.MODELS[rows.cards[model]]
    if not LORE[card.number].flies:
        found -= BEHIND * ways.detour(mind, roster.RADIUS[card.number], x, y, CENTRE, CENTRE) / INCH
    for other in mind.own:
        dx, dy = x - rows.xs[other], y - rows.ys[other]
        near = (dx * dx + dy * dy) ** 0.5
        found -= 0.5 * max(0.0, 1.0 - near / 3500)
        found -= 0.25 * max(0.0, near / 14000 - 1.0)
    if LORE[card.number].scores and not rows.leaders[model]:
        found += 0.5 * max([_toward(mind, x, y, at) for at in targets(view)], default=0.0)
    return found


def targets(view: Malifaux) -> Sequence[tuple[int, int]]:
    """Return where a strategy is scored, as far as it is known before the first turn."""
    return TURF if view.strategy == names.TURF_WAR else [(CENTRE, CENTRE)]


def _toward(mind: Mind, x: int, y: int, at: tuple[int, int]) -> float:
    """Return how near a place is to a point that no own model has been deployed for yet."""
    rows = mind.view.models
    way = float(((x - at[0]) ** 2 + (y - at[1]) ** 2) ** 0.5)
    for other in mind.own:
        if ((rows.xs[other] - at[0]) ** 2 + (rows.ys[other] - at[1]) ** 2) ** 0.5 < way + 3000:
            return 0.0
    return max(0.0, 1.0 - way / 18000)


# Schemes (D5).

ALIKE: Final = 0.25
"""What it costs that both schemes want markers."""


def scheme_worth(mind: Mind, scheme: int) -> float:
    """Return what a scheme is worth to a crew, by deployment and by what the crews can do."""
    view = mind.view
    found = SCHEME[view.deployment][scheme]
    if scheme == names.ASSASSINATE:
        leader = next((one for one in mind.foes if view.models.leaders[one]), UNKNOWN)
        if leader >= 0:
            found -= 0.05 * (formulas.max_health(view, leader) - 10) + 0.1 * mind.lore(leader).hard_to_kill
    if scheme == names.HOLD_UP:
        dearest = sorted((formulas.cost(view, one) for one in mind.foes), reverse=True)[1:2]
        cheap = sum(formulas.cost(view, one) < (dearest[0] if dearest else 0) for one in mind.own)
        found += 0.05 * (cheap - 4)
    return found


@RATE.picks("schemes")
def _schemes(mind: Mind, arg: int, picked: tuple[int, ...]) -> Mapping[int, float]:
    """D5: the two that bring most together, with the picks that suit them."""
    before = [actions.SCHEME.value(code, 0) for code in picked]
    rated: dict[int, float] = {}
    for scheme in mind.view.pool:
        if scheme in before:
            continue
        worth = scheme_worth(mind, scheme) - ALIKE * (scheme in NEEDED and any(one in NEEDED for one in before))
        for own, foe, better in _picks(mind, scheme):
            rated[actions.SCHEME.code(scheme, pick_code(own, foe))] = worth + better
    return rated


def _picks(mind: Mind, scheme: int) -> list[tuple[int, int, float]]:
    """Return the picks of a scheme, each with what it is better or worse than another."""
    view = mind.view
    own = [one for one in mind.own if mind.lore(one).scores]
    foes = [one for one in mind.foes if mind.lore(one).scores]
    leaders_ = view.models.leaders
    if scheme == names.TAKE_PRISONER:
        return [(UNKNOWN, one, 0.03 * formulas.max_health(view, one)) for one in foes]
    if scheme == names.DELIVER_MESSAGE:
        return [(UNKNOWN, one, 0.3 * leaders_[one]) for one in foes]
    if scheme == names.CLAIM_JUMP:
        return [(one, UNKNOWN, sturdy(mind, one)) for one in own if not leaders_[one]]
    if scheme == names.VENDETTA:
        return [
            (one, foe, -sturdy(mind, foe) + 0.04 * formulas.cost(view, one))
            for one in own
            for foe in foes
            if not leaders_[foe] and formulas.cost(view, foe) > formulas.cost(view, one)
        ]
    return [(UNKNOWN, UNKNOWN, 0.0)]


def sturdy(mind: Mind, model: int) -> float:
    """Return how well a model stands blows."""
    lore, view = mind.lore(model), mind.view
    found = 0.02 * formulas.max_health(view, model) + 0.03 * formulas.stat(view, model, names.DF)
    return found + 0.08 * lore.hard_to_wound + 0.06 * lore.hard_to_kill + 0.01 * lore.terrifying


# Explosives (D6).


@RATE("explosives")
def _explosive(mind: Mind, model: int) -> float:
    """D6: who is fast and lives long carries them, no two where one will do."""
    view = mind.view
    held = view.token(model, names.EXPLOSIVE)
    return formulas.stat(view, model, names.MV) + sturdy(mind, model) - 1.5 * held - 1.0 * view.models.leaders[model]
