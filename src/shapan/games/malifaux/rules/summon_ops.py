"""Operations of what comes and goes: markers, summoned, replaced, buried models."""

from __future__ import annotations

from shapan.engine.kinds import UNKNOWN
from shapan.engine.table import Table
from shapan.games.malifaux import events, names, places, roster, value, whereabouts
from shapan.games.malifaux.cards.model import Model
from shapan.games.malifaux.cards.operations import Attach, Bury, Detach, DropMarker, MoveMarker, Replace, Summon, Unbury
from shapan.games.malifaux.cards.place import Place
from shapan.games.malifaux.cards.selector import Selector
from shapan.games.malifaux.context import Source
from shapan.games.malifaux.geometry.spot import nearest_spot
from shapan.games.malifaux.geometry.unit import INCH
from shapan.games.malifaux.records import OF_CARDS, Choice
from shapan.games.malifaux.rules import choices, conditions, killing, markers, ops
from shapan.games.malifaux.rules.moves import areas, find
from shapan.games.malifaux.rules.ops import op
from shapan.games.malifaux.state import Malifaux

# Markers: MFX-13.15.


def marker_choice(state: Malifaux, table: Table[Malifaux], here: Source, type_: int, place: Place) -> Choice | None:
    """MFX-13.15: return where a marker may be put, None where the thing that it is measured from is not there."""
    choice = Choice(model=here.me, radius=roster.radius_of(type_), rules=places.IS_MARKER)
    areas(choice, place, here.seat)
    if place.los:
        choice.rules |= places.SEEN
    source = place.contact
    if source is not None:
        choice.rules |= places.CONTACT
    elif place.within is not None:
        choice.most = value.value(state, here, place.within) * INCH
        source = place.of or Selector(side="self")
    else:
        choice.rules |= places.ANYWHERE
        return choice
    found = find(state, table, here, source)
    if found is None:
        return None
    choice.x, choice.y, choice.r = found[:3]
    return choice


def body_choice(state: Malifaux, table: Table[Malifaux], here: Source, card: int, place: Place) -> Choice | None:
    """MFX-12.5, 12.7: return where a model may be put that was not on the table, None as for a marker."""
    choice = marker_choice(state, table, here, names.SCHEME_MARKER, place)
    if choice is not None:
        choice.radius, choice.size = roster.RADIUS[card], roster.MODELS[card].sz
        choice.rules &= ~places.IS_MARKER
    return choice


@op(DropMarker)
def _drop(state: Malifaux, table: Table[Malifaux], here: Source, effect: DropMarker) -> None:
    type_ = next(one.number for one in roster.MARKER_TYPES if one.id == effect.type)
    choice = marker_choice(state, table, here, type_, effect.where)
    at = None if choice is None else choices.spot(state, table, here.seat, choice)
    if at is not None:
        owner = value.player(state, here, effect.owner)
        here.marker = markers.drop(state, table, type_, *at, owner)


@op(MoveMarker)
def _move_marker(state: Malifaux, table: Table[Malifaux], here: Source, effect: MoveMarker) -> None:
    marker = choices.one_marker(state, table, here, effect.selector)
    if marker < 0:
        return
    rows = state.markers
    choice = marker_choice(state, table, here, rows.types[marker], effect.where)
    at = None if choice is None else choices.spot(state, table, here.seat, choice)
    if at is not None:
        rows.xs[marker], rows.ys[marker] = at
        here.marker = here.deed.chosen_marker = marker
        where = whereabouts.place(state, *at, roster.radius_of(rows.types[marker]))
        table.tell(events.MARKER_DROPPED, marker, rows.types[marker], whereabouts.spot(*at), where)


# Summoning, replacing, burying


def matching(state: Malifaux, here: Source, effect: Summon | Replace) -> list[int]:
    """Crews 7.1: return the cards that an effect may bring: of an id, or those that a selector of cards means."""
    given = effect.model
    if isinstance(given, str):
        return [roster.MODEL.numbers[given]]
    return [card.number for card in roster.MODELS if is_card(state, here, card, given)]


def is_card(state: Malifaux, here: Source, card: Model, s: Selector) -> bool:
    """Crews 7.1: tell whether a card is one that a selector of cards means."""
    if not roster.is_of_kind(card, s):
        return False
    if s.sz is not None and not value.compare(card.sz, s.sz.sign, value.value(state, here, s.sz.right)):
        return False
    return s.cost is None or value.compare(card.cost, s.cost.sign, value.value(state, here, s.cost.right))


def choose_card(state: Malifaux, table: Table[Malifaux], here: Source, effect: Summon | Replace) -> int:
    """Crews 7.1: return the card that comes, by choice of the player of the effect."""
    cards = matching(state, here, effect)
    if not cards:
        return UNKNOWN
    choice = Choice(model=here.me, about=here.tag, options=cards)
    return cards[choices.option(state, table, here.seat, choice, len(cards), rules=OF_CARDS)]


@op(Summon)
def _summon(state: Malifaux, table: Table[Malifaux], here: Source, effect: Summon) -> None:
    for _ in range(value.value(state, here, effect.n)):
        card = choose_card(state, table, here, effect)
        if card < 0:
            return
        choice = body_choice(state, table, here, card, effect.where)
        if choice is None:
            return
        gone = here.deed.target if here.deed.target in here.deed.killed else UNKNOWN
        choice.about = here.killed if here.killed >= 0 else gone
        if state.is_up(here.me):
            choice.rules |= places.SEEN  # MFX-12.5
        at = choices.spot(state, table, here.seat, choice)
        if at is None:
            return
        here.new = killing.summon(state, table, here, card, *at)
        if effect.upgrade:
            attach(state, here.new, upgrade_of(effect.upgrade))
        for condition in effect.conditions:
            conditions.gain(state, table, here.new, names.CONDITIONS.index(condition))


@op(Replace)
def _replace(state: Malifaux, table: Table[Malifaux], here: Source, effect: Replace) -> None:
    for model in choices.whom(state, table, here, effect.who):
        card = choose_card(state, table, here, effect)
        if card >= 0:
            here.new = killing.replace(state, table, here, model, card)
            if here.me == model:
                here.me = here.new


@op(Bury)
def _bury(state: Malifaux, table: Table[Malifaux], here: Source, effect: Bury) -> None:
    number = roster.lasting_number(effect) if effect.release else UNKNOWN
    for model in choices.whom(state, table, here, effect.who):
        killing.bury(state, table, here, model, number)


@op(Unbury)
def _unbury(state: Malifaux, table: Table[Malifaux], here: Source, effect: Unbury) -> None:
    """MFX-12.7, E46: a buried model comes back where it is told, else to the nearest legal place."""
    for model in choices.whom(state, table, here, effect.who) or (
        [here.it] if effect.who.single() == "it" and here.it >= 0 else []
    ):
        if not state.models.buried[model]:
            continue
        card = state.models.cards[model]
        choice = body_choice(state, table, here, card, effect.where)
        at = None if choice is None else choices.spot(state, table, here.seat, choice)
        if at is None and effect.otherwise:
            ops.effects(state, table, here, effect.otherwise)
            continue
        if at is None:
            x, y = (choice.x, choice.y) if choice is not None and choice.x != UNKNOWN else (18000, 18000)
            at = nearest_spot(state.field(), x, y, roster.RADIUS[card])
        if at is not None:
            killing.unbury(state, table, model, *at)


@op(Attach)
def _attach(state: Malifaux, table: Table[Malifaux], here: Source, effect: Attach) -> None:
    for model in choices.whom(state, table, here, effect.who):
        attach(state, model, upgrade_of(effect.upgrade))


def upgrade_of(of: str) -> int:
    """Crews 1: return the upgrade of an id."""
    return next(one.number for one in roster.UPGRADES if one.id == of)


def attach(state: Malifaux, model: int, upgrade: int) -> None:
    """Crews 1: an upgrade is attached to a model; a second one of the same kind changes nothing."""
    if (model, upgrade) not in state.upgrades:
        state.upgrades.append((model, upgrade))


@op(Detach)
def _detach(state: Malifaux, table: Table[Malifaux], here: Source, effect: Detach) -> None:
    upgrade = upgrade_of(effect.upgrade)
    for model in choices.whom(state, table, here, effect.who):
        if (model, upgrade) in state.upgrades:
            state.upgrades.remove((model, upgrade))
