"""Laws of what a state is made of: cards that are kept, zones, plain values, no secrets in frames."""

from __future__ import annotations

from collections import Counter
from typing import Any

from shapan.engine.conformance.compare import Differing, describe, encode, leaves
from shapan.engine.conformance.play import Run
from shapan.engine.game import Game
from shapan.engine.marked_zone import MarkedZone
from shapan.engine.zone import EVERYONE

_LEAVES = (int, str, bool, type(None))


def components(game: Game[Any], state: Any) -> dict[str, int]:
    """Return what no rule may change: what the game counts, and how many cards of each number lie in all zones."""
    cards = Counter(card for zone in state.all_zones() for card in zone.cards)
    return {**game.conserved(state), **{f"card {card}": cards[card] for card in sorted(cards)}}


def counted(run: Run) -> None:
    """What no rule may change in number has not changed."""
    now = components(run.game, run.match.live)
    if run.counts is None:
        run.counts = now
    run.expect("conserved", now == run.counts, "{}", Differing(run.counts, now))


def zones(run: Run) -> None:
    """Zones are well formed: rows of one length, sorted if unordered, cards in the dark with a group."""
    check_zones(run, run.match.live)


def check_zones(run: Run, state: Any) -> None:
    """Check the zones of a state."""
    for name, zone in state.zones():
        size = len(zone.cards)
        run.expect(
            "zone_rows",
            len(zone.masks) == size and len(zone.groups) == size,
            f"{name}: {size} cards, {len(zone.masks)} masks, {len(zone.groups)} groups",
        )
        rows = [len(row) for row in zone.marks] if isinstance(zone, MarkedZone) else []
        run.expect("zone_rows", rows == [size] * len(rows), f"{name}: {size} cards, rows beside them of {rows}")
        grouped = all(m == EVERYONE or g for m, g in zip(zone.masks, zone.groups, strict=False))
        run.expect("zone_groups", grouped, f"{name}: a card not known to all is of no group")
        if not zone.ordered:
            run.expect("zone_sorted", zone.cards == sorted(zone.cards), f"{name}: not sorted: {zone.cards}")


def plain(run: Run) -> None:
    """The state holds integers, words, lists and zones: nothing without a fixed order, no fractions."""
    floats = run.game.floats
    for path, value in leaves(describe(run.match.live)):
        good = isinstance(value, _LEAVES) or (floats and isinstance(value, float))
        run.expect(
            "state_plain",
            good,
            "{}: {} {!r}",
            path,
            type(value).__name__,
            value,
        )


def secrets(run: Run) -> None:
    """No frame holds the chance key or the seed."""
    match = run.match
    texts = {run.seed, match.key.hex(), match.live.chance.key.hex()}
    needles = [text.encode() for text in texts]
    needles += [str(int.from_bytes(match.key, order)).encode() for order in ("big", "little")]
    for viewer in run.viewers:
        found = encode(run.frames[viewer])
        run.expect(
            "no_key",
            not any(n in found for n in needles),
            f"viewer {viewer}: key or seed in the frame",
        )
