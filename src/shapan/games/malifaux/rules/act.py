"""MFX-8.6: an action of a card as it is declared: its target, how it is taken, cards, a marker, a number."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from shapan.engine.actions import DONE
from shapan.engine.prompt import Reason
from shapan.games.malifaux import actions, melee, model_traits, names
from shapan.games.malifaux.cards.action import Action
from shapan.games.malifaux.context import UNBOUND, Actor
from shapan.games.malifaux.rules import costs, options, verbs
from shapan.games.malifaux.rules.verbs import Verb
from shapan.games.malifaux.state import Malifaux


class CardAction(Verb):
    """MFX-8.6: an action of the card of a model; `card_actions` takes it."""

    def may(self, state: Malifaux, who: Actor, code: int) -> bool:
        action = action_of(state, who, code)
        return action is not None and options.is_possible(state, who, action)

    def refused(self, state: Malifaux, who: Actor, code: int) -> Reason:
        action = action_of(state, who, code)
        if action is None:
            return options.NOT_ITS_ACTION
        is_engaged = state.is_up(who.model) and melee.is_engaged(state, who.model)
        if action.range_type == "projectile" and is_engaged and not who.has(UNBOUND):
            return options.ENGAGED
        limit = options.limit_of(state, who, action)
        if limit is not None:
            return limit
        if not costs.can_pay(state, options.here_of(who, action), action.costs):
            return costs.UNPAID
        return options.NO_TARGET

    def next(self, state: Malifaux, who: Actor, picked: Sequence[int]) -> Sequence[int]:
        action = action_of(state, who, picked[0])
        return [] if action is None else parts(state, who, action, picked)

    def drawn(self, state: Malifaux, who: Actor, picked: Sequence[int], number: int) -> int:
        action = action_of(state, who, picked[0])
        assert action is not None
        if len(picked) == 1 and options.needs_target(action):
            target = options.drawn_target(state, who, action, number)
            if target >= 0:
                return actions.AIM.codes[target]
        elif len(picked) == 2 and actions.AIM.has(picked[1]) and ends_with_target(action):
            return DONE
        codes = parts(state, who, action, picked)
        return codes[number % len(codes)] if codes else DONE

    def refused_part(self, state: Malifaux, who: Actor, picked: Sequence[int], code: int) -> Reason | None:
        if not actions.AIM.has(code):
            return None
        action, target = action_of(state, who, picked[0]), actions.AIM.value(code)
        if action is None or target >= len(state.models.cards) or not state.is_up(target):
            return options.OUT_OF_RANGE
        if options.is_shut(state, who, action, as_melee=False):
            return options.ENGAGED
        if options.in_range(state, who, action, target, False) or (
            options.melee_reach(state, who.model) and options.in_range(state, who, action, target, True)
        ):
            return options.NOT_A_TARGET
        return options.OUT_OF_RANGE

    def refused_row(self, state: Malifaux, who: Actor, row: Sequence[int], reason: Reason) -> Reason:
        """E5: a projectile action is refused by whether it was to be taken as melee."""
        action = action_of(state, who, row[0])
        if action is None or not options.is_shut(state, who, action, as_melee=False):
            return reason
        if any(actions.AS.has(code) for code in row):
            return replace(options.OUT_OF_RANGE, path=reason.path) if reason.rule == options.ENGAGED.rule else reason
        return options.ENGAGED if reason.key == "not_possible" else reason


def action_of(state: Malifaux, who: Actor, code: int) -> Action | None:
    """Return the action that a first pick names, None if the model has no such action."""
    return model_traits.action(state, who.model, actions.ACT.value(code))


def ends_with_target(action: Action) -> bool:
    """MFX-8.6: tell whether nothing is asked of an action behind its target: no way, card, marker or number."""
    if action.costs or action.marker is not None or action.numbers or action.range_type == "projectile":
        return False
    return action.target is None or not action.target.markers


def parts(state: Malifaux, who: Actor, action: Action, picked: Sequence[int]) -> Sequence[int]:
    """MFX-8.6: the target of an action, how it is taken, the cards it costs, its marker, its number: in this order."""
    target, marker = options.aim_of(picked)
    later = any(actions.COST.has(code) or actions.CHOSEN.has(code) or actions.NUMBER.has(code) for code in picked[1:])
    has_as = any(actions.AS.has(code) for code in picked)
    codes: list[int] = []
    is_open = target < 0 and marker < 0 and not later
    if is_open and (action.target is not None or action.is_attack):
        codes += [actions.AIM.codes[one] for one in options.targets(state, who, action)]
        codes += [actions.AIM.codes[names.MAX_MODELS + one] for one in options.target_markers(state, who, action)]
        if options.needs_target(action):
            return codes
    if target >= 0 and not has_as and not later and options.is_target(state, who, action, target, as_melee=True):
        codes.append(actions.AS.codes[0])
        if not options.is_target(state, who, action, target, as_melee=False):
            return codes
    rest = after_target(state, who, action, picked)
    if rest is None:
        return [*codes, DONE] if codes else []
    return [*codes, *rest]


def after_target(state: Malifaux, who: Actor, action: Action, picked: Sequence[int]) -> Sequence[int] | None:
    """MFX-8.6: return what must still be given with an action: cards, a marker, a number; None if nothing."""
    cost = costs.discards_of(action.costs)
    spent = sum(actions.COST.has(code) for code in picked)
    if spent < cost:
        return costs.discards(state, who.seat, cost, picked)
    there = options.marker_choices(state, who, action)
    if there and not any(actions.CHOSEN.has(code) for code in picked):
        return [actions.CHOSEN.codes[one] for one in there]
    if action.numbers and not any(actions.NUMBER.has(code) for code in picked):
        return [actions.NUMBER.codes[one] for one in range(action.numbers[0], action.numbers[1] + 1)]
    return None


verbs.VERBS.update(dict.fromkeys(actions.ACT.codes, CardAction()))
