"""Face down: rows laid in secret at once, columns, a retreat inside the reveal."""

from __future__ import annotations

from io import StringIO
from itertools import permutations

import pytest
from rich.console import Console

from engine.driving import asks, keys, reads, refused
from engine.face_down_table import F, G, R, S, fight, in_turn, row
from engine.toys.face_down import GAME
from engine.toys.face_down.actions import ATTACK, GO_ON, RETREAT
from engine.toys.face_down.names import NAMES
from engine.toys.face_down.rules import CLOSE_STEP, MAIN_STEP, change
from shapan.cli.draw import Drawing
from shapan.cli.text_renderer import TextRenderer
from shapan.engine.actions import DONE
from shapan.engine.match import Match
from shapan.engine.offers import things
from shapan.engine.scene import Duel, Phrase

# FDN-2: laying


@pytest.mark.rule("FDN-2.1", "FDN-2.2")
def test_both_lay_a_row_of_none_to_three_cards_of_the_hand() -> None:
    match = in_turn([S, S, G, R], [F])
    match.answer(0, ATTACK.code(1))
    assert match.waiting == [0, 1]
    assert match.legal(0) == [DONE, *row(S, G, R)]
    assert match.legal(0, row(S, S)) == [DONE, *row(G, R)]
    assert match.legal(0, row(S, G, S)) == []
    assert match.legal(1) == [DONE, *row(F)]
    for wrong in (row(F), row(S, S, S), row(S, G, S, R), row(G, G)):
        assert refused(match, 0, wrong) == ("FDN-2.2", "not_possible")
    match.answer(0, [])
    match.answer(1, row(F))
    assert "revealed" in keys(match, 2)


@pytest.mark.rule("FDN-2.2")
def test_frames_of_others_are_the_same_bytes_whatever_is_laid() -> None:
    """Before both are in nothing is seen, not even the length; then the length, and each card when it is revealed."""
    hands = [S, S, G, F, R], [S, G, G, F, R]
    first = []
    for laid in ((S, G, F), (R, F, S), (S,), ()):
        match = in_turn(*hands, seats=3)
        match.answer(0, ATTACK.code(1))
        match.answer(0, row(*laid))
        first.append([reads(match, viewer) for viewer in (1, 2, 3)])
    assert all(rows == first[0] for rows in first)
    second = []
    for laid in ((S, G, F), (S, F, R), (S, R, G)):
        match = in_turn(*hands, seats=3)
        match.answer(0, ATTACK.code(1))
        match.answer(0, row(*laid))
        match.answer(1, row(G, F))
        assert asks(match, "retreat")
        second.append([reads(match, viewer) for viewer in (1, 2, 3)])
        open_, own = ([seat["row"] for seat in match.frame(viewer).view["seats"]] for viewer in (3, 0))
        assert open_ == [["strike", None, None], ["guard", None], []]
        assert own == [[NAMES[card] for card in laid], ["guard", None], []]
    assert second[0] == second[1] == second[2]


@pytest.mark.rule("FDN-2.2")
def test_a_searching_seat_learns_nothing_of_a_row_that_waits() -> None:
    match = in_turn([S, S, G, F, R], [S, G, G, F, R])
    match.answer(0, ATTACK.code(1))
    match.answer(0, row(S, S, G))
    seen = set()
    for seed in range(80):
        world = match.sample(1, seed)
        assert world.pending is not None
        laid = world.pending.given[0]
        assert world.pending.prompt is not None
        assert world.pending.prompt.allows(world.live, 0, 0, laid)
        seen.add(len(laid))
        world.answer(1, row(S))
    assert seen == {0, 1, 2, 3}


@pytest.mark.rule("FDN-2.2")
def test_rows_commute_and_may_be_taken_back_until_both_are_in() -> None:
    ends = []
    for order in permutations((0, 1)):
        match = in_turn([S, G, F], [R, R, S])
        match.answer(0, ATTACK.code(1))
        rows = row(G, S), row(R, S, R)
        for seat in order:
            match.answer(seat, rows[seat])
            if seat == order[0]:
                assert match.may_undo(seat) and match.frame(2).answered == [seat]
                match.undo(seat)
                assert match.waiting == [0, 1]
                match.answer(seat, rows[seat])
        ends.append((match.live.encoded(), match.events_for(0), match.events_for(2), match.frame(1).view))
        assert not match.may_undo(0)
        assert not match.may_undo(1)
    assert ends[0] == ends[1]


# FDN-3: columns


@pytest.mark.rule("FDN-3.1")
@pytest.mark.parametrize(
    ("own", "enemy", "changes"),
    [
        (S, S, (-1, -1)),
        (S, G, (0, 0)),
        (S, F, (0, -1)),
        (S, R, (0, -1)),
        (F, G, (0, -1)),
        (F, F, (0, 0)),
        (F, R, (0, 1)),
        (G, G, (0, 0)),
        (G, R, (0, 1)),
        (R, R, (1, 1)),
        (S, -1, (0, -1)),
        (R, -1, (1, 0)),
        (F, -1, (0, 0)),
    ],
)
def test_a_column_changes_both_strengths_at_once(own: int, enemy: int, changes: tuple[int, int]) -> None:
    assert (change(own, enemy), change(enemy, own)) == changes
    match = fight([own], [enemy] if enemy >= 0 else [], strength=[2, 2])
    assert match.live.strength == [2 + changes[0], 2 + changes[1]]


@pytest.mark.rule("FDN-3.2")
def test_strength_does_not_grow_above_what_it_was_at_the_start() -> None:
    match = fight([R], [R], strength=[4, 3])
    assert match.live.strength == [4, 4]
    assert keys(match, 2).count("changed") == 1


@pytest.mark.rule("FDN-2.3", "FDN-2.5")
def test_a_shorter_row_leaves_the_later_cards_facing_nothing() -> None:
    match = fight([S, S, S], [G])
    assert match.live.strength == [4, 4]
    match.answer(0, GO_ON)
    assert match.live.strength == [4, 2]
    assert match.live.discard.cards == [S, S, S, G]
    assert match.live.attacker == match.live.defender == -1
    assert [len(rows) for rows in match.live.rows] == [0, 0]


@pytest.mark.rule("FDN-2.3")
def test_two_empty_rows_are_no_fight() -> None:
    match = fight([], [])
    assert match.live.strength == [4, 4]
    assert "revealed" not in keys(match, 0)


# FDN-2.4: the retreat


@pytest.mark.rule("FDN-2.4", "FDN-2.5")
def test_a_retreat_interrupts_the_reveal_and_what_was_hidden_goes_back_unseen() -> None:
    match = fight([S, G, F], [R, F, S], seats=3)
    assert match.waiting == [0] and asks(match, "retreat")
    before = match.event_count(2)
    match.answer(0, RETREAT)
    told = match.events_for(2, before)
    assert [event["key"] for event in told[:3]] == ["retreated", "took_back", "took_back"]
    assert told[1]["with"] == {"seat": {"seat": 0}, "cards": 2}
    assert match.live.strength == [4, 3, 4]
    assert match.live.discard.cards == [S, R]
    assert match.live.hands[1].cards == [S, F]
    for viewer in (0, 2, 3):
        assert match.frame(viewer).view["seats"][1]["hand"] == [None, None]
    assert not any("card" in event["with"] for event in told)


@pytest.mark.rule("FDN-2.3", "FDN-3.1")
def test_the_columns_are_compared_side_by_side_and_hidden_cards_lie_face_down() -> None:
    match = fight([S, G], [R, F], seats=3)
    for viewer, own in ((0, "card.guard"), (1, "card.feint"), (2, None), (3, None)):
        scene = GAME.board(match.view(viewer), viewer, match.legal(viewer) if viewer == 0 else [], None)
        first, second = scene.duels
        assert [side.value for side in first.sides] == [0, -1]
        assert [side.value for side in second.sides] == [None, None]
        assert [side.seat for side in second.sides] == [0, 1]
        laid = [side.pieces[0] for side in second.sides]
        assert [piece.label.key for piece in laid if piece.label is not None] == ([own] if own else [])
        assert [piece.flags for piece in laid if piece.label is None] == [["face_down"]] * (1 if own else 2)
        ids = [piece.id for duel in scene.duels for side in duel.sides for piece in side.pieces]
        assert ids == [place.removeprefix("piece:") for place, _ in things(scene) if ":row" in place]


def test_the_terminal_shows_a_line_for_each_comparison() -> None:
    match = fight([S, G], [R, F])
    told = StringIO()
    console = Console(width=100, file=told)
    scene = GAME.board(match.view(2), 2, [], None)
    scene.duels = [Duel(scene.duels[0].sides, title=Phrase("prompt.lay"), lanes=scene.duels)]
    console.print(Drawing(TextRenderer(GAME, "en", 2)).scene(scene, 2, 100))
    lines = [" ".join(line.split()) for line in told.getvalue().splitlines() if "Change" in line]
    assert lines[1] == "Column 1: Seat 1 Change 0 ▪ Strike · Seat 2 Change -1 ▪ Rest"
    assert lines[2].startswith("Column 2: Seat 1 Change ?")


@pytest.mark.rule("FDN-2.4")
def test_the_attacker_is_asked_once_and_only_if_a_second_column_is_there() -> None:
    match = fight([S, G, F], [G, G, G])
    match.answer(0, GO_ON)
    assert not asks(match, "retreat")
    assert not asks(fight([S], [G]), "retreat")
    assert asks(fight([S], [G, G]), "retreat")
    assert asks(fight([], [G, G]), "retreat")


@pytest.mark.rule("FDN-2.4")
def test_what_went_back_unseen_is_unknown_in_every_world_of_the_other() -> None:
    match = fight([S, G, F], [R, F, S])
    match.answer(0, RETREAT)
    seen = set()
    for seed in range(60):
        world = match.sample(1, seed).live
        assert world.discard.cards == match.live.discard.cards
        assert world.hands[1].cards == match.live.hands[1].cards
        seen.add(tuple(world.hands[0].cards))
    assert len(seen) > 20


@pytest.mark.rule("FDN-2.4")
def test_worlds_in_the_middle_of_a_fight_keep_the_open_cards_and_deal_the_rest() -> None:
    match = fight([S, G, F], [R, F, S], seats=3)
    hidden = set()
    for seed in range(60):
        world = match.sample(2, seed)
        rows = world.live.rows
        assert [rows[0].cards[0], rows[1].cards[0]] == [S, R]
        assert [len(one) for one in rows] == [3, 3, 0]
        hidden.add((*rows[0].cards[1:], *rows[1].cards[1:]))
        world.answer(0, GO_ON)
        assert sorted(world.live.discard.cards) == sorted([S, R, *rows[0].cards[1:], *rows[1].cards[1:]]) or not all(
            world.live.strength
        )
        own = match.sample(0, seed).live.rows
        assert own[0].cards == [S, G, F]
    assert len(hidden) > 30


def test_nobody_can_tell_which_card_of_a_hand_of_two_origins_was_laid() -> None:
    """An old card and new ones after a reshuffle: the world must not know from which deal the laid card is."""
    laid = []
    for card in (S, R):
        state = GAME.start({}, 2, 1)
        state.agenda = [(CLOSE_STEP, 0), (MAIN_STEP, 0)]
        state.move(state.stock, 0, state.hands[0])  # a strike out of the first stock
        state.move_all(state.stock, state.discard)
        state.move_all(state.discard, state.stock)
        state.shuffle(state.stock)
        for one in (G, G, R, R):
            state.move(state.stock, state.stock.cards.index(one), state.hands[0])
        match = Match(GAME, 2, state=state)
        match.answer(0, ATTACK.code(1))
        match.answer(0, row(card, G))
        match.answer(1, [])
        assert asks(match, "retreat")
        worlds = [match.sample(1, seed).live.rows[0].cards[1] for seed in range(60)]
        laid.append(worlds)
        assert len(set(worlds)) == len(NAMES)
