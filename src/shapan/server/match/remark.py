"""Remarks: set phrases about a seat with a cause from its dossier. People say them, and bots, who know no other words.

What a bot says follows from the dossiers, which are the same for everybody, and from what was said at the table: a
Cylon speaks as a human would of whom all have seen the same.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

import msgspec

from shapan.engine.dossier import AGAINST, SIGN, Cause, Dossier
from shapan.engine.dossier import FOR as IN_FAVOUR
from shapan.server.match.chat import ChatMessage, Unspeakable

SUSPECT: Final = "ui.tell.suspect"
TRUST: Final = "ui.tell.trust"
DENY: Final = "ui.tell.deny"
BARE: Final = "_bare"
"""Behind the key of a remark without a cause."""
KEYS: Final = (SUSPECT, TRUST, DENY)
Remark = tuple[str, dict[str, Any]]


def about(message: ChatMessage) -> int:
    """Return which seat a remark is about, -1 where a message is none."""
    known = message.words is not None and (message.phrase or "").removesuffix(BARE) in KEYS
    return int(message.words["seat"]["seat"]) if known and message.words is not None else -1


def is_suspicion(message: ChatMessage) -> bool:
    """Tell whether a message accuses a seat."""
    return (message.phrase or "").removesuffix(BARE) == SUSPECT and message.words is not None


def remark(key: str, speaker: int, seat: int, cause: str | None, dossiers: Sequence[Dossier]) -> Remark:
    """Return a remark of a speaker about a seat. Raises Unspeakable for what no dossier bears out."""
    if key not in KEYS:
        raise Unspeakable("phrase", f"there is no such phrase; known: {', '.join(KEYS)}")
    if not 0 <= seat < len(dossiers) or seat == speaker:
        raise Unspeakable("about", "this is said about another seat")
    if cause is None:
        return key + BARE, {"seat": {"seat": seat}}
    whose, tone = dossiers[speaker if key == DENY else seat], AGAINST if key == SUSPECT else IN_FAVOUR
    for one in whose.causes:
        if one.name == cause and (one.own is not None if key == DENY else one.tone == tone):
            return key, _words(seat, one, own=key == DENY)
    raise Unspeakable("cause", "no such cause stands in the dossier")


def _words(seat: int, cause: Cause, *, own: bool) -> dict[str, Any]:
    said = cause.own if own else cause.text
    return {"seat": {"seat": seat}, "cause": msgspec.to_builtins(said)}


def bot_remark(speaker: int, dossiers: Sequence[Dossier], said: Sequence[ChatMessage]) -> Remark | None:
    """Return what a bot says: an answer to who has accused it, whom it suspects, or nothing."""
    accuser = accuser_of(speaker, said)
    if accuser >= 0:
        own = next((cause.name for cause in dossiers[speaker].causes if cause.own is not None), None)
        return remark(DENY, speaker, accuser, own, dossiers)
    others = [one for one in dossiers if one.seat != speaker and not one.open]
    if not others:
        return None
    mean = sum(one.weight for one in others) / len(others)
    most = max(others, key=lambda one: (one.weight, -one.seat))
    if most.weight < SIGN or most.weight <= mean:
        return None
    for cause in most.causes:
        found = remark(SUSPECT, speaker, most.seat, cause.name, dossiers) if cause.tone == AGAINST else None
        if found is not None and not any((one.seat, one.phrase, one.words) == (speaker, *found) for one in said):
            return found
    return None


def accuser_of(seat: int, said: Sequence[ChatMessage]) -> int:
    """Return who has accused a seat since it spoke last, -1 if nobody has."""
    for message in reversed(said):
        if message.seat == seat:
            break
        if is_suspicion(message) and about(message) == seat:
            return message.seat
    return -1


def speaker_of(bots: Sequence[int], turn: int, dossiers: Sequence[Dossier], said: Sequence[ChatMessage]) -> int:
    """Return which bot is to speak: who was accused, else each in its turn; -1: none, for all lie open."""
    hidden = [seat for seat in bots if not dossiers[seat].open]
    accused = [seat for seat in hidden if accuser_of(seat, said) >= 0]
    return accused[0] if accused else hidden[turn % len(hidden)] if hidden else -1
