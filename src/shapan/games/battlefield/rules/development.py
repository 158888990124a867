"""BF-3.5: the development phases: one act after another, in any order."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final

from shapan.engine.actions import DONE, Family
from shapan.engine.prompt import Reason
from shapan.engine.row import Row
from shapan.engine.shape import ONE, Part
from shapan.games.battlefield import actions
from shapan.games.battlefield.rules import modifications, orders, strategy, treaties, units
from shapan.games.battlefield.rules.always_asked import AlwaysAsked
from shapan.games.battlefield.state import POST_BATTLE, Battlefield, Table

PLAIN: Final = (
    actions.OPEN, actions.HIDE, actions.BOARD, actions.DISMOUNT, actions.EQUIP, actions.MOVE, actions.REFIT,
    actions.RETREAT, actions.BRIBE, actions.EXCHANGE,
)  # fmt: skip
"""Families of acts that are one pick, each with a word of its own."""
FORBIDDEN: Final = (actions.ATTACK_CARD, actions.HYDROGEN, actions.NEUTRON, actions.EMP, actions.BIOCHEMICAL,
                    actions.INTRUSION, actions.ASSASSINATION)  # fmt: skip
"""BF-3.5: what is not allowed in a development phase, and is refused as such."""


class AskDevelop(AlwaysAsked):
    """D5: one act, or the end of the phase."""

    key = "development"
    rule = "BF-3.5"
    many = True
    families = (
        actions.PLACE, actions.PLACE_CREWED, *PLAIN, *strategy.STRATEGY, actions.GOING, actions.CLAUSE, actions.TRADE,
        actions.PRICE, *FORBIDDEN,
    )  # fmt: skip
    rows = (
        Row("place", (Part("", (actions.PLACE_CREWED, actions.PLACE)),)),
        *(Row(family.form.word, (Part("", (family,)),)) for family in PLAIN),
        *strategy.STRATEGY_ROWS,
        Row("trade", (Part("", (actions.TRADE,)), Part("price", (actions.PRICE,), ONE))),
        Row("end_phase", ()),
        *(Row(family.form.word, (Part("", (family,)),)) for family in FORBIDDEN),
    )

    def next(self, state: Battlefield, seat: int, arg: int, picked: Sequence[int]) -> Sequence[int]:
        return self._next(state, seat, picked, every=False)

    def all_next(self, state: Battlefield, seat: int, arg: int, picked: Sequence[int]) -> Sequence[int]:
        """13.4: every deal and every clause."""
        return self._next(state, seat, picked, every=True)

    def _next(self, state: Battlefield, seat: int, picked: Sequence[int], *, every: bool) -> Sequence[int]:
        if not picked:
            return [DONE, *acts(state, seat, every=every)]
        first = picked[0]
        if actions.FULL_RETREAT.has(first):
            goings = strategy.next_going(state, seat, picked[1:])
            return [DONE, *goings] if len(picked) > 1 else goings
        if actions.TRADE.has(first):
            return [] if len(picked) > 1 else orders.prices(state, seat, first, every=every)
        if actions.STRATEGIC_TREATY.has(first):
            clauses = treaties.next_clauses(state, seat, first, picked[1:], every=every)
            return [DONE, *clauses] if len(picked) > 1 else clauses
        return ()

    def test_next(self, state: Battlefield, seat: int, arg: int, picked: Sequence[int], code: int) -> bool:
        """13.4: deals and clauses of any number are decided by a test."""
        if actions.TRADE.has(code) or actions.PRICE.has(code):
            return orders.is_trade(state, seat, picked, code)
        if actions.CLAUSE.has(code) and picked and actions.STRATEGIC_TREATY.has(picked[0]):
            return treaties.may_follow(state, seat, picked[0], picked[1:], code)
        return code in self.next(state, seat, arg, picked)

    def default_many(self, state: Battlefield, seat: int, arg: int) -> list[int]:
        return []

    def why_not_many(self, state: Battlefield, seat: int, arg: int, codes: Sequence[int]) -> Reason:
        if codes and actions.STRATEGIC_TREATY.has(codes[0]) and strategy.strategy_allowed(state, seat, codes[0]):
            return treaties.why_not(state, seat, codes)
        return super().why_not_many(state, seat, arg, codes)

    def why_not_next(self, state: Battlefield, seat: int, arg: int, picked: Sequence[int], code: int) -> Reason:
        """13.6: the first rule that an act breaks, or a clause behind others."""
        if actions.CLAUSE.has(code) and picked and actions.STRATEGIC_TREATY.has(picked[0]):
            return treaties.why_not(state, seat, [*picked, code])
        return why_not_act(state, seat, code)


def acts(state: Battlefield, seat: int, *, every: bool) -> list[int]:
    """BF-3.5: the codes of all acts that a seat can begin with now; of deals every one, or those worth offering."""
    return [
        *units.placings(state, seat),
        *units.turnings(state, seat),
        *units.boardings(state, seat),
        *modifications.equippable(state, seat),
        *orders.moves(state, seat, is_post=state.step == POST_BATTLE),
        *orders.refit_orders(state, seat),
        *orders.retreats(state, seat),
        *orders.deals(state, seat, every=every),
        *strategy.codes(state, seat),
        *treaties.proposals(state, seat),
        *strategy.exchanges(state, seat),
        *strategy.bribes(state, seat),
    ]


_REASONS: Final[tuple[tuple[Callable[[Battlefield, int, int], Reason], tuple[Family, ...]], ...]] = (
    (strategy.why_not, (*strategy.STRATEGY, actions.BRIBE)),
    (
        units.why_not,
        (actions.PLACE, actions.PLACE_CREWED, actions.OPEN, actions.HIDE, actions.BOARD, actions.DISMOUNT),
    ),
    (modifications.why_not, (actions.EQUIP,)),
)
"""By families of acts, what says why one is not possible; all others are orders."""


def why_not_act(state: Battlefield, seat: int, code: int) -> Reason:
    """13.6: the first rule that an act of a development phase breaks."""
    if any(family.has(code) for family in FORBIDDEN):
        return Reason("BF-3.5", "not_in_development")
    for why_not, families in _REASONS:
        if any(family.has(code) for family in families):
            return why_not(state, seat, code)
    return orders.why_not(state, seat, code)


ASK_DEVELOP: Final = AskDevelop()


_ACTS: Final[dict[int, Callable[..., None]]] = {
    family.number: act
    for family, act in (
        (actions.PLACE, units.place), (actions.PLACE_CREWED, units.place), (actions.OPEN, units.open_unit),
        (actions.HIDE, units.hide_unit), (actions.BOARD, units.board), (actions.DISMOUNT, units.dismount),
        (actions.EQUIP, modifications.equip), (actions.MOVE, orders.move), (actions.REFIT, orders.refit),
        (actions.RETREAT, orders.retreat), (actions.TRADE, orders.trade), (actions.TEAR_UP_TREATY, treaties.tear_up),
        (actions.TACTICAL_EVASION, strategy.evade), (actions.SPY_HAND, strategy.spy_on_hand),
        (actions.SPY_UNIT, strategy.spy_on_unit), (actions.BLOCKADE, strategy.blockade),
        (actions.RELOAD, strategy.reload_card), (actions.SUPPORT, strategy.support),
        (actions.AIRDROP, strategy.airdrop), (actions.SABOTAGE, strategy.sabotage),
        (actions.EXCHANGE, strategy.exchange), (actions.BRIBE, strategy.bribe),
    )
}  # fmt: skip
"""By family, what carries out an act: (state, table, seat, and the parameters of its picks)."""


def develop(state: Battlefield, table: Table, seat: int) -> bool:
    """BF-3.5: one act; return whether the phase goes on."""
    row = table.ask_many(ASK_DEVELOP, seat)
    if not row:
        return False
    family = actions.ACTIONS.of(row[0])
    if family is actions.STRATEGIC_TREATY:
        treaties.propose(state, table, seat, row)
    elif family is actions.FULL_RETREAT:
        strategy.full_retreat(state, table, seat, row[1:])
    else:
        _ACTS[family.number](
            state, table, seat, *(value for pick in row for value in actions.ACTIONS.of(pick).values(pick))
        )
    return True
