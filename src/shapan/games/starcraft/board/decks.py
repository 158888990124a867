"""What the whole table counts: the conquest track, the event deck by stage, end cards; combat decks of the players."""
# Stays plain: draws for people

from __future__ import annotations

from shapan.engine.phrases import inner, say, seat_of, term
from shapan.engine.scene import Phrase, Piece, Zone
from shapan.games.starcraft import cards, formulas, names
from shapan.games.starcraft.board.words import joined
from shapan.games.starcraft.rules.ending import ENDS_TO_END, has_won_specially
from shapan.games.starcraft.ruleset import ALDARIS_POINTS, TARGET_POINTS
from shapan.games.starcraft.state import PLANNING, StarCraft

_LATE = 2
"""From this round on it is told who has what a special victory asks for; before, some begin with it."""
_SOON = 3
"""From so many points below the target on, a player may win in the next round."""


def make_track(view: StarCraft) -> list[Zone]:
    """SC-1.13, SC-12.2: the conquest track from the first point on: the last space wins, and holds all beyond it."""
    if view.step < PLANNING or view.rules.galactic_conquest:
        return []
    most = (
        ALDARIS_POINTS if any(formulas.target(view, seat) > TARGET_POINTS for seat in view.living()) else TARGET_POINTS
    )
    spaces = []
    for number in range(1, most + 1):
        there = [seat for seat in view.living() if min(view.points[seat], most) == number]
        pieces = [Piece(f"points{seat}", "person", label=_score(view, seat), owner=seat) for seat in there]
        flags = ["safe"] if number == most else []
        label = say("board", "track_last" if number == most else "track_space", number=number)
        spaces.append(Zone(f"track{number}", "space", label, flags=flags, pieces=pieces))
    return [Zone("track", "track", say("label", "points"), say("board", "track_help"), "t-conquest", zones=spaces)]


def _score(view: StarCraft, seat: int) -> Phrase:
    return say("board", "score", seat=seat_of(seat), points=view.points[seat])


def make_decks(view: StarCraft) -> list[Zone]:
    """SC-1.6, SC-12.4: the event deck with its stage, what was discarded, the end cards beside the board."""
    stage = formulas.stage(view)
    to_come = [
        say("board", "stage_left", stage=inner(say("stage", name)), number=view.events_left[number])
        for number, name in enumerate(names.STAGES)
        if view.events_left[number]
    ]
    deck = Zone(
        "event_deck", "heap", say("board", "event_deck", stage=inner(say("stage", names.STAGES[stage]))),
        joined(to_come) if to_come else say("board", "no_events"), "t-event", count=sum(view.events_left),
        holds="event",
    )  # fmt: skip
    gone = view.event_discard.cards
    text = say("board", "last_event", event=inner(say("event_card", cards.EVENTS[gone[-1]]))) if gone else None
    return [
        deck,
        Zone("event_discard", "heap", say("label", "event_discard"), text, "i-down", count=len(gone), holds="event"),
        Zone(
            "end_cards", "heap", say("label", "end_cards"), say("board", "end_help"), "t-end",
            count=len(view.end_cards), most=ENDS_TO_END,
        ),
    ]  # fmt: skip


def make_piles(view: StarCraft, seat: int) -> list[Zone]:
    """Return the combat deck of a seat and its discards."""
    if view.factions[seat] < 0:
        return []
    gone = view.discards[seat].cards
    text = say("board", "last_discard", card=inner(say("combat_card", cards.CARDS[gone[-1]]))) if gone else None
    return [
        Zone("deck", "heap", say("label", "deck"), glyph="t-deck", count=len(view.decks[seat]), holds="combat"),
        Zone("discard", "heap", say("label", "discard"), text, "i-cards", count=len(gone), holds="combat"),
    ]


def make_alarms(view: StarCraft) -> list[Phrase]:
    """SC-12.2, SC-12.4: what may end the match soon."""
    if view.step < PLANNING:
        return []
    alarms = [
        say("alarm", "points_close", seat=seat_of(seat), points=view.points[seat], target=formulas.target(view, seat))
        for seat in view.living()
        if not view.rules.galactic_conquest and view.points[seat] >= formulas.target(view, seat) - _SOON
    ]
    alarms += [_reached(view, seat) for seat in view.living() if has_reached(view, seat)]
    if len(view.end_cards) == ENDS_TO_END - 1:
        alarms.append(say("alarm", "last_card"))
    return alarms


def has_reached(view: StarCraft, seat: int) -> bool:
    """SC-12.3: return whether a seat has what its special victory asks for, also where that does not count yet."""
    if view.rules.galactic_conquest or view.rules.no_specials or view.round < _LATE:
        return False
    return view.factions[seat] >= 0 and has_won_specially(view, seat)


def _reached(view: StarCraft, seat: int) -> Phrase:
    stage = formulas.stage(view)
    return say(
        "alarm", "special_now" if stage == names.STAGE_III else "special_early", seat=seat_of(seat),
        special=term("special", names.SPECIALS[view.factions[seat]]), stage=term("stage", names.STAGES[stage]),
    )  # fmt: skip
