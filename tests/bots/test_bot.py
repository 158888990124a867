"""Bots: they choose what is offered, from a view alone, the same again for the same decision."""

from __future__ import annotations

from collections.abc import Iterator
from types import SimpleNamespace
from typing import Any

import pytest

from engine.toys.face_down import GAME as FACE_DOWN
from engine.toys.face_down.actions import LAY
from engine.toys.face_down.names import GUARD
from engine.toys.face_down.questions import LAYING
from shapan import bots
from shapan.bots import registry as module
from shapan.bots.bot import GreedyBot, RandomBot
from shapan.bots.lookahead import Lookahead
from shapan.bots.search_bot import SearchBot
from shapan.engine.chance import Stream
from shapan.engine.match import Match
from shapan.engine.registry import games
from shapan.engine.sampler import Sampler
from shapan.engine.table import PolicyTable


@pytest.fixture
def listed(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Let a test add bots without leaving them behind."""
    monkeypatch.setattr(module, "_BOTS", dict(module._BOTS))
    module._scan.cache_clear()
    yield
    module._scan.cache_clear()


@pytest.mark.parametrize("game", games().values(), ids=list(games()))
@pytest.mark.parametrize("name", ["greedy", "cadet", "recruit", "random"])
def test_a_bot_answers_every_question_of_a_match(game: Any, name: str) -> None:
    match = Match(game, game.min_seats, seed=5, hashes=False)
    bot = bots.find(name)
    for _ in range(300):
        if match.over:
            break
        seat = match.waiting[-1]
        codes = bots.answer(bot, match, seat)
        assert codes == bots.answer(bot, match, seat)
        match.answer(seat, codes, by="bot")


@pytest.mark.parametrize("game", games().values(), ids=list(games()))
def test_a_policy_of_bots_plays_a_match_out(game: Any) -> None:
    seats = game.max_seats
    state = game.start({}, seats, 9)
    mixed = {seat: (GreedyBot(), RandomBot())[seat % 2] for seat in range(seats)}
    table = PolicyTable(state, bots.policy(game, mixed, Stream(1)))
    game.play_out(state, table)
    assert game.outcome(state) is not None


class _Looking(GreedyBot):
    """A bot that notes what it sees."""

    def __init__(self) -> None:
        self.seen: list[Any] = []

    def choose(self, asked: Any) -> int:
        self.seen.append(asked.view)
        return int(asked.options[0])


def test_a_policy_looks_anew_for_each_answer_and_once_for_all_its_picks() -> None:
    """The first pick of an answer may be the only one that there is: nobody is asked for it."""
    looking, options = _Looking(), [LAY.code(0), LAY.code(1)]
    plain: Any = SimpleNamespace(view=lambda state, seat: state)
    decide = bots.policy(plain, {0: looking}, Stream(1))
    row: list[int] = []
    row.append(decide("first", LAYING, 0, 0, options, row))
    row.append(decide("first", LAYING, 0, 0, options, row))
    decide("second", LAYING, 0, 0, options, [row[0]])
    decide("third", LAYING, 0, 0, options, [*row])
    assert looking.seen == ["first", "first", "second", "third"]


def _laying() -> tuple[Match[Any], int]:
    """Return a match of face down at the moment when rows are laid, and a seat that lays one."""
    match, rng = Match(FACE_DOWN, 2, seed=2, hashes=False), Stream(2)
    while match.decisions[match.waiting[0]].prompt is not LAYING:
        seat = match.waiting[0]
        match.answer(seat, bots.answer(bots.find("random"), match, seat, rng), by="bot")
    return match, match.waiting[0]


@pytest.mark.parametrize("name", ["greedy", "search:8"])
def test_where_a_game_mixes_its_answers_each_is_drawn_as_often_as_it_says(name: str) -> None:
    match, seat = _laying()
    bot, rng = bots.find(name), Stream(1)
    first = [bots.answer(bot, match, seat, rng)[:1] for _ in range(300)]
    hand = match.view(seat).hands[seat].cards
    weights = {LAY.code(card): 1.0 + (card == GUARD) for card in hand}
    for code, weight in weights.items():
        assert first.count([code]) / 300 == pytest.approx(weight / sum(weights.values()), abs=0.08)
    assert [] not in first, "nothing that has no weight is drawn"
    assert bots.answer(bot, match, seat) == bots.answer(bot, match, seat), "by a chance of its own, keyed by the match"


def test_an_unknown_bot_is_answered_with_those_that_there_are() -> None:
    with pytest.raises(bots.UnknownBot, match=r"greedy, .*random"):
        bots.find("grandmaster")


def test_a_careless_bot_leaves_so_many_answers_in_a_hundred_to_chance() -> None:
    options = list(range(10))
    pig = games()["pig"]
    asked: Any = SimpleNamespace(
        game=pig,
        options=options,
        prompt=pig.prompts[0],
        rate=float,
        rng=Stream(1),
        mixed=lambda: None,
        mistakes=lambda: options,
    )
    best = [bots.find("careless:30").choose(asked) for _ in range(2_000)].count(9)
    assert 0.70 < best / 2_000 < 0.76, "nine in ten of the answers by chance are other ones"
    for name in ("careless:0", "careless:101", "careless:", "careless:" + "9" * 5_000):
        with pytest.raises(bots.UnknownBot, match="careless:N or odds:N with a number of percent"):
            bots.find(name)


@pytest.mark.parametrize("name", ["search:0", "search:", "search:many", "search:99999999999"])
def test_a_search_needs_a_number_of_passes(name: str) -> None:
    assert bots.find("search:30").name == "search:30"
    with pytest.raises(bots.UnknownBot, match="search:N"):
        bots.find(name)


def test_a_search_differs_in_style_by_what_is_behind_its_name() -> None:
    for name in ("general/rounds=3,likely=1.5,closed=1", "search:30/explore=2"):
        bot = bots.find(name)
        assert isinstance(bot, SearchBot) and bot.name == name and isinstance(bot.within(1.0), SearchBot)
    bot, match = bots.find("general/rounds=3,likely=1.5"), Match(games()["starcraft"], 2, {}, 1)
    assert isinstance(bot, SearchBot)
    looking = bot.thinker(Sampler(match, min(match.decisions)), Stream(1))
    assert isinstance(looking, Lookahead)
    assert (looking.style.rounds, looking.style.likely) == (3, 1.5)
    for name in ("general/", "general/speed=1", "general/rounds=many", "general/rounds"):
        with pytest.raises(bots.UnknownBot, match=r"no change of a style; known: .*likely \(float\)"):
            bots.find(name)
    for field in ("wide", "batch", "few"):
        with pytest.raises(bots.UnknownBot, match=f"{field} is at least 1"):
            bots.find(f"general/{field}=0")
    with pytest.raises(bots.UnknownBot, match="'rounds=1' is no personality"):
        bots.find("greedy/rounds=1")


@pytest.mark.usefixtures("listed")
def test_a_bot_is_added_by_hand_or_by_an_entry_point(monkeypatch: pytest.MonkeyPatch) -> None:
    class Bold(RandomBot):
        name = "bold"

    class Shy(RandomBot):
        name = "shy"

    entry = SimpleNamespace(load=lambda: Shy)
    monkeypatch.setattr(module, "entry_points", lambda group: [entry] if group == "shapan.bots" else [])
    bots.register(Bold())
    assert {"bold", "shy", "greedy", "random"} <= set(bots.names())
    assert bots.find("shy").name == "shy"
