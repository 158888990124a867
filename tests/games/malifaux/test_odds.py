"""Chances of flips, duels and damage: as all ways to draw the cards make them, and as the spec says (section 4)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from fractions import Fraction
from itertools import combinations, product

import pytest

from games.malifaux.duels import FOCUS, struck
from games.malifaux.test_bots import table
from shapan.games.malifaux import names
from shapan.games.malifaux.game import MALIFAUX
from shapan.games.malifaux.odds import flips, margins
from shapan.games.malifaux.rules.damage import MARGINS

CARD = names.CARDS.index
POOLS = (
    [0, 5, 9, 13, 20, 30, names.BLACK_JOKER, names.RED_JOKER],
    [1, 2, 3, 14, 15, 28],
    [names.BLACK_JOKER, names.RED_JOKER, 7],
)
NETS = (-2, -1, 0, 1, 2)


def counts(drawn: Sequence[int], net: int) -> int:
    """MFX-1.6: return what some cards of a flip come to."""
    if names.BLACK_JOKER in drawn or names.RED_JOKER in drawn:
        return 0 if names.BLACK_JOKER in drawn else 14
    values = [names.VALUE[card] for card in drawn]
    return max(values) if net >= 0 else min(values)


def tried(pool: Sequence[int], net: int) -> list[int]:
    """Return what a flip comes to in each way to draw it."""
    return [counts(drawn, net) for drawn in combinations(pool, min(len(pool), 1 + abs(net)))]


def share(values: Sequence[int], *wanted: int) -> Fraction:
    return Fraction(sum(value in wanted for value in values), len(values))


_BANDS = ((0,), range(1, 6), range(6, 11), range(11, 14), (14,))


# Flips


@pytest.mark.rule("MFX-1.4", "MFX-1.6")
@pytest.mark.parametrize("net", NETS)
@pytest.mark.parametrize("pool", POOLS)
def test_flips_fall_as_all_ways_to_draw_them_do(pool: list[int], net: int) -> None:
    found, ways = flips.flip(flips.counted(pool), net), tried(pool, net)
    assert found == tuple(ways.count(value) for value in range(flips.VALUES))
    assert flips.by_band(found) == tuple(sum(value in band for value in ways) for band in _BANDS)


@pytest.mark.parametrize("net", NETS)
@pytest.mark.parametrize("pool", POOLS)
def test_who_weighs_gets_the_nearest_number_to_what_is_shown(pool: list[int], net: int) -> None:
    """Not a digit of the bots' chances differs from the cases that people are shown."""
    deck, ways = flips.counted(pool), tried(pool, net)
    assert flips.bands(deck, net) == tuple(float(share(ways, *band)) for band in _BANDS)
    for needed in range(-1, 16):
        assert flips.passes(deck, net, needed) == float(share(ways, *range(max(0, needed), 15)))


@pytest.mark.parametrize("net", NETS)
def test_a_card_that_lies_known_on_the_deck_counts_before_those_that_are_drawn(net: int) -> None:
    pool, known = [0, 1, 2, 20, names.BLACK_JOKER, names.RED_JOKER], CARD("r8")
    ways = [counts([known, *drawn], net) for drawn in combinations(pool, abs(net))]
    row = flips.falls(flips.counted(pool), abs(net), net) if net else ()
    assert flips.behind([names.VALUE[known]], row, net) == tuple(ways.count(value) for value in range(flips.VALUES))


def test_a_deck_without_enough_cards_promises_nothing() -> None:
    view = struck(FOCUS).view(0)
    assert flips.flip_of(view, 0, 0)
    view.decks[0].cards[1:] = []
    assert not flips.flip_of(view, 0, 1) and flips.flip_of(view, 0, 0)


@pytest.mark.rule("MFX-1.8")
def test_an_empty_deck_is_the_discard_pile_shuffled() -> None:
    view = struck(FOCUS).view(0)
    view.discards[0].cards = [CARD("r13"), CARD("m13")]
    view.decks[0].cards = []
    assert flips.deck_of(view, 0) == flips.counted(view.discards[0].cards)


def test_cards_that_are_gone_are_not_reckoned_with() -> None:
    state = table([{"model": "the_judge", "at": [9000, 9000]}], [{"model": "seamus", "at": [27000, 27000]}],
                  first={"discard": ["rj", "r13", "t13"], "hand": ["c13"]})  # fmt: skip
    own, seen = flips.deck_of(MALIFAUX.view(state, 0), 0), flips.deck_of(MALIFAUX.view(state, 1), 0)
    assert own[14] == seen[14] == 0 and own[13] == 1 and seen[13] == 2
    assert sum(own) == 50 and sum(seen) == 51


@pytest.mark.rule("MFX-6.4", "MFX-6.5", "MFX-6.16")
def test_each_card_comes_to_the_amount_of_its_band() -> None:
    cards = [CARD(one) for one in ("bj", "r1", "m5", "t6", "c10", "r11", "r13", "rj")]
    assert [flips.amount((2, 3, 5), card, is_damage=True) for card in cards] == [0, 2, 2, 3, 3, 5, 5, 6]
    assert [flips.amount((1, 2, 3), card, is_damage=False) for card in cards] == [1, 1, 1, 2, 2, 3, 3, 3]
    assert {flips.amount((4,), card, is_damage=True) for card in cards} == {4}


@pytest.mark.parametrize(
    ("net", "black", "weak", "moderate", "severe", "red"),
    [
        (-2, Fraction(1, 18), Fraction(4285, 6201), Fraction(395, 2067), Fraction(55, 6201), Fraction(17, 318)),
        (-1, Fraction(1, 27), Fraction(830, 1431), Fraction(430, 1431), Fraction(22, 477), Fraction(52, 1431)),
        (0, Fraction(1, 54), Fraction(10, 27), Fraction(10, 27), Fraction(2, 9), Fraction(1, 54)),
        (1, Fraction(1, 27), Fraction(190, 1431), Fraction(590, 1431), Fraction(182, 477), Fraction(52, 1431)),
        (2, Fraction(1, 18), Fraction(95, 2067), Fraction(2185, 6201), Fraction(235, 477), Fraction(17, 318)),
    ],
)
def test_flips_are_those_of_the_spec(
    net: int, black: Fraction, weak: Fraction, moderate: Fraction, severe: Fraction, red: Fraction
) -> None:
    row = flips.flip(flips.FULL, net)
    assert [Fraction(times, sum(row)) for times in flips.by_band(row)] == [black, weak, moderate, severe, red]


# Duels and damage


@pytest.mark.rule("MFX-4.2", "MFX-4.4", "MFX-6.2")
@pytest.mark.parametrize("nets", [(0, 0), (1, 0), (-1, 2), (2, -2)])
@pytest.mark.parametrize(("ahead", "least"), [(0, 0), (3, 7), (-4, 0), (12, 14), (-15, 0), (16, -3)])
def test_duels_end_as_all_pairs_of_flips_do(nets: tuple[int, int], ahead: int, least: int) -> None:
    mine, theirs = (tried(pool, net) for pool, net in zip(POOLS, nets, strict=False))
    won = Counter[int]()
    for one, other in product(mine, theirs):
        if one >= least and one + ahead >= other:
            won[next(place for place, (lowest, _) in enumerate(MARGINS) if one + ahead - other >= lowest)] += 1
    rows = [flips.flip(flips.counted(pool), net) for pool, net in zip(POOLS, nets, strict=False)]
    assert margins.margins(rows[0], rows[1], ahead, least) == tuple(won[place] for place in (3, 2, 1, 0))
    assert margins.opposed(rows[0], rows[1], ahead, least) == (won.total(), len(mine) * len(theirs))


@pytest.mark.rule("MFX-6.1", "MFX-6.2")
@pytest.mark.parametrize(("net", "ahead", "least", "more"), [(0, 1, 0, 0), (1, -2, 6, -1), (-1, 3, 9, 2)])
@pytest.mark.parametrize("resisted", [True, False])
def test_attacks_do_damage_as_all_their_flips_do(net: int, ahead: int, least: int, more: int, resisted: bool) -> None:
    """Each flip for itself: the cards of the duel are not missed in that of the damage."""
    acting, resisting, track = POOLS[0], POOLS[1] if resisted else [], (2, 3, 5)
    hits, damage = Fraction(0), dict[int, Fraction]()
    pairs = [*product(tried(acting, net), tried(resisting, 0) if resisted else [0])]
    for one, other in pairs:
        margin = one + ahead - other
        if one < least or (resisted and margin < 0):
            continue
        hits += Fraction(1, len(pairs))
        mod = next(mod for lowest, mod in MARGINS if margin >= lowest) if resisted else 0
        falls = tried(acting, mod + more)
        for number, band in zip((*track, 6), _BANDS[1:], strict=True):
            damage[number] = damage.get(number, Fraction(0)) + share(falls, *band) / len(pairs)
    theirs = flips.counted(resisting) if resisted else ()
    found, row = margins.struck(flips.counted(acting), net, theirs, ahead, least, track, more)
    assert found == float(hits)
    assert dict(row) == pytest.approx({number: float(one) for number, one in damage.items()}, abs=1e-12)


@pytest.mark.parametrize(("ahead", "won"), [(2, 649 / 972), (1, 1763 / 2916), (0, 521 / 972), (-1, 451 / 972)])
def test_duels_are_those_of_the_spec(ahead: int, won: float) -> None:
    flip = flips.flip(flips.FULL, 0)
    good, of = margins.opposed(flip, flip, ahead)
    assert good / of == won
    if ahead == 1:
        found = [times / of for times in margins.margins(flip, flip, ahead)]
        assert found == pytest.approx([0.0686, 0.3134, 0.1783, 0.0442], abs=5e-5)


@pytest.mark.parametrize(
    ("net", "needed", "chance"), [(0, 7, 29 / 54), (1, 7, 1102 / 1431), (2, 7, 1189 / 1378), (-1, 7, 430 / 1431)]
)
def test_simple_duels_are_those_of_the_spec(net: int, needed: int, chance: float) -> None:
    assert flips.passes(flips.FULL, net, needed) == chance


def test_damage_is_that_of_the_spec() -> None:
    """Stat 6 against Df 5, track 2/3/5: a mean of 1.65 with a straight flip (4.5)."""
    hits, row = margins.struck(flips.FULL, 0, flips.FULL, 1, 0, (2, 3, 5), 0)
    assert hits == 1763 / 2916
    assert sum(number * chance for number, chance in row) == pytest.approx(1.648, abs=0.02)
