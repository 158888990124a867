"""What expressions come to (crews 2.3): numbers and conditions of effects, from what lies open."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from shapan.engine.kinds import UNKNOWN
from shapan.games.malifaux import formulas, model_traits, names, roster
from shapan.games.malifaux.cards import words
from shapan.games.malifaux.cards.expression_tree import Expression
from shapan.games.malifaux.context import Source
from shapan.games.malifaux.records import RESISTING
from shapan.games.malifaux.state import Malifaux

# Single things (words.WHO)


def who(state: Malifaux, here: Source, word: str) -> int:
    """Return the model that a word means, UNKNOWN where it means none."""
    deed = here.deed
    if word == "self":
        return here.me
    if word == "target":
        return deed.target
    if word == "attacker":
        return deed.model
    if word == "resister":
        return deed.target if deed.opposed else UNKNOWN
    if word == "it":
        return here.it
    if word == "source":
        return here.cause
    if word == "killed":
        return here.killed
    if word == "killer":
        return here.killer
    if word == "chosen":
        return here.chosen if not here.is_chosen_marker else UNKNOWN
    if word == "new":
        return here.new
    if word == "marker":
        return deed.stand_in
    return state.models.ids.index(word) if word in state.models.ids else UNKNOWN


def marker_of(here: Source, word: str) -> int:
    """Return the marker that a word means, UNKNOWN where it means a model or nothing."""
    if word == "target" and here.deed.target == UNKNOWN:
        return here.deed.marker
    if word == "chosen" and here.is_chosen_marker:
        return here.chosen
    return (here.marker if here.marker != UNKNOWN else here.deed.marker) if word == "marker" else UNKNOWN


def player(state: Malifaux, here: Source, word: str) -> int:
    """Return the seat that a word of `words.PLAYERS` means."""
    if word == "self":
        return here.seat
    if word == "enemy":
        return 1 - here.seat
    model = who(state, here, word)
    return state.models.sides[model] if model >= 0 else here.seat


# Values


def truth(state: Malifaux, here: Source, condition: Expression | None) -> bool:
    """Tell whether a condition holds; one that is not there always does."""
    return condition is None or value(state, here, condition) != 0


def value(state: Malifaux, here: Source, tree: Expression) -> int:
    """Return what an expression comes to; conditions are 0 or 1."""
    op = tree.op
    if op in {"number", "constant"}:
        return tree.value
    if op == "call":
        return int(CALLS[tree.word](state, here, *tree.arguments))
    if op == "number_of":
        return int(CALLS[op](state, here, tree.selector))
    parts = tree.parts
    if op in {"and", "all"}:
        return int(all(value(state, here, part) for part in parts))
    if op == "or":
        return int(any(value(state, here, part) for part in parts))
    if op == "not":
        return int(not value(state, here, parts[0]))
    if op == "in":
        left = value(state, here, parts[0])
        return int(any(left == value(state, here, part) for part in parts[1:]))
    return int(_OPERATIONS[op](value(state, here, parts[0]), value(state, here, parts[1])))


def compare(left: int, sign: str, right: int) -> bool:
    """Return what a comparison by its sign gives."""
    return bool(_OPERATIONS[sign](left, right))


_OPERATIONS: Final[dict[str, Callable[[int, int], int]]] = {
    "+": lambda a, b: a + b,
    "-": lambda a, b: a - b,
    "*": lambda a, b: a * b,
    "=": lambda a, b: a == b,
    "!=": lambda a, b: a != b,
    "<": lambda a, b: a < b,
    "<=": lambda a, b: a <= b,
    ">": lambda a, b: a > b,
    ">=": lambda a, b: a >= b,
    "min": min,
    "max": max,
    "div_up": lambda a, b: -(-a // b),
    "div_down": lambda a, b: a // b,
}


# Words


def of(function: Callable[[Malifaux, int], int]) -> Callable[..., int]:
    """Return a word that says something of a single model; 0 where there is none."""

    def said(state: Malifaux, here: Source, word: str) -> int:
        model = who(state, here, word)
        return function(state, model) if model >= 0 else 0

    return said


def and_word(function: Callable[[Malifaux, int, str], bool]) -> Callable[..., int]:
    """Return a word that says whether a model has something that is named."""

    def said(state: Malifaux, here: Source, word: str, name: str) -> int:
        model = who(state, here, word)
        return model >= 0 and function(state, model, name)

    return said


def _suffered(state: Malifaux, here: Source, word: str) -> int:
    model = who(state, here, word)
    return here.amount if here.amount and model == here.it else here.deed.suffered.get(model, 0)


def _condition(state: Malifaux, here: Source, word: str, condition: str) -> int:
    model = who(state, here, word)
    return state.condition(model, names.CONDITIONS.index(condition)) if model >= 0 else 0


def _charged(state: Malifaux, model: int) -> bool:
    now = state.activation
    return now is not None and now.model == model and now.charged > 0


def _in_activation(state: Malifaux, model: int, done: str) -> bool:
    now = state.activation
    if now is None or now.model != model:
        return False
    rows = now.damaged if done == "damaged" else now.killed
    return any(not state.are_friends(model, one) for one in rows)


def _marker_type(state: Malifaux, here: Source, name: str) -> bool:
    marker = marker_of(here, "marker")
    return marker >= 0 and roster.MARKER_TYPES[state.markers.types[marker]].id == name


def _enemy(state: Malifaux, here: Source, word: str) -> bool:
    model = who(state, here, word)
    return model >= 0 and not state.are_friends(model, here.me)


def _friendly(state: Malifaux, here: Source, word: str) -> bool:
    model = who(state, here, word)
    return model >= 0 and state.are_friends(model, here.me)


def _action_range(state: Malifaux, here: Source) -> int:
    if here.deed.as_melee:
        return words.RANGES.index("melee")
    return words.RANGES.index("self" if here.deed.card is None else here.deed.card.range_type)


def _enemy_activation(state: Malifaux, here: Source) -> bool:
    now = state.activation
    return now is not None and state.models.sides[now.model] != state.models.sides[here.me]


CALLS: Final[dict[str, Callable[..., int]]] = {
    "count": lambda state, here, suit: names.suits_in(here.deed.suits[here.side], words.SUITS.index(suit)),
    "revealed": lambda state, here, suit: [names.SUIT_OF[card] for card in here.deed.shown].count(
        words.SUITS.index(suit)
    ),
    "damage_suffered": _suffered,
    "condition": _condition,
    "health": of(lambda state, model: state.models.health[model]),
    "max_health": of(lambda state, model: formulas.max_health(state, model)),
    "sz": of(lambda state, model: formulas.stat(state, model, names.SZ)),
    "mv": of(lambda state, model: formulas.stat(state, model, names.MV)),
    "df": of(lambda state, model: formulas.stat(state, model, names.DF)),
    "wp": of(lambda state, model: formulas.stat(state, model, names.WP)),
    "cost": of(lambda state, model: formulas.cost(state, model)),
    "hand": lambda state, here, word: len(state.hands[player(state, here, word)].cards),
    "vp": lambda state, here, word: state.points(player(state, here, word)),
    "stones": lambda state, here, word: state.stones[player(state, here, word)],
    "pass_tokens": lambda state, here, word: state.pass_tokens[player(state, here, word)],
    "removed_count": lambda state, here: here.deed.removed,
    "damaged_count": lambda state, here: len({one for one in here.deed.damaged if one != here.me}),
    "chosen_number": lambda state, here: here.number or here.deed.number,
    "charged_this_activation": of(_charged),
    "activated": of(lambda state, model: state.models.activated[model]),
    "cheated": lambda state, here, word: who(state, here, word) in here.deed.cheaters,
    "damaged_enemy": of(lambda state, model: _in_activation(state, model, "damaged")),
    "killed_enemy": of(lambda state, model: _in_activation(state, model, "killed")),
    "source": lambda state, here: here.event,
    "token": lambda state, here, word, name: model_traits.tokens(state, who(state, here, word), name),
    "healed": lambda state, here: here.amount,
    "range": lambda state, here: here.deed.card.inches if here.deed.card is not None else 0,
    "margin": lambda state, here: here.deed.totals[0] - here.deed.totals[RESISTING],
    "action_range": _action_range,
    "action_kind": lambda state, here: words.KINDS.index("tactical" if here.deed.card is None else here.deed.card.kind),
    "duel_stat": lambda state, here: here.deed.stats[here.side],
    "flip_kind": lambda state, here: 0 if state.flip is None else state.flip.kind,
    "action": lambda state, here, name: here.deed.action != UNKNOWN and roster.ACTION.names[here.deed.action] == name,
    "tag": lambda state, here, name: here.event_tag != UNKNOWN and roster.TAGS[here.event_tag] == name,
    "marker_type": _marker_type,
    "has_target": lambda state, here: here.deed.target != UNKNOWN or here.deed.marker != UNKNOWN,
    "enemy_activation": _enemy_activation,
    "enemy": _enemy,
    "friendly": _friendly,
    "same": lambda state, here, one, other: who(state, here, one) == who(state, here, other) != UNKNOWN,
    "active": of(lambda state, model: state.activation is not None and state.activation.model == model),
    "buried": of(lambda state, model: state.models.buried[model]),
    "unburied_this_turn": of(lambda state, model: state.models.unburied[model]),
    "leader": of(lambda state, model: state.models.leaders[model]),
    "killed": lambda state, here, word: who(state, here, word) in here.deed.killed,
    "keyword": and_word(lambda state, model, name: model_traits.has_keyword(state, model, name)),
    "station": and_word(lambda state, model, name: model_traits.station(state, model) == name),
    "upgrade": and_word(lambda state, model, name: model_traits.has_upgrade(state, model, name)),
    "name": and_word(lambda state, model, name: model_traits.card(state, model).id == name),
}
"""The words that say something of the state, with what they come to.

A word that needs more than stands below `value` is put in where its rule is: `engaged` in `melee`, say.
"""
