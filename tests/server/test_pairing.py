"""Pairing: who meets whom, held against all ways there are where these can be counted, elsewhere by its promises."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from fractions import Fraction
from itertools import combinations, permutations
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from shapan.server.tournament.history import History, Player, Round, history_of, pairs
from shapan.server.tournament.points import POINT, bye_points, points_of
from shapan.server.tournament.robin import circle, planned, robin_round
from shapan.server.tournament.seats import seated
from shapan.server.tournament.sizes import table_sizes, usual_rounds
from shapan.server.tournament.standing import Played, standings
from shapan.server.tournament.swiss import swiss_round

SIZES = [(players, seats, least) for players in range(2, 25) for seats in range(2, 7) for least in range(2, seats + 1)]


def ways(players: Sequence[Player], sizes: Sequence[int]) -> Iterator[list[tuple[Player, ...]]]:
    """Give all ways to share players out among tables; some come several times."""
    if not sizes:
        yield []
        return
    for table in combinations(players, sizes[0]):
        rest = [player for player in players if player not in table]
        for others in ways(rest, sizes[1:]):
            yield [table, *others]


def again(history: History, tables: Sequence[Sequence[Player]]) -> int:
    return sum(history.met[pair] for table in tables for pair in pairs(table))


def spread(scores: dict[Player, int], tables: Sequence[Sequence[Player]]) -> int:
    return sum((scores[one] - scores[other]) ** 2 for table in tables for one, other in pairs(table))


def uneven(rounds: Sequence[Round]) -> int:
    return sum(times**2 for times in history_of(rounds).met.values())


def is_whole(played: Round, present: Sequence[Player], seats: int, least: int) -> bool:
    """Return whether everyone who is here has one place, at a table that the game allows or by a bye."""
    there = [*(player for table in played.tables for player in table), *played.byes]
    return sorted(there) == sorted(present) and all(least <= len(table) <= seats for table in played.tables)


@pytest.mark.parametrize(("players", "seats", "least"), SIZES)
def test_tables_are_as_few_and_as_alike_as_can_be(players: int, seats: int, least: int) -> None:
    sizes = table_sizes(players, seats, least)
    possible = [
        (players - total, count)
        for count in range(1, players // least + 1)
        for total in range(count * least, min(count * seats, players) + 1)
    ]
    assert (players - sum(sizes), len(sizes)) == min(possible, default=(players, 0))
    assert not sizes or (max(sizes) - min(sizes) <= 1 and least <= min(sizes) and max(sizes) <= seats)


def test_the_usual_rounds_reach_far_enough() -> None:
    assert [usual_rounds("robin", players, 2) for players in (2, 5, 6, 24)] == [1, 5, 5, 23]
    assert [usual_rounds("robin", players, 4) for players in (4, 8, 13)] == [1, 3, 4]
    assert [usual_rounds("swiss", players, 2) for players in (2, 4, 8, 9, 16, 24)] == [1, 3, 3, 4, 4, 5]
    assert [usual_rounds("swiss", players, 4) for players in (4, 7, 16, 24)] == [1, 2, 3, 3]


# Round robin


@pytest.mark.parametrize("players", range(2, 25))
def test_by_the_circle_each_two_meet_once_and_begin_as_often(players: int) -> None:
    rounds: list[Round] = []
    everyone = range(1, players + 1)
    count = usual_rounds("robin", players, 2)
    for _ in range(count):
        rounds.append(robin_round(everyone, everyone, rounds, 2, 2, count, "seed"))
        assert is_whole(rounds[-1], everyone, 2, 2)
    history = history_of(rounds)
    assert history.met == Counter(combinations(everyone, 2)), "each pair once"
    assert set(history.byes.values()) == ({1} if players % 2 else set())
    assert all(abs(history.sat[player, 0] - history.sat[player, 1]) <= 1 for player in everyone)


@pytest.mark.parametrize("missing", [1, 2, 3])
def test_whose_opponent_has_withdrawn_has_a_bye(missing: int) -> None:
    everyone, rounds = range(1, 9), [circle(tuple(range(1, 9)), "seed")[0]]
    present = everyone[missing:]
    while len(rounds) < 7:
        rounds.append(robin_round(everyone, present, rounds, 2, 2, 7, "seed"))
        assert is_whole(rounds[-1], present, 2, 2)
    assert max(history_of(rounds).met.values()) == 1
    assert all(history_of(rounds).met[pair] for pair in combinations(present, 2)), "those who stay all meet"


@pytest.mark.parametrize(
    ("players", "seats", "rounds"), [(6, 3, 2), (6, 3, 3), (7, 3, 2), (8, 4, 2), (6, 4, 3), (5, 3, 3)]
)
def test_a_plan_is_as_even_as_any(players: int, seats: int, rounds: int) -> None:
    """By trying all plans; the first round may be any, since players can be called what one likes."""
    everyone = list(range(1, players + 1))
    sizes = table_sizes(players, seats, 2)
    single = [list(table) for table in {tuple(sorted(map(tuple, way))) for way in ways(everyone, sizes)}]

    def least(met: Counter[tuple[Player, Player]], left: int) -> int:
        if not left:
            return sum(times**2 for times in met.values())
        return min(least(met + Counter(pair for table in way for pair in pairs(table)), left - 1) for way in single)

    first = Counter(pair for table in single[0] for pair in pairs(table))
    assert uneven(planned(tuple(everyone), seats, 2, rounds, "seed")) == least(first, rounds - 1)


@pytest.mark.parametrize(
    ("players", "seats", "rounds"), [(9, 3, 4), (15, 3, 5), (21, 3, 7), (20, 4, 5), (24, 3, 4), (25, 5, 6), (4, 3, 4)]
)
def test_where_it_is_known_that_no_two_need_to_meet_again_none_do(players: int, seats: int, rounds: int) -> None:
    plan = planned(tuple(range(players)), seats, seats, rounds, "seed")
    most = -(-rounds * len(plan[0].tables) * seats * (seats - 1) // 2 // (players * (players - 1) // 2))
    assert max(history_of(plan).met.values()) <= max(1, most)


@pytest.mark.parametrize(
    ("players", "seats"), [(p, n) for n in range(3, 7) for p in (n, n + 1, 2 * n - 1, 13)] + [(24, 4)]
)
def test_who_has_met_differs_little_in_a_round_robin_of_larger_tables(players: int, seats: int) -> None:
    everyone, rounds = range(players), list[Round]()
    count = usual_rounds("robin", players, seats)
    for _ in range(count):
        rounds.append(robin_round(everyone, everyone, rounds, seats, 3, count, "seed"))
        assert is_whole(rounds[-1], everyone, seats, 3)
    history = history_of(rounds)
    each, more = divmod(history.met.total(), players * (players - 1) // 2)
    least = more * (each + 1) ** 2 + (players * (players - 1) // 2 - more) * each**2
    assert uneven(rounds) <= 1.5 * least and max(history.met.values()) <= each + 3
    assert not history.byes or max(history.byes.values()) - min(history.byes[one] for one in everyone) <= 1


def test_larger_tables_are_shared_out_anew_without_who_has_withdrawn() -> None:
    everyone = range(9)
    rounds = [robin_round(everyone, everyone, [], 3, 3, 4, "seed")]
    rounds.append(robin_round(everyone, everyone[2:], rounds, 3, 3, 4, "seed"))
    assert is_whole(rounds[1], everyone[2:], 3, 3) and len(rounds[1].byes) == 1
    rounds.append(robin_round(everyone, everyone[2:], rounds, 3, 3, 4, "seed"))
    assert not set(rounds[1].byes) & set(rounds[2].byes)


# Swiss


@st.composite
def positions(draw: st.DrawFn) -> tuple[dict[Player, int], list[Round], int, int, str]:
    """Give some players with points, what was played, and the sizes that a game allows."""
    count, seats = draw(st.integers(2, 8)), draw(st.integers(2, 4))
    least = draw(st.integers(2, seats))
    seed = str(draw(st.integers(0, 1000)))
    random = Random(seed)
    rounds = []
    for _ in range(draw(st.integers(0, 4))):
        order = random.sample(range(count), count)
        sizes, tables = table_sizes(count, seats, least), []
        for size in sizes:
            tables.append(tuple(order[:size]))
            order = order[size:]
        rounds.append(Round(tables, order))
    return {one: random.randrange(5) * 60 for one in range(count)}, rounds, seats, least, seed


@given(positions())
@settings(max_examples=40, deadline=None, derandomize=True)
def test_as_few_meet_again_as_can_and_then_points_differ_least(
    position: tuple[dict[Player, int], list[Round], int, int, str],
) -> None:
    scores, rounds, seats, least, seed = position
    history = history_of(rounds)
    found = swiss_round(scores, rounds, seats, least, seed)
    assert is_whole(found, list(scores), seats, least)
    playing = [one for one in scores if one not in found.byes]
    sizes = table_sizes(len(scores), seats, least)
    best = min(((again(history, way), spread(scores, way)) for way in ways(playing, sizes)), default=(0, 0))
    assert (again(history, found.tables), spread(scores, found.tables)) == best
    key = {one: (history.byes[one], scores[one]) for one in scores}
    assert max((key[one] for one in found.byes), default=(0, 0)) <= min((key[one] for one in playing), default=(99, 0))
    for table in found.tables:
        begun = [history.sat[one, 0] for one in table]
        assert begun[0] == min(begun), "who has begun least begins"


@given(st.integers(2, 24), st.integers(2, 6), st.data())
@settings(max_examples=12, deadline=None, derandomize=True)
def test_a_swiss_tournament_keeps_its_promises(count: int, seats: int, data: st.DataObject) -> None:
    least = data.draw(st.integers(2, seats))
    seed = str(data.draw(st.integers(0, 10**6)))
    random = Random(seed)
    scores, rounds = dict.fromkeys(range(count), 0), list[Round]()
    present = list(scores)
    for _ in range(data.draw(st.integers(1, 6))):
        here = {one: scores[one] for one in present}
        found = swiss_round(here, rounds, seats, least, seed)
        assert found == swiss_round(dict(reversed(here.items())), rounds, seats, least, seed), "the same again"
        assert is_whole(found, present, seats, least)
        for table in found.tables:
            for one, points in zip(table, points_of(random.sample(range(len(table)), len(table))), strict=True):
                scores[one] += points
        rounds.append(found)
        if len(present) > 2 and random.random() < 0.2:
            present.remove(random.choice(present))
    byes = history_of(rounds).byes
    out = sum(len(played.byes) for played in rounds)
    assert out > len(present) or max(byes.values(), default=0) <= 1, "no one has a second bye before all had one"


@pytest.mark.parametrize(("count", "rounds"), [(16, 4), (24, 5), (23, 5), (64, 6)])
def test_in_a_long_swiss_no_one_meets_again_and_all_begin_about_as_often(count: int, rounds: int) -> None:
    random = Random(count)
    scores, played = dict.fromkeys(range(count), 0), list[Round]()
    for _ in range(rounds):
        played.append(swiss_round(scores, played, 2, 2, "seed"))
        for one, other in played[-1].tables:
            won, lost = random.choice([(one, other), (other, one)])
            scores[won] += POINT
            assert won != lost
        for one in played[-1].byes:
            scores[one] += bye_points(2)
    history = history_of(played)
    assert max(history.met.values()) == 1
    assert all(abs(history.sat[one, 0] - history.sat[one, 1]) <= 2 for one in scores)
    groups = [abs(scores[one] - scores[other]) for one, other in played[-1].tables]
    assert max(groups) <= 3 * POINT


def test_seats_are_given_to_whom_had_them_least() -> None:
    history = history_of([Round([(1, 2, 3)]), Round([(1, 3, 2)]), Round([(2, 1, 3)])])
    best = min(
        permutations((1, 2, 3)),
        key=lambda table: [history.sat[table[0], 0], sum(history.sat[one, seat] for seat, one in enumerate(table))],
    )
    assert seated((1, 2, 3), history) == best and best[0] == 3


# Points and standings


@pytest.mark.parametrize("size", range(2, 8))
def test_a_place_is_worth_the_share_of_the_others_left_behind(size: int) -> None:
    for ranks in (list(range(1, size + 1)), [1] * size, [1] + [2] * (size - 1), [1] * (size - 1) + [9]):
        points = points_of(ranks)
        shares = [
            Fraction(sum(2 * (own < other) + (own == other) for other in ranks) - 1, 2 * (size - 1)) for own in ranks
        ]
        assert [Fraction(one, POINT) for one in points] == shares
        assert sum(points) * 2 == POINT * size, "the same for all tables, by player"
    assert points_of([3]) == [0] and bye_points(2) == points_of([1, 2])[0] and bye_points(4) * 2 == POINT


def test_standings_go_by_points_opponents_direct_meetings_wins_and_lot() -> None:
    def table(*players: Player) -> Played:
        return Played(players, points_of(range(1, len(players) + 1)))

    by_points = standings([1, 2, 3], [table(1, 2)], {3: POINT}, "seed")
    assert [row.points for row in by_points] == [POINT, POINT, 0] and by_points[0].player == 1, "3 met no one"
    order = standings(range(1, 7), [table(1, 2), table(3, 4), table(5, 6), table(2, 5), table(3, 1)], {}, "seed")
    assert [row.player for row in order][:1] == [3]
    tied = {row.player: row.strength for row in order if row.points == POINT}
    assert sorted(tied, key=lambda one: -tied[one]) == [row.player for row in order if row.points == POINT]
    level = standings([1, 2, 3, 4], [table(1, 2), table(2, 1), table(3, 4), table(3, 4)], {}, "seed")
    assert level[0].player == 3 and {row.player for row in level if row.by_lot} == {1, 2}
    again = standings([1, 2, 3, 4], [table(1, 2), table(2, 1), table(3, 4), table(3, 4)], {}, "seed")
    assert [row.player for row in level] == [row.player for row in again], "the lot falls once"
    met = standings([1, 2, 3, 4], [table(2, 1), table(1, 3), table(4, 2), table(3, 4)], {}, "seed")
    assert {row.strength for row in met} == {POINT} and {row.direct for row in met} == {1} and met[0].by_lot
    ahead = standings([1, 2, 3, 4], [table(2, 1), table(1, 3), table(3, 2), table(1, 4), table(2, 4)], {3: 120}, "seed")
    assert [row.player for row in ahead][:1] == [3], "by points"
    two = [row for row in ahead if row.player in (1, 2)]
    assert two[0].points == two[1].points and two[0].strength == two[1].strength
    assert [row.player for row in two] == [2, 1] and two[0].direct == 1 and not two[0].by_lot
