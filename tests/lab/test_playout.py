"""A playout and a stepped match are the same match; a bot that thinks is asked for its seat alone."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pytest

from shapan import bots
from shapan.bots import registry as module
from shapan.engine.match import Match
from shapan.engine.registry import games
from shapan.lab.plan import Plan
from shapan.lab.playout import play, play_one
from shapan.lab.rows import write

SIZES = [(name, seats) for name, game in games().items() for seats in {game.min_seats, game.max_seats}]


@pytest.fixture
def listed(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let a test add bots without leaving them behind."""
    monkeypatch.setattr(module, "_BOTS", dict(module._BOTS))


def plan_of(game: str, seats: int, *names: str, matches: int = 4, **options: Any) -> Plan:
    lineup = [names[seat % len(names)] for seat in range(seats)]
    return Plan(game, seats, [lineup], options, "a", matches)


@pytest.mark.parametrize(("name", "seats"), SIZES)
def test_both_ways_play_the_same_match(name: str, seats: int) -> None:
    plan = plan_of(name, seats, "greedy", "random", matches=2)
    game, players = plan.definition(), plan.bots()
    for number in range(plan.matches):
        whole, stepped = (play_one(game, plan, number, players, way) for way in (False, True))
        assert whole.outcome == stepped.outcome
        assert whole.chosen == stepped.chosen
        assert whole.picks == stepped.picks
        whole.state.agenda.clear()  # what was still to come when the match ended
        assert whole.state.dump() == stepped.state.dump()


def test_sequential_votes_and_all_options_too() -> None:
    plan = plan_of("planet_masters", 5, "random", vote_mode="sequential", race_choice="random", max_rounds=8)
    game, players = plan.definition(), plan.bots()
    for number in range(6):
        assert play_one(game, plan, number, players).chosen == play_one(game, plan, number, players, True).chosen


@pytest.mark.usefixtures("listed")
def test_who_thinks_is_asked_on_a_stepped_match(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[tuple[str, int]] = []

    class Thinker(bots.Bot):
        name = "thinker"
        thinks = True

        def choose(self, decision: bots.DecisionPoint) -> int:
            return decision.options[-1]

    def answer(bot: bots.Bot, match: Match[Any], seat: int) -> list[int]:
        asked.append((bot.name, seat))
        assert match.waiting == [seat]
        return real(bot, match, seat)

    real = bots.answer
    monkeypatch.setattr(bots, "answer", answer)
    bots.register(Thinker())
    plan = Plan("leduc", 2, [["greedy", "thinker"], ["thinker", "greedy"]], {}, "a", 6)
    played = list(play(plan, 0, 6))
    assert {name for name, _ in asked} == {"thinker"}
    assert [match.lineup for match in played] == [plan.lineup(number) for number in range(6)]
    assert all(match.outcome is not None for match in played)
    thought = sum(seat == match.lineup.index("thinker") for match in played for _, seat, _ in match.chosen)
    assert thought == len(asked) > 6


@pytest.mark.parametrize(
    ("game", "names"), [("leduc", ("greedy", "search:5")), ("planet_masters", ("greedy", "random"))]
)
def test_who_watches_is_shown_the_state_at_every_choice(game: str, names: tuple[str, ...]) -> None:
    plan = plan_of(game, 2, *names, matches=1)
    for stepped in (False, True):
        seen: list[Any] = []
        played = play_one(plan.definition(), plan, 0, plan.bots(), stepped, seen.append)
        assert len(seen) == len(played.chosen) > 0


def test_rows_add_up() -> None:
    plan = plan_of("planet_masters", 3, "greedy", "random", matches=12)
    rows = write(plan, 5, 7)
    matches, seats = rows.matches, rows.seats
    kinds = [name for name in matches if name.startswith("decisions.")]
    assert matches["match"] == list(range(5, 12))
    assert seats["match"] == [number for number in range(5, 12) for _ in range(3)]
    assert seats["bot"] == ["greedy", "random", "greedy"] * 7
    for place in range(7):
        assert matches["decisions"][place] == sum(matches[name][place] for name in kinds)
        assert matches["decisions"][place] == sum(seats["decisions"][3 * place : 3 * place + 3])
    races = [f"chose.choose_race.{race}" for race in ("gaia", "mors", "roachkin", "pacal", "matrix", "freewalkers")]
    for row in range(21):
        chosen = [name for name in races if seats[name][row]]
        if seats["first.choose_race"][row] is None:  # the last seat had no choice
            assert not chosen
        else:
            assert seats["first.choose_race"][row] == chosen[0].removeprefix("chose.")
            assert chosen == [f"chose.choose_race.{seats['group.race'][row]}"]
            assert seats["chose.choose_race"][row] == 1
        if seats["won"][row] and not matches["capped"][row // 3]:
            assert seats["measure.planets"][row] == seats["measure.win_faces"][row] >= 4
    assert set(seats["rank"]) <= {1, 2, 3}
    assert all(-1 <= value <= 1 for value in seats["return"])


@pytest.mark.parametrize("name", list(games()))
def test_groups_and_measures_have_a_word_a_seat_from_the_set_up_on(name: str) -> None:
    plan = plan_of(name, games()[name].max_seats, "random")
    game = plan.definition()
    start = game.start({}, plan.seats, 1)
    end = play_one(game, plan, 0, plan.bots()).state
    words: Sequence[dict[str, list[Any]]] = [*map(game.groups, (start, end)), *map(game.measures, (start, end))]
    assert list(words[0]) == list(words[1])
    assert list(words[2]) == list(words[3])
    assert all(len(row) == plan.seats for table in words for row in table.values())
