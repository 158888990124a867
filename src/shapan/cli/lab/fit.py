"""`shapan lab fit`: how much what a game weighs of a table tells of who wins."""

from __future__ import annotations

import json
import shutil
from collections.abc import Sequence
from hashlib import blake2b
from importlib.resources import files
from pathlib import Path
from typing import TYPE_CHECKING, Any

from rich.table import Table

from shapan.cli import arguments
from shapan.cli.bar import bar
from shapan.cli.errors import UsageError
from shapan.cli.integers import Whole
from shapan.cli.lab.command import needs, stopped
from shapan.cli.screen import screen
from shapan.engine.game import Game
from shapan.engine.judgement import FILE
from shapan.engine.text import package_of
from shapan.lab.errors import LabError
from shapan.lab.plan import Plan, plain

if TYPE_CHECKING:
    from shapan.lab.judgement_fit import Found

ROUND_BOTS = "search:100,greedy,careless:10"


def fit(
    game: arguments.GameName,
    /,
    *,
    seats: str | None = None,
    matches: Whole = 400,
    rounds: Whole = 0,
    pairs: Whole = 200,
    bots: str | None = None,
    seed: arguments.Seed = "1",
    option: arguments.RulesOptions = (),
    held_out: float = 0.2,
    jobs: arguments.Jobs = 0,
    out: Path | None = None,
    write: bool = False,
    as_json: arguments.AsJson = False,
) -> None:
    """Play matches, and find how much what the game weighs of a table tells of who wins: its judgement.

    The folder has the weights as judgement.toml, and what was found as fit.json. The game plays as before until its own
    data/judgement.toml is replaced, which --write does. With --rounds, searches by what was fitted so far play the
    matches of the next fit, and weights are kept only if they win more than half against the best before.

    Parameters
    ----------
    seats
        Numbers of seats, such as 2,3,4; without it all that the game can take.
    matches
        Number of matches with each number of seats, in each round; without it 400.
    rounds
        Fit so many times, each time to matches of searches by the weights before, and compare them by playing.
    pairs
        At most so many pairs of matches, the seats exchanged, tell with each number of seats whether a round's weights
        are better; without it 200.
    bots
        The bot of all seats, or several that take turns match by match, such as greedy,careless:10; without it greedy,
        and with --rounds search:100,greedy,careless:10.
    held_out
        The share of matches that the weights are not fitted to, only measured by; without it 0.2.
    out
        Folder of positions and weights; without it one here that is named by game and plans.
    write
        Put the weights into the package of the game, in place of those in use.
    as_json
        Print what was found as JSON.

    """
    needs("numpy", "polars")
    from shapan.cli.lab.fit_rounds import fit_in_rounds
    from shapan.lab import judgement_fit
    from shapan.lab.judgement_rounds import Setup

    bots = bots or (ROUND_BOTS if rounds else "greedy")
    found = arguments.game_of(game)
    if not found.judgement.features:
        raise UsageError(f"{found.name} has no judgement to fit: it says nowhere what it weighs (Game.judgement)")
    if type(found).features is Game.features:
        raise UsageError(f"{found.name} names what its judgement weighs, and counts it nowhere (Game.features)")
    if not 0 < held_out < 1:
        raise UsageError(f"--held-out: {held_out:g} is not more than 0 and less than 1")
    if rounds < 0:
        raise UsageError(f"--rounds: {rounds} is not 0 or more")
    arguments.jobs_of(jobs)
    plans = _plans(found, seats, matches, bots, seed, option)
    target = _target(found) if write else None
    if rounds:
        setup = Setup(plans, arguments.bots_of(bots, found), pairs, held_out)
        fit_in_rounds(setup, rounds, out, jobs, target, as_json)
        return
    place = (out or Path(f"{found.name}-fit-{_digest(plans)}")).expanduser()
    try:
        with stopped(place), bar(found.name, matches * len(plans)) as progress:
            result = judgement_fit.fit(place, plans, held_out, jobs, progress)
    except LabError as fault:
        raise UsageError(str(fault)) from None
    if target is not None:
        target.parent.mkdir(exist_ok=True)
        shutil.copyfile(place / FILE, target)
    if as_json:
        print(json.dumps({"folder": str(place), **result.write()}, ensure_ascii=False, indent=2))
    else:
        _print(result, held_out)
        kept = f"in use from now on, in {target}" if target else "not in use: --write puts them into the game"
        print(f"The weights are in {place / FILE}; {kept}")


def _plans(game: Game[Any], seats: str | None, matches: int, bots: str, seed: str, option: Sequence[str]) -> list[Plan]:
    """Return what is played with each number of seats."""
    words = [str(number) for number in range(game.min_seats, game.max_seats + 1)]
    plans = []
    for word in dict.fromkeys(words if seats is None else arguments.words_of(seats)):
        if not (word.isascii() and word.isdigit()):
            raise UsageError(f"--seats: {word!r} is no whole number")
        number = arguments.seats_of(game, int(word))
        lineups = [[name] * number for name in arguments.bots_of(bots, game)]
        plan = arguments.plan_of(game.name, lineups[0][0], number, matches, seed, option)
        plan.lineups = lineups
        plans.append(plan)
    if not plans:
        raise UsageError("--seats needs numbers, such as 2,3,4")
    return plans


def _digest(plans: Sequence[Plan]) -> str:
    return blake2b(plain([plan.write() for plan in plans]).encode(), digest_size=4).hexdigest()


def _target(game: Game[Any]) -> Path:
    """Return the file of the weights in the package of a game."""
    package = files(package_of(game))
    if not isinstance(package, Path):
        raise UsageError(f"--write: the package of {game.name} is no folder")
    return package / "data" / FILE


def _print(found: Found, share: float) -> None:
    console = screen()
    seats = ", ".join(str(seats) for seats in found.seats)
    console.print(f"{found.positions:,} positions of {found.game}: {found.matches} matches each with {seats} seats")
    weights = Table(box=None, padding=(0, 2), show_edge=False)
    for name in ("feature", "fitted", "in use"):
        weights.add_column(name, justify="left" if name == "feature" else "right")
    for name, weight in found.weights.items():
        weights.add_row(name, f"{weight:.4g}", f"{found.in_use[name]:.4g}" if found.in_use else "none")
    console.whole(weights)
    losses = ", ".join(f"{name.replace('_', ' ')} {loss:.4f}" for name, loss in found.losses.items())
    print(f"Log loss in the {100 * share:g} % of matches held out ({found.held_out:,} positions): {losses}")
    better, reach = found.gain
    other = "those in use" if found.in_use else "a constant"
    print(f"The fitted weights are better than {other} by {better:+.4f}, give or take {reach:.4f} (95%)")
    said = Table(box=None, padding=(0, 2), show_edge=False)
    for name in ("chance said, %", "on average", "came true", "times"):
        said.add_column(name, justify="right")
    for row in found.calibration:
        low = 100 * row["from"]
        numbers = f"{100 * row['said']:.1f}", f"{100 * row['true']:.1f}", f"{row['times']:,}"
        said.add_row(f"{low:.0f} to {low + 10:.0f}", *numbers)
    console.whole(said)
