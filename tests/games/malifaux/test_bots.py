"""The bots of Malifaux: that they win, what they read, whom they hire, how they act, cheat and score."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import Any

import pytest

from games import bots
from shapan.bots import answer, find
from shapan.engine.chance import Stream
from shapan.engine.match import FRIENDLY, Match
from shapan.engine.table import PolicyTable
from shapan.games.malifaux import actions, names, roster
from shapan.games.malifaux.bots import fighting, interacting
from shapan.games.malifaux.bots.goals import POINT, away
from shapan.games.malifaux.bots.mind import Mind
from shapan.games.malifaux.bots.mistakes import mistakes
from shapan.games.malifaux.context import Actor
from shapan.games.malifaux.game import MALIFAUX
from shapan.games.malifaux.records import DUEL, Activation, Duel, Flip
from shapan.games.malifaux.rules import acting, fate, hire, schemes, scoring, turn
from shapan.games.malifaux.state import Malifaux

CARD = names.CARDS.index
play, whole = partial(bots.play, MALIFAUX), partial(bots.whole, MALIFAUX)


def table(own: Sequence[dict[str, Any]], foes: Sequence[dict[str, Any]], **fields: Any) -> Malifaux:
    """Return a position on the open table, in the activation phase of the second turn unless it says otherwise."""
    seats = [fields.pop("first", {}), fields.pop("second", {})]
    data = {
        "step": "activation",
        "turn": 2,
        "seats": [{"models": own, **seats[0]}, {"models": foes, **seats[1]}],
        **fields,
    }
    return MALIFAUX.read_position(data, MALIFAUX.resolve({"terrain_layout": "open"}, 2), 2)


def acts(model: int, state: Malifaux) -> Malifaux:
    """Return a position in which a model is being activated."""
    state.activation = Activation(model=model)
    return state


# Matches


@pytest.mark.parametrize("number", range(4))
def test_greedy_beats_chance(number: int) -> None:
    players = ["random", "greedy"] if number % 2 else ["greedy", "random"]
    outcome = MALIFAUX.outcome(play(players, number))
    assert outcome is not None and outcome.winners == [players.index("greedy")]


def test_greedy_scores_by_strategy_and_schemes() -> None:
    states = [play(["greedy", "greedy"], number) for number in (1, 2, 3)]
    assert sum(sum(state.strategy_points) for state in states) >= 6
    assert sum(sum(state.scheme_points) for state in states) >= 3
    for state in states:
        outcome = MALIFAUX.outcome(state)
        assert outcome is not None and outcome.result in ("win", "draw")
        lead = state.points(0) - state.points(1)
        assert outcome.winners == ([0, 1] if not lead else [0 if lead > 0 else 1])


def test_rating_reads_nothing_but_the_view() -> None:
    asked = bots.asked_in_two_worlds(Match(MALIFAUX, 2, seed=4), 160)
    assert {"hire", "schemes", "discard", "activate", "action", "cheat"} <= asked


def test_the_pace_never_falls() -> None:
    seen: list[int] = []
    state, rng = MALIFAUX.start({}, 2, "pace"), Stream(b"pace")

    def choose(state: Malifaux, prompt: Any, seat: int, arg: int, options: Any, picked: Any) -> int:
        seen.append(MALIFAUX.progress(state))
        return rng.choice(options)

    MALIFAUX.play_out(state, PolicyTable(state, choose))
    assert seen == sorted(seen) and seen[-1] > seen[0]


# Set-up (MFX-10, MFX-11).


@pytest.mark.parametrize("leader", ["lady_justice", "seamus", "nekima"])
@pytest.mark.rule("MFX-11.9")
def test_hires_its_totem_and_keeps_stones(leader: str) -> None:
    for strategy in range(len(names.STRATEGIES)):
        state = MALIFAUX.setup(MALIFAUX.resolve({}, 2), 2)
        card = roster.MODELS[roster.MODEL.numbers[leader]]
        state.strategy, state.pool = strategy, [names.BREAKTHROUGH, names.HOLD_UP, names.VENDETTA, 4, 5]
        state.leader_models, state.factions = [card.number] * 2, [roster.FACTIONS.index(card.faction)] * 2
        hired = [actions.HIRED.value(code) for code in whole(state, hire.ask_hire)]
        assert hire.fault(card, card.faction, [], hired, 50) is None
        assert any(roster.MODELS[one].totem_for == leader for one in hired)
        assert 6 <= len(hired) <= 10 and 4 <= hire.pool(card, card.faction, hired, 50) <= 8
        keyed = sum(bool(set(roster.MODELS[one].keywords) & set(card.keywords)) for one in hired)
        assert 2 * keyed > len(hired)


def test_likes_each_master_of_its_own_faction_best_and_all_alike() -> None:
    state = MALIFAUX.setup(MALIFAUX.resolve({}, 2), 2)
    view = MALIFAUX.view(state, 0)
    codes = [code for code in hire.ask_leader.legal(state, 0, 0) if actions.LEADER.has(code)]
    rated = {code: MALIFAUX.rate(view, hire.ask_leader, 0, 0, code, []) for code in codes}
    best = {roster.MODELS[actions.LEADER.value(code, 1)].id for code in codes if rated[code] == max(rated.values())}
    assert best == {"lady_justice", "seamus", "nekima"}


@pytest.mark.rule("MFX-10.8")
def test_takes_no_two_schemes_that_want_markers_if_it_need_not() -> None:
    pool = ["breakthrough", "harness_ley_line", "claim_jump", "power_ritual", "search_ruins"]
    state = table(
        [{"model": "lady_justice", "at": [9000, 3000]}, {"model": "exorcist", "at": [12000, 3000]}],
        [{"model": "seamus", "at": [27000, 33000]}], step="schemes", turn=1, pool=pool,
    )  # fmt: skip
    chosen = [actions.SCHEME.value(code, 0) for code in whole(state, schemes.ask_schemes)]
    assert len(set(chosen)) == 2 and sum(one in schemes.NEEDED for one in chosen) == 1


# Acting (MFX-8).


def test_turns_the_marker_that_it_stands_at() -> None:
    own, foes = [{"model": "death_marshal", "at": [9000, 10185]}], [{"model": "seamus", "at": [30000, 33000]}]
    state = acts(0, table(own, foes, strategy="turf_war"))
    answer = whole(state, acting.ask_action)
    assert actions.INTERACT.value(answer[0]) == roster.TURN
    assert interacting.use(Mind(MALIFAUX.view(state, 0), 0), _who(state), roster.TURN) > 0.5 * POINT


def _who(state: Malifaux) -> Actor:
    assert state.activation is not None
    return Actor(state.activation.model, 0)


def test_walks_to_what_it_has_to_do() -> None:
    state = acts(0, table([{"model": "death_marshal", "at": [9000, 4500]}], [{"model": "seamus", "at": [30000, 33000]}],
                          strategy="turf_war"))  # fmt: skip
    answer = whole(state, acting.ask_action)
    assert answer[0] == actions.WALK
    x, y = actions.LEG.values(answer[1])
    mind = Mind(MALIFAUX.view(state, 0), 0)
    goal = mind.tasks[0][0]
    assert away(mind, goal, 0, x, y) < away(mind, goal, 0, 9000, 4500) - 2000


def test_strikes_whom_it_can_kill() -> None:
    """Of two enemies in reach the one that all but surely dies is struck."""
    state = acts(0, table(
        [{"model": "the_judge", "at": [18000, 18000]}],
        [{"model": "rotten_belle", "at": [19400, 18000], "health": 2}, {"model": "rotten_belle", "at": [16600, 18000]}],
        strategy="reckoning",
    ))  # fmt: skip
    answer = whole(state, acting.ask_action)
    assert actions.ACT.has(answer[0]) and actions.AIM.value(answer[1]) == 1
    mind = Mind(MALIFAUX.view(state, 0), 0)
    katana = next(one for one in mind.lore(0).strikes if one.action.id == "enchanted_katana")
    weak, sound = (fighting.blow(mind, 0, katana, foe) for foe in (1, 2))
    assert weak.kills > 0.4 > sound.kills and weak.worth > sound.worth


def test_activates_who_can_strike_before_who_cannot() -> None:
    state = table(
        [{"model": "the_judge", "at": [18000, 18000]}, {"model": "exorcist", "at": [3000, 3000]}],
        [{"model": "rotten_belle", "at": [19400, 18000], "health": 2}], strategy="reckoning",
    )  # fmt: skip
    assert whole(state, turn.ask_activate) == [actions.ACTIVATE.codes[0]]


# Duels (MFX-3, MFX-5).


def duelling(hand: Sequence[str], totals: tuple[int, int], cards: tuple[str, str]) -> Malifaux:
    """Return a Death Marshal that resists the Judge's pistol, with its hand, before it may cheat."""
    state = table(
        [{"model": "death_marshal", "at": [18000, 18000]}], [{"model": "the_judge", "at": [25000, 18000]}],
        first={"hand": list(hand)},
    )  # fmt: skip
    state.duel = Duel(model=1, action=roster.ACTION.numbers["clockwork_pistol"], target=0, nets=[0, 0],
                      cards=[CARD(card) for card in cards], totals=list(totals), suits=[0, 0])  # fmt: skip
    state.flip = Flip(seat=0, kind=DUEL, net=0, cards=[CARD(cards[1])], result=CARD(cards[1]), flipped=CARD(cards[1]))
    return acts(1, state)


@pytest.mark.rule("MFX-3.1")
def test_cheats_with_the_lowest_card_that_saves_it() -> None:
    state = duelling(["t2", "m9", "c13"], (14, 8), ("m8", "m4"))
    assert whole(state, fate.ask_cheat, 0) == [actions.KEEP] or actions.CHEAT.value(
        whole(state, fate.ask_cheat)[0], 0
    ) != CARD("t2")
    state = duelling(["t2", "m9", "c13"], (11, 8), ("m5", "m4"))
    assert whole(state, fate.ask_cheat, 0) == [actions.CHEAT.code(CARD("m9"), 0)]


def test_keeps_its_cards_where_none_changes_anything() -> None:
    state = duelling(["t2", "m3", "c4"], (20, 8), ("rj", "m4"))
    assert whole(state, fate.ask_cheat, 0) == [actions.KEEP]


# Points (MFX-15).


def test_takes_the_points_that_it_can() -> None:
    state = table(
        [{"model": "death_marshal", "at": [18000, 18000]}], [{"model": "seamus", "at": [30000, 33000]}], step="score",
        pool=["claim_jump", "breakthrough", "vendetta", "hold_up", "outflank"],
        first={"schemes": [{"id": "claim_jump", "pick": "death_marshal"}, {"id": "breakthrough"}]},
    )  # fmt: skip
    assert whole(state, scoring.ask_reveal, 0, scoring.BY_PLACE) == [actions.REVEAL.codes[names.CLAIM_JUMP]]


@pytest.mark.rule("MFX-3.1")
def test_nobody_errs_by_spending_a_card_to_make_the_own_flip_worse() -> None:
    """A careless bot may spend a card in vain, but none that is lower than the one it takes the place of."""
    seen = 0
    for number in range(8):
        match: Match[Any] = Match(MALIFAUX, 2, {}, f"careless {number}".encode(), FRIENDLY, hashes=False)
        while not any(one.prompt.key == "cheat" for one in match.decisions.values()):
            seat = min(match.decisions)
            match.answer(seat, answer(find("random"), match, seat))
        seat = min(match.decisions)
        view, prompt, options = match.view(seat), match.decisions[seat].prompt, match.legal(seat)
        assert view.flip is not None and view.flip.seat == seat
        own = names.VALUE[view.flip.result]
        cards = [actions.CHEAT.values(code)[0] for code in options if actions.CHEAT.has(code)]
        kept = mistakes(view, prompt, seat, options)
        spent = [actions.CHEAT.values(code)[0] for code in kept if actions.CHEAT.has(code)]
        assert actions.KEEP in kept
        assert sorted(spent) == sorted(card for card in cards if names.VALUE[card] >= own)
        seen += len(cards) - len(spent)
    assert seen > 5
