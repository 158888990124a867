"""The bots of StarCraft: that they win, what they read, how they place orders, move, buy, pay and fight."""

from __future__ import annotations

from functools import partial
from typing import Any

import pytest

from games import bots
from games.bots import best
from shapan.bots import find
from shapan.bots.bot import answer
from shapan.engine.kinds import UNKNOWN
from shapan.engine.match import Match
from shapan.engine.scenario import Scenario
from shapan.engine.view import write
from shapan.games.starcraft import actions, cards, names, strength
from shapan.games.starcraft.bots.battle import best_pairs, laid
from shapan.games.starcraft.bots.fighting import expected
from shapan.games.starcraft.bots.mind import Mind
from shapan.games.starcraft.bots.moving import army
from shapan.games.starcraft.game import GAME
from shapan.games.starcraft.records import Order
from shapan.games.starcraft.rules import build, execution, payment, regroup
from shapan.games.starcraft.state import REGROUP, StarCraft

AREA = names.AREAS.index
play, rated, whole = partial(bots.play, GAME), partial(bots.rated, GAME), partial(bots.whole, GAME)
GALAXY = [
    {"planet": "torus", "at": [0, 0]},
    {"planet": "antiga_prime", "at": [1, 0]},
    {"planet": "halcyon", "at": [0, 1]},
]


def table(*seats: dict[str, Any], **fields: Any) -> StarCraft:
    """Return a position of the third round, in the execution phase unless it says otherwise."""
    data = {"step": "execution", "round": 3, "active": 0, "galaxy": GALAXY, "seats": list(seats), **fields}
    return GAME.read_position(data, GAME.resolve({}, len(seats)), len(seats))


def raynor(**fields: Any) -> dict[str, Any]:
    """Return seat 0, with its base on Torus."""
    return {"faction": "raynor", "bases": ["torus_1"], "units": {"torus_1": {"marine": 2}}, **fields}


def overmind(**fields: Any) -> dict[str, Any]:
    """Return seat 1, with its base on Antiga Prime."""
    return {"faction": "overmind", "bases": ["antiga_prime_2"], "units": {"antiga_prime_2": {"zergling": 2}}, **fields}


@pytest.mark.parametrize(("seats", "matches"), [(2, 6), (3, 3), (4, 2)])
def test_greedy_beats_chance(seats: int, matches: int) -> None:
    for number in range(matches):
        players = ["random"] * seats
        players[number % seats] = "greedy"
        outcome = GAME.outcome(play(players, number))
        assert outcome is not None and outcome.winners == [number % seats]


def test_greedy_ends_its_matches() -> None:
    for seats in (2, 3):
        state = play(["greedy"] * seats, 1)
        outcome = GAME.outcome(state)
        assert outcome is not None and outcome.result in GAME.results and state.round <= 12


def test_rating_reads_nothing_but_the_view() -> None:
    asked = bots.asked_in_two_worlds(Match(GAME, 3, seed=4), 70)
    assert {"place_order", "choose_order", "build", "pay"} <= asked


def test_an_area_is_attacked_only_by_more_than_stands_there() -> None:
    planet = names.PLANETS.index("torus")
    for own, foes, attacks in ((5, 1, True), (1, 4, False)):
        units = {"torus_1": {"marine": min(4, own)}, **({"torus_2": {"marine": own - 4}} if own > 4 else {})}
        state = table(
            raynor(units=units),
            overmind(units={"torus_3": {"zergling": min(3, foes)}, "antiga_prime_2": {"zergling": 1}}),
        )
        plans = army(Mind(GAME.view(state, 0), 0), planet, 0)
        into = [actions.MOVE.value(code, 1) for code in plans[0].moves]
        assert (AREA("torus_3") in into) == attacks, (own, foes)


def test_a_base_that_nobody_guards_is_taken() -> None:
    state = table(
        raynor(units={"torus_1": {"marine": 3}}, transports=["antiga_prime-torus"]),
        overmind(units={"antiga_prime_1": {"zergling": 1}}),
    )
    planet = names.PLANETS.index("antiga_prime")
    moves = army(Mind(GAME.view(state, 0), 0), planet, 0)[0].moves
    assert AREA("antiga_prime_2") in [actions.MOVE.value(code, 1) for code in moves]


def test_more_units_win_more_often_and_what_cannot_be_hit_does_not_die() -> None:
    marine, zergling, wraith = names.MARINE, names.ZERGLING, names.WRAITH
    chances = [expected([marine] * number, [zergling]).won for number in (1, 2, 3)]
    assert chances == sorted(chances) and chances[0] < chances[2]
    assert expected([zergling], [wraith]).destroyed < 0.4 * expected([marine], [wraith]).destroyed
    assert dict(best_pairs([zergling, names.MUTALISK], [wraith, marine]))[names.MUTALISK] == wraith


# SC-4, SC-5: buying and paying


@pytest.mark.rule("SC-4.3")
def test_cards_are_not_forced_where_others_have_room() -> None:
    state = table(raynor(pool=8, cards=["torus_1"]), overmind())
    picks = whole(state, payment.ask_payment, arg=5 | 1 << payment.GAS_BITS)
    on = [names.SOURCES[actions.PAY.value(code)] for code in picks]
    assert on.count("permanent_minerals") == 4 and on.count("torus_1") == 1 and on.count("permanent_gas") == 1


def test_a_base_is_built_where_units_stand_and_money_is_kept_for_it() -> None:
    halcyon = names.PLANETS.index("halcyon")
    state = table(raynor(units={"halcyon_2": {"marine": 1}, "torus_1": {"marine": 1}}, pool=2), overmind())
    state.order = Order(seat=0, order=names.BUILD, planet=halcyon)
    assert actions.BUILD_BASE.has(best(rated(state, build.ask_build)))
    spent = []
    for stacks in ({}, {"halcyon": [{"seat": 0, "order": "build"}]}):
        poor = table(
            raynor(units={"halcyon_2": {"marine": 1}, "torus_1": {"marine": 1}}, pool=2), overmind(), stacks=stacks
        )
        poor.order = Order(seat=0, order=names.BUILD, planet=names.PLANETS.index("torus"))
        spent.append(best(rated(poor, build.ask_build)))
    assert spent[0] != 0 and spent[1] == 0


# SC-9, SC-11: cards


def battle(hand: list[str], other: str = "zergling") -> StarCraft:
    """Return a battle of a marine against one unit, when cards are to be placed."""
    return table(
        raynor(units={"antiga_prime_1": {"marine": 1}}, hand=hand),
        overmind(units={"antiga_prime_1": {other: 1}}),
        step="battle",
        battle={
            "area": "antiga_prime_1", "attacker": 0, "defender": 1, "at": "cards",
            "skirmishes": [{"attacker": {"front": "marine"}, "defender": {"front": other}}],
        },
    )  # fmt: skip


@pytest.mark.rule("SC-9.6")
def test_a_card_that_shows_the_unit_is_laid_and_else_the_top_of_the_deck() -> None:
    strong = laid(Mind(GAME.view(battle(["T5", "T17", "T9"]), 0), 0), 1)
    assert strong == [actions.PLACE.code(0, cards.CARD.numbers["T5"])]
    weak = laid(Mind(GAME.view(battle(["T17", "T18"]), 0), 0), 1)
    assert weak == [actions.PLACE_TOP.codes[0]]


def test_trying_cards_leaves_the_view_as_it_is() -> None:
    view = GAME.view(battle(["T5"]), 0)
    before = write(view)
    laid(Mind(view, 0), 1)
    assert write(view) == before and view.battle is not None and strength.standard(view.battle, 0) == UNKNOWN


@pytest.mark.rule("SC-11.9")
def test_cards_that_show_no_own_unit_are_discarded() -> None:
    hand = ["T1", "T2", "T3", "T4", "T5", "T15", "T17", "T18", "T16", "T10"]
    state = table(raynor(hand=hand), overmind())
    picks = [cards.CARDS[actions.DISCARD.value(code)] for code in whole(state, regroup.ask_discard)]
    assert len(picks) == 2 and set(picks) <= {"T10", "T15", "T16", "T17", "T18"}


# Who is ahead


def test_who_fulfils_his_condition_is_a_menace_in_stage_three() -> None:
    late = {"I": 0, "II": 0, "III": 12}
    units = {"antiga_prime_2": {"zergling": 1}, "torus_2": {"zergling": 1}, "halcyon_1": {"zergling": 1}}
    foes = overmind(bases=["antiga_prime_2", "torus_2", "halcyon_1"], units=units)
    menaces = [
        Mind(GAME.view(table(raynor(), foes, event_deck=deck), 0), 0).menace(1)
        for deck in ({"I": 5, "II": 5, "III": 20}, late)
    ]
    assert menaces[0] < menaces[1] == 1.0


def test_who_is_ahead_is_judged_so() -> None:
    even, ahead = table(raynor(), overmind()), table(raynor(points=9, bases=["torus_1", "halcyon_2"]), overmind())
    chances = [GAME.judge(state) for state in (even, ahead)]
    assert chances[1][0] > chances[0][0] and sum(chances[1]) == pytest.approx(1)
    assert GAME.evaluate(GAME.view(ahead, 1), 1) == pytest.approx(chances[1][1])


def test_a_search_plays() -> None:
    """A turn of either seat, in which there is something to choose: the round that is looked ahead to is short."""
    stacks = {"torus": [{"seat": 0, "order": "build"}], "antiga_prime": [{"seat": 1, "order": "mobilize"}]}
    seats = [raynor(hand=["T1", "T8"], pool=4), overmind(hand=["Z1", "Z5"])]
    position = {"step": "execution", "round": 3, "galaxy": GALAXY, "stacks": stacks, "seats": seats}
    match = Scenario(GAME, {"game": "starcraft", "seats": 2, "position": position, "expect": {}}).begin()
    bot, kinds = find("search:4"), set[str]()
    while match.live.step < REGROUP:
        seat = match.waiting[0]
        kinds.add(match.decisions[seat].prompt.key)
        match.answer(seat, answer(bot, match, seat))
    assert kinds >= {"choose_order", "execute_or_event", "end_turn"} and len(kinds) > 3, kinds


def test_figures_for_the_lab() -> None:
    state = table(raynor(points=3), overmind(units={"antiga_prime_2": {"zergling": 2, "ultralisk": 1}}))
    measures = GAME.measures(state)
    assert measures["points"] == [3, 0] and measures["bases"] == [1, 1] and measures["units"] == [2, 6]
    assert GAME.groups(state) == {"faction": ["raynor", "overmind"]}


# Questions that bring nothing


@pytest.mark.rule("SC-3.9")
def test_who_plays_alone_is_not_asked_where_one_answer_is_left() -> None:
    """The one order on top is turned and the turn is ended; of two orders on top one has to be chosen."""
    top = {"torus": [{"seat": 0, "order": "build"}]}
    state = table(raynor(), overmind(), stacks=top)
    view = GAME.view(state, 0)
    for prompt, answered in (
        (execution.ask_choice, actions.REVEAL.codes[names.PLANETS.index("torus")]),
        (execution.ask_end_turn, actions.END_TURN),
    ):
        legal = prompt.offers(state, 0, 0, ())
        assert GAME.idle_answer(view, prompt, 0, 0, legal) == [answered]
        reason = GAME.why_idle(view, prompt, 0, 0, legal)
        assert reason is not None and reason.key == f"idle.{prompt.key}"
    state = table(raynor(), overmind(), stacks={**top, "halcyon": [{"seat": 0, "order": "mobilize"}]})
    legal = execution.ask_choice.offers(state, 0, 0, ())
    assert len(legal) == 2 and GAME.idle_answer(GAME.view(state, 0), execution.ask_choice, 0, 0, legal) is None
    assert GAME.why_idle(GAME.view(state, 0), execution.ask_choice, 0, 0, legal) is None
