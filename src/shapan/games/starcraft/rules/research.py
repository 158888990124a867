"""SC-7: the Research order: an event card, combat cards, a technology."""

from __future__ import annotations

from collections.abc import Sequence

from shapan.engine.kinds import UNKNOWN
from shapan.engine.prompt import Reason
from shapan.engine.question import question
from shapan.engine.table import Table
from shapan.games.starcraft import actions, cards, events, names
from shapan.games.starcraft.rules import drawing, execution, payment
from shapan.games.starcraft.state import StarCraft

COMBAT_CARDS = 3


def research_step(state: StarCraft, table: Table[StarCraft]) -> None:
    """SC-7.1, SC-7.2, SC-7.4: its steps in order."""
    order = state.order
    assert order is not None
    seat = order.seat
    if execution.hindrance(state, order) is not None:
        table.tell(events.NOTHING_DONE, seat, order.order, order.planet)
        return
    drawing.draw_event(state, table, seat, events.EVENT_RESEARCH)
    if table.ask(ask_draw, seat) == actions.DRAW:
        drawing.draw_combat(state, table, seat, COMBAT_CARDS)
    tech = UNKNOWN
    if len(ask_technology.legal(state, seat, 0)) > 1:
        tech = bought(table.ask(ask_technology, seat))
    if tech >= 0:
        payment.pay(state, table, seat, *cards.TECH_COST[tech])
        take_technology(state, table, seat, tech)
    if order.order == names.SPECIAL_RESEARCH:
        choose_special(state, table, seat, tech)
    if tech >= 0 and any(card in state.technology_decks[seat].cards for card in cards.CARDS_OF_TECH[tech]):
        shuffle_in(state, table, seat, tech)


@question("research_draw", "SC-7.2", actions.ACTIONS.of(actions.DRAW), actions.ACTIONS.of(actions.PASS), open=True,
          plan=True)  # fmt: skip
def ask_draw(state: StarCraft, seat: int, arg: int) -> Sequence[int]:
    """d_research_draw: three combat cards, or none."""
    return [actions.DRAW, actions.PASS]


# SC-7.3: technologies


def in_technology_deck(state: StarCraft, seat: int, tech: int) -> bool:
    """SC-7.3, SC-10.5: tell whether copies of a technology can be bought."""
    return cards.TECH_RACE[tech] == state.race(seat) and not state.technologies[seat][tech]


@question("technology", "SC-7.3", actions.BUY_TECHNOLOGY, actions.ACTIONS.of(actions.PASS), open=True)
def ask_technology(state: StarCraft, seat: int, arg: int) -> Sequence[int]:
    """d_technology: a technology that can be paid, or none."""
    purse = payment.purse(state, seat)
    techs = [tech for tech in cards.TECHS_OF[state.race(seat)] if not state.technologies[seat][tech]]
    return [
        actions.PASS,
        *[actions.BUY_TECHNOLOGY.codes[tech] for tech in techs if payment.covers(purse, cards.TECH_COST[tech])],
    ]


@ask_technology.refusal
def why_no_technology(state: StarCraft, seat: int, arg: int, code: int) -> Reason:
    """13.8: not in the own technology deck: SC-7.3; not payable: SC-4.5."""
    if actions.BUY_TECHNOLOGY.has(code) and in_technology_deck(state, seat, actions.BUY_TECHNOLOGY.value(code)):
        return Reason("SC-4.5", "too_dear")
    return Reason("SC-7.3", "not_in_deck")


def bought(code: int) -> int:
    """Return the technology of an answer, -1 for none."""
    return actions.BUY_TECHNOLOGY.value(code) if actions.BUY_TECHNOLOGY.has(code) else UNKNOWN


def take_technology(state: StarCraft, table: Table[StarCraft], seat: int, tech: int) -> None:
    """SC-7.3: take all copies of a technology and announce it; those of kind P lie in the play area at once."""
    state.technologies[seat][tech] = 1
    table.tell(events.TECHNOLOGY_BOUGHT, seat, tech)


def shuffle_in(state: StarCraft, table: Table[StarCraft], seat: int, tech: int) -> None:
    """SC-7.2: shuffle discards and the new cards into the combat deck."""
    add_copies(state, seat, tech)
    state.move_all(state.discards[seat], state.decks[seat])
    state.shuffle(state.decks[seat])


def add_copies(state: StarCraft, seat: int, tech: int) -> None:
    """SC-7.3: put the copies of a technology that are there into the combat deck."""
    box = state.technology_decks[seat]
    for card in cards.CARDS_OF_TECH[tech]:
        if card in box.cards:
            state.move(box, box.cards.index(card), state.decks[seat])


def return_technology(state: StarCraft, seat: int, tech: int) -> None:
    """SC-10.5: a technology goes back to the technology deck and may be bought again."""
    state.technologies[seat][tech] = 0


# SC-7.4: Special Research


@question(
    "special_research", "SC-7.4", actions.ACTIONS.of(actions.EXTRA_EVENT), actions.TAKE_COPY, open=True, why="no_copy"
)
def ask_special(state: StarCraft, seat: int, arg: int) -> Sequence[int]:
    """d_special_research: an event card more, or a copy of the technology just bought (`arg` - 1) into the hand.

    [ruling] Of copies that are alike one is offered: which of them it is makes no difference.
    """
    copies = [] if not arg or cards.IN_PLAY[arg - 1] else list(cards.CARDS_OF_TECH[arg - 1])
    copies = [card for card in copies if cards.MAJOR[card] not in [cards.MAJOR[one] for one in copies if one < card]]
    return [actions.EXTRA_EVENT, *(actions.TAKE_COPY.codes[card] for card in copies)]


@ask_special.by_default
def take_an_event(state: StarCraft, seat: int, arg: int) -> int:
    """Return the event card."""
    return actions.EXTRA_EVENT


def choose_special(state: StarCraft, table: Table[StarCraft], seat: int, tech: int) -> None:
    """SC-7.4: one of the two; the copy is taken before the deck is shuffled."""
    code = table.ask(ask_special, seat, tech + 1)
    if code == actions.EXTRA_EVENT:
        drawing.draw_event(state, table, seat, events.EVENT_RESEARCH)
        return
    card = actions.TAKE_COPY.value(code)
    box = state.technology_decks[seat]
    state.move(box, box.cards.index(card), state.hands[seat])
    table.tell(events.COPY_TAKEN, seat, card)
