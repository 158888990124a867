"""BF-1: factions, territories, layout and capital, the first cards."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from shapan.engine.prompt import Prompt, Reason
from shapan.engine.question import question
from shapan.engine.row import Row
from shapan.engine.shape import ONE, Part
from shapan.games.battlefield import actions, events, formulas, names, space
from shapan.games.battlefield.rules import cards
from shapan.games.battlefield.state import FACTIONS, LAYOUT, Battlefield, Table

DEALT_LAND: Final = 4
FIRST_HAND: Final = 5
_TERRITORY: Final = 31
"""The bits of a code that hold the territory."""


def factions_step(state: Battlefield, table: Table) -> None:
    """BF-1.2: faction cards are dealt; all choose one in secret and show it together."""
    state.step = FACTIONS
    deal_factions(state, table)
    seats = list(range(state.seats))
    chosen = table.ask_all(ask_faction, seats)
    state.disclose()
    for seat, code in zip(seats, chosen, strict=True):
        dealt, faction = state.dealt_factions[seat], actions.CHOOSE_FACTION.value(code)
        state.factions[seat] = state.move(dealt, dealt.cards.index(faction), state.factions_played)
        state.move_all(dealt, state.faction_pile)
        table.tell(events.FACTION_CHOSEN, seat, faction)


def deal_factions(state: Battlefield, table: Table) -> None:
    """BF-1.2: each seat is dealt as many faction cards as it has none of yet."""
    for seat in range(state.seats):
        while len(state.dealt_factions[seat]) < state.rules.factions_dealt:
            faction = table.deal(actions.FACTION_DEAL, state.faction_pile, state.dealt_factions[seat])
            table.tell(events.FACTION_DEALT, seat, priv=1 << seat, secret=(faction,))


@question("faction", "BF-1.2", actions.CHOOSE_FACTION, secret=True)
def ask_faction(state: Battlefield, seat: int, arg: int) -> Sequence[int]:
    """D1: one of the faction cards dealt."""
    return state.dealt_factions[seat].cards


def layout_step(state: Battlefield, table: Table) -> None:
    """BF-1.3, 1.4: territories are dealt; each lays four in two columns and names a capital, in secret and at once."""
    state.step = LAYOUT
    deal_land(state, table)
    seats = list(range(state.seats))
    layouts = table.ask_all_many(ASK_LAYOUT, seats)
    state.disclose()
    for seat, row in zip(seats, layouts, strict=True):
        for side, family in ((names.LEFT, actions.LAY_LEFT), (names.RIGHT, actions.LAY_RIGHT)):
            laid = [family.value(code) for code in row if family.has(code)]
            for slot, territory in enumerate(laid):
                state.move(state.dealt_land[seat], state.dealt_land[seat].cards.index(territory), state.land)
                space.lay(state, seat, territory, (1, side, slot + 1))
        state.capitals[seat] = next(actions.CAPITAL.value(code) for code in row if actions.CAPITAL.has(code))
        table.tell(events.LAID_OUT, seat, state.capitals[seat])
    space.survey(state)
    for territory in state.land.cards:
        state.durability[territory] = formulas.maximum(state, territory)  # BF-1.5


def deal_land(state: Battlefield, table: Table) -> None:
    """BF-1.3: four territories for each seat, unseen by the others, out of as many as the game has."""
    for seat in range(state.seats):
        while len(state.dealt_land[seat]) < DEALT_LAND:
            territory = table.deal(actions.TERRITORY_DEAL, state.territory_pile, state.dealt_land[seat])
            state.pile_left -= 1
            table.tell(events.LAND_DEALT, seat, priv=1 << seat, secret=(territory,))


class AskLayout(Prompt[Battlefield]):
    """D2: territories of the left column, of the right one, each slot 1 first, and the capital."""

    key = "layout"
    rule = "BF-1.4"
    secret = True
    many = True
    families = (actions.LAY_LEFT, actions.LAY_RIGHT, actions.CAPITAL)
    rows = (
        Row(
            "lay_out",
            (
                Part("left", (actions.LAY_LEFT,)),
                Part("right", (actions.LAY_RIGHT,)),
                Part("capital", (actions.CAPITAL,), ONE),
            ),
        ),
    )

    def next(self, state: Battlefield, seat: int, arg: int, picked: Sequence[int]) -> Sequence[int]:
        """BF-1.4: one to three cards in each column, the left one first, then the capital among them."""
        left = [code for code in picked if actions.LAY_LEFT.has(code)]
        laid = [code & _TERRITORY for code in picked if not actions.CAPITAL.has(code)]
        rest = [one for one in state.dealt_land[seat].cards if one not in laid]
        if len(laid) == DEALT_LAND:
            return (
                [] if len(picked) > DEALT_LAND else [actions.CAPITAL.codes[one] for one in state.dealt_land[seat].cards]
            )
        codes: list[int] = []
        if len(laid) == len(left) < names.SLOTS:
            codes += [actions.LAY_LEFT.codes[one] for one in rest]
        if left:
            codes += [actions.LAY_RIGHT.codes[one] for one in rest]
        return codes

    def lengths(self, state: Battlefield, seat: int, arg: int) -> tuple[int, int]:
        return DEALT_LAND + 1, DEALT_LAND + 1

    def why_not_many(self, state: Battlefield, seat: int, arg: int, codes: Sequence[int]) -> Reason:
        return Reason("BF-1.4", "layout")


ASK_LAYOUT: Final = AskLayout()


def first_cards_step(state: Battlefield, table: Table) -> None:
    """BF-1.6: five cards of the basic pile for each; resource cards and combat sets are there from the start."""
    for seat in range(state.seats):
        cards.draw(state, table, seat, FIRST_HAND)
