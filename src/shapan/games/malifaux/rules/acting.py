"""D11, D12: the question what a model does: the action with its way, target, cards and numbers as one answer."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from shapan.engine.prompt import Prompt, Reason
from shapan.games.malifaux import actions, formulas, names, places
from shapan.games.malifaux.context import Who
from shapan.games.malifaux.geometry.push import push_fault
from shapan.games.malifaux.geometry.unit import INCH
from shapan.games.malifaux.rules import blame, choices, drawing, following, interact, options, refused
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

    def who(self, state: Malifaux, seat: int, arg: int) -> Who:
        """Return who is to act."""
        now = state.activation
        assert now is not None
        return Who(now.model, seat)

    def first(self, state: Malifaux, who: Who) -> list[int]:
        """Return the first picks that are possible."""
        return options.first_picks(state, who)

    # Picks

    def next(self, state: Malifaux, seat: int, arg: int, picked: Sequence[int]) -> Sequence[int]:
        who = self.who(state, seat, arg)
        picked = self.plain(picked)
        if not picked:
            return self.first(state, who)
        return following.following(state, who, picked)

    def any_next(self, state: Malifaux, seat: int, arg: int, picked: Sequence[int], number: int) -> int:
        who = self.who(state, seat, arg)
        if not picked:
            return self.drawn_first(state, who, number)
        return drawing.drawn_next(state, who, self.plain(picked), number)

    def plain(self, picked: Sequence[int]) -> Sequence[int]:
        """Return some picks without who acts, which a free action may name."""
        return picked

    def drawn_first(self, state: Malifaux, who: Who, number: int) -> int:
        """Return one of the first picks by a number."""
        return options.drawn_first(state, who, number)

    def test_next(self, state: Malifaux, seat: int, arg: int, picked: Sequence[int], code: int) -> bool:
        who = self.who(state, seat, arg)
        if actions.ACTOR.has(code):
            return len(picked) == 1 and actions.ACTOR.value(code) == who.model
        picked = self.plain(picked)
        if actions.LEG.has(code) or actions.SPOT.has(code) or actions.PUSH.has(code):
            return bool(picked) and self.fault(state, who, picked, code) is None
        return code in (following.following(state, who, picked) if picked else self.first(state, who))

    def fault(self, state: Malifaux, who: Who, picked: Sequence[int], code: int) -> Reason | None:
        """Return why a place may not follow: rule, reason, and the number of the leg."""
        verb = picked[0]
        if verb == actions.WALK and actions.LEG.has(code):
            return following.leg_fault(state, who.model, picked[1:], code)
        if verb in (actions.WALK, actions.CHARGE) and actions.SPOT.has(code):
            return following.flight_fault(state, who.model, picked, code)
        if verb == actions.CHARGE and actions.PUSH.has(code) and len(picked) == 1:
            x, y = actions.PUSH.values(code)
            most = formulas.stat(state, who.model, names.MV) * INCH
            if choices.is_there(state, who.model, code):
                return None
            if push_fault(places.near(state, who.model, most), x, y, most):
                return blame.too_far(state, "MFX-13.7", who.model, x, y, most)
            return None
        if actions.INTERACT.has(verb) and actions.SPOT.has(code) and len(picked) == 1:
            return interact.fault(state, who.model, verb, code)
        return Reason(self.rule, "not_possible")

    # Refusals: 13.6.

    def why_not_next(self, state: Malifaux, seat: int, arg: int, picked: Sequence[int], code: int) -> Reason:
        who = self.who(state, seat, arg)
        picked = self.plain(picked)
        if not picked:
            return refused.refused(state, who, code)
        if actions.LEG.has(code) or actions.SPOT.has(code) or actions.PUSH.has(code):
            return self.fault(state, who, picked, self.meant(picked[0], code)) or Reason(self.rule, "not_possible")
        return refused.refused_part(state, who, picked, code)

    def why_not_many(self, state: Malifaux, seat: int, arg: int, codes: Sequence[int]) -> Reason:
        reason = super().why_not_many(state, seat, arg, codes)
        return refused.refused_row(state, self.who(state, seat, arg), self.plain(codes), reason)

    def meant(self, verb: int, code: int) -> int:
        """Return a point as what is done takes it: only a Walk has legs, and who points says no word with it."""
        if not actions.LEG.has(code) or verb == actions.WALK:
            return code
        x, y = actions.LEG.values(code)
        return actions.PUSH.code(x, y) if verb == actions.CHARGE else actions.SPOT.code(x, y)


ask_action: Final = Act()


class FreeAct(Act):
    """MFX-8.28: an action that an effect generates; it may be left."""

    key = "free_action"
    rule = "MFX-8.28"
    families = (*FIRST, *PARTS, actions.ACTOR, actions.ACTIONS.of(actions.DECLINE))

    def who(self, state: Malifaux, seat: int, arg: int) -> Who:
        return Who(state.asked().model, seat, state.choice)

    def first(self, state: Malifaux, who: Who) -> list[int]:
        assert who.free is not None
        return [actions.DECLINE, *who.free.options]

    def drawn_first(self, state: Malifaux, who: Who, number: int) -> int:
        first = self.first(state, who)
        return first[number % len(first)]

    def plain(self, picked: Sequence[int]) -> Sequence[int]:
        return [code for code in picked if not actions.ACTOR.has(code)]


ask_free_action: Final = FreeAct()
