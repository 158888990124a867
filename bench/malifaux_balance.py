"""Measure greedy play of Malifaux and hold it against section 10 of the spec; prints Markdown tables.

uv run python bench/malifaux_balance.py --write    # into docs/reference/malifaux-balance.md

Both seats are `greedy`. Each of the nine pairs of leaders plays `--matches` matches with crews that the bots hire, and
as many with the ready lists of the spec; match i of a pair has the same chance however many are played.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from itertools import product
from typing import Any, NamedTuple

from balance import BEGIN, END, REFERENCE, parser, percent, played, quantiles, row, share
from page import put

from shapan.bots import DecisionPoint, find
from shapan.engine.chance import Stream, derive
from shapan.engine.table import PolicyTable
from shapan.games.malifaux import actions, names, roster
from shapan.games.malifaux.game import MALIFAUX as GAME

CREWS = ("hired", "listed")
LEADERS = tuple(crew.leader for crew in roster.CREWS if crew.size == 50)
LISTS = tuple(crew.number for crew in roster.CREWS if crew.size == 50)
DUELS = frozenset({"cheat", "modify", "trigger", "card", "suit", "block", "reduce", "relent", "pay", "redirect"})
SPEC_LENGTH = {"activations": "80 to 90", "actions": "250 to 350", "duels": "300 to 500"}
"""Section 10: decisions of a match."""
PAGE = REFERENCE / "malifaux-balance.md"


class Played(NamedTuple):
    """A match: leaders, scenario, who attacked, what was scored, and how many decisions it took."""

    leaders: list[int]
    """By seat, the place in `LEADERS`."""
    strategy: int
    deployment: int
    attacker: int
    winners: list[int]
    strategy_points: list[int]
    chosen: list[list[int]]
    """By seat, the schemes that were chosen."""
    revealed: list[list[int]]
    ended: list[list[int]]
    """By seat, the schemes whose end point was taken."""
    killed: list[int]
    """By seat, the models that it has lost."""
    activations: int
    actions: int
    duels: int

    def schemes(self, seat: int) -> int:
        """Return the points of a seat for its schemes."""
        return len(self.revealed[seat]) + len(self.ended[seat])

    def points(self, seat: int) -> int:
        """Return the victory points of a seat."""
        return self.strategy_points[seat] + self.schemes(seat)

    def win(self, seat: int) -> float:
        """Return 1 for a victory of a seat, a half for a draw."""
        return (seat in self.winners) / len(self.winners)


Job = tuple[str, int, int, int]
"""How crews are chosen, leaders of both seats, number."""


def play(job: Job) -> Played:
    """Play one match; the leaders are given, all else is decided by the bots."""
    crews, first, second, number = job
    leads = (first, second)
    state = GAME.start({}, 2, derive(b"balance", *leads, number))
    bot, rng, counts = find("greedy"), Stream(derive(b"bots", *leads, number)), {"activate": 0, "action": 0, "duel": 0}
    scored: dict[str, list[list[int]]] = {"reveal": [[], []], "end_point": [[], []]}
    views: dict[int, Any] = {}

    def choose(state: Any, prompt: Any, seat: int, arg: int, options: Any, picked: Any) -> int:
        if prompt.key == "leader":
            return leader_code(crews, leads[seat])
        if not picked:
            views[seat] = GAME.view(state, seat)
        code = bot.choose(DecisionPoint(GAME, views[seat], prompt, seat, arg, options, picked, rng))
        if not picked:
            kind = "duel" if prompt.key in DUELS else {"free_action": "action"}.get(prompt.key, prompt.key)
            counts[kind] = counts.get(kind, 0) + 1
            if prompt.key in scored and code != actions.DECLINE:
                scored[prompt.key][seat].append(scheme_of(code))
        return code

    GAME.play_out(state, PolicyTable(state, choose))
    outcome = GAME.outcome(state)
    assert outcome is not None
    lost = [
        sum(
            side == seat and not state.is_in_play(model) and state.models.replaced_by[model] < 0
            for model, side in enumerate(state.models.sides)
        )
        for seat in (0, 1)
    ]
    return Played(
        list(leads), state.strategy, state.deployment, state.attacker, list(outcome.winners),
        list(state.strategy_points), [list(zone.cards) for zone in state.schemes], scored["reveal"],
        scored["end_point"], lost, counts["activate"], counts["action"], counts["duel"],
    )  # fmt: skip


def leader_code(crews: str, leader: int) -> int:
    """Return the answer that names a leader, or its ready list."""
    if crews == "listed":
        return actions.LIST_.codes[LISTS[leader]]
    card = roster.MODEL.numbers[LEADERS[leader]]
    return actions.LEADER.code(roster.FACTIONS.index(roster.MODELS[card].faction), card)


def scheme_of(code: int) -> int:
    """Return the scheme of a reveal or end point."""
    return (actions.REVEAL if actions.REVEAL.has(code) else actions.END_POINT).value(code)


def mean(values: Sequence[float]) -> str:
    """Return a mean with one place."""
    return f"{sum(values) / len(values):.1f}" if values else "–"


def seats_of(matches: Sequence[Played], leader: int) -> list[tuple[Played, int]]:
    """Return the matches and seats in which a leader plays against another one."""
    return [
        (match, seat)
        for match in matches
        for seat in (0, 1)
        if match.leaders[seat] == leader != match.leaders[1 - seat]
    ]


def pair_rows(matches: Sequence[Played]) -> list[str]:
    """Return for each leader how often it beats each other one, whoever sits where; a draw counts half."""
    rows = []
    for leader, name in enumerate(LEADERS):
        seats = seats_of(matches, leader)
        cells = []
        for other in range(len(LEADERS)):
            against = [(match, seat) for match, seat in seats if match.leaders[1 - seat] == other]
            won = share(sum(match.win(seat) for match, seat in against), len(against))
            cells.append("mirror" if leader == other else won)
        whole = share(sum(match.win(seat) for match, seat in seats), len(seats))
        rows.append(row(name, *cells, whole, mean([match.points(seat) for match, seat in seats])))
    return rows


def side_rows(matches: Sequence[Played]) -> list[str]:
    """Return what the Attacker and the lower seat win, and how often nobody does."""
    count = len(matches)
    return [
        row("Attacker", share(sum(match.win(match.attacker) for match in matches), count)),
        row("seat 0", share(sum(match.win(0) for match in matches), count)),
        row("drawn", share(sum(len(match.winners) == 2 for match in matches), count)),
    ]


def strategy_rows(matches: Sequence[Played]) -> list[str]:
    """Return by strategy the points of it and of schemes, models lost, and how much the points differ."""
    rows = []
    for strategy, name in enumerate(names.STRATEGIES):
        there = [match for match in matches if match.strategy == strategy]
        seats = list(product(there, (0, 1)))
        means = (
            mean([match.strategy_points[seat] for match, seat in seats]),
            mean([match.schemes(seat) for match, seat in seats]),
            mean([abs(match.points(0) - match.points(1)) for match in there]),
            mean([match.killed[seat] for match, seat in seats]),
        )
        rows.append(row(name, len(there), *means, percent(sum(len(one.winners) == 2 for one in there), len(there))))
    return rows


def scheme_rows(matches: Sequence[Played]) -> list[str]:
    """Return by scheme how often it is chosen, revealed, and brings its end point."""
    rows = []
    for scheme, name in enumerate(names.SCHEMES):
        seats = [(match, seat) for match in matches for seat in (0, 1) if scheme in match.chosen[seat]]
        shown = percent(sum(scheme in match.revealed[seat] for match, seat in seats), len(seats))
        ended = percent(sum(scheme in match.ended[seat] for match, seat in seats), len(seats))
        rows.append(row(name, len(seats), shown, ended))
    return rows


def length_rows(matches: Sequence[Played]) -> list[str]:
    """Return how many decisions a match takes, beside the spec."""
    takes: tuple[tuple[str, Callable[[Played], int]], ...] = (
        ("activations", lambda match: match.activations),
        ("actions", lambda match: match.actions),
        ("duels", lambda match: match.duels),
    )
    return [row(name, quantiles([take(match) for match in matches]), SPEC_LENGTH[name]) for name, take in takes]


LEADS: dict[str, Callable[[Played], int]] = {
    "strategy points": lambda match: match.strategy_points[0] - match.strategy_points[1],
    "scheme points": lambda match: match.schemes(0) - match.schemes(1),
    "models left": lambda match: match.killed[1] - match.killed[0],
}
"""By how much seat 0 is ahead of seat 1 in something."""


def decided(matches: Sequence[Played]) -> str:
    """Return by what matches are decided: who has more of something wins how often."""
    told = []
    for name, lead in LEADS.items():
        ahead = [(match, 0 if lead(match) > 0 else 1) for match in matches if lead(match) and len(match.winners) == 1]
        told.append(f"more {name}: {percent(sum(seat in match.winners for match, seat in ahead), len(ahead))}")
    return "; ".join(told)


def main() -> None:
    """Play all matches, print the tables, and put them into the page."""
    flags = parser(PAGE, "60")
    flags.add_argument("--crews", choices=CREWS, help="only matches with crews of one kind")
    arguments = flags.parse_args()
    kinds = [arguments.crews] if arguments.crews else list(CREWS)
    pairs = list(product(range(len(LEADERS)), repeat=2))
    jobs = [(kind, *pair, number) for number in range(int(arguments.matches)) for kind in kinds for pair in pairs]
    kept: Mapping[Any, Played] = played(jobs, play, lambda match: Played(*match), arguments.keep, arguments.jobs)
    text = [HEAD.format(matches=arguments.matches)]
    for kind in kinds:
        matches = [match for job, match in kept.items() if job[0] == kind]
        text += [PAIRS_HEAD[kind].format(count=len(matches)), *pair_rows(matches)]
    matches = list(kept.values())
    text += [
        SIDES_HEAD,
        *side_rows(matches),
        STRATEGIES_HEAD,
        *strategy_rows(matches),
        SCHEMES_HEAD,
        *scheme_rows(matches),
    ]
    text += [LENGTH_HEAD, *length_rows(matches), "", f"Who wins, in percent, of those with {decided(matches)}."]
    print("\n".join(text))
    if arguments.write:
        put(PAGE, BEGIN, END, "\n".join(text))


HEAD = """Both seats are `greedy`. A draw counts half. Shares have 95 % intervals (Wilson). Made by
`uv run python bench/malifaux_balance.py --matches {matches} --write`."""
_PAIRS = """

| leader | against lady_justice | against seamus | against nekima | against both others | points, mean |
| --- | --- | --- | --- | --- | --- |"""
PAIRS_HEAD = {
    "hired": "\nCrews that the bots hire, {count} matches: wins by pair (0.35 to 0.65 is asked for)." + _PAIRS,
    "listed": "\nReady lists, {count} matches: wins by pair." + _PAIRS,
}
SIDES_HEAD = """
All matches together: who begins.

| who | share |
| --- | --- |"""
STRATEGIES_HEAD = """
By strategy: points of a seat by strategy and by schemes (4 at most of each), by how much the points differ, and how
many models a seat loses.

| strategy | matches | strategy points | scheme points | apart | models lost | % drawn |
| --- | --- | --- | --- | --- | --- | --- |"""
SCHEMES_HEAD = """
Schemes: how often they are chosen, and what they bring.

| scheme | chosen | % revealed | % end point |
| --- | --- | --- | --- |"""
LENGTH_HEAD = """
Decisions of a match (both seats).

| what | p10 / median / p90 | spec |
| --- | --- | --- |"""

if __name__ == "__main__":
    main()
