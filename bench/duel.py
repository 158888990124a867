"""Let two bots play each other on equal terms: the share of one, what it thought, and how sure that is.

uv run python bench/duel.py malifaux general greedy --seconds 1.4 --pairs 40 --keep duel.jsonl
uv run python bench/duel.py starcraft general/rounds=2 general --passes 400 --pairs 40

A pair is two matches from one seed with the seats exchanged; with more than two seats every other one is a bot's. Both
play in one process, so that they share its load, and a bot that thinks has so many seconds (of the clock, or with
--processor of the processor) or passes for an answer. `general/field=value` changes the style of a search
(`shapan.bots.search.Style`), `greedy/bold` has a personality. --count says how many answers of some families each gave.
With --keep every match is a line of a file, and the same command goes on.
"""

from __future__ import annotations

import argparse
import json
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from statistics import mean
from time import perf_counter, process_time
from typing import Any, Final

from balance import share_of, show_progress, wilson

import shapan
from shapan import bots
from shapan.bots import Bot, lookahead, search_bot, thinking
from shapan.bots.search_bot import SearchBot
from shapan.bots.thinking import Budget, Thinking
from shapan.engine.chance import Stream, derive, key_of
from shapan.engine.match import Match
from shapan.engine.registry import find
from shapan.engine.sampler import Sampler
from shapan.native import looks
from shapan.native.looks import build_looks, use

SIDES: Final = ("one", "other")


class Watched(Bot):
    """A bot that thinks, and what it found of the options of each question that gave it a choice."""

    def __init__(self, bot: SearchBot) -> None:
        self.bot, self.name = bot, bot.name
        self.found: list[Thinking] = []

    def reply(self, sampler: Sampler[Any], rng: Stream) -> list[int]:
        thinker = self.bot.thinker(sampler, rng)
        thinker.kept = self.found
        return thinker.answer(self.bot.budget)


def player(name: str, seconds: float, passes: int) -> Bot:
    """Return a bot by its name, with so many seconds or passes for an answer if it thinks."""
    bot = bots.find(name)
    if not isinstance(bot, SearchBot):
        return bot.within(seconds) if seconds else bot
    budget = Budget(passes) if passes else replace(bot.budget, seconds=seconds or bot.budget.seconds)
    return Watched(SearchBot(bot.name, budget, bot.style, bot.changes))


def thoughts_of(bot: Bot) -> dict[str, float]:
    """Return how often a bot thought, how often it left what is rated best, and in how many worlds it tried options."""
    if not isinstance(bot, Watched) or not bot.found:
        return {}
    worlds = [max((thought.visits for thought in one.thoughts), default=0) for one in bot.found]
    left = sum(one.favourite >= 0 and one.thoughts[0].code != one.favourite for one in bot.found)
    compared = sum(sum(thought.visits > 0 for thought in one.thoughts) > 1 for one in bot.found)
    return {"thoughts": len(bot.found), "compared": compared, "left": left, "worlds": sum(worlds)}


def named(match: Match[Any], codes: Sequence[int]) -> Iterator[str]:
    """Return the family of each code, and the family with each value that is a word, such as `place_order.build`."""
    for code in codes:
        written = match.game.actions.write(code)
        yield written["do"]
        yield from (f"{written['do']}.{word}" for key, word in written.items() if key != "do" and isinstance(word, str))


def play(game: str, seats: int, names: Sequence[str], limits: tuple[float, int], number: int) -> dict[str, Any]:
    """Play one match: the first bot has the even seats in even matches, the odd ones in the others."""
    begun, key = perf_counter(), derive(key_of("duel"), "pair", number // 2)
    pair = [player(name, *limits) for name in names]
    lineup = [(seat + number) % 2 for seat in range(seats)]
    match = Match(find(game), seats, {}, key, hashes=False)
    counts: tuple[Counter[str], Counter[str]] = Counter(), Counter()
    while not match.over:
        seat = min(match.decisions)
        codes = bots.answer(pair[lineup[seat]], match, seat)
        counts[lineup[seat]].update(named(match, codes))
        match.answer(seat, codes)
    outcome = match.outcome
    winners = outcome.winners if outcome else []
    scores = outcome.scores if outcome else []
    found: dict[str, Any] = {"share": share_of(0, [lineup[seat] for seat in winners])}
    if scores:
        means = [mean(score for seat, score in enumerate(scores) if lineup[seat] == side) for side in (0, 1)]
        found["lead"] = means[0] - means[1]
    thought = {side: thoughts_of(bot) for side, bot in zip(SIDES, pair, strict=True)}
    return {**found, **thought, "counts": counts, "took": round(perf_counter() - begun, 1)}


def told(names: Sequence[str], played: Sequence[Mapping[str, Any]], families: Sequence[str]) -> str:
    """Return what came of some matches."""
    won, count = sum(match["share"] for match in played), len(played)
    low, high = wilson(won, count)
    lines = [f"{names[0]} against {names[1]}: {100 * won / count:.1f} % of {count} [{100 * low:.0f}, {100 * high:.0f}]"]
    if leads := [match["lead"] for match in played if "lead" in match]:
        lines.append(f"  ahead by {mean(leads):+.2f} points a match")
    for name, side in zip(names, SIDES, strict=True):
        sums = {
            key: sum(match[side].get(key, 0) for match in played) for key in ("thoughts", "compared", "left", "worlds")
        }
        if thoughts := sums["thoughts"]:
            shares = (
                f"{100 * sums['compared'] / thoughts:.0f} % compared options, {100 * sums['left'] / thoughts:.1f} %"
            )
            lines.append(
                f"  {name}: {thoughts} thoughts, {shares} left the favourite, {sums['worlds'] / thoughts:.1f} worlds"
            )
    for family in families:
        means = [mean(match["counts"][side].get(family, 0) for match in played) for side in (0, 1)]
        lines.append(f"  {family} a match: {means[0]:.2f} and {means[1]:.2f}")
    return "\n".join(lines)


def main() -> None:
    """Play a duel."""
    parser = argparse.ArgumentParser()
    parser.add_argument("game")
    parser.add_argument("bots", nargs=2)
    parser.add_argument("--seats", type=int, default=2, help="at the table; an even number")
    parser.add_argument("--pairs", type=int, default=20, help="of matches with the seats exchanged")
    parser.add_argument("--seconds", type=float, default=0.0, help="for an answer")
    parser.add_argument("--processor", action="store_true", help="count seconds of the processor, on a busy machine")
    parser.add_argument("--passes", type=int, default=0, help="for an answer, in place of seconds")
    parser.add_argument("--count", default="", help="families of answers, with commas; or `all`")
    parser.add_argument("--plain", action="store_true", help="look ahead in plain Python, also where C++ could")
    parser.add_argument("--keep", type=Path, help="file of matches played: the same command goes on where it stopped")
    arguments = parser.parse_args()
    limits = arguments.seconds, arguments.passes
    if arguments.processor:
        for module in (lookahead, looks, search_bot, thinking):
            vars(module)["perf_counter"] = process_time
    native = not arguments.plain and build_looks(find(arguments.game))
    if native:
        use()
    build = f"{shapan.BUILD}, looks in C++" if native else shapan.BUILD
    same = [arguments.game, arguments.seats, *arguments.bots, *limits, build]
    kept = arguments.keep
    lines = kept.read_text("utf-8").splitlines() if kept and kept.is_file() else []
    done = {number: match for *job, number, match in map(json.loads, lines) if job == same}
    left = [number for number in range(2 * arguments.pairs) if number not in done]
    for count, number in enumerate(left, 1):
        done[number] = play(arguments.game, arguments.seats, arguments.bots, limits, number)
        if kept:
            with kept.open("a", encoding="utf-8") as file:
                file.write(json.dumps([*same, number, done[number]]) + "\n")
        show_progress(count, len(left))
    played = [done[number] for number in sorted(done) if number < 2 * arguments.pairs]
    families = [word for word in arguments.count.split(",") if word]
    if families == ["all"]:
        families = sorted({name for match in played for side in match["counts"] for name in side})
    print(told(arguments.bots, played, families))


if __name__ == "__main__":
    main()
