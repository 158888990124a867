"""Zones: where cards lie, who knows them, what follows for views, undo and resampling (engine.md A3, A6, B1)."""

from __future__ import annotations

from dataclasses import dataclass, field

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from shapan.engine.chance import Stream
from shapan.engine.kinds import UNKNOWN
from shapan.engine.state import State
from shapan.engine.zone import EVERYONE, NOBODY, Zone

SEATS = 3
SPECTATOR = SEATS
VIEWERS = range(SEATS + 1)


@dataclass(slots=True, eq=False)
class Cards(State):
    """A deck in the dark, a hand a seat, a pile whose places matter, an open heap."""

    deck_: Zone = field(default_factory=Zone)
    other: Zone = field(default_factory=Zone)
    hands: list[Zone] = field(default_factory=list)
    pile: Zone = field(default_factory=Zone)
    heap: Zone = field(default_factory=Zone)


def cards(deck: list[int] | None = None, other: list[int] | None = None) -> Cards:
    state = Cards(seats=SEATS, learned=[0] * (SEATS + 1))
    state.deck_ = state.deck(list(range(8)) if deck is None else deck)
    state.other = state.deck([20, 21, 22] if other is None else other)
    state.hands = [Zone(sees=1 << seat) for seat in range(SEATS)]
    state.pile = Zone(sees=NOBODY, ordered=True)
    return state


def draw(state: Cards, seat: int, *wanted: int) -> None:
    for card in wanted:
        state.move(state.deck_, state.deck_.cards.index(card), state.hands[seat])


def all_zones(state: Cards) -> list[Zone]:
    return [zone for _, zone in state.zones()]


# What a viewer sees


def test_cards_in_the_dark_need_a_group() -> None:
    with pytest.raises(ValueError, match=r"State\.deck"):
        Zone([1, 2], sees=NOBODY)
    assert Zone([2, 1]).cards == [1, 2]
    assert Zone([2, 1], ordered=True).cards == [2, 1]


def test_a_zone_without_order_tells_nothing_by_the_order_of_its_cards() -> None:
    """A3: zones without a meaningful order are kept sorted; what is unknown stands at the end."""
    state = cards()
    draw(state, 0, 7, 2, 5)
    state.look(state.hands[0], 1, 1)
    assert state.hands[0].known(0) == [2, 5, 7]
    assert state.hands[0].known(1) == [5, UNKNOWN, UNKNOWN]
    assert state.hands[0].known(SPECTATOR) == [UNKNOWN] * 3


def test_in_an_ordered_zone_the_unknown_keeps_its_place() -> None:
    state = cards()
    draw(state, 0, 1)
    draw(state, 1, 2)
    for seat in (0, 1):
        state.move(state.hands[seat], 0, state.pile)
    assert state.pile.known(0) == [1, UNKNOWN]
    assert state.pile.known(1) == [UNKNOWN, 2]


@pytest.mark.parametrize(("at", "place"), [(-1, 2), (0, 0), (1, 1)])
def test_a_card_goes_to_the_place_named_in_an_ordered_zone(at: int, place: int) -> None:
    state = cards()
    for card in (5, 3):
        state.move(state.deck_, state.deck_.cards.index(card), state.pile)
    assert state.move(state.deck_, state.deck_.cards.index(4), state.pile, at) == 4
    assert state.pile.cards[place] == 4


# How knowledge grows, and what counts it


def test_who_knew_a_card_knows_it_where_it_goes() -> None:
    """A6: `move` keeps the mask or widens it by those who see the target."""
    state = cards()
    draw(state, 0, 3)
    state.move(state.hands[0], 0, state.pile)
    assert [state.pile.known(viewer) for viewer in VIEWERS] == [[3], [UNKNOWN], [UNKNOWN], [UNKNOWN]]
    state.move(state.pile, 0, state.hands[1])
    assert [state.hands[1].known(viewer) for viewer in VIEWERS] == [[3], [3], [UNKNOWN], [UNKNOWN]]


def test_the_horizon_of_undo_grows_with_knowledge_and_with_nothing_else() -> None:
    """B1: one counter for undo, one for each viewer."""
    state = cards()
    draw(state, 0, 3)
    assert (state.info, state.learned) == (1, [1, 0, 0, 0])
    state.move(state.hands[0], 0, state.pile)  # face down: nobody learns anything
    assert (state.info, state.learned) == (1, [1, 0, 0, 0])
    assert state.look(state.pile, 0, 0) == 3  # he knew it
    assert state.info == 1
    assert state.look(state.pile, 0, 2) == 3
    assert (state.info, state.learned) == (2, [1, 0, 1, 0])
    assert state.reveal(state.pile, 0) == 3
    assert (state.info, state.learned) == (3, [1, 1, 1, 1])
    state.move(state.pile, 0, state.heap)
    state.shuffle(state.deck_)
    assert state.info == 3


def test_a_secret_made_known_without_a_card_counts_for_all() -> None:
    state = cards()
    state.disclose()
    assert (state.info, state.learned) == (1, [1, 1, 1, 1])


def test_what_everyone_knows_belongs_to_no_group() -> None:
    state = cards()
    draw(state, 0, 3)
    state.reveal(state.hands[0], 0)
    assert (state.hands[0].masks, state.hands[0].groups) == ([EVERYONE], [0])
    state.move(state.hands[0], 0, state.heap)
    state.shuffle(state.heap)  # an open heap stays open
    assert (state.heap.masks, state.heap.groups) == ([EVERYONE], [0])


# Shuffling


def test_a_shuffle_forgets_who_knows_what() -> None:
    state = cards()
    state.reveal(state.deck_, 0)
    state.look(state.deck_, 1, 2)
    state.shuffle(state.deck_)
    assert all(state.deck_.known(viewer) == [UNKNOWN] * 8 for viewer in VIEWERS)
    assert len(set(state.deck_.groups)) == 1


def test_the_owner_of_a_zone_still_knows_it_after_a_shuffle() -> None:
    state = cards()
    draw(state, 0, 3, 4)
    state.look(state.hands[0], 0, 1)
    state.shuffle(state.hands[0])
    assert state.hands[0].known(0) == [3, 4]
    assert state.hands[0].known(1) == [UNKNOWN, UNKNOWN]


def test_cards_elsewhere_join_the_group_only_if_they_could_have_been_exchanged() -> None:
    state = cards()
    draw(state, 0, 3)
    before = state.other.groups[:]
    state.shuffle(state.deck_)
    assert state.hands[0].groups == [state.deck_.groups[0]]
    assert state.other.groups == before


def test_a_deck_made_of_open_discards_is_a_group_of_its_own() -> None:
    """A hand drawn before the reshuffle holds none of its cards, and all know that."""
    state = cards(deck=[1, 2, 3, 4])
    draw(state, 0, 1)
    for card in (2, 3, 4):
        state.move(state.deck_, state.deck_.cards.index(card), state.heap)
    state.move_all(state.heap, state.deck_)
    state.shuffle(state.deck_)
    for seed in range(10):
        state.resample_zones(1, Stream(seed))
        assert state.hands[0].cards == [1]


def test_zones_elsewhere_stay_sorted_when_a_shuffle_changes_their_groups() -> None:
    """Two cards of a kind from two decks: the rows are sorted by card, mask and group."""
    state = cards(deck=[5, 5], other=[5, 5])
    state.move(state.deck_, 0, state.hands[0])
    state.move(state.other, 0, state.hands[0])
    state.shuffle(state.deck_)  # the first deck's group is now the greater number
    hand = state.hands[0]
    rows = list(zip(hand.cards, hand.masks, hand.groups, strict=True))
    assert rows == sorted(rows)


def test_a_hand_shuffled_before_a_card_leaves_it_hides_which_deck_the_card_was_of() -> None:
    """A6: without the shuffle the group of the card would tell a resample which deck it came from."""
    samples = set()
    for card in (1, 20):
        state = cards(deck=[0, 1, 2], other=[20, 21, 22])
        draw(state, 0, 1)
        state.move(state.other, state.other.cards.index(20), state.hands[0])
        state.shuffle(state.hands[0])
        state.move(state.hands[0], state.hands[0].cards.index(card), state.pile)
        state.resample_zones(1, Stream("same"))
        samples.add(state.encoded())
    assert len(samples) == 1


def test_a_hand_shuffled_before_a_card_leaves_it_hides_the_card_from_who_has_seen_the_hand() -> None:
    state = cards()
    draw(state, 0, 1, 2, 3)
    for place in range(3):
        state.look(state.hands[0], place, 1)
    state.shuffle(state.hands[0])
    state.move(state.hands[0], 1, state.pile)
    assert state.pile.known(1) == [UNKNOWN] and state.pile.known(0) == [2]


def test_a_blended_heap_does_not_tell_which_of_its_cards_was_seen_or_where_it_came_from() -> None:
    """A card goes to an open place: the masks and groups that are left are those of any other card that went."""
    left = []
    for shown in (0, 1):
        state = cards()
        draw(state, 0, 3)
        state.move(state.other, 0, state.hands[0])
        state.look(state.hands[0], 0, 1)
        state.blend(state.hands[0])
        state.move(state.hands[0], shown, state.heap)
        left.append((state.hands[0].masks, state.hands[0].groups, state.groups, state.hands[0].known(1)))
    assert left[0] == left[1]
    assert left[0][3] == [UNKNOWN]


def test_blending_leaves_alone_what_everyone_knows_and_who_has_seen_all() -> None:
    state = cards()
    draw(state, 0, 1, 2, 3)
    state.reveal(state.hands[0], 0)
    for place in (1, 2):
        state.look(state.hands[0], place, 1)
    state.look(state.hands[0], 1, 2)
    state.blend(state.hands[0])
    assert state.hands[0].known(1) == [1, 2, 3] and state.hands[0].known(2) == [1, UNKNOWN, UNKNOWN]
    assert state.hands[0].groups[0] == 0


def test_who_has_seen_one_of_several_like_cards_knows_one_less_when_one_is_seen_to_go() -> None:
    """What is left is then as much in the dark as where the other card is another one."""
    left, worlds = [], set()
    for second in (1, 2):
        state = cards(deck=[1, 1, 2, 2, 2])
        draw(state, 0, 1, second)
        state.look(state.hands[0], 0, 1)
        learned = state.learned[1]
        state.move(state.hands[0], 0, state.heap)
        assert state.heap.known(SPECTATOR) == [1] and state.learned[1] == learned
        left.append((state.hands[0].known(0), state.hands[0].known(1), state.hands[0].masks))
        state.deck_.cards[:] = sorted([1, 2, 2, 2][:3])  # the copies of the two deals are not the same
        state.hands[0].cards[:] = [2]
        state.resample_zones(1, Stream("same"))
        worlds.add(state.encoded())
    assert left == [([1], [UNKNOWN], [1]), ([2], [UNKNOWN], [1])]
    assert len(worlds) == 1


def test_different_viewers_who_have_seen_different_copies_know_one_less_each() -> None:
    state = cards(deck=[1, 1, 1, 2])
    draw(state, 0, 1, 1, 1)
    state.look(state.hands[0], 0, 1)
    state.look(state.hands[0], 1, 2)
    state.look(state.hands[0], 2, 2)
    state.move(state.hands[0], 0, state.heap)
    known = [state.hands[0].known(seat) for seat in range(3)]
    assert known == [[1, 1], [UNKNOWN, UNKNOWN], [1, UNKNOWN]]


def test_of_a_heap_of_two_groups_nobody_knows_from_which_a_card_went() -> None:
    worlds = set()
    for first, second in ((1, 20), (20, 1)):
        state = cards(deck=[first, 3, 4], other=[second, 21, 22])
        for deck, card in ((state.deck_, first), (state.other, second)):
            state.move(deck, deck.cards.index(card), state.hands[0])
        state.move(state.hands[0], state.hands[0].cards.index(1), state.heap)
        state.resample_zones(1, Stream("same"))
        worlds.add(state.encoded())
    assert len(worlds) == 1


def test_a_resample_leaves_one_group_to_the_game() -> None:
    state = cards()
    draw(state, 0, 1, 2, 3)
    before = [zone.cards[:] for zone in (state.deck_, state.hands[0])]
    state.move(state.other, 2, state.pile)
    found = set()
    for seed in range(20):
        state.resample_zones(1, Stream(seed), state.deck_.groups[0])
        found.add(state.pile.cards[0])
    assert [zone.cards[:] for zone in (state.deck_, state.hands[0])] == before
    assert found == {20, 21, 22}


# Laws

MOVES = st.lists(
    st.tuples(st.integers(0, 9), st.integers(0, 6), st.integers(0, 6), st.integers(0, 20)),
    max_size=30,
)


def apply(state: Cards, moves: list[tuple[int, int, int, int]]) -> None:
    """Do some things that rules may do."""
    zones = all_zones(state)
    for what, first, second, number in moves:
        source, target = zones[first], zones[second]
        place = number % len(source) if len(source) else 0
        if what < 5 and len(source):
            state.move(source, place, target)
        elif what < 7 and len(source):
            state.look(source, place, number % SEATS)
        elif what == 7 and len(source):
            state.reveal(source, place)
        elif what == 8:
            state.shuffle(source)
        elif what == 9 and source is not target:
            state.move_all(source, target)


def contents(state: Cards) -> list[int]:
    return sorted(card for zone in all_zones(state) for card in zone.cards)


@settings(deadline=None, max_examples=150)
@given(MOVES)
def test_no_card_is_lost_and_each_has_a_mask_and_a_group(moves: list[tuple[int, int, int, int]]) -> None:
    state = cards()
    before = contents(state)
    apply(state, moves)
    assert contents(state) == before
    for zone in all_zones(state):
        assert len(zone.cards) == len(zone.masks) == len(zone.groups)
        rows = list(zip(zone.cards, zone.masks, zone.groups, strict=True))
        assert zone.ordered or rows == sorted(rows)
        assert all((mask == EVERYONE) == (group == 0) for _, mask, group in rows)
        assert all(zone.sees & ~mask == 0 for mask in zone.masks)


@settings(deadline=None, max_examples=150)
@given(MOVES, st.integers(0, SEATS), st.integers(0, 99))
def test_a_resample_keeps_what_the_seat_knows(moves: list[tuple[int, int, int, int]], viewer: int, seed: int) -> None:
    """A2: in place, replacing contents; A6: a card that the seat knows stays where it is."""
    state = cards()
    apply(state, moves)
    before = [zone.known(viewer) for zone in all_zones(state)]
    whole, parts = contents(state), [(zone, zone.cards, zone.masks, zone.groups) for zone in all_zones(state)]
    learned = state.learned[viewer]
    state.resample_zones(viewer, Stream(seed))
    assert [zone.known(viewer) for zone in all_zones(state)] == before
    assert contents(state) == whole and state.learned[viewer] == learned
    for zone, (same, *lists) in zip(all_zones(state), parts, strict=True):
        assert zone is same
        assert all(a is b for a, b in zip((zone.cards, zone.masks, zone.groups), lists, strict=True))


@settings(deadline=None, max_examples=150)
@given(MOVES, st.integers(0, SEATS), st.integers(0, 99), st.integers(0, 99))
def test_a_resample_has_no_memory(moves: list[tuple[int, int, int, int]], viewer: int, seed: int, other: int) -> None:
    """A3: its result depends on what the seat knows and on the seed, not on what was there."""
    state = cards()
    apply(state, moves)
    twin = state.copy()
    twin.resample_zones(viewer, Stream(other))
    for one in (state, twin):
        one.resample_zones(viewer, Stream(seed))
    assert state.encoded() == twin.encoded()


@settings(deadline=None, max_examples=100)
@given(MOVES)
def test_a_copy_and_a_dump_are_the_same_and_apart(moves: list[tuple[int, int, int, int]]) -> None:
    state = cards()
    apply(state, moves)
    copy, loaded = state.copy(), cards().load(state.dump())
    assert state.encoded() == copy.encoded() == loaded.encoded()
    before = state.encoded()
    apply(copy, [(7, 0, 0, 0), (8, 1, 1, 0), (0, 2, 6, 0), (0, 0, 5, 0)])
    assert state.encoded() == before


def test_a_resample_gives_every_possible_deal_alike() -> None:
    """A card in the hand of another and three in the deck: each is in the hand about as often."""
    state = cards(deck=[0, 1, 2, 3])
    draw(state, 0, 2)
    counts = [0] * 4
    rng = Stream("alike")
    for _ in range(2_000):
        state.resample_zones(1, rng)
        counts[state.hands[0].cards[0]] += 1
    assert all(420 < count < 580 for count in counts), counts
