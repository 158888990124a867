"""The kit: every law tried on matches of one game, with every number of seats and every option value.

report = check(find("pig"))
print(report)
"""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from time import process_time
from typing import Any

from shapan.engine.actions import DONE
from shapan.engine.chance import Stream, derive
from shapan.engine.conformance import (
    laws_end,
    laws_knowledge,
    laws_match,
    laws_refusal,
    laws_state,
    laws_undo,
    laws_view,
)
from shapan.engine.conformance.bound import MAX_ASKS, BoundedTable, Endless, RatedTable, goes_on, too_long
from shapan.engine.conformance.causes import lines_of
from shapan.engine.conformance.compare import encode
from shapan.engine.conformance.history import history_twins
from shapan.engine.conformance.laws_guide import check_guide
from shapan.engine.conformance.laws_leave import all_leave, leaving
from shapan.engine.conformance.laws_position import quiet_positions, whole_position
from shapan.engine.conformance.laws_seats import check_seats
from shapan.engine.conformance.laws_start import start_twins
from shapan.engine.conformance.laws_text import Texts, check_lists, check_rules, check_texts
from shapan.engine.conformance.lint import check_lint
from shapan.engine.conformance.native import check_native
from shapan.engine.conformance.plan import Setting, forced, settings
from shapan.engine.conformance.play import Run, Tools
from shapan.engine.conformance.report import Failure, Found, Interrupted, Report, Varied
from shapan.engine.game import Game
from shapan.engine.guide import guide_of
from shapan.engine.match import Match

USUAL = 20, 500
LONG = 200, 20_000
"""How many matches and decisions: enough to work on a game by, and for what is rare, before a release."""

MAX_MS = 20.0
MIN_DENSE = 40
"""So many decisions of a match at least are looked at one by one; after them `SEEN` of every `BLOCK` in a row."""
BLOCK, SEEN = 48, 6
MAX_FOR_TENSOR = 64
"""Up to so many decisions of a match OpenSpiel's door makes tensors of information states."""
TIMINGS = 7
LONGEST = 6
"""How many of the slowest segments are timed again."""


@dataclass(slots=True)
class Law:
    """A law at a decision: its name for errors, how it is tried, once in how many decisions.

    `worlds`: it needs the same questions in all worlds of a viewer, which an option may give up (`options.telling`).
    """

    name: str
    check: Callable[[Run], None]
    often: int = 1
    worlds: bool = False


LAWS = (
    Law("events", laws_match.events),
    Law("affairs", laws_match.affairs),
    Law("closed", laws_match.closed),
    Law("legal", laws_match.legal),
    Law("clone", laws_match.clone),
    Law("conserved", laws_state.counted),
    Law("zones", laws_state.zones),
    Law("undo", laws_undo.undo),
    Law("together", laws_undo.together, 2),
    Law("binds", laws_undo.binding),
    Law("default", laws_match.default, 2),
    Law("view", laws_view.views, 3),
    Law("refused", laws_refusal.refused, 4),
    Law("picks_lead", laws_match.picks_lead, 2),
    Law("answer_written", laws_match.answers_written, 4),
    Law("position", laws_match.positions),
    Law("whole_position", whole_position, 12),
    Law("texts", laws_view.questions, 4),
    Law("board", laws_view.board, 4),
    Law("reading", laws_view.reading, 4),
    Law("no_key", laws_state.secrets, 4),
    Law("twin", laws_knowledge.twins, 2),
    Law("resample", laws_knowledge.memoryless, 4),
    Law("sample", laws_knowledge.samples, 6, worlds=True),
    Law("history", history_twins, 2, worlds=True),
    Law("load", laws_match.saved, 8),
    Law("leaving", leaving, 16),
    Law("events_numbered", laws_match.events_numbered, 6),
    Law("state_plain", laws_state.plain, 16),
    Law("varies", laws_knowledge.varies, 12),
    Law("reaches", laws_knowledge.reaches),
    Law("replay", laws_end.replayed, 100),
)


def check(
    game: Game[Any],
    matches: int = USUAL[0],
    decisions: int = USUAL[1],
    seed: int = 1,
    progress: Callable[[int], None] | None = None,
    texts: bool = True,
    until: Callable[[Failure], bool] | None = None,
) -> Report:
    """Try all laws on a game and return what was tried and what failed.

    Plays `matches` matches, or more where seats and option values need them: with all laws until `decisions` decisions
    have been looked at, the rest played out without the laws at decisions. The same numbers and seed give the same run,
    whatever the machine. `texts` is off for games without words, such as those in tests. `progress` is told how many
    decisions have been looked at. With `until` the run ends at the first failure kept of which it is true.
    """
    return Kit(game, seed, progress, texts, until).run(matches, decisions)


class Kit:
    """One run of the kit."""

    def __init__(
        self,
        game: Game[Any],
        seed: int,
        progress: Callable[[int], None] | None,
        texts: bool,
        until: Callable[[Failure], bool] | None,
    ) -> None:
        self.game = game
        self.seed = seed
        self.say = progress or (lambda _: None)
        self.report = Report(game.name)
        self.report.until = until
        self.report.lines = lines_of(game.prompts)
        self.moments = Stream(derive(b"moments", seed))
        """Chooses which segments are timed: a stream of its own, since how long they take is no part of the run."""
        self.tools = Tools(game, self.report, Texts(game, texts), Varied())
        self.bound = self.tools.bound
        self.extra = 0
        """Decisions looked at of a match without an end, beyond what one match is given."""
        self.longest = 0
        """Decisions of the longest match that was looked at."""
        self.declines = any(prompt.many for prompt in game.prompts)
        """Whether some question could be declined, or answered with several picks."""
        self.slow: list[tuple[float, int, Match[Any], dict[str, Any]]] = []

    def run(self, matches: int, decisions: int) -> Report:
        """Run everything and return the report. Raises Interrupted for a KeyboardInterrupt, with the report so far."""
        self.report.size = {"matches": matches, "decisions": decisions, "seed": self.seed}
        try:
            with suppress(Found):
                self._all(matches, decisions)
        except KeyboardInterrupt:
            raise Interrupted(self.report) from None
        return self.report

    def _all(self, matches: int, decisions: int) -> None:
        self._guard("lint", {}, lambda: check_lint(self.game, self.report))
        self._guard("native", {}, lambda: check_native(self.game, self.report))
        self._guard("seats", {}, lambda: check_seats(self.game, self.report))
        self._guard("rules", {}, lambda: check_rules(self.game, self.tools.texts, self.report))
        self._guard("answer_rows", {}, lambda: check_lists(self.game, self.report))
        if self.tools.texts.on:
            self._guard("texts", {}, lambda: check_texts(self.game, self.tools.texts, self.report))
        budget = max(MIN_DENSE, 2 * decisions // matches)
        self.bound.short = budget
        plan = settings(self.game, Stream(derive(b"plan", self.seed)))
        needed = len(forced(self.game, Stream(derive(b"plan", self.seed))))
        for number in range(max(matches, needed)):
            setting = next(plan)
            if number < matches and self.report.decisions - self.extra < decisions:
                looked = self.report.decisions
                missed = self.bound.missed
                self._match(number, setting, budget, max(budget, decisions))
                if self.bound.missed and not missed:  # the matches after it are looked at as after any other
                    self.extra += max(0, self.report.decisions - looked - budget)
            else:
                self._light(number, setting)
        self._guard("guide", {}, self._guide)
        self._varied()
        self._segments()
        self.report.notes += advice(self.game, self.longest, self.declines)

    def _guide(self) -> None:
        guide = guide_of(self.game)
        if guide is not None:
            check_guide(self.game, guide, self.tools.texts, self.report, self.seed)

    def _guard(self, name: str, place: dict[str, Any] | Callable[[], dict[str, Any]], act: Callable[[], Any]) -> bool:
        """Do something; an error in it is a failure of the check `name`. Return whether there was none."""
        try:
            act()
        except Endless as error:
            self._no_end(place, str(error))
            return False
        except Exception as error:  # noqa: BLE001 - whatever a game raises is a finding
            self.report.expect(f"{name}_error", False, place, f"{type(error).__name__}: {error} {_where(error)}")
            return False
        return True

    def _no_end(self, place: dict[str, Any] | Callable[[], dict[str, Any]], detail: str) -> None:
        """Name the first match without an end; those after it are cut short, which is no fault of theirs."""
        if not self.bound.missed:
            self.bound.miss()
            self.report.expect("ends", False, place, f"{detail}; later matches are cut short")

    def _match(self, number: int, setting: Setting, budget: int, most: int) -> None:
        """Play one match with all laws: `budget` decisions without a gap, `most` in all."""
        label = f"conformance.{self.seed}.{number}.{derive(b'seed', self.seed, number).hex()}"
        place = {"seed": label, "seats": setting.seats, "options": setting.options}
        made: list[Run] = []
        if not self._guard(
            "play", place, lambda: made.append(Run(self.tools, setting, label, number, number % 6 == 5))
        ):
            return
        run = made[0]
        self.report.matches += 1
        if not run.tells:
            self._guard("start", run.place, lambda: start_twins(run, number))
        if not self._guard("play", run.place, lambda: self._decisions(run, budget, most)):
            return
        self._end(run, number)

    def _decisions(self, run: Run, budget: int, most: int) -> None:
        match = run.match
        kept: list[tuple[Match[Any], bytes, dict[str, Any]]] = []
        most += self.report.decisions
        while goes_on(match, run.decision, run.most):
            self._count(run)
            if not run.blind:
                self.report.decisions += 1
                self.say(self.report.decisions)
                for law in LAWS:
                    if law.worlds and run.tells:
                        continue
                    if law.often == 1 or run.some(law.often):
                        self._guard(law.name, run.place, lambda law=law: law.check(run))  # type: ignore[misc]
                self.declines = self.declines or any(DONE in match.legal(seat) for seat in match.decisions)
                self._time(run)
                if run.some(20) and len(kept) < 20:
                    copy = match.clone()
                    kept.append((copy, _digest(run, copy), run.place()))
            self._advance(run)
            seen = run.decision < budget or (run.decision % BLOCK < SEEN and self.report.decisions < most)
            if run.match.over or seen:
                run.look()
            else:
                run.blind = True
        if match.over:
            self.longest = max(self.longest, run.decision)
            self.report.expect("ends", True, run.place, "")
        else:
            self._no_end(run.place, too_long(match, run.decision))
        for copy, digest, place in kept:
            self.report.expect("clone_apart", _digest(run, copy) == digest, place, "an earlier clone has changed")

    def _advance(self, run: Run) -> None:
        match = run.match
        if run.leaves and run.some(25) and len(match.left) < run.seats - 1:
            stays = [seat for seat in range(run.seats) if seat not in match.left]
            match.leave(run.dice.choice(stays))
            return
        if run.undoes and run.decision and run.some(6):
            able = [seat for seat in range(run.seats) if match.may_undo(seat)]
            if able:
                run.take_back(run.dice.choice(able))
                return
        run.give(*run.choose())

    def _end(self, run: Run, number: int) -> None:
        for name, law in (
            ("outcome", laws_end.outcome),
            ("events", laws_match.events),
            ("conserved", laws_state.counted),
            ("zones", laws_state.zones),
            ("clone", laws_match.clone),
            ("replay", laws_end.replayed),
            ("load", laws_match.saved),
            ("modes", laws_end.modes),
        ):
            if run.match.over:
                self._guard(name, run.place, lambda law=law: law(run))  # type: ignore[misc]
        if number % 3 == 0:
            self._guard("quiet_position", run.place, lambda: quiet_positions(run))
        if number % 4 == 0:
            other = Setting(self.game.min_seats + number % (self.game.max_seats - self.game.min_seats + 1), {})
            self._guard("same_seed", run.place, lambda: laws_end.beside(run, other))
            ends: list[bool] = []
            if run.cut or self.bound.missed_by_clock:
                return
            self._guard("defaults", run.place, lambda: ends.append(laws_end.defaults(run)))
            self.bound.missed_by_clock = ends == [False]
            if ends == [True]:
                self._guard("leaving", run.place, lambda: all_leave(run))

    def _light(self, number: int, setting: Setting) -> None:
        """Play a match out at once, one in two as the game rates its answers: it ends and has an outcome."""
        place = {"seed": f"light.{self.seed}.{number}", "seats": setting.seats, "options": setting.options}

        def play() -> None:
            state = self.game.start(setting.options, setting.seats, str(place["seed"]))
            before = laws_state.components(self.game, state)
            rng, most = Stream(number), self.bound.most
            rated = number % 2 and type(self.game).rate is not Game.rate
            table = RatedTable(self.game, state, rng, most) if rated else BoundedTable(state, rng, most)
            self.game.play_out(state, table)
            over = self.game.outcome(state) is not None
            self.report.expect("played_out", over, place, "no outcome")
            after = laws_state.components(self.game, state)
            self.report.expect("conserved", before == after, place, f"{before} / {after}")

        self._guard("play", place, play)
        self.report.matches += 1

    # Measuring

    def _count(self, run: Run) -> None:
        """Count the questions since the last quiet point, the open one among them."""
        asks = len(run.match.segments[-1].entries) + 1
        if asks > self.report.segment_asks:
            self.report.segment_asks = asks
            if asks > MAX_ASKS:
                self.report.expect("segment_asks", False, run.place, f"{asks} asks between quiet points")

    def _time(self, run: Run) -> None:
        """Keep the slowest and the longest segments, to time them again at the end."""
        asks = len(run.match.segments[-1].entries)
        if asks and (len(self.slow) < LONGEST or asks >= self.slow[-1][1] or self.moments.number(16) == 0):
            ms = replay_ms(run.match)
            if len(self.slow) < LONGEST or ms > self.slow[-1][0]:
                self.slow.append((ms, asks, run.match.clone(), run.place()))
                self.slow.sort(key=lambda row: -row[0])
                del self.slow[LONGEST:]

    def _segments(self) -> None:
        self.report.expect("segment_asks", self.report.segment_asks <= MAX_ASKS, {}, f"{self.report.segment_asks}")
        for _, asks, match, place in self.slow:
            ms = min(replay_ms(match) for _ in range(TIMINGS))
            self.report.segment_ms = max(self.report.segment_ms, ms)
            self.report.expect("segment_ms", ms <= MAX_MS, place, f"{asks} asks replayed in {ms:.1f} ms")

    def _varied(self) -> None:
        varied = self.tools.varied
        for item, values in varied.values.items():
            self.report.hidden[item] = len(values)
            odds = varied.odds(item)
            if not varied.same[item] or odds < laws_knowledge.SURE:
                self.report.expect(
                    "hidden_varies", not varied.same[item], {"item": item}, f"always {sorted(values)[:1]}"
                )


def advice(game: Game[Any], longest: int, done: bool = True) -> list[str]:
    """Return what would serve the game better, a line each.

    `longest` is how many decisions its longest match had, `done` whether any question could be declined.
    """
    said = []
    if game.max_decisions > MAX_FOR_TENSOR and 0 < 2 * longest <= MAX_FOR_TENSOR:
        said.append(
            f"max_decisions is {game.max_decisions}, and no match had more than {longest}: "
            f"at {MAX_FOR_TENSOR} or less, OpenSpiel's information states are tensors too "
            "(docs/reference/adapters.md#openspiel)"
        )
    own = type(game)
    if not game.judgement.features and own.judge is Game.judge and own.evaluate is Game.evaluate:
        said.append(
            "there is no `judge` and no `judgement`: the bot general plays matches out in place of judging, and "
            "may gain nothing over greedy; write one first (docs/how-to/add-a-game.md#9-bots)"
        )
    if game.actions.done and not done:
        said.append(
            "no question could be declined: `Actions(done=False)` takes away an action that learning programs "
            "never need"
        )
    return said


def replay_ms(match: Match[Any]) -> float:
    """Return the milliseconds of processor time in which a match's segment is run again."""
    start = process_time()
    match.clone()
    return (process_time() - start) * 1000


def _digest(run: Run, match: Match[Any]) -> bytes:
    frames = [match.frame(v, max(0, match.event_count(v) - 6)) for v in run.viewers]
    return encode([frames, match.ask_hash(), match.live.dump()])


def _where(error: BaseException) -> str:
    """Return the last places of an error's trace, without folders."""
    rows = []
    trace = error.__traceback__
    while trace is not None:
        code = trace.tb_frame.f_code
        name = code.co_filename.replace("\\", "/").rpartition("/")[2]
        rows.append(f"{name}:{trace.tb_lineno} {code.co_name}")
        trace = trace.tb_next
    return "at " + " < ".join(reversed(rows[-4:]))
