"""Reaction windows at a table of several people: nobody learns from them who could react.

A window that several people can see is held: what is answered is sealed, stored but not yet part of the match, so
that no frame of others changes by it. All answers go into the match at once, no earlier than a fixed time after the
window opened. Bots that are not ready then pass; people are waited for. A standing order ("pass here") answers for
its seat at that moment and not before.

See docs/design/windows.md.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Iterable
from contextlib import suppress
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from shapan.engine.actions import DONE
from shapan.engine.game import Game
from shapan.engine.prompt import Prompt
from shapan.engine.stretch import BOT, PLAYER, Pending
from shapan.server.frames import FrameMessage, OrderInfo, WindowInfo
from shapan.server.orders import answer_of
from shapan.server.rows import Order, Sealed
from shapan.server.seating import Seating
from shapan.server.tending import Tending
from shapan.server.writer import StoreError

if TYPE_CHECKING:
    from shapan.server.hub import Hub
    from shapan.server.room import Room

LOG = logging.getLogger("shapan.server")
_AGAIN = 0.2
"""Seconds before a window whose answers could not be stored is tried again."""


@dataclass(slots=True)
class OpenWindow:
    """A window that is held: its question, when it opened, the answers so far."""

    pending: Pending[Any]
    opened: float
    sealed: dict[int, Sealed] = field(default_factory=dict)

    @property
    def prompt(self) -> Prompt[Any]:
        """What is asked."""
        assert self.pending.prompt is not None
        return self.pending.prompt


def windows_of(game: Game[Any]) -> list[Prompt[Any]]:
    """Return the prompts of a game that are reaction windows."""
    return [prompt for prompt in game.prompts if prompt.reaction]


class Windowing(Seating):
    """The reaction window of one match that is open now, and the standing orders of its seats."""

    window: OpenWindow | None = None
    """The window that is held, None without one."""
    orders: list[Order]

    def note_window(self, sealed: Iterable[Sealed] = ()) -> None:
        """See whether a window is to be held now, with answers that were sealed before a restart."""
        match, pending = self.match, self.match.pending
        if match.over or self.frozen or pending is None or pending.prompt is None or not pending.prompt.reaction:
            self.window = None
            return
        fitting = {kept.seat: kept for kept in sealed if self._fits(kept)}
        if self.window is None or self.window.pending is not pending:
            self.window = OpenWindow(pending, self.now()) if self.shared or fitting else None
        if self.window is not None:
            known = {**self.window.sealed, **fitting}
            self.window.sealed = {seat: kept for seat, kept in known.items() if self._fits(kept)}

    def _fits(self, kept: Sealed) -> bool:
        decision = self.match.decisions.get(kept.seat)
        return (
            decision is not None
            and decision.ordinal == kept.ordinal
            and decision.prompt.allows(self.match.live, kept.seat, decision.arg, kept.codes)
        )

    @property
    def moment(self) -> float:
        """The earliest time at which the open window may close; without one the beginning of time."""
        return 0.0 if self.window is None else self.window.opened + self.row.window / 1000

    @property
    def window_due(self) -> float | None:
        """When the open window closes as things stand; None without one, or while people are waited for."""
        if self.window is None or self.stale or self.frozen:
            return None
        bots = {row.seat for row in self.seats if row.bot and row.kind in ("bot", "left")}
        return None if any(self.is_asked(seat) and seat not in bots for seat in self.match.decisions) else self.moment

    def is_sealed(self, seat: int) -> bool:
        """Tell whether a seat has given its answer to the window that is open."""
        return self.window is not None and seat in self.window.sealed

    def is_ordered(self, seat: int) -> bool:
        """Tell whether a standing order answers the open window for a seat."""
        if self.window is None or seat not in self.match.decisions or not self.is_person(seat):
            return False
        return answer_of(self.standing(seat), self.window.prompt.key) == "pass"

    def is_forced(self, seat: int) -> bool:
        """Tell whether the person of a seat, who plays alone, is asked in a window in which he can only pass.

        Not while somebody looks on: he would see by the time, or by what an undo goes past, what the hand holds.
        """
        if self.is_watched:
            return False
        decision = self.match.decisions.get(seat)
        if decision is None or not decision.prompt.reaction or self.window is not None or not self.is_alone(seat):
            return False
        return decision.prompt.only_answer(self.match.live, seat, decision.arg) == [DONE]

    def standing(self, seat: int) -> list[Order]:
        """Return the orders of a seat that are good now."""
        mine = [order for order in self.orders if order.seat == seat]
        turn = self.turn() if any(order.until for order in mine) else ""
        return [order for order in mine if order.until in ("", turn)]

    def is_asked(self, seat: int) -> bool:
        """Tell whether a seat still has something to answer, by itself."""
        return seat in self.match.decisions and not self.is_sealed(seat) and not self.is_ordered(seat)

    def may_undo(self, seat: int) -> bool:
        """Tell whether a seat may take its last answer back."""
        if self.window is not None and seat in self.window.sealed:
            return self.window.sealed[seat].by == PLAYER
        return self.match.may_undo(seat)

    def turn(self) -> str:
        """Return what an order "this turn" is good for: it changes when the turn goes on, and all can see it."""
        match = self.match
        scene = match.game.board(match.view(match.seats), match.seats, [], None)
        return f"{scene.round}.{scene.turns[0] if scene.turns else scene.active}"

    def window_records(self) -> list[dict[str, Any]]:
        """Return the records of all answers to the open window, in the order in which its seats are asked."""
        window = self.window
        assert window is not None
        records = []
        for seat in window.pending.seats:
            decision = self.match.decisions.get(seat)
            if decision is None:  # the engine has answered, as everybody knows
                continue
            kept = window.sealed.get(seat)
            if kept is None:
                passing = not decision.prompt.many and decision.prompt.test(self.match.live, seat, decision.arg, DONE)
                codes = [DONE] if passing else self.match.default(seat)
                kept = Sealed(seat, decision.ordinal, codes, PLAYER if self.is_person(seat) else BOT)
            records.append(self.match.check(seat, kept.codes, kept.ordinal, kept.by))
        return records

    # What is seen of it

    def show_window(self, message: FrameMessage, viewer: int, sits: bool) -> None:
        """Put the window into a frame: the same for all, but for the viewer's own answer and orders."""
        kinds = windows_of(self.match.game)
        if sits and viewer < self.row.seats and kinds and self.shared:
            rules = {prompt.key: prompt.rule for prompt in kinds}
            message.orders = [
                OrderInfo(order.kind, order.answer, "turn" if order.until else "match", rules.get(order.kind, ""))
                for order in self.standing(viewer)
            ]
        window = self.window
        if window is None or self.frozen:
            return
        left = round((self.moment - self.now()) * 1000)
        length = self.row.window
        message.window = WindowInfo(window.prompt.key, window.prompt.rule, length, max(0, min(left, length)))
        if sits and viewer < self.row.seats:
            message.may_undo = self.may_undo(viewer)
            if viewer in self.match.decisions and not self.is_asked(viewer):
                message.window.own = "answered" if self.is_sealed(viewer) else "order"
                message.waiting = [seat for seat in message.waiting if seat != viewer]
                message.answered = [viewer]


class WindowKeeper(Tending):
    """Closes the windows of all rooms when it is time: a task for each match that can have some."""

    def __init__(self, hub: Hub) -> None:
        super().__init__()
        self._hub = hub

    def look_after(self, room: Room) -> None:
        """Close the windows of a room from now on."""
        self.forget(room.row.id)
        if windows_of(room.match.game) and not room.match.over and not room.frozen:
            self.tend(room.row.id, self._run(room))

    async def _run(self, room: Room) -> None:
        changed = asyncio.Event()
        room.window_bell = changed.set
        while not room.stale and not room.frozen and not room.match.over:
            changed.clear()
            due = room.window_due
            left = None if due is None else due - room.now()
            if left is None or left > 0:
                with suppress(TimeoutError):
                    async with asyncio.timeout(left):
                        await changed.wait()
                continue
            try:
                await room.close_window()
            except StoreError:
                LOG.warning("the answers to a window of match %s could not be stored", room.row.id)
                await asyncio.sleep(_AGAIN)
            except Exception:  # Stale: its successor goes on; anything else must not stop the match for good
                if not room.stale:
                    LOG.exception("a window of match %s could not be closed", room.row.id)
                    await asyncio.sleep(_AGAIN)
        if room.stale and not self._hub.closing:
            await self._hub.room(room.row.id)  # its successor is looked after anew
