"""Answers that are put together in a form: what each says under its headings, and why the rules refuse one."""

from __future__ import annotations

from shapan.engine.kinds import UNKNOWN
from shapan.engine.match import Match
from shapan.games.battlefield import actions, names
from shapan.games.battlefield.game import GAME
from shapan.games.battlefield.rules import development

CLAUSE = actions.CLAUSE.code
PEACE = CLAUSE(names.NON_AGGRESSION, names.BOTH, 2, 0, actions.NOBODY, 0)


def said(code: int) -> list[tuple[str, str]]:
    match = Match(GAME, 3, {}, "forms")
    return [(choice.head.key, choice.value.key) for choice in GAME.target(match.view(0), code).choices]


def test_a_clause_says_its_parts_and_leaves_out_what_it_lacks() -> None:
    heads = [("choice.type", "clause.non_aggression"), ("choice.side", "bound.both")]
    assert said(PEACE)[:2] == heads
    assert [head for head, _ in said(PEACE)] == ["choice.type", "choice.side", "choice.rounds"]
    gift = CLAUSE(names.GIFT, names.PROPOSER, names.UNTIL_TORN, 3, actions.NOBODY, 0)
    assert said(gift)[-1] == ("choice.k", "common.value")


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
