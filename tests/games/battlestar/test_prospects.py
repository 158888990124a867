"""Every family of answers says what comes of it, or stands in a list with the reason why it says nothing."""

from __future__ import annotations

from collections import Counter
from functools import cache
from typing import Any

from shapan import bots
from shapan.bots.registry import find
from shapan.engine.actions import DONE
from shapan.engine.match import Match
from shapan.engine.text import LANGUAGES, say
from shapan.engine.view import write
from shapan.games.battlestar import actions
from shapan.games.battlestar.game import GAME

SILENT = {
    ("character", "character"): "the sheet says it, and the others are not picked yet",
    ("discard", "cards"): "a card that is thrown away does nothing; what it is worth is printed on it",
    ("skilled_politician", "put_bottom"): "nobody knows when the card comes back",
    ("destination", "put_under"): "nobody knows when the card comes back",
    ("shortage", "areas"): "the ship is the same wherever it is put",
    ("look_civilians", "civilians"): "what the ship carries is what is looked for",
}
"""By question and family of answers, why nothing is told of it, ever."""
SOMETIMES = {
    ("box", "box"): "the help says the effects; numbers are told where they are all that comes of it",
    ("W5", "moral_compass"): "as of a box",
    ("contribute", "cards"): "all of them count",
    ("action", "play"): "of draws nothing where a deck may run out",
    ("action", "quorum"): "as of a play",
    ("office", "quorum"): "as of a play",
    ("skilled_politician", "quorum"): "as of a play",
    ("destination", "destination"): "of more than three facts the printed card tells",
    ("restore", "restore"): "who brings nothing back changes nothing",
    ("action", "reveal"): "who holds no more than three cards and no title pays nothing",
}


@cache
def found() -> tuple[Counter[tuple[str, str]], Counter[tuple[str, str]], list[tuple[Any, ...]]]:
    """Return how often each family was offered and told, and some that were told, of matches of two kinds of bots."""
    offered, told = Counter[tuple[str, str]](), Counter[tuple[str, str]]()
    some: list[tuple[Any, ...]] = []
    for bot, number in (("random", 0), ("random", 1), ("greedy", 0), ("greedy", 1)):
        match = Match(GAME, 5, {}, seed=f"prospects {number}", hashes=False)
        while not match.over:
            seat = match.waiting[0]
            prompt, legal = match.decisions[seat].prompt, match.legal(seat)
            view = match.view(seat)
            for code in legal if len(legal) > 1 else ():
                key = prompt.key, "decline" if code == DONE else actions.ACTIONS.of(code).name
                odds = GAME.preview(view, prompt, seat, code)
                offered[key] += 1
                told[key] += odds is not None
                if odds is not None and told[key] <= 2:
                    some.append((match.sample(seat, 3), view, prompt, seat, code, odds))
            match.answer(seat, bots.answer(find(bot), match, seat), by="bot")
    return offered, told, some


def test_every_family_of_answers_says_what_comes_of_it_or_why_not() -> None:
    offered, told, _ = found()
    families = [key for key in offered if key[1] != "decline"]
    assert len(families) > 45
    silent = {key for key in families if not told[key]}
    assert silent <= set(SILENT), silent - set(SILENT)
    assert not [key for key in SILENT if told[key]], "they have something to tell by now"
    partly = {key for key in families if 0 < told[key] < offered[key]}
    assert partly <= set(SOMETIMES), partly - set(SOMETIMES)


def test_all_of_it_is_said_in_every_language() -> None:
    for *_, odds in found()[2]:
        for language in LANGUAGES:
            assert "odds." not in say(GAME, language, odds.summary.key, odds.summary.words)


def test_it_is_the_same_in_another_world_that_the_seat_holds_possible() -> None:
    for world, view, prompt, seat, code, odds in found()[2]:
        assert write(world.view(seat)) == write(view)
        assert GAME.preview(world.view(seat), prompt, seat, code) == odds
