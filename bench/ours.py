"""What is measured of Shapan, by name: `playout:pig:2`, `native:pig:2`, `stepped:leduc:2`, `looks:malifaux:2`."""

from __future__ import annotations

import copy
import random
from collections.abc import Callable
from typing import Any

from shapan.bots import answer, policy
from shapan.bots import find as find_bot
from shapan.bots.lookahead import Lookahead
from shapan.bots.search import Style, style_for
from shapan.bots.search_bot import Search
from shapan.bots.thinking import Budget
from shapan.engine.chance import Stream
from shapan.engine.game import Game
from shapan.engine.match import Match, random_answer
from shapan.engine.registry import find
from shapan.engine.sampler import Sampler
from shapan.engine.stepper import Stepper
from shapan.engine.table import PolicyTable, RandomTable
from shapan.native.library import Job, library_of

Measure = Callable[[], int]


class Recorder(RandomTable[Any]):
    """A random table with the event log on."""

    def __init__(self, state: Any, rng: Stream) -> None:
        super().__init__(state, rng)
        self.on = True
        self.events: list[tuple[Any, ...]] = []

    def tell(self, *parts: Any, **more: Any) -> None:
        self.events.append(parts)


def playout(name: str, seats: int, table: type[RandomTable[Any]] = RandomTable) -> Measure:
    """Matches at random inside the engine; counts decisions."""
    game, rng = find(name), Stream(7)
    template = game.start({}, seats, 1)
    number = 0

    def measure() -> int:
        nonlocal number
        decisions = 0
        for _ in range(20):
            number += 1
            state = template.copy()
            state.chance.rekey(number.to_bytes(8, "little"))
            played = table(state, rng)
            game.play_out(state, played)
            decisions += played.decisions
        return decisions

    return measure


def native(name: str, seats: int) -> Measure:
    """Matches at random in C++, from Python's call to Python's rows; counts decisions."""
    game, number = find(name), 0
    library = library_of(game)
    if library is None:
        raise NotImplementedError(f"{name} cannot be translated, or there is no C++ compiler")
    template = game.start({}, seats, 1)

    def measure() -> int:
        nonlocal number
        keys = [(number + match).to_bytes(8, "little") for match in range(500)]
        number += len(keys)
        return sum([one.decisions for one in library.play(Job(template, keys)).playouts if one is not None])

    return measure


def answered(match: Match[Any] | Stepper[Any], rng: Stream) -> int:
    """Answer a match at random to its end, and return the number of decisions."""
    count = 0
    while match.pending is not None:
        seat = match.waiting[0]
        decision = match.decisions[seat]
        match.answer(seat, random_answer(decision.prompt, match.live, seat, decision.arg, rng))
        count += 1
    return count


def stepped(name: str, seats: int) -> Measure:
    """Matches stepped from outside, answer by answer, without records' hashes; counts decisions."""
    game, rng = find(name), Stream(7)
    number = 0

    def measure() -> int:
        nonlocal number
        number += 1
        match = Match(game, seats, {}, seed=number, hashes=False)
        return answered(match, rng)

    return measure


def lean(name: str, seats: int) -> Measure:
    """Matches stepped from outside by the lean stepper, one after another on its stack; counts decisions."""
    match, rng = Stepper(find(name), seats), Stream(7)
    number = 0

    def measure() -> int:
        nonlocal match, number
        number += 1
        match = match.again(number)
        return answered(match, rng)

    return measure


def in_turn() -> Match[Any]:
    """A match of Planet Masters in the middle of a turn, some answers after its last quiet point."""
    match, rng = Match(find("planet_masters"), 4, {}, seed=3, hashes=False), Stream(1)
    while not (match.decisions and len(match.segments[-1].entries) > 2):
        seat = match.waiting[0]
        decision = match.decisions[seat]
        match.answer(seat, random_answer(decision.prompt, match.live, seat, decision.arg, rng))
    return match


def clone() -> Measure:
    """What a search copies in mid-turn: the snapshot and the answers since."""
    last = in_turn().segments[-1]

    def measure() -> int:
        for _ in range(100):
            last.snapshot.copy()
            last.entries[:]
        return 100

    return measure


def deepcopy() -> Measure:
    """The same by the standard library."""
    state = in_turn().live

    def measure() -> int:
        copy.deepcopy(state)
        return 1

    return measure


def save_and_load() -> Measure:
    """A whole match written as plain data and read again."""
    match = in_turn()

    def measure() -> int:
        Match.load(match.game, match.save())
        return 1

    return measure


def search() -> Measure:
    """Passes of information-set search at the first decision of leduc, roll-outs at random as the peers' are."""
    match = Match(find("leduc"), 2, {}, seed=5, hashes=False)
    style = Style(explore=1.4, depth=-1, closed=True, rated=False)

    def measure() -> int:
        Search(Sampler(match, match.waiting[0]), Stream(3), style).run(Budget(500))
        return 500

    return measure


def greedy(name: str, seats: int) -> Measure:
    """Matches of greedy bots inside the engine; counts decisions."""
    game, number = find(name), 0
    bots = dict.fromkeys(range(seats), find_bot("greedy"))

    def measure() -> int:
        nonlocal number
        number += 1
        state = game.start({}, seats, number)
        table = PolicyTable(state, policy(game, bots, Stream(number)))
        game.play_out(state, table)
        return table.decisions

    return measure


def looks(name: str, seats: int) -> Measure:
    """Looks ahead as the bot `general` makes them, at three decisions of a greedy match; counts looks."""
    game, rng = find(name), Stream(7)
    style, moments = style_for(game), choices(game, seats)

    def measure() -> int:
        passes = 0
        for match, seat in moments:
            sampler = Sampler(match, seat)
            thinker = Lookahead(sampler, rng, style)
            thinker.run(Budget(2 * len(sampler.legal())))
            passes += thinker.passes
        return passes

    return measure


def choices(game: Game[Any], seats: int) -> list[tuple[Match[Any], int]]:
    """Return copies of a match of greedy bots at its 20th, 40th and 60th choice, with the seat that is asked."""
    found: list[tuple[Match[Any], int]] = []
    match, met = Match(game, seats, {}, seed=1, hashes=False), 0
    while len(found) < 3:
        seat = match.waiting[0]
        if len(match.legal(seat)) > 1:
            met += 1
            if met % 20 == 0:
                found.append((Match.load(game, match.save()), seat))
        match.answer(seat, answer(find_bot("greedy"), match, seat))
    return found


def adapter(blind: bool) -> Measure:
    """Leduc through PettingZoo's interface, with the observation built at each step or without."""
    from zoo import zoo_match

    from shapan.adapters.pettingzoo_env import raw_env

    table, rng = raw_env("leduc"), random.Random(1)
    table.reset(seed=1)

    def measure() -> int:
        table.reset()
        if blind:
            steps, play = 0, table.play
            while not play.over:
                table.step(rng.choice(list(play.offered(table.numbers[table.agent_selection]))))
                steps += 1
            return steps
        return zoo_match(table, rng)

    return measure


def make(name: str) -> Measure:
    """Return a measure by its name. Raises LookupError."""
    kind, *words = name.split(":")
    if kind == "playout":
        return playout(words[0], int(words[1]))
    if kind == "native":
        return native(words[0], int(words[1]))
    if kind == "recorded":
        return playout(words[0], int(words[1]), Recorder)
    if kind == "stepped":
        return stepped(words[0], int(words[1]))
    if kind == "lean":
        return lean(words[0], int(words[1]))
    if kind == "greedy":
        return greedy(words[0], int(words[1]))
    if kind == "looks":
        return looks(words[0], int(words[1]))
    if kind == "adapter":
        return adapter(words[0] == "blind")
    single = {"clone": clone, "deepcopy": deepcopy, "save": save_and_load, "search": search}
    return single[kind]()
