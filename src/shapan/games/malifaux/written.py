"""13.2, 13.3, 13.6: how the table is written: the objects of positions and views that follow from the state."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated, Any, Final

from shapan.engine.fact import NOBODY, Figure
from shapan.engine.kinds import UNKNOWN, Count, Enum, Flag, Many, Word
from shapan.engine.part import ALL
from shapan.engine.sparse_table import SparseTable
from shapan.engine.view import Record
from shapan.games.malifaux import names, roster
from shapan.games.malifaux.cards.writer import written
from shapan.games.malifaux.geometry.terrain import TRAITS
from shapan.games.malifaux.records import CONDITION_COUNT, FLIPS, NO_CARD, NO_PICK, TOKEN_COUNT
from shapan.games.malifaux.state import Malifaux

_WORD: Final = Word(anything=True)
_POINT: Final = Many(names.COORDINATE, 2)
CONDITIONS: Final = SparseTable(
    names.CONDITIONS, [Flag() if one not in names.VALUED else Count(names.MAX_OF_CONDITION) for one in range(11)]
)


@dataclass(slots=True)
class ModelView:
    """A model as it is written."""

    id: Annotated[str, _WORD]
    model: Annotated[int, roster.MODEL]
    at: Annotated[list[int] | None, _POINT]
    health: Annotated[int, Count(30)]
    leader: Annotated[int, Flag()]
    conditions: Annotated[dict[str, Any], _WORD]
    tokens: Annotated[dict[str, Any], _WORD]
    activated: Annotated[int, Flag()]
    summoned: Annotated[int, Flag()]
    buried: Annotated[Any, _WORD]
    lasting: Annotated[list[Any], _WORD]
    used: Annotated[list[Any], _WORD]
    upgrades: Annotated[list[Any], _WORD]
    first_card: Annotated[str | None, _WORD]


@dataclass(slots=True)
class DeadView:
    """A model that was killed."""

    id: Annotated[str, _WORD]
    model: Annotated[int, roster.MODEL]
    leader: Annotated[int, Flag()]
    turn: Annotated[int, names.TURN]
    by: Annotated[str | None, _WORD]
    first_card: Annotated[str | None, _WORD]


@dataclass(slots=True)
class MarkerView:
    """A marker."""

    id: Annotated[str, _WORD]
    type: Annotated[int, Enum([one.id for one in roster.MARKER_TYPES], "marker")]
    at: Annotated[list[int], _POINT]
    seat: Annotated[int, names.SEAT]


@dataclass(slots=True)
class SchemeView:
    """A chosen scheme; of one that a viewer does not know only that it is there."""

    id: Annotated[int, names.SCHEME]
    pick: Annotated[Any, _WORD]
    revealed: Annotated[int, Flag()]


@dataclass(slots=True)
class PointsView:
    """Victory points."""

    strategy: Annotated[int, names.POINTS]
    schemes: Annotated[int, names.POINTS]


@dataclass(slots=True)
class CountsView:
    """How many cards and models there are."""

    hand: Annotated[int, Count(54)]
    deck: Annotated[int, Count(54)]
    discard: Annotated[int, Count(54)]
    models: Annotated[int, Count(names.MAX_MODELS)]


@dataclass(slots=True)
class ActivationView:
    """The activation under way."""

    model: Annotated[str, _WORD]
    actions: Annotated[int, Count(9)]
    bonus: Annotated[int, Count(9)]
    charged: Annotated[int, Flag()]
    disengaged: Annotated[int, Flag()]
    used: Annotated[list[Any], _WORD]
    damaged: Annotated[list[Any], _WORD]
    killed: Annotated[list[Any], _WORD]


@dataclass(slots=True)
class DuelView:
    """The running or last duel."""

    model: Annotated[str, _WORD]
    action: Annotated[str | None, _WORD]
    target: Annotated[str | None, _WORD]
    nets: Annotated[list[Any], _WORD]
    cards: Annotated[list[int], Many(names.CARD, 2)]
    totals: Annotated[list[Any], _WORD]
    suits: Annotated[list[Any], _WORD]
    success: Annotated[int, Flag()]


@dataclass(slots=True)
class FlipView:
    """The running or last single flip."""

    seat: Annotated[int, names.SEAT]
    kind: Annotated[int, Enum(FLIPS, "flip")]
    net: Annotated[Any, _WORD]
    cards: Annotated[list[int], Many(names.CARD, 20)]
    result: Annotated[int, names.CARD]


# What stands there


def _id(state: Malifaux, model: int) -> str | None:
    return state.models.ids[model] if model >= 0 else None


def conditions(state: Malifaux, model: int) -> dict[str, Any]:
    """Return all conditions of a model: numbers, flags, the words of Adversary."""
    found: dict[str, Any] = {}
    for number, name in enumerate(names.CONDITIONS):
        value = state.models.conditions[model * CONDITION_COUNT + number]
        if number == names.ADVERSARY:
            found[name] = [roster.ADVERSARY_WORDS[word] for one, word in state.adversaries if one == model]
        elif number in names.VALUED:
            found[name] = value
        else:
            found[name] = bool(value)
    return found


def buried(state: Malifaux, model: int) -> Any:
    """Return by whom a model is buried, false if it is not."""
    rows = state.models
    if not rows.buried[model]:
        return False
    action = rows.buried_action[model]
    return {"by": _id(state, rows.buried_by[model]), "by_action": roster.TAGS[action] if action >= 0 else None}


def model_view(state: Malifaux, model: int) -> ModelView:
    """Return a model."""
    rows = state.models
    return ModelView(
        rows.ids[model], rows.cards[model], [rows.xs[model], rows.ys[model]] if rows.radii[model] else None,
        rows.health[model], rows.leaders[model], conditions(state, model),
        {name: rows.tokens[model * TOKEN_COUNT + token] for token, name in enumerate(names.TOKENS)},
        rows.activated[model], rows.summoned[model], buried(state, model),
        [lasting(state, row) for row in state.lasting if row[0] == model and row[2] < len(names.UNTIL)],
        [roster.TAGS[row[1]] for row in state.used if row[0] == model and len(row) == 2],
        [roster.UPGRADES[upgrade].id for one, upgrade in state.upgrades if one == model],
        first_card(state, model),
    )  # fmt: skip


def first_card(state: Malifaux, model: int) -> str | None:
    """MFX-15.5: return with which card a model was there for schemes to pick, None where nobody knows."""
    number = state.models.first_cards[model]
    return roster.MODELS[number].id if number >= 0 else NO_CARD if number == NO_PICK else None


def lasting(state: Malifaux, row: tuple[int, ...]) -> dict[str, Any]:
    """Return what lasts on a model."""
    return {
        "effect": written(roster.LASTING[row[1]]), "until": names.UNTIL[row[2]], "by": _id(state, row[3]),
    }  # fmt: skip


def models(state: Malifaux, seat: int) -> list[ModelView]:
    """Return the models of a seat that are in play."""
    return [model_view(state, model) for model in state.in_play(seat)]


def dead(state: Malifaux, seat: int) -> list[DeadView]:
    """Return the models of a seat that were killed."""
    rows = state.models
    return [
        DeadView(rows.ids[model], rows.cards[model], rows.leaders[model], rows.killed_turn[model],
                 _id(state, rows.killed_by[model]), first_card(state, model))
        for model, side in enumerate(rows.sides)
        if side == seat and not rows.health[model] and rows.replaced_by[model] < 0
    ]  # fmt: skip


def markers(state: Malifaux) -> list[MarkerView]:
    """Return the markers on the table."""
    rows = state.markers
    return [
        MarkerView(rows.ids[one], type_, [rows.xs[one], rows.ys[one]], rows.owners[one])
        for one, type_ in enumerate(rows.types)
        if type_ >= 0
    ]


def schemes(state: Malifaux, seat: int) -> list[SchemeView]:
    """Return the schemes of a seat, as far as they are known."""
    row = state.schemes[seat]
    found = []
    for place, scheme in enumerate(row.cards):
        picks = [row.marks[which][place] for which in range(2)] if scheme != UNKNOWN else [UNKNOWN, UNKNOWN]
        there = [state.models.ids[one] for one in picks if one >= 0]
        pick = None if not there else there[0] if len(there) == 1 else there
        found.append(SchemeView(scheme, pick, int(state.revealed[seat] >> place & 1)))
    return found


def hand(state: Malifaux, seat: int) -> list[int] | None:
    """Return the cards of a hand, for its owner."""
    return state.hands[seat].cards if state.viewer in (ALL, seat) else None


def terrain(state: Malifaux) -> list[dict[str, Any]]:
    """Return the pieces that lie there; in a position with their outlines."""
    return [piece(state, place) for place in range(len(state.map.pieces)) if not state.gone >> place & 1]


def gone_terrain(state: Malifaux) -> list[dict[str, Any]]:
    """13.2: return the pieces that are gone, each with its place among all."""
    return [
        {"place": place, **piece(state, place)} for place in range(len(state.map.pieces)) if state.gone >> place & 1
    ]


def piece(state: Malifaux, place: int) -> dict[str, Any]:
    """Return a piece of terrain as it is written."""
    one = state.map.pieces[place]
    shape = {"shape": {"poly": [list(corner) for corner in one.outline]}} if state.viewer == ALL else {}
    traits = [name for bit, name in enumerate(TRAITS) if one.traits >> bit & 1]
    return {"id": one.name, **shape, "h": one.height, "traits": traits, "hazard": one.hazard or None}


def activation(state: Malifaux) -> ActivationView | None:
    """Return the activation under way."""
    now = state.activation
    if now is None:
        return None
    ids = state.models.ids
    used = [roster.TAGS[row[1]] for row in now.used if row[0] == now.model and len(row) == 2]
    return ActivationView(
        ids[now.model], now.actions, now.bonus, now.charged, now.disengaged, used,
        [ids[one] for one in now.damaged], [ids[one] for one in now.killed],
    )  # fmt: skip


def duel(state: Malifaux) -> DuelView | None:
    """Return the running or last duel."""
    one = state.duel
    if one is None:
        return None
    action = None if one.action == UNKNOWN else roster.word_of_action(one.action)
    return DuelView(
        state.models.ids[one.model], action, _id(state, one.target), list(one.nets), one.cards, list(one.totals),
        [names.letters_of(suits) for suits in one.suits], one.success,
    )  # fmt: skip


def flip(state: Malifaux) -> FlipView | None:
    """Return the running or last single flip."""
    one = state.flip
    return None if one is None else FlipView(one.seat, one.kind, one.net, one.cards, one.result)


def counts(state: Malifaux, seat: int) -> CountsView:
    """Return how many cards and models a seat has."""
    return CountsView(
        state.hands[seat].size(), state.decks[seat].size() + state.tops[seat].size(), state.discards[seat].size(),
        len(state.in_play(seat)),
    )  # fmt: skip


FIGURES: Final[tuple[Figure, ...]] = (
    Figure("pool", Many(names.SCHEME, names.POOL), "pool"),
    Figure("terrain", _WORD, terrain),
    Figure("gone_terrain", _WORD, gone_terrain, sees=NOBODY),
    Figure("markers", Many(Record(MarkerView), 60), markers),
    Figure("seats.*.models", Many(Record(ModelView), 30), models),
    Figure("seats.*.dead", Many(Record(DeadView), 40), dead),
    Figure("seats.*.schemes", Many(Record(SchemeView), 2), schemes),
    Figure("seats.*.hand", names.HAND, hand),
    Figure("seats.*.discard", names.PILE, "discards[{i}].cards"),
    Figure("seats.*.vp", Record(PointsView), lambda s, i: PointsView(s.strategy_points[i], s.scheme_points[i])),
    Figure("seats.*.counts", Record(CountsView), counts),
    Figure("activation", Record(ActivationView), activation),
    Figure("duel", Record(DuelView), duel),
    Figure("flip", Record(FlipView), flip),
)
