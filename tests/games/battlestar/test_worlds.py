"""Sampled worlds are possible ones: nothing in them contradicts what all know, or what the seat has seen."""

from __future__ import annotations

from collections import Counter
from itertools import product
from typing import Any

import pytest

from shapan.engine.chance import Stream
from shapan.engine.conformance.history import history_twins
from shapan.engine.conformance.laws_knowledge import memoryless, samples, twins
from shapan.engine.conformance.laws_text import Texts
from shapan.engine.conformance.plan import Setting
from shapan.engine.conformance.play import Run, Tools
from shapan.engine.conformance.report import Report, Varied
from shapan.engine.game import Outcome
from shapan.engine.kinds import SeatOr
from shapan.engine.match import Match, random_answer
from shapan.engine.options import OptionError, settled, telling
from shapan.engine.table import Table
from shapan.engine.view import write
from shapan.games.battlestar import derived_fields, events, names
from shapan.games.battlestar.cards import LOYALTY_COPIES
from shapan.games.battlestar.counts import zones_by_kind
from shapan.games.battlestar.game import GAME
from shapan.games.battlestar.initial_state import new_state
from shapan.games.battlestar.names import (
    CYLON_BRIG,
    CYLON_DAMAGE,
    MAX_SEATS,
    NOT_A_CYLON,
    SYMPATHIZER,
    TYPES,
    type_of,
)
from shapan.games.battlestar.records import DESTINY
from shapan.games.battlestar.resample import resample
from shapan.games.battlestar.rules.loyalty import look_at_random
from shapan.games.battlestar.rules.reveal import reveal
from shapan.games.battlestar.rules.setup import LOYALTY_COUNTS
from shapan.games.battlestar.ruleset import ALL_HUMANS, ruleset
from shapan.games.battlestar.state import Battlestar

SKILL_CARDS = 105
SHORT = 100
"""Decisions at which twin worlds are compared for each number of seats, but in the long tier."""


def loyalty_in_play(state: Battlestar) -> tuple[int, int]:
    """Return how many Not a Cylon and how many You Are a Cylon cards are in play or wait in the deck."""
    zones = (*state.loyalty, *state.loyalty_open, state.loyalty_deck)
    cards = [card for zone in zones for card in zone.cards]
    return cards.count(NOT_A_CYLON), sum(CYLON_BRIG <= card <= CYLON_DAMAGE for card in cards)


def check_bounds(state: Battlestar) -> None:
    """What all know about the types of hidden skill cards is true."""
    for row, zone in enumerate((*state.hands, state.destiny)):
        types = Counter(type_of(card) for card in zone.cards)
        for type_ in range(len(TYPES)):
            assert types[type_] <= state.likely[len(TYPES) * row + type_]
            if row < state.seats:
                assert types[type_] >= state.sure[len(TYPES) * row + type_]
    if state.check is not None and len(state.check.pile):
        assert len(state.check.pile) == len(state.check.owners)
        for card, mask in zip(state.check.pile.cards, state.check.pile_types, strict=True):
            assert mask >> type_of(card) & 1
    for type_, deck in enumerate(state.skill_decks):
        assert {type_of(card) for card in deck.cards} <= {type_}


def check_world(true: Battlestar, world: Battlestar, seat: int) -> None:
    """A world holds what the seat knows, and nothing that cannot be."""
    check_bounds(world)
    assert GAME.conserved(world) == GAME.conserved(true)
    skill = [zone for name, zone in world.zones() if name.startswith(("skill", "hands", "destiny", "check"))]
    assert sum(map(len, skill)) == SKILL_CARDS
    assert loyalty_in_play(world) == loyalty_in_play(true)
    assert Counter(
        c for z in (world.loyalty_box, world.loyalty_deck, *world.loyalty, *world.loyalty_open) for c in z.cards
    ) == Counter(dict(enumerate(LOYALTY_COPIES)))
    for (name, old), (_, new) in zip(true.zones(), world.zones(), strict=True):
        assert (name, old.known(seat)) == (name, new.known(seat))
    held = [owner for owner in range(world.seats) if SYMPATHIZER in world.loyalty[owner].cards]
    assert all(world.revealed[owner] for owner in held)  # a human turns it up at once
    assert not (held and not world.sleeper_done)


def played(seats: int, seed: str, **options: Any) -> Any:
    """Play a match with random answers and yield it at each question."""
    match = Match(GAME, seats, options, seed, hashes=False)
    rng = Stream(seed)
    while not match.over:
        yield match
        seat = rng.choice(match.waiting)
        decision = match.decisions[seat]
        match.answer(seat, random_answer(decision.prompt, match.live, seat, decision.arg, rng))


def worlds_are_possible(seats: int, matches: int, **options: Any) -> int:
    """Check worlds of all viewers at the questions of some matches; return how many were looked at."""
    number = 0
    for turn in range(matches):
        rng = Stream(f"worlds {seats} {turn}")
        for match in played(seats, f"possible {seats} {turn}", **options):
            check_bounds(match.live)
            viewer = rng.number(seats + 1)
            state = match.live.copy()
            resample(state, viewer, rng)
            check_world(match.live, state, viewer)
            assert write(GAME.view(state, viewer)) == write(GAME.view(match.live, viewer))
            number += 1
    return number


@pytest.mark.parametrize("matches", [1, pytest.param(8, marks=pytest.mark.long)])
@pytest.mark.parametrize("seats", [2, 3, 4, 5, 6])
def test_worlds_are_possible(seats: int, matches: int) -> None:
    options = [{}, {"full_cooperative": "on"}] if seats > 2 else [{}]
    options += [{"sympathizer": "no_sympathizer"}] if seats in (4, 6) else []
    assert sum(worlds_are_possible(seats, matches, **one) for one in options) > 100 * matches


@pytest.mark.parametrize("seats", [3, 4, 5, 6])
def test_as_many_cylons_are_in_play_as_were_dealt(seats: int) -> None:
    match = next(iter(played(seats, f"dealt {seats}")))
    for match in played(seats, f"dealt {seats}"):
        if match.live.step and len(match.live.loyalty[0]):
            break
    loyal, cylons = LOYALTY_COUNTS[seats]
    extra = sum(name in GAME.groups(match.live)["character"] for name in ("gaius_baltar", "sharon_valerii"))
    assert loyalty_in_play(match.live) == (loyal + extra, cylons)
    assert (SYMPATHIZER in match.live.loyalty_deck.cards) == (seats in (4, 6))


def test_worlds_differ_in_who_is_a_cylon() -> None:
    match = next(match for match in played(5, "who") if match.live.step)
    found: set[int] = set()
    for seed in range(60):
        state = match.live.copy()
        resample(state, 0, Stream(seed))
        for seat in range(5):
            if any(CYLON_BRIG <= card <= CYLON_DAMAGE for card in state.loyalty[seat].cards):
                found.add(seat)
    assert found >= {1, 2, 3, 4}


# Two worlds of one viewer, played on


def twin_worlds(decisions: int, seats: int, seed: str) -> Report:
    """Try the laws of knowledge at so many decisions."""
    report = Report(GAME.name)
    tools = Tools(GAME, report, Texts(GAME, False), Varied())
    number = 0
    while number < decisions:
        run = Run(tools, Setting(seats, {}), f"{seed} {seats} {number}", 0)
        while not run.match.over and number < decisions:
            number += 1
            twins(run)
            history_twins(run)
            if number % 4 == 0:
                memoryless(run)
                samples(run)
            run.give(*run.choose())
            run.look()
    return report


@pytest.mark.parametrize("decisions", [SHORT, pytest.param(2_600, marks=pytest.mark.long)])
@pytest.mark.parametrize("seats", [3, 4, 5, 6])
def test_nobody_can_tell_twin_worlds_apart(seats: int, decisions: int) -> None:
    report = twin_worlds(decisions, seats, "long")
    assert report.passed, str(report)


# Looks at loyalty cards


def test_whose_look_fell_on_which_card_is_no_memory_of_worlds() -> None:
    """Two looks at two cards: all see the places, and nothing else of it stays in a world of somebody else."""
    for first, second in product(range(2), repeat=2):
        worlds = []
        for cards in ([NOT_A_CYLON, CYLON_BRIG], [CYLON_BRIG, NOT_A_CYLON]):
            state = new_state(ruleset(GAME.resolve({}, 3), 3), 3)
            state.learned = [0] * 4
            box = state.loyalty_box
            for card in cards:
                state.move(box, box.cards.index(card), state.loyalty[0])
            for viewer, place in ((1, first), (2, second)):
                state.look(state.loyalty[0], place, viewer)
            seen = derived_fields.seen_by(GAME.view(state, 1), 1)
            assert seen is not None and seen.loyalty[0] == [cards[first]]
            state.move(state.loyalty[0], state.loyalty[0].cards.index(CYLON_BRIG), state.loyalty_open[0])
            worlds.append((state.loyalty[0].masks, len(state.loyalty[0])))
        shown = [cards.index(CYLON_BRIG) for cards in ([NOT_A_CYLON, CYLON_BRIG], [CYLON_BRIG, NOT_A_CYLON])]
        left = [
            sum(1 << viewer for viewer, at in ((0, 1 - one), (1, first), (2, second)) if at != one) for one in shown
        ]
        assert [masks for masks, _ in worlds] == [[mask] for mask in left]


@pytest.mark.parametrize("seed", range(4))
def test_a_look_falls_on_each_card_alike(seed: int) -> None:
    """Also where cards are of one kind, so that the place tells nothing of it."""
    found: Counter[int] = Counter()
    for turn in range(300):
        state = GAME.start({}, 3, f"{seed} {turn}")
        state.loyalty[0].cards[:] = [NOT_A_CYLON] * 2 if seed % 2 else [NOT_A_CYLON, CYLON_BRIG]
        state.loyalty[0].masks[:], state.loyalty[0].groups[:] = [1] * 2, [state.loyalty_box.groups[0]] * 2
        look_at_random(state, Table(state), 1, 0)
        found[state.loyalty[0].masks.index(3)] += 1
    assert set(found) == {0, 1} and min(found.values()) > 100


class Heard(Table[Battlestar]):
    """A table that keeps what is told."""

    def __init__(self, state: Battlestar) -> None:
        super().__init__(state)
        self.heard: list[tuple[int, ...]] = []

    def tell(self, kind: int, a: int = -1, b: int = -1, c: int = -1, d: int = -1, *_: Any, **__: Any) -> None:
        self.heard.append((kind, a, b))


ROWS = ([NOT_A_CYLON] * 2, [NOT_A_CYLON, CYLON_BRIG], [CYLON_BRIG, NOT_A_CYLON])


@pytest.mark.rule("BSG-11.2")
def test_all_are_told_which_card_is_looked_at_and_it_depends_on_no_card() -> None:
    """A place that nobody is told of would be a memory of worlds (`history_states`); one that cards change, a leak."""
    found: Counter[int] = Counter()
    for turn in range(40):
        places = set()
        for cards in ROWS:
            state = GAME.start({}, 3, f"place {turn}")
            state.loyalty[0].cards[:] = cards
            state.loyalty[0].masks[:], state.loyalty[0].groups[:] = [1] * 2, [state.loyalty_box.groups[0]] * 2
            table = Heard(state)
            look_at_random(state, table, 1, 0)
            place = state.loyalty[0].masks.index(3)
            assert (events.LOYALTY_PLACE, 0, place + 1) in table.heard
            places.add(place)
        assert len(places) == 1
        found.update(places)
    assert min(found[0], found[1]) > 8


@pytest.mark.rule("BSG-12.2")
@pytest.mark.parametrize("cards", ROWS[1:])
def test_all_are_told_which_card_a_cylon_turns_up(cards: list[int]) -> None:
    state = GAME.start({}, 3, "turned")
    state.loyalty[0].cards[:] = cards
    state.loyalty[0].masks[:], state.loyalty[0].groups[:] = [1] * 2, [state.loyalty_box.groups[0]] * 2
    state.at[0] = names.BRIG
    table = Heard(state)
    reveal(state, table, 0, CYLON_BRIG)
    assert table.heard[:2] == [
        (events.REVEALED, 0, CYLON_BRIG), (events.LOYALTY_PLACE, 0, 1 + cards.index(CYLON_BRIG)),
    ]  # fmt: skip


# Who is asked


def test_by_default_questions_show_no_hand() -> None:
    assert not telling(GAME.options, {})
    assert telling(GAME.options, {"reaction_prompts": "holders_only"}) == ["reaction_prompts"]


def test_everybody_with_cards_is_asked_in_a_window_and_nobody_is_passed_over() -> None:
    for match in played(4, "windows"):
        pending = match.pending
        if pending is not None and pending.prompt is not None and pending.prompt.key in ("W2", "W9"):
            state = match.live
            able = {seat for seat in range(4) if not state.revealed[seat] and len(state.hands[seat])}
            assert set(pending.seats) == able
            assert not [seat for seat, by in pending.by.items() if by == "engine"]
            return
    raise AssertionError("no window")


# Seats and the deck


def test_two_players_play_the_variant_for_two_by_themselves() -> None:
    assert GAME.resolve({}, 2)["two_player"] == "on"
    assert GAME.resolve({}, 3)["two_player"] == "off"
    with pytest.raises(OptionError, match="two_player"):
        GAME.resolve({"two_player": "off"}, 2)
    with pytest.raises(OptionError, match="two_player"):
        GAME.resolve({"two_player": "on"}, 3)


def test_the_destiny_deck_does_not_turn_with_the_seats() -> None:
    kind = SeatOr(MAX_SEATS, "destiny")
    for observer in range(4):
        row = dict(zip(kind.columns("owner"), kind.encode(DESTINY, 4, observer), strict=True))
        assert [name for name, value in row.items() if value] == ["owner=destiny"]
    row = dict(zip(kind.columns("owner"), kind.encode(3, 4, 1), strict=True))
    assert [name for name, value in row.items() if value] == ["owner=+2"]
    assert len(kind.columns("owner")) == kind.width()


def test_every_zone_is_counted_once() -> None:
    state = GAME.start({}, 4, 1)
    counted = [id(zone) for zones in zones_by_kind(state).values() for zone in zones]
    assert sorted(counted) == sorted(id(zone) for zone in state.all_zones())
    counts = GAME.conserved(state)
    sizes = {"skill": 105, "crisis": 70, "super_crisis": 5, "quorum": 17, "destination": 22, "loyalty": 16}
    sizes |= {"civilian": 12, "damage": 8, "raider": 16, "viper": 8, "heavy": 4, "basestar": 2, "centurion": 4}
    assert {name: counts[name] for name in sizes} == sizes
    state.skill_decks[0].cards.pop()
    state.vipers[2] = 9
    found = GAME.conserved(state)
    assert found["skill"] == 104 and found["viper"] > 8


@pytest.mark.rule("BSG-15.5")
def test_a_side_wins_and_loses_whole() -> None:
    """What a seat gets does not shrink with the number of those who win with it; all together may lose."""
    assert GAME.returns(Outcome("humans", [1, 1, 2, 1], [0, 1, 3], [])) == [1, 1, -1, 1]
    assert GAME.returns(Outcome("humans", [1, 1], [0, 1], [])) == [1, 1]
    assert GAME.returns(Outcome("cylons", [2, 2], [], [])) == [-1, -1]


@pytest.mark.rule("BSG-6.7")
def test_only_bots_among_themselves_are_asked_by_what_they_hold() -> None:
    """One person among bots would see from who is asked what they hold; a choice stays as it is."""
    assert settled(GAME.options, {}, 0)["reaction_prompts"] == "holders_only"
    assert settled(GAME.options, {"reaction_prompts": "by_people"}, 0)["reaction_prompts"] == "holders_only"
    assert settled(GAME.options, {"reaction_prompts": "all_humans"}, 0)["reaction_prompts"] == "all_humans"
    assert settled(GAME.options, {}, 1) == settled(GAME.options, {}, 2) == {}
    assert ruleset(GAME.resolve({}, 4), 4).prompts == ALL_HUMANS
