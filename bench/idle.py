"""How many questions of a person alone with bots are idle: `python bench/idle.py [GAME] [--seats N] [--write]`.

`greedy` plays a person's seat and all others. Counted are the questions that a table asks: those with one possible
answer, and those that it declines by itself because nothing would come of another answer, or because the same was
declined before, are told apart. With
`--write` the table goes into docs/design/windows.md, between the marks that the page has for the game.
"""

from __future__ import annotations

import argparse
from collections import Counter
from pathlib import Path

from page import put

from shapan import bots
from shapan.bots.registry import PROPOSED
from shapan.engine.actions import DONE
from shapan.engine.decline_memory import DeclineMemory
from shapan.engine.match import Match
from shapan.engine.registry import find

PAGE = Path(__file__).resolve().parent.parent / "docs" / "design" / "windows.md"
BEGIN, END = "<!-- idle {game}: written by bench/idle.py {game} --write -->", "<!-- end of idle {game} -->"
PERSON = 0
SHOWN = 12
"""So many kinds of questions are listed, the most often declined first."""


def counted(name: str, seats: int, matches: int) -> tuple[Counter[str], Counter[str], Counter[str], Counter[str]]:
    """Return by kind of question how often it was asked, declined, held for idle, and left no choice."""
    game = find(name)
    asked, declined, idle, forced = (Counter[str]() for _ in range(4))
    for number in range(matches):
        match = Match(game, seats, {}, seed=f"idle {number}", hashes=False)
        before = DeclineMemory(game)
        while not match.over:
            seat = match.waiting[0]
            decision, prompt = match.decisions[seat], match.decisions[seat].prompt
            codes = bots.answer(PROPOSED, match, seat)
            if seat == PERSON:
                legal = match.legal(seat)
                view, arg = match.view(seat), decision.arg
                instead = game.idle_answer(view, prompt, seat, arg, legal)
                may_decline = instead is not None or (DONE in legal and len(legal) > 1)
                if prompt.only_answer(match.live, seat, arg) is not None:
                    forced[prompt.key] += 1
                elif may_decline and (
                    game.why_idle(view, prompt, seat, arg, legal) is not None
                    or before.holds(view, prompt, seat, arg, legal)
                ):
                    idle[prompt.key] += 1
                else:
                    asked[prompt.key] += 1
                    if codes in ([], [DONE]) or codes == instead:
                        declined[prompt.key] += 1
                        before.note(view, prompt, seat, arg, legal)
            match.answer(seat, codes, by="bot")
    return asked, declined, idle, forced


def main() -> None:
    """Play the matches and print the table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("game", nargs="?", default="battlestar")
    parser.add_argument("--seats", type=int, default=5)
    parser.add_argument("--matches", type=int, default=100)
    parser.add_argument("--write", action="store_true")
    given = parser.parse_args()
    asked, declined, idle, forced = counted(given.game, given.seats, given.matches)
    kinds = {prompt.key: prompt for prompt in find(given.game).prompts}

    def row(title: str, keys: list[str]) -> str:
        numbers = [sum(counter[key] for key in keys) / given.matches for counter in (asked, declined, idle, forced)]
        share = f"{100 * numbers[1] / numbers[0]:.1f} %" if numbers[0] else "-"
        return f"| {title} | {numbers[0]:.1f} | {numbers[1]:.1f} ({share}) | {numbers[2]:.1f} | {numbers[3]:.1f} |"

    every = sorted({*asked, *idle, *forced}, key=lambda key: -declined[key])
    lines = [
        f"{given.game}, {given.seats} seats, {given.matches} matches; per match.",
        "",
        "| question | asked | of these declined | not asked: nothing comes of it, or declined before | no choice |",
        "| --- | --- | --- | --- | --- |",
        row("all", every),
        row("reaction windows", [key for key in every if kinds[key].reaction]),
        *[row(f"`{key}`", [key]) for key in every[:SHOWN] if declined[key] or idle[key]],
    ]
    print("\n".join(lines))
    if given.write:
        put(PAGE, BEGIN.format(game=given.game), END.format(game=given.game), "\n".join(lines))


if __name__ == "__main__":
    main()
