"""Face down, a test game after Battlefield: secret rows, a retreat inside the reveal, treaties.

FDN-1 the turn: offer a treaty, tear treaties up, fight at most once, draw up to the hand size. FDN-2 the fight: both
lay a row of 0 to 3 cards face down at once, columns are revealed one by one, the attacker may retreat after the first.
FDN-3 a column. FDN-4 treaties: up to two clauses, offered and answered, in force for some rounds or until torn up.
FDN-5 the end: one seat left, or the greatest strength after the last round. FDN-6, by an option: orders, each once.
FDN-7, by an option: prices paid for the cards of a row, open or known only to who knows the card.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Annotated, Any

from engine.toys.face_down import actions, events, names
from engine.toys.face_down.questions import CHOOSING, LAYING, PROPOSING, REPLYING, RETREATING
from engine.toys.face_down.rules import DEAL_STEP, change, close_step, deal_step, drop_out, fits, main_step, offer_step
from engine.toys.face_down.state import EFFECTS, Field, standing
from shapan.engine.actions import DONE
from shapan.engine.chance import Stream
from shapan.engine.game import Game, Outcome
from shapan.engine.kinds import UNKNOWN, Cards, Count, Flag, Many
from shapan.engine.lasting import lasting_on
from shapan.engine.marked import MarkedZone
from shapan.engine.options import Option
from shapan.engine.prompt import Prompt
from shapan.engine.scene import Duel, Phrase, Piece, Scene, Side
from shapan.engine.table import Table
from shapan.engine.zone import Zone


@dataclass(slots=True)
class View:
    round: Annotated[int, names.ROUND]
    turn: Annotated[int, names.SEAT]
    strength: Annotated[list[int], Many(names.STRENGTH, names.MOST, by_seat=True)]
    out: Annotated[list[int], Many(Flag(), names.MOST, by_seat=True)]
    bound: Annotated[list[list[int]], Many(Many(names.ROUND, names.MOST, by_seat=True), names.MOST, by_seat=True)]
    orders: Annotated[list[list[int]], Many(Many(names.ORDER_NAME, len(names.ORDERS)), names.MOST, by_seat=True)]
    bonds: Annotated[list[list[int]], Many(Many(names.BOND, 4), names.MOST, by_seat=True)]
    offer_by: Annotated[int, names.SEAT]
    offer_to: Annotated[int, names.SEAT]
    clauses: Annotated[list[int], Many(names.CLAUSE, 2)]
    clause_rounds: Annotated[list[int], Many(Count(names.LONGEST), 2)]
    attacker: Annotated[int, names.SEAT]
    defender: Annotated[int, names.SEAT]
    stock: Annotated[int, Count(len(names.NAMES) * names.COPIES)]
    discard: Annotated[list[int], Cards(names.NAMES, len(names.NAMES) * names.COPIES)]
    hands: Annotated[list[list[int]], Many(Cards(names.NAMES, names.HAND), names.MOST, by_seat=True)]
    rows: Annotated[list[list[int]], Many(Many(names.CARD, names.COLUMNS), names.MOST, by_seat=True)]
    paid: Annotated[list[list[int]], Many(Many(names.PRICE, names.COLUMNS), names.MOST, by_seat=True)]


def column_duel(seats: tuple[int, int], cards: list[list[int]], number: int) -> Duel:
    """FDN-3.1: what each of two cards of a column does to its own side, once both are known."""
    known = [row[0] if row else UNKNOWN for row in cards]
    hidden = any(row == [UNKNOWN] for row in cards)
    sides = [
        Side(
            Phrase("label.change"),
            None if hidden else change(known[side], known[1 - side]),
            seat,
            pieces=[
                Piece(f"row{seat}.{number}", "card", flags=["face_down"])
                if card == UNKNOWN
                else Piece(
                    f"row{seat}.{number}", "card", f"card-{names.NAMES[card]}", Phrase(f"card.{names.NAMES[card]}")
                )
                for card in cards[side]
            ],
        )
        for side, seat in enumerate(seats)
    ]
    return Duel(sides, rule="FDN-3.1", title=Phrase("label.column", {"number": number + 1}))


class FaceDown(Game[Field]):
    name, prefix = "face_down", "FDN"
    least_seats, most_seats = 2, names.MOST
    options = (
        Option("rounds", 6, least=1, most=20, rule="FDN-5.3", common=True),
        Option("strength", 4, least=1, most=9, rule="FDN-3.2"),
        Option("orders", "off", ("off", "on"), rule="FDN-6.1"),
        Option("prices", "off", ("off", "open", "secret"), rule="FDN-7.1"),
    )
    results = ("last", "strength")
    streams = {"stock": names.CARD, "spied": names.CARD}
    actions, events, view_class = actions.ACTIONS, events.EVENTS, View
    prompts = (PROPOSING, REPLYING, CHOOSING, LAYING, RETREATING)
    steps = (deal_step, offer_step, main_step, close_step)
    most_decisions = 2_000

    def setup(self, options: Mapping[str, Any], seats: int) -> Field:
        state = Field(rounds=options["rounds"], most_strength=options["strength"])
        state.strength, state.fell = [state.most_strength] * seats, [0] * seats
        state.orders = [(1 << len(names.ORDERS)) - 1 if options["orders"] == "on" else 0] * seats
        state.bound = [[0] * seats for _ in range(seats)]
        state.stock = state.deck([card for card in range(4) for _ in range(names.COPIES)])
        state.hands = [Zone(sees=1 << seat) for seat in range(seats)]
        state.rows = [MarkedZone(names.MARKERS[options["prices"]], 1 << seat) for seat in range(seats)]
        state.push(DEAL_STEP)
        return state

    def view(self, state: Field, viewer: int) -> View:
        clauses = [actions.TREATY.values(code) for code in state.offer]
        return View(
            round=state.round,
            turn=state.turn,
            strength=list(state.strength),
            out=[int(fell > 0) for fell in state.fell],
            bound=[list(row) for row in state.bound],
            orders=[[order for order in range(len(names.ORDERS)) if mask >> order & 1] for mask in state.orders],
            bonds=[lasting_on(state.bonds, seat) for seat in range(state.seats)],
            offer_by=state.offer_by,
            offer_to=state.offer_to,
            clauses=[clause for clause, _ in clauses],
            clause_rounds=[rounds for _, rounds in clauses],
            attacker=state.attacker,
            defender=state.defender,
            stock=len(state.stock),
            discard=state.discard.known(viewer),
            hands=[hand.known(viewer) for hand in state.hands],
            rows=[row.known(viewer) for row in state.rows],
            paid=[row.marked(names.PAID, viewer) if row.markers else [] for row in state.rows],
        )

    def resample(self, state: Field, seat: int, rng: Stream) -> None:
        state.resample_zones(seat, rng, fits=fits)

    def leave_ends(self, state: Field, seat: int) -> bool:
        return len(standing(state)) <= 2 and not state.fell[seat]

    def forfeit(self, state: Field, seat: int) -> Outcome:
        ranks = [state.seats if other == seat else 1 for other in range(state.seats)]
        for other in range(state.seats):
            if state.fell[other]:
                ranks[other] = 2
        winners = [other for other in range(state.seats) if ranks[other] == 1]
        return Outcome("forfeit", ranks, winners, [])

    def on_leave(self, state: Field, table: Table[Field], seat: int) -> None:
        if not state.fell[seat]:
            drop_out(state, table, [seat])

    def refusal_rule(self, state: Field) -> str:
        return "FDN-1.1"

    def board(self, view: View, viewer: int, legal: Sequence[int], prompt: Prompt[Field] | None) -> Scene:
        """The columns of the fight are compared side by side, in place of rows on the boards of the two."""
        scene = super().board(view, viewer, legal, prompt)
        sides = (view.attacker, view.defender)
        if UNKNOWN in sides:
            return scene
        rows = [view.rows[seat] for seat in sides]
        for panel in scene.panels:
            panel.zones = [zone for zone in panel.zones if not zone.id.startswith("rows")]
        scene.duels = [column_duel(sides, [row[n : n + 1] for row in rows], n) for n in range(max(map(len, rows)))]
        return scene

    def evaluate(self, view: View, seat: int) -> float:
        return view.strength[seat] / max(1, sum(view.strength))

    def rate(
        self,
        view: View,
        prompt: Prompt[Field],
        seat: int,
        arg: int,
        code: int,
        picked: Sequence[int],
    ) -> float:
        return float(code != DONE and not actions.TEAR.has(code) and not actions.PARTNER.has(code))

    def rounds(self, state: Field) -> int:
        return state.round


EFFECTS.close()
GAME = FaceDown()
