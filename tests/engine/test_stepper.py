"""The lean stepper: the same matches as `Match` plays, and stacks that leave nothing behind."""

from __future__ import annotations

import copy
import gc
import pickle
import weakref
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from typing import Any

import greenlet
import pytest

from engine.tiny import NUMBER, PICK, ROW, TinyGame, all_at_once, choose
from engine.toys.face_down import GAME as FACE_DOWN
from engine.toys.fate_duel import GAME as FATE_DUEL
from engine.toys.order_stacks import GAME as ORDER_STACKS
from engine.toys.skill_check import GAME as SKILL_CHECK
from shapan.engine.chance import Stream
from shapan.engine.decision import Closed, Frozen, Refusal, random_answer
from shapan.engine.game import Game
from shapan.engine.match import Match
from shapan.engine.options import OptionError
from shapan.engine.registry import find, games
from shapan.engine.stepper import Stepper
from shapan.engine.view import write

pytestmark = pytest.mark.usefixtures("own_garbage")

GAMES: list[Game[Any]] = [*games().values(), FACE_DOWN, FATE_DUEL, ORDER_STACKS, SKILL_CHECK]
MOST, AGAIN = 120, 30
"""Answers of a match that are compared: of the first, and of those that differ from it in how they begin."""


def seen(match: Match[Any] | Stepper[Any], viewer: int | None = None) -> dict[str, Any]:
    """Return all that can be asked of a match, hidden things included; of the views all, or that of one viewer."""
    decisions = match.decisions
    viewers = range(match.seats + 1) if viewer is None else [viewer]
    return {
        "waiting": match.waiting,
        "over": match.over,
        "outcome": match.outcome,
        "state": match.live.encoded(),
        "views": [write(match.view(viewer)) for viewer in viewers],
        "asked": [(seat, decisions[seat].ordinal, decisions[seat].prompt, decisions[seat].arg) for seat in decisions],
        "legal": [match.legal(seat) for seat in decisions],
        "default": [match.default(seat) for seat in decisions],
        "falls": match.outcomes(),
    }


def answered(match: Match[Any] | Stepper[Any], rng: Stream) -> tuple[int, list[int]]:
    """Return a seat that is waited for, and an answer of it, or of chance."""
    seat = rng.choice(match.waiting)
    if seat < 0:
        return seat, [rng.choice(match.outcomes())[0]]
    decision = match.decisions[seat]
    return seat, random_answer(decision.prompt, match.live, seat, decision.arg, rng)


def give(match: Match[Any] | Stepper[Any], seat: int, codes: list[int]) -> None:
    if seat < 0:
        match.fall(codes[0])
    else:
        match.answer(seat, codes)


def step(match: Match[Any] | Stepper[Any], rng: Stream) -> None:
    give(match, *answered(match, rng))


def play(match: Stepper[Any], rng: Stream, most: int = 100_000) -> Stepper[Any]:
    """Play on at random, to the end or for some answers."""
    for _ in range(most):
        if match.over:
            break
        step(match, rng)
    return match


def same_moves(match: Match[Any], lean: Stepper[Any]) -> bool:
    """Tell whether the records of a match are the answers that a stepper has."""
    plain = [(-1, [row["fall"]]) if "fall" in row else (row["seat"], row["answer"]) for row in match.log]
    return plain == lean.log


def in_lock_step(full: Match[Any], lean: Stepper[Any], rng: Stream, most: int = MOST) -> None:
    """Give both the same answers; views follow from the state, so after each answer one is looked at."""
    for number in range(most):
        viewer = number % (full.seats + 1)
        assert seen(lean, viewer) == seen(full, viewer)
        if full.over:
            break
        seat, codes = answered(full, rng)
        give(lean, seat, codes)
        give(full, seat, codes)
    assert seen(lean) == seen(full)
    assert same_moves(full, lean)


@pytest.mark.parametrize("open_chance", [False, True], ids=["keyed", "open"])
@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
def test_it_plays_the_same_matches_in_lock_step(game: Game[Any], open_chance: bool) -> None:
    for seats in {game.min_seats, game.max_seats}:
        lean = Stepper(game, seats, {}, "lock 0", open_chance)
        for number in range(2):
            full = Match(game, seats, {}, f"lock {number}", open_chance=open_chance, hashes=False)
            lean = lean.again(f"lock {number}") if number else lean
            in_lock_step(full, lean, Stream(number), AGAIN if number else MOST)


def drawn_options(game: Game[Any], rng: Stream) -> dict[str, Any]:
    """Return a value for some of a game's options."""
    drawn: dict[str, Any] = {}
    for option in game.options:
        values: list[Any] = [*option.values, *([] if option.least is None else range(option.least, option.least + 3))]
        if values and not option.refused and rng.number(3) == 0:
            drawn[option.name] = rng.choice(values)
    return drawn


@pytest.mark.parametrize("game", [game for game in GAMES if game.options], ids=lambda game: game.name)
def test_options_are_those_of_the_match(game: Game[Any]) -> None:
    rng, compared = Stream("options"), 0
    for _ in range(100):
        options = drawn_options(game, rng)
        try:
            full = Match(game, game.min_seats, options, "options", hashes=False)
        except OptionError:  # they do not go together
            with pytest.raises(OptionError):
                Stepper(game, game.min_seats, options)
            continue
        in_lock_step(full, Stepper(game, game.min_seats, options, "options"), rng, AGAIN)
        compared += bool(options)
        if compared == 5:
            return
    raise AssertionError("too few options go together")


def test_an_answer_that_is_not_legal_changes_nothing() -> None:
    lean, full = Stepper(find("leduc"), 2, seed=1), Match(find("leduc"), 2, seed=1)
    before = seen(lean)
    for seat, codes in ((1, [0]), (0, [0]), (0, [1 << 40, 2 << 40]), (7, [0])):
        with pytest.raises(Refusal) as refused:
            lean.answer(seat, codes)
        with pytest.raises(Refusal) as expected:
            full.answer(seat, codes)
        assert refused.value.reason == expected.value.reason
        assert seen(lean) == before and lean.log == []
    with pytest.raises(Refusal, match="cannot_fall"):
        lean.fall(1)
    play(lean, Stream(1))
    with pytest.raises(Refusal, match="not_asked"):
        lean.answer(0, 0)
    with pytest.raises(Closed):
        lean.give(0, [0])


def test_a_draw_falls_as_it_can() -> None:
    lean = Stepper(find("leduc"), 2, open_chance=True)
    assert lean.waiting == [-1] and lean.outcomes() == [(0, 1 / 3), (1, 1 / 3), (2, 1 / 3)]
    before = seen(lean)
    with pytest.raises(Refusal, match="cannot_fall"):
        lean.fall(7)
    assert seen(lean) == before
    lean.fall(2)
    assert lean.log == [(-1, [2])] and lean.outcomes() == [(0, 2 / 5), (1, 2 / 5), (2, 1 / 5)]


def test_answers_at_once_are_unseen_until_all_are_in() -> None:
    worlds = []
    for number in (0, 2):
        lean = Stepper(TinyGame(all_at_once()), 3)
        lean.answer(1, PICK.code(number))
        assert lean.waiting == [0, 2] and lean.decisions.keys() == {0, 2}
        worlds.append([write(lean.view(viewer)) for viewer in (0, 2, 3)])
        with pytest.raises(Refusal, match="not_asked"):
            lean.answer(1, PICK.code(1))
        lean.answer(2, PICK.code(1))
        assert lean.live.notes == []
        lean.answer(0, PICK.code(1))
        assert lean.live.notes == [1, number, 1]
    assert worlds[0] == worlds[1]


def shortened(state: Any, table: Any) -> None:
    """A step that spoils the answers it gets."""
    rows = table.ask_all_many(ROW, [0, 1], 2)
    row = table.ask_many(ROW, 0, 2)
    state.notes += [len(rows[0]), len(rows[1]), len(row)]
    for answer in (*rows, row):
        answer.clear()


def test_rules_cannot_change_what_was_answered() -> None:
    lean = Stepper(TinyGame(shortened, choose(0)), 2)
    for seat, numbers in ((1, [2, 3]), (0, [1]), (0, [0, 3])):
        lean.answer(seat, [PICK.code(number) for number in numbers])
    assert lean.live.notes == [1, 2, 2]
    assert seen(lean.clone()) == seen(lean)


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
def test_copies_and_pickles_go_on_alike_and_apart(game: Game[Any]) -> None:
    lean, rng = Stepper(game, game.max_seats, seed=4), Stream(4)
    for number in range(40):
        if lean.over:
            lean = lean.again(f"next {number}")
        step(lean, rng)
        if number % 8:
            continue
        before = seen(lean)
        copies = [lean.clone(), copy.copy(lean), copy.deepcopy(lean), pickle.loads(pickle.dumps(lean))]
        assert all(seen(other) == before for other in copies)
        ends = [seen(play(other, Stream(number), 8)) for other in copies]
        assert all(end == ends[0] for end in ends)
        assert seen(lean) == before


def test_a_pickle_of_other_rules_is_frozen(monkeypatch: pytest.MonkeyPatch) -> None:
    stored = pickle.dumps(Stepper(find("leduc"), 2))
    monkeypatch.setattr(type(find("leduc")), "rules_version", 99)
    with pytest.raises(Frozen, match="other rules"):
        pickle.loads(stored)


# Stacks


def stacks() -> int:
    """Return how many greenlets there are, without the one that each thread is."""
    gc.collect()
    greenlet.greenlet(lambda: None).switch()  # now this thread ends those that others have dropped
    return sum(isinstance(thing, greenlet.greenlet) and thing.parent is not None for thing in gc.get_objects())


class Broken(Exception):
    """What rules raise that have an error."""


def breaking(state: Any, table: Any) -> None:
    if table.ask(NUMBER, 1) == PICK.code(2):
        raise Broken("an error in the rules")


def test_an_error_in_the_rules_takes_the_answer_back() -> None:
    before = stacks()
    lean = Stepper(TinyGame(all_at_once(), breaking, choose(0)), 2)
    for seat in (1, 0):
        lean.answer(seat, PICK.code(seat))
    asked = seen(lean)
    for _ in range(50):
        with pytest.raises(Broken):
            lean.answer(1, PICK.code(2))
        assert seen(lean) == asked and len(lean.log) == 2
    lean.answer(1, PICK.code(0))
    assert lean.waiting == [0]
    del lean
    assert stacks() == before


def test_an_error_at_the_beginning_leaves_nothing_behind() -> None:
    def broken(state: Any, table: Any) -> None:
        raise Broken("at once")

    before = stacks()
    for _ in range(50):
        with pytest.raises(Broken):
            Stepper(TinyGame(broken), 2)
    assert stacks() == before


def test_an_interruption_takes_the_answer_back() -> None:
    def interrupted(state: Any, table: Any) -> None:
        if table.ask(NUMBER, 0):
            raise KeyboardInterrupt

    lean = Stepper(TinyGame(interrupted), 2)
    with pytest.raises(KeyboardInterrupt):
        lean.answer(0, PICK.code(1))
    assert lean.waiting == [0] and lean.log == []


@pytest.mark.parametrize("name", ["leduc", "planet_masters"])
def test_thousands_of_dropped_matches_are_collected(name: str) -> None:
    before, rng = stacks(), Stream(1)
    first = Stepper(find(name), 2)
    dropped: list[weakref.ref[Any]] = []
    for number in range(2_000):
        lean = first.again(number)
        play(lean, rng, number % 4)
        dropped.append(weakref.ref(lean))
        del lean
    assert not any(ref() for ref in dropped)  # at once, not at the next collection
    assert stacks() <= before + 2


def test_many_matches_are_open_at_once() -> None:
    first, rng = Stepper(find("leduc"), 2), Stream(1)
    table = [first.again(number) for number in range(500)]
    full = [Match(find("leduc"), 2, seed=number, hashes=False) for number in range(500)]
    while any(not match.over for match in full):
        for lean, match in zip(table, full, strict=True):
            if not match.over:
                seat, codes = answered(match, rng)
                give(lean, seat, codes)
                give(match, seat, codes)
    assert [seen(lean) for lean in table] == [seen(match) for match in full]


def test_a_stack_goes_to_the_next_match_once() -> None:
    over = play(Stepper(find("leduc"), 2), Stream(1))
    one, two = over.again(1), over.again(2)
    for lean, seed in ((one, 1), (two, 2), (over, 1)):
        if not lean.over:
            in_lock_step(Match(find("leduc"), 2, seed=seed, hashes=False), lean, Stream(seed))
    assert one.over and two.over and over.over


def in_thread(work: Callable[[], None]) -> None:
    """Do something in a thread of its own, and raise here what goes wrong there."""
    with ThreadPoolExecutor(1) as pool:
        pool.submit(work).result()


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
def test_a_match_goes_on_in_other_threads(game: Game[Any]) -> None:
    full, lean, rng = Match(game, game.min_seats, hashes=False), Stepper(game, game.min_seats), Stream(1)

    def a_few_answers() -> None:
        for _ in range(3):
            if not full.over:
                seat, codes = answered(full, rng)
                give(lean, seat, codes)
                give(full, seat, codes)
            assert seen(lean) == seen(full)

    for _ in range(6):
        in_thread(a_few_answers)  # each thread ends with the match on its stack
        a_few_answers()


def test_the_next_match_may_begin_in_another_thread() -> None:
    over = play(Stepper(find("leduc"), 2), Stream(1))
    in_thread(lambda: in_lock_step(Match(find("leduc"), 2, seed=5, hashes=False), over.again(5), Stream(5)))


def test_matches_are_dropped_in_other_threads() -> None:
    before = stacks()
    first = Stepper(find("leduc"), 2)
    for _ in range(20):
        table = [first.again(number) for number in range(20)]
        in_thread(table.clear)
    del first
    assert stacks() == before


def test_matches_outlive_the_thread_that_made_them() -> None:
    """Stacks are not counted: of those dropped just as a thread ends, greenlet itself forgets some."""
    first = Stepper(find("leduc"), 2)
    for _ in range(20):
        table: list[Stepper[Any]] = []
        in_thread(partial(table.extend, (first.again(number) for number in range(20))))
        kept, dropped = table.pop(), [weakref.ref(lean) for lean in table]
        table.clear()
        assert not any(ref() for ref in dropped)
        assert play(kept, Stream(1)).over


def test_a_match_is_driven_from_any_greenlet() -> None:
    lean = Stepper(find("leduc"), 2, seed=3)
    full = Match(find("leduc"), 2, seed=3, hashes=False)
    rng = Stream(3)
    while not full.over:
        seat, codes = answered(full, rng)
        full.answer(seat, codes)
        greenlet.greenlet(lean.answer).switch(seat, codes)
        assert seen(lean) == seen(full)
