"""Order stacks, a test game for what is hard in StarCraft: two or three seats, four areas, orders face down.

A round: in turn each seat puts three of its five order tokens face down on the stacks of the areas; then in turn each
carries out one of its tokens that lies on top. A march into a held area is a battle: both choose a card from a hidden
hand at once. At the end of a round each area gives its holder a point; most points after the last round win.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Annotated, Any, Final

from shapan.engine.actions import DONE, Actions
from shapan.engine.by_name import ByName
from shapan.engine.chance import Stream
from shapan.engine.event import Events
from shapan.engine.game import Game
from shapan.engine.kinds import UNKNOWN, Cards, Count, Enum, Many, Seat
from shapan.engine.offers import Offers
from shapan.engine.options import Option
from shapan.engine.prompt import Prompt, Reason
from shapan.engine.scene import Fact, Panel, Phrase, Piece, Scene, Target
from shapan.engine.scene import Zone as Place
from shapan.engine.state import State
from shapan.engine.table import Table
from shapan.engine.zone import Zone

MOST: Final = 3
PLACES: Final = ("mesa", "ridge", "crater", "valley")
AREAS: Final = len(PLACES)
UNITS: Final = 4
"""The most units an area holds."""
PLACED: Final = 3
TOKENS: Final = ("march", "build", "spy")
MARCH, BUILD, SPY = range(3)
SET: Final = [MARCH, MARCH, BUILD, BUILD, SPY]
MOST_SPIES: Final = 1
"""ORD-2.2: so many spies of a seat lie on the stacks at once, however many it has."""
CARDS: Final = ("c1", "c2", "c3", "c4", "c5")
DECK: Final = [0, 0, 1, 1, 2, 2, 3, 4]

TOKEN, AREA, CARD = Enum(TOKENS, "token"), Count(AREAS - 1), Enum(CARDS, "card")
SEAT, NUMBER = Seat(MOST), Count(99)

ACTIONS = Actions()
PLACE = ACTIONS.family(1, "place", token=TOKEN, area=AREA)
TURN = ACTIONS.family(2, "turn", area=AREA)
FROM = ACTIONS.family(3, "from", area=AREA)
LOOK = ACTIONS.family(4, "look", area=AREA)
FIGHT = ACTIONS.family(5, "fight", card=CARD)

EVENTS = Events()
DREW = EVENTS.add("drew", "ORD-1.2", {"card": CARD}, seat=SEAT)
PUT = EVENTS.add("put", "ORD-2.1", {"token": TOKEN}, seat=SEAT, area=AREA)
TURNED = EVENTS.add("turned", "ORD-3.1", seat=SEAT, area=AREA, token=TOKEN)
COVERED = EVENTS.add("covered", "ORD-3.2", seat=SEAT)
BUILT = EVENTS.add("built", "ORD-3.3", seat=SEAT, area=AREA)
LOOKED = EVENTS.add("looked", "ORD-3.4", {"token": TOKEN}, seat=SEAT, area=AREA)
MARCHED = EVENTS.add("marched", "ORD-3.5", seat=SEAT, source=AREA, area=AREA)
FOUGHT = EVENTS.add("fought", "ORD-4.2", seat=SEAT, card=CARD)
LOST = EVENTS.add("lost", "ORD-4.3", seat=SEAT, area=AREA)
SCORED = EVENTS.add("scored", "ORD-5.1", seat=SEAT, points=NUMBER)

START, ROUND, PLACING, TURNING, SCORE = 1, 2, 3, 4, 5


@dataclass(slots=True, eq=False)
class OrderStacks(State):
    rounds: int = 3
    round: int = 0
    turn: int = 0
    area: int = UNKNOWN
    """The area whose token is being carried out."""
    attacker: int = UNKNOWN
    defender: int = UNKNOWN
    holder: list[int] = field(default_factory=list)
    """By area, the seat that holds it."""
    units: list[int] = field(default_factory=list)
    points: list[int] = field(default_factory=list)
    stacks: list[Zone] = field(default_factory=list)
    owners: list[list[int]] = field(default_factory=list)
    """By area, the owners of the tokens of its stack, bottom to top: they are open."""
    supply: list[Zone] = field(default_factory=list)
    spent: list[Zone] = field(default_factory=list)
    decks: list[Zone] = field(default_factory=list)
    hands: list[Zone] = field(default_factory=list)
    played: list[Zone] = field(default_factory=list)
    discards: list[Zone] = field(default_factory=list)


@dataclass(slots=True)
class View:
    rounds: Annotated[int, NUMBER]
    round: Annotated[int, NUMBER]
    turn: Annotated[int, SEAT]
    area: Annotated[int, AREA]
    attacker: Annotated[int, SEAT]
    defender: Annotated[int, SEAT]
    holder: Annotated[list[int], ByName(PLACES, SEAT, default=UNKNOWN)]
    units: Annotated[list[int], ByName(PLACES, Count(UNITS))]
    points: Annotated[list[int], Many(NUMBER, MOST, by_seat=True)]
    stacks: Annotated[list[list[int]], Many(Many(TOKEN, MOST * PLACED), AREAS)]
    owners: Annotated[list[list[int]], Many(Many(SEAT, MOST * PLACED), AREAS)]
    supply: Annotated[list[list[int]], Many(Cards(TOKENS, 7, "token"), MOST, by_seat=True)]
    spent: Annotated[list[list[int]], Many(Cards(TOKENS, 7, "token"), MOST, by_seat=True)]
    decks: Annotated[list[int], Many(Count(8), MOST, by_seat=True)]
    hands: Annotated[list[list[int]], Many(Cards(CARDS, 8), MOST, by_seat=True)]
    discards: Annotated[list[list[int]], Many(Cards(CARDS, 8), MOST, by_seat=True)]


# Prompts


class PlaceToken(Prompt[OrderStacks]):
    """ORD-2.1: where is open, which is not."""

    key, rule, secret, families = "place_token", "ORD-2.1", True, (PLACE,)

    def legal(self, state: OrderStacks, seat: int, arg: int) -> Sequence[int]:
        tokens = state.supply[seat].cards
        out = spies_of(state, seat) >= MOST_SPIES  # ORD-2.2
        kinds = [kind for kind in range(len(TOKENS)) if kind in tokens and not (out and kind == SPY)]
        return [PLACE.code(kind, area) for kind in kinds for area in range(AREAS)]

    def shadow(self, codes: Sequence[int]) -> int:
        return PLACE.value(codes[0], 1)


class TurnToken(Prompt[OrderStacks]):
    """ORD-3.1: which of the own tokens on top."""

    key, rule, open, families = "turn_token", "ORD-3.1", True, (TURN,)

    def legal(self, state: OrderStacks, seat: int, arg: int) -> Sequence[int]:
        return [TURN.codes[area] for area in range(AREAS) if top(state, area) == seat]

    def why_not(self, state: OrderStacks, seat: int, arg: int, code: int) -> Reason:
        return Reason(self.rule, "covered" if seat in state.owners[TURN.value(code)] else "none")


class MarchFrom(Prompt[OrderStacks]):
    """ORD-3.5: the area from which a unit marches, or none; `arg` is the target."""

    key, rule, open, families = "march_from", "ORD-3.5", True, (FROM,)

    def legal(self, state: OrderStacks, seat: int, arg: int) -> Sequence[int]:
        own = [n for n in range(AREAS) if n != arg and state.holder[n] == seat]
        full = state.holder[arg] == seat and state.units[arg] == UNITS
        return [DONE, *(FROM.codes[n] for n in own if not full)]


class LookAt(Prompt[OrderStacks]):
    """ORD-3.4: the stack whose top token a spy looks at."""

    key, rule, open, families = "look_at", "ORD-3.4", True, (LOOK,)

    def legal(self, state: OrderStacks, seat: int, arg: int) -> Sequence[int]:
        areas = [n for n in range(AREAS) if top(state, n) not in (seat, UNKNOWN)]
        return [LOOK.codes[n] for n in areas] or [DONE]


class ChooseCard(Prompt[OrderStacks]):
    """ORD-4.2: the battle card; both seats choose at once."""

    key, rule, secret, families = "choose_card", "ORD-4.2", True, (FIGHT,)

    def legal(self, state: OrderStacks, seat: int, arg: int) -> Sequence[int]:
        cards = state.hands[seat].cards
        return [FIGHT.codes[card] for card in range(len(CARDS)) if card in cards]


PLACE_TOKEN, TURN_TOKEN, MARCH_FROM = PlaceToken(), TurnToken(), MarchFrom()
LOOK_AT, CHOOSE_CARD = LookAt(), ChooseCard()


# ORD-1, 2: set-up and placing


def start(state: OrderStacks, table: Table[OrderStacks]) -> None:
    """ORD-1: two units in the own area, two battle cards."""
    for seat in range(state.seats):
        for _ in range(2):
            draw_card(state, table, seat)  # ORD-1.2
    state.push(ROUND)


def round_step(state: OrderStacks, table: Table[OrderStacks]) -> None:
    """ORD-2: all tokens come home unseen; the first seat moves on each round."""
    first = state.round % state.seats
    state.round += 1
    for supply, spent in zip(state.supply, state.spent, strict=True):
        state.move_all(spent, supply)
        state.shuffle(supply)
    state.push(SCORE)
    state.push(TURNING, first)
    for number in reversed(range(PLACED * state.seats)):
        state.push(PLACING, (first + number) % state.seats)


def place_step(state: OrderStacks, table: Table[OrderStacks], seat: int) -> None:
    """ORD-2.1: one token, face down on top of a stack."""
    state.turn = seat
    code = table.ask(PLACE_TOKEN, seat)
    token, area = PLACE.values(code)
    supply = state.supply[seat]
    state.move(supply, supply.cards.index(token), state.stacks[area])
    state.owners[area].append(seat)
    table.tell(PUT, seat, area, priv=1 << seat, secret=(token,))


# ORD-3: carrying out


def turn_step(state: OrderStacks, table: Table[OrderStacks], seat: int) -> None:
    """ORD-3: one token of the seat, then the next seat, until none lies on the stacks."""
    state.turn = seat
    if any(top(state, area) == seat for area in range(AREAS)):
        carry_out(state, table, seat, TURN.value(table.ask(TURN_TOKEN, seat)))
    elif any(seat in owners for owners in state.owners):  # ORD-3.2
        table.tell(COVERED, seat)
        draw_card(state, table, seat)
    if any(state.owners):
        state.push(TURNING, (seat + 1) % state.seats)


def carry_out(state: OrderStacks, table: Table[OrderStacks], seat: int, area: int) -> None:
    """ORD-3.1: turn the token over, do it, lay it open before its owner."""
    stack = state.stacks[area]
    token = state.reveal(stack, len(stack) - 1)
    state.area = area
    table.tell(TURNED, seat, area, token)
    if token == BUILD:
        build(state, table, seat, area)
    elif token == SPY:
        spy(state, table, seat)
    else:
        march(state, table, seat, area)
    state.owners[area].pop()
    state.move(stack, len(stack) - 1, state.spent[seat])
    state.area = UNKNOWN


def build(state: OrderStacks, table: Table[OrderStacks], seat: int, area: int) -> None:
    """ORD-3.3: a unit more in an own or empty area."""
    if state.holder[area] in (seat, UNKNOWN) and state.units[area] < UNITS:
        change(state, area, seat, 1)
        table.tell(BUILT, seat, area)


def spy(state: OrderStacks, table: Table[OrderStacks], seat: int) -> None:
    """ORD-3.4: look once at the top token of another seat."""
    code = table.ask(LOOK_AT, seat)
    if code != DONE:
        area = LOOK.value(code)
        stack = state.stacks[area]
        token = state.look(stack, len(stack) - 1, seat)
        table.tell(LOOKED, seat, area, priv=1 << seat, secret=(token,))


def march(state: OrderStacks, table: Table[OrderStacks], seat: int, area: int) -> None:
    """ORD-3.5: a unit of another own area comes here; against another seat it is a battle."""
    code = table.ask(MARCH_FROM, seat, area)
    if code == DONE:
        return
    source = FROM.value(code)
    table.tell(MARCHED, seat, source, area)
    other = state.holder[area]
    if other in (seat, UNKNOWN):
        change(state, source, seat, -1)
        change(state, area, seat, 1)
    else:
        battle(state, table, seat, other, source, area)


# ORD-4: battle


def battle(
    state: OrderStacks,
    table: Table[OrderStacks],
    seat: int,
    other: int,
    source: int,
    area: int,
) -> None:
    """ORD-4: both draw, both choose at once; the higher card wins, a tie is the defender's."""
    state.attacker, state.defender = seat, other
    for fighter in (seat, other):  # ORD-4.1
        draw_card(state, table, fighter)
    codes = table.ask_all(CHOOSE_CARD, [seat, other], area)
    for fighter, code in zip((seat, other), codes, strict=True):  # ORD-4.2
        hand = state.hands[fighter]
        state.shuffle(hand)  # of which draw a card was, the others cannot tell
        state.move(hand, hand.cards.index(FIGHT.value(code)), state.played[fighter])
        table.tell(FOUGHT, fighter, FIGHT.value(code))
    if state.played[seat].cards[0] > state.played[other].cards[0]:  # ORD-4.3
        table.tell(LOST, other, area)
        change(state, area, other, -1)
        if not state.units[area]:
            change(state, source, seat, -1)
            change(state, area, seat, 1)
    else:
        table.tell(LOST, seat, source)
        change(state, source, seat, -1)
    for fighter in (seat, other):
        state.move_all(state.played[fighter], state.discards[fighter])
    state.attacker = state.defender = UNKNOWN


def draw_card(state: OrderStacks, table: Table[OrderStacks], seat: int) -> None:
    """ORD-4.1: from the own deck; an empty one is made of its discards."""
    deck = state.decks[seat]
    if not len(deck):
        state.move_all(state.discards[seat], deck)
        state.shuffle(deck)
    if len(deck):
        card = table.draw(seat, deck.cards)
        state.move(deck, deck.cards.index(card), state.hands[seat])
        table.tell(DREW, seat, priv=1 << seat, secret=(card,))


# ORD-5: the end


def score_step(state: OrderStacks, table: Table[OrderStacks]) -> None:
    """ORD-5: a point for each area; after the last round most points win, then most units."""
    for seat in range(state.seats):
        state.points[seat] += state.holder.count(seat)
        table.tell(SCORED, seat, state.points[seat])
    if state.round < state.rounds:
        state.push(ROUND)
        return
    worth = [100 * state.points[s] + strength(state, s) for s in range(state.seats)]
    table.finish(0, [1 + sum(o > w for o in worth) for w in worth], list(state.points))


def change(state: OrderStacks, area: int, seat: int, units: int) -> None:
    """Add units of a seat to an area; without units nobody holds it."""
    state.units[area] += units
    state.holder[area] = seat if state.units[area] else UNKNOWN


def strength(state: OrderStacks, seat: int) -> int:
    """ORD-5.2: all units of a seat."""
    return sum(state.units[n] for n in range(AREAS) if state.holder[n] == seat)


def spies_of(state: OrderStacks, seat: int) -> int:
    """ORD-2.2: the spies of a seat that lie on the stacks."""
    number = 0
    for area in range(AREAS):
        for owner, card in zip(state.owners[area], state.stacks[area].cards, strict=False):
            number += owner == seat and card == SPY
    return number


def fits(state: OrderStacks, group: int) -> bool:
    """ORD-2.2: tell whether the tokens of a group, which are those of one seat, can lie as they do."""
    for area in range(AREAS):
        for owner, other in zip(state.owners[area], state.stacks[area].groups, strict=False):
            if other == group:
                return spies_of(state, owner) <= MOST_SPIES
    return True


def top(state: OrderStacks, area: int) -> int:
    """Return the owner of the top token of a stack that is still face down, or `UNKNOWN`."""
    return state.owners[area][-1] if state.owners[area] and area != state.area else UNKNOWN


class OrderStacksGame(Game[OrderStacks]):
    name, prefix = "order_stacks", "ORD"
    least_seats, most_seats = 2, MOST
    options = (Option("rounds", 3, least=1, most=8, rule="ORD-5.1", common=True),)
    results = ("points",)
    streams = {f"deck_{seat}": CARD for seat in range(MOST)}
    actions, events, view_class = ACTIONS, EVENTS, View
    prompts = (PLACE_TOKEN, TURN_TOKEN, MARCH_FROM, LOOK_AT, CHOOSE_CARD)
    steps = (start, round_step, place_step, turn_step, score_step)
    tokens = SET

    def setup(self, options: Mapping[str, Any], seats: int) -> OrderStacks:
        state = OrderStacks(rounds=options["rounds"], agenda=[(START,)])
        state.holder = [*range(seats), *([UNKNOWN] * (AREAS - seats))]
        state.units = [2 if holder != UNKNOWN else 0 for holder in state.holder]
        state.points = [0] * seats
        state.stacks = [Zone(sees=0, ordered=True) for _ in range(AREAS)]
        state.owners = [[] for _ in range(AREAS)]
        state.supply = [state.deck(self.tokens, 1 << seat) for seat in range(seats)]
        state.spent = [Zone() for _ in range(seats)]
        state.decks = [state.deck(DECK) for _ in range(seats)]
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
                    "" if token == UNKNOWN else TOKENS[token],
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
        return float(code & 7) if FIGHT.has(code) else float(code != DONE)

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
    tokens = [*SET, SPY, SPY]


GAME = OrderStacksGame()
SPY_RING = SpyRing()
