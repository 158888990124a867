"""Frames: what one viewer may know at a moment, as a message of the API.

Everything here comes from the viewer's view, the viewer's own decision and what the engine says that all may know.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, Literal

import msgspec

from shapan.engine.actions import DONE
from shapan.engine.change import KEY
from shapan.engine.game import Game
from shapan.engine.match import Decision, Match
from shapan.engine.prompt import Prompt
from shapan.engine.scene import Phrase, Scene, Target, Zone
from shapan.engine.text import catalogue
from shapan.server.guided import GuideInfo
from shapan.server.picking import following, offered


class SeatInfo(msgspec.Struct):
    """Who sits where; `kind` is you, player, bot, open or left."""

    seat: int
    name: str
    kind: str
    bot: str = ""
    away: bool = False
    """Whether its person has had no stream open for a while."""
    may: list[str] = []
    """What this viewer may do with the seat now: bot, take, leave."""


class ClockInfo(msgspec.Struct):
    """Seconds a decision, and the milliseconds left to every seat whose answer is awaited."""

    limit: int
    left: dict[str, int]


class RematchInfo(msgspec.Struct):
    """The next match of this table, and the seat that opened it."""

    id: str
    by: int


class EventInfo(msgspec.Struct):
    """One event as the viewer reads it: the text is `event.<key>`."""

    key: str
    rule: str
    with_: dict[str, Any] = msgspec.field(name="with")


class EventList(msgspec.Struct):
    """Keep the first `from` events and put these behind them."""

    from_: int = msgspec.field(name="from")
    rows: list[EventInfo] = msgspec.field(name="list")


class DecisionInfo(msgspec.Struct):
    """What the viewer is asked."""

    kind: str
    rule: str
    ordinal: int
    many: bool
    ordered: bool
    question: Phrase
    help: Phrase | None
    targets: list[Target]
    done: bool
    done_label: Phrase | None = None
    least: int = 0
    most: int = 0
    """With `many`: how many picks an answer has at least and at most; 0 and 0 where the rules do not say."""
    reaction: bool = False
    """A window that is opened for all who might answer it, whether they can or not."""
    forced: bool = False
    """Only to pass is possible, and nobody is here to whom it would tell anything that the table passes by itself."""


class OutcomeInfo(msgspec.Struct):
    """How the match ended."""

    result: str
    winners: list[int]
    ranks: list[int]
    scores: list[int]
    why: Phrase | None = None


class FrozenInfo(msgspec.Struct):
    """Why the match is only shown: what is stored does not fit the rules, cannot be read, or the rules failed over it.

    The text is `ui.frozen_<reason>`.
    """

    reason: Literal["unfit", "damaged", "failed"]


class ChangedRules(msgspec.Struct):
    """The match began under older rules: their version, that of today, and whether it went back to go on."""

    was: int
    now: int
    back: bool


class WindowInfo(msgspec.Struct):
    """The reaction window that is open: its kind, milliseconds that it lasts at least, and how many of them are left.

    `own`: whether the viewer has answered it (`answered`), or a standing order does (`order`).
    """

    kind: str
    rule: str
    length: int
    left: int
    own: Literal["", "answered", "order"] = ""


class OrderInfo(msgspec.Struct):
    """A standing order of the viewer: the kind of window (empty: all), what is answered, and for how long."""

    kind: str
    answer: str
    until: str
    rule: str = ""


class FrameMessage(msgspec.Struct):
    """What one viewer may know now; events from number `from` on."""

    match: str
    frame: int
    epoch: int
    viewer: int
    spectator: bool
    seats: list[SeatInfo]
    game: str
    rules_version: int
    scene: Scene
    events: EventList
    log_length: int
    decision: DecisionInfo | None
    question: Phrase | None
    waiting: list[int]
    answered: list[int]
    may_undo: bool
    outcome: OutcomeInfo | None
    frozen: FrozenInfo | None = None
    clock: ClockInfo | None = None
    rematch: RematchInfo | None = None
    watchers: int = 0
    chat: str = "free"
    guide: GuideInfo | None = None
    hints: bool = False
    """Whether this table gives hints to who is asked."""
    changed: ChangedRules | None = None
    window: WindowInfo | None = None
    orders: list[OrderInfo] | None = None
    """The viewer's own standing orders, which nobody else is told of; None where there can be none."""


def frame_message(
    match: Match[Any],
    viewer: int,
    after: int,
    seats: list[SeatInfo],
    name: str,
    frozen: FrozenInfo | None = None,
    sits: bool = True,
) -> FrameMessage:
    """Return a viewer's frame with the events from `after` on. A frozen match is shown without its question.

    Without `sits` somebody else plays the viewer's seat: he sees what it sees and is asked nothing.
    """
    game = match.game
    view = match.view(viewer)
    decision = match.decisions.get(viewer) if sits and not frozen else None
    legal = [] if decision is None else offered(match, viewer)
    prompt = None if decision is None else decision.prompt
    scene = game.board(view, viewer, legal, prompt)
    pending = match.pending
    asked = [] if frozen or match.over else match.waiting
    together = pending is not None and pending.together and not match.over
    outcome = match.outcome
    events = [EventInfo(row["key"], row["rule"], row["with"]) for row in match.events_for(viewer, after)]
    return FrameMessage(
        match=name,
        frame=1,
        epoch=match.epochs[viewer],
        viewer=viewer,
        spectator=viewer >= match.seats,
        seats=seats,
        game=game.name,
        rules_version=game.rules_version,
        scene=scene,
        events=EventList(after, events),
        log_length=after + len(events),
        decision=None if decision is None else _decision(match, view, decision, legal, scene),
        question=None if decision is not None else _waiting_question(match, view, asked),
        waiting=asked,
        answered=sorted(pending.given) if together and pending is not None else [],
        may_undo=sits and not frozen and viewer < match.seats and match.may_undo(viewer),
        outcome=None
        if outcome is None
        else OutcomeInfo(
            outcome.result,
            list(outcome.winners),
            list(outcome.ranks),
            list(outcome.scores),
            game.ending(view, outcome),
        ),
        frozen=frozen,
        changed=_changed(match),
    )


def _changed(match: Match[Any]) -> ChangedRules | None:
    if match.changed_at < 0:
        return None
    record = match.log[match.changed_at]
    return ChangedRules(record["was"], record[KEY], record["back"])


def next_picks(match: Match[Any], seat: int, picked: Sequence[int]) -> tuple[list[Target], bool, Phrase | None]:
    """Return the next picks after `picked`, whether the answer may stop there, and how stopping is called.

    Raises Refusal if these cannot be picked. Where order does not matter, people may pick in any order.
    """
    codes, done = following(match, seat, picked)
    view = match.view(seat)
    scene = match.game.board(view, seat, codes, match.decisions[seat].prompt)
    targets = _targets(match.game, view, codes, scene)
    return targets, done, match.game.label(view, DONE) if done else None


def _decision(
    match: Match[Any], view: Any, decision: Decision[Any], legal: Sequence[int], scene: Scene
) -> DecisionInfo:
    game, prompt = match.game, decision.prompt
    least, most = prompt.lengths(match.live, decision.seat, decision.arg) if prompt.many else (0, 0)
    question = game.question(view, prompt, decision.seat, decision.arg)
    done = prompt.many and DONE in legal
    codes = [code for code in legal if not (prompt.many and code == DONE)]
    return DecisionInfo(
        kind=prompt.key,
        rule=prompt.rule,
        ordinal=decision.ordinal,
        many=prompt.many,
        ordered=prompt.ordered,
        question=question,
        help=_sister(game, question, prompt, "prompt_help"),
        targets=_targets(game, view, codes, scene),
        done=done,
        done_label=game.label(view, DONE) if done else None,
        least=least,
        most=most,
        reaction=prompt.reaction,
    )


def _waiting_question(match: Match[Any], view: Any, asked: Sequence[int]) -> Phrase | None:
    """What the others are asked, in words for those who wait; made from the viewer's own view."""
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


def _targets(game: Game[Any], view: Any, codes: Sequence[int], scene: Scene) -> list[Target]:
    """Return a target for each code: the scene's, if it offers it, else one made from the action."""
    offered: dict[int, Target] = {}
    for target in _offers(scene):
        offered.setdefault(target.code, target)
    return [offered.get(code) or _target(game, view, code) for code in codes]


def _target(game: Game[Any], view: Any, code: int) -> Target:
    label = game.label(view, code)
    key = f"action_help.{'done' if code == DONE else game.actions.of(code).name}"
    return Target(code, label, Phrase(key, label.words) if key in catalogue(game, "en") else None)


def _offers(scene: Scene) -> Iterator[Target]:
    yield from scene.buttons
    for piece in scene.hand:
        yield from piece.targets
    yield from _of_zones(scene.zones)
    for panel in scene.panels:
        yield from panel.targets
        yield from _of_zones(panel.zones)


def _of_zones(zones: Sequence[Zone]) -> Iterator[Target]:
    for zone in zones:
        yield from zone.targets
        for piece in zone.pieces:
            yield from piece.targets
        yield from _of_zones(zone.zones)
