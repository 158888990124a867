"""What a third seat knows of a hand: where it cannot be followed, it is nothing that stays in worlds."""

from __future__ import annotations

import pytest

from engine.tiny import DREW, HIDDEN, PLAY, PLAYING, Tiny, TinyGame, choose, play_on
from shapan.engine.chance import Stream
from shapan.engine.match import Match
from shapan.engine.table import Table
from shapan.engine.zone import EVERYONE, Zone

LOOKER, HOLDER, THIRD = range(3)
STRANGERS = (THIRD, 3)
"""Who is told neither what is seen nor what it falls on: the third seat, and spectators."""


def hand_of(*cards: int, seen: tuple[int, ...] = (), by: int = LOOKER) -> Tiny:
    """Return a state in which the holder has some cards, of which another has seen those at some places."""
    state = Tiny(seats=3, learned=[0] * 4)
    state.stock = state.deck(list(range(10)))
    state.hands = [Zone(sees=1 << seat) for seat in range(3)]
    for card in cards:
        state.move(state.stock, state.stock.cards.index(card), state.hands[HOLDER])
    for place in seen:
        state.look(state.hands[HOLDER], place, by)
    return state


def dealt(state: Tiny, viewer: int, seed: int = 1) -> str:
    """Return the bytes of the world of a seed that a viewer holds for possible."""
    world = state.copy()
    world.resample_zones(viewer, Stream(seed))
    return repr(world.encoded())


@pytest.mark.parametrize("viewer", STRANGERS)
@pytest.mark.parametrize("hand", [(2, 5), (2, 5, 7)])
def test_a_played_card_does_not_tell_whether_it_was_the_one_that_somebody_had_seen(
    viewer: int, hand: tuple[int, ...]
) -> None:
    """The same card is played after a look at it or at another: the looker knows other cards, worlds are one."""
    worlds, known = set(), set()
    for place in (0, 1):
        state = hand_of(*hand, seen=(place,))
        state.move(state.hands[HOLDER], 0, state.table)
        known.add(tuple(state.hands[HOLDER].known(LOOKER)))
        worlds.add(dealt(state, viewer))
    assert len(known) == 2 and len(worlds) == 1


@pytest.mark.parametrize("viewer", STRANGERS)
def test_a_card_stolen_by_who_had_seen_one_does_not_tell_which(viewer: int) -> None:
    worlds = set()
    for stolen in (2, 5):
        state = hand_of(2, 5, 7, seen=(0,))
        hand = state.hands[HOLDER]
        state.move(hand, hand.cards.index(stolen), state.hands[LOOKER])
        worlds.add(dealt(state, viewer))
    assert len(worlds) == 1


def test_whether_a_look_fell_on_the_card_that_the_seat_itself_has_seen_does_not_stay() -> None:
    worlds = set()
    for place in (0, 1):
        state = hand_of(2, 5, seen=(0,), by=THIRD)
        state.look(state.hands[HOLDER], place, LOOKER)
        worlds.add(dealt(state, THIRD))
        world = state.copy()
        world.resample_zones(THIRD, Stream(2))
        assert world.hands[HOLDER].known(THIRD) == [2, -1]
    assert len(worlds) == 1


def test_who_holds_a_hand_still_knows_who_has_seen_which_card_of_it() -> None:
    """The holder is told, so it stays in his worlds; and the looker knows it himself."""
    state = hand_of(2, 5, seen=(1,))
    masks = state.hands[HOLDER].masks[:]
    for viewer in (LOOKER, HOLDER):
        world = state.copy()
        world.resample_zones(viewer, Stream(3))
        assert world.hands[HOLDER].known(LOOKER) == [5, -1]
        assert world.hands[HOLDER].masks == masks


def test_what_lies_open_in_a_hand_and_in_its_order_or_in_a_heap_without_holder_keeps_who_knows_it() -> None:
    """Of an ordered row all see who looks at which place; a heap that nobody sees belongs to who has drawn it."""
    state = hand_of(2, 5)
    state.reveal(state.hands[HOLDER], 0)
    row, heap = Zone(sees=1 << HOLDER, ordered=True), Zone(sees=0)
    state.hands += [row, heap]
    for target in (row, row, heap, heap):
        state.move(state.stock, 0, target)
    state.look(row, 1, LOOKER)
    for place in range(2):
        state.look(heap, place, LOOKER)
    before = [zone.masks[:] for zone in state.hands]
    state.resample_zones(THIRD, Stream(4))
    assert [zone.masks for zone in state.hands] == before
    assert before[HOLDER] == [EVERYONE, 1 << HOLDER] and before[3:] == [[2, 3], [1, 1]]


def test_worlds_do_not_count_what_others_have_learned() -> None:
    state = hand_of(2, 5, seen=(0,), by=THIRD)
    assert state.learned == [0, 2, 1, 0]
    assert state.info == 3
    for viewer, learned in ((THIRD, [0, 0, 1, 0]), (HOLDER, [0, 2, 0, 0]), (3, [0] * 4)):
        world = state.copy()
        kept = world.learned
        world.resample_zones(viewer, Stream(5))
        assert world.learned is kept and kept == learned and not world.info


def test_two_histories_of_a_match_leave_the_third_seat_one_world() -> None:
    """The looker sees a card by chance, the holder plays one: bots of a third seat cannot tell what they share."""

    def deal_and_look(state: Tiny, table: Table[Tiny]) -> None:
        for card in (2, 5):
            state.move(state.stock, state.stock.cards.index(card), state.hands[HOLDER])
        hand = state.hands[HOLDER]
        state.look(hand, hand.cards.index(table.draw(1, hand.cards)), LOOKER)
        table.tell(DREW, LOOKER, priv=1 << LOOKER | 1 << HOLDER, secret=(hand.cards[0],))

    def lay(state: Tiny, table: Table[Tiny]) -> None:
        hand = state.hands[HOLDER]
        state.move(hand, hand.cards.index(PLAY.value(table.ask(PLAYING, HOLDER))), state.table)

    game = TinyGame(deal_and_look, lay, choose(THIRD, prompt=HIDDEN))
    found: dict[tuple[int, ...], set[str]] = {}
    for seed in range(12):
        match = Match(game, 3, seed=seed)
        match.answer(HOLDER, PLAY.code(2))
        known = tuple(match.live.hands[HOLDER].known(LOOKER))
        state = match.live.copy()
        state.chance.rekey(b"\0" * 16)
        found.setdefault(known, set()).add(dealt(state, THIRD))
        world = match.sample(THIRD, seed)
        assert world.live.hands[HOLDER].known(LOOKER) == [-1]
        assert world.live.hands[HOLDER].known(HOLDER) == world.live.hands[HOLDER].cards
        play_on(world, seed)
        assert world.over
    assert set(found) == {(5,), (-1,)}, "the look fell on either card"
    assert found[5,] == found[-1,] and len(found[5,]) == 1
