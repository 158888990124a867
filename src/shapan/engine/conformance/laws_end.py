"""Laws of whole matches: they end, their outcome fits, and every way of playing them again gives the same."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from hashlib import blake2b
from typing import Any

import msgspec

from shapan.engine.chance import Chance, Stream
from shapan.engine.conformance.bound import BoundedTable, Endless, goes_on, too_long
from shapan.engine.conformance.compare import Differing, encode
from shapan.engine.conformance.laws_leave import left_last
from shapan.engine.conformance.laws_match import expect_closed, same_match
from shapan.engine.conformance.plan import Setting
from shapan.engine.conformance.play import Run
from shapan.engine.game import Game
from shapan.engine.match import Match, random_answer
from shapan.engine.prompt import Prompt
from shapan.engine.segment import CHANCE, NO_CHOICE
from shapan.engine.table import PolicyTable

FORFEIT = "forfeit"


def outcome(run: Run) -> None:
    """The outcome of a finished match fits: ranks, winners, result, scores, returns; nothing is asked any more."""
    match, game = run.match, run.game
    end = match.outcome
    if not run.expect("outcome_there", end is not None, "the match is over without an outcome") or end is None:
        return
    seats = run.seats
    run.expect("outcome_result", end.result in (*game.results, FORFEIT), f"unknown result {end.result!r}")
    ranks = len(end.ranks) == seats and all(1 <= rank <= max(2, seats) for rank in end.ranks)
    run.expect("outcome_ranks", ranks, f"ranks {end.ranks} of {seats} seats")
    first = [seat for seat, rank in enumerate(end.ranks) if rank == 1]
    run.expect("outcome_winners", sorted(end.winners) == first, f"winners {end.winners}, ranks {end.ranks}")
    left_last(run, match)
    run.expect("outcome_scores", len(end.scores) in (0, seats), f"scores {end.scores}")
    if not ranks:
        return
    returns = game.returns(end)
    fits = len(returns) == seats and all(-1 <= value <= 1 for value in returns)
    run.expect("outcome_returns", fits, f"returns {returns}")
    better = all(returns[a] >= returns[b] for a in range(seats) for b in range(seats) if end.ranks[a] < end.ranks[b])
    run.expect("outcome_returns", not fits or better, f"ranks {end.ranks} give returns {returns}")
    for viewer in run.viewers:
        frame = match.frame(viewer, run.before.shown(viewer))
        silent = frame.decision is None and not frame.waiting and not frame.may_undo
        run.expect("outcome_shown", silent and frame.outcome == end.write(), f"viewer {viewer}: {Differing({}, frame)}")
    for seat, ordinal in run.earlier.ordinals.items():
        expect_closed(run, match, seat, ordinal)


def replayed(run: Run) -> None:
    """The whole log played again gives the same match byte for byte, with all numbers."""
    data = msgspec.json.decode(encode(run.match.save()))
    again = Match.load(run.game, data, replay=True)
    same_match(run, "replay", run.match, again)
    saved = msgspec.json.decode(encode(again.save()))
    run.expect("replay_saved", saved == data, "{}", Differing(data, saved))


# Ways of playing


class Recorder(PolicyTable[Any]):
    """A table that answers each seat's questions from a row of picks and notes what falls.

    Raises Endless after `most` questions that no row has an answer to.
    """

    __slots__ = ("fallen", "most", "rows")

    def __init__(self, state: Any, rows: list[list[int]], most: int) -> None:
        super().__init__(state, self._from_row)
        self.rows = [iter(row) for row in rows]
        self.most = most
        self.fallen: list[tuple[int, int]] = []

    def _from_row(
        self, _state: Any, _prompt: Prompt[Any], seat: int, _arg: int, options: Sequence[int], _picked: Sequence[int]
    ) -> int:
        code = next(self.rows[seat], None)
        if code is not None:
            return code
        self.most -= 1
        if self.most < 0:
            raise Endless("a match that was over does not end when its answers are given at once")
        return options[0]

    def roll(self, stream: int, sides: int = 6) -> int:
        value = super().roll(stream, sides)
        self.fallen.append((stream, value))
        return value

    def draw(self, stream: int, pool: Sequence[int]) -> int:
        value = super().draw(stream, pool)
        self.fallen.append((stream, value))
        return value


def without_chance(state: Any) -> bytes:
    """Return a finished state as bytes, without its streams and what is left of its agenda."""
    copy = state.copy()
    copy.chance = Chance()
    copy.agenda.clear()
    return bytes(copy.encoded())


def modes(run: Run) -> None:
    """A policy that answers at once, open chance and scripted chance lead to the same end as stepping."""
    match, game = run.match, run.game
    if run.undone or match.gone or not match.over:  # who leaves ends it by no answer
        return
    if any(record.get("by") in NO_CHOICE for record in match.log):  # rules may ask for it; a policy chooses all
        return
    table = Recorder(game.start(run.options, run.seats, run.seed), run.chosen, run.most)
    game.play_out(table.state, table)
    table.state.agenda.clear()
    final = match.live
    run.expect(
        "modes_playout",
        table.state.encoded() == final.encoded(),
        "{}",
        Differing(final, table.state),
    )
    answers = [record for record in match.log if "answer" in record]
    _open_chance(run, answers, table.fallen)
    state = game.start(run.options, run.seats, run.seed)
    state.chance.scripts = [
        [value for stream, value in table.fallen if stream == number] for number in range(len(game.streams))
    ]
    scripted: Match[Any] = Match(game, run.seats, run.options, run.seed, state=state, hashes=False)
    for record in answers:
        scripted.answer(record["seat"], record["answer"], record["by"])
    for viewer in run.viewers:
        after = run.before.shown(viewer)
        first, second = match.frame(viewer, after), scripted.frame(viewer, after)
        run.expect("modes_frames", encode(first) == encode(second), "viewer {}: {}", viewer, Differing(first, second))
    run.expect(
        "modes_scripted",
        without_chance(scripted.live) == without_chance(final),
        "{}",
        Differing(final, scripted.live),
    )


def _open_chance(run: Run, answers: list[dict[str, Any]], fallen: list[tuple[int, int]]) -> None:
    match: Match[Any] = Match(run.game, run.seats, run.options, run.seed, open_chance=True, hashes=False)
    falls = iter(fallen)

    def fall() -> None:
        while match.waiting == [CHANCE]:
            stream, value = next(falls)
            outcomes = match.outcomes()
            whole = abs(sum(chance for _, chance in outcomes) - 1) < 1e-9
            run.expect(
                "modes_chance",
                whole
                and value in [v for v, _ in outcomes]
                and match.pending is not None
                and match.pending.stream == stream,
                f"{value} of stream {stream} is not among {outcomes}",
            )
            match.fall(value)

    fall()
    for record in answers:
        match.answer(record["seat"], record["answer"], record["by"])
        fall()
    run.expect(
        "modes_open_chance",
        without_chance(match.live) == without_chance(run.match.live),
        "{}",
        Differing(run.match.live, match.live),
    )


# Matches beside each other


def random_match(game: Game[Any], setting: Setting, seed: str, hashes: bool = False) -> Match[Any]:
    """Return a new match for `random_step`."""
    return Match(game, setting.seats, setting.options, seed, hashes=hashes)


def random_step(match: Match[Any], rng: Stream) -> bytes:
    """Answer once at random; return what all viewers see after it."""
    seat = rng.choice(match.waiting)
    decision = match.decisions[seat]
    match.answer(seat, random_answer(decision.prompt, match.live, seat, decision.arg, rng))
    frames = [match.frame(viewer, max(0, match.event_count(viewer) - 4)) for viewer in range(match.seats + 1)]
    return encode([frames, match.ask_hash()])


def beside(run: Run, other: Setting) -> None:
    """The same seed gives the same match, also while another match is played in between."""
    setting = Setting(run.seats, run.options)
    alone = _alone(run, setting)
    first, second = random_match(run.game, setting, run.seed), random_match(run.game, other, run.seed + "x")
    one, two = Stream(run.seed), Stream(run.seed + "x")
    rows = []
    for _ in range(len(alone)):
        rows.append(random_step(first, one))
        for _ in range(2):
            if not second.over:
                random_step(second, two)
    run.expect("same_seed", alone == _alone(run, setting), "one seed, two different matches")
    run.expect("interleaved", rows == alone, "a match goes otherwise while another is played in between")
    state = [run.game.start(run.options, run.seats, run.seed) for _ in range(2)]
    for copy in state:
        with suppress(Endless):  # cut off at the same question, the two are still to be the same
            run.game.play_out(copy, BoundedTable(copy, Stream(run.seed), run.most))
    run.expect("same_seed", state[0].encoded() == state[1].encoded(), "{}", Differing(*state))


def _alone(run: Run, setting: Setting) -> list[bytes]:
    match, rng = random_match(run.game, setting, run.seed), Stream(run.seed)
    rows: list[bytes] = []
    while not match.over and len(rows) < 60:
        rows.append(random_step(match, rng))
    return rows


# Without players


def defaults(run: Run) -> bool:
    """Return whether a match in which only the clock answers ends."""
    match: Match[Any] = Match(run.game, run.seats, run.options, run.seed, hashes=False)
    count = 0
    while goes_on(match, count, run.most):
        seat = match.waiting[0]
        run.focus = seat, match.decisions[seat].prompt.key
        match.answer(seat, match.default(seat), "clock")
        count += 1
    return run.expect("defaults_end", match.over, f"by default answers alone {too_long(match, count)}; not tried again")


def digest_of_match(game: Game[Any], seed: str, decisions: int = 200) -> str:
    """Return a hash of all that a random match shows: equal in every process, with any hash seed."""
    rng, digest = Stream(seed), blake2b(digest_size=16)
    seats = game.min_seats + rng.number(game.max_seats - game.min_seats + 1)
    match = random_match(game, Setting(seats, {}), seed, hashes=True)
    for _ in range(decisions):
        if match.over:
            break
        digest.update(random_step(match, rng))
        if rng.number(8) == 0 and not match.over:
            viewer = rng.number(seats + 1)
            digest.update(match.sample(viewer, str(rng.number(1000))).live.encoded())
    digest.update(encode(match.save()))
    return digest.hexdigest()
