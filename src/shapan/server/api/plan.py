"""What a person answers in advance: the plans of a seat, and what a new one may say. Only its person learns of them."""

from __future__ import annotations

from typing import Annotated, Any

import msgspec
from litestar.handlers.base import BaseRouteHandler
from litestar.params import JSONBody

from shapan.engine.plan import Plan, PlanError, check
from shapan.server.api.caller import TheCaller, post_change, seat_of
from shapan.server.api.match import Done
from shapan.server.api.opening import Id, Unfit
from shapan.server.api.refusal import CHANGE, UnfitInfo, spec
from shapan.server.match.message import PlanForm
from shapan.server.match.plan import MAX_PLANS
from shapan.server.match.planform import form
from shapan.server.match.room import Room
from shapan.server.web import limit

PLANS: dict[int, Any] = {**CHANGE, 422: spec(UnfitInfo, "a plan that can never be an answer")}
Key = Annotated[str, msgspec.Meta(min_length=1, max_length=64)]


class Planned(msgspec.Struct, forbid_unknown_fields=True):
    """A plan; `key` is made by the client, and stays the same while it is moved or changed."""

    key: Key
    plan: Plan
    unless: bool = False
    """Only while the public table is as it is when the plan is made."""


class Planning(msgspec.Struct, forbid_unknown_fields=True):
    """All plans that are to be open, in order: the first that is for a question answers it."""

    id: Id
    plans: Annotated[list[Planned], msgspec.Meta(max_length=MAX_PLANS)]
    seat: int | None = None
    forget: bool = False
    """What is told of earlier plans has been read."""
    tell: bool = False
    """The others are told that this seat has planned ahead: that it has, not what."""


class Kind(msgspec.Struct, forbid_unknown_fields=True):
    """The kind of question that a plan is to be made for; empty: which there are."""

    kind: Annotated[str, msgspec.Meta(max_length=64)] = ""
    seat: int | None = None


@post_change("plans", "table", name="plan", responses=PLANS)
async def post_plans(caller: TheCaller, data: JSONBody[Planning]) -> Done:
    """Say which questions are answered in advance, and how; an empty list takes all back."""
    if len({one.key for one in data.plans}) < len(data.plans):
        raise Unfit("plans", "two plans have the same key")

    async def change(room: Room) -> None:
        seat = seat_of(room, caller.session, data.seat)
        for place, one in enumerate(data.plans):
            try:
                check(room.match.game, room.row.seats, one.plan)
            except PlanError as error:
                raise Unfit(f"plans.{place}.plan.{error.field}", error.message) from None
        wanted = [(one.key, one.plan, one.unless) for one in data.plans]
        await room.set_plans(seat, lambda: room.plans.arranged(seat, wanted, forget=data.forget), data.id)
        if data.tell:
            await room.say_planned(seat)

    await caller.act_once(data.id, change)
    return Done()


@post_change("plan-form", "table", name="plan_form", responses=PLANS, opt=limit.WAYS)
async def post_plan_form(caller: TheCaller, data: JSONBody[Kind]) -> PlanForm:
    """Return what a plan for a kind of question may say, by what the seat has now."""
    room, seat = await caller.seat(data.seat)
    room.course.going()
    room.seats.sitting(seat)
    if data.kind and data.kind not in room.plans.known:
        raise Unfit("kind", f"there is no question {data.kind!r} that may be answered in advance")
    return form(room, seat, data.kind)


ROUTES: list[BaseRouteHandler] = [post_plans, post_plan_form]
