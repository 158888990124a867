"""Face down, a test game after Battlefield: secret rows, a retreat inside the reveal, treaties.

FDN-1 the turn: offer a treaty, tear treaties up, fight at most once, draw up to the hand size. FDN-2 the fight: both
lay a row of 0 to 3 cards face down at once, columns are revealed one by one, the attacker may retreat after the first.
FDN-3 a column. FDN-4 treaties: up to two clauses, offered and answered, in force for some rounds or until torn up.
FDN-5 the end: one seat left, or the greatest strength after the last round. FDN-6, by an option: orders, each once.
FDN-7, by an option: prices paid for the cards of a row, open or known only to who knows the card.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from engine.toys.face_down import actions, events, names
from engine.toys.face_down.questions import CHOOSING, LAYING, PROPOSING, REPLYING, RETREATING
from engine.toys.face_down.rules import DEAL_STEP, change, close_step, deal_step, drop_out, fits, main_step, offer_step
from engine.toys.face_down.state import EFFECTS, Field
from shapan.engine.actions import DONE
from shapan.engine.chance import Stream
from shapan.engine.game import Game
from shapan.engine.kinds import UNKNOWN
from shapan.engine.marked_zone import MarkedZone
from shapan.engine.options import Option
from shapan.engine.prompt import Prompt
from shapan.engine.scene import Duel, Phrase, Piece, Scene, Side
from shapan.engine.table import Table


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
    min_seats, max_seats = 2, names.MOST
    options = (
        Option("rounds", 6, least=1, most=20, rule="FDN-5.3", common=True),
        Option("strength", 4, least=1, most=9, rule="FDN-3.2"),
        Option("orders", "off", ("off", "on"), rule="FDN-6.1"),
        Option("prices", "off", ("off", "open", "secret"), rule="FDN-7.1"),
    )
    results = ("last", "strength")
    streams = {"stock": names.CARD, "spied": names.CARD}
    actions, events, view_class = actions.ACTIONS, events.EVENTS, Field
    prompts = (PROPOSING, REPLYING, CHOOSING, LAYING, RETREATING)
    steps = (deal_step, offer_step, main_step, close_step)
    max_decisions = 2_000

    def setup(self, options: Mapping[str, Any], seats: int) -> Field:
        state = Field(seats=seats, rounds=options["rounds"], max_strength=options["strength"])
        state.strength = [state.max_strength] * seats
        state.orders = [(1 << len(names.ORDERS)) - 1 if options["orders"] == "on" else 0] * seats
        state.bound = [[0] * seats for _ in range(seats)]
        state.stock = state.deck([card for card in range(4) for _ in range(names.COPIES)])
        state.rows = [MarkedZone(names.MARKERS[options["prices"]], 1 << seat) for seat in range(seats)]
        state.push(DEAL_STEP)
        return state

    def resample(self, state: Field, seat: int, rng: Stream) -> None:
        state.resample_zones(seat, rng, fits=fits)

    def still_in(self, state: Field, seat: int) -> bool:
        return not state.fell[seat]

    def on_leave(self, state: Field, table: Table[Field], seat: int) -> None:
        if not state.fell[seat]:
            drop_out(state, table, [seat])

    def refusal_rule(self, state: Field) -> str:
        return "FDN-1.1"

    def board(self, view: Field, viewer: int, legal: Sequence[int], prompt: Prompt[Field] | None) -> Scene:
        """The columns of the fight are compared side by side, in place of rows on the boards of the two."""
        scene = super().board(view, viewer, legal, prompt)
        sides = (view.attacker, view.defender)
        if UNKNOWN in sides:
            return scene
        rows = [view.rows[seat].cards for seat in sides]
        for panel in scene.panels:
            panel.zones = [zone for zone in panel.zones if not zone.id.startswith("seats.row")]
        scene.duels = [column_duel(sides, [row[n : n + 1] for row in rows], n) for n in range(max(map(len, rows)))]
        return scene

    def evaluate(self, view: Field, seat: int) -> float:
        return view.strength[seat] / max(1, sum(view.strength))

    def rate(
        self,
        view: Field,
        prompt: Prompt[Field],
        seat: int,
        arg: int,
        code: int,
        picked: Sequence[int],
    ) -> float:
        return float(code != DONE and not actions.TEAR.has(code) and not actions.PARTNER.has(code))

    def mixture(
        self, view: Field, prompt: Prompt[Field], seat: int, arg: int, picked: Sequence[int]
    ) -> Mapping[int, float]:
        """A row is read by nobody: guards twice as often as each of the others."""
        if prompt is not LAYING or view.rows[seat].markers:
            return {}
        weights = {actions.LAY.code(card): 1.0 for card in range(len(names.NAMES))}
        weights[actions.LAY.code(names.GUARD)] = 2.0
        return weights

    def rounds(self, state: Field) -> int:
        return state.round


EFFECTS.close()
GAME = FaceDown()
