"""Who won, as a table on the screen: by seat, by bot, by the groupings of the game."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from typing import Any

from rich.table import Table
from rich.text import Text

from shapan.cli import arguments
from shapan.cli.screen import screen
from shapan.engine.text import catalogue, group_word


def print_winners(written: dict[str, Any], seat_notes: Sequence[str], rules: str) -> None:
    """Print a tally as `shapan.cli.playout.Tally` writes it, with a note behind each seat, such as its bot.

    `rules` says what they ran in. Seats and the words of groupings are named in the language of the environment.
    """
    console = screen()
    speed = f" ({written['decisions_per_second']:,} a second)" if "decisions_per_second" in written else ""
    console.print(
        Text.assemble(
            (f"{written['matches']} matches of {written['game']}", "bold"),
            f", {written['seats']} seats, {written['decisions']} decisions{speed}, ",
            f"rounds: median {written['rounds']['median']:g}, 95 % within {written['rounds']['p95']:g}, ",
            f"capped: {written['capped']}, rules in {rules}",
        )
    )
    table = Table(box=None, padding=(0, 2), show_edge=False)
    for name in ("", "won", "of", "%"):
        table.add_column(name, justify="right" if name else "left")
    game, language = arguments.game_of(written["game"]), arguments.language_of(None)
    named = catalogue(game, language)["common.seat"]
    for seat, wins in enumerate(written["wins_by_seat"]):
        note = f" ({seat_notes[seat]})" if seat_notes else ""
        _row(table, f"{named.replace('{number}', str(seat + 1))}{note}", wins, written["matches"])
    for group in [name for name in written if name.startswith("wins_by_") and name != "wins_by_seat"]:
        if len(written[group]) < 2:
            continue
        table.add_section()
        for word, counts in written[group].items():
            known = group_word(game, language, group.removeprefix("wins_by_"), word)
            _row(table, known or word, counts["wins"], counts["played"])
    console.whole(table)
    sys.stdout.flush()


def _row(table: Table, name: str, wins: int, played: int) -> None:
    table.add_row(name, str(wins), str(played), f"{100 * wins / played:.1f}")
