"""Sight: what one viewer may know of a match at a moment, whoever sits at its table.

Everything here comes from the viewer's view, the viewer's own decision and what the engine says that all may know.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from hashlib import sha256
from typing import Any, Final

import msgspec

from shapan.engine import previews
from shapan.engine.actions import DONE
from shapan.engine.foresight import Foresight
from shapan.engine.game import VOID, Game
from shapan.engine.match import Decision, Match
from shapan.engine.offers import things
from shapan.engine.prompt import Prompt
from shapan.engine.saving import KEY
from shapan.engine.scene import Phrase, Scene, Target
from shapan.engine.text import catalogue
from shapan.server.match.message import ChangedRules, DecisionInfo, EventInfo, OutcomeInfo
from shapan.server.match.offer import is_sole, offered

MAX_FORESEEN: Final = 4
"""So many answers are looked ahead at for a frame: with twelve it took StarCraft 60 ms in one frame of ten."""
LATE: Final = "late"
"""What `Target.binds` says of more answers: `picks` says it of the one that is chosen."""


@dataclass(slots=True, frozen=True)
class VisibleState:
    """What a viewer sees now, with the events that were asked for; in the words of a frame."""

    epoch: int
    scene: Scene
    events: list[EventInfo]
    log_length: int
    decision: DecisionInfo | None
    question: Phrase | None
    waiting: list[int]
    answered: list[int]
    may_undo: bool
    outcome: OutcomeInfo | None
    changed: ChangedRules | None


def visible_state(
    match: Match[Any],
    viewer: int,
    after: int = 0,
    *,
    asked: bool = True,
    forced: bool = False,
    idle: Phrase | None = None,
    frozen: bool = False,
    hints: bool = False,
    foresight: Foresight[Any] | None = None,
) -> VisibleState:
    """Return what a viewer sees, with the events from `after` on. A frozen match is shown without its question.

    Unless he is `asked`, he sees what his seat sees and has nothing to answer; `forced` and `idle` are told with what
    he is asked. Only a table that gives `hints` tells which of many answers are rated best, and by `foresight` whether
    they can be undone.
    """
    game = match.game
    view = match.view(viewer)
    asked = asked and not frozen
    decision = match.decisions.get(viewer) if asked else None
    legal = [] if decision is None else offered(match, viewer)
    prompt = None if decision is None else decision.prompt
    scene = previews.draw_scene(game, view, viewer, legal, prompt, 0 if decision is None else decision.arg)
    if decision is not None and prompt is not None:
        previews.refuse(game, match.live, viewer, prompt, decision.arg, scene)
    pending = match.pending
    waiting = [] if frozen or match.over else match.waiting
    together = pending is not None and pending.together and not match.over
    events = _events(match, viewer, after)
    return VisibleState(
        epoch=match.epochs[viewer],
        scene=scene,
        events=events,
        log_length=after + len(events),
        decision=None
        if decision is None
        else _decision(match, view, decision, legal, scene, forced, idle, hints, foresight),
        question=None if decision is not None else _waiting_question(match, view, waiting),
        waiting=waiting,
        answered=sorted(pending.given) if together and pending is not None else [],
        may_undo=asked and viewer < match.seats and match.may_undo(viewer),
        outcome=_outcome(match, view, viewer),
        changed=_changed(match),
    )


class PublicState:
    """What spectators see of a match: found once for all of them, however many look on."""

    def __init__(self) -> None:
        self._state: tuple[Any, ...] = ()
        self._seen: VisibleState | None = None
        self._events: dict[int, list[EventInfo]] = {}
        """By the number of the event from which on they are told."""

    def find(self, match: Match[Any], after: int, *, frozen: bool) -> VisibleState:
        """Return what a spectator sees, with the events from `after` on."""
        state = (match, len(match.log), match.epochs[match.seats], frozen)
        if self._seen is None or state != self._state:
            self._seen = visible_state(match, match.seats, match.event_count(match.seats), frozen=frozen)
            self._state, self._events = state, {}
        if after not in self._events:
            self._events = {**dict(list(self._events.items())[-1:]), after: _events(match, match.seats, after)}
        return replace(self._seen, events=self._events[after])


def _events(match: Match[Any], viewer: int, after: int) -> list[EventInfo]:
    return [
        EventInfo(row["key"], row["rule"], row["with"], moment, event.by, affair)
        for row, moment, event, affair in zip(
            match.events_for(viewer, after),
            match.moments_for(viewer, after),
            match.told(viewer, after),
            match.affairs_for(viewer, after),
            strict=True,
        )
    ]


def public_question(match: Match[Any], seat: int) -> Phrase | None:
    """Return what a seat is asked, as a spectator reads it; None if it is not asked."""
    return _waiting_question(match, match.view(match.seats), [seat]) if seat in match.waiting else None


def public_key(match: Match[Any]) -> str:
    """Return a digest of what a spectator sees: the clock may depend on this and on nothing else."""
    all_see = visible_state(match, match.seats, match.event_count(match.seats))
    seen = (all_see.scene, all_see.log_length, all_see.question, all_see.waiting, all_see.answered)
    return sha256(msgspec.json.encode(seen)).hexdigest()[:32]


def _outcome(match: Match[Any], view: Any, viewer: int) -> OutcomeInfo | None:
    outcome = match.outcome
    if outcome is None:
        return None
    if outcome.result == VOID:  # the game has nothing to say of it
        return OutcomeInfo(VOID, [], list(outcome.ranks), [])
    drawn = match.game.is_drawn(outcome.winners, match.seats)
    return OutcomeInfo(
        outcome.result,
        [] if drawn else list(outcome.winners),
        list(outcome.ranks),
        list(outcome.scores),
        match.game.why_ended(view, outcome),
        match.game.closing(view, outcome, match.told(viewer)),
    )


def _changed(match: Match[Any]) -> ChangedRules | None:
    if match.changed_at < 0:
        return None
    record = match.log[match.changed_at]
    return ChangedRules(record["was"], record[KEY], record["back"])


def _decision(
    match: Match[Any],
    view: Any,
    decision: Decision[Any],
    legal: Sequence[int],
    scene: Scene,
    forced: bool,
    idle: Phrase | None,
    hints: bool,
    foresight: Foresight[Any] | None,
) -> DecisionInfo:
    game, prompt = match.game, decision.prompt
    least, most = prompt.lengths(match.live, decision.seat, decision.arg) if prompt.many else (0, 0)
    question = game.question(view, prompt, decision.seat, decision.arg)
    done = prompt.many and DONE in legal
    codes = [code for code in legal if not (prompt.many and code == DONE)]
    offers = previews.list_offers(game, view, decision.seat, codes, prompt, scene, decision.arg, is_drawn=True)
    targets = [target for target, _ in offers]
    if foresight is not None:
        _mark_binding(match, decision, [*targets, *_targets_of(scene)], foresight)
    return DecisionInfo(
        kind=prompt.key,
        rule=prompt.rule,
        ordinal=decision.ordinal,
        many=prompt.many,
        ordered=prompt.ordered,
        question=question,
        help=_sister(game, question, prompt, "prompt_help"),
        targets=targets,
        done=done,
        done_label=game.label(view, DONE) if done else None,
        done_binds="" if foresight is None else _end_binds(match, decision, done, foresight),
        sole=prompt.many and is_sole(prompt, codes, done),
        likely=previews.likeliest(game, view, decision.seat, prompt, decision.arg, codes) if hints else [],
        least=least,
        most=most,
        proposal=prompt.proposal(match.live, decision.seat, decision.arg) if prompt.many else [],
        at_once=prompt.at_once,
        keep=prompt.keeps(match.live, decision.seat, decision.arg),
        reaction=prompt.reaction,
        forced=forced,
        idle=idle,
    )


def _targets_of(scene: Scene) -> list[Target]:
    return [*(target for _, thing in things(scene) for target in thing.targets), *scene.buttons]


def _mark_binding(
    match: Match[Any], decision: Decision[Any], targets: Sequence[Target], foresight: Foresight[Any]
) -> None:
    """Say of the targets that are an answer by themselves whether it can be undone; of many, once one is chosen."""
    prompt, seat = decision.prompt, decision.seat
    few = len({target.code for target in targets}) <= MAX_FORESEEN
    for target in targets:
        if not prompt.many or (
            (target.alone or prompt.at_once) and prompt.allows(match.live, seat, decision.arg, [target.code])
        ):
            target.binds = foresight.binds([target.code]) if few else LATE


def _end_binds(match: Match[Any], decision: Decision[Any], done: bool, foresight: Foresight[Any]) -> str:
    """Return whether an answer without picks can be undone; where things are kept, one for all that keep any."""
    if decision.prompt.many and decision.prompt.keeps(match.live, decision.seat, decision.arg):
        return foresight.binds(match.default(decision.seat))
    return foresight.binds([]) if done else ""


def _waiting_question(match: Match[Any], view: Any, asked: Sequence[int]) -> Phrase | None:
    """Return what the others are asked, in words for those who wait; made from the viewer's own view."""
    pending = match.pending
    if not asked or pending is None or pending.prompt is None:
        return None
    question = match.game.question(view, pending.prompt, asked[0], pending.arg)
    own = _sister(match.game, question, pending.prompt, "prompt_waiting", seat=asked[0])
    return own or Phrase("common.waiting", {"seat": {"seat": asked[0]}})


def _sister(game: Game[Any], question: Phrase, prompt: Prompt[Any], table: str, seat: int = -1) -> Phrase | None:
    """Return the text of another table that goes with a question, if the game has one."""
    texts = catalogue(game, "en")
    words = dict(question.words)
    if seat >= 0:
        words["seat"] = {"seat": seat}
    for name in (question.key.partition(".")[2], prompt.key):
        if f"{table}.{name}" in texts:
            return Phrase(f"{table}.{name}", words)
    return None
