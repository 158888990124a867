"""Skill check, a test game for what is hard in Battlestar Galactica: three to five seats, one of them a traitor.

A turn: the chief draws cards, takes an action (or lets another seat take it), then a crisis comes. Each seat puts any
number of cards face down into the check, two unknown ones join, all are shuffled and shown: cards of the right types
count for it, the others against it. Windows let any seat play a card before and after a die and before the showing.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Annotated, Any, Final

from shapan.engine.actions import DONE, Actions
from shapan.engine.chance import Stream
from shapan.engine.event import Events
from shapan.engine.game import Game
from shapan.engine.kinds import UNKNOWN, Cards, Count, Enum, Flag, Many, Seat
from shapan.engine.offers import Offers
from shapan.engine.options import Option
from shapan.engine.prompt import Prompt, Reason
from shapan.engine.scene import Panel, Phrase, Piece, Scene, Target
from shapan.engine.scene import Zone as Place
from shapan.engine.state import State
from shapan.engine.table import Table
from shapan.engine.zone import NOBODY, Zone

MOST: Final = 5
HAND: Final = 7
TYPES: Final = ("tact", "lead", "plan", "pilot", "mend")
NUMBERS: Final = (1, 1, 1, 2, 2, 3, 3, 5)
"""The numbers on the eight cards of each type."""
KINDS: Final = (1, 2, 3, 5)
CARDS: Final = [f"{name}_{number}" for name in TYPES for number in KINDS]
ALL: Final = len(TYPES) * len(NUMBERS)
SCOUT, REROLL, PLAN = 0, 4, 8  # tact_1, lead_1, plan_1: the cards that can be played
LOYAL, TRAITOR = 0, 1
LOYALTIES: Final = ("loyal", "traitor")
CREW_WINS, TRAITOR_WINS = 0, 1
# difficulty, the two types that count for the check
CRISES: Final = {
    "storm": (1, 0, 3),
    "riot": (0, 0, 1),
    "leak": (2, 2, 4),
    "raid": (3, 2, 3),
    "fire": (1, 3, 4),
    "panic": (2, 1, 2),
}
ROWS: Final = list(CRISES.values())
STAGES: Final = ("none", "draw", "action", "before", "after", "put", "show")
NONE, DRAWING, ACTING, BEFORE, AFTER, PUTTING, SHOWING = range(7)

TYPE, CARD, LOYALTY = Enum(TYPES, "type"), Enum(CARDS, "card"), Enum(LOYALTIES, "team")
CRISIS, SEAT, NUMBER = Enum(CRISES, "crisis"), Seat(MOST), Count(99)

ACTIONS = Actions()
DRAW = ACTIONS.family(1, "draw", type=TYPE)
SPY = ACTIONS.family(2, "spy", other=SEAT)
ORDER = ACTIONS.family(3, "order", other=SEAT)
REPAIR = ACTIONS.family(4, "repair").code()
REST = ACTIONS.family(5, "rest").code()
UNMASK = ACTIONS.family(6, "unmask").code()
PUT = ACTIONS.family(7, "put", card=CARD)
PLAY = ACTIONS.family(8, "play", card=CARD)

EVENTS = Events()
DEALT = EVENTS.add("dealt", "SKC-1.1", {"loyalty": LOYALTY}, seat=SEAT)
DREW = EVENTS.add("drew", "SKC-2.1", {"card": CARD}, seat=SEAT, type=TYPE)
SPIED = EVENTS.add("spied", "SKC-3.1", {"loyalty": LOYALTY}, seat=SEAT, other=SEAT)
ORDERED = EVENTS.add("ordered", "SKC-3.2", seat=SEAT, other=SEAT)
REPAIRED = EVENTS.add("repaired", "SKC-3.3", hull=NUMBER)
UNMASKED = EVENTS.add("unmasked", "SKC-3.5", seat=SEAT, hull=NUMBER)
PLAYED = EVENTS.add("played", "SKC-4.1", seat=SEAT, card=CARD)
ROLLED = EVENTS.add("rolled", "SKC-4.2", number=NUMBER)
OPENED = EVENTS.add("opened", "SKC-5.1", crisis=CRISIS, difficulty=NUMBER)
PUT_IN = EVENTS.add("put_in", "SKC-5.3", seat=SEAT, count=NUMBER)
SHOWN = EVENTS.add("shown", "SKC-5.5", card=CARD)
PASSED = EVENTS.add("passed", "SKC-5.6", total=NUMBER, passed=NUMBER)
FAILED = EVENTS.add("failed", "SKC-5.6", total=NUMBER, hull=NUMBER)
TEAM = EVENTS.add("team", "SKC-6.1", seat=SEAT, loyalty=LOYALTY)

# Streams: a deck of skill cards has the number of its type
LOYALTY_DECK, CRISIS_DECK, DESTINY, DIE = 5, 6, 7, 8
START, TURN, CHECK = 1, 2, 3


@dataclass(slots=True, eq=False)
class SkillCheck(State):
    goal: int = 3
    hull: int = 3
    most_hull: int = 3
    passed: int = 0
    failed: int = 0
    scans: int = 0
    """How often a loyalty card may still be looked at."""
    chief: int = 0
    actor: int = 0
    """Who acts: the chief or whom he has ordered to."""
    stage: int = NONE
    crisis: int = UNKNOWN
    bonus: int = 0
    """What scouts add to the check."""
    planned: int = 0
    """What a plan adds to the die."""
    die: int = 0
    put: list[int] = field(default_factory=list)
    """By seat, how many cards it has put into the check."""
    sure: list[int] = field(default_factory=list)
    """By seat and type, how many cards of the type the hand holds at least: what all can follow from open draws."""
    loyalties: Zone = field(default_factory=Zone)
    loyalty: list[Zone] = field(default_factory=list)
    decks: list[Zone] = field(default_factory=list)
    discards: list[Zone] = field(default_factory=list)
    hands: list[Zone] = field(default_factory=list)
    destiny: Zone = field(default_factory=Zone)
    pile: Zone = field(default_factory=Zone)
    """The check face down, in the order in which cards were put in."""
    shown: Zone = field(default_factory=Zone)
    """The check face up, sorted, so that nobody learns who put in what."""
    crises: Zone = field(default_factory=Zone)
    crises_past: Zone = field(default_factory=Zone)


@dataclass(slots=True)
class View:
    goal: Annotated[int, NUMBER]
    hull: Annotated[int, NUMBER]
    passed: Annotated[int, NUMBER]
    failed: Annotated[int, NUMBER]
    scans: Annotated[int, NUMBER]
    chief: Annotated[int, SEAT]
    actor: Annotated[int, SEAT]
    stage: Annotated[int, Enum(STAGES)]
    crisis: Annotated[int, CRISIS]
    bonus: Annotated[int, NUMBER]
    planned: Annotated[int, Flag()]
    die: Annotated[int, Count(6)]
    put: Annotated[list[int], Many(Count(HAND), MOST, by_seat=True)]
    sure: Annotated[list[list[int]], Many(Many(Count(HAND), len(TYPES)), MOST, by_seat=True)]
    loyalty: Annotated[list[int], Many(LOYALTY, MOST, by_seat=True)]
    hands: Annotated[list[list[int]], Many(Cards(CARDS, HAND), MOST, by_seat=True)]
    pile: Annotated[list[int], Many(CARD, ALL)]
    shown: Annotated[list[int], Cards(CARDS, ALL)]
    destiny: Annotated[int, Count(len(TYPES))]
    decks: Annotated[list[int], Many(Count(len(NUMBERS)), len(TYPES))]
    discards: Annotated[list[list[int]], Many(Cards(CARDS, len(NUMBERS)), len(TYPES))]
    crises: Annotated[int, Count(len(CRISES))]


# Prompts


class ChooseType(Prompt[SkillCheck]):
    """SKC-2.1: which deck to draw from."""

    key, rule, open = "choose_type", "SKC-2.1", True
    families = (DRAW,)

    def legal(self, state: SkillCheck, seat: int, arg: int) -> Sequence[int]:
        return [DRAW.codes[type_] for type_ in range(5) if has_cards(state, type_)]


class ChooseAction(Prompt[SkillCheck]):
    """SKC-3: `arg` is 1 for an action that was ordered. Hidden: only a traitor can unmask himself."""

    key, rule = "choose_action", "SKC-3"
    families = (SPY, ORDER, *(ACTIONS.by_name[n] for n in ("repair", "rest", "unmask")))

    def legal(self, state: SkillCheck, seat: int, arg: int) -> Sequence[int]:
        others = [other for other in range(state.seats) if other != seat]
        codes = [REST]
        if state.hull < state.most_hull:
            codes.append(REPAIR)
        if state.scans:
            codes += [SPY.codes[n] for n in others if not knows(state, seat, n)]
        if not arg:
            codes += [ORDER.codes[other] for other in others]
        if state.loyalty[seat].cards[0] == TRAITOR and not is_unmasked(state, seat):
            codes.append(UNMASK)
        return codes

    def why_not(self, state: SkillCheck, seat: int, arg: int, code: int) -> Reason:
        if ORDER.has(code):
            return Reason("SKC-3.2", "ordered_no_order")
        return Reason(self.rule, "not_possible")


class PutCards(Prompt[SkillCheck]):
    """SKC-5.3: any number of cards; how many is open, which is not. An unmasked traitor puts in one at most."""

    key, rule, secret, many, ordered = "put_cards", "SKC-5.3", True, True, False
    families, field = (PUT,), "cards"

    def next(self, state: SkillCheck, seat: int, arg: int, picked: Sequence[int]) -> Sequence[int]:
        if picked and is_unmasked(state, seat):
            return (DONE,)
        cards = state.hands[seat].cards
        codes = [DONE]
        for place, card in enumerate(cards):
            before = cards.index(card)
            if place == before + picked.count(PUT.codes[card]):
                codes.append(PUT.codes[card])
        return codes

    def shadow(self, codes: Sequence[int]) -> int:
        return len(codes)


class React(Prompt[SkillCheck]):
    """SKC-4.1: a window for one card; put to everybody with cards in hand, whoever holds it."""

    secret = True
    families = (PLAY,)
    card = -1

    def legal(self, state: SkillCheck, seat: int, arg: int) -> Sequence[int]:
        held = self.card in state.hands[seat].cards
        return (DONE, PLAY.codes[self.card]) if held else (DONE,)


class Planning(React):
    key, rule, card = "planning", "SKC-4.1", PLAN


class Rerolling(React):
    key, rule, card = "rerolling", "SKC-4.3", REROLL


class Scouting(React):
    key, rule, card = "scouting", "SKC-5.4", SCOUT


CHOOSE_TYPE, CHOOSE_ACTION, PUT_CARDS = ChooseType(), ChooseAction(), PutCards()
PLANNING, REROLLING, SCOUTING = Planning(), Rerolling(), Scouting()


# SKC-1, 2: set-up and turn


def start(state: SkillCheck, table: Table[SkillCheck]) -> None:
    """SKC-1: loyalty cards, a card of each of three types a seat, five cards of destiny."""
    for seat in range(state.seats):
        card = take(state, table, LOYALTY_DECK, state.loyalties, state.loyalty[seat])  # SKC-1.1
        table.tell(DEALT, seat, priv=1 << seat, secret=(card,))
    for seat in range(state.seats):
        for turn in range(3):
            draw_card(state, table, seat, (seat + turn) % 5)
    fill_destiny(state, table)
    state.push(TURN, 0)


def turn_step(state: SkillCheck, table: Table[SkillCheck], seat: int) -> None:
    """SKC-2: two cards of types the chief chooses, one action, then the crisis."""
    state.chief = state.actor = seat
    state.stage = DRAWING
    for _ in range(2):
        if len(state.hands[seat]) < HAND and any_cards(state):
            draw_card(state, table, seat, DRAW.value(table.ask(CHOOSE_TYPE, seat)))
    act(state, table, seat, 0)
    state.push(TURN, (seat + 1) % state.seats)
    state.push(CHECK)


# SKC-3: actions


def act(state: SkillCheck, table: Table[SkillCheck], seat: int, ordered: int) -> None:
    """SKC-3: one action; an order gives another seat an action inside this one."""
    state.actor, state.stage = seat, ACTING
    code = table.ask(CHOOSE_ACTION, seat, ordered)
    if SPY.has(code):  # SKC-3.1
        other = SPY.value(code)
        state.scans -= 1
        loyalty = state.look(state.loyalty[other], 0, seat)
        table.tell(SPIED, seat, other, priv=1 << seat, secret=(loyalty,))
    elif ORDER.has(code):  # SKC-3.2
        other = ORDER.value(code)
        table.tell(ORDERED, seat, other)
        act(state, table, other, 1)
        state.actor = seat
    elif code == REPAIR:  # SKC-3.3
        if roll_die(state, table) >= 4 and state.hull < state.most_hull:
            state.hull += 1
            table.tell(REPAIRED, state.hull)
    elif code == UNMASK:  # SKC-3.5
        state.reveal(state.loyalty[seat], 0)
        table.tell(UNMASKED, seat, state.hull - 1)
        lose_hull(state, table)
    state.stage = NONE


# SKC-4: dice and windows


def roll_die(state: SkillCheck, table: Table[SkillCheck]) -> int:
    """SKC-4: a plan before the roll adds 2, rerolls after it until all pass."""
    state.stage, state.planned, state.die = BEFORE, 0, 0
    if reacted(state, table, PLANNING):  # SKC-4.1: one plan a roll
        state.planned = 1
    while not state.die or reacted(state, table, REROLLING):  # SKC-4.3
        state.die = min(6, table.roll(DIE) + 2 * state.planned)  # SKC-4.2
        state.stage = AFTER
        table.tell(ROLLED, state.die)
    number, state.die, state.planned = state.die, 0, 0
    return number


def reacted(state: SkillCheck, table: Table[SkillCheck], prompt: React) -> bool:
    """SKC-4.1: ask everybody with cards at once, the chief first in order; tell whether a card was played."""
    seats = in_order(state, state.chief)
    seat, code = table.window(prompt, [s for s in seats if len(state.hands[s])])
    if seat < 0:
        return False
    card = PLAY.value(code)
    leave_hand(state, seat, card, state.discards[card // 4])
    type_ = 5 * seat + card // 4
    state.sure[type_] = max(0, state.sure[type_] - 1)
    table.tell(PLAYED, seat, card)
    return True


# SKC-5: the check


def check_step(state: SkillCheck, table: Table[SkillCheck]) -> None:
    """SKC-5: a crisis and its check."""
    if not len(state.crises):
        state.move_all(state.crises_past, state.crises)
        state.shuffle(state.crises)
    state.crisis = take(state, table, CRISIS_DECK, state.crises, state.crises_past)
    difficulty, one, two = ROWS[state.crisis]
    table.tell(OPENED, state.crisis, difficulty)
    for _ in range(2):  # SKC-5.2
        fill_destiny(state, table)
        if len(state.destiny):
            take(state, table, DESTINY, state.destiny, state.pile)
    state.stage = PUTTING
    for seat in in_order(state, (state.chief + 1) % state.seats):
        put_in(state, table, seat)
    state.stage, state.bonus = SHOWING, 0
    while reacted(state, table, SCOUTING):  # SKC-5.4
        state.bonus += 2
    show(state, table)
    total = state.bonus + sum(value(c, one, two) for c in state.shown.cards)
    for card in list(state.shown.cards):
        state.move(state.shown, 0, state.discards[card // 4])
    settle(state, table, total, difficulty)
    state.stage, state.bonus, state.crisis = NONE, 0, UNKNOWN
    state.put = [0] * state.seats


def put_in(state: SkillCheck, table: Table[SkillCheck], seat: int) -> None:
    """SKC-5.3: one seat's cards, face down; he still knows them, the others know their number."""
    codes = table.ask_many(PUT_CARDS, seat)
    for code in codes:
        leave_hand(state, seat, PUT.value(code), state.pile)
    for type_ in range(5 * seat, 5 * seat + 5):
        state.sure[type_] = max(0, state.sure[type_] - len(codes))
    state.put[seat] = len(codes)
    table.tell(PUT_IN, seat, len(codes))


def show(state: SkillCheck, table: Table[SkillCheck]) -> None:
    """SKC-5.5: shuffle, show all; nobody learns who put in what, for the cards shown lie sorted."""
    state.shuffle(state.pile)
    state.move_all(state.pile, state.shown)
    for card in state.shown.cards:
        table.tell(SHOWN, card)


def settle(state: SkillCheck, table: Table[SkillCheck], total: int, difficulty: int) -> None:
    """SKC-5.6: at or above the difficulty is a pass; a failed check costs hull unless a 6 saves it."""
    if total >= difficulty:
        state.passed += 1
        table.tell(PASSED, total, state.passed)
        if state.passed == state.goal:
            end(state, table, LOYAL)
        return
    state.failed += 1
    table.tell(FAILED, max(0, total), state.hull)
    if roll_die(state, table) < 6:
        lose_hull(state, table)
    if state.failed == 2 * state.goal:  # SKC-6.2
        end(state, table, TRAITOR)


# SKC-6: the end


def lose_hull(state: SkillCheck, table: Table[SkillCheck]) -> None:
    """SKC-6.2: without hull the traitor has won, wherever we are."""
    state.hull -= 1
    if not state.hull:
        end(state, table, TRAITOR)


def end(state: SkillCheck, table: Table[SkillCheck], team: int) -> None:
    """SKC-6.1: all loyalty cards are shown first, for the result tells them."""
    for seat in range(state.seats):
        table.tell(TEAM, seat, state.reveal(state.loyalty[seat], 0))
    result = CREW_WINS if team == LOYAL else TRAITOR_WINS
    table.finish(result, [1 if z.cards[0] == team else 2 for z in state.loyalty])


# SKC-7: cards


def take(state: SkillCheck, table: Table[SkillCheck], stream: int, source: Zone, target: Zone) -> int:
    """Draw one card of a deck to a zone and return it."""
    card = table.draw(stream, source.cards)
    return state.move(source, source.cards.index(card), target)


def draw_card(state: SkillCheck, table: Table[SkillCheck], seat: int, type_: int) -> None:
    """SKC-7.1: the type is open, the card is not."""
    refill(state, type_)
    card = take(state, table, type_, state.decks[type_], state.hands[seat])
    state.sure[5 * seat + type_] += 1
    table.tell(DREW, seat, type_, priv=1 << seat, secret=(card,))


def refill(state: SkillCheck, type_: int) -> None:
    """SKC-7.2: an empty deck is made of its discards."""
    if not len(state.decks[type_]):
        state.move_all(state.discards[type_], state.decks[type_])
        state.shuffle(state.decks[type_])


def fill_destiny(state: SkillCheck, table: Table[SkillCheck]) -> None:
    """SKC-7.3: an empty destiny deck gets one card of each type."""
    if not len(state.destiny):
        for type_ in range(5):
            if has_cards(state, type_):
                refill(state, type_)
                take(state, table, type_, state.decks[type_], state.destiny)
        state.shuffle(state.destiny)


def leave_hand(state: SkillCheck, seat: int, card: int, target: Zone) -> None:
    """SKC-7.4: a card leaves a hand; the others cannot tell which of the hand it was."""
    hand = state.hands[seat]
    state.shuffle(hand)
    state.move(hand, hand.cards.index(card), target)


def value(card: int, one: int, two: int) -> int:
    """SKC-5.6: a card of one of the two types counts for the check, any other against it."""
    number = KINDS[card % 4]
    return number if card // 4 in (one, two) else -number


def has_cards(state: SkillCheck, type_: int) -> bool:
    return len(state.decks[type_]) + len(state.discards[type_]) > 0


def any_cards(state: SkillCheck) -> bool:
    return any(has_cards(state, type_) for type_ in range(5))


def in_order(state: SkillCheck, first: int) -> list[int]:
    return [(first + turn) % state.seats for turn in range(state.seats)]


def knows(state: SkillCheck, seat: int, other: int) -> bool:
    return state.loyalty[other].known(seat)[0] != UNKNOWN


def is_unmasked(state: SkillCheck, seat: int) -> bool:
    """Tell whether everybody knows the seat as the traitor."""
    return state.loyalty[seat].known(state.seats) == [TRAITOR]


class SkillCheckGame(Game[SkillCheck]):
    name, prefix = "skill_check", "SKC"
    least_seats, most_seats = 3, MOST
    options = (
        Option("goal", 3, least=1, most=6, rule="SKC-5.6", common=True),
        Option("scans", "few", ("few", "none", "many"), rule="SKC-3.1"),
    )
    results = ("crew", "traitor")
    streams = {
        **dict.fromkeys(TYPES, CARD),
        "loyalty": LOYALTY,
        "crisis": CRISIS,
        "destiny": CARD,
        "die": Count(6),
    }
    actions, events, view_class = ACTIONS, EVENTS, View
    prompts = (CHOOSE_TYPE, CHOOSE_ACTION, PUT_CARDS, PLANNING, REROLLING, SCOUTING)
    steps = (start, turn_step, check_step)

    def setup(self, options: Mapping[str, Any], seats: int) -> SkillCheck:
        state = SkillCheck(goal=options["goal"], agenda=[(START,)])
        state.scans = {"few": 2, "none": 0, "many": 9}[options["scans"]]
        state.loyalties = state.deck([LOYAL] * (seats - 1) + [TRAITOR])
        state.loyalty = [Zone(sees=1 << seat) for seat in range(seats)]
        state.decks = [state.deck([4 * type_ + KINDS.index(number) for number in NUMBERS]) for type_ in range(5)]
        state.discards = [Zone() for _ in TYPES]
        state.hands = [Zone(sees=1 << seat) for seat in range(seats)]
        state.destiny = Zone(sees=NOBODY)
        state.pile = Zone(sees=NOBODY, ordered=True)
        state.crises = state.deck(list(range(len(CRISES))))
        state.put = [0] * seats
        state.sure = [0] * (5 * seats)
        return state

    def view(self, state: SkillCheck, viewer: int) -> View:
        loyalty = [(z.known(viewer) or [UNKNOWN])[0] for z in state.loyalty]
        return View(
            state.goal,
            state.hull,
            state.passed,
            state.failed,
            state.scans,
            state.chief,
            state.actor,
            state.stage,
            state.crisis,
            state.bonus,
            state.planned,
            state.die,
            list(state.put),
            [state.sure[5 * seat : 5 * seat + 5] for seat in range(state.seats)],
            loyalty,
            [hand.known(viewer) for hand in state.hands],
            state.pile.known(viewer),
            state.shown.known(viewer),
            len(state.destiny),
            [len(deck) for deck in state.decks],
            [discard.known(viewer) for discard in state.discards],
            len(state.crises),
        )

    def resample(self, state: SkillCheck, seat: int, rng: Stream) -> None:
        """A deck holds cards of its type only, a hand at least those of `sure`; all else is dealt freely."""
        state.resample_zones(seat, rng)  # loyalty; the skill cards are dealt again:
        zones = [*state.decks, *state.hands, state.destiny, state.pile]
        first_hand = len(state.decks)
        unknown: list[list[int]] = [[] for _ in TYPES]
        for zone in zones:
            for card, mask in zip(zone.cards, zone.masks, strict=True):
                if not mask >> seat & 1:
                    unknown[card // 4].append(card)
        for cards in unknown:
            cards.sort()
            rng.shuffle(cards)
        dealt: list[list[int]] = [[] for _ in zones]
        for number, zone in enumerate(zones[: first_hand + state.seats]):
            for type_ in range(5):
                if number < first_hand:
                    most = len(zone) if type_ == number else 0
                else:
                    known = number - first_hand == seat
                    most = 0 if known else state.sure[5 * (number - first_hand) + type_]
                for _ in range(most):
                    dealt[number].append(unknown[type_].pop())
        rest = sorted(card for cards in unknown for card in cards)
        rng.shuffle(rest)
        for zone, cards in zip(zones, dealt, strict=True):
            slots = [n for n, mask in enumerate(zone.masks) if not mask >> seat & 1]
            if not zone.ordered:
                slots.sort(key=zone.groups.__getitem__)
            cards += [rest.pop() for _ in range(len(slots) - len(cards))]
            for place, card in zip(slots, cards, strict=True):
                zone.cards[place] = card
            zone.tidy()

    def refusal_rule(self, state: SkillCheck) -> str:
        return "SKC-3"

    def board(self, view: View, viewer: int, legal: Sequence[int], prompt: Prompt[SkillCheck] | None) -> Scene:
        panels = []
        for seat, hand in enumerate(view.hands):
            known = [
                Piece(f"card.{place}", "card", CARDS[card], Phrase(f"card.{CARDS[card]}"))
                for place, card in enumerate(hand)
                if seat == viewer and card != UNKNOWN
            ]
            zone = Place(f"hand.{seat}", "hand", Phrase("label.hand"), owner=seat, pieces=known, count=len(hand))
            panels.append(Panel(seat, state=["turn"] if seat == view.chief else [], zones=[zone]))
        check = Place("check", "heap", Phrase("label.check"), count=len(view.pile))
        return Scene(
            active=view.actor,
            zones=[check],
            panels=panels,
            buttons=Offers(legal, prompt, lambda code: Target(code, self.label(view, code)), {}).buttons(),
        )

    def evaluate(self, view: View, seat: int) -> float:
        crew = 0.5 + 0.5 * (view.passed / view.goal) - 0.15 * (3 - view.hull)
        crew = min(1.0, max(0.0, crew))
        return 1 - crew if view.loyalty[seat] == TRAITOR else crew

    def rate(
        self,
        view: View,
        prompt: Prompt[SkillCheck],
        seat: int,
        arg: int,
        code: int,
        picked: Sequence[int],
    ) -> float:
        if not PUT.has(code):
            return float(code in (REPAIR, PLAY.codes[REROLL]))
        _, one, two = ROWS[view.crisis]
        good = value(PUT.value(code), one, two)
        return float(-good if view.loyalty[seat] == TRAITOR else good)

    def conserved(self, state: SkillCheck) -> dict[str, int]:
        skill = [*state.decks, *state.discards, *state.hands]
        skill += [state.destiny, state.pile, state.shown]
        return {
            "skill cards": sum(len(zone) for zone in skill),
            "loyalty cards": sum(len(z) for z in (state.loyalties, *state.loyalty)),
            "crises": len(state.crises) + len(state.crises_past),
        }


GAME = SkillCheckGame()
