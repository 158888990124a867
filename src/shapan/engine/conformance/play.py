"""A match under test: it chooses answers, remembers how things stood before them, and knows its place for messages."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from shapan.engine.actions import DONE
from shapan.engine.chance import Stream, derive
from shapan.engine.conformance.bound import Bound, LeftMatch, liked
from shapan.engine.conformance.compare import encode
from shapan.engine.conformance.laws_text import Texts
from shapan.engine.conformance.plan import Setting
from shapan.engine.conformance.report import Report, Varied
from shapan.engine.game import Game
from shapan.engine.match import FRIENDLY, STRICT, Decision, Frame, Match, random_answer
from shapan.engine.options import telling
from shapan.engine.prompt import Prompt
from shapan.engine.segment import BOT, CLOCK, PLAYER

TAIL = 12
"""How many of a viewer's last events are compared at every decision; the whole list is compared now and then."""
KEPT = 24
"""How many answered questions back the frames are kept, to compare them after an undo."""


@dataclass(slots=True)
class Before:
    """How things stood when a question was asked: for each viewer the frame without numbers, and what was asked."""

    frames: list[bytes]
    told: list[int]
    epochs: list[int]
    ordinals: dict[int, int]
    asked: str

    def shown(self, viewer: int) -> int:
        """Return the number of the viewer's event from which on events are compared."""
        return max(0, self.told[viewer] - TAIL)


@dataclass(slots=True)
class Answered:
    """One answered question: who answered what on whose behalf, and what was drawn and known when it was asked."""

    answers: dict[int, list[int]]
    by: dict[int, str]
    info: int
    counts: list[int]
    learned: list[int]
    before: Before | None


@dataclass(slots=True)
class Tools:
    """What all matches of one run of the kit share."""

    game: Game[Any]
    report: Report
    texts: Texts
    varied: Varied
    bound: Bound = field(init=False)

    def __post_init__(self) -> None:
        self.bound = Bound(self.game.max_decisions)


class Run:
    """One match of the kit."""

    def __init__(
        self,
        tools: Tools,
        setting: Setting,
        seed: str,
        style: int,
        leaves: bool = False,
        match: Match[Any] | None = None,
    ) -> None:
        game = tools.game
        self.game = game
        self.tools = tools
        self.texts = tools.texts
        self.varied = tools.varied
        self.report = tools.report
        self.seats = setting.seats
        self.options = setting.options
        self.tells = bool(telling(game.options, setting.options))
        """Whether questions show hidden facts on purpose, by an option."""
        self.seed = seed
        self.rng = Stream(derive(b"play", seed))
        """Chooses the answers of the match."""
        self.dice = Stream(derive(b"laws", seed))
        """Chooses what is tried beside the match."""
        self.greedy = style % 3 if type(game).rate is not Game.rate else 0
        """0 random, 1 mixed, 2 greedy."""
        self.undo_mode = FRIENDLY if style % 4 == 3 else STRICT
        self.undoes = style % 5 == 2 and not leaves
        """Whether answers are now and then really taken back."""
        self.leaves = leaves
        """Whether seats leave on the way."""
        kind = LeftMatch if leaves else Match[Any]
        self.match: Match[Any] = match or kind(game, setting.seats, setting.options, seed, self.undo_mode)
        self.most = tools.bound.most * (4 if self.undoes else 1)
        """How many decisions are played; what is taken back counts too."""
        if isinstance(self.match, LeftMatch):
            self.match.most = self.most
        self.cut = tools.bound.missed
        """Whether an earlier match had no end, so that this one is cut short."""
        self.decision = 0
        self.focus: tuple[int, str] = (-1, "")
        self.trail: list[Answered] = []
        self.chosen: list[list[int]] = [[] for _ in range(setting.seats)]
        """For each seat the picks for which there was a choice, in order: what a policy would have answered."""
        self.codes_seen: dict[int, None] = {}
        self.counts: dict[str, int] | None = None
        """The counts that no rule may change, as they were at first."""
        self.undone = False
        """Whether something was taken back: then `chosen` is more than what was played."""
        self.frames: list[Frame] = []
        self.before = self._before()
        self.opened: Before | None = self.before
        """How things stood when the open question had no answer yet: where an undo of the set leads."""
        self.blind = False
        """Whether the present moment is not looked at, to save time in long matches."""
        self.earlier = self.before
        """How things stood one record before."""
        self.earlier_events = [frame.events for frame in self.frames]

    # Reporting

    def place(self) -> dict[str, Any]:
        """Return where the match stands, for messages."""
        seat, prompt = self.focus
        return {
            "seed": self.seed,
            "seats": self.seats,
            "options": self.options,
            "decision": self.decision,
            "seat": seat,
            "prompt": prompt,
        }

    def expect(self, name: str, holds: bool, detail: str, *words: object) -> bool:
        """Count one try of a check at the present place; `words` go into the braces of `detail`."""
        return self.report.expect(name, holds, self.place, detail, *words)

    def said(self, key: str, words: Mapping[str, Any]) -> None:
        """Check that a phrase that was really shown can be said in all languages, and the terms in it."""
        if not self.texts.on:
            return
        wrong = self.texts.wrong(key, words)
        self.expect("texts_shown", not wrong, "{}", "; ".join(wrong))
        for word in words.values():
            if isinstance(word, dict) and "term" in word:
                term = str(word["term"])
                self.expect("texts_terms", not self.texts.missing(term, ()), "no text for the term {}", term)
            elif isinstance(word, dict) and "key" in word:
                self.said(str(word["key"]), word.get("words") or {})

    def some(self, often: int) -> bool:
        """Tell by chance whether a dear check is tried now: once in `often`."""
        return self.dice.number(often) == 0

    def aside(self) -> Match[Any]:
        """Return a copy of the match to try something in; nobody plays its log again, so its records are not hashed."""
        copy = self.match.clone()
        copy.hashes = False
        return copy

    # Looking

    @property
    def viewers(self) -> range:
        """All viewers, the spectator last."""
        return range(self.seats + 1)

    def look(self) -> None:
        """Take the frames of all viewers as things stand."""
        if self.blind:
            self.before = self._before()
            self.blind = False
        self.earlier = self.before
        self.earlier_events = [frame.events for frame in self.frames]
        self.before = self._before()

    def _before(self) -> Before:
        match = self.match
        told = [match.event_count(viewer) for viewer in self.viewers]
        ordinals = {seat: d.ordinal for seat, d in match.decisions.items()}
        before = Before([], told, match.epochs[:], ordinals, match.ask_hash())
        self.frames = [match.frame(v, before.shown(v)) for v in self.viewers]
        before.frames = [bare(frame) for frame in self.frames]
        return before

    # Answering

    def choose(self) -> tuple[int, list[int], str]:
        """Choose who answers what on whose behalf: randomly, by the game's own rating, or what the clock would."""
        match = self.match
        seat = self.rng.choice(match.waiting)
        decision = match.decisions[seat]
        self.focus = seat, decision.prompt.key
        by = PLAYER
        if self.undo_mode == FRIENDLY:
            by = BOT if seat % 2 else PLAYER
            if self.rng.number(12) == 0:
                return seat, match.default(seat), CLOCK
        if self.greedy and (self.greedy == 2 or self.rng.number(2)):
            return seat, self._best(decision), by
        return (
            seat,
            random_answer(decision.prompt, match.live, seat, decision.arg, self.rng),
            by,
        )

    def _best(self, decision: Decision[Any]) -> list[int]:
        match, seat, prompt, arg = (
            self.match,
            decision.seat,
            decision.prompt,
            decision.arg,
        )
        view = self.game.view(match.live, seat)
        picked: list[int] = []
        while options := match.legal(seat, picked):
            code = liked(self.game, view, prompt, seat, arg, options, picked, self.rng)
            if prompt.many and code == DONE:
                break
            picked.append(code)
            if not prompt.many:
                break
        return picked

    def give(self, seat: int, codes: list[int], by: str) -> None:
        """Answer, and remember how it was before."""
        match = self.match
        pending = match.pending
        assert pending is not None
        assert pending.prompt is not None
        live = match.live
        if not any(given_by in {PLAYER, BOT, CLOCK} for given_by in pending.by.values()):
            self.opened = None if self.blind else self.before
        answered = Answered(
            pending.given,
            pending.by,
            live.info,
            live.chance.counts[:],
            live.learned[:],
            self.opened,
        )
        self.chosen[seat] += choices(pending.prompt, live, seat, pending.arg, codes)
        match.answer(seat, codes, by)
        if len(pending.given) == len(pending.seats):
            self.trail.append(answered)
            if len(self.trail) > KEPT:
                self.trail[-KEPT - 1].before = None
        self.decision += 1

    def take_back(self, seat: int) -> None:
        """Take an answer back in the match itself."""
        target = None if self.match.may_retract(seat) else undo_target(self, seat)
        self.match.undo(seat)
        if target is not None:
            del self.trail[target:]
        self.undone = True


def bare(frame: Frame) -> bytes:
    """Return a frame as bytes without the numbers that never return: ordinal of the decision, epoch."""
    decision = frame.decision and {k: v for k, v in frame.decision.items() if k != "ordinal"}
    return encode(
        [
            frame.view,
            frame.events,
            frame.waiting,
            frame.answered,
            decision,
            frame.may_undo,
            frame.outcome,
        ]
    )


def choices(prompt: Prompt[Any], state: Any, seat: int, arg: int, codes: Sequence[int]) -> list[int]:
    """Return the picks of an answer for which there was more than one option, as a policy is asked for them."""
    if not prompt.many:
        return list(codes) if prompt.has_tested() or len(prompt.legal(state, seat, arg)) > 1 else []
    row: list[int] = []
    for place in range(len(codes) + 1):
        options = prompt.offers(state, seat, arg, codes[:place])
        if len(options) > 1:
            row.append(codes[place] if place < len(codes) else DONE)
    return row


def undo_target(run: Run, seat: int) -> int | None:
    """Return which answered question an undo goes back to, by engine.md B1 to B3, or None if it is refused."""
    match = run.match
    if match.over or seat in match.left:
        return None
    mild = (BOT, CLOCK, "engine") if match.undo_mode == FRIENDLY else ("engine",)
    pending = match.pending
    if pending is not None and any(by not in mild for s, by in pending.by.items() if s != seat):
        return None
    for number in range(len(run.trail) - 1, -1, -1):
        answered = run.trail[number]
        if answered.info != match.live.info:
            return None
        if any(by not in mild for s, by in answered.by.items() if s != seat):
            return None
        own = answered.by.get(seat)
        if own == PLAYER or (own == BOT and match.undo_mode == STRICT):
            return number
    return None
