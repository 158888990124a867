"""How a match begins at a waiting table: once all are ready, with fair dice once all have told their seeds."""

from __future__ import annotations

import msgspec

from shapan.server.match import snapshot
from shapan.server.match.fairness import LATE as FAIR_LATE
from shapan.server.match.guide import begin
from shapan.server.match.last_move import LastMoves
from shapan.server.match.stored_table import StoredTable
from shapan.server.match.visible_state import public_key
from shapan.server.match.window import reacts


class StartingTable(StoredTable):
    """A table at which people are still waited for."""

    async def begin(self) -> None:
        """Begin the match if nobody is missing and it is time. Raises StoreError or Stale."""
        await self._shielded(self._run_begin())

    async def _run_begin(self) -> None:
        async with self._turn():
            self.gathering.note()
            await self._begin_if_due()

    async def _begin_if_due(self) -> None:
        if self.fair.on:
            await self._begin_fairly()
            return
        if not self.gathering.is_due:
            return
        self.begin_clock(self.now())
        kept = snapshot.written(self.match, self.digest.hexdigest(), self.kept_clock(), self.moves.save())
        async with self._stored():
            await self._store.begin(self.row.id, self.match.game.rules_version, kept)
        self.row.status, self.row.rules_version = "on", self.match.game.rules_version
        self.hosting.begin()
        self.window.note()
        self.publish()

    # Fair dice

    async def commit(self, seat: int, round_: int, commit: bytes, seed: bytes | None) -> None:
        """Store what a seat commits to. Raises Shut, BadSeed, StoreError or Stale."""
        await self._shielded(self._run_commit(seat, round_, commit, seed))

    async def _run_commit(self, seat: int, round_: int, commit: bytes, seed: bytes | None) -> None:
        async with self._turn():
            await self._void_if_flawed()
            self.fair.check_round(seat, round_, bound=False)
            kept = self.fair.committed(seat, commit, seed)
            if kept != self.fair.seed_of(seat):
                async with self._stored():
                    await self._store.fair.commit(self.row.id, round_, kept)
                self.fair.put(kept)
                self.publish()
            await self._begin_if_due()

    async def disclose(self, seat: int, round_: int, seed: bytes) -> None:
        """Store the seed that a seat has committed to. Raises Shut, BadSeed, StoreError or Stale."""
        await self._shielded(self._run_disclose(seat, round_, seed))

    async def _run_disclose(self, seat: int, round_: int, seed: bytes) -> None:
        async with self._turn():
            await self._void_if_flawed()
            self.fair.check_round(seat, round_, bound=True)
            kept = self.fair.disclosed(seat, seed)
            if kept != self.fair.seed_of(seat):
                async with self._stored():
                    await self._store.fair.reveal(self.row.id, round_, seat, seed)
                self.fair.put(kept)
                self.publish()
            await self._begin_if_due()

    async def _void_if_flawed(self) -> None:
        """Begin another round where this one comes to nothing: all make new seeds."""
        flaw = self.fair.flaw
        if not flaw:
            return
        late = self.fair.late if flaw == FAIR_LATE else []
        new = self.fair.next_round()
        async with self._stored():
            await self._store.fair.void(self.row.id, self.fair.current.round, flaw, new, late)
        self.fair.current.void = flaw
        self.fair.rounds.append(new)
        for seat in late:
            self.seats.put(msgspec.structs.replace(self.seats[seat], ready=False))
        self.publish()

    async def _begin_fairly(self) -> None:
        """Take the next step of a fair beginning: bind the table, or begin the match with the key that it has made."""
        await self._void_if_flawed()
        fair = self.fair
        if not fair.is_bound and not self.gathering.is_due:
            return
        if fair.is_bound and not fair.is_complete:
            return
        table, round_ = fair.table(), fair.current.round
        if not fair.is_complete:
            at = int(self.now.wall(self.now()))
            async with self._stored():
                await self._store.fair.bind(self.row.id, round_, table, at, fair.seats)
            fair.bind(table, at)
            self.publish()
            return
        row = msgspec.structs.replace(self.row, key=fair.key(), rules_version=self.match.game.rules_version)
        match = begin(self.match.game, row)
        self.clock.key = public_key(match) if self.clock.runs else ""
        self.clock.begin(match.waiting, self.now(), window=reacts(match))
        kept = snapshot.written(match, self.digest.hexdigest(), self.kept_clock(), LastMoves(match).save())
        bound = None if fair.is_bound else (round_, table)
        async with self._stored():
            await self._store.begin(self.row.id, row.rules_version, kept, row.key, bound)
        self.outdate()  # it is another match now than the one that was made when the table was opened
