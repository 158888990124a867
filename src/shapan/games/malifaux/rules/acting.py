"""D11, D12: the question what a model does: the action with its way, target, cards and numbers as one answer."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from shapan.engine.actions import DONE
from shapan.engine.prompt import Prompt, Reason
from shapan.games.malifaux import actions, model_traits, names, roster, static
from shapan.games.malifaux.cards.action import Action
from shapan.games.malifaux.context import Actor
from shapan.games.malifaux.rules import options, verbs
from shapan.games.malifaux.state import Malifaux

FIRST: Final = (
    *(actions.ACTIONS.of(code) for code in (actions.WALK, actions.CHARGE, actions.DISENGAGE, actions.CONCENTRATE,
                                            actions.ASSIST, actions.DEMOLISH, actions.SLAM, actions.END)),
    actions.INTERACT, actions.ACT,
)  # fmt: skip
PARTS: Final = (
    actions.AIM, actions.LEG, actions.SPOT, actions.PUSH, actions.TARGET, actions.MARKER, actions.PIECE,
    actions.CONDITION, actions.AS, actions.COST, actions.CHOSEN, actions.NUMBER,
)  # fmt: skip


class Act(Prompt[Malifaux]):
    """D11, D12: what the active model does, or what an effect lets a model do (`arg` 1)."""

    key = "action"
    rule = "MFX-8.5"
    many = True
    open = False
    families = (*FIRST, *PARTS)
    rows = actions.ACTION_ROWS

    # Who acts

    def who(self, state: Malifaux, seat: int, arg: int) -> Actor:
        """Return who is to act."""
        now = state.activation
        assert now is not None
        return Actor(now.model, seat)

    def first(self, state: Malifaux, who: Actor) -> list[int]:
        """D11: return the first picks of all that the active model may do; the last ends its activation."""
        model = who.model
        spare = left(state, model)
        found = verbs.general(state, who) if spare else []
        for action in model_traits.actions(state, model):
            if may_begin(state, model, action, spare) and options.is_possible(state, who, action):
                found.append(actions.ACT.codes[roster.ACTION.numbers[action.id]])
        return [*found, actions.END]

    # Picks

    def next(self, state: Malifaux, seat: int, arg: int, picked: Sequence[int]) -> Sequence[int]:
        who = self.who(state, seat, arg)
        picked = self.plain(picked)
        return verbs.following(state, who, picked) if picked else self.first(state, who)

    def any_next(self, state: Malifaux, seat: int, arg: int, picked: Sequence[int], number: int) -> int:
        who = self.who(state, seat, arg)
        if not picked:
            return self.drawn_first(state, who, number)
        picked = self.plain(picked)
        verb = verbs.VERBS.get(picked[0])
        return DONE if verb is None else verb.drawn(state, who, picked, number)

    def plain(self, picked: Sequence[int]) -> Sequence[int]:
        """Return some picks without who acts, which a free action may name."""
        return picked

    def drawn_first(self, state: Malifaux, who: Actor, number: int) -> int:
        """D11: return one of `first` by a number: what the model could do is tried in an order that it gives."""
        model = who.model
        own = model_traits.actions(state, model)
        general = verbs.CODES
        spare = left(state, model)
        acts = len(general) if spare and not state.models.buried[model] else 0
        size = acts + len(own) + 1
        prime = options.PRIMES[size]
        at, step = number % prime, 1 + (number >> 8) % (prime - 1)
        while True:
            if at < acts:
                if verbs.may(state, who, general[at]):
                    return general[at]
            elif at < size - 1:
                action = own[at - acts]
                if may_begin(state, model, action, spare) and options.is_possible(state, who, action):
                    return actions.ACT.codes[roster.ACTION.numbers[action.id]]
            elif at == size - 1:
                return actions.END
            at += step
            if at >= prime:
                at -= prime

    def test_next(self, state: Malifaux, seat: int, arg: int, picked: Sequence[int], code: int) -> bool:
        who = self.who(state, seat, arg)
        if actions.ACTOR.has(code):
            return len(picked) == 1 and actions.ACTOR.value(code) == who.model
        picked = self.plain(picked)
        if is_place(code):
            return bool(picked) and self.fault(state, who, picked, code) is None
        return code in (verbs.following(state, who, picked) if picked else self.first(state, who))

    def fault(self, state: Malifaux, who: Actor, picked: Sequence[int], code: int) -> Reason | None:
        """Return why a place may not follow: rule, reason, and the number of the leg."""
        verb = verbs.VERBS.get(picked[0])
        if verb is None or not verb.leads(picked, code):
            return Reason(self.rule, "not_possible")
        return verb.fault(state, who, picked, code)

    # Refusals: 13.6.

    def refused(self, state: Malifaux, who: Actor, code: int) -> Reason:
        """13.6: return why something cannot be done at all now."""
        reason = self.limit(state, who, code)
        verb = verbs.VERBS.get(code)
        if reason is None and verb is not None:
            reason = verb.refused(state, who, code)
        return reason or Reason(ask_action.rule, "not_possible")

    def limit(self, state: Malifaux, who: Actor, code: int) -> Reason | None:
        """MFX-8.2, 8.3: return why the active model has no action left for something, None where it has."""
        action = model_traits.action(state, who.model, actions.ACT.value(code)) if actions.ACT.has(code) else None
        if action is not None and action.bonus:
            return None if may_bonus(state, who.model) else Reason("MFX-8.3", "no_bonus")
        is_spent = code != actions.END and (action is not None or not actions.ACT.has(code))
        return Reason("MFX-8.2", "no_action") if is_spent and not left(state, who.model) else None

    def why_not_next(self, state: Malifaux, seat: int, arg: int, picked: Sequence[int], code: int) -> Reason:
        who = self.who(state, seat, arg)
        picked = self.plain(picked)
        if not picked:
            return self.refused(state, who, code)
        verb = verbs.VERBS.get(picked[0])
        if is_place(code):
            code = verb.meant(code) if verb is not None and actions.LEG.has(code) else code
            return self.fault(state, who, picked, code) or Reason(self.rule, "not_possible")
        reason = verb.refused_part(state, who, picked, code) if verb is not None else None
        if reason is None and actions.MARKER.has(code):
            return options.OUT_OF_RANGE
        return reason or Reason(ask_action.rule, "not_possible")

    def why_not_many(self, state: Malifaux, seat: int, arg: int, codes: Sequence[int]) -> Reason:
        reason, row = super().why_not_many(state, seat, arg, codes), self.plain(codes)
        verb = verbs.VERBS.get(row[0]) if row else None
        return reason if verb is None else verb.refused_row(state, self.who(state, seat, arg), row, reason)


ask_action: Final = Act()


def is_place(code: int) -> bool:
    """Tell whether a pick is a point of the table."""
    return actions.LEG.has(code) or actions.SPOT.has(code) or actions.PUSH.has(code)


# How much the active model may still do: MFX-8.2, 8.3.


def left(state: Malifaux, model: int) -> int:
    """MFX-8.2, 8.29: return how many actions the active model has left."""
    now = state.activation
    assert now is not None
    return max(0, static.action_limit(state, model) - now.actions)


def may_bonus(state: Malifaux, model: int) -> bool:
    """MFX-8.3: tell whether the active model may take a bonus action; Stunned, it counts against the limit."""
    now = state.activation
    assert now is not None
    if now.bonus:
        return False
    if not state.condition(model, names.STUNNED):
        return True
    return not state.rules.stunned_forbids and left(state, model) > 0


def may_begin(state: Malifaux, model: int, action: Action, spare: int) -> bool:
    """MFX-8.2, 8.3: tell whether the active model, with so many actions left, may take one of its card."""
    return may_bonus(state, model) if action.bonus else spare > 0


def can_act(state: Malifaux, who: Actor) -> bool:
    """D11: tell whether the active model may do anything but end its activation; a Walk is always possible."""
    model = who.model
    spare = left(state, model)
    if spare and not state.models.buried[model]:
        return True
    return any(
        may_begin(state, model, action, spare) and options.is_possible(state, who, action)
        for action in model_traits.actions(state, model)
    )
