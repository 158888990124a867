"""BF-3.5: the development phases: one act after another, in any order."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final

from shapan.engine.actions import DONE
from shapan.engine.prompt import Prompt, Reason
from shapan.engine.row import Row
from shapan.engine.shape import ONE, Part
from shapan.games.battlefield import actions, formulas, names
from shapan.games.battlefield.records import ABOARD, AT, OPEN, OWNED, TAG, USES
from shapan.games.battlefield.rules import modifications, orders, strategy, treaties, units
from shapan.games.battlefield.state import POST_BATTLE, Battlefield, Table

# What can be done with units (BF-4)


def placings(state: Battlefield, seat: int) -> list[int]:
    """BF-4.1, 4.2, 4.4, 4.6: the units of a hand that can be paid, in each own territory, open, hidden, with a crew."""
    hand = state.hands[seat].cards
    kinds = [card for place, card in enumerate(hand) if names.KIND[card] >= names.TROOP and card not in hand[:place]]
    affordable = [card for card in kinds if formulas.price(state, seat, card) <= state.resources[seat]]
    land = state.domain(seat) if affordable else []
    codes = []
    for card in affordable:
        can_open = units.may_lie_open(state, card)
        for territory in land:
            codes.append(actions.PLACE.code(card, territory, 0))
            if can_open:
                codes.append(actions.PLACE.code(card, territory, 1))
                if names.KIND[card] == names.VEHICLE:
                    crews = units.can_crew(state, seat, territory)
                    codes += [actions.PLACE_CREWED.code(card, territory, 1, crew) for crew in crews]
    return codes


def turnings(state: Battlefield, seat: int) -> list[int]:
    """BF-4.2: hidden units that can be opened; after the battle, units with Stealth that can be hidden."""
    cards, marks, codes = state.units.cards, state.units.marks, []
    tags, opened, aboard, uses = marks[TAG], marks[OPEN], marks[ABOARD], marks[USES]
    for place, owner in enumerate(marks[OWNED]):
        if owner != seat or aboard[place] >= 0:
            continue
        if not opened[place]:
            if units.may_lie_open(state, cards[place]) and not uses[place] & names.TURNED:
                codes.append(actions.OPEN.codes[tags[place]])
        elif names.PRINTED[cards[place]] & names.STEALTH and state.step == POST_BATTLE and can_hide(state, tags[place]):
            codes.append(actions.HIDE.codes[tags[place]])
    return codes


def can_hide(state: Battlefield, unit: int) -> bool:
    """4.5, Stealth: in the own domain, on foot, once in a phase."""
    stealthy = names.PRINTED[state.card(unit)] & names.STEALTH
    at_home = state.holders[state.of(unit, AT)] == state.of(unit, OWNED)
    return bool(stealthy) and at_home and not state.of(unit, USES) & names.TURNED


def boardings(state: Battlefield, seat: int) -> list[int]:
    """BF-4.4: crews that can board a vehicle there, and vehicles that a crew can leave, each once in a phase."""
    cards, marks, codes = state.units.cards, state.units.marks, []
    for place, card in enumerate(cards):
        if card < 0 or names.KIND[card] != names.VEHICLE or marks[OWNED][place] != seat or not marks[OPEN][place]:
            continue
        vehicle, uses = marks[TAG][place], marks[USES][place]
        if vehicle in marks[ABOARD]:
            if not uses & names.LEFT_VEHICLE:
                codes.append(actions.DISMOUNT.codes[vehicle])
        elif not uses & names.BOARDED:
            crews = units.can_crew(state, seat, marks[AT][place])
            codes += [actions.BOARD.code(crew, vehicle) for crew in crews]
    return codes


# The question (D5)

PLAIN: Final = (
    actions.OPEN, actions.HIDE, actions.BOARD, actions.DISMOUNT, actions.EQUIP, actions.MOVE, actions.REFIT,
    actions.RETREAT, actions.BRIBE, actions.EXCHANGE,
)  # fmt: skip
"""Families of acts that are one pick, each with a word of its own."""
FORBIDDEN: Final = (actions.ATTACK_CARD, actions.HYDROGEN, actions.NEUTRON, actions.EMP, actions.BIOCHEMICAL,
                    actions.INTRUSION, actions.ASSASSINATION)  # fmt: skip
"""BF-3.5: what is not allowed in a development phase, and is refused as such."""
STRATEGY: Final = (
    actions.FULL_RETREAT, actions.TACTICAL_EVASION, actions.TEAR_UP_TREATY, actions.SPY_HAND, actions.SPY_UNIT,
    actions.BLOCKADE, actions.RELOAD, actions.SUPPORT, actions.AIRDROP, actions.SABOTAGE, actions.STRATEGIC_TREATY,
)  # fmt: skip
"""What is played by strategy cards (4.7)."""
_ONE_PICK: Final = (
    actions.TACTICAL_EVASION, actions.TEAR_UP_TREATY, actions.BLOCKADE, actions.RELOAD, actions.SUPPORT,
    actions.AIRDROP, actions.SABOTAGE,
)  # fmt: skip
STRATEGY_ROWS: Final = (
    *(Row(family.form.word, (Part("", (family,)),)) for family in _ONE_PICK),
    Row("espionage", (Part("", (actions.SPY_HAND, actions.SPY_UNIT)),)),
    Row("full_retreat", (Part("", (actions.FULL_RETREAT,)), Part("moves", (actions.GOING,), heap=True))),
    Row("strategic_treaty", (Part("", (actions.STRATEGIC_TREATY,)), Part("clauses", (actions.CLAUSE,), heap=True))),
)


class AskDevelop(Prompt[Battlefield]):
    """D5: one act, or the end of the phase. Always asked (13.4)."""

    key = "development"
    rule = "BF-3.5"
    many = True
    families = (
        actions.PLACE, actions.PLACE_CREWED, *PLAIN, *STRATEGY, actions.GOING, actions.CLAUSE, actions.TRADE,
        actions.PRICE, *FORBIDDEN,
    )  # fmt: skip
    rows = (
        Row("place", (Part("", (actions.PLACE_CREWED, actions.PLACE)),)),
        *(Row(family.form.word, (Part("", (family,)),)) for family in PLAIN),
        *STRATEGY_ROWS,
        Row("trade", (Part("", (actions.TRADE,)), Part("price", (actions.PRICE,), ONE))),
        Row("end_phase", ()),
        *(Row(family.form.word, (Part("", (family,)),)) for family in FORBIDDEN),
    )

    def next(self, state: Battlefield, seat: int, arg: int, picked: Sequence[int]) -> Sequence[int]:
        return self._next(state, seat, picked, every=False)

    def all_next(self, state: Battlefield, seat: int, arg: int, picked: Sequence[int]) -> Sequence[int]:
        """BF-6.4, 12.2: every deal and every clause."""
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
        """BF-6.4, 12.2: deals and clauses of any number are decided by a test."""
        if actions.TRADE.has(code):
            return not picked and orders.is_deal(state, seat, code)
        if actions.PRICE.has(code):
            is_price = len(picked) == 1 and actions.TRADE.has(picked[0])
            return is_price and actions.PRICE.value(code) <= orders.max_paid(state, seat, picked[0])
        if actions.CLAUSE.has(code) and picked and actions.STRATEGIC_TREATY.has(picked[0]):
            other = actions.STRATEGIC_TREATY.value(picked[0])
            clauses = treaties.clauses_of([*picked[1:], code])
            return len(clauses) <= names.MAX_CLAUSES and not treaties.fault(
                state, seat, other, clauses[:-1], clauses[-1]
            )
        return code in self.next(state, seat, arg, picked)

    def only_answer(self, state: Battlefield, seat: int, arg: int) -> list[int] | None:
        """13.4: never answered by the engine: a phase ends by its player's word."""
        return None

    def default_many(self, state: Battlefield, seat: int, arg: int) -> list[int]:
        return []

    def why_not_many(self, state: Battlefield, seat: int, arg: int, codes: Sequence[int]) -> Reason:
        if codes and actions.STRATEGIC_TREATY.has(codes[0]) and strategy_allowed(state, seat, codes[0]):
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
        *placings(state, seat),
        *turnings(state, seat),
        *boardings(state, seat),
        *modifications.equippable(state, seat),
        *orders.moves(state, seat, is_post=state.step == POST_BATTLE),
        *(actions.REFIT.codes[one] for one in refits(state, seat)),
        *orders.retreats(state, seat),
        *orders.deals(state, seat, every=every),
        *strategy.codes(state, seat),
        *treaties.proposals(state, seat),
        *strategy.exchanges(state, seat),
        *strategy.bribes(state, seat),
    ]


def refits(state: Battlefield, seat: int) -> list[int]:
    """BF-6.2: what a Refit card of the hand can restore."""
    return orders.refits(state, seat) if names.REFIT in state.hands[seat].cards else []


def strategy_allowed(state: Battlefield, seat: int, code: int) -> bool:
    """BF-6.5: whether Network Intrusion leaves a seat its strategy cards; an Envoy needs none."""
    return state.harmed_by[seat][names.INTRUDED] < 0 or bool(actions.STRATEGIC_TREATY.value(code, 1))


def why_not_act(state: Battlefield, seat: int, code: int) -> Reason:
    """13.6: the first rule that an act of a development phase breaks."""
    if any(family.has(code) for family in FORBIDDEN):
        return Reason("BF-3.5", "not_in_development")
    if any(family.has(code) for family in STRATEGY):
        if state.harmed_by[seat][names.INTRUDED] >= 0:
            return Reason("BF-6.5", "intruded")
        return Reason("BF-12.3", "treaty") if strategy.is_spared(state, seat, code) else Reason("BF-6.7", "no_change")
    if actions.BRIBE.has(code) and strategy.is_spared(state, seat, code):
        return Reason("BF-12.3", "treaty")
    if actions.PLACE.has(code) or actions.PLACE_CREWED.has(code):
        return why_not_place(state, seat, code)
    if actions.OPEN.has(code) or actions.HIDE.has(code):
        unit = actions.OPEN.value(code)
        mine = state.is_there(unit) and state.of(unit, OWNED) == seat
        if actions.OPEN.has(code) and mine and not state.of(unit, OPEN) and not state.of(unit, USES) & names.TURNED:
            return Reason("BF-4.6", "production_limit")
        return Reason("BF-4.2", "no_turning")
    if actions.BOARD.has(code) or actions.DISMOUNT.has(code):
        return Reason("BF-4.4", "no_boarding")
    if actions.EQUIP.has(code):
        return Reason("BF-5.1", "no_equipping")
    return orders.why_not(state, seat, code)


def why_not_place(state: Battlefield, seat: int, code: int) -> Reason:
    """13.6: why a card cannot be placed: price or ground, crew, production limit."""
    card, territory, is_open, crew = actions.PLACE_CREWED.values(code)
    if names.KIND[card] < names.TROOP or card not in state.hands[seat].cards:
        return Reason("BF-4.1", "no_such_unit")
    if formulas.price(state, seat, card) > state.resources[seat]:
        return Reason("BF-4.1", "too_dear")
    if state.holders[territory] != seat:
        return Reason("BF-4.1", "foreign_ground")
    crewable = is_open and names.KIND[card] == names.VEHICLE and crew in units.can_crew(state, seat, territory)
    if actions.PLACE_CREWED.has(code) and not crewable:
        return Reason("BF-4.4", "no_crew")
    return Reason("BF-4.6", "production_limit")


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
