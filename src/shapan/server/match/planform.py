"""What a person is told of plans: their own as they stand, and what a new one may say."""

from __future__ import annotations

from string import Formatter
from typing import Any

from shapan.engine.actions import DONE
from shapan.engine.game import Game
from shapan.engine.plan import Choice, candidates, title
from shapan.engine.prompt import Prompt
from shapan.engine.scene import Phrase
from shapan.engine.text import catalogue
from shapan.server.match.message import PlanChoiceInfo, PlanForm, PlanInfo, PlanKind
from shapan.server.match.plan import SeatPlan
from shapan.server.match.room import Room


def told_plans(room: Room, viewer: int) -> list[PlanInfo] | None:
    """Return the plans of a seat, which no one else is told of; None where there can be none."""
    if not room.plans.known:
        return None
    return [_told(room, viewer, one) for one in room.plans.of(viewer) if one.plan.kind in room.plans.known]


def _told(room: Room, viewer: int, one: SeatPlan) -> PlanInfo:
    plan, prompt = one.plan, room.plans.known[one.plan.kind]
    return PlanInfo(
        one.key,
        plan.kind,
        title(prompt),
        prompt.rule,
        [PlanChoiceInfo(choice.how, choice.codes, _labels(room, viewer, choice)) for choice in plan.choices],
        plan.turn,
        plan.limits,
        plan.useful,
        plan.otherwise,
        bool(one.table),
        one.state,
        one.why,
        one.at,
    )


def _labels(room: Room, viewer: int, choice: Choice) -> list[Phrase]:
    view = room.match.view(viewer)
    return [room.match.game.label(view, code) for code in choice.codes]


def form(room: Room, seat: int, kind: str) -> PlanForm:
    """Return what a plan of a seat for a kind of question may say; with no kind, which there are."""
    kinds = [PlanKind(key, title(one), one.rule, one.reaction) for key, one in room.plans.known.items()]
    prompt = room.plans.known.get(kind)
    if prompt is None:
        return PlanForm(kinds)
    match = room.match
    view = match.view(seat)
    return PlanForm(
        kinds,
        prompt.many,
        prompt.ordered,
        prompt.reaction or prompt.many or type(match.game).idle_answer is not Game.idle_answer,
        type(prompt).proposal is not Prompt.proposal,
        type(match.game).why_idle is not Game.why_idle,
        [target for target in candidates(match.game, view, seat, prompt) if target.code != DONE],
        _numbers(room, prompt),
        _about(room, seat, view, prompt),
    )


def _numbers(room: Room, prompt: Prompt[Any]) -> list[str]:
    """Return the words of a question for which the game has a name, so that a plan can be limited by them."""
    texts = catalogue(room.match.game, "en")
    names = {name for _, name, _, _ in Formatter().parse(texts.get(f"prompt.{prompt.key}", "")) if name}
    return [name for name in sorted(names) if f"plan_word.{name}" in texts]


def _about(room: Room, seat: int, view: Any, prompt: Prompt[Any]) -> Phrase | None:
    """Return the question as it would be put to a seat, where others are asked the same now."""
    pending = room.match.pending
    if pending is None or pending.prompt is None or pending.prompt.key != prompt.key:
        return None
    return room.match.game.question(view, pending.prompt, seat, pending.arg)
