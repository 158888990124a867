"""Moments of the fleet: the jump, the die that decides, the cards of a check."""
# Stays plain: draws for people

from __future__ import annotations

from collections import Counter
from typing import Final

from shapan.engine.moment import Beat, EventHistory, Face, Moment, VisibleEvent
from shapan.engine.scene import Phrase, Piece, Side, Upshot
from shapan.games.battlestar import events, names, step_codes
from shapan.games.battlestar.board.prints import card, skill_card
from shapan.games.battlestar.board.words import help_of, name_of, say, term_of
from shapan.games.battlestar.cards import CRISIS_CARDS, DESTINATION_CARDS, SUPER_CARDS
from shapan.games.battlestar.rules.jump import BLUE
from shapan.games.battlestar.rules.locations import CHECK_ADMINISTRATION, CHECK_BRIG, CHECK_QUARTERS

_FTL_FAILS: Final = 6
_ENEMIES: Final = ("basestar", "raider", "heavy")
_MAX_SHOWN: Final = 3
_TONES: Final = ("bad", "", "good")
"""How a check may end, by number, for the side that all play as long as they have not turned."""


def _turned(told: EventHistory) -> bool:
    """Tell whether the viewer is a Cylon, and all know it: what is bad for the others is good for him."""
    return any(seen.kind == events.REVEALED and seen.open[0] == told.viewer for seen in told.before())


def _tone(told: EventHistory, tone: str) -> str:
    return {"good": "bad", "bad": "good"}.get(tone, tone) if _turned(told) else tone


# BSG-14: the jump


def _ship(unit: str, count: int = 1) -> Piece:
    return Piece(f"moment.{unit}", "ship", f"s-{unit}", say("unit", unit), count=count)


def _pursuers(told: EventHistory) -> list[Piece]:
    """Return what Cylon ships came since the last jump, less those destroyed; of each kind a few stand for all."""
    counts = Counter[str]()
    for seen in told.before(events.JUMP):
        if seen.kind in (events.LAUNCHED, events.PLACED_UNITS):
            counts[names.UNITS[seen.open[0]]] += seen.open[2]
        elif seen.kind == events.UNIT_LOST:
            counts[names.UNITS[seen.open[0]]] -= 1
    return [_ship(unit) for unit in _ENEMIES for _ in range(min(_MAX_SHOWN, counts[unit]))]


def jump(told: EventHistory) -> Moment:
    """BSG-14.3: our ships come along, theirs stay; where the destination is known by now, that is where it leads."""
    before = told.now.open[0]
    chosen = next((seen for seen in told.after(events.JUMP, events.TURN) if seen.kind == events.DESTINATION), None)
    pursuers = _pursuers(told)
    happens = Beat(say("moment", "stay_behind" if pursuers else "leaves"))
    follows, pieces = (
        Beat(say("moment", "choosing"), say("moment", "admiral_picks")),
        [_ship("viper"), _ship("civilian")],
    )
    foot = None
    if chosen is not None:
        _, place, distance = chosen.open
        words = {"before": before, "now": before + distance}
        follows = Beat(name_of(names.DESTINATION, place), Phrase("moment.distance", words))
        foot = help_of(names.DESTINATION, place)
        pieces.append(card("moment.destination", names.DESTINATION, place))
    return Moment(
        "journey",
        [Beat(say("moment", "jumps")), happens, follows],
        1_800,
        "BSG-14.3",
        foot=foot,
        pieces=pieces,
        left=pursuers,
    )


# BSG-6: the die that decides


def die(told: EventHistory) -> Moment | None:
    """BSG-14.4, 14.5: the roll of a jump in haste, and that of the risk of a destination; others are not staged."""
    seat, of, face, result = told.now.open
    if of == step_codes.FTL_ROLL:
        return _staged_die(told, seat, face, result, _FTL_FAILS + 1, *_haste(told))
    if of != step_codes.DESTINATION_ROLL:
        return None
    chosen = told.last(events.DESTINATION)
    if chosen is None:
        return None
    place = chosen.open[1]
    name = {"place": names.DESTINATION.phrase(place)}
    stake = Beat(Phrase("moment.risk", name), help_of(names.DESTINATION, place))
    ends = (Beat(say("moment", "risk_lost"), None, "bad"), Beat(say("moment", "risk_won"), None, "good"))
    return _staged_die(told, seat, face, result, DESTINATION_CARDS[place].reach, stake, ends)


def _haste(told: EventHistory) -> tuple[Beat, tuple[Beat, Beat]]:
    """Return what a jump in haste puts at stake, and how it may end: as far as the track is known."""
    track = told.last(events.TRACK)
    lost = 0 if track is None else BLUE.get(track.open[0], 0)
    words = {"least": _FTL_FAILS, "number": lost}
    known = "" if lost else "_unknown"
    return Beat(say("location", "ftl_control"), Phrase(f"moment.haste{known}", words)), (
        Beat(Phrase(f"moment.haste_lost{known}", words), None, "bad"),
        Beat(say("moment", "haste_kept"), None, "good"),
    )


def _staged_die(
    told: EventHistory, seat: int, face: int, result: int, least: int, stake: Beat, ends: tuple[Beat, Beat]
) -> Moment:
    """Return the moment of a die that must show `least`; `ends` are what follows below it, and from it on."""
    good = result >= least
    end = ends[good]
    end.tone = _tone(told, end.tone)
    words = {"least": least, "count": names.DIE - least + 1, "of": names.DIE, "end": {"key": ends[True].title.key}}
    chance = Phrase("moment.chance", words)
    fell = Phrase("moment.fell_changed", {"face": face, "result": result}) if face != result else None
    return Moment(
        "die",
        [stake, Beat(Phrase("moment.fell", {"face": result}), fell), Beat(end.title, fell, end.tone)],
        1_200,
        "BSG-6.1",
        [seat],
        chance,
        [Piece("moment", "die", mark=str(result))],
        faces=[Face(str(mark), mark >= least, mark == result) for mark in range(1, names.DIE + 1)],
    )


# BSG-8: the cards of a check


def check(told: EventHistory) -> Moment | None:
    """BSG-SC5 to SC8: the cards in the order in which they were shown, the sum, and what it comes to."""
    total, difficulty, result = told.now.open
    since_check = [*told.before(events.CHECK)][::-1]
    begun = told.last(events.CHECK)
    shown = [seen.open[0] for seen in since_check if seen.kind == events.SHOWN]
    if begun is None or not shown:
        return None
    of, sum_, needed = begun.open[0], total - names.ZERO, difficulty - names.ZERO
    table, name = term_of(names.CHECK_OF, of)
    partial = _asked(of)[1]
    leasts = (-names.ZERO, partial, needed)
    scale = [
        Upshot(say("board", word), say("outcome", f"{name}_{word}"), leasts[number], _TONES[number], number == result)
        for number, word in enumerate(events.RESULT.names)
        if word != "partial" or partial >= 0
    ]
    end = next(upshot for upshot in scale if upshot.stands)
    title = Phrase("moment.check", {"of": {"term": f"{table}.{name}"}})
    return Moment(
        "check",
        [
            Beat(title, Phrase("moment.needed", {"number": needed})),
            Beat(Phrase("moment.total", {"total": sum_})),
            Beat(end.label, end.text, _tone(told, _TONES[result])),
        ],
        max(1_000, min(1_800, 600 + 90 * len(shown))),
        "BSG-SC8",
        pieces=_signed(of, shown, since_check, sum_),
        sides=_givers(since_check),
        scale=scale,
        total=sum_,
        compares=True,
    )


def _givers(since_check: list[VisibleEvent]) -> list[Side]:
    """BSG-SC3: how many cards came from Destiny, and how many from whom, in the order in which they went in."""
    return [
        Side(say("board", "destiny"), seen.open[0])
        if seen.kind == events.DESTINY
        else Side(Phrase("board.from_seat", {"seat": {"seat": seen.open[0]}}), seen.open[1], seen.open[0])
        for seen in since_check
        if seen.kind in (events.DESTINY, events.PUT)
    ]


def _asked(of: int) -> tuple[int, int]:
    """Return the types that count in a check, and from what sum it passes in part; -1 where it cannot."""
    crises = [*CRISIS_CARDS, *SUPER_CARDS]
    if of < len(crises):
        return crises[of].types, crises[of].partial_from
    return (CHECK_ADMINISTRATION, CHECK_QUARTERS, CHECK_BRIG)[of - len(crises)][0], -1


def _signed(of: int, shown: list[int], since_check: list[VisibleEvent], total: int) -> list[Piece]:
    """Return the cards of a check, with their signs where they add up to the total by what the viewer was told."""
    pieces = [skill_card(f"moment{number}", value) for number, value in enumerate(shown)]
    for piece, worth in zip(pieces, worths_of(of, shown, since_check, total) or (), strict=False):
        piece.mark = str(worth) if worth >= 0 else f"−{-worth}"
        piece.flags = ["against"] if worth < 0 else []
    return pieces


def worths_of(of: int, shown: list[int], since_check: list[VisibleEvent], total: int) -> list[int] | None:
    """Return what cards of a check count, by what was told since it began; None where they do not add up."""
    void, types = -1, _asked(of)[0]
    for seen in since_check:
        if seen.kind == events.RESEARCH:
            types |= 1 << names.EN
        elif seen.kind == events.DEVOTION:
            void = seen.open[1]
    for ones in (False, True):  # whether cards of 1 help is the character's who drew it: the total tells
        worths = [_worth(value, types, void, ones) for value in shown]
        if sum(worths) == total:
            return worths
    return None


def _worth(value: int, types: int, void: int, ones: bool) -> int:
    type_, strength = names.TYPE_AND_STRENGTH[value]
    if type_ == void:
        return 0
    return strength if types >> type_ & 1 or (ones and strength == 1) else -strength
