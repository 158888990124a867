"""Other rules under a match that is on: it goes on from its quiet point and says so, or it does not go on."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import msgspec
import pytest

from engine.tiny import (
    FELL,
    NUMBER,
    PICK,
    SECRET,
    Number,
    Step,
    Tiny,
    TinyGame,
    all_at_once,
    all_frames,
    choose,
    deal,
    pick,
)
from shapan.engine.event import Events
from shapan.engine.kinds import Count, Seat
from shapan.engine.match import Frozen, Match
from shapan.engine.prompt import Prompt
from shapan.engine.rules_migration import Checkpoint, change
from shapan.engine.saving import KEY, last_change
from shapan.engine.state import State
from shapan.engine.table import Table
from shapan.engine.zone import Zone

KEPT_AT = 5
"""Records before the snapshot: the third turn has begun and its first question is answered."""


class Renamed(Number):
    key = "renamed"


class Fewer(Number):
    """The highest number is no longer there."""

    def legal(self, state: Tiny, seat: int, arg: int) -> Sequence[int]:
        return [PICK.code(number) for number in range((arg or 3) - 1)]


class FewerSecret(Fewer):
    key, open, secret = "secret", False, True


def turn(seat: int, bonus: int = 0, prompt: Prompt[Tiny] = NUMBER) -> Step:
    """Return a step: a number, a die, another number."""

    def step(state: Tiny, table: Table[Tiny]) -> None:
        state.notes.append(PICK.value(table.ask(prompt, seat)) + bonus)
        state.notes.append(table.roll(0, 4))
        table.tell(FELL, state.notes[-1])
        state.notes.append(PICK.value(table.ask(prompt, seat)) + bonus)

    return step


class Versioned(TinyGame):
    """The tiny game in a version of its rules."""

    def __init__(self, version: int, *steps: Step) -> None:
        super().__init__(*steps)
        self.rules_version = version  # type: ignore[misc]


def turns(bonus: int = 0, prompt: Prompt[Tiny] = NUMBER) -> list[Step]:
    return [turn(number % 2, bonus, prompt) for number in range(6)]


def played(game: TinyGame, numbers: Sequence[int], kept_at: int = KEPT_AT) -> tuple[Match[Tiny], Checkpoint]:
    """Return a match with these answers, and its quiet point after some of them."""
    match = Match(game, 2, {}, b"a key")
    kept = Checkpoint(0, game.rules_version)
    for number in numbers:
        pick(match, match.waiting[0], number)
        if len(match.log) == kept_at:
            kept = Checkpoint(kept_at, game.rules_version, stored(match.save()["quiet"]))
    return match, kept


def stored(data: Any) -> Any:
    return msgspec.json.decode(msgspec.json.encode(data))


def carried(game: TinyGame, match: Match[Tiny], kept: Checkpoint) -> Match[Tiny]:
    """Return the match as its log tells it once the rules are those of `game`."""
    record = change(Match(game, 2, {}, b"a key"), match.log, kept)
    return replayed(game, [*match.log, stored(record)])


def replayed(game: TinyGame, log: Sequence[dict[str, Any]]) -> Match[Tiny]:
    match = Match(game, 2, {}, b"a key")
    match.skip_to_change(log)
    for record in log[len(match.log) :]:
        match.apply(record, verify=True)
    return match


OLD = Versioned(1, *turns())
NUMBERS = [0, 1, 2, 1, 0, 1, 1]
"""Three turns and the first number of the fourth."""


def test_a_renamed_question_loses_nothing() -> None:
    match, kept = played(OLD, NUMBERS)
    new = Versioned(2, *turns(prompt=Renamed()))
    with pytest.raises(Frozen):
        replayed(new, match.log)
    on = carried(new, match, kept)
    assert on.live.notes == match.live.notes and on.log[:-1] == match.log
    assert on.log[-1]["back"] is False and (on.log[-1]["was"], on.log[-1][KEY]) == (1, 2)
    assert [decision.prompt.key for decision in on.decisions.values()] == ["renamed"]
    assert on.events_for(2) == match.events_for(2)


def test_a_changed_number_counts_from_the_quiet_point_on() -> None:
    match, kept = played(OLD, NUMBERS)
    on = carried(Versioned(2, *turns(bonus=5)), match, kept)
    before = 6  # two turns were closed when the snapshot was made
    assert on.live.notes[:before] == match.live.notes[:before]
    assert on.live.notes[before::3] == [number + 5 for number in match.live.notes[before::3]]
    assert on.live.notes[before + 1 :: 3] == match.live.notes[before + 1 :: 3], "no other dice: nothing was lost"


def test_an_answer_that_is_gone_leads_back_to_the_last_quiet_point_with_other_dice() -> None:
    match, kept = played(OLD, [0, 1, 1, 1, 0, 1, 0, 2, 1])  # the 2 closes the fourth turn
    on = carried(Versioned(2, *turns(prompt=Fewer())), match, kept)
    assert on.log[-1]["back"] is True
    assert on.live.notes == match.live.notes[:9] and on.waiting == [1], "the third turn stands"
    assert on.events_for(2) == match.events_for(2)[:3]
    assert on.live.chance.key != match.live.chance.key, "what would fall next has been seen"


def test_from_the_beginning_where_there_is_no_quiet_point() -> None:
    match, _ = played(OLD, NUMBERS)
    on = carried(Versioned(2, *turns(bonus=5)), match, Checkpoint(0, 1))
    assert on.live.notes[0] == NUMBERS[0] + 5 and len(on.live.notes) == len(match.live.notes)


def test_the_change_is_a_record_that_replays_honour() -> None:
    match, kept = played(OLD, NUMBERS)
    new = Versioned(2, *turns(bonus=5))
    on = carried(new, match, kept)
    for number in (1, 2):
        pick(on, on.waiting[0], number)
    again, loaded = replayed(new, on.log), Match.load(new, stored(on.save()))
    whole = Match.load(new, {**stored(on.save()), "rules_version": 1})
    for other in (again, loaded, whole):
        assert other.live.dump() == on.live.dump() and other.log == on.log and other.changed_at == len(match.log)
        assert all_frames(other) == all_frames(on) and other.ask_hash() == on.ask_hash()


def test_no_decision_id_is_used_twice() -> None:
    match, kept = played(OLD, [0, 1, 1, 1, 0, 1, 0, 2, 1])
    on = carried(Versioned(2, *turns(prompt=Fewer())), match, kept)
    for seat, decision in on.decisions.items():
        assert decision.ordinal > match.ordinals[seat]
    assert all(new > old for new, old in zip(on.epochs, match.epochs, strict=True))


def test_a_change_upon_a_change() -> None:
    match, kept = played(OLD, NUMBERS)
    second = carried(Versioned(2, *turns(bonus=5)), match, kept)
    pick(second, second.waiting[0], 1)
    third = carried(Versioned(3, *turns(bonus=7)), second, kept)
    assert (third.log[-1]["was"], third.changed_at) == (2, len(second.log))
    assert third.live.notes[:9] == second.live.notes[:9], "what was closed under the second version stands"
    assert third.live.notes[9::3] == [number + 2 for number in second.live.notes[9::3]]


def test_a_secret_answer_that_is_gone_is_asked_for_again_and_nobody_is_told() -> None:
    old = Versioned(1, choose(0), all_at_once(SECRET), choose(0))
    new = Versioned(2, choose(0), all_at_once(FewerSecret()), choose(0))
    match = Match(old, 2, {}, b"a key")
    pick(match, 0, 1)
    pick(match, 1, 2)
    on = carried(new, match, Checkpoint(0, 1))
    assert sorted(on.decisions) == [0, 1] and on.log[-1]["back"] is False
    pick(on, 1, 1)
    assert sorted(on.decisions) == [0]


@dataclass(slots=True, eq=False)
class Larger(Tiny):
    """A state with one field more."""

    more: int = 0


@dataclass(slots=True, eq=False)
class Swapped(State):
    """The same fields in another order."""

    notes: list[int] = field(default_factory=list)
    table: Zone = field(default_factory=Zone)
    hands: list[Zone] = field(default_factory=list)
    stock: Zone = field(default_factory=Zone)


class LargerGame(Versioned):
    def setup(self, options: Mapping[str, Any], seats: int) -> Tiny:
        usual = super().setup(options, seats)
        return Larger(agenda=usual.agenda, stock=usual.stock, hands=usual.hands)


class SwappedGame(Versioned):
    def setup(self, options: Mapping[str, Any], seats: int) -> Any:
        usual = super().setup(options, seats)
        return Swapped(agenda=usual.agenda, stock=usual.stock, hands=usual.hands)


class MoreCards(Versioned):
    def setup(self, options: Mapping[str, Any], seats: int) -> Tiny:
        usual = super().setup(options, seats)
        usual.stock = usual.deck(list(range(12)))
        return usual


class OtherEvents(Versioned):
    """What was event 0 is another one."""

    events = Events()
    events.add("fell", "TNY-2", number=Count(9))
    events.add("chose", "TNY-1", seat=Seat(4), number=Count(9))


class OtherStreams(Versioned):
    streams = {"cards": Count(9), "die": Count(9)}


class Stuck(Number):
    def legal(self, state: Tiny, seat: int, arg: int) -> Sequence[int]:
        return []


def failing(seat: int) -> Step:
    """Return a turn that fails in what the third turn has left."""

    def step(state: Tiny, table: Table[Tiny]) -> None:
        turn(seat)(state, table)
        if len(state.notes) >= 9:
            raise IndexError("a card that is not there")

    return step


@pytest.mark.parametrize(
    ("new", "why"),
    [
        (LargerGame(2, *turns()), "another form"),
        (SwappedGame(2, *turns()), "another form"),
        (OtherEvents(2, *turns()), "another form"),
        (OtherStreams(2, *turns()), "another form"),
        (Versioned(2, *turns()[:-1]), "another form"),
        (MoreCards(2, *turns()), "other components"),
        (Versioned(2, *turns(prompt=Stuck())), "without an answer"),
        (Versioned(2, *(failing(number % 2) for number in range(6))), "cannot go on from it"),
        (Versioned(1, *turns(bonus=5)), "not newer"),
        (Versioned(0, *turns(bonus=5)), "not newer"),
    ],
)
def test_what_cannot_go_on_does_not(new: Versioned, why: str) -> None:
    match, kept = played(OLD, NUMBERS)
    with pytest.raises(Frozen, match=why):
        carried(new, match, kept)


def test_an_older_server_does_not_go_on_with_a_newer_match() -> None:
    match, kept = played(OLD, NUMBERS)
    on = carried(Versioned(2, *turns(bonus=5)), match, kept)
    with pytest.raises(Frozen, match="newer rules"):
        replayed(OLD, on.log)


def test_a_change_that_does_not_load_leaves_the_match_as_it_stood() -> None:
    match, kept = played(OLD, NUMBERS)
    on = carried(Versioned(2, *turns(bonus=5)), match, kept)
    later = LargerGame(3, *turns())
    fresh = Match(later, 2, {}, b"a key")
    before = all_frames(fresh)
    with pytest.raises(Frozen):
        fresh.apply(on.log[-1], verify=True)
    assert all_frames(fresh) == before and last_change(fresh.log) == -1


def test_cards_in_hands_are_kept() -> None:
    match = Match(Versioned(1, deal(2), *turns()), 2, {}, b"a key")
    for number in (0, 1, 2):
        pick(match, match.waiting[0], number)
    kept = Checkpoint(3, 1, stored(match.save()["quiet"]))
    on = carried(Versioned(2, deal(2), *turns(bonus=5)), match, kept)
    assert [hand.cards for hand in on.live.hands] == [hand.cards for hand in match.live.hands]
    assert sum(len(hand) for hand in on.live.hands) == 4
