"""A duel that is over, from what was told of it (MFX-4.5): both sides with cards, the verdict, what followed."""
# Stays plain: draws for people

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, Final

from shapan.engine.dossier import phrase_of
from shapan.engine.kinds import UNKNOWN
from shapan.engine.moment import Beat, EventHistory, Moment, VisibleEvent
from shapan.engine.phrases import say, term
from shapan.engine.scene import Duel, Fact, Phrase, Prospect, Side
from shapan.games.malifaux import events, names, roster
from shapan.games.malifaux.board.harms import sign_of
from shapan.games.malifaux.board.pieces import fate_card
from shapan.games.malifaux.events import EVENTS
from shapan.games.malifaux.records import DAMAGE
from shapan.games.malifaux.records import DUEL as DUEL_FLIP
from shapan.games.malifaux.words import MatchWords

_ENDS: Final = (events.SUCCEEDED, events.FAILED)
_DEEDS: Final = (events.ATTACKED, events.ACTED, events.STRUCK_AT)
_STARTS: Final = (*_ENDS, *_DEEDS, events.TESTED)
_AFTER: Final = (*_STARTS, events.ACTIVATED, events.ACTIVATION_ENDED, events.TURN_ENDED, events.PASSED)
_FOLLOWED: Final = (
    events.SUFFERED, events.UNHURT, events.HEALED, events.KILLED, events.GAINED, events.STONE_USED, events.PUSHED,
    events.BURIED, events.PLACED,
)  # fmt: skip
_MAX_SAID: Final = 6
"""Of more lines about what followed the first are told."""
LENGTH: Final = 8_000


@dataclass(slots=True)
class Half:
    """What a side of a duel did, as it was told."""

    seat: int
    up: list[int] = field(default_factory=list)
    """All cards of its flip."""
    flipped: int = UNKNOWN
    """The one that counted."""
    cheated: int = UNKNOWN
    """The card of the hand that took its place."""

    @property
    def card(self) -> int:
        """The card that counted in the end."""
        return self.cheated if self.cheated >= 0 else self.flipped


@dataclass(slots=True)
class Fought:
    """A duel as it was told."""

    halves: list[Half]
    totals: list[int]
    mods: list[tuple[int, ...]]
    """Model, change, reason."""
    triggers: list[VisibleEvent]
    extras: list[VisibleEvent]
    """Stones and Focused that went into it."""
    start: VisibleEvent
    target: int
    model: int

    @property
    def is_test(self) -> bool:
        return self.start.kind == events.TESTED


def fought_of(told: EventHistory) -> Fought | None:
    """Return the duel that ends at an event; None where its flips were not told."""
    seen: list[VisibleEvent] = []
    start: VisibleEvent | None = None
    for one in told.before():
        if one.kind in _STARTS:
            start = one
            break
        seen.append(one)
    model, total, against = told.now.open
    if start is not None and start.kind in _ENDS:
        start = next((one for one in told.before() if one.kind in _DEEDS and one.open[0] == model), None)
    if start is None:
        return None
    seen.reverse()
    halves = _halves(seen)
    if not halves:
        return None
    if len(halves) > 1 and halves[0].seat == halves[1].seat:
        _sort_out(halves, total, _printed(told, start))
    moved = [one.open[1] for one in seen if one.kind == events.REDIRECTED]
    target = start.open[-1] if start.kind in (events.ATTACKED, events.STRUCK_AT) else UNKNOWN
    return Fought(
        halves, [total, against][: len(halves)], [one.open for one in seen if one.kind == events.MODIFIED],
        [one for one in seen if one.kind == events.TRIGGERED],
        [one for one in seen if one.kind in (events.STONE_USED, events.FOCUS_USED, events.SUIT_CHOSEN)],
        start, moved[-1] if moved else target, model,
    )  # fmt: skip


def _halves(seen: list[VisibleEvent]) -> list[Half]:
    """MFX-1.4, 3.1: return the flips of a duel by side, the acting one first, with what was cheated in."""
    halves: list[Half] = []
    for one in seen:
        if one.kind == events.FLIPPED and one.open[1] == DUEL_FLIP:
            seat, _, card, number = one.open
            if number == 1:
                halves.append(Half(seat, flipped=card))
            halves[-1].up.append(card)
        elif one.kind == events.TOOK and halves and len(halves[-1].up) > 1:
            halves[-1].flipped = one.open[1]
        elif one.kind == events.CHEATED and one.open[1] == DUEL_FLIP:
            half = next((half for half in halves if half.seat == one.open[0] and half.cheated < 0), None)
            if half is not None:
                half.cheated = one.open[2]
    return halves


def _printed(told: EventHistory, start: VisibleEvent) -> int:
    """Return the stat of the action that began a duel, which nothing changes; -1 for a test."""
    if start.kind not in (events.ATTACKED, events.ACTED) or not isinstance(told.words, MatchWords):
        return UNKNOWN
    action = roster.action_of(told.words.card(start.open[0]), start.open[1])
    return UNKNOWN if action is None or action.stat is None else action.stat.value


def _sort_out(halves: list[Half], total: int, stat: int) -> None:
    """Give what one player cheated in for both sides to the side whose total it makes (MFX-3.1)."""
    acting, resisting = halves
    if total - names.VALUE[acting.card] != stat:
        acting.cheated, resisting.cheated = resisting.cheated, acting.cheated


def duel(told: EventHistory) -> Moment | None:
    """MFX-4.5 E: a duel that is over, to be looked at again: the table has shown it while it went on."""
    one = fought_of(told)
    words = told.words
    if one is None or not isinstance(words, MatchWords):
        return None
    won = told.now.kind == events.SUCCEEDED
    title = _title(one)
    verdict = Beat(phrase_of(EVENTS, told.now, words), tone=_tone(told, one, won))
    return Moment(
        "fight", [Beat(title), verdict, verdict], LENGTH, "MFX-4.5", [half.seat for half in one.halves],
        duel=comparison(told, one, words, won), compares=True, quiet=True,
    )  # fmt: skip


def _tone(told: EventHistory, one: Fought, won: bool) -> str:
    """Return how it ended for a viewer who flipped in it."""
    sides = [half.seat for half in one.halves]
    if told.viewer not in sides:
        return ""
    return "good" if won == (told.viewer == sides[0]) else "bad"


def _title(one: Fought) -> Phrase:
    if one.is_test:
        return say("duel", "test", stat=term("stat", names.STATS[one.start.open[1]]))
    if one.start.kind == events.STRUCK_AT:
        return say("duel", "strike")
    key = "opposed" if len(one.halves) > 1 else "simple"
    return say("duel", key, action={"term": roster.ACTION.terms[one.start.open[1]]})


def comparison(told: EventHistory, one: Fought, words: MatchWords, won: bool) -> Duel:
    """Return both sides as they stood in the end, and in one prospect what followed."""
    models = [one.model, one.target]
    sides = [_side(one, words, place, models[place]) for place in range(len(one.halves))]
    number = _target_number(one, words) if len(sides) == 1 else UNKNOWN
    if number >= 0:
        sides.append(Side(say("duel", "target_number"), number))
    for side, good in zip(sides, (won, not won), strict=False):
        side.won = good
    first, second = sides[0].value, sides[-1].value if len(sides) > 1 else None
    made = Duel(sides, rule="MFX-4.5", title=_title(one))
    if first is not None and second is not None:
        made.sign = ("≥" if won else "<") if len(one.halves) == 1 else _sign(first, second)
    made.prospects = [_followed(told, one, words, won)]
    return made


def _target_number(one: Fought, words: MatchWords) -> int:
    """MFX-4.3: return the target number of a duel with one side; -1 without one."""
    if one.is_test:
        return one.start.open[2]
    action = roster.action_of(words.card(one.model), one.start.open[1])
    return UNKNOWN if action is None or action.tn is None else action.tn.value


def _sign(first: int, second: int) -> str:
    return ">" if first > second else "<" if first < second else "="


def _side(one: Fought, words: MatchWords, place: int, model: int) -> Side:
    """Return a side: its model, its stat as it counted, its cards, the last of which counts, its changes."""
    half, total = one.halves[place], one.totals[place]
    word = words.model(model) if model >= 0 else {"seat": half.seat}
    side = Side(_phrase(word), total, half.seat)
    side.parts = [Fact("stat", say("duel", "stat"), total - names.VALUE[half.card], rule="MFX-4.1")]
    cards = [*(card for card in half.up if card != half.flipped), half.flipped]
    if half.cheated >= 0:
        cards.append(half.cheated)
        side.was = total - names.VALUE[half.cheated] + names.VALUE[half.flipped]
    side.pieces = [fate_card(f"fought{place}.{at}", card) for at, card in enumerate(cards)]
    for piece in side.pieces[:-1]:
        piece.flags = ["idle"]
    side.signs = [sign_of(change - events.MAX_CHANGE, reason) for about, change, reason in one.mods if about == model]
    side.note = say("duel", "cheated") if half.cheated >= 0 else None
    return side


def _phrase(word: Any) -> Phrase:
    """Return a part of a phrase as one that stands alone."""
    if "key" in word:
        return Phrase(word["key"], word["words"])
    return Phrase(word["term"]) if "term" in word else say("duel", "player", seat=word)


def _followed(told: EventHistory, one: Fought, words: MatchWords, won: bool) -> Prospect:
    """Return the verdict with its margin, triggers and stones, and what came of it."""
    made = Prospect(say("duel", "as_it_lies"))
    if len(one.halves) > 1:
        margin = one.totals[0] - one.totals[1]
        key = ("wins_by" if margin else "tie_won") if won else "loses_by" if margin < 0 else "does_not_succeed"
        made.verdict = say("duel", key, **({"number": abs(margin)} if key in ("wins_by", "loses_by") else {}))
    else:
        made.verdict = say("duel", "passes" if won else "fails")
    after = list(told.after(*_AFTER))
    made.signs = [
        sign_of(change - events.MAX_CHANGE, reason)
        for seen in after
        if seen.kind == events.MODIFIED
        for _, change, reason in (seen.open,)
    ]
    flips = [seen for seen in after if seen.kind in (events.FLIPPED, events.CHEATED) and seen.open[1] == DAMAGE]
    if flips:
        made.head = say("duel", "damage_flips")
    rows = [*one.extras, *one.triggers, *flips, *(seen for seen in after if seen.kind in _FOLLOWED)]
    made.beside = [phrase_of(EVENTS, seen, words) for seen in rows[: _MAX_SAID + len(flips)]]
    return made


MOMENTS: Final = dict.fromkeys(_ENDS, duel)
