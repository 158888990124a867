"""MFX-6.17: of the models that one effect hits, those between which an order can make a difference; by what all see."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from msgspec.structs import fields

from shapan.engine.kinds import UNKNOWN
from shapan.engine.question import picks
from shapan.engine.table import Table
from shapan.games.malifaux import actions, roster, static
from shapan.games.malifaux.cards.effect import Effect
from shapan.games.malifaux.cards.operations import Conditioned, Heal, May, Reduce, Token
from shapan.games.malifaux.cards.part import AbilityPart
from shapan.games.malifaux.cards.selector import Selector
from shapan.games.malifaux.context import Source
from shapan.games.malifaux.records import Choice
from shapan.games.malifaux.rules import choices, stones
from shapan.games.malifaux.state import Malifaux

_GIVEN: Final = ("side", "reach", "inches", "of", "los", "other", "excluded", "keyword", "characteristics", "stations")
"""What of a selector no ability changes that only heals."""


def among_hurt(
    state: Malifaux, here: Source, models: Sequence[int], amounts: Sequence[int], tag: int = UNKNOWN
) -> list[int]:  # fmt: skip
    """MFX-6.17: return the models between which the order of some damage can make a difference.

    [ruling] Those that it can concern, if it can do more to one of them than lower its Health: kill it, or let somebody
    flip, pay or use an ability. `amounts` is by model the most that it comes to before reductions, UNKNOWN for a flip.
    """
    hurt = [
        (model, number)
        for model, number in zip(models, amounts, strict=True)
        if number and state.is_in_play(model) and not is_spared(state, here, model, tag)
    ]
    return [model for model, _ in hurt] if any(does_more(state, model, number) for model, number in hurt) else []


def is_spared(state: Malifaux, here: Source, model: int, tag: int) -> bool:
    """MFX-6.17: return whether a model ignores damage or heals instead, with no more effect than its own healing."""
    if tag >= 0 and static.ignores(state, model, roster.TAGS[tag]):
        return not acts(state, "damage_ignored", model)
    return bool(static.holding(state, "flag heal_instead", model, here.deed)) and not acts(state, "after_heal", model)


def does_more(state: Malifaux, model: int, number: int) -> bool:
    """MFX-6.17: return whether so much damage can do more to a model than lower its Health: kill it, or let it act."""
    if number == UNKNOWN or number >= state.models.health[model]:
        return True
    if stones.is_user(state, model) and stones.has_stone(state, state.models.sides[model]):
        return True
    return acts(state, "damage_reduce", model) or acts(state, "after_damage", model)


def acts(state: Malifaux, hook: str, model: int) -> bool:
    """Crews 2.4: return whether at a hook about a model some ability may do more than change that model itself."""
    if state.lasting and hook in state.lasts().hooks:
        return True
    hooked = state.roll().hooks.get(hook)
    if hooked is None or not hooked.acts_at(model):
        return False
    return any(
        not is_plain(part)
        for holder in hooked.about([model])
        if state.is_in_play(holder)
        for _, part in hooked.parts[holder]
        if static.is_of_side(state, holder, part, model) and (holder == model or part.scope != "self")
    )


def are_apart(parts: Sequence[AbilityPart]) -> bool:
    """MFX-6.17: return whether no order of some abilities can make a difference.

    [ruling] That is so where each changes only Health and tokens of the model that it is about. One may give a
    condition to a set of models instead, if the others heal a fixed number: neither changes what the other does.
    """
    others = [part for part in parts if not is_plain(part)]
    if not others:
        return True
    healing = [effect for part in parts if part is not others[0] for effect in part.effects]
    return (
        len(others) == 1
        and _gives(others[0])
        and all(isinstance(effect, Heal) and effect.amount.track() for effect in healing)
    )


def _gives(part: AbilityPart) -> bool:
    """Return whether all that an ability does is to give conditions to sets that neither Health nor a choice makes."""
    gains = all(
        isinstance(effect, Conditioned) and effect.mode == "gain" and effect.value.is_fixed() and _is_given(effect.who)
        for effect in part.effects
    )
    return gains and not part.costs and not part.once


def _is_given(selector: Selector) -> bool:
    of = selector.of is None or _is_given(selector.of)
    return of and all(getattr(selector, one.name) == one.default for one in fields(Selector) if one.name not in _GIVEN)


def is_plain(part: AbilityPart) -> bool:
    """MFX-6.17: return whether an ability changes nothing but the Health and tokens of the model that it is about."""
    whom = ("it", "self") if part.scope == "self" else ("it",)
    return not part.costs and not part.once and all(_is_plain(effect, whom) for effect in part.effects)


def _is_plain(effect: Effect, whom: Sequence[str]) -> bool:
    if isinstance(effect, May):
        return not effect.costs and all(_is_plain(inner, whom) for inner in effect.effects)
    if isinstance(effect, Reduce):
        return True
    if not isinstance(effect, Heal | Token) or effect.who.single() not in whom:
        return False
    return isinstance(effect, Token) or not effect.amount.is_flipped


# The question


@picks("order", "MFX-6.17", actions.ORDER, rows=actions.ORDER_ROWS, ordered=True, open=True)
def ask_order(state: Malifaux, seat: int, arg: int, picked: Sequence[int]) -> Sequence[int]:
    """D23: the order of effects, or of models that one effect hits."""
    choice = state.asked()
    return [actions.ORDER.codes[place] for place in choice.options if actions.ORDER.codes[place] not in picked]


def in_order(
    state: Malifaux, table: Table[Malifaux], seat: int, model: int, models: Sequence[int], differing: Sequence[int]
) -> list[int]:  # fmt: skip
    """MFX-6.17: return models that one effect hits in the order that its player chooses.

    [ruling] Asked is only for those between which the order can make a difference; the others come after them.
    """
    if len(differing) < 2:
        return list(models)
    state.choice = Choice(model=model, options=list(range(len(differing))), holders=list(differing))
    first = [differing[place] for place in table.pick_many(ask_order, seat)]
    return [*first, *(one for one in models if one not in differing)]


def hit(state: Malifaux, table: Table[Malifaux], here: Source, selector: Selector) -> list[int]:
    """MFX-6.17: return the models that one effect hits, in the order that its player chooses."""
    found = choices.whom(state, table, here, selector)
    return in_order(state, table, here.seat, here.me, found, [model for model in found if state.is_in_play(model)])
