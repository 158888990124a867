"""Fate duel, a test game after Malifaux: points on a table, opposed flips, cheating from a hidden hand.

FTD-1 set-up: each seat places two models on its side. FTD-2 a turn begins: discard in secret, draw to six. FTD-3 the
seats act in turns: walk up to 5 inches or attack within 2. FTD-4 the duel: both flip, the loser may cheat first. FTD-5
damage by the margin. FTD-6 the end: all enemies killed, or the points after the last turn. FTD-7, by an option: the
abilities of models.
All lengths are in 1/1000 inch, all tests are on integers.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from math import isqrt
from typing import Annotated, Any, ClassVar, Final

from shapan.engine.actions import DONE, Actions
from shapan.engine.effects import AMOUNT, Effects, Here, Selector
from shapan.engine.event import Events
from shapan.engine.game import Game
from shapan.engine.kinds import UNKNOWN, Cards, Count, Enum, Flag, Many, Seat
from shapan.engine.lasting import elapse, lasting_on
from shapan.engine.options import Option
from shapan.engine.prompt import Prompt, Reason
from shapan.engine.state import State
from shapan.engine.table import Table
from shapan.engine.view import Record
from shapan.engine.zone import Zone

SIDE: Final = 12_000
RADIUS: Final = 500
EPS: Final = 10
HOME: Final = 3_000
WALK_LENGTH: Final = 5_000
REACH: Final = 2_000
HAND: Final = 6
WAY_POINTS: Final = 2
FIGHT: Final = (6, 5, 6, 5)
"""Fight value by model; models 0 and 1 belong to seat 0, 2 and 3 to seat 1."""
PLACING: Final = (0, 2, 3, 1)
"""The order in which the models are placed."""

SUITS: Final = ("ram", "crow", "tome", "mask")
NAMES: Final = (
    *(f"{suit}_{number}" for suit in SUITS for number in range(1, 14)),
    "black_joker",
    "red_joker",
)
BLACK: Final = 52
RED: Final = 53
VALUE: Final = (*(number for _ in SUITS for number in range(1, 14)), 0, 14)

WHILES: Final = ("slowed", "braced")
"""FTD-7.3: the abilities that models have for a while."""

SEAT: Final = Seat(2)
MODEL: Final = Count(3)
PLACE: Final = Count(SIDE)
CARD: Final = Enum(NAMES, "card")
WOUNDS: Final = Count(9)
POINTS: Final = Count(40)
WHILE: Final = Enum(WHILES, "ability")

ACTIONS = Actions()
DEPLOY: Final = ACTIONS.family(1, "deploy", tested=True, x=PLACE, y=PLACE)
WALK: Final = ACTIONS.family(2, "walk", model=MODEL)
STEP: Final = ACTIONS.family(3, "step", tested=True, x=PLACE, y=PLACE)
ATTACK: Final = ACTIONS.family(4, "attack", model=MODEL, target=MODEL)
PASS: Final = ACTIONS.family(5, "pass")
CHEAT: Final = ACTIONS.family(6, "cheat", card=CARD)
DISCARD: Final = ACTIONS.family(7, "discard", card=CARD)

EVENTS = Events()
PLACED: Final = EVENTS.add("placed", "FTD-1.2", model=MODEL, x=PLACE, y=PLACE)
TURN_BEGUN: Final = EVENTS.add("turn_begun", "FTD-2.1", number=Count(99))
DISCARDED: Final = EVENTS.add("discarded", "FTD-2.2", seat=SEAT, card=CARD)
DREW: Final = EVENTS.add("drew", "FTD-2.3", secret={"card": CARD}, seat=SEAT)
RESHUFFLED: Final = EVENTS.add("reshuffled", "FTD-2.4", seat=SEAT)
PASSED: Final = EVENTS.add("passed", "FTD-3.1", seat=SEAT)
WALKED: Final = EVENTS.add("walked", "FTD-3.2", model=MODEL, x=PLACE, y=PLACE)
ATTACKED: Final = EVENTS.add("attacked", "FTD-3.4", model=MODEL, target=MODEL)
FLIPPED: Final = EVENTS.add("flipped", "FTD-4.1", seat=SEAT, card=CARD)
CHEATED: Final = EVENTS.add("cheated", "FTD-4.2", seat=SEAT, card=CARD)
MISSED: Final = EVENTS.add("missed", "FTD-4.5", model=MODEL)
DAMAGED: Final = EVENTS.add("damaged", "FTD-5.1", model=MODEL, wounds=WOUNDS)
KILLED: Final = EVENTS.add("killed", "FTD-5.2", model=MODEL)
LASTS: Final = EVENTS.add("lasts", "FTD-7.3", model=MODEL, ability=WHILE)
SCORED: Final = EVENTS.add("scored", "FTD-6.1", seat=SEAT, points=POINTS)
WON: Final = EVENTS.add("won", "FTD-6.2", seat=SEAT)


@dataclass(slots=True, eq=False)
class Fate(State):
    turns: int = 4
    turn: int = 0
    active: int = 0
    xs: list[int] = field(default_factory=list)
    ys: list[int] = field(default_factory=list)
    wounds: list[int] = field(default_factory=list)
    """What is left, by model; 0 is killed."""
    acts: list[int] = field(default_factory=list)
    points: list[int] = field(default_factory=list)
    abilities: int = 0
    lasting: list[tuple[int, ...]] = field(default_factory=list)
    """FTD-7.3: model, ability, the moment that ends it, how often."""
    attacker: int = UNKNOWN
    target: int = UNKNOWN
    cheated: list[int] = field(default_factory=list)
    boost: int = 0
    """FTD-8.2: what spent cards add to the total of the attack under way."""
    decks: list[Zone] = field(default_factory=list)
    hands: list[Zone] = field(default_factory=list)
    flips: list[Zone] = field(default_factory=list)
    discards: list[Zone] = field(default_factory=list)


# Geometry, integers only


def is_up(state: Fate, model: int) -> bool:
    """FTD-1.3: a model stands on the table once it is placed and until it is killed."""
    return state.xs[model] >= 0 and state.wounds[model] > 0


def others(state: Fate, model: int) -> list[int]:
    """Return the other models on the table."""
    return [other for other in range(4) if other != model and is_up(state, other)]


def length(x: int, y: int, to_x: int, to_y: int) -> int:
    """FTD-3.2: the length of a leg, rounded up."""
    square = (to_x - x) ** 2 + (to_y - y) ** 2
    root = isqrt(square)
    return root + (root * root < square)


def is_near(state: Fate, model: int, other: int, distance: int) -> bool:
    """FTD-3.4: whether two bases are at most this far apart, edge to edge."""
    square = (state.xs[model] - state.xs[other]) ** 2
    square += (state.ys[model] - state.ys[other]) ** 2
    return square <= (2 * RADIUS + distance + EPS) ** 2


def is_clear(state: Fate, model: int, x: int, y: int, to_x: int, to_y: int) -> bool:
    """FTD-3.3: whether the base of a model can be moved along a leg: on the table, over no other base."""
    for end in (to_x, to_y):
        if not RADIUS <= end <= SIDE - RADIUS:
            return False
    least = (2 * RADIUS - EPS) ** 2
    dx, dy = to_x - x, to_y - y
    square = dx * dx + dy * dy
    for other in others(state, model):
        px, py = state.xs[other] - x, state.ys[other] - y
        along = px * dx + py * dy
        if along <= 0:
            meets = bool(square == 0 and px * px + py * py < least)
        elif along >= square:
            meets = (px - dx) ** 2 + (py - dy) ** 2 < least
        else:
            meets = (px * dy - py * dx) ** 2 < least * square
        if meets:
            return False
    return True


# FTD-7: abilities, whom they mean and what they say


def near(state: Fate, here: Here, inches: int) -> list[int]:
    """FTD-7.1: the other models on the table within so many inches of the one whose ability it is."""
    return [other for other in others(state, here.source) if is_near(state, here.source, other, 1_000 * inches)]


def sources(state: Fate) -> Sequence[int]:
    """FTD-7.1: models in the order of their numbers."""
    return range(4)


def held(state: Fate, model: int) -> Sequence[int]:
    """FTD-7.1: the abilities of a model on the table; with its last wound it still has them."""
    if not state.abilities or state.xs[model] < 0:
        return ()
    return [*PRINTED[model], *lasting_on(state.lasting, model)]


MODELS: Final[Selector[Fate]] = Selector(
    me=lambda state, here, number: [here.source],
    it=lambda state, here, number: [here.about],
    enemies=lambda state, here, number: [2 - here.source // 2 * 2, 3 - here.source // 2 * 2],
    friends=lambda state, here, number: [here.source // 2 * 2, here.source // 2 * 2 + 1],
    near=near,
)
EFFECTS: Final[Effects[Fate]] = Effects(sources, held)
BEGINS, HURT, DYING, ENDS = (EFFECTS.moment(name) for name in ("turn_begins", "hurt", "dying", "turn_ends"))
FIGHTING, ARMOUR, WALKING_FAR = (EFFECTS.moment(name) for name in ("fight", "armour", "walk"))
SLOWED, BRACED = (EFFECTS.ability({}, name) for name in WHILES)
BLACK_BLOOD: Final = EFFECTS.ability({"hurt": "mine: damage(near(1),1)"}, "black_blood")
LEADER: Final = EFFECTS.ability({"turn_begins": "brace(me,2)"}, "leader")
FRIGHTENING: Final = EFFECTS.ability({"hurt": "slow(it enemies near(2))"}, "frightening")
LAST_WORDS: Final = EFFECTS.ability({"dying": "mine: draw(me,1)"}, "last_words")
PRINTED: Final = ((BLACK_BLOOD,), (LEADER,), (FRIGHTENING,), (BLACK_BLOOD, LAST_WORDS))
"""FTD-7.2: by model."""
EFFECTS.gives(SLOWED, "walk", -2_000, MODELS, "me")
EFFECTS.gives(BRACED, "armour", 1, MODELS, "me")
EFFECTS.gives(LEADER, "fight", 2, MODELS, "friends near(3)")


# Questions


class Deploy(Prompt[Fate]):
    """arg: the model to be placed. Any point of the own side: a test, no list."""

    key, rule, open, families = "deploy", "FTD-1.2", True, (DEPLOY,)

    def test(self, state: Fate, seat: int, arg: int, code: int) -> bool:
        return DEPLOY.has(code) and self.fault(state, seat, arg, code) is None

    def fault(self, state: Fate, seat: int, arg: int, code: int) -> Reason | None:
        x, y = DEPLOY.values(code)
        if not (y <= HOME if seat == 0 else y >= SIDE - HOME):
            return Reason("FTD-1.2", "outside_home")
        if not is_clear(state, arg, x, y, x, y):
            return Reason("FTD-1.3", "no_room")
        return None

    def why_not(self, state: Fate, seat: int, arg: int, code: int) -> Reason:
        fault = self.fault(state, seat, arg, code) if DEPLOY.has(code) else None
        return fault or Reason("FTD-1.2", "not_possible")

    def candidates(self, state: Fate, seat: int, arg: int, most: int) -> Sequence[int]:
        y = 2_500 if seat == 0 else SIDE - 2_500
        spots = [DEPLOY.code(x, y) for x in range(1_500, SIDE, 1_500)]
        return [code for code in spots if self.test(state, seat, arg, code)][:most]


class Act(Prompt[Fate]):
    key, rule, open, families = "act", "FTD-3.1", True, (WALK, ATTACK, PASS)

    def legal(self, state: Fate, seat: int, arg: int) -> Sequence[int]:
        codes = [PASS.code()]
        for model in (2 * seat, 2 * seat + 1):
            if state.acts[model]:
                codes.append(WALK.code(model))
                for enemy in (2 - 2 * seat, 3 - 2 * seat):
                    if is_up(state, enemy) and is_near(state, model, enemy, REACH):
                        codes.append(ATTACK.code(model, enemy))
        return codes

    def why_not(self, state: Fate, seat: int, arg: int, code: int) -> Reason:
        if ATTACK.has(code):
            return Reason("FTD-3.4", "out_of_reach")
        return Reason("FTD-3.1", "not_possible")


class Path(Prompt[Fate]):
    """arg: the model that walks. One or two way points, each a test; to stay is always a path."""

    key, rule, open, many, families = "path", "FTD-3.2", True, True, (STEP,)

    def next(self, state: Fate, seat: int, arg: int, picked: Sequence[int]) -> Sequence[int]:
        x, y, left = self.reached(state, arg, picked)
        if len(picked) == WAY_POINTS:
            return ()
        ends = [(x, y), toward(x, y, SIDE // 2, SIDE // 2, left)]
        for other in others(state, arg):
            to_x, to_y = state.xs[other], state.ys[other]
            gap = length(x, y, to_x, to_y) - 2 * RADIUS
            ends.append(toward(x, y, to_x, to_y, min(left, gap)))
            ends.append(toward(x, y, to_x, to_y, -left))
        codes = [STEP.code(*end) for end in ends if min(end) >= 0 and max(end) <= SIDE]
        good = [code for code in codes if self.test_next(state, seat, arg, picked, code)]
        return [*([DONE] if picked else []), *dict.fromkeys(good)]

    def test_next(self, state: Fate, seat: int, arg: int, picked: Sequence[int], code: int) -> bool:
        if code == DONE:
            return bool(picked)
        return STEP.has(code) and self.fault(state, arg, picked, code) is None

    def fault(self, state: Fate, model: int, picked: Sequence[int], code: int) -> Reason | None:
        x, y, left = self.reached(state, model, picked)
        to_x, to_y = STEP.values(code)
        if len(picked) == WAY_POINTS or length(x, y, to_x, to_y) > left + EPS:
            return Reason("FTD-3.2", "too_far")
        if not is_clear(state, model, x, y, to_x, to_y):
            return Reason("FTD-3.3", "no_room")
        return None

    def why_not_many(self, state: Fate, seat: int, arg: int, codes: Sequence[int]) -> Reason:
        for place, code in enumerate(codes):
            if STEP.has(code) and (fault := self.fault(state, arg, codes[:place], code)):
                return fault
        return Reason("FTD-3.2", "not_possible")

    def reached(self, state: Fate, model: int, picked: Sequence[int]) -> tuple[int, int, int]:
        """Return the last way point and the length that is left."""
        x, y = state.xs[model], state.ys[model]
        left = WALK_LENGTH + EFFECTS.amount(state, WALKING_FAR, model)
        for code in picked:
            to_x, to_y = STEP.values(code)
            left -= length(x, y, to_x, to_y)
            x, y = to_x, to_y
        return x, y, left


def toward(x: int, y: int, to_x: int, to_y: int, far: int) -> tuple[int, int]:
    """Return the point this far on the way, rounded down; at most the end of the way."""
    whole = length(x, y, to_x, to_y)
    if far >= whole:
        return to_x, to_y
    return x + (to_x - x) * far // whole, y + (to_y - y) * far // whole


class Cheat(Prompt[Fate]):
    key, rule, families = "cheat", "FTD-4.2", (CHEAT,)

    def legal(self, state: Fate, seat: int, arg: int) -> Sequence[int]:
        return [DONE, *(CHEAT.code(card) for card in state.hands[seat].cards)]


class Discard(Prompt[Fate]):
    """Any part of the hand, both seats at once; shown when both have chosen."""

    key, rule, many, ordered = "discard", "FTD-2.2", True, False
    field, families = "cards", (DISCARD,)

    def next(self, state: Fate, seat: int, arg: int, picked: Sequence[int]) -> Sequence[int]:
        codes = [DISCARD.code(card) for card in state.hands[seat].cards]
        return [DONE, *(code for code in codes if code not in picked)]


DEPLOYING: Final = Deploy()
ACTING: Final = Act()
WALKING: Final = Path()
CHEATING: Final = Cheat()
DISCARDING: Final = Discard()

PLACE_STEP: Final = 1
TURN_STEP: Final = 2
ACT_STEP: Final = 3
CLOSE_STEP: Final = 4


# Rules


def place_step(state: Fate, table: Table[Fate], number: int) -> None:
    """FTD-1.2: one model is placed."""
    model = PLACING[number]
    code = table.ask(DEPLOYING, model // 2, model)
    state.xs[model], state.ys[model] = DEPLOY.values(code)
    table.tell(PLACED, model, state.xs[model], state.ys[model])


def turn_step(state: Fate, table: Table[Fate], number: int) -> None:
    """FTD-2: discard in secret and at once, draw to six, begin."""
    state.turn = number
    state.acts[:] = [2 if is_up(state, model) else 0 for model in range(4)]
    table.tell(TURN_BEGUN, number)
    seats = [seat for seat in (0, 1) if len(state.hands[seat])]
    rows = table.ask_all_many(DISCARDING, seats)  # FTD-2.2
    for seat, row in zip(seats, rows, strict=True):
        for code in row:
            card = DISCARD.value(code)
            hand = state.hands[seat]
            state.move(hand, hand.cards.index(card), state.discards[seat])
            table.tell(DISCARDED, seat, card)
    for seat in (0, 1):  # FTD-2.3
        while len(state.hands[seat]) < HAND:
            draw(state, table, 2 * seat, 1)
    EFFECTS.at(state, table, BEGINS)
    state.push(ACT_STEP, (number + 1) % 2)


def act_step(state: Fate, table: Table[Fate], seat: int) -> None:
    """FTD-3: one act of one seat."""
    state.active = seat
    code = table.ask(ACTING, seat)
    if WALK.has(code):
        state.acts[WALK.value(code)] -= 1
        walk(state, table, seat, WALK.value(code))
    elif ATTACK.has(code):
        state.acts[ATTACK.value(code)] -= 1
        duel(state, table, *ATTACK.values(code))
    else:
        state.acts[2 * seat] = state.acts[2 * seat + 1] = 0
        table.tell(PASSED, seat)
    push_next(state, seat)


def push_next(state: Fate, seat: int) -> None:
    """FTD-3.1: the other seat acts next if it has acts left, else this one, else the turn ends."""
    for turn in (1 - seat, seat):
        if state.acts[2 * turn] or state.acts[2 * turn + 1]:
            state.push(ACT_STEP, turn)
            return
    state.push(CLOSE_STEP)


def walk(state: Fate, table: Table[Fate], seat: int, model: int) -> None:
    """FTD-3.2: a path of at most 5 inches."""
    for code in table.ask_many(WALKING, seat, model):
        state.xs[model], state.ys[model] = STEP.values(code)
        table.tell(WALKED, model, state.xs[model], state.ys[model])


def duel(state: Fate, table: Table[Fate], attacker: int, target: int) -> None:
    """FTD-4: both flip, the loser may cheat first, the attacker wins ties."""
    state.attacker, state.target = attacker, target
    state.cheated[:] = [0, 0]
    table.tell(ATTACKED, attacker, target)
    for seat in (attacker // 2, target // 2):  # FTD-4.1
        card = take(state, table, seat, state.flips[seat])
        table.tell(FLIPPED, seat, card)
    loser = target // 2 if margin(state) >= 0 else attacker // 2
    cheat(state, table, loser)  # FTD-4.3
    cheat(state, table, 1 - loser)
    won_by = margin(state)
    for seat in (0, 1):
        state.move_all(state.flips[seat], state.discards[seat])
    state.attacker = state.target = UNKNOWN
    if won_by < 0:  # FTD-4.5
        table.tell(MISSED, attacker)
    else:
        damage(state, table, target, 1 + (won_by > 5) + (won_by > 10))


def margin(state: Fate) -> int:
    """FTD-4.4: the attacker's total less the target's; a total is fight value plus card."""
    return total(state, state.attacker) + state.boost - total(state, state.target)


def total(state: Fate, model: int) -> int:
    """FTD-4.4: fight value plus the card that lies there."""
    return FIGHT[model] + EFFECTS.amount(state, FIGHTING, model) + VALUE[state.flips[model // 2].cards[0]]


def may_cheat(state: Fate, seat: int) -> bool:
    """FTD-4.2: not after a Black Joker, not against a flipped Red Joker, not without a hand."""
    own, enemy = state.flips[seat].cards[0], state.flips[1 - seat].cards[0]
    beaten = enemy == RED and not state.cheated[1 - seat]
    return own != BLACK and not beaten and len(state.hands[seat]) > 0


def cheat(state: Fate, table: Table[Fate], seat: int) -> None:
    """FTD-4.2: a card from the hand takes the place of the flipped one, face up at once."""
    if not may_cheat(state, seat):
        return
    code = table.ask(CHEATING, seat)
    if code != DONE:
        hand, card = state.hands[seat], CHEAT.value(code)
        state.move_all(state.flips[seat], state.discards[seat])
        state.move(hand, hand.cards.index(card), state.flips[seat])
        state.cheated[seat] = 1
        table.tell(CHEATED, seat, card)


@EFFECTS.op("damage", who=MODELS, wounds=AMOUNT)
def damage(state: Fate, table: Table[Fate], model: int, wounds: int) -> None:
    """FTD-5: the target loses wounds; without any left it is killed, and all killed is the end."""
    if not is_up(state, model):
        return
    wounds = min(max(1, wounds - EFFECTS.amount(state, ARMOUR, model)), state.wounds[model])
    state.wounds[model] -= wounds
    table.tell(DAMAGED, model, wounds)
    EFFECTS.at(state, table, HURT, model)
    elapse(state.lasting, HURT, model)
    if state.wounds[model] == 0 and state.xs[model] >= 0:  # FTD-5.2
        EFFECTS.at(state, table, DYING, model)
        state.xs[model] = state.ys[model] = UNKNOWN
        state.acts[model] = 0
        table.tell(KILLED, model)
        if state.wounds[model ^ 1] == 0:  # FTD-6.2
            winner = 1 - model // 2
            table.tell(WON, winner)
            table.finish(0, [1 + (seat != winner) for seat in (0, 1)])


@EFFECTS.op("mine", "mine:", sourced=True)
def is_mine(state: Fate, table: Table[Fate], here: Here) -> bool:
    """FTD-7.1: it happened to the model whose ability it is."""
    return here.about == here.source


@EFFECTS.op("draw", who=MODELS, number=AMOUNT)
def draw(state: Fate, table: Table[Fate], model: int, number: int) -> None:
    """FTD-2.3: cards for the seat of a model."""
    seat = model // 2
    for _ in range(number):
        card = take(state, table, seat, state.hands[seat])
        table.tell(DREW, seat, priv=1 << seat, secret=(card,))


@EFFECTS.op("slow", who=MODELS)
def slow(state: Fate, table: Table[Fate], model: int) -> None:
    """FTD-7.3: two inches less to walk until the turn ends."""
    last(state, table, model, SLOWED, ENDS, 1)


@EFFECTS.op("brace", who=MODELS, hits=AMOUNT)
def brace(state: Fate, table: Table[Fate], model: int, hits: int) -> None:
    """FTD-7.3: a wound less, but not less than one, so many times."""
    last(state, table, model, BRACED, HURT, hits)


def last(state: Fate, table: Table[Fate], model: int, ability: int, until: int, times: int) -> None:
    """FTD-7.3: a model has an ability for a while; twice is not more."""
    if ability not in lasting_on(state.lasting, model):
        state.lasting.append((model, ability, until, times))
        table.tell(LASTS, model, ability)


def close_step(state: Fate, table: Table[Fate]) -> None:
    """FTD-6: points for models near the centre; after the last turn the points decide."""
    elapse(state.lasting, ENDS)
    for model in range(4):
        if is_up(state, model) and in_centre(state, model):
            state.points[model // 2] += 1
            table.tell(SCORED, model // 2, state.points[model // 2])
    if state.turn < state.turns:
        state.push(TURN_STEP, state.turn + 1)
        return
    ranks = [1 + (state.points[seat] < state.points[1 - seat]) for seat in (0, 1)]
    if ranks != [1, 1]:
        table.tell(WON, ranks.index(1))
    table.finish(1, ranks, state.points[:])


def in_centre(state: Fate, model: int) -> bool:
    """FTD-6.1: whether a base is within 2 inches of the centre of the table."""
    square = (state.xs[model] - SIDE // 2) ** 2 + (state.ys[model] - SIDE // 2) ** 2
    return square <= (RADIUS + REACH + EPS) ** 2


def take(state: Fate, table: Table[Fate], seat: int, target: Zone) -> int:
    """FTD-2.4: a card from the own deck, which is made anew from the discards when it has run out."""
    deck = state.decks[seat]
    if not deck.cards:
        state.move_all(state.discards[seat], deck)
        state.shuffle(deck)
        table.tell(RESHUFFLED, seat)
    card = table.draw(seat, deck.cards)
    return state.move(deck, deck.cards.index(card), target)


# What is seen


@dataclass(slots=True)
class ModelView:
    x: Annotated[int, PLACE]
    y: Annotated[int, PLACE]
    wounds: Annotated[int, WOUNDS]
    acts: Annotated[int, Count(2)]


@dataclass(slots=True)
class View:
    turn: Annotated[int, Count(99)]
    active: Annotated[int, SEAT]
    models: Annotated[list[list[ModelView]], Many(Many(Record(ModelView), 2), 2, by_seat=True)]
    points: Annotated[list[int], Many(POINTS, 2, by_seat=True)]
    lasting: Annotated[list[list[int]], Many(Many(WHILE, 2), 4)]
    attacker: Annotated[int, MODEL]
    target: Annotated[int, MODEL]
    cheated: Annotated[list[int], Many(Flag(), 2, by_seat=True)]
    decks: Annotated[list[int], Many(Count(54), 2, by_seat=True)]
    hands: Annotated[list[list[int]], Many(Cards(NAMES, HAND + 1), 2, by_seat=True)]
    flips: Annotated[list[list[int]], Many(Cards(NAMES, 1), 2, by_seat=True)]
    discards: Annotated[list[list[int]], Many(Cards(NAMES, 54), 2, by_seat=True)]


class FateDuel(Game[Fate]):
    name, prefix = "fate_duel", "FTD"
    options = (
        Option("turns", 4, least=1, most=12, rule="FTD-6.3", common=True),
        Option("wounds", 4, (2, 4, 7), rule="FTD-5.1"),
        Option("abilities", "off", ("off", "on"), rule="FTD-7.2"),
    )
    results = ("kills", "points")
    streams = {"fate_0": CARD, "fate_1": CARD}
    actions, events, view_class = ACTIONS, EVENTS, View
    prompts: ClassVar[tuple[Prompt[Any], ...]] = (DEPLOYING, ACTING, WALKING, CHEATING, DISCARDING)
    steps = (place_step, turn_step, act_step, close_step)
    most_decisions = 600

    def setup(self, options: Mapping[str, Any], seats: int) -> Fate:
        state = Fate(turns=options["turns"], wounds=[options["wounds"]] * 4)
        state.xs, state.ys, state.acts = [UNKNOWN] * 4, [UNKNOWN] * 4, [0] * 4
        state.abilities = int(options["abilities"] == "on")
        state.points, state.cheated = [0, 0], [0, 0]
        state.decks = [state.deck(list(range(54))) for _ in (0, 1)]
        state.hands = [Zone(sees=1 << seat) for seat in (0, 1)]
        state.flips = [Zone(), Zone()]
        state.discards = [Zone(), Zone()]
        state.push(TURN_STEP, 1)
        for number in (3, 2, 1, 0):
            state.push(PLACE_STEP, number)
        return state

    def view(self, state: Fate, viewer: int) -> View:
        models = [ModelView(state.xs[m], state.ys[m], state.wounds[m], state.acts[m]) for m in range(4)]
        return View(
            turn=state.turn,
            active=state.active,
            models=[models[:2], models[2:]],
            points=list(state.points),
            lasting=[lasting_on(state.lasting, model) for model in range(4)],
            attacker=state.attacker,
            target=state.target,
            cheated=list(state.cheated),
            decks=[len(deck) for deck in state.decks],
            hands=[hand.known(viewer) for hand in state.hands],
            flips=[flip.known(viewer) for flip in state.flips],
            discards=[pile.known(viewer) for pile in state.discards],
        )

    def leave_ends(self, state: Fate, seat: int) -> bool:
        return True

    def refusal_rule(self, state: Fate) -> str:
        return "FTD-3.1"

    def conserved(self, state: Fate) -> dict[str, int]:
        piles = (state.decks, state.hands, state.flips, state.discards)
        return {f"cards_{seat}": sum(len(zones[seat]) for zones in piles) for seat in (0, 1)}

    def evaluate(self, view: View, seat: int) -> float:
        own, enemy = (sum(model.wounds for model in view.models[side]) + view.points[side] for side in (seat, 1 - seat))
        return (own + 1) / (own + enemy + 2)

    def rate(
        self,
        view: View,
        prompt: Prompt[Fate],
        seat: int,
        arg: int,
        code: int,
        picked: Sequence[int],
    ) -> float:
        if CHEAT.has(code):
            return VALUE[CHEAT.value(code)] - VALUE[view.flips[seat][0]] - 4
        return 1 + ATTACK.has(code) - PASS.has(code) if code else 0

    def rounds(self, state: Fate) -> int:
        return state.turn


EFFECTS.close()
GAME = FateDuel()
