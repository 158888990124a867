"""Moments: activations, cards that are cheated in, jokers, killings, summonings, schemes that are revealed, points."""
# Stays plain: draws for people

from __future__ import annotations

from collections import Counter
from typing import Any, Final

from shapan.engine.dossier import phrase_of
from shapan.engine.moment import Beat, EventHistory, Maker, Moment, Note
from shapan.engine.phrases import say, seat_of
from shapan.engine.scene import Fact, Phrase, Piece, Side
from shapan.games.malifaux import events, names
from shapan.games.malifaux.board import past_duel
from shapan.games.malifaux.board.cards import scheme_card
from shapan.games.malifaux.board.pieces import emblem, fate_card
from shapan.games.malifaux.events import EVENTS
from shapan.games.malifaux.words import MatchWords

_JOKERS: Final = (names.BLACK_JOKER, names.RED_JOKER)
_SCORED: Final = (*events.STRATEGY_SCORED, events.SCHEME_REVEALED, events.END_POINT)


def words_of(told: EventHistory) -> dict[str, Any]:
    """Return the words of an event by the names of its parameters, as the match calls its things."""
    return phrase_of(EVENTS, told.now, told.words).words


def line_of(told: EventHistory) -> Phrase:
    """Return the line of the log of an event."""
    return phrase_of(EVENTS, told.now, told.words)


def side_of(told: EventHistory, model: int) -> int:
    """Return the seat whose crew a model is in."""
    assert isinstance(told.words, MatchWords)
    return told.words.side(model)


def _figure(told: EventHistory, model: int) -> Piece:
    """Return a model as a piece, by its emblem."""
    assert isinstance(told.words, MatchWords)
    word = told.words.in_crew(model)
    label = Phrase(word["key"], word["words"]) if "key" in word else Phrase(word["term"])
    return Piece("moment.model", "token", emblem(told.words.card(model)), label, owner=told.words.side(model))


def activated(told: EventHistory) -> Moment | None:
    """MFX-7.3: the other player activates a model; one's own one has just chosen. It passes in one line."""
    model = told.now.open[0]
    seat = side_of(told, model)
    if told.viewer != 1 - seat:
        return None
    now = Beat(line_of(told))
    return Moment("title", [now, now, now], 900, "MFX-7.3", [seat], pieces=[_figure(told, model)], passing=True)


# Cards


def cheated(told: EventHistory) -> Moment | None:
    """MFX-3.1: the other player replaces a card that was flipped; one's own card one knows."""
    seat, _, card = told.now.open
    if told.viewer == seat:
        return None
    last = Beat(line_of(told))
    stake = Beat(say("moment", "cheats", **words_of(told)))
    piece = fate_card("moment.card", card)
    piece.owner = seat
    return Moment("reveal", [stake, last, last], 1_200, "MFX-3.1", [seat], pieces=[piece])


def joker(told: EventHistory) -> Moment | None:
    """MFX-1.6, 6.4, 6.5: a joker is flipped."""
    seat, _, card, _ = told.now.open
    if card not in _JOKERS:
        return None
    name = names.CARDS[card]
    words = words_of(told)
    good = (card == names.RED_JOKER) == (told.viewer == seat)
    tone = "" if told.viewer >= names.SEATS else "good" if good else "bad"
    last = Beat(say("moment", f"joker_{name}", **words), say("moment", f"joker_{name}_text", **words), tone)
    piece = fate_card("moment.card", card)
    piece.owner = seat
    return Moment(
        "reveal", [Beat(say("moment", "flips", **words)), last, last], 1_200, "MFX-1.6", [seat], pieces=[piece]
    )


# Models


def killed(told: EventHistory) -> Moment:
    """MFX-6.14: a model is killed; by whom, and how many of its crew have fallen."""
    model = told.now.open[0]
    seat = side_of(told, model)
    fallen = 1 + sum(seen.kind == events.KILLED and side_of(told, seen.open[0]) == seat for seen in told.before())
    words = {**words_of(told), "seat": seat_of(seat), "number": fallen}
    tone = "" if told.viewer >= names.SEATS else "bad" if told.viewer == seat else "good"
    last = Beat(line_of(told), say("moment", "fallen", **words), tone)
    return Moment(
        "loss", [Beat(say("moment", "struck", **words)), last, last], 1_200, "MFX-6.14", [seat, 1 - seat],
        pieces=[_figure(told, model)],
    )  # fmt: skip


def summoned(told: EventHistory) -> Moment:
    """MFX-12.5: a model is summoned."""
    model = told.now.open[0]
    seat = side_of(told, model)
    words = {**words_of(told), "seat": seat_of(seat)}
    now = Beat(line_of(told), say("moment", "summoned_text", **words))
    return Moment(
        "title", [Beat(say("moment", "summons", **words)), now, now], 1_200, "MFX-12.5", [seat],
        pieces=[_figure(told, model)],
    )  # fmt: skip


# Points


def points_until(told: EventHistory) -> Counter[tuple[str, int]]:
    """MFX-14, 15: count the points that were told so far, by what they are of and by seat."""
    found: Counter[tuple[str, int]] = Counter()
    for seen in (*told.before(), told.now):
        if seen.kind in _SCORED:
            found["strategy" if seen.kind in events.STRATEGY_SCORED else "schemes", seen.open[0]] += 1
    return found


def revealed(told: EventHistory) -> Moment:
    """MFX-15: a scheme is revealed, and scores."""
    seat, scheme = told.now.open
    words = words_of(told)
    scored = points_until(told)
    tone = "" if told.viewer >= names.SEATS else "good" if told.viewer == seat else "bad"
    last = Beat(line_of(told), say("scheme_help", names.SCHEMES[scheme]), tone)
    total = scored["strategy", seat] + scored["schemes", seat]
    return Moment(
        "reveal", [Beat(say("moment", "reveals", **words)), last, last], 1_800, "MFX-15", [seat],
        say("moment", "points_now", seat=seat_of(seat), number=total), pieces=[scheme_card("moment.scheme", scheme)],
    )  # fmt: skip


def turn_over(told: EventHistory) -> Moment | None:
    """MFX-7.5 B: a turn is over: what was scored in it, and how it stands."""
    turn, scored = told.now.open[0], points_until(told)
    if turn < 2 and not scored:
        return None
    sides = []
    for seat in range(names.SEATS):
        both = [scored["strategy", seat], scored["schemes", seat]]
        parts = [
            Fact(name, say("moment", f"{name}_points"), number)
            for name, number in zip(("strategy", "schemes"), both, strict=True)
        ]
        sides.append(Side(say("board", "points"), sum(both), seat, parts))
    notes = [
        Note(say("moment", "scored"), phrase_of(EVENTS, seen, told.words))
        for seen in [*told.before(events.TURN_BEGUN)][::-1]
        if seen.kind in _SCORED
    ]
    words = {"turn": turn, "one": sides[0].value, "other": sides[1].value}
    last = Beat(say("moment", "turn_over", **words), None if notes else say("moment", "nothing_scored"))
    return Moment("capture", [Beat(line_of(told)), last, last], 1_600, "MFX-7.5", sides=sides, notes=notes)


MOMENTS: Final[dict[int, Maker]] = {
    events.ACTIVATED: activated,
    events.CHEATED: cheated,
    events.FLIPPED: joker,
    events.KILLED: killed,
    events.SUMMONED: summoned,
    events.SCHEME_REVEALED: revealed,
    events.TURN_ENDED: turn_over,
    **past_duel.MOMENTS,
}
LANDMARKS: Final = (
    "won", "drawn", "left", "killed", "scheme_revealed", "end_point", "turf_war_scored", "plant_explosives_scored",
    "corrupted_idols_scored", "reckoning_scored", "summoned", "turn_ended",
)  # fmt: skip
"""The events worth finding again in a finished match."""
