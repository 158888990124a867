"""Who sees what (section 6): everything is open but votes given before all are in.

The view has the fields of a written position (13.2), so positions, views and the browser speak the same words.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from copy import deepcopy
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Annotated

from shapan.engine.kinds import UNKNOWN, BySeat, Enum, Flag, Many, Seat
from shapan.engine.view import Record
from shapan.games.planet_masters import actions, names
from shapan.games.planet_masters.formulas import strength
from shapan.games.planet_masters.ruleset import Numbers, Ruleset
from shapan.games.planet_masters.state import BUILDING, STEP_WORDS, PlanetMasters

COLONY_ID = Enum(names.DICE[names.FIRST_COLONY : names.FIRST_WEAPON])
WEAPON_ID = Enum(names.DICE[names.FIRST_WEAPON :])
SEAT = Seat(names.MOST_SEATS)


@dataclass(slots=True)
class Colony:
    """A colony die on a board."""

    id: Annotated[int, COLONY_ID]
    face: Annotated[int, names.PLANET]
    fresh: Annotated[int, Flag()]


@dataclass(slots=True)
class Weapon:
    """A weapon die on a board."""

    id: Annotated[int, WEAPON_ID]
    face: Annotated[int, names.WEAPON]


@dataclass(slots=True)
class Totals:
    """The numbers of PM-7 for one seat."""

    planets: Annotated[int, names.POINTS]
    fleet: Annotated[int, names.POINTS]
    fleet_limit: Annotated[int, names.POINTS]
    resources: Annotated[int, names.POINTS]
    influence: Annotated[int, names.POINTS]
    votes: Annotated[int, names.POINTS]
    attack: Annotated[int, names.POINTS]
    defense: Annotated[int, names.POINTS]
    win_faces: Annotated[int, names.POINTS]


@dataclass(slots=True)
class Board:
    """A seat's board."""

    race: Annotated[int, names.RACE_ID]
    home: Annotated[int, names.PLANET]
    colonies: Annotated[list[Colony], Many(Record(Colony), names.MOST_COLONIES)]
    fleet: Annotated[list[Weapon], Many(Record(Weapon), names.MOST_WEAPONS)]
    totals: Annotated[Totals, Record(Totals)]


@dataclass(slots=True)
class Attack:
    """The attack under way."""

    attacker: Annotated[int, SEAT]
    defender: Annotated[int, SEAT]


@dataclass(slots=True)
class Motion:
    """The motion under way: who has voted, and the votes that the viewer knows."""

    proposer: Annotated[int, SEAT]
    candidate: Annotated[int, SEAT]
    voted: Annotated[list[int], Many(SEAT, names.MOST_SEATS)]
    votes: Annotated[dict[int, int], BySeat(names.VOTE, names.MOST_SEATS)]


@dataclass(slots=True)
class View:
    """The whole table.

    [ruling] Beside the fields of a position it has `rules`, the options as the rules read them, for odds and bots;
    before the first turn `active` is unknown (null).
    """

    step: Annotated[int, Enum(STEP_WORDS, "step")]
    round: Annotated[int, names.ROUNDS]
    first_player: Annotated[int, SEAT]
    active: Annotated[int, SEAT]
    points: Annotated[int, names.POINTS]
    rules: Annotated[Ruleset, Record(Ruleset)]
    galaxy: Annotated[list[int], Many(COLONY_ID, names.MOST_COLONIES)]
    weapon_supply: Annotated[list[int], Many(WEAPON_ID, names.MOST_WEAPONS)]
    seats: Annotated[list[Board], Many(Record(Board), names.MOST_SEATS, by_seat=True)]
    attack: Annotated[Attack | None, Record(Attack)]
    motion: Annotated[Motion | None, Record(Motion)]

    @property
    def win_planets(self) -> int:
        """Return how many planet dice are needed to win (PM-6.1)."""
        return self.rules.win_planets


def make_view(state: PlanetMasters) -> View:
    """Return the open table; it is the same for everybody."""
    known = {seat: vote for seat, vote in enumerate(state.votes) if vote != UNKNOWN}
    return View(
        step=state.step,
        round=state.round,
        first_player=state.first_player,
        active=state.active,
        points=state.points if state.step == BUILDING else 0,
        rules=_own_rules(state.ruleset),
        galaxy=[die - names.FIRST_COLONY for die in state.galaxy],
        weapon_supply=[die - names.FIRST_WEAPON for die in state.supply],
        seats=[make_board(state, seat) for seat in range(state.seats)],
        attack=None if state.attacker < 0 else Attack(state.attacker, state.defender),
        motion=None if state.proposer < 0 else Motion(state.proposer, state.candidate, sorted(known), known),
    )


@lru_cache(maxsize=64)
def _own_rules(rules: Ruleset) -> Ruleset:
    """Return a copy for views, the same for all views of a match: a view holds no part of the state."""
    return replace(rules).bearing(_own_numbers(rules.numbers))


@lru_cache(maxsize=64)
def _own_numbers(numbers: Numbers) -> Numbers:
    return deepcopy(numbers)


def make_board(state: PlanetMasters, seat: int) -> Board:
    """Return one seat's board."""
    faces, numbers = state.faces, strength(state, seat)
    return Board(
        race=state.races[seat],
        home=faces[seat],
        colonies=[
            Colony(die - names.FIRST_COLONY, faces[die], int(die in state.fresh)) for die in state.colonies[seat]
        ],
        fleet=[Weapon(die - names.FIRST_WEAPON, faces[die]) for die in state.fleet[seat]],
        totals=Totals(
            planets=numbers.planets,
            fleet=len(state.fleet[seat]),
            fleet_limit=numbers.planets,  # PM-3.3
            resources=numbers.resources,
            influence=numbers.influence,
            votes=numbers.votes,
            attack=numbers.attack,
            defense=numbers.defense,
            win_faces=numbers.win_faces,
        ),
    )


def show_votes(view: View, answers: Mapping[int, Sequence[int] | None]) -> None:
    """Add the votes of a vote that is not complete: that a seat has voted, and what, where the viewer knows it."""
    if view.motion is not None:
        view.motion.voted = sorted({*view.motion.voted, *answers})
        for seat, codes in answers.items():
            if codes is not None:
                view.motion.votes[seat] = int(codes[0] == actions.DO_YES)
