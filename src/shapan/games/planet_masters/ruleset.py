"""The options of Planet Masters (section 11) and the numbers that rules read from them."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from importlib.resources import files
from typing import Annotated, Any, Final, Self

from shapan.engine.data import DataError, DataTable, Field, standard
from shapan.engine.kinds import Count, Enum, Flag, Many, Seat
from shapan.engine.options import Option, OptionError, resolve
from shapan.engine.shared_constant import SharedConstant
from shapan.games.planet_masters.names import (
    MARINES,
    MAX_SEATS,
    PLANET,
    PLANET_FACES,
    RACE,
    RACES,
    ROUNDS,
    WEAPON,
    WEAPON_FACES,
)

_DATA: Final = files("shapan.games.planet_masters").joinpath("data")
_FACES: Final = tomllib.loads(_DATA.joinpath("faces.toml").read_text(encoding="utf-8"))
_RACES: Final = tomllib.loads(_DATA.joinpath("races.toml").read_text(encoding="utf-8"))

ABILITIES: Final[list[str]] = [_RACES[race]["ability"] for race in RACES]
SCENERY: Final[list[str]] = [_RACES[race]["scenery"] for race in RACES]
"""By race, how its world is drawn."""

_ON_OFF: Final = ("on", "off")
_NO_RULES: Final = "rules not published"
_PLANET_WORDS: Final = PLANET_FACES[:RACE]

DATA: Final = (
    DataTable(
        "planet_faces",
        (Field("faces", "PM-1.5", words=_PLANET_WORDS, length=5),),
        {name: {"faces": faces} for name, faces in _FACES["planet_faces"].items()},
    ),
    DataTable(
        "weapons",
        (Field("attack", "PM-7.4", most=4), Field("defense", "PM-7.5", most=4)),
        {row["face"]: {"attack": row["attack"], "defense": row["defense"]} for row in _FACES["weapon"]},
    ),
    DataTable(
        "races",
        (
            Field("name", "PM-1.4", is_name=True),
            Field("resources", "PM-7.1", most=3),
            Field("votes", "PM-7.3", most=3),
            Field("attack", "PM-7.4", most=3),
            Field("defense", "PM-7.5", most=3),
            Field("gain", "PM-4.2", most=1),
            Field("win_face", "PM-7.6", flag=True),
        ),
        {
            race: {
                "name": race,
                **{name: value for name, value in _RACES[race].items() if name not in ("ability", "kind", "scenery")},
            }
            for race in RACES
        },
    ),
)
"""Sections 4.1, 4.2 and 4.4. The bounds keep every sum below 100, the room that events and views have."""


@dataclass(slots=True, eq=False)
class Ability:
    """What a race's ability gives while it works (4.4)."""

    resources: int = 0
    votes: int = 0
    attack: int = 0
    defense: int = 0
    gain: int = 0
    win_face: bool = False


@dataclass(slots=True, eq=False)
class Numbers:
    """The data tables as the rules read them: of weapons by face, of races by number."""

    planet_faces: dict[str, list[str]]
    """The tables of 4.1: faces of the numbers 2..6."""
    attack: list[int]
    defense: list[int]
    """Powers of 4.2; `defense` is the whole share, attack included."""
    abilities: list[Ability]
    race_names: list[str]
    """By race; the last are those of a seat without a race, -1."""


def numbers_of(tables: Mapping[str, Mapping[str, Mapping[str, Any]]]) -> Numbers:
    """Return the numbers of data tables. Raises DataError for what does not go together."""
    for name, row in tables["planet_faces"].items():
        if "resource" not in row["faces"]:
            path = f"tables.planet_faces.{name}.faces"
            raise DataError(path, "without resource no player could ever build", "PM-1.5")
    weapons = [tables["weapons"][word] for word in WEAPON_FACES]
    races = [dict(tables["races"][word]) for word in RACES]
    names = [row.pop("name") for row in races]
    for place, name in enumerate(names):
        if name in names[:place]:
            raise DataError(f"tables.races.{RACES[place]}.name", f"two races are named {name}", "PM-1.4")
    return Numbers(
        planet_faces={name: list(row["faces"]) for name, row in tables["planet_faces"].items()},
        attack=[row["attack"] for row in weapons],
        defense=[row["defense"] for row in weapons],
        abilities=[*(Ability(**row) for row in races), Ability()],
        race_names=[*names, "none"],
    )


STANDARD: Final = numbers_of(standard(DATA))
"""The numbers without a variant."""

ANY_TIME: Final = 0
OWN_TURN: Final = 1
END_OF_OWN_TURN: Final = 2
WIN_CHECKS: Final = ("any_time", "own_turn", "end_of_own_turn")

OPTIONS: Final = (
    Option("players", None, least=2, most=MAX_SEATS, rule="PM-0.1", seats=True),
    Option("planet_faces", "a_xrrii", tuple(_FACES["planet_faces"]), list_of=_PLANET_WORDS, length=5, rule="PM-1.5"),
    Option("colony_face_one", "marines", ("marines", "exhausted", "race"), rule="PM-E26"),
    Option("weapon_faces", list(WEAPON_FACES), list_of=WEAPON_FACES, length=6, rule="PM-3.2"),
    Option("win_planets", "n_plus_1", ("n_plus_1",), least=2, most=MAX_SEATS + 1, rule="PM-6.1", common=True),
    Option("win_check", "any_time", WIN_CHECKS, rule="PM-6.7"),
    Option("colony_dice_per_player", 1, least=1, most=2, rule="PM-1.2"),
    Option("weapon_dice_per_player", 2, least=2, most=3, rule="PM-1.1"),
    Option("races", "on", _ON_OFF, rule="PM-E27"),
    Option("race_choice", "choose", ("choose", "random"), rule="PM-1.4", common=True),
    Option("race_duplicates", "off", _ON_OFF, rule="PM-1.4"),
    Option("first_player", "random", ("random",), least=0, most=MAX_SEATS - 1, rule="PM-1.3"),
    Option("influence_cancel", "on", _ON_OFF, rule="PM-5.2"),
    Option("pacal_conquest_influence", "off", _ON_OFF, rule="PM-7.2"),
    Option("reroll_fresh_colony", "off", _ON_OFF, rule="PM-4.1"),
    Option("vote_mode", "simultaneous", ("simultaneous", "sequential"), rule="PM-5.8"),
    Option("council_self", "on", _ON_OFF, rule="PM-5.6"),
    Option("council_unarmed", "on", _ON_OFF, rule="PM-5.6"),
    Option("max_rounds", 100, least=0, most=ROUNDS.size - 1, rule="PM-6.5", common=True),
    Option("exp_new_races", "off", ("off",), refused=_NO_RULES),
    Option("exp_solium_sphaera", "off", ("off",), refused=_NO_RULES),
    Option("exp_characters_politics", "off", ("off",), refused=_NO_RULES),
    Option("exp_technology", "off", ("off",), refused=_NO_RULES),
)


_SIDES: Final = 6
_FLAG: Final = Flag()


class Numbered(SharedConstant):
    """What has the numbers of the data tables beside its fields: they are the game's, and no part of what is seen."""

    __slots__ = ("numbers",)
    numbers: Numbers

    def bearing(self, numbers: Numbers) -> Self:
        """Return itself, with these numbers."""
        self.numbers = numbers
        return self


@dataclass(slots=True, eq=False)
class Ruleset(Numbered):
    """The options as the rules read them.

    Everybody knows them: they are part of every view, and their fields carry kinds as those of views do.
    """

    home_faces: Annotated[tuple[int, ...], Many(PLANET, _SIDES)]
    """Faces of the home die by number - 1."""
    colony_faces: Annotated[tuple[int, ...], Many(PLANET, _SIDES)]
    weapon_faces: Annotated[tuple[int, ...], Many(WEAPON, _SIDES)]
    win_planets: Annotated[int, Count(MAX_SEATS + 1)]
    win_check: Annotated[int, Enum(WIN_CHECKS)]
    colony_dice: Annotated[int, Count(2 * MAX_SEATS)]
    weapon_dice: Annotated[int, Count(3 * MAX_SEATS)]
    races: Annotated[bool, _FLAG]
    random_races: Annotated[bool, _FLAG]
    race_duplicates: Annotated[bool, _FLAG]
    first_player: Annotated[int, Seat(MAX_SEATS)]
    """A seat, or -1 for a random one."""
    influence_cancel: Annotated[bool, _FLAG]
    pacal_influence: Annotated[bool, _FLAG]
    reroll_fresh: Annotated[bool, _FLAG]
    sequential: Annotated[bool, _FLAG]
    council_self: Annotated[bool, _FLAG]
    council_unarmed: Annotated[bool, _FLAG]
    max_rounds: Annotated[int, ROUNDS]


def resolve_options(given: Mapping[str, Any], seats: int) -> dict[str, Any]:
    """PM-E30: check the options, alone and together. Raises OptionError naming the option.

    [ruling] `players` that are not the seats are an error at `players`; `max_rounds` goes up to 9,999, the highest
    round that events, views and observations have room for; options that other options make idle are no error.
    """
    options = resolve(OPTIONS, dict(given))
    if options["players"] not in (None, seats):
        raise OptionError("players", f"{options['players']} is not the number of seats, {seats}")
    options["players"] = seats
    first = options["first_player"]
    if first != "random" and first >= seats:
        raise OptionError("first_player", f"{first} is not a seat 0..{seats - 1}")
    win = options["win_planets"]
    if win != "n_plus_1" and win > seats + 1:
        raise OptionError("win_planets", f"{win} is not 2..{seats + 1}")
    if isinstance(options["planet_faces"], list) and "resource" not in options["planet_faces"]:
        raise OptionError("planet_faces", "without resource no player could ever build")
    if "transporter" not in options["weapon_faces"]:
        raise OptionError("weapon_faces", "without transporter no player could ever gain a colony")
    return options


def ruleset(options: Mapping[str, Any], seats: int, numbers: Numbers = STANDARD) -> Ruleset:
    """Return the ruleset of checked options, with the numbers of the data tables."""
    words = options["planet_faces"]
    faces = [PLANET_FACES.index(word) for word in (numbers.planet_faces[words] if isinstance(words, str) else words)]
    races = options["races"] == "on"
    colony_one = PLANET_FACES.index(options["colony_face_one"])
    if not races and colony_one == RACE:  # PM-E29
        colony_one = MARINES
    first = options["first_player"]
    return Ruleset(
        home_faces=(RACE if races else MARINES, *faces),  # PM-E27
        colony_faces=(colony_one, *faces),
        weapon_faces=tuple(WEAPON_FACES.index(word) for word in options["weapon_faces"]),
        win_planets=seats + 1 if options["win_planets"] == "n_plus_1" else options["win_planets"],
        win_check=WIN_CHECKS.index(options["win_check"]),
        colony_dice=options["colony_dice_per_player"] * seats,
        weapon_dice=options["weapon_dice_per_player"] * seats,
        races=races,
        random_races=options["race_choice"] == "random",
        race_duplicates=options["race_duplicates"] == "on",
        first_player=-1 if first == "random" else first,
        influence_cancel=options["influence_cancel"] == "on",
        pacal_influence=options["pacal_conquest_influence"] == "on",
        reroll_fresh=options["reroll_fresh_colony"] == "on",
        sequential=options["vote_mode"] == "sequential",
        council_self=options["council_self"] == "on",
        council_unarmed=options["council_unarmed"] == "on",
        max_rounds=options["max_rounds"],
    ).bearing(numbers)
