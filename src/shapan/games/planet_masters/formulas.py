"""PM-7: the formulas, shared by rules, views, board and bots. All count the dice a seat owns now."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final, NamedTuple

from shapan.games.planet_masters import names
from shapan.games.planet_masters.state import PlanetMasters

WIN_FACES: Final = (names.RESOURCE, names.INFLUENCE)
"""PM-7.6: what counts for everybody."""


def showing(state: PlanetMasters, seat: int, face: int) -> int:
    """Return how many planet dice of a seat show a face."""
    faces = state.faces
    count = int(faces[seat] == face)
    for die in state.colonies[seat]:
        if faces[die] == face:
            count += 1
    return count


def fleet_limit(state: PlanetMasters, seat: int) -> int:
    """PM-3.3: the number of planet dice owned now."""
    return 1 + len(state.colonies[seat])


def resources(state: PlanetMasters, seat: int) -> int:
    """PM-7.1: points for the Build step."""
    works, numbers = state.works(seat), state.ruleset.numbers
    return showing(state, seat, names.RESOURCE) + (works * numbers.race_resources[state.races[seat]] if works else 0)


def influence(state: PlanetMasters, seat: int) -> int:
    """PM-7.2: what is compared before an attack; Pacal's ability counts only under its option."""
    total = showing(state, seat, names.INFLUENCE)
    if state.ruleset.pacal_influence and state.races[seat] == names.PACAL:
        total += state.works(seat)
    return total


def votes(state: PlanetMasters, seat: int) -> int:
    """PM-7.3: one, and one for each influence."""
    works, numbers = state.works(seat), state.ruleset.numbers
    return 1 + showing(state, seat, names.INFLUENCE) + (works * numbers.race_votes[state.races[seat]] if works else 0)


def attack(state: PlanetMasters, seat: int) -> int:
    """PM-7.4: power of the fleet when attacking."""
    works, numbers = state.works(seat), state.ruleset.numbers
    total = works * numbers.race_attack[state.races[seat]] if works else 0
    for die in state.fleet[seat]:
        total += numbers.attack[state.faces[die]]
    return total


def defense(state: PlanetMasters, seat: int) -> int:
    """PM-7.5: power of fleet and planets when attacked; all that counts in attack, and more."""
    works, numbers = state.works(seat), state.ruleset.numbers
    total = showing(state, seat, names.MARINES)
    if works:
        total += works * numbers.race_defense[state.races[seat]]
    for die in state.fleet[seat]:
        total += numbers.defense[state.faces[die]]
    return total


def is_win_face(state: PlanetMasters, seat: int, die: int) -> bool:
    """PM-7.6: resource, influence, or `race` where the race's ability says so."""
    face = state.faces[die]
    if face == names.RACE:
        return state.races[seat] >= 0 and state.ruleset.numbers.race_win_face[state.races[seat]] == 1
    return face in WIN_FACES


def win_faces(state: PlanetMasters, seat: int) -> int:
    """Return how many planet dice of a seat are on a win face (PM-7.6)."""
    count = int(is_win_face(state, seat, seat))
    for die in state.colonies[seat]:
        count += is_win_face(state, seat, die)
    return count


def has_won(state: PlanetMasters, seat: int) -> bool:
    """PM-6.1: enough planet dice, and every one of them on a win face.

    [ruling] `n_plus_1` means at least N+1, as the integers of `win_planets` do (PM-E23).
    """
    owned = 1 + len(state.colonies[seat])
    return owned >= state.ruleset.win_planets and win_faces(state, seat) == owned


class Strength(NamedTuple):
    """The numbers of a seat that count."""

    planets: int
    win_faces: int
    resources: int
    influence: int
    votes: int
    attack: int
    defense: int


def strength(state: PlanetMasters, seat: int) -> Strength:
    """Return all the numbers above in one look at the dice: views and judgements are made at every step of a search."""
    faces, colonies, race = state.faces, state.colonies[seat], state.races[seat]
    numbers, rules = state.ruleset.numbers, state.ruleset
    shown = [0] * (len(names.PLANET_FACES) + 1)  # the last for a home die that lies nowhere yet
    shown[faces[seat]] += 1
    for die in colonies:
        shown[faces[die]] += 1
    power, shield = 0, shown[names.MARINES]
    for die in state.fleet[seat]:
        face = faces[die]
        power += numbers.attack[face]
        shield += numbers.defense[face]
    points, sway = shown[names.RESOURCE], shown[names.INFLUENCE]
    wins, voices = points + sway, 1 + sway
    if race >= 0 and (works := shown[names.RACE]):
        power += works * numbers.race_attack[race]
        shield += works * numbers.race_defense[race]
        points += works * numbers.race_resources[race]
        voices += works * numbers.race_votes[race]
        if rules.pacal_influence and race == names.PACAL:
            sway += works
        if numbers.race_win_face[race] == 1:
            wins += works
    return Strength(1 + len(colonies), wins, points, sway, voices, power, shield)


FIGURES: Final[dict[str, Callable[[PlanetMasters, int], int]]] = {
    "planets": fleet_limit,
    "win_faces": win_faces,
    "resources": resources,
    "influence": influence,
    "votes": votes,
    "attack": attack,
    "defense": defense,
}
"""What statistics tell of a seat at the end."""
