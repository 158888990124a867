"""D11, D12: the question what a model does: the action with its way, target, cards and numbers as one answer."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from shapan.engine.actions import DONE
from shapan.engine.kinds import UNKNOWN
from shapan.engine.prompt import Prompt, Reason
from shapan.games.malifaux import actions, formulas, names, nature, places, roster, static
from shapan.games.malifaux.cards.action import Action
from shapan.games.malifaux.context import Who
from shapan.games.malifaux.geometry import leg
from shapan.games.malifaux.geometry.disc import completely_within
from shapan.games.malifaux.geometry.engagement import holder_left
from shapan.games.malifaux.geometry.push import push_fault
from shapan.games.malifaux.geometry.spot import stands
from shapan.games.malifaux.geometry.unit import INCH, LEGS, TABLE, point_in_direction
from shapan.games.malifaux.records import Choice
from shapan.games.malifaux.rules import choices, costs, markers, options
from shapan.games.malifaux.state import Malifaux

FURTHER: Final = 7
"""Section 8 of the geometry: so many places are offered after a first leg."""
FIRST: Final = (
    *(actions.ACTIONS.of(code) for code in (actions.WALK, actions.CHARGE, actions.DISENGAGE, actions.CONCENTRATE,
                                            actions.ASSIST, actions.DEMOLISH, actions.SLAM, actions.END)),
    actions.INTERACT, actions.ACT,
)  # fmt: skip
PARTS: Final = (
    actions.AIM, actions.LEG, actions.SPOT, actions.PUSH, actions.TARGET, actions.MARKER, actions.PIECE,
    actions.CONDITION, actions.AS, actions.COST, actions.REMOVED, actions.NUMBER,
)  # fmt: skip


class Act(Prompt[Malifaux]):
    """What the active model does, or what an effect lets a model do (`arg` 1)."""

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
        picked = [code for code in picked if not actions.ACTOR.has(code)]
        if not picked:
            return self.first(state, who)
        return following(state, who, picked)

    def test_next(self, state: Malifaux, seat: int, arg: int, picked: Sequence[int], code: int) -> bool:
        who = self.who(state, seat, arg)
        if actions.ACTOR.has(code):
            return len(picked) == 1 and actions.ACTOR.value(code) == who.model
        picked = [one for one in picked if not actions.ACTOR.has(one)]
        if actions.LEG.has(code) or actions.SPOT.has(code) or actions.PUSH.has(code):
            return bool(picked) and self.fault(state, who, picked, code) is None
        return code in (following(state, who, picked) if picked else self.first(state, who))

    def fault(self, state: Malifaux, who: Who, picked: Sequence[int], code: int) -> Reason | None:
        """Return why a place may not follow: rule, reason, and the number of the leg."""
        verb = picked[0]
        if verb == actions.WALK and actions.LEG.has(code):
            return leg_fault(state, who.model, picked[1:], code)
        if verb in (actions.WALK, actions.CHARGE) and actions.SPOT.has(code):
            return flight_fault(state, who.model, picked, code)
        if verb == actions.CHARGE and actions.PUSH.has(code) and len(picked) == 1:
            x, y = actions.PUSH.values(code)
            most = formulas.stat(state, who.model, names.MV) * INCH
            if choices.is_there(state, who.model, code):
                return None
            if push_fault(places.near(state, who.model, most), x, y, most):
                return Reason("MFX-13.7", "too_far")
            return None
        if actions.INTERACT.has(verb) and actions.SPOT.has(code) and len(picked) == 1:
            choice = interact_choice(state, who, actions.INTERACT.value(verb))
            fault = (
                choices.spot_fault(state, choice, *actions.SPOT.values(code)) if choice is not None else "not_possible"
            )
            return Reason("MFX-8.23", fault) if fault else None
        return Reason(self.rule, "not_possible")

    # Refusals: 13.6.

    def why_not_next(self, state: Malifaux, seat: int, arg: int, picked: Sequence[int], code: int) -> Reason:
        who = self.who(state, seat, arg)
        picked = [one for one in picked if not actions.ACTOR.has(one)]
        if not picked:
            return refused(state, who, code)
        if actions.LEG.has(code) or actions.SPOT.has(code) or actions.PUSH.has(code):
            return self.fault(state, who, picked, code) or Reason(self.rule, "not_possible")
        return refused_part(state, who, picked, code)


ask_action: Final = Act()


class FreeAct(Act):
    """MFX-8.28: an action that an effect generates; it may be left."""

    key = "free_action"
    rule = "MFX-8.28"
    families = (*FIRST, *PARTS, actions.ACTOR, actions.ACTIONS.of(actions.DECLINE))

    def who(self, state: Malifaux, seat: int, arg: int) -> Who:
        assert state.choice is not None
        return Who(state.choice.model, seat, state.choice)

    def first(self, state: Malifaux, who: Who) -> list[int]:
        assert who.free is not None
        return [actions.DECLINE, *who.free.options]


ask_free_action: Final = FreeAct()


# What follows the first pick


def following(state: Malifaux, who: Who, picked: Sequence[int]) -> Sequence[int]:
    """Return the picks that may follow; of places those that are offered."""
    verb, model = picked[0], who.model
    if verb in (actions.END, actions.DECLINE):
        return []
    if verb == actions.WALK:
        return walk_next(state, model, picked)
    if verb == actions.CHARGE:
        return charge_next(state, model, picked)
    if verb in (actions.DISENGAGE, actions.CONCENTRATE):
        name = "disengage" if verb == actions.DISENGAGE else "concentrate"
        return discards(state, who.seat, static.action_cost(state, model, name), picked)
    if actions.INTERACT.has(verb):
        return interact_next(state, who, picked)
    if verb == actions.ASSIST:
        if len(picked) == 1:
            return [actions.TARGET.codes[one] for one in options.assisted(state, model)]
        if len(picked) == 2:
            target = actions.TARGET.value(picked[1])
            return [actions.CONDITION.codes[one] for one in names.ASSISTED if state.condition(target, one)]
        return []
    if verb in (actions.DEMOLISH, actions.SLAM):
        if len(picked) == 1:
            return [actions.PIECE.codes[one] for one in options.destructible(state, model, slam=verb == actions.SLAM)]
        return []
    action = nature.action(state, model, actions.ACT.value(verb))
    return [] if action is None else act_next(state, who, action, picked)


def flies(state: Malifaux, model: int, action: str) -> bool:
    """MFX-13.24: tell whether a model may place itself instead of the movement of a general action."""
    return action in static.flag_words(state, model, "place_instead")


def walk_next(state: Malifaux, model: int, picked: Sequence[int]) -> Sequence[int]:
    """MFX-8.20: the legs of a Walk, or its place by Flight."""
    if len(picked) > 1 and actions.SPOT.has(picked[1]):
        return []
    most = formulas.stat(state, model, names.MV) * INCH
    holders = formulas.engagers(state, model)
    if len(picked) == 1:
        here = (state.models.xs[model], state.models.ys[model])
        ends = places.walk_places(state, model, most, holders, state.rules.candidates)
        codes = [actions.LEG.code(*end) for end in ends if end != here]
        if flies(state, model, "walk"):
            spots = places.flight_places(state, model, most, holders, state.rules.candidates)
            codes += [actions.SPOT.code(*end) for end in spots if end != here]
        return [DONE, *codes]
    if len(picked) > LEGS:
        return []
    return [DONE, *further(state, model, picked[1:], most, holders)]


def further(state: Malifaux, model: int, legs: Sequence[int], most: int, holders: list[int]) -> list[int]:
    """Section 8 of the geometry: a few places that a further leg may go to."""
    round_ = places.near(state, model, most)
    xs, ys = [actions.LEG.values(code)[0] for code in legs], [actions.LEG.values(code)[1] for code in legs]
    so_far = leg.path(round_, xs, ys, holders, reaches(state), most)
    rest = most - so_far.cost
    if rest < INCH // 2:
        return []
    found = []
    for way in range(8):
        x, y = point_in_direction(xs[-1], ys[-1], way * 8, rest)
        code = actions.LEG.code(x, y) if 0 <= x <= TABLE and 0 <= y <= TABLE else UNKNOWN
        if code >= 0 and leg_fault(state, model, legs, code) is None:
            found.append(code)
    return found[:FURTHER]


def reaches(state: Malifaux) -> list[int]:
    """Return the reach of each model."""
    return [formulas.reach(state, one) if state.is_up(one) else UNKNOWN for one in range(len(state.models.cards))]


def leg_fault(state: Malifaux, model: int, legs: Sequence[int], code: int) -> Reason | None:
    """MFX-13.6, 8.20: return why a leg may not follow others of a Walk."""
    most = formulas.stat(state, model, names.MV) * INCH
    points = [actions.LEG.values(one) for one in (*legs, code) if actions.LEG.has(one)]
    if len(points) != len(legs) + 1:
        return Reason("MFX-13.6", "not_possible")
    judged = leg.path(
        places.near(state, model, most), [x for x, _ in points], [y for _, y in points],
        formulas.engagers(state, model), reaches(state), most,
    )  # fmt: skip
    if judged.fault == leg.FREE:
        return None
    rule = "MFX-8.20" if judged.fault == leg.LEAVES_REACH else "MFX-13.6"
    words = {"leg": judged.leg + 1, "cost": (sum(judged.costs) + 5) // 10, "allowed": most // 10}
    return Reason(rule, leg.FAULTS[judged.fault], words, f"path.{len(legs)}")


def flight_fault(state: Malifaux, model: int, picked: Sequence[int], code: int) -> Reason | None:
    """MFX-13.9, 13.24: return why a model may not fly to a place."""
    name = "walk" if picked[0] == actions.WALK else "charge"
    if len(picked) != 1 or not flies(state, model, name):
        return Reason("MFX-13.9", "not_possible")
    rows, (x, y) = state.models, actions.SPOT.values(code)
    r, most = rows.radii[model], formulas.stat(state, model, names.MV) * INCH
    if not completely_within(x, y, r, rows.xs[model], rows.ys[model], r, most):
        return Reason("MFX-13.9", "too_far")
    if not stands(state.field(), x, y, r, model):
        return Reason("MFX-13.9", "overlaps")
    if name == "walk":
        field, held = state.field(), formulas.engagers(state, model)
        if holder_left(field, x, y, r, held, reaches(state)) >= 0:
            return Reason("MFX-8.20", "leaves_reach")
    return None


def charge_next(state: Malifaux, model: int, picked: Sequence[int]) -> Sequence[int]:
    """MFX-8.21: where a Charge goes: straight to a point, or by Flight to a place; it may stay."""
    if len(picked) > 1:
        return []
    most = formulas.stat(state, model, names.MV) * INCH
    if not most:
        return [DONE]
    aims = places.push_aims(state, Choice(model=model, most=most), state.rules.candidates)
    codes = [actions.PUSH.code(*aim) for aim in aims if min(aim) >= 0 and max(aim) <= TABLE]
    if flies(state, model, "charge"):
        codes += [
            actions.SPOT.code(*end) for end in places.flight_places(state, model, most, [], state.rules.candidates)
        ]
    return [DONE, *codes]


def discards(state: Malifaux, seat: int, number: int, picked: Sequence[int]) -> Sequence[int]:
    """Return the cards that may be given next for a cost of so many, in rising order."""
    spent = [actions.COST.value(code) for code in picked if actions.COST.has(code)]
    if len(spent) == number:
        return []
    hand = state.hands[seat].cards
    return [
        actions.COST.codes[card]
        for card in hand
        if (not spent or card > spent[-1]) and len([one for one in hand if one > card]) >= number - len(spent) - 1
    ]


def interact_choice(state: Malifaux, who: Who, use: int) -> Choice | None:
    """MFX-8.23, 14.2: return where the marker of a use of Interact may lie."""
    maker = options.drop_choice if use == roster.DROP else options.plant_choice
    return maker(state, who.seat, who.model)


def interact_next(state: Malifaux, who: Who, picked: Sequence[int]) -> Sequence[int]:
    """MFX-8.23: what a use of Interact asks for."""
    use = actions.INTERACT.value(picked[0])
    if use == roster.REMOVE or len(picked) > 1:
        return []
    if use in (roster.DROP, roster.PLANT):
        choice = interact_choice(state, who, use)
        assert choice is not None
        return [actions.SPOT.code(x, y) for x, y in places.spots(state, choice, 8)]
    if use == roster.DELIVER:
        return [actions.TARGET.codes[one] for one in options.messages(state, who.seat, who.model)]
    if use == roster.TURN:
        there = options.turn_markers(state, who.seat, who.model)
    else:
        there = markers.touching(state, who.model, names.STRATEGY_MARKER)
    return [actions.MARKER.codes[one] for one in there]


def aim_of(picked: Sequence[int]) -> tuple[int, int]:
    """Return the model and the marker that an action targets; -1 for what it does not."""
    thing = next((actions.AIM.value(code) for code in picked if actions.AIM.has(code)), UNKNOWN)
    return (thing, UNKNOWN) if thing < names.MOST_MODELS else (UNKNOWN, thing - names.MOST_MODELS)


def act_next(state: Malifaux, who: Who, action: Action, picked: Sequence[int]) -> Sequence[int]:
    """MFX-8.6: the target of an action, how it is taken, the cards it costs, its marker, its number: in this order."""
    target, marker = aim_of(picked)
    later = any(actions.COST.has(code) or actions.REMOVED.has(code) or actions.NUMBER.has(code) for code in picked[1:])
    has_as = any(actions.AS.has(code) for code in picked)
    codes: list[int] = []
    is_open = target < 0 and marker < 0 and not later
    if is_open and (action.target is not None or action.is_attack):
        codes += [actions.AIM.codes[one] for one in options.targets(state, who, action)]
        codes += [actions.AIM.codes[names.MOST_MODELS + one] for one in options.target_markers(state, who, action)]
        if options.needs_target(action):
            return codes
    if target >= 0 and not has_as and not later and action.range_type == "projectile":
        ways = [target in options.targets(state, who, action, as_melee=way) for way in (False, True)]
        if ways[1]:
            codes.append(actions.AS.codes[0])
            if not ways[0]:
                return codes
    rest = after_target(state, who, action, picked)
    if rest is None:
        return [*codes, DONE] if codes else []
    return [*codes, *rest]


def after_target(state: Malifaux, who: Who, action: Action, picked: Sequence[int]) -> Sequence[int] | None:
    """Return what must still be given with an action: cards, a marker, a number; None if nothing."""
    cost = costs.discards_of(action.costs)
    spent = sum(actions.COST.has(code) for code in picked)
    if spent < cost:
        return discards(state, who.seat, cost, picked)
    there = options.marker_choices(state, who, action)
    if there and not any(actions.REMOVED.has(code) for code in picked):
        return [actions.REMOVED.codes[one] for one in there]
    if action.numbers and not any(actions.NUMBER.has(code) for code in picked):
        return [actions.NUMBER.codes[one] for one in range(action.numbers[0], action.numbers[1] + 1)]
    return None


# Why not (13.6)


def refused(state: Malifaux, who: Who, code: int) -> Reason:
    """Return why something cannot be done at all now."""
    model, seat = who.model, who.seat
    if who.free is None and code != actions.END and not actions.ACT.has(code) and not options.left(state, model):
        return Reason("MFX-8.2", "no_action")
    engaged = formulas.is_engaged(state, model) if state.is_up(model) else False
    if code == actions.CHARGE:
        return Reason("MFX-8.21", "engaged" if engaged else "charged")
    if code == actions.DISENGAGE:
        return Reason("MFX-8.22", "not_engaged" if not engaged else "cost")
    if actions.INTERACT.has(code):
        return Reason("MFX-8.23", "engaged" if engaged else "no_contact")
    if code == actions.CONCENTRATE:
        return Reason(
            "MFX-8.24" if options.can_discard(state, seat, model, "concentrate") else "MFX-8.5", "concentrated"
        )
    if code == actions.ASSIST:
        return Reason("MFX-8.25", "nobody")
    if code in (actions.DEMOLISH, actions.SLAM):
        return Reason("MFX-8.26", "no_terrain")
    if actions.ACT.has(code):
        action = nature.action(state, model, actions.ACT.value(code))
        if action is None:
            return Reason("MFX-8.5", "not_its_action")
        if who.free is None:
            if action.bonus and not options.may_bonus(state, model):
                return Reason("MFX-8.3", "no_bonus")
            if not action.bonus and not options.left(state, model):
                return Reason("MFX-8.2", "no_action")
        if action.range_type == "projectile" and engaged and not options.melee_reach(state, model):
            return Reason("MFX-8.9", "engaged")
        if not options.is_unlimited(state, who, action) or not costs.can_pay(
            state, options.here_of(state, who, action), action.costs
        ):
            return Reason("MFX-8.5", "limit")
        return Reason("MFX-8.8", "no_target")
    return Reason("MFX-8.5", "not_possible")


def refused_part(state: Malifaux, who: Who, picked: Sequence[int], code: int) -> Reason:
    """Return why a target, card or marker does not go with what is done."""
    verb = picked[0]
    if verb == actions.ASSIST:
        return Reason("MFX-8.25", "not_a_target")
    if actions.INTERACT.has(verb):
        return Reason("MFX-8.23", "no_contact")
    if actions.ACT.has(verb) and actions.AIM.has(code):
        action = nature.action(state, who.model, actions.ACT.value(verb))
        target = actions.AIM.value(code)
        if action is None or target >= len(state.models.cards) or not state.is_up(target):
            return Reason("MFX-8.8", "out_of_range")
        if options.in_range(state, who, action, target, False) or (
            options.melee_reach(state, who.model) and options.in_range(state, who, action, target, True)
        ):
            return Reason("MFX-8.11", "not_a_target")
        return Reason("MFX-8.8", "out_of_range")
    if actions.MARKER.has(code):
        return Reason("MFX-8.8", "out_of_range")
    return Reason("MFX-8.5", "not_possible")
