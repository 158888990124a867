"""Order stacks, a test game for what is hard in StarCraft: two or three seats, four areas, orders face down.

A round: in turn each seat puts three of its five order tokens face down on the stacks of the areas; then in turn each
carries out one of its tokens that lies on top. A march into a held area is a battle: both choose a card from a hidden
hand at once. At the end of a round each area gives its holder a point; most points after the last round win.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from engine.toys.order_stacks import actions, events, names
from engine.toys.order_stacks.questions import CHOOSE_CARD, LOOK_AT, MARCH_FROM, PLACE_TOKEN, TURN_TOKEN
from engine.toys.order_stacks.rules import fits, place_step, round_step, score_step, start, turn_step
from engine.toys.order_stacks.state import START, OrderStacks
from shapan.engine.actions import DONE
from shapan.engine.chance import Stream
from shapan.engine.game import Game
from shapan.engine.kinds import UNKNOWN
from shapan.engine.offers import Offers
from shapan.engine.options import Option
from shapan.engine.prompt import Prompt
from shapan.engine.scene import Fact, Panel, Phrase, Piece, Scene, Target
from shapan.engine.scene import Zone as Place


class OrderStacksGame(Game[OrderStacks]):
    name, prefix = "order_stacks", "ORD"
    min_seats, max_seats = 2, names.MOST
    options = (Option("rounds", 3, least=1, most=8, rule="ORD-5.1", common=True),)
    results = ("points",)
    streams = {f"deck_{seat}": names.CARD for seat in range(names.MOST)}
    actions, events, view_class = actions.ACTIONS, events.EVENTS, OrderStacks
    prompts = (PLACE_TOKEN, TURN_TOKEN, MARCH_FROM, LOOK_AT, CHOOSE_CARD)
    steps = (start, round_step, place_step, turn_step, score_step)
    tokens = names.SET

    def setup(self, options: Mapping[str, Any], seats: int) -> OrderStacks:
        state = OrderStacks(seats=seats, rounds=options["rounds"], agenda=[(START,)])
        for seat in range(seats):
            state.holder[seat], state.units[seat] = seat, 2
        state.supply = [state.deck(self.tokens, 1 << seat) for seat in range(seats)]
        state.decks = [state.deck(names.DECK) for _ in range(seats)]
        return state

    def resample(self, state: OrderStacks, seat: int, rng: Stream) -> None:
        state.resample_zones(seat, rng, fits=fits)

    def refusal_rule(self, state: OrderStacks) -> str:
        return "ORD-3.1"

    def board(self, view: OrderStacks, viewer: int, legal: Sequence[int], prompt: Prompt[OrderStacks] | None) -> Scene:
        zones = []
        for area, stack in enumerate(view.stacks):
            pieces = [
                Piece(
                    f"token.{area}.{place}",
                    "token",
                    "" if token == UNKNOWN else names.TOKENS[token],
                    owner=view.owners[area][place],
                )
                for place, token in enumerate(stack.cards)
            ]
            zones.append(
                Place(
                    f"area.{area}", "heap", Phrase("label.area", {"area": area}), owner=view.holder[area], pieces=pieces
                )
            )
        panels = [
            Panel(
                seat,
                state=["turn"] if seat == view.turn else [],
                facts=[Fact("points", Phrase("label.points"), points)],
            )
            for seat, points in enumerate(view.points)
        ]
        buttons = Offers(legal, prompt, lambda code: Target(code, self.label(view, code)), {}).buttons()
        return Scene(round=view.round, active=view.turn, zones=zones, panels=panels, buttons=buttons)

    def rounds(self, state: OrderStacks) -> int:
        return state.round

    def evaluate(self, view: OrderStacks, seat: int) -> float:
        worth = [p + view.holder.count(s) for s, p in enumerate(view.points)]
        return worth[seat] / max(1, sum(worth))

    def rate(
        self,
        view: OrderStacks,
        prompt: Prompt[OrderStacks],
        seat: int,
        arg: int,
        code: int,
        picked: Sequence[int],
    ) -> float:
        return float(code & 7) if actions.FIGHT.has(code) else float(code != DONE)

    def conserved(self, state: OrderStacks) -> dict[str, int]:
        tokens = [*state.stacks, *state.supply, *state.spent]
        cards = [*state.decks, *state.hands, *state.played, *state.discards]
        return {
            "tokens": sum(len(zone) for zone in tokens),
            "owners": sum(map(len, state.owners)) - sum(map(len, state.stacks)),
            "cards": sum(len(zone) for zone in cards),
        }


class SpyRing(OrderStacksGame):
    """The same game with more spies than may lie on the stacks at once."""

    name = "order_stacks_spies"
    tokens = [*names.SET, names.SPY, names.SPY]


GAME = OrderStacksGame()
SPY_RING = SpyRing()
