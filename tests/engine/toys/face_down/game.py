"""Face down, a test game after Battlefield: secret rows, a retreat inside the reveal, treaties.

FDN-1 the turn: offer a treaty, tear treaties up, fight at most once, draw up to the hand size. FDN-2 the fight: both
lay a row of 0 to 3 cards face down at once, columns are revealed one by one, the attacker may retreat after the first.
FDN-3 a column. FDN-4 treaties: up to two clauses, offered and answered, in force for some rounds or until torn up.
FDN-5 the end: one seat left, or the greatest strength after the last round.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Annotated, Any, Final

from shapan.engine.actions import DONE, Actions
from shapan.engine.event import Events
from shapan.engine.game import Game, Outcome
from shapan.engine.kinds import UNKNOWN, Cards, Count, Enum, Flag, Many, Seat
from shapan.engine.options import Option
from shapan.engine.prompt import Prompt, Reason
from shapan.engine.state import State
from shapan.engine.table import Table
from shapan.engine.zone import Zone

MOST: Final = 3
COLUMNS: Final = 3
HAND: Final = 5
COPIES: Final = 6
LONGEST: Final = 3
"""Most rounds of a clause."""

NAMES: Final = ("strike", "guard", "feint", "rest")
STRIKE, GUARD, FEINT, REST = range(4)
CLAUSES: Final = ("peace", "spare", "pledge")
"""What a clause binds: both seats, the one who offers, the one who answers."""
PEACE, SPARE, PLEDGE = range(3)

SEAT: Final = Seat(MOST)
CARD: Final = Enum(NAMES, "card")
CLAUSE: Final = Enum(CLAUSES, "clause")
ROUND: Final = Count(99)
STRENGTH: Final = Count(9)

ACTIONS = Actions()
ATTACK: Final = ACTIONS.family(1, "attack", other=SEAT)
TEAR: Final = ACTIONS.family(2, "tear", other=SEAT)
LAY: Final = ACTIONS.family(3, "lay", card=CARD)
GO_ON: Final = ACTIONS.family(4, "go_on").code()
RETREAT: Final = ACTIONS.family(5, "retreat").code()
PARTNER: Final = ACTIONS.family(6, "partner", other=SEAT)
TREATY: Final = ACTIONS.family(7, "treaty", clause=CLAUSE, rounds=Count(LONGEST))
ACCEPT: Final = ACTIONS.family(8, "accept").code()
REFUSE: Final = ACTIONS.family(9, "refuse").code()

EVENTS = Events()
TURN_BEGUN: Final = EVENTS.add("turn_begun", "FDN-1.1", seat=SEAT, number=ROUND)
DREW: Final = EVENTS.add("drew", "FDN-1.4", secret={"card": CARD}, seat=SEAT)
RESHUFFLED: Final = EVENTS.add("reshuffled", "FDN-1.5")
ATTACKED: Final = EVENTS.add("attacked", "FDN-2.1", seat=SEAT, target=SEAT)
LAID: Final = EVENTS.add("laid", "FDN-2.2", secret={"card": CARD}, seat=SEAT)
REVEALED: Final = EVENTS.add("revealed", "FDN-2.3", seat=SEAT, card=CARD)
RETREATED: Final = EVENTS.add("retreated", "FDN-2.4", seat=SEAT)
TOOK_BACK: Final = EVENTS.add("took_back", "FDN-2.5", seat=SEAT, cards=Count(COLUMNS))
CHANGED: Final = EVENTS.add("changed", "FDN-3.2", seat=SEAT, strength=STRENGTH)
OFFERED: Final = EVENTS.add("offered", "FDN-4.1", seat=SEAT, partner=SEAT, clause=CLAUSE, rounds=Count(LONGEST))
ACCEPTED: Final = EVENTS.add("accepted", "FDN-4.2", seat=SEAT)
REFUSED: Final = EVENTS.add("refused", "FDN-4.2", seat=SEAT)
TORN: Final = EVENTS.add("torn", "FDN-4.5", seat=SEAT, partner=SEAT)
FELL: Final = EVENTS.add("fell", "FDN-5.1", seat=SEAT)
SHOWN: Final = EVENTS.add("shown", "FDN-5.1", seat=SEAT, card=CARD)
WON: Final = EVENTS.add("won", "FDN-5.2", seat=SEAT)

STOCK: Final = 0


@dataclass(slots=True, eq=False)
class Field(State):
    rounds: int = 6
    most_strength: int = 4
    round: int = 1
    turn: int = 0
    strength: list[int] = field(default_factory=list)
    fell: list[int] = field(default_factory=list)
    """0 while a seat is in, then which in the order of falling."""
    bound: list[list[int]] = field(default_factory=list)
    """bound[a][b]: the last round in which a may not attack b; 0 is never."""
    offer_by: int = UNKNOWN
    offer_to: int = UNKNOWN
    offer: list[int] = field(default_factory=list)
    attacker: int = UNKNOWN
    defender: int = UNKNOWN
    stock: Zone = field(default_factory=Zone)
    discard: Zone = field(default_factory=Zone)
    hands: list[Zone] = field(default_factory=list)
    rows: list[Zone] = field(default_factory=list)


def standing(state: Field) -> list[int]:
    """FDN-5.1: the seats that are still in."""
    return [seat for seat in range(len(state.fell)) if not state.fell[seat]]


def is_bound(state: Field, seat: int, other: int) -> bool:
    """FDN-4.3: whether a treaty forbids a seat to attack another."""
    return state.bound[seat][other] >= state.round


def has_treaty(state: Field, seat: int, other: int) -> bool:
    """FDN-4.4: whether a treaty between two seats is in force."""
    return is_bound(state, seat, other) or is_bound(state, other, seat)


# Questions


class Propose(Prompt[Field]):
    """Nobody, or a partner and then one or two different clauses."""

    key, rule, open, many = "propose", "FDN-4.1", True, True
    families = (PARTNER, TREATY)

    def next(self, state: Field, seat: int, arg: int, picked: Sequence[int]) -> Sequence[int]:
        if not picked:
            others = [other for other in standing(state) if other != seat]
            return [DONE, *(PARTNER.code(other) for other in others)]
        used = [TREATY.value(code) for code in picked[1:]]
        if len(used) == 2:
            return ()
        codes = [
            TREATY.code(clause, rounds)
            for clause in range(len(CLAUSES))
            for rounds in range(1, LONGEST + 1)
            if clause not in used
        ]
        return [DONE, *codes] if used else codes


class Reply(Prompt[Field]):
    key, rule, open = "reply", "FDN-4.2", True
    families = (ACTIONS.by_name["accept"], ACTIONS.by_name["refuse"])

    def legal(self, state: Field, seat: int, arg: int) -> Sequence[int]:
        return (ACCEPT, REFUSE)

    def default(self, state: Field, seat: int, arg: int) -> int:
        return REFUSE


class Main(Prompt[Field]):
    key, rule, open, families = "main", "FDN-1.2", True, (ATTACK, TEAR)

    def legal(self, state: Field, seat: int, arg: int) -> Sequence[int]:
        others = [other for other in standing(state) if other != seat]
        return [
            DONE,
            *(ATTACK.code(other) for other in others if not is_bound(state, seat, other)),
            *(TEAR.code(other) for other in others if has_treaty(state, seat, other)),
        ]

    def why_not(self, state: Field, seat: int, arg: int, code: int) -> Reason:
        if ATTACK.has(code) and ATTACK.value(code) in standing(state) and ATTACK.value(code) != seat:
            return Reason("FDN-4.3", "treaty", {"partner": {"seat": ATTACK.value(code)}})
        return Reason("FDN-1.2", "not_possible")


class Lay(Prompt[Field]):
    """An ordered row; how long it is becomes open when both are in."""

    key, rule, secret, many = "lay", "FDN-2.2", True, True
    field, families = "cards", (LAY,)

    def next(self, state: Field, seat: int, arg: int, picked: Sequence[int]) -> Sequence[int]:
        if len(picked) == COLUMNS:
            return ()
        cards = state.hands[seat].cards
        return [
            DONE,
            *(LAY.code(card) for card in range(len(NAMES)) if picked.count(LAY.code(card)) < cards.count(card)),
        ]

    def shadow(self, codes: Sequence[int]) -> int:
        return len(codes)


class Retreat(Prompt[Field]):
    key, rule, open = "retreat", "FDN-2.4", True
    families = (ACTIONS.by_name["go_on"], ACTIONS.by_name["retreat"])

    def legal(self, state: Field, seat: int, arg: int) -> Sequence[int]:
        return (GO_ON, RETREAT)


PROPOSING: Final = Propose()
REPLYING: Final = Reply()
CHOOSING: Final = Main()
LAYING: Final = Lay()
RETREATING: Final = Retreat()

DEAL_STEP: Final = 1
OFFER_STEP: Final = 2
MAIN_STEP: Final = 3
CLOSE_STEP: Final = 4


# Rules


def deal_step(state: Field, table: Table[Field]) -> None:
    """FDN-1.4: hands at the start; seat 0 begins."""
    for seat in range(state.seats):
        refill(state, table, seat)
    push_turn(state, table, 0)


def push_turn(state: Field, table: Table[Field], seat: int) -> None:
    """FDN-1.1: a turn, as steps."""
    state.turn = seat
    table.tell(TURN_BEGUN, seat, state.round)
    state.push(CLOSE_STEP, seat)
    state.push(MAIN_STEP, seat)
    state.push(OFFER_STEP, seat)


def offer_step(state: Field, table: Table[Field], seat: int) -> None:
    """FDN-4.1..4.2: a treaty is offered to one seat, which accepts or refuses."""
    if state.fell[seat]:
        return
    picks = table.ask_many(PROPOSING, seat)
    if not picks:
        return
    partner = PARTNER.value(picks[0])
    state.offer_by, state.offer_to, state.offer[:] = seat, partner, picks[1:]
    for code in picks[1:]:
        clause, rounds = TREATY.values(code)
        table.tell(OFFERED, seat, partner, clause, rounds)
    if table.ask(REPLYING, partner) == ACCEPT:
        table.tell(ACCEPTED, partner)
        sign(state)
    else:
        table.tell(REFUSED, partner)
    state.offer_by = state.offer_to = UNKNOWN
    state.offer.clear()


def sign(state: Field) -> None:
    """FDN-4.2: a treaty takes the place of an older one between the two."""
    seat, partner = state.offer_by, state.offer_to
    state.bound[seat][partner] = state.bound[partner][seat] = 0
    for code in state.offer:
        clause, rounds = TREATY.values(code)
        last = state.round + rounds
        if clause in (PEACE, SPARE):
            state.bound[seat][partner] = max(state.bound[seat][partner], last)
        if clause in (PEACE, PLEDGE):
            state.bound[partner][seat] = max(state.bound[partner][seat], last)


def main_step(state: Field, table: Table[Field], seat: int) -> None:
    """FDN-1.2: tear up treaties, then fight at most once."""
    while not state.fell[seat] and (code := table.ask(CHOOSING, seat)) != DONE:
        if ATTACK.has(code):
            fight(state, table, seat, ATTACK.value(code))
            return
        partner = TEAR.value(code)  # FDN-4.5
        state.bound[seat][partner] = state.bound[partner][seat] = 0
        table.tell(TORN, seat, partner)


def close_step(state: Field, table: Table[Field], seat: int) -> None:
    """FDN-1.4, FDN-5.3: draw; the next seat's turn, or the end after the last round."""
    if not state.fell[seat]:
        refill(state, table, seat)
    following = [other for other in standing(state) if other > seat]
    if not following:
        if state.round == state.rounds:
            end(state, table, 1)
        state.round += 1
    push_turn(state, table, (following or standing(state))[0])


def fight(state: Field, table: Table[Field], attacker: int, defender: int) -> None:
    """FDN-2: lay, reveal column by column, take back what was not revealed."""
    state.attacker, state.defender = attacker, defender
    both = (attacker, defender)
    table.tell(ATTACKED, attacker, defender)
    for seat, row in zip(both, table.ask_all_many(LAYING, both), strict=True):
        lay(state, table, seat, row)
    for column in range(COLUMNS):
        if column >= max(len(state.rows[seat]) for seat in both):
            break
        reveal(state, table, column)
        if not (state.strength[attacker] and state.strength[defender]):
            break
        if column == 0 and is_hidden_left(state) and table.ask(RETREATING, attacker) == RETREAT:  # FDN-2.4
            table.tell(RETREATED, attacker)
            break
    for seat in both:
        clear(state, table, seat)
    state.attacker = state.defender = UNKNOWN
    drop_out(state, table, [seat for seat in both if not state.strength[seat]])


def lay(state: Field, table: Table[Field], seat: int, row: list[int]) -> None:
    """FDN-2.2: the row goes face down from the hand to the table."""
    hand = state.hands[seat]
    for code in row:
        card = LAY.value(code)
        state.move(hand, hand.cards.index(card), state.rows[seat])
        table.tell(LAID, seat, priv=1 << seat, secret=(card,))


def is_hidden_left(state: Field) -> bool:
    """FDN-2.4: whether a second column is there to be revealed."""
    return max(len(state.rows[state.attacker]), len(state.rows[state.defender])) > 1


def reveal(state: Field, table: Table[Field], column: int) -> None:
    """FDN-3: both cards of a column are shown, then both strengths change at once."""
    shown = [UNKNOWN, UNKNOWN]
    seats = (state.attacker, state.defender)
    for side in (0, 1):
        row = state.rows[seats[side]]
        if column < len(row):
            shown[side] = state.reveal(row, column)
            table.tell(REVEALED, seats[side], shown[side])
    changes = [change(shown[0], shown[1]), change(shown[1], shown[0])]
    for side in (0, 1):
        if changes[side]:
            set_strength(state, table, seats[side], state.strength[seats[side]] + changes[side])


def change(own: int, other: int) -> int:
    """FDN-3.1: a strike hurts unless guarded, a feint hurts a guard, a rest that is not hurt heals."""
    hurt = (other == STRIKE and own != GUARD) or (other == FEINT and own == GUARD)
    return -1 if hurt else int(own == REST)


def set_strength(state: Field, table: Table[Field], seat: int, strength: int) -> None:
    """FDN-3.2: strength stays within 0 and what it was at the start."""
    strength = max(0, min(state.most_strength, strength))
    if strength != state.strength[seat]:
        state.strength[seat] = strength
        table.tell(CHANGED, seat, strength)


def clear(state: Field, table: Table[Field], seat: int) -> None:
    """FDN-2.5: revealed cards are discarded, the others go back to the hand unseen."""
    row = state.rows[seat]
    while row.cards and row.masks[0] == -1:
        state.move(row, 0, state.discard)
    if row.cards:
        table.tell(TOOK_BACK, seat, len(row))
        state.move_all(row, state.hands[seat])


def drop_out(state: Field, table: Table[Field], seats: list[int]) -> None:
    """FDN-5.1: who has no strength left is out and shows and discards the hand; one or none left is the end."""
    number = 1 + max(state.fell)
    for seat in seats:
        state.strength[seat], state.fell[seat] = 0, number
        for other in range(state.seats):
            state.bound[seat][other] = state.bound[other][seat] = 0
        table.tell(FELL, seat)
        while len(state.hands[seat]):
            table.tell(SHOWN, seat, state.move(state.hands[seat], 0, state.discard))
    if len(standing(state)) < 2:
        end(state, table, 0)


def end(state: Field, table: Table[Field], result: int) -> None:
    """FDN-5.2..5.3: ranks by strength, then by who fell later; what is equal shares a rank."""
    ranks = standings(state)
    for seat in range(state.seats):
        if ranks[seat] == 1:
            table.tell(WON, seat)
    table.finish(result, ranks)


def standings(state: Field) -> list[int]:
    """FDN-5.2: the rank of each seat."""
    marks = [10 * s + f for s, f in zip(state.strength, state.fell, strict=True)]
    return [1 + sum(other > mark for other in marks) for mark in marks]


def refill(state: Field, table: Table[Field], seat: int) -> None:
    """FDN-1.4..1.5: draw up to five; the discards become a new stock when it has run out."""
    while len(state.hands[seat]) < HAND:
        if not state.stock.cards:
            if not state.discard.cards:
                return
            state.move_all(state.discard, state.stock)
            state.shuffle(state.stock)
            table.tell(RESHUFFLED)
        card = table.draw(STOCK, state.stock.cards)
        state.move(state.stock, state.stock.cards.index(card), state.hands[seat])
        table.tell(DREW, seat, priv=1 << seat, secret=(card,))


# What is seen


@dataclass(slots=True)
class View:
    round: Annotated[int, ROUND]
    turn: Annotated[int, SEAT]
    strength: Annotated[list[int], Many(STRENGTH, MOST, by_seat=True)]
    out: Annotated[list[int], Many(Flag(), MOST, by_seat=True)]
    bound: Annotated[list[list[int]], Many(Many(ROUND, MOST, by_seat=True), MOST, by_seat=True)]
    offer_by: Annotated[int, SEAT]
    offer_to: Annotated[int, SEAT]
    clauses: Annotated[list[int], Many(CLAUSE, 2)]
    clause_rounds: Annotated[list[int], Many(Count(LONGEST), 2)]
    attacker: Annotated[int, SEAT]
    defender: Annotated[int, SEAT]
    stock: Annotated[int, Count(len(NAMES) * COPIES)]
    discard: Annotated[list[int], Cards(NAMES, len(NAMES) * COPIES)]
    hands: Annotated[list[list[int]], Many(Cards(NAMES, HAND), MOST, by_seat=True)]
    rows: Annotated[list[list[int]], Many(Many(CARD, COLUMNS), MOST, by_seat=True)]


class FaceDown(Game[Field]):
    name, prefix = "face_down", "FDN"
    least_seats, most_seats = 2, MOST
    options = (
        Option("rounds", 6, least=1, most=20, rule="FDN-5.3", common=True),
        Option("strength", 4, least=1, most=9, rule="FDN-3.2"),
    )
    results = ("last", "strength")
    streams = {"stock": CARD}
    actions, events, view_class = ACTIONS, EVENTS, View
    prompts = (PROPOSING, REPLYING, CHOOSING, LAYING, RETREATING)
    steps = (deal_step, offer_step, main_step, close_step)
    most_decisions = 2_000

    def setup(self, options: Mapping[str, Any], seats: int) -> Field:
        state = Field(rounds=options["rounds"], most_strength=options["strength"])
        state.strength, state.fell = [state.most_strength] * seats, [0] * seats
        state.bound = [[0] * seats for _ in range(seats)]
        state.stock = state.deck([card for card in range(4) for _ in range(COPIES)])
        state.hands = [Zone(sees=1 << seat) for seat in range(seats)]
        state.rows = [Zone(sees=1 << seat, ordered=True) for seat in range(seats)]
        state.push(DEAL_STEP)
        return state

    def view(self, state: Field, viewer: int) -> View:
        clauses = [TREATY.values(code) for code in state.offer]
        return View(
            round=state.round,
            turn=state.turn,
            strength=list(state.strength),
            out=[int(fell > 0) for fell in state.fell],
            bound=[list(row) for row in state.bound],
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
        )

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
        return float(code != DONE and not TEAR.has(code) and not PARTNER.has(code))

    def rounds(self, state: Field) -> int:
        return state.round


GAME = FaceDown()
