"""The bots of Battlefield: what they know, that rows cannot be read, what they take and propose, that they win."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import Any

import pytest

from games import bots
from games.bots import best
from shapan.bots import DecisionPoint, find
from shapan.bots.bot import answer
from shapan.engine.chance import Stream
from shapan.engine.kinds import UNKNOWN
from shapan.engine.match import Match
from shapan.games.battlefield import actions, names
from shapan.games.battlefield.bots.battle import mixture
from shapan.games.battlefield.bots.dealing import treaty_worth
from shapan.games.battlefield.bots.mind import Mind
from shapan.games.battlefield.game import GAME
from shapan.games.battlefield.records import OPEN, Attack
from shapan.games.battlefield.rules import attack, combat, fight_actions, titles
from shapan.games.battlefield.state import Battlefield

rated = partial(bots.rated, GAME)
play = partial(bots.play, GAME, ask_empty_windows="off")


def table(*seats: dict[str, Any], **fields: Any) -> Battlefield:
    """Return a position of the third round, in the fight of seat 0 unless it says otherwise."""
    data = {"step": "fight", "round": 3, "active": 0, "titles": {}, "seats": list(seats), **fields}
    return GAME.read_position(data, GAME.resolve({}, len(seats)), len(seats))


def two(left: list[str], right: list[str], wall: int = 6, **fields: Any) -> Battlefield:
    """Return two seats whose capitals reach each other: units of seat 0 in its capital, of seat 1 in its capital."""
    own = {"ironport": {"side": "right", "capital": True, "units": [{"card": one} for one in left]}}
    foe = {
        "salt_flats": {"side": "left", "capital": True, "durability": wall, "units": [{"card": one} for one in right]}
    }
    return table(
        {"faction": "verdant_pact", "territories": own, "hand": ["attack"]},
        {"faction": "free_cities", "territories": foe},
        **fields,
    )


def test_greedy_beats_chance() -> None:
    for number in range(4):
        players = ["random", "random"]
        players[number % 2] = "greedy"
        outcome = GAME.outcome(play(players, number))
        assert outcome is not None and outcome.winners == [number % 2]


def test_an_open_capital_is_hit_rather_than_units_elsewhere() -> None:
    state = two(["rifle_squad", "militia"], [], wall=2)
    chosen = best(rated(state, attack.ASK_DECLARE))
    assert actions.ATTACK.value(chosen, 1) == attack.LAND + names.TERRITORIES.index("salt_flats")
    assert Mind(GAME.view(state, 0), 0).onslaught > Mind(GAME.view(two(["rifle_squad"], [], wall=6), 0), 0).onslaught


def test_a_guard_is_worth_more_the_more_can_follow_through_the_gap() -> None:
    alone, followed = two(["rifle_squad"], ["militia"], 2), two(["rifle_squad", "scouts"], ["militia"], 2)
    stakes = []
    for state in (alone, followed):
        unit, target = actions.ATTACK.values(attack.ASK_DECLARE.legal(state, 0, 0)[0])
        views = [Mind(GAME.view(state, seat), seat).stakes(unit, target) for seat in (0, 1)]
        assert views[0] == views[1], "both sides reckon with the same"
        stakes.append(views[0][0])
    assert stakes[1] > stakes[0] + 4


def fighting(state: Battlefield) -> Battlefield:
    """Return the state while the first fight that can be declared goes on."""
    unit, target = actions.ATTACK.values(attack.ASK_DECLARE.legal(state, 0, 0)[0])
    state.attack = Attack(unit, target, names.TERRITORIES.index("salt_flats"), 1)
    return state


@pytest.mark.parametrize("seat", [0, 1])
def test_rows_are_drawn_as_often_as_the_exchange_is_solved(seat: int) -> None:
    """Each pick of `greedy` comes as often as the mixture says, and is never always the same."""
    state = fighting(two(["rifle_squad"], ["heavy_infantry"]))
    view, bot, rng = GAME.view(state, seat), find("greedy"), Stream(b"rows")
    wanted = mixture(Mind(view, seat), ())
    assert sum(wanted.values()) == pytest.approx(1) and len(wanted) > 1
    options = combat.ask_row.offers(state, seat, 0, ())
    drawn = [bot.choose(DecisionPoint(GAME, view, combat.ask_row, seat, 0, options, (), rng)) for _ in range(400)]
    for code in options:
        assert drawn.count(code) / 400 == pytest.approx(wanted.get(code, 0.0), abs=0.09)


def test_a_whole_row_is_laid() -> None:
    state = fighting(two(["rifle_squad"], ["heavy_infantry"]))
    picked: list[int] = []
    while options := combat.ask_row.offers(state, 0, 0, picked):
        weights = mixture(Mind(GAME.view(state, 0), 0), picked)
        assert weights and set(weights) <= set(options)
        picked.append(Stream(len(picked)).drawn(dict(weights)))
    assert len(picked) == combat.ROW


def test_rating_and_rows_read_nothing_but_the_view() -> None:
    """Rows are mixed alike in both worlds, and both are observed alike."""
    mixed = 0

    def also(view: Any, other: Any, asked: tuple[Any, int, int], picked: Sequence[int]) -> None:
        nonlocal mixed
        assert GAME.observe(view, 3, asked[1]) == GAME.observe(other, 3, asked[1])
        mixture_here = GAME.mixture(view, *asked, picked)
        assert mixture_here == GAME.mixture(other, *asked, picked)
        mixed += bool(mixture_here)

    bots.asked_in_two_worlds(Match(GAME, 3, seed=4), 50, also)
    assert mixed


def test_treaties_are_worth_what_they_spare() -> None:
    """Section 10: peace is worth more to who is threatened; a gift is worth as much to one as it costs the other."""
    state = two(["rifle_squad", "militia", "scouts"], ["militia"], step="development")
    minds = [Mind(GAME.view(state, seat), seat) for seat in (0, 1)]
    peace = [(0, 1, names.NON_AGGRESSION, names.BOTH, state.round + 2, 0, UNKNOWN)]
    assert treaty_worth(minds[1], 1, peace) > 0 > treaty_worth(minds[0], 0, peace)
    gift = [(0, 1, names.GIFT, names.PROPOSER, UNKNOWN, 3, UNKNOWN)]
    assert treaty_worth(minds[1], 1, gift) == -treaty_worth(minds[0], 0, gift) > 0


def test_who_is_ahead_is_judged_so() -> None:
    even = two(["rifle_squad"], ["rifle_squad"])
    worse = two(["rifle_squad", "heavy_infantry"], [], wall=1)
    chances = [GAME.judge(state) for state in (even, worse)]
    assert chances[1][0] > chances[0][0] and sum(chances[1]) == pytest.approx(1)
    assert GAME.evaluate(GAME.view(worse, 1), 1) == pytest.approx(chances[1][1])


def test_the_general_plays() -> None:
    match, bot = Match(GAME, 2, {"ask_empty_windows": "off"}, seed=5), find("search:4")
    for _ in range(12):
        if not match.over:
            seat = match.waiting[0]
            match.answer(seat, answer(bot, match, seat))
    assert match.live.step > 0


def test_the_observation_has_fixed_places_and_shows_no_hidden_unit() -> None:
    state = two(["rifle_squad"], ["scouts"])
    hidden = state.units_of(1)[0]
    state.put(hidden, OPEN, 0)
    state.units.masks[state.units.marks[0].index(hidden)] = 1 << 1
    place = list(GAME.observation_names(2)).index
    rows = [list(GAME.observe(GAME.view(state, seat), 2, seat)) for seat in (0, 1)]
    assert len(rows[0]) == len(GAME.observation_names(2)) == len(set(GAME.observation_names(2)))
    assert rows[0][place(f"unit{hidden} unknown")] == 1 and rows[0][place(f"unit{hidden} card=scouts")] == 0
    assert rows[1][place(f"unit{hidden} unknown")] == 0 and rows[1][place(f"unit{hidden} card=scouts")] == 1
    assert rows[0][place("seat+0 card=attack")] > 0 == rows[1][place("seat+1 card=attack")]
    assert rows[1][place("seat+1 hand")] == rows[1][place("seat+1 hand_unknown")] > 0
    assert rows[0][place("ironport capital")] == rows[0][place("ironport holder=+0")] == 1
    assert rows[0][place("active=+0")] == rows[1][place("active=+1")] == 1


def test_money_that_lies_idle_is_spent_more_easily() -> None:
    poor, rich = two(["rifle_squad"], []), two(["rifle_squad"], [])
    poor.resources[0], rich.resources[0] = 4, 20
    assert Mind(GAME.view(rich, 0), 0).spent(4) < Mind(GAME.view(poor, 0), 0).spent(4) / 2


@pytest.mark.rule("BF-12.5", "BF-11.4")
def test_of_the_last_two_who_is_behind_makes_no_short_peace_again_and_again() -> None:
    """Seat 0 stands better, and would win by peace at the round limit."""
    state = two(["rifle_squad"], ["militia"], wall=2)
    peace = [(0, 1, names.NON_AGGRESSION, names.BOTH, state.round + 2, 0, -1)]
    assert treaty_worth(Mind(GAME.view(state, 1), 1), 1, peace) < 0
    assert treaty_worth(Mind(GAME.view(state, 0), 0), 0, peace) >= 0
    pressed = two(["rifle_squad", "scouts", "heavy_infantry"], [], wall=2)
    assert treaty_worth(Mind(GAME.view(pressed, 1), 1), 1, peace) > 0, "but under attack by many he takes it"


def three(**fields: Any) -> Battlefield:
    """Return three seats with a capital each."""
    rows = zip(("verdant_pact", "free_cities", "sky_league"), ("ironport", "salt_flats", "neon_city"), strict=True)
    seats = [{"faction": faction, "territories": {land: {"side": "left", "capital": True}}} for faction, land in rows]
    return table(*seats, **fields)


@pytest.mark.rule("BF-10.3")
def test_who_has_fallen_helps_a_foe_of_his_conqueror() -> None:
    view = GAME.view(three(active=1), 0)
    ratings = [GAME.rate(view, titles.ask_heir, 0, 0, actions.NAME.codes[seat], ()) for seat in (1, 2)]
    assert ratings[1] > 0 > ratings[0]


@pytest.mark.rule("BF-11.2")
def test_the_capital_of_the_heir_boss_is_the_match() -> None:
    mind, there = Mind(GAME.view(three(), 0), 0), names.TERRITORIES.index("salt_flats")
    before = mind.land_worth(there)
    mind.view.titles[names.HEIR_BOSS] = 1
    assert mind.land_worth(there) > before


@pytest.mark.rule("BF-11.3")
def test_a_bomb_that_brings_doomsday_near_is_for_the_source_of_disaster() -> None:
    """Of three territories one goes: one bomb more ends the match for the Source of Disaster, and for nobody else."""
    ratings = []
    for source in (0, 1):
        state = three()
        state.titles[names.SOURCE_OF_DISASTER] = source
        bomb = actions.HYDROGEN.codes[names.TERRITORIES.index("salt_flats")]
        ratings.append(GAME.rate(GAME.view(state, 0), fight_actions.ASK_FIGHT, 0, 0, bomb, ()))
    assert ratings[0] > ratings[1]
