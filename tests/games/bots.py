"""What the tests of several games' bots do: play matches out, ask what options are rated, look at two worlds."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from shapan.bots import DecisionPoint, find
from shapan.engine.chance import Stream, derive
from shapan.engine.match import Match
from shapan.engine.table import PolicyTable
from shapan.engine.view import write


def play(game: Any, bots: Sequence[str], number: int, **options: Any) -> Any:
    """Play a match of bots to its end and return the state there."""
    seats = len(bots)
    state, rng = game.start(options, seats, derive(b"bots", seats, number)), Stream(derive(b"own", number))
    players = [find(name) for name in bots]

    def choose(state: Any, prompt: Any, seat: int, arg: int, options: Any, picked: Any) -> int:
        return players[seat].choose(
            DecisionPoint(game, game.view(state, seat), prompt, seat, arg, options, picked, rng)
        )

    game.play_out(state, PolicyTable(state, choose))
    return state


def rated(
    game: Any, state: Any, prompt: Any, seat: int = 0, arg: int = 0, picked: Sequence[int] = ()
) -> dict[int, float]:
    """Return what each option of a question is rated, from the view of the seat that is asked."""
    view = game.view(state, seat)
    options = prompt.offers(state, seat, arg, picked) if prompt.many else prompt.legal(state, seat, arg)
    return {code: game.rate(view, prompt, seat, arg, code, picked) for code in options}


def best(ratings: dict[int, float]) -> int:
    """Return the option that is rated best."""
    return max(ratings, key=lambda code: ratings[code])


def whole(game: Any, state: Any, prompt: Any, seat: int = 0, arg: int = 0) -> list[int]:
    """Return what `greedy` answers a question with, pick by pick."""
    bot, picked, view = find("greedy"), list[int](), game.view(state, seat)
    if not prompt.many:
        options = prompt.legal(state, seat, arg)
        return [bot.choose(DecisionPoint(game, view, prompt, seat, arg, options, [], Stream(b"picks")))]
    while options := prompt.offers(state, seat, arg, picked):
        code = bot.choose(DecisionPoint(game, view, prompt, seat, arg, options, picked, Stream(b"picks")))
        if code == 0:
            break
        picked.append(code)
    return picked


def asked_in_two_worlds(match: Match[Any], most: int, also: Callable[..., None] | None = None) -> set[str]:
    """Hold that in two worlds that a seat cannot tell apart every option is rated alike; return what was asked.

    `greedy` plays on with the same chance, for as many answers at most. `also` is given both views, what is asked and
    the picks.
    """
    game, rng, bot, keys = match.game, Stream(b"worlds"), find("greedy"), set[str]()
    for compared in range(most):
        if match.over:
            break
        seat = match.waiting[0]
        decision = match.decisions[seat]
        asked = decision.prompt, seat, decision.arg
        keys.add(decision.prompt.key)
        view, other = match.view(seat), match.sample(seat, seed=compared).view(seat)
        assert write(view) == write(other)
        picked: list[int] = []
        while legal := match.legal(seat, tuple(picked)):
            mine = [game.rate(view, *asked, code, picked) for code in legal]
            assert mine == [game.rate(other, *asked, code, picked) for code in legal]
            if also is not None:
                also(view, other, asked, picked)
            code = bot.choose(DecisionPoint(game, view, *asked, legal, picked, rng))
            if code == 0 and decision.prompt.many:
                break
            picked.append(code)
            if not decision.prompt.many:
                break
        match.answer(seat, picked)
    return keys
