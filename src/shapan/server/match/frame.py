"""Frames: what one viewer may know of a room at a moment, as a message of the API.

To what he sees of the match comes what the table knows: seats, clock, the window that is held, his own orders.
"""

from __future__ import annotations

from typing import Literal

from shapan.bots import parted
from shapan.engine.scene import Scene
from shapan.server.match.guide import guide_info
from shapan.server.match.invitation import invitation, reserve_invitation, table_invitation
from shapan.server.match.message import (
    ClockInfo,
    EventList,
    FrameMessage,
    InvitationInfo,
    OrderInfo,
    RematchInfo,
    ReservesInfo,
    SeatingInfo,
    WindowInfo,
)
from shapan.server.match.planform import told_plans
from shapan.server.match.room import Room
from shapan.server.match.stronger import stronger_bots
from shapan.server.match.visible_state import VisibleState, visible_state
from shapan.server.match.waiting_room import BANKS, PACES, is_barred
from shapan.server.match.window import windows_of


def shown_to(room: Room, session: str | None, wanted: int | None = None, before: int = -1) -> int:
    """Return the viewer that a guest is: the wanted seat if it is his, his that is asked, his first, or a spectator.

    Who has left for good looks on as a spectator. Of several people at one screen the one who was there `before` stays
    until another of them is asked.
    """
    mine = room.seats.views_of(session)
    if wanted in mine:
        return wanted
    played = [seat for seat in mine if room.seats.is_person(seat)]
    asked = [seat for seat in played if room.window.is_asked(seat)]
    if before in (asked or played):
        return before
    return (asked or played or room.seats.stays_of(session) or mine or [room.row.seats])[0]


def is_awaited(room: Room, session: str | None) -> bool:
    """Return whether a match waits for a guest: that he answers, or before it begins that he is ready."""
    if room.frozen or room.over:
        return False
    mine = room.seats.seats_of(session)
    if room.course.waiting:
        return any(not room.gathering.is_ready(seat) for seat in mine)
    return any(room.answers.waits_for_person(seat) for seat in mine)


def compose(room: Room, viewer: int, session: str | None, after: int = 0, *, looks_ahead: bool = True) -> FrameMessage:
    """Return a viewer's frame with the events from `after` on; a stream counts its messages itself.

    Only a frame that somebody answers `looks_ahead` to tell which answers can be undone.
    Somebody else may play the viewer's seat: then he sees what it sees and is asked nothing.
    """
    row, match, frozen = room.row, room.match, room.frozen
    if room.course.waiting:
        return _waiting(room, viewer, session)
    seated = viewer < row.seats
    sits = not seated or room.seats.is_person(viewer)
    held = room.window.held is not None
    window = _window(room, viewer, own=seated and sits)
    asked = sits and (not held or room.window.is_asked(viewer))
    seen = _seen(room, viewer, after, asked=asked, looks_ahead=looks_ahead)
    has_answered = window is not None and window.own != ""
    waiting = [seat for seat in seen.waiting if not has_answered or seat != viewer]
    return FrameMessage(
        match=row.id,
        frame=1,
        epoch=seen.epoch,
        viewer=viewer,
        spectator=not seated,
        seats=room.hosting.told(room.seats.people(session), session),
        game=match.game.name,
        rules_version=match.game.rules_version,
        scene=seen.scene,
        events=EventList(after, seen.events),
        log_length=seen.log_length,
        decision=seen.decision,
        question=seen.question,
        waiting=waiting,
        answered=[viewer] if has_answered else seen.answered,
        may_undo=room.answers.may_undo(viewer) if window is not None and seated and sits else seen.may_undo,
        outcome=seen.outcome,
        frozen=frozen,
        clock=_clock(room, waiting),
        rematch=_rematch(room, session),
        stronger=stronger_bots(room, session),
        watchers=room.seats.watching,
        chat=row.chat,
        guide=guide_info(match, viewer, room.coach_read) if row.guide and sits and not frozen else None,
        hints=row.hints,
        changed=seen.changed,
        window=window,
        orders=_orders(room, viewer) if seated and sits else None,
        plans=told_plans(room, viewer) if seated and sits else None,
        patience=room.hosting.bound,
        void=room.voiding.info(session),
        notes=room.notes.told(viewer),
        since=None if (move := room.moves.of(viewer)) is None else move.log,
        removed=viewer >= row.seats and is_barred(room.changes, session),
        fair=room.fair.info(),
        reserves=reserves_info(room, session),
    )


def _seen(room: Room, viewer: int, after: int, *, asked: bool, looks_ahead: bool) -> VisibleState:
    """Return what a viewer sees of the match; of all spectators it is the same, and made once."""
    if viewer >= room.row.seats:
        return room.public.find(room.match, after, frozen=room.frozen is not None)
    seen = visible_state(
        room.match,
        viewer,
        after,
        asked=asked,
        forced=not room.row.guide and room.answers.is_forced(viewer),
        idle=room.answers.why_idle(viewer),
        frozen=room.frozen is not None,
        hints=room.row.hints,
        foresight=room.answers.foresight(viewer) if looks_ahead and asked and room.frozen is None else None,
    )
    if seen.decision is not None:
        seen.decision.by_order = seen.decision.idle is not None and room.answers.is_ordered(viewer)
    return seen


def _waiting(room: Room, viewer: int, session: str | None) -> FrameMessage:
    """Return the frame of a table that waits: of the match it holds nothing, not even how many events there are."""
    row = room.row
    return FrameMessage(
        match=row.id,
        frame=1,
        epoch=0,
        viewer=viewer,
        spectator=viewer >= row.seats,
        seats=room.hosting.told(room.seats.people(session), session),
        game=row.game,
        rules_version=room.match.game.rules_version,
        scene=Scene(),
        events=EventList(0, []),
        log_length=0,
        decision=None,
        question=None,
        waiting=[],
        answered=[],
        may_undo=False,
        outcome=None,
        frozen=room.frozen,
        watchers=room.seats.watching,
        chat=row.chat,
        hints=row.hints,
        seating=_seating(room, session),
        patience=room.hosting.bound,
        notes=room.notes.told(viewer),
        removed=viewer >= row.seats and is_barred(room.changes, session),
        fair=room.fair.info(),
        reserves=reserves_info(room, session),
    )


def reserves_info(room: Room, session: str | None) -> ReservesInfo | None:
    """Return who waits to take over a seat; who waits is told nothing else than any spectator is."""
    return room.reserves.info(session, f"/tables/{room.row.id}/reserve?link={reserve_invitation(room.row)}")


def _seating(room: Room, session: str | None) -> SeatingInfo:
    row, gathering, game = room.row, room.gathering, room.match.game
    usual = {option.name: option.default for option in game.options}
    host = room.seats.is_host(session)
    free = [seat.seat for seat in room.seats if seat.kind == "open"] if host else []
    return SeatingInfo(
        ready=[seat for seat in range(row.seats) if gathering.is_ready(seat)],
        starts=None if gathering.due is None else max(0, round((gathering.due - room.now()) * 1000)),
        host=host,
        host_seat=next(iter(room.seats.stays_of(room.seats.host)), None),
        pace=row.pace,
        bank=row.bank,
        increment=row.increment,
        undo=row.undo,
        options={name: value for name, value in row.options.items() if usual.get(name) != value},
        bots=[*room.seats.bot_names, *sorted({one.bot for one in room.seats if parted(one.bot)[1]})] if host else [],
        invitation=f"/join/{table_invitation(row)}" if free else "",
        invitations=[InvitationInfo(seat, f"/join/{invitation(row, seat)}") for seat in free],
        listed=row.listed,
        reserves=room.reserves.allowed,
        late="default" if row.late == "default" else "bot",
        paces=sorted({*PACES, row.pace}) if host else [],
        banks=sorted({*BANKS, *([(row.bank, row.increment)] if row.bank else [])}) if host else [],
        seats_range=[game.min_seats, game.max_seats] if host else [],
        rated=_rated(room),
    )


def _rated(room: Room) -> Literal["", "yes", "no"]:
    """Return whether a waiting table is to be rated, and could be as things stand."""
    row = room.row
    if not row.rated:
        return ""
    return "yes" if row.listed and not row.hints and all(seat.kind != "bot" for seat in room.seats) else "no"


def _clock(room: Room, waiting: list[int]) -> ClockInfo | None:
    """Return what is left to the people who are asked: for bots and open seats no time runs."""
    people = [seat for seat in waiting if room.seats.is_person(seat)]
    clock, now = room.clock, room.now()
    if not clock.runs or not (people or clock.banks) or room.frozen or room.match.over:
        return None
    left = {str(seat): clock.left_to(seat, now) for seat in people}
    if clock.banks is None:
        return ClockInfo(clock.length(), left)
    banks = {
        str(row.seat): round(clock.banks.left(row.seat, now) * 1000)
        for row in room.seats
        if room.seats.is_person(row.seat)
    }
    return ClockInfo(clock.length(), left, clock.banks.start, clock.banks.increment, banks)


def _rematch(room: Room, session: str | None) -> RematchInfo | None:
    """Return the next match of the table: of one that is not listed nobody learns who does not sit there."""
    row = room.row
    if row.rematch is None or not (row.listed or room.seats.stays_of(session)):
        return None
    return RematchInfo(row.rematch, row.rematch_by or 0)


def _window(room: Room, viewer: int, own: bool) -> WindowInfo | None:
    """Return the window that is held: the same for all, but for the `own` answer of who sits."""
    held = room.window.held
    if held is None or room.frozen:
        return None
    length = room.row.window
    left = round((room.window.moment - room.now()) * 1000)
    prompt = held.prompt
    return WindowInfo(
        prompt.key, prompt.rule, length, max(0, min(left, length)), room.window.own(viewer) if own else ""
    )


def _orders(room: Room, viewer: int) -> list[OrderInfo] | None:
    """Return the standing orders of a seat, which nobody else is told of; None where there can be none."""
    kinds = windows_of(room.match.game)
    if not kinds or not (room.seats.shared or room.seats.is_alone(viewer)):
        return None
    rules = {prompt.key: prompt.rule for prompt in kinds}
    return [
        OrderInfo(order.kind, order.answer, "turn" if order.until else "match", rules.get(order.kind, ""))
        for order in room.orders.standing(viewer)
    ]
