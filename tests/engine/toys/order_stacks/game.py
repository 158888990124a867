"""Order stacks, a test game for what is hard in StarCraft: two or three seats, four areas, orders face down.

A round: in turn each seat puts three of its five order tokens face down on the stacks of the areas; then in turn each
carries out one of its tokens that lies on top. A march into a held area is a battle: both choose a card from a hidden
hand at once. At the end of a round each area gives its holder a point; most points after the last round win.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Annotated, Any

from engine.toys.order_stacks import actions, events, names
from engine.toys.order_stacks.questions import CHOOSE_CARD, LOOK_AT, MARCH_FROM, PLACE_TOKEN, TURN_TOKEN
from engine.toys.order_stacks.rules import fits, place_step, round_step, score_step, start, turn_step
from engine.toys.order_stacks.state import START, OrderStacks
from shapan.engine.actions import DONE
from shapan.engine.by_name import ByName
from shapan.engine.chance import Stream
from shapan.engine.game import Game
from shapan.engine.kinds import UNKNOWN, Cards, Count, Many
from shapan.engine.offers import Offers
from shapan.engine.options import Option
from shapan.engine.prompt import Prompt
from shapan.engine.scene import Fact, Panel, Phrase, Piece, Scene, Target
from shapan.engine.scene import Zone as Place
from shapan.engine.zone import Zone


@dataclass(slots=True)
class View:
    rounds: Annotated[int, names.NUMBER]
    round: Annotated[int, names.NUMBER]
    turn: Annotated[int, names.SEAT]
    area: Annotated[int, names.AREA]
    attacker: Annotated[int, names.SEAT]
    defender: Annotated[int, names.SEAT]
    holder: Annotated[list[int], ByName(names.PLACES, names.SEAT, default=UNKNOWN)]
    units: Annotated[list[int], ByName(names.PLACES, Count(names.UNITS))]
    points: Annotated[list[int], Many(names.NUMBER, names.MOST, by_seat=True)]
    stacks: Annotated[list[list[int]], Many(Many(names.TOKEN, names.MOST * names.PLACED), names.AREAS)]
    owners: Annotated[list[list[int]], Many(Many(names.SEAT, names.MOST * names.PLACED), names.AREAS)]
    supply: Annotated[list[list[int]], Many(Cards(names.TOKENS, 7, "token"), names.MOST, by_seat=True)]
    spent: Annotated[list[list[int]], Many(Cards(names.TOKENS, 7, "token"), names.MOST, by_seat=True)]
    decks: Annotated[list[int], Many(Count(8), names.MOST, by_seat=True)]
    hands: Annotated[list[list[int]], Many(Cards(names.CARDS, 8), names.MOST, by_seat=True)]
    discards: Annotated[list[list[int]], Many(Cards(names.CARDS, 8), names.MOST, by_seat=True)]


class OrderStacksGame(Game[OrderStacks]):
    name, prefix = "order_stacks", "ORD"
    least_seats, most_seats = 2, names.MOST
    options = (Option("rounds", 3, least=1, most=8, rule="ORD-5.1", common=True),)
    results = ("points",)
    streams = {f"deck_{seat}": names.CARD for seat in range(names.MOST)}
    actions, events, view_class = actions.ACTIONS, events.EVENTS, View
    prompts = (PLACE_TOKEN, TURN_TOKEN, MARCH_FROM, LOOK_AT, CHOOSE_CARD)
    steps = (start, round_step, place_step, turn_step, score_step)
    tokens = names.SET

    def setup(self, options: Mapping[str, Any], seats: int) -> OrderStacks:
        state = OrderStacks(rounds=options["rounds"], agenda=[(START,)])
        state.holder = [*range(seats), *([UNKNOWN] * (names.AREAS - seats))]
        state.units = [2 if holder != UNKNOWN else 0 for holder in state.holder]
        state.points = [0] * seats
        state.stacks = [Zone(sees=0, ordered=True) for _ in range(names.AREAS)]
        state.owners = [[] for _ in range(names.AREAS)]
        state.supply = [state.deck(self.tokens, 1 << seat) for seat in range(seats)]
        state.spent = [Zone() for _ in range(seats)]
        state.decks = [state.deck(names.DECK) for _ in range(seats)]
        state.hands = [Zone(sees=1 << seat) for seat in range(seats)]
        state.played = [Zone() for _ in range(seats)]
        state.discards = [Zone() for _ in range(seats)]
        return state

    def resample(self, state: OrderStacks, seat: int, rng: Stream) -> None:
        state.resample_zones(seat, rng, fits=fits)

    def view(self, state: OrderStacks, viewer: int) -> View:
        return View(
            state.rounds,
            state.round,
            state.turn,
            state.area,
            state.attacker,
            state.defender,
            list(state.holder),
            list(state.units),
            list(state.points),
            [stack.known(viewer) for stack in state.stacks],
            [list(owners) for owners in state.owners],
            [zone.known(viewer) for zone in state.supply],
            [zone.known(viewer) for zone in state.spent],
            [len(zone) for zone in state.decks],
            [zone.known(viewer) for zone in state.hands],
            [zone.known(viewer) for zone in state.discards],
        )

    def refusal_rule(self, state: OrderStacks) -> str:
        return "ORD-3.1"

    def board(self, view: View, viewer: int, legal: Sequence[int], prompt: Prompt[OrderStacks] | None) -> Scene:
        zones = []
        for area, stack in enumerate(view.stacks):
            pieces = [
                Piece(
                    f"token.{area}.{place}",
                    "token",
                    "" if token == UNKNOWN else names.TOKENS[token],
                    owner=view.owners[area][place],
                )
                for place, token in enumerate(stack)
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

    def evaluate(self, view: View, seat: int) -> float:
        worth = [p + view.holder.count(s) for s, p in enumerate(view.points)]
        return worth[seat] / max(1, sum(worth))

    def rate(
        self,
        view: View,
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
