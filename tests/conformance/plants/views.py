"""Plants in views, scenes and events: what a viewer reads and must not."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from conformance.plants.base import (
    FACE_DOWN,
    LEDUC,
    ORDERS,
    PLANETS,
    SKILL,
    Door,
    altered,
    grown,
    plant,
    shows,
    through,
    variant,
)
from engine.toys.order_stacks import actions as order_actions
from engine.toys.order_stacks import events as order_events
from engine.toys.order_stacks import names as order_names
from engine.toys.order_stacks.questions import PLACE_TOKEN, TURN_TOKEN
from engine.toys.order_stacks.state import top
from engine.toys.skill_check import events as skill_events
from engine.toys.skill_check import names as skill_names
from shapan.engine.affairs import Affairs
from shapan.engine.answer_totals import Change
from shapan.engine.chance import Chance
from shapan.engine.event import Event
from shapan.engine.fact import fact
from shapan.engine.judgement import Judgement
from shapan.engine.kinds import Cards, Count, Many, Seat
from shapan.engine.scene import Odds, Phrase, Piece, Zone
from shapan.games.leduc import game as leduc
from shapan.games.leduc.state import RANKS
from shapan.games.planet_masters import actions
from shapan.games.planet_masters.rules.council import ask_vote

FOUND_IN_VIEW = "twin_view sample_frame history_frames"


@plant(1, LEDUC, PLANETS, SKILL, finds="twin_view sample_frame", says="seed: ")
def seed_in_view(game: Any) -> Any:
    return shows(game, "seed", Count(255), lambda state, viewer: state.chance.key[0])


@plant(1, PLANETS, finds="twin_view", says="chance")
def hidden_fact_declared_as_seen(game: Any) -> Any:
    """Everybody sees the fact `chance`, by its declaration; it has no kind, so that no written view shows it."""
    return grown(game, chance=fact(start=Chance))


def serial(card: int) -> int:
    """Return a number that says nothing by itself, but follows a card wherever it goes."""
    return (card * 17 + 5) % 97


@plant(2, LEDUC, SKILL, finds=FOUND_IN_VIEW, says="serials")
def card_followed_by_id(game: Any) -> Any:
    return shows(
        game,
        "serials",
        Many(Many(Count(96), 9), 5),
        lambda state, viewer: [[serial(card) for card in hand.cards] for hand in state.hands],
    )


@plant(2, ORDERS, finds="open_prompt twin_options", says="cannot know seat")
def token_followed_by_code(game: Any) -> Any:
    """The code of a token on top of a stack holds its number, so the list tells which token lies there."""

    def legal(self: Any, state: Any, seat: int, arg: int) -> Sequence[int]:
        areas = [area for area in range(order_names.AREAS) if top(state, area) == seat]
        return [order_actions.PLACE.code(state.stacks[area].cards[-1], area) for area in areas]

    class Decoding(Door):
        def ask(self, prompt: Any, seat: int, arg: int = 0) -> int:
            code = super().ask(prompt, seat, arg)
            return order_actions.TURN.codes[order_actions.PLACE.value(code, 1)] if prompt is TURN_TOKEN else code

    return through(game, Decoding, [altered(TURN_TOKEN, legal=legal, families=(order_actions.PLACE,))])


@plant(3, LEDUC, SKILL, finds=FOUND_IN_VIEW, says="etag")
def undo_etag(game: Any) -> Any:
    """A checksum of what an undo would go back to."""
    return shows(game, "etag", Count(250), lambda state, viewer: sum(state.encoded()) % 251)


@plant(3, SKILL, finds="history_frames", says="past")
def undo_stack(game: Any) -> Any:
    """All answers so far, ready to be taken back, are in every view; among them what lies face down."""

    class Keeping(Door):
        def ask_many(self, prompt: Any, seat: int, arg: int = 0) -> list[int]:
            codes = super().ask_many(prompt, seat, arg)
            self.state.past = [*self.state.past, *(code & 31 for code in codes)][-8:]
            return codes

    wide = shows(grown(game, past=[]), "past", Many(Count(31), 8), lambda state, viewer: list(state.past))
    return through(wide, Keeping)


@plant(5, LEDUC, SKILL, FACE_DOWN, finds=FOUND_IN_VIEW, says="hands")
def spectator_sees_hands(game: Any) -> Any:
    def view(self: Any, state: Any, viewer: int) -> Any:
        seen = game.view(state, viewer)
        if viewer == state.seats:
            seen.hands = [
                list(hand.cards) if game is SKILL else hand.seen(seat) for seat, hand in enumerate(state.hands)
            ]
        return seen

    return variant(game, view=view)


@plant(8, LEDUC, ORDERS, finds="history_frames", says="view.number")
def numbers_with_gaps(game: Any) -> Any:
    """Events are numbered for all, and one is told in secret only where a certain card is held."""

    def hears(state: Any, kind: int, a: int, b: int) -> int:
        if game is LEDUC:
            return 1 - a if kind == leduc.DID and state.hands[1 - a].cards[0] == 2 else -1
        return a if kind == order_events.PUT and 0 in state.hands[a].cards else -1

    class Numbering(Door):
        def told(self, kind: int, a: int, b: int) -> None:
            self.state.number += 1
            seat = hears(self.state, kind, a, b)
            if seat >= 0:
                key = leduc.DEALT if game is LEDUC else order_events.DREW
                self.inner.tell(key, seat, to=0, priv=1 << seat, secret=(self.state.hands[seat].cards[0],))
                self.state.number += 1

    wide = shows(grown(game, number=0), "number", Count(999), lambda state, viewer: state.number)
    return through(wide, Numbering)


@plant(
    15,
    SKILL,
    finds="history_frames history_states history_future history_future_frames resample_memoryless",
    says="trail",
)
def order_of_discards(game: Any) -> Any:
    """The discards lie in the order of the hidden pile, which says who put in what."""

    class Trail(Door):
        def told(self, kind: int, a: int, b: int) -> None:
            if kind == skill_events.PUT_IN and b:
                self.state.trail = [*self.state.trail, *self.state.pile.cards[-b:]]
            if kind == skill_events.OPENED:
                self.state.trail = []

    wide = shows(
        grown(game, trail=[]),
        "trail",
        Cards(skill_names.CARDS, skill_names.ALL),
        lambda state, viewer: [] if len(state.pile) else list(state.trail),
    )
    return through(wide, Trail)


@plant(15, LEDUC, finds="start_states", says="trail")
def order_of_stock(game: Any) -> Any:
    """The order in which the cards were dealt stands beside the zones and is shown at the end."""

    class Trail(Door):
        def tell(self, kind: int, *words: Any, **more: Any) -> None:
            super().tell(kind, *words, **more)
            if kind == leduc.DEALT:
                self.state.trail = [*self.state.trail, more["secret"][0]]

    wide = shows(
        grown(game, trail=[]),
        "trail",
        Cards(RANKS, 2),
        lambda state, viewer: list(state.trail) if state.result >= 0 else [],
    )
    return through(wide, Trail)


@plant(16, LEDUC, SKILL, finds=FOUND_IN_VIEW, says="able")
def able_are_listed(game: Any) -> Any:
    """A list of the seats that hold a certain card stands in every view."""
    card = 2 if game is LEDUC else skill_names.REROLL
    return shows(
        game,
        "able",
        Many(Seat(5), 5),
        lambda state, viewer: [seat for seat, hand in enumerate(state.hands) if card in hand.cards],
    )


@plant(18, ORDERS, finds="history_frames", says="view.last")
def secret_answer_in_view(game: Any) -> Any:
    """What is put face down is noted where all can read it."""

    class Noting(Door):
        def ask(self, prompt: Any, seat: int, arg: int = 0) -> int:
            code = super().ask(prompt, seat, arg)
            if prompt is PLACE_TOKEN:
                self.state.last = order_actions.PLACE.value(code, 0)
            return code

    return through(shows(grown(game, last=0), "last", Count(9), lambda state, viewer: state.last), Noting)


@plant(18, PLANETS, finds="history_frames", says="motion.votes")
def secret_votes_one_by_one(game: Any) -> Any:
    """Votes that are called secret are taken one after another, and each stands in the view at once."""

    class OneByOne(Door):
        def ask_all(self, prompt: Any, seats: Sequence[int], arg: int = 0) -> list[int]:
            codes = []
            for seat in seats:
                codes.append(self.ask(prompt, seat, arg))
                if prompt is ask_vote:
                    self.state.motion.votes[seat] = int(codes[-1] == actions.DO_YES)
            return codes

    return through(game, OneByOne)


@plant(
    18,
    PLANETS,
    SKILL,
    finds="together_secret reading_keeps_state together_commute history_frames refused_no_change",
    says="last|changed the state",
)
def check_leaves_a_trace(game: Any) -> Any:
    """The test of an answer notes it in the state, where all can read it before the set is complete."""
    prompts = [prompt for prompt in game.prompts if prompt.secret and not prompt.many]

    def test(old: Any) -> Callable[..., bool]:
        def traced(self: Any, state: Any, seat: int, arg: int, code: int) -> bool:
            state.last = code % 251
            return bool(old.test(state, seat, arg, code))

        return traced

    wide = shows(grown(game, last=0), "last", Count(250), lambda state, viewer: state.last)
    return through(wide, prompts=[altered(prompt, test=test(prompt)) for prompt in prompts])


@plant(34, LEDUC, PLANETS, ORDERS, finds="board_pure", says="round: ")
def board_counts_itself(game: Any) -> Any:
    def board(self: Any, view: Any, viewer: int, legal: Sequence[int], prompt: Any) -> Any:
        self.drawn = getattr(self, "drawn", 0) + 1
        scene = game.board(view, viewer, legal, prompt)
        scene.round = self.drawn
        return scene

    return variant(game, board=board)


@plant(34, LEDUC, ORDERS, finds="board_cards", says="nowhere")
def piece_names_no_card(game: Any) -> Any:
    """A piece says that its card tells more of it, and the game has no such card."""

    def board(self: Any, view: Any, viewer: int, legal: Sequence[int], prompt: Any) -> Any:
        scene = game.board(view, viewer, legal, prompt)
        scene.zones = [*scene.zones, Zone("more", "row", pieces=[Piece("one", "card", card="nowhere")])]
        return scene

    return variant(game, board=board)


@plant(34, LEDUC, SKILL, finds="twin_board board_no_more", says="title")
def board_knows_the_match(game: Any) -> Any:
    """The board draws what it has caught while the view was made: a hand that is not in the view."""
    caught: list[int] = [0]

    def view(self: Any, state: Any, viewer: int) -> Any:
        caught[0] = sum(card for hand in state.hands for card in hand.cards)
        return game.view(state, viewer)

    def board(self: Any, view: Any, viewer: int, legal: Sequence[int], prompt: Any) -> Any:
        scene = game.board(view, viewer, legal, prompt)
        scene.title = Phrase("label.hand", {"number": caught[0]})
        return scene

    return variant(game, view=view, board=board)


@plant(34, LEDUC, SKILL, finds="twin_board board_no_more", says="odds")
def preview_knows_the_match(game: Any) -> Any:
    """What comes of an answer tells what it has caught while the view was made: a hand that is not in the view."""
    caught: list[int] = [0]

    def view(self: Any, state: Any, viewer: int) -> Any:
        caught[0] = sum(card for hand in state.hands for card in hand.cards)
        return game.view(state, viewer)

    def preview(self: Any, view: Any, prompt: Any, seat: int, code: int) -> Any:
        return Odds(Phrase("label.hand", {"number": caught[0]}))

    return variant(game, view=view, preview=preview)


@plant(36, PLANETS, SKILL, finds="features_shape", says="2 features, rows of")
def feature_left_out(game: Any) -> Any:
    """The last seat's row has a number less than the judgement has names."""

    def features(self: Any, state: Any) -> list[list[float]]:
        return [*([1.0, 0.0] for _ in range(state.seats - 1)), [1.0]]

    return variant(game, judgement=Judgement(("one", "two")), features=features)


@plant(34, LEDUC, SKILL, finds="twin_board", says="was")
def changes_know_the_match(game: Any) -> Any:
    """The number that an answer changes is one that was caught while the view was made: a hand that is not in it."""
    caught: list[int] = [0]

    def view(self: Any, state: Any, viewer: int) -> Any:
        caught[0] = sum(card for hand in state.hands for card in hand.cards)
        return game.view(state, viewer)

    def changes(self: Any, view: Any, prompt: Any, seat: int, arg: int, code: int) -> Any:
        return [Change("zone:nowhere", caught[0], 1)]

    return variant(game, view=view, changes=changes)


@plant(34, PLANETS, finds="becomes_was", says="supply")
def old_number_is_told(game: Any) -> Any:
    """What an answer changes is said to be another number than the one that is drawn there."""

    def changes(self: Any, view: Any, prompt: Any, seat: int, arg: int, code: int) -> Any:
        return [Change("zone:supply", len(view.supply) + 1, -1)]

    return variant(game, changes=changes)


@plant(34, PLANETS, finds="becomes_now", says="supply")
def new_number_is_not_what_comes(game: Any) -> Any:
    """An answer is said to change a number that it leaves as it is."""

    def changes(self: Any, view: Any, prompt: Any, seat: int, arg: int, code: int) -> Any:
        return [Change("zone:supply", len(view.supply), 2)] if code == actions.DO_END else []

    return variant(game, changes=changes)


@plant(34, PLANETS, finds="board_verbs", says="fly")
def verb_that_no_table_draws(game: Any) -> Any:
    return variant(game, verbs={actions.CONQUER: "fly"})


@plant(34, PLANETS, finds="board_pictures", says="scenery cheese")
def scenery_that_no_table_draws(game: Any) -> Any:
    def board(self: Any, view: Any, viewer: int, legal: Any, prompt: Any) -> Any:
        scene = game.board(view, viewer, legal, prompt)
        scene.zones[0].scenery = "cheese"
        return scene

    return variant(game, board=board)


@plant(34, PLANETS, finds="affair_stable", says="viewer")
def affair_counts_all_events(game: Any) -> Any:
    """The affair of an event has another name when more has happened."""

    class Counted(Affairs):
        def of(self, told: Sequence[Event], after: int = 0) -> list[str]:
            return [f"attack.{len(told)}"] * (len(told) - after)

    return variant(game, affairs=Counted())
