"""History twins: two worlds that one viewer holds for possible, played on with the same answers.

The twin of a moment finds what a view shows too much. Only two worlds with different pasts find what leaks through
events, prompts, timing, undo, or through a local variable of a rule that outlives an ask (engine.md A3).
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from shapan.engine.chance import Stream
from shapan.engine.conformance.bound import LeftMatch
from shapan.engine.conformance.compare import Differing, encode, told
from shapan.engine.conformance.laws_knowledge import fresh
from shapan.engine.conformance.play import Run
from shapan.engine.marked_zone import KNOWERS, MarkedZone
from shapan.engine.match import Frame, Match, random_answer
from shapan.engine.prompt import Prompt
from shapan.engine.segment import Segment, StepTable
from shapan.engine.world import deal_anew
from shapan.engine.zone import Zone

STEPS = 14
SHORT = 60
MORE = 6
SPLIT = 5
"""Once in so many decisions of the viewer both worlds are made one."""
AFTER = 6
DRAWS = 6
"""One of so many draws falls otherwise."""
TRIES = 48


class TwinTable(StepTable[Any]):
    """A table that can pass several marks of sampling in one segment, and let one draw fall otherwise."""

    __slots__ = ("drawn", "marks", "other", "passed")

    marks: list[tuple[int, int, str]]
    passed: int
    drawn: int
    """Draws since the sample, or since the segment began."""
    other: int
    """Which of them falls otherwise, 0 for none."""

    def ask(self, prompt: Prompt[Any], seat: int, arg: int = 0) -> int:
        return int(self._next(prompt, [seat], arg, many=False, together=False))

    def _pass_mark(self) -> None:
        super()._pass_mark()
        while self.passed < len(self.marks) and self.marks[self.passed][0] == self.at:
            _, seat, seed = self.marks[self.passed]
            self.passed += 1
            self.state.chance.rekey(Stream(seed + "key").number(2**24).to_bytes(16, "little"))
            self.resample(self.state, seat, Stream(seed))

    def roll(self, stream: int, sides: int = 6) -> int:
        return self._fallen(super().roll(stream, sides), range(1, sides + 1))

    def draw(self, stream: int, pool: Sequence[int]) -> int:
        return self._fallen(super().draw(stream, pool), pool)

    def _fallen(self, value: int, pool: Sequence[int]) -> int:
        if self.segment.mark is not None:  # before the sample
            return value
        self.drawn += 1
        others = sorted({*pool} - {value}) if self.drawn == self.other else []
        return others[self.drawn % len(others)] if others else value


class Twin(LeftMatch):
    """A sampled world that can be sampled again on its way."""

    def __init__(self, match: Match[Any], seat: int, seed: str, common: str, other: int = 0) -> None:
        self.marks: list[tuple[int, int, str]] = []
        self.other = other
        self.table: TwinTable | None = None
        self.__dict__ |= match._bare().__dict__
        deal_anew(self, match, seat, seed, common)

    def again(self, seat: int, seed: str) -> None:
        """Deal once more what the seat cannot know, at the present question; from here on all falls as it falls."""
        if not self.has_fallen:
            self.other = 0
        self.marks.append((len(self.segments[-1].entries), seat, seed))
        pending = self.pending
        self._run_once()
        if pending is not None and self.pending is not None:
            self.pending.given = pending.given
            self.pending.by = pending.by

    def _table(self, segment: Segment[Any]) -> StepTable[Any]:
        table = TwinTable(segment.snapshot.copy(), segment, self.game.events, self.game.resample, self.open_chance)
        table.marks, table.passed, table.drawn, table.other = self.marks, 0, 0, self.other
        self.table = table
        return table

    @property
    def has_fallen(self) -> bool:
        """Whether the draw that falls otherwise lies behind."""
        return self.other < 0 or (self.table is not None and 0 < self.other <= self.table.drawn)

    def _quiet(self, segment: Segment[Any], table: StepTable[Any]) -> tuple[Segment[Any], StepTable[Any]]:
        new, table = super()._quiet(segment, table)
        if isinstance(table, TwinTable):
            if self.other > 0:
                self.other = self.other - table.drawn or -1
            table.drawn, table.other = 0, max(0, self.other)
            if new is not segment:
                self.marks = table.marks = []
                table.passed = 0
        return new, table


def history_twins(run: Run) -> None:
    """Play two samples of one viewer with the same answers: his frames stay equal until his knowledge grows.

    Now and then one draw to come falls otherwise in one of them: the frames may then differ, but if they do not, what
    fell unseen must be dealt again like everything else that is hidden. Short matches give few moments to begin at, so
    more is tried at each.
    """
    for _ in range(MORE if run.game.max_decisions <= SHORT else 1):
        _play_twins(run)


def _play_twins(run: Run) -> None:
    match = run.match
    deciders = sorted(match.decisions)
    viewer = run.dice.choice(deciders) if run.some(2) else run.dice.number(run.seats + 1)
    run.focus = viewer, ""
    common = fresh(run)
    one = Twin(match, viewer, fresh(run), common)
    two = Twin(match, viewer, fresh(run), common, 1 + run.dice.number(DRAWS) if run.some(3) else 0)
    if not _share_open(run, one, two, viewer):
        return
    pair = Pair(run, viewer, one, two)
    if not pair.equal():
        return
    for _ in range(STEPS):
        if one.over or two.over:
            break
        if viewer in one.decisions and not pair.resampled():
            return
        if viewer in one.decisions and run.some(SPLIT):
            pair.go_on_as_one()
            return
        if not pair.step():
            return


def _share_open(run: Run, one: Twin, two: Twin, viewer: int) -> bool:
    """Make answers already given to an open set such as all may learn them later: the same, or of the same shadow."""
    first, second = one.pending, two.pending
    if first is None or second is None or first.prompt is None:
        return True
    prompt, arg = first.prompt, first.arg
    for seat, codes in first.given.items():
        if seat == viewer or seat not in second.given:
            continue
        if not prompt.secret:
            if not prompt.allows(two.live, seat, arg, codes):
                return False
            second.given[seat] = codes
            continue
        for _ in range(TRIES):
            if prompt.shadow(second.given[seat]) == prompt.shadow(codes):
                break
            second.given[seat] = random_answer(prompt, two.live, seat, arg, run.dice)
        else:
            return False
    return True


def _same_given(one: Twin, two: Twin) -> bool:
    first, second = one.pending, two.pending
    return first is None or second is None or first.given == second.given


def known_of(zone: Zone, viewer: int) -> list[list[int]]:
    """Return the cards of a zone that a viewer knows, and what only those who know them see beside them."""
    if not isinstance(zone, MarkedZone):
        return [zone.known(viewer)]
    rows = [row for row, marker in enumerate(zone.markers) if marker.sees == KNOWERS]
    return [zone.known(viewer), *(zone.marked(row, viewer) for row in rows)]


class Pair:
    """Two worlds side by side, as one viewer sees them."""

    def __init__(self, run: Run, viewer: int, one: Twin, two: Twin) -> None:
        self.run = run
        self.viewer = viewer
        self.one = one
        self.two = two
        self.path: list[str] = []
        self.shown = run.before.shown(viewer)
        self.secrets = not _same_given(one, two)
        """Whether some seat has given different secret answers in the two worlds."""

    def expect(self, name: str, holds: bool, detail: object) -> bool:
        """Count one try, naming the answers since the sample."""
        return self.run.expect(name, holds, "viewer {} after {}: {}", self.viewer, "; ".join(self.path[-6:]), detail)

    def equal(self, name: str = "history_frames", grew: bool = False, shown: bool = False) -> bool:
        """Compare the viewer's frames; a difference is allowed only where he has just learnt something different.

        `shown`: all that he has learnt are cards that he knows now.
        """
        first, second = self.one.frame(self.viewer, self.shown), self.two.frame(self.viewer, self.shown)
        same = encode(first) == encode(second)
        if same or not grew or (shown and self._learnt_the_same(first, second)):
            self.expect(name, same, Differing(first, second))
        return same

    def _learnt_the_same(self, first: Frame, second: Frame) -> bool:
        """Return whether all cards that the viewer knows, what lies beside them, and all events are the same."""
        known = [[known_of(zone, self.viewer) for _, zone in world.live.zones()] for world in (self.one, self.two)]
        return known[0] == known[1] and encode(first.events) == encode(second.events)

    def resampled(self) -> bool:
        """One more resample with one seed makes both states the same bytes."""
        seed = fresh(self.run)
        states = []
        for world in (self.one, self.two):
            state = world.live.copy()
            state.chance.rekey(b"\0" * 16)
            self.run.game.resample(state, self.viewer, Stream(seed))
            states.append(state)
        same = states[0].encoded() == states[1].encoded()
        return self.expect("history_states", same, Differing(states[0], states[1]))

    def step(self) -> bool:
        """Let one seat answer the same in both; return whether the pair is still to be compared."""
        one, two = self.one, self.two
        seat = self.run.dice.choice(one.waiting)
        answers = self._answers(seat)
        if answers is None:
            return False
        before = self._knowledge(one), self._knowledge(two)
        self.secrets |= answers[0] != answers[1]
        self._note(one.decisions[seat].prompt.key, seat, answers[0])
        one.answer(seat, answers[0])
        two.answer(seat, answers[1])
        after = self._knowledge(one), self._knowledge(two)
        shown = all(new[0] - old[0] == new[1] - old[1] for old, new in zip(before, after, strict=True))
        return self.equal(grew=before != after, shown=shown and not self.secrets and before[1][2] == after[1][2])

    def _knowledge(self, world: Twin) -> tuple[int, int, bool]:
        """Return how often the viewer has learnt something, how many cards he knows, whether a draw fell otherwise."""
        cards = sum(mask >> self.viewer & 1 for _, zone in world.live.zones() for mask in zone.masks)
        return world.live.learned[self.viewer], cards, world.has_fallen

    def _answers(self, seat: int) -> tuple[list[int], list[int]] | None:
        """Return the answers of a seat in both worlds: the same, or of the same shadow where the answer is secret."""
        one, two, dice = self.one, self.two, self.run.dice
        prompt, arg = one.decisions[seat].prompt, one.decisions[seat].arg
        codes = random_answer(prompt, one.live, seat, arg, dice)
        if seat == self.viewer:
            legal = prompt.allows(two.live, seat, arg, codes)
            self.expect("history_legal", legal, f"the viewer's answer {codes} is legal in one world only")
            return (codes, codes) if legal else None
        for _ in range(TRIES):
            if prompt.secret:
                other = random_answer(prompt, two.live, seat, arg, dice)
                if prompt.shadow(codes) == prompt.shadow(other):
                    return codes, other
            elif prompt.allows(two.live, seat, arg, codes):
                return codes, codes
            codes = random_answer(prompt, one.live, seat, arg, dice)
        return None

    def _note(self, prompt: str, seat: int, codes: list[int]) -> None:
        self.path.append(told(self.run.game, prompt, self.run.report.lines.get(prompt, ""), seat, codes))

    def go_on_as_one(self) -> None:
        """Sampled again with one seed both worlds are one: from here on every answer leads to the same bytes."""
        one, two, seed = self.one, self.two, fresh(self.run)
        for world in (one, two):
            world.again(self.viewer, seed)
        self._share_answers()
        self.path.append("sampled alike")
        for _ in range(AFTER):
            same = one.live.encoded() == two.live.encoded()
            if not self.expect("history_future", same, Differing(one.live, two.live)):
                return
            if not self.equal("history_future_frames"):
                return
            if one.over or not self._alike():
                return

    def _share_answers(self) -> None:
        """Answers that other seats have given to the open set are drawn anew, the same in both worlds."""
        first, second = self.one.pending, self.two.pending
        if first is None or second is None or first.prompt is None:
            return
        for seat in first.given:
            if seat != self.viewer:
                codes = random_answer(first.prompt, self.one.live, seat, first.arg, self.run.dice)
                first.given[seat] = second.given[seat] = codes

    def _alike(self) -> bool:
        one, two = self.one, self.two
        seat = self.run.dice.choice(one.waiting)
        decision = one.decisions[seat]
        codes = random_answer(decision.prompt, one.live, seat, decision.arg, self.run.dice)
        legal = two.decisions[seat].prompt.allows(two.live, seat, decision.arg, codes)
        self._note(decision.prompt.key, seat, codes)
        if not self.expect("history_future", legal, f"{codes} is legal in one of two equal worlds"):
            return False
        one.answer(seat, codes)
        two.answer(seat, codes)
        return True
