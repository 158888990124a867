"""Search: looks ahead in worlds that the seat holds for possible (information-set Monte Carlo tree search).

Every pass deals a world, walks the tree by answering the rules' own questions, adds one node, judges where it ends
(after a roll-out, or at the end of the match) and credits every seat with what is in it for that seat. Each seat's
nodes are told apart by what that seat knows, so what is secret on the table is secret in the tree too.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Final

from mypy_extensions import mypyc_attr

from shapan.bots.personality import lean, personality_of
from shapan.bots.rating_policy import draw_best
from shapan.bots.tree import WIDE, Edge, Node
from shapan.engine.actions import DONE
from shapan.engine.chance import Stream
from shapan.engine.game import Game, Outcome
from shapan.engine.judgement import Judgement
from shapan.engine.mixture import draw_mixed
from shapan.engine.prompt import Prompt
from shapan.engine.sampler import Cut, WorldTable
from shapan.engine.zone import EVERYONE, NOBODY

TO_THE_END: Final = -1
SHORT: Final = 200
"""Matches of at most so many decisions are rolled out to their end."""


@dataclass(frozen=True, slots=True)
class Style:
    """How to search.

    `explore` weighs what is not known against what is good. `depth` is the number of decisions of a roll-out before
    the game's judgement is asked; with `rounds` it is asked as soon as the match is so much further (`Game.progress`).
    `closed` tells situations apart by everything that was seen, such as what fell, and not by answers alone.
    `rated`: the game's rating orders options and plays roll-outs; else every option is alike. The others are of looks
    ahead: at most `wide` options are tried, after each `batch` of worlds those are dropped that are no better than the
    leader by `sure` standard errors, and what is rated best is given up for what leads it by `likely`, in `few` worlds
    or more. With a `personality` the seat itself likes answers as that does; others play without one in its worlds.
    """

    explore: float = 1.5
    depth: int = 0
    closed: bool = False
    rated: bool = True
    rounds: int = 0
    wide: int = WIDE
    batch: int = 16
    sure: float = 3.0
    likely: float = 1.0
    few: int = 4
    """In fewer worlds the spread of a difference says nothing: one world has none, so that any lead would be sure."""
    personality: str = ""


def style_for(game: Game[Any], judgement: Judgement | None = None) -> Style:
    """Return how to search a game, by what it has: a judgement (or one from outside), ratings, short matches."""
    kind = type(game)
    views = kind.evaluate is not Game.evaluate or kind.judge is not Game.judge
    judges = views or bool(game.judgement.weights) or judgement is not None
    rates = kind.rate is not Game.rate
    short = game.max_decisions <= SHORT
    if kind.horizon and judges and rates:
        return Style(depth=TO_THE_END, rounds=kind.horizon)
    return Style(depth=0 if judges and not short else TO_THE_END, closed=short, rated=rates and not short)


def shares(game: Game[Any], outcome: Outcome) -> list[float]:
    """Return for every seat what an end of the match is in it, 0 to 1: its score, or whether it has won.

    Not its rank: the second of four has lost, and a judgement of a match that goes on says how likely a seat wins.
    """
    if game.independent_payoffs:
        return [(share + 1) / 2 for share in game.returns(outcome)]
    won = 1 / max(1, len(outcome.winners))
    return [won if seat in outcome.winners else 0.0 for seat in range(len(outcome.ranks))]


@mypyc_attr(allow_interpreted_subclasses=True)
class SearchTable(WorldTable[Any]):
    """The table of one search: first it walks the tree, then it rolls out."""

    __slots__ = (
        "forced",
        "game",
        "high",
        "judgement",
        "keys",
        "left",
        "low",
        "mixes",
        "nodes",
        "open_key",
        "path",
        "personality",
        "rng",
        "rolling",
        "seat",
        "seats",
        "style",
        "until",
    )

    def __init__(
        self, game: Game[Any], seats: int, seat: int, style: Style, rng: Stream, judgement: Judgement | None = None
    ) -> None:
        super().__init__()
        self.judgement = judgement
        """What judges in place of the game; None for the game itself."""
        self.game, self.seats, self.seat, self.rng, self.style = game, seats, seat, rng, style
        self.personality = personality_of(game, style.personality)
        self.mixes = type(game).mixture is not Game.mixture
        self.nodes: dict[int, Node] = {}
        self.low, self.high = 1.0, 0.0
        """Least and greatest worth that was found."""
        self.forced: list[int] = []
        """Picks of the searching seat's answer to the open question that are decided already."""
        self.open_key = 0
        """A hash of all that everybody knows since the open question."""
        self.keys: list[int] = []
        """For each seat a hash of what else it knows, and when it learned it."""
        self.path: list[tuple[Node, Edge]] = []
        self.rolling = False
        self.left = 0
        self.until = 0
        """The round with which everything is judged; 0 for any."""

    # Walking the tree

    def begun(self) -> None:
        self.path, self.rolling, self.left, self.on = [], False, self.style.depth, self.style.closed
        self.until = self.game.progress(self.state) + self.style.rounds if self.style.rounds else 0
        self.open_key, self.keys = 0, list(range(self.seats))
        keys = self.keys
        for zone in self.state.all_zones():
            masks = zone.masks
            some = masks[0] if masks else EVERYONE
            alike = masks.count(some) == len(masks)
            if alike and some in (EVERYONE, NOBODY):
                continue
            for seat in range(self.seats):
                if not alike:
                    keys[seat] = hash((keys[seat], tuple(zone.known(seat))))
                elif some >> seat & 1:
                    keys[seat] = hash((keys[seat], tuple(zone.cards)))

    def tell(
        self,
        kind: int,
        a: int = -1,
        b: int = -1,
        c: int = -1,
        d: int = -1,
        to: int = -1,
        priv: int = 0,
        secret: tuple[int, ...] = (),
    ) -> None:
        if not self.on:
            return
        if to == EVERYONE:
            self.open_key = hash((self.open_key, kind, a, b, c, d))
            if not priv:
                return
        for seat in range(self.seats):
            if priv >> seat & 1:
                self.keys[seat] = hash((self.keys[seat], self.open_key, kind, a, b, c, d, secret))
            elif to != EVERYONE and to >> seat & 1:
                self.keys[seat] = hash((self.keys[seat], self.open_key, kind, a, b, c, d))

    def answer(self, prompt: Prompt[Any], seat: int, arg: int) -> int:
        if self.rolling:
            return self._one(prompt, seat, arg)
        code = self._one(prompt, seat, arg)
        self._learn(prompt, seat, (code,))
        return code

    def answer_many(self, prompt: Prompt[Any], seat: int, arg: int) -> list[int]:
        if self.rolling:
            return self._picks(prompt, seat, arg)
        codes = self._picks(prompt, seat, arg)
        self._learn(prompt, seat, codes)
        return codes

    def answer_all(self, prompt: Prompt[Any], seats: Sequence[int], arg: int) -> list[int]:
        return [row[0] for row in self._together(prompt, seats, arg, many=False)]

    def answer_all_many(self, prompt: Prompt[Any], seats: Sequence[int], arg: int) -> list[list[int]]:
        return self._together(prompt, seats, arg, many=True)

    def _together(self, prompt: Prompt[Any], seats: Sequence[int], arg: int, *, many: bool) -> list[list[int]]:
        """Let each seat choose for itself; what they learn of each other's answers comes afterwards."""
        walking, grown = not self.rolling, False
        rows = []
        for seat in seats:
            rows.append(self._picks(prompt, seat, arg) if many else [self._one(prompt, seat, arg)])
            grown |= self.rolling
            self.rolling = not walking
        if walking:
            self.rolling = grown
            for seat, row in zip(seats, rows, strict=True):
                self._learn(prompt, seat, row)
        return rows

    def _one(self, prompt: Prompt[Any], seat: int, arg: int) -> int:
        options = prompt.legal(self.state, seat, arg)
        return options[0] if len(options) == 1 else self._choose(prompt, seat, arg, options, ())

    def _picks(self, prompt: Prompt[Any], seat: int, arg: int) -> list[int]:
        picked: list[int] = []
        if self.forced and seat == self.seat:
            picked, self.forced = self.forced, []
        while options := prompt.offers(self.state, seat, arg, picked):
            code = options[0] if len(options) == 1 else self._choose(prompt, seat, arg, options, picked)
            if code == DONE:
                break
            picked.append(code)
        return picked

    def _choose(self, prompt: Prompt[Any], seat: int, arg: int, options: Sequence[int], picked: Sequence[int]) -> int:
        if self.until and not picked and self.game.progress(self.state) >= self.until:
            raise Cut
        if self.mixes and prompt.secret and self.style.rated:
            view = self.game.view(self.state, seat)
            mixed = draw_mixed(self.game, view, prompt, seat, arg, options, picked, self.rng)
            if mixed is not None:
                return mixed
        if self.rolling:
            return self._roll_out(prompt, seat, arg, options, picked)
        key = hash((self.keys[seat], self.open_key, prompt, arg, tuple(picked) if picked else ()))
        node = self.nodes.get(key)
        if node is None:
            node = self.nodes[key] = Node(seat)
            self.rolling = True
        if not node.has(options):
            node.add(options, self._ratings(prompt, seat, arg, options, picked))
        edge = node.select(options, self.style.explore, self.low, self.high, self.rng)
        self.path.append((node, edge))
        return edge.code

    def _learn(self, prompt: Prompt[Any], seat: int, codes: Sequence[int]) -> None:
        """Add an answer to what the seats know: to its giver all of it, to the others what is open of it."""
        if self.rolling:  # no more nodes are looked up in this pass
            self.on = False
        elif prompt.secret:
            self.keys[seat] = hash((self.keys[seat], self.open_key, tuple(codes)))
            self.open_key = hash((self.open_key, seat, prompt.shadow(codes)))
        else:
            self.open_key = hash((self.open_key, seat, tuple(codes)))

    # Rolling out

    def _ratings(
        self, prompt: Prompt[Any], seat: int, arg: int, options: Sequence[int], picked: Sequence[int]
    ) -> list[float]:
        if not self.style.rated:
            return [0.0] * len(options)
        view, rate = self.game.view(self.state, seat), self.game.rate
        ratings = [rate(view, prompt, seat, arg, code, picked) for code in options]
        return lean(self.personality, prompt, options, ratings) if seat == self.seat else ratings

    def _roll_out(self, prompt: Prompt[Any], seat: int, arg: int, options: Sequence[int], picked: Sequence[int]) -> int:
        if not self.left and not picked:
            raise Cut
        self.left -= not picked
        if not self.style.rated:
            return self.rng.choice(options)
        ratings = self._ratings(prompt, seat, arg, options, picked)
        return draw_best(prompt, options, ratings, self.rng)

    def worth(self) -> list[float]:
        """Return what is in the world that the pass ended in for every seat: 0 (lost) to 1 (won)."""
        outcome = self.game.outcome(self.state)
        if outcome is not None:
            return shares(self.game, outcome)
        if self.judgement is None:
            return self.game.judge(self.state)
        return self.judgement.chances(self.game.features(self.state), self.game.independent_payoffs)

    def credit(self) -> list[float]:
        """Judge the world that the pass ended in, credit the nodes on its way, and return the worth for each seat."""
        worth = self.worth()
        self.low, self.high = min(self.low, *worth), max(self.high, *worth)
        for node, edge in self.path:
            share = worth[node.seat]
            node.visits += 1
            node.total += share
            edge.visits += 1
            edge.total += share
        return worth
