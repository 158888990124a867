"""BF-3.6, 7.1, 8.1: the step Fight of the battle phase: Attack cards, special attacks and Retreats, in any order."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from shapan.engine.actions import DONE
from shapan.engine.prompt import Reason
from shapan.engine.row import Row
from shapan.engine.shape import MAP, Part
from shapan.engine.zone import kinds_among
from shapan.games.battlefield import abilities, actions, events, formulas, names
from shapan.games.battlefield.rules import attack, cards, orders, special, special_effects
from shapan.games.battlefield.rules.always_asked import AlwaysAsked
from shapan.games.battlefield.rules.strategy import STRATEGY, STRATEGY_ROWS
from shapan.games.battlefield.state import Battlefield, Table

BY_STAFF: Final = 1
_PLAIN: Final = (
    actions.HYDROGEN, actions.NEUTRON, actions.EMP, actions.BIOCHEMICAL, actions.INTRUSION, actions.ASSASSINATION,
    actions.RETREAT,
)  # fmt: skip


class AskFight(AlwaysAsked):
    """D11: an Attack card, a special attack, a Retreat, or the end of the Fight."""

    key = "fight"
    rule = "BF-3.6"
    many = True
    families = (
        actions.ATTACK_CARD, actions.FERVOR, actions.GIVEN_UP, *_PLAIN, actions.DIVINE, actions.POINTS, *STRATEGY,
        actions.GOING, actions.CLAUSE,
    )  # fmt: skip
    rows = (
        Row(
            "attack_card",
            (Part("", (actions.FERVOR,)), Part("cards", (actions.GIVEN_UP,), heap=True)),
            {"by": "fervor"},
        ),
        Row("attack_card", (Part("", (actions.ATTACK_CARD,)),)),
        *(Row(family.form.word, (Part("", (family,)),)) for family in _PLAIN),
        Row(
            "divine_punishment",
            (Part("", (actions.DIVINE,)), Part("points", (actions.POINTS,), MAP, heap=True)),
        ),
        Row("end_fight", ()),
        *STRATEGY_ROWS,
    )

    def next(self, state: Battlefield, seat: int, arg: int, picked: Sequence[int]) -> Sequence[int]:
        if not picked:
            return [DONE, *openings(state, seat)]
        if actions.FERVOR.has(picked[0]):
            return next_given_up(state, seat, picked[1:])
        if actions.DIVINE.has(picked[0]):
            return special_effects.next_points(state, seat, picked[1:])
        return ()

    def default_many(self, state: Battlefield, seat: int, arg: int) -> list[int]:
        return []

    def why_not_many(self, state: Battlefield, seat: int, arg: int, codes: Sequence[int]) -> Reason:
        if codes and actions.DIVINE.has(codes[0]) and codes[0] in openings(state, seat):
            return Reason("BF-8.4", "points", path="points")
        return super().why_not_many(state, seat, arg, codes)

    def why_not_next(self, state: Battlefield, seat: int, arg: int, picked: Sequence[int], code: int) -> Reason:
        """13.6: the first rule that it breaks."""
        if any(family.has(code) for family in STRATEGY):
            return Reason("BF-6.5", "not_in_fight")
        if actions.RETREAT.has(code):
            return orders.why_not(state, seat, code)
        if code >> 40 in special.CARD_OF:
            return special.why_not(state, seat, code)
        return Reason("BF-7.1", "no_attack_card")


ASK_FIGHT: Final = AskFight()


def openings(state: Battlefield, seat: int) -> list[int]:
    """BF-3.6: the codes of what can be done next in the Fight."""
    codes = attack_cards(state, seat) if attack.can_open_card(state, seat) else []
    return [*codes, *special.codes(state, seat), *orders.retreats(state, seat)]


def attack_cards(state: Battlefield, seat: int) -> list[int]:
    """BF-7.1, 7.10: what a seat can play as an Attack card: one, a Move with Staff, two cards with Fervor."""
    hand, uses = state.hands[seat].cards, state.uses[seat]
    codes = [actions.ATTACK_CARD.codes[0]] if names.ATTACK in hand else []
    if names.MOVE in hand and not uses & names.USED_STAFF and has_staff(state, seat):
        codes.append(actions.ATTACK_CARD.codes[BY_STAFF])
    if len(hand) >= 2 and not uses & names.USED_FERVOR and formulas.has_talent(state, seat, names.CRIMSON_LEGION):
        codes.append(actions.FERVOR.code())
    return codes


def has_staff(state: Battlefield, seat: int) -> bool:
    """4.5, Staff: whether a seat has an open unit with it."""
    return any(abilities.has(state, unit, names.STAFF) for unit in state.units_of(seat))


def next_given_up(state: Battlefield, seat: int, picked: Sequence[int]) -> list[int]:
    """4.4, Fervor: two cards of the hand, in rising order."""
    if len(picked) == 2:
        return []
    left = list(state.hands[seat].cards)
    if picked:
        left.remove(actions.GIVEN_UP.value(picked[0]))
        return [code for card in kinds_among(left) if (code := actions.GIVEN_UP.codes[card]) >= picked[0]]
    kinds = sorted(left)
    return [actions.GIVEN_UP.codes[card] for place, card in enumerate(kinds[:-1]) if card not in kinds[:place]]


def act(state: Battlefield, table: Table, seat: int) -> tuple[bool, bool]:
    """BF-3.6: one thing of the Fight; return whether the Fight goes on, and whether an Attack card is open."""
    row = table.ask_many(ASK_FIGHT, seat)
    if not row:
        return False, False
    code = row[0]
    if actions.RETREAT.has(code):
        orders.retreat(state, table, seat, *actions.RETREAT.values(code))
    elif actions.ATTACK_CARD.has(code) or actions.FERVOR.has(code):
        play_attack_card(state, table, seat, row)
        return True, True
    else:
        special.play(state, table, seat, row)
    return True, False


def play_attack_card(state: Battlefield, table: Table, seat: int, row: Sequence[int]) -> None:
    """BF-7.1, 7.10: an Attack card, or what stands for one."""
    if actions.FERVOR.has(row[0]):
        state.uses[seat] |= names.USED_FERVOR
        for code in row[1:]:
            cards.discard(state, seat, actions.GIVEN_UP.value(code))
            table.tell(events.DISCARDED, seat, actions.GIVEN_UP.value(code))
    elif actions.ATTACK_CARD.value(row[0]) == BY_STAFF:
        state.uses[seat] |= names.USED_STAFF
        cards.play(state, table, seat, names.MOVE)
    else:
        cards.discard(state, seat, names.ATTACK)
    attack.open_card(state, table, seat)
