"""SC-9: a battle, step by step: abilities, draw, pairs, supporters, cards, skirmishes, splash, retreat."""

from __future__ import annotations

from collections.abc import Sequence

from shapan.engine.actions import DONE
from shapan.engine.kinds import UNKNOWN
from shapan.engine.prompt import Prompt, Reason
from shapan.engine.table import Table
from shapan.games.starcraft import actions, agenda, cards, events, formulas, names, strength
from shapan.games.starcraft.records import (
    ATTACKER,
    CARDS,
    DEFENDER,
    PAIR,
    RESOLVE,
    RETREAT,
    SPLASH,
    START,
    UNIT_KINDS,
    Battle,
)  # fmt: skip
from shapan.games.starcraft.rules import drawing, ending, losing, retreat, skirmish, splash, start
from shapan.games.starcraft.state import ORDER, StarCraft

DRAWS = (3, 1)
SPECIAL_DRAWS = 5
"""SC-9.3, SC-6.9: combat cards drawn by attacker and defender."""


def battle_step(state: StarCraft, table: Table[StarCraft]) -> None:
    """SC-9: the next step of the battle; between two of them nothing is held but what lies on the table."""
    battle = state.battle
    assert battle is not None
    if battle.at == START:
        begin(state, table, battle)
    elif battle.at == PAIR:
        pair(state, table, battle)
    elif battle.at == CARDS:
        place_cards(state, table, battle)
    elif battle.at == RESOLVE:
        skirmish.resolve_next(state, table, battle)
    elif battle.at == SPLASH:
        splash.let_splash(state, table, battle)
        battle.at = RETREAT
    else:
        retreat.end_fighting(state, table, battle)
        end(state, table)
        return
    if battle.calm:
        end_calmly(state, table, battle)
        return
    state.push(agenda.BATTLE_STEP)


def end_calmly(state: StarCraft, table: Table[StarCraft], battle: Battle) -> None:
    """SC-9.2: a cancelled battle ends; [ruling] attackers above the unit limit retreat as after a battle."""
    retreat.leave_above_limit(state, table, battle)
    end(state, table)


def end(state: StarCraft, table: Table[StarCraft]) -> None:
    """SC-9.13, SC-12.5: the battle is over; whoever has neither bases nor units is out."""
    state.battle = None
    state.step = ORDER
    ending.check_eliminated(state, table)


def begin(state: StarCraft, table: Table[StarCraft], battle: Battle) -> None:
    """SC-9.2, SC-9.3: abilities, then both draw; a side without units goes straight to SC-9.11 (E27)."""
    start.use_abilities(state, table, battle)
    if battle.calm:
        return
    battle.at = PAIR
    for side in (ATTACKER, DEFENDER):
        if not state.strength(strength.seat_of(battle, side), battle.area):
            battle.at = RETREAT
    if battle.at == PAIR:
        for side in (ATTACKER, DEFENDER):
            seat = strength.seat_of(battle, side)
            number = SPECIAL_DRAWS if battle.special and side == ATTACKER else DRAWS[side]
            drawing.draw_combat(state, table, seat, number + formulas.has_ability(state, seat, names.PROTOSS))


# SC-9.4: pairs


def fighters(state: StarCraft, battle: Battle, side: int) -> list[int]:
    """SC-9.4: return by unit how many of a side can be front-line units: no assist units, or the one named."""
    seat = strength.seat_of(battle, side)
    counts = [0 if names.ASSIST[unit] else state.number(seat, battle.area, unit) for unit in range(UNIT_KINDS)]
    if not sum(counts) and battle.fronts[side] >= 0:
        counts[battle.fronts[side]] = 1
    return counts


class AskPairs(Prompt[StarCraft]):
    """d_pairs, SC-9.4: the attacker pairs units as often as possible; skirmishes are numbered in that order."""

    key = "pairs"
    rule = "SC-9.4"
    open = True
    many = True
    families = (actions.PAIR,)
    rows = actions.PAIR_ROWS

    def lengths(self, state: StarCraft, seat: int, arg: int) -> tuple[int, int]:
        """SC-9.4: as many pairs as there are skirmishes."""
        number = 0 if state.battle is None else state.battle.number
        return number, number

    def next(self, state: StarCraft, seat: int, arg: int, picked: Sequence[int]) -> Sequence[int]:
        """Return pairs in rising order alone: which skirmish has which number makes no difference."""
        return [code for code in self.pairs(state, picked) if self.can_go_on(state, picked, code)]

    def test_next(self, state: StarCraft, seat: int, arg: int, picked: Sequence[int], code: int) -> bool:
        return code in self.pairs(state, picked)

    def pairs(self, state: StarCraft, picked: Sequence[int]) -> list[int]:
        """Return all pairs that may follow, none when the answer is whole."""
        battle = state.battle
        assert battle is not None
        if len(picked) >= battle.number:
            return []
        sides = left(state, battle, picked)
        return [
            actions.PAIR.code(one, other)
            for other in range(UNIT_KINDS)
            if sides[DEFENDER][other]
            for one in range(UNIT_KINDS)
            if sides[ATTACKER][one]
        ]

    def can_go_on(self, state: StarCraft, picked: Sequence[int], code: int) -> bool:
        """Tell whether enough pairs that are not smaller may follow one."""
        battle = state.battle
        assert battle is not None
        if picked and code < picked[-1]:
            return False
        sides = left(state, battle, [*picked, code])
        one, other = actions.PAIR.values(code)
        more = sum(sides[DEFENDER][other + 1 :])
        same = min(sides[DEFENDER][other], sum(sides[ATTACKER][one:]))
        return more + same >= battle.number - len(picked) - 1

    def why_not_next(self, state: StarCraft, seat: int, arg: int, picked: Sequence[int], code: int) -> Reason:
        return Reason("SC-9.4", "no_pair")


def left(state: StarCraft, battle: Battle, picked: Sequence[int]) -> list[list[int]]:
    """Return by side and unit how many are not paired yet."""
    sides = [fighters(state, battle, side) for side in (ATTACKER, DEFENDER)]
    for code in picked:
        one, other = actions.PAIR.values(code)
        sides[ATTACKER][one] -= 1
        sides[DEFENDER][other] -= 1
    return sides


ask_pairs = AskPairs()


def pair(state: StarCraft, table: Table[StarCraft], battle: Battle) -> None:
    """SC-9.4, SC-9.5: pairs, then each side's supporters, A's first."""
    for side in (ATTACKER, DEFENDER):
        if not sum(fighters(state, battle, side)):
            battle.fronts[side] = table.pick(losing.ask_front, strength.seat_of(battle, side))
    battle.number = min(sum(fighters(state, battle, ATTACKER)), sum(fighters(state, battle, DEFENDER)))
    codes = table.ask_many(ask_pairs, battle.attacker)
    for number, code in enumerate(codes):
        one, other = actions.PAIR.values(code)
        battle.fronts[2 * number], battle.fronts[2 * number + 1] = one, other
        table.tell(events.PAIRED, number, one, other)
    for side in (ATTACKER, DEFENDER):
        support(state, table, battle, side)
    battle.at = CARDS


# SC-9.5: supporters


def unassigned(state: StarCraft, battle: Battle, side: int) -> list[int]:
    """Return by unit how many of a side are in no skirmish yet."""
    seat = strength.seat_of(battle, side)
    counts = [state.number(seat, battle.area, unit) for unit in range(UNIT_KINDS)]
    for number in range(battle.number):
        line = 2 * number + side
        if battle.fronts[line] >= 0:
            counts[battle.fronts[line]] -= 1
        for unit in range(UNIT_KINDS):
            counts[unit] -= battle.supports[line * UNIT_KINDS + unit]
    return counts


class AskSupport(Prompt[StarCraft]):
    """d_supporters, SC-9.5: each unit that is not in the front line supports a skirmish."""

    key = "supporters"
    rule = "SC-9.5"
    open = True
    many = True
    ordered = False
    families = (actions.SUPPORT,)
    rows = actions.SUPPORT_ROWS

    def lengths(self, state: StarCraft, seat: int, arg: int) -> tuple[int, int]:
        """SC-9.5: each unit that is in no skirmish yet."""
        battle = state.battle
        number = 0 if battle is None else sum(unassigned(state, battle, int(seat == battle.defender)))
        return number, number

    def next(self, state: StarCraft, seat: int, arg: int, picked: Sequence[int]) -> Sequence[int]:
        battle = state.battle
        assert battle is not None
        counts = unassigned(state, battle, int(seat == battle.defender))
        for code in picked:
            counts[actions.SUPPORT.value(code, 1)] -= 1
        last = picked[-1] if picked else 0
        for unit in range(UNIT_KINDS):
            if counts[unit] > 0:
                codes = [actions.SUPPORT.code(number, unit) for number in range(battle.number)]
                return [code for code in codes if code >= last]
        return []

    def why_not_next(self, state: StarCraft, seat: int, arg: int, picked: Sequence[int], code: int) -> Reason:
        return Reason("SC-9.5", "no_support")


ask_support = AskSupport()


def support(state: StarCraft, table: Table[StarCraft], battle: Battle, side: int) -> None:
    """SC-9.5: assign the supporters of a side."""
    seat = strength.seat_of(battle, side)
    if not sum(unassigned(state, battle, side)):
        return
    for code in table.ask_many(ask_support, seat):
        number, unit = actions.SUPPORT.values(code)
        battle.supports[(2 * number + side) * UNIT_KINDS + unit] += 1
        table.tell(events.SUPPORTED, seat, unit, number)


# SC-9.6, SC-9.17: cards


class AskCards(Prompt[StarCraft]):
    """d_cards, SC-9.6: for each skirmish of the mask `arg` cards of the hand, or the top of the deck."""

    key = "cards"
    rule = "SC-9.6"
    secret = True
    many = True
    families = (actions.PLACE, actions.REINFORCE, actions.PLACE_TOP)
    rows = actions.PLACE_ROWS

    def next(self, state: StarCraft, seat: int, arg: int, picked: Sequence[int]) -> Sequence[int]:
        hand = list(state.hands[seat].cards)
        last = UNKNOWN
        for code in picked:
            last = place_of(code)
            if not actions.PLACE_TOP.has(code):
                hand.remove(card_of(code))
        found: list[int] = []
        if picked and actions.PLACE.has(picked[-1]):
            found += [actions.REINFORCE.code(last, card) for card in kinds(hand) if not cards.STANDARD[card]]
        coming = [number for number in range(last + 1, arg.bit_length()) if arg >> number & 1]
        if not coming:
            return [DONE, *found] if found else []
        found += [actions.PLACE.code(coming[0], card) for card in kinds(hand) if cards.STANDARD[card]]
        return [*found, actions.PLACE_TOP.codes[coming[0]]]

    def shadow(self, codes: Sequence[int]) -> int:
        """Return what all see lying there: by skirmish whether cards of the hand lie there, and how many."""
        mask = 0
        for code in codes:
            mask |= (1 if actions.PLACE.has(code) else 2 if actions.REINFORCE.has(code) else 4) << 3 * place_of(code)
        return mask

    def why_not_next(self, state: StarCraft, seat: int, arg: int, picked: Sequence[int], code: int) -> Reason:
        return Reason("SC-9.6", "no_such_card")


def kinds(hand: list[int]) -> list[int]:
    """Return the cards of a hand, each kind once."""
    return [card for place, card in enumerate(hand) if card not in hand[:place]]


def place_of(code: int) -> int:
    """Return the skirmish of a pick of cards."""
    return actions.ACTIONS.of(code).value(code, 0)


def card_of(code: int) -> int:
    """Return the card of a pick."""
    return actions.ACTIONS.of(code).value(code, 1)


ask_cards = AskCards()


def bound(state: StarCraft, battle: Battle, side: int) -> int:
    """SC-9.17, D9 parasite: return the skirmishes in which a side places its cards face up, as a mask."""
    if battle.exposed[side]:
        return (1 << battle.number) - 1
    if not state.technologies[strength.seat_of(battle, 1 - side)][cards.PARASITE]:
        return 0
    return sum(
        [1 << number for number in range(battle.number) if names.QUEEN in strength.crew(battle, 2 * number + 1 - side)]
    )


def place_cards(state: StarCraft, table: Table[StarCraft], battle: Battle) -> None:
    """SC-9.6, SC-9.17: A places, then D; who alone is bound to place face up in a skirmish does so first there."""
    every = (1 << battle.number) - 1
    first = bound(state, battle, DEFENDER) & ~bound(state, battle, ATTACKER)
    lay(state, table, battle, DEFENDER, first)
    lay(state, table, battle, ATTACKER, every)
    lay(state, table, battle, DEFENDER, every & ~first)
    battle.at = RESOLVE


def lay(state: StarCraft, table: Table[StarCraft], battle: Battle, side: int, mask: int) -> None:
    """SC-9.6: place the cards of a side in some skirmishes."""
    if not mask:
        return
    seat, face_up = strength.seat_of(battle, side), bound(state, battle, side)
    codes = table.ask_many(ask_cards, seat, mask)
    for code in codes:
        number = place_of(code)
        line, is_open = 2 * number + side, bool(face_up >> number & 1)
        battle.open[line] = int(is_open)
        if actions.PLACE_TOP.has(code):
            lay_top(state, table, battle, line)
        else:
            lay_card(state, table, battle, line, card_of(code), actions.PLACE.has(code))


def lay_card(
    state: StarCraft, table: Table[StarCraft], battle: Battle, line: int, card: int, is_standard: bool
) -> None:
    """SC-9.6: lay a card of the hand, face down or face up."""
    seat, number = strength.seat_of(battle, line & 1), line // 2
    zone = battle.standard[line] if is_standard else battle.reinforcement[line]
    hand = state.hands[seat]
    state.move(hand, hand.cards.index(card), zone)
    if battle.open[line]:
        state.reveal(zone, 0)
        table.tell(events.PLACED_OPEN if is_standard else events.REINFORCED_OPEN, seat, number, card)
    else:
        told = events.PLACED if is_standard else events.REINFORCED
        table.tell(told, seat, number, priv=1 << seat, secret=(card,))


def lay_top(state: StarCraft, table: Table[StarCraft], battle: Battle, line: int) -> None:
    """SC-9.6: lay the top card of the deck, unseen; face up where the side is bound to."""
    seat, zone = strength.seat_of(battle, line & 1), battle.standard[line]
    card = drawing.draw_to(state, table, seat, zone)
    battle.from_top[line] = 1
    table.tell(events.TOP_PLACED, seat, line // 2)
    if card >= 0 and battle.open[line]:
        state.reveal(zone, 0)
        table.tell(events.PLACED_OPEN, seat, line // 2, card)
