"""Plants in rules: undo, events, copies, chance of their own, components, words, length."""

from __future__ import annotations

from dataclasses import replace
from itertools import count
from typing import Any

from conformance.plants.base import (
    FACE_DOWN,
    LEDUC,
    ORDERS,
    PIG,
    PLANETS,
    SKILL,
    Door,
    grown,
    more_events,
    plant,
    stepped,
    through,
    variant,
)
from engine.toys.face_down import events as face_down
from engine.toys.order_stacks import events as order_events
from engine.toys.order_stacks import rules as order_rules
from engine.toys.order_stacks.questions import PLACE_TOKEN
from engine.toys.order_stacks.state import START
from engine.toys.skill_check import events as skill_events
from shapan.engine.event import Events
from shapan.engine.words import PLAIN, Words
from shapan.games.leduc import game as leduc
from shapan.games.planet_masters.events import WEAPON_BUILT

KING = 2


@plant(3, PLANETS, SKILL, LEDUC, PIG, finds="undo_horizon undo_allowed", says="drawn or learned")
def undo_over_a_draw(game: Any) -> Any:
    """Draws and looks leave no mark, so the way back stays open across them."""

    class Forgetting(Door):
        def forget(self) -> None:
            self.state.info = 0

        def ask(self, prompt: Any, seat: int, arg: int = 0) -> int:
            self.forget()
            return super().ask(prompt, seat, arg)

        def ask_all(self, prompt: Any, seats: Any, arg: int = 0) -> list[int]:
            self.forget()
            return super().ask_all(prompt, seats, arg)

        def ask_many(self, prompt: Any, seat: int, arg: int = 0) -> list[int]:
            self.forget()
            return super().ask_many(prompt, seat, arg)

    return through(game, Forgetting)


@plant(4, LEDUC, ORDERS, finds="history_frames", says="may_undo")
def hidden_shuffle(game: Any) -> Any:
    """Something is drawn only where a hidden card is held: the way back closes for all."""

    class Shuffling(Door):
        def told(self, kind: int, a: int, b: int) -> None:
            hands = self.state.hands
            if game is LEDUC and kind == leduc.DID and hands[1 - a].cards[0] == KING:
                self.inner.roll(leduc.CARDS, 2)
            if game is ORDERS and kind == order_events.PUT and 0 in hands[(a + 1) % len(hands)].cards:
                self.inner.roll(0, 2)

    return through(game, Shuffling)


@plant(6, FACE_DOWN, finds="history_frames", says="card")
def drawn_card_told_to_another(game: Any) -> Any:
    class Misled(Door):
        def tell(self, kind: int, *words: Any, **more: Any) -> None:
            if kind == face_down.DREW:
                more["priv"] = 1 << (words[0] + 1) % self.state.seats
            super().tell(kind, *words, **more)

    return through(game, Misled)


@plant(6, LEDUC, finds="history_frames", says="card")
def card_told_again_to_another(game: Any) -> Any:
    """After a bet the other seat is reminded of a card that is not his."""

    class Misled(Door):
        def told(self, kind: int, a: int, b: int) -> None:
            if kind == leduc.DID:
                card = self.state.hands[a].cards[0]
                self.inner.tell(leduc.DEALT, a, to=0, priv=1 << 1 - a, secret=(card,))

    return through(game, Misled)


@plant(6, LEDUC, SKILL, finds="start_events", says="card|loyalty")
def deal_told_to_another(game: Any) -> Any:
    """The first deal, before anybody has decided anything, is told to the neighbour."""

    class Misled(Door):
        def tell(self, kind: int, *words: Any, **more: Any) -> None:
            if kind == (leduc.DEALT if game is LEDUC else skill_events.DEALT):
                more["priv"] = 1 << (words[0] + 1) % self.state.seats
            super().tell(kind, *words, **more)

    return through(game, Misled)


@plant(
    8,
    LEDUC,
    PLANETS,
    ORDERS,
    finds="events_appended replay_frames clone_frames same_seed modes_frames history_frames",
    says=r"\d: ",
)
def told_once(game: Any) -> Any:
    """A flag outside the state says that something has been told: it is gone when the rules run again."""
    told: set[tuple[int, ...]] = set()

    class Once(Door):
        def tell(self, kind: int, *words: Any, **more: Any) -> None:
            mark = (kind, *words, *self.state.chance.key)
            if self.on and mark in told:
                return
            told.add(mark)
            super().tell(kind, *words, **more)

    return through(game, Once)


@plant(8, LEDUC, PLANETS, SKILL, finds="events_appended", says="said")
def told_otherwise_later(game: Any) -> Any:
    """Events are edited: the text of an old one changes with the length of the log."""

    class Edited(Events):
        def phrase(self, event: Any, viewer: int, names: Words = PLAIN) -> dict[str, Any]:
            row = super().phrase(event, viewer, names)
            self.said = getattr(self, "said", 0) + 1
            row["with"] = {**row["with"], "said": self.said}
            return row

    events = Edited()
    events.types = list(game.events.types)
    return variant(game, events=events)


def share(name: str) -> Any:
    def copies(state: Any, new: Any) -> Any:
        setattr(new, name, getattr(state, name))
        return new

    return copies


@plant(
    19,
    LEDUC,
    PLANETS,
    SKILL,
    finds="clone_apart clone_state clone_frames replay_state replay_frames load_state sample_leaves_match same_seed "
    "modes_frames undo_exact_frames reading_keeps_state reading_keeps_lists",
    says="bets|face|put|fleet",
)
def copies_share_a_list(game: Any) -> Any:
    name = {LEDUC: "bets", PLANETS: "faces", SKILL: "put"}[game]
    return grown(game, copies=share(name))


@plant(
    19,
    PLANETS,
    ORDERS,
    finds="clone_apart clone_state clone_frames replay_state replay_frames load_state sample_leaves_match same_seed "
    "modes_frames undo_exact_frames reading_keeps_state reading_keeps_lists",
    says="fleet|owners",
)
def copies_share_inner_lists(game: Any) -> Any:
    name = {PLANETS: "fleet", ORDERS: "owners"}[game]

    def copies(state: Any, new: Any) -> Any:
        setattr(new, name, list(getattr(state, name)))
        return new

    return grown(game, copies=copies)


@plant(23, LEDUC, PLANETS, SKILL, finds="conserved", says=r"(cards|dice): \d+ / \d+")
def component_lost(game: Any) -> Any:
    class Losing(Door):
        def told(self, kind: int, a: int, b: int) -> None:
            state = self.state
            if game is PLANETS and kind == WEAPON_BUILT and state.supply:
                state.supply.pop()
            zone = state.stock if game is LEDUC and kind == leduc.TURNED else None
            if game is SKILL and kind == skill_events.PUT_IN and b:
                zone = state.hands[(a + 1) % state.seats]
            if zone is not None and zone.cards:
                zone.cards.pop()
                zone.masks.pop()
                zone.groups.pop()

    return through(game, Losing)


@plant(23, LEDUC, finds="conserved", says=r"card \d: ")
def component_exchanged(game: Any) -> Any:
    """As many cards as before, but another."""

    class Exchanging(Door):
        def told(self, kind: int, a: int, b: int) -> None:
            if kind == leduc.TURNED:
                cards = self.state.stock.cards
                cards[-1] = cards[0] = (cards[0] + 1) % 3
                cards.sort()

    return through(game, Exchanging)


@plant(23, PLANETS, finds="conserved", says="dice: ")
def component_doubled(game: Any) -> Any:
    class Doubling(Door):
        def told(self, kind: int, a: int, b: int) -> None:
            if kind == WEAPON_BUILT:
                self.state.supply.append(self.state.fleet[a][0])

    return through(game, Doubling)


@plant(24, LEDUC, PLANETS, ORDERS, finds="texts_there texts_shown", where=(), says="event.unheard")
def event_without_text(game: Any) -> Any:
    events, kind = more_events(game, "unheard", game.events.types[0].rule)

    class Speaking(Door):
        def told(self, number: int, a: int, b: int) -> None:
            self.inner.tell(kind)

    return through(game, Speaking, events=events)


@plant(25, LEDUC, PLANETS, PIG, finds="rules_in_book", where=(), says="99.9")
def rule_not_in_the_book(game: Any) -> Any:
    events = Events()
    events.types = [
        replace(row, rule=f"{game.prefix}-99.9") if number == 1 else row for number, row in enumerate(game.events.types)
    ]
    return variant(game, events=events)


@plant(25, ORDERS, SKILL, finds="rules_named", where=(), says="")
def rule_not_named(game: Any) -> Any:
    events = Events()
    events.types = [replace(row, rule="") if row.key in ("turned", "drew") else row for row in game.events.types]
    return variant(game, events=events)


@plant(35, LEDUC, finds="segment_asks", where=("seed", "seats"), says="301 asks", size=(1, 10))
def long_segment(game: Any) -> Any:
    """The deal asks 301 times before it comes to a quiet point."""

    def deal_step(state: Any, table: Any) -> None:
        for turn in range(301):
            table.ask(leduc.ask_bet, turn % 2)
        leduc.deal_step(state, table)

    return variant(game, steps=stepped(game, leduc.DEAL, deal_step), max_decisions=400)


@plant(35, ORDERS, finds="segment_asks", where=("seed", "seats"), says="301 asks", size=(1, 10))
def long_placing(game: Any) -> Any:
    def start(state: Any, table: Any) -> None:
        for turn in range(301):
            table.ask(PLACE_TOKEN, turn % state.seats)
        order_rules.start(state, table)

    return variant(game, steps=stepped(game, START, start))


@plant(38, PIG, ORDERS, LEDUC, finds="seats_refused", where=("seats", "in"), says="ZeroDivisionError")
def seats_are_divided_by_first(game: Any) -> Any:
    """An option by the number of seats is computed before the seats are checked."""

    def resolve(self: Any, options: Any, seats: int) -> Any:
        12 // seats
        return type(game).resolve(self, options, seats)

    return variant(game, resolve=resolve)


@plant(39, PIG, ORDERS, FACE_DOWN, finds="whole_position_error position_error", says="KeyError")
def position_is_not_read_again(game: Any) -> Any:
    """A reader stumbles over what the same game has written."""

    def read_position(self: Any, data: Any, options: Any, seats: int) -> Any:
        return type(game).read_position(self, {"turn": data["turns"]}, options, seats)

    return variant(game, read_position=read_position)


@plant(39, PIG, ORDERS, SKILL, finds="whole_position_error position_error position_whole", says="said")
def position_counts_itself(game: Any) -> Any:
    """A written position depends on how often one was written."""
    said = count()

    def write_position(self: Any, state: Any, answers: Any) -> Any:
        return {"said": next(said)}

    return variant(game, write_position=write_position)


@plant(40, PIG, ORDERS, SKILL, size=(12, 600), finds="left_wins_not left_ranks_last", says="have left")
def leaver_keeps_his_rank(game: Any) -> Any:
    """The outcome of a match takes no notice of who has left."""
    return variant(game, without_left=lambda self, outcome, gone: outcome)


@plant(40, PIG, LEDUC, ORDERS, finds="leaving_ends_two", says="has not won")
def two_go_on_without_one(game: Any) -> Any:
    return variant(game, leave_ends=lambda self, state, gone: False)


@plant(40, PIG, ORDERS, finds="claim_shown claim_wins", says="may claim|claims")
def anybody_claims(game: Any) -> Any:
    """A victory can be claimed while somebody else could still win."""
    return variant(game, may_claim=lambda self, state, gone, seat: bool(gone))
