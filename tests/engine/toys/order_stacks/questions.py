"""The questions of order stacks: the token that is placed or turned, the march, the look, the battle card."""

from __future__ import annotations

from collections.abc import Sequence

from engine.toys.order_stacks import actions, names
from engine.toys.order_stacks.state import OrderStacks, spies_of, top
from shapan.engine.actions import DONE
from shapan.engine.kinds import UNKNOWN
from shapan.engine.prompt import Prompt, Reason


class PlaceToken(Prompt[OrderStacks]):
    """ORD-2.1: where is open, which is not."""

    key, rule, secret, families = "place_token", "ORD-2.1", True, (actions.PLACE,)

    def legal(self, state: OrderStacks, seat: int, arg: int) -> Sequence[int]:
        tokens = state.supply[seat].cards
        out = spies_of(state, seat) >= names.MAX_SPIES  # ORD-2.2
        kinds = [kind for kind in range(len(names.TOKENS)) if kind in tokens and not (out and kind == names.SPY)]
        return [actions.PLACE.code(kind, area) for kind in kinds for area in range(names.AREAS)]

    def shadow(self, codes: Sequence[int]) -> int:
        return actions.PLACE.value(codes[0], 1)


class TurnToken(Prompt[OrderStacks]):
    """ORD-3.1: which of the own tokens on top."""

    key, rule, open, families = "turn_token", "ORD-3.1", True, (actions.TURN,)

    def legal(self, state: OrderStacks, seat: int, arg: int) -> Sequence[int]:
        return [actions.TURN.codes[area] for area in range(names.AREAS) if top(state, area) == seat]

    def why_not(self, state: OrderStacks, seat: int, arg: int, code: int) -> Reason:
        return Reason(self.rule, "covered" if seat in state.owners[actions.TURN.value(code)] else "none")


class MarchFrom(Prompt[OrderStacks]):
    """ORD-3.5: the area from which a unit marches, or none; `arg` is the target."""

    key, rule, open, families = "march_from", "ORD-3.5", True, (actions.FROM,)

    def legal(self, state: OrderStacks, seat: int, arg: int) -> Sequence[int]:
        own = [n for n in range(names.AREAS) if n != arg and state.holder[n] == seat]
        full = state.holder[arg] == seat and state.units[arg] == names.UNITS
        return [DONE, *(actions.FROM.codes[n] for n in own if not full)]


class LookAt(Prompt[OrderStacks]):
    """ORD-3.4: the stack whose top token a spy looks at."""

    key, rule, open, families = "look_at", "ORD-3.4", True, (actions.LOOK,)

    def legal(self, state: OrderStacks, seat: int, arg: int) -> Sequence[int]:
        areas = [n for n in range(names.AREAS) if top(state, n) not in (seat, UNKNOWN)]
        return [actions.LOOK.codes[n] for n in areas] or [DONE]


class ChooseCard(Prompt[OrderStacks]):
    """ORD-4.2: the battle card; both seats choose at once."""

    key, rule, secret, families = "choose_card", "ORD-4.2", True, (actions.FIGHT,)

    def legal(self, state: OrderStacks, seat: int, arg: int) -> Sequence[int]:
        cards = state.hands[seat].cards
        return [actions.FIGHT.codes[card] for card in range(len(names.CARDS)) if card in cards]


PLACE_TOKEN, TURN_TOKEN, MARCH_FROM = PlaceToken(), TurnToken(), MarchFrom()
LOOK_AT, CHOOSE_CARD = LookAt(), ChooseCard()
