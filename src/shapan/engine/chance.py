"""Chance: keyed counter streams, one for each purpose.

A number comes from blake2b of key, stream and block counter, sixteen draws a block. A cheat cannot predict it, a copy
is a key and a few counters, and plain and compiled builds give the same numbers.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from hashlib import blake2b
from struct import Struct
from typing import Any, TypeVar

from mypy_extensions import i64

T = TypeVar("T")
_BLOCK = Struct("<16I")


def derive(key: bytes, *labels: object) -> bytes:
    """Return a 16-byte key made from a key and labels; different labels give unrelated keys."""
    return derive_from(key, repr(labels).encode())


def derive_from(key: bytes, labels: bytes) -> bytes:
    """Return the key that `derive` makes of labels, from their written form: for those that are the same each time."""
    return blake2b(labels, key=key[:64], digest_size=16).digest()


def key_of(seed: int | str | bytes) -> bytes:
    """Return the key of a seed: bytes up to 64 as they are, anything else as 16 bytes made of it."""
    return seed if isinstance(seed, bytes) and len(seed) <= 64 else derive(b"shapan", "seed", str(seed))


class ScriptError(Exception):
    """A scripted stream ran dry or gave a value that cannot fall there."""

    def __init__(self, stream: int, message: str) -> None:
        super().__init__(message)
        self.stream = stream


class Stream:
    """One stream of numbers outside the state: for bots, resampling and tests."""

    __slots__ = ("_block", "_keyed", "left")

    def __init__(self, seed: int | str | bytes) -> None:
        self._keyed = blake2b(key=key_of(seed), digest_size=64)
        self._block = 0
        self.left: list[int] = []
        """Numbers 0..2**32-1 that come next, the last one first; one list for good."""

    def refill(self) -> None:
        """Compute the next block of sixteen numbers."""
        block = self._keyed.copy()  # of a key that is ready: half the time of a new one
        block.update(self._block.to_bytes(8, "little"))
        self.left[:] = _BLOCK.unpack(block.digest())
        self._block += 1

    def number(self, size: i64) -> int:
        """Return a uniform number 0..size-1 (size up to 2**24; the bias is below 2**-8 of a chance)."""
        if not self.left:
            self.refill()
        fallen: i64 = self.left.pop()
        return fallen * size >> 32

    def choice(self, items: Sequence[T]) -> T:
        """Return one of the items, uniformly."""
        return items[self.number(len(items))]

    def drawn(self, weights: Mapping[T, float]) -> T:
        """Return one of the keys, each as often as its weight is large; one at least must be above 0."""
        point = self.number(1 << 24) / (1 << 24) * sum(weights.values())
        for item, weight in weights.items():
            point -= weight
            if point < 0:
                return item
        return next(item for item in reversed(list(weights)) if weights[item] > 0)

    def shuffle(self, items: list[T]) -> None:
        """Shuffle a list in place (Fisher-Yates)."""
        left = self.left
        for place in range(len(items) - 1, 0, -1):
            if not left:
                self.refill()
            other = left.pop() * (place + 1) >> 32
            items[place], items[other] = items[other], items[place]


class Chance:
    """The streams of a state: key, a counter a stream, and scripts (values that fall first).

    A script says all that falls in its stream. With `leads` it says only what falls first: where it is at an end, or
    its next value cannot fall, the key goes on.
    """

    __slots__ = ("_blocks", "counts", "key", "leads", "scripts")

    def __init__(self, key: bytes = b"", streams: int = 0) -> None:
        self.key = key
        self.counts = [0] * streams
        self.scripts: list[list[int] | None] = []
        self.leads = False
        self._blocks: list[tuple[int, ...]] = [()] * streams
        """By stream the sixteen numbers among which the next one is, unless it begins a block; nothing at first."""

    def number(self, stream: i64, size: i64) -> int:
        """Return the next number 0..size-1 of a stream."""
        count: i64 = self.counts[stream]
        self.counts[stream] = count + 1
        place = count & 15
        block = self._blocks[stream]
        if not place or not block:
            text: int = count >> 4 << 8 | stream
            block = _BLOCK.unpack(blake2b(text.to_bytes(8, "little"), key=self.key, digest_size=64).digest())
            self._blocks[stream] = block
        fallen: i64 = block[place]
        return fallen * size >> 32

    def scripted(self, stream: int, allowed: Sequence[int] | None = None) -> list[int] | None:
        """Return what is left of a stream's script, or None if the key says what falls of the `allowed` values."""
        script = self.scripts[stream] if self.scripts else None
        if self.leads and (not script or (allowed is not None and script[0] not in allowed)):
            return None
        return script

    def rekey(self, key: bytes) -> None:
        """Start all streams anew from another key, without scripts."""
        streams = len(self.counts)
        self.key = key
        self.counts = [0] * streams
        self.scripts = []
        self.leads = False
        self._blocks = [()] * streams

    def copy(self) -> Chance:
        """Return an independent copy; blocks already computed are shared, they never change."""
        new = Chance.__new__(Chance)
        new.key = self.key
        new.counts = self.counts.copy()
        scripts = self.scripts
        new.scripts = [None if script is None else script[:] for script in scripts] if scripts else []
        new.leads = self.leads
        new._blocks = self._blocks.copy()
        return new

    def dump(self) -> Any:
        """Return key, counters and scripts as plain data."""
        return [
            self.key.hex(),
            self.counts[:],
            [None if s is None else s[:] for s in self.scripts],
            *([True] if self.leads else []),
        ]

    @classmethod
    def load(cls, data: Any) -> Chance:
        """Return the streams of a dump."""
        new = cls(bytes.fromhex(data[0]), len(data[1]))
        new.counts = list(data[1])
        new.scripts = [None if script is None else list(script) for script in data[2]]
        new.leads = data[3:] == [True]
        return new
