"""Plants in questions: who is asked and when, what is offered, what is refused and why."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from conformance.plants.base import (
    FATE_DUEL,
    LEDUC,
    ORDERS,
    PIG,
    PLANETS,
    SKILL,
    Door,
    altered,
    plant,
    stepped,
    through,
    variant,
)
from engine.toys.fate_duel.actions import DEPLOY
from engine.toys.fate_duel.names import SIDE
from engine.toys.fate_duel.questions import DEPLOYING
from engine.toys.order_stacks import actions as order_actions
from engine.toys.order_stacks import names as order_names
from engine.toys.order_stacks import rules as order_rules
from engine.toys.order_stacks.questions import MARCH_FROM, PLACE_TOKEN, TURN_TOKEN
from engine.toys.order_stacks.state import PLACING, ROUND, SCORE
from engine.toys.skill_check import questions as skill_questions
from shapan.engine.actions import DONE
from shapan.engine.foresight import SEEDS
from shapan.engine.kinds import UNKNOWN
from shapan.engine.prompt import Reason
from shapan.engine.segment import world_keys
from shapan.games.leduc import game as leduc
from shapan.games.pig import game as pig
from shapan.games.planet_masters import actions
from shapan.games.planet_masters.rules.action import ask_action
from shapan.games.planet_masters.rules.council import ask_vote
from shapan.games.planet_masters.rules.manage import ASK_MANAGE

JACK, KING = 0, 2


@plant(7, LEDUC, finds="twin_refusal", says="rule: ")
@plant(7, ORDERS, finds="twin_refusal", says="rule: ")
def refusal_tells(game: Any) -> Any:
    """Why something is not possible names another rule where a hidden card or token is of one kind."""

    def why_not(self: Any, state: Any, seat: int, arg: int, code: int) -> Reason:
        if game is LEDUC:
            told = state.hands[1 - seat].cards[0] == KING
            return Reason("LED-3.1" if told else "LED-3", "not_possible")
        told = sum(stack.cards[-1] for stack in state.stacks if stack.cards) % 2
        return Reason("ORD-3.2" if told else "ORD-3.1", "covered")

    return through(game, prompts=[altered(leduc.ask_bet if game is LEDUC else TURN_TOKEN, why_not=why_not)])


@plant(3, PIG, finds="binds", says="said not to bind")
def roll_said_to_be_free(game: Any) -> Any:
    """In the worlds in which an answer is looked ahead of, a die that falls leaves no mark."""
    keys = {world_keys(seed)[1] for seed in SEEDS}

    class Unmarked(Door):
        def roll(self, stream: int, sides: int = 6) -> int:
            value = super().roll(stream, sides)
            self.state.info -= self.state.chance.key in keys
            return value

    return through(game, Unmarked)


@plant(3, PIG, finds="binds", says="said to be final")
def hold_said_to_be_final(game: Any) -> Any:
    """In those worlds something is shown where the turn is passed on."""
    keys = {world_keys(seed)[1] for seed in SEEDS}

    class Marked(Door):
        def tell(self, *args: Any, **more: Any) -> None:
            self.state.info += self.state.chance.key in keys
            super().tell(*args, **more)

    return through(game, Marked)


@plant(9, SKILL, finds="history_frames twin_options twin_asks sample_frame", says="waiting|decision")
def only_the_able_are_asked(game: Any) -> Any:
    """A reaction window is put only to seats that hold the card."""

    class Able(Door):
        def ask_all(self, prompt: Any, seats: Sequence[int], arg: int = 0) -> list[int]:
            able = [seat for seat in seats if prompt.card in self.state.hands[seat].cards]
            return self.ask_able(prompt, seats, arg, able)

    return through(game, Able)


@plant(9, LEDUC, finds="history_frames twin_options twin_asks sample_frame", says="waiting|events")
def jacks_are_not_asked(game: Any) -> Any:
    """A jack that faces the second raise folds by itself."""

    class Able(Door):
        def ask(self, prompt: Any, seat: int, arg: int = 0) -> int:
            if self.state.raises and self.state.hands[seat].cards[0] == JACK:
                self.state.turn = seat
                return leduc.FOLD
            return super().ask(prompt, seat, arg)

    return through(game, Able)


@plant(10, ORDERS, finds="history_frames history_states start_states", says="agenda")
def order_by_hidden_cards(game: Any) -> Any:
    """Who holds the best hidden card puts the first token."""

    def round_step(state: Any, table: Any) -> None:
        order_rules.round_step(state, table)
        place = [step for step in state.agenda if step[0] == PLACING]
        rest = [step for step in state.agenda if step[0] != PLACING]
        place.sort(key=lambda step: max(state.hands[step[1]].cards, default=0))
        state.agenda[:] = [*rest, *place]

    return variant(game, steps=stepped(game, ROUND, round_step))


@plant(10, LEDUC, finds="history_frames", says="turn")
def higher_card_begins(game: Any) -> Any:
    """In the second round the higher card begins."""

    def betting_step(state: Any, table: Any, number: int) -> None:
        state.round, state.raises = number, 0
        if number:
            table.tell(leduc.TURNED, table.deal(leduc.CARDS, state.stock, state.public))
        cards = [hand.cards[0] for hand in state.hands]
        seat, to_act = int(number == 1 and cards[1] > cards[0]), 2
        while to_act:
            state.turn, other = seat, 1 - seat
            bet = table.ask(leduc.ask_bet, seat)
            to_act -= 1
            if bet != leduc.FOLD:
                state.paid[seat] = state.paid[other]
            if bet == leduc.RAISE:
                state.paid[seat] += leduc.SIZES[number]
                state.raises += 1
                to_act = 1
            state.bets.append(leduc.CODES.index(bet))
            table.tell(leduc.DID, seat, state.bets[-1], state.paid[seat])
            if bet == leduc.FOLD:
                leduc.gain(state, table, other, leduc.WON)
            seat = other
        if number:
            leduc.showdown(state, table)
        state.push(leduc.BETTING, 1)

    return variant(game, steps=stepped(game, leduc.BETTING, betting_step))


@plant(11, LEDUC, finds="open_prompt", says="cannot know seat")
def open_list_by_card(game: Any) -> Any:
    """A question that is called open offers no raise to a jack."""

    def legal(self: Any, state: Any, seat: int, arg: int) -> Sequence[int]:
        codes = leduc.LEGAL[state.raises]
        return [code for code in codes if code != leduc.RAISE or state.hands[seat].cards[0] != JACK]

    return through(game, prompts=[altered(leduc.ask_bet, legal=legal)])


@plant(11, ORDERS, finds="open_prompt", says="cannot know seat")
def hidden_list_called_open(game: Any) -> Any:
    """Which tokens a seat still has is hidden, so this question is not open."""
    return through(game, prompts=[altered(PLACE_TOKEN, open=True)])


@plant(27, LEDUC, PLANETS, ORDERS, finds="default_legal", says=r"default \[")
def default_is_illegal(game: Any) -> Any:
    asked: dict[Any, tuple[Any, int]] = {
        LEDUC: (leduc.ask_bet, leduc.FOLD),
        PLANETS: (ask_action, actions.DO_ALLOW),
        ORDERS: (MARCH_FROM, order_actions.FROM.code(0)),
    }
    prompt, code = asked[game]

    def default(self: Any, state: Any, seat: int, arg: int) -> int:
        return code

    return through(game, prompts=[altered(prompt, default=default)])


@plant(28, LEDUC, PLANETS, ORDERS, finds="legal_some", where=("seed", "seats"), says="no legal action")
def nothing_is_legal(game: Any) -> Any:
    prompt: Any = {LEDUC: leduc.ask_bet, PLANETS: ask_vote, ORDERS: MARCH_FROM}[game]

    def legal(self: Any, state: Any, seat: int, arg: int) -> Sequence[int]:
        codes = prompt.legal(state, seat, arg)
        return () if game is not LEDUC or state.raises == 2 else codes

    return through(game, prompts=[altered(prompt, legal=legal)])


@plant(29, FATE_DUEL, finds="candidates legal_accepted", says="not accepted|of at most")
def candidate_on_a_base(game: Any) -> Any:
    """Points to place a model are offered without a look at the bases that stand there."""

    def candidates(self: Any, state: Any, seat: int, arg: int, most: int) -> Sequence[int]:
        y = 2_500 if seat == 0 else SIDE - 2_500
        return [DEPLOY.code(x, y) for x in range(1_500, SIDE, 1_500)]

    return through(game, prompts=[altered(DEPLOYING, candidates=candidates)])


@plant(29, FATE_DUEL, finds="drawn", says="not legal")
def drawn_on_a_base(game: Any) -> Any:
    """A point to place a model is drawn without a look at the bases that stand there."""

    def draw(self: Any, state: Any, seat: int, arg: int, number: int) -> int:
        return DEPLOY.code(1_500 + number % 3 * 500, 2_500 if seat == 0 else SIDE - 2_500)

    return through(game, prompts=[altered(DEPLOYING, any=draw)])


@plant(29, LEDUC, PLANETS, finds="candidates legal_accepted", says="not accepted")
def listed_and_refused(game: Any) -> Any:
    """An action stands in the list, but its test refuses it."""
    prompt: Any = leduc.ask_bet if game is LEDUC else ask_action

    def test(self: Any, state: Any, seat: int, arg: int, code: int) -> bool:
        codes = list(prompt.legal(state, seat, arg))
        return code in codes[:-1]

    return through(game, prompts=[altered(prompt, test=test)])


@plant(30, PIG, finds="defaults_end", where=("seed", "seats"), says="no end")
def clock_rolls_for_ever(game: Any) -> Any:
    def default(self: Any, state: Any, seat: int, arg: int) -> int:
        return int(pig.ROLL)

    return through(game, prompts=[altered(pig.ask_roll_or_hold, default=default)])


@plant(30, ORDERS, finds="defaults_end", where=("seed", "seats"), says="no end")
def round_without_a_battle(game: Any) -> Any:
    """A round after which everybody holds what he held at first does not count."""

    def score_step(state: Any, table: Any) -> None:
        if state.holder == [*range(state.seats), *([UNKNOWN] * (order_names.AREAS - state.seats))]:
            state.round = 0
        order_rules.score_step(state, table)

    return variant(game, steps=stepped(game, SCORE, score_step), max_decisions=2_000)


@plant(32, SKILL, finds="shadow", says="has the shadows")
def shadow_knows_the_hand(game: Any) -> Any:
    """What all may know of cards put in says also whether a five is in the hand."""
    prompt: Any = skill_questions.PUT_CARDS

    def following(self: Any, state: Any, seat: int, arg: int, picked: Sequence[int]) -> Sequence[int]:
        self.five = any(card % 4 == 3 for card in state.hands[seat].cards)
        return prompt.next(state, seat, arg, picked)

    def shadow(self: Any, codes: Sequence[int]) -> int:
        return len(codes) + 10 * getattr(self, "five", 0)

    return through(game, prompts=[altered(prompt, next=following, shadow=shadow)])


@plant(32, PLANETS, finds="shadow", says="has the shadows")
def shadow_counts_calls(game: Any) -> Any:
    """What all may know of a vote depends on what the prompt was asked before."""
    prompt: Any = ask_vote

    def legal(self: Any, state: Any, seat: int, arg: int) -> Sequence[int]:
        self.calls = getattr(self, "calls", 0) + 1
        return prompt.legal(state, seat, arg)

    def shadow(self: Any, codes: Sequence[int]) -> int:
        return getattr(self, "calls", 0) % 2

    return through(game, prompts=[altered(prompt, legal=legal, shadow=shadow)])


@plant(33, PLANETS, finds="picks_counted", says="picks where 1 to 1 are asked for")
def counts_picks_wrongly(game: Any) -> Any:
    """People are told to manage exactly one planet; the rules take any number of them."""

    def lengths(self: Any, state: Any, seat: int, arg: int) -> tuple[int, int]:
        return 1, 1

    return through(game, prompts=[altered(ASK_MANAGE, lengths=lengths)])


@plant(33, PLANETS, finds="picks_offered", says="is an answer, offered are")
def pick_never_offered(game: Any) -> Any:
    """People can never point at the last of the planets that the rules let them manage."""

    def all_picks(self: Any, state: Any, seat: int, arg: int) -> Sequence[int]:
        return list(ASK_MANAGE.all_picks(state, seat, arg))[:-1]

    return through(game, prompts=[altered(ASK_MANAGE, all_picks=all_picks)])


@plant(33, PLANETS, finds="picks_lead", says="nothing may follow, and it is no answer")
def pick_leads_nowhere(game: Any) -> Any:
    """Two planets are to be managed, and the last one is offered as the first pick, though picks rise."""

    def following(self: Any, state: Any, seat: int, arg: int, picked: Sequence[int]) -> Sequence[int]:
        codes = [code for code in ASK_MANAGE.next(state, seat, arg, ()) if code != DONE and code not in picked]
        return [] if len(picked) == 2 else codes if len(codes) + len(picked) > 1 else [DONE, *codes]

    return through(game, prompts=[altered(ASK_MANAGE, next=following)])


@plant(33, PLANETS, finds="proposal", says="is laid out, and no answer")
def proposal_is_refused(game: Any) -> Any:
    """People find the first planet laid out twice."""

    def proposal(self: Any, state: Any, seat: int, arg: int) -> list[int]:
        return [*ASK_MANAGE.next(state, seat, arg, ())][-1:] * 2

    return through(game, prompts=[altered(ASK_MANAGE, proposal=proposal)])


@plant(33, LEDUC, PLANETS, SKILL, finds="legal_unique", says=r"twice in \[")
def offered_twice(game: Any) -> Any:
    prompt: Any = {LEDUC: leduc.ask_bet, PLANETS: ask_action, SKILL: skill_questions.CHOOSE_TYPE}[game]

    def legal(self: Any, state: Any, seat: int, arg: int) -> Sequence[int]:
        codes = list(prompt.legal(state, seat, arg))
        return [*codes, codes[-1]]

    return through(game, prompts=[altered(prompt, legal=legal)])


@plant(37, PLANETS, SKILL, finds="refused_path", says="no field of this answer")
def refusal_names_a_field_of_others(game: Any) -> Any:
    """What is to blame for wrong picks is said to lie with the next seat, and not in the answer."""
    prompt: Any = ASK_MANAGE if game is PLANETS else skill_questions.PUT_CARDS

    def why_not_many(self: Any, state: Any, seat: int, arg: int, codes: Sequence[int]) -> Reason:
        reason = prompt.why_not_many(state, seat, arg, codes)
        return Reason(reason.rule, reason.key, reason.words, f"seats.{(seat + 1) % state.seats}.hand")

    return through(game, prompts=[altered(prompt, why_not_many=why_not_many)])
