"""BF-3: the turn: start, draw, development, battle, development again, end."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from shapan.engine.actions import DONE
from shapan.engine.kinds import UNKNOWN
from shapan.engine.prompt import Reason
from shapan.engine.question import picks, question, rising
from shapan.games.battlefield import abilities, actions, events, formulas, names, pacts
from shapan.games.battlefield.abilities import EFFECTS
from shapan.games.battlefield.records import EVASION, SPENT, USES
from shapan.games.battlefield.rules import (
    attack,
    capture,
    cards,
    development,
    ending,
    fight_actions,
    guests,
    orders,
    titles,
    treaties,
    units,
)  # fmt: skip
from shapan.games.battlefield.rules.always_asked import AlwaysAsked
from shapan.games.battlefield.state import (
    BATTLE,
    DEVELOPMENT,
    DRAW,
    END_OF_TURN,
    FIGHT,
    POST_BATTLE,
    TURN_START,
    Battlefield,
    Table,
)  # fmt: skip

# Steps of the agenda

(
    FACTIONS_STEP, LAYOUT_STEP, FIRST_CARDS_STEP, TURN_STEP, DRAW_STEP, DEVELOP_STEP, BATTLE_STEP, FIGHT_STEP,
    DECLARE_STEP, POST_STEP, END_STEP, ACT_STEP,
) = range(1, 13)  # fmt: skip
AFTER: Final = {
    TURN_START: (END_STEP, POST_STEP, BATTLE_STEP, DEVELOP_STEP, DRAW_STEP),
    DRAW: (END_STEP, POST_STEP, BATTLE_STEP, DEVELOP_STEP),
    DEVELOPMENT: (END_STEP, POST_STEP, BATTLE_STEP),
    BATTLE: (END_STEP, POST_STEP),
    FIGHT: (END_STEP, POST_STEP),
    POST_BATTLE: (END_STEP,),
    END_OF_TURN: (),
}
"""By step of a turn, what comes behind it, the last first."""

# BF-3.1: start


def turn_step(state: Battlefield, table: Table, seat: int) -> None:
    """BF-3: the turn of a seat begins; its phases follow."""
    state.active, state.step = seat, TURN_START
    state.uses[seat], state.restored, state.barred = 0, 0, []
    units.clear_uses(state, seat, names.USED_MOBILE | names.USED_SHUTTLE | BOARDINGS | names.TURNED)
    table.tell(events.TURN_BEGUN, seat, state.round)
    for step in AFTER[TURN_START]:
        state.push(step)
    begin(state, table, seat)


BOARDINGS: Final = names.BOARDED | names.LEFT_VEHICLE
"""BF-4.4: what a vehicle may do once in a phase."""


def begin(state: Battlefield, table: Table, seat: int) -> None:
    """BF-3.1: markers end, clauses run out, guests may be ejected, territories restored."""
    marks = state.units.marks
    marks[EVASION] = [UNKNOWN if one == seat else one for one in marks[EVASION]]  # 1
    treaties.run_out(state, table)  # 2
    while guests.unwelcome(state, seat):
        unit = table.pick(guests.ask_eject, seat)
        if unit < 0:
            break
        guests.eject(state, table, unit)
    restore(state, table, seat)  # 3


def restore(state: Battlefield, table: Table, seat: int) -> None:
    """BF-3.1: Repair, Central Brain and Greenhouse, in any order, each 1 to a territory."""
    while restorations(state, seat):
        code = table.ask(ask_restore, seat)
        if code == DONE:
            break
        by, territory = actions.RESTORE.values(code)
        state.restored |= 1 << (territory if by == actions.REPAIR else len(names.TERRITORIES) + by)
        orders.restore(state, territory, 1)
        table.tell(events.RESTORED, seat, territory, by)


def restorations(state: Battlefield, seat: int) -> list[int]:
    """BF-3.1: what can restore which territory now."""
    land = [territory for territory in state.domain(seat) if orders.is_restorable(state, territory)]
    if not land:
        return []
    codes = [
        actions.RESTORE.code(actions.REPAIR, territory) for territory in land if is_repaired(state, seat, territory)
    ]
    brain = state.has_modification(seat, names.CENTRAL_BRAIN)
    house = formulas.has_capital_effect(state, seat, names.VERDANT_PACT)
    for by, there in ((actions.CENTRAL_BRAIN, brain), (actions.GREENHOUSE, house)):
        if there and not state.restored >> len(names.TERRITORIES) + by & 1:
            codes += [actions.RESTORE.code(by, territory) for territory in land]
    return codes


def is_repaired(state: Battlefield, seat: int, territory: int) -> bool:
    """4.5, Repair: whether an own unit with it stands in an own territory that it has not restored in this turn."""
    if state.restored >> territory & 1:
        return False
    mine = state.units_of(seat)
    return any(unit in mine and abilities.has(state, unit, names.REPAIR) for unit in state.standing_at(territory))


@question("restore", "BF-3.1", actions.RESTORE, open=True)
def ask_restore(state: Battlefield, seat: int, arg: int) -> Sequence[int]:
    """D3: one restoration, or no more."""
    return [DONE, *restorations(state, seat)]


# BF-3.2: draw


def draw_step(state: Battlefield, table: Table) -> None:
    """BF-3.2: resource cards, tribute, cards of the basic pile, Open Council."""
    seat = state.active
    if not state.is_in(seat):
        return
    state.step = DRAW
    if state.harmed_by[seat][names.BLOCKADED] < 0:
        table.tell(events.INCOME, seat, cards.gain(state, seat, income(state, seat)))
    for other, number in pacts.tribute_due(state, seat):
        table.tell(events.TRIBUTE, seat, other, cards.give(state, seat, other, number))
    cards.draw(state, table, seat, drawn(state, seat))
    if formulas.has_talent(state, seat, names.FREE_CITIES) and len(state.hands[seat]) >= COUNCIL:
        card = table.pick(ask_council, seat)
        if card >= 0:
            cards.discard(state, seat, card)
            table.tell(events.DISCARDED, seat, card)
            cards.draw(state, table, seat, 1)


COUNCIL: Final = 4
DRAWN: Final = 2
BOSS_DRAWN: Final = 4


def income(state: Battlefield, seat: int) -> int:
    """BF-3.2: one resource card for two territories, a City counting twice, and what abilities add."""
    land = state.domain(seat)
    cities = 0 if state.rules.plain_cities else sum(names.TERRAIN[territory] == names.CITY for territory in land)
    return (len(land) + cities) // 2 + EFFECTS.amount(state, abilities.INCOME, seat)


def drawn(state: Battlefield, seat: int) -> int:
    """BF-3.2, 1.7: two cards, four for the Heir BOSS; by an option in round 1 as many as the number of the seat."""
    if state.titles[names.HEIR_BOSS] == seat:
        return BOSS_DRAWN
    return seat if state.rules.round1_draw and state.round == 1 else DRAWN


@question("open_council", "BF-3.2", actions.DISCARD, decline="pass")
def ask_council(state: Battlefield, seat: int, arg: int) -> Sequence[int]:
    """D4: a card to discard for a new one, or none."""
    hand = state.hands[seat].cards
    return [-1, *(card for place, card in enumerate(hand) if card not in hand[:place])]


# BF-3.5: development


def develop_step(state: Battlefield, table: Table) -> None:
    """BF-3.5: the development phase before the battle."""
    start_phase(state, table, DEVELOPMENT)


def post_step(state: Battlefield, table: Table) -> None:
    """BF-3.5: the development phase after the battle."""
    start_phase(state, table, POST_BATTLE)


def start_phase(state: Battlefield, table: Table, step: int) -> None:
    """BF-10.5: a development phase begins with the question who is the richest."""
    if state.is_in(state.active):
        state.step = step
        titles.check_hegemony(state, table)
        state.push(ACT_STEP)


def act_step(state: Battlefield, table: Table) -> None:
    """BF-3.5: one act of a development phase, until its player ends it."""
    if development.develop(state, table, state.active):
        state.push(ACT_STEP)


# BF-3.6: battle


def battle_step(state: Battlefield, table: Table) -> None:
    """BF-3.6: all units have 3 durability; then Fight, Expansion or nothing."""
    seat = state.active
    if not state.is_in(seat):
        return
    state.step = BATTLE
    prepare(state)
    code = table.ask(ASK_BATTLE, seat)
    table.tell(events.BATTLE, seat, (DONE, actions.DO_FIGHT, actions.EXPAND).index(code))
    if code == actions.EXPAND:
        capture.expand(state, table, seat)
    elif code == actions.DO_FIGHT:
        state.push(FIGHT_STEP)


def prepare(state: Battlefield) -> None:
    """BF-3.6, 4.4: what begins anew with a battle phase."""
    refresh(state)
    marks = state.units.marks
    marks[USES] = [uses & ~BOARDINGS for uses in marks[USES]]
    state.uses[state.active] &= ~names.USED_EXCHANGE


def refresh(state: Battlefield) -> None:
    """BF-3.6, 7.1: all units have 3 durability, their attacks and their Plating again."""
    units.restore_all(state)
    marks = state.units.marks
    marks[SPENT] = [0] * len(state.units)
    marks[USES] = [uses & ~names.USED_PLATING for uses in marks[USES]]


class AskBattle(AlwaysAsked):
    """D10: Fight, Expansion, or nothing."""

    key = "battle"
    rule = "BF-3.6"
    decline = "pass"
    families = (actions.ACTIONS.by_name["fight"], actions.ACTIONS.by_name["expand"])

    def legal(self, state: Battlefield, seat: int, arg: int) -> Sequence[int]:
        codes = [DONE]
        if may_fight(state, seat):
            codes.append(actions.DO_FIGHT)
        if capture.pile_size(state):
            codes.append(actions.EXPAND)
        return codes

    def why_not(self, state: Battlefield, seat: int, arg: int, code: int) -> Reason:
        if code == actions.DO_FIGHT:
            return Reason("BF-3.7", "no_fight")
        return Reason("BF-3.8", "empty_pile")


ASK_BATTLE: Final = AskBattle()


def may_fight(state: Battlefield, seat: int) -> bool:
    """BF-3.7: not in round 1, nor while an own Economic Blockade binds the seat."""
    return state.round > 1 and not any(harmed[names.BLOCKADED] == seat for harmed in state.harmed_by)


def fight_step(state: Battlefield, table: Table) -> None:
    """BF-3.6: one thing of the Fight; an Attack card is carried out before the next."""
    if not state.is_in(state.active):
        return
    state.step = FIGHT
    goes_on, is_open = fight_actions.act(state, table, state.active)
    if goes_on:
        state.push(FIGHT_STEP)
    else:
        refresh(state)
    if is_open:
        state.push(DECLARE_STEP)


def declare_step(state: Battlefield, table: Table) -> None:
    """BF-7.1: one attack of an Attack card, until its player closes it."""
    seat = state.active
    if not state.is_in(seat):
        return
    code = table.ask(attack.ASK_DECLARE, seat)
    if code == DONE:
        state.attack_open = 0
        return
    state.push(DECLARE_STEP)
    attack.attack(state, table, seat, *actions.ATTACK.values(code))


# BF-3.9: end


def end_step(state: Battlefield, table: Table) -> None:
    """BF-3.9: discard down, what lies on the player ends, titles, round limit; then the next seat."""
    seat = state.active
    state.step = END_OF_TURN
    refresh(state)
    if state.is_in(seat):
        discard_down(state, table, seat)
        end_harms(state, table, seat)
    titles.check_hegemony(state, table)
    ending.check_victory(state, table)
    following = state.others(seat)[0]
    ending.check_round_limit(state, table, following)
    if following <= seat:
        state.round += 1
    state.push(TURN_STEP, following)


def discard_down(state: Battlefield, table: Table, seat: int) -> None:
    """BF-3.9: down to seven hand cards, by the player's choice; no limit for the Heir BOSS."""
    over = too_many(state, seat)
    if over > 0:
        for card in table.pick_many(ask_discard, seat):
            cards.discard(state, seat, card)
            table.tell(events.DISCARDED, seat, card)


def too_many(state: Battlefield, seat: int, arg: int = 0) -> int:
    """BF-3.9: how many hand cards are above the limit."""
    if state.titles[names.HEIR_BOSS] == seat:
        return 0
    return max(0, min(formulas.counted_hand(state, seat) - names.HAND_LIMIT, len(state.hands[seat])))


@picks("discard_down", "BF-3.9", actions.DISCARD, rows="cards", number=too_many, why="discard_number")
def ask_discard(state: Battlefield, seat: int, arg: int, picked: Sequence[int]) -> Sequence[int]:
    """D25: the cards to discard, in rising order."""
    hand = [actions.DISCARD.codes[card] for card in state.hands[seat].cards]
    return rising(hand, picked, too_many(state, seat))


def end_harms(state: Battlefield, table: Table, seat: int) -> None:
    """BF-3.9: what lies on a player until the end of his turn ends, and with a blockade the bond of its player."""
    for harm, by in enumerate(state.harmed_by[seat]):
        if by >= 0:
            state.harmed_by[seat][harm] = UNKNOWN
            table.tell(events.HARM_ENDED, seat, harm)
