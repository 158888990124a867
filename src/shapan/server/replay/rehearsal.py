"""Rehearsal: matches of a backup are played again from their records, and must come out as they were kept."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass, replace
from hashlib import sha256

import msgspec
from sqlalchemy import select

from shapan.engine.registry import UnknownGame, find
from shapan.server.match.rebuild import rebuild
from shapan.server.store.backend import Backend
from shapan.server.store.damage import DamagedRow
from shapan.server.store.fault import Fault
from shapan.server.store.row import SEATING, Stored
from shapan.server.store.schema import MATCHES, RECORDS, SNAPSHOTS
from shapan.server.store.storage import Store


@dataclass(slots=True)
class Played:
    """What was played again."""

    digests: int = 0
    """Snapshots whose digest fits the records of their match."""
    matches: int = 0
    records: int = 0
    left_out: int = 0
    """Matches that the games installed here do not play: another version of the rules, or no such game."""


def play_again(database: Backend, most: int) -> Played:
    """Compare all digests, and play the matches touched last again, `most` at most. Raises Fault for one that differs.

    Matches of games or rules that are not installed here are passed over.
    """
    return asyncio.run(_play(database, most))


async def _play(database: Backend, most: int) -> Played:
    store, done = Store(database), Played()
    try:
        await _compare_digests(store, done)
        async with store.reading() as connection:
            rows = await connection.execute(
                select(MATCHES.c.id, MATCHES.c.game, MATCHES.c.rules_version)
                .where(MATCHES.c.status != SEATING)
                .order_by(MATCHES.c.touched.desc(), MATCHES.c.id)
            )
            names = [(str(row.id), _plays(row.game, row.rules_version)) for row in rows]
        for name, plays in names:
            if not plays:
                done.left_out += 1
            elif done.matches < most:
                await _play_one(store, name, done)
    finally:
        await store.stop()
    return done


def _plays(game: str, rules_version: int) -> bool:
    try:
        return find(game).rules_version == rules_version
    except UnknownGame:
        return False


async def _compare_digests(store: Store, done: Played) -> None:
    """Compare what each snapshot says of the records before it with the records. Raises Fault."""
    async with store.reading() as connection:
        kept = await connection.execute(select(SNAPSHOTS.c.match, SNAPSHOTS.c.number, SNAPSHOTS.c.digest))
        for match, number, digest in kept.all():
            query = select(RECORDS.c.body).where(RECORDS.c.match == match).order_by(RECORDS.c.number).limit(number)
            bodies = (await connection.scalars(query)).all()
            found = sha256(b"".join(body.encode() + b"\n" for body in bodies))
            if len(bodies) != number or found.hexdigest() != digest:
                raise Fault(f"match {match} has other records than its snapshot stands for")
            done.digests += 1


async def _play_one(store: Store, name: str, done: Played) -> None:
    """Play a match again: each record must fit the rules, and the end be that which the snapshot leads to."""
    try:
        stored = await store.stored(name)
        assert stored is not None
        ends = {_end(store, kept) for kept in ([stored] if stored.snapshot is None else [_bare(stored), stored])}
    except DamagedRow as error:
        raise Fault(f"match {name} cannot be read: {error}") from None
    if len(ends) > 1:
        raise Fault(f"match {name} comes to another end from its snapshot than from its records")
    done.matches += 1
    done.records += len(stored.records)


def _bare(stored: Stored) -> Stored:
    return replace(stored, snapshot=None)


def _end(store: Store, stored: Stored) -> bytes:
    """Return how a match stands after its last record. Raises Fault where one does not fit the rules."""
    room = rebuild(stored, store)
    if room.frozen:
        raise Fault(f"match {stored.match.id} does not fit the rules at record {len(room.match.log)}")
    return msgspec.json.encode(room.match.save(), order="deterministic")
