"""What seats answer before they are asked, or while others are: windows, standing orders, plans."""

from __future__ import annotations

import logging
from collections.abc import Callable
from secrets import token_hex

import msgspec

from shapan.engine.segment import PLAYER
from shapan.server.match.answer import Record
from shapan.server.match.plan import PLANNED, SeatPlan
from shapan.server.match.plan import written as written_plans
from shapan.server.match.stored_table import StoredTable
from shapan.server.store.fault import Conflict
from shapan.server.store.row import Order, Sealed
from shapan.server.store.writer import StoreError

LOG = logging.getLogger("shapan.server")


class AdvanceTable(StoredTable):
    """A table with answers that wait beside the log for their moment."""

    # Windows

    async def _seal(self, record: Record, name: str) -> None:
        """Store an answer to the open window, or that it is taken back; neither is a record of the match yet."""
        seat, kept = record.get("unseal", -1), None
        if "answer" in record:
            seat = record["seat"]
            kept = Sealed(seat, record["ordinal"], record["answer"], record["by"])
        async with self._stored():
            rows = await self._store.windows.seal(self.row.id, seat, kept, name)
        self.changes.add(name)
        self.window.reseal(seat, rows)
        if "unseal" in record:
            await self._rethink(seat)
        self.whisper(seat)

    async def close_window(self) -> None:
        """Give all answers to the open window to the match at once, if it is time. Raises StoreError or Stale."""
        await self._shielded(self._run_close())

    async def _run_close(self) -> None:
        async with self._turn():
            due = self.window.due
            if due is None or due > self.now():
                return
            records = self.window.records()
            bodies = [msgspec.json.encode(record) for record in records]
            async with self._stored():
                await self._store.windows.append_all(self.row.id, len(self.match.log), bodies)
            at = self.now()
            for record, body in zip(records, bodies, strict=True):
                self.take(record, body, None, at=at)
                if self.frozen:
                    break
            self.publish()

    async def set_order(self, order: Order, name: str) -> None:
        """Store a standing order of a seat, or with an empty answer take it back. Raises Shut, StoreError or Stale."""
        await self._shielded(self._run_order(order, f"{order.seat}:{name}"))

    async def _run_order(self, order: Order, name: str) -> None:
        async with self._turn():
            if name in self.changes:
                return
            self.course.going()
            self.spare()
            self.seats.sitting(order.seat)
            async with self._stored():
                await self._store.windows.keep_order(self.row.id, order, name)
            self.changes.add(name)
            self.orders.put(order)
            self.whisper(order.seat)

    # Plans

    async def set_plans(self, seat: int, make: Callable[[], list[SeatPlan]], name: str) -> None:
        """Store what a seat answers in advance. Raises Shut, StoreError or Stale."""
        await self._shielded(self._run_set_plans(seat, make, f"{seat}:{name}"))

    async def _run_set_plans(self, seat: int, make: Callable[[], list[SeatPlan]], name: str) -> None:
        async with self._turn():
            if name in self.changes:
                return
            self.course.going()
            self.spare()
            self.seats.sitting(seat)
            plans = make()
            async with self._stored():
                await self._store.plans.keep(self.row.id, seat, written_plans(plans), name)
            self.changes.add(name)
            self.plans.put(seat, plans)
            self.whisper(seat)

    async def say_planned(self, seat: int) -> None:
        """Tell all that a seat has planned ahead, unless it has said so since it answered. Raises StoreError, Stale."""
        if seat not in self.plans.said:
            self.plans.said.add(seat)
            await self.tell(lambda: self.notes.new(PLANNED, seat))

    async def carry_out(self, seat: int, ordinal: int) -> None:
        """Answer a seat's question by its first plan that is for it, as its person would. Raises StoreError or Stale.

        One that does not fit is dropped, and the person is asked.
        """
        await self._shielded(self._run_carry_out(seat, ordinal))

    async def _run_carry_out(self, seat: int, ordinal: int) -> None:
        async with self._turn():
            found = self.plans.outcome(seat, ordinal)
            if found is None:
                return
            plans = written_plans(found.plans)
            if found.codes is None:
                async with self._stored():
                    await self._store.plans.keep(self.row.id, seat, plans)
                self.plans.put(seat, found.plans)
                self.whisper(seat)
                return
            record = self.answers.answered(seat, ordinal, found.codes, PLAYER)
            name = f"{seat}:{token_hex(8)}"  # as those of answers that people send: nothing tells it from them later
            if self.window.held is not None:
                kept = Sealed(seat, ordinal, record["answer"], record["by"])
                async with self._stored():
                    rows = await self._store.plans.seal(self.row.id, kept, name, plans)
                self.changes.add(name)
                self.plans.put(seat, found.plans)
                self.window.reseal(seat, rows)
                self.whisper(seat)
                return
            body, number = msgspec.json.encode(record), len(self.match.log)
            async with self._stored():
                await self._store.plans.append(self.row.id, number, body, name, seat, plans)
            self.plans.put(seat, found.plans)
            self.take(record, body, name, at=self.now())
            self.publish()

    async def _rethink(self, by: int) -> None:
        """Store and tell what becomes of plans by an undo of a seat."""
        for seat, plans in self.plans.undone(by).items():
            self.plans.put(seat, plans)
            try:
                await self._store.plans.keep(self.row.id, seat, written_plans(plans))
            except (StoreError, Conflict):
                LOG.warning("the plans of a seat of match %s could not be kept", self.row.id)
