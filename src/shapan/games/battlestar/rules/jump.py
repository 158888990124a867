"""BSG-14: the jump, the track, destinations, the objective at Kobol."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from shapan.engine.actions import DONE
from shapan.engine.effects import AMOUNT
from shapan.engine.question import question
from shapan.games.battlestar import actions, events, names, step_codes
from shapan.games.battlestar.cards import CRISIS_CARDS, DESTINATION_CARDS, THIRTY_THREE, UNTIL_JUMP, Destination
from shapan.games.battlestar.effects import ADM, DECIDER, EFFECTS
from shapan.games.battlestar.rules import choice, decks, dice, ending, loyalty, resources
from shapan.games.battlestar.state import Battlestar, Table

AUTO_JUMP: Final = 5
BLUE: Final = {3: 3, 4: 1}
"""The spaces with FTL Control, and the population at stake (C11)."""
UNHARMED: Final = 7
"""The least result of a roll with which the fleet jumps from these spaces without loss (14.5)."""
SLEEPER_DISTANCE: Final = 4
KOBOL_DISTANCE: Final = 8
MISSION_SPECIALIST: Final = names.QUORUM_CARDS.index("assign_mission_specialist")


@EFFECTS.op("track", "track{number}", number=AMOUNT)
def move_track(state: Battlestar, table: Table, number: int) -> None:
    """BSG-3.6, 14.6: move the fleet token; on the last space the fleet jumps right there. Not below 0 (R19)."""
    state.track = max(0, min(AUTO_JUMP, state.track + number))
    table.tell(events.TRACK, state.track)
    if state.track == AUTO_JUMP:
        jump(state, table)


def ftl_jump(state: Battlestar, table: Table, seat: int) -> None:
    """BSG-14.5: roll; on 6 or less the population printed under the token's space is lost; then the fleet jumps."""
    at_stake = BLUE[state.track]
    if dice.roll(state, table, step_codes.FTL_ROLL, seat) < UNHARMED:
        resources.change(state, table, names.POPULATION, -at_stake)
    jump(state, table)


def jump(state: Battlestar, table: Table) -> None:
    """BSG-14.2, 14.3: the final jump, or space is left, a destination picked and carried out."""
    if state.distance >= KOBOL_DISTANCE:
        table.tell(events.FINAL_JUMP)
        ending.end(state, table, ending.CYLONS if 0 in state.dials else ending.HUMANS, ending.FINAL_JUMP)
    table.tell(events.JUMP, state.distance)
    leave_space(state, table)
    draw_destinations(state, table)
    travel(state, table)


def travel(state: Battlestar, table: Table) -> None:
    """BSG-14.3 (2), (3): a destination is picked and carried out, the fleet comes nearer, the track starts over."""
    card = pick_destination(state, table)
    if card >= 0:
        destination = DESTINATION_CARDS[card]
        arrive(state, table, destination)
        add_distance(state, table, destination.distance)
    state.track = 0
    table.tell(events.TRACK, 0)


def leave_space(state: Battlestar, table: Table) -> None:
    """BSG-14.3 (1): all ships leave space; centurions stay; cards that last until the jump go."""
    for area in range(names.AREAS):
        state.raiders[area] = state.heavies[area] = state.vipers[area] = 0
        state.move_all(state.civilians[area], state.civilian_pile)
    state.shuffle(state.civilian_pile)
    state.basestars.clear()
    state.basestar_pool[:] = range(len(names.BASESTAR_DAMAGE))
    state.land()
    in_play = state.crises_in_play
    for card in list(in_play.cards):
        if CRISIS_CARDS[card].stays == UNTIL_JUMP:
            state.move(in_play, in_play.cards.index(card), state.crisis.discards)
    if THIRTY_THREE in in_play.cards:  # 7.7
        decks.shuffle_in(state, in_play, in_play.cards.index(THIRTY_THREE))
        table.tell(events.THIRTY_THREE, THIRTY_THREE)


def navigator(state: Battlestar) -> int:
    """BSG-14.3 (2): who picks: a Mission Specialist, else the Admiral, without one the current player (R39)."""
    holder = state.holders[MISSION_SPECIALIST]
    return holder if holder >= 0 else DECIDER.one(state, ADM)


def draw_destinations(state: Battlestar, table: Table) -> None:
    """BSG-14.3 (2): two destinations are seen by who picks, three by a Mission Specialist."""
    number = 2 if state.holders[MISSION_SPECIALIST] < 0 else 3
    drawn = state.destination_drawn
    decks.draw_seen(state, table, navigator(state), state.destination, drawn, number, events.DESTINATION_SEEN)


def pick_destination(state: Battlestar, table: Table) -> int:
    """BSG-14.3 (2): one of those drawn is picked and returned; the others go to the bottom.

    [ruling] Without a card left none is taken.
    """
    drawn, seat, holder = state.destination_drawn, navigator(state), state.holders[MISSION_SPECIALIST]
    if not len(drawn):
        return -1
    codes = table.ask_many(ask_destination, seat, int(holder >= 0))
    card = actions.PICK_DESTINATION.value(codes[0])
    state.move(drawn, drawn.cards.index(card), state.kobol)
    for code in codes[1:]:
        state.move(drawn, drawn.cards.index(actions.PUT_UNDER.value(code)), state.destination.bottom)
    state.move_all(drawn, state.destination.bottom)
    if holder >= 0:
        decks.spend_quorum(state, table, MISSION_SPECIALIST)
    table.tell(events.DESTINATION, seat, card, DESTINATION_CARDS[card].distance)
    return card


def destinations_named(state: Battlestar, seat: int, arg: int) -> int:
    """Return how many of the destinations seen an answer names: the chosen one, or all of them in their order."""
    return len(state.destination_drawn) if arg else 1


@decks.sorting("destination", "BSG-14.3", actions.PICK_DESTINATION, actions.PUT_UNDER, destinations_named)
def ask_destination(state: Battlestar, seat: int, arg: int, picked: Sequence[int]) -> Sequence[int]:
    """D-17: the destination; of a Mission Specialist (`arg` 1) also in which order the others go to the bottom."""
    return decks.sort_out(state.destination_drawn, actions.PICK_DESTINATION, actions.PUT_UNDER, picked)


# Destinations


def arrive(state: Battlestar, table: Table, destination: Destination) -> None:
    """BSG-14.3 (3), 14.4: carry out the effect; risks are the Admiral's."""
    EFFECTS.carry_out(state, table, destination.effects)
    seat = DECIDER.one(state, ADM)
    if destination.risk == "restore":
        restore(state, table, seat)
    elif destination.risk and can_risk(state, destination):
        take_risk(state, table, seat, destination)


def take_risk(state: Battlestar, table: Table, seat: int, destination: Destination) -> None:
    """BSG-14.4: who takes the risk rolls for it."""
    if table.ask(ask_risk, seat) == DONE:
        table.tell(events.NO_RISK, seat)
        return
    table.tell(events.RISK, seat)
    won = dice.roll(state, table, step_codes.DESTINATION_ROLL, seat) >= destination.reach
    EFFECTS.carry_out(state, table, destination.gain if won else destination.loss)


def can_risk(state: Battlestar, destination: Destination) -> bool:
    """BSG-9.17, R34: a raptor in Reserves, or two undamaged vipers."""
    return state.raptors > 0 if destination.risk == "raptor" else state.reserves() >= 2


ask_risk = choice.yes("risk", "BSG-14.4")
"""D-17: whether the Admiral takes the risk of a destination."""


def restore(state: Battlestar, table: Table, seat: int) -> None:
    """Ragnar Anchorage: up to three vipers and a raptor, damaged or destroyed, come back to Reserves."""
    if not state.vipers_damaged and not state.vipers_destroyed and state.raptors == names.RAPTORS:
        return
    vipers, raptor = actions.RESTORE.values(table.ask(ask_restore, seat))
    destroyed = min(vipers, state.vipers_destroyed)
    state.vipers_destroyed -= destroyed
    state.vipers_damaged -= vipers - destroyed
    state.raptors += raptor
    if vipers:
        table.tell(events.VIPERS_BACK, vipers)
    if raptor:
        table.tell(events.RAPTORS_BACK, raptor)


@question("restore", "BSG-14.4", actions.RESTORE, open=True, why="nothing_to_restore")
def ask_restore(state: Battlestar, seat: int, arg: int) -> Sequence[int]:
    """D-17: what Ragnar Anchorage brings back.

    [ruling] Destroyed vipers come back before damaged ones, which could still be repaired.
    """
    most = min(3, state.vipers_damaged + state.vipers_destroyed)
    raptors = (1, 0) if state.raptors < names.RAPTORS else (0,)
    return [actions.RESTORE.code(vipers, raptor) for vipers in range(most, -1, -1) for raptor in raptors]


def add_distance(state: Battlestar, table: Table, number: int) -> None:
    """BSG-14.3 (4), 14.7: distance grows; the first time at 4 and more the Sleeper Agent phase comes."""
    state.distance += number
    if state.distance >= SLEEPER_DISTANCE and not state.sleeper_done:
        state.sleeper_done = 1
        loyalty.sleeper_phase(state, table)
