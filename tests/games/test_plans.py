"""Plans in all games: what is offered for them can be told at any time, and they answer as they say."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from shapan.bots import answer as bot_answer
from shapan.bots import find
from shapan.engine import registry
from shapan.engine.actions import DONE
from shapan.engine.game import Game
from shapan.engine.match import Match
from shapan.engine.plan import Choice, Limit, Plan, PlanError, answer, candidates, check, is_about, planned, title
from shapan.engine.text import LANGUAGES, catalogue

PLANNED = [game for game in map(registry.find, registry.games()) if planned(game)]
STEPS = {"malifaux": 500, "battlestar": 320, "starcraft": 320}


def played(game: Game[Any], bot: str = "random", steps: int = 0) -> Iterator[Match[Any]]:
    """Play a match for a while, and yield it before each answer."""
    match: Match[Any] = Match(game, max(game.min_seats, min(3, game.max_seats)), {}, "planning ahead")
    for _ in range(steps or STEPS.get(game.name, 200)):
        if match.over:
            return
        yield match
        seat = match.waiting[0]
        match.answer(seat, bot_answer(find(bot), match, seat))


@pytest.mark.parametrize("game", PLANNED, ids=lambda game: game.name)
def test_what_is_planned_can_be_told_at_any_time_and_holds_what_is_legal(game: Game[Any]) -> None:
    prompts = planned(game)
    seen: set[tuple[str, int]] = set()
    for number, match in enumerate(played(game)):
        for seat in range(match.seats) if number % 40 == 0 else ():
            view = match.view(seat)
            for prompt in prompts.values():
                targets = candidates(game, view, seat, prompt)
                assert all(any(family.has(one.code) for family in prompt.families) for one in targets)
                game.question(view, prompt, seat, 0)
        for seat, decision in match.decisions.items():
            if decision.prompt.key in prompts and len(seen) < 40:
                seen.add((decision.prompt.key, seat))
                offered = {one.code for one in candidates(game, match.view(seat), seat, decision.prompt)}
                listed = {code for code in match.legal(seat) if code != DONE}
                assert not offered or listed <= offered, decision.prompt.key
    assert seen, "nothing was asked that may be planned"


@pytest.mark.parametrize("game", PLANNED, ids=lambda game: game.name)
@pytest.mark.parametrize("language", LANGUAGES)
def test_each_has_a_name(game: Game[Any], language: str) -> None:
    texts = catalogue(game, language)
    assert [one.key for one in planned(game).values() if title(one).key not in texts] == []


def asked(game: Game[Any], kind: str, bot: str = "greedy") -> Iterator[tuple[Match[Any], int, Any]]:
    """Yield the questions of a kind in a match, with the seat that is asked and its view."""
    for match in played(game, bot, 900):
        for seat, decision in match.decisions.items():
            if decision.prompt.key == kind:
                yield match, seat, match.view(seat)


def by_name(name: str) -> Game[Any]:
    return next(game for game in PLANNED if game.name == name)


def given(match: Match[Any], seat: int, plan: Plan) -> list[int] | None:
    decision = match.decisions[seat]
    return answer(match.game, match.live, match.view(seat), decision.prompt, seat, decision.arg, plan)


def test_a_card_that_turns_the_duel_and_costs_little_is_cheated_else_the_flip_is_kept() -> None:
    """Malifaux: "cheat if it wins and costs at most an 8"."""
    game, found = by_name("malifaux"), set()
    for match, seat, view in asked(game, "cheat"):
        prompt, arg = match.decisions[seat].prompt, match.decisions[seat].arg
        cheats = [one for one in candidates(game, view, seat, prompt) if one.label.key == "action.cheat"]
        values = {one.code: one.label.words["card"]["term"][len("fate_card.") + 1 :] for one in cheats}
        cheap = [code for code, value in values.items() if value.isdecimal() and int(value) <= 8]
        keep = game.idle_answer(view, prompt, seat, arg, match.legal(seat))
        plan = Plan("cheat", [Choice("codes", [code]) for code in cheap[:8]], useful=True, otherwise="decline")
        if keep is None or not cheap:
            continue
        chosen = given(match, seat, plan)
        useful = [c for c in cheap[:8] if prompt.allows(match.live, seat, arg, [c])]
        useful = [c for c in useful if game.why_idle(view, prompt, seat, arg, [*keep, c]) is None]
        assert chosen == ([useful[0]] if useful else keep)
        found.add(bool(useful))
        if len(found) == 2:
            return
    raise AssertionError(found)


def test_payments_are_made_as_the_table_proposes() -> None:
    """StarCraft: what a plan of a payment gives is the proposal, whatever it costs then."""
    game, costs = by_name("starcraft"), set()
    for match, seat, _ in asked(game, "pay"):
        decision = match.decisions[seat]
        wanted = decision.prompt.proposal(match.live, seat, decision.arg)
        assert given(match, seat, Plan("pay", [Choice("proposal")])) == decision.prompt.arranged(wanted)
        costs.add(decision.arg)
        if len(costs) > 2:
            return
    raise AssertionError(costs)


def test_cards_go_into_the_check_that_was_meant_and_no_other() -> None:
    """Battlestar: cards of the hand for one crisis; a plan about another check is for none."""
    game = by_name("battlestar")
    match, seat, view = next(one for one in asked(game, "contribute") if len(one[0].legal(one[1])) > 1)
    decision = match.decisions[seat]
    code = next(one for one in match.legal(seat) if one != DONE)
    words = game.question(view, decision.prompt, seat, decision.arg).words
    scene = game.board(view, seat, [], None)

    def about(**rest: Any) -> bool:
        plan = Plan("contribute", [Choice("codes", [code])], **rest)
        return is_about(game, view, decision.prompt, seat, decision.arg, scene.active, plan)

    assert about(limits=[Limit("of", same=words["of"])], turn=scene.active)
    assert not about(limits=[Limit("of", same={"term": "crisis.unknown"})])
    assert not about(turn=(scene.active + 1) % match.seats)
    level = words["difficulty"]
    assert about(limits=[Limit("difficulty", least=level)]) and not about(limits=[Limit("difficulty", most=level - 1)])
    assert given(match, seat, Plan("contribute", [Choice("codes", [code])])) == [code]
    assert given(match, seat, Plan("contribute", [Choice("decline")])) == []


def test_a_plan_that_depends_on_the_hand_passes_a_window_where_it_is_no_use() -> None:
    game = by_name("battlestar")
    with pytest.raises(PlanError, match="otherwise"):
        check(game, 3, Plan("W2", [Choice("decline")], useful=True))
    check(game, 3, Plan("W2", [Choice("decline")], useful=True, otherwise="decline"))
