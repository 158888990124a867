"""Moments of people: Loyalty cards that are dealt and turned up, titles, a resource that runs out; and all of them."""
# Stays plain: draws for people

from __future__ import annotations

from typing import Any, Final

from shapan.engine.moment import Beat, EventHistory, Maker, Moment, Note
from shapan.engine.scene import Phrase, Piece, Suit
from shapan.games.battlestar import events, names
from shapan.games.battlestar.board.prints import card
from shapan.games.battlestar.board.staging import check, die, jump
from shapan.games.battlestar.board.words import help_of, name_of, say

_RED: Final = 7
_BLUE: Final = 8
"""Tones of the bands of Loyalty cards."""
_ROLE_RULES: Final = {"cylon": "BSG-12.1", "human": "BSG-11.1", "sympathizer": "BSG-11.4"}


def loyalty_of(name: str, value: int) -> Piece:
    """Return a Loyalty card that lies face up, with a band of its side."""
    piece = card(name, names.LOYALTY, value)
    cylon = value in names.CYLON_CARDS
    piece.suit = Suit("", _RED if cylon else _BLUE, "s-centurion" if cylon else "s-viper", side_of(value))
    piece.note = help_of(names.LOYALTY, value)
    return piece


def side_of(value: int) -> Phrase:
    """Return the side of a Loyalty card: Cylon, human, Sympathizer."""
    if value == names.SYMPATHIZER:
        return say("moment", "is_sympathizer")
    return say("moment", "is_cylon" if value in names.CYLON_CARDS else "is_human")


def _words(seat: int, **words: Any) -> dict[str, Any]:
    return {"seat": {"seat": seat}, **words}


def role(told: EventHistory) -> Moment | None:
    """BSG-2.6, 11.3: who is dealt Loyalty cards learns what he is; the last card of several tells it."""
    following = next(told.after(), None)
    if not told.now.secret or (following is not None and following.kind == events.LOYALTY and following.secret):
        return None
    seat, dealt, owned, together = told.now.open[0], [told.now.secret[0]], list[int](), True
    for seen in told.before():
        own = seen.kind == events.LOYALTY and bool(seen.secret)
        together = together and own
        if own:
            (dealt if together else owned).append(seen.secret[0])
        elif seen.kind == events.HANDED and seen.secret and seen.open[1] == seat:
            owned.append(seen.secret[0])
        elif seen.kind == events.REVEALED and seen.open[0] == seat:
            owned.append(seen.open[1])
    cards = [*dealt, *owned]
    cylon = any(value in names.CYLON_CARDS for value in cards)
    kind = "cylon" if cylon else "sympathizer" if names.SYMPATHIZER in cards else "human"
    late = any(seen.kind == events.SLEEPER for seen in told.before())
    open_cylon = any(seen.kind == events.REVEALED and seen.open[0] == seat for seen in told.before())
    parts = (
        ("wins", "revealed" if open_cylon else "until", "revealing") if cylon else ("wins", "late" if late else "until")
    )
    return Moment(
        "role",
        [
            Beat(say("moment", "role_stake")),
            Beat(say("moment", f"role_{kind}"), say("moment", f"role_{kind}_line")),
            Beat(say("moment", f"role_{kind}"), say("moment", f"role_{kind}_line")),
        ],
        1_600,
        _ROLE_RULES[kind],
        [seat],
        say("moment", "role_foot"),
        [loyalty_of(f"moment{number}", value) for number, value in enumerate(sorted(dealt))],
        notes=[Note(say("moment", f"{part}_head"), say("moment", f"{kind}_{part}")) for part in parts],
        waits=True,
        private=True,
    )


def revealed(told: EventHistory) -> Moment:
    """BSG-12.2: a Cylon turns his card up; what has followed so far stands in the order of the rule."""
    seat, value = told.now.open
    return _reveal(told, seat, value, say("moment", "own_action"))


def sympathizer(told: EventHistory) -> Moment:
    """BSG-11.4: the Sympathizer is turned up, as a human or as a Cylon."""
    seat, human = told.now.open
    moment = _reveal(told, seat, names.SYMPATHIZER, name_of(events.TURNED, human))
    moment.beats[1].title = Phrase("moment.sympathizer_up", _words(seat))
    if human:
        moment.foot = None
        moment.beats[1].tone = moment.beats[2].tone = ""
    return moment


def _reveal(told: EventHistory, seat: int, value: int, how: Phrase) -> Moment:
    follows = []
    for seen in told.after(events.TURN):
        if seen.kind in _AFTER_REVEALING:
            kind = events.EVENTS.types[seen.kind]
            words = {name: of.phrase(number) for (name, of), number in zip(kind.parameters, seen.open, strict=True)}
            follows.append(Phrase(f"event.{kind.key}", words))
        if seen.kind == events.WITH_CYLONS:
            break
    title = Phrase("moment.is_a_cylon", _words(seat))
    return Moment(
        "reveal",
        [
            Beat(Phrase("moment.lays_loyalty", _words(seat))),
            Beat(title, how, "bad"),
            Beat(title, how, "bad"),
        ],
        1_600,
        "BSG-12.2" if value != names.SYMPATHIZER else "BSG-11.4",
        foot=Phrase("moment.with_cylons", _words(seat)),
        pieces=[_owned(loyalty_of("moment", value), seat)],
        notes=[Note(say("moment", "then_head"), phrase) for phrase in follows[:3]],
    )


def _owned(piece: Piece, seat: int) -> Piece:
    piece.owner = seat
    return piece


_AFTER_REVEALING: Final = (
    events.LOST,
    events.BRIG,
    events.SICKBAY,
    events.GALACTICA_HIT,
    events.TITLE,
    events.WITH_CYLONS,
)


def title(told: EventHistory) -> Moment | None:
    """BSG-13.1: a title passes on; those of the set-up are no news."""
    if told.last(events.TURN) is None:
        return None
    seat, office = told.now.open
    name = name_of(events.TITLE_NAME, office)
    words = _words(seat, title={"term": name.key})
    beat = Beat(Phrase("moment.has_title", words), say("title_help", events.TITLE_NAME.names[office]))
    return Moment("title", [Beat(Phrase("moment.title_moves", words)), beat, beat], 1_200, "BSG-13.1", [seat])


def loss(told: EventHistory) -> Moment | None:
    """BSG-15.2: a resource is used up, which decides the match unless it rises before the turn ends."""
    dial, number, now = told.now.open
    if now:
        return None
    words = {"resource": names.DIAL.phrase(dial), "number": number}
    gone = Beat(Phrase("moment.used_up", words), Phrase("moment.used_up_line", words), "bad")
    glyph = f"d-{'pop' if dial == names.POPULATION else names.DIALS[dial]}"
    return Moment(
        "loss",
        [Beat(Phrase("moment.falls", words)), gone, gone],
        1_400,
        "BSG-15.2",
        foot=say("moment", "used_up_foot"),
        pieces=[Piece("moment", "token", glyph, name_of(names.DIAL, dial))],
    )


MOMENTS: Final[dict[int, Maker]] = {
    events.LOYALTY: role,
    events.REVEALED: revealed,
    events.SYMPATHIZER: sympathizer,
    events.JUMP: jump,
    events.ROLLED: die,
    events.ROLL_CHANGED: die,
    events.TOTAL: check,
    events.TITLE: title,
    events.LOST: loss,
}
