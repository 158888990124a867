"""Ratings: what they come to, which matches count, that each counts once, and that they can be made again."""

from __future__ import annotations

import asyncio
import math
from collections.abc import Sequence
from typing import Any

import pytest
from openskill.models import PlackettLuce
from sqlalchemy import update

from server.apart import run, run_command
from server.people import PIG_HOLD, PIG_ROLL, Data, Person, Place, new_id
from server.test_friends import members
from server.test_profile import page, write
from shapan.engine.game import Outcome
from shapan.engine.registry import find
from shapan.server.people.rating import pool_of, rate, shown_rating
from shapan.server.settings import Settings
from shapan.server.store.account import AccountRow, LoginRow
from shapan.server.store.backend import Backend
from shapan.server.store.people import now
from shapan.server.store.rating import MU, SIGMA, Placed, Rating, Worth
from shapan.server.store.row import MatchRow, SeatRow
from shapan.server.store.schema import MATCHES
from shapan.server.store.storage import Store

RATED = {"game": "pig", "listed": True, "rated": True, "seats": [{"kind": "me"}, {"kind": "open"}]}
CASES = [
    ([[(25, SIGMA)], [(25, SIGMA)]], [1, 2]),
    ([[(30, 2)], [(20, 5)], [(25, 8)]], [1, 2, 2]),
    ([[(25, 8), (27, 3)], [(20, 4), (22, 5)]], [2, 1]),
    ([[(25, 8)], [(27, 3)], [(20, 4)], [(29, 2)]], [1, 2, 2, 4]),
    ([[(25, 8)], [(20, 8)]], [1, 1]),
]


@pytest.fixture
def settings(settings: Settings) -> Settings:
    settings.accounts = "on"
    settings.password_memory = 8
    return settings


def plackett_luce(parties: Sequence[Sequence[Worth]], ranks: Sequence[int]) -> list[list[Worth]]:
    """Recompute a match by Weng and Lin (2011), algorithm 4, with the constants of the library."""
    beta, kappa, tau = 25 / 6, 1e-4, 25 / 300
    wide = [[(mu, math.hypot(sigma, tau)) for mu, sigma in party] for party in parties]
    means = [sum(mu for mu, _ in party) for party in wide]
    spread = [sum(sigma**2 for _, sigma in party) for party in wide]
    c = math.sqrt(sum(one + beta**2 for one in spread))
    strength = [math.exp(mean / c) for mean in means]
    behind = [sum(one for one, rank in zip(strength, ranks, strict=True) if rank >= own) for own in ranks]
    found = []
    for i, party in enumerate(wide):
        omega = delta = 0.0
        for q, rank in enumerate(ranks):
            if rank <= ranks[i]:
                p = strength[i] / behind[q]
                omega += ((q == i) - p) / ranks.count(rank)
                delta += p * (1 - p) / ranks.count(rank)
        omega *= spread[i] / c
        delta *= spread[i] / c**2 * math.sqrt(spread[i]) / c
        share = [(mu, sigma, sigma**2 / spread[i]) for mu, sigma in party]
        found.append(
            [(mu + part * omega, sigma * math.sqrt(max(1 - part * delta, kappa))) for mu, sigma, part in share]
        )
    return found


@pytest.mark.parametrize(("parties", "ranks"), CASES)
def test_a_match_changes_ratings_as_the_library_and_the_paper_say(parties: list[list[Worth]], ranks: list[int]) -> None:
    model = PlackettLuce()
    teams = [[model.rating(mu=mu, sigma=sigma) for mu, sigma in party] for party in parties]
    theirs = [
        [(one.mu, one.sigma) for one in team] for team in model.rate(teams, ranks=[float(rank) for rank in ranks])
    ]
    ours, paper = rate(parties, ranks), plackett_luce(parties, ranks)
    assert ours == theirs
    for own, other in zip(ours, paper, strict=True):
        assert [value for pair in own for value in pair] == pytest.approx([value for pair in other for value in pair])


def test_ratings_are_shown_with_how_far_they_may_be_off() -> None:
    assert shown_rating(MU, SIGMA) == (1500, 667, False) and shown_rating(30, 4) == (1700, 320, True)
    assert pool_of("pig", 0, 2) == "pig:live:2" and pool_of("pig", 3600, 5) == "pig:days:3"


def test_parties_are_sides_teams_or_seats_and_who_has_gone_comes_last(monkeypatch: pytest.MonkeyPatch) -> None:
    def parties(game: str, ranks: list[int], gone: set[int], winners: list[int] | None = None) -> Any:
        won = [seat for seat, rank in enumerate(ranks) if rank == 1] if winners is None else winners
        return find(game).parties(None, Outcome("win", ranks, won, []), gone)

    assert parties("planet_masters", [2, 1, 2], set()) == [(1, [1]), (2, [0]), (2, [2])]
    assert parties("planet_masters", [2, 1, 3], {1}) == [(2, [0]), (3, [2]), (4, [1])]
    assert parties("battlestar", [1, 2, 1, 1], set()) == [(1, [0, 2, 3]), (2, [1])]
    assert parties("battlestar", [1, 2, 1, 1], {2}) == [(1, [0, 3]), (2, [1]), (3, [2])]
    assert parties("battlestar", [1, 1, 1], set()) == [(1, [0, 1, 2])], "nobody to compare with"
    monkeypatch.setattr(type(find("starcraft")), "team", lambda _, state, seat: [seat % 2, seat % 2 + 2])
    assert parties("starcraft", [2, 1, 2, 1], set()) == [(1, [1, 3]), (2, [0, 2])]
    assert parties("starcraft", [2, 1, 2, 1], {3}) == [(1, [1]), (2, [0, 2]), (3, [3])]


def table(ling: Person, tomas: Person, **rest: Any) -> str:
    """Return a match of two members that has begun."""
    opened = ling.post("/matches", {**RATED, "options": {"target": 10}, **rest}).json()
    assert tomas.form(opened["joins"][0]["url"], {"name": ""}).status_code == 303
    for person in (ling, tomas):
        person.ready(opened["id"])
    match: str = opened["id"]
    return match


def play(match: str, *people: Person) -> Data:
    while True:
        for person in people:
            frame = person.frame(match)
            if frame["outcome"] is not None:
                return frame
            if frame["decision"]:
                codes = [target["code"] for target in frame["decision"]["targets"]]
                rolled = next(zone["count"] for zone in frame["scene"]["zones"] if zone["id"] == "rolled")
                person.answer(match, PIG_HOLD if rolled >= 10 and PIG_HOLD in codes else PIG_ROLL)


def rated(place: Place) -> dict[str, list[Rating]]:
    """Rate what is over; return by name the ratings."""

    async def work() -> dict[str, list[Rating]]:
        await place.client.app.state.ratings.run_once()
        rows = await place.hub.store.accounts.accounts()
        return {row.name: await place.hub.store.ratings.of(row.id) for row in rows}

    return place.client.blocking_portal.call(work)


def end(place: Place, match: str) -> None:
    async def work() -> None:
        await (await place.hub.room(match)).note_end()

    place.client.blocking_portal.call(work)


def test_a_rated_match_counts_once_and_is_shown(
    settings: Settings, place: Place, capsys: pytest.CaptureFixture[str]
) -> None:
    ling, tomas = members(place, "Ling", "Tomas")
    match = table(ling, tomas)
    frame = play(match, ling, tomas)
    end(place, match)
    won = "Ling" if frame["outcome"]["winners"] == [0] else "Tomas"
    lost = "Tomas" if won == "Ling" else "Ling"
    [[(up, _)], [(down, sigma)]] = plackett_luce([[(MU, SIGMA)], [(MU, SIGMA)]], [1, 2])
    for ratings in (rated(place), rated(place)):
        assert [(one.pool, one.matches) for one in ratings[won]] == [("pig:live:2", 1)]
        assert (ratings[won][0].mu, ratings[lost][0].mu) == pytest.approx((up, down))
        assert ratings[lost][0].sigma == pytest.approx(sigma)
    assert f"{shown_rating(down, sigma)[0]}?" in page(place.person(), lost)
    ling.form("/member", {"shows": "none"})
    assert "pig-live" not in page(tomas) and "Ratings" not in page(tomas) and "Ratings" in page(ling)
    export = ling.get("/account/export").json()
    assert export["ratings"][0]["pool"] == "pig:live:2" and export["rated_matches"][0]["match"] == match
    assert run_command(["ratings", "rebuild", "--data", str(settings.data)]) == 0
    assert "from 1 matches" in capsys.readouterr().out and rated(place)[won][0].mu == pytest.approx(up)


def test_who_stays_away_comes_last_and_a_match_that_began_otherwise_is_not_rated(place: Place) -> None:
    ling, tomas = members(place, "Ling", "Tomas")
    left = table(ling, tomas)
    assert ling.act(left, "leave", id=new_id(), seat=0).status_code == 200
    # As after a crash: it is over, and nobody has noted it.
    write(place, update(MATCHES).where(MATCHES.c.id == left).values(status="on"))
    assert rated(place) == {"Ling": [], "Tomas": []}, "it may still be going on"
    write(place, update(MATCHES).where(MATCHES.c.id == left).values(touched=now() - 3600))
    hints = ling.post("/matches", {**RATED, "options": {"target": 10}}).json()
    tomas.form(hints["joins"][0]["url"], {"name": ""})
    assert ling.act(hints["id"], "table", id=new_id(), hints=True).status_code == 200
    for person in (ling, tomas):
        person.ready(hints["id"])
    play(hints["id"], ling, tomas)
    end(place, hints["id"])
    ratings = rated(place)
    assert ratings["Tomas"][0].matches == ratings["Ling"][0].matches == 1
    assert ratings["Tomas"][0].mu > MU > ratings["Ling"][0].mu


def test_what_is_over_is_rated_however_many_tables_wait_and_none_of_them_is_looked_at_twice(
    place: Place, monkeypatch: pytest.MonkeyPatch
) -> None:
    ling, tomas = members(place, "Ling", "Tomas")
    match = table(ling, tomas)
    play(match, ling, tomas)
    end(place, match)
    idle, looked = now() - 3600, list[str]()

    async def add() -> None:
        for number in range(60):
            row = MatchRow(f"idle{number:02}", "pig", 1, 1, {}, "friendly", b"", "x", "on", rated="on")
            await place.hub.store.add_match(row, [SeatRow(0, "player")])

    place.client.blocking_portal.call(add)
    write(place, update(MATCHES).where(MATCHES.c.id.like("idle%")).values(touched=idle))
    glance = place.hub.glance
    running = table(ling, tomas)

    async def count(name: str) -> Any:
        looked.append(name)
        if name == "idle07":
            raise ZeroDivisionError
        return await glance(running if name.startswith("idle") else name)

    monkeypatch.setattr(place.hub, "glance", count)
    assert rated(place)["Ling"][0].matches == 1, "the first time, before any that waits"
    for _ in range(4):
        rated(place)
    assert sorted(looked) == sorted([match, *(f"idle{number:02}" for number in range(60))])
    write(place, update(MATCHES).where(MATCHES.c.id == "idle03").values(touched=idle + 60))
    for _ in range(3):
        rated(place)
    assert looked.count("idle03") == 2 and len(looked) == 62, "once more for each touch"


@pytest.mark.parametrize(
    "change",
    [
        {"listed": False},
        {"hints": "on"},
        {"seats": [{"kind": "me"}, {"kind": "open"}, {"kind": "bot"}]},
        {"seats": [{"kind": "me"}, {"kind": "hot"}]},
    ],
)
def test_a_table_that_cannot_be_rated_is_refused(place: Place, change: Data) -> None:
    ling = members(place, "Ling")[0]
    answer = ling.post("/matches", {**RATED, **change})
    assert answer.status_code == 422 and answer.json()["field"] == "rated"
    if "listed" in change:
        form = {"game": "pig", "kind.0": "me", "kind.1": "open", "rated": "on"}
        again = ling.form("/tables", form)
        assert again.status_code == 422 and "A rated table is public" in again.text
        assert place.person().post("/matches", RATED).status_code == 422, "guests open none"
        link = ling.post("/matches", RATED).json()["joins"][0]["url"]
        guest = place.person()
        assert guest.get(link).headers["location"].startswith("/account/login?next=/join/")
        assert guest.form(link, {"name": "Tomas"}).status_code == guest.post(f"/api{link}", {}).status_code == 403


def test_ratings_follow_from_what_is_kept_alike_in_both_databases(backend: Backend) -> None:
    async def work() -> None:
        store, other = Store(backend), Store(backend)  # as of two processes
        await store.start()
        await other.start()
        try:
            names = ["a" * 64, "b" * 64, "c" * 64]
            for name in names:
                row = AccountRow(name, name[0], name[0], 1, 1, 1)
                await store.accounts.sign_up(row, [], LoginRow(name, "", 1, name), None)
            wanted: dict[str, Worth] = dict.fromkeys(names, (MU, SIGMA))
            results = [
                [(1, names[:1]), (2, names[1:2])],
                [(1, names[1:2]), (1, names[:1])],
                [(1, names[2:]), (2, names[:2])],
            ]
            for number, parties in enumerate(results):
                await match(store, f"m{number}", "on")
                placed = [Placed(rank, accounts) for rank, accounts in parties]
                done = await asyncio.gather(
                    *(
                        one.ratings.rate(f"m{number}", "pig:live:2", placed, rate)
                        for one in (store, other, store, other)
                    )
                )
                assert sorted(done) == [False, False, False, True], "once, however many find it"
                before = [[wanted[one] for one in accounts] for _, accounts in parties]
                for (_, accounts), after in zip(
                    parties, plackett_luce(before, [rank for rank, _ in parties]), strict=True
                ):
                    wanted |= dict(zip(accounts, after, strict=True))
            found = {one.account: (one.mu, one.sigma) for one in await store.ratings.all()}
            assert {one: pytest.approx(worth) for one, worth in wanted.items()} == found
            await match(store, "alone", "on")
            await store.ratings.rate("alone", "pig:live:2", [Placed(1, names)], rate)
            assert await store.ratings.unrated() == []
            kept = await store.ratings.all()
            assert await store.ratings.rebuild(rate) == len(results) and await store.ratings.all() == kept
            await store.accounts.forget(names[1])
            assert await store.ratings.rebuild(rate) == len(results)
            assert await store.ratings.all() == [one for one in kept if one.account != names[1]]
        finally:
            await store.stop()
            await other.stop()

    async def match(store: Store, name: str, rated: str) -> None:
        row = MatchRow(name, "pig", 1, 2, {}, "friendly", b"", "a" * 64, "over", rated=rated)
        await store.add_match(row, [SeatRow(0, "player"), SeatRow(1, "player")])

    run(work())
