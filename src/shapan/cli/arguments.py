"""What was given on the command line, read and checked: games, bots, seats, options, languages, folders."""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence
from math import inf
from pathlib import Path
from typing import Annotated, Any

from cyclopts import Parameter
from platformdirs import user_data_path

from shapan import bots
from shapan.bots.personality import UnknownPersonality, personality_of
from shapan.cli.errors import UsageError, did_you_mean
from shapan.cli.integers import whole
from shapan.engine import registry
from shapan.engine.game import Game, PositionError
from shapan.engine.options import OptionError, settled
from shapan.engine.text import LANGUAGES
from shapan.lab import watchdog
from shapan.lab.errors import LabError
from shapan.lab.plan import Plan
from shapan.lab.variant import read as read_variant

AsJson = Annotated[bool, Parameter(name="--json")]
"""The switch `--json`, in a parameter that does not hide the module `json`."""
GameName = Annotated[str, Parameter(help="The game; `shapan games` lists them.")]
Bots = Annotated[
    str, Parameter(help="The bot of all seats, or one for each, such as greedy,random; without it greedy.")
]
Seats = Annotated[
    int | None,
    Parameter(converter=whole, help="Number of seats; without it one for each bot named, or the game's least."),
]
LeastSeats = Annotated[int | None, Parameter(converter=whole, help="Number of seats; without it the game's least.")]
Seed = Annotated[str, Parameter(help="Text that fixes all chance; each match has its own part of it; without it 1.")]
RulesOptions = Annotated[Sequence[str], Parameter(help="A rules option as NAME=VALUE; may be given several times.")]
VariantFile = Annotated[Path | None, Parameter(help="File of a variant: options and data tables in TOML.")]
Jobs = Annotated[
    int,
    Parameter(converter=whole, help="Number of processes; without it one on each core. The results are the same."),
]
EngineName = Annotated[str, Parameter(help="Who plays: local (this machine) or ray (a Ray cluster); without it local.")]
ClusterAddress = Annotated[
    str | None,
    Parameter(
        help="Address of a Ray cluster, HOST:PORT or auto; without it RAY_ADDRESS, else one is started here meanwhile."
    ),
]
PlanFolder = Annotated[
    Path | None, Parameter(help="Folder of the results; without it one here that is named by game and plan.")
]
Patience = Annotated[
    float,
    Parameter(
        help="Give a match up, and name the bot, where nothing is answered for so many seconds; 0 waits for ever; "
        f"without it {watchdog.SECONDS:g}."
    ),
]
Csv = Annotated[bool, Parameter(help="Write the tables as CSV too.")]


def game_of(name: str) -> Game[Any]:
    """Return the game of a name."""
    try:
        return with_warnings(registry.find(name))
    except registry.BrokenGame as error:
        raise UsageError(str(error)) from None
    except registry.UnknownGame as error:
        raise UsageError(f"{error}{did_you_mean(name, registry.games())}") from None


def with_warnings(game: Game[Any]) -> Game[Any]:
    """Return a game; what of a player's own files is left out is said on standard error."""
    for line in game.left_out():
        print(f"shapan: left out: {line}", file=sys.stderr)
    return game


def seats_of(game: Game[Any], seats: int) -> int:
    """Return a number of seats that the game can take."""
    try:
        game.check_seats(seats)
    except PositionError:
        least, most = game.min_seats, game.max_seats
        how = f"{least} seats" if least == most else f"{least} to {most} seats"
        raise UsageError(f"{game.name} is played with {how}, not with {seats}") from None
    return seats


def words_of(text: str) -> list[str]:
    """Return the words of a list that is written with commas."""
    return [word.strip() for word in text.split(",") if word.strip()]


def bots_of(text: str, game: Game[Any]) -> list[str]:
    """Return the names of a list of bots that can play a game."""
    names = words_of(text)
    if not names:
        raise UsageError(f"--bots needs names; known: {', '.join(bots.names())}")
    for name in names:
        try:
            bots.find(name)
            personality_of(game, bots.parted(name)[1])
        except UnknownPersonality as error:
            raise UsageError(f"the bot {name!r}: {error}") from None
        except bots.UnknownBot as error:
            raise UsageError(f"{error}{did_you_mean(name, bots.names())}") from None
    return names


def bots_for(names: Sequence[str], seats: Sequence[int]) -> dict[int, str]:
    """Return the bot of each seat: one name for all, or a name for each."""
    if len(names) == 1:
        return dict.fromkeys(seats, names[0])
    if len(names) != len(seats):
        raise UsageError(f"--bots names {len(names)} bots for {len(seats)} seats; name one for all, or one for each")
    return dict(zip(seats, names, strict=True))


def plan_of(
    game: str,
    bots: str,
    seats: int | None,
    matches: int,
    seed: str,
    option: Sequence[str],
    variant: Path | None = None,
) -> Plan:
    """Return what bots are to play: seats as given, else one for each bot named, or the game's least."""
    found = game_of(game)
    names = bots_of(bots, found)
    number = seats_of(found, max(found.min_seats, len(names)) if seats is None else seats)
    if matches < 1:
        raise UsageError(f"--matches: {matches} is not 1 or more")
    lineup = list(bots_for(names, range(number)).values())
    plan = Plan(found.name, number, [lineup], {}, seed, matches)
    set_rules(plan, option, variant)
    return plan


def set_rules(plan: Plan, option: Sequence[str], path: Path | None) -> None:
    """Give a plan its options and the variant of a file; an option of the command line goes before one of the file."""
    game = game_of(plan.game)
    plan.options = options_of(game, option, plan.seats, 0)
    if path is None:
        return
    try:
        variant = read_variant(path, game)
    except LabError as fault:
        raise UsageError(str(fault)) from None
    plan.options = settled(game.options, {**variant.options, **plan.options}, 0)
    plan.variant, plan.tables = variant.name, variant.tables
    try:
        game.resolve(plan.options, plan.seats)
    except (OptionError, PositionError) as error:
        raise UsageError(f"{path}: {error}") from None


def patience_of(patience: float) -> float:
    """Return for how many seconds a match may stand still."""
    if not 0 <= patience < inf:
        raise UsageError(f"--patience: {patience:g} is not 0 or more")
    return patience


def jobs_of(jobs: int) -> int:
    """Return a number of processes; 0 stands for one on each core."""
    if jobs < 0:
        raise UsageError(f"--jobs: {jobs} is not 0 or more")
    return jobs


def options_of(game: Game[Any], texts: Sequence[str], seats: int, people: int) -> dict[str, Any]:
    """Return the options of a list of `name=value`, checked one by one and together, for so many people."""
    known = {option.name: option for option in game.options}
    given: dict[str, Any] = {}
    for text in texts:
        name, equals, value = text.partition("=")
        name = name.strip().replace("-", "_")
        if not equals:
            raise UsageError(f"--option needs NAME=VALUE, not {text!r}")
        if name not in known:
            names = ", ".join(known) or "none"
            raise UsageError(f"{game.name} has no option {name!r}; known: {names}{did_you_mean(name, known)}")
        try:
            given[name] = known[name].read(value.strip())
        except ValueError:
            raise UsageError(_bad_value(game, name, value.strip())) from None
    try:
        game.resolve(given, seats)
    except OptionError as error:
        raise UsageError(f"--option {error.field}: {error.message}") from None
    except PositionError as error:
        raise UsageError(f"--option: {error}") from None
    return settled(game.options, given, people)


def _bad_value(game: Game[Any], name: str, value: str) -> str:
    option = next(option for option in game.options if option.name == name)
    if option.refused:
        return f"--option {name}: {option.refused}"
    allowed = option.allowed() or f"only {option.default!r}"
    words = [known for known in option.values if isinstance(known, str)]
    return f"--option {name}: {value!r} is not allowed; allowed: {allowed}{did_you_mean(value, words)}"


def language_of(name: str | None) -> str:
    """Return a language by its name (`zh-TW`, `zh_HK.UTF-8` and the like too), or that of the environment."""
    if name is not None:
        found = _language(name)
        if found is None:
            raise UsageError(f"there is no language {name!r}; known: {', '.join(LANGUAGES)}")
        return found
    for variable in ("LC_ALL", "LC_MESSAGES", "LANG"):
        if value := os.environ.get(variable):
            return _language(value) or "en"
    return "en"


def _language(name: str) -> str | None:
    parts = name.partition(".")[0].replace("_", "-").lower().split("-")
    if parts[0] == "en":
        return "en"
    if parts[0] != "zh":
        return None
    return "zh-Hant" if {"hant", "tw", "hk", "mo"} & set(parts[1:]) and "hans" not in parts else "zh-Hans"


def folder_of(data: Path | None) -> Path:
    """Return the folder that keeps this user's matches: the one given, or the system's place for such things."""
    return (data if data is not None else user_data_path("shapan", appauthor=False)).expanduser().absolute()
