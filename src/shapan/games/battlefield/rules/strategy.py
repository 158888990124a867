"""BF-6.5, 4.7: strategy cards, and what factions may do once in a turn or phase (4.4)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from shapan.engine.prompt import Reason
from shapan.engine.question import question
from shapan.engine.row import Row
from shapan.engine.shape import Part
from shapan.engine.zone import EVERYONE
from shapan.games.battlefield import actions, events, formulas, names, pacts, space
from shapan.games.battlefield.records import AT, EVASION, OPEN, OWNED
from shapan.games.battlefield.rules import cards, orders, units
from shapan.games.battlefield.state import Battlefield, Table

RICH: Final = 4
"""4.4: cards of a hand from which Exchange and Bribe take."""

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
"""How they are answered, in a development phase and in the Fight."""


# What can be played


def can_play(state: Battlefield, seat: int, card: int) -> bool:
    """BF-6.5: whether a strategy card lies in a hand that Network Intrusion does not close."""
    return card in state.hands[seat].cards and state.harmed_by[seat][names.INTRUDED] < 0


def codes(state: Battlefield, seat: int) -> list[int]:
    """BF-6.5, 6.7: the codes of all strategy cards that can be played and change something, but for treaties."""
    found: list[int] = []
    if not has_strategy(state, seat):
        return found
    if can_play(state, seat, names.FULL_RETREAT) and goings(state, seat):
        found.append(actions.FULL_RETREAT.code())
    if can_play(state, seat, names.TACTICAL_EVASION):
        found += [actions.TACTICAL_EVASION.codes[unit] for unit in evadable(state)]
    if can_play(state, seat, names.TEAR_UP_TREATY):
        found += [
            actions.TEAR_UP_TREATY.codes[one] for one in state.others(seat) if pacts.are_partners(state, seat, one)
        ]
    if can_play(state, seat, names.ESPIONAGE):
        found += spyings(state, seat)
    if can_play(state, seat, names.ECONOMIC_BLOCKADE):
        found += [actions.BLOCKADE.codes[one] for one in blockadable(state, seat)]
    if can_play(state, seat, names.TACTICAL_RELOAD):
        found += [actions.RELOAD.codes[card] for card in reloadable(state)]
    if can_play(state, seat, names.SUPPORT_POLICY):
        found += supports(state, seat)
    if can_play(state, seat, names.AIRDROP):
        found += airdrops(state, seat)
    if can_play(state, seat, names.SABOTAGE):
        found += [actions.SABOTAGE.codes[one] for one in harmable(state, seat) if has_something(state, one)]
    return found


def has_strategy(state: Battlefield, seat: int) -> bool:
    """Tell whether a strategy card lies in a hand."""
    return any(names.KIND[card] == names.STRATEGY for card in state.hands[seat].cards)


def harmable(state: Battlefield, seat: int) -> list[int]:
    """4.11: the others whom no clause spares hostile cards of a seat."""
    return [other for other in state.others(seat) if pacts.may_harm(state, seat, other)]


def is_spared(state: Battlefield, seat: int, code: int) -> bool:
    """Tell whether a clause spares whom a hostile card names."""
    other = -1
    for family in (actions.SPY_HAND, actions.BLOCKADE, actions.SABOTAGE, actions.BRIBE):
        if family.has(code):
            other = family.value(code)
    if actions.SPY_UNIT.has(code) and state.is_there(actions.SPY_UNIT.value(code)):
        other = state.of(actions.SPY_UNIT.value(code), OWNED)
    return 0 <= other < state.seats and other != seat and not pacts.may_harm(state, seat, other)


def why_not(state: Battlefield, seat: int, code: int) -> Reason:
    """13.6: the first rule that a strategy card or a Bribe breaks."""
    if not actions.BRIBE.has(code) and state.harmed_by[seat][names.INTRUDED] >= 0:
        return Reason("BF-6.5", "intruded")
    return pacts.forbidden() if is_spared(state, seat, code) else Reason("BF-6.7", "no_change")


def strategy_allowed(state: Battlefield, seat: int, code: int) -> bool:
    """BF-6.5: whether Network Intrusion leaves a seat its strategy cards; an Envoy needs none."""
    return state.harmed_by[seat][names.INTRUDED] < 0 or bool(actions.STRATEGIC_TREATY.value(code, 1))


def goings(state: Battlefield, seat: int) -> list[int]:
    """4.7, Full Retreat: own open units, each with any other own territory."""
    return [
        actions.GOING.code(unit, to)
        for unit in orders.movable(state, seat)
        for to in units.goals(state, seat, state.of(unit, AT))
    ]


def next_going(state: Battlefield, seat: int, picked: Sequence[int]) -> list[int]:
    """4.7, Full Retreat: the units that may go, too, each once."""
    gone = [actions.GOING.value(code) for code in picked]
    return [code for code in goings(state, seat) if actions.GOING.value(code) not in gone]


def evadable(state: Battlefield) -> list[int]:
    """4.7, Tactical Evasion: open units of anybody that bear no marker. [ruling] No vehicle without a crew."""
    return [
        unit
        for seat in state.living()
        for unit in state.units_of(seat)
        if state.of(unit, OPEN) and not formulas.is_evading(state, unit) and not state.is_empty_vehicle(unit)
    ]


def spyings(state: Battlefield, seat: int) -> list[int]:
    """4.7, Espionage: hands with cards that the seat does not know, hidden units that it has not seen."""
    others = harmable(state, seat)
    hands = [actions.SPY_HAND.codes[one] for one in others if -1 in state.hands[one].known(seat)]
    hidden = [unit for unit in units.strange_units(state, seat) if state.of(unit, OWNED) in others]
    return [*hands, *(actions.SPY_UNIT.codes[unit] for unit in hidden)]


def blockadable(state: Battlefield, seat: int) -> list[int]:
    """4.7, Economic Blockade: others on whom none lies."""
    return [one for one in harmable(state, seat) if state.harmed_by[one][names.BLOCKADED] < 0]


def reloadable(state: Battlefield) -> list[int]:
    """4.7, Tactical Reload: basic orders among the discards, by an option any card."""
    kinds = (names.ORDER,) if not state.rules.reload_any else range(len(names.KINDS))
    lying = state.discard.cards
    return sorted(card for place, card in enumerate(lying) if names.KIND[card] in kinds and card not in lying[:place])


def supports(state: Battlefield, seat: int) -> list[int]:
    """4.7, Support Policy: any other card of the hand, to any other player."""
    hand = state.hands[seat].cards
    kinds = [card for place, card in enumerate(hand) if card not in hand[:place] and card != names.SUPPORT_POLICY]
    return [actions.SUPPORT.code(card, other) for card in kinds for other in state.others(seat)]


def airdrops(state: Battlefield, seat: int) -> list[int]:
    """4.7, Airdrop: an own open unit to any outer territory of the table."""
    goals = space.outer(state)
    return [
        actions.AIRDROP.code(unit, to)
        for unit in orders.movable(state, seat)
        for to in goals
        if to != state.of(unit, AT)
    ]


def has_something(state: Battlefield, seat: int) -> bool:
    """4.7, Sabotage: whether there is a hand card or a modification to hit."""
    return bool(len(state.hands[seat]) or len(state.modifications[seat]))


# Playing them: the cards cost nothing (BF-6.5)


def full_retreat(state: Battlefield, table: Table, seat: int, row: Sequence[int]) -> None:
    """4.7, Full Retreat: own open units go to own territories."""
    cards.play(state, table, seat, names.FULL_RETREAT)
    for code in row:
        unit, to = actions.GOING.values(code)
        at = state.of(unit, AT)
        units.stand(state, unit, to)
        table.tell(events.RETREATED, seat, state.card(unit), at, to)


def evade(state: Battlefield, table: Table, seat: int, unit: int) -> None:
    """4.7, Tactical Evasion: a unit cannot be attacked until the next turn of this seat starts."""
    cards.play(state, table, seat, names.TACTICAL_EVASION)
    state.put(unit, EVASION, seat)
    table.tell(events.EVADING, seat, state.card(unit), state.of(unit, AT))


def spy_on_hand(state: Battlefield, table: Table, seat: int, other: int) -> None:
    """4.7, Espionage: look at a whole hand."""
    cards.play(state, table, seat, names.ESPIONAGE)
    units.look_at_hand(state, table, seat, other)


def spy_on_unit(state: Battlefield, table: Table, seat: int, unit: int) -> None:
    """4.7, Espionage: look at a hidden unit."""
    cards.play(state, table, seat, names.ESPIONAGE)
    units.look_at_unit(state, table, seat, unit)


def blockade(state: Battlefield, table: Table, seat: int, other: int) -> None:
    """4.7, Economic Blockade: no income and no trade for another; the seat may not fight as long (BF-3.7)."""
    cards.play(state, table, seat, names.ECONOMIC_BLOCKADE)
    state.harmed_by[other][names.BLOCKADED] = seat
    table.tell(events.HARMED, seat, other, names.BLOCKADED)


def reload_card(state: Battlefield, table: Table, seat: int, card: int) -> None:
    """4.7, Tactical Reload: a card comes back from the discards."""
    place = state.discard.cards.index(card)
    state.move(state.discard, place, state.hands[seat])
    cards.play(state, table, seat, names.TACTICAL_RELOAD)
    table.tell(events.RELOADED, seat, card)


def support(state: Battlefield, table: Table, seat: int, card: int, other: int) -> None:
    """4.7, Support Policy: another player gets a card; the two know which."""
    cards.play(state, table, seat, names.SUPPORT_POLICY)
    hand = state.hands[seat]
    state.move(hand, hand.cards.index(card), state.hands[other])
    table.tell(events.GAVE_CARD, seat, other, priv=1 << seat | 1 << other, secret=(card,))


def airdrop(state: Battlefield, table: Table, seat: int, unit: int, to: int) -> None:
    """4.7, Airdrop: in a foreign domain the unit is an intruder, unless a clause permits it."""
    cards.play(state, table, seat, names.AIRDROP)
    at = state.of(unit, AT)
    units.stand(state, unit, to, units.stay_in(state, seat, to))
    table.tell(events.MOVED, seat, state.card(unit), at, to)


def sabotage(state: Battlefield, table: Table, seat: int, other: int) -> None:
    """4.7, Sabotage: a hand card at random, or an equipped modification card."""
    cards.play(state, table, seat, names.SABOTAGE)
    code = table.ask(ask_sabotage, seat, other)
    if code == actions.SABOTAGE_HAND:
        hand = state.hands[other]
        card = table.draw_shown(actions.HAND_PICK, hand, EVERYONE)
        state.blend(hand)
        state.move(hand, hand.cards.index(card), state.discard)
    else:
        card, mine = actions.SABOTAGE_MODIFICATION.value(code), state.modifications[other]
        state.move(mine, mine.cards.index(card), state.discard)
    table.tell(events.SABOTAGED, seat, other, card)


@question("sabotage", "BF-6.7", actions.ACTIONS.by_name["hand"], actions.SABOTAGE_MODIFICATION, open=True)
def ask_sabotage(state: Battlefield, seat: int, arg: int) -> Sequence[int]:
    """D29: what is hit of the seat `arg`."""
    hand = [actions.SABOTAGE_HAND] if len(state.hands[arg]) else []
    return [*hand, *(actions.SABOTAGE_MODIFICATION.codes[card] for card in state.modifications[arg].cards)]


# 4.4: Exchange and Bribe


def exchanges(state: Battlefield, seat: int) -> list[int]:
    """4.4, Exchange: with four hand cards or more, any of them for a resource card; not under a blockade (E24)."""
    hand = state.hands[seat].cards
    if not formulas.has_capital_effect(state, seat, names.GOLDEN_CONSORTIUM) or state.uses[seat] & names.USED_EXCHANGE:
        return []
    if len(hand) < RICH or not orders.may_trade(state, seat) or not cards.left_in_pile(state):
        return []
    return [actions.EXCHANGE.codes[card] for place, card in enumerate(hand) if card not in hand[:place]]


def exchange(state: Battlefield, table: Table, seat: int, card: int) -> None:
    """4.4, Exchange: once in each development phase."""
    state.uses[seat] |= names.USED_EXCHANGE
    cards.discard(state, seat, card)
    table.tell(events.DISCARDED, seat, card)
    table.tell(events.GAINED, seat, cards.gain(state, seat, 1))


def bribes(state: Battlefield, seat: int) -> list[int]:
    """4.4, Bribe: others with four hand cards or more, for who can pay 1."""
    if not formulas.has_talent(state, seat, names.SHADOW_BUREAU) or state.uses[seat] & names.USED_BRIBE:
        return []
    if not state.resources[seat]:
        return []
    return [actions.BRIBE.codes[one] for one in harmable(state, seat) if len(state.hands[one]) >= RICH]


def bribe(state: Battlefield, table: Table, seat: int, other: int) -> None:
    """4.4, Bribe: pay 1 and take a card at random, once in each own turn."""
    state.uses[seat] |= names.USED_BRIBE
    cards.pay(state, seat, 1)
    cards.steal(state, table, seat, other, events.STOLEN)
