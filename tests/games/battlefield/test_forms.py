"""Answers that are put together in a form: what each says under its headings, and why the rules refuse one."""

from __future__ import annotations

from itertools import product

from shapan.engine.actions import DONE
from shapan.engine.kinds import UNKNOWN
from shapan.engine.match import Match
from shapan.engine.scenario import Scenario
from shapan.games.battlefield import actions, names
from shapan.games.battlefield.game import GAME
from shapan.games.battlefield.rules import development
from shapan.games.battlefield.state import Battlefield

CLAUSE = actions.CLAUSE.code
PEACE = CLAUSE(names.NON_AGGRESSION, names.BOTH, 2, 0, actions.NOBODY, 0)


def said(code: int) -> list[tuple[str, str]]:
    match = Match(GAME, 3, {}, "forms")
    return [(choice.head.key, choice.value.key) for choice in GAME.target(match.view(0), code).choices]


def test_a_clause_says_its_parts_and_leaves_out_what_it_lacks() -> None:
    heads = [("choice.type", "clause.non_aggression"), ("choice.side", "bound.both"), ("choice.rounds", "common.value")]
    assert said(PEACE) == heads
    gift = CLAUSE(names.GIFT, names.PROPOSER, names.UNTIL_TORN, 3, actions.NOBODY, 0)
    assert said(gift)[2:] == [("choice.rounds", "rounds.until_torn"), ("choice.k", "common.value")]


def test_what_is_put_as_a_list_has_no_headings() -> None:
    assert said(actions.YES) == []


def test_a_clause_that_is_there_already_is_refused_by_its_rule_at_its_place() -> None:
    match = Match(GAME, 3, {}, "forms")
    match.live.hands[0].cards.append(names.STRATEGIC_TREATY)
    for seat in range(3):
        match.live.factions[seat] = seat
        match.live.harmed_by[seat][names.INTRUDED] = UNKNOWN
    picked = [actions.STRATEGIC_TREATY.code(1, 0), PEACE]
    reason = development.ASK_DEVELOP.why_not_next(match.live, 0, 0, picked, PEACE)
    assert (reason.rule, reason.path) == ("BF-12.7", "clauses.1")


def begun() -> Match[Battlefield]:
    """Return a match in a development phase: seat 0 has Trade and Free Port, Strategic Treaty and Envoy."""
    rows = [
        {"faction": "free_cities", "resources": 6, "hand": ["trade", "strategic_treaty"], "territories": {
            "neon_city": {"side": "left", "capital": True, "units": [{"card": "wen_heqian"}, {"card": "lin_yao"}]}}},
        {"faction": "sky_league", "resources": 4, "territories": {
            "dome_city": {"side": "left", "capital": True, "units": [{"card": "militia"}]}}},
        {"faction": "verdant_pact", "resources": 20, "territories": {
            "red_dunes": {"side": "left", "capital": True, "units": [{"card": "sniper_team"}]}}},
    ]  # fmt: skip
    position = {"step": "development", "round": 2, "active": 0, "seats": rows}
    return Scenario(GAME, {"game": "battlefield", "seats": 3, "position": position}).begin()


def chosen_by_people(match: Match[Battlefield], picked: list[int]) -> set[int]:
    return set(match.legal(0, picked, people=True)) - {DONE}


def test_people_are_offered_every_clause_of_the_rule() -> None:
    """BF-12.2, 12.7, 4.11: all lengths, sides, numbers and third players that a test finds legal, by card and Envoy."""
    match = begun()
    by_card, by_envoy = (actions.STRATEGIC_TREATY.code(1, by) for by in range(2))
    assert {by_card, by_envoy} <= chosen_by_people(match, [])
    offered = chosen_by_people(match, [by_card])
    rounds = [*range(13), 99, names.UNTIL_TORN]
    rows = product(range(len(names.CLAUSES)), range(len(names.BOUND)), rounds, range(12), [0, 1, 2, 3, 7], [0])
    codes = [CLAUSE(*row) for row in rows]
    assert (
        offered
        == {code for code in codes if development.ASK_DEVELOP.test_next(match.live, 0, 0, [by_card], code)}
        == chosen_by_people(match, [by_envoy])
    )
    lengths = {actions.CLAUSE.value(code, 2) for code in offered if actions.CLAUSE.value(code) == names.TRIBUTE}
    assert lengths == {*range(1, 11), names.UNTIL_TORN}
    assert set(match.legal(0, [by_card])) < offered | {DONE}  # bots look at a few of them


def test_people_are_offered_every_deal_of_the_rule() -> None:
    """BF-6.4: any price from 0 to twice the cost that the buyer holds, by the card and by Free Port."""
    match = begun()
    offered = {code for code in chosen_by_people(match, []) if actions.TRADE.has(code)}
    legal = {
        code
        for values in product(range(2), match.live.tags(), range(3), range(11), range(2))
        if development.ASK_DEVELOP.test_next(match.live, 0, 0, [], code := actions.TRADE.code(*values))
    }
    assert offered == legal
    marshal = next(unit for unit in match.live.tags() if match.live.card(unit) == names.CARDS.index("lin_yao"))
    prices = [actions.TRADE.value(code, 3) for code in offered if actions.TRADE.values(code)[1:3] == (marshal, 2)]
    assert sorted(prices) == sorted([*range(9), *range(9)])  # cost 4; of 20 resource cards
    assert len([code for code in match.legal(0) if actions.TRADE.has(code)]) < len(offered) / 3
