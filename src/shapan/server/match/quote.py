"""Quotes: lines of the log that messages refer to. Each reader finds the line in their own log, in their own words.

Only what spectators read can be quoted: so a quote tells nobody that there is a line which they do not see, and a
refusal tells its writer no more than looking on from outside would. What is stored is never told: it names the line in
the log of the spectators, and all that stood there before it, so that after an undo no other line takes its place.
"""

from __future__ import annotations

from collections.abc import Iterable
from hashlib import blake2b
from typing import Any

from shapan.engine.event import Event
from shapan.engine.match import Match
from shapan.server.match.chat import Quote, Spoken, Unspeakable


def quote_of(match: Match[Any], seat: int, line: int, epoch: int) -> Quote:
    """Return what a message of a seat quotes: a line of its own log. Raises Unspeakable.

    `taken` for a line that is not there any more, `line` for one that spectators do not read.
    """
    own = match.told(seat)
    if epoch != match.epochs[seat] or not 0 <= line < len(own):
        raise Unspeakable("taken", "this line is not in the log any more")
    public = match.told(match.seats)
    place = next((number for number, event in enumerate(public) if event is own[line]), -1)
    if place < 0:
        raise Unspeakable("line", "not everybody can see this line")
    return Quote(place, _marks(public[: place + 1])[-1])


def lines_of(match: Match[Any], viewer: int, messages: Iterable[Spoken]) -> dict[str, int]:
    """Return by message which line of a viewer's log it quotes; none where it was taken back."""
    quotes = {one.number: one.refs.quote for one in messages if one.refs is not None and one.refs.quote is not None}
    if not quotes:
        return {}
    public = match.told(match.seats)
    marks, own = _marks(public), {id(event): number for number, event in enumerate(match.told(viewer))}
    return {
        str(number): own[id(public[quote.line])]
        for number, quote in quotes.items()
        if quote.line < len(public) and marks[quote.line] == quote.mark and id(public[quote.line]) in own
    }


def _marks(events: Iterable[Event]) -> list[str]:
    """Return for each of some events by what it and all before it are known, as spectators read them."""
    digest, found = blake2b(digest_size=12), []
    for event in events:
        digest.update(repr((event.kind, event.open, event.by)).encode())
        found.append(digest.hexdigest())
    return found
