"""Answers that are put together in a form: what each says under its headings, and why the rules refuse one."""

from __future__ import annotations

from itertools import product

import msgspec
import pytest

from shapan.engine.actions import DONE
from shapan.engine.kinds import UNKNOWN
from shapan.engine.match import Match, Refusal
from shapan.engine.scenario import Scenario
from shapan.games.battlefield import actions, names
from shapan.games.battlefield.game import GAME
from shapan.games.battlefield.rules import development
from shapan.games.battlefield.state import Battlefield
from shapan.server.match.offer import next_picks
from shapan.server.match.visible_state import visible_state

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
    """BF-6.4: by the card and by Free Port, then any price from 0 to twice the cost that the buyer holds."""
    match = begun()
    offered = {code for code in chosen_by_people(match, []) if actions.TRADE.has(code)}
    legal = {
        code
        for values in product(range(2), match.live.tags(), range(3), range(2))
        if development.ASK_DEVELOP.test_next(match.live, 0, 0, [], code := actions.TRADE.code(*values))
    }
    assert offered == legal
    marshal = next(unit for unit in match.live.tags() if match.live.card(unit) == names.CARDS.index("lin_yao"))
    ways = [code for code in offered if actions.TRADE.values(code)[1:3] == (marshal, 2)]
    assert len(ways) == 2
    for deal in ways:
        prices = [actions.PRICE.value(code) for code in chosen_by_people(match, [deal])]
        assert sorted(prices) == [*range(9)]  # cost 4; of 20 resource cards
    assert {code for code in match.legal(0) if actions.TRADE.has(code)} < offered
    few = [actions.PRICE.value(code) for code in match.legal(0, ways[:1])]
    assert few == [4, 6, 8]  # what bots look at


def test_a_price_that_the_buyer_cannot_pay_is_refused_at_its_field() -> None:
    match = begun()
    unit = next(unit for unit in match.live.tags() if match.live.card(unit) == names.CARDS.index("lin_yao"))
    deal = actions.TRADE.code(actions.SELL, unit, 1, 0)  # seat 1 holds 4
    assert max(actions.PRICE.value(code) for code in chosen_by_people(match, [deal])) == 4
    with pytest.raises(Refusal) as refused:
        match.answer(0, [deal, actions.PRICE.code(5)])
    assert (refused.value.reason.rule, refused.value.reason.path) == ("BF-6.4", "price")
    row = [deal, actions.PRICE.code(3)]
    entry = development.ASK_DEVELOP.write(GAME.actions, row, GAME.words(match.live))
    fields = {"deal": "sell", "unit": "lin_yao@neon_city", "target": 1, "price": 3, "by": "card"}
    assert entry == {"do": "trade", **fields}
    assert development.ASK_DEVELOP.read(GAME.actions, entry, GAME.words(match.live)) == row
    match.answer(0, [deal, actions.PRICE.code(4)])
    assert match.live.deal is not None and match.live.deal.price == 4


def test_a_table_of_six_who_can_all_trade_with_each_other_is_a_small_frame() -> None:
    """Each deal is offered once, and its price after it: with one answer a price this was 1.7 MB."""
    troops = [card for card, kind in enumerate(names.KIND) if kind in (names.TROOP, names.CHARACTER)]
    dearest = [names.CARDS[card] for card in sorted(troops, key=lambda card: -names.COST[card])]
    factions = ["free_cities", *(name for name in names.FACTIONS if name != "free_cities")]
    rows = []
    for seat in range(6):
        units = [[{"card": card} for card in dearest[place::18]][:1] for place in range(3 * seat, 3 * seat + 3)]
        capital, other = names.TERRITORIES[2 * seat : 2 * seat + 2]
        lands = {
            capital: {"side": "left", "capital": True, "units": [*units[0], *units[1]]},
            other: {"side": "right", "units": units[2]},
        }
        hand = ["trade", "strategic_treaty"] if seat == 0 else []
        rows.append({"faction": factions[seat], "resources": 10, "hand": hand, "territories": lands})
    position = {"step": "development", "round": 2, "active": 0, "seats": rows}
    match = Scenario(GAME, {"game": "battlefield", "seats": 6, "position": position}).begin()
    seen = visible_state(match, 0)
    assert seen.decision is not None
    deals = [target.code for target in seen.decision.targets if actions.TRADE.has(target.code)]
    assert len(deals) == 2 * (3 * 5 + 15)  # sold to five, bought of five, by the card and by Free Port
    assert len(msgspec.json.encode([seen.scene, seen.decision])) < 220_000
    most = max(deals, key=lambda deal: len(match.legal(0, [deal], people=True)))
    prices = next_picks(match, 0, [most])
    assert len(prices.options) == 11 and len(msgspec.json.encode(prices)) < 4_000
