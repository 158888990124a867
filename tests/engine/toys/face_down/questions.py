"""The questions of face down: the offer of a treaty, the turn, the row that is laid, the retreat."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from engine.toys.face_down import actions, names
from engine.toys.face_down.state import ATTACKING, EFFECTS, Field, has_treaty, is_bound, min_paid, standing
from shapan.engine.actions import DONE
from shapan.engine.prompt import Prompt, Reason


class Propose(Prompt[Field]):
    """Nobody, or a partner and then one or two different clauses."""

    key, rule, open, many = "propose", "FDN-4.1", True, True
    families = (actions.PARTNER, actions.TREATY)

    def next(self, state: Field, seat: int, arg: int, picked: Sequence[int]) -> Sequence[int]:
        if not picked:
            others = [other for other in standing(state) if other != seat]
            return [DONE, *(actions.PARTNER.code(other) for other in others)]
        used = [actions.TREATY.value(code) for code in picked[1:]]
        if len(used) == 2:
            return ()
        codes = [
            actions.TREATY.code(clause, rounds)
            for clause in range(len(names.CLAUSES))
            for rounds in range(1, names.LONGEST + 1)
            if clause not in used
        ]
        return [DONE, *codes] if used else codes


class Reply(Prompt[Field]):
    key, rule, open = "reply", "FDN-4.2", True
    families = (actions.ACTIONS.by_name["accept"], actions.ACTIONS.by_name["refuse"])

    def legal(self, state: Field, seat: int, arg: int) -> Sequence[int]:
        return (actions.ACCEPT, actions.REFUSE)

    def default(self, state: Field, seat: int, arg: int) -> int:
        return actions.REFUSE


class Main(Prompt[Field]):
    key, rule, open, families = "main", "FDN-1.2", True, (actions.ATTACK, actions.TEAR, actions.ORDER)

    def legal(self, state: Field, seat: int, arg: int) -> Sequence[int]:
        others = [other for other in standing(state) if other != seat]
        can_attack = EFFECTS.amount(state, ATTACKING, seat) >= 0
        orders = [order for order in range(len(names.ORDERS)) if state.orders[seat] >> order & 1]
        return [
            DONE,
            *(actions.ATTACK.code(other) for other in others if can_attack and not is_bound(state, seat, other)),
            *(actions.TEAR.code(other) for other in others if has_treaty(state, seat, other)),
            *(actions.ORDER.code(order, other) for order in orders for other in others),
        ]

    def why_not(self, state: Field, seat: int, arg: int, code: int) -> Reason:
        if actions.ATTACK.has(code) and EFFECTS.amount(state, ATTACKING, seat) < 0:
            return Reason("FDN-6.3", "blockaded")
        if (
            actions.ATTACK.has(code)
            and actions.ATTACK.value(code) in standing(state)
            and actions.ATTACK.value(code) != seat
        ):
            return Reason("FDN-4.3", "treaty", {"partner": {"seat": actions.ATTACK.value(code)}})
        return Reason("FDN-1.2", "not_possible")


class Lay(Prompt[Field]):
    """An ordered row; how long it is becomes open when both are in."""

    key, rule, secret, many = "lay", "FDN-2.2", True, True
    field, families = "cards", (actions.LAY, actions.LAY_PAYING)

    def next(self, state: Field, seat: int, arg: int, picked: Sequence[int]) -> Sequence[int]:
        if len(picked) == names.COLUMNS:
            return ()
        cards = state.hands[seat].cards
        if state.rows[seat].markers:
            return [DONE, *self.paying(cards, picked)]
        return [
            DONE,
            *(
                actions.LAY.code(card)
                for card in range(len(names.NAMES))
                if picked.count(actions.LAY.code(card)) < cards.count(card)
            ),
        ]

    def paying(self, cards: Sequence[int], picked: Sequence[int]) -> list[int]:
        """FDN-7.1..7.2: the cards that are left, each for what is left to be paid."""
        laid = [actions.LAY_PAYING.value(code) for code in picked]
        left = names.MAX_PAID - sum(actions.LAY_PAYING.value(code, 1) for code in picked)
        kinds = [card for card in range(len(names.NAMES)) if laid.count(card) < cards.count(card)]
        return [actions.LAY_PAYING.code(card, paid) for card in kinds for paid in range(min_paid(card), left + 1)]

    def why_not_many(self, state: Field, seat: int, arg: int, codes: Sequence[int]) -> Reason:
        paid = [actions.LAY_PAYING.values(code) for code in codes if actions.LAY_PAYING.has(code)]
        if any(price < min_paid(card) for card, price in paid):
            return Reason("FDN-7.2", "too_cheap")
        if sum(price for _, price in paid) > names.MAX_PAID:
            return Reason("FDN-7.1", "too_dear")
        return Reason(self.rule, "not_possible")

    def shadow(self, codes: Sequence[int]) -> int:
        return len(codes)


class Retreat(Prompt[Field]):
    key, rule, open = "retreat", "FDN-2.4", True
    families = (actions.ACTIONS.by_name["go_on"], actions.ACTIONS.by_name["retreat"])

    def legal(self, state: Field, seat: int, arg: int) -> Sequence[int]:
        return (actions.GO_ON, actions.RETREAT)


PROPOSING: Final = Propose()
REPLYING: Final = Reply()
CHOOSING: Final = Main()
LAYING: Final = Lay()
RETREATING: Final = Retreat()
