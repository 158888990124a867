"""Moments: the opening roll, a vote, an attack and what it takes; and the table at the end."""
# Stays plain: draws for people

from __future__ import annotations

from collections.abc import Sequence
from itertools import takewhile
from typing import Any, Final

from shapan.engine.event import Event
from shapan.engine.game import Outcome
from shapan.engine.match_summary import MatchSummary, SeatSummary
from shapan.engine.moment import Beat, EventHistory, Maker, Moment
from shapan.engine.scene import Phrase, Piece, Side
from shapan.games.planet_masters import events, names
from shapan.games.planet_masters.face import face_label, glyph
from shapan.games.planet_masters.state import PlanetMasters

_RACE_FACE: Final = names.PLANET_FACES.index("race")


def _seats(**seats: int) -> dict[str, Any]:
    return {name: {"seat": seat} for name, seat in seats.items()}


def _tone(told: EventHistory, winner: int, loser: int) -> str:
    return {winner: "good", loser: "bad"}.get(told.viewer, "")


def _race(told: EventHistory, seat: int) -> int:
    """Return the race that a seat has taken, as far as it was told; -1 in a position that was set up."""
    return next((seen.open[1] for seen in told.before() if seen.kind == events.RACE_TAKEN and seen.open[0] == seat), -1)


def _planet(told: EventHistory, name: str, seat: int, face: int, kind: str) -> Piece:
    race, word = _race(told, seat), names.PLANET_FACES[face]
    drawn = "" if face == _RACE_FACE and race < 0 else glyph(race, word)
    return Piece(name, kind, drawn, face_label(race, word), owner=seat, tone="dark" if kind == "home_die" else "")


def _weapon(name: str, face: int) -> Piece:
    word = names.WEAPON_FACES[face]
    return Piece(name, "weapon_die", glyph(-1, word), Phrase(f"face.{word}"), tone="red")


def opening(told: EventHistory) -> Moment | None:
    """PM-1.5: all home dice, once the last of them has been rolled."""
    following = next(told.after(), None)
    if following is not None and following.kind == events.HOME_ROLLED:
        return None
    rolled = [told.now, *takewhile(lambda seen: seen.kind == events.HOME_ROLLED, told.before())][::-1]
    pieces = [_planet(told, f"moment{seen.open[0]}", seen.open[0], seen.open[1], "home_die") for seen in rolled]
    first = told.last(events.FIRST_PLAYER)
    begins = Beat(Phrase("moment.homes_lie"))
    if first is not None:
        begins = Beat(Phrase("event.first_player", _seats(seat=first.open[0])))
    beats = [Beat(Phrase("moment.homes"), Phrase("moment.homes_text")), Beat(Phrase("moment.homes_lie")), begins]
    return Moment("roll", beats, 1_400, "PM-1.5", pieces=pieces)


def vote(told: EventHistory) -> Moment:
    """PM-5.8, 5.9: every vote by its seat, the sums, the verdict."""
    candidate, yes, no = told.now.open
    passed = told.now.kind == events.MOTION_PASSED
    given = [seen.open for seen in told.before(events.MOTION) if seen.kind in (events.VOTES, events.VOTE_OPEN)]
    slips = [
        Piece(f"moment{seat}", "card", label=Phrase(f"label.{names.VOTE.names[answer]}"), owner=seat, mark=str(weight))
        for seat, answer, weight in sorted(given)
    ]
    words = _seats(candidate=candidate) | {"yes": yes, "no": no}
    tone = {True: "bad", False: "good"}[passed] if told.viewer == candidate else ""
    verdict = Beat(
        Phrase("moment.vote_passed" if passed else "moment.vote_failed", words),
        Phrase("moment.vote_lost" if passed else "moment.vote_spared", words),
        tone,
    )
    return Moment(
        "vote",
        [Beat(Phrase("moment.vote_stake", words)), Beat(Phrase("moment.vote_counts")), verdict],
        1_400,
        "PM-5.9",
        pieces=slips,
        sides=[
            Side(Phrase("label.yes"), yes, won=passed),
            Side(Phrase("label.no"), no, won=not passed),
        ],
        compares=True,
    )


def _sides(told: EventHistory, attacker: int, defender: int, won: bool) -> list[Side]:
    """Return the two powers of the attack, as far as they were told."""
    powers = next((seen.open for seen in told.before(events.ATTACK) if seen.kind == events.POWERS), None)
    attack, defense = (powers[1], powers[3]) if powers is not None else (None, None)
    return [
        Side(Phrase("label.attack"), attack, attacker, won=won),
        Side(Phrase("label.defense"), defense, defender, won=not won),
    ]


def failed(told: EventHistory) -> Moment:
    """PM-5.3: an attack that does not beat the defence."""
    attacker, defender = told.now.open
    words = _seats(seat=attacker, defender=defender)
    held = Beat(Phrase("moment.held", words), Phrase("moment.held_text"), _tone(told, defender, attacker))
    return Moment(
        "fight",
        [Beat(Phrase("event.attack_named", words)), held, held],
        1_200,
        "PM-5.3",
        [defender, attacker],
        sides=_sides(told, attacker, defender, won=False),
        compares=True,
    )


def invasion(told: EventHistory) -> Moment:
    """PM-5.4 a: a colony changes hands and is rolled on its way."""
    attacker, defender, before, face = told.now.open
    words = _seats(seat=attacker, defender=defender)
    sides = _sides(told, attacker, defender, won=True)
    sides[1].pieces = [_planet(told, "moment.before", defender, before, "colony_die")]
    sides[0].pieces = [_planet(told, "moment.after", attacker, face, "colony_die")]
    gained = {**words, "face": names.PLANET.phrase(face)}
    return Moment(
        "capture",
        [
            Beat(Phrase("moment.invades", words)),
            Beat(Phrase("moment.rolled_on_arrival")),
            Beat(
                Phrase("moment.gained", gained),
                Phrase(f"face_help.{names.PLANET_FACES[face]}"),
                _tone(told, attacker, defender),
            ),
        ],
        1_600,
        "PM-5.4",
        [attacker, defender],
        Phrase("moment.loses_colony", words),
        sides=sides,
        compares=True,
    )


def destruction(told: EventHistory) -> Moment:
    """PM-5.4 b: a weapon die goes back to the supply."""
    attacker, defender, face = told.now.open
    words = _seats(seat=attacker, defender=defender) | {"face": names.WEAPON.phrase(face)}
    gone = Beat(
        Phrase("moment.destroyed", words), Phrase("moment.destroyed_text", words), _tone(told, attacker, defender)
    )
    return Moment(
        "fight",
        [Beat(Phrase("moment.takes_aim", words)), gone, gone],
        1_200,
        "PM-5.4",
        [attacker, defender],
        pieces=[_weapon("moment", face)],
        sides=_sides(told, attacker, defender, won=True),
        compares=True,
    )


def pressure(told: EventHistory) -> Moment:
    """PM-5.4 c: the home die of the defender is rolled again."""
    attacker, defender, before, face = told.now.open
    words = _seats(seat=attacker, defender=defender) | {
        "before": names.PLANET.phrase(before),
        "face": names.PLANET.phrase(face),
    }
    return Moment(
        "roll",
        [
            Beat(Phrase("moment.presses", words)),
            Beat(Phrase("moment.home_rolls", words)),
            Beat(Phrase("moment.home_now", words)),
        ],
        1_200,
        "PM-5.4",
        [attacker, defender],
        pieces=[_planet(told, "moment", defender, face, "home_die")],
    )


MOMENTS: Final[dict[int, Maker]] = {
    events.HOME_ROLLED: opening,
    events.MOTION_PASSED: vote,
    events.MOTION_FAILED: vote,
    events.ATTACK_FAILED: failed,
    events.INVASION: invasion,
    events.DESTRUCTION: destruction,
    events.PRESSURE: pressure,
}


# The end

_NEAR: Final = 2
"""An attack that lacks no more than this has nearly won."""
_COLUMNS: Final = ("taken", "attack", "defense", "votes")


def closing(view: PlanetMasters, outcome: Outcome, told: Sequence[Event]) -> MatchSummary | None:
    """Return the table of the end: planets, how near the victory, colonies taken, powers; the winner first."""
    if not outcome.winners or outcome.result not in ("win", "cap"):
        return None
    order = sorted(range(view.seats), key=lambda seat: (outcome.ranks[seat], -view.totals(seat).win_faces, seat))
    best = order[0]
    return MatchSummary(
        "PM-6.1" if outcome.result == "win" else "PM-6.5",
        columns=[Phrase("closing.taken"), *(Phrase(f"label.{name}") for name in _COLUMNS[1:])],
        standings=[_standing(view, seat, told) for seat in order],
        won=_dice(view, best, "won"),
        lost=[piece for seat in order[1:] for piece in _dice(view, seat, "lost")[:2]][:6],
        margin=_margin(view, order, told),
    )


def _margin(view: PlanetMasters, order: Sequence[int], told: Sequence[Event]) -> list[Phrase]:
    """Return how many planets counted for who came nearest, and the last attack on the winner that nearly beat him."""
    nearest, needed = order[1], view.ruleset.win_planets
    words = {"count": view.totals(nearest).win_faces, "of": needed}
    found = [Phrase("closing.nearest", _seats(seat=nearest) | words)]
    powers: tuple[int, ...] = ()
    short: Phrase | None = None
    for event in told:
        if event.kind == events.POWERS:
            powers = event.open
        elif event.kind == events.ATTACK_FAILED and event.open[1] == order[0] and powers:
            lacked = powers[3] - powers[1] + 1
            if lacked <= _NEAR:
                short = Phrase("closing.short", _seats(seat=event.open[0], defender=order[0]) | {"short": lacked})
    return [*found, short] if short is not None else found


def _dice(view: PlanetMasters, seat: int, name: str) -> list[Piece]:
    race = view.races[seat]
    return [
        Piece(
            f"{name}{seat}.{die}",
            "home_die" if die == seat else "colony_die",
            glyph(race, names.PLANET_FACES[view.faces[die]]),
            face_label(race, names.PLANET_FACES[view.faces[die]]),
            tone="dark" if die == seat else "",
        )
        for die in view.planets(seat)
        if view.faces[die] >= 0
    ]


def _standing(view: PlanetMasters, seat: int, told: Sequence[Event]) -> SeatSummary:
    totals, race = view.totals(seat), view.races[seat]
    taken = sum(event.kind == events.INVASION and event.open[0] == seat for event in told)
    blocked = totals.planets - totals.win_faces
    return SeatSummary(
        seat,
        title=None if race < 0 else Phrase(f"race.{names.RACES[race]}"),
        pieces=_dice(view, seat, "end"),
        values=[taken, totals.attack, totals.defense, totals.votes],
        progress=[1] * totals.win_faces + [2] * blocked + [0] * max(0, view.ruleset.win_planets - totals.planets),
    )
