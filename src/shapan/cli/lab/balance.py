"""`shapan lab balance`: do seats and groups win fairly, under one set of rules or several?"""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import replace
from hashlib import blake2b
from itertools import product
from pathlib import Path
from typing import TYPE_CHECKING, Any

from rich.table import Table

from shapan.cli import arguments
from shapan.cli.bar import bar
from shapan.cli.errors import UsageError
from shapan.cli.integers import Whole
from shapan.cli.lab.command import engine_of, needs, stopped
from shapan.cli.screen import screen
from shapan.engine.game import Game
from shapan.engine.text import catalogue, group_word
from shapan.lab import watchdog
from shapan.lab.plan import Plan, plain

if TYPE_CHECKING:
    from shapan.lab.balance import Setup, Trial

MAX_SETS = 16


def balance(
    game: arguments.GameName,
    /,
    *,
    option: Sequence[str] = (),
    variant: Sequence[Path] = (),
    of: str = "seat",
    margin: float = 5.0,
    risk: float = 5.0,
    bot: str = "greedy",
    seats: arguments.LeastSeats = None,
    matches: Whole = 20_000,
    seed: arguments.Seed = "1",
    jobs: arguments.Jobs = 0,
    engine: arguments.EngineName = "local",
    cluster: arguments.ClusterAddress = None,
    patience: arguments.Patience = watchdog.SECONDS,
    out: Path | None = None,
    as_json: arguments.AsJson = False,
) -> None:
    """Play until it is clear whether all win fairly, and whether sets of rules differ in that; then stop.

    An option with several values, and each variant, makes a set of rules; sets are compared with the first one. For
    each seat (or race and so on) the verdict is "more", "less", "fair" (by less than the margin off), or "open" if the
    matches did not do.

    Parameters
    ----------
    option
        A rules option as NAME=VALUE, or NAME=VALUE,VALUE for a set of rules with each; may be given several times.
    variant
        File of a variant, which makes one more set of rules; may be given several times.
    of
        What should win fairly: seat, or groupings of the game such as race; several with commas; without it seat.
    margin
        A share of wins that is off by so many points must be found; one that is off by less may pass; without it 5.
    risk
        How often, in percent, any of the verdicts may be wrong; without it 5.
    bot
        The bot of all seats; without it greedy.
    matches
        At most so many matches of each set; without it 20000.
    out
        Folder of the results; without it one here that is named by game and test.
    as_json
        Print the answers as JSON.

    """
    needs("polars")
    from shapan.lab import balance as weighing
    from shapan.lab.errors import LabError

    _check_percent("margin", margin)
    _check_percent("risk", risk)
    if matches < 1:
        raise UsageError(f"--matches: {matches} is not 1 or more")
    topics = list(dict.fromkeys(arguments.words_of(of)))
    if not topics:
        raise UsageError("--of needs words, such as seat or seat,race")
    found = arguments.game_of(game)
    number = arguments.seats_of(found, found.min_seats if seats is None else seats)
    if number < 2:
        raise UsageError("--seats: with one seat there is nothing to compare")
    names = arguments.bots_of(bot, found)
    if len(names) > 1:
        raise UsageError("--bot: one bot plays all seats, or the bots would be compared, not the rules")
    base = Plan(found.name, number, [names * number], {}, seed, matches, round(margin * 100))
    base.patience = arguments.patience_of(patience)
    trial = weighing.Trial(_setups(found, base, option, variant), topics, margin / 100, risk / 100)
    place = (out or Path(f"{found.name}-balance-{_digest(trial)}")).expanduser()
    who = engine_of(engine, jobs, cluster)
    try:
        with stopped(place), bar(found.name, matches) as progress:
            weighing.weigh(trial, place, who, progress)
    except LabError as fault:
        raise UsageError(str(fault)) from None
    written = trial.write()
    if as_json:
        print(json.dumps({"folder": str(place), **written}, ensure_ascii=False, indent=2))
    else:
        _print(written, found, place)


def _check_percent(name: str, value: float) -> None:
    """Raise UsageError for a margin or risk that says nothing."""
    if not 0 < value < 50:
        raise UsageError(f"--{name}: {value:g} is not more than 0 and less than 50")


def _digest(trial: Trial) -> str:
    return blake2b(plain(trial.settings()).encode(), digest_size=4).hexdigest()


def _setups(game: Game[Any], base: Plan, option: Sequence[str], variant: Sequence[Path]) -> list[Setup]:
    """Return the sets of rules: every combination of the values given, with each variant."""
    from shapan.lab.balance import Setup

    choices = [_values(game, text, base.seats) for text in option]
    sets = [list(texts) for texts in product(*choices)]
    paths: list[Path | None] = list(variant) or [None]
    if variant and len(variant) == 1 and len(sets) == 1:
        paths = [None, *variant]  # a variant alone is compared with the game as it is
    if len(sets) * len(paths) > MAX_SETS:
        raise UsageError(f"{len(sets) * len(paths)} sets of rules are too many for one test; at most {MAX_SETS}")
    vary = [place for place, texts in enumerate(choices) if len(texts) > 1]
    found = []
    for path, texts in product(paths, sets):
        plan = replace(base)
        arguments.set_rules(plan, texts, path)
        words = ([plan.variant or "no variant"] if variant else []) + [texts[place] for place in vary]
        found.append(Setup(", ".join(words) or ", ".join(texts) or "default rules", plan))
    for one in found:
        if any(other is not one and other.name == one.name for other in found):
            raise UsageError(f"two sets of rules have the name {one.name!r}")
    return found


def _values(game: Game[Any], text: str, seats: int) -> list[str]:
    """Return `name=value` once for each value; a text that is one value, commas and all, stays whole."""
    name, equals, values = text.partition("=")
    known = next((known for known in game.options if known.name == name.strip().replace("-", "_")), None)
    if known is not None and equals and "," in values:
        try:
            known.read(values.strip())
        except ValueError:
            return [f"{name.strip()}={value}" for value in arguments.words_of(values)]
    return [text]


def _print(written: dict[str, Any], game: Game[Any], place: Path) -> None:
    console = screen()
    early = "" if written["matches"] == written["most"] else f" of at most {written['most']}, stopped early"
    several = " of each set of rules" if len(written["sets"]) > 1 else ""
    console.print(
        f"{written['matches']} matches of {game.name}{several}{early}: {written['seats']} seats", style="bold"
    )
    language = arguments.language_of(None)
    seat = catalogue(game, language)["common.seat"]
    headings: dict[str, list[dict[str, Any]]] = {}
    for asked in written["questions"]:
        compared = f"{asked['set']}, against {asked.get('against')}"
        headings.setdefault(asked["set"] if asked["kind"] == "share" else compared, []).append(asked)
    for heading, questions in headings.items():
        console.print(f"\n{heading}", style="bold")
        table = Table(box=None, padding=(0, 2), show_edge=False)
        for name in ("", "share %", "from", "to", "fair", "verdict", "after"):
            table.add_column(name, justify="left" if name in {"", "verdict"} else "right", no_wrap=True)
        for asked in questions:
            word = asked["word"]
            if asked["topic"] == "seat":
                name = seat.replace("{number}", str(int(word) + 1))
            else:
                name = group_word(game, language, asked["topic"], word) or word
            sign = "+" if asked["kind"] == "difference" else ""
            table.add_row(
                name,
                *(f"{100 * asked[key]:{sign}.1f}" for key in ("value", "low", "high")),
                f"{100 * asked['fair']:.1f}",
                _verdict(asked, written["margin"]),
                str(asked["decided_after"] or ""),
            )
        console.whole(table)
    if len(written["sets"]) > 1:
        _print_beside([one["name"] for one in written["sets"]], game, place, language)
    print(f"The answers and all matches are in {place}; a page about them: shapan lab report {place}")


def _print_beside(sets: list[str], game: Game[Any], place: Path, language: str) -> None:
    """Print the sets of rules in columns beside each other, as the page about them has them."""
    from shapan.lab.report.beside import beside
    from shapan.lab.report.wording import Wording

    console, found = screen(), beside(sets, place, Wording(game, language))
    console.print(f"\n{found.title}", style="bold")
    table = Table(box=None, padding=(0, 2), show_edge=False)
    for column, heading in enumerate(found.headings):
        table.add_column(heading, justify="right" if column else "left", no_wrap=True)
    for row in found.rows:
        table.add_row(*row)
    console.whole(table)


def _verdict(asked: dict[str, Any], margin: float) -> str:
    within = f"within {100 * margin:g} points"
    if asked["kind"] == "difference":
        words = {"more": "more than there", "less": "less than there", "fair": f"same {within}"}
    else:
        words = {"more": "more than fair", "less": "less than fair", "fair": f"fair {within}"}
    return words.get(asked["verdict"], "open: too few matches")
