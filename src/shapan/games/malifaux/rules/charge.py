"""MFX-8.21: Charge: straight ahead, or to a place by Flight, then a melee action."""

from __future__ import annotations

from collections.abc import Sequence

from shapan.engine.actions import DONE
from shapan.engine.prompt import Reason
from shapan.engine.table import Table
from shapan.games.malifaux import actions, events, melee, places, static
from shapan.games.malifaux.cards.action_filter import ActionFilter
from shapan.games.malifaux.context import BY_CHARGE, Actor, Source
from shapan.games.malifaux.geometry.push import push_reaches
from shapan.games.malifaux.geometry.unit import TABLE
from shapan.games.malifaux.records import Choice
from shapan.games.malifaux.rules import choices, flight, generated, moves, placement_refusals, verbs
from shapan.games.malifaux.rules.verbs import Verb
from shapan.games.malifaux.rules.walk import STAYS, allowed
from shapan.games.malifaux.state import Malifaux


class Charge(Verb):
    """MFX-8.21: a push up to Mv in a straight line, and a melee action; not while engaged, once in an activation."""

    def may(self, state: Malifaux, who: Actor, code: int) -> bool:
        now, model = state.activation, who.model
        is_new = now is None or now.model != model or not now.charged
        may = is_new or static.has_word(state, model, "unlimited", "charge")
        return may and not melee.is_engaged(state, model)

    def refused(self, state: Malifaux, who: Actor, code: int) -> Reason:
        is_engaged = state.is_up(who.model) and melee.is_engaged(state, who.model)
        return Reason("MFX-8.21", "engaged" if is_engaged else "charged")

    def next(self, state: Malifaux, who: Actor, picked: Sequence[int]) -> Sequence[int]:
        if len(picked) > 1:
            return []
        most = allowed(state, who.model)
        if not most:
            return [DONE]
        aims = places.push_aims(state, Choice(model=who.model, most=most), state.rules.candidates)
        codes = [actions.PUSH.code(*aim) for aim in aims if min(aim) >= 0 and max(aim) <= TABLE]
        if flight.flies(state, who.model, "charge"):
            codes += flight.ends(state, who.model, most, [])
        return [DONE, *codes]

    def drawn(self, state: Malifaux, who: Actor, picked: Sequence[int], number: int) -> int:
        number, stays = number // STAYS, number % STAYS
        most = allowed(state, who.model)
        if len(picked) > 1 or not stays or not most:
            return DONE
        if number & 1 and flight.flies(state, who.model, "charge"):
            return flight.drawn(state, who.model, most, [], number >> 1)
        at = places.drawn_push(state, who.model, most, number >> 1)
        return DONE if at is None else actions.PUSH.code(*at)

    def leads(self, picked: Sequence[int], code: int) -> bool:
        return actions.SPOT.has(code) or (actions.PUSH.has(code) and len(picked) == 1)

    def meant(self, code: int) -> int:
        return actions.PUSH.code(*actions.LEG.values(code))

    def fault(self, state: Malifaux, who: Actor, picked: Sequence[int], code: int) -> Reason | None:
        model, most = who.model, allowed(state, who.model)
        if actions.SPOT.has(code):
            return flight.fault(state, model, "charge", picked, code, most)
        x, y = actions.PUSH.values(code)
        if choices.is_there(state, model, code) or push_reaches(places.near(state, model, most), x, y, most):
            return None
        return placement_refusals.too_far(state, model, x, y, most)

    def do(self, state: Malifaux, table: Table[Malifaux], here: Source, picks: Sequence[int]) -> None:
        model, now = here.me, state.activation
        if now is not None and now.model == model:
            now.charged = 1
        table.tell(events.CHARGED, model)
        for code in picks:
            if actions.PUSH.has(code):
                moves.push(state, table, here, code, allowed(state, model))
            elif actions.SPOT.has(code):
                x, y = actions.SPOT.values(code)
                if moves.put(state, table, here, model, x, y, events.PLACED):
                    moves.moved(state, table, here, model)
        if state.is_up(model):
            allowing = ActionFilter(ranges=("melee", *static.flag_words(state, model, "charge_with")))
            generated.offer(state, table, here.seat, model, allowing, rules=BY_CHARGE)


verbs.VERBS[actions.CHARGE] = Charge()
